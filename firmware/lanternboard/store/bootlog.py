"""Why the board started, the last times: kept by count, since a board has no clock. Writes once per boot that is worth it
and never loses an older entry to a power cut: the new file replaces the old one by a rename."""

import json

from .journal import replace

KEEP = 8  # entries; the whole file stays well under one flash block
NOTE = 160  # characters of a note: the last lines of a traceback


class BootLog:
    """`boots`: how many were counted; `entries`: the last ones, oldest first, each [number, cause, note]."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.boots = 0
        self.entries = []
        try:
            with open(path) as f:
                data = json.load(f)
            boots, entries = data["boots"], data["last"]
            if isinstance(boots, int) and isinstance(entries, list):
                self.boots, self.entries = boots, entries[-KEEP:]
        except (OSError, ValueError, KeyError, TypeError):
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
