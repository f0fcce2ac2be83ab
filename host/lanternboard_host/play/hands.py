"""A simulated player's hands: an answer as presses of the seven keys, and a whole showdown played by them at a board, as people would
play it. What each key does is the board's (controls/keys.py); nothing is answered past it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from lanternboard.base.errors import Refused
from lanternboard.controls.cursor import around, following, step
from lanternboard.controls.keys import CHOOSE, DOWN, LEFT, NEXT, RIGHT, UP, is_sides
from lanternboard.controls.view import position
from lanternboard.rules.prompt import CHANCE, Prompt

TOWARD = (UP, RIGHT, DOWN, LEFT)  # N, E, S, W
PATIENCE = 20.0  # seconds in which a board asks the next question


def keys_to(prompt: Prompt, choice: Any, columns: int) -> list[int]:
    """The keys that give this answer, from where a new prompt's view rests: the fewest."""
    usual = prompt.usual
    if usual is not None and choice == usual:
        return [NEXT]
    options = prompt.options
    if prompt.is_spaces():
        return [*_across(options, usual, choice, columns), CHOOSE]
    at, to = 0 if usual is None else position(options, usual), position(options, choice)
    if isinstance(options, range):
        return [RIGHT if to > at else LEFT] * abs(to - at) + [CHOOSE]
    if is_sides(options):
        return [TOWARD["NESW".index(choice)]] * (to != at) + [CHOOSE]
    ahead = (to - at) % len(options)
    back = len(options) - ahead
    return ([RIGHT] * ahead if ahead <= back else [LEFT] * back) + [CHOOSE]


def _across(spaces: Any, usual: int | None, choice: int, columns: int) -> list[int]:
    first = following(spaces, -1) if usual is None else usual
    came: dict[int, list[int]] = {first: []}
    layer = deque([first])
    while layer:
        space = layer.popleft()
        if space == choice:
            return came[space]
        ways = [(TOWARD[side], step(spaces, space, side, columns)) for side in range(4)]
        if usual is None:
            ways.append((NEXT, around(spaces, space, columns)))
        for key, to in ways:
            if to >= 0 and to not in came:
                came[to] = [*came[space], key]
                layer.append(to)
    raise Refused("choice", "the cursor does not get there", "an answer that the prompt offers")


class Followed(Protocol):
    """What hands need of a board that is followed (link.Follower)."""

    engine: Any
    records: Any
    view: dict[str, Any]
    why: str

    def update(self, seconds: float) -> bool: ...

    def caught_up(self) -> bool: ...

    def press(self, key: int, down: bool) -> Any: ...


class Hands:
    """Plays at a board that is followed. `choose(game, prompt)` says what is answered (players.py); `told(game)` hears of every answer.
    `presses` counts what was pressed."""

    def __init__(self, follower: Followed, choose: Callable[[Any, Prompt], Any], told: Callable[[Any], None] | None = None) -> None:
        self.follower = follower
        self.presses = 0
        self.answers = 0
        self._choose = choose
        self.told = told

    def asked(self) -> bool:
        """Whether a person is asked, and the board's view shows it."""
        follower = self.follower
        game = follower.engine
        if game is None or not follower.caught_up() or game.number != len(follower.records) or game.prompt.who == CHANCE:
            return False
        return follower.view.get("n", -1) == game.number

    def once(self) -> bool:
        """One answer. False when the showdown is over. Raises TimeoutError, Refused."""
        self._wait(self.asked)
        game = self.follower.engine
        if game is None:
            raise Refused("", self.follower.why, "a board with our rules")
        if game.prompt.kind == "over":
            return False
        number = game.number
        for key in keys_to(game.prompt, self._choose(game, game.prompt), game.state.columns):
            self.presses += 1
            self.follower.press(key, True)
            self.follower.press(key, False)
        self._wait(lambda: self.asked() and self.follower.engine is not None and self.follower.engine.number > number)
        self.answers += 1
        if self.told:
            self.told(game)
        return True

    def _wait(self, ready: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not ready():
            if time.monotonic() > until:
                raise TimeoutError(f"the board asked nothing new for {PATIENCE:g} s")
            self.follower.update(0.05)
