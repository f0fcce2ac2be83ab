"""A pack on flash: one compact line per card behind an index of offsets, so that a card costs one seek and one line of
heap (docs/packs.md). Never holds more than one card, never checks one: `image` did, when the lines were made."""

import json

from ..base.errors import Refused

LINES = "lanternboard/pack-lines/1"


class Pack:
    """`id`, `name`, `digest` of the pack; `names`: its decks. Raises Refused where the file is not a whole pack."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open(path, "rb")
        except OSError:
            raise Refused(path, "no such pack") from None
        try:
            first = self._file.readline()
            head = json.loads(first)
            if head["format"] != LINES:
                raise ValueError
            self.id = head["id"]
            self.name = head["name"]
            self.digest = head["digest"]
            self.names = []
            self._counts = []
            total = 0
            for name, n in head["decks"]:
                self.names.append(name)
                self._counts.append(n)
                total += n
            self._index = len(first)
            if self._file.seek(0, 2) != self._index + 8 * total + 1 + head["cards"]:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            self._file.close()
            raise Refused(path, "not a whole pack", LINES) from None

    def count(self, deck: str) -> int:
        """How many cards the deck has; 0 where the pack has no such deck."""
        return self._counts[self.names.index(deck)] if deck in self.names else 0

    def card(self, deck: str, n: int) -> dict:
        """Card n of the deck, counted from 0. Raises Refused."""
        if not 0 <= n < self.count(deck):
            raise Refused(deck, "no card " + str(n), "0 to " + str(self.count(deck) - 1))
        place = n
        for k in range(self.names.index(deck)):
            place += self._counts[k]
        self._file.seek(self._index + 8 * place)
        self._file.seek(int(self._file.read(8)))
        return json.loads(self._file.readline())

    def close(self) -> None:
        self._file.close()
