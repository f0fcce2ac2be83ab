"""A file system of one file, as importing needs it: `stat` and `open` over a bundle (docs/image.md). littlefs would look for
every module through five directories. Reads only; knows nothing of what is in the modules. Package data, for MicroPython alone."""

import os
from binascii import crc32
from io import BytesIO, IOBase
from struct import unpack
from time import ticks_ms

MAGIC = b"LBB1"
HEAD = "<4sIIHHI"  # magic, size of the file, checksum of the index, its length, length of its folders, checksum of the modules
START = 20
FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
PACKAGE = "/lanternboard"
CUT = len(PACKAGE)
STARTED = 1500  # ms after which index and open file are not kept from one import to the next
SIZE, CLOSE = 11, 4  # what the importer asks of a stream: how large its buffer should be; that it has done


class Stream(IOBase):
    """What the importer reads from: the bundle's own file, in large pieces. Importing reads one module to its end before it
    begins another, and knows itself where a compiled one ends."""

    def __init__(self, bundle):
        self.bundle = bundle
        self.readinto = bundle.file.readinto

    def ioctl(self, op, _):
        if op == CLOSE and ticks_ms() > STARTED:
            self.bundle.umount()
        return 255 if op == SIZE else 0


class Bundle:
    """The bundle at `path`; files in the folder `laid_in`, if any, come first. Raises OSError or ValueError when it is not whole."""

    def __init__(self, path, laid_in):
        self.path, self.laid_in = path, laid_in
        self.file = None
        self.look()
        if self.file.seek(0, 2) != self.size:
            self.umount()
            raise ValueError("bundle cut short")

    def look(self):
        """Have the file open and its index at hand."""
        if self.file is None:
            self.file = open(self.path, "rb")
            magic, self.size, check, n, self.folders, _ = unpack(HEAD, self.file.read(START))
            self.index = self.file.read(n)
            if magic != MAGIC or crc32(self.index, self.folders) != check:
                self.umount()
                raise ValueError("damaged bundle")
            self.sources = b".py\n" in self.index
            self.found = b""
            self.stream = Stream(self)

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        if self.file is not None:
            self.file.close()
            self.file = self.index = self.stream = None

    def stat(self, path):
        if path.startswith(PACKAGE):
            if self.laid_in and self.has(path):
                return os.stat(self.laid_in + path)
            self.look()
            if path.endswith("py"):
                if self.find(path):
                    return FILE
            elif self.index.find(b"\n" + path.encode()[CUT:] + b"\n", 0, self.folders) >= 0:
                return FOLDER
        raise OSError(2)

    def has(self, path):
        """Whether that file is laid in."""
        try:
            os.stat(self.laid_in + path)
        except OSError:
            return False
        return True

    def find(self, path):
        """Whether the bundle holds that file; then `at` is where its place is written."""
        if path.endswith(".py") and not (self.sources and not (self.laid_in and self.has(path[:-2] + "mpy"))):
            return False
        self.found = b"\n" + path.encode()[CUT:] + b"\n"
        self.at = self.index.find(self.found, self.folders)
        return self.at >= 0

    def open(self, path, mode):
        if self.laid_in and self.has(path):
            return open(self.laid_in + path, mode)
        self.look()
        if self.found[1:-1] != path.encode()[CUT:] and not self.find(path):
            raise OSError(2)
        at, size = unpack("<II", self.index[self.at + len(self.found) : self.at + len(self.found) + 8])
        self.file.seek(at)
        return self.stream if path.endswith(".mpy") else BytesIO(self.file.read(size))
