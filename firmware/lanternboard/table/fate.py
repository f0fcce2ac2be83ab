"""Chance at the board's own table: which of its questions the board answers itself, and with what. Loaded when it is first asked."""

import os

from ..rules.chance import pick

DICE = ("roll", "hits", "location", "random")  # kinds of prompts (docs/prompts.md)
DECKS = ("card", "location-card", "resource")


def is_ours(kind: str, play: dict) -> bool:
    """Whether the board rolls, or draws, for prompts of this kind. `play`: as in table.json."""
    return (kind in DICE and play["dice"] == "board") or (kind in DECKS and play["decks"] == "board")


def choice(prompt):
    """What comes up."""
    return pick(prompt, below)


def below(n: int) -> int:
    """An integer from 0 to n - 1, n at most 65,536, each as likely as any: numbers of the system's own generator, of which those are
    thrown away that would make some likelier."""
    fair = 65536 // n * n
    while True:
        two = os.urandom(2)
        drawn = two[0] << 8 | two[1]
        if drawn < fair:
            return drawn % n
