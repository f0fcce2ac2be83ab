"""What the page is told of a showdown: plain values."""

from lanternboard.base.errors import Refused, Stale
from lanternboard.controls import menu
from lanternboard.rules import state as st
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


def test_things_that_are_there_several_times_are_counted():
    assert counted(("bone", "hide", "bone")) == ["2 × bone", "hide"]


def test_a_stale_press_is_told_what_happened_meanwhile():
    picture = Picture(22, 16, b"", past=("Erza stands.", "Erza falls."))
    assert _kindly("answer", Stale("n", "old"), picture) == "Somebody answered before you. This is asked now. Erza falls."
    picture.past = ()
    assert _kindly("answer", Stale("n", "old"), picture) == "Somebody answered before you. This is asked now."
    assert _kindly("answer", Refused("n", "the board itself rolls and draws"), picture) == "The board itself rolls and draws."


def test_a_locked_menu_is_told_with_the_entries_that_the_board_has():
    told = _menu(opened(menu.LIST, menu.ENTRIES.index("power"), lock=True), ())
    assert [one["label"] for one in told["options"]] == ["redo", "test pattern", "power", "about this board", "last events"]
    assert told["option"] == told["menu"]["entry"] == 2
