"""A board that is not there: console and control are two byte streams to a supervisor (host: emulator/supervisor.py), on
MicroPython's unix port as inherited descriptors, on CPython as sockets. The supervisor plays USB, buttons, LEDs, watchdog and
power. Never blocks on the console; knows nothing of the game.

Control, board to supervisor: a letter, a length (2 bytes, big endian), a body: F fed · C cells · L the bytes on the wires of all
lanes · D a page of the display (its number, 128 bytes) · R reset (cause) · K word to keep until power goes. Supervisor to board: one
byte per button edge, key << 1 | down."""

import os
import select
import sys
import time

KEYS = 7
TICKS = 0x3FFFFFFF  # ticks_ms counts up to here and wraps, on every board
POLLIN = getattr(select, "POLLIN", 1)
MICROPYTHON = sys.implementation.name == "micropython"


class Port:
    """The console. `read_into(buf)` and `write(buf, n)` take what goes at once and return how many bytes that was."""

    def __init__(self, stream) -> None:
        self._stream = stream
        if MICROPYTHON:
            self.read_into = self._file_read
            self.write = self._file_write

    def read_into(self, buf) -> int:
        try:
            return self._stream.recv_into(buf)
        except OSError:
            return 0

    def write(self, buf, n: int) -> int:
        try:
            return self._stream.send(memoryview(buf)[:n])
        except OSError:
            return 0

    def _file_read(self, buf) -> int:
        try:
            return self._stream.readinto(buf) or 0
        except OSError:
            return 0

    def _file_write(self, buf, n: int) -> int:
        try:
            return self._stream.write(buf, n) or 0
        except OSError:
            return 0


class Board:
    """See docs/drivers.md; `root` is "/" on MicroPython and a folder on CPython."""

    name = "emulated"
    ring_in = 512
    ring_out = 256

    def __init__(self, root: str = "/") -> None:
        self.root = root
        self.id = os.getenv("LANTERNBOARD_ID") or "0" * 16
        self.cause = os.getenv("LANTERNBOARD_CAUSE") or "power"
        self.kept = int(os.getenv("LANTERNBOARD_KEPT") or "0")
        console, self._control = _streams()
        self.port = Port(console)
        self._read = self._control.readinto if MICROPYTHON else self._control.recv_into
        self._send = self._control.write if MICROPYTHON else self._control.sendall
        self._poll = select.poll() if hasattr(select, "poll") else _Poll()
        self._poll.register(console, POLLIN)
        self._poll.register(self._control, POLLIN)
        self._waiting = select.poll() if hasattr(select, "poll") else _Poll()
        self._waiting.register(self._control, POLLIN)
        self._edge = bytearray(1)
        self._head = bytearray(3)
        self._fed = -1
        self.stuck = 0  # keys that were down at the start and have not been let go of

    def held(self, settings: dict) -> int:
        """The mask of keys that are down."""
        return int(os.getenv("LANTERNBOARD_HELD") or "0")

    def begin(self, settings: dict) -> None:
        """Take pins and times from the settings: here the supervisor has them."""
        self.stuck = self.held(settings)

    def ticks_ms(self) -> int:
        return (time.ticks_ms() if MICROPYTHON else time.monotonic_ns() // 1000000) & TICKS

    def idle(self, ms: int) -> None:
        """Wait until there is input or a button, at most `ms`."""
        self._poll.poll(ms)

    def show(self, cells) -> None:
        """What the LEDs show from now on: one byte per space (lights/compose.py)."""
        self._tell(67, cells)

    def strip(self, layout, settings: dict):
        """The LEDs: a frame goes out at once."""
        return _Strip(self._tell, layout.size)

    def display(self, settings: dict):
        """The display, None where there is none: without MicroPython there is no font to draw with."""
        if settings["display"]["kind"] == "none" or not MICROPYTHON or os.getenv("LANTERNBOARD_DISPLAY") == "0":
            return None
        return _Display(self._tell)

    def flash(self):
        """The device of whose flash single pages can be programmed (emulator/boot_unix.py); None on CPython."""
        try:
            return lanternboard_flash  # type: ignore[name-defined]
        except NameError:
            return None

    def buttons(self, handler) -> None:
        """handler(key, down, ms) for every edge since the last call, in order."""
        edge = self._edge
        while self._waiting.poll(0):
            if not self._read(edge):  # one byte: MicroPython's readinto waits until the buffer is full
                raise SystemExit  # the supervisor is gone, and with it the power
            key = edge[0] >> 1
            if self.stuck >> key & 1:
                self.stuck &= ~((1 - (edge[0] & 1)) << key)
            elif key < KEYS:
                handler(key, edge[0] & 1 == 1, self.ticks_ms())

    def feed(self) -> None:
        """Feed the watchdog; the first call starts it. Told ten times a second at most: the supervisor counts seconds."""
        now = self.ticks_ms()
        if self._fed < 0 or (now - self._fed) & TICKS >= 100:
            self._fed = now
            self._tell(70, b"")

    def keep(self, word: int) -> None:
        """A number that survives a reset but not a power cut; found in `kept` afterwards."""
        self._tell(75, str(word).encode())

    def reset(self, cause: str):
        """Start again; the next boot's `cause` is the one given. Never returns."""
        self._tell(82, cause.encode())
        while True:
            time.sleep(1)

    def maintenance(self) -> None:
        """In place of `begin`: the port becomes MicroPython's own prompt once main.py ends; ending that resets
        (host: emulator/boot_unix.py)."""

    def _tell(self, letter: int, body) -> None:
        head = self._head
        n = len(body)
        head[0], head[1], head[2] = letter, n >> 8, n & 255
        self._send(head)
        if n:
            self._send(body)


class _Display:
    """As drivers/ssd1306.py, one page in a piece. It has no cable that anybody could pull."""

    lost = False

    def __init__(self, tell) -> None:
        self._tell = tell
        self._pages = [bytearray((k,)) + bytearray(128) for k in range(8)]
        self._due = bytearray(b"\1" * 8)

    def page(self, k: int, data) -> None:
        kept = self._pages[k]
        if kept[1:] != data:
            kept[1:] = data
            self._due[k] = 1

    def pump(self) -> bool:
        for k in range(8):
            if self._due[k]:
                self._due[k] = 0
                self._tell(68, self._pages[k])
                return False
        return True

    def look(self) -> bool:
        return False


class _Strip:
    """LEDs behind the supervisor; see docs/drivers.md."""

    def __init__(self, tell, size: int) -> None:
        self.buffer = bytearray(size)
        self._tell = tell
        self.send(True)  # dark

    def busy(self) -> bool:
        return False

    def stop(self) -> None:
        """Nothing is ever running here."""

    def send(self, cut: bool) -> bool:
        self._tell(76, self.buffer)
        return True


def _streams():
    if MICROPYTHON:
        import builtins

        streams = open(0, "r+b"), open(int(os.getenv("LANTERNBOARD_CONTROL") or "3"), "r+b")
        builtins.lanternboard_streams = streams  # held for ever: a collection would close them, and MicroPython's prompt read on and on
        return streams
    import socket

    streams = []
    host, port, token = (os.getenv("LANTERNBOARD_SOCKET") or "").split(":")
    for kind in ("console", "control"):
        stream = socket.create_connection((host, int(port)))
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.sendall((token + kind + "\n").encode())
        streams.append(stream)
    streams[0].setblocking(False)
    return streams


class _Poll:
    """`select.poll` where there is none (Windows)."""

    def __init__(self) -> None:
        self._streams = []

    def register(self, stream, mask) -> None:
        self._streams.append(stream)

    def poll(self, ms):
        return select.select(self._streams, (), (), ms / 1000)[0]
