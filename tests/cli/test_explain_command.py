"""`lanternboard explain` on this computer: what scenario.md says about input, output and exit codes."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from lanternboard_host.cli import run

SCENARIO = {
    "format": "lanternboard/scenario/1",
    "monster": {"name": "White Lion", "at": [10, 7], "facing": "N", "movement": 6},
    "survivors": [
        {"name": "Allister", "at": [10, 2]},
        {"name": "Erza", "at": [11, 4], "knocked_down": True},
        {"name": "Lucy", "at": [4, 11]},
        {"name": "Zachary", "at": [11, 9]},
    ],
    "placement": 6,
    "knockback": {"name": "Erza", "spaces": 6},
}
GOOD = json.dumps(SCENARIO)
BAD = json.dumps({**SCENARIO, "monster": {"at": [21, 7]}})


@pytest.fixture
def explain(capsysbinary, monkeypatch, tmp_path):
    def explain(*args, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin if isinstance(stdin, bytes) else stdin.encode())))
        code = run(["explain", *map(str, args)])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return explain


def test_json_is_one_canonical_line(explain, tmp_path):
    file = tmp_path / "s.json"
    file.write_text(json.dumps(SCENARIO, indent=2))
    code, out, err = explain(file, "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1 and json.loads(out)["format"] == "lanternboard/explanation/1"
    assert out == json.dumps(json.loads(out), ensure_ascii=False, separators=(",", ":")) + "\n"


def test_a_dash_is_standard_input(explain):
    assert explain("-", "--json", stdin=GOOD)[0] == 0


def test_lines_answer_each_line_in_its_place(explain):
    code, out, err = explain("-", "--lines", stdin=f"{GOOD}\n\n{BAD}\r\n  \nnonsense\n{GOOD}")
    told = [json.loads(line) for line in out.splitlines()]
    assert [one["format"].split("/")[1] for one in told] == ["explanation", "error", "error", "explanation"]
    assert [(one["line"], one["path"], one["file"]) for one in told[1:3]] == [(3, "monster.at", "-"), (5, "", "-")]
    assert (code, err) == (1, "")


def test_lines_that_are_no_utf8_or_have_a_mark_are_refused(explain):
    code, out, _ = explain("-", "--lines", stdin=b"\xff\n\xef\xbb\xbf" + GOOD.encode() + b"\n")
    assert code == 1 and [json.loads(line)["line"] for line in out.splitlines()] == [1, 2]


def test_without_json_a_refusal_is_a_sentence_on_standard_error(explain):
    code, out, err = explain("-", stdin=BAD)
    assert code == 1 and out == ""
    assert err.startswith("lanternboard: -: monster.at: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    "text, where",
    [
        ('{\n "format": x}', "-, line 2, column 12: this is no JSON: it goes wrong here"),
        ('{"ü": x}', "-, line 1, column 7: this is no JSON: it goes wrong here"),
        ('{\n "format":\n', "-, line 3, column 1: this is no JSON: it breaks off here"),
        ("", "-: the file is empty"),
        (" \n\n", "-: the file is empty"),
    ],
)
def test_what_is_no_json_is_told_with_its_line_and_column(explain, text, where):
    code, out, err = explain("-", stdin=text)
    assert (code, out) == (1, "") and err.startswith(f"lanternboard: {where}") and err.count("\n") == 1, err
    told = json.loads(explain("-", "--json", stdin=text)[1])
    assert (told["line"], told["path"]) == (1, "")


def test_lines_of_one_scenario_over_several_lines_get_a_hint(explain):
    code, _, err = explain("-", "--lines", stdin=json.dumps(SCENARIO, indent=1))
    assert code == 1 and "--lines wants one scenario a line" in err and err.count("\n") == 1
    err = explain("-", "--lines", stdin=json.dumps(SCENARIO).replace(' "survivors', '\n "survivors'))[2]
    assert "--lines wants one scenario a line" in err
    for other in (GOOD + "\n{", "{}", "[1}\n" + GOOD):
        assert explain("-", "--lines", stdin=other)[2] == ""


def test_people_get_the_lit_board_and_the_reasons(explain):
    code, out, err = explain("-", stdin=GOOD)
    assert (code, err) == (0, "")
    assert "▲▲▲▲" in out or "^^^^" in out
    for told in (
        "Allister: 5 away, a threat, in front, in view, in range.",
        "Erza: 3 away, down, no threat, in front, in view, in range.",
        "Zachary: 1 away, a threat, in the blind spot, in range.",
        "1. closest threat, facing, in range: Allister.",
        "2. closest threat, in field of view: not read.",
        "4 steps, and it is next to its target.",
        "(10, 3) facing north, runs over Erza.",
        "28 spaces exactly 6 from the base.",
        "North to (11, 0), where the board ends (X7).",
    ):
        assert told in out, told
    assert max(len(line) for line in out.splitlines()) <= 80
    assert not any(line.endswith(" ") for line in out.splitlines())


def told(explain, **changes):
    code, out, _ = explain("-", stdin=json.dumps({**SCENARIO, **changes}))
    assert code == 0
    return " ".join(out.split())


def test_entries_that_do_not_decide_say_why(explain):
    lucy = [{"name": "Lucy", "at": [10, 12]}, {"name": "Erza", "at": [11, 4], "knocked_down": True}]
    out = told(explain, survivors=lucy, knockback=None)
    assert "1. closest threat, facing, in range: nobody. Lucy is not in front; Erza is no threat." in out
    assert "2. closest threat, in field of view: Lucy." in out
    out = told(explain, survivors=lucy[1:], knockback=None)
    assert "3. no target: sniff: nobody fits, the instinct is sniff." in out
    out = told(explain, survivors=lucy, knockback=None, priority_target="Lucy")
    assert "1. closest threat, facing, in range: Lucy, who holds the priority target token (T7a)." in out
    out = told(explain, pick_target=["random survivor"], knockback=None)
    assert "a fair draw among Allister, Erza, Lucy and Zachary." in out
    out = told(explain, pick_target=["survivor, in blind spot"], survivors=lucy, knockback=None)
    assert "Lucy is not in the blind spot; Erza is not in the blind spot." in out
    assert "the list names no instinct" in out


def test_moves_that_do_not_reach_and_choices_are_told(explain):
    out = told(explain, survivors=[{"name": "Far", "at": [0, 0]}], knockback=None, pick_target=["survivor"])
    assert "A full move of 6 steps; it does not get next to its target" in out
    assert "ends are equally direct, the controller chooses (M5):" in out


def test_the_command_itself_wrong_is_2_and_says_what_is_allowed(explain, tmp_path):
    for args, part in (
        (("no-such-file",), "No such file"),
        ((), "missing argument 'FILE'"),
        (("-", "--nonsense"), "Allowed: lanternboard explain FILE"),
        (("-", "--on", "mars"), "Allowed: host, board."),
        (("-", "--image", "x"), "--image goes with --on board"),
        (("-", "--port", "x"), "--port goes with --on board"),
        (("-", "--on", "board", "--image", "x", "--port", "y"), "only one"),
    ):
        code, out, err = explain(*args, stdin=GOOD)
        assert code == 2 and out == "" and part in err and err.count("\n") == 1, err


COMMAND = [sys.executable, "-c", "from lanternboard_host.cli import main; main()"]


def environment():
    root = Path(__file__).parents[2]
    return {**os.environ, "PYTHONPATH": f"{root / 'firmware'}{os.pathsep}{root / 'host'}"}


def test_a_reader_that_goes_away_is_no_tragedy():
    source = (GOOD + "\n") * 40
    process = subprocess.Popen(
        [*COMMAND, "explain", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    process.stdout.close()
    _, err = process.communicate(source.encode())
    assert process.returncode == 141 and err == b""


def test_names_of_the_whole_world_pass_whatever_the_locale():
    scenario = json.dumps({**SCENARIO, "survivors": [{"name": "Ünal 李", "at": [1, 1]}], "knockback": None}, ensure_ascii=False)
    for args in (("--json",), ()):
        done = subprocess.run(
            [*COMMAND, "explain", "-", *args],
            input=scenario.encode(),
            capture_output=True,
            env={**environment(), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        )
        assert done.returncode == 0, done.stderr
        assert args or done.stdout.isascii()
        assert not args or "Ünal 李".encode() in done.stdout


def test_the_dead_are_dark(explain):
    from lanternboard.lights import meanings
    from lanternboard_host.terminal.explained import cells

    dead = {"name": "Dorian", "at": [3, 3], "dead": True}
    text = json.dumps({**SCENARIO, "survivors": [*SCENARIO["survivors"], dead]})
    from lanternboard.explain.scenario import read

    told = json.loads(explain("-", "--json", stdin=text)[1])
    question = read(io.BytesIO(text.encode()))
    assert cells(question.state, told)[3 * 22 + 3] & 31 == meanings.DARK
    assert "Dorian dead" in explain("-", stdin=text)[1]
