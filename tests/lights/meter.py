"""LEDs without a board: pixels for a plain layout, a light meter, an ampere meter. For tests; shares no formula with lights/pixels.py."""

from lanternboard.lights.pixels import Pixels
from lanternboard.settings import table
from lanternboard.settings.layout import layout

PLENTY = {"supply_ma": 100_000, "controller_ma": 0, "idle_ua": 0, "channel_ma": 1}


def settings_of(**changes) -> dict:
    return table.check({"format": table.FORMAT, **changes})


def made(settings: dict, brightness: int = 100, night: bool = False):
    """(pixels, a buffer of the right size) for checked settings."""
    found = layout(settings)
    board = settings["board"]
    pixels = Pixels(found, settings["leds"]["order"], settings["power"], board["columns"] * board["rows"])
    pixels.dim(brightness, night)
    return pixels, bytearray(found.size)


def row(spaces: int, brightness: int = 100, night: bool = False):
    """Pixels over one strip for so many spaces (at most 1,024), in the order red, green, blue; there may be a few LEDs more."""
    columns = min(spaces, 64)
    board = {"columns": columns, "rows": (spaces + columns - 1) // columns}
    return made(settings_of(board=board, leds={"order": "RGB", "panels": [{"serpentine": False}]}, power=PLENTY), brightness, night)


def milliamperes(settings: dict, wires: list[bytes]) -> float:
    """What controller and LEDs draw when these bytes are latched, to the last microampere."""
    power = settings["power"]
    total = power["controller_ma"] * 1.0
    for lane in wires:
        assert len(lane) % 3 == 0
        total += len(lane) // 3 * power["idle_ua"] / 1000
        total += sum(step / 255 * power["channel_ma"] for step in lane)
    return total


def lanes_of(settings: dict, out: bytes) -> list[bytes]:
    """A frame's bytes, lane by lane, without what fills up to words."""
    found = layout(settings)
    return [bytes(out[start : start + 3 * count]) for start, count in zip(found.starts, found.counts)]
