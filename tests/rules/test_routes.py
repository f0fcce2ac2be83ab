"""What the flows ask of the movement: proposals and routes against a search over all routes, on small boards by chance (CPython)."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.rules import geometry, knockback, movement
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, State, default_blind_spot
from sizes import count

STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def position(rng):
    columns, rows = rng.randint(2, 9), rng.randint(2, 9)
    s = State(columns, rows)
    s.size = min(rng.choice([1, 1, 2, 3]), columns, rows)
    s.blind = default_blind_spot(s.size)
    s.x, s.y, s.placed = rng.randint(0, columns - s.size), rng.randint(0, rows - s.size), True
    s.facing = rng.randrange(4)
    s.movement = rng.choice([0, 1, 2, 3, 5, 8, 12])
    for k in range(columns * rows):
        if rng.random() < 0.15:
            s.terrain[k] = rng.choice([BARS_SURVIVORS, BLOCKS_MONSTER, BARS_SURVIVORS | BLOCKS_MONSTER])
        if geometry.under(s, k):
            s.terrain[k] &= ~BLOCKS_MONSTER
    spaces = [k for k in range(columns * rows) if geometry.free(s, k)]
    s.at = rng.sample(spaces, min(len(spaces), rng.randint(1, 6)))
    s.flags = bytearray(len(s.at))
    if len(s.at) > 1 and rng.random() < 0.3:
        s.flags[-1] |= DEAD
    return s


def all_routes(s, steps):
    """Every route of that many steps, as (sides, places)."""
    places = geometry.monster_places(s)
    out = [((), [s.y * s.columns + s.x])]
    for _ in range(steps):
        longer = []
        for sides, way in out:
            y, x = divmod(way[-1], s.columns)
            for side in range(4):
                c, r = x + STEP[side][0], y + STEP[side][1]
                if 0 <= c < s.columns and 0 <= r < s.rows and r * s.columns + c in places:
                    longer.append(((*sides, side), [*way, r * s.columns + c]))
        out = longer
    return out


def over(s, way):
    mask = 0
    for place in way[1:]:
        y, x = divmod(place, s.columns)
        for i, at in enumerate(s.at):
            row, column = divmod(at, s.columns)
            if not s.flags[i] & DEAD and 0 <= column - x < s.size and 0 <= row - y < s.size:
                mask |= 1 << i
    return mask


def bends(sides):
    return sum(sides[k] != sides[k - 1] for k in range(1, len(sides)))


@settings(max_examples=count(60, 600, 6000), deadline=None)
@given(st.integers(0, 2**40))
def test_M5_proposal_and_routes_equal_a_search_over_all_routes(seed):
    s = position(random.Random(seed))
    if not s.at:
        return
    ways = movement.ways(s, 0)
    if ways.steps > 6:
        return
    ends = {end.place: end for end in ways.ends}
    best = {}
    lit = set()
    for sides, way in all_routes(s, ways.steps):
        if way[-1] in ends:
            mask = over(s, way)
            assert mask in ends[way[-1]].crossings
            key = (way[-1], mask)
            best[key] = min(best.get(key, (99,)), (bends(sides), sides, way))
            for place in way:
                lit |= set(geometry.footprint_at(s, place % s.columns, place // s.columns))
    assert {(end.place, mask) for end in ways.ends for mask in end.crossings} == set(best)
    for (place, mask), (_, _, way) in best.items():
        assert movement.route(s, 0, place, mask) == way
        assert movement.crossed(s, way) == mask
    assert set(movement.routes(s, 0)) == lit
    k, mask, side = movement.proposal(s, 0, ways)
    wanted = min((mask.bit_count(), *found[:2], place) for (place, mask), found in best.items())
    assert (mask.bit_count(), ways.ends[k].place) == (wanted[0], wanted[3]) and side == ways.ends[k].sides[0]


@settings(max_examples=count(60, 600, 6000), deadline=None)
@given(st.integers(0, 2**40))
def test_V4_X6_reach_and_aside_equal_their_definitions(seed):
    rng = random.Random(seed)
    s = position(rng)
    if not s.at:
        return
    reached = {s.at[0]}
    steps = rng.randint(0, 8)
    for _ in range(steps):
        for k in list(reached):
            row, column = divmod(k, s.columns)
            for dx, dy in STEP:
                c, r = column + dx, row + dy
                if 0 <= c < s.columns and 0 <= r < s.rows and geometry.free(s, r * s.columns + c):
                    reached.add(r * s.columns + c)
    assert set(geometry.reach(s, 0, steps)) == reached - {s.at[0]}
    space = rng.randrange(s.columns * s.rows)
    away = {}
    for k in range(s.columns * s.rows):
        mine = k == s.at[0] and not s.terrain[k] & BARS_SURVIVORS
        if k != space and (geometry.free(s, k) or mine):
            d = abs(k % s.columns - space % s.columns) + abs(k // s.columns - space // s.columns)
            away.setdefault(d, set()).add(k)
    assert set(knockback.aside(s, 0, space)) == (away[min(away)] if away else set())
