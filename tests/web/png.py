"""A screenshot as a smaller file that looks the same: every channel to the nearest even step, filtered and packed anew. PNG of 8 bits a
channel without alpha, as Chromium writes it."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
EVEN = bytes(min(255, value + 1 >> 1 << 1) for value in range(256))


def shrink(png: bytes) -> bytes:
    parts = list(_chunks(png))
    width, _, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
    assert (depth, kind) == (8, 2), "red, green, blue"
    raw = zlib.decompress(b"".join(data for name, data in parts if name == b"IDAT"))
    lines, before = [], bytes(3 * width)
    for row in _rows(raw, 3 * width):
        row = row.translate(EVEN)
        left, above = b"\0\0\0" + row, before
        tries = (b"\0" + row, b"\1" + _less(row, left), b"\2" + _less(row, above))
        lines.append(min(tries, key=lambda line: sum(min(value, 256 - value) for value in line[1:])))
        before = row
    data = zlib.compress(b"".join(lines), 9)
    return SIGNATURE + b"".join(_chunk(*part) for part in ((b"IHDR", parts[0][1]), (b"IDAT", data), (b"IEND", b"")))


def _less(row: bytes, other: bytes) -> bytes:
    return bytes([a - b & 255 for a, b in zip(row, other)])


def _chunks(png: bytes):
    i = len(SIGNATURE)
    while i < len(png):
        (length,) = struct.unpack(">I", png[i : i + 4])
        yield png[i + 4 : i + 8], png[i + 8 : i + 8 + length]
        i += 12 + length


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rows(raw: bytes, length: int):
    """The rows as they were before they were filtered (PNG, section 9)."""
    before = bytearray(length)
    for at in range(0, len(raw), length + 1):
        kind, row = raw[at], bytearray(raw[at + 1 : at + 1 + length])
        if kind == 2:
            row = bytearray([a + b & 255 for a, b in zip(row, before)])
        elif kind:
            for i in range(length):
                left = row[i - 3] if i >= 3 else 0
                corner = before[i - 3] if i >= 3 else 0
                row[i] = row[i] + (left if kind == 1 else left + before[i] >> 1 if kind == 3 else _paeth(left, before[i], corner)) & 255
        yield row
        before = row


def _paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c
