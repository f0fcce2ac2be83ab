"""The showdown's records as faces show them: a plain value of a position."""

import random

from lanternboard.rules import chance, engine, figures
from lanternboard.rules import state as st
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.party import party
from lanternboard_host.link.follower import Kept

NAMES = ("Allister", "Erza", "Lucy", "Zachary")


def showdown(level=st.ALL, seed=1, until=lambda game: game.state.round):
    """A game, set up as proposed, of random answers until something holds; its cards."""
    rng, cards = random.Random(seed), installed()
    state = st.State(22, 16, 0)
    state.level = level
    game = engine.create(Kept(), cards, NAMES, state=state)
    while not until(game):
        prompt = game.prompt
        if prompt.who == CHANCE:
            choice = chance.pick(prompt, rng.randrange)
        elif not game.state.round and prompt.usual is not None:
            choice = prompt.usual
        else:
            choice = rng.choice(list(prompt.options))
        game.answer(prompt.number, choice)
    return game, cards


def test_the_lights_level_has_no_party():
    assert party(st.State(22, 16, 4), NAMES, installed()) is None


def test_a_party_that_begins_has_armor_boxes_survival_and_weapons():
    game, cards = showdown()
    found = party(game.state, NAMES, cards)
    assert [one.name for one in found.survivors] == list(NAMES)
    first = found.survivors[0]
    assert [(place.id, place.light, place.heavy) for place in first.places] == [
        ("head", None, False),
        ("arms", False, False),
        ("body", False, False),
        ("waist", False, False),
        ("legs", False, False),
        ("brain", False, None),
    ]
    assert (first.survival, first.limit, first.insane) == (1, 1, False)
    assert [place.armor for place in first.places] == [0, 0, 0, 1, 0, 0], "cloth"
    assert first.weapons[0].name == "Founding Stone" and not first.weapons[0].archived
    assert first.figures == (), "nothing is otherwise than usual"
    assert (found.round, found.side, found.result, found.whole) == (1, "monster", "", True)
    piles = {pile.id: pile.count for pile in found.piles}
    assert piles["ai"] + piles["ai-discard"] + piles["ai-play"] + len(game.state.decks[st.AI_OPEN]) == 8


def test_what_is_otherwise_than_usual_is_told_and_nothing_else():
    game, cards = showdown()
    s = game.state
    figures.fill(s, 0, 1)  # head, heavy
    figures.fill(s, 0, 1 << 9)  # brain
    figures.add(s, 0, st.ARMOR + st.WAIST, 2)
    figures.add(s, 0, st.INSANITY, 3)
    figures.add(s, 0, st.ACCURACY + st.TOKENS, -2)
    figures.mark(s, 0, figures.DEAF)
    s.injuries.extend(bytes((0 << 4 | st.HEAD, 0)))
    s.flags[0] = st.DOWN
    figures.turn_bit(s, 0, st.MOVED, True)
    s.spoils.extend(bytes((0, 1 << 7 | 0, st.NOBODY, 0)))
    s.gear[st.ARCHIVED_AT] = 1
    s.beast[st.DAMAGE + st.TOKENS] += 1
    s.tokens = -1
    s.down = True
    s.decks[st.AI_PLAY].extend(bytes((cards.ids("ai").index("enraged"),)))
    found = party(s, NAMES, cards)
    one = found.survivors[0]
    assert (one.places[0].heavy, one.places[5].light, one.places[1].light) == (True, True, False)
    assert one.insane and one.how == "lying" and one.turn == ("moved",)
    assert [(figure.id, figure.value, figure.tokens) for figure in one.figures] == [("accuracy", -2, -2)]
    assert len(one.marks) == 1 and one.injuries == (cards.card("tables", st.HEAD)["rows"][0]["name"],)
    assert one.won == (cards.card("parts", 0)["name"],) and one.weapons[0].archived
    assert found.gains == (), "nothing is won before the end"
    told = {figure.id: (figure.value, figure.tokens) for figure in found.monster.figures}
    assert told["movement"] == (5, -1) and told["damage"] == (1, 1) and found.monster.down and found.monster.moods == ("Enraged",)
    s.result = st.WON
    assert party(s, NAMES, cards).gains == ((one.name, one.won), ("the settlement", (cards.card("basic", 0)["name"],)))


def test_at_the_level_monster_survivors_records_are_paper():
    s = st.State(22, 16, 2)
    s.level = st.MONSTER
    found = party(s, NAMES, installed())
    assert not found.whole and found.survivors[0].places == () and found.survivors[0].how == "absent"
    assert {pile.id for pile in found.piles} == {"ai", "ai-discard", "wounds", "ai-play"}


def test_whatever_happens_a_party_can_be_told():
    told = []
    showdown(until=lambda game: told.append(party(game.state, NAMES, game.cards)) or game.state.result)
    assert told[-1].result in ("won", "lost") and len({one.round for one in told}) > 1
    assert any(one.cards for one in told)
