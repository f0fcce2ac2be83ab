"""The folder that goes onto a board. One function for every kind of board: emulated, Pico, an installer's package.

    /main.py  /table.json  /packs/<id>.lbp  /lb/start.mpy  [/lb/dark.mpy]  /lb/0/lanternboard/**/*.mpy (or .py)  /lb/0.constants

Of the drivers only the profile's own is there, with what it needs, named by the small generated `drivers/board.py`. Built from the
sources of the installed package, never from what happens to lie in the current directory; the same sources give the same bytes."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from lanternboard.base.errors import Refused

from .cache import digest, kept_folder
from .compile import compile_all, compiled, compiler_version
from .packs import pack_lines, read_pack
from .profile import Profile, made_for, profile
from .shrink import shrink

SLOT = "lb/0"  # the first of the two versions that a board holds
LAST = '__import__("lanternboard").settle(globals())\n'  # files/start.py
SETTINGS = "table.json"
NOT_CODE = "files"  # data in the package, laid out differently on a board


def _nothing(_: str) -> None:
    """For who wants to hear nothing."""


def image(name: str, out_dir: str | os.PathLike, source: str | os.PathLike | None = None, say: Callable[[str], None] = _nothing) -> Path:
    """Build the image of profile `name` in `out_dir`, which is new, empty or an earlier image. That is replaced whole, except for
    what is the table's own: a table.json that decides something, and packs that do not come with the firmware; `say` is told of
    them. `source`: the firmware package's folder, by default the installed one. Raises Refused."""
    out = Path(out_dir)
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / SLOT).is_dir())):
        raise Refused("out_dir", f"{out} holds something that is not an image", "a new or empty folder, or an earlier image")
    out.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=out.parent, prefix=".image-"))
    try:
        if source is None:
            shutil.copytree(ready_image(name), new, dirs_exist_ok=True)
        else:
            _write(image_files(profile(name), source), new)
        new.chmod(0o755)
        if out.exists():
            _keep(out, new, say)
            shutil.rmtree(out)
        os.rename(new, out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return out


def _keep(before: Path, new: Path, say: Callable[[str], None]) -> None:
    """Takes what is a table's own from an image over into the one that is to replace it."""
    mine = before / SETTINGS
    if mine.is_file() and mine.read_bytes() != (new / SETTINGS).read_bytes():
        shutil.copy2(mine, new / SETTINGS)
        say(f"{SETTINGS} is kept as it was; {wrong}" if (wrong := settings_fault(new)) else f"{SETTINGS} is kept as it was")
    for pack in sorted((before / "packs").glob("*.lbp")):
        shipped = new / "packs" / pack.name
        if not shipped.exists():
            shutil.copy2(pack, shipped)
            say(f"packs/{pack.name} is kept")
        elif pack.read_bytes() != shipped.read_bytes():
            say(f"packs/{pack.name} is the one of this version again; a pack of your own needs an id of its own")


@contextmanager
def at_level(folder: Path, level: str) -> Iterator[Path]:
    """The image, or as long as it is needed a copy of it whose table.json says this level of play: where it says none itself, and
    `level` is not ""."""
    try:
        settings = json.loads((folder / SETTINGS).read_bytes()) if level else {"play": ""}
        said = not isinstance(settings, dict) or "play" in settings
    except (OSError, ValueError):  # it is left as it is, and told of at the board's start
        said = True
    if said:
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="lanternboard-") as place:
        copy = Path(place) / "image"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / SETTINGS).write_text(json.dumps({**settings, "play": {"level": level}}) + "\n")
        yield copy


@contextmanager
def with_pack(folder: Path, pack: dict | None) -> Iterator[Path]:
    """The image, or as long as it is needed a copy of it that plays this pack, where one is given. Raises Refused."""
    if pack is None:
        yield folder
        return
    try:
        settings = json.loads((folder / SETTINGS).read_bytes())
    except (OSError, ValueError) as wrong:
        raise Refused("image", f"its {SETTINGS} cannot be read: {wrong}", "an image as `lanternboard image` makes it") from None
    with tempfile.TemporaryDirectory(prefix="lanternboard-") as place:
        copy = Path(place) / "image"
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / "packs" / f"{pack['id']}.lbp").write_bytes(pack_lines(pack))
        (copy / SETTINGS).write_text(json.dumps({**settings, "pack": pack["id"]}) + "\n")
        yield copy


def settings_fault(folder: str | os.PathLike) -> str:
    """Why a board that starts with this image's table.json will run by its built-in settings, "" when it will not."""
    try:
        return settings_fault_in((Path(folder) / SETTINGS).read_bytes())
    except OSError:
        return f"the board will run by its built-in settings: no {SETTINGS}"


def settings_fault_in(content: bytes) -> str:
    """The same of what such a file holds."""
    from .settings import checked

    try:
        checked(content)
    except Refused as wrong:
        return f"the board will run by its built-in settings: {SETTINGS}: {wrong}"
    return ""


def ready_image(name: str | Profile) -> Path:
    """The image of the installed firmware, from the cache: built once per change of a source. Not to be written to."""
    chosen = profile(name) if isinstance(name, str) else name
    key = digest(repr(chosen), *_makers(chosen), *_every_source(firmware_source()))
    return kept_folder("image", key, lambda folder: _write(image_files(chosen), folder))


def check_profile(folder: str | os.PathLike, name: str) -> None:
    """Raises Refused when this image's code is for boards of another profile than `name`; nothing is said of one that holds no
    driver that we know."""
    for slot in ("lb/0", "lb/1"):
        found = made_for(Path(folder) / slot)
        if name in found:
            return
        if found:
            allowed = f"one made with `lanternboard image DIR --profile {name}`"
            raise Refused("image", f"{os.fspath(folder)} is an image for the profile {found[-1]}, which does not run here", allowed)


def image_files(chosen: Profile, source: str | os.PathLike | None = None) -> dict[str, bytes]:
    """Path on the board -> content, for every file of the image."""
    top = Path(source) if source else firmware_source()
    out = {SETTINGS: table_json(chosen, top)}
    for _, pack in shipped_packs(top):
        out[f"packs/{pack['id']}.lbp"] = pack_lines(pack)
    sources = {}
    drivers = [name + ".py" for name in ("__init__", chosen.driver, *chosen.also)]
    for path in sorted(top.rglob("*.py")):
        parts = path.relative_to(top).parts
        if parts[0] == NOT_CODE or (parts[0] == "drivers" and parts[1] not in drivers):
            continue
        sources["lanternboard/" + "/".join(parts)] = path.read_text("utf-8")
    this_board = f'"""The driver of this board, as its profile says."""\n\nfrom .{chosen.driver} import Board  # noqa: F401\n'
    if chosen.settings:
        this_board += f"\nBoard.settings = {chosen.settings!r}\n"
    sources["lanternboard/drivers/board.py"] = this_board
    first = {name: (top / NOT_CODE / name).read_text("utf-8") for name in ("main.py", "start.py", *(["dark.py"] if chosen.dark else []))}
    if chosen.code == "py":
        code = {f"{SLOT}/{name}": source.encode() for name, source in sources.items()}
        return {**out, **code, "main.py": first["main.py"].encode(), "lb/start.py": first["start.py"].encode()}
    if chosen.in_place:
        for name in ("inplace.py", "names.py"):
            sources["lanternboard/" + name] = (top / NOT_CODE / name).read_text("utf-8")
    first = shrink(first, True)[0]
    out["main.py"] = first.pop("main.py").encode()
    shrunk, constants = shrink(sources, False, chosen.short)
    items = [(name, (source + LAST if source.strip() else source).encode()) for name, source in shrunk.items()]
    for (name, _), content in zip(items, compile_all(items, chosen)):
        out[f"{SLOT}/{name[:-3]}.mpy"] = content
    out[SLOT + ".constants"] = "".join(f"{module} {name} {value}\n" for (module, name), value in sorted(constants.items())).encode()
    return {**out, **{f"lb/{name[:-3]}.mpy": compiled(source.encode(), name, chosen) for name, source in first.items()}}


def table_json(chosen: Profile, source: Path) -> bytes:
    """What such a board's table.json is at first: the one of the package, and the pins that differ from the usual ones."""
    plain = (source / NOT_CODE / SETTINGS).read_bytes()
    if not chosen.settings:
        return plain
    return (json.dumps({**json.loads(plain), **chosen.settings}, indent=2) + "\n").encode()


def shipped_packs(top: Path | None = None) -> Iterator[tuple[Path, dict]]:
    """(source, pack) of every pack that comes with the firmware in `top`, the installed one where it is left out. Raises Refused."""
    for path in sorted(((top or firmware_source()) / NOT_CODE / "packs").glob("*.json")):
        try:
            yield path, read_pack(path.read_bytes())
        except Refused as wrong:
            raise Refused(f"{path.name}: {wrong.path}", wrong.message, wrong.allowed) from None


def firmware_source() -> Path:
    """The folder of the installed package `lanternboard`."""
    spec = find_spec("lanternboard")
    if spec is None or not spec.submodule_search_locations:
        raise Refused("lanternboard", "the firmware package is not installed", "pip install lanternboard")
    return Path(next(iter(spec.submodule_search_locations)))


def _makers(chosen: Profile) -> list[bytes | str]:
    """What an image is made with, as far as it can change what comes out."""
    own: list[bytes | str] = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    return [compiler_version(), *own] if chosen.code == "mpy" else own


def _every_source(top: Path) -> list[bytes | str]:
    parts: list[bytes | str] = []
    for path in sorted(p for p in top.rglob("*") if p.suffix in (".py", ".json")):
        parts += [path.relative_to(top).as_posix(), path.read_bytes()]
    return parts


def _write(files: dict[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
