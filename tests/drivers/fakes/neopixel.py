"""In place of MicroPython's own: what would go out is appended to LANTERNBOARD_WIRE: the pin, the length, the bytes."""

import os


class NeoPixel:
    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.buf = bytearray(n * bpp)

    def write(self):
        with open(os.getenv("LANTERNBOARD_WIRE"), "ab") as out:
            out.write(bytes((self.pin.number, len(self.buf) >> 8, len(self.buf) & 255)))
            out.write(self.buf)
