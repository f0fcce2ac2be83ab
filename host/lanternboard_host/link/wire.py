"""One board's wire, kept alive: a thread that opens the port, runs the codec, greets, and opens the port again, under whatever
name the board comes back, until it is closed. It hands messages on; what they mean is client.py's."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.link import messages
from lanternboard.link.end import LOST, OPENED
from lanternboard.link.lines import FRAME
from lanternboard.link.link import Link, host_link

from .. import __version__
from .opening import BUSY, DENIED, MISSING, NO_PORT, UNANSWERED, Opened, PortProblem, open_port
from .ports import Candidate, candidates

ALPHABET = [chr(code) for code in range(48, 112)]
SILENT = 4.0  # seconds without a sign of life, though asked for every second, after which the port is opened anew
GREET = 6.0  # seconds a port has to answer as a Lanternboard
BACKOFF = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)  # seconds between tries to open


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000 & 0x3FFFFFFF


class Wire:
    """`start` opens `candidate`; from then on the thread keeps it open. `on_message(verb, args)` and `on_state()` are called
    on that thread, without the lock; they must not wait for the wire.

    online   a board has greeted in this session
    hello    its greeting's fields; `id` stays when it is away. The greeting is whole with the message `table`
    problem  why it is away, a PortProblem, or None
    instead_of  the id of the board before, when another one answers now where a person named the port; else ""
    """

    def __init__(self, candidate: Candidate, on_message: Callable[[str, dict], None], on_state: Callable[[], None]) -> None:
        self.candidate = candidate
        self.id = candidate.id
        self.instead_of = ""
        self.hello: dict[str, Any] = {}
        self.problem: PortProblem | None = None
        self.visit = False  # whether it is opened for a moment only, for which others may wait
        self.online = False
        self.sessions = 0
        self.log = bytearray()  # what the board wrote outside of messages, the last of it
        self.link: Link = host_link()
        self.changed = threading.Condition(threading.RLock())
        self._on_message = on_message
        self._on_state = on_state
        self._opened: Opened | None = None
        self._stop = threading.Event()
        self._heard = self._lost = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="wire", daemon=True)

    # Others' threads

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        with self.changed:
            self.changed.notify_all()
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(5)
        self._drop(None)

    @property
    def mine(self) -> bool:
        """Whether the caller is the wire's own thread, which must not wait for an answer."""
        return threading.current_thread() is self._thread

    @property
    def away(self) -> float | None:
        """Seconds since the board was lost: its port went, or it no longer answered. None while it is online."""
        return None if self.online else time.monotonic() - self._lost

    def say(self, session: int, verb: str, args: dict) -> bool:
        """Queues a message and writes what may be written. False: no room now, or not this session any more.
        Raises Refused for a message that is longer than the board takes."""
        data = messages.encode(messages.TO_BOARD, verb, args)
        with self.changed:
            if not self.online or session != self.sessions:
                return False
            if len(data) > self.link.line_out - FRAME:
                raise Refused("", f"a message '{verb}' of {len(data)} bytes", f"at most {self.link.line_out - FRAME} bytes")
            if not self.link.send(data):
                return False
            try:
                self._write()
            except (OSError, ValueError):
                pass  # the board has just gone: the wire's own thread finds out and says so
            return True

    # The wire's thread

    def _run(self) -> None:
        tries = 0
        while not self._stop.is_set():
            try:
                candidate = self._find()
                opened = open_port(candidate.port, self.visit)
            except PortProblem as refused:
                self._away(refused)
                self._stop.wait(BACKOFF[min(tries, len(BACKOFF) - 1)])
                tries += 1
                continue
            self.candidate = replace(candidate, asked=self.candidate.asked)
            with self.changed:
                self._opened = opened
                self.link.close()
                self._greet()
            since = time.monotonic()
            problem = self._serve(opened)
            self._drop(problem)
            # A port that opens and then says nothing is not asked without pause.
            tries = 0 if self._heard > since else min(tries + 1, len(BACKOFF) - 1)
            self._stop.wait(BACKOFF[tries])

    def _find(self) -> Candidate:
        """Where the board is now: by its id when that is known, else by the port or name that a person gave, whoever is there
        now, else by the port it had. Raises PortProblem."""
        if not self.id:
            return self.candidate
        found = candidates()
        for one in found:
            if one.id == self.id:
                return one
        asked = self.candidate.asked
        for one in found:
            if asked and one.called(asked):
                return one
        unknown = [one for one in found if not one.id]
        for one in [one for one in unknown if one.port == self.candidate.port] + unknown:
            return one  # asked who it is; another board is let go again
        if not self.candidate.name and self.candidate.what == "named port":
            return self.candidate
        raise self._gone(f"the board {self.id} is not connected", "plug it in: it is found under any port name")

    def _gone(self, message: str, help: str) -> PortProblem:
        return PortProblem(MISSING, self.candidate.port, message, help)

    def _greet(self) -> None:
        name = "".join(secrets.choice(ALPHABET) for _ in range(2))
        self.link.open((name if name != "00" else "0a").encode(), milliseconds())
        self._off(time.monotonic())
        self._greeted = False
        self._greeting = time.monotonic()

    def _off(self, since: float) -> None:
        if self.online:
            self.online = False
            self._lost = since

    def _serve(self, opened: Opened) -> PortProblem | None:
        """Reads and writes until the board has gone. Returns why."""
        import serial

        port = opened.serial
        self._heard_line = time.monotonic()
        while not self._stop.is_set():
            try:
                data = port.read(1)
                if data:
                    data += port.read(min(4096, getattr(port, "in_waiting", 0))) if getattr(port, "in_waiting", 0) else b""
            except (serial.SerialException, OSError, TypeError, ValueError) as wrong:  # TypeError: pyserial, closed meanwhile
                return self._gone(f"the board has gone ({wrong})", "plug it in again")
            try:
                wrong_board = self._turn(data)
            except (serial.SerialException, OSError) as wrong:
                return self._gone(f"the board takes nothing ({wrong})", "plug it in again")
            if wrong_board:
                return wrong_board
        return None

    def _turn(self, data: bytes) -> PortProblem | None:
        now = time.monotonic()
        got = []
        with self.changed:
            link = self.link
            before = link.counters[0]
            if data:
                link.feed(data, len(data), milliseconds())
                self._keep(link.texts())
            if link.counters[0] != before:
                self._heard_line = now
            if link.state == LOST:
                lost = self.online
                self._greet()
                if lost:
                    self.changed.notify_all()
            elif link.state == OPENED and not self._greeted:
                self._greeted = link.say(
                    "hello", re=0, protocol=messages.PROTOCOL, digest=messages.digest(), who="lanternboard " + __version__
                )
            while True:
                message = link.take()
                if message is None:
                    break
                got.append(message)
            self._write()
        for verb, args in got:
            self._heard = now
            if verb == "hello":
                problem = self._on_hello(args)
                if problem:
                    return problem
            self._on_message(verb, args)
            if verb == "table" and not self.online:
                self._on_table()
        if not got and not self.online and data == b"" and now - self._greeting > GREET:
            message = "this port does not answer as a Lanternboard"
            return PortProblem(UNANSWERED, self.candidate.port, message, "`lanternboard doctor` looks closer")
        if now - self._heard_line > SILENT and self.online:
            with self.changed:
                self._off(self._heard_line)
            return self._gone("the board has fallen silent", "its reset button, or unplug it and plug it in")
        return None

    def _on_hello(self, args: dict) -> PortProblem | None:
        other = bool(self.id) and args["id"] != self.id
        if other and not (self.candidate.asked and self.candidate.called(self.candidate.asked)):
            return self._gone(f"another board is there: {args['id']}", f"the board {self.id}")
        with self.changed:
            if other:
                self.instead_of = self.id
            self.id = args["id"]
            self.hello = args
        return None

    def _on_table(self) -> None:
        with self.changed:
            self.online = True
            self.problem = None
            self.sessions += 1
            self.changed.notify_all()
        self._on_state()

    def _write(self) -> None:
        port = self._opened
        while port is not None:
            piece = self.link.out(milliseconds())
            if piece is None:
                return
            n = port.serial.write(bytes(piece))
            self.link.sent(len(piece) if n is None else n)

    def _keep(self, text: bytes) -> None:
        self.log += text
        if len(self.log) > 16384:
            del self.log[:-16384]

    def _away(self, problem: PortProblem | None) -> None:
        with self.changed:
            was = self.online
            fresh = self.problem is None or problem is None or self.problem.kind != problem.kind
            self._off(time.monotonic())
            self.problem = problem
            self.changed.notify_all()
        if was or fresh:
            self._on_state()

    def _drop(self, problem: PortProblem | None) -> None:
        with self.changed:
            opened, self._opened = self._opened, None
            self.link.close()
        if opened:
            opened.close()
        self._away(problem)

    @property
    def hopeless(self) -> bool:
        """Whether waiting will not help: somebody else has the port, this user may not open it, or it is a file."""
        return self.problem is not None and self.problem.kind in (BUSY, DENIED, NO_PORT) and not self.problem.passing

    @property
    def closed(self) -> bool:
        return self._stop.is_set()
