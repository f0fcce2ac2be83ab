"""What was just done glows for a moment: finds the spaces that differ between the position a moment ago and now.
It serves answers, undo, redo and adjustments alike, since it looks at positions and not at what caused them.
It keeps no clock: the table passes milliseconds in."""

from ..base.viper import micropython
from ..rules.spaces import Spaces
from ..rules.state import NOWHERE

GLOW_MS = 1500
_PERIOD = 1 << 30  # MicroPython's millisecond counter wraps there


class Glow:
    """`spaces`: what glows now, or None. `look(state, ms)` after every change, `tick(ms)` with the time."""

    def __init__(self) -> None:
        self._began = 0
        self.forget()

    def forget(self) -> None:
        """Another showdown: its first position is nothing new."""
        self.spaces = None
        self._seen = None

    def look(self, state, ms: int):
        """Compare with the position of the last look; returns the spaces that glow, or None. The first look sees nothing new."""
        monster = (state.x, state.y, state.facing, state.size) if state.placed else None
        now = (monster, tuple(state.at), bytes(state.flags))
        before, self._seen = self._seen, now
        if before is None or before == now or len(before[1]) != len(now[1]):
            return self.spaces
        spaces = Spaces(state.columns * state.rows)
        if before[0] != monster:
            for place in (before[0], monster):
                if place is not None:
                    _base(state, spaces, place)
        for i in range(len(now[1])):
            if before[1][i] != now[1][i] or before[2][i] != now[2][i]:
                for at in (before[1][i], now[1][i]):
                    if at != NOWHERE:
                        spaces.add(at)
        self.spaces = spaces
        self._began = ms
        return spaces

    @micropython.native
    def tick(self, ms: int) -> bool:
        """True once, when the glow has just ended."""
        if self.spaces is None or (ms - self._began) % _PERIOD < GLOW_MS:
            return False
        self.spaces = None
        return True


def _base(state, spaces, place) -> None:
    x, y, _, size = place
    for row in range(y, min(y + size, state.rows)):
        for column in range(x, min(x + size, state.columns)):
            spaces.add(row * state.columns + column)
