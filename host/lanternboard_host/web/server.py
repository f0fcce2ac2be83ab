"""The board's page: its server watches one table, and knows no rule. `with PageServer(watch) as page: page.address`."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from lanternboard.lights import patterns

from ..faces.watch import Seen, Watch
from .callers import Lan
from .frames import RATE, colours, frame
from .serving import SHARED, Serving, fixed, served
from .state import state_of
from .viewers import Viewers
from .words import PAGE

PORT = 2216
LONGEST = 2048  # bytes of a message that is looked at at all
FILES = ("index.html", "look.css", "page.css", "icon.svg", "main.js", "party.js", "board.js", "keys.js", "table.js", *SHARED)


def files() -> dict[str, tuple[bytes, str]]:
    """Path -> bytes and kind of everything that is served; there is nothing else."""
    return served(FILES)


class PageServer(Serving):
    """`host`, `port`: where it listens, port 0 any free one. `token`: what lets a page write; a new one by default. `lan`: where
    it is opened to phones, if it is. Raises Refused when it cannot listen there."""

    def __init__(self, watch: Watch, host: str = "127.0.0.1", port: int = PORT, token: str | None = None, lan: Lan | None = None) -> None:
        super().__init__(host, port, token, LONGEST, lan)
        self.watch = watch
        self.viewers = Viewers(watch, self.callers)
        self._start()
        watch.on_change(self._wake)
        self._wake()

    def __enter__(self) -> PageServer:
        return self

    @property
    def open_pages(self) -> int:
        return len(self.viewers.all)

    @property
    def came(self) -> int:
        """How many pages have come so far."""
        return self.viewers.came

    # The server's thread

    def routes(self) -> list[Any]:
        from starlette.routing import WebSocketRoute

        return [*fixed(files()), WebSocketRoute("/table", self.viewers.serve)]

    @property
    def pages(self) -> Viewers:
        return self.viewers

    async def pump(self) -> None:
        """States when they change, frames when they change and while something moves."""
        assert self._changed is not None
        serial, cells = -1, None
        numbers = {False: 0, True: 0}  # each kind of frame counts its own
        lively = False
        began = time.monotonic()
        due = began
        while True:
            if lively and self.viewers.lively:
                due = max(due + 1 / RATE, time.monotonic() - 1 / RATE)
                try:
                    await asyncio.wait_for(self._changed.wait(), max(0.0, due - time.monotonic()))
                except TimeoutError:
                    pass
            else:
                try:
                    await asyncio.wait_for(self._changed.wait(), 1 / RATE if lively else None)
                except TimeoutError:
                    pass
                due = time.monotonic()
            self._changed.clear()
            seen = self.watch.seen
            picture = seen.picture
            fresh = picture.cells != cells
            if seen.serial != serial:
                serial = seen.serial
                self._publish(seen)
            if fresh:
                cells = picture.cells
                lively = patterns.moves(cells)
                numbers[True] += 1
                self.viewers.publish_frame(frame(numbers[True], picture.columns, picture.rows, colours(cells, None)), True)
            if fresh or (lively and self.viewers.lively and time.monotonic() >= due - 0.001):
                numbers[False] += 1
                now = time.monotonic() - began
                self.viewers.publish_frame(frame(numbers[False], picture.columns, picture.rows, colours(picture.cells, now)), False)
                if fresh:
                    due = time.monotonic()

    def _publish(self, seen: Seen) -> None:
        """Whatever goes wrong with one state, the pages hear of it, and of the next one."""
        try:
            state = json.dumps(state_of(seen), ensure_ascii=False)
        except Exception as wrong:
            self.viewers.tell({"is": "refused", "do": "", "why": PAGE["mistake"].format(what=repr(wrong))})
        else:
            self.viewers.publish_state(state)
