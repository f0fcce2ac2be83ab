"""`lanternboard campaign` and `survivor`, as a person gives them: begin, look, answer, edit, take back, copy, restore, make anew."""

import json
import sqlite3

import pytest
from lanternboard_host.cli import run

WON = json.dumps(
    {"result": "won", "survivors": [[name, "lives", [["experience", 1]], [], []] for name in ("Ada", "Bo")], "resources": [["", "skull"]]}
)


@pytest.fixture
def lantern(capsysbinary, monkeypatch, tmp_path):
    """lantern(*args, stdin="") -> exit code, output, errors."""
    monkeypatch.setenv("LANTERNBOARD_DATA", str(tmp_path / "data"))

    def lantern(*args, stdin=""):
        import io
        import sys

        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = run([str(one) for one in args])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return lantern


@pytest.fixture
def hearth(lantern):
    assert lantern("campaign", "new", "Hearth", "--survivor", "Ada", "--survivor", "Bo")[0] == 0
    return lantern


def read(found):
    assert found[0] == 0, found
    return json.loads(found[1])


def test_from_the_first_story_to_the_settlement_in_a_few_commands(hearth):
    assert read(hearth("campaign", "list", "--json"))[0]["phase"] == "showdown"
    found = read(hearth("campaign", "answer", WON, "--json"))
    assert found["asked"]["kind"] == "settlement-name" and ["experience", "s1", 1, "showdown"] in found["told"]
    code, out, err = hearth("campaign", "play", "--dice", "board", stdin="Ember\n\n1\nq\n")
    assert code == 0 and not err and "The settlement is called Ember" in out and "Roll a die of 10" in out
    code, out, _ = hearth("campaign", "show")
    assert "Ember, lantern year 1: settlement phase" in out and "survival limit 2 (base +1, Language +1)" in out and "1 Skull" in out
    assert [row["kind"] for row in read(hearth("campaign", "show", "--history", "50", "--json"))][-1] == "begun"
    assert hearth("campaign", "rebuild")[1].endswith("identical rows\n")


def test_a_script_lets_the_app_roll(hearth):
    code, _, err = hearth("campaign", "answer", "--roll")
    assert code == 1 and "chance" in err
    for choice in (WON, "Ember"):
        hearth("campaign", "answer", choice)
    number = read(hearth("campaign", "show", "--json"))["asked"]["number"]
    for args in ((), ("3", "--roll")):
        code, _, err = hearth("campaign", "answer", *args)
        assert code == 2 and "allowed: one of them" in err
    assert hearth("campaign", "answer", "--roll", "--number", number - 1)[0] == 1
    assert read(hearth("campaign", "answer", "--roll", "--number", number, "--json"))["asked"]["number"] > number
    assert read(hearth("campaign", "show", "--history", "1", "--json"))[0]["cause"] == "the app rolls"
    code, _, err = hearth("campaign", "answer", "--roll", "--number", number)
    assert code == 1 and "no longer asked" in err


def at_an_effect(hearth):
    for choice in (WON, "Ember"):
        hearth("campaign", "answer", choice)
    for _ in range(30):
        asked = read(hearth("campaign", "show", "--json"))["asked"]
        if asked["kind"] == "effect":
            return
        if asked["chance"]:
            hearth("campaign", "answer", "--roll")
        else:
            hearth("campaign", "answer", str(asked["usual"] if asked["usual"] is not None else (asked["options"] or ["x"])[0]))
    raise AssertionError("no effect was asked")


def test_an_effect_is_typed_in_plain_words_or_as_JSON(hearth):
    at_an_effect(hearth)
    lines = (
        "population 2",
        'note "it rains"',
        "survivor Ada courage 1",
        '["survivor","s2",[["understanding",1]]]',
        "survivor Nobody courage 1",
        "what is this?",
        'note "open',
    )
    before = read(hearth("campaign", "show", "--json"))["records"]
    code, out, err = hearth("campaign", "play", stdin="\n".join(lines) + "\nq\n")
    after = read(hearth("campaign", "show", "--json"))["records"]
    assert (code, err) == (0, "") and after["settlement"]["population"] == before["settlement"]["population"] + 2
    assert "it rains" in json.dumps(after["settlement"]["notes"])
    assert after["survivors"]["s1"]["courage"] == before["survivors"]["s1"]["courage"] + 1
    assert after["survivors"]["s2"]["understanding"] == before["survivors"]["s2"]["understanding"] + 1
    assert "no survivor Nobody" in out and "what is this?: no answer here" in out and "`population 1`" in out and "not JSON" not in out


def test_what_is_no_answer_is_told_with_what_would_be_one(hearth):
    hearth("campaign", "answer", WON)
    code, out, _ = hearth("campaign", "play", stdin="\nEmber\n\n99\nroll\nq\n")
    assert code == 0 and "nothing: no answer here (allowed: a number from 1 to 1, as 1; later, or a text of 1-32 characters)" in out
    assert "nothing: no answer here (allowed: 1 to 10, as 1; `roll`: the app does)" in out and "99: no answer here" in out
    assert "not an answer to this prompt" not in out
    assert read(hearth("campaign", "show", "--history", "1", "--json"))[0]["cause"] == "the app rolls"


def test_without_any_campaign_it_says_how_to_begin_one(lantern):
    assert lantern("campaign", "list")[1] == "no campaign yet: `lanternboard campaign new NAME`\n"
    code, _, err = lantern("campaign", "show")
    assert code == 1 and "there is none yet" in err and "campaign new NAME" in err


def test_a_campaign_is_found_by_the_beginning_of_its_name(hearth):
    hearth("campaign", "new", "Heath")
    assert read(hearth("campaign", "show", "hearth", "--json"))["name"] == "hearth"
    for wanted, said in (("he", "may be several"), ("moor", "no campaign moor"), (None, "there are several")):
        code, _, err = hearth("campaign", "show", *([wanted] if wanted else []))
        assert code == 1 and said in err and "hearth, heath" in err
    code, _, err = hearth("campaign", "new", "HEARTH!")
    assert code == 1 and "there is something already" in err
    assert hearth("campaign", "new", "...")[0] == 1


def test_a_survivor_is_edited_by_its_name_and_a_broken_rule_is_told(hearth):
    code, out, _ = hearth("survivor", "edit", "ada", "luck=-1", "survival=7", 'arts=["Leap"]', "proficiency.level=2", "--why", "so it is")
    assert code == 0 and "survivors.s1.luck: 0 -> -1" in out and "! S1: Ada has survival 7, the limit is 1" in out
    assert hearth("survivor", "add", "Dr. Eve")[0] == 0
    assert hearth("survivor", "edit", "Dr. Eve", "notes=came late", "sex=f")[0] == 0
    sheet = read(hearth("survivor", "show", "dr. eve", "--json"))
    assert (sheet["notes"], sheet["sex"], sheet["id"]) == ("came late", "f", "s3")
    assert [row["name"] for row in read(hearth("survivor", "list", "--json"))] == ["Ada", "Bo", "Dr. Eve"]
    assert "luck -1" in hearth("survivor", "show", "Ada")[1] and "Leap" in hearth("campaign", "show", "--survivor", "Ada")[1]
    newest = read(hearth("campaign", "show", "--history", "1", "--json"))[0]
    assert newest["cause"] == "edit" and newest["who"]


def test_several_survivors_are_added_at_once_and_a_field_that_is_there_twice_is_refused(hearth):
    assert hearth("campaign", "edit", "survivors.+=Eve", "survivors.+=Eli")[0] == 0
    assert [row["name"] for row in read(hearth("survivor", "list", "--json"))] == ["Ada", "Bo", "Eve", "Eli"]
    for second in ("settlement.population=6", "settlement.population=0"):
        code, out, err = hearth("campaign", "edit", "settlement.population=5", second)
        assert code == 1 and "settlement.population: a field is there twice (allowed: each once)" in err and not out
    assert hearth("survivor", "edit", "Ada", "luck=1", "luck=2")[0] == 1
    assert read(hearth("survivor", "show", "Ada", "--json"))["luck"] == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("settlement.population=many", "settlement.population: 'many' is none (allowed: -9999 to 9999)"),
        ("settlement.nothing=1", "no such field"),
        ("settlement.population", "not a change"),
        ("survivors.Zoe.luck=1", "no survivor Zoe"),
        ('survivors.Ada.gear=["cloth"]', "not a gear grid"),
        ("survivors.Ada.boxes=[[]]", "not a text"),
        ("settlement.notes=" + "[" * 6000, "not a text"),
    ],
)
def test_a_change_that_is_none_is_refused_and_nothing_is_kept(hearth, change, said):
    before = read(hearth("campaign", "show", "--json"))["entries"]
    code, out, err = hearth("campaign", "edit", change)
    assert code == 1 and said in err and not out
    refused = json.loads(hearth("campaign", "edit", change, "--json")[1])
    assert refused["format"] == "lanternboard/error/1" and said.split(":")[0].split("'")[0].strip() in json.dumps(refused)
    assert read(hearth("campaign", "show", "--json"))["entries"] == before


def test_taking_back_the_last_answer_and_an_older_one(hearth):
    hearth("campaign", "edit", "settlement.lost_settlements=1")
    older = read(hearth("campaign", "show", "--history", "1", "--json"))[0]["number"]
    hearth("campaign", "edit", "settlement.notes=word")
    assert read(hearth("campaign", "undo", "--json"))["asked"]["kind"] == "showdown"
    assert hearth("campaign", "redo")[0] == 0
    assert hearth("campaign", "undo", "--entry", older)[0] == 0
    home = read(hearth("campaign", "show", "--json"))["records"]["settlement"]
    assert (home["lost_settlements"], home["notes"]) == (0, "word")
    code, _, err = hearth("campaign", "undo", "--entry", "9999")
    assert code == 1 and "no answer that counts" in err


def test_an_old_question_is_told_and_its_answer_not_taken(hearth):
    number = read(hearth("campaign", "show", "--json"))["asked"]["number"]
    assert hearth("campaign", "answer", WON, "--number", number)[0] == 0
    assert hearth("campaign", "answer", WON, "--number", number)[0] == 0, "the same once more is acknowledged"
    code, _, err = hearth("campaign", "answer", "by-hand", "--number", number)
    assert code == 1 and "no longer asked" in err
    code, _, err = hearth("campaign", "answer", "")
    assert code == 1 and "a text of 1-32 characters" in err


def test_a_backup_is_listed_and_restored_and_what_was_there_is_kept(hearth, tmp_path):
    copy = read(hearth("campaign", "backup", "--json"))["file"]
    hearth("campaign", "edit", "settlement.notes=after")
    code, out, err = hearth("campaign", "restore", "hearth")
    assert code == 1 and copy in out and "nothing was restored" in err and "--newest" in err
    assert read(hearth("campaign", "show", "--json"))["records"]["settlement"]["notes"] == "after"
    code, out, _ = hearth("campaign", "restore", "hearth", "--json")
    assert code == 1 and json.loads(out) == {"copies": [copy], "restored": False}
    found = read(hearth("campaign", "restore", "hearth", copy, "--json"))
    assert read(hearth("campaign", "show", "--json"))["records"]["settlement"]["notes"] == ""
    assert hearth("campaign", "restore", "hearth", found["before"])[0] == 0
    assert read(hearth("campaign", "show", "--json"))["records"]["settlement"]["notes"] == "after"
    (tmp_path / "no.lantern").write_bytes(b"nothing")
    for wrong in (tmp_path / "no.lantern", tmp_path / "none", tmp_path):
        code, _, err = hearth("campaign", "restore", "hearth", wrong)
        assert code == 1 and err and read(hearth("campaign", "show", "--json"))["records"]["settlement"]["notes"] == "after"


def test_a_damaged_campaign_is_told_in_the_list_and_restored(hearth, tmp_path):
    assert hearth("campaign", "new", "Ember")[0] == 0
    older = read(hearth("campaign", "backup", "hearth", "--json"))["file"]
    hearth("campaign", "edit", "settlement.notes=newer", "--campaign", "hearth")
    newer = read(hearth("campaign", "backup", "hearth", "--json"))["file"]
    path = tmp_path / "data" / "campaigns" / "hearth.lantern"
    for damage in (path.read_bytes()[:3000], path.read_bytes()[:2000]):
        path.write_bytes(damage)
        row = read(hearth("campaign", "list", "--json"))[1]
        assert row["name"] == "hearth" and "damaged" in row["wrong"]
        code, out, _ = hearth("campaign", "list")
        assert code == 0 and hearth("campaign", "show", "hearth")[0] == 1
        assert [line for line in out.splitlines() if f"hearth: {row['wrong']}" in line], "whole, in one line, however long"
        code, out, _ = hearth("campaign", "restore", "hearth", "--newest")
        assert code == 0 and newer in out, "a damaged one that was kept is no copy to go on with"
        assert read(hearth("campaign", "show", "hearth", "--json"))["records"]["settlement"]["notes"] == "newer"
    kept = [one.read_bytes() for one in (tmp_path / "data" / "backups").glob("hearth.*.damaged.lantern")]
    assert sorted(map(len, kept)) == [2000, 3000], "each is kept"
    path.write_bytes(path.read_bytes()[:3000])
    assert hearth("campaign", "restore", "hearth", older)[0] == 0
    assert read(hearth("campaign", "show", "hearth", "--json"))["records"]["settlement"]["notes"] == ""


def test_the_list_names_the_folder_that_may_be_copied(hearth, tmp_path):
    assert f"\ncampaigns in {tmp_path / 'data' / 'campaigns'}" in hearth("campaign", "list")[1]


def test_newest_without_a_copy_or_with_one_named_is_refused(hearth, tmp_path):
    code, out, err = hearth("campaign", "restore", "hearth", "--newest")
    assert code == 1 and not out and "no backup yet" in err and "campaign backup" in err
    code, out, err = hearth("campaign", "restore", "hearth")
    assert code == 1 and "no backup yet" in err
    code, out, err = hearth("campaign", "restore", "hearth", "some.lantern", "--newest")
    assert code == 2 and "one of them" in err


@pytest.mark.parametrize("damaged", [False, True])
def test_another_campaigns_copy_takes_no_ones_place_unasked(hearth, tmp_path, damaged):
    assert hearth("campaign", "new", "Ember")[0] == 0
    copy = read(hearth("campaign", "backup", "hearth", "--json"))["file"]
    read(hearth("campaign", "backup", "ember", "--json"))
    path = tmp_path / "data" / "campaigns" / "ember.lantern"
    if damaged:
        path.write_bytes(path.read_bytes()[:3000])
    before = path.read_bytes()
    code, _, err = hearth("campaign", "restore", "ember", copy)
    assert code == 1 and "another campaign" in err and "--force" in err and "campaign restore NEW-NAME" in err
    assert path.read_bytes() == before
    found = read(hearth("campaign", "restore", "third", copy, "--json"))
    assert found["file"].endswith("third.lantern")
    found = read(hearth("campaign", "restore", "ember", copy, "--force", "--json"))
    assert (
        found["before"]
        and read(hearth("campaign", "show", "ember", "--json"))["id"] == read(hearth("campaign", "show", "hearth", "--json"))["id"]
    )


def test_a_campaign_that_another_program_writes_to_is_told(hearth, tmp_path, monkeypatch):
    from lanternboard_host.records import database

    monkeypatch.setattr(database, "PATIENCE", 0.05)
    other = sqlite3.connect(tmp_path / "data" / "campaigns" / "hearth.lantern", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    code, _, err = hearth("campaign", "edit", "settlement.notes=x")
    assert code == 1 and "in use by another program" in err
    assert hearth("campaign", "show")[0] == 0, "it can be read all the same"
    other.execute("ROLLBACK")
    other.close()
    assert hearth("campaign", "edit", "settlement.notes=x")[0] == 0


def test_figures_by_lantern_year_as_a_table_and_by_name(hearth):
    assert "no lantern year yet" in hearth("campaign", "show", "--years")[1]
    hearth("campaign", "edit", "settlement.year=2", "settlement.population=7")
    hearth("campaign", "edit", "settlement.year=3", "settlement.deaths=1")
    two, three = read(hearth("campaign", "show", "--years", "--json"))
    assert (two["year"], two["population"], two["deaths"], three["deaths"]) == (2, 7, 0, 1)
    assert three == {"year": 3, "population": 7, "deaths": 1, "births": 0, "living": 2, "survival": 2, "mean": 1.0, "limit": 1}
    lines = hearth("campaign", "show", "--years")[1].splitlines()
    assert [line.split() for line in lines] == [list(three), [str(one) for one in two.values()], [str(one) for one in three.values()]]
    assert len({len(line) for line in lines}) == 1


def test_one_change_for_several_obeys_each_ones_bans_and_is_one_entry(hearth):
    hearth("survivor", "edit", "Bo", "insanity=3")
    found = read(hearth("survivor", "each", "insanity -2", "--all", "living", "--why", "a song", "--json"))
    assert found == {"told": [["spared", "s1", "insanity", "none left"], ["insanity", "s2", -2, "by hand"]], "broken": []}
    code, out, _ = hearth("survivor", "each", '["courage", 2]', "ada", "Ada", "s2")
    assert (code, out) == (0, "Ada: +2 courage (by hand)\nBo: +2 courage (by hand)\n")
    hearth("campaign", "undo")
    assert [row["courage"] for row in read(hearth("survivor", "list", "--json"))] == [0, 0]
    assert hearth("survivor", "each", "survival 1", "Ada")[1] == "Ada: survival as before (the limit)\n"
    rows = read(hearth("campaign", "show", "--history", "20", "--json"))
    songs = [json.loads(row["choice"]) for row in rows if row["choice"] and "a song" in row["choice"]]
    assert songs == [{"each": ["s1", "s2"], "step": ["insanity", -2], "why": "a song"}], "one entry, with the reason"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("hope 1", "Ada"), "change: hope 1 is none (allowed: survival, "),
        (("population 2", "Ada"), "step[0]: population is nothing of a survivor's"),
        (("survival x", "Ada"), "step[1]: "),
        (("survival 1",), "survivor: whom it is for must be said once (allowed: names, or --all "),
        (("survival 1", "Ada", "--all", "living"), "survivor: whom it is for must be said once"),
        (("survival 1", "--all", "returning"), "--all: nobody is returning now"),
        (("survival 1", "Zed"), "survivor: no survivor Zed (allowed: s1 Ada, s2 Bo)"),
        (("survival 1", "--all", "nobody"), "living"),
        (("'", "Ada"), "change: ' is none"),
        (("[" * 9999, "Ada"), "change: ["),
    ],
)
def test_a_change_for_several_that_is_none_is_told_and_changes_nothing(hearth, args, said):
    before = hearth("campaign", "show", "--json")
    code, out, err = hearth("survivor", "each", *args)
    assert code in (1, 2) and not out and said in err and "Traceback" not in err and hearth("campaign", "show", "--json") == before
