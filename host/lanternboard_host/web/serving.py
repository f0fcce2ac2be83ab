"""A page's server, whatever the page shows: a thread with Starlette on uvicorn, behind the doors. What is served, what is pumped out
and how open pages are told that it ends, its children say."""

from __future__ import annotations

import asyncio
import errno
import secrets
import socket
import threading
from importlib import resources
from typing import Any

from lanternboard.base.errors import Refused

from .callers import Callers, Lan, protocol
from .doors import Doors, bracketed
from .pages import Pages

KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SHARED = ("phones.js", "phones.css")  # what every page has
STARTS = 10.0  # seconds
PORTS = 10  # free ports that are tried, where two addresses need the same one


def served(names: tuple[str, ...]) -> dict[str, tuple[bytes, str]]:
    """Path -> bytes and kind of these files of static/; the first is also the page itself."""
    out = {}
    for name in names:
        body = (resources.files(__package__) / "static" / name).read_bytes()
        out["/" + name] = body, KINDS[name[name.rfind(".") :]] + "; charset=utf-8"
    out["/"] = out["/" + names[0]]
    return out


class Serving:
    """`host`, `port`: where it listens, port 0 any free one. `token`: what lets a page write; a new one by default. `longest`: bytes of
    one message. `lan`: where it listens too, for phones; `who`: whom entries are by that no phone makes. Raises Refused when it cannot
    listen there."""

    def __init__(self, host: str, port: int, token: str | None, longest: int, lan: Lan | None = None, who: str = "") -> None:
        self.token = token or secrets.token_urlsafe(16)
        self.callers = Callers(self.token, who, lan)
        self._longest = longest
        self._sockets = _both(host, port, lan)
        self.host, self.port = host, self._sockets[0].getsockname()[1]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: Any = None
        self._changed: asyncio.Event | None = None
        self._ready = threading.Event()
        self._wrong: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def _start(self) -> None:
        self._thread.start()
        self._ready.wait(STARTS)
        self.check()

    # Of the children

    def routes(self) -> list[Any]:
        """What is served."""
        raise NotImplementedError

    async def pump(self) -> None:
        """Tells open pages what changes, until it is cancelled; `self._changed` is set by `_wake`."""
        raise NotImplementedError

    @property
    def pages(self) -> Pages:
        """Those that are open."""
        raise NotImplementedError

    @property
    def place(self) -> str:
        """The address without its key."""
        name = "127.0.0.1" if self.host == "0.0.0.0" else "::1" if self.host == "::" else self.host
        return f"http://{bracketed(name)}:{self.port}/"

    @property
    def address(self) -> str:
        return self.place + "#" + self.token

    @property
    def away(self) -> str:
        """The address for phones, without a token; "" where there is none."""
        lan = self.callers.lan
        return f"http://{bracketed(lan.host)}:{self.port}/" if lan else ""

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Raises what has ended the page, if anything has."""
        if self._wrong is not None:
            raise self._wrong

    def close(self) -> None:
        if self._server is not None and self._thread.is_alive():
            self._server.should_exit = True
            self._thread.join(5)
        for one in self._sockets:
            one.close()

    def _wake(self) -> None:
        loop, changed = self._loop, self._changed
        if loop is not None and changed is not None:
            try:
                loop.call_soon_threadsafe(changed.set)
            except RuntimeError:
                pass  # it has ended

    # The server's thread

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as wrong:
            self._wrong = wrong
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        import uvicorn

        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        config = uvicorn.Config(
            Doors(self._app(), self.host, self.port, self.callers),
            loop="asyncio",
            http=protocol(self.callers),
            ws="websockets-sansio",
            ws_max_size=self._longest,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=128,
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        pumping = asyncio.create_task(self.pump())
        serving = asyncio.create_task(self._server.serve(sockets=self._sockets))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.002)
        self._ready.set()
        closing = asyncio.create_task(self._closing())
        looking = asyncio.create_task(self.pages.look(self.away))
        needed = (pumping, looking) if self.callers.phones is not None else (pumping,)  # who was shut out must not stay
        try:
            await asyncio.wait((serving, *needed), return_when=asyncio.FIRST_COMPLETED)
            self._server.should_exit = True
            await serving
            for task in needed:
                if task.done():
                    await task  # raises why
        finally:
            closing.cancel()
            looking.cancel()
            pumping.cancel()

    async def _closing(self) -> None:
        while not self._server.should_exit:
            await asyncio.sleep(0.05)
        await self.pages.close_pages()

    def _app(self) -> Any:
        from starlette.applications import Starlette

        app = Starlette(routes=self.routes())
        app.router.redirect_slashes = False
        return app


def fixed(files: dict[str, tuple[bytes, str]]) -> list[Any]:
    """A route for each file."""
    from starlette.responses import Response
    from starlette.routing import Route

    def route(path: str, body: bytes, kind: str) -> Route:
        async def serve(_request):
            return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

        return Route(path, serve, methods=["GET"])

    return [route(path, body, kind) for path, (body, kind) in files.items()]


def _both(host: str, port: int, lan: Lan | None) -> list[socket.socket]:
    """The sockets that listen: the page's own, and the one for phones, on the same port."""
    for left in reversed(range(1 if port else PORTS)):
        made = [_listen(host, port)]
        try:
            return made if lan is None else [*made, _listen(lan.host, made[0].getsockname()[1])]
        except Refused:
            made[0].close()
            if not left:
                raise
    raise AssertionError


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises Refused."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as wrong:
        raise Refused("--host", f"{host} is no address of this computer: {wrong}", "127.0.0.1, or one that it has") from None
    family, kind, protocol, _, address = found[0]
    made = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_REUSEADDR") and kind == socket.SOCK_STREAM and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(64)
    except (OSError, OverflowError) as wrong:
        made.close()
        number = getattr(wrong, "errno", None)
        if number == errno.EADDRINUSE:
            raise Refused("--http-port", f"port {port} is taken by another program", "another port, or 0 for any that is free") from None
        if number == errno.EADDRNOTAVAIL:
            raise Refused("--host", f"{host} is no address of this computer", "127.0.0.1, or one that it has") from None
        raise Refused("--http-port", f"port {port} of {host} cannot be used: {wrong}", "another port, or 0 for any that is free") from None
    made.setblocking(False)
    return made
