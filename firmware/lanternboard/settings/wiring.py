"""What table.json may say about LEDs, power, seats and display, checked key by key. Whether the panels fit together is found by
walking them (layout.py); whether a pin is used twice by table.py. Loaded only where a file has such keys."""

from ..base.errors import Refused
from . import layout
from .table import TURNS, integer, keys, one_of, yes_or_no

SIDES = ("N", "E", "S", "W")
STARTS = ("NW", "NE", "SW", "SE")
ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
LANES = 4
PANELS = 64
FAR = 64  # places that a panel may begin away from the table's corner
EXCEPTIONS = 256  # gaps or skipped LEDs of a panel
POWER = {"supply_ma": (100, 100000), "controller_ma": (0, 2000), "idle_ua": (0, 5000), "channel_ma": (1, 60)}


def check(found: dict, whole: dict) -> None:
    """Puts what `found` says into `whole`, whose other keys are checked already. Raises Refused with a path."""
    for group in ("leds", "power", "seats", "display"):
        if group in found:
            keys(group, found[group], whole[group])
    if "leds" in found:
        _leds(found["leds"], whole)
    power = found.get("power", {})
    for key in sorted(power):
        whole["power"][key] = integer("power." + key, power[key], *POWER[key])
    seats = found.get("seats", {})
    for key in sorted(seats):
        whole["seats"][key] = _sides(seats[key]) if key == "survivors" else one_of("seats." + key, seats[key], SIDES)
    display = found.get("display", {})
    for key in sorted(display):
        whole["display"][key] = _display(key, display[key])


def _display(key: str, value):
    where = "display." + key
    if key == "kind":
        return one_of(where, value, ("ssd1306", "none"))
    if key == "flip":
        return yes_or_no(where, value)
    if key == "address":
        return integer(where, value, 8, 119)
    return integer(where, value, 0, 1 if key == "i2c" else 48)


def _sides(value) -> list:
    if not isinstance(value, list) or not 0 < len(value) <= 8:
        raise Refused("seats.survivors", "not a list of sides", "1-8 of N, E, S, W")
    for k in range(len(value)):
        one_of("seats.survivors[%d]" % k, value[k], SIDES)
    return list(value)


def _leds(found: dict, whole: dict) -> None:
    leds = whole["leds"]
    if "order" in found:
        leds["order"] = one_of("leds.order", found["order"], ORDERS)
    if "lanes" in found:
        lanes = found["lanes"]
        if not isinstance(lanes, list) or not 0 < len(lanes) <= LANES:
            raise Refused("leds.lanes", "not a list of pins", "1-%d pins" % LANES)
        leds["lanes"] = [integer("leds.lanes[%d]" % k, lanes[k], 0, 48) for k in range(len(lanes))]
    if "panels" in found:
        panels = found["panels"]
        if not isinstance(panels, list) or len(panels) > PANELS:
            raise Refused("leds.panels", "not a list of panels", "0-%d panels" % PANELS)
        leds["panels"] = [_panel("leds.panels[%d]" % k, panels[k], whole) for k in range(len(panels))]


def _panel(where: str, found, whole: dict) -> dict:
    """A panel with all its keys. Without a size it is as large as the table."""
    board = whole["board"]
    panel = layout.panel(0, 0, board["columns"], board["rows"])
    keys(where, found, panel)
    panel["rotation"] = one_of(where + ".rotation", found.get("rotation", 0), TURNS)
    if (board["rotation"] + panel["rotation"]) % 180:
        panel["columns"], panel["rows"] = panel["rows"], panel["columns"]
    for key in ("columns", "rows"):
        panel[key] = integer(where + "." + key, found.get(key, panel[key]), 1, 64)
    panel["lane"] = integer(where + ".lane", found.get("lane", 0), 0, len(whole["leds"]["lanes"]) - 1)
    panel["at"] = _pair(where + ".at", found.get("at", [0, 0]), -FAR, FAR, FAR)
    panel["start"] = one_of(where + ".start", found.get("start", "NW"), STARTS)
    panel["by"] = one_of(where + ".by", found.get("by", "rows"), ("rows", "columns"))
    panel["serpentine"] = yes_or_no(where + ".serpentine", found.get("serpentine", True))
    panel["before"] = integer(where + ".before", found.get("before", 0), 0, layout.LONGEST)
    gaps = _list(where + ".gaps", found.get("gaps", []), "places")
    for k in range(len(gaps)):
        here = "%s.gaps[%d]" % (where, k)
        gaps[k] = _pair(here, gaps[k], 0, panel["columns"] - 1, panel["rows"] - 1)
        if gaps[k] in gaps[:k]:
            raise Refused(here, "twice the same place", "distinct places")
    skip = _list(where + ".skip", found.get("skip", []), "numbers of LEDs")
    last = panel["columns"] * panel["rows"] - len(gaps) + len(skip) - 1
    for k in range(len(skip)):
        here = "%s.skip[%d]" % (where, k)
        integer(here, skip[k], 0, last)
        if skip[k] in skip[:k]:
            raise Refused(here, "twice the same LED", "distinct LEDs")
    panel["gaps"] = gaps
    panel["skip"] = skip
    return panel


def _list(where: str, value, what: str) -> list:
    if not isinstance(value, list) or len(value) > EXCEPTIONS:
        raise Refused(where, "not a list of " + what, "0-%d %s" % (EXCEPTIONS, what))
    return list(value)


def _pair(where: str, value, least: int, most_columns: int, most_rows: int) -> list:
    if not isinstance(value, list) or len(value) != 2:
        raise Refused(where, "not a place", "[column, row]")
    return [integer(where + "[0]", value[0], least, most_columns), integer(where + "[1]", value[1], least, most_rows)]
