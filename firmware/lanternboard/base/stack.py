"""A stack of integers below 2^31, four bytes each, that can be emptied and shortened (MicroPython's arrays cannot)."""

from array import array


class Stack:
    """push, pop, index, len; indexes from the bottom, negative ones from the top. IndexError when there is none."""

    def __init__(self) -> None:
        self._kept = array("i")
        self._n = 0

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, i: int) -> int:
        if i < 0:
            i += self._n
        if not 0 <= i < self._n:
            raise IndexError
        return self._kept[i]

    def push(self, value: int) -> None:
        if self._n < len(self._kept):
            self._kept[self._n] = value
        else:
            self._kept.append(value)
        self._n += 1

    def pop(self) -> int:
        value = self[-1]
        self._n -= 1
        return value

    def clear(self) -> None:
        self._n = 0
