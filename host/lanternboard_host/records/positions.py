"""A campaign's position that comes from a file: whether it has the form that positions have (campaign/state.py), value by value. What its
figures are is not asked: the group owns the game, and `derived.broken` tells about rules."""

import re
from collections.abc import Callable
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.party import BOXES

from lanternboard_host.campaign import effects
from lanternboard_host.campaign.content import ATTRIBUTES, LOCATIONS
from lanternboard_host.campaign.derived import GAINS
from lanternboard_host.campaign.settlement import STEPS
from lanternboard_host.campaign.state import ALIVE, DEAD, GRID, RETIRED, State, number_of
from lanternboard_host.campaign.years import FIGURES

Check = Callable[[Any, str], None]
LARGEST = 1 << 53
COUNTED = 10**7  # survivors and showdowns that have a number of their own
LONG = 100_000  # characters of a text
ID = re.compile(r"s[1-9][0-9]{0,7}", re.ASCII)


def figure(value: Any, path: str) -> None:
    if type(value) is not int or abs(value) > LARGEST:
        raise Refused(path, "not a whole number", f"{-LARGEST} to {LARGEST}")


def flag(value: Any, path: str) -> None:
    if not isinstance(value, bool):
        raise Refused(path, "neither yes nor no", "true, false")


def word(value: Any, path: str) -> None:
    if not isinstance(value, str) or len(value) > LONG:
        raise Refused(path, "not a text", f"at most {LONG} characters")


def one_of(*words: str) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, str) or value not in words:
            raise Refused(path, "it is none of those there are", ", ".join(words))

    return check


def listed(holds: Check) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, list):
            raise Refused(path, "not a list", "[...]")
        for k, one in enumerate(value):
            holds(one, f"{path}[{k}]")

    return check


def row(*holds: Check) -> Check:
    """A list of just these."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, list) or len(value) != len(holds):
            raise Refused(path, "not such a list", f"{len(holds)} values")
        for k, (hold, one) in enumerate(zip(holds, value, strict=True)):
            hold(one, f"{path}[{k}]")

    return check


def by(key: Check, holds: Check) -> Check:
    """Values by some key."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, dict):
            raise Refused(path, "not an object", "{...}")
        for name, one in value.items():
            here = f"{path}.{name[:60]}"
            key(name, here)
            holds(one, here)

    return check


def keys(holds: dict[str, Check], may: dict[str, Check] | None = None) -> Check:
    """An object with just these keys; `may`: others that it can have."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, dict):
            raise Refused(path, "not an object", "{...}")
        before = f"{path}." if path else ""
        for name in holds:
            if name not in value:
                raise Refused(f"{before}{name}", "it is missing", ", ".join(holds))
        for name, one in value.items():
            hold = holds.get(name) or (may or {}).get(name)
            if hold is None:
                raise Refused(f"{before}{name[:60]}", "no such key", ", ".join((*holds, *(may or ()))))
            hold(one, f"{before}{name}")

    return check


def or_none(holds: Check) -> Check:
    return lambda value, path: None if value is None else holds(value, path)


def by_first(rows: dict[str, Check]) -> Check:
    """A list whose first word says what it is."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, list) or not value:
            raise Refused(path, "not such a list", ", ".join(rows))
        one_of(*rows)(value[0], f"{path}[0]")
        rows[value[0]](value, path)

    return check


def dated(value: Any, path: str) -> None:
    """An entry of the timeline."""
    if not isinstance(value, list) or len(value) < 2:
        raise Refused(path, "not an entry", '[2, "event", "id", ""] or [4, "showdown", "butcher", 1, ""]')
    one_of("event", "showdown")(value[1], f"{path}[1]")
    level = (figure,) if value[1] == "showdown" else ()
    row(figure, word, word, *level, one_of("", "done"))(value, path)


def _steps(value: Any, path: str) -> None:
    effects.check(value, path, content=True)


def _grid(value: Any, path: str) -> None:
    row(*[or_none(word)] * GRID)(value, path)


def survivor_id(value: Any, path: str) -> None:
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise Refused(path, "not a survivor's id", "as s1")


WORDS = listed(word)
SHEET = keys(
    {
        **{what: figure for what in ("survival", "insanity", *ATTRIBUTES, "courage", "understanding", "experience", "bleed")},
        **{what: word for what in ("name", "sex", "cause", "notes")},
        **{what: WORDS for what in ("arts", "disorders", "abilities", "impairments", "milestones")},
        "armor": keys({place: figure for place in LOCATIONS}),
        "boxes": listed(one_of(*BOXES)),
        "tokens": by(one_of(*ATTRIBUTES), figure),
        "proficiency": keys({"type": word, "level": figure}),
        "injuries": listed(row(word, word)),
        "gear": _grid,
        "state": one_of(ALIVE, DEAD, RETIRED),
        "skip_hunt": flag,
        "born": figure,
        "died": figure,
    }
)
HOME = keys(
    {
        **{what: word for what in ("name", "phase", "notes")},
        **{what: figure for what in ("year", "population", "deaths", "births", "limit", "endeavors", "lost_settlements")},
        **{what: WORDS for what in ("innovations", "locations", "milestones", "quarries", "nemeses")},
        "outcome": one_of("", "won", "lost"),
        "departing": listed(row(one_of(*GAINS), figure, word)),
        "principles": by(word, word),
        "timeline": listed(dated),
        "storage": by(word, figure),
        "gear": by(word, figure),
    }
)
TODO = by_first(
    {
        "event": row(word, word),
        "principle": row(word, word),
        "age": row(word, survivor_id, word, figure),
        "steps": row(word, _steps, word),
        "death": row(word, survivor_id),
        "disorder": row(word, survivor_id),
        "by-hand": row(word),
    }
)
DATA = keys(
    {
        "id": word,
        "content": word,
        "party_size": figure,
        "settlement": HOME,
        "survivors": by(survivor_id, SHEET),
        "party": WORDS,
        "hunt": or_none(keys({"at": figure, "monster": figure, "dark": flag, "showdown": flag, "ambush": word}, {"pushed": flag})),
        "shows": figure,
        "show": or_none(
            keys({"id": word, "monster": word, "level": figure, "pack": word, "kind": word}, {"at": figure, "ambush": word, "hunt": figure})
        ),
        "taken": by(word, word),
        "learned": by(word, figure),
        "step": one_of("showdown", "hunt", "hunting", "away", *STEPS),
        "todo": listed(TODO),
        "returning": WORDS,
        "innovated": flag,
        "once": WORDS,
        "next": figure,
    },
    {"lost": WORDS, "skip_year": flag, "years": listed(row(*[figure] * len(FIGURES)))},
)


def position(data: Any, path: str) -> State:
    """The position of such data, survivors in their order. Raises Refused with a path."""
    DATA(data, path)
    survivors = data["survivors"]
    newest = max(map(number_of, survivors), default=0)
    if data["next"] <= newest:
        raise Refused(f"{path}.next", f"there is a survivor s{newest}", f"more than {newest}")
    for what in ("next", "shows"):
        if not 0 < data[what] < COUNTED:
            raise Refused(f"{path}.{what}", "not such a number", f"1 to {COUNTED - 1}")
    if not 1 <= data["party_size"] <= 6:
        raise Refused(f"{path}.party_size", "not a party's size", "1-6")
    for what in ("party", "returning"):
        for k, one in enumerate(data[what]):
            if one not in survivors:
                raise Refused(f"{path}.{what}[{k}]", f"no survivor {one[:60]}", "an id of survivors")
    for k, item in enumerate(data["todo"]):
        if item[0] in ("age", "death", "disorder") and item[1] not in survivors:
            raise Refused(f"{path}.todo[{k}][1]", f"no survivor {item[1]}", "an id of survivors")
    show = data["show"]
    if show and not 1 <= show["level"] <= 99:
        raise Refused(f"{path}.show.level", "not a level", "1-99")
    if show and "at" in show and not 0 <= show["at"] < len(data["settlement"]["timeline"]):
        raise Refused(f"{path}.show.at", "not an entry of the timeline", "its place, from 0")
    if data["hunt"] and not show:
        raise Refused(f"{path}.show", "a hunt without its showdown", "an object")
    if data["hunt"] and data["step"] != "hunting":
        raise Refused(f"{path}.hunt", f"a hunt, and the step is {data['step']}", "null, or the step hunting")
    return State({**data, "survivors": {one: survivors[one] for one in sorted(survivors, key=number_of)}})
