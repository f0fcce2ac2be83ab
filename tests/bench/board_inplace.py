"""Where the code of a function and the text of a constant lie after their module was imported, and what a board makes of blocks of code
that are in flash twice (tests/pico)."""

from board_common import end, say, start
from lanternboard.rules import state
from machine import mem32


def lies(address):
    return {1: "flash", 2: "heap"}.get(mem32[address] >> 28, "?")


def told():
    pass


say(placed=lies(id(state.unpack) + 12), method=lies(id(state.State.pack) + 12), loose=lies(id(told) + 12))
say(index=lies(id(start.MOUNTED[-1].index) + 12), names=start.MOUNTED[-1].names > 1500)
with open("/lb/0.bundle", "rb") as bundle, open("/copy", "wb") as copy:
    while piece := bundle.read(4096):
        copy.write(piece)
again = start.Bundle("/lb/0")
again.find_code()
say(twice=again.code is None)
end()
