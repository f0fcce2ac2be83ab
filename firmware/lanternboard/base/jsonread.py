"""Strict JSON (RFC 8259) read as a stream of events: the same code on board and host, in one pass and little memory.

What the grammar forbids is refused at once with an empty path, and so are bytes that are not UTF-8 and a byte-order mark. It
keeps one number or string at a time, the string up to a limit; nesting is kept as runs, so that no depth costs a call. It knows
no keys and builds no objects; what the values mean is its caller's business."""

from array import array

from .errors import Refused
from .jsonscan import (
    BAD,
    DEEP,
    FULL,
    IN_STRING,
    R_BASE,
    R_COUNT,
    R_DEPTH,
    R_DROP,
    R_FLAGS,
    R_HIGH,
    R_IS_KEY,
    R_NUMBER,
    R_NUMBER_FLAGS,
    R_POS,
    R_RUNS_ROOM,
    R_SKIP,
    R_START,
    R_STATE,
    R_STOP,
    R_TEXT,
    R_TEXT_ROOM,
    scan,
    string,
)

END, BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, KEY, STRING, NUMBER, TRUE, FALSE, NULL = range(11)

# Flags of a string.
CONTROL = 1  # a control character: U+0000-1F by an escape, U+007F-9F
LONE = 2  # a surrogate without its other half
CUT = 4  # longer than the limit; the rest was read but not kept

# Flags of a number.
NEGATIVE = 1
NO_INTEGER = 2  # it has a fraction or an exponent, whatever its value

_MOST_TEXT = 4096
_MOST_NESTING = 8192  # runs of like brackets, each up to 127 deep
DEEPER = "nested too deeply to be read"


class Reader:
    """Events of one JSON text from `source.read(n) -> bytes` (b"" at the end), by `next()`.

    After KEY and STRING: `text()`, `characters`, `flags`. After NUMBER: `integer()`. `start`: offset of what was read last. All faults of
    the grammar raise Refused with an empty path, and so does nesting without end (DEEPER).
    `keep`: how many bytes of a string are kept, at most 4,096."""

    def __init__(self, source, size: int = 256) -> None:
        self._source = source
        self._size = size
        self._buffer = b""
        self._ended = False
        self._g = array("i", [0] * 19)
        self._nest = bytearray(8)
        self._text = bytearray(48)
        self._kept = 0
        self._g[R_RUNS_ROOM] = len(self._nest)
        self._g[R_TEXT_ROOM] = len(self._text)
        self.keep = _MOST_TEXT

    @property
    def start(self) -> int:
        return self._g[R_START]

    @property
    def offset(self) -> int:
        """How many bytes were read so far."""
        return self._g[R_BASE] + self._g[R_POS]

    @property
    def characters(self) -> int:
        return self._g[R_COUNT]

    @property
    def flags(self) -> int:
        return self._g[R_FLAGS]

    def next(self) -> int:
        g = self._g
        while True:
            event = scan(g, self._buffer, self._nest)
            if event == IN_STRING:
                event = self._read_string()
                if event:
                    return event
                continue  # inside what is skipped
            if event == DEEP:
                try:
                    if len(self._nest) >= _MOST_NESTING:
                        raise MemoryError
                    self._nest.extend(bytes(len(self._nest)))
                except MemoryError:
                    raise Refused("", DEEPER, "one JSON object in UTF-8") from None
                g[R_RUNS_ROOM] = len(self._nest)
            elif event == BAD:
                raise _refused(g)
            elif event:
                return event
            elif not self._more():
                if g[R_DEPTH] or g[R_STATE] != 5:
                    if not g[R_DEPTH] and not g[R_STATE]:
                        raise Refused("", "the file is empty", "one JSON object in UTF-8")
                    raise _refused(g)
                return END

    def skip(self, event: int) -> None:
        """Reads to the end of the value whose first event this was."""
        if event == BEGIN_OBJECT or event == BEGIN_ARRAY:
            self._g[R_SKIP] = self._g[R_DEPTH]
            self.next()

    def text(self) -> str:
        """The last string, cut at a character when it is longer than the limit; what is no character (LONE) as its three bytes say."""
        n = self._kept
        if self._g[R_FLAGS] & CUT:
            while n and self._text[n - 1] & 192 == 128:
                n -= 1
            if n and self._text[n - 1] > 127:
                n -= 1
        return str(bytes(self._text[:n]), "utf-8", "surrogatepass")

    def integer(self):
        """The last number, None when it is no integer or is written as none (1.0, 1e3, -0). Beyond a million it is a million."""
        value = self._g[R_NUMBER]
        if self._g[R_NUMBER_FLAGS] & NO_INTEGER:
            return None
        if self._g[R_NUMBER_FLAGS] & NEGATIVE:
            return -value if value else None
        return value

    def _more(self) -> bool:
        """The next piece; one blank after the last one, so that a number at the very end ends too."""
        g = self._g
        if self._ended:
            return False
        g[R_BASE] += g[R_STOP]
        data = self._source.read(self._size)
        if not data:
            self._ended = True
            data = b" "
        self._buffer = data
        g[R_POS] = 0
        g[R_STOP] = len(data)
        return True

    def _read_string(self) -> int:
        g = self._g
        g[R_STATE] = 10
        g[R_TEXT] = g[R_COUNT] = g[R_FLAGS] = g[R_HIGH] = 0
        skipping = g[R_SKIP]
        g[R_DROP] = 1 if skipping else 0
        while True:
            event = string(g, self._buffer, self._text)
            if event == STRING:
                if not g[R_DROP]:
                    self._kept = g[R_TEXT]
                g[R_STATE] = 4 if g[R_IS_KEY] else 5
                if skipping:
                    return 0
                return KEY if g[R_IS_KEY] else STRING
            if event == BAD:
                raise _refused(g)
            if event == FULL:
                if len(self._text) < min(self.keep + 8, _MOST_TEXT):
                    self._text.extend(bytes(len(self._text)))
                    g[R_TEXT_ROOM] = len(self._text)
                else:
                    self._kept = g[R_TEXT]
                    g[R_FLAGS] |= CUT
                    g[R_DROP] = 1
            elif not self._more():
                raise _refused(g)


def _refused(g):
    where = str(g[R_BASE] + g[R_POS])
    return Refused("", "this is no JSON: it breaks off or goes wrong after " + where + " bytes", "one JSON object in UTF-8")
