"""A pack's cards for the rules core on this computer: `card(deck, n)` and `count(deck)`, as the core asks for them. Reads the packs
that come with the firmware; a pack that is not there is said plainly."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import lanternboard
from lanternboard.base.errors import Refused

FIRST = "first-story"


class Cards:
    """The cards of one pack, compiled as a board has them (docs/packs.md) and read once: nobody changes what `card` gives."""

    def __init__(self, pack: dict, digest: str = "") -> None:
        from ..image.packcards import compiled

        self.id: str = pack["id"]
        self.name: str = pack["name"]
        self.digest = digest
        self._decks = compiled(pack["decks"])
        self._counts = {deck: len(cards) for deck, cards in self._decks.items()}
        self._ids: dict[str, tuple[str, ...]] = {}

    def count(self, deck: str) -> int:
        return self._counts.get(deck, 0)

    def card(self, deck: str, n: int) -> dict:
        return self._decks[deck][n]

    def ids(self, deck: str) -> tuple[str, ...]:
        if deck not in self._ids:
            self._ids[deck] = tuple(card["id"] for card in self._decks.get(deck, ()))
        return self._ids[deck]


def packs_folder() -> Path:
    return Path(lanternboard.__file__).parent / "files" / "packs"


@cache
def installed(name: str = FIRST) -> Cards:
    """The installed pack of that id. Raises Refused."""
    from ..image import pack_digest, read_pack

    known = {path.stem: path for path in sorted(packs_folder().glob("*.json"))}
    if name not in known:
        raise Refused("pack", f"the pack {name!r} is not installed here", ", ".join(known))
    pack = read_pack(known[name].read_bytes())
    return Cards(pack, pack_digest(pack))


def cards_for(journal: bytes) -> Cards:
    """The pack that a text journal's header names; the first one when it names none (what is wrong with the header is said by
    whoever reads the journal)."""
    try:
        name = json.loads(journal.split(b"\n", 1)[0])["pack"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return installed()
    return installed(name) if isinstance(name, str) and name != "built-in" else installed()
