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


def parse(data, keep: int = 4096, deepest: int = DEEPEST):
    """The value of a JSON text (bytes, or an object with read(n)). Raises Refused with the path of what is wrong;
    strings longer than `keep` bytes, control characters and lone surrogates are refused."""
    reader = Reader(data if hasattr(data, "read") else Bytes(data))
    reader.keep = keep
    value = _value(reader, deepest)
    if reader.next() != END:
        raise Refused("", "more than one JSON value", "one value")
    return value


def _value(reader, deepest: int):
    """One value. Whatever is open lies in lists and not on the call stack, of which a board has little."""
    holders: list = []
    keys: list = []  # of each, the key being given, None in an array
    left = MOST
    while True:
        event = reader.next()
        top = holders[-1] if holders else None
        if event == END_ARRAY or event == END_OBJECT:
            made = holders.pop()
            keys.pop()
        else:
            if event == KEY:
                if reader.flags & CUT:
                    raise Refused(_path(holders[:-1], keys), "a key that is too long", "")
                keys[-1] = reader.text()
                if keys[-1] in top:
                    raise Refused(_path(holders, keys), "given twice", "each key once")
                continue
            left -= 1
            if left < 0 or len(holders) > deepest:
                raise Refused(_path(holders, keys), "too long or too deeply nested", "at most %d values, %d deep" % (MOST, deepest))
            if event == BEGIN_ARRAY or event == BEGIN_OBJECT:
                holders.append([] if event == BEGIN_ARRAY else {})
                keys.append(None)
                continue
            made = _plain(reader, event, holders, keys)
        if not holders:
            return made
        if keys[-1] is None:
            holders[-1].append(made)
        else:
            holders[-1][keys[-1]] = made


def _plain(reader, event: int, holders, keys):
    if event == STRING:
        if reader.flags & CUT:
            raise Refused(_path(holders, keys), "a string that is too long", "")
        if reader.flags & (CONTROL | LONE):
            raise Refused(_path(holders, keys), "a control character or half a character in a string", "text")
        return reader.text()
    if event == NUMBER:
        value = reader.integer()
        if value is None:
            raise Refused(_path(holders, keys), "not an integer", "an integer, written plainly")
        return value
    if event == TRUE or event == FALSE:
        return event == TRUE
    if event == NULL:
        return None
    raise Refused(_path(holders, keys), "no value", "one value")


def _path(holders, keys) -> str:
    """Of the value that comes next."""
    path = ""
    for k in range(len(holders)):
        if isinstance(holders[k], list):
            path += "[" + str(len(holders[k])) + "]"
        elif keys[k] is not None:
            path += "." + keys[k] if path else keys[k]
    return path
