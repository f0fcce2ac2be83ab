"""Whatever happens to one byte: the next line is understood and nothing wrong is delivered. Lines of exactly so many bytes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.link import lines
from lanternboard.link.end import LINES_IN, OPENED, TEXT_DROPPED, LinkEnd
from lanternboard.link.link import board_link
from sizes import count

SESSION = b"a7"
PRINTABLE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7D), min_size=1, max_size=60).map(str.encode)


def opened(end: LinkEnd) -> LinkEnd:
    feed(end, made(lines.OPEN, 0, b"1024,16384"))
    assert end.state == OPENED
    return end


def feed(end, data: bytes, ms: int = 5) -> None:
    end.feed(data, len(data), ms)


def made(kind: int, number: int, payload: bytes, session: bytes = SESSION) -> bytes:
    buffer = memoryview(bytearray(2000))
    return bytes(buffer[: lines.compose(buffer, kind, session, number, 0, payload)])


def taken(end) -> list[bytes]:
    out = []
    while (payload := LinkEnd.take(end)) is not None:
        out.append(payload)
    return out


def stream(payloads) -> bytes:
    return b"".join(made(lines.DATA, i & 63, payload) for i, payload in enumerate(payloads))


@settings(max_examples=count(300, 2000, 20000), deadline=None)
@given(st.lists(PRINTABLE, min_size=2, max_size=6), st.data())
def test_one_byte_changed_lost_or_inserted_harms_one_line_at_most(payloads, data):
    whole = stream(payloads)
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = bytes([data.draw(st.integers(0, 255))])
    how = data.draw(st.sampled_from(("change", "lose", "insert")))
    keep = at if how == "insert" else at + 1
    bad = whole[:at] + (b"" if how == "lose" else byte) + whole[keep:]
    end = opened(board_link())
    before = end.counters[LINES_IN]
    feed(end, bad)
    assert end.counters[LINES_IN] - before >= len(payloads) - 1
    got = taken(end)
    assert got == payloads[: len(got)]
    # Said again from the one that is missing, as the other end will do: all of it is there, each once.
    for i in range(len(got), len(payloads)):
        feed(end, made(lines.DATA, i, payloads[i]))
    assert got + taken(end) == payloads


@settings(max_examples=count(200, 1000, 10000), deadline=None)
@given(st.binary(max_size=300), PRINTABLE)
def test_a_line_is_understood_after_any_bytes(junk, payload):
    end = opened(board_link())
    feed(end, junk)
    feed(end, made(lines.DATA, 0, payload))
    assert taken(end) == [payload]


@settings(max_examples=count(200, 1000, 10000), deadline=None)
@given(st.lists(PRINTABLE, min_size=1, max_size=4), st.lists(st.integers(1, 40), min_size=1, max_size=20))
def test_pieces_of_any_size_make_the_same_lines(payloads, cuts):
    whole = stream(payloads)
    end = opened(board_link())
    at, i = 0, 0
    while at < len(whole):
        piece = whole[at : at + cuts[i % len(cuts)]]
        feed(end, piece)
        at += len(piece)
        i += 1
    assert taken(end) == payloads


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 320])
def test_lines_of_these_sizes_are_taken_at_once(size):
    # micropython 11253: input stuck at multiples of 64. The next byte must not be needed.
    end = opened(board_link())
    payload = b"x" * (size - lines.FRAME)
    line = made(lines.DATA, 0, payload)
    assert len(line) == size
    feed(end, line)
    assert taken(end) == [payload]


def test_a_line_too_long_is_dropped_and_counted_and_the_next_understood():
    end = opened(board_link())
    feed(end, made(lines.DATA, 0, b"x" * 400) + made(lines.DATA, 0, b"short"))
    assert taken(end) == [b"short"]
    assert end.named()["too_long"] == 1


def test_a_carriage_return_before_the_newline_is_no_harm():
    end = opened(board_link())
    feed(end, made(lines.DATA, 0, b"ping {}").replace(b"\n", b"\r\n"))
    assert taken(end) == [b"ping {}"]


@pytest.mark.parametrize("bad", [b"\x03", b"\x00", b"\x7f", b"\xc3\xa9", b"\t"])
def test_a_line_with_other_characters_is_no_line_though_its_checksum_is_right(bad):
    end = opened(board_link())
    feed(end, made(lines.DATA, 0, b"ping " + bad))
    assert taken(end) == []
    assert end.named()["bad_line"] == 1


def test_text_outside_of_lines_is_kept_up_to_a_bound():
    end = opened(LinkEnd(text=10))
    feed(end, b"Traceback\nmany more words\n" + made(lines.DATA, 0, b"ping {}"))
    assert end.texts() == b"Traceback\n"
    assert end.counters[TEXT_DROPPED] == 16
    assert taken(end) == [b"ping {}"]


def test_another_sessions_line_is_answered_with_a_reset_and_not_delivered():
    end = opened(board_link())
    while end.out(6) is not None:
        end.sent(400)
    feed(end, made(lines.DATA, 0, b"ping {}", b"zz"))
    assert taken(end) == []
    assert bytes(end.out(7))[:4] == b"~Rzz"


def test_the_example_of_the_protocol_page():
    # docs/protocol.md shows this line byte by byte.
    assert made(lines.DATA, 1, b'ping {"re":7}') == b'~Da710ping {"re":7}' + b"%08x\n" % __import__("zlib").crc32(b'Da710ping {"re":7}')
