"""What every flow shares: the ids and numbers it speaks in, how it asks, who stands where, and the few ways in which a
flow changes the state. It decides nothing."""

from . import geometry
from .geometry import on_board
from .prompt import ANYONE, CHANCE, CONTROLLER, Prompt
from .spaces import Spaces
from .state import DEAD, DOWN, LATE, PLAYER, WIDTH
from .state import LIGHTS as LIGHTS_ONLY

AGAIN = object()  # sent instead of a choice: the state was adjusted, ask again

# State.phase
MONSTER, PARTY, PLACE, FACE, SURVIVORS, PLAY, ROUND, OVER = range(8)

# State.lit
LIT_NOTHING, LIT_FRONT, LIT_BLIND, LIT_VIEW, LIT_RANGE, LIT_CANDIDATES, LIT_ROUTES, LIT_REACH = range(8)
LIGHTS = ("nothing", "front", "blind", "view", "range", "candidates", "routes", "reach")

SURVIVOR_IDS = ("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7")
SIDE_IDS = ("N", "E", "S", "W")
AWAY = 6  # F4
KNOCKBACK = 5  # the usual push that is proposed


def driven(going):
    """Runs an act: a generator that yields prompts and, where another one goes on for it, that generator, which is run to its end; what
    it returns is what the yield gives. So a list of steps in a list of steps, an injury in a blow, take no call stack, of which a board
    has 8 kB. Only who does nothing but ask (`ask`, `one_of`, `drawn_of`, `next_of`) is delegated to."""
    waiting = []
    choice = None
    while True:
        try:
            asked = going.send(choice)
        except StopIteration as done:
            if not waiting:
                return done.value
            going = waiting.pop()
            choice = done.value
            continue
        if type(asked) is Prompt:
            choice = yield asked
        else:
            waiting.append(going)
            going = asked
            choice = None


def ask(make, renew=None):
    """Asks what `make()` makes; again after an adjustment, when `renew()` has looked at the new state. None when the question has
    become moot (make() gave None)."""
    while True:
        prompt = make()
        if prompt is None:
            return None
        choice = yield prompt
        if choice is not AGAIN:
            return choice
        if renew:
            renew()


def one_of(rule: str, ids, usual=None, kind: str = "miniature", who: int = ANYONE):
    """Asks for one of the ids `ids()` gives; no question where there is only one, None where there is none. `usual()`: the one to
    propose, else the first."""

    def propose(options):
        wanted = usual() if usual else None
        return wanted if wanted in options else options[0]

    def make():
        options = ids()
        return Prompt(kind, rule, options, propose, who) if len(options) > 1 else None

    choice = yield from ask(make)
    return next(iter(ids()), None) if choice is None else choice


def drawn_of(ids):
    """T2: one of the ids `ids()` gives, as chance has it; no question where there is only one, None where there is none."""

    def make():
        options = ids()
        return Prompt("random", "T2", options, None, CHANCE) if len(options) > 1 else None

    choice = yield from ask(make)
    return next(iter(ids()), None) if choice is None else choice


def next_of(game, mask: int, rule: str):
    """Who of a set of survivors is next, in the controller's order; those who have left the board are left out. -1: nobody."""
    s = game.state

    def ids():
        return tuple([SURVIVOR_IDS[i] for i in range(len(s.at)) if mask >> i & 1 and on_board(s, i)])

    who = yield from one_of(rule, ids, None, "order", CONTROLLER)
    return -1 if who is None else SURVIVOR_IDS.index(who)


# Who is there


def survivors(s, down=None) -> tuple:
    """Ids of the living survivors on the board; `down` True or False asks for those who lie or stand."""
    out = []
    for i in range(len(s.at)):
        if on_board(s, i) and (down is None or bool(s.flags[i] & DOWN) == down):
            out.append(SURVIVOR_IDS[i])
    return tuple(out)


def seat_of_controller(s) -> int:
    """The first survivor whose player is the monster controller (V1a), -1 where the board knows no players. Nothing is left on the heap."""
    if s.level == LIGHTS_ONLY or s.players < 2:
        return -1
    for i in range(len(s.at)):
        if s.body[i * WIDTH + PLAYER] == s.controller:
            return i
    return -1


def clear_places(s) -> Spaces:
    """Places where the monster can be set down: on the board, clear of what blocks it and of survivors (M6)."""
    places = Spaces(s.columns * s.rows, bytearray(geometry.monster_places(s).bits))
    for i in range(len(s.at)):
        if on_board(s, i):
            c, r = s.at[i] % s.columns, s.at[i] // s.columns
            for y in range(max(0, r - s.size + 1), r + 1):
                for x in range(max(0, c - s.size + 1), c + 1):
                    places.discard(y * s.columns + x)
    return places


def monster_to(s) -> Prompt:
    """Asks where the monster is put; its own place is the proposal where it could be put there."""
    own = s.y * s.columns + s.x
    return Prompt("to", "M6", lambda: clear_places(s), lambda places: own if own in places else None, subject=("monster",))


# What changes


def set_monster(game, place: int) -> None:
    s = game.state
    s.x, s.y = place % s.columns, place // s.columns
    s.placed = True
    game.tell("placed", "monster", place)


def turn(game, side: int) -> None:
    if game.state.facing != side:
        game.state.facing = side
        game.tell("turned", side)


def fall(game, i: int) -> None:
    """Knocks a survivor down; who lies already is not floored twice (K1)."""
    s = game.state
    if not s.flags[i] & (DOWN | DEAD):
        s.flags[i] |= DOWN if s.side or not s.round else DOWN | LATE  # K2
        game.tell("fell", i)


def stand_up(game) -> None:
    """M10: a monster that lies stands up."""
    s = game.state
    if s.down:
        s.down = False
        game.tell("stood", -1)
