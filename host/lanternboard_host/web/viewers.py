"""The pages that are open: each is sent the state when it is another one and every frame, as long as it keeps up; what it says is
checked and done. One slow page holds nobody up: it misses frames, never the last one."""

from __future__ import annotations

import asyncio
from typing import Any

from lanternboard.base.errors import Refused, Stale

from ..faces.picture import Picture
from ..faces.watch import Watch
from ..phones import PLAY
from .callers import Callers
from .messages import read
from .pages import Pages, Viewer
from .words import PAGE

PENDING = 8  # requests that one page may wait for


class Viewers(Pages):
    """All of the board's. `latest_state` and `latest_frames` are what a page that has just come is to see."""

    needs = {**Pages.needs, "press": PLAY, "answer": PLAY, "undo": PLAY, "redo": PLAY}

    def __init__(self, watch: Watch, callers: Callers) -> None:
        super().__init__(callers)
        self._watch = watch
        self.latest_state: str | None = None  # until the table has been looked at
        self.latest_frames: dict[bool, bytes] = {}

    def publish_state(self, state: str) -> None:
        self.latest_state = state
        for viewer in self.seeing:
            viewer.state = state
            viewer.due.set()

    def publish_frame(self, frame: bytes, calm: bool) -> None:
        self.latest_frames[calm] = frame
        for viewer in self.seeing:
            if viewer.calm is calm:
                viewer.frames.append(frame)
                viewer.due.set()

    def tell(self, what: dict[str, Any]) -> None:
        for viewer in self.seeing:
            viewer.tell(what)

    @property
    def lively(self) -> bool:
        """Whether somebody watches what moves."""
        return any(not viewer.calm for viewer in self.seeing)

    def read(self, text: str, viewer: Viewer) -> dict[str, Any]:
        return read(text)

    def always(self, viewer: Viewer, said: dict[str, Any]) -> bool:
        """A key that it holds is let go."""
        return said["do"] == "press" and not said["down"] and said["key"] in viewer.down

    def lost(self, viewer: Viewer) -> None:
        for key in list(viewer.down):  # nobody holds it any more
            self._press(viewer, key, False)

    def show(self, viewer: Viewer) -> None:
        viewer.state = self.latest_state
        frame = self.latest_frames.get(viewer.calm)
        if frame:
            viewer.frames.append(frame)
        viewer.due.set()

    async def do(self, viewer: Viewer, said: dict[str, Any]) -> None:
        verb = said["do"]
        if verb == "press":
            self._press(viewer, said["key"], said["down"])
            return
        if len(viewer.asking) >= PENDING:
            viewer.refuse(verb, PAGE["many"])
            return
        viewer.asking.append(asyncio.create_task(self._ask(viewer, said, viewer.asking[-1] if viewer.asking else None)))

    async def _ask(self, viewer: Viewer, said: dict[str, Any], before: asyncio.Task | None) -> None:
        """A request, after the one before it. No key waits for it: how long one is held is the hand's to say."""
        verb = said["do"]
        more = {"choice": said["choice"]} if verb == "answer" else {}
        try:
            if before is not None:
                await asyncio.wait((before,))
            if not viewer.may:
                raise Refused(verb, self._lacks(viewer, PLAY))  # since it asked
            await asyncio.to_thread(self._watch.ask, verb, said["journal"], said["number"], **more)
        except Refused as refused:
            viewer.tell({"is": "refused", "do": verb, "why": _kindly(verb, refused, self._watch.seen.picture)})
        except Exception as wrong:
            viewer.tell({"is": "refused", "do": verb, "why": PAGE["mistake"].format(what=repr(wrong))})
        finally:
            viewer.asking.popleft()

    def calm(self, viewer: Viewer, on: bool) -> None:
        if viewer.calm is not on:
            viewer.calm = on
            viewer.frames.clear()
            if viewer.sees:
                self.show(viewer)

    def _press(self, viewer: Viewer, key: int, down: bool) -> None:
        if down == (key in viewer.down):
            return  # said twice
        (viewer.down.add if down else viewer.down.discard)(key)
        if not down and any(key in other.down for other in self.all):
            return  # another page holds it
        if not self._watch.press(key, down):
            viewer.tell({"is": "refused", "do": "press", "why": PAGE["away"][:1].upper() + PAGE["away"][1:] + "."})


def _kindly(verb: str, refused: Refused, picture: Picture) -> str:
    """A refusal of the board, for people."""
    if isinstance(refused, Stale):
        if refused.path != "journal" and picture.past:  # at the lights level the board shows it
            return PAGE["stale.then"].format(what=picture.past[-1])
        return PAGE["stale.journal" if refused.path == "journal" else "stale"]
    if refused.path == verb and verb in PAGE:
        return PAGE[verb]
    message = refused.message or PAGE["refused"]
    return message[:1].upper() + message[1:] + "."
