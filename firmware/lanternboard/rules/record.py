"""A journal's records as bytes: what the engine appends, one kind byte and its content. Framing and checksums are the
store's; their text is journaltext.py. This file knows no rule and keeps nothing."""

import struct

from ..base.errors import Refused

HEADER, ANSWER, UNDO, REDO, ADJUST, SNAPSHOT, VERSION, CLOSING = range(8)
FORMAT = "lanternboard/journal/1"

_INTEGER, _ID, _SPACE = range(3)


def answer(choice, columns: int, is_space: bool, closing: bool = False) -> bytes:
    """The record of one answer. `closing` marks the answer that ends an adjustment."""
    kind = CLOSING if closing else ANSWER
    if isinstance(choice, str):
        return bytes((kind, _ID)) + choice.encode()
    if is_space:
        return bytes((kind, _SPACE, choice % columns, choice // columns))
    return struct.pack(">BBi", kind, _INTEGER, choice)


def choice(record: bytes, columns: int):
    """The choice in an answer's record: an integer, an id, or a space's index. Raises Refused when it is none."""
    if len(record) < 3 or record[0] not in (ANSWER, CLOSING):
        raise Refused("answer", "not an answer's record", "")
    if record[1] == _ID:
        return bytes(record[2:]).decode()
    if record[1] == _SPACE and len(record) == 4:
        if record[2] >= columns:
            raise Refused("answer", "space off the board", "columns 0-%d" % (columns - 1))
        return record[3] * columns + record[2]
    if record[1] == _INTEGER and len(record) == 6:
        return struct.unpack_from(">i", record, 2)[0]
    raise Refused("answer", "not an answer's record", "")


def is_space(record: bytes) -> bool:
    return record[1] == _SPACE


def version(rules: int, context: str = "") -> bytes:
    """From here on the journal is played by these rules, and this context (rules/engine.py)."""
    return struct.pack(">BH", VERSION, rules) + context.encode()


def rules_of(record: bytes) -> int:
    return struct.unpack_from(">H", record, 1)[0]


def context_of(record: bytes) -> str:
    return bytes(record[3:]).decode()
