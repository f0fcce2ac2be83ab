"""The monster's turn at the level `monster`: what stands on records stays on paper and is said (T7, A1, A8, T2). Runs on CPython and on
MicroPython."""

from lanternboard.rules.state import MONSTER
from rules.monster_table import Pack, asks, beast, hurt, lies, monsters_turn, pile, play, spot, value

DUEL = ".......\n.......\n..0....\n..MM...\n..MM...\n......1"


def paper(card, *answers, text=DUEL, more=None, **named):
    def change(s):
        s.level = MONSTER
        if more:
            more(s)

    return play(monsters_turn(text, deck=card, change=change, **named), "card " + card, *answers)


def said(game, what):
    return [event for event in game.events if event[0] == what]


def test_T7_the_insanity_is_said_and_not_kept():
    g = paper("claw", controller=0)
    assert said(g, "paper") == [("paper", 0, "insanity", 1)] and value(g, 0, "insanity") == 0
    assert said(paper("claw"), "paper") == []


def test_A1_the_attack_is_said_and_the_table_rolls_it():
    g = paper("claw", speed=1, accuracy=-2, damage=2)
    asks(g, "told")
    assert said(g, "attacks") == [("attacks", 0, 3, 4, 3)]  # dice, least face, damage of a hit
    assert hurt(g, 0) == "" and pile(g, "discard") == "claw" and g.state.side == 1


def test_A8_the_table_says_whether_a_hit_did_something_where_something_follows():
    g = paper("power-swat")
    asks(g, "harmed", "yes no", -2)
    play(g, "harmed no")
    assert spot(g, 0) == (2, 2)
    g = play(paper("power-swat"), "harmed yes")
    assert spot(g, 0) == (2, 0)
    asks(g, "told")


def test_T8_M3_need_no_records():
    g = paper("claw", down=(0, 1))
    assert g.state.everyone == 2
    g = paper("claw", text="...0...\n.......\n.......\n.......\n.......\n..MM...\n..MM..1", movement=1, down=(1,))
    asks(g, "told")
    assert beast(g) == (2, 4, "N") and said(g, "attacks") == []


def test_A1_what_the_board_can_do_it_does_and_the_rest_it_says():
    g = paper("size-up", "roll 4-10", down=(1,))
    assert lies(g, 0) and said(g, "paper") == [("paper", 0, "brain", "level")]


def test_A9_with_the_injury_in_play_too():
    g = paper("chomp", injuries="maw")
    asks(g, "told")
    assert said(g, "paper") == [("paper", 0, "insanity", 1)] and beast(g) == (2, 3, "N")


def test_A10_a_mood_ends_when_the_table_says_that_somebody_died():
    cards = Pack(("ai", "claw", {"after": [["dies"]]}))
    g = paper("claw", moods="enraged", cards=cards)
    assert pile(g, "play") == ""


def test_A1_V1a_courage_is_on_paper_so_the_table_compares_it_with_the_die():
    def roared(*answers):
        return paper("roar", "order s0", *answers)

    game = roared()
    asks(game, "roll", "1 2 3 4 5 6 7 8 9 10")
    assert sum(game.prompt.weights) == 10
    for face, braver, thrown in (("1", None, False), ("4", "no", True), ("4", "yes", False), ("10", "no", True)):
        game = roared("roll " + face)
        if braver:
            assert game.prompt.kind == "is" and game.prompt.subject == ("s0", "courage " + face)
            play(game, "is " + braver)
        assert (("paper", 0, "brain", "level") in game.events) == thrown, (face, braver)
