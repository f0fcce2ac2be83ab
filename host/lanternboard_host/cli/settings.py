"""`lanternboard settings pull|check|push`: a board's table.json into a file, looked at, and back. Bytes go as they are: what people
wrote into their file stays theirs. The board checks again what it gets, and keeps its old file until the new one is whole."""

from __future__ import annotations

import json as text
import time

from lanternboard.base.errors import Refused

from . import NO_BOARD, OK, REFUSED, WRONG, inputs, outputs, say

DEFAULT = "pico"  # the profile that is meant where none is named, as for `image`
AGAIN = 60.0  # seconds in which a board that is asked to starts again: it waits for a person to let go of a key


def pull(file: str, port: str | None, force: bool) -> int:
    """The table.json of a board, byte for byte; - is standard output. Of one that the board does not play by the reason is told."""
    if not outputs.may_be_written(file, force):
        return WRONG
    from ..link import Client

    with Client(port) as client:
        try:
            content = client.get("settings")
        except Refused as refused:
            if refused.path != "name":
                raise
            raise Refused("table.json", refused.message, "`lanternboard settings push FILE` gives it one") from None
        why = _why(client)
    if not outputs.written(file, content):
        return WRONG
    if file != "-":
        print(f"{file}: the table.json of the board {client.id[:6]}, {len(content)} bytes")
    if why:
        say(f"the board {client.id[:6]} plays by its built-in settings: {why}")
    return OK


def _why(client) -> str:
    """Why a board plays by its built-in settings, "" when it does not."""
    if not client.table.get("safe"):
        return ""
    return str(text.loads(client.get("boots")).get("why") or client.table.get("cause"))


def check(file: str, kind: str | None, json: bool) -> int:
    """No board is asked. `kind`: a profile whose pins it must have, None for DEFAULT. With `json` the whole settings that it means,
    or an error/1."""
    content = inputs.content_of(file)
    if content is None:
        return WRONG
    from ..image import checked, profile, profiles

    if kind is not None and kind not in profiles():
        say(f"--profile: no kind of board is called {kind} (allowed: {', '.join(profiles())})")
        return WRONG
    try:
        settings = checked(content)
        checked(content, kind or DEFAULT)
    except Refused as refused:
        if kind is None and DEFAULT in refused.message:
            refused = Refused(refused.path, refused.message, f"{refused.allowed}; of another board with --profile")
        return outputs.refused(file, refused, json, content)
    if json:
        print(text.dumps(settings, ensure_ascii=False, separators=(",", ":")))
    else:
        board = settings["board"]
        print(f"{file}: all right, a board of {board['columns']} x {board['rows']}{_on(profile(kind or DEFAULT), kind is None)}")
    return OK


def _on(board, unsaid: bool) -> str:
    """Whose pins were looked at."""
    if not board.gpios:
        return f"; pins are not looked at for the profile {board.name}"
    return f" on a {board.name}" + (" (another kind of board: --profile)" if unsaid else "")


def push(file: str, port: str | None, restart: bool) -> int:
    """Put FILE onto a board, which plays by it from its next start on; `restart`: that comes as soon as nobody presses a key."""
    content = inputs.content_of(file)
    if content is None:
        return WRONG
    from lanternboard.settings import table

    from ..image import checked, profile_of_driver
    from ..link import Client
    from ..link.labels import called
    from ..link.opening import PortProblem

    try:
        checked(content)
    except Refused as refused:
        return outputs.refused(file, refused, False, content)
    with Client(port) as client:
        try:
            settings = checked(content, profile_of_driver(client.hello["driver"]))
            client.put("settings", content)
        except PortProblem:
            raise
        except Refused as refused:
            return outputs.refused(file, refused, False)
        board = called(client.id, client.port)
        if not restart:
            print(f"{file}: {board} has it and plays by it from its next start on (--restart starts it again)")
            _next_showdown(client, content, settings, " after that")
            return OK
        if not restarted(client):
            say(f"{board} has it, but did not start again within {AGAIN:g} s; it plays by it from its next start on")
            return NO_BOARD
        if client.table["settings"] != table.digest(settings):
            say(f"{board} started again, but plays by other settings: {_why(client) or 'its version reads them in another way'}")
            return REFUSED
        print(f"{file}: {board} plays by it")
        _next_showdown(client, content, settings)
    return OK


def _next_showdown(client, content: bytes, settings: dict, when: str = "") -> None:
    """What a showdown keeps as it began is told where the file says something of it."""
    said, size = text.loads(content), [settings["board"][key] for key in ("columns", "rows")]
    if "names" in said or size != [client.table["columns"], client.table["rows"]]:
        print(f"Names and the board's size count from the next showdown on: `lanternboard new`{when} begins one.")


def restarted(client, seconds: float = AGAIN) -> bool:
    """Has the board start again, and waits until it greets anew. False: it did not in time. Raises Refused."""
    started, sessions = client.table.get("boots"), client.wire.sessions
    client.request("restart")
    until = time.monotonic() + seconds
    with client.wire.changed:
        return client.wire.changed.wait_for(
            lambda: client.online and client.wire.sessions > sessions and client.table.get("boots") != started,
            max(0.0, until - time.monotonic()),
        )
