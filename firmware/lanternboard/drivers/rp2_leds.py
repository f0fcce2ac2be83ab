"""WS2812B chains on one to four pins of a Pico: one PIO state machine and one DMA channel each, which read the wire's bytes where they
lie. Interrupts stay on and the processor is free while a frame goes out. A Pico keeps state machines and channels over a soft reset:
they are taken back first. Never allocates after the start.

A bit is 1,240 ns at 25 MHz: 0 is 320 high and 920 low, 1 is 880 high and 360 low (docs/drivers.md: why)."""

import sys
import time

import machine
import rp2

from ..base.viper import micropython, ptr32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import *  # noqa: F403

HERTZ = 25000000
BIT = 1240  # ns
LATCH = 300  # us of low after which the LEDs show what they got; the parts ask for 280
LANES = 4


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=32, fifo_join=rp2.PIO.JOIN_TX)
def bits():
    T1, T2, T3 = 8, 14, 9
    wrap_target()
    label("bit")
    out(x, 1).side(0)[T3 - 1]
    jmp(not_x, "zero").side(1)[T1 - 1]
    jmp("bit").side(1)[T2 - 1]
    label("zero")
    nop().side(0)[T2 - 1]
    wrap()


class Strip:
    """`buffer` is what the next frame is written into: each lane's bytes from its start on, rounded up to four."""

    def __init__(self, starts, counts, size: int, pins) -> None:
        """`starts`: where each lane begins in the buffer, a multiple of four. `counts`: its LEDs. `pins`: its GPIO."""
        _take_back()
        self.buffer = bytearray(size)
        self._other = bytearray(size)
        self._views = []
        self._others = []
        self._machines = []
        self._channels = []
        most = 0
        for lane in range(len(pins)):
            words = (counts[lane] * 3 + 3) // 4
            most = max(most, words)
            start, end = starts[lane], starts[lane] + 4 * words
            self._views.append(memoryview(self.buffer)[start:end])
            self._others.append(memoryview(self._other)[start:end])
            one = rp2.StateMachine(lane, bits, freq=HERTZ, sideset_base=machine.Pin(pins[lane]))
            one.active(1)
            channel = rp2.DMA()
            ctrl = channel.pack_ctrl(size=2, inc_write=False, treq_sel=lane, bswap=True)
            channel.config(write=one, count=words, ctrl=ctrl)
            self._machines.append(one)
            self._channels.append(channel)
        self._wire = most * 32 * BIT // 1000 + 2  # us that a frame takes
        self._takes = self._wire + LATCH
        self._began = time.ticks_us()
        self._sending = False

    @micropython.native
    def busy(self) -> bool:
        """A frame is on the wire, or its latch time has not passed."""
        if self._sending:
            self._sending = 0 <= time.ticks_diff(time.ticks_us(), self._began) < self._takes
        return self._sending

    @micropython.native
    def send(self, cut: bool) -> bool:
        """Start sending `buffer`, which is another object then. While busy: `cut` ends the running frame first and waits the latch
        time; else nothing happens, and False."""
        if self.busy():
            if not cut:
                return False
            self.stop()
            while self.busy():
                pass
        channels = self._channels
        views = self._views
        for lane in range(len(channels)):
            channels[lane].config(read=views[lane], trigger=True)
        self._began = time.ticks_us()
        self._takes = self._wire + LATCH
        self._sending = True
        self._views = self._others
        self._others = views
        sent = self.buffer
        self.buffer = self._other
        self._other = sent
        return True

    @micropython.native
    def stop(self) -> None:
        """End the frame that runs: the wires are low from now on, and take another one after the latch time. What is all on the wire
        already only latches."""
        if not self.busy() or time.ticks_diff(time.ticks_us(), self._began) >= self._takes - LATCH:
            return
        n = len(self._machines)
        _halt(n)
        for lane in range(n):
            self._channels[lane].active(0)
        _go_on(n)
        self._began = time.ticks_us()
        self._takes = LATCH


def _take_back() -> None:
    """What an earlier start left running: the first PIO's machines, and channels that feed them."""
    for lane in range(LANES):
        rp2.StateMachine(lane).active(0)
    if "RP2350" in sys.implementation._machine:
        _stop_channels(16, 17, 281)
    else:
        _stop_channels(12, 15, 273)


@micropython.viper
def _halt(lanes: int):
    """State machines 0 to `lanes` - 1 of the first PIO stop, their pins low."""
    clear = ptr32(0x50203000)  # what is written to a register here is cleared in it
    clear[0] = (1 << lanes) - 1  # CTRL: SM_ENABLE
    pio = ptr32(0x50200000)
    while lanes:
        lanes -= 1
        pio[54 + 6 * lanes] = 0xA042  # SM_INSTR: nop().side(0)


@micropython.viper
def _go_on(lanes: int):
    """What they still hold is dropped, 9 words at most; then they wait for the next one, the pin low."""
    pio = ptr32(0x50200000)
    all = (1 << lanes) - 1
    while lanes:
        lanes -= 1
        n = 9
        while n:
            if pio[1] & (1 << (24 + lanes)):  # FSTAT: TXEMPTY
                break
            pio[54 + 6 * lanes] = 0x6060  # out(null, 32).side(0): with autopull this takes a word out of the queue
            n -= 1
    set = ptr32(0x50202000)  # what is written here is set
    set[0] = all << 4  # SM_RESTART
    set[0] = all


@micropython.viper
def _stop_channels(count: int, treq: int, abort: int):
    """`treq`: the bit where TREQ_SEL begins; `abort`: the number of the word CHAN_ABORT."""
    channels = ptr32(0x50000000)  # 64 bytes each; word 4 is the control register without a trigger
    k = 0
    while k < count:
        ctrl = channels[16 * k + 4]
        if ctrl & 1 and (ctrl >> treq) & 63 < 4:
            channels[16 * k + 4] = 0
            channels[abort] = 1 << k
            while channels[abort] & (1 << k):
                pass
        k += 1
