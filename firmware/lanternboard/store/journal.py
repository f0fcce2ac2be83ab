"""A journal as one file on flash: records one after another, each with its length and checksum, appended and never changed.

Promises: what `append` returned from is on flash; a power cut at any moment loses at most the record that was being appended;
a file that is damaged or not a journal is set aside under another name, never deleted and never written to. Knows nothing of
what a record means.

    file    = magic, record*
    record  = length (2 bytes), crc32 of length and body (4 bytes), body          all big endian

littlefs writes a file's data out of place and commits it on sync: MicroPython's `flush` of an open file is that sync, so the
file stays open and every append is one write and one flush. Where single pages of flash can be programmed, records go into the
journal's tail instead (store/tail.py), and from there into the file while nobody waits: docs/journal.md.

Beside it lies `<journal>.at`: of every record its offset and what `links` says of it (rules/record.py), in pieces of EACH records, each
written when the next record comes, so never ahead of the journal. Opening looks at its last piece and reads the records behind that:
the same time after any number of them. The heap holds the last piece and one other. Nothing depends on the file: where there is none,
or its last piece is not whole or not of this journal, every record is looked at and it is made anew.
What it tells of is not looked at when the journal is opened: damage there is noticed when that record is read, which is refused.

    .at     = piece*, all integers 4 bytes, the machine's own order
    piece   = EACH times (offset, link), then top, tip, base as they are after it, then crc32 of the first record's head, of all
              before and of its last record's head"""

import os
import struct
from array import array
from binascii import crc32

from ..base.errors import Refused
from ..base.letgo import let_go

MAGIC = b"LBJ1"
HEAD = 6
NOTHING = b"\0"
SEEN = 127
MOST = 4096  # bytes of one record: a longer length is damage
WINDOW = 512  # bytes of the file that are looked at at once; a record that is longer is read by itself
EACH = 32  # records of one piece
PIECE = 4 * (2 * EACH + 4)  # bytes
SYNC = os.fsync if "LANTERNBOARD_SYNC" in getattr(os, "environ", ()) else None  # where flush leaves it to an operating system
FOLD = 2048  # bytes in the tail that are worth an erase, once nobody waits
HELD = 48  # pieces that stay in memory before one waits for flash after all, where there is a tail
BATCH = 15  # pieces that are written at once while every record is looked at: a block of flash


class FileJournal:
    """append(bytes), read(n) -> bytes, len(). `note`: what opening found, in plain words; "" for nothing.
    Opening: Refused where there is no such file, or where it had to be set aside. `create`: begin an empty one.
    `read_only`: nothing on flash is changed; what is behind a damage is not there, and `note` says so.
    `links`: a class (rules/record.py) whose integers are kept beside the records; None: `.at` is read and never written.
    `breathe`: told after every EACH records that were looked at.
    `flash`: a device whose single pages can be programmed (docs/drivers.md), else None. Where there is one, `tend()` prepares a tail
    (store/tail.py), into which records go from then on."""

    def __init__(self, path: str, create: bool = False, read_only: bool = False, links=None, breathe=None, flash=None) -> None:
        self.path = path
        self.flash = None if read_only else flash
        self.tail = None  # store/tail.py, where there is one
        self._chores = None
        self._size = 0  # bytes of the file that are whole records; what follows is in the tail
        self.note = ""
        self.links = links(self._link) if links else None
        self.breathe = breathe
        self._read_only = read_only
        self._keeping = links is not None and not read_only  # `.at` is written
        self._count = 0
        self._done = 0  # pieces that lie in `.at`
        self._pieces = []  # those behind them
        self._page: "array" = None  # one of `.at`
        self._paged = -1  # which
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
        self._size = size
        if self._look(0, len(MAGIC)) or self._window[: len(MAGIC)] != MAGIC:
            self._aside("is not a journal")
        if exists(self.path + ".tail"):
            from .tail import open_tail

            self.tail = open_tail(self.path, self.flash)
        if size > EACH * HEAD:
            self._resume()
        while self._end < size and self._take_up():
            pass
        if self._end >= size and self.tail:
            while self._take_up():
                pass
            if self.tail.lost(self._end):
                self._aside("is damaged after " + str(self._count) + " records")
        n = len(self._pieces) - 1
        if n > 0 and self._keeping and self._write(n):
            self._pieces = self._pieces[n:]
        if self._end >= size:
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

    def _take_up(self) -> bool:
        """The next record that is there counts. False where there is none."""
        self._make_room(BATCH)
        body = self._record(self._end)
        if body is None:
            return False
        self._keep(len(body), self._after(body[0]))
        if self.breathe and self._count % EACH == 0:
            self.breathe()
        return True

    # What lies beside the records

    def _resume(self) -> None:
        """Goes on behind the last piece of `.at`."""
        try:
            size = os.stat(self.path + ".at")[6]
        except OSError:
            return
        if size and size % PIECE == 0 and self._load(size // PIECE - 1):
            page = self._page
            self._done = size // PIECE
            self._count = self._done * EACH
            self._end = page[-6] + HEAD + len(self._record(page[-6]))
            if self.links:
                self.links.take(page[-5:-1])

    def _load(self, k: int) -> bool:
        """Piece k of `.at` into the page; False where it is not whole, or not of this journal."""
        page = self._page = self._page or array("I", bytes(PIECE))
        self._paged = -1
        try:
            with open(self.path + ".at", "rb") as f:
                f.seek(k * PIECE)
                if f.readinto(page) != PIECE or page[-1] != self._sum(page):
                    return False
        except OSError:
            return False
        self._paged = k
        return True

    def _sum(self, piece) -> int:
        """Its checksum; -1 where its last record is not there."""
        if self._record(piece[-6]) is None:
            return -1
        f = self._file
        f.seek(len(MAGIC))
        made = crc32(memoryview(piece)[:-1], crc32(f.read(HEAD)))
        if piece[-6] >= self._size:
            return crc32(self._heading(self._record(piece[-6])), made) & 0xFFFFFFFF
        f.seek(piece[-6])
        return crc32(f.read(HEAD), made) & 0xFFFFFFFF

    def _piece(self, n: int):
        """The piece that tells of record n. Raises Refused where flash gives other bytes than were written."""
        k = n // EACH - self._done
        if k >= 0:
            return self._pieces[k]
        k += self._done
        if self._paged != k and not self._load(k):
            raise Refused(self.path + ".at", "cannot be read", "take it away: the next start makes it anew")
        return self._page

    def _link(self, n: int) -> int:
        return self._piece(n)[n % EACH * 2 + 1]

    def _after(self, kind: int):
        return self.links.after(self._count, kind) if self.links else (0,)

    def _keep(self, n: int, after) -> None:
        """The next record, of n bytes, is there; there is room for it."""
        piece = self._pieces[-1]
        i = self._count % EACH * 2
        piece[i] = self._end
        piece[i + 1] = after[0]
        if self.links:
            self.links.take(after)
        self._count += 1
        self._end += HEAD + n

    def _make_room(self, batch: int = 1) -> None:
        """For one more record. Raises MemoryError; then nothing has changed."""
        pieces = self._pieces
        if self._count // EACH - self._done < len(pieces):
            return
        if pieces and self._keeping:
            if self.tail and self.flash:
                batch = HELD
            if self._seal(pieces[-1]) and len(pieces) >= batch and self._write(len(pieces)):
                self._pieces = pieces[:1]  # its room once more
                return
        pieces.append(array("I", bytes(PIECE)))

    def _seal(self, piece) -> bool:
        """Completes a full piece."""
        links = self.links
        piece[-4] = links.top
        piece[-3] = links.tip
        piece[-2] = links.base
        piece[-1] = 0
        return piece[-6] >= self._size or self._sign(piece)

    def _sign(self, piece) -> bool:
        try:
            piece[-1] = self._sum(piece)
        except (OSError, OverflowError):  # flash does not give what it took
            self._keeping = False
        return self._keeping

    def _write(self, n: int) -> bool:
        """The first n pieces, all of them complete, into `.at`. False where flash does not take them: then nothing more is."""
        for piece in self._pieces[:n]:
            if not piece[-1] and not self._sign(piece):
                return False
        try:
            f = open(self.path + ".at", "r+b" if self._done else "wb")
            try:
                f.seek(self._done * PIECE)
                for piece in self._pieces[:n]:
                    f.write(piece)
            finally:
                f.close()
        except (OSError, MemoryError):
            self._keeping = False
            return False
        self._done += n
        return True

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
        if at >= self._size and self.tail:
            return self.tail.record(at)
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
            if self.breathe and at % WINDOW == 0:
                self.breathe()
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
                data = self._file.read(min(left, WINDOW))
                out.write(data)
                left -= len(data)
                if self.breathe:
                    self.breathe()
        self._file.close()
        replace(new, self.path)
        self._file = open(self.path, "r+b")
        self._have = 0
        self._size = self._end
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
        if exists(self.path + ".tail"):
            replace(self.path + ".tail", aside + ".tail")
        raise Refused(self.path, why + "; it is kept as " + aside)

    def __len__(self) -> int:
        return self._count

    def append(self, body) -> None:
        """Add a record; it is on flash when this returns. Raises Refused where flash is full: nothing was added then."""
        n = len(body)
        if self._read_only:
            raise Refused(self.path, "opened for reading only")
        if not 0 < n <= MOST:
            raise Refused(self.path, "a record of " + str(n) + " bytes", "1 to " + str(MOST))
        try:  # before anything is written: what is on flash must be known here too
            self._make_room()
            after = self._after(body[0])
        except MemoryError:
            raise Refused(self.path, "no memory for more than " + str(self._count) + " records", "begin another showdown") from None
        head = self._heading(body)
        if self.tail:
            try:
                if self.tail.append(self._end, head, body):
                    return self._keep(n, after)
                self.fold_all()
            except (OSError, MemoryError) as wrong:
                raise Refused(self.path, "not kept, flash does not take it: " + str(wrong)) from None
            self._heading(body)
        self._have = 0
        f = self._file
        try:
            f.seek(self._end)
            f.write(head)
            f.write(body)
            f.flush()
            if SYNC:
                SYNC(f.fileno())
        except OSError as wrong:
            self._retreat()
            raise Refused(self.path, "not kept, flash does not take it: " + str(wrong)) from None
        self._keep(n, after)
        self._size = self._end

    def _heading(self, body) -> bytearray:
        """A record's head."""
        head = self._head
        struct.pack_into(">H", head, 0, len(body))
        struct.pack_into(">I", head, 2, crc32(body, crc32(memoryview(head)[:2])) & 0xFFFFFFFF)
        return head

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
        at = self._piece(n)[n % EACH * 2]
        body = self._record(at)
        if body is None:
            raise Refused(self.path, "record " + str(n) + " cannot be read")
        return bytes(body)

    def give(self, sink, without: int, first: int, told=None) -> int:
        """All records into `sink`: a byte with its length and its bytes, or 128 and more for one of the first SEEN such that came already;
        255 and two bytes of length before a longer one; 0 for one that begins with the byte `without`, but of the first ones. Returns the
        CRC-32 of all heads, which is one of all records. What flash gives is not compared with their checksums: who has all records can.
        `told(n)`: before each record; it may raise. Without a sink only the sum. Raises Refused where flash gives no whole record."""
        at, total = len(MAGIC), 0
        seen: dict = {}
        for n in range(self._count):
            if told:
                told(n)
            if at >= self._size and self.tail:
                body = self.tail.record(at)
                if body is None:
                    raise Refused(self.path, "record " + str(n) + " cannot be read")
                head = self._heading(body)
                size = len(body)
            else:
                i = self._look(at, HEAD)
                if i < 0:
                    raise Refused(self.path, "record " + str(n) + " cannot be read")
                head = self._view[i : i + HEAD]
                size = self._window[i] << 8 | self._window[i + 1]
                body = None
            total = crc32(head, total)
            if sink is not None:
                if body is None:
                    body = self._body(at, size)
                if len(body) < size or not body:
                    raise Refused(self.path, "record " + str(n) + " cannot be read")
                if n >= first and body[0] == without:
                    sink(NOTHING)
                elif size >= 128:
                    sink(bytes((255, size >> 8, size & 255)) + body)
                else:
                    code = seen.get(body)
                    if code:
                        sink(bytes((code,)))
                    else:
                        if len(seen) < SEEN:
                            seen[body] = 128 + len(seen)
                        sink(bytes((size,)) + body)
            at += HEAD + size
        return total & 0xFFFFFFFF

    def _body(self, at: int, size: int) -> bytes:
        """The bytes of a record that is there, its own: who takes them may let others read meanwhile."""
        if HEAD + size <= WINDOW:
            i = self._look(at, HEAD + size)
            return bytes(self._view[i + HEAD : i + HEAD + size])
        self._file.seek(at + HEAD)
        return self._file.read(size)

    def move(self, path: str) -> None:
        """Gives the journal its name for good, in one step of the file system."""
        self._file.close()
        if exists(path + ".tail"):  # of one that was set aside, or taken away, without it
            replace(path + ".tail", path + ".tail.bad")
        if self._done:
            replace(self.path + ".at", path + ".at")
        os.rename(self.path, path)
        self.path = path
        self._file = open(path, "r+b")

    # The tail

    def fold(self, most: int) -> bool:
        """Puts some `most` bytes of what is in the tail into the file, where they count from then on. True when there was something.
        Raises OSError, and Refused where one of it cannot be read; nothing is lost then."""
        at = self._size
        if at >= self._end:
            return False
        self._have = 0
        f = self._file
        try:
            f.seek(at)
            while at < self._end and at - self._size < most:
                body = self.tail.record(at)  # type: ignore[attr-defined]
                if body is None:
                    if at > self._size:
                        break
                    raise Refused(self.path, "cannot be read from record %d on" % self._number(at))
                f.write(self._heading(body))
                f.write(body)
                at += HEAD + len(body)
            f.flush()
            if SYNC:
                SYNC(f.fileno())
        except OSError:
            self._retreat()
            raise
        self._size = at
        return True

    def _number(self, at: int) -> int:
        """Which record begins at this place."""
        n = self._count - 1
        while self._piece(n)[n % EACH * 2] > at:
            n -= 1
        return n

    def fold_all(self) -> None:
        while self.fold(MOST):
            if self.breathe:
                self.breathe()

    def tend(self) -> bool:
        """Does a piece of what can be done beforehand, an erase or two; for when nobody waits. False: there is nothing to do, or it cannot
        be done; what of that people should know is the note."""
        if self._chores is None:
            tail = self.tail
            if not self.flash or (tail and tail.good() and self._end - self._size < FOLD):
                return False
            from .extent import chores

            self._chores = chores(self)
        try:
            next(self._chores)
            return True
        except StopIteration:
            pass
        except Refused as wrong:
            self.flash = None
            self.note = str(wrong) + ": begin another showdown"
        except (OSError, ValueError, MemoryError):  # it stays as it is until the next start
            self.flash = None
        self._chores = None
        let_go("store.extent")
        return False

    def prove_tail(self) -> None:
        self.tail.prove(self._end)  # type: ignore[attr-defined]

    def use_tail(self) -> None:
        """From now on records go into `<journal>.tail.new`, which takes the place of the tail; all of that is in the file."""
        from .tail import open_tail

        replace(self.path + ".tail.new", self.path + ".tail")
        self.tail = open_tail(self.path, self.flash)
        if not self.tail or not self.tail.prove(self._end):
            raise ValueError("a tail that is none")

    def settle(self) -> None:
        """What waits to be written into `.at`."""
        n = len(self._pieces) - 1
        if n > 0 and self._keeping and self._write(n):
            self._pieces = self._pieces[n:]

    def _stop(self) -> None:
        if self._chores is not None:
            self._chores.close()
            self._chores = None
            try:
                os.remove(self.path + ".tail.new")  # which was to take the tail's place
            except OSError:
                pass  # it was not begun, or the next start takes it away

    def retire(self) -> None:
        """Nothing will be appended any more: what is in the tail goes into the file, and the tail's room is free again. Raises what `fold`
        does."""
        self._stop()
        self.fold_all()
        self.flash = None
        if self.tail:
            self.tail.close()
            self.tail = None
            os.remove(self.path + ".tail")

    def close(self) -> None:
        self._stop()
        try:
            self.fold_all()
            self.settle()
        except (OSError, Refused):
            pass  # it is in the tail
        if self.tail:
            self.tail.close()
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
