"""A stack of integers below 2^31, four bytes each, that can be shortened (MicroPython's arrays cannot). It lies in pieces, so
that a long one never asks the heap for a large one."""

from array import array

PIECE = 64  # integers


class Stack:
    """push, pop, index, len; indexes from the bottom, negative ones from the top. IndexError when there is none; MemoryError
    of `push` leaves it as it was."""

    def __init__(self) -> None:
        self._kept = []
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, i: int) -> int:
        if i < 0:
            i += self._n
        if not 0 <= i < self._n:
            raise IndexError
        return self._kept[i // PIECE][i % PIECE]

    def push(self, value: int) -> None:
        n = self._n
        if n // PIECE == len(self._kept):
            self._kept.append(array("i", bytes(4 * PIECE)))
        self._kept[n // PIECE][n % PIECE] = value
        self._n = n + 1

    def pop(self) -> int:
        value = self[-1]
        self._n -= 1
        return value
