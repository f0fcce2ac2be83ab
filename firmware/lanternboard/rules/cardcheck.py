"""What a card of a pack may be (docs/packs.md): the closed set of keys and steps, held to by the host's sources and by what is put
onto a board alike. Loaded when a pack is looked at. It calls nothing of the pack: what one card says of others is checked by the
numbers that a compiled card has in the place of ids."""

from ..base.errors import Refused
from ..base.jsontext import written
from .targets import check_entry, is_last, takes_all

NEST = 6  # steps inside of steps
MOST_STEPS = 12  # of a list
MOST_COPIES = 20
MOST_CARDS = 250  # of a deck, and of a list of cards
FEWER = 96  # of a deck whose cards' numbers share a byte of the state with another deck's, or with cards that the table enters
DECKS = ("ai", "basic", "gear", "instincts", "locations", "monsters", "parts", "scenarios", "tables", "targets")
RANKS = ("basic", "advanced", "legendary", "special")
LOCATIONS = ("head", "arms", "body", "waist", "legs")
TABLES = LOCATIONS + ("brain", "hit-location")
MARKS = (
    "no-survival deaf no-dodge no-dash no-surge no-encourage falls-when-hurt movement-one dies-at-end skip-hunt retired no-two-handed "
    "no-weapons no-consume no-arts no-intimacy no-waist-gear no-heavy-gear"
)

# Every step and, behind its colon, what follows its name, a letter each: `_argument` says which.
_STEPS = (
    " knockback:h grab: damage:nL brain:n down: stand: insanity:z survival:z survival-to-insanity: courage:z understanding:z experience:z"
    " bleed:n priority:p token:ax attribute:ax mark:mU disorder: dies: dismembered: flee: doomed:"
    " monster-token:bx monster-down: monster-stands: monster-dies: monster-dies-next-turn: wound: face: away: back:h charge: basic:k"
    " everyone-threat:i end-turn: draw: discard-mood: land:l gain:dg strike: archive: discard:"
    " roll:r if:csS each:ws one:ws random:ws pick:es may:s pay:is "
)
_ONLY = (("strike", "use"), ("archive", "use"), ("discard", "draws"), ("land", "hits"))  # steps that belong to one key
_SUBJECT = (
    " knockback grab damage brain down stand insanity survival survival-to-insanity courage understanding experience bleed priority token "
    "attribute mark disorder dies dismembered flee doomed face back basic may pay if "
)
_ALONE = ("moves", "draws", "turn", "injury", "alone")  # keys, and what stands for one, whose steps are about no survivor

_SHOWN = "id:id name:name "
_ACTION = "pick?:pick attack?:attack before?:steps hits?:steps locations?:steps damage?:steps after?:steps "
_FIGURES = (
    "level:1,9 movement:0,30 toughness:0,60 speed{0}:-30,30 damage{0}:-30,30 accuracy{0}:-30,30 luck{0}:-30,30 evasion{0}:-30,30 "
    "placement{0}:1,60 survivors{0}:1,6 limit{0}:0,30 survival{0}:0,30 victory{0}:victory opens{0}:opens "
)
_RESOURCE = _SHOWN + "kinds?:kinds copies?:copies gain?:steps"


def check_card(deck: str, card, path: str, n: int = 0, count=None) -> None:
    """Raises Refused, with the path, unless `card` is a card of that deck. `count`: None for a source's card, whose references are
    ids; of a compiled card (number `n` of its deck) they are numbers, and count(deck) is how many there are."""
    _check(n < most_of(deck), path, "too many cards", "up to %d in this deck" % most_of(deck))
    spec = _keys_of(deck, count is not None)
    _keys(card, path, spec, count)
    if deck in ("ai", "locations"):  # answers beside the cards that can have come up
        right = card["id"] != "other" and not card["id"].startswith("learned-")
        _check(right, path + ".id", "an id that the board itself uses", "not other, and none that begins with learned-")
    if deck in ("ai", "instincts"):
        _action(card, path)
    elif deck == "scenarios" and count is not None:
        check_decks(count)
    elif deck == "tables":
        _table(card, path, n if count is not None else -1)


def most_of(deck: str) -> int:
    """How many cards a deck can have."""
    return FEWER if deck in ("ai", "instincts", "gear", "basic", "parts") else MOST_CARDS


def check_decks(count, path: str = "") -> None:
    """What a scenario is played with must be there. Raises Refused."""
    for deck in ("ai", "instincts", "locations", "tables"):
        least = len(TABLES) if deck == "tables" else 1
        _check(count(deck) >= least, path + deck, "too few for a scenario", "%d or more" % least)


def _keys_of(deck: str, compiled: bool) -> str:
    """key:kind of all, with a question mark where the key may be absent."""
    if deck == "monsters":
        return _SHOWN + "size:1,8 movement:0,30 blind_spot?:blind starts?:starts"
    if deck == "targets":
        return _SHOWN + "pick:pick"
    if deck == "ai" or deck == "instincts":
        own = "rank:rank copies?:copies mood?:mood ends?:ends injury?:injury ask?:asked " if deck == "ai" else ""
        return _SHOWN + own + _ACTION + ("" if compiled else "targets?:id")
    if deck == "locations":
        return (
            _SHOWN + "failure?:steps wound?:steps reflex?:steps critical?:steps injury?:id impervious?:flag trap?:flag moves?:steps "
            "draws?:steps turn?:steps bars?:bars ask?:unread"
        )
    if deck == "tables":
        return "id:table name?:name rows?:rows faces?:die"
    if deck == "gear":
        return _SHOWN + "armor?:armor weapon?:weapon use?:steps always?:flag"
    if deck == "basic" or deck == "parts":
        return _RESOURCE
    if deck == "scenarios":
        if compiled:
            lists = "ai:ranks ai_of:counts ai_top:*ai locations_top:*locations gear:*gear always:*gear basic:*basic parts:*parts"
            return _SHOWN + "monster:@monsters basic_action:@instincts trap:trap " + lists + " " + _FIGURES.replace("{0}", "")
        return _SHOWN + "monster:id ai:deal ai_top?:ids locations_top?:ids gear?:ids " + _FIGURES.replace("{0}", "?")
    raise Refused(deck, "no such deck", ", ".join(DECKS))


def _keys(value, path: str, spec: str, count) -> None:
    """An object's keys and what each holds."""
    if not isinstance(value, dict):
        raise Refused(path, "not an object", _names(spec))
    for key in sorted(value):
        if _spec(spec, key) is None:
            raise Refused(path + "." + key, "no such key", _names(spec))
    for word in spec.split():
        key = word[: word.find(":")]
        if key[-1] != "?" and key not in value:
            raise Refused(path + "." + key, "missing", _names(spec))
    for key in sorted(value):
        _value(_spec(spec, key), value[key], path + "." + key, key, count)


def _names(spec: str) -> str:
    return ", ".join([word[: word.find(":")].replace("?", "") for word in spec.split()])


def _spec(spec: str, key):
    """The kind of a key, or what follows a step's name; None when there is none of that name."""
    if not isinstance(key, str) or not key or not _plain(key, "_"):
        return None
    for mark in (":", "?:"):
        i = (" " + spec).find(" " + key + mark)
        if i >= 0:
            i += len(key) + len(mark)
            return spec[i:].split(" ", 1)[0]
    return None


def _plain(value: str, more: str) -> bool:
    for c in value:
        if not ("a" <= c <= "z" or "0" <= c <= "9" or c == "-" or c == more):
            return False
    return True


def _check(right, path: str, wrong: str, allowed: str) -> None:
    if not right:
        raise Refused(path, wrong, allowed)


def _shown(value) -> str:
    return str(value) if type(value) is int and abs(value) < 1000000 else "this"


def _integer(value, path: str, low: int, high: int) -> None:
    right = type(value) is int and low <= value <= high
    _check(right, path, _shown(value) + " is out of range", "an integer from %d to %d" % (low, high))


def check_id(value, path: str) -> None:
    right = isinstance(value, str) and 0 < len(value) <= 32 and value[0] != "-" and value[-1] != "-" and "--" not in value
    _check(right and _plain(value, "-"), path, "no id", "up to 32 of a-z, 0-9 and single hyphens")


def check_name(value, path: str) -> None:
    right = isinstance(value, str) and 0 < len(value) <= 40 and len(value.strip()) > 0
    if right:
        for c in value:
            right = right and ord(c) >= 32 and not 127 <= ord(c) < 160
    _check(right, path, "no name", "1 to 40 characters on one line")


def _word(value, path: str, words) -> None:
    _check(isinstance(value, str) and value in words, path, "no such word" + written(value), ", ".join(words))


def _list(value, path: str, low: int, high: int) -> int:
    _check(isinstance(value, list) and low <= len(value) <= high, path, "not a list of that length", "%d to %d entries" % (low, high))
    return len(value)


def _words(value, path: str, words) -> None:
    for k in range(_list(value, path, 1, len(words))):
        _word(value[k], path + "[" + str(k) + "]", words)
        _check(value.count(value[k]) == 1, path + "[" + str(k) + "]", "is there twice", "each once")


def _integers(value, path: str, bounds) -> None:
    """`bounds`: low and high of each, one behind the other."""
    for k in range(_list(value, path, len(bounds) // 2, len(bounds) // 2)):
        _integer(value[k], path + "[" + str(k) + "]", bounds[2 * k], bounds[2 * k + 1])


def _value(kind: str, value, path: str, key: str, count) -> None:
    if "," in kind:
        low, high = kind.split(",")
        _integer(value, path, int(low), int(high))
    elif kind == "id":
        check_id(value, path)
    elif kind == "name":
        check_name(value, path)
    elif kind == "steps":
        _steps(value, path, key, count)
    elif kind == "pick":
        _pick(value, path, True)
    elif kind == "flag":
        _check(value is True, path, "not true", "true, or leave the key out")
    elif kind == "copies":
        _integer(value, path, 1, MOST_COPIES)
    elif kind[0] == "@":
        _integer(value, path, 0, count(kind[1:]) - 1)
    elif kind[0] == "*":
        for k in range(_list(value, path, 0, MOST_CARDS)):
            _integer(value[k], path + "[" + str(k) + "]", 0, count(kind[1:]) - 1)
    elif not _monster_value(kind, value, path) and not _action_value(kind, value, path, count):
        _rest(kind, value, path, count)


def _monster_value(kind: str, value, path: str) -> bool:
    if kind == "starts":
        _integers(value, path, (0, 63, 0, 63))
    elif kind == "blind":
        if value is not None:
            for k in range(_list(value, path, 0, 64)):
                _integers(value[k], path + "[" + str(k) + "]", (-60, 60, -60, 60))
    else:
        return False
    return True


def _action_value(kind: str, value, path: str, count) -> bool:
    if kind == "rank":
        _word(value, path, RANKS)
    elif kind == "attack":
        _integers(value, path, (1, 30, 1, 10, 0, 30))
    elif kind == "asked":
        _words(value, path, ("all", "pick", "attack", "damage", "after"))
    elif kind == "unread":
        _words(value, path, ("failure", "wound", "reflex", "critical"))
    elif kind == "ends":
        _words(value, path, ("dismembered", "killed"))
    elif kind == "bars":
        _words(value, path, ("grab",))
    elif kind == "mood":
        _mood(value, path)
    elif kind == "injury":
        _injury(value, path, count)
    else:
        return False
    return True


def _rest(kind: str, value, path: str, count) -> None:
    if kind == "armor":
        _integers(value, path, (0, 30) * 5)
    elif kind == "weapon":
        _integers(value, path, (1, 30, 1, 10, -30, 30, -30, 30, 0, 30))
    elif kind == "kinds":
        _words(value, path, ("hide", "bone", "organ", "scrap", "consumable"))
    elif kind == "table":
        _word(value, path, TABLES)
    elif kind == "rows":
        _rows(value, path, count)
    elif kind == "faces":
        _faces(value, path, 13)
    elif kind == "die":
        for k in range(_list(value, path, 6, 6)):
            _word(value[k], path + "[" + str(k) + "]", LOCATIONS)
    elif kind == "opens":
        _word(value, path, ("monster", "survivors"))
    elif kind == "victory":
        _integers(value, path, (0, 30, 0, 30))
    elif kind == "counts":
        _integers(value, path, (0, MOST_CARDS) * 3)
    elif kind == "trap":
        _integer(value, path, -1, count("locations") - 1)
    elif kind == "ranks":
        for k in range(_list(value, path, 3, 3)):
            _value("*ai", value[k], path + "[" + str(k) + "]", "", count)
    elif kind == "ids" or (isinstance(value, list) and value and isinstance(value[0], str)):  # the latter: a deal by names
        for k in range(_list(value, path, 0, MOST_CARDS)):
            check_id(value[k], path + "[" + str(k) + "]")
    else:
        _integers(value, path, (0, MOST_CARDS) * 3)


def _mood(value, path: str) -> None:
    allowed = ("damage", "accuracy", "speed")
    _check(isinstance(value, dict) and value, path, "not an object with entries", ", ".join(allowed))
    for key in sorted(value):
        _check(key in allowed, path + "." + key, "no such key", ", ".join(allowed))
        _integer(value[key], path + "." + key, -30, 30)


def _injury(value, path: str, count) -> None:
    if count is None:
        _check(isinstance(value, dict) and value, path, "not an object with entries", 'steps, or "ask", by the id of an injury')
        for key in sorted(value):
            check_id(key, path + "." + key)
            if value[key] != "ask":
                _steps(value[key], path + "." + key, "injury", count)
        return
    for k in range(_list(value, path, 1, MOST_CARDS)):
        at = path + "[" + str(k) + "]"
        _list(value[k], at, 2, 2)
        _integer(value[k][0], at + "[0]", 0, count("locations") - 1)
        if value[k][1] != "ask":
            _steps(value[k][1], at + "[1]", "injury", count)


def _action(card, path: str) -> None:
    """What the keys of a monster's card say together."""
    ask = card.get("ask", ())
    aims = "pick" in card or "targets" in card
    _check(not ("pick" in card and "targets" in card), path + ".targets", "both targets and pick", "one of them")
    if "attack" in card:
        _check(aims or "all" in ask or "pick" in ask, path + ".attack", "an attack without targets", "targets or pick, or to ask for it")
    elif "all" not in ask and "attack" not in ask:
        for key in ("hits", "locations", "damage"):
            _check(key not in card, path + "." + key, "a moment of an attack, without one", "attack")
    if "attack" in card or "attack" in ask:
        for k in range(len(card.get("pick", ()))):
            one = not takes_all(card["pick"][k : k + 1])
            _check(one, path + ".pick[" + str(k) + "]", "an attack on all at once", "one target, or before in the place of attack")
    if not aims and "all" not in ask and "pick" not in ask:
        _check("before" not in card, path + ".before", "a moment of a target, without one", "targets or pick")
        _steps(card.get("after", []), path + ".after", "alone", None, True)
    _check("ends" not in card or "mood" in card, path + ".ends", "of a mood only", "mood")


def _table(card, path: str, n: int) -> None:
    """What a table's keys say together; `n`: its number, which is its place in TABLES, -1 in a source."""
    _check(n < 0 or (n < len(TABLES) and card["id"] == TABLES[n]), path + ".id", "not in its place", ", ".join(TABLES))
    key = "faces" if card["id"] == "hit-location" else "rows"
    other = "rows" if key == "faces" else "faces"
    _check(key in card, path + "." + key, "missing", key)
    _check(other not in card, path + "." + other, "no such key", key)
    if key == "faces":
        return
    high = 0
    for row in card["rows"]:
        high = _faces(row["faces"], path, 13)[1]
    if card["id"] == "brain":
        _check(high >= 10, path + ".rows", "faces are missing at the end", "all from 1 to 10, or up to 13")
    else:
        _check(high == 10, path + ".rows", "faces are missing at the end, or beyond it", "all from 1 to 10")


def _rows(value, path: str, count) -> None:
    """Of a table: faces one behind the other from 1 on."""
    spec = "faces:faces id:id name:name steps:steps most?:1,2 again?:steps"
    high = 0
    seen = []
    for k in range(_list(value, path, 1, 13)):
        at = path + "[" + str(k) + "]"
        row = value[k]
        _keys(row, at, spec, count)
        low, last = _faces(row["faces"], at + ".faces", 13)
        _check(low == high + 1, at + ".faces", "not the faces that come next", "beginning with %d" % (high + 1))
        high = last
        _check(row["id"] not in seen, at + ".id", "is there already", "each id once in a table")
        seen.append(row["id"])
        _check("again" not in row or row.get("most") == 2, at + ".again", "of a row that can be held twice", "most: 2")


def _faces(value, path: str, most: int):
    """(low, high) of "4" or "4-10"."""
    parts = value.split("-") if isinstance(value, str) and len(value) <= 5 else []
    right = 1 <= len(parts) <= 2
    for part in parts:
        right = right and 0 < len(part) <= 2 and part.isdigit() and part[0] != "0" and int(part) <= most and _plain(part, "-")
    if right and len(parts) == 2:
        right = int(parts[0]) < int(parts[1])
    _check(right, path, "no faces of a die", '"4" or "4-10"')
    return int(parts[0]), int(parts[-1])


def _pick(value, path: str, closed: bool) -> None:
    """`closed`: it may end with an entry that names an instinct."""
    for k in range(_list(value, path, 1, 12)):
        at = path + "[" + str(k) + "]"
        _check(isinstance(value[k], str) and len(value[k]) <= 120, at, "not a text", "an entry")
        _check(closed or not is_last(value[k]), at, "no instinct can follow here", "an entry that picks")
        try:
            check_entry(value[k], True)
        except Refused as wrong:
            raise Refused(at, wrong.message, wrong.allowed) from None


def _steps(value, path: str, key: str, count, again: bool = False) -> None:
    """A list of steps and all that are inside of them; without recursion, since a board's call stack is short. `again`: only whether
    they have a subject, the rest was looked at."""
    left = [(value, path, 1, key not in _ALONE)]
    while left:
        steps, at, depth, subject = left.pop()
        for k in range(_list(steps, at, 0, MOST_STEPS)):
            here = at + "[" + str(k) + "]"
            step = steps[k]
            _check(isinstance(step, list) and step and isinstance(step[0], str), here, "no step", "a list that begins with a step's name")
            kinds = _spec(_STEPS, step[0])
            if kinds is None:
                raise Refused(here, "no such step" + written(step[0]), _names(_STEPS))
            late = step[0] == "basic" or step[0] == "draw" or step[0] == "strike"
            _check(not late or k == len(steps) - 1, here, "what it begins is carried out behind all other steps", "the last of its list")
            for name, only in _ONLY:
                _check(step[0] != name or key == only or again, here, "this step belongs to " + only, "in " + only)
            if not subject:
                _check(_SUBJECT.find(" " + step[0] + " ") < 0, here, "nobody is the subject here", "each, one, random or pick around it")
            inner = subject or step[0] in ("each", "one", "random", "pick")
            least = len(kinds) - (1 if kinds and kinds[-1] in "LSU" else 0)
            right = least <= len(step) - 1 <= len(kinds)
            _check(right, here, "another number of entries than this step has", "%d to %d" % (least + 1, len(kinds) + 1))
            for j in range(1, len(step)):
                inside = here + "[" + str(j) + "]"
                kind = kinds[j - 1]
                if kind == "r":
                    _roll(step[j], inside, depth, left, inner)
                elif kind in "sS":
                    _inner(step[j], inside, depth, left, inner)
                elif kind == "g" and not again:
                    _gain(step[j], inside, step[1], count)
                elif kind != "g":
                    _argument(kind, step[j], inside)


def _inner(steps, path: str, depth: int, left, subject: bool) -> None:
    _check(depth < NEST, path, "too deep", "steps inside of steps, %d deep" % NEST)
    left.append((steps, path, depth + 1, subject))


def _roll(value, path: str, depth: int, left, subject: bool) -> None:
    high = 0
    for k in range(_list(value, path, 1, 10)):
        at = path + "[" + str(k) + "]"
        _list(value[k], at, 2, 2)
        if value[k][0] == "beats-courage":
            _check(len(value) == 1, at + "[0]", "stands alone", "no other faces")
        else:
            low, last = _faces(value[k][0], at + "[0]", 10)
            _check(low > high, at + "[0]", "faces that are there already, or not in their order", "each once, from low to high")
            high = last
        _inner(value[k][1], at + "[1]", depth, left, subject)


def _gain(value, path: str, deck: str, count) -> None:
    if value == "random":
        return
    if count is None:
        check_id(value, path)
    else:
        _integer(value, path, 0, count(deck) - 1)


def _argument(kind: str, value, path: str) -> None:
    """h, x: a number, the latter below 0 too; k: 0-15; n, z: that, or level, d5, d10; i: 1-30; l, L: a location; a, b: an attribute, the
    monster's; m: a mark, U: until when; p: how long the priority target stays; d: a deck of resources; c: a condition; w: who;
    e: pick-target entries."""
    if kind in "nzhxik":
        if value in ("level", "d5", "d10") and kind in "nz":
            return
        low = 1 if kind == "i" else 0 if kind in "nhk" else -30
        high = 15 if kind == "k" else 30  # agenda.BONUS
        more = ", level, d5 or d10" if kind in "nz" else ""
        _check(type(value) is int and low <= value <= high, path, _shown(value) + " is out of range", "%d to %d%s" % (low, high, more))
    elif kind in "lL":
        _word(value, path, LOCATIONS)
    elif kind == "a":
        _word(value, path, ("movement", "speed", "accuracy", "strength", "evasion", "luck"))
    elif kind == "b":
        _word(value, path, ("movement", "speed", "accuracy", "damage", "toughness", "evasion", "luck"))
    elif kind == "m":
        _word(value, path, MARKS.split(" "))
    elif kind == "U":
        _word(value, path, ("showdown",))
    elif kind == "p":
        _word(value, path, ("turn", "stays"))
    elif kind == "d":
        _word(value, path, ("basic", "parts"))
    elif kind == "w":
        _word(value, path, ("all", "others", "adjacent", "beside", "not-deaf", "standing", "lying"))
    elif kind == "e":
        _pick(value, path, False)
    else:
        _condition(value, path)


def _condition(value, path: str) -> None:
    allowed = "insane, deaf, not-deaf, lying, standing, or courage, understanding, disorders and a number from 1 to 30"
    _check(isinstance(value, str), path, "no condition", allowed)
    words = value.split(" ")
    if len(words) == 2 and words[0] in ("courage", "understanding", "disorders"):
        right = 0 < len(words[1]) <= 2 and _plain(words[1], "-") and words[1].isdigit() and words[1][0] != "0" and int(words[1]) <= 30
    else:
        right = value in ("insane", "deaf", "not-deaf", "lying", "standing")
    _check(right, path, "no condition", allowed)
