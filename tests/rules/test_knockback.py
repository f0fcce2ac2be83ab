"""Knockback and giving way (X2a, X4-X8). Runs on CPython and on MicroPython."""

from lanternboard.rules import knockback
from lanternboard.rules.knockback import EDGE, FREE, TERRAIN
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import NOWHERE
from rules.tables import mask, places, same, space, table

N, E, S, W = 0, 1, 2, 3


def pushed(s, i, spaces, rulings=DEFAULT):
    return [(push.direction, places(s, [push.at])[0], push.into, push.stopped) for push in knockback.pushes(s, i, spaces, rulings)]


def test_X4_a_push_goes_straight_off():
    s = table("......\nMM0...\nMM....")
    assert pushed(s, 0, 2) == [(E, (4, 1), 0, FREE)]


def test_X4_diagonally_along_the_larger_gap_and_equal_gaps_leave_a_choice():
    s = table("......\n...0..\n......\n.MM...\n.MM...")
    assert pushed(s, 0, 1) == [(N, (3, 0), 0, FREE)]
    s = table("......\n......\n...0..\n.MM...\n.MM...")
    assert pushed(s, 0, 1) == [(N, (3, 1), 0, FREE), (E, (4, 2), 0, FREE)]


def test_X5_whom_it_passes_or_lands_on():
    s = table("M0.12.\n......")
    assert pushed(s, 0, 2) == [(E, (3, 0), mask(1), FREE)]
    assert pushed(s, 0, 6) == [(E, (5, 0), mask(1, 2), EDGE)]
    s = table("M0.1..\n......", dead=(1,))
    assert pushed(s, 0, 2) == [(E, (3, 0), 0, FREE)]


def test_X7_the_edge_ends_a_push_and_exactly_reaching_it_is_no_stop():
    s = table("M.0..\n.....")
    assert pushed(s, 0, 2) == [(E, (4, 0), 0, FREE)]
    assert pushed(s, 0, 3) == [(E, (4, 0), 0, EDGE)]


def test_X7_on_the_edge_it_slides_to_either_side():
    s = table("....\n....\n..M0\n....")
    assert pushed(s, 0, 1) == [(N, (3, 1), 0, FREE), (S, (3, 3), 0, FREE)]
    assert pushed(s, 0, 9) == [(N, (3, 0), 0, EDGE), (S, (3, 3), 0, EDGE)]


def test_X7_in_a_corner_only_what_stays_on_the_board_and_each_direction_once():
    s = table(".0\nM.")
    # equal gaps, north and east, both over the edge: west along the north edge, south along the east edge
    assert pushed(s, 0, 1) == [(S, (1, 1), 0, FREE), (W, (0, 0), 0, FREE)]
    s = table("..M0")
    assert pushed(s, 0, 3) == [(E, (3, 0), 0, EDGE)]


def test_X7_the_slide_is_a_setting():
    rulings = Rulings()
    rulings.slide_along_edge = False
    s = table("....\n..M0\n....")
    assert pushed(s, 0, 2, rulings) == [(E, (3, 1), 0, EDGE)]


def test_X8_terrain_that_bars_survivors_ends_a_push_and_a_slide():
    s = table("M0.#..\n......")
    assert pushed(s, 0, 4) == [(E, (2, 0), 0, TERRAIN)]
    s = table("...#\n..M0\n....")
    assert pushed(s, 0, 2) == [(N, (3, 1), 0, TERRAIN), (S, (3, 2), 0, EDGE)]
    s = table("M0XO..\n......")
    assert pushed(s, 0, 3) == [(E, (4, 0), 0, FREE)]


def test_X4_a_push_of_no_spaces_goes_nowhere_and_does_not_slide():
    s = table("....\n..M0\n....")
    assert pushed(s, 0, 0) == [(E, (3, 1), 0, FREE)]


def test_X2a_from_under_the_base_over_a_nearest_side():
    s = table(".....\n.aMM.\n.MMM.\n.MMM.\n.....")
    assert pushed(s, 0, 1) == [(N, (1, 0), 0, FREE), (W, (0, 1), 0, FREE)]
    s = table(".....\n.MMM.\n.MaM.\n.MMM.\n.....")
    assert [push[0] for push in pushed(s, 0, 5)] == [N, E, S, W]
    assert pushed(s, 0, 1)[0] == (N, (2, 1), 0, FREE)


def test_X2a_no_side_where_the_edge_leaves_it_under_the_base():
    s = table("aM...\nMM...\n.....")
    assert pushed(s, 0, 2) == [(E, (2, 0), 0, FREE), (S, (0, 2), 0, FREE)]
    rulings = Rulings()
    rulings.pushed_under_edge_last = False
    # north and west are nearer; both edges are slid along
    assert pushed(s, 0, 2, rulings) == [(E, (2, 0), 0, FREE), (S, (0, 2), 0, FREE)]
    s = table("MMM..\naMM..\nMMM..")
    assert [push[0] for push in pushed(s, 0, 2)] == [E]
    assert [push[0] for push in pushed(s, 0, 2, rulings)] == [N, S]


def test_X2a_a_base_as_large_as_the_board_leaves_all_four_sides():
    s = table("MMM\naMM\nMMM")
    # west is nearest; it stands on that edge and slides along it
    assert pushed(s, 0, 1) == [(N, (0, 0), 0, FREE), (S, (0, 2), 0, FREE)]
    s = table("MMM\nMaM\nMMM")
    assert pushed(s, 0, 2) == [(N, (1, 0), 0, EDGE), (E, (2, 1), 0, EDGE), (S, (1, 2), 0, EDGE), (W, (0, 1), 0, EDGE)]
    s = table("a")
    assert pushed(s, 0, 2) == [(N, (0, 0), 0, EDGE), (E, (0, 0), 0, EDGE), (S, (0, 0), 0, EDGE), (W, (0, 0), 0, EDGE)]


def test_X2a_terrain_rules_no_side_out():
    s = table("#....\naM...\nMM...\n.....")
    assert pushed(s, 0, 2) == [(N, (0, 1), 0, TERRAIN)]


def test_X6_aside_to_a_free_space_adjacent_to_the_one_it_reached():
    s = table(".#...\n012..\n.....\nMM...\nMM...")
    same(s, knockback.aside(s, 0, space(s, 1, 1)), ".....\n*....\n.*...\n.....\n.....")
    same(s, knockback.aside(s, 2, space(s, 1, 1)), ".....\n..*..\n.*...\n.....\n.....")


def test_X6_the_nearest_free_ones_where_no_adjacent_space_is_free():
    s = table("310\n2.#\n...")
    same(s, knockback.aside(s, 0, space(s, 0, 0)), "..*\n.*.\n*..")


def test_X6_a_full_board_has_no_space_to_go_to():
    s = table("01\n2M")
    assert list(knockback.aside(s, 0, 1)) == [0]
    s = table("#0\n1M")
    assert list(knockback.aside(s, 0, 2)) == [1]
    s = table("01M")
    s.at[0] = NOWHERE
    s.at.append(0)
    s.flags.append(0)
    assert not knockback.aside(s, 0, 1)
