"""A campaign that cannot be made leaves nothing behind, wherever that shows; one of another version is looked at as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from campaign.desk import CORE
from lanternboard.base.errors import Refused
from lanternboard_host.campaign import flow
from lanternboard_host.records import campaigns, database, tables
from lanternboard_host.records.campaigns import Records
from records.keeper import made, play
from sizes import SEED, count

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "campaigns" / "hearth.lantern"


def test_a_new_one_that_cannot_be_made_leaves_nothing(path, monkeypatch):
    def full(*_):
        raise KeyError("in the midst of it")

    for where, what in ((database, "_upgrade"), (campaigns, "enter"), (tables, "rows"), (Records, "_load")):
        with monkeypatch.context() as spoiled:
            spoiled.setattr(where, what, full)
            with pytest.raises((Refused, KeyError)):
                made(path)
        assert list(path.parent.iterdir()) == [], what
    made(path).close()


def test_a_disk_that_is_full_while_it_is_made(path, monkeypatch):
    def small(*args):
        engine = database_create(*args)
        with engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connect = engine.connect

        def limited():
            connection = connect()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
            connection.rollback()
            return connection

        engine.connect = limited
        return engine

    database_create = database.create
    monkeypatch.setattr(database, "create", small)
    monkeypatch.setattr(tables, "text", lambda value: "x" * 100000)
    with pytest.raises(Refused, match="the disk is full"):
        made(path)
    assert list(path.parent.iterdir()) == []


def test_one_of_other_rules_is_shown_as_it_stands_and_stays_as_it_is(path, monkeypatch):
    with made(path) as records:
        list(play(records, 88))  # between two acts
        data, entries = records.campaign.state.data, len(records.campaign.journal)
    monkeypatch.setattr(flow, "RULES", flow.RULES + 1)
    for _ in range(2):
        with Records(path, CORE, read_only=True) as found:
            assert found.campaign.state.data == data and not found.refresh()
            assert len(found.kept(tables.entry.select())) == entries
    with Records(path, CORE, read_only=True) as found, Records(path, CORE) as other:
        assert [row["kind"] for row in other.history(count=1)] == ["version"]
        other.change(lambda game: game.set_fields({"settlement.notes": "meanwhile"}))
        assert found.refresh() and found.campaign.state.settlement["notes"] == "meanwhile"
    monkeypatch.undo()
    with pytest.raises(Refused, match="newer rules"):
        Records(path, CORE, read_only=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_killed_anywhere_while_one_is_made_there_is_a_whole_one_or_none(tmp_path):
    """At whatever Python does with a file or a database."""
    maker = ROOT / "tests" / "records" / "maker.py"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / one) for one in ("firmware", "host", "tests"))}
    command = [sys.executable, str(maker), str(tmp_path), str(SEED), str(count(6, 60, 1000))]
    said = subprocess.run(command, env=env, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    kinds = []
    for line in said.stdout.splitlines():
        at, killed = line.split()
        assert killed == "True", f"event {at}: not killed"
        path = tmp_path / at / "campaigns" / "hearth.lantern"
        kinds.append(path.exists())
        if path.exists():
            with Records(path, CORE) as found:
                assert found.campaign.prompt.kind == "showdown" and len(found.campaign.state.survivors) == 4
        else:
            made(path).close()
    assert len(kinds) > 6 and sorted(kinds) == kinds and set(kinds) == {False, True}


def test_a_new_ones_name_is_on_disk_when_it_is_told(path, monkeypatch):
    names = []
    monkeypatch.setattr(database, "keep_names", lambda folder: names.append((folder, path.exists())))
    made(path).close()
    assert names == [(path.parent, True)]
