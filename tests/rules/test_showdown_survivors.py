"""Rounds and the survivors' turn (V1-V5), by what is asked and what then lies on the table. Runs on CPython and on
MicroPython."""

from lanternboard.rules import begin, engine, figures
from lanternboard.rules.state import ALL, State
from lanternboard.table.builtin import RamJournal
from rules.monster_table import (
    Pack,
    armor,
    asks,
    give,
    lies,
    monsters_turn,
    other,
    play,
    shown,
    survivors_turn,
)
from rules.small_pack import SmallPack

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""
ALONE = BESIDE.replace("1", ".")


def words(game):
    return [event[0] for event in game.events]


def stone(*who):
    """Gives these survivors a Founding Stone each."""

    def change(s):
        for i in who:
            begin.carry(s, i, 1, SmallPack().card("gear", 1))

    return change


# V1, V1a


def test_V1_a_round_is_the_monsters_turn_then_the_survivors():
    game = monsters_turn(BESIDE, deck="claw claw", players=2)
    asks(game, "card")
    play(game, "card claw", "hits 0")
    assert game.state.round == 1 and game.state.side == 1
    asks(game, "hunter", "s0 s1 end")
    play(game, "hunter end", "card claw")
    assert game.state.round == 2 and game.state.side == 0


def set_up(opens):
    cards = Pack(("scenarios", "first", {"opens": opens}))
    s = State(22, 16, 0)
    s.level = ALL
    game = engine.create(RamJournal(), cards, [], 22, 16, None, None, s)
    play(game, "monster white-lion", "survivors 1", "place-monster 10,7", "facing N", "place-survivor 10,1")
    return game


def test_V1_where_the_survivors_open_the_first_round_has_only_their_turn():
    game = set_up("survivors")
    assert (game.state.round, game.state.side) == (1, 1)
    play(game, "hunter s0", "do done")
    assert (game.state.round, game.state.side) == (2, 0) and "controller" not in words(game)
    game = set_up("monster")
    assert (game.state.round, game.state.side) == (1, 0)


def test_V1a_the_tile_passes_on_after_each_round():
    game = monsters_turn(BESIDE, deck="claw claw claw", players=2, controller=0)
    found = []
    for _ in range(3):
        found.append(game.state.controller)
        play(game, "card claw", "hits 0", "hunter end")
    assert found == [0, 1, 0]


# V2, V3


def test_V2_everyone_has_one_act_in_any_order():
    game = survivors_turn(BESIDE)
    asks(game, "hunter", "s0 s1 end", -1)
    play(game, "hunter s1", "do done")
    asks(game, "hunter", "s0 end")
    play(game, "hunter s0", "do done")
    asks(game, "card")


def test_V2_one_at_a_time():
    game = play(survivors_turn(BESIDE), "hunter s0", "do move", "go 2,1", "hunter s1")
    asks(game, "do", "move done", 1)


def test_V2_who_lies_has_nothing_to_spend_and_has_it_again_when_it_stands():
    game = play(survivors_turn(BESIDE, down=(0,), deck="claw claw"))
    asks(game, "hunter", "s1 end")
    play(game, "hunter end", "card claw")
    while game.prompt.kind != "hunter":
        game.answer(game.prompt.number, next(iter(game.prompt.options)))
    assert not lies(game, 0) and shown(game) == "s0 s1 end"


def test_V3_one_movement_and_one_activation_in_whichever_order():
    game = play(survivors_turn(BESIDE), "hunter s0")
    asks(game, "do", "fist move done")
    play(game, "do fist", "hits 0")
    asks(game, "do", "move done")
    play(game, "do move", "go 0,0")
    asks(game, "hunter", "s1 end")
    game = play(survivors_turn(BESIDE), "hunter s0", "do move", "go 2,2")
    asks(game, "do", "fist done")
    play(game, "do fist", "hits 0")
    asks(game, "hunter", "s1 end")


def test_V3_the_attack_is_proposed_else_a_move_and_done_when_something_was_done_and_no_attack_is_left():
    def usual(*answers, **named):
        game = play(survivors_turn(BESIDE, **named), *answers)
        asks(game, "do")
        return game.prompt.usual

    assert usual("hunter s0") == "fist" and usual("hunter s0", "do move", "go 2,2") == "fist"
    assert usual("hunter s1") == "move" and usual("hunter s1", change=stone(1)) == "move"
    assert usual("hunter s0", "do fist", "hits 0") == "done"
    assert usual("hunter s1", "do move", "go 0,3", change=stone(1)) == "done"


def test_V3_what_is_left_does_not_carry_over():
    game = play(survivors_turn(BESIDE, deck="claw claw"), "hunter s0", "do done", "hunter end", "card claw", "hits 0", "hunter s0")
    asks(game, "do", "fist move done")
    play(game, "do move", "go 2,2", "do fist", "hits 0")
    asks(game, "hunter", "s1 end")


# V4


def cells(text):
    return sorted([tuple([int(n) for n in word.split(",")]) for word in text.split()])


def test_V4_up_to_the_movement_through_free_spaces():
    map = "0....1.M\n.......X".replace("X", ".")
    map = """
0.1.......
#.........
......MM..
......MM.."""
    game = play(survivors_turn(map, change=lambda s: give(s, 0, movement=2)), "hunter s0", "do move")
    assert cells(shown(game)) == [(1, 0), (1, 1)]


def test_V4_tokens_count_and_at_least_one_step_is_left():
    map = """
0.........
..........
......MM..
......MM.."""

    def offered(movement, tokens):
        def change(s):
            give(s, 0, movement=movement)
            s.body[6] += tokens

        return len(cells(shown(play(survivors_turn(map, change=change), "hunter s0", "do move"))))

    assert offered(1, 0) == 2 and offered(1, 1) == 5
    assert offered(2, -1) == 2 and offered(0, 0) == 2 and offered(1, -4) == 2
    game = survivors_turn(map, rulings=other("always_one_step"), change=lambda s: give(s, 0, movement=0))
    play(game, "hunter s0")
    assert game.prompt.kind == "card"  # nothing it could do


def test_V4_movement_is_not_split():
    game = play(survivors_turn(BESIDE), "hunter s0", "do move", "go 2,1")
    asks(game, "hunter", "s1 end")


# V5


def test_V5_a_melee_weapon_attacks_who_stands_next_to_the_monster():
    game = play(survivors_turn(BESIDE, change=stone(0, 1)), "hunter s0")
    asks(game, "do", "a0 fist g0 move done")
    play(game, "do done", "hunter s1")
    asks(game, "do", "g0 move done")


def test_V5_not_diagonally():
    map = """
........
..0.....
...MM...
...MM..."""
    game = play(survivors_turn(map, change=stone(0)), "hunter s0")
    asks(game, "do", "g0 move done")


def test_V5_a_weapon_with_reach_attacks_from_so_far():
    map = """
...0....
........
...MM...
...MM..."""

    def change(s):
        s.gear.extend(bytes((0, 200, 1, 7, 128, 128, 2, 0)))

    game = play(survivors_turn(map, change=change), "hunter s0")
    asks(game, "do", "a0 move done")
    game = play(survivors_turn(map.replace("...0....", ".0......"), change=change), "hunter s0")
    asks(game, "do", "move done")


def test_V5_using_gear_is_the_activation():
    game = play(survivors_turn(BESIDE, change=stone(1)), "hunter s1", "do g0", "location-card gut")
    assert armor(game, 1, "waist") == 0
    asks(game, "do", "move done")


def test_V5_who_lies_uses_neither():
    game = survivors_turn(BESIDE, down=(0, 1), change=stone(0, 1))
    asks(game, "card")


def armed(*marks, strength=3):
    """s0 with a Founding Stone and an axe, and these marks; what it can do beside the monster."""

    def change(s):
        stone(0)(s)
        begin.carry(s, 0, 0, {"weapon": [2, 6, strength, 0, 0]})
        for mark in marks:
            figures.mark(s, 0, 1 << figures.MARKS_BY_ID.index(mark))

    return shown(play(survivors_turn(BESIDE, change=change), "hunter s0"))


def test_D6_who_may_use_no_heavy_gear_attacks_with_lighter_weapons_only():
    assert armed() == "a0 a1 fist g0 move done"
    assert armed("no-heavy-gear") == "a0 fist g0 move done"
    assert armed("no-heavy-gear", strength=2) == "a0 fist g0 move done"
    assert armed("no-heavy-gear", strength=1) == "a0 a1 fist g0 move done"


def test_D6_who_may_use_no_weapons_slings_none_either():
    assert armed("no-weapons") == "move done"
