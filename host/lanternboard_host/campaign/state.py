"""A campaign's position: plain values by name, nothing that cannot be written as JSON. The whole of it is packed into a journal's
snapshot. It knows no rule; what follows from it (limits, decks, bonuses) is derived in derived.py and kept nowhere.

`data` holds "settlement", "survivors" by id, "party" (ids of the departing), "hunt" and "show" (None unless there is one), "taken"
(journal ids of showdowns that were taken in, and their digests), "learned" (what the table read off its own sheets), "step", "todo"
(what is still to be done before the step goes on, the next one first), "years" (a row of figures for each year that is over, years.py; a
position that is older than those has none) and "next", the number of the next survivor's id."""

import json
from typing import Any

from lanternboard.base.errors import Refused

from .content import ATTRIBUTES, LOCATIONS, Content

VERSION = 1
ALIVE, DEAD, RETIRED = "alive", "dead", "retired"
GRID = 9  # boxes of a gear grid, three by three


class Sheets(dict[str, dict[str, Any]]):
    """Survivors' sheets by id, in the order in which they came. `changed` is who may have changed since `kept`: whoever was reached by id
    since then, or during the act that is open, which may hold a sheet still. Whoever goes over all of them only looks."""

    def __init__(self, sheets: dict[str, dict[str, Any]]) -> None:
        super().__init__(sheets)
        self._reached: set[str] = set()
        self._before: set[str] = set()

    def __getitem__(self, one: str) -> dict[str, Any]:
        self._reached.add(one)
        return super().__getitem__(one)

    def __setitem__(self, one: str, sheet: dict[str, Any]) -> None:
        self._reached.add(one)
        super().__setitem__(one, sheet)

    def __delitem__(self, one: str) -> None:
        self._reached.add(one)
        super().__delitem__(one)

    def act(self) -> None:
        """Another act begins: nobody holds a sheet of the one before."""
        self._before |= self._reached
        self._reached = set()

    def changed(self) -> set[str]:
        return self._before | self._reached

    def kept(self) -> None:
        """Whoever wanted to know who changed has looked."""
        self._before = set()


class State:
    """`data` as above. What the engine wants of a position: `level`, `columns`, `rows`, `result`, `pack()`."""

    level = 1  # kept at boundaries, not at each
    columns = rows = 1
    result = 0

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        if not isinstance(data["survivors"], Sheets):
            data["survivors"] = Sheets(data["survivors"])

    @property
    def settlement(self) -> dict[str, Any]:
        return self.data["settlement"]

    @property
    def survivors(self) -> Sheets:
        return self.data["survivors"]

    def pack(self) -> bytes:
        """The same bytes for the same records, wherever they are made."""
        return b"%d\n" % VERSION + text(self.data).encode()


def text(value) -> str:
    """JSON, the same for the same values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def unpack(packed) -> State:
    """Raises Refused for what `pack` did not make, or a newer version did."""
    try:
        version, _, rest = bytes(packed).partition(b"\n")
        number = int(version)
        data = json.loads(rest)
        if not isinstance(data, dict):
            raise ValueError
        data["survivors"] = {one: data["survivors"][one] for one in sorted(data["survivors"], key=number_of)}
    except (ValueError, RecursionError, KeyError, TypeError):
        raise Refused("", "a campaign's position that cannot be read", "") from None
    if number > VERSION:
        raise Refused("", f"a campaign's position of version {number}", f"at most {VERSION}: a newer Lanternboard wrote it")
    return State(data)


def number_of(one: str) -> int:
    """A survivor's number, of its id: they come in this order."""
    return int(one[1:])


def new(content: Content, identity: str, names=(), seats: int = 0) -> State:
    """A campaign before its first showdown: year 0, the prologue (C1), the party of that with these names. `seats`: the number of
    survivors of a party, where that is not the content's (C7)."""
    state = State(
        {
            "id": identity,
            "content": content.id,
            "party_size": seats or content.raw["party"],
            "settlement": {
                "name": "",
                "year": 0,
                "phase": "showdown",
                "population": 0,
                "deaths": 0,
                "births": 0,
                "limit": 0,
                "endeavors": 0,
                "departing": [],
                "innovations": [],
                "locations": [],
                "principles": {},
                "milestones": [],
                "quarries": [],
                "nemeses": [],
                "timeline": [[year, kind, *rest, ""] for year, kind, *rest in content.raw["timeline"]],
                "storage": {},
                "gear": {},
                "lost_settlements": 0,
                "notes": "",
                "outcome": "",
            },
            "survivors": {},
            "party": [],
            "hunt": None,
            "shows": 1,
            "show": {"id": f"{identity}-1", "monster": "white-lion", "level": 1, "pack": "first-story", "kind": "prologue"},
            "taken": {},
            "learned": {},
            "step": "showdown",
            "todo": [],
            "returning": [],
            "years": [],
            "innovated": False,
            "once": [],
            "next": 1,
        }
    )
    for name in names:
        one = add(state, name, content)
        state.survivors[one]["gear"][:2] = ["cloth", "founding-stone"]
        state.data["party"].append(one)
    return state


def due(state: State, monster: str, level: int, pack: str, kind: str, **more: Any) -> None:
    """The showdown that is to be fought next. Its id goes with the party onto a board, and comes back with the journal."""
    state.data["shows"] += 1
    identity = f"{state.data['id']}-{state.data['shows']}"
    state.data["show"] = {"id": identity, "monster": monster, "level": level, "pack": pack, "kind": kind, **more}


def add(state: State, name: str, content: Content, sex: str = "") -> str:
    """A new survivor's record (C3, Q7a); its id."""
    one = f"s{state.data['next']}"
    state.data["next"] += 1
    state.survivors[one] = record(name, sex, content.raw["newcomer"])
    return one


def record(name: str, sex: str = "", figures=None) -> dict[str, Any]:
    """A record sheet with nothing on it but these figures."""
    made: dict[str, Any] = {key: 0 for key in ("survival", "insanity", *ATTRIBUTES, "courage", "understanding", "experience", "bleed")}
    made.update(figures or {})
    made.update(
        {
            "name": name,
            "sex": sex,
            "armor": {place: 0 for place in LOCATIONS},
            "boxes": [],
            "tokens": {},
            "proficiency": {"type": "", "level": 0},
            "arts": [],
            "disorders": [],
            "abilities": [],
            "impairments": [],
            "injuries": [],
            "gear": [None] * GRID,
            "state": ALIVE,
            "skip_hunt": False,
            "milestones": [],
            "born": 0,
            "died": 0,
            "cause": "",
            "notes": "",
        }
    )
    return made
