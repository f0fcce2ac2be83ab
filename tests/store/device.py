"""A device whose single pages can be programmed, below the tails of one folder on a computer: it gives the files' bytes as littlefs would
lay them out, each block but the first with pointers to those before it. Like the chip's it clears bits only, and whoever programs what was
not erased is told."""

import os
import random
import struct
from pathlib import Path

from lanternboard.store.tail import BLOCK, BLOCKS, PAGE, skip


class PowerCut(Exception):
    """In the middle of a page."""


class Device:
    """`cut`: pages that are still programmed before the power goes, in the middle of one; -1: it does not. `programmed`: how many were."""

    def __init__(self, folder: Path, seed: int = 1, room: int = 8 * BLOCKS) -> None:
        self.folder = folder
        self.cut = -1
        self.spoil = 0  # pages that read other bytes than they were given
        self.deaf = 0  # pages that take nothing
        self.programmed = 0
        self.random = random.Random(seed)
        order = list(range(room))
        self.random.shuffle(order)
        self.free = order
        self.blocks: dict[int, list[int]] = {}

    def ioctl(self, what: int, _: int) -> int:
        return len(self.free) + sum(map(len, self.blocks.values())) if what == 4 else BLOCK

    def _file(self, block: int) -> tuple[Path, int, list[int]] | None:
        """The file that has this block, and which of its blocks it is."""
        for entry in os.scandir(self.folder):
            if not entry.name.endswith((".tail", ".tail.new")):
                continue
            path, inode = Path(entry.path), entry.inode()
            if inode not in self.blocks:
                self.blocks[inode] = [self.free.pop() for _ in range(BLOCKS)]
            if block in self.blocks[inode]:
                return path, self.blocks[inode].index(block), self.blocks[inode]
        return None

    def _raw(self, block: int) -> bytearray:
        found = self._file(block)
        if found is None:
            return bytearray(b"\xff" * BLOCK)
        path, k, blocks = found
        with open(path, "rb") as f:
            f.seek(sum(BLOCK - skip(j) for j in range(k)))
            data = f.read(BLOCK)
        pointers = b"".join(struct.pack("<I", blocks[k - 1] if n == 0 else 0) for n in range(skip(k) // 4))
        return bytearray((pointers + data)[:BLOCK].ljust(BLOCK, b"\xff"))

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        buf[:] = self._raw(block)[offset : offset + len(buf)]

    def writeblocks(self, block: int, buf, offset: int) -> None:
        assert offset % PAGE == 0 and len(buf) == PAGE
        found = self._file(block)
        assert found, "programmed into nobody's block"
        path, k, _ = found
        old = self._raw(block)[offset : offset + PAGE]
        for new, there in zip(buf, old):
            assert new == 255 or there == 255, "a byte is programmed that was not erased"
        new = bytearray(n & o for n, o in zip(buf, old))
        if self.cut == 0:  # some of the bits that were to be cleared are, from some byte on none
            end = self.random.randrange(PAGE)
            new = bytearray(n | (o & self.random.choice((0, 0, 255, 15))) if i < end else o for i, (n, o) in enumerate(zip(new, old)))
        if self.deaf:
            self.deaf -= 1
            new = old
        if self.spoil:
            self.spoil -= 1
            new[-1] = new[200] = 0
        first = min(skip(k), PAGE) if offset == 0 else 0
        with open(path, "r+b") as f:
            f.seek(sum(BLOCK - skip(j) for j in range(k)) + offset - skip(k) + first)
            f.write(new[first:])
        self.programmed += 1
        if self.cut >= 0:
            self.cut -= 1
            if self.cut < 0:
                raise PowerCut
