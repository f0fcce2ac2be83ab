"""Set-up's proposals: where the monster starts. Runs on CPython and on MicroPython."""

from lanternboard.rules import engine, geometry
from lanternboard.rules.state import MOVEMENT, NOWHERE, SURVIVAL, ZERO, newcomer
from lanternboard.screen import words
from lanternboard.settings.table import defaults
from rules.test_engine import Cards, Journal, at, say


class Starting(Cards):
    def __init__(self, starts):
        self.starts = starts

    def card(self, deck, n):
        card = dict(Cards.card(self, deck, n))
        if deck == "monsters" and n == 0 and self.starts:
            card["starts"] = self.starts
        return card


def usual(starts, columns=22, rows=16, monster="white-lion"):
    game = engine.create(Journal(), Starting(starts), ("Allister",), columns, rows)
    say(game, monster, 1)
    assert game.prompt.kind == "place-monster" and game.prompt.allows(game.prompt.usual)
    return game.prompt.usual % columns, game.prompt.usual // columns


def test_without_a_place_of_its_own_a_monster_starts_in_the_middle():
    assert usual(None) == (10, 7)
    assert usual(None, 9, 9) == (3, 3)
    assert usual(None, monster="phoenix") == (9, 6)


def test_a_monster_starts_where_its_card_says():
    assert usual([10, 7]) == (10, 7)
    assert usual([3, 12]) == (3, 12)
    assert usual([20, 14]) == (20, 14)
    assert usual([3, 12], monster="phoenix") == (9, 6), "another card's"


def test_a_place_where_the_base_does_not_fit_is_none():
    assert usual([21, 7]) == (10, 7)
    assert usual([10, 15]) == (10, 7)
    assert usual([63, 63]) == (10, 7)
    assert usual([22, 0]) == (10, 7), "the next row's first space"
    assert usual([10, 7], 9, 9) == (3, 3)


def test_G6_a_monster_has_the_blind_spot_of_its_card():
    class Behind(Cards):
        LION = dict(Cards.LION, blind_spot=[[0, 2], [0, 3]])

    for cards, behind in ((Behind(), ((10, 9), (10, 10))), (Cards(), ((10, 9), (11, 9)))):
        game = engine.create(Journal(), cards, ())
        say(game, "white-lion", 0, at(game, 10, 7), "N", "light", "blind")
        assert list(geometry.blind_spot(game.state)) == [at(game, c, r) for c, r in behind]


def test_where_it_stands_is_still_the_tables_choice():
    game = engine.create(Journal(), Starting([3, 12]), ())
    say(game, "white-lion", 0, at(game, 0, 0))
    assert game.prompt.kind == "facing" and (game.state.x, game.state.y) == (0, 0)


def test_F1_four_survivors_are_proposed_and_more_or_fewer_may_play():
    for n in (0, 4, 8):
        game = engine.create(Journal(), Cards(), defaults()["names"])
        say(game, "white-lion")
        prompt = game.prompt
        assert (prompt.kind, prompt.rule, prompt.usual) == ("survivors", "F1", 4) and list(prompt.options) == list(range(9))
        say(game, n)
        assert game.state.at == [NOWHERE] * n
    game = engine.create(Journal(), Cards(), ("Allister", "Erza"))
    say(game, "white-lion")
    assert game.prompt.usual == 2, "as many as there are names"


def test_F1_every_attribute_is_0_but_movement_5():
    assert list(newcomer()[MOVEMENT:SURVIVAL]) == [ZERO + 5] + [ZERO] * 11


def test_F4_where_no_space_is_six_away_every_free_space_is_offered():
    game = engine.create(Journal(), Cards(), ("Allister",), 5, 4)
    say(game, "white-lion", 1, 0, "N")
    assert list(game.prompt.options) == [space for space in range(20) if space not in (0, 1, 5, 6)]
    game = engine.create(Journal(), Cards(), ("Allister",), 9, 4)
    say(game, "white-lion", 1, 0, "N")  # the base on columns 0 and 1
    assert list(game.prompt.options) == [at(game, c, r) for c, r in ((7, 0), (7, 1), (6, 2), (5, 3))]


def test_F4_who_finds_no_free_space_is_told_and_stays_off_the_board():
    game = engine.create(Journal(), Cards(), ("Allister", "Erza", "Lucy"), 3, 2)
    say(game, "white-lion", 3, 0, "N", 2)
    assert game.prompt.kind == "place-survivor" and game.prompt.subject == ("s1",)
    say(game, 5)
    assert game.prompt.kind == "act" and game.state.at == [2, 5, NOWHERE]
    assert game.events == [("placed", "s1", 5), ("unplaced", 2)]
    assert words.event_text(game.events[-1], game.state, game.names, Cards()) == "There is no free space for Lucy."
