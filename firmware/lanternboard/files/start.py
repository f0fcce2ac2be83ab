"""Finds one of the two versions on this board, /lb/0 or /lb/1, and makes it importable. Package data: never imported on a PC, nor
by the firmware; let go of when it has done its work.

A version lies in one file, `/lb/0.bundle`, or, as the release made it, in `/lb/0.joined` (docs/image.md). A file laid into
/lb/0/lanternboard wins over the bundle, and then nothing joined is used. Where a bundle is missing or damaged, the next one
is tried, then the folder alone, then the other version; where nothing starts, the prompt of MicroPython is left on the
port, so that the board can be mended.

`/lb/trial` exists only while a new version is on trial: two digits, its slot and the boots it has left; the version
removes the file when it has proved itself (table/boot.py)."""

import os
import sys

PLACE = "/code"  # where a bundle is mounted
BUILT_IN = ("array", "binascii", "io", "json", "machine", "os", "select", "struct", "time")


def slots(root):
    try:
        with open(root + "lb/slot") as f:
            first = f.read(1)
    except OSError:
        first = "0"
    try:
        with open(root + "lb/trial") as f:
            slot, left = f.read(2)
        if int(left) > 0:
            with open(root + "lb/trial", "w") as f:
                f.write(slot + str(int(left) - 1))
            first = slot
        else:
            os.remove(root + "lb/trial")
    except (OSError, ValueError):
        pass
    return ("1", "0") if first == "1" else ("0", "1")


def version(root):
    """The module table/boot of the first version that can be imported, which is on the path from then on; None without any."""
    if sys.implementation.name == "micropython":
        known()
    for slot in slots(root):
        for place in places(root + "lb/" + slot):
            sys.path.insert(0, place)
            try:
                from lanternboard.table import boot
            except Exception as wrong:
                print("slot", slot, "does not start from", place, repr(wrong))
                for name in list(sys.modules):
                    if name.split(".")[0] == "lanternboard":
                        del sys.modules[name]
                sys.path.pop(0)
                continue
            sys.path.remove(root + "lb")
            return boot
    print("No version of Lanternboard on this board starts: install again (lanternboard doctor).")
    return None


def places(folder):
    """What to put on the path for a version, the best first."""
    if sys.implementation.name == "micropython":
        import vfs
        from bundle import Bundle

        try:
            os.stat(folder + "/lanternboard")
            laid_in = folder
        except OSError:
            laid_in = ""
        for kind in (".bundle",) if laid_in else (".joined", ".bundle"):
            try:
                vfs.mount(Bundle(folder + kind, laid_in), PLACE)
            except (OSError, ValueError) as wrong:
                if kind == ".bundle":
                    print(folder, repr(wrong))
                continue
            yield PLACE
            vfs.umount(PLACE)
    yield folder


def known():
    """MicroPython looks for most of its own modules in every directory of the path first, each time one is imported."""
    path = sys.path[:]
    sys.path.clear()
    for name in BUILT_IN:
        try:
            sys.modules[name] = __import__(name)
        except ImportError:
            pass  # machine, on a computer
    sys.path.extend(path)
