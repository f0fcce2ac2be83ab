"""For a board without a display: the number of the question and of the highlighted answer, in digits of 3x5 spaces on a free end of the
board, turned to whoever is asked; what they stand for is printed (docs/sheet.html). Loaded only where there is no display, and
with the board's menu. Pure: it paints over a picture that compose.py has made, and nowhere over a miniature or an answer.

The numbers are fixed: of a kind its place in KINDS, of an answer the number in `number_of`. New kinds go to the end."""

from array import array

from ..base.viper import micropython, ptr8, ptr16
from ..rules.asking import LIGHTS, SIDE_IDS, SURVIVOR_IDS, seat_of_controller
from ..rules.prompt import ANYONE, CHANCE, CONTROLLER
from ..rules.state import SIDES
from .meanings import BRIGHT, DIGIT, DIM

KINDS = (
    "monster survivors place-monster facing place-survivor act light list miniature target to end crossing side order spaces push-side "
    "aside adjust number holder everyone terrain-space terrain scenario players controller card location-card resource roll hits location "
    "random hit hunter do go location-order front may pay heir chosen harmed is mood over told reaction read field deck which pile side-of "
    "outcome level"
).split()
MENU = 0  # stands for the board's menu in place of a kind
_MONSTER = 9  # among miniatures: after eight survivors
_ENDS = {"hunter": "end", "do": "done", "told": "end"}  # what ends a list of deeds
_LOCATIONS = "head arms body waist legs - - - - - dodge-head dodge-arms dodge-body dodge-waist dodge-legs".split()
_DEEDS = "a0 a1 a2 a3 a4 a5 a6 a7 fist - g0 g1 g2 g3 g4 g5 g6 g7 - move dash surge encourage".split()
_DECKS = {  # whose order numbers the answers
    "scenario": "scenarios",
    "card": "ai",
    "mood": "ai",
    "location-card": "locations",
    "location-order": "locations",
    "read": "targets",
}

_TALL = 5
_MINUS = 10
# Five rows of three bits, the highest row first; the tenth is a minus sign.
_SHAPES = array("H", (0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7252, 0x7BEF, 0x7BCF, 0x01C0))
_BETWEEN = 2  # dark spaces between the two numbers
_work = array("H", (0, 0, 0, 0, 0, 0, 0))


def number_of(prompt, choice, cards=None) -> int:
    """The number of a legal answer that is an id or an integer, the same whatever else is possible just now. `cards`: the pack's, whose
    order numbers cards; without it they are numbered in the order of the answers."""
    kind = prompt.kind
    if isinstance(choice, int):
        return choice + 1 if kind == "list" else choice
    if choice in SURVIVOR_IDS:
        return SURVIVOR_IDS.index(choice) + 1
    if kind in _ENDS and choice == _ENDS[kind]:
        return 0
    if choice == "monster" and kind != "level":
        return _MONSTER
    if choice == "nobody" or (choice == "nothing" and kind == "read"):
        return 0
    if kind == "roll":
        return int(choice.split("-")[0])
    if kind == "act":
        from ..rules.play import ACTS as ids
    elif kind == "light":
        ids = LIGHTS
    elif kind == "adjust":
        from ..rules.adjust import ADJUSTMENTS

        ids = ADJUSTMENTS
        if choice not in ids:
            from ..rules.overrule import CHANGES

            ids = ADJUSTMENTS + CHANGES
    elif kind == "terrain":
        from ..rules.adjust import TERRAIN as ids
    elif choice == "yes" or choice == "no":
        ids = ("yes", "no")
    elif choice in SIDE_IDS:
        ids = SIDE_IDS
    else:
        ids = _ids(prompt, choice, cards)
    return ids.index(choice) + 1


def _ids(prompt, choice: str, cards):
    """The list of all ids among which one of a showdown's has its place."""
    kind = prompt.kind
    if kind == "location" or kind == "hit":
        return _LOCATIONS
    if kind == "do":
        return _DEEDS
    if kind == "told":
        from ..rules.paper import TOLD

        ids = ("-",) * 8 + TOLD  # after survivors
    elif kind == "field":
        from ..rules.overrule import BEAST_FIELDS, BEAST_TOKENS, FIELDS

        ids = BEAST_FIELDS + BEAST_TOKENS if prompt.subject[0] == "monster" else FIELDS
    elif kind == "read" and prompt.subject[1] != "pick":
        from ..rules.learn import EFFECTS

        ids = tuple([each[0] for each in EFFECTS])
    elif cards is not None and (kind in _DECKS or kind == "resource" or kind == "which"):
        ids = cards.ids(_DECKS[kind] if kind in _DECKS else prompt.subject[0])
    else:
        ids = prompt.options
    if choice in ids:
        return ids
    return tuple(ids) + tuple([each for each in prompt.options if each not in ids])  # cards that no pack knows


def draw(state, prompt, view, cells, seats, cards=None) -> None:
    """Both numbers, where the question's answers are ids or a range, or while the menu is open."""
    if view.page:
        return numbers(state, cells, seats, ANYONE, MENU, view.entry + 1)
    if prompt is None or view.where or prompt.is_spaces() or not 0 <= view.option < len(prompt.options):
        return
    who = prompt.who
    if who == CONTROLLER or who == CHANCE:
        who = seat_of_controller(state)
        if who < 0:
            who = CONTROLLER
    numbers(state, cells, seats, who, KINDS.index(prompt.kind) + 1, number_of(prompt, prompt.options[view.option], cards))


def numbers(state, cells, seats, who: int, kind: int, answer: int) -> None:
    """The kind dim, the answer bright; the answer alone where both find no room, nothing where that finds none either."""
    at = seat_of(seats, who)
    both = _digits(kind) + [-1] + _digits(answer)
    for shown in (both, both[both.index(-1) + 1 :]):
        for over in (0, 1):  # where it is dark, else over a zone
            _work[5] = over
            for turn in (0, 3, 1, 2):  # the asked seat's own end, then those at its hands, then the far one
                if _put(state, cells, turn, at, shown):
                    return


def seat_of(seats, who: int) -> int:
    """The side (0-3 for N, E, S, W) at which whoever is asked sits."""
    if who == CONTROLLER:
        side = seats["controller"]
    elif who < 0:
        side = seats["table"]
    else:
        side = seats["survivors"][who % len(seats["survivors"])]
    return SIDES.find(side)


def bar(state, cells, seats, part: int, whole: int) -> None:
    """A bar of light at the table's edge: `part` of `whole`, from the left as seen from there."""
    side = seat_of(seats, ANYONE)
    long = state.columns if side == 0 or side == 2 else state.rows
    lit = (long * part + whole - 1) // whole
    for k in range(long):
        x, y = _place(state, side, k, 0)
        cells[y * state.columns + x] = (DIGIT | BRIGHT << 5) if k < lit else (DIGIT | DIM << 5 if k == long - 1 else 0)


def _digits(n: int) -> list:
    out = [_MINUS] if n < 0 else []
    for c in str(abs(n)):
        out.append(ord(c) - 48)
    return out


def _place(state, side: int, along: int, up: int):
    """(column, row) of a space as seen from a seat: `along` from its left, `up` from its edge."""
    if side == 2:
        return along, state.rows - 1 - up
    if side == 0:
        return state.columns - 1 - along, up
    if side == 1:
        return state.columns - 1 - up, state.rows - 1 - along
    return up, along


def _put(state, cells, turn: int, seat: int, shown) -> bool:
    """Draws digits at the end that lies `turn` quarters clockwise of the seat which reads them; False where there is no free place. The row
    at the very edge stays for the bar of who is asked."""
    wide = -1
    for digit in shown:
        wide += _BETWEEN - 1 if digit < 0 else 4
    across, deep = (state.columns, state.rows) if seat == 0 or seat == 2 else (state.rows, state.columns)
    if wide > across or _TALL > deep:
        return False
    if turn == 0 or turn == 2:
        up = min(1, deep - _TALL) if turn == 0 else max(0, deep - _TALL - 1)
        for left in range(across - wide + 1):
            if _try(state, cells, seat, left, up, wide, shown):
                return True
    else:
        left = min(1, across - wide) if turn == 1 else max(0, across - wide - 1)
        for up in range(deep - _TALL + 1):
            if _try(state, cells, seat, left, up, wide, shown):
                return True
    return False


def _try(state, cells, seat: int, left: int, up: int, wide: int, shown) -> bool:
    columns = state.columns
    x, y = _place(state, seat, left, up + _TALL - 1)
    at = y * columns + x
    x, y = _place(state, seat, left + 1, up + _TALL - 1)
    right = y * columns + x - at
    x, y = _place(state, seat, left, up + _TALL - 2)
    _work[0] = at
    _work[1] = right & 0xFFFF
    _work[2] = (y * columns + x - at) & 0xFFFF
    _work[3] = wide
    if not _free(cells, _work):
        return False
    level = DIM if -1 in shown else BRIGHT
    for digit in shown:
        if digit < 0:
            level = BRIGHT
            at += right * (_BETWEEN - 1)
            continue
        _work[0] = at
        _work[4] = _SHAPES[digit]
        _work[6] = DIGIT | level << 5
        _shape(cells, _work)
        at += right * 4
    return True


@micropython.viper
def _free(cells: ptr8, work: ptr16) -> int:
    """Whether nothing is lit in a box of five rows, which is dark then; `work`: 0 its first space, 1 and 2 the steps to the right and down
    (16 bits with sign), 3 its width, 5 whether a zone (IN_FRONT to IN_RANGE) may lie there."""
    right = int(work[1])
    down = int(work[2])
    if right >= 32768:
        right -= 65536
    if down >= 32768:
        down -= 65536
    over = int(work[5])
    again = 0
    while again < 2:
        at = int(work[0])
        y = 0
        while y < 5:
            k = at
            x = int(work[3])
            while x > 0:
                if again:
                    cells[k] = 0
                else:
                    meaning = int(cells[k]) & 31
                    if meaning:
                        if over == 0 or meaning < 12 or meaning > 15:
                            return 0
                k += right
                x -= 1
            at += down
            y += 1
        again += 1
    return 1


@micropython.viper
def _shape(cells: ptr8, work: ptr16):
    """One digit there; `work`: 4 its fifteen bits, 6 the byte of a space that is lit."""
    at = int(work[0])
    right = int(work[1])
    down = int(work[2])
    if right >= 32768:
        right -= 65536
    if down >= 32768:
        down -= 65536
    bits = int(work[4])
    bit = 16384
    y = 0
    while y < 5:
        k = at
        x = 0
        while x < 3:
            if bits & bit:
                cells[k] = int(work[6])
            bit >>= 1
            k += right
            x += 1
        at += down
        y += 1
