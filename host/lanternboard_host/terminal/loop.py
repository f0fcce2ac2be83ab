"""The terminal as a face: keys go to the table as presses, what the table shows is drawn. It decides nothing; what a key may do
is the table's to say."""

from __future__ import annotations

import time
from collections import deque

from lanternboard.controls.keys import HOLD_MS, NEXT
from lanternboard.lights import patterns
from rich.console import Console

from ..faces.picture import Picture
from ..faces.table import Table
from ..faces.where import told
from .keyboard import ALL_KEYS, HELP, KEYMAP, KEYS, PARTY, QUIT, REDRAW, Keyboard, Meaning
from .page import keys_page, legend, page
from .party import everything, party_page
from .screen import Screen

FRAME = 0.04  # seconds between two looks at the keyboard
BREATH = 0.2  # seconds between two frames of a pattern that moves
HELD = (HOLD_MS + 120) / 1000  # how long a held key is held for the person
SHOWN = 2.5  # and *next*, which shows something while it is held
KEYS_PARTY = "arrows, Enter, n usual, u undo, r redo, m menu, p party, q quit, ? all"
OVERRULE = ("m, B", "put something right (overrule), or leave that; there is no menu without a board")


def footer(picture: Picture) -> str:
    """The line of keys under a page."""
    keys = KEYS_PARTY if picture.party else HELP
    return keys.replace("m menu", "m overrule").replace("n usual/next", "n usual") if picture.alone else keys


def all_keys(picture: Picture) -> tuple[tuple[str, str], ...]:
    """What `?` tells."""
    return tuple(OVERRULE if picture.alone and key == OVERRULE[0] else (key, what) for key, what in ALL_KEYS)


class Presses:
    """A terminal tells presses, never releases: this makes edges of them, in their order. A held key is let go in time; one that
    follows waits until the table has taken the first for held, which no haste makes a short press. Held down it repeats, and is held on."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._held = -1
        self._taken = 0.0  # when the table has taken it for held
        self._until = 0.0
        self._waiting: deque[Meaning] = deque()

    def press(self, meaning: Meaning, now: float) -> None:
        """A button, held or not, or REDO."""
        held = isinstance(meaning, tuple) and meaning[1]
        if held and not self._waiting and meaning == (self._held, True):
            self._until = now + self._time()
        elif not (held and self._waiting and meaning == self._waiting[-1]):
            self._waiting.append(meaning)
        self.turn(now)

    def turn(self, now: float) -> None:
        while self._held >= 0 or self._waiting:
            if self._held >= 0:
                if now < (self._taken if self._waiting else self._until):
                    return
                self._table.press(self._held, False)
                self._held = -1
                continue
            meaning = self._waiting.popleft()
            if not isinstance(meaning, tuple):
                self._table.redo()
                continue
            key, held = meaning
            self._table.press(key, True)
            if held:
                self._held, self._taken = key, now + HELD
                self._until = now + self._time()
            else:
                self._table.press(key, False)

    @property
    def showing(self) -> bool:
        """Whether *next* is held, which shows where everything stands."""
        return self._held == NEXT

    def _time(self) -> float:
        return SHOWN if self._held == NEXT else HELD


def moving(cells: bytes) -> bool:
    """Whether something on the board breathes or blinks."""
    return patterns.moves(cells)


def play(table: Table, console: Console, greeting: str = "") -> None:
    """Until the person quits or the terminal goes. Raises KeyboardInterrupt for Ctrl-C; the terminal is as before then. `greeting`:
    for this terminal alone (no other face is told), in the place of what happened, until something happens or a key is pressed."""
    with Keyboard() as keyboard, Screen(console, keyboard) as screen:
        presses = Presses(table)
        cells = b""
        helping = False
        party = -1  # the first line of the party's page that is shown, -1 while it is closed
        before = table.picture().note
        drawn: tuple | None = None
        while not keyboard.closed:
            for key in keyboard.read(FRAME):
                meaning = KEYMAP.get(key)
                if meaning == KEYS or helping:  # any key closes it and does nothing else
                    helping = not helping
                    screen.stale = True
                    continue
                if party >= 0:  # arrows look through it, any other key closes it and does nothing else
                    party = party + 1 if key == "down" else max(0, party - 1) if key == "up" else -1
                    screen.stale = True
                    continue
                if meaning == QUIT:
                    return
                if meaning == PARTY:
                    party = 0
                    screen.stale = True
                    continue
                if meaning == REDRAW:
                    screen.stale = True
                elif meaning is not None:
                    greeting = ""
                    presses.press(meaning, time.monotonic())
            now = time.monotonic()
            presses.turn(now)
            table.turn(0)
            breath = now // BREATH if moving(cells) else now // 1.0  # once a second anyway: a table may be away
            state = (table.changes, screen.size, breath)
            if state != drawn or screen.stale:
                drawn = state
                picture = table.picture()
                cells = picture.cells
                picture.keys = footer(picture)
                greeting = greeting if picture.note == before else ""
                picture.note = greeting or picture.note
                if presses.showing:
                    picture.note = told(picture) or picture.note
                width, height = screen.size
                if helping:
                    screen.show(keys_page(all_keys(picture), width, height, screen.ascii_only))
                    continue
                if party >= 0:
                    lights = legend(picture, screen.mode, screen.ascii_only)
                    party = min(party, max(0, len(everything(picture, width, screen.ascii_only, lights)) - height + 1))
                    screen.show(party_page(picture, width, height, screen.ascii_only, party, lights))
                    continue
                screen.show(page(picture, width, height, screen.mode, now, screen.ascii_only))
