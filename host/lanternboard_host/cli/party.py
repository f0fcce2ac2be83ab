"""`lanternboard party new|check|push|drop`: survivors as people wrote them down, looked at, and put onto a board, whose new showdowns
begin with them from then on. Bytes go as they are; the board checks again what it gets, and keeps the party before until the new one
is whole."""

from __future__ import annotations

import json as text

from lanternboard.base.errors import Refused

from . import OK, WRONG, inputs, outputs, packs


def new(file: str, force: bool) -> int:
    """A party to begin from: the First Story's, every key written out."""
    if not outputs.may_be_written(file, force):
        return WRONG
    from ..faces.partyfile import sample

    if not outputs.written(file, sample()):
        return WRONG
    if file != "-":
        print(f"{file}: four survivors to change as you like; `lanternboard party check {file}` looks at it")
    return OK


def check(file: str, json: bool, pack: str) -> int:
    """No board is asked; `pack` is the one that must have the party's gear. With `json` the whole party that it means, or an error/1."""
    content = inputs.content_of(file)
    source = None if content is None else packs.source_of(pack)
    if content is None or source is None:
        return WRONG
    from lanternboard.rules.party import suits

    from ..faces.cards import meant
    from ..faces.partyfile import checked

    cards = meant(pack, source)
    try:
        party = checked(content)
        suits(party, cards)
    except Refused as refused:
        if ".gear[" in refused.path and cards.id in refused.message:
            refused = Refused(refused.path, refused.message, f"{refused.allowed}; of another pack with --pack")
        return outputs.refused(file, refused, json, content)
    print(text.dumps(party, ensure_ascii=False, separators=(",", ":")) if json else f"{file}: all right for {cards.id}, {_told(party)}")
    return OK


def push(file: str, port: str | None) -> int:
    """Put FILE onto a board. The showdown that it plays goes on as it is."""
    content = inputs.content_of(file)
    if content is None:
        return WRONG
    from ..faces.partyfile import checked
    from ..link import Client
    from ..link.labels import called
    from ..link.opening import PortProblem

    try:
        party = checked(content)
    except Refused as refused:
        return outputs.refused(file, refused, False, content)
    with Client(port) as client:
        try:
            client.put("party", content)
        except PortProblem:
            raise
        except Refused as refused:
            return outputs.refused(file, refused, False)
        print(f"{file}: {called(client.id, client.port)} keeps it: {_told(party)}")
        print("New showdowns at the levels monster and all begin with it: `lanternboard new` begins one.")
    return OK


def drop(port: str | None) -> int:
    """A board's new showdowns ask again how many survivors there are."""
    from ..link import Client
    from ..link.labels import called

    with Client(port) as client:
        client.put("party", b"")
        print(f"{called(client.id, client.port)} has no party; new showdowns ask how many survivors there are")
    return OK


def _told(party: dict) -> str:
    names = [one["name"] for one in party["survivors"]]
    return f"{len(names)} survivor{'s' if len(names) > 1 else ''}: {', '.join(names)}; survival limit {party['limit']}"
