"""The names of all of a bundle's modules, known before the first of them is loaded, on a board whose flash is memory as well (an RP2040).
Package data, for MicroPython, where it is the module lanternboard.names.

MicroPython keeps every name once, in pools: those of the firmware lie sorted in flash, what is loaded later is appended to pools in the
heap, unsorted, so that each name of each module is compared with all that came before; that was a third of the start, and 30 kB. A
bundle holds its modules' names sorted (image/inplace.py), as the firmware's are: their letters, lengths and hashes stay in flash, and
the heap has one pool with 4 bytes for each, which points there.

Which word of memory says where the last pool is, is found out: a name that nobody has is asked for, and that word is the one that
points to a pool of this very layout (py/qstr.c) whose last name it is. Names that the board has already are left out: all whose longer hash
one of those has. Then another name that nobody has must begin a pool after ours; if it does not, the word gets back what it was.
Whatever is not as it should be, names are kept as ever. Before the bundle's file may be deleted (start.py, `leave`) all of it is
copied into the heap."""

import sys

import micropython

HEAP, HEAP_END = 0x20000000, 0x20042000
FLASH, FLASH_END = 0x10000000, 0x10200000
VARIABLES = 0x20008000  # before it lie those of MicroPython itself
HEAD = 6  # words of a pool before its names: pool before, names before and whether sorted, room, names, hashes, lengths
MOST = 8192  # names of a pool, if it is one
COUNT = 0x3FFFFFFF  # of the names before; the highest bit says whether they are sorted
NEXT = 10  # the pool after ours has room for twice as many
LAST, AFTER = "the last name there is", "the first one of another pool"


@micropython.viper
def find(name: ptr8, n: int) -> int:
    """The address of the word that points to a pool whose last name is this one; 0 without one. A pool keeps 8 bits of a hash."""
    h = 5381
    k = 0
    while k < n:
        h = (h << 5) + h ^ name[k]
        k += 1
    h &= 0xFF
    at = HEAP
    while at < VARIABLES:
        here = ptr32(at)[0]
        if here & 15 == 0 and here >= HEAP and here < HEAP_END - 64:
            pool = ptr32(here)
            room = pool[2]
            last = pool[3] - 1
            if (
                last >= 0
                and last < room
                and room < MOST
                and here + 24 + 6 * room <= HEAP_END
                and pool[4] == here + 24 + 4 * room
                and pool[5] == pool[4] + room
                and ptr8(pool[4])[last] == h
                and ptr8(pool[5])[last] == n
            ):
                text = pool[HEAD + last]
                if text >= HEAP and text < HEAP_END - 64:
                    k = 0
                    while k < n and ptr8(text)[k] == name[k]:
                        k += 1
                    if k == n:
                        return at
        at += 4
    return 0


@micropython.viper
def gather(last: int, known: ptr8) -> int:
    """Set the bit of the 16-bit hash of every name in that pool and those before it. How many names there are; 0 where the pools do not
    follow one another as they should."""
    pool = ptr32(last)
    count = (pool[1] & COUNT) + pool[3]
    while True:
        n = pool[3]
        if n <= 0 or n > MOST:
            return 0
        lengths = ptr8(pool[5])
        k = 0
        while k < n:
            text = ptr8(pool[HEAD + k])
            left = lengths[k]
            h = 5381
            j = 0
            while j < left:
                h = (h << 5) + h ^ text[j]
                j += 1
            h &= 0xFFFF
            known[h >> 3] |= 1 << (h & 7)
            k += 1
        first = pool[1] & COUNT
        before = pool[0]
        if not before:
            return 0 if first else count
        if before & 3 or not ((before >= HEAP and before < HEAP_END) or (before >= FLASH and before < FLASH_END)):
            return 0
        pool = ptr32(before)
        if (pool[1] & COUNT) + pool[3] != first:
            return 0


@micropython.viper
def fill(pool: ptr32, table: ptr32, blocks: ptr32, known: ptr8) -> int:
    """Write the names of a table into a pool, behind its head. One that is known gets the letters of the one before it, which are
    never its own. How many are not known."""
    n = table[0]
    at = blocks[table[1] >> 12] + (table[1] & 4095)
    lengths = ptr8(blocks[table[2] >> 12] + (table[2] & 4095))
    pool[2] = NEXT if n > NEXT else n  # full: nothing is ever written behind it
    pool[3] = n
    pool[4] = at
    pool[5] = int(lengths)
    at = left = before = new = k = 0
    e = 3
    while k < n:
        if not left:
            at = blocks[table[e] >> 12] + (table[e] & 4095)
            left = table[e + 1]
            e += 2
        length = lengths[k]
        if not k:
            before = at + length  # no letter
        text = ptr8(at)
        h = 5381
        j = 0
        while j < length:
            h = (h << 5) + h ^ text[j]
            j += 1
        h &= 0xFFFF
        if not known[h >> 3] >> (h & 7) & 1:
            before = at
            new += 1
        pool[HEAD + k] = before
        at += length + 1
        left -= 1
        k += 1
    return new


@micropython.viper
def word(at: int) -> int:
    return ptr32(at)[0]


@micropython.viper
def put(at: int, value: int):
    ptr32(at)[0] = value


@micropython.viper
def link(pool: ptr32, before: int, count: int) -> int:
    """The head of a sorted pool; its address."""
    top = 1
    pool[0] = before
    pool[1] = count | top << 31
    return int(pool)


@micropython.viper
def copy(pool: ptr32, room: ptr8, write: int) -> int:
    """What the pool points to into a room, first the hashes, then the lengths, then the letters, and points the pool there; without
    `write` nothing. How many bytes that are."""
    n = pool[3]
    hashes = ptr8(pool[4])
    lengths = ptr8(pool[5])
    size = 2 * n
    before = k = now = 0
    if write:
        pool[4] = int(room)
        pool[5] = int(room) + n
    while k < n:
        length = lengths[k]
        if write:
            room[k] = hashes[k]
            room[n + k] = length
        at = pool[HEAD + k]
        if at != before:
            before = at
            now = int(room) + size
            letters = ptr8(at)
            if not letters[0]:
                length = 0  # where the first ones are known already
            j = 0
            while write and j <= length:
                room[size + j] = letters[j]
                j += 1
            size += length + 1
        if write:
            pool[HEAD + k] = now
        k += 1
    return size


def stay(pool):
    """The names of that pool, all of what is in flash, into the heap. Raises MemoryError, and has done nothing then."""
    copy(pool, bytearray(copy(pool, 0, 0)), 1)


def take(code, place):
    """Knows the names of the table at that place. (how many of them are new, the address of their pool); (0, 0) when nothing was
    done."""
    getattr(sys, LAST, None)
    at = find(LAST, len(LAST))
    if not at:
        return 0, 0
    table = code.at(place)
    pool = bytearray(4 * (HEAD + word(table)))
    known = bytearray(8192)
    before = word(at)
    count = gather(before, known)
    if not count:
        return 0, 0
    new = fill(pool, table, code.blocks, known)
    ours = link(pool, before, count)
    put(at, ours)
    getattr(sys, AFTER, None)
    now = word(at)
    if now == ours or word(now) != ours:
        put(at, before)
        return 0, 0
    return new, ours
