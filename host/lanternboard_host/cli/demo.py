"""`lanternboard demo`: an emulated board, the real firmware, its page and its terminal. Without a terminal a whole showdown that plays
itself by the board's buttons (of the lights level: a short tour), with a page to look on from; or the page alone where that is asked for or
BROWSER names a browser."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack

from lanternboard.rules.state import ALL

from . import OK, parting

TITLE = "Lanternboard demo, not kept"
GOODBYE = "Goodbye. Demo showdowns are not kept; those of `lanternboard play` are."


def demo(engine: str | None, only_page: bool, opens: bool, http_port: int | None, level: str | None = None) -> int:
    from rich.console import Console

    from ..faces.linked import LinkedTable, cards_of
    from ..faces.watch import Watch
    from ..link import Follower
    from .boards import board
    from .serving import open_browser, page_server, until_closed

    console = Console(highlight=False)
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not only_page
    people = terminal or only_page or (opens and bool(os.environ.get("BROWSER")))
    with ExitStack() as held:
        watch = held.enter_context(Watch(TITLE))
        page = page_server(watch, http_port)
        opened = False
        if page is not None:  # before the board: it is seen being lit
            held.enter_context(page)
            print(f"The page: {page.address if people else page.place}", flush=True)
            opened = opens and people and open_browser(page.address)
        follower = held.enter_context(Follower(held.enter_context(board(None, None, engine, level)), cards_of))
        table = LinkedTable(follower, TITLE)
        table.ready()
        if people:
            watch.follow(table)
            held.callback(watch.close)  # first of all: it is not to see the board go
        if terminal:
            from ..terminal.loop import play

            with parting(lambda: GOODBYE):
                play(watch, console, f"The page: {page.address}" if page is not None else "")
        elif only_page:
            with parting(lambda: GOODBYE):
                while True:
                    watch.turn(1.0)
                    if page is not None:
                        page.check()
        elif page is None or not opened or not until_closed(page, watch):
            watch.close()
            if page is not None:
                follower.on_update = lambda: watch.look(table)
            tour(table, console)
            while page is not None and page.open_pages:  # somebody looks at its end
                follower.update(0.2)
    return OK


def tour(table, console) -> None:
    """Plays by itself on a linked table that nobody else turns: a First Story to its end, or what the lights show."""
    from ..play.hands import Hands
    from ..play.players import SensiblePlayer, numbers
    from ..terminal.tour import first_story
    from ..terminal.tour import tour as of_lights

    if table.prompt.kind == "monster" and table.standing().game.state.level == ALL:
        first_story(table, console, Hands(table.follower, SensiblePlayer(numbers(1)).choice))
    else:
        follower = table.follower
        if follower.engine is not None and follower.engine.state.level:  # what is left to be shown are the lights
            follower.client.new(level="lights")
            follower.wait(lambda f: f.caught_up() and f.engine is not None and not f.engine.state.level)
        of_lights(table, console)
