"""Record sheets as PDF: what stands on them, that nothing is lost or leaves the paper, the same bytes for the same records."""

import copy
import hashlib
import os
import subprocess
import sys
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.rules import party
from lanternboard_host.campaign import content, derived, edits, state
from lanternboard_host.records import paper, sheets
from pypdf import PdfReader
from sizes import count

CORE = content.core()
SIZES = {"a4": (595, 842), "letter": (612, 792)}


def hearth():
    """A settlement in its fourth year, with something in every field."""
    s = state.new(CORE, "0123456789abcdef", ("Allister", "Erza", "Lucy", "Zachary"))
    for name in ("Mirelle", "Oren", "Tamsin", "Bram", "Sélène", "Ulf", "Wren", "Łucja"):
        state.add(s, name, CORE, "f")
    s.settlement.update(
        name="Hollow Hearth",
        year=4,
        phase="settlement",
        population=17,
        deaths=3,
        endeavors=2,
        limit=1,
        lost_settlements=6,
        innovations=["language", "ammonia", "our-own-idea"],
        locations=["lantern-hoard", "bonesmith"],
        principles={"new-life": "protect-the-young", "death": "cannibalize", "our-own": "this one"},
        milestones=["first-birth", "ours"],
        quarries=["white-lion"],
        nemeses=["kings-man"],
        departing=[["insanity", 3, "cannibalize"]],
        storage={"skull": 21, "white-fur": 3, "our-rock": 5},
        gear={"bone-axe": 31, "rawhide-vest": 2},
        notes="Two lanterns.\nThe hide is promised.",
    )
    s.settlement["timeline"] += [[3, "event", "hooded-knight", "done"], [41, "showdown", "white-lion", 2, ""]]
    sheet = s.survivors["s1"]
    sheet.update(survival=2, insanity=7, accuracy=-3, strength=2, courage=4, understanding=3, experience=11, bleed=2, sex="m", born=2)
    sheet.update(boxes=["arms-light", "head-heavy", "brain-light"], tokens={"speed": 6, "evasion": -9}, skip_hunt=True)
    sheet.update(arts=["Double Dash"], disorders=["fear of the dark"], abilities=["Leader"], impairments=["no-two-handed"])
    sheet.update(proficiency={"type": "axe", "level": 5}, injuries=[["arms", "dismembered-arm"]], notes="Owes Erza a bandage.")
    sheet["armor"]["legs"] = 8
    sheet["gear"] = ["rawhide-headband", None, "bone-axe", None, None, None, None, None, "monster-tooth-necklace"]
    s.survivors["s2"]["state"] = "retired"
    s.survivors["s3"].update(state="dead", died=3, cause="bled out")
    s.data["party"] = ["s1", "s4"]
    return s


def read(made: bytes) -> list[str]:
    """The text of every page."""
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def words(made: bytes) -> str:
    return " ".join(" ".join(read(made)).split())


def placed(made: bytes) -> list[tuple[float, float, str]]:
    """(x from the left, y from the bottom, text) of all that is written."""
    found = []
    for page in PdfReader(BytesIO(made)).pages:
        page.extract_text(visitor_text=lambda text, cm, tm, font, size: found.append((tm[4], tm[5], text)))
    return [(x, y, text) for x, y, text in found if text.strip()]


ALL = {
    "settlement": lambda s, on="a4": sheets.settlement(s, CORE, on),
    "survivor": lambda s, on="a4": sheets.survivor(s, CORE, "s1", on),
    "survivors": lambda s, on="a4": sheets.survivors(s, CORE, on),
    "blank settlement": lambda s, on="a4": sheets.blank(CORE, "settlement", on),
    "blank survivor": lambda s, on="a4": sheets.blank(CORE, "survivor", on),
    "everything": lambda s, on="a4": sheets.everything(s, CORE, on),
    "blank both": lambda s, on="a4": sheets.blank(CORE, "both", on),
}


@pytest.mark.parametrize("kind", ALL)
def test_the_same_records_make_the_same_bytes(kind):
    """Also in the order in which a packed position has them, and after other sheets."""
    make, s = ALL[kind], hearth()
    first = make(s)
    for other in ALL.values():
        other(s)
    assert make(copy.deepcopy(s)) == first and make(state.unpack(s.pack())) == first
    assert make(s, "letter") != first


def test_another_process_makes_the_same_bytes(tmp_path):
    s = hearth()
    (tmp_path / "position").write_bytes(s.pack())
    program = """if True:
        import hashlib, sys
        from lanternboard_host.campaign import content, state
        from lanternboard_host.records import sheets
        s, core = state.unpack(open("position", "rb").read()), content.core()
        for made in (sheets.survivors(s, core, "letter"), sheets.settlement(s, core)):
            print(hashlib.sha256(made).hexdigest())"""
    expected = [hashlib.sha256(made).hexdigest() for made in (sheets.survivors(s, CORE, "letter"), sheets.settlement(s, CORE))]
    for seed, zone in (("1", "Asia/Tokyo"), ("2", "UTC")):
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed, "TZ": zone}
        told = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=env, check=True, capture_output=True, text=True)
        assert told.stdout.split() == expected


# What a change of each field makes of it; "births" and a survivor's milestones are the app's own memory of what it has asked.
SETTLEMENT = {
    "name": "Elsewhere",
    "year": 9,
    "population": -4,
    "deaths": 12,
    "limit": 3,
    "endeavors": 7,
    "departing": [["courage", 1, "a song"]],
    "innovations": ["paint"],
    "locations": ["skinnery"],
    "principles": {"death": "graves"},
    "milestones": ["first-death"],
    "quarries": ["phoenix"],
    "nemeses": ["the-hand"],
    "timeline": [[2, "event", "watched", "done"]],
    "storage": {"skull": 1},
    "gear": {"cloth": 4},
    "lost_settlements": 2,
    "notes": "other",
    "outcome": "won",
}
SURVIVOR = {
    **{what: -5 for what in ("survival", "insanity", "courage", "understanding", "experience", "bleed", *content.ATTRIBUTES)},
    "name": "Other",
    "sex": "f",
    **{f"armor.{place}": 13 for place in content.LOCATIONS},
    "boxes": ["legs-heavy"],
    "tokens": {"luck": 1},
    "proficiency.type": "sword",
    "proficiency.level": 8,
    **{what: ["another"] for what in ("arts", "disorders", "abilities", "impairments")},
    "injuries": [["head", "deaf"]],
    "gear": ["cloth", *[None] * 8],
    "state": "retired",
    "skip_hunt": False,
    "born": 1,
    "died": 2,
    "cause": "old age",
    "notes": "other",
}


def test_every_field_of_the_records_is_one_that_is_changed_here():
    assert set(SETTLEMENT) == set(edits.SETTLEMENT) - {"births"} and set(SURVIVOR) == set(edits.SURVIVOR) - {"milestones"}


@pytest.mark.parametrize("field", SETTLEMENT)
def test_every_field_of_the_settlement_stands_on_its_sheet(field):
    s = hearth()
    before = words(sheets.settlement(s, CORE)), sheets.settlement(s, CORE)
    s.settlement[field] = SETTLEMENT[field]
    after = sheets.settlement(s, CORE)
    assert after != before[1]
    assert words(after) != before[0]


@pytest.mark.parametrize("field", SURVIVOR)
def test_every_field_of_a_survivor_stands_on_its_sheet(field):
    s = hearth()
    if field in ("died", "cause"):
        s.survivors["s1"].update(state="dead", died=1)
    before = sheets.survivor(s, CORE, "s1")
    store, key, holds = edits.field(s, f"survivors.s1.{field}")
    holds(SURVIVOR[field], field)
    store[key] = SURVIVOR[field]
    after = sheets.survivor(s, CORE, "s1")
    assert after != before
    drawn = ("sex", "boxes", "state", "skip_hunt")  # as filled boxes, without a word
    assert (words(after) != words(before)) == (field not in drawn)


def test_what_stands_on_a_survivors_sheet():
    found = words(sheets.survivor(hearth(), CORE, "s1"))
    for said in (
        "Allister",
        "Hollow Hearth, born in year 2, departing",
        "limit 4",
        "alive retired dead f m skip next hunt",
        "−3 accuracy",
        "token +6",
        "token −9",
        "Hunt experience 11",
        "Courage 4",
        "Understanding 3",
        "Weapon proficiency 5",
        "Weapon type axe",
        "Bleeding tokens 2",
        "Double Dash",
        "fear of the dark",
        "Leader",
        "no two handed",
        "arms: dismembered arm",
        "Rawhide Headband",
        "Bone Axe",
        "Owes Erza a bandage.",
        "unofficial",
        "brain insanity 7",
        "legs 8",
        "head armor 1",
    ):
        assert said in found, said
    assert "Hollow Hearth, died in year 3: bled out" in words(sheets.survivor(hearth(), CORE, "s3"))


def test_what_stands_on_the_settlements_sheet():
    found = words(sheets.settlement(hearth(), CORE))
    for said in (
        "Hollow Hearth settlement phase",
        "4 year 4 survival limit 17 population 3 deaths 2 endeavors 6 lost settlements",
        "base 1 Cannibalize +1 Language +1 by hand +1",
        "+1 survival Ammonia",
        "+3 insanity Cannibalize",
        "1 The First Day",
        "Returning Survivors",
        "3 Hooded Knight",
        "4 Butcher level 1",
        "41 White Lion level 2",
        "First birth",
        "New Life Protect the Young",
        "our-own this one",
        "Lantern Hoard",
        "our-own-idea",
        "King's Man",
        "Skull 21",
        "our-rock 5",
        "Bone Axe 31",
        "Sélène",
        "Erza retired",
        "Allister skips the hunt",
        "The dead Lucy year 3",
        "Two lanterns.",
        "The hide is promised.",
        "unofficial",
    ):
        assert said in found, said


@pytest.mark.parametrize("on", SIZES)
@pytest.mark.parametrize("kind", ALL)
def test_every_page_has_the_size_that_was_asked_for_and_says_unofficial(kind, on):
    made = ALL[kind](hearth(), on)
    for page, text in zip(PdfReader(BytesIO(made)).pages, read(made)):
        assert (round(page.mediabox.width), round(page.mediabox.height)) == SIZES[on]
        assert "unofficial" in text


def test_a_sheet_is_one_page_a_settlements_two_while_nothing_is_long():
    s = hearth()
    assert [len(read(make(s))) for make in ALL.values()] == [2, 1, 11, 2, 1, 13, 3]


def test_survivors_come_in_the_order_in_which_they_came_or_were_asked_for():
    s = hearth()
    names = [text.split("\n")[0] for text in read(sheets.survivors(state.unpack(s.pack()), CORE))]
    every = [sheet["name"] for sheet in s.survivors.values()]
    assert [" ".join(name.split()) for name in names] == [name for name in every if name != "Lucy"]
    some = words(sheets.survivors(s, CORE, ids=("s3", "s1", "s3")))
    assert some.index("Lucy") < some.index("Allister") and some.count("page 1") == 2


def test_everything_is_the_settlement_and_then_the_survivors_page_by_page():
    s = hearth()

    def pages(made):
        return [page.extract_text().split("page")[0] for page in PdfReader(BytesIO(made)).pages]

    apart = pages(sheets.settlement(s, CORE)) + pages(sheets.survivors(s, CORE))
    assert len(pages(sheets.everything(s, CORE))) == len(apart) == 2 + 11
    assert [words[:200] for words in pages(sheets.everything(s, CORE, ids=("s4",)))][2] == pages(sheets.survivor(s, CORE, "s4"))[0][:200]
    assert pages(sheets.blank(CORE, "both"))[2][:200] == pages(sheets.blank(CORE, "survivor"))[0][:200]
    for one in list(s.survivors):
        s.survivors[one]["state"] = "dead"
    assert len(pages(sheets.everything(s, CORE))) == len(pages(sheets.settlement(s, CORE)))


def test_a_blank_sheet_has_no_figures_and_the_timeline_of_the_content():
    found = words(sheets.blank(CORE, "survivor"))
    assert not any(c.isdigit() for c in found.replace("page 1", ""))
    found = words(sheets.blank(CORE, "settlement"))
    assert "First death" in found and "Conviction" in found and "30 Gold Smoke Knight" in found and "Language" not in found


def test_what_is_none_is_refused_with_what_would_be_one():
    s = hearth()
    for path, allowed, make in (
        ("survivor", "s1, s2, s3", lambda: sheets.survivor(s, CORE, "s99")),
        ("survivor", "s1, s2, s3", lambda: sheets.survivors(s, CORE, ids=["s1", "nobody"])),
        ("survivor", "s1, s2, s3", lambda: sheets.survivors(s, CORE, ids=[])),
        ("survivor", "none yet", lambda: sheets.survivors(state.new(CORE, "0" * 16), CORE)),
        ("paper", "a4, letter", lambda: sheets.survivor(s, CORE, "s1", "a5")),
        ("paper", "a4, letter", lambda: sheets.settlement(s, CORE, "")),
        ("paper", "a4, letter", lambda: sheets.blank(CORE, "survivor", "A3")),
        ("kind", "settlement, survivor, both", lambda: sheets.blank(CORE, "monster")),
    ):
        with pytest.raises(Refused) as refused:
            make()
        assert refused.value.path == path and refused.value.allowed.startswith(allowed) and refused.value.message


@pytest.mark.parametrize("on", SIZES)
def test_a_very_large_settlement_loses_no_name_and_no_line(on):
    s = hearth()
    for k in range(1000):
        state.add(s, f"Somebody-{k}", CORE)
    for k in range(1, 1001, 3):
        s.survivors[f"s{k}"].update(state="dead", died=k)
    s.settlement["storage"] = {f"kind-{k}": 1000 + k for k in range(500)}
    s.settlement["gear"] = {f"piece-{k}": 2000 + k for k in range(500)}
    s.settlement["timeline"] = [[k % 700, "event", f"event-{k}", "done"] for k in range(2000)]
    for what in ("innovations", "locations", "quarries", "nemeses", "milestones"):
        s.settlement[what] = [f"{what}-{k}" for k in range(200)]
    s.settlement["departing"] = [["survival", k, f"because-{k}"] for k in range(1, 100)]
    s.settlement["notes"] = " ".join(f"note-{k}" for k in range(444))
    made = sheets.settlement(s, CORE, on)
    found = set(words(made).split())
    wanted = {sheet["name"] for sheet in s.survivors.values()}
    wanted |= {*s.settlement["storage"], *s.settlement["gear"], *(entry[2] for entry in s.settlement["timeline"])}
    wanted |= {f"{what}-{k}" for what in ("innovations", "locations", "quarries", "nemeses", "milestones") for k in range(200)}
    wanted |= {str(n) for n in (*s.settlement["storage"].values(), *s.settlement["gear"].values())}
    wanted |= {f"because-{k}" for k in range(1, 100)} | set(s.settlement["notes"].split())
    assert not wanted - found
    stays_inside(made, on)


@pytest.mark.parametrize("on", SIZES)
def test_a_survivor_with_everything_that_a_field_can_hold_loses_nothing(on):
    s = hearth()
    sheet = s.survivors["s1"]
    for what in ("arts", "disorders", "abilities", "impairments"):
        sheet[what] = [f"{what}={k}" for k in range(200)]
    sheet["injuries"] = [["waist", f"wound={k}"] for k in range(40)]
    sheet["notes"] = " ".join(f"note-{k}" for k in range(444))
    made = sheets.survivor(s, CORE, "s1", on)
    wanted = {one for what in ("arts", "disorders", "abilities", "impairments") for one in sheet[what]}
    assert not (wanted | set(sheet["notes"].split()) | {f"wound={k}" for k in range(40)}) - set(words(made).split())
    assert "Notes, continued" in words(made) and "more on a further page" in read(made)[0]
    stays_inside(made, on)


def stays_inside(made: bytes, on: str) -> None:
    """All that is written begins between the margins."""
    width, height = paper.PAPERS[on]
    there = placed(made)
    assert len(there) > 20
    for x, y, text in there:
        assert paper.MARGIN - 7 <= x <= width - paper.MARGIN and paper.MARGIN - 8 <= y <= height - paper.MARGIN, (x, y, text)


def test_long_names_are_shortened_to_their_width():
    s = hearth()
    wide = "W" * 32
    for one in s.survivors.values():
        one["name"] = wide
    s.settlement.update(name="W" * 60, innovations=["W" * 60], storage={"W" * 60: 9999}, principles={"death": "W" * 60, "W" * 60: "W" * 60})
    s.survivors["s1"].update(arts=["W" * 60], gear=["W" * 60] * 9, proficiency={"type": "W" * 60, "level": 99})
    for on in SIZES:
        for made in (sheets.settlement(s, CORE, on), sheets.survivor(s, CORE, "s1", on)):
            assert "WWW…" in words(made) and "W" * 40 not in words(made)
            stays_inside(made, on)
    assert "9999" in words(sheets.settlement(s, CORE)) and "99" in words(sheets.survivor(s, CORE, "s1"))


def test_text_is_never_wider_than_it_may_be():
    for text in ("W" * 60, "a b c " * 40, "…", "", "Łódź " * 30):
        for width in (5, 40, 157.3):
            assert paper.long(paper.fit(text, width), paper.TEXT) <= max(width, paper.long("…", paper.TEXT))
            lines = paper.wrapped(text, width)
            assert all(paper.long(line, paper.TEXT) <= max(width, paper.long("…", paper.TEXT)) for line in lines)
            assert "".join(lines).replace(" ", "") == paper.shown(text).replace(" ", "")


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Sélène", "Sélène"),
        ("Sélène", "Sélène"),
        ("Łucja Ődön", "Łucja Odön"),
        ("Nguyễn", "Nguyen"),
        ("Юлия", "s1: ◊◊◊◊"),
        ("火 Ann", "s1: ◊ Ann"),
        ("🔥", "s1: ◊"),
        ("❤️", "s1: ◊"),
        ("x̄y", "xy"),
    ],
)
def test_a_character_that_the_typeface_has_not_is_told(name, printed):
    """An accent is left out; anything else is a visible substitute, and then the id tells who it is."""
    s = hearth()
    s.survivors["s1"]["name"] = name
    assert printed in words(sheets.settlement(s, CORE))
    assert printed.removeprefix("s1: ") in words(sheets.survivor(s, CORE, "s1"))


# Whatever the fields can hold is printed

CHARACTERS = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"]) | st.sampled_from(" Wi")


def texts(most: int, least: int = 1):
    return st.text(CHARACTERS, min_size=least, max_size=most).filter(lambda text: all(c.isprintable() for c in text))


def lists(of, most: int = 12):
    return st.lists(of, max_size=most, unique_by=str)


SOME = texts(60)
FIGURE = st.integers(-99, 999)
COUNTS = st.dictionaries(SOME, st.integers(1, 9999), max_size=30)
YEARS = st.integers(0, 9999)
DONE = st.sampled_from(["", "done"])
HOME = {
    "name": texts(60, 0),
    "year": YEARS,
    **{what: st.integers(-9999, 9999) for what in ("population", "deaths", "endeavors")},
    "limit": st.integers(-99, 99),
    "departing": st.lists(st.tuples(st.sampled_from(derived.GAINS), st.integers(-99, 99), texts(60, 0)).map(list), max_size=20),
    **{what: lists(SOME, 30) for what in ("innovations", "locations", "milestones", "quarries", "nemeses")},
    "principles": st.dictionaries(SOME, SOME, max_size=20),
    "timeline": st.lists(
        st.one_of(
            st.tuples(YEARS, st.just("event"), SOME, DONE).map(list),
            st.tuples(YEARS, st.just("showdown"), SOME, st.integers(1, 9), DONE).map(list),
        ),
        max_size=40,
    ),
    "storage": COUNTS,
    "gear": COUNTS,
    "lost_settlements": YEARS,
    "notes": st.text(CHARACTERS | st.just("\n"), max_size=400).filter(lambda text: all(c.isprintable() or c == "\n" for c in text)),
    "outcome": st.sampled_from(["", "won", "lost"]),
}
SHEET = {
    **{what: FIGURE for what in ("survival", "insanity", "courage", "understanding", "experience", "bleed")},
    **{what: st.integers(-99, 99) for what in (*content.ATTRIBUTES, *(f"armor.{place}" for place in content.LOCATIONS))},
    "name": texts(32),
    "sex": st.sampled_from(["", "f", "m"]),
    "boxes": lists(st.sampled_from(party.BOXES)),
    "tokens": st.dictionaries(st.sampled_from(content.ATTRIBUTES), st.integers(-99, 99)),
    "proficiency.type": texts(60, 0),
    "proficiency.level": st.integers(0, 99),
    **{what: lists(SOME) for what in ("arts", "disorders", "abilities", "impairments")},
    "injuries": st.lists(st.tuples(st.sampled_from([*content.LOCATIONS, "brain"]), SOME).map(list), max_size=40),
    "gear": st.lists(st.none() | SOME, min_size=9, max_size=9),
    "state": st.sampled_from([state.ALIVE, state.DEAD, state.RETIRED]),
    "skip_hunt": st.booleans(),
    "born": YEARS,
    "died": YEARS,
    "cause": texts(60, 0),
    "notes": HOME["notes"],
}


@settings(max_examples=count(15, 60, 600), deadline=None)
@given(st.data(), st.sampled_from(list(SIZES)))
def test_whatever_the_records_can_hold_is_printed(data, on):
    s = state.new(CORE, "0" * 16, ("Ada", "Bo"))
    paths = {f"settlement.{what}": values for what, values in HOME.items()}
    paths |= {f"survivors.{one}.{what}": values for one in s.survivors for what, values in SHEET.items()}
    for path in data.draw(lists(st.sampled_from(list(paths)), 40)):
        store, key, holds = edits.field(s, path)
        value = data.draw(paths[path])
        holds(value, path)
        store[key] = value
    for made in (sheets.settlement(s, CORE, on), sheets.survivors(s, CORE, on, list(s.survivors))):
        assert all("unofficial" in text for text in read(made))
        stays_inside(made, on)
