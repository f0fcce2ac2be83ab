"""Folders this program needs beside what people name: one that can be used in place of one that cannot, and a temporary one of our own
that goes with us. What people should know of it lies in `notes`, a sentence each; who has a place for sentences prints them."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO

PREFIX = "lanternboard-"
LOCK = ".owner"

notes: list[str] = []
_instead: dict[str, "Place"] = {}


def data() -> Path:
    """The user's own folder for what is kept; LANTERNBOARD_DATA names another."""
    import platformdirs

    named = os.environ.get("LANTERNBOARD_DATA")
    return Path(named).absolute() if named else Path(platformdirs.user_data_dir("lanternboard", appauthor=False))


class Place:
    """A temporary folder; `folder` is there until `remove`. Who makes one holds a lock in it, and takes away those whose owner has
    died without tidying up."""

    def __init__(self) -> None:
        from .emulator.names import held

        tidy()
        file: IO[str] | None = None
        while file is None:  # somebody who tidied up was faster than the lock
            self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
            try:
                file = held(self.folder / LOCK)
            except FileNotFoundError:
                continue
        self._file = file

    def remove(self) -> None:
        self._file.close()  # first: Windows removes no file that is open
        shutil.rmtree(self.folder, ignore_errors=True)


def tidy() -> None:
    """Removes the folders that dead owners have left. Touches none without such a lock, nor another user's."""
    from .emulator.names import held

    top = tempfile.gettempdir()
    try:
        names = [name for name in os.listdir(top) if name.startswith(PREFIX)]
    except OSError:
        return
    for name in names:
        folder = Path(top) / name
        try:
            mine = not hasattr(os, "getuid") or folder.lstat().st_uid == os.getuid()
            if not mine or folder.is_symlink() or not (folder / LOCK).is_file():
                continue
            file = held(folder / LOCK)
        except OSError:
            continue  # gone meanwhile
        if file is not None:
            file.close()
            shutil.rmtree(folder, ignore_errors=True)


def why_not(path: Path) -> str:
    """Why this folder, made when it is not there, cannot be used by us alone; "" when it can."""
    if not path.is_absolute():
        return "is no whole path"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return "belongs to somebody else"
    except OSError as wrong:
        return f"cannot be used: {wrong.strerror}"
    return "" if os.access(path, os.R_OK | os.W_OK | os.X_OK) else "may not be written to"


def instead_of(path: Path, why: str, named_by: str, costs: str) -> Path:
    """A temporary folder in the place of that one, the same for as long as this process lives. `named_by`: what a person set to
    name it, "" nothing; `costs`: what they miss."""
    key = f"{path}: {costs}"
    if key not in _instead:
        _instead[key] = Place()
        atexit.register(_instead[key].remove)
        notes.append(f"{named_by + ': ' if named_by else ''}{path} {why}; {costs}")
    return _instead[key].folder
