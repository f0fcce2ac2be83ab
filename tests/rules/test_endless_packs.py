"""Packs that are right card by card and whose cards go round in a circle, or pile up what a byte of the state cannot count: the game goes
on, every answer of it can be kept, and what was left out is told."""

import copy
import json
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.state import ALL, MONSTER, unpack
from lanternboard_host.faces.cards import Cards
from lanternboard_host.image import read_pack
from lanternboard_host.play.simulate import Setting, play
from rules.invariants import Invariants, there_and_back

BOAR = json.loads((Path(__file__).parents[2] / "docs" / "examples" / "stone-boar.json").read_text())
BASIC = [["basic", 0]]


def pack():
    return copy.deepcopy(BOAR)


def played(made, level=ALL, survivors=6, answers=160, seed=1):
    """(the game, what was told) after so many answers, with every invariant after each."""
    held, told = Invariants(), []

    def look(game, prompt, choice):
        held.check(game)
        told.extend(event[0] for event in game.events)
        assert all(event[2] <= 60 for event in game.events if event[0] in ("attacks", "strikes"))
        kept = game.state.pack()
        assert unpack(kept).pack() == kept
        assert game.silent <= 200 and len(game.journal) < 3 * answers
        if game.number % 16 == 0:
            there_and_back(game)

    return play(Setting(made["id"], "random", survivors, level), seed, look, answers, Cards(read_pack(json.dumps(made)))), told


@pytest.mark.parametrize("level", [MONSTER, ALL])
def test_F5_a_basic_action_that_causes_itself_is_broken_off(level):
    made = pack()
    for card in made["decks"]["instincts"]:
        card.pop("attack", None)
        card["after"] = BASIC if "pick" in card else [["draw"]]
    for card in made["decks"]["ai"]:
        card["after"] = [["each", "all", BASIC]]
    _, told = played(made, level)
    assert "circle" in told


def test_M8_a_basic_action_without_an_attack_only_moves():
    made = pack()
    made["decks"]["instincts"][0].pop("attack")
    for card in made["decks"]["ai"]:
        card["after"] = [["each", "all", BASIC]]
    _, told = played(made)
    assert "basic-on" in told


def test_A10_cards_that_draw_one_another_pile_up_no_higher_than_the_state_can_hold():
    made = pack()
    made["decks"]["instincts"][0].pop("attack", None)
    for card in made["decks"]["ai"]:
        card.pop("injury", None)
        card["pick"] = ["closest survivor, victim of grab", "no target: " + made["decks"]["instincts"][0]["id"]]
        card.pop("targets", None)
    made["decks"]["instincts"][0].update(pick=["closest survivor"], after=[["roll", [["1-10", [["draw"]]]]], ["draw"]])
    made["decks"]["instincts"][0].pop("targets", None)
    game, told = played(made, answers=400)
    assert "circle" in told and game.state.round > 1


@pytest.mark.parametrize("row", [["damage", 30], ["brain", 30], ["grab"]])
def test_D4_a_row_that_rolls_on_its_own_table_ends(row):
    made = pack()
    for table in made["decks"]["tables"]:
        if "rows" in table:
            table["rows"] = [{"faces": "1-10", "id": "a", "name": "A", "steps": [row] * 3}]
    for card in made["decks"]["ai"]:
        if "pick" in card or "targets" in card:
            card["before"] = [row, ["damage", 9, "head"]]
    _, told = played(made)
    assert "circle" in told


def test_an_injury_that_moves_the_monster_when_it_starts_to_move_ends():
    made = pack()
    for place in made["decks"]["locations"]:
        if "injury" in place:
            place.update(moves=[["away"], ["charge"]], failure=[["charge"]], wound=[["away"]])
    made["decks"]["scenarios"][0].update(toughness=0, luck=-9, ai=[4, 2, 0])
    for k in range(3):
        played(made, answers=300, seed=k)


def test_W10_what_is_gained_with_no_survivor_as_the_subject_is_the_settlements():
    made = pack()
    for card in made["decks"]["ai"]:
        card["after"] = [["gain", "basic", "random"], ["gain", "parts", "random"]]
    game, told = played(made)
    assert "gained" in told and game.state.spoils


def test_W10_more_than_a_byte_can_count_is_not_gained():
    made = pack()
    for deck in ("basic", "parts"):
        more = [["gain", deck, "random"]]
        made["decks"][deck] += [{"id": f"{deck}-{k}", "name": "R", "copies": 20, "gain": more} for k in range(8)]
    for card in made["decks"]["ai"]:
        card["after"] = [["each", "all", [["gain", "basic", "random"], ["gain", "parts", "random"]]]]
    game, _ = played(made, answers=700)
    assert len(game.state.spoils) == 254


def test_T8_a_turn_that_ends_when_the_hits_are_counted_leaves_none():
    made = pack()
    for card in made["decks"]["ai"]:
        if "attack" in card:
            card.update(attack=[3, 1, 1], hits=[["end-turn"]], after=[["dies"]])
    for place in made["decks"]["locations"]:
        for key in ("failure", "wound", "reflex"):
            place.pop(key, None)
    made["decks"]["instincts"][0].update(attack=[3, 1, 1], hits=[["end-turn"]])
    _, told = played(made)
    assert "hits" in told and "hit" not in told and "died" not in told


def test_M8_nobody_dead_is_asked_or_pays():
    made = pack()
    for card in made["decks"]["ai"]:
        if "attack" in card:
            steps = [["dies"], ["may", [["stand"]]], ["pay", 1, [["stand"]]], ["roll", [["1-5", [["draw"]]]]]]
            card["before"] = [["roll", [["1-3", steps]]]]
    made["decks"]["scenarios"][0].update(survival=3, limit=3)
    for level in (MONSTER, ALL):
        _, told = played(made, level, answers=300)
        assert "died" in told


def test_A3_no_attack_has_more_hits_than_the_state_can_hold():
    made = pack()
    for card in made["decks"]["ai"]:
        if "attack" in card:
            card.update(attack=[30, 1, 0], mood={"speed": 30}, before=[["monster-token", "speed", 30]])
    made["decks"]["scenarios"][0].update(level=9, speed=30)
    _, told = played(made)
    assert "attacks" in told


def test_a_scenario_gives_no_more_weapons_than_six_survivors_can_hold():
    made = pack()
    made["decks"]["gear"] += [{"id": f"w{k}", "name": "W", "weapon": [1, 5, 0, 0, 0]} for k in range(6)]
    made["decks"]["scenarios"][0]["gear"] = [f"w{k}" for k in range(5)]
    assert len(played(made)[0].state.gear) <= 240
    made["decks"]["scenarios"][0]["gear"].append("w5")
    with pytest.raises(Refused, match=r"decks.scenarios\[0\].gear: 6 weapons and tools"):
        read_pack(json.dumps(made))


@pytest.mark.parametrize("name", ["other", "learned-0", "learned-x"])
@pytest.mark.parametrize("deck", ["ai", "locations"])
def test_no_card_has_an_id_that_means_something_else_when_cards_are_asked_for(deck, name):
    made = pack()
    made["decks"][deck].append(dict(made["decks"][deck][-1], id=name))
    with pytest.raises(Refused, match=rf"decks.{deck}\[\d\].id: an id that the board itself uses"):
        read_pack(json.dumps(made))


def test_F4_nobody_starts_under_the_monster():
    made = pack()
    made["decks"]["scenarios"][0]["placement"] = 0
    with pytest.raises(Refused, match=r"decks.scenarios\[0\].placement"):
        read_pack(json.dumps(made))


@pytest.mark.parametrize("deck", ["ai", "instincts", "gear", "basic", "parts"])
def test_a_deck_has_no_more_cards_than_its_numbers_can_be_told_apart(deck):
    made = pack()
    first = {key: value for key, value in made["decks"][deck][0].items() if key != "copies"}
    cards = [dict(first, id=f"more-{k}") for k in range(96 - len(made["decks"][deck]))]
    made["decks"][deck] += cards
    played(made, answers=40)
    made["decks"][deck].append(dict(first, id="one-more"))
    with pytest.raises(Refused, match=rf"decks.{deck}: not a list of that length \(allowed: . to 96 entries"):
        read_pack(json.dumps(made))


def test_an_instinct_leaves_nothing_to_be_read_off_a_card():
    made = pack()
    made["decks"]["instincts"][0]["ask"] = ["attack"]
    with pytest.raises(Refused, match=r"decks.instincts\[0\].ask: no such key"):
        read_pack(json.dumps(made))
