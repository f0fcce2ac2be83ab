"""An SSD1306 with its panel, as its datasheet tells: takes what comes over I2C, shows a picture. Runs on both interpreters."""

ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}


class Panel:
    """In place of machine.I2C: `writeto`. `plugged` False: nobody acknowledges."""

    def __init__(self, address=0x3C):
        self.address = address
        self.plugged = True
        self.longest = 0  # bytes in one transfer
        self.bytes = 0
        self.power()

    def power(self):
        """As after power-up: noise in its memory, the panel off."""
        self.memory = bytearray([(k * 37) & 255 for k in range(1024)])
        self.on = self.pump = self.remapped = self.scanned = False
        self.rows = 63
        self.mode = 2
        self.page = self.column = 0
        self.noise = False  # whether a person ever saw what nobody had drawn
        self.drawn = bytearray(1024)
        self.undrawn = 1024

    def writeto(self, address, data):
        if not self.plugged or address != self.address:
            raise OSError(19)
        self.longest = max(self.longest, len(data))
        self.bytes += len(data)
        control = data[0]
        if control == 0x40:
            for byte in bytes(data)[1:]:
                self.take(byte)
        else:
            assert control == 0x00, control
            self.commands(bytes(data)[1:])
        if self.on and self.pump and self.undrawn:
            self.noise = True
        return len(data)

    def take(self, byte):
        assert self.mode == 2, "page addressing"
        at = self.page * 128 + self.column
        self.memory[at] = byte
        self.undrawn -= 1 - self.drawn[at]
        self.drawn[at] = 1
        self.column = (self.column + 1) & 127

    def commands(self, data):
        i = 0
        while i < len(data):
            c = data[i]
            more = data[i + 1 : i + 1 + ARGUMENTS.get(c, 0)]
            i += 1 + len(more)
            if c < 0x10:
                self.column = (self.column & 0xF0) | c
            elif c < 0x20:
                self.column = (self.column & 0x0F) | (c & 7) << 4
            elif c == 0x20:
                self.mode = more[0] & 3
            elif 0xB0 <= c <= 0xB7:
                self.page = c & 7
            elif c == 0x8D:
                self.pump = bool(more[0] & 4)
            elif c in (0xA0, 0xA1):
                self.remapped = c == 0xA1
            elif c in (0xC0, 0xC8):
                self.scanned = c == 0xC8
            elif c == 0xA8:
                self.rows = more[0]
            elif c in (0xAE, 0xAF):
                self.on = c == 0xAF
            else:
                assert c in (0x40, 0x81, 0xA4, 0xA6, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), hex(c)

    def picture(self):
        """What a person sees, with the panel mounted as it usually is: 1,024 bytes, a page after the other."""
        if not (self.on and self.pump and self.rows == 63):
            return bytes(1024)
        if self.remapped and self.scanned:
            return bytes(self.memory)
        assert not self.remapped and not self.scanned, "seen in a mirror"
        return bytes([sum([1 << (7 - k) for k in range(8) if byte >> k & 1]) for byte in reversed(self.memory)])
