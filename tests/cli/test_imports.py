"""Terminal and command line import where there is no pty, termios or fcntl (Windows), and the command line starts quickly."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

BLOCKED = """
import sys
sys.path[:0] = {path!r}
for name in ("pty", "termios", "fcntl", "tty", "pwd", "grp", "resource"):
    sys.modules[name] = None
import importlib, pkgutil
import lanternboard_host.cli, lanternboard_host.terminal
for package in (lanternboard_host.cli, lanternboard_host.terminal):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
print("all there")
"""

LAZY = """
import sys
sys.path[:0] = {path!r}
from lanternboard_host.cli import run
run(["version"])
heavy = [name for name in ("serial", "rich.console", "lanternboard_host.emulator", "lanternboard_host.terminal") if name in sys.modules]
assert not heavy, heavy
"""


def python(program):
    path = [str(ROOT / "firmware"), str(ROOT / "host")]
    return subprocess.run([sys.executable, "-c", program.format(path=path)], capture_output=True, text=True)


def test_everything_imports_without_posix_modules():
    done = python(BLOCKED)
    assert done.stdout == "all there\n", done.stderr


def test_a_command_loads_only_what_it_needs():
    done = python(LAZY)
    assert done.returncode == 0, done.stderr
