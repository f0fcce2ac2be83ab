"""What files/inplace.py does to a board's heap, on a heap and a flash of numbers: which blocks it takes, which it refuses, and that it
changes nothing but the address of code that is in flash byte for byte. It reads nothing but those two: anything else raises here.
The layout of MicroPython's objects is restated from 1.28; that a board has it is shown by tests/pico."""

import functools
import struct
from array import array
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from image.memory import (
    BYTES,
    CLASS_METHOD,
    CLOSURE,
    DICT,
    FLASH,
    FLASH_BLOCKS,
    FUNCTION,
    GENERATOR,
    HEAP,
    NATIVE,
    NONCE,
    OTHER,
    PROPERTY,
    STATIC,
    STR,
    VIPER,
    Memory,
    inplace,
)
from lanternboard_host.image.compile import compiled
from lanternboard_host.image.inplace import BLOCK, CodeBlocks, parts, pointers
from lanternboard_host.image.profile import profile
from sizes import SEED

SOURCE = b"""
import micropython
TEXT = "a text that is too long to be a name"
LONE = b"lone bytes"
def short():
    return 1
class A:
    def one(self, x):
        return lambda: x
    def two(self):
        yield "another text of some length"
@micropython.viper
def kernel(a: int) -> int:
    return a + 1
@micropython.native
def alone(a):
    return a + 1
@micropython.native
def with_another(a):
    return lambda: a
"""


def find(memory, n):
    blocks = array("i", bytes(4 * n))
    return inplace(memory).look(NONCE, blocks, n), list(blocks)


# Which blocks are taken


def test_blocks_are_found_wherever_they_lie():
    memory = Memory()
    for number, (n, words) in enumerate([(7, 1), (3, 9), (31, 2), (0, 0)]):
        memory.block(n, number, words=words)
    memory.block(5, 1, nonce=NONCE[::-1])
    memory.block(6, 1, words=10)  # no block begins with more than ten words of littlefs's
    assert find(memory, 4) == (4, [FLASH + n * BLOCK for n in (7, 3, 31, 0)])


@pytest.mark.parametrize("numbers", [[0, 1, 1], [0, 1, 2, 1], [0, 0, 0], [0, 1, 3], [0, 1, -1], [2, 1, 0, 2, 1, 0]])
def test_a_block_that_is_there_twice_or_has_no_number_of_ours_is_refused(numbers):
    memory = Memory()
    for n, number in enumerate(numbers):
        memory.block(2 * n + 1, number, words=n)
    assert find(memory, 3)[0] == -1
    with pytest.raises(ValueError, match="blocks"):
        inplace(memory).Code(NONCE, 3)


@settings(deadline=None, max_examples=20)
@given(st.sets(st.integers(0, 4)))
def test_missing_blocks_are_missed(there):
    memory = Memory()
    for number in there:
        memory.block(9 - number, number)
    assert find(memory, 5)[0] == len(there)
    if len(there) < 5:
        with pytest.raises(ValueError, match="blocks"):
            inplace(memory).Code(NONCE, 5)
    else:
        assert inplace(memory).Code(NONCE, 5).at(2 * BLOCK + 40) == FLASH + 7 * BLOCK + 40


@pytest.mark.parametrize(
    "other",
    [
        {"version": (1, 27, 0, "")},
        {"version": (1, 29, 0, "preview")},
        {"version": (2, 28, 0, "")},
        {"machine": "Raspberry Pi Pico2 with RP2350"},
        {"blocks": FLASH_BLOCKS + 1},
    ],
)
def test_another_interpreter_chip_or_file_system_than_it_is_made_for_is_refused(other):
    memory = Memory()
    memory.block(1, 0)
    assert inplace(memory).Code(NONCE, 1)
    with pytest.raises(ValueError):
        inplace(memory, **other).Code(NONCE, 1)


# What is moved


class Placed:
    """A compiled module's code in flash, its blocks in no order, as the host lays them; `code` is the board's Code."""

    def __init__(self, mpy):
        self.functions, self.texts = parts(mpy)
        self.memory = Memory()
        made = CodeBlocks(NONCE, 3 * BLOCK + 100)
        self.add(made, mpy)
        data = made.bytes()[made.gap :]
        where = Random(SEED).sample(range(FLASH_BLOCKS), len(made))
        for n, at in enumerate(where):
            room = BLOCK - pointers(made.first + n)
            block, data = data[:room], data[room:]
            littlefs = b"\1\0\0\0" * (pointers(made.first + n) // 4)
            self.memory.flash[at * BLOCK : (at + 1) * BLOCK] = littlefs + block
        self.code = inplace(self.memory).Code(NONCE, len(made))

    def add(self, made, mpy):
        made.add(bytes(BLOCK // 2))
        made.add(bytes(range(256)) * 7)  # the table and some of the code lie in other blocks
        self.table = made.add_module(mpy)

    def settle(self, names, module=0):
        """What has changed in the heap: address -> word."""
        module = module or self.memory.module(*[0] * 9)
        before = bytes(self.memory.heap)
        self.code.settle(module, names, self.table)
        after = self.memory.heap
        return {HEAP + at: self.memory.word(HEAP + at) for at in range(0, len(after), 4) if before[at : at + 4] != after[at : at + 4]}

    def same(self, changed, functions):
        """Whether exactly these functions' (or texts') addresses have changed, each to a copy in flash of what it has."""
        assert set(changed) == {function + 12 for function in functions}
        for function, content in functions.items():
            assert FLASH <= changed[function + 12] < FLASH + len(self.memory.flash)
            assert self.memory.read(changed[function + 12], len(content)) == content


@functools.cache
def some() -> bytes:
    return compiled(SOURCE, "some.py", profile("pico"))


@pytest.fixture
def placed():
    return Placed(some())


def test_every_function_of_a_module_is_moved_whatever_it_is_wrapped_in(placed):
    memory = placed.memory
    kinds = [FUNCTION, VIPER, GENERATOR]
    functions = {memory.function(code, kinds[n % 3]): code for n, code in enumerate(placed.functions)}
    first, second, third, *others = functions
    wrapped = [memory.lay([kind, function, 0, 0]) for kind, function in zip((CLOSURE, PROPERTY), (first, second))]
    klass = memory.klass(memory.names(third, memory.klass(memory.names(*others))))
    changed = placed.settle(memory.names(*wrapped, memory.text(b"no function"), 0, 7, klass))
    placed.same(changed, functions)
    assert placed.code.litter == -36000 + sum(map(len, placed.functions))


def test_a_native_function_takes_what_it_says_of_itself_along_and_stays_where_others_are_in_it(placed):
    """py/objfun.h, mp_obj_fun_native_get_prelude_ptr: its code begins with the number of the entry in its table of functions that
    points to its prelude; with 0 there is no table, and the pointer is in its place. The prelude is the last of the code."""
    memory = placed.memory
    alone = next(code for code in placed.functions if code[:4] == b"\0\0\0\0")
    another = next(code for code in placed.functions if code[:4] == b"\1\0\0\0")
    functions = []
    for code in (alone, another):
        function = memory.function(code, NATIVE)
        at = memory.word(function + 12)
        struct.pack_into("<I", memory.heap, function + 8 - HEAP, at + len(code) - 4)
        functions.append(function)
    changed = placed.settle(memory.names(*functions))
    assert set(changed) == {functions[0] + 8, functions[0] + 12}
    there = changed[functions[0] + 12]
    assert memory.read(there, len(alone)) == alone and changed[functions[0] + 8] == there + len(alone) - 4


@pytest.mark.parametrize("kind", [CLOSURE, PROPERTY, STATIC, CLASS_METHOD])
def test_a_wrapper_of_something_else_is_left_alone(placed, kind):
    memory = placed.memory
    assert placed.settle(memory.names(memory.lay([kind, 0, 0, 0]), memory.lay([kind, memory.text(b"text"), 0, 0]))) == {}


def test_a_function_that_begins_as_another_is_not_taken_for_it():
    class Two(Placed):
        def add(self, made, mpy):
            self.functions = [b"as another and more", b"as another"]
            numbers = [2]
            for code in self.functions:
                numbers += [made.add(code), len(code)]
            self.table = made.add(struct.pack("<6I", *numbers, 0))

    placed = Two(b"")
    memory = placed.memory
    functions = {memory.function(code): code for code in placed.functions}
    placed.same(placed.settle(memory.names(*functions)), functions)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 4), st.integers(0, 4000), st.integers(0, 7))
def test_code_that_differs_in_one_bit_stays(which, at, bit):
    placed = Placed(some())
    code = bytearray(placed.functions[which % len(placed.functions)])
    whole = bytes(code)
    code[at % len(code)] ^= 1 << bit
    memory = placed.memory
    other, same = memory.function(bytes(code)), memory.function(whole)
    memory.lay(b"not zero: what follows code on the heap")
    placed.same(placed.settle(memory.names(other, same)), {same: whole})


def test_what_is_in_flash_already_and_what_is_no_object_stays(placed):
    memory = placed.memory
    code = placed.functions[0]
    moved = memory.function(code)
    names = memory.names(moved)
    assert list(placed.settle(names)) == [moved + 12]
    assert placed.settle(names) == {}
    odd = [1, 6, 0xFFFFFFFF, FLASH + 0x800, 0x20042000, 0x40000000, memory.lay([OTHER, 0, 0, memory.lay(code)])]
    assert placed.settle(memory.names(*odd)) == {}
    assert placed.settle(memory.lay([DICT, 0, 3, FLASH])) == {}, "the interpreter's own dictionaries lie in flash"


def test_a_module_of_more_classes_than_there_is_room_for_keeps_the_last_ones_in_the_heap(placed):
    memory = placed.memory
    code = placed.functions[0]
    functions = [memory.function(code) for _ in range(40)]
    changed = placed.settle(memory.names(*[memory.klass(memory.names(function)) for function in functions]))
    placed.same(changed, dict.fromkeys(functions[:16], code))


def test_long_texts_are_moved_and_those_that_differ_stay(placed):
    memory = placed.memory
    constants, expected = [0] * 9, {}
    for n, text in placed.texts.items():
        constants[n] = memory.text(text, BYTES if text.startswith(b"lone") else STR)
        expected[constants[n]] = text
    names = memory.names()
    placed.same(placed.settle(names, memory.module(*constants)), expected)
    for wrong in (lambda text: text[:-1], lambda text: text[:-1] + b"\0", lambda text: text + b"."):
        others = [memory.text(wrong(placed.texts[n])) if n in placed.texts else 0 for n in range(9)]
        assert placed.settle(names, memory.module(*others)) == {}
    functions = [memory.function(placed.texts[n], OTHER) if n in placed.texts else 0 for n in range(9)]
    assert placed.settle(names, memory.module(*functions)) == {}
    assert placed.settle(names, memory.lay([OTHER, 0, 0, FLASH])) == {}


def test_a_module_without_a_table_is_left_alone(placed):
    placed.table = 0
    memory = placed.memory
    assert placed.settle(memory.names(memory.function(placed.functions[0]))) == {}
