"""Draws the rows of layout.py: with the font and the brush of MicroPython's framebuf, hence on a board only. A row of eight pixels'
height is one page of an SSD1306: 128 bytes, each a column, its lowest bit the highest pixel."""

import framebuf

from .layout import CHOSEN, GAUGE, HEAD

BYTES = 128


class Brush:
    """`page`: the row that was drawn last."""

    def __init__(self) -> None:
        self.page = bytearray(BYTES)
        self._on = framebuf.FrameBuffer(self.page, BYTES, 8, framebuf.MONO_VLSB)

    def draw(self, text: str, mark: int) -> None:
        on = self._on
        on.fill(1 if mark == CHOSEN else 0)
        if mark == GAUGE:
            on.rect(0, 1, BYTES, 6, 1)
            on.fill_rect(2, 3, int(text) * (BYTES - 4) // 100, 2, 1)
        else:
            on.text(text, 0, 0, 0 if mark == CHOSEN else 1)
        if mark == HEAD:
            for x in range(0, BYTES, 4):
                on.pixel(x, 7, 1)
