"""Positions drawn as maps, for tests on CPython and MicroPython: `table(rows)` reads one, `drawn(s, spaces)` shows an answer.

. nothing, M the monster's base, 0-7 a survivor, a-h survivor 0-7 under the base, # bars survivors, X blocks the monster, O hides,
@ all three. A map drawn from an answer has * for the spaces in it and . for the others."""

from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, DOWN, HIDES, SIDES, State, default_blind_spot

TERRAIN = {"#": BARS_SURVIVORS, "X": BLOCKS_MONSTER, "O": HIDES, "@": BARS_SURVIVORS | BLOCKS_MONSTER | HIDES}


def table(text, facing="N", movement=6, tokens=0, down=(), dead=()):
    rows = text.split()
    columns = len(rows[0])
    s = State(columns, len(rows), 0)
    where = {}
    base = []
    for r in range(len(rows)):
        assert len(rows[r]) == columns, rows[r]
        for c in range(columns):
            mark = rows[r][c]
            if mark in "Mabcdefgh":
                base.append((c, r))
            if mark in "01234567":
                where[int(mark)] = r * columns + c
            elif mark in "abcdefgh":
                where["abcdefgh".index(mark)] = r * columns + c
            elif mark in TERRAIN:
                s.terrain[r * columns + c] = TERRAIN[mark]
    s.resize(len(where))
    s.at = [where[i] for i in range(len(where))]
    for i in down:
        s.flags[i] |= DOWN
    for i in dead:
        s.flags[i] |= DEAD
    if base:
        s.placed = True
        s.x, s.y = min([x for x, _ in base]), min([y for _, y in base])
        s.size = max([x for x, _ in base]) - s.x + 1
        assert len(base) == s.size * s.size
    s.blind = default_blind_spot(s.size)
    s.facing = SIDES.index(facing)
    s.movement, s.tokens = movement, tokens
    return s


def space(s, column, row):
    return row * s.columns + column


def drawn(s, spaces):
    lines = []
    for r in range(s.rows):
        lines.append("".join(["*" if r * s.columns + c in spaces else "." for c in range(s.columns)]))
    return lines


def same(s, spaces, text):
    """Asserts that an answer looks like the map; a failure shows both."""
    got = drawn(s, spaces)
    assert got == text.split(), "\n".join(["", "got"] + got)


def places(s, cells):
    """(column, row) of spaces."""
    return [(k % s.columns, k // s.columns) for k in cells]


class End:
    """One end of a movement.Walk, all told."""

    def __init__(self, walk, k):
        self.place, self.sides, self.crossings = walk.place(k), walk.sides(k, DEFAULT), list(walk.crossings(k))


def ends(walk):
    return [End(walk, k) for k in range(len(walk))]


def mask(*survivors):
    out = 0
    for i in survivors:
        out |= 1 << i
    return out
