"""An address as a QR code: rows of "1" (dark) and "0", without the quiet zone around it."""

from __future__ import annotations

QUIET = 4  # modules around it, which stay light


def code(address: str) -> list[str]:
    import segno

    made = segno.make(address, error="l", micro=False, mode="byte")
    return ["".join("1" if cell else "0" for cell in row) for row in made.matrix]


def lines(rows: list[str]) -> list[str]:
    """For a terminal: two rows in a line, black on white whatever the terminal's colours are, with the quiet zone."""
    wide = len(rows) + 2 * QUIET
    edge = "0" * QUIET
    all = ["0" * wide] * QUIET + [edge + row + edge for row in rows] + ["0" * wide] * (QUIET + len(rows) % 2)
    pairs = zip(all[::2], all[1::2])
    drawn = {"00": " ", "10": "▀", "01": "▄", "11": "█"}
    return ["\x1b[38;5;16;48;5;231m" + "".join(drawn[one + other] for one, other in zip(*pair)) + "\x1b[0m" for pair in pairs]
