"""The image: what lies in it, that the same sources give the same bytes, and that a .py laid beside a .mpy wins on a real MicroPython."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import SIZE, littlefs, micropython, unix_port
from lanternboard_host.image import checked, image, image_digest, profiles, ready_image
from lanternboard_host.image.build import firmware_source, table_json
from lanternboard_host.image.cache import cache_dir, kept_file, kept_folder
from lanternboard_host.image.profile import profile
from sizes import count

ON_UNIX = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


def modules() -> set[str]:
    top = firmware_source()
    paths = {path.relative_to(top).with_suffix("").as_posix() for path in top.rglob("*.py")}
    return {path for path in paths if not path.startswith(("files/", "drivers/"))}


def test_the_profiles_are_these():
    assert profiles() == ["cpython", "emulated", "esp32-s3", "pico", "raspberry-pi"]


KINDS = [
    ("emulated", {"emulated"}, ".mpy"),
    ("pico", {"rp2", "debounce", "rp2_leds", "ssd1306"}, ".mpy"),
    ("cpython", {"emulated"}, ".py"),
    ("raspberry-pi", {"blinka", "debounce"}, ".py"),
    ("esp32-s3", {"neopixel", "debounce", "ssd1306"}, ".mpy"),  # at the small size nothing else needs this one
]


@pytest.mark.parametrize(("name", "drivers", "suffix"), KINDS[: count(4, 5, 5)])
def test_an_image_holds_every_module_and_one_driver(tmp_path, name, drivers, suffix):
    out = image(name, tmp_path / "image")
    code = out / "lb" / "0" / "lanternboard"
    found = {path.relative_to(code).as_posix() for path in code.rglob("*") if path.is_file()}
    assert found == {
        f"{module}{suffix}"
        for module in modules()
        | {f"drivers/{driver}" for driver in drivers | {"__init__", "board"}}
        | ({"inplace", "names"} if name == "pico" else set())
    }
    assert sorted(path.name for path in out.iterdir()) == ["lb", "main.py", "packs", "table.json"]
    assert (out / "packs" / "first-story.lbp").is_file()


def test_the_same_sources_give_the_same_image_in_place_of_an_earlier_one(tmp_path):
    first = image_digest(image("emulated", tmp_path / "a"))
    (tmp_path / "a" / "lb" / "stray").write_text("left over")
    assert image_digest(image("emulated", tmp_path / "a")) == first == image_digest(ready_image("emulated"))


def test_what_is_the_tables_own_outlives_another_image_in_the_same_folder(tmp_path):
    out = image("emulated", tmp_path / "image")
    shipped = (out / "packs" / "first-story.lbp").read_bytes()
    mine = b'{"format": "lanternboard/settings/1", "names": ["Anna", "Bo"]}'
    (out / "table.json").write_bytes(mine)
    (out / "packs" / "mine.lbp").write_bytes(b"my own")
    (out / "packs" / "first-story.lbp").write_bytes(b"an older one")
    said: list[str] = []
    image("pico", out, say=said.append)
    assert (out / "table.json").read_bytes() == mine
    assert (out / "packs" / "mine.lbp").read_bytes() == b"my own"
    assert (out / "packs" / "first-story.lbp").read_bytes() == shipped
    assert [text.split()[:3] for text in said] == [
        ["table.json", "is", "kept"],
        ["packs/first-story.lbp", "is", "the"],
        ["packs/mine.lbp", "is", "kept"],
    ]


def test_settings_that_are_kept_and_bad_are_told(tmp_path):
    out = image("emulated", tmp_path / "image")
    (out / "table.json").write_text("oops")
    said: list[str] = []
    image("emulated", out, say=said.append)
    assert (out / "table.json").read_text() == "oops"
    assert len(said) == 1 and "kept" in said[0] and "built-in settings" in said[0]


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(Refused, match="not an image"):
        image("emulated", tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_an_unknown_profile_is_refused_with_those_there_are(tmp_path):
    with pytest.raises(Refused, match="cpython, emulated, esp32-s3, pico, raspberry-pi"):
        image("../pico", tmp_path / "image")


def test_a_source_that_does_not_compile_is_refused_with_its_name(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(firmware_source(), source)
    (source / "rules" / "broken.py").write_text("def f(:\n")
    with pytest.raises(Refused, match=r"lanternboard/rules/broken\.py"):
        image("emulated", tmp_path / "image", source)
    assert not (tmp_path / "image").exists()


def test_a_cached_file_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    monkeypatch.setenv("LANTERNBOARD_CACHE", str(tmp_path))
    assert cache_dir() == tmp_path

    def fails(path: Path) -> None:
        path.write_text("half")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        kept_file("kind", "key", fails)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert kept_file("kind", "key", lambda path: path.write_text("whole") and None).read_text() == "whole"
    assert kept_file("kind", "key", fails).read_text() == "whole"


def test_what_nobody_used_for_long_goes(tmp_path, monkeypatch):
    monkeypatch.setenv("LANTERNBOARD_CACHE", str(tmp_path))
    old, used = (kept_file("kind", key, lambda path: path.write_text("x") and None) for key in ("old", "used"))
    for path in (old, used):
        os.utime(path, (0, 0))
    kept_file("kind", "used", lambda path: None)
    kept_file("kind", "new", lambda path: None)
    assert used.exists() and not old.exists()


@ON_UNIX
def test_a_source_laid_beside_the_compiled_file_wins(tmp_path):
    code = image("emulated", tmp_path / "image") / "lb" / "0" / "lanternboard"
    script = tmp_path / "script.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(code.parent)!r})\nimport lanternboard.rules.state as state\nprint(state.DX)\n")

    def run() -> str:
        return subprocess.run(micropython(str(script)), capture_output=True, text=True, check=True).stdout.strip()

    assert run() == "(0, 1, 0, -1)"
    (code / "rules" / "state.py").write_text("DX = 'laid in'\n")
    assert (code / "rules" / "state.mpy").exists()
    assert run() == "laid in"


@ON_UNIX
def test_the_flash_file_is_a_picos_and_made_once_per_image(tmp_path):
    folder = image("emulated", tmp_path / "image")
    first = littlefs(folder)
    assert first.stat().st_size == SIZE == 1408 * 1024
    assert littlefs(folder) == first
    (folder / "table.json").write_text("{}")
    assert littlefs(folder) != first


@ON_UNIX
def test_a_changed_image_is_what_the_board_runs(tmp_path):
    folder = image("emulated", tmp_path / "image")
    (folder / "lb" / "0" / "lanternboard" / "table" / "loop.py").write_text(
        "class Table:\n"
        "    def __init__(self, board, boot):\n"
        "        self.board, self.boot = board, boot\n"
        "    def run(self):\n"
        "        self.board.show(b'changed')\n"
        "        while True:\n"
        "            self.boot.worked()\n"
        "            self.board.idle(20)\n"
    )
    with EmulatedBoard(folder) as board:
        board.start()
        board.wait(lambda b: b.cells == b"changed")


def test_importing_main_boots_nothing_on_a_computer():
    """Only the two package roots are on the path, so main.py, which is package data, cannot be found by that name."""
    import importlib.util

    spec = importlib.util.find_spec("main")
    assert spec is None or not os.path.samefile(str(spec.origin), firmware_source() / "files" / "main.py")


@pytest.mark.parametrize("damaged", [b"", b"who", b"WHOLE"])
def test_what_was_damaged_in_the_cache_is_made_anew(tmp_path, monkeypatch, damaged):
    monkeypatch.setenv("LANTERNBOARD_CACHE", str(tmp_path))

    def file(path):
        path.write_bytes(b"whole")

    def folder(path):
        (path / "in").mkdir()
        file(path / "in" / "it")
        file(path / "beside")

    kept = kept_file("kind", "key", file)
    kept.write_bytes(damaged)
    assert kept_file("kind", "key", file).read_bytes() == b"whole"
    kept = kept_folder("folders", "key", folder)
    (kept / "in" / "it").write_bytes(damaged)
    assert (kept_folder("folders", "key", folder) / "in" / "it").read_bytes() == b"whole"
    (kept / "beside").unlink()
    assert (kept_folder("folders", "key", folder) / "beside").read_bytes() == b"whole"


@pytest.mark.parametrize("name", profiles())
def test_the_table_json_of_an_image_has_the_pins_that_such_a_board_has(name):
    checked(table_json(profile(name), firmware_source()), name)
