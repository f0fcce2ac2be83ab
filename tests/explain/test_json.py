"""The strict streaming JSON reader and the canonical writer. Runs on CPython and on MicroPython."""

from explain.asking import Source
from lanternboard.base import jsonread, jsonwrite
from lanternboard.base.errors import Refused
from lanternboard.base.jsonread import BEGIN_ARRAY, BEGIN_OBJECT, CONTROL, CUT, END, END_ARRAY, END_OBJECT, KEY, LONE, NUMBER, STRING


def events(data, most=4096):
    """All events with what they carry, None when refused."""
    reader = jsonread.Reader(Source(data, most))
    out = []
    try:
        while True:
            event = reader.next()
            if event in (KEY, STRING):
                out.append((event, reader.text(), reader.flags))
            elif event == NUMBER:
                out.append((event, reader.integer()))
            else:
                out.append(event)
            if event == END:
                return out
    except Refused as refused:
        assert refused.path == ""
        return None


def text_of(data):
    got = events(data)
    assert got is not None and got[0][0] == STRING, got
    return got[0][1], got[0][2]


def test_values_come_as_events_whatever_the_pieces():
    data = b' {"a" : [1,-20,true,false,null,"x"], "" :{}} '
    want = [
        BEGIN_OBJECT,
        (KEY, "a", 0),
        BEGIN_ARRAY,
        (NUMBER, 1),
        (NUMBER, -20),
        jsonread.TRUE,
        jsonread.FALSE,
        jsonread.NULL,
        (STRING, "x", 0),
        END_ARRAY,
        (KEY, "", 0),
        BEGIN_OBJECT,
        END_OBJECT,
        END_OBJECT,
        END,
    ]
    for most in (1, 2, 3, 5, 4096):
        assert events(data, most) == want


def test_numbers_that_are_no_integers_are_told_apart():
    for data in (b"-0", b"0.0", b"1.5", b"1e0", b"1E+2", b"-0.0", b"1e-2", b"-0e1"):
        assert events(data) == [(NUMBER, None), END], data
    assert events(b"0") == [(NUMBER, 0), END]
    assert events(b"999999") == [(NUMBER, 999999), END]
    assert events(b"-" + b"7" * 50) == [(NUMBER, -1000000), END]


def test_what_the_grammar_forbids():
    for data in (
        b"01 -01 00 - -- +1 1. .5 1.e1 1e 1e+ 1e1.0 0x1 1a Infinity -Infinity NaN tru truE nul nulll fals True".split()
        + b"[ ] { } [1 [1,] [,1] [1,,2] [1:2] [1} {1} {1:2} {a:1} {'a':1}".split()
        + b'{"a" {"a"} {"a":} {"a":1,} {"a":1,,"b":2} {,} {"a":1]} "a "\\ "\\x" "\\u12" "\\u12g4" "\\U0041" "a"b'.split()
        + [b'"a\nb"', b'"\x00"', b'{"a":1 "b":2}', b"[1 2]", b"1 2", b"\xef\xbb\xbf1", b"\x0c1", b"1\x0b", b"/**/1"]
    ):
        assert events(data) is None and events(data, 1) is None, data


def test_utf8_is_checked_byte_by_byte():
    for good in ("\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"):
        data = b'"' + good.encode() + b'"'
        assert text_of(data)[0] == good and events(data, 1)[0][1] == good
    for bad in (
        b"\x80",
        b"\xbf",
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x9f\xbf",
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xf0\x8f\xbf\xbf",
        b"\xf4\x90\x80\x80",
        b"\xf5\x80\x80\x80",
        b"\xff",
        b"\xc2",
        b"\xe2\x82",
        b"\xe2\x28\xa1",
        b"\xc2\xc2\x80",
    ):
        assert events(b'"' + bad + b'"') is None and events(b'["' + bad + b'a"]', 1) is None, bad


def test_escapes():
    assert text_of(b'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00E9\\u20ac\\ud83d\\uDE00"') == ('"\\/\b\f\n\r\tA\u00e9\u20ac\U0001f600', CONTROL)
    assert text_of(b'"\\u007e\\u00a0"') == ("~\u00a0", 0)
    for escape in (b"\\u0000", b"\\u001f", b"\\u007f", b"\\u009f", b"\x7f", b"\xc2\x80", b"\xc2\x9f"):
        assert text_of(b'"a' + escape + b'"')[1] == CONTROL, escape


def test_halves_of_surrogate_pairs_are_told():
    for data in (
        b'"\\ud800"',
        b'"\\udc00"',
        b'"\\ud800x"',
        b'"\\ud800\\n"',
        b'"\\ud800\\u0041"',
        b'"\\ud800\\ud800\\udc00"',
        b'"\\udc00\\ud800"',
    ):
        for most in (1, 3, 4096):
            assert events(data, most)[0][2] & LONE, data
    assert text_of(b'"\\ud800\\udc00"') == ("\U00010000", 0)


def test_long_strings_are_cut_and_counted():
    reader = jsonread.Reader(Source(b'"' + "\u20ac".encode() * 9000 + b'"'))
    reader.keep = 100
    assert reader.next() == STRING and reader.flags == CUT and reader.characters == 9000
    assert reader.text() == "\u20ac" * len(reader.text()) and 30 < len(reader.text()) < 300


def test_skipping_reads_past_whole_values():
    reader = jsonread.Reader(Source(b'[{"a":[1,{"b":"]}"},[[]]],"c":-1.5e3},true]'))
    assert reader.next() == BEGIN_ARRAY
    reader.skip(reader.next())
    assert reader.next() == jsonread.TRUE and reader.next() == END_ARRAY and reader.next() == END
    reader = jsonread.Reader(Source(b'[{"a":"\xff"},true]'))
    reader.next()
    try:
        reader.skip(reader.next())
        assert False
    except Refused:
        pass


def written(*steps):
    pieces = []
    out = jsonwrite.Writer(lambda piece: pieces.append(bytes(piece)))
    for step in steps:
        step(out)
    out.flush()
    assert max([len(piece) for piece in pieces]) <= 256
    return b"".join(pieces)


def test_strings_are_written_with_the_fewest_escapes():
    got = written(string('a"\\/\b\f\n\r\t\x00\x1f\x7f\u0085\u2028\u20ac\U0001f600'))
    assert got == '"a\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\u0085\u2028\u20ac\U0001f600"'.encode()


def string(text):
    return lambda out: out.string(text)


def raw(data):
    return lambda out: out.raw(data)


def spaces(bits, columns, count):
    return lambda out: out.spaces(bits, columns, count)


def test_strings_longer_than_a_piece():
    for n in (247, 248, 249, 255, 256, 257, 5000):
        assert written(string("x" * n)) == b'"' + b"x" * n + b'"'
        assert written(string("\n" * n)) == b'"' + b"\\n" * n + b'"'


def test_halves_of_surrogate_pairs_are_written_as_escapes():
    half = jsonread.Reader(Source(b'"\\uD83d."'))
    half.next()
    assert written(string(half.text())) == b'"\\ud83d."'


def test_lists_of_spaces_have_their_commas_wherever_the_pieces_end():
    for before in range(0, 256, 5):
        for columns, count in ((64, 1024), (3, 7), (1, 60)):
            bits = bytearray(count // 8 + 1)
            for space in range(0, count, 1 if count < 100 else 7):
                bits[space >> 3] |= 1 << (space & 7)
            got = written(raw(b"," * before), spaces(bits, columns, count), raw(b"]"))
            wanted = ["[%d,%d]" % (space % columns, space // columns) for space in range(count) if bits[space >> 3] >> (space & 7) & 1]
            assert got == b"," * before + ("[" + ",".join(wanted) + "]]").encode()
        assert written(raw(b"," * before), spaces(bytes(128), 64, 1024)) == b"," * before + b"[]"
