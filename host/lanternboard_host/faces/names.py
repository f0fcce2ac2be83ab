"""By which character a miniature is known on a face: the initial where that is possible. Text only."""

from __future__ import annotations

import unicodedata

from lanternboard.lights import meanings
from rich.cells import cell_len

from .picture import Picture

_LIGHTS = frozenset(meanings.letter(m).upper() for m in range(1, meanings.COUNT)) - {"M"}  # M is the monster's own


def labels(names) -> list[str]:
    """One character for each survivor: the initial, which those whose own it is get first, else another letter of the name, at
    best none that is the sign of a light, else a number from 1. Never two alike."""
    out = [""] * len(names)
    for i, name in enumerate(names):
        for letter in name.upper()[:1]:
            if letter not in out and _good(letter):
                out[i] = letter
    for i, name in enumerate(names):
        if not out[i]:
            free = [letter for letter in name.upper() if letter not in out and _good(letter)]
            out[i] = next((letter for letter in free if letter not in _LIGHTS), free[0] if free else str(i + 1))
    return out


def _good(letter: str) -> bool:
    return letter.isalpha() and len(letter) == 1 and not unicodedata.combining(letter)


def monster_label(picture: Picture, ascii_only: bool = False) -> str:
    """One character for the monster: an initial of its name that no survivor has, else another letter of it, else M."""
    taken = labels(picture.names)
    name = picture.monster.removeprefix("the ").upper()
    own = [word[0] for word in name.split()] + list(name)
    for letter in [letter for letter in own if letter not in _LIGHTS] + own:
        if letter not in taken and letter.isalpha() and cell_len(letter) == 1 and (letter.isascii() or not ascii_only):
            return letter
    return "M"
