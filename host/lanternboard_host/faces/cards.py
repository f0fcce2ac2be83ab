"""A pack's cards for the rules core on this computer: `card(deck, n)` and `count(deck)`, as the core asks for them. Reads the packs
that come with the firmware, and files of people's own, of which a copy is kept by the digest; a pack that is not there is said plainly."""

from __future__ import annotations

import json
import os
from binascii import crc32
from functools import cache
from pathlib import Path

import lanternboard
from lanternboard.base.errors import Refused

from .. import places

FIRST = "first-story"
BUILT_IN = "built-in"  # of a board that has no pack: the first one's, as far as they go


class Cards:
    """The cards of one pack, compiled as a board has them (docs/packs.md) and read once: nobody changes what `card` gives."""

    def __init__(self, pack: dict, digest: str = "") -> None:
        from ..image.packcards import compiled

        self.pack = pack
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
    there = {path.stem: path for path in sorted(packs_folder().glob("*.json"))}
    if name not in there:
        raise Refused("pack", f"the pack {name!r} is not installed here", ", ".join(there))
    return of_source(there[name].read_bytes())


@cache
def of_source(content: bytes) -> Cards:
    """The cards of a lanternboard/pack/1. Raises Refused with the path of what is wrong."""
    from ..image import pack_digest, read_pack

    pack = read_pack(content)
    return Cards(pack, pack_digest(pack))


def meant(name: str, source: bytes = b"") -> Cards:
    """The cards of a pack's source, or without one the installed ones of that id. Raises Refused."""
    return of_source(source) if source else installed(name)


def keep(content: bytes) -> None:
    """Keeps a copy of a pack's source, so that what is played with it can be gone on with and replayed. Raises Refused, and OSError
    where it cannot be kept."""
    path = _copy(of_source(content).digest)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(content)
        part.replace(path)


def _copy(digest: str) -> Path:
    return places.data() / "packs" / f"{digest}.json"


def known(name: str, digest: str = "") -> Cards:
    """The pack with that digest, installed or kept; else the installed one of that id. Raises Refused."""
    if len(digest) == 16 and digest.isalnum() and not _is_installed(name, digest):
        try:
            found = of_source(_copy(digest).read_bytes())
        except OSError:
            return installed(name)
        if found.digest == digest:
            return found
    return installed(name)


def played(name: str, digest: str, context: str) -> Cards:
    """The pack of that id with the very cards of a journal: `digest` is its header's, `context` the pack's digits of its last context,
    which counts where there is one. Raises Refused where they are not here."""

    def same(cards: Cards) -> bool:
        return f"{crc32(cards.digest.encode()):08x}" == context if context else digest in ("", cards.digest)

    for cards in (known(name, digest), installed(name) if (packs_folder() / f"{name}.json").is_file() else None):
        if cards is not None and same(cards):
            return cards
    raise Refused("pack", f"the board's {name} has other cards than here", "the board's own pack, in --pack of `lanternboard play`")


def head(lines: bytes) -> dict:
    """The head line of a pack as a board has it; {} where it is none."""
    try:
        made = json.loads(lines.split(b"\n", 1)[0])
    except ValueError:
        return {}
    return made if isinstance(made, dict) else {}


def _is_installed(name: str, digest: str) -> bool:
    return (packs_folder() / f"{name}.json").is_file() and installed(name).digest == digest


def named(journal: bytes) -> tuple[str, str]:
    """The id and the digest of the pack that a text journal's header names; "" for what it does not (what is wrong with the header is
    said by whoever reads the journal)."""
    try:
        header = json.loads(journal.lstrip().split(b"\n", 1)[0])
        name, digest = header["pack"], header.get("pack_digest")
    except (ValueError, KeyError, TypeError, RecursionError):
        return "", ""
    if not isinstance(name, str) or name == BUILT_IN:
        return "", ""
    return name, digest if isinstance(digest, str) else ""


def cards_for(journal: bytes) -> Cards:
    """The pack that a text journal's header names; the first one when it names none. Raises Refused."""
    name, digest = named(journal)
    return known(name, digest) if name else installed()
