"""Values of a JSON text read one by one, each checked by itself, with the first fault in the order of the text kept until the end: a
text that is no JSON at all comes before every other fault, and one read to its end may still turn out to be none. What
values mean beside each other is its heirs' business (scenario.py).

Objects and lists are walked by generators, so that a board's short call stack does not grow with their nesting."""

from ..base import jsonread
from ..base.errors import Refused
from ..base.jsonread import BEGIN_ARRAY, BEGIN_OBJECT, END_ARRAY, END_OBJECT, FALSE, NUMBER, STRING, TRUE

_KEEP = 328  # bytes kept of a string: 80 characters
_LONGEST_KEY = 4088


class Values:
    """`event`: the first event of the value to be read next; `path()`: where it stands. `whole` after a walk: it was an object, or a
    list no longer than allowed, and `count` elements were in it."""

    def __init__(self, source) -> None:
        self.reader = jsonread.Reader(source)
        self.reader.keep = _KEEP
        self.event = 0
        self.prefix = ""
        self.key = ""  # an object's key or a list's index
        self.whole = True
        self.count = 0
        self.fault_at = -1
        self.refused = None

    def path(self) -> str:
        if isinstance(self.key, int):
            return self.prefix + "[" + str(self.key) + "]"
        return self.prefix + "." + self.key if self.prefix else self.key

    def fault(self, at: int, path: str, message: str, allowed: str) -> None:
        """Keeps the fault that stands first in the text."""
        if self.refused is None or at < self.fault_at:
            self.fault_at = at
            self.refused = Refused(path, message, allowed)

    def wrong(self, message: str, allowed: str) -> None:
        """The value that has just begun is faulty: tells it and reads past it."""
        self.fault(self.reader.start, self.path(), message, allowed)
        self.reader.skip(self.event)

    def integer(self, low: int, high: int):
        if self.event == NUMBER:
            value = self.reader.integer()
            if value is not None and low <= value <= high:
                return value
        self.wrong("no integer in the range allowed", "an integer " + str(low) + ".." + str(high))
        return None

    def boolean(self):
        if self.event == TRUE or self.event == FALSE:
            return self.event == TRUE
        self.wrong("neither true nor false", "true, false")
        return None

    def string(self, most: int):
        reader = self.reader
        if self.event == STRING and 0 < reader.characters <= most and not reader.flags:
            return reader.text()
        self.wrong("no text that is allowed here", "1-" + str(most) + " characters, no control characters")
        return None

    def pair(self, low: int, high: int):
        """(a, b); a fault in either is the pair's own."""
        reader = self.reader
        at = reader.start
        message, allowed = "no pair of integers in the range allowed", "[a, b], both " + str(low) + ".." + str(high)
        if self.event == BEGIN_ARRAY:
            first = second = None
            count = 0
            event = reader.next()
            while event != END_ARRAY:
                first = second
                second = reader.integer() if event == NUMBER else None
                if second is None:
                    self.fault(at, self.path(), message, allowed)
                    reader.skip(event)
                count += 1
                event = reader.next()
            if count == 2 and first is not None and second is not None and low <= first <= high and low <= second <= high:
                return first, second
        self.fault(at, self.path(), message, allowed)
        if self.event != BEGIN_ARRAY:
            reader.skip(self.event)
        return None

    def members(self, keys, required: int):
        """Yields the place in `keys` of each member, whose value is then to be read. `required`: bitmask of the keys that must be there."""
        self.whole = False
        if self.event != BEGIN_OBJECT:
            self.wrong("no object", "an object")
            return
        reader = self.reader
        prefix = self.path()
        seen = 0
        while True:
            reader.keep = _LONGEST_KEY if self.refused is None else _KEEP
            if reader.next() == END_OBJECT:
                break
            reader.keep = _KEEP
            self.prefix = prefix
            self.key = name = reader.text()
            if name in keys and not reader.flags:
                k = keys.index(name)
                if not seen >> k & 1:
                    seen |= 1 << k
                    self.event = reader.next()
                    yield k
                    continue
                self.fault(reader.start, self.path(), "repeated key", "each key once")
            else:
                if reader.flags & jsonread.CUT:
                    self.key += "..."
                self.fault(reader.start, self.path(), "unknown key", ", ".join(keys))
            reader.skip(reader.next())
        for k in range(len(keys)):
            if required >> k & 1 and not seen >> k & 1:
                self.prefix = prefix
                self.key = keys[k]
                self.fault(reader.offset, self.path(), "missing", "the key must be given")
        self.whole = True

    def elements(self, most: int):
        """Yields the index of each of the first `most` elements, which is then to be read."""
        self.whole = False
        if self.event != BEGIN_ARRAY:
            self.wrong("no list", "a list")
            return
        reader = self.reader
        at = reader.start
        path = self.path()
        count = 0
        event = reader.next()
        while event != END_ARRAY:
            if count < most:
                self.prefix = path
                self.key = count
                self.event = event
                yield count
            else:
                self.fault(at, path, "too many", "at most " + str(most))
                reader.skip(event)
            count += 1
            event = reader.next()
        self.whole = count <= most
        self.count = count
