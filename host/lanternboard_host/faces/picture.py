"""What a face shows, as one value, and how it is gathered: the board's own cells, and words from the rules core that follows
the board. It draws nothing; terminal/ and web/ do."""

from __future__ import annotations

from dataclasses import dataclass, field

from lanternboard.lights import meanings
from lanternboard.rules.chance import DICE, by_board
from lanternboard.rules.prompt import CHANCE, Prompt
from lanternboard.rules.state import State
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH

from .menu import Menu
from .party import Party, party
from .sheet import SHEET


@dataclass
class Picture:
    """`cells`: one byte per space as the board shows them (lights/meanings.py). `state`: who stands where; None when the host
    cannot follow the board's rules and shows its lights only. `options`: the answers by name, `option` the highlighted one
    (-1 none); empty when the answers are spaces, `hint` then says so. `away`: seconds since the table was lost, or None.
    `warning`: what is not as it should be at this table, for as long as that is so. `differs`: what the table set
    otherwise than its pack has it. `prompt`: the question itself, `cursor` its highlighted space (-1 none). `facts`: name and
    value of what the board's menu tells, while such a page of it is open; `menu`: what is open of it, in the place of the question.
    `party`: the showdown's records, None at the lights level. `past`: what happened last, the latest at the end. `rolling`: chance is asked
    and the table answers by itself: there is nothing to be pressed then. `happened`: the sentences of `note` where that tells what
    happened, each behind whether people must do it. `alone`: there is no board whose menu could be opened; the table
    puts something right in its place."""

    columns: int
    rows: int
    cells: bytes
    state: State | None = None
    names: tuple[str, ...] = ()
    monster: str = ""
    title: str = "Lanternboard"
    sentence: str = ""
    why: str = ""
    options: list[str] = field(default_factory=list)
    option: int = -1
    hint: str = ""
    usual: str = ""
    note: str = ""
    keys: str = ""
    away: float | None = None
    warning: str = ""
    differs: list[str] = field(default_factory=list)
    prompt: Prompt | None = None
    cursor: int = -1
    facts: tuple[tuple[str, str], ...] = ()
    menu: Menu | None = None
    party: Party | None = None
    past: tuple[str, ...] = ()
    rolling: str = ""
    happened: tuple[tuple[bool, str], ...] = ()
    alone: bool = False


def _event(event: tuple, state: State, names, cards) -> str:
    """What happened; by its name where there are no words for it."""
    try:
        return words.event_text(event, state, names, cards)
    except (TypeError, IndexError, ValueError):
        return str(event[0])


def option_text(prompt: Prompt, choice, state: State, names, cards) -> str:
    """What an answer is called. How many of one die: no or yes."""
    if prompt.kind == "hits" and prompt.subject[0] == 1:
        return ENGLISH["id.yes" if choice else "id.no"]
    return words.option_text(prompt, choice, state, names, cards)


def cursor_of(cells: bytes) -> int:
    """The first space that shows the cursor, -1 for none."""
    for space, value in enumerate(cells):
        if value & 31 == meanings.CURSOR:
            return space
    return -1


def picture(
    state: State,
    prompt: Prompt | None,
    cells: bytes,
    names=(),
    cards=None,
    option: int = -1,
    events=(),
    cursor: int = -1,
    past=(),
    play: dict | None = None,
) -> Picture:
    """The picture of a position and its prompt. `option`: the highlighted place in ids or a range; `events`: as the engine tells
    them, the last answer's, `past` the last ones. `cursor`: the highlighted space where that is known, else it is looked for in the cells.
    `play`: of the table's settings, where they are known: who rolls and draws."""
    card_names = tuple(names)
    made = Picture(state.columns, state.rows, bytes(cells), state, card_names)
    made.monster = words.monster(state, cards)
    made.differs = words.differences(state, cards)
    told = [(words.due(event, state), _event(event, state, card_names, cards)) for event in events]
    made.happened = tuple(one for one in told if one[1])
    made.note = " ".join(text for _, text in made.happened) or words.lit_text(state, card_names, cards)
    made.party = party(state, card_names, cards)
    if made.party is not None:
        made.past = tuple(text for event in past if (text := _event(event, state, card_names, cards)))
    if prompt is None:
        return made
    made.prompt = prompt
    made.sentence, made.why = words.prompt_text(prompt, state, card_names, cards)
    if prompt.who == CHANCE and play is not None and by_board(prompt.kind, play):
        made.rolling = SHEET["rolling.dice" if prompt.kind in DICE else "rolling.decks"]
        return made
    if prompt.usual is not None:
        made.usual = option_text(prompt, prompt.usual, state, card_names, cards)
    if prompt.is_spaces():
        at = cursor if cursor >= 0 else cursor_of(cells)
        made.cursor = at if at in prompt.options else -1
        made.hint = f"{len(prompt.options)} spaces" if len(prompt.options) != 1 else "1 space"
        if at in prompt.options:
            made.hint += f", at {words.place(at, state.columns)}"
    else:
        made.options = [option_text(prompt, choice, state, card_names, cards) for choice in prompt.options]
        made.option = option
    return made
