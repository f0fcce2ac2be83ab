"""The board's first lines, compiled at every start, hence few: the rest is in /lb/start. Package data: never imported on a PC."""

import sys

ROOT = globals().get("ROOT", sys.path[0] + "/")  # where this file lies: on a board the path begins with ""
sys.path.insert(0, ROOT + "lb")
try:
    try:
        try:
            import dark  # a board with LEDs of its own: they are, before anything else is loaded

            del dark, sys.modules["dark"]
        except ImportError:
            pass
        import start
    finally:
        sys.path.pop(0)
    boot = start.version(ROOT)
    start.rest()
    if boot:
        boot.run(ROOT)
except Exception as wrong:
    print("install Lanternboard again:", repr(wrong))
finally:  # MicroPython's prompt is next, which has these names
    if "start" in sys.modules:
        sys.modules["start"].leave()
    start = boot = None
