"""`lanternboard demo`: an emulated board, the real firmware, and its terminal. Without a terminal a short tour that ends by itself."""

from __future__ import annotations

import sys

from . import OK


def demo(engine: str | None) -> int:
    from rich.console import Console

    from ..faces.linked import LinkedTable, cards_of
    from ..link import Follower
    from .boards import board

    console = Console(highlight=False)
    with board(None, None, engine) as client, Follower(client, cards_of) as follower:
        table = LinkedTable(follower, "Lanternboard demo")
        table.ready()
        if sys.stdin.isatty() and sys.stdout.isatty():
            from ..terminal.loop import play

            play(table, console)
            print("Goodbye. Demo showdowns are not kept.")
        else:
            from ..terminal.tour import tour

            tour(table, console)
    return OK
