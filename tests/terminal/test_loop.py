"""What the loop adds to a page: which keys there are at this table, and whom the lights show while *next* is held."""

import pytest
from lanternboard.controls.keys import HOLD_MS, NEXT, WHERE_MS
from lanternboard.rules.state import ALL, DOWN, LIGHTS, MONSTER
from lanternboard_host.faces.alone import AloneTable, begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.local import NAMES, LocalTable
from lanternboard_host.faces.picture import Picture
from lanternboard_host.faces.where import told
from lanternboard_host.link.follower import Kept
from lanternboard_host.terminal.loop import all_keys, footer


@pytest.mark.parametrize("level", [LIGHTS, MONSTER, ALL])
def test_at_every_level_the_footer_says_how_to_quit_and_fits(level):
    table = AloneTable(begin(Kept(), installed(), NAMES, level), None)
    for picture in (table.picture(), Picture(22, 16, bytes(352), party=table.picture().party)):
        line = footer(picture)
        assert "q quit" in line and ("p party" in line) == (level != LIGHTS) and len(line) < 80


def test_without_a_board_nothing_promises_its_menu():
    alone, board = LocalTable().picture(), Picture(22, 16, bytes(352))
    assert "m overrule" in footer(alone) and "m menu" in footer(board)
    assert "the board's menu" not in " ".join(what for _, what in all_keys(alone))
    assert "the board's menu" in " ".join(what for _, what in all_keys(board))


def test_while_next_is_held_it_is_said_whom_the_lights_show():
    now = [0]
    table = LocalTable(clock=lambda: now[0])
    for choice in ("white-lion", 2, "usual", "N", [10, 1], [13, 3], [7, 4]):
        if table.prompt.kind in ("monster", "survivors", "place-monster", "facing", "place-survivor"):
            table.answer(choice)
    table.game.state.flags[1] |= DOWN
    table._glow.spaces = None
    assert told(table.picture()) == ""
    table.press(NEXT, True)
    said = []
    for now[0] in range(HOLD_MS, HOLD_MS + 4 * WHERE_MS, WHERE_MS):
        table.turn(0)
        said.append(told(table.picture()))
    assert [one.split()[3] for one in said] == ["everybody.", "the", "Allister", "Erza"]
    assert said[3].endswith(" lies.") and "faces north" in said[1]
    table.press(NEXT, False)
    assert told(table.picture()) == ""
