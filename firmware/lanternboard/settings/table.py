"""table.json: what a table may decide, checked, with defaults. A missing or bad file never stops a board: the defaults
stand in and the fault is told with its path. Everything that may be set is in this file."""

from ..base.errors import Refused

FORMAT = "lanternboard/settings/1"
NAMES = ("Allister", "Erza", "Lucy", "Zachary")
MOST = {"blind_spot_rows": 8, "collision_knockback": 30, "start_facing": 4}  # of the rulings that are integers
KEYS = ("up", "down", "left", "right", "choose", "back", "next")


def defaults() -> dict:
    """The built-in settings: the First Story on 22 x 16."""
    return {
        "format": FORMAT,
        "board": {"columns": 22, "rows": 16},
        "names": list(NAMES),
        "pack": "first-story",
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
        },
        "buttons": {"up": 2, "down": 3, "left": 4, "right": 5, "choose": 6, "back": 7, "next": 8},
        "watchdog_ms": 4000,
    }


def check(found) -> dict:
    """The whole settings for what a file says, each missing key by its default. Raises Refused with a path."""
    whole = defaults()
    if not isinstance(found, dict):
        raise Refused("", "not an object", "{...}")
    if found.get("format") != FORMAT:
        raise Refused("format", "not settings", FORMAT)
    for key in sorted(found):
        if key not in whole:
            raise Refused(key, "unknown key", ", ".join(sorted(whole)))
    if "board" in found:
        board = found["board"]
        _keys("board", board, whole["board"])
        for key in sorted(board):
            whole["board"][key] = _integer("board." + key, board[key], 1, 64)
        if whole["board"]["columns"] * whole["board"]["rows"] > 1024:
            raise Refused("board", "too many spaces", "at most 1,024")
    if "names" in found:
        whole["names"] = _names(found["names"])
    if "pack" in found:
        pack = found["pack"]
        if not isinstance(pack, str) or not 0 < len(pack) <= 32 or any(c in "/." or not 32 < ord(c) < 127 for c in pack):
            raise Refused("pack", "not a pack's id", "1-32 of A-Z, a-z, 0-9 and -")
        whole["pack"] = pack
    if "rulings" in found:
        rulings = found["rulings"]
        _keys("rulings", rulings, whole["rulings"])
        for key in sorted(rulings):
            if key in MOST:
                whole["rulings"][key] = _integer("rulings." + key, rulings[key], 0, MOST[key])
            elif isinstance(rulings[key], bool):
                whole["rulings"][key] = rulings[key]
            else:
                raise Refused("rulings." + key, "not true or false", "true, false")
    if "buttons" in found:
        buttons = found["buttons"]
        _keys("buttons", buttons, whole["buttons"])
        for key in sorted(buttons):
            whole["buttons"][key] = _integer("buttons." + key, buttons[key], 0, 48)
        for i, key in enumerate(KEYS):
            for other in KEYS[:i]:
                if whole["buttons"][key] == whole["buttons"][other]:
                    raise Refused("buttons." + key, "the pin of " + other, "a pin of its own")
    if "watchdog_ms" in found:
        whole["watchdog_ms"] = _integer("watchdog_ms", found["watchdog_ms"], 1000, 8300)
    return whole


def _keys(where: str, found, allowed: dict) -> None:
    if not isinstance(found, dict):
        raise Refused(where, "not an object", "{...}")
    for key in sorted(found):
        if key not in allowed:
            raise Refused(where + "." + key, "unknown key", ", ".join(sorted(allowed)))


def _integer(where: str, value, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(where, "not a whole number in bounds", "%d-%d" % (least, most))
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
