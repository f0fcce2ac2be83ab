"""A pack on flash: one compact line per card behind an index of offsets, so that a card costs one seek and one line of
heap (docs/packs.md). Never holds more than one card, and checks one only when asked to: boot trusts what `check` passed.

A pack that is put while another of its id is being played lies beside it (NEXT) until the next start: littlefs gives the blocks
of a file that was replaced to others, also while it is open."""

import json
import os

from ..base.errors import Refused

LINES = "lanternboard/pack-lines/1"
FIRST = 512  # bytes of the head line
WORD = 160  # bytes of its id, name and digest
MOST = 250  # cards of a deck
NEXT = ".next"
LAST = 3  # cards that are kept as they were read: a stage of play looks at the same ones again and again


def open_pack(path: str):
    """The pack at this path, the one that waits to take its place first. Raises Refused."""
    try:
        os.stat(path + NEXT)
        from .journal import replace

        replace(path + NEXT, path)
    except OSError:
        pass  # none waits, or flash does not take it now
    return Pack(path)


class Pack:
    """`id`, `name`, `digest` of the pack; `names`: its decks. Raises Refused where the file is not a whole pack."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open(path, "rb")
        except OSError:
            raise Refused(path, "no such pack") from None
        try:
            first = self._file.readline(FIRST)
            head = json.loads(first)
            self.id = head["id"]
            self.name = head["name"]
            self.digest = head["digest"]
            for word in (self.id, self.name, self.digest):
                if not isinstance(word, str) or not 0 <= len(word.encode()) <= WORD:
                    raise ValueError
            if head["format"] != LINES or not self.id:
                raise ValueError
            self.names = []
            self._counts = []
            total = 0
            for name, n in head["decks"]:
                if type(n) is not int or not 0 <= n <= MOST:
                    raise ValueError
                self.names.append(name)
                self._counts.append(n)
                total += n
            self._ids = {}
            self._last = []
            self._index = len(first)
            cards = head["cards"]
            if type(cards) is not int or cards < 0 or self._file.seek(0, 2) != self._index + 8 * total + 1 + cards:
                raise ValueError
        except (ValueError, KeyError, TypeError, RuntimeError):  # the last: nested without end
            self._file.close()
            raise Refused(path, "not a whole pack", LINES) from None

    def count(self, deck: str) -> int:
        """How many cards the deck has; 0 where the pack has no such deck."""
        return self._counts[self.names.index(deck)] if deck in self.names else 0

    def card(self, deck: str, n: int) -> dict:
        """Card n of the deck, counted from 0; nobody changes what this gives, since the last few are kept. Raises Refused."""
        for k in range(len(self._last)):
            kept = self._last[k]
            if kept[1] == n and kept[0] == deck:
                if k:
                    self._last.insert(0, self._last.pop(k))
                return kept[2]
        card = self._read(deck, n)
        self._last.insert(0, (deck, n, card))
        if len(self._last) > LAST:
            self._last.pop()
        return card

    def _read(self, deck: str, n: int) -> dict:
        if not 0 <= n < self.count(deck):
            raise Refused(deck, "no card " + str(n), "0 to " + str(self.count(deck) - 1))
        place = n
        for k in range(self.names.index(deck)):
            place += self._counts[k]
        self._file.seek(self._index + 8 * place)
        self._file.seek(int(self._file.read(8)))
        return json.loads(self._file.readline())

    def ids(self, deck: str) -> tuple:
        """The ids of a deck's cards, in their order; read once and kept. Raises Refused."""
        if deck not in self._ids:
            self._ids[deck] = tuple([self._read(deck, n)["id"] for n in range(self.count(deck))])
        return self._ids[deck]

    def check(self, card_check, breathe) -> None:
        """Every line of it, the index and the digest: a pass through the file. `card_check(deck, card, path, n, count)` refuses what
        is no card, `breathe()` is called between cards. Raises Refused with the path of what is wrong."""
        from .packcheck import check  # loaded when used

        check(self, card_check, breathe)

    def close(self) -> None:
        self._file.close()
