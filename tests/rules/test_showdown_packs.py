"""Every AI card of the White Lion as the installed packs give it, played (cards.md)."""

import sys

if sys.implementation.name != "micropython":
    import pytest
    from lanternboard_host.faces.cards import installed
    from rules.monster_table import asks, beast, give, hurt, lies, monsters_turn, pile, play, spot, value

    FIRST, LION = installed("first-story"), installed("white-lion")
    BOTH = pytest.mark.parametrize("cards", [FIRST, LION], ids=["first-story", "white-lion"])

    OPEN = """
.........
....0....
.........
.........
....MM...
....MM...
...2.....
.........
.1......."""
    DUEL = "..0...\n..MM..\n..MM..\n......\n.....1"

    def turn(text, card, *answers, cards=FIRST, **named):
        return play(monsters_turn(text, deck=card, cards=cards, **named), "card " + card, *answers)

    def profile(game):
        """(dice, least face, damage) of the attack whose hits are asked; who has 0 evasion takes the damage at its legs."""
        dice, need = game.prompt.subject[:2]
        play(game, "hits 1")
        if game.prompt.kind == "location":
            play(game, "location legs")
        return dice, need, hurt(game, 0)

    # AI cards

    @BOTH
    def test_A1_claw_twice_on_2_for_1_at_the_closest_threat_in_front_and_in_range(cards):
        g = turn(OPEN, "claw", cards=cards)
        assert beast(g) == (4, 2, "N") and profile(g) == (2, 2, "legs")
        # in front nobody is in range: next entry, whoever it sees, in range or not
        g = turn(OPEN, "claw", cards=cards, movement=1)
        asks(g, "end", "3,4 4,5")
        assert g.prompt.subject == ("s2",)
        g = turn("......\n..MM..\n..MM..\n......\n......\n......\n..0...", "claw", cards=cards, movement=1)
        asks(g, "hunter")  # seen and not in range: a full move towards it
        assert beast(g) == (2, 2, "S")

    @BOTH
    def test_A1_chomp_once_on_2_for_1_on_the_head(cards):
        g = turn(DUEL, "chomp", cards=cards)
        assert profile(g) == (1, 2, "head")

    @BOTH
    def test_A9_chomp_without_a_jaw(cards):
        g = turn(DUEL, "chomp", cards=cards, injuries="beasts-maw", controller=0)
        asks(g, "hunter")
        assert (value(g, 0, "insanity"), value(g, 1, "insanity"), hurt(g, 0)) == (1, 0, "")

    @BOTH
    def test_A1_power_swat_once_on_2_for_2_and_knockback_6(cards):
        g = turn("......\n" * 7 + DUEL, "power-swat", cards=cards)
        assert profile(g) == (1, 2, "legs, legs heavy") and spot(g, 0) == (2, 1)

    @BOTH
    def test_A1_size_up_turns_and_on_4_damages_the_brain_and_floors(cards):
        # out of range and seen all the same
        text = "......\n......\n......\n..MM..\n..MM..\n......\n......\n......\n......\n.0...1"
        g = turn(text, "size-up", cards=cards, facing="W", movement=1, down=(1,))
        asks(g, "roll", "1-3 4-10", -3)
        assert beast(g) == (2, 3, "S")  # it turns, and does not move
        play(g, "roll 4-10")
        assert lies(g, 0) and hurt(g, 0) == "brain"
        g = turn(text, "size-up", "roll 1-3", cards=cards, facing="W", down=(1,))
        assert not lies(g, 0) and hurt(g, 0) == ""
        insane = lambda s: give(s, 0, insanity=5)  # noqa: E731
        g = turn(text, "size-up", "roll 4-10", cards=cards, level=2, down=(1,), controller=0, change=insane)
        assert value(g, 0, "insanity") == 3 + 1  # 2 of the 5 and of T7's one

    def test_M7_size_up_on_a_diagonal_asks_the_side_where_the_gaps_are_equal():
        g = turn("......\n.0....\n......\n...MM.\n...MM.\n......", "size-up", facing="S")
        asks(g, "side", "N W", -2)
        play(g, "side W")
        assert beast(g) == (3, 3, "W")
        asks(g, "roll")

    @BOTH
    def test_A1_grasp_takes_who_lies_and_drags_it_off(cards):
        def target(down):
            g = turn(OPEN, "grasp", cards=cards, down=down)
            return g.prompt.subject[0]

        assert target((1, 2)) == "s2" and target((1,)) == "s1" and target(()) == "s2"
        assert beast(turn(OPEN, "grasp", cards=cards, down=(0, 1))) == (4, 2, "N")
        # what is out of range does not count
        assert turn(OPEN, "grasp", cards=cards, down=(1,), movement=4).prompt.subject == ("s2",)
        g = turn(
            "......\n..0...\n..MM..\n..MM..\n......\n......\n.....1",
            "grasp",
            cards=cards,
            movement=1,
            change=lambda s: give(s, 0, armor="legs 1"),
        )
        play(g, "hits 1", "location legs")
        assert beast(g) == (1, 2, "N")  # one step west: the greatest sum of the distances to both
        asks(g, "front", "1,1 2,1")

    @BOTH
    def test_A1_grasp_sniffs_where_nobody_is_in_range(cards):
        g = turn("......\n..MM..\n..MM..\n......\n......\n......\n......\n0.....", "grasp", cards=cards, movement=1)
        assert g.state.everyone == 2

    def maul(cards, **named):
        """The table reads off its card that nothing follows the damage."""
        return turn(OPEN, "maul", "read nothing", cards=cards, movement=20, **named)

    @BOTH
    def test_A1_maul_takes_the_victim_of_the_last_rounds_grab_wherever_it_is(cards):
        g = maul(cards, down=(2,), change=lambda s: give(s, 0, turn=64))
        assert g.prompt.subject[:2] == (2, 2) and beast(g) == (4, 2, "N")
        g = maul(cards, down=(0,))
        assert beast(g) == (4, 2, "N")
        play(g, "hits 1", "location legs")
        asks(g, "roll")  # 3 points: two boxes and a roll
        assert maul(cards).state.everyone == 2

    @BOTH
    def test_T2_the_victim_of_a_grab_is_one_for_the_next_round_only(cards):
        text = "......\n..0...\n..MM..\n..MM..\n......"
        g = turn(
            text,
            "grasp",
            "hits 1",
            "location head",
            cards=cards,
            change=lambda s: (give(s, 0, survival=0), s.decks[1].extend(b"\0" * 3), s.quota.__setitem__(0, 4)),
        )
        play(g, "front 2,1", "location arms")
        assert value(g, 0, "turn") & 96 == 64  # nobody can act, so the round is over
        asks(g, "card")

    @BOTH
    def test_A1_roar_dazes_each_by_courage_and_strikes_the_furthest_in_range(cards):
        def change(s):
            give(s, 0, courage=4)
            give(s, 2, courage=10)

        g = turn(OPEN, "terrifying-roar", cards=cards, change=change, players=4, controller=3)
        asks(g, "order", "s0 s1 s2", -2)
        play(g, "order s0")
        asks(g, "roll", "1-4 5-10")
        play(g, "roll 5-10")
        asks(g, "order", "s1 s2")
        assert hurt(g, 0) == "brain" and not lies(g, 0)
        play(g, "order s1")
        asks(g, "roll", "1 2-10")
        play(g, "roll 1")  # 2 has courage 10: no face beats it
        assert hurt(g, 1) == "" and hurt(g, 2) == ""
        # 1 is the furthest in range; 0 went one space to the edge
        assert spot(g, 0) == (4, 0) and g.prompt.kind in ("end", "crossing") and g.prompt.subject[0] == "s1"

    @BOTH
    def test_A1_roar_does_not_reach_the_deaf_and_sniffs_if_all_are(cards):
        def change(s):
            s.body[28] = s.body[31 + 28] = 2

        assert turn(DUEL, "terrifying-roar", cards=cards, change=change).state.everyone == 2

    @BOTH
    def test_A1_roars_brain_damage_is_of_the_level_and_its_push_6(cards):
        g = turn(
            "......\n" * 7 + "..0...\n..MM..\n..MM..",
            "terrifying-roar",
            "roll 2-10",
            cards=cards,
            level=2,
            change=lambda s: give(s, 0, insanity=5),
            controller=0,
            movement=3,
        )
        assert value(g, 0, "insanity") == 4 and spot(g, 0) == (2, 1)
        asks(g, "hunter")  # out of range now: no Basic Action

    @BOTH
    def test_A1_enraged_comes_into_play_and_draws_and_more_damage_for_each_level(cards):
        g = monsters_turn(DUEL, deck="enraged claw", cards=cards, level=2)
        play(g, "card enraged", "card claw", "hits 1", "location legs")
        asks(g, "roll")
        assert pile(g, "play") == "enraged"

    def test_T6_a_card_whose_list_the_table_has_read_performs_the_lists_instinct():
        g = monsters_turn(DUEL, deck="bat-around", cards=LION, down=(0, 1))
        play(g, "card bat-around", "read standard", "read nothing", "read nothing")
        assert g.state.everyone == 2

    def test_A1_vicious_claw_bleeds_after_damage():
        g = monsters_turn(DUEL, deck="vicious-claw", cards=LION)
        play(g, "card vicious-claw", "read standard", "read nothing")
        assert profile(g) == (2, 2, "legs") and value(g, 0, "bleed") == 1

    def test_T2_of_a_card_the_list_that_begins_as_the_pack_knows_is_proposed():
        for name, usual in (("vicious-claw", "vicious-claw"), ("bat-around", "standard")):
            g = play(monsters_turn(DUEL, deck=name, cards=LION), "card " + name)
            asks(g, "read")
            assert g.prompt.subject == (name, "pick") and g.prompt.usual == usual
