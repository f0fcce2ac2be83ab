"""The newest records of a journal, where a board can program single pages of its flash: an *extent* beside the journal, `<journal>.tail`.

It is a file of 0xFF that was made once through the file system (store/extent.py) and is never written through it again: records are
programmed into its erased pages by the device itself, which takes no erase. Which of the device's blocks are the file's was found when
it was made, and is written into its first block; each block begins with a mark, looked at whenever the tail is opened. Before the first
record after a start a page is programmed raw and read back through the file system: blocks that are not the file's any more are noticed.

    block   = the file system's own pointers, a mark, nothing else in its first page; 15 pages
    page    = where in the journal its first record begins (4 bytes), the low half of the crc32 of that (2), records as in the journal, 0xFF
    a record that is longer than a page begins one, and goes on in pages that begin with six zeros

Nothing is ever changed: what is not whole is gone on behind, in a new page that begins where the journal is whole. So of all pages that
begin at or before some place in the journal the last one has it."""

import struct
from array import array
from binascii import crc32

TAIL = ".tail"
MARK = b"LBT1"
BLOCK = 4096
BLOCKS = 16
PAGE = 256
EACH = BLOCK // PAGE - 1  # pages of a block that hold records
PAGES = BLOCKS * EACH
ENOUGH = PAGES // 2  # pages that are free in one that need not be replaced
LIST = 32  # where in the first block the list of all lies
HEAD = 6  # a record's length and checksum (store/journal.py), and a page's own head
MOST = 4096
BLANK = b"\xff" * PAGE
_FAR = 1 << 29


def skip(k: int) -> int:
    """Bytes of pointers that littlefs keeps at the beginning of a file's block k."""
    n = 0
    while k:
        n += 4
        if k & 1:
            break
        k >>= 1
    return n


def mark(nonce: bytes, k: int) -> bytes:
    """What block k begins with, behind the pointers: 16 bytes."""
    return MARK + nonce + struct.pack(">HH", k, k ^ 0xFFFF)


def open_tail(path: str, flash):
    """The tail of the journal at `path`, None where it has none. `flash`: the device; None: it is read through the file system, and never
    appended to. Raises OSError."""
    try:
        f = open(path + TAIL, "rb")
    except OSError:
        return None
    head = f.read(LIST + 2 * BLOCKS + 4)
    blocks = _listed(head, flash) if flash is not None else None
    if blocks:
        f.close()
        return Tail(path, flash, blocks, True)
    from .extent import Through

    return Tail(path, Through(f), range(BLOCKS), False)


def _listed(head: bytes, flash):
    """The blocks that are listed in the first one, when each has its mark; else None."""
    names = head[LIST : LIST + 2 * BLOCKS]
    if len(head) < LIST + 2 * BLOCKS + 4 or struct.pack(">I", crc32(names, crc32(head[:16])) & 0xFFFFFFFF) != head[-4:]:
        return None
    blocks = array("H", struct.unpack(">%dH" % BLOCKS, names))
    found = bytearray(16)
    most = flash.ioctl(4, 0)
    for k in range(BLOCKS):
        if blocks[k] >= most:
            return None
        flash.readblocks(blocks[k], found, skip(k))
        if found != mark(head[4:12], k):
            return None
    return blocks


class Tail:
    """`record(at)`, `append(at, head, body)`; `used`: how many of PAGES are. `at`: where in the journal a record begins.
    `sound`: it can be appended to; `proved`: that its blocks are the file's has been seen since the start."""

    def __init__(self, path: str, flash, blocks, sound: bool) -> None:
        self.path = path
        self.sound = sound
        self._device = flash
        self._blocks = blocks
        self._page = bytearray(PAGE)  # the one that is read
        self._view = memoryview(self._page)
        self._six = bytearray(HEAD)
        self._now = bytearray(PAGE)  # the one that is filled
        self._out = bytearray(PAGE)  # what is programmed into it next
        self._fill = PAGE  # up to where it is
        self.proved = False
        self._lost = -1  # a page that does not hold any more what it held, and what that was
        self._copy = b""
        self._number = 0  # the page that is read; in it a record begins
        self._begin = -1  # at this place of the journal, -1: none does
        self._place = 0  # and at this one of the page
        self._limit = _FAR  # the next page begins there
        self.used = self._first_blank()

    def _read(self, p: int, buf, at: int = 0) -> None:
        if p == self._lost:
            buf[:] = self._copy[at : at + len(buf)]
            return
        self._device.readblocks(self._blocks[p // EACH], buf, (p % EACH + 1) * PAGE + at)

    def _first_blank(self) -> int:
        low, high = 0, PAGES
        while low < high:
            p = (low + high) >> 1
            self._read(p, self._page)
            if self._page == BLANK:
                high = p
            else:
                low = p + 1
        return low

    def _first(self, p: int) -> int:
        """Where in the journal page p begins, -1: it has no head of its own, or no whole one."""
        six = self._six
        self._read(p, six)
        at = struct.unpack_from(">I", six)[0]
        return at if crc32(memoryview(six)[:4]) & 0xFFFF == six[4] << 8 | six[5] and at < _FAR else -1

    def _find(self, at: int) -> int:
        """The last page that begins at or before this place, -1: none does."""
        found, low, high = -1, 0, self.used
        while low < high:
            p = middle = (low + high) >> 1
            first = self._first(p)
            while first < 0 and p + 1 < high:
                p += 1
                first = self._first(p)
            if first < 0 or first > at:
                high = middle
            else:
                found, low = p, p + 1
        return found

    def _open_page(self, p: int) -> None:
        """Reads page p, which has a head."""
        self._begin = self._first(p)
        self._limit = _FAR
        q = p + 1
        while q < self.used and self._limit == _FAR:
            first = self._first(q)
            if first >= 0:
                self._limit = first
            q += 1
        self._number = p
        self._place = HEAD
        self._read(p, self._page)

    def _walk(self, at: int) -> bool:
        """Goes on to the record that begins at this place; False where the page has none."""
        page, place, begin = self._page, self._place, self._begin
        if not 0 <= begin <= at < self._limit:
            return False
        while begin < at:
            if place > PAGE - HEAD:
                return False
            n = HEAD + (page[place] << 8 | page[place + 1])
            begin += n
            place += n
        self._begin, self._place = begin, place
        return begin == at

    def _whole(self, place: int):
        """The body of the record there; None where there is no whole one."""
        page = self._page
        if place > PAGE - HEAD:
            return None
        n = page[place] << 8 | page[place + 1]
        if not 0 < n <= MOST:
            return None
        begin = place + HEAD
        if begin + n <= PAGE:
            body = self._view[begin : begin + n]
        elif place == HEAD:
            body = self._long(n)
        else:
            return None
        if crc32(body, crc32(self._view[place : place + 2])) & 0xFFFFFFFF != struct.unpack_from(">I", page, place + 2)[0]:
            return None
        return body

    def _long(self, n: int) -> bytearray:
        """The body, of n bytes, of a record that goes on in the next pages."""
        body = bytearray(n)
        view = memoryview(body)
        have = PAGE - 2 * HEAD
        body[:have] = self._view[2 * HEAD :]
        p = self._number
        while have < n and p + 1 < self.used:
            p += 1
            piece = min(n - have, PAGE - HEAD)
            self._read(p, view[have : have + piece], HEAD)
            have += piece
        return body

    def record(self, at: int):
        """The body of the record at this place of the journal, good until something else is read; None where there is no whole one."""
        if not self._walk(at):
            self._begin = -1
            p = self._find(at)
            if p < 0:
                return None
            self._open_page(p)
            if not self._walk(at):
                return None
        return self._whole(self._place)

    def lost(self, end: int) -> bool:
        """Whether there was a whole record behind the last that can be reached, which ends at this place: then it is damaged, and no
        power cut did that."""
        p = self._find(_FAR)
        if p < 0:
            return False
        self._open_page(p)
        if self._begin > end:
            return True
        if not self._walk(end):
            return False
        if self._behind(self._place):
            return True
        self._begin = -1
        for q in range(p + 1, self.used):  # without a head: a cut tears that with the page's first record, and none behind it
            self._read(q, self._page)
            if self._behind(HEAD):
                return True
        return False

    def _behind(self, place: int) -> bool:
        """Whether anywhere behind that place of the page a whole record lies."""
        for at in range(place + 1, PAGE - HEAD):
            if self._whole(at) is not None:
                return True
        return False

    def close(self) -> None:
        if hasattr(self._device, "close"):
            self._device.close()

    # Going on

    def good(self) -> bool:
        """Whether the next records can go into it, and for long."""
        return self.sound and self.proved and self.used <= ENOUGH

    def append(self, at: int, head, body) -> bool:
        """Adds the record that begins at this place; it is on flash when this returns True. False: there is no room. Raises OSError
        where flash does not take it."""
        if not self.sound:
            return False
        if not self.proved and not self.prove(at):
            return False
        self._begin = -1
        n = HEAD + len(body)
        while self.sound and self._fill + n > PAGE:  # a new page, or several
            pages = (n + PAGE - HEAD - 1) // (PAGE - HEAD)
            if self.used + pages > PAGES:
                self._fill = PAGE  # this record goes elsewhere: none that follows it belongs behind those of this page
                return False
            if self._new(at, head, body):
                return True
        fill = self._fill
        if self.sound and self._put(fill, head, body):
            return True
        self._fill = PAGE  # a page that does not take it: the next one
        if not self.sound:
            return False
        if self._page[:fill] != self._now[:fill]:
            return self._again(fill + n)
        return self._new(at, head, body) if self.used < PAGES else False

    def _again(self, end: int) -> bool:
        """The page that was filled has lost some of its records: all that it was to hold, up to `end`, goes into the next one that takes
        it. Where none does, what it was to hold is known here until it lies in the file."""
        self._copy = bytes(self._now)
        self._lost = self.used - 1
        while self.sound and self.used < PAGES:
            if self._turn():
                if self._put(0, self._copy[:end], b""):
                    self._lost, self._copy = -1, b""
                    return True
                self._lost = self.used - 1  # the last one that begins there is what is read
        self._fill = PAGE
        return False

    def _new(self, at: int, head, body) -> bool:
        """Into a new page. False where that is none, or takes nothing."""
        six = self._six
        struct.pack_into(">I", six, 0, at)
        made = crc32(memoryview(six)[:4]) & 0xFFFF
        six[4], six[5] = made >> 8, made & 255
        if not self._turn():
            return False
        self._now[:HEAD] = six
        self._out[:HEAD] = six
        first = PAGE - 2 * HEAD
        if len(body) <= first:
            done = self._put(HEAD, head, body)
        else:
            view = memoryview(body)
            done = self._put(HEAD, head, view[:first])
            while done and first < len(body):
                done = self._turn()
                if done:
                    self._now[:HEAD] = self._out[:HEAD] = b"\0" * HEAD
                    done = self._put(HEAD, view[first : first + PAGE - HEAD], b"")
                first += PAGE - HEAD
            self._fill = PAGE
        if not done:
            self._fill = PAGE
        return done

    def _turn(self) -> bool:
        """To the next page. False where it is not erased; it counts as used then."""
        p = self.used
        self._fill = PAGE
        if p >= PAGES:
            return False
        self._read(p, self._now)
        self.used = p + 1
        self._out[:] = BLANK
        return self._now == BLANK

    def _put(self, place: int, head, body) -> bool:
        """Programs that into the page that is filled. False where another thing is read then."""
        out, now = self._out, self._now
        k = place + len(head)
        end = k + len(body)
        now[place:k] = out[place:k] = head
        now[k:end] = out[k:end] = body
        p = self.used - 1
        self._fill = PAGE  # should it not get there
        self.sound = False
        self._device.writeblocks(self._blocks[p // EACH], out, (p % EACH + 1) * PAGE)
        self._read(p, self._page)
        self.sound = self._page != BLANK  # one that takes nothing would pass for the first that is free
        out[:] = BLANK
        self._fill = end
        return self._page == now

    def prove(self, at: int) -> bool:
        """That its blocks are the file's: a page with nothing but its head is programmed, and read through the file system. False,
        and nothing is programmed, where it is not sound."""
        if not self.sound:
            return False
        from .extent import Through

        self._begin = -1
        if self.used < PAGES and self._new(at, b"", b""):
            self._fill = PAGE
            p = self.used - 1
            with open(self.path + TAIL, "rb") as f:
                Through(f).readblocks(p // EACH, self._page, (p % EACH + 1) * PAGE)
            self.proved = self._page == self._now
        self.sound = self.proved
        return self.proved
