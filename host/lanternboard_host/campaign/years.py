"""What the settlement came to in each lantern year, for charts. A row is written into the position as its year ends (P6, or an edit of
the year), so that whatever takes a position back takes its rows back; the present year's is made whenever somebody looks. The prologue
has none. A person may put right what a past year's were, or enter years that were kept on paper: they are fields by year (`ByYear`)."""

from typing import Any

from . import derived
from .content import Content
from .state import State

FIGURES = ("year", "population", "deaths", "births", "living", "survival", "limit")  # deaths and births: all until then


def present(s: State, content: Content) -> list[int]:
    """The present year's row as it stands, in the order of FIGURES. `survival` is the sum of the living's."""
    home, living = s.settlement, derived.alive(s)
    survival = sum(s.survivors[one]["survival"] for one in living)
    return [home["year"], home["population"], home["deaths"], home["births"], len(living), survival, derived.limit(s, content)]


def turn(s: State, content: Content, year: int) -> None:
    """Before the year becomes this one: the present one is over, or years that are to come again have not been."""
    rows = s.data.setdefault("years", [])
    if 0 < s.settlement["year"] < year:
        rows.append(present(s, content))
    s.data["years"] = [row for row in rows if row[0] < year]


def rows(s: State, content: Content) -> list[list[int]]:
    """A row for each year that was played here, the present one last."""
    return s.data.get("years", []) + ([present(s, content)] if s.settlement["year"] else [])


class ByYear:
    """The past years' figures, each by name; None for a year that has none."""

    def __init__(self, s: State) -> None:
        self.s = s

    def row(self, year: int) -> list[int] | None:
        return next((row for row in self.s.data.get("years", []) if row[0] == year), None)

    def __getitem__(self, year: int) -> dict[str, int] | None:
        row = self.row(year)
        return None if row is None else dict(zip(FIGURES[1:], row[1:], strict=True))

    def __setitem__(self, year: int, figures: dict[str, int] | None) -> None:
        rows = [row for row in self.s.data.get("years", []) if row[0] != year]
        if figures is not None:
            rows.append([year, *(figures[what] for what in FIGURES[1:])])
        self.s.data["years"] = sorted(rows)


class OfYear:
    """One past year's figures by name."""

    def __init__(self, row: list[int]) -> None:
        self.row = row

    def __getitem__(self, what: str) -> int:
        return self.row[FIGURES.index(what)]

    def __setitem__(self, what: str, figure: int) -> None:
        self.row[FIGURES.index(what)] = figure


def named(s: State, content: Content) -> list[dict[str, Any]]:
    """The same by name, with the mean of the living's survival; None where nobody lives."""
    out: list[dict[str, Any]] = []
    for row in rows(s, content):
        found = dict(zip(FIGURES, row, strict=True))
        out.append({**found, "mean": round(found["survival"] / found["living"], 2) if found["living"] else None})
    return out
