"""A table.json looked at before it goes anywhere: strict JSON, every value, the way of the LEDs, and the pins that a kind of board has.
The checks are the board's own (lanternboard.settings); a board repeats them. Changes nothing and repairs nothing."""

import io
from collections.abc import Iterator

from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import parse
from lanternboard.settings import table

from .profile import Profile, profile, profiles


def checked(content: bytes, kind: str | None = None) -> dict:
    """The whole settings of a file's content, each missing key by its default. `kind`: a profile whose pins they must be. Raises
    Refused with the path of what is wrong."""
    if not content.strip():
        raise Refused("", "the file is empty", '{"format":"%s"}' % table.FORMAT)
    if len(content) > table.LARGEST:
        raise Refused("", f"{len(content):,} bytes", f"at most {table.LARGEST:,}")
    settings = table.check(parse(io.BytesIO(content)))
    if kind is not None:
        check_pins(settings, profile(kind))
    return settings


def pins(settings: dict) -> Iterator[tuple[str, int]]:
    """(path, GPIO number) of every pin that the settings name."""
    for key in table.KEYS:
        yield f"buttons.{key}", settings["buttons"][key]
    for k, pin in enumerate(settings["leds"]["lanes"]):
        yield f"leds.lanes[{k}]", pin
    display = settings["display"]
    if display["kind"] != "none":
        for key in ("sda", "scl"):
            yield f"display.{key}", display[key]


def check_pins(settings: dict, board: Profile) -> None:
    """Raises Refused for the first pin that this kind of board does not have, or that cannot do what is asked of it there."""
    for path, pin in pins(settings):
        allowed = board.lanes if path.startswith("leds.") and board.lanes else board.gpios
        if path == f"leds.lanes[{board.most_lanes}]":
            raise Refused(path, f"a {board.name} has no chain of LEDs beside that", f"{board.most_lanes}")
        if allowed and pin not in numbers(allowed):
            raise Refused(path, f"a {board.name} has no GPIO {pin} for this", allowed)

    display = settings["display"]
    if board.i2c and display["kind"] != "none":
        for line in ("sda", "scl"):
            allowed = board.i2c[line][display["i2c"]]
            if display[line] not in numbers(allowed):
                raise Refused(f"display.{line}", f"bus {display['i2c']} of a {board.name} cannot have GPIO {display[line]}", allowed)


def numbers(text: str) -> set[int]:
    """The numbers of "0-22, 26": a profile's pins."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def profile_of_driver(driver: str) -> str | None:
    """The kind of board that a greeting's driver tells of, where one only is made with it."""
    found = [name for name in profiles() if profile(name).driver == driver]
    return found[0] if len(found) == 1 else None
