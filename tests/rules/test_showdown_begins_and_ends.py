"""How the First Story begins and ends (F1-F9), gear that is slung (F6) and what is won (W10). Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.rules import engine
from lanternboard.rules.setup import start_spaces
from lanternboard.rules.state import AI_TOP, ALL, HL_DISCARD, HL_POOL, HL_TOP, NOBODY, NOWHERE, State, unpack
from lanternboard.table.builtin import RamJournal
from rules.monster_table import armor, asks, dead, fill, monsters_turn, other, pile, play, survivors_turn, value
from rules.small_pack import DECKS, SmallPack
from rules.test_showdown_attacks import attack, stocked, tried, words
from rules.test_showdown_survivors import stone

FAR = """
0.......
........
...MM...
...MM...
........
1......."""
BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""


def begun(*answers, names=()):
    s = State(22, 16, 0)
    s.level = ALL
    return play(engine.create(RamJournal(), SmallPack(), names, 22, 16, None, None, s), *answers)


def set_up(players=4):
    game = begun("monster white-lion", "survivors 4", "players %d" % players)
    if players > 1:
        play(game, "controller 2")
    return play(
        game, "place-monster 10,7", "facing N", "place-survivor 10,1", "place-survivor 11,1", "place-survivor 4,7", "place-survivor 17,8"
    )


def ambushed(by):
    """A party of two against the monster; `by`: 1 the survivors ambush it, 2 it ambushes them."""
    s = State(22, 16, 2)
    s.level = ALL
    s.side = by
    game = engine.create(RamJournal(), SmallPack(), ("A", "B"), 22, 16, None, None, s)
    return play(game, "monster white-lion", "players 1", "place-monster 10,7", "facing N")


def test_H8_who_ambushes_the_monster_stands_where_it_likes_and_opens():
    game = ambushed(1)
    free = list(game.prompt.options)
    assert len(free) == 22 * 16 - 4 and 6 * 22 + 10 in free
    play(game, "place-survivor 10,6", "place-survivor 0,0")
    assert (game.state.side, game.state.round, game.prompt.kind) == (1, 1, "hunter")
    while game.state.round == 1:
        game.answer(game.number, "end")
    assert (game.state.side, game.state.round) == (0, 2)


def test_H8_whom_the_monster_ambushes_has_no_first_turn():
    game = ambushed(2)
    assert list(game.prompt.options) == list(start_spaces(game.state))
    play(game, "place-survivor 10,1", "place-survivor 11,1")
    assert (game.state.side, game.state.round) == (0, 1)
    turns = []
    while game.prompt.kind != "over" and game.state.round < 3:
        for event in game.events:
            if event[0] == "turn":
                turns.append(event[1])
        game.answer(game.number, game.prompt.usual if game.prompt.usual is not None else list(game.prompt.options)[0])
    assert turns[:3] == [0, 0, 1], turns


def test_H8_a_position_says_who_ambushes_before_the_first_round_only():
    s = State(22, 16, 2)
    s.level, s.side = ALL, 2
    assert unpack(s.pack()).side == 2
    s.round = 1
    refused = False
    try:
        unpack(s.pack())
    except Refused:
        refused = True
    assert refused


# F1-F5


def test_F1_four_survivors_with_cloth_stone_and_one_survival():
    game = begun("monster white-lion")
    asks(game, "survivors", "1 2 3 4 5 6")
    assert game.prompt.usual == 4
    game = set_up()
    for i in range(4):
        assert [value(game, i, name) for name in ("movement", "speed", "accuracy", "strength", "evasion", "luck")] == [5, 0, 0, 0, 0, 0]
        assert value(game, i, "survival") == 1 and value(game, i, "insanity") == 0
        assert [armor(game, i, where) for where in ("head", "arms", "body", "waist", "legs")] == [0, 0, 0, 1, 0]
    assert [bytes(game.state.gear[k : k + 2]) for k in range(0, 32, 8)] == [bytes((i, 1)) for i in range(4)]


def test_F1_they_are_shared_among_one_to_four_players():
    game = begun("monster white-lion", "survivors 4")
    asks(game, "players", "1 2 3 4")
    for players, whose in ((1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (3, [0, 1, 2, 0]), (4, [0, 1, 2, 3])):
        game = set_up(players)
        assert [game.state.body[31 * i + 26] for i in range(4)] == whose and game.state.controller == (1 if players > 1 else 0)


def test_F2_F3_claw_and_strange_hand_lie_on_top_and_the_others_are_shuffled():
    game = set_up()
    s = game.state
    assert list(s.decks[HL_TOP]) == [0] and sorted(s.decks[HL_POOL]) == list(range(1, 15))
    # Claw has been drawn without a question: it lay on top
    assert list(s.decks[AI_TOP]) == [] and pile(game, "open") == "claw"
    assert pile(game, "deck") == "chomp size-up power-swat grasp maul roar enraged" and list(s.quota) == [4, 3, 0]


def test_F5_the_first_monsters_turn_draws_claw():
    assert ("drew", 0) in set_up().events


def test_F5_with_deck_and_discard_empty_the_basic_action_is_performed():
    game = monsters_turn(BESIDE, deck="")
    asks(game, "hits")
    assert ("basic",) in game.events or game.prompt.subject[:2] == (2, 2)
    play(game, "hits 1", "location legs")
    assert game.state.body[23] | game.state.body[24] << 8 == 128  # one point at the legs


def test_F5_also_when_a_card_draws_another_one():
    game = monsters_turn(BESIDE, deck="enraged")
    play(game, "card enraged")
    asks(game, "hits")
    assert pile(game, "play") == "enraged" and ("basic",) in game.events


def test_F5_the_discard_is_shuffled_first():
    game = monsters_turn(BESIDE, deck="", discard="chomp grasp")
    asks(game, "card", "chomp grasp other")


# F6, F7


def test_F6_a_slung_stone_wounds_critically_from_anywhere_without_a_roll():
    def change(s):
        stone(0)(s)
        stocked(s)

    game = play(survivors_turn(FAR, change=change), "hunter s0", "do g0", "location-card tail")
    assert game.state.wounds == 1 and bytes(game.state.spoils) == bytes((0, 130)) and "critical" in words(game)
    assert game.state.gear[7] == 1 and pile(game, "locations-discard") == "tail"
    asks(game, "do", "move done")  # the activation is spent


def test_F6_the_stone_is_gone():
    game = survivors_turn(BESIDE, change=stone(0), deck="claw claw")
    play(game, "hunter s0", "do g0", "location-card gut", "do done", "hunter end", "card claw", "hits 0", "hunter s0")
    asks(game, "do", "fist move done")


def test_F6_a_location_without_a_critical_effect_is_an_ordinary_wound():
    game = play(survivors_turn(FAR, change=stone(0)), "hunter s0", "do g0", "location-card gut")
    assert game.state.wounds == 1 and "wounds" in words(game) and pile(game, "locations-discard") == "gut"


def test_F6_a_location_with_an_injury_stays_in_play():
    game = play(survivors_turn(FAR, change=stone(0)), "hunter s0", "do g0", "location-card heel")
    assert pile(game, "locations-play") == "heel" and game.state.down


def test_F6_a_trap_drawn_so_springs_and_the_stone_is_gone():
    game = play(survivors_turn(FAR, change=stone(0)), "hunter s0", "do g0", "location-card trap")
    assert game.state.gear[7] == 1 and game.state.wounds == 0 and "trap" in words(game)
    assert value(game, 0, "turn") & 16  # doomed
    while game.prompt.kind in ("end", "side", "crossing"):
        game.answer(game.prompt.number, game.prompt.usual)
    asks(game, "hits")


def test_F6_by_the_other_ruling_the_trap_goes_back_and_another_location_is_drawn():
    decided = other("sling_springs_trap")
    game = play(survivors_turn(FAR, change=stone(0), rulings=decided), "hunter s0", "do g0", "location-card trap")
    assert "trap" not in game.prompt.options
    play(game, "location-card gut")
    assert game.state.gear[7] == 1 and game.state.wounds == 1 and "trap" not in words(game)
    assert pile(game, "locations-discard") == "gut" and 14 in list(game.state.decks[HL_POOL])

    def alone(s):
        stone(0)(s)
        s.decks[HL_POOL] = bytearray((14,))

    game = play(survivors_turn(FAR, change=alone, rulings=decided), "hunter s0", "do g0", "location-card trap")
    asks(game, "do", "move done")
    assert bytes(game.state.decks[HL_POOL]) == bytes((14,)) and game.state.wounds == 0


def test_F7_fist_and_tooth_is_always_there_with_one_luck_more():
    game = play(survivors_turn(BESIDE), "hunter s0")
    asks(game, "do", "fist move done")
    play(game, "do fist")
    assert game.prompt.subject[:2] == (2, 8)
    asks(tried("back"), "roll", "1-5 6-8 9-10")


# F8, F9, W10


def test_F8_with_all_survivors_dead_the_showdown_is_lost_and_what_was_won_is_gone():
    def change(s):
        fill(s, 0, "body", "body heavy")
        s.spoils.extend(bytes((0, 1, NOBODY, 130)))

    game = monsters_turn(BESIDE.replace("1", "."), change=change)
    play(game, "card claw", "hits 1", "location body", "roll 1-2")
    assert game.state.result == 2 and len(game.state.spoils) == 0 and words(game).count("lost") == 1
    asks(game, "over", "again")


def killed(**named):
    return tried("gut", "roll 6-10", deck="", **named)


def test_F9_each_living_survivor_gains_experience_and_resources_are_drawn():
    def change(s):
        stocked(s)
        s.decks[10][:] = bytes((0, 0, 1))
        s.flags[1] |= 2
        s.at[1] = NOWHERE

    game = killed(change=change, map=BESIDE)
    assert [value(game, i, "experience") for i in range(2)] == [1, 0]
    asks(game, "resource", "fur tail")  # this scenario's: two of the monster's
    play(game, "resource tail", "resource fur")
    asks(game, "resource", "hide skull")  # and two basic ones
    play(game, "resource hide", "resource hide")
    asks(game, "over")
    assert bytes(game.state.spoils) == bytes((NOBODY, 130, NOBODY, 128, NOBODY, 0, NOBODY, 0))


def test_F9_besides_those_won_by_critical_wounds():
    game = tried("tail", "roll 9-10", deck="", change=stocked)
    play(game, "resource fur", "resource fur")
    assert bytes(game.state.spoils[:6]) == bytes((0, 130, NOBODY, 128, NOBODY, 128))


def disembowelled(*who):
    def change(s):
        for i in who:
            s.body[31 * i + 29] = 1

    return change


def test_F9_who_dies_at_the_end_lives_where_another_one_does():
    game = killed(change=disembowelled(0), map=BESIDE)
    assert not dead(game, 0) and game.state.result == 1
    game = killed(change=disembowelled(0))
    assert dead(game, 0) and game.state.result == 2 and words(game)[-1] == "lost"


def test_W10_what_was_won_lies_with_the_winner():
    game = attack("hits 2", "location-card tail", "location-card femur", "location-order tail", "roll 9-10", change=stocked)
    play(game, "roll 9-10", "resource fur")
    assert bytes(game.state.spoils) == bytes((0, 130, 0, 128))


def heir(*answers):
    def change(s):
        fill(s, 0, "body", "body heavy")
        s.spoils.extend(bytes((0, 1, 1, 2, 0, 130)))

    game = monsters_turn(BESIDE, change=change)
    return play(game, "card claw", "hits 1", "location body", "roll 1-2", *answers)


def test_W10_when_the_winner_dies_any_living_one_may_take_it():
    game = heir()
    asks(game, "heir", "s1 nobody")
    assert bytes(heir("heir s1").state.spoils) == bytes((1, 1, 1, 2, 1, 130))


def test_W10_what_nobody_took_is_the_settlements():
    assert bytes(heir("heir nobody").state.spoils) == bytes((NOBODY, 1, 1, 2, NOBODY, 130))


def test_W10_an_empty_deck_gives_nothing():
    def change(s):
        s.decks[11][:] = b""

    game = tried("tail", "roll 9-10", change=change)
    assert len(game.state.spoils) == 0
    assert len(tried("femur", "roll 9-10", change=change).state.spoils) == 0


def test_W10_a_resource_can_do_something_when_it_is_gained():
    def change(s):
        s.decks[11][:] = bytes((1,))

    game = tried("femur", "roll 9-10", "resource hand", change=change, map=BESIDE)
    asks(game, "random", "s0 s1")
    play(game, "random s1")
    assert value(game, 1, "insanity") == 1


def test_W8_a_slung_stone_that_finds_no_location_is_answered_as_an_attack_is():
    def empty(s):
        stone(0)(s)
        s.decks[HL_DISCARD].extend(s.decks[HL_POOL])
        s.decks[HL_POOL][:] = b""

    cards = len(DECKS["locations"])
    for answers in (("do g0",), ("do fist", "hits 1")):
        game = play(survivors_turn(BESIDE, change=empty), "hunter s0", *answers)
        assert "trap" in words(game) and len(game.state.decks[HL_POOL]) == cards and not game.state.decks[HL_DISCARD], answers
    game = play(survivors_turn(BESIDE, change=empty, rulings=other("trap_on_empty_deck")), "hunter s0", "do g0")
    assert "trap" not in words(game) and not game.state.decks[HL_POOL]
