"""Runs test files on MicroPython: every function test_* of the modules named, one line of output each. The files import nothing that
a board does not have; pytest runs the same ones on CPython, and this script through
test_on_micropython.py.

    micropython micropython_suite.py rules.test_geometry explain.test_cases ...
"""

import gc
import sys


def run(name):
    module = __import__(name, None, None, ("",))
    for test in sorted([key for key in dir(module) if key.startswith("test_")]):
        gc.collect()
        try:
            getattr(module, test)()
            print("passed", name, test)
        except Exception as wrong:
            print("failed", name, test)
            sys.print_exception(wrong)


for name in sys.argv[1:]:
    try:
        run(name)
    except Exception as wrong:
        print("failed", name, "import")
        sys.print_exception(wrong)
print("done")
