"""The names of a bundle's modules that a Pico knows before it loads them (files/names.py), on a heap and a flash of numbers: no name may
ever have two numbers, and where MicroPython keeps its names otherwise nothing is done. What MicroPython does with its pools is
restated from py/qstr.c; that a board's are like that is shown by tests/pico."""

import functools
import struct
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from image.memory import FLASH, HEAP, NONCE, Memory, board_module, inplace
from lanternboard_host.image import ready_image
from lanternboard_host.image.inplace import BLOCK, CodeBlocks, hash_of, names, pointers
from sizes import SEED, count

ROM = sorted({b"append", b"abc", b"self", b"lanternboard", b"zz", *(b"rom%d" % n for n in range(40))})
FIRST = [b"", b"__init__", b"get", b"a"]


def longer(name):
    """16 bits of hash."""
    h = 5381
    for byte in name:
        h = (h * 33 ^ byte) & 0xFFFF
    return h


NAMES = st.binary(min_size=1, max_size=9).map(lambda name: bytes(97 + byte % 4 for byte in name))


class Pools:
    """MicroPython's names on such a board, in a Memory: two pools in flash, of which the second is sorted, and what is asked for."""

    def __init__(self, wide=1):
        self.memory = Memory()
        self.wide = wide  # bytes of a hash
        self.free = 0
        self.last = self.memory.lay([7])  # where the word lies that says which pool is the last
        self.put(self.last, self.in_flash(ROM, self.in_flash(FIRST, 0, 0), len(FIRST) | 1 << 31))

    def in_flash(self, texts, before, total):
        def lay(content):
            at = self.free
            self.free += -(-len(content) // 4) * 4
            self.memory.flash[at : at + len(content)] = content
            return FLASH + at

        letters = [lay(text + b"\0") for text in texts]
        hashes = lay(b"".join(self.hashed(text) for text in texts))
        head = [before, total, 10, len(texts), hashes, lay(bytes(map(len, texts)))]
        return lay(struct.pack("<%dI" % (6 + len(texts)), *head, *letters))

    def hashed(self, text):
        return bytes([hash_of(text)] * self.wide)

    def put(self, address, value):
        struct.pack_into("<I", self.memory.heap, address - HEAP, value)

    def find(self, text):
        """The number of a name, None without one."""
        memory, pool = self.memory, self.memory.word(self.last)
        while pool:
            before, total, _, n, hashes, lengths = (memory.word(pool + 4 * k) & 0xFFFFFFFF for k in range(6))
            low, high = 0, n - 1
            if total >> 31:
                while high - low > 1:
                    middle = (low + high) // 2
                    at, cut = memory.word(pool + 24 + 4 * middle), b""
                    while len(cut) < len(text) and (letter := memory.read(at + len(cut), 1)) != b"\0":
                        cut += letter
                    if text <= cut:
                        high = middle
                    else:
                        low = middle
            for k in range(low, high + 1):
                same = memory.read(hashes + k * self.wide, self.wide) == self.hashed(text) and memory.read(lengths + k, 1)[0] == len(text)
                if same and memory.read(memory.word(pool + 24 + 4 * k), len(text)) == text:
                    return (total & 0x7FFFFFFF) + k
            pool = before
        return None

    def text(self, number):
        memory, pool = self.memory, self.memory.word(self.last)
        while number < memory.word(pool + 4) & 0x7FFFFFFF:
            pool = memory.word(pool)
        k = number - (memory.word(pool + 4) & 0x7FFFFFFF)
        return memory.read(memory.word(pool + 24 + 4 * k), memory.read(memory.word(pool + 20) + k, 1)[0])

    def ask(self, text):
        """The number of a name, which has one then."""
        found = self.find(text)
        if found is not None:
            return found
        memory, pool = self.memory, self.memory.word(self.last)
        if memory.word(pool + 12) >= memory.word(pool + 8):
            room = 2 * memory.word(pool + 8)
            new = memory.lay(bytes(24 + (4 + self.wide + 1) * room))
            total = (memory.word(pool + 4) & 0x7FFFFFFF) + memory.word(pool + 12)
            hashes = new + 24 + 4 * room
            for k, word in enumerate([pool, total, room, 0, hashes, hashes + self.wide * room]):
                self.put(new + 4 * k, word)
            self.put(self.last, new)
            pool = new
        k = memory.word(pool + 12)
        place = memory.lay(text + b"\0")
        self.put(pool + 24 + 4 * k, place)
        at = memory.word(pool + 16) + k * self.wide - HEAP
        memory.heap[at : at + self.wide] = self.hashed(text)
        memory.heap[memory.word(pool + 20) + k - HEAP] = len(text)
        self.put(pool + 12, k + 1)
        return (memory.word(pool + 4) & 0x7FFFFFFF) + k


def mpy_of(texts) -> bytes:
    """The head of a .mpy with these names, and a function of nothing."""
    return b"M\x06\0\x1f" + bytes([len(texts), 0]) + b"".join(bytes([len(text) << 1]) + text + b"\0" for text in texts) + b"\0"


def placed(board, modules, taken=3):
    """The modules' names in the board's flash, its blocks behind what lies there; (the board's Code, the place of the table)."""
    made = CodeBlocks(NONCE, 3 * BLOCK + 100)
    table = made.add_names(modules, "lanternboard")
    data = made.bytes()[made.gap :]
    for n in range(len(made)):
        room = BLOCK - pointers(made.first + n)
        block, data = data[:room], data[room:]
        at = (taken + n) * BLOCK
        board.memory.flash[at : at + BLOCK] = b"\1\0\0\0" * (pointers(made.first + n) // 4) + block
    return inplace(board.memory).Code(NONCE, len(made)), table


def run(board, code, table, asked=None, leave=False):
    """How many names files/names.py finds new when it is run there. `asked`: what asking for a name does, else what MicroPython does.
    `leave`: and then all is copied into the heap."""

    def getattr_(_, name, default):
        (asked or board.ask)(name.encode())

    memory = board.memory
    own = board_module("names.py", memory, {"sys": SimpleNamespace()}, getattr=getattr_, bytearray=lambda n: memory.lay(bytes(n)))
    own["VARIABLES"] = HEAP + 0x1100
    new, pool = own["take"](code, table)
    assert (new > 0) == (pool > 0)
    if pool and leave:
        own["stay"](pool)
    return new


@settings(deadline=None, max_examples=count(25, 200, 2000))
@example([b"caddca"], [], [], False)  # a name of the firmware has its longer hash
@given(st.lists(NAMES, min_size=1, max_size=60), st.lists(NAMES, max_size=12), st.lists(NAMES, max_size=12), st.booleans())
def test_every_name_has_one_number_for_ever_also_when_the_file_is_gone(inside, before, after, leave):
    board = Pools()
    had = {name: board.ask(name) for name in [*before, *ROM, *FIRST]}
    code, table = placed(board, {"some.mpy": mpy_of(inside)})
    new = run(board, code, table, leave=leave)
    if leave:
        board.memory.flash[3 * BLOCK :] = bytes(len(board.memory.flash) - 3 * BLOCK)
    names = {*inside, b"lanternboard.some"}
    hashes = {longer(name) for name in [*had, b"the last name there is"]}
    assert new == sum(longer(name) not in hashes for name in names), "but those whose longer hash a name has that was there"
    assert {name: board.find(name) for name in had} == had
    numbers = {name: board.ask(name) for name in [*after, *inside, *before]}
    assert len(set(numbers.values())) == len(numbers)
    for name, number in {**numbers, **had}.items():
        assert (board.find(name), board.text(number)) == (number, name)


def test_a_name_that_is_there_once_more_takes_no_room():
    board = Pools()
    code, table = placed(board, {"some.mpy": mpy_of([b"one", b"two", b"three"])})
    assert run(board, code, table) == 4
    end = board.memory.end
    assert [board.ask(name) for name in (b"one", b"two", b"three", b"lanternboard.some")]
    assert board.memory.end == end


def test_a_longer_hash_that_another_name_has_leaves_a_name_as_ever():
    """Two names with the same 16 bits of hash: the one that is not there already is left to MicroPython."""
    seen: dict[int, bytes] = {}
    for n in range(100_000):
        name = b"n%d" % n
        h = longer(name)
        if h in seen:
            break
        seen[h] = name
    board = Pools()
    first = board.ask(seen[h])
    code, table = placed(board, {"some.mpy": mpy_of([name, b"other"])})
    assert run(board, code, table) == 2
    assert board.find(name) is None and board.find(seen[h]) == first
    assert board.text(board.ask(name)) == name != board.text(first)


def test_a_board_that_keeps_longer_hashes_keeps_its_names_as_ever():
    board = Pools(wide=2)
    board.ask(b"some")
    code, table = placed(board, {"some.mpy": mpy_of([b"one", b"two"])})
    assert run(board, code, table) == 0
    assert board.find(b"one") is None and board.text(board.ask(b"one")) == b"one"


def test_a_word_that_is_not_the_one_gets_back_what_it_was():
    board = Pools()
    board.ask(b"some")
    other, pool = board.last, board.memory.word(board.last)  # a word that points there as well
    board.memory.end = 0x2000  # beyond what is looked through
    board.last = board.memory.lay([pool])
    code, table = placed(board, {"some.mpy": mpy_of([b"one", b"two"])})
    assert run(board, code, table) == 0
    assert board.memory.word(other) == board.memory.word(board.last) == pool
    assert board.find(b"one") is None and board.find(b"some") is not None


@pytest.mark.parametrize("word", range(6))
@pytest.mark.parametrize("value", [0, 3, 0x7FFFFFF0, HEAP + 0x100])
def test_pools_that_do_not_follow_one_another_are_left_alone(word, value):
    board = Pools()
    for n in range(30):
        board.ask(b"some%d" % n)
    code, table = placed(board, {"some.mpy": mpy_of([b"one", b"two"])})
    board.ask(b"the last name there is")
    pool = board.memory.word(board.last)
    was = board.memory.word(pool + 4 * word)
    board.put(pool + 4 * word, value)
    last = board.memory.word(board.last)
    if was != value:
        assert run(board, code, table, asked=lambda name: None) == 0
        assert board.memory.word(board.last) == last


@functools.cache
def modules():
    folder = ready_image("pico") / "lb/0/lanternboard"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.mpy")}


def test_all_names_of_the_image_are_known_before_its_modules_are_loaded():
    board = Pools()
    code, table = placed(board, modules(), taken=2)
    inside = {name for mpy in modules().values() for name in names(mpy) if b"\0" not in name}
    assert len(inside) > 1500
    left_out = len(inside) - run(board, code, table)
    assert 0 < left_out < 10, "names of the firmware, and what has a longer hash of one"
    some = Random(SEED).sample(sorted(inside), count(60, 300, len(inside))) + [b"lanternboard.rules.engine", b"lanternboard.drivers.board"]
    numbers = {name: number for name in some if (number := board.find(name)) is not None}
    assert len(set(some)) - len(numbers) < 10 and len(set(numbers.values())) == len(numbers)
    assert all(board.text(number) == name for name, number in numbers.items())
