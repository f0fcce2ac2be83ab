"""A table in this process: the rules core, controls and lights with nothing between. For pictures and tests of the terminal; play
goes to a board (linked.py), which keeps what it confirms. This keeps nothing."""

from __future__ import annotations

import time
from collections import deque

from lanternboard.controls.keys import Controls
from lanternboard.controls.view import View
from lanternboard.lights.compose import compose
from lanternboard.lights.glow import Glow
from lanternboard.rules import engine, journaltext
from lanternboard.rules.prompt import Prompt
from lanternboard.screen.english import ENGLISH

from ..link.follower import PAST, Kept
from .cards import installed
from .picture import Picture, picture

NAMES = ("Allister", "Erza", "Lucy", "Zachary")


class LocalTable:
    """See table.py. `clock` gives milliseconds. `away` is for pictures of a table that is away."""

    def __init__(self, names=NAMES, columns: int = 22, rows: int = 16, clock=None, game=None) -> None:
        """`game`: a showdown to play instead of a new one."""
        self.game = game or engine.create(Kept(), installed(), names, columns, rows)
        self.cards = self.game.cards
        columns, rows = self.game.state.columns, self.game.state.rows
        self.view = View()
        self.controls = Controls(self.view)
        self.cells = bytearray(columns * rows)
        self.changes = 0
        self.intents: list[tuple] = []
        self.play: dict | None = None  # of the settings, where chance is answered by somebody
        self.past: deque[tuple] = deque(maxlen=PAST)
        self.away: float | None = None
        self._glow = Glow()
        self._clock = clock or (lambda: time.monotonic_ns() // 1000000 & 0x3FFFFFFF)

    @property
    def prompt(self) -> Prompt:
        return self.game.prompt

    @property
    def fated(self) -> bool:
        """Whether chance is asked and nobody but this computer answers."""
        return self.game.fated(self.game.prompt)

    def press(self, key: int, down: bool) -> bool:
        self.edge(key, down, self._clock())
        return True

    def edge(self, key: int, down: bool, ms: int) -> None:
        """As `press`, at a time of this table's clock."""
        self._take(self.controls.edge(key, down, ms, self.game.prompt, self.game.state.columns))

    def turn(self, seconds: float) -> None:
        self._take(self.controls.tick(self._clock(), self.game.prompt, self.game.state.columns))
        if self._glow.tick(self._clock()):
            self.changes += 1

    def answer(self, choice) -> None:
        """A choice as the link has it: an integer, an id, [column, row]; or "usual"."""
        if choice == "usual":
            chosen = self.game.prompt.usual
        else:
            chosen, _ = journaltext.from_value(choice, self.game.state.columns, self.game.state.rows)
        self._give(chosen)

    def _give(self, chosen) -> None:
        self.game.answer(self.game.number, chosen)
        self._changed()

    def adjust(self) -> None:
        """The table puts something right, or leaves that."""
        game = self.game
        game.undo(game.number) if game.adjusting else game.adjust(game.number)

    def anew(self) -> None:
        """Another showdown, at a table that can begin one."""

    def undo(self) -> None:
        if self.game.can_undo:
            self.game.undo(self.game.number)
            self._changed()

    def redo(self) -> None:
        if self.game.can_redo:
            self.game.redo(self.game.number)
            self._changed()

    def picture(self) -> Picture:
        game = self.game
        self.view.see(game.prompt)
        self.view.done = self._glow.spaces
        fated = self.fated
        compose(game.state, None if fated else game.prompt, self.view, self.cells, game.rulings, self.cards)
        made = picture(
            game.state,
            game.prompt,
            bytes(self.cells),
            game.names,
            self.cards,
            self.view.option,
            game.events,
            self.view.cursor,
            self.past,
            self.play if fated else None,
        )
        if self.view.refused:
            made.note = ENGLISH["refused"].capitalize() + "."
        made.away = self.away
        made.alone = True
        return made

    def _changed(self) -> None:
        self.changes += 1
        self._glow.look(self.game.state, self._clock())

    def _take(self, intents) -> None:
        for intent in intents:
            self.changes += 1
            self.intents.append(intent)
            what = intent[0]
            if what == "answer":
                self._give(intent[1])
            elif what == "usual":
                self.answer("usual")
            elif what == "undo":
                self.undo()
            elif what == "menu":
                self.adjust()
            elif what == "again":
                self.anew()
