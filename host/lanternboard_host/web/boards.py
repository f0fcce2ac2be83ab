"""Boards that come to a campaign: a thread looks which ports are there, syncs each board that appears, and again when there is reason: its
showdown came to an end, the campaign came to a showdown, somebody asks for it; on the hunt it puts the line of spaces onto the board, as it
changes. A port is held only as long as that takes, so that other programs have the board in between. It knows the link and the sync, no
page and no rule; what it does is told as one value, `status`.

How the end of a showdown is noticed: while the campaign waits for one, each board is visited every few seconds for its greeting alone,
which says how long its journal is. Only where that has not grown since the visit before (nobody presses a key just now) is it asked more,
and once for each length: whether the showdown is over, and now and then for a copy, for the day on which the board dies."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from lanternboard.base.errors import Refused

from ..link.client import Client
from ..link.labels import label_of
from ..link.opening import BUSY, PortProblem
from ..link.ports import Candidate, candidates, choose
from ..records.board import Report, listed
from ..records.campaigns import Records
from ..records.sending import all_going, due, line
from ..records.sync import Sync

LOOKS = 1.0  # seconds between two looks at the list of ports
VISITS = 3.0  # between two visits of a board, while the campaign waits for its showdown
COPY = 60.0  # between two copies of a showdown that is not over
GREETS = 6.5  # in which a board must greet
AGAIN = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)  # until the next try, where it could not be opened or the sync came to no end
CONNECTED, SYNCS, IN_USE, AWAY, TROUBLE = "connected", "syncs", "in use", "away", "trouble"
ANSWERED, LOOKED_AT = 2, 60  # answers, entries of any kind, after which what a showdown left need not be shown any more
BY_HAND = ("edit", "undo", "redo", "version")  # entries that are no answers
REMEMBERED = 16  # showdowns that were played again

At = tuple[str, int, int]  # journal, records, starts: what a greeting says of where a board stands


@dataclass
class Seen:
    """A board that is there. `fresh`: it is to be synced. `tried`: the showdown whose party it was to get last. `party`: what it plays.
    `sent`: the party of the showdown due, as it was at the last sync."""

    candidate: Candidate
    stamp: tuple[int, ...]
    name: str
    fresh: bool = True
    tried: str = ""
    party: str = ""
    sent: bytes = b""
    line: bytes = b""
    at: At | None = None
    asked: At | None = None
    copied: At | None = None
    copy_at: float = 0.0
    fails: int = 0
    next: float = 0.0
    state: str = AWAY
    says: str = "it was found"
    help: str = ""


class Boards:
    """`folder`, `play`, `who`: as for Sync. `port`: the only one that is looked at, as a person names it. `looks`: False: no board is
    looked for; what waits is still told and taken.

    status   looks; boards: name, is, says, help; syncs: how many there were; lines: what the last of them told that had something to
             tell, and told: which one that was; left: what the last showdown left; offers, copy: as in Report; problem"""

    def __init__(
        self,
        records: Records,
        folder: Path,
        play: Callable[[bytes], list[Any] | None],
        who: str = "",
        port: str | None = None,
        looks: bool = True,
        fetch: Callable[[Any, str | None], bytes] | None = None,
    ) -> None:
        self.records = records
        self.folder = folder
        self.who = who
        self.port = port
        self.looks = looks
        self.status: dict[str, Any] = {}
        self._play = play
        self._fetch = fetch
        self._played: dict[tuple[int, int], list[Any] | Refused | None] = {}
        self._hands: Callable[[Callable[[], Any]], Any] | None = None
        self._told: Callable[[], None] = lambda: None
        self._seen: dict[str, Seen] = {}
        self._syncs = 0
        self._report = Report()
        self._lines: list[str] = []
        self._lines_of = 0
        self._lines_due = ""  # the showdown that was due then
        self._left: list[str] = []
        self._left_of = ("", 0)  # its journal, and how long the campaign's was then
        self._known: str | None = None  # the showdown that was due when it was last settled what waits
        self._problem = ""
        self._wanted = ""
        self._given = ""  # the last showdown that a board was seen to play
        self._looked = -LOOKS
        self._pressed = False
        self._client: Client | None = None
        self._lock = threading.Lock()  # what is told: pages' threads and the wire's tell too
        self._stop = threading.Event()
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name="boards", daemon=True)
        self._tell()

    def start(self, hands: Callable[[Callable[[], Any]], Any] | None = None, told: Callable[[], None] | None = None) -> None:
        """`hands(do)`: does something with the records, on the thread that has them. `told()`: there is another status."""
        self._hands = hands
        self._told = told or self._told
        self.records.changed.append(self._woken.set)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._woken.set()
        if self._woken.set in self.records.changed:
            self.records.changed.remove(self._woken.set)
        client = self._client
        if client is not None:
            client.close()
        if self._thread.is_alive():
            self._thread.join(10)

    # Others' threads

    def ask(self) -> None:
        """A sync with every board that is there."""
        self._pressed = True
        self._woken.set()

    def take(self, journal: str) -> list[str]:
        """Takes this one of those that wait, and tells what it left. Raises Refused."""
        report = self._work().run(None, journal)
        self._reported(report)
        for seen in list(self._seen.values()):
            seen.fresh = True
        self._woken.set()
        return report.left

    # Its own

    def _run(self) -> None:
        while not self._stop.is_set():
            self._woken.clear()
            problem = ""
            try:
                self._turn()
            except Refused as wrong:  # the records cannot be read just now
                problem = str(wrong)
            except Exception as wrong:
                if self._stop.is_set():
                    return
                problem = f"our mistake: {wrong!r}"
            self._problem = problem
            self._tell()
            self._woken.wait(min(LOOKS, VISITS))
            if problem:
                self._stop.wait(LOOKS)

    def _turn(self) -> None:
        self._wanted = wanted = self._on(self._due)
        if wanted != self._known:  # the campaign has moved on, perhaps by another program
            self._reported(self._work().run(None))
            self._known = wanted
            self._wanted = wanted = self._on(self._due)
        seen_enough = bool(self._left) and not self._on(self._fresh_left)
        with self._lock:
            if wanted != self._lines_due:
                self._lines = []
            if seen_enough:
                self._left = []
        hunted, party = self._on(lambda: (line(self.records), all_going(self.records)))
        pressed, self._pressed = self._pressed, False
        if pressed or time.monotonic() - self._looked >= LOOKS:
            self._look_around()
        if pressed and not self._seen:
            self._reported(self._work().run(None))
        for seen in list(self._seen.values()):
            if self._stop.is_set():
                return
            if pressed:
                seen.fresh, seen.next = True, 0.0
            elif wanted and seen.party == wanted and seen.sent != party:  # somebody was changed by hand
                seen.fresh = True
            if time.monotonic() < seen.next and (seen.fails or hunted == seen.line):
                continue
            if seen.fresh or (wanted and seen.tried != wanted and self._free(wanted)):
                self._visit(seen, self._sync)
            elif hunted != seen.line:
                self._visit(seen, self._light)
            elif wanted:
                self._visit(seen, self._look)

    def _fresh_left(self) -> bool:
        """Whether what the last showdown left is still to be looked at: until the next question but one is answered."""
        journal, entries = self._left_of
        there = len(self.records.campaign.journal)
        if journal.partition("+")[0] not in self.records.campaign.state.data["taken"]:
            return False
        rows = self.records.history(count=min(LOOKED_AT, there - entries)) if there > entries else []
        return there - entries < LOOKED_AT and sum(row["kind"] not in BY_HAND for row in rows) < ANSWERED

    def _due(self) -> str:
        self.records.refresh()
        return due(self.records)

    def _on(self, do: Callable[[], Any]) -> Any:
        return do() if self._hands is None else self._hands(do)

    def _held(self, wanted: str) -> bool:
        """Whether a board that is there plays that showdown, which is remembered."""
        held = any(seen.party == wanted for seen in list(self._seen.values()))
        if held:
            self._given = wanted
        return held

    def _free(self, wanted: str) -> bool:
        """Whether no board has got that showdown. One whose board has gone goes on where a person wants it: on a board that is plugged in
        after that, or where a sync is asked for."""
        return not self._held(wanted) and self._given != wanted

    def _look_around(self) -> None:
        """Which boards are there now; one that went and came again is a new one."""
        self._looked = time.monotonic()
        if not self.looks:
            return
        try:
            found = [choose(self.port)] if self.port else candidates()
        except PortProblem:
            found = []
        there = {one.port: (one, _stamp(one.port)) for one in found}
        for port in [port for port, seen in self._seen.items() if port not in there or there[port][1] != seen.stamp]:
            del self._seen[port]
        for port, (one, stamp) in there.items():
            if port not in self._seen:
                self._seen[port] = Seen(one, stamp, one.label or one.name or _board(one.id) or port)
        self._tell()

    def _visit(self, seen: Seen, do: Callable[[Seen, Client], None]) -> None:
        client = Client(seen.candidate, connect=False)
        client.wire.visit = True
        client.on_state = lambda online: self._away(seen, online)
        self._client = client
        try:
            client.connect(GREETS)
            seen.name = seen.candidate.label or label_of(client.id) or seen.candidate.name or _board(client.id)
            do(seen, client)
        except PortProblem as wrong:
            if wrong.kind == BUSY:
                self._failed(
                    seen,
                    IN_USE,
                    f"the board is in use by {wrong.owner or 'another program'}",
                    "it is synced when that program has let go of it",
                )
            else:
                self._failed(seen, TROUBLE, wrong.message, wrong.allowed)
        except Refused as wrong:
            self._failed(seen, TROUBLE, f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message, wrong.allowed)
        except Exception as wrong:  # one board must not keep the others from their turn
            self._failed(seen, TROUBLE, f"our mistake: {wrong!r}", "the rest goes on; it is tried again")
        else:
            seen.fails, seen.next = 0, time.monotonic() + VISITS
            self._wanted = self._on(self._due)
            seen.state, seen.says, seen.help = CONNECTED, "", ""
        finally:
            client.on_state = None
            self._client = None
            client.close()
            self._tell()

    def _failed(self, seen: Seen, state: str, says: str, help: str) -> None:
        seen.state, seen.says, seen.help = state, says, help
        seen.next = time.monotonic() + AGAIN[min(seen.fails, len(AGAIN) - 1)]
        seen.fails += 1

    def _away(self, seen: Seen, online: bool) -> None:
        """Of the wire's thread: it went in the middle of something, or came again."""
        if seen.state == SYNCS and not online:
            seen.state, seen.says, seen.help = AWAY, "it went away in the middle of a sync", "plug it in again: it goes on, nothing is lost"
        elif seen.state == AWAY and online:
            seen.state, seen.help = SYNCS, ""
        self._tell()

    # With a board

    def _look(self, seen: Seen, client: Client) -> None:
        """Whether there is reason for a sync."""
        at = _at(client)
        before, seen.at = seen.at, at
        if before is not None and before[2] != at[2]:  # it was started again
            seen.fresh = True
            self._sync(seen, client)
        elif before == at and seen.asked != at:
            seen.asked = at
            there = listed(client)
            seen.party = there[-1]["party"] if there else ""
            if (there and there[-1]["over"]) or self._free(self._wanted):
                self._sync(seen, client)
        elif before == at and seen.copied != at and seen.party == self._wanted and time.monotonic() - seen.copy_at > COPY:
            self._sync(seen, client)

    def _light(self, seen: Seen, client: Client) -> None:
        work = self._work()
        work.light(client)
        seen.line = work.report.line

    def _sync(self, seen: Seen, client: Client) -> None:
        seen.state, seen.says, seen.help = SYNCS, "begins", ""
        self._tell()
        seen.party = ""
        unknown = any(other.fresh and not other.fails for other in self._seen.values() if other is not seen)
        sends = not unknown and (self._free(self._wanted) or (seen.fresh and not self._held(self._wanted)))
        work = self._work(lambda text: self._step(seen, text))
        copied, party = _at(client), self._on(lambda: all_going(self.records))
        try:
            report = work.run(client, send=sends)
        except BaseException:
            self._reported(work.report)
            raise
        seen.fresh, seen.at = False, None
        seen.party, seen.line = report.playing, report.line
        seen.copied, seen.copy_at = copied, time.monotonic()
        if sends:
            seen.tried, seen.sent = self._wanted, party
        self._reported(report)

    def _step(self, seen: Seen, text: str) -> None:
        seen.state, seen.says = SYNCS, text
        self._tell()

    def _work(self, step: Callable[[str], None] | None = None) -> Sync:
        return Sync(self.records, self.folder, self._again, self.who, self._hands, step, self._fetch)

    def _again(self, text: bytes) -> list[Any] | None:
        """What a journal comes to; each is played once. Raises Refused."""
        key = crc32(text), len(text)
        found: Any = self._played.get(key, self)  # several threads ask
        if found is self:
            try:
                found = self._play(text)
            except Refused as wrong:
                found = wrong
            if len(self._played) >= REMEMBERED:
                self._played.clear()
            self._played[key] = found
        if isinstance(found, Refused):
            raise found
        return found

    # Telling

    def _reported(self, report: Report) -> None:
        """What a sync came to. One that was cut tells what it did, and nothing of what waits."""
        due, entries = self._lines_due, 0
        with suppress(Refused):
            due, entries = self._on(lambda: (self._due(), len(self.records.campaign.journal)))
        with self._lock:
            if not report.settled:
                report.offers, report.copy = self._report.offers, self._report.copy
            if report.taken:
                self._left, self._left_of = report.left, (report.taken[-1], entries)
            elif report.sent:
                self._left = []
            self._syncs += 1
            self._report = report
            if lines := [line for line in report.lines if not line.startswith("waits: ")]:
                if lines != self._lines:
                    self._lines_of = self._syncs
                self._lines, self._lines_due = lines, due
        self._tell()

    def _says(self, seen: Seen) -> str:
        has = seen.state == CONNECTED and self._wanted and seen.party == self._wanted
        return "it has the showdown that is due" if has else seen.says

    def _tell(self) -> None:
        with self._lock:
            report = self._report
            boards = [
                {"name": seen.name, "is": seen.state, "says": self._says(seen), "help": seen.help} for seen in list(self._seen.values())
            ]
            status = {
                "looks": self.looks,
                "boards": boards,
                "syncs": self._syncs,
                "lines": list(self._lines),
                "told": self._lines_of,
                "left": list(self._left),
                "left_of": self._left_of[0] if self._left else "",
                "offers": [{**one, "board": _called(one["board"])} for one in report.offers],
                "copy": None,
                "problem": self._problem,
            }
            if report.copy is not None and report.copy["party"] == self._wanted and not self._held(self._wanted):
                status["copy"] = {**report.copy, "board": _called(report.copy["board"])}
            changed, self.status = status != self.status, status
        if changed:
            self._told()


def _at(client: Client) -> At:
    table = client.table
    return table["journal"], table["n"], table["boots"]


def _board(id: str) -> str:
    return f"the board {id[:6]}" if id else ""


def _called(id: str) -> str:
    return label_of(id) or _board(id) or "a board"


def _stamp(port: str) -> tuple[int, ...]:
    """Another one after the port went and came again, where the system tells."""
    try:
        link, device = os.lstat(port), os.stat(port)
        return (link.st_ino, device.st_ino, device.st_rdev, link.st_ctime_ns if os.path.islink(port) else 0)
    except OSError:
        return ()
