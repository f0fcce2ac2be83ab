"""Packs: JSON for people in, lines for a board out (docs/packs.md). Checks every value and says where one is wrong; never
repairs one. `store/packs.py` reads what is written here."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.targets import check_entry

FORMAT = "lanternboard/pack/1"
LINES = "lanternboard/pack-lines/1"
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CARD_BYTES = 1200  # a card is read whole on a board, in 2 kB of heap

Check = Callable[[Any, str], None]


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
    _keys(pack, "", {"format": _exactly(FORMAT), "id": _id, "name": _name, "decks": _decks}, {"about": _text})


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

    def line(card: dict) -> bytes:
        return _compact({key: card[key] for key in sorted(card) if key != "about"})

    return {name: [line(card) for card in pack["decks"][name]] for name in sorted(pack["decks"])}


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


def _keys(value: Any, path: str, needed: dict[str, Check], optional: dict[str, Check]) -> None:
    if not isinstance(value, dict):
        raise Refused(path, "not an object", ", ".join([*needed, *optional]))
    for key in value:
        if key not in needed and key not in optional:
            raise Refused(_join(path, key), "no such key", ", ".join([*needed, *optional]))
    for key, check in {**needed, **optional}.items():
        if key in value:
            check(value[key], _join(path, key))
        elif key in needed:
            raise Refused(_join(path, key), "missing", ", ".join(needed))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _exactly(word: str) -> Check:
    def check(value: Any, path: str) -> None:
        if value != word:
            raise Refused(path, f"{value!r} is another format", word)

    return check


def _text(value: Any, path: str) -> None:
    if not isinstance(value, str):
        raise Refused(path, "not a text", "a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Refused(path, "half a surrogate pair", "a text")


def _name(value: Any, path: str) -> None:
    _text(value, path)
    if not value.strip() or len(value) > 40 or any(ord(c) < 32 or 127 <= ord(c) < 160 for c in value):
        raise Refused(path, f"{value!r} is no name", "1 to 40 characters on one line")


def _id(value: Any, path: str) -> None:
    if not isinstance(value, str) or not ID.fullmatch(value) or len(value) > 32:
        raise Refused(path, f"{value!r} is no id", "up to 32 of a-z, 0-9 and single hyphens")


def _integer(low: int, high: int) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Refused(path, f"{value!r} is out of range", f"an integer from {low} to {high}")

    return check


def _list(check: Check, low: int, high: int) -> Check:
    def check_list(value: Any, path: str) -> None:
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise Refused(path, "not a list of that length", f"{low} to {high} entries")
        for k, entry in enumerate(value):
            check(entry, f"{path}[{k}]")

    return check_list


def _or_none(check: Check) -> Check:
    return lambda value, path: None if value is None else check(value, path)


def _entry(value: Any, path: str) -> None:
    _text(value, path)
    try:
        check_entry(value)
    except Refused as wrong:
        raise Refused(path, wrong.message, wrong.allowed)


def _card(needed: dict[str, Check], optional: dict[str, Check]) -> Check:
    def check(value: Any, path: str) -> None:
        _keys(value, path, needed, optional)
        if len(_compact(value)) > CARD_BYTES:
            raise Refused(path, "card too long for a board", f"{CARD_BYTES} bytes as compact JSON")

    return check


MONSTER = _card(
    {"id": _id, "name": _name, "size": _integer(1, 8), "movement": _integer(0, 30)},
    {
        "blind_spot": _or_none(_list(_list(_integer(-60, 60), 2, 2), 0, 64)),  # absent or null: the row behind the base (G6)
        "starts": _list(_integer(0, 63), 2, 2),
        "about": _text,
    },
)
TARGETS = _card({"id": _id, "name": _name, "pick": _list(_entry, 1, 12)}, {"about": _text})


def _decks(value: Any, path: str) -> None:
    _keys(value, path, {"monsters": _list(MONSTER, 1, 250), "targets": _list(TARGETS, 0, 250)}, {})
    for deck, cards in value.items():
        ids = [card["id"] for card in cards]
        for k, card in enumerate(ids):
            if card in ids[:k]:
                raise Refused(f"{path}.{deck}[{k}].id", f"{card!r} is there already", "each id once in a deck")
