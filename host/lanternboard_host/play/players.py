"""Simulated players: each looks at a game's prompt and gives a legal answer. They know the rules only as far as a prompt says what is
legal, and where things stand. What each does is written in docs/simulate.md. Chance is nobody's: simulate.py answers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random as Numbers
from typing import Any, Protocol

from lanternboard.rules import decks, figures, geometry, harm
from lanternboard.rules.figures import value
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import ARMOR, GEAR, State

Below = Callable[[int], int]
SET_UP = ("monster", "scenario", "survivors", "players")  # what is played, not how: the usual answer, whoever plays
SURVIVOR_IDS = tuple(f"s{i}" for i in range(8))


def numbers(seed: int) -> Below:
    """`below(n)`: integers from 0 to n - 1, each as likely as any. Only the generator's bits are used: they are the same on every machine
    and in every version of Python, which is promised of no other method."""
    bits = Numbers(seed).getrandbits

    def below(n: int) -> int:
        width = (n - 1).bit_length()
        if not width:
            return 0
        k = bits(width)
        while k >= n:
            k = bits(width)
        return k

    return below


class Player(Protocol):
    def choice(self, game: Any, prompt: Prompt) -> Any: ...


class RandomPlayer:
    """Any legal answer, each as likely as any other."""

    def __init__(self, below: Below) -> None:
        self.below = below

    def choice(self, game: Any, prompt: Prompt) -> Any:
        options = prompt.options
        if isinstance(options, Spaces):
            return nth(options, self.below(len(options)))
        return options[self.below(len(options))]


def nth(spaces: Spaces, k: int) -> int:
    """The space with k others of the set before it."""
    first = 0
    for byte in spaces.bits:
        n = byte.bit_count()
        if k < n:
            while k:
                byte &= byte - 1
                k -= 1
            return first + (byte & -byte).bit_length() - 1
        k -= n
        first += 8
    raise IndexError


class SensiblePlayer:
    """Plays by a few plain rules; where none applies, the usual answer, else the first one. No randomness."""

    def __init__(self, below: Below) -> None:
        self._told_in = -1
        self._to_tell: list[str] = []

    def choice(self, game: Any, prompt: Prompt) -> Any:
        rule = getattr(self, "_" + prompt.kind.replace("-", "_"), None)
        found = rule(game, prompt) if rule else None
        return _usual(prompt) if found is None else found

    def _place_survivor(self, game: Any, prompt: Prompt) -> int:
        """Behind the monster, if that can be."""
        return _nearest(prompt.options, geometry.blind_spot(game.state) or geometry.footprint(game.state), game.state.columns)

    def _do(self, game: Any, prompt: Prompt) -> str:
        s, i, options = game.state, prompt.who, prompt.options
        if "encourage" in options:
            return "encourage"
        uses = [one for one in options if one.startswith("g")]
        if uses and (_badly_hurt(s, i) or (decks.left(s) <= 0 and not s.decks[2])):
            return uses[0]  # one stone, one critical wound, from anywhere
        attacks = [one for one in options if one == "fist" or one.startswith("a")]
        if _keeps_away(s, i):
            return "move" if "move" in options and not attacks else attacks[0] if attacks else "done"
        if "move" in options and s.at[i] not in geometry.blind_spot(s) and _goal(game, i):
            return "move"  # into the blind spot, or into reach
        if attacks:
            return max(attacks, key=lambda one: (_worth(game, i, one), one))
        if "surge" in options and geometry.distance_to(s, s.at[i]) == 1:
            return "surge"
        return "move" if "move" in options and geometry.distance_to(s, s.at[i]) > 1 else "done"

    def _go(self, game: Any, prompt: Prompt) -> int:
        s, i = game.state, prompt.who
        if _keeps_away(s, i):
            return max(prompt.options, key=lambda space: (geometry.distance_to(s, space), -space))
        return prompt.usual

    def _hit(self, game: Any, prompt: Prompt) -> str:
        """Dodges the hit that would hurt most, when it would do more than fill a light box; takes what armor holds first."""
        s, i = game.state, prompt.who
        places = sorted({harm.LOCATIONS.index(one.removeprefix("dodge-")) for one in prompt.options}, key=lambda k: (_room(s, i, k), k))
        worst = "dodge-" + harm.LOCATIONS[places[0]]
        if worst in prompt.options and _room(s, i, places[0]) < 2:
            return worst
        return harm.LOCATIONS[places[-1]]

    def _told(self, game: Any, prompt: Prompt) -> Any:
        """At the level `monster`: all move, then whoever is next to the monster may have wounded it, or missed, which it answers."""
        s = game.state
        if prompt.usual != "end":
            return prompt.usual
        if self._told_in != s.round:
            self._told_in = s.round
            near = [i for i in figures.living(s) if geometry.distance_to(s, s.at[i]) == 1]
            self._to_tell = ["wound" for i in near if (s.round + i) % 3 == 0] + ["basic" for i in near if (s.round + i) % 3 == 1]
        while self._to_tell:
            one = self._to_tell.pop()
            if one in prompt.options:
                return one
        return "end"

    def _pay(self, game: Any, prompt: Prompt) -> str:
        return "yes" if value(game.state, prompt.who, 12) > 1 else "no"

    def _hunter(self, game: Any, prompt: Prompt) -> str:
        """The soundest first."""
        s = game.state
        return min([one for one in prompt.options if one != "end"], key=lambda one: (_badly_hurt(s, int(one[1:])), one))


def _usual(prompt: Prompt) -> Any:
    usual = prompt.usual
    return next(iter(prompt.options)) if usual is None else usual


def _room(s: State, i: int, location: int) -> int:
    """Points that a location takes before a severe injury is rolled."""
    filled = figures.boxes(s, i)
    boxes = {harm.box(location, heavy) for heavy in (False, True)} - {0}
    return value(s, i, ARMOR + location) + sum(1 for box in boxes if not filled & box)


def _badly_hurt(s: State, i: int) -> bool:
    """Three bleeding tokens, or three locations with no room left."""
    return figures.bleeding(s, i) >= 3 or sum(1 for location in range(5) if not _room(s, i, location)) >= 3


def _keeps_away(s: State, i: int) -> bool:
    """Badly hurt, and somebody else is not: nobody wins by running away."""
    return _badly_hurt(s, i) and not all(_badly_hurt(s, k) for k in figures.living(s))


def _goal(game: Any, i: int, spaces: Iterable[int] | None = None) -> list[int]:
    """Where survivor i can go to attack better than from where it is: blind spot, else next to the monster when it is not there yet."""
    s = game.state
    if spaces is None:
        spaces = geometry.reach(s, i, figures.steps_of(s, i), game.rulings)
    behind = geometry.blind_spot(s)
    near = [space for space in spaces if geometry.distance_to(s, space) == 1]
    blind = [space for space in near if space in behind]
    if blind:
        return blind
    if geometry.distance_to(s, s.at[i]) == 1:
        return []
    front = geometry.in_front(s, game.rulings)
    return [space for space in near if space not in front] or near


def _worth(game: Any, i: int, attack: str) -> int:
    """How many hits and wounds an attack promises, in hundredths."""
    from lanternboard.rules.hunters import dice_of, needs

    s = game.state
    place = 255 if attack == "fist" else figures.weapons(s, i)[int(attack[1:])] // GEAR
    dice, need = dice_of(game, i, place)
    wound, critical = needs(game, i, place, {"critical": ()})
    return dice * (11 - need) * (11 - min(wound, critical))


def _nearest(spaces: Iterable[int], to: Iterable[int], columns: int) -> int:
    goals = list(to)

    def far(space: int) -> int:
        return min(abs(space % columns - one % columns) + abs(space // columns - one // columns) for one in goals)

    return min(spaces, key=lambda space: (far(space), space))


PLAYERS: dict[str, Callable[[Below], Player]] = {"random": RandomPlayer, "sensible": SensiblePlayer}
