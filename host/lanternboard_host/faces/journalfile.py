"""A showdown's journal as a text file on this computer (`lanternboard/journal/1`): read whole, then one line for every record, on disk
before the engine goes on. And the folder where `lanternboard play` keeps its own. Nothing of a file changes before its showdown goes on."""

from __future__ import annotations

import errno
import io
import json
import os
import re
from pathlib import Path

from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import parse
from lanternboard.explain.replay import Lines, header_of
from lanternboard.rules import engine, journaltext, record

from .. import places
from ..link.follower import Kept

SUFFIX = ".journal.jsonl"
OURS = re.compile(r"([0-9]{4}|[1-9][0-9]{4,})" + re.escape(SUFFIX))


def folder() -> Path:
    """Where the showdowns of `lanternboard play` lie."""
    return places.data() / "showdowns"


def numbered(place: Path) -> list[Path]:
    """What has the name of a showdown there, in the order in which they were begun; any other file is somebody's own."""
    return sorted((path for path in place.glob("*" + SUFFIX) if OURS.fullmatch(path.name)), key=_number)


def latest(place: Path) -> Path | None:
    """The showdown that was begun last. An empty file is none."""
    return next((path for path in reversed(numbered(place)) if path.is_file() and path.stat().st_size), None)


def following(place: Path) -> Path:
    """Where the next one goes."""
    there = numbered(place)
    return place / f"{_number(there[-1]) + 1 if there else 1:04}{SUFFIX}"


def _number(path: Path) -> int:
    return int(path.name[: -len(SUFFIX)])


def create(place: Path, records: Kept) -> FileJournal:
    """The file of a showdown that begins with these records, whole or not there, whenever the power goes. Raises OSError."""
    path = following(place)
    part = path.with_suffix(".part")
    try:
        with open(part, "wb") as file:
            file.writelines(_line(n, made) for n, made in enumerate(records))
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return FileJournal(path)


class FileJournal(Kept):
    """The records of a file; `lines` their places in it. A last line that was not written whole (the power went) does not count, and goes
    with the next record. Raises Refused, its path the line, where a line is no record, and OSError."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.lines: list[int] = []
        self._ends = b""  # what the last line lacks
        self._file = open(path, "rb+", buffering=0)
        try:
            self._size = self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> int:
        data = self._file.readall()
        size = data.rfind(b"\n") + 1
        last = data[size:]
        if last and not (self._torn(last) and data[:size].strip()):
            size, self._ends = len(data), b"\n"
        lines = Lines(io.BytesIO(data[:size]))
        try:
            while (line := lines.next()) is not None:
                if line.strip():
                    super().append(_record(len(self), parse(line)))
                    self.lines.append(lines.number)
        except Refused as refused:
            raise self.refused(lines.number, refused) from None
        return size

    @staticmethod
    def _torn(last: bytes) -> bool:
        """Whether this is the beginning of a line of ours, and no line that somebody else left without an end."""
        return b"\r" not in last and not last.rstrip().endswith(b"}")

    def refused(self, line: int, refused: Refused) -> Refused:
        """The same, with the file and the line's number as its path."""
        told = f"{refused.path}: {refused.message}" if refused.path else refused.message
        return Refused(f"{self.path}, line {line}", told, refused.allowed)

    def append(self, made: bytes) -> None:
        """Raises OSError; then nothing of it is in the file."""
        line = self._ends + _line(len(self), made)
        try:
            self._cut()
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
            os.fsync(self._file.fileno())
        except OSError:
            self._cut()
            raise
        self._size += len(line)
        self._ends = b""
        super().append(made)

    def _cut(self) -> None:
        self._file.truncate(self._size)
        self._file.seek(self._size)

    def close(self) -> None:
        self._file.close()


def _line(n: int, made: bytes) -> bytes:
    return journaltext.line(n, made).encode() + b"\n"


def _record(n: int, fields) -> bytes:
    if n == 0:
        return header_of(fields)
    if not isinstance(fields, dict):
        raise Refused("", "not a record", "one object")
    if fields.get("n") != n or isinstance(fields.get("n"), bool):
        raise Refused("n", "a record out of its place", str(n))
    made = journaltext.from_fields(fields)
    if n == 1 and made[0] != record.SNAPSHOT:
        raise Refused("", "the header is followed by the position it starts from", "snapshot")
    return made


def check(journal: FileJournal, cards, context: str) -> None:
    """Whether the showdown can go on with these cards in this context (rules/engine.py): what can be played again is played, record by
    record, and nothing is written. Raises Refused, its path the line."""
    n = 0
    try:
        header = json.loads(journal[0][1:]) if journal else {}
        if header.get("context") == context and header.get("pack_digest", cards.digest) != cards.digest:
            raise Refused("pack_digest", "not the pack that the context names", cards.digest)
        n = start = _playable(journal, header, context)
        if start and journal[start][0] != record.SNAPSHOT:
            raise Refused("", "other rules are followed by the position that they go on from", "snapshot")
        game = engine.Engine(Kept(journal[: start + 1] if start else journal), cards, context=context)
        if [game.state.columns, game.state.rows] != header["board"]:
            n = 0
            raise Refused("board", "not the size of the position", f"[{game.state.columns},{game.state.rows}]")
        for n in range(start + 1, len(journal) if start else 0):
            game.follow(journal[n])
            if game.diverged >= 0:
                raise Refused("snapshot" if journal[n][0] == record.SNAPSHOT else "result", "not what the answers lead to", "")
    except Refused as refused:
        raise journal.refused(journal.lines[n] if journal else 1, refused) from None
    except Exception as wrong:  # a position that no answers lead to can break any rule
        told = Refused("", f"cannot be played ({type(wrong).__name__})", "a position and answers as the rules make them")
        raise journal.refused(journal.lines[n], told) from wrong


def _playable(records: Kept, header: dict, context: str) -> int:
    """The position from which on these rules played in this context; 0 where the last record was played by others. Raises Refused."""
    start, rules, by = 1, header.get("rules"), header.get("context", "")
    for n, made in enumerate(records):
        if made[0] == record.VERSION:
            start, rules, by = n + 1, record.rules_of(made), record.context_of(made)
    return start if (rules, by) == (engine.RULES, context) and start < len(records) else 0
