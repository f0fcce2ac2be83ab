"""The monster's ways (M1-M7, X1): where a most direct route to a target can end, whom each route runs over, and the one that
is proposed. It finds and offers; it moves nothing. The loops live in kernel.py and families.py.

A route is a list of north-west spaces from the start to the end. The place it starts from runs over nobody; every later one
does (X1). A set of survivors is a bitmask."""

from array import array

from . import families, geometry, kernel
from .kernel import ARGS
from .spaces import Spaces
from .state import BLOCKS_MONSTER, DX, DY, MAX_SURVIVORS


def turns(s, i: int, place: int, rulings) -> bytes:
    """The sides a monster at `place` may turn to so as to face survivor i (M2, M7)."""
    row, column = divmod(place, s.columns)
    dx, dy = geometry.gaps(s, s.at[i], column, row)
    return geometry.sides_toward(dx, dy, rulings.turn_by_larger_gap)


def aim_at(s, places, terrain=None):
    """(dist, queue, far, steps): `dist` counts down along every shortest way to the nearest of `places`; all its steps are taken.
    -1 steps when there is none. `terrain`: as for geometry.ground."""
    dist, queue = geometry.ground(s, terrain)
    start = geometry.cell(s, s.x, s.y)
    dist[start] = 0  # where it stands it can stand
    count = 0
    for place in places:
        goal = geometry.cell(s, place % s.columns, place // s.columns)
        if dist[goal] == 0:
            dist[goal] = 1
            queue[count] = goal
            count += 1
    ARGS[4] = count
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
    """All most direct routes to one target at once, made layer by layer: the `steps` taken, whether it `reaches` that, and the ends:
    as many as len() says, sorted by row, then column. `aim` is _aim's answer where the routes go elsewhere than to survivor i,
    whom it faces then; i = -1 where there is no target. It is true as long as the state stays as it is."""

    def __init__(self, s, i: int, aim=None) -> None:
        self._state = s
        self._target = i
        alive = geometry.living(s)
        # Whom a route can run over; the target never, since the monster halts beside it. The last one is the lowest bit, so
        # that the highest number is the set whose first differing member comes first.
        self._others = others = [k for k in range(len(s.at) - 1, -1, -1) if alive >> k & 1 and (k != i or aim)]
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

    def places(self) -> Spaces:
        """The north-west spaces of all ends."""
        out = Spaces(self._state.columns * self._state.rows)
        for k in range(len(self)):
            out.add(self.place(k))
        return out

    def sides(self, k: int, rulings) -> bytes:
        """The sides the monster may turn to at end k, in N, E, S, W order (M7); without a target, or above it, the present one."""
        s = self._state
        return (turns(s, self._target, self.place(k), rulings) if self._target >= 0 else b"") or bytes([s.facing])

    def crossings(self, k: int):
        """Yields the distinct sets of survivors that routes to end k run over: smallest first, then by the first differing member."""
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


_LOWEST = b"\4\0\1\0\2\0\1\0\3\0\1\0\2\0\1\0"  # of the four sides in a set


def route(s, ends, mask: int):
    """(bends, sides travelled) of the best shortest route to any of the places `ends` that runs over nobody outside `mask`: fewest
    bends, then N, E, S, W at the first difference (M5). None when there is none."""
    terrain = bytearray(s.terrain)
    barred = geometry.living(s) & ~mask
    for i in range(len(s.at)):
        if barred >> i & 1:
            terrain[s.at[i]] |= BLOCKS_MONSTER
    dist, queue, _, steps = aim_at(s, ends, terrain)
    if steps < 0:
        return None
    plans = array("H", bytes(2 * len(dist)))
    families.plan(dist, queue, plans, ARGS)
    cell = geometry.cell(s, s.x, s.y)
    fewest = plans[cell] >> 8
    out = bytearray(steps)
    bit = 0  # of the side it came by
    for k in range(steps):
        best = plans[cell] & 15
        if best & bit:
            best = bit
        else:
            best |= plans[cell] >> 4 & bit
        side = out[k] = _LOWEST[best]
        bit = 1 << side
        cell += DY[side] * (s.columns + 1) + DX[side]
    return fewest, bytes(out)


def places(s, sides):
    """The places of a route of these sides, from the start on."""
    out = [s.y * s.columns + s.x]
    for side in sides:
        out.append(out[-1] + DY[side] * s.columns + DX[side])
    return out


def proposal(s, walk, rulings, end: int = -1):
    """(index of the end, mask, sides travelled): M5's order over all routes of the walk, or those to one end: fewest survivors run
    over, then fewest bends, then N, E, S, W at the first difference; with the other ruling fewest bends come first. The side it
    turns to is the first one there likewise."""
    chosen = range(len(walk)) if end < 0 else range(end, end + 1)
    fewest = MAX_SURVIVORS
    masks: list = []
    for k in chosen:
        for mask in walk.crossings(k):
            n = _size(mask)
            if rulings.spare_before_bends:
                if n > fewest:
                    break
                if n < fewest:
                    fewest = n
                    masks = []
            if mask not in masks:
                masks.append(mask)
    ends = [walk.place(k) for k in chosen]
    if not rulings.spare_before_bends:
        masks = _straightest(s, ends, masks)
    # Nobody is run over by fewer than these, so a route over nobody outside the set is one over just the set.
    (_, sides), mask = min([(route(s, ends, mask), mask) for mask in masks])
    return chosen[ends.index(places(s, sides)[-1])], mask, sides


def _straightest(s, ends, masks) -> list:
    """Of the sets the smallest that routes with the fewest bends of all run over."""
    anyone = 0
    for mask in masks:
        anyone |= mask
    bends = route(s, ends, anyone)[0]
    found: list = []
    n = 0
    while not found:
        found = [mask for mask in masks if _size(mask) == n and route(s, ends, mask)[0] == bends]
        n += 1
    return found


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
