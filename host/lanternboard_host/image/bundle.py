"""From an image's folder to what lies on a board's flash: each version in one file, `/lb/0.bundle` in place of `/lb/0/`, since a
board would walk through five directories of littlefs for every module. The board's side is files/start.py of the firmware. Made
anew from whatever lies in the folder; never changes the folder nor what is in a module.

The format, little-endian: `LBB1`, size of the file (4 bytes), CRC-32 of the index (4), length of the index (2), of the folders in
it (2), CRC-32 of the modules (4; for whoever copies a bundle, a board does not look at it); the index: for each folder `\\n`,
its path below the package, `\\n` (the package itself is `\\n\\n`), then for each module `\\n`, path, `\\n`, where it begins (4),
its length (4); the modules."""

import shutil
import struct
from binascii import crc32
from pathlib import Path

from lanternboard.base.errors import Refused

MAGIC = b"LBB1"
HEAD = struct.Struct("<4sIIHHI")
PACKAGE = "lanternboard"
MODULES = (".py", ".mpy")


def bundle(modules: dict[str, bytes]) -> bytes:
    """The bundle of a package's modules: path below the package ("rules/state.mpy") -> content. Of a .py and a .mpy of one
    name the .py is taken, as MicroPython takes it."""
    taken = {path: modules[path] for path in sorted(modules) if path.endswith(".py") or path[:-3] + "py" not in modules}
    folders = {""} | {"/" + path.rpartition("/")[0] for path in taken if "/" in path}
    first = b"".join(b"\n%s\n" % folder.encode() for folder in sorted(folders))
    at = HEAD.size + len(first) + sum(len(path.encode()) + 3 + 8 for path in taken)
    index, body = first, b""
    for path, content in taken.items():
        index += b"\n/%s\n" % path.encode() + struct.pack("<II", at + len(body), len(content))
        body += content
    if len(index) > 0xFFFF:
        raise Refused("bundle", "too many modules for one bundle", "an index of less than 64 kB")
    return HEAD.pack(MAGIC, at + len(body), crc32(index), len(index), len(first), crc32(body)) + index + body


def for_flash(folder: Path, target: Path) -> None:
    """Copy an image's folder to `target`, which does not exist yet, as it lies on flash."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    for version in sorted((target / "lb").glob("[01]")):
        package = version / PACKAGE
        if package.is_dir():
            files = sorted(path for path in package.rglob("*") if path.is_file() and path.suffix in MODULES)
            modules = {path.relative_to(package).as_posix(): path.read_bytes() for path in files}
            version.with_suffix(".bundle").write_bytes(bundle(modules))
            for path in files:
                path.unlink()
            for place in sorted([*package.rglob("*"), package, version], reverse=True):
                if place.is_dir() and not any(place.iterdir()):
                    place.rmdir()
