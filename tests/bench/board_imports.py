"""Each module of the image, imported in the order in which a board's start needs them: heap bytes and time each one costs.
A module's figure includes what it is the first to import."""

import sys

from board_common import end, free, say, since, us

SKIP = ("drivers/emulated", "drivers/board", "drivers/rp2")


def one(name):
    before = free()
    begin = us()
    try:
        __import__(name)
    except Exception as wrong:
        say(module=name, error=repr(wrong))
        return
    took = since(us(), begin)
    say(module=name, heap=before - free(), us=took)


say(free=free())
with open("/modules") as f:
    names = f.read().split()
for name in names:
    if name not in sys.modules:
        one(name)
say(free=free())
end()
