"""An explanation for people: the scenario's board, lit, and the reasons in sentences. It is made from the very explanation/1
that programs get, by this computer or by a board; it computes no rule, it only tells what stands there."""

from __future__ import annotations

from lanternboard.lights import meanings
from lanternboard.rules.geometry import on_board
from lanternboard.rules.state import DEAD, DOWN, SIDES, State
from rich.style import Style
from rich.text import Text

from ..faces.picture import Picture
from .colours import AMBER, FAINT, PAPER

_SIDE = {"N": "north", "E": "east", "S": "south", "W": "west"}
_CONDITIONS = (
    # condition in an entry, field of the explanation or None, what is said of a survivor who does not meet it
    ("facing", "in_front", "is not in front"),
    ("in range", "in_range", "is out of range"),
    ("in field of view", "in_field_of_view", "is out of view"),
    ("in blind spot", None, "is not in the blind spot"),
)


def cells(state: State, told: dict) -> bytes:
    """What the board shows for an explanation: where a survivor is in range, the blind spot, every end of every move, where a
    push ends, placement, and who would be picked. Later ones cover earlier ones."""
    out = bytearray(state.columns * state.rows)

    def lay(places, meaning: int, level: int = meanings.NORMAL) -> None:
        for column, row in places:
            out[row * state.columns + column] = meanings.cell(meaning, level)

    zone = {(column, row) for column, row in told["in_range"]}
    for column, row in zone:
        near = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
        rim = any(0 <= c < state.columns and 0 <= r < state.rows and (c, r) not in zone for c, r in near)
        level = meanings.NORMAL if rim else meanings.DIM
        out[row * state.columns + column] = meanings.cell(meanings.IN_RANGE, level, rim)
    lay(told["blind_spot"], meanings.BLIND_SPOT)
    lay(told["placement"] or (), meanings.ALLOWED)
    for move in told["moves"]:
        for end in move["ends"]:
            lay(_base(state, end["at"]), meanings.ROUTE)
    lay(_base(state, (state.x, state.y)), meanings.MONSTER)
    lay(_front(state), meanings.FRONT_EDGE, meanings.BRIGHT)
    lay([push["at"] for push in told["knockback"] or ()], meanings.USUAL)
    for i, at in enumerate(state.at):
        if on_board(state, i):
            out[at] = meanings.cell(meanings.SURVIVOR + i % 8, edge=bool(state.flags[i] & DOWN))
    picked = told["pick"]["candidates"]
    for name, at in _places(state, told):
        if name in picked:
            out[at] = meanings.cell(meanings.CANDIDATE, meanings.BRIGHT)
    return bytes(out)


def _base(state: State, at):
    return [(x, y) for y in range(at[1], min(at[1] + state.size, state.rows)) for x in range(at[0], min(at[0] + state.size, state.columns))]


def _front(state: State):
    last = state.size - 1
    for k in range(state.size):
        yield ((state.x + k, state.y), (state.x + last, state.y + k), (state.x + k, state.y + last), (state.x, state.y + k))[state.facing]


def _places(state: State, told: dict):
    """(name, space) of the living, in the scenario's order: the explanation leaves the dead out, and so do we."""
    living = [at for i, at in enumerate(state.at) if not state.flags[i] & DEAD]
    return zip([survivor["name"] for survivor in told["survivors"]], living)


def picture(question, told: dict) -> Picture:
    """The board of a scenario (explain/scenario.py's Question) with its explanation on it."""
    made = Picture(question.state.columns, question.state.rows, cells(question.state, told), question.state, tuple(question.names))
    made.monster = question.monster_name
    made.title = "Explained"
    return made


def reasons(question, told: dict) -> list[tuple[Text, int]]:
    """The explanation in sentences, each with its indent; headings in amber, an empty line before all but the first."""
    out: list[tuple[Text, int]] = []

    def head(text: str) -> None:
        if out:
            out.append((Text(""), 0))
        out.append((Text(text, Style(color=AMBER, bold=True)), 0))

    def line(text: str, more: str = "") -> None:
        out.append((Text().append(text, Style(color=PAPER)).append(more, Style(color=FAINT)), 2))

    s = question.state
    reach = max(0, s.movement + s.tokens)
    head(f"{question.monster_name} faces {_SIDE[SIDES[s.facing]]}, movement {reach}")
    blind = {tuple(place) for place in told["blind_spot"]}
    where = {name: (at % s.columns, at // s.columns) for name, at in _places(s, told)}
    lying = {name for i, name in enumerate(question.names) if s.flags[i] & DOWN}
    for survivor in told["survivors"]:
        line(_survivor(survivor, survivor["name"] in lying, where[survivor["name"]] in blind))
    head("Who is picked (T1-T7a)")
    for text, more in _pick(question, told, lying, blind, where):
        line(text, more)
    for move in told["moves"]:
        head(f"Move & attack on {move['target']} (M1-M7)")
        for text in _move(move):
            line(text)
    if told["placement"] is not None:
        head("Placement")
        line(f"{_count(len(told['placement']), 'space')} exactly {question.placement} from the base.")
    if told["knockback"] is not None:
        name = question.names[question.knock]
        head(f"{name} is pushed {_count(question.knock_spaces, 'space')} (X2a, X4, X7, X8)")
        for push in told["knockback"]:
            line(_push(push))
    return out


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + ("" if n == 1 else "s")


def _names(some) -> str:
    some = list(some)
    if not some:
        return "nobody"
    return some[0] if len(some) == 1 else ", ".join(some[:-1]) + " and " + some[-1]


def _survivor(survivor: dict, lies: bool, behind: bool) -> str:
    if survivor["distance"] == 0:
        return f"{survivor['name']} is under the base."
    parts = [f"{survivor['distance']} away"]
    if survivor["threat"]:
        parts.append("a threat though down" if lies else "a threat")
    else:
        parts.append("down, no threat" if lies else "no threat")
    parts.append("in front" if survivor["in_front"] else "in the blind spot" if behind else "not in front")
    if not behind:
        parts.append("in view" if survivor["in_field_of_view"] else "hidden")
    parts.append("in range" if survivor["in_range"] else "out of range")
    return f"{survivor['name']}: {', '.join(parts)}."


def _pick(question, told: dict, lying, blind, where):
    """One line for each entry, in the list's order."""
    pick = told["pick"]
    decided = pick["entry"]
    for k, entry in enumerate(question.entries):
        label = f"{k + 1}. {entry}: "
        if decided is not None and k > decided:
            yield label, "not read."
        elif k == decided:
            yield label + _decision(question, entry, pick), ""
        elif entry.startswith("no target"):
            yield label, "not reached."
        else:
            yield label, _why_not(entry, told, lying, blind, where)
    if decided is None:
        yield "No entry fits, and the list names no instinct.", ""


def _decision(question, entry: str, pick: dict) -> str:
    some = pick["candidates"]
    if pick["instinct"] is not None:
        return f"nobody fits, the instinct is {pick['instinct']}."
    holder = question.state.priority
    if holder >= 0 and some == [question.names[holder]] and not entry.startswith("all "):
        return f"{some[0]}, who holds the priority target token (T7a)."
    if len(some) == 1:
        return f"{some[0]}."
    if entry.startswith("all "):
        return f"{_names(some)}, all of them."
    if entry.startswith("random "):
        return f"a fair draw among {_names(some)}."
    return f"{_names(some)}; the controller chooses (T4)."


def _why_not(entry: str, told: dict, lying, blind, where) -> str:
    """For each survivor the first condition of an entry that is not met."""
    parts = entry.split(", ")
    said = []
    for survivor in told["survivors"]:
        name = survivor["name"]
        if survivor["distance"] == 0:
            said.append(f"{name} is under the base")
        elif "threat" in parts[0] and not survivor["threat"]:
            said.append(f"{name} is no threat")
        elif "knocked-down" in parts[0] and name not in lying:
            said.append(f"{name} stands")
        else:
            for condition, field, text in _CONDITIONS:
                if condition in parts[1:] and not (survivor[field] if field else where[name] in blind):
                    said.append(f"{name} {text}")
                    break
    return "nobody. " + "; ".join(said) + "." if said else "nobody."


def _move(move: dict):
    if move["reaches"]:
        yield "Next to its target already." if not move["steps"] else f"{_count(move['steps'], 'step')}, and it is next to its target."
    else:
        yield f"A full move of {_count(move['steps'], 'step')}; it does not get next to its target, the attack is left out (M3)."
    ends = move["ends"]
    if len(ends) > 1:
        yield f"{len(ends)} ends are equally direct, the controller chooses (M5):"
    for end in ends:
        sides = " or ".join(_SIDE[side] for side in end["facing"])
        text = f"({end['at'][0]}, {end['at'][1]}) facing {sides}"
        sets = end["run_over"]
        if sets != [[]]:
            text += ", runs over " + " or ".join(_names(some) for some in sets)
        yield text + "."


def _push(push: dict) -> str:
    text = f"{_SIDE[push['direction']].capitalize()} to ({push['at'][0]}, {push['at'][1]})"
    if push["run_into"]:
        text += f", into {_names(push['run_into'])}: all fall (X5)"
    if push["stopped_by"] == "edge":
        text += ", where the board ends (X7)"
    elif push["stopped_by"] == "terrain":
        text += ", against terrain, and falls (X8)"
    return text + "."
