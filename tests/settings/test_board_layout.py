"""The walk through the panels as a board does it: the same numbers on MicroPython as on CPython, where test_layout.py holds them to another
way of walking. Nothing here that MicroPython has not."""

from binascii import crc32

from lanternboard.base.errors import Refused
from lanternboard.settings import table
from lanternboard.settings.layout import layout

FORMAT = "lanternboard/settings/1"
HALVES = [
    {"lane": 1, "at": [0, 0], "columns": 16, "rows": 11, "rotation": 180, "start": "SE", "by": "columns", "before": 2},
    {"lane": 0, "at": [0, 11], "columns": 11, "rows": 16, "rotation": 270, "start": "NE", "gaps": [[3, 4], [0, 0]], "skip": [7, 175]},
]
CASES = (
    ({}, 0x5FF26B0B),
    ({"board": {"rotation": 90, "mirror": True}, "leds": {"lanes": [16, 17, 18]}}, 0xB9547050),
    ({"board": {"rotation": 270}, "leds": {"lanes": [16, 17], "panels": HALVES}}, 0x9A594752),
    ({"leds": {"panels": [{"at": [-3, 2], "serpentine": False, "columns": 30, "rows": 30, "start": "SW"}]}}, 0xCACA9CCA),
)


def test_the_walk_gives_the_same_on_every_interpreter():
    found = []
    for case, _ in CASES:
        settings = table.check(dict(case, format=FORMAT))
        made = layout(settings)
        found.append(crc32(bytes(made.map)))
        assert len(made.map) == sum(made.counts) and table.digest(settings)
    assert found == [check for _, check in CASES], ["%08X" % check for check in found]


def test_two_leds_on_a_space_are_refused():
    try:
        table.check({"format": FORMAT, "leds": {"panels": [{"columns": 4}, {"columns": 2, "at": [3, 0]}]}})
    except Refused as refused:
        assert refused.path == "leds.panels[1]" and "3,0" in refused.message
        return
    raise AssertionError("not refused")
