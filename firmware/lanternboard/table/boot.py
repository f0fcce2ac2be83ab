"""From reset to the table's loop: why we started, whether safe defaults are due, and what is kept when something fails.

Three failures (watchdog resets or errors) within a minute lead to the built-in settings; six in a row to MicroPython's
own prompt, so that the board can be mended. Journals are never touched here. An exception never traps the board: it is
kept as a cause and the board starts again."""

import os
import sys

from ..base.errors import Refused
from ..base.letgo import let_go

MINUTE = 60  # seconds
GIVE_UP = 6  # failures in a row, none more than a minute after the one before
SETTLED = 2  # seconds after which an ordinary start is written to the log: not between reset and first prompt
BACK_AND_NEXT = 1 << 5 | 1 << 6
FAILURES = ("watchdog", "error")
TICKS = 0x3FFFFFFF

# The word that survives a reset: ages of the last two failures in seconds (LONG: longer ago), failures in a row, a mark.
LONG = 255
MARK = 0x2B << 24


def run(root: str = "/"):
    """Start the table; returns only for maintenance."""
    from ..drivers.board import Board

    board = Board(root)
    boot = Boot(board)
    try:
        boot.read_settings()
        if boot.stay_away():
            board.maintenance()
            print("Lanternboard is not running:", boot.maintenance)
            return
        board.begin(boot.settings)
        board.feed()  # the watchdog runs from here on
        boot.begin()
        board.feed()
        from .loop import Table

        Table(board, boot).run()
        note = "the loop ended"
    except Exception as wrong:
        note = trace(wrong)
    boot.failed(note)
    board.reset("error")


class Boot:
    """What the table knows of its start: `cause`, `boots` (by count), `safe` (built-in settings are used) and `why`, `settings`.
    The loop calls `worked()` whenever it did its work, and nothing else feeds the watchdog. `still(ms)`: whether nobody presses anything
    just then; set by the loop."""

    still = None

    def __init__(self, board) -> None:
        self.board = board
        self.cause = board.cause
        self.safe = False
        self.untouched = False  # journals are not even opened: one of them may be why it fails
        self.why = ""
        self.settings: "dict" = None
        self._digest = ""
        self.boots = 0
        self.maintenance = ""
        last, before, row = _ages(board.kept)
        if self.cause in FAILURES:
            row = row + 1 if last <= MINUTE else 1
            if before <= MINUTE:
                self.safe = self.untouched = True
                self.why = "three failures within a minute"
            last, before = 0, last
        else:
            last, before, row = LONG, LONG, 0
        self._last, self._before, self._row = last, before, row
        self._keep(0)
        self._seconds = 0
        self._ticks = board.ticks_ms()
        self._written = False

    def read_settings(self) -> None:
        """The settings of table.json, or the built-in ones: where it is bad, and after failures."""
        from ..settings import table

        if not self.safe:
            try:
                self.settings = table.read(self.board.root + "table.json", strictly=False)
            except Refused as wrong:
                self.safe = True
                self.why = "table.json: " + str(wrong)
        if self.settings is None:
            self.settings = _built_in(self.board)

    @property
    def settings_digest(self) -> str:
        """Of the settings as they are; made when somebody asks, since it takes a Pico 40 ms."""
        if not self._digest:
            from ..settings import table

            self._digest = table.digest(self.settings)
        return self._digest

    def file_digest(self) -> str:
        """Of table.json as it lies there, "" without one."""
        from binascii import crc32

        try:
            with open(self.board.root + "table.json", "rb") as f:
                crc = 0
                while True:
                    piece = f.read(256)  # a whole one may find no room
                    if not piece:
                        return "%08x" % (crc & 0xFFFFFFFF)
                    crc = crc32(piece, crc)
        except OSError:
            return ""

    def stay_away(self) -> bool:
        """Whether MicroPython's own prompt is due instead of the table; `maintenance` says why. No pin interrupts yet, and none is
        read where it does not matter."""
        if self.cause == "release":
            self.maintenance = "released for maintenance; a reset starts it"
        elif self._row >= GIVE_UP:
            self.maintenance = str(self._row) + " failures in a row; a reset tries again"
            self._last, self._before, self._row = LONG, LONG, 0
            self._keep(0)
        elif self.board.held(self.settings) & BACK_AND_NEXT == BACK_AND_NEXT:
            self.maintenance = "back and next were held; a reset starts it"
        return self.maintenance != ""

    def begin(self) -> None:
        """Log a start that was none of the ordinary ones before anything can fail again."""
        log = self._log()
        self.boots = log.boots + 1
        if self.cause in FAILURES:
            self._write()

    def worked(self) -> None:
        """The loop did its work: feed the watchdog, and do what is due by time."""
        self.board.feed()
        now = self.board.ticks_ms()
        if (now - self._ticks) & TICKS < 1000:
            return
        self._ticks = (self._ticks + 1000) & TICKS
        self._seconds += 1
        if self._seconds <= LONG and self._last < LONG:
            self._keep(self._seconds)
        if self._seconds >= SETTLED and not self._written and (self.still is None or self.still(now)):  # it takes 10 ms and more
            self._write()
            let_go("store.bootlog")
        if self._seconds == MINUTE:
            self._prove()

    def count(self) -> None:
        """This start is in the log, also when it ends before it has settled."""
        if not self._written:
            self._write()

    def failed(self, note: str) -> None:
        """Keep how this start ended. Never raises: the reset that follows matters more."""
        try:
            self.count()
            self._log().explain(note)
        except Exception:
            pass

    def report(self) -> dict:
        """For `doctor`: why the board started this time and the last times, by count."""
        log = self._log()
        return {"cause": self.cause, "safe": self.safe, "why": self.why, "boots": log.boots, "last": log.entries}

    def _log(self):
        from ..store.bootlog import BootLog  # loaded when used

        return BootLog(self.board.root + "bootlog")

    def _write(self) -> None:
        self._written = True
        try:
            self._log().add(self.cause, self.why)
        except OSError:
            pass  # a full flash must not stop the board

    def _keep(self, seconds: int) -> None:
        last = min(self._last + seconds, LONG)
        before = min(self._before + seconds, LONG)
        self.board.keep(MARK | min(self._row, 255) << 16 | before << 8 | last)

    def _prove(self) -> None:
        """A minute without failure: a version on trial has proved itself."""
        try:
            with open(self.board.root + "lb/trial") as f:
                slot = f.read(1)
            with open(self.board.root + "lb/slot", "w") as f:
                f.write(slot)
            os.remove(self.board.root + "lb/trial")
        except (OSError, ValueError):  # none, or no text
            pass


def _built_in(board) -> dict:
    """Safe settings: the usual ones, with the pins of this kind of board where it has others."""
    from ..settings import table

    own = getattr(board, "settings", None)
    if own:
        try:
            own["format"] = table.FORMAT
            return table.check(own)
        except Refused:
            pass
    return table.defaults()


def _ages(word: int):
    if word >> 24 << 24 != MARK:
        return LONG, LONG, 0
    return word & 255, word >> 8 & 255, word >> 16 & 255


def trace(wrong) -> str:
    """An exception as text, innermost lines last."""
    try:
        if hasattr(sys, "print_exception"):
            import io

            out = io.StringIO()
            sys.print_exception(wrong, out)
            return out.getvalue().strip()
        import traceback

        return "".join(traceback.format_exception(wrong)).strip()
    except MemoryError:
        return type(wrong).__name__
