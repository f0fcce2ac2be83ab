"""A showdown in the middle, for tests on CPython and MicroPython: `monsters_turn(map, ...)` and `survivors_turn(map, ...)` begin a turn
from a drawn position (tables.py), `play(game, "kind choice", ...)` answers what is asked and asserts its kind, `asks` what is asked now.

Every card is taken from the pool by its name, every die by what it shows, so a test says all that is uncertain. Survivor i is player
i's; the last player is the controller unless the test says otherwise. Nobody has survival, armor or gear unless the test gives it."""

from lanternboard.rules import agenda, engine
from lanternboard.rules.harm import LOCATIONS, box
from lanternboard.rules.rulings import Rulings
from lanternboard.rules.state import (
    AI_DISCARD,
    AI_PLAY,
    AI_POOL,
    ALL,
    ARMOR,
    BOXES,
    DEAD,
    DOWN,
    HL_DISCARD,
    HL_PLAY,
    HL_POOL,
    PLAYER,
    SIDES,
    TOKENS,
    WIDTH,
    ZERO,
)
from lanternboard.table.builtin import RamJournal
from rules.small_pack import DECKS, SmallPack
from rules.tables import table

FIELDS = {"survival": 12, "insanity": 13, "courage": 14, "understanding": 15, "experience": 16, "bleed": 17, "turn": 27}
OF_BEAST = {"speed": 1, "accuracy": 2, "damage": 3, "toughness": 4, "luck": 5, "evasion": 0}
ATTRIBUTES = {"movement": 0, "speed": 1, "accuracy": 2, "strength": 3, "evasion": 4, "luck": 5}


class Pack(SmallPack):
    """The small pack with other fields on some cards: Pack(("ai", "claw", {"attack": [3, 2, 1]}), ...)."""

    def __init__(self, *changes):
        self.changes = changes

    def card(self, deck, n):
        card = DECKS[deck][n]
        for where, name, fields in self.changes:
            if where == deck and card["id"] == name:
                card = dict(card)
                card.update(fields)
        return card


def numbers(deck, names, cards=None):
    ids = (cards or SmallPack()).ids(deck)
    return bytes([ids.index(name) for name in names.split()])


def other(name, value=False):
    """Rulings of which one is decided otherwise."""
    found = Rulings()
    assert getattr(found, name) != value
    setattr(found, name, value)
    return found


def position(text, facing="N", deck="claw", discard="", moods="", injuries="", players=0, controller=-1, down=(), cards=None, **beast):
    """The state before a round. `deck`, `discard`, `moods`: AI cards by name; `injuries`: locations that lie in play; **beast:
    movement, level, tokens, and attributes of the monster."""
    cards = cards or SmallPack()
    s = table(text, facing, beast.pop("movement", 6), beast.pop("tokens", 0), down)
    s.level = ALL
    s.phase = 6
    s.monster = s.scenario = 0
    scenario = cards.card("scenarios", 0)
    n = max(1, len(s.at))
    s.players = players or n
    s.controller = controller if controller >= 0 else s.players - 1
    for i in range(len(s.at)):
        s.body[i * WIDTH + PLAYER] = i % s.players
    s.beast[12] = beast.pop("level", 1)
    s.beast[4] = ZERO + 6
    for name in beast:
        s.beast[OF_BEAST[name]] = ZERO + beast[name]
    s.decks[AI_POOL].extend(numbers("ai", deck, cards))
    for card in s.decks[AI_POOL]:
        s.quota[1 if card in scenario["ai"][1] else 0] += 1
    s.decks[AI_DISCARD].extend(numbers("ai", discard, cards))
    s.decks[AI_PLAY].extend(numbers("ai", moods, cards))
    out = numbers("locations", injuries, cards)
    for card in range(cards.count("locations")):
        s.decks[HL_PLAY if card in out else HL_POOL].append(card)
    for store, pile in (("basic", 10), ("parts", 11)):
        s.decks[pile].extend(bytes(scenario.get(store, ())))
    return s


def begin(s, cards=None, rulings=None):
    return engine.create(RamJournal(), cards or SmallPack(), (), s.columns, s.rows, rulings, None, s)


def monsters_turn(text, *args, cards=None, rulings=None, change=None, **named):
    """A game at the start of a monster's turn, its card not drawn yet; `change(s)`: what else is different."""
    s = position(text, *args, cards=cards, **named)
    if change:
        change(s)
    return begin(s, cards, rulings)


def survivors_turn(text, *args, cards=None, rulings=None, change=None, **named):
    """A game at the start of round 1's survivors' turn."""
    s = position(text, *args, cards=cards, **named)
    s.round = s.side = 1
    agenda.push(s, agenda.END_ROUND)
    agenda.push(s, agenda.SURVIVORS)
    if change:
        change(s)
    return begin(s, cards, rulings)


def choice(prompt, text):
    if prompt.is_spaces():
        column, row = text.split(",")
        return ("space", int(column), int(row))
    return int(text) if isinstance(prompt.options, range) else text


def play(game, *answers):
    """Answers "kind choice" each: a space as "column,row". Fails when something else is asked, or when a choice is not allowed."""
    for text in answers:
        kind, _, words = text.partition(" ")
        p = game.prompt
        assert p.kind == kind, "%s: asked is %s %s" % (text, p.kind, shown(game))
        one = choice(p, words)
        if isinstance(one, tuple):
            one = one[2] * game.state.columns + one[1]
        assert p.allows(one), "%s: offered is %s" % (text, shown(game))
        game.answer(p.number, one)
    return game


def shown(game):
    """What is offered: spaces as "column,row" words."""
    p = game.prompt
    if p.is_spaces():
        return " ".join(["%d,%d" % (k % game.state.columns, k // game.state.columns) for k in p.options])
    return " ".join([str(option) for option in p.options])


def asks(game, kind, options=None, who=None):
    p = game.prompt
    assert p.kind == kind, (p.kind, shown(game))
    if options is not None:
        assert shown(game) == options, (shown(game), options)
    if who is not None:
        assert p.who == who, (p.who, who)


def value(game, i, name):
    """A counter of a survivor's record, an attribute, or "x-tokens"."""
    s = game.state
    if name in FIELDS:
        return s.body[i * WIDTH + FIELDS[name]]
    if name.endswith("-tokens"):
        return s.body[i * WIDTH + ATTRIBUTES[name[:-7]] + TOKENS] - ZERO
    return s.body[i * WIDTH + ATTRIBUTES[name]] - ZERO


def give(s, i, **fields):
    """Sets counters, attributes, and armor="waist 1"."""
    for name in fields:
        if name == "armor":
            where, n = fields[name].split()
            s.body[i * WIDTH + ARMOR + LOCATIONS.index(where)] = int(n)
        elif name in FIELDS:
            s.body[i * WIDTH + FIELDS[name]] = fields[name]
        else:
            s.body[i * WIDTH + ATTRIBUTES[name]] = ZERO + fields[name]


def fill(s, i, *boxes):
    """Fills boxes: "head" (its only one), "arms", "arms heavy", "brain" ..."""
    for text in boxes:
        where, _, heavy = text.partition(" ")
        bit = box(LOCATIONS.index(where), heavy == "heavy" or where == "head")
        s.body[i * WIDTH + BOXES] |= bit & 255
        s.body[i * WIDTH + BOXES + 1] |= bit >> 8


def hurt(game, i):
    """The filled boxes of a survivor: "arms, arms heavy"."""
    s = game.state
    found = s.body[i * WIDTH + BOXES] | s.body[i * WIDTH + BOXES + 1] << 8
    out = []
    for k in range(6):
        light, heavy = box(k, False), box(k, True) if k < 5 else 0
        if light and found & light:
            out.append(LOCATIONS[k])
        if heavy and found & heavy:
            out.append("head" if k == 0 else LOCATIONS[k] + " heavy")
    return ", ".join(out)


def armor(game, i, where):
    return game.state.body[i * WIDTH + ARMOR + LOCATIONS.index(where)]


def lies(game, i):
    return bool(game.state.flags[i] & DOWN)


def dead(game, i):
    return bool(game.state.flags[i] & DEAD)


def spot(game, i):
    """(column, row) of a survivor."""
    at = game.state.at[i]
    return at % game.state.columns, at // game.state.columns


def beast(game):
    """(column, row, facing) of the monster."""
    s = game.state
    return s.x, s.y, SIDES[s.facing]


def pile(game, which):
    """The names of the cards of an AI pile: "deck", "discard", "play" or "open"; or of "locations-discard", "locations-play"."""
    of = {"deck": AI_POOL, "discard": AI_DISCARD, "open": 3, "play": AI_PLAY, "locations-discard": HL_DISCARD, "locations-play": HL_PLAY}[
        which
    ]
    ids = game.cards.ids("locations" if which.startswith("locations") else "ai")
    return " ".join([ids[card] for card in game.state.decks[of]])
