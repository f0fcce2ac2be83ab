"""Code that a Pico runs where it lies: that every function and long text is found in a .mpy, and that each lies on a real littlefs
where its table says, whole, in a block that carries the nonce. (That a board runs it: tests/pico, and the bench's heap.)"""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lanternboard_host.emulator.flash import BLOCK, littlefs, unix_port
from lanternboard_host.image import ready_image
from lanternboard_host.image.bundle import HEAD, bundle
from lanternboard_host.image.compile import compiled
from lanternboard_host.image.inplace import CodeBlocks, parts, pointers
from lanternboard_host.image.profile import profile

PICO = profile("pico")
SOURCE = b"""
import micropython
TEXT = "a text that is too long to be a name"
BYTES = (b"bytes too", b"in a tuple")
LONE = b"lone bytes"
class A:
    def one(self, x):
        return lambda: x
    @property
    def two(self):
        yield "another text of some length"
@micropython.viper
def kernel(a: int) -> int:
    return a + 1
BIG, REAL = 1 << 70, 1.5
"""


def test_every_function_and_long_text_of_a_module_is_found():
    mpy = compiled(SOURCE, "some.py", PICO)
    functions, texts = parts(mpy)
    assert len(functions) == 5  # one, its lambda, two, A's body, kernel; not the module's own
    assert all(code in mpy for code in functions)
    assert sorted(texts.values()) == [b"a text that is too long to be a name", b"another text of some length", b"lone bytes"]


@pytest.mark.parametrize("no_mpy", [b"", b"M", b"M\x05\0\0", b"print(1)"])
def test_what_is_no_mpy_has_no_parts(no_mpy):
    assert parts(no_mpy) == ([], {})


@given(st.lists(st.binary(min_size=1, max_size=CodeBlocks.most), max_size=40), st.integers(0, 300_000))
def test_no_piece_crosses_a_block_or_lies_on_littlefs_pointers(pieces, begin):
    code = CodeBlocks(b"nonce..!", begin)
    places = [code.add(piece) for piece in pieces]
    data, starts = bytes(begin) + code.bytes(), [0]
    while starts[-1] < len(data):
        starts.append(starts[-1] + BLOCK - pointers(len(starts) - 1))
    assert not pieces or len(data) == starts[-1]  # the last block is full, so the next file cannot be in it
    for piece, place in zip(pieces, places):
        n = code.first + place // BLOCK
        inside = place % BLOCK - pointers(n)
        assert inside >= 12 and place % 4 == 0
        assert data[starts[n] :][:8] == b"nonce..!" and data[starts[n] + inside :][: len(piece)] == piece
        assert inside + len(piece) <= BLOCK - pointers(n)


def test_two_bundles_of_the_same_modules_have_nonces_of_their_own():
    modules = {"inplace.mpy": b"", "some.mpy": compiled(SOURCE, "some.py", PICO)}
    assert bundle(modules) != bundle(modules)
    del modules["inplace.mpy"]
    assert bundle(modules) == bundle(modules)


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_every_module_that_has_something_to_run_or_read_in_flash_says_so():
    folder = ready_image("pico") / "lb/0/lanternboard"
    for path in folder.rglob("*.mpy"):
        code = path.read_bytes()
        functions, texts = parts(code)
        if functions or texts:
            assert b"\x0csettle\0" in code, path.name


def test_on_a_real_littlefs_every_function_lies_where_its_table_says():
    folder = ready_image("pico")
    flash = littlefs(folder).read_bytes()
    head = next(flash[at : at + BLOCK] for at in range(0, len(flash), BLOCK) if flash[at : at + 4] == b"LBB3")
    _, size, _, length, n_folders, _, backwards, blocks, own, again = HEAD.unpack_from(head)
    nonce = backwards[::-1]
    found: dict[int, int] = {}
    for at in range(0, len(flash), BLOCK):  # as files/inplace.py looks for them
        for k in range(10):
            if flash[at + 4 * k :][:8] == nonce:
                number = struct.unpack_from("<I", flash, at + 4 * k + 8)[0]
                assert number not in found
                found[number] = at
    assert sorted(found) == list(range(blocks)) and blocks > 10

    def at(place: int) -> int:
        return found[place // BLOCK] + place % BLOCK

    index = head[HEAD.size : HEAD.size + length]
    assert flash[at(again) :][: length + 1] == index + b"\0"
    seen = 0
    for path in sorted((folder / "lb/0/lanternboard").rglob("*.mpy")) + [folder / "lb/start.mpy"]:
        functions, texts = parts(path.read_bytes())
        table = own
        if path.name != "start.mpy":
            room = path.relative_to(folder / "lb/0/lanternboard").parent.as_posix()
            key = b"\n%s\n" % (b"" if room == "." else b"/" + room.encode())
            where = index.index(key, 0, n_folders) + len(key)
            begin, end = struct.unpack_from("<HH", index, where)
            key = b"\n%s\n" % path.name.encode()
            _, _, table = struct.unpack_from("<III", index, index.index(key, begin, end) + len(key))
        if not functions and not texts:
            assert table == 0
            continue
        n = struct.unpack_from("<I", flash, at(table))[0]
        entries = struct.unpack_from("<%dI" % (2 * n + 1), flash, at(table) + 4)
        placed = [flash[at(entries[2 * i]) :][: entries[2 * i + 1]] for i in range(n)]
        assert placed == sorted(set(functions), key=lambda code: (-len(code), code))
        for i in range(entries[-1]):
            number, place, n_text = struct.unpack_from("<III", flash, at(table) + 8 * n + 8 + 12 * i)
            assert flash[at(place) :][: n_text + 1] == texts.pop(number) + b"\0"
        assert not texts
        seen += n
    assert seen > 600
    assert size <= len(flash)
