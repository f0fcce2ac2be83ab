"""Tours without hands. The short one sets up the lights level and plays on a table, answer by answer, and after each step the lit board
is printed. The long one is a whole First Story, by the seven buttons alone: a sensible simulated player presses them, and every round
is printed with what happened. They prove nothing; they show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from lanternboard.base.errors import Refused
from lanternboard.rules.prompt import Prompt
from lanternboard.screen import words
from rich.console import Console
from rich.text import Text

from ..faces.picture import Picture
from .colours import AMBER, mode_of, plain_characters
from .page import page
from .printed import put

Choice = int | str | list[int]  # as the link and the journal have it; "usual" is the proposed one

# What is told, and the answers that lead there. What is asked beyond them, until the table is free again, gets the usual answer.
STEPS: tuple[tuple[str, tuple[Choice, ...]], ...] = (
    ("A lion in the middle of the board; the survivors begin six spaces away.", ("white-lion", 4, "usual", "N", [10, 1], [13, 3])),
    ("Everybody stands. What lies in front of it?", ([7, 4], [11, 14], "light", "front")),
    ("It turns. The light turns with it.", ("turn", "E")),
    ("Its blind spot is behind it.", ("light", "blind")),
    ("Who is in range?", ("turn", "N", "light", "range")),
    ("Erza steps in its way. Whom would it go for, and over whom?", ("move", "s1", [10, 4], "light", "routes", "s0")),
    ("It goes, runs over Erza, and stands before Allister.", ("attack", "s0")),
    ("Lucy is pushed five spaces.", ("push", "s2", 5)),
    ("Taken back, step by step: nothing is ever lost.", ("undo", "undo", "undo")),
)


class Touring(Protocol):
    """What a tour needs of a table. `answer` and `undo` return when the board has confirmed and shows it."""

    @property
    def prompt(self) -> Prompt: ...

    def answer(self, choice: Choice) -> None: ...

    def undo(self) -> None: ...

    def picture(self) -> Picture: ...


def tour(table: Touring, console: Console, say: Callable[[str], None] | None = None) -> None:
    """Play STEPS on a table whose showdown has just begun, and print a board after each."""
    mode, ascii_only = mode_of(console), plain_characters(console)
    for number, (caption, choices) in enumerate(STEPS, 1):
        for choice in choices:
            if choice == "undo":
                table.undo()
            else:
                table.answer(choice)
        while choices[-1] != "undo" and table.prompt.kind not in ("act", "place-survivor"):
            options = table.prompt.options
            table.answer("usual" if table.prompt.usual is not None else _value(options, table.picture().columns))
        console.print(Text(f"{number}. {caption}", style=f"bold {AMBER}"))
        put(console, page(table.picture(), console.width, None, mode, None, ascii_only))
        console.print()


def _value(options, columns: int) -> Choice:
    """The first of the answers, as the link has it."""
    first = next(iter(options))
    if isinstance(options, (tuple, range)):
        return first
    return [first % columns, first // columns]


class Hands(Protocol):
    """Who presses (play/hands.py): `once` answers one question, False when the showdown is over."""

    told: Callable[[Any], None] | None
    answers: int
    presses: int

    def once(self) -> bool: ...


UNSAID = ("round", "turn", "drew", "location", "placed", "turned", "strikes", "attacks", "missed", "hits", "controller", "shuffled")


def first_story(table, console: Console, hands: Hands) -> None:
    """A whole showdown on a linked table, by the presses of `hands`, to victory or defeat. Raises Refused, TimeoutError."""
    mode, ascii_only = mode_of(console), plain_characters(console)
    follower = table.follower
    said: list[str] = []
    ended = 0  # of these, what belongs to the round before
    shown = -1

    def hear(events: list) -> None:
        nonlocal ended
        game = follower.engine
        for event in events:
            if event[0] == "round":
                ended = len(said)
            if event[0] not in UNSAID and game is not None:
                said.append(words.event_text(event, game.state, game.names, game.cards))

    def show(title: str, most: int) -> None:
        nonlocal ended
        console.print(Text(title, style=f"bold {AMBER}"))
        for line in said[:most]:
            console.print(Text("  " + line))
        del said[:most]
        ended = 0
        put(console, page(table.picture(), console.width, None, mode, None, ascii_only))
        console.print()

    def told(game) -> None:
        nonlocal shown
        if game.state.round != shown and game.state.round:
            show("The showdown begins." if shown < 1 else f"After round {shown}:", ended)
            shown = game.state.round

    follower.on_events = hear
    hands.told = told
    console.print(
        Text("The First Story, played by the seven buttons. The board rolls the dice and draws the cards.", style=f"bold {AMBER}")
    )
    try:
        while hands.once():
            pass
    finally:
        follower.on_events = None
    state = follower.engine.state
    show(f"{'Won' if state.result == 1 else 'Lost'} in round {state.round}: {hands.answers} answers, {hands.presses} presses.", len(said))
    if follower.engine.diverged >= 0:
        raise Refused("", follower.why, "the same position on board and computer")
