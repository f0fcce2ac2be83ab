"""What the page is told of a showdown: plain values."""

import pytest
from lanternboard.base.errors import Refused, Stale
from lanternboard.controls import menu
from lanternboard.rules import figures
from lanternboard.rules import state as st
from lanternboard.rules.harm import box
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.menu import opened
from lanternboard_host.faces.party import counted, party
from lanternboard_host.faces.picture import Picture
from lanternboard_host.web.sheets import sheets
from lanternboard_host.web.state import _menu
from lanternboard_host.web.viewers import _kindly


def test_at_the_lights_level_there_are_none():
    assert sheets(party(st.State(22, 16, 4), (), installed())) is None


def test_below_the_level_all_there_are_piles_and_no_records():
    s = st.State(22, 16, 2)
    s.level, s.players, s.controller, s.round = st.MONSTER, 2, 1, 1
    told = sheets(party(s, ("Allister",), installed()), ("it begins",))
    assert told["controller"] == "controller: player 2" and told["past"] == ["it begins"] and not told["result"]
    assert [one["places"] for one in told["survivors"]] == [[], []] and told["survivors"][1]["survival"] is None
    assert [pile["id"] for pile in told["piles"]] == ["ai", "ai-discard", "wounds"]


def test_a_record_has_every_box_filled_or_not_and_is_told_in_a_sentence():
    s = st.State(22, 16, 1)
    s.level, s.limit, s.at[0] = st.ALL, 3, 40
    figures.fill(s, 0, box(1, False))
    figures.add(s, 0, st.SURVIVAL, 2)
    figures.add(s, 0, st.ARMOR + 3, 1)
    told = sheets(party(s, ("Erza",), installed()))["survivors"][0]
    boxes = {place["id"]: place["boxes"] for place in told["places"]}
    assert boxes["head"] == [["heavy", False]] and boxes["brain"] == [["light", False]]
    assert boxes["arms"] == [["light", True], ["heavy", False]] and boxes["legs"] == [["light", False], ["heavy", False]]
    assert told["survival"] == {"name": "survival", "n": 2, "of": 3} and told["insanity"] == {"name": "insanity", "n": 0, "of": 3}
    assert told["told"] == "Erza: stands; survival 2/3; insanity 0; arms: light box filled; waist: armor 1."


@pytest.mark.parametrize(("players", "told"), [(1, ["", "", ""]), (2, ["player 1", "player 2", "player 1"]), (3, ["", "", ""])])
def test_a_player_is_named_where_one_has_several_survivors_and_others_play_too(players, told):
    s = st.State(22, 16, 3)
    s.level, s.players = st.ALL, players
    for i in range(3):
        figures.add(s, i, st.PLAYER, i % players)
    assert [one["player"] for one in sheets(party(s, (), installed()))["survivors"]] == told


def test_things_that_are_there_several_times_are_counted():
    assert counted(("bone", "hide", "bone")) == ["2 × bone", "hide"]


def test_a_stale_press_is_told_what_happened_meanwhile():
    picture = Picture(22, 16, b"", past=("Erza stands.", "Erza falls."))
    assert _kindly("answer", Stale("n", "old"), picture) == "Somebody answered before you. This is asked now. Erza falls."
    picture.past = ()
    assert _kindly("answer", Stale("n", "old"), picture) == "Somebody answered before you. This is asked now."
    picture.past = ("Erza falls.",)
    told = _kindly("answer", Stale("journal", "another"), picture)
    assert "Erza falls" not in told and told != _kindly("answer", Stale("n", "old"), Picture(22, 16, b""))
    assert _kindly("answer", Refused("n", "the board itself rolls and draws"), picture) == "The board itself rolls and draws."


def test_a_locked_menu_is_told_with_the_entries_that_the_board_has():
    told = _menu(opened(menu.LIST, menu.ENTRIES.index("power"), lock=True), ())
    assert [one["label"] for one in told["options"]] == ["redo", "test pattern", "power", "about this board", "last events"]
    assert told["option"] == told["menu"]["entry"] == 2
