"""What is there when nothing else can be used: one monster, one list, and a journal in RAM. Safe mode plays with these;
nothing of it is kept."""

from ..base.stack import Stack


class RamJournal:
    """A journal that a power cut takes: append(bytes), read(n) -> bytes, len(). Records lie in blocks, since many small
    objects that stay would cut the heap into pieces."""

    BLOCK = 1024

    def __init__(self) -> None:
        self._blocks = []
        self._used = self.BLOCK
        self._ends = Stack()  # of record n, counted over all blocks
        self._starts = Stack()

    def append(self, made: bytes) -> None:
        n = len(made)
        if self._used + n > self.BLOCK:
            self._blocks.append(bytearray(max(self.BLOCK, n)))
            self._used = 0
        at = self._used
        self._blocks[-1][at : at + n] = made
        self._used = at + n
        self._starts.push((len(self._blocks) - 1) << 16 | at)
        self._ends.push(at + n)

    def read(self, n: int) -> bytes:
        start = self._starts[n]
        return bytes(memoryview(self._blocks[start >> 16])[start & 0xFFFF : self._ends[n]])

    def __len__(self) -> int:
        return len(self._ends)


class BuiltinCards:
    """The White Lion and its usual list, for a board without a pack."""

    id = "built-in"
    digest = ""
    name = "Built-in"

    def count(self, deck: str) -> int:
        return 1 if deck in ("monsters", "targets") else 0

    def ids(self, deck: str) -> tuple:
        return tuple([self.card(deck, n)["id"] for n in range(self.count(deck))])

    def card(self, deck: str, n: int) -> dict:
        if deck == "monsters":
            return {"id": "white-lion", "name": "White Lion", "size": 2, "movement": 6, "blind_spot": [[0, 2], [1, 2]]}
        return {
            "id": "standard",
            "name": "Closest threat",
            "pick": ["closest threat, facing, in range", "closest threat, in field of view", "no target: sniff"],
        }
