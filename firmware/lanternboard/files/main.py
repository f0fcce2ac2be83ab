"""The board's first lines: choose one of the two versions in /lb/0 and /lb/1 and start it. Package data: never imported on a PC.

`/lb/trial` exists only while a new version is on trial: two digits, its slot and the boots it has left; the version
removes the file when it has proved itself (table/boot.py). A slot that cannot even be imported is passed over. Where
neither starts, the prompt of MicroPython is left on the port, so that the board can be mended."""

import os
import sys

ROOT = globals().get("ROOT", "/")  # CPython in place of a board sets its own


def slots():
    try:
        with open(ROOT + "lb/slot") as f:
            first = f.read(1)
    except OSError:
        first = "0"
    try:
        with open(ROOT + "lb/trial") as f:
            slot, left = f.read(2)
        if int(left) > 0:
            with open(ROOT + "lb/trial", "w") as f:
                f.write(slot + str(int(left) - 1))
            first = slot
        else:
            os.remove(ROOT + "lb/trial")
    except (OSError, ValueError):
        pass
    return ("1", "0") if first == "1" else ("0", "1")


def start():
    for slot in slots():
        sys.path.insert(0, ROOT + "lb/" + slot)
        try:
            from lanternboard.table import boot
        except Exception as wrong:
            print("slot", slot, "does not start:", repr(wrong))
            for name in list(sys.modules):
                if name.split(".")[0] == "lanternboard":
                    del sys.modules[name]
            sys.path.pop(0)
            continue
        return boot.run(ROOT)
    print("No version of Lanternboard on this board starts: install again (lanternboard doctor).")


start()
