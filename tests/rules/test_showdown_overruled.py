"""What the table puts right in a showdown (V1a): records, the monster, decks, gear, the turn, the level. Each is one adjustment, and one
undo takes it back. Runs on CPython and on MicroPython."""

from lanternboard.rules import decks, engine
from lanternboard.rules.asking import ROUND
from lanternboard.rules.figures import MARKS_BY_ID, marks
from lanternboard.rules.overrule import BEAST_FIELDS, BEAST_TOKENS, BOX_IDS, CHANGES, FIELDS, MARKS
from lanternboard.rules.state import AI_POOL, ALL, DOWN, LATE, LIGHTS, MONSTER, State, unpack
from lanternboard.table.builtin import RamJournal
from rules.monster_table import Pack, armor, asks, dead, give, hurt, lies, monsters_turn, other, pile, play, shown, survivors_turn, value
from rules.small_pack import SmallPack
from rules.test_showdown_survivors import stone

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""


def overruled(game, *answers):
    """One adjustment by "kind choice"; checks that one undo takes all of it back and one redo brings it again."""
    before, kind = game.state.pack(), game.prompt.kind
    game.adjust(game.prompt.number)
    play(game, *answers)
    assert not game.adjusting, game.prompt.kind
    after = game.state.pack()
    asked = game.prompt.kind
    game.undo(game.prompt.number)
    assert game.state.pack() == before and game.prompt.kind == kind and not game.adjusting
    game.redo(game.prompt.number)
    assert game.state.pack() == after and game.prompt.kind == asked
    return game


def turn(**named):
    return survivors_turn(BESIDE, change=stone(0, 1), **named)


def recorded(field, answer):
    return overruled(turn(), "adjust record", "miniature s1", "field " + field, answer)


def test_V1a_every_field_of_a_record_can_be_put_right():
    for field in FIELDS:
        game = turn()
        s = game.state
        if field in BOX_IDS:
            overruled(game, "adjust record", "miniature s1", "field " + field, "is yes")
            assert len(hurt(game, 1).split(", ")) == 1 and hurt(game, 1).split()[0] == field.split("-")[1]
            overruled(game, "adjust record", "miniature s1", "field " + field, "is no")
            assert hurt(game, 1) == ""
        elif field in MARKS:
            overruled(game, "adjust record", "miniature s1", "field " + field, "is yes")
            assert marks(game.state, 1) == 1 << MARKS_BY_ID.index(field[5:])
            overruled(game, "adjust record", "miniature s1", "field " + field, "is no")
            assert marks(game.state, 1) == 0
        else:
            overruled(game, "adjust record", "miniature s1", "field " + field, "number 2")
            if field.startswith("armor-"):
                assert armor(game, 1, field[6:]) == 2
            elif field == "disorders":
                assert game.state.body[31 + 25] == 2
            else:
                assert value(game, 1, field) == 2
        assert value(game, 0, "survival") == 0 and s is not None


def test_V1a_the_number_proposed_is_what_is_there():
    game = turn()
    game.adjust(game.prompt.number)
    play(game, "adjust record", "miniature s0", "field movement")
    assert game.prompt.usual == 5 and game.prompt.subject == ("movement", "s0")


def test_V1a_attributes_can_be_below_zero():
    assert value(recorded("accuracy", "number -3"), 1, "accuracy") == -3
    assert value(recorded("accuracy-tokens", "number -3"), 1, "accuracy-tokens") == -3


def test_V1a_the_monsters_figures_can_be_put_right():
    for field in BEAST_FIELDS + BEAST_TOKENS:
        before = bytes(turn().state.beast)
        game = overruled(turn(), "adjust beast", "field " + field, "number 4")
        changed = [k for k in range(14) if game.state.beast[k] != before[k]]
        assert len(changed) == 1 and game.state.beast[changed[0]] in (4, 132), field
    game = overruled(turn(), "adjust beast", "field toughness", "number 9")
    play(game, "hunter s0", "do a0", "hits 1", "location-card gut")
    asks(game, "roll", "1-7 8-10")
    game = overruled(turn(), "adjust beast", "field evasion-tokens", "number 1")
    play(game, "hunter s0", "do a0")
    assert game.prompt.subject[:2] == (2, 8)


def test_V1a_a_card_can_be_put_into_another_pile():
    game = overruled(turn(deck="claw chomp"), "adjust cards", "deck ai", "which chomp", "pile discard")
    assert pile(game, "deck") == "claw" and pile(game, "discard") == "chomp" and decks.left(game.state) == 1
    overruled(game, "adjust cards", "deck ai", "which chomp", "pile deck")
    assert pile(game, "deck") == "claw chomp" and pile(game, "discard") == "" and decks.left(game.state) == 2
    game = overruled(turn(deck="claw", moods="enraged"), "adjust cards", "deck ai", "which enraged", "pile discard")
    assert pile(game, "play") == "" and pile(game, "discard") == "enraged"
    game = overruled(turn(), "adjust cards", "deck locations", "which paw", "pile play")
    assert pile(game, "locations-play") == "paw"


def test_V1a_a_card_that_lies_on_top_can_be_moved_too():
    def change(s):
        s.decks[0].append(2)

    game = survivors_turn(BESIDE, deck="claw", change=change)
    overruled(game, "adjust cards", "deck ai", "which size-up", "pile discard")
    assert pile(game, "discard") == "size-up" and decks.left(game.state) == 1


def test_V1a_a_card_that_lies_in_no_pile_can_be_put_back():
    game = play(turn(deck="", discard="grasp"), "hunter s0", "do a0", "hits 1", "location-card gut", "roll 5-10")
    assert game.state.wounds == 1 and decks.left(game.state) == 0
    overruled(game, "adjust cards", "deck ai", "which chomp", "pile deck")
    assert decks.left(game.state) == 1
    game = play(turn(), "hunter s0", "do a0", "hits 1", "location-card gut")
    game.adjust(game.prompt.number)
    assert "gut" not in shown(play(game, "adjust cards", "deck locations")).split()  # it is being tried


def test_V1a_the_wound_stack_takes_what_lies_on_top_as_well():
    def change(s):
        s.decks[0].append(2)

    game = overruled(survivors_turn(BESIDE, deck="claw", change=change), "adjust wounds", "number 2")
    assert decks.left(game.state) == 0 and len(game.state.decks[0]) == 0


def test_V1a_the_wound_stack_takes_from_the_deck_and_gives_back():
    game = overruled(turn(deck="claw chomp grasp"), "adjust wounds", "number 2")
    assert game.state.wounds == 2 and decks.left(game.state) == 1
    overruled(game, "adjust wounds", "number 0")
    assert game.state.wounds == 0 and decks.left(game.state) == 3


def test_V1a_gear_can_be_archived_and_come_back():
    game = overruled(turn(), "adjust gear", "miniature s1", "is yes")
    play(game, "hunter s1")
    asks(game, "do", "move done")
    overruled(game, "adjust gear", "miniature s1", "is no")
    asks(game, "do", "g0 move done")


def test_V1a_who_has_acted_can_act_again_and_the_other_way_round():
    game = overruled(play(turn(), "hunter s0", "do done"), "adjust acted", "miniature s0", "is no")
    asks(game, "hunter", "s0 s1 end")
    overruled(game, "adjust acted", "miniature s1", "is yes")
    asks(game, "hunter", "s0 end")


def test_V1a_the_tile_and_a_survivor_can_go_to_another_player():
    game = overruled(turn(), "adjust controller", "controller 1")
    assert game.state.controller == 0
    overruled(game, "adjust player", "miniature s1", "number 1")
    assert game.state.body[31 + 26] == 0


def test_V1a_the_turn_can_be_given_to_either_side():
    game = overruled(play(turn(deck="claw"), "hunter s0", "do a0"), "adjust turn", "side-of monster")
    assert game.state.side == 0
    asks(game, "card")
    overruled(game, "adjust turn", "side-of survivors")
    assert game.state.side == 1
    asks(game, "hunter", "s0 s1 end")


def test_K2_T7a_given_to_the_survivors_the_monsters_turn_is_over():
    def change(s):
        s.flags[0], s.flags[1] = DOWN | LATE, DOWN  # floored in this turn; before it
        s.priority, s.priority_for = 0, 1

    game = play(monsters_turn(BESIDE, deck="claw claw", change=change), "card claw")
    overruled(game, "adjust turn", "side-of survivors")
    assert [lies(game, i) for i in (0, 1)] == [True, False] and game.state.priority == -1
    play(game, "hunter end", "card claw", "end 0,3", "hits 0")
    asks(game, "hunter", "s0 s1 end")
    assert bytes(game.state.flags) == bytes(2)


def test_M8_W1_whom_the_table_takes_off_is_neither_attacked_nor_attacks_any_more():
    game = play(monsters_turn(BESIDE, deck="claw claw"), "card claw")
    asks(game, "hits")
    overruled(game, "adjust remove-survivor", "miniature " + game.prompt.subject[2])
    asks(game, "hunter")
    game = play(turn(deck="claw claw"), "hunter s0", "do a0")
    asks(game, "hits")
    overruled(game, "adjust remove-survivor", "miniature s0")
    asks(game, "hunter", "s1 end")


def test_M8_W7a_W4_a_die_of_somebody_whom_the_table_takes_off_is_not_rolled():
    game = play(turn(deck="claw claw"), "hunter s0", "do a0", "hits 2", "location-card gut", "location-card ear", "location-order gut")
    asks(game, "roll")
    overruled(game, "adjust remove-survivor", "miniature s0")
    asks(game, "hunter", "s1 end")
    assert pile(game, "locations-discard") == "ear gut" and game.state.wounds == 0
    for steps in ([["roll", [["1", [["down"]]]]]], [["may", [["down"]]]], [["pay", 1, [["down"]]]]):
        cards = Pack(("ai", "size-up", {"before": steps}))
        game = monsters_turn(BESIDE, deck="size-up claw", cards=cards, change=lambda s: give(s, 0, survival=1))
        play(game, "card size-up", "random s0")
        assert game.prompt.kind == steps[0][0]
        overruled(game, "adjust remove-survivor", "miniature s0")
        asks(game, "hunter", "s1 end")


def test_T2_V1a_nobody_is_drawn_or_chosen_whom_the_table_has_taken_off():
    for verb, kind in (("random", "random"), ("one", "chosen")):
        cards = Pack(("ai", "claw", {"pick": [], "attack": [1, 2, 1], "after": [[verb, "all", [["insanity", 1]]]]}))
        game = play(monsters_turn(BESIDE.replace("1.......", "1......2"), deck="claw claw", cards=cards), "card claw")
        asks(game, kind, "s0 s1 s2")
        overruled(game, "adjust remove-survivor", "miniature s0")
        asks(game, kind, "s1 s2")
        overruled(game, "adjust remove-survivor", "miniature s1")
        asks(game, "hunter")
        assert value(game, 2, "insanity") == 1


def test_V1a_giving_the_turn_puts_drawn_cards_away():
    game = play(turn(deck="claw"), "hunter s0", "do a0", "hits 2", "location-card gut", "location-card ear")
    overruled(game, "adjust turn", "side-of monster")
    play(game, "card claw")
    assert len(game.state.decks[8]) == 0 and pile(game, "locations-discard") == "gut ear"


def test_V1a_the_result_can_be_said_and_taken_back():
    game = overruled(turn(), "adjust result", "outcome lost")
    assert game.state.result == 2
    asks(game, "over")
    overruled(game, "adjust result", "outcome undecided")
    assert game.state.result == 0
    asks(game, "hunter")
    game = overruled(turn(), "adjust result", "outcome won")
    assert game.state.result == 1
    asks(game, "resource")


def test_V1a_a_victory_that_was_none_can_be_taken_back_while_its_spoils_are_drawn():
    game = play(turn(deck=""), "hunter s0", "do a0", "hits 1", "location-card gut", "roll 5-10")
    asks(game, "resource")
    overruled(game, "adjust result", "outcome undecided")
    assert game.state.result == 0
    asks(game, "hunter")
    game = play(turn(deck=""), "hunter s0", "do a0", "hits 1", "location-card gut", "roll 5-10")
    overruled(game, "adjust level", "level lights")
    asks(game, "act")


def test_V1a_a_defeat_that_was_a_victory_has_its_spoils():
    game = overruled(overruled(turn(), "adjust result", "outcome lost"), "adjust result", "outcome won")
    assert value(game, 0, "experience") == 1
    asks(game, "resource")


def test_V1a_what_makes_no_sense_now_is_not_offered():
    def offered(game):
        game.adjust(game.prompt.number)
        return [name for name in CHANGES if name in game.prompt.options]

    assert offered(turn()) == list(CHANGES)
    assert offered(monsters_turn(BESIDE, players=1)) == ["record", "beast", "cards", "wounds", "turn", "result", "level"]

    def paper(s):
        s.level = MONSTER

    assert offered(survivors_turn(BESIDE, change=paper)) == ["beast", "cards", "wounds", "controller", "turn", "result", "level"]


# Levels in the middle of a showdown


def test_V1a_from_all_to_paper_and_back_records_are_kept():
    game = turn(deck="claw")
    give(game.state, 0, survival=1)
    game = overruled(turn(deck="claw"), "adjust record", "miniature s0", "field survival", "number 1")
    overruled(play(game, "hunter s0", "do a0", "hits 2", "location-card gut"), "adjust level", "level monster")
    assert game.state.level == MONSTER
    asks(game, "told")
    overruled(play(game, "told wound"), "adjust level", "level all")
    assert game.state.level == ALL and game.state.wounds == 1 and value(game, 0, "survival") == 1
    asks(game, "hunter", "s0 s1 end")
    assert len(game.state.gear) == 16 and len(game.state.decks[8]) == 0


def test_V1a_from_all_to_lights_the_menu_is_asked():
    game = overruled(turn(), "adjust level", "level lights")
    assert game.state.level == LIGHTS
    asks(game, "act")
    game.adjust(game.prompt.number)
    assert "level" in game.prompt.options and "wounds" not in game.prompt.options


def lights(by=0):
    """`by`: who ambushes."""
    s = State(22, 16, 0)
    s.side = by
    game = engine.create(RamJournal(), SmallPack(), ("A", "B"), 22, 16, None, None, s)
    return play(game, "monster white-lion", "survivors 2", "place-monster 10,7", "facing N", "place-survivor 10,1", "place-survivor 11,1")


def test_V1a_from_lights_to_all_decks_and_records_begin_as_in_set_up():
    game = overruled(lights(), "adjust level", "level all", "players 2", "controller 1")
    s = game.state
    assert s.level == ALL and s.scenario == 0 and len(s.gear) == 16 and [value(game, i, "survival") for i in (0, 1)] == [1, 1]
    assert armor(game, 1, "waist") == 1 and (s.round, s.side) == (1, 0)
    assert (s.at[0] == 32 and ("drew", 0) in game.events) or pile(game, "open") == "claw"
    game = overruled(lights(), "adjust level", "level monster", "players 2", "controller 1")
    assert game.state.level == MONSTER and pile(game, "open") == "claw"


def test_H8_V1a_who_ambushes_is_nobodys_turn_from_the_first_round_on():
    game = lights(2)
    assert unpack(game.state.pack()).side == 2, "the position keeps it until then"
    game = overruled(game, "adjust level", "level all", "players 2", "controller 1")
    assert (game.state.round, game.state.side) == (1, 0)


def test_V1a_a_level_that_was_left_is_not_begun_anew():
    game = play(turn(deck="claw chomp"), "hunter s0", "do g0", "location-card gut")
    overruled(game, "adjust level", "level lights")
    overruled(game, "adjust level", "level all")
    assert game.state.wounds == 1 and game.state.gear[7] == 1 and len(game.state.gear) == 16


def test_V1a_every_adjustment_leaves_a_state_that_can_be_kept():
    game = recorded("movement", "number -30")
    assert unpack(game.state.pack()).pack() == game.state.pack() and not dead(game, 1) and shown(game)


def _until(game, kind):
    """Answers what is usual, else the first, until that is asked."""
    while game.prompt.kind != kind:
        p = game.prompt
        game.answer(p.number, p.usual if p.usual is not None else next(iter(p.options)))
    return game


def _without(game):
    """The table takes whom the question is about off the board."""
    who = [one for one in game.prompt.subject if isinstance(one, str) and one[:1] == "s" and one[1:].isdigit()][-1]
    game.adjust(game.prompt.number)
    play(game, "adjust remove-survivor")
    game.answer(game.prompt.number, who)
    return who


def test_A3_whom_the_table_takes_off_is_attacked_no_more():
    game = _until(monsters_turn(BESIDE, deck="claw"), "hits")
    who = _without(game)
    assert game.prompt.kind != "hits" and who not in game.prompt.subject
    assert "missed" not in [event[0] for event in game.events]


def test_W1_whom_the_table_takes_off_attacks_no_more():
    game = survivors_turn(BESIDE)
    play(game, "hunter s0", "do fist") if game.prompt.kind == "hunter" else play(game, "do fist")
    assert game.prompt.kind == "hits"
    _without(game)
    assert game.prompt.kind != "hits" and "missed" not in [event[0] for event in game.events]


def test_A1_no_effect_is_rolled_for_whom_the_table_takes_off():
    game = _until(monsters_turn(BESIDE, deck="size-up"), "roll")
    assert game.prompt.subject[0] == "effect"
    _without(game)
    assert game.prompt.kind != "roll"


def test_W5_more_wounds_told_while_a_card_is_drawn_leave_no_deck_of_less_than_nothing():
    game = monsters_turn(BESIDE, deck="claw chomp grasp")
    assert game.prompt.kind == "card" and decks.left(game.state) == 3
    overruled(game, "adjust wounds", "number 3")
    assert decks.left(game.state) == 0
    play(game, "card claw")
    assert decks.left(game.state) == 0 and game.state.wounds == 2 and pile(game, "open") == "claw"


def test_V1a_another_level_in_the_middle_of_a_survivors_act_ends_it():
    game = play(turn(), "hunter s0")
    asks(game, "do")
    overruled(game, "adjust level", "level monster")
    asks(game, "told")
    overruled(game, "adjust level", "level all")
    asks(game, "hunter")


def test_V1a_the_turn_given_anew_in_the_middle_of_an_act_ends_it():
    game = play(turn(), "hunter s0", "do move", "go 2,1")
    asks(game, "do")
    overruled(game, "adjust turn", "side-of survivors")
    asks(game, "hunter")


def test_V1a_another_level_in_the_monsters_turn_begins_its_card_again():
    swat = "power-swat chomp"  # it does something to whom it has damaged: that is what the other level asks for
    game = play(monsters_turn(BESIDE, deck=swat), "card power-swat", "hits 1")
    asks(game, "location")
    for level, asked in (("monster", "harmed"), ("all", "hits")):
        overruled(game, "adjust level", "level " + level)
        assert pile(game, "open") == "power-swat" and pile(game, "discard") == "" and game.events == [("redone",)]
        asks(game, asked)
    assert not hurt(game, 0)
    play(game, "hits 0")
    asks(game, "hunter")
    assert pile(game, "discard") == "power-swat" and pile(game, "open") == "" and game.state.round == 1


def test_V1a_that_a_card_begins_again_is_told():
    game = play(monsters_turn(BESIDE, deck="claw chomp"), "card claw")
    game.adjust(game.prompt.number)
    play(game, "adjust level", "level monster")
    assert ("anew",) in game.events and ("drew", 1) not in game.events


def test_V1a_another_level_while_a_card_is_drawn_has_it_drawn():
    game = monsters_turn(BESIDE, deck="claw chomp")
    asks(game, "card")
    overruled(game, "adjust level", "level monster")
    assert ("anew",) not in game.events
    play(game, "card chomp")
    asks(game, "told")


def test_V1a_another_level_behind_a_mood_that_drew_and_in_the_basic_action():
    game = play(monsters_turn(BESIDE, deck="power-swat enraged"), "card enraged")
    overruled(game, "adjust level", "level monster")
    overruled(game, "adjust level", "level all")
    play(game, "card power-swat")
    overruled(game, "adjust level", "level monster")
    asks(game, "harmed")
    overruled(game, "adjust level", "level all")
    play(game, "hits 0")
    asks(game, "hunter")
    assert (pile(game, "play"), pile(game, "discard"), pile(game, "open")) == ("enraged", "power-swat", "")
    game = monsters_turn(BESIDE, deck="", discard="")
    asks(game, "hits")  # F5
    overruled(game, "adjust level", "level monster")
    asks(game, "told")  # nothing that the basic action does asks for whether it harmed


def test_V1a_another_level_while_an_injury_asks_about_the_drawn_card_has_it_drawn_again():
    game = play(monsters_turn(BESIDE, deck="claw claw", injuries="temple"), "card claw")
    asks(game, "roll", "1-2 3-10")
    overruled(game, "adjust level", "level monster")
    asks(game, "roll", "1-2 3-10")
    assert pile(game, "open") == "claw"
    play(game, "roll 1-2")  # discarded
    asks(game, "told")
    assert (pile(game, "open"), pile(game, "discard"), pile(game, "deck")) == ("", "claw", "claw")


def test_V1a_another_level_before_a_card_is_drawn_begins_the_monsters_turn_again():
    game = monsters_turn(BESIDE, deck="claw", injuries="belly")
    asks(game, "roll", "1 2-10")
    overruled(game, "adjust level", "level monster")
    asks(game, "roll", "1 2-10")
    play(game, "roll 2-10")
    asks(game, "card")


def test_A9_an_injury_that_has_spoken_speaks_once_whatever_the_level_becomes():
    game = play(monsters_turn(BESIDE, deck="chomp", injuries="maw", rulings=other("injury_is_all")), "card chomp")
    asks(game, "hits")
    assert value(game, 0, "insanity") == 1
    game.adjust(game.prompt.number)
    play(game, "adjust level", "level monster")
    events = [event[0] for event in game.events]
    assert "anew" in events and "attacks" in events and "injury" not in events and "paper" not in events


def test_V1a_another_level_while_the_spoils_are_drawn_draws_on():
    def won(s):
        s.decks[AI_POOL][:] = b""
        s.quota[:] = bytes(3)

    game = survivors_turn(BESIDE, change=won)
    overruled(game, "adjust result", "outcome won")
    asks(game, "resource")
    overruled(game, "adjust level", "level monster")
    while game.prompt.kind == "resource":
        game.answer(game.prompt.number, game.prompt.options[0])
    asks(game, "over")


def test_V1a_levels_one_after_another_out_of_an_open_act_of_the_lights():
    left = play(monsters_turn(BESIDE, deck="claw chomp"), "card claw")
    overruled(left, "adjust level", "level lights")
    for game, asked in ((left, ()), (lights(), ("players 2", "controller 1"))):
        play(game, "act move")
        game.adjust(game.prompt.number)
        play(game, "adjust level", "level all", *asked)
        assert game.state.phase == ROUND and game.prompt.kind not in ("miniature", "to")
        overruled(game, "adjust level", "level monster")
        again = engine.Engine(game.journal, SmallPack())
        assert again.state.pack() == game.state.pack() and again.prompt.kind == game.prompt.kind


def test_W10_what_a_survivor_taken_off_had_won_goes_to_one_who_lives():
    def won(s):
        s.spoils.extend(bytes((0, 128 | 2, 1, 1, 0, 3)))

    for taken, heir in (("heir s1", 1), ("heir nobody", 255)):
        game = survivors_turn(BESIDE, change=won, deck="claw", moods="enraged")
        overruled(game, "adjust remove-survivor", "miniature s0", taken)
        assert list(game.state.spoils) == [heir, 128 | 2, 1, 1, heir, 3]
        assert pile(game, "play") == "" and pile(game, "discard") == "enraged"
