"""A board's description: which driver, how its code is compiled. One small data file per profile in profiles/; a new
kind of board is one more file. Knows nothing of how an image is laid out."""

import platform
import sys
import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from lanternboard.base.errors import Refused


@dataclass(frozen=True)
class Profile:
    name: str
    driver: str  # drivers/<driver>.py is the board's driver
    code: str  # "mpy": compiled by mpy-cross; "py": the sources themselves
    also: tuple[str, ...] = ()  # further modules of drivers/ that it needs; no others are in the image
    dark: bool = False  # its LEDs are told to be black before anything else is loaded (files/dark.py)
    march: str = ""  # native code for this architecture; "": kernels as bytecode
    optimise: int = 0
    in_place: bool = False  # functions may run where they lie in flash (inplace.py)
    short: bool = False  # private names are short ones (short.py): heap is scarce
    gpios: str = ""  # the pins that such a board has for us, "0-22, 26-28"; "": nobody looks
    lanes: str = ""  # those of them that can drive LEDs; "": all
    most_lanes: int = 4  # chains of LEDs at once
    i2c: dict = field(default_factory=dict, hash=False)  # "sda" and "scl": for each bus the pins that it can have; empty: any
    settings: dict = field(default_factory=dict, hash=False)  # of its table.json: the pins that such a board has


def profiles() -> list[str]:
    return sorted(entry.name[:-5] for entry in files(__package__).joinpath("profiles").iterdir() if entry.name.endswith(".toml"))


def profile(name: str) -> Profile:
    """The profile of that name, for this machine. Raises Refused."""
    if name not in profiles():
        raise Refused("profile", "no profile " + repr(name), ", ".join(profiles()))
    data = tomllib.loads(files(__package__).joinpath("profiles", name + ".toml").read_text("utf-8"))
    march = data.pop("march", {"other": ""})
    also = tuple(data.pop("also", ()))
    return Profile(name=name, march=march.get(machine(), march["other"]), also=also, **data)


def made_for(slot: Path) -> list[str]:
    """The profiles that a version of an image (its folder lb/0) can have been made for, by its driver and its kind of code."""
    code = "mpy" if any(slot.rglob("*.mpy")) else "py"
    drivers = {path.stem for path in (slot / "lanternboard" / "drivers").glob("*.*py")}
    chosen = [profile(name) for name in profiles()]
    return [one.name for one in chosen if one.code == code and one.driver in drivers]


def machine() -> str:
    """This computer as profiles name it: "linux-x86_64", "darwin-arm64", "win32-amd64"."""
    return sys.platform + "-" + platform.machine().lower()
