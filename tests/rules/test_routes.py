"""What the flows ask of the movement: proposals and routes against a search over all routes, on boards by chance (CPython)."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.rules import engine, geometry, knockback, movement
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, State, default_blind_spot
from rules.test_engine import Cards, Journal, say, started
from sizes import count

STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def position(rng, columns, rows, most=6, terrain=0.15):
    s = State(columns, rows)
    s.size = min(rng.choice([1, 1, 2, 3]), columns, rows)
    s.blind = default_blind_spot(s.size)
    s.x, s.y, s.placed = rng.randint(0, columns - s.size), rng.randint(0, rows - s.size), True
    s.facing = rng.randrange(4)
    s.movement = rng.choice([0, 1, 2, 3, 5, 8, 12])
    for k in range(columns * rows):
        if rng.random() < terrain:
            s.terrain[k] = rng.choice([BARS_SURVIVORS, BLOCKS_MONSTER, BARS_SURVIVORS | BLOCKS_MONSTER])
        if geometry.under(s, k):
            s.terrain[k] &= ~BLOCKS_MONSTER
    spaces = [k for k in range(columns * rows) if geometry.free(s, k)]
    places = rng.sample(spaces, min(len(spaces), rng.randint(1, most)))
    s.resize(len(places))
    s.at = places
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


def best_routes(s, steps):
    """{(place, set run over): (bends, sides)} for all shortest routes of that many steps, the best one of each, layer by layer."""
    open_to = geometry.monster_places(s)
    start = s.y * s.columns + s.x
    seen = {start}
    layer = {(start, 0, None): (0, b"")}
    for _ in range(steps):
        longer = {}
        for (place, mask, came), (bent, sides) in layer.items():
            y, x = divmod(place, s.columns)
            for side in range(4):
                c, r = x + STEP[side][0], y + STEP[side][1]
                to = r * s.columns + c
                if 0 <= c < s.columns and 0 <= r < s.rows and to in open_to and to not in seen:
                    key = to, mask | over(s, (place, to)), side
                    found = bent + (came is not None and came != side), sides + bytes([side])
                    longer[key] = min(longer.get(key, found), found)
        layer = longer
        seen |= {place for place, _, _ in layer}
    out = {}
    for (place, mask, _), found in layer.items():
        out[place, mask] = min(out.get((place, mask), found), found)
    return out


def compare(s, walk, best):
    """The walk's sets, its proposal, and the routes over no others than each of its sets."""
    ends = [(walk.place(k), mask) for k in range(len(walk)) for mask in walk.crossings(k)]
    assert set(ends) == set(best) and len(ends) == len(best)
    for place, mask in ends[:: 1 + len(ends) // 40]:
        allowed = [found for (to, run), found in best.items() if to == place and not run & ~mask]
        assert movement.route(s, [place], mask) == min(allowed)
    k, mask, sides = movement.proposal(s, walk, DEFAULT)
    assert (mask.bit_count(), best[walk.place(k), mask], mask) == min((run.bit_count(), found, run) for (_, run), found in best.items())
    assert sides == best[walk.place(k), mask][1]
    way = movement.places(s, sides)
    assert movement.crossed(s, way) == mask and way[-1] == walk.place(k)
    other = Rulings()
    other.spare_before_bends = False
    for only in [-1, *range(0, len(walk), 1 + len(walk) // 4)]:
        routes = [(found, run) for (to, run), found in best.items() if only < 0 or to == walk.place(only)]
        k, mask, sides = movement.proposal(s, walk, DEFAULT, only)
        assert (mask.bit_count(), best[walk.place(k), mask], mask) == min((run.bit_count(), found, run) for found, run in routes)
        k, mask, sides = movement.proposal(s, walk, other, only)
        found = best[walk.place(k), mask]
        assert (found[0], mask.bit_count(), found[1], mask) == min((found[0], run.bit_count(), found[1], run) for found, run in routes)
        assert sides == found[1] and (only < 0 or k == only)


@settings(max_examples=count(60, 600, 6000), deadline=None)
@given(st.integers(0, 2**40))
def test_M5_proposal_and_routes_equal_a_search_over_all_routes(seed):
    rng = random.Random(seed)
    s = position(rng, rng.randint(2, 9), rng.randint(2, 9))
    if not s.at:
        return
    walk = movement.Walk(s, 0)
    if walk.steps > 6:
        return
    best = {}
    lit = set()
    for sides, way in all_routes(s, walk.steps):
        if way[-1] in walk.places():
            found = bends(sides), bytes(sides)
            key = way[-1], over(s, way)
            best[key] = min(best.get(key, found), found)
            assert movement.crossed(s, way) == key[1] and movement.places(s, found[1]) == way
            for place in way:
                lit |= set(geometry.footprint_at(s, place % s.columns, place // s.columns))
    compare(s, walk, best)
    assert {key: found for key, found in best_routes(s, walk.steps).items() if key[0] in walk.places()} == best
    assert set(movement.routes(s, 0)) == lit


@settings(max_examples=count(15, 100, 1500), deadline=None)
@given(st.integers(0, 2**40))
def test_M5_proposal_and_routes_of_large_movements_equal_a_search_layer_by_layer(seed):
    rng = random.Random(seed)
    columns, rows = rng.choice([(32, 32), (32, 32), (64, 16), (16, 64), (22, 16)])
    s = position(rng, columns, rows, 8, rng.choice([0, 0.02, 0.05, 0.1, 0.2]))
    s.movement, s.tokens = 30, rng.choice([0, 15, 30])
    if rng.random() < 0.5:
        # a row of survivors across the board, so that somebody must be run over or walked round
        row = rng.randrange(rows)
        first = rng.randrange(columns - 8)
        line = [k for k in range(row * columns + first, row * columns + columns, s.size) if geometry.free(s, k)]
        places = s.at[:1] + [k for k in line if k != s.at[0]][:7]
        s.resize(len(places))
        s.at = places
    walk = movement.Walk(s, 0)
    best = {key: found for key, found in best_routes(s, walk.steps).items() if key[0] in walk.places()}
    compare(s, walk, best)


def test_M5_the_ways_are_found_once_and_the_proposal_when_it_is_looked_at(monkeypatch):
    calls = []
    real, proposal = movement.Walk, movement.proposal
    monkeypatch.setattr(movement, "Walk", lambda *args: calls.append("ways") or real(*args))
    monkeypatch.setattr(movement, "proposal", lambda *args: calls.append("proposal") or proposal(*args))
    game = started()
    say(game, "move", "s0", 4 * 22 + 6, "attack", "s0")
    assert game.prompt.kind == "end" and len(game.prompt.options) > 1 and calls == ["ways"]
    assert game.prompt.usual in game.prompt.options and game.prompt.usual is not None and calls == ["ways", "proposal"]
    again = engine.Engine(Journal(game.journal.kept), Cards())
    assert again.prompt.kind == "end" and calls == ["ways", "proposal", "ways"]
    game.adjust(game.prompt.number)
    say(game, "place-survivor", "s1", 3 * 22 + 3)
    assert game.prompt.kind == "end" and calls[3:] == ["ways"]
    say(game, game.prompt.usual)
    assert game.prompt.kind == "act" and calls[4:] == ["proposal"]


@settings(max_examples=count(60, 600, 6000), deadline=None)
@given(st.integers(0, 2**40))
def test_V4_X6_reach_and_aside_equal_their_definitions(seed):
    rng = random.Random(seed)
    s = position(rng, rng.randint(2, 9), rng.randint(2, 9))
    if not s.at:
        return
    reached = {s.at[0]}
    steps = rng.randint(0, 8)
    for _ in range(max(1, steps)):
        for k in list(reached):
            row, column = divmod(k, s.columns)
            for dx, dy in STEP:
                c, r = column + dx, row + dy
                if 0 <= c < s.columns and 0 <= r < s.rows and geometry.free(s, r * s.columns + c):
                    reached.add(r * s.columns + c)
    assert set(geometry.reach(s, 0, steps, DEFAULT)) == reached - {s.at[0]}
    space = rng.randrange(s.columns * s.rows)
    away = {}
    for k in range(s.columns * s.rows):
        mine = k == s.at[0] and not s.terrain[k] & BARS_SURVIVORS
        if k != space and (geometry.free(s, k) or mine):
            d = abs(k % s.columns - space % s.columns) + abs(k // s.columns - space // s.columns)
            away.setdefault(d, set()).add(k)
    assert set(knockback.aside(s, 0, space)) == (away[min(away)] if away else set())
