"""On a Pico the first frame that the LEDs take in is black, and it is there before anything else is loaded: what they kept over a
reset, or made up when the power came, goes. Package data: never imported on a PC. Reads table.json as leniently as can be, and
raises nothing. After a release for maintenance the LEDs keep its sign (drivers/rp2.py: the word in a scratch register).

One frame of zeros by machine.bitstream: interrupts are off meanwhile, and nothing runs yet that would miss them. More LEDs than there
are does no harm."""

import sys

import machine

RELEASED = 0x4C4204
TIMES = (320, 920, 880, 360)  # ns, as in drivers/rp2_leds.py
MOST = 1024  # LEDs of a lane


def lanes(path):
    """[(pin, LEDs), ...]"""
    pins, panels, columns, rows = [16], [], 22, 16
    try:
        from json import load

        with open(path) as f:
            found = load(f)
        board = found.get("board", {})
        columns, rows = board.get("columns", columns), board.get("rows", rows)
        if board.get("rotation", 0) % 180:
            columns, rows = rows, columns
        leds = found.get("leds", {})
        pins = leds.get("lanes", pins)
        panels = leds.get("panels", panels)
        many = [0 if panels else -(-rows // len(pins)) * columns for _ in pins]
        for one in panels:
            count = one.get("columns", columns) * one.get("rows", rows)
            many[one.get("lane", 0)] += count + one.get("before", 0) + len(one.get("skip", ()))
        return [(pins[k], many[k]) for k in range(len(pins))]
    except Exception:
        return [(16, 352)]


def send(path):
    for pin, count in lanes(path):
        try:
            machine.bitstream(machine.Pin(pin, machine.Pin.OUT, value=0), 0, TIMES, bytearray(3 * min(count, MOST)))
        except Exception:
            pass  # no such pin, no such number: table.json is looked at in earnest later


if machine.mem32[0x400D800C if "RP2350" in sys.implementation._machine else 0x4005800C] != RELEASED:
    send("/table.json")
