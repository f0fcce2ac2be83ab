"""Where a direction key takes the cursor: to the nearest legal space in that direction. Pure geometry of a set of spaces;
it knows no rule and no position.

"In that direction" is first the quarter of the board that opens that way (as far ahead as aside, or further), and when
it holds nothing legal, the whole half. Nearest counts steps to the side double, so that a straight row is followed before it is left;
ties go to the north, then to the west. A neighbouring legal space always wins, so a connected set can be walked
space by space."""

from ..rules.state import DX, DY


def step(spaces, cursor: int, side: int, columns: int) -> int:
    """The space after one press towards `side` (0-3 for N, E, S, W), or -1 where none is legal that way.
    `spaces` can be iterated in row, then column order."""
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


def around(spaces, cursor: int, columns: int) -> int:
    """The next legal space clockwise, where the spaces are a ring or pieces of one: no space among them has legal ones on all
    four sides, and they do not lie in one row or column. Around the middle of the box they fill; else as `following`."""
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
            return following(spaces, cursor)
        x0, x1 = min(x0, x), max(x1, x)
        y0, y1 = min(y0, y), max(y1, y)
    if x0 >= x1 or y0 >= y1 or cursor < 0:
        return following(spaces, cursor)
    here = _clock(cursor, columns, x0 + x1, y0 + y1)
    first = best = -1
    least = soonest = 1 << 29
    for space in spaces:
        at = _clock(space, columns, x0 + x1, y0 + y1)
        if at < soonest:
            first, soonest = space, at
        if here < at < least:
            best, least = space, at
    return best if best >= 0 else first


def _clock(space: int, columns: int, x2: int, y2: int) -> int:
    """Where a space lies around a middle (given twice): grows clockwise from north, then outwards. No two spaces are alike."""
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


def following(spaces, cursor: int) -> int:
    """The next legal space after the cursor in row, then column order, round to the first; -1 when there is none."""
    first = -1
    for space in spaces:
        if first < 0:
            first = space
        if space > cursor:
            return space
    return first
