"""A campaign's page and boards that come to it by themselves: the real firmware on an emulated board, a real serial port, a real page."""

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack

import pytest
from campaign.desk import CORE, NAMES, USUAL, outcome
from lanternboard.base.errors import Refused
from lanternboard_host.cli.sync import played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.link import Client
from lanternboard_host.records.board import read
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import Sync
from lanternboard_host.web import boards as looking
from lanternboard_host.web.boards import Boards
from lanternboard_host.web.campaign import CampaignServer
from records.test_campaigns import checked
from records.test_sync import fought, put
from web import test_campaign_page as pages

TOKEN = pages.TOKEN


class Home(pages.Home):
    """A campaign on disk, its page's server, and what looks for boards. `play`: plays a journal again."""

    def __init__(self, held, folder, play=played, **more):
        self.place = Shelf(folder, CORE)
        self.records = held.enter_context(self.place.create("hearth", "me", NAMES))
        self.path = self.records.path
        self.held = held
        self.play = play
        self.boards = Boards(self.records, self.place.journals, play, "me", **more)

    def open(self):
        self.page = self.held.enter_context(CampaignServer(self.records, port=0, token=TOKEN, who="me", boards=self.boards))
        return self.held.enter_context(Page(self))


class Page(pages.Page):
    boards = None

    def hears(self, *what):
        while True:
            told = super().hears("changed", *what)
            if told["is"] == "changed":
                self.boards = told["boards"]
            if told["is"] in what:
                return told

    def sees(self, condition):
        """The status of the boards, as soon as it is so."""
        while self.boards is None or not condition(self.boards):
            self.hears("changed")
        return self.boards


def offer_dead(offer):
    return [name.removesuffix(" (dead)") for name in offer["survivors"] if name.endswith(" (dead)")]


def board_of(status):
    return status["boards"][0]["is"] if status["boards"] else ""


@pytest.fixture(scope="module")
def emulated(tmp_path_factory):
    """A board that only these tests find."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path_factory.mktemp("run")))
        patch.setattr(looking, "LOOKS", 0.05)
        patch.setattr(looking, "VISITS", 0.1)
        patch.setattr(looking, "AGAIN", (0.1,))
        with EmulatedBoard() as board:
            board.start()
            board.started()
            yield board


@pytest.fixture
def board(emulated):
    """Idle, with nothing of another campaign's."""
    with Client(emulated.port) as client:
        client.put("party", b"")
        client.new(level="all")
    return emulated


@pytest.fixture
def home(tmp_path, emulated):
    with ExitStack() as held:
        yield Home(held, tmp_path)


def plays(board, *texts):
    """Somebody plays these on the board, the last one to where it is."""
    with Client(board.port, 20) as client:
        for text in texts[:-1]:
            put(client, text)
        client.put("journal", texts[-1])


def test_a_board_that_appears_gets_the_party_and_its_showdown_comes_in_when_it_is_over(home, board):
    board.unplug()
    page = home.open()
    assert page.sees(lambda status: status["syncs"])["boards"] == []
    board.plug()
    status = page.sees(lambda status: board_of(status) == "connected")
    assert any("the party is on the board: " + ", ".join(NAMES) in line for line in status["lines"])
    text = fought(home.records)
    plays(board, text)  # another program has the board meanwhile
    with Page(home) as other:
        for one in (page, other):
            status = one.sees(lambda status: status["left"])
            assert read(text).result[0] in status["left"][0] and not status["offers"]
    assert list(home.records.campaign.state.data["taken"]) == [read(text).id]
    assert home.state["asked"]["kind"] != "showdown"
    entries = home.state["entries"]
    board.unplug()
    page.sees(lambda status: not status["boards"])
    board.plug()
    page.sees(lambda status: board_of(status) == "connected")
    assert home.state["entries"] == entries
    home.page.close()
    checked(home.records)


def test_what_is_changed_by_hand_before_the_first_answer_reaches_the_board_by_itself(home, board):
    page = home.open()
    page.sees(lambda status: status["lines"] and "begins the showdown" in status["lines"][-1])
    syncs = page.boards["syncs"]
    home.records.change(lambda game: game.set_fields({"survivors.s1.strength": 2}), "me", "edit")
    page.sees(lambda status: status["syncs"] > syncs and board_of(status) == "connected")
    home.page.close()
    with Client(board.port) as client:
        assert json.loads(client.get("party"))["survivors"][0]["strength"] == 2


def test_S5_what_is_unlocked_before_the_first_answer_reaches_the_board_by_itself(home, board):
    dash = next(one["id"] for one in home.records.content.all("innovations") if one.get("unlocks") == "dash")
    page = home.open()
    page.sees(lambda status: status["lines"] and "begins the showdown" in status["lines"][-1])
    home.records.change(lambda game: game.set_fields({"settlement.innovations": [dash]}), "me", "edit")
    page.sees(lambda status: "the survivors can dash now" in status["lines"] and board_of(status) == "connected")
    home.page.close()
    with Client(board.port) as client:
        assert client.request("settings", key="rulings.dash")["text"] == "true"


def test_what_is_told_of_a_showdown_goes_when_another_program_has_taken_it(home, board):
    page = home.open()
    page.sees(lambda status: status["boards"] and status["boards"][0]["says"] == "it has the showdown that is due" and status["lines"])
    plays(board, b"".join(fought(home.records).splitlines(keepends=True)[:40]))
    home.boards.ask()
    board.unplug()
    page.sees(lambda status: not status["boards"])
    with home.other() as records:
        records.change(lambda game: game.answer(game.number, outcome(game)), "me", "answer")
    status = page.sees(lambda status: not status["lines"])
    assert status["copy"] is None
    board.plug()
    status = page.sees(lambda status: board_of(status) == "connected")
    assert status["boards"][0]["says"] == "" and not any("the party is on the board" in line for line in status["lines"])


def test_what_a_showdown_left_is_told_until_the_next_question_but_one_is_answered(home):
    text = fought(home.records)
    kept(home, text)
    home.boards.looks = False
    page = home.open()
    status = page.sees(lambda status: status["left"])
    assert status["left_of"] == read(text).id and len(set(status["left"])) == len(status["left"])
    assert page.edit(("settlement.births", 0, 1))["is"] == "done"
    for _ in range(2):
        assert page.boards["left"] == status["left"]
        asked = home.state["asked"]
        assert page.answer(USUAL.get(asked["kind"]) or asked["options"][0])["is"] == "done"
    status = page.sees(lambda status: not status["left"])
    assert status["left_of"] == ""


def test_a_board_that_another_program_has_is_told_and_synced_when_it_is_free(home, board):
    with Client(board.port) as other:
        page = home.open()
        status = page.sees(lambda status: board_of(status) == "in use")
        assert "the board is in use by" in status["boards"][0]["says"] and other.online
        assert page.edit(("settlement.births", 0, 1))["is"] == "done"
    assert page.does("sync")["is"] == "done"
    status = page.sees(lambda status: board_of(status) == "connected")
    assert any("the party is on the board" in line for line in status["lines"])


def test_pulled_in_the_middle_of_a_sync_and_put_back_the_showdown_is_taken_once(home, board):
    text = fought(home.records)
    plays(board, text)
    pulled, step = [], home.boards._step

    def pulls(seen, told):
        step(seen, told)
        if told.startswith("fetches") and not pulled:
            pulled.append(told)
            board.unplug()

    home.boards._step = pulls
    page = home.open()
    one = page.sees(lambda status: status["boards"] and "in the middle" in status["boards"][0]["says"])["boards"][0]
    assert one["is"] == "away" and "plug it in again" in one["help"]
    board.plug()
    page.sees(lambda status: status["left"])
    assert list(home.records.campaign.state.data["taken"]) == [read(text).id]
    assert sum(row["kind"] == "showdown" for row in home.records.history()) == 1


def test_two_showdowns_of_one_party_wait_side_by_side_and_one_page_takes_one(home, board):
    first, second = fought(home.records, 3), fought(home.records, 5)
    plays(board, first, second)
    page = home.open()
    with Page(home) as other:
        for one in (page, other):
            offers = {offer["journal"]: offer for offer in one.sees(lambda status: len(status["offers"]) == 2)["offers"]}
            assert set(offers) == {read(first).id, read(second).id}
        told = read(second)
        offer = offers[told.id]
        assert all(one["due"] for one in offers.values())
        assert (offer["result"], offer["rounds"]) == tuple(told.result[:2]) and offer["answers"] > 20
        assert len(offer["resources"]) == len(told.result[3]) and "2 of the showdown that is due" in offer["why"]
        assert home.state["asked"]["kind"] == "showdown"
        before = [sheet["name"] for sheet in home.records.campaign.state.survivors.values()]
        done = other.does("take", journal=told.id)
        assert done["is"] == "done" and told.result[0] in done["told"][0]
        assert {name for name in before if any(line.startswith(f"{name} dies") for line in done["told"])} == set(offer_dead(offer))
        left = page.sees(lambda status: status["left"])
        assert left["left"] == done["told"] and [(one["journal"], one["due"]) for one in left["offers"]] == [(read(first).id, False)]
        late = page.does("take", journal=told.id)
        assert late["is"] == "refused" and "none of those that wait" in late["why"]
    assert home.records.campaign.state.data["taken"] == {told.id: told.digest}


class Slow:
    """Plays a journal again when it may."""

    def __init__(self):
        self.begun, self.may = threading.Event(), threading.Event()

    def __call__(self, text):
        self.begun.set()
        assert self.may.wait(60)
        return played(text)


@pytest.fixture
def slow(tmp_path, emulated):
    with ExitStack() as held:
        home = Home(held, tmp_path, Slow(), looks=False)
        held.callback(home.play.may.set)
        yield home


def kept(home, text):
    """As fetched from a board."""
    Sync(home.records, home.place.journals, played)._keep(read(text), "a")


def test_a_page_plays_on_while_a_sync_takes_its_time_and_what_is_no_longer_due_waits(slow):
    kept(slow, fought(slow.records))
    page = slow.open()
    assert slow.play.begun.wait(30)
    assert page.edit(("settlement.births", 0, 1))["is"] == "done"
    assert page.answer("by-hand")["is"] == "done" and page.answer("lost")["is"] == "done"
    slow.play.may.set()
    status = page.sees(lambda status: status["offers"])
    assert not status["left"] and not slow.records.campaign.state.data["taken"]
    assert slow.state["asked"]["kind"] == "fate"
    refused = page.does("take", journal=status["offers"][0]["journal"])
    assert refused["is"] == "refused" and "waits for no showdown now" in refused["why"]


def test_another_program_that_takes_it_meanwhile_is_not_taken_twice(slow):
    text = fought(slow.records)
    kept(slow, text)
    page = slow.open()
    assert slow.play.begun.wait(30)
    with Records(slow.path, CORE) as other:
        assert Sync(other, slow.place.journals, played, "she").run(None).taken == [read(text).id]
    slow.play.may.set()
    status = page.sees(lambda status: status["syncs"])
    assert not status["offers"] and list(slow.records.campaign.state.data["taken"]) == [read(text).id]
    assert [row["who"] for row in slow.records.history() if row["kind"] == "showdown"] == ["she"]


def test_a_showdown_whose_board_died_goes_on_on_the_next_one(home, board):
    part = b"".join(fought(home.records, 9).splitlines(keepends=True)[:60])
    plays(board, part)
    with EmulatedBoard() as spare:
        spare.start()
        spare.started()
        page = home.open()
        page.sees(lambda status: [one["is"] for one in status["boards"]] == ["connected"] * 2)
        board.unplug()
        copy = page.sees(lambda status: status["copy"])["copy"]
        assert copy["journal"] == read(part).id and copy["answers"] == read(part).answers
        assert not json.loads(fetched(spare).splitlines()[-1])["party"], "one that is there for something else is left alone"
        spare.unplug()
        page.sees(lambda status: not status["boards"])
        spare.plug()
        page.sees(lambda status: any("goes on with the showdown" in line for line in status["lines"]))
        assert not page.sees(lambda status: not status["copy"])["copy"]
        home.page.close()
        with Client(spare.port, 20) as client:
            assert client.get("journal") == part
    board.plug()


def test_what_the_records_refuse_is_told_and_nothing_ends(slow, monkeypatch):
    slow.play.may.set()
    page = slow.open()

    def broken():
        raise Refused("entry", "the disk is gone", "another one")

    page.sees(lambda status: status["syncs"])
    monkeypatch.setattr(slow.boards, "_due", broken)
    page.say("sync")
    assert "the disk is gone" in page.sees(lambda status: status["problem"])["problem"]
    monkeypatch.undo()
    page.sees(lambda status: not status["problem"])


def test_a_mistake_with_one_board_is_told_of_that_board_and_tried_again(tmp_path, board):
    seen = threading.Event()

    def fetch(client, name):
        if not seen.is_set():
            raise ValueError("odd")
        return client.get("journal", name)

    with ExitStack() as held:
        home = Home(held, tmp_path, fetch=fetch)
        plays(board, fought(home.records, 3))
        page = home.open()
        status = page.sees(lambda status: any("ValueError" in one["says"] for one in status["boards"]))
        assert not status["problem"]
        seen.set()
        page.sees(lambda status: status["left"])


def test_the_command_watches_until_it_is_interrupted(tmp_path, board):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(pages.ROOT / "firmware"), str(pages.ROOT / "host")])}
    env["LANTERNBOARD_DATA"] = str(tmp_path)
    Shelf(tmp_path, CORE).create("hearth", "me", NAMES).close()
    command = [sys.executable, "-m", "lanternboard_host", "sync", "--watch"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        lines = []
        while not any("the board begins the showdown" in line for line in lines):
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)
    finally:
        process.kill()
    assert json.loads(fetched(board).splitlines()[-1])["party"]


def fetched(board):
    with Client(board.port, 20) as client:
        return client.get("journals")
