"""Makes firmware/lanternboard/lights/lamplight.py from the palette (lights/meanings.py): what an LED is told for every meaning and
level, at brightness 100 and at brightness 0. `python -m tests.lamplight` after the palette has changed; tests/lights/test_pixels.py
says when it has to be.

Brightness 100 is the palette's colour, times its level, as linear light. Brightness 0 is chosen among the colours that an LED can
still show when no channel is above a few of its 255 steps: all different, none dark, a level brighter is brighter, and what can be lit at
once with no pattern to tell it apart (floor.py) is as far apart as may be for each of four kinds of eyes (CIEDE2000, as an eye sees it
that is used to the dark, for which 8 steps are bright); then as near as may be to its own colour. No two are the same at any brightness
between either."""

import functools
import itertools
import math
import operator
import random
from array import array
from pathlib import Path

from lanternboard.lights import meanings as m
from lanternboard.lights.pixels import LEVELS

from .eyes import EYES, ciede2000, lab, linear
from .floor import SHOWN, SURVIVORS, WHITE, pairs, two_levels

MOST = (4, 6, WHITE)  # steps of a channel at brightness 0, by level
LEAST = (1, 3, 4)  # of its strongest channel
LIT = (13, 15, 18)  # CIEDE2000 from dark, by level
# CIEDE2000 that is striven for where the patterns are the same, where they differ, and between two levels of a meaning.
SAME, DIFFERENT, STEP = 6.2, 3.5, 9.0
STEEP = 4  # how much more the worst weigh
OWN = 13  # CIEDE2000 from its own colour, above which it weighs
OFFERS = 130  # of the colours nearest to its own
TRIES = 600_000
SEED = 3
WARM, COLD = 20, 0.01  # cost that is still taken at the beginning, at the end
PLACE = Path(__file__).parents[1] / "firmware/lanternboard/lights/lamplight.py"
HEAD = '''"""What LEDs are told, made from the palette by `python -m tests.lamplight`: for each meaning and each of its levels red, green
and blue at brightness 0, then the same at brightness 100, as linear light. Change the palette (meanings.py), never this file."""

# fmt: off
'''


@functools.cache
def full(meaning: int, level: int) -> tuple:
    """At brightness 100."""
    return tuple(round(255 * part) for part in linear([part * LEVELS[level] / 256 for part in m.colour(meaning)]))


def seen(steps: tuple, eye: str = "full colour") -> tuple:
    """How it looks in the dark."""
    return lab(tuple(step / WHITE for step in steps), eye)


class Floor:
    """`chosen`: for each of `keys` (meaning, level) the (red, green, blue) at brightness 0. Found by annealing, always the same."""

    def __init__(self) -> None:
        self.keys = [(meaning, level) for level in range(3) for meaning in range(1, m.COUNT)]
        self._looks = {steps: [seen(steps, eye) for eye in EYES] for steps in itertools.product(range(WHITE + 1), repeat=3)}
        self._apart: dict = {steps: {} for steps in self._looks}
        self._wanted = self._wishes()
        self._own = [self._from_its_own(key) for key in self.keys]
        self._offers = [sorted(own, key=own.get)[:OFFERS] for own in self._own]
        self.chosen: list = []
        for k, offers in enumerate(self._offers):
            self.chosen.append(next(steps for steps in offers if not self.met(k, steps)))

    def _from_its_own(self, key: tuple) -> dict:
        """What an LED can show for it -> how far that is from its own colour."""
        meaning, level = key
        light = linear(m.colour(meaning))
        wanted = seen(tuple(part * MOST[level] / max(light) for part in light))
        return {
            steps: ciede2000(looks[0], wanted)
            for steps, looks in self._looks.items()
            if LEAST[level] <= max(steps) <= MOST[level] and min(map(ciede2000, looks, self._looks[0, 0, 0])) >= LIT[level]
        }

    def _wishes(self) -> list:
        """For each key [(other key, how far apart, weight)], keys by their number."""
        wish: dict = {}
        number = {key: k for k, key in enumerate(self.keys)}
        for one, other, same in pairs():
            wish[tuple(sorted((number[one], number[other])))] = (SAME, 1) if same else (DIFFERENT, 0.6)
        for low, high in two_levels():
            wish[number[low], number[high]] = (STEP, 1)
        out: list = [[] for _ in self.keys]
        for (one, other), (far, weight) in wish.items():
            out[one].append((other, far, weight))
            out[other].append((one, far, weight))
        return out

    def between(self, one: tuple, other: tuple) -> float:
        """For whichever of the kinds of eyes it is the least."""
        if other not in self._apart[one]:
            self._apart[one][other] = self._apart[other][one] = min(map(ciede2000, self._looks[one], self._looks[other]))
        return self._apart[one][other]

    def cost(self, k: int, steps: tuple) -> float:
        chosen, apart = self.chosen, self._apart[steps]
        total = 0.0
        for other, far, weight in self._wanted[k]:
            theirs = chosen[other]
            miss = far - (apart[theirs] if theirs in apart else self.between(steps, theirs))
            if miss > 0:
                total += weight * miss * miss * (4 + STEEP * miss * miss)
        meaning, level = self.keys[k]
        for other in range(3):
            if other != level and not brighter(meaning, level, steps, other, chosen[self.keys.index((meaning, other))]):
                total += 500
        own = self._own[k][steps]
        own = 0.1 * own**1.5 + 2 * max(0, own - OWN) ** 2
        return total + (own if level in SHOWN[meaning] else 0.3 * own)

    def anneal(self) -> None:
        """Nothing is chosen that is the same as another at some brightness."""
        chance = random.Random(SEED)
        for t in range(TRIES):
            k = chance.randrange(len(self.keys))
            steps = self._offers[k][int(OFFERS * chance.random() ** 1.5) % len(self._offers[k])]
            worse = self.cost(k, steps) - self.cost(k, self.chosen[k])
            if worse < -math.log(1 - chance.random()) * (WARM * (1 - t / TRIES) ** 3 + COLD) and not self.met(k, steps):
                self.chosen[k] = steps

    def met(self, k: int, steps: tuple) -> bool:
        """Whether it would be the same as another at some brightness."""
        key = self.keys[k]
        return any(meet(key, steps, self.keys[j], theirs) for j, theirs in enumerate(self.chosen) if j != k)


def brighter(meaning: int, level: int, steps: tuple, other: int, theirs: tuple) -> bool:
    """Whether the brighter of two levels of a meaning is it: a survivor's count goes from one to twice as much."""
    low, high = sorted(((level, sum(steps)), (other, sum(theirs))))
    if high[0] - low[0] < 2:
        return low[1] < high[1]
    return high[1] > 2 * low[1] if meaning in SURVIVORS else high[1] >= 1.5 * low[1]


def meet(one: tuple, steps: tuple, other: tuple, theirs: tuple) -> bool:
    """Whether these two look the same at some brightness."""
    for a, b, most, highest in zip(steps, theirs, full(*one), full(*other)):
        rise, climb = max(most - a, 0), max(highest - b, 0)
        if (a < b and rise <= climb) or (b < a and climb <= rise):
            return False
    return any(map(operator.eq, film(one, steps), film(other, theirs)))


@functools.cache
def film(key: tuple, floor: tuple) -> array:
    """How it looks at each brightness, as one number."""
    red, green, blue = ((least, max(most - least, 0)) for least, most in zip(floor, full(*key)))
    return array(
        "I",
        [
            (red[0] + (red[1] * share >> 8)) << 16 | (green[0] + (green[1] * share >> 8)) << 8 | (blue[0] + (blue[1] * share >> 8))
            for share in range(257)
        ],
    )


def module() -> str:
    """The file's text."""
    floor = Floor()
    floor.anneal()
    chosen = dict(zip(floor.keys, floor.chosen))
    least, most = [], []
    for meaning in range(m.COUNT):
        row, lit = [], []
        for level in range(3):
            steps = chosen.get((meaning, level), (0, 0, 0))
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
