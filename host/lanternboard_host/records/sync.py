"""Between a campaign and a board: the party goes out, finished showdowns come in, each once, whatever was cut or repeated in between. A
journal is kept durably first, in a folder beside the campaigns and in the campaign's database; what it changes is one answer of the
campaign, in the same transaction that marks it as taken; only then the board is told that it may let go of it. Where a person must decide,
nothing is taken: what there is, is told, and each can be taken by its id.

    what comes             and then
    for the showdown due   taken, where it is over and the only one
    two for the same one   both wait: two boards, or a flash that was copied
    for one taken already  waits: it was played again
    not over               kept as a copy, for another board when this one dies
    without our party      left where it is; taken only when asked for"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from zlib import crc32

from lanternboard.base.errors import Refused
from lanternboard.rules import record
from sqlalchemy import insert, select

from lanternboard_host.campaign import hunt
from lanternboard_host.campaign import showdown as shows
from lanternboard_host.campaign.state import State

from . import tables
from .campaigns import Records, now

OPEN, WAITS, TAKEN = "open", "waits", "taken"
MOST = 4 << 20  # bytes of a journal


class Board(Protocol):
    """A board as the link's client has it."""

    @property
    def id(self) -> str: ...
    def get(self, what: str, name: str | None = None) -> bytes: ...
    def put(self, what: str, data: bytes) -> bytes: ...
    def new(self, survivors: int | None = None, level: str | None = None) -> dict[str, Any]: ...
    def request(self, verb: str, **args: Any) -> dict[str, Any]: ...
    def restart(self) -> bool: ...
    @property
    def table(self) -> dict[str, Any]: ...


@dataclass
class Journal:
    """A showdown's journal as text, read without playing it. `result`: as its last record tells it, None while it is not over."""

    text: bytes
    header: dict[str, Any]
    result: list[Any] | None
    records: int

    @property
    def id(self) -> str:
        return str(self.header.get("id", ""))

    @property
    def party(self) -> str:
        return str(self.header.get("party", ""))

    @property
    def digest(self) -> str:
        return f"{crc32(self.text):08x}"


@dataclass
class Report:
    """What happened: `lines` for people, the rest for programs. `offers`: (journal id, result, names, why it waits)."""

    lines: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    offers: list[dict[str, Any]] = field(default_factory=list)
    sent: bool = False
    receipts: int = 0

    def say(self, line: str) -> None:
        self.lines.append(line)


def read(text: bytes) -> Journal:
    """Raises Refused where it is no journal."""
    if len(text) > MOST:
        raise Refused("journal", f"{len(text)} bytes are too many", f"at most {MOST}")
    lines = text.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    try:
        header = record.check_header(json.loads(lines[0]))
        last = json.loads(lines[-1])
        result = last.get("result")
        if result is not None and not isinstance(result, list):
            raise ValueError
    except (ValueError, IndexError, AttributeError, RecursionError):
        raise Refused("journal", "not a showdown's journal", record.FORMAT) from None
    journal = Journal(text, header, result, len(lines))
    for key, value in (("id", journal.id), ("party", journal.party)):  # the former is a file's name here
        if not all(c.isascii() and (c.isalnum() or c == "-") for c in value):
            raise Refused(key, "not an id", "letters, digits and hyphens")
    return journal


def outcome(journal: Journal, result: list[Any]) -> dict[str, Any]:
    """What a showdown's result record means for a campaign, checked. Raises Refused."""
    try:
        found = {"result": result[0], "survivors": result[2], "resources": result[3]}
    except IndexError:
        raise Refused("result", "not a result", "[result, rounds, survivors, resources]") from None
    return shows.check({**found, "journal": journal.id, "digest": journal.digest})


class Sync:
    """One campaign. `folder`: where journals are kept beside the databases. `play`: plays a journal again and gives its result record;
    raises Refused where it cannot (another version): then the record in it is taken as it is, and marked as not checked."""

    def __init__(self, records: Records, folder: Path, play: Callable[[bytes], list[Any] | None], who: str = "") -> None:
        self.records = records
        self.folder = folder / records.id
        self.play = play
        self.who = who
        self.report = Report()

    @property
    def state(self) -> State:
        return self.records.campaign.state

    def run(self, board: Board | None, take: str = "") -> Report:
        """Everything that is due. `take`: the journal that a person has chosen. Raises what the link raises; what was done until then
        counts, and nothing of it is done again by the next run."""
        there: list[dict[str, Any]] = []
        if board is not None:
            self._know(board)
            there = self._fetch(board)
        self._settle(take)
        if board is not None:
            self._receipts(board, there)
            self._send(board, there)
            self._line(board)
        return self.report

    # In

    def _know(self, board: Board) -> None:
        def note(connection: Any) -> None:
            connection.execute(tables.board.delete().where(tables.board.c.id == board.id))
            connection.execute(insert(tables.board).values(id=board.id, name="", at=now()))

        self.records.keep(note)

    def _fetch(self, board: Board) -> list[dict[str, Any]]:
        """Copies of this campaign's journals, durable when it returns; what the board has."""
        there = [json.loads(line) for line in board.get("journals").splitlines()]
        kept = {row["journal"]: row for row in self._rows()}
        for one in there:
            if not self._ours(one["party"]) and not (self._is_prologue() and one["over"] and not one["party"]):
                continue
            known = kept.get(one["id"])
            if known is not None and known["state"] != OPEN and one["name"]:
                continue  # it is whole here; the receipt says whether it is the same
            text = board.get("journal", one["name"] or None)
            try:
                self._keep(read(text), board.id)
            except Refused as wrong:
                self.report.say(f"the journal {one['name'] or 'being played'} of this board cannot be used: {wrong}")
        return there

    def _ours(self, party: str) -> bool:
        return party.rpartition("-")[0] == self.state.data["id"]

    def _is_prologue(self) -> bool:
        show = self.state.data["show"]
        return bool(show) and show["kind"] == "prologue" and self.state.data["step"] == "showdown"

    def _keep(self, journal: Journal, board: str) -> None:
        """On disk in the folder first, then in the database. A copy that has grown takes the shorter one's place; one that differs is kept
        beside it."""
        key = journal.id or journal.digest
        known = next((row for row in self._rows() if row["journal"] == key), None)
        if known is not None and known["digest"] == journal.digest:
            return
        if known is not None and not journal.text.startswith(known["text"]):
            if known["text"].startswith(journal.text):
                return  # an older copy of it
            key = f"{key}+{journal.digest}"
            if any(row["journal"] == key for row in self._rows()):
                return
        whole(self.folder / f"{key}.jsonl", journal.text)
        state = OPEN if journal.result is None else WAITS
        if known is not None and known["journal"] == key and known["state"] == TAKEN:
            state = TAKEN

        def note(connection: Any) -> None:
            connection.execute(tables.showdown.delete().where(tables.showdown.c.journal == key))
            row = (key, journal.digest, board, now(), state, 0, 0, journal.text)
            connection.execute(insert(tables.showdown).values(**dict(zip(tables.showdown.columns.keys(), row, strict=True))))

        self.records.keep(note)
        self.report.copies.append(key)

    def _rows(self) -> list[dict[str, Any]]:
        return self.records.kept(select(tables.showdown).order_by(tables.showdown.c.at, tables.showdown.c.journal))

    def _again(self) -> None:
        """Copies in the folder that the database does not know: it was restored from a backup."""
        known = {row["journal"] for row in self._rows()}
        for path in sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []:
            if path.stem not in known:
                try:
                    self._keep(read(path.read_bytes()), "")
                except (Refused, OSError) as wrong:
                    self.report.say(f"{path}: {wrong}")

    def _settle(self, take: str) -> None:
        """Takes what can be taken, tells what waits."""
        self._again()
        rows = [row for row in self._rows() if row["state"] == WAITS]
        if take:
            fits = [row for row in rows if row["journal"].startswith(take)]
            if len(fits) != 1:
                raise Refused("take", f"{take} is none of those that wait" if not fits else f"{take} may be several", self._names(rows))
            self._take(fits[0], *self._doubt(fits[0]))
            rows = [row for row in rows if row is not fits[0]]
        show = self.state.data["show"]
        due = show["id"] if show and self.state.data["step"] == "showdown" and self.records.campaign.prompt.kind == "showdown" else None
        fitting = [row for row in rows if due and read(row["text"]).party == due]
        doubts = {row["journal"]: self._doubt(row) for row in rows}
        if len(fitting) == 1 and not take and not doubts[fitting[0]["journal"]][0]:
            self._take(fitting[0], *doubts[fitting[0]["journal"]])
            rows = [row for row in rows if row is not fitting[0]]
        for row in rows:
            self._offer(row, due, len(fitting), doubts[row["journal"]][0])

    def _offer(self, row: dict[str, Any], due: str | None, fitting: int, doubt: str) -> None:
        journal = read(row["text"])
        if doubt:
            why = doubt
        elif journal.party and journal.party == due and fitting > 1:
            why = f"there are {fitting} of the showdown that is due, from different boards or played twice"
        elif journal.party and journal.party in self._fought():
            why = "this showdown was taken before, and played again"
        elif not journal.party:
            why = "it was played without a party of this campaign"
        else:
            why = "it is of another showdown than the one that is due"
        result = journal.result or ["?"]
        names = [survivor[0] + (" (dead)" if survivor[1] == "dead" else "") for survivor in (result[2] if len(result) > 2 else [])]
        self.report.offers.append({"journal": row["journal"], "board": row["board"], "result": result[0], "survivors": names, "why": why})
        self.report.say(f"waits: {row['journal']}, {result[0]}, {', '.join(names) or 'survivors not kept'}: {why}")

    def _fought(self) -> set[str]:
        return {read(row["text"]).party for row in self._rows() if row["state"] == TAKEN}

    def _names(self, rows: list[dict[str, Any]]) -> str:
        return ", ".join(row["journal"] for row in rows) or "nothing waits"

    def _doubt(self, row: dict[str, Any]) -> tuple[str, str]:
        """(why it cannot be what it says, "" where nothing speaks against it; why it was not played again here, "" where it was)."""
        journal = read(row["text"])
        try:
            if self.play(journal.text) != journal.result:
                return "it does not come to the result that it tells", "it is another one"
        except Refused as wrong:
            return (str(wrong) if wrong.path == "journal" else "", str(wrong))
        return "", ""

    def _take(self, row: dict[str, Any], doubt: str, unchecked: str) -> None:
        """One answer of the campaign, and the mark, in one transaction."""
        journal = read(row["text"])
        if unchecked:
            self.report.say(f"{row['journal']} is taken as the board told it, and not checked: {doubt or unchecked}")
        found = outcome(journal, journal.result or [])

        def do(game: Any) -> None:
            if journal.id in game.state.data["taken"]:
                return
            game.answer(game.number, json.dumps(found, ensure_ascii=False))

        def mark(connection: Any) -> None:
            connection.execute(
                tables.showdown.update()
                .where(tables.showdown.c.journal == row["journal"])
                .values(state=TAKEN, checked=int(not unchecked), entry=len(self.records.campaign.journal) - 1)
            )

        self.records.change(do, self.who, "sync", mark)
        self.report.taken.append(row["journal"])
        self.report.say(f"taken: the showdown {row['journal']}, {found['result']}")

    # Out

    def _receipts(self, board: Board, there: list[dict[str, Any]]) -> None:
        """What is durable here the board may let go of: all but the one that it plays."""
        kept = {row["journal"]: row for row in self._rows()}
        for one in there:
            row = kept.get(one["id"])
            if one["name"] == "" or row is None:
                continue
            try:
                board.put("receipt", f"{one['id']} {row['digest']}".encode())
                self.report.receipts += 1
            except Refused:  # another text under the same id: it is fetched as one of its own
                text = board.get("journal", one["name"])
                self._keep(read(text), board.id)
                board.put("receipt", f"{one['id']} {crc32(text):08x}".encode())
                self.report.receipts += 1

    def _send(self, board: Board, there: list[dict[str, Any]]) -> None:
        """The party of the showdown that is due, and its pack; or, on a board that lost it, that showdown as far as it is known. A board
        that is in the midst of another one is left alone."""
        show = self.state.data["show"]
        if not show or self.state.data["step"] != "showdown":
            return
        playing: dict[str, Any] = there[-1] if there else {"party": "", "over": True, "records": 0}
        if playing["party"] == show["id"]:
            return
        if not playing["over"] and playing["records"] > BEGUN:
            self.report.say("the board is in the midst of another showdown: end it, or begin a new one there, and sync again")
            return
        if not self._plays(board, show["pack"]):
            return
        wanted = json.dumps(shows.party(self.state, self.records.content), ensure_ascii=False, separators=(",", ":")).encode()
        board.put("party", wanted)
        self.report.sent = True
        names = ", ".join(self.state.survivors[one]["name"] for one in self.state.data["party"])
        self.report.say(f"the party is on the board: {names}")
        copies = [row for row in self._rows() if row["state"] == OPEN and read(row["text"]).party == show["id"]]
        if copies and not any(one["party"] == show["id"] for one in there):
            board.put("journal", max(copies, key=lambda row: len(row["text"]))["text"])
            self.report.say("the board goes on with the showdown where another one left it")
            return
        lights = board.request("settings", key="play.level").get("text") == "lights"  # which knows no party
        board.new(level="all" if lights else None)
        self.report.say(f"the board begins the showdown with {self.records.content.name('monsters', show['monster'])}")

    def _line(self, board: Board) -> None:
        """The hunt's line of spaces is lit on the board for as long as the hunt goes on."""
        found = hunt.line(self.state, self.records.content)
        try:
            board.put("hunt", json.dumps(found, ensure_ascii=False).encode() if found else b"")
        except Refused:
            pass  # a board of an older version has no line

    def _plays(self, board: Board, pack: str) -> bool:
        """Whether the board plays with that pack, or does after a start; told, where it cannot."""
        if not pack:
            self.report.say("there is no pack for this monster: play it with your own cards, and enter by hand what came of it")
            return False
        if board.table.get("pack") == pack:
            return True
        before = board.get("settings")
        try:
            settings = json.loads(before)
            settings["pack"] = pack
        except (ValueError, TypeError):
            raise Refused("settings", "the board's table.json cannot be read", "`lanternboard settings pull`, and look at it") from None
        board.put("settings", json.dumps(settings, ensure_ascii=False, indent=1).encode())
        if board.restart() and board.table.get("pack") == pack:
            self.report.say(f"the board plays with the pack {pack} now")
            return True
        board.put("settings", before)
        board.restart()
        self.report.say(f"the pack {pack} is not on the board: `lanternboard pack push` puts it there")
        return False


BEGUN = 4  # records of a showdown in which nobody has done anything yet


def whole(path: Path, data: bytes) -> None:
    """The file with this content, on disk, whole or not there. Raises Refused."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as wrong:
        raise Refused(
            str(path), f"it cannot be written: {wrong.strerror}", "room, in a folder of your own; the board keeps its journal"
        ) from None
