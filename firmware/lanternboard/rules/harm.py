"""What a survivor suffers (D1-D9, K1, S1): hits, brain damage, severe injuries and traumas, death. Every roll is chance's answer; what a
row of a table does is steps of the pack. It attacks nobody and picks nobody."""

from . import decks, figures
from .asking import SURVIVOR_IDS, ask, fall
from .figures import value
from .geometry import on_board
from .prompt import ANYONE, CHANCE, CONTROLLER, Prompt
from .state import (
    ARMOR,
    BLEED,
    BRAIN,
    DEAD,
    HEAD,
    INSANITY,
    LEGS,
    LOST,
    NOBODY,
    NOWHERE,
)

LOCATIONS = ("head", "arms", "body", "waist", "legs", "brain")
DIE = 6  # the place of the hit location die among the tables
MOST = 120  # bytes of State.injuries; who dies of five bleeding tokens has far fewer, but the table can take tokens away
LASTING = ("mark", "attribute", "token", "disorder")  # steps of a row that leave something on the record (D6)
BLEEDS_OUT = 5  # tokens at which a survivor dies (D6)


class Over(Exception):
    """The act ends: the showdown is decided, whatever was still to be done is left out (W5a); or the monster's card is dropped (M10)."""


def box(location: int, heavy: bool) -> int:
    """The bit of a box in State.body[BOXES:]: the head has only a heavy one, the brain only a light one (D1)."""
    if location == BRAIN:
        return 1 << 9
    if location == HEAD:
        return 1 if heavy else 0
    return 1 << (2 * location if heavy else 2 * location - 1)


def faces(rows) -> tuple:
    """(first, last) face of each row's faces, "5" or "2-4"."""
    out = []
    for row in rows:
        first, _, last = row.partition("-")
        out.append((int(first), int(last or first)))
    return tuple(out)


def shown(rows) -> tuple:
    """On how many of a die's ten faces each row comes up. Rows above 10 are for effects that raise a roll: the table may name one, no die
    shows it."""
    return tuple([max(0, min(10, last) - first + 1) for first, last in faces(rows)])


def roll(what: str, ids, rule: str, subject=(), there=None):
    """A die whose faces fall into `ids` ("1-3", "4", ...); which of them came up. One that leaves no choice is not rolled. None: it has
    become moot, since `there()` is False."""
    if len(ids) == 1:
        return ids[0]
    weights = shown(ids)

    def make():
        return Prompt("roll", rule, ids, None, CHANCE, (what,) + subject, weights) if there is None or there() else None

    choice = yield from ask(make)
    return choice


def amount(game, n):
    """A number of the pack: an integer, "level", or a die "d5", "d10" that is rolled."""
    if n == "level":
        return figures.level_of(game.state)
    if n in ("d5", "d10"):
        ids = tuple([str(k) for k in range(1, int(n[1:]) + 1)])
        return int((yield roll(n, ids, "D8")))
    return n


def hit(game, i: int, location: int, points: int):
    """D2-D4: points at one location: armor, boxes, then one roll. 0 when nothing of that happened (A8), 2 when a severe injury was
    rolled (S2), else 1."""
    s = game.state
    did = 0
    hurt = False
    falls = figures.marked(s, i, figures.FALLS)  # an injury that brings this with it is not one that comes while it is there
    if points <= 0 or not on_board(s, i):
        return 0
    armor = value(s, i, ARMOR + location)
    took = min(armor, points)
    if took:
        figures.add(s, i, ARMOR + location, -took)
        game.tell("armor", i, location, took)
        points -= took
        did = 1
    for heavy in (False, True):
        bit = box(location, heavy)
        if points and bit and not figures.boxes(s, i) & bit:
            figures.fill(s, i, bit)
            points -= 1
            did = 1
            hurt = True
            game.tell("hurt", i, location, 1 if heavy else 0)
            if heavy:
                fall(game, i)  # D3
    if points:
        did = 2
        hurt = True
        yield severe(game, i, location)
    if hurt and on_board(s, i) and falls:
        fall(game, i)
    return did


def damage(game, i: int, points: int, location: int = -1):
    """Damage from outside a profile; with no location named one is rolled (A7)."""
    if points > 0 and on_board(game.state, i):
        if location < 0:
            location = yield location_die(game, i, game.rulings.location_rolled)
        yield hit(game, i, location, points)


def location_die(game, i: int, rolled: bool = True):
    """A hit location die (A6): the six faces are the pack's; not `rolled`: the controller picks one (A7)."""
    found: list = []
    weights: list = []
    for word in _table(game, DIE)["faces"]:
        if word in found:
            weights[found.index(word)] += 1
        else:
            found.append(word)
            weights.append(1)
    ids = tuple(found)
    s = game.state
    subject = (SURVIVOR_IDS[i],)

    def make():
        if not on_board(s, i):
            return None
        if not rolled:
            return Prompt("location", "A7", ids, ids[0], CONTROLLER, subject)
        return Prompt("location", "A6", ids, None, CHANCE, subject, tuple(weights))

    choice = yield from ask(make)
    return LOCATIONS.index(choice or ids[0])


def _table(game, n: int):
    """The table of a location, or DIE (they lie in that order); one without rows or faces where the pack has none."""
    return game.cards.card("tables", n) if n < game.cards.count("tables") else {"rows": (), "faces": LOCATIONS[:5]}


def severe(game, i: int, location: int):
    """D4, D6: one roll on the location's table, or the brain's for a trauma (D7)."""
    s = game.state
    rows = _table(game, location)["rows"]
    if not rows:  # a pack without that table: the table reads its own
        return game.tell("severe", i, location, NOBODY)
    ids = tuple([row["faces"] for row in rows])
    choice = yield roll("severe", ids, "D7" if location == BRAIN else "D4", (SURVIVOR_IDS[i], LOCATIONS[location]), lambda: on_board(s, i))
    if choice is None or not on_board(s, i):
        return None
    k = ids.index(choice)
    row = rows[k]
    held = sum([1 for n in range(0, len(s.injuries), 2) if s.injuries[n] == i << 4 | location and s.injuries[n + 1] == k])
    game.tell("severe", i, location, k)
    most = row.get("most", 0)
    if most and held >= most and game.rulings.held_injury_bleeds:
        return (yield bleed(game, i, 1))
    # A trauma goes on the record while half of its room is free; who only falls, or bleeds, has nothing there.
    lasts = most or location == BRAIN or [step for step in row.get("steps", ()) if step[0] in LASTING]
    if lasts and len(s.injuries) < (MOST // 2 if location == BRAIN else MOST):
        s.injuries.append(i << 4 | location)
        s.injuries.append(k)
    steps = row.get("again") if held and "again" in row else row.get("steps")
    if location == LEGS and faces(ids)[k][1] <= game.rulings.legs_dead_to:
        return (yield dies(game, i))
    from . import steps as effects

    yield effects.run(game, steps or (), i)


def brain(game, i: int, points: int):
    """D7: insanity is spent first, next the brain's box, and what is left is one trauma."""
    s = game.state
    if points <= 0 or not on_board(s, i):
        return
    spent = -figures.add(s, i, INSANITY, -points)
    points -= spent
    game.tell("brain", i, spent)
    bit = box(BRAIN, False)
    if points and not figures.boxes(s, i) & bit:
        figures.fill(s, i, bit)
        points -= 1
        game.tell("hurt", i, BRAIN, 0)
        if figures.marked(s, i, figures.FALLS):  # a light injury too
            fall(game, i)
    if points:
        yield severe(game, i, BRAIN)


def bleed(game, i: int, n: int):
    """D6: bleeding tokens; at five it dies."""
    s = game.state
    if on_board(s, i):
        figures.add(s, i, BLEED, n)
        game.tell("bleeds", i, value(s, i, BLEED))
        if value(s, i, BLEED) >= BLEEDS_OUT:
            yield dies(game, i)


def dies(game, i: int):
    """D6, T7a, W10: off the board, the priority target goes, what it won can be taken over."""
    s = game.state
    if not on_board(s, i):
        return
    s.flags[i] = DEAD
    s.at[i] = NOWHERE
    s.lit = 0
    if s.priority == i:
        s.priority = -1
    game.tell("died", i)
    decks.discard_moods(game, "killed")
    _last(game)
    yield inherit(game, i)


def inherit(game, i: int):
    """W10: what a survivor who died has won goes to one who lives, or to the settlement."""
    s = game.state
    mine = [k for k in range(0, len(s.spoils), 2) if s.spoils[k] == i]
    if mine:

        def make():
            ids = tuple([SURVIVOR_IDS[k] for k in figures.living(s)])
            return Prompt("heir", "W10", ids + ("nobody",), ids[0], ANYONE, (SURVIVOR_IDS[i],)) if ids else None

        who = yield from ask(make)
        heir = SURVIVOR_IDS.index(who) if who in SURVIVOR_IDS else NOBODY
        for k in mine:
            s.spoils[k] = heir


def _last(game) -> None:
    if not figures.living(game.state):
        game.state.result = LOST
        raise Over
