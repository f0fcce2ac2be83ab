"""Reads a QR code of the smallest four versions, by the standard but for its error correction: what a phone would read of a clean one."""

# Level's bits -> for versions 1 to 4 (blocks, bytes of data in each)
BLOCKS = {
    1: ((1, 19), (1, 34), (1, 55), (1, 80)),
    0: ((1, 16), (1, 28), (1, 44), (2, 32)),
    3: ((1, 13), (1, 22), (2, 17), (2, 24)),
    2: ((1, 9), (1, 16), (2, 13), (4, 9)),
}
MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)


def decoded(rows: list[str]) -> str:
    """The text of a code, rows of "1" (dark) and "0"."""
    size = len(rows)
    version = (size - 17) // 4
    assert all(len(row) == size for row in rows) and size == 17 + 4 * version and 1 <= version <= 4

    def dark(x: int, y: int) -> int:
        return int(rows[y][x])

    places = [(8, k) for k in range(6)] + [(8, 7), (8, 8), (7, 8)] + [(14 - k, 8) for k in range(9, 15)]
    form = sum(dark(*place) << k for k, place in enumerate(places)) ^ 0x5412
    level, mask = form >> 13, MASKS[form >> 10 & 7]
    bits = []
    for right in (column if column > 6 else column - 1 for column in range(size - 1, 0, -2)):
        for k in range(size):
            for x in (right, right - 1):
                y = size - 1 - k if (right + 1) & 2 == 0 else k
                if not _drawn(x, y, size, version):
                    bits.append(dark(x, y) ^ (mask(x, y) == 0))
    found = [int("".join(map(str, bits[k : k + 8])), 2) for k in range(0, len(bits) - 7, 8)]
    blocks, length = BLOCKS[level][version - 1]
    data = bytes(found[k * blocks + block] for block in range(blocks) for k in range(length))
    stream = "".join(f"{byte:08b}" for byte in data)
    assert stream[:4] == "0100", "bytes"
    count = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * k : 20 + 8 * k], 2) for k in range(count)).decode()


def _drawn(x: int, y: int, size: int, version: int) -> bool:
    """Whether a module is part of the pattern that every code has."""
    corner = (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9)
    return corner or x == 6 or y == 6 or (version > 1 and abs(x - size + 7) < 3 and abs(y - size + 7) < 3)


def of_terminal(text: str) -> list[str]:
    """The code that stands in a terminal's output, whose quiet zone is taken off; [] where there is none."""
    pairs = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    rows = []
    for line in text.splitlines():
        if "\x1b[38;5;16;48;5;231m" in line:
            line = line.partition("\x1b[38;5;16;48;5;231m")[2].partition("\x1b[0m")[0]
            rows += ["".join(pairs[one][half] for one in line) for half in (0, 1)]
    if not rows:
        return []
    size = len(rows[0]) - 8
    assert all("1" not in row[:4] + row[-4:] for row in rows) and all("1" not in row for row in rows[:4] + rows[4 + size :])
    return [row[4:-4] for row in rows[4 : 4 + size]]


def of_page(path: str) -> list[str]:
    """The code that a page's SVG path draws, in runs of dark modules."""
    cells = set()
    for run in path.split("z")[:-1]:
        start, wide = run[1:].split("v")[0].split("h")
        x, y = map(int, start.split())
        cells |= {(x - 4 + k, y - 4) for k in range(int(wide))}
    size = 1 + max(y for _, y in cells)
    return ["".join("1" if (x, y) in cells else "0" for x in range(size)) for y in range(size)]
