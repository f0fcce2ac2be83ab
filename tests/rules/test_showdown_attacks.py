"""A survivor attacks (W1-W6a, M10), by what is asked and what then lies on the table. Runs on CPython and on MicroPython. Fist & Tooth has
speed 2, accuracy 8, strength 0 and luck 1, the lion toughness 6; the Founding Stone has accuracy 7, strength 1 and luck 0."""

from lanternboard.rules import begin, decks
from lanternboard.rules.state import NOWHERE
from rules.monster_table import asks, fill, give, other, pile, play, survivors_turn, value
from rules.small_pack import SmallPack

ALONE = """
........
...0....
...MM...
...MM...
........
........"""
BESIDE = ALONE[:-8] + "1......."


def attack(*answers, weapon="fist", change=None, map=ALONE, facing="E", **named):
    """s0 attacks from beside the lion, neither in front of it nor in its blind spot; what is asked is answered so far."""

    def prepare(s):
        begin.carry(s, 0, 1, SmallPack().card("gear", 1))
        if change:
            change(s)

    return play(survivors_turn(map, facing, change=prepare, **named), "hunter s0", "do " + weapon, *answers)


def tried(card, *answers, **named):
    """One hit, on that location."""
    return attack("hits 1", "location-card " + card, *answers, **named)


def words(game):
    return [event[0] for event in game.events]


def dice(game):
    """(dice, least face that hits) of the attack."""
    asks(game, "hits")
    return game.prompt.subject[:2]


# W1, W2


def test_W1_the_dice_are_the_weapons_speed_and_the_survivors_with_tokens():
    assert dice(attack()) == (2, 8)
    assert dice(attack(change=lambda s: give(s, 0, speed=2))) == (4, 8)

    def token(s):
        s.body[7] += 1

    assert dice(attack(change=token)) == (3, 8)


def test_W1_at_least_one_die():
    assert dice(attack(change=lambda s: give(s, 0, speed=-2)))[0] == 1
    game = attack(change=lambda s: give(s, 0, speed=-2), rulings=other("always_one_die"))
    asks(game, "do", "move done")  # no die, no hit


def test_W1_a_die_hits_by_the_weapons_accuracy_the_survivors_and_the_monsters_evasion():
    assert dice(attack(weapon="a0")) == (2, 7)
    assert dice(attack(change=lambda s: give(s, 0, accuracy=2)))[1] == 6
    assert dice(attack(evasion=1))[1] == 9

    def token(s):
        s.body[8] -= 1

    assert dice(attack(change=token))[1] == 9


def test_W1_a_1_misses_and_a_10_hits_whatever_the_modifiers():
    assert dice(attack(change=lambda s: give(s, 0, accuracy=9)))[1] == 2
    assert dice(attack(evasion=9))[1] == 10


def test_W1_how_likely_so_many_hits_are():
    game = attack()
    assert list(game.prompt.options) == [0, 1, 2] and game.prompt.weights == (49, 42, 9)  # 3 of 10 faces hit, twice


def test_W1_with_no_hit_the_attack_is_over():
    game = attack("hits 0")
    assert "missed" in words(game)
    asks(game, "do", "move done")


def test_W2_one_more_on_each_roll_from_the_blind_spot():
    assert dice(attack(facing="S"))[1] == 7
    assert dice(attack(facing="N"))[1] == 8
    assert dice(attack(facing="E"))[1] == 8


def test_W1_who_attacks_a_fallen_monster_hits_on_3_whatever_the_modifiers():
    def falls(s):
        s.down = True
        give(s, 0, accuracy=-3)

    assert dice(attack(change=falls, evasion=4, facing="S")) == (2, 3)


# W3, W4


def test_W3_one_location_is_drawn_for_each_hit_before_the_first_is_tried():
    game = attack("hits 2")
    asks(game, "location-card")
    play(game, "location-card gut")
    asks(game, "location-card")
    assert "gut" not in game.prompt.options
    play(game, "location-card ear")
    asks(game, "location-order", "gut ear", 0)


def test_W3_the_attacker_picks_the_order():
    game = attack("hits 2", "location-card gut", "location-card femur", "location-order femur")
    assert game.prompt.kind == "roll" and game.prompt.subject[1] == "femur"
    play(game, "roll 1-5")  # the Femur answers nothing
    assert game.prompt.kind == "roll" and game.prompt.subject[1] == "gut"


def test_W4_a_wound_is_strength_and_the_die_against_toughness():
    asks(tried("gut"), "roll", "1-5 6-10")
    asks(tried("gut", weapon="a0"), "roll", "1-4 5-10")
    asks(tried("gut", change=lambda s: give(s, 0, strength=2)), "roll", "1-3 4-10")
    asks(tried("gut", toughness=8), "roll", "1-7 8-10")

    def token(s):
        s.body[9] += 1

    asks(tried("gut", change=token), "roll", "1-4 5-10")
    assert tried("gut").prompt.weights == (5, 5)


def test_W4_a_1_fails_and_a_10_wounds_whatever_the_figures():
    asks(tried("gut", change=lambda s: give(s, 0, strength=9)), "roll", "1 2-10")
    asks(tried("gut", toughness=20), "roll", "1-9 10")


def test_W4_the_card_goes_face_up_to_the_discard_when_its_reactions_are_over():
    game = tried("gut", "roll 1-5")
    asks(game, "hits")  # the Basic Action
    assert pile(game, "locations-discard") == ""
    play(game, "hits 0")
    assert pile(game, "locations-discard") == "gut"
    assert pile(tried("femur", "roll 1-5"), "locations-discard") == "femur"


# W5, W5a


def test_W5_each_wound_takes_a_card_of_the_deck_unseen():
    game = tried("gut", "roll 6-10", deck="claw chomp grasp")
    assert game.state.wounds == 1 and decks.left(game.state) == 2
    assert pile(game, "deck") == "claw chomp grasp"  # nobody knows which it was
    play(game, "do done")
    asks(game, "card", "claw chomp grasp other")


def test_W5_an_empty_deck_is_rebuilt_from_the_discard_when_a_card_is_needed():
    game = tried("gut", "roll 6-10", deck="claw", discard="chomp grasp")
    assert game.state.wounds == 1 and decks.left(game.state) == 0 and pile(game, "discard") == "chomp grasp"
    game = tried("gut", "roll 6-10", deck="", discard="chomp grasp")
    assert game.state.wounds == 1 and decks.left(game.state) == 1 and pile(game, "discard") == ""


def test_W5_both_piles_empty_the_wound_kills_and_moods_do_not_count():
    game = tried("gut", "roll 6-10", deck="", moods="enraged")
    assert game.state.result == 1 and "monster-died" in words(game)


def test_W5_a_card_being_carried_out_is_in_neither_pile():
    def open(s):
        s.decks[3].append(0)

    assert tried("gut", "roll 6-10", deck="", change=open).state.result == 1


def test_W5a_the_critical_effect_of_the_killing_wound_still_happens():
    game = tried("tail", "roll 9-10", deck="", change=stocked)
    assert game.state.result == 1 and len(game.state.spoils) == 2
    game = tried("femur", "roll 9-10", "resource fur", deck="", change=stocked)
    assert game.state.result == 1 and len(game.state.spoils) == 2 and game.state.tokens == -1
    game = tried("tail", "roll 9-10", deck="", change=stocked, rulings=other("killing_critical_counts"))
    assert game.state.result == 1 and len(game.state.spoils) == 0


def stocked(s):
    s.decks[11][:] = bytes((0, 0, 2))


def test_W5a_with_the_monster_nothing_else_happens():
    game = attack("hits 2", "location-card flank", "location-card gut", "location-order flank", "roll 6-8", deck="")
    assert game.state.result == 1 and game.state.priority == -1  # no reaction
    asks(game, "resource")  # the spoils, no second location


def test_W5a_at_the_death_of_the_last_survivor_the_showdown_is_over_at_once():
    def full(s):
        fill(s, 0, "body", "body heavy")

    game = attack(
        "hits 2", "location-card gut", "location-card ear", "location-order gut", "roll 1-5", "hits 2", "location body", "location body",
        "roll 1-2", change=full,
    )  # fmt: skip
    assert game.state.result == 2 and game.state.at[0] == NOWHERE
    asks(game, "over")


# W6, W6a


def test_W6_the_face_of_the_die_against_ten_less_luck():
    asks(tried("back"), "roll", "1-5 6-8 9-10")
    asks(tried("back", weapon="a0"), "roll", "1-4 5-9 10")
    asks(tried("back", change=lambda s: give(s, 0, luck=2)), "roll", "1-5 6 7-10")

    def token(s):
        s.body[11] += 1

    asks(tried("back", change=token), "roll", "1-5 6-7 8-10")


def test_W6_the_monsters_luck_is_taken_off_and_above_ten_there_is_none():
    asks(tried("back", luck=1), "roll", "1-5 6-9 10")
    asks(tried("back", luck=1, weapon="a0"), "roll", "1-4 5-10")


def test_W6_strength_does_not_count_for_it():
    asks(tried("back", change=lambda s: give(s, 0, strength=3)), "roll", "1-2 3-8 9-10")


def test_W6_it_wounds_whatever_the_toughness():
    game = tried("back", toughness=20)
    asks(game, "roll", "1-8 9-10")
    play(game, "roll 9-10")
    assert game.state.wounds == 1


def test_W6_its_effect_happens_and_no_reaction_does():
    game = tried("tail", "roll 9-10", change=stocked)
    assert game.state.wounds == 1 and bytes(game.state.spoils) == bytes((0, 130))
    assert (game.state.x, game.state.y) == (3, 2) and "reacts" not in words(game)  # it does not charge
    assert pile(game, "locations-discard") == "tail"


def test_W6_a_location_that_leaves_an_injury_stays_in_play():
    game = tried("paw", "roll 9-10")
    assert pile(game, "locations-play") == "paw" and pile(game, "locations-discard") == "" and game.state.tokens == -1
    assert pile(tried("paw", "roll 6-8"), "locations-play") == ""


def test_W6_an_injury_alone_is_a_critical_effect():
    game = tried("temple", "roll 9-10")
    assert pile(game, "locations-play") == "temple" and game.state.wounds == 1


def test_W6_without_a_critical_effect_a_10_is_an_ordinary_wound():
    game = tried("gut", "roll 6-10")
    assert game.state.wounds == 1 and "critical" not in words(game) and pile(game, "locations-discard") == "gut"


def test_W6a_an_impervious_location_takes_no_card_and_answers_as_to_a_failure():
    game = tried("mane", "roll 6-8")
    assert game.state.wounds == 0 and "impervious" in words(game)
    asks(game, "hits")  # the Basic Action
    game = tried("mane", "roll 6-8", rulings=other("impervious_counts_as_failed"))
    assert game.state.wounds == 0
    asks(game, "do")


def test_W6a_its_critical_effect_happens():
    game = tried("mane", "roll 9-10", change=lambda s: (s.decks[11].extend(bytes((3,))), give(s, 0, insanity=3)))
    assert game.state.wounds == 0 and bytes(game.state.spoils) == bytes((0, 131)) and value(game, 0, "strength-tokens") == 1
    game = tried("mane", "roll 9-10", change=lambda s: give(s, 0, insanity=2))
    assert value(game, 0, "strength-tokens") == 0
