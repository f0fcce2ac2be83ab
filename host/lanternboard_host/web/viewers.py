"""The pages that are open: each is sent the state when it is another one and every frame, as long as it keeps up; what it says is
checked and done. One slow page holds nobody up: it misses frames, never the last one."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from typing import Any

from lanternboard.base.errors import Refused, Stale
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..faces.picture import Picture
from ..faces.watch import Watch
from .messages import LONGEST, Pace, read
from .words import PAGE

MOST = 32  # pages at once
WAITING = 6  # frames that a page may be behind
PENDING = 8  # requests that one page may wait for
TRIES = 0.5  # seconds that a wrong token costs
TOO_MANY = 300  # messages in a row that were too many, after which a page is let go
POLICY, FULL = 1008, 1013


class Viewer:
    """One open page."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.may = False
        self.calm = False
        self.down: set[int] = set()
        self.state: str | None = None
        self.told: deque[str] = deque(maxlen=8)
        self.frames: deque[bytes] = deque(maxlen=WAITING)
        self.due = asyncio.Event()
        self.asking: deque[asyncio.Task] = deque()  # its requests, of which the first is with the board

    def tell(self, what: dict[str, Any]) -> None:
        self.told.append(json.dumps(what, ensure_ascii=False))
        self.due.set()

    async def send(self) -> None:
        """For as long as the page is open: what is due, in its order, the state first."""
        while True:
            await self.due.wait()
            self.due.clear()
            while self.told:
                await self.socket.send_text(self.told.popleft())
            state, self.state = self.state, None
            if state is not None:
                await self.socket.send_text(state)
            while self.frames:
                await self.socket.send_bytes(self.frames.popleft())


class Viewers:
    """All of them. `state()` and `frame(calm)` give what a page that has just come is to see."""

    def __init__(self, watch: Watch, token: str, version: str) -> None:
        self.all: set[Viewer] = set()
        self.came = 0
        self._watch = watch
        self._token = token
        self._version = version
        self.latest_state: str | None = None  # until the table has been looked at
        self.latest_frames: dict[bool, bytes] = {}

    def publish_state(self, state: str) -> None:
        self.latest_state = state
        for viewer in self.all:
            viewer.state = state
            viewer.due.set()

    def publish_frame(self, frame: bytes, calm: bool) -> None:
        self.latest_frames[calm] = frame
        for viewer in self.all:
            if viewer.calm is calm:
                viewer.frames.append(frame)
                viewer.due.set()

    def tell(self, what: dict[str, Any]) -> None:
        for viewer in self.all:
            viewer.tell(what)

    @property
    def lively(self) -> bool:
        """Whether somebody watches what moves."""
        return any(not viewer.calm for viewer in self.all)

    async def serve(self, socket: WebSocket) -> None:
        """A page, from its coming to its going."""
        await socket.accept()
        if len(self.all) >= MOST:
            await socket.close(FULL, f"there are {MOST} pages open already")
            return
        viewer = Viewer(socket)
        self.all.add(viewer)
        self.came += 1
        sending = asyncio.create_task(viewer.send())
        try:
            self._show(viewer)
            await self._listen(viewer)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # it has gone
        finally:
            self.all.discard(viewer)
            sending.cancel()
            for task in viewer.asking:
                task.cancel()
            for key in list(viewer.down):  # nobody holds it any more
                self._press(viewer, key, False)

    def _show(self, viewer: Viewer) -> None:
        viewer.state = self.latest_state
        frame = self.latest_frames.get(viewer.calm)
        if frame:
            viewer.frames.append(frame)
        viewer.due.set()

    async def _listen(self, viewer: Viewer) -> None:
        pace = Pace()
        over = 0
        while True:
            got = await viewer.socket.receive()
            if got["type"] == "websocket.disconnect":
                return
            text = got.get("text")
            try:
                if text is None:
                    raise Refused("", "bytes", f"a text of at most {LONGEST} bytes")
                said = read(text)
                lets_go = said["do"] == "press" and not said["down"] and said["key"] in viewer.down
                if not pace.spend() and not lets_go:
                    over += 1
                    if over >= TOO_MANY:
                        await viewer.socket.close(POLICY, "too many messages")
                        return
                    if over % 20 == 1:
                        viewer.tell({"is": "refused", "do": "", "why": PAGE["many"]})
                    continue
                over = 0
                await self._do(viewer, said)
            except Refused as refused:
                if not pace.spend():
                    over += 1
                    if over >= TOO_MANY:
                        await viewer.socket.close(POLICY, "too many messages")
                        return
                    continue
                viewer.tell({"is": "refused", "do": "", "why": str(refused)})

    async def _do(self, viewer: Viewer, said: dict[str, Any]) -> None:
        verb = said["do"]
        if verb == "hello":
            await self._hello(viewer, said)
            return
        if verb == "calm":
            self._calm(viewer, said["on"])
            return
        if not viewer.may:
            viewer.tell({"is": "refused", "do": verb, "why": PAGE["look"]})
            return
        if verb == "press":
            self._press(viewer, said["key"], said["down"])
            return
        if len(viewer.asking) >= PENDING:
            viewer.tell({"is": "refused", "do": verb, "why": PAGE["many"]})
            return
        viewer.asking.append(asyncio.create_task(self._ask(viewer, said, viewer.asking[-1] if viewer.asking else None)))

    async def _ask(self, viewer: Viewer, said: dict[str, Any], before: asyncio.Task | None) -> None:
        """A request, after the one before it. No key waits for it: how long one is held is the hand's to say."""
        verb = said["do"]
        more = {"choice": said["choice"]} if verb == "answer" else {}
        try:
            if before is not None:
                await asyncio.wait((before,))
            await asyncio.to_thread(self._watch.ask, verb, said["journal"], said["number"], **more)
        except Refused as refused:
            viewer.tell({"is": "refused", "do": verb, "why": _kindly(verb, refused, self._watch.seen.picture)})
        except Exception as wrong:
            viewer.tell({"is": "refused", "do": verb, "why": PAGE["mistake"].format(what=repr(wrong))})
        finally:
            viewer.asking.popleft()

    async def _hello(self, viewer: Viewer, said: dict[str, Any]) -> None:
        token = said["token"]
        viewer.may = secrets.compare_digest(token.encode("utf-8", "replace"), self._token.encode())
        self._calm(viewer, said["calm"])
        if token and not viewer.may:
            await asyncio.sleep(TRIES)
        viewer.tell({"is": "welcome", "may": viewer.may, "why": "" if viewer.may else PAGE["look"], "version": self._version})

    def _calm(self, viewer: Viewer, on: bool) -> None:
        if viewer.calm is not on:
            viewer.calm = on
            viewer.frames.clear()
            self._show(viewer)

    def _press(self, viewer: Viewer, key: int, down: bool) -> None:
        if down == (key in viewer.down):
            return  # said twice
        (viewer.down.add if down else viewer.down.discard)(key)
        if not down and any(key in other.down for other in self.all):
            return  # another page holds it
        if not self._watch.press(key, down):
            viewer.tell({"is": "refused", "do": "press", "why": PAGE["away"][:1].upper() + PAGE["away"][1:] + "."})

    async def close(self) -> None:
        for viewer in list(self.all):
            if viewer.socket.application_state == WebSocketState.CONNECTED:
                try:
                    await viewer.socket.close(1001, "the page's server ends")
                except (RuntimeError, OSError):
                    pass


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
