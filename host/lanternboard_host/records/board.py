"""A board as a sync sees it: what is asked of it, the journals that it has, read without playing them, and what came of a visit."""

import json
from dataclasses import dataclass, field
from typing import Any, Protocol
from zlib import crc32

from lanternboard.base.errors import Refused
from lanternboard.rules import record

LISTED = {"name": str, "id": str, "party": str, "over": bool, "records": int}  # of each journal that a board has
MOST = 4 << 20  # bytes of a journal
BEGUN = 4  # records of a showdown in which nobody has done anything yet


class Board(Protocol):
    """A board as the link's client has it."""

    @property
    def id(self) -> str: ...
    def get(self, what: str, name: str | None = None) -> bytes: ...
    def put(self, what: str, data: bytes) -> bytes: ...
    def new(self, survivors: int | None = None, level: str | None = None) -> dict[str, Any]: ...
    def request(self, verb: str, **args: Any) -> dict[str, Any]: ...
    def restart(self) -> bool: ...
    @property
    def table(self) -> dict[str, Any]: ...


@dataclass
class Journal:
    """A showdown's journal as text, read without playing it. `result`: as its last record tells it, None while it is not over."""

    text: bytes
    header: dict[str, Any]
    result: list[Any] | None
    records: int

    @property
    def id(self) -> str:
        return str(self.header.get("id", ""))

    @property
    def answers(self) -> int:
        """How many were given, those that were taken back too."""
        return self.text.count(b',"answer":')

    @property
    def party(self) -> str:
        return str(self.header.get("party", ""))

    @property
    def digest(self) -> str:
        return f"{crc32(self.text):08x}"


@dataclass
class Report:
    """What happened: `lines` for people, the rest for programs. `offers`: what waits for a person, and why. `left`: what the showdown that
    was taken left, in words. `copy`: the showdown that is due, as far as it is known here, while it is not over. `playing`: the party that
    the board plays with now; `line`: the hunt's line that it shows. `settled`: whether it came so far that `offers` and `copy` are all
    that there is."""

    lines: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    offers: list[dict[str, Any]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    copy: dict[str, Any] | None = None
    playing: str = ""
    line: bytes = b""
    sent: bool = False
    settled: bool = False
    receipts: int = 0

    def say(self, line: str) -> None:
        self.lines.append(line)


def read(text: bytes) -> Journal:
    """Raises Refused where it is no journal."""
    if len(text) > MOST:
        raise Refused("journal", f"{len(text)} bytes are too many", f"at most {MOST}")
    lines = text.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    try:
        header = record.check_header(json.loads(lines[0]))
        last = json.loads(lines[-1])
        result = last.get("result")
        if result is not None and not isinstance(result, list):
            raise ValueError
    except (ValueError, IndexError, AttributeError, RecursionError):
        raise Refused("journal", "not a showdown's journal", record.FORMAT) from None
    journal = Journal(text, header, result, len(lines))
    for key, value in (("id", journal.id), ("party", journal.party)):  # the former is a file's name here
        if not all(c.isascii() and (c.isalnum() or c == "-") for c in value):
            raise Refused(key, "not an id", "letters, digits and hyphens")
    return journal


def listed(board: Any) -> list[dict[str, Any]]:
    """The journals that a board has, the one being played last (docs/protocol.md). Raises Refused where it tells none."""
    found = []
    for line in board.get("journals").splitlines():
        try:
            one = json.loads(line)
            if not all(type(one[key]) is kind for key, kind in LISTED.items()):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Refused("journals", "the board's list of its showdowns cannot be read", "`lanternboard doctor` looks closer") from None
        found.append(one)
    return found


def midst(there: list[dict[str, Any]]) -> bool:
    """Whether a board that has these is in the midst of a showdown."""
    return bool(there) and not there[-1]["over"] and there[-1]["records"] > BEGUN
