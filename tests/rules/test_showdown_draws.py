"""What the monster draws and what happens at the start of its turn (F2, F3, F5, M10, T7, T8, A10). Runs on CPython and on MicroPython."""

from lanternboard.rules import decks
from rules.monster_table import Pack, asks, beast, begin, dead, fill, hurt, monsters_turn, pile, play, position, value

DUEL = "..0...\n..MM..\n..MM..\n......"
FIRST = ".......\n..0....\n.......\n..MM...\n..MM...\n......1"


def built(rulings=None):
    """A showdown whose decks are those of set-up."""
    s = position(FIRST, deck="")
    return _with_decks(s, rulings)


def _with_decks(s, rulings):
    class Game:
        state = s
        cards = Pack()

        def tell(self, *event):
            pass

    for pile_of in s.decks:
        pile_of[:] = b""
    decks.build(Game())
    return begin(s, rulings=rulings)


def test_F2_F5_the_first_card_is_claw_and_the_others_are_drawn_from_the_rest():
    g = built()
    asks(g, "hits")  # claw was not asked for
    assert pile(g, "open") == "claw" and beast(g) == (2, 2, "N")
    play(g, "hits 0", "hunter end")
    asks(g, "card", "chomp size-up power-swat grasp maul roar enraged other", -3)
    assert tuple(g.prompt.weights) == (1, 1, 1, 1, 1, 1, 1, 0)


def test_F3_the_first_location_is_strange_hand_and_the_others_are_drawn_from_the_rest():
    g = play(built(), "hits 0", "hunter s0", "do fist", "hits 2")
    asks(g, "location-card")
    assert g.state.decks[8] == b"\0" and "strange-hand" not in g.prompt.options and len(g.prompt.options) == 15


def test_F5_an_empty_deck_is_the_discard_shuffled_when_a_card_is_needed():
    g = play(monsters_turn(DUEL, discard="chomp roar"), "card claw", "hits 0", "hunter end")
    asks(g, "card", "chomp roar claw other")
    assert pile(g, "discard") == ""


def test_F5_with_deck_and_discard_empty_the_basic_action_is_performed():
    # the closest survivor in the field of view, not the closest threat: 1 lies next to it
    g = monsters_turn("...0...\n.......\n..MM1..\n..MM...", deck="", down=(1,), controller=0)
    asks(g, "hits", "0 1 2")
    assert g.prompt.subject[:2] == (2, 2) and beast(g) == (2, 2, "E")
    play(g, "hits 1", "location legs")
    asks(g, "hunter")
    assert hurt(g, 1) == "legs" and pile(g, "discard") == ""


def test_F5_also_for_a_card_that_another_one_makes_it_draw():
    g = play(monsters_turn(DUEL, deck="enraged"), "card enraged")
    asks(g, "hits", "0 1 2")
    play(g, "hits 1", "location legs")
    assert hurt(g, 0) == "legs, legs heavy"  # the mood is in play
    assert pile(g, "play") == "enraged"


def test_F5_without_a_target_the_basic_action_sniffs():
    # the only survivor stands in the blind spot
    g = monsters_turn("......\n..MM..\n..MM..\n..0...", deck="")
    asks(g, "hunter")
    assert g.state.everyone == 2 and beast(g) == (2, 1, "N")


def test_A10_a_card_that_an_injury_has_discarded_is_not_carried_out_and_its_turn_ends():
    g = play(monsters_turn(DUEL, injuries="temple"), "card claw")
    asks(g, "roll", "1-2 3-10", -3)
    play(g, "roll 1-2")
    asks(g, "hunter")
    assert pile(g, "discard") == "claw" and g.state.side == 1 and hurt(g, 0) == ""
    g = play(monsters_turn(DUEL, injuries="temple"), "card claw", "roll 3-10")
    asks(g, "hits")


def test_A10_a_mood_that_is_discarded_so_never_comes_into_play():
    g = play(monsters_turn(DUEL, deck="enraged claw", injuries="temple"), "card enraged", "roll 1-2")
    asks(g, "hunter")
    assert pile(g, "play") == "" and pile(g, "discard") == "enraged"


def test_A10_a_card_that_a_mood_has_drawn_and_an_injury_discards_leaves_the_mood_in_play():
    g = play(monsters_turn(DUEL, deck="enraged claw", injuries="temple"), "card enraged", "roll 3-10", "card claw", "roll 1-2")
    asks(g, "hunter")
    assert pile(g, "play") == "enraged" and pile(g, "discard") == "claw"


def test_A10_a_mood_ends_when_its_card_says_so():
    g = monsters_turn(DUEL + "\n1.....", moods="enraged", change=lambda s: fill(s, 0, "head"))
    play(g, "card claw", "hits 1", "location head", "roll 1-4")
    assert dead(g, 0) and pile(g, "play") == "" and "enraged" in pile(g, "discard").split(" ")
    g = monsters_turn(DUEL, moods="enraged", change=lambda s: fill(s, 0, "arms", "arms heavy"))
    play(g, "card claw", "hits 1", "location arms", "roll 4-5")
    assert pile(g, "play") == "" and value(g, 0, "bleed") == 1
    # a roll that dismembers nobody leaves it
    g = monsters_turn(DUEL, moods="enraged", change=lambda s: fill(s, 0, "arms", "arms heavy"))
    play(g, "card claw", "hits 1", "location arms", "roll 3")
    assert pile(g, "play") == "enraged"


def test_A10_the_mood_still_counts_for_the_hits_dealt_before_it_ended():
    g = monsters_turn(DUEL + "\n1.....", moods="enraged", change=lambda s: fill(s, 0, "arms", "arms heavy"))
    play(g, "card claw", "hits 2", "location arms", "location legs", "hit arms", "roll 4-5")
    assert hurt(g, 0) == "arms, arms heavy, legs"  # two points at the arms' table, then one at the legs


def test_W5_an_injury_wounds_it_at_the_start_of_its_turn_and_the_last_wound_kills():
    g = monsters_turn(DUEL, deck="claw chomp", injuries="belly")
    asks(g, "roll", "1 2-10", -3)
    play(g, "roll 1")
    asks(g, "card")
    assert g.state.wounds == 1 and decks.left(g.state) == 1
    g = play(monsters_turn(DUEL, deck="", injuries="belly"), "roll 1")
    assert g.state.result == 1
    asks(play(monsters_turn(DUEL, injuries="belly"), "roll 2-10"), "card")


def dying(*answers, **named):
    def change(s):
        s.beast[13] = 1

    return play(monsters_turn(DUEL, change=change, **named), *answers)


def test_W5a_a_death_put_off_comes_at_the_start_or_the_end_of_its_turn_as_the_table_reads_it():
    g = dying()
    assert g.prompt.options == ("start", "end")
    kind = g.prompt.kind
    play(g, kind + " start")
    assert g.state.result == 1 and g.state.round == 1
    g = dying(kind + " end")
    play(g, "card claw", "hits 1", "location legs")
    assert g.state.result == 1 and hurt(g, 0) == "legs"


def test_T7_the_basic_actions_own_list_makes_the_controllers_own_gain_too():
    g = monsters_turn(DUEL, deck="", controller=0)
    asks(g, "hits")
    assert value(g, 0, "insanity") == 1
