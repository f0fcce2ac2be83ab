"""How many presses of the seven keys an answer costs at a board: as many as the hands need (hands.py). A direction that is held counts once
a step. A test holds these counts to the board's own controls."""

from __future__ import annotations

from typing import Any

from lanternboard.rules.chance import DECKS
from lanternboard.rules.prompt import CHANCE, Prompt

from .hands import keys_to


class Counter:
    """Presses on a board of so many columns. `by_board`: kinds of chance's prompts that the board answers itself."""

    def __init__(self, columns: int, by_board: tuple[str, ...] = DECKS) -> None:
        self.columns = columns
        self.by_board = by_board

    def presses(self, prompt: Prompt, choice: Any) -> int:
        """0 where the board answers itself."""
        if prompt.who == CHANCE and prompt.kind in self.by_board:
            return 0
        return len(keys_to(prompt, choice, self.columns))
