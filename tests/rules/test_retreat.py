"""Movement away from and toward things, steps directly away, and whom they run over (M4, M9, X1, X7). Runs on CPython and on
MicroPython."""

from lanternboard.rules import movement, retreat
from lanternboard.rules.rulings import DEFAULT, Rulings
from rules import tables
from rules.tables import mask, places, space, table

N, E, S, W = [retreat.edge(side) for side in range(4)]


def away(s, *goals):
    return places(s, retreat.away(s, goals, DEFAULT))


def toward(s, *goals):
    return places(s, retreat.toward(s, goals, DEFAULT))


def steps(s, at, n, rulings=DEFAULT):
    return [places(s, path) for path in retreat.steps_away(s, at, n, rulings)]


def forward(s, rulings=DEFAULT):
    return [places(s, path) for path in retreat.full_forward(s, rulings)]


def fixed():
    rulings = Rulings()
    rulings.slide_along_edge = False
    return rulings


def test_M4_away_goes_as_far_as_its_movement_and_every_place_is_offered():
    s = table("0........\n.........\n..MM.....\n..MM.....\n.........\n.........", movement=3)
    # sorted by row, then column; west or north would bring it no further off
    assert away(s, s.at[0]) == [(5, 2), (4, 3), (3, 4)]
    assert retreat.away(s, s.at, DEFAULT) == sorted(retreat.away(s, s.at, DEFAULT))
    s.tokens = -2
    assert away(s, s.at[0]) == [(3, 2), (2, 3)]


def test_M4_away_with_no_gap_on_one_axis_may_turn_off_but_not_come_back():
    s = table(".....\n.....\n..M0.\n.....\n.....", movement=1)
    assert away(s, s.at[0]) == [(2, 1), (1, 2), (2, 3)]


def test_M4_several_count_by_the_greatest_sum():
    s = table("0..M...1\n........\n........", movement=2)
    # between the two every step along the row gives what it takes; two rows off are two from each
    assert away(s, *s.at) == [(3, 2)]
    s = table("01.M..2", movement=2)
    assert away(s, *s.at) == [(5, 0)]


def test_M4_with_the_other_ruling_the_nearest_one_counts():
    rulings = Rulings()
    rulings.several_by_sum = False
    s = table("01.M....2", movement=5)
    assert away(s, *s.at) == [(8, 0)]
    # three off from the nearest one at (4, 0) and at (5, 0), a step further
    assert places(s, retreat.away(s, s.at, rulings)) == [(4, 0)]
    assert places(s, retreat.toward(s, s.at, rulings)) == [(1, 0)]


def test_M4_M5_where_nothing_is_gained_no_step_is_taken():
    s = table("0.M.1", movement=6)
    assert away(s, *s.at) == [(2, 0)]
    # two rows off in two steps; the four that are left would only go along the edge
    s = table("0.M.1\n.....\n.....", movement=6)
    assert away(s, *s.at) == [(2, 2)]
    assert away(s) == [(2, 0)] and toward(s) == [(2, 0)]
    s = table("0..M\n....", movement=0)
    assert away(s, s.at[0]) == [(3, 0)]


def test_M4_in_a_corner_it_stays():
    s = table("0...\n....\n..MM\n..MM")
    assert away(s, s.at[0]) == [(2, 2)]
    found = retreat.ways(s, retreat.away(s, s.at, DEFAULT))
    assert found.steps == 0 and found.reaches and list(found.crossings(0)) == [0]


def test_M4_terrain_that_blocks_it_is_walked_round_within_its_movement():
    s = table("0M.X...\n...X...\n.......", movement=6)
    assert away(s, s.at[0]) == [(5, 2)]
    s = table("0M.X...\n...X...\n.......", movement=3)
    assert away(s, s.at[0]) == [(2, 2)]
    s = table("0M.X...\n...X...\n...X...", movement=9)
    assert away(s, s.at[0]) == [(2, 2)]
    s = table("0MX\nX.X\nXXX", movement=9)
    assert away(s, s.at[0]) == [(1, 1)]


def test_M4_the_base_must_fit():
    s = table("0MM......\n.MM......\nXX.......\n......X..", movement=9)
    # the base does not fit below: of the far places the ones at the east edge
    assert away(s, s.at[0]) == [(7, 2)]


def test_M4_what_bars_survivors_alone_does_not_stop_it_nor_do_survivors():
    s = table("0M1#2...\n", movement=5)
    assert away(s, s.at[0]) == [(6, 0)]


def test_M4_toward_goes_where_the_distance_is_smallest_and_no_further():
    s = table("M....\n.....\n....0", movement=9)
    # onto the goal: what halts beside a target is M1, not M4
    assert toward(s, s.at[0]) == [(4, 2)]
    s = table("MM....\nMM....\n......\n.....0", movement=9)
    assert toward(s, s.at[0]) == [(4, 2)]
    s = table("M....\n.....\n....0", movement=2)
    assert toward(s, s.at[0]) == [(2, 0), (1, 1), (0, 2)]
    s = table("M..0", movement=9)
    assert toward(s, 0) == [(0, 0)]


def test_M4_toward_several_by_the_smallest_sum():
    s = table("0...1\n.....\n.....\n..M..", movement=9)
    assert toward(s, *s.at) == [(2, 0)]
    s = table("0...1\n.....\n.....\n...M.", movement=1)
    assert toward(s, *s.at) == [(3, 2)]


def test_M4_an_edge_is_a_goal():
    s = table("......\n......\n..MM..\n..MM..\n......\n......", movement=1)
    assert toward(s, N) == [(2, 1)] and toward(s, E) == [(3, 2)] and toward(s, S) == [(2, 3)] and toward(s, W) == [(1, 2)]
    assert away(s, N) == [(2, 3)] and away(s, E) == [(1, 2)] and away(s, S) == [(2, 1)] and away(s, W) == [(3, 2)]
    s.movement = 9
    assert toward(s, N) == [(2, 0)] and toward(s, N, W) == [(0, 0)] and toward(s, E, S) == [(4, 4)]
    # an edge and its opposite: nothing is gained
    assert away(s, N, S) == [(2, 2)]


def test_M4_an_edge_and_a_survivor_together():
    s = table("....\n.0..\n....\n...M", movement=2)
    assert toward(s, s.at[0], W) == [(1, 3)]
    assert away(s, s.at[0], N) == [(3, 3)]


def test_G8_tokens_count_for_it():
    s = table("0M.....", movement=5, tokens=-3)
    assert away(s, s.at[0]) == [(3, 0)]
    s.tokens = -9
    assert away(s, s.at[0]) == [(1, 0)]
    s.tokens = 125
    assert away(s, s.at[0]) == [(6, 0)]


def test_M4_its_own_place_counts_whatever_lies_under_it():
    s = table("0M.X.")
    s.terrain[1] |= 2
    assert away(s, s.at[0]) == [(2, 0)]
    s.movement = 0
    assert away(s, s.at[0]) == [(1, 0)]


def test_X1_each_end_with_the_sets_its_ways_run_over():
    s = table("0M1\n.2.\n...", movement=2)
    found = retreat.ways(s, retreat.away(s, s.at[:1], DEFAULT))
    assert found.steps == 2
    # south-east by survivor 1 or by survivor 2
    assert [(places(s, [end.place])[0], end.crossings) for end in tables.ends(found)] == [((2, 1), [mask(1), mask(2)]), ((1, 2), [mask(2)])]
    for end in tables.ends(found):
        for over in end.crossings:
            path = movement.places(s, movement.route(s, [end.place], over)[1])
            assert path[0] == 1 and path[-1] == end.place and movement.crossed(s, path) & ~over == 0


def test_X1_whom_it_flees_can_be_run_over_too():
    s = table("XM0..", movement=9)
    assert away(s, s.at[0]) == [(4, 0)]
    found = retreat.ways(s, retreat.away(s, s.at, DEFAULT))
    assert found.steps == 3 and [end.crossings for end in tables.ends(found)] == [[mask(0)]]
    found = retreat.ways(s, retreat.away(s, s.at, DEFAULT), 0)  # and faces afterwards
    assert [end.crossings for end in tables.ends(found)] == [[mask(0)]]
    # as far off to the west, in fewer steps
    s = table(".M0..", movement=9)
    assert away(s, s.at[0]) == [(0, 0)]


def test_X1_all_eight_survivors():
    s = table("M01234567", movement=8)
    found = retreat.ways(s, retreat.toward(s, (E,), DEFAULT))
    assert [end.crossings for end in tables.ends(found)] == [[255]]
    assert movement.proposal(s, found, DEFAULT) == (0, 255, bytes([1] * 8))


def test_M5_the_proposal_serves_here_as_well():
    s = table("0....\n.M1..\n.....\n.....", movement=2)
    found = retreat.ways(s, retreat.away(s, s.at[:1], DEFAULT), 0)
    assert places(s, found.places()) == [(3, 1), (2, 2), (1, 3)]
    # nobody run over: south and then east has a bend, straight south has none
    assert movement.proposal(s, found, DEFAULT) == (2, 0, bytes([2] * 2))


def test_M2_it_turns_to_its_target_or_keeps_its_facing():
    s = table("0....\n.MM..\n.MM..\n.....", facing="E", movement=2)
    fled = retreat.away(s, s.at, DEFAULT)
    assert places(s, fled) == [(3, 1), (2, 2)]
    assert [list(end.sides) for end in tables.ends(retreat.ways(s, fled, 0))] == [[3], [0, 3]]
    assert [list(end.sides) for end in tables.ends(retreat.ways(s, fled))] == [[1], [1]]
    # a target under the base has no side
    s = table("0M", facing="S")
    assert [list(end.sides) for end in tables.ends(retreat.ways(s, retreat.toward(s, s.at, DEFAULT), 0))] == [[2]]


def test_M4_directly_away_is_straight_along_the_larger_gap():
    s = table(".......\n..MM...\n..MM...\n.......\n.......\n.......")
    assert steps(s, space(s, 2, 3), 1) == [[(2, 1), (2, 0)]]
    assert steps(s, space(s, 1, 2), 2) == [[(2, 1), (3, 1), (4, 1)]]
    assert steps(s, space(s, 5, 0), 1) == [[(2, 1), (1, 1)]]
    assert steps(s, space(s, 1, 0), 1) == [[(2, 1), (3, 1)], [(2, 1), (2, 2)]]
    assert steps(s, space(s, 3, 0), 2) == [[(2, 1), (2, 2), (2, 3)]]


def test_M4_directly_away_takes_the_steps_of_its_card_not_its_movement():
    s = table("0M.....", movement=1, tokens=-1)
    assert steps(s, s.at[0], 3) == [[(1, 0), (2, 0), (3, 0), (4, 0)]]
    assert steps(s, s.at[0], 0) == [[(1, 0)]]


def test_M4_directly_away_stops_before_terrain_and_at_the_edge():
    s = table("0M..X.")
    assert steps(s, s.at[0], 5) == [[(1, 0), (2, 0), (3, 0)]]
    s = table("0M...")
    assert steps(s, s.at[0], 9) == [[(1, 0), (2, 0), (3, 0), (4, 0)]]
    # at once: terrain makes nobody slide
    s = table("......\n0MMX..\n.MM...\n......")
    assert steps(s, s.at[0], 1) == [[(1, 1)]]


def test_M4_from_under_the_base_no_direction_leads_straight_away():
    s = table("....\n.aM.\n.MM.\n....")
    assert steps(s, s.at[0], 1) == [[(1, 1)]]


def test_X7_on_an_edge_it_would_cross_it_slides_along_it():
    s = table("....\n....\nMM0.\nMM..\n....")
    assert steps(s, s.at[0], 1) == [[(0, 2), (0, 1)], [(0, 2), (0, 3)]]
    # to the corner at most
    assert steps(s, s.at[0], 5) == [[(0, 2), (0, 1), (0, 0)], [(0, 2), (0, 3)]]
    assert steps(s, s.at[0], 1, fixed()) == [[(0, 2)]]


def test_X7_in_a_corner_it_slides_to_the_one_side_the_board_has():
    s = table("MM..\nMM..\n0...")
    assert steps(s, s.at[0], 1) == [[(0, 0), (1, 0)]]


def test_X7_a_slide_stops_before_terrain_too():
    s = table("....\n.X..\nM0..\n....\nX...")
    assert steps(s, s.at[0], 3) == [[(0, 2), (0, 1), (0, 0)], [(0, 2), (0, 3)]]
    # a side that is blocked at once is a choice all the same
    s = table("....\nX...\nM0..\n....")
    assert steps(s, s.at[0], 1) == [[(0, 2)], [(0, 2), (0, 3)]]


def test_X7_an_equal_gap_on_the_edge_offers_each_direction_once():
    s = table("....\n.M..\n0...\n....")
    assert steps(s, s.at[0], 1) == [[(1, 1), (1, 0)], [(1, 1), (2, 1)]]
    s = table(".M..\n0...\n....")
    # east straight on; north would cross the edge: along it east again or west
    assert steps(s, s.at[0], 1) == [[(1, 0), (2, 0)], [(1, 0), (0, 0)]]
    # without the slide one of the two directions stays, as a push would (X4, X7)
    assert steps(s, s.at[0], 1, fixed()) == [[(1, 0)], [(1, 0), (2, 0)]]


def test_X7_where_the_base_fills_the_board_across_it_stays():
    s = table("MM0\nMM.", movement=3)
    assert steps(s, s.at[0], 1) == steps(s, s.at[0], 1, fixed()) == [[(0, 0)]]


def test_X7_reaching_the_edge_on_the_way_only_ends_the_move():
    s = table("....\n.M0.\n....")
    assert steps(s, s.at[0], 3) == [[(1, 1), (0, 1)]]


def test_M9_a_full_move_forward_goes_straight_to_its_end_the_edge_or_what_blocks():
    s = table("....\n....\n.M..\n....")
    assert forward(s) == [[(1, 2), (1, 1), (1, 0)]]
    s = table("..X.\n....\n.MM.\n.MM.", movement=6)
    assert forward(s) == [[(1, 2), (1, 1)]]
    s = table("....\n.M..", facing="E", movement=1)
    assert forward(s) == [[(1, 1), (2, 1)]]
    s.tokens = 1
    assert forward(s) == [[(1, 1), (2, 1), (3, 1)]]


def test_X7_M9_a_full_move_forward_does_not_slide():
    s = table("..MM\n..MM\n....", facing="N")
    assert forward(s) == [[(2, 0)]]


def test_X1_directly_away_runs_over_who_stands_there():
    s = table("0M12.")
    path = retreat.steps_away(s, s.at[0], 2, DEFAULT)[0]
    assert movement.crossed(s, path) == mask(1, 2)
