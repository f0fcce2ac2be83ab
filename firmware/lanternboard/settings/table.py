"""table.json: what a table may decide, checked, with defaults. A missing or bad file never stops a board: the defaults
stand in and the fault is told with its path. What may be set is in this file; what LEDs, display and seats may be told is checked
by wiring.py, which is loaded where a file says something about them."""

from ..base.errors import Refused
from ..base.jsontext import written

FORMAT = "lanternboard/settings/1"
LARGEST = 8192  # bytes of a file
NAMES = ("Allister", "Erza", "Lucy", "Zachary")
# Of the rulings that are integers.
MOST = {"blind_spot_rows": 8, "collision_knockback": 30, "start_facing": 4, "legs_dead_to": 3, "priority_turns": 30}
KEYS = ("up", "down", "left", "right", "choose", "back", "next")
TURNS = (0, 90, 180, 270)  # degrees clockwise
# Of `play`: what one of several words may say. How much the board keeps; who rolls and who draws.
PLAY = {"level": ("lights", "monster", "all"), "dice": ("board", "table"), "decks": ("board", "table")}


def defaults() -> dict:
    """The built-in settings: the First Story on 22 x 16."""
    return {
        "format": FORMAT,
        "board": {"columns": 22, "rows": 16, "rotation": 0, "mirror": False},
        "names": list(NAMES),
        "pack": "first-story",
        "play": {"level": "all", "dice": "board", "decks": "board", "kiosk": 0, "lock": False},
        "rulings": {  # docs/rulings.md; the same as in rules/rulings.py
            "front_excludes_base_line": True,
            "blind_spot_rows": 1,
            "terrain_hides": True,
            "several_by_sum": True,
            "spare_before_bends": True,
            "turn_by_larger_gap": True,
            "full_move_ends_at_edge": True,
            "collisions_first": True,
            "knockback_order_asked": True,
            "collision_knockback": 5,
            "pushed_under_edge_last": True,
            "push_by_larger_gap": True,
            "aside_beside": True,
            "slide_along_edge": True,
            "terrain_floors": True,
            "always_one_step": True,
            "start_facing": 0,
            "lone_player_gains": True,
            "always_one_die": True,
            "faces_decide_first": True,
            "damage_needs_effect": True,
            "card_goes_on_without_target": True,
            "fallen_monster_drops_card": True,
            "held_injury_bleeds": True,
            "no_dodge_in_own_attack": True,
            "killing_critical_counts": True,
            "impervious_counts_as_failed": True,
            "trap_on_empty_deck": True,
            "dash": False,
            "encourage": False,
            "surge": False,
            "legs_dead_to": 1,
            "reactions_give_nothing": True,
            "priority_turns": 1,
            "floored_takes_the_rest": True,
            "location_rolled": True,
            "injury_is_all": True,
            "sling_springs_trap": True,
            "grab_reaches_further": True,
            "collisions_before_attack": True,
        },
        "buttons": {"up": 2, "down": 3, "left": 4, "right": 5, "choose": 6, "back": 7, "next": 8},
        "watchdog_ms": 4000,
        "leds": {"order": "GRB", "lanes": [16], "panels": []},  # no panels: the whole table (layout.py)
        "power": {"supply_ma": 2000, "controller_ma": 150, "idle_ua": 1000, "channel_ma": 20},
        "brightness": 50,
        "night": False,
        "seats": {"survivors": ["S", "E", "N", "W"], "controller": "S", "table": "S"},
        "display": {"kind": "ssd1306", "i2c": 0, "sda": 20, "scl": 21, "address": 60, "flip": False},
    }


def check(found) -> dict:
    """The whole settings for what a file says, each missing key by its default. Raises Refused with a path."""
    whole = defaults()
    if not isinstance(found, dict):
        raise Refused("", "not an object", "{...}")
    if found.get("format") != FORMAT:
        raise Refused("format", "not settings" if "format" in found else "the key is missing", FORMAT)
    for key in sorted(found):
        if key not in whole:
            raise Refused(key, "unknown key", ", ".join(sorted(whole)))
    if "board" in found:
        board = found["board"]
        keys("board", board, whole["board"])
        for key in sorted(board):
            if key == "rotation":
                whole["board"][key] = one_of("board." + key, board[key], TURNS)
            elif key == "mirror":
                whole["board"][key] = yes_or_no("board." + key, board[key])
            else:
                whole["board"][key] = integer("board." + key, board[key], 1, 64)
        if whole["board"]["columns"] * whole["board"]["rows"] > 1024:
            raise Refused("board", "too many spaces", "at most 1,024")
    if "names" in found:
        whole["names"] = _names(found["names"])
    if "pack" in found:
        pack = found["pack"]
        if not isinstance(pack, str) or not 0 < len(pack) <= 32 or any(c in "/." or not 32 < ord(c) < 127 for c in pack):
            raise Refused("pack", "not a pack's id", "1-32 of A-Z, a-z, 0-9 and -")
        whole["pack"] = pack
    if "play" in found:
        _play(found["play"], whole["play"])
    if "rulings" in found:
        rulings = found["rulings"]
        keys("rulings", rulings, whole["rulings"])
        for key in sorted(rulings):
            if key in MOST:
                whole["rulings"][key] = integer("rulings." + key, rulings[key], 0, MOST[key])
            else:
                whole["rulings"][key] = yes_or_no("rulings." + key, rulings[key])
    if "buttons" in found:
        buttons = found["buttons"]
        keys("buttons", buttons, whole["buttons"])
        for key in sorted(buttons):
            whole["buttons"][key] = integer("buttons." + key, buttons[key], 0, 48)
    if "watchdog_ms" in found:
        whole["watchdog_ms"] = integer("watchdog_ms", found["watchdog_ms"], 1000, 8300)
    if "brightness" in found:
        whole["brightness"] = integer("brightness", found["brightness"], 0, 100)
    if "night" in found:
        whole["night"] = yes_or_no("night", found["night"])
    if "leds" in found or "power" in found or "seats" in found or "display" in found:
        from . import wiring

        wiring.check(found, whole)
    _pins(found, whole)
    if whole["leds"]["panels"]:
        from .layout import layout

        layout(whole)
    return whole


def _play(found, whole: dict) -> None:
    keys("play", found, whole)
    for key in sorted(found):
        if key in PLAY:
            whole[key] = one_of("play." + key, found[key], PLAY[key])
        elif key == "kiosk":
            whole[key] = integer("play.kiosk", found[key], 0, 60)
        else:
            whole[key] = yes_or_no("play." + key, found[key])


def _pins(found: dict, whole: dict) -> None:
    """No pin twice: buttons, lanes, the display's. The later one is named, but the one of the file where the other is a default."""
    owners = {}
    said = found.get("buttons", {})
    for key in KEYS:
        _pin(owners, "buttons." + key, whole["buttons"][key], key in said)
    lanes = whole["leds"]["lanes"]
    said = found.get("leds", {})
    for k in range(len(lanes)):
        _pin(owners, "leds.lanes[%d]" % k, lanes[k], "lanes" in said)
    if whole["display"]["kind"] != "none":
        said = found.get("display", {})
        for key in ("sda", "scl"):
            _pin(owners, "display." + key, whole["display"][key], key in said)


def _pin(owners: dict, path: str, pin: int, said: bool) -> None:
    if pin in owners:
        other, other_said = owners[pin]
        if other_said and not said:
            path, other = other, path
        raise Refused(path, "the pin of " + other, "a pin of its own")
    owners[pin] = (path, said)


def keys(where: str, found, allowed: dict) -> None:
    if not isinstance(found, dict):
        raise Refused(where, "not an object", "{...}")
    for key in sorted(found):
        if key not in allowed:
            raise Refused(where + "." + key, "unknown key", ", ".join(sorted(allowed)))


def integer(where: str, value, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(where, "not a whole number in bounds" + written(value), "%d-%d" % (least, most))
    return value


def yes_or_no(where: str, value) -> bool:
    if not isinstance(value, bool):
        raise Refused(where, "not true or false", "true, false")
    return value


def one_of(where: str, value, allowed):
    """`value`, one of a tuple of integers or texts."""
    if type(value) is not type(allowed[0]) or value not in allowed:  # True is 1, and 90.0 is 90
        raise Refused(where, "not one of those allowed", ", ".join([str(each) for each in allowed]))
    return value


def _names(found) -> list:
    if not isinstance(found, list) or len(found) > 8:
        raise Refused("names", "not a list of at most eight names", "0-8 names")
    for i, name in enumerate(found):
        if not isinstance(name, str) or not 0 < len(name) <= 32 or not all(_is_text(ord(c)) for c in name):
            raise Refused("names[%d]" % i, "not a name", "1-32 characters, no control characters")
        if name in found[:i]:
            raise Refused("names[%d]" % i, "twice the same name", "distinct names")
    return list(found)


def _is_text(c: int) -> bool:
    return (c >= 160 and not 0xD800 <= c < 0xE000) or 32 <= c < 127


def digest(settings: dict) -> str:
    """Eight hexadecimal digits that differ when anything differs, whatever order an interpreter keeps."""
    from binascii import crc32

    return "%08x" % (crc32(_plain(settings).encode()) & 0xFFFFFFFF)


def _plain(value) -> str:
    from ..base.jsontext import text

    if isinstance(value, dict):
        return "{" + ",".join([key + ":" + _plain(value[key]) for key in sorted(value)]) + "}"
    if isinstance(value, list):
        return "[" + ",".join([_plain(each) for each in value]) + "]"
    return text(value)


def read(path: str, strictly: bool = True) -> dict:
    """The settings in a file. Raises Refused when it is missing or something in it is wrong. `strictly` False: MicroPython's own
    reader, which starts at once and takes some JSON that is none; what it gives is checked all the same."""
    try:
        f = open(path, "rb")
    except OSError as wrong:
        raise Refused("", "no table.json" if wrong.args[0] == 2 else "it cannot be read", path) from None
    try:
        if strictly:
            from ..base.jsonvalue import parse

            return check(parse(f))
        import json

        try:
            return check(json.load(f))
        except Refused:
            raise
        except Exception:  # what MicroPython's reader makes of it: a list as a key, no memory, ...
            raise Refused("", "not JSON", "one object") from None
    finally:
        f.close()
