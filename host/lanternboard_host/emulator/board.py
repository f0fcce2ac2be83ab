"""An emulated board: the firmware's image on a MicroPython of its own, with a port that any serial program can open. Use it as
a context manager or call `stop`; tests, demo and `lanternboard emulate` all use this class. Emulates no hardware itself."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from lanternboard.base.errors import Refused
from lanternboard.settings.table import PLAY

from ..image import at_level, check_profile, ready_image, settings_fault, settings_fault_in, with_pack
from ..places import Place
from .engines import engine as find_engine
from .flash import Lock, check_flash, flash_file, new_flash
from .names import Name, check_name, fresh_id, id_of_name, kept_id
from .supervisor import Supervisor

LEVELS = PLAY["level"]
GIVE_UP = 6  # starts that failed in a row, after which a board gives up itself (table/boot.py)
WATCHDOG_SECONDS = 8.3  # the most an RP2040's can wait


class EmulatedBoard:
    """One board.

    image_dir  the image it is made from; by default the installed firmware's
    flash      a file (a folder for `cpython`) that holds its flash and stays; made from the image when it is not there.
               By default a temporary one that goes with `stop`. The board's id is kept beside it, in FLASH.id
    engine     "unix", "cpython" or "pico"; by default the best this machine has
    name       the stable name under which it is found; by default one of its own
    board_id   16 hexadecimal digits; by default that of its flash, else of its name, else one drawn for this board
    watchdog   seconds without a sign of work after which it is reset
    display    whether a display is plugged in; on `cpython` there is nothing to draw with and so none
    level      "lights", "monster" or "all": what a new flash's table.json says of it, where the image's says nothing; by default
               what LANTERNBOARD_LEVEL says, else nothing
    pack       a lanternboard/pack/1, checked, that a new flash has and plays; by default what the image says

    Raises Refused, whose path is the argument that was wrong.
    """

    def __init__(
        self,
        image_dir: str | os.PathLike | None = None,
        flash: str | os.PathLike | None = None,
        engine: str | None = None,
        name: str | None = None,
        board_id: str | None = None,
        watchdog: float = WATCHDOG_SECONDS,
        display: bool = True,
        level: str | None = None,
        pack: dict | None = None,
    ) -> None:
        if name is not None:
            check_name(name)
        for path, given in (("image", image_dir), ("flash", flash)):
            if given is not None and not os.fspath(given):
                raise Refused(path, "an empty name", "a folder" if path == "image" else "a file")
        if image_dir and not (Path(image_dir) / "main.py").is_file():
            raise Refused("image", f"{image_dir} is no image of a board", "a folder that `lanternboard image` has made")
        self._engine = find_engine(engine)
        self.engine: str = self._engine.name
        if image_dir:
            check_profile(image_dir, self._engine.profile)
        if flash and os.path.lexists(flash):
            check_flash(Path(flash), self._engine.littlefs)
        if board_id:
            self.id = board_id
        elif flash:
            self.id = kept_id(Path(f"{os.fspath(flash).rstrip(os.sep)}.id"))
        else:
            self.id = id_of_name(name) if name else fresh_id()
        self.name = name or "board-" + self.id[:6]
        self._image = Path(image_dir) if image_dir else None
        self._place = Place()
        self.flash = Path(flash).absolute() if flash else self._place.folder / "flash"
        self._lock: Lock | None = None
        self._watchdog = watchdog
        self._display = display
        self._level = level or os.environ.get("LANTERNBOARD_LEVEL", "")
        if self._level and self._level not in LEVELS:
            raise Refused("level", f"no such level of play: {self._level}", ", ".join(LEVELS))
        self._pack = pack
        self._log = open(self._place.folder / "log", "wb", buffering=0)
        self._supervisor: Supervisor | None = None

    def __enter__(self) -> "EmulatedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def _on(self) -> Supervisor:
        if self._supervisor is None:
            raise Refused("emulator", "this board has not been started", "start() first")
        return self._supervisor

    def start(self) -> str:
        """Power on. Returns the port, a name that pyserial opens; it stays the same over restarts where names are files.
        Raises Refused where the flash is somebody else's just now, or no flash, and where another board has the name."""
        if self._supervisor is None:
            name = Name(self.name)
            try:
                self._lock = Lock(self.flash, f"the board {self.name}")
                self._make_flash()
            except BaseException:
                name.close()
                self._let_go()
                raise
            self._supervisor = Supervisor(self._engine, self.flash, name, self.id, self._watchdog, self._log)
            self._supervisor.display = self._display
        return self._on.do(self._on.power_on)

    def _make_flash(self) -> None:
        if self.flash.exists():
            return
        image = self._image or ready_image(self._engine.profile)
        try:
            with with_pack(image, self._pack) as packed, at_level(packed, self._level) as folder:
                new_flash(folder, self.flash, self._engine.littlefs)
        except OSError as wrong:
            raise Refused("flash", f"{self.flash} cannot be made: {wrong.strerror}", "a file in a folder of your own") from None

    def _let_go(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()

    def kill(self) -> None:
        """Power cut: kill -9 in the middle of whatever it did. It stays off."""
        self._on.do(self._on.power_off)

    def restart(self) -> str:
        """Power off and on again. Returns the port."""
        return self._on.do(self._on.power_on)

    def unplug(self) -> None:
        """Pull the cable; the board runs on."""
        self._on.do(self._on.unplug)

    def plug(self) -> str:
        """Put the cable back: a new device behind the same name. Returns the port."""
        return self._on.do(self._on.plug)

    def stop(self) -> None:
        """Off, name and temporary flash removed. May be called twice."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is not None:
            supervisor.close()
        self._let_go()
        self._log.close()
        self._place.remove()

    def press(self, key: int) -> None:
        """Press and release a key (controls/keys.py numbers them)."""
        self.edges(bytes([key << 1 | 1, key << 1]))

    def edge(self, key: int, down: bool) -> None:
        self.edges(bytes([key << 1 | bool(down)]))

    def edges(self, edges: bytes) -> None:
        """Button edges in order, one byte each: key << 1 | down."""
        self._on.do(lambda: self._on.edges(edges))

    def hold_at_start(self, *keys: int) -> None:
        """Keys that are down whenever it starts from now on."""
        self._on.held = sum(1 << key for key in keys)

    @property
    def port(self) -> str:
        """What pyserial opens now; empty while unplugged or off."""
        return self._on.port

    @property
    def cells(self) -> bytes:
        """What the LEDs show: one byte per space (lights/compose.py)."""
        return self._on.cells

    @property
    def picture(self) -> bytes:
        """What its display shows: 1,024 bytes as an SSD1306 has them, eight pages of 128 columns, the lowest bit on top; b"" while
        it has shown nothing, and without one."""
        return self._on.picture

    @property
    def frames(self) -> list[bytes]:
        """The last frames shown, oldest first."""
        with self._on.changed:
            return list(self._on.frames)

    @property
    def wire(self) -> bytes:
        """The last bytes on the LEDs' wires, all lanes (settings/layout.py tells where each begins)."""
        with self._on.changed:
            return self._on.wires[-1] if self._on.wires else b""

    @property
    def wires(self) -> list[bytes]:
        """The last frames on the wires, oldest first."""
        with self._on.changed:
            return list(self._on.wires)

    @property
    def shown(self) -> int:
        """How many frames were ever shown."""
        return self._on.shown

    @property
    def causes(self) -> list[str]:
        """Why it started, one entry per start."""
        with self._on.changed:
            return list(self._on.causes)

    @property
    def lit(self) -> list[float | None]:
        """One entry per start: seconds from the reset (the power, the watchdog's last moment) to the first lights shown."""
        with self._on.changed:
            return list(self._on.lit)

    @property
    def feeds(self) -> int:
        """Signs of work since it last started."""
        return self._on.feeds

    @property
    def pid(self) -> int | None:
        """The process of the board itself."""
        running = self._on._running
        return running.process.pid if running else None

    @property
    def at_prompt(self) -> bool:
        """Whether MicroPython's own prompt is on the port, because no firmware runs."""
        return self._on.at_prompt

    def wait(self, condition: Callable[["EmulatedBoard"], object], seconds: float = 10) -> None:
        """Wait until `condition(board)` holds; it is looked at whenever the board showed, fed or started something.
        Raises TimeoutError with the end of the board's log."""
        deadline = time.monotonic() + seconds
        with self._on.changed:
            while not condition(self):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"not within {seconds} s; causes {self._on.causes}; log: {self.log()[-1000:]}")
                self._on.changed.wait(left)

    def check_started(self) -> None:
        """Raises Refused, with what it said, for a board that gave up before it showed anything: no firmware starts."""
        given_up = self.at_prompt or len(self.causes) > GIVE_UP
        if self.shown or not given_up or self.causes[-1] == "release":
            return
        said = self._on.said.decode(errors="replace").rpartition("\n")[0]  # whole lines
        lines = "\n".join((said, self.log(), self._last_words())).splitlines()
        told = [line.strip() for line in lines if line.strip() and "Traceback" not in line and "boot_unix.py" not in line]
        raise Refused("image", "the firmware does not start: " + ("; ".join(told[-4:]) or "it says nothing"), "an image that starts")

    def _last_words(self) -> str:
        """What its boot log has of the last start."""
        try:
            return str(json.loads(self._file("bootlog") or b"")["last"][-1][2])
        except (ValueError, KeyError, IndexError, TypeError):
            return ""

    def settings_fault(self) -> str:
        """Before it starts: why it will run by its built-in settings, "" when it will not."""
        content = self._file("table.json") if self.flash.exists() else None
        if content is None:
            return "" if self.flash.exists() else settings_fault(self._image or ready_image(self._engine.profile))
        return settings_fault_in(content)

    def _file(self, name: str) -> bytes | None:
        return flash_file(self.flash, name, self._engine.littlefs)

    def started(self, seconds: float = 10) -> None:
        """Wait until it shows something. Raises Refused when no firmware starts, TimeoutError when it takes longer."""
        self.wait(lambda board: board.shown or board.at_prompt or len(board.causes) > GIVE_UP, seconds)
        self.check_started()

    def log(self) -> str:
        """What the firmware's interpreter said outside of the line."""
        return (self._place.folder / "log").read_text(errors="replace")
