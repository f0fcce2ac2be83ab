"""The monster's ways (M1-M9, X1): where a most direct route to a target can end, whom each route runs over, and the one that
is proposed. It finds and offers; it moves nothing. The loops live in kernel.py and families.py.

A route is a list of north-west spaces from the start to the end. The place it starts from runs over nobody; every later one
does (X1). A set of survivors is a bitmask."""

from array import array

from . import families, geometry, kernel
from .kernel import ARGS
from .spaces import Spaces

_STEPS = (-1, 0, 1, 0), (0, 1, 0, -1)  # rows, columns by side


class End:
    """`place`: north-west space. `sides`: the sides the monster may turn to there (M7), as bytes in N, E, S, W order.
    `crossings`: the distinct sets of survivors that routes to it run over, smallest first, equal sizes by the first differing member."""

    __slots__ = ("crossings", "place", "sides")

    def __init__(self, place: int, sides: bytes, crossings) -> None:
        self.place = place
        self.sides = sides
        self.crossings = crossings


class Ways:
    """`steps` taken, whether it `reaches` its target, and the list of `ends`, sorted by row, then column."""

    __slots__ = ("ends", "reaches", "steps")

    def __init__(self, steps: int, reaches: bool, ends) -> None:
        self.steps = steps
        self.reaches = reaches
        self.ends = ends


def turns(s, i: int, place: int) -> bytes:
    """The sides a monster at `place` may turn to so as to face survivor i (M2, M7)."""
    row, column = divmod(place, s.columns)
    dx, dy = geometry.gaps(s, s.at[i], column, row)
    out = bytearray()
    if abs(dy) >= abs(dx) and dy < 0:
        out.append(0)
    if abs(dx) >= abs(dy) and dx > 0:
        out.append(1)
    if abs(dy) >= abs(dx) and dy > 0:
        out.append(2)
    if abs(dx) >= abs(dy) and dx < 0:
        out.append(3)
    return bytes(out)


def aim_at(s, places):
    """(dist, queue, far, steps): `dist` counts down along every shortest way to the nearest of `places`; all its steps are taken.
    -1 steps when there is none."""
    dist, queue = geometry.ground(s)
    start = geometry.cell(s, s.x, s.y)
    dist[start] = 0  # where it stands it can stand
    for k in range(len(places)):
        goal = geometry.cell(s, places[k] % s.columns, places[k] // s.columns)
        dist[goal] = 1
        queue[k] = goal
    ARGS[4] = len(places)
    ARGS[5] = -1
    ARGS[6] = start
    steps = kernel.flood(dist, queue, ARGS)
    return dist, queue, steps, steps


def _aim(s, i: int):
    """(dist, queue, far, steps, reaches): `dist` counts down along every most direct route towards survivor i, `far` steps
    from the start to where it would end, of which `steps` are taken."""
    dist, queue = geometry.ground(s)
    start = geometry.cell(s, s.x, s.y)
    steps = geometry.allowance(s)
    dist[start] = 0  # where it stands it can stand
    ARGS[17] = s.at[i] % s.columns
    ARGS[18] = s.at[i] // s.columns
    ARGS[4] = kernel.beside(dist, queue, ARGS)
    ARGS[5] = -1
    ARGS[6] = start
    far = kernel.flood(dist, queue, ARGS)
    if far >= 0:
        return dist, queue, far, min(far, steps), far <= steps
    # M3 with no route at all: of the places within its movement the nearest to the target, of these those with the fewest steps.
    geometry.ground(s)
    geometry.flood_from(s, dist, queue, start, steps)
    count = kernel.nearest(dist, queue, ARGS)
    return aim_at(s, [geometry.place_of(s, queue[k]) for k in range(count)]) + (False,)


class Walk:
    """All most direct routes to one target at once, layer by layer. `steps`, `reaches` as in Ways; `cells` are the ends in order.
    It holds shared scratch memory only while it is made. `aim` is _aim's answer where the routes go elsewhere than to
    survivor i; i = -1 where there is no target."""

    def __init__(self, s, i: int, aim=None) -> None:
        self._state = s
        self._target = i
        alive = geometry.living(s)
        # Whom a route can run over; the target never, since the monster halts beside it. The last one is the lowest bit, so
        # that the highest number is the set whose first differing member comes first.
        self._others = others = [k for k in range(len(s.at) - 1, -1, -1) if alive >> k & 1 and k != i]
        self._words = words = ((1 << len(others)) + 15) >> 4
        dist, slots, far, self.steps, self.reaches = aim or _aim(s, i)
        ARGS[23] = len(others)
        ARGS[24] = words
        for j in range(len(others)):
            row, column = divmod(s.at[others[j]], s.columns)
            ARGS[25 + j] = (row + 1) * 64 + column
        start = geometry.cell(s, s.x, s.y)
        now, new = array("H", [start]), array("H")
        old, sets = array("H"), array("H", bytes(2 * words))
        sets[0] = 1  # one route so far, over nobody
        count = 1
        mark = 253
        dist[start] = mark
        slots[start] = 0
        for step in range(self.steps):
            _grow(new, 3 * count + 1)
            ARGS[20] = count
            ARGS[21] = (far - step - 1) % 252 + 1
            ARGS[22] = 507 - mark
            count = families.advance(dist, slots, now, new, ARGS)
            old, sets = sets, old
            _grow(sets, count * words)
            ARGS[20] = count
            ARGS[22] = mark
            families.merge(dist, slots, new, old, sets, ARGS)
            now, new = new, now
            mark = 507 - mark
        self._sets = sets
        # Cells sort as their places do. `slots` is shared, so each end takes its family's number along.
        self._ends = sorted([now[k] << 10 | k for k in range(count)])

    def __len__(self) -> int:
        return len(self._ends)

    def place(self, k: int) -> int:
        """The north-west space of end k."""
        return geometry.place_of(self._state, self._ends[k] >> 10)

    def sides(self, k: int) -> bytes:
        return turns(self._state, self._target, self.place(k))

    def crossings(self, k: int):
        """Yields the sets of end k in order."""
        others = self._others
        family = (self._ends[k] & 1023) * self._words
        number = families.next_set(self._sets, family, -1, len(others))
        while number >= 0:
            mask = 0
            for j in range(len(others)):
                if number >> j & 1:
                    mask |= 1 << others[j]
            yield mask
            number = families.next_set(self._sets, family, number, len(others))


def _grow(numbers, room: int) -> None:
    if len(numbers) < room:
        numbers.extend(array("H", bytes(2 * (room - len(numbers)))))


def ways(s, i: int) -> Ways:
    """Every place where a most direct route to survivor i can end, with the choices there (M1-M7)."""
    walk = Walk(s, i)
    ends = [End(walk.place(k), walk.sides(k), list(walk.crossings(k))) for k in range(len(walk))]
    return Ways(walk.steps, walk.reaches, ends)


def _covered(s, x: int, y: int, alive: int) -> int:
    """The mask of those of `alive` whose space a base at (x, y) covers."""
    mask = 0
    for i in range(len(s.at)):
        if alive >> i & 1:
            row, column = divmod(s.at[i], s.columns)
            if 0 <= column - x < s.size and 0 <= row - y < s.size:
                mask |= 1 << i
    return mask


def crossed(s, places) -> int:
    """X1: the survivors whose space the footprint crosses on its way along `places`; the first one, where it starts, does not count."""
    alive = geometry.living(s)
    mask = 0
    for k in range(1, len(places)):
        row, column = divmod(places[k], s.columns)
        mask |= _covered(s, column, row, alive)
    return mask


class _Search:
    """Looks for one route to `end` that runs over exactly `mask`, with as few bends as there must be, then N, E, S, W at the
    first difference (M5). Depth first, one more bend allowed at a time; what has failed is remembered, so no state is tried twice."""

    def __init__(self, s, end: int, mask: int) -> None:
        self.state = s
        self.mask = mask
        self.alive = geometry.living(s)
        dist, _, _, self.steps = aim_at(s, (end,))
        self.dist = bytes(dist)  # a copy: the search outlives the shared scratch
        self.start = geometry.cell(s, s.x, s.y)

    def route(self):
        """(bends, sides travelled) or None."""
        if self.steps < 0:
            return None
        if self.steps == 0:
            return (0, b"") if self.mask == 0 else None
        for bends in range(self.steps):
            sides = self._within(bends)
            if sides is not None:
                return bends, sides
        return None

    def _within(self, most: int):
        """The first route with at most that many bends. A loop with its own stack: a board's call stack is short."""
        s = self.state
        stride = s.columns + 1
        failed = set()
        # one entry a step: the cell, whom it still has to run over, the side it came by, the bends left, the side to try next
        stack = [[self.start, self.mask, 4, most, 0]]
        while stack:
            top = stack[-1]
            cell, missing, side, bends, k = top
            left = self.steps - len(stack)
            if k == 4 or ((cell << 8 | missing) << 3 | side) << 6 | bends in failed:
                failed.add(((cell << 8 | missing) << 3 | side) << 6 | bends)
                stack.pop()
                continue
            top[4] = k + 1
            cost = 1 if side != k and side != 4 else 0
            to = cell + _STEPS[0][k] * stride + _STEPS[1][k]
            if cost > bends or self.dist[to] != left % 252 + 1:
                continue
            row, column = divmod(to, stride)
            over = _covered(s, column, row - 1, self.alive)
            if over & ~self.mask:
                continue
            missing &= ~over
            if left > 0:
                stack.append([to, missing, k, bends - cost, 0])
            elif missing == 0:
                return bytes([entry[4] - 1 for entry in stack])
        return None


def route(s, i: int, end: int, mask: int):
    """The proposed route among those to `end` that run over exactly `mask`: a list of places from the start to the end. None when
    there is no such route."""
    found = _Search(s, end, mask).route()
    if found is None:
        return None
    x, y = s.x, s.y
    out = [y * s.columns + x]
    for side in found[1]:
        x += _STEPS[1][side]
        y += _STEPS[0][side]
        out.append(y * s.columns + x)
    return out


def proposal(s, i: int, offered):
    """(index of the end, mask, side): M5's order over all routes offered: fewest survivors run over, then fewest bends, then N, E,
    S, W at the first difference; the side likewise."""
    fewest = min([_size(mask) for end in offered.ends for mask in end.crossings])
    best = None
    for k in range(len(offered.ends)):
        end = offered.ends[k]
        for mask in end.crossings:
            if _size(mask) == fewest:
                bends, sides = _Search(s, end.place, mask).route()
                if best is None or (bends, sides) < best[0]:
                    best = (bends, sides), k, mask
    _, k, mask = best
    return k, mask, offered.ends[k].sides[0]


def _size(mask: int) -> int:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def routes(s, i: int) -> Spaces:
    """Every space that the footprint covers on some most direct route to survivor i, its present one included."""
    dist, slots, far, steps, _ = _aim(s, i)
    out = Spaces(s.columns * s.rows)
    start = geometry.cell(s, s.x, s.y)
    now, new = array("H", [start]), array("H")
    count = 1
    mark = 253
    dist[start] = mark
    for step in range(steps + 1):
        for k in range(count):
            place = geometry.place_of(s, now[k])
            for y in range(s.size):
                for x in range(s.size):
                    out.add(place + y * s.columns + x)
        if step < steps:
            _grow(new, 3 * count + 1)
            ARGS[20] = count
            ARGS[21] = (far - step - 1) % 252 + 1
            ARGS[22] = mark = 507 - mark
            count = families.advance(dist, slots, now, new, ARGS)
            now, new = new, now
    return out


def full_forward(s):
    """M9: the places of a full move straight forward, from the start until its movement, the edge or blocking terrain ends it."""
    dist, _ = geometry.ground(s)
    stride = s.columns + 1
    cell = geometry.cell(s, s.x, s.y)
    out = [geometry.place_of(s, cell)]
    for _ in range(geometry.allowance(s)):
        cell += _STEPS[0][s.facing] * stride + _STEPS[1][s.facing]
        if dist[cell] == kernel.BARRED:
            break
        out.append(geometry.place_of(s, cell))
    return out
