"""The page's server: a thread with Starlette on uvicorn. It serves a handful of files and one WebSocket, watches one table, and
knows no rule. `with PageServer(watch) as page: page.address`."""

from __future__ import annotations

import asyncio
import errno
import json
import secrets
import socket
import threading
import time
from importlib import resources
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.lights import patterns

from .. import __version__
from ..faces.watch import Seen, Watch
from .doors import Doors, bracketed
from .frames import RATE, colours, frame
from .state import state_of
from .viewers import Viewers
from .words import PAGE

PORT = 2216
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
STARTS = 10.0  # seconds


def files() -> dict[str, tuple[bytes, str]]:
    """Path -> bytes and kind of everything that is served; there is nothing else."""
    out = {}
    for entry in (resources.files(__package__) / "static").iterdir():
        suffix = entry.name[entry.name.rfind(".") :]
        if suffix in KINDS:
            out["/" + entry.name] = entry.read_bytes(), KINDS[suffix] + "; charset=utf-8"
    out["/"] = out["/index.html"]
    return out


class PageServer:
    """`host`, `port`: where it listens, port 0 any free one. `token`: what lets a page write; a new one by default.
    Raises Refused when it cannot listen there."""

    def __init__(self, watch: Watch, host: str = "127.0.0.1", port: int = PORT, token: str | None = None) -> None:
        self.watch = watch
        self.token = token or secrets.token_urlsafe(16)
        self._socket = _listen(host, port)
        self.host, self.port = host, self._socket.getsockname()[1]
        self.viewers = Viewers(watch, self.token, __version__)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: Any = None
        self._changed: asyncio.Event | None = None
        self._ready = threading.Event()
        self._wrong: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()
        self._ready.wait(STARTS)
        self.check()
        watch.on_change(self._wake)
        self._wake()

    def __enter__(self) -> PageServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def place(self) -> str:
        """The address without its key."""
        name = "127.0.0.1" if self.host == "0.0.0.0" else "::1" if self.host == "::" else self.host
        return f"http://{bracketed(name)}:{self.port}/"

    @property
    def address(self) -> str:
        return self.place + "#" + self.token

    @property
    def open_pages(self) -> int:
        return len(self.viewers.all)

    @property
    def came(self) -> int:
        """How many pages have come so far."""
        return self.viewers.came

    def check(self) -> None:
        """Raises what has ended the page, if anything has."""
        if self._wrong is not None:
            raise self._wrong

    def close(self) -> None:
        if self._server is not None and self._thread.is_alive():
            self._server.should_exit = True
            self._thread.join(5)
        self._socket.close()

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
            Doors(self._app(), self.host, self.port),
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=2048,
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
        pumping = asyncio.create_task(self._pump())
        serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.002)
        self._ready.set()
        closing = asyncio.create_task(self._close_pages())
        try:
            await asyncio.wait((serving, pumping), return_when=asyncio.FIRST_COMPLETED)
            self._server.should_exit = True
            await serving
            if pumping.done():
                await pumping  # raises why
        finally:
            closing.cancel()
            pumping.cancel()

    async def _close_pages(self) -> None:
        while not self._server.should_exit:
            await asyncio.sleep(0.05)
        await self.viewers.close()

    def _app(self):
        from starlette.applications import Starlette
        from starlette.responses import Response
        from starlette.routing import Route, WebSocketRoute

        def route(path: str, body: bytes, kind: str) -> Route:
            async def serve(_request):
                return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

            return Route(path, serve, methods=["GET"])

        routes: list = [route(path, body, kind) for path, (body, kind) in files().items()]
        routes.append(WebSocketRoute("/table", self.viewers.serve))
        app = Starlette(routes=routes)
        app.router.redirect_slashes = False
        return app

    async def _pump(self) -> None:
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
