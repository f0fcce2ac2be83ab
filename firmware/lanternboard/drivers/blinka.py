"""A computer with pins, as a Raspberry Pi: this firmware on CPython, pins through Blinka, LEDs by adafruit-circuitpython-neopixel. The
console is a TCP port of this machine, for one host at a time: `lanternboard connect socket://127.0.0.1:7310`. Knows nothing of the game.

A reset is the same program executed anew; why it started, the word to keep and an id go through its environment, so they survive a reset
and end with the process. The watchdog is a thread of the same program: it ends a loop that hangs, and not an interpreter that does.
There is no prompt of MicroPython: for maintenance the program ends. Its environment may say LANTERNBOARD_LISTEN, an address and a
port, and LANTERNBOARD_ID, 16 hexadecimal digits."""

import os
import select
import socket
import sys
import threading
import time

from .debounce import Keys

KEYS = ("up", "down", "left", "right", "choose", "back", "next")
TICKS = 0x3FFFFFFF
LISTEN = "127.0.0.1:7310"
LOOKS = 0.002  # seconds between two looks at the keys
LATCH = 0.0003  # seconds of low after which the LEDs show what they got


def ticks() -> int:
    return (time.monotonic_ns() // 1000000) & TICKS


class Port:
    """The console. `read_into(buf)` and `write(buf, n)` take what goes at once and return how many bytes that was."""

    def __init__(self, address: str) -> None:
        host, port = address.rsplit(":", 1)
        self.listener = socket.create_server((host, int(port)))
        self.listener.setblocking(False)
        self.stream = None

    def streams(self) -> list:
        return [self.listener] if self.stream is None else [self.listener, self.stream]

    def accept(self) -> None:
        """Takes a host that calls; a second one is turned away at once, as a serial port would do it."""
        try:
            caller = self.listener.accept()[0]
        except OSError:
            return
        if self.stream is not None:
            return caller.close()
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        caller.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        caller.setblocking(False)
        self.stream = caller

    def _hang_up(self) -> int:
        self.stream.close()
        self.stream = None
        return 0

    def read_into(self, buf) -> int:
        self.accept()
        if self.stream is None:
            return 0
        try:
            return self.stream.recv_into(buf) or self._hang_up()
        except BlockingIOError:
            return 0
        except OSError:
            return self._hang_up()

    def write(self, buf, n: int) -> int:
        if self.stream is None:
            return n  # as a board whose port nobody has opened: it is lost
        try:
            return self.stream.send(memoryview(buf)[:n])
        except BlockingIOError:
            return 0
        except OSError:
            return self._hang_up()


class Board:
    """See docs/drivers.md; `root` is the folder of the image."""

    name = "blinka"
    ring_in = 512
    ring_out = 256

    def __init__(self, root: str) -> None:
        self.root = root
        os.environ["LANTERNBOARD_SYNC"] = "1"  # for the store (store/journal.py), which is imported later
        self.id = os.environ.get("LANTERNBOARD_ID") or _serial()
        self.cause = os.environ.get("LANTERNBOARD_CAUSE") or "power"
        self.kept = int(os.environ.get("LANTERNBOARD_KEPT") or 0)
        self._word = 0
        self._pins = []
        self._keys = Keys()
        self._fed = -1.0
        self._patience = 8.0
        self._ending = threading.Lock()
        self._apart = threading.Lock()  # the keys' thread and the loop
        self._woken, self._wake = socket.socketpair()
        self._woken.setblocking(False)
        self.port = Port(os.environ.get("LANTERNBOARD_LISTEN") or LISTEN)

    def held(self, settings: dict) -> int:
        """The mask of keys that are down."""
        down = 0
        for k in range(len(KEYS)):
            if not _key(settings["buttons"][KEYS[k]]).value:
                down |= 1 << k
        return down

    def begin(self, settings: dict) -> None:
        """Take the pins: from now on a thread looks at them."""
        self._patience = settings["watchdog_ms"] / 1000
        for k in range(len(KEYS)):
            pin = _key(settings["buttons"][KEYS[k]])
            self._keys.begin(k, not pin.value)
            self._pins.append(pin)
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        levels = [not pin.value for pin in self._pins]
        while True:
            for k in range(len(levels)):
                down = not self._pins[k].value
                if down != levels[k]:
                    levels[k] = down
                    with self._apart:
                        self._keys.edge(k, 1 if down else 2, down, ticks())
                    self._wake.send(b".")
            time.sleep(LOOKS)

    def strip(self, layout, settings: dict):
        """The LEDs (docs/drivers.md). `layout`: settings/layout.py."""
        return Strip(layout, settings["leds"])

    def display(self, settings: dict):
        """None: what a display shows is drawn by MicroPython's own framebuf."""
        return None

    @property
    def stuck(self) -> int:
        """The mask of keys that were down at the start and have not been let go of."""
        return self._keys.stuck

    def ticks_ms(self) -> int:
        return ticks()

    def idle(self, ms: int) -> None:
        """Wait until there is input or a key was pressed or let go of, at most `ms`."""
        ready = select.select([self._woken, *self.port.streams()], (), (), ms / 1000)[0]
        if self._woken in ready:
            self._woken.recv(64)

    def show(self, cells) -> None:
        """LEDs show what `strip` is given."""

    def buttons(self, handler) -> None:
        """handler(key, down, ms) for every press and release since the last call, in order."""
        self._keys.settle(ticks(), self._apart.acquire, lambda _: self._apart.release())
        self._keys.take(handler)

    def feed(self) -> None:
        """Feed the watchdog; the first call starts it."""
        first = self._fed < 0
        self._fed = time.monotonic()
        if first:
            threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            left = self._fed + self._patience - time.monotonic()
            if left <= 0:
                self.reset("watchdog")
            time.sleep(max(left, 0.01))

    def keep(self, word: int) -> None:
        """A number that survives a reset; found in `kept` afterwards."""
        self._word = word

    def reset(self, cause: str):
        """Start again; the next boot's `cause` is the one given. Never returns."""
        self._ending.acquire()  # watchdog and loop at once: the first one counts
        if cause == "error":
            sys.stderr.write("Lanternboard starts again after an error; %sbootlog tells which\n" % self.root)
        environment = dict(os.environ, LANTERNBOARD_CAUSE=cause, LANTERNBOARD_KEPT=str(self._word), LANTERNBOARD_ID=self.id)
        os.execve(sys.executable, [sys.executable] + sys.orig_argv[1:], environment)

    def maintenance(self) -> None:
        """In place of `begin`: the program ends once main.py does, and the next one is an ordinary start."""


class Strip:
    """`buffer` is what the next frame is written into, always the same one. A frame is on the wire only while `send` runs."""

    def __init__(self, layout, leds: dict) -> None:
        from neopixel import NeoPixel

        self.buffer = bytearray(layout.size)
        self._count = layout.counts[0]  # the library has one chain
        self._at = layout.starts[0]
        self._places = [leds["order"].find(colour) for colour in "RGB"]
        self._pixels = NeoPixel(_pin(leds["lanes"][0]), self._count, brightness=1.0, auto_write=False, pixel_order=leds["order"])
        self._ended = 0.0
        self.send(True)  # dark

    def busy(self) -> bool:
        """The latch time of the last frame has not passed."""
        return time.monotonic() - self._ended < LATCH

    def stop(self) -> None:
        """Nothing is ever running here."""

    def send(self, cut: bool) -> bool:
        """Send `buffer`; returns when it is out. While busy: `cut` waits the rest of the latch time; else nothing happens, and False."""
        while self.busy():
            if not cut:
                return False
        end = self._at + 3 * self._count
        red, green, blue = [self.buffer[self._at + place : end : 3] for place in self._places]
        self._pixels[:] = list(zip(red, green, blue))
        self._pixels.show()
        self._ended = time.monotonic()
        return True


def _pin(number: int):
    """Blinka's name for a GPIO of a Raspberry Pi."""
    import board

    return getattr(board, "D%d" % number)


def _key(number: int):
    """A key between a pin and ground, with the pin's own pull-up; `value` is False while it is down."""
    import digitalio

    pin = digitalio.DigitalInOut(_pin(number))
    pin.switch_to_input(pull=digitalio.Pull.UP)
    return pin


def _serial() -> str:
    """16 hexadecimal digits that no other computer has."""
    for path, mark in (("/proc/cpuinfo", "Serial"), ("/etc/machine-id", "")):
        try:
            with open(path) as f:
                for line in f:
                    word = line.split(":")[-1].strip().lower()
                    if line.startswith(mark) and len(word) >= 16 and set(word) <= set("0123456789abcdef"):
                        return word[-16:] if mark else word[:16]
        except OSError:
            pass
    import uuid

    return "%016x" % uuid.getnode()
