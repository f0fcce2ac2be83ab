"""An emulated board and its page, shared by the tests of a file."""

import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.web.server import PageServer
from web.fingers import DESKTOP

sys.path.append(str(Path(__file__).parent))  # browser.py, which bench and pictures have from here too

TOKEN = "a-key-for-the-tests-only"
SETTING = ("white-lion", 4, [10, 7], "N", [10, 1], [13, 3], [7, 4], [11, 14])  # four survivors about the lion, north ahead


class Served:
    """A board, the client that follows it, and the page's server, which can be ended and begun again under the same address."""

    def __init__(self, held: ExitStack, board: EmulatedBoard | None = None) -> None:
        self.board = held.enter_context(board or EmulatedBoard())
        self.board.start()
        self.renew(0)
        held.callback(lambda: (self.page.close(), self.watch.close(), self.client.close()))

    def renew(self, port: int) -> None:
        """Another client, follower and server."""
        self.client = Client(self.board.port)
        self.follower = Follower(self.client, cards_of)
        self.table = LinkedTable(self.follower, "Lanternboard test")
        self.table.ready()
        self.watch = Watch()
        self.watch.follow(self.table)
        self.begin(port)

    def end(self) -> int:
        self.page.close()
        return self.page.port

    def begin(self, port: int) -> None:
        self.page = PageServer(self.watch, port=port, token=TOKEN)

    def until(self, condition, seconds: float = 30.0):
        """Waits until `condition(seen)` holds; returns what is seen then."""
        end = time.monotonic() + seconds
        while not condition(self.watch.seen):
            assert time.monotonic() < end, self.watch.seen
            self.watch.turn(0.01)
        return self.watch.seen

    def fresh(self) -> None:
        """A new showdown, its first question asked."""
        before = self.watch.seen.journal
        self.client.new(4)
        self.until(lambda seen: seen.journal != before and seen.picture.prompt is not None and seen.picture.prompt.kind == "monster")

    def answer(self, *choices) -> None:
        for choice in choices:
            seen = self.watch.seen
            self.watch.ask("answer", seen.journal, seen.number, choice=choice)
            self.settled(seen.number)

    def settled(self, after: int) -> None:
        """Until the board, and all that follow it, ask what comes after that number."""
        self.until(lambda seen: seen.number > after and seen.number == self.follower.view.get("n"))

    def lie(self, rotation: int, mirror: bool) -> None:
        """The board lies so on the table, by its own table.json, started anew."""
        settings = json.loads(self.client.get("settings"))
        settings["board"] = {**settings.get("board", {}), "rotation": rotation, "mirror": mirror}
        self.client.put("settings", json.dumps(settings).encode())
        self.board.restart()
        self.until(lambda seen: seen.since is None and seen.turn == rotation // 90 + 4 * mirror)

    def set_up(self) -> None:
        self.fresh()
        self.answer(*SETTING)
        self.until(lambda seen: seen.picture.prompt.kind == "act")


@pytest.fixture(scope="module")
def browser():
    """A real Chromium; not longer than a file, since other tests run loops of their own."""
    from browser import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def served():
    with ExitStack() as held:
        yield Served(held)


@pytest.fixture
def open_page(served, browser):
    """Opens the page, a window each time; errors of its scripts fail the test."""
    contexts, wrong = [], []

    def opening(size=DESKTOP, address=None, **more):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" and "WebSocket" not in told.text else None)
        page.goto(served.page.address if address is None else address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not wrong
