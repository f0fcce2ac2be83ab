"""`lanternboard journal save|put`: a board's journal into a file and onto another board."""

import os

import pytest
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.link import Client

VERB = "journal"


@pytest.fixture(scope="module")
def board():
    with EmulatedBoard() as board:
        with Client(board.start()) as client:
            n = client.table["n"]
            for choice in ("white-lion", 2):
                n = client.request("answer", n=n, choice=choice)["n"]
        yield board


def test_a_journal_is_saved_and_goes_on_on_a_spare_board(command, board, tmp_path):
    file = tmp_path / "mine.jsonl"
    code, out, err = command("save", file, "--port", board.port)
    assert (code, err) == (0, "") and "6 records" in out and os.listdir(tmp_path) == ["mine.jsonl"]
    kept = file.read_bytes()
    assert command("save", "-", "--port", board.name) == (0, kept.decode(), "")
    assert command("replay", file)[0] == 0
    with EmulatedBoard() as spare:
        spare.start()
        code, out, err = command("put", file, "--port", spare.port)
        assert (code, err) == (0, "") and spare.id[:6] in out
        with Client(spare.port) as client:
            assert client.get("journal") == kept
            assert client.request("answer", n=6, choice=[10, 7])["n"] > 6, "and it is played on"
            kept = client.get("journal")
        broken = kept.replace(b'"answer":2', b'"answer":99')
        code, out, err = command("put", "-", "--port", spare.port, stdin=broken)
        assert (code, out) == (1, "") and "-, line 5: answer" in err and err.count("\n") == 1
        with Client(spare.port) as client:
            assert client.get("journal") == kept, "what it plays is as before"


def test_a_file_is_overwritten_only_when_that_is_said(command, board, tmp_path):
    file = tmp_path / "mine.jsonl"
    file.write_text("not to be lost")
    code, out, err = command("save", file, "--port", board.port)
    assert (code, out) == (2, "") and "--force" in err and file.read_text() == "not to be lost"
    assert command("save", file, "--port", board.port, "--force")[0] == 0
    assert file.read_text().startswith('{"n":0,')
    for args in (("save", tmp_path), ("save", tmp_path / "no" / "x", "--port", board.port), ("put", tmp_path / "no")):
        code, out, err = command(*args)
        assert (code, out) == (2, "") and str(args[1]) in err and err.count("\n") == 1
    assert os.listdir(tmp_path) == ["mine.jsonl"]


def test_options_that_do_not_go_together(command, tmp_path):
    for args in (("put", "x", "--force"), ("save", "x", "--json"), ("show", "x", "--force"), ("put", "x", "--on", "board")):
        code, out, err = command(*args)
        assert (code, out) == (2, "") and args[2] in err
