"""Where a direction key takes the cursor: to the nearest legal space in that direction. Pure geometry of a set of spaces;
it knows no rule and no position. Kernels over the set's bits (base/viper.py): a board has 1,024 spaces at most, and a press
is answered before the next frame; nothing is left on the heap.

"In that direction" is first the quarter of the board that opens that way (as far ahead as aside, or further), and when
it holds nothing legal, the whole half. Nearest counts steps to the side double, so that a straight row is followed before it is left;
ties go to the north, then to the west. A neighbouring legal space always wins, so a connected set can be walked
space by space."""

from array import array

from ..base.viper import micropython, ptr8, ptr32

_ARGS = array("i", (0, 0, 0, 0, 0, 0, 0, 0))


@micropython.viper
def _ahead(bits: ptr8, k: int, aside: int, args: ptr32) -> int:
    """Line after line away from the cursor, each from its north or west end, until none can hold a nearer space. k, aside: 0.
    args: 0 columns, 1 rows, 2 the cursor's column, 3 its row, 4 the side."""
    columns = int(args[0])
    side = int(args[4])
    jump = 1
    long = columns  # spaces in a line, then lines ahead
    left = int(args[3])
    middle = int(args[2])
    onward = columns
    if side == 2:
        left = int(args[1]) - 1 - left
    if side & 1:
        jump = columns
        long = int(args[1])
        left = middle
        middle = int(args[3])
        onward = 1
        if side == 1:
            left = columns - 1 - left
    first = int(args[3]) * columns + int(args[2]) - middle * jump  # of the cursor's own line
    if side == 0 or side == 3:
        onward = 0 - onward
    best = -1
    least = 1 << 24
    ahead = 1
    while ahead <= left and ahead <= least:
        first += onward
        k = first
        aside = middle
        end = middle - long
        while aside > end:
            if int(bits[k >> 3]) & (1 << (k & 7)):
                cost = aside
                if cost < 0:
                    cost = 0 - cost
                if cost > ahead:
                    cost += cost + 65536
                else:
                    cost += cost
                cost += ahead
                if cost < least or (cost == least and k < best):
                    least = cost
                    best = k
            k += jump
            aside -= 1
        ahead += 1
    return best


@micropython.viper
def _ring(bits: ptr8, args: ptr32) -> int:
    """1 where no space of the set has all four neighbours in it. args: 0 columns, 1 spaces; 4 and 5 receive the first and last column,
    6 and 7 the first and last row."""
    columns = int(args[0])
    spaces = int(args[1])
    x0 = 1024
    x1 = 0
    y0 = 1024
    y1 = 0
    k = 0
    x = 0
    y = 0
    while k < spaces:
        if int(bits[k >> 3]) & (1 << (k & 7)):
            if x < x0:
                x0 = x
            if x > x1:
                x1 = x
            if y < y0:
                y0 = y
            y1 = y
            if x > 0 and x + 1 < columns and y > 0 and k + columns < spaces:
                u = k - columns
                d = k + columns
                w = k - 1
                e = k + 1
                if int(bits[w >> 3]) & (1 << (w & 7)) and int(bits[e >> 3]) & (1 << (e & 7)):
                    if int(bits[u >> 3]) & (1 << (u & 7)) and int(bits[d >> 3]) & (1 << (d & 7)):
                        return 0
        if k & 7 == 0 and int(bits[k >> 3]) == 0:
            k += 8
            x += 8
        else:
            k += 1
            x += 1
        while x >= columns:
            x -= columns
            y += 1
    args[4] = x0
    args[5] = x1
    args[6] = y0
    args[7] = y1
    return 1


@micropython.viper
def _clockwise(bits: ptr8, args: ptr32, cursor: int) -> int:
    """The first space after the cursor around the middle of the box in args 4-7, round to the very first. A space's place on
    the clock grows clockwise from north, then outwards; no two are alike. args: 0 columns, 1 spaces."""
    columns = int(args[0])
    spaces = int(args[1])
    x2 = int(args[4]) + int(args[5])
    y2 = int(args[6]) + int(args[7])
    here = -1
    first = -1
    best = -1
    soonest = 1 << 29
    least = 1 << 29
    again = 0
    while again < 2:  # the cursor's own place first, then everybody's
        k = 0
        end = spaces
        if again == 0:
            k = cursor
            end = cursor + 1
        y = k // columns
        x = k - y * columns
        while k < end:
            if again == 0 or int(bits[k >> 3]) & (1 << (k & 7)):
                dx = 2 * x - x2
                dy = 2 * y - y2
                quarter = 0
                part = dx
                if dx >= 0 and dy < 0:
                    quarter = 0
                elif dx > 0:
                    quarter = 1
                    part = dy
                elif dy > 0:
                    quarter = 2
                    part = 0 - dx
                else:
                    quarter = 3
                    part = 0 - dy
                if dx < 0:
                    dx = 0 - dx
                if dy < 0:
                    dy = 0 - dy
                far = dx + dy
                at = 0
                if far:
                    at = (((quarter << 15) + (part << 15) // far) << 9) | far
                if again == 0:
                    here = at
                else:
                    if at < soonest:
                        first = k
                        soonest = at
                    if at > here and at < least:
                        best = k
                        least = at
            if k & 7 == 0 and int(bits[k >> 3]) == 0:
                k += 8
                x += 8
            else:
                k += 1
                x += 1
            while x >= columns:
                x -= columns
                y += 1
        again += 1
    if best >= 0:
        return best
    return first


@micropython.viper
def _following(bits: ptr8, spaces: int, cursor: int) -> int:
    k = cursor + 1
    again = 0
    while again < 2:
        while k < spaces:
            if int(bits[k >> 3]) & (1 << (k & 7)):
                return k
            k += 1
        k = 0  # from the first on: at the latest the cursor's own space comes again
        again += 1
    return -1


def step(spaces, cursor: int, side: int, columns: int) -> int:
    """The space of a set (rules/spaces.py) after one press towards `side` (0-3 for N, E, S, W), or -1 where none is legal that
    way."""
    _ARGS[0] = columns
    _ARGS[1] = spaces.count_of // columns
    _ARGS[2] = cursor % columns
    _ARGS[3] = cursor // columns
    _ARGS[4] = side
    return _ahead(spaces.bits, 0, 0, _ARGS)


def around(spaces, cursor: int, columns: int) -> int:
    """The next legal space clockwise, where the spaces are a ring or pieces of one: no space among them has legal ones on all
    four sides, and they do not lie in one row or column. Around the middle of the box they fill; else as `following`."""
    _ARGS[0] = columns
    _ARGS[1] = spaces.count_of
    if cursor < 0 or not _ring(spaces.bits, _ARGS) or _ARGS[4] >= _ARGS[5] or _ARGS[6] >= _ARGS[7]:
        return following(spaces, cursor)
    return _clockwise(spaces.bits, _ARGS, cursor)


def following(spaces, cursor: int) -> int:
    """The next legal space after the cursor in row, then column order, round to the first; -1 when there is none."""
    return _following(spaces.bits, spaces.count_of, cursor)
