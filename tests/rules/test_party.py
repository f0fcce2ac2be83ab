"""A party that is carried in: what may be written of it, and how it plays. On MicroPython too: tests/e2e/test_party.py."""

import copy
import json
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules import engine, figures, harm, journaltext, party, record
from lanternboard.rules import state as st
from lanternboard.rules.outcome import outcome
from lanternboard.rules.prompt import Prompt
from lanternboard.screen import words
from lanternboard.table.builtin import RamJournal
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.party import party as records
from sizes import SEED, count

AXE = {"name": "Bone Axe", "speed": 2, "accuracy": 6, "strength": 3, "luck": -1, "reach": 2, "keywords": ["savage"]}
WHOLE = {
    "format": "lanternboard/party/1",
    "limit": 3,
    "survivors": [
        {
            "name": "Allister",
            "movement": 6,
            "speed": 1,
            "accuracy": -1,
            "strength": 2,
            "evasion": -3,
            "luck": 1,
            "survival": 2,
            "insanity": 4,
            "courage": 5,
            "understanding": 6,
            "experience": 7,
            "bleed": 1,
            "disorders": 2,
            "armor": {"waist": 1, "head": 2},
            "boxes": ["arms-light", "brain-light"],
            "tokens": {"speed": 1, "movement": -2},
            "impairments": ["deaf", "no-heavy-gear"],
            "injuries": [["head", "deaf"], ["arms", "dismembered-arm"], ["brain", "trauma-luck"]],
            "gear": ["cloth", "founding-stone", AXE],
        },
        {"name": "Erza", "gear": [AXE, {"name": "Sling", "speed": 1, "accuracy": 7}]},
    ],
}


def written(**changes) -> dict:
    """WHOLE with keys of its first survivor changed."""
    made = copy.deepcopy(WHOLE)
    made["survivors"][0].update(changes)
    return made


def axe(**changes) -> dict:
    return written(gear=[{**AXE, **changes}])


def many(n: int, **each) -> dict:
    return {**WHOLE, "survivors": [{"name": f"S{i}", **each} for i in range(n)]}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", []),
        ("format", {}),
        ("format", {**WHOLE, "format": "lanternboard/party/2"}),
        ("colour", {**WHOLE, "colour": 1}),
        ("limit", {**WHOLE, "limit": 100}),
        ("limit", {**WHOLE, "limit": True}),
        ("survivors", {"format": party.FORMAT}),
        ("survivors", many(0)),
        ("survivors", many(7)),
        ("survivors", {**WHOLE, "survivors": {}}),
        ("survivors[0]", {**WHOLE, "survivors": ["Allister"]}),
        ("survivors[0].name", {**WHOLE, "survivors": [{}]}),
        ("survivors[0].name", written(name="")),
        ("survivors[0].name", written(name="x" * 33)),
        ("survivors[0].name", written(name="a\x07")),
        ("survivors[1].name", written(name="Erza")),
        ("survivors[0].weapon", written(weapon=1)),
        ("survivors[0].movement", written(movement=-1)),
        ("survivors[0].luck", written(luck=-31)),
        ("survivors[0].luck", written(luck=1.0)),
        ("survivors[0].survival", written(survival=4)),  # more than the limit (S1)
        ("survivors[0].bleed", written(bleed=5)),  # who would be dead (D6)
        ("survivors[0].disorders", written(disorders=-1)),
        ("survivors[0].armor", written(armor=[1])),
        ("survivors[0].armor.brain", written(armor={"brain": 1})),
        ("survivors[0].armor.head", written(armor={"head": "1"})),
        ("survivors[0].boxes", written(boxes="arms-light")),
        ("survivors[0].boxes[0]", written(boxes=["head-light"])),
        ("survivors[0].boxes[1]", written(boxes=["arms-light", "arms-light"])),
        ("survivors[0].tokens.survival", written(tokens={"survival": 1})),
        ("survivors[0].tokens.luck", written(tokens={"luck": 31})),
        ("survivors[0].impairments[1]", written(impairments=["deaf", "blind"])),
        ("survivors[0].impairments[0]", written(impairments=[3])),
        ("survivors[0].injuries", written(injuries=[["head", "deaf"]] * 9)),
        ("survivors[3].injuries", many(4, injuries=[["head", "deaf"]] * 8)),  # 32 in all
        ("survivors[0].injuries[0]", written(injuries=["deaf"])),
        ("survivors[0].injuries[0]", written(injuries=[["head", "deaf", 1]])),
        ("survivors[0].injuries[1][0]", written(injuries=[["head", "deaf"], ["tail", "deaf"]])),
        ("survivors[0].injuries[0][1]", written(injuries=[["head", 6]])),
        ("survivors[0].injuries[0][1]", written(injuries=[["head", "Deaf"]])),
        ("survivors[0].gear", written(gear=["cloth"] * 9)),
        ("survivors[3].gear", many(4, gear=["cloth"] * 8)),  # 32 in all
        ("survivors[0].gear[0]", written(gear=["Founding Stone"])),
        ("survivors[0].gear[0]", written(gear=[7])),
        ("survivors[0].gear[0].weight", axe(weight=1)),
        ("survivors[0].gear[0].name", axe(name=None)),
        ("survivors[0].gear[0].speed", axe(speed=0)),
        ("survivors[0].gear[0].accuracy", written(gear=[{"name": "Axe", "speed": 1}])),
        ("survivors[0].gear[0].accuracy", axe(accuracy=11)),
        ("survivors[0].gear[0].reach", axe(reach=-1)),
        ("survivors[0].gear[0].keywords", axe(keywords="savage")),
        ("survivors[0].gear[0].keywords[1]", axe(keywords=["savage", ""])),
        ("survivors[0].gear[0].keywords", axe(keywords=["x" * 30, "y" * 30])),
        ("survivors[1]", {**WHOLE, "survivors": [{"name": c, "gear": [{**AXE, "name": "\U0001f5e1" * 31}] * 8} for c in "AB"]}),
    ],
)
def test_what_is_wrong_is_named_with_its_path(path, found):
    with pytest.raises(Refused) as refused:
        party.check(found)
    assert refused.value.path == path and refused.value.message and refused.value.allowed


def test_F1_Q7a_a_name_is_enough():
    found = party.check({"format": party.FORMAT, "survivors": [{"name": "Zachary"}]})
    assert found["limit"] == 1
    one = found["survivors"][0]
    assert (one["movement"], one["survival"], one["armor"], one["gear"]) == (5, 1, {}, [])
    assert not any(one[key] for key in ("speed", "luck", "insanity", "bleed", "disorders", "boxes", "tokens", "impairments"))
    assert party.check({"format": party.FORMAT, "limit": 0, "survivors": [{"name": "A"}]})["survivors"][0]["survival"] == 0
    assert party.check(found) == found


def test_the_page_tells_all_of_it_and_its_example_is_one():
    page = (Path(__file__).parents[2] / "docs/party.md").read_text("utf-8")
    example = page[page.index('    {"format"') : page.index("\n\n- `")]
    assert len(party.check(json.loads(example))["survivors"]) == 2
    for word in (*party.KEYS, *party.WEAPON, *party.PARTS, *figures.MARKS_BY_ID, "head-heavy", "brain-light"):
        assert f"`{word}`" in page, word


def test_boxes_have_the_bits_of_D1():
    for k, word in enumerate(party.BOXES):
        location, _, kind = word.partition("-")
        assert harm.box(harm.LOCATIONS.index(location), kind == "heavy") == 1 << k


def values(found, path=()):
    if isinstance(found, dict | list):
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield (*path, key)
            yield from values(value, (*path, key))


def test_of_mutated_parties_nothing_but_refused_comes_and_what_passes_can_be_played():
    import random

    rng = random.Random(SEED)
    odd = (None, True, -1, 0, 1, 5, 31, 300, 1 << 40, 0.5, "", "deaf", "x" * 70, [], {}, [[]], ["cloth"], {"name": "x"}, AXE, [AXE] * 9)
    passed = 0
    for _ in range(count(400, 2000, 20000)):
        found = copy.deepcopy(WHOLE)
        for _ in range(rng.choice((1, 1, 2, 3))):
            way = rng.choice(list(values(found)))
            holder = found
            for key in way[:-1]:
                holder = holder[key]
            if rng.random() < 0.3:
                del holder[way[-1]]
            else:
                holder[way[-1]] = copy.deepcopy(rng.choice(odd))
            if not isinstance(found, dict) or not found:
                break
        try:
            begun(party.check(found))
            passed += 1
        except Refused:
            pass
    assert passed > 20


def begun(made, level: int = st.ALL):
    cards = installed()
    s = st.State(22, 16, 0)
    s.level = level
    names, labels = party.enter(s, made, cards)
    st.unpack(s.pack())
    return engine.create(RamJournal(), cards, names, state=s, extra={"gear": labels} if labels else None)


def test_C3_C5_S1_all_of_it_is_in_the_state_and_the_header():
    game = begun(party.check(WHOLE))
    s = game.state
    assert game.names == ("Allister", "Erza") and s.limit == 3
    body = list(s.body[: st.WIDTH])
    assert [v - st.ZERO for v in body[:12]] == [6, 1, -1, 2, -3, 1, -2, 1, 0, 0, 0, 0]
    assert body[12:18] == [2, 4, 5, 6, 7, 1] and body[st.ARMOR : st.BOXES] == [2, 0, 0, 2, 0] and body[st.DISORDERS] == 2
    assert figures.boxes(s, 0) == harm.box(st.ARMS, False) | harm.box(st.BRAIN, False)
    assert figures.marks(s, 0) == figures.DEAF | 1 << figures.MARKS_BY_ID.index("no-heavy-gear")
    assert list(s.injuries) == held(("head", "deaf"), ("arms", "dismembered-arm"), ("brain", "trauma-luck"))
    assert figures.steps_of(s, 0) == 4 and figures.steps_of(s, 1) == 5
    records = [list(s.gear[k : k + st.GEAR]) for k in range(0, len(s.gear), st.GEAR)]
    assert records == [
        [0, 1, 2, 7, st.ZERO + 1, st.ZERO, 0, 0],
        [0, 128, 2, 6, st.ZERO + 3, st.ZERO - 1, 2, 0],
        [1, 128, 2, 6, st.ZERO + 3, st.ZERO - 1, 2, 0],
        [1, 129, 1, 7, st.ZERO, st.ZERO, 0, 0],
    ]
    assert game.header["gear"] == ["Bone Axe (savage)", "Sling"]
    assert game.cards.card("gear", 128)["name"] == "Bone Axe (savage)" and game.cards.card("gear", 1)["id"] == "founding-stone"
    assert game.cards.count("gear") == 3 and game.cards.id == "first-story"


def test_gear_that_the_pack_has_not_is_refused_and_nothing_has_changed():
    s = st.State(22, 16, 0)
    before = s.pack()
    with pytest.raises(Refused) as refused:
        party.enter(s, party.check(written(gear=["cloth", "lantern-halberd"])), installed())
    assert refused.value.path == "survivors[0].gear[1]" and "cloth" in refused.value.allowed and s.pack() == before


def held(*injuries, who=0) -> list[int]:
    cards = installed()
    out = []
    for location, name in injuries:
        n = harm.LOCATIONS.index(location)
        out += [who << 4 | n, [row["id"] for row in cards.card("tables", n)["rows"]].index(name)]
    return out


def test_injuries_that_the_pack_has_not_are_refused_and_nothing_has_changed():
    s = st.State(22, 16, 0)
    before = s.pack()
    for wrong in (["head", "broken-leg"], ["brain", "deaf"], ["arms", "nothing"]):
        with pytest.raises(Refused) as refused:
            party.enter(s, party.check(written(injuries=[["head", "deaf"], wrong])), installed())
        assert refused.value.path == "survivors[0].injuries[1]" and refused.value.allowed and s.pack() == before


def test_D6_what_a_survivor_came_with_is_no_injury_of_this_showdown():
    game = begun(party.check(written(injuries=[["head", "deaf"]])))
    game.state.injuries.extend(held(("legs", "broken-leg")) + held(("head", "deaf"), who=1))
    found = outcome(game, st.unpack(game.journal.read(1)[1:]))
    assert [one[4] for one in found[2]] == [[["legs", "broken-leg"]], [["head", "deaf"]]]


def test_D6_a_mark_that_the_table_gives_lasts_though_an_injury_of_before_once_gave_it_for_a_showdown():
    game = begun(party.check(written(injuries=[["legs", "torn-achilles"]], impairments=[])))
    figures.mark(game.state, 0, figures.FALLS)
    start = st.unpack(game.journal.read(1)[1:])
    assert outcome(game, start)[2][0][3] == ["falls-when-hurt"]
    game.state.injuries.extend(held(("legs", "torn-achilles")))  # one of this showdown
    assert outcome(game, start)[2][0][3] == []


def test_its_weapons_have_their_names_where_they_are_asked_for():
    game = begun(party.check(written(gear=[AXE, "founding-stone"])))
    s = game.state
    prompt = Prompt("do", "V3", ("a0", "a1", "g1"), None, 0, ("s0",))
    told = [words.option_text(prompt, choice, s, game.names, game.cards) for choice in prompt.options]
    assert "Bone Axe (savage)" in told[0] and "Founding Stone" in told[1]
    assert "Bone Axe (savage)" in words.event_text(("archived", 0, 128), s, game.names, game.cards)
    assert [one.name for one in records(s, game.names, game.cards).survivors[0].weapons] == ["Bone Axe (savage)", "Founding Stone"]


def test_F1_a_given_party_is_not_asked_for_and_keeps_its_limit_and_gear():
    game = begun(party.check(WHOLE))
    before = bytes(game.state.gear)
    asked = []
    while game.prompt.kind != "place-survivor":
        asked.append(game.prompt.kind)
        game.answer(game.number, game.prompt.usual)
    assert "survivors" not in asked and len(game.state.at) == 2
    assert game.state.limit == 3 and bytes(game.state.gear) == before and figures.value(game.state, 0, st.SURVIVAL) == 2


def test_the_header_goes_through_the_text_journal():
    game = begun(party.check(WHOLE))
    line = journaltext.line(0, game.journal.read(0))
    from lanternboard.explain.replay import header_of

    assert header_of(json.loads(line)) == game.journal.read(0)
    for wrong in ("x", [""], ["x" * 65], [1], ["x"] * 32):
        with pytest.raises(Refused) as refused:
            record.check_header({**game.header, "gear": wrong})
        assert refused.value.path == "gear"


def test_the_longest_party_fits_into_a_journal():
    from lanternboard.store.journal import MOST

    long = [
        {"name": f"{i}" + "x" * 31, "gear": [{**AXE, "name": f"{i}{k}" + "y" * 30, "keywords": ["z" * 29]} for k in range(5)]}
        for i in "abcdef"
    ]
    game = begun(party.check({"format": party.FORMAT, "survivors": long}))
    assert len(game.journal.read(0)) < MOST and len(game.state.gear) == 30 * st.GEAR


def test_what_a_showdown_changed_is_told_against_what_was_carried_in():
    game = begun(party.check(WHOLE))
    start = st.unpack(game.journal.read(1)[1:])
    s = game.state
    while game.prompt.kind != "place-survivor":
        game.answer(game.number, game.prompt.usual)
    told = outcome(game, start)[2]
    assert [one[:3] for one in told] == [["Allister", "lives", []], ["Erza", "lives", []]]
    assert told[0][3] == ["deaf", "no-heavy-gear"]
    s = game.state
    figures.add(s, 0, st.SURVIVAL, -1)
    figures.add(s, 0, st.COURAGE, 1)
    assert outcome(game, start)[2][0][2] == [["survival", -1], ["courage", 1]]


def test_H8_who_ambushes_is_in_the_state_until_the_showdown_begins():
    for who, side in (("survivors", 1), ("monster", 2)):
        made = party.check({**WHOLE, "ambush": who})
        assert made["ambush"] == who and begun(made).state.side == side
    assert "ambush" not in party.check(WHOLE) and begun(party.check(WHOLE)).state.side == 0
    with pytest.raises(Refused) as wrong:
        party.check({**WHOLE, "ambush": "nobody"})
    assert (wrong.value.path, wrong.value.allowed) == ("ambush", "survivors, monster")
