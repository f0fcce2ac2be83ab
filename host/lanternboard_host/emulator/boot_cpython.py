"""Run by CPython in place of a board: main.py of a board's folder, with that folder as its root. Knows nothing else; the
firmware comes from the folder, never from an installed package."""

import sys

ROOT = sys.argv[1].replace("\\", "/").rstrip("/") + "/"
sys.path[:] = [entry for entry in sys.path if "site-packages" not in entry and "dist-packages" not in entry][1:]
sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
sys.dont_write_bytecode = True
with open(ROOT + "main.py", encoding="utf-8") as file:
    code = compile(file.read(), ROOT + "main.py", "exec")
exec(code, {"__name__": "__main__", "ROOT": ROOT})
