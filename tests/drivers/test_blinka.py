"""The whole firmware on CPython with a Raspberry Pi's driver: Blinka's generic board has the pins, adafruit_pixelbuf the LEDs, a TCP port
is the console."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from e2e.boards import laid_in
from lanternboard.settings.layout import layout
from lanternboard.settings.table import FORMAT, check
from lanternboard_host.image import image
from lanternboard_host.link import Client
from levels import at_lights

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a Raspberry Pi's is POSIX")

KEYS = {"up": 5, "down": 6, "left": 13, "right": 19, "choose": 26, "back": 16, "next": 20}
SETTLED = 20.0  # seconds, on a machine that does much else


class Pi:
    """An image's folder and the program that runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pins = bytearray(b"\1" * 28)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        self.said = ""
        self.level()
        self.start()

    def start(self):
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment |= {"LANTERNBOARD_LISTEN": self.address, "LANTERNBOARD_ID": "00000000feedbeef"}
        command = [sys.executable, str(Path(__file__).with_name("pi.py")), str(self.folder)]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def level(self, pin: int = 0, high: bool = True) -> None:
        self.pins[pin] = high
        with open(self.folder / "pins", "r+b" if (self.folder / "pins").exists() else "wb") as file:
            file.write(self.pins)

    @property
    def port(self) -> str:
        return "socket://" + self.address

    def frames(self) -> list[bytes]:
        data, out = (self.folder / "wire").read_bytes() if (self.folder / "wire").exists() else b"", []
        while data:
            n = int.from_bytes(data[:2], "big")
            out.append(data[2 : 2 + n])
            data = data[2 + n :]
        return out

    def until(self, condition, seconds: float = SETTLED):
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, self.end()
            time.sleep(0.01)

    def end(self) -> str:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        if not self.said:
            self.said = self.process.communicate()[0].decode(errors="replace") or "it said nothing"
        return self.said


@pytest.fixture(scope="module")
def pi(tmp_path_factory):
    made = Pi(at_lights(image("raspberry-pi", tmp_path_factory.mktemp("pi") / "image")))
    yield made
    made.end()


def connected(pi) -> Client:
    """A client of a program that may still be starting."""
    client = Client(pi.port, wait=0)
    if not client.wait_online(SETTLED):
        raise AssertionError(pi.end())
    return client


def test_a_showdown_is_played_with_its_pins_and_over_its_port(pi):
    with connected(pi) as client:
        assert client.hello["driver"] == "blinka" and client.id == "00000000feedbeef" and not client.table["safe"]
        synced = pi.folder / "synced"
        before = synced.stat().st_size if synced.exists() else 0
        n = client.request("answer", n=client.table["n"], choice="white-lion")["n"]
        assert synced.stat().st_size > before, "what was confirmed is on the card"
        pi.level(KEYS["choose"], False)
        pi.until(lambda: len(client.get("journal").splitlines()) > n)
        pi.level(KEYS["choose"], True)
        client.request("undo", n=len(client.get("journal").splitlines()))


def test_a_second_host_is_turned_away(pi):
    with connected(pi) as client:
        host, _, port = pi.address.rpartition(":")
        with socket.create_connection((host, int(port))) as other:
            other.settimeout(SETTLED)
            assert other.recv(1) == b""
        client.request("ping")


def test_a_restart_is_the_same_program_anew_and_the_showdown_goes_on(pi):
    with connected(pi) as client:
        journal, boots, number = client.get("journal"), client.table["boots"], pi.process.pid
        client.request("restart")
        pi.until(lambda: client.online and client.table.get("boots", 0) > boots)
        assert client.table["cause"] == "reset" and client.get("journal") == journal
        assert pi.process.pid == number and pi.process.poll() is None


def test_release_ends_the_program(pi):
    with connected(pi) as client:
        client.request("release")
        pi.process.wait(timeout=SETTLED)
    assert "Lanternboard is not running: released for maintenance" in pi.end() and pi.process.returncode == 0


HANG = """
        boot.worked()
        while True:
            pass
"""


def test_a_loop_that_hangs_is_ended_by_the_watchdog_and_the_cause_is_kept(tmp_path):
    folder = laid_in(tmp_path / "image", HANG, "raspberry-pi")
    settings = json.loads((folder / "table.json").read_text())
    (folder / "table.json").write_text(json.dumps({**settings, "watchdog_ms": 1000}))
    pi = Pi(folder)
    log = folder / "bootlog"
    pi.until(lambda: log.exists() and json.loads(log.read_text())["last"][-1][1] == "watchdog")
    pi.end()


def test_the_strip_sends_what_is_in_its_buffer_in_the_order_of_the_leds(monkeypatch):
    import types

    sent = []

    import adafruit_pixelbuf

    class NeoPixel(adafruit_pixelbuf.PixelBuf):
        def __init__(self, pin, n, *, brightness, auto_write, pixel_order):
            super().__init__(n, byteorder=pixel_order, brightness=brightness, auto_write=auto_write)

        def _transmit(self, buffer):
            sent.append(bytes(buffer))

    module = types.ModuleType("neopixel")
    module.NeoPixel = NeoPixel
    monkeypatch.setitem(sys.modules, "neopixel", module)
    from lanternboard.drivers import blinka

    monkeypatch.setattr(blinka, "_pin", int)
    for order in ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR"):
        settings = check({"format": FORMAT, "board": {"columns": 7, "rows": 3}, "leds": {"order": order}})
        made = layout(settings)
        strip = blinka.Strip(made, settings["leds"])
        assert sent[-1] == bytes(63), "the first frame is black"
        frame = bytes((37 * k + 11) % 256 for k in range(63))
        strip.buffer[: len(frame)] = frame
        assert strip.send(True) and sent[-1] == frame
