"""The showdown, as the campaign sees it: which one is to be fought, what the board is sent, and what comes back, taken once (F8, F9,
C5, Q8). The board plays it; here is only what it left."""

import json
import re
from collections.abc import Container, Sequence
from functools import partial
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.figures import MARKS_BY_ID
from lanternboard.rules.party import COUNTERS
from lanternboard.rules.prompt import ANYONE

from . import derived, effects
from .asking import Ask, Entry, Text, ask
from .content import ATTRIBUTES, LOCATIONS
from .edits import ANSWERS
from .state import DEAD, State, add, due

RESULTS = ("won", "lost")
KEYS = ("result", "survivors", "resources", "journal", "digest")
CHANGES = (*ATTRIBUTES, *COUNTERS, "disorders")
ID = re.compile("[a-z0-9-]{1,32}")  # of an injury, as packs have them
HELD = 4  # injuries of a survivor that are sent, the last ones: a party's have to fit
UNTIL_HOME = ("retired", "skip-hunt", "dies-at-end")  # marks that are something else on a sheet than an impairment
MARKS = tuple(mark for mark in MARKS_BY_ID if mark not in UNTIL_HOME)


def check(found: Any) -> dict[str, Any]:
    """An outcome: {"result": "won", "survivors": [[name, "lives", [[what, change], ...], [mark, ...], [[location, id], ...]], ...],
    "resources": [[name or "", id], ...], "archived": [[name, gear's id or name], ...], "journal": id, "digest": hex}; the last two where a
    journal tells it. Raises Refused with a path."""
    if not isinstance(found, dict):
        raise Refused("", "not an outcome", '{"result": "won", "survivors": [...], "resources": [...]}')
    if found.get("result") not in RESULTS:
        raise Refused("result", f"{found.get('result')!r} is none", ", ".join(RESULTS))
    for key in ("journal", "digest"):
        if not isinstance(found.get(key, ""), str) or len(found.get(key, "")) > 64:
            raise Refused(key, "not a word", "at most 64 characters")
    if odd := set(found) - {"result", "survivors", "resources", "archived", "journal", "digest"}:
        raise Refused(min(odd), "unknown", "the keys of docs/campaign.md")
    rows = found.get("archived", [])
    if not isinstance(rows, list) or len(rows) > 31:
        raise Refused("archived", "not a list", "at most 31")
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 2 or not _word(row[0], 64) or not _word(row[1], 64):
            raise Refused(f"archived[{k}]", "no gear of a survivor", "[name, gear's id or name]")
    rows = found.get("survivors", [])
    if not isinstance(rows, list) or len(rows) > 8:
        raise Refused("survivors", "not a list", "at most eight")
    for k, row in enumerate(rows):
        path = f"survivors[{k}]"
        if not isinstance(row, list) or len(row) != 5 or not isinstance(row[0], str) or row[1] not in ("lives", "dead"):
            raise Refused(path, "not what became of a survivor", '[name, "lives" or "dead", changes, marks, injuries]')
        for n, change in enumerate(row[2] if isinstance(row[2], list) else [0]):
            if not isinstance(change, list) or len(change) != 2 or change[0] not in CHANGES or type(change[1]) is not int:
                raise Refused(f"{path}[2][{n}]", "not a change", "[what, number]; what: " + ", ".join(CHANGES))
            if not -effects.MOST <= change[1] <= effects.MOST:
                raise Refused(f"{path}[2][{n}]", f"{change[1]} is too much", f"-{effects.MOST} to {effects.MOST}")
        if not isinstance(row[3], list) or not all(_word(mark, 40) for mark in row[3]):
            raise Refused(f"{path}[3]", "not a list of marks", ", ".join(MARKS + UNTIL_HOME))
        for n, injury in enumerate(row[4] if isinstance(row[4], list) else [0]):
            if not isinstance(injury, list) or len(injury) != 2 or injury[0] not in (*LOCATIONS, "brain") or not _word(injury[1], 60):
                raise Refused(f"{path}[4][{n}]", "not an injury", "[location, id]; location: " + ", ".join((*LOCATIONS, "brain")))
    rows = found.get("resources", [])
    if not isinstance(rows, list) or len(rows) > 200:
        raise Refused("resources", "not a list", "at most 200")
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[0], str) or not _word(row[1], 60) or row[1] in ANSWERS:
            raise Refused(f"resources[{k}]", "not a resource", '[name of who has it or "", id]')
    return found


def archived(game, gone: list[list[str]], rows: dict[str, list]) -> None:
    """Gear that was archived in the showdown, as a slung Founding Stone (F6), is the survivor's no more."""
    whose = {row[0]: one for one, row in rows.items()}
    for name, piece in gone:
        grid = game.state.survivors[whose[name]]["gear"] if name in whose else []
        for k, there in enumerate(grid):
            if there and piece in (there, game.cards.name("gear", there)):
                grid[k] = None
                game.tell("archived", whose[name], there)
                break


def _word(value: Any, most: int) -> bool:
    """Whether a record can hold it as a word."""
    return isinstance(value, str) and 0 < len(value) <= most and value.isprintable()


def act(game):
    """Waits for the showdown that is due, and takes what comes back."""
    s: State = game.state
    show = s.data["show"]
    options = Entry(check, ("by-hand",), "an outcome")
    choice = yield from ask(lambda: Ask("showdown", "C1", options, "by-hand", subject=(show["monster"], str(show["level"]))))
    if choice == "by-hand":
        found = yield from by_hand(game)
    else:
        found = json.loads(choice)
    yield from take(game, found, choice == "by-hand")


def by_hand(game):
    """The showdown was played without a board that could tell: the result and who died; the rest is entered when that is on the sheets."""
    show = game.state.data["show"]
    result = yield from ask(lambda: Ask("result", "C1", RESULTS, "won", subject=(show["monster"],)))
    usual = "lives" if result == "won" else "dead"
    rows = []
    for name, one in called(game.state, game.state.data["party"]).items():
        fate = yield from ask(partial(Ask, "fate", "P1", ("lives", "dead"), usual, ANYONE, (one,)))
        game.tell("fate", one, fate)
        gained = [["experience", 1]] if fate == "lives" and result == "won" else []
        rows.append([name, fate, gained, list(game.state.survivors[one]["impairments"]), []])
    return {"result": result, "survivors": rows, "resources": []}


def take(game, found: dict, by_hand: bool = False):
    """What a showdown left, on the sheets: changes that last, marks, injuries, the dead, resources. Tokens and boxes are not in it (C5).
    `by_hand`: the table is asked for what else there was."""
    s: State = game.state
    show = s.data["show"]
    rows = of_whom(s, found.get("survivors", []))
    party = [*s.data["party"], *(one for one in rows if one not in s.data["party"])]
    if found.get("journal"):
        s.data["taken"][found["journal"]] = found.get("digest", "")
    game.tell("showdown", show["monster"], show["level"], found["result"])
    living = [one for one in party if s.survivors[one]["state"] != DEAD and (one not in rows or rows[one][1] == "lives")]
    archived(game, found.get("archived", []), rows)
    for one, row in rows.items():
        sheet = s.survivors[one]
        if sheet["state"] == DEAD:
            continue
        for what, change in row[2]:
            if what == "disorders":
                if change > 0 and row[1] == "lives":  # asked when all else is on the sheets
                    s.data["todo"] += [["disorder", one]] * change
                    game.tell("disorders", one, change)
                continue
            before = sheet[what]
            sheet[what] = before + change if what in ATTRIBUTES else max(0, before + change)
            if sheet[what] != before:
                game.tell(what, one, sheet[what] - before, "showdown")
        _marked(game, one, row[3])
        for place, injury in row[4]:
            if not injury.startswith(tuple(game.cards.raw["passing"])):
                sheet["injuries"].append([place, injury])
                game.tell("injury", one, place, injury)
        _lost_levels(game, one, row[4])
        if "skip-hunt" in row[3] and not sheet["skip_hunt"]:
            sheet["skip_hunt"] = True
            game.tell("skip-hunt", one)
        if "retired" in row[3]:
            effects.survivor(game, one, ["retire"], "showdown")
        effects.ages(game, one)
        if row[1] == "dead":
            if not living:
                sheet["gear"] = [None] * len(sheet["gear"])
            effects.die(game, one, show["monster"])
    if living:
        for _, one in found.get("resources", []):
            effects.settlement(game, ["gain", one, 1], show["monster"])
            s.data["todo"] += [["steps", steps, one] for steps in [game.cards.get("resources", one).get("gain_steps")] if steps]
    if found["result"] == "won" and game.cards.get("monsters", show["monster"]).get("wins"):
        s.settlement["outcome"] = "won"
        game.tell("campaign", "won")
    if by_hand and (living or show["kind"] != "prologue"):
        s.data["todo"].insert(0, ["by-hand"])
    yield from home(game, bool(living), show, party)


def _marked(game, one: str, marks: list[str]) -> None:
    """The impairments are these now, and those of one's own, which no board is told."""
    sheet = game.state.survivors[one]
    before = sheet["impairments"]
    own = [mark for mark in before if mark not in MARKS]
    sheet["impairments"] = own + [mark for mark in marks if mark not in (*UNTIL_HOME, *own)]
    for mark in sheet["impairments"]:
        if mark not in before:
            game.tell("impairment", one, mark)
    for mark in before:
        if mark not in sheet["impairments"]:
            game.tell("no-impairment", one, mark)


def of_whom(s: State, rows: list[list[Any]]) -> dict[str, list[Any]]:
    """The rows of an outcome by the survivor that each is of: by its name in the party; who has left that since, by the name alone. Who
    was called otherwise is one of the party's others, in its order."""
    named = called(s, s.data["party"])
    others = {sheet["name"]: one for one, sheet in s.survivors.items() if one not in s.data["party"]}
    found = [named.pop(row[0], None) for row in rows]
    gone = found.count(None) > len(named)
    found = [others.pop(row[0], None) if one is None and gone else one for one, row in zip(found, rows, strict=True)]
    rest = iter(named.values())
    found = [next(rest, None) if one is None else one for one in found]
    return {one: row for one, row in zip(found, rows, strict=True) if one is not None}


def home(game, living: bool, show, party):
    """What follows: the prologue anew (F8), or the settlement."""
    s: State = game.state
    s.data["show"] = None
    kind = show["kind"]
    if kind == "prologue" and not living:
        yield from anew(game, party)
        return
    if kind == "special":
        from .settlement import after_special

        after_special(game, show)
        return
    s.data["returning"], s.data["party"] = s.data["party"], []
    s.settlement["phase"] = "settlement"
    s.data["step"] = "set-up"


def anew(game, party):
    """F8: the First Story once more, with as many others; nothing carries over."""
    s: State = game.state
    size = len(party)
    names = {one: s.survivors[one]["name"] for one in party}
    game.events[:] = [
        tuple(names.get(word, word) if isinstance(word, str) else word for word in event) for event in game.events
    ]  # they have no sheet any more
    s.data["todo"] = []
    for one in party:
        del s.survivors[one]
    s.settlement.update(storage={}, gear={}, population=0, deaths=0, milestones=[], notes=s.settlement["notes"])
    game.tell("anew")
    for k in range(size):
        name = yield from ask(partial(Ask, "name", "F8", Text(), None, ANYONE, (f"s{k}",)))
        one = add(game.state, name, game.cards)
        game.state.survivors[one]["gear"][:2] = ["cloth", "founding-stone"]
        game.state.data["party"].append(one)
    due(game.state, "white-lion", 1, "first-story", "prologue")
    game.state.data["step"] = "showdown"


def disorder(game, one: str):
    """Which one it is stands on the table's own card."""
    known = tuple(entry["id"] for entry in game.cards.all("disorders"))

    def make():
        gains = not derived.why_not(game.state.survivors[one], "disorder")
        return Ask("disorder", "D7", Text(40, 1, known), None, subject=(one,)) if gains else None

    name = yield from ask(make)
    if name is not None:
        effects.survivor(game, one, ["disorder", name], "showdown")


def _lost_levels(game, one: str, injuries) -> None:
    """The trauma that takes two levels of weapon proficiency."""
    for place, row in injuries:
        if place == "brain" and row == "trauma-unlearn" and game.state.survivors[one]["proficiency"]["level"]:
            effects.survivor(game, one, ["proficiency", -2], row)


def party(s: State, content) -> dict[str, Any]:
    """The departing survivors as a board takes them (`lanternboard/party/1`, docs/party.md): sheets, armor with what the gear brings, gear.
    Weapons that the board's pack does not know are sent with their figures; two of one name are told apart; what a board cannot hold is
    sent as near to it as it can."""
    rows: list[dict[str, Any]] = []
    limit = min(99, derived.limit(s, content))
    for name, one in called(s, s.data["party"]).items():
        sheet = s.survivors[one]
        row: dict[str, Any] = {"name": name}
        row |= {what: _within(sheet[what], 0 if what == "movement" else -30, 30) for what in ATTRIBUTES}
        row |= {what: _within(sheet[what], 0, 99) for what in ("insanity", "courage", "understanding", "experience")}
        row["survival"] = _within(sheet["survival"], 0, limit)
        row["disorders"] = min(99, len(sheet["disorders"]))
        row["bleed"] = _within(sheet["bleed"], 0, 4)
        row["boxes"] = list(sheet["boxes"])
        row["tokens"] = {what: _within(n, -30, 30) for what, n in sheet["tokens"].items() if what in ATTRIBUTES}
        row["impairments"] = [mark for mark in sheet["impairments"] if mark in MARKS]
        row["injuries"] = [list(injury) for injury in sheet["injuries"] if ID.fullmatch(injury[1])][-HELD:]
        armor, row["gear"] = _gear(sheet, content)
        row["armor"] = {place: _within(points, 0, 99) for place, points in armor.items()}
        rows.append(row)
    show = s.data["show"] or {}
    ambush = {"ambush": show["ambush"]} if show.get("ambush") else {}  # H8
    return {"format": "lanternboard/party/1", "id": show.get("id", ""), "limit": limit, **ambush, "survivors": rows}


def _within(n: int, low: int, high: int) -> int:
    return max(low, min(high, n))


def called(s: State, ids: Sequence[str]) -> dict[str, str]:
    """The survivors as a board is told them: id by name, in this order; two of one name are told apart."""
    found: dict[str, str] = {}
    for one in ids:
        found[_name(s.survivors[one]["name"] or one, found)] = one
    return found


def _name(name: str, others: Container[str]) -> str:
    """Another one where somebody in the party has it already."""
    k, made = 2, name
    while made in others:
        made = f"{name[:28]} {k}"
        k += 1
    return made


def _gear(sheet, content):
    """(armor by location without that of the pack's own gear, what is carried: ids of the pack's, and weapons with their figures)."""
    armor = dict(sheet["armor"])
    carried: list[Any] = []
    for one in sheet["gear"]:
        if not one:
            continue
        entry = content.get("gear", one)
        if one in ("cloth", "founding-stone"):  # every pack's (cards)
            carried.append(one)
            continue
        for place, points in entry.get("armor", {}).items():
            armor[place] += points
        if "weapon" in entry:
            speed, accuracy, strength = entry["weapon"]
            weapon = {"name": entry["name"], "speed": speed, "accuracy": accuracy, "strength": strength}
            if entry.get("reach"):
                weapon["reach"] = entry["reach"]
            if entry.get("keywords"):
                weapon["keywords"] = entry["keywords"]
            carried.append(weapon)
    return armor, carried[:8]
