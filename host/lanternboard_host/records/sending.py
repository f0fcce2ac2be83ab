"""What goes from a campaign to a board: the party of the showdown that is due with what the settlement has unlocked, that showdown as far
as another board had it, and the hunt's line."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lanternboard.base.errors import Refused

from lanternboard_host.campaign import derived, hunt
from lanternboard_host.campaign import showdown as shows

from .board import BEGUN, Board, Report, listed, midst
from .campaigns import Records

ACTIONS = ("dash", "surge")  # which an innovation unlocks (S5)


@dataclass
class Outgoing:
    """The showdown that is due, as a board gets it; `unlocked`: which survival actions the settlement has (S5), as the board's rulings name
    them; `copy`: as far as it was played, b"" where nobody has begun."""

    id: str
    pack: str
    unlocked: dict[str, bool]
    party: bytes
    names: str
    monster: str
    copy: bytes


def due(records: Records) -> str:
    """The id of the showdown that the campaign waits for; "" where it waits for none."""
    game = records.campaign
    show = game.state.data["show"]
    return show["id"] if show and game.state.data["step"] == "showdown" and game.prompt.kind == "showdown" else ""


def going(records: Records) -> bytes:
    """The party of the showdown that the campaign waits for, as a board gets it; b"" where it waits for none."""
    if not due(records):
        return b""
    return json.dumps(shows.party(records.campaign.state, records.content), ensure_ascii=False, separators=(",", ":")).encode()


def unlocked(records: Records) -> dict[str, bool]:
    """Which survival actions the settlement has (S5), as a board's settings say it."""
    return {what: derived.unlocked(records.campaign.state, records.content, what) for what in ACTIONS}


def all_going(records: Records) -> bytes:
    """All that a board gets for the showdown that the campaign waits for: another one where any of it is; b"" where it waits for none."""
    party = going(records)
    return party and party + json.dumps(unlocked(records)).encode()


def line(records: Records) -> bytes:
    """The hunt's line of spaces, as a board gets it; b"" where nobody hunts."""
    found = hunt.line(records.campaign.state, records.content)
    return json.dumps(found, ensure_ascii=False).encode() if found else b""


class Sender:
    """One visit's. `on` and `step`: as Sync has them; `copies(id)`: the journals that are known of a showdown which is not over."""

    def __init__(
        self,
        records: Records,
        report: Report,
        on: Callable[..., Any],
        step: Callable[[str], None],
        copies: Callable[[str], list[bytes]],
    ) -> None:
        self.records = records
        self.report = report
        self._on = on
        self._step = step
        self._copies = copies

    def send(self, board: Board, there: list[dict[str, Any]]) -> None:
        """The party of the showdown that is due, and its pack; or, on a board that lost it, that showdown as far as it is known. A board
        that is in the midst of another one is left alone."""
        out = self._on(self._outgoing)
        if out is None:
            return
        if there and there[-1]["party"] == out.id:
            sent = None if there[-1]["over"] else self._party(board)
            if sent is None or (midst(there) and (not sent or sent == out.party)):
                return
            if sent == out.party and not self._other(board, out.unlocked):
                return
            if midst(there):
                self.report.say(
                    "the showdown on the board was begun with the party as it was: what was changed since does not reach the board"
                )
                return
        elif midst(there):
            self.report.say("the board is in the midst of another showdown: end it, or begin a new one there, and sync again")
            return
        self._step("sends the party")
        if not self._plays(board, out.pack, out.unlocked):
            return
        board.put("party", out.party)
        self.report.sent = True
        self.report.say(f"the party is on the board: {out.names}")
        if out.copy and not any(one["party"] == out.id for one in there):
            board.put("journal", out.copy)
            self.report.say("the board goes on with the showdown where another one left it")
        else:
            lights = board.request("settings", key="play.level").get("text") == "lights"  # which knows no party
            board.new(level="all" if lights else None)
            self.report.say(f"the board begins the showdown with {out.monster}")
        self.report.playing = out.id

    def _outgoing(self) -> Outgoing | None:
        s = self.records.campaign.state
        show = s.data["show"]
        if not due(self.records):  # nor while it is entered by hand
            return None
        party = going(self.records)
        names = ", ".join(s.survivors[one]["name"] for one in s.data["party"])
        copies = [text for text in self._copies(show["id"]) if text.count(b"\n") > BEGUN]
        monster = self.records.content.name("monsters", show["monster"])
        return Outgoing(show["id"], show["pack"], unlocked(self.records), party, names, monster, max(copies, key=len, default=b""))

    def light(self, board: Board) -> None:
        """The hunt's line of spaces is lit on the board as long as the hunt goes on, but where somebody is in the midst of a showdown."""
        self.report.line = self._on(line, self.records)
        if self.report.line and midst(listed(board)):
            self.report.say("the board is in the midst of a showdown: the hunt's line is not lit on it")
            return
        try:
            board.put("hunt", self.report.line)
        except Refused as wrong:
            if wrong.path != "what":  # a board of an older version has no line
                raise

    def _plays(self, board: Board, pack: str, unlocked: dict[str, bool]) -> bool:
        """Whether the board plays with that pack and those survival actions, or does after a start; told, where it cannot."""
        if not pack:
            self.report.say("there is no pack for this monster: play it with your own cards, and enter by hand what came of it")
            return False
        other = self._other(board, unlocked)
        if board.table.get("pack") == pack and not other:
            return True
        before = board.get("settings")
        try:
            settings = json.loads(before)
            settings["pack"] = pack
            if other:
                settings["rulings"] = {**settings.get("rulings", {}), **other}
        except (ValueError, TypeError):
            raise Refused("settings", "the board's table.json cannot be read", "`lanternboard settings pull`, and look at it") from None
        board.put("settings", json.dumps(settings, ensure_ascii=False, indent=1).encode())
        was = board.table.get("pack")
        if board.restart() and board.table.get("pack") == pack:
            if was != pack:
                self.report.say(f"the board plays with the pack {pack} now")
            for what, on in other.items():
                without = f"the settlement has not unlocked {what}: the board plays without it"
                self.report.say(f"the survivors can {what} now" if on else without)
            return True
        board.put("settings", before)
        board.restart()
        self.report.say(f"the pack {pack} is not on the board: `lanternboard pack push` puts it there")
        return False

    def _party(self, board: Board) -> bytes | None:
        """The party that the board was sent last; b"" for none, None where the board does not tell it."""
        try:
            return board.get("party")
        except Refused as wrong:
            if wrong.path not in ("name", "what"):  # no such file; a board of another version
                raise
            return b"" if wrong.path == "name" else None

    def _other(self, board: Board, unlocked: dict[str, bool]) -> dict[str, bool]:
        """Those survival actions that the board plays otherwise."""
        return {what: on for what, on in unlocked.items() if not self._has(board, what, on)}

    def _has(self, board: Board, what: str, on: bool) -> bool:
        """Whether the board plays with this survival action, or without it, as it should."""
        try:
            return board.request("settings", key="rulings." + what).get("text") == ("true" if on else "false")
        except Refused as wrong:
            if wrong.path != "key":
                raise
            return True  # a board of another version, which does not know it
