"""What the table has the board carry out: a move & turn with everything it runs over (M1-M7, X1, X2), and a push with
everything it causes (X2a, X4-X8). Every choice the rules leave open is asked, with a proposal."""

from . import geometry, knockback, movement
from .asking import KNOCKBACK, LIT_CANDIDATES, SIDE_IDS, SURVIVOR_IDS, ask, fall, on_board, one_of, survivors, turn
from .prompt import CONTROLLER, Prompt
from .spaces import Spaces
from .state import DEAD, SIDES


def _targets(s) -> tuple:
    out = []
    for name in survivors(s):
        if geometry.distance_to(s, s.at[SURVIVOR_IDS.index(name)]) > 0:
            out.append(name)
    return tuple(out)


def attack(game):
    s = game.state
    usual = None
    if s.lit == LIT_CANDIDATES and s.lit_of < game.cards.count("targets"):
        from . import targets

        found = targets.pick(s, game.cards.card("targets", s.lit_of)["pick"], game.rulings).candidates
        for i in range(len(s.at)):
            if found >> i & 1:
                usual = SURVIVOR_IDS[i]
                break
    who = yield from one_of("T4", lambda: _targets(s), usual, "target")
    if who is None:
        return
    i = SURVIVOR_IDS.index(who)

    def ways():
        """The ways to the target as things are now; None when it is gone or lies under the base."""
        if not on_board(s, i) or geometry.distance_to(s, s.at[i]) == 0:
            return None
        return movement.ways(s, i)

    def make_end():
        found = ways()
        if found is None or len(found.ends) < 2:
            return None
        places = Spaces(s.columns * s.rows)
        for end in found.ends:
            places.add(end.place)
        return Prompt("end", "M5", places, found.ends[movement.proposal(s, i, found)[0]].place, CONTROLLER, (who,))

    place = yield from ask(make_end)

    def end():
        """The chosen end place as things are now; the proposal where there is but one."""
        found = ways()
        if found is None:
            return None, None
        for one in found.ends:
            if one.place == place or (place is None and len(found.ends) == 1):
                return one, found
        return None, None

    def make_crossing():
        one, _ = end()
        if one is None or len(one.crossings) < 2:
            return None
        return Prompt(
            "crossing", "M5", tuple(["r%d" % k for k in range(len(one.crossings))]), "r0", CONTROLLER, (who,) + tuple(one.crossings)
        )

    crossing = yield from ask(make_crossing)

    def make_side():
        one, _ = end()
        if one is None or len(one.sides) < 2:
            return None
        sides = tuple([SIDE_IDS[side] for side in one.sides])
        return Prompt("side", "M7", sides, sides[0], CONTROLLER, (who,))

    side = yield from ask(make_side)
    one, found = end()
    if one is None:
        return
    mask = one.crossings[int(crossing[1:]) if crossing is not None and int(crossing[1:]) < len(one.crossings) else 0]
    start = s.y * s.columns + s.x
    s.x, s.y = one.place % s.columns, one.place // s.columns
    if one.place != start:
        game.tell("moved", start, one.place, found.steps)
    turn(game, SIDES.index(side) if side is not None and SIDES.index(side) in one.sides else one.sides[0])
    if not found.reaches:
        game.tell("short", i)
    yield from _collide(game, mask)


def _collide(game, mask: int):
    """Collision of those the movement crossed, then knockback of those under the base (X1, X2)."""
    s = game.state
    for i in range(len(s.at)):
        if mask >> i & 1:
            game.tell("collided", i)
            fall(game, i)

    stuck = []

    def under():
        return tuple([name for name in survivors(s) if name not in stuck and geometry.under(s, s.at[SURVIVOR_IDS.index(name)])])

    while True:
        who = yield from one_of("X2", under, kind="order")
        if who is None:
            return
        i = SURVIVOR_IDS.index(who)
        yield from _knock(game, i, game.rulings.collision_knockback, True)
        stuck.append(who)


# Knockback


def push(game):
    s = game.state
    who = yield from one_of("X4", lambda: survivors(s), kind="target")
    if who is None:
        return
    i = SURVIVOR_IDS.index(who)
    n = yield from ask(lambda: Prompt("spaces", "X4", range(0, 31), KNOCKBACK, CONTROLLER, (who,)) if on_board(s, i) else None)
    if n is not None:
        yield from _knock(game, i, n)


def _knock(game, i: int, n: int, out: bool = False):
    """A push of n spaces with everything that follows from it; `out`: it was to clear the space under the base."""
    s = game.state
    who = SURVIVOR_IDS[i]

    def pushes():
        return knockback.pushes(s, i, n, game.rulings) if on_board(s, i) else []

    def make():
        found = pushes()
        if len(found) < 2:
            return None
        sides = tuple([SIDE_IDS[push.direction] for push in found])
        return Prompt("push-side", "X4", sides, sides[0], CONTROLLER, (who,))

    side = yield from ask(make)
    push = None
    for one in pushes():
        if side is None or SIDE_IDS[one.direction] == side:
            push = one
            break
    if push is None:
        return
    s.at[i] = push.at
    game.tell("pushed", i, push.direction, push.at, push.stopped)
    if push.into:  # X5: everyone in the way falls, and so does who was pushed
        for k in range(len(s.at)):
            if push.into >> k & 1:
                fall(game, k)
        fall(game, i)
    if push.stopped == 2:
        fall(game, i)  # X8
    yield from _aside(game, i, out)


def _aside(game, i: int, out: bool):
    """Two never stand on one space: who was pushed onto another goes to a free space beside it (X6). `out`: so does who
    could not be pushed out from under the base (X2a; edge or terrain left no way)."""
    s = game.state

    def shared():
        if not on_board(s, i):
            return False
        if out and geometry.under(s, s.at[i]):
            return True
        for k in range(len(s.at)):
            if k != i and s.at[k] == s.at[i] and not s.flags[k] & DEAD:
                return True
        return False

    def make():
        if not shared():
            return None
        spaces = knockback.aside(s, i, s.at[i])
        if len(spaces) < 2:
            return None
        return Prompt("aside", "X6", spaces, None, CONTROLLER, (SURVIVOR_IDS[i],))

    space = yield from ask(make)
    if space is None and shared():
        space = next(iter(knockback.aside(s, i, s.at[i])), None)  # one, or none on a full board
    if space is not None:
        s.at[i] = space
        game.tell("placed", SURVIVOR_IDS[i], space)
