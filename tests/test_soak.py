"""The long run's own promises: one file without an end does not hold up the others, and the page says what was not run."""

import fcntl
from pathlib import Path

import pytest

from tests import soak

ENDLESS = '''
import subprocess, sys
from pathlib import Path

HOLDS = """import fcntl, signal, sys
lock = open(sys.argv[1], "w")
fcntl.flock(lock, fcntl.LOCK_EX)
print(1, file=lock, flush=True)
signal.pause()"""

def test_without_an_end():
    subprocess.run([sys.executable, "-c", HOLDS, str(Path(__file__).with_name("held"))])
'''


def test_a_file_without_an_end_is_stopped_with_all_that_it_started(tmp_path: Path) -> None:
    tests = tmp_path / "test_endless.py"
    tests.write_text(ENDLESS)
    result = soak.run(str(tests), limit=15)
    assert result["code"] not in soak.PASSED
    assert result["said"] == "stopped: not at its end after 15 seconds"
    held = tmp_path / "held"
    assert held.read_text() == "1\n", "what the test starts was never there: the limit is too short to show anything"
    with held.open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits for ever if its holder lives


def test_the_page_tells_what_failed_and_what_was_not_run() -> None:
    done = {"a": {"code": 0, "said": "1 passed", "seed": 1, "seconds": 2}, "b": {"code": 1, "said": "1 failed", "seed": 3, "seconds": 4}}
    page = soak.page({"commit": "abc", "done": done}, ["a", "b", "c"])
    assert ": 2 of 3 files run, 1 failed.\n" in page
    assert "| a | 1 passed | 1 | 2 |\n| b | 1 failed | 3 | 4 |\n" in page
    assert "Not run at this commit: c.\n" in page


def test_a_name_that_is_no_test_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["tests/nothing.py"]) == 2
    assert "tests/nothing.py" in capsys.readouterr().err
