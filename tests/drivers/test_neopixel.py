"""The whole firmware with the driver for stock `neopixel`, on MicroPython's unix port with a fake chip: its console, its keys, its LEDs,
its restarts."""

import dataclasses
import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest
from lanternboard_host.emulator.flash import micropython, unix_port
from lanternboard_host.image import ready_image
from lanternboard_host.image.profile import profile
from lanternboard_host.link import Client
from levels import at_lights

pytestmark = pytest.mark.skipif(not unix_port(), reason="no MicroPython for this machine")

HERE = Path(__file__).parent
KEYS = {"up": 4, "down": 5, "left": 6, "right": 7, "choose": 15, "back": 16, "next": 17}
ON_UNIX = dataclasses.replace(profile("esp32-s3"), march=profile("emulated").march)  # compiled once for all emulated boards
RESET = 3  # code of a program that asked for a reset
SETTLED = 20.0


class Esp:
    """A board's folder, its cable, and its program, started again whenever it resets itself."""

    def __init__(self, folder: Path, change=lambda: None) -> None:
        """`change()` is called when the folder is there, before anything starts."""
        self.folder = folder
        shutil.copytree(ready_image(ON_UNIX), folder)
        at_lights(folder)
        change()
        self.board, self.host = os.openpty()
        import tty

        tty.setraw(self.host)
        self.port = os.ttyname(self.host)
        self._read, self._pins = os.pipe()
        self.said = folder.parent / "said"
        self.starts = 0
        self.environment = {
            **os.environ,
            "LANTERNBOARD_PINS": str(self._read),
            "LANTERNBOARD_CLOCK": str(folder.parent / "clock"),
            "LANTERNBOARD_WIRE": str(folder.parent / "wire"),
            "MICROPYPATH": ".frozen",
        }
        self.process: subprocess.Popen | None = None
        self.ended = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        command = micropython(str(HERE / "esp.py"), str(HERE / "fakes"), str(self.folder) + "/")
        with open(self.said, "wb") as said:
            while True:
                self.starts += 1
                self.process = subprocess.Popen(
                    command, stdin=self.board, stdout=self.board, stderr=said, pass_fds=[self._read], env=self.environment
                )
                if self.process.wait() != RESET:
                    break
                self.environment["LANTERNBOARD_WHY"] = "2"  # no power cut
        self.ended.set()

    def level(self, pin: int, high: bool) -> None:
        os.write(self._pins, bytes((pin, high)))

    def press(self, key: str) -> None:
        self.level(KEYS[key], False)
        self.level(KEYS[key], True)

    def wire(self) -> list[tuple[int, bytes]]:
        """(pin, bytes) of every frame."""
        path = self.folder.parent / "wire"
        data, out = path.read_bytes() if path.exists() else b"", []
        while data:
            n = data[1] << 8 | data[2]
            out.append((data[0], data[3 : 3 + n]))
            data = data[3 + n :]
        return out

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
        self.ended.wait(SETTLED)
        for number in (self.board, self.host, self._read, self._pins):
            os.close(number)

    def until(self, condition) -> None:
        deadline = time.monotonic() + SETTLED
        while not condition():
            assert time.monotonic() < deadline, self.said.read_text()
            time.sleep(0.01)


@pytest.fixture(scope="module")
def esp(tmp_path_factory):
    made = Esp(tmp_path_factory.mktemp("esp") / "image")
    yield made
    made.close()


def records(client) -> int:
    return len(client.get("journal").splitlines())


def test_a_showdown_is_played_with_its_keys_and_over_its_console(esp):
    with Client(esp.port, wait=SETTLED) as client:
        assert client.hello["driver"] == "neopixel" and client.id == "0000" + "01020304" + "05fe"
        assert client.table["cause"] == "power" and not client.table["safe"]
        n = client.request("answer", n=client.table["n"], choice="white-lion")["n"]
        esp.press("choose")
        esp.until(lambda: records(client) > n)


def test_a_restart_is_told_by_the_clocks_memory_and_the_showdown_goes_on(esp):
    with Client(esp.port, wait=SETTLED) as client:
        journal, boots, starts = client.get("journal"), client.table["boots"], esp.starts
        client.request("restart")
        esp.until(lambda: client.online and client.table.get("boots", 0) > boots)
        assert client.table["cause"] == "reset" and client.get("journal") == journal and esp.starts == starts + 1


def test_release_leaves_the_prompt_of_MicroPython_on_the_console(esp):
    with Client(esp.port, wait=SETTLED) as client:
        before = esp.starts
        client.request("release")
        assert esp.ended.wait(SETTLED), "main.py ends, and what comes after it is MicroPython's"
    assert esp.starts == before + 1


PROGRAM = """
from lanternboard.drivers.board import Board
from lanternboard.settings.layout import layout
from lanternboard.settings.table import check, FORMAT
board = Board("/")
board.keep(1 << 29 | 77)
settings = check(dict(Board.settings, format=FORMAT, board=dict(columns=5, rows=4), leds=dict(lanes=[18, 21])))
strip = board.strip(layout(settings), settings)
assert not strip.send(False), "the latch time of the dark frame"
for k in range(len(strip.buffer)):
    strip.buffer[k] = k + 1
assert strip.send(True)
board.begin(settings)
print(board.cause, board.kept)
told = []
def handler(key, down, ms):
    told.append((key, down))
    print((key, down))
while len(told) < 4:
    board.buttons(handler)
    board.idle(2)
board.reset("error")
"""


KEPT = 1 << 29 | 77


@pytest.mark.parametrize(
    ("without", "causes"),
    [
        ("", ("power 0", f"error {KEPT}", f"watchdog {KEPT}")),
        ("LANTERNBOARD_NO_IRQ", ("power 0", f"error {KEPT}", f"watchdog {KEPT}")),
        ("LANTERNBOARD_NO_CLOCK", ("power 0", "reset 0", "watchdog 0")),
    ],
)
def test_each_lane_gets_its_bytes_black_first_and_presses_keep_their_order(tmp_path, without, causes):
    image = ready_image(ON_UNIX)
    (tmp_path / "program.py").write_text(PROGRAM)
    command = micropython(str(HERE / "esp.py"), str(HERE / "fakes"), str(image) + "/", str(tmp_path / "program.py"))
    read, write = os.pipe()
    environment = {**os.environ, "LANTERNBOARD_PINS": str(read), "LANTERNBOARD_CLOCK": str(tmp_path / "clock")}
    environment |= {"LANTERNBOARD_WIRE": str(tmp_path / "wire"), "MICROPYPATH": ".frozen", without or "NOTHING": "1"}
    for why, cause in zip("123", causes):
        (tmp_path / "wire").unlink(missing_ok=True)
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[read], env={**environment, "LANTERNBOARD_WHY": why}
        )
        assert process.stdout.readline().decode().strip() == cause
        told = []
        for level in (0, 1):
            for key in ("next", "up"):
                os.write(write, bytes((KEYS[key], level)))
                told.append(process.stdout.readline().decode().strip())  # where nothing interrupts, the loop must look between them
        out, err = process.communicate(timeout=SETTLED)
        assert process.returncode == RESET, err.decode()
        assert told + out.decode().split("\n")[:-1] == ["(6, True)", "(0, True)", "(6, False)", "(0, False)"]
        data = (tmp_path / "wire").read_bytes()
        one, other = bytes(range(1, 31)), bytes(range(33, 63))
        head = bytes((18, 0, 30)), bytes((21, 0, 30))
        assert data == head[0] + bytes(30) + head[1] + bytes(30) + head[0] + one + head[1] + other
    os.close(read)
    os.close(write)
