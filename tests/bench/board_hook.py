"""Beside the real image, asked by its main.py: tells when the first prompt was ready and, once a host follows and explain is
loaded, how much heap there is. The figures go into the board's own log, which the host reads over the link."""

import gc
import json
import time

from board_common import free, largest


def install(boot):
    worked = boot.Boot.worked

    def first(self):
        now = time.ticks_us()
        boot.Boot.worked = worked
        worked(self)
        watch(now)

    boot.Boot.worked = first


def watch(ready):
    """From the first turn on: waits for the host."""
    from lanternboard.table.loop import Table

    turn = Table.turn

    def watched(self, wait):
        busy = turn(self, wait)
        commands = self.commands
        if commands.frames and commands.following >= 0 and not commands.busy:
            Table.turn = turn
            alone = free()
            from lanternboard.explain import lines  # noqa: F401 - loaded, which is what is measured

            commands.note(json.dumps({"ready_us": ready, "table": alone, "free": free(), "largest": largest()}))
        return busy

    Table.turn = watched
    gc.collect()
