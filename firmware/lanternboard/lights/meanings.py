"""What a light can mean. The few meanings of the board, always the same on LEDs, page, terminal and in print: for each a
name, a colour, a pattern as a second sign for eyes that do not tell the colours apart, and a letter where there is no colour.

Numbers and small functions over them; colours and names are in palette.py. It decides nothing about which space is lit (compose.py
does), it knows no time (patterns.py does), and it holds no sentence: the words of the legend are in screen/words.py.

One byte tells what a space shows: bits 0-4 the meaning, bits 5-6 the level (DIM, NORMAL, BRIGHT), bit 7 (EDGE) set where the
space lies on the edge of its region, and for a survivor when it lies."""

DARK = 0
MONSTER = 1
FALLEN = 2
FRONT_EDGE = 3
SURVIVOR = 4  # the first of eight, in their order at the table: SURVIVOR + i is survivor i
IN_FRONT = 12
BLIND_SPOT = 13
FIELD_OF_VIEW = 14
IN_RANGE = 15
CANDIDATE = 16
ROUTE = 17
RUN_OVER = 18
ALLOWED = 19
USUAL = 20
REFUSED = 21
CURSOR = 22
DONE = 23
SEAT = 24
DIGIT = 25
COUNT = 26

DIM, NORMAL, BRIGHT = 0, 1, 2
EDGE = 0x80

# Patterns; what they do in time is in patterns.py. STEADY does not change. BLINK goes out briefly, about once a second.
# BREATHE swells and sinks slowly. OUTLINE draws the edge of a region a level brighter than what it encloses.
# WINK goes out as many times as the survivor's number says, then rests; LOW_WINK lights up as many times.
STEADY, BLINK, BREATHE, OUTLINE, WINK, LOW_WINK = 0, 1, 2, 3, 4, 5
PATTERNS = ("steady", "blink", "breathe", "edge", "count", "count low")

# The pattern of each meaning, as in the palette (palette.py).
_PATTERN = b"\x00\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x03\x03\x03\x01\x00\x01\x00\x00\x00\x00\x02\x00\x00"


def cell(meaning: int, level: int = NORMAL, edge: bool = False) -> int:
    """The byte of a space."""
    return meaning | level << 5 | (EDGE if edge else 0)


def name(meaning: int) -> str:
    from .palette import TABLE

    return TABLE[meaning][0]


def colour(meaning: int):
    """(red, green, blue), 0-255 each, at full level."""
    from .palette import TABLE

    return TABLE[meaning][1]


def pattern(meaning: int) -> int:
    return _PATTERN[meaning]


def letter(meaning: int) -> str:
    from .palette import TABLE

    return TABLE[meaning][3]


def survivor_of(meaning: int) -> int:
    """Which survivor (0-7) a meaning stands for, -1 for none."""
    return meaning - SURVIVOR if SURVIVOR <= meaning < SURVIVOR + 8 else -1


def in_time(value: int) -> int:
    """The pattern of a space's byte: a survivor's depends on whether it lies (EDGE), and on whether it says which one it is (BRIGHT)."""
    meaning = value & 31
    if meaning >= COUNT:
        return STEADY
    if not SURVIVOR <= meaning < SURVIVOR + 8:
        return _PATTERN[meaning]
    if value >> 5 & 3 == BRIGHT:
        return LOW_WINK if value & EDGE else WINK
    return BLINK if value & EDGE else STEADY


def in_use(cells):
    """The meanings that some space shows, in the order of the table: what a legend has to explain."""
    seen = 0
    for value in cells:
        seen |= 1 << (value & 31)
    return [m for m in range(1, COUNT) if seen >> m & 1]
