"""Records that last: answers are on disk, the tables follow from the journal row for row, and whatever is wrong with a file is told."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from campaign.desk import CORE, NAMES, generations
from lanternboard.base.errors import Refused, Stale
from lanternboard_host.campaign import content, derived, flow
from lanternboard_host.campaign.game import replayed
from lanternboard_host.campaign.state import Sheets
from lanternboard_host.records import database, files, tables
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.shelf import Shelf
from records.keeper import choice, made, play
from sizes import SEED, count
from sqlalchemy.exc import DatabaseError

KEEPER = Path(__file__).parent / "keeper.py"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "campaigns" / "hearth.lantern"


@pytest.fixture
def records(path):
    with made(path) as records:
        yield records


def checked(records):
    """SQLite finds nothing wrong, the journal comes to this state, and so do the rows."""
    assert database.whole(records.path) == ""
    assert replayed(records.campaign.journal, CORE).state.pack() == records.campaign.state.pack()
    assert records.rebuild()


def test_what_was_answered_is_there_again_and_rebuilding_gives_identical_rows(path, records):
    list(play(records, 120))
    kind, packed = records.campaign.prompt.kind, records.campaign.state.pack()
    records.close()
    with Records(path, CORE) as again:
        assert again.campaign.prompt.kind == kind and again.campaign.state.pack() == packed
        checked(again)
        again.change(lambda game: game.undo(game.number), "me")
        again.change(lambda game: game.set_fields({"survivors.s1.luck": -2, "survivors.+": "Eve"}, "so it is"), "me", "edit")
        checked(again)
        again.change(lambda game: game.undo(game.number), "me")
        again.change(lambda game: game.undo(game.number), "me")
        again.change(lambda game: game.redo(game.number), "me")
        checked(again)


def test_the_dead_change_no_more_and_the_rows_stay_those_of_the_journal(records):
    """One who was to skip the next hunt dies, and the next party stands."""
    records.change(lambda game: game.set_fields({"survivors.s4.skip_hunt": True, "survivors.s4.state": "dead"}), "me", "edit")
    while records.campaign.state.data["step"] != "hunting":
        list(play(records, 1))
    assert records.campaign.state.survivors["s4"]["skip_hunt"]
    checked(records)


def test_rows_that_were_spoiled_are_made_anew_and_it_is_told(path, records):
    list(play(records, 60))
    before = records.rows()
    with sqlite3.connect(path) as other:
        other.execute("update survivor set luck = 99, sheet = '{}'")
        other.execute("delete from storage")
        other.execute("update entry set told = '[]' where number = 2")
    assert not records.rebuild() and records.rows() == before and records.rebuild()


def test_the_history_tells_number_time_who_cause_and_what_came_of_it(records):
    list(play(records, 3))
    records.change(lambda game: game.set_fields({"settlement.notes": "a word"}, "since it is so"), "Ada", "edit")
    newest = records.history(count=1)[0]
    assert (newest["who"], newest["cause"], newest["kind"]) == ("Ada", "edit", "edit")
    assert newest["told"] == [["edited", "settlement.notes", "", "a word"]] and json.loads(newest["choice"])["why"] == "since it is so"
    assert [row["kind"] for row in records.history(count=2)][1] != "edit", "what opens an edit is no line of its own"
    pages, before = [], None
    while page := records.history(before, 2):
        pages += page
        before = page[-1]["number"]
    assert [row["number"] for row in pages] == sorted((row["number"] for row in pages), reverse=True)
    assert {row["kind"] for row in pages} >= {"showdown", "settlement-name", "begun"} and all(row["at"].endswith("Z") for row in pages)


def test_an_illegal_answer_an_old_number_and_a_fault_change_nothing(path, records):
    list(play(records, 10))
    before, number = records.rows(), records.campaign.number
    for wrong in (
        lambda game: game.answer(game.number, "nothing of that"),
        lambda game: game.answer(1, 1),
        lambda game: game.edit([["x", 1, 2]]),
    ):
        with pytest.raises(Refused):
            records.change(wrong)

    def breaks(game):
        game.set_fields({"settlement.population": 77})
        raise RuntimeError("in the middle of it")

    with pytest.raises(RuntimeError):
        records.change(breaks)
    assert records.rows() == before and records.campaign.number == number and records.campaign.state.settlement["population"] != 77
    checked(records)


def test_two_programs_with_one_campaign_the_first_answer_counts_and_the_other_is_told(path, records):
    list(play(records, 5))
    with Records(path, CORE) as other:
        number, kind = records.campaign.number, records.campaign.prompt.kind
        first = choice(records)
        records.change(lambda game: game.answer(number, first), "one")
        with pytest.raises(Stale):
            other.change(lambda game: game.answer(number, "something else"), "two")
        assert not other.change(lambda game: game.answer(number, first), "two"), "the same answer again is acknowledged"
        assert other.campaign.state.pack() == records.campaign.state.pack() and kind
        other.change(lambda game: game.set_fields({"settlement.notes": "by two"}), "two")
        assert records.refresh() and records.campaign.state.settlement["notes"] == "by two" and not records.refresh()
        checked(records)


def test_many_at_once_lose_nothing_and_do_nothing_twice(path, records):
    list(play(records, 8))
    each, faults = 20, []

    def add(who):
        try:
            with Records(path, CORE) as mine:
                for _ in range(each):
                    mine.change(
                        lambda game: game.set_fields({"settlement.lost_settlements": game.state.settlement["lost_settlements"] + 1}), who
                    )
        except Exception as wrong:
            faults.append(wrong)

    threads = [threading.Thread(target=add, args=(f"p{k}",)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    records.refresh()
    assert not faults and records.campaign.state.settlement["lost_settlements"] == 4 * each
    checked(records)


def test_killed_anywhere_nothing_confirmed_is_lost_and_nothing_is_there_by_half(tmp_path, path, records):
    """A settlement phase, its program killed in the midst of SQLite's work, opened after each."""
    list(play(records, 2))
    records.close()
    answers = 40
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def run(at=None):
        place = tmp_path / "one"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name in path.parent.glob("hearth*"):
            shutil.copy(name, place)
        command = [sys.executable, str(KEEPER), str(place / path.name), str(answers), *([] if at is None else [str(at)])]
        said = subprocess.run(command, env=env, capture_output=True, text=True)
        return place / path.name, said

    _, said = run()
    assert said.returncode == 0, said.stderr
    looks = int(said.stdout.split()[-1])
    assert looks > 200, "SQLite's progress was looked at"
    for at in random.Random(SEED).sample(range(1, looks), min(looks - 1, count(3, 25, 400))):
        found, said = run(at)
        assert said.returncode < 0, f"look {at}: not killed"
        confirmed = int(said.stdout.split()[-1]) if said.stdout else 0
        with Records(found, CORE) as after:
            assert len(after.campaign.journal) >= confirmed, f"look {at}: {confirmed} confirmed, {len(after.campaign.journal)} found"
            checked(after)
            list(play(after, 3))


# What is wrong with a file


def test_in_use_by_another_program(path, records, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with Records(path, CORE) as impatient:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refused, match="in use by another program"):
            impatient.change(lambda game: game.set_fields({"settlement.notes": "x"}))
        other.execute("ROLLBACK")
        other.close()
        impatient.change(lambda game: game.set_fields({"settlement.notes": "y"}))
        assert impatient.campaign.state.settlement["notes"] == "y"
        checked(impatient)


def test_a_full_disk(records):
    list(play(records, 4))
    pages = records._connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    records._end_read()
    records._connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    before, packed = records.campaign.number, records.campaign.state.pack()
    with pytest.raises(Refused, match="the disk is full"):
        for _ in range(2000):
            packed, before = records.campaign.state.pack(), records.campaign.number
            records.change(lambda game: game.set_fields({"settlement.notes": f"{game.number} " + "x" * 3000}))
    assert records.campaign.number == before and records.campaign.state.pack() == packed
    records._connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    records.change(lambda game: game.set_fields({"settlement.notes": "there is room again"}))
    checked(records)


FILLED = """
import sys
from pathlib import Path
from types import SimpleNamespace
from lanternboard.base.errors import Refused
from lanternboard_host.campaign.content import core
from lanternboard_host.records.campaigns import Records
place = Path(sys.argv[1])
Records.create(place / "campaigns" / "hearth.lantern", core(), "me", ("Ada", "Bo")).close()
with open(place / "filler", "wb", buffering=0) as file:
    try:
        while file.write(bytes(4096)):
            pass
    except OSError:
        pass
path = place / "campaigns" / "hearth.lantern"
edited = {"settlement.notes": "x" * 3000}
for do in (
    lambda: Records(path, core()).change(lambda game: game.set_fields(edited)),
    lambda: Records(path, core(), read_only=True).backup(),
):
    try:
        do()
    except Refused as wrong:
        print(wrong)
    else:
        print("no refusal")
"""


# A small file system of our own, in a name space of our own: not every computer gives one.
TRIED = "mount -t tmpfs -o size=600k tmpfs /mnt"
if shutil.which("unshare") and not subprocess.run(["unshare", "-rm", "sh", "-c", TRIED], capture_output=True).returncode:

    def test_a_file_system_without_room_is_told_as_that(tmp_path):
        """SQLite calls it an I/O error."""
        mounted = f"mount -t tmpfs -o size=600k tmpfs '{tmp_path}' && exec '{sys.executable}' -c \"$0\" '{tmp_path}'"
        done = subprocess.run(["unshare", "-rm", "sh", "-c", mounted, FILLED], capture_output=True, text=True)
        told = done.stdout.splitlines()
        assert len(told) == 2 and all("the disk is full" in line for line in told), (told, done.stderr)


@pytest.mark.parametrize(("free", "says"), [(1000, "the disk is full"), (1 << 30, "the disk does not take it, or does not give it")])
def test_an_io_error_is_a_full_disk_where_nothing_is_free(tmp_path, monkeypatch, free, says):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    wrong = database.refused(tmp_path / "x.lantern", DatabaseError("x", {}, sqlite3.OperationalError("disk I/O error")))
    assert wrong.message == says


@pytest.mark.parametrize("when", ["rows", "also", "commit"])
def test_a_disk_that_is_full_after_the_entries_were_written_leaves_nothing_in_memory_either(records, monkeypatch, when):
    """The tables or the commit itself find no room."""
    list(play(records, 4))
    before, packed, connection = records.campaign.number, records.campaign.state.pack(), records._connection

    def full(*_):
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        connection.exec_driver_sql("insert into meta values ('filler', ?)", ("x" * 100_000,))

    also = full if when == "also" else None
    if when == "rows":
        monkeypatch.setattr(tables, "of_home", full)
    elif when == "commit":
        also = broken
    with pytest.raises(Refused, match=r"the disk is full|the database says"):
        records.change(lambda game: game.set_fields({"settlement.notes": "never"}), also=also)
    assert records.campaign.number == before and records.campaign.state.pack() == packed
    monkeypatch.undo()
    connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    records.change(lambda game: game.set_fields({"settlement.notes": "there is room again"}))
    assert [row["number"] for row in records.history(count=2)][0] == len(records.campaign.journal) - 1
    checked(records)


def broken(connection):
    """A commit that fails: by a foreign key that is looked at then."""
    connection.exec_driver_sql("create table other (one integer references entry (number) deferrable initially deferred)")
    connection.exec_driver_sql("insert into other values (-1)")


def test_read_only(path, records):
    list(play(records, 4))
    with Records(path, CORE, read_only=True) as reader:
        assert reader.campaign.state.pack() == records.campaign.state.pack() and reader.history()
        with pytest.raises(Refused, match="for reading only"):
            reader.change(lambda game: game.undo(game.number))


def test_of_a_newer_version(path, records):
    records.close()
    with sqlite3.connect(path) as other:
        other.execute("update alembic_version set version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"newer version \(9999\)"):
        Records(path, CORE)
    assert path.read_bytes() == before


@pytest.mark.parametrize("bytes_", [b"", b"no database", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_no_campaign(path, bytes_):
    path.parent.mkdir()
    path.write_bytes(bytes_)
    with pytest.raises(Refused):
        Records(path, CORE)
    assert path.read_bytes() == bytes_


def test_another_programs_database_and_no_file(path):
    with pytest.raises(Refused, match="no such campaign"):
        Records(path, CORE)
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("create table entry (number integer)")
    with pytest.raises(Refused, match="it is no campaign"):
        Records(path, CORE)


def test_damaged_bytes_are_told_or_harmless_and_nothing_crashes(tmp_path, path, records):
    list(play(records, 60))
    records._connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    records.close()
    whole = path.read_bytes()
    source = random.Random(SEED)
    told = 0
    for k in range(count(40, 300, 3000)):
        spoiled = bytearray(whole)
        for _ in range(source.choice((1, 8, 200))):
            spoiled[source.randrange(len(spoiled))] = source.randrange(256)
        place = tmp_path / str(k) / "campaigns" / "x.lantern"
        place.parent.mkdir(parents=True)
        place.write_bytes(spoiled)
        try:
            with Records(place, CORE) as found:
                found.history()
                found.rebuild()
        except Refused as wrong:
            assert wrong.path and wrong.message
            told += 1
        shutil.rmtree(place.parents[1])
    assert told > 0


def test_a_record_that_is_another_one_now_is_told_by_its_number(path, records):
    """One that SQLite finds nothing wrong with: a text by another, as long."""
    while records.campaign.prompt.kind != "quarry":
        list(play(records, 1))
    number = next(row["number"] for row in records.history() if row["choice"] == "Hearth")
    records.close()
    with sqlite3.connect(path) as other:
        other.execute("update entry set record = cast(replace(record, 'Hearth', 'Hearse') as blob) where number = ?", (number,))
    assert database.whole(path) == ""
    with pytest.raises(Refused, match=f"entry {number} is damaged"), Records(path, CORE) as again:
        again.rebuild()


def test_a_name_that_is_taken_leaves_the_one_that_is_there(path, records):
    list(play(records, 3))
    with pytest.raises(Refused, match="there is something already"):
        made(path)
    assert len(records.campaign.journal) == 5
    with pytest.raises(Refused, match="names"):
        Records.create(path.with_name("other.lantern"), CORE, "me", ("A", "A"))
    assert not path.with_name("other.lantern").exists()


# Backups, versions


def test_a_backup_is_whole_while_the_campaign_is_in_use(path, records):
    list(play(records, 30))
    copy = records.backup("asked")
    list(play(records, 5))
    assert copy.name.startswith("hearth.2") and copy.name.endswith(".asked.lantern")
    with Records(copy, CORE) as kept:
        assert len(kept.campaign.journal) == 32
        checked(kept)


def test_other_rules_or_another_content_go_on_from_where_it_stands(path, records, monkeypatch):
    list(play(records, 70))
    data = records.campaign.state.data
    records.close()
    monkeypatch.setattr(flow, "RULES", flow.RULES + 1)
    with Records(path, CORE) as newer:
        assert newer.campaign.state.data == data and "undo stops here" in newer.campaign.note and not newer.campaign.can_undo
        list(play(newer, 10))
        assert newer.rebuild()
    other = content.Content({**CORE.raw, "name": "another"})
    with Records(path, other) as newer:
        assert newer.campaign.state.settlement["name"] == "Hearth"
        list(play(newer, 3))
    monkeypatch.undo()
    with pytest.raises(Refused, match="newer rules"):
        Records(path, CORE)


def test_other_rules_in_the_middle_of_any_act_leave_rows_and_file_as_the_position_is(path, records, monkeypatch):
    source, was = random.Random(3), flow.RULES
    kinds = set()
    for k in range(1, 26):
        for _ in range(source.randrange(9, 40)):
            said = generations(records.campaign, source)
            records.change(lambda game, said=said: game.answer(game.number, said), "me", "answer")
        kinds.add(records.campaign.prompt.kind)
        records.close()
        monkeypatch.setattr(flow, "RULES", was + k)
        records = Records(path, CORE)
        assert records.at_once(tables.state_of).pack() == records.campaign.state.pack() and not records.campaign.can_undo
        assert files.read(files.export(records), CORE).state.data == records.campaign.state.data and records.rebuild()
    records.close()
    assert len(kinds) > 5


OLD = Path(__file__).parent / "fixtures"


def old(tmp_path, version=database.KNOWN[0]):
    """`database-N.sql` is what a campaign of 70 answers and an edit was when N was the newest migration."""
    path = tmp_path / "campaigns" / "old.lantern"
    path.parent.mkdir()
    with sqlite3.connect(path) as made:
        made.executescript((OLD / f"database-{version}.sql").read_text("utf-8"))
        made.execute(f"PRAGMA application_id={database.APPLICATION}")
    made.close()
    return path


def test_where_no_file_can_be_made_it_is_told_and_nothing_is_changed(tmp_path):
    """A folder's place is taken by a file: whoever may write everywhere is refused too."""
    shelf = Shelf(tmp_path / "data", CORE)
    (tmp_path / "data").mkdir()
    shelf.campaigns.write_text("no folder")
    with pytest.raises(Refused) as wrong:
        shelf.create("Hearth")
    assert wrong.value.path == str(shelf.campaigns / "hearth.lantern") and "cannot be made" in wrong.value.message and wrong.value.allowed
    shelf.campaigns.unlink()
    with shelf.create("Hearth") as records:
        copy = tmp_path / "copy.lantern"
        database.copy(records.path, copy)
        path = records.path
    before = path.read_bytes()
    shelf.backups.write_text("no folder")
    with pytest.raises(Refused) as wrong:
        shelf.restore(path, copy)
    assert "the copy cannot be made" in wrong.value.message and "nothing was changed" in wrong.value.allowed
    assert path.read_bytes() == before and sorted(one.name for one in path.parent.iterdir()) == ["hearth.lantern"]


@pytest.mark.parametrize("version", database.KNOWN[:-1])
def test_a_copy_of_an_older_version_is_restored_as_the_one_that_an_update_makes_first(tmp_path, version):
    path, shelf = old(tmp_path, version), Shelf(tmp_path, CORE)
    with shelf.open("old") as records:
        first = records.campaign.state.pack()
        records.change(lambda game: game.set_fields({"settlement.notes": "after the update"}), "me", "edit")
    copy = shelf.newest(path)
    assert f"before-{database.HEAD}" in copy.name
    shelf.restore(path, copy)
    with shelf.open("old") as records:
        assert records.campaign.state.pack() == first
        checked(records)
    path.write_bytes(b"SQLite format 3\0" + bytes(1000))
    with shelf.create("Another") as another, pytest.raises(Refused, match="another campaign"):
        shelf.restore(path, another.backup())
    damaged = tmp_path / "damaged.lantern"
    damaged.write_bytes(copy.read_bytes()[:20000] + bytes(4096) + copy.read_bytes()[24096:])
    with pytest.raises(Refused, match="damaged"):
        shelf.restore(path, damaged)


@pytest.mark.parametrize("version", database.KNOWN[:-1])
def test_a_campaign_of_an_older_version_is_brought_to_this_one_with_nothing_lost(tmp_path, version):
    path = old(tmp_path, version)
    backups = tmp_path / "backups"
    with pytest.raises(Refused, match=r"older version.*`lanternboard campaign rebuild old`"):
        Records(path, CORE, backups, read_only=True)
    with Records(path, CORE, backups) as records:
        state = records.campaign.state
        assert records.at_once(tables.state_of).pack() == state.pack()
        digests = {"0a00": "00000000", "0a36": "002ab964", "0a68": "0050b384"}
        assert state.data["taken"] == {journal * 4: digest for journal, digest in digests.items()}
        assert state.data["years"][0] == [1, 7, 5, 0, 2, 2, 3] and state.survivors["s1"]["luck"] == -1
        told = [row["told"] for row in records.history()]
        assert [["edited", "survivors.s1.luck", 0, -1], ["edited", "settlement.notes", "", "kept by hand"]] in told
        assert len(told) > 70 and len(state.survivors) == 9 and len(state.settlement["timeline"]) == 18
        assert database.whole(path) == "" and files.read(files.export(records), CORE).state.data == state.data and records.rebuild()
        list(play(records, 60))
        assert records.rebuild()
    assert [one.name.split(".")[-2] for one in backups.iterdir()] == [f"before-{database.HEAD}"]


@pytest.mark.parametrize("step", ["delete on listed", "update on settlement", "update on alembic_version"])
def test_a_database_that_cannot_be_brought_to_this_version_all_the_way_stays_as_it_was(tmp_path, step):
    path, backups = old(tmp_path), tmp_path / "backups"
    with sqlite3.connect(path) as made:
        made.execute(f"create trigger stop before {step} begin select raise(abort, 'database or disk is full'); end")
        before = list(made.iterdump())
    made.close()
    with pytest.raises(Refused, match="the disk is full"):
        Records(path, CORE, backups)
    with sqlite3.connect(path) as made:
        assert list(made.iterdump()) == before
        made.execute("drop trigger stop")
    made.close()
    with Records(path, CORE, backups) as records:
        assert records.rebuild() and len(records.campaign.state.data["taken"]) == 3


def test_a_database_that_two_programs_bring_to_this_version_at_once_is_whole(tmp_path, monkeypatch):
    path, backups, copied = old(tmp_path), tmp_path / "backups", database.backup

    def meanwhile(*args):
        monkeypatch.undo()
        Records(path, CORE, backups).close()
        return copied(*args)

    monkeypatch.setattr(database, "backup", meanwhile)
    with Records(path, CORE, backups) as records:
        assert records.rebuild() and len(records.campaign.state.data["taken"]) == 3


def test_other_rules_that_two_programs_come_to_at_once_are_gone_on_by_once(path, records, monkeypatch):
    list(play(records, 40))
    records.close()
    begins = Records._begin

    def meanwhile(self):
        monkeypatch.setattr(Records, "_begin", begins)
        with Records(path, CORE) as other:
            list(play(other, 2))
        begins(self)

    monkeypatch.setattr(flow, "RULES", flow.RULES + 1)
    monkeypatch.setattr(Records, "_begin", meanwhile)
    with Records(path, CORE) as again:
        assert [row["kind"] for row in again.history()].count("version") == 1
        assert again.campaign.state.pack() == again.at_once(tables.state_of).pack() and again.rebuild()


def test_a_newer_version_under_an_open_campaign_is_told_and_its_rows_are_not_read(path, records):
    list(play(records, 5))
    with sqlite3.connect(path) as other:
        other.execute("update alembic_version set version_num = '9999'")
    for do in (files.export, lambda one: one.kept(tables.showdown.select()), lambda one: list(play(one, 1))):
        with pytest.raises(Refused, match="newer version"):
            do(records)


def test_a_campaign_without_the_row_of_where_it_is_is_told_as_damaged(path, records):
    list(play(records, 5))
    with sqlite3.connect(path) as other:
        other.execute("delete from settlement where key = 'data'")
    with pytest.raises(Refused, match="damaged"):
        files.export(records)


def test_after_each_answer_the_rows_are_those_of_the_position_and_what_did_not_change_is_not_written(records):
    """Also of those whom edits reach among the dead, of whoever comes back to life, and after undo and redo."""
    source = random.Random(5)
    written: Counter[int] = Counter()
    edits = backs = 0
    for k in range(400):
        living = derived.alive(records.campaign.state)
        before = records._connection.exec_driver_sql("select total_changes()").scalar_one()
        dead = [one for one in records.campaign.state.survivors if one not in living]
        if k % 17 == 16 and dead:
            field, value = source.choice((("luck", k % 9), ("state", "alive"), ("notes", f"at {k}"), ("gear", ["cloth", *[None] * 8])))
            path = f"survivors.{source.choice(dead)}.{field}"
            records.change(lambda game, path=path, value=value: game.set_fields({path: value}), "me", "edit")
            edits += 1
        elif k % 23 == 22 and records.campaign.can_undo:
            records.change(lambda game: game.undo(game.number), "me", "undo")
            backs += 1
            if k % 2:
                records.change(lambda game: game.redo(game.number), "me", "redo")
        else:
            made = generations(records.campaign, source)
            records.change(lambda game, made=made: game.answer(game.number, made), "me", "answer")
            written[records._connection.exec_driver_sql("select total_changes()").scalar_one() - before] += 1
        wanted = {table.name: sorted(rows) for table, rows in tables.rows(records.campaign.state).items()}
        assert {name: sorted(rows) for name, rows in records.rows().items()} == wanted
        assert records.at_once(tables.state_of).pack() == records.campaign.state.pack()
    figures = sorted(written.elements())
    assert len(figures) > 300 and figures[len(figures) // 2] <= 4, written
    assert edits > 10 and backs > 10


def test_the_rows_are_those_of_the_position_whichever_of_several_programs_wrote_and_whatever_was_broken_off(path, records):
    source = random.Random(7)

    def breaks(_):
        raise RuntimeError

    with Records(path, CORE) as second, Records(path, CORE) as third:
        for k in range(160):
            one = source.choice((records, second, third))
            one.refresh()
            ids = list(one.campaign.state.survivors)
            past = [row[0] for row in one.campaign.state.data["years"]]
            what = source.choice(("answer", "answer", "answer", "edit", "year", "past", "undo", "redo"))
            fields = {f"survivors.{source.choice(ids)}.{source.choice(('luck', 'born'))}": k % 9, "survivors.+": f"e{k}"}
            if what == "year":
                fields = {"settlement.year": max(1, one.campaign.state.settlement["year"] + source.choice((-1, 1, 2)))}
            elif what == "past" and past:
                fields = {f"years.{source.choice(past)}.deaths": k}
            said = generations(one.campaign, source)
            do = {
                "answer": lambda game, said=said: game.answer(game.number, said),
                "undo": lambda game: game.undo(game.number),
                "redo": lambda game: game.redo(game.number),
            }.get(what, lambda game, fields=fields: game.set_fields(fields))
            with suppress(Refused, RuntimeError):
                one.change(do, "me", what, breaks if k % 7 == 6 else None)
            wanted = {table.name: sorted(rows) for table, rows in tables.rows(one.campaign.state).items()}
            assert {name: sorted(rows) for name, rows in one.rows().items()} == wanted, (k, what)
            one._end_read()
    checked(records)


def test_a_position_of_before_years_were_kept_is_there_again_as_it_was(path, records):
    found = records.campaign.state
    del found.data["years"]
    old = path.with_name("old.lantern")
    with Records.create(old, CORE, state=found) as again:
        assert "years" not in again.campaign.state.data
        assert again.at_once(tables.state_of).pack() == again.campaign.state.pack() and again.rebuild()


def test_whoever_came_or_was_reached_in_an_act_that_is_over_may_have_changed_until_that_is_kept():
    sheets = Sheets({"s1": {}, "s2": {}, "s3": {}})
    sheets["s4"] = {}
    assert sheets["s1"] == {} and sheets.changed() == {"s1", "s4"}
    sheets.act()
    del sheets["s2"]
    assert sheets.changed() == {"s1", "s2", "s4"}
    sheets.kept()
    assert sheets.changed() == {"s2"}, "its act is open"


def test_the_migrations_make_the_tables_as_they_are(path, records):
    there = {
        (row[0], column[1], column[2].upper().split("(")[0], column[5])
        for row in records._connection.exec_driver_sql("select name from sqlite_master where type = 'table'").fetchall()
        for column in records._connection.exec_driver_sql(f'pragma table_info("{row[0]}")').fetchall()
        if row[0] != "alembic_version"
    }
    kinds = {"String": "VARCHAR", "Integer": "INTEGER", "LargeBinary": "BLOB"}
    wanted = {
        (
            table.name,
            column.name,
            kinds[type(column.type).__name__],
            list(table.primary_key.columns).index(column) + 1 if column.primary_key else 0,
        )
        for table in tables.metadata.tables.values()
        for column in table.columns
    }
    assert there == wanted


def test_every_survivor_is_in_the_rows(records):
    list(play(records, 200))
    rows = records.rows()
    assert {row[0] for row in rows["survivor"]} == set(records.campaign.state.survivors) and len(rows["survivor"]) >= len(NAMES)


def test_a_copy_that_is_restored_while_a_program_has_the_campaign_open_is_what_it_goes_on_with(records, path):
    shelf = Shelf(path.parent.parent, CORE)
    copy = records.backup()
    records.change(lambda game: game.set_fields({"settlement.notes": "one"}))
    shelf.restore(path, copy)
    with pytest.raises(Refused, match="another copy"):
        records.change(lambda game: game.set_fields({"settlement.notes": "two"}))
    assert records.campaign.state.settlement["notes"] == ""
    records.change(lambda game: game.set_fields({"settlement.notes": "three"}))
    with Records(path, CORE) as other:
        assert other.campaign.state.settlement["notes"] == "three"
        shelf.restore(path, copy)
        assert records.refresh() and records.campaign.state.settlement["notes"] == ""
    checked(records)
    copied = path.with_stem("copied")
    records.change(lambda game: game.set_fields({"settlement.notes": "just now"}))
    shelf.restore(copied, path)  # one that is open, of which SQLite keeps the last in a file beside it
    with Records(copied, CORE) as other:
        assert other.campaign.state.settlement["notes"] == "just now"
    path.rename(path.with_suffix(".away"))
    for _ in range(2):
        with pytest.raises(Refused, match="taken away"):
            records.change(lambda game: game.set_fields({"settlement.notes": "four"}))
        with pytest.raises(Refused, match="taken away"):
            records.refresh()
    path.with_suffix(".away").rename(path)
    assert not records.refresh()
