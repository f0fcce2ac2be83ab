"""What the command line says about itself: help, version, and one sentence for a command that was wrong."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lanternboard_host.cli import run

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "firmware"), str(ROOT / "host")))}


@pytest.fixture
def command(capsys):
    def command(*args):
        code = run([str(arg) for arg in args])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_alone_it_shows_its_help(command):
    code, out, err = command()
    assert (code, err) == (0, "") and "explain" in out and "connect" in out and out == command("--help")[1]


def test_the_package_is_the_command_too():
    done = subprocess.run([sys.executable, "-m", "lanternboard_host", "version"], capture_output=True, text=True, env=ENVIRONMENT)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("lanternboard ")


def test_the_version_is_an_option_too(command):
    assert command("--version") == command("version") and command("--version")[0] == 0


def test_a_wrong_command_is_told_in_one_line_that_reads_well(command, tmp_path):
    (tmp_path / "mine").write_text("mine")
    for args, part in (
        (("expain",), "Did you mean 'explain'? Allowed: "),
        (("journal",), "missing command. Allowed: show, replay, save, put."),
        (("journal", "frob"), "no such command 'frob'. Allowed: show, replay, save, put."),
        (("journal", "show", "-", "--port", "x"), "no such option: --port. Allowed: lanternboard journal show FILE with --json."),
        (("journal", "save", "/nodir/x"), "there is no such folder (allowed: "),
        (("explain", "-", "--on", "moon"), "'moon' is none of those there are. Allowed: host, board.\n"),
        (("emulate", "--engine", "foo"), "Allowed: unix, cpython, pico.\n"),
        (("emulate", "--engine", "foo"), "--engine: 'foo' is none of those there are."),
        (("simulate", "0"), "lanternboard: N: 0 is too small (allowed: 1 to 1000000)\n"),
        (("simulate", "1000001"), "N: 1000001 is too large (allowed: 1 to 1000000)\n"),
        (("simulate", "abc"), "N: abc is no whole number (allowed: 1 to 1000000)\n"),
        (("simulate", ""), "N: an empty text is no whole number (allowed: 1 to 1000000)\n"),
        (("simulate", "1.5"), "N: 1.5 is no whole number (allowed: 1 to 1000000)\n"),
        (("simulate", "5", "--survivors", "7"), "--survivors: 7 is too large (allowed: 0 to 6)\n"),
        (("simulate", "5", "--jobs", "9" * 5000), "99... is no whole number (allowed: 1 to 64)\n"),
        (("simulate", "5", "--level", "lights"), "--level: 'lights' is none of those there are. Allowed: monster, all.\n"),
        (
            ("simulate", "5", "--pack", "nope"),
            "--pack: the pack 'nope' is not installed here (allowed: first-story, white-lion, or the FILE",
        ),
        (("simulate", "5", "--pack", "nope.json"), "nope.json: No such file or directory (allowed: a file"),
        (("play", "--seed", "x"), "--seed: x is no whole number (allowed: a whole number"),
        (("campaign", "undo", "--entry", "-1"), "--entry: -1 is too small (allowed: 0 or more)\n"),
        (("serve", "--http-port", "-1"), "--http-port: -1 is too small (allowed: 0 to 65535)\n"),
        (("new", "--survivors", "9"), "--survivors: 9 is too large (allowed: 0 to 8)\n"),
        (("explain", ""), "FILE: it is empty (allowed: a name)\n"),
        (("serve", "a", "--port", "b"), "a and --port b are two boards (allowed: one of them)\n"),
        (("image",), "missing argument 'DIR'. "),
        (("image", tmp_path), f"DIR: {tmp_path} holds something that is not an image"),
        (("image", tmp_path / "mine" / "x"), f"DIR: {tmp_path / 'mine' / 'x'} "),
        (("image", tmp_path / "new", "--profile", "moon"), "--profile: no profile 'moon'"),
    ):
        code, out, err = command(*args)
        assert (code, out) == (2, "") and part in err and err.count("\n") == 1 and "?." not in err and "\t" not in err, err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")
@pytest.mark.parametrize(
    ("rest", "code"),
    [("explain - <&-", 1), ("journal show - <&-", 1), ("version >&-", 0), ("version >/dev/full", 1), ("nonsense 2>&-", 2)],
)
def test_closed_and_full_streams_are_no_mistake_of_ours(rest, code):
    program = "from lanternboard_host.cli import main; main()"
    done = subprocess.run(["sh", "-c", f'"{sys.executable}" -c "{program}" {rest}'], capture_output=True, text=True, env=ENVIRONMENT)
    assert done.returncode == code and "our mistake" not in done.stderr


def test_no_help_offers_what_is_refused(command):
    assert "<monster|all>" in command("simulate", "--help")[1]


def test_each_step_with_a_journal_has_a_help_of_its_own(command):
    assert "changes the showdown that the board plays" in " ".join(command("journal", "put", "--help")[1].split())
    for step, own, other in (
        ("show", "--json", "--port"),
        ("replay", "--on", "--force"),
        ("save", "--force", "--on"),
        ("put", "--port", "--json"),
    ):
        told = command("journal", step, "--help")[1]
        assert own in told and other not in told, step


def test_how_a_file_was_saved_is_said_to_people(command, tmp_path):
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbf{}")
    (tmp_path / "wide").write_bytes("{}".encode("utf-16"))
    for name, part in (("bom", "begins with a byte-order mark"), ("wide", "is UTF-16")):
        code, out, err = command("explain", tmp_path / name)
        assert (code, out) == (1, "") and part in err and "UTF-8" in err
        assert command("explain", tmp_path / name, "--json")[1].startswith('{"format":"lanternboard/error/1"')


def test_a_journal_that_is_empty_has_no_line(command, tmp_path):
    (tmp_path / "empty").write_text("")
    for step in ("show", "replay"):
        assert f"{tmp_path / 'empty'}: the file is empty" in command("journal", step, tmp_path / "empty")[2]


@pytest.mark.skipif(os.name != "posix", reason="a file is no port there either, but says so otherwise")
def test_a_file_is_no_serial_port(command):
    code, _, err = command("explain", "-", "--on", "board", "--port", "/etc/passwd")
    assert code == 3 and "/etc/passwd: it is no serial port" in err


def test_what_doctor_finds_is_a_line_each_in_a_pipe_and_indented_in_a_terminal(capsys, monkeypatch):
    from lanternboard_host.cli.tables import _findings
    from lanternboard_host.link.doctor import WRONG, Finding
    from rich.console import Console

    found = [Finding(WRONG, "board", "word " * 40, "do " * 60)]
    _findings(found)
    piped = capsys.readouterr().out
    assert piped.count("\n") == 3 and not any(line != line.rstrip() for line in piped.splitlines())
    monkeypatch.setattr(Console, "is_terminal", True)
    _findings(found)
    lines = [re.sub("\x1b[^m]*m", "", line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) > 5 and all(line.startswith(("! board:", "    ", "  do: ", "1 to mend")) for line in lines)
    assert not any(line != line.rstrip() for line in lines)
