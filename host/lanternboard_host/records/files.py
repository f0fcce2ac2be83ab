"""A campaign as one file of its own, `lanternboard/campaign/1` (docs/campaign-file.md): every entry of its journal, the position that
they come to, and the showdowns as boards told them. The same records give the same bytes. A file is checked to its last value, and
played, before anything is made of it."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules import record
from lanternboard.rules.record import ADJUST, ANSWER, CLOSING, HEADER, REDO, SNAPSHOT, UNDO, VERSION, Links
from sqlalchemy import Connection, RowMapping, select

from lanternboard_host.campaign import derived, flow, state, words
from lanternboard_host.campaign.content import Content
from lanternboard_host.campaign.game import Campaign, Memory, begin
from lanternboard_host.campaign.state import State, text

from . import sync, tables
from .board import read as journal_of
from .campaigns import Entry, Records, told_of, version, whole
from .database import DAMAGE, sound
from .positions import Check, flag, keys, listed, one_of, position, word
from .shelf import Shelf

KIND = "lanternboard/campaign/"
NUMBER = 1  # of the format
FORMAT = f"{KIND}{NUMBER}"
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}  # a format's number -> a file of it as one of the next
MOST = 64 << 20  # bytes of a file
LINE = 1000  # characters of who and cause
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
IDENTITY = re.compile(r"[0-9a-f]{8,64}")
DIGEST = re.compile(r"([0-9a-f]{8})?")
NAME = re.compile(r"[^/\\\x00-\x1f]{1,120}")


def export(records: Records) -> bytes:
    """The whole campaign, as it is on disk. Raises Refused where that is damaged."""

    def read(connection: Connection) -> tuple[Sequence[RowMapping], Sequence[RowMapping], State]:
        entries = connection.execute(select(tables.entry).order_by(tables.entry.c.number)).mappings().all()
        showdowns = connection.execute(select(tables.showdown).order_by(tables.showdown.c.journal)).mappings().all()
        return entries, showdowns, tables.state_of(connection)

    entries, showdowns, found = records.at_once(read)
    with sound(records.path):
        made = [whole(row["number"], row["record"], row["sum"]) for row in entries]
        rules, digest = version(made.__getitem__, _links(made).base)
        rows = [
            [row["number"], row["at"], row["who"], row["cause"], _written(one), row["kind"], row["rule"], json.loads(row["told"])]
            for row, one in zip(entries, made, strict=True)
        ]
        shows = [{**row, "checked": bool(row["checked"]), "text": row["text"].decode()} for row in showdowns]
        whats = {
            "format": text(FORMAT),
            "id": text(json.loads(made[0][1:])["id"]),
            "name": text(records.path.stem),
            "content": text(found.data["content"]),
            "content_digest": text(digest),
            "rules": text(rules),
            "state": text(found.data),
            "entries": _lines(rows),
            "showdowns": _lines(shows),
        }
        return ("{\n" + ",\n".join(f"{text(key)}:{value}" for key, value in whats.items()) + "\n}\n").encode()


def _lines(rows: list[Any]) -> str:
    return "[\n" + ",\n".join(map(text, rows)) + "\n]" if rows else "[]"


def _written(made: bytes) -> Any:
    """A record as the file has it: a position as its values, every other one in base64."""
    if made[0] == SNAPSHOT:
        number, _, rest = made[1:].partition(b"\n")
        there = {"version": int(number), "state": json.loads(rest)}
        if _position(there) == made:
            return there
    return base64.b64encode(made).decode()


def _position(there: dict[str, Any]) -> bytes:
    return bytes((SNAPSHOT,)) + b"%d\n" % there["version"] + text(there["state"]).encode()


def _links(records: list[bytes]) -> Links:
    """How a journal's records hang together."""
    made: list[int] = []
    links = Links(made.__getitem__)
    for one in records:
        after = links.after(len(made), one[0])
        made.append(after[0])
        links.take(after)
    return links


@dataclass
class Loaded:
    """A file that is sound. `others`: other rules or another content played it; it goes on from `state`."""

    id: str
    name: str
    entries: list[Entry]
    state: State
    showdowns: list[tuple]
    others: bool


def load(shelf: Shelf, name: str, data: bytes) -> Records:
    """A new campaign of a file, called so, or as it is called there. Raises Refused with a path; then there is none."""
    found = read(data, shelf.content)
    return laid(shelf, shelf.place(name or found.name), found)


def laid(shelf: Shelf, path: Path, found: Loaded) -> Records:
    """Likewise, of a file that has been read, at a place of its own."""
    return Records.made(path, shelf.content, found.id, found.entries, found.state, found.showdowns, shelf.backups)


def is_one(data: bytes) -> bool:
    """Whether it says that it is such a file, of whichever version."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and isinstance(found.get("format"), str) and found["format"].startswith(KIND)


def read(data: bytes, content: Content) -> Loaded:
    """The file, checked and played. Raises Refused with the path of what is wrong."""
    found = _this_version(_parsed(data))
    WHOLE(found, "")
    now = position(found["state"], "state")
    entries = [_entry(row, n) for n, row in enumerate(found["entries"])]
    records = [one[4] for one in entries]
    _in_order(records)
    _fits(found, records)
    others = (found["rules"], found["content_digest"]) != (flow.RULES, content.digest)
    if others:
        with _damage("state", "it cannot be played on"):
            _usable(begin(Memory(), content, found["id"], state=state.unpack(now.pack())), entries)
    else:
        _play(records, entries, now, content)
    return Loaded(found["id"], found["name"], entries, now, _showdowns(found["showdowns"], len(entries)), others)


class _damage:
    """Around what plays: whatever it makes of values that no campaign has is told as damage."""

    def __init__(self, path: str, said: str) -> None:
        self.path, self.said = path, said

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Any, wrong: BaseException | None, _trace: Any) -> None:
        if isinstance(wrong, Refused):
            raise Refused(self.path, f"{self.said}: {wrong}", "a file as `lanternboard campaign export` wrote it") from wrong
        if isinstance(wrong, DAMAGE):
            said = f"{self.said} ({type(wrong).__name__}: {wrong})"
            raise Refused(self.path, said, "a file as `lanternboard campaign export` wrote it") from wrong


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > MOST:
        raise Refused("", f"a file of {len(data) >> 20} MiB", f"at most {MOST >> 20} MiB")
    try:
        found = json.loads(data.decode(), parse_constant=_no_number, object_pairs_hook=_once)
        text(found).encode()
    except json.JSONDecodeError as wrong:
        after = len(wrong.doc[: wrong.pos].encode())
        raise Refused("", f"this is no JSON: it breaks off or goes wrong after {after} bytes", FORMAT) from None
    except UnicodeError:
        raise Refused("", "this is no text in UTF-8", FORMAT) from None
    except (ValueError, RecursionError):
        raise Refused("", "this is no JSON: values in it that nobody writes", FORMAT) from None
    if not isinstance(found, dict):
        raise Refused("", "this is no campaign", FORMAT)
    return found


def _no_number(said: str) -> None:
    raise ValueError(said)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key in found if sum(key == other for other, _ in pairs) > 1)
        raise Refused(twice[:60], "this key is there twice", "each once")
    return found


def _this_version(found: dict[str, Any]) -> dict[str, Any]:
    """A file of an older version as one of this. Raises Refused for a newer one."""
    said = found.get("format")
    known = re.fullmatch(re.escape(KIND) + r"([1-9]\d{0,5})", said, re.ASCII) if isinstance(said, str) else None
    if known is None:
        raise Refused("format", "this is no campaign", FORMAT)
    number = int(known[1])
    if number > NUMBER:
        raise Refused("format", f"it is of a newer version ({number})", f"at most {NUMBER}: a newer Lanternboard wrote it")
    while number < NUMBER:
        found = MIGRATIONS[number](found)
        number += 1
    return found


def _match(pattern: re.Pattern[str], said: str, allowed: str) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise Refused(path, said, allowed)

    return check


def _whole(low: int, high: int) -> Check:
    def check(value: Any, path: str) -> None:
        if type(value) is not int or not low <= value <= high:
            raise Refused(path, "not such a number", f"{low} to {high}")

    return check


def _line(value: Any, path: str) -> None:
    word(value, path)
    if len(value) > LINE:
        raise Refused(path, "a text that is too long", f"at most {LINE} characters")


def _anything(value: Any, path: str) -> None:
    pass  # it is checked further on


def _event(value: Any, path: str) -> None:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Refused(path, "not an event", "a list that begins with what happened")


def _filled(value: Any, path: str) -> None:
    listed(_anything)(value, path)
    if len(value) < 2:
        raise Refused(path, "there is no campaign in it", "two entries and more")


TEXT = listed(_event)
PLACES: tuple[Check, ...] = (_whole(0, 1 << 28), _match(TIME, "not a time", "as 2026-01-31T19:30:00.000Z, UTC"), _line, _line)
WHOLE = keys(
    {
        "format": one_of(FORMAT),
        "id": _match(IDENTITY, "not a campaign's id", "8-64 digits and letters a-f"),
        "name": _match(NAME, "not a name", "1-120 characters without slashes"),
        "content": word,
        "content_digest": _match(DIGEST, "not a digest", "8 digits and letters a-f"),
        "rules": _whole(1, 65535),
        "state": _anything,
        "entries": _filled,
        "showdowns": listed(_anything),
    }
)
SHOWDOWN = keys(
    {
        "journal": _match(NAME, "not a journal's id", "1-120 characters without slashes"),
        "digest": _match(re.compile(r"[0-9a-f]{8}"), "not a digest", "8 digits and letters a-f"),
        "board": _line,
        "at": PLACES[1],
        "state": one_of(sync.OPEN, sync.WAITS, sync.TAKEN, "refused"),
        "entry": _whole(0, 1 << 28),
        "checked": flag,
        "text": _anything,
    }
)


def _entry(row: Any, n: int) -> Entry:
    path = f"entries[{n}]"
    if not isinstance(row, list) or len(row) != 8:
        raise Refused(path, "not an entry", "[number, at, who, cause, record, kind, rule, told]")
    for k, check in enumerate(PLACES):
        check(row[k], f"{path}[{k}]")
    if row[0] != n:
        raise Refused(f"{path}[0]", f"it is entry {row[0]}", str(n))
    for k in (5, 6):
        _line(row[k], f"{path}[{k}]")
    TEXT(row[7], f"{path}[7]")
    told = json.dumps(row[7], ensure_ascii=False, separators=(",", ":"))
    return (n, row[1], row[2], row[3], _record(row[4], f"{path}[4]"), row[5], row[6], told)


def _record(found: Any, path: str) -> bytes:
    """A record of the journal that can be read."""
    if isinstance(found, dict):
        keys({"version": _whole(1, state.VERSION), "state": _anything})(found, path)
        position(found["state"], f"{path}.state")
        return _position(found)
    try:
        made = base64.b64decode(found.encode("ascii"), validate=True) if isinstance(found, str) else b""
    except (ValueError, binascii.Error):
        made = b""
    with _damage(path, "no record"):
        kind = made[0]
        if kind in (ANSWER, CLOSING):
            record.choice(made, 1)
        elif kind == VERSION:
            record.context_of(made)
            if not record.rules_of(made) > 0:
                raise ValueError(kind)
        elif kind == SNAPSHOT:
            position(state.unpack(made[1:]).data, f"{path}.state")
        elif kind == HEADER:
            record.check_header(json.loads(made[1:]))
        elif kind not in (UNDO, REDO, ADJUST) or len(made) > 1:
            raise ValueError(kind)
    return made


def _in_order(records: list[bytes]) -> None:
    """Raises Refused where records stand in another order than a campaign's do."""
    for n, made in enumerate(records):
        kind, before = made[0], records[n - 1][0] if n else -1
        if (kind == HEADER) != (n == 0):
            raise Refused(f"entries[{n}][4]", "not where it belongs", "the header first, and only there")
        if n and before in (HEADER, VERSION) and kind != SNAPSHOT:
            raise Refused(f"entries[{n}][4]", "not where it belongs", "a position, from which it goes on")
    if records[-1][0] == VERSION:
        raise Refused(f"entries[{len(records)}]", "it is missing", "a position, from which it goes on")


def _fits(found: dict[str, Any], records: list[bytes]) -> None:
    """Raises Refused where the file says something else than its entries do."""
    header = json.loads(records[0][1:])
    rules, digest = version(records.__getitem__, _links(records).base)
    for path, value, wanted in (
        ("id", found["id"], header.get("id")),
        ("rules", found["rules"], rules),
        ("content_digest", found["content_digest"], digest),
        ("state.id", found["state"]["id"], found["id"]),
        ("content", found["content"], found["state"]["content"]),
    ):
        if value != wanted:
            raise Refused(path, "not what the rest of the file says", text(wanted))
    if rules > flow.RULES:
        raise Refused("rules", f"it is played by newer rules ({rules})", f"at most {flow.RULES}")


def _play(records: list[bytes], entries: list[Entry], now: State, content: Content) -> None:
    """Plays the journal from its beginning, or from where these rules took it over, and puts into `entries` what came of each. Raises
    Refused where one does not fit, or they come to another position."""
    first = _links(records).base + 1
    with _damage("entries", "they cannot be played"):
        game = Campaign(Memory(records[:first]), content)
    for n in range(first, len(records)):
        with _damage(f"entries[{n}][4]", "it does not follow from those before"):
            game.follow(records[n])
            if game.diverged >= 0:
                raise ValueError("another position")
            entries[n] = (*entries[n][:5], *told_of(game, records[n][0]))
    if game.state.pack() != now.pack():
        raise Refused("state", "it is another position than its entries come to", "a file as `lanternboard campaign export` wrote it")
    with _damage("state", "it cannot be shown"):
        _usable(game, entries)


def _usable(game: Campaign, entries: list[Entry]) -> None:
    """Makes what people are shown: raises where that cannot be made."""
    s, content = game.state, game.cards
    tables.rows(s)
    derived.broken(s, content)
    derived.bonuses(s, content)
    words.limit(s, content)
    words.sentence(game.prompt, s, content)
    for one in entries:
        for event in json.loads(one[7]):
            words.told(event, s, content)


def _showdowns(rows: list[Any], entries: int) -> list[tuple]:
    out: dict[str, tuple] = {}
    for k, row in enumerate(rows):
        path = f"showdowns[{k}]"
        SHOWDOWN(row, path)
        said = row["text"].encode() if isinstance(row["text"], str) else b""
        with _damage(f"{path}.text", "no showdown's journal"):
            if journal_of(said).digest != row["digest"]:
                raise ValueError("another digest")
        if row["entry"] >= entries:
            raise Refused(f"{path}.entry", "no such entry", f"0 to {entries - 1}")
        if row["journal"] in out:
            raise Refused(f"{path}.journal", "it is there twice", "each once")
        values = {**row, "checked": int(row["checked"]), "text": said}
        out[row["journal"]] = tuple(values[column.name] for column in tables.showdown.columns)
    return list(out.values())
