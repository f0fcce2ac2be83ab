"""The decks and where their cards are (A10, W3, W5, W8, W9, W10, F5). No deck has an order: which card comes up is chance's answer when it
is drawn, with the same likelihood as from a shuffled deck; only what is known to lie on top is kept as such. So physical and virtual decks
are one thing: who has cards reads off which one it is.

Of the AI deck nobody knows which cards lie unseen in the wound stack: the pool holds every card that nobody has seen since the deck was
built, `quota` says how many of each rank of them are in deck and wound stack together, `unseen` how many of those in the wound stack.
A level's deck is some cards of each rank: then the pool is longer than its quotas, and what is over lies in the box."""

from .asking import ask
from .prompt import CHANCE, Prompt
from .state import (
    AI_DISCARD,
    AI_OPEN,
    AI_PLAY,
    AI_POOL,
    AI_TOP,
    BASIC,
    HL_DISCARD,
    HL_OPEN,
    HL_POOL,
    HL_TOP,
    NOBODY,
)

OTHER = "other"  # a card that no pack knows (rules/learn.py)
STORES = ("basic", "parts")


def left(s) -> int:
    """Cards in the AI deck."""
    return sum(s.quota) + len(s.decks[AI_TOP]) - s.unseen


def take(pile, card: int) -> bool:
    """Takes one copy out of a list of cards; False where there is none."""
    for k in range(len(pile)):
        if pile[k] == card:
            pile[:] = pile[:k] + pile[k + 1 :]
            return True
    return False


def pile_pop(pile) -> int:
    """The last card of a list, taken off it."""
    card = pile[-1]
    pile[:] = pile[:-1]
    return card


def empty(pile) -> bytes:
    """All cards of a list, which is empty then."""
    out = bytes(pile)
    pile[:] = b""
    return out


NO_SCENARIO = {"ai": ((), (), ()), "ai_of": (0, 0, 0), "always": (), "basic_action": -1, "trap": -1}


def scenario(game) -> dict:
    """The scenario that is played; NO_SCENARIO for a monster that the pack has none for."""
    n = game.state.scenario
    return game.cards.card("scenarios", n) if n < game.cards.count("scenarios") else NO_SCENARIO


def rank_of(ranks, card: int) -> int:
    """0 basic, 1 advanced, 2 legendary in the scenario's lists "ai"; one that the table has entered counts as basic."""
    for rank in range(3):
        if card in ranks[rank]:
            return rank
    return 0


def copies(pile, cards) -> list:
    """How often each of the cards lies in a list; they are all that do."""
    out = [0] * len(cards)
    for card in pile:
        out[cards.index(card)] += 1
    return out


def distinct(pile) -> list:
    out: list = []
    for card in pile:
        if card not in out:
            out.append(card)
    return out


def rebuild(game) -> bool:
    """W5: the discard, shuffled, is the new AI deck. False where it is empty too."""
    s = game.state
    s.unseen = 0
    s.decks[AI_POOL][:] = empty(s.decks[AI_DISCARD])
    for k in range(3):
        s.quota[k] = 0
    ranks = scenario(game)["ai"]
    for card in s.decks[AI_POOL]:
        s.quota[rank_of(ranks, card)] += 1
    if s.decks[AI_POOL]:
        game.tell("shuffled", 0)
    return len(s.decks[AI_POOL]) > 0


def _likely(game, cards):
    """How likely each of the pool's cards is: copies, times the share of its rank that is really there."""
    s = game.state
    pool = s.decks[AI_POOL]
    ranks = scenario(game)["ai"]
    out = copies(pool, cards)
    sizes = [0, 0, 0]
    for k in range(len(cards)):
        sizes[rank_of(ranks, cards[k])] += out[k]
    if list(s.quota) != sizes:
        whole = max(1, sizes[0]) * max(1, sizes[1]) * max(1, sizes[2])
        for k in range(len(cards)):
            if out[k]:
                rank = rank_of(ranks, cards[k])
                out[k] *= s.quota[rank] * (whole // sizes[rank])
    return tuple(out) + (0,)


def draw_ai(game):
    """The number of the AI card that is drawn, now in AI_OPEN; -1 where deck and discard are empty (F5)."""
    s = game.state
    if left(s) <= 0 and not rebuild(game):
        return -1
    if s.decks[AI_TOP]:
        card = pile_pop(s.decks[AI_TOP])
    else:
        card = yield _which(game, "ai", AI_POOL, "card", "F5", lambda cards: _likely(game, cards))
        rank = rank_of(scenario(game)["ai"], card)
        if not s.quota[rank]:  # the table's own deck is another than we think
            rank = max([(s.quota[k], k) for k in range(3)])[1]
        s.quota[rank] -= 1
        if s.unseen > sum(s.quota):  # meanwhile the table has told of so many wounds that it can only have come from there
            s.unseen -= 1
            s.wounds -= 1
    s.decks[AI_OPEN].append(card)
    game.tell("drew", card)
    return card


def draw_location(game):
    """A hit location card, now in HL_OPEN (W3); -1 where the deck has run out (W8)."""
    s = game.state
    if s.decks[HL_TOP]:
        card = pile_pop(s.decks[HL_TOP])
    elif not s.decks[HL_POOL]:
        return -1
    else:
        card = yield _which(game, "locations", HL_POOL, "location-card", "W3", None)
    s.decks[HL_OPEN].append(card)
    game.tell("location", card)
    return card


def _which(game, deck: str, pile: int, kind: str, rule: str, likely):
    """Which card of a pool came up; it is taken out. One that no pack knows is entered first."""
    pool = game.state.decks[pile]

    def make():
        cards = distinct(pool)
        count = game.cards.count(deck)
        if game.state.learned:  # those that the table has entered: its own deck may hold one more
            from . import learn

            for k in range(learn.count(game.state, learn.DECKS.index(deck))):
                if count + k not in cards:
                    cards.append(count + k)
        ids = game.cards.ids(deck)
        options = tuple([ids[card] if card < count else id_of(game, deck, card) for card in cards])

        def weights(_):
            return likely(cards) if likely else tuple(copies(pool, cards)) + (0,)

        return Prompt(kind, rule, options + (OTHER,), options[0], CHANCE, (deck,), weights)

    choice = yield from ask(make)
    if choice == OTHER:
        from . import learn

        return (yield learn.card(game, deck))
    card = number_of(game, deck, choice)
    take(pool, card)
    return card


def data(game, deck: str, number: int) -> dict:
    """A card of "ai" or "locations": the pack's with what the table has read off its own, or one that the table has entered."""
    count = game.cards.count(deck)
    if number < count:
        card = game.cards.card(deck, number)
        if "ask" not in card:
            return card
    from . import learn

    return learn.completed(game, deck, number, card) if number < count else learn.entered(game, deck, number - count)


def read(game, deck: str, number: int):
    """Has the table read what the pack leaves open of a card, before it is carried out."""
    if number < game.cards.count(deck):
        card = game.cards.card(deck, number)
        if "ask" in card:
            from . import learn

            yield learn.ensure(game, deck, number, card)


def id_of(game, deck: str, number: int) -> str:
    """A card's id as a choice."""
    count = game.cards.count(deck)
    return game.cards.ids(deck)[number] if number < count else "learned-%d" % (number - count)


def number_of(game, deck: str, name: str) -> int:
    """The number of the card with that id."""
    if name.startswith("learned-"):
        return game.cards.count(deck) + int(name[8:])
    return game.cards.ids(deck).index(name)


def wound(game) -> bool:
    """W5: the top AI card goes unseen onto the wound stack. False where there is none to go: the wound kills."""
    s = game.state
    if left(s) <= 0 and not rebuild(game):
        return False
    if s.decks[AI_TOP]:
        pile_pop(s.decks[AI_TOP])
    else:
        s.unseen += 1
    s.wounds += 1
    game.tell("wounded", s.wounds)
    return True


def done(game, carried_out: bool = True) -> None:
    """A10: the card that is being carried out goes to the discard, a mood into play once it was `carried_out`."""
    s = game.state
    if s.decks[AI_OPEN]:
        card = pile_pop(s.decks[AI_OPEN])
        mood = carried_out and card < game.cards.count("ai") and "mood" in game.cards.card("ai", card)
        s.decks[AI_PLAY if mood else AI_DISCARD].append(card)


def discard_moods(game, why: str) -> None:
    """Discards every mood in play that ends so: "dismembered", "killed"."""
    s = game.state
    for card in bytes(s.decks[AI_PLAY]):
        if card < game.cards.count("ai") and why in game.cards.card("ai", card).get("ends", ()):
            take(s.decks[AI_PLAY], card)
            s.decks[AI_DISCARD].append(card)
            game.tell("mood-ends", card)


def shuffle_locations(game) -> None:
    """W9: every location card is a new deck; those that lie out for a persistent injury stay out."""
    decks = game.state.decks
    for pile in (HL_TOP, HL_DISCARD, HL_OPEN):
        decks[HL_POOL].extend(empty(decks[pile]))
    game.tell("shuffled", 1)


def gain(game, i: int, store: int, card):
    """A resource to survivor i (255 and -1: to the settlement): by its number, or "random" (W10). An empty deck gives nothing."""
    s = game.state
    pile = s.decks[BASIC + store]
    deck = STORES[store]
    if card == "random":
        if not pile:
            return
        ids = game.cards.ids(deck)

        def make():
            cards = distinct(pile)
            weights = tuple(copies(pile, cards))
            return Prompt("resource", "W10", tuple([ids[card] for card in cards]), None, CHANCE, (deck,), weights) if pile else None

        which = yield from ask(make)
        if which is None:
            return
        card = ids.index(which)
    if len(s.spoils) > 253 or not take(pile, card):
        return
    s.spoils.append(NOBODY if i < 0 else i)
    s.spoils.append(store << 7 | card)
    game.tell("gained", i, store, card)
    steps = game.cards.card(deck, card).get("gain")
    if steps:
        from . import steps as effects

        yield effects.run(game, steps, -1 if i == NOBODY else i)


def build(game) -> None:
    """The decks as the showdown begins (F2, F3)."""
    s = game.state
    found = scenario(game)
    for pile in s.decks:
        empty(pile)
    s.unseen = s.wounds = 0
    pool = s.decks[AI_POOL]
    for k in range(3):
        pool.extend(bytes(found["ai"][k]))
        s.quota[k] = found["ai_of"][k]
    for card in found.get("ai_top", ()):
        take(pool, card)
        s.quota[rank_of(found["ai"], card)] -= 1
        s.decks[AI_TOP].append(card)
    s.decks[HL_POOL].extend(bytes(range(game.cards.count("locations"))))
    for card in found.get("locations_top", ()):
        take(s.decks[HL_POOL], card)
        s.decks[HL_TOP].append(card)
    for store in (0, 1):
        s.decks[BASIC + store].extend(bytes(found.get(STORES[store], ())))
