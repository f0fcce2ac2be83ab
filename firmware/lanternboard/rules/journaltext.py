"""A journal's records as text: the lines of `lanternboard/journal/1` (docs/journal.md), which link, files and replay speak.
On a board it is loaded when a host follows. It knows no rule and keeps nothing."""

from ..base.errors import Refused
from ..base.jsontext import text
from . import record
from .record import ADJUST, ANSWER, CLOSING, HEADER, REDO, RESULT, SNAPSHOT, UNDO, VERSION

_WORDS = {UNDO: "undo", REDO: "redo", ADJUST: "adjust"}
MAX_ID = 32


def line(n: int, made: bytes) -> str:
    """Record n as its line of lanternboard/journal/1, without newline; ASCII."""
    if made[0] == HEADER:
        return '{"n":0,' + str(bytes(made[2:]), "ascii")
    if made[0] == RESULT:
        return '{"n":' + str(n) + ',"result":' + str(bytes(made[1:]), "ascii") + "}"
    found = fields(made)
    out = ['{"n":', str(n)]
    for key in ("answer", "undo", "redo", "adjust", "snapshot", "rules", "context", "closes"):
        if key in found:
            out.append(',"' + key + '":' + text(found[key]))
    out.append("}")
    return "".join(out)


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


def fields(made: bytes) -> dict:
    """A record (not the header, nor a result) as the fields of its line, without `n`."""
    kind = made[0]
    if kind in _WORDS:
        return {_WORDS[kind]: True}
    if kind == SNAPSHOT:
        import binascii

        return {"snapshot": binascii.hexlify(made[1:]).decode()}
    if kind == VERSION:
        context = record.context_of(made)
        return {"rules": record.rules_of(made), "context": context} if context else {"rules": record.rules_of(made)}
    if kind in (ANSWER, CLOSING):
        value = record.choice(made, 256)
        if record.is_space(made):
            value = [made[2], made[3]]
        return {"answer": value, "closes": True} if kind == CLOSING else {"answer": value}
    raise Refused("", "a record of unknown kind " + str(kind), "")


def from_fields(line: dict, where: str = "") -> bytes:
    """The record of a line's fields (`n` is checked by the caller). Raises Refused with a path."""
    names = [name for name in sorted(line) if name != "n"]
    kind = [name for name in names if name in ("answer", "undo", "redo", "adjust", "snapshot", "rules", "result")]
    if len(kind) != 1:
        raise Refused(where, "a line is one record", "one of answer, undo, redo, adjust, snapshot, rules, result")
    kind = kind[0]
    for name in names:
        more = {"answer": "closes", "rules": "context"}.get(kind)
        if name != kind and name != more:
            raise Refused(where + name, "unknown key", kind + (", " + more if more else ""))
    value = line[kind]
    if kind == "answer":
        closing = line.get("closes", False)
        if not isinstance(closing, bool):
            raise Refused(where + "closes", "not true or false", "true, false")
        chosen, space = from_value(value, 64, 64, where + "answer")
        return record.answer(chosen, 64, space, closing)
    if kind == "snapshot":
        import binascii

        try:
            return bytes((SNAPSHOT,)) + binascii.unhexlify(value)
        except (TypeError, ValueError):
            raise Refused(where + "snapshot", "not a state in hexadecimal", "pairs of 0-9 a-f") from None
    if kind == "result":
        try:
            return record.result(_plain(value, 0))
        except ValueError:
            raise Refused(where + "result", "not a result", "lists of texts and integers") from None
    if kind == "rules":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 65536:
            raise Refused(where + "rules", "not a version of the rules", "1-65535")
        context = line.get("context", "")
        if not isinstance(context, str) or len(context) > 64:
            raise Refused(where + "context", "not a word", "at most 64 characters")
        return record.version(value, context)
    if value is not True:
        raise Refused(where + kind, "says nothing", "true")
    return bytes(((UNDO, REDO, ADJUST)[("undo", "redo", "adjust").index(kind)],))


def _plain(value, depth: int) -> list:
    """Lists of texts and integers, not too deep. Raises ValueError."""
    if not isinstance(value, list) or depth > 5:
        raise ValueError
    for each in value:
        if isinstance(each, list):
            _plain(each, depth + 1)
        elif not isinstance(each, (str, int)) or isinstance(each, bool):
            raise ValueError
    return value
