"""`lanternboard journal save|put`: a board's journal into a file, and a file's journal onto a board, where play then goes on.
What is in it, the board writes and checks."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, say

SECONDS = 600.0  # a long showdown is played through again on the board


def save(file: str, port: str | None, force: bool) -> int:
    """The journal that a board plays, as text, into a new file; - is standard output."""
    if file != "-" and os.path.isdir(file):
        say(f"{file} is a folder (allowed: a file's name, or -)")
        return WRONG
    if file != "-" and os.path.lexists(file) and not force:
        say(f"{file} is there already (allowed: another name, or --force)")
        return WRONG
    if file != "-" and not os.path.isdir(os.path.dirname(file) or "."):
        say(f"{file} cannot be written: there is no such folder (allowed: a file in a folder of your own, or -)")
        return WRONG
    from ..link import Client

    with Client(port) as client:
        text = client.get("journal", timeout=SECONDS)
    if file == "-":
        sys.stdout.buffer.write(text)
        return OK
    try:
        _write(Path(file), text)
    except OSError as wrong:
        say(f"{file} cannot be written: {wrong.strerror} (allowed: a file in a folder of your own, or -)")
        return WRONG
    print(f"{file}: {_records(text)} of the showdown on the board {client.id[:6]}")
    return OK


def _write(file: Path, text: bytes) -> None:
    """All of it or nothing: a file that is there is whole, before and after."""
    number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def put(file: str, port: str | None) -> int:
    """Play goes on from this journal; the one that the board played before stays on its flash."""
    from .journal import _bytes_of

    text = _bytes_of(file)
    if text is None:
        return WRONG
    from ..link import Client
    from ..link.opening import PortProblem

    with Client(port) as client:
        try:
            client.put("journal", text, timeout=SECONDS)
        except PortProblem:
            raise
        except Refused as refused:
            say(_where(client, text, file) or f"{file}: {refused}")
            return REFUSED
        print(f"{file}: {_records(text)}; the board {client.id[:6]} goes on from there")
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
