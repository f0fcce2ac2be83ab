"""The monster's movement away from and toward anything, single steps directly away and full moves forward (M4, M9, X7). It finds
places and offers ways to them as movement.py does; it moves nothing, turns nothing and picks nothing. Loaded only when a card asks for it.

A *goal* is a space (whoever or whatever is there) or an edge of the board: `edge(side)`, -1 to -4 for N, E, S, W. An edge is as
far as the steps until the base touches it. Whom or what a card means is the caller's matter.

How M4 is read: of all places within the monster's movement the best ones, its own included; of these the ones with the fewest
steps, because M5's monster never takes a longer way. So a full move takes as many steps as bring it further off and none after
that: it does not wander along an edge, or between two threats, where nothing is gained. Without goals it stays."""

from . import geometry, kernel, movement
from .kernel import ARGS
from .state import DX, DY


def edge(side: int) -> int:
    """The goal that stands for an edge of the board."""
    return -1 - side


def _far(s, goals, place: int, rulings) -> int:
    """How far a base at `place` is from the goals: the sum (M4), with the other ruling the nearest one."""
    row, column = divmod(place, s.columns)
    total = 0
    nearest = -1
    for goal in goals:
        if goal >= 0:
            dx, dy = geometry.gaps(s, goal, column, row)
            far = abs(dx) + abs(dy)
        elif goal == -1:
            far = row
        elif goal == -2:
            far = s.columns - s.size - column
        elif goal == -3:
            far = s.rows - s.size - row
        else:
            far = column
        total += far
        if nearest < 0 or far < nearest:
            nearest = far
    return total if rulings.several_by_sum else nearest


def _best(s, goals, rulings, sign: int):
    dist, queue = geometry.ground(s)
    geometry.flood_from(s, dist, queue, geometry.cell(s, s.x, s.y), geometry.allowance(s))
    best = steps = 0
    out: list = []
    # the nearest come first, so the first of the best says how many steps they may take; no more than 251 were taken
    for k in range(ARGS[7]):
        place = geometry.place_of(s, queue[k])
        far = sign * _far(s, goals, place, rulings)
        if not out or far > best:
            best = far
            steps = dist[queue[k]]
            out = [place]
        elif far == best and dist[queue[k]] == steps:
            out.append(place)
    return sorted(out)


def away(s, goals, rulings):
    """M4: the places, sorted, where a shortest way away from the goals can end. All are equally many steps off."""
    return _best(s, goals, rulings, 1)


def toward(s, goals, rulings):
    """M4: the same toward the goals."""
    return _best(s, goals, rulings, -1)


def ways(s, places, i: int = -1):
    """movement.Walk to places of `away` or `toward`: each with the sets of survivors a shortest way to it runs over (X1) and the
    sides it may turn to there: to face survivor i (M2), without one (or with that one under the base) none but the present."""
    return movement.Walk(s, i, movement.aim_at(s, places) + (True,))


def _fits(s, x: int, y: int) -> bool:
    return 0 <= x <= s.columns - s.size and 0 <= y <= s.rows - s.size


def steps_away(s, space: int, steps: int, rulings):
    """The paths of a move of `steps` directly away from a space, without turning: straight along the axis of the larger gap (equal:
    either, as X4). On an edge it would cross it slides along that edge to either side the board has (X7), else it stays. From
    what lies under the base nothing leads straight away: it stays."""
    dx, dy = geometry.gaps(s, space, s.x, s.y)
    return _straight(s, geometry.sides_toward(-dx, -dy, rulings.push_by_larger_gap), steps, rulings.slide_along_edge)


def full_forward(s, rulings):
    """M9: the path of a full move straight forward. On an edge it would cross it stays, with the other ruling it slides as in X7."""
    return _straight(s, (s.facing,), geometry.allowance(s), not rulings.full_move_ends_at_edge)


def _straight(s, toward, steps: int, slide: bool):
    """The paths of a move to one of the sides `toward`, without turning, until its steps, the edge or blocking terrain end it. Each is
    a list of places from the start, in N, E, S, W order of the direction travelled, each once; whom it runs over says movement.crossed."""
    sides = 0
    for k in toward:
        along = 0
        if slide and not _fits(s, s.x + DX[k], s.y + DY[k]):
            for side in ((k + 1) % 4, (k + 3) % 4):
                if _fits(s, s.x + DX[side], s.y + DY[side]):
                    along |= 1 << side
        sides |= along or 1 << k
    dist, _ = geometry.ground(s)
    start = s.y * s.columns + s.x
    out = []
    for k in range(4):
        if sides >> k & 1:
            path = [start]
            while len(path) <= steps:
                row, column = divmod(path[-1], s.columns)
                if dist[geometry.cell(s, column + DX[k], row + DY[k])] == kernel.BARRED:
                    break
                path.append(path[-1] + DY[k] * s.columns + DX[k])
            if path not in out:
                out.append(path)
    return out or [[start]]
