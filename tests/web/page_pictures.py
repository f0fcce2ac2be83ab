"""The page's pictures for docs/pictures: a real Chromium before an emulated board. They need a Chromium and are left as they are
without one."""

import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parent))

from contextlib import ExitStack

from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.web.server import PageServer

BEGIN = ("white-lion", 4, "usual", "N", [10, 1], [13, 3], [7, 4], [11, 14], "light", "routes", "s0", "move", "s1", [10, 4])
SCENES = (  # name, the answers that lead there, the question then, width, height, dots a pixel, whether in daylight
    ("page", ("attack",), "Who is the target?", 1280, 800, 1, False),
    ("page-light", (), "Who is the target?", 1280, 800, 1, True),
    ("page-wall", ("s0", "light", "front"), "What happens next?", 1920, 1080, 1, False),
    ("page-phone", ("undo", "undo", "undo", "undo", "light", "range"), "What happens next?", 390, 844, 2, False),
)
GLOWED = 1.8  # seconds in which what was just done has ceased to glow


def make(folder: Path):
    """Writes the pictures into `folder`; gives each when it is there."""
    import browser
    from png import shrink

    if browser.path() is None:
        print("the page's pictures stay as they are: there is no Chromium here", file=sys.stderr)
        return
    with ExitStack() as held:
        board = held.enter_context(EmulatedBoard())
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
            context = chromium.new_context(viewport={"width": width, "height": height}, device_scale_factor=dots, has_touch=dots > 1)
            page = context.new_page()
            page.goto(server.address)
            page.get_by_role("heading", level=1, name=question).wait_for()
            page.wait_for_function("document.querySelector('main').dataset.away === 'false'")
            if daylight:
                page.keyboard.press("d")
            page.wait_for_timeout(800)
            path = folder / f"{name}.png"
            path.write_bytes(shrink(page.screenshot()))
            context.close()
            yield path


def _answer(table, choices) -> None:
    for choice in choices:
        if choice == "undo":
            table.undo()
        else:
            table.answer(choice)
