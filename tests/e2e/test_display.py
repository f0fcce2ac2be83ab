"""The display of an emulated board: what a person reads there while playing, after a bad start, and where there is none."""

import pytest
from lanternboard.controls.keys import BACK, CHOOSE, DOWN, NEXT, UP
from lanternboard.lights.meanings import DIM, REFUSED, cell
from lanternboard.rules.state import State
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image import image
from lights.test_digits import read as in_light
from screen.reading import read

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


@pytest.fixture(scope="module")
def board():
    """At "Place Erza"; every test leaves it there."""
    with EmulatedBoard() as board:
        board.start()
        shows(board, "Which monster?")
        for key in (NEXT, NEXT, NEXT, NEXT, CHOOSE):
            board.press(key)
        shows(board, "Place Erza")
        yield board


def shows(board, *rows):
    """Waits until these stand on the display, one below the other."""
    try:
        board.wait(lambda b: "\n".join(rows) in "\n".join(read(b.picture)))
    except TimeoutError:
        pytest.fail("\n".join(["it shows", *read(board.picture), "and not", *rows]))


def test_a_showdown_is_read_on_the_display():
    with EmulatedBoard() as board:
        board.start()
        set_up(board)


def set_up(board):
    shows(board, "Table          2", "Which monster?", "[*White Lion]")
    board.press(DOWN)
    shows(board, "*White Lion", "[ Screaming Ant.]")
    board.press(NEXT)
    shows(board, "Table        < 4", "How many", "survivors?", "[     < *4 >]", "     0 to 8")
    board.press(NEXT)
    shows(board, "Place White Lion", "[    *(10,7)]")
    board.press(NEXT)
    shows(board, "Facing where?", "[*north]", " east", " south", " west", "White Lion", "(10,7)")
    board.press(DOWN)
    shows(board, "[ south]")
    board.press(CHOOSE)
    shows(board, "Place Allister", "[     (10,1)]", "", "", "", "", "It faces south")
    board.press(CHOOSE)
    shows(board, "Allister (10,1)")


def test_a_key_that_leads_nowhere_is_refused_in_words(board):
    board.restart()
    shows(board, "Place Erza")
    board.edge(UP, True)  # held, until nothing is left that way
    shows(board, "Not possible", "Place Erza")
    board.edge(UP, False)
    board.wait(lambda b: "Not" not in read(b.picture)[0])


def test_without_a_display_there_is_no_picture():
    with EmulatedBoard(display=False) as board:
        board.start()
        board.started()
        board.press(NEXT)
        board.wait(lambda b: b.shown > 1)
        assert board.picture == b""


def test_a_bad_table_json_is_told_until_a_key_is_pressed(tmp_path):
    made = image("emulated", tmp_path / "image")
    (made / "table.json").write_text('{"format":"lanternboard/settings/1","board":{"columns":99}}')
    with EmulatedBoard(made) as board:
        board.start()
        shows(board, "Please note", "table.json:", "board.columns:", "not a whole")
        corners = (0, 21, 330, 351)
        assert [at for at in range(352) if board.cells[at]] == list(corners)
        assert {board.cells[at] for at in corners} == {cell(REFUSED, DIM)}
        board.press(NEXT)
        shows(board, "How many", "survivors?")
        assert not any(board.cells)


def test_the_menu_opens_by_back_held_and_closes_without_an_answer(board):
    shows(board, "Place Erza")
    before = board.cells
    board.edge(BACK, True)
    shows(board, "The board's menu", "[ Brightness   50]", " Night       off", " Redo", " Overrule", " Test pattern", " Power", " About")
    board.edge(BACK, False)
    board.press(CHOOSE)
    shows(board, "Brightness    50", "", "")
    bar, brightest = bytes(board.cells[15 * 22 :]), max(board.wire)
    board.press(UP)
    shows(board, "Brightness    61")
    board.wait(lambda b: [value >> 5 & 3 for value in b.cells[15 * 22 :]].count(2) == 18)
    assert bar != board.cells[15 * 22 :]
    board.wait(lambda b: max(b.wire) > brightest)
    for key in (BACK, DOWN, DOWN, DOWN, DOWN, DOWN, CHOOSE):
        board.press(key)
    shows(board, "Power         mA")
    board.wait(lambda b: read(b.picture)[2] == "Supply      2000")  # a row comes after another
    board.press(BACK)
    board.press(NEXT)
    board.press(CHOOSE)
    shows(board, "About", board.id, "version 0.1.0")
    board.press(BACK)
    board.press(BACK)
    shows(board, "Place Erza")
    board.wait(lambda b: b.cells == before)


def test_overrule_is_in_the_menu_and_again_to_leave(board):
    for entry, title in (("Overrule", "Put what right?"), ("End overrule", "Place Erza")):
        board.edge(BACK, True)
        shows(board, "The board's menu")
        board.edge(BACK, False)
        for _ in range(3):
            board.press(DOWN)
        shows(board, f"[ {entry}]")
        board.press(CHOOSE)
        shows(board, title)


def test_without_a_display_the_menu_and_the_questions_are_numbered_in_light():
    with EmulatedBoard(display=False) as board:
        board.start()
        board.wait(lambda b: numbers(b) == [(1, 0), (1, 2)])
        board.press(DOWN)
        board.wait(lambda b: numbers(b) == [(1, 0), (2, 2)])
        board.edge(BACK, True)
        board.wait(lambda b: numbers(b) == [(0, 0), (1, 2)])
        board.edge(BACK, False)
        board.press(CHOOSE)
        board.wait(lambda b: [value >> 5 & 3 for value in b.cells[15 * 22 :]].count(2) == 16)
        board.press(BACK)
        board.press(BACK)
        board.wait(lambda b: numbers(b) == [(1, 0), (2, 2)])


def numbers(board):
    try:
        return in_light(State(22, 16), board.cells, 2)
    except (IndexError, ValueError):  # no picture yet, or the bar
        return []
