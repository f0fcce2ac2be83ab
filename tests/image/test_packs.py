"""Packs: every refusal names its path; what is written for a board is read back card by card."""

import copy
import json

import pytest
from lanternboard.base.errors import Refused
from lanternboard.store.packs import Pack
from lanternboard_host.image import pack_digest, pack_lines, read_pack
from lanternboard_host.image.build import firmware_source

GOOD = {
    "format": "lanternboard/pack/1",
    "id": "small",
    "name": "Small",
    "decks": {
        "monsters": [
            {"id": "lion", "name": "Löwe", "size": 2, "movement": 6, "blind_spot": [[0, 2]], "starts": [1, 2]},
            {"id": "b", "name": "B", "size": 1, "movement": 0},
        ],
        "targets": [{"id": "t", "name": "T", "pick": ["closest threat, in range", "no target: sniff"]}],
    },
}

WRONG = [
    ("format", "lanternboard/pack/2", "format"),
    ("id", "No", "id"),
    ("name", "", "name"),
    ("decks", [], "decks"),
    ("colour", 1, "colour"),
    ("decks.monsters", [], "decks.monsters"),
    ("decks.spells", [], "decks.spells"),
    ("decks.monsters.0.size", 0, "decks.monsters[0].size"),
    ("decks.monsters.0.size", True, "decks.monsters[0].size"),
    ("decks.monsters.0.movement", 31, "decks.monsters[0].movement"),
    ("decks.monsters.0.blind_spot", [[0, 2, 3]], "decks.monsters[0].blind_spot[0]"),
    ("decks.monsters.0.blind_spot", [[0, "2"]], "decks.monsters[0].blind_spot[0][1]"),
    ("decks.monsters.0.starts", [64, 0], "decks.monsters[0].starts[0]"),
    ("decks.monsters.0.about", "x" * 2000, "decks.monsters[0]"),
    ("decks.monsters.1.id", "lion", "decks.monsters[1].id"),
    ("decks.targets.0.pick", [], "decks.targets[0].pick"),
    ("decks.targets.0.pick", ["nearest thing"], "decks.targets[0].pick[0]"),
    ("decks.targets.0.name", "\ud800", "decks.targets[0].name"),
]


@pytest.mark.parametrize(("place", "value", "path"), WRONG)
def test_a_wrong_value_is_refused_with_its_path(place, value, path):
    pack = copy.deepcopy(GOOD)
    *parents, last = place.split(".")
    at = pack
    for key in parents:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[int(last) if isinstance(at, list) else last] = value
    with pytest.raises(Refused) as refused:
        read_pack(json.dumps(pack))
    assert refused.value.path == path
    assert refused.value.allowed


@pytest.mark.parametrize("text", ["", "[", "{}", "[]", "null", '{"id": "a", "id": "b"}', "NaN", "[" * 100000, b"\xff\xfe"])
def test_what_is_no_pack_is_refused(text):
    with pytest.raises(Refused):
        read_pack(text)


def test_a_missing_key_is_named():
    pack = copy.deepcopy(GOOD)
    del pack["decks"]["monsters"][1]["movement"]
    with pytest.raises(Refused) as refused:
        read_pack(json.dumps(pack))
    assert refused.value.path == "decks.monsters[1].movement"


def test_cards_come_back_as_they_were(tmp_path):
    path = tmp_path / "small.lbp"
    path.write_bytes(pack_lines(read_pack(json.dumps(GOOD))))
    pack = Pack(str(path))
    assert (pack.id, pack.name, pack.digest) == ("small", "Small", pack_digest(GOOD))
    assert pack.names == ["monsters", "targets"]
    for deck, cards in GOOD["decks"].items():
        assert [pack.card(deck, n) for n in range(pack.count(deck))] == cards
    assert pack.count("spells") == 0
    with pytest.raises(Refused, match="0 to 1"):
        pack.card("monsters", 2)
    with pytest.raises(Refused):
        pack.card("spells", 0)
    pack.close()


def test_the_digest_is_of_the_content_not_of_the_spacing():
    assert pack_digest(json.loads(json.dumps(GOOD, indent=3, sort_keys=True))) == pack_digest(GOOD)


def test_a_pack_that_was_not_copied_whole_is_refused(tmp_path):
    whole = pack_lines(GOOD)
    path = tmp_path / "small.lbp"
    for n in (0, 1, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:n])
        with pytest.raises(Refused):
            Pack(str(path))
    with pytest.raises(Refused):
        Pack(str(tmp_path / "none.lbp"))


def test_every_pack_in_the_firmware_is_a_pack():
    packs = sorted((firmware_source() / "files" / "packs").glob("*.json"))
    assert packs
    for path in packs:
        assert read_pack(path.read_bytes())["id"] == path.stem
