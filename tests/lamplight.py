"""Makes firmware/lanternboard/lights/lamplight.py from the palette (lights/meanings.py): what an LED is told for every meaning and
level, at brightness 100 and at brightness 0. `python -m tests.lamplight` after the palette has changed; tests/lights/test_pixels.py
says when it has to be.

Brightness 100 is the palette's colour, times its level, as linear light. Brightness 0 is chosen among the colours that an LED can
still show when no channel is above a few of its 255 steps: all different, none dark, a level brighter is brighter, each as near as may
be to its own colour, and what has the same pattern as far apart as may be (CIEDE2000, as an eye sees it that is used to the dark, for
which 8 steps are bright). Then no two are the same at any brightness between either."""

import functools
import itertools
import random
from pathlib import Path

from lanternboard.lights import meanings as m
from lanternboard.lights.pixels import LEVELS

from .eyes import ciede2000, lab, linear

MOST = (3, 5, 8)  # steps of a channel at brightness 0, by level
TRIES = 60_000
PLACE = Path(__file__).parents[1] / "firmware/lanternboard/lights/lamplight.py"
HEAD = '''"""What LEDs are told, made from the palette by `python -m tests.lamplight`: for each meaning and each of its levels red, green
and blue at brightness 0, then the same at brightness 100, as linear light. Change the palette (meanings.py), never this file."""

# fmt: off
'''


@functools.cache
def full(meaning: int, level: int) -> tuple:
    """At brightness 100."""
    return tuple(round(255 * part) for part in linear([part * LEVELS[level] / 256 for part in m.colour(meaning)]))


def seen(steps: tuple) -> tuple:
    """How it looks in the dark."""
    return lab(tuple(step / MOST[2] for step in steps))


def choose() -> dict:
    """(meaning, level) -> (red, green, blue) at brightness 0."""
    chance = random.Random(1)
    keys = [(meaning, level) for level in range(3) for meaning in range(1, m.COUNT)]
    wanted, offers = {}, {}
    for meaning, level in keys:
        light = linear(m.colour(meaning))
        share = MOST[level] / max(light)
        wanted[meaning, level] = seen(tuple(part * share for part in light))
        offers[meaning, level] = [
            (r, g, b)
            for r in range(MOST[level] + 1)
            for g in range(MOST[level] + 1)
            for b in range(MOST[level] + 1)
            if max(r, g, b) >= MOST[level] - 1 - (level == 2)
        ]
        offers[meaning, level].sort(key=lambda steps: ciede2000(seen(steps), wanted[meaning, level]))
    looks = {steps: seen(steps) for offer in offers.values() for steps in offer}
    apart: dict = {}

    def between(one, other):
        if (one, other) not in apart:
            apart[one, other] = apart[other, one] = ciede2000(looks[one], looks[other])
        return apart[one, other]

    def cost(key, steps, chosen):
        total = ciede2000(looks[steps], wanted[key]) ** 1.5
        for other, theirs in chosen.items():
            if other == key:
                continue
            if theirs == steps:
                total += 100_000
            elif other[0] == key[0]:
                if (sum(theirs) - sum(steps)) * (other[1] - key[1]) <= 0:
                    total += 10_000
            else:
                near = 16 - between(steps, theirs)
                if near > 0:
                    same = m.pattern(key[0]) == m.pattern(other[0]) and key[1] == other[1]
                    total += near * near * (0.6 if same else 0.1)
        return total

    chosen = {key: offers[key][0] for key in keys}
    for _ in range(TRIES):
        key = chance.choice(keys)
        steps = chance.choice(offers[key][: 14 + 10 * key[1]])
        if cost(key, steps, chosen) < cost(key, chosen[key], chosen):
            chosen[key] = steps
    part_ways(chosen, offers, cost)
    return chosen


def part_ways(chosen: dict, offers: dict, cost) -> None:
    """Where two are the same at some brightness, another floor for one of them."""
    while pairs := [pair for pair in itertools.combinations(chosen, 2) if meet(*pair, chosen)]:
        key = pairs[0][1]
        lone = [
            steps
            for steps in offers[key]
            if not any(meet(key, other, {**chosen, key: steps}) for other in chosen if other != key) and cost(key, steps, chosen) < 10_000
        ]
        chosen[key] = min(lone, key=lambda steps: cost(key, steps, chosen))


def meet(one: tuple, other: tuple, chosen: dict) -> bool:
    """Whether these two look the same at some brightness."""
    return any(mixed(one, chosen[one], share) == mixed(other, chosen[other], share) for share in range(257))


def mixed(key: tuple, floor: tuple, share: int) -> list:
    return [least + ((max(most - least, 0) * share) >> 8) for least, most in zip(floor, full(*key))]


def module() -> str:
    """The file's text."""
    floor = choose()
    least, most = [], []
    for meaning in range(m.COUNT):
        row, lit = [], []
        for level in range(3):
            steps = floor.get((meaning, level), (0, 0, 0))
            row += steps
            lit += [max(pair) for pair in zip(steps, full(meaning, level))]
        least.append(row)
        most.append(lit)
    out = [HEAD, "TABLE = (\n"]
    for rows in (least, most):
        for meaning, row in enumerate(rows):
            out.append(f'    b"{"".join(f"{chr(92)}x{part:02x}" for part in row)}"  # {m.name(meaning)}\n')
    out.append(")\n")
    return "".join(out)


if __name__ == "__main__":
    PLACE.write_text(module(), "utf-8")
    print(PLACE, "made")
