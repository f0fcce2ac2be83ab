"""state/2: what is written is read again, and a record out of its bounds is refused (docs/state.md). On both interpreters."""

from lanternboard.base.errors import Refused
from lanternboard.rules.state import DOWN, NOWHERE, State, unpack

try:
    from players import play
except ImportError:
    from rules.players import play


def refused(data):
    try:
        unpack(data)
    except Refused as e:
        return e.path == "state"
    return False


def whole():
    s = State(22, 16, 2)
    s.placed = True
    s.x, s.y = 10, 7
    s.at[0], s.at[1] = 5, NOWHERE
    s.flags[0] = DOWN
    return bytearray(s.pack())


def test_what_is_written_is_read_again():
    for seed in range(20):
        data = play(4000 + seed, 30).state.pack()
        assert unpack(data).pack() == data


def test_cut_short_or_longer_is_refused():
    data = bytes(whole())
    assert unpack(data).pack() == data
    for n in range(len(data)):
        assert refused(data[:n]), n
    assert refused(data + b"\x00")


def test_every_field_has_its_bounds():
    # offset in the record -> values that are out of bounds there (docs/state.md)
    wrong = {
        0: (0, 3),
        1: (0, 65, 200),
        2: (0, 65),
        4: (21, 60),
        5: (15, 60),
        6: (4, 255),
        7: (0, 9),
        8: (4, 255),
        9: (31, 225),
        10: (2, 77, 254),
        11: (31, 255),
        13: (8, 99),
        14: (3, 200),
        15: (8, 99),
        17: (9, 3),
        18: (65, 3),
        21: (8,),
        19: (2,),
        25: (129,),
    }
    for at in wrong:
        for value in wrong[at]:
            data = whole()
            data[at] = value
            assert refused(bytes(data)), (at, value)
    data = whole()
    data[15], data[16] = 6, 2  # the ways to a survivor that does not exist
    assert refused(bytes(data))
