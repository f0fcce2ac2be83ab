"""How cards move the monster, what that does to survivors, grab, and a monster that lies (M1-M4, M8-M10, X1-X8). Runs on CPython and on
MicroPython."""

from lanternboard.rules.state import ZERO
from rules.monster_table import (
    Pack,
    asks,
    beast,
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

TOKEN = [["monster-token", "speed", 1]]
FAR = """
....0....
.........
.........
.........
.........
...MM....
...MM....
.........
........1"""


def speed_tokens(game):
    return game.state.beast[1 + 6] - ZERO


def claw(**fields):
    return Pack(("ai", "claw", fields))


def swat(text, *answers, **named):
    """A swat whose hit only takes armor, and floors nobody by that."""
    named["change"] = lambda s: give(s, 0, armor="arms 9")
    return play(monsters_turn(text, deck="power-swat", **named), "card power-swat", *answers)


def test_M1_M3_it_goes_the_whole_way_if_its_movement_with_tokens_reaches():
    g = play(monsters_turn(FAR, movement=6, tokens=-2), "card claw")
    asks(g, "hits")
    assert beast(g) == (3, 1, "N")


def test_M3_too_far_it_uses_up_its_movement_turns_and_leaves_the_attack_out():
    cards = claw(hits=[["courage", 1]], damage=[["courage", 1]], after=TOKEN)
    g = play(monsters_turn(FAR, facing="E", movement=3, cards=cards), "card claw")
    asks(g, "hunter")
    assert beast(g) == (3, 2, "N") and hurt(g, 0) == "" and speed_tokens(g) == 1 and pile(g, "discard") == "claw"


def test_M3_with_nothing_left_the_card_and_the_turn_are_over():
    g = play(monsters_turn(FAR, movement=3), "card claw")
    asks(g, "hunter")
    assert g.state.side == 1 and pile(g, "discard") == "claw"


def test_M4_away_from_all_threats_is_a_full_move_without_turning_and_the_controller_picks_the_place():
    g = monsters_turn(".......\n..0....\n..MM...\n..MM...\n.......\n.......\n.......", deck="grasp", movement=2)
    play(g, "card grasp", "hits 1", "location arms")
    asks(g, "end", "4,2 3,3 2,4", -2)
    play(g, "end 4,2")
    assert beast(g) == (4, 2, "N")
    asks(g, "front", "4,1 5,1", -2)


def test_M4_who_lies_is_nobody_to_flee_from():
    # the hit on the head floors the only threat
    g = monsters_turn(".......\n..0....\n..MM...\n..MM...\n.......\n.......", deck="grasp")
    play(g, "card grasp", "hits 1", "location head")
    asks(g, "front", "2,1 3,1")
    assert beast(g) == (2, 2, "N")


def test_M8_a_target_stays_the_target_wherever_it_goes():
    cards = claw(attack=[1, 2, 1], damage=[["knockback", 3]], after=[["basic", 0]])
    g = monsters_turn(".......\n.......\n.......\n.......\n..0....\n..MM.1.\n..MM...", cards=cards, movement=6)
    play(g, "card claw", "hits 1", "location arms")  # away to the third row; survivor 1 is nearer now
    assert spot(g, 0) == (2, 1)
    play(g, "hits 1", "location arms")
    assert beast(g) == (2, 2, "N") and hurt(g, 0) == "arms, arms heavy" and hurt(g, 1) == ""


def killed(rulings=None):
    cards = claw(damage=[["courage", 1]], after=[["knockback", 3], ["basic", 0], ["insanity", 1]] + TOKEN)
    text = "....0....\n...MM....\n...MM....\n.1......."
    g = monsters_turn(text, cards=cards, rulings=rulings, change=lambda s: fill(s, 0, "head"))
    return play(g, "card claw", "hits 1", "location head", "roll 1-4")


def test_M8_if_it_dies_what_needs_it_is_left_out_and_the_rest_happens():
    g = killed()
    asks(g, "hunter", "s1 end")
    assert dead(g, 0) and speed_tokens(g) == 1


def test_M8_by_the_other_ruling_nothing_more_of_the_card_happens():
    g = killed(other("card_goes_on_without_target"))
    asks(g, "hunter", "s1 end")
    assert dead(g, 0) and speed_tokens(g) == 0 and pile(g, "discard") == "claw"


def attacked(text, location, *answers, **named):
    """Survivor 0 has one hit on a location, and the attempt fails."""
    g = survivors_turn(text, **named)
    play(g, "hunter s0", "do fist", "hits 1", "location-card " + location, "roll 1-5")
    return play(g, *answers)


def test_M9_directly_away_one_space_without_turning():
    g = attacked("......\n......\n..MM..\n..MM..\n..0...\n......", "ear")
    assert beast(g) == (2, 1, "N")
    g = attacked("......\n......\n.0MM..\n..MM..\n......\n......", "ear")
    assert beast(g) == (3, 2, "N")


def test_M9_a_reactions_basic_action_turns_and_attacks_the_attacker():
    g = attacked("......\n..1...\n..MM..\n..MM..\n..0...\n......", "gut", "hits 1", "location legs")
    assert beast(g) == (2, 2, "S") and hurt(g, 0) == "legs" and hurt(g, 1) == ""


CHARGED = """
......
......
......
......
......
..1...
..MM..
..MM..
..0..2"""


def test_M9_a_charge_goes_straight_on_its_whole_movement_and_grabs_whom_it_passes():
    g = attacked(CHARGED, "back", movement=3)
    asks(g, "front", "2,2 3,2", -2)
    assert beast(g) == (2, 3, "N") and lies(g, 1)
    play(g, "front 3,2", "location legs")
    asks(g, "do")
    assert spot(g, 1) == (3, 2) and lies(g, 1) and hurt(g, 1) == "legs"
    assert not lies(g, 0) and hurt(g, 0) == "" and not lies(g, 2)


def test_M9_a_charge_stops_at_the_edge_and_from_the_edge_it_stays():
    g = attacked("......\n......\n......\n..MM..\n..MM..\n..0...", "back")
    assert beast(g) == (2, 0, "N")
    g = attacked("..MM..\n..MM..\n..0...\n......", "back")
    assert beast(g) == (2, 0, "N")


def test_M9_several_passed_are_grabbed_in_the_controllers_order():
    g = attacked(CHARGED.replace("1...", "13.."), "back", movement=3)
    asks(g, "order", "s1 s3", -2)
    play(g, "order s3", "front 2,2", "location legs")
    asks(g, "location")  # one front space is left for the other
    play(g, "location legs")
    assert spot(g, 3) == (2, 2) and spot(g, 1) == (3, 2)


def test_M9_hits_that_a_charge_has_put_out_of_reach_are_cancelled():
    g = survivors_turn(CHARGED, movement=3)
    play(g, "hunter s0", "do fist", "hits 2", "location-card back", "location-card gut", "location-order back", "roll 1-5")
    play(g, "front 2,2", "location legs")
    asks(g, "do")
    assert pile(g, "locations-discard").split(" ") == ["back", "gut"]


def test_M9_an_attacker_in_front_is_passed_too_and_its_other_hits_are_lost():
    g = survivors_turn("......\n......\n......\n......\n..0...\n..MM..\n..MM..", movement=3)
    play(g, "hunter s0", "do fist", "hits 2", "location-card back", "location-card gut", "location-order back", "roll 1-5")
    asks(g, "front", "2,1 3,1")
    assert lies(g, 0) and spot(g, 0) == (2, 4)
    play(g, "front 3,1", "location legs")
    asks(g, "card")  # it lies, so nobody can act any more
    assert spot(g, 0) == (3, 1) and hurt(g, 0) == "legs" and pile(g, "locations-discard").split(" ") == ["back", "gut"]


CROWDED = "......\n......\n..01..\n..MM..\n..MM..\n2....."


def test_M9_with_the_front_edge_taken_who_is_grabbed_goes_further_or_falls_where_it_stands():
    cards = Pack(("ai", "claw", {"attack": [1, 2, 1], "pick": ["furthest survivor"], "before": [["grab"]]}))
    g = play(monsters_turn(CROWDED, cards=cards), "card claw")
    asks(g, "front", "2,1 3,1 1,2 4,2")
    g = play(monsters_turn(CROWDED, cards=cards, rulings=other("grab_reaches_further")), "card claw", "location legs")
    assert spot(g, 2) == (0, 5) and lies(g, 2) and hurt(g, 2) == "legs"
    one = CROWDED.replace("1", ".").replace("2", "1")  # a space of it is free
    g = play(monsters_turn(one, cards=cards, rulings=other("grab_reaches_further")), "card claw", "location legs")
    assert spot(g, 1) == (3, 2)


def test_M9_at_the_edge_there_is_no_front_and_who_is_grabbed_falls_where_it_lies():
    g = survivors_turn("......\n......\n..1...\n......\n..MM..\n..MM..\n..0...", movement=6)
    play(g, "hunter s0", "do fist", "hits 1", "location-card back", "roll 1-5", "location legs")
    assert beast(g) == (2, 0, "N") and spot(g, 1) == (2, 2) and lies(g, 1) and hurt(g, 1) == "legs"


def test_X2_who_is_still_under_a_charge_is_pushed_out_before_the_grab():
    # it stops on top of 1, who goes 5 to the east over the nearest side, and then is taken to the front
    text = "........\n........\n........\n...1....\n..MM....\n..MM....\n..0....."
    g = attacked(text, "back", "push-side E", movement=2)
    asks(g, "front", "2,1 3,1")
    assert spot(g, 1) == (7, 3) and lies(g, 1)


def grabbed(**named):
    text = named.pop("text", ".......\n..0....\n..MM...\n..MM...\n.......\n.......")
    g = monsters_turn(text, deck="grasp", **named)
    return play(g, "card grasp", "hits 1", "location head")  # it lies: nobody to flee from


def test_A7_grab_is_damage_of_the_monsters_level_at_a_rolled_location_after_it_is_placed():
    g = play(grabbed(level=2), "front 3,1")
    asks(g, "location", "head arms body waist legs", -3)
    play(g, "location legs")
    assert spot(g, 0) == (3, 1) and lies(g, 0) and hurt(g, 0) == "head, legs, legs heavy"


def test_S3_grab_cannot_be_dodged():
    g = monsters_turn(".......\n..0....\n..MM...\n..MM...\n.......\n.......", deck="grasp", change=lambda s: give(s, 0, survival=1))
    play(g, "card grasp", "hits 1", "location head", "hit head", "front 2,1", "location legs")
    asks(g, "card")  # it lies, and nobody else is there
    assert hurt(g, 0) == "head, legs"


def test_A9_grab_is_ignored_while_an_injury_bars_it():
    g = grabbed(injuries="paw")
    asks(g, "card")
    assert spot(g, 0) == (2, 1) and hurt(g, 0) == "head"


CROSSED = "..0...\n......\n......\n..1...\n......\n......\n..MM..\n..MM.."


def crossed(*answers, text=CROSSED, **fields):
    cards = claw(pick=["furthest threat"], **fields)
    return play(monsters_turn(text, cards=cards, rulings=other("collisions_before_attack")), "card claw", *answers)


def test_X1_by_the_other_ruling_whom_it_crossed_falls_when_the_attack_is_over():
    g = crossed(after=[["each", "lying", [["courage", 1]]]])
    asks(g, "hits")
    assert not lies(g, 1) and beast(g) == (2, 1, "N")
    play(g, "hits 0")
    asks(g, "hunter")
    assert lies(g, 1) and value(g, 1, "courage") == 0 and g.events.count(("collided", 1)) == 1
    # the attack left out, the turn at an end, the monster fallen: it falls all the same
    far = CROSSED.replace("..0...\n", "..0...\n......\n......\n")
    assert lies(crossed(text=far), 1) and beast(crossed(text=far)) == (2, 2, "N")
    assert lies(crossed("hits 0", after=[["end-turn"]]), 1)
    assert lies(crossed("hits 1", "location legs", damage=[["monster-down"]]), 1)


def test_X1_who_lies_under_the_base_is_pushed_out_before_the_attack_by_either_ruling():
    g = crossed("push-side W", text="..0...\n......\n..1...\n......\n..MM..\n..MM..")
    asks(g, "hits")
    assert lies(g, 1)


def test_X1_collisions_come_when_it_has_turned_and_before_the_attack():
    g = play(monsters_turn("..0...\n......\n..1...\n......\n..MM..\n..MM..", cards=claw(pick=["furthest threat, in range"])), "card claw")
    asks(g, "push-side", "S W")  # out from under it, over one of the nearest sides (X2a)
    assert lies(g, 1) and not lies(g, 0) and beast(g) == (2, 1, "N")
    play(g, "push-side S")
    asks(g, "hits")
    assert spot(g, 1) == (2, 5)


def test_X5_who_stands_in_the_way_of_a_cards_push_falls_too():
    g = swat("......\n......\n..1...\n......\n..0...\n..MM..\n..MM..", "hits 1", "location arms")
    assert lies(g, 0) and lies(g, 1) and spot(g, 0) == (2, 0) and spot(g, 1) == (2, 2)


def test_X4_a_card_pushes_as_many_spaces_as_it_says_and_floors_nobody_by_that():
    g = swat("......\n......\n......\n......\n......\n......\n......\n..0...\n..MM..\n..MM..", "hits 1", "location arms")
    assert spot(g, 0) == (2, 1) and not lies(g, 0)


def test_X7_on_the_edge_a_card_pushes_along_it_to_the_side_the_controller_picks():
    g = swat("....0.....\n....MM....\n....MM....\n..........", "hits 1", "location arms")
    asks(g, "push-side", "E W", -2)
    play(g, "push-side W")
    assert spot(g, 0) == (0, 0) and not lies(g, 0)


def test_X8_a_card_pushes_into_terrain_and_that_floors():
    g = swat("......\n......\n..#...\n......\n......\n..0...\n..MM..\n..MM..", "hits 1", "location arms")
    assert spot(g, 0) == (2, 3) and lies(g, 0)
