"""Where emulated boards can be found: a directory with one stable name per board that is plugged in. Names of dead emulators
are cleaned away by whoever looks; a name is taken for dead only when nobody holds the lock on its owner file, since the
device behind an old name may belong to somebody else by now."""

import json
import os
import re
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lanternboard.base.errors import Refused

from ..places import instead_of, why_not

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
ID = re.compile(r"[0-9a-f]{16}")
LOST = "emulated boards cannot be found there, only by the port that is told"


@dataclass(frozen=True)
class Named:
    """A board that can be opened now: `port` is what pyserial opens, `device` what is behind it at the moment."""

    name: str
    port: str
    device: str
    id: str
    engine: str


def runtime_dir() -> Path:
    """The directory of the names; only its owner may look into it. LANTERNBOARD_RUNTIME names another. Where one cannot be used the
    next one is; where none can, one that only this process knows."""
    named = os.environ.get("LANTERNBOARD_RUNTIME")
    base = os.environ.get("XDG_RUNTIME_DIR")
    uid = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    usual = Path(tempfile.gettempdir()) / f"lanternboard-{uid}"
    if named:
        path = Path(named).absolute()
        if not (why := why_not(path)):
            return path
        return instead_of(path, why, "LANTERNBOARD_RUNTIME", LOST)
    if base and os.path.isdir(base) and not why_not(Path(base) / "lanternboard"):
        return Path(base) / "lanternboard"
    return instead_of(usual, why, "", LOST) if (why := why_not(usual)) else usual


def boards() -> list[Named]:
    """Every emulated board of this user that is plugged in, by name."""
    found = []
    for owner in sorted(runtime_dir().glob("*.owner")):
        try:
            with open(owner, "r+", encoding="utf-8") as file:
                if _lock(file):
                    _remove(owner)
                    continue
                data = json.load(file)
                found.append(Named(owner.stem, data["port"], data["device"], data["id"], data["engine"]))
        except (OSError, ValueError, KeyError):
            continue  # being written, plugged out, or removed by somebody else just now
    return found


def check_name(name: str) -> None:
    """Raises Refused for what no board may be called."""
    if not NAME.fullmatch(name):
        raise Refused("name", f"{name!r} is no name for a board", "1 to 32 of A-Z, a-z, 0-9, - and _, the first a letter or digit")


def fresh_id() -> str:
    return secrets.token_hex(8)


def kept_id(file: Path) -> str:
    """The id that `file` holds; a new one, kept there, when it holds none. So a board stays itself over the emulator's restarts."""
    try:
        kept = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        kept = ""
    if ID.fullmatch(kept):
        return kept
    made = fresh_id()
    try:
        file.write_text(made + "\n", encoding="ascii")
    except OSError:
        pass  # where nothing can be kept, the flash cannot be made either, and that is said
    return made


def id_of_name(name: str) -> str:
    """The id of the board of that name that has no flash to keep it with."""
    return kept_id(runtime_dir() / (name + ".id"))


class Name:
    """One board's name, held while the emulator lives. Raises Refused when another living board has it."""

    def __init__(self, name: str) -> None:
        check_name(name)
        self.name = name
        self.path = runtime_dir() / name
        owner = self.path.with_name(name + ".owner")
        file = held(owner)
        if file is None:
            raise Refused("name", f"another board is called {name}", "a name of its own")
        self._file: IO[str] = file
        self._owner = owner
        self.show(None, "", "")

    def show(self, device: str | None, board_id: str, engine: str) -> str:
        """The name leads to `device` from now on (None: to nothing, unplugged). Returns what pyserial opens."""
        port = device or ""
        if device and device.startswith("/"):
            port = str(self.path)
            new = self.path.with_name(f".{self.name}.{os.getpid()}")
            new.unlink(missing_ok=True)
            os.symlink(device, new)
            os.replace(new, self.path)
        else:
            self.path.unlink(missing_ok=True)
        self._file.seek(0)
        self._file.truncate()
        if device:
            json.dump({"port": port, "device": device, "id": board_id, "engine": engine}, self._file)
        self._file.flush()
        return port

    def close(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        _remove(self._owner)
        self._file.close()


def _remove(owner: Path) -> None:
    owner.with_suffix("").unlink(missing_ok=True)
    remove_held(owner)


def held(path: Path) -> IO[str] | None:
    """The file, made when it is not there, with its lock, which goes with the process however that ends; None when another
    has it. Only who holds the lock may remove the file."""
    while True:
        file = open(path, "a+", encoding="utf-8")
        if not _lock(file):
            file.close()
            return None
        try:
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file
        except FileNotFoundError:
            pass
        file.close()  # somebody cleaned the file away between open and lock


def said_by_holder(path: Path) -> str:
    """What the one who holds the file's lock wrote there; "" when nobody does, and then the file is removed."""
    try:
        with open(path, "r+", encoding="utf-8") as file:
            if _lock(file):
                remove_held(path)
                return ""
            return file.read()
    except (OSError, ValueError):
        return ""


def remove_held(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except PermissionError:  # Windows, while it is open; empty files are ignored
        pass


def _lock(file: IO[str]) -> bool:
    """Take the lock if nobody holds it."""
    try:
        import fcntl
    except ImportError:
        import msvcrt  # Windows

        file.seek(1 << 20)  # a byte behind the text, so that others can read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        except OSError:
            return False
        finally:
            file.seek(0)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError:
        return False
