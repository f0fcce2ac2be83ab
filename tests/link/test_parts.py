"""Long contents in parts, and frames as changes: whole or refused, whatever they contain."""

import random
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.link.frames import FrameReader, FrameSender
from lanternboard.link.parts import Gone, Incoming, Outgoing, Source
from link.channel import Noise, Pair
from sizes import SEED, count

CONTENTS = [b"", b"x", b"\x03" * 1000, bytes(range(256)) * 4, b"~" * 126, b"\n" * 127, "é😀".encode() * 100]


def sent(pair: Pair, content: bytes, pieces: int = 50) -> list[dict]:
    """The parts that the host takes when the board sends this."""
    got = []

    def breathe():
        pair.pass_on()
        pair.ms += 5
        while (message := pair.host.take()) is not None:
            got.append(message)

    out = Outgoing(pair.board, 5, breathe)
    for at in range(0, len(content), pieces):
        out(content[at : at + pieces])
    out.end()
    while not pair.board.ok(5, size=out.size, crc=out.crc):
        breathe()
    while not got or got[-1][0] != "ok":
        breathe()
    assert got[-1][1] == {"re": 5, "size": len(content), "crc": f"{crc32(content):08x}"}
    return [args for verb, args in got[:-1]]


@pytest.mark.parametrize("content", CONTENTS, ids=range(len(CONTENTS)))
@pytest.mark.parametrize("noise", [0, 0.05])
def test_any_content_arrives(content, noise):
    pair = Pair(Noise(noise, SEED))
    pair.open()
    incoming = Incoming(5, len(content), f"{crc32(content):08x}")
    assert b"".join(incoming.part(args) for args in sent(pair, content)) == content
    assert incoming.done


def test_a_source_reads_in_pieces_of_any_size():
    content = bytes(range(256)) * 3
    pair = Pair()
    pair.open()
    parts = iter(sent(pair, content))
    source = Source(Incoming(5, len(content), f"{crc32(content):08x}"), lambda: next(parts))
    out = b""
    for n in random.Random(SEED).choices(range(1, 300), k=1000):
        out += source.read(n)
    assert out == content and source.read(1) == b""


def test_parts_out_of_place_or_wrong_are_refused():
    content = b"abc" * 100
    crc = f"{crc32(content):08x}"
    pair = Pair()
    pair.open()
    parts = sent(pair, content)
    for path, change in (
        ("i", lambda made: made.part(parts[1])),
        ("data", lambda made: made.part({**parts[0], "data": "A"})),
        ("data", lambda made: made.part({**parts[0], "data": ""})),
        ("data", lambda made: Incoming(5, 10, crc).part(parts[0])),
        ("crc", lambda made: [made.part(args) for args in (parts[0], parts[1], {**parts[2], "data": "QUJD" * 16})]),
        ("size", lambda made: Incoming(5, -1, crc)),
        ("crc", lambda made: Incoming(5, 0, crc)),
    ):
        with pytest.raises(Refused) as refused:
            change(Incoming(5, len(content), crc))
        assert refused.value.path == path


def test_a_reader_who_goes_ends_the_transfer():
    pair = Pair()
    pair.open()
    out = Outgoing(pair.board, 5, lambda: pair.open())
    with pytest.raises(Gone):
        for _ in range(100):
            out(b"x" * 126)


def test_frames_over_a_bad_line_are_whole_and_current():
    random_ = random.Random(SEED)
    pair = Pair(Noise(0.02, SEED))
    pair.open()
    cells = bytearray(352)
    sender, reader = FrameSender(352), FrameReader()
    sender.restart()
    sender.show(cells)
    frames = 0

    def work(ms):
        nonlocal frames
        sender.pump(pair.board)
        while (message := pair.host.take()) is not None:
            if reader.take(message[1]):
                frames += 1
                assert reader.cells == bytes(cells)
        return not sender._dirty and pair.board.idle()

    for _ in range(count(100, 300, 2000)):
        for _ in range(random_.choice((1, 3, 40, 352))):
            cells[random_.randrange(352)] = random_.randrange(255)
        sender.show(cells)
        pair.run(work)
        assert reader.cells == bytes(cells)
    assert frames >= 90


@settings(max_examples=count(50, 200, 1000), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 351), st.integers(0, 254)), max_size=60))
def test_a_slow_reader_gets_the_current_picture_not_the_ones_between(changes):
    pair = Pair()
    pair.open()
    cells = bytearray(352)
    sender, reader = FrameSender(352), FrameReader()
    sender.show(cells)
    for at, value in changes:  # nobody reads; the board pays nothing for it
        cells[at] = value
        sender.show(cells)
        sender.pump(pair.board)

    def work(ms):
        sender.pump(pair.board)
        while (message := pair.host.take()) is not None:
            reader.take(message[1])
        return not sender._dirty and pair.board.idle()

    pair.run(work)
    assert reader.cells == bytes(cells)
