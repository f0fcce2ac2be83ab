"""Brushes: write a meaning over spaces of the byte-per-space picture that compose.py fills. They know bits and bytes only,
no rule and no layer. One source for CPython and viper; nothing here allocates per space."""

from array import array

from ..base.viper import micropython, ptr8, ptr16
from ..rules.state import DX, DY
from .meanings import BRIGHT, DIM, DONE, EDGE, NORMAL

RAY = 3  # how many spaces show a direction
_block = array("H", (0, 0, 0, 0, 0, 0))


@micropython.viper
def _rectangle(cells: ptr8, block: ptr16, value: int):
    """What the board has of a rectangle. block: 0 columns, 1 rows, 2 x, 3 y, 4 width, 5 height."""
    columns = int(block[0])
    y = int(block[3])
    end = y + int(block[5])
    if end > int(block[1]):
        end = int(block[1])
    right = int(block[2]) + int(block[4])
    if right > columns:
        right = columns
    while y < end:
        k = y * columns + int(block[2])
        last = y * columns + right
        while k < last:
            cells[k] = value
            k += 1
        y += 1


@micropython.viper
def _region(cells: ptr8, bits: ptr8, block: ptr16):
    """A row of the set is read as one number, so that its neighbours are found by shifts: bit 0 the space before the row's
    first, then up to 22 spaces, then the one after. Off the board counts as in the set. block: 0 columns, 1 rows, 2 byte within,
    3 byte on the edge."""
    columns = int(block[0])
    rows = int(block[1])
    inner = int(block[2])
    rim = int(block[3])
    size = (columns * rows + 7) >> 3
    x = 0
    while x < columns:
        wide = columns - x
        if wide > 22:
            wide = 22
        all_of = (1 << (wide + 2)) - 1
        above = all_of
        now = 0
        y = 0
        while y <= rows:
            below = all_of
            if y < rows:
                k = y * columns + x
                b = k >> 3
                below = int(bits[b])
                if b + 3 < size:
                    below |= (int(bits[b + 1]) << 8) | (int(bits[b + 2]) << 16) | (int(bits[b + 3]) << 24)
                else:
                    if b + 1 < size:
                        below |= int(bits[b + 1]) << 8
                    if b + 2 < size:
                        below |= int(bits[b + 2]) << 16
                below = ((below >> (k & 7)) << 1) & all_of
                if x + wide == columns:
                    below |= 1 << (wide + 1)
                if x == 0:
                    below |= 1
                elif int(bits[(k - 1) >> 3]) & (1 << ((k - 1) & 7)):
                    below |= 1
            if y > 0:
                within = (now & (now >> 1) & (now << 1) & above & below) >> 1
                left = (now >> 1) & ((1 << wide) - 1)
                k = (y - 1) * columns + x
                while left:
                    if within & 15 == 15:
                        cells[k] = inner
                        cells[k + 1] = inner
                        cells[k + 2] = inner
                        cells[k + 3] = inner
                        left >>= 4
                        within >>= 4
                        k += 4
                    elif left & 15 == 0:
                        left >>= 4
                        within >>= 4
                        k += 4
                    else:
                        if left & 1:
                            if within & 1:
                                cells[k] = inner
                            else:
                                cells[k] = rim
                        left >>= 1
                        within >>= 1
                        k += 1
                above = now
            now = below
            y += 1
        x += wide


@micropython.native
def region(state, cells, spaces, meaning: int, inner: int, rim: int) -> None:
    """Every space of a set; `inner` and `rim` are levels. The rim is where the set ends on the board: the board's own
    border is no rim, so that a lit half of the board shows where it is cut and not where the wood ends."""
    _block[0] = state.columns
    _block[1] = state.rows
    _block[2] = meaning | inner << 5
    _block[3] = meaning | rim << 5 | EDGE
    _region(cells, spaces.bits, _block)


@micropython.native
def zone(state, cells, spaces, meaning: int) -> None:
    """A large region: dim within, its rim a level brighter."""
    region(state, cells, spaces, meaning, DIM, NORMAL)


@micropython.native
def space(cells, at: int, meaning: int, level: int) -> None:
    """One space; NOWHERE and anything else off the board is left alone."""
    if 0 <= at < len(cells):
        cells[at] = meaning | level << 5


def corners(state, cells, meaning: int, level: int = BRIGHT) -> None:
    """The board's four corners: a sign that is about no space."""
    last = state.columns * state.rows - 1
    space(cells, 0, meaning, level)
    space(cells, state.columns - 1, meaning, level)
    space(cells, last - state.columns + 1, meaning, level)
    space(cells, last, meaning, level)


@micropython.viper
def _taken(cells: ptr8, n: int, meaning: int, value: int) -> int:
    found = 0
    k = 0
    while k < n:
        if int(cells[k]) & 31 == meaning:
            cells[k] = value
            found = 1
        k += 1
    return found


@micropython.native
def taken(state, cells, first: int, second: int) -> None:
    """The spaces that show a meaning, or where there are none a second one, as done; the corners where there are none of either."""
    n = len(cells)
    done = DONE | BRIGHT << 5
    if not _taken(cells, n, first, done) and not _taken(cells, n, second, done):
        corners(state, cells, DONE)


@micropython.native
def rectangle(state, cells, x: int, y: int, width: int, height: int, value: int) -> None:
    """What the board has of a rectangle, every space the same byte."""
    _block[0] = state.columns
    _block[1] = state.rows
    _block[2] = x
    _block[3] = y
    _block[4] = width
    _block[5] = height
    _rectangle(cells, _block, value)


@micropython.native
def base(state, cells, x: int, y: int, meaning: int, level: int) -> None:
    """The footprint of a monster whose north-west space is (x, y), cut at the board's border."""
    rectangle(state, cells, x, y, state.size, state.size, meaning | level << 5)


@micropython.viper
def _monster(cells: ptr8, block: ptr16, base: int, front: int):
    """block: 0 columns, 1 rows, 2 x, 3 y, 4 size, 5 facing."""
    columns = int(block[0])
    size = int(block[4])
    facing = int(block[5])
    last = size - 1
    j = 0
    while j < size:
        i = 0
        while i < size:
            value = base
            if facing == 0:
                if j == 0:
                    value = front
            elif facing == 1:
                if i == last:
                    value = front
            elif facing == 2:
                if j == last:
                    value = front
            elif i == 0:
                value = front
            if int(block[2]) + i < columns and int(block[3]) + j < int(block[1]):
                cells[(int(block[3]) + j) * columns + int(block[2]) + i] = value
            i += 1
        j += 1


@micropython.native
def monster(state, cells, base: int, front: int) -> None:
    """The monster where it stands: one byte for its base, one for its front edge."""
    _block[0] = state.columns
    _block[1] = state.rows
    _block[2] = state.x
    _block[3] = state.y
    _block[4] = state.size
    _block[5] = state.facing
    _monster(cells, _block, base, front)


def side(state, cells, which: int, meaning: int, level: int) -> None:
    """The spaces of the monster's base along one of its sides (0-3 for N, E, S, W)."""
    last = state.size - 1
    x = state.x + last if which == 1 else state.x
    y = state.y + last if which == 2 else state.y
    long = which & 1
    rectangle(state, cells, x, y, 1 if long else state.size, state.size if long else 1, meaning | level << 5)


def filling(state, cells, eighths: int, meaning: int) -> None:
    """The board's northern and southern edge, filled from the west: something is on its way."""
    rectangle(state, cells, 0, 0, state.columns * eighths >> 3, 1, meaning | BRIGHT << 5)
    rectangle(state, cells, 0, state.rows - 1, state.columns * eighths >> 3, 1, meaning | BRIGHT << 5)


@micropython.native
def bar(state, cells, which: int, meaning: int, level: int) -> None:
    """The middle third of the board's own edge on one side (0-3 for N, E, S, W)."""
    columns = state.columns
    rows = state.rows
    if which & 1:
        part = (rows + 2) // 3
        rectangle(state, cells, columns - 1 if which == 1 else 0, (rows - part) >> 1, 1, part, meaning | level << 5)
    else:
        part = (columns + 2) // 3
        rectangle(state, cells, (columns - part) >> 1, rows - 1 if which == 2 else 0, part, 1, meaning | level << 5)


def ray(state, cells, at: int, which: int, meaning: int, level: int) -> None:
    """A few spaces straight on from `at` towards a side, those under the monster's base left out: a direction, seen."""
    x = at % state.columns
    y = at // state.columns
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
