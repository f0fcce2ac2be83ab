"""What is there when nothing else can be used: one monster, one list, and a journal in RAM. Safe mode plays with these;
nothing of it is kept."""


class RamJournal:
    """A journal that a power cut takes: append(bytes), read(n) -> bytes, len()."""

    def __init__(self) -> None:
        self._kept = []

    def append(self, made: bytes) -> None:
        self._kept.append(bytes(made))

    def read(self, n: int) -> bytes:
        return self._kept[n]

    def __len__(self) -> int:
        return len(self._kept)


class BuiltinCards:
    """The White Lion and its usual list, for a board without a pack."""

    id = "built-in"
    digest = ""
    name = "Built-in"

    def count(self, deck: str) -> int:
        return 1 if deck in ("monsters", "targets") else 0

    def card(self, deck: str, n: int) -> dict:
        if deck == "monsters":
            return {"id": "white-lion", "name": "White Lion", "size": 2, "movement": 6, "blind_spot": [[0, 2], [1, 2]]}
        return {
            "id": "standard",
            "name": "Closest threat",
            "pick": ["closest threat, facing, in range", "closest threat, in field of view", "no target: sniff"],
        }
