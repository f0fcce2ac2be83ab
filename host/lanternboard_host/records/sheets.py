"""Record sheets as PDF: a survivor's (C3), the settlement's (C4), and both blank, for a pencil. The same bytes for the
same records, wherever they are made. What the first pages cannot hold stands on further ones. It reads records and changes none."""

from collections.abc import Iterable
from typing import Any

from lanternboard.base.errors import Refused

from ..campaign import derived, state
from ..campaign.content import ATTRIBUTES, LOCATIONS, Content
from ..campaign.state import ALIVE, DEAD, GRID, RETIRED, State
from .paper import (
    FIGURE,
    HEAD,
    LIGHT,
    MARGIN,
    MISSING,
    ROW,
    SMALL,
    SOFT,
    STEP,
    TEXT,
    THICK,
    THIN,
    TITLE,
    UNDER,
    Pen,
    Row,
    fit,
    long,
    minus,
    shown,
    wrapped,
)

KINDS = ("settlement", "survivor", "both")
YEARS = 30  # of a timeline, where the content has none
PIPS = 12  # a limit that is still drawn as boxes
BOXES = {"bleed": 5, "experience": 16, "courage": 9, "understanding": 9, "proficiency": 8}  # boxes, where the content names no milestones


def settlement(s: State, content: Content, paper: str = "a4") -> bytes:
    """The settlement's sheet. Raises Refused for a paper that is none."""
    pen = Pen(paper, f"Settlement: {s.settlement['name']}")
    _settlement(pen, s, content)
    return pen.done()


def survivor(s: State, content: Content, one: str, paper: str = "a4") -> bytes:
    """One survivor's. Raises Refused for an id or a paper that is none."""
    return survivors(s, content, paper, (one,))


def survivors(s: State, content: Content, paper: str = "a4", ids: Iterable[str] | None = None) -> bytes:
    """One after another, in the order of `ids`; all who live without. Raises Refused for an id or a paper that is none, and where
    there is nobody to print."""
    chosen = _chosen(s, ids)
    if not chosen:
        raise Refused("survivor", "nobody to print", ", ".join(_by_age(s.survivors)[:12]) or "none yet")
    pen = Pen(paper, "Survivors" if len(chosen) > 1 else f"Survivor: {s.survivors[chosen[0]]['name']}")
    for one in chosen:
        _survivor(pen, content, one, s.survivors[one], s)
    return pen.done()


def everything(s: State, content: Content, paper: str = "a4", ids: Iterable[str] | None = None) -> bytes:
    """The settlement's, and then those of survivors, as above. Raises Refused for an id or a paper that is none."""
    chosen = _chosen(s, ids)
    pen = Pen(paper, f"Settlement: {s.settlement['name']}")
    _settlement(pen, s, content)
    for one in chosen:
        _survivor(pen, content, one, s.survivors[one], s)
    return pen.done()


def _chosen(s: State, ids: Iterable[str] | None) -> tuple[str, ...]:
    chosen = tuple(_by_age(derived.alive(s)) if ids is None else dict.fromkeys(ids))
    for one in chosen:
        if one not in s.survivors:
            known = _by_age(s.survivors)
            raise Refused("survivor", f"{one!r} is none", (", ".join(known[:12]) + (", ..." if len(known) > 12 else "")) or "none yet")
    return chosen


def blank(content: Content, kind: str, paper: str = "a4") -> bytes:
    """A sheet with nothing on it, or both. Raises Refused for a kind or a paper that is none."""
    if kind not in KINDS:
        raise Refused("kind", f"{kind!r} is none", ", ".join(KINDS))
    pen = Pen(paper, f"Blank {kind} sheet")
    if kind != "survivor":
        _settlement(pen, None, content)
    if kind != "settlement":
        _survivor(pen, content, "", state.record(""), None)
    return pen.done()


def _by_age(ids: Iterable[str]) -> list[str]:
    """Survivors in the order in which they came, whatever the order of a dictionary: s2 before s10."""
    return sorted(ids, key=lambda one: (len(one), one))


def _heading(pen: Pen, name: str, sub: str) -> float:
    """The top of a first page; where it ends. Without a name there is a line for it."""
    pen.page()
    if name:
        size = TITLE if long(shown(name), TITLE, True) <= pen.inner * 0.6 else FIGURE
        pen.text(MARGIN, MARGIN + 16, name, size, pen.inner * 0.6, bold=True)
    else:
        pen.line(MARGIN, MARGIN + 18, pen.inner * 0.6, THIN)
        pen.text(MARGIN, MARGIN + 27, "name", SMALL, ink=SOFT)
    pen.text(MARGIN, MARGIN + 32, sub, TEXT, pen.inner * 0.55, ink=SOFT)
    pen.line(MARGIN, MARGIN + 43, pen.inner, 1, LIGHT)
    return MARGIN + 43


# A survivor (C3)


def _survivor(pen: Pen, content: Content, one: str, sheet: dict[str, Any], s: State | None) -> None:
    """`s`: of whom it is one; None for a blank sheet, on which no figure stands."""
    pen.sheet(sheet["name"], one or "survivor")
    y = _heading(pen, sheet["name"], _life(one, sheet, s))
    states = [(word, s is not None and sheet["state"] == word) for word in (ALIVE, RETIRED, DEAD)]
    pen.checks(MARGIN, MARGIN + 14, pen.inner, states)
    pen.checks(
        MARGIN, MARGIN + 32, pen.inner, [("f", sheet["sex"] == "f"), ("m", sheet["sex"] == "m"), ("skip next hunt", sheet["skip_hunt"])]
    )
    y = _figures(pen, content, sheet, s, y + 18)
    y = _body(pen, content, sheet, s, y + 22)
    y = _tracks(pen, content, sheet, s, y + 22)
    _lists(pen, sheet, y + 18)
    pen.further()


def _life(one: str, sheet: dict[str, Any], s: State | None) -> str:
    """Where and when, in a line."""
    if s is None:
        return ""
    said = [fit(s.settlement["name"], 150)] if s.settlement["name"] else []
    if sheet["born"]:
        said.append(f"born in year {sheet['born']}")
    if sheet["state"] == DEAD:
        said.append(f"died in year {sheet['died']}" + (f": {sheet['cause']}" if sheet["cause"] else ""))
    elif one in s.data["party"]:
        said.append("departing")
    return ", ".join(said)


def _figures(pen: Pen, content: Content, sheet: dict[str, Any], s: State | None, y: float) -> float:
    """Survival under its limit, and the six attributes with their tokens."""
    most = derived.limit(s, content) if s else 0
    pen.figure(MARGIN, y, 42, "survival", minus(sheet["survival"]) if s else "")
    if s is None or most <= PIPS:
        for k in range(most if s else PIPS):
            top = y + (4 if s is None or most > PIPS // 2 else 10) + k // (PIPS // 2) * STEP
            pen.box(MARGIN + 56 + k % (PIPS // 2) * STEP, top, s is not None and k < sheet["survival"])
    pen.text(MARGIN + 56, y + 40, f"limit {most}" if s else "limit", SMALL)
    step = (pen.inner - pen.at(1) + MARGIN - 42) / (len(ATTRIBUTES) - 1)
    for k, what in enumerate(ATTRIBUTES):
        token = sheet["tokens"].get(what, 0)
        note = f"token {'+' if token > 0 else ''}{minus(token)}" if token else ""
        pen.figure(pen.at(1) + k * step, y, 42, what, minus(sheet[what]) if s else "", note)
    return y + 49


def _body(pen: Pen, content: Content, sheet: dict[str, Any], s: State | None, y: float) -> float:
    """The brain and the five locations with their boxes on the left, the gear grid on the right."""
    row, marks = 27, sheet["boxes"]
    armor = derived.armor(sheet, content)
    light, heavy = MARGIN + 116, MARGIN + 142
    for x, word in ((light - 6, "light"), (heavy - 6, "heavy")):
        pen.text(x, y, word, SMALL, 22, "middle", ink=SOFT)
    for k, place in enumerate(("brain", *LOCATIONS)):
        top = y + 7 + k * row
        pen.text(MARGIN, top + 14, place)
        pen.text(MARGIN + 32, top + 14, {"brain": "insanity", "head": "armor"}.get(place, ""), SMALL, ink=SOFT)
        if place == "brain":
            pen.frame(MARGIN + 70, top, 22, 22)
            pen.value(MARGIN + 70, top + 15.5, 22, minus(sheet["insanity"]) if s else "")
        else:
            pen.shield(MARGIN + 70, top, 22, 23)
            pen.value(MARGIN + 70, top + 14.5, 22, minus(armor[place]) if s and armor[place] else "")
        if place != "head":
            pen.box(light, top + 6, f"{place}-light" in marks)
        if place != "brain":
            pen.box(heavy, top + 6, f"{place}-heavy" in marks, THICK)
    left, gap = pen.at(1), 7
    wide, high = (pen.inner + MARGIN - left - 2 * gap) / 3, (6 * row - 4 - 2 * gap) / 3
    pen.text(left, y, "gear", SMALL, ink=SOFT)
    for k in range(GRID):
        across, top = left + k % 3 * (wide + gap), y + 7 + k // 3 * (high + gap)
        pen.frame(across, top, wide, high)
        piece = sheet["gear"][k]
        if piece:
            lines = wrapped(content.name("gear", piece), wide - 12)
            lines = [*lines[:2], " ".join(lines[2:])] if len(lines) > 3 else lines
            for n, line in enumerate(lines):
                pen.text(across + 6, top + high / 2 + 3 + (n - (len(lines) - 1) / 2) * 11, line, TEXT, wide - 12, "middle")
    return y + 7 + 6 * row - 4


def _tracks(pen: Pen, content: Content, sheet: dict[str, Any], s: State | None, y: float) -> float:
    """What is counted in boxes, those of milestones thick; with which weapons it is proficient."""
    figures = {**sheet, "proficiency": sheet["proficiency"]["level"]}
    tracks = (
        (MARGIN, 0, 211, "Hunt experience", "experience"),
        (MARGIN + 231, 0, 80, "Bleeding tokens", "bleed"),
        (pen.at(2), 0, pen.column, "Weapon proficiency", "proficiency"),
        (pen.at(0), 40, pen.column, "Courage", "courage"),
        (pen.at(1), 40, pen.column, "Understanding", "understanding"),
    )
    for x, down, width, label, what in tracks:
        marks = _milestones(content, what)
        at = x + pen.text(x, y + down + 6, label, bold=True) + 6
        pen.text(at, y + down + 6, minus(figures[what]) if s else "")
        pen.boxes(x + 0.5, y + down + 14, width, max(marks, default=BOXES[what]), figures[what] if s else 0, marks)
    pen.panel(pen.at(2), y + 40 - 3, pen.column, 1, "Weapon type", _rows([kind] if (kind := sheet["proficiency"]["type"]) else []))
    return y + 40 + 9 + 14


def _milestones(content: Content, what: str) -> set[int]:
    """The boxes of a survivor's milestones in what is counted."""
    found: set[int] = set()
    for entry in content.all("ages"):
        if entry["of"] == what:
            found |= {*entry["at"], *([entry["retires"]] if "retires" in entry else [])}
    return found


def _lists(pen: Pen, sheet: dict[str, Any], y: float) -> None:
    abilities = [*sheet["abilities"], *(_words(one) for one in sheet["impairments"])]
    injuries = [Row(f"{place}: {_words(one)}") for place, one in sheet["injuries"]]
    notes = [Row(line) for line in wrapped(sheet["notes"], pen.column)] if sheet["notes"] else []
    pen.stack(0, y, pen.bottom, [("Fighting arts", _rows(sheet["arts"]), 1), ("Disorders", _rows(sheet["disorders"]), 1)])
    pen.stack(1, y, pen.bottom, [("Abilities and impairments", _rows(abilities), 1), ("Severe injuries", injuries, 1)])
    pen.stack(2, y, pen.bottom, [("Notes", notes, 1)])


def _words(one: str) -> str:
    """An id of an impairment or an injury in words."""
    return one.replace("-", " ") if one.isascii() and one.islower() else one


def _rows(words: Iterable[str]) -> list[Row]:
    return [Row(word) for word in words]


# The settlement (C4)


def _settlement(pen: Pen, s: State | None, content: Content) -> None:
    home = s.settlement if s else {}
    pen.sheet(home.get("name", ""), "settlement")
    over = {"won": "the campaign is won", "lost": "the campaign is lost"}
    y = _heading(pen, home.get("name", ""), over.get(home["outcome"], f"{home['phase']} phase") if s else "") + 18
    figures = {
        "year": "year",
        "population": "population",
        "deaths": "deaths",
        "endeavors": "endeavors",
        "lost_settlements": "lost settlements",
    }
    shown = [("survival limit", minus(derived.limit(s, content)) if s else "")]
    shown += [(label, minus(home[what]) if s else "") for what, label in figures.items()]
    for k, (label, figure) in enumerate([shown[1], shown[0], *shown[2:]]):
        pen.figure(MARGIN + k * (pen.inner - 60) / (len(shown) - 1), y, 60, label, figure)
    y += 62
    pen.stack(0, y, pen.bottom, [("Timeline", _timeline(s, content), 1)])
    middle = [
        ("Survival limit", _limit(s, content), 4),
        ("Departing survivors gain", _departing(s, content), 4),
        ("Milestones", _reached(s, content), 6),
        ("Principles", _principles(s, content), 5),
        ("Quarries", _named(home, content, "quarries", "monsters"), 4),
    ]
    pen.stack(1, y, pen.bottom, middle)
    right = [
        ("Innovations", _named(home, content, "innovations", "innovations"), 10),
        ("Locations", _named(home, content, "locations", "locations"), 8),
        ("Nemeses", _named(home, content, "nemeses", "monsters"), 4),
    ]
    pen.stack(2, y, pen.bottom, right)
    _stores(pen, s, content)
    pen.further()


def _stores(pen: Pen, s: State | None, content: Content) -> None:
    """The second page: who and what there is."""
    pen.continued()
    home = s.settlement if s else {}
    y, lines = MARGIN + 38, 8
    bottom = pen.bottom - HEAD - lines * ROW - UNDER - 4
    pen.stack(0, y, bottom, [("Population", _living(s), 3), ("The dead", _dead(s), 1)])
    pen.stack(1, y, bottom, [("Resources", _counts(home.get("storage", {}), content, "resources"), 1)])
    pen.stack(2, y, bottom, [("Gear", _counts(home.get("gear", {}), content, "gear"), 1)])
    notes = [Row(line) for line in wrapped(home["notes"], pen.inner)] if home.get("notes") else []
    pen.panel(MARGIN, bottom + UNDER, pen.inner, lines, "Notes", notes, 1)


def _timeline(s: State | None, content: Content) -> list[Row]:
    """Year by year, a line for each that has nothing yet; the box of what is done is filled."""
    entries = s.settlement["timeline"] if s else [[*entry, ""] for entry in content.raw["timeline"]]
    last = max([entry[0] for entry in content.raw["timeline"]], default=YEARS)
    out = []
    for year in sorted({*range(1, last + 1), *(entry[0] for entry in entries)}):
        there = [entry for entry in entries if entry[0] == year]
        for k, entry in enumerate(there):
            event = entry[1] == "event"
            name = content.name("events" if event else "monsters", entry[2])
            out.append(Row(name, "" if event else f"level {entry[3]}", entry[-1] == "done", "" if k else str(year)))
        if not there:
            out.append(Row("", "", False, str(year)))
    return out


def _limit(s: State | None, content: Content) -> list[Row]:
    found = derived.sources(s, content) if s else []
    first = [(what, amount) for what, amount in found if what == "base"]
    others = sorted((_whence(content, what), amount) for what, amount in found if what != "base")
    return [Row(what, _signed(amount) if what != "base" else minus(amount)) for what, amount in [*first, *others]]


def _departing(s: State | None, content: Content) -> list[Row]:
    return [Row(f"{_signed(amount)} {what}", _whence(content, why)) for what, amount, why in (derived.bonuses(s, content) if s else [])]


def _whence(content: Content, what: str) -> str:
    """The name of what gives something: an option of a principle has one too."""
    options = {option["id"]: option["name"] for entry in content.all("principles") for option in entry.get("options", [])}
    return options.get(what) or content.name_of(what)


def _signed(n: int) -> str:
    return minus(n) if n < 0 else f"+{n}"


def _reached(s: State | None, content: Content) -> list[Row]:
    there = s.settlement["milestones"] if s else []
    known = [entry["id"] for entry in content.all("milestones")]
    return [Row(content.name("milestones", one), mark=one in there) for one in [*known, *(one for one in there if one not in known)]]


def _principles(s: State | None, content: Content) -> list[Row]:
    chosen = s.settlement["principles"] if s else {}
    known = [entry["id"] for entry in content.all("principles")]
    out = []
    for one in [*known, *sorted(one for one in chosen if one not in known)]:
        picked = chosen.get(one, "")
        name = derived.option(content, one, picked).get("name", picked)
        out.append(Row(content.name("principles", one).removeprefix("Principle: "), name))
    return out


def _named(home: dict[str, Any], content: Content, what: str, kind: str) -> list[Row]:
    return [Row(content.name(kind, one)) for one in home.get(what, [])]


def _counts(store: dict[str, int], content: Content, what: str) -> list[Row]:
    return [Row(name, str(n)) for name, n in sorted((content.name(what, one), n) for one, n in store.items())]


def _living(s: State | None) -> list[Row]:
    out = []
    for one in _by_age(derived.alive(s)) if s else []:
        sheet = s.survivors[one]  # type: ignore[union-attr]
        said = RETIRED if sheet["state"] == RETIRED else "skips the hunt" if sheet["skip_hunt"] else ""
        out.append(Row(_called(one, sheet), said))
    return out


def _dead(s: State | None) -> list[Row]:
    if s is None:
        return []
    gone = [(one, sheet) for one in _by_age(s.survivors) if (sheet := s.survivors[one])["state"] == DEAD]
    return [Row(_called(one, sheet), f"year {sheet['died']}") for one, sheet in gone]


def _called(one: str, sheet: dict[str, Any]) -> str:
    """The name; the id before it where the typeface has not all of it."""
    return f"{one}: {sheet['name']}" if MISSING in shown(sheet["name"]) else sheet["name"]
