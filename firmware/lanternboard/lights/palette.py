"""How each meaning looks: its name, colour, pattern and letter. Faces draw by it, and the board's own table of light is made from it
(lamplight.py): a board itself never loads it."""

from .meanings import BLINK, BREATHE, OUTLINE, STEADY

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
