"""Numbers in light for a board without a display: fixed, readable from the seat that is asked, over nothing that counts."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.controls.menu import ENTRIES, LIST
from lanternboard.controls.view import View
from lanternboard.lights import digits
from lanternboard.lights import meanings as m
from lanternboard.lights.digits import KINDS, bar, draw, number_of, numbers, seat_of
from lanternboard.rules.adjust import ADJUSTMENTS, TERRAIN
from lanternboard.rules.asking import LIGHTS
from lanternboard.rules.play import ACTS
from lanternboard.rules.prompt import ANYONE, CHANCE, CONTROLLER, Prompt
from lanternboard.rules.state import ALL as WHOLE
from lanternboard.rules.state import MONSTER, PLAYER, WIDTH, State
from lanternboard.settings.table import defaults
from lanternboard_host.faces.cards import installed
from rules.players import play
from rules.showdowns import RarePack, played
from sizes import count

SEATS = defaults()["seats"]
PICTURES = {
    "###|#.#|#.#|#.#|###": "0", ".#.|##.|.#.|.#.|###": "1", "###|..#|###|#..|###": "2", "###|..#|###|..#|###": "3",
    "#.#|#.#|###|..#|..#": "4", "###|#..|###|..#|###": "5", "###|#..|###|#.#|###": "6", "###|..#|..#|.#.|.#.": "7",
    "###|#.#|###|#.#|###": "8", "###|#.#|###|..#|###": "9", "...|...|###|...|...": "-",
}  # fmt: skip


def board(columns=22, rows=16):
    return State(columns, rows), bytearray(columns * rows)


def seen_from(state, cells, side):
    """The board's rows as that seat sees them, the furthest first."""
    grid = [list(cells[y * state.columns : (y + 1) * state.columns]) for y in range(state.rows)]
    if side == 2:
        return grid
    if side == 0:
        return [row[::-1] for row in grid[::-1]]
    columns = [[grid[y][x] for y in range(state.rows)] for x in range(state.columns)]  # the westernmost first
    return [column[::-1] for column in columns] if side == 1 else columns[::-1]


def read(state, cells, side):
    """[(number, level), ...] as that seat reads it from the left; every lit DIGIT space is part of one."""
    rows = seen_from(state, cells, side)
    lit = [(x, y) for y in range(len(rows)) for x in range(len(rows[0])) if rows[y][x] & 31 == m.DIGIT]
    if not lit:
        return []
    out, number, level, x = [], "", None, min(x for x, _ in lit)
    last = max(x for x, _ in lit)
    tops = {y for _, y in lit}
    top = min(tops) if max(tops) - min(tops) == 4 else min(tops) - 2
    while x <= last:
        shape = "|".join("".join("#" if rows[top + dy][x + dx] & 31 == m.DIGIT else "." for dx in range(3)) for dy in range(5))
        if shape not in PICTURES:
            out.append((int(number), level))
            number = ""
            x += 1
            continue
        number += PICTURES[shape]
        level = {rows[top + dy][x + dx] >> 5 & 3 for dy in range(5) for dx in range(3) if rows[top + dy][x + dx] & 31 == m.DIGIT}.pop()
        x += 4
    return [*out, (int(number), level)]


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize(("kind", "answer"), [(6, 2), (24, 8), (16, 30), (19, 7), (0, 5)])
def test_both_numbers_are_read_from_the_seat_that_is_asked(side, kind, answer):
    state, cells = board()
    numbers(state, cells, dict(SEATS, controller="NESW"[side]), CONTROLLER, kind, answer)
    assert read(state, cells, side) == [(kind, m.DIM), (answer, m.BRIGHT)]
    rows = seen_from(state, cells, side)
    assert not any(rows[-1]), "the edge stays for the bar"
    assert any(rows[-2]) and not any(rows[-7]), "at the seat's own end"


def test_a_minus_sign_is_read():
    state, cells = board()
    numbers(state, cells, SEATS, ANYONE, 19, -30)
    assert read(state, cells, 2) == [(19, m.DIM), (-30, m.BRIGHT)]


def test_where_both_find_no_room_the_answer_stands_alone_and_nothing_where_that_finds_none():
    state, cells = board(11, 8)
    numbers(state, cells, SEATS, ANYONE, 24, 17)
    assert read(state, cells, 2) == [(17, m.BRIGHT)]
    for columns, rows in ((3, 4), (2, 30), (64, 4), (1, 1)):
        state, cells = board(columns, rows)
        numbers(state, cells, SEATS, ANYONE, 24, 17)
        assert not any(cells)


@settings(max_examples=count(60, 600, 6000), deadline=None)
@given(st.integers(1, 40), st.integers(1, 25), st.data())
def test_nothing_but_zones_is_ever_painted_over(columns, rows, data):
    state, cells = board(columns, rows)
    for space in data.draw(st.lists(st.integers(0, columns * rows - 1), max_size=60)):
        cells[space] = data.draw(st.integers(1, m.SEAT))
    before = bytes(cells)
    numbers(state, cells, SEATS, data.draw(st.integers(-2, 7)), data.draw(st.integers(0, 24)), data.draw(st.integers(-30, 30)))
    for then, now in zip(before, cells):
        if now != then:
            assert now == 0 or now & 31 == m.DIGIT
            assert then == 0 or m.IN_FRONT <= then & 31 <= m.IN_RANGE


def test_a_dark_end_is_taken_before_one_over_a_zone():
    state, cells = board()
    for x in range(22):
        for y in range(8, 16):
            cells[y * 22 + x] = m.cell(m.IN_FRONT)
    numbers(state, cells, SEATS, ANYONE, 6, 2)
    assert read(state, cells, 2) == [(6, m.DIM), (2, m.BRIGHT)]
    assert not any(value & 31 == m.DIGIT for value in cells[8 * 22 :])


def test_answers_have_the_same_number_whatever_else_is_possible():
    for kind, ids in (("act", ACTS), ("light", LIGHTS), ("adjust", ADJUSTMENTS), ("terrain", TERRAIN), ("facing", ("N", "E", "S", "W"))):
        for options in (ids, ids[2:]):
            prompt = Prompt(kind, "V1", options)
            assert [number_of(prompt, choice) for choice in options] == [ids.index(choice) + 1 for choice in options]
    who = Prompt("holder", "T7a", ("nobody", "s2", "s7"))
    assert [number_of(who, choice) for choice in who.options] == [0, 3, 8]
    assert number_of(Prompt("miniature", "V1", ("monster", "s0")), "monster") == 9
    assert number_of(Prompt("list", "T1", range(3)), 0) == 1 and number_of(Prompt("number", "G8", range(-30, 31)), -4) == -4


def test_every_question_of_games_by_chance_is_numbered_where_it_has_no_spaces():
    met = set()

    def look(game, dice):
        view = View()
        prompt = game.prompt
        view.see(prompt)
        state, cells = board(game.state.columns, game.state.rows)
        draw(state, prompt, view, cells, SEATS)
        read_there = read(state, cells, seat_of(SEATS, prompt.who))
        if prompt.is_spaces():
            assert not read_there
        else:
            assert read_there[0][0] == KINDS.index(prompt.kind) + 1
            met.add(prompt.kind)
            taken = [number_of(prompt, choice) for choice in prompt.options]
            assert len(set(taken)) == len(taken), (prompt.kind, taken)

    for seed in range(count(6, 40, 400)):
        play(3000 + seed, 60, 22, 16, watch=look)
    assert len(met) > 9, met


def test_every_question_of_showdowns_is_numbered_each_answer_differently_and_cards_as_the_pack_has_them():
    met = set()

    def look(game):
        prompt = game.prompt
        if prompt.is_spaces() or isinstance(prompt.options, range):
            return
        met.add(prompt.kind)
        assert prompt.kind in KINDS
        taken = [number_of(prompt, choice, game.cards) for choice in prompt.options]
        assert len(set(taken)) == len(taken) and min(taken) >= 0, (prompt.kind, taken)
        assert len(set(number_of(prompt, choice) for choice in prompt.options)) == len(taken) or prompt.kind in ("resource", "which")
        if prompt.kind == "card":
            for choice in prompt.options:
                known = game.cards.ids("ai")
                assert number_of(prompt, choice, game.cards) == (known.index(choice) + 1 if choice in known else len(known) + 1)

    packs = [installed("first-story"), RarePack()]
    for seed in range(count(8, 40, 400)):
        played(70 + seed, packs[seed % 2], MONSTER if seed % 4 == 3 else WHOLE, 160, look, adjusts=6)
    assert len(met) > 20, met


def test_the_numbers_of_a_showdowns_answers_stay_what_they_are():
    """They are printed, and kept for years."""
    for kind, subject, wanted in (
        ("roll", ("wound", "maw", 6, 10), {"1-5": 1, "6-9": 6, "10": 10}),
        ("hit", ("s0", 2), {"head": 1, "legs": 5, "dodge-head": 11, "dodge-legs": 15}),
        ("do", ("s0",), {"a0": 1, "a7": 8, "fist": 9, "g0": 11, "g7": 18, "move": 20, "encourage": 23, "done": 0}),
        ("hunter", (), {"s0": 1, "s7": 8, "end": 0}),
        ("heir", ("s0",), {"s1": 2, "nobody": 0}),
        ("told", (), {"s0": 1, "s7": 8, "end": 0, "wound": 10, "move": 12, "won": 20}),
        ("level", (), {"lights": 1, "monster": 2, "all": 3}),
        ("is", ("s0", "deaf"), {"no": 2, "yes": 1}),
        ("side-of", (), {"monster": 9, "survivors": 2}),
        ("adjust", (), {"place-monster": 1, "terrain": 10, "record": 11, "level": 21}),
    ):
        prompt = Prompt(kind, "V1", tuple(wanted), subject=subject)
        assert {choice: number_of(prompt, choice) for choice in wanted} == wanted, kind


def test_V1a_the_controllers_numbers_lie_where_that_player_sits():
    state, cells = board()
    state.resize(2)
    state.level, state.players, state.controller = WHOLE, 2, 1
    state.body[WIDTH + PLAYER] = 1
    view = View()
    for who in (CONTROLLER, CHANCE):
        prompt = Prompt("hits", "A3", range(3), None, who, (2, 2))
        prompt.number = who + 10
        view.see(prompt)
        cells = bytearray(len(cells))
        draw(state, prompt, view, cells, dict(SEATS, survivors=["S", "E"], controller="N"))
        assert read(state, cells, 1) == [(32, m.DIM), (0, m.BRIGHT)]


def test_the_menu_is_kind_0_and_its_brightness_a_bar_from_the_left():
    view = View()
    view.page, view.entry = LIST, 3
    state, cells = board()
    draw(state, None, view, cells, SEATS)
    assert read(state, cells, 2) == [(0, m.DIM), (4, m.BRIGHT)] and len(ENTRIES) < 10
    for part, lit in ((0, 0), (5, 11), (10, 22)):
        cells = bytearray(352)
        bar(state, cells, SEATS, part, 10)
        edge = cells[15 * 22 :]
        assert [value >> 5 & 3 for value in edge[:lit]] == [m.BRIGHT] * lit and not any(edge[lit:-1]) and not any(cells[: 15 * 22])


def test_kinds_are_numbered_as_the_page_about_prompts_says():
    page = (Path(__file__).parents[2] / "docs/prompts.md").read_text("utf-8")
    assert re.findall(r"^\| (\d+) \| `([a-z-]+)` \|", page, re.M) == [(str(k + 1), kind) for k, kind in enumerate(KINDS)]


def test_shapes_are_those_of_the_pictures():
    for k, (shape, name) in enumerate(PICTURES.items()):
        assert int(shape.replace("|", "").replace("#", "1").replace(".", "0"), 2) == digits._SHAPES[k], name
