"""The table's acts at the lights level: choose what is lit, move, turn, knock down, stand up, carry out a move or a push."""

from . import geometry
from .asking import (
    LIGHTS,
    LIT_CANDIDATES,
    LIT_REACH,
    LIT_ROUTES,
    SIDE_IDS,
    SURVIVOR_IDS,
    ask,
    clear_places,
    fall,
    monster_to,
    one_of,
    set_monster,
    survivors,
    turn,
)
from .geometry import free_spaces, on_board
from .prompt import Prompt
from .state import DOWN, LATE, MOVED, SIDES, TURN, WIDTH

ACTS = ("light", "move", "turn", "attack", "push", "fall", "stand")


def _acts(s) -> tuple:
    out = []
    for name in ACTS:
        if name == "light" or name == "move" or name == "turn":
            ok = s.placed
        elif name == "fall":
            ok = bool(survivors(s, False)) or not s.down
        elif name == "stand":
            ok = bool(survivors(s, True)) or s.down
        else:
            ok = s.placed and bool(survivors(s))
        if ok:
            out.append(name)
    return tuple(out)


def play(game):
    s = game.state
    choice = yield from ask(lambda: Prompt("act", "V1", lambda: _acts(s), "move"))
    yield perform(game, choice)


def perform(game, choice: str):
    """One act of the table."""
    s = game.state
    if choice == "light":
        yield _light(game)
    elif choice == "move":
        yield _move(game)
    elif choice == "turn":
        side = yield from ask(lambda: Prompt("facing", "G5", SIDE_IDS, SIDE_IDS[s.facing], subject=("monster",)))
        turn(game, SIDES.index(side))
    elif choice == "attack" or choice == "push":
        from . import carry  # loaded when used

        yield (carry.attack(game) if choice == "attack" else carry.push(game))
    elif choice == "fall":
        yield _fall_or_stand(game, False)
    else:
        yield _fall_or_stand(game, True)


def _light(game):
    s = game.state
    choice = yield from ask(lambda: Prompt("light", "V1", lambda: _lights(game), LIGHTS[s.lit] if s.lit < 5 else LIGHTS[0]))
    lit = LIGHTS.index(choice)
    of = 0
    if lit == LIT_CANDIDATES:
        n = game.cards.count("targets")
        if n > 1:
            last = s.lit_of if s.lit == LIT_CANDIDATES and s.lit_of < n else 0
            of = yield from ask(lambda: Prompt("list", "T1", range(n), last))
    elif lit == LIT_ROUTES or lit == LIT_REACH:
        if lit == LIT_ROUTES:
            who = yield from one_of("M1", lambda: survivors(s), kind="target")
        else:
            who = yield from one_of("V4", lambda: survivors(s, False))  # K1: who lies has no use of movement
        if who is None:
            return
        of = SURVIVOR_IDS.index(who)
    s.lit = lit
    s.lit_of = of
    game.tell("lit", lit, of)


def _lights(game) -> tuple:
    out = []
    for k in range(len(LIGHTS)):
        if k == LIT_CANDIDATES and not game.cards.count("targets"):
            continue
        if k >= LIT_ROUTES and not survivors(game.state, None if k == LIT_ROUTES else False):
            continue
        out.append(LIGHTS[k])
    return tuple(out)


def _move(game):
    s = game.state
    who = yield from one_of("V1", lambda: ("monster",) + survivors(s))
    if who == "monster":
        place = yield from ask(lambda: monster_to(s) if clear_places(s) else None)
        if place is not None:
            set_monster(game, place)
    else:
        yield move_survivor(game, who)


def move_survivor(game, who: str):
    """Where the table put it; at the level `monster`, where it could attack from is proposed."""
    s = game.state
    i = SURVIVOR_IDS.index(who)

    def usual(_):
        if s.level:
            from .figures import steps_of

            return geometry.approach(s, geometry.reach(s, i, steps_of(s, i), game.rulings))

    def make():
        spaces = free_spaces(s)
        return Prompt("to", "V1", spaces, usual, who=i, subject=(who,)) if on_board(s, i) and spaces else None

    space = yield from ask(make)
    if space is not None:
        s.at[i] = space
        if s.level:
            s.body[i * WIDTH + TURN] |= MOVED
        game.tell("placed", who, space)


def next_to_move(s):
    """Whom the table is likely to move next: the first who stands away from the monster and has not been moved this round. None: nobody."""
    for name in survivors(s, False):
        i = SURVIVOR_IDS.index(name)
        if not s.body[i * WIDTH + TURN] & MOVED and geometry.distance_to(s, s.at[i]) > 1:
            return name
    return None


def _fall_or_stand(game, lying: bool):
    s = game.state

    def ids():
        return (("monster",) if s.placed and s.down == lying else ()) + survivors(s, lying)

    who = yield from one_of("K2" if lying else "K1", ids)
    if who is None:
        return
    if who == "monster":
        s.down = not lying
        game.tell("stood" if lying else "fell", -1)
    elif lying:
        s.flags[SURVIVOR_IDS.index(who)] &= ~(DOWN | LATE) & 255
        game.tell("stood", SURVIVOR_IDS.index(who))
    else:
        fall(game, SURVIVOR_IDS.index(who))
