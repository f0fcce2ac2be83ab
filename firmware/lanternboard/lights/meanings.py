"""What a light can mean. The few meanings of the board, always the same on LEDs, page, terminal and in print: for each a
name, a colour, a pattern as a second sign for eyes that do not tell the colours apart, and a letter where there is no colour.

A table and two small functions over it. It decides nothing about which space is lit (compose.py does), and it holds no
sentence: the words of the legend are in screen/words.py.

One byte tells what a space shows: bits 0-4 the meaning, bits 5-6 the level (DIM, NORMAL, BRIGHT), bit 7 set where the
space lies on the edge of its region."""

DARK = 0
MONSTER = 1
FRONT_EDGE = 2
STANDING = 3
LYING = 4
IN_FRONT = 5
BLIND_SPOT = 6
FIELD_OF_VIEW = 7
IN_RANGE = 8
CANDIDATE = 9
ROUTE = 10
RUN_OVER = 11
ALLOWED = 12
USUAL = 13
REFUSED = 14
CURSOR = 15
DONE = 16
COUNT = 17

DIM, NORMAL, BRIGHT = 0, 1, 2
EDGE = 0x80

# Patterns. STEADY does not change. BLINK goes out briefly, about once a second. BREATHE swells and sinks slowly.
# RIM draws the edge of the region a level brighter than what it encloses.
STEADY, BLINK, BREATHE, RIM = 0, 1, 2, 3
PATTERNS = ("steady", "blink", "breathe", "rim")

# The colours are those of lamplight and embers, with one cool family for the survivors, so that who is who is never a
# question of red against green: tests/lights holds them apart for three kinds of colour blindness, or by their patterns.
# meaning -> (name, colour, pattern, letter)
TABLE = (
    ("dark", (0, 0, 0), STEADY, "."),
    ("monster", (214, 72, 10), BREATHE, "M"),
    ("front edge", (255, 196, 70), STEADY, "F"),
    ("standing", (100, 160, 240), STEADY, "S"),
    ("lying", (70, 100, 190), BLINK, "_"),
    ("in front", (196, 134, 24), RIM, "f"),
    ("blind spot", (150, 70, 210), RIM, "b"),
    ("field of view", (122, 104, 66), RIM, "v"),
    ("in range", (190, 92, 40), RIM, "r"),
    ("candidate", (255, 110, 190), BLINK, "?"),
    ("route", (236, 150, 0), STEADY, "+"),
    ("run over", (255, 40, 50), BLINK, "x"),
    ("allowed", (20, 140, 116), STEADY, "o"),
    ("usual", (80, 220, 180), STEADY, "O"),
    ("refused", (110, 14, 8), STEADY, "!"),
    ("cursor", (255, 244, 220), STEADY, "#"),
    ("done", (255, 220, 150), BREATHE, "*"),
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


def in_use(cells):
    """The meanings that some space shows, in the order of the table: what a legend has to explain."""
    seen = 0
    for value in cells:
        seen |= 1 << (value & 31)
    return [m for m in range(1, COUNT) if seen >> m & 1]
