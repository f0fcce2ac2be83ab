"""The monster's attack (A1-A10). Runs on CPython and on MicroPython."""

from lanternboard.rules import beast as beast_rules
from lanternboard.rules.state import ZERO
from rules.monster_table import Pack, armor, asks, beast, dead, fill, give, hurt, lies, monsters_turn, other, pile, play, spot, value

DUEL = """
.........
.........
...0.....
...MM....
...MM....
.........
........1"""


def duel(*answers, **named):
    """A monster's turn against survivor 0, who is next to it and in front, with survivor 1 far off; survivor 1's player is controller."""
    return play(monsters_turn(DUEL, **named), "card " + named.get("deck", "claw").split(" ")[0], *answers)


def claw(**fields):
    return Pack(("ai", "claw", fields))


def test_A1_each_triggered_effect_comes_at_its_moment():
    cards = claw(hits=[["insanity", 1]], locations=[["courage", 1]], damage=[["understanding", 1]], after=[["monster-token", "speed", 1]])
    seen = []
    g = duel(cards=cards)
    for answer in ("hits 2", "location arms", "location legs", "hit legs"):
        play(g, answer)
        seen.append((value(g, 0, "insanity"), value(g, 0, "courage"), value(g, 0, "understanding"), hurt(g, 0)))
    assert seen == [(1, 0, 0, ""), (1, 0, 0, ""), (1, 1, 0, ""), (1, 1, 1, "arms, legs")]
    assert g.state.beast[1 + 6] == ZERO + 1


def test_A2_dice_are_the_profiles_speed_with_the_monsters_speed_and_tokens():
    g = duel(speed=1, change=lambda s: tokens(s, 1, 2))
    asks(g, "hits", "0 1 2 3 4 5")
    g = duel(speed=-1)
    asks(g, "hits", "0 1")


def tokens(s, which, n):
    s.beast[which + 6] = ZERO + n


def test_A2_at_least_one_die_or_by_the_other_ruling_none():
    asks(duel(speed=-1, change=lambda s: tokens(s, 1, -1)), "hits", "0 1")
    g = duel(speed=-3, rulings=other("always_one_die"))
    asks(g, "hunter")
    assert pile(g, "discard") == "claw" and hurt(g, 0) == ""


def throw(**named):
    """(least face that hits, weights) of a claw's attack, one die."""
    accuracy = named.pop("profile", 5)
    g = duel(cards=claw(attack=[1, accuracy, 1]), **named)
    return g.prompt.subject[1], tuple(g.prompt.weights)


def test_A3_a_die_hits_from_the_profiles_accuracy_and_the_targets_evasion_less_the_monsters_modifiers():
    assert throw() == (5, (4, 6))
    assert throw(accuracy=1) == (4, (3, 7))
    assert throw(accuracy=1, change=lambda s: tokens(s, 2, -3)) == (7, (6, 4))
    assert throw(change=lambda s: give(s, 0, evasion=2)) == (7, (6, 4))
    assert throw(change=lambda s: give(s, 1, evasion=2)) == (5, (4, 6))
    assert throw(change=lambda s: give(s, 0, evasion=-1)) == (4, (3, 7))


def test_A3_each_die_is_one_of_its_own():
    g = duel(cards=claw(attack=[2, 9, 1]))
    assert tuple(g.prompt.weights) == (64, 32, 4)


def test_A3_a_natural_1_fails_and_a_10_succeeds_or_by_the_other_ruling_only_the_sum_counts():
    assert throw(profile=2, accuracy=5) == (2, (1, 9))
    assert throw(profile=8, change=lambda s: give(s, 0, evasion=9)) == (10, (9, 1))
    sums = other("faces_decide_first")
    assert throw(profile=2, accuracy=5, rulings=sums) == (1, (0, 10))
    assert throw(profile=8, rulings=sums, change=lambda s: give(s, 0, evasion=9))[1] == (10, 0)


def test_A4_with_no_hit_the_cards_next_action_follows_or_it_is_done():
    cards = claw(hits=[["insanity", 1]], damage=[["insanity", 1]], after=[["monster-token", "speed", 1]])
    g = duel("hits 0", cards=cards)
    asks(g, "hunter")
    assert g.state.beast[1 + 6] == ZERO + 1 and value(g, 0, "insanity") == 0 and hurt(g, 0) == "" and pile(g, "discard") == "claw"
    g = duel("hits 0")
    asks(g, "hunter")
    assert pile(g, "discard") == "claw"


def test_A5_effects_of_hits_apply_before_the_locations_are_rolled():
    g = duel("hits 1", deck="chomp")
    asks(g, "hunter")  # no location die: every hit lands on the head, whose only box is heavy
    assert hurt(g, 0) == "head" and lies(g, 0)


def test_A6_all_location_dice_lie_before_the_first_hit_and_the_target_sets_the_order():
    g = duel("hits 2", "location head")
    assert hurt(g, 0) == ""
    asks(g, "location", "head arms body waist legs", -3)
    assert tuple(g.prompt.weights) == (1, 1, 2, 1, 1)
    play(g, "location arms")
    asks(g, "hit", "head arms", 0)
    assert hurt(g, 0) == ""
    play(g, "hit arms")
    assert hurt(g, 0) == "head, arms" and lies(g, 0)


def test_A6_two_hits_on_one_location_stay_two():
    full = lambda s: fill(s, 0, "arms", "arms heavy")  # noqa: E731
    g = duel("hits 2", "location arms", "location arms", change=full)
    play(g, "roll 3")
    asks(g, "roll", "1-2 3 4-5 6-10")  # one roll each
    play(g, "roll 6-10")
    asks(g, "hunter")
    assert value(g, 0, "bleed") == 2
    # but the points of one hit are one roll
    g = duel("hits 1", "location arms", "roll 3", change=full, damage=2)
    asks(g, "hunter")


def test_A6_armor_that_the_first_hit_used_up_does_not_help_against_the_second():
    g = duel("hits 2", "location waist", "location waist", change=lambda s: give(s, 0, armor="waist 1"))
    assert armor(g, 0, "waist") == 0 and hurt(g, 0) == "waist"


def test_A6a_a_target_knocked_down_by_one_hit_takes_the_others():
    g = duel("hits 2", "location head", "location body", "hit head")
    assert lies(g, 0) and hurt(g, 0) == "head, body"


def test_A6a_by_the_other_ruling_the_others_are_dropped():
    decided = other("floored_takes_the_rest")
    g = duel("hits 2", "location head", "location body", "hit head", rulings=decided)
    assert lies(g, 0) and hurt(g, 0) == "head" and not len(g.state.hits)
    g = duel("hits 2", "location arms", "location body", "hit arms", rulings=decided)
    assert hurt(g, 0) == "arms, body"  # nobody fell
    g = duel("hits 2", "location head", "location body", "hit head", rulings=decided, down=(0,), cards=claw(pick=["closest survivor"]))
    assert hurt(g, 0) == "head, body"  # nor does who lay


def test_A6a_if_it_dies_the_rest_of_the_attack_is_dropped():
    cards = claw(damage=[["each", "all", [["courage", 1]]]], after=[["monster-token", "speed", 1]])
    g = duel("hits 2", "location head", "location body", "hit head", "roll 1-4", change=lambda s: fill(s, 0, "head"), cards=cards)
    asks(g, "hunter", "s1 end")
    assert dead(g, 0) and hurt(g, 0) == "head" and not len(g.state.hits)
    assert value(g, 1, "courage") == 0 and g.state.beast[1 + 6] == ZERO + 1


def test_A7_damage_is_the_profiles_with_the_monsters_damage_tokens_and_moods():
    assert hurt(duel("hits 1", "location legs"), 0) == "legs"
    assert hurt(duel("hits 1", "location legs", damage=1), 0) == "legs, legs heavy"
    assert hurt(duel("hits 1", "location legs", change=lambda s: tokens(s, 3, 1)), 0) == "legs, legs heavy"
    assert hurt(duel("hits 1", "location legs", moods="enraged"), 0) == "legs, legs heavy"
    g = duel("hits 1", "location legs", moods="enraged", level=2)
    asks(g, "roll", "1 2 3 4-9 10")  # 1 + 2: one for each level, and one point is left
    assert hurt(duel("hits 1", "location legs", damage=-1), 0) == ""


def test_A7_damage_from_outside_a_profile_is_not_changed_and_its_location_is_rolled():
    g = duel("hits 0", cards=claw(after=[["each", "adjacent", [["damage", 1]]]]), damage=3, moods="enraged")
    play(g, "location legs")
    asks(g, "hunter")
    assert hurt(g, 0) == "legs"


def test_A7_by_the_other_ruling_the_controller_picks_the_location():
    cards = claw(after=[["each", "adjacent", [["damage", 1]]]])
    g = duel("hits 0", cards=cards, rulings=other("location_rolled"))
    asks(g, "location", "head arms body waist legs", -2)
    assert g.prompt.rule == "A7"
    play(g, "location waist")
    assert hurt(g, 0) == "waist"
    asks(duel("hits 1", rulings=other("location_rolled")), "location", "head arms body waist legs", -3)  # a hit's is rolled all the same


def swat(*answers, **named):
    cards = Pack(("ai", "power-swat", {"attack": named.pop("attack", [1, 2, 1])}))
    return duel(*answers, deck="power-swat", cards=cards, **named)


def test_A8_effects_of_damage_come_once_after_the_last_hit():
    g = swat("hits 2", "location arms", "location legs", attack=[2, 2, 1])
    assert spot(g, 0) == (3, 2)
    play(g, "hit arms")
    assert hurt(g, 0) == "arms, legs" and spot(g, 0) == (3, 0)  # six to the north end at the edge; twice would slide along it


def test_A8_a_hit_that_takes_only_armor_is_enough():
    g = swat("hits 1", "location waist", change=lambda s: give(s, 0, armor="waist 3"))
    assert spot(g, 0) == (3, 0)


def test_A8_a_roll_is_enough():
    g = swat("hits 1", "location arms", "roll 3", change=lambda s: fill(s, 0, "arms", "arms heavy"))
    assert spot(g, 0) == (3, 0)


def test_A8_no_effect_without_a_hit_that_did_something_or_by_the_other_ruling_after_any_hit():
    assert spot(swat("hits 0"), 0) == (3, 2)
    assert spot(swat("hits 1", "location arms", damage=-1), 0) == (3, 2)
    by_any = other("damage_needs_effect")
    assert spot(swat("hits 1", "location arms", damage=-1, rulings=by_any), 0) == (3, 0)
    assert spot(swat("hits 0", rulings=by_any), 0) == (3, 2)


def test_A8_a_dodged_hit_is_none():
    for rulings in (None, other("damage_needs_effect")):
        g = swat("hits 1", "location arms", "hit dodge-arms", rulings=rulings, change=lambda s: give(s, 0, survival=1))
        asks(g, "hunter")
        assert spot(g, 0) == (3, 2) and hurt(g, 0) == "" and value(g, 0, "survival") == 0


def test_A9_with_the_injury_in_play_the_printed_action_is_all_the_card_does():
    # survivor 1 is next to it too, the controller's own and behind it; nobody is picked, so it neither turns nor gains for T7
    for controller in (0, 1):
        drawn = "........\n...0....\n...MM...\n...MM...\n....1...\n.2......"
        g = play(monsters_turn(drawn, deck="chomp", injuries="maw", controller=controller), "card chomp")
        asks(g, "hunter")
        assert [value(g, i, "insanity") for i in range(3)] == [1, 1, 0]
        assert beast(g) == (3, 2, "N") and hurt(g, 0) == "" and pile(g, "discard") == "chomp"


def test_A9_by_the_other_ruling_the_card_follows_what_it_says_of_the_injury():
    g = duel(deck="chomp", injuries="maw", rulings=other("injury_is_all"))
    asks(g, "hits")
    assert value(g, 0, "insanity") == 1
    play(g, "hits 1")
    assert hurt(g, 0) == "head" and pile(g, "discard") == "chomp"
    ends = Pack(("ai", "chomp", {"injury": [[7, [["end-turn"]]]]}))
    g = duel(deck="chomp", injuries="maw", rulings=other("injury_is_all"), cards=ends)
    asks(g, "hunter")
    assert pile(g, "discard") == "chomp"


def test_A9_another_injury_or_one_that_is_not_in_play_changes_nothing():
    asks(duel(deck="chomp"), "hits")
    asks(duel(deck="chomp", injuries="strange-hand"), "hits")
    asks(duel(injuries="maw"), "hits")


def test_W6_what_an_injury_in_play_does_is_read_off_its_card_once():
    read = []

    class Watched(Pack):
        def card(self, deck, n):
            if deck == "locations":
                read.append(self.ids(deck)[n])
            return Pack.card(self, deck, n)

    lasting = [["insanity", 1, "all"]]
    cards = Watched(("locations", "paw", {"turn": lasting, "bars": ["grab"]}), ("locations", "heel", {"draws": lasting}))
    g = monsters_turn(DUEL, cards=cards, injuries="paw heel maw")
    for which, of in enumerate((("paw",), ("heel",), ("heel",), ("paw",))):
        for name in ("paw", "heel", "maw"):
            del read[:]
            assert beast_rules.lasts(g, cards.ids("locations").index(name), which) == (name in of)
            assert not read, "it was read at the start of this turn"


def test_A10_a_card_lies_in_the_discard_before_what_it_makes_the_monster_draw():
    cards = claw(after=[["draw"]])
    g = duel("hits 0", cards=cards, deck="claw chomp")
    asks(g, "card", "chomp other")
    assert pile(g, "discard") == "claw"
    # with the deck empty it is even shuffled into the new one
    g = duel("hits 0", cards=cards)
    asks(g, "card", "claw other")


def test_A10_a_mood_stays_in_play_and_with_no_card_left_the_turn_ends():
    g = duel(deck="enraged claw")
    asks(g, "card", "claw other")
    assert pile(g, "play") == "enraged" and pile(g, "discard") == ""
    play(g, "card claw", "hits 0")
    asks(g, "hunter")
    assert pile(g, "play") == "enraged" and pile(g, "discard") == "claw" and pile(g, "open") == "" and g.state.side == 1
