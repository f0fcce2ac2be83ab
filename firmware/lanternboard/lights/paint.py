"""Brushes: write a meaning over spaces of the byte-per-space picture that compose.py fills. They know bits and bytes only,
no rule and no layer. One source for CPython and viper; nothing here allocates per space."""

from array import array

from ..base.viper import micropython, ptr8, ptr16
from ..rules.state import DX, DY
from .meanings import BRIGHT, DIM, EDGE, NORMAL

RAY = 3  # how many spaces show a direction
_block = array("H", (0, 0, 0, 0))


@micropython.viper
def _region(cells: ptr8, bits: ptr8, block: ptr16):
    columns = int(block[0])
    rows = int(block[1])
    inner = int(block[2])
    rim = int(block[3])
    x = 0
    y = 0
    at = 0
    spaces = columns * rows
    while at < spaces:
        if (int(bits[at >> 3]) >> (at & 7)) & 1:
            other = 0  # whether a neighbour on the board is outside the region
            if x > 0:
                k = at - 1
                if not (int(bits[k >> 3]) >> (k & 7)) & 1:
                    other = 1
            if x < columns - 1:
                k = at + 1
                if not (int(bits[k >> 3]) >> (k & 7)) & 1:
                    other = 1
            if y > 0:
                k = at - columns
                if not (int(bits[k >> 3]) >> (k & 7)) & 1:
                    other = 1
            if y < rows - 1:
                k = at + columns
                if not (int(bits[k >> 3]) >> (k & 7)) & 1:
                    other = 1
            if other:
                cells[at] = rim
            else:
                cells[at] = inner
        at += 1
        x += 1
        if x == columns:
            x = 0
            y += 1


def region(state, cells, spaces, meaning: int, inner: int, rim: int) -> None:
    """Every space of a set; `inner` and `rim` are levels. The rim is where the set ends on the board: the board's own
    border is no rim, so that a lit half of the board shows where it is cut and not where the wood ends."""
    _block[0] = state.columns
    _block[1] = state.rows
    _block[2] = meaning | inner << 5
    _block[3] = meaning | rim << 5 | EDGE
    _region(cells, spaces.bits, _block)


def zone(state, cells, spaces, meaning: int) -> None:
    """A large region: dim within, its rim a level brighter."""
    region(state, cells, spaces, meaning, DIM, NORMAL)


def space(cells, at: int, meaning: int, level: int) -> None:
    """One space; NOWHERE and anything else off the board is left alone."""
    if 0 <= at < len(cells):
        cells[at] = meaning | level << 5


def corners(state, cells, meaning: int, level: int = BRIGHT) -> None:
    """The board's four corners: a sign that is about no space."""
    last = state.columns * state.rows - 1
    for at in (0, state.columns - 1, last - state.columns + 1, last):
        space(cells, at, meaning, level)


def base(state, cells, x: int, y: int, meaning: int, level: int) -> None:
    """The footprint of a monster whose north-west space is (x, y), cut at the board's border."""
    for row in range(y, min(y + state.size, state.rows)):
        for column in range(x, min(x + state.size, state.columns)):
            cells[row * state.columns + column] = meaning | level << 5


def side(state, cells, which: int, meaning: int, level: int) -> None:
    """The spaces of the monster's base along one of its sides (0-3 for N, E, S, W)."""
    last = state.size - 1
    for k in range(state.size):
        if which == 0:
            x, y = k, 0
        elif which == 1:
            x, y = last, k
        elif which == 2:
            x, y = k, last
        else:
            x, y = 0, k
        space(cells, (state.y + y) * state.columns + state.x + x, meaning, level)


def ray(state, cells, at: int, which: int, meaning: int, level: int) -> None:
    """A few spaces straight on from `at` towards a side, those under the monster's base left out: a direction, seen."""
    x, y = at % state.columns, at // state.columns
    left = RAY
    while left:
        x += DX[which]
        y += DY[which]
        if not (0 <= x < state.columns and 0 <= y < state.rows):
            return
        if not (state.x <= x < state.x + state.size and state.y <= y < state.y + state.size):
            cells[y * state.columns + x] = meaning | level << 5
            left -= 1


def survivors(state, cells, mask: int, meaning: int, level: int) -> None:
    """Where the survivors of a set stand."""
    for i in range(len(state.at)):
        if mask >> i & 1:
            space(cells, state.at[i], meaning, level)
