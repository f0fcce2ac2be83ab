"""Canonical JSON written as a stream: no blanks, characters as themselves, pieces of at most 256 bytes. The caller says
the punctuation; this writes strings, numbers and lists of spaces, and never holds more than one piece."""

from array import array

from .viper import micropython, ptr8, ptr32

PIECE = 256


@micropython.viper
def _quote(g: ptr32, text: ptr8, out: ptr8):
    """Escapes bytes of a string until they or the room end. g: 0 bytes out, 1 room, 2 bytes in, 3 their number."""
    n = int(g[0])
    room = int(g[1]) - 8
    i = int(g[2])
    end = int(g[3])
    while i < end and n <= room:
        c = int(text[i])
        i += 1
        short = 0
        if c == 34 or c == 92:
            short = c
        elif c == 10:
            short = 110
        elif c == 13:
            short = 114
        elif c == 9:
            short = 116
        elif c == 8:
            short = 98
        elif c == 12:
            short = 102
        value = -1
        if short:
            out[n] = 92
            out[n + 1] = short
            n += 2
        elif c < 32:
            value = c
        elif c == 0xED and i + 1 < end and int(text[i]) >= 0xA0:
            # half a surrogate pair is no character: it goes out as it came in
            value = 0xD000 | ((int(text[i]) & 63) << 6) | (int(text[i + 1]) & 63)
            i += 2
        else:
            out[n] = c
            n += 1
        if value >= 0:
            out[n] = 92
            out[n + 1] = 117
            k = 12
            n += 2
            while k >= 0:
                digit = (value >> k) & 15
                if digit > 9:
                    digit += 39
                out[n] = 48 + digit
                n += 1
                k -= 4
    g[0] = n
    g[2] = i


@micropython.viper
def _spell(g: ptr32, bits: ptr8, out: ptr8) -> int:
    """Writes `[column,row],` for each bit set until the room (1) is used up; 1 when all are written. g: 0 bytes out, 1 room, 2 next space,
    3 spaces, 4 columns, 5 column and 6 row of the next space."""
    n = int(g[0])
    room = int(g[1]) - 8
    space = int(g[2])
    end = int(g[3])
    columns = int(g[4])
    column = int(g[5])
    row = int(g[6])
    while space < end and n <= room:
        if int(bits[space >> 3]) & (1 << (space & 7)):
            out[n] = 91
            n += 1
            if column > 9:
                out[n] = 48 + column // 10
                n += 1
            out[n] = 48 + column % 10
            out[n + 1] = 44
            n += 2
            if row > 9:
                out[n] = 48 + row // 10
                n += 1
            out[n] = 48 + row % 10
            out[n + 1] = 93
            out[n + 2] = 44
            n += 3
        space += 1
        column += 1
        if column == columns:
            column = 0
            row += 1
    g[0] = n
    g[2] = space
    g[5] = column
    g[6] = row
    if space < end:
        return 0
    return 1


class Writer:
    """`sink(piece)` takes each piece, a memoryview that is used again afterwards. `breathe()`, if given, is called after each."""

    def __init__(self, sink, breathe=None) -> None:
        self._sink = sink
        self._breathe = breathe
        self._out = bytearray(PIECE)
        self._g = array("i", [0] * 7)
        self._g[1] = PIECE

    def flush(self) -> None:
        n = self._g[0]
        if n:
            self._g[0] = 0
            self._sink(memoryview(self._out)[:n])
            if self._breathe is not None:
                self._breathe()

    def raw(self, data: bytes) -> None:
        """Bytes as they are; at most a piece at once."""
        n = self._g[0]
        if n + len(data) > PIECE:
            self.flush()
            n = 0
        self._out[n : n + len(data)] = data
        self._g[0] = n + len(data)

    def number(self, value: int) -> None:
        self.raw(str(value).encode())

    def string(self, text: str) -> None:
        """A string in quotes, whatever it holds."""
        data = encoded(text)
        g = self._g
        self.raw(b'"')
        g[2] = 0
        g[3] = len(data)
        while True:
            _quote(g, data, self._out)
            if g[2] >= g[3]:
                break
            self.flush()
        self.raw(b'"')

    def spaces(self, bits, columns: int, count: int) -> None:
        """A bitmap of spaces as a list of [column, row], by row, then column."""
        g = self._g
        self.raw(b"[")
        g[2] = g[5] = g[6] = 0
        g[3] = count
        g[4] = columns
        # the comma after the last one is taken back, so it must not have left yet
        while not _spell(g, bits, self._out):
            n = g[0] - 1
            held = n >= 0 and self._out[n] == 44
            if held:
                g[0] = n
            self.flush()
            if held:
                self._out[0] = 44
                g[0] = 1
        if g[0] and self._out[g[0] - 1] == 44:
            g[0] -= 1
        self.raw(b"]")


def encoded(text: str) -> bytes:
    """UTF-8, halves of surrogate pairs as three bytes of the same form."""
    return text.encode("utf-8", "surrogatepass")
