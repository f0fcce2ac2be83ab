"""`lanternboard explain --on board`: the worked cases through a real link to an emulated board, and boards whose image has one rule
changed: what they say must be wrong in just the field that the rule fills and in what is derived from it. So no field comes from anywhere
but the board's own rules."""

import io
import json
import shutil
import sys
from pathlib import Path

import pytest
from lanternboard_host.cli import run
from lanternboard_host.image import image
from sizes import count

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware/lanternboard"
CASES = ROOT / "tests/cases"
PAIRS = [line.rstrip(b"\n") for line in (CASES / "explain.jsonl").open("rb")]
SCENARIOS = [line[len(b'{"scenario":') : line.index(b',"explanation":')] for line in PAIRS]
EXPLANATIONS = [line[line.index(b',"explanation":') + len(b',"explanation":') : -1] for line in PAIRS]

# What each field is made of. `moves` are compared where their targets are the same, ends where their places are, and so on.
PICK = ("pick.entry", "pick.instinct", "pick.candidates")
DERIVED: dict[str, tuple[str, ...]] = {
    "blind_spot": ("field_of_view", *PICK),
    "in_front": ("survivors.in_front", *PICK),
    "field_of_view": ("survivors.in_field_of_view", *PICK),
    "in_range": ("survivors.in_range", *PICK),
    "survivors.distance": PICK,
    "survivors.threat": PICK,
    "pick.entry": ("pick.instinct", "pick.candidates"),
    "pick.candidates": ("moves.target",),
    "moves.steps": ("moves.ends.at", "moves.ends.run_over"),
    "knockback.at": ("knockback.run_into", "knockback.stopped_by"),
}

# field, file, what stands there, what stands there instead: one small change of one rule, or of how the field is spelled.
MUTANTS = (
    ("blind_spot", "rules/geometry.py", "            x = south\n", "            x = last - south\n"),  # G6: to the west as to the east
    ("in_front", "rules/geometry.py", "        y0 = s.y + s.size - level\n", "        y0 = s.y + s.size + 1 - level\n"),  # G5
    ("field_of_view", "rules/geometry.py", "    if rulings.terrain_hides and", "    if not rulings.terrain_hides and"),  # G7
    (  # G8: one step less
        "in_range",
        "rules/geometry.py",
        "    flood_from(s, dist, queue, cell(s, s.x, s.y), allowance(s))\n",
        "    flood_from(s, dist, queue, cell(s, s.x, s.y), max(allowance(s) - 1, 0))\n",
    ),
    ("survivors.name", "explain/explanation.py", "        if s.flags[i] & DEAD:\n            continue\n", ""),  # D6
    ("survivors.distance", "rules/geometry.py", "    return abs(dx) + abs(dy)\n", "    return max(abs(dx), abs(dy))\n"),  # G3
    ("survivors.threat", "rules/targets.py", "(s.everyone or not s.flags[i] & DOWN)", "(not s.flags[i] & DOWN)"),  # T8
    ("survivors.in_front", "explain/explanation.py", "_truth(s.at[i] in view.spaces(0))", "_truth(s.at[i] in view.spaces(1))"),
    ("survivors.in_field_of_view", "explain/explanation.py", "_truth(s.at[i] in view.spaces(2))", "_truth(s.at[i] in view.spaces(0))"),
    ("survivors.in_range", "explain/explanation.py", "_truth(s.at[i] in view.spaces(1))", "_truth(s.at[i] in view.spaces(2))"),
    (
        "pick.entry",
        "rules/targets.py",
        "for k in range(len(entries)):\n        if is_last",
        "for k in range(len(entries) - 1, -1, -1):\n        if is_last",
    ),
    ("pick.instinct", "rules/targets.py", "Pick(k, entries[k][len(_NO_TARGET) :])", "Pick(k, entries[k][len(_NO_TARGET) + 1 :])"),  # T6
    ("pick.candidates", "rules/targets.py", "(d < best if how == CLOSEST", "(d <= best if how == CLOSEST"),  # T4: one remains
    (
        "moves.target",
        "explain/explanation.py",
        "    for i in range(len(names)):\n        if pick.cand",
        "    for i in range(1, len(names)):\n        if pick.cand",
    ),
    (
        "moves.steps",
        "rules/movement.py",
        "return dist, queue, far, min(far, steps), far",
        "return dist, queue, far, min(far, steps + 1), far",
    ),  # M1
    ("moves.reaches", "rules/movement.py", "min(far, steps), far <= steps\n", "min(far, steps), far < steps\n"),  # M3
    ("moves.ends.at", "rules/movement.py", "<< 10 | k for k in range(count)])\n", "<< 10 | k for k in range(count)])[:1]\n"),  # M5
    (  # M7, before it has moved
        "moves.ends.facing",
        "rules/movement.py",
        "    dx, dy = geometry.gaps(s, s.at[i], column, row)\n    return geometry.sides_toward",
        "    dx, dy = geometry.gaps(s, s.at[i], s.x, s.y)\n    return geometry.sides_toward",
    ),
    (
        "moves.ends.run_over",
        "rules/movement.py",
        "if alive >> k & 1 and (k != i or aim)]",
        "if alive >> k & 1 and k != i and not s.flags[k] & 1]",
    ),  # X1
    ("placement", "rules/geometry.py", "    ARGS[16] = n\n", "    ARGS[16] = n + 1\n"),  # F4
    ("knockback.direction", "rules/knockback.py", "for k in ((side + 1) % 4, (side + 3) % 4) if", "for k in ((side + 1) % 4,) if"),  # X7
    ("knockback.at", "rules/knockback.py", "    for _ in range(spaces):\n", "    for _ in range(spaces - 1):\n"),  # X4
    ("knockback.run_into", "rules/knockback.py", "            into |= 1 << other\n", "            into = 1 << other\n"),  # X5
    (
        "knockback.stopped_by",
        "rules/knockback.py",
        "            return Push(side, at, into, TERRAIN)\n",
        "            return Push(side, at, into, EDGE)\n",
    ),  # X8
)


def derived(field: str) -> set[str]:
    """The field and whatever is made of it."""
    out = {field}
    for one in DERIVED.get(field, ()):
        out |= derived(one)
    return out


def by(name: str, items: list | None) -> dict:
    return {json.dumps(item[name]): item for item in items or ()}


def fields(explanation: dict) -> set[str]:
    """Every field that an explanation has, as the table names them; its format is none."""
    out = set()

    def walk(name, value):
        if isinstance(value, dict):
            for key, one in value.items():
                walk(name + "." + key if name else key, one)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for one in value:
                walk(name, one)
        elif name != "format":
            out.add(name)

    walk("", explanation)
    return out


def wrong(right: dict, told: dict) -> set[str]:
    """The fields in which an answer is not the right one."""
    out = {key for key in ("blind_spot", "in_front", "field_of_view", "in_range", "placement") if right[key] != told[key]}
    out |= {"pick." + key for key in right["pick"] if right["pick"][key] != told["pick"][key]}

    def lists(name, key, a, b, inner=()):
        if a is None or b is None:
            if a is not b:
                out.add(name + "." + key)
            return
        if [one[key] for one in a] != [one[key] for one in b]:
            out.add(name + "." + key)
        a, b = by(key, a), by(key, b)
        for same in a.keys() & b.keys():
            for each in a[same].keys() - {key}:
                if each in inner:
                    lists(name + "." + each, inner[each], a[same][each], b[same][each])
                elif a[same][each] != b[same][each]:
                    out.add(name + "." + each)

    lists("survivors", "name", right["survivors"], told["survivors"])
    lists("moves", "target", right["moves"], told["moves"], {"ends": "at"})
    lists("knockback", "direction", right["knockback"], told["knockback"])
    return out


@pytest.fixture
def answers(capsysbinary, monkeypatch):
    """(code, lines) of `lanternboard explain - --lines --on board` for these scenarios, with further arguments."""

    def answers(scenarios, *args):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(scenarios) + b"\n")))
        code = run(["explain", "-", "--lines", "--on", "board", *map(str, args)])
        out, err = capsysbinary.readouterr()
        assert not err, err.decode()
        return code, out.split(b"\n")[:-1]

    return answers


def test_every_worked_pair_and_every_refusal_through_the_link(answers):
    """One board answers all of them, one after the other, refused ones among them."""
    refused = [json.loads(line) for line in (CASES / "refused.jsonl").open("rb")]
    faulty = [line.rstrip(b"\n")[line.index(b'"scenario":') + len(b'"scenario":') : -1] for line in (CASES / "refused.jsonl").open("rb")]
    assert len(PAIRS) >= 84 and len(refused) >= 18
    mixed, expected = [], []
    for k, scenario in enumerate(SCENARIOS):
        mixed.append(scenario)
        expected.append(EXPLANATIONS[k])
        if k < len(faulty):
            mixed.append(faulty[k])
            expected.append((len(mixed), refused[k]["path"]))
    code, told = answers(mixed)
    assert code == 1 and len(told) == len(mixed)
    for right, line in zip(expected, told, strict=True):
        if isinstance(right, bytes):
            assert line == right
        else:
            error = json.loads(line)
            assert (error["format"], error["line"], error["path"]) == ("lanternboard/error/1", *right)


def test_the_table_of_changes_has_every_field_and_each_change_is_one_place():
    known = set()
    for line in EXPLANATIONS:
        known |= fields(json.loads(line))
    known = {one for one in known if not any(other.startswith(one + ".") for other in known)}  # `[]` or null in place of a group
    assert {field for field, *_ in MUTANTS} == known and len(MUTANTS) == len(known)
    for _, file, stands, instead in MUTANTS:
        assert stands != instead and (FIRMWARE / file).read_text("utf-8").count(stands) == 1, (file, stands)


@pytest.mark.parametrize("mutant", MUTANTS[:: count(12, 1, 1)], ids=lambda mutant: mutant[0])
def test_a_board_with_one_rule_changed_is_wrong_in_that_field_and_what_is_derived_from_it(mutant, answers, tmp_path):
    field, file, stands, instead = mutant
    made = image("emulated", tmp_path / "image")
    laid = made / "lb/0/lanternboard" / file
    laid.parent.mkdir(parents=True, exist_ok=True)
    laid.write_text((FIRMWARE / file).read_text("utf-8").replace(stands, instead), "utf-8")
    code, told = answers(SCENARIOS, "--image", made)
    shutil.rmtree(made)
    assert code == 0 and len(told) == len(PAIRS)
    seen = set()
    for number, (right, line) in enumerate(zip(EXPLANATIONS, told, strict=True), 1):
        found = wrong(json.loads(right), json.loads(line))
        assert found <= derived(field), (number, found)
        assert bool(found) == (right != line), "what differs is known by its field"
        seen |= found
    assert field in seen
