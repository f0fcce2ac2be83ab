"""Starts one of the two versions on this board: /lb/0 or /lb/1. Package data: never imported on a PC, nor by the firmware.

A version lies in one file, `/lb/0.bundle` (docs/image.md), read through a file system that only importing uses: littlefs
would look for each module through five directories. A file laid into /lb/0/lanternboard wins over the bundle. Where the
bundle is missing or damaged, the folder alone is tried, then the other version; where nothing starts, the prompt of MicroPython
is left on the port, so that the board can be mended.

`/lb/trial` exists only while a new version is on trial: two digits, its slot and the boots it has left; the version
removes the file when it has proved itself (table/boot.py)."""

import gc
import os
import sys

MOUNTED = []  # the bundle in use
PLACE = "/code"  # where the bundle is mounted
MAGIC = b"LBB3"
TIDY = 16384  # bytes of heap between two collections: what a module leaves while it loads would else lie between what stays
BUILT_IN = ("array", "binascii", "io", "json", "machine", "os", "rp2", "select", "struct", "time")


def slots(root):
    try:
        with open(root + "lb/slot") as f:
            first = f.read(1)
    except (OSError, ValueError):  # the last: no text
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
        gc.threshold(TIDY)
    for slot in slots(root):
        for place in places(root + "lb/" + slot):
            sys.path.insert(0, place)
            try:
                from lanternboard.table import boot
            except Exception as wrong:
                print("slot", slot, "does not start from", place, repr(wrong))
                forget()
                sys.path.pop(0)
                continue
            return boot
    print("No version of Lanternboard on this board starts: install again (lanternboard doctor).")
    return None


def places(folder):
    """What to put on the path for a version, the best first."""
    if sys.implementation.name == "micropython":
        import vfs

        try:
            bundle = Bundle(folder)
        except (OSError, ValueError) as wrong:
            print(folder, repr(wrong))
        else:
            vfs.mount(bundle, PLACE)
            if ready(bundle):
                yield PLACE
                MOUNTED.pop()
            bundle.keep_names()
            vfs.umount(PLACE)
    yield folder


def ready(bundle):
    """What the bundle's modules call last is told to its package. False, and nothing of it loaded, where that fails."""
    sys.path.insert(0, PLACE)
    try:
        import lanternboard

        bundle.find_code()
    except Exception as wrong:
        print(bundle.folder, repr(wrong))
        forget()
        return False
    finally:
        sys.path.pop(0)
    lanternboard.folder = bundle.folder
    bundle.plain, lanternboard.settle = lanternboard.settle, bundle.settle
    MOUNTED.append(bundle)
    return True


def forget():
    """A version that does not start."""
    for name in list(sys.modules):
        if name.split(".")[0] == "lanternboard":
            del sys.modules[name]


def rest():
    """The start's own functions, when it has done its work (main.py). This one's last: then it only ends."""
    if MOUNTED and MOUNTED[-1].code:
        bundle = MOUNTED[-1]
        module = sys.modules["lanternboard.inplace"]
        bundle.code.settle(module, module.__dict__, bundle.tables.pop("/lanternboard/inplace.mpy", 0))
        bundle.code.settle(sys.modules["start"], globals(), bundle.own)


def leave():
    """MicroPython's prompt is next. Nothing of this version, nor of this file, is found or looked for any more: their files may be
    deleted while it is there."""
    forget()
    if MOUNTED:
        MOUNTED[-1].keep_names()
    for place in sys.path[:]:
        if place == PLACE or "lb/" in place:
            sys.path.remove(place)
    try:
        import vfs

        vfs.umount(PLACE)
    except (ImportError, OSError):
        pass  # not MicroPython; not mounted
    del sys.modules["start"]


def known():
    """MicroPython looks for most of its own modules in every directory of the path first, each time one is imported."""
    path = sys.path[:]
    sys.path.clear()
    try:
        for name in BUILT_IN:
            try:
                sys.modules[name] = __import__(name)
            except ImportError:
                pass  # machine and rp2, on a computer
    finally:
        sys.path.extend(path)


if sys.implementation.name == "micropython":
    from binascii import crc32
    from io import BytesIO, IOBase
    from struct import unpack

    import micropython

    FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    PACKAGE = "/lanternboard"
    CUT = len(PACKAGE)

    class Stream(IOBase):
        """What the importer reads from: the bundle's own file, in large pieces, never closed. Importing a module reads one
        to its end before it begins another, and knows itself where a compiled one ends."""

        def __init__(self, file):
            self.readinto = file.readinto

        def ioctl(self, op, _):
            return 255 if op == 11 else 0  # the size of the importer's buffer; it asks for nothing else that matters

    class Bundle:
        """A file system of one bundle: `stat` and `open`, as importing needs them. Raises OSError or ValueError when there
        is no whole one."""

        def __init__(self, folder):
            self.folder = self.over = folder
            self.file = open(folder + ".bundle", "rb")
            head = self.file.read(40)
            magic, size, check, n, first, _, nonce, blocks, self.own, again = unpack("<4sIIHHI8sIII", head)
            self.index = self.file.read(n)
            if magic != MAGIC or crc32(self.index, crc32(head[12:])) != check or self.file.seek(0, 2) != size:
                self.file.close()
                raise ValueError("damaged bundle")
            self.folders = self.index[:first]
            self.sources = b".py\n" in self.index
            self.stream = Stream(self.file)
            self.path = self.room = ""
            self.entry = self.begin = self.end = 0
            try:
                os.stat(folder + "/lanternboard")
            except OSError:
                self.over = None
            self.tables = {}  # path of a module that is being imported -> the place of its table of code
            self.code = self.plain = None
            self.names = self.pool = 0  # how many were known before any module of it was loaded, and where
            self.blocks = nonce, blocks, again

        def mount(self, readonly, mkfs):
            pass

        def umount(self):
            self.file.close()

        @micropython.native
        def stat(self, path):
            """Importing asks for a module's name as a folder's first, then with `.py` and with `.mpy`: the first time it is looked for,
            the last time it is known."""
            if path == self.path and self.entry and not self.over:
                return FILE
            if self.over and self.laid_in(path):
                return os.stat(self.over + path)
            if path.endswith(".py") or path.endswith(".mpy"):
                if self.find(path):
                    return FILE
            elif not self.find(path + ".mpy") and path.startswith(PACKAGE) and b"\n%s\n" % path[CUT:].encode() in self.folders:
                return FOLDER
            raise OSError(2)

        @micropython.native
        def find(self, path):
            """Whether the bundle holds that file; then `entry` is where its place is written."""
            if path.endswith(".mpy") or (self.sources and not (self.over and self.laid_in(path[:-2] + "mpy"))):
                self.path = path
                self.entry = self.look_up(path)
                return self.entry > 0
            return False

        @micropython.native
        def look_up(self, path):
            """Where in the index what it tells of a file begins; 0 when it is not there. A folder's files stand together: looking
            through all of them would take a millisecond."""
            if not path.startswith(PACKAGE):
                return 0
            i = path.rfind("/")
            if path[:i] != self.room:
                key = b"\n" + path[CUT:i].encode() + b"\n"
                at = self.folders.find(key)
                if at < 0:
                    return 0
                self.room = path[:i]
                self.begin, self.end = unpack("<HH", self.folders[at + len(key) : at + len(key) + 4])
            key = b"\n" + path[i + 1 :].encode() + b"\n"
            at = self.index.find(key, self.begin, self.end)
            return 0 if at < 0 else at + len(key)

        def find_code(self):
            """Where code can run where it lies, and the bundle is for that: what does it."""
            nonce, blocks, again = self.blocks
            self.blocks = None
            if blocks:
                from lanternboard.inplace import Code

                try:
                    self.code = Code(bytes(reversed(nonce)), blocks)
                    gc.threshold(-1)  # it tidies up itself, when there is something to tidy
                    if again:
                        self.code.text(self.index, again)
                    self.know()
                except ValueError as wrong:
                    print(self.folder, repr(wrong))

        def know(self):
            """The names of all modules, where the bundle has them (names.py). It has done its work then."""
            entry = self.look_up(PACKAGE + "/names")
            if entry:
                from lanternboard.names import take

                self.names, self.pool = take(self.code, unpack("<I", self.index[entry + 8 : entry + 12])[0])
                del sys.modules["lanternboard.names"], sys.modules["lanternboard"].names

        def keep_names(self):
            """They are needed when the bundle's file is there no more. For when nothing else of it is loaded, nor will be."""
            pool, self.pool = self.pool, 0
            if pool:
                gc.collect()
                sys.path.insert(0, PLACE)
                try:
                    from lanternboard.names import stay

                    stay(pool)
                except Exception as wrong:
                    print("soft reset before files are replaced:", repr(wrong))
                finally:
                    sys.path.pop(0)
                    forget()

        def settle(self, names):
            """What each module calls last: its functions run where they lie in flash, where that can be (inplace.py), and a
            source that was laid in finds the constants that no module keeps."""
            table = self.tables.pop(names["__file__"][len(PLACE) :], 0)
            if table and self.code:
                self.code.settle(sys.modules[names["__name__"]], names, table)
                self.code.tidy()
            if self.over or self.sources:
                self.plain(names)

        def laid_in(self, path):
            try:
                os.stat(self.over + path)
            except OSError:
                return False
            return True

        def open(self, path, mode):
            if self.over and self.laid_in(path):
                return open(self.over + path, mode)
            if (path != self.path or not self.entry) and not self.find(path):
                raise OSError(2)
            at, size, table = unpack("<III", self.index[self.entry : self.entry + 12])
            if table:
                self.tables[path] = table
            self.file.seek(at)
            return self.stream if path.endswith(".mpy") else BytesIO(self.file.read(size))
