"""Distances, front, blind spot, field of view, range, walking (G1-G9, V4, F4). Runs on CPython and on MicroPython."""

from lanternboard.rules import geometry, movement
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import DEAD, NOWHERE, State
from rules.tables import drawn, places, same, space, table

MIDDLE = """
.........
.........
.........
...MM....
...MM....
.........
.........
"""


def test_G2_adjacent_is_to_share_an_edge_with_some_space_of_the_base_and_never_a_corner():
    s = table("....\n.MM.\n.MM.\n....", movement=0)
    same(s, geometry.in_range(s), ".**.\n*..*\n*..*\n.**.")
    s = table("0....\n.MM..\n.MM..\n.....")
    walk = movement.Walk(s, 0)
    assert (walk.steps, walk.reaches, places(s, walk.places())) == (1, True, [(1, 0), (0, 1)])


def test_G3_distance_counts_cardinal_steps_from_the_nearest_space_of_the_base():
    s = table(MIDDLE)
    for column, row, steps in ((3, 3, 0), (4, 4, 0), (3, 2, 1), (5, 4, 1), (2, 2, 2), (5, 5, 2), (0, 0, 6), (8, 6, 6), (8, 3, 4)):
        assert geometry.distance_to(s, space(s, column, row)) == steps


def test_G4_free_is_on_the_board_without_survivor_monster_or_barring_terrain():
    s = table("0#.\nMMX\nMMO")
    free = [k for k in range(-2, 12) if geometry.free(s, k)]
    assert free == [2, 5, 8]
    s.flags[0] |= DEAD
    assert geometry.free(s, 0)


def test_G4_all_free_spaces_at_once_are_those_that_are_free_one_by_one():
    n = 7
    for k in range(60):
        drawing = []
        for _ in range(5):
            n = (n * 75 + 74) % 65537
            drawing.append("".join(["......#XO@"[(n >> c) % (10 if k % 3 else 6)] for c in range(1 + k % 9)]))
        s = table("\n".join(drawing))
        cells = s.columns * s.rows
        s.resize(4)
        s.at = [n % cells, (n >> 3) % cells, NOWHERE, (n >> 5) % cells]
        s.flags = bytearray([0, DEAD if k % 2 else 0, 0, 0])
        s.size = 1 + k % 3
        s.placed = k % 5 > 0 and s.size <= s.columns
        s.x, s.y = (s.columns - s.size) // 2, k % 3
        spaces = geometry.free_spaces(s)
        assert list(spaces) == [space for space in range(cells) if geometry.free(s, space)], (k, drawing)


def test_G5_in_front_is_beyond_the_line_of_the_front_edge():
    same(table(MIDDLE), geometry.in_front(table(MIDDLE), DEFAULT), ("*" * 9 + "\n") * 3 + ("." * 9 + "\n") * 4)
    for facing, row in (("E", ".....****"), ("W", "***......")):
        s = table(MIDDLE, facing)
        assert drawn(s, geometry.in_front(s, DEFAULT)) == [row] * 7
    s = table(MIDDLE, "S")
    assert drawn(s, geometry.in_front(s, DEFAULT)) == ["." * 9] * 5 + ["*" * 9] * 2


def test_G5_the_other_ruling_adds_the_spaces_level_with_the_base():
    rulings = Rulings()
    rulings.front_excludes_base_line = False
    s = table(MIDDLE)
    same(s, geometry.in_front(s, rulings), ("*" * 9 + "\n") * 3 + "***..****\n" * 2 + ("." * 9 + "\n") * 2)
    s = table(MIDDLE, "S")
    same(s, geometry.in_front(s, rulings), ("." * 9 + "\n") * 3 + "***..****\n" * 2 + ("*" * 9 + "\n") * 2)
    s = table(MIDDLE, "E")
    same(s, geometry.in_front(s, rulings), "...******\n" * 3 + ".....****\n" * 2 + "...******\n" * 2)
    s = table(MIDDLE, "W")
    same(s, geometry.in_front(s, rulings), "*****....\n" * 3 + "***......\n" * 2 + "*****....\n" * 2)


def test_G5_nothing_is_in_front_of_a_monster_that_faces_the_edge_it_stands_on():
    s = table("MM..\nMM..\n....")
    assert not geometry.in_front(s, DEFAULT)


def test_G6_the_default_blind_spot_is_the_row_behind_and_turns_with_the_facing():
    for facing, spaces in (("N", (3, 5, 4, 5)), ("E", (2, 3, 2, 4)), ("S", (3, 2, 4, 2)), ("W", (5, 3, 5, 4))):
        s = table(MIDDLE, facing)
        a, b, c, d = spaces
        assert list(geometry.blind_spot(s)) == sorted([space(s, a, b), space(s, c, d)])


def test_G6_an_uneven_blind_spot_turns_and_loses_what_is_under_the_base_or_off_the_board():
    s = table(MIDDLE)
    # left behind, under the base, far off the board, twice the same
    s.blind = bytearray([64 - 1, 64 + 2, 64, 64, 64 + 60, 64, 64 - 1, 64 + 2])
    for facing, at in (("N", (2, 5)), ("E", (2, 2)), ("S", (5, 2)), ("W", (5, 5))):
        s.facing = "NESW".index(facing)
        assert list(geometry.blind_spot(s)) == [space(s, *at)]
    s.blind = bytearray()
    assert not geometry.blind_spot(s)


def test_G6_off_the_board_there_is_no_blind_spot():
    assert not geometry.blind_spot(table("....\n.MM.\n.MM."))


def test_G7_the_field_of_view_is_everything_outside_the_blind_spot_and_the_base():
    s = table(MIDDLE)
    same(s, geometry.field_of_view(s, DEFAULT), ("*" * 9 + "\n") * 3 + "***..****\n" * 2 + "***..****\n" + "*" * 9)


def test_G7_terrain_hides_what_lies_behind_it_borders_and_corners_included():
    s = table(
        """
        .......
        .......
        ..O....
        .......
        ...M...
        .......
        """
    )
    # Lines start at (3.5, 4.5). The one to the centre of (1, 2) meets no more than the blocker's corner (2, 3).
    same(
        s,
        geometry.field_of_view(s, DEFAULT),
        """
        ...****
        ...****
        *.*****
        *******
        ***.***
        ***.***
        """,
    )


def test_G7_a_line_that_touches_a_corner_is_cut():
    s = table("...\n.O.\nM..")
    view = geometry.field_of_view(s, DEFAULT)
    assert space(s, 2, 0) not in view and space(s, 1, 1) in view
    # from the base's centre (2, 4) to (4.5, 0.5): at column 4 the line is at row 1.2, clear of the blocker's corner (4, 2)
    s = table(".....\n.....\n....O\n.MM..\n.MM..")
    assert space(s, 4, 0) in geometry.field_of_view(s, DEFAULT)
    # to (5.5, 0.5) it touches the corner (4, 2) of the blocker that starts at row 2, column 4
    s = table("......\n......\n....O.\n.MM...\n.MM...")
    assert space(s, 5, 0) not in geometry.field_of_view(s, DEFAULT)
    s = table("......\n......\n...O..\n.MM...\n.MM...")
    assert space(s, 5, 0) not in geometry.field_of_view(s, DEFAULT)


def test_G7_blockers_under_the_base_hide_nothing_and_survivors_hide_nobody():
    s = table(".....\n..0..\n.....\n.MM..\n.MM..")
    s.terrain[space(s, 1, 3)] = 4
    assert len(geometry.field_of_view(s, DEFAULT)) == 25 - 4


def test_G8_in_range_is_one_step_beyond_the_movement_without_blocking_terrain():
    s = table(MIDDLE, movement=3, tokens=-1)
    assert [k for k in range(63) if k in geometry.in_range(s)] == [k for k in range(63) if 1 <= geometry.distance_to(s, k) <= 3]
    s.tokens = -30
    same(s, geometry.in_range(s), ".........\n.........\n...**....\n..*..*...\n..*..*...\n...**....\n.........")


def test_G8_the_base_must_fit_on_the_board_and_between_what_blocks_it():
    s = table(
        """
        MM.X..
        MM....
        ...X..
        """,
        movement=9,
    )
    # a base of two cannot pass the gap of one, but reaches out to the edge of it
    same(
        s,
        geometry.in_range(s),
        """
        ..**..
        ..**..
        ****..
        """,
    )


def test_G8_monster_places_are_those_where_the_base_fits():
    same(table("MM..\nMM..\n...X"), geometry.monster_places(table("MM..\nMM..\n...X")), "***.\n**..\n....")


def test_V4_reach_goes_through_free_spaces_only():
    s = table(
        """
        .....
        .0#1.
        .MM..
        .MM..
        """
    )
    same(s, geometry.reach(s, 0, 2, DEFAULT), "***..\n*....\n*....\n.....")
    assert len(geometry.reach(s, 0, 60, DEFAULT)) == 20 - 2 - 1 - 4


def test_F4_placement_is_exactly_that_far_and_not_on_barring_terrain():
    s = State(22, 16)
    s.x, s.y, s.placed = 10, 7, True
    assert len(geometry.placement(s, 6)) == 28
    s = table("...\n.M.\n#0.")
    same(s, geometry.placement(s, 2), "*.*\n...\n..*")
    same(s, geometry.placement(s, 1), ".*.\n*.*\n.*.")


def test_G1_boards_of_every_shape():
    for columns, rows in ((1, 1), (64, 16), (16, 64), (1, 64), (64, 1), (32, 32)):
        s = State(columns, rows)
        s.size, s.placed = 1, True
        s.x, s.y = columns - 1, rows - 1
        s.movement, s.tokens = 30, 30
        assert len(geometry.field_of_view(s, DEFAULT)) == columns * rows - 1
        assert len(geometry.monster_places(s)) == columns * rows
        assert list(geometry.in_range(s)) == [k for k in range(columns * rows) if 1 <= geometry.distance_to(s, k) <= 61]
