"""Targets that a card picks: what the controller's own gain by it, the priority target, Sniff (T2, T4, T6, T7, T7a, T8). Runs on CPython
and on MicroPython."""

from lanternboard.rules import agenda
from lanternboard.rules.state import DOWN, MARKS, WIDTH, unpack
from rules.monster_table import Pack, asks, beast, dead, fill, hurt, lies, monsters_turn, other, pile, play, survivors_turn, value

# 0 in front, 1 in front as far off, 2 behind (in the blind spot), 3 far behind on the west side
FOUR = """
.........
...01....
.........
...MM....
...MM....
...2.....
.3......."""


def insanity(game):
    return [value(game, i, "insanity") for i in range(len(game.state.at))]


def test_T4_of_several_who_remain_the_controller_chooses():
    g = play(monsters_turn(".........\n...01....\n...MM....\n...MM....", controller=1), "card claw")
    asks(g, "target", "s0 s1", -2)


def test_T2_a_random_entry_is_a_fair_draw_of_chance():
    g = play(monsters_turn(FOUR, deck="size-up"), "card size-up")
    asks(g, "random", "s0 s1 s3", -3)
    assert g.prompt.weights is None


def test_T2_an_entry_that_takes_all_takes_everyone_who_meets_it():
    deaf = lambda s: mark_deaf(s, 1)  # noqa: E731
    g = play(monsters_turn(FOUR, deck="roar", change=deaf), "card roar")
    asks(g, "order", "s0 s2 s3", -2)


def mark_deaf(s, i):
    s.body[i * WIDTH + MARKS] |= 2


def test_T6_without_a_target_the_instinct_is_performed_instead_of_the_card():
    # all lie: Claw wants a threat
    g = play(monsters_turn(FOUR, down=(0, 1, 2, 3)), "card claw")
    assert g.state.everyone == 2 and pile(g, "discard") == "claw" and beast(g) == (3, 3, "N") and insanity(g) == [0, 0, 0, 0]


def test_T7_the_controllers_own_gain_one_insanity_at_once_and_nobody_else():
    g = play(monsters_turn(FOUR, controller=0), "card claw", "target s0")
    asks(g, "hits")
    assert insanity(g) == [1, 0, 0, 0]
    g = play(monsters_turn(FOUR, controller=0), "card claw", "target s1")
    assert insanity(g) == [0, 0, 0, 0]
    # two survivors are a player's, 0 and 2
    g = play(monsters_turn(FOUR, players=2, controller=0), "card claw", "target s0")
    assert insanity(g) == [1, 0, 0, 0]


def test_T7_before_the_rest_of_the_card():
    """The insanity it has just gained is what the brain damage takes."""
    g = play(monsters_turn(".....\n..0..\n..MM.\n..MM.", deck="size-up"), "card size-up", "roll 4-10")
    assert value(g, 0, "insanity") == 0 and hurt(g, 0) == "" and lies(g, 0)


def test_T7_a_random_entry_and_one_that_takes_several_too():
    g = play(monsters_turn(FOUR, deck="size-up", controller=3), "card size-up", "random s3")
    assert insanity(g) == [0, 0, 0, 1]
    g = play(monsters_turn(FOUR, deck="roar", players=2, controller=0), "card roar")
    assert insanity(g) == [1, 0, 1, 0]


def test_V1a_T7_a_lone_player_gains_too_or_by_the_other_ruling_does_not():
    g = play(monsters_turn(FOUR, players=1), "card claw", "target s1")
    assert insanity(g) == [0, 1, 0, 0]
    g = play(monsters_turn(FOUR, players=1, rulings=other("lone_player_gains")), "card claw", "target s1")
    assert insanity(g) == [0, 0, 0, 0]
    # with more players that ruling says nothing
    g = play(monsters_turn(FOUR, controller=1, rulings=other("lone_player_gains")), "card claw", "target s1")
    assert insanity(g) == [0, 1, 0, 0]


def test_T7_a_reactions_target_gains_nothing():
    # a failed attempt on the location answers with a Basic Action
    g = survivors_turn(FOUR, controller=2)
    play(g, "hunter s2", "do fist", "hits 1", "location-card gut", "roll 1-5")
    asks(g, "hits")
    assert insanity(g) == [0, 0, 0, 0]
    # nor does one whom a list of the reaction makes a target
    cards = Pack(("locations", "gut", {"failure": [["pick", ["closest survivor"], [["courage", 1]]]]}))
    g = survivors_turn(FOUR, controller=2, cards=cards)
    play(g, "hunter s2", "do fist", "hits 1", "location-card gut", "roll 1-5")
    assert insanity(g) == [0, 0, 0, 0] and value(g, 2, "courage") == 1


def test_T7_by_the_other_ruling_a_reactions_and_an_instincts_target_gains_too():
    decided = other("reactions_give_nothing")
    for controller, gained in ((2, 1), (1, 0)):
        g = survivors_turn(FOUR, controller=controller, rulings=decided)
        play(g, "hunter s2", "do fist", "hits 1", "location-card gut", "roll 1-5")
        assert insanity(g) == [0, 0, gained, 0]
    cards = Pack(("locations", "gut", {"failure": [["pick", ["closest survivor"], [["courage", 1]]]]}))
    g = survivors_turn("......\n..0...\n..MM..\n..MM..", controller=0, cards=cards, rulings=decided)
    play(g, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 1-5")
    assert insanity(g) == [1] and value(g, 0, "courage") == 1
    # an instinct with a list of its own
    cards = Pack(("instincts", "sniff", {"pick": ["closest survivor"], "before": [["courage", 1]]}))
    for rulings, gained in ((None, 0), (decided, 1)):
        g = play(monsters_turn("0.....\n......\n..MM..\n..MM..", down=(0,), cards=cards, rulings=rulings), "card claw")
        assert value(g, 0, "courage") == 1 and insanity(g) == [gained]


def holds(who, left=1):
    def change(s):
        s.priority = who
        s.priority_for = left

    return change


def test_T7a_the_first_entry_that_picks_one_picks_the_priority_target_whatever_its_conditions():
    # 2 stands in the blind spot: neither facing nor in the field of view
    g = play(monsters_turn(FOUR, change=holds(2)), "card claw")
    asks(g, "hits")
    assert beast(g) == (3, 3, "S")
    # one who lies is no threat
    g = play(monsters_turn("...0....\n...MM1..\n...MM...", down=(1,), change=holds(1)), "card claw")
    asks(g, "hits")
    assert beast(g) == (3, 1, "E")


def test_T7a_a_random_entry_too():
    g = play(monsters_turn(FOUR, deck="size-up", change=holds(2)), "card size-up")
    asks(g, "roll")
    assert beast(g) == (3, 3, "S")


def test_T7a_entries_that_take_all_and_reactions_ignore_it():
    g = play(monsters_turn(FOUR, deck="roar", change=holds(2)), "card roar")
    asks(g, "order", "s0 s1 s2 s3")
    g = survivors_turn("......\n..0...\n..MM..\n..MM..\n..1...", change=holds(1))
    play(g, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 1-5", "hits 1", "location arms")
    assert hurt(g, 0) == "arms" and hurt(g, 1) == ""


def test_T7a_a_list_that_a_reaction_reads_ignores_it_too():
    cards = Pack(("locations", "gut", {"failure": [["pick", ["closest survivor, facing"], [["basic", 0]]]]}))
    g = survivors_turn("......\n..0...\n..MM..\n..MM..\n..1...", cards=cards, change=holds(1))
    play(g, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 1-5", "hits 1", "location arms")
    assert hurt(g, 0) == "arms" and hurt(g, 1) == ""


def test_T7a_a_pick_in_the_middle_of_a_card_is_read_so_too():
    g = play(monsters_turn(FOUR, deck="roar", change=holds(2)), "card roar")
    play(g, "order s0", "roll 1", "order s1", "roll 1", "order s2", "roll 1", "roll 1")
    asks(g, "hits")
    assert beast(g) == (3, 3, "S")


def test_T7a_the_priority_targets_own_player_as_controller_gains_by_it():
    g = play(monsters_turn(FOUR, change=holds(2), controller=2), "card claw")
    assert insanity(g) == [0, 0, 1, 0]


def flanked(**named):
    """A wound on the flank in the survivors' turn gives its attacker, 0, the priority target."""
    g = survivors_turn("........\n..0.....\n..MM....\n..MM....\n........\n1.......", deck="claw claw claw claw claw", **named)
    return play(g, "hunter s0", "do fist", "hits 1", "location-card flank", "roll 6-8")


def test_T7a_it_goes_once_the_monsters_following_turn_is_over():
    g = flanked()
    assert g.state.priority == 0
    play(g, "do done", "hunter end")
    asks(g, "card")
    assert g.state.priority == 0
    play(g, "card claw", "hits 0")
    asks(g, "hunter")
    assert g.state.priority == -1


def test_T7a_how_many_of_its_turns_it_lasts_for_is_a_ruling():
    for turns, kept in ((1, [True, False]), (2, [True, True]), (0, [True, True])):
        g = flanked(rulings=other("priority_turns", turns) if turns != 1 else None)
        play(g, "do done", "hunter end")
        held = [g.state.priority == 0]
        play(g, "card claw", "hits 0")
        held.append(g.state.priority == 0)
        assert held == kept, turns
        assert (g.state.priority_for == 255) == (turns == 0)
    play(g, "hunter end", "card claw", "hits 0")
    assert g.state.priority == 0


def test_T7a_gained_in_a_monsters_turn_it_stays_through_the_next_one():
    cards = Pack(("ai", "claw", {"after": [["priority", "turn"]]}))
    g = play(monsters_turn(FOUR, deck="claw claw size-up size-up", cards=cards), "card claw", "target s0", "hits 0")
    assert g.state.priority == 0
    play(g, "hunter end", "card size-up")
    asks(g, "roll")
    assert g.state.priority == 0
    play(g, "roll 1-3")
    asks(g, "hunter")
    assert g.state.priority == -1


def test_T7a_it_stays_where_the_card_says_so_also_when_kept():
    cards = Pack(("locations", "flank", {"wound": [["priority", "stays"]]}))
    g = flanked(cards=cards)
    for _ in range(2):
        play(g, "do done") if g.prompt.kind == "do" else None
        play(g, "hunter end", "card claw", "hits 0")
        assert g.state.priority == 0
    assert unpack(g.state.pack()).priority_for == 255


def test_T7a_one_survivor_has_it_at_a_time():
    g = flanked(change=holds(1, 255))
    assert g.state.priority == 0 and g.state.priority_for == 1


def test_T7a_whoever_has_it_for_longer_and_gains_it_once_more_keeps_it_so_long():
    for had in (255, 3):  # until one of them dies; more turns
        g = flanked(change=holds(0, had))
        assert g.state.priority == 0 and g.state.priority_for == had
    assert flanked(change=holds(1, 255)).state.priority_for == 1  # another one's time is not inherited


def test_T7a_it_goes_when_its_holder_dies():
    def change(s):
        holds(0, 255)(s)
        fill(s, 0, "head")

    g = play(monsters_turn(FOUR, change=change), "card claw", "hits 1", "location head", "roll 1-4")
    assert dead(g, 0) and g.state.priority == -1


def sniffed(**named):
    """A Sniff in round 1: everybody lies and Claw finds no threat."""
    named.setdefault("deck", "claw claw claw claw")
    return play(monsters_turn(FOUR, down=(0, 1, 2, 3), **named), "card claw")


def floor(game):
    """They stood up at the end of the turn (K2): down with all of them once more."""
    for i in range(4):
        game.state.flags[i] = DOWN


def test_T8_its_turn_is_over():
    # a card that was to be drawn by another is not carried out further, and the rest of what was open is left out
    cards = Pack(("ai", "enraged", {"after": [["draw"], ["monster-token", "speed", 1]]}))
    g = monsters_turn(FOUR, down=(0, 1, 2, 3), deck="enraged claw", cards=cards)
    play(g, "card enraged", "card claw")
    asks(g, "hunter")
    assert g.state.side == 1 and pile(g, "open") == "" and pile(g, "discard") == "claw" and pile(g, "play") == "enraged"
    assert not [k for k in range(0, len(g.state.agenda), 5) if g.state.agenda[k] in (agenda.CARD, agenda.DRAW)]


def test_T8_lying_down_stops_nobody_from_being_a_threat_until_the_next_round_is_over():
    g = sniffed()
    assert g.state.everyone == 2
    play(g, "hunter end")
    assert g.state.everyone == 1
    floor(g)
    play(g, "card claw")
    asks(g, "target", "s0 s1")
    play(g, "target s0", "hits 0", "hunter end")
    assert g.state.everyone == 0 and g.state.round == 3


def test_T8_what_the_table_said_for_good_a_sniff_does_not_shorten():
    # nobody is on the board but who stands where the list does not look
    g = play(monsters_turn("..MM....\n..MM....\n..0.....", deck="claw", change=lambda s: setattr(s, "everyone", 255)), "card claw")
    assert g.state.everyone == 255 and g.state.side == 1


def test_T8_after_that_who_lies_is_no_threat_again():
    g = sniffed()
    play(g, "hunter end", "card claw", "target s0", "hits 0", "hunter end")
    floor(g)
    play(g, "card claw")
    assert g.state.everyone == 2  # no target once more
