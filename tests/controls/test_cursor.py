"""The cursor's kernels against the same thing told plainly, over sets of every density. Runs on both interpreters."""

from lanternboard.controls.cursor import around, following, step
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import DX, DY

BOARDS = ((1, 1), (1, 9), (9, 1), (7, 5), (22, 16), (33, 8), (64, 16))


def plain_step(spaces, cursor: int, side: int, columns: int) -> int:
    x, y = cursor % columns, cursor // columns
    dx, dy = DX[side], DY[side]
    best = -1
    least = 1 << 30
    for space in spaces:
        ex, ey = space % columns - x, space // columns - y
        ahead = ex * dx + ey * dy
        if ahead <= 0:
            continue
        aside = abs(ex * dy + ey * dx)
        cost = ahead + 2 * aside
        if aside > ahead:
            cost += 1 << 16
        if cost < least:
            best, least = space, cost
    return best


def plain_around(spaces, cursor: int, columns: int) -> int:
    x0 = y0 = 1 << 10
    x1 = y1 = -1
    for space in spaces:
        x, y = space % columns, space // columns
        if (
            space - columns in spaces
            and space + columns in spaces
            and x
            and space - 1 in spaces
            and x + 1 < columns
            and space + 1 in spaces
        ):
            return plain_following(spaces, cursor)
        x0, x1 = min(x0, x), max(x1, x)
        y0, y1 = min(y0, y), max(y1, y)
    if x0 >= x1 or y0 >= y1 or cursor < 0:
        return plain_following(spaces, cursor)
    here = clock(cursor, columns, x0 + x1, y0 + y1)
    first = best = -1
    least = soonest = 1 << 29
    for space in spaces:
        at = clock(space, columns, x0 + x1, y0 + y1)
        if at < soonest:
            first, soonest = space, at
        if here < at < least:
            best, least = space, at
    return best if best >= 0 else first


def clock(space: int, columns: int, x2: int, y2: int) -> int:
    x, y = 2 * (space % columns) - x2, 2 * (space // columns) - y2
    far = abs(x) + abs(y)
    if not far:
        return 0
    if x >= 0 and y < 0:
        quarter, part = 0, x
    elif x > 0:
        quarter, part = 1, y
    elif y > 0:
        quarter, part = 2, -x
    else:
        quarter, part = 3, -y
    return ((quarter << 15) + (part << 15) // far) << 9 | far


def plain_following(spaces, cursor: int) -> int:
    first = -1
    for space in spaces:
        if first < 0:
            first = space
        if space > cursor:
            return space
    return first


def sets(columns, rows, seed):
    """Sets thick and thin, empty and full, a ring."""
    for density in (0, 1, 3, 8, 15, 16):
        spaces = Spaces(columns * rows)
        for space in range(columns * rows):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            if seed >> 20 & 15 < density:
                spaces.add(space)
        yield spaces, seed
    ring = Spaces(columns * rows)
    for k in range(columns):
        ring.add(k)
        ring.add(columns * rows - 1 - k)
    for k in range(rows):
        ring.add(k * columns)
        ring.add(k * columns + columns - 1)
    yield ring, seed


def test_kernels_go_where_the_plain_code_goes():
    seed = 4711
    for columns, rows in BOARDS:
        for spaces, drawn in sets(columns, rows, seed):
            seed = drawn
            for n in range(6):
                cursor = (seed >> 8 + n) % (columns * rows)
                for side in range(4):
                    assert step(spaces, cursor, side, columns) == plain_step(spaces, cursor, side, columns)
                for at in (cursor, -1):
                    assert following(spaces, at) == plain_following(spaces, at)
                    assert around(spaces, at, columns) == plain_around(spaces, at, columns), (columns, rows, at)
