"""A whole small JSON text as plain values, strictly: settings, journal lines, cards. Integers only, no key twice, nesting and
size bounded. For what may be large there is the stream itself (jsonread.py)."""

from .errors import Refused
from .jsonread import (
    BEGIN_ARRAY,
    BEGIN_OBJECT,
    CONTROL,
    CUT,
    END,
    END_ARRAY,
    END_OBJECT,
    FALSE,
    KEY,
    LONE,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    Reader,
)

DEEPEST = 8
MOST = 4096  # values in one text


class Bytes:
    """Bytes in memory as something to read from."""

    def __init__(self, data) -> None:
        self._data = data
        self._at = 0

    def read(self, n: int):
        piece = self._data[self._at : self._at + n]
        self._at += len(piece)
        return piece


def parse(data, keep: int = 4096):
    """The value of a JSON text (bytes, or an object with read(n)). Raises Refused with the path of what is wrong;
    strings longer than `keep` bytes, control characters and lone surrogates are refused."""
    reader = Reader(data if hasattr(data, "read") else Bytes(data))
    reader.keep = keep
    left = [MOST]
    value = _value(reader, reader.next(), "", 0, left)
    if reader.next() != END:
        raise Refused("", "more than one JSON value", "one value")
    return value


def _value(reader, event: int, path: str, depth: int, left):
    left[0] -= 1
    if left[0] < 0 or depth > DEEPEST:
        raise Refused(path, "too long or too deeply nested", "at most %d values, %d deep" % (MOST, DEEPEST))
    if event == STRING:
        if reader.flags & CUT:
            raise Refused(path, "a string that is too long", "")
        if reader.flags & (CONTROL | LONE):
            raise Refused(path, "a control character or half a character in a string", "text")
        return reader.text()
    if event == NUMBER:
        value = reader.integer()
        if value is None:
            raise Refused(path, "not an integer", "an integer, written plainly")
        return value
    if event == BEGIN_ARRAY:
        out = []
        while True:
            event = reader.next()
            if event == END_ARRAY:
                return out
            out.append(_value(reader, event, path + "[" + str(len(out)) + "]", depth + 1, left))
    if event == BEGIN_OBJECT:
        made = {}
        while True:
            event = reader.next()
            if event == END_OBJECT:
                return made
            if event != KEY or reader.flags & CUT:
                raise Refused(path, "a key that is too long", "")
            key = reader.text()
            at = path + "." + key if path else key
            if key in made:
                raise Refused(at, "given twice", "each key once")
            made[key] = _value(reader, reader.next(), at, depth + 1, left)
    if event == TRUE or event == FALSE:
        return event == TRUE
    if event == NULL:
        return None
    raise Refused(path, "no value", "one value")
