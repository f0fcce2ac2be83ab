"""`lanternboard demo`: an emulated board, the real firmware, its page and its terminal. Without a terminal a whole showdown that plays
itself by the board's buttons (of the lights level: a short tour), or the page alone where that is asked for or BROWSER names a browser."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack

from lanternboard.rules.state import ALL

from . import OK


def demo(engine: str | None, only_page: bool, opens: bool, http_port: int | None, level: str | None = None) -> int:
    from rich.console import Console

    console = Console(highlight=False)
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and not only_page
    if not terminal and not only_page and not (opens and os.environ.get("BROWSER")):
        _tour(engine, console, level)
        return OK
    from ..faces.linked import LinkedTable, cards_of
    from ..faces.watch import Watch
    from ..link import Follower
    from .boards import board
    from .serving import open_browser, page_server, until_closed

    with ExitStack() as held:
        watch = held.enter_context(Watch("Lanternboard demo"))
        page = page_server(watch, http_port)
        opened = False
        if page is not None:  # before the board: it is seen being lit
            held.enter_context(page)
            print(f"The page: {page.address}", flush=True)
            opened = opens and open_browser(page.address)
        follower = held.enter_context(Follower(held.enter_context(board(None, None, engine, level)), cards_of))
        table = LinkedTable(follower, "Lanternboard demo")
        table.ready()
        watch.follow(table)
        held.callback(watch.close)  # first of all: it is not to see the board go
        if terminal:
            from ..terminal.loop import play

            play(watch, console, f"The page: {page.address}" if page is not None else "")
            print("Goodbye. Demo showdowns are not kept.")
        elif only_page:
            while True:
                watch.turn(1.0)
        elif page is None or not opened or not until_closed(page, watch):
            watch.close()
            _play_tour(table, console)
    return OK


def _tour(engine: str | None, console, level: str | None) -> None:
    from ..faces.linked import LinkedTable, cards_of
    from ..link import Follower
    from .boards import board

    with board(None, None, engine, level) as client, Follower(client, cards_of) as follower:
        table = LinkedTable(follower, "Lanternboard demo")
        table.ready()
        _play_tour(table, console)


def _play_tour(table, console) -> None:
    from ..play.hands import Hands
    from ..play.players import SensiblePlayer, numbers
    from ..terminal import tour

    if table.prompt.kind == "monster" and table.standing().game.state.level == ALL:
        tour.first_story(table, console, Hands(table.follower, SensiblePlayer(numbers(1)).choice))
    else:
        follower = table.follower
        if follower.engine is not None and follower.engine.state.level:  # what is left to be shown are the lights
            follower.client.new(level="lights")
            follower.wait(lambda f: f.caught_up() and f.engine is not None and not f.engine.state.level)
        tour.tour(table, console)
