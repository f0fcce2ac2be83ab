"""The showdown on a board's flash: what begins another one must be whole before it counts, and whatever lies there, the board
starts."""

import json
import os
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules import learn
from lanternboard.rules.state import ALL, LIGHTS, MONSTER, State, unpack
from lanternboard.settings import table as settings
from lanternboard.store.journal import EACH, FileJournal
from lanternboard.table import game as game_module
from lanternboard.table import party as table_party
from lanternboard.table.builtin import BuiltinCards
from lanternboard.table.game import EVENTS, Game
from lanternboard.table.shelf import MOST, SET_ASIDE, Shelf
from lanternboard_host.faces.cards import installed
from store.device import Device


@pytest.fixture
def root(tmp_path):
    return str(tmp_path) + "/"


def opened(root, **changes):
    found = settings.defaults()
    found["rulings"].update(changes)
    found["play"]["level"] = "lights"
    return Game(Shelf(root), BuiltinCards(), found)


def played(root):
    game = opened(root)
    for choice in ("white-lion", 1, 7 * 22 + 10, "E"):
        game.answer(game.engine.prompt.number, choice)
    return game


def where(game):
    return game.engine.state.pack(), game.engine.prompt.number, game.engine.prompt.kind, game.engine.header["id"]


def test_it_comes_back_where_it_was(root):
    before = where(played(root))
    again = opened(root)
    assert where(again) == before and not again.note


class Cut(BaseException):
    """The cable, or the power."""


@pytest.mark.parametrize("wrong", [Cut, Refused("x", "y"), IndexError])
@pytest.mark.parametrize("after", [0, 1, 2])
def test_another_showdown_that_never_became_whole_changes_nothing(root, wrong, after):
    game = played(root)
    before = where(game)

    def fill(journal):
        for n in range(after):
            journal.append(game.engine.journal.read(n))
        raise wrong

    with pytest.raises((Cut, Refused, IndexError)):
        game.take(fill)
    assert where(game) == before
    game.answer(game.engine.prompt.number, next(iter(game.engine.prompt.options)))
    before = where(game)
    assert where(opened(root)) == before


def test_what_a_power_cut_left_of_another_showdown_is_passed_over(root):
    before = where(played(root))
    shelf = Shelf(root)
    left = shelf.begin()
    left.append(b"\x00{}")
    left.close()  # nobody settles it
    again = opened(root)
    assert where(again) == before
    again.new()
    assert where(again) != before
    assert Shelf(root).numbers() == [1, 2]


def test_a_showdown_begun_while_another_is_being_put_is_refused_and_harms_neither(root):
    game = played(root)
    before = where(game)

    def fill(journal):
        with pytest.raises(Refused):
            game.new()
        for n in range(2):
            journal.append(game.engine.journal.read(n))
        return game.engine_of(journal)

    game.take(fill)
    assert game.engine.prompt.kind == "monster" and Shelf(root).numbers() == [1, 2]
    taken = where(game)
    assert taken != before and where(opened(root)) == taken
    game.new()
    assert Shelf(root).numbers() == [1, 2, 3]


def test_the_showdown_before_is_closed_when_another_is_begun(root, monkeypatch):
    game = played(root)
    closed = []
    close = FileJournal.close
    monkeypatch.setattr(FileJournal, "close", lambda self: (closed.append(self.path), close(self)))
    before = game.engine.journal.path
    game.new()
    assert closed == [before]


def test_all_of_a_showdown_is_in_its_file_before_another_has_its_name_and_its_tail_goes(root, tmp_path, monkeypatch):
    """Where single pages of flash can be programmed."""
    found = settings.defaults()
    found["play"]["level"] = "lights"
    game = Game(Shelf(root, flash=Device(tmp_path / "journals")), BuiltinCards(), found)
    while game.tend():
        pass
    for choice in ("white-lion", 1, 7 * 22 + 10, "E"):
        game.answer(game.engine.prompt.number, choice)
    before, file = game.engine.journal, tmp_path / "journals/0001"
    records = [before.read(n) for n in range(len(before))]
    assert file.stat().st_size < before._end and file.with_name("0001.tail").exists()
    sizes, move = [], FileJournal.move

    def moved(journal, path):
        sizes.append(file.stat().st_size)
        move(journal, path)

    monkeypatch.setattr(FileJournal, "move", moved)
    game.new()
    assert sizes == [before._end] and not list(file.parent.glob("*.tail"))
    kept = FileJournal(str(file))
    assert [kept.read(n) for n in range(len(kept))] == records


def test_a_showdown_of_which_an_answer_cannot_be_read_gives_way_to_another_is_kept_as_it_lies_and_set_aside_in_a_pause(root, tmp_path):
    found = settings.defaults()
    found["play"]["level"] = "lights"
    device, folder = Device(tmp_path / "journals"), tmp_path / "journals"
    game = Game(Shelf(root, flash=device), BuiltinCards(), found)
    while game.tend():
        pass
    for choice in ("white-lion", 1, 7 * 22 + 10, "E"):
        game.answer(game.engine.prompt.number, choice)
    kept = game.engine.journal.read(len(game.engine.journal) - 3)
    tail = (folder / "0001.tail").read_bytes()
    at = tail.index(kept) + len(kept) // 2
    (folder / "0001.tail").write_bytes(tail[:at] + bytes([tail[at] ^ 4]) + tail[at + 1 :])
    game.new()
    assert game.engine.prompt.kind == "monster" and Shelf(root).numbers() == [1, 2]
    assert "0001: cannot be read from record" in game.note and (folder / "0001.tail").exists()
    again = Game(Shelf(root, flash=device), BuiltinCards(), found)
    assert where(again) == where(game) and again.note == ""
    told = []
    while again.tend() or not told:
        told.append(again.trouble)
    assert "0001.bad" in again.trouble and (folder / "0001.bad").exists() and (folder / "0001.bad.tail").exists()


def test_what_a_put_left_that_the_power_cut_off_goes_in_a_pause(root, tmp_path):
    (tmp_path / "packs").mkdir()
    for name in ("packs/x.lbp", "packs/x.lbp.next", "packs/x.lbp.new", "packs/y.lbp.new", "table.json", "table.json.new", "party.json.new"):
        (tmp_path / name).write_text("half")
    game = played(root)
    while game.tend():
        pass
    assert sorted(os.listdir(tmp_path / "packs")) == ["x.lbp", "x.lbp.next"] and sorted(os.listdir(tmp_path)) == [
        "journals",
        "packs",
        "table.json",
    ]


def test_a_showdown_begun_from_a_position_goes_on_from_it(root):
    game = opened(root)
    position = State(12, 10, 2)
    position.x, position.y, position.facing = 4, 5, 2
    position.at = [0, 13]
    game.begin(position, ["A", "B"])
    for one in (game, opened(root)):
        state = one.engine.state
        assert one.engine.prompt.kind == "act" and one.engine.names == ("A", "B") and not one.engine.can_undo
        assert (state.columns, state.rows, state.x, state.y, state.facing, state.at) == (12, 10, 4, 5, 2, [0, 13])
        assert state.placed and len(one.cells) == 120
    game.answer(game.engine.prompt.number, "turn")


def test_when_all_numbers_are_used_no_other_showdown_is_begun_and_the_one_there_goes_on(root):
    game = played(root)
    before = where(game)
    os.rename(Shelf(root).path(1), Shelf(root).path(MOST))
    with pytest.raises(Refused, match="numbers"):
        game.new()
    assert where(game) == before and Shelf(root).numbers() == [MOST]
    assert where(opened(root)) == before


def test_a_file_that_is_no_journal_is_set_aside_and_told(root):
    played(root).engine.journal.close()
    with open(Shelf(root).path(2), "wb") as f:
        f.write(b"something else")
    game = opened(root)
    assert "0002" in game.note and game.engine.prompt.kind == "monster"


@pytest.mark.parametrize("before", [1, 0])
def test_behind_a_journal_that_was_set_aside_none_before_it_ever_goes_on(root, monkeypatch, before):
    """The start that found the damage could not begin another: flash was full, or the power went."""
    game, number = played(root), before + 1
    for _ in range(before):
        game.new()
    with open(Shelf(root).path(number), "r+b") as f:
        f.write(b"something else")
    older = Path(root, "journals/0001").read_bytes() if before else b""

    def full(self):
        raise Refused("journals", "no room on flash for another showdown", "")

    with monkeypatch.context() as patch:
        patch.setattr(Shelf, "check_room", full)
        for _ in range(3):
            game = opened(root)
            assert game.engine.prompt.kind == "monster" and "%04d" % number in game.note and "not kept" in game.note
            game.answer(game.engine.number, "white-lion")
            assert Shelf(root).numbers() == [1][:before] and Shelf(root).numbers(SET_ASIDE) == [number]
    game = opened(root)
    assert "%04d was damaged" % number in game.note and Shelf(root).numbers() == [1, 2][:number]
    game.answer(game.engine.number, "white-lion")
    begun = where(game)
    again = opened(root)
    assert where(again) == begun and again.note == ""
    assert not before or Path(root, "journals/0001").read_bytes() == older


def test_a_journal_that_is_none_is_kept_and_a_new_showdown_begins(root):
    played(root)
    shelf = Shelf(root)
    bad = shelf.begin()
    for made in (b"\x00{", b"\x05nothing", b"\x01\x02\x00"):
        bad.append(made)
    shelf.settle(bad)
    bad.close()
    game = opened(root)
    assert game.engine.prompt.kind == "monster" and "could not be opened" in game.note
    assert Shelf(root).numbers() == [1, 2, 3]
    assert len(FileJournal(shelf.path(2))) == 3


def test_a_full_flash_leaves_the_showdown_playing_and_a_board_that_starts(root, monkeypatch):
    game = played(root)
    before = where(game)

    def full(self):
        raise Refused("journals", "no room on flash for another showdown", "")

    monkeypatch.setattr(Shelf, "check_room", full)
    with pytest.raises(Refused):
        game.new()
    assert where(game) == before
    assert where(opened(root)) == before
    os.remove(Shelf(root).path(1))
    again = opened(root)
    assert again.engine.prompt.kind == "monster" and "not kept" in again.note
    again.answer(again.engine.prompt.number, "white-lion")
    again.new()
    assert "not kept" in again.note, "nor is the next one"


def test_other_rulings_go_on_from_the_last_position_and_say_so(root):
    game = played(root)
    state = game.engine.state.pack()
    again = opened(root, slide_along_edge=False)
    assert again.engine.state.pack() == state and not again.engine.can_undo and "other rulings" in again.engine.note
    assert opened(root, slide_along_edge=False).engine.state.pack() == state


def test_where_there_is_no_room_the_oldest_showdown_goes_that_no_campaign_waits_for(root, monkeypatch):
    game = played(root)
    shelf = game.shelf
    for party in ("", "hearth-1", ""):
        game._create(State(22, 16, 0), (), {"party": party} if party else None)
        game.answer(game.engine.prompt.number, "white-lion")
    assert shelf.numbers() == [1, 2, 3, 4]
    left, each = [3], 8  # bytes that one more than so many wants
    monkeypatch.setattr(shelf, "missing", lambda: each * max(0, len(shelf.numbers()) - left[0]))
    game.new()
    assert shelf.numbers() == [2, 3, 4, 5] and "the oldest showdown went, 0001" in game.note
    left[0] = 2
    game.new()
    assert shelf.numbers() == [3, 5, 6] and game.note.endswith("the oldest showdown went, 0002, 0004")
    left[0], each = 0, 1 << 20
    with pytest.raises(Refused, match="no room on flash"):
        game.new()
    assert shelf.numbers() == [3, 5, 6] and game.engine.prompt.kind, "where all that may go would not be enough, all stay"
    each = sum(os.stat(shelf.path(5) + ending)[6] for ending in ("", ".at") if os.path.exists(shelf.path(5) + ending)) // 3
    with pytest.raises(Refused, match="no room on flash"):
        game.new()
    assert shelf.numbers() == [3, 6], "a campaign's stays, and the one that is played"
    monkeypatch.undo()
    game.new()
    assert shelf.numbers() == [3, 6, 7] and "0005" in game.note, "what went before that is told then"
    game.new()
    assert shelf.numbers() == [3, 6, 7, 8] and "oldest" not in game.note


def test_a_showdown_makes_as_much_room_as_its_blocks_on_flash(root, monkeypatch):
    game = opened(root)
    shelf = game.shelf
    for _ in range(2):
        game.new()
    assert shelf.numbers() == [1, 2, 3]
    block = os.statvfs(root)[0]
    assert sum(os.stat(shelf.path(n))[6] for n in (1, 2)) < block
    monkeypatch.setattr(shelf, "missing", lambda: block * max(0, len(shelf.numbers()) - 2))
    game.new()
    assert shelf.numbers() == [2, 3, 4] and "0001" in game.note


def test_the_watchdog_is_fed_while_it_is_looked_at_which_showdowns_may_go(root, monkeypatch):
    game = played(root)
    while len(game.engine.journal) <= EACH:
        game.undo(game.engine.prompt.number)
        game.redo(game.engine.prompt.number)
    game.new()
    shelf = game.shelf
    (Path(root) / "journals" / "0001.at").unlink(missing_ok=True)  # every record is looked at
    fed = []
    shelf.breathe = lambda: fed.append(shelf.numbers())
    monkeypatch.setattr(shelf, "missing", lambda: max(0, len(shelf.numbers()) - 1))
    game.new()
    assert shelf.numbers() == [2, 3] and [1, 2] in fed


def test_a_flash_that_counts_less_than_nothing_free_has_no_room(root, monkeypatch):
    shelf = Shelf(root)
    shelf.check_room()
    monkeypatch.setattr(os, "statvfs", lambda _: (4096, 4096, 352, (1 << 32) - 6, 0), raising=False)
    with pytest.raises(Refused):
        shelf.check_room()


def test_an_answer_is_kept_and_said_to_be_even_when_there_is_no_memory_to_look_at_the_next_prompt(root, monkeypatch):
    game = played(root)

    def full(prompt):
        raise MemoryError

    for what in (lambda n: game.answer(n, next(iter(game.engine.prompt.options))), game.undo, game.redo, game.adjust):
        n = game.engine.prompt.number
        monkeypatch.setattr(type(game.view), "see", lambda view, prompt: full(prompt))
        assert what(n) is True
        monkeypatch.undo()
        assert game.engine.prompt.number > n and game.dirty
    assert where(opened(root)) == where(game)


@pytest.mark.parametrize("turns", [10, 100])
def test_a_showdown_comes_back_the_same_with_or_without_what_lies_beside_its_journal(root, turns):
    game = played(root)
    game.answer(game.engine.prompt.number, next(iter(game.engine.prompt.options)))
    for k in range(turns):
        game.answer(game.engine.prompt.number, "turn")
        game.answer(game.engine.prompt.number, "NESW"[k % 4])
    for _ in range(turns // 2):
        game.undo(game.engine.prompt.number)
    before = (*where(game), game.engine.depth, game.engine.can_redo)
    game.engine.journal.close()
    beside = game.shelf.path(1) + ".at"
    assert os.path.exists(beside) == (len(game.engine.journal) > EACH)
    for _ in range(2):
        again = opened(root)
        assert (*where(again), again.engine.depth, again.engine.can_redo) == before
        again.engine.journal.close()
        if os.path.exists(beside):
            os.remove(beside)
    again = opened(root)
    for what in ("undo", "redo"):
        while getattr(again.engine, "can_" + what):
            getattr(again, what)(again.engine.prompt.number)
    assert again.engine.depth == before[-2] + turns // 2


def test_a_new_showdown_has_the_level_of_the_settings(root, monkeypatch):
    assert settings.PLAY["level"] == game_module.LEVELS and (LIGHTS, MONSTER, ALL) == (0, 1, 2)
    game = opened(root)
    game.new(level="all")
    assert game.engine.state.level == LIGHTS, "the built-in cards have no deck"
    count = BuiltinCards.count
    monkeypatch.setattr(BuiltinCards, "count", lambda self, deck: 1 if deck == "ai" else count(self, deck))
    for level, kept in (("lights", LIGHTS), ("monster", MONSTER), ("all", ALL)):
        game.settings["play"]["level"] = level
        game.new()
        assert game.engine.state.level == kept == unpack(game.engine.journal.read(1)[1:]).level
    game.new(level="monster")
    assert game.engine.state.level == MONSTER, "what is asked for counts more"


def test_the_last_ten_events_are_kept_for_people(root):
    game = played(root)
    assert game.past[-2:] == [("placed", "monster", 7 * 22 + 10), ("turned", 1)]
    for _ in range(12):
        game.undo(game.engine.number)
        game.redo(game.engine.number)
    assert len(game.past) == EVENTS == 10 and game.past[-1] == ("redone",) and game.past[-2] == ("undone",)
    game.new()
    assert game.past == []


def test_what_the_table_read_off_its_own_cards_is_known_again_where_the_pack_is_the_same():
    game = Game(None, installed("first-story"), settings.defaults())
    game.engine.state.learned.extend((0, 1, 0, 1, 0, 0, 0))
    learned = learn.kept(game.engine.state)
    game.new()
    assert bytes(game.engine.state.learned) == learned != b""
    game.engine.header["pack_digest"] = "another"
    game.new()
    assert not game.engine.state.learned


def test_a_party_that_there_is_no_memory_for_leaves_nothing_of_itself(root, monkeypatch):
    party = {
        "format": "lanternboard/party/1",
        "limit": 5,
        "survivors": [{"name": "Mira", "injuries": [["head", "deaf"]]}, {"name": "Otto"}],
    }
    (Path(root) / "party.json").write_text(json.dumps(party))
    whole = table_party.enter

    def enter(*given):
        whole(*given)
        raise MemoryError

    monkeypatch.setattr(table_party, "enter", enter)
    game = Game(Shelf(root), installed("first-story"), settings.defaults())
    plain = Game(None, installed("first-story"), settings.defaults())
    assert game.engine.state.pack() == plain.engine.state.pack() and game.engine.names == plain.engine.names
    assert game.note == "the party on this board was left out: MemoryError()"
    monkeypatch.undo()
    game.new()
    assert game.engine.names == ("Mira", "Otto") and game.note == "", "what was told of another showdown"


@pytest.mark.parametrize("another", ["new", "begin", "take"])
def test_what_was_told_of_a_start_is_not_told_of_the_next_showdown_and_a_party_hides_none_of_it(root, another):
    (Path(root) / "party.json").write_text("{}")
    Shelf(root)
    Path(root, "journals/0001").write_bytes(b"something else")
    game = Game(Shelf(root), installed("first-story"), settings.defaults())
    assert "is not a journal" in game.note and "; the party on this board was left out" in game.note
    if another == "new":
        game.new()
        assert game.note.startswith("the party on this board was left out")
    elif another == "begin":
        game.begin(State(12, 10, 0), [])
        assert game.note == ""
    else:
        records = [game.engine.journal.read(n) for n in range(2)]
        game.take(lambda journal: [journal.append(one) for one in records] and game.engine_of(journal))
        assert game.note == ""
