"""Every kind of prompt by the rule it cites and whom it asks (docs/prompts.md), as the rules say it; and that page lists them all.
Runs on CPython and on MicroPython."""

import sys

from lanternboard.rules import knockback, state
from lanternboard.rules.prompt import ANYONE, CHANCE, CONTROLLER
from lanternboard.rules.rulings import Rulings

try:
    from players import play
    from showdowns import RarePack
    from showdowns import played as showdown
    from tables import table
    from test_rulings import DEFAULT, played, run_over, say
except ImportError:
    from rules.players import play
    from rules.showdowns import RarePack
    from rules.showdowns import played as showdown
    from rules.tables import table
    from rules.test_rulings import DEFAULT, played, run_over, say

PLAYER = 0  # whoever plays the survivor that the question is about

# (kind, rule): of whom. The table tells what it does and sees, the rules give the controller the choices named there.
ASKED = {
    ("monster", "G4"): ANYONE,
    ("survivors", "F1"): ANYONE,
    ("place-monster", "F4"): ANYONE,
    ("facing", "F4"): ANYONE,  # as the players like
    ("facing", "G5"): ANYONE,
    ("place-survivor", "F4"): PLAYER,  # each is placed by its player
    ("act", "V1"): ANYONE,
    ("light", "V1"): ANYONE,
    ("list", "T1"): ANYONE,
    ("miniature", "V1"): ANYONE,
    ("miniature", "V4"): ANYONE,  # whose reach is lit
    ("miniature", "K1"): ANYONE,
    ("miniature", "K2"): ANYONE,
    ("miniature", "G4"): ANYONE,
    ("miniature", "D6"): ANYONE,
    ("target", "T4"): CONTROLLER,  # where several remain the controller chooses
    ("target", "M1"): ANYONE,  # the ways to whom: only to look at
    ("target", "X4"): ANYONE,  # whom something has pushed
    ("to", "M6"): ANYONE,
    ("to", "V1"): PLAYER,
    ("to", "G4"): ANYONE,
    ("end", "M5"): CONTROLLER,
    ("crossing", "M5"): CONTROLLER,
    ("side", "M7"): CONTROLLER,
    ("order", "X2"): CONTROLLER,  # one by one, in an order the controller picks
    ("spaces", "X4"): ANYONE,  # how far is printed
    ("push-side", "X4"): CONTROLLER,  # equal, the controller chooses
    ("push-side", "X2a"): CONTROLLER,  # the controller picks
    ("push-side", "X7"): CONTROLLER,  # to the side the controller picks
    ("aside", "X6"): CONTROLLER,  # the controller picks
    ("aside", "X2a"): CONTROLLER,
    ("adjust", "V1a"): ANYONE,
    ("number", "G8"): ANYONE,
    ("holder", "T7a"): ANYONE,
    ("everyone", "T8"): ANYONE,
    ("terrain-space", "G9"): ANYONE,
    ("terrain", "G9"): ANYONE,
    ("level", "V1a"): ANYONE,
}
# What is asked besides in a showdown at the levels `monster` and `all`.
SHOWDOWN = {
    ("scenario", "F2"): ANYONE,
    ("players", "V1a"): ANYONE,
    ("controller", "V1a"): ANYONE,
    ("card", "F5"): CHANCE,
    ("location-card", "W3"): CHANCE,
    ("resource", "W10"): CHANCE,
    ("roll", "W4"): CHANCE,
    ("roll", "D4"): CHANCE,
    ("roll", "D7"): CHANCE,
    ("roll", "A1"): CHANCE,
    ("roll", "D8"): CHANCE,
    ("hits", "A3"): CHANCE,
    ("hits", "W1"): CHANCE,
    ("location", "A6"): CHANCE,
    ("random", "T2"): CHANCE,  # a fair draw
    ("hit", "A6"): PLAYER,  # the target picks
    ("hit", "S2"): PLAYER,
    ("hunter", "V2"): ANYONE,  # in any order the players like
    ("do", "V3"): PLAYER,
    ("go", "V4"): PLAYER,
    ("location-order", "W3"): PLAYER,
    ("front", "M9"): CONTROLLER,
    ("may", "V1a"): PLAYER,
    ("pay", "S1"): PLAYER,
    ("heir", "W10"): ANYONE,
    ("chosen", "V1a"): ANYONE,
    ("chosen", "S5"): PLAYER,
    ("harmed", "A8"): CONTROLLER,
    ("is", "V1a"): (CONTROLLER, ANYONE),  # what is on paper; what is put right
    ("mood", "A10"): CONTROLLER,
    ("over", "F8"): ANYONE,
    ("over", "F9"): ANYONE,
    ("told", "V1"): ANYONE,
    ("reaction", "W7"): ANYONE,
    ("target", "W7"): ANYONE,
    ("order", "T4"): CONTROLLER,
    ("end", "X7"): CONTROLLER,
    ("read", "A1"): CONTROLLER,
    ("read", "W3"): CONTROLLER,
    ("read", "A9"): CONTROLLER,
    ("location", "A7"): CONTROLLER,
    ("miniature", "V1a"): ANYONE,
    ("field", "V1a"): ANYONE,
    ("number", "V1a"): ANYONE,
    ("deck", "V1a"): ANYONE,
    ("which", "V1a"): ANYONE,
    ("pile", "V1a"): ANYONE,
    ("side-of", "V1a"): ANYONE,
    ("outcome", "V1a"): ANYONE,
}
# A full move at the edge that slides, two moods in play, ...: not in every few games.
SELDOM = ("end", "mood", "heir", "pay", "may", "harmed", "reaction", "chosen")


def check_whom(prompt, whom):
    if whom == PLAYER:
        whom = [int(word[1:]) for word in prompt.subject if word in ("s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7")][0]
    assert prompt.who == whom or (isinstance(whom, tuple) and prompt.who in whom), (prompt.kind, prompt.rule, prompt.who)


def test_each_question_of_a_showdown_by_chance_cites_its_rule_and_asks_whom_that_says():
    met = []
    wanted = dict(ASKED)
    wanted.update(SHOWDOWN)

    def look(game):
        asked = game.prompt.kind, game.prompt.rule
        assert asked in wanted, asked
        check_whom(game.prompt, wanted[asked])
        if asked not in met:
            met.append(asked)

    decided = Rulings()
    decided.location_rolled = False
    decided.dash = decided.surge = decided.encourage = True
    pack = RarePack()
    for seed in range(26):
        showdown(60 + seed, pack, (state.ALL, state.MONSTER)[seed % 3 == 2], 120, look, decided, 5)
    assert [asked for asked in SHOWDOWN if asked not in met and asked[0] not in SELDOM] == []


def test_each_question_of_a_game_by_chance_cites_its_rule_and_asks_whom_that_says():
    met = []

    def look(game, dice):
        prompt = game.prompt
        asked = prompt.kind, prompt.rule
        assert asked in ASKED, asked
        check_whom(prompt, ASKED[asked])
        if asked not in met:
            met.append(asked)

    for seed in range(48):
        play(500 + seed, 120, *((9, 7), (6, 5), (5, 4))[seed % 3], watch=look)
    # The last one needs terrain about the base (test_what_acts_do.py).
    assert [asked for asked in ASKED if asked not in met] == [("aside", "X2a")]


def test_X2_the_controller_is_asked_who_is_pushed_next():
    prompt = run_over(DEFAULT).prompt
    assert (prompt.kind, prompt.rule, prompt.who) == ("order", "X2", CONTROLLER)


def test_T4_the_controller_is_asked_for_the_target():
    prompt = played(table("0....1\n..MM..\n..MM.."), DEFAULT, "attack").prompt
    assert (prompt.kind, prompt.rule, prompt.who) == ("target", "T4", CONTROLLER)


def pushed(s, *choices):
    prompt = played(s, DEFAULT, *choices).prompt
    assert prompt.who == CONTROLLER
    return prompt.kind, prompt.rule, prompt.options


def test_X4_a_push_along_either_of_two_equal_gaps():
    assert pushed(table(".....\n..0..\n.M...\n....."), "push", 1) == ("push-side", "X4", ("N", "E"))


def test_X7_a_push_along_the_edge_cites_the_slide():
    assert pushed(table("....\n..M0\n...."), "push", 1) == ("push-side", "X7", ("N", "S"))
    assert pushed(table(".0\nM."), "push", 1) == ("push-side", "X7", ("S", "W"))


def test_X7_a_push_of_which_one_way_is_straight_and_one_along_the_edge_cites_the_slide():
    s = table("..0..\n.M...\n.....")  # equal gaps: east, or north over the edge and so east or west along it
    assert pushed(s, "push", 1) == ("push-side", "X7", ("E", "W"))
    assert [(push.direction, push.rule) for push in knockback.pushes(s, 0, 1, DEFAULT)] == [(1, "X4"), (3, "X7")]


def test_X2a_a_push_from_under_the_base_cites_that_it_goes_over_a_nearest_side():
    prompt = say(run_over(DEFAULT), "s1").prompt
    assert (prompt.kind, prompt.rule, prompt.who, prompt.subject) == ("push-side", "X2a", CONTROLLER, ("s1",))


def test_X7_on_a_board_that_the_base_fills_a_push_from_under_it_slides():
    s = table("MMM\naMM\nMMM")
    assert [(push.direction, push.rule) for push in knockback.pushes(s, 0, 1, DEFAULT)] == [(0, "X7"), (2, "X7")]


if sys.implementation.name != "micropython":
    import ast
    import re
    from pathlib import Path

    ROOT = Path(__file__).parents[2]
    WHOM = {"the table": ANYONE, "the controller": CONTROLLER, "its player": PLAYER, "chance": CHANCE}
    WHOM["the controller or the table"] = (CONTROLLER, ANYONE)

    def made():
        """Every kind that stands in a Prompt or is given to one_of."""
        kinds = set()
        for path in (ROOT / "firmware/lanternboard/rules").glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Prompt" and isinstance(node.args[0], ast.Constant):
                    kinds.add(node.args[0].value)
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "one_of":
                    found = [word.value for word in node.keywords if word.arg == "kind"] + node.args[3:4]
                    kinds |= {one.value for part in found for one in ast.walk(part) if isinstance(one, ast.Constant) and one.value}
        return kinds

    def test_docs_prompts_lists_every_kind_with_its_rules_and_whom_it_asks():
        rows = re.findall(r"^\| \d+ \| `([a-z-]+)` \|.*\| ([^|]+) \| ([^|]+) \|$", (ROOT / "docs/prompts.md").read_text("utf-8"), re.M)
        asked = dict(ASKED)
        asked.update(SHOWDOWN)
        assert {kind for kind, _, _ in rows} == made() | {"miniature", "card", "location-card"} == {kind for kind, _ in asked}
        listed = {}
        for kind, whom, rules in rows:
            for part in whom.split("; "):  # "the controller by T4; the table"
                who, _, by = part.partition(" by ")
                for rule in by.split(", ") if by else rules.split(", "):
                    listed.setdefault((kind, rule), WHOM[who])
        assert listed == asked
