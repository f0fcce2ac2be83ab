"""A showdown's journal as a text file on this computer (`lanternboard/journal/1`): read whole, then one line for every record, on disk
before the engine goes on. And the folder where `lanternboard play` keeps its own."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

from lanternboard.base.errors import Refused
from lanternboard.explain.replay import header_of
from lanternboard.rules import journaltext

from .. import places
from ..link.follower import Kept

SUFFIX = ".journal.jsonl"


def folder() -> Path:
    """Where the showdowns of `lanternboard play` lie."""
    return places.data() / "showdowns"


def latest(place: Path) -> Path | None:
    """The showdown that was begun last."""
    return max(place.glob("[0-9]*" + SUFFIX), default=None)


def following(place: Path) -> Path:
    """Where the next one goes."""
    last = latest(place)
    n = int(last.name.split(".")[0]) + 1 if last is not None else 1
    return place / f"{n:04}{SUFFIX}"


class FileJournal(Kept):
    """The records of a file. A last line that was not written whole (the power went) is cut off when the file is opened. Raises Refused,
    its path the line, where a line is no record, and OSError."""

    def __init__(self, path: Path, new: bool = False) -> None:
        super().__init__()
        self.path = path
        self._file = open(path, "xb+" if new else "rb+", buffering=0)
        try:
            self._size = self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> int:
        size = 0
        for line in self._file.readall().splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            n = len(self)
            try:
                fields = json.loads(line)
                made = journaltext.from_fields(fields) if n else header_of(fields)
                if fields.get("n") != n:
                    raise Refused("n", "a record out of its place", str(n))
            except (ValueError, RecursionError, AttributeError):
                raise Refused(f"{self.path}, line {n + 1}", "not a record", "one object a line") from None
            except Refused as refused:
                raise Refused(f"{self.path}, line {n + 1}", refused.message, refused.allowed) from None
            super().append(made)
            size += len(line)
        self._file.truncate(size)
        self._file.seek(size)
        return size

    def append(self, made: bytes) -> None:
        """Raises OSError; then nothing of it is in the file."""
        line = journaltext.line(len(self), made).encode() + b"\n"
        try:
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._size)
            self._file.seek(self._size)
            raise
        self._size += len(line)
        super().append(made)

    def close(self) -> None:
        self._file.close()
