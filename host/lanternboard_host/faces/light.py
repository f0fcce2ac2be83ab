"""The colour of a lit space by itself, the same for every face. No text and no page is made here."""

from __future__ import annotations

from lanternboard.lights import meanings, patterns

Colour = tuple[float, float, float]

LEVELS = (0.3, 0.62, 1.0)  # DIM, NORMAL, BRIGHT


def light_of(value: int, phase: float | None = None) -> Colour:
    """The colour of a lit space by itself. `phase`: seconds, for patterns that move; None holds them still."""
    meaning = value & 31
    if not meaning or meaning >= meanings.COUNT:
        return (0, 0, 0)
    level = LEVELS[min(value >> 5 & 3, 2)]
    if phase is not None:
        level *= patterns.of(value, int(phase * 1000)) / 255
    red, green, blue = meanings.colour(meaning)
    return (red * level, green * level, blue * level)
