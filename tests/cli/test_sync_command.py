"""`lanternboard sync`, as a person gives it: to an emulated board, without one, and to one of those that wait."""

import json

import pytest
from cli.test_campaign_command import hearth, lantern, read  # noqa: F401 - fixtures
from lanternboard_host.cli.sync import played
from lanternboard_host.link import Client
from lanternboard_host.records.board import read as journal_of
from records.test_sync import won


@pytest.fixture
def place(tmp_path):
    from campaign.desk import CORE
    from lanternboard_host.records.shelf import Shelf

    return Shelf(tmp_path / "data", CORE)


def test_out_and_back(hearth, place, board):  # noqa: F811
    code, out, err = hearth("sync", "--port", board.port)
    assert (code, err) == (0, "") and "the party is on the board: Ada, Bo" in out and "the board begins the showdown with White Lion" in out
    with place.open() as records:
        text = won(records)
    assert played(text) == journal_of(text).result
    with Client(board.port) as client:
        client.put("journal", text)
        client.new(level="all")
    found = read(hearth("sync", "--port", board.port, "--json"))
    assert found["taken"] == [journal_of(text).id] and found["receipts"]
    assert hearth("sync", "--port", board.port)[1] == "nothing new: board and campaign agree\n"
    assert read(hearth("campaign", "show", "--history", "1", "--json"))[0]["cause"] == "sync"


def test_without_a_board_and_what_does_not_wait(hearth, tmp_path):  # noqa: F811
    assert hearth("sync", "--no-board")[1] == "nothing new: board and campaign agree\n"
    code, _, err = hearth("sync", "--no-board", "--take", "abc")
    assert code == 1 and "abc is none of those that wait" in err
    code, _, err = hearth("sync", "--port", str(tmp_path / "nothing"))
    assert code == 3 and err and "Traceback" not in err
    assert json.loads(hearth("sync", "--no-board", "--take", "abc", "--json")[1])["path"] == "take"
    assert json.loads(hearth("sync", "--watch", "--take", "abc", "--json")[1])["path"] == "--watch"
