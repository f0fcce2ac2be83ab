"""What every bench script on a board uses: figures out as lines of JSON, clean heap readings. Runs on MicroPython, Pico and
unix port; never measures anything itself."""

import gc
import json
import sys
import time

if sys.platform == "rp2" and "lanternboard" not in sys.modules:  # main.py is ours, not the image's
    time.sleep_ms(60)  # USB is up after 17 ms; what is printed before is lost
    sys.path.insert(0, "/lb")
    import start

    start.known()
    sys.path[0] = next(start.places("/lb/0"))


def say(**figures):
    print(json.dumps(figures))


def end():
    say(end=True)


def free() -> int:
    """Free heap bytes after two collections: the second frees what the first one's finalisers held."""
    gc.collect()
    gc.collect()
    return gc.mem_free()


def largest() -> int:
    """The largest block that can be had at once, to 16 bytes, by trying."""
    gc.collect()
    low, high = 0, gc.mem_free() + 16
    while high - low > 16:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return low


def settle():
    """Before a timed stretch: no collection of old garbage falls into it."""
    gc.collect()


us = time.ticks_us
since = time.ticks_diff


STACK = 0x20040000  # an RP2040's call stack: 8 kB up to 0x20042000, used from the top
PAINT = 0x5AA5C33C


def paint_stack():
    """Marks what of the call stack is free now."""
    from machine import mem32
    from micropython import stack_use

    for at in range(STACK, STACK + 8192 - stack_use() - 800, 4):
        mem32[at] = PAINT


def stack_left() -> int:
    """Bytes of the call stack that nobody has used since `paint_stack`, interrupts and machine code included."""
    from machine import mem32

    at = STACK
    while mem32[at] == PAINT:
        at += 4
    return at - STACK
