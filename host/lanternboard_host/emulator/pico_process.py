"""The process in which one emulated Pico lives: MicroPython's real firmware, its USB console on a socket, its file system in a
file, its buttons on pins, LED chains and display (pico_parts.py).

Started by pico.py with one JSON argument and three sockets: console and control as every emulated board has them
(supervisor.py; of control only the button edges come here), and `hands`, lines of JSON for what only a simulated chip can do.
Every erase and every page programmed reaches the file at once, so killing this process is an honest power cut. Never decides
what is run: firmware file and file system are given to it. Needs the extra `pico` and POSIX."""

import asyncio
import dataclasses
import functools
import json
import os
import socket
import sys

from .pico_parts import Chains, Screen

FS_START, FS_SIZE, BLOCK = 0xA0000, 1441792, 4096  # where MicroPython for the RPI_PICO has its file system
ROOM = 8192  # output kept while nobody reads; what comes after is dropped, as a Pico drops it
EDGE_NS = 30_000_000  # emulated time between two edges of the buttons: no debouncing swallows one
LOOK_NS = 1_000_000  # emulated time after which a frame that has latched is noticed at the latest
LATER = object()  # this order's answer is told when it has happened


class Console:
    """The USB console on a socket. Input is paced by the room in the emulated USB's queue, which drops silently what is too much."""

    def __init__(self, device, stream, told):
        self.device, self.stream, self.told = device, stream, told
        self.incoming, self.outgoing = bytearray(), bytearray()
        self.waiting = self.writing = False
        self.alarm = device.simulator.clock.create_alarm(self._pump_later)
        device.cdc.on_serial_data = self._said
        stream.setblocking(False)
        asyncio.get_running_loop().add_reader(stream, self._readable)

    def _said(self, data):
        data = bytes(data)
        self.told(data)
        if len(self.outgoing) + len(data) <= ROOM:
            self.outgoing += data
            self._write()

    def _write(self):
        try:
            while self.outgoing:
                del self.outgoing[: self.stream.send(self.outgoing)]
        except BlockingIOError:
            pass
        except OSError:
            self.outgoing.clear()
        if bool(self.outgoing) != self.writing:
            self.writing = bool(self.outgoing)
            loop = asyncio.get_running_loop()
            if self.writing:
                loop.add_writer(self.stream, self._write)
            else:
                loop.remove_writer(self.stream)

    def _readable(self):
        try:
            data = self.stream.recv(4096)
        except BlockingIOError:
            return
        if not data:
            asyncio.get_running_loop().remove_reader(self.stream)
        self.incoming += data
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


class Buttons:
    """The keys on their pins, pressed is low. Edges keep their order and some time between them."""

    def __init__(self, device, control, pins, ended):
        self.device, self.control, self.pins, self.ended = device, control, pins, ended
        self.edges = bytearray()
        self.waiting = False
        self.alarm = device.simulator.clock.create_alarm(self._next_later)
        control.setblocking(False)
        asyncio.get_running_loop().add_reader(control, self._readable)

    def _readable(self):
        try:
            data = self.control.recv(4096)
        except BlockingIOError:
            return
        if not data:
            self.ended()
            return
        self.edges += data
        if not self.waiting:
            self._next()

    def _next_later(self):
        self.waiting = False
        self._next()

    def _next(self):
        if self.edges:
            edge = self.edges.pop(0)
            if edge >> 1 < len(self.pins):
                self.drive(self.pins[edge >> 1], None if not edge & 1 else False)
            self.waiting = True
            self.alarm.schedule(EDGE_NS)

    def drive(self, pin, level):
        """A level from outside; None: nothing but the pull-up."""
        gpio = self.device.mcu.gpio[pin]
        if level is None:
            gpio.release_input()
        else:
            gpio.set_input_value(level)


class Pico:
    def __init__(self, options):
        from .pico_fixes import apply  # the first thing here that needs rp2040py

        fixes = self.fixes = apply()
        fixes.idle_speed = options["idle_speed"]
        fixes.flash_timing = options["flash_timing"]
        fixes.unique = bytes.fromhex(options["id"])
        fixes.on_flash = self._on_flash
        from rp2040py.boards import BOARDS, FlashLayout
        from rp2040py.device.base_device import ResetCause
        from rp2040py.device.mp_device import MicroPythonDevice

        self.power_on = ResetCause.POWER_ON
        self.done = asyncio.Event()
        self.hands = socket.socket(fileno=options["hands"])
        self.flash = os.open(options["flash"], os.O_RDWR)
        layout = FlashLayout(fs_start=FS_START, fs_blockcount=FS_SIZE // BLOCK, fs_blocksize=BLOCK)
        self.device = MicroPythonDevice(board=dataclasses.replace(BOARDS["pico"], image=options["uf2"], layout=layout))
        self.device.mcu.flash[FS_START : FS_START + FS_SIZE] = os.pread(self.flash, FS_SIZE, 0)
        self.device._post_boot_handshake = lambda: None  # type: ignore[method-assign]  # else it types a line end into main.py's input
        watchdog = self.device.mcu.watchdog
        reset = watchdog.on_watchdog_trigger

        def triggered():
            self._restarted("watchdog" if watchdog._reason == 1 else "reset")
            reset()

        watchdog.on_watchdog_trigger = triggered
        self.began, self.silent = 0.0, True
        self.orders = bytearray()
        chip, clock = self.device.mcu, self.device.simulator.clock
        self.chains = Chains(options["lanes"], chip, clock)
        self.screen = None
        if options["display"]:
            self.screen = Screen(chip.i2c[options["display"]["i2c"]], options["display"]["address"], clock, options["there"])
        self.watch = clock.create_alarm(self._look)
        self.watch.schedule(LOOK_NS)
        self.alarms = []
        self.console = Console(self.device, socket.socket(fileno=options["console"]), self._said)
        self.buttons = Buttons(self.device, socket.socket(fileno=options["control"]), options["pins"], self.done.set)
        for key in options["held"]:
            self.buttons.drive(options["pins"][key], False)

    @property
    def nanos(self):
        return self.device.simulator.clock.nanos

    def tell(self, **event):
        try:
            self.hands.sendall(json.dumps(event).encode() + b"\n")
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
        asyncio.get_running_loop().add_reader(self.hands, self._order)
        await self.device.astart(timeout=600)
        self.tell(event="up", nanos=self.nanos)
        ended = asyncio.ensure_future(self.done.wait())
        # The emulator's own task ends only by a fault: then this process ends too, loudly.
        running = self.device.simulator._execute_task
        assert running is not None
        await asyncio.wait([ended, running], return_when=asyncio.FIRST_COMPLETED)
        self.device.stop()
        if self.device.simulator.engine_room_error:
            raise self.device.simulator.engine_room_error

    def _order(self):
        data = self.hands.recv(65536)
        if not data:
            self.done.set()
        self.orders += data
        while b"\n" in self.orders:
            line, _, rest = bytes(self.orders).partition(b"\n")
            self.orders[:] = rest
            order = json.loads(line)
            answer = getattr(self, "do_" + order.pop("do"))(**order)
            if answer is not LATER:
                self.tell(answer=answer)

    def _look(self):
        self.watch.schedule(LOOK_NS)
        self.chains.look()

    # What a hand may order

    def do_nanos(self):
        return self.nanos

    def do_pass(self, nanos):
        """Answers when so much time has passed on the board."""
        self.alarm = self.device.simulator.clock.create_alarm(lambda: self.tell(answer=None))
        self.alarm.schedule(nanos)
        return LATER

    def do_drive(self, pin, level):
        self.buttons.drive(pin, level)

    def do_reset(self):
        """The power goes and comes back; what is in flash stays."""
        self._restarted("power")
        if self.screen:
            self.screen.power()
        self.device.hard_reset(cause=self.power_on)

    def do_flash(self):
        """How often flash was erased and programmed."""
        return [self.fixes.erased, self.fixes.programmed]

    def do_edges(self, edges):
        """[[emulated ns, key, down], ...], each at its own time."""
        clock = self.device.simulator.clock
        pins = self.buttons.pins
        for at, key, down in edges:
            alarm = clock.create_alarm(functools.partial(self.buttons.drive, pins[key], False if down else None))
            alarm.schedule(max(0.0, at - self.nanos))
            self.alarms.append(alarm)

    def do_frames(self, since):
        """How many frames ever latched, and those from the nth on."""
        frames = self.chains.since(since)
        return [self.chains.count, frames]

    def do_await_frames(self, count):
        """Answers when so many frames have ever latched."""
        self.chains.waiting = (count, lambda: self.tell(answer=None))
        self.chains.look()
        return LATER

    def do_leds(self):
        """Per lane, what its LEDs show, as it came over the wire; and the last frame's bytes."""
        self.chains.look()
        return [[bytes(c.leds).hex(), c.frame.data.hex() if c.frame else ""] for c in self.chains.chains]

    def do_display(self, there):
        """The display's memory, whether it is on. `there`: plug it in, or pull it; None leaves it."""
        screen = self.screen
        if screen is None:
            return ["", False]
        if there is not None:
            if there and not screen.there:
                screen.power()
            screen.there = there
        return [bytes(screen.memory).hex(), screen.on]


async def run(options):
    await Pico(options).run()


if __name__ == "__main__":
    asyncio.run(run(json.loads(sys.argv[1])))
    os._exit(0)  # nothing is left to save; the emulator's threads are not waited for
