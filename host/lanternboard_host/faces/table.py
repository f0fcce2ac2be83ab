"""What a face needs of a table, wherever that is: on a cable, emulated, or in this process (tests). Only the shape; the
linked table is in linked.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .picture import Picture


@dataclass(frozen=True)
class Standing:
    """Where a table is, for who watches it: the board's id, the journal's name, the engine (None: it cannot be followed), how the board
    lies (Seen.turn), for how long it has been away (None: it is there) and what is wrong with the way to it."""

    board: str
    journal: str
    game: Any
    turn: int = 0
    away: float | None = None
    problem: str = ""


class Table(Protocol):
    """`turn()` takes in what has come since; it never waits longer than `seconds`. `changes` grows with everything that is seen.
    `press` sends one edge of one of the seven keys (controls/keys.py)."""

    @property
    def changes(self) -> int: ...

    def turn(self, seconds: float) -> None: ...

    def press(self, key: int, down: bool) -> bool | None: ...

    def redo(self) -> None: ...

    def picture(self) -> Picture: ...


class Watched(Table, Protocol):
    """What else a table needs that several faces are to watch (watch.py). `ask` may be called from any thread."""

    def ask(self, verb: str, journal: str, number: int, **more: Any) -> None: ...

    def standing(self) -> Standing: ...
