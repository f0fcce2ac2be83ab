"""The flash that a person names: one board's alone, told when it can be none, and what is said when nothing on it starts."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from e2e.boards import ECHO, laid_in
from lanternboard.base.errors import Refused
from lanternboard_host.emulator import EmulatedBoard, serve
from lanternboard_host.emulator.flash import SIZE, micropython, script, unix_port
from lanternboard_host.image import image

ENGINES = ["unix", "cpython"] if unix_port() else ["cpython"]
PROFILE = {"unix": "emulated", "cpython": "cpython"}
needs_unix = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def echo_image(engine, tmp_path_factory):
    return laid_in(tmp_path_factory.mktemp("echo") / "image", ECHO, PROFILE[engine])


def test_one_flash_is_one_boards_by_whatever_path(echo_image, engine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink("mine", tmp_path / "other")
    with EmulatedBoard(echo_image, "mine", engine, name="first") as board:
        board.start()
        board.wait(lambda b: b.shown)
        for path in ("mine", tmp_path / "mine", tmp_path / "other"):
            with EmulatedBoard(echo_image, path, engine, name="second") as second:
                with pytest.raises(Refused, match=f"in use by the board first .process {os.getpid()}") as refused:
                    second.start()
                assert refused.value.path == "flash"
        board.kill()
        with EmulatedBoard(echo_image, "mine", engine) as second, pytest.raises(Refused):
            second.start()  # it is the first one's also while its power is off
    with EmulatedBoard(echo_image, "mine", engine, name="second") as board:
        board.start()
        board.wait(lambda b: b.shown)
    assert not (tmp_path / "mine.lock").exists()


def test_a_flash_is_free_when_its_emulator_was_killed(echo_image, engine, tmp_path):
    code = (
        "import sys, time; from lanternboard_host.emulator import EmulatedBoard; "
        "b = EmulatedBoard(sys.argv[1], sys.argv[2], sys.argv[3], 'killed'); b.start(); print('on', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(echo_image), str(tmp_path / "flash"), engine],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout.readline() == b"on\n"
    with EmulatedBoard(echo_image, tmp_path / "flash", engine) as board:
        with pytest.raises(Refused, match=f"in use by the board killed .process {process.pid}"):
            board.start()
        process.kill()
        process.wait()
        process.stdout.close()
        board.start()
        board.wait(lambda b: b.shown)


def test_a_board_whose_emulator_was_killed_at_its_start_ends(engine, tmp_path):
    code = (
        "import time; from lanternboard_host.emulator import EmulatedBoard; "
        f"b = EmulatedBoard(engine={engine!r}); b.start(); print(b.pid, flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    pid = int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdout.close()
    try:
        wait_for(lambda: not running(pid))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_for(condition, seconds=20):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def running(pid: int) -> bool:
    """Whether there is such a process that is more than the memory of one (a container's first process may reap none)."""
    try:
        if not Path("/proc").is_dir():
            return os.kill(pid, 0) is None
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_can_be_no_flash_is_refused_and_nothing_is_left_beside_it(engine, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"hi")
    (tmp_path / "folder").mkdir()
    before = sorted(os.listdir(tmp_path))
    for path in (file, tmp_path / "folder", file / "below", ""):
        with pytest.raises(Refused) as refused, EmulatedBoard(flash=path, engine=engine) as board:
            board.start()
        assert refused.value.path == "flash" and refused.value.allowed
    assert sorted(os.listdir(tmp_path)) == before


@needs_unix
def test_serve_says_that_no_firmware_runs_and_leaves_the_prompt_that_mends_it(tmp_path):
    lines, ended = [], threading.Event()
    (tmp_path / "flash").write_bytes(os.urandom(SIZE))

    def say(text):
        lines.append(text)
        if len(lines) == 2:
            ended.set()

    timer = threading.Timer(20, ended.set)
    timer.start()
    serve("dead-flash", "unix", None, str(tmp_path / "flash"), say, ended)
    timer.cancel()
    assert lines[1].startswith("no firmware runs on it") and "dead-flash" in lines[1] and "OSError" in lines[1], lines


DEAD = {  # what lies in an image -> what is said of it
    "main.py": ("raise ValueError('a fault')\n", "ValueError: a fault"),
    "lb/0/lanternboard/table/boot.py": ("def x(:\n", "slot 0 does not start"),
    "lb/0/lanternboard/rules/engine.py": ("import nonsense\n", "no module named 'nonsense'"),
}


@needs_unix
@pytest.mark.parametrize("path", DEAD)
def test_an_image_that_does_not_start_ends_with_what_it_said(tmp_path, path):
    content, said = DEAD[path]
    made = laid_in(tmp_path / "image", ECHO)
    (made / "lb/0/lanternboard/table/loop.py").unlink()
    (made / path).write_text(content)
    ended = threading.Event()
    timer = threading.Timer(20, ended.set)
    timer.start()
    with pytest.raises(Refused, match="the firmware does not start: ") as refused:
        serve("dead-image", "unix", str(made), None, lambda text: None, ended)
    timer.cancel()
    assert refused.value.path == "image" and said in refused.value.message
    with pytest.raises(Refused, match="the firmware does not start: "), EmulatedBoard(made, engine="unix") as board:
        board.start()
        board.started(20)


@needs_unix
def test_an_image_for_other_boards_is_refused_before_anything_starts(tmp_path):
    other = image("pico", tmp_path / "image")
    with pytest.raises(Refused, match="profile pico") as refused:
        EmulatedBoard(other, engine="unix")
    assert refused.value.path == "image" and "--profile emulated" in refused.value.allowed
    with pytest.raises(Refused, match="profile pico"):
        EmulatedBoard(other, engine="cpython")


def test_bad_settings_are_told_when_a_board_is_served(engine, tmp_path):
    made = image(PROFILE[engine], tmp_path / "image")
    (made / "table.json").write_text('{"format":"lanternboard/settings/1","rulings":{"x":1}}')
    for flash in (None, tmp_path / "flash", tmp_path / "flash"):  # the last time it is there already
        lines, ended = [], threading.Event()

        def say(text, lines=lines, ended=ended):
            lines.append(text)
            if len(lines) == 2:
                ended.set()

        timer = threading.Timer(20, ended.set)
        timer.start()
        serve("bad-settings", engine, None if flash and flash.exists() else str(made), flash and str(flash), say, ended)
        timer.cancel()
        assert "built-in settings" in lines[1] and "rulings.x" in lines[1], (flash, lines)


@needs_unix
def test_serve_is_silent_about_a_firmware_that_runs(tmp_path):
    lines, ended = [], threading.Event()
    server = threading.Thread(target=serve, args=("alive", "unix", None, str(tmp_path / "flash"), lines.append, ended))
    server.start()
    ended.wait(1.5)
    ended.set()
    server.join()
    assert len(lines) == 1


LEFT_OPEN = """
import gc, os, sys, vfs

source = open(sys.argv[1]).read()
exec(source[: source.index("def copy(")])
flash = Flash(sys.argv[2])
vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/f")
gc.threshold(int(sys.argv[3]))

def leave_open(k):
    open("/f/open%d" % (k % 7), "wb").write(b"abc" * k)

for k in range(400):
    leave_open(k)
    with open("/f/closed%d" % (k % 5), "wb") as f:
        f.write(b"x" * (k % 900))
print(len(os.listdir("/f")))
"""


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
@pytest.mark.parametrize("threshold", [200, 1000, 16384])
def test_a_collection_that_closes_files_does_the_file_system_no_harm(tmp_path, threshold):
    """The heap is locked then. Where the flash asked for memory, littlefs was left in the middle of something, and the next file spun."""
    (tmp_path / "left_open.py").write_text(LEFT_OPEN)
    (tmp_path / "flash").write_bytes(b"\xff" * SIZE)
    command = micropython(str(tmp_path / "left_open.py"), script("boot_unix.py"), str(tmp_path / "flash"), str(threshold))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("12\n", "", 0)


OVER = """
import sys

source = open(sys.argv[1]).read()
exec(source[: source.index("def copy(")])
flash = Flash(sys.argv[2])
page = bytearray(b"\\xff" * PAGE)
page[7] = 1
flash.writeblocks(3, page, PAGE)
page[7], page[8] = 255, 2
flash.writeblocks(3, page, PAGE)
flash.readblocks(3, page, PAGE)
print(page[6:10])
try:
    flash.writeblocks(3, page, PAGE)
except OSError:
    print("refused")
"""


@needs_unix
def test_who_programs_a_byte_that_was_not_erased_is_told(tmp_path):
    (tmp_path / "over.py").write_text(OVER)
    (tmp_path / "flash").write_bytes(b"\xff" * SIZE)
    command = micropython(str(tmp_path / "over.py"), script("boot_unix.py"), str(tmp_path / "flash"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "bytearray(b'\\xff\\x01\\x02\\xff')\nrefused\n" and "not erased" in done.stderr
