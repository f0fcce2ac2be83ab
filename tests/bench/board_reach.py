"""Reach of the whole board: the firmware's own against plain sets of tuples, both walked from one corner with movement enough
for every space. They must agree. The same file runs on CPython, MicroPython's unix port and the Pico."""

import sys

from board_common import end, say, settle, since, us
from lanternboard.rules import geometry
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.state import State

COLUMNS, ROWS, MOVEMENT = 22, 16, 60
REPEAT = 1 if sys.platform == "rp2" else 5  # plain sets take a second on the chip


def plain(start, barred):
    """Everything that can be walked to, as anybody would write it first."""
    seen = {start}
    edge = [start]
    for _ in range(MOVEMENT):
        following = []
        for x, y in edge:
            for step in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if 0 <= step[0] < COLUMNS and 0 <= step[1] < ROWS and step not in barred and step not in seen:
                    seen.add(step)
                    following.append(step)
        edge = following
    seen.discard(start)
    return seen


def position():
    s = State(COLUMNS, ROWS, 2)
    s.size, s.x, s.y, s.placed = 2, 10, 7, True
    s.at[0], s.at[1] = 0, 5 * COLUMNS + 5
    return s


s = position()
barred = {(10, 7), (11, 7), (10, 8), (11, 8), (5, 5)}
ours = theirs = None
for _ in range(REPEAT):
    settle()
    begin = us()
    ours = geometry.reach(s, 0, MOVEMENT, DEFAULT)
    own = since(us(), begin)
    settle()
    begin = us()
    theirs = plain((0, 0), barred)
    other = since(us(), begin)
    say(own=own, plain=other)
same = len(ours) == len(theirs) and all([(space % COLUMNS, space // COLUMNS) in theirs for space in ours])
say(agree=same, spaces=len(theirs))
end()
