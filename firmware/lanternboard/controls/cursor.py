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


def following(spaces, cursor: int) -> int:
    """The next legal space after the cursor in row, then column order, round to the first; -1 when there is none."""
    first = -1
    for space in spaces:
        if first < 0:
            first = space
        if space > cursor:
            return space
    return first
