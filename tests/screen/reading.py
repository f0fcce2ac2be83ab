"""Reads a display's picture: which text stands on each of its rows, by MicroPython's own font, drawn once by its unix port."""

import functools
import subprocess

from lanternboard_host.emulator.flash import micropython

DRAW = """
import framebuf
from binascii import hexlify
page = bytearray(8)
on = framebuf.FrameBuffer(page, 8, 8, framebuf.MONO_VLSB)
for code in range(32, 127):
    on.fill(0)
    on.text(chr(code), 0, 0)
    print(hexlify(page).decode())
"""


@functools.cache
def glyphs() -> dict[bytes, str]:
    """The eight columns of each character of the font."""
    made = subprocess.run(micropython("-c", DRAW), capture_output=True, text=True, check=True).stdout.split()
    return {bytes.fromhex(columns): chr(32 + k) for k, columns in enumerate(made)}


def row(page: bytes) -> str:
    """A page of 128 bytes as text; inverted between brackets, dots under it are left out, what is no text is a question mark in each
    place that cannot be read."""
    known = glyphs()
    for turn, shown in ((0, "{}"), (255, "[{}]")):
        cells = [bytes(byte ^ turn for byte in page[k : k + 8]) for k in range(0, 128, 8)]
        under = all(byte & 128 for byte in page[::4]) and turn == 0
        text = "".join(known.get(cell) or _without_dots(cell, known, under) for cell in cells)
        if "\0" not in text:
            return shown.format(text.rstrip())
    return "?"


def _without_dots(cell: bytes, known: dict[bytes, str], under: bool) -> str:
    if under:
        for columns, character in known.items():
            if bytes(byte | (0 if x & 3 else 128) for x, byte in enumerate(columns)) == cell:
                return character
    return "\0"


def read(picture: bytes) -> list[str]:
    """The eight rows of a picture of 1,024 bytes; none where there is no picture."""
    return [row(picture[k : k + 128]) for k in range(0, len(picture), 128)]
