"""Code that a board may run where it lies in flash, so that it takes no heap: blocks at the end of a bundle that hold every function
of its compiled modules once more, byte for byte, none across the end of a flash block. The board's side, which says how it is used and
why that is safe, is files/inplace.py of the firmware.

In a littlefs of `BLOCK` bytes a file's block n > 0 begins with as many pointers of 4 bytes as 2n has factors of two. After them, in
each block of code: the bundle's nonce (8 bytes), the block's number among these (4), tables and functions. A *place* is that number
times BLOCK and the offset in the block. A table is the number of its functions (4), and for each its place (4) and length (4).
All is little-endian and aligned to 4. Knows nothing of what the code does."""

import struct

BLOCK = 4096


def functions(mpy: bytes) -> list[bytes]:
    """The code of every function of a .mpy (format 6: docs.micropython.org/en/v1.28.0/reference/mpyfiles.html), but not the
    module's own, which runs once. What is no .mpy has none."""
    return _Reader(mpy).functions()


def pointers(n: int) -> int:
    """How many bytes of pointers littlefs puts at the beginning of a file's block n."""
    return 4 * (n & -n).bit_length()


class CodeBlocks:
    """Blocks being filled, of a file that has `begin` bytes before them; each piece goes into the first in which it fits."""

    most = BLOCK - 4 * 10 - 12  # bytes that any block has room for

    def __init__(self, nonce: bytes, begin: int) -> None:
        self.nonce = nonce
        self.blocks: list[bytearray] = []
        self.first = 0
        while begin > 0:
            begin -= BLOCK - pointers(self.first)
            self.first += 1
        self.gap = -begin  # to the end of the block in which they end

    def __len__(self) -> int:
        return len(self.blocks)

    def add_module(self, mpy: bytes) -> int:
        """The place of its table; 0 where it has no function. Code too long for a block is left out. The longest come first: one
        function's code may begin as all of another's."""
        codes = sorted({code for code in functions(mpy) if len(code) <= self.most}, key=lambda code: (-len(code), code))
        numbers = [len(codes)]
        for code in codes:
            numbers += [self.add(code), len(code)]
        return self.add(struct.pack("<%dI" % len(numbers), *numbers)) if codes else 0

    def add(self, piece: bytes) -> int:
        """Put it somewhere; its place."""
        piece += bytes(-len(piece) % 4)
        for n, block in enumerate(self.blocks):
            if BLOCK - pointers(self.first + n) - len(block) >= len(piece):
                break
        else:
            n, block = len(self.blocks), bytearray(self.nonce + struct.pack("<I", len(self.blocks)))
            self.blocks.append(block)
        place = n * BLOCK + pointers(self.first + n) + len(block)
        block += piece
        return place

    def bytes(self) -> bytes:
        """What follows the bytes before: the rest of their last block, and the blocks."""
        whole = [bytes(block).ljust(BLOCK - pointers(self.first + n), b"\0") for n, block in enumerate(self.blocks)]
        return bytes(self.gap) + b"".join(whole) if whole else b""


class _Reader:
    """A .mpy read from its beginning, as MicroPython reads it."""

    def __init__(self, mpy: bytes) -> None:
        self.mpy = mpy
        self.at = 4
        self.found: list[bytes] = []

    def functions(self) -> list[bytes]:
        if self.mpy[:2] != b"M\x06":
            return []
        if self.mpy[2] & 0x40:  # flags of the architecture
            self.number()
        names, objects = self.number(), self.number()
        for _ in range(names):
            length = self.number()
            if not length & 1:  # else one that every MicroPython knows
                self.at += (length >> 1) + 1
        for _ in range(objects):
            self.object()
        self.code()
        return self.found[:-1]

    def number(self) -> int:
        n = 0
        while True:
            byte = self.mpy[self.at]
            self.at += 1
            n = n << 7 | byte & 0x7F
            if byte < 0x80:
                return n

    def object(self) -> None:
        kind = self.mpy[self.at]
        self.at += 1
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self.object()
        elif kind > 4:  # text and bytes have a zero after them
            length = self.number()
            self.at += length + (kind in (5, 6))

    def code(self) -> None:
        """One function and those inside it, which come to be found before it."""
        kind = self.number()
        begin, self.at = self.at, self.at + (kind >> 3)
        body = self.mpy[begin : self.at]
        if kind & 3 == 1:  # native Python: where its prelude is
            self.number()
        elif kind & 3 > 1:
            if self.number() & 0x70:
                raise ValueError("native code with data of its own")
            if kind & 3 == 3:
                self.number(), self.number()
        if kind & 4:
            for _ in range(self.number()):
                self.code()
        self.found.append(body)
