"""A journal as a board tells it in brief (`get records`, docs/protocol.md): without the positions, which whoever plays its answers again
comes to. What cannot be played here, by other rules or with cards that are not there, is got as text, more than ten times longer."""

from __future__ import annotations

import json
import struct
from binascii import crc32
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from lanternboard.base.errors import Refused
from lanternboard.rules import engine, journaltext, record

END = struct.Struct(">II")
HEAD = struct.Struct(">HI")
LENGTH = struct.Struct(">H")
KNOWN = 128  # from here on: one of the first that were told
LONG = 255  # before a length of two bytes


class Kept(list[bytes]):
    """Records in memory: append(bytes), read(n), len()."""

    def read(self, n: int) -> bytes:
        return self[n]


class Board(Protocol):
    def get(self, what: str, name: str | None = None) -> bytes: ...


def fetched(board: Board, name: str | None, cards: Callable[[str, str, str], Any]) -> bytes:
    """The text of a board's journal, by its number; None: the one being played. `cards`: as a Follower's. Raises what the link raises."""
    try:
        brief = board.get("records", name)
    except Refused:  # a board of an older version, or one without flash
        return board.get("journal", name)
    try:
        return text(rebuilt(brief, cards))
    except Exception:  # other rules, a pack that is not here, whatever a damaged flash gives
        return board.get("journal", name)


def rebuilt(brief: bytes, cards: Callable[[str, str, str], Any]) -> list[bytes]:
    """All records. Raises Refused where they cannot be played again here, or do not come to the board's own sum."""
    kept = Kept()
    game: engine.Engine | None = None
    rules = 0
    for piece in _pieces(brief):
        n = len(kept)
        if n == 0:
            header = record.check_header(_json(piece))
            rules = header["rules"]
            kept.append(piece)
        elif game is None:
            if n > 1 or not piece or piece[0] != record.SNAPSHOT:
                raise Refused("records", "no position that it begins with", "its text")
            if rules != engine.RULES:
                raise Refused("rules", f"played by rules {rules}", f"rules {engine.RULES}")
            kept.append(piece)
            context = header.get("context", "")
            game = engine.Engine(kept, cards(header.get("pack", ""), header.get("pack_digest", ""), context[:8]))
        else:
            game.follow(piece or bytes((record.SNAPSHOT,)) + game.boundary())
            if game.diverged >= 0:
                raise Refused("records", "not what its answers lead to here", "its text")
    if END.unpack(brief[-END.size :]) != (len(kept), heads(kept)):
        raise Refused("records", "they do not come to the sum that the board told", "its text")
    return list(kept)


def _pieces(brief: bytes) -> Iterator[bytes]:
    seen: list[bytes] = []
    at, end = 0, len(brief) - END.size
    while at < end:
        size = brief[at]
        at += 1
        if KNOWN <= size < LONG:
            if size - KNOWN >= len(seen):
                raise Refused("records", "one that was not there before", "its text")
            yield seen[size - KNOWN]
            continue
        if size == LONG:
            size = LENGTH.unpack_from(brief, at)[0]
            at += LENGTH.size
        if at + size > end:
            raise Refused("records", "cut short", "whole records")
        piece = brief[at : at + size]
        if 0 < size < KNOWN and len(seen) < LONG - KNOWN:
            seen.append(piece)
        yield piece
        at += size


def _json(piece: bytes) -> Any:
    try:
        return json.loads(piece[1:])
    except ValueError:
        raise Refused("records", "no header", record.FORMAT) from None


def text(records: list[bytes]) -> bytes:
    """The same as `lanternboard/journal/1`."""
    return "".join(journaltext.line(n, one) + "\n" for n, one in enumerate(records)).encode()


def of_text(journal: bytes) -> list[bytes]:
    """The records of a journal's text. Raises Refused."""
    from lanternboard.explain.replay import header_of

    out: list[bytes] = []
    try:
        for line in journal.splitlines():
            fields = json.loads(line)
            out.append(journaltext.from_fields(fields) if out else header_of(fields))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError):
        raise Refused(f"line {len(out) + 1}", "no record of a showdown", record.FORMAT) from None
    return out


def heads(records: list[bytes]) -> int:
    """The CRC-32 of all heads, as they lie on a board's flash: what a receipt tells."""
    total = 0
    for one in records:
        total = crc32(HEAD.pack(len(one), crc32(one, crc32(LENGTH.pack(len(one))))), total)
    return total
