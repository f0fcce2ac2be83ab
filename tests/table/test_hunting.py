"""The hunt's line of spaces on the board (H0): lit in the game's place until it ends. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.lights.meanings import BLIND_SPOT, BRIGHT, DIM, MONSTER, ROUTE, RUN_OVER, SURVIVOR, cell
from lanternboard.screen.layout import ROWS
from lanternboard.table import hunting
from lanternboard.table.loop import HUNTS
from table.test_loop import run
from table.test_tour import placed

LINE = {"format": hunting.FORMAT, "spaces": 13, "at": 3, "monster": 7, "dark": 6, "survivors": 4, "name": "White Lion"}


class Source:
    def __init__(self, data):
        self.data = data

    def read(self, n):
        out, self.data = self.data[:n], self.data[n:]
        return out


def text(**changes):
    made = dict(LINE)
    made.update(changes)
    out = []
    for key in sorted(made):
        value = made[key]
        out.append('"%s":%s' % (key, value if isinstance(value, int) else '"%s"' % value))
    return ("{" + ",".join(out) + "}").encode()


def hunted(**changes):
    host = placed(0)
    hunting.put(host.table, Source(text(**changes)))
    run(host, 50, lambda: None)
    return host


def at(host, column, row):
    return host.board.cells[row * host.table.game.engine.state.columns + column]


def test_H0_the_line_lies_in_the_middle_with_darkness_and_starvation_on_it():
    host = hunted()
    y, west = 6, 4  # 16 rows, 4 survivors south of it; 22 columns, 13 spaces
    line = [at(host, west + k, y) for k in range(13)]
    assert line[:4] == [cell(ROUTE)] * 4 and line[4:6] == [cell(ROUTE, DIM)] * 2 and line[7:12] == [cell(ROUTE, DIM)] * 5
    assert line[6] == cell(BLIND_SPOT, BRIGHT) and line[12] == cell(RUN_OVER)
    assert [at(host, west + 7, y - up) for up in (1, 2, 3)] == [cell(MONSTER, BRIGHT)] * 2 + [0]
    assert [at(host, west + 3, y + 1 + i) for i in range(5)] == [cell(SURVIVOR + i) for i in range(4)] + [0]
    assert len([value for value in host.board.cells if value]) == 13 + 2 + 4


def test_H0_on_a_narrow_board_it_goes_on_in_the_next_row():
    host = hunted(spaces=30, at=25, monster=25)
    cells = host.board.cells
    assert [value & 31 for value in cells[:25]] == [ROUTE] * 6 + [BLIND_SPOT] + [ROUTE] * 18
    assert cells[25] == cell(MONSTER, BRIGHT) and cells[29] == cell(RUN_OVER) and not any([value != 0 for value in cells[30:]])


def test_it_moves_and_ends_and_the_game_is_lit_again():
    host = placed(0)
    before = bytes(host.board.cells)
    number = host.table.game.engine.number
    for space in range(13):
        hunting.put(host.table, Source(text(at=space)))
        run(host, 50, lambda: None)
        assert at(host, 4 + space, 7) == cell(SURVIVOR)
    hunting.put(host.table, None)
    run(host, 50, lambda: None)
    assert bytes(host.board.cells) == before and host.table.game.engine.number == number


def test_a_key_shows_the_game_for_a_while_and_does_nothing_else():
    host = placed(0)
    before = bytes(host.board.cells)
    number = host.table.game.engine.number
    hunting.put(host.table, Source(text()))
    run(host, 50, lambda: None)
    line = bytes(host.board.cells)
    host.board.edges = [(4, True), (4, False)]
    run(host, 100, lambda: None)
    assert bytes(host.board.cells) == before and host.table.game.engine.number == number
    host.board.ms += HUNTS
    run(host, 100, lambda: None)
    assert bytes(host.board.cells) == line


def test_another_showdown_ends_it():
    host = hunted()
    host.table.game.new()
    host.table.renew()
    run(host, 100, lambda: None)
    assert host.table.tour is None
    host.board.ms += HUNTS
    run(host, 100, lambda: None)
    assert host.table.tour is None and host.table.hunt is None


def test_the_display_tells_it():
    host = hunted()
    rows = list(host.table.tour.rows(host.table.game.cards))
    told = " ".join([row.strip() for row, _ in rows if row.strip()])
    assert len(rows) == ROWS and told.startswith("The hunt Survivors on 3 of 12, White Lion on 7"), told


def test_what_is_no_line_is_refused_with_its_path_and_changes_nothing():
    host = hunted()
    before = bytes(host.board.cells)
    for path, changes in (
        ("format", {"format": "lanternboard/hunt/2"}),
        ("spaces", {"spaces": 65}),
        ("spaces", {"spaces": 2}),
        ("at", {"at": 13}),
        ("monster", {"monster": -1}),
        ("survivors", {"survivors": 9}),
        ("dark", {"dark": "six"}),
        ("name", {"name": 33 * "x"}),
        ("odd", {"odd": 1}),
    ):
        try:
            hunting.put(host.table, Source(text(**changes)))
        except Refused as wrong:
            assert wrong.path == path, (wrong.path, path)
        else:
            raise AssertionError(path)
    run(host, 50, lambda: None)
    assert bytes(host.board.cells) == before
