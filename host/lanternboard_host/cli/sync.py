"""`lanternboard sync`: a campaign and a board, once. What it does is records/sync.py's; here a board is opened, journals are played again,
and what happened is told."""

from __future__ import annotations

import io
import json
import threading

from lanternboard.base.errors import Refused

from . import say
from .campaign import refused, shelf, told, who


class Result(list):
    """A showdown's result record. `archived`: [survivor's name, gear's id or name] each, which the record does not tell."""

    archived: list[list[str]]


def played(text: bytes) -> Result | None:
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
    if last[0] != record.RESULT:
        return None
    found = Result(json.loads(last[1:]))
    found.archived = _archived(game)
    return found


def _archived(game) -> list[list[str]]:
    from lanternboard.rules.state import ARCHIVED_AT, GEAR

    out = []
    for at in range(0, len(game.state.gear), GEAR):
        who, number = game.state.gear[at], game.state.gear[at + 1]
        if game.state.gear[at + ARCHIVED_AT] and who < len(game.names):
            card = game.cards.card("gear", number)
            out.append([game.names[who], card["id"] or card["name"].partition(" (")[0]])
    return out


def fetched(board, name: str | None) -> bytes:
    """A board's journal as text. Raises what the link raises."""
    from ..brief import fetched
    from ..faces.linked import cards_of

    return fetched(board, name, cards_of)


def sync(name: str | None, port: str | None, take: str, alone: bool, as_json: bool) -> int:
    """`alone`: no board is asked, only what is known already is looked at."""
    from ..link import Client
    from ..link.opening import PortProblem
    from ..records.board import Report
    from ..records.sync import Sync

    report = Report()
    try:
        place = shelf()
        with place.open(name) as records:
            work = Sync(records, place.journals, played, who(), fetch=fetched)
            report = work.report
            if alone:
                work.run(None, take)
            else:
                with Client(port) as client:
                    work.run(client, take)
            found = {key: getattr(report, key) for key in ("taken", "left", "copies", "offers", "sent", "receipts", "lines")}
    except Refused as wrong:
        for line in report.lines:  # what was done until then counts
            say(line)
        if isinstance(wrong, PortProblem):
            raise
        return refused(wrong, as_json)
    return told(found, as_json, "\n".join(_lines(report.lines, report.left)) or "nothing new: board and campaign agree")


def _lines(lines: list[str], left: list[str]) -> list[str]:
    return [*lines, *(f"  {one}" for one in left)]


def watch(name: str | None, port: str | None, take: str, looks: bool, as_json: bool) -> int:
    """Syncs whenever there is reason, and tells it, until Ctrl-C."""
    from ..web.boards import CONNECTED, SYNCS, Boards

    if take or not looks:
        return refused(Refused("--watch", "it takes and looks by itself", "without --take and --no-board"), as_json)
    news = threading.Event()
    shown: dict[str, tuple[str, str]] = {}
    syncs = lines = 0
    left: list[str] = []
    offers: list[dict] = []
    try:
        place = shelf()
        with place.open(name) as records:
            boards = Boards(records, place.journals, played, who(), port, fetch=fetched)
            boards.start(None, news.set)
            try:
                if not as_json:
                    print("looking for boards, until Ctrl-C", flush=True)
                while True:
                    news.wait(1.0)
                    news.clear()
                    status = boards.status
                    if as_json:
                        if status["syncs"] != syncs:
                            print(json.dumps(status), flush=True)
                    else:
                        _tell_boards(status, shown, (CONNECTED, SYNCS))
                        if status["told"] != lines:
                            print("\n".join(_lines(status["lines"], status["left"] if status["left"] != left else [])), flush=True)
                        if status["offers"] != offers:
                            for one in status["offers"]:
                                print(f"waits: {one['journal']}, {one['result']}: {one['why']}; `lanternboard sync --take`", flush=True)
                    syncs, lines, left, offers = status["syncs"], status["told"], status["left"], status["offers"]
            finally:
                boards.close()
    except Refused as wrong:
        return refused(wrong, as_json)


def _tell_boards(status: dict, shown: dict[str, tuple[str, str]], quiet: tuple[str, ...]) -> None:
    """A line for each board that came, went, or is in trouble."""
    there = {}
    for one in status["boards"]:
        state = "connected" if one["is"] in quiet else one["is"]
        there[one["name"]] = state, "" if one["is"] in quiet else f": {one['says']}; {one['help']}"
    for name in [name for name in shown if name not in there]:
        print(f"{name}: gone", flush=True)
        del shown[name]
    for name, said in there.items():
        if said[0] != "away" and shown.get(name) != said:
            print(f"{name}: {said[0]}{said[1]}", flush=True)
            shown[name] = said
