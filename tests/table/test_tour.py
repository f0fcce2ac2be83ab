"""A table that nobody touches looks around by itself, as long as nobody touches it. Runs on CPython and on MicroPython."""

import sys

from lanternboard.lights.meanings import BLIND_SPOT, BRIGHT, FIELD_OF_VIEW, IN_FRONT, IN_RANGE, MONSTER, ROUTE, cell
from lanternboard.table import tour
from lanternboard.table.loop import AWAY, QUIET
from link.desk import Host, lights
from table.test_loop import run

MINUTE = 60000
KEYS = (4, 5, 6)  # choose, back, next
SHOWN = [MONSTER, IN_FRONT, BLIND_SPOT, FIELD_OF_VIEW, IN_RANGE, ROUTE]


def at_table(minutes, *choices):
    settings = lights()
    settings["play"]["kiosk"] = minutes
    host = Host(settings)
    host.greet()
    host.play(*choices)
    run(host, 2000, lambda: None)  # what play needs is loaded, what glowed has ended
    return host


def placed(minutes):
    return at_table(minutes, "white-lion", 1, [10, 7], "N", [10, 1])


def left_alone(host, ms):
    """So long later."""
    host.board.ms += ms - 50
    run(host, 50, lambda: None)


def lit(host):
    """What the tour lights just now."""
    cells = host.board.cells
    for meaning in SHOWN[1:]:
        if meaning in [value & 31 for value in cells]:
            return meaning
    return MONSTER if cell(MONSTER, BRIGHT) in cells else None


def test_after_minutes_untouched_it_looks_around_until_a_key_which_does_nothing_else():
    for key in KEYS:
        host = placed(1)
        table, game = host.table, host.table.game
        before = host.board.cells, game.engine.state.pack(), game.engine.number, game.view.option, len(game.engine.journal)
        left_alone(host, MINUTE - 6000)
        assert table.tour is None and host.board.cells == before[0]
        left_alone(host, 6000)
        seen = []
        for _ in range(7):
            seen.append(lit(host))
            left_alone(host, tour.STEP)
        assert seen == SHOWN + [MONSTER] and game.engine.state.pack() == before[1]
        host.board.edges = [(key, True)]
        table.turn(0)
        assert table.tour is None
        host.board.edges = [(key, False)]
        run(host, 500, lambda: None)
        assert (host.board.cells, game.engine.state.pack(), game.engine.number, game.view.option, len(game.engine.journal)) == before
        assert table.menu is None and not game.view.where
        left_alone(host, MINUTE - 6000)
        assert table.tour is None
        left_alone(host, 6000)
        assert table.tour is not None, "and again"


def test_an_answer_from_elsewhere_ends_it_and_counts():
    host = placed(2)
    left_alone(host, 2 * MINUTE + 100)
    assert host.table.tour is not None
    host.play("turn")
    assert host.table.game.engine.prompt.kind == "facing" and host.table.tour is None
    assert lit(host) is None
    left_alone(host, 2 * MINUTE - 6000)
    assert host.table.tour is None


def test_without_minutes_or_with_an_empty_board_there_is_none():
    host = placed(0)
    left_alone(host, 60 * MINUTE)
    assert host.table.tour is None
    host = at_table(1)
    before = host.board.cells
    left_alone(host, 5 * MINUTE)
    assert host.table.tour is None and host.board.cells == before


def test_the_menu_is_left_for_it():
    host = placed(1)
    host.board.edges = [(5, True)]
    run(host, 600, lambda: None)
    host.board.edges = [(5, False)]
    run(host, 100, lambda: None)
    assert host.table.menu is not None
    left_alone(host, MINUTE)
    assert host.table.tour is not None and host.table.menu is None and lit(host) == MONSTER


def test_the_display_names_what_is_lit():
    host = placed(1)
    game = host.table.game
    shown = tour.Tour(game, 0)
    told = []
    for ms in range(tour.STEP, 7 * tour.STEP, tour.STEP):
        rows = list(shown.rows(game.cards))
        assert len(rows) == 8 and rows[0][0].strip() == "A look around"
        told.append(" ".join([text.strip() for text, _ in rows[1:] if text.strip()]))
        assert shown.tick(ms) and not shown.tick(ms + 1)
    assert told[1:5] == ["Lit: in front", "Lit: blind spot", "Lit: in view", "Lit: in range"]
    assert "White Lion" in told[0] and "Allister" in told[5]


def test_it_is_let_go_of():
    host = placed(1)
    left_alone(host, MINUTE)
    host.board.edges = [(0, True), (0, False)]
    run(host, AWAY + QUIET + 1000, lambda: None)
    assert sys.implementation.name != "micropython" or "lanternboard.table.tour" not in sys.modules
