"""Who may come in: the page's own address by name, its own origin, and the headers that keep a page to itself. An ASGI layer around
the application; it refuses, with a reason, before anything else is looked at."""

from __future__ import annotations

import re
import socket
from typing import Any

from .callers import Callers, peer_of
from .words import PHONES

PLAIN = re.compile(r"/|/[a-z]+\.(html|css|js|svg)")
BEARER = "Bearer "
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Doors:
    """`host`: the address that is listened on. A request is ours when its Host names this machine: a loopback name, the address
    that was given, the very address that the connection came to, or, beyond loopback, this computer's name; with our port. Where the
    page is opened to phones (`callers`), one that comes from there is ours by the address that it came to or this computer's name, and sees
    nothing without a token but the files of the page, `PLAIN`."""

    def __init__(self, app, host: str, port: int, callers: Callers) -> None:
        self._app = app
        self._port = port
        self._callers = callers
        own = socket.gethostname().lower()
        self._away = {own, own + ".local"} - {"localhost"}
        self._names = {*LOOPBACK, bracketed(host).lower()}
        if host not in ("127.0.0.1", "::1", "localhost"):
            self._names |= self._away

    async def __call__(self, scope: dict[str, Any], receive, send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = _only(scope, b"host")
        if host is None or not self._ours(host, scope):
            await _refuse(scope, receive, send, 421, "This page is not served under that name. Open the address that `lanternboard` told.")
            return
        if scope["type"] == "websocket":
            origin = _only(scope, b"origin")
            if origin is None or origin.lower() != "http://" + host.lower():
                await _refuse(scope, receive, send, 403, "Only the page itself may speak to the table.")
                return
        elif scope["method"] not in ("GET", "HEAD"):
            await _refuse(scope, receive, send, 405, "There is only something to look at here.")
            return
        elif not self._callers.home(scope) and not PLAIN.fullmatch(scope["path"]):
            given = _only(scope, b"authorization") or ""
            token = given[len(BEARER) :] if given.startswith(BEARER) else ""
            caller = await self._callers.greet(False, peer_of(scope), token)
            if not caller.right:
                await _refuse(scope, receive, send, 429 if caller.guessed else 401, PHONES["often" if caller.guessed else "scan"])
                return
        await self._app(scope, receive, _with_headers(send))

    def _ours(self, host: str, scope: dict[str, Any]) -> bool:
        name, _, port = host.lower().rpartition(":") if not host.endswith("]") else (host.lower(), "", "")
        if not name:
            name, port = host.lower(), ""
        if (port or "80") != str(self._port):
            return False
        server = scope.get("server") or ("", 0)
        names = self._names if self._callers.home(scope) else self._away
        return name in names or name == bracketed(str(server[0])).lower()


def bracketed(host: str) -> str:
    """As it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _only(scope: dict[str, Any], name: bytes) -> str | None:
    """The one value of a header; None where it is missing or said twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def _with_headers(send):
    async def sending(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sending


async def _refuse(scope: dict[str, Any], receive, send, status: int, why: str) -> None:
    body = why.encode() + b"\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *HEADERS]
    if status == 405:
        headers.append((b"allow", b"GET, HEAD"))
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    await send({"type": kind + ".start", "status": status, "headers": headers})
    await send({"type": kind + ".body", "body": body})
