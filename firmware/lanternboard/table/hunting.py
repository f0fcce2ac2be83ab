"""The hunt board's line of spaces on the LEDs (H0), as a host tells it: the way, Overwhelming Darkness and Starvation on it, the monster
north of its space, the survivors south of theirs. It stands in the game's place until the host ends it or something is played here; a
key shows the game for a while. It changes neither the game nor its journal. Loaded when used."""

from ..base.errors import Refused
from ..base.jsontext import written
from ..lights.meanings import BLIND_SPOT, BRIGHT, DIM, MONSTER, NORMAL, ROUTE, RUN_OVER, SURVIVOR, cell

FORMAT = "lanternboard/hunt/1"
MOST = 64  # spaces of a line
NUMBERS = ("spaces", "at", "monster", "dark", "survivors")


class Hunt:
    """`line`: a checked one. `changes`: the game's when it was told. With the faces of a tour (tour.py), whose place it takes."""

    def __init__(self, game, line: dict) -> None:
        self._game = game
        self.line = line
        self.changes = game.changes

    def tick(self, ms: int) -> bool:
        return False

    def light(self) -> None:
        """Makes the game's cells what lies on the line. Where the board is narrower, or so low that nobody has room beside it, the line
        goes on in the next row, and who stands on a space is lit there."""
        game, line = self._game, self.line
        columns, rows = game.engine.state.columns, game.engine.state.rows
        cells = game.cells
        for space in range(len(cells)):
            cells[space] = 0
        n = line["spaces"]
        beside = n <= columns and rows >= 3
        west, y = ((columns - n) // 2, min(2, rows - 2)) if beside else (0, 0)
        if beside and rows > 4 + line["survivors"]:
            y = (rows - line["survivors"]) // 2
        for k in range(min(n, len(cells))):
            cells[y * columns + west + k] = self._space(k)
        if not beside:
            for where, what in ((line["at"], SURVIVOR), (line["monster"], MONSTER)):
                if where < len(cells):
                    cells[where] = cell(what, BRIGHT if what == MONSTER else NORMAL)
            return
        for up in (1, 2):
            if y - up >= 0:
                cells[(y - up) * columns + west + line["monster"]] = cell(MONSTER, BRIGHT)
        for i in range(min(line["survivors"], rows - 1 - y)):
            cells[(y + 1 + i) * columns + west + line["at"]] = cell(SURVIVOR + i)

    def _space(self, k: int) -> int:
        line = self.line
        if k == line["dark"]:
            return cell(BLIND_SPOT, BRIGHT)
        if k == line["spaces"] - 1:
            return cell(RUN_OVER)
        return cell(ROUTE, NORMAL if k <= line["at"] else DIM)

    def rows(self, cards):
        """What the display says of it."""
        from ..screen.brief import WORDS
        from ..screen.layout import titled

        line = self.line
        name = line["name"] or WORDS["monster"]
        told = WORDS["on the hunt"].format(at=line["at"], last=line["spaces"] - 1, monster=name, there=line["monster"], dark=line["dark"])
        return titled(WORDS["hunt"], told)


def check(found) -> dict:
    """The line that a host's JSON means. Raises Refused with a path."""
    if not isinstance(found, dict):
        raise Refused("", "not an object", "{...}")
    if found.get("format") != FORMAT:
        raise Refused("format", "not a hunt", FORMAT)
    for key in sorted(found):
        if key not in NUMBERS and key != "format" and key != "name":
            raise Refused(key, "unknown key", ", ".join(("format", "name") + NUMBERS))
    out: dict = {"name": found.get("name", "")}
    if not isinstance(out["name"], str) or len(out["name"]) > 32:
        raise Refused("name", "not a name", "at most 32 characters")
    for key in NUMBERS:
        least, most = (3, MOST) if key == "spaces" else (0, 8) if key == "survivors" else (0, out["spaces"] - 1)
        value = found.get(key)
        if type(value) is not int or not least <= value <= most:
            raise Refused(key, "not a whole number in bounds" + written(value), "%d to %d" % (least, most))
        out[key] = value
    return out


def put(table, source) -> None:
    """From a host: a line, or None, which ends it. Raises Refused."""
    if source is None:
        shown, table.hunt = table.hunt, None
        if shown is not None and table.tour is shown:
            table.end_tour()
        return
    from ..base.jsonvalue import parse

    table.show_hunt(check(parse(source)))
