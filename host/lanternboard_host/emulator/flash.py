"""A board's flash made from an image: a littlefs in a file for MicroPython, a folder for CPython. Made once per image and
copied for every board; a copy that exists is a board's own and is never overwritten."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO

from lanternboard.base.errors import Refused

from ..image import image_digest
from ..image.bundle import __file__ as bundle_file
from ..image.bundle import for_flash
from ..image.cache import digest, kept_file
from ..image.inplace import __file__ as inplace_file
from .names import held, remove_held, said_by_holder

BLOCK = 4096
BLOCKS = 352  # a Pico's: 1408 kB
SIZE = BLOCK * BLOCKS


def unix_port() -> bool:
    """Whether MicroPython's unix port is installed on this machine."""
    from importlib.util import find_spec

    return os.name == "posix" and find_spec("micropython_unix") is not None


def micropython(*arguments: str, heap: str = "192wK", inspect: bool = False) -> list[str]:
    """The command that runs a script on MicroPython's unix port."""
    start = "import sys; from micropython_unix import main; sys.exit(main())"
    return [sys.executable, "-I", "-c", start, *(["-i"] if inspect else []), "-X", "heapsize=" + heap, *arguments]


def script(name: str) -> str:
    """The path of a script of this package that another interpreter runs."""
    with as_file(files(__package__).joinpath(name)) as path:
        return str(path)


def littlefs(folder: Path) -> Path:
    """The flash file of an image, from the cache."""

    def make(path: Path) -> None:
        with tempfile.TemporaryDirectory() as place:
            for_flash(folder, Path(place) / "flash")
            command = micropython(script("boot_unix.py"), str(path), str(Path(place) / "flash"), heap="8M")
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode or path.stat().st_size != SIZE:
            raise Refused("image", f"{folder} does not go onto a board's flash: {(done.stdout + done.stderr).strip()[-300:]}")

    makers = [Path(made).read_bytes() for made in (script("boot_unix.py"), bundle_file, inplace_file)]
    return kept_file("flash", digest(image_digest(folder), *makers), make)


def new_flash(folder: Path, target: Path, littlefs_file: bool) -> None:
    """Put the image's flash at `target`, whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=target.parent, prefix=".flash-"))
    try:
        if littlefs_file:
            shutil.copyfile(littlefs(folder), new / "flash")
            os.replace(new / "flash", target)
        else:
            shutil.copytree(folder, new / "flash", ignore=shutil.ignore_patterns("__pycache__"))
            os.rename(new / "flash", target)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def flash_file(flash: Path, name: str, littlefs_file: bool) -> bytes | None:
    """The content of a file on a board's flash; None when it is not there or cannot be read on this machine."""
    if not littlefs_file:
        return (flash / name).read_bytes() if (flash / name).is_file() else None
    if not unix_port():
        return None
    command = micropython(script("boot_unix.py"), str(flash), "", name)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    try:
        return bytes.fromhex(done.stdout.strip()) if done.returncode == 0 and done.stdout else None
    except ValueError:
        return None


def check_flash(flash: Path, littlefs_file: bool) -> None:
    """Raises Refused for what is there and can be no board's flash: a folder for a file, another size, not to be written to."""
    if littlefs_file:
        if not flash.is_file():
            raise Refused("flash", f"{flash} is no file", "a file (a folder is for the engine cpython)")
        size = flash.stat().st_size
        if size != SIZE:
            raise Refused("flash", f"{flash} is no board's flash: {size} bytes", f"a new name, or a file of {SIZE} bytes that held one")
    elif not (flash / "main.py").is_file():
        raise Refused("flash", f"{flash} is no board's flash: it has no main.py", "a new name, or a folder that the engine cpython made")
    if not os.access(flash, os.R_OK | os.W_OK):
        raise Refused("flash", f"{flash} may not be read and written by this user", "a file of your own")


class Lock:
    """A flash for one board alone, by a lock on FLASH.lock that goes with the process, however that ends. Raises Refused, with
    who has it, when another board does."""

    def __init__(self, flash: Path, owner: str) -> None:
        self._path = Path(os.path.realpath(flash) + ".lock")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = held(self._path)
        except OSError as wrong:
            raise Refused("flash", f"{flash} cannot be used: {wrong.strerror}", "a file in a folder of your own") from None
        if file is None:
            has = said_by_holder(self._path) or "another emulator"
            raise Refused("flash", f"{flash} is in use by {has}", "another file, or end that one first")
        self._file: IO[str] = file
        file.seek(0)
        file.truncate()
        file.write(f"{owner} (process {os.getpid()})")
        file.flush()

    def close(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        remove_held(self._path)
        self._file.close()
