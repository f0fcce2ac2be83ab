"""The page's pictures for docs/pictures: a real Chromium before an emulated board. They need a Chromium and are left as they are
without one."""

import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from contextlib import ExitStack

from lanternboard.rules.state import ALL
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.alone import AloneTable, begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.faces.local import NAMES
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.link.follower import Kept
from lanternboard_host.web.server import PageServer

from .waiting import holds

BEGIN = ("white-lion", 4, "usual", "N", [10, 1], [13, 3], [7, 4], [11, 14], "light", "routes", "s0", "move", "s1", [10, 4])
SCENES = (  # name, the answers that lead there, the question then, width, height, dots a pixel, whether in daylight
    ("page", ("attack",), "Who is the target?", 1280, 800, 1, False),
    ("page-light", (), "Who is the target?", 1280, 800, 1, True),
    ("page-wall", ("s0", "light", "front"), "What happens next?", 1920, 1080, 1, False),
    ("page-phone", ("undo", "undo", "undo", "undo", "light", "range"), "What happens next?", 390, 844, 2, False),
)
SHOWDOWN = (
    ("page-showdown", 1280, 800, 1, False),
    ("page-showdown-light", 1280, 800, 1, True),
    ("page-showdown-phone", 390, 844, 2, False),
)
SEED = 3  # of the showdown that is shown
GLOWED = 1.8  # seconds in which what was just done has ceased to glow


def make(folder: Path):
    """Writes the pictures into `folder`; gives each when it is there."""
    import browser

    if browser.path() is None:
        print("the page's pictures stay as they are: there is no Chromium here", file=sys.stderr)
        return
    with ExitStack() as held:
        board = held.enter_context(EmulatedBoard(level="lights"))
        board.start()
        follower = held.enter_context(Follower(Client(board.port), cards_of))
        table = LinkedTable(follower, "Lanternboard")
        table.ready()
        watch = Watch()
        chromium = held.enter_context(browser.chromium())
        server = held.enter_context(PageServer(watch, port=0))
        _answer(table, BEGIN)
        for name, choices, question, width, height, dots, daylight in SCENES:
            _answer(table, choices)
            time.sleep(GLOWED)
            follower.update(0.1)
            watch.look(table)
            yield _shot(folder / f"{name}.png", chromium, server, question, width, height, dots, daylight)
        alone, question = _showdown()
        watch = Watch()
        watch.look(alone)
        server = held.enter_context(PageServer(watch, port=0))
        for name, width, height, dots, daylight in SHOWDOWN:
            yield _shot(folder / f"{name}.png", chromium, server, question, width, height, dots, daylight, dots > 1)


def _shot(path: Path, chromium, server, question: str, width: int, height: int, dots: int, daylight: bool, whole: bool = False) -> Path:
    from png import shrink

    context = chromium.new_context(viewport={"width": width, "height": height}, device_scale_factor=dots, has_touch=dots > 1)
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("heading", level=1, name=question).wait_for()
    holds(page, "document.querySelector('main').dataset.away === 'false'")
    if daylight:
        page.keyboard.press("d")
    page.wait_for_timeout(800)
    path.write_bytes(shrink(page.screenshot(full_page=whole)))
    context.close()
    return path


def _showdown():
    """A table without a board in the middle of a showdown, and what is asked there. The same every time."""
    import random

    rng = random.Random(SEED)
    table = AloneTable(begin(Kept(), installed(), NAMES, ALL), {"dice": "board", "decks": "board"}, SEED, clock=lambda: 0)
    while not (table.game.state.round >= 4 and table.game.state.side and not table.fated and table.prompt.kind == "do"):
        if table.fated:
            table.turn(0)
            continue
        options = list(table.prompt.options)
        usual = options[0] if table.prompt.usual is None else table.prompt.usual
        table.answer(_told(table, rng.choice(options) if table.game.state.round else usual))
    return table, table.picture().sentence


def _told(table, choice):
    return [choice % 22, choice // 22] if table.prompt.is_spaces() else choice


def _answer(table, choices) -> None:
    for choice in choices:
        if choice == "undo":
            table.undo()
        else:
            table.answer(choice)
