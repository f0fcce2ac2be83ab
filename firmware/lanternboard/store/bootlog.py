"""Why the board started, the last times: kept by count, since a board has no clock. Writes once per boot that is worth it
and never loses an older entry to a power cut: the new file replaces the old one by a rename."""

import json

from .journal import replace

KEEP = 8  # entries; the whole file stays well under one flash block
NOTE = 160  # characters of a note: the last lines of a traceback
LONGEST = 8192  # characters of the whole that are looked at


class BootLog:
    """`boots`: how many were counted; `entries`: the last ones, oldest first, each [number, cause, note]."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.boots = 0
        self.entries = []
        try:
            with open(path) as f:
                data = json.loads(f.read(LONGEST))
            boots = data["boots"]
            entries = [_entry(*entry) for entry in data["last"][-KEEP:]]
            if type(boots) is int and 0 <= boots < 1 << 28:
                self.boots, self.entries = boots, entries
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError, MemoryError):
            pass  # none yet, or damaged: counting starts again, nothing else depends on it

    def add(self, cause: str, note: str = "") -> None:
        """Count a start and keep why. Raises OSError where flash is full or gone."""
        self.boots += 1
        self.entries.append([self.boots, cause, note[-NOTE:]])
        self.entries = self.entries[-KEEP:]
        self._write()

    def explain(self, note: str) -> None:
        """Put a note to the newest start: how it ended."""
        if not self.entries:
            return self.add("?", note)
        self.entries[-1][2] = note[-NOTE:]
        self._write()

    def _write(self) -> None:
        with open(self.path + ".new", "w") as f:
            f.write(json.dumps({"boots": self.boots, "last": self.entries}))
        replace(self.path + ".new", self.path)


def _entry(number, cause, note) -> list:
    """An entry as it was written. Raises TypeError, AttributeError or ValueError for what is none."""
    if type(number) is not int or len(cause.encode()) > NOTE or len(note) > NOTE:
        raise ValueError
    note.encode()
    return [number, cause, note]
