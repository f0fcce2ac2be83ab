"""The arrows of the design: which room may import which. Reads the imports, runs nothing."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIRMWARE = ROOT / "firmware" / "lanternboard"
HOST = ROOT / "host" / "lanternboard_host"

ROOMS = {
    "base": set(),
    "rules": {"base"},
    "explain": {"base", "rules"},
    "lights": {"base", "rules"},
    "screen": {"base", "rules"},
    "controls": {"base", "rules"},
    "link": {"base"},
    "settings": {"base"},
    "store": {"base"},
    "drivers": {"base"},
    "table": {"base", "rules", "explain", "lights", "screen", "controls", "link", "settings", "store", "drivers"},
}
PURE = {"base", "rules", "explain", "lights", "screen", "settings", "link", "controls"}  # what the host may import of the board's
BELOW = {
    "campaign": set(),
    "records": {"campaign"},
    "image": set(),
    "emulator": {"image"},
    "link": {"emulator"},  # only to find emulated boards by name
    "faces": {"image", "link"},  # image: what the packs say
    "play": {"faces"},
    "terminal": {"faces", "link"},
    "web": {"faces", "link", "campaign", "records"},
    "cli": {"campaign", "records", "image", "emulator", "link", "faces", "play", "terminal", "web"},
}
# What a bare board has, and the modules of its own that some boards have.
ON_A_BOARD = {"array", "binascii", "builtins", "gc", "hashlib", "io", "json", "machine", "micropython"}
ON_A_BOARD |= {"framebuf", "os", "rp2", "select", "struct", "sys", "time", "vfs"}
ONLY_ON_CPYTHON = {"socket", "traceback"}  # imported inside a branch that a board never takes
ON_ONE_BOARD = {"neopixel.py": {"neopixel"}, "blinka.py": {"board", "digitalio", "neopixel", "threading", "uuid"}}  # drivers'


def files(top: Path) -> list[Path]:
    return sorted(path for path in top.rglob("*.py") if "__pycache__" not in path.parts)


def imports(path: Path, top: Path) -> list[str]:
    """Every import of a file as a full dotted name, also those inside functions."""
    package = [top.name, *path.relative_to(top).parent.parts]
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = [*base, *(node.module.split(".") if node.module else [])]
            found += [".".join([*module, alias.name]) for alias in node.names]
    return found


def room(name: str, package: str) -> str | None:
    """The room that a dotted name lies in; None where it is of another package; "" the package itself."""
    parts = name.split(".")
    if parts[0] != package:
        return None
    return parts[1] if len(parts) > 1 else ""


def test_the_rooms_are_those_of_the_design():
    assert {path.parent.name for path in FIRMWARE.glob("*/__init__.py")} == set(ROOMS)
    assert {path.parent.name for path in HOST.glob("*/__init__.py")} == set(BELOW)


@pytest.mark.parametrize("path", files(FIRMWARE), ids=lambda path: path.relative_to(FIRMWARE).as_posix())
def test_a_room_of_the_board_knows_only_what_it_may(path):
    here = path.relative_to(FIRMWARE).parts[0]
    if here in ("files", "__init__.py"):
        return
    for name in imports(path, FIRMWARE):
        there = room(name, "lanternboard")
        if there is None:
            own = ON_ONE_BOARD.get(path.name, set()) if here == "drivers" else set()
            assert name.split(".")[0] in ON_A_BOARD | ONLY_ON_CPYTHON | own, f"{name} is not on a board"
        elif there in ROOMS:
            assert there == here or there in ROOMS[here], f"{here} imports {there}"


@pytest.mark.parametrize("path", files(HOST), ids=lambda path: path.relative_to(HOST).as_posix())
def test_host_code_knows_only_what_it_may(path):
    parts = path.relative_to(HOST).parts
    if len(parts) == 1:
        return
    here = parts[0]
    for name in imports(path, HOST):
        there = room(name, "lanternboard_host")
        if there in BELOW:
            assert there == here or there in BELOW[here], f"{here} imports {there}"
        board = room(name, "lanternboard")
        if board in ROOMS:
            assert board in PURE, f"{here} imports the board's {board}"


def test_importing_the_firmware_touches_no_hardware():
    """Only drivers import `machine` and the like. (files/ is data: a board's first lines, imported by nobody.)"""
    for path in (path for path in files(FIRMWARE) if path.relative_to(FIRMWARE).parts[0] != "files"):
        hardware = {"machine", "rp2", "vfs"} & {name.split(".")[0] for name in imports(path, FIRMWARE)}
        assert not hardware or path.parent.name == "drivers", path


def test_no_machine_code_imports():
    """A native function that uses no global keeps its caller's: what it imports would be looked for beside that one."""
    for path in sorted((ROOT / "firmware").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and any("micropython" in ast.unparse(one) for one in node.decorator_list):
                assert not any(isinstance(one, ast.Import | ast.ImportFrom) for one in ast.walk(node)), (path.name, node.name)


ASKS = {"ask", "one_of", "drawn_of", "next_of"}


def test_rules_delegate_only_to_who_asks():
    """Each `yield from` inside of another takes call stack, of which a board has 8 kB: what carries something out is yielded, and
    `asking.driven` runs it."""
    found = set()
    for path in sorted((FIRMWARE / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.YieldFrom):
                assert isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name), (path.name, ast.unparse(node))
                found.add(node.value.func.id)
    assert found == ASKS
