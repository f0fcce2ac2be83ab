"""From the byte of a space to colours on a dark page: levels, the glow that spills onto dark neighbours, and which way a
terminal can show it. No text is made here."""

from __future__ import annotations

from lanternboard.lights import meanings, patterns
from rich.console import Console

from ..faces.light import Colour, light_of

GLOW, INDEXED, LETTERS = "glow", "indexed", "letters"
NIGHT: Colour = (15, 12, 10)  # an unlit space
SPILL = 0.12  # how much of its neighbours' light an unlit space catches
AWAY = 0.4  # a table that is away is shown by this much of its light

# The page itself: warm off-white on the terminal's own dark, one amber.
AMBER = "#f0b45a"
PAPER = "#ebe2d2"
FAINT = "#8a7d6b"
DEEP = "#5c5246"


# Where a terminal has 256 colours only they are chosen by hand, from the part of them that no theme changes: meaning -> dim,
# normal, bright. No number stands twice, so that nothing on the board or in the legend can be taken for something else;
# a survivor's three have one hue.
UNLIT = 233
PALETTE = {
    meanings.MONSTER: (94, 160, 166),
    meanings.FALLEN: (52, 124, 196),
    meanings.FRONT_EDGE: (100, 179, 221),
    meanings.SURVIVOR: (60, 61, 105),
    meanings.SURVIVOR + 1: (53, 90, 127),
    meanings.SURVIVOR + 2: (67, 110, 153),
    meanings.SURVIVOR + 3: (23, 66, 73),
    meanings.SURVIVOR + 4: (54, 96, 133),
    meanings.SURVIVOR + 5: (18, 20, 21),
    meanings.SURVIVOR + 6: (24, 242, 30),
    meanings.SURVIVOR + 7: (97, 103, 147),
    meanings.IN_FRONT: (59, 130, 136),
    meanings.BLIND_SPOT: (17, 55, 98),
    meanings.FIELD_OF_VIEW: (240, 241, 101),
    meanings.IN_RANGE: (238, 95, 173),
    meanings.CANDIDATE: (126, 161, 211),
    meanings.ROUTE: (58, 137, 172),
    meanings.RUN_OVER: (125, 167, 203),
    meanings.ALLOWED: (22, 28, 72),
    meanings.USUAL: (29, 36, 85),
    meanings.REFUSED: (89, 88, 131),
    meanings.CURSOR: (244, 248, 255),
    meanings.DONE: (243, 246, 223),
    meanings.SEAT: (236, 239, 102),
    meanings.DIGIT: (108, 151, 194),
}


def mode_of(console: Console) -> str:
    """GLOW where the terminal has every colour, INDEXED where it has 256, LETTERS where it has fewer, or NO_COLOR is set."""
    if console.no_color:
        return LETTERS
    return {"truecolor": GLOW, "256": INDEXED}.get(console.color_system or "", LETTERS)


def index_of(value: int, phase: float | None = None, dimmed: bool = False) -> int:
    """The number among 256 colours of a space: what blinks is dim for a moment, a table that is away is dim."""
    found = PALETTE.get(value & 31)
    if found is None:
        return UNLIT
    out = phase is not None and patterns.of(value, int(phase * 1000)) < 128
    return found[0 if out or dimmed else min(value >> 5 & 3, 2)]


def rgb_of(index: int) -> Colour:
    """The colour that such a number stands for (16-255)."""
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return (grey, grey, grey)
    steps = (0, 95, 135, 175, 215, 255)
    index -= 16
    return (steps[index // 36], steps[index // 6 % 6], steps[index % 6])


def plain_characters(console: Console) -> bool:
    """Whether only ASCII can be shown."""
    return not (console.encoding or "").lower().replace("-", "").startswith("utf")


def glow(cells: bytes, columns: int, rows: int, phase: float | None = None, dimmed: bool = False) -> list[Colour]:
    """A colour per space: its own light, or what it catches from the eight around it."""
    own = [light_of(value, phase) for value in cells]
    factor = AWAY if dimmed else 1.0
    out: list[Colour] = []
    for space, colour in enumerate(own):
        red, green, blue = colour
        if cells[space] & 31 == 0:
            x, y = space % columns, space // columns
            for j in range(max(0, y - 1), min(rows, y + 2)):
                for i in range(max(0, x - 1), min(columns, x + 2)):
                    near = own[j * columns + i]
                    red += near[0] * SPILL / 2
                    green += near[1] * SPILL / 2
                    blue += near[2] * SPILL / 2
        out.append(
            (
                NIGHT[0] + (min(red, 255 - NIGHT[0])) * factor,
                NIGHT[1] + (min(green, 255 - NIGHT[1])) * factor,
                NIGHT[2] + (min(blue, 255 - NIGHT[2])) * factor,
            )
        )
    return out


def luminance(colour: Colour) -> float:
    """0-255, as the eye weighs it."""
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


def hexadecimal(colour: Colour, factor: float = 1.0) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(max(0, min(255, round(part * factor))) for part in colour))
