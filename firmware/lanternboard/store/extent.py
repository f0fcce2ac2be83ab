"""What is done for a journal while nobody waits: its tail's records go into its file, and a tail (store/tail.py) that is half full gives
way to a new one. Each step takes an erase or two. Loaded when there is something to do."""

import os
import struct
from array import array
from binascii import crc32

from .journal import exists
from .tail import BLANK, BLOCK, BLOCKS, ENOUGH, LIST, PAGE, TAIL, mark, skip

SPARE = 32 * 1024  # bytes that stay free when a tail is made
STEP = 2048  # bytes of records that go into the file at a time
_MARKED = 16


def chores(journal):
    """A generator: all there is to do for this journal, a piece at each step. Raises what the file system does, or ValueError."""
    made = False
    tail = journal.tail
    if tail is not None and tail.sound and not tail.proved:
        journal.prove_tail()
        yield
    if tail is None or not tail.sound or tail.used > ENOUGH:
        yield from making(journal.path, journal.flash)  # whoever ends this ends that, on MicroPython too
        made = True
    while journal.fold(STEP):
        yield
    if made:
        journal.use_tail()
        yield
    journal.settle()


def making(path: str, flash):
    """A generator: makes `<journal>.tail.new`, a block at each step. Raises OSError, or ValueError where it cannot be made; nothing of it
    is left then."""
    new = path + TAIL + ".new"
    if exists(new):  # the power went before it was taken into use
        os.remove(new)
    block, _, _, free = os.statvfs(path)[:4]
    if block * free < BLOCKS * BLOCK + SPARE:
        raise ValueError("no room for a tail")
    nonce = os.urandom(8)
    f = open(new, "wb")
    try:
        for k in range(BLOCKS):
            f.write(mark(nonce, k))
            left = BLOCK - skip(k) - _MARKED
            while left:
                left -= f.write(BLANK if left >= PAGE else BLANK[:left])
            yield
        f.close()
        yield
        _list(nonce, found(nonce, flash), flash)
    except BaseException:
        f.close()
        os.remove(new)
        raise


def found(nonce: bytes, flash) -> array:
    """The blocks that carry the marks of this nonce, in order. The last one is looked for; each names the one before it (littlefs).
    Raises ValueError where it is there twice, or not at all."""
    here = bytearray(_MARKED)
    wanted = mark(nonce, BLOCKS - 1)
    last = -1
    for k in range(flash.ioctl(4, 0)):
        flash.readblocks(k, here, skip(BLOCKS - 1))
        if here == wanted:
            if last >= 0:
                raise ValueError("a tail's mark is there twice")
            last = k
    if last < 0:
        raise ValueError("a tail's mark is not there")
    blocks = array("H", bytes(2 * BLOCKS))
    four = bytearray(4)
    for k in range(BLOCKS - 1, -1, -1):
        blocks[k] = last
        flash.readblocks(last, here, skip(k))
        if here != mark(nonce, k):
            raise ValueError("a tail's block is another's")
        if k:
            flash.readblocks(last, four, 0)
            last = struct.unpack("<I", four)[0]
    return blocks


def _list(nonce: bytes, blocks, flash) -> None:
    """Writes the list of its blocks into the first one. Raises ValueError where that does not take it."""
    names = struct.pack(">%dH" % BLOCKS, *blocks)
    page = bytearray(BLANK)
    page[LIST : LIST + len(names)] = names
    page[LIST + len(names) : LIST + len(names) + 4] = struct.pack(">I", crc32(names, crc32(mark(nonce, 0))) & 0xFFFFFFFF)
    flash.writeblocks(blocks[0], page, 0)
    there = bytearray(len(names) + 4)
    flash.readblocks(blocks[0], there, LIST)
    if there != page[LIST : LIST + len(there)]:
        raise ValueError("a tail's list is not taken")


class Through:
    """A tail read through the file system, as if it were the device and its blocks numbered 0, 1, 2."""

    def __init__(self, file) -> None:
        self._file = file
        self.close = file.close

    def readblocks(self, k: int, buf, offset: int = 0) -> None:
        at = offset - skip(k)
        for j in range(k):
            at += BLOCK - skip(j)
        self._file.seek(at)
        n = self._file.readinto(buf) or 0
        while n < len(buf):  # a file that is no tail
            buf[n] = 255
            n += 1


def tidy(folder: str, own: str, opened) -> None:
    """Takes away tails of other journals than `own`, where the power went before that was done. `opened(path)`: a journal, into whose
    file goes what lies in its tail first. One without its journal stays."""
    for name in os.listdir(folder):
        path = folder + "/" + name
        if name.endswith(TAIL + ".new"):
            os.remove(path)
        elif name.endswith(TAIL) and len(name) == 4 + len(TAIL) and path != own + TAIL and exists(path[: -len(TAIL)]):
            journal = opened(path[: -len(TAIL)])
            journal.retire()
            journal.close()


def sweep(root: str) -> None:
    """Takes away what a `put` has left that the power cut off (table/transfers.py, table/party.py). It was to take the place of something
    in one step, and that is there as it was."""
    for name in ("table.json.new", "party.json.new"):
        if exists(root + name):
            os.remove(root + name)
    for name in os.listdir(root + "packs") if exists(root + "packs") else ():
        if name.endswith(".lbp.new"):
            os.remove(root + "packs/" + name)
