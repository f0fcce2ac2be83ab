"""What a light can mean. The few meanings of the board, always the same on LEDs, page, terminal and in print: for each a
name, a colour, a pattern as a second sign for eyes that do not tell the colours apart, and a letter where there is no colour.

A table and small functions over it. It decides nothing about which space is lit (compose.py does), it knows no time (patterns.py
does), and it holds no sentence: the words of the legend are in screen/words.py.

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

# The colours are those of lamplight and embers, with one cool family for the survivors, so that who is who is never a
# question of red against green: tests/lights holds them apart for three kinds of colour blindness, or by their patterns.
# meaning -> (name, colour, pattern, letter)
TABLE = (
    ("dark", (0, 0, 0), STEADY, "."),
    ("monster", (190, 76, 0), BREATHE, "M"),
    ("fallen", (165, 46, 5), BLINK, "m"),
    ("front edge", (249, 199, 53), STEADY, "F"),
    ("survivor 1", (117, 134, 255), STEADY, "1"),
    ("survivor 2", (143, 71, 154), STEADY, "2"),
    ("survivor 3", (189, 239, 255), STEADY, "3"),
    ("survivor 4", (113, 194, 190), STEADY, "4"),
    ("survivor 5", (166, 115, 173), STEADY, "5"),
    ("survivor 6", (50, 70, 255), STEADY, "6"),
    ("survivor 7", (64, 115, 114), STEADY, "7"),
    ("survivor 8", (188, 182, 255), STEADY, "8"),
    ("in front", (182, 121, 35), OUTLINE, "f"),
    ("blind spot", (127, 81, 200), OUTLINE, "b"),
    ("field of view", (134, 108, 63), OUTLINE, "v"),
    ("in range", (163, 95, 62), OUTLINE, "r"),
    ("candidate", (245, 126, 167), BLINK, "?"),
    ("route", (215, 140, 0), STEADY, "+"),
    ("run over", (253, 74, 92), BLINK, "x"),
    ("allowed", (56, 156, 106), STEADY, "o"),
    ("usual", (88, 251, 155), STEADY, "O"),
    ("refused", (122, 0, 12), STEADY, "!"),
    ("cursor", (250, 245, 230), STEADY, "#"),
    ("done", (251, 229, 195), BREATHE, "*"),
    ("seat", (111, 97, 78), STEADY, "="),
    ("digit", (128, 144, 144), STEADY, "%"),
)


def cell(meaning: int, level: int = NORMAL, edge: bool = False) -> int:
    """The byte of a space."""
    return meaning | level << 5 | (EDGE if edge else 0)


def name(meaning: int) -> str:
    return TABLE[meaning][0]


def colour(meaning: int):
    """(red, green, blue), 0-255 each, at full level."""
    return TABLE[meaning][1]


def pattern(meaning: int) -> int:
    return TABLE[meaning][2]


def letter(meaning: int) -> str:
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
        return TABLE[meaning][2]
    if value >> 5 & 3 == BRIGHT:
        return LOW_WINK if value & EDGE else WINK
    return BLINK if value & EDGE else STEADY


def in_use(cells):
    """The meanings that some space shows, in the order of the table: what a legend has to explain."""
    seen = 0
    for value in cells:
        seen |= 1 << (value & 31)
    return [m for m in range(1, COUNT) if seen >> m & 1]
