"""What rp2040py 0.3.6 needs before the real Pico firmware behaves under it as on a board. `apply()` is called once, before a
device is built; `OPTIONS` belongs to the one Pico of this process (lanternboard_host.emulator.pico_process).

The repairs, each with the symptom it removes:
- USB: its host answers an armed OUT buffer with a zero-length packet, the guest re-arms at once and spends its life in
  interrupts (20-40 times slower in emulated time). Here a read stays pending until there are bytes, as a NAK would have it.
- Idle: with that, an idle guest has no alarm near and the clock leaps by minutes. A tick of 1 ms, like USB's start of frame,
  bounds the leaps, and idle time is held to `idle_speed` times wall time. Busy code is neither sped up nor slowed down.
- PIO: a state machine got at most one step per idle leap, so a strip fed by DMA stalled while the guest slept.
- Flash: every erase and program is told (`on_flash`), its duration can be modelled, and the chip has a unique id.

Never changes what the guest's instructions do or cost. Needs the extra `pico`."""

import asyncio
import time

from rp2040py import simulator as _simulator
from rp2040py.device import base_device as _device
from rp2040py.peripherals import dma as _dma
from rp2040py.peripherals import ssi as _ssi
from rp2040py.usb import cdc as _cdc

GATHER_NS = 20_000  # emulated delay before a pending OUT read is served, so that bytes arrive in packets
HEARTBEAT_NS = 1_000_000
CYCLE_NS, LITTLE_NS = 8, 0.001  # the emulator rounds a leap down to whole cycles
PIO_STEP_NS, PIO_BUSY_NS, PIO_POLL_NS = 40, 200, 20_000
NEVER = 1 << 61  # a PIO block that waits is due "never"
ERASE_NS, BLOCK_ERASE_NS, PROGRAM_NS = 45_000_000, 150_000_000, 400_000  # typical of a W25Q16JV
READ_UNIQUE_ID = 0x4B
DREQ_FORCE = 16  # transfer requests below this are a PIO's


class Options:
    """idle_speed: idle emulated seconds per wall second, 0 = as fast as it goes. unique: the flash chip's 8 bytes.
    flash_timing: erases and programs take their time. on_flash(address, data): told after each, with what now lies there."""

    def __init__(self):
        self.idle_speed = 1.0
        self.flash_timing = False
        self.unique = b"\xff" * 8
        self.on_flash = None
        self.erased = self.programmed = 0


OPTIONS = Options()


class QuietCDC(_cdc.USBCDC):
    """The host's end of the USB console, which says nothing when it has nothing to say; and the two clocks of an idle chip."""

    def __init__(self, usb):
        super().__init__(usb)
        self._serve = usb.on_endpoint_read
        self._pending = None
        self._armed = False
        usb.on_endpoint_read = self._on_read
        self._gather = usb.rp2040.clock.create_alarm(self._on_gathered)
        _Heartbeat(usb.rp2040)
        usb.rp2040.pio_pacer = _PioPacer(usb.rp2040).alarm

    def _on_read(self, endpoint, size):
        if endpoint == self._out_endpoint and endpoint > 0 and self.tx_fifo.empty:
            self._pending = size
        else:
            self._serve(endpoint, size)

    def _on_gathered(self):
        self._armed = False
        size, self._pending = self._pending, None
        if size is not None:
            self._on_read(self._out_endpoint, size)

    def send_serial_byte(self, data):
        super().send_serial_byte(data)
        if self._pending is not None and not self._armed:
            self._armed = True
            self._gather.schedule(GATHER_NS)

    def _on_controller_reset(self):
        super()._on_controller_reset()
        self._pending = None


class _Heartbeat:
    def __init__(self, chip):
        self.chip = chip
        self.wall = None
        self.alarm = chip.clock.create_alarm(self._beat)
        self.alarm.schedule(HEARTBEAT_NS)

    def _beat(self):
        self.alarm.schedule(HEARTBEAT_NS)
        simulator = getattr(self.chip, "simulator", None)
        if not OPTIONS.idle_speed or simulator is None:
            return
        now, nanos = time.perf_counter(), self.chip.clock.nanos
        if self.wall is None:
            self.wall, self.nanos = now, nanos
        ahead = (nanos - self.nanos) / 1e9 / OPTIONS.idle_speed - (now - self.wall)
        if ahead > 0.001:
            simulator.pause = ahead
            simulator.stopped = True  # ends this batch; PacedSimulator.execute goes on after the pause
        elif ahead < -0.002:
            self.wall, self.nanos = now, nanos  # a busy stretch: it is not caught up with afterwards


class _PioPacer:
    """While a state machine could run, idle leaps go from one of its steps to the next."""

    def __init__(self, chip):
        self.chip = chip
        self.blocks = chip.pio
        self.leaps = False  # since the last look
        self.alarm = chip.clock.create_alarm(self._pace)
        self.alarm.schedule(HEARTBEAT_NS)

    def _pace(self):
        due = min((block.next_due_fp - block.cycle_fp for block in self.blocks if not block.stopped), default=NEVER)
        if due < NEVER >> 1:
            if not self.chip.core.waiting:
                self.alarm.schedule(PIO_BUSY_NS)
            elif self.leaps or due <= 256:
                # The blocks are told of the leap that ends here only after this, and may step then: look again a cycle later.
                self.leaps = False
                self.alarm.schedule(CYCLE_NS + LITTLE_NS)
            else:
                self.leaps = True
                self.alarm.schedule(((due + 255 >> 8) - 1) * CYCLE_NS + LITTLE_NS)
        elif all(block.stopped for block in self.blocks):
            self.alarm.schedule(HEARTBEAT_NS)
        else:
            self.alarm.schedule(PIO_POLL_NS)


class PacedSimulator(_simulator.Simulator):
    """Runs batches until stop(), sleeping where the heartbeat found the guest ahead of its time."""

    pause = 0.0
    ended = False

    async def execute(self):
        self.stopped = self.ended = False
        try:
            while True:
                self._execute_batch()
                pause, self.pause = self.pause, 0.0
                if self.ended or (self.stopped and not pause):
                    break
                self.stopped = False
                await asyncio.sleep(pause)
                if self.ended:
                    break
        except Exception as error:
            self.engine_room_error = error
            raise
        finally:
            self.stopped = True

    def stop(self):
        self.ended = self.stopped = True


def _repair_dma():
    start = _dma.RPDMAChannel.start

    def started(self):
        start(self)
        pacer = getattr(self.rp2040, "pio_pacer", None)
        if pacer is not None and self._treq_value < DREQ_FORCE and self.active:
            pacer.schedule(PIO_STEP_NS)

    _dma.RPDMAChannel.start = started


def _repair_flash():
    apply_command, shift = _ssi.RPSSI._apply_command, _ssi.RPSSI._shift_byte

    def applied(self):
        sent, enabled = bytes(self._tx_buffer), self._write_enabled
        apply_command(self)
        if not enabled or len(sent) < 4:
            return
        address = int.from_bytes(sent[1:4], "big")
        if sent[0] in (_ssi.CMD_SECTOR_ERASE, _ssi.CMD_BLOCK_ERASE):
            OPTIONS.erased += 1
            block = sent[0] == _ssi.CMD_BLOCK_ERASE
            size = _ssi.FLASH_BLOCK_SIZE if block else _ssi.FLASH_SECTOR_SIZE
            address &= ~(size - 1)
            took = BLOCK_ERASE_NS if block else ERASE_NS
        elif sent[0] == _ssi.CMD_PAGE_PROGRAM:
            OPTIONS.programmed += 1
            size, took = len(sent) - 4, PROGRAM_NS
        else:
            return
        self.busy_until = self.rp2040.clock.nanos + took
        if OPTIONS.on_flash:
            OPTIONS.on_flash(address, bytes(self.rp2040.flash[address : address + size]))

    def shifted(self, value):
        answer = shift(self, value)
        sent = self._tx_buffer
        if sent[0] == READ_UNIQUE_ID:
            at = len(sent) - 6  # the command, four idle bytes, then the id
            return OPTIONS.unique[at] if 0 <= at < len(OPTIONS.unique) else 0xFF
        if OPTIONS.flash_timing and len(sent) > 1 and sent[0] == _ssi.CMD_READ_STATUS_1:
            left = getattr(self, "busy_until", 0) - self.rp2040.clock.nanos
            if left > 0:
                if all(block.stopped or block.next_due_fp >= NEVER for block in self.rp2040.pio):
                    self.rp2040.clock.tick(left)  # nothing else to simulate: leap over the busy time
                else:
                    answer |= 1
        return answer

    _ssi.RPSSI._apply_command = applied
    _ssi.RPSSI._shift_byte = shifted


def apply() -> Options:
    """Puts the repairs in place, once per process."""
    if _device.USBCDC is not QuietCDC:
        _device.USBCDC = QuietCDC
        _device.Simulator = PacedSimulator
        _repair_dma()
        _repair_flash()
    return OPTIONS
