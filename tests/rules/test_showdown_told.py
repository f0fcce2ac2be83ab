"""The level at which the board moves the monster and survivors' records stay on paper: what it says, what the table tells it (V1, W5, W7,
D6). Runs on CPython and on MicroPython."""

from lanternboard.rules import decks
from lanternboard.rules.state import MONSTER, NOWHERE
from rules.monster_table import asks, beast, dead, lies, monsters_turn, pile, play, shown, spot, survivors_turn

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""
ALONE = BESIDE.replace("1", ".")
TOLD = "end wound react move fall stand dies push attack turn light won basic"


def paper(s):
    s.level = MONSTER


def attacks(deck, map=ALONE, **named):
    return play(monsters_turn(map, change=paper, deck=deck, **named), "card " + deck)


def told(*answers, map=BESIDE, **named):
    return play(survivors_turn(map, change=paper, **named), *answers)


def kept(game):
    """What lies on the records: nothing, whatever happened."""
    s = game.state
    return any(s.body[i * 31 + k] for i in range(len(s.at)) for k in (12, 13, 14, 15, 16, 17, 23, 24, 25)) or len(s.injuries)


def test_V1_an_attack_is_told_with_its_figures_and_rolled_by_the_table():
    game = attacks("claw", damage=1, speed=1)
    assert ("attacks", 0, 3, 2, 2) in game.events
    asks(game, "told")


def test_V1_whether_it_did_harm_is_asked_only_where_something_follows():
    game = attacks("power-swat")
    asks(game, "harmed", "yes no", -2)
    play(game, "harmed yes")
    assert spot(game, 0) == (3, 0)
    assert spot(play(attacks("power-swat"), "harmed no"), 0) == (3, 1)


def test_V1_what_concerns_a_record_is_said_and_stays_on_paper():
    game = play(attacks("size-up", level=2), "roll 4-10")
    assert ("paper", 0, "brain", "level") in game.events
    assert lies(game, 0) and not kept(game)
    game = attacks("claw", players=1)  # T7: a lone player's
    assert ("paper", 0, "insanity", 1) in game.events and not kept(game)


def test_V1_a_grabs_damage_is_said():
    game = play(attacks("grasp", level=2), "harmed yes")
    while game.prompt.kind in ("end", "front", "side"):
        game.answer(game.prompt.number, next(iter(game.prompt.options)))
    assert ("paper", 0, "damage", 2) in game.events and lies(game, 0) and not kept(game)


def test_V1_the_table_tells_what_the_survivors_did():
    game = told()
    asks(game, "told", "s1 wound end" + TOLD.replace("end wound", "").replace(" stand", ""))  # s1 is away: it is likely to move
    play(game, "told move", "miniature s1", "to 2,4")
    assert spot(game, 1) == (2, 4)
    asks(game, "told")
    play(game, "told fall", "miniature s0")
    asks(game, "told", TOLD)
    play(game, "told stand")
    assert not lies(game, 0)
    play(game, "told end")
    asks(game, "card")


def test_V1_turning_pushing_lights_and_a_move_of_the_monster_are_there_too():
    game = told("told turn", "facing S")
    assert beast(game) == (3, 2, "S")
    play(game, "told push", "target s0", "spaces 1")
    assert spot(game, 0) == (3, 0)
    play(game, "told light", "light front")
    assert game.state.lit == 1
    play(game, "told attack", "target s0")
    asks(game, "told")
    assert beast(game)[:2] == (3, 1)


def test_W5_a_wound_takes_a_card_and_the_last_one_kills():
    game = told("told wound", deck="claw")
    assert game.state.wounds == 1 and decks.left(game.state) == 0
    play(game, "told wound")
    assert game.state.result == 1
    asks(game, "over")


def test_W5a_the_table_can_say_that_the_monster_is_dead():
    game = told("told won", deck="claw claw")
    assert game.state.result == 1 and len(game.state.spoils) == 0
    asks(game, "over")


def test_W7_how_the_monster_answered_is_carried_out():
    game = told("told react", "target s0", "reaction basic")
    assert ("basic-on", 0) in game.events and ("attacks", 0, 2, 2, 1) in game.events
    asks(game, "told")
    assert beast(told("told react", "target s0", "reaction charge", facing="E")) == (6, 2, "E")
    assert beast(told("told react", "target s0", "reaction back"))[:2] == (3, 3)
    assert told("told react", "target s0", "reaction down").state.flags[0] & 1
    game = told("told react", "target s1", "reaction grab")  # one space at its front edge is free
    assert spot(game, 1) == (4, 1) and lies(game, 1) and ("paper", 1, "damage", 1) in game.events


def test_W7_a_basic_action_is_one_answer_and_who_attacked_is_proposed():
    game = told("told basic")
    asks(game, "target", "s0 s1")
    assert game.prompt.usual == "s0"  # the only one next to the monster
    game = told("told s1", "to 2,2", "told basic")
    assert game.prompt.usual == "s1"  # who was moved last
    game = told("told s1", "to 1,4", "told react")
    assert game.prompt.usual == "s0"
    game = told("told basic", "target s0")
    assert ("basic-on", 0) in game.events and beast(game) == beast(told("told react", "target s0", "reaction basic"))
    asks(game, "told")


def test_W7_a_fallen_monster_answers_nothing():
    def change(s):
        paper(s)
        s.down = True

    shows = shown(survivors_turn(BESIDE, change=change)).split()
    assert "react" not in shows and "basic" not in shows


def test_D6_the_dead_leave_the_board_and_end_the_rage():
    game = told("told dies", "miniature s1", moods="enraged")
    assert dead(game, 1) and game.state.at[1] == NOWHERE
    assert pile(game, "play") == "" and pile(game, "discard") == "enraged"
    play(game, "told dies")
    assert game.state.result == 2
    asks(game, "over")


def test_D6_so_it_is_when_the_table_takes_somebody_off_in_the_monsters_turn():
    game = monsters_turn(BESIDE, change=paper, deck="power-swat", moods="enraged")
    play(game, "card power-swat")
    asks(game, "harmed")
    game.adjust(game.prompt.number)
    play(game, "adjust remove-survivor", "miniature s0")
    assert dead(game, 0) and pile(game, "play") == ""
    asks(game, "told")
    game.undo(game.prompt.number)
    assert not dead(game, 0) and pile(game, "play") == "enraged"


def test_K2_who_was_floored_stands_as_the_rounds_go():
    game = told("told fall", "miniature s0", "told end", "card claw")
    while game.prompt.kind != "told":
        game.answer(game.prompt.number, game.prompt.usual if game.prompt.usual is not None else next(iter(game.prompt.options)))
    assert game.state.round == 2 and not lies(game, 0)
