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
