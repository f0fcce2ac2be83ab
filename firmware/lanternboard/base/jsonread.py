"""Strict JSON (RFC 8259) read as a stream of events: the same code on board and host, in one pass and little memory.

What the grammar forbids is refused at once with an empty path, and so are bytes that are not UTF-8 and a byte-order mark. It
keeps one number or string at a time, the string up to a limit; nesting is kept as runs, so that no depth costs a call. It knows
no keys and builds no objects; what the values mean is its caller's business."""

from array import array

from .errors import Refused
from .viper import micropython, ptr8, ptr32

END, BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, KEY, STRING, NUMBER, TRUE, FALSE, NULL = range(11)
_BAD, _DEEP, _IN_STRING, _FULL = 11, 12, 13, 14

# Flags of a string.
CONTROL = 1  # a control character: U+0000-1F by an escape, U+007F-9F
LONE = 2  # a surrogate without its other half
CUT = 4  # longer than the limit; the rest was read but not kept

# Flags of a number.
NEGATIVE = 1
NO_INTEGER = 2  # it has a fraction or an exponent, whatever its value

_MOST_TEXT = 4096
_MOST_NESTING = 1024  # runs of like brackets, each up to 127 deep

# Registers both kernels share: where they are, and what they keep between two buffers.
_POS, _STOP, _STATE, _RUNS, _RUNS_ROOM, _DEPTH, _SKIP, _BASE, _START = range(9)
_NUMBER, _NUMBER_FLAGS, _IS_KEY, _TEXT, _TEXT_ROOM, _COUNT, _FLAGS, _HIGH, _WAIT, _DROP = range(9, 19)


@micropython.viper
def _scan(g: ptr32, buf: ptr8, nest: ptr8) -> int:
    """Reads until there is something to tell; 0: the buffer is used up. Registers by their number above.

    States (2): 0 a value, 1 a value or ], 2 a key or }, 3 a key, 4 a colon, 5 a comma or the end of what is open; 20 a number's first
    digit, 21 after its leading 0, 22 in its digits, 23 after the point, 24 in the fraction, 25 after e, 26 after e's sign, 27 in
    the exponent; 31-33 the letters r u e, 34-37 a l s e, 38-40 u l l."""
    pos = int(g[0])
    stop = int(g[1])
    state = int(g[2])
    skip = int(g[6])
    event = 0
    while event == 0 and pos < stop:
        c = int(buf[pos])
        if state < 10:
            if c == 32 or c == 10 or c == 13 or c == 9:
                pos += 1
            elif state == 5:
                pos += 1
                runs = int(g[3])
                top = 0
                if runs > 0:
                    top = int(nest[runs - 1])
                # bit 7 of a run: objects
                if c == 44 and runs > 0:
                    state = 0
                    if top & 128:
                        state = 3
                elif (c == 125 and top & 128) or (c == 93 and runs > 0 and (top & 128) == 0):
                    if top & 127 == 1:
                        g[3] = runs - 1
                    else:
                        nest[runs - 1] = top - 1
                    depth = int(g[5]) - 1
                    g[5] = depth
                    if skip == 0 or depth < skip:
                        skip = 0
                        event = 4
                        if c == 125:
                            event = 2
                else:
                    event = 11
            elif state == 4:
                pos += 1
                state = 0
                if c != 58:
                    event = 11
            elif (state == 1 and c == 93) or (state == 2 and c == 125):
                state = 5  # what is empty closes as what is not
            elif c == 34:
                g[8] = int(g[7]) + pos
                pos += 1
                g[11] = state >> 1  # 2 and 3 ask for a key
                event = 13
            elif state >= 2:
                event = 11
            else:
                g[8] = int(g[7]) + pos
                if c == 123 or c == 91:
                    kind = 0
                    if c == 123:
                        kind = 128
                    runs = int(g[3])
                    top = 127
                    if runs > 0:
                        top = int(nest[runs - 1])
                    if (top & 128) == kind and (top & 127) < 127:
                        nest[runs - 1] = top + 1
                    elif runs == int(g[4]):
                        event = 12
                    else:
                        nest[runs] = kind | 1
                        g[3] = runs + 1
                    if event == 0:
                        pos += 1
                        g[5] = int(g[5]) + 1
                        state = 1
                        if kind:
                            state = 2
                        if skip == 0:
                            event = 3
                            if kind:
                                event = 1
                elif c == 45 or (c >= 48 and c <= 57):
                    g[9] = 0
                    g[10] = 0
                    state = 20
                    if c == 45:
                        g[10] = 1
                        pos += 1
                elif c == 116:
                    state = 31
                    pos += 1
                elif c == 102:
                    state = 34
                    pos += 1
                elif c == 110:
                    state = 38
                    pos += 1
                else:
                    event = 11
        elif state < 30:
            digit = 0
            if c >= 48 and c <= 57:
                digit = 1
            if digit and state != 21:
                pos += 1
                if state == 20:
                    state = 22
                    if c == 48:
                        state = 21
                    g[9] = c - 48
                elif state == 22:
                    value = int(g[9])
                    if value < 100000:
                        g[9] = value * 10 + c - 48
                    else:
                        g[9] = 1000000  # beyond every limit
                elif state == 23:
                    state = 24
                elif state == 25 or state == 26:
                    state = 27
            elif c == 46 and (state == 21 or state == 22):
                g[10] = int(g[10]) | 2
                state = 23
                pos += 1
            elif (c == 101 or c == 69) and (state == 21 or state == 22 or state == 24):
                g[10] = int(g[10]) | 2
                state = 25
                pos += 1
            elif (c == 43 or c == 45) and state == 25:
                state = 26
                pos += 1
            elif digit or state == 20 or state == 23 or state == 25 or state == 26:
                event = 11
            else:
                state = 5
                if skip == 0:
                    event = 7
        else:
            want = 101
            if state == 31:
                want = 114
            elif state == 32 or state == 38:
                want = 117
            elif state == 34:
                want = 97
            elif state == 35 or state == 39 or state == 40:
                want = 108
            elif state == 36:
                want = 115
            pos += 1
            if c != want:
                event = 11
            elif state == 33 or state == 37 or state == 40:
                if skip == 0:
                    event = 8
                    if state == 37:
                        event = 9
                    elif state == 40:
                        event = 10
                state = 5
            else:
                state += 1
    g[0] = pos
    g[2] = state
    g[6] = skip
    return event


@micropython.viper
def _string(g: ptr32, buf: ptr8, text: ptr8) -> int:
    """Reads on inside a string; 6 at its end, 14 when `text` has no room left, 11 when it is none, 0: the buffer is used up.

    States: 10 between characters, 11 after a backslash, 12 in four hex digits, 13 inside a character of several bytes."""
    pos = int(g[0])
    stop = int(g[1])
    state = int(g[2])
    n = int(g[12])
    room = int(g[13]) - 8
    count = int(g[14])
    high = int(g[16])
    drop = int(g[18])
    event = 0
    while event == 0 and pos < stop:
        if drop:
            # what is not kept is read all the same; the count stops far above every limit
            n = room + 4
            if count > 1000000:
                count = 1000000
        elif n > room:
            event = 14
            break
        c = int(buf[pos])
        code = -1  # a character to write out
        if state == 13:
            pos += 1
            wait = int(g[17])
            if c < ((wait >> 8) & 255) or c > (wait & 255):
                event = 11
            else:
                if wait >> 20 and c < 160:
                    g[15] = int(g[15]) | 1
                text[n] = c
                n += 1
                more = ((wait >> 16) & 15) - 1
                g[17] = (more << 16) | 0x80BF
                if more == 0:
                    state = 10
        elif high and ((state == 10 and c != 92) or (state == 11 and c != 117)):
            code = high  # the half before stands alone; c is looked at again
            g[15] = int(g[15]) | 2
            high = 0
        elif state == 10:
            pos += 1
            if c == 34:
                event = 6
            elif c == 92:
                state = 11
            elif c < 32:
                event = 11
            elif c < 128:
                if c == 127:
                    g[15] = int(g[15]) | 1
                text[n] = c
                n += 1
                count += 1
                # the plain run that follows, without the questions above
                while pos < stop and (drop or n <= room):
                    c = int(buf[pos])
                    if c < 32 or c == 34 or c == 92 or c > 126:
                        break
                    pos += 1
                    count += 1
                    if drop == 0:
                        text[n] = c
                        n += 1
            else:
                # the first of several bytes: how many follow, and the bounds of the next one
                wait = 0
                if c >= 0xC2 and c < 0xE0:
                    wait = 0x180BF
                    if c == 0xC2:
                        wait = 0x1180BF  # U+0080-9F are control characters
                elif c >= 0xE0 and c < 0xF0:
                    wait = 0x280BF
                    if c == 0xE0:
                        wait = 0x2A0BF
                    elif c == 0xED:
                        wait = 0x2809F
                elif c >= 0xF0 and c < 0xF5:
                    wait = 0x380BF
                    if c == 0xF0:
                        wait = 0x390BF
                    elif c == 0xF4:
                        wait = 0x3808F
                else:
                    event = 11
                g[17] = wait
                state = 13
                text[n] = c
                n += 1
                count += 1
        elif state == 11:
            pos += 1
            state = 10
            if c == 117:
                state = 12
                g[17] = 1
            elif c == 34 or c == 92 or c == 47:
                code = c
            elif c == 98:
                code = 8
            elif c == 102:
                code = 12
            elif c == 110:
                code = 10
            elif c == 114:
                code = 13
            elif c == 116:
                code = 9
            else:
                event = 11
        else:
            digit = c - 48
            if c >= 97 and c <= 102:
                digit = c - 87
            elif c >= 65 and c <= 70:
                digit = c - 55
            elif c < 48 or c > 57:
                event = 11
            whole = (int(g[17]) << 4) | digit
            if event:
                pos += 1
            elif whole < 0x10000:
                # the leading 1 has not come to its place: fewer than four digits so far
                g[17] = whole
                pos += 1
            else:
                whole &= 0xFFFF
                if high and (whole < 0xDC00 or whole > 0xDFFF):
                    code = high  # alone; the last digit is read again
                    g[15] = int(g[15]) | 2
                    high = 0
                else:
                    pos += 1
                    state = 10
                    if whole >= 0xD800 and whole < 0xDC00:
                        high = whole
                    elif high:
                        code = 0x10000 + ((high - 0xD800) << 10) + (whole - 0xDC00)
                        high = 0
                    else:
                        code = whole
                        if whole >= 0xDC00 and whole < 0xE000:
                            g[15] = int(g[15]) | 2
        if code >= 0:
            if code < 32 or (code >= 127 and code < 160):
                g[15] = int(g[15]) | 1
            count += 1
            if code < 0x80:
                text[n] = code
                n += 1
            else:
                if code < 0x800:
                    text[n] = 0xC0 | (code >> 6)
                else:
                    if code < 0x10000:
                        text[n] = 0xE0 | (code >> 12)
                    else:
                        text[n] = 0xF0 | (code >> 18)
                        n += 1
                        text[n] = 0x80 | ((code >> 12) & 63)
                    n += 1
                    text[n] = 0x80 | ((code >> 6) & 63)
                n += 1
                text[n] = 0x80 | (code & 63)
                n += 1
    g[0] = pos
    g[2] = state
    g[12] = n
    g[14] = count
    g[16] = high
    return event


class Reader:
    """Events of one JSON text from `source.read(n) -> bytes` (b"" at the end), by `next()`.

    After KEY and STRING: `text()`, `characters`, `flags`. After NUMBER: `integer()`. `start`: offset of what was read last. All faults of
    the grammar raise Refused with an empty path. `keep`: how many bytes of a string are kept, at most 4,096."""

    def __init__(self, source, size: int = 256) -> None:
        self._source = source
        self._size = size
        self._buffer = b""
        self._ended = False
        self._g = array("i", [0] * 19)
        self._nest = bytearray(8)
        self._text = bytearray(48)
        self._kept = 0
        self._g[_RUNS_ROOM] = len(self._nest)
        self._g[_TEXT_ROOM] = len(self._text)
        self.keep = _MOST_TEXT

    @property
    def start(self) -> int:
        return self._g[_START]

    @property
    def offset(self) -> int:
        """How many bytes were read so far."""
        return self._g[_BASE] + self._g[_POS]

    @property
    def characters(self) -> int:
        return self._g[_COUNT]

    @property
    def flags(self) -> int:
        return self._g[_FLAGS]

    def next(self) -> int:
        g = self._g
        while True:
            event = _scan(g, self._buffer, self._nest)
            if event == _IN_STRING:
                event = self._read_string()
                if event:
                    return event
                continue  # inside what is skipped
            if event == _DEEP:
                if len(self._nest) >= _MOST_NESTING:
                    raise _refused(g)
                self._nest.extend(bytes(len(self._nest)))
                g[_RUNS_ROOM] = len(self._nest)
            elif event == _BAD:
                raise _refused(g)
            elif event:
                return event
            elif not self._more():
                if g[_DEPTH] or g[_STATE] != 5:
                    raise _refused(g)
                return END

    def skip(self, event: int) -> None:
        """Reads to the end of the value whose first event this was."""
        if event == BEGIN_OBJECT or event == BEGIN_ARRAY:
            self._g[_SKIP] = self._g[_DEPTH]
            self.next()

    def text(self) -> str:
        """The last string, cut at a character when it is longer than the limit; what is no character (LONE) as its three bytes say."""
        n = self._kept
        if self._g[_FLAGS] & CUT:
            while n and self._text[n - 1] & 192 == 128:
                n -= 1
            if n and self._text[n - 1] > 127:
                n -= 1
        return str(bytes(self._text[:n]), "utf-8", "surrogatepass")

    def integer(self):
        """The last number, None when it is no integer or is written as none (1.0, 1e3, -0). Beyond a million it is a million."""
        value = self._g[_NUMBER]
        if self._g[_NUMBER_FLAGS] & NO_INTEGER:
            return None
        if self._g[_NUMBER_FLAGS] & NEGATIVE:
            return -value if value else None
        return value

    def _more(self) -> bool:
        """The next piece; one blank after the last one, so that a number at the very end ends too."""
        g = self._g
        if self._ended:
            return False
        g[_BASE] += g[_STOP]
        data = self._source.read(self._size)
        if not data:
            self._ended = True
            data = b" "
        self._buffer = data
        g[_POS] = 0
        g[_STOP] = len(data)
        return True

    def _read_string(self) -> int:
        g = self._g
        g[_STATE] = 10
        g[_TEXT] = g[_COUNT] = g[_FLAGS] = g[_HIGH] = 0
        skipping = g[_SKIP]
        g[_DROP] = 1 if skipping else 0
        while True:
            event = _string(g, self._buffer, self._text)
            if event == STRING:
                if not g[_DROP]:
                    self._kept = g[_TEXT]
                g[_STATE] = 4 if g[_IS_KEY] else 5
                if skipping:
                    return 0
                return KEY if g[_IS_KEY] else STRING
            if event == _BAD:
                raise _refused(g)
            if event == _FULL:
                if len(self._text) < min(self.keep + 8, _MOST_TEXT):
                    self._text.extend(bytes(len(self._text)))
                    g[_TEXT_ROOM] = len(self._text)
                else:
                    self._kept = g[_TEXT]
                    g[_FLAGS] |= CUT
                    g[_DROP] = 1
            elif not self._more():
                raise _refused(g)


def _refused(g):
    where = str(g[_BASE] + g[_POS])
    return Refused("", "this is no JSON: it breaks off or goes wrong after " + where + " bytes", "one JSON object in UTF-8")
