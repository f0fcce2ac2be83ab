"""A Raspberry Pi Pico: USB console, seven keys on pins, watchdog. Never blocks on a host that does not read; allocates nothing in
an interrupt.

Why it started and the word to keep live in the watchdog's scratch registers 0 and 1: they survive every reset but not a
power cut, and cost no flash write. (The SDK uses 4 to 7 for itself.)"""

import select
import sys
import time

import machine
import micropython
from machine import Pin

from .debounce import Keys

KEYS = ("up", "down", "left", "right", "choose", "back", "next")
TICKS = 0x3FFFFFFF
WATCHDOG_MOST = 8300  # ms; the RP2040 cannot wait longer
DEEP = 2900  # bytes of the call stack in use, from which on a press waits for the turn around this one
ROOM = 256  # bytes that the USB stack's buffer to the host holds

_CDC_IN = 0x50100090  # the USB controller's word for endpoint 2 IN, on which MicroPython's console is
_WAITING = 1 << 10  # a packet lies there that the host has not taken
_SCRATCH = 0x400D800C if "RP2350" in sys.implementation._machine else 0x4005800C
_MARK = 0x4C42 << 8  # a scratch register that was ours holds this above the number
_RUNNING, _MAINTENANCE = 1, 2
_CAUSES = ("reset", "release", "error")  # numbers 3, 4, 5


class Port:
    """The USB console. `read_into(buf)` and `write(buf, n)` take what goes at once and return how many bytes that was."""

    def __init__(self) -> None:
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self.waiting = self._in.ipoll  # bound once: an idle turn leaves nothing on the heap
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._read = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._one = bytearray(1)

    @micropython.native
    def read_into(self, buf) -> int:
        """One byte at a time, each only when poll says so: `readinto` waits until its buffer is full."""
        n = 0
        size = len(buf)
        one = self._one
        read = self._read
        poll = self.waiting
        while n < size:
            for _ in poll(0):
                break
            else:
                return n
            read(one)
            buf[n] = one[0]
            n += 1
        return n

    def write(self, buf, n: int) -> int:
        """Poll tells that there is room, not for how much, and a write without room waits up to half a second for a host that
        does not read. But poll has just run the USB stack: when the controller has no packet waiting for the host then, the
        stack's whole buffer is free. Otherwise byte by byte. With no host the stack keeps the latest bytes."""
        k = 0
        while k < n:
            for _ in self._out.ipoll(0):
                break
            else:
                return k
            room = 1 if machine.mem16[_CDC_IN] & _WAITING else ROOM
            taken = self._write(buf, k, min(room, n - k))
            if not taken:
                return k
            k += taken
        return k


class Board:
    """See docs/drivers.md."""

    name = "rp2"
    ring_in = 512
    ring_out = 256

    def __init__(self, root: str = "/") -> None:
        self.root = root
        self.id = "".join(["%02x" % b for b in machine.unique_id()])
        self.kept = machine.mem32[_SCRATCH + 4] if machine.mem32[_SCRATCH] >> 8 == _MARK >> 8 else 0
        self.cause = _cause()
        machine.mem32[_SCRATCH] = _MARK | _RUNNING
        machine.mem32[_SCRATCH + 4] = 0
        self.port = Port()
        self._keys = Keys()
        self._pins = []
        self._watchdog: "machine.WDT" = None
        self._patience = WATCHDOG_MOST

    def held(self, settings: dict) -> int:
        """The mask of keys that are down, from plain pins: none interrupts yet."""
        down = 0
        for k in range(len(KEYS)):
            if Pin(settings["buttons"][KEYS[k]], Pin.IN, Pin.PULL_UP).value() == 0:
                down |= 1 << k
        return down

    def begin(self, settings: dict) -> None:
        """Take the pins, which interrupt from now on: only a reset leads to MicroPython's prompt. Hence the console stops listening
        for Ctrl-C first: a stray 0x03 is data."""
        micropython.alloc_emergency_exception_buf(100)  # without memory an exception keeps what it says, also what a generator returns
        micropython.kbd_intr(-1)
        self._patience = min(settings["watchdog_ms"], WATCHDOG_MOST)
        for k in range(len(KEYS)):
            self._pins.append(_Key(k, settings["buttons"][KEYS[k]], self._keys))

    def ticks_ms(self) -> int:
        return time.ticks_ms() & TICKS  # type: ignore[operator]

    def strip(self, layout, settings: dict):
        """The LEDs (docs/drivers.md). `layout`: settings/layout.py."""
        from .rp2_leds import Strip

        return Strip(layout.starts, layout.counts, layout.size, settings["leds"]["lanes"])

    def display(self, settings: dict):
        """The display; None where there is none, or nothing answers."""
        found = settings["display"]
        if found["kind"] == "none":
            return None
        from .ssd1306 import Display

        try:
            bus = machine.I2C(found["i2c"], sda=Pin(found["sda"]), scl=Pin(found["scl"]), freq=400000, timeout=2000)
            return Display(bus, found["address"], found["flip"])
        except (OSError, ValueError):  # the latter: pins that this bus cannot have
            return None

    @property
    def stuck(self) -> int:
        """The mask of keys that were down at the start and have not been let go of."""
        return self._keys.stuck

    def deep(self) -> bool:
        """Whether the call stack, 8 kB, has no room for what a press does: 16 functions of the rules, and flash below them."""
        return micropython.stack_use() > DEEP

    @micropython.native
    def idle(self, ms: int) -> None:
        """Wait until there is input or a key was pressed or let go of, at most `ms`. Every interrupt ends machine.idle."""
        keys = self._keys
        poll = self.port.waiting
        now = time.ticks_ms
        began = now()
        while keys.first == keys.last:
            for _ in poll(0):
                return
            if time.ticks_diff(now(), began) >= ms:
                return
            machine.idle()

    def show(self, cells) -> None:
        """LEDs show what `strip` is given."""

    def flash(self):
        """The flash of the file system: single pages of it can be programmed."""
        from rp2 import Flash

        return Flash()

    def buttons(self, handler) -> None:
        """handler(key, down, ms) for every press and release since the last call, in order."""
        keys = self._keys
        keys.settle(self.ticks_ms(), machine.disable_irq, machine.enable_irq)
        keys.take(handler)

    def feed(self) -> None:
        """Feed the watchdog; the first call starts it, and nothing can stop it then."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=self._patience)
        self._watchdog.feed()

    def keep(self, word: int) -> None:
        """A number that survives a reset but not a power cut; found in `kept` afterwards."""
        machine.mem32[_SCRATCH + 4] = word

    def reset(self, cause: str):
        """Start again; the next boot's `cause` is the one given. Never returns."""
        machine.mem32[_SCRATCH] = _MARK | (_CAUSES.index(cause) + 3 if cause in _CAUSES else 3)
        machine.reset()

    def maintenance(self) -> None:
        """In place of `begin`: the port becomes MicroPython's own prompt once main.py ends; a soft reset there is an ordinary start."""
        machine.mem32[_SCRATCH] = _MARK | _MAINTENANCE


def _cause() -> str:
    word = machine.mem32[_SCRATCH]
    if word >> 8 != _MARK >> 8:
        return "power"
    number = word & 255
    if number == _RUNNING:  # nobody asked for this start
        return "watchdog" if machine.reset_cause() == machine.WDT_RESET else "reset"
    return _CAUSES[number - 3] if 3 <= number < 3 + len(_CAUSES) else "reset"


class _Key:
    """One key between a pin and ground, with the pin's own pull-up."""

    def __init__(self, number: int, pin: int, keys: Keys) -> None:
        self.number = number
        self.pin = Pin(pin, Pin.IN, Pin.PULL_UP)
        self._keys = keys
        off = machine.disable_irq()
        self._flags = self.pin.irq(self._edge, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True).flags  # type: ignore[union-attr]
        keys.begin(number, self.pin.value() == 0)
        machine.enable_irq(off)

    @micropython.native
    def _edge(self, pin) -> None:
        """Pressed is falling (4), let go of is rising (8): PRESSED and RELEASED of debounce.py are a quarter of that."""
        self._keys.edge(self.number, self._flags() >> 2, pin.value() == 0, time.ticks_ms() & TICKS)  # type: ignore
