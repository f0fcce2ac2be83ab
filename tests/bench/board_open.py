"""How long it takes to open journals of several lengths and to come to their prompt, with what lies beside them, and once without."""

import os

from board_common import end, free, say, settle, since, us
from lanternboard.rules.engine import Engine
from lanternboard.rules.record import Links
from lanternboard.store.journal import FileJournal
from lanternboard.table.builtin import BuiltinCards


def opened(name, **what):
    settle()
    began = us()
    journal = FileJournal("/" + name, links=Links)
    game = Engine(journal, BuiltinCards())
    took = since(us(), began)
    before = free()
    del game
    journal.close()
    journal = None
    say(records=int(name[1:]), us=took, heap=free() - before, **what)


names = sorted([name for name in os.listdir("/") if name[0] == "j" and name[1:].isdigit()])
for name in names:
    opened(name, beside=True)
os.remove("/" + names[0] + ".at")
for beside in (False, True):
    opened(names[0], beside=beside)
end()
