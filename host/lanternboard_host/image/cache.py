"""A place for what can be made again: compiled files, images, flash images, each under the digest of what it was made from.
Safe for two processes at once: an entry appears whole, by a rename, or not at all. An entry's name ends with the digest of what is
in it: one that was damaged since (a power cut, a program that clears caches) is made anew. Nothing kept here is the only copy of
anything."""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs

from ..places import instead_of, why_not

DAYS = 30  # what nobody used for so long goes


def cache_dir() -> Path:
    """The user's cache directory for this project; LANTERNBOARD_CACHE names another. A temporary one where that cannot be used."""
    named = os.environ.get("LANTERNBOARD_CACHE")
    path = Path(named).absolute() if named else Path(platformdirs.user_cache_dir("lanternboard", appauthor=False))
    why = why_not(path)
    if not why:
        return path
    return instead_of(path, why, "LANTERNBOARD_CACHE" if named else "", "nothing is kept there, every start takes longer")


def digest(*parts: bytes | str) -> str:
    """One digest of several parts, each with its length, so that no two lists of parts share one."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()[:32]


def folder_digest(folder: str | os.PathLike) -> str:
    """One digest of all files of a folder, whatever laid them there; compiled by CPython beside its sources does not count."""
    top = Path(folder)
    parts: list[bytes | str] = []
    for path in sorted(p for p in top.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        parts += [path.relative_to(top).as_posix(), path.read_bytes()]
    return digest(*parts)


def kept_file(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The cached file of that key, made by `make(path)` when it is not there."""
    place = cache_dir() / kind / key[:2]
    for path in sorted(place.glob(key + "-*")):
        if path.is_file() and path.name == f"{key}-{digest(path.read_bytes())}":
            os.utime(path)
            return path
    place.mkdir(parents=True, exist_ok=True)
    _forget(cache_dir() / kind)
    handle, name = tempfile.mkstemp(dir=place, prefix=".new-")
    os.close(handle)
    try:
        make(Path(name))
        path = place / f"{key}-{digest(Path(name).read_bytes())}"
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    return path


def _forget(kind: Path) -> None:
    for path in kind.glob("*/*"):
        try:
            if path.stat().st_mtime < time.time() - DAYS * 86400:
                path.unlink()
        except OSError:
            pass  # another process was first


def kept_folder(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The cached folder of that key, made by `make(empty folder)` when it is not there."""
    place = cache_dir() / kind
    for path in sorted(place.glob(key + "-*")):
        if path.name == f"{key}-{folder_digest(path)}":
            return path
        shutil.rmtree(path, ignore_errors=True)
    place.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=place, prefix=".new-"))
    try:
        make(new)
        new.chmod(0o755)
        path = place / f"{key}-{folder_digest(new)}"
        try:
            os.rename(new, path)
        except OSError:
            if not path.is_dir():  # else another process was first, with the same content
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return path
