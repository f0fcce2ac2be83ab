"""The colour of a lit space by itself, the same for every face: the board's own (lights/pixels.py), before any brightness. No text and
no page is made here."""

from __future__ import annotations

from lanternboard.lights.pixels import colour_of

Colour = tuple[float, float, float]


def light_of(value: int, phase: float | None = None) -> Colour:
    """The colour of a lit space by itself. `phase`: seconds, for patterns that move; None holds them still."""
    return colour_of(value, None if phase is None else int(phase * 1000))
