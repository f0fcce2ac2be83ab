"""What a survivor suffers (D1-D9) and how long it lies (K1-K3), by what is asked and what then lies on its record. Runs on CPython and on
MicroPython. The lion of these maps is beside s0, so a Claw has its target at once; its damage is 1 and what the test adds."""

from lanternboard.rules import figures
from lanternboard.rules.state import NOWHERE
from rules.monster_table import (
    Pack,
    armor,
    asks,
    dead,
    fill,
    give,
    hurt,
    lies,
    monsters_turn,
    other,
    pile,
    play,
    spot,
    survivors_turn,
    value,
)

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""
ALONE = BESIDE.replace("1", ".")
FAR = """
.0.......
.........
.........
.........
....MM...
....MM..."""


def clawed(change=None, more=0, map=ALONE, rulings=None, hits=1):
    """A game in which Claw has hit s0 so many times; each hit has 1 + `more` points."""
    game = monsters_turn(map, rulings=rulings, change=change, damage=more, players=2)
    return play(game, "card claw", "hits %d" % hits)


def rolled(location, face, change=None, map=ALONE, rulings=None):
    """s0 with its boxes of a location full is hit there once, and the table of severe injuries shows a face."""

    def prepare(s):
        fill(s, 0, location, location + " heavy")
        if change:
            change(s)

    return play(clawed(prepare, 0, map, rulings), "location " + location, "roll " + face)


def scared(level, change=None, face="4-10", map=FAR):
    """Size Up on s0: brain damage of so many points."""
    game = monsters_turn(map, deck="size-up", level=level, change=change, players=2)  # the tile is another's: T7 gives nothing
    return play(game, "card size-up", "roll " + face)


def words(game):
    return [event[0] for event in game.events]


# D1-D5: points


def test_D1_the_head_has_one_box_a_heavy_one():
    game = play(clawed(), "location head")
    assert hurt(game, 0) == "head" and lies(game, 0)


def test_D1_arms_body_waist_and_legs_have_a_light_and_a_heavy_box():
    for where in ("arms", "body", "waist", "legs"):
        game = play(clawed(None, 1), "location " + where)
        assert hurt(game, 0) == "%s, %s heavy" % (where, where)


def test_D1_armor_protects_its_own_location_only():
    game = play(clawed(lambda s: give(s, 0, armor="waist 1")), "location legs")
    assert armor(game, 0, "waist") == 1 and hurt(game, 0) == "legs"


def test_D1_the_brain_has_one_box_and_no_armor():
    game = scared(1)
    assert hurt(game, 0) == "brain"


def test_D2_points_go_to_armor_then_the_light_box_then_the_heavy_one():
    for points, left, boxes in ((1, 1, ""), (2, 0, ""), (3, 0, "arms"), (4, 0, "arms, arms heavy")):
        game = play(clawed(lambda s: give(s, 0, armor="arms 2"), points - 1), "location arms")
        assert (armor(game, 0, "arms"), hurt(game, 0)) == (left, boxes), points


def test_D3_a_light_box_leaves_a_survivor_standing_and_a_heavy_one_knocks_it_down():
    assert not lies(play(clawed(), "location body"), 0)
    assert lies(play(clawed(None, 1), "location body"), 0)
    assert lies(play(clawed(lambda s: fill(s, 0, "body")), "location body"), 0)


def test_D4_all_points_that_are_left_are_one_roll_however_many():
    for points in (3, 4, 9):
        game = play(clawed(None, points - 1), "location body")
        asks(game, "roll", "1-2 3-6 7-10")
        assert game.prompt.subject == ("severe", "s0", "body") and game.prompt.weights == (2, 4, 4)
        play(game, "roll 3-6")
        asks(game, "card")  # it lies: its turn has nothing to ask; round 2
        assert value(game, 0, "bleed") == 2


def test_D4_with_armor_or_an_empty_box_left_nothing_is_rolled():
    game = play(clawed(lambda s: (fill(s, 0, "body", "body heavy"), give(s, 0, armor="body 1"))), "location body")
    asks(game, "hunter")
    game = play(clawed(lambda s: fill(s, 0, "body heavy")), "location body")
    asks(game, "hunter")
    assert hurt(game, 0) == "body, body heavy"


def test_D4_each_hit_on_a_full_location_is_a_roll_of_its_own():
    game = clawed(lambda s: fill(s, 0, "body", "body heavy"), 0, ALONE, None, 2)
    play(game, "location body", "location body", "roll 3-6", "roll 3-6")
    assert value(game, 0, "bleed") == 4


def test_D5_boxes_and_spent_armor_stay_as_they_are_in_the_next_round():
    game = play(clawed(lambda s: give(s, 0, armor="legs 1"), 1), "location legs", "hunter end")
    assert game.state.round == 2 and armor(game, 0, "legs") == 0 and hurt(game, 0) == "legs"
    play(game, "card claw", "hits 1", "location legs")
    assert armor(game, 0, "legs") == 0 and hurt(game, 0) == "legs, legs heavy"
    asks(game, "roll")  # two points: the heavy box, and one that is left


# D6: severe injuries


def test_D6_a_severe_injury_is_kept_on_the_record_with_what_it_takes():
    game = rolled("waist", "3-6")
    assert bytes(game.state.injuries) == bytes((3, 1))  # s0 at the waist: the second row
    assert value(game, 0, "bleed") == 1 and value(game, 0, "movement") == 4 and not dead(game, 0)


def held(s):
    s.injuries.extend(bytes((3, 1)))
    give(s, 0, movement=4)


def test_D6_one_held_as_often_as_it_can_be_is_a_bleeding_token_instead():
    game = rolled("waist", "3-6", held)
    assert len(game.state.injuries) == 2 and value(game, 0, "bleed") == 1 and value(game, 0, "movement") == 4


def test_D6_where_a_group_rules_otherwise_it_is_suffered_again():
    game = rolled("waist", "3-6", held, ALONE, other("held_injury_bleeds"))
    assert len(game.state.injuries) == 4 and value(game, 0, "bleed") == 1 and value(game, 0, "movement") == 3


def test_D6_another_survivors_injury_is_not_held_by_this_one():
    game = rolled("waist", "3-6", lambda s: s.injuries.extend(bytes((0x13, 1))), BESIDE)
    assert value(game, 0, "movement") == 4


def test_D6_one_that_can_be_held_twice_is_suffered_twice_and_the_second_time_says_more():
    game = rolled("arms", "4-5", lambda s: s.injuries.extend(bytes((1, 2))))
    assert len(game.state.injuries) == 4 and value(game, 0, "bleed") == 1 and game.state.body[29] & 16  # no weapons
    game = rolled("arms", "4-5", lambda s: s.injuries.extend(bytes((1, 2, 1, 2))))
    assert len(game.state.injuries) == 4 and value(game, 0, "bleed") == 1


def test_D6_whoever_only_falls_or_bleeds_has_nothing_on_its_record():
    assert lies(rolled("body", "7-10"), 0) and not rolled("body", "7-10").state.injuries
    assert value(rolled("body", "3-6"), 0, "bleed") == 2 and not rolled("body", "3-6").state.injuries


def test_D6_a_record_that_is_full_takes_no_more_and_the_state_can_be_kept():
    game = rolled("waist", "3-6", lambda s: s.injuries.extend(bytes((1, 2)) * 60))
    assert value(game, 0, "bleed") == 1 and len(game.state.injuries) == 120 and len(game.state.pack()) < 1024


def test_D6_five_bleeding_tokens_kill_and_four_do_not():
    game = rolled("body", "3-6", lambda s: give(s, 0, bleed=2), BESIDE)
    assert value(game, 0, "bleed") == 4 and not dead(game, 0)
    game = rolled("body", "3-6", lambda s: give(s, 0, bleed=3), BESIDE)
    assert dead(game, 0)


def test_D6_some_results_kill_and_the_dead_leave_the_board():
    game = rolled("body", "1-2", None, BESIDE)
    assert dead(game, 0) and game.state.at[0] == NOWHERE and "died" in words(game)
    asks(game, "hunter", "s1 end")


def test_D6_a_mood_that_ends_with_a_killing_ends_then():
    game = monsters_turn(BESIDE, moods="enraged", change=lambda s: fill(s, 0, "body", "body heavy"))
    play(game, "card claw", "hits 1", "location body", "roll 7-10")
    assert pile(game, "play") == "enraged"
    game = monsters_turn(BESIDE, moods="enraged", change=lambda s: fill(s, 0, "body", "body heavy"))
    play(game, "card claw", "hits 1", "location body", "roll 1-2")
    assert pile(game, "play") == "" and "enraged" in pile(game, "discard")


def test_D6_up_to_which_face_the_legs_table_kills_is_a_ruling():
    for dead_to, face, dies in ((1, "2", False), (2, "2", True), (2, "3", False), (3, "3", True), (3, "4-9", False)):
        rulings = None if dead_to == 1 else other("legs_dead_to", dead_to)
        game = rolled("legs", face, None, BESIDE, rulings)
        assert dead(game, 0) == dies, (dead_to, face)
    assert dead(rolled("legs", "1", None, BESIDE), 0)


def test_D6_while_a_wound_makes_it_fall_any_injury_knocks_a_survivor_down():
    def torn(s):
        s.body[28] = 64

    assert lies(play(clawed(torn), "location arms"), 0)
    game = play(clawed(lambda s: (torn(s), give(s, 0, armor="arms 1"))), "location arms")
    assert not lies(game, 0)  # armor is no injury


def test_D6_the_brains_box_is_such_an_injury_too_and_lost_insanity_is_none():
    cards = Pack(("ai", "size-up", {"before": [["brain", 1]]}))

    def frightened(mark, insanity):
        def change(s):
            s.body[28] = mark
            give(s, 0, insanity=insanity)

        return play(monsters_turn(FAR, deck="size-up", cards=cards, change=change, players=2), "card size-up")

    for mark, insanity, falls in ((64, 0, True), (0, 0, False), (64, 1, False)):
        # the turn is over: it stands at the end of the next one
        assert lies(frightened(mark, insanity), 0) == falls, (mark, insanity)


# D7-D9: the brain


def flees(map):
    return play(scared(2, map=map), "roll 3-4")


def test_X7_who_flees_while_it_stands_at_the_edge_goes_along_it_to_the_side_the_controller_picks():
    game = flees(FAR)
    asks(game, "push-side", "E W", -2)
    assert game.prompt.rule == "X7"
    assert spot(play(game, "push-side E"), 0) == (6, 0) and lies(game, 0)
    corner = flees("0........\n.........\n.........\n....MM...\n....MM...\n.........")
    asks(corner, "push-side", "E S", -2)
    assert spot(play(corner, "push-side S"), 0) == (0, 5)


def test_X7_who_flees_and_stands_off_the_edge_stops_on_it():
    game = flees(FAR.replace(".0.......\n.........", ".........\n....0...."))
    assert spot(game, 0) == (4, 0) and lies(game, 0)


def test_D7_points_go_to_insanity_then_the_brains_box_and_the_rest_is_one_trauma():
    for level, insanity, boxes in ((1, 1, ""), (2, 0, ""), (3, 0, "brain")):
        game = scared(level, lambda s: give(s, 0, insanity=2, armor="head 2"))
        assert (value(game, 0, "insanity"), hurt(game, 0), armor(game, 0, "head")) == (insanity, boxes, 2), level
        asks(game, "card")
    for level in (4, 7):
        game = scared(level, lambda s: give(s, 0, insanity=2))
        asks(game, "roll")
        assert game.prompt.subject == ("severe", "s0", "brain")
        play(game, "roll 9-10", "roll 3")
        assert value(game, 0, "insanity") == 3 and hurt(game, 0) == "brain"
        asks(game, "card")


def test_D7_a_trauma_is_on_the_record_but_takes_no_injurys_place():
    game = play(scared(2), "roll 9-10", "roll 3")
    assert bytes(game.state.injuries) == bytes((5, 4))
    full = play(scared(2, lambda s: s.injuries.extend(bytes((5, 4)) * 30)), "roll 9-10", "roll 3")
    assert len(full.state.injuries) == 60
    assert len(rolled("waist", "3-6", lambda s: s.injuries.extend(bytes((5, 4)) * 30)).state.injuries) == 62


def test_D7_nobody_dodges_brain_damage():
    game = scared(1, lambda s: give(s, 0, survival=1))
    assert hurt(game, 0) == "brain" and value(game, 0, "survival") == 1


def test_D8_a_trauma_can_give_a_disorder():
    game = play(scared(2), "roll 7-8", "roll 5")
    assert game.state.body[25] == 1 and value(game, 0, "insanity") == 5


def test_D8_insanity_stays_after_the_showdown():
    game = survivors_turn(BESIDE, deck="", change=lambda s: give(s, 0, insanity=2))
    play(game, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 6-10")
    assert game.state.result == 1 and value(game, 0, "insanity") == 2


def test_D9_an_intimidation_needs_nobody_adjacent():
    game = scared(1)
    asks(game, "card")
    assert (game.state.x, game.state.y) == (4, 4) and hurt(game, 0) == "brain" and lies(game, 0)
    game = scared(1, None, "1-3")
    assert hurt(game, 0) == "" and not lies(game, 0)


# K: knocked down


def test_K1_who_lies_has_no_act_to_spend():
    game = survivors_turn(BESIDE, down=(0,))
    asks(game, "hunter", "s1 end")
    game = survivors_turn(ALONE, down=(0,))
    asks(game, "card")  # nobody can act: the next round


def test_K1_who_lies_is_not_floored_again():
    game = play(clawed(None, 1, BESIDE, None, 2), "location body", "location arms", "hit body")
    assert words(game).count("fell") == 1
    game = play(monsters_turn(ALONE, deck="grasp", down=(0,)), "card grasp", "hits 1", "location head")
    assert lies(game, 0) and "fell" not in words(game)


def test_K1_who_lies_may_dodge_and_lies_on():
    game = monsters_turn(ALONE, deck="grasp", down=(0,), change=lambda s: give(s, 0, survival=1))
    play(game, "card grasp", "hits 1", "location head", "hit dodge-head")
    assert "dodged" in words(game) and hurt(game, 0) == ""
    assert "stood" not in words(game)[: words(game).index("dodged") + 1]


def test_K2_floored_in_a_monsters_turn_it_lies_to_the_end_of_the_next_one():
    game = play(monsters_turn(BESIDE, deck="size-up size-up", controller=0), "card size-up", "random s1", "roll 4-10")
    assert lies(game, 1)
    asks(game, "hunter", "s0 end")
    play(game, "hunter end", "card size-up")
    assert lies(game, 1) and game.state.round == 2
    play(game, "roll 1-3")
    assert not lies(game, 1) and ("stood", 1) in game.events
    asks(game, "hunter", "s0 s1 end")


def test_K2_floored_in_the_survivors_turn_it_stands_at_the_end_of_the_next_monsters_turn():
    game = survivors_turn(ALONE, deck="claw")
    play(game, "hunter s0", "do fist", "hits 1", "location-card maw", "roll 1-5", "roll 4-10")
    assert lies(game, 0)
    asks(game, "card")
    play(game, "card claw")
    assert ("stood", 0) in game.events
    asks(game, "hunter", "s0 end")


def test_K3_floored_in_its_own_attack_it_loses_the_hits_not_yet_resolved():
    game = survivors_turn(ALONE)
    play(game, "hunter s0", "do fist", "hits 2", "location-card maw", "location-card gut", "location-order maw", "roll 1-5", "roll 4-10")
    assert lies(game, 0) and ("cancelled", 0, 1) in game.events
    assert pile(game, "locations-discard") == "maw gut"
    asks(game, "card")


def test_S1_survival_that_a_card_takes_is_gone_and_told():
    for had, mark, left in ((3, 0, 1), (1, 0, 0), (3, figures.NO_SURVIVAL, 1)):

        def change(s, had=had, mark=mark):
            s.limit = 3
            give(s, 0, survival=had)
            figures.mark(s, 0, mark)

        cards = Pack(("ai", "claw", {"damage": [["survival", -2]]}))
        game = play(monsters_turn(ALONE, deck="claw", cards=cards, change=change), "card claw", "hits 1", "location legs")
        if game.prompt.kind == "hit":
            play(game, "hit legs")
        assert value(game, 0, "survival") == left and ("gains", 0, "survival", left - had) in game.events


def test_D6_torn_achilles_floors_with_the_next_injury_not_by_itself():
    game = rolled("legs", "4-9")
    assert figures.marked(game.state, 0, figures.FALLS) and not lies(game, 0)
    game = play(clawed(lambda s: figures.mark(s, 0, figures.FALLS)), "location arms")
    assert hurt(game, 0) == "arms" and lies(game, 0)
