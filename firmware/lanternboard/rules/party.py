"""A party that is carried in, `lanternboard/party/1` (docs/party.md): what people may write of their survivors, checked, and how it comes
into the state that a showdown begins with. The same on board and host; loaded only when a party is read."""

from ..base.errors import Refused
from ..base.jsontext import quote, written
from . import figures
from .state import ARMOR, DISORDERS, SURVIVAL, TOKENS, WIDTH, ZERO

FORMAT = "lanternboard/party/1"
LARGEST = 8192  # bytes of a file
MOST = 6  # survivors (C7)
EACH = 8  # pieces of gear of a survivor: as many can be asked for
ALL = 31  # of a party: State.gear's length is one byte
LENGTH = 3500  # characters of all names, of which a journal's first record has to take those of survivors and weapons
HELD = 8  # injuries and traumas of a survivor
ALL_HELD = 24  # of a party: half the room that a showdown has for them
AMBUSHES = ("survivors", "monster")  # H8
OWN = 128  # State.gear's card from which on it is a place in the header's list

COUNTERS = ("survival", "insanity", "courage", "understanding", "experience", "bleed")  # as they lie behind SURVIVAL
PARTS = ("head", "arms", "body", "waist", "legs")
TABLES = PARTS + ("brain",)  # of severe injuries and traumas, as they lie in a pack
BOXES = (  # by their bit in State.body[BOXES:] (harm.box)
    "head-heavy",
    "arms-light",
    "arms-heavy",
    "body-light",
    "body-heavy",
    "waist-light",
    "waist-heavy",
    "legs-light",
    "legs-heavy",
    "brain-light",
)
KEYS = ("name",) + figures.ATTRIBUTES + COUNTERS + ("disorders", "armor", "boxes", "tokens", "impairments", "injuries", "gear")
WEAPON = ("name", "speed", "accuracy", "strength", "luck", "reach", "keywords")
BOUNDS = (1, 30, 1, 10, -30, 30, -30, 30, 0, 30)  # of a weapon's numbers, as in packs


def check(found) -> dict:
    """The whole party for what a file says, each missing key by its default. Raises Refused with a path."""
    if not isinstance(found, dict):
        raise Refused("", "not an object", "{...}")
    if found.get("format") != FORMAT:
        raise Refused("format", "not a party" + written(found["format"]) if "format" in found else "the key is missing", FORMAT)
    _keys("", found, ("format", "limit", "survivors", "id", "ambush"))
    limit = _whole("limit", found.get("limit", 1), 0, 99)
    given = found.get("survivors")
    if not isinstance(given, list) or not 0 < len(given) <= MOST:
        wrong = "there are %d" % len(given) if isinstance(given, list) else "not a list of survivors"
        raise Refused("survivors", wrong, "1-%d survivors" % MOST)
    out = []
    names = []
    pieces = held = 0
    length = 0
    for i in range(len(given)):
        path = "survivors[%d]" % i
        one = _survivor(path, given[i], limit)
        if one["name"] in names:
            raise Refused(path + ".name", "twice the same name", "distinct names")
        names.append(one["name"])
        pieces += len(one["gear"])
        if pieces > ALL:
            raise Refused(path + ".gear", "too much for one party", "at most %d pieces of gear in all" % ALL)
        held += len(one["injuries"])
        if held > ALL_HELD:
            raise Refused(path + ".injuries", "too many for one party", "at most %d injuries in all" % ALL_HELD)
        length += len(quote(one["name"])) + sum([len(quote(label(piece))) for piece in one["gear"] if isinstance(piece, dict)])
        if length > LENGTH:
            raise Refused(path, "the names are too long together", "at most %d bytes in a journal" % LENGTH)
        out.append(one)
    whole: dict = {"format": FORMAT, "limit": limit, "survivors": out}
    if "id" in found:
        whole["id"] = _text("id", found["id"], 64)
    if "ambush" in found:
        if found["ambush"] not in AMBUSHES:
            raise Refused("ambush", "not who ambushes" + written(found["ambush"]), ", ".join(AMBUSHES))
        whole["ambush"] = found["ambush"]
    return whole


def _survivor(path: str, found, limit: int) -> dict:
    _keys(path, found, KEYS)
    out: dict = {"name": _text(path + ".name", found.get("name"), 32)}
    for k in range(TOKENS):
        key = figures.ATTRIBUTES[k]
        out[key] = _whole(path + "." + key, found.get(key, 0 if k else 5), -30 if k else 0, 30)
    for key in COUNTERS + ("disorders",):
        most = limit if key == "survival" else 4 if key == "bleed" else 99
        out[key] = _whole(path + "." + key, found.get(key, min(1, limit) if key == "survival" else 0), 0, most)
    out["armor"] = _numbers(path + ".armor", found.get("armor", {}), PARTS, 0, 99)
    out["tokens"] = _numbers(path + ".tokens", found.get("tokens", {}), figures.ATTRIBUTES, -30, 30)
    out["boxes"] = _words(path + ".boxes", found.get("boxes", []), BOXES)
    out["impairments"] = _words(path + ".impairments", found.get("impairments", []), figures.MARKS_BY_ID)
    held = _list(path + ".injuries", found.get("injuries", []), HELD)
    out["injuries"] = [_injury(path + ".injuries[%d]" % k, held[k]) for k in range(len(held))]
    gear = _list(path + ".gear", found.get("gear", []), EACH)
    out["gear"] = [_piece(path + ".gear[%d]" % k, gear[k]) for k in range(len(gear))]
    return out


def _injury(path: str, found) -> list:
    """[location, id], as a showdown's result tells them; a trauma's location is the brain."""
    if not isinstance(found, list) or len(found) != 2:
        raise Refused(path, "not an injury" + written(found), '[location, id], as ["head", "deaf"]')
    if found[0] not in TABLES:
        raise Refused(path + "[0]", "no such location" + written(found[0]), ", ".join(TABLES))
    if not _is_id(found[1]):
        raise Refused(path + "[1]", "not an injury's id" + written(found[1]), "up to 32 of a-z, 0-9 and hyphens")
    return found


def _is_id(word) -> bool:
    return isinstance(word, str) and 0 < len(word) <= 32 and all(c == "-" or "a" <= c <= "z" or "0" <= c <= "9" for c in word)


def _piece(path: str, found):
    """A card's id, or a weapon."""
    if isinstance(found, str):
        if not _is_id(found):
            raise Refused(path, "not a card's id", "up to 32 of a-z, 0-9 and hyphens, or {...} for a weapon of one's own")
        return found
    _keys(path, found, WEAPON)
    out: dict = {"name": _text(path + ".name", found.get("name"), 32)}
    for k in range(5):
        key = WEAPON[1 + k]
        where = path + "." + key
        if k < 2 and key not in found:
            raise Refused(where, "the key is missing", "%d-%d" % (BOUNDS[2 * k], BOUNDS[2 * k + 1]))
        out[key] = _whole(where, found.get(key, 0), BOUNDS[2 * k], BOUNDS[2 * k + 1])
    words = _list(path + ".keywords", found.get("keywords", []), 4)
    out["keywords"] = [_text(path + ".keywords[%d]" % k, words[k], 32) for k in range(len(words))]
    if len(label(out)) > 64:
        raise Refused(path + ".keywords", "too long together with the name", "at most 64 characters in all")
    return out


def label(weapon: dict) -> str:
    """What a weapon of one's own is called: its name, its keywords behind it."""
    return weapon["name"] + (" (" + ", ".join(weapon["keywords"]) + ")" if weapon["keywords"] else "")


def _keys(path: str, found, allowed) -> None:
    if not isinstance(found, dict):
        raise Refused(path, "not an object", "{...}")
    for key in sorted(found):
        if key not in allowed:
            raise Refused(path + "." + key if path else key, "unknown key", ", ".join(allowed))


def _whole(path: str, value, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Refused(path, "not a whole number in bounds" + written(value), "%d to %d" % (least, most))
    return value


def _text(path: str, value, most: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= most or not all(_is_text(ord(c)) for c in value):
        raise Refused(path, "not a name" if value is not None else "the key is missing", "1-%d characters, no control characters" % most)
    return value


def _is_text(c: int) -> bool:
    return (c >= 160 and not 0xD800 <= c < 0xE000) or 32 <= c < 127


def _list(path: str, value, most: int) -> list:
    if not isinstance(value, list) or len(value) > most:
        raise Refused(path, "not a list of at most %d" % most, "0-%d entries" % most)
    return value


def _numbers(path: str, found, allowed, least: int, most: int) -> dict:
    _keys(path, found, allowed)
    for key in allowed:
        if key in found:
            _whole(path + "." + key, found[key], least, most)
    return found


def _words(path: str, found, allowed) -> list:
    for k, word in enumerate(_list(path, found, len(allowed))):
        if not isinstance(word, str) or word not in allowed:
            raise Refused("%s[%d]" % (path, k), "no such word" + written(word), ", ".join(allowed))
        if word in found[:k]:
            raise Refused("%s[%d]" % (path, k), "is there twice", "each once")
    return found


def suits(party: dict, cards) -> None:
    """Raises Refused where it has gear or injuries that the pack has not."""
    known = cards.ids("gear")[:OWN]
    for i, one in enumerate(party["survivors"]):
        for k, piece in enumerate(one["gear"]):
            if isinstance(piece, str) and piece not in known:
                raise Refused(
                    "survivors[%d].gear[%d]" % (i, k),
                    "the pack %s has no such gear: %s" % (cards.id, quote(piece)),
                    ", ".join(known) or "none",
                )
        for k, (location, name) in enumerate(one["injuries"]):
            rows = _rows(cards, location)
            if name not in rows:
                raise Refused(
                    "survivors[%d].injuries[%d]" % (i, k),
                    "the pack %s has no such injury of the %s: %s" % (cards.id, location, quote(name)),
                    ", ".join(rows) or "none",
                )


def _rows(cards, location: str) -> list:
    """Ids of a table's rows, of a pack that has it."""
    n = TABLES.index(location)
    return [row["id"] for row in cards.card("tables", n)["rows"]] if n < cards.count("tables") else []


def enter(s, party: dict, cards) -> tuple:
    """Puts a checked party into the state that a showdown begins with (C3, C5, S1); (names, labels): what of it the journal's header
    has. Raises Refused as `suits`, and then has changed nothing."""
    from .begin import carry

    suits(party, cards)
    known = cards.ids("gear")
    survivors = party["survivors"]
    labels: list = []
    s.resize(len(survivors))
    s.limit = party["limit"]
    s.side = 1 + AMBUSHES.index(party["ambush"]) if "ambush" in party else 0
    s.gear = bytearray()
    s.injuries = bytearray()
    for i, one in enumerate(survivors):
        _record(s, i, one)
        for location, name in one["injuries"]:
            s.injuries.append(i << 4 | TABLES.index(location))
            s.injuries.append(_rows(cards, location).index(name))
        for piece in one["gear"]:
            if isinstance(piece, str):
                carry(s, i, known.index(piece), cards.card("gear", known.index(piece)))
                continue
            name = label(piece)
            if name not in labels:
                labels.append(name)
            carry(s, i, OWN + labels.index(name), {"weapon": [piece[key] for key in WEAPON[1:6]]})
    return [one["name"] for one in survivors], labels


def _record(s, i: int, one: dict) -> None:
    base = i * WIDTH
    for k in range(TOKENS):
        key = figures.ATTRIBUTES[k]
        s.body[base + k] = ZERO + one[key]
        s.body[base + k + TOKENS] = ZERO + one["tokens"].get(key, 0)
    for k in range(len(COUNTERS)):
        s.body[base + SURVIVAL + k] = one[COUNTERS[k]]
    s.body[base + DISORDERS] = one["disorders"]
    for k in range(len(PARTS)):
        s.body[base + ARMOR + k] = one["armor"].get(PARTS[k], 0)
    for word in one["boxes"]:
        figures.fill(s, i, 1 << BOXES.index(word))
    for word in one["impairments"]:
        figures.mark(s, i, 1 << figures.MARKS_BY_ID.index(word))
