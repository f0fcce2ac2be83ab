"""Values of a JSON text read one by one, each checked by itself, with the first fault in the order of the text kept until the end: a
text that is no JSON at all comes before every other fault, and one read to its end may still turn out to be none. What
values mean beside each other is its heirs' business (scenario.py)."""

from ..base import jsonread
from ..base.errors import Refused
from ..base.jsonread import BEGIN_ARRAY, BEGIN_OBJECT, END_ARRAY, END_OBJECT, FALSE, NUMBER, STRING, TRUE

_KEEP = 328  # bytes kept of a string: 80 characters
_LONGEST_KEY = 4088


class Values:
    def __init__(self, source) -> None:
        self.reader = jsonread.Reader(source)
        self.reader.keep = _KEEP
        self.fault_at = -1
        self.refused = None

    def fault(self, at: int, path: str, message: str, allowed: str) -> None:
        """Keeps the fault that stands first in the text."""
        if self.refused is None or at < self.fault_at:
            self.fault_at = at
            self.refused = Refused(path, message, allowed)

    def wrong(self, event: int, path: str, message: str, allowed: str) -> None:
        """The value that has just begun is faulty: tells it and reads past it."""
        self.fault(self.reader.start, path, message, allowed)
        self.reader.skip(event)

    def integer(self, event: int, path: str, low: int, high: int):
        if event == NUMBER:
            value = self.reader.integer()
            if value is not None and low <= value <= high:
                return value
        self.wrong(event, path, "no integer in the range allowed", "an integer " + str(low) + ".." + str(high))
        return None

    def boolean(self, event: int, path: str):
        if event == TRUE or event == FALSE:
            return event == TRUE
        self.wrong(event, path, "neither true nor false", "true, false")
        return None

    def string(self, event: int, path: str, most: int):
        reader = self.reader
        if event == STRING and 0 < reader.characters <= most and not reader.flags:
            return reader.text()
        self.wrong(event, path, "no text that is allowed here", "1-" + str(most) + " characters, no control characters")
        return None

    def pair(self, event: int, path: str, low: int, high: int):
        """(a, b); a fault in either is the pair's own."""
        reader = self.reader
        at = reader.start
        first = second = None
        count = 0
        if event == BEGIN_ARRAY:
            event = reader.next()
            while event != END_ARRAY:
                if event == NUMBER:
                    first, second = second, reader.integer()
                else:
                    first = second = None
                    count = 9
                    reader.skip(event)
                count += 1
                event = reader.next()
        else:
            reader.skip(event)
        if count == 2 and first is not None and second is not None and low <= first <= high and low <= second <= high:
            return first, second
        self.fault(at, path, "no pair of integers in the range allowed", "[a, b], both " + str(low) + ".." + str(high))
        return None

    def members(self, event: int, prefix: str, keys, read, required: int) -> bool:
        """Calls read(place in keys, first event of the value, path) for each member; False when it is no object. The first
        `required` keys, as a bitmask, must be there."""
        reader = self.reader
        if event != BEGIN_OBJECT:
            self.wrong(event, prefix, "no object", "an object")
            return False
        if prefix:
            prefix += "."
        seen = 0
        while True:
            reader.keep = _LONGEST_KEY if self.refused is None else _KEEP
            event = reader.next()
            if event == END_OBJECT:
                break
            reader.keep = _KEEP
            at = reader.start
            name = reader.text()
            if reader.flags & jsonread.CUT:
                name += "..."
            if name not in keys:
                self.fault(at, prefix + name, "unknown key", ", ".join(keys))
                reader.skip(reader.next())
                continue
            k = keys.index(name)
            if seen >> k & 1:
                self.fault(at, prefix + name, "repeated key", "each key once")
                reader.skip(reader.next())
                continue
            seen |= 1 << k
            read(k, reader.next(), prefix + name)
        for k in range(len(keys)):
            if required >> k & 1 and not seen >> k & 1:
                self.fault(reader.offset, prefix + keys[k], "missing", "the key must be given")
        return True

    def elements(self, event: int, path: str, most: int, read) -> int:
        """Calls read(index, first event) for each of the first `most` elements; how many there are, -1 when it is no list or too long."""
        reader = self.reader
        at = reader.start
        if event != BEGIN_ARRAY:
            self.wrong(event, path, "no list", "a list")
            return -1
        count = 0
        event = reader.next()
        while event != END_ARRAY:
            if count < most:
                read(count, event)
            else:
                reader.skip(event)
            count += 1
            event = reader.next()
        if count > most:
            self.fault(at, path, "too many", "at most " + str(most))
            return -1
        return count
