"""The tables of a campaign's database, and their rows as they follow from the records. `entry` is the journal, `meta`, `showdown` and
`board` are kept; all others are derived (`DERIVED`): `rows` makes them from the position alone, so that they can be thrown away and made
anew, row for row."""

import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, Integer, LargeBinary, MetaData, String, Table, select

from lanternboard_host.campaign.content import ATTRIBUTES, LOCATIONS
from lanternboard_host.campaign.state import State, text

metadata = MetaData()

meta = Table("meta", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))
entry = Table(
    "entry",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),  # UTC, ISO 8601
    Column("who", String, nullable=False),
    Column("cause", String, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("sum", Integer, nullable=False),  # its CRC-32
    Column("kind", String, nullable=False),  # what was asked, by which rule, and what came of it: for people who read the history
    Column("rule", String, nullable=False),
    Column("told", String, nullable=False),
)
showdown = Table(  # as boards told it, whole: what was taken in, and what still waits for somebody's decision
    "showdown",
    metadata,
    Column("journal", String, primary_key=True),
    Column("digest", String, nullable=False),
    Column("board", String, nullable=False),
    Column("at", String, nullable=False),
    Column("state", String, nullable=False),  # open, waits, taken
    Column("entry", Integer, nullable=False),  # the answer that took it, 0 while there is none
    Column("checked", Integer, nullable=False),  # whether it was played again here
    Column("text", LargeBinary, nullable=False),
)
board = Table(
    "board", metadata, Column("id", String, primary_key=True), Column("name", String, nullable=False), Column("at", String, nullable=False)
)

FIGURES = ("survival", "insanity", *ATTRIBUTES, "courage", "understanding", "experience", "bleed", "born", "died")
WORDS = ("name", "sex", "state", "cause", "notes")
LISTS = ("boxes", "arts", "disorders", "abilities", "impairments", "injuries", "milestones", "tokens")
survivor = Table(
    "survivor",
    metadata,
    Column("id", String, primary_key=True),
    Column("place", Integer, nullable=False),  # in the order in which they came
    *(Column(key, String, nullable=False) for key in WORDS),
    *(Column(key, Integer, nullable=False) for key in FIGURES),
    *(Column(f"armor_{place}", Integer, nullable=False) for place in LOCATIONS),
    Column("skip_hunt", Integer, nullable=False),
    Column("proficiency", String, nullable=False),
    Column("proficiency_level", Integer, nullable=False),
    *(Column(key, String, nullable=False) for key in LISTS),  # as JSON
    Column("sheet", String, nullable=False),  # all of it, as JSON
)
gear_grid = Table(
    "gear_grid",
    metadata,
    Column("survivor", String, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("gear", String, nullable=False),
)
settlement = Table("settlement", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))
listed = Table(
    "listed",
    metadata,
    Column("list", String, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("word", String, nullable=False),
)
storage = Table(
    "storage",
    metadata,
    Column("kind", String, primary_key=True),
    Column("id", String, primary_key=True),
    Column("count", Integer, nullable=False),
)
timeline = Table(
    "timeline",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("year", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("what", String, nullable=False),
    Column("level", Integer, nullable=False),
    Column("done", String, nullable=False),
)
DERIVED = (survivor, gear_grid, settlement, listed, storage, timeline)
HOME = DERIVED[2:]  # those that are the settlement's


def of_survivor(one: str, sheet: dict[str, Any]) -> dict[Table, list[tuple]]:
    """A survivor's rows."""
    row = (
        one,
        int(one[1:]),
        *(sheet[key] for key in WORDS),
        *(sheet[key] for key in FIGURES),
        *(sheet["armor"][place] for place in LOCATIONS),
        int(sheet["skip_hunt"]),
        sheet["proficiency"]["type"],
        sheet["proficiency"]["level"],
        *(text(sheet[key]) for key in LISTS),
        text(sheet),
    )
    return {survivor: [row], gear_grid: [(one, slot, gear) for slot, gear in enumerate(sheet["gear"]) if gear]}


def of_home(s: State) -> dict[Table, list[tuple]]:
    """The rows of the settlement and of where the campaign is, but those of what grows with its years (LONG)."""
    home = s.settlement
    plain = {key: value for key, value in home.items() if isinstance(value, (int, str))}
    short = {key: type(value)() if key in LONG else value for key, value in s.data.items() if key != "survivors"}
    short["settlement"] = home | {"timeline": []}
    plain |= {"data": text(short)}
    plain |= {"party_size": s.data["party_size"], "step": s.data["step"], "show": text(s.data["show"]), "hunt": text(s.data["hunt"])}
    lists = {key: home[key] for key in ("innovations", "locations", "milestones", "quarries", "nemeses")}
    lists |= {"party": s.data["party"], "principles": [f"{key}: {home['principles'][key]}" for key in sorted(home["principles"])]}
    lists["departing"] = [text(row) for row in home["departing"]]
    return {
        settlement: sorted((key, str(value)) for key, value in plain.items()),
        listed: [(key, place, word) for key in sorted(lists) for place, word in enumerate(lists[key])],
        storage: [(kind, one, home[kind][one]) for kind in ("gear", "storage") for one in sorted(home[kind])],
    }


TAKEN = "taken "  # before a journal's id, in `settlement`: its digest


def of_timeline(entries: list[list[Any]]) -> dict[Table, list[tuple]]:
    return {timeline: [(k, row[0], row[1], row[2], row[3] if len(row) == 5 else 0, row[-1]) for k, row in enumerate(entries)]}


def of_taken(taken: dict[str, str]) -> dict[Table, list[tuple]]:
    return {settlement: [(TAKEN + one, taken[one]) for one in sorted(taken)]}


def of_years(years: list[list[int]]) -> dict[Table, list[tuple]]:
    return {listed: [("years", place, text(row)) for place, row in enumerate(years)]}


LONG: dict[str, Callable[[Any], dict[Table, list[tuple]]]] = {"timeline": of_timeline, "taken": of_taken, "years": of_years}


def long(s: State, what: str) -> Any:
    """What grows with a campaign's years, by its name in LONG."""
    return s.settlement[what] if what == "timeline" else s.data.get(what, [])


def rows(s: State) -> dict[Table, list[tuple]]:
    """Every row of every derived table."""
    out: dict[Table, list[tuple]] = {table: [] for table in DERIVED}
    parts = [of_survivor(one, sheet) for one, sheet in s.survivors.items()]
    for part in (*parts, of_home(s), *(make(long(s, what)) for what, make in LONG.items())):
        for table, made in part.items():
            out[table] += made
    return out


def state_of(connection: Connection) -> State:
    """The position that the rows tell. Raises LookupError, ValueError or TypeError where they tell none."""
    found = connection.execute(select(settlement.c.value).where(settlement.c.key == "data")).scalar()
    if found is None:
        raise KeyError("data")
    data = json.loads(found)
    sheets = connection.execute(select(survivor.c.id, survivor.c.sheet).order_by(survivor.c.place)).fetchall()
    data["survivors"] = {one: json.loads(sheet) for one, sheet in sheets}
    entries = connection.execute(select(timeline).order_by(timeline.c.place)).fetchall()
    data["settlement"]["timeline"] = [[*row[1:4], *((row[4],) if row[2] == "showdown" else ()), row[5]] for row in entries]
    taken = connection.execute(select(settlement).where(settlement.c.key.startswith(TAKEN))).fetchall()
    data["taken"] = {key.removeprefix(TAKEN): digest for key, digest in taken}
    years = connection.execute(select(listed.c.word).where(listed.c.list == "years").order_by(listed.c.place)).fetchall()
    if "years" in data:  # else it is of before there were any
        data["years"] = [json.loads(row[0]) for row in years]
    return State(data)
