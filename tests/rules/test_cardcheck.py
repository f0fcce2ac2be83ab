"""What a card may be (rules/cardcheck.py), as a source writes it and as a board has it. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.rules import cardcheck
from lanternboard.rules.cardcheck import check_card

COUNTS = {"ai": 2, "instincts": 2, "locations": 3, "tables": 7, "gear": 1, "basic": 1, "parts": 1, "monsters": 1}


def count(deck):
    return COUNTS.get(deck, 0)


def none(deck):
    return 0


def shown(**more):
    return dict(id="a", name="A", **more)


def deep(levels):
    steps = [["down"]]
    for _ in range(levels - 1):
        steps = [["roll", [["1", steps]]]]
    return steps


def rows(*faces, **more):
    made = [dict(faces=faces[k], id="r-%d" % k, name="R", steps=[]) for k in range(len(faces))]
    made[0].update(more)
    return made


RIGHT = (  # deck, card, as a source has it
    ("monsters", shown(size=8, movement=0)),
    ("monsters", shown(size=3, movement=6, blind_spot=[[-1, 3]], starts=[63, 0])),
    ("targets", shown(pick=["all survivor, not deaf", "no target: x"])),
    ("ai", shown(rank="special", ask=["all"])),
    ("ai", shown(rank="basic", copies=2, targets="t", attack=[1, 2, 0], hits=[["land", "head"]], injury={"no-jaw": [["draw"]]})),
    ("ai", shown(rank="advanced", mood={"damage": 1}, ends=["killed"], after=[["draw"]])),
    ("ai", shown(rank="advanced", attack=[2, 5, 1], ask=["pick"])),
    ("instincts", shown(after=[["everyone-threat", 2], ["end-turn"]])),
    (
        "ai",
        shown(rank="basic", after=[["each", "adjacent", [["down"], ["if", "insane", [["may", [["stand"]]]]]]], ["one", "all", [["grab"]]]]),
    ),
    ("locations", shown()),
    ("locations", shown(trap=True, impervious=True, bars=["grab"], draws=[["discard"]], ask=["wound"])),
    ("locations", shown(failure=deep(cardcheck.NEST))),
    ("locations", shown(critical=[["if", "courage 3", [["insanity", "d5"]], [["down"]]], ["roll", [["beats-courage", []]]]])),
    ("locations", shown(critical=[["roll", [["1", []], ["4-9", [["gain", "parts", "claw"]]]]], ["gain", "basic", "random"]])),
    ("locations", shown(wound=[["damage", "level"], ["damage", 1, "legs"], ["pick", ["furthest threat, in range"], [["basic", 0]]]])),
    ("tables", {"id": "arms", "rows": rows("1-2", "3-10", most=2, again=[["bleed", 1]])}),
    ("tables", {"id": "brain", "rows": rows("1-10", "11", "12-13")}),
    ("tables", {"id": "hit-location", "faces": ["head", "arms", "body", "body", "waist", "legs"]}),
    ("gear", shown(armor=[0, 0, 0, 1, 0], weapon=[2, 7, 1, 0, 0], use=[["archive"], ["strike"]], always=True)),
    ("basic", shown(kinds=["bone", "consumable"], copies=7, gain=[["one", "all", [["insanity", 1]]]])),
    ("parts", shown()),
    ("scenarios", shown(monster="m", level=1, movement=6, toughness=6, ai=["a", "a"], ai_top=["a"], gear=["x"], victory=[4, 4])),
    ("scenarios", shown(monster="m", level=3, movement=6, toughness=6, ai=[7, 3, 0], speed=-1, opens="survivors")),
)

WRONG = (  # deck, what is changed in a card that is right, where it is wrong
    ("monsters", {"size": 0}, "size"),
    ("monsters", {"colour": 1}, "colour"),
    ("monsters", {"blind_spot": [[0, 61]]}, "blind_spot[0][1]"),
    ("targets", {"pick": []}, "pick"),
    ("targets", {"pick": ["survivor, mute"]}, "pick[0]"),
    ("ai", {"rank": "common"}, "rank"),
    ("ai", {"copies": 0}, "copies"),
    ("ai", {"attack": [2, 2]}, "attack"),
    ("ai", {"attack": [0, 2, 1]}, "attack[0]"),
    ("ai", {"attack": [2, 11, 1]}, "attack[1]"),
    ("ai", {"attack": [2, 2, True]}, "attack[2]"),
    ("ai", {"pick": ["survivor"]}, "targets"),
    ("ai", {"targets": "T"}, "targets"),
    ("ai", {"mood": {}}, "mood"),
    ("ai", {"mood": {"luck": 1}}, "mood.luck"),
    ("ai", {"ends": ["killed"]}, "ends"),
    ("ai", {"injury": {"No": []}}, "injury.No"),
    ("ai", {"injury": {"no": [["fly"]]}}, "injury.no[0]"),
    ("ai", {"ask": ["all", "all"]}, "ask[0]"),
    ("instincts", {"attack": [2, 2, 1], "pick": ["closest threat, in range", "all survivor"]}, "pick[1]"),
    ("ai", {"mood": {"movement": 3}}, "mood.movement"),
    ("locations", {"wound": [["basic", 16]]}, "wound[0][1]"),
    ("ai", {"ask": ["wound"]}, "ask[0]"),
    ("ai", {"damage": [["land", "head"]]}, "damage[0]"),
    ("ai", {"injury": {"no": [["grab"]]}}, "injury.no[0]"),
    ("instincts", {"before": [["face"]]}, "before"),
    ("instincts", {"after": [["down"]]}, "after[0]"),
    ("instincts", {"after": [["roll", [["1", [["knockback", 1]]]]]]}, "after[0][1][0][1][0]"),
    ("locations", {"turn": [["if", "deaf", [["draw"]]]]}, "turn[0]"),
    ("locations", {"moves": [["may", [["monster-down"]]]]}, "moves[0]"),
    ("instincts", {"damage": [["down"]]}, "damage"),
    ("instincts", {"attack": [1, 2, 1]}, "attack"),
    ("instincts", {"rank": "basic"}, "rank"),
    ("instincts", {"after": deep(cardcheck.NEST + 1)}, None),
    ("instincts", {"after": [["down"]] * 13}, "after"),
    ("locations", {"trap": False}, "trap"),
    ("locations", {"bars": ["attack"]}, "bars[0]"),
    ("locations", {"wound": ["down"]}, "wound[0]"),
    ("locations", {"wound": [[]]}, "wound[0]"),
    ("locations", {"wound": [["down", 1]]}, "wound[0]"),
    ("locations", {"wound": [["damage"]]}, "wound[0]"),
    ("locations", {"wound": [["damage", 31]]}, "wound[0][1]"),
    ("locations", {"wound": [["damage", -1]]}, "wound[0][1]"),
    ("locations", {"wound": [["damage", "d6"]]}, "wound[0][1]"),
    ("locations", {"wound": [["damage", 1, "brain"]]}, "wound[0][2]"),
    ("locations", {"wound": [["damage", 1, "head", "arms"]]}, "wound[0]"),
    ("locations", {"wound": [["token", "strength", 31]]}, "wound[0][2]"),
    ("locations", {"wound": [["token", "strength", "d5"]]}, "wound[0][2]"),
    ("locations", {"wound": [["knockback", "level"]]}, "wound[0][1]"),
    ("locations", {"wound": [["basic", -1]]}, "wound[0][1]"),
    ("locations", {"wound": [["token", "damage", 1]]}, "wound[0][1]"),
    ("locations", {"wound": [["monster-token", "strength", 1]]}, "wound[0][1]"),
    ("locations", {"wound": [["mark", "blind"]]}, "wound[0][1]"),
    ("locations", {"wound": [["mark", ""]]}, "wound[0][1]"),
    ("locations", {"wound": [["everyone-threat", "level"]]}, "wound[0][1]"),
    ("locations", {"wound": [["priority", 1]]}, "wound[0][1]"),
    ("locations", {"wound": [["gain", "gear", "x"]]}, "wound[0][1]"),
    ("locations", {"wound": [["gain", "parts", 1]]}, "wound[0][2]"),
    ("locations", {"wound": [["archive"]]}, "wound[0]"),
    ("locations", {"wound": [["basic", 0], ["down"]]}, "wound[0]"),
    ("ai", {"after": [["draw"], ["draw"]]}, "after[0]"),
    ("locations", {"wound": [["discard"]]}, "wound[0]"),
    ("locations", {"wound": [["each", "some", []]]}, "wound[0][1]"),
    ("locations", {"wound": [["each", "all", [["land", "head"]]]]}, "wound[0][2][0]"),
    ("locations", {"wound": [["if", "brave", []]]}, "wound[0][1]"),
    ("locations", {"wound": [["if", "courage 0", []]]}, "wound[0][1]"),
    ("locations", {"wound": [["if", "courage -3", []]]}, "wound[0][1]"),
    ("locations", {"wound": [["if", "deaf", [], [], []]]}, "wound[0]"),
    ("locations", {"wound": [["pay", 0, []]]}, "wound[0][1]"),
    ("locations", {"wound": [["pick", ["no target: x"], []]]}, "wound[0][1][0]"),
    ("locations", {"wound": [["roll", []]]}, "wound[0][1]"),
    ("locations", {"wound": [["roll", [["1"]]]]}, "wound[0][1][0]"),
    ("locations", {"wound": [["roll", [["0", []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [["11", []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [["5-4", []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [["1-2-3", []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [["01", []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [[3, []]]]]}, "wound[0][1][0][0]"),
    ("locations", {"wound": [["roll", [["1-4", []], ["4", []]]]]}, "wound[0][1][1][0]"),
    ("locations", {"wound": [["roll", [["beats-courage", []], ["1", []]]]]}, "wound[0][1][0][0]"),
    ("tables", {"id": "knee"}, "id"),
    ("tables", {"rows": rows("1-9")}, "rows"),
    ("tables", {"rows": rows("1-11")}, "rows"),
    ("tables", {"rows": rows("1-3", "5-10")}, "rows[1].faces"),
    ("tables", {"rows": rows("1-5", "5-10")}, "rows[1].faces"),
    ("tables", {"rows": rows("1-10", most=3)}, "rows[0].most"),
    ("tables", {"rows": rows("1-10", most=1, again=[])}, "rows[0].again"),
    ("tables", {"rows": rows("1-10", id="No")}, "rows[0].id"),
    ("tables", {"rows": rows("1", "2-10", id="r-1")}, "rows[1].id"),
    ("tables", {"faces": ["head"] * 6}, "faces"),
    ("gear", {"armor": [1]}, "armor"),
    ("gear", {"weapon": [2, 7, 1, 0]}, "weapon"),
    ("gear", {"use": [["discard"]]}, "use[0]"),
    ("basic", {"kinds": ["wood"]}, "kinds[0]"),
    ("parts", {"copies": 21}, "copies"),
    ("scenarios", {"monster": 0}, "monster"),
    ("scenarios", {"level": 0}, "level"),
    ("scenarios", {"ai": []}, "ai"),
    ("scenarios", {"ai": [1, 2]}, "ai"),
    ("scenarios", {"ai": [1, 2, "a"]}, "ai[2]"),
    ("scenarios", {"ai": ["a", 1]}, "ai[1]"),
    ("scenarios", {"survivors": 7}, "survivors"),
    ("scenarios", {"victory": [4]}, "victory"),
    ("scenarios", {"basic_action": 0}, "basic_action"),
)

RANKS = [[0], [1, 1], []]
DEALT = shown(monster=0, basic_action=0, trap=-1, ai=RANKS, ai_of=[1, 1, 0], ai_top=[0], locations_top=[2], opens="monster")
DEALT.update(gear=[0], always=[], basic=[0, 0], parts=[0], victory=[4, 4], level=1, movement=6, toughness=6, placement=6, survivors=4)
DEALT.update(limit=1, survival=1, speed=0, damage=0, accuracy=0, luck=0, evasion=0)


def refused(deck, card, n=0, of=None):
    """The path that is wrong, None when nothing is."""
    try:
        check_card(deck, card, "c", n, of)
    except Refused as wrong:
        assert wrong.message and wrong.allowed, wrong.path
        return wrong.path
    return None


def test_cards_of_every_deck_are_right():
    assert {deck for deck, _ in RIGHT} == set(cardcheck.DECKS)
    for deck, card in RIGHT:
        assert refused(deck, card) is None, (deck, card)


def right(deck):
    for name, card in RIGHT:
        if name == deck and not (deck == "ai" and "targets" not in card):
            return dict(card)


def test_what_is_wrong_is_refused_with_its_path():
    for deck, change, path in WRONG:
        card = right(deck)
        card.update(change)
        got = refused(deck, card)
        assert got and (path is None or got == "c." + path), (deck, change, got)


def test_a_key_that_must_be_there_is_missed():
    for deck, card in RIGHT:
        for key in ("id", "name", "size", "monster", "ai", "rank"):
            if key in card and not (deck == "tables" and key == "name"):
                less = dict(card)
                del less[key]
                assert refused(deck, less) == "c." + key, (deck, key)


def test_what_is_no_card_at_all():
    for deck in cardcheck.DECKS:
        for value in (None, [], 5, "x"):
            assert refused(deck, value) == "c"
    assert refused("spells", {}) == "spells"


def test_a_board_has_numbers_for_ids():
    assert refused("scenarios", DEALT, 0, count) is None
    for key, value, path in (
        ("monster", 1, "monster"),
        ("basic_action", 2, "basic_action"),
        ("trap", 3, "trap"),
        ("ai", [[0], [2], []], "ai[1][0]"),
        ("ai", [[0], [1]], "ai"),
        ("ai_of", [1, 1, -1], "ai_of[2]"),
        ("locations_top", [3], "locations_top[0]"),
        ("gear", ["a"], "gear[0]"),
    ):
        card = dict(DEALT)
        card[key] = value
        assert refused("scenarios", card, 0, count) == "c." + path
    assert refused("scenarios", DEALT, 0, none)
    one = shown(rank="basic", pick=["no target: x"], injury=[[2, [["gain", "parts", 0]]]])
    assert refused("ai", one, 0, count) is None
    for key, value, path in (
        ("instinct", 1, "instinct"),
        ("injury", [[3, []]], "injury[0][0]"),
        ("injury", [[0, [["gain", "parts", 1]]]], "injury[0][1][0][2]"),
        ("injury", {"a": []}, "injury"),
        ("targets", "t", "targets"),
    ):
        card = dict(one)
        card[key] = value
        assert refused("ai", card, 0, count) == "c." + path, key


def test_a_boards_tables_lie_in_their_order():
    for n in range(len(cardcheck.TABLES) - 1):
        card = {"id": cardcheck.TABLES[n], "rows": rows("1-10")}
        assert refused("tables", card, n, count) is None
        assert refused("tables", card, n + 1, count) == "c.id" and refused("tables", card, 7, count) == "c.id"
