"""Lights, controls and words as a board runs them: no pytest, nothing that MicroPython has not. Runs on both interpreters."""

from lanternboard.controls.keys import BACK, CHOOSE, DOWN, LEFT, NEXT, RIGHT, UP, Controls, View
from lanternboard.lights import meanings as m
from lanternboard.lights import paint
from lanternboard.lights.compose import compose
from lanternboard.lights.glow import Glow
from lanternboard.rules import engine
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import State
from lanternboard.screen import words
from lanternboard.table.builtin import BuiltinCards, RamJournal


def plain_region(s, spaces, inner, rim):
    """What paint.region draws, told plainly."""
    cells = bytearray(s.columns * s.rows)
    for at in spaces:
        x, y = at % s.columns, at // s.columns
        ends = False
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if 0 <= x + dx < s.columns and 0 <= y + dy < s.rows and at + dx + dy * s.columns not in spaces:
                ends = True
        cells[at] = m.cell(m.IN_RANGE, rim if ends else inner, ends)
    return cells


def test_the_kernel_draws_regions_as_told_plainly():
    seed = 12345
    for columns, rows in ((1, 1), (7, 5), (22, 16), (64, 16)):
        s = State(columns, rows)
        for _ in range(4):
            spaces = Spaces(columns * rows)
            for space in range(columns * rows):
                seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
                if seed >> 20 & 3:
                    spaces.add(space)
            cells = bytearray(columns * rows)
            paint.region(s, cells, spaces, m.IN_RANGE, m.DIM, m.NORMAL)
            assert cells == plain_region(s, spaces, m.DIM, m.NORMAL)


def test_a_showdown_by_buttons_is_lit_and_told_at_every_prompt():
    cards = BuiltinCards()
    game = engine.create(RamJournal(), cards, ["Allister", "Erza"], 12, 10)
    view = View()
    controls = Controls(view)
    glow = Glow()
    cells = bytearray(120)
    ms = 0
    kinds = []
    keys = (NEXT, RIGHT, CHOOSE, DOWN, RIGHT, CHOOSE, LEFT, UP, CHOOSE)
    for k in range(200):
        key = BACK if k % 23 == 22 else keys[(k + k // 9) % 9]
        intents = []
        for down in (True, False):
            intents += controls.edge(key, down, ms, game.prompt, game.state.columns)
            ms += 60
        for intent in intents:
            if intent[0] == "answer":
                game.answer(game.number, intent[1])
            elif intent[0] == "usual":
                game.answer(game.number, game.prompt.usual)
            elif intent[0] == "undo" and game.can_undo:
                game.undo(game.number)
        controls.see(game.prompt)
        view.done = glow.look(game.state, ms)
        compose(game.state, game.prompt, view, cells, DEFAULT, cards)
        assert all([value & 31 < m.COUNT and value >> 5 & 3 < 3 for value in cells])
        sentence, why = words.prompt_text(game.prompt, game.state, game.names, cards)
        assert sentence[-1] == "?" and (why.startswith(game.prompt.rule + ": ") or game.prompt.rule in ("V1", "G5", "V4"))
        for event in game.events:
            assert words.event_text(event, game.state, game.names, cards)
        if game.prompt.kind not in kinds:
            kinds.append(game.prompt.kind)
    assert "act" in kinds and len(kinds) > 6, kinds
