"""The terminal as a page that is drawn over and over: the other screen, no cursor, one write a frame, and everything put back at
the end: after an error, a signal, a stop and a continue. It draws lines that it is given and knows nothing of the game."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from .colours import mode_of, plain_characters

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[?25h\x1b[?1049l"


class Screen:
    """`with Screen(console, keyboard) as screen:`. `keyboard` is anything with take() and give_back(): it is given back
    while the program is stopped (Ctrl-Z)."""

    def __init__(self, console: Console, keyboard=None) -> None:
        self.console = console
        self.mode = mode_of(console)
        self.ascii_only = plain_characters(console)
        self.stale = True  # everything is to be drawn anew
        self._keyboard = keyboard
        self._before: dict[int, object] = {}
        self._last = ""
        self._size = (0, 0)

    def __enter__(self) -> Screen:
        if os.name == "nt":
            os.system("")  # lets an old console window understand escape sequences
        self._write(_ENTER)
        for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):
            self._catch(name, self._leave_by_signal)
        self._catch("SIGTSTP", self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]
        self._before = {}
        self._write(_LEAVE)

    @property
    def size(self) -> tuple[int, int]:
        """(columns, rows), as they are now: the terminal itself is asked, COLUMNS and LINES may be those of long ago."""
        try:
            size = os.get_terminal_size(sys.stdout.fileno())
            if size.columns and size.lines:
                return size.columns, size.lines
        except (OSError, ValueError, AttributeError):
            pass
        return self.console.size.width, self.console.size.height

    def show(self, lines: list[Text]) -> None:
        """Draw these lines from the top. Nothing is written when nothing changed."""
        with self.console.capture() as caught:
            for line in lines:
                self.console.print(line, end="\n", soft_wrap=True, highlight=False)
        # A line is cleared before it is written: after its last column an erase would take that column's character.
        rows = caught.get().rstrip("\n").split("\n")
        text = "\x1b[H" + "\r\n".join("\x1b[K" + row for row in rows)
        size = self.size
        if len(rows) < size[1]:
            text += "\r\n\x1b[J"
        if size != self._size:  # what a terminal leaves of a page when it changes its size is nothing to build on
            text, self._last, self._size = "\x1b[2J" + text, "", size
        if text != self._last or self.stale:
            self._write(text)
            self._last = text
            self.stale = False

    def _write(self, text: str) -> None:
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except (OSError, ValueError):
            pass  # nobody sees it any more; the loop ends by itself

    def _catch(self, name: str, handler: Callable) -> None:
        number = getattr(signal, name, None)
        if number is None:
            return
        try:
            self._before[number] = signal.signal(number, handler)
        except ValueError:
            pass  # not in the main thread: whoever runs us looks after signals

    def _leave_by_signal(self, number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    def _stop(self, number: int, _frame: object) -> None:
        if self._keyboard is not None:
            self._keyboard.give_back()
        self._write(_LEAVE)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)  # here we are stopped
        signal.signal(number, self._stop)
        if self._keyboard is not None:
            self._keyboard.take()
        self._write(_ENTER)
        self.stale = True
