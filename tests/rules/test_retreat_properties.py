"""Away, toward and directly away against a slow search with sets of tuples that shares no line with the firmware; and the same table
turned or seen in a mirror gives the same answer turned or mirrored (M4, M5, X1, X7). CPython only."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.rules import movement, retreat
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, State
from rules import tables
from sizes import count

STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
SEEDS = st.integers(0, 2**40)
MANY = settings(max_examples=count(100, 1000, 10000), deadline=None)


class Table:
    """A position as tuples. `goals`: (column, row), or a side as a number."""

    def __init__(self, rng):
        self.columns, self.rows = rng.randint(1, 8), rng.randint(1, 8)
        self.n = min(rng.choice([1, 1, 2, 2, 3]), self.columns, self.rows)
        self.at = (rng.randint(0, self.columns - self.n), rng.randint(0, self.rows - self.n))
        self.facing = rng.randrange(4)
        self.movement = rng.choice([0, 1, 2, 3, 4, 5, 6])
        every = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        share = rng.choice([0, 0, 0.1, 0.25])
        self.blocked = {space for space in every if rng.random() < share}
        self.barred = {space for space in every if rng.random() < share}
        self.survivors = rng.sample(every, min(len(every), rng.randint(0, 6)))
        self.dead = {k for k in range(len(self.survivors)) if rng.random() < 0.2}
        self.goals = [rng.randrange(4) if rng.random() < 0.2 else rng.choice(every) for _ in range(rng.choice([0, 1, 1, 2, 3, 5]))]
        self.steps = rng.choice([0, 1, 1, 2, 4])
        self.rulings = Rulings()
        self.rulings.several_by_sum = rng.random() < 0.7
        self.rulings.slide_along_edge = rng.random() < 0.7

    def state(self):
        s = State(self.columns, self.rows, len(self.survivors))
        s.size, s.facing, s.placed = self.n, self.facing, True
        s.x, s.y = self.at
        s.movement = self.movement
        for c, r in self.blocked:
            s.terrain[r * self.columns + c] |= BLOCKS_MONSTER
        for c, r in self.barred:
            s.terrain[r * self.columns + c] |= BARS_SURVIVORS
        s.at = [r * self.columns + c for c, r in self.survivors]
        for k in self.dead:
            s.flags[k] |= DEAD
        return s

    def numbers(self):
        return [retreat.edge(goal) if isinstance(goal, int) else goal[1] * self.columns + goal[0] for goal in self.goals]

    def pair(self, place):
        return place % self.columns, place // self.columns

    def base(self, at):
        return {(at[0] + x, at[1] + y) for x in range(self.n) for y in range(self.n)}

    def inside(self, at):
        return all(0 <= c < self.columns and 0 <= r < self.rows for c, r in self.base(at))

    def possible(self, at):
        return self.inside(at) and not self.base(at) & self.blocked

    def distance(self, at, goal):
        """From the nearest space of the base; to an edge: to the nearest of its spaces."""
        if isinstance(goal, int):
            line = {0: {(c, 0) for c in range(self.columns)}, 2: {(c, self.rows - 1) for c in range(self.columns)}}
            line |= {3: {(0, r) for r in range(self.rows)}, 1: {(self.columns - 1, r) for r in range(self.rows)}}
            return min(self.distance(at, space) for space in line[goal])
        return min(abs(c - goal[0]) + abs(r - goal[1]) for c, r in self.base(at))

    def far(self, at):
        found = [self.distance(at, goal) for goal in self.goals] or [0]
        return sum(found) if self.rulings.several_by_sum else min(found)

    def reached(self):
        """Steps to each place within the movement."""
        out = {self.at: 0}
        for steps in range(1, self.movement + 1):
            for x, y in list(out):
                for dx, dy in STEP:
                    to = (x + dx, y + dy)
                    if to not in out and self.possible(to):
                        out[to] = steps
        return out

    def best(self, pick):
        reached = self.reached()
        value = pick(self.far(at) for at in reached)
        good = [at for at in reached if self.far(at) == value]
        fewest = min(reached[at] for at in good)
        return {at for at in good if reached[at] == fewest}, fewest

    def over(self, path):
        covered = {space for at in path[1:] for space in self.base(at)}
        return frozenset(k for k, space in enumerate(self.survivors) if k not in self.dead and space in covered)

    def paths(self, end, steps):
        """Every way of exactly that many steps."""
        out = [[self.at]]
        for left in range(steps, 0, -1):
            out = [
                [*path, (path[-1][0] + dx, path[-1][1] + dy)]
                for path in out
                for dx, dy in STEP
                if abs(end[0] - path[-1][0] - dx) + abs(end[1] - path[-1][1] - dy) < left
                and self.possible((path[-1][0] + dx, path[-1][1] + dy))
            ]
        return out

    def straight(self, space):
        """The paths directly away from a space."""
        near = min(self.base(self.at), key=lambda own: abs(own[0] - space[0]) + abs(own[1] - space[1]))
        gap = (near[0] - space[0], near[1] - space[1])
        larger = max(abs(gap[0]), abs(gap[1]))
        sides = set()
        for k, (dx, dy) in enumerate(STEP):
            if larger and gap[0] * dx + gap[1] * dy == larger:
                along = set()
                if self.steps and self.rulings.slide_along_edge and not self.inside(self.beside(k)):
                    along = {a for a in ((1, 3) if k in (0, 2) else (0, 2)) if self.inside(self.beside(a))}
                sides |= along or {k}
        out = set() if sides else {(self.at,)}
        for k in sides:
            path = [self.at]
            while len(path) <= self.steps and self.possible((path[-1][0] + STEP[k][0], path[-1][1] + STEP[k][1])):
                path.append((path[-1][0] + STEP[k][0], path[-1][1] + STEP[k][1]))
            out.add(tuple(path))
        return out

    def beside(self, k):
        return self.at[0] + STEP[k][0], self.at[1] + STEP[k][1]

    def turned(self, mirror):
        """A quarter turn clockwise, or a mirror that changes east and west; and how places and sides come out."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        high = self.columns - 1 if mirror else self.rows - 1

        def space(at, n=1):
            return (high - at[0] - n + 1, at[1]) if mirror else (high - at[1] - n + 1, at[0])

        def side(k):
            return (4 - k) % 4 if mirror else (k + 1) % 4

        if not mirror:
            other.columns, other.rows = self.rows, self.columns
        other.at, other.facing = space(self.at, self.n), side(self.facing)
        other.blocked, other.barred = {space(at) for at in self.blocked}, {space(at) for at in self.barred}
        other.survivors = [space(at) for at in self.survivors]
        other.goals = [side(goal) if isinstance(goal, int) else space(goal) for goal in self.goals]
        return other, lambda at: space(at, self.n), side


def offered(t, target=-1):
    """What retreat says, as tuples and sets: (away, toward), each {place: (sets run over, sides)} and steps."""
    s = t.state()
    out = []
    for choose in (retreat.away, retreat.toward):
        found = retreat.ways(s, choose(s, t.numbers(), t.rulings), target)
        ends = {}
        for end in tables.ends(found):
            masks = [frozenset(k for k in range(8) if mask >> k & 1) for mask in end.crossings]
            ends[t.pair(end.place)] = (frozenset(masks), frozenset(end.sides))
        out.append((ends, found.steps))
    return out


@MANY
@given(SEEDS)
def test_M4_M5_X1_away_and_toward_equal_a_slow_search(seed):
    t = Table(random.Random(seed))
    s = t.state()
    for choose, pick in ((retreat.away, max), (retreat.toward, min)):
        places = choose(s, t.numbers(), t.rulings)
        wanted, steps = t.best(pick)
        assert places == sorted(places) and len(set(places)) == len(places)
        assert {t.pair(place) for place in places} == wanted
        found = retreat.ways(s, places)
        assert list(found.places()) == places and found.steps == steps and found.reaches
        for end in tables.ends(found):
            sets = {t.over(path) for path in t.paths(t.pair(end.place), steps)}
            masks = [sum(1 << k for k in members) for members in sets]
            assert sorted(end.crossings) == sorted(masks) and list(end.sides) == [t.facing]
            assert [mask.bit_count() for mask in end.crossings] == sorted(mask.bit_count() for mask in masks)
            for mask in end.crossings:
                path = movement.places(s, movement.route(s, [end.place], mask)[1])
                assert len(path) == steps + 1 and path[-1] == end.place and movement.crossed(s, path) & ~mask == 0
        k, mask, sides = movement.proposal(s, found, DEFAULT)
        path = movement.places(s, sides)
        assert path[-1] == found.place(k) and movement.crossed(s, path) == mask and mask in found.crossings(k)
        assert mask.bit_count() == min(m.bit_count() for end in tables.ends(found) for m in end.crossings)


@MANY
@given(SEEDS)
def test_M4_X7_directly_away_equals_a_slow_search(seed):
    t = Table(random.Random(seed))
    s = t.state()
    for goal in t.goals:
        if isinstance(goal, tuple):
            found = retreat.steps_away(s, goal[1] * t.columns + goal[0], t.steps, t.rulings)
            paths = [tuple(t.pair(place) for place in path) for path in found]
            assert len(set(paths)) == len(paths) and set(paths) == t.straight(goal)
            for path, places in zip(paths, found):
                assert movement.crossed(s, places) == sum(1 << k for k in t.over(list(path)))


@MANY
@given(SEEDS, st.booleans())
def test_M4_X7_a_table_turned_or_mirrored_answers_likewise(seed, mirror):
    t = Table(random.Random(seed))
    other, place, side = t.turned(mirror)
    target = 0 if t.survivors else -1
    for (ends, steps), (turned, turned_steps) in zip(offered(t, target), offered(other, target)):
        assert steps == turned_steps
        assert {place(at): (sets, frozenset(side(k) for k in sides)) for at, (sets, sides) in ends.items()} == turned
    for goal, turned_goal in zip(t.goals, other.goals):
        if isinstance(goal, tuple):
            found, turned_found = [
                {
                    tuple(one.pair(at) for at in path)
                    for path in retreat.steps_away(one.state(), space[1] * one.columns + space[0], t.steps, t.rulings)
                }
                for one, space in ((t, goal), (other, turned_goal))
            ]
            assert {tuple(place(at) for at in path) for path in found} == turned_found
