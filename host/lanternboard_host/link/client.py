"""A board for the rest of the host: requests that wait for their answer, records and frames as they come. The board may be
unplugged, restarted or come back under another port name in between; a request that may be repeated is then repeated.

    with Client(choose()) as board:                      # or Client("lantern")
        board.request("answer", n=7, choice=[3, 4])      # {"n": 9}; raises Refused in the board's words
        text = board.get("journal")

Callbacks run on the wire's thread: they note what came and never ask the board themselves."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Callable
from typing import Any
from zlib import crc32

from lanternboard.base.errors import Refused, Stale
from lanternboard.base.jsontext import quote
from lanternboard.link.frames import FrameReader
from lanternboard.link.parts import PART, Incoming

from .opening import MISSING, UNANSWERED, PortProblem
from .ports import Candidate, choose
from .wire import Wire

# What means one prompt: by its number, and by the journal that the number belongs to.
NUMBERED = ("answer", "undo", "redo", "adjust")
# What can be said twice and counts once: the board knows a repeated answer by its number.
REPEATABLE = frozenset((*NUMBERED, "follow", "unfollow", "frames", "settings", "log", "prompt", "ping", "counters", "get", "explain"))
REPEATS = 2
SLOWEST = 4000  # bytes a second that a long content gets to a board at least
PUT_REPEATABLE = frozenset(("settings", "pack", "replay", "hunt"))


class LinkLost(PortProblem):
    """The board went away before it answered; whether it did what was asked is not known."""

    def __init__(self, verb: str, port: str) -> None:
        super().__init__(MISSING, port, f"the board went away before it answered '{verb}'", "look at the table, then ask again")


class NoAnswer(PortProblem):
    """The board is there, or is waited for, but did not answer in time."""

    def __init__(self, verb: str, port: str, seconds: float, why: Exception | None) -> None:
        message = f"no answer to '{verb}' within {seconds:g} s" + (f": {why}" if why else "")
        super().__init__(UNANSWERED, port, message, "`lanternboard doctor` looks closer")


class _Waiting:
    def __init__(self, session: int) -> None:
        self.session = session
        self.done = threading.Event()
        self.verb = ""
        self.args: dict[str, Any] = {}
        self.parts: list[dict] = []


class Client:
    """One board. `board`: a Candidate, or a port, name, id or label (None: the only one there). `wait`: seconds in which it must
    greet, 0 to come back at once and let it be found later. Raises PortProblem.

    hello, table   fields of the last greeting (docs/protocol.md)
    online, away   whether it is there; seconds since it was lost, None while it is
    on_record(n, line)  on_cells(cells)  on_view(args)  on_table(args)  on_state(online)
    """

    def __init__(self, board: Candidate | str | None = None, wait: float = 10.0, connect: bool = True) -> None:
        candidate = board if isinstance(board, Candidate) else choose(board)
        self.table: dict[str, Any] = {}
        self.on_record: Callable[[int, str], None] | None = None
        self.on_cells: Callable[[bytes], None] | None = None
        self.on_view: Callable[[dict], None] | None = None
        self.on_table: Callable[[dict], None] | None = None
        self.on_state: Callable[[bool], None] | None = None
        self.reader = FrameReader()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._piece: list[str] = []
        self._piece_of = -1
        self._long = threading.Lock()  # the board does one long request at a time
        self.wire = Wire(candidate, self._message, self._state)
        if connect:
            self.connect(wait)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def connect(self, wait: float = 10.0) -> None:
        """Starts the wire (for `connect=False`: set the callbacks first). Raises PortProblem when there is no greeting in time."""
        self.wire.start()
        if wait and not self.wait_online(wait):
            problem = self.wire.problem
            self.close()
            raise problem or NoAnswer("hello", self.wire.candidate.port, wait, None)

    def close(self) -> None:
        self.wire.close()
        self._fail_lost()

    @property
    def hello(self) -> dict[str, Any]:
        return self.wire.hello

    @property
    def id(self) -> str:
        return self.wire.id

    @property
    def port(self) -> str:
        return self.wire.candidate.port

    @property
    def online(self) -> bool:
        return self.wire.online

    @property
    def away(self) -> float | None:
        return self.wire.away

    @property
    def problem(self) -> PortProblem | None:
        """Why it is away."""
        return self.wire.problem

    def wait_online(self, seconds: float) -> bool:
        """Waits until the board is there; gives up early when waiting cannot help and it was never there."""
        deadline = time.monotonic() + seconds
        wire = self.wire
        with wire.changed:
            while not wire.online:
                left = deadline - time.monotonic()
                if left <= 0 or wire.closed or (wire.hopeless and not wire.sessions):
                    return False
                wire.changed.wait(min(left, 0.2))
        return True

    # Requests

    def request(self, verb: str, timeout: float = 5.0, **args: Any) -> dict[str, Any]:
        """The fields of the board's `ok`. Raises Refused (Stale for a prompt that is no longer asked) in the board's words,
        LinkLost, NoAnswer. Waits for a board that is away, as long as `timeout` seconds in all. What has a prompt's number
        is said with the journal it means, the one being played unless `journal` names it."""
        return self._ask(verb, args, None, timeout, verb in REPEATABLE)[0]

    def tell(self, verb: str, **args: Any) -> bool:
        """Says a request without waiting for its answer; False when the board is away or has no room."""
        return self.wire.say(self.wire.sessions, verb, {"re": self._number(), **args})

    def get(self, what: str, name: str | None = None, timeout: float = 30.0) -> bytes:
        """A long content from the board: "journal", "settings", "pack", "boots"."""
        return self._transfer("get", {"what": what, "name": name}, None, timeout, True)

    def put(self, what: str, data: bytes, name: str | None = None, timeout: float = 60.0) -> bytes:
        """A long content for the board; returns what it answers (a `replay`'s summary), mostly nothing."""
        return self._transfer("put", {"what": what, "name": name}, data, timeout, what in PUT_REPEATABLE)

    def explain(self, scenario: bytes, file: str = "-", line: int = 1, timeout: float = 30.0) -> bytes:
        """The board's own explanation of a scenario: one line of explanation/1 or error/1."""
        short = len(quote(file)) <= 150  # longer names do not fit into a message: put in afterwards
        told = self._transfer("explain", {"file": file if short else "-", "line": line}, scenario, timeout, True)
        return told if short else told.replace(b'"file":"-"', b'"file":' + json.dumps(file, ensure_ascii=False).encode(), 1)

    def long(self, verb: str, timeout: float = 30.0) -> bytes:
        """The content that `prompt`, `log` or `counters` answer with."""
        return self._transfer(verb, {}, None, timeout, True)

    def new(self, survivors: int | None = None, level: str | None = None, timeout: float = 10.0) -> dict[str, Any]:
        """Begins a new showdown on the board; `table` is the new one's when this returns."""
        answer = self._ask("new", {"survivors": survivors, "level": level}, None, timeout, False)[0]
        with self.wire.changed:
            self.wire.changed.wait_for(lambda: not self.online or self.table.get("journal") == answer["text"], timeout)
        return answer

    def restart(self, wait: float = 30.0) -> bool:
        """The board starts again, as soon as nobody presses a key, and greets anew. False where it has not in that time."""
        before = self.wire.sessions
        self.request("restart")
        deadline = time.monotonic() + wait
        with self.wire.changed:
            while self.wire.sessions == before or not self.wire.online:
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                self.wire.changed.wait(min(left, 0.2))
        return True

    def _number(self) -> int:
        return (next(self._numbers) - 1) % 999999 + 1

    def _transfer(self, verb: str, args: dict, data: bytes | None, timeout: float, again: bool) -> bytes:
        if data is not None:
            args = {**args, "size": len(data), "crc": f"{crc32(data):08x}"}
            timeout += len(data) / SLOWEST
        with self._long:
            answer, parts = self._ask(verb, args, data, timeout, again)
        incoming = Incoming(0, answer.get("size") or 0, answer.get("crc") or "00000000", 1 << 26)
        return b"".join(incoming.part(part) for part in parts)

    def _ask(self, verb: str, args: dict, data: bytes | None, timeout: float, again: bool) -> tuple[dict, list[dict]]:
        if self.wire.mine:
            raise RuntimeError("a callback must not wait for the board")
        deadline = time.monotonic() + timeout
        args = {key: value for key, value in args.items() if value is not None}
        times = 0
        while True:
            if not self.wait_online(max(0.0, deadline - time.monotonic())):
                raise NoAnswer(verb, self.port, timeout, self.problem)
            if verb in NUMBERED:
                playing = self.table["journal"]
                if args.setdefault("journal", playing) != playing and times:  # the number would be another prompt's
                    raise Stale("journal", f"the board plays another showdown since; whether it took '{verb}' is not known", playing)
            re = self._number()
            waiting = _Waiting(self.wire.sessions)
            self._waiting[re] = waiting
            try:
                said = self._say(waiting, verb, {"re": re, **args}, deadline)
                if said and data is not None:
                    said = self._say_parts(waiting, re, data, deadline)
                if said:
                    waiting.done.wait(max(0.0, deadline - time.monotonic()))
            finally:
                del self._waiting[re]
            if waiting.verb == "ok":
                return waiting.args, waiting.parts
            if waiting.verb == "no":
                raise _refusal(verb, waiting.args)
            if time.monotonic() >= deadline:
                raise NoAnswer(verb, self.port, timeout, self.problem)
            if said:
                times += 1
                if not again or times > REPEATS:  # what brings a board down is not said for ever
                    raise LinkLost(verb, self.port)

    def _say(self, waiting: _Waiting, verb: str, args: dict, deadline: float) -> bool:
        """Says it as soon as there is room. False: the session or the time is over."""
        while not waiting.done.is_set():
            if self.wire.say(waiting.session, verb, args):
                return True
            if not self.wire.online or self.wire.sessions != waiting.session or time.monotonic() >= deadline:
                return False
            waiting.done.wait(0.002)
        return True

    def _say_parts(self, waiting: _Waiting, re: int, data: bytes, deadline: float) -> bool:
        from binascii import b2a_base64

        for i, at in enumerate(range(0, len(data), PART)):
            if waiting.done.is_set():
                break  # refused in the middle
            piece = b2a_base64(data[at : at + PART], newline=False).decode()
            if not self._say(waiting, "part", {"re": re, "i": i, "data": piece}, deadline):
                return False
        return True

    # The wire's thread

    def _message(self, verb: str, args: dict) -> None:
        if verb in ("ok", "no", "part"):
            waiting = self._waiting.get(args["re"])
            if waiting is not None and waiting.session == self.wire.sessions:
                if verb == "part":
                    waiting.parts.append(args)
                else:
                    waiting.args, waiting.verb = args, verb
                    waiting.done.set()
        elif verb == "record":
            self._record(args)
        elif verb == "cells":
            if self.reader.take(args) and self.on_cells:
                self.on_cells(self.reader.cells)
        elif verb == "view":
            if self.on_view:
                self.on_view(args)
        elif verb == "table":
            with self.wire.changed:
                self.table = args
                self.wire.changed.notify_all()
            self.reader = FrameReader()
            if self.on_table:
                self.on_table(args)

    def _record(self, args: dict) -> None:
        i = args.get("i") or 0
        if i == 0:
            self._piece, self._piece_of = [], args["n"]
        if args["n"] != self._piece_of or i != len(self._piece):
            self._piece_of = -1  # the pieces before went with another session
            return
        self._piece.append(args["text"])
        if not args.get("more"):
            self._piece_of = -1
            if self.on_record:
                self.on_record(args["n"], "".join(self._piece))

    def _state(self) -> None:
        self._piece_of = -1
        self._fail_lost()
        if self.on_state:
            self.on_state(self.online)

    def _fail_lost(self) -> None:
        """Whoever waits for an answer of a session that is over waits in vain."""
        for waiting in list(self._waiting.values()):
            if not self.online or waiting.session != self.wire.sessions:
                waiting.done.set()


def _refusal(verb: str, args: dict) -> Refused:
    path, message, allowed = args["path"], args["message"], args.get("allowed") or ""
    stale = path in ("n", "journal") and verb in NUMBERED
    return (Stale if stale else Refused)(path, message, allowed)
