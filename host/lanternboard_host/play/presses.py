"""How many presses of the seven keys an answer costs at a board: the shortest way with the board's own controls, from where the view rests
when the prompt is new. A direction that is held counts once a step. The keys' meanings are controls/keys.py's, and a test holds
these counts to it."""

from __future__ import annotations

from collections import deque
from typing import Any

from lanternboard.controls.cursor import around, following, step
from lanternboard.controls.keys import is_sides
from lanternboard.controls.view import position
from lanternboard.rules.prompt import CHANCE, Prompt

BY_BOARD = ("card", "location-card", "resource")  # decks: the board draws


class Counter:
    """Presses on a board of so many columns. Where spaces lie is worked out once for each set of them."""

    def __init__(self, columns: int, by_board: tuple[str, ...] = BY_BOARD) -> None:
        self.columns = columns
        self.by_board = by_board

    def presses(self, prompt: Prompt, choice: Any) -> int:
        """0 where the board answers itself."""
        if prompt.who == CHANCE and prompt.kind in self.by_board:
            return 0
        options, usual = prompt.options, prompt.usual
        if usual is not None and choice == usual:
            return 1
        if prompt.is_spaces():
            return self._on_board(options, usual, choice) + 1
        at = 0 if usual is None else position(options, usual)
        to = position(options, choice)
        if isinstance(options, range):
            return abs(to - at) + 1
        if is_sides(options):
            return 1 + (to != at)
        far = abs(to - at)
        return min(far, len(options) - far) + 1

    def _on_board(self, spaces: Any, usual: int | None, choice: int) -> int:
        first = following(spaces, -1) if usual is None else usual
        seen = {first}
        layer = deque([(first, 0)])
        while layer:
            space, n = layer.popleft()
            if space == choice:
                return n
            ways = [step(spaces, space, side, self.columns) for side in range(4)]
            if usual is None:
                ways.append(around(spaces, space, self.columns))
            for to in ways:
                if to >= 0 and to not in seen:
                    seen.add(to)
                    layer.append((to, n + 1))
        return len(seen)  # out of the cursor's way: not on any board's set that the core offers
