"""What the patterns do in time: how much of its light a space gives now. Pure integer arithmetic, nothing is allocated and no
clock is kept; lights, page and terminal all ask here. Nothing flashes faster than twice a second (at most 3 Hz: an attack
of epilepsy starts above that)."""

from ..base.viper import micropython
from .meanings import BLINK, BREATHE, LOW_WINK, OUTLINE, STEADY, SURVIVOR, WINK, in_time

BREATH_MS = 4000  # a breath, from full to full
BREATH_LOW = 150  # of 255 is left at its end
BLINK_MS = 1200  # a blink's period
OUT_MS = 300  # of which it is out this long, its two slopes included
WINK_MS = 500  # one wink of a count
REST_MS = 1500  # between two counts
LOW = 36  # of 255 is left while it is out
SLOPE_MS = 60  # from full to out


@micropython.viper
def amplitude(pattern: int, number: int, ms: int) -> int:
    """0-255: how much of its light a space with this pattern gives at `ms`, as the eye sees it (before gamma). `number`: how often a
    survivor winks, 1-8."""
    if pattern == int(BREATHE):
        t = ms % int(BREATH_MS)
        half = int(BREATH_MS) >> 1
        if t > half:
            t = int(BREATH_MS) - t
        t = t * 256 // half  # 0 full, 256 low
        t = t * t * (768 - 2 * t) >> 16
        return 255 - ((255 - int(BREATH_LOW)) * t >> 8)
    t = -1  # since it began to go out
    if pattern == int(BLINK):
        t = ms % int(BLINK_MS) - (int(BLINK_MS) - int(OUT_MS))
    elif pattern == int(WINK) or pattern == int(LOW_WINK):
        t = ms % (number * int(WINK_MS) + int(REST_MS))
        t = t % int(WINK_MS) if t < number * int(WINK_MS) else -1
    else:
        return 255
    missing = 0
    most = 255 - int(LOW)
    if t >= 0 and t < int(OUT_MS):
        missing = most
        if t < int(SLOPE_MS):
            missing = most * t // int(SLOPE_MS)
        elif t > int(OUT_MS) - int(SLOPE_MS):
            missing = most * (int(OUT_MS) - t) // int(SLOPE_MS)
    return int(LOW) + missing if pattern == int(LOW_WINK) else 255 - missing


@micropython.native
def of(value: int, ms: int) -> int:
    """The same for a space's byte."""
    return amplitude(in_time(value), (value & 31) - SURVIVOR + 1, ms)


def moves(cells) -> bool:
    """Whether time changes anything in this picture."""
    for value in cells:
        if value & 31 and in_time(value) not in (STEADY, OUTLINE):
            return True
    return False
