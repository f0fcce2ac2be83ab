"""What is still to be done, as a stack of small items in State.agenda: the last one is next. Each item is run as one act (showdown.py);
between two of them no generator is open and the state alone is the game. It knows only how items lie there."""

from .state import ITEM

# What an item is: op, then card, who, stage, more; what these mean is the op's.
MONSTER, DRAW, CARD, END_MONSTER, SURVIVORS, ACT, STRIKE, END_ROUND, VICTORY = 1, 2, 3, 4, 5, 6, 7, 8, 9
COLLIDED = 10  # `who`: a set of survivors who fall when the attack is over, by X1's other ruling

# Stages of a CARD: an AI card, or instinct k as INSTINCT + k
PICK, EACH, BEFORE, APPROACH, ATTACK, HITS, DAMAGE, AFTER, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8
INSTINCT = 128
# `more` of a CARD: the bonus of its damage in the low bits, and
BONUS, DID, SEVERE, REACTION, INJURED = 15, 16, 32, 64, 128

# Stages of a STRIKE: `who` attacks, `card` the place of its weapon in State.gear, or one of
FIST, SLUNG = 255, 254
NEXT, CLOSE, AFTER_TRAP = 0, 1, 2  # CLOSE: the location in `more` is done with


MOST = 50  # items: their bytes' number must fit one byte of the state


def push(s, op: int, card: int = 0, who: int = 255, stage: int = 0, more: int = 0) -> None:
    """One more that is next. What would be more than MOST is left out: cards that cause one another without end (showdown.py)."""
    if len(s.agenda) < MOST * ITEM:
        s.agenda.extend(bytes((op, card, who, stage, more)))


def pop(s) -> bytearray:
    item = s.agenda[-ITEM:]
    s.agenda[:] = s.agenda[:-ITEM]
    return item


def op(s) -> int:
    """The next item's; 0 where there is none."""
    return s.agenda[-ITEM] if s.agenda else 0


def strikes(s, i: int) -> bool:
    """Whether survivor i is in the middle of its own attack (S2a)."""
    for at in range(0, len(s.agenda), ITEM):
        if s.agenda[at] == STRIKE and s.agenda[at + 2] == i:
            return True
    return False


def drop_to(s, op: int) -> bool:
    """Leaves out everything above the next item of that op. False, and nothing changed, where there is none."""
    for at in range(len(s.agenda) - ITEM, -1, -ITEM):
        if s.agenda[at] == op:
            s.agenda[:] = s.agenda[: at + ITEM]
            return True
    return False
