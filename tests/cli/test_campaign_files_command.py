"""`lanternboard campaign export`, `import` and `sheets`, as a person gives them: files of our own, of the ncalteen/kdm tracker, and PDF."""

import json
import sys
from io import BytesIO
from pathlib import Path

import pytest
from campaign.desk import CORE, NAMES
from lanternboard_host.cli import run
from lanternboard_host.records import files
from lanternboard_host.records.shelf import Shelf
from pypdf import PdfReader
from records.keeper import play

FIXTURES = Path(__file__).parents[1] / "records" / "fixtures"
OWN = FIXTURES / "campaign-1.json"
TRACKER = FIXTURES / "ncalteen-small.json"


@pytest.fixture
def lantern(capsysbinary, monkeypatch, tmp_path):
    """lantern(*args, stdin=b"") -> exit code, output as bytes, errors."""
    monkeypatch.setenv("LANTERNBOARD_DATA", str(tmp_path / "data"))

    def lantern(*args, stdin=b""):
        import io

        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = run(["campaign", *(str(one) for one in args)])
        out, err = capsysbinary.readouterr()
        return code, out, err.decode()

    return lantern


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A campaign's file, as the rules of now make it."""
    file = tmp_path_factory.mktemp("own") / "hearth.json"
    with Shelf(file.parent, CORE).create("Hearth", "Ada", NAMES) as records:
        list(play(records, 60))
        file.write_bytes(files.export(records))
    return file


@pytest.fixture
def hearth(lantern, own):
    assert lantern("import", own)[0] == 0
    return lantern


@pytest.fixture
def campaigns(tmp_path):
    """Names of what lies in the campaigns' folder."""
    folder = tmp_path / "data" / "campaigns"
    return lambda: sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def read(found):
    assert found[0] == 0, found
    return json.loads(found[1])


def pages(data):
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def test_a_campaign_goes_out_and_comes_back_as_it_was(hearth, own, tmp_path, campaigns):
    file = tmp_path / "out.json"
    code, out, err = hearth("export", file)
    assert code == 0 and not err and b"all of hearth" in out and b"campaign import" in out
    assert file.read_bytes() == own.read_bytes()
    assert hearth("export", "hea", "-")[1] == own.read_bytes()
    shown = read(hearth("show", "--json"))
    (tmp_path / "data" / "campaigns" / "hearth.lantern").unlink()
    found = read(hearth("import", "-", "--json", stdin=file.read_bytes()))["campaigns"]
    assert [(one["name"], one["notes"]) for one in found] == [("hearth", [])] and campaigns() == ["hearth.lantern"]
    assert read(hearth("show", "--json")) == shown
    told = read(hearth("export", tmp_path / "again.json", "--json"))
    assert told["bytes"] == len(own.read_bytes()) and told["name"] == "hearth" and told["id"] == shown["id"]


def test_a_file_that_is_there_is_overwritten_only_when_asked_to(hearth, own, tmp_path):
    file = tmp_path / "out"
    file.write_text("mine")
    for command in ("export", "sheets"):
        code, out, err = hearth(command, file)
        assert code == 2 and not out and "is there already" in err and file.read_text() == "mine"
    assert hearth("export", file, "--force")[0] == 0 and file.read_bytes() == own.read_bytes()
    assert hearth("sheets", file, "--force")[0] == 0 and file.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("command", ["export", "sheets"])
def test_what_is_wrong_with_a_command_is_told(hearth, tmp_path, command):
    for args, code, said in (
        (("a", "b", tmp_path / "x"), 2, "several campaigns"),
        (("moor", tmp_path / "x"), 1, "no campaign moor"),
        (("-", "--json"), 2, "standard output"),
        ((tmp_path / "none" / "x",), 2, "no such folder"),
        ((), 2, "FILE"),
    ):
        found = hearth(command, *args)
        assert found[0] == code and said in found[2] and not found[1], args
    assert json.loads(hearth(command, "moor", tmp_path / "x", "--json")[1])["format"] == "lanternboard/error/1"
    assert not (tmp_path / "x").exists()


def test_a_name_that_is_taken_is_told_and_another_one_can_be_given(hearth, own, campaigns):
    code, _, err = hearth("import", own)
    assert code == 1 and "there is a campaign hearth already (allowed: another one: --name NAME)" in err
    found = read(hearth("import", own, "--name", "The Moor", "--json"))["campaigns"]
    assert found[0]["name"] == "the-moor" and "hearth is the same campaign" in found[0]["notes"][0]
    assert {"hearth.lantern", "the-moor.lantern"} <= set(campaigns())
    assert hearth("import", own, "--name", "...")[0] == 1


def test_a_trackers_file_becomes_a_campaign_for_each_settlement_and_its_notes_are_told(lantern, campaigns):
    code, out, err = lantern("import", TRACKER)
    lines = out.decode().splitlines()
    assert code == 0 and not err and campaigns() == ["ember-ford.lantern", "second-hearth.lantern"]
    assert lines[0].startswith("ember-ford: Ember Ford, lantern year 2, survivors: 3; next: ") and lines[1].startswith("  ")
    code, _, err = lantern("import", TRACKER)
    assert code == 1 and "there is a campaign ember-ford already" in err
    found = read(lantern("import", TRACKER, "--name", "Moor", "--json"))["campaigns"]
    assert [one["name"] for one in found] == ["moor", "moor-2"] and "  " + found[0]["notes"][0] == lines[1]
    assert read(lantern("show", "moor", "--json"))["asked"]["kind"] and lantern("rebuild", "moor-2")[0] == 0
    newest = read(lantern("show", "moor", "--history", "1", "--json"))[0]
    assert newest["cause"] == "import"


def test_all_settlements_of_a_file_or_none(lantern, campaigns):
    lantern("new", "Moor-2")
    code, _, err = lantern("import", TRACKER, "--name", "Moor")
    assert code == 1 and "moor-2 already" in err and campaigns() == ["moor-2.lantern"]


def test_settlements_without_a_name_are_called_as_their_file(lantern, tmp_path, campaigns):
    found = json.loads(TRACKER.read_text("utf-8"))
    for home in found["settlements"]:
        home["name"] = ""
    (tmp_path / "My Save.json").write_text(json.dumps(found))
    assert lantern("import", tmp_path / "My Save.json")[0] == 0 and campaigns() == ["my-save-2.lantern", "my-save.lantern"]


@pytest.mark.parametrize(
    ("data", "path", "said"),
    [
        (b"", "", "no JSON"),
        (b"[1", "", "no JSON"),
        (b"{}", "settlements", "lanternboard/campaign/1"),
        (OWN.read_bytes()[:9000], "", "no JSON"),
        (OWN.read_bytes().replace(b"campaign/1", b"campaign/9", 1), "format", "newer version (9)"),
        (OWN.read_bytes().replace(b'"rules":1', b'"rules":2', 1), "rules", "the rest of the file"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_place_and_nothing_is_made(lantern, tmp_path, campaigns, data, path, said):
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    code, out, err = lantern("import", file)
    assert code == 1 and not out and str(file) in err and said.split()[-1] in err and err.count("\n") == 1 and not campaigns()
    wrong = json.loads(lantern("import", file, "--json")[1])
    assert wrong["format"] == "lanternboard/error/1" and path in json.dumps(wrong) and not campaigns()
    assert lantern("import", tmp_path / "none")[0] == 2


def test_sheets_of_the_settlement_and_all_who_live_or_of_some(hearth, tmp_path):
    alive = [one for one in read(hearth("show", "--json"))["records"]["survivors"].values() if one["state"] != "dead"]
    name = alive[0]["name"]
    whole = pages(hearth("sheets", "-")[1])
    assert len(whole) == 2 + len(alive) and name in whole[2]
    assert len(pages(hearth("sheets", "hearth", "-", "--settlement")[1])) == 2
    assert len(pages(hearth("sheets", "-", "--survivor", name, "--survivor", "s2")[1])) == 2
    assert len(pages(hearth("sheets", "-", "--survivor", name.upper(), "--settlement")[1])) == 3
    assert read(hearth("sheets", tmp_path / "x.pdf", "--json"))["bytes"] == (tmp_path / "x.pdf").stat().st_size
    code, out, err = hearth("sheets", "-", "--survivor", "Nobody")
    assert code == 1 and not out and "no survivor Nobody" in err


def test_blank_sheets_need_no_campaign(lantern):
    assert len(pages(lantern("sheets", "-", "--blank")[1])) == 3
    assert len(pages(lantern("sheets", "-", "--blank", "--settlement")[1])) == 2
    letter = PdfReader(BytesIO(lantern("sheets", "-", "--blank", "--paper", "letter")[1])).pages[0].mediabox
    assert [round(one) for one in letter[2:]] == [612, 792]
    for wrong in (("hearth", "-", "--blank"), ("-", "--blank", "--survivor", "Ada"), ("-", "--paper", "a5")):
        code, out, err = lantern("sheets", *wrong)
        assert code == 2 and not out and "llowed" in err
