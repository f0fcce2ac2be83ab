"""The import of ncalteen/kdm campaign files: what is read, what is kept as text and told, and that nothing in a file stops it. The small
file is made up; the tracker's own ones are tried where they lie on this machine."""

import copy
import json
import random
from pathlib import Path

import pytest
from campaign.desk import CORE, Desk, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.rules import party
from lanternboard_host.campaign import derived, edits, showdown, state
from lanternboard_host.campaign.game import Memory, begin, replayed
from lanternboard_host.faces.cards import installed
from lanternboard_host.records import ncalteen
from lanternboard_host.records.ncalteen_sheet import INJURIES
from sizes import count

IDENTITY = "0123456789abcdef"
TEXT = (Path(__file__).parent / "fixtures" / "ncalteen-small.json").read_text("utf-8")
SMALL = json.loads(TEXT)
PUBLIC = [path for path in sorted(Path("/work/shared/cases/ncalteen-kdm").glob("*.json"))]


def read(found=None):
    """Each is as it must be, whatever was in the file."""
    made = ncalteen.read(TEXT if found is None else found, CORE, IDENTITY)
    for one in made:
        fits(one)
    return made


def fits(one) -> None:
    for path, value in edits.leaves(one.state).items():
        edits.field(one.state, path)[2](value, path)
    derived.sound(one.state)
    derived.broken(one.state, CORE)
    assert state.unpack(one.state.pack()).data == one.state.data
    data = one.state.data
    assert (data["step"], data["settlement"]["phase"], data["show"], data["hunt"], data["party"]) == ("away", "hunt", None, None, [])
    assert len(one.notes) < 300 and all(note.isprintable() and note.endswith(".") for note in one.notes), one.notes


def desk(one) -> Desk:
    made = Desk.__new__(Desk)
    made.game, made.told = begin(Memory(), CORE, one.state.data["id"], state=one.state), []
    return made


def changed(*ways):
    """The small file with other values: (path, value), a path as keys and places."""
    found = copy.deepcopy(SMALL)
    for path, value in ways:
        inner = found
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    return found


def home(*path):
    return ("settlements", 0, *path)


def first(*ways):
    one = read(changed(*ways))[0]
    return one.state.settlement, " ".join(one.notes)


def sheets(one):
    return {sheet["name"]: sheet for sheet in one.state.survivors.values()}


# What is read


def test_a_settlement_is_read_by_name_and_what_is_not_known_stays_text():
    one, _ = read()
    settlement = one.state.settlement
    assert (settlement["name"], settlement["year"], settlement["population"]) == ("Ember Ford", 2, 12)
    assert (settlement["deaths"], settlement["lost_settlements"]) == (2, 1)
    assert settlement["innovations"] == ["language", "ammonia", "River Songs"]
    assert settlement["locations"] == ["lantern-hoard", "bonesmith", "Jetty"]
    assert settlement["principles"] == {"new-life": "protect-the-young", "death": "cannibalize", "Water": "Swim"}
    assert settlement["milestones"] == ["first-birth", "first-death", "The river freezes"]
    assert settlement["quarries"] == ["white-lion", "Marsh Wader"] and settlement["nemeses"] == ["butcher"]
    assert settlement["storage"] == {"monster-hide": 5, "monster-bone": 2, "Eel Skin": 1}
    assert settlement["gear"] == {"cloth": 1, "founding-stone": 2, "Reed Hat": 1}
    for word in ("River Songs", "Jetty", "Swim", "The river freezes", "Marsh Wader", "Eel Skin", "Reed Hat", "Patterns", "Wanderers"):
        assert any(note.startswith("Not known, kept as text in ") and word in note for note in one.notes), word


def test_the_timeline_is_done_up_to_the_last_year_that_is_ticked():
    timeline = read()[0].state.settlement["timeline"]
    assert [1, "event", "first-day", "done"] in timeline and [2, "event", "A Long Rain", "done"] in timeline
    assert [3, "event", "Deep Mud", ""] in timeline and [5, "event", "hands-of-heat", ""] in timeline
    assert [4, "showdown", "butcher", 1, ""] in timeline
    assert [6, "showdown", "Marsh Wader", 2, ""] in timeline and [6, "showdown", "watcher", 1, ""] in timeline
    settlement, told = first((home("timeline", 1, "completed"), False))
    assert settlement["year"] == 2 and settlement["timeline"][1][-1] == "done" and "not ticked" in told


def test_the_limit_is_the_file_s_whatever_innovations_give():
    for limit in (0, 1, 4, 30):
        one = read(changed((home("survivalLimit"), limit)))[0]
        assert derived.limit(one.state, CORE) == limit


def test_departing_bonuses_are_not_given_twice():
    settlement, told = first()
    assert settlement["departing"] == [["insanity", 2, "+2 Insanity on Departure"]]  # Ammonia gives the survival
    assert '"+1 Survival" is what innovations give already' in told and "A warm meal" in settlement["notes"]
    settlement, told = first((home("departingBonuses"), ["+3 Survival", "-1 courage", "2 hunt XP"]))
    assert settlement["departing"] == [["survival", 2, "+3 Survival"], ["courage", -1, "-1 courage"], ["experience", 2, "2 hunt XP"]]
    assert "in part" in told
    settlement, _ = first((home("departingBonuses"), ["+1 Survival", "+1 survival"]))
    assert settlement["departing"] == [["survival", 1, "+1 survival"]]


def test_names_are_the_same_without_case_blanks_hyphens_and_the():
    there = [{"name": name, "unlocked": True} for name in ("hand", "THE WATCHER", "Kings Man", "gold-smoke knight", "???", "!")]
    settlement, _ = first((home("nemeses"), there), (home("resources"), [{"name": "???", "amount": 1}, {"name": "!", "amount": 1}]))
    assert settlement["nemeses"] == ["the-hand", "watcher", "kings-man", "gold-smoke-knight", "???", "!"]
    assert settlement["storage"] == {"unknown": 1, "!": 1}


def test_a_settlement_has_at_least_its_living():
    settlement, told = first((home("population"), 1))
    assert settlement["population"] == 3 and "3 survivors live: 3 is taken" in told  # the retired one too


def test_what_is_there_twice_is_there_once():
    settlement, _ = first((home("innovations"), ["Language", "language", " LANGUAGE ", "Own", "Own"]))
    assert settlement["innovations"] == ["language", "Own"]


def test_a_survivor_is_read_onto_a_sheet():
    one = read()[0]
    oda = sheets(one)["Oda"]
    assert (oda["sex"], oda["survival"], oda["insanity"], oda["courage"], oda["understanding"], oda["experience"]) == ("f", 3, 2, 3, 1, 6)
    assert [oda[what] for what in ("movement", "speed", "accuracy", "strength", "evasion", "luck")] == [5, -2, -1, 2, 0, 1]
    assert oda["armor"] == {"head": 1, "arms": 2, "body": 0, "waist": 3, "legs": 0}
    assert oda["boxes"] == ["arms-light", "legs-heavy", "brain-light"] and oda["proficiency"] == {"type": "Spear", "level": 3}
    assert oda["arts"] == ["Mud Stance", "Undertow"] and oda["disorders"] == ["Fear of Deep Water"]
    assert oda["abilities"] == ["Stalwart", "Good Swimmer"] and oda["impairments"] == ["no-arts", "deaf"]
    assert oda["injuries"] == [["head", "deaf"], ["arms", "broken-arm"], ["arms", "broken-arm"], ["waist", "warped-pelvis"]]
    assert oda["skip_hunt"] and oda["state"] == "alive" and derived.eligible(one.state)[0] != "s1"
    for line in ("Leads.", "Cursed gear: Wet Ring", "Moon phase: waning", "Constellations: Gambler Storm", "Lumi: 2"):
        assert line in oda["notes"].splitlines()


def test_dead_retired_and_barred_survivors_and_two_of_one_name():
    one = read()[0]
    assert [sheet["name"] for sheet in one.state.survivors.values()] == ["Oda", "Bran", "Bran", "Wyn"]
    assert [sheet["state"] for sheet in one.state.survivors.values()] == ["alive", "alive", "dead", "retired"]
    assert one.state.survivors["s2"]["impairments"] == ["no-survival"] and derived.eligible(one.state) == ("s2",)


def test_every_injury_is_one_of_the_packs():
    cards = installed("white-lion")
    tables = [cards.card("tables", n) for n in range(cards.count("tables"))]
    rows = {table["id"]: {row["id"]: json.dumps(row.get("steps")) for row in table.get("rows", [])} for table in tables}
    for place, injury, _, mark in INJURIES.values():
        assert injury in rows[place] and (f'["mark", "{mark}"]' in rows[place][injury] or not mark), injury
    every = changed(
        (
            ("survivors", 0),
            {"name": "All", "settlementId": 1} | {key: 99 if most > 1 else True for key, (_, _, most, _) in INJURIES.items()},
        )
    )
    assert len(sheets(read(every)[0])["All"]["injuries"]) == sum(most for _, _, most, _ in INJURIES.values()) <= 40


def test_what_a_survivor_has_reached_is_not_reached_again():
    one = read()[0]
    assert sheets(one)["Oda"]["milestones"] == ["age-2", "age-6", "bold-3", "proficiency-3"]
    table = desk(one)
    table.write("Oda", experience=7)
    assert not table.game.state.data["todo"] and not table.happened("age")


def test_hunts_showdowns_and_phases_in_progress_are_told_and_left_out():
    one, two = read()
    assert "A hunt is in progress (White Lion): it is left out." in one.notes
    assert "A settlement phase is in progress (Develop, endeavors: 3): it is left out." in two.notes
    assert two.state.settlement["endeavors"] == 0


def test_each_settlement_is_a_campaign_of_its_own():
    one, two = read()
    assert one.state.data["id"] == IDENTITY != two.state.data["id"] and len(two.state.data["id"]) == len(IDENTITY)
    assert list(sheets(two)) == ["Tam"] and two.state.settlement["year"] == 0
    assert any('"Lost"' in note for note in one.notes)
    single = copy.deepcopy(SMALL)
    del single["settlements"][1]
    assert "Lost" in sheets(read(single)[0])


# What the versions call differently


def test_monsters_by_number_and_ticks_by_level_as_older_versions_had_them():
    settlement, told = first(
        (
            home("quarries"),
            [{"id": 14, "unlocked": True}, {"id": "own-1", "unlocked": True}, {"id": 10, "unlocked": False}, {"id": 77, "unlocked": True}],
        ),
        (home("nemeses"), [{"id": 9, "unlocked": True, "level1": True, "level2": False}, {"id": 1, "unlocked": True}]),
        (("customMonsters",), {"own-1": {"main": {"name": "Old Wader", "type": "Quarry"}}}),
        (("version",), "0.13.0"),
    )
    assert settlement["quarries"] == ["white-lion", "Old Wader", "monster 77"]
    assert settlement["nemeses"] == ["kings-man", "Atnas the Child Eater"]
    assert "Defeated: King's Man, level 1" in settlement["notes"] and "monster 77" in told and "version" not in told


def test_timeline_entries_that_are_objects():
    settlement, _ = first((home("timeline", 3, "entries"), [{"title": "Regal Visit", "campaigns": []}, {"name": "Own"}]))
    assert [3, "event", "regal-visit", ""] in settlement["timeline"] and [3, "event", "Own", ""] in settlement["timeline"]


@pytest.mark.parametrize("version", ["0.12.0", "0.15.0", "0.20.3", "0.22.0", "9", 7, None, {}])
def test_a_version_that_is_not_known_is_told_and_read(version):
    _, told = first((("version",), version))
    assert ("are known" in told) == (version in ("0.22.0", "9", 7))


# Played on


def play(one, most=400):
    """As usual into the settlement phase of the year after next, and the journal replays to the same."""
    table = desk(one)
    before = table.home["year"]
    if not table.home["quarries"]:
        table.edit(quarries=["white-lion"])
    for _ in range(most):
        if table.home["year"] == before + 2 or table.kind == "ended":
            break
        if table.kind == "showdown":
            table.say(outcome(table.game))
        elif table.kind == "effect":
            table.say("done")
        else:
            table.usual()
    else:
        raise AssertionError(f"stuck at {table.kind}")
    assert replayed(table.game.journal, CORE).state.data == table.game.state.data
    return table


def test_an_imported_campaign_is_played_on():
    for one in read():
        table = play(one)
        assert table.home["year"] == one.state.settlement["year"] + 2
    fresh = read()[1]
    assert play(fresh).happened("first-day")
    going = play(read()[0])
    assert not going.happened("first-day") and ("event", "Deep Mud") in going.told
    assert not [event for event in going.told if event[:1] == ("milestone",) and event[1] in ("first-birth", "first-death")]


def test_a_board_takes_the_party_of_an_imported_campaign():
    table = desk(read(changed((("survivors", 0, "skipNextHunt"), False)))[0]).to("showdown", name=["Ann", "Cay", "Dov"])
    sent = party.check(showdown.party(table.game.state, CORE))
    assert sent["survivors"][0]["name"] == "Oda" and sent["survivors"][0]["armor"]["waist"] == 3
    party.suits(sent, installed("white-lion"))


def test_what_is_called_as_an_answer_is_does_not_answer():
    settlement, _ = first((home("gear"), ["done"]), (home("quarries"), [{"name": "later", "unlocked": True}]))
    assert settlement["gear"] == {"Done": 1} and settlement["quarries"] == ["Later"]


@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: path.name)
def test_the_tracker_s_own_files(path):
    made = read(path.read_bytes())
    found = json.loads(path.read_text("utf-8"))
    assert [one.state.settlement["name"] for one in made] == [entry["name"] for entry in found["settlements"]]
    assert sum(len(one.state.survivors) for one in made) == len(found["survivors"])
    for one, entry in zip(made, found["settlements"], strict=True):
        assert derived.limit(one.state, CORE) == entry["survivalLimit"] and one.state.settlement["deaths"] == entry["deathCount"]
        assert sum(one.state.settlement["storage"].values()) == sum(row["amount"] for row in entry["resources"])
        assert len(one.state.settlement["timeline"]) == sum(len(year["entries"]) for year in entry["timeline"])
        play(one)


# What is wrong in a file


@pytest.mark.parametrize(
    "raw", [b"", "", "{", "[]", "null", "7", '"text"', b"\xff\xfe\x00", "[" * 100000, "{}", '{"settlements": null}', '{"settlements": []}']
)
def test_what_is_no_campaign_is_refused(raw):
    with pytest.raises(Refused) as wrong:
        ncalteen.read(raw, CORE, IDENTITY)
    assert wrong.value.allowed and wrong.value.path in ("", "settlements")


def test_what_is_absurdly_large_is_refused_with_the_limit():
    for key, value, limit in (("survivors", [{}] * 1_000_000, "2000"), ("settlements", [{}] * 101, "100")):
        with pytest.raises(Refused) as wrong:
            ncalteen.read(changed(((key,), value)), CORE, IDENTITY)
        assert wrong.value.path == key and limit in wrong.value.allowed
    with pytest.raises(Refused):
        ncalteen.read(" " * (ncalteen.BYTES + 1), CORE, IDENTITY)


def test_too_much_of_anything_is_cut_and_told():
    settlement, told = first(
        (home("innovations"), [f"Song {k}" for k in range(300)] + ["Song 1"]),
        (home("gear"), [f"Hat {k}" for k in range(700)] + ["Cloth"] * 3),
        (home("resources"), [{"name": "Skull", "amount": 9000}, {"name": "skull", "amount": 9000}]),
        (home("timeline"), [{"completed": k < 600, "entries": ["x" * 300, "Watched"] * 8} for k in range(700)]),
        (home("notes"), "long " * 2000),
        (home("survivalLimit"), 10**30),
        (home("name"), "n" * 300),
    )
    assert len(settlement["innovations"]) == 200 and len(settlement["gear"]) == 500 and settlement["storage"] == {"skull": 9999}
    assert (
        len(settlement["timeline"]) == 2000 and settlement["year"] == 499 and len(settlement["notes"]) <= 4000 and settlement["limit"] == 99
    )
    for what in ("innovations has 301", "500 kinds", "9999 is taken", "500 are taken", "cut to 60", "cut to 4000", "a huge number"):
        assert what in told, what


@pytest.mark.parametrize(
    "value", [None, "x", -1, 3.5, True, [], {}, [None, 3, {}, [], "y"], {"a": {"b": 1}}, 10**40, "\ud800\x00", 1e308, "12", " +3 "]
)
def test_any_value_anywhere_is_taken_or_told(value):
    for key in SMALL["settlements"][0]:
        first((home(key), value))
    for key in SMALL["survivors"][0]:
        read(changed((("survivors", 0, key), value)))
    for key in ("hunts", "showdowns", "settlementPhases", "customQuarries", "customMonsters", "settings", "version", "whatever"):
        first(((key,), value))


def test_numbers_as_texts_and_out_of_bounds():
    oda = sheets(
        read(
            changed(
                *((("survivors", 0, key), value) for key, value in (("survival", "12"), ("luck", -200), ("courage", 2.7), ("huntXP", None)))
            )
        )[0]
    )["Oda"]
    assert (oda["survival"], oda["luck"], oda["courage"], oda["experience"]) == (12, -99, 2, 0)


@pytest.mark.parametrize("value", ["true", "1e999", "-1e999", "NaN", '"x"'])
def test_what_is_no_number_is_told_and_taken_as_the_usual_one(value):
    one = read(TEXT.replace('"movement": 5, "accuracy": -1', f'"movement": {value}, "accuracy": -1'))[0]
    assert sheets(one)["Oda"]["movement"] == 5
    assert value == "NaN" or any(note.startswith("Oda: movement is ") and note.endswith(": 5 is taken.") for note in one.notes)


def test_deep_nesting_does_not_stop_it():
    deep = json.loads("[" * 900 + "]" * 900)
    first((home("patterns"), deep), (home("principles", 0, "option1Name"), deep), (home("moons"), {"a": deep}))


def test_the_file_that_was_given_is_not_changed():
    found = copy.deepcopy(SMALL)
    read(found)
    assert found == SMALL


ODD = [
    None,
    True,
    False,
    0,
    -7,
    3.25,
    1e300,
    10**20,
    "",
    "done",
    "12",
    "x" * 5000,
    "\u2028\ud83d",
    [],
    {},
    [[]],
    [None],
    {"name": "Own"},
    {"id": 3},
]


def mutated(seed: int):
    """The small file after some random cuts, other values and additions."""
    rng = random.Random(seed)
    whole = {"": copy.deepcopy(SMALL)}
    for _ in range(rng.randint(1, 6)):
        inner, key = whole, ""
        while isinstance(inner[key], list | dict) and inner[key] and (inner is whole or rng.random() < 0.85):
            inner = inner[key]
            key = rng.randrange(len(inner)) if isinstance(inner, list) else rng.choice(list(inner))
        what = rng.random()
        if inner is whole or what < 0.5:
            inner[key] = copy.deepcopy(rng.choice(ODD))
        elif what < 0.75:
            del inner[key]
        elif isinstance(inner, list):
            inner.insert(key, copy.deepcopy(rng.choice([*ODD, inner[key]])))
        else:
            inner[rng.choice(["extra", "level1", "id", "name"])] = copy.deepcopy(rng.choice([*ODD, inner[key]]))
    return whole[""]


@settings(max_examples=count(50, 500, 10000), deadline=None)
@given(st.integers(0, 1 << 60))
def test_a_mutated_file_is_read_or_refused_with_a_path(seed):
    found = mutated(seed)
    try:
        made = read(json.dumps(found))
    except Refused as wrong:
        assert wrong.path in ("", "settlements", "survivors") and wrong.allowed
        return
    for one in made:
        desk(one)
    if seed % 8 == 0:
        play(made[0])
