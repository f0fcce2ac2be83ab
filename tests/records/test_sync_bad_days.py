"""Bad days in the middle of a sync: no room, no right to write, somebody else's transaction, a newer version, a clock that jumps, another
host. The real firmware on an emulated board, a real database. After each nothing is lost, the file is sound, what was wrong was told, and
the next sync takes the showdown, once."""

import functools
import json
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from campaign.desk import CORE, NAMES
from lanternboard.base.errors import Refused
from lanternboard_host import durable
from lanternboard_host.campaign import flow
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.link import Client
from lanternboard_host.records import campaigns, database
from lanternboard_host.records import sync as syncs
from lanternboard_host.records.board import read
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import Sync, whole
from lanternboard_host.web.boards import Boards
from lanternboard_host.web.campaign import CampaignServer
from records.test_campaigns import checked
from records.test_sync import fought, put, tidied
from sizes import SEED, count
from sqlalchemy import event
from web.test_campaign_page import TOKEN, Page

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork, no limits here")
ROOT = Path(__file__).parents[2]
again = functools.cache(played)


def some(*kinds):
    """One of them, at the small size."""
    return random.Random(SEED).sample(kinds, count(1, len(kinds), len(kinds)))


@pytest.fixture(scope="module")
def emulated():
    with EmulatedBoard() as board:
        board.start()
        board.started()
        yield board


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A data folder whose campaign waits for its showdown, and that showdown as a board tells it."""
    data = tmp_path_factory.mktemp("begun")
    with Shelf(data, CORE).create("hearth", "me", NAMES) as records:
        text = min((fought(records, seed) for seed in range(1, 7)), key=len)
    return SimpleNamespace(data=data, text=text, id=read(text).id)


@pytest.fixture
def day(begun, emulated, tmp_path):
    day = Day(begun, emulated, tmp_path)
    yield day
    day.lets_go()


class Day:
    """`fresh()`: the campaign and the board as they were before the showdown came in."""

    def __init__(self, begun, emulated, folder):
        self.text, self.id, self.begun = begun.text, begun.id, begun.data
        self.emulated, self.folder, self.times, self.client = emulated, folder, 0, None

    def board(self):
        """The board, held until `lets_go`."""
        self.client = self.client or Client(self.emulated.port, 20)
        return self.client

    def lets_go(self):
        if self.client:
            self.client.close()
        self.client = None

    def fresh(self, *texts):
        self.times += 1
        data = self.folder / str(self.times)
        shutil.copytree(self.begun, data)
        self.place = Shelf(data, CORE)
        self.path = self.place.find(None)
        tidied(self.board())
        for one in texts or (self.text,):
            if read(one).id not in self.journals():
                put(self.board(), one)

    def journals(self):
        return [json.loads(line)["id"] for line in self.board().get("journals").splitlines()]

    def sync(self, records, take=""):
        return Sync(records, self.place.journals, again, "me", fetch=fetched).run(self.board(), take)

    def ends_well(self):
        """Where nothing is wrong any more the next sync takes it once, then the board lets go of it."""
        with self.place.open() as records:
            for _ in range(2):
                self.sync(records)
                assert list(records.campaign.state.data["taken"]) == [self.id]
                assert [row["cause"] for row in records.history(count=9999)].count("sync") == 1
            folder = self.place.journals / records.id
            assert (folder / f"{self.id}.jsonl").read_bytes() == self.text and not list(folder.glob(".*"))
            assert self.id not in self.journals()
            tidied(self.board())
            checked(records)

    def nothing_lost(self, records, before):
        """Right after the bad thing: as it was, in memory and on disk, or it is taken whole; the showdown is at least in one place."""
        taken = list(records.campaign.state.data["taken"])
        assert taken in ([], [self.id])
        if not taken:
            assert (records.campaign.state.pack(), records.campaign.number) == before
        with Records(self.path, CORE, read_only=True) as disk:
            assert disk.campaign.state.pack() == records.campaign.state.pack() and disk.campaign.number == records.campaign.number
            there = [row["journal"] for row in disk.kept(syncs.tables.showdown.select())]
        assert self.id in there or self.id in self.journals()
        assert database.whole(self.path) == ""


def position(records):
    return records.campaign.state.pack(), records.campaign.number


def told_well(wrong, *words):
    """What, where and what is allowed."""
    assert isinstance(wrong, Refused) and wrong.path.startswith("/") and wrong.allowed and "Traceback" not in str(wrong)
    assert not words or any(word in wrong.message for word in words), wrong


@contextmanager
def at_each_thing(records, do):
    """`do(n, statement)` before the n-th statement, and with "" after it and at each file operation."""
    looks, inside = 0, False

    def look(statement):
        nonlocal looks, inside
        if not inside:
            looks, inside = looks + 1, True
            try:
                do(looks, statement)
            finally:
                inside = False

    before = lambda connection, cursor, statement, *_: look(statement)  # noqa: E731
    after = lambda *_: look("")  # noqa: E731
    event.listen(records._engine, "before_cursor_execute", before)
    event.listen(records._engine, "after_cursor_execute", after)
    LOOKS.append(look)
    try:
        yield
    finally:
        LOOKS.remove(look)


LOOKS = []  # who wants to know of each file operation
sys.addaudithook(lambda what, _: [look("") for look in LOOKS] if LOOKS and what.startswith(("open", "os.", "shutil.")) else None)


# No room


def test_a_disk_without_room_for_another_page_takes_nothing_by_half(day):
    """The database may grow by so many pages, from none to as many as it takes."""
    day.fresh()
    with day.place.open() as records:
        pages = records._connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        records._end_read()
        day.sync(records)
        more = records._connection.exec_driver_sql("PRAGMA page_count").scalar_one() - pages
        records._end_read()
    assert more > 3
    some = random.Random(SEED).sample(range(more), min(more, count(1, 12, 1000)))
    for extra in some:
        day.fresh()
        with day.place.open() as records:
            records._connection.exec_driver_sql(f"PRAGMA max_page_count={pages + extra}")
            before = position(records)
            with pytest.raises(Refused) as wrong:
                day.sync(records)
            told_well(wrong.value, "the disk is full")
            day.nothing_lost(records, before)
            records._connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        day.ends_well()


def test_from_any_moment_on_no_file_can_be_written(day):
    """Database, its log and the journals' folder: each byte is refused from the n-th thing on that is done with a file or a statement."""

    def run(at):
        day.fresh()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        with day.place.open() as records:
            looks, before, wrong = 0, position(records), None

            def look(n, _):
                nonlocal looks
                looks = n
                if n == at:
                    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))

            try:
                with at_each_thing(records, look):
                    day.sync(records)
            except Refused as found:
                wrong = found
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            if wrong is not None:
                told_well(wrong, "the disk", "cannot be written")
            day.nothing_lost(records, before)
            return looks, wrong

    many, wrong = run(0)
    assert many > 40 and wrong is None
    some = random.Random(SEED).sample(range(1, many + 1), min(many, count(1, 20, 1000)))
    stopped = []
    for at in sorted({1, *some}):
        stopped.append(run(at)[1] is not None)
        day.ends_well()
    assert stopped[0] and sorted(stopped, reverse=True) == stopped


def test_a_full_folder_keeps_the_board_from_letting_go(day, monkeypatch):
    """The database's disk has room, that of the journals has not."""
    day.fresh()

    def full(file):
        raise OSError(28, "No space left on device")

    with day.place.open() as records:
        before = position(records)
        with monkeypatch.context() as spoiled:
            spoiled.setattr(durable.os, "fsync", full)
            with pytest.raises(Refused, match="No space left on device") as wrong:
                day.sync(records)
        told_well(wrong.value, "cannot be written")
        assert day.id in wrong.value.path and "the board keeps its journal" in wrong.value.allowed
        assert position(records) == before and day.id in day.journals()
        assert not list((day.place.journals / records.id).glob("*")), "nothing is left by half"
    day.ends_well()


# Somebody else's, or not to be written


TOLD = {"locked": "in use by another program", "newer": "newer version (9999)", "read-only": "cannot be written to"}
BEGINS = 3  # transactions of a sync: the board, the journal, the campaign


@contextmanager
def locked(path):
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def newer(path):
    with sqlite3.connect(path) as other:
        other.execute("update alembic_version set version_num = '9999'")
    other.close()
    try:
        yield
    finally:
        with sqlite3.connect(path) as other:
            other.execute(f"update alembic_version set version_num = '{database.HEAD}'")
        other.close()


@pytest.mark.parametrize("what", some("locked", "newer", "read-only"))
def test_a_database_that_is_not_to_be_written_before_any_of_its_transactions(day, monkeypatch, what):
    monkeypatch.setattr(database, "PATIENCE", 0.02)
    wanted = random.Random(f"{SEED}-{what}").sample(range(1, BEGINS + 1), count(1, BEGINS, BEGINS))
    for at in [*wanted, *range(BEGINS + 1, BEGINS + 1 + count(0, 1, 1))]:
        day.fresh()
        with ExitStack() as held, day.place.open() as records:
            before, begins, bad = position(records), 0, held.enter_context(ExitStack())

            def look(_, statement, records=records, bad=bad, at=at):
                nonlocal begins
                if statement != "BEGIN IMMEDIATE":
                    return
                begins += 1
                if begins != at:
                    return
                if what == "read-only":
                    records._connection.connection.driver_connection.execute("PRAGMA query_only=1")
                    bad.callback(records._connection.connection.driver_connection.execute, "PRAGMA query_only=0")
                else:
                    bad.enter_context({"locked": locked, "newer": newer}[what](day.path))

            wrong = None
            with at_each_thing(records, look):
                try:
                    day.sync(records)
                except Refused as found:
                    wrong = found
            bad.close()
            if at > BEGINS:
                assert wrong is None and begins == BEGINS
                break
            told_well(wrong, TOLD[what])
            day.nothing_lost(records, before)
        day.ends_well()


def test_newer_rules_of_another_program_stop_this_one_which_claims_nothing(day, monkeypatch):
    """Its program has had the file meanwhile: whatever is done here is refused, again and again, and nothing is told as done."""
    day.fresh()
    with day.place.open() as records:
        before = position(records)
        with monkeypatch.context() as later:
            later.setattr(flow, "RULES", flow.RULES + 1)
            with Records(day.path, CORE) as other:
                entries = len(other.campaign.journal)
        for _ in range(2):
            with pytest.raises(Refused, match="rules"):
                records.change(lambda game: game.set_fields({"settlement.notes": "never"}))
            with pytest.raises(Refused, match="rules"):
                records.refresh()
            with pytest.raises(Refused, match="rules"):
                day.sync(records)
        assert position(records) == before and database.whole(day.path) == ""
        with sqlite3.connect(day.path) as other:
            assert other.execute("select count(*) from entry").fetchone() == (entries,)
    assert day.id in day.journals()


@pytest.fixture(scope="module")
def guest():
    """`lanternboard` with somebody else's rights, in a process that is warm."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / one) for one in ("firmware", "host", "tests"))}
    command = [sys.executable, str(ROOT / "tests" / "records" / "guest.py")]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def run(*args):
            process.stdin.write(json.dumps([str(one) for one in args]) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield run
        process.stdin.close()


@pytest.mark.parametrize("what", some("campaign", "campaigns", "journals", "nothing"))
def test_files_and_folders_that_may_not_be_written_are_told_by_the_command(day, guest, emulated, what):
    """By their real modes; where `nothing` is denied it is taken."""
    day.fresh()
    data = day.place.campaigns.parent
    day.place.journals.mkdir(exist_ok=True)
    denied = {"campaign": day.path, "campaigns": day.place.campaigns, "journals": day.place.journals}.get(what)
    if denied:
        denied.chmod(0o555 if denied.is_dir() else 0o444)
    day.lets_go()
    code, said = guest(data, "sync", "--port", emulated.port)
    assert "Traceback" not in said and "our mistake" not in said, said
    if denied:
        denied.chmod(0o755 if denied.is_dir() else 0o644)
        assert code == 1 and "allowed" in said and str(denied) in said and ("written" in said or "opened" in said), said
        with day.place.open() as records:
            assert not records.campaign.state.data["taken"]
        assert day.id in day.journals()
    else:
        assert code == 0 and f"taken: the showdown {day.id}" in said, said
    day.ends_well()


def test_a_newer_version_is_told_and_neither_file_nor_board_is_touched(day, guest, emulated):
    day.fresh()
    data = day.place.campaigns.parent
    with newer(day.path):
        before, there = day.path.read_bytes(), day.journals()
        with pytest.raises(Refused, match=r"newer version \(9999\)"):
            day.place.open()
        assert day.path.read_bytes() == before and day.journals() == there and not (data / "journals").exists()
    day.ends_well()


# The clock


class Clock:
    """Jumps back and forth by hours, and tells one time twice."""

    def __init__(self, seed):
        self.draw = random.Random(seed)

    def __call__(self):
        return f"2026-11-{self.draw.randint(1, 28):02}T{self.draw.randint(0, 23):02}:00:00.000Z"


def test_a_clock_that_jumps_changes_neither_order_nor_content(day, monkeypatch):
    def came(clock):
        """Two showdowns of one party come in one after another, a person takes the first; what there is then, without times."""
        day.fresh(*texts)
        if clock:
            monkeypatch.setattr(campaigns, "now", clock)
            monkeypatch.setattr(syncs, "now", clock)
        with day.place.open() as records:
            work = Sync(records, day.place.journals, again, "me")
            for text in texts:
                work._keep(read(text), "a")
            offers = day.sync(records).offers
            assert [offer["journal"] for offer in offers] == [read(text).id for text in texts]
            assert day.sync(records, day.id).taken == [day.id]
            records.change(lambda game: game.set_fields({"settlement.notes": "after it"}), "me", "edit")
            history = [{key: row[key] for key in row if key != "at"} for row in records.history(count=9999)]
            assert [row["number"] for row in history] == sorted((row["number"] for row in history), reverse=True)
            checked(records)
            return [{**offer, "at": "", "board": ""} for offer in offers], history, records.rows(), records.campaign.state.pack()

    with Shelf(day.begun, CORE).open(read_only=True) as records:
        other = fought(records, 3)
        texts = sorted([day.text, other if read(other).id != day.id else fought(records, 5)], key=lambda text: read(text).id, reverse=True)
    usual = came(None)
    for k in range(count(1, 5, 50)):
        assert came(Clock(f"{SEED}-{k}")) == usual
        monkeypatch.undo()


# Two hosts


def test_two_hosts_that_keep_the_same_journal_at_once_both_do(tmp_path):
    path, faults = tmp_path / "journals" / "a.jsonl", []
    data, start = b"x" * 300_000, threading.Barrier(6)

    def keep(k):
        start.wait()
        try:
            for n in range(10):
                whole(path, data + bytes((k % 2, n)))
        except Exception as wrong:
            faults.append(wrong)

    threads = [threading.Thread(target=keep, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults and len(path.read_bytes()) == len(data) + 2 and list(path.parent.iterdir()) == [path]


def test_a_pages_boards_and_a_sync_by_another_program_at_the_same_time_take_it_once(day, guest, emulated):
    for _ in range(count(1, 5, 50)):
        day.fresh()
        data = day.place.campaigns.parent
        day.lets_go()
        with day.place.open() as records, ExitStack() as held:
            boards = Boards(records, day.place.journals, played, "page", emulated.port)
            page = held.enter_context(CampaignServer(records, port=0, token=TOKEN, who="page", boards=boards))
            with Page(SimpleNamespace(page=page)) as one:
                for _ in range(2):
                    assert one.does("sync")["is"] == "done"
                    code, said = guest(data, "sync", "--port", emulated.port)
                    assert "Traceback" not in said and "our mistake" not in said and code in (0, 3), said
                    assert code == 0 or "in use" in said, said
                while not one.hears("changed")["boards"]["syncs"]:
                    pass
        day.ends_well()


def test_two_hosts_pages_edit_one_record_while_a_sync_takes_the_showdown(day):
    """Of two edits of one field the first counts and the other is told what it is now; the showdown is taken once in between."""
    day.fresh()
    with ExitStack() as held:
        records = [held.enter_context(day.place.open()) for _ in range(3)]
        pages = [
            held.enter_context(Page(SimpleNamespace(page=held.enter_context(CampaignServer(one, port=0, token=TOKEN, who=f"p{k}")))))
            for k, one in enumerate(records[:2])
        ]
        faults = []

        def work():
            try:
                day.sync(records[2])
            except Exception as wrong:
                faults.append(wrong)

        syncing = threading.Thread(target=work)
        syncing.start()
        now = ""
        rounds = 0
        while rounds < 5 or (syncing.is_alive() and rounds < 25):  # more would be too many messages at once
            rounds += 1
            for k, page in enumerate(pages):
                page.say("edit", edit=[["settlement.notes", now, f"{rounds} by {k}"]], why="")
            told = [page.hears("done", "refused") for page in pages]
            assert sorted(one["is"] for one in told) == ["done", "refused"], told
            winner = [one["is"] for one in told].index("done")
            now = f"{rounds} by {winner}"
            refused = told[1 - winner]
            assert (refused.get("path"), refused.get("now")) == ("settlement.notes", now), told
        syncing.join()
        assert not faults
        records[0].refresh()
        assert records[0].campaign.state.settlement["notes"] == now
        edits = [row["who"] for row in records[0].history(count=99999) if row["kind"] == "edit" and row["told"]]
        assert len(edits) == rounds and set(edits) <= {"p0", "p1"}
    day.ends_well()
