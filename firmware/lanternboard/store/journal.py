"""A journal as one file on flash: records one after another, each with its length and checksum, appended and never changed.

Promises: what `append` returned from is on flash; a power cut at any moment loses at most the record that was being appended;
a file that is damaged or not a journal is set aside under another name, never deleted and never written to. Knows nothing of
what a record means.

    file    = magic, record*
    record  = length (2 bytes), crc32 of length and body (4 bytes), body          all big endian

littlefs writes a file's data out of place and commits it on sync: MicroPython's `flush` of an open file is that sync, so the
file stays open and every append is one write and one flush.

Opening is one pass from the first byte to the last, by pieces of WINDOW bytes: a thousand answers must be back within two
seconds of a reset. What is kept of every record is its first byte and, of every fourth, its offset:
two bytes of heap each, in pieces."""

import os
import struct
from array import array
from binascii import crc32

from ..base.errors import Refused

MAGIC = b"LBJ1"
HEAD = 6
MOST = 4096  # bytes of one record: a longer length is damage
STEP = 4  # every fourth record's offset is kept
WINDOW = 512  # bytes of the file that are looked at at once; a record that is longer is read by itself
PIECE = 256  # records whose first bytes, and whose offsets, lie in one piece of heap: a long journal finds no large one
OFFSET = struct.calcsize("L")  # bytes of an array's "L"


class FileJournal:
    """append(bytes), read(n) -> bytes, kind(n) -> int, len(). `note`: what opening found, in plain words; "" for nothing.
    Opening: Refused where there is no such file, or where it had to be set aside. `create`: begin an empty one.
    `read_only`: nothing on flash is changed; what is behind a damage is not there, and `note` says so."""

    def __init__(self, path: str, create: bool = False, read_only: bool = False) -> None:
        self.path = path
        self.note = ""
        self._read_only = read_only
        self._count = 0
        self._offsets = []
        self._kinds = []
        self._head = bytearray(HEAD)
        self._window = bytearray(WINDOW)
        self._view = memoryview(self._window)
        self._start = self._have = 0  # what of the file is in the window
        if create:
            if exists(path):
                raise Refused(path, "there is a journal already", "a new name")
            with open(path + ".new", "wb") as f:
                f.write(MAGIC)
            os.rename(path + ".new", path)
        try:
            self._file = open(path, "rb" if read_only else "r+b")
        except OSError:
            raise Refused(path, "no such journal") from None
        self._end = len(MAGIC)
        self._open()

    def _open(self) -> None:
        size = self._file.seek(0, 2)
        if self._look(0, len(MAGIC)) or self._window[: len(MAGIC)] != MAGIC:
            self._aside("is not a journal")
        while self._end < size:
            body = self._record(self._end)
            if body is None:
                break
            self._keep(self._end, body[0])
            self._end += HEAD + len(body)
        if self._end == size:
            return
        if self._read_only:
            self.note = "what follows record " + str(self._count - 1) + " is not whole and is not read"
            return
        # Not whole up to its end. A power cut tears the last append only, and leaves less than it was to be.
        f = self._file
        f.seek(self._end)
        head = f.read(2)
        torn = len(head) < 2 or self._end + HEAD + (head[0] << 8 | head[1]) > size
        if not torn or size - self._end > HEAD + MOST or self._readable_behind(size):
            self._aside("is damaged after " + str(self._count) + " records")
        self._cut()

    def _look(self, at: int, n: int) -> int:
        """Where in the window the `n` bytes of the file at `at` begin; -1 where the file has not so many."""
        i = at - self._start
        if i >= 0 and i + n <= self._have:
            return i
        self._file.seek(at)
        self._start = at
        self._have = self._file.readinto(self._window) or 0
        return 0 if n <= self._have else -1

    def _record(self, at: int):
        """The body of the record at this offset, good until something else is read; None where there is no whole one."""
        i = self._look(at, HEAD)
        if i < 0:
            return None
        n = self._window[i] << 8 | self._window[i + 1]
        if not 0 < n <= MOST:
            return None
        if HEAD + n <= WINDOW:
            i = self._look(at, HEAD + n)
            if i < 0:
                return None
            body = self._view[i + HEAD : i + HEAD + n]
        else:
            self._file.seek(at + HEAD)
            body = self._file.read(n)
            if len(body) < n:
                return None
        if crc32(body, crc32(self._view[i : i + 2])) & 0xFFFFFFFF != struct.unpack_from(">I", self._window, i + 2)[0]:
            return None
        return body

    def _readable_behind(self, size: int) -> bool:
        """Whether a whole record lies anywhere behind the broken place: then a length was damaged, not a tail torn."""
        for at in range(self._end + 1, size - HEAD):
            if self._record(at) is not None:
                return True
        return False

    def _cut(self) -> None:
        """Take away the torn tail: the whole records are copied and take the file's place by a rename."""
        new = self.path + ".new"
        self._file.seek(0)
        left = self._end
        with open(new, "wb") as out:
            while left:
                data = self._file.read(min(left, 512))
                out.write(data)
                left -= len(data)
        self._file.close()
        replace(new, self.path)
        self._file = open(self.path, "r+b")
        self._have = 0
        self.note = "the last entry was cut off by a power cut and is taken away; " + str(self._count) + " are whole"

    def _aside(self, why: str) -> None:
        self._file.close()
        if self._read_only:
            raise Refused(self.path, why)
        aside = self.path + ".bad"
        k = 1
        while exists(aside):
            k += 1
            aside = self.path + ".bad" + str(k)
        os.rename(self.path, aside)
        raise Refused(self.path, why + "; it is kept as " + aside)

    def _keep(self, at: int, kind: int) -> None:
        self._make_room()
        n = self._count
        if n % STEP == 0:
            self._offsets[n // PIECE][n % PIECE // STEP] = at
        self._kinds[n // PIECE][n % PIECE] = kind
        self._count = n + 1

    def _make_room(self) -> None:
        """For one more record. Raises MemoryError; then nothing has changed."""
        n = self._count
        if n // PIECE == len(self._offsets):
            self._offsets.append(array("L", bytes(PIECE // STEP * OFFSET)))
        if n // PIECE == len(self._kinds):
            self._kinds.append(bytearray(PIECE))

    def __len__(self) -> int:
        return self._count

    def append(self, body) -> None:
        """Add a record; it is on flash when this returns. Raises Refused where flash is full: nothing was added then."""
        n = len(body)
        if self._read_only:
            raise Refused(self.path, "opened for reading only")
        if not 0 < n <= MOST:
            raise Refused(self.path, "a record of " + str(n) + " bytes", "1 to " + str(MOST))
        try:
            self._make_room()  # before anything is written: what is on flash must be known here too
        except MemoryError:
            raise Refused(self.path, "no memory for more than " + str(self._count) + " records", "begin another showdown") from None
        head = self._head
        struct.pack_into(">H", head, 0, n)
        struct.pack_into(">I", head, 2, crc32(body, crc32(memoryview(head)[:2])) & 0xFFFFFFFF)
        f = self._file
        try:
            f.seek(self._end)
            f.write(head)
            f.write(body)
            f.flush()
        except OSError as wrong:
            self._retreat()
            raise Refused(self.path, "not kept, flash does not take it: " + str(wrong)) from None
        self._keep(self._end, body[0])
        self._end += HEAD + n

    def _retreat(self) -> None:
        """After a failed append: as it was before. littlefs drops what was not synced when the file is opened anew."""
        try:
            self._file.close()
        except OSError:
            pass
        self._file = open(self.path, "r+b")

    def read(self, n: int) -> bytes:
        """Record n, counted from 0. Raises Refused where there is none or flash gives other bytes than were written."""
        if not 0 <= n < self._count:
            raise Refused(self.path, "no record " + str(n), "0 to " + str(self._count - 1))
        at = self._offsets[n // PIECE][n % PIECE // STEP]
        for _ in range(n % STEP):
            i = self._look(at, 2)
            if i < 0:
                break
            at += HEAD + (self._window[i] << 8 | self._window[i + 1])
        body = self._record(at)
        if body is None:
            raise Refused(self.path, "record " + str(n) + " cannot be read")
        return bytes(body)

    def kind(self, n: int) -> int:
        """The first byte of record n, as it was when the journal was opened or the record appended; flash is not asked."""
        if not 0 <= n < self._count:
            raise Refused(self.path, "no record " + str(n), "0 to " + str(self._count - 1))
        return self._kinds[n // PIECE][n % PIECE]

    def move(self, path: str) -> None:
        """Gives the journal its name for good, in one step of the file system."""
        self._file.close()
        os.rename(self.path, path)
        self.path = path
        self._file = open(path, "r+b")

    def close(self) -> None:
        self._file.close()


def exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def replace(new: str, path: str) -> None:
    """Put `new` in the place of `path` at once (littlefs renames over a file; so does POSIX)."""
    try:
        os.rename(new, path)
    except OSError:  # Windows refuses to rename over a file
        os.remove(path)
        os.rename(new, path)
