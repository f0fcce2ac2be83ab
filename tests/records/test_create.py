"""A campaign that cannot be made leaves nothing behind, wherever that shows; one of another version is looked at as it stands."""

import pytest
from campaign.desk import CORE
from lanternboard.base.errors import Refused
from lanternboard_host.campaign import flow
from lanternboard_host.records import campaigns, database, tables
from lanternboard_host.records.campaigns import Records
from records.keeper import made, play


@pytest.fixture
def path(tmp_path):
    return tmp_path / "campaigns" / "hearth.lantern"


def test_a_new_one_that_cannot_be_made_leaves_nothing(path, monkeypatch):
    def full(*_):
        raise KeyError("in the midst of it")

    for where, what in ((database, "_upgrade"), (campaigns, "_insert"), (tables, "rows"), (Records, "_load")):
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
        list(play(records, 90))
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
