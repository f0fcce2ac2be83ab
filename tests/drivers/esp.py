"""In place of an ESP32-S3: MicroPython's unix port runs an image's main.py, or another program, as a board does, with the fakes beside
this file in place of the chip's modules.

    micropython esp.py FAKES FOLDER/ [PROGRAM]
"""

import builtins
import sys

FAKES, ROOT = sys.argv[1], sys.argv[2]
sys.path[:] = [FAKES, ".frozen"]
import machine  # noqa: E402
import neopixel  # noqa: E402

real = builtins.__import__


def imported(name, names=None, local=None, wanted=None, level=0):
    """The unix port has a `machine` of its own, which would come first."""
    if level == 0 and name in ("machine", "neopixel"):
        return machine if name == "machine" else neopixel
    return real(name, names, local, wanted, level)


builtins.__import__ = imported
program = sys.argv[3] if len(sys.argv) > 3 else ROOT + "main.py"
sys.path[:] = ["", ".frozen"] if len(sys.argv) < 4 else [ROOT + "lb/0", ".frozen"]
with open(program) as file:
    code = compile(file.read(), program, "exec")
exec(code, {"__name__": "__main__", "ROOT": ROOT})
