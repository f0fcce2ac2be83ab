"""A campaign's own file: what was exported is the same campaign again, a file of each version is read for ever, and whatever is wrong with
one is told, with its path, before anything is made of it.

The fixture was made by

    python tests/records/test_files.py tests/records/fixtures/campaign-1.json

and is never made again: a format with another number has a fixture of its own, and a migration."""

import copy
import json
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from campaign.desk import CORE, NAMES
from lanternboard.base.errors import Refused
from lanternboard_host.campaign import content, flow
from lanternboard_host.campaign.settlement import STEPS
from lanternboard_host.records import files, tables
from lanternboard_host.records.shelf import Shelf
from records.keeper import play
from sizes import SEED, count
from sqlalchemy import insert

FIXTURE = Path(__file__).parent / "fixtures" / "campaign-1.json"
JOURNAL = b"""{"format":"lanternboard/journal/1","rules":5,"board":[22,16],"names":["Ada"],"id":"ja-1","party":"x-1"}
{"result":["won",3,[["Ada","lives",[],[],[]]],[]]}
"""


def journey(records) -> None:
    """60 answers, some taken back, an edit by hand, and a showdown that a board told."""
    list(play(records, 50))
    records.change(lambda game: game.undo(game.number), "Ada", "undo")
    records.change(lambda game: game.undo(game.number), "Ada", "undo")
    records.change(lambda game: game.redo(game.number), "Ada", "redo")
    records.change(lambda game: game.set_fields({"settlement.notes": "näh, 4", "survivors.s1.luck": -2}), "Ada")
    list(play(records, 10))
    row = ("ja-1", f"{crc32(JOURNAL):08x}", "board-7", "2026-01-31T19:30:00.000Z", "waits", 0, 0, JOURNAL)
    names = [column.name for column in tables.showdown.columns]
    records.keep(lambda connection: connection.execute(insert(tables.showdown).values(dict(zip(names, row, strict=True)))))


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "one", CORE)


@pytest.fixture
def other(tmp_path):
    """Where files are loaded."""
    return Shelf(tmp_path / "other", CORE)


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    with Shelf(tmp_path_factory.mktemp("data"), CORE).create("Hearth", "Ada", NAMES) as records:
        journey(records)
        return files.export(records)


def there(shelf) -> list:
    return list(shelf.campaigns.iterdir()) if shelf.campaigns.is_dir() else []


def sound(records) -> None:
    """It can be shown, made anew and played on, and its file loads."""
    records.history(count=1000)
    records.rebuild()
    list(play(records, 3))
    assert files.read(files.export(records), records.content).state.data == records.campaign.state.data


def test_what_was_exported_is_the_same_campaign_again(shelf, other):
    with shelf.create("Hearth", "Ada", NAMES) as records:
        journey(records)
        data = files.export(records)
        assert files.export(records) == data
        with files.load(other, "", data) as again:
            assert files.export(again) == data and again.path.name == "hearth.lantern"
            assert again.id == records.id and again.rows() == records.rows() and again.history(count=500) == records.history(count=500)
            assert again.kept(tables.showdown.select()) == records.kept(tables.showdown.select())
            assert again.kept(tables.meta.select()) == records.kept(tables.meta.select())
            assert again.campaign.prompt.kind == records.campaign.prompt.kind and again.campaign.number == records.campaign.number
            assert again.rebuild()
            again.change(lambda game: game.undo(game.number))
            sound(again)


def test_a_new_campaign_and_one_from_a_position(shelf, other):
    with shelf.create("A") as new, files.load(other, "", files.export(new)) as again:
        assert files.export(again) == files.export(new)
        state = new.campaign.state
    with shelf.create("B", state=state) as begun, files.load(other, "", files.export(begun)) as again:
        assert files.export(again) == files.export(begun) and begun.id == state.data["id"]


def test_what_another_version_played_keeps_its_history_and_goes_on_from_where_it_stands(shelf, other, monkeypatch, exported):
    was = flow.RULES
    monkeypatch.setattr(flow, "RULES", was + 1)
    for _ in range(2):
        with files.load(other, "newer", exported) as newer:
            assert newer.campaign.state.data == json.loads(exported)["state"] and "undo stops here" in newer.campaign.note
            told = [row["told"] for row in newer.history(count=500) if row["told"]]
            assert len(told) > 30
            list(play(newer, 70))
            data = files.export(newer)
            newer.path.unlink()
        with files.load(other, "newer", data) as again:
            assert files.export(again) == data
            sound(again)
        again.path.unlink()
    assert files.read(exported, content.Content({**CORE.raw, "name": "another"})).others
    monkeypatch.undo()
    with pytest.raises(Refused, match="newer rules"):
        files.read(data, CORE)


def test_one_that_is_looked_at_under_other_rules_is_exported_as_it_stands(shelf, exported, monkeypatch):
    files.load(shelf, "", exported).close()
    monkeypatch.setattr(flow, "RULES", flow.RULES + 1)
    with shelf.open(read_only=True) as records:
        assert files.export(records) == exported


def test_a_file_of_version_1_is_read_for_ever(other):
    data = FIXTURE.read_bytes()
    found = json.loads(data)
    with files.load(other, "kept", data) as records:
        assert records.campaign.state.data == found["state"] and records.id == found["id"]
        assert [row["journal"] for row in records.kept(tables.showdown.select())] == ["ja-1"]
        history = records.history(count=1000)
        assert len(history) >= 60 and any(row["who"] == "Ada" for row in history)
        sound(records)


def test_the_name_may_be_another_one_and_one_that_is_taken_is_left(other, exported):
    files.load(other, "Another Name!", exported).close()
    assert [path.name for path in there(other)] == ["another-name.lantern"]
    before = there(other)[0].read_bytes()
    with pytest.raises(Refused, match="there is something already"):
        files.load(other, "another name", exported)
    assert [path.read_bytes() for path in there(other)] == [before]
    for name in ("...", "\u2028"):
        with pytest.raises(Refused, match="letter or digit"):
            files.load(other, name, exported)


@pytest.mark.parametrize(
    ("data", "path", "said"),
    [
        (b"", "", "after 0 bytes"),
        ("{\u00e4".encode(), "", "goes wrong after 1 bytes"),
        (b"\xff\xfe", "", "no text in UTF-8"),
        (b"[" * 100000, "", "nobody writes"),
        (b"[]", "", "no campaign"),
        (b'{"format": "lanternboard/campaign/1", "rules": NaN}', "", "nobody writes"),
        (b'{"format": "\\ud800"}', "", "UTF-8"),
        (b'{"format": 1, "format": 2}', "format", "twice"),
        (b"{}", "format", "no campaign"),
        (b'{"format": "lanternboard/campaign/2"}', "format", "a newer version (2)"),
        (b'{"format": "lanternboard/campaign/0"}', "format", "no campaign"),
        (b'{"format": "lanternboard/campaign/1"}', "id", "missing"),
        (b" " * (files.MOST + 1), "", "64 MiB"),
    ],
)
def test_what_is_no_campaign_is_told_with_its_path(other, data, path, said):
    with pytest.raises(Refused) as wrong:
        files.load(other, "x", data)
    assert wrong.value.path == path and said in str(wrong.value) and wrong.value.allowed and not there(other)


def changed(exported, *keys, value=None, cut=False):
    found = json.loads(exported)
    inner = found
    for key in keys[:-1]:
        inner = inner[key]
    if cut:
        del inner[keys[-1]]
    else:
        inner[keys[-1]] = value
    return json.dumps(found).encode()


@pytest.mark.parametrize(
    ("keys", "value", "path"),
    [
        (("more",), 1, "more"),
        (("id",), "../../x", "id"),
        (("id",), "0" * 16, "id"),
        (("name",), "a/b", "name"),
        (("content",), "other", "content"),
        (("rules",), True, "rules"),
        (("rules",), 7, "rules"),
        (("content_digest",), "00000000", "content_digest"),
        (("state", "settlement", "population"), 77, "state"),
        (("state", "settlement", "population"), "7", "state.settlement.population"),
        (("state", "survivors", "s1", "gear"), [], "state.survivors.s1.gear"),
        (("state", "survivors", "x"), {}, "state.survivors.x"),
        (("state", "next"), 1, "state.next"),
        (("state", "todo"), [["no"]], "state.todo[0][0]"),
        (("entries", 5, 0), 6, "entries[5][0]"),
        (("entries", 5, 1), "yesterday", "entries[5][1]"),
        (("entries", 5, 2), 3, "entries[5][2]"),
        (("entries", 5, 4), "!!", "entries[5][4]"),
        (("entries", 5, 4), "Bw==", "entries[5][4]"),
        (("entries", 5, 7), [[3]], "entries[5][7][0]"),
        (("entries", 1, 4, "state", "party_size"), 9, "entries[1][4].state.party_size"),
        (("entries", 1, 4, "version"), 2, "entries[1][4].version"),
        (("entries",), [], "entries"),
        (("showdowns", 0, "digest"), "00000000", "showdowns[0].text"),
        (("showdowns", 0, "entry"), 10**6, "showdowns[0].entry"),
        (("showdowns", 0, "text"), "none", "showdowns[0].text"),
        (("showdowns", 0, "journal"), "../x", "showdowns[0].journal"),
    ],
)
def test_a_value_that_is_none_is_told_with_its_path(other, exported, keys, value, path):
    with pytest.raises(Refused) as wrong:
        files.load(other, "x", changed(exported, *keys, value=value))
    assert wrong.value.path == path and wrong.value.allowed and not there(other)


def test_entries_that_are_missing_or_stand_elsewhere_are_told(other, exported):
    for n in (0, 1, 7, 40):
        found = json.loads(exported)
        del found["entries"][n]
        for k, row in enumerate(found["entries"]):
            row[0] = k
        with pytest.raises(Refused):
            files.load(other, "x", json.dumps(found).encode())
    found = json.loads(exported)
    del found["entries"][-3:]
    with pytest.raises(Refused):
        files.load(other, "x", json.dumps(found).encode())
    assert not there(other)


def test_a_database_that_is_damaged_is_not_exported(shelf, exported):
    with files.load(shelf, "x", exported) as records:
        records.keep(lambda connection: connection.exec_driver_sql('update entry set "sum" = 1 where number = 9'))
        with pytest.raises(Refused, match="entry 9 is damaged"):
            files.export(records)


ODD = [
    None,
    True,
    False,
    0,
    1,
    -7,
    3.25,
    10**20,
    "",
    "done",
    "s1",
    "AQA=",
    "x" * 5000,
    "\u2028",
    [],
    {},
    [[]],
    [None],
    {"id": 3},
    ["event", "x"],
]


def somewhere(whole, rng):
    """(an object or a list, a key of it), anywhere inside of {"": whole}."""
    inner, key = {"": whole}, ""
    while isinstance(inner[key], list | dict) and inner[key] and (key == "" or rng.random() < 0.85):
        inner = inner[key]
        key = rng.randrange(len(inner)) if isinstance(inner, list) else rng.choice(list(inner))
    return inner, key


def mutated(whole, rng) -> bytes:
    """The file after some random cuts, other values and additions, the numbers of its entries right again in half of them."""
    found = copy.deepcopy(whole)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        inner, key = somewhere(found, rng)
        what = rng.random()
        if key == "" or what < 0.5:
            inner[key] = copy.deepcopy(rng.choice([*ODD, inner[key]]))
        elif what < 0.7:
            del inner[key]
        elif isinstance(inner, list):
            inner.insert(key, copy.deepcopy(rng.choice([*ODD, inner[key]])))
        else:
            inner[rng.choice(["extra", "s1", "id", "name"])] = copy.deepcopy(rng.choice([*ODD, inner[key]]))
    if rng.random() < 0.5 and isinstance(found.get("entries"), list):
        for k, row in enumerate(found["entries"]):
            if isinstance(row, list) and row:
                row[0] = k
    data = json.dumps(found).encode()
    if rng.random() < 0.1:
        at = rng.randrange(len(data))
        data = data[:at] + data[at + rng.randrange(40) :]
    return data


WORDS = ["", "done", "none", "s1", "s99", "x" * 70, "white-lion", "\u2028", *STEPS, "hunt", "showdown", "hunting", "away", "dead", "event"]
SHOW = {"id": "a", "monster": "zz", "level": 9, "pack": "", "kind": "special"}
HUNT = {"at": 3, "monster": 5, "dark": False, "showdown": False, "ambush": ""}
WAITS = [["event", "zz"], ["age", "s1", "age-1", 3], ["steps", [["die", "x"]], "s1"], ["principle", "zz"], ["death", "s1"]]


def likely(whole, rng) -> bytes:
    """The file as other rules would have written it, so that its position is taken; in that, other values of the same kind."""
    found = copy.deepcopy(whole)
    found["content_digest"], found["entries"][0][4] = "", headless(found["entries"][0][4])
    for _ in range(rng.choice((1, 1, 2, 4))):
        inner, key = somewhere(found["state"], rng)
        value = inner.get(key) if isinstance(inner, dict) else inner[key]
        if isinstance(value, bool):
            inner[key] = not value
        elif isinstance(value, int):
            inner[key] = rng.choice([0, 1, -1, -7, 99, 10**9, -(10**9), value + 1, 3])
        elif isinstance(value, str):
            inner[key] = rng.choice(WORDS)
        elif isinstance(value, list):
            inner[key] = value + rng.choice([["zz"], ["s1"], *([one] for one in WAITS)])
        elif isinstance(value, dict):
            value[rng.choice(["zz", "death", "skull"])] = rng.choice([1, -5, "zz"])
        elif key != "":
            inner[key] = rng.choice(["x", "cloth", SHOW, HUNT])
    return json.dumps(found).encode()


def headless(kept: str) -> str:
    """The header without the content that played it."""
    import base64

    header = json.loads(base64.b64decode(kept)[1:])
    header.pop("context")
    return base64.b64encode(b"\0" + json.dumps(header).encode()).decode()


def test_a_mutated_file_loads_soundly_or_is_refused_and_leaves_nothing(exported, other):
    whole, loaded = json.loads(exported), 0
    for k in range(count(30, 300, 10000)):
        rng = random.Random(f"{SEED}-{k}")
        data = rng.choice((mutated, likely))(whole, rng)
        try:
            records = files.load(other, f"m{k}", data)
        except Refused as wrong:
            assert wrong.message and not there(other), k
            continue
        with records:
            loaded += 1
            sound(records)
        for path in there(other):
            path.unlink()
    assert loaded


if __name__ == "__main__":
    with TemporaryDirectory() as folder, Shelf(Path(folder), CORE).create("Hearth", "Ada", NAMES) as begun:
        journey(begun)
        Path(sys.argv[1]).write_bytes(files.export(begun))
