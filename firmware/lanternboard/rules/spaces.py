"""A set of spaces as a bitmap: 44 bytes for 22x16. It can be iterated, counted and asked with `in`; it knows no rule."""


class Spaces:
    """`bits[i >> 3] >> (i & 7) & 1` says whether space i is in the set. Iterates in row, then column order."""

    __slots__ = ("bits", "count_of")

    def __init__(self, spaces: int, bits=None) -> None:
        self.count_of = spaces
        self.bits = bytearray((spaces + 7) // 8) if bits is None else bits

    def add(self, space: int) -> None:
        self.bits[space >> 3] |= 1 << (space & 7)

    def discard(self, space: int) -> None:
        self.bits[space >> 3] &= ~(1 << (space & 7)) & 255

    def __contains__(self, space) -> bool:
        return 0 <= space < self.count_of and self.bits[space >> 3] >> (space & 7) & 1 == 1

    def __iter__(self):
        space = 0
        for byte in self.bits:
            if byte:
                for k in range(8):
                    if byte >> k & 1:
                        yield space + k
            space += 8

    def __len__(self) -> int:
        n = 0
        for byte in self.bits:
            while byte:
                byte &= byte - 1
                n += 1
        return n

    def __bool__(self) -> bool:
        for byte in self.bits:
            if byte:
                return True
        return False

    def __eq__(self, other) -> bool:
        return isinstance(other, Spaces) and self.count_of == other.count_of and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(bytes(self.bits))
