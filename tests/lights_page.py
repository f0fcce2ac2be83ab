"""Makes what docs/lights.md tells in figures: the table of meanings, the times of the patterns, and how far apart the lights are for
four kinds of eyes. `python tests/lights_page.py` writes it; tests/lights/test_lights_page.py fails when it is not current."""

import functools
import re
from pathlib import Path

import floor
from eyes import EYES, apart, ciede2000, lab
from lanternboard.lights import meanings as m
from lanternboard.lights import patterns as p
from lanternboard.lights.lamplight import TABLE
from lanternboard_host.terminal.colours import PALETTE, rgb_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/lights.md"
PAIRS = list(floor.pairs())
LIGHTS = {light for pair in PAIRS for light in pair[:2]}
BANDS = ((0, 0), (1, 3), (4, 7), (8, 12), (13, 22), (23, 46), (47, 79), (80, 100))  # of brightness
ZONES = {m.IN_FRONT, m.BLIND_SPOT, m.FIELD_OF_VIEW, m.IN_RANGE}


def shown_as(meaning) -> set:
    """The patterns that a meaning can have while a question is asked."""
    return {m.in_time(m.cell(meaning, level, edge)) for level in (m.DIM, m.NORMAL) for edge in (False, True)}


def pairs():
    """(one, other, whether they can show the same pattern) of all meanings that can be lit at once."""
    for one in range(1, m.COUNT):
        for other in range(one + 1, m.COUNT):
            if not {one, other} <= ZONES:  # of these one at a time is lit
                yield one, other, bool(shown_as(one) & shown_as(other))


def distances(look, eye):
    """(distance, one, other, same pattern) of every pair; `look(meaning)` gives its sRGB colour."""
    return [(apart(look(one), look(other), eye), one, other, same) for one, other, same in pairs()]


def in_256_colours(meaning):
    return rgb_of(PALETTE[meaning][m.NORMAL])


def on_leds(light: tuple, eye: str, brightness: int = 0) -> tuple:
    """How (meaning, level) looks at a brightness to an eye that is used to it."""
    k = (light[0] * 3 + light[1]) * 3
    low, high = (TABLE[at : at + 3] for at in (k, m.COUNT * 9 + k))
    return lab(floor.as_seen(low, high, brightness), eye)


def distances_at_the_floor(eye: str) -> list:
    """(distance, one, other, same pattern) of every pair of lights there."""
    looks = {light: on_leds(light, eye) for light in LIGHTS}
    return [(ciede2000(looks[one], looks[other]), one, other, same) for one, other, same in PAIRS]


@functools.cache
def nearest(eye: str, brightness: int) -> list:
    """(distance, one, other) of the two lights that are nearest to each other there, where no pattern tells them apart and where one
    does. What differs in lightness by 1.75 times as much is further apart."""
    looks = {light: on_leds(light, eye, brightness) for light in LIGHTS}
    found: list = [(100.0,), (100.0,)]
    for one, other, same in PAIRS:
        a, b = looks[one], looks[other]
        if abs(a[0] - b[0]) <= 1.75 * found[not same][0]:
            found[not same] = min(found[not same], (ciede2000(a, b), one, other))
    return found


def steps_at_the_floor(eye: str) -> list:
    """(distance, one, other) of the two levels in which a meaning is shown."""
    return [(ciede2000(on_leds(one, eye), on_leds(other, eye)), one, other) for one, other in floor.two_levels()]


def above_dark(eye: str) -> list:
    """(distance from dark, light) of every light there."""
    return [(ciede2000(on_leds(light, eye), lab((0, 0, 0), eye)), light) for light in floor.lights()]


def _least(found) -> str:
    far, one, other, _ = min(found)
    return f"{far:.1f} ({m.name(one)}, {m.name(other)})"


def _light(light: tuple) -> str:
    return ("dim ", "", "bright ")[light[1]] + m.name(light[0])


def _figures():
    yield "| eyes | least, same pattern | least, patterns differ | least between survivors | same pattern, 256 colours |"
    yield "|---|---|---|---|---|"
    for eye in EYES:
        found = distances(m.colour, eye)
        same = _least([pair for pair in found if pair[3]])
        other = _least([pair for pair in found if not pair[3]])
        party = _least([pair for pair in found if m.survivor_of(pair[1]) >= 0 <= m.survivor_of(pair[2])])
        coarse = _least([pair for pair in distances(in_256_colours, eye) if pair[3]])
        yield f"| {eye} | {same} | {other} | {party} | {coarse} |"


def _floor():
    yield "| eyes | least, same pattern | least, patterns differ | least between survivors | least between two levels | least from dark |"
    yield "|---|---|---|---|---|---|"
    for eye in EYES:
        found = distances_at_the_floor(eye)
        row = [
            min(pair for pair in found if pair[3]),
            min(pair for pair in found if not pair[3]),
            min(pair for pair in found if m.survivor_of(pair[1][0]) >= 0 <= m.survivor_of(pair[2][0])),
            min(steps_at_the_floor(eye))[:2],
            min(above_dark(eye)),
        ]
        told = [f"{far:.1f} ({', '.join(map(_light, lights[:2]))})" for far, *lights in row]
        yield f"| {eye} | {' | '.join(told)} |"


def _between():
    yield f"| brightness | {' | '.join(EYES)} | patterns differ, all eyes |"
    yield "|---|---|---|---|---|---|"
    for first, last in BANDS:
        found = [[(*nearest(eye, at)[k], at) for eye in EYES for at in range(first, last + 1)] for k in (0, 1)]
        n = last + 1 - first
        row = [min(found[0][k : k + n]) for k in range(0, n * len(EYES), n)] + [min(found[1])]
        told = [f"{far:.1f} ({_light(one)}, {_light(other)}{f'; at {at}' if n > 1 else ''})" for far, one, other, at in row]
        yield f"| {first if n == 1 else f'{first}-{last}'} | {' | '.join(told)} |"


def _meanings():
    yield "| meaning | colour | pattern | letter |"
    yield "|---|---|---|---|"
    for i in range(m.COUNT):
        red, green, blue = m.colour(i)
        yield f"| {m.name(i)} | `#{red:02x}{green:02x}{blue:02x}` | {m.PATTERNS[m.pattern(i)]} | `{m.letter(i)}` |"


def _times():
    yield "| pattern | what it does | times |"
    yield "|---|---|---|"
    yield "| steady | does not change | |"
    yield f"| blink | goes out briefly | for {p.OUT_MS} ms of every {p.BLINK_MS} ms |"
    left = p.BREATH_LOW * 100 // 255
    yield f"| breathe | swells and sinks, never out | {p.BREATH_MS} ms a breath; {left} % of the light as seen is left |"
    yield "| edge | the outline of a region a level brighter than what it encloses; the board's own border is no outline | |"
    yield f"| count | goes out as often as the survivor's number says, then rests | {p.WINK_MS} ms a wink, {p.REST_MS} ms of rest |"
    yield "| count low | the same of who lies: low, and lights up as often | the same |"


PARTS = {"meanings": _meanings, "times": _times, "figures": _figures, "floor": _floor, "between": _between}


def made() -> str:
    """The page with its figures made anew."""
    text = PAGE.read_text("utf-8")
    for name, lines in PARTS.items():
        part = f"<!-- {name} -->\n\n" + "\n".join(lines()) + f"\n\n<!-- /{name} -->"
        text, times = re.subn(f"<!-- {name} -->.*?<!-- /{name} -->", lambda _, part=part: part, text, flags=re.S)
        assert times == 1, name
    return text


if __name__ == "__main__":
    PAGE.write_text(made(), "utf-8")
