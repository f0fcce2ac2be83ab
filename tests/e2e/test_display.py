"""The display of an emulated board: what a person reads there while playing, after a bad start, and where there is none."""

import pytest
from lanternboard.controls.keys import CHOOSE, DOWN, NEXT, UP
from lanternboard.lights.meanings import DIM, REFUSED, cell
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image import image
from screen.reading import read

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


@pytest.fixture(scope="module")
def board():
    with EmulatedBoard() as board:
        board.start()
        yield board


def shows(board, *rows):
    """Waits until these stand on the display, one below the other."""
    try:
        board.wait(lambda b: "\n".join(rows) in "\n".join(read(b.picture)))
    except TimeoutError:
        pytest.fail("\n".join(["it shows", *read(board.picture), "and not", *rows]))


def test_a_showdown_is_read_on_the_display(board):
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
    shows(board, "Not possible")
    board.edge(UP, False)
    board.wait(lambda b: "Not possible" not in read(b.picture))


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
