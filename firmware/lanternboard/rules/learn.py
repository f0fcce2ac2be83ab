"""What the table reads off its own cards: what a pack leaves open (`ask`), and whole cards that no pack knows. It is asked once, from
menus, and kept in State.learned; the next showdown with the same pack begins with it (docs/packs.md).

A record there is RECORD bytes: deck (0 AI, 1 locations), the card's number, what it says, and four numbers. Cards that were entered
have the numbers after the pack's, in the order of their CARD records."""

from .asking import ask
from .figures import BEASTS
from .prompt import CONTROLLER, Prompt
from .state import NOBODY
from .targets import takes_all

RECORD = 7
DECKS = ("ai", "locations")
CARD, PICK, ATTACK, DYING = 100, 101, 102, 104  # what a record says, besides the moments
MOMENTS = ("damage", "after", "failure", "wound", "reflex", "critical")
INJURY = 6  # what it does while an injury lies in play (A9), whose location is behind the effect's number
MOST = 200  # bytes of State.learned, so that the state stays under 1 kB
SEVERAL = 3  # effects at one moment

# What can be entered of a card, in the order of their numbers for ever: an id and the step it is; N stands for the number that is asked.
EFFECTS = (
    ("knockback", ["knockback", "N"]),
    ("grab", ["grab"]),
    ("down", ["down"]),
    ("bleed", ["bleed", "N"]),
    ("brain", ["brain", "N"]),
    ("damage", ["damage", "N"]),
    ("insanity", ["insanity", "N"]),
    ("priority", ["priority", "turn"]),
    ("basic", ["basic", "N"]),
    ("charge", ["charge"]),
    ("back", ["back", "N"]),
    ("away", ["away"]),
    ("draw", ["draw"]),
    ("survival", ["survival", "N"]),
    ("courage", ["courage", "N"]),
    ("monster-down", ["monster-down"]),
    ("less-movement", ["monster-token", BEASTS[0], -1]),
    ("less-accuracy", ["monster-token", BEASTS[2], -1]),
    ("less-toughness", ["monster-token", BEASTS[4], -1]),
    ("more-damage", ["monster-token", BEASTS[3], 1]),
    ("gain-part", ["gain", "parts", "random"]),
    ("gain-basic", ["gain", "basic", "random"]),
    ("end-turn", ["end-turn"]),
    ("adjacent-insanity", ["each", "adjacent", [["insanity", "N"]]]),
    ("adjacent-down", ["each", "adjacent", [["down"]]]),
)
AS_EVER = 254  # in an effect's place: the card is carried out as if the injury were not there
_ON_TARGET = (0, 1, 2, 3, 4, 5, 6, 7, 11)
_AFTER = (12, 11, 7, 4, 2)
_REACTION = (8, 9, 10, 4, 2, 7, 1, 5)
_CRITICAL = (15, 16, 17, 18, 19, 20, 21, 13, 14, 6, 7)
_OFFERED = {"damage": _ON_TARGET, "after": _AFTER, "failure": _REACTION, "wound": _REACTION, "reflex": _REACTION, "critical": _CRITICAL}
_INJURED = (22, 15, 23, 24, 16, 17, 18, 12, 11)


def _rule(deck: str) -> str:
    return "A1" if deck == "ai" else "W3"


def records(s, deck: int, number: int, what: int = -1) -> list:
    """The places in State.learned of what is known of a card."""
    found = []
    for k in range(0, len(s.learned), RECORD):
        if s.learned[k] == deck and s.learned[k + 1] == number and what in (-1, s.learned[k + 2]):
            found.append(k)
    return found


def _note(s, deck: int, number: int, what: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    if len(s.learned) + RECORD <= MOST:
        s.learned.extend(bytes((deck, number, what, a, b, c, 0)))


def count(s, deck: int) -> int:
    """How many cards the table has entered in a deck."""
    return sum([1 for k in range(0, len(s.learned), RECORD) if s.learned[k] == deck and s.learned[k + 2] == CARD])


def missing(game, deck: str, number: int, card: dict) -> list:
    """What a pack's card leaves open and the table has not read yet."""
    if not card.get("ask"):
        return []
    wanted = []
    for word in card["ask"]:
        for each in ("pick", "attack", "damage", "after") if word == "all" else (word,):
            if each not in wanted and not records(game.state, DECKS.index(deck), number, _code(each)):
                wanted.append(each)
    return wanted


def _code(word: str) -> int:
    return PICK if word == "pick" else ATTACK if word == "attack" else MOMENTS.index(word)


def ensure(game, deck: str, number: int, card: dict):
    """Has the table read what a card leaves open, before it is carried out."""
    name = card["id"]
    for word in missing(game, deck, number, card):
        if word == "pick":
            yield _pick(game, deck, number, name, card.get("pick", ()), "attack" in card)
        elif word in ("attack", "damage") and _takes_all(game, deck, number):
            if word == "attack":
                _note(game.state, DECKS.index(deck), number, ATTACK)
            else:
                _note(game.state, DECKS.index(deck), number, MOMENTS.index(word), NOBODY)
        elif word == "attack":
            yield _attack(game, deck, number, name)
        else:
            yield _effects(game, deck, number, name, word)


def _number(name: str, what: str, options, usual, deck: str):
    rule = "A9" if what == "injured" else _rule(deck)
    return (yield from ask(lambda: Prompt("read", rule, options, usual, CONTROLLER, (name, what))))


def _pick(game, deck: str, number: int, name: str, known=(), one=False):
    """Its pick-target list; of several the first that begins with what the pack knows is proposed. `one`: it attacks, so none that takes
    all."""
    lists = game.cards.ids("targets")
    usual = "nobody"
    offered = []
    for k in range(len(lists) - 1, -1, -1):
        entries = game.cards.card("targets", k)["pick"]
        if one and takes_all(entries):
            continue
        offered.insert(0, lists[k])
        if list(entries[: len(known)]) == list(known):
            usual = lists[k]
    choice = yield _number(name, "pick", ("nobody",) + tuple(offered), usual, deck)
    _note(game.state, DECKS.index(deck), number, PICK, lists.index(choice) if choice in lists else NOBODY)


def _takes_all(game, deck: str, number: int) -> bool:
    """Whether the table has read off the card that it takes all: such a card does not attack."""
    for k in records(game.state, DECKS.index(deck), number, PICK):
        n = game.state.learned[k + 3]
        return n != NOBODY and takes_all(game.cards.card("targets", n)["pick"])
    return False


def _attack(game, deck: str, number: int, name: str):
    speed = yield _number(name, "speed", range(0, 11), 2, deck)
    accuracy = damage = 0
    if speed:
        accuracy = yield _number(name, "accuracy", range(1, 11), 2, deck)
        damage = yield _number(name, "damage", range(0, 11), 1, deck)
    _note(game.state, DECKS.index(deck), number, ATTACK, speed, accuracy, damage)


def _effects(game, deck: str, number: int, name: str, moment: str, out: int = 0):
    """Up to a few effects at one moment; "nothing" ends them. `out`: the location whose injury has them."""
    s = game.state
    known = 0
    what = INJURY if moment == "injured" else MOMENTS.index(moment)
    none = NOBODY
    offered = _INJURED if what == INJURY else _OFFERED[moment]
    while known < SEVERAL:
        ids = ("nothing",) + tuple([EFFECTS[k][0] for k in offered])
        if what == INJURY and not known:
            ids += ("as-ever",)
        choice = yield _number(name, moment, ids, "nothing", deck)
        if choice == "nothing":
            break
        if choice == "as-ever":
            none = AS_EVER
            break
        k = [each[0] for each in EFFECTS].index(choice)
        n = 1
        if _step(EFFECTS[k][1], 0) != EFFECTS[k][1]:
            n = yield _number(name, choice, range(0, 11), 1, deck)
        _note(s, DECKS.index(deck), number, what, k, n, out)
        known += 1
        if EFFECTS[k][0] == "basic" or EFFECTS[k][0] == "draw":  # what they begin comes behind all others
            break
    if not known:
        _note(s, DECKS.index(deck), number, what, none, 0, out)


def _step(step: list, n: int) -> list:
    """An effect's step with its number."""
    return [_step(part, n) if isinstance(part, list) else n if part == "N" else part for part in step]


def injured(game, number: int, out: int):
    """A9: what an AI card does while the injury of location `out` lies in play, read off the table's own card once. None: as ever."""
    s = game.state
    for again in (False, True):
        steps = []
        for k in records(s, 0, number, INJURY):
            if s.learned[k + 5] == out:
                if s.learned[k + 3] == AS_EVER:
                    return None
                if s.learned[k + 3] < len(EFFECTS):
                    steps.append(_step(EFFECTS[s.learned[k + 3]][1], s.learned[k + 4]))
                again = True
        if again:
            return steps
        yield _effects(game, "ai", number, game.cards.ids("ai")[number], "injured", out)


def card(game, deck: str):
    """A card that no pack knows is entered from menus; its number."""
    s = game.state
    which = DECKS.index(deck)
    number = game.cards.count(deck) + count(s, which)
    if len(s.learned) > MOST - 12 * RECORD:
        # no room for another one: it does nothing that the board could know of
        game.tell("unread")
        return number
    name = "learned-%d" % count(s, which)
    if deck == "ai":
        yield _pick(game, deck, number, name)
        if s.learned[-4] != NOBODY and not _takes_all(game, deck, number):
            yield _attack(game, deck, number, name)
            yield _effects(game, deck, number, name, "damage")
        yield _effects(game, deck, number, name, "after")
        traits = 0
    else:
        for moment in ("failure", "wound", "reflex", "critical"):
            yield _effects(game, deck, number, name, moment)
        traits = 0
        for bit, what in ((1, "injury"), (2, "impervious"), (4, "trap")):
            if (yield _number(name, what, ("yes", "no"), "no", deck)) == "yes":
                traits |= bit
    kept = yield _number(name, "keep", ("yes", "no"), "yes", deck)
    _note(s, which, number, CARD, traits, 1 if kept == "yes" else 0)
    game.tell("entered", deck)
    return number


def completed(game, deck: str, number: int, card: dict) -> dict:
    """A pack's card with what the table has read off its own."""
    out = dict(card)
    _fill(game, DECKS.index(deck), number, out)
    return out


def entered(game, deck: str, n: int) -> dict:
    """Card n of those that the table has entered in a deck."""
    number = game.cards.count(deck) + n
    which = DECKS.index(deck)
    out = {"id": "learned-%d" % n, "name": "", "rank": "basic"}
    _fill(game, which, number, out)
    for k in records(game.state, which, number, CARD):
        traits = game.state.learned[k + 3]
        if traits & 1:
            out["injury"] = out["id"]
        if traits & 2:
            out["impervious"] = True
        if traits & 4:
            out["trap"] = True
    return out


def _fill(game, which: int, number: int, out: dict) -> None:
    s = game.state
    for k in records(s, which, number):
        what, a, b, c = s.learned[k + 2], s.learned[k + 3], s.learned[k + 4], s.learned[k + 5]
        if what == PICK:
            if a < game.cards.count("targets"):
                out["pick"] = game.cards.card("targets", a)["pick"]
        elif what == ATTACK:
            if a:
                out["attack"] = [a, b, c]
        elif what < len(MOMENTS) and a < len(EFFECTS):
            out[MOMENTS[what]] = list(out.get(MOMENTS[what], ())) + [_step(EFFECTS[a][1], b)]


def when_it_dies(game):
    """Whether a death put off to the monster's next turn comes at its start or its end: the cards at hand do not say, the table's does."""
    s = game.state
    known = records(s, 1, NOBODY, DYING)
    if not known:
        choice = yield _number("", "dying", ("start", "end"), "end", "locations")
        _note(s, 1, NOBODY, DYING, 0 if choice == "start" else 1)
        known = records(s, 1, NOBODY, DYING)
    return not known or s.learned[known[0] + 3] == 0


def kept(s) -> bytes:
    """Of State.learned what the next showdown with the same pack begins with."""
    first = [NOBODY, NOBODY]  # of each deck: cards' numbers count on those before them, so the first that is not kept ends the list
    for k in range(0, len(s.learned), RECORD):
        if s.learned[k + 2] == CARD and not s.learned[k + 4]:
            first[s.learned[k]] = min(first[s.learned[k]], s.learned[k + 1])
    out = bytearray()
    for k in range(0, len(s.learned), RECORD):
        deck, number = s.learned[k], s.learned[k + 1]
        if number < first[deck] or number == NOBODY or not _is_entered(s, deck, number):
            out.extend(s.learned[k : k + RECORD])
    return bytes(out)


def _is_entered(s, deck: int, number: int) -> bool:
    return len(records(s, deck, number, CARD)) > 0
