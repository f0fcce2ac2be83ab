"""A command that was itself wrong ends with 2 and one sentence: what, where, and what is allowed. A signal ends it tidily."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from cli.test_board_commands import COMMAND, ENVIRONMENT, SCENARIO
from lanternboard_host.cli import run
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.link import Client
from sizes import count

posix = pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")


@pytest.fixture
def wrong(capsys):
    """A function (arguments) -> the one sentence of a command that was wrong."""

    def wrong(*args):
        code = run(list(map(str, args)))
        out, err = capsys.readouterr()
        assert (code, out) == (2, ""), (args, code, out, err)
        assert err.count("\n") == 1 and err.startswith("lanternboard: ") and "Traceback" not in err, err
        assert "allowed" in err.lower() or "give a name" in err, err
        return err

    return wrong


@pytest.mark.parametrize(
    "args",
    [
        ("explain", ""),
        ("explain", "x", "--on", "board", "--port", ""),
        ("explain", "x", "--on", "board", "--image", ""),
        ("journal", "replay", "x", "--on", "board", "--port", " "),
        ("connect", ""),
        ("doctor", ""),
        ("emulate", "--flash", ""),
        ("emulate", "--image", ""),
        ("image", ""),
    ],
)
def test_an_empty_name_is_no_name(wrong, args):
    assert "it is empty" in wrong(*args)


def test_files_and_folders_that_cannot_be_are_named(wrong, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("text")
    empty = tmp_path / "empty"
    empty.mkdir()
    missing = tmp_path / "missing"
    for args, name in (
        (("explain", missing), missing),
        (("journal", "show", empty), empty),
        (("emulate", "--image", missing), "--image"),
        (("emulate", "--image", empty), "--image"),
        (("emulate", "--flash", tmp_path / "file"), "--flash"),
        (("emulate", "--flash", tmp_path / "file" / "x"), "--flash"),
        (("emulate", "--name", "no name"), "--name"),
        (("explain", "-", "--on", "board", "--image", empty), "--image"),
        (("image", tmp_path / "file" / "x"), tmp_path / "file" / "x"),
        (("image", tmp_path / "file"), tmp_path / "file"),
        (("image", missing, "--profile", "none"), "--profile"),
    ):
        assert str(name) in wrong(*args), args
    assert sorted(os.listdir(tmp_path)) == ["empty", "file"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_where_nobody_may_write_is_named(wrong):
    assert "DIR: /proc/x cannot be written" in wrong("image", "/proc/x")
    assert "--flash: /proc/x" in wrong("emulate", "--flash", "/proc/x")


def test_a_name_that_is_taken_is_named(wrong):
    with EmulatedBoard(name="taken") as board:
        board.start()
        assert "another board is called taken" in wrong("emulate", "--name", "taken")


def folders():
    return {name for name in os.listdir(tempfile.gettempdir()) if name.startswith("lanternboard-")}


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_a_signal_leaves_nothing_behind(name, tmp_path):
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, "explain", "-", "--lines", "--on", "board"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    process.stdin.write(json.dumps(SCENARIO).encode() + b"\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"{")
    assert [path.name for path in tmp_path.glob("lanternboard-*/flash")] == ["flash"]
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (128 + getattr(signal, name), b"")
    assert os.listdir(tmp_path) == []


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_emulate_ends_by_a_signal_as_by_control_c(name, tmp_path):
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(
        [*COMMAND, "emulate", "--name", "ends-by-signal"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert process.stdout.readline().startswith(b"board ")
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err, os.listdir(tmp_path)) == (0, b"", [])


@posix
def test_an_ignored_hangup_stays_ignored(tmp_path):
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); " + COMMAND[2]
    process = subprocess.Popen(
        [sys.executable, "-c", code, "explain", "-", "--lines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT
    )
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    process.stdin.write(b"{}\n")
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 1 and out.count(b"\n") == 1


@posix
def test_emulate_outlives_a_hangup_that_is_ignored(tmp_path):
    """As `nohup lanternboard emulate`: the terminal is closed, the board stays."""
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); " + COMMAND[2]
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-c", code, "emulate", "--name", "outlives"], stdout=subprocess.PIPE, env=environment)
    told = process.stdout.readline().decode()
    assert told.startswith("board ")
    process.send_signal(signal.SIGHUP)
    with Client(told.split()[-1]) as client:
        assert client.request("ping") is not None
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@posix
def test_what_a_killed_one_left_goes_with_the_next(tmp_path):
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path)}
    (tmp_path / "lanternboard-somebody").mkdir()
    (tmp_path / "lanternboard-somebody" / "kept").write_text("no owner's lock: not ours to judge")
    process = subprocess.Popen([*COMMAND, "emulate", "--name", "killed-now"], stdout=subprocess.PIPE, env=environment)
    assert process.stdout.readline().startswith(b"board ")
    living = subprocess.Popen([*COMMAND, "emulate", "--name", "lives-on"], stdout=subprocess.PIPE, env=environment)
    assert living.stdout.readline().startswith(b"board ")
    assert len(list(tmp_path.glob("lanternboard-*/flash"))) == 2
    process.kill()
    process.communicate()
    third = subprocess.Popen([*COMMAND, "emulate", "--name", "third"], stdout=subprocess.PIPE, env=environment)
    assert third.stdout.readline().startswith(b"board ")
    assert len(list(tmp_path.glob("lanternboard-*/flash"))) == 2
    for one in (living, third):
        one.terminate()
        one.communicate(timeout=20)
    assert os.listdir(tmp_path) == ["lanternboard-somebody"]


@pytest.mark.skipif(not hasattr(os, "pidfd_open") or not unix_port(), reason="a process that is not ours is waited for as Linux can")
def test_a_board_whose_supervisor_was_killed_ends_too(tmp_path):
    """It writes what happened on its flash first (tests/e2e/test_flash.py has why that made some spin for ever)."""
    for k in range(count(1, 2, 30)):
        flash = str(tmp_path / f"flash{k}")
        process = subprocess.Popen([*COMMAND, "emulate", "--flash", flash], stdout=subprocess.PIPE, env=ENVIRONMENT)
        told = process.stdout.readline()
        assert told.startswith(b"board ")
        until, board = time.monotonic() + 20, []
        while len(board) != 1 and time.monotonic() < until:
            running = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline") if flash.encode() + b"\0" in read(path)]
            board = [pid for pid in running if pid != process.pid]
        ended = [os.pidfd_open(pid) for pid in board]
        process.kill()
        process.communicate()
        try:
            assert len(ended) == 1 and select.select(ended, [], [], 20)[0], "the board's process lives on"
        finally:
            for one in ended:
                os.close(one)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # that process has just ended


@pytest.mark.parametrize("kind", ["below a file", "file", "no home"][: count(1, 3, 3)])  # each makes an image anew
def test_folders_of_ours_that_cannot_be_used_have_others_in_their_place(tmp_path, kind):
    (tmp_path / "tmp").mkdir()
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "x" if kind == "below a file" else tmp_path / "file"
    environment = {**ENVIRONMENT, "TMPDIR": str(tmp_path / "tmp"), "LANTERNBOARD_CACHE": str(path), "LANTERNBOARD_RUNTIME": str(path)}
    if kind == "no home":
        for name in ("LANTERNBOARD_CACHE", "LANTERNBOARD_RUNTIME", "XDG_RUNTIME_DIR"):
            environment.pop(name, None)
        environment |= {"HOME": str(path), "XDG_CACHE_HOME": ""}
    done = subprocess.run(
        [*COMMAND, "explain", "-", "--on", "board", "--json"], input=json.dumps(SCENARIO).encode(), capture_output=True, env=environment
    )
    assert done.returncode == 0 and done.stdout.startswith(b'{"format":"lanternboard/explanation/1"'), done.stderr
    told = done.stderr.decode()
    if kind == "no home":
        assert told == ""
    else:
        assert told.count("\n") == 2 and "LANTERNBOARD_CACHE: " in told and "LANTERNBOARD_RUNTIME: " in told and str(path) in told
    assert [name for name in os.listdir(tmp_path / "tmp") if name != f"lanternboard-{os.getuid()}"] == []
    done = subprocess.run([*COMMAND, "doctor", "--json"], capture_output=True, env=environment)
    notes = [one["text"] for one in json.loads(done.stdout) if one["about"] == "folders"]
    assert any("takes longer" in note for note in notes)


@posix
def test_the_names_of_boards_are_found_also_without_a_place_of_their_own(tmp_path, monkeypatch):
    from lanternboard_host import places
    from lanternboard_host.emulator import names

    monkeypatch.delenv("LANTERNBOARD_RUNTIME")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert names.runtime_dir() == tmp_path / "lanternboard"
    (tmp_path / "lanternboard").rmdir()
    (tmp_path / "lanternboard").write_text("")
    usual = tmp_path / f"lanternboard-{os.getuid()}"
    assert names.runtime_dir() == usual
    usual.rmdir()
    usual.write_text("")
    alone = names.runtime_dir()
    assert alone == names.runtime_dir() and alone.is_dir() and any(str(usual) in note for note in places.notes)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert places.why_not(tmp_path / "read-only") == "may not be written to"
    assert places.why_not(Path("~/.cache")) == "is no whole path"


PRESSED_AGAIN = """
import os, signal
from lanternboard_host import cli
from lanternboard_host.cli import tables

def press():
    os.kill(os.getpid(), signal.SIGINT)

def version(json):
    try:
        press()
    finally:
        press()
        print("tidied")

cli._quiet = lambda code: press() or code
tables.version = version
cli.main(["version"])
"""


@posix
def test_ctrl_c_again_while_it_tidies_up_breaks_nothing_off():
    done = subprocess.run([sys.executable, "-c", PRESSED_AGAIN], capture_output=True, env=ENVIRONMENT, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"tidied\n", b"")


@posix
def test_a_terminal_that_is_gone_is_no_mistake_of_ours(tmp_path):
    import pty

    ours, theirs = pty.openpty()
    os.close(ours)
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        done = subprocess.run([*COMMAND, "version"], stdin=theirs, stdout=theirs, stderr=file, env=ENVIRONMENT, timeout=60)
    os.close(theirs)
    assert done.returncode == 141
    assert b"mistake" not in errors.read_bytes() and errors.read_bytes().count(b"\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="a file without end is POSIX")
@pytest.mark.parametrize("args", [("explain",), ("explain", "--lines"), ("journal", "show"), ("journal", "replay")])
def test_a_file_without_end_is_refused(wrong, args):
    assert "does not end" in wrong(*args, "/dev/zero")
