"""What the command line says about itself: help, version, and one sentence for a command that was wrong."""

import os
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
        (("journal",), "missing argument 'WHAT' (one of: show, replay, save, put). Allowed: "),
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
