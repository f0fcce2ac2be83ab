"""Packs: JSON for people in, lines for a board out (docs/packs.md). Checks every value and says where one is wrong; never
repairs one. `store/packs.py` reads what is written here."""

import hashlib
import json
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.cardcheck import DECKS, check_card, check_id, check_name, most_of

from .packcards import compiled

FORMAT = "lanternboard/pack/1"
LINES = "lanternboard/pack-lines/1"
KEYS = ("format", "id", "name", "decks")
CARD_BYTES = 2000  # a card is read whole on a board
NESTING = 48  # of a source: what a card needs is checked as a card


def read_pack(text: str | bytes) -> dict:
    """The pack of a source text, checked. Raises Refused with the path of what is wrong."""
    try:
        pack = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except (ValueError, RecursionError) as wrong:
        raise Refused("", f"not JSON: {wrong}", FORMAT)
    check_pack(pack)
    return pack


def check_pack(pack: Any) -> None:
    """Raises Refused when `pack` is not a lanternboard/pack/1."""
    if not isinstance(pack, dict):
        raise Refused("", "not an object", ", ".join(KEYS))
    _texts(pack, "", NESTING)
    for key in pack:
        if key not in (*KEYS, "about"):
            raise Refused(key, "no such key", ", ".join(KEYS))
    for key in KEYS:
        if key not in pack:
            raise Refused(key, "missing", ", ".join(KEYS))
    if pack["format"] != FORMAT:
        raise Refused("format", f"{pack['format']!r} is another format", FORMAT)
    check_id(pack["id"], "id")
    check_name(pack["name"], "name")
    _note(pack, "")
    _decks(pack["decks"])
    for deck, cards in compiled(pack["decks"]).items():
        places = {card["id"]: n for n, card in enumerate(pack["decks"][deck])}
        for card in cards:
            _length(card, f"decks.{deck}[{places[card['id']]}]")


def pack_digest(pack: dict) -> str:
    """The digest by which host and board know that they hold the same pack: of what lies on a board, whatever the spacing and
    order of the source (docs/packs.md)."""
    return _digest(pack, _decks_lines(pack))


def pack_lines(pack: dict) -> bytes:
    """The pack as it lies on a board: head line, index line (8 digits a card), one compact line per card, deck by deck."""
    decks = _decks_lines(pack)
    cards = [line for lines in decks.values() for line in lines]
    counts = [[name, len(lines)] for name, lines in decks.items()]
    body = sum(map(len, cards))
    head = {"format": LINES, "id": pack["id"], "name": pack["name"], "digest": _digest(pack, decks), "cards": body, "decks": counts}
    first = _compact(head)
    offset = len(first) + 8 * len(cards) + 1
    index = b""
    for card in cards:
        index += b"%08d" % offset
        offset += len(card)
    return first + index + b"\n" + b"".join(cards)


def _decks_lines(pack: dict) -> dict[str, list[bytes]]:
    """Each deck's cards as lines, in one order of decks and keys. Notes for people stay where people are."""
    return {name: [_compact(card) for card in cards] for name, cards in compiled(pack["decks"]).items()}


def _digest(pack: dict, decks: dict[str, list[bytes]]) -> str:
    total = hashlib.sha256(f"{pack['id']}\n{pack['name']}\n".encode())
    for name, lines in decks.items():
        total.update(f"{name} {len(lines)}\n".encode() + b"".join(lines))
    return total.hexdigest()[:16]


def _compact(value: dict) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _object(pairs: list) -> dict:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise Refused(key, "given twice", "each key once")
    return dict(pairs)


def _constant(word: str) -> None:
    raise Refused("", word + " is not a number", "JSON")


def _texts(value: Any, path: str, depth: int) -> None:
    """No text in it that a board could not keep, no number that is no integer."""
    if depth == 0:
        raise Refused(path, "too deeply nested", f"{NESTING} deep")
    if isinstance(value, dict):
        for key, one in value.items():
            _text(key, path)
            _texts(one, f"{path}.{key}" if path else key, depth - 1)
    elif isinstance(value, list):
        for k, one in enumerate(value):
            _texts(one, f"{path}[{k}]", depth - 1)
    elif isinstance(value, str):
        _text(value, path)
    elif isinstance(value, float):
        raise Refused(path, f"{value} is no integer", "an integer, written plainly")


def _text(value: str, path: str) -> None:
    if any(0xD800 <= ord(c) < 0xE000 for c in value):
        raise Refused(path, "half a surrogate pair", "a text")


def _note(value: dict, path: str) -> None:
    if not isinstance(value.get("about", ""), str):
        raise Refused(path + "about", "not a text", "a text")


def _decks(value: Any) -> None:
    if not isinstance(value, dict):
        raise Refused("decks", "not an object", ", ".join(DECKS))
    for deck, cards in value.items():
        if deck not in DECKS:
            raise Refused(f"decks.{deck}", "no such deck", ", ".join(DECKS))
        least = 1 if deck == "monsters" else 0
        if not isinstance(cards, list) or not least <= len(cards) <= most_of(deck):
            raise Refused(f"decks.{deck}", "not a list of that length", f"{least} to {most_of(deck)} entries")
    for deck in ("monsters", "targets"):
        if deck not in value:
            raise Refused(f"decks.{deck}", "missing", "monsters, targets")
    for deck, cards in value.items():
        for n, card in enumerate(cards):
            _card(deck, n, card, f"decks.{deck}[{n}]")
        ids = [card["id"] for card in cards]
        for k, card in enumerate(ids):
            if card in ids[:k]:
                raise Refused(f"decks.{deck}[{k}].id", f"{card!r} is there already", "each id once in a deck")


def _card(deck: str, n: int, card: Any, path: str) -> None:
    if isinstance(card, dict):
        _note(card, path + ".")
        bare: Any = {key: value for key, value in card.items() if key != "about"}
    else:
        bare = card
    check_card(deck, bare, path, n)
    _length(card, path)


def _length(card: dict, path: str) -> None:
    if len(_compact(card)) > CARD_BYTES:
        raise Refused(path, "card too long for a board", f"{CARD_BYTES} bytes as compact JSON")
