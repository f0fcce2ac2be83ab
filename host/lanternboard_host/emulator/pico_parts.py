"""What is wired to the emulated Pico: LED chains, which decode the very edges of their pin, and an SSD1306 on its I2C bus. They live in
the Pico's own process (pico_process.py) and in its time; they know nothing of what is shown."""

from collections import deque
from dataclasses import dataclass
from typing import Any

LATCH_NS = 280_000  # low for so long, and the LEDs show what they got
HIGH_NS = 600  # a longer high is a 1
FP_NS = 8 / 256  # of a PIO block's own count: 256ths of a cycle at 125 MHz
KEPT = 4000  # frames
FUNCTION_PIO0 = 6


@dataclass
class Frame:
    """One latched frame. `first`, `last`: emulated ns of its first and last edge. `bits`: how many came; a frame that was cut off has no
    multiple of 24. `data`: its whole bytes as they came. `times`: [shortest, longest] ns by what they are: "0 high", "1 low", ..."""

    lane: int
    first: float
    last: float
    bits: int
    data: bytes
    times: dict[str, list[float]]


class Chain:
    """The LEDs on one pin. `leds`: what they show, as it came over the wire; LEDs that a frame does not reach keep what they had."""

    def __init__(self, lane: int, pin: int, chip: Any, clock: Any, latched: Any) -> None:
        self.lane, self.chip, self.clock, self.latched = lane, chip, clock, latched
        self.leds = bytearray()
        self.frame: Frame | None = None
        self._gpio = chip.gpio[pin]
        self._edges: list[float] = []  # ns, rising and falling in turn
        self._first = self._last = 0.0
        self._pio: Any = None
        self._gpio.add_listener(self._moved)

    def _moved(self, new: Any, old: Any) -> None:
        now = self.clock.nanos
        edges = self._edges
        if new.name == "HIGH":
            if edges and now - self._last > LATCH_NS:
                self._latch()
                edges = self._edges
            if not edges:
                self._first = now
                function = self._gpio.function_select
                # A PIO's own count is exact to the cycle; the clock may lag by some of the processor's instructions.
                self._pio = self.chip.pio[function - FUNCTION_PIO0] if function in (FUNCTION_PIO0, FUNCTION_PIO0 + 1) else None
        elif not len(edges) & 1:
            return  # it was not high
        edges.append(now if self._pio is None else self._pio.cycle_fp * FP_NS)
        self._last = now

    def look(self) -> None:
        """Latch what is due."""
        if self._edges and self.clock.nanos - self._last > LATCH_NS:
            self._latch()

    def _latch(self) -> None:
        edges, self._edges = self._edges, []
        rises, falls = edges[0::2], edges[1::2]
        highs = [fall - rise for rise, fall in zip(rises, falls)]
        lows = [rise - fall for fall, rise in zip(falls, rises[1:])]
        ones = [high > HIGH_NS for high in highs]
        times: dict[str, list[float]] = {}
        for bit in (0, 1):
            for what, values in (("high", highs), ("low", lows)):
                mine = [value for one, value in zip(ones, values) if one == bit]
                if mine:
                    times[f"{bit} {what}"] = [min(mine), max(mine)]
        bits = len(ones)
        data = int("".join("1" if one else "0" for one in ones[: bits & -8]) or "0", 2).to_bytes(bits // 8, "big")
        self.frame = Frame(self.lane, self._first, self._last, bits, data, times)
        whole = bits // 24 * 3
        self.leds[:whole] = data[:whole]
        self.latched(self.frame)


class Chains:
    """All lanes. `frames`: those of all lanes in the order in which they latched, `count` of them ever."""

    def __init__(self, pins: list[int], chip: Any, clock: Any) -> None:
        self.frames: deque[Frame] = deque(maxlen=KEPT)
        self.count = 0
        self.waiting: Any = None  # (count, what is called then)
        self.chains = [Chain(lane, pin, chip, clock, self._latched) for lane, pin in enumerate(pins)]

    def _latched(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.count += 1

    def look(self) -> None:
        for chain in self.chains:
            chain.look()
        if self.waiting and self.count >= self.waiting[0]:
            then, self.waiting = self.waiting[1], None
            then()

    def since(self, n: int) -> list[list[Any]]:
        """The frames from the nth on, as far as they are kept: [[lane, first, last, bits, hex, times], ...]."""
        self.look()
        kept = list(self.frames)[max(0, n - (self.count - len(self.frames))) :]
        return [[f.lane, f.first, f.last, f.bits, f.data.hex(), f.times] for f in kept]


class Screen:
    """An SSD1306 at `address` of one I2C block. `there` False: nobody answers. `memory`: its 1,024 bytes; noise at power-up."""

    ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

    def __init__(self, block: Any, address: int, clock: Any, there: bool = True) -> None:
        self.block, self.address, self.there = block, address, there
        self.alarm = clock.create_alarm(self._carry)
        self.then: Any = None
        block.on_start = lambda again: self._later(block.complete_start)
        block.on_connect = self._connect
        block.on_write_byte = self._write
        block.on_stop = lambda: self._later(block.complete_stop)
        self.power()

    def power(self) -> None:
        self.memory = bytearray(k * 37 & 255 for k in range(1024))
        self.on = False
        self.mode, self.page, self.column = 2, 0, 0
        self.control = -1
        self.command: list[int] = []

    def _later(self, then: Any, bits: int = 1) -> None:
        """Everything on the bus takes its time."""
        self.then = then
        self.alarm.schedule(bits * 8.0 * (self.block.scl_high_period + self.block.scl_low_period))

    def _carry(self) -> None:
        then, self.then = self.then, None
        then()

    def _connect(self, address: int, mode: int) -> None:
        answers = self.there and address == self.address and mode == 0
        self.control = -1
        self._later(lambda: self.block.complete_connect(answers), 9)

    def _write(self, value: int) -> None:
        if self.control < 0:
            self.control = value
        elif self.control & 0x40:
            self._data(value)
        else:
            self._command(value)
        if self.control & 0x80 and value != self.control:
            self.control = -1
        self._later(lambda: self.block.complete_write(True), 9)

    def _data(self, value: int) -> None:
        self.memory[self.page * 128 + self.column] = value
        self.column = (self.column + 1) % 128
        if self.column == 0 and self.mode == 0:
            self.page = (self.page + 1) % 8

    def _command(self, value: int) -> None:
        self.command.append(value)
        first = self.command[0]
        if len(self.command) <= self.ARGUMENTS.get(first, 0):
            return
        if first == 0x20:
            self.mode = value & 3
        elif first < 0x10:
            self.column = self.column & 0x70 | first
        elif first < 0x20:
            self.column = self.column & 0x0F | (first & 7) << 4
        elif first & 0xF8 == 0xB0:
            self.page = first & 7
        elif first & 0xFE == 0xAE:
            self.on = bool(first & 1)
        elif first == 0x21:
            self.column = self.command[1] & 127
        elif first == 0x22:
            self.page = self.command[1] & 7
        self.command = []
