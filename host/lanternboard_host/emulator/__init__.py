"""Boards that are not there: the real firmware on MicroPython's unix port, on CPython, or in a Pico made of software."""

from .board import EmulatedBoard
from .names import Named, boards
from .serve import serve

__all__ = ["EmulatedBoard", "Named", "boards", "serve"]
