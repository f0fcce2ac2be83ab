"""Packs: every refusal names its path; what is written for a board is read back card by card."""

import copy
import json
import random
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules import cardcheck, figures, targets
from lanternboard.rules.cardcheck import check_card
from lanternboard.store.packs import Pack
from lanternboard_host.image import pack_digest, pack_lines, read_pack
from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.packcards import compiled
from mutate import fault, mutate
from sizes import SEED, count

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


LION = (firmware_source() / "files/packs/white-lion.json").read_bytes()
FIRST = (firmware_source() / "files/packs/first-story.json").read_bytes()
BOAR = (Path(__file__).parents[2] / "docs/examples/stone-boar.json").read_bytes()

BETWEEN = [  # what cards say of others: place, value, path
    ("ai.0.targets", "no-such", "ai[0].targets"),
    ("ai.2.pick", ["threat", "no target: rot"], "ai[2].pick[1]"),
    ("targets.0.pick", ["threat", "no target: rot"], "ai[0].pick[1]"),
    ("ai.1.injury", {"no-such": []}, "ai[1].injury.no-such"),
    ("ai.0.damage", [["each", "all", [["gain", "parts", "no-such"]]]], "ai[0].damage[0][2][0][2]"),
    ("parts.0.gain", [["if", "deaf", [], [["gain", "basic", "tusk"]]]], "parts[0].gain[0][3][0][2]"),
    ("locations.0.failure", [["roll", [["9", [["gain", "parts", "no-such"]]]]]], "locations[0].failure[0][1][0][1][0][2]"),
    ("tables.1.rows.2.steps", [["may", [["gain", "parts", "no-such"]]]], "tables[1].rows[2].steps[0][1][0][2]"),
    ("scenarios.0.monster", "no-such", "scenarios[0].monster"),
    ("scenarios.0.ai", [5, 1, 0], "scenarios[0].ai[0]"),
    ("scenarios.0.ai", ["tusk", "no-such"], "scenarios[0].ai[1]"),
    ("scenarios.0.ai_top", ["tusk", "tusk"], "scenarios[0].ai_top[1]"),
    ("scenarios.0.locations_top", ["no-such"], "scenarios[0].locations_top[0]"),
    ("scenarios.0.gear", ["no-such"], "scenarios[0].gear[0]"),
    ("locations.0.trap", True, "locations[5].trap"),
    ("instincts.0.id", "basic", "scenarios[0].monster"),
    ("tables", [], "tables"),
    ("locations", [], "ai[1].injury.broken-tusk"),
]


@pytest.mark.parametrize(("place", "value", "path"), BETWEEN, ids=str)
def test_a_card_that_speaks_of_one_that_is_not_there_is_refused_with_its_path(place, value, path):
    pack = json.loads(BOAR)
    *parents, last = place.split(".")
    at = pack["decks"]
    for key in parents:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[last] = value
    with pytest.raises(Refused) as refused:
        read_pack(json.dumps(pack))
    assert refused.value.path == "decks." + path and refused.value.allowed


def test_a_special_card_is_not_dealt_and_only_what_is_dealt_lies_on_top():
    pack = json.loads(LION)
    scenario = pack["decks"]["scenarios"][0]
    for change, path in (({"ai": ["claw", "cunning"]}, "ai[1]"), ({"ai": ["claw"], "ai_top": ["maul"]}, "ai_top[0]")):
        pack["decks"]["scenarios"][0] = {**scenario, **change}
        with pytest.raises(Refused) as refused:
            read_pack(json.dumps(pack))
        assert refused.value.path == "decks.scenarios[0]." + path


def test_an_attack_takes_one():
    pack = json.loads(LION)
    cards = pack["decks"]["ai"]
    claw = [card["id"] for card in cards].index("claw")
    cards[claw]["targets"] = "everyone"
    with pytest.raises(Refused) as refused:
        read_pack(json.dumps(pack))
    assert refused.value.path == f"decks.ai[{claw}].targets" and refused.value.allowed


def test_a_card_too_long_once_it_is_compiled_is_refused_with_its_path():
    pack = json.loads(BOAR)
    entry = "closest knocked-down survivor, facing, in range, in field of view"
    pack["decks"]["targets"][0]["pick"] = [entry] * 12
    pack["decks"]["ai"][0]["after"] = [["pick", [entry] * 12, []]] * 2
    with pytest.raises(Refused) as refused:
        read_pack(json.dumps(pack))
    assert (refused.value.path, refused.value.message) == ("decks.ai[0]", "card too long for a board")


def test_compiled_cards_have_numbers_lists_and_whole_dice():
    pack = read_pack(BOAR)
    cards = compiled(pack["decks"])
    assert list(cards) == sorted(pack["decks"])
    assert [card["id"] for card in cards["tables"]] == ["head", "arms", "body", "waist", "legs", "brain", "hit-location"]
    scenario = cards["scenarios"][0]
    assert (scenario["ai"], scenario["ai_of"], scenario["ai_top"]) == ([[0, 0, 1, 2], [3, 4], []], [4, 1, 0], [0])
    assert (scenario["monster"], scenario["basic_action"], scenario["trap"], scenario["always"]) == (0, 0, 5, [2])
    assert scenario["basic"] == [0] * 6 + [1] * 4 and scenario["parts"] == [0, 0, 1, 1, 1, 1, 2]
    assert (scenario["gear"], scenario["locations_top"], scenario["luck"]) == ([0, 1], [], 0)
    tusk, toss = cards["ai"][:2]
    assert tusk["pick"] == pack["decks"]["targets"][0]["pick"] and "targets" not in tusk
    assert toss["injury"] == [[1, [["each", "adjacent", [["knockback", 2]]]]]]
    tusks, hoof = cards["locations"][1], cards["locations"][3]
    assert tusks["reflex"] == [["roll", [["1-7", []], ["8-10", [["damage", 1, "arms"]]]]]]
    assert tusks["critical"] == [["gain", "parts", 0]]
    assert hoof["moves"] == [["roll", [["1-2", [["monster-down"]]], ["3-10", []]]]]


def test_what_lies_on_top_is_compiled_from_the_bottom_up():
    pack = json.loads(BOAR)
    pack["decks"]["scenarios"][0].update(ai_top=["toss", "tusk"], locations_top=["hoof", "snout", "wallow"])
    scenario = compiled(read_pack(json.dumps(pack))["decks"])["scenarios"][0]
    assert (scenario["ai_top"], scenario["locations_top"]) == ([0, 1], [5, 0, 3])


def test_every_step_and_mark_is_the_cores():
    rules = firmware_source() / "rules"
    core = (rules / "steps.py").read_text("utf-8") + (rules / "beast.py").read_text("utf-8")
    for word in cardcheck._STEPS.split():
        assert f'"{word[: word.find(":")]}"' in core, word
    assert cardcheck.MARKS.split(" ") == list(figures.MARKS_BY_ID) and targets.DEAF == figures.DEAF


def test_F2_F3_the_first_storys_decks_begin_with_claw_and_strange_hand():
    decks = read_pack(FIRST)["decks"]
    scenario = compiled(decks)["scenarios"][0]
    assert sum(scenario["ai_of"]) == 8 and scenario["ai_of"] == [len(rank) for rank in scenario["ai"]]
    assert [decks["ai"][n]["id"] for n in scenario["ai_top"]] == ["claw"]
    assert [decks["locations"][n]["id"] for n in scenario["locations_top"]] == ["strange-hand"]
    assert len(decks["locations"]) == 23 and decks["locations"][scenario["trap"]]["id"] == "clever-ploy"
    assert (len(scenario["basic"]), len(scenario["parts"])) == (21, 19)
    assert [scenario[key] for key in ("movement", "toughness", "placement", "survivors", "limit", "survival", "victory")] == [
        6,
        6,
        6,
        4,
        1,
        1,
        [4, 4],
    ]


def test_the_white_lions_deck_has_every_card_and_leaves_open_what_is_not_known():
    cards = read_pack(LION)["decks"]["ai"]
    ranks = {
        rank: sum(card.get("copies", 1) for card in cards if card["rank"] == rank) for rank in ("basic", "advanced", "legendary", "special")
    }
    assert ranks == {"basic": 12, "advanced": 9, "legendary": 2, "special": 2}
    for card in cards:
        assert card.get("ask") == ["all"] or "attack" in card or "before" in card or "mood" in card, card["id"]
    assert read_pack(LION)["decks"]["locations"] == read_pack(FIRST)["decks"]["locations"]


def agreed(text: str, tmp_path) -> str:
    """The path at which a source is refused, "" when it is right; then a board takes what is made of it."""
    try:
        pack = read_pack(text)
    except Refused as wrong:
        return wrong.path or "(whole)"
    (tmp_path / "p").write_bytes(pack_lines(pack))
    board = Pack(str(tmp_path / "p"))
    board.check(check_card, lambda: None)
    board.close()
    return ""


def test_a_pack_with_a_fault_is_refused_with_a_path_or_right_here_and_on_a_board(tmp_path):
    right = refused = 0
    for seed in range(count(120, 1500, 50000)):
        pack = json.loads(BOAR)
        fault(pack, random.Random(SEED * 1_000_003 + seed))
        path = agreed(json.dumps(pack), tmp_path)
        right += not path
        refused += bool(path)
        assert path != "(whole)"
    assert refused > 40 and right > 5


def test_a_spoiled_text_is_refused_or_right(tmp_path):
    for seed in range(count(60, 1000, 30000)):
        agreed(mutate(BOAR, SEED * 1_000_003 + seed).decode("utf-8", "surrogateescape"), tmp_path)


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


def test_the_page_that_goes_through_the_example_counts_as_it_does_and_shows_its_code_as_code():
    page = (Path(__file__).parents[2] / "docs/packs.md").read_text("utf-8")
    pack = json.loads(BOAR)
    assert len(pack["decks"]["ai"]) == 5 and "five AI cards" in page and "five AI cards" in pack["about"]
    assert len(pack["decks"]["locations"]) == 6 and "six locations" in page and "six locations" in pack["about"]
    code = [line for line in page.splitlines() if line.startswith(" ") and line.strip().startswith(('{"', '"'))]
    assert code and all(line.startswith(" " * 7) for line in code), "four spaces beyond the text of the numbered item"
