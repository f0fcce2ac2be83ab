"""The board's first lines, compiled at every start, hence few: the rest is in /lb/start. Package data: never imported on a PC."""

import sys

ROOT = globals().get("ROOT", "/")  # CPython in place of a board sets its own
sys.path.insert(0, ROOT + "lb")
try:
    import start

    boot = start.version(ROOT)
    start.rest()
except Exception as wrong:  # no start: the first version's folder may be there all the same
    print("/lb/start:", repr(wrong))
    sys.path.insert(0, ROOT + "lb/0")
    from lanternboard.table import boot
if boot:
    boot.run(ROOT)
    if "start" in sys.modules:
        sys.modules["start"].leave()
