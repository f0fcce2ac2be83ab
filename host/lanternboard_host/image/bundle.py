"""From an image's folder to what lies on a board's flash: each version in one file, `/lb/0.bundle` in place of `/lb/0/`, since a
board would walk through five directories of littlefs for every module. The board's side is files/start.py of the firmware. Made
anew from whatever lies in the folder; never changes the folder nor what is in a module.

The format, little-endian: `LBB3`, size of the file (4 bytes), CRC-32 of all that follows up to the end of the index (4), length of the
index (2), of the folders in it (2), CRC-32 of what follows the index (4; for whoever copies a bundle, a board does not look at it),
nonce (8, backwards, lest this block be taken for one of code), number of the blocks of code (4; inplace.py), places of the table of
/lb/start.mpy and of the index once more (4, 4), 0 where there are none.

The index: for each folder `\\n`, its path below the package, `\\n` (the package
itself is `\\n\\n`), where in the index its files begin and end (2, 2); then for each module `\\n`, its file's name, `\\n`, where it
begins (4), its length (4), where its table of code is (4), 0 without one; the modules; the blocks of code.
Where code runs in place there is one entry more, `NAMES`, of no length, whose table is that of all modules' names."""

import os
import shutil
import struct
from binascii import crc32
from pathlib import Path

from lanternboard.base.errors import Refused

from .inplace import CodeBlocks

MAGIC = b"LBB3"
HEAD = struct.Struct("<4sIIHHI8sIII")
CHECKED = 12  # where in the head begins what its CRC is of
PACKAGE = "lanternboard"
MODULES = (".py", ".mpy")
NAMES = "names"  # an entry that is no file
IN_PLACE = "inplace.mpy"  # among the modules of a board that can run code where it lies


def taken(modules: dict[str, bytes]) -> dict[str, bytes]:
    """Of a .py and a .mpy of one name the .py, as MicroPython takes it; in the order of their paths."""
    return {path: modules[path] for path in sorted(modules) if path.endswith(".py") or path[:-3] + "py" not in modules}


def bundle(modules: dict[str, bytes], start: bytes = b"") -> bytes:
    """The bundle of a package's modules: path below the package ("rules/state.mpy") -> content. `start`: the
    content of /lb/start.mpy. For a board that can run code where it lies all code is there once more: then no two are the same."""
    in_place, own_modules = IN_PLACE in modules, modules
    if in_place:
        modules = {**modules, NAMES: b""}
    folders = sorted({""} | {"/" + path.rpartition("/")[0] for path in modules if "/" in path})
    inside = {folder: [path for path in modules if ("/" + path).rpartition("/")[0] == folder] for folder in folders}
    names = {path: b"\n%s\n" % path.rpartition("/")[2].encode() for path in modules}
    n_folders = sum(len(folder.encode()) + 2 + 4 for folder in folders)
    length = n_folders + sum(len(name) + 12 for name in names.values())
    body = b"".join(modules.values())
    code = CodeBlocks(os.urandom(8) if in_place else bytes(8), HEAD.size + length + len(body))
    places, at = {}, HEAD.size + length
    for path, content in modules.items():
        places[path] = struct.pack("<III", at, len(content), code.add_module(content) if in_place else 0)
        at += len(content)
    if in_place:
        places[NAMES] = struct.pack("<III", at, 0, code.add_names(own_modules, PACKAGE))
    first, index = b"", b""
    for folder in folders:
        entries = b"".join(names[path] + places[path] for path in inside[folder])
        begin = n_folders + len(index)
        first += b"\n%s\n" % folder.encode() + struct.pack("<HH", begin, begin + len(entries))
        index += entries
    index = first + index
    if length > 0xFFFF:
        raise Refused("bundle", "too many modules for one bundle", "an index of less than 64 kB")
    own = code.add_module(start) if in_place else 0
    again = code.add(index + b"\0") if in_place and length < code.most else 0
    body += code.bytes()
    told = length, n_folders, crc32(body), code.nonce[::-1], len(code), own, again
    size = HEAD.size + length + len(body)
    check = crc32(HEAD.pack(MAGIC, size, 0, *told)[CHECKED:] + index)
    return HEAD.pack(MAGIC, size, check, *told) + index + body


def for_flash(folder: Path, target: Path) -> None:
    """Copy an image's folder to `target`, which does not exist yet, as it lies on flash."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    path = target / "lb" / "start.mpy"
    starting = path.read_bytes() if path.is_file() else b""
    for version in sorted((target / "lb").glob("[01]")):
        package = version / PACKAGE
        if package.is_dir():
            files = sorted(path for path in package.rglob("*") if path.is_file() and path.suffix in MODULES)
            modules = taken({path.relative_to(package).as_posix(): path.read_bytes() for path in files})
            version.with_suffix(".bundle").write_bytes(bundle(modules, starting))
            for path in files:
                path.unlink()
            for place in sorted([*package.rglob("*"), package, version], reverse=True):
                if place.is_dir() and not any(place.iterdir()):
                    place.rmdir()
