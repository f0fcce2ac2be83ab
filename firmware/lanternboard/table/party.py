"""The party that new showdowns begin with, /party.json (docs/party.md): put by a host, read when one begins, let go of after."""

import json
import os

from ..base.errors import Refused
from ..link.messages import PART
from ..rules.party import LARGEST, check, enter, suits
from ..store.journal import exists, replace

FILE = "party.json"


def join(game, path: str, state) -> tuple:
    """The party of the file joins the state; (names, what the journal's header says of it, ""). Where it cannot: (None, {}, why), and the
    state is as it was."""
    try:
        with open(path, "rb") as f:
            found = check(json.load(f))
        names, gear = enter(state, found, game.cards)
        extra: dict = {"gear": gear} if gear else {}
        if "id" in found:
            extra["party"] = found["id"]
        return names, extra, ""
    except Exception as wrong:  # what MicroPython's reader makes of it, no memory, a pack without that gear: the board begins all the same
        state.resize(0)
        state.gear = bytearray()
        state.injuries = bytearray()
        state.limit = 1
        state.side = 0
        told = str(wrong) if isinstance(wrong, Refused) else repr(wrong)
        return None, {}, "the party on this board was left out: " + told


def put(table, first: bytes, source) -> None:
    """From a host: a party, which is kept, or nothing, which ends that. `first`: the beginning of it. The one before is kept until the new
    one is whole and right."""
    path = table.board.root + FILE
    new = path + ".new"
    if not first:
        _remove(path)
        return table.commands.note("no party any more")
    try:
        _write(new, first, source)
        from ..base.jsonvalue import parse

        with open(new, "rb") as f:
            party = check(parse(f))
        if table.game.cards.count("ai"):
            suits(party, table.game.cards)
        replace(new, path)
    finally:
        _remove(new)
    table.commands.note("party taken; used from the next showdown")


def _write(new: str, data: bytes, source) -> None:
    size = 0
    with open(new, "wb") as f:
        while data:
            size += len(data)
            if size > LARGEST:
                raise Refused("size", "too long", "at most %d bytes" % LARGEST)
            f.write(data)
            data = source.read(PART)


def _remove(path: str) -> None:
    if exists(path):
        os.remove(path)
