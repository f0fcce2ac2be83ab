"""What holds of every position: turning and mirroring it turns and mirrors every answer, and laws between the answers (CPython)."""

import json
import random

from explain.asking import answered
from explain.scenarios import scenario
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import count

SIDES = "NESW"
seeds = st.integers(0, 2**40)


def ask(value):
    told = json.loads(answered(json.dumps(value).encode()))
    assert told["format"] == "lanternboard/explanation/1", told
    return told


def full(seed):
    """A legal scenario with the defaults that a turn changes written out."""
    value = scenario(random.Random(seed))
    board = value.setdefault("board", {})
    board.setdefault("columns", 22)
    board.setdefault("rows", 16)
    board.setdefault("terrain", [])
    value["monster"].setdefault("size", [2, 2])
    value["monster"].setdefault("facing", "N")
    return value


class Turned:
    """A quarter turn clockwise."""

    def __init__(self, value):
        self.columns, self.rows = value["board"]["columns"], value["board"]["rows"]
        self.n = value["monster"]["size"][0]
        self.board = {"columns": self.rows, "rows": self.columns}

    def space(self, at, n=1):
        return [self.rows - n - at[1], at[0]]

    def side(self, side):
        return SIDES[(SIDES.index(side) + 1) % 4]

    def blind(self, pair):
        return pair  # belongs to the monster, facing N


class Mirrored(Turned):
    """West for east."""

    def __init__(self, value):
        super().__init__(value)
        self.board = {"columns": self.columns, "rows": self.rows}

    def space(self, at, n=1):
        return [self.columns - n - at[0], at[1]]

    def side(self, side):
        return {"E": "W", "W": "E"}.get(side, side)

    def blind(self, pair):
        return [self.n - 1 - pair[0], pair[1]]


def changed(value, by):
    out = json.loads(json.dumps(value))
    out["board"].update(by.board)
    for item in out["board"]["terrain"] + out["survivors"]:
        item["at"] = by.space(item["at"])
    monster = out["monster"]
    monster["at"] = by.space(monster["at"], by.n)
    monster["facing"] = by.side(monster["facing"])
    if "blind_spot" in monster:
        # A pair turned beyond the format's bounds lies off every board: it says nothing on either side.
        pairs = [by.blind(pair) for pair in monster["blind_spot"]]
        monster["blind_spot"] = [pair for pair in pairs if -64 <= pair[0] <= 64 and -64 <= pair[1] <= 64]
    return out


class Same(Turned):
    """No change: to bring an explanation into a form without orders."""

    def space(self, at, n=1):
        return at

    def side(self, side):
        return side


def loose(told, by):
    """An explanation changed, its orders by place and side forgotten."""

    def spaces(listed):
        return listed and sorted(by.space(at) for at in listed)

    out = {key: spaces(told[key]) for key in ("blind_spot", "in_front", "field_of_view", "in_range", "placement")}
    out["survivors"], out["pick"] = told["survivors"], told["pick"]
    out["moves"] = [
        {
            **move,
            "ends": sorted(
                ([by.space(end["at"], by.n), sorted(map(by.side, end["facing"])), end["run_over"]] for end in move["ends"]),
                key=lambda end: end[0],
            ),
        }
        for move in told["moves"]
    ]
    out["knockback"] = told["knockback"] and sorted(
        [by.side(push["direction"]), by.space(push["at"]), push["run_into"], push["stopped_by"]] for push in told["knockback"]
    )
    return out


@settings(max_examples=count(30, 300, 3000), deadline=None)
@given(seeds, st.sampled_from([Turned, Mirrored]))
def test_G_M_X_a_turned_or_mirrored_position_has_turned_or_mirrored_answers(seed, change):
    value = full(seed)
    by = change(value)
    assert loose(ask(changed(value, by)), Same(value)) == loose(ask(value), by)


@settings(max_examples=count(30, 300, 3000), deadline=None)
@given(seeds)
def test_G6_G7_blind_spot_and_field_of_view_never_meet(seed):
    told = ask(scenario(random.Random(seed)))
    assert not [at for at in told["blind_spot"] if at in told["field_of_view"]]


@settings(max_examples=count(30, 300, 3000), deadline=None)
@given(seeds)
def test_G8_range_grows_with_movement(seed):
    value = full(seed)
    before = None
    for movement in (0, 1, 2, 5, 12, 30):
        value["monster"]["movement"] = movement
        now = {tuple(at) for at in ask(value)["in_range"]}
        assert before is None or before <= now
        before = now


@settings(max_examples=count(40, 400, 4000), deadline=None)
@given(seeds)
def test_M1_M3_a_move_ends_beside_its_target_exactly_when_it_reaches(seed):
    value = full(seed)
    value["pick_target"] = ["all survivor"]
    told = ask(value)
    n = value["monster"]["size"][0]
    stands = {s["name"]: s["at"] for s in value["survivors"]}
    in_range = {s["name"]: s["in_range"] for s in told["survivors"]}
    allowance = max(0, value["monster"].get("movement", 6) + value["monster"].get("movement_tokens", 0))
    for move in told["moves"]:
        c, r = stands[move["target"]]
        for end in move["ends"]:
            x, y = end["at"]
            gap = max(x - c, 0, c - x - n + 1) + max(y - r, 0, r - y - n + 1)
            assert (gap == 1) == move["reaches"]
        # G8 is this very question
        assert move["reaches"] == in_range[move["target"]]
        assert 0 <= move["steps"] <= allowance and move["ends"]


@settings(max_examples=count(30, 300, 3000), deadline=None)
@given(seeds)
def test_X_a_push_ends_short_only_where_something_stops_it(seed):
    value = full(seed)
    told = ask(value)
    if told["knockback"]:
        at = [s["at"] for s in value["survivors"] if s["name"] == value["knockback"]["name"]][0]
        for push in told["knockback"]:
            gone = abs(push["at"][0] - at[0]) + abs(push["at"][1] - at[1])
            assert (gone < value["knockback"]["spaces"]) == (push["stopped_by"] is not None)
