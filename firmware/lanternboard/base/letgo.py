"""Lets go of modules that a showdown does not need, so that their heap is free again; they are loaded anew when they are used.
On CPython it does nothing."""

import gc
import sys

PACKAGE = "lanternboard."


def let_go(*names: str) -> None:
    """Forgets the modules `names` ("explain.lines"), and their packages' references to them."""
    if sys.implementation.name != "micropython":
        return
    for name in names:
        if sys.modules.pop(PACKAGE + name, None) is not None:
            i = (PACKAGE + name).rfind(".")
            room = sys.modules.get((PACKAGE + name)[:i])
            if room is not None and hasattr(room, name.split(".")[-1]):
                delattr(room, name.split(".")[-1])
    gc.collect()
