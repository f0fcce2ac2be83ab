"""Set-up at the levels `monster` and `all` (F1-F5, V1a): the monster's figures, the decks, the party with its gear, the players and who is
the monster controller first. What was carried in with a party is kept."""

from . import decks, figures
from .asking import ask
from .prompt import Prompt
from .state import (
    ACCURACY,
    ARMOR,
    DAMAGE,
    GEAR,
    LEVEL,
    LUCK,
    PLAYER,
    SPEED,
    TOUGHNESS,
    WIDTH,
    ZERO,
)

MOST = 6  # survivors of a party (C7)


def scenario(game):
    """The scenario of the monster that was chosen; asked where the pack has several."""
    s = game.state
    cards = game.cards
    mine = [k for k in range(cards.count("scenarios")) if cards.card("scenarios", k)["monster"] == s.monster]
    s.scenario = 255
    if not mine:
        return
    ids = tuple([cards.ids("scenarios")[k] for k in mine])
    choice = ids[0] if len(ids) == 1 else (yield from ask(lambda: Prompt("scenario", "F2", ids, ids[0])))
    s.scenario = mine[ids.index(choice)]
    card = cards.card("scenarios", s.scenario)
    s.movement = card.get("movement", s.movement)
    if not s.at:  # a party that was given has its own
        s.limit = card.get("limit", 1)
    s.beast[LEVEL] = card.get("level", 1)
    for name, at in (
        ("toughness", TOUGHNESS),
        ("speed", SPEED),
        ("damage", DAMAGE),
        ("accuracy", ACCURACY),
        ("luck", LUCK),
        ("evasion", 0),
    ):
        s.beast[at] = ZERO + card.get(name, 0)


def party(game):
    """How many survivors, of how many players, and whose the tile is (F1, V1a). A party that was given keeps what it is."""
    s = game.state
    if not s.at:
        card = decks.scenario(game)
        usual = card.get("survivors", min(MOST, max(1, len(game.names))))
        n = yield from ask(lambda: Prompt("survivors", "F1", range(1, MOST + 1), usual))
        s.resize(n)
        for i in range(n):
            equip(game, i, card)
    yield players(game)


def players(game):
    """Who plays whom, in turns; and who is the monster controller in the first round (V1a)."""
    s = game.state
    n = len(s.at)
    players = 1
    if n > 1:
        players = yield from ask(lambda: Prompt("players", "V1a", range(1, n + 1), min(4, n)))
    s.players = players
    for i in range(n):
        s.body[i * WIDTH + PLAYER] = i % players
    if players > 1:
        s.controller = (yield from ask(lambda: Prompt("controller", "V1a", range(1, players + 1), 1))) - 1


def equip(game, i: int, scenario: dict) -> None:
    """A starting survivor of the scenario (F1): its gear, its survival once it is named."""
    s = game.state
    figures.gain_survival(s, i, scenario.get("survival", 0))
    for card in scenario.get("gear", ()):
        carry(s, i, card, game.cards.card("gear", card))


def carry(s, i: int, number: int, card: dict) -> None:
    """Gear to survivor i: armor points, and a weapon's or a tool's record. `number`: the pack's, or 128 and its place in the header."""
    armor = card.get("armor", ())
    for k in range(len(armor)):
        figures.add(s, i, ARMOR + k, armor[k])
    if ("weapon" in card or "use" in card) and len(s.gear) + GEAR < 256:
        speed, accuracy, strength, luck, reach = card.get("weapon", (0, 0, 0, 0, 0))
        s.gear.extend(bytes((i, number, speed, accuracy, ZERO + strength, ZERO + luck, reach, 0)))


def showdown(game) -> None:
    """All stand where they begin: the decks are shuffled, the first round begins. H8: who ambushes opens, whatever the scenario says."""
    from . import showdown as rounds

    s = game.state
    decks.build(game)
    ambush = s.side
    s.side = 0
    rounds.start(game, ambush == 1 or (not ambush and decks.scenario(game).get("opens") == "survivors"), ambush == 2)
