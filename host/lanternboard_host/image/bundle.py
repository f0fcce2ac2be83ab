"""From an image's folder to what lies on a board's flash: each version in one file, `/lb/0.bundle` in place of `/lb/0/`, since a
board would walk through five directories of littlefs for every module. The board's side is files/bundle.py of the firmware;
docs/image.md has the format. Made anew from whatever lies in the folder; never changes the folder nor what is in a module."""

import contextlib
import shutil
import struct
from binascii import crc32
from pathlib import Path

from lanternboard.base.errors import Refused

from .cache import digest
from .compile import compile_all
from .join import Unjoinable, joined
from .profile import Profile

MAGIC = b"LBB1"
HEAD = struct.Struct("<4sIIHHI")
PACKAGE = "lanternboard"
MODULES = (".py", ".mpy")
MADE_OF = "made-of"  # in a joined bundle: digest of the modules it stands for
ARCHITECTURES = {2: "x64", 4: "armv6m"}  # in a .mpy's third byte, where it has native code
NOTHING = b"\x51\x63"  # bytecode: return None


def bundle(modules: dict[str, bytes]) -> bytes:
    """The bundle of a package's modules: path below the package ("rules/state.mpy") -> content. Of a .py and a .mpy of one
    name the .py is taken, as MicroPython takes it; an `__init__` without content is left out."""
    taken = {p: modules[p] for p in sorted(modules) if p.endswith(".py") or p[:-3] + "py" not in modules}
    folders = {""} | {"/" + path.rpartition("/")[0] for path in taken if "/" in path}
    taken = {path: content for path, content in taken.items() if not _empty(path, content)}
    first = b"".join(b"\n%s\n" % folder.encode() for folder in sorted(folders))
    at = HEAD.size + len(first) + sum(len(path.encode()) + 3 + 8 for path in taken)
    index, body = first, b""
    for path, content in taken.items():
        index += b"\n/%s\n" % path.encode() + struct.pack("<II", at + len(body), len(content))
        body += content
    if len(index) > 0xFFFF:
        raise Refused("bundle", "too many modules for one bundle", "an index of less than 64 kB")
    return HEAD.pack(MAGIC, at + len(body), crc32(index, len(first)), len(index), len(first), crc32(body)) + index + body


def unbundle(data: bytes) -> dict[str, bytes]:
    """What `bundle` put in. Raises Refused when it is damaged anywhere."""
    if len(data) < HEAD.size:
        raise Refused("bundle", "cut short")
    magic, size, check, length, first, whole = HEAD.unpack_from(data)
    index, body = data[HEAD.size : HEAD.size + length], data[HEAD.size + length :]
    if magic != MAGIC or size != len(data) or check != crc32(index, first) or whole != crc32(body):
        raise Refused("bundle", "damaged", "a whole bundle")
    out, k = {}, first
    while k < length:
        end = index.index(b"\n", k + 1)
        at, n = struct.unpack_from("<II", index, end + 1)
        out[index[k + 2 : end].decode()] = data[at : at + n]
        k = end + 9
    return out


def joined_bundle(sources: dict[str, str], modules: dict[str, bytes], target: Profile) -> bytes | None:
    """The bundle of the units made of `sources` ("rules/state.py" -> text), which stand for the compiled `modules` as long as these
    are what they are now. None where these sources cannot be joined."""
    try:
        units = joined({f"{PACKAGE}/{path}": text for path, text in sources.items()})
        return bundle({**compiled_modules(units, target), MADE_OF: _digest(modules).encode()})
    except (Unjoinable, Refused):
        return None


def compiled_modules(sources: dict[str, str], target: Profile) -> dict[str, bytes]:
    """ "lanternboard/rules/state.py" -> text in, "rules/state.mpy" -> compiled out. Raises Refused."""
    items = [(name, source.encode()) for name, source in sources.items()]
    return {name[len(PACKAGE) + 1 : -3] + ".mpy": content for (name, _), content in zip(items, compile_all(items, target))}


def for_flash(folder: Path, target: Path) -> None:
    """Copy an image's folder to `target`, which does not exist yet, as it lies on flash."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("__pycache__", "*.sources"))
    for version in ("0", "1"):
        package = target / "lb" / version / PACKAGE
        joined_file = target / "lb" / (version + ".joined")
        if not package.is_dir():
            continue
        files = sorted(path for path in package.rglob("*") if path.is_file() and path.suffix in MODULES)
        modules = {path.relative_to(package).as_posix(): path.read_bytes() for path in files}
        (target / "lb" / (version + ".bundle")).write_bytes(bundle(_ready(modules)))
        if joined_file.is_file() and unbundle(joined_file.read_bytes()).get(MADE_OF) != _digest(modules).encode():
            again = _joined_again(folder / "lb" / (version + ".sources"), joined_file, modules)
            joined_file.unlink()
            if again:
                joined_file.write_bytes(again)
        for path in files:
            path.unlink()
        for place in sorted([*package.rglob("*"), package, package.parent], reverse=True):
            if place.is_dir() and not any(place.iterdir()):
                place.rmdir()


def _joined_again(sources_file: Path, joined_file: Path, modules: dict[str, bytes]) -> bytes | None:
    """A joined bundle with the sources that were laid in; None where anything else was changed."""
    laid_in = {path: content for path, content in modules.items() if path.endswith(".py")}
    others = {path: content for path, content in modules.items() if path not in laid_in}
    if not sources_file.is_file() or unbundle(joined_file.read_bytes()).get(MADE_OF) != _digest(others).encode():
        return None
    sources = {**unbundle(sources_file.read_bytes()), **laid_in}
    try:
        return joined_bundle({path: content.decode() for path, content in sources.items()}, modules, _target(modules))
    except UnicodeDecodeError:
        return None


def _ready(modules: dict[str, bytes]) -> dict[str, bytes]:
    """Modules with what was laid in as a source compiled: a board has little room to do it in. One that does not compile is left
    for the board to say so."""
    out = dict(modules)
    for path, source in modules.items():
        if path.endswith(".py"):
            with contextlib.suppress(Refused, UnicodeDecodeError):
                out.update(compiled_modules({f"{PACKAGE}/{path}": source.decode()}, _target(modules)))
                del out[path]
    return out


def _target(modules: dict[str, bytes]) -> Profile:
    """The processor that compiled modules are for."""
    numbers = [code[2] >> 2 & 15 for path, code in modules.items() if path.endswith(".mpy") and len(code) > 2]
    return Profile("", "", "mpy", ARCHITECTURES.get(max(numbers, default=0), ""), 3)


def _digest(modules: dict[str, bytes]) -> str:
    return digest(*(part for path in sorted(modules) for part in (path, modules[path])))


def _empty(path: str, content: bytes) -> bool:
    """Whether a compiled `__init__` does nothing: no room in it for anything but its name."""
    return path.endswith("__init__.mpy") and content.endswith(NOTHING) and len(content) <= len(PACKAGE + "/" + path) + 16
