"""What the board shows: the layers of lights/compose.py, their priority, and colours that no eye confuses."""

import pytest
from eyes import ciede2000
from floor import SHOWN
from hypothesis import given
from hypothesis import strategies as st
from lanternboard.controls.view import View
from lanternboard.lights import meanings as m
from lanternboard.lights import palette
from lanternboard.lights.compose import ALL, THE_MONSTER, compose, standing
from lanternboard.lights.glow import GLOW_MS, Glow
from lanternboard.rules import engine, figures, geometry, movement
from lanternboard.rules.asking import LIT_BLIND, LIT_CANDIDATES, LIT_FRONT, LIT_RANGE, LIT_REACH, LIT_ROUTES, LIT_VIEW, SIDE_IDS
from lanternboard.rules.prompt import CHANCE, CONTROLLER, Prompt
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import ALL as ALL_OF_IT
from lanternboard.rules.state import DEAD, DOWN, LIGHTS, MOVEMENT, NOWHERE, PLAYER, TOKENS, WIDTH, ZERO, State
from lanternboard.screen import words
from lanternboard.table.builtin import BuiltinCards, RamJournal

CARDS = BuiltinCards()


def state(*at, monster=(10, 7), facing=0, columns=22, rows=16):
    s = State(columns, rows, len(at))
    s.placed = monster is not None
    if monster is not None:
        s.x, s.y = monster
    s.facing = facing
    s.monster = 0
    s.at = [row * columns + column for column, row in at]
    return s


def lit(s, prompt=None, view=None):
    cells = bytearray(s.columns * s.rows)
    if prompt is not None:
        view = view or View()
        view.see(prompt)
    compose(s, prompt, view, cells, DEFAULT, CARDS)
    if view is None or not view.where:
        levels_are_known(cells)
    return cells


def levels_are_known(cells):
    """What tells the lights apart at the lowest brightness knows of every level in which they are shown."""
    assert not [(m.name(value & 31), value >> 5 & 3) for value in cells if value & 31 and (value >> 5 & 3) not in SHOWN[value & 31]]


def meaning(s, cells, column, row):
    return cells[row * s.columns + column] & 31


def level(s, cells, column, row):
    return cells[row * s.columns + column] >> 5 & 3


def showing(cells, what):
    return {i for i in range(len(cells)) if cells[i] & 31 == what}


def asked(kind, options, usual=None, subject=(), number=1):
    p = Prompt(kind, "V4", options, usual, subject=subject)
    p.number = number
    return p


def spaces(s, *at):
    out = Spaces(s.columns * s.rows)
    for column, row in at:
        out.add(row * s.columns + column)
    return out


def test_at_rest_only_the_halos_are_lit_and_dim():
    s = state((3, 3), (5, 5))
    s.flags[1] |= DOWN
    cells = lit(s)
    assert showing(cells, m.SURVIVOR) == {3 * 22 + 3} and showing(cells, m.SURVIVOR + 1) == {5 * 22 + 5}
    assert not cells[3 * 22 + 3] & m.EDGE and cells[5 * 22 + 5] & m.EDGE, "who lies is marked"
    assert level(s, cells, 3, 3) == m.DIM and level(s, cells, 10, 8) == m.DIM
    assert sum(1 for value in cells if value) == 6


@pytest.mark.parametrize(
    "facing, edge", [(0, {(10, 7), (11, 7)}), (1, {(11, 7), (11, 8)}), (2, {(10, 8), (11, 8)}), (3, {(10, 7), (10, 8)})]
)
def test_the_front_edge_shows_the_facing_brighter_than_the_base(facing, edge):
    s = state(facing=facing)
    cells = lit(s)
    assert showing(cells, m.FRONT_EDGE) == {row * 22 + column for column, row in edge}
    assert {level(s, cells, *at) for at in edge} == {m.NORMAL}
    assert len(showing(cells, m.MONSTER)) == 2


@pytest.mark.parametrize(
    "number, function, what",
    [
        (LIT_FRONT, lambda s: geometry.in_front(s, DEFAULT), m.IN_FRONT),
        (LIT_BLIND, geometry.blind_spot, m.BLIND_SPOT),
        (LIT_VIEW, lambda s: geometry.field_of_view(s, DEFAULT), m.FIELD_OF_VIEW),
        (LIT_RANGE, geometry.in_range, m.IN_RANGE),
    ],
)
def test_what_the_table_chose_is_lit_where_the_rules_say(number, function, what):
    s = state(facing=1)
    s.lit = number
    cells = lit(s)
    assert showing(cells, what) == set(function(s)) - set(geometry.footprint(s))
    for space in showing(cells, what):
        x, y = space % 22, space // 22
        near = [(x + dx, y + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)) if 0 <= x + dx < 22 and 0 <= y + dy < 16]
        rim = any(r * 22 + c not in set(function(s)) for c, r in near)
        assert bool(cells[space] & m.EDGE) == rim


def test_candidates_are_whom_the_list_picks():
    s = state((10, 2), (10, 12))
    s.lit = LIT_CANDIDATES
    assert showing(lit(s), m.CANDIDATE) == {2 * 22 + 10}


def test_routes_show_the_way_the_target_and_whom_it_may_run_over():
    s = state((10, 2), (10, 5))
    s.lit, s.lit_of = LIT_ROUTES, 0
    cells = lit(s)
    assert meaning(s, cells, 10, 2) == m.CANDIDATE and meaning(s, cells, 10, 5) == m.RUN_OVER
    ways = set(movement.routes(s, 0))
    assert showing(cells, m.ROUTE) <= ways and showing(cells, m.ROUTE)


def test_V4_F1_reach_is_a_survivors_own_with_movement_five():
    s = state((3, 3), monster=None)
    s.lit, s.lit_of = LIT_REACH, 0
    assert showing(lit(s), m.ROUTE) == set(geometry.reach(s, 0, 5, DEFAULT))
    assert {8 * 22 + 3, 7 * 22 + 4} <= showing(lit(s), m.ROUTE) and 9 * 22 + 3 not in showing(lit(s), m.ROUTE)


def test_V4_reach_is_lit_for_the_movement_that_a_survivor_has():
    s = state((3, 3), (18, 12), monster=None)
    s.lit, s.lit_of = LIT_REACH, 1
    s.body[WIDTH + MOVEMENT] = ZERO + 7
    s.body[WIDTH + MOVEMENT + TOKENS] = ZERO - 4
    assert showing(lit(s), m.ROUTE) == set(geometry.reach(s, 1, 3, DEFAULT)) != set(geometry.reach(s, 1, 5, DEFAULT))
    figures.mark(s, 1, figures.SLOW)
    assert showing(lit(s), m.ROUTE) == set(geometry.reach(s, 1, 1, DEFAULT))


def test_K1_who_lies_has_no_reach():
    s = state((3, 3), (5, 5), monster=None)
    s.lit, s.lit_of = LIT_REACH, 0
    s.flags[0] |= DOWN
    assert not showing(lit(s), m.ROUTE) and words.lit_text(s, ("A", "B"), None) == ""
    s.flags[0] = 0
    s.flags[1] |= DOWN
    assert showing(lit(s), m.ROUTE) and words.lit_text(s, ("A", "B"), None) == "Lit: where A can go."


def test_a_question_lights_its_answers_the_usual_brighter_the_cursor_brightest():
    s = state((3, 3))
    prompt = asked("to", spaces(s, (4, 3), (5, 3), (6, 3)), 5 + 3 * 22, ("s0",))
    view = View()
    view.see(prompt)
    view.cursor = 6 + 3 * 22
    cells = lit(s, prompt, view)
    assert [meaning(s, cells, c, 3) for c in (3, 4, 5, 6)] == [m.SURVIVOR, m.ALLOWED, m.USUAL, m.CURSOR]
    assert [level(s, cells, c, 3) for c in (3, 4, 5, 6)] == [m.NORMAL, m.NORMAL, m.BRIGHT, m.BRIGHT]

    def shine(at):
        value = cells[3 * 22 + at]
        return sum(m.colour(value & 31)) * (1, 2, 3)[value >> 5 & 3]

    assert shine(4) < shine(5) < shine(6)


def test_ids_light_the_miniatures_they_name():
    s = state((3, 3), (5, 5))
    cells = lit(s, asked("miniature", ("monster", "s0", "s1"), "s0"))
    assert meaning(s, cells, 3, 3) == m.CURSOR and meaning(s, cells, 5, 5) == m.ALLOWED
    assert showing(cells, m.ALLOWED) == {5 * 22 + 5} | set(geometry.footprint(s))


def test_sides_light_the_edges_of_the_base():
    s = state(facing=0)
    cells = lit(s, asked("facing", SIDE_IDS, "S", ("monster",)))
    assert showing(cells, m.CURSOR) == {8 * 22 + 10, 8 * 22 + 11}


def test_a_place_of_the_monster_is_its_whole_base():
    s = state(monster=None)
    prompt = asked("place-monster", spaces(s, (4, 4), (9, 9)), 9 + 9 * 22, ("monster",))
    cells = lit(s, prompt)
    assert showing(cells, m.CURSOR) == {9 + 9 * 22, 10 + 9 * 22, 9 + 10 * 22, 10 + 10 * 22}
    assert level(s, cells, 9, 9) == level(s, cells, 10, 10) == m.BRIGHT


def test_whom_a_route_runs_over_is_shown_by_the_highlighted_set():
    s = state((3, 3), (5, 5), (7, 7))
    prompt = asked("crossing", ("r0", "r1", "r2"), "r0", ("s0", 0, 2, 6))
    view = View()
    view.see(prompt)
    assert not showing(lit(s, prompt, view), m.RUN_OVER)
    view.option = 2
    assert showing(lit(s, prompt, view), m.RUN_OVER) == {5 * 22 + 5, 7 * 22 + 7}


def test_a_push_is_shown_as_a_direction_from_who_is_pushed():
    s = state((10, 9))
    view = View()
    prompt = asked("push-side", ("N", "S"), "S", ("s0",))
    view.see(prompt)
    assert showing(lit(s, prompt, view), m.CURSOR) == {10 * 22 + 10, 11 * 22 + 10, 12 * 22 + 10}
    view.option = 0  # out over the far side: the base itself is left out
    assert showing(lit(s, prompt, view), m.CURSOR) == {6 * 22 + 10, 5 * 22 + 10, 4 * 22 + 10}


def test_while_choosing_what_to_light_the_highlighted_choice_is_shown():
    s = state()
    prompt = asked("light", ("nothing", "front", "blind"), "nothing")
    view = View()
    view.see(prompt)
    assert not showing(lit(s, prompt, view), m.IN_FRONT)
    view.option = 1
    assert showing(lit(s, prompt, view), m.IN_FRONT) == set(geometry.in_front(s, DEFAULT))


def test_a_refused_press_shows_at_the_cursor_or_else_in_the_corners():
    s = state((3, 3))
    prompt = asked("to", spaces(s, (4, 3)), None, ("s0",))
    view = View()
    view.see(prompt)
    view.refused = True
    view.cursor = -1
    assert showing(lit(s, prompt, view), m.REFUSED) == {0, 21, 15 * 22, 15 * 22 + 21}
    view.cursor = 4 + 3 * 22
    assert showing(lit(s, prompt, view), m.REFUSED) == {4 + 3 * 22}


def test_where_everything_stands_shows_miniatures_only_and_bright():
    s = state((3, 3))
    s.lit = LIT_VIEW
    view = View()
    prompt = asked("to", spaces(s, (4, 3)), None, ("s0",))
    view.see(prompt)
    view.where = True
    cells = lit(s, prompt, view)
    assert {value & 31 for value in cells} == {m.DARK, m.MONSTER, m.FRONT_EDGE, m.SURVIVOR}
    assert level(s, cells, 3, 3) == m.BRIGHT


def test_then_one_miniature_after_another_stands_out_while_the_others_are_dim():
    s = state((3, 3), (5, 3), (7, 3))
    s.flags[1] = DEAD
    view = View()
    seen = []
    for view.where in range(1, 10):
        cells = lit(s, None, view)
        assert {value & 31 for value in cells} <= {m.DARK, m.MONSTER, m.FRONT_EDGE, m.SURVIVOR, m.SURVIVOR + 2}
        seen.append(standing(s, view.where))
        levels = [level(s, cells, x, y) for x, y in ((s.x + 1, s.y + 1), (3, 3), (7, 3))]
        assert levels == [m.NORMAL if one == seen[-1] else m.BRIGHT if seen[-1] == ALL else m.DIM for one in (THE_MONSTER, 0, 2)]
    assert seen == [ALL, THE_MONSTER, 0, 2] * 2 + [ALL]


SEATS = {"survivors": ["S", "E"], "controller": "N", "table": "W"}
EDGES = {
    "N": {(c, 0) for c in range(7, 15)},
    "E": {(21, r) for r in range(5, 11)},
    "S": {(c, 15) for c in range(7, 15)},
    "W": {(0, r) for r in range(5, 11)},
}


@pytest.mark.parametrize("who, side", [(0, "S"), (1, "E"), (2, "S"), (7, "E"), (-2, "N"), (-1, None)])
def test_the_bar_lies_where_the_player_sits_who_is_asked(who, side):
    s = state((3, 3))
    prompt = Prompt("number", "X4", range(5), 2, who=who)
    cells = bytearray(352)
    compose(s, prompt, View(), cells, DEFAULT, CARDS, SEATS)
    assert {(at % 22, at // 22) for at in showing(cells, m.SEAT)} == (EDGES[side] if side else set())
    compose(s, None, View(), cells, DEFAULT, CARDS, SEATS)
    assert not showing(cells, m.SEAT), "nobody is asked"


def dealt(controller, *at):
    """At the level `all`: survivors dealt round two players, of whom one is the controller."""
    s = state(*at)
    s.level, s.players, s.controller = ALL_OF_IT, 2, controller
    s.body = bytearray(WIDTH * len(at))
    for i in range(len(at)):
        s.body[i * WIDTH + PLAYER] = i % 2
    return s


@pytest.mark.parametrize("who", [CONTROLLER, CHANCE])
@pytest.mark.parametrize("controller, side", [(0, "S"), (1, "E")])
def test_V1a_the_controller_who_reads_the_dice_too_sits_where_that_players_first_survivor_does(who, controller, side):
    s = dealt(controller, (3, 3), (5, 5), (7, 7))
    cells = bytearray(352)
    compose(s, Prompt("roll", "W4", ("1-5", "6-10"), None, who, ("d10",)), View(), cells, DEFAULT, CARDS, SEATS)
    assert {(at % 22, at // 22) for at in showing(cells, m.SEAT)} == EDGES[side]
    s.level = LIGHTS
    compose(s, Prompt("roll", "W4", ("1-5", "6-10"), None, who, ("d10",)), View(), cells, DEFAULT, CARDS, SEATS)
    assert {(at % 22, at // 22) for at in showing(cells, m.SEAT)} == EDGES["N"]


WORDS_ONLY = [
    ("do", ("a0", "g0", "fist", "move", "done"), ("s0",)),
    ("roll", ("1", "2-9", "10"), ("wound", "maw", 2, 10)),
    ("card", ("s1", "n", "claw", "other"), ("ai",)),
    ("location-card", ("s1", "maw"), ("locations",)),
    ("location-order", ("s1", "maw"), ("s0",)),
    ("resource", ("s1", "hide"), ("basic",)),
    ("mood", ("s1", "rage"), ()),
    ("which", ("s1", "maw"), ("locations",)),
    ("level", ("lights", "monster", "all"), ()),
    ("read", ("nothing", "s1"), ("claw", "after")),
    ("hits", range(3), (2, 2)),
    ("is", ("yes", "no"), ("s0", "insane")),
    ("hit", ("head", "dodge-head"), ("s0", 1)),
]


@pytest.mark.parametrize("kind, options, subject", WORDS_ONLY, ids=[each[0] for each in WORDS_ONLY])
def test_answers_that_are_words_light_nothing_but_whom_the_question_is_about(kind, options, subject):
    s = dealt(0, (3, 3), (5, 5))
    for k in range(len(options)):
        view = View()
        prompt = asked(kind, options, options[0], subject)
        view.see(prompt)
        view.option = k
        cells = lit(s, prompt, view)
        assert not showing(cells, m.ALLOWED) | showing(cells, m.USUAL) | showing(cells, m.CURSOR)
        assert level(s, cells, 5, 5) == m.DIM
        assert level(s, cells, 3, 3) == (m.NORMAL if "s0" in subject else m.DIM)


@pytest.mark.parametrize("kind, last", [("hunter", "end"), ("heir", "nobody"), ("order", None), ("chosen", None), ("random", None)])
def test_survivors_who_are_answers_are_lit_and_the_highlighted_one_is_the_brightest(kind, last):
    s = dealt(0, (3, 3), (5, 5), (7, 7))
    prompt = asked(kind, ("s0", "s2") + ((last,) if last else ()), "s0")
    view = View()
    view.see(prompt)
    view.option = 1
    cells = lit(s, prompt, view)
    assert meaning(s, cells, 7, 7) == m.CURSOR and level(s, cells, 7, 7) == m.BRIGHT
    assert meaning(s, cells, 3, 3) == m.USUAL and meaning(s, cells, 5, 5) == m.SURVIVOR + 1
    if last:
        view.option = 2
        assert not showing(lit(s, prompt, view), m.CURSOR)


@pytest.mark.parametrize("kind", ["go", "front"])
def test_where_a_survivor_can_go_is_lit_and_not_what_was_looked_at_before(kind):
    s = dealt(0, (3, 3), (5, 5))
    s.lit = LIT_FRONT
    prompt = asked(kind, spaces(s, (4, 3), (4, 4)), None, ("s0",))
    cells = lit(s, prompt)
    assert len(showing(cells, m.ALLOWED) | showing(cells, m.CURSOR)) == 2 and not showing(cells, m.IN_FRONT)
    assert level(s, cells, 3, 3) == m.NORMAL and level(s, cells, 5, 5) == m.DIM


def test_X7_ends_of_a_move_without_a_target_are_whole_bases():
    s = dealt(0, (3, 3))
    s.lit = LIT_FRONT
    cells = lit(s, asked("end", spaces(s, (0, 0), (5, 0)), 0, ("monster",)))
    assert len(showing(cells, m.CURSOR)) == 4 and not showing(cells, m.IN_FRONT) | showing(cells, m.ROUTE)


def test_the_bar_is_the_lowest_layer_and_fits_any_board():
    s = state((10, 15), facing=0)
    s.lit = LIT_FRONT
    view = View()
    cells = bytearray(352)
    compose(s, Prompt("number", "X4", range(5), 2, who=-2), view, cells, DEFAULT, CARDS, SEATS)
    assert not showing(cells, m.SEAT), "what is in front reaches to the north edge"
    compose(s, Prompt("number", "X4", range(5), 2, who=0), view, cells, DEFAULT, CARDS, SEATS)
    assert len(showing(cells, m.SEAT)) == 7 and meaning(s, cells, 10, 15) == m.SURVIVOR
    for columns, rows in ((3, 3), (4, 5), (64, 16)):
        for who in (0, 1, -2):
            small = state(monster=None, columns=columns, rows=rows)
            cells = bytearray(columns * rows)
            compose(small, Prompt("number", "X4", range(5), 2, who=who), view, cells, DEFAULT, CARDS, SEATS)
            assert len(showing(cells, m.SEAT)) == -(-(rows if who == 1 else columns) // 3)


def test_the_dead_and_the_absent_are_dark():
    s = state((3, 3), (5, 5))
    s.flags[0] |= DEAD
    s.at[1] = NOWHERE
    assert not showing(lit(s), m.SURVIVOR) | showing(lit(s), m.SURVIVOR + 1)


def test_what_was_just_done_glows_for_a_moment():
    s = state((3, 3))
    glow = Glow()
    assert glow.look(s, 0) is None
    s.at[0] = 4 + 4 * 22
    assert set(glow.look(s, 1000)) == {3 + 3 * 22, 4 + 4 * 22}
    view = View()
    view.done = glow.spaces
    cells = lit(s, None, view)
    assert showing(cells, m.DONE) == {3 + 3 * 22}, "the place that was left glows, who came stands out"
    assert meaning(s, cells, 4, 4) == m.SURVIVOR and level(s, cells, 4, 4) == m.NORMAL
    assert not glow.tick(1000 + GLOW_MS - 1)
    s.x += 1
    assert set(glow.look(s, 1000)) == {c + r * 22 for c in (10, 11, 12) for r in (7, 8)}, "where its base was and is"
    assert glow.tick(1000 + GLOW_MS) and glow.spaces is None and not glow.tick(9000)


def test_only_the_highest_layer_shows_in_the_documented_order():
    """One space under every layer; they are taken off from the top, and the next one appears."""
    s = state((10, 5), (10, 2))
    s.lit, s.lit_of = LIT_ROUTES, 1
    view = View()
    prompt = asked("to", spaces(s, (10, 5)), 10 + 5 * 22, ("s0",))
    view.see(prompt)
    view.refused = True
    view.done = spaces(s, (10, 5))
    assert meaning(s, lit(s, prompt, view), 10, 5) == m.REFUSED
    view.refused = False
    assert meaning(s, lit(s, prompt, view), 10, 5) == m.CURSOR
    view.cursor = -1
    assert meaning(s, lit(s, prompt, view), 10, 5) == m.USUAL
    unusual = asked("to", spaces(s, (10, 5)), None, ("s0",))
    assert meaning(s, lit(s, unusual, view), 10, 5) == m.ALLOWED
    elsewhere = asked("to", spaces(s, (0, 0)), None, ("s0",))
    assert meaning(s, lit(s, elsewhere, view), 10, 5) == m.RUN_OVER
    s.lit_of = 0
    s.lit = LIT_FRONT
    assert meaning(s, lit(s, elsewhere, view), 10, 5) == m.SURVIVOR
    s.at[0] = 0
    assert meaning(s, lit(s, elsewhere, view), 10, 5) == m.DONE
    view.done = None
    assert meaning(s, lit(s, elsewhere, view), 10, 5) == m.IN_FRONT
    s.lit = 0
    assert meaning(s, lit(s, elsewhere, view), 10, 5) == m.DARK


ANSWERS = {m.ALLOWED, m.USUAL, m.CURSOR, m.REFUSED}


@pytest.mark.parametrize("what", range(8))
def test_what_is_lit_by_choice_never_looks_like_an_answer(what):
    """The monster can be put on few spaces: what lies around them and is lit for another reason is not taken for one of them."""
    s = state((10, 5), (10, 2), (3, 3))
    s.lit = what
    assert not set(lit(s)) & {m.cell(meaning, lv, edge) for meaning in ANSWERS for lv in range(3) for edge in (False, True)}
    legal = spaces(s, (12, 5), (0, 0), (5, 3))
    cells = lit(s, asked("to", legal, None, ("monster",)))
    assert showing(cells, m.ALLOWED) | showing(cells, m.CURSOR) <= set(legal) | {1, 22, 23}  # the cursor is a whole base


def test_no_two_meanings_look_alike_at_any_level():
    """In each of a terminal's three ways, whatever level either of them has."""
    from lanternboard_host.terminal.colours import index_of, light_of
    from lanternboard_host.terminal.draw import letters

    for look in (light_of, index_of, letters):
        seen: dict = {}
        for one in range(1, m.COUNT):
            for value in (m.cell(one, lv, edge) for lv in range(3) for edge in (False, True)):
                assert seen.setdefault(look(value), one) == one, (look.__name__, m.name(one), m.name(seen[look(value)]))


POSITIONS = st.tuples(st.integers(3, 24), st.integers(3, 18), st.integers(0, 3), st.integers(0, 7), st.data())


@given(POSITIONS)
def test_any_position_on_any_board_composes_and_stays_within_the_byte(drawn):
    columns, rows, facing, chosen, data = drawn
    places = data.draw(st.lists(st.integers(0, columns * rows - 1), unique=True, max_size=6))
    s = State(columns, rows, len(places))
    s.placed, s.monster, s.facing = True, 0, facing
    s.x, s.y = data.draw(st.integers(0, columns - 2)), data.draw(st.integers(0, rows - 2))
    s.at = [p if not geometry.under(s, p) else NOWHERE for p in places]
    s.lit, s.lit_of = chosen, 0
    before = s.pack()
    cells = lit(s)
    assert s.pack() == before
    assert all(value & 31 < m.COUNT and value >> 5 & 3 < 3 for value in cells)
    for i, at in enumerate(s.at):
        if at != NOWHERE:
            assert cells[at] & 31 in (m.SURVIVOR + i, m.CANDIDATE, m.RUN_OVER), i


def test_a_whole_game_can_be_lit_at_every_prompt():
    game = engine.create(RamJournal(), CARDS, ("A", "B", "C"))
    view = View()
    cells = bytearray(352)
    for k in range(120):
        options = list(game.prompt.options)
        view.see(game.prompt)
        compose(game.state, game.prompt, view, cells, DEFAULT, CARDS)
        levels_are_known(cells)
        game.answer(game.prompt.number, options[(k * 7) % len(options)])


def test_distances_are_those_of_the_published_test_data():
    """Pairs of Sharma, Wu and Dalal's table, chosen where implementations go wrong."""
    for one, other, far in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ):
        assert abs(ciede2000(one, other) - far) < 0.0001


def test_letters_and_names_are_distinct():
    assert len({m.letter(i) for i in range(m.COUNT)}) == len({m.name(i) for i in range(m.COUNT)}) == m.COUNT


def test_a_boards_patterns_are_the_palettes():
    assert [m.pattern(meaning) for meaning in range(m.COUNT)] == [entry[2] for entry in palette.TABLE]
    assert len(palette.TABLE) == m.COUNT
