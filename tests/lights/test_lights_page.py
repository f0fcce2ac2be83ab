"""docs/lights.md says what is true of lights and keys, and how far apart the lights are."""

import colorsys

import pytest
from eyes import EYES
from lanternboard.controls import keys
from lanternboard.lights import meanings as m
from lanternboard.lights.glow import GLOW_MS
from lanternboard_host.terminal.colours import PALETTE, light_of, rgb_of
from lights_page import PAGE, above_dark, distances, distances_at_the_floor, in_256_colours, made, nearest, steps_at_the_floor

APART = 11.5  # CIEDE2000, where the patterns are the same
BESIDE = 5.8  # where they differ: also in a still picture
FLOOR_APART, FLOOR_BESIDE = 5.4, 3.8  # the same two at the lowest brightness, whatever the levels in which they are shown
FLOOR_STEP = 8.3  # there between the levels of one meaning
FLOOR_LIT = 20.0  # and from dark
BETWEEN, BETWEEN_BESIDE = (3.0, 4.4), (0.9, 1.7)  # at every other brightness: below LOW, and from there on
LOW = 13
APART_256 = 7.0  # the same patterns in a terminal that has 256 colours only


def test_the_page_is_current():
    assert PAGE.read_text("utf-8") == made(), "python tests/lights_page.py"


def test_the_page_tells_every_time_of_keys_and_glow():
    page = PAGE.read_text("utf-8")
    for ms in (keys.HOLD_MS, keys.REPEAT_FIRST_MS, keys.REPEAT_MS):
        assert f"{ms} ms" in page
    assert f"for {GLOW_MS / 1000:g} s" in page


@pytest.mark.parametrize("eye", EYES)
def test_meanings_differ_for_every_eye_by_colour_or_pattern(eye):
    found = distances(m.colour, eye)
    assert not [(m.name(one), m.name(other), far) for far, one, other, same in found if far < (APART if same else BESIDE)]


@pytest.mark.parametrize("eye", EYES)
def test_meanings_differ_for_every_eye_in_a_terminal_of_256_colours_too(eye):
    assert set(PALETTE) == set(range(1, m.COUNT))
    indices = [index for levels in PALETTE.values() for index in levels]
    assert len(set(indices)) == len(indices) and all(16 <= index < 256 for index in indices)
    found = distances(in_256_colours, eye)
    assert not [(m.name(one), m.name(other), far) for far, one, other, same in found if same and far < APART_256]


@pytest.mark.parametrize("i", range(8))
def test_a_survivor_has_the_hue_of_its_lights_in_every_level_of_256_colours(i):
    def hue(red, green, blue):
        return colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)[0] * 360

    own = hue(*light_of(m.cell(m.SURVIVOR + i, m.BRIGHT)))
    for index in PALETTE[m.SURVIVOR + i]:
        red, green, blue = rgb_of(index)
        assert red == green == blue or abs(hue(red, green, blue) - own) <= 26, (i, index)


@pytest.mark.parametrize("eye", EYES)
def test_lights_differ_for_every_eye_at_the_lowest_brightness_too(eye):
    """Whatever can be lit at once, in each of its levels. Nothing breathes there, and an edge is no sign of a light alone."""
    found = distances_at_the_floor(eye)
    assert len(found) > 800 and sum(same for *_, same in found) > 700
    assert not [pair for pair in found if pair[0] < (FLOOR_APART if pair[3] else FLOOR_BESIDE)]
    assert not [pair for pair in steps_at_the_floor(eye) if pair[0] < FLOOR_STEP]
    assert not [one for one in above_dark(eye) if one[0] < FLOOR_LIT]


@pytest.mark.parametrize("eye", EYES)
def test_lights_differ_for_every_eye_at_every_brightness_that_can_be_set(eye):
    """On LEDs, where two tables are mixed."""
    for at in range(1, 101):
        same, other = nearest(eye, at)
        assert same[0] >= BETWEEN[at >= LOW] and other[0] >= BETWEEN_BESIDE[at >= LOW], (at, same, other)
