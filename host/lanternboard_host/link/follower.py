"""A board's showdown, followed: its records are kept and the same rules core is run over them, so that prompt, words and reasons
are here without asking. With other rules than ours it keeps the records and shows the lights, and says that it cannot explain.

    with Follower(Client("lantern"), cards=installed()) as table:
        table.update(0.1)                 # takes in what has come; True when something changed
        table.engine.prompt, table.cells

What comes is noted by the wire's thread and taken in by `update`, on the caller's: so the engine needs no lock."""

from __future__ import annotations

import json
import queue
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.link.messages import short
from lanternboard.rules import engine as core
from lanternboard.rules import journaltext, record
from lanternboard.rules.chance import by_board

from ..brief import Kept
from .client import Client
from .opening import PortProblem

OVERLAP = 16  # records that are asked for again after a pause, to see that the board has played on from the same past
PACK = 8  # digits of a context that mean the pack
PAST = 20  # events that are kept for people

_TABLE, _RECORD, _CELLS, _VIEW, _STATE = range(5)


class Follower:
    """`cards`: the pack's cards, or a function that gives them for the pack id of a board, the digest that its journal's header names and
    the pack's eight digits of the journal's context ("" where there is none); it raises Refused where they are not here.

    records   the journal so far, as bytes; `lines` the same as text
    engine    the core at the board's prompt; None before the first snapshot, or when it cannot follow
    why       why there is no engine or it may be wrong, in plain words; "" when all is well
    cells     what the LEDs show, b"" before the first frame;  view  the last view's fields (n, option, cursor)
    events    what happened with the last answer that people gave and all that chance answered after it, or with an undo or redo;  past  the
              last ones before and with it
    play      of the table's settings: who rolls and draws; None: not known, then whatever chance answers is the table's
    changes   grows with everything that can be seen
    """

    def __init__(self, client: Client, cards: Any, frames: bool = True) -> None:
        self.client = client
        self.records = Kept()
        self.lines: list[str] = []
        self.engine: core.Engine | None = None
        self._header: dict[str, Any] = {}
        self._context = ""  # of the last record: what answers depend on (rules/engine.py)
        self._rules = 0  # by which the last record was played: what other rules began is not played again here either
        self.why = ""
        self.cells = b""
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.events: list = []
        self.play: dict | None = None
        self.past: deque[tuple] = deque(maxlen=PAST)
        self.on_events: Callable[[list], None] | None = None  # told of all of them, as they come
        self.on_update: Callable[[], None] | None = None  # told when something has changed, on the caller's thread
        self.changes = 0
        self._cards = cards
        self._frames = frames
        self._unfollowed = False
        self._queue: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        client.on_record = lambda n, line: self._queue.put((_RECORD, (n, line)))
        client.on_cells = lambda cells: self._queue.put((_CELLS, cells))
        client.on_view = lambda args: self._queue.put((_VIEW, args))
        client.on_table = lambda args: self._queue.put((_TABLE, args))
        client.on_state = lambda online: self._queue.put((_STATE, online))
        if client.online and client.table:
            self._queue.put((_TABLE, client.table))

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    @property
    def away(self) -> float | None:
        return self.client.away

    def update(self, seconds: float = 0.0) -> bool:
        """Takes in what has come; waits up to `seconds` for the first of it. True when something changed."""
        before = self.changes
        try:
            what, value = self._queue.get(timeout=seconds) if seconds > 0 else self._queue.get_nowait()
        except queue.Empty:
            if self._unfollowed:
                self._follow()
            return before != self.changes
        while True:
            self._take(what, value)
            try:
                what, value = self._queue.get_nowait()
            except queue.Empty:
                break
        if self._unfollowed:
            self._follow()
        if self.on_update and self.changes != before:
            self.on_update()
        return self.changes != before

    def wait(self, condition: Callable[[Follower], object], seconds: float = 10.0) -> None:
        """Updates until `condition(follower)` holds. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while not condition(self):
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not within {seconds:g} s; {len(self.records)} records; {self.why}")
            self.update(min(left, 0.1))

    def caught_up(self) -> bool:
        """Whether all records that the board told of are here."""
        return bool(self.table) and not self._unfollowed and len(self.records) >= self.table["n"]

    # Play: the same as the engine's, but at the board

    def answer(self, choice: Any) -> dict[str, Any]:
        """Answers the current prompt: an integer, an id, or a space's index. Raises Refused, Stale, PortProblem."""
        game = self._playing()
        if game.prompt.is_spaces():
            if not isinstance(choice, int) or not game.prompt.allows(choice):
                raise Refused("choice", "not an answer to this prompt", core.describe(game.prompt, game.state.columns))
            choice = journaltext.to_value(choice, game.state.columns, True)
        return self.client.request("answer", n=game.number, choice=choice, journal=self._journal())

    def undo(self) -> dict[str, Any]:
        return self.client.request("undo", n=self._playing().number, journal=self._journal())

    def redo(self) -> dict[str, Any]:
        return self.client.request("redo", n=self._playing().number, journal=self._journal())

    def adjust(self) -> dict[str, Any]:
        return self.client.request("adjust", n=self._playing().number, journal=self._journal())

    def press(self, key: int, down: bool) -> bool:
        """One edge of one of the seven keys; False when the board is away. Edges are never repeated: a press that may have
        come is not pressed twice."""
        return self.client.tell("press", key=key, down=down)

    def _playing(self) -> core.Engine:
        if self.engine is None:
            raise Refused("", self.why or "the board's showdown is not here yet", "")
        return self.engine

    # What came

    def _take(self, what: int, value: Any) -> None:
        if what == _TABLE:
            self.table = value
            self._unfollowed = True
            self.changes += 1
        elif what == _RECORD:
            self._record(*value)
        elif what == _CELLS:
            self.cells = value
            self.changes += 1
        elif what == _VIEW:
            self.view = value
            self.changes += 1
        elif what == _STATE:
            self.changes += 1

    def _follow(self) -> None:
        """Asks for what is missing: after a greeting, and when the board plays another journal. For the last ones that are here too:
        somebody may have put the journal back meanwhile and played on otherwise, and come to the same last record."""
        table = self.table
        if not self.client.online:
            return
        if not (self.records and self._journal() == table["journal"] and len(self.records) <= table["n"]):
            self._restart("")
        n = max(0, len(self.records) - OVERLAP)
        try:
            self._unfollowed = False
            self.client.request("follow", journal=table["journal"], n=n)
            if self._frames:
                self.client.request("frames", on=True)
        except PortProblem:
            self._unfollowed = True  # it went away again; its next greeting comes
        except Refused:
            if n:  # the board has fewer records than we: begin anew
                self._restart("")
                self._unfollowed = True

    def _journal(self) -> str:
        return short(str(self._header.get("id", "")))

    def _restart(self, why: str) -> None:
        self.records = Kept()
        self._header = {}
        self.lines = []
        self.engine = None
        self.events = []
        self.past.clear()
        self.why = why
        self.changes += 1

    def _record(self, n: int, line: str) -> None:
        have = len(self.records)
        if n < have:
            if line != self.lines[n]:  # the same name, but not what we know: the board is the truth
                self._restart("")
                self._unfollowed = True
            return
        if n > have:
            self._unfollowed = True  # something is missing: ask for it
            return
        try:
            made = self._bytes(n, line)
        except Exception as wrong:  # whatever a board sends, its host goes on
            self.engine, self.why = None, f"the board's record {n} cannot be read: {_said(wrong)}"
            made = b"\xff"
        self.lines.append(line)
        self.records.append(made)
        self.changes += 1
        self._play(n, made)

    def _rolls(self, kind: str) -> bool:
        return self.play is None or by_board(kind, self.play)

    def _bytes(self, n: int, line: str) -> bytes:
        if n == 0:
            made = bytes((record.HEADER,)) + b"{" + line[len('{"n":0,') :].encode()
            self._header = dict(json.loads(made[1:]))
            return made
        fields = json.loads(line)
        if fields.get("n") != n:
            raise ValueError("a record out of its place")
        return journaltext.from_fields(fields)

    def _play(self, n: int, made: bytes) -> None:
        rules = self.client.hello.get("rules")
        if n == 0 and rules != core.RULES:
            self.why = f"this board plays by rules {rules}, this computer knows {core.RULES}: the lights are shown, but not explained"
        if made[0] == record.HEADER:
            self._rules, self._context = self._header.get("rules", 0), str(self._header.get("context", ""))
        elif made[0] == record.VERSION:
            before, self._context = self._context, record.context_of(made)
            self._rules = record.rules_of(made)
            if before[:PACK] != self._context[:PACK]:  # other cards: anew from the position that follows
                self.engine, self.why = None, self.why if rules != core.RULES else ""
        if self.why and self.engine is None:
            return
        new: list = []
        try:
            if self.engine is not None:
                self.engine.follow(made)
                if made[0] not in (record.SNAPSHOT, record.VERSION, record.RESULT):
                    self.events = list(self.engine.events)
                    new = self.events[self.engine.told :]
                    self.past.extend(new)
                if self.engine.diverged >= 0 and not self.why:
                    self.why = f"from record {self.engine.diverged} on the board came to another position than this computer"
            elif n >= 1 and made[0] == record.SNAPSHOT and self._rules == core.RULES:
                self.engine = core.Engine(Kept(self.records), self._known())
                self.engine.rolls = self._rolls  # type: ignore[assignment]
        except Exception as wrong:  # whatever a record does here, the board is the truth and its lights are shown
            self.engine = None
            self.why = self.why or f"record {n} cannot be followed here: {_said(wrong)}"
        if new and self.on_events:
            self.on_events(new)

    def _known(self) -> Any:
        """The cards that the board plays with. Raises Refused where they are not here."""
        if not callable(self._cards):
            return self._cards
        try:
            return self._cards(self.table.get("pack", ""), str(self._header.get("pack_digest", "")), self._context[:PACK])
        except Refused as refused:
            self.why = f"{refused.message}: the lights are shown, but not explained"
            raise


def _said(wrong: Exception) -> str:
    return str(wrong) if isinstance(wrong, Refused | ValueError) else repr(wrong)
