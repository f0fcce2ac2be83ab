"""A position as plain text, for tests, bug reports and `print(game)`: one character a space. Never in the way of play."""

from .geometry import on_board
from .state import BARS_SURVIVORS, BLOCKS_MONSTER, DOWN, SIDES


def board_text(s, names=()) -> str:
    """The board, north on top: the base is its facing's letter, survivors 0-7 (lying: the row below names them), terrain
    `#` bars somebody, `:` hides only, `.` nothing."""
    lines = []
    for r in range(s.rows):
        line = []
        for c in range(s.columns):
            bits = s.terrain[r * s.columns + c]
            line.append("#" if bits & (BARS_SURVIVORS | BLOCKS_MONSTER) else ":" if bits else ".")
        lines.append(line)
    if s.placed:
        for y in range(s.y, s.y + s.size):
            for x in range(s.x, s.x + s.size):
                lines[y][x] = SIDES[s.facing]
    lying = []
    for i in range(len(s.at)):
        if on_board(s, i):
            lines[s.at[i] // s.columns][s.at[i] % s.columns] = str(i)
            if s.flags[i] & DOWN:
                lying.append(str(i) + (" " + names[i] if i < len(names) else ""))
    text = "\n".join(["".join(line) for line in lines])
    return text + ("\nlying: " + ", ".join(lying) if lying else "")
