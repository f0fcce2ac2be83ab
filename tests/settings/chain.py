"""Another way from table.json to bytes on the wires, for comparison: it takes the words of docs/settings.md literally, with a sheet of
paper for the table, one for each panel, and scissors. It shares nothing with settings/layout.py; `adafruit_pixelbuf` orders the colours."""

import random

from adafruit_pixelbuf import PixelBuf

DARK = (0, 0, 0)


class Strip(PixelBuf):
    """A lane whose data goes nowhere."""

    def __init__(self, leds: int, order: str) -> None:
        self.sent = b""
        super().__init__(leds, byteorder=order, auto_write=False)

    def _transmit(self, buffer: bytearray) -> None:
        self.sent = bytes(buffer)


def clockwise(sheet: list, degrees: int) -> list:
    """A sheet (a list of rows), turned."""
    for _ in range(degrees // 90):
        sheet = [list(row) for row in zip(*sheet[::-1])]
    return sheet


def table_of(board: dict) -> list:
    """The table as a sheet on which each place says which space of the game lies there."""
    sheet = [[(column, row) for column in range(board["columns"])] for row in range(board["rows"])]
    if board["mirror"]:
        sheet = [row[::-1] for row in sheet]
    return clockwise(sheet, board["rotation"])


def panel_of(panel: dict) -> tuple[list, int]:
    """A panel's sheet, turned as it is mounted, that says of each place its LED's number (None: a gap), and how many LEDs it has."""
    columns, rows = panel["columns"], panel["rows"]
    sheet: list = [[None] * columns for _ in range(rows)]
    column = 0 if "W" in panel["start"] else columns - 1
    row = 0 if "N" in panel["start"] else rows - 1
    number = 0
    for _ in range(columns * rows):
        if [column, row] not in panel["gaps"]:
            while number in panel["skip"]:
                number += 1
            sheet[row][column] = number
            number += 1
        column, row = _next(panel, column, row)
    while number in panel["skip"]:
        number += 1
    return clockwise(sheet, panel["rotation"]), number


def _next(panel: dict, column: int, row: int) -> tuple[int, int]:
    """Where the data goes from a place: on along the run, or over to the next one."""
    columns, rows = panel["columns"], panel["rows"]
    east, south = "W" in panel["start"], "N" in panel["start"]  # which way the first run goes, and which way runs follow
    if panel["by"] == "rows":
        nth = row if south else rows - 1 - row
        if panel["serpentine"] and nth % 2:
            east = not east
        if 0 <= column + (1 if east else -1) < columns:
            return column + (1 if east else -1), row
        if not panel["serpentine"]:
            column = 0 if east else columns - 1
        return column, row + (1 if south else -1)
    nth = column if east else columns - 1 - column
    if panel["serpentine"] and nth % 2:
        south = not south
    if 0 <= row + (1 if south else -1) < rows:
        return column, row + (1 if south else -1)
    if not panel["serpentine"]:
        row = 0 if south else rows - 1
    return column + (1 if east else -1), row


def wires(settings: dict, colours: dict) -> list[bytes]:
    """What goes out on each lane when the spaces {(column, row): (red, green, blue)} of the game are lit."""
    table = table_of(settings["board"])
    lanes: list[list] = [[] for _ in settings["leds"]["lanes"]]
    for panel in settings["leds"]["panels"]:
        lane = lanes[panel["lane"]]
        sheet, leds = panel_of(panel)
        lit: list = [DARK] * leds
        for j, row in enumerate(sheet):
            for i, number in enumerate(row):
                x, y = panel["at"][0] + i, panel["at"][1] + j
                if number is not None and 0 <= y < len(table) and 0 <= x < len(table[0]):
                    lit[number] = colours.get(table[y][x], DARK)
        lane += [DARK] * panel["before"] + lit
    out = []
    for lane in lanes:
        strip = Strip(len(lane), settings["leds"]["order"])
        for number, colour in enumerate(lane):
            strip[number] = colour
        strip.show()
        out.append(strip.sent)
    return out


def a_layout(chance: random.Random) -> dict:
    """Settings (table.json) with panels of every kind that fit together."""
    board = {
        "columns": chance.randint(1, 24),
        "rows": chance.randint(1, 18),
        "rotation": chance.choice((0, 90, 180, 270)),
        "mirror": chance.random() < 0.5,
    }
    wide, high = (board["columns"], board["rows"]) if board["rotation"] % 180 == 0 else (board["rows"], board["columns"])
    lanes = chance.randint(1, 4)
    tiles = _tiles(chance, -chance.choice((0, 0, 2)), -chance.choice((0, 0, 1)), wide + chance.choice((0, 0, 3)), high, 3)
    chance.shuffle(tiles)
    if len(tiles) > 1 and chance.random() < 0.3:
        tiles.pop()
    panels = []
    for x, y, columns, rows in tiles:
        panel: dict = {"at": [x, y], "columns": columns, "rows": rows, "lane": chance.randrange(lanes)}
        for key, values in (
            ("rotation", (0, 90, 180, 270)),
            ("start", ("NW", "NE", "SW", "SE")),
            ("by", ("rows", "columns")),
            ("serpentine", (True, False)),
            ("before", (0, 0, 1, 3)),
        ):
            if chance.random() < 0.8:
                panel[key] = chance.choice(values)
        if panel.get("rotation", 0) % 180:
            panel["columns"], panel["rows"] = rows, columns
        if chance.random() < 0.4:
            places = [[i, j] for i in range(panel["columns"]) for j in range(panel["rows"])]
            panel["gaps"] = chance.sample(places, chance.randint(0, min(5, len(places))))
        if chance.random() < 0.4:
            skipped = chance.randint(0, 4)
            leds = columns * rows - len(panel.get("gaps", [])) + skipped
            panel["skip"] = chance.sample(range(leds), skipped)
        panels.append(panel)
    order = "".join(chance.sample("RGB", 3))
    return {
        "format": "lanternboard/settings/1",
        "board": board,
        "leds": {"order": order, "lanes": [16, 17, 18, 19][:lanes], "panels": panels},
    }


def _tiles(chance: random.Random, x: int, y: int, right: int, bottom: int, cuts: int) -> list:
    """A rectangle cut into rectangles: (x, y, columns, rows) each."""
    if not cuts or chance.random() < 0.3:
        return [(x, y, right - x, bottom - y)]
    if chance.random() < 0.5 and right - x > 1:
        cut = chance.randrange(x + 1, right)
        return _tiles(chance, x, y, cut, bottom, cuts - 1) + _tiles(chance, cut, y, right, bottom, cuts - 1)
    if bottom - y > 1:
        cut = chance.randrange(y + 1, bottom)
        return _tiles(chance, x, y, right, cut, cuts - 1) + _tiles(chance, x, cut, right, bottom, cuts - 1)
    return [(x, y, right - x, bottom - y)]
