"""The pages that are open, whatever they show: how one comes and goes, who it is, what it may, how fast it may talk; and the phones, which
whoever may keep the page lets in and shuts out. What a page shows and does is its children's to say."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import Any

from lanternboard.base.errors import Refused
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .. import __version__
from ..phones import KEEP, PLAY, VERBS, Phone, allows
from .callers import Caller, Callers, peer_of
from .codes import code
from .messages import Pace
from .words import PAGE, PHONES

MOST = 32  # pages at once
SHARE = MOST // 4  # of one address beyond this computer
STRANGERS = 2  # and of these that have not said yet who they are
AWAY = MOST - SHARE  # of all from there
UNKNOWN = 10.0  # seconds that these have to say it
LOOKS = 1.0  # seconds between two looks at what other programs did to the phones
WAITING = 6  # frames that a page may be behind
TOO_MANY = 300  # messages in a row that were too many, after which a page is let go
POLICY, FULL = 1008, 1013


class Viewer:
    """One open page. `home`: it is on this computer."""

    def __init__(self, socket: WebSocket, home: bool = True, peer: str = "") -> None:
        self.socket = socket
        self.home = home
        self.peer = peer
        self.right = ""
        self.who = ""
        self.phone: Phone | None = None
        self.over = ""  # why it is let go, when all is told
        self.calm = False
        self.down: set[int] = set()
        self.state: str | None = None
        self.told: deque[str] = deque(maxlen=8)
        self.frames: deque[bytes] = deque(maxlen=WAITING)
        self.due = asyncio.Event()
        self.asking: deque[asyncio.Task] = deque()  # its requests, of which the first is with the board

    @property
    def may(self) -> bool:
        return allows(self.right, PLAY)

    @property
    def sees(self) -> bool:
        """On this computer everybody may look, before anything is said too."""
        return self.home or bool(self.right)

    def tell(self, what: dict[str, Any]) -> None:
        self.told.append(json.dumps(what, ensure_ascii=False, separators=(",", ":")))
        self.due.set()

    def refuse(self, verb: str, why: str) -> None:
        self.tell({"is": "refused", "do": verb, "why": why})

    async def send(self) -> None:
        """For as long as the page is open: what is due, in its order, the state first."""
        while True:
            await self.due.wait()
            self.due.clear()
            while self.told:
                await self.socket.send_text(self.told.popleft())
            if self.over:
                await self.socket.close(POLICY, self.over)
                return
            state, self.state = self.state, None
            if state is not None:
                await self.socket.send_text(state)
            while self.frames:
                await self.socket.send_bytes(self.frames.popleft())


class Pages:
    """All of them."""

    def __init__(self, callers: Callers) -> None:
        self.callers = callers
        self.all: set[Viewer] = set()
        self.came = 0
        self._place = ""
        self._known: Any = None  # of the phones, when keepers were told last that something changed

    # Of the children

    needs = {"hello": "", "calm": ""}  # what other right than `keep` something takes

    def read(self, text: str, viewer: Viewer) -> dict[str, Any]:
        """What it says, checked. Raises Refused."""
        raise NotImplementedError

    def show(self, viewer: Viewer) -> None:
        """What who has just come, and may look, is to see."""
        raise NotImplementedError

    async def do(self, viewer: Viewer, said: dict[str, Any]) -> None:
        """What it asks for, and may."""
        raise NotImplementedError

    def always(self, viewer: Viewer, said: dict[str, Any]) -> bool:
        """Whether this is heard however much it says."""
        return False

    def calm(self, viewer: Viewer, on: bool) -> None:
        """It wants less motion."""
        viewer.calm = on

    def lost(self, viewer: Viewer) -> None:
        """It has gone, or may do nothing any more."""

    @property
    def seeing(self) -> list[Viewer]:
        """Those that may look."""
        return [one for one in self.all if one.sees and not one.over]

    # Coming and going

    async def serve(self, socket: WebSocket) -> None:
        """A page, from its coming to its going."""
        await socket.accept()
        viewer = Viewer(socket, self.callers.home(socket.scope), peer_of(socket.scope))
        if why := self._full(viewer):
            await socket.close(FULL, why)
            return
        self.all.add(viewer)
        self.came += 1
        sending = asyncio.create_task(viewer.send())
        if not viewer.home:
            asyncio.get_running_loop().call_later(UNKNOWN, self._unknown, viewer)
        try:
            if viewer.sees:
                self.show(viewer)
            await self._listen(viewer)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # it has gone
        finally:
            self.all.discard(viewer)
            sending.cancel()
            for task in viewer.asking:
                task.cancel()
            self.lost(viewer)
            if viewer.phone is not None:
                self.tell_phones()

    def _full(self, new: Viewer) -> str:
        if len(self.all) >= MOST:
            return f"there are {MOST} pages open already"
        if new.home:
            return ""
        away = [one for one in self.all if not one.home]
        near = [one for one in away if one.peer == new.peer]
        if len(away) >= AWAY:
            return f"there are {AWAY} pages of phones open already"
        if len(near) >= SHARE or sum(not one.right for one in near) >= STRANGERS:
            return f"there are {len(near)} pages open already from this address"
        return ""

    def _unknown(self, viewer: Viewer) -> None:
        if not viewer.right and viewer in self.all:
            self._shut(viewer, PHONES["scan"])

    async def _listen(self, viewer: Viewer) -> None:
        pace = Pace()
        over = 0
        while True:
            got = await viewer.socket.receive()
            if got["type"] == "websocket.disconnect":
                return
            if viewer.over:
                continue
            text = got.get("text")
            said, wrong = None, None
            try:
                if text is None:
                    raise Refused("", "bytes", "a text")
                said = self.read(text, viewer)
            except Refused as refused:
                wrong = refused
            if not pace.spend() and not (said and self.always(viewer, said)):
                over += 1
                if over >= TOO_MANY:
                    await viewer.socket.close(POLICY, "too many messages")
                    return
                if over % 20 == 1:
                    viewer.refuse("", PAGE["many"])
                continue
            over = 0
            if said is None:
                viewer.refuse("", str(wrong))
            else:
                await self._heard(viewer, said)

    async def _heard(self, viewer: Viewer, said: dict[str, Any]) -> None:
        verb = said["do"]
        need = self.needs.get(verb, KEEP)
        if verb == "hello":
            await self._hello(viewer, said)
        elif verb == "calm":
            self.calm(viewer, said["on"])
        elif not allows(viewer.right, need):
            viewer.refuse(verb, self._lacks(viewer, need))
        elif verb in VERBS:
            await self._phone(viewer, said)
        else:
            await self.do(viewer, said)

    def _lacks(self, viewer: Viewer, need: str) -> str:
        if viewer.phone is None:
            return PAGE["look"] if viewer.home else PHONES["scan"]
        return PHONES["needs"].format(who=viewer.who, right=PHONES[viewer.right], need=PHONES[need])

    async def _hello(self, viewer: Viewer, said: dict[str, Any]) -> None:
        caller = await self.callers.greet(viewer.home, viewer.peer, said["token"])
        saw = viewer.sees
        had = viewer.phone
        self._is(viewer, caller)
        self.calm(viewer, said["calm"])
        if not viewer.sees:
            self._shut(viewer, PHONES["often" if caller.guessed else "scan"])
            return
        self._welcome(viewer)
        if not saw:
            self.show(viewer)
        if had or viewer.phone:
            self.tell_phones()
        elif viewer.right == KEEP:
            self.tell_phones(viewer)

    def _is(self, viewer: Viewer, caller: Caller) -> None:
        """From now on it is that one. What it holds that it may not any more is let go."""
        viewer.right, viewer.who, viewer.phone = caller.right, caller.who, caller.phone
        if not viewer.may:
            self.lost(viewer)

    def _welcome(self, viewer: Viewer, why: str = "") -> None:
        why = why or ("" if viewer.may else self._lacks(viewer, PLAY))
        viewer.tell({"is": "welcome", "may": viewer.may, "right": viewer.right, "why": why, "version": __version__})

    def _shut(self, viewer: Viewer, why: str) -> None:
        """It sees nothing any more, hears why, and is let go."""
        viewer.told.clear()
        viewer.frames.clear()
        viewer.state = None
        self._welcome(viewer, why)
        viewer.over = "no right"

    async def close_pages(self) -> None:
        """Lets all of them go."""
        for viewer in list(self.all):
            if viewer.socket.application_state == WebSocketState.CONNECTED:
                try:
                    await viewer.socket.close(1001, "the page's server ends")
                except (RuntimeError, OSError):
                    pass

    # Phones

    async def look(self, place: str) -> None:
        """Until it is cancelled: what other programs did to the phones. `place`: the address that phones come to."""
        self._place = place
        while self.callers.phones is not None:
            await asyncio.sleep(LOOKS)
            await asyncio.to_thread(self.callers.phones.look)
            self.renew()

    async def _phone(self, viewer: Viewer, said: dict[str, Any]) -> None:
        phones = self.callers.phones
        verb = said["do"]
        if phones is None:
            viewer.refuse(verb, PHONES["closed"])
            return
        try:
            if verb == "phone-add":
                token = await asyncio.to_thread(phones.add, said["name"], said["right"])
                address = f"{self._place}#{token}"
                viewer.tell({"is": "phone", "name": said["name"].strip(), "address": address, "code": code(address)})
            elif verb == "phone-right":
                await asyncio.to_thread(phones.give, said["name"], said["right"])
            else:
                await asyncio.to_thread(phones.revoke, said["name"])
        except Refused as wrong:
            viewer.refuse(verb, str(wrong))
        self.renew()

    def renew(self) -> None:
        """Every open page has the right that its phone has now."""
        assert self.callers.phones is not None
        for viewer in list(self.all):
            if viewer.phone is None:
                continue
            now = self.callers.phones.same(viewer.phone)
            if now == viewer.phone:
                continue
            right = now.right if now else ""
            changed = right != viewer.right
            self._is(viewer, Caller(right, viewer.who, now))
            if not right:
                viewer.home = False  # this page came as a phone, wherever it is
                self._shut(viewer, PHONES["scan"])
            elif changed:
                self._welcome(viewer)
        known = self.callers.phones.all, self.callers.phones.problem
        if known != self._known:
            self._known = known
            self.tell_phones()

    def tell_phones(self, one: Viewer | None = None) -> None:
        """To whoever may keep: the phones, and how many pages each has open."""
        phones = self.callers.phones
        if phones is None:
            return
        open_now = [viewer.phone.name for viewer in self.all if viewer.phone]
        rows = [{"name": phone.name, "right": phone.right, "came": phone.came, "here": open_now.count(phone.name)} for phone in phones.all]
        for viewer in [one] if one else self.all:
            if viewer.right == KEEP and not viewer.over:
                viewer.tell({"is": "phones", "place": self._place, "problem": phones.problem, "phones": rows})
