"""Beside the real image, called by its main.py: when the first prompt was lit, and, once a host follows, frames go out and explain
is loaded, how much heap there is. The figures go into the board's own log, which the host reads over the link. What this file
itself costs is told too: `hook` bytes, `hook_us`."""

import gc
import json
from time import ticks_us

BEGAN = ticks_us()
gc.collect()
BEFORE = gc.mem_free()


class Lit:
    """When the lights were shown for the first time, in us since reset."""

    us = 0
    heap = 0


def install(boot, watch=None):
    """`watch()` is called after the table's first turn."""
    from lanternboard.drivers.board import Board

    show = Board.show

    def first(self, cells):
        Lit.us = ticks_us() - Lit.cost
        Board.show = show
        show(self, cells)

    Board.show = first
    worked = boot.Boot.worked

    def turned(self):
        boot.Boot.worked = worked
        worked(self)
        (watch or heap)()

    boot.Boot.worked = turned
    Lit.cost = ticks_us() - BEGAN


def heap():
    """After each turn of the table: is the host there?"""
    gc.collect()
    before = gc.mem_free()
    from board_common import free, largest
    from lanternboard.table import loop

    Table = loop.Table

    hook = before - free() + 2000  # and about so much for this module
    turn = Table.turn

    def watched(self, wait):
        busy = turn(self, wait)
        commands = self.commands
        if commands.frames and commands.following >= 0 and not commands.busy:
            Table.turn = turn
            while self.later:  # what the table does by itself while nobody waits
                self.load()
            alone = free()
            from lanternboard.explain import lines  # noqa: F401 - loaded, which is what is measured

            figures = {"lit_us": Lit.us, "hook_us": Lit.cost, "table": alone, "free": free(), "largest": largest(), "hook": hook}
            commands.note(json.dumps(figures))
        return busy

    Table.turn = watched
