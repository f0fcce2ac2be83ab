"""What stands on a survivor's and the monster's records, as numbers: attributes with their tokens, counters within their bounds, who may
spend survival, what a mark forbids. Functions of a State; the few that change it touch one number and tell nobody."""

from .geometry import on_board
from .state import (
    ARCHIVED_AT,
    BLEED,
    BOXES,
    DOOMED,
    GEAR,
    LEVEL,
    MARKS,
    MOVEMENT,
    SURVIVAL,
    TOKENS,
    TURN,
    WIDTH,
    ZERO,
)

ATTRIBUTES = ("movement", "speed", "accuracy", "strength", "evasion", "luck")
BEASTS = ("movement", "speed", "accuracy", "damage", "toughness", "luck", "evasion")  # what tokens a monster can have

# Marks, by their bit in State.body[MARKS:]: what an injury or a trauma has taken from a survivor. The order is for ever.
MARKS_BY_ID = (
    "no-survival",  # neither spends nor gains any
    "deaf",
    "no-dodge",
    "no-dash",
    "no-surge",
    "no-encourage",
    "falls-when-hurt",  # any injury also knocks it down
    "movement-one",
    "dies-at-end",  # of the showdown, unless another survivor lives
    "skip-hunt",
    "retired",
    "no-two-handed",
    "no-weapons",
    "no-consume",
    "no-arts",
    "no-intimacy",
    "no-waist-gear",
    "no-heavy-gear",
)
NO_SURVIVAL, DEAF, NO_DODGE, NO_DASH, NO_SURGE, NO_ENCOURAGE, FALLS, SLOW, DIES_AT_END = 1, 2, 4, 8, 16, 32, 64, 128, 256
NO_WEAPONS, NO_HEAVY_GEAR = 1 << 12, 1 << 17
INSANE = 3  # insanity from which a survivor is insane


def value(s, i: int, field: int) -> int:
    """A counter of survivor i's record: survival, insanity, ..."""
    return s.body[i * WIDTH + field]


def attribute(s, i: int, which: int) -> int:
    """An attribute with its tokens (C5)."""
    at = i * WIDTH + which
    return s.body[at] + s.body[at + TOKENS] - 2 * ZERO


def add(s, i: int, field: int, n: int) -> int:
    """Adds to a byte of survivor i's record, within 0-255; what was really added."""
    at = i * WIDTH + field
    before = s.body[at]
    s.body[at] = max(0, min(255, before + n))
    return s.body[at] - before


def gain_survival(s, i: int, n: int) -> int:
    """Survival, never above the limit (S1); what was really gained, or lost where n is negative."""
    if n < 0:
        return add(s, i, SURVIVAL, n)
    if marked(s, i, NO_SURVIVAL):
        return 0
    return add(s, i, SURVIVAL, max(0, min(n, s.limit - value(s, i, SURVIVAL))))


def can_spend(s, i: int) -> bool:
    """Whether survivor i may pay survival now (S2, S4)."""
    return value(s, i, SURVIVAL) > 0 and not value(s, i, TURN) & DOOMED and not marked(s, i, NO_SURVIVAL)


def marks(s, i: int) -> int:
    at = i * WIDTH + MARKS
    return s.body[at] | s.body[at + 1] << 8 | s.body[at + 2] << 16


def marked(s, i: int, bit: int) -> bool:
    return marks(s, i) & bit != 0


def mark(s, i: int, bit: int) -> None:
    found = marks(s, i) | bit
    at = i * WIDTH + MARKS
    s.body[at] = found & 255
    s.body[at + 1] = found >> 8 & 255
    s.body[at + 2] = found >> 16


def turn_bit(s, i: int, bit: int, on: bool) -> None:
    at = i * WIDTH + TURN
    s.body[at] = s.body[at] | bit if on else s.body[at] & ~bit & 255


def steps_of(s, i: int) -> int:
    """A survivor's movement (V4), before the ruling that it is at least 1."""
    return 1 if marked(s, i, SLOW) else attribute(s, i, MOVEMENT)


def undoom(s) -> None:
    """The card that doomed somebody is through (S4)."""
    for i in range(len(s.at)):
        turn_bit(s, i, DOOMED, False)


def boxes(s, i: int) -> int:
    at = i * WIDTH + BOXES
    return s.body[at] | s.body[at + 1] << 8


def fill(s, i: int, bit: int) -> None:
    found = boxes(s, i) | bit
    at = i * WIDTH + BOXES
    s.body[at] = found & 255
    s.body[at + 1] = found >> 8


def bleeding(s, i: int) -> int:
    return s.body[i * WIDTH + BLEED]


def beast(s, which: int) -> int:
    """An attribute of the monster with its tokens; movement is State.movement (C5)."""
    return s.beast[which] + s.beast[which + TOKENS] - 2 * ZERO


def level_of(s) -> int:
    return s.beast[LEVEL]


def add_token(s, which: int, n: int) -> None:
    """Tokens on the monster; `which` as in BEASTS."""
    if which == 0:
        s.tokens = max(-30, min(30, s.tokens + n))
        return
    at = which + TOKENS if which < 6 else TOKENS  # evasion has movement's place, which State.tokens took
    s.beast[at] = max(1, min(255, s.beast[at] + n))


def evasion(s) -> int:
    """The monster's evasion with its tokens: it lies where its movement would (State.movement)."""
    return s.beast[0] + s.beast[TOKENS] - 2 * ZERO


def weapons(s, i: int):
    """The places in State.gear of what survivor i has in hand."""
    return [k for k in range(0, len(s.gear), GEAR) if s.gear[k] == i and not s.gear[k + ARCHIVED_AT]]


def living(s) -> list:
    return [i for i in range(len(s.at)) if on_board(s, i)]
