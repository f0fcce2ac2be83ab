"""How main.py ends: whatever brings MicroPython's own prompt, nothing of ours is left that could run there, since the files in which
its code lies may be rewritten then. On MicroPython's unix port, with a bundle as on flash."""

import json
import shutil
import subprocess

import pytest
from lanternboard_host.emulator.flash import micropython, unix_port
from lanternboard_host.image import ready_image
from lanternboard_host.image.bundle import for_flash
from lanternboard_host.image.compile import compiled
from lanternboard_host.image.inplace import BLOCK
from lanternboard_host.image.profile import profile

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
OURS = "[name for name in sys.modules if name.split('.')[0] in ('start', 'lanternboard')]"
RUNS = f"""
import json, sys, vfs
folder = sys.argv[1] + "/"
path = sys.path[:]
names = {{"__name__": "__main__", "ROOT": folder}}
raised = ""
try:
    with open(folder + "main.py") as f:
        exec(f.read(), names)
except BaseException as wrong:
    raised = repr(wrong)
print()
print(json.dumps([raised, sys.path == path, {OURS}, [place for _, place in vfs.mount()], names.get("start"), names.get("boot")]))
"""
CLEAN = [True, [], ["/"], None, None]


@pytest.fixture
def flash(tmp_path):
    return laid(tmp_path, "    print(sys.path[0], len(vfs.mount()))\n")


def laid(tmp_path, body, inplace=b""):
    """What lies on flash, where the table's `run` is `body` and, when given, that is the module of code in flash."""
    shutil.copytree(ready_image("emulated"), tmp_path / "image")
    (tmp_path / "image/lb/0/lanternboard/table/boot.py").write_text("import sys, vfs\ndef run(root):\n" + body)
    if inplace:
        (tmp_path / "image/lb/0/lanternboard/inplace.mpy").write_bytes(compiled(inplace, "inplace.py", profile("emulated")))
    for_flash(tmp_path / "image", tmp_path / "flash")
    return tmp_path / "flash"


def ends(flash):
    """What main.py printed, and [what it raised, ...] as CLEAN has it."""
    (flash.parent / "runs.py").write_text(RUNS)
    done = subprocess.run(micropython(str(flash.parent / "runs.py"), str(flash)), capture_output=True, text=True, check=True)
    printed, _, left = done.stdout.strip().rpartition("\n")
    return printed, json.loads(left)


def test_the_table_runs_from_its_bundle_and_leaves_nothing(flash):
    assert ends(flash) == ("/code 2\n", ["", *CLEAN])


@pytest.mark.parametrize("wrong", ["KeyboardInterrupt()", "ValueError(5)"])
def test_what_the_table_raises_leaves_nothing_either(tmp_path, wrong):
    printed, left = ends(laid(tmp_path, f"    raise {wrong}\n"))
    assert left[1:] == CLEAN
    assert wrong.rstrip(")") in printed + left[0]


def test_a_start_that_is_interrupted_leaves_nothing(tmp_path):
    assert ends(laid(tmp_path, "    pass\nraise KeyboardInterrupt\n"))[1] == ["KeyboardInterrupt()", *CLEAN]


def test_without_any_version_nothing_is_left_and_it_says_what_to_do(flash):
    (flash / "lb/0.bundle").unlink()
    printed, left = ends(flash)
    assert left == ["", *CLEAN] and "install" in printed


@pytest.mark.parametrize("content", [None, b"", b"M\x05\0\0"])
def test_without_a_start_nothing_is_left_and_it_says_what_to_do(flash, content):
    (flash / "lb/start.mpy").unlink()
    if content is not None:
        (flash / "lb/start.mpy").write_bytes(content)
    printed, left = ends(flash)
    assert left == ["", *CLEAN] and "install" in printed


def test_where_code_is_not_for_this_board_all_runs_from_the_heap_and_a_note_is_printed(tmp_path):
    """The same way that another MicroPython than 1.28 goes, or blocks that are there twice: Code raises ValueError."""
    source = b"class Code:\n    def __init__(self, nonce, n):\n        raise ValueError('%d blocks, but not here' % n)\n"
    flash = laid(tmp_path, "    print(sys.path[0], sys.modules['start'].MOUNTED[-1].code)\n", source)
    assert (flash / "lb/0.bundle").stat().st_size > 2 * BLOCK
    printed, left = ends(flash)
    assert "blocks, but not here" in printed and printed.endswith("/code None\n") and left == ["", *CLEAN]


def test_a_version_that_does_not_start_leaves_no_name_in_its_file(tmp_path):
    """The other one runs, and the first one's file may be replaced at MicroPython's prompt: names that lie there are copied before."""
    image, flash = tmp_path / "image", tmp_path / "flash"
    shutil.copytree(ready_image("emulated"), image)
    shutil.copytree(image / "lb/0", image / "lb/1")
    first, second = image / "lb/0/lanternboard", image / "lb/1/lanternboard"
    (first / "table/boot.py").write_text("raise ValueError('a bad version')\n")
    (second / "table/boot.py").write_text("import lanternboard\ndef run(root):\n    print('runs', lanternboard.folder[-4:])\n")
    nothing = "".join(f"    def {name}(self, *_):\n        pass\n" for name in ("__init__", "settle", "tidy", "text"))
    (first / "inplace.mpy").write_bytes(compiled(b"class Code:\n" + nothing.encode(), "inplace.py", profile("emulated")))
    (first / "names.py").write_text("def take(code, place):\n    return 5, 119\ndef stay(pool):\n    print('kept', pool)\n")
    for_flash(image, flash)
    printed, left = ends(flash)
    lines = printed.splitlines()
    assert "a bad version" in lines[0] and lines[1] == "kept 119" and lines[-1] == "runs lb/1" and left == ["", *CLEAN]
