"""The party that new showdowns begin with, /party.json (docs/party.md): put by a host, read when one begins, let go of after."""

import json
import os

from ..base.errors import Refused
from ..link.messages import PART
from ..rules.party import LARGEST, check, enter, suits
from ..store.journal import exists, replace

FILE = "party.json"


def join(game, path: str, state) -> tuple:
    """The party of the file joins the state; (names, labels of its own weapons). Where it cannot: (None, ()), the game's note says why, and
    the state is as it was."""
    try:
        with open(path, "rb") as f:
            found = json.load(f)
        return enter(state, check(found), game.cards)
    except Exception as wrong:  # what MicroPython's reader makes of it, no memory, a pack without that gear: the board begins all the same
        state.resize(0)
        state.gear = bytearray()
        state.limit = 1
        told = str(wrong) if isinstance(wrong, Refused) else repr(wrong)
        game.note = "the party on this board was left out: " + told
        return None, ()


def put(table, source) -> None:
    """From a host: a party, which is kept; nothing, which ends that; or a JSON list of names, with which a showdown begins at once. The one
    before is kept until the new one is whole and right."""
    from ..base.jsonvalue import parse

    path = table.board.root + FILE
    new = path + ".new"
    try:
        if not _written(new, source):
            _remove(path)
            return table.commands.note("no party any more")
        with open(new, "rb") as f:
            found = parse(f)
        if isinstance(found, list):
            return _names(table, found)
        party = check(found)
        if table.game.cards.count("ai"):
            suits(party, table.game.cards)
        replace(new, path)
    finally:
        _remove(new)
    table.commands.note("party taken; used from the next showdown")


def _written(new: str, source) -> int:
    size = 0
    with open(new, "wb") as f:
        while True:
            data = source.read(PART)
            if not data:
                return size
            size += len(data)
            if size > LARGEST:
                raise Refused("size", "too long", "at most %d bytes" % LARGEST)
            f.write(data)


def _remove(path: str) -> None:
    if exists(path):
        os.remove(path)


def _names(table, found) -> None:
    from ..settings.table import check as settings

    table.game.new(settings({"format": "lanternboard/settings/1", "names": found})["names"])
    table.renew()
