"""A scene that is shown again and again: the same as one made anew, and on MicroPython nothing is asked of the heap. No pytest; runs
on both interpreters."""

import gc
import sys

from lanternboard.controls import cursor
from lanternboard.controls.view import View
from lanternboard.lights import meanings as m
from lanternboard.lights.compose import Scene, compose
from lanternboard.rules import geometry
from lanternboard.rules.asking import LIT_CANDIDATES, LIT_REACH, LIT_ROUTES
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import BLOCKS_MONSTER, DOWN, HIDES, State
from lanternboard.table.builtin import BuiltinCards

CARDS = BuiltinCards()
SEATS = {"survivors": ["S", "E", "N", "W"], "controller": "W", "table": "S"}


def position():
    s = State(22, 16, 6)
    s.placed, s.monster, s.x, s.y, s.facing = True, 0, 10, 7, 1
    for i in range(6):
        s.at[i] = (2 * i + 2) * 22 + 5 + 2 * i
    s.at[4] = 3
    s.flags[2] |= DOWN
    s.terrain[9 * 22 + 3] = HIDES | BLOCKS_MONSTER
    s.lit_of = 1
    return s


def prompts(s):
    """One of every kind of question that lights something of its own."""
    one = Spaces(352)
    one.add(100)
    made = [
        Prompt("act", "V1", ("light", "move", "turn"), "move", 3),
        Prompt("light", "V1", ("nothing", "front", "blind", "view"), "front"),
        Prompt("to", "V1", geometry.free_spaces(s), None, 0, ("s0",)),
        Prompt("to", "M6", one, 100, -2, ("monster",)),
        Prompt("end", "M5", geometry.reach(s, 0, 6, DEFAULT), 99, -2, ("s1",)),
        Prompt("miniature", "V1", ("monster", "s0", "s1"), "s0"),
        Prompt("facing", "M7", ("N", "E", "S", "W"), "E", -2, ("monster",)),
        Prompt("push-side", "X4", ("N", "S"), "S", 1, ("s1",)),
        Prompt("crossing", "M5", ("r0", "r1"), "r0", -2, ("s0", 0, 6)),
        Prompt("number", "V1", range(9), 3),
        Prompt("terrain", "G9", ("clear", "bars"), "clear", -1, (44,)),
        None,
    ]
    for number in range(len(made)):
        if made[number] is not None:
            made[number].number = number
    return made


def scenes():
    """(state, prompt, view): every question over everything that can be lit, also refused, glowing, and where all stands."""
    s = position()
    glow = Spaces(352)
    for space in (3, 40, s.at[0], s.y * 22 + s.x):
        glow.add(space)
    for prompt in prompts(s):
        for lit in range(8):
            view = View()
            view.see(prompt)
            s.lit = lit
            view.done = glow if lit & 1 else None
            view.refused = lit == 3
            view.where = lit == 5
            yield s, prompt, view


def test_a_scene_shown_again_is_the_scene_made_anew():
    scene = Scene(DEFAULT, CARDS, SEATS)
    cells, anew = bytearray(352), bytearray(352)
    for s, prompt, view in scenes():
        scene.forget()
        for move in range(3):
            if prompt is not None and prompt.is_spaces():
                there = cursor.step(prompt.options, view.cursor, move, 22)
                view.cursor = there if there >= 0 else view.cursor
            elif prompt is not None:
                view.option = move
            for again in range(2):
                scene.show(s, prompt, view, cells)
                compose(s, prompt, view, anew, DEFAULT, CARDS, SEATS)
                assert cells == anew, (prompt and prompt.kind, s.lit, move, again)


def test_a_scene_follows_the_state_when_it_is_told_to_forget():
    s = position()
    scene = Scene(DEFAULT, CARDS, SEATS)
    cells = bytearray(352)
    scene.show(s, None, None, cells)
    s.at[0] = 0
    scene.forget()
    scene.show(s, None, None, cells)
    assert cells[0] == m.cell(m.SURVIVOR, m.DIM)


def test_another_board_another_size():
    scene = Scene(DEFAULT, CARDS, SEATS)
    scene.show(position(), None, None, bytearray(352))
    s = State(30, 20, 1)
    s.at[0] = 599
    s.lit = LIT_REACH
    cells = bytearray(600)
    scene.forget()
    scene.show(s, None, None, cells)
    assert cells[599] & 31 == m.SURVIVOR and cells[598] & 31 == m.ROUTE


def heap_of(work) -> int:
    """Bytes that a call leaves on the heap, the second time. A third time with the heap locked: it asks for none at all."""
    import micropython

    work()
    gc.collect()
    before = gc.mem_alloc()
    work()
    used = gc.mem_alloc() - before
    micropython.heap_lock()
    try:
        work()
    finally:
        micropython.heap_unlock()
    return used


def shown(scene, s, prompt, view, cells):
    return lambda: scene.show(s, prompt, view, cells)


def made_anew(scene, s, prompt, view, cells):
    def show():  # no more than five names from outside: a sixth would be asked for on the heap
        scene.forget()
        scene.show(s, prompt, view, cells)

    return show


def stepped(spaces, side):
    return lambda: cursor.step(spaces, 180, side, 22)


def test_nothing_is_left_on_the_heap():
    if sys.implementation.name != "micropython":
        return
    scene = Scene(DEFAULT, CARDS, SEATS)
    cells = bytearray(352)
    for s, prompt, view in scenes():
        told = (prompt and prompt.kind, s.lit)
        assert heap_of(shown(scene, s, prompt, view, cells)) == 0, told
        # Whom a list picks and which ways there are is found by the rules, once: that may take memory.
        if s.lit not in (LIT_CANDIDATES, LIT_ROUTES) and (prompt is None or prompt.kind != "end"):
            assert heap_of(made_anew(scene, s, prompt, view, cells)) == 0, told


def test_a_key_press_leaves_nothing_on_the_heap():
    if sys.implementation.name != "micropython":
        return
    spaces = geometry.free_spaces(position())
    for side in range(4):
        assert heap_of(stepped(spaces, side)) == 0
    assert heap_of(lambda: cursor.following(spaces, 180)) == heap_of(lambda: cursor.around(spaces, 180, 22)) == 0
