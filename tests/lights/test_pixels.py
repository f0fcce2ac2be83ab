"""From cells to bytes on the wires: the same as another way makes them, dark where it is dark, told apart at the lowest brightness,
slow enough for every eye, never above what the supply gives."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from eyes import ciede2000, lab, linear
from lanternboard.lights import lamplight, pixels
from lanternboard.lights import meanings as m
from lanternboard.settings import table
from lights.meter import PLENTY, lanes_of, made, milliamperes, row, settings_of
from settings.chain import a_layout, wires
from sizes import SEED, count

VALUES = [m.cell(meaning, level, edge) for meaning in range(1, m.COUNT) for level in range(3) for edge in (False, True)]
MOVING = (m.BLINK, m.BREATHE, m.WINK, m.LOW_WINK)
BRIGHTNESSES = (0, 1, 7, 50, 93, 100)


def entry(half: int, value: int) -> tuple:
    """A value's three steps in lamplight.TABLE: half 0 at brightness 0, half 1 at 100."""
    at = ((half * m.COUNT + (value & 31)) * 3 + (value >> 5 & 3)) * 3
    return tuple(lamplight.TABLE[at : at + 3])


# The table of lamplight, made from the palette


def test_full_brightness_is_nearly_the_palette_as_linear_light():
    """A little moved for eyes that would take one level of it for another's."""
    assert len(lamplight.TABLE) == 2 * m.COUNT * 9, "python -m tests.lamplight"
    far = []
    for value in VALUES:
        level = pixels.LEVELS[value >> 5 & 3] / 256
        light = linear([part * level for part in m.colour(value & 31)])
        far.append(ciede2000(lab(light), lab([step / 255 for step in entry(1, value)])))
        assert far[-1] < 17, f"{m.name(value & 31)} has another colour: python -m tests.lamplight"
        assert all(low <= high for low, high in zip(entry(0, value), entry(1, value)))
    assert sum(far) / len(far) < 4
    for meaning in range(1, m.COUNT):
        sums = [sum(entry(1, m.cell(meaning, level))) for level in range(3)]
        assert sums[0] < sums[1] < sums[2], m.name(meaning)


def test_the_floor_is_small_never_dark_and_all_of_it_different():
    found: dict = {}
    for value in VALUES:
        steps = entry(0, value)
        assert 0 < max(steps) <= 8
        assert found.setdefault(steps, value & 0x7F) == value & 0x7F, (m.name(value & 31), m.name(found[steps] & 31))
    for meaning in range(1, m.COUNT):
        sums = [sum(entry(0, m.cell(meaning, level))) for level in range(3)]
        assert sums[0] < sums[1] < sums[2] and sums[2] >= 1.5 * sums[0], m.name(meaning)


def test_dark_is_black_at_any_brightness_and_time():
    dark = bytes([0, m.EDGE, 0x60, m.COUNT, 31, m.COUNT | 0x40])
    lamp, out = row(len(dark))
    for brightness in range(0, 101, 10):
        lamp.dim(brightness, brightness == 70)
        for ms in range(0, 5000, 333):
            lamp.frame(dark, ms, out)
            assert not any(out)


# The wires, byte for byte


def test_any_layout_brightness_and_colour_order_gives_the_bytes_that_pixelbuf_gives():
    chance = random.Random(SEED)
    still = [0, *(value for value in VALUES if m.in_time(value) not in MOVING)]
    for _ in range(count(40, 300, 4000)):
        found = a_layout(chance)
        settings = table.check({**found, "power": {**PLENTY, "controller_ma": chance.randrange(100)}})
        columns, rows = settings["board"]["columns"], settings["board"]["rows"]
        brightness = chance.choice(BRIGHTNESSES)
        cells = bytes(chance.choice(still) for _ in range(columns * rows))
        colours = {}
        for space, value in enumerate(cells):
            mixed = [low + (high - low) * (brightness * 256 // 100) // 256 for low, high in zip(entry(0, value), entry(1, value))]
            colours[space % columns, space // columns] = tuple(mixed) if value else (0, 0, 0)
        lamp, out = made(settings, brightness)
        out[:] = b"\xa5" * len(out)
        lamp.frame(cells, chance.randrange(100_000), out)
        assert lanes_of(settings, out) == (wires(settings, colours) if settings["leds"]["panels"] else None), found
        assert not lamp.limited and not lamp.moving


# Told apart


def test_every_meaning_and_level_differs_from_every_other_at_every_brightness():
    for brightness in range(101):
        lamp, out = row(len(VALUES), brightness)
        lamp.frame(bytes(VALUES), 0, out)  # at 0 ms all swing fully
        seen: dict = {}
        for k, value in enumerate(VALUES):
            if m.in_time(value) in (m.LOW_WINK, m.WINK):
                continue  # by their count: below
            steps = bytes(out[3 * k : 3 * k + 3])
            assert any(steps)
            assert seen.setdefault(steps, value & 0x7F) == value & 0x7F, (brightness, m.name(value & 31), m.name(seen[steps] & 31))


def decode(frames: list) -> tuple:
    """(meaning, level, pattern) of an LED, from what it showed every 20 ms: its colour where it is lit most, and how it changes."""
    lit = max(frames, key=sum)
    found = [v for v in VALUES if entry(0, v) == lit]
    assert found, lit
    meaning, level = found[0] & 31, found[0] >> 5 & 3
    ups = [sum(steps) * 2 > sum(lit) for steps in frames]
    if all(ups):
        return meaning, level, "on"
    falls = sum(1 for a, b in pairwise(ups) if a and not b)
    rests = sorted((length for _, length in runs(ups)), reverse=True)
    upper = max(length for up, length in runs(ups) if up)
    lower = max(length for up, length in runs(ups) if not up)
    assert rests and falls
    if upper > 40 and lower < 20 and falls <= len(frames) // 50 and upper * 20 < 1200:
        return meaning, level, "blink"
    return meaning, level, "count" if upper > lower else "count low"


def runs(ups: list) -> list:
    """(value, how long) one after another, the first and the last, which are cut, left out."""
    out: list = [[ups[0], 0]]
    for up in ups:
        if up != out[-1][0]:
            out.append([up, 0])
        out[-1][1] += 1
    return out[1:-1]


@pytest.mark.parametrize("start", (0, 777))
def test_every_symbol_at_the_lowest_brightness_is_decoded(start):
    """Each meaning, level and pattern, from the bytes of eight seconds, wherever they begin. A breath has no room at the floor."""
    lamp, out = row(len(VALUES), 0)
    film: list = [[] for _ in VALUES]
    for ms in range(start, start + 16000, 20):
        lamp.frame(bytes(VALUES), ms, out)
        for k, frames in enumerate(film):
            frames.append(tuple(out[3 * k : 3 * k + 3]))
    names = {m.BLINK: "blink", m.WINK: "count", m.LOW_WINK: "count low"}
    for value, frames in zip(VALUES, film):
        wanted = (value & 31, value >> 5 & 3, names.get(m.in_time(value), "on"))
        assert decode(frames) == wanted, (m.name(value & 31), value >> 5)
        if wanted[2] != "blink" and wanted[2] != "count":
            assert all(any(steps) for steps in frames), "what does not go out is never dark"


def test_a_lower_brightness_is_never_brighter_and_never_below_the_floor():
    still = [value for value in VALUES if m.in_time(value) != m.LOW_WINK]
    lamp, out = row(len(still), 0)
    lamp.frame(bytes(still), 0, out)
    assert bytes(out[: 3 * len(still)]) == b"".join(bytes(entry(0, value)) for value in still)
    for brightness in range(1, 101):
        dimmer = bytes(out)
        lamp.dim(brightness, False)
        lamp.frame(bytes(still), 0, out)
        assert all(a <= b for a, b in zip(dimmer, out))
    assert bytes(out[: 3 * len(still)]) == b"".join(bytes(entry(1, value)) for value in still)


# In time


def test_at_night_nothing_breathes_and_what_blinks_still_does():
    lamp, out = row(len(VALUES), 80, night=True)
    film: list = [set() for _ in VALUES]
    for ms in range(0, 4000, 50):
        lamp.frame(bytes(VALUES), ms, out)
        for k, frames in enumerate(film):
            frames.add(bytes(out[3 * k : 3 * k + 3]))
    for value, frames in zip(VALUES, film):
        lamp.frame(bytes([value]), 0, out)
        assert lamp.moving == (m.in_time(value) in (m.BLINK, m.WINK, m.LOW_WINK)) == (len(frames) > 1)
        assert max(map(max, frames)) <= 8


def test_what_moves_is_known():
    lamp, out = row(3)
    for value in VALUES:
        lamp.frame(bytes([0, value, 0]), 5, out)
        assert lamp.moving == (m.in_time(value) in MOVING)
    lamp.frame(bytes(3), 5, out)
    assert not lamp.moving


@pytest.mark.parametrize("power", [{}, {"supply_ma": 520}])
def test_the_same_picture_at_another_time_is_the_frame_of_that_time(power):
    chance = random.Random(SEED)
    lamp, out = made(settings_of(power=power))
    other, wanted = made(settings_of(power=power))
    for _ in range(6):
        cells = bytes(chance.choice((0, *VALUES)) for _ in range(352))
        brightness = chance.choice(BRIGHTNESSES)
        lamp.dim(brightness, False)
        lamp.frame(cells, 0, out)
        other.dim(brightness, False)
        for ms in sorted(chance.randrange(100_000) for _ in range(4)):
            out[:] = b"\xa5" * len(out)  # another buffer, with an earlier picture in it
            lamp.again(ms, out)
            other.frame(cells, ms, wanted)
            assert out == wanted and lamp.moving
            assert (lamp.asked_ma, lamp.estimated_ma, lamp.limited) == (other.asked_ma, other.estimated_ma, other.limited)


@pytest.mark.parametrize("brightness", (0, 5, 50, 100))
def test_no_light_flashes_faster_than_three_times_a_second(brightness):
    """As a light meter counts: a flash is a fall to less than half of the way from its most to its least."""
    values = sorted({(m.in_time(value), value & 31): value for value in VALUES}.values())
    lamp, out = row(len(values), brightness)
    film: list = [[] for _ in values]
    for ms in range(0, 9000, 20):
        lamp.frame(bytes(values), ms, out)
        for k, light in enumerate(film):
            light.append(sum(out[3 * k : 3 * k + 3]))
    for value, light in zip(values, film):
        half = (max(light) + min(light)) / 2
        falls = [a > half >= b for a, b in pairwise(light)]
        assert max(sum(falls[t : t + 50]) for t in range(len(falls) - 50)) <= 3, m.name(value & 31)
        if m.in_time(value) == m.BREATHE and brightness:
            assert sum(falls) in (2, 3) and max(abs(a - b) for a, b in pairwise(light)) < 0.04 * max(light) + 4


def test_a_breath_swells_and_sinks_in_four_seconds():
    lamp, out = row(1)
    light = []
    for ms in range(0, 4001, 50):
        lamp.frame(bytes([m.cell(m.MONSTER, m.BRIGHT)]), ms, out)
        light.append(sum(out))
    assert light[0] == light[-1] == max(light) and min(light) == light[40] < 0.45 * light[0]
    assert light[:41] == sorted(light[:41], reverse=True) and light[40:] == sorted(light[40:])


# Colours for faces


def test_colour_of_is_the_palette_times_level_and_share():
    from lanternboard.lights import patterns

    assert pixels.colour_of(m.cell(m.CURSOR, m.BRIGHT)) == m.colour(m.CURSOR)
    assert pixels.colour_of(0, 5) == pixels.colour_of(m.COUNT | 0x40) == (0, 0, 0)
    for value in VALUES:
        whole = m.colour(value & 31)
        for ms in (None, 0, 700, 1100, 2000):
            share = pixels.LEVELS[value >> 5 & 3] / 256 * (1 if ms is None else patterns.of(value, ms) / 255)
            assert all(abs(a - b * share) <= 2 for a, b in zip(pixels.colour_of(value, ms), whole))


# Power


def a_supply(chance: random.Random) -> dict:
    return {
        "supply_ma": chance.choice((100, 500, 1000, 2000, 20_000, 100_000)),
        "controller_ma": chance.choice((0, 150, 400)),
        "idle_ua": chance.choice((0, 700, 1000, 5000)),
        "channel_ma": chance.choice((1, 12, 20, 60)),
    }


def test_no_frame_ever_draws_more_than_the_supply_gives():
    chance = random.Random(SEED)
    limited = free = 0
    for _ in range(count(120, 1000, 20000)):
        settings = table.check({**a_layout(chance), "power": a_supply(chance)})
        spaces = settings["board"]["columns"] * settings["board"]["rows"]
        kinds = chance.sample([0, *VALUES], chance.choice((1, 3, 20)))
        cells = bytes(chance.choice(kinds) for _ in range(spaces))
        brightness = chance.randrange(101)
        lamp, out = made(settings, brightness, chance.random() < 0.1)
        for ms in (0, chance.randrange(10_000), chance.randrange(10_000)):
            lamp.frame(cells, ms, out)
            drawn = milliamperes(settings, lanes_of(settings, out))
            assert drawn <= lamp.estimated_ma + 1e-6 and lamp.estimated_ma < drawn + 3
            if lamp.estimated_ma > lamp.given_ma:
                assert not any(out) and lamp.limited, "what cannot be given is told, and nothing is lit"
            assert lamp.given_ma == settings["power"]["supply_ma"] and lamp.asked_ma >= lamp.estimated_ma
            if lamp.limited:
                limited += 1
                if lamp.asked_ma > lamp.given_ma > milliamperes(settings, lanes_of(settings, bytes(len(out)))):
                    assert lamp.asked_ma > lamp.estimated_ma
            else:
                free += 1
                assert lamp.asked_ma == lamp.estimated_ma <= lamp.given_ma
    assert limited > 20 and free > 20


def test_what_is_dimmed_for_want_of_power_uses_what_there_is():
    """All bright on 352 LEDs wants many amperes; what 2 A leave is given, and everything is still told apart."""
    settings = settings_of()
    lamp, out = made(settings, 100)
    cells = bytes(m.cell(1 + k % (m.COUNT - 1), m.BRIGHT) for k in range(352))
    lamp.frame(cells, 0, out)
    assert lamp.limited and lamp.asked_ma > 5000 and 1930 < lamp.estimated_ma <= 2000
    steps = {cells[space]: bytes(out[3 * led : 3 * led + 3]) for led, space in enumerate(made_map(settings))}
    assert len(set(steps.values())) == len(steps) and all(any(part) for part in steps.values())
    lamp.dim(0, False)
    lamp.frame(cells, 0, out)
    assert not lamp.limited and lamp.asked_ma == lamp.estimated_ma < 1000


def made_map(settings: dict):
    from lanternboard.settings.layout import layout

    return layout(settings).map


def test_where_not_even_the_floor_can_be_given_it_is_scaled_and_where_nothing_can_all_is_dark():
    cells = bytes([m.cell(m.CURSOR, m.BRIGHT)] * 352)
    lamp, out = made(settings_of(power={"supply_ma": 700, "controller_ma": 150}), 40)
    lamp.frame(cells, 0, out)
    assert lamp.limited and any(out) and max(out) < 8 and lamp.estimated_ma <= 700
    lamp, out = made(settings_of(power={"supply_ma": 502, "controller_ma": 150}), 40)
    lamp.frame(cells, 0, out)
    assert lamp.limited and not any(out) and lamp.estimated_ma == 502 and lamp.asked_ma > 5000
    lamp, out = made(settings_of(power={"supply_ma": 300, "controller_ma": 150}), 40)
    lamp.frame(bytes(352), 0, out)
    assert lamp.limited and not any(out) and (lamp.asked_ma, lamp.given_ma, lamp.estimated_ma) == (502, 300, 502)


def test_limited_light_keeps_its_patterns():
    cells = bytes([m.cell(m.CANDIDATE, m.BRIGHT)] * 352)
    lamp, out = made(settings_of(), 100)
    sums = []
    for ms in range(0, 1200, 20):
        lamp.frame(cells, ms, out)
        sums.append(sum(out))
        assert lamp.estimated_ma <= 2000
    assert min(sums) < 0.2 * max(sums)


# The walking test


def test_the_walk_lights_one_led_after_another_in_the_order_of_the_wires():
    """Two LEDs on lane 0, six on lane 1, whose bytes begin at the next word; those that lie nowhere take their turn."""
    panel = {"before": 2, "columns": 2, "rows": 2, "gaps": [[0, 0]], "skip": [1], "lane": 1}
    settings = settings_of(board={"columns": 3, "rows": 2}, leds={"lanes": [16, 17], "panels": [panel, {"at": [2, 0], "columns": 1}]})
    lamp, out = made(settings)
    for led, at in enumerate((0, 3, 8, 11, 14, 17, 20, 23, None)):
        lamp.single(led, out)
        assert [k for k, step in enumerate(out) if step] == ([] if at is None else [at, at + 1, at + 2])


def test_the_walk_stays_within_the_budget():
    lamp, out = made(settings_of(power={"supply_ma": 503, "controller_ma": 150}))
    lamp.single(7, out)
    assert lamp.estimated_ma <= 503 and lamp.limited and 0 < max(out) < 64
    lamp, out = made(settings_of(power={"supply_ma": 200, "controller_ma": 150}))
    lamp.single(7, out)
    assert not any(out) and lamp.limited


def test_the_table_of_kinds_has_a_kernels_numbers():
    """Kernels say numbers, not names: they are these."""
    source = Path(pixels.__file__).read_text("utf-8")
    assert re.search(r"_BUDGETED = 768\b", source)
    assert (pixels.TO_DARK, pixels.TO_FLOOR, pixels.TO_DIM_FLOOR) == (1, 2, 3)
