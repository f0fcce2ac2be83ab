"""A pack's file looked at line by line before it takes the place of the one that is there: nothing in it may surprise the table
later. Loaded when a pack is put; boot trusts what was checked. Holds one card at a time, and knows no rule: what a card may be is
asked of who calls."""

from array import array
from binascii import crc32, hexlify
from hashlib import sha256

from ..base.errors import Refused
from ..base.jsonvalue import parse
from .packs import FIRST, MOST

CARD = 2000  # bytes of one card's line
DEEPEST = 32  # of values in a card
HEAD = ("cards", "decks", "digest", "format", "id", "name")


def check(pack, card_check, breathe) -> None:
    """`card_check(deck, card, path, n, count)` refuses what is no card; `breathe()` is called between cards.
    Raises Refused with the path."""
    f = pack._file
    f.seek(0)
    head = _json(f.readline(FIRST), "head")
    _keys(head, "head", HEAD, ())
    _id(head["id"], "id")
    _name(head["name"], "name")
    _integer(head["cards"], "cards", 0, 1 << 24)
    _check(pack.count("monsters") > 0, "decks", "no monsters", "1 to " + str(MOST))
    total = sha256((head["id"] + "\n" + head["name"] + "\n").encode())
    at = pack._index + 8 * sum(pack._counts) + 1
    place = 0
    before = ""
    for deck, n in head["decks"]:
        _check(
            isinstance(deck, str) and deck > before, "decks", "a deck that is none, twice, or out of order", "in the order of their names"
        )
        before = deck
        _integer(n, "decks", 0, MOST)
        total.update((deck + " " + str(n) + "\n").encode())
        sums = array("L")
        for k in range(n):
            path = deck + "[" + str(k) + "]"
            f.seek(pack._index + 8 * place)
            _check(f.read(8) == b"%08d" % at, path, "the index names another place", str(at))
            line = _line(pack, at, path)
            total.update(line)
            card = _json(line, path)
            card_check(deck, card, path, k, pack.count)
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


def _line(pack, at: int, path: str):
    """The card's line at `at`, to where the index has the next one: asked for at once, a whole card's room is often not there."""
    f = pack._file
    following = f.read(8)
    last = len(following) < 8 or not following.isdigit()  # what is behind its line is told later
    end = min(at + CARD, f.seek(0, 2)) if last else int(following)
    _check(at < end <= at + CARD, path, "a card that is cut off or too long", str(CARD) + " bytes")
    f.seek(at)
    line = f.read(end - at)
    found = line.find(b"\n") + 1
    _check(found == len(line) or (last and found > 0), path, "a card that is cut off or too long", str(CARD) + " bytes")
    return line[:found]


def _check(right: bool, path: str, wrong: str, allowed: str) -> None:
    if not right:
        raise Refused(path, wrong, allowed)


def _json(line, path: str):
    try:
        return parse(line, CARD, DEEPEST)
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
