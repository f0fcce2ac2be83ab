"""`lanternboard sync`: a campaign and a board, once. What it does is records/sync.py's; here a board is opened, journals are played again,
and what happened is told."""

from __future__ import annotations

import io
import json

from lanternboard.base.errors import Refused

from . import say
from .campaign import refused, shelf, told, who


def played(text: bytes) -> list | None:
    """The result that a journal comes to when it is played again. Raises Refused: path "journal" where it contradicts itself, another
    where other rules or cards than those here played it."""
    from lanternboard.explain.replay import load
    from lanternboard.rules import engine, record

    from ..faces.cards import cards_for, named
    from ..link.follower import Kept

    rules = [json.loads(line).get("rules") for line in text.splitlines() if b'"rules"' in line]
    if rules[-1:] != [engine.RULES]:
        raise Refused("rules", f"it was played by rules {rules[-1:]}", f"rules {engine.RULES}")
    cards = cards_for(text)
    if named(text)[1] not in ("", cards.digest):
        raise Refused("pack", "it was played with other cards than those here", cards.id)
    try:
        game, _ = load(io.BytesIO(text), Kept(), cards)
    except Refused as wrong:
        raise Refused("journal", f"it contradicts itself in line {getattr(wrong, 'line', '?')}: {wrong}", "") from None
    last = bytes(game.journal.read(len(game.journal) - 1))
    return json.loads(last[1:]) if last[0] == record.RESULT else None


def sync(name: str | None, port: str | None, take: str, alone: bool, as_json: bool) -> int:
    """`alone`: no board is asked, only what is known already is looked at."""
    from ..link import Client
    from ..link.opening import PortProblem
    from ..records.sync import Report, Sync

    report = Report()
    try:
        place = shelf()
        with place.open(name) as records:
            work = Sync(records, place.journals, played, who())
            if alone:
                report = work.run(None, take)
            else:
                with Client(port) as client:
                    try:
                        report = work.run(client, take)
                    except PortProblem as wrong:
                        report = work.report
                        for line in report.lines:
                            say(line)
                        raise wrong from None
            found = {key: getattr(report, key) for key in ("taken", "copies", "offers", "sent", "receipts", "lines")}
    except PortProblem:
        raise
    except Refused as wrong:
        return refused(wrong, as_json)
    return told(found, as_json, "\n".join(report.lines) or "nothing new: board and campaign agree")
