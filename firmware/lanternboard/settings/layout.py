"""Which LED of the chain lies under which space of the game. The panels of table.json (docs/leds.md) are walked in the order in which
the data runs through them; what comes out is one number per LED. Pure, and shared with the host.

Every way to mount a panel is straight steps in the end: one step along a run, one from run to run, the same throughout. So Python
finds three places of a panel, and a kernel walks the rest."""

from array import array

from ..base.errors import Refused
from ..base.viper import micropython, ptr8, ptr16, ptr32

UNUSED = 65535
LONGEST = 1024  # LEDs on one lane
ALL = 2048
BIAS = 8192
GAP, SKIP = 1, 2  # marks: by place (row * columns + column of the unturned panel), by LED of the panel's own chain


class Layout:
    """`map`: array('H'), LED by LED along the lanes, one lane after another: a space of the game, or UNUSED. `counts`: LEDs of each
    lane. `starts`: where each lane's bytes begin in a frame of `size` bytes, three bytes an LED, each lane at a multiple of 4."""

    def __init__(self, counts) -> None:
        self.counts = counts
        self.starts = []
        self.size = 0
        for count in counts:
            self.starts.append(self.size)
            self.size += (3 * count + 3) // 4 * 4
        self.map = array("H", b"\xff\xff" * sum(counts))


def layout(settings: dict) -> Layout:
    """The layout of checked settings. Raises Refused with the path of the panel that is one LED too many, or lights a space that has a
    light already."""
    leds = settings["leds"]
    board = settings["board"]
    panels = leds["panels"] or bands(board, len(leds["lanes"]))
    counts = [0] * len(leds["lanes"])
    for i in range(len(panels)):
        one = panels[i]
        lane = one["lane"]
        counts[lane] += one["before"] + one["columns"] * one["rows"] - len(one["gaps"]) + len(one["skip"])
        if counts[lane] > LONGEST:
            raise Refused("leds.panels[%d]" % i, "lane %d becomes too long: %d LEDs" % (lane, counts[lane]), "at most 1,024 a lane")
        if sum(counts) > ALL:
            raise Refused("leds.panels[%d]" % i, "too many LEDs: %d" % sum(counts), "at most 2,048 on all lanes")
    made = Layout(counts)
    at = [sum(counts[:lane]) for lane in range(len(counts))]
    seen = bytearray(board["columns"] * board["rows"])
    for i in range(len(panels)):
        lane = panels[i]["lane"]
        at[lane] = _lay(panels[i], board, made.map, seen, at[lane], i)
    return made


def bands(board: dict, lanes: int) -> list:
    """The panels of a table whose settings name none: one band of rows for each lane, its first LED in the north-west."""
    columns, rows = board["columns"], board["rows"]
    if board["rotation"] % 180:
        columns, rows = rows, columns
    out = []
    for lane in range(lanes):
        first = rows * lane // lanes
        high = rows * (lane + 1) // lanes - first
        if high:
            out.append(panel(lane, first, columns, high))
    return out


def panel(lane: int, row: int, columns: int, rows: int) -> dict:
    """A panel of which nothing else is said."""
    return {
        "lane": lane,
        "at": [0, row],
        "columns": columns,
        "rows": rows,
        "rotation": 0,
        "start": "NW",
        "by": "rows",
        "serpentine": True,
        "before": 0,
        "skip": [],
        "gaps": [],
    }


def _lay(mounted: dict, board: dict, into, seen, at: int, which: int) -> int:
    """Lays one panel's LEDs from chain position `at` on; the position after its last."""
    columns, rows = mounted["columns"], mounted["rows"]
    column = columns - 1 if "E" in mounted["start"] else 0
    row = rows - 1 if "S" in mounted["start"] else 0
    dc = -1 if column else 1
    dr = -1 if row else 1
    marks = bytearray(columns * rows + len(mounted["skip"]))
    for place in mounted["gaps"]:
        marks[place[1] * columns + place[0]] |= GAP
    for led in mounted["skip"]:
        marks[led] |= SKIP
    x, y = _space(mounted, board, column, row)
    east = _space(mounted, board, column + dc, row)
    south = _space(mounted, board, column, row + dr)
    along = (dc, east[0] - x, east[1] - y)  # of a step: place, column and row of the game
    across = (dr * columns, south[0] - x, south[1] - y)
    runs, length = rows, columns
    if mounted["by"] == "columns":
        along, across = across, along
        runs, length = columns, rows
    args = array("i", (at + mounted["before"], runs, length, mounted["serpentine"], row * columns + column))
    for number in (x, y) + along + across:
        args.append(BIAS + number)
    args.extend(array("i", (board["columns"], board["rows"], len(marks))))
    end = _walk(into, seen, marks, args)
    if end < 0:
        space = [args[0] % board["columns"], args[0] // board["columns"]]
        raise Refused("leds.panels[%d]" % which, "a second LED on the space %d,%d" % tuple(space), "one LED a space")
    return end


def _space(mounted: dict, board: dict, column: int, row: int):
    """(column, row) of the game over a place of the unturned panel; the place and the space may lie outside."""
    turn = mounted["rotation"]
    x, y = column, row
    if turn == 90:
        x, y = mounted["rows"] - 1 - row, column
    elif turn == 180:
        x, y = mounted["columns"] - 1 - column, mounted["rows"] - 1 - row
    elif turn == 270:
        x, y = row, mounted["columns"] - 1 - column
    x += mounted["at"][0]
    y += mounted["at"][1]
    columns, rows = board["columns"], board["rows"]
    turn = board["rotation"]
    if turn == 90:
        x, y = y, rows - 1 - x
    elif turn == 180:
        x, y = columns - 1 - x, rows - 1 - y
    elif turn == 270:
        x, y = columns - 1 - y, x
    return (columns - 1 - x if board["mirror"] else x), y


@micropython.viper
def _walk(into: ptr16, seen: ptr8, marks: ptr8, args: ptr32) -> int:
    """args: 0 chain position, 1 runs, 2 places of a run, 3 serpentine, 4-6 place, column and row of the game where the first LED
    lies, 7-9 what a step along a run adds to these, 10-12 one to the next run, 13, 14 the game's columns and rows, 15 marks;
    5 to 12 and BIAS, since viper reads no negative number from an array on every port.
    Returns the position after the last LED; or -1, and the space in args[0], where a space has an LED already. In `seen` a space
    that has one is 1."""
    at = int(args[0])
    length = int(args[2])
    dp = int(args[7]) - 8192
    dx = int(args[8]) - 8192
    dy = int(args[9]) - 8192
    p = int(args[4])
    x = int(args[5]) - 8192
    y = int(args[6]) - 8192
    columns = int(args[13])
    rows = int(args[14])
    chain = int(args[15])  # places and skipped LEDs
    led = 0
    run = int(args[1])
    while run > 0:
        k = length
        while k > 0:
            if not int(marks[p]) & 1:
                while int(marks[led]) & 2:
                    led += 1
                    at += 1
                if x >= 0 and x < columns and y >= 0 and y < rows:
                    space = y * columns + x
                    if seen[space]:
                        args[0] = space
                        return -1
                    seen[space] = 1
                    into[at] = space
                led += 1
                at += 1
            k -= 1
            if k > 0:
                p += dp
                x += dx
                y += dy
        p += int(args[10]) - 8192
        x += int(args[11]) - 8192
        y += int(args[12]) - 8192
        if args[3]:
            dp = 0 - dp
            dx = 0 - dx
            dy = 0 - dy
        else:
            p -= dp * (length - 1)
            x -= dx * (length - 1)
            y -= dy * (length - 1)
        run -= 1
    while led < chain and int(marks[led]) & 2:
        led += 1
        at += 1
    return at
