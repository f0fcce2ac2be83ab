"""A port opened alone, with a plain word for every way it can fail. Who opened it says so in a note beside the emulators' names,
so that the second one can be told who has it. Speaks no protocol."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import IO, Any

from lanternboard.base.errors import Refused

BUSY, DENIED, MISSING, UNANSWERED, FAILED, NO_PORT = "busy", "denied", "missing", "unanswered", "failed", "no port"
SEVERAL = "several"


class PortProblem(Refused):
    """A port that cannot be used. `kind` is BUSY, DENIED, MISSING, UNANSWERED (nobody speaks there), NO_PORT (it never can
    be one), SEVERAL (it is not clear which is meant) or FAILED; `owner` who has it, when busy and known; `passing` whether that one
    will let go of it in a moment."""

    exit_code = 3

    def __init__(self, kind: str, port: str, message: str, allowed: str = "", owner: str = "", passing: bool = False) -> None:
        super().__init__(port, message, allowed)
        self.kind = kind
        self.owner = owner
        self.passing = passing


class Opened:
    """An open port: `serial` is pyserial's. `close` lets it go for others."""

    def __init__(self, serial: Any, note: Note) -> None:
        self.serial = serial
        self._note = note

    def close(self) -> None:
        try:
            self.serial.close()
        except (OSError, ValueError):
            pass  # the device has gone already
        self._note.close()


def open_port(port: str, visit: bool = False) -> Opened:
    """Opens a device, a pseudo-terminal or any pyserial URL, for us alone. `visit`: for a moment only, others may wait for it. Raises
    PortProblem."""
    import serial

    note = Note(port)
    if not note.taken:
        raise _busy(port, _passing(port))
    if visit:
        note.write(visit)
    try:
        # Modem lines are left alone: a pseudo-terminal has none, and pyserial forgives that only while opening.
        opened = serial.serial_for_url(port, baudrate=115200, timeout=0.02, write_timeout=1.0, exclusive=True)
    except Exception as wrong:  # pyserial's own addresses raise what they like: hwgrep:// re.error, loop:// KeyError
        note.close()
        raise _problem(port, wrong) from None
    _exclude(opened)
    if not visit:
        note.write()
    return Opened(opened, note)


def _exclude(opened: Any) -> None:
    """The kernel's own lock besides pyserial's advisory one: it also keeps out programs that never ask. Not on a
    pseudo-terminal: its emulator holds it open too, so the lock would outlive a host that was killed."""
    if _real(opened.port).startswith("/dev/pts/"):
        return
    try:
        import fcntl
        import termios

        fcntl.ioctl(opened.fileno(), termios.TIOCEXCL)
    except (ImportError, AttributeError, OSError, ValueError):
        pass  # Windows opens alone anyway, a socket is refused by the other side


def _busy(port: str, passing: bool = False) -> PortProblem:
    owner = owner_of(port)
    message = f"it is in use by {owner or 'another program'}"
    return PortProblem(BUSY, port, message, "close that program, then try again", owner, passing)


def _passing(port: str) -> bool:
    """Whether the program of ours that has it is there for a moment; who comes or goes just now, too."""
    from ..emulator.names import said_by_holder

    try:
        said = said_by_holder(note_path(port))
        return not said or bool(json.loads(said).get("visit"))
    except (OSError, ValueError, AttributeError):
        return False


def _problem(port: str, wrong: Exception) -> PortProblem:
    code = getattr(wrong, "errno", None)
    text = str(wrong)
    if not isinstance(wrong, OSError | ValueError):
        return PortProblem(NO_PORT, port, f"it is no address that can be opened: {wrong!r}", "a serial port, or a URL that pyserial knows")
    if code in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "in use" in text:
        return _busy(port)
    if code in (errno.EACCES, errno.EPERM) or "Access is denied" in text or "PermissionError" in text:
        if sys.platform == "win32":
            return _busy(port)
        return PortProblem(DENIED, port, "this user may not open it", permission_help(port))
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO) or "FileNotFoundError" in text:
        return PortProblem(MISSING, port, "there is no such port now", "plug the board in; `lanternboard ports` lists what is there")
    if code in (errno.ENOTTY, errno.EINVAL, errno.EISDIR) or "Could not configure port" in text:
        kind = NO_PORT if os.path.isfile(port) or os.path.isdir(port) else FAILED
        return PortProblem(kind, port, "it is no serial port", "a serial port, or a URL that pyserial knows")
    return PortProblem(FAILED, port, text, "a serial port, or a URL that pyserial knows")


def permission_help(port: str) -> str:
    """What lets this user open it, as a command where there is one."""
    try:
        import grp

        group = grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "ask whoever looks after this computer for access to serial ports"
    if group == "root":
        return "install the udev rule in docs/linux-serial.md, or ask whoever looks after this computer"
    return f"sudo usermod -a -G {group} {os.environ.get('USER', '$USER')}, then log out and in again"


# Who has it


def _real(port: str) -> str:
    return port if "://" in port else os.path.realpath(port)


def note_path(port: str) -> Path:
    from ..emulator.names import runtime_dir

    return runtime_dir() / ("open" + re.sub(r"[^A-Za-z0-9]+", "-", _real(port)) + ".lock")


class Note:
    """`taken` is False when another of our programs holds this port. The lock goes with the process, however that ends."""

    def __init__(self, port: str) -> None:
        from ..emulator.names import held

        self.taken = True
        self._file: IO[str] | None = None
        try:
            self._path = note_path(port)
            self._file = held(self._path)
            if self._file is None:
                time.sleep(0.02)  # it may only have been looked at
                self._file = held(self._path)
        except OSError:
            return  # nowhere to leave a note: the port's own lock must do
        self.taken = self._file is not None

    def write(self, visit: bool = False) -> None:
        if self._file:
            self._file.seek(0)
            self._file.truncate()
            json.dump({"pid": os.getpid(), "program": _program(), "visit": visit}, self._file)
            self._file.flush()

    def close(self) -> None:
        from ..emulator.names import remove_held

        if self._file:
            try:
                self._file.seek(0)
                self._file.truncate()
                remove_held(self._path)
                self._file.close()
            except OSError:
                pass
            self._file = None


def _program() -> str:
    name = os.path.basename(sys.argv[0] or "python")
    return " ".join([name, *sys.argv[1:3]]) if name else "python"


def owner_of(port: str) -> str:
    """Such as `lanternboard connect (process 4711)`, or "" when nobody can be named."""
    for pid, program in _holders(port):
        return f"{program} (process {pid})"
    return ""


def _holders(port: str):
    from ..emulator.names import said_by_holder

    try:
        said = json.loads(said_by_holder(note_path(port)))
        if _lives(int(said["pid"])):
            yield int(said["pid"]), str(said["program"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    real = _real(port)
    if "://" in port or not os.path.isdir("/proc"):
        return
    for entry in sorted(os.listdir("/proc")):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            held = [_leads(f"/proc/{entry}/fd/{fd}") for fd in os.listdir(f"/proc/{entry}/fd")]
            if real in held and not any(path.endswith("/ptmx") for path in held):  # that one is the board's side, an emulator
                yield int(entry), _command(entry)
        except OSError:
            continue  # not ours to look into, or gone


def _lives(pid: int) -> bool:
    if os.name != "posix":
        return True  # looking would end it there; its lock says enough
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # somebody else's
    return True


def _leads(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""


def _command(pid: str) -> str:
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        words = file.read().decode(errors="replace").split("\0")
    return " ".join(os.path.basename(word) if i == 0 else word for i, word in enumerate(words[:3]) if word) or "a program"
