"""Who may come in: the page's own address by name, its own origin, and the headers that keep a page to itself. An ASGI layer around
the application; it refuses, with a reason, before anything else is looked at."""

from __future__ import annotations

import socket
from typing import Any

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
    that was given, the very address that the connection came to, or, beyond loopback, this computer's name; with our port."""

    def __init__(self, app, host: str, port: int) -> None:
        self._app = app
        self._port = port
        self._names = {*LOOPBACK, bracketed(host).lower()}
        if host not in ("127.0.0.1", "::1", "localhost"):
            own = socket.gethostname().lower()
            self._names |= {own, own + ".local"}

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
        await self._app(scope, receive, _with_headers(send))

    def _ours(self, host: str, scope: dict[str, Any]) -> bool:
        name, _, port = host.lower().rpartition(":") if not host.endswith("]") else (host.lower(), "", "")
        if not name:
            name, port = host.lower(), ""
        if (port or "80") != str(self._port):
            return False
        server = scope.get("server") or ("", 0)
        return name in self._names or name == bracketed(str(server[0])).lower()


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
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    await send({"type": kind + ".start", "status": status, "headers": headers})
    await send({"type": kind + ".body", "body": body})
