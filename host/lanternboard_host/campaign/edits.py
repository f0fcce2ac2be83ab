"""Edits by hand: any field of the records, with its old value and the reason. A rule that is broken by one is told (derived.broken)
and never forbidden; only what the field cannot hold is refused.

    {"edit": [["survivors.s3.courage", 1, 4], ...], "why": "text"}

A field is its path, then its value before and after. A survivor is added by ["survivors.+", null, "name"]; a past year's figures by
["years.3", null, {"population": 12, ...}]."""

import re
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.party import BOXES

from . import years
from .content import ATTRIBUTES, LOCATIONS
from .derived import GAINS
from .state import ALIVE, DEAD, GRID, RETIRED, State, add

MOST = 9999
NEW = "survivors.+"
WORDS = 60  # characters of a word in a list
ANSWERS = ("done", "later", "newcomer", "nobody", "none", "by-hand", "as-before")  # what prompts offer beside ids: nothing may be called so


def number(low: int, high: int):
    def check(value, path):
        if type(value) is not int or not low <= value <= high:
            raise Refused(path, f"{value!r} is none", f"{low} to {high}")

    return check


def line(most: int, least: int = 0):
    def check(value, path):
        fits = isinstance(value, str) and least <= len(value) <= most
        if not fits or not all(c.isprintable() or (c == "\n" and most > 100) for c in value):
            raise Refused(path, "not a text", f"{least}-{most} printable characters")

    return check


def one_of(*words):
    def check(value, path):
        if value not in words or isinstance(value, bool) != isinstance(words[0], bool):
            raise Refused(path, f"{value!r} is none", ", ".join(str(word).lower() for word in words))

    return check


def called(value, path):
    """A word that no prompt offers as an answer of its own."""
    line(WORDS, 1)(value, path)
    if value in ANSWERS:
        raise Refused(path, f"{value} is an answer of its own", "another spelling, as " + value.capitalize())


def words(value, path):
    if not isinstance(value, list) or len(value) > 200:
        raise Refused(path, "not a list", "at most 200 words")
    for k, word in enumerate(value):
        called(word, f"{path}[{k}]")
    if len(set(value)) != len(value):
        raise Refused(path, "a word is there twice", "each once")


def counts(value, path):
    """{id: how many}."""
    if not isinstance(value, dict) or len(value) > 500:
        raise Refused(path, "not counts by id", '{"skull": 2}')
    for key in value:
        called(key, path)
        number(1, MOST)(value[key], f"{path}.{key}")


def by_attribute(value, path):
    if not isinstance(value, dict):
        raise Refused(path, "not tokens by attribute", '{"speed": 1}')
    for key in value:
        one_of(*ATTRIBUTES)(key, path)
        number(-MOST, MOST)(value[key], f"{path}.{key}")


def grid(value, path):
    if not isinstance(value, list) or len(value) != GRID:
        raise Refused(path, "not a gear grid", "nine ids or null, three by three")
    for k, one in enumerate(value):
        if one is not None:
            called(one, f"{path}[{k}]")


def boxes(value, path):
    words(value, path)
    for k, box in enumerate(value):
        one_of(*BOXES)(box, f"{path}[{k}]")


def pairs(value, path):
    if not isinstance(value, list) or len(value) > 40:
        raise Refused(path, "not a list of injuries", '[["head", "deaf"]]')
    for k, pair in enumerate(value):
        if not isinstance(pair, list) or len(pair) != 2:
            raise Refused(f"{path}[{k}]", "not an injury", '["head", "deaf"]')
        one_of(*LOCATIONS, "brain")(pair[0], f"{path}[{k}][0]")
        line(WORDS, 1)(pair[1], f"{path}[{k}][1]")


def bonus(value, path):
    if not isinstance(value, list) or len(value) > 100:
        raise Refused(path, "not a list of bonuses", '[["survival", 1, "why"]]')
    for k, row in enumerate(value):
        if not isinstance(row, list) or len(row) != 3:
            raise Refused(f"{path}[{k}]", "not a bonus", '["survival", 1, "why"]')
        one_of(*GAINS)(row[0], f"{path}[{k}][0]")
        number(-MOST, MOST)(row[1], f"{path}[{k}][1]")
        line(WORDS)(row[2], f"{path}[{k}][2]")


def dated(value, path):
    if not isinstance(value, list) or len(value) > 2000:
        raise Refused(path, "not a timeline", '[[2, "event", "id", ""], [4, "showdown", "butcher", 1, ""]]')
    for k, row in enumerate(value):
        here = f"{path}[{k}]"
        if not isinstance(row, list) or len(row) < 4 or row[1] not in ("event", "showdown") or len(row) != 4 + (row[1] == "showdown"):
            raise Refused(here, "not an entry", '[2, "event", "id", ""] or [4, "showdown", "butcher", 1, ""]')
        number(-MOST, MOST)(row[0], f"{here}[0]")
        line(WORDS, 1)(row[2], f"{here}[2]")
        if row[1] == "showdown":
            number(1, 9)(row[3], f"{here}[3]")
        one_of("", "done")(row[-1], f"{here}[{len(row) - 1}]")


def picked(value, path):
    """{principle: what was chosen}."""
    if not isinstance(value, dict) or len(value) > 20:
        raise Refused(path, "not principles", '{"death": "graves"}')
    for key in value:
        line(WORDS, 1)(key, path)
        line(WORDS, 1)(value[key], f"{path}.{key}")


SETTLEMENT = {
    "name": line(60),
    "year": number(0, MOST),
    "population": number(-MOST, MOST),
    "deaths": number(-MOST, MOST),
    "births": number(-MOST, MOST),
    "limit": number(-99, 99),
    "endeavors": number(-MOST, MOST),
    "departing": bonus,
    "innovations": words,
    "locations": words,
    "principles": picked,
    "milestones": words,
    "quarries": words,
    "nemeses": words,
    "timeline": dated,
    "storage": counts,
    "gear": counts,
    "lost_settlements": number(0, MOST),
    "notes": line(4000),
    "outcome": one_of("", "won", "lost"),
}
SURVIVOR = {
    **{what: number(-99, 999) for what in ("survival", "insanity", "courage", "understanding", "experience", "bleed")},
    **{what: number(-99, 99) for what in ATTRIBUTES},
    "name": line(32, 1),
    "sex": one_of("", "f", "m"),
    **{f"armor.{place}": number(-99, 99) for place in LOCATIONS},
    "boxes": boxes,
    "tokens": by_attribute,
    "proficiency.type": line(WORDS),
    "proficiency.level": number(0, 99),
    "arts": words,
    "disorders": words,
    "abilities": words,
    "impairments": words,
    "injuries": pairs,
    "gear": grid,
    "state": one_of(ALIVE, DEAD, RETIRED),
    "skip_hunt": one_of(False, True),
    "milestones": words,
    "born": number(0, MOST),
    "died": number(0, MOST),
    "cause": line(WORDS),
    "notes": line(4000),
}


def read_off(value, path):
    """{what the table read off its own sheet: the number}; what is not there is asked again."""
    if not isinstance(value, dict) or len(value) > 200:
        raise Refused(path, "not numbers by what was read", '{"first-day": 4}')
    for key in value:
        line(WORDS, 1)(key, path)
        number(-MOST, MOST)(value[key], f"{path}.{key}")


TOP = {"party": words, "party_size": number(1, 6), "learned": read_off}
PAST = re.compile("[1-9][0-9]{0,3}")
FIGURE = number(-MOST, MOST)  # of a past year


def yearly(value, path):
    """{figure: number}, or None where nothing is kept of that year."""
    if value is None:
        return
    wanted = years.FIGURES[1:]
    if not isinstance(value, dict) or set(value) != set(wanted):
        raise Refused(path, "not a year's figures", "null, or " + ", ".join(wanted))
    for what in wanted:
        FIGURE(value[what], f"{path}.{what}")


def field(s: State, path: str, year: int = 0):
    """(the dictionary it is in, its key, what it can hold). `year`: the one that it becomes in the same edit. Raises Refused for a path
    of nothing."""
    parts = path.split(".") if isinstance(path, str) else [""]
    if len(parts) == 1 and parts[0] in TOP:
        return s.data, parts[0], TOP[parts[0]]
    if parts[0] == "settlement" and len(parts) == 2 and parts[1] in SETTLEMENT:
        return s.settlement, parts[1], SETTLEMENT[parts[1]]
    if parts[0] == "years" and 1 < len(parts) < 4:
        return _of_year(s, path, max(year, s.settlement["year"]) - 1, *parts[1:])
    if parts[0] == "survivors" and len(parts) >= 3:
        if parts[1] not in s.survivors:
            raise Refused(path, f"no survivor {parts[1]}", ", ".join(list(s.survivors)[:12]) or "none yet")
        key = ".".join(parts[2:])
        if key in SURVIVOR:
            sheet = s.survivors[parts[1]]
            return (sheet[parts[2]], parts[3], SURVIVOR[key]) if len(parts) == 4 else (sheet, key, SURVIVOR[key])
        raise Refused(path, "no such field of a survivor", ", ".join(SURVIVOR))
    known = "settlement., survivors.ID., years.N, " + ", ".join((*TOP, *SETTLEMENT))
    raise Refused(path[:60] if isinstance(path, str) else "", "no such field", known)


def until(values) -> int:
    """The latest year that it becomes by these changes, (path, value) each; 0 where it stays."""
    return max((value for path, value in values if path == "settlement.year" and type(value) is int), default=0)


def once(paths) -> None:
    """Raises Refused for a field that is there twice; survivors are added as often as one likes."""
    seen = set()
    for path in paths:
        if path in seen:
            raise Refused(path[:60], "a field is there twice", "each once")
        if path != NEW:
            seen.add(path)


def _of_year(s: State, path: str, past: int, year: str, what: str = ""):
    """What `field` gives, of a year that is over, `past` at most."""
    kept = years.ByYear(s)
    if not PAST.fullmatch(year) or int(year) > past:
        allowed = f"1-{past}; the present one's are the settlement's" if past > 0 else "none yet"
        raise Refused(path[:60], f"{year[:20]} is no year that is over", allowed)
    if not what:
        return kept, int(year), yearly
    if what not in years.FIGURES[1:]:
        raise Refused(path, "no such figure of a year", ", ".join(years.FIGURES[1:]))
    row = kept.row(int(year))
    if row is None:
        raise Refused(path, f"nothing is kept of year {year}", f"years.{year} with all of them")
    return years.OfYear(row), what, FIGURE


def check(s: State, found) -> dict[str, Any]:
    """The edit, when every field is one, can hold its value and has the value that the edit says it had. Raises Refused with a path."""
    if not isinstance(found, dict) or not set(found) <= {"edit", "why"}:
        raise Refused("", "not an edit", '{"edit": [[path, before, after], ...], "why": "text"}')
    line(200)(found.get("why", ""), "why")
    rows = found.get("edit")
    if not isinstance(rows, list) or not 0 < len(rows) <= 500:
        raise Refused("edit", "not a list of fields", "1-500 of [path, before, after]")
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 3:
            raise Refused(f"edit[{k}]", "not a field's change", "[path, before, after]")
    year = until((path, after) for path, _, after in rows)
    for path, before, after in rows:
        if path == NEW:
            line(32, 1)(after, path)
            continue
        store, key, holds = field(s, path, year)
        if store[key] != before:
            raise Refused(path, f"it is {store[key]!r} and not {before!r} any more", "what it is now")
        holds(after, path)
        if path == "party":
            for k, one in enumerate(after):
                if one not in s.survivors:
                    raise Refused(f"party[{k}]", f"no survivor {one}", ", ".join(list(s.survivors)[:12]) or "none yet")
    _check_years(rows)
    once(path for path, *_ in rows)
    return found


def _check_years(rows: list[list[Any]]) -> None:
    """Years that begin again with the same edit have no figures; a year's come all at once or one by one. Raises Refused."""
    of = [path for path, *_ in rows if path.startswith("years.")]
    least = min([after for path, _, after in rows if path == "settlement.year"], default=MOST + 1)
    for path in of:
        year = path.split(".")[1]
        if int(year) >= least:
            raise Refused(path, f"the year becomes {least} in the same edit", f"years before {least}")
        if path.count(".") == 2 and f"years.{year}" in of:
            raise Refused(path, "a field is there twice", f"years.{year} has all of them")


def apply(game, found: dict) -> None:
    """Carries an edit out that `check` has passed."""
    s: State = game.state
    year = until((path, after) for path, _, after in found["edit"])
    for path, _, after in found["edit"]:
        if path == "settlement.year":
            years.turn(s, game.cards, after)
    for path, before, after in found["edit"]:
        if path == NEW:
            one = add(s, after, game.cards)
            s.survivors[one]["born"] = s.settlement["year"]
            game.tell("edited", f"survivors.{one}", None, after)
            continue
        store, key, _ = field(s, path, year)
        store[key] = after
        game.tell("edited", path, before, after)
        if path == "settlement.timeline":
            follow(s, before)
        if path == "settlement.name" and after and not before and s.data["step"] not in ("showdown", "set-up", "return"):
            from .settlement import naming

            naming(game)  # named later (report 17)


def follow(s: State, before: list[list[Any]]) -> None:
    """The special showdown that is due goes on being its entry of the timeline, wherever that is now; none, where it is gone."""
    show, after = s.data["show"], s.settlement["timeline"]
    if show and "at" in show:
        row = before[show["at"]]
        alike = [k for k, one in enumerate(after) if one[1:3] == row[1:3]]
        if alike:
            show["at"] = min(alike, key=lambda k: (after[k] != row, after[k][0] != row[0], abs(k - show["at"])))
        else:
            del show["at"]


def leaves(s: State) -> dict[str, Any]:
    """Path -> value of every field that can be edited."""
    out: dict[str, Any] = {key: s.data[key] for key in TOP}
    for key in SETTLEMENT:
        out[f"settlement.{key}"] = s.settlement[key]
    for one, sheet in s.survivors.items():
        for key in SURVIVOR:
            name, _, inner = key.partition(".")
            out[f"survivors.{one}.{key}"] = sheet[name][inner] if inner else sheet[name]
    for row in s.data.get("years", []):
        for what, figure in zip(years.FIGURES[1:], row[1:], strict=True):
            out[f"years.{row[0]}.{what}"] = figure
    return out


def _made_up(have: list[Any], was: list[Any], value: list[Any]) -> list[Any]:
    """The list as it is, without what came between two others and with what went, each as often as it did and has not done since."""
    want = have[::-1]
    for one in _without(value, was):
        if want.count(one) > was.count(one):
            want.remove(one)
    want.reverse()
    for one in _without(was, value):
        if want.count(one) < was.count(one):
            want.append(one)
    return want


def _without(some: list[Any], others: list[Any]) -> list[Any]:
    rest, left = list(others), []
    for one in some:
        if one in rest:
            rest.remove(one)
        else:
            left.append(one)
    return left


def compensating(before: State, after: State, now: State, why: str) -> dict[str, Any]:
    """The edit that takes back what lies between two positions, from the one that there is now: numbers by their difference, lists by
    what came and went, everything else where it has not changed since. Raises Refused where nothing of it is left to be taken back."""
    old, new, there = leaves(before), leaves(after), leaves(now)
    rows = []
    for path, value in new.items():
        if path not in old or path not in there or value == old[path]:
            continue
        have, was = there[path], old[path]
        if type(value) is int:
            want: Any = have - (value - was)
        elif isinstance(value, list) and path not in ("settlement.timeline",) and not path.endswith(".gear"):
            want = _made_up(have, was, value)
        elif isinstance(value, dict):
            want = dict(have)
            for key in set(value) | set(was):
                if value.get(key) == was.get(key):
                    continue
                if type(value.get(key, 0)) is int and type(was.get(key, 0)) is int:
                    want[key] = have.get(key, 0) - (value.get(key, 0) - was.get(key, 0))
                elif have.get(key) == value.get(key):
                    want[key] = was.get(key)
                if want.get(key) in (0, None) or (type(want.get(key)) is int and want[key] < 0 and path.startswith("settlement.")):
                    want.pop(key, None)
        elif have == value:
            want = was
        else:
            continue
        if want != have:
            rows.append([path, have, want])
    first, then, kept = (years.ByYear(s) for s in (before, after, now))
    turned = before.settlement["year"] != after.settlement["year"]
    for year in sorted({row[0] for s in (before, after) for row in s.data.get("years", [])}):
        came, went = first[year] is None, then[year] is None
        if came != went and not (came and turned) and kept[year] == then[year]:  # one that came as the year turned stays
            rows.append([f"years.{year}", kept[year], first[year]])
    present = next((want for path, _, want in rows if path == "settlement.year"), now.settlement["year"])
    rows = [row for row in rows if not row[0].startswith("years.") or int(row[0].split(".")[1]) < present]  # others begin again with it
    if not rows:
        raise Refused("", "nothing of it is left to be taken back", "an edit by hand")
    return {"edit": rows, "why": why}
