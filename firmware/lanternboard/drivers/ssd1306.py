"""A display of 128x64 pixels with an SSD1306, on any I2C bus with `writeto`. It is sent in pieces, each shorter than a millisecond at
400 kHz, and only what has changed. One that does not answer any more is left alone until `look` finds it again, which also
brings back one that has lost its power unnoticed: a cable pulled never stops a table. Knows nothing of what it shows.

Datasheet: Solomon Systech SSD1306, rev 1.1 (8.7 memory, 9 commands, 4.2 charge pump)."""

PAGES = 8
PIECE = 16  # bytes of the picture in one transfer: 0.6 ms at 400 kHz, with where they go
_PIECES = 128 // PIECE

# Clock, 64 rows, no offset, first line, charge pump on, page addressing, the panel's rows, brightness, precharge, VCOMH, picture
# from memory, not inverted.
_START = b"\x00\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xda\x12\x81\x7f\xd9\xf1\xdb\x40\xa4\xa6"
_TURNED = (b"\x00\xa1\xc8", b"\x00\xa0\xc0")  # which way the picture stands: as the panel is usually mounted, or on its head
_ON = b"\x00\xaf"


class Display:
    """`lost`: it does not answer any more. Raises OSError when nothing answers at `address`."""

    def __init__(self, i2c, address: int = 0x3C, flip: bool = False) -> None:
        self._write = i2c.writeto
        self._address = address
        self._turned = _TURNED[1 if flip else 0]
        self._data = bytearray(PAGES * _PIECES * (PIECE + 1))
        pieces = []
        for k in range(PAGES * _PIECES):
            self._data[k * (PIECE + 1)] = 0x40  # data follows
            pieces.append(memoryview(self._data)[k * (PIECE + 1) : (k + 1) * (PIECE + 1)])
        self._pieces = tuple(pieces)
        self._due = bytearray(PAGES * _PIECES)
        self._at = 0
        self._to = bytearray(b"\x00\xb0\x00\x10")  # page, column
        self._begin()

    def _begin(self) -> None:
        self.lost = True
        self._write(self._address, _START)
        self._write(self._address, self._turned)
        for k in range(len(self._due)):
            self._due[k] = 1
        self._left = len(self._due)
        self._on = False  # not before the memory holds a picture: what is in it at power-up is noise
        self.lost = False

    def look(self) -> bool:
        """Whether it answers; everything is sent anew then. To be called every few seconds."""
        try:
            self._begin()
        except OSError:
            return False
        return True

    def page(self, k: int, data) -> None:
        """What one of the eight rows shows from now on: 128 bytes."""
        kept = self._data
        for piece in range(_PIECES):
            n = k * _PIECES + piece
            at = n * (PIECE + 1) + 1
            part = data[piece * PIECE : (piece + 1) * PIECE]
            if kept[at : at + PIECE] != part:
                kept[at : at + PIECE] = part
                self._left += 1 - self._due[n]
                self._due[n] = 1

    def pump(self) -> bool:
        """Sends the next piece. True when nothing is left to be sent. Asks for no memory."""
        if self.lost:
            return True
        if not self._left:
            if self._on:
                return True
            return self._send(_ON) and self._lit()
        due = self._due
        k = self._at
        while not due[k]:
            k = k + 1 if k + 1 < len(due) else 0
        to = self._to
        column = k % _PIECES * PIECE
        to[1] = 0xB0 | k // _PIECES
        to[2] = column & 15
        to[3] = 0x10 | column >> 4
        if self._send(to) and self._send(self._pieces[k]):
            due[k] = 0
            self._left -= 1
        self._at = k
        return self.lost

    def _lit(self) -> bool:
        self._on = True
        return True

    def _send(self, data) -> bool:
        try:
            self._write(self._address, data)
        except OSError:
            self.lost = True
        return not self.lost
