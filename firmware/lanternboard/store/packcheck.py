"""A pack's file looked at line by line before it takes the place of the one that is there: nothing in it may surprise the table
later. Loaded when a pack is put; boot trusts what was checked. Holds one card at a time."""

from array import array
from binascii import crc32, hexlify
from hashlib import sha256

from ..base.errors import Refused
from ..base.jsonvalue import parse
from .packs import FIRST, MOST

CARD = 1200  # bytes of one card's line
HEAD = ("cards", "decks", "digest", "format", "id", "name")
DECKS = ("monsters", "targets")


def check(pack, entry, breathe) -> None:
    """`entry(text)` refuses what is no pick-target entry; `breathe()` is called between cards. Raises Refused with the path."""
    f = pack._file
    f.seek(0)
    head = _json(f.readline(FIRST), "head")
    _keys(head, "head", HEAD, ())
    _id(head["id"], "id")
    _name(head["name"], "name")
    _integer(head["cards"], "cards", 0, 1 << 24)
    _check(len(pack.names) > 0 and pack.names[0] == "monsters" and pack.count("monsters") > 0, "decks", "no monsters", "monsters first")
    total = sha256((head["id"] + "\n" + head["name"] + "\n").encode())
    at = pack._index + 8 * sum(pack._counts) + 1
    place = 0
    for deck, n in head["decks"]:
        _check(deck in DECKS and pack.names.count(deck) == 1, "decks", "a deck that is none, or twice", ", ".join(DECKS))
        _integer(n, "decks", 0, MOST)
        total.update((deck + " " + str(n) + "\n").encode())
        sums = array("L")
        for k in range(n):
            path = deck + "[" + str(k) + "]"
            f.seek(pack._index + 8 * place)
            _check(f.read(8) == b"%08d" % at, path, "the index names another place", str(at))
            f.seek(at)
            line = f.readline(CARD + 1)
            _check(line[-1:] == b"\n", path, "a card that is cut off or too long", str(CARD) + " bytes")
            total.update(line)
            card = _json(line, path)
            (_monster if deck == "monsters" else _targets)(card, path, entry)
            mark = crc32(card["id"].encode())
            for other in range(k):
                if sums[other] == mark and pack.card(deck, other)["id"] == card["id"]:
                    raise Refused(path + ".id", "is there already", "each id once in a deck")
            sums.append(mark)
            at += len(line)
            place += 1
            breathe()
    f.seek(pack._index + 8 * place)
    _check(f.read(1) == b"\n", "head", "the index has no end", "8 digits a card and a newline")
    _check(f.seek(0, 2) == at, "cards", "more or less than the cards", str(at) + " bytes in all")
    found = hexlify(total.digest()).decode()[:16]
    _check(found == head["digest"], "digest", "not the digest of these cards", found)


def _check(right: bool, path: str, wrong: str, allowed: str) -> None:
    if not right:
        raise Refused(path, wrong, allowed)


def _json(line, path: str):
    try:
        return parse(line)
    except Refused as wrong:
        raise Refused(path + "." + wrong.path if wrong.path else path, wrong.message, wrong.allowed) from None


def _keys(value, path: str, needed, optional) -> None:
    _check(isinstance(value, dict), path, "not an object", ", ".join(needed + optional))
    for key in sorted(value):
        _check(key in needed or key in optional, path + "." + key, "no such key", ", ".join(needed + optional))
    for key in needed:
        _check(key in value, path + "." + key, "missing", ", ".join(needed))


def _integer(value, path: str, low: int, high: int) -> None:
    _check(type(value) is int and low <= value <= high, path, "out of range", "an integer from %d to %d" % (low, high))


def _name(value, path: str) -> None:
    right = isinstance(value, str) and 0 < len(value) <= 40 and len(value.strip()) > 0 and "\n" not in value
    _check(right, path, "no name", "1 to 40 characters on one line")


def _id(value, path: str) -> None:
    right = isinstance(value, str) and 0 < len(value) <= 32 and value[0] != "-" and value[-1] != "-" and "--" not in value
    if right:
        for c in value:
            right = right and ("a" <= c <= "z" or "0" <= c <= "9" or c == "-")
    _check(right, path, "no id", "up to 32 of a-z, 0-9 and single hyphens")


def _pair(value, path: str, low: int, high: int) -> None:
    _check(isinstance(value, list) and len(value) == 2, path, "not a pair", "two integers")
    for k in range(2):
        _integer(value[k], path + "[" + str(k) + "]", low, high)


def _monster(card, path: str, entry) -> None:
    _keys(card, path, ("id", "name", "size", "movement"), ("blind_spot", "starts"))
    _id(card["id"], path + ".id")
    _name(card["name"], path + ".name")
    _integer(card["size"], path + ".size", 1, 8)
    _integer(card["movement"], path + ".movement", 0, 30)
    blind = card.get("blind_spot")
    if blind is not None:
        _check(isinstance(blind, list) and len(blind) <= 64, path + ".blind_spot", "not a list of that length", "0 to 64 entries")
        for k in range(len(blind)):
            _pair(blind[k], path + ".blind_spot[" + str(k) + "]", -60, 60)
    if "starts" in card:
        _pair(card["starts"], path + ".starts", 0, 63)


def _targets(card, path: str, entry) -> None:
    _keys(card, path, ("id", "name", "pick"), ())
    _id(card["id"], path + ".id")
    _name(card["name"], path + ".name")
    pick = card["pick"]
    _check(isinstance(pick, list) and 1 <= len(pick) <= 12, path + ".pick", "not a list of that length", "1 to 12 entries")
    for k in range(len(pick)):
        at = path + ".pick[" + str(k) + "]"
        _check(isinstance(pick[k], str), at, "not a text", "an entry")
        try:
            entry(pick[k])
        except Refused as wrong:
            raise Refused(at, wrong.message, wrong.allowed) from None
