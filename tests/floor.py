"""What can be lit at once at a low brightness, which of it no pattern tells apart, and what an LED shows at a brightness to an eye that is
used to it. tests/lamplight.py chooses LEDs' colours by it, tests/lights_page.py measures them, and tests/lights holds both to what is
composed."""

from lanternboard.lights import meanings as m

WHITE = 8  # steps of 255: the most that a channel has at the floor, white to an eye that is used to it

SURVIVORS = tuple(range(m.SURVIVOR, m.SURVIVOR + 8))

# The levels in which a meaning is shown, but for MINIATURES while next is held.
SHOWN = {
    m.MONSTER: (m.DIM, m.NORMAL),
    m.FALLEN: (m.DIM, m.NORMAL),
    m.FRONT_EDGE: (m.NORMAL, m.BRIGHT),
    **{meaning: (m.DIM, m.NORMAL) for meaning in SURVIVORS},
    m.IN_FRONT: (m.DIM, m.NORMAL),
    m.BLIND_SPOT: (m.NORMAL,),
    m.FIELD_OF_VIEW: (m.DIM, m.NORMAL),
    m.IN_RANGE: (m.DIM, m.NORMAL),
    m.CANDIDATE: (m.NORMAL,),
    m.ROUTE: (m.DIM, m.NORMAL),
    m.RUN_OVER: (m.NORMAL, m.BRIGHT),
    m.ALLOWED: (m.NORMAL,),
    m.USUAL: (m.BRIGHT,),
    m.REFUSED: (m.DIM, m.BRIGHT),
    m.CURSOR: (m.BRIGHT,),
    m.DONE: (m.NORMAL,),
    m.SEAT: (m.NORMAL,),
    m.DIGIT: (m.DIM, m.BRIGHT),
}

MINIATURES = (m.MONSTER, m.FALLEN, m.FRONT_EDGE)  # and survivors, who wink their number then

# Of each of these one is lit at a time: what the table chose to see, and how the monster is.
ONE_OF = ({m.IN_FRONT, m.BLIND_SPOT, m.FIELD_OF_VIEW, m.IN_RANGE, m.ROUTE}, {m.MONSTER, m.FALLEN})


def lights() -> list:
    """(meaning, level) of all that is shown while a question is asked."""
    return [(meaning, level) for meaning, levels in SHOWN.items() for level in levels]


def patterns(meaning: int, level: int) -> set:
    """In time. At the floor nothing breathes, and a light alone has no outline: both are as good as steady."""
    found = {m.in_time(m.cell(meaning, level, edge)) for edge in (False, True)}
    return {m.STEADY if pattern in (m.BREATHE, m.OUTLINE) else pattern for pattern in found}


def pairs():
    """(one, other, whether they can show the same pattern) of all lights of two meanings that can be lit at once."""
    held = [(meaning, m.BRIGHT) for meaning in MINIATURES]
    for shown in (lights(), held):
        for k, one in enumerate(shown):
            for other in shown[k + 1 :]:
                if one[0] != other[0] and not any({one[0], other[0]} <= group for group in ONE_OF):
                    yield one, other, bool(patterns(*one) & patterns(*other))


def two_levels():
    """(one, other) of all meanings that are shown dim and a level brighter: the rim of a zone, who is asked about."""
    for meaning, levels in SHOWN.items():
        if len(levels) == 2:
            yield (meaning, levels[0]), (meaning, levels[1])


def mixed(low: tuple, high: tuple, share: int) -> tuple:
    """(red, green, blue) of an LED at `share` 256ths of brightness, as lights/pixels.py makes them."""
    return tuple([least + (max(most - least, 0) * share >> 8) for least, most in zip(low, high)])


def as_seen(low: tuple, high: tuple, brightness: int) -> tuple:
    """The same at brightness 0-100 as light, to an eye that is used to it: 1 is what a white of that brightness has."""
    share = brightness * 256 // 100
    white = WHITE + ((255 - WHITE) * share >> 8)
    return tuple([step / white for step in mixed(low, high, share)])
