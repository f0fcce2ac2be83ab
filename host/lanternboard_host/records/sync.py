"""Between a campaign and a board: the party goes out, finished showdowns come in, each once, whatever was cut or repeated in between. A
journal is kept durably first, in a folder beside the campaigns and in the campaign's database; what it changes is one answer of the
campaign, in the same transaction that marks it as taken; only then the board is told that it may let go of it. Where a person must decide,
nothing is taken: what there is, is told, and each can be taken by its id.

    what comes             and then
    for the showdown due   taken, where it is over and the only one
    two for the same one   both wait: two boards, or a flash that was copied
    for one taken already  waits: it was played again
    not over               kept as a copy, for another board when this one dies
    without our party      left where it is; taken only when asked for

Serial work and playing again are done on the caller's thread, everything with the records through `hands`: a page whose records have a
thread of their own answers meanwhile. Between two of those steps the campaign may go on: what is taken is looked at again when it is."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

from lanternboard.base.errors import Refused
from sqlalchemy import func, insert, literal_column, select

from lanternboard_host.campaign import showdown as shows
from lanternboard_host.campaign import words
from lanternboard_host.campaign.state import State

from .. import brief
from ..durable import write_whole
from . import tables
from .board import Board, Journal, Report, listed, read
from .campaigns import Records, now
from .database import ABANDONED
from .sending import Sender, due

T = TypeVar("T")
OPEN, WAITS, TAKEN = "open", "waits", "taken"
CAME: Any = literal_column("showdown.rowid")  # the order in which journals came, whatever the clock said


class Gone(Refused):
    """The campaign does not wait for that showdown any more."""


def outcome(journal: Journal, result: list[Any]) -> dict[str, Any]:
    """What a showdown's result record means for a campaign, checked. Raises Refused."""
    try:
        found = {"result": result[0], "survivors": result[2], "resources": result[3]}
    except IndexError:
        raise Refused("result", "not a result", "[result, rounds, survivors, resources]") from None
    return shows.check({**found, "journal": journal.id, "digest": journal.digest})


class Sync:
    """One campaign. `folder`: where journals are kept beside the databases. `play`: plays a journal again and gives its result record;
    raises Refused where it cannot (another version): then the record in it is taken as it is, and marked as not checked. `hands(do)` does
    something with the records and returns what it returned. `step(text)`: told what is done now. `fetch(board, name)`: gets a journal's
    text, the quicker way where there is one."""

    def __init__(
        self,
        records: Records,
        folder: Path,
        play: Callable[[bytes], list[Any] | None],
        who: str = "",
        hands: Callable[[Callable[[], Any]], Any] | None = None,
        step: Callable[[str], None] | None = None,
        fetch: Callable[[Board, str | None], bytes] | None = None,
    ) -> None:
        self.records = records
        self.folder = folder / records.id
        self.play = play
        self.who = who
        self.report = Report()
        self._archived: dict[str, list[list[str]]] = {}
        self._hands = hands
        self._step = step or (lambda text: None)
        self._get = fetch or (lambda board, name: board.get("journal", name))
        self._sender = Sender(records, self.report, self._on, self._step, self._unfinished)

    def _on(self, do: Callable[..., T], *args: Any) -> T:
        return do(*args) if self._hands is None else self._hands(lambda: do(*args))

    @property
    def state(self) -> State:
        return self.records.campaign.state

    def run(self, board: Board | None, take: str = "", send: bool = True) -> Report:
        """Everything that is due. `take`: the journal that a person has chosen. `send`: whether the party may go onto this board. Raises
        what the link raises; what was done until then counts, and nothing of it is done again by the next run."""
        there: list[dict[str, Any]] = []
        if board is not None:
            self._on(self._know, board.id)
            there = self._fetch(board)
        self._settle(take)
        if board is not None:
            self._receipts(board, there)
            self.report.playing = there[-1]["party"] if there else ""
            if send:
                self._sender.send(board, there)
            self.light(board)
        return self.report

    def light(self, board: Board) -> None:
        """Only the hunt's line."""
        self._sender.light(board)

    # In

    def _know(self, board: str) -> None:
        def note(connection: Any) -> None:
            connection.execute(tables.board.delete().where(tables.board.c.id == board))
            connection.execute(insert(tables.board).values(id=board, name="", at=now()))

        self.records.keep(note)

    def _fetch(self, board: Board) -> list[dict[str, Any]]:
        """Copies of this campaign's journals, durable when it returns; what the board has."""
        self._step("asks what it has")
        there = listed(board)
        wanted = self._on(self._wanted, there)
        for k, one in enumerate(wanted):
            self._step(f"fetches a showdown of {one['records']} records" + (f", {k + 1} of {len(wanted)}" if len(wanted) > 1 else ""))
            text = self._get(board, one["name"] or None)
            try:
                journal = read(text)
            except Refused as wrong:
                self.report.say(f"the journal {one['name'] or 'being played'} of this board cannot be used: {wrong}")
            else:
                self._on(self._keep, journal, board.id)
        return there

    def _wanted(self, there: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those that are this campaign's. What is whole here already is not among them: the receipt says whether it is the same."""
        kept = {row["journal"]: row for row in self._rows()}
        found = []
        for one in there:
            if self._ours(one["party"]) or (self._is_prologue() and one["over"] and not one["party"]):
                known = kept.get(one["id"])
                if known is None or known["state"] == OPEN or not one["name"]:
                    found.append(one)
        return found

    def _ours(self, party: str) -> bool:
        return party.rpartition("-")[0] == self.state.data["id"]

    def _is_prologue(self) -> bool:
        show = self.state.data["show"]
        return bool(show) and show["kind"] == "prologue" and self.state.data["step"] == "showdown"

    def _keep(self, journal: Journal, board: str) -> None:
        """On disk in the folder first, then in the database. A copy that has grown takes the shorter one's place; one that differs is kept
        beside it."""
        key = journal.id or journal.digest
        rows = {row["journal"]: row for row in self._rows()}
        known = rows.get(key)
        if known is not None and known["digest"] == journal.digest:
            return
        if known is not None and not journal.text.startswith(text := self._text(key)):
            if text.startswith(journal.text):
                return  # an older copy of it
            key = f"{key}+{journal.digest}"
            if key in rows:
                return
        whole(self.folder / f"{key}.jsonl", journal.text)
        state, entry, checked = OPEN if journal.result is None else WAITS, 0, 0
        if known is not None and known["journal"] == key and known["state"] == TAKEN:
            state, entry, checked = TAKEN, known["entry"], known["checked"]

        def note(connection: Any) -> None:
            connection.execute(tables.showdown.delete().where(tables.showdown.c.journal == key))
            row = (key, journal.digest, board, now(), state, entry, checked, journal.text)
            connection.execute(insert(tables.showdown).values(**dict(zip(tables.showdown.columns.keys(), row, strict=True))))

        self.records.keep(note)
        self.report.copies.append(key)

    def _rows(self, *states: str) -> list[dict[str, Any]]:
        """The journals that are kept, those in these states, as they came, without their text; `party` as their header names it."""
        table = tables.showdown
        head = func.substr(table.c.text, 1, func.instr(table.c.text, b"\n")).label("party")
        wanted = select(*(column for column in table.columns if column.name != "text"), head).order_by(CAME)
        rows = self.records.kept(wanted.where(table.c.state.in_(states)) if states else wanted)
        for row in rows:
            row["party"] = str(json.loads(row["party"] or b"{}").get("party", ""))
        return rows

    def _text(self, key: str) -> bytes:
        found = self.records.kept(select(tables.showdown.c.text).where(tables.showdown.c.journal == key))
        return bytes(found[0]["text"])

    def _journal(self, row: dict[str, Any]) -> Journal:
        return read(self._on(self._text, row["journal"]))

    def _again(self) -> None:
        """Copies in the folder that the database does not know: it was restored from a backup."""
        known = {row["journal"] for row in self._rows()}
        for path in sorted(self.folder.glob("*.jsonl")) if self.folder.is_dir() else []:
            if path.stem not in known:
                try:
                    journal = read(path.read_bytes())
                except (Refused, OSError) as wrong:
                    self.report.say(f"{path}: {wrong}")
                else:
                    self._keep(journal, "")

    def _waiting(self) -> list[dict[str, Any]]:
        """What waits for a person or its turn; among it what was taken and does not count as it is: the campaign took that back, or the
        table took back its end and played on."""
        taken = self.state.data["taken"]
        rows = self._rows(WAITS, TAKEN)
        return [row for row in rows if row["state"] == WAITS or taken.get(row["journal"].partition("+")[0]) != row["digest"]]

    def _settle(self, take: str) -> None:
        """Takes what can be taken, tells what waits."""
        self._on(self._again)
        rows = self._on(self._waiting)
        journals = {row["journal"]: self._journal(row) for row in rows}
        rows = [row for row in rows if journals[row["journal"]].result is not None]
        if take:
            fits = [row for row in rows if row["journal"] == take] or [row for row in rows if row["journal"].startswith(take)]
            if len(fits) != 1:
                raise Refused("take", f"{take} is none of those that wait" if not fits else f"{take} may be several", self._names(rows))
            chosen = journals[fits[0]["journal"]]
            self._on(self._take, fits[0], chosen, *self._doubt(chosen), "")
            rows = [row for row in rows if row is not fits[0]]
        wanted = self._on(due, self.records)
        fitting = [row for row in rows if wanted and row["party"] == wanted]
        doubts = {row["journal"]: self._doubt(journals[row["journal"]]) for row in rows}
        strangers = {row["journal"]: self._on(self._strangers, journals[row["journal"]]) for row in fitting}
        clear = len(fitting) == 1 and fitting[0]["state"] == WAITS and not take and not strangers[fitting[0]["journal"]]
        if clear and not doubts[fitting[0]["journal"]][0]:
            one = fitting[0]
            try:
                self._on(self._take, one, journals[one["journal"]], *doubts[one["journal"]], wanted)
                rows = [row for row in rows if row is not one]
            except Gone:  # somebody has entered it by hand meanwhile
                wanted = ""
        there = {row["journal"] for row in rows}
        fought = {row["party"] for row in self._on(self._rows, TAKEN) if row["journal"] not in there} if rows else set()
        for row in rows:
            doubt = doubts[row["journal"]][0] or strangers.get(row["journal"], "")
            self._offer(row, journals[row["journal"]], wanted, len(fitting), doubt, fought)
        self.report.copy = self._on(self._copy)
        self.report.settled = True

    def _strangers(self, journal: Journal) -> str:
        """Whom it tells of and nobody is called so: another party was put onto the board, or somebody has another name since."""
        try:
            told = [row[0] for row in outcome(journal, journal.result or [])["survivors"]]
        except Refused:
            return ""
        known = {*shows.called(self.state, self.state.data["party"]), *(sheet["name"] for sheet in self.state.survivors.values())}
        strange = [name for name in told if name not in known]
        return f"it tells of {', '.join(strange)}, and nobody of the campaign is called so" if strange else ""

    def _offer(self, row: dict[str, Any], journal: Journal, due: str, fitting: int, doubt: str, fought: set[str]) -> None:
        if doubt:
            why = doubt
        elif row["state"] == TAKEN:
            why = "it was taken, and that was taken back here, or it was played on after that"
        elif journal.party and journal.party == due and fitting > 1:
            why = f"there are {fitting} of the showdown that is due, from different boards or played twice"
        elif journal.party and journal.party in fought:
            why = "this showdown was taken before, and played again"
        elif not journal.party:
            why = "it was played without a party of this campaign"
        else:
            why = "it is of another showdown than the one that is due"
        result = journal.result or []
        try:
            found = outcome(journal, result)
        except Refused:
            found = {"result": "?", "survivors": [], "resources": []}
        names = [survivor[0] + (" (dead)" if survivor[1] == "dead" else "") for survivor in found["survivors"]]
        self.report.offers.append(
            {
                "journal": row["journal"],
                "board": row["board"],
                "at": row["at"],
                "result": found["result"],
                "rounds": result[1] if len(result) > 1 and type(result[1]) is int else 0,
                "survivors": names,
                "resources": [self.records.content.name("resources", one[1]) for one in found["resources"]],
                "answers": journal.answers,
                "due": bool(due) and journal.party in ("", due),
                "why": why,
            }
        )
        self.report.say(f"waits: {row['journal']}, {found['result']}, {', '.join(names) or 'survivors not kept'}: {why}")

    def _copy(self) -> dict[str, Any] | None:
        """The showdown that is due, as far as it is known; None where it is not, or over."""
        wanted = due(self.records)
        found = [row for row in self._rows(OPEN) if wanted and row["party"] == wanted]
        if not found:
            return None
        row = max(found, key=lambda row: len(self._text(row["journal"])))
        return {**{key: row[key] for key in ("journal", "board", "at", "party")}, "answers": read(self._text(row["journal"])).answers}

    def _unfinished(self, wanted: str) -> list[bytes]:
        """The journals that are known of a showdown which is not over."""
        return [self._text(row["journal"]) for row in self._rows(OPEN) if row["party"] == wanted]

    def _names(self, rows: list[dict[str, Any]]) -> str:
        return ", ".join(row["journal"] for row in rows) or "nothing waits"

    def _doubt(self, journal: Journal) -> tuple[str, str]:
        """(why it cannot be what it says, "" where nothing speaks against it; why it was not played again here, "" where it was)."""
        self._step(f"plays the showdown {journal.id} again")
        try:
            outcome(journal, journal.result or [])
        except Refused as wrong:
            return f"what it tells cannot be used: {wrong}", str(wrong)
        try:
            result = self.play(journal.text)
            self._archived[journal.digest] = getattr(result, "archived", [])
            if result != journal.result:
                return "it does not come to the result that it tells", "it is another one"
        except Refused as wrong:
            return (str(wrong) if wrong.path == "journal" else "", str(wrong))
        except Exception as wrong:  # whatever damaged records make of it
            return f"it cannot be played again: {wrong!r}", "it is damaged"
        return "", ""

    def _take(self, row: dict[str, Any], journal: Journal, doubt: str, unchecked: str, wanted: str) -> None:
        """One answer of the campaign, and the mark, in one transaction. `wanted`: the showdown that must still be due, "": any. Raises
        Gone where it is not."""
        found = outcome(journal, journal.result or [])
        if archived := self._archived.get(journal.digest):  # as far as it was played again here
            found["archived"] = archived
        entries = 0

        def do(game: Any) -> bool:
            nonlocal entries
            entries = len(game.journal)
            taken = game.state.data["taken"]
            if journal.id in taken:
                if taken[journal.id] != journal.digest:
                    raise Gone("take", "it is taken as it was before it was played on", "undo that first")
                return False
            if not (there := due(self.records)) or wanted not in ("", there):
                raise Gone("take", "the campaign waits for no showdown now", "when it comes to one")
            game.answer(game.number, json.dumps(found, ensure_ascii=False))
            return True

        def mark(connection: Any) -> None:
            row_of = tables.showdown.update().where(tables.showdown.c.journal == row["journal"])
            if len(self.records.campaign.journal) == entries:  # it counts already
                row_of = row_of.where(tables.showdown.c.state != TAKEN)
            last = len(self.records.campaign.journal) - 1
            connection.execute(row_of.values(state=TAKEN, checked=int(not unchecked), entry=last))

        if self.records.change(do, self.who, "sync", mark):
            self.report.taken.append(row["journal"])
            self.report.say(f"taken: the showdown {row['journal']}, {found['result']}")
            if unchecked:
                self.report.say(f"{row['journal']} is taken as the board told it, and not checked: {doubt or unchecked}")
            self.report.left += words.happened(self.records.campaign.events, self.state, self.records.content)

    # Out

    def _receipts(self, board: Board, there: list[dict[str, Any]]) -> None:
        """What is durable here the board may let go of: all but the one that it plays."""
        kept = {row["journal"]: row for row in self._on(self._rows)}
        for one in there:
            row = kept.get(one["id"])
            if one["name"] == "" or row is None:
                continue
            self._step("tells the board what is kept here")
            try:
                board.put("receipt", f"{one['id']} h{brief.heads(brief.of_text(self._on(self._text, row['journal']))):08x}".encode())
                self.report.receipts += 1
            except Refused as wrong:
                if wrong.path != "receipt":
                    raise
                self._once_more(board, one)

    def _once_more(self, board: Board, one: dict[str, Any]) -> None:
        """Another text under an id that is kept: it is fetched as one of its own. Or the board is of an older version."""
        try:
            text = board.get("journal", one["name"])
            self._on(self._keep, read(text), board.id)
            board.put("receipt", f"{one['id']} {crc32(text):08x}".encode())
            self.report.receipts += 1
        except Refused as wrong:
            if wrong.path not in ("receipt", "journal", "id", "party"):
                raise
            self.report.say(f"the board keeps its journal {one['name']}: {wrong}")


def whole(path: Path, data: bytes) -> None:
    """The file with this content, on disk, whole or not there. Another host may be doing the same. Raises Refused."""
    try:
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in path.parent.glob(f".{path.name}.*"):  # of a program that was killed
            with suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > ABANDONED:
                    left.unlink()
        write_whole(path, data)
    except OSError as wrong:
        raise Refused(
            str(path), f"it cannot be written: {wrong.strerror}", "room, in a folder of your own; the board keeps its journal"
        ) from None
