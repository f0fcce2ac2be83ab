"""Another showdown, and whatever a person wants of this one, where flash is full or cards cannot be read: refused, told, and the table
goes on. A whole table on a board without hardware, started from a folder."""

import json
import random

import pytest
from lanternboard.base.errors import Refused
from lanternboard.controls import menu
from lanternboard.table.shelf import Shelf
from table.test_damaged import FILES, laid, started
from table.test_loop import BACK, CHOOSE, RIGHT, hold_both, open_menu, run

PACK = "packs/first-story.lbp"


@pytest.fixture
def host(tmp_path):
    """A table that plays everything, at its first question."""
    return table(tmp_path)


def table(root):
    laid(root)
    (root / "table.json").write_bytes((FILES / "table.json").read_bytes())
    made = started(root)
    made.table.game.new()
    made.table.renew()
    assert made.table.game.engine.state.level and made.table.game.cards.id == "first-story"
    run(made, 3000, lambda: None)
    return made


def press(host, key):
    host.board.edges = [(key, True), (key, False)]
    host.table.turn(0)


def spoil(root, host, deck):
    """The first card of that deck cannot be read any more: one byte of flash has changed."""
    cards = host.table.game.cards
    place = cards._index + 8 * sum(cards._counts[: cards.names.index(deck)])
    whole = (root / PACK).read_bytes()
    at = int(whole[place : place + 8])
    with open(root / PACK, "r+b") as f:
        f.seek(at)
        f.write(b"\xff")
    cards._file.seek(0)
    cards._last.clear()


def over(host):
    """The showdown is played to its end, by whatever is allowed."""
    game, rng = host.table.game, random.Random(3)
    while game.engine.prompt.kind != "over":
        if game.fated:
            game.chance()
        else:
            game.answer(game.engine.number, rng.choice(list(game.engine.prompt.options)))
    run(host, 3000, lambda: None)


@pytest.mark.parametrize("again", [hold_both, lambda host, ms: press(host, CHOOSE)], ids=["two keys", "F8"])
def test_cards_that_cannot_be_read_refuse_another_showdown_and_the_one_that_is_played_goes_on(tmp_path, host, again):
    if again is not hold_both:
        over(host)
    game = host.table.game
    before, journals = game.engine, game.shelf.numbers()
    whole = (tmp_path / PACK).read_bytes()
    spoil(tmp_path, host, "scenarios")
    for _ in range(2):
        again(host, 3100)
        assert game.engine is before and game.view.refused and "UnicodeDecodeError" in host.table.notes[-1]
        run(host, 1000, lambda: None)
    assert game.shelf.numbers() == journals and not game.view.refused
    (tmp_path / PACK).write_bytes(whole)
    game.cards._file.seek(0)
    again(host, 3100)
    assert game.engine is not before and game.engine.prompt.kind == "monster" and not game.view.refused


def test_a_showdown_after_the_end_of_one_that_flash_has_no_room_for_is_refused_in_lights_and_told(host, monkeypatch):
    over(host)
    game = host.table.game
    before = game.engine

    def full(self):
        raise Refused("journals", "no room on flash for another showdown", "")

    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "check_room", full)
        lit = host.board.cells
        press(host, CHOOSE)
        assert game.engine is before and game.view.refused and host.board.cells != lit
        assert "no room" in host.table.notes[-1]
    press(host, CHOOSE)
    assert game.engine is not before and game.engine.prompt.kind == "monster" and not game.view.refused


@pytest.mark.parametrize("way", ["two keys", "host"])
def test_a_party_that_is_left_out_of_a_new_showdown_is_told_then_and_no_longer_after_that(tmp_path, host, way):
    def another():
        hold_both(host, 3100) if way == "two keys" else host.ask("new")
        return host.table.game.engine.names

    party = {"format": "lanternboard/party/1", "survivors": [{"name": "Mira"}]}
    (tmp_path / "party.json").write_text(json.dumps(party))
    assert another() == ("Mira",) and host.boots()["note"] == "" and not host.table.notes
    party["survivors"][0]["gear"] = ["nothing of this pack"]
    (tmp_path / "party.json").write_text(json.dumps(party))
    assert len(another()) == 4
    assert host.boots()["note"].startswith("the party on this board was left out") and host.table.notes == [host.boots()["note"]]
    (tmp_path / "party.json").unlink()
    assert len(another()) == 4 and host.boots()["note"] == "" and len(host.table.notes) == 1


@pytest.mark.parametrize("what", ["redo", "overrule"])
def test_what_the_menu_is_asked_for_ends_no_table_where_cards_cannot_be_read(tmp_path, host, what):
    """As by its key."""
    table, game = host.table, host.table.game
    while game.engine.prompt.kind == "monster" or game.fated:
        game.chance() if game.fated else game.answer(game.engine.number, next(iter(game.engine.prompt.options)))
    run(host, 3000, lambda: None)
    press(host, BACK)
    open_menu(host)
    assert game.engine.can_redo
    while menu.ENTRIES[game.view.entry] != what:
        press(host, RIGHT)
    number, kept = game.engine.number, len(game.engine.journal)
    wrong = RuntimeError("maximum recursion depth exceeded")  # a Pico's call stack is full

    def deep(n):
        raise wrong

    setattr(game.engine, "redo" if what == "redo" else "adjust", deep)
    press(host, CHOOSE)
    assert game.view.refused and repr(wrong) in table.notes[-1]
    assert (game.engine.number, len(game.engine.journal)) == (number, kept)
