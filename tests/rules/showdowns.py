"""A showdown played by chance: whoever is asked answers anything legal, dice and decks as likely as they are. The same on CPython and on
MicroPython."""

from lanternboard.rules import chance, engine, geometry, state
from lanternboard.rules.prompt import CHANCE

try:
    from players import Dice, Journal
    from small_pack import DECKS, STANDARD, SmallPack
except ImportError:
    from rules.players import Dice, Journal
    from rules.small_pack import DECKS, STANDARD, SmallPack

NAMES = ("Allister", "Erza", "Lucy", "Zachary")
_RAGE = {"rank": "advanced", "pick": STANDARD, "mood": {"damage": 1}, "ends": ["killed"]}
_ALL = [["discard-mood"], ["one", "all", [["may", [["stand"]]], ["if", "insane", [["down"]]]]], ["each", "all", [["brain", 2]]]]
_CALM = {"id": "calm", "name": "Calm", "rank": "advanced", "after": _ALL, "ask": ["after"]}


class RarePack(SmallPack):
    """The small pack with what is seldom asked: two scenarios, moods and one that ends, offers, conditions, cards that the table reads."""

    def __init__(self):
        first = DECKS["scenarios"][0]
        ai, places = DECKS["ai"], DECKS["locations"]
        self.decks = dict(DECKS)
        self.decks["scenarios"] = [dict(first, ai_top=[0, 7, 6, 5]), dict(first, id="second", name="Second", ai_top=[0, 7, 6, 5])]
        moods = [dict(_RAGE, id="rage", name="Rage"), dict(_RAGE, id="fury", name="Fury")]
        claw = dict(ai[0], injury=[[n, "ask"] for n in range(len(places)) if "injury" in places[n]])
        self.decks["ai"] = [claw] + ai[1:5] + moods + [_CALM] + ai[8:]
        self.decks["locations"] = [dict(place, ask=["critical"]) if place["id"] == "back" else place for place in places]

    def count(self, deck):
        return len(self.decks.get(deck, ()))

    def card(self, deck, n):
        return self.decks[deck][n]

    def ids(self, deck):
        return tuple([card["id"] for card in self.decks.get(deck, ())])


def begun(cards, level=state.ALL, rulings=None, columns=22, rows=16):
    """A new showdown at that level: nothing is answered yet."""
    s = state.State(columns, rows, 0)
    s.level = level
    return engine.create(Journal(), cards, NAMES, columns, rows, rulings, None, s)


def answered(game, dice):
    """One answer by chance; survivors mostly go up to the monster and attack, so that something happens."""
    prompt = game.prompt
    if prompt.who == CHANCE:
        choice = chance.pick(prompt, dice.below)
    elif prompt.kind in ("hunter", "do") and dice.below(4):
        choice = prompt.usual
    elif prompt.kind == "go" and dice.below(4):
        choice = min([(geometry.distance_to(game.state, space), space) for space in prompt.options])[1]
    else:
        choice = dice.choice(prompt.options)
    game.answer(prompt.number, choice)


def played(seed, cards, level=state.ALL, most=400, watch=None, rulings=None, adjusts=0, columns=22, rows=16):
    """At most so many answers; `watch(game)` before each and at the end. `adjusts`: in how many of a hundred the table puts something
    right instead."""
    dice = Dice(seed)
    game = begun(cards, level, rulings, columns, rows)
    for _ in range(most):
        if watch:
            watch(game)
        if game.prompt.kind == "over" and not game.adjusting:
            break
        if not game.adjusting and dice.below(100) < adjusts:
            game.adjust(game.prompt.number)
        else:
            answered(game, dice)
    if watch:
        watch(game)
    return game
