"""What surrounds an emulated board: power, cable, watchdog and reset line, on one thread. It moves bytes between console and
cable and reads the control stream; it never looks into what firmware and host say to each other.

Everything here runs on the supervisor's thread. Others hand it work with `do` and wait on `changed`."""

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from .cables import CHUNK, Pty, Tcp
from .engines import Running
from .names import Name

KEPT_FRAMES = 2000
KEPT_WORDS = 2000  # bytes of what a start that has not come to work yet said on the console


class Supervisor:
    """One board's surroundings. `changed` guards and announces: cells, frames, wires, picture, boots, causes, port."""

    def __init__(self, engine: Any, flash: Path, name: Name, board_id: str, watchdog: float, log: IO[bytes]) -> None:
        self.engine = engine
        self.flash = flash
        self.name = name
        self.id = board_id
        self.watchdog = watchdog
        self.log = log
        self.changed = threading.Condition()
        self.cells = b""
        self.display = True  # whether one is plugged in
        self.picture = b""  # what it shows: 1,024 bytes, a page of eight rows of pixels after the other
        self.frames: deque[bytes] = deque(maxlen=KEPT_FRAMES)
        self.wires: deque[bytes] = deque(maxlen=KEPT_FRAMES)  # frames as they went out to the LEDs, all lanes
        self.shown = 0  # frames ever
        self.causes: list[str] = []  # one per boot
        self.lit: list[float | None] = []  # one per boot: seconds from what started it to the first lights
        self._began = 0.0
        self.feeds = 0  # since this boot
        self.port = ""
        self.said = b""  # on the console since this boot, until it worked
        self.held = 0
        self._running: Running | None = None
        self._cable: Pty | Tcp | None = None
        self._plugged = True
        self._kept = "0"
        self._fed = 0.0  # when; 0: the watchdog has not been started
        self._prompt = False  # MicroPython's own prompt is on the port
        self._control = bytearray()
        self._to_host = memoryview(b"")
        self._to_board = memoryview(b"")
        self._selector = selectors.DefaultSelector()
        self._watched: dict[Any, int] = {}  # what the selector has; empty: make it anew
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)
        self._work: deque[tuple[Callable[[], Any], Future]] = deque()
        self._stopping = False
        self._thread = threading.Thread(target=self._loop, name=f"board {name.name}", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[], Any]) -> Any:
        """Run `work` on the supervisor's thread; its result or exception."""
        done: Future = Future()
        self._work.append((work, done))
        try:
            self._wake.send(b"w")
        except OSError:
            pass  # it was awake, has done this work and ended
        return done.result()

    def close(self) -> None:
        if self._thread.is_alive():
            self.do(self._close)
            self._thread.join()
        self._wake.close()

    # power and cable

    def power_on(self, cause: str = "power") -> str:
        """Start the board; the port's name."""
        self._began = time.monotonic()
        if self._running:
            self.power_off()
        if cause == "power":
            self._kept = "0"
        env = {
            "LANTERNBOARD_ID": self.id,
            "LANTERNBOARD_CAUSE": cause,
            "LANTERNBOARD_KEPT": self._kept,
            "LANTERNBOARD_HELD": str(self.held),
            "LANTERNBOARD_DISPLAY": str(int(self.display)),
        }
        self._running = self.engine.start(self.flash, env, self.log)
        self._watched = {}
        self._running.console.setblocking(False)
        self._running.control.setblocking(False)
        self._fed = 0.0
        self._prompt = False
        if self._plugged:
            self._connect()
        with self.changed:
            self.feeds = 0
            self.picture = b""
            self.said = b""
            self.causes.append(cause)
            self.lit.append(None)
            self.changed.notify_all()
        return self.port

    def power_off(self) -> None:
        """Cut the power: the process is killed where it is (kill -9)."""
        running, self._running = self._running, None
        if running is None:
            return
        running.process.kill()
        running.process.wait()
        running.close()
        self._watched = {}
        self._fed = 0.0
        self._control.clear()
        self._disconnect()

    @property
    def at_prompt(self) -> bool:
        return self._prompt

    def unplug(self) -> None:
        self._plugged = False
        self._disconnect()

    def plug(self) -> str:
        self._plugged = True
        if self._running and self._cable is None:
            self._connect()
        return self.port

    def edges(self, edges: bytes) -> None:
        if self._running:
            self._running.control.sendall(edges)

    def _connect(self) -> None:
        self._cable = Pty() if self.engine.pty else Tcp()
        self._watched = {}
        port = self.name.show(self._cable.device, self.id, self.engine.name)
        with self.changed:
            self.port = port
            self.changed.notify_all()

    def _disconnect(self) -> None:
        """As on a Pico: what was under way on the line is lost, in both directions."""
        self._to_host = self._to_board = memoryview(b"")
        if self._cable is not None:
            self._cable.close()
            self._cable = None
            self._watched = {}  # a number may be used again for another file
            self.name.show(None, "", "")
            with self.changed:
                self.port = ""
                self.changed.notify_all()

    def _close(self) -> None:
        self._stopping = True
        self.power_off()
        self._disconnect()
        self.name.close()

    # the thread

    def _loop(self) -> None:
        while not self._stopping:
            self._watch()
            for key, _ in self._selector.select(self._patience()):
                if key.fileobj is self._woken:
                    self._woken.recv(4096)
                elif self._cable is not None and key.fileobj is self._cable.listener:
                    assert isinstance(self._cable, Tcp)
                    self._cable.accept()
                elif self._running is not None and key.fileobj is self._running.control:
                    self._read_control(self._running.control)
            while self._work:
                work, done = self._work.popleft()
                try:
                    done.set_result(work())
                except BaseException as wrong:
                    done.set_exception(wrong)
            if self._running is not None:
                self._pump(self._running)
            if self._fed and time.monotonic() - self._fed > self.watchdog:
                self._again("watchdog")
        self._selector.close()
        self._woken.close()

    def _patience(self) -> float | None:
        return max(0.0, self._fed + self.watchdog - time.monotonic()) + 0.001 if self._fed else None

    def _watch(self) -> None:
        """Tell the selector what matters now; only changes cost a system call."""
        read, write = selectors.EVENT_READ, selectors.EVENT_WRITE
        wanted: dict[Any, int] = {self._woken: read}
        cable = self._cable
        if self._running is not None:
            wanted[self._running.control] = read
            if cable is not None:
                console = (0 if self._to_host else read) | (write if self._to_board else 0)
                if console:
                    wanted[self._running.console] = console
        if cable is not None:
            if cable.listener is not None:
                wanted[cable.listener] = read
            if cable.stream is not None:
                wanted[cable.stream] = (0 if self._to_board else read) | (write if self._to_host else 0)
                if not wanted[cable.stream]:
                    del wanted[cable.stream]
        if wanted == self._watched:
            return
        self._selector.close()
        self._selector = selectors.DefaultSelector()
        for file, events in wanted.items():
            self._selector.register(file, events)
        self._watched = wanted

    def _pump(self, running: Running) -> None:
        cable = self._cable
        if cable is None or cable.stream is None:
            if isinstance(cable, Tcp):
                self._drain(running)
            return
        if not self._to_board:
            data = cable.read()
            if data is None:
                assert isinstance(cable, Tcp)
                cable.hang_up()
                self._watched = {}
                self._to_host = memoryview(b"")
                return
            self._to_board = memoryview(data)
        if self._to_board:
            self._to_board = self._to_board[_send(running.console, self._to_board) :]
        if not self._to_host:
            data = _receive(running.console, CHUNK) or b""
            self._listen(data)
            self._to_host = memoryview(data)
        if self._to_host:
            self._to_host = self._to_host[cable.write(self._to_host) :]

    def _drain(self, running: Running) -> None:
        """Nobody listens: what the board says is dropped, as on a Pico whose port is not open."""
        while data := _receive(running.console, CHUNK):
            self._listen(data)

    def _listen(self, data: bytes) -> None:
        """Keeps why a board does not start. What a board that works says is the link's."""
        if not self.feeds and not self._prompt:
            self.said = (self.said + data)[-KEPT_WORDS:]

    def _read_control(self, control: socket.socket) -> None:
        data = _receive(control, 65536)
        if data == b"":
            return self._ended()
        self._control += data or b""
        at = 0
        buffer = self._control
        while len(buffer) - at >= 3:
            letter, n = buffer[at], buffer[at + 1] << 8 | buffer[at + 2]
            if len(buffer) - at - 3 < n:
                break
            body = bytes(buffer[at + 3 : at + 3 + n])
            at += 3 + n
            if letter == 82:  # R: the buffer goes with the boot
                return self._again(body.decode(errors="replace"))
            self._told(letter, body)
        del buffer[:at]

    def _told(self, letter: int, body: bytes) -> None:
        if letter == 75:  # K
            self._kept = body.decode()
            return
        if letter == 77:  # M
            if self._running is not None:
                self._listen(_receive(self._running.console, KEPT_WORDS, socket.MSG_PEEK) or b"")
                self._prompt = True
                self._running.let_wait()
                self._running.control.send(b"\xff")
            with self.changed:
                self.changed.notify_all()
            return
        with self.changed:
            if letter == 70:  # F
                self._fed = time.monotonic()
                self.feeds += 1
            elif letter == 67:  # C
                self.cells = body
                self.frames.append(body)
                self.shown += 1
                if self.lit[-1] is None:
                    self.lit[-1] = time.monotonic() - self._began
            elif letter == 76:  # L
                self.wires.append(body)
            elif letter == 68:  # D
                before = self.picture or bytes(1024)
                self.picture = before[: 128 * body[0]] + body[1:] + before[128 * body[0] + 128 :]
            self.changed.notify_all()

    def _ended(self) -> None:
        """The process is gone by itself: the end of maintenance, or MicroPython itself failed."""
        self._again("reset" if self._prompt else "error")

    def _again(self, cause: str) -> None:
        try:
            self.power_on(cause)
        except Exception as wrong:
            self.log.write(f"\nthe board cannot be started again: {wrong}\n".encode())


def _receive(stream: socket.socket, n: int, flags: int = 0) -> bytes | None:
    """None: nothing there now; empty: the other end is gone."""
    try:
        return stream.recv(n, flags)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _send(stream: socket.socket, data: memoryview) -> int:
    try:
        return stream.send(data)
    except OSError:
        return 0
