"""What lights do in time: no flash is too fast, a count can be counted, and nothing ever jumps out of its bounds."""

from itertools import pairwise

from lanternboard.lights import meanings as m
from lanternboard.lights import patterns

MOST_HZ = 3


def over(pattern, number, ms):
    return [patterns.amplitude(pattern, number, t) for t in range(ms)]


def falls(values):
    """When the light goes from on to out."""
    return [t for t, (a, b) in enumerate(pairwise(values)) if a >= 128 > b]


def test_nothing_flashes_faster_than_three_times_in_any_second():
    for pattern in range(len(m.PATTERNS)):
        for number in range(1, 9):
            values = over(pattern, number, 12000)
            assert all(0 <= value <= 255 for value in values)
            out = falls(values)
            assert all(later - first >= 1000 for first, later in zip(out, out[MOST_HZ:])), (m.PATTERNS[pattern], number)
            assert pattern in (m.WINK, m.LOW_WINK) or number == 1 or values == over(pattern, 1, 12000), "a number is for counting only"


def test_every_survivor_winks_its_own_number_then_rests():
    for number in range(1, 9):
        for pattern in (m.WINK, m.LOW_WINK):
            period = number * patterns.WINK_MS + patterns.REST_MS
            values = over(pattern, number, 3 * period)
            inverse = [255 - value for value in values]
            winks = len(falls(values if pattern == m.WINK else inverse))
            assert winks == 3 * number, (number, pattern)
            calm = values[number * patterns.WINK_MS : period]
            assert set(calm) == {255 if pattern == m.WINK else patterns.LOW}


def test_who_lies_blinks_and_winks_the_other_way_round():
    one = m.SURVIVOR + 2
    assert m.in_time(m.cell(one, m.DIM)) == m.STEADY and m.in_time(m.cell(one, m.NORMAL, True)) == m.BLINK
    assert m.in_time(m.cell(one, m.BRIGHT)) == m.WINK and m.in_time(m.cell(one, m.BRIGHT, True)) == m.LOW_WINK
    assert m.in_time(m.cell(m.IN_RANGE, m.BRIGHT, True)) == m.OUTLINE, "an edge is no survivor's"
    assert [patterns.of(m.cell(one, m.BRIGHT), t) for t in range(0, 3000, 7)] == [
        patterns.amplitude(m.WINK, 3, t) for t in range(0, 3000, 7)
    ]


def test_a_breath_is_slow_and_never_out():
    values = over(m.BREATHE, 1, patterns.BREATH_MS)
    assert min(values) == patterns.BREATH_LOW and max(values) == 255 == values[0]
    assert max(abs(a - b) for a, b in pairwise(values)) <= 1


def test_a_blink_goes_out_briefly_about_once_a_second():
    values = over(m.BLINK, 1, patterns.BLINK_MS)
    assert len(falls(values)) == 1 and sum(value < 128 for value in values) < 300 and min(values) == patterns.LOW


def test_moving_pictures_are_known():
    assert not patterns.moves(bytes([0, m.cell(m.ALLOWED), m.cell(m.IN_RANGE, m.NORMAL, True), m.cell(m.SURVIVOR)]))
    for value in (m.cell(m.MONSTER), m.cell(m.CANDIDATE), m.cell(m.SURVIVOR, m.DIM, True), m.cell(m.SURVIVOR, m.BRIGHT)):
        assert patterns.moves(bytes([0, value]))
