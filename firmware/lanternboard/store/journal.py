"""A journal as one file on flash: records one after another, each with its length and checksum, appended and never changed.

Promises: what `append` returned from is on flash; a power cut at any moment loses at most the record that was being appended;
a file that is damaged or not a journal is set aside under another name, never deleted and never written to. Knows nothing of
what a record means.

    file    = magic, record*
    record  = length (2 bytes), crc32 of length and body (4 bytes), body          all big endian

littlefs writes a file's data out of place and commits it on sync: MicroPython's `flush` of an open file is that sync, so the
file stays open and every append is one write and one flush."""

import os
import struct
from array import array
from binascii import crc32

from ..base.errors import Refused

MAGIC = b"LBJ1"
HEAD = 6
MOST = 4096  # bytes of one record: a longer length is damage
STEP = 8  # every eighth record's offset is kept: half a byte of heap per record


class FileJournal:
    """append(bytes), read(n) -> bytes, len(). `note`: what opening found, in plain words; "" for nothing.
    Opening: Refused where there is no such file, or where it had to be set aside. `create`: begin an empty one."""

    def __init__(self, path: str, create: bool = False) -> None:
        self.path = path
        self.note = ""
        self._count = 0
        self._offsets = array("L")
        self._head = bytearray(HEAD)
        if create:
            if exists(path):
                raise Refused(path, "there is a journal already", "a new name")
            with open(path + ".new", "wb") as f:
                f.write(MAGIC)
            os.rename(path + ".new", path)
        try:
            self._file = open(path, "r+b")
        except OSError:
            raise Refused(path, "no such journal") from None
        self._end = len(MAGIC)
        self._open()

    def _open(self) -> None:
        f = self._file
        size = f.seek(0, 2)
        f.seek(0)
        if f.read(len(MAGIC)) != MAGIC:
            self._aside("is not a journal")
        while self._end < size:
            body = self._record(self._end)
            if body is None:
                break
            self._note_offset(self._end)
            self._end += HEAD + len(body)
        if self._end == size:
            return
        # Not whole up to its end. A power cut tears the last append only, and leaves less than it was to be.
        f.seek(self._end)
        head = f.read(2)
        torn = len(head) < 2 or self._end + HEAD + (head[0] << 8 | head[1]) > size
        if not torn or size - self._end > HEAD + MOST or self._readable_behind(size):
            self._aside("is damaged after " + str(self._count) + " records")
        self._cut()

    def _record(self, at: int):
        """The body of the record at this offset; None where there is no whole one."""
        f = self._file
        f.seek(at)
        head = f.read(HEAD)
        if len(head) < HEAD:
            return None
        n, crc = struct.unpack(">HI", head)
        if not 0 < n <= MOST:
            return None
        body = f.read(n)
        if len(body) < n or crc32(body, crc32(head[:2])) & 0xFFFFFFFF != crc:
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
        self.note = "the last entry was cut off by a power cut and is taken away; " + str(self._count) + " are whole"

    def _aside(self, why: str) -> None:
        self._file.close()
        aside = self.path + ".bad"
        k = 1
        while exists(aside):
            k += 1
            aside = self.path + ".bad" + str(k)
        os.rename(self.path, aside)
        raise Refused(self.path, why + "; it is kept as " + aside)

    def _note_offset(self, at: int) -> None:
        if self._count % STEP == 0:
            self._offsets.append(at)
        self._count += 1

    def __len__(self) -> int:
        return self._count

    def append(self, body) -> None:
        """Add a record; it is on flash when this returns. Raises Refused where flash is full: nothing was added then."""
        n = len(body)
        if not 0 < n <= MOST:
            raise Refused(self.path, "a record of " + str(n) + " bytes", "1 to " + str(MOST))
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
        self._note_offset(self._end)
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
        at = self._offsets[n // STEP]
        for _ in range(n % STEP):
            self._file.seek(at)
            at += HEAD + struct.unpack(">H", self._file.read(2))[0]
        body = self._record(at)
        if body is None:
            raise Refused(self.path, "record " + str(n) + " cannot be read")
        return body

    def sync(self) -> None:
        """Everything appended is on flash already; here for stores that gather."""
        self._file.flush()

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
