"""`lanternboard new`: a new showdown on a board, when somebody said yes."""

import io
import json
import sys

import pytest
from lanternboard_host.cli import run
from lanternboard_host.link import Client

VERB = "new"


def header(board) -> dict:
    with Client(board.port) as client:
        return json.loads(client.get("journal").splitlines()[0])


def test_a_new_showdown_begins_by_the_boards_settings(command, board):
    before = header(board)
    code, out, err = command(board.port, "--yes")
    begun = header(board)
    assert (code, err) == (0, "") and begun["id"] != before["id"] and begun["names"] == before["names"]
    assert "22 x 16" in out and ", ".join(begun["names"]) in out and board.id[:6] in out
    for survivors in (2, 0):
        assert command(board.port, "--survivors", survivors, "--yes")[0] == 0
        assert header(board)["names"] == before["names"][:survivors]
    code, out, err = command(board.port, "--survivors", 7, "--yes")
    assert code == 0 and "no more than 4 names" in err and header(board)["names"] == before["names"]


def test_without_a_terminal_only_a_yes_begins_one(command, board):
    before = header(board)
    code, out, err = command(board.port)
    assert (code, out) == (2, "") and "--yes" in err and err.count("\n") == 1
    assert command(board.port, "--survivors", 9, "--yes")[0] == 2 and command("no-such", "--yes")[0] == 3
    assert header(board) == before


@pytest.mark.parametrize(("said", "code"), [("y\n", 0), ("n\n", 1), ("\n", 1), ("", 130)])
def test_a_person_is_asked_first(board, monkeypatch, capsys, said, code):
    stdin = io.StringIO(said)
    stdin.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    before = header(board)
    assert run(["new", board.port]) == code
    assert "journal save" in capsys.readouterr().out
    assert (header(board)["id"] != before["id"]) == (code == 0)
