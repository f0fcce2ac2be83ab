"""The derived rows as an answer changes them: what is written is what changed, so that an answer costs as much in a campaign's five
hundredth year as in its first."""

import json
from typing import Any

from sqlalchemy import Connection, Table, select

from lanternboard_host.campaign.state import DEAD, State

from . import tables
from .tables import HOME, survivor


class Written:
    """What is known of the derived rows in the database; nothing at first."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.forget()

    def forget(self) -> None:
        """Others may have written them, or what was written may have been taken back."""
        self._known = False
        self._living: dict[str, dict[str, Any]] = {}  # sheets as their rows tell them
        self._values: dict[str, Any] = {}  # likewise what grows with the years
        self._rows: dict[tuple[str, str], dict[tuple, tuple]] = {}  # by part and table: rows by key

    def write(self, s: State, other: bool) -> None:
        """The rows of a position, which is the one that was written last, as answers have changed it, or another one (`other`)."""
        if other:
            self._all_sheets(s)
        else:
            self._sheets(s)
        s.survivors.kept()
        if not self._known:
            for table in HOME:
                self._connection.exec_driver_sql(f'delete from "{table.name}"')
        self._part("home", tables.of_home(s))
        for what, make in tables.LONG.items():
            value = tables.long(s, what)
            if what not in self._values or self._values[what] != value:
                self._part(what, make(value))
                self._values[what] = dict(value) if isinstance(value, dict) else [list(row) for row in value]
        self._known = True

    def _sheets(self, s: State) -> None:
        """Of the living, whose changes nobody tells, those that differ from their rows; of the dead whom somebody has reached."""
        ids = set(self._living) if self._known else {one for one, sheet in s.survivors.items() if sheet["state"] != DEAD}
        for one in sorted(ids | s.survivors.changed()):
            sheet = s.survivors.get(one)
            if sheet is None or self._living.get(one) != sheet:
                self._sheet(one, sheet)

    def _all_sheets(self, s: State) -> None:
        kept = {row[0]: row[1] for row in self._connection.execute(select(survivor.c.id, survivor.c.sheet))}
        self._living = {}
        for one in sorted({*kept, *s.survivors}):
            sheet = s.survivors.get(one)
            if sheet is None or kept.get(one) != tables.text(sheet):
                self._sheet(one, sheet)
            elif sheet["state"] != DEAD:
                self._living[one] = json.loads(kept[one])

    def _sheet(self, one: str, sheet: dict[str, Any] | None) -> None:
        self._connection.exec_driver_sql("delete from survivor where id = ?", (one,))
        self._connection.exec_driver_sql("delete from gear_grid where survivor = ?", (one,))
        self._living.pop(one, None)
        if sheet is None:
            return
        for table, rows in tables.of_survivor(one, sheet).items():
            enter(self._connection, table, rows)
        if sheet["state"] != DEAD:
            self._living[one] = json.loads(tables.text(sheet))

    def _part(self, part: str, made: dict[Table, list[tuple]]) -> None:
        """The rows of a part, where they differ from those that it had. No two parts have a row of one key."""
        for table, rows in made.items():
            width = len(table.primary_key.columns)  # a key's columns are the first
            before, after = self._rows.get((part, table.name), {}), {row[:width]: row for row in rows}
            gone = [key for key in before if key not in after]
            if gone:
                which = " and ".join(f'"{column.name}" = ?' for column in table.primary_key.columns)
                self._connection.exec_driver_sql(f'delete from "{table.name}" where {which}', gone)
            enter(self._connection, table, [row for key, row in after.items() if before.get(key) != row], "or replace")
            self._rows[part, table.name] = after


def enter(connection: Connection, table: Table, rows: list[tuple], how: str = "") -> None:
    """Rows into a table; how: SQLite's word for what becomes of those of the same key."""
    if rows:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        marks = ", ".join("?" * len(table.columns))
        connection.exec_driver_sql(f'insert {how} into "{table.name}" ({columns}) values ({marks})', rows)
