"""The lights as frames: a number, when it was made, the size of the board, then for every space red, green, blue and the board's own
byte. One for eyes that like movement, one that holds still. Knows no socket."""

from __future__ import annotations

import struct
import time

from ..faces.light import light_of

HEAD = struct.Struct("<IdHH")  # number, milliseconds since 1970, columns, rows: 16 bytes
RATE = 30  # frames a second while something moves


def colours(cells: bytes, seconds: float | None) -> bytes:
    """Four bytes for every space. `seconds` None: what moves is held still."""
    table = {}
    for value in set(cells):
        table[value] = bytes(max(0, min(255, round(part))) for part in light_of(value, seconds)) + bytes((value,))
    return b"".join([table[value] for value in cells])


def frame(number: int, columns: int, rows: int, colours: bytes) -> bytes:
    return HEAD.pack(number & 0xFFFFFFFF, time.time() * 1000, columns, rows) + colours
