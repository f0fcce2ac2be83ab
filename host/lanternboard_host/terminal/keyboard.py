"""A keyboard read key by key, without echo, on POSIX and on Windows; and what each key means on the seven buttons. The
modules of either system are imported when a keyboard is opened, never with this file. It writes nothing to the screen."""

from __future__ import annotations

import os
import sys
import time

from lanternboard.controls import keys as k

# What a key means: (button, held) or a word for the terminal itself.
QUIT, REDO, REDRAW, KEYS, PARTY = "quit", "redo", "redraw", "keys", "party"
Meaning = tuple[int, bool] | str

KEYMAP: dict[str, Meaning] = {
    "up": (k.UP, False),
    "down": (k.DOWN, False),
    "left": (k.LEFT, False),
    "right": (k.RIGHT, False),
    "k": (k.UP, False),
    "j": (k.DOWN, False),
    "h": (k.LEFT, False),
    "l": (k.RIGHT, False),
    "enter": (k.CHOOSE, False),
    " ": (k.CHOOSE, False),
    "backspace": (k.BACK, False),
    "u": (k.BACK, False),
    "tab": (k.NEXT, False),
    "n": (k.NEXT, False),
    "B": (k.BACK, True),
    "m": (k.BACK, True),
    "M": (k.BACK, True),
    "N": (k.NEXT, True),
    "w": (k.NEXT, True),
    "W": (k.NEXT, True),
    "r": REDO,
    "?": KEYS,
    "p": PARTY,
    "P": PARTY,
    "q": QUIT,
    "Q": QUIT,
    "\x0c": REDRAW,
}
HELP = "arrows move, Enter choose, n usual/next, u undo, r redo, m menu, q quit, ? all"
ALL_KEYS = (  # what `?` shows: the keys, and what they do
    ("arrows, h j k l", "move the cursor, the highlighted answer, a number"),
    ("Enter, Space", "answer what is highlighted"),
    ("Tab, n", "the usual answer, else the next one"),
    ("Backspace, u", "take back"),
    ("r", "do again what was taken back"),
    ("m, B", "the board's menu, or out of it"),
    ("w, N", "show where everything stands"),
    ("p", "the whole party, in a showdown that keeps records"),
    ("S, I, tile", "survival, insanity, who is the monster controller"),
    ("h2 to l2, B", "head to legs, brain: armor, then the light and the heavy box"),
    ("Ctrl-L", "draw the page anew"),
    ("q", "quit"),
)

_ENDS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_WINDOWS = {"H": "up", "P": "down", "K": "left", "M": "right"}
_PLAIN = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace"}
ESCAPE_WAIT = 0.03  # seconds the rest of an arrow key may take


def split(text: str) -> tuple[list[str], str]:
    """Names of the keys in what a terminal sent, and what is left of an escape sequence that has not come whole.
    Sequences that mean nothing here are dropped whole, so that their letters are not taken for keys."""
    out: list[str] = []
    i = 0
    while i < len(text):
        if text[i] != "\x1b":
            out.append(_PLAIN.get(text[i], text[i]))
            i += 1
            continue
        if i + 1 == len(text):
            return out, text[i:]
        if text[i + 1] not in "[O":
            i += 2  # Alt and a key
            continue
        j = i + 2
        while j < len(text) and not "@" <= text[j] <= "~":
            j += 1
        if j == len(text):
            return out, text[i:]
        name = _ENDS.get(text[j])
        if name and (j == i + 2 or text[i + 2 : j].startswith("1;")):
            out.append(name)
        i = j + 1
    return out, ""


class Keyboard:
    """`with Keyboard() as keyboard:`; `read(seconds)` gives the names of the keys pressed meanwhile, in their order.
    The terminal is put back as it was, whatever happens."""

    def __init__(self) -> None:
        self._rest = ""
        self._fd = -1
        self._before: list | None = None
        self._windows = os.name == "nt"
        self.closed = False  # the terminal has gone

    def __enter__(self) -> Keyboard:
        if not self._windows:
            self._fd = sys.stdin.fileno()
            self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.give_back()

    def take(self) -> None:
        """Keys come at once and unseen from here on. Ctrl-C and Ctrl-Z stay signals."""
        import termios
        import tty

        self._before = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd)

    def give_back(self) -> None:
        if self._before is not None:
            import termios

            before, self._before = self._before, None
            try:
                termios.tcsetattr(self._fd, termios.TCSAFLUSH, before)
            except termios.error:
                pass  # the terminal is gone

    def read(self, seconds: float) -> list[str]:
        return self._read_windows(seconds) if self._windows else self._read_posix(seconds)

    def _read_posix(self, seconds: float) -> list[str]:
        import select

        if self.closed:
            time.sleep(seconds)
            return []
        if not select.select([self._fd], [], [], seconds)[0]:
            return []
        out: list[str] = []
        while True:
            data = os.read(self._fd, 1024)
            self.closed = not data
            keys, self._rest = split(self._rest + data.decode("utf-8", "ignore"))
            out += keys
            if not self._rest or self.closed or not select.select([self._fd], [], [], ESCAPE_WAIT)[0]:
                self._rest = ""  # a lone Escape means nothing
                return out

    def _read_windows(self, seconds: float) -> list[str]:
        import msvcrt  # type: ignore[import-not-found,unused-ignore]

        getwch, kbhit = msvcrt.getwch, msvcrt.kbhit  # type: ignore[attr-defined,unused-ignore]
        out: list[str] = []
        until = time.monotonic() + seconds
        while not out and time.monotonic() < until:
            while kbhit():
                key = getwch()
                if key in ("\x00", "\xe0"):
                    name = _WINDOWS.get(getwch())
                    if name:
                        out.append(name)
                elif key == "\x03":
                    raise KeyboardInterrupt
                else:
                    out.append(_PLAIN.get(key, key))
            if not out:
                time.sleep(0.01)
        return out
