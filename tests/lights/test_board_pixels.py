"""Pixels as a board makes them: the kernels give what is told plainly, and nothing allocated for a frame. No pytest, nothing that
MicroPython has not."""

import gc

from lanternboard.lights import patterns
from lanternboard.lights.lamplight import TABLE
from lanternboard.lights.meanings import BLINK, BREATHE, COUNT, LOW_WINK, WINK, in_time
from lanternboard.lights.pixels import Pixels
from lanternboard.settings.layout import layout
from lanternboard.settings.table import check

FORMAT = "lanternboard/settings/1"
TIMES = (0, 250, 1000, 1111, 5003, 123456)


def pixels_of(brightness, supply=2000):
    settings = check({"format": FORMAT, "leds": {"lanes": [16, 17]}, "power": {"supply_ma": supply}})
    found = layout(settings)
    pixels = Pixels(found, "GRB", settings["power"], 352)
    pixels.dim(brightness, False)
    return pixels, bytearray(found.size)


def picture():
    """Every value there is, and some dark."""
    return bytes([value if value & 31 < COUNT and value >> 5 & 3 < 3 else 0 for value in [k * 37 & 255 for k in range(352)]])


def plainly(value, ms, brightness):
    """The three steps (red, green, blue) of a value, told plainly."""
    meaning, level = value & 31, value >> 5 & 3
    if not meaning:
        return (0, 0, 0)
    pattern = in_time(value)
    seen = patterns.of(value, ms) + 1
    share = seen * seen // 256
    out = []
    for k in range(3):
        low = TABLE[(meaning * 3 + level) * 3 + k]
        high = TABLE[(COUNT * 3 + meaning * 3 + level) * 3 + k]
        full = low + (high - low) * (brightness * 256 // 100) // 256
        if pattern == BREATHE:
            full = low + (full - low) * share // 256
        elif pattern == LOW_WINK:
            dim = TABLE[meaning * 9 + k]
            full = dim + (full - dim) * share // 256
        elif pattern in (BLINK, WINK):
            full = full * share // 256
        out.append(full)
    return out


def test_kernels_make_what_is_told_plainly():
    cells = picture()
    for brightness in (0, 1, 30, 100):
        pixels, out = pixels_of(brightness, 100000)
        lanes = layout(check({"format": FORMAT, "leds": {"lanes": [16, 17]}}))
        for ms in TIMES:
            pixels.frame(cells, ms, out)
            assert pixels.moving and not pixels.limited
            steps = 0
            for led in range(352):
                at = 3 * led if led < lanes.counts[0] else lanes.starts[1] + 3 * (led - lanes.counts[0])
                red, green, blue = plainly(cells[lanes.map[led]], ms, brightness)
                assert (out[at], out[at + 1], out[at + 2]) == (green, red, blue), (led, ms, brightness)
                steps += red + green + blue
            assert pixels.asked_ma == pixels.estimated_ma == 150 + 352 + (steps * 20 + 254) // 255


def test_the_budget_holds():
    cells = picture()
    for brightness, supply in ((100, 1500), (50, 520), (0, 510), (100, 300)):
        pixels, out = pixels_of(brightness, supply)
        for ms in TIMES:
            pixels.frame(cells, ms, out)
            steps = 0
            for step in out:
                steps += step
            assert pixels.limited and (steps * 20 <= (supply - 502) * 255 or not steps)
            assert pixels.estimated_ma == 502 + (steps * 20 + 254) // 255 < pixels.asked_ma


def test_a_frame_allocates_nothing():
    if not hasattr(gc, "mem_alloc"):
        return
    cells = picture()
    for brightness, supply in ((60, 100000), (100, 1500), (50, 520)):
        pixels, out = pixels_of(brightness, supply)
        pixels.frame(cells, 0, out)
        gc.collect()
        before = gc.mem_alloc()
        pixels.frame(cells, 1000, out)
        pixels.frame(cells, 1033, out)
        pixels.single(5, out)
        pixels.single(400, out)
        after = gc.mem_alloc()
        assert after == before, after - before
