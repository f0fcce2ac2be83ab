"""A pack that is put on a board: what is not exactly right in it is refused before it takes the place of the one that is there."""

import json
import random
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.cardcheck import DECKS, check_card
from lanternboard.store.packs import NEXT, Pack, open_pack
from lanternboard_host.faces.cards import Cards
from lanternboard_host.image import pack_digest, pack_lines, packs, read_pack
from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.packcards import compiled
from mutate import fault, mutate
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
LION = read_pack((firmware_source() / "files/packs/white-lion.json").read_bytes())
BOAR = read_pack((Path(__file__).parents[2] / "docs/examples/stone-boar.json").read_bytes())


def check(path: Path) -> list:
    """Refused, or how often it breathed."""
    breaths: list = []
    pack = Pack(str(path))
    try:
        pack.check(check_card, lambda: breaths.append(1))
    finally:
        pack.close()
    return breaths


@pytest.mark.parametrize("pack", [SMALL, SHIPPED, LION, BOAR], ids=lambda pack: pack["id"])
def test_what_image_writes_is_right(tmp_path, pack):
    (tmp_path / "p").write_bytes(pack_lines(pack))
    assert len(check(tmp_path / "p")) == sum(map(len, pack["decks"].values()))


@pytest.mark.parametrize("pack", [SMALL, SHIPPED, LION, BOAR], ids=lambda pack: pack["id"])
def test_the_cards_here_are_those_of_a_board(tmp_path, pack):
    (tmp_path / "p").write_bytes(pack_lines(pack))
    here, there = Cards(pack, pack_digest(pack)), Pack(str(tmp_path / "p"))
    assert (here.id, here.name, here.digest) == (there.id, there.name, there.digest)
    for deck in (*DECKS, "spells"):
        assert here.count(deck) == there.count(deck)
        for n in range(here.count(deck)):
            assert here.card(deck, n) == there.card(deck, n)
    there.close()


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
    for k in range(count(120, 2000, 50000)):
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


def put(path: Path, pack: dict, cards: dict) -> None:
    """The file of a pack whose compiled cards are these, with the right digest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packs, "compiled", lambda decks: cards)
        path.write_bytes(pack_lines(pack))


COMPILED = [  # cards that only a board sees: numbers that lead nowhere, tables that lie elsewhere
    ("scenarios", 0, {"monster": 8}, "scenarios[0].monster"),
    ("scenarios", 0, {"basic_action": 2}, "scenarios[0].basic_action"),
    ("scenarios", 0, {"ai": [[0], [8], []]}, "scenarios[0].ai[1][0]"),
    ("scenarios", 0, {"ai": ["claw"]}, "scenarios[0].ai"),
    ("scenarios", 0, {"parts": [10]}, "scenarios[0].parts[0]"),
    ("scenarios", 0, {"trap": 23}, "scenarios[0].trap"),
    ("ai", 0, {"instinct": 2}, "ai[0].instinct"),
    ("ai", 1, {"injury": [[23, []]]}, "ai[1].injury[0][0]"),
    ("ai", 1, {"targets": "standard"}, "ai[1].targets"),
    ("locations", 3, {"critical": [["gain", "parts", 10]]}, "locations[3].critical[0][2]"),
    ("locations", 3, {"critical": [["gain", "parts", "sinew"]]}, "locations[3].critical[0][2]"),
    ("tables", 0, {"id": "legs"}, "tables[0].id"),
]


@pytest.mark.parametrize(("deck", "n", "change", "path"), COMPILED, ids=lambda value: str(value)[:30])
def test_a_wrong_number_is_refused_with_its_path(tmp_path, deck, n, change, path):
    cards = compiled(json.loads(json.dumps(SHIPPED["decks"])))
    cards[deck][n].update(change)
    put(tmp_path / "p", SHIPPED, cards)
    with pytest.raises(Refused) as refused:
        check(tmp_path / "p")
    assert refused.value.path == path and refused.value.allowed


def test_a_scenario_without_what_it_is_played_with_is_refused(tmp_path):
    for deck in ("ai", "instincts", "locations", "tables"):
        cards = compiled(SHIPPED["decks"])
        cards["scenarios"] = [{**cards["scenarios"][0], "ai": [[], [], []], "ai_top": [], "locations_top": [], "trap": -1}]
        del cards[deck]
        for card in cards.get("ai", []) + cards.get("instincts", []):
            card.pop("injury", None)
        put(tmp_path / "p", SHIPPED, cards)
        with pytest.raises(Refused) as refused:
            check(tmp_path / "p")
        assert refused.value.path == ("scenarios[0].basic_action" if deck == "instincts" else deck)


def test_compiled_cards_with_a_fault_are_refused_or_right_and_nothing_else(tmp_path):
    good = json.dumps(compiled(BOAR["decks"]))
    refused, seeds = 0, count(60, 2000, 50000)
    for seed in range(seeds):
        cards = json.loads(good)
        dice = random.Random(SEED * 1_000_003 + seed)
        fault(cards[dice.choice(sorted(cards))], dice)
        if "\ud800" in json.dumps(cards, ensure_ascii=False):
            continue  # no file can hold it
        put(tmp_path / "p", BOAR, cards)
        try:
            check(tmp_path / "p")
        except Refused as wrong:
            refused += 1
            assert wrong.path
    assert refused > 0.7 * seeds


def test_a_faulty_card_is_refused_here_and_on_a_board_at_the_same_path(tmp_path):
    compared = 0
    for seed in range(count(50, 1000, 20000)):
        pack = json.loads(json.dumps(BOAR))
        dice = random.Random(SEED * 1_000_003 + seed)
        deck = dice.choice(["monsters", "targets", "gear"])  # those that are compiled to what they were
        fault(pack["decks"][deck], dice)
        cards = pack["decks"][deck]
        if any("about" in card or len(str(card)) > 1500 for card in cards if isinstance(card, dict)) or "\\ud800" in json.dumps(cards):
            continue
        try:
            read_pack(json.dumps(pack))
        except Refused as wrong:
            here = wrong.path
        else:
            continue
        if not here.startswith(f"decks.{deck}["):
            continue
        put(tmp_path / "p", BOAR, {**compiled(BOAR["decks"]), deck: cards})
        with pytest.raises(Refused) as refused:
            check(tmp_path / "p")
        compared += 1
        assert "decks." + refused.value.path == here, seed
    assert compared > 20


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
