"""Pick-target lists (T1-T8). Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.rules import geometry, movement, targets
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import GRABBED, GRABBED_BEFORE, MARKS, TURN, WIDTH, default_blind_spot
from rules.tables import mask, table

BOARD = """
0.1.....
........
...MM..2
...MM...
...3....
"""


def picked(s, *entries):
    return targets.pick(s, entries, DEFAULT)


def test_T1_the_first_entry_that_somebody_satisfies_decides():
    s = table(BOARD, movement=0)
    found = picked(s, "closest threat, in range, facing", "closest threat, facing", "no target: sniff")
    assert (found.entry, found.instinct, found.candidates) == (1, None, mask(1))
    assert picked(s, "closest threat, in range, facing", "knocked-down survivor").entry == -1


def test_T2_closest_is_measured_among_those_who_meet_every_condition():
    s = table(BOARD)
    assert picked(s, "closest survivor").candidates == mask(3)
    assert picked(s, "closest survivor, facing").candidates == mask(1)
    assert picked(s, "furthest survivor").candidates == mask(0)
    assert picked(s, "survivor, in blind spot").candidates == mask(3)
    assert picked(s, "survivor, in field of view").candidates == mask(0, 1, 2)
    assert picked(table(BOARD, down=(1,)), "knocked-down survivor, facing").candidates == mask(1)


def test_T2_random_and_all_take_everyone_who_qualifies():
    s = table(BOARD)
    found = picked(s, "random threat, in field of view")
    assert found.candidates == mask(0, 1, 2) and found.random and not found.all
    found = picked(s, "all survivor")
    assert found.candidates == mask(0, 1, 2, 3) and found.all and not found.random


def test_T2_a_card_asks_for_who_is_not_deaf():
    s = table(BOARD)
    s.body[1 * WIDTH + MARKS] = targets.DEAF
    s.body[2 * WIDTH + MARKS] = 255 - targets.DEAF
    assert picked(s, "all survivor, not deaf").candidates == mask(0, 2, 3)
    assert picked(s, "closest threat, facing, not deaf").candidates == mask(0)


def test_T2_a_card_asks_for_the_victim_of_the_last_rounds_grab():
    s = table(BOARD)
    assert picked(s, "survivor, victim of grab", "no target: sniff").instinct == "sniff"
    s.body[0 * WIDTH + TURN] = GRABBED
    s.body[2 * WIDTH + TURN] = GRABBED_BEFORE
    assert picked(s, "survivor, victim of grab").candidates == mask(2)
    assert picked(s, "survivor, facing, victim of grab").entry == -1


def test_T2_a_scenario_knows_nothing_of_deafness_and_grabs():
    for condition in ("not deaf", "victim of grab"):
        targets.check_entry("survivor, " + condition, True)
        assert refused("survivor, " + condition)
        try:
            targets.check_entry("survivor, %s, %s" % (condition, condition), True)
        except Refused:
            continue
        raise AssertionError("a repeated condition was taken")


def test_T3_who_lies_is_no_threat():
    s = table(BOARD, down=(1,))
    assert picked(s, "threat, facing").candidates == mask(0)
    assert picked(s, "knocked-down survivor").candidates == mask(1)
    assert picked(s, "knocked-down threat").entry == -1


def test_T4_several_remain_for_the_controller():
    s = table("0.MM.1\n..MM..")
    assert picked(s, "closest threat").candidates == mask(0, 1)


def test_T5_a_target_need_not_be_reachable_unless_the_entry_says_in_range():
    s = table(".0.X....\nXXXX....\n...MM...\n...MM...", movement=30)
    assert not movement.Walk(s, 0).reaches
    assert picked(s, "closest threat, facing").candidates == mask(0)
    assert picked(s, "closest threat, in range", "no target: sniff").instinct == "sniff"


def test_T6_no_target_closes_the_list_with_its_instinct():
    s = table(BOARD, down=(0, 1, 2, 3))
    found = picked(s, "closest threat", "no target: sniff")
    assert (found.entry, found.instinct, found.candidates) == (1, "sniff", 0)
    found = picked(s, "closest threat")
    assert (found.entry, found.instinct, found.candidates) == (-1, None, 0)
    found = picked(s, "no target: sniff", "all survivor")
    assert (found.entry, found.instinct, found.candidates) == (0, "sniff", 0)


def test_T7a_the_priority_target_is_picked_whatever_the_conditions():
    s = table(BOARD, down=(3,))
    s.priority = 3
    assert (picked(s, "closest threat, facing").entry, picked(s, "closest threat, facing").candidates) == (0, mask(3))
    assert picked(s, "random threat, facing").candidates == mask(3)
    found = picked(s, "all knocked-down survivor, facing", "closest threat")
    assert (found.entry, found.candidates) == (1, mask(3))
    s.priority = 0
    assert picked(s, "closest threat").candidates == mask(0)


def test_T7a_entries_that_take_all_ignore_the_priority_target():
    s = table(BOARD)
    s.priority = 3
    found = picked(s, "all knocked-down survivor", "all survivor, facing", "closest threat")
    assert (found.entry, found.candidates) == (1, mask(0, 1))
    found = picked(s, "all knocked-down survivor", "no target: sniff")
    assert (found.entry, found.instinct) == (1, "sniff")


def test_T7a_a_dead_priority_target_or_one_under_the_base_does_not_count():
    s = table(BOARD, dead=(3,))
    s.priority = 3
    assert picked(s, "closest threat").candidates == mask(1, 2)
    s = table("0.Mb.\n..MM.")
    s.priority = 1
    assert picked(s, "closest survivor").candidates == mask(0)
    assert picked(s, "all survivor").candidates == mask(0)


def test_T8_nothing_stops_a_survivor_from_being_a_threat():
    s = table(BOARD, down=(1,))
    s.everyone = True
    assert picked(s, "closest threat, facing").candidates == mask(1)
    assert picked(s, "knocked-down threat").candidates == mask(1)
    assert targets.is_threat(s, 1)
    s = table(BOARD, dead=(1,))
    s.everyone = True
    assert not targets.is_threat(s, 1)


def refused(text):
    try:
        targets.check_entry(text)
    except Refused as wrong:
        return wrong.path == "" and wrong.allowed != ""
    return False


def test_T2_entries_are_checked_word_by_word():
    for text in ("threat", "random knocked-down survivor, in blind spot", "no target: x", "no target:  ", "all threat, facing, in range"):
        assert not refused(text)
    for text in (
        "",
        "closest",
        "nearest threat",
        "closest  threat",
        " threat",
        "threat ",
        "threat,facing",
        "threat,  facing",
        "threat, facing, facing",
        "threat, ",
        "threat, in view",
        "Threat",
        "threats",
        "closest closest threat",
        "threat knocked-down",
        "knocked-down",
        "knocked-down knocked-down threat",
        "no target",
        "no target:",
        "no target: ",
        "no target:x",
        ", facing",
    ):
        assert refused(text), text


def test_T1_a_condition_asked_of_one_space_is_what_the_set_of_all_says():
    n = 7
    for k in range(90):
        drawing = []
        for _ in range(7):
            n = (n * 75 + 74) % 65537
            drawing.append("".join(["......#XO@"[(n >> c) % (10 if k % 3 == 0 else 6)] for c in range(3 + k % 9)]))
        s = table("\n".join(drawing))
        s.size = 1 + k % 3
        s.blind = default_blind_spot(s.size, 1 + k % 2)
        s.placed = True
        s.x, s.y = n % (s.columns - s.size + 1), n % (s.rows - s.size + 1)
        s.facing = n % 4
        s.movement = n % 6
        rulings = Rulings()
        rulings.front_excludes_base_line = k % 4 > 0
        view = targets.View(s, rulings)
        for what in range(4):
            spaces = targets.View(s, rulings).spaces(what)
            for space in range(s.columns * s.rows):
                if not geometry.under(s, space):
                    assert view.has(what, space) == (space in spaces), (drawing, what, space, s.x, s.y, s.facing)


def test_V4_who_can_step_is_who_reaches_a_space():
    n = 11
    for k in range(90):
        drawing = []
        for _ in range(3):
            n = (n * 75 + 74) % 65537
            drawing.append("".join(["..##XO"[(n >> c) % 6] for c in range(2 + k % 4)]))
        s = table("\n".join(drawing))
        s.resize(3)
        s.at = [n % len(s.terrain), n // 7 % len(s.terrain), n // 11 % len(s.terrain)]
        s.size = 1
        s.placed = k % 2 > 0
        rulings = Rulings()
        rulings.always_one_step = k % 3 > 0
        for steps in (-1, 0, 1, 3):
            assert geometry.can_step(s, 0, steps, rulings) == bool(geometry.reach(s, 0, steps, rulings)), (drawing, s.at, steps)
