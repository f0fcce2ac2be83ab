"""A place for what can be made again: compiled files, images, flash images, each under the digest of what it was made from.
Safe for two processes at once: an entry appears whole, by a rename, or not at all. Nothing kept here is the only copy of anything."""

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


def kept_file(kind: str, key: str, make: Callable[[Path], None]) -> Path:
    """The cached file of that key, made by `make(path)` when it is not there."""
    path = cache_dir() / kind / key[:2] / key
    if path.is_file():
        os.utime(path)
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    _forget(cache_dir() / kind)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    os.close(handle)
    try:
        make(Path(name))
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
    path = cache_dir() / kind / key
    if path.is_dir():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=path.parent, prefix=".new-"))
    try:
        make(new)
        new.chmod(0o755)
        try:
            os.rename(new, path)
        except OSError:
            if not path.is_dir():  # else another process was first, with the same content
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return path
