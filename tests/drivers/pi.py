"""In place of a Raspberry Pi: `python pi.py FOLDER` runs an image's main.py on Blinka's generic board. Its pins are the bytes of
FOLDER/pins, 1 is high; what goes out to its LEDs is appended to FOLDER/wire, each frame after its length. The LEDs' library is
adafruit_pixelbuf itself, which knows nothing of ours."""

import mmap
import os
import runpy
import sys
import types
from pathlib import Path

os.environ["BLINKA_OS_AGNOSTIC"] = "1"

import adafruit_pixelbuf
import board
from adafruit_blinka.microcontroller.generic_agnostic_board.pin import Pin

FOLDER = Path(sys.argv[1])
assert board.board_id == "OS_AGNOSTIC_BOARD", board.board_id

with open(FOLDER / "pins", "r+b") as file:
    levels = mmap.mmap(file.fileno(), 0)
Pin.read = lambda self: levels[self.id] == 1
for number in range(len(levels)):
    setattr(board, f"D{number}", Pin(number))


class NeoPixel(adafruit_pixelbuf.PixelBuf):
    def __init__(self, pin, n, *, brightness, auto_write, pixel_order):
        super().__init__(n, byteorder=pixel_order, brightness=brightness, auto_write=auto_write)
        self.pin = pin

    def _transmit(self, buffer):
        with open(FOLDER / "wire", "ab") as out:
            out.write(len(buffer).to_bytes(2, "big") + bytes(buffer))


real = os.fsync


def fsync(number):
    real(number)
    with open(FOLDER / "synced", "ab") as out:
        out.write(b".")


os.fsync = fsync
sys.modules["neopixel"] = types.ModuleType("neopixel")
sys.modules["neopixel"].NeoPixel = NeoPixel
sys.path[0] = str(FOLDER)  # as `python main.py` has it
runpy.run_path(str(FOLDER / "main.py"), run_name="__main__")
