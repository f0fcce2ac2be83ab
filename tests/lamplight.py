"""Makes firmware/lanternboard/lights/lamplight.py from the palette (lights/meanings.py): what an LED is told for every meaning and
level, at brightness 100 and at brightness 0. `python -m tests.lamplight` after the palette has changed; tests/lights/test_pixels.py
says when it has to be.

Brightness 100 is the palette's colour, times its level, as linear light. Brightness 0 is chosen among the colours that an LED can
still show when no channel is above a few of its 255 steps: all different, none dark, a level brighter is brighter, and what can be lit at
once with no pattern to tell it apart (floor.py) is as far apart as may be for each of four kinds of eyes (CIEDE2000, as an eye sees it
that is used to the dark, for which 8 steps are bright); then as near as may be to its own colour.

Then both are searched once more, together, for what is mixed from them: the colours of 100 move a little from the palette's, for one
level must not look like another of a neighbour, and what is told apart at both ends must be so on the whole way. No two are the same
at any brightness.

A search takes a quarter of an hour and begins with the table that there is, so another one, with another SEED, may find a better one:
the present table is the best of a dozen. `python -m tests.lamplight new` begins with the palette."""

import functools
import itertools
import math
import operator
import random
import sys
from array import array
from pathlib import Path

from lanternboard.lights import meanings as m
from lanternboard.lights.lamplight import TABLE
from lanternboard.lights.pixels import LEVELS

from .eyes import EYES, ciede2000, lab, linear
from .floor import SHOWN, SURVIVORS, WHITE, as_seen, mixed, pairs, two_levels

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

# The second search.
BRIGHTNESSES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 31, 40, 52, 68, 84, 100)  # at which it weighs first
NEW = ((60_000, 60), (15_000, 2), (15_000, 1), (15_000, 0.5))  # rounds: tries, cost that is still taken at the beginning
ROUNDS = ((12_000, 6), (12_000, 3), (12_000, 1.5), (12_000, 0.8), (12_000, 0.4))
MORE = 14  # brightnesses, the worst of all, that each round after the first weighs too
NEAR = 6.0  # CIEDE2000 that is striven for there, for what is SAME above
BESIDE = 3.2  # for what is DIFFERENT
FLOOR = 5  # how much more what the first search weighs counts now
DARK = 20.5  # CIEDE2000 from it, below which a floor weighs much
MOVED = 8  # CIEDE2000 from the palette's colour at brightness 100, above which it weighs much
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
            steps = self.offer(k, chance)
            worse = self.cost(k, steps) - self.cost(k, self.chosen[k])
            if worse < -math.log(1 - chance.random()) * (WARM * (1 - t / TRIES) ** 3 + COLD) and not self.met(k, steps):
                self.chosen[k] = steps

    def offer(self, k: int, chance: random.Random) -> tuple:
        return self._offers[k][int(OFFERS * chance.random() ** 1.5) % len(self._offers[k])]

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
    return filmed(floor, full(*key))


def filmed(low: tuple, high: tuple) -> array:
    return array("I", [red << 16 | green << 8 | blue for red, green, blue in (mixed(low, high, share) for share in range(257))])


class Both:
    """`low`, `high`: for each of `keys` (red, green, blue) at brightness 0 and 100, as wished for at every one."""

    def __init__(self, floor: Floor, high: list) -> None:
        """`floor`, `high`: where it begins."""
        self.floor = floor
        self.keys = floor.keys
        self.low = floor.chosen
        self._palette = [full(*key) for key in self.keys]
        self.high = [tuple(map(max, *both)) for both in zip(self.low, high)]
        self._films = [filmed(*both) for both in zip(self.low, self.high)]
        self._wanted = self._wishes()
        self._used = [k for k, wanted in enumerate(self._wanted) if wanted]
        self._moved = [self.moved(k, *both) for k, both in enumerate(zip(self.low, self.high))]
        self._at: list = list(BRIGHTNESSES)
        self._chance = random.Random(SEED)

    def _wishes(self) -> list:
        """For each key {other key: (how far apart, weight)}, keys by their number."""
        number = {key: k for k, key in enumerate(self.keys)}
        out: list = [{} for _ in self.keys]
        wishes = [(one, other, (NEAR, 1) if same else (BESIDE, 1)) for one, other, same in pairs()]
        for one, other, wish in wishes + [(low, high, (STEP, 1)) for low, high in two_levels()]:
            one, other = number[one], number[other]
            out[one][other] = out[other][one] = wish
        return out

    def search(self, rounds: tuple) -> None:
        for tries, warm in rounds:
            self._look()
            for t in range(tries):
                self._try(warm * (1 - t / tries) ** 3 + COLD)
            self._at += [at for _, at in sorted((self.worst(at), at) for at in range(1, 101) if at not in self._at)[:MORE]]

    def _look(self) -> None:
        """How everything looks at the brightnesses that are weighed, and what each pair costs."""
        self._looks = [self.looks(*both, self._at) for both in zip(self.low, self.high)]
        self._costs = [
            {other: self.cost(self._looks[k], self._looks[other], *wish) for other, wish in wanted.items()}
            for k, wanted in enumerate(self._wanted)
        ]

    def looks(self, low: tuple, high: tuple, brightnesses) -> list:
        return [lab(as_seen(low, high, at), eye) for at in brightnesses for eye in EYES]

    def cost(self, one: list, other: list, far: float, weight: float, most: float = math.inf) -> float:
        """Of a pair that is nearer than `far` somewhere; no further than `most`. What is lighter by so much need not be measured:
        CIEDE2000 divides by 1.75 at the most."""
        total, lighter = 0.0, 1.75 * far
        for a, b in zip(one, other):
            if -lighter < a[0] - b[0] < lighter:
                miss = far - ciede2000(a, b)
                if miss > 0:
                    total += 0.05 * weight * miss * miss * (4 + STEEP * miss * miss)
                    if total > most:
                        break
        return total

    def moved(self, k: int, low: tuple, high: tuple) -> float:
        """What it costs not to be the palette's colour, or to be as good as dark."""
        palette, own = (lab([step / 255 for step in steps]) for steps in (self._palette[k], high))
        far = ciede2000(palette, own)
        dark = DARK - self.floor.between(low, (0, 0, 0))
        return 0.15 * far**1.5 + 2 * max(0, far - MOVED) ** 2 + 20 * max(0, dark) ** 2

    def _offer(self, k: int) -> tuple:
        """(low, high) of another try: another floor, or another full level."""
        chance, low, high = self._chance, self.low[k], self.high[k]
        if chance.random() < 0.4:
            low = self.floor.offer(k, chance)
        else:
            high = tuple(_near(step, chance) if chance.random() < 0.6 else step for step in high)
        return low, tuple(map(max, low, high))

    def _try(self, warm: float) -> None:
        k = max(self._chance.sample(self._used, 4), key=lambda k: sum(self._costs[k].values()))  # where most is amiss
        low, high = self._offer(k)
        allowed = sum(self._costs[k].values()) + self._moved[k] - math.log(1 - self._chance.random()) * warm
        if low != self.low[k]:
            allowed -= FLOOR * (self.floor.cost(k, low) - self.floor.cost(k, self.low[k]))
        moved = self.moved(k, low, high)
        allowed -= moved
        looks, costs = self.looks(low, high, self._at) if allowed >= 0 else [], {}
        for other in sorted(self._costs[k], key=self._costs[k].get, reverse=True):
            if allowed < 0:
                return
            costs[other] = self.cost(looks, self._looks[other], *self._wanted[k][other], allowed)
            allowed -= costs[other]
        if allowed < 0:
            return
        film = filmed(low, high)
        if any(any(map(operator.eq, film, theirs)) for other, theirs in enumerate(self._films) if other != k):
            return
        self.low[k], self.high[k], self._films[k], self._looks[k], self._moved[k] = low, high, film, looks, moved
        self._costs[k] = costs
        for other, cost in costs.items():
            self._costs[other][k] = cost

    def worst(self, brightness: int) -> float:
        """The share of its wish that the worst pair has there."""
        looks = [self.looks(*both, (brightness,)) for both in zip(self.low, self.high)]
        return min(
            min(map(ciede2000, looks[k], looks[other])) / far
            for k, wanted in enumerate(self._wanted)
            for other, (far, _) in wanted.items()
            if other < k and far != STEP
        )


def _near(step: int, chance: random.Random) -> int:
    return min(255, max(0, round(step * 2 ** chance.uniform(-0.35, 0.35) + chance.uniform(-1.5, 1.5))))


def there(half: int, meaning: int, level: int) -> tuple:
    """In the table that there is, of brightness 0 or 100."""
    at = ((half * m.COUNT + meaning) * 3 + level) * 3
    return tuple(TABLE[at : at + 3])


def found(new: bool) -> Both:
    floor = Floor()
    if new:
        floor.anneal()
        both = Both(floor, [full(*key) for key in floor.keys])
        both.search(NEW)
    else:
        floor.chosen[:], high = ([there(half, *key) for key in floor.keys] for half in (0, 1))
        both = Both(floor, high)
    both.search(ROUNDS)
    return both


def module(keys: list, low: list, high: list) -> str:
    """The file's text."""
    out = [HEAD, "TABLE = (\n"]
    for half in (low, high):
        chosen = dict(zip(keys, half))
        for meaning in range(m.COUNT):
            row = [part for level in range(3) for part in chosen.get((meaning, level), (0, 0, 0))]
            out.append(f'    b"{"".join(f"{chr(92)}x{part:02x}" for part in row)}"  # {m.name(meaning)}\n')
    out.append(")\n")
    return "".join(out)


if __name__ == "__main__":
    both = found(sys.argv[1:] == ["new"])
    PLACE.write_text(module(both.keys, both.low, both.high), "utf-8")
    print(PLACE, "made")
