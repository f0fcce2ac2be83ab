"""What the patterns do in time: how much of its light a space gives now. Pure integer arithmetic, nothing is allocated and no
clock is kept; lights, page and terminal all ask here. Nothing flashes faster than twice a second (at most 3 Hz: an attack
of epilepsy starts above that)."""

from .meanings import BLINK, BREATHE, LOW_WINK, OUTLINE, STEADY, SURVIVOR, WINK, in_time

BREATH_MS = 4000  # a breath, from full to full
BREATH_LOW = 150  # of 255 is left at its end
BLINK_MS = 1200  # a blink's period
OUT_MS = 300  # of which it is out this long, its two slopes included
WINK_MS = 500  # one wink of a count
REST_MS = 1500  # between two counts
LOW = 36  # of 255 is left while it is out
SLOPE_MS = 60  # from full to out


def amplitude(pattern: int, number: int, ms: int) -> int:
    """0-255: how much of its light a space with this pattern gives at `ms`, as the eye sees it (before gamma). `number`: how often a
    survivor winks, 1-8."""
    if pattern == BREATHE:
        t = ms % BREATH_MS
        half = BREATH_MS // 2
        t = (t if t < half else BREATH_MS - t) * 256 // half  # 0 full, 256 low
        t = t * t * (768 - 2 * t) >> 16
        return 255 - ((255 - BREATH_LOW) * t >> 8)
    if pattern == BLINK:
        return 255 - _dip(ms % BLINK_MS - (BLINK_MS - OUT_MS))
    if pattern == WINK or pattern == LOW_WINK:
        t = ms % (number * WINK_MS + REST_MS)
        dip = _dip(t % WINK_MS) if t < number * WINK_MS else 0
        return 255 - dip if pattern == WINK else LOW + dip
    return 255


def _dip(t: int) -> int:
    """How much is missing `t` ms after it began to go out."""
    if t < 0 or t >= OUT_MS:
        return 0
    most = 255 - LOW
    if t < SLOPE_MS:
        return most * t // SLOPE_MS
    if t > OUT_MS - SLOPE_MS:
        return most * (OUT_MS - t) // SLOPE_MS
    return most


def of(value: int, ms: int) -> int:
    """The same for a space's byte."""
    return amplitude(in_time(value), (value & 31) - SURVIVOR + 1, ms)


def moves(cells) -> bool:
    """Whether time changes anything in this picture."""
    for value in cells:
        if value & 31 and in_time(value) not in (STEADY, OUTLINE):
            return True
    return False
