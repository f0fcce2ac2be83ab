"""Knockback and who gives way (X2a, X4-X8): the pushes the rules allow and where each ends. It moves nobody; the flows do."""

from . import geometry
from .spaces import Spaces
from .state import BARS_SURVIVORS, DX, DY

FREE, EDGE, TERRAIN = 0, 1, 2


class Push:
    """`direction` really travelled, `at` where it ends (before X6), `into`: mask of those whose space it enters, `stopped`: FREE
    when it went its whole way, else EDGE or TERRAIN; `rule`: what allows this direction, X4 straight off, X2a from under the base,
    X7 along the edge."""

    __slots__ = ("at", "direction", "into", "rule", "stopped")

    def __init__(self, direction: int, at: int, into: int, stopped: int) -> None:
        self.direction = direction
        self.at = at
        self.into = into
        self.stopped = stopped
        self.rule = "X4"


def _beyond(s, space: int, side: int) -> int:
    """The next space on that side, -1 off the board."""
    row, column = divmod(space, s.columns)
    column += DX[side]
    row += DY[side]
    return row * s.columns + column if 0 <= column < s.columns and 0 <= row < s.rows else -1


def _push(s, i: int, side: int, spaces: int) -> Push:
    at = s.at[i]
    into = 0
    for _ in range(spaces):
        to = _beyond(s, at, side)
        if to < 0:
            return Push(side, at, into, EDGE)
        if s.terrain[to] & BARS_SURVIVORS:
            return Push(side, at, into, TERRAIN)
        at = to
        other = geometry.occupant(s, at, i)
        if other >= 0:
            into |= 1 << other
    return Push(side, at, into, FREE)


def directions(s, space: int, rulings):
    """The sides a push from the monster may take: straight off (X4), from under the base over a nearest side (X2a), in
    N, E, S, W order."""
    dx, dy = geometry.gaps(s, space, s.x, s.y)
    if dx or dy:
        return geometry.sides_toward(dx, dy, rulings.push_by_larger_gap)
    row, column = divmod(space, s.columns)
    steps = (row - s.y + 1, s.x + s.size - column, s.y + s.size - row, column - s.x + 1)
    room = (s.y > 0, s.x + s.size < s.columns, s.y + s.size < s.rows, s.x > 0)
    sides = [k for k in range(4) if room[k]] if rulings.pushed_under_edge_last else []
    if not sides:
        sides = [0, 1, 2, 3]
    fewest = min([steps[k] for k in sides])
    return [k for k in sides if steps[k] == fewest]


def nearest_edges(s, space: int) -> list:
    """The sides of the board that a space is nearest to, in N, E, S, W order."""
    row, column = divmod(space, s.columns)
    far = (row, s.columns - 1 - column, s.rows - 1 - row, column)
    return [k for k in range(4) if far[k] == min(far)]


def pushes(s, i: int, spaces: int, rulings, flees: bool = False):
    """The knockbacks the rules allow survivor i, one Push for each direction, in N, E, S, W order. `flees`: toward the nearest edge,
    not off the monster."""
    made: list = [None] * 4
    straight = "X2a" if geometry.under(s, s.at[i]) else "X4"
    for side in nearest_edges(s, s.at[i]) if flees else directions(s, s.at[i], rulings):
        travelled = [side]
        if spaces > 0 and rulings.slide_along_edge and _beyond(s, s.at[i], side) < 0:
            # X7: along the edge, to either side that the board has
            along = [k for k in ((side + 1) % 4, (side + 3) % 4) if _beyond(s, s.at[i], k) >= 0]
            travelled = along or travelled
        for k in travelled:
            if made[k] is None or k == side:
                made[k] = _push(s, i, k, spaces)
                made[k].rule = straight if k == side else "X7"
    return [push for push in made if push is not None]


def back(s, i: int, start: int, push) -> int:
    """X6's other ruling: the last free space on its way for survivor i, pushed from `start`; -1 when even that one is not free,
    being under the base."""
    at = push.at
    while geometry.under(s, at) or geometry.occupant(s, at, i) >= 0:
        if at == start:
            return -1
        at = _beyond(s, at, (push.direction + 2) % 4)
    return at


def aside(s, i: int, space: int) -> Spaces:
    """X6: where survivor i goes instead of stopping on another's space: the free spaces adjacent to it, else the nearest free
    ones. Empty when no space of the board is free. Survivor i's own space counts as left."""
    out = Spaces(s.columns * s.rows)
    row, column = divmod(space, s.columns)
    for d in range(1, s.columns + s.rows):
        for r in range(max(0, row - d), min(s.rows, row + d + 1)):
            rest = d - abs(r - row)
            for c in (column - rest, column + rest) if rest else (column,):
                if 0 <= c < s.columns:
                    k = r * s.columns + c
                    if not s.terrain[k] & BARS_SURVIVORS and not geometry.under(s, k) and geometry.occupant(s, k, i) < 0:
                        out.add(k)
        if out:
            break
    return out
