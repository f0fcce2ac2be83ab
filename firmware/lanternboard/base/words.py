"""Bytes of a buffer four at a time: filled, copied, looked through. On MicroPython the last word may go past the end, which is
nobody else's: a bytearray's memory begins at a word and comes in blocks of 16 bytes. Nothing is left on the heap."""

import sys

from .viper import micropython, ptr32

if sys.implementation.name == "micropython":

    @micropython.viper
    def fill(buffer: ptr32, n: int, byte: int):
        n = (n + 3) >> 2
        byte |= byte << 8
        byte |= byte << 16
        while n:
            n -= 1
            buffer[n] = byte

    @micropython.viper
    def copy(buffer: ptr32, source: ptr32, n: int):
        n = (n + 3) >> 2
        while n:
            n -= 1
            buffer[n] = source[n]

    @micropython.viper
    def some(buffer: ptr32, n: int) -> int:
        left = n & 3
        n = n >> 2
        if left and int(buffer[n]) & ((1 << (left << 3)) - 1):
            return 1
        while n:
            n -= 1
            if int(buffer[n]):
                return 1
        return 0

else:

    def fill(buffer, n: int, byte: int) -> None:
        """The first n bytes become `byte`."""
        buffer[:n] = bytes((byte,)) * n

    def copy(buffer, source, n: int) -> None:
        """The first n bytes become those of `source`."""
        buffer[:n] = source[:n]

    def some(buffer, n: int) -> int:
        """1 where one of the first n bytes is not 0."""
        return int(buffer[:n] != bytes(n))
