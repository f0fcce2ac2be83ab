"""In place of a chip: pins whose levels come through LANTERNBOARD_PINS, a pipe (two bytes each: number, level), a clock whose memory is a
file, a reset that ends the program with code 3. Interrupts come when somebody looks at a pin, as MicroPython's soft ones come between
two lines."""

import os
import select
import sys

WDT_RESET, PWRON_RESET, HARD_RESET = 3, 1, 2
_pins = {}
_levels = {}
_control = open(int(os.getenv("LANTERNBOARD_PINS") or "3"), "rb")
_poll = select.poll()
_poll.register(_control, select.POLLIN)


def _look():
    two = bytearray(2)
    while _poll.poll(0):
        if _control.readinto(two) != 2:
            raise SystemExit
        _levels[two[0]] = two[1]
        pin = _pins.get(two[0])
        if pin and pin.handler:
            pin.handler(pin)


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 2, 4, 8

    def __init__(self, number, mode=0, pull=-1):
        self.number = number
        self.handler = None
        _pins[number] = self

    def value(self):
        _look()
        return _levels.get(self.number, 1)

    def irq(self, handler, trigger):
        if os.getenv("LANTERNBOARD_NO_IRQ"):
            raise NotImplementedError
        self.handler = handler


class RTC:
    def memory(self, data=None):
        if data is None:
            try:
                with open(os.getenv("LANTERNBOARD_CLOCK"), "rb") as f:
                    return f.read()
            except OSError:
                return b""
        with open(os.getenv("LANTERNBOARD_CLOCK"), "wb") as f:
            f.write(data)


if os.getenv("LANTERNBOARD_NO_CLOCK"):
    del RTC


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        pass


def unique_id():
    return b"\x01\x02\x03\x04\x05\xfe"


def reset_cause():
    return int(os.getenv("LANTERNBOARD_WHY") or "1")


def reset():
    sys.exit(3)


def disable_irq():
    return 0


def enable_irq(state):
    pass
