"""Code that a board may run where it lies in flash, so that it takes no heap: blocks at the end of a bundle that hold every function
and every long text of its compiled modules once more, byte for byte, none across the end of a flash block. The board's side, which
says how it is used and why that is safe, is files/inplace.py of the firmware.

In a littlefs of `BLOCK` bytes a file's block n > 0 begins with as many pointers of 4 bytes as 2n has factors of two. After them, in
each block of code: the bundle's nonce (8 bytes), the block's number among these (4), tables and functions. A *place* is that number
times BLOCK and the offset in the block. A table is the number of its functions (4), for each its place (4) and length (4), the
number of its texts (4), and for each its number among the module's constants (4), its place (4) and length (4); a zero follows
a text. All is little-endian and aligned to 4. Knows nothing of what the code does.

The names of all modules are there too, for files/names.py: a table of their number (4), the places of their hashes and of their
lengths (4, 4; 1 byte each), and then, until all are told, a place (4) and how many names lie there (4): one after another in the order
of their bytes, each with a zero after it."""

import struct
from collections import Counter

BLOCK = 4096
RUN = 1024  # bytes of names that lie in one piece


def hash_of(name: bytes) -> int:
    """As MicroPython's py/qstr.c does it, in the one byte that a Pico keeps."""
    h = 5381
    for byte in name:
        h = (h * 33 ^ byte) & 0xFF
    return h & 0xFF or 1


def names(mpy: bytes) -> list[bytes]:
    """The names of a .mpy that MicroPython does not know by a number of its own. What is no .mpy has none."""
    return _Reader(mpy).names()


def parts(mpy: bytes) -> tuple[list[bytes], dict[int, bytes]]:
    """The code of every function of a .mpy (format 6: docs.micropython.org/en/v1.28.0/reference/mpyfiles.html), but not the
    module's own, which runs once; and number -> text of the constants that are text or bytes. What is no .mpy has none."""
    return _Reader(mpy).parts()


def pointers(n: int) -> int:
    """How many bytes of pointers littlefs puts at the beginning of a file's block n."""
    return 4 * (n & -n).bit_length()


class CodeBlocks:
    """Blocks being filled, of a file that has `begin` bytes before them; each piece goes into the first in which it fits."""

    most = BLOCK - 4 * 10 - 12  # bytes that any block has room for

    def __init__(self, nonce: bytes, begin: int) -> None:
        self.nonce = nonce
        self.blocks: list[bytearray] = []
        self.places: dict[bytes, int] = {}
        self.first = 0
        while begin > 0:
            begin -= BLOCK - pointers(self.first)
            self.first += 1
        self.gap = -begin  # to the end of the block in which they end

    def __len__(self) -> int:
        return len(self.blocks)

    def add_module(self, mpy: bytes) -> int:
        """The place of its table; 0 where it has neither function nor text. What is too long for a block is left out. The longest come
        first: one function's code may begin as all of another's."""
        functions, texts = parts(mpy)
        codes = sorted({code for code in functions if len(code) <= self.most}, key=lambda code: (-len(code), code))
        texts = {i: text for i, text in texts.items() if len(text) < self.most}
        numbers = [len(codes)]
        for code in codes:
            numbers += [self.add(code), len(code)]
        numbers.append(len(texts))
        for i, text in texts.items():
            numbers += [i, self.add(text + b"\0"), len(text)]
        return self.add(struct.pack("<%dI" % len(numbers), *numbers)) if codes or texts else 0

    def add(self, piece: bytes) -> int:
        """Put it somewhere; its place. What is there already is not put there again."""
        piece += bytes(-len(piece) % 4)
        if piece in self.places:
            return self.places[piece]
        for n, block in enumerate(self.blocks):
            if BLOCK - pointers(self.first + n) - len(block) >= len(piece):
                break
        else:
            n, block = len(self.blocks), bytearray(self.nonce + struct.pack("<I", len(self.blocks)))
            self.blocks.append(block)
        place = n * BLOCK + pointers(self.first + n) + len(block)
        block += piece
        self.places[piece] = place
        return place

    def add_names(self, modules: dict[str, bytes], package: str) -> int:
        """The place of the table of all names in the modules' (path -> content) code, and of the modules' own; of those that most modules
        have, where there are too many for one block of their hashes; none with a zero in it. 0 without any."""
        uses = Counter(name for mpy in modules.values() for name in set(names(mpy)))
        for path in modules:
            parts = [package, *path.rpartition(".")[0].split("/")]
            uses.update(".".join(parts[:n]).encode() for n in range(1, len(parts) + 1) if parts[n - 1] != "__init__")
        chosen = sorted(
            sorted((name for name in uses if 0 < len(name) < 256 and b"\0" not in name), key=lambda name: (-uses[name], name))[: self.most]
        )
        if not chosen:
            return 0
        table = [
            len(chosen),
            self.add(bytes(map(hash_of, chosen))),
            self.add(bytes(map(len, chosen))),
        ]
        piece, count = b"", 0
        for name in [*chosen, None]:
            if name is None or len(piece) + len(name) + 1 > RUN:
                table += [self.add(piece), count]
                piece, count = b"", 0
            if name is not None:
                piece, count = piece + name + b"\0", count + 1
        return self.add(struct.pack("<%dI" % len(table), *table))

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

    def names(self) -> list[bytes]:
        """Those of its own; then its constants come, of which there are `objects`."""
        if self.mpy[:2] != b"M\x06":
            return []
        if self.mpy[2] & 0x40:  # flags of the architecture
            self.number()
        n, self.objects = self.number(), self.number()
        found = []
        for _ in range(n):
            length = self.number()
            if not length & 1:  # else one that every MicroPython knows
                found.append(self.mpy[self.at : self.at + (length >> 1)])
                self.at += (length >> 1) + 1
        return found

    def parts(self) -> tuple[list[bytes], dict[int, bytes]]:
        if self.mpy[:2] != b"M\x06":
            return [], {}
        self.names()
        constants = {i: self.constant() for i in range(self.objects)}
        self.code()
        return self.found[:-1], {i: text for i, text in constants.items() if text}

    def number(self) -> int:
        n = 0
        while True:
            byte = self.mpy[self.at]
            self.at += 1
            n = n << 7 | byte & 0x7F
            if byte < 0x80:
                return n

    def constant(self) -> bytes:
        """Step over one; its bytes when it is text or bytes."""
        kind = self.mpy[self.at]
        self.at += 1
        if kind == 10:  # a tuple
            for _ in range(self.number()):
                self.constant()
        elif kind > 4:
            length = self.number()
            begin, self.at = self.at, self.at + length + (kind in (5, 6))  # text and bytes have a zero after them
            return self.mpy[begin : begin + length] if kind in (5, 6) else b""
        return b""

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
