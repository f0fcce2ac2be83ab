"""A pack that is put on a board: what is not exactly right in it is refused before it takes the place of the one that is there."""

import json
import random
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.cardcheck import check_card
from lanternboard.store.packs import NEXT, Pack, open_pack
from lanternboard_host.image import pack_digest, pack_lines, read_pack
from lanternboard_host.image.build import firmware_source
from mutate import mutate
from sizes import SEED, count

SMALL = {
    "format": "lanternboard/pack/1",
    "id": "small",
    "name": "Löwen",
    "decks": {
        "monsters": [
            {"id": "lion", "name": "Löwe", "size": 2, "movement": 6, "blind_spot": [[0, 2]], "starts": [1, 2], "about": "two\nlines"},
            {"id": "b", "name": "B", "size": 1, "movement": 0},
        ],
        "targets": [{"id": "t", "name": "T", "pick": ["closest threat, in range", "no target: sniff"]}],
    },
}
SHIPPED = read_pack((firmware_source() / "files/packs/first-story.json").read_bytes())


def check(path: Path) -> list:
    """Refused, or how often it breathed."""
    breaths: list = []
    pack = Pack(str(path))
    try:
        pack.check(check_card, lambda: breaths.append(1))
    finally:
        pack.close()
    return breaths


@pytest.mark.parametrize("pack", [SMALL, SHIPPED], ids=lambda pack: pack["id"])
def test_what_image_writes_is_right(tmp_path, pack):
    (tmp_path / "p").write_bytes(pack_lines(pack))
    assert len(check(tmp_path / "p")) == sum(map(len, pack["decks"].values()))


def test_the_largest_pack_is_right(tmp_path):
    monsters = [{"id": f"m-{k}", "name": "M" * 40, "size": 8, "movement": 30, "blind_spot": [[60, -60]] * 64} for k in range(250)]
    pack = {**SMALL, "decks": {"monsters": monsters, "targets": []}}
    (tmp_path / "p").write_bytes(pack_lines(read_pack(json.dumps(pack))))
    assert len(check(tmp_path / "p")) == 250


def test_a_byte_changed_anywhere_is_refused(tmp_path):
    whole = pack_lines(SMALL)
    rng = random.Random(SEED)
    for n in range(len(whole)):
        changed = bytearray(whole)
        changed[n] ^= rng.randrange(1, 256)
        (tmp_path / "p").write_bytes(changed)
        with pytest.raises(Refused):
            check(tmp_path / "p")


def test_spoiled_packs_are_refused_unless_they_are_as_they_were(tmp_path):
    whole = pack_lines(SHIPPED)
    refused = 0
    for k in range(count(300, 2000, 50000)):
        changed = mutate(whole, SEED * 1_000_003 + k)
        (tmp_path / "p").write_bytes(changed)
        try:
            check(tmp_path / "p")
        except Refused:
            refused += 1
        else:
            assert changed == whole
    assert refused > 100


WRONG = [  # these have the right length, index and digest: somebody wrote them so
    ("monsters", 0, {"size": 0}, "monsters[0].size"),
    ("monsters", 0, {"size": True}, "monsters[0].size"),
    ("monsters", 1, {"movement": 31}, "monsters[1].movement"),
    ("monsters", 0, {"movement": 1.0}, "monsters[0].movement"),
    ("monsters", 0, {"blind_spot": [[0]]}, "monsters[0].blind_spot[0]"),
    ("monsters", 0, {"blind_spot": [[0, 61]]}, "monsters[0].blind_spot[0][1]"),
    ("monsters", 0, {"blind_spot": [[0, 0]] * 65}, "monsters[0].blind_spot"),
    ("monsters", 0, {"starts": [0, 64]}, "monsters[0].starts[1]"),
    ("monsters", 1, {"id": "lion"}, "monsters[1].id"),
    ("monsters", 1, {"id": "-b"}, "monsters[1].id"),
    ("monsters", 1, {"name": " "}, "monsters[1].name"),
    ("monsters", 1, {"name": "x" * 41}, "monsters[1].name"),
    ("monsters", 1, {"colour": 1}, "monsters[1].colour"),
    ("targets", 0, {"pick": []}, "targets[0].pick"),
    ("targets", 0, {"pick": "threat"}, "targets[0].pick"),
    ("targets", 0, {"pick": ["threat"] * 13}, "targets[0].pick"),
    ("targets", 0, {"pick": ["nearest thing"]}, "targets[0].pick[0]"),
    ("targets", 0, {"pick": ["no target: sniff", 5]}, "targets[0].pick[1]"),
    ("targets", 0, {"name": "x" * 2000}, "targets[0]"),
]


@pytest.mark.parametrize(("deck", "n", "change", "path"), WRONG, ids=lambda value: str(value)[:30])
def test_a_wrong_card_is_refused_with_its_path(tmp_path, deck, n, change, path):
    pack = json.loads(json.dumps(SMALL))
    pack["decks"][deck][n].update(change)
    (tmp_path / "p").write_bytes(pack_lines(pack))
    with pytest.raises(Refused) as refused:
        check(tmp_path / "p")
    assert refused.value.path == path and refused.value.allowed


def with_head(**changes) -> bytes:
    first, rest = pack_lines(SMALL).split(b"\n", 1)
    head = {**json.loads(first), **changes}
    return json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" + rest


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "Small"},
        {"name": ""},
        {"name": "Other"},
        {"digest": "0" * 16},
        {"digest": None},
        {"more": 1},
        {"decks": [["targets", 1], ["monsters", 2]]},
        {"decks": [["monsters", 1], ["monsters", 2]]},
        {"decks": [["monsters", 3]]},
        {"decks": [["monsters", 2.0], ["targets", 1]]},
        {"decks": [["monsters", 4], ["targets", -1]]},
        {"decks": [["monsters", 2], ["spells", 1]]},
        {"decks": [], "cards": 10**9},
        {"decks": 5},
        {"name": "x" * 600},
    ],
    ids=str,
)
def test_a_wrong_head_is_refused(tmp_path, changes):
    (tmp_path / "p").write_bytes(with_head(**changes))
    with pytest.raises(Refused):
        check(tmp_path / "p")


def test_what_is_behind_the_cards_or_no_pack_at_all_is_refused(tmp_path):
    first, rest = pack_lines(SMALL).split(b"\n", 1)
    cards = json.loads(first)["cards"]
    (tmp_path / "p").write_bytes(with_head(cards=cards + 5) + b"more\n")
    with pytest.raises(Refused) as refused:
        check(tmp_path / "p")
    assert refused.value.path == "cards"
    for content in (b"", b"{}", first, rest, pack_lines(SMALL)[:-1]):
        (tmp_path / "p").write_bytes(content)
        with pytest.raises(Refused) as refused:
            check(tmp_path / "p")
        assert refused.value.path == str(tmp_path / "p")


def test_a_deck_or_a_card_that_there_is_not(tmp_path):
    (tmp_path / "p").write_bytes(pack_lines(SMALL))
    pack = Pack(str(tmp_path / "p"))
    assert [pack.count(deck) for deck in ("monsters", "targets", "spells")] == [2, 1, 0]
    for deck, n in (("monsters", 2), ("monsters", -1), ("spells", 0)):
        with pytest.raises(Refused) as refused:
            pack.card(deck, n)
        assert refused.value.path == deck
    pack.close()


def test_a_swapped_index_is_refused(tmp_path):
    whole = pack_lines(SMALL)
    index = whole.index(b"\n") + 1
    swapped = whole[:index] + whole[index + 8 : index + 16] + whole[index : index + 8] + whole[index + 16 :]
    (tmp_path / "p").write_bytes(swapped)
    with pytest.raises(Refused, match="index"):
        check(tmp_path / "p")


def test_a_pack_that_waits_takes_its_place_at_the_next_opening(tmp_path):
    (tmp_path / "small.lbp").write_bytes(pack_lines(SMALL))
    other = {**SMALL, "name": "Other"}
    (tmp_path / ("small.lbp" + NEXT)).write_bytes(pack_lines(other))
    for _ in range(2):
        pack = open_pack(str(tmp_path / "small.lbp"))
        assert (pack.name, pack.digest) == ("Other", pack_digest(other))
        pack.close()
    assert [path.name for path in tmp_path.iterdir()] == ["small.lbp"]
    with pytest.raises(Refused, match="no such pack"):
        open_pack(str(tmp_path / "none.lbp"))
