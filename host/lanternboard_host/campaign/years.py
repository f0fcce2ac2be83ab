"""What the settlement came to in each lantern year, for charts. A row is written into the position as its year ends (P6, or an edit of
the year), so that whatever takes a position back takes its rows back; the present year's is made whenever somebody looks. The prologue
has none."""

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


def named(s: State, content: Content) -> list[dict[str, Any]]:
    """The same by name, with the mean of the living's survival; None where nobody lives."""
    out: list[dict[str, Any]] = []
    for row in rows(s, content):
        found = dict(zip(FIGURES, row, strict=True))
        out.append({**found, "mean": round(found["survival"] / found["living"], 2) if found["living"] else None})
    return out
