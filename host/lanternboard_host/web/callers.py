"""Who calls, and what each may do. On this computer the page's own key opens everything, and whoever has none may look. Beyond it, where
the page is opened to the network, each phone has a token of its own, and without one there is nothing to see. Wrong tokens cost time, and
each address has so many guesses and so many lines, that none keeps others out."""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from lanternboard.base.errors import Refused

from ..phones import KEEP, READ, Phone, Phones

HOME = ("127.0.0.1", "::1")
TRIES = 0.5  # seconds that a wrong token costs
GUESSES = 10  # wrong tokens of one address at once
EACH = 6.0  # seconds until it has another one
KNOWN = 1024  # addresses whose guesses are counted
LINES = 16  # connections of one address beyond this computer
AWAY = 96  # and of all of them; the server takes 128
BRIEF = 30.0  # seconds that such a connection has before it is a page's line


@dataclass(frozen=True)
class Lan:
    """The page is opened to the network: at this address, for these phones."""

    host: str
    phones: Phones


@dataclass(frozen=True)
class Caller:
    """`right`: "" none. `who`: whom what it does is by."""

    right: str
    who: str = ""
    phone: Phone | None = None
    guessed: bool = False  # too often: nothing was compared


class Callers:
    """`token`: the page's own key. `who`: whom what is done with it is by."""

    def __init__(self, token: str, who: str = "", lan: Lan | None = None) -> None:
        self.lan = lan
        self.who = who
        self._token = token
        self._guesses: OrderedDict[str, tuple[float, float]] = OrderedDict()  # by address: what is left, and when that was

    @property
    def phones(self) -> Phones | None:
        return self.lan.phones if self.lan else None

    def home(self, scope: Any) -> bool:
        """Whether it comes from this computer, by its loopback. Without a network everything counts as that."""
        return self.lan is None or (scope.get("server") or ("",))[0] in HOME

    async def greet(self, home: bool, peer: str, token: str) -> Caller:
        """Who has that token. A wrong one takes its time."""
        if home and secrets.compare_digest(token.encode("utf-8", "replace"), self._token.encode()):
            return Caller(KEEP, self.who)
        none = Caller(READ if home else "", self.who if home else "")
        if not token:
            return none
        if self.lan is not None:
            if not home and not self._left(peer):
                return Caller("", guessed=True)
            phone = self.lan.phones.find(token)
            if phone is not None and not phone.came:
                await asyncio.to_thread(self._came, self.lan.phones, phone)
                phone = self.lan.phones.find(token)
            if phone is not None:
                return Caller(phone.right, phone.name, phone)
            if not home:
                self._spend(peer)
        await asyncio.sleep(TRIES)
        return none

    def _came(self, phones: Phones, phone: Phone) -> None:
        try:
            phones.came(phone)
        except Refused:
            pass  # it comes in all the same

    def _left(self, peer: str) -> bool:
        return self._now(peer) >= 1

    def _now(self, peer: str) -> float:
        left, at = self._guesses.get(peer, (float(GUESSES), 0.0))
        return min(float(GUESSES), left + (time.monotonic() - at) / EACH)

    def _spend(self, peer: str) -> None:
        self._guesses[peer] = self._now(peer) - 1, time.monotonic()
        self._guesses.move_to_end(peer)
        while len(self._guesses) > KNOWN:
            self._guesses.popitem(last=False)


def peer_of(scope: Any) -> str:
    """The address that it comes from; of IPv6 the network, since each computer has all of that."""
    return network((scope.get("client") or ("",))[0])


def network(address: str) -> str:
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
    except ValueError:
        return address


def protocol(callers: Callers) -> Any:
    """uvicorn's HTTP, which beyond this computer gives each address so many connections, and none for ever."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Bounded(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if callers.home({"server": self.server}):
                return
            lines: Any = self.connections
            away = [peer_of({"client": one.client}) for one in lines if one.server and one.server[0] not in HOME]
            if len(away) > AWAY or away.count(peer_of({"client": self.client})) > LINES:
                transport.abort()
                return
            asyncio.get_running_loop().call_later(BRIEF, self._enough)

        def _enough(self) -> None:
            if self.transport.get_protocol() is self:  # else it is a page's line
                self.transport.abort()

    return Bounded
