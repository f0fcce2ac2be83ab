"""Functions that run where they lie in flash, on a board whose flash is memory as well (an RP2040): their code takes no heap then,
nor do long constant texts. Package data, for MicroPython, where it is the module
lanternboard.inplace.

MicroPython copies the code of what it imports into the heap. A bundle holds the same bytes once more (image/inplace.py says
how); when a module has been imported, each of its functions and texts that is found there, byte for byte, is pointed to that
instead, and the copy is garbage. The same bytes, in another place: so the one thing that could go wrong is that they do not stay
there. Hence the blocks are those of the file that is there now: they carry a nonce that only copies of that file have, each number must
be there once, and where one is missing, or there twice, nothing is done. Nothing is read but heap and flash, and nothing written but the
one word that holds the address of bytes just compared. MicroPython's objects are laid out as in 1.28 on an RP2040; anywhere else nothing
is done, which costs heap, never a wrong step.

A module calls `settle(globals())` as its last statement (image/build.py), before anything in it runs."""

import gc
import sys
from array import array

import micropython
from rp2 import Flash

HEAP, HEAP_END = 0x20000000, 0x20042000
FLASH, FLASH_END = 0x10000000, 0x10200000
BLOCK = 4096
WORK = 16  # dictionaries looked through for one module
LITTER = 16000  # bytes of garbage after which it is collected, lest what stays comes to lie all over the heap


@micropython.viper
def look(nonce: ptr32, blocks: ptr32, n: int) -> int:
    """Write the addresses of the blocks that carry the nonce into `blocks`, which has room for `n` and holds zeros. How many there
    are; -1 when one is there twice or has a number that none can have."""
    found = 0
    at = FLASH
    while at < FLASH_END:
        words = ptr32(at)
        k = 0
        while k < 10:
            if words[k] == nonce[0] and words[k + 1] == nonce[1]:
                number = words[k + 2]
                if number < 0 or number >= n or blocks[number]:
                    return -1
                blocks[number] = at
                found += 1
                break
            k += 1
        at += BLOCK
    return found


@micropython.viper
def move(names: int, table: int, blocks: ptr32, kinds: ptr32, work: ptr32) -> int:
    """Point every function in a dictionary of names (its address), and in the classes there, to the copy of its code that the
    table (its address) names. How many bytes of heap that sets free."""
    free = 0
    work[0] = names
    some = 1
    entry = ptr32(table)
    while some:
        some -= 1
        dictionary = ptr32(work[some])
        n = dictionary[2] << 1
        at = dictionary[3]
        if at & 3 or at < HEAP or at >= HEAP_END:
            n = 0
        values = ptr32(at)
        i = 1
        while i < n:
            value = values[i]
            i += 2
            if value & 3 or value < HEAP or value >= HEAP_END:
                continue
            kind = ptr32(value)[0]
            if kind == kinds[0]:  # a class: its dictionary
                slot = ptr8(value)[19]
                if slot and slot < 13 and some < WORK:
                    inner = ptr32(value)[4 + slot]
                    if not (inner & 3 or inner < HEAP or inner >= HEAP_END) and ptr32(inner)[0] == kinds[1]:
                        work[some] = inner
                        some += 1
                continue
            if kind == kinds[5] or kind == kinds[6] or kind == kinds[7] or kind == kinds[8]:
                value = ptr32(value)[1]  # what is wrapped
                if value & 3 or value < HEAP or value >= HEAP_END:
                    continue
                kind = ptr32(value)[0]
            if kind != kinds[2] and kind != kinds[3] and kind != kinds[4] and kind != kinds[11]:
                continue
            function = ptr32(value)
            code = function[3]
            if code < HEAP or code >= HEAP_END:
                continue
            here = ptr32(code)
            if kind == kinds[11] and here[0]:
                continue  # native, and others are in it: what it says of itself is told by their table
            left = entry[0]
            e = 1
            while left:
                there = blocks[entry[e] >> 12] + (entry[e] & 4095)
                copy = ptr32(there)
                size = entry[e + 1]
                words = size >> 2
                k = 0
                while k < words and here[k] == copy[k]:
                    k += 1
                if k == words:
                    k <<= 2
                    while k < size and ptr8(code)[k] == ptr8(there)[k]:
                        k += 1
                    if k == size:
                        if kind == kinds[11]:
                            function[2] += there - code  # what it says of itself lies behind its code
                        function[3] = there
                        free += size
                        break
                e += 2
                left -= 1
    return free


@micropython.viper
def move_text(value: int, there: int, size: int, kinds: ptr32) -> int:
    """Likewise one text (its address), of that size, to the copy at the address `there`."""
    if value & 3 or value < HEAP or value >= HEAP_END:
        return 0
    text = ptr32(value)
    if (text[0] != kinds[9] and text[0] != kinds[10]) or text[2] != size or text[3] < HEAP or text[3] >= HEAP_END:
        return 0
    here = ptr8(text[3])
    copy = ptr8(there)
    k = 0
    while k < size:
        if here[k] != copy[k]:
            return 0
        k += 1
    text[3] = there
    return size


@micropython.viper
def move_texts(module: int, table: int, blocks: ptr32, kinds: ptr32) -> int:
    """Likewise the long texts among a module's (its address) constants."""
    free = 0
    entry = ptr32(table)
    e = (entry[0] << 1) + 1
    left = entry[e]
    constants = ptr32(module)[3]
    if constants & 3 or constants < HEAP or constants >= HEAP_END:
        return 0
    while left:
        left -= 1
        there = blocks[entry[e + 2] >> 12] + (entry[e + 2] & 4095)
        free += int(move_text(ptr32(constants)[entry[e + 1]], there, entry[e + 3], kinds))
        e += 3
    return free


class Code:
    """The code in a bundle: `n` blocks with that nonce. Raises ValueError when they are not where they can be run."""

    def __init__(self, nonce, n):
        self.blocks = array("i", bytes(4 * n))
        self.work = array("i", bytes(4 * WORK))
        self.litter = -36000  # not before the first prompt is lit
        made = sys.implementation
        if made.version[0] * 100 + made.version[1] != 128 or "RP2040" not in made._machine:
            raise ValueError("MicroPython is another than code in flash is for")
        if Flash().ioctl(4, 0) > (FLASH_END - FLASH) // BLOCK:  # a copy that is no file any more might be found, and the file not
            raise ValueError("a file system larger than what is looked through")
        found = look(nonce, self.blocks, n)
        if found != n:
            raise ValueError("blocks of code in flash: %d of %d, or one twice" % (found, n))

    def text(self, text, place):
        """One text, whose copy is at that place."""
        move_text(id(text), self.at(place), len(text), KINDS)

    def at(self, place):
        """The address of a place."""
        return self.blocks[place >> 12] + (place & 4095)

    def settle(self, module, names, place):
        """The functions and texts of a module, with these names, whose table is at that place. Nothing of it may be running, but
        this function and who called it: neither asks for memory before it ends."""
        if not place:  # it has none
            return
        table = self.at(place)
        self.litter += move(id(names), table, self.blocks, KINDS, self.work) + move_texts(id(module), table, self.blocks, KINDS)

    def tidy(self):
        if self.litter > LITTER:
            self.litter = 0
            gc.collect()


def generator():
    yield


@micropython.native
def native():
    pass


PLAIN = (type(generator), type(look), type(Code.settle))
WRAPPED = (type((lambda x: lambda: x)(0)), property, staticmethod, classmethod)
KINDS = array("i", [id(kind) for kind in (type, dict) + PLAIN + WRAPPED + (str, bytes, type(native))])
