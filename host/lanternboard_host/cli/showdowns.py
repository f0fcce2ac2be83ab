"""`lanternboard new`: a new showdown on a board, after a question; the one before is a file on its flash that nothing writes to again."""

from __future__ import annotations

import json as text
import sys

from . import OK, REFUSED, WRONG, say


def new(port: str | None, survivors: int | None, yes: bool, level: str | None = None) -> int:
    """With the names, size and pack that the board's settings say; `survivors`: with so many of the names. Nobody's yes is REFUSED."""
    if not yes and not (sys.stdin.isatty() and sys.stdout.isatty()):
        say("new asks first, and here is no terminal to ask in (allowed: --yes)")
        return WRONG
    from ..link import Client
    from ..link.labels import called

    with Client(port) as client:
        board = called(client.id, client.port)
        if not yes and not _meant(board):
            say("nothing was begun")
            return REFUSED
        client.new(survivors, level)
        begun = text.loads(client.get("journal").split(b"\n", 1)[0])
        columns, rows = begun["board"]
        print(f"{board} begins a new showdown on {columns} x {rows} spaces: {', '.join(begun['names']) or 'no survivors'}")
        if survivors is not None and len(begun["names"]) < survivors:
            say(f"its table.json has no more than {len(begun['names'])} names")
    return OK


def _meant(board: str) -> bool:
    import typer

    print("`lanternboard journal save FILE` fetches the showdown that is played now; it stays on the board's flash either way.")
    return typer.confirm(f"Begin a new showdown on {board}?")
