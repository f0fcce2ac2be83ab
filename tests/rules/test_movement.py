"""Most direct routes, where they end and whom they run over (M1-M7, X1). Runs on CPython and on MicroPython."""

from lanternboard.rules import geometry, movement
from lanternboard.rules.rulings import DEFAULT
from rules import tables
from rules.tables import mask, places, same, space, table


def ends(s, i):
    return [(places(s, [end.place])[0], list(end.sides), end.crossings) for end in tables.ends(movement.Walk(s, i))]


def test_M1_it_halts_as_soon_as_it_is_adjacent():
    s = table("MM...0\nMM....")
    found = movement.Walk(s, 0)
    assert (found.steps, found.reaches) == (3, True)
    assert ends(s, 0) == [((3, 0), [1], [0])]


def test_M1_already_adjacent_it_stays_and_turns():
    s = table("....\n.MM0\n.MM.")
    assert (movement.Walk(s, 0).steps, movement.Walk(s, 0).reaches) == (0, True)
    assert ends(s, 0) == [((1, 1), [1], [0])]


def test_M3_out_of_range_it_uses_up_its_movement_on_a_shortest_route():
    s = table("M......0\n........", movement=3)
    found = movement.Walk(s, 0)
    assert (found.steps, found.reaches) == (3, False)
    assert ends(s, 0) == [((3, 0), [1], [0])]


def test_M3_without_any_route_it_gets_as_near_as_it_can():
    s = table(
        """
        M..X.
        .X.X0
        ...X.
        """
    )
    found = movement.Walk(s, 0)
    assert (found.steps, found.reaches) == (3, False)
    assert ends(s, 0) == [((2, 1), [1], [0])]
    # two places as near and as many steps off
    assert ends(table("...X.\nMXXX0\n...X."), 0) == [((2, 0), [1], [0]), ((2, 2), [1], [0])]


def test_M5_every_end_of_equally_direct_routes_is_offered():
    s = table(
        """
        M....
        .....
        .....
        ...0.
        """
    )
    assert ends(s, 0) == [((3, 2), [2], [0]), ((2, 3), [1], [0])]
    assert movement.Walk(s, 0).steps == 5


def test_X1_the_sets_run_over_are_distinct_and_ordered():
    s = table(
        """
        M1...
        2....
        ...0.
        """
    )
    # by column 1 over survivor 1, by row 1 over survivor 2
    assert [(at, sets) for at, _, sets in ends(s, 0)] == [((3, 1), [mask(1), mask(2)]), ((2, 2), [mask(1), mask(2)])]
    s = table("M12.0\n.....")
    assert ends(s, 0) == [((3, 0), [1], [mask(1, 2)])]


def test_X1_the_dead_are_not_run_over_and_the_starting_place_does_not_count():
    s = table("M1.0\n....", dead=(1,))
    assert ends(s, 0) == [((2, 0), [1], [0])]
    s = table("MM...1\nMa....")
    # survivor 0 lies under the base and is still under it after one step east
    assert ends(s, 1)[0][2] == [mask(0)]


def test_M7_a_diagonal_target_leaves_a_choice_only_when_the_gaps_are_equal():
    s = table("0....\n.....\n..MM.\n..MM.", movement=0)
    assert list(movement.turns(s, 0, space(s, 2, 2), DEFAULT)) == [0, 3]
    assert list(movement.turns(s, 0, space(s, 1, 2), DEFAULT)) == [0]
    assert list(movement.turns(s, 0, space(s, 2, 1), DEFAULT)) == [3]


def test_M5_proposal_fewest_run_over_then_fewest_bends_then_north_east_south_west():
    s = table(
        """
        .....
        .....
        M....
        .....
        ....0
        """
    )
    found = movement.Walk(s, 0)
    assert len(found) == 2
    k, over, sides = movement.proposal(s, found, DEFAULT)
    # one bend either way; east comes before south
    route = places(s, movement.places(s, sides))
    assert route == [(0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (4, 3)] and over == 0 and list(found.sides(k, DEFAULT)) == [2]
    s = table(
        """
        .....
        .....
        M.1..
        .....
        ....0
        """
    )
    found = movement.Walk(s, 0)
    k, over, sides = movement.proposal(s, found, DEFAULT)
    route = places(s, movement.places(s, sides))
    # round survivor 1 with one bend all the same; of those east at the first difference
    assert over == 0 and route == [(0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (4, 3)] and list(found.sides(k, DEFAULT)) == [2]


def test_M5_a_route_over_nobody_but_those_it_may_run_over():
    s = table("M1..\n....\n...0")
    for end in tables.ends(movement.Walk(s, 0)):
        for over in end.crossings:
            bends, sides = movement.route(s, [end.place], over)
            route = movement.places(s, sides)
            assert bends == 1 and route[0] == 0 and route[-1] == end.place and movement.crossed(s, route) & ~over == 0
    assert movement.route(s, [0], 0) == (0, b"")
    s = table("M10\n###")
    s.terrain = bytearray([0, 0, 0, 2, 2, 2])
    assert movement.route(s, [1], 0) is None and movement.route(s, [1], mask(1)) == (0, b"\1")


def test_M5_long_ways_need_no_deep_call_stack():
    s = table("\n".join(["M" + "." * 63] + ["." * 64] * 14 + ["." * 63 + "0"]), movement=30, tokens=30)
    found = movement.Walk(s, 0)
    assert found.steps == 60 and not found.reaches
    k, _, sides = movement.proposal(s, found, DEFAULT)
    assert len(sides) == 60 and movement.places(s, sides)[-1] == found.place(k)


def test_M5_routes_cover_what_any_most_direct_route_covers():
    s = table("MM....\nMM....\n.....0\n......")
    same(s, movement.routes(s, 0), "******\n******\n*****.\n......")


def test_X1_crossed_counts_every_place_but_the_first():
    s = table("M01..\n.....")
    assert movement.crossed(s, [0, 1, 2]) == mask(0, 1)
    assert movement.crossed(s, [1, 2]) == mask(1)
    assert movement.crossed(s, [1]) == 0


def test_M1_mazes_longer_than_a_byte_counts():
    rows = []
    for r in range(31):
        if r % 2 == 0:
            rows.append("." * 32)
        else:
            rows.append("X" * 31 + "." if r % 4 == 1 else "." + "X" * 31)
    rows[0] = "M" + rows[0][1:]
    rows[30] = rows[30][:31] + "0" if (30 // 2) % 2 == 0 else "0" + rows[30][1:]
    s = table("\n".join(rows), movement=30, tokens=30)
    found = movement.Walk(s, 0)
    assert (found.steps, found.reaches, len(found)) == (60, False, 1)
    # 31 steps east, two south, then 27 back west
    assert places(s, found.places()) == [(4, 2)]


def test_G8_allowance_is_never_below_zero():
    s = table("M0", movement=2, tokens=-5)
    assert geometry.allowance(s) == 0
