"""A journal's records: their bytes, and the text line each is in `lanternboard/journal/1` (docs/journal.md).

A record is what the engine appends: one kind byte, then its content. Framing and checksums are the store's. The text
line is what link, files and replay speak. This file knows no rule and keeps nothing."""

import struct

from ..base.errors import Refused
from ..base.jsontext import text

HEADER, ANSWER, UNDO, REDO, ADJUST, SNAPSHOT, VERSION, CLOSING = range(8)
FORMAT = "lanternboard/journal/1"

HEADER_KEYS = ("format", "rules", "board", "names", "id", "pack", "pack_digest")

_INTEGER, _ID, _SPACE = range(3)
_WORDS = {UNDO: "undo", REDO: "redo", ADJUST: "adjust"}
MAX_ID = 32


def header(fields: dict) -> bytes:
    """The header's record: its fields in a fixed order, so that it is the same bytes wherever it was made."""
    out = ['"' + key + '":' + text(fields[key]) for key in HEADER_KEYS if key in fields]
    return bytes((HEADER,)) + ("{" + ",".join(out) + "}").encode()


def line(n: int, made: bytes) -> str:
    """Record n as its line of lanternboard/journal/1, without newline; ASCII."""
    if made[0] == HEADER:
        return '{"n":0,' + str(bytes(made[2:]), "ascii")
    found = fields(made)
    out = ['{"n":', str(n)]
    for key in ("answer", "undo", "redo", "adjust", "snapshot", "rules", "closes"):
        if key in found:
            out.append(',"' + key + '":' + text(found[key]))
    out.append("}")
    return "".join(out)


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
        return record[3] * columns + record[2]
    if record[1] == _INTEGER and len(record) == 6:
        return struct.unpack_from(">i", record, 2)[0]
    raise Refused("answer", "not an answer's record", "")


def is_space(record: bytes) -> bool:
    return record[1] == _SPACE


def version(rules: int) -> bytes:
    """From here on the journal is played by these rules."""
    return struct.pack(">BH", VERSION, rules)


def rules_of(record: bytes) -> int:
    return struct.unpack_from(">H", record, 1)[0]


def to_value(choice, columns: int, is_space: bool):
    """A choice as JSON has it: an integer, an id, or [column, row]."""
    return [choice % columns, choice // columns] if is_space else choice


def from_value(value, columns: int, rows: int, where: str = "choice"):
    """(choice, is_space) of a JSON value. Raises Refused with `where` as the path."""
    if isinstance(value, str):
        if not 0 < len(value) <= MAX_ID:
            raise Refused(where, "an id of this length is no choice", "1-" + str(MAX_ID) + " characters")
        return value, False
    if isinstance(value, int) and not isinstance(value, bool):
        if not -(1 << 31) <= value < 1 << 31:
            raise Refused(where, "number too large", "-2147483648 to 2147483647")
        return value, False
    if isinstance(value, (list, tuple)) and len(value) == 2:
        c, r = value
        if isinstance(c, int) and isinstance(r, int) and not isinstance(c, bool) and not isinstance(r, bool):
            if 0 <= c < columns and 0 <= r < rows:
                return r * columns + c, True
            raise Refused(where, "space off the board", "columns 0-%d, rows 0-%d" % (columns - 1, rows - 1))
    raise Refused(where, "not a choice", "an integer, an id, or [column, row]")


def fields(record: bytes) -> dict:
    """A record (not the header) as the fields of its line, without `n`."""
    kind = record[0]
    if kind in _WORDS:
        return {_WORDS[kind]: True}
    if kind == SNAPSHOT:
        import binascii

        return {"snapshot": binascii.hexlify(record[1:]).decode()}
    if kind == VERSION:
        return {"rules": rules_of(record)}
    if kind in (ANSWER, CLOSING):
        value = choice(record, 256)
        if record[1] == _SPACE:
            value = [record[2], record[3]]
        return {"answer": value, "closes": True} if kind == CLOSING else {"answer": value}
    raise Refused("", "a record of unknown kind " + str(kind), "")


def from_fields(line: dict, where: str = "") -> bytes:
    """The record of a line's fields (`n` is checked by the caller). Raises Refused with a path."""
    names = [name for name in line if name != "n"]
    kind = [name for name in names if name in ("answer", "undo", "redo", "adjust", "snapshot", "rules")]
    if len(kind) != 1:
        raise Refused(where, "a line is one record", "one of answer, undo, redo, adjust, snapshot, rules")
    kind = kind[0]
    for name in names:
        if name != kind and not (name == "closes" and kind == "answer"):
            raise Refused(where + name, "unknown key", kind + ("" if kind != "answer" else ", closes"))
    value = line[kind]
    if kind == "answer":
        closing = line.get("closes", False)
        if not isinstance(closing, bool):
            raise Refused(where + "closes", "not true or false", "true, false")
        chosen, space = from_value(value, 64, 64, where + "answer")
        return answer(chosen, 64, space, closing)
    if kind == "snapshot":
        import binascii

        try:
            return bytes((SNAPSHOT,)) + binascii.unhexlify(value)
        except (TypeError, ValueError):
            raise Refused(where + "snapshot", "not a state in hexadecimal", "pairs of 0-9 a-f") from None
    if kind == "rules":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 65536:
            raise Refused(where + "rules", "not a version of the rules", "1-65535")
        return version(value)
    if value is not True:
        raise Refused(where + kind, "says nothing", "true")
    return bytes(((UNDO, REDO, ADJUST)[("undo", "redo", "adjust").index(kind)],))
