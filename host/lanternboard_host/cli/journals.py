"""`lanternboard journal save|put`: a board's journal into a file, and a file's journal onto a board, where play then goes on.
What is in it, the board writes and checks."""

from __future__ import annotations

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, inputs, outputs, say

SECONDS = 600.0  # a long showdown is played through again on the board


def save(file: str, port: str | None, force: bool) -> int:
    """The journal that a board plays, as text, into a new file; - is standard output."""
    if not outputs.may_be_written(file, force):
        return WRONG
    from ..link import Client

    with Client(port) as client:
        text = client.get("journal", timeout=SECONDS)
    if not outputs.written(file, text):
        return WRONG
    if file != "-":
        print(f"{file}: {_records(text)} of the showdown on the board {client.id[:6]}")
    return OK


def put(file: str, port: str | None) -> int:
    """Play goes on from this journal; the one that the board played before stays on its flash."""
    text = inputs.content_of(file)
    if text is None:
        return WRONG
    from ..link import Client
    from ..link.labels import called
    from ..link.opening import PortProblem
    from .boards import must_play

    with Client(port) as client:
        fits = False
        try:
            must_play(client, text)
            fits = True
            client.put("journal", text, timeout=SECONDS)
        except PortProblem:
            raise
        except Refused as refused:
            say((fits and _where(client, text, file)) or f"{file}: {refused}")
            return REFUSED
        print(f"{file}: {_records(text)}; {called(client.id, client.port)} goes on from there")
    return OK


def _where(client, text: bytes, file: str) -> str:
    """The refusal with its line: a replay, which changes nothing, tells it."""
    from .boards import renamed
    from .explain import ERROR, refusal

    told = client.put("replay", text, timeout=SECONDS)
    return refusal(renamed(told, file, None)) if told.startswith(ERROR) else ""


def _records(text: bytes) -> str:
    n = sum(1 for line in text.splitlines() if line.strip())
    return f"{n} record{'' if n == 1 else 's'}"
