"""What a face needs of a table, wherever that is: on a cable, emulated, or in this process (tests). Only the shape; the
linked table is in linked.py."""

from __future__ import annotations

from typing import Protocol

from .picture import Picture


class Table(Protocol):
    """`turn()` takes in what has come since; it never waits longer than `seconds`. `changes` grows with everything that is seen.
    `press` sends one edge of one of the seven keys (controls/keys.py)."""

    @property
    def changes(self) -> int: ...

    def turn(self, seconds: float) -> None: ...

    def press(self, key: int, down: bool) -> bool | None: ...

    def redo(self) -> None: ...

    def picture(self) -> Picture: ...
