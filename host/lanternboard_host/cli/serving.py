"""`lanternboard serve`: a board's page for browsers; and what `demo` shares with it: the page's key, a browser that is opened when
there is one, and how long a page is kept up."""

from __future__ import annotations

import os
import re
import secrets
import sys
import threading
import time

from . import OK, say

TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")
FIRST = 10.0  # seconds that a board may take to greet before something must be wrong with it
NOBODY = 5.0  # seconds without an open page after which a page that was opened for somebody ends
COMES = 20.0  # seconds in which a browser that was started must have come


def serve(port: str | None, host: str | None, http_port: int | None, opens: bool, lan: bool = False) -> int:
    from ..faces.linked import LinkedTable, cards_of
    from ..faces.watch import Watch
    from ..link import Client, Follower, choose
    from ..web.server import PORT, PageServer
    from .lan import opened, tell

    board = choose(port)
    phones = opened(lan, host)
    here = "127.0.0.1" if lan or host is None else host
    with Watch() as watch, PageServer(watch, here, PORT if http_port is None else http_port, kept_token(), phones) as page:
        print(f"The page: {page.address}", flush=True)
        tell(page, host is not None)
        if opens:
            open_browser(page.address)
        with Client(board, wait=0) as client:
            if not client.wait_online(FIRST) and client.wire.hopeless:
                raise client.problem or RuntimeError("no problem")
            with Follower(client, cards_of) as follower:
                watch.follow(LinkedTable(follower, "Lanternboard"))
                while True:
                    watch.turn(1.0)
                    page.check()
    return OK


def kept_token() -> str:
    """The key that lets a page write: made once, kept in this user's runtime folder for its eyes only, so that pages that are
    open go on when the server was started anew. Where nothing can be kept it is a new one."""
    from ..emulator.names import runtime_dir

    path = runtime_dir() / "page-key"
    try:
        if os.name != "nt" and path.stat().st_mode & 0o077:
            path.unlink()  # others could have read it
        kept = path.read_text(encoding="ascii").strip()
        if TOKEN.fullmatch(kept):
            return kept
    except (OSError, ValueError):
        pass
    made = secrets.token_urlsafe(16)
    try:
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(made + "\n")
    except OSError:
        pass
    return made


def browser():
    """The browser that a person would get, or None: one that BROWSER names, else one with a window where there is a screen."""
    import webbrowser

    if not os.environ.get("BROWSER") and sys.platform not in ("win32", "darwin"):
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            return None
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    in_terminal = isinstance(found, webbrowser.GenericBrowser) and not isinstance(found, webbrowser.BackgroundBrowser)
    return None if in_terminal and not os.environ.get("BROWSER") else found


def open_browser(address: str) -> bool:
    """Opens the page, without waiting for it; False when there is no browser. Never an error."""
    found = browser()
    if found is None:
        return False

    def opening() -> None:
        try:
            found.open(address)
        except Exception:
            pass  # the address was told; a person can open it

    threading.Thread(target=opening, name="browser", daemon=True).start()
    return True


def until_closed(page, watch) -> bool:
    """Waits until the page was opened and all of its pages are closed; False when nobody came."""
    started = time.monotonic()
    while not page.came:
        watch.turn(0.1)
        page.check()
        if time.monotonic() - started > COMES:
            return False
    left = time.monotonic()
    while time.monotonic() - left < NOBODY:
        watch.turn(0.1)
        page.check()
        if page.open_pages:
            left = time.monotonic()
    return True


def page_server(watch, http_port: int | None):
    """A page beside something else: on its usual port, else on any that is free. None where there can be no page; why is said."""
    from lanternboard.base.errors import Refused

    from ..web.server import PORT, PageServer

    for port in [http_port] if http_port is not None else [PORT, 0]:
        try:
            return PageServer(watch, port=port, token=kept_token())
        except Refused as refused:
            last = refused
    if http_port is not None:
        raise last
    say(f"there is no page: {last}")
    return None
