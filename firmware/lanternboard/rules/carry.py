"""What the table has the board carry out: a move & turn with everything it runs over (M1-M7, X1, X2), and a push with
everything it causes (X2a, X4-X8). Every choice the rules leave open is asked, with a proposal."""

from . import geometry, knockback, movement
from .asking import KNOCKBACK, LIT_CANDIDATES, SIDE_IDS, SURVIVOR_IDS, ask, fall, one_of, survivors, turn
from .figures import steps_of
from .geometry import on_board
from .prompt import CONTROLLER, Prompt
from .spaces import Spaces
from .state import HL_PLAY, SIDES


def _targets(s) -> tuple:
    out = []
    for name in survivors(s):
        if geometry.distance_to(s, s.at[SURVIVOR_IDS.index(name)]) > 0:
            out.append(name)
    return tuple(out)


def _candidate(game):
    """Whom the lit list would pick, if one is lit."""
    s = game.state
    if s.lit == LIT_CANDIDATES and s.lit_of < game.cards.count("targets"):
        from . import targets

        found = targets.pick(s, game.cards.card("targets", s.lit_of)["pick"], game.rulings).candidates
        for i in range(len(s.at)):
            if found >> i & 1:
                return SURVIVOR_IDS[i]
    return None


def attack(game):
    """A move & turn to a target that is picked once: it stays the target wherever it goes meanwhile; with it gone nothing is left to
    do (M8)."""
    s = game.state
    who = yield from one_of("T4", lambda: _targets(s), lambda: _candidate(game), "target", CONTROLLER)
    if who is not None:
        yield advance(game, SURVIVOR_IDS.index(who))


def advance(game, i: int, late=None):
    """M1-M3, X1, X2: a move & turn to survivor i. True when it ended next to it. `late`: a list for those who fall later."""
    s = game.state

    def aim():
        return movement.Walk(s, i) if on_board(s, i) and geometry.distance_to(s, s.at[i]) else None

    return (yield _go(game, aim, i, True, late))


def _go(game, aim, i: int, turns: bool, late=None):
    """A movement along ways that `aim()` finds, again after each adjustment (None: there are none), with its collisions. `turns`: to
    survivor i, when it is over. True when the ways reach what they lead to, and the monster has gone."""
    s = game.state
    subject = (SURVIVOR_IDS[i],) if i >= 0 else ("monster",)
    place = None
    walk = None
    end = -1  # the end chosen, the only one where there is but one; -1 when there is none such
    over: list = []  # whom it can run over on its way there

    def look():
        nonlocal walk
        walk = aim()
        choose()

    def choose():
        nonlocal end, over
        end = -1
        if walk is not None:
            for k in range(len(walk)) if place is not None else ():
                if walk.place(k) == place:
                    end = k
            if place is None and len(walk) == 1:
                end = 0
        over = list(walk.crossings(end)) if end >= 0 else []

    def make_end():
        if walk is None or len(walk) < 2:
            return None
        ways = walk  # these, when it is looked at
        return Prompt("end", "M5", ways.places, lambda _: ways.place(movement.proposal(s, ways, game.rulings)[0]), CONTROLLER, subject)

    look()
    if walk is not None and walk.steps and s.decks[HL_PLAY]:
        if not (yield starts(game)):
            return False
        look()
    place = yield from ask(make_end, look)
    if place is not None:
        choose()

    def make_crossing():
        if len(over) < 2:
            return None
        ways, at, sets = walk, end, over  # these, when it is looked at
        ids = tuple(["r%d" % k for k in range(len(sets))])

        def usual(_):
            return ids[sets.index(movement.proposal(s, ways, game.rulings, at)[1])]

        return Prompt("crossing", "M5", ids, usual, CONTROLLER, subject + tuple(sets))

    crossing = yield from ask(make_crossing, look)

    def make_side():
        sides = tuple([SIDE_IDS[side] for side in walk.sides(end, game.rulings)]) if end >= 0 and turns else ()
        return Prompt("side", "M7", sides, sides[0], CONTROLLER, subject) if len(sides) > 1 else None

    side = yield from ask(make_side, look)
    if end < 0:
        return False
    mask = over[int(crossing[1:]) if crossing is not None and int(crossing[1:]) < len(over) else 0]
    reaches = walk.reaches
    _put(game, walk.place(end), walk.steps)
    if turns:
        sides = walk.sides(end, game.rulings)
        turn(game, SIDES.index(side) if side is not None else sides[0])
    if not reaches and i >= 0:
        game.tell("short", i)
    walk = None  # what follows can ask for long
    if late is not None:
        for k in range(len(s.at)):
            if mask >> k & 1 and not geometry.under(s, s.at[k]):
                late.append(k)
                mask &= ~(1 << k)
    yield _collide(game, mask)
    return reaches


def _put(game, to: int, steps: int) -> None:
    s = game.state
    start = s.y * s.columns + s.x
    s.x, s.y = to % s.columns, to // s.columns
    if to != start:
        game.tell("moved", start, to, steps)


def starts(game):
    """What injuries in play do when the monster starts to move. False when it falls instead (M10)."""
    from . import beast

    yield beast.injuries(game, "moves")
    return not game.state.down


def face(game, i: int):
    """M2, M7: it turns to survivor i; both sides equally near: the controller chooses."""
    s = game.state

    def sides():
        if not on_board(s, i) or geometry.under(s, s.at[i]):
            return ()
        return tuple([SIDE_IDS[side] for side in movement.turns(s, i, s.y * s.columns + s.x, game.rulings)])

    def make():
        ids = sides()
        return Prompt("side", "M7", ids, ids[0], CONTROLLER, (SURVIVOR_IDS[i],)) if len(ids) > 1 else None

    side = yield from ask(make)
    if side is None:
        side = next(iter(sides()), None)
    if side is not None:
        turn(game, SIDES.index(side))


def flee_all(game):
    """M4: a full move away from all threats; it turns nowhere."""
    from . import retreat
    from .targets import is_threat

    s = game.state

    def aim():
        goals = [s.at[k] for k in range(len(s.at)) if on_board(s, k) and is_threat(s, k)]
        return retreat.ways(s, retreat.away(s, goals, game.rulings)) if goals else None

    yield _go(game, aim, -1, False)


def back(game, i: int, n: int):
    """A move of n directly away from survivor i, without turning (M9); along an edge it would cross (X7)."""
    from . import retreat

    s = game.state
    yield _path(game, lambda: retreat.steps_away(s, s.at[i], n, game.rulings) if on_board(s, i) else [])


def forward(game):
    """M9: a full move straight forward. The mask of those it passed."""
    from . import retreat

    s = game.state
    return (yield _path(game, lambda: retreat.full_forward(s, game.rulings)))


def _path(game, paths):
    """One of the paths of `paths()`, with its collisions; the mask of those it touched."""
    s = game.state
    found = paths()
    if found and max([len(path) for path in found]) > 1 and s.decks[HL_PLAY]:
        if not (yield starts(game)):
            return 0

    def make():
        ends = Spaces(s.columns * s.rows)
        for path in paths():
            ends.add(path[-1])
        return Prompt("end", "X7", ends, next(iter(ends)), CONTROLLER, ("monster",)) if len(ends) > 1 else None

    end = yield from ask(make)
    for path in paths():
        if end is None or path[-1] == end:
            mask = movement.crossed(s, path)
            _put(game, path[-1], len(path) - 1)
            yield _collide(game, mask)
            return mask
    return 0


def to_edge(game, i: int):
    """A trauma's flight: knocked down, and pushed as far as its own movement toward the nearest edge (X4, X7); of several the
    controller's. One that ends under the monster ends beside it (X2a)."""
    fall(game, i)
    yield knock(game, i, steps_of(game.state, i), True, True)


def _collide(game, mask: int):
    """Collision of those the movement crossed, then knockback of those under the base (X1, X2)."""
    s = game.state
    rulings = game.rulings
    for i in range(len(s.at)):
        if mask >> i & 1 and (rulings.collisions_first or not geometry.under(s, s.at[i])):
            game.tell("collided", i)
            fall(game, i)

    stuck = []

    def under():
        return tuple([name for name in survivors(s) if name not in stuck and geometry.under(s, s.at[SURVIVOR_IDS.index(name)])])

    while True:
        if rulings.knockback_order_asked:
            who = yield from one_of("X2", under, None, "order", CONTROLLER)
        else:
            who = next(iter(under()), None)
        if who is None:
            return
        i = SURVIVOR_IDS.index(who)
        if not rulings.collisions_first:
            game.tell("collided", i)
            fall(game, i)
        yield knock(game, i, rulings.collision_knockback, True)
        stuck.append(who)


# Knockback


def push(game):
    s = game.state
    who = yield from one_of("X4", lambda: survivors(s), kind="target")
    if who is None:
        return
    i = SURVIVOR_IDS.index(who)
    n = yield from ask(lambda: Prompt("spaces", "X4", range(0, 31), KNOCKBACK, subject=(who,)) if on_board(s, i) else None)
    if n is not None:
        yield knock(game, i, n)


def knock(game, i: int, n: int, out: bool = False, flees: bool = False):
    """X4-X8, X2a: a push of n spaces with everything that follows from it; `out`: it was to clear the space under the base; `flees`: it
    goes toward the nearest edge."""
    s = game.state
    who = SURVIVOR_IDS[i]

    def pushes():
        return knockback.pushes(s, i, n, game.rulings, flees) if on_board(s, i) else []

    def make():
        found = pushes()
        if len(found) < 2:
            return None
        sides = tuple([SIDE_IDS[push.direction] for push in found])
        rules = [push.rule for push in found]
        return Prompt("push-side", "X7" if "X7" in rules else rules[0], sides, sides[0], CONTROLLER, (who,))

    side = yield from ask(make)
    for one in pushes():
        if side is None or SIDE_IDS[one.direction] == side:
            return (yield _pushed(game, i, one, out))


def _pushed(game, i: int, push, out: bool):
    s = game.state
    start = s.at[i]
    s.at[i] = push.at
    game.tell("pushed", i, push.direction, push.at, push.stopped)
    if push.into:  # X5: everyone in the way falls, and so does who was pushed
        for k in range(len(s.at)):
            if push.into >> k & 1:
                fall(game, k)
        fall(game, i)
    if push.stopped == 2 and game.rulings.terrain_floors:
        fall(game, i)  # X8
    space = -1 if game.rulings.aside_beside else knockback.back(s, i, start, push)
    if space < 0:
        yield _aside(game, i, out)
    elif space != push.at:
        s.at[i] = space
        game.tell("placed", SURVIVOR_IDS[i], space)


def _aside(game, i: int, out: bool):
    """Two never stand on one space: who was pushed onto another goes to a free space beside it (X6). `out`: so does who
    could not be pushed out from under the base (X2a; edge or terrain left no way)."""
    s = game.state

    def shared():
        """The rule by which it does not stay where it is, None when it does."""
        if not on_board(s, i):
            return None
        if geometry.occupant(s, s.at[i], i) >= 0:
            return "X6"
        return "X2a" if out and geometry.under(s, s.at[i]) else None

    def make():
        rule = shared()
        if not rule:
            return None
        spaces = knockback.aside(s, i, s.at[i])
        if len(spaces) < 2:
            return None
        return Prompt("aside", rule, spaces, None, CONTROLLER, (SURVIVOR_IDS[i],))

    space = yield from ask(make)
    if space is None and shared():
        space = next(iter(knockback.aside(s, i, s.at[i])), None)  # one, or none on a full board
    if space is not None:
        s.at[i] = space
        game.tell("placed", SURVIVOR_IDS[i], space)
