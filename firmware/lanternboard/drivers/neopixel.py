"""Any MicroPython port that has the stock `neopixel`, as an ESP32-S3: the console is the port's own, keys are pins with pull-ups, LEDs are
written with interrupts off, 30 us a LED and lane after lane. Knows nothing of the game.

Why it started and the word to keep live in the memory of the real-time clock, where the port has it (ESP32): that survives every
reset but not a power cut, and costs no flash write. Elsewhere nothing survives a reset: then failures are not counted, and
`release` is an ordinary start; *back* and *next* held at power-up lead to MicroPython's prompt all the same."""

import select
import sys
import time

import machine
import micropython
from machine import Pin

from .debounce import Keys

KEYS = ("up", "down", "left", "right", "choose", "back", "next")
TICKS = 0x3FFFFFFF
LATCH = 300  # us of low after which the LEDs show what they got; the parts ask for 280
CAUSES = ("running", "reset", "release", "error", "maintenance")
MARK = b"LB"  # the clock's memory begins so when it is ours: then a number of CAUSES, then the word, 4 bytes
MOVED = 3  # of a contact: pressed and released may both have been (debounce.py)


class Port:
    """The console. `read_into(buf)` and `write(buf, n)` take what goes at once and return how many bytes that was. A port that says
    there is room and then waits, waits at most as long as the link has bytes on their way: 252 (docs/protocol.md)."""

    def __init__(self) -> None:
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)

    def ready(self, ms: int) -> bool:
        for _ in self._in.ipoll(ms):
            return True
        return False

    def read_into(self, buf) -> int:
        """One byte at a time, each only when poll says so: `readinto` waits until its buffer is full."""
        n = 0
        while n < len(buf) and self.ready(0):
            if not sys.stdin.buffer.readinto(self._one):
                break
            buf[n] = self._one[0]
            n += 1
        return n

    def write(self, buf, n: int) -> int:
        for _ in self._out.ipoll(0):
            return sys.stdout.buffer.write(buf, 0, n) or 0
        return 0


class Board:
    """See docs/drivers.md."""

    name = "neopixel"
    ring_in = 512
    ring_out = 256

    def __init__(self, root: str = "/") -> None:
        self.root = root
        self.id = ("0" * 16 + "".join(["%02x" % b for b in machine.unique_id()]))[-16:]
        self.port = Port()
        self._clock = machine.RTC() if hasattr(machine, "RTC") else None
        if not hasattr(self._clock, "memory"):
            self._clock = None
        self.cause, self.kept = self._before()
        self._word = 0
        self._remember(0, 0)
        self._keys = Keys()
        self._pins = []
        self._patience = 8000
        self._watchdog: "machine.WDT" = None

    def _before(self):
        """(cause, kept) of this start."""
        found = bytes(self._clock.memory()) if self._clock is not None else b""
        why = machine.reset_cause() if hasattr(machine, "reset_cause") else None
        if why is not None and why == getattr(machine, "WDT_RESET", -1):
            cause = "watchdog"
        elif found[:2] != MARK or len(found) != 7:
            known = self._clock is not None or why is None or why == getattr(machine, "PWRON_RESET", -1)
            return ("power" if known else "reset"), 0
        else:
            cause = CAUSES[found[2]] if 1 <= found[2] <= 3 else "reset"
        if found[:2] != MARK or len(found) != 7:
            return cause, 0
        return cause, found[3] | found[4] << 8 | found[5] << 16 | found[6] << 24

    def _remember(self, number: int, word: int) -> None:
        self._number = number
        if self._clock is not None:
            self._clock.memory(MARK + bytes((number, word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24)))

    def held(self, settings: dict) -> int:
        """The mask of keys that are down, from plain pins: none interrupts yet."""
        down = 0
        for k in range(len(KEYS)):
            if Pin(settings["buttons"][KEYS[k]], Pin.IN, Pin.PULL_UP).value() == 0:
                down |= 1 << k
        return down

    def begin(self, settings: dict) -> None:
        """Take the pins. The console stops listening for Ctrl-C first: a stray 0x03 is data."""
        if hasattr(micropython, "kbd_intr"):
            micropython.kbd_intr(-1)
        self._patience = settings["watchdog_ms"]
        for k in range(len(KEYS)):
            self._pins.append(_Key(k, settings["buttons"][KEYS[k]], self._keys))

    def strip(self, layout, settings: dict):
        """The LEDs (docs/drivers.md). `layout`: settings/layout.py."""
        return Strip(layout, settings["leds"]["lanes"])

    def display(self, settings: dict):
        """The display; None where there is none, or nothing answers."""
        found = settings["display"]
        if found["kind"] == "none" or not hasattr(machine, "I2C"):
            return None
        from .ssd1306 import Display

        try:
            bus = machine.I2C(found["i2c"], sda=Pin(found["sda"]), scl=Pin(found["scl"]), freq=400000)
            return Display(bus, found["address"], found["flip"])
        except (OSError, ValueError):  # the latter: pins that this bus cannot have
            return None

    @property
    def stuck(self) -> int:
        """The mask of keys that were down at the start and have not been let go of."""
        return self._keys.stuck

    def ticks_ms(self) -> int:
        return time.ticks_ms() & TICKS  # type: ignore[operator]

    def idle(self, ms: int) -> None:
        """Wait until there is input or a key was pressed or let go of, at most `ms`."""
        for _ in range(ms):
            if self._keys.first != self._keys.last or self.port.ready(1):
                return

    def show(self, cells) -> None:
        """LEDs show what `strip` is given."""

    def buttons(self, handler) -> None:
        """handler(key, down, ms) for every press and release since the last call, in order."""
        ms = self.ticks_ms()
        for key in self._pins:
            key.look(ms)
        self._keys.settle(ms, machine.disable_irq, machine.enable_irq)
        self._keys.take(handler)

    def feed(self) -> None:
        """Feed the watchdog; the first call starts it, and nothing can stop it then."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=self._patience)
        self._watchdog.feed()

    def keep(self, word: int) -> None:
        """A number that survives a reset but not a power cut; found in `kept` afterwards."""
        self._remember(self._number, word)
        self._word = word

    def reset(self, cause: str):
        """Start again; the next boot's `cause` is the one given. Never returns."""
        self._remember(CAUSES.index(cause) if cause in CAUSES else 1, self._word)
        machine.reset()

    def maintenance(self) -> None:
        """In place of `begin`: the port becomes MicroPython's own prompt once main.py ends; a soft reset there is an ordinary start."""
        self._remember(4, 0)


class Strip:
    """`buffer` is what the next frame is written into, always the same one. A frame is on the wire only while `send` runs."""

    def __init__(self, layout, pins) -> None:
        from neopixel import NeoPixel

        self.buffer = bytearray(layout.size)
        self._lanes = []
        view = memoryview(self.buffer)
        for lane in range(len(pins)):
            strip = NeoPixel(Pin(pins[lane], Pin.OUT), layout.counts[lane])
            start = layout.starts[lane]
            strip.buf = view[start : start + 3 * layout.counts[lane]]  # the bytes are in the LEDs' own order already
            self._lanes.append(strip)
        self._ended = time.ticks_us()
        self._latching = False
        self.send(True)  # dark

    def busy(self) -> bool:
        """The latch time of the last frame has not passed."""
        if self._latching:
            self._latching = 0 <= time.ticks_diff(time.ticks_us(), self._ended) < LATCH
        return self._latching

    def stop(self) -> None:
        """Nothing is ever running here."""

    def send(self, cut: bool) -> bool:
        """Send `buffer`; returns when it is out. While busy: `cut` waits the rest of the latch time; else nothing happens, and False."""
        while self.busy():
            if not cut:
                return False
        for lane in self._lanes:
            lane.write()
        self._ended = time.ticks_us()
        self._latching = True
        return True


class _Key:
    """One key between a pin and ground, with the pin's own pull-up. Where the port has no interrupts for pins the loop looks."""

    def __init__(self, number: int, pin: int, keys: Keys) -> None:
        self.number = number
        self.pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self._keys = keys
        self._down = self.pin.value() == 0
        keys.begin(number, self._down)
        try:
            self.pin.irq(self._edge, Pin.IRQ_FALLING | Pin.IRQ_RISING)
        except (AttributeError, NotImplementedError, ValueError):
            pass

    def _edge(self, pin) -> None:
        down = pin.value() == 0
        ms = time.ticks_ms() & TICKS  # type: ignore[operator]
        self._keys.edge(self.number, MOVED if down == self._down else 1 if down else 2, down, ms)
        self._down = down

    def look(self, ms: int) -> None:
        """What no interrupt told: the level counts in the end."""
        down = self.pin.value() == 0
        if down != self._down:
            self._edge(self.pin)
