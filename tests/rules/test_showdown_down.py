"""A monster that lies, and one that falls in its own card (M10). Runs on CPython and on MicroPython."""

from lanternboard.rules.state import ZERO
from rules.monster_table import Pack, asks, beast, give, hurt, lies, monsters_turn, other, pile, play, spot, survivors_turn

TOKEN = [["monster-token", "speed", 1]]


def speed_tokens(game):
    return game.state.beast[1 + 6] - ZERO


def claw(**fields):
    return Pack(("ai", "claw", fields))


UP = """
.......
.......
..0....
.......
.......
..MM.1.
..MM...
......."""


def down(s):
    s.down = True


def test_M10_it_stands_at_the_start_of_its_turn():
    g = monsters_turn(UP, change=down)
    asks(g, "card")
    assert not g.state.down


def test_M10_it_stands_at_the_start_of_the_survivors_turn():
    g = play(monsters_turn(UP, cards=claw(after=[["monster-down"]])), "card claw", "hits 0")
    asks(g, "hunter")
    assert not g.state.down


def test_M10_it_stands_when_it_draws():
    cards = Pack(("locations", "belly", {"turn": [["monster-down"]]}))
    g = monsters_turn(UP, injuries="belly", cards=cards)
    asks(g, "card")
    assert not g.state.down


def test_M10_one_that_lies_is_hit_on_3_or_more_whatever_the_modifiers():
    text = "..0...\n..MM..\n..MM..\n......"
    for accuracy in (-9, 0, 9):
        g = survivors_turn(text, evasion=9, change=lambda s, n=accuracy: (down(s), give(s, 0, accuracy=n)))
        play(g, "hunter s0", "do fist")
        assert g.prompt.subject[:2] == (2, 3)


def test_M10_its_reactions_do_not_happen_and_critical_effects_do():
    text = "..0...\n..MM..\n..MM..\n......"
    g = survivors_turn(text, change=down)
    play(g, "hunter s0", "do fist", "hits 2", "location-card tail", "location-card maw", "location-order tail", "roll 1-5")
    assert beast(g) == (2, 1, "N") and g.state.down  # no charge
    play(g, "roll 9-10", "roll 5-10")
    assert g.state.body[14] == 1 and g.state.down


def fallen(*answers, **named):
    """The heel's injury: when it starts to move a 1 knocks it down."""
    named.setdefault("cards", claw(after=TOKEN))
    return play(monsters_turn(UP, injuries="heel", **named), "card claw", *answers)


def test_M10_if_it_falls_in_its_own_card_the_rest_of_the_card_is_dropped():
    g = fallen("roll 1")
    asks(g, "hunter")
    assert beast(g) == (2, 5, "N") and hurt(g, 0) == "" and speed_tokens(g) == 0 and pile(g, "discard") == "claw"


def test_M10_by_the_other_ruling_only_the_move_and_the_attack_are():
    g = fallen("roll 1", rulings=other("fallen_monster_drops_card"))
    asks(g, "hunter")
    assert beast(g) == (2, 5, "N") and hurt(g, 0) == "" and speed_tokens(g) == 1


def test_M10_what_follows_in_the_same_effect_is_dropped_too():
    text = ".......\n..0....\n..MM...\n..MM...\n.......\n......."
    # it does not move for its attack, but falls when it is to move away; so there is no grab
    g = monsters_turn(text, deck="grasp", injuries="heel")
    play(g, "card grasp", "hits 1", "location arms", "roll 1")
    asks(g, "hunter")
    assert spot(g, 0) == (2, 1) and not lies(g, 0) and hurt(g, 0) == "arms" and pile(g, "discard") == "grasp"
    # with the other ruling there is
    g = monsters_turn(text, deck="grasp", injuries="heel", rulings=other("fallen_monster_drops_card"))
    play(g, "card grasp", "hits 1", "location arms", "roll 1")
    asks(g, "front")


def test_M10_a_mood_that_had_the_card_drawn_stays_in_play():
    g = monsters_turn(UP, deck="enraged claw", injuries="heel", cards=claw(after=TOKEN))
    play(g, "card enraged", "card claw", "roll 1")
    asks(g, "hunter")
    assert pile(g, "play") == "enraged" and pile(g, "discard") == "claw" and speed_tokens(g) == 0


def test_M10_it_goes_when_the_die_shows_more_and_one_that_need_not_move_rolls_nothing():
    g = fallen("roll 2-10")
    asks(g, "hits")
    assert beast(g) == (2, 3, "N")
    g = play(monsters_turn("..0...\n..MM..\n..MM..", injuries="heel"), "card claw")
    asks(g, "hits")


def test_M10_a_card_that_has_just_been_drawn_is_dropped_whole():
    cards = Pack(("locations", "temple", {"draws": [["monster-down"]]}))
    g = play(monsters_turn(UP, injuries="temple", cards=cards), "card claw")
    asks(g, "hunter")
    assert pile(g, "open") == "" and pile(g, "discard") == "claw" and beast(g) == (2, 5, "N")
