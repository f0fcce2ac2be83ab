"""What an act or an adjustment at the table comes to, by prompts and answers. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import Bytes
from lanternboard.explain import scenario
from lanternboard.rules import engine, geometry
from lanternboard.rules.asking import PLAY
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.state import DEAD, DOWN, NOWHERE
from rules.tables import mask, table
from rules.test_engine import Cards, Journal, at, say, started


def adjust(game, *choices):
    game.adjust(game.prompt.number)
    say(game, *choices)
    assert not game.adjusting


def position(drawing):
    """A game at the table's menu, from a map."""
    s = table(drawing)
    s.phase, s.monster = PLAY, 0
    return engine.create(Journal(), Cards(), ("Allister", "Erza", "Lucy")[: len(s.at)], 22, 16, None, None, s)


def places(game):
    return [(space % game.state.columns, space // game.state.columns) for space in game.prompt.options]


def places_of(game):
    return [(space % game.state.columns, space // game.state.columns) for space in game.state.at]


def lies(game, i):
    return bool(game.state.flags[i] & 1)


def test_M6_the_monster_can_be_put_wherever_its_base_covers_no_survivor():
    game = started()
    say(game, "fall", "s0", "move", "monster")  # who lies is not covered either
    assert game.prompt.kind == "to" and game.prompt.rule == "M6" and game.prompt.usual == at(game, 10, 7)
    covering = [(x, y) for y in (0, 1) for x in (9, 10, 11)]  # of s0 at (10, 1) or s1 at (11, 1)
    assert places(game) == [(x, y) for y in range(15) for x in range(21) if (x, y) not in covering]
    say(game, at(game, 3, 3))
    assert (game.state.x, game.state.y) == (3, 3) and game.events == [("placed", "monster", at(game, 3, 3))]


def test_M8_the_target_stays_the_target_wherever_it_goes():
    game = started()
    say(game, "move", "s0", at(game, 6, 4), "attack", "s0")
    before = places(game)
    adjust(game, "place-survivor", "s0", at(game, 14, 11))
    assert game.prompt.kind == "end" and game.prompt.subject == ("s0",) and places(game) != before
    say(game, game.prompt.usual)
    assert geometry.distance_to(game.state, game.state.at[0]) == 1 and game.prompt.kind == "act"


def test_M8_what_needs_a_target_that_has_died_is_left_out():
    game = started()
    say(game, "move", "s0", at(game, 6, 4), "attack", "s0")
    assert game.prompt.kind == "end"
    adjust(game, "remove-survivor", "s0")
    assert game.prompt.kind == "act" and (game.state.x, game.state.y, game.state.facing) == (10, 7, 0)
    assert [event[0] for event in game.events] == ["removed"]


def test_M8_whom_it_may_run_over_is_looked_at_anew_after_the_table_has_overruled():
    game = position("......\nM.1...\n.....X\nX....0")
    say(game, "attack", "s0")
    assert game.prompt.kind == "crossing" and game.prompt.subject == ("s0", 0, mask(1))
    adjust(game, "place-survivor", "s1", at(game, 0, 0))
    assert game.prompt.kind == "act" and geometry.distance_to(game.state, game.state.at[0]) == 1


def test_M3_a_target_out_of_range_is_walked_to_and_told():
    game = started()
    adjust(game, "movement", 2)
    say(game, "move", "s0", at(game, 21, 8), "attack", "s0")
    assert (game.state.x, game.state.y, game.state.facing) == (12, 7, 1) and ("short", 0) in game.events
    say(game, "move", "s0", at(game, 15, 8), "attack", "s0")
    assert game.state.x == 13 and "short" not in [event[0] for event in game.events]


def test_M1_who_lies_under_the_base_is_no_target_of_a_move():
    game = position("aM....1\nMM.....")
    say(game, "attack")
    assert game.prompt.kind == "act" and geometry.distance_to(game.state, game.state.at[1]) == 1


def test_X2a_a_push_at_the_tables_wish_may_end_under_the_base():
    game = position("......\n.aM...\n.MM...\n......")
    say(game, "push", 0, "N")
    assert game.prompt.kind == "act" and places_of(game) == [(1, 1)]


def test_X5_all_whom_it_passes_fall_and_so_does_it_where_the_edge_ends_the_push():
    game = position("M01.2.\n......")
    say(game, "push", "s0", 9)
    assert [lies(game, i) for i in range(3)] == [True, True, True] and places_of(game)[0] == (5, 0)


def test_X6_nobody_is_asked_where_there_is_one_space_to_go_to():
    game = position("M01\n###")
    say(game, "push", "s0", 1)
    assert game.prompt.kind == "act" and places_of(game) == [(1, 0), (2, 0)]


def test_X3_by_choice_a_survivor_enters_no_space_that_is_taken():
    game = started()
    monster = [at(game, c, r) for c in (10, 11) for r in (7, 8)]
    say(game, "fall", "s1", "move", "s0")
    assert [space for space in range(22 * 16) if space not in game.prompt.options] == sorted(monster + game.state.at)
    for _ in range(3):
        game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    assert game.prompt.kind == "place-survivor" and game.prompt.subject == ("s1",)
    assert game.state.at[0] not in game.prompt.options and game.state.at[0] + 1 in game.prompt.options
    s = table("......\n.10...\n.MM...\n.MM...")
    for s.flags[1] in (0, DOWN):
        assert not [space for space in geometry.reach(s, 0, 1, DEFAULT) if space not in (2, 9)]


def test_G10_a_survivor_has_no_facing():
    game = started()
    before = list(game.state.at), bytes(game.state.flags)
    say(game, "turn")
    assert game.prompt.kind == "facing" and game.prompt.subject == ("monster",)  # nobody is asked whom
    say(game, "E")
    assert game.state.facing == 1 and (list(game.state.at), bytes(game.state.flags)) == before
    turned = b'{"format":"lanternboard/scenario/1","monster":{"at":[1,1],"facing":"E"},"survivors":[{"name":"A","at":[5,5]}]}'
    scenario.read(Bytes(turned))
    try:
        scenario.read(Bytes(turned.replace(b"[5,5]", b'[5,5],"facing":"E"')))
    except Refused as refused:
        assert refused.path == "survivors[0].facing"
        return
    raise AssertionError("a survivor faces")


def test_V1_the_table_keeps_the_turns_and_may_do_anything_next():
    game = started()
    for choices in ((), ("turn", "W"), ("attack", "s0"), ("fall", "s1"), ("stand",), ("push", "s1", 1), ("light", "front")):
        say(game, *choices)
        assert (game.prompt.kind, game.prompt.rule) == ("act", "V1")
        stand = ("stand",) if choices[:1] == ("fall",) else ()
        assert game.prompt.options == ("light", "move", "turn", "attack", "push", "fall") + stand
    say(game, "fall", "s0", "fall", "s1", "fall")
    assert game.state.down and game.prompt.options == ("light", "move", "turn", "attack", "push", "stand")


def test_D6_the_dead_leave_the_board():
    game = started()
    where = game.state.at[0]
    adjust(game, "remove-survivor", "s0")
    assert game.state.at[0] == NOWHERE and game.state.flags[0] & DEAD and geometry.living(game.state) == 2
    say(game, "move", "s1")
    assert where in game.prompt.options
    game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    say(game, "attack")
    assert game.prompt.kind == "act" and geometry.distance_to(game.state, game.state.at[1]) == 1  # nobody else is left to choose
    s = table("M.01", dead=(0,))
    assert geometry.living(s) == mask(1) and geometry.free(s, 2)


def test_X8_terrain_that_ends_a_push_knocks_down_whom_it_stops_and_the_edge_does_not():
    game = started()
    say(game, "push", "s0", 6)
    assert game.state.at[0] == at(game, 10, 0) and not lies(game, 0)
    game.undo(game.prompt.number)
    adjust(game, "terrain", at(game, 10, 0), "bars")
    say(game, 6)
    assert game.state.at[0] == at(game, 10, 1) and lies(game, 0) and game.events[-1] == ("fell", 0)


def under_the_base_beside(game, *barred):
    """s1 lies under the south-west corner of the lion's base at (10, 3), `barred` are the spaces that terrain bars there."""
    for column, row in barred:
        adjust(game, "terrain", at(game, column, row), "bars")
    say(game, "move", "s0", at(game, 10, 2), "move", "s1", at(game, 10, 4), "attack", "s0")
    assert (game.state.x, game.state.y) == (10, 3) and game.prompt.kind == "push-side" and game.prompt.options == ("S", "W")


def test_X2a_who_cannot_be_pushed_out_from_under_the_base_is_put_on_the_free_space_beside_it():
    game = started()
    under_the_base_beside(game, (9, 4))
    say(game, "W")
    assert game.prompt.kind == "act" and lies(game, 1)
    assert game.state.at[1] == at(game, 10, 5) and game.events[-1] == ("placed", "s1", at(game, 10, 5))


def test_X2a_where_several_free_spaces_are_as_near_it_is_asked_to_which():
    game = started()
    under_the_base_beside(game, (9, 4), (10, 5))
    say(game, "S")
    assert game.prompt.kind == "aside" and game.prompt.rule == "X2a" and game.prompt.subject == ("s1",)
    assert places(game) == [(9, 3), (8, 4), (12, 4), (9, 5), (11, 5), (10, 6)]
    say(game, at(game, 8, 4))
    assert game.prompt.kind == "act" and game.state.at[1] == at(game, 8, 4)


def test_K1_who_lies_already_does_not_fall_again():
    game = started()
    say(game, "move", "s0", at(game, 10, 5), "move", "s1", at(game, 10, 3), "fall", "s1", "push", "s0", 3)
    assert lies(game, 0) and lies(game, 1)
    assert [event for event in game.events if event[0] == "fell"] == [("fell", 0)]


def test_K1_V4_the_reach_of_who_lies_is_not_offered():
    game = started()
    say(game, "fall", "s0", "light", "reach")
    assert game.prompt.kind == "act" and (game.state.lit, game.state.lit_of) == (7, 1)  # the only one who stands
    say(game, "fall", "s1", "light")
    assert "reach" not in game.prompt.options and "routes" in game.prompt.options
    say(game, "nothing", "stand", "s0", "light", "reach")
    assert (game.state.lit, game.state.lit_of) == (7, 0)


def test_T4_the_target_proposed_is_one_whom_the_lit_list_would_pick():
    game = started()
    say(game, "move", "s1", at(game, 11, 3), "attack")
    assert game.prompt.options == ("s0", "s1") and game.prompt.usual == "s0"
    game.undo(game.prompt.number)
    say(game, "light", "candidates", 0, "attack")
    assert game.prompt.usual == "s1"


def test_T7a_the_priority_target_dies_with_its_holder():
    game = started()
    adjust(game, "priority", "s1")
    assert game.state.priority == 1
    adjust(game, "remove-survivor", "s0")
    assert game.state.priority == 1
    adjust(game, "remove-survivor", "s1")
    assert game.state.priority == -1
    adjust(game, "add-survivor", "s1", at(game, 11, 1))
    assert game.state.priority == -1


def test_T8_the_table_may_say_that_nothing_stops_anyone_from_being_a_threat():
    game = started()
    adjust(game, "everyone", "yes")
    assert game.state.everyone
    adjust(game, "everyone", "no")
    assert not game.state.everyone


def test_G9_terrain_never_bars_whoever_stands_there_already():
    game = started()
    game.adjust(game.prompt.number)
    say(game, "terrain", at(game, 10, 1))
    assert game.prompt.options == ("clear", "blocks", "hides", "blocks-hides")
    game.undo(game.prompt.number)
    say(game, at(game, 11, 8))
    assert game.prompt.options == ("clear", "bars", "hides", "bars-hides")
    game.undo(game.prompt.number)
    say(game, at(game, 0, 0))
    assert len(game.prompt.options) == 8


def test_X6_who_was_to_be_set_aside_and_is_taken_off_the_board_meanwhile_stays_off_it():
    game = started()
    say(game, "move", "s0", at(game, 10, 5), "move", "s1", at(game, 10, 3), "push", "s0", 2)
    assert game.prompt.kind == "aside"
    adjust(game, "remove-survivor", "s0")
    assert game.prompt.kind == "act" and game.state.at[0] == NOWHERE


def test_what_is_lit_by_choice_is_told():
    game = started()
    say(game, "light", "routes", "s1")
    assert game.events == [("lit", 6, 1)]


def test_an_adjustment_proposes_the_first_miniature():
    game = started()
    game.adjust(game.prompt.number)
    for what in ("place-survivor", "remove-survivor"):
        say(game, what)
        assert game.prompt.options == ("s0", "s1") and game.prompt.usual == "s0"
        game.undo(game.prompt.number)
    say(game, "add-survivor")
    assert game.prompt.kind == "to" and game.prompt.subject == ("s2",)  # the only one who is not there


def test_what_is_lit_of_a_survivor_goes_out_with_it_alone():
    game = started()
    say(game, "light", "routes", "s1")
    adjust(game, "remove-survivor", "s0")
    assert (game.state.lit, game.state.lit_of) == (6, 1)
    adjust(game, "remove-survivor", "s1")
    assert game.state.lit == 0
