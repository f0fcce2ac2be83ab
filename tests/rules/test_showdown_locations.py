"""What locations answer, and traps (W7-W9), by what is asked and what then lies on the table. Runs on CPython and on MicroPython."""

from lanternboard.rules.state import HL_POOL
from rules.monster_table import asks, dead, fill, lies, other, pile, play, value
from rules.test_showdown_attacks import attack, stocked, tried, words

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""


# W7, W7a


def test_W7_what_answers_a_wound_does_not_answer_a_failure_nor_the_other_way_round():
    assert tried("flank", "roll 6-8").state.priority == 0
    assert tried("flank", "roll 1-5").state.priority == -1
    assert tried("ear", "roll 1-5").state.y == 3
    assert tried("ear", "roll 6-8").state.y == 2


def test_W7_a_reflex_answers_either():
    for face in ("1-5", "6-8"):
        game = tried("tail", "roll " + face)
        assert game.state.x == 6, face  # CHARGE to the east edge


def test_W7_a_fallen_monster_answers_nothing_and_critical_effects_happen():
    def falls(s):
        s.down = True
        stocked(s)

    assert tried("ear", "roll 1-5", change=falls).state.y == 2
    assert len(tried("tail", "roll 9-10", change=falls).state.spoils) == 2


def test_W7a_out_of_reach_the_hits_not_yet_tried_are_cancelled():
    game = attack("hits 2", "location-card ear", "location-card flank", "location-order ear", "roll 1-5")
    assert game.state.y == 3 and pile(game, "locations-discard") == "ear flank"
    assert ("cancelled", 0, 1) in game.events and game.state.priority == -1
    asks(game, "do", "move done")


def test_W7a_within_reach_it_goes_on():
    game = attack("hits 2", "location-card ear", "location-card flank", "location-order ear", "roll 6-8")
    assert game.prompt.kind == "roll" and game.prompt.subject[1] == "flank"


def test_W7a_so_are_those_of_an_attacker_who_has_fallen_or_died():
    def full(s):
        fill(s, 0, "body", "body heavy")

    for face, died in (("7-10", False), ("1-2", True)):
        game = attack(
            "hits 2", "location-card gut", "location-card ear", "location-order gut", "roll 1-5", "hits 1", "location body",
            "roll " + face, change=full, map=BESIDE,
        )  # fmt: skip
        assert dead(game, 0) == died and lies(game, 0) != died and ("cancelled", 0, 1) in game.events
        assert pile(game, "locations-discard") == "gut ear"
        asks(game, "hunter", "s1 end")


# W8, W9


def last_one(s):
    """The trap lies out of the way; one card is left in the deck."""
    s.decks[HL_POOL][:] = bytes((12,))
    s.decks[7][:] = bytes((2, 14))


def test_W8_a_deck_that_runs_out_in_the_middle_of_a_draw_springs_the_trap():
    game = attack("hits 2", "location-card gut", change=last_one)
    asks(game, "do", "move done")
    assert "trap" in words(game) and pile(game, "locations-discard") == "" and len(game.state.decks[HL_POOL]) == 3


def test_W8_where_a_group_rules_otherwise_the_attack_goes_on_with_what_was_drawn():
    game = attack("hits 2", "location-card gut", change=last_one, rulings=other("trap_on_empty_deck"))
    asks(game, "roll", "1-5 6-10")


def test_W8_a_deck_that_was_just_enough_springs_nothing():
    asks(attack("hits 1", "location-card gut", change=last_one), "roll")


def trapped(*answers, **named):
    return attack("hits 2", "location-card gut", "location-card trap", *answers, **named)


def test_W9_a_trap_among_the_cards_goes_first_and_nothing_else_happens():
    game = trapped()
    asks(game, "hits")  # its Basic Action, no order and no wound roll
    play(game, "hits 0")
    assert game.state.wounds == 0
    asks(game, "do", "move done")  # the attack is over, the act is not


def test_W9_every_location_is_shuffled_into_a_new_deck_but_for_injuries_in_play():
    game = trapped("hits 0", injuries="paw")
    assert pile(game, "locations-discard") == "" and pile(game, "locations-play") == "paw" and len(game.state.decks[8]) == 0
    assert sorted(game.state.decks[HL_POOL]) == [k for k in range(15) if k != 11]


def test_W9_a_fallen_monster_stands_up_and_carries_it_out():
    def falls(s):
        s.down = True

    game = trapped(change=falls)
    assert not game.state.down and ("stood", -1) in game.events
    asks(game, "hits")


def test_W9_the_attacker_is_doomed_meanwhile_and_only_then():
    game = trapped()
    assert value(game, 0, "turn") & 16
    play(game, "hits 0")
    assert not value(game, 0, "turn") & 16
