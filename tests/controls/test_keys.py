"""Seven keys become intents exactly as architecture.md says under "Keys" (facts.md, report 6)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.controls import keys as k
from lanternboard.controls.cursor import around, following, step
from lanternboard.controls.view import View, highlighted
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.spaces import Spaces

COLUMNS, ROWS = 22, 16
DIRECTIONS = (k.UP, k.DOWN, k.LEFT, k.RIGHT)


def spaces(*places):
    out = Spaces(COLUMNS * ROWS)
    for at in places:
        out.add(at)
    return out


def at(column, row):
    return row * COLUMNS + column


def prompt(options, usual=None, number=1, kind="act"):
    p = Prompt(kind, "V4", options, usual)
    p.number = number
    return p


def controls(asked):
    c = k.Controls(View())
    c.see(asked)
    return c


def tap(c, key, asked, ms=0, held=50):
    return c.edge(key, True, ms, asked, COLUMNS) + c.edge(key, False, ms + held, asked, COLUMNS)


IDS = ("show", "move", "turn")


def test_choose_answers_the_highlighted_choice_on_the_first_edge():
    asked = prompt(IDS, "move")
    c = controls(asked)
    assert c.edge(k.CHOOSE, True, 0, asked, COLUMNS) == [("answer", "move")]
    assert c.edge(k.CHOOSE, False, 5000, asked, COLUMNS) == []


def test_the_cursor_rests_on_the_first_legal_space_so_that_choose_never_does_nothing():
    asked = prompt(spaces(at(9, 9), at(3, 4), at(12, 3)))
    c = controls(asked)
    assert c.view.cursor == at(12, 3)
    assert tap(c, k.CHOOSE, asked) == [("answer", at(12, 3))]
    assert controls(prompt(spaces())).view.cursor == -1


def test_next_goes_round_a_ring_space_by_space_and_through_a_region_row_by_row():
    ring = [at(c, r) for c in range(COLUMNS) for r in range(ROWS) if abs(2 * c - 21) + abs(2 * r - 15) == 14]
    asked = prompt(spaces(*ring))
    c = controls(asked)
    walked = [c.view.cursor]
    for i in range(len(ring)):
        tap(c, k.NEXT, asked, 1000 * i)
        walked.append(c.view.cursor)
    assert set(walked) == set(ring) and walked[0] == walked[-1]
    for here, there in pairwise(walked):
        assert max(abs(here % COLUMNS - there % COLUMNS), abs(here // COLUMNS - there // COLUMNS)) == 1
    assert walked[1] % COLUMNS > walked[0] % COLUMNS  # clockwise
    region = spaces(*[at(c, r) for c in range(4, 9) for r in range(4, 9)])
    assert [around(region, at(x, 4), COLUMNS) for x in (4, 8)] == [at(5, 4), at(4, 5)]
    row = spaces(at(2, 3), at(5, 3), at(6, 3))
    assert [around(row, at(x, 3), COLUMNS) for x in (2, 5, 6)] == [at(5, 3), at(6, 3), at(2, 3)]


def test_where_nothing_can_be_answered_next_and_choose_are_refused():
    for options in (spaces(), (), range(0)):
        asked = prompt(options)
        for key in (k.NEXT, k.CHOOSE):
            c = controls(asked)
            assert tap(c, key, asked) == [("refused",)] and c.view.refused


def test_of_spaces_as_near_a_direction_takes_the_northern_then_the_western():
    assert step(spaces(at(7, 4), at(7, 6)), at(5, 5), 1, COLUMNS) == at(7, 4)
    assert step(spaces(at(4, 3), at(6, 3)), at(5, 5), 0, COLUMNS) == at(4, 3)
    assert step(spaces(at(8, 5), at(7, 6)), at(5, 5), 1, COLUMNS) == at(8, 5), "aside counts double"


def test_a_ring_that_touches_the_west_edge_is_still_gone_round():
    ring = spaces(at(0, 4), at(0, 5), at(0, 6), at(1, 5), at(21, 4))  # the last one lies before (0, 5) in the row's order
    assert around(ring, at(0, 4), COLUMNS) == at(21, 4) and around(ring, at(0, 5), COLUMNS) == at(0, 4)


def test_choose_without_a_highlighted_space_is_refused_and_costs_nothing():
    asked = prompt(spaces(at(3, 3)))
    c = controls(asked)
    c.view.cursor = -1
    assert tap(c, k.CHOOSE, asked) == [("refused",)]
    assert c.view.refused
    assert c.tick(k.REFUSED_MS, asked, COLUMNS) == [("moved",)]
    assert not c.view.refused


def test_a_direction_acts_on_the_first_edge_and_repeats_while_held():
    asked = prompt(range(0, 31), 10)
    c = controls(asked)
    assert c.edge(k.UP, True, 1000, asked, COLUMNS) == [("moved",)]
    seen = []
    for ms in range(1001, 1000 + k.REPEAT_FIRST_MS + 3 * k.REPEAT_MS):
        c.tick(ms, asked, COLUMNS)
        seen.append(highlighted(asked, c.view))
    assert seen[0] == 11 and seen[k.REPEAT_FIRST_MS - 2] == 11 and seen[k.REPEAT_FIRST_MS - 1] == 12
    assert seen[-1] == 14
    assert c.edge(k.UP, False, 9000, asked, COLUMNS) == []
    assert not c.tick(20000, asked, COLUMNS)


def test_a_late_tick_makes_one_step_and_no_burst():
    asked = prompt(range(0, 31), 10)
    c = controls(asked)
    c.edge(k.UP, True, 0, asked, COLUMNS)
    c.tick(60000, asked, COLUMNS)
    assert highlighted(asked, c.view) == 12


def test_ranges_go_up_with_up_and_right_and_down_with_down_and_left():
    for key, value in ((k.UP, 6), (k.RIGHT, 6), (k.DOWN, 4), (k.LEFT, 4)):
        asked = prompt(range(0, 9), 5)
        c = controls(asked)
        tap(c, key, asked)
        assert highlighted(asked, c.view) == value
    asked = prompt(range(0, 9), 8)
    c = controls(asked)
    assert tap(c, k.UP, asked) == [("refused",)] and highlighted(asked, c.view) == 8


def test_a_direction_names_a_side_directly():
    asked = prompt(("N", "E", "S", "W"), "N")
    for key, side in ((k.UP, "N"), (k.RIGHT, "E"), (k.DOWN, "S"), (k.LEFT, "W")):
        c = controls(asked)
        assert tap(c, key, asked) == [("moved",)]
        assert highlighted(asked, c.view) == side
    some = prompt(("N", "W"), "N")
    c = controls(some)
    assert tap(c, k.RIGHT, some) == [("refused",)] and highlighted(some, c.view) == "N"


def test_ids_are_stepped_through_in_a_round():
    asked = prompt(IDS)
    c = controls(asked)
    order = []
    for _ in range(4):
        tap(c, k.RIGHT, asked)
        order.append(highlighted(asked, c.view))
    assert order == ["move", "turn", "show", "move"]
    tap(c, k.UP, asked)
    assert highlighted(asked, c.view) == "show"


def test_from_nowhere_the_first_press_goes_to_the_usual_space():
    asked = prompt(spaces(at(1, 1), at(9, 9)), at(9, 9))
    c = controls(asked)
    c.view.cursor = -1
    assert tap(c, k.LEFT, asked) == [("moved",)] and c.view.cursor == at(9, 9)


def test_a_new_prompt_puts_the_view_on_its_usual_answer():
    c = controls(prompt(IDS, "turn"))
    assert c.view.option == 2
    new = prompt(spaces(at(4, 4), at(5, 4)), at(5, 4), number=2)
    assert c.tick(0, new, COLUMNS) == [("moved",)]
    assert c.view.cursor == at(5, 4) and c.view.option == 0
    assert not c.tick(1, new, COLUMNS)


def test_back_is_undo_when_short_and_menu_when_held():
    asked = prompt(IDS)
    c = controls(asked)
    assert c.edge(k.BACK, True, 0, asked, COLUMNS) == []
    assert c.edge(k.BACK, False, k.HOLD_MS - 1, asked, COLUMNS) == [("undo",)]
    assert c.edge(k.BACK, True, 1000, asked, COLUMNS) == []
    assert not c.tick(1000 + k.HOLD_MS - 1, asked, COLUMNS)
    assert c.tick(1000 + k.HOLD_MS, asked, COLUMNS) == [("menu",)]
    assert not c.tick(1000 + 2 * k.HOLD_MS, asked, COLUMNS)
    assert c.edge(k.BACK, False, 3000, asked, COLUMNS) == []


def test_next_is_the_usual_answer_else_the_next_legal_one():
    assert tap(controls(prompt(IDS, "move")), k.NEXT, prompt(IDS, "move")) == [("usual",)]
    asked = prompt(IDS)
    c = controls(asked)
    assert tap(c, k.NEXT, asked) == [("moved",)] and highlighted(asked, c.view) == "move"
    asked = prompt(spaces(at(2, 2), at(7, 7)))
    c = controls(asked)
    places = []
    for i in range(3):
        tap(c, k.NEXT, asked, 1000 * i)
        places.append(c.view.cursor)
    assert places == [at(7, 7), at(2, 2), at(7, 7)]


def test_next_held_shows_where_everything_stands_until_it_is_let_go():
    asked = prompt(IDS, "move")
    c = controls(asked)
    c.edge(k.NEXT, True, 0, asked, COLUMNS)
    assert c.tick(k.HOLD_MS, asked, COLUMNS) == [("where",)] and c.view.where
    assert c.edge(k.NEXT, False, 5000, asked, COLUMNS) == [("moved",)] and not c.view.where


def test_next_held_goes_on_from_one_miniature_to_the_next():
    asked = prompt(IDS, "move")
    c = controls(asked)
    c.edge(k.NEXT, True, 0, asked, COLUMNS)
    c.tick(k.HOLD_MS, asked, COLUMNS)
    steps = []
    for ms in range(k.HOLD_MS, k.HOLD_MS + 3 * k.WHERE_MS + 1, 10):
        if c.tick(ms, asked, COLUMNS):
            steps.append((ms - k.HOLD_MS, c.view.where))
    assert steps == [(k.WHERE_MS, 2), (2 * k.WHERE_MS, 3), (3 * k.WHERE_MS, 4)]
    c.edge(k.NEXT, False, 9000, asked, COLUMNS)
    assert c.view.where == 0 and not c.tick(9900, asked, COLUMNS)


def test_back_and_next_held_together_begin_a_new_showdown_once():
    asked = prompt(IDS, "move")
    for first, second in ((k.BACK, k.NEXT), (k.NEXT, k.BACK)):
        c = controls(asked)
        c.edge(first, True, 0, asked, COLUMNS)
        c.edge(second, True, 100, asked, COLUMNS)
        shown = []
        for ms in range(100, 100 + k.AGAIN_MS, 20):
            assert c.tick(ms, asked, COLUMNS) in ((), [("moved",)], [])
            shown.append(c.view.again)
        assert shown[(k.AGAIN_SIGN_MS - 20) // 20] == 0 and shown[k.AGAIN_SIGN_MS // 20] == 1
        assert sorted(shown) == shown and set(shown) == set(range(8))
        assert c.tick(100 + k.AGAIN_MS, asked, COLUMNS) == [("again",), ("moved",)] and c.view.again == 0
        assert not c.tick(100 + 3 * k.AGAIN_MS, asked, COLUMNS), "once"
        assert c.edge(first, False, 20000, asked, COLUMNS) + c.edge(second, False, 20000, asked, COLUMNS) == []
        assert tap(c, k.BACK, asked, 30000) == [("undo",)]


def test_whoever_lets_go_of_one_of_them_begins_none():
    asked = prompt(IDS, "move")
    for early in (k.BACK, k.NEXT):
        for wait in (k.AGAIN_SIGN_MS - 1, k.AGAIN_MS - 1):
            c = controls(asked)
            c.edge(k.BACK, True, 0, asked, COLUMNS)
            c.edge(k.NEXT, True, 0, asked, COLUMNS)
            c.tick(wait, asked, COLUMNS)
            shown = c.view.again
            assert c.edge(early, False, wait, asked, COLUMNS) == ([("moved",)] if shown else []) and c.view.again == 0
            assert not c.tick(wait + 5000, asked, COLUMNS)
    c = controls(asked)
    c.edge(k.BACK, True, 0, asked, COLUMNS)
    c.edge(k.NEXT, True, 0, asked, COLUMNS)
    c.tick(k.AGAIN_MS - 1, asked, COLUMNS)
    c.drop()
    assert c.view.again == 0 and not c.tick(k.AGAIN_MS, asked, COLUMNS)


def test_without_a_tick_a_long_press_is_still_long():
    asked = prompt(IDS, "move")
    assert tap(controls(asked), k.NEXT, asked, 0, k.HOLD_MS) == [("where",), ("moved",)]
    assert tap(controls(asked), k.BACK, asked, 0, k.HOLD_MS) == [("menu",)]


def test_back_and_next_together_cancel_both():
    asked = prompt(IDS, "move")
    for first, second in ((k.BACK, k.NEXT), (k.NEXT, k.BACK)):
        c = controls(asked)
        out = c.edge(first, True, 0, asked, COLUMNS) + c.edge(second, True, 80, asked, COLUMNS)
        out += c.tick(k.HOLD_MS + 100, asked, COLUMNS)
        out += c.edge(first, False, 900, asked, COLUMNS) + c.edge(second, False, 950, asked, COLUMNS)
        assert out == []
        assert tap(c, k.BACK, asked, 2000) == [("undo",)]


def test_a_press_is_never_taken_for_one_on_another_prompt():
    asked, later = prompt(IDS, "move"), prompt(IDS, "move", number=2)
    for key in (k.BACK, k.NEXT):
        c = controls(asked)
        c.edge(key, True, 0, asked, COLUMNS)
        assert c.edge(key, False, 100, later, COLUMNS) == [("refused",)]


def test_the_counter_of_milliseconds_may_wrap():
    asked = prompt(IDS)
    c = controls(asked)
    last = (1 << 30) - 100
    c.edge(k.BACK, True, last, asked, COLUMNS)
    assert not c.tick(200, asked, COLUMNS)
    assert c.tick(300, asked, COLUMNS) == [("menu",)]


# A press: a key, how long it is held, how long until the next one.
PRESSES = st.lists(st.tuples(st.integers(0, 6), st.integers(1, 900), st.integers(1, 300)), min_size=1, max_size=30)


@given(PRESSES, st.booleans())
def test_single_presses_keep_their_order_and_none_becomes_another(presses, ticking):
    """Report 6: whatever the pace, press i gives exactly its own intent, at its place."""
    asked = prompt(IDS, "move")
    c = controls(asked)
    now = 0
    got, wanted = [], []
    for key, held, pause in presses:
        got += c.edge(key, True, now, asked, COLUMNS)
        if ticking:
            for ms in range(now, now + held, 20):
                got += c.tick(ms, asked, COLUMNS)
        now += held
        got += c.edge(key, False, now, asked, COLUMNS)
        now += pause
        if key == k.CHOOSE:
            wanted.append("answer")
        elif key == k.BACK:
            wanted.append("undo" if held < k.HOLD_MS else "menu")
        elif key == k.NEXT:
            wanted.append("usual" if held < k.HOLD_MS else "where")
    assert [intent[0] for intent in got if intent[0] != "moved"] == wanted


EDGES = st.lists(st.tuples(st.integers(-1, 8), st.booleans(), st.integers(0, 600)), max_size=60)


@given(EDGES, st.sampled_from([IDS, range(0, 4), ("N", "W"), "spaces", "none"]))
def test_any_edges_in_any_order_only_make_intents_and_legal_highlights(edges, options):
    if options == "spaces":
        options = spaces(at(0, 0), at(21, 15), at(5, 5))
    elif options == "none":
        options = spaces()
    asked = prompt(options)
    c = controls(asked)
    now = 0
    for key, down, pause in edges:
        for intent in c.edge(key, down, now, asked, COLUMNS) + list(c.tick(now, asked, COLUMNS)):
            assert intent[0] in ("answer", "undo", "menu", "where", "again", "refused", "moved")
            if intent[0] == "answer":
                assert asked.allows(intent[1])
        now += pause


SETS = st.lists(st.integers(0, COLUMNS * ROWS - 1), min_size=1, max_size=60, unique=True)


@given(SETS, st.integers(0, COLUMNS * ROWS - 1), st.integers(0, 3))
def test_a_direction_goes_to_a_legal_space_that_way_when_there_is_one(places, cursor, side):
    legal = spaces(*places)
    x, y = cursor % COLUMNS, cursor // COLUMNS

    def ahead(space):
        dx, dy = space % COLUMNS - x, space // COLUMNS - y
        return (-dy, dx, dy, -dx)[side]

    got = step(legal, cursor, side, COLUMNS)
    that_way = [p for p in places if ahead(p) > 0]
    assert (got >= 0) == bool(that_way)
    if that_way:
        assert got in legal and ahead(got) > 0
    beside = [cursor - COLUMNS if y else -1, cursor + 1 if x < COLUMNS - 1 else -1][side] if side < 2 else None
    if beside is not None and beside in legal:
        assert got == beside


@given(SETS)
def test_the_cursor_reaches_every_legal_space_by_next(places):
    legal = spaces(*places)
    for following_ in (following, lambda spaces, cursor: around(spaces, cursor, COLUMNS)):
        cursor, seen = -1, set()
        for _ in places:
            cursor = following_(legal, cursor)
            seen.add(cursor)
        assert seen == set(places)


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(0, 21), st.integers(0, 15), st.sets(st.integers(0, 351), max_size=12))
def test_a_survivors_reach_can_be_walked_whole_by_directions(radius, x, y, taken):
    """The diamond of a move (V4) less a few taken spaces: every space is some presses away."""
    legal = spaces(
        *[at(c, r) for c in range(COLUMNS) for r in range(ROWS) if 0 < abs(c - x) + abs(r - y) <= radius and at(c, r) not in taken]
    )
    if not legal:
        return
    first = next(iter(legal))
    seen, todo = {first}, [first]
    while todo:
        here = todo.pop()
        for side in range(4):
            there = step(legal, here, side, COLUMNS)
            if there >= 0 and there not in seen:
                seen.add(there)
                todo.append(there)
    assert seen == set(legal)


@pytest.mark.parametrize("turn", range(8))
def test_direction_keys_mean_the_tables_directions(turn):
    """Of a board that is turned or mirrored: where the cursor goes on the table, told by an oracle of places."""
    columns = rows = 5
    asked = prompt(Spaces(columns * rows, bytearray(b"\xff\xff\xff\x01")), 12)

    def on_the_table(space):
        x, y = space % columns, space // columns
        if turn & 4:
            x = columns - 1 - x
        for _ in range(turn & 3):
            x, y = rows - 1 - y, x
        return x, y

    for key, (dx, dy) in {k.UP: (0, -1), k.DOWN: (0, 1), k.LEFT: (-1, 0), k.RIGHT: (1, 0)}.items():
        turned = k.Controls(View(), turn)
        turned.edge(key, True, 0, asked, columns)
        assert on_the_table(turned.view.cursor) == (2 + dx, 2 + dy)
