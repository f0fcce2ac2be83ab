"""A campaign that lasts: its journal and its tables in one database, each change one transaction. What was answered is on disk when
`change` returns; where it cannot be, nothing has changed, in memory too. Several programs and threads may have the same campaign open: each
change first takes in what others have added, so the first answer counts and the others are told (Stale)."""

import datetime
import json
import secrets
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from lanternboard.base.errors import Refused
from lanternboard.rules import record
from lanternboard.rules.record import ANSWER, CLOSING, SNAPSHOT, Links
from sqlalchemy import Connection, delete, func, insert, select

from lanternboard_host.campaign import flow
from lanternboard_host.campaign.content import Content
from lanternboard_host.campaign.game import Campaign, begin, replayed
from lanternboard_host.campaign.state import State

from . import database, tables
from .tables import DERIVED, entry, meta
from .written import Written, enter

T = TypeVar("T")
Entry = tuple[int, str, str, str, bytes, str, str, str]  # number, at, who, cause, record, kind, rule, told
CACHED = 512  # records that are kept in memory once read
KINDS = {
    record.HEADER: "begun",
    record.UNDO: "undo",
    record.REDO: "redo",
    record.ADJUST: "edit",
    SNAPSHOT: "position",
    record.VERSION: "version",
}


def now() -> str:
    """UTC, to the millisecond."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Kept:
    """The journal in the database, as the core's engine wants one. What is appended waits in `fresh` until it is written."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.fresh: list[tuple[int, bytes, str, str, str]] = []  # number, record, kind, rule, told
        self.describe: Callable[[bytes], tuple[str, str, str]] = lambda made: (KINDS.get(made[0], ""), "", "[]")
        self._read: OrderedDict[int, bytes] = OrderedDict()
        self._words: list[int] = []
        self.links = Links(self._words.__getitem__)
        for (kind,) in connection.exec_driver_sql("select substr(record, 1, 1) from entry order by number"):
            self._take(kind[0])

    def _take(self, kind: int) -> None:
        after = self.links.after(len(self._words), kind)
        self._words.append(after[0])
        self.links.take(after)

    def __len__(self) -> int:
        return len(self._words)

    def read(self, n: int) -> bytes:
        if n in self._read:
            return self._read[n]
        row = self.connection.exec_driver_sql('select record, "sum" from entry where number = ?', (n,)).fetchone()
        if row is None:
            raise Refused("entry", f"no entry {n}", f"0-{len(self) - 1}")
        return self._keep(n, whole(n, *row))

    def _keep(self, n: int, made: bytes) -> bytes:
        self._read[n] = made
        if len(self._read) > CACHED + len(self.fresh):
            self._read.popitem(last=False)
        return made

    def append(self, made: bytes) -> None:
        n = len(self)
        self.fresh.append((n, bytes(made), *self.describe(bytes(made))))
        self._keep(n, bytes(made))
        self._take(made[0])


def packed(made: bytes) -> bytes:
    """A record as the table has it: positions are compressed."""
    return made[:1] + zlib.compress(made[1:], 6) if made[0] == SNAPSHOT else made


def whole(n: int, kept: bytes, checksum: int) -> bytes:
    """Record n, as it was before it was packed. Raises Refused where it is another one now."""
    if checksum != zlib.crc32(kept):
        raise Refused("entry", f"entry {n} is damaged", "a backup: `lanternboard campaign restore`")
    return unpacked(kept)


def unpacked(kept: bytes) -> bytes:
    if kept[0] != SNAPSHOT:
        return bytes(kept)
    try:
        return bytes(kept[:1]) + zlib.decompress(kept[1:])
    except zlib.error:
        raise Refused("entry", "a position that cannot be read", "a backup: `lanternboard campaign restore`") from None


class Records:
    """One campaign. `campaign` is for reading; change comes through `change`."""

    def __init__(self, path: Path, content: Content, backups: Path | None = None, read_only: bool = False) -> None:
        """Opens the one at `path`. Raises Refused."""
        self.path = path
        self.content = content
        self.backups = backups or path.parent.parent / "backups"
        self.read_only = read_only
        self.changed: list[Callable[[], None]] = []  # told after each change that is on disk
        self._lock = threading.RLock()
        self._open()

    def _open(self) -> None:
        self._file: tuple[int, int] | None = None
        self._engine = database.open_database(self.path, self.backups, self.read_only)
        self._file = database.which(self.path)
        try:
            with database.sound(self.path):
                self._connection = self._engine.connect()
                self._load()
        except BaseException:
            self._file = None
            self.close()
            raise

    def _there(self) -> bool:
        """Whether the file is still the one that was opened; else what was put into its place is taken in: a copy that was restored. Raises
        Refused where nothing is there."""
        if database.which(self.path) == self._file:
            return True
        if not self.path.is_file():
            raise Refused(str(self.path), "it was taken away", "a backup: `lanternboard campaign restore`")
        self.close()
        self._open()
        return False

    @classmethod
    def create(
        cls,
        path: Path,
        content: Content,
        who: str = "",
        names: Sequence[str] = (),
        seats: int = 0,
        state: State | None = None,
        cause: str = "new",
    ) -> "Records":
        """A new campaign at `path`, with a party of these names, or from a position. Raises Refused; then there is none."""
        from lanternboard_host.campaign.game import Memory

        made = Memory()
        begun = begin(made, content, state.data["id"] if state else secrets.token_hex(8), names, seats, state)
        at = now()
        entries = [(n, at, who, cause, one, KINDS.get(one[0], ""), "", "[]") for n, one in enumerate(made.records)]
        return cls.made(path, content, begun.header["id"], entries, begun.state)

    @classmethod
    def made(
        cls,
        path: Path,
        content: Content,
        identity: str,
        entries: Sequence[Entry],
        state: State,
        showdowns: Sequence[tuple] = (),
        backups: Path | None = None,
    ) -> "Records":
        """A campaign at `path` of entries that are sound, of the position that they come to and of rows of showdowns. Raises Refused; then
        there is none."""
        with database.making(path) as new:
            engine = database.create(new)
            try:
                with database.told(path), engine.connect() as connection:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                    enter(connection, entry, [_row(*one) for one in entries])
                    connection.execute(insert(meta), [{"key": "id", "value": identity}, {"key": "begun", "value": entries[0][1]}])
                    enter(connection, tables.showdown, list(showdowns))
                    for table, found in tables.rows(state).items():
                        enter(connection, table, found)
                    connection.exec_driver_sql("COMMIT")
            finally:
                engine.dispose()
        try:
            return cls(path, content, backups)
        except BaseException:
            database.remove(path)
            raise

    def close(self) -> None:
        if hasattr(self, "_connection"):
            self._connection.close()
        self._engine.dispose()

    def __enter__(self) -> "Records":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading

    @property
    def id(self) -> str:
        return self.campaign.header["id"]

    def history(self, before: int | None = None, count: int = 100) -> list[dict[str, Any]]:
        """Entries, the newest first, without positions and what only opens an edit: number, at, who, cause, kind, rule, choice, told
        (events)."""
        with self._lock, database.sound(self.path):
            wanted = select(entry).where(entry.c.kind != "position", func.substr(entry.c.record, 1, 1) != bytes((record.ADJUST,)))
            wanted = wanted.order_by(entry.c.number.desc()).limit(count)
            if before is not None:
                wanted = wanted.where(entry.c.number < before)
            out = []
            for row in self._connection.execute(wanted).mappings():
                choice = record.choice(row["record"], 1) if row["record"][0] in (ANSWER, CLOSING) else None
                out.append(
                    {key: row[key] for key in ("number", "at", "who", "cause", "kind", "rule")}
                    | {"choice": choice, "told": json.loads(row["told"])}
                )
            self._end_read()
            return out

    def refresh(self) -> bool:
        """Takes in what other programs have added. True where there was something."""
        with self._lock, database.sound(self.path):
            if not self._there():
                return True
            there = self._there_are()
            self._end_read()
            if there == len(self._journal) - len(self._journal.fresh):
                return False
            if self._journal.fresh:  # of another version, for reading only
                self._load()
                return True
            self._catch_up()
            self._end_read()
            return True

    def _end_read(self) -> None:
        if self._connection.in_transaction():
            self._connection.rollback()

    # Change

    def change(self, do: Callable[[Campaign], T], who: str = "", cause: str = "", also: Callable[[Connection], None] | None = None) -> T:
        """Carries out `do(campaign)`, keeps what it has appended and what follows from it, in one transaction, and returns what it
        returned; `also(connection)` writes more into it. Raises what `do` raises (Refused, Stale), and Refused where the database does not
        take it; then nothing has changed."""
        if self.read_only:
            raise Refused(str(self.path), "it is open for reading only", "")
        with self._lock:
            with database.told(self.path):
                if self._journal.fresh:  # what was taken back could not be read again then
                    self._load()
                self._mine()
                self._begin()
                try:
                    self._catch_up()
                    first = len(self._journal)
                    was = self.campaign.state
                    found = do(self.campaign)
                    if len(self._journal) != first:
                        self._write(who, cause)
                        self._rows.write(self.campaign.state, was is not self.campaign.state)
                    if also is not None:
                        also(self._connection)
                    self._connection.exec_driver_sql("COMMIT")
                    self._journal.fresh.clear()
                except BaseException:
                    self._undo_all()
                    raise
            for tell in list(self.changed):
                tell()
            return found

    def keep(self, write: Callable[[Connection], None]) -> None:
        """Writes rows that are no records of the campaign (boards, journals as they came), in one transaction. Raises Refused."""
        with self._lock, database.told(self.path):
            self._mine()
            self._begin()
            try:
                write(self._connection)
                self._connection.exec_driver_sql("COMMIT")
            except BaseException:
                self._undo_all()
                raise

    def kept(self, wanted: Any) -> list[dict[str, Any]]:
        """Such rows. Raises Refused."""
        return self.together(wanted)[0]

    def together(self, *wanted: Any) -> list[list[dict[str, Any]]]:
        """The rows of each, as they are at one moment. Raises Refused."""
        return self.at_once(lambda connection: [[dict(row) for row in connection.execute(one).mappings()] for one in wanted])

    def at_once(self, read: Callable[[Connection], T]) -> T:
        """What `read` reads, all of it as it is at one moment. Raises Refused."""
        with self._lock, database.sound(self.path):
            self._look()
            try:
                return read(self._connection)
            finally:
                self._end_read()

    def _look(self, how: str = "BEGIN") -> None:
        """From here on, what is read is as it is at one moment. Raises Refused where a newer program has had it meanwhile: its rows may
        tell something else."""
        self._end_read()
        self._connection.exec_driver_sql(how)
        found = self._connection.exec_driver_sql("select version_num from alembic_version").scalar_one()
        if found != database.HEAD:
            self._end_read()
            raise database.newer(self.path, found)

    def _mine(self) -> None:
        """Before a change. Raises Refused where another copy lies in the campaign's place since it was looked at."""
        if not self._there():
            raise Refused(str(self.path), "another copy of the campaign was put in its place", "to look at it first; nothing was changed")

    def _begin(self) -> None:
        self._look("BEGIN IMMEDIATE")

    def _undo_all(self) -> None:
        try:
            self._connection.exec_driver_sql("ROLLBACK")
        except Exception:  # a commit that failed has ended it already
            pass
        self._end_read()
        self._rows.forget()
        if self._journal.fresh or self.campaign.adjusting or self.campaign.broken:
            self._load()

    def _load(self, alone: bool = False) -> None:
        """The campaign as the database has it, all of it at one moment. Where other rules or another content played it, it goes on from
        where it stands, and no other program may write meanwhile (`alone`). Raises Refused; then memory is as it was."""
        (self._begin if alone else self._look)()
        try:
            journal = Kept(self._connection)
            if len(journal) < 2:
                raise Refused(str(self.path), "it holds no campaign", "a backup: `lanternboard campaign restore`")
            rules, context = version(journal.read, journal.links.base)
            if rules > flow.RULES:
                raise Refused(str(self.path), f"it is played by newer rules ({rules})", f"at most {flow.RULES}; nothing was changed")
            same = (rules, context) == (flow.RULES, self.content.digest)
            if not (same or alone or self.read_only):
                return self._load(alone=True)
            campaign = Campaign(journal, self.content) if same else self._play_on(journal)
        finally:
            self._end_read()
        self.campaign = campaign
        journal.describe = self._describe
        self._journal = journal
        self._rows = Written(self._connection)

    def _play_on(self, journal: Kept) -> Campaign:
        """From where the rows stand. An act that is open is not gone on with: what has happened in it stays, the next one begins."""
        state = tables.state_of(self._connection)
        journal.append(record.version(flow.RULES, self.content.digest))
        journal.append(bytes((SNAPSHOT,)) + state.pack())
        campaign = Campaign(journal, self.content)
        if not self.read_only:  # else it is looked at from there, and what is kept stays as it is
            self._write("", "another version", journal)
            Written(self._connection).write(campaign.state, other=True)
            self._connection.exec_driver_sql("COMMIT")
            journal.fresh.clear()
        return campaign

    def _describe(self, made: bytes) -> tuple[str, str, str]:
        return told_of(self.campaign, made[0])

    def _catch_up(self) -> None:
        """What others have added is played here too."""
        journal = self._journal
        there = self._there_are()
        if there == len(journal):
            return
        self._rows.forget()
        for n in range(len(journal), there):
            self.campaign.follow(journal.read(n))
        journal.fresh.clear()

    def _write(self, who: str, cause: str, journal: Kept | None = None) -> None:
        journal = journal or self._journal
        _enter(self._connection, journal.fresh, who, cause, now())

    def _there_are(self) -> int:
        """Entries in the database, which are numbered from 0 without a gap."""
        return self._connection.exec_driver_sql('select coalesce(max("number") + 1, 0) from entry').scalar_one()

    # Made anew

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> bool:
        """Throws all derived rows away and makes them anew from the journal. True where they were the same before. Raises Refused where the
        journal cannot be played again; then nothing has changed."""
        with self._lock, database.sound(self.path):
            journal = self._journal
            total = len(journal)
            told: dict[int, tuple[str, str, str]] = {}
            state = self.campaign.state

            def each(n: int, game: Campaign) -> None:
                told[n] = told_of(game, journal.read(n)[0])
                if progress:
                    progress(n + 1, total)

            if journal.links.base == 1:  # what other rules played cannot be played again
                state = replayed(journal, self.content, each).state
            self._begin()
            try:
                same = self._replace(state, told)
                self._connection.exec_driver_sql("COMMIT")
            except BaseException:
                self._undo_all()
                raise
            return same

    def _replace(self, state: State, told: dict[int, tuple[str, str, str]]) -> bool:
        before = self.rows()
        for table in DERIVED:
            self._connection.execute(delete(table))
        for table, rows in tables.rows(state).items():
            enter(self._connection, table, rows)
        self._rows.forget()
        same = before == self.rows()
        for n, row in told.items():
            kept = self._connection.execute(select(entry.c.kind, entry.c.rule, entry.c.told).where(entry.c.number == n)).one()
            if tuple(kept) != row:
                same = False
                self._connection.execute(entry.update().where(entry.c.number == n).values(kind=row[0], rule=row[1], told=row[2]))
        return same

    def rows(self) -> dict[str, list[tuple]]:
        """Every row of every derived table, in the order of its key."""
        return {
            table.name: [tuple(row) for row in self._connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in DERIVED
        }

    def backup(self, why: str = "asked") -> Path:
        """A whole copy. Raises Refused."""
        return database.backup(self.path, self.backups, why)


def told_of(game: Campaign, kind: int) -> tuple[str, str, str]:
    """(kind, rule, events as JSON) of the record of that kind that the game has just made, for people who read the history."""
    asked = game.asked if kind in (ANSWER, CLOSING) else (KINDS.get(kind, ""), "")
    return (*asked, "[]" if kind == SNAPSHOT else json.dumps(game.events, ensure_ascii=False, separators=(",", ":")))


def _enter(connection: Connection, fresh: list[tuple[int, bytes, str, str, str]], who: str, cause: str, at: str) -> None:
    enter(connection, entry, [_row(n, at, who, cause, made, kind, rule, told) for n, made, kind, rule, told in fresh])


def _row(n: int, at: str, who: str, cause: str, made: bytes, kind: str, rule: str, told: str) -> tuple:
    """An entry as the table has it."""
    kept = packed(made)
    return (n, at, who, cause, kept, zlib.crc32(kept), kind, rule, told)


def version(read: Callable[[int], bytes], base: int) -> tuple[int, str]:
    """(rules, content) that a journal is played by now; `base`: its links'."""
    base &= record.PLACE
    if base > 1:
        made = read(base - 1)
        return record.rules_of(made), record.context_of(made)
    header = json.loads(read(0)[1:])
    return header["rules"], header.get("context", "")
