"""A board's heap and flash as numbers at addresses, and its modules that look there (files/inplace.py, files/names.py) run on them: what
they read is nothing but those two, anything else raises here."""

import struct
from array import array
from types import SimpleNamespace

from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.inplace import BLOCK

HEAP, FLASH, FLASH_BLOCKS = 0x20000000, 0x10000000, 32
NONCE = b"\x11nonce!\x88"
TYPE, DICT, FUNCTION, VIPER, GENERATOR, CLOSURE, PROPERTY, STATIC, CLASS_METHOD, STR, BYTES, OTHER, NATIVE = range(
    0x10001000, 0x10001D00, 0x100
)
KINDS = TYPE, DICT, GENERATOR, VIPER, FUNCTION, CLOSURE, PROPERTY, STATIC, CLASS_METHOD, STR, BYTES, NATIVE


class Memory:
    """Bytes at addresses: a heap, in which objects are laid, and a flash, which nothing writes."""

    def __init__(self):
        self.heap, self.flash = bytearray(0x42000), bytearray(FLASH_BLOCKS * BLOCK)
        self.end = 0x1000

    def lay(self, content):
        """An object's address: its bytes, or its words."""
        if not isinstance(content, bytes):
            content = struct.pack("<%dI" % len(content), *content)
        at = self.end
        self.heap[at : at + len(content)] = content
        self.end += -(-len(content) // 16) * 16
        return HEAP + at

    def read(self, address, n):
        for memory, start in ((self.heap, HEAP), (self.flash, FLASH)):
            if start <= address <= start + len(memory) - n:
                return bytes(memory[address - start : address - start + n])
        raise AssertionError("read at %#x" % address)

    def word(self, address):
        return struct.unpack("<i", self.read(address, 4))[0]

    def block(self, n, number, nonce=NONCE, words=1, content=b""):
        """A block of code at the n-th of flash, after so many words of littlefs's own."""
        block = bytes(range(1, 4 * words + 1)) + nonce + struct.pack("<i", number) + content
        self.flash[n * BLOCK : n * BLOCK + len(block)] = block

    # MicroPython's objects

    def names(self, *values):
        return self.lay([DICT, len(values) << 3, len(values) + 1, self.lay([word for value in values for word in (6, value)] + [0, 0])])

    def function(self, code, kind=FUNCTION):
        return self.lay([kind, 1, 2, self.lay(code)])

    def text(self, text, kind=STR):
        return self.lay([kind, 77, len(text), self.lay(text + b"\0")])

    def klass(self, names):
        return self.lay(struct.pack("<4I", TYPE, 0, 0, 0) + bytes([0, 0, 0, 2]) + struct.pack("<2I", OTHER, names))

    def module(self, *constants):
        return self.lay([OTHER, 0, 0, self.lay(list(constants) or [0])])


class Pointer:
    def __init__(self, memory, address, kind):
        self.memory, self.address, self.kind, self.size = memory, address, kind, struct.calcsize(kind)

    def __getitem__(self, k):
        return struct.unpack("<" + self.kind, self.memory.read(self.address + k * self.size, self.size))[0]

    def __setitem__(self, k, value):
        value &= (1 << 8 * self.size) - 1
        struct.pack_into("<" + self.kind.upper(), self.memory.heap, self.address + self.size * k - HEAP, value)

    def __int__(self):
        return self.address


def board_module(name, memory, board, **own):
    """A module of files/ as MicroPython would run it on a board with this memory: its pointers look there. `board`: what it imports."""

    def cast(kind):
        def pointer(of):
            if isinstance(of, int):
                return Pointer(memory, of, kind)
            if isinstance(of, str):
                of = of.encode()
            return memoryview(of).cast("B").cast(kind) if isinstance(of, bytes) else of

        return pointer

    def viper(function):
        casts = list(function.__annotations__.values())

        def compiled(*values):
            return function(*[cast(value) if cast in (ptr8, ptr32) else value for cast, value in zip(casts, values)])

        return compiled

    ptr8, ptr32 = cast("B"), cast("i")
    board["micropython"] = SimpleNamespace(viper=viper, native=lambda function: function)
    own = {"ptr8": ptr8, "ptr32": ptr32, **own}
    own["__builtins__"] = {**__builtins__, "__import__": lambda name, *more: board.get(name) or __import__(name, *more)}
    exec(compile((firmware_source() / "files" / name).read_text("utf-8"), name, "exec"), own)
    return own


def inplace(memory, version=(1, 28, 0, ""), machine="Raspberry Pi Pico with RP2040", blocks=FLASH_BLOCKS):
    board = {
        "rp2": SimpleNamespace(Flash=lambda: SimpleNamespace(ioctl=lambda op, _: blocks)),
        "sys": SimpleNamespace(implementation=SimpleNamespace(version=version, _machine=machine)),
    }
    own = board_module("inplace.py", memory, board, id=lambda value: value if isinstance(value, int) else 0)
    own["KINDS"] = array("i", KINDS)
    own["FLASH_END"] = FLASH + FLASH_BLOCKS * BLOCK  # less to look through
    return SimpleNamespace(**own)
