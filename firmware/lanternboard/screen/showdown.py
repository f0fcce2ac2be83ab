"""What words.py says of a showdown (levels `monster` and `all`): cards, dice, figures. Loaded with its first question. Of a card only its
name is told, and what a step does in two or three words of our own."""

from ..rules import figures
from ..rules.asking import SURVIVOR_IDS
from ..rules.harm import LOCATIONS, faces
from ..rules.state import NOBODY, PLAYER, SURVIVAL
from . import words

_DECK_OF = {"location-card": "locations", "location-order": "locations", "card": "ai", "mood": "ai", "scenario": "scenarios"}


def name_of(cards, deck: str, number: int, table) -> str:
    """A card's name; one that the table has entered has a number from 1."""
    try:
        count = cards.count(deck)
        if number >= count and deck != "gear":  # of which the table enters none
            return table["own card"].format(n=number - count + 1)
        return cards.card(deck, number)["name"]
    except (AttributeError, KeyError, IndexError, ValueError):  # a pack that is no longer there
        return table["own card"].format(n=number + 1)


def called(cards, deck: str, name: str, table) -> str:
    """The name of the card with that id."""
    if name.startswith("learned-"):
        return table["own card"].format(n=int(name[8:]) + 1)
    try:
        return name_of(cards, deck, cards.ids(deck).index(name), table)
    except (AttributeError, ValueError):
        return name


def _gear(cards, number: int, table) -> str:
    return name_of(cards, "gear", number, table)


def step(verb: str, table) -> str:
    """What a step does, by its verb; "" for none."""
    return table.get("step." + (verb or "nothing"), verb)


def signed(n) -> str:
    return "+%d" % n if n > 0 else str(n)


FEW = 4  # names of a player's survivors that are said


def players(s, player: int, names, table) -> str:
    """The survivors of a player, the first where it has more than four, three on a display; or its number."""
    mine = [words.survivor(i, names, table) for i in range(len(s.at)) if figures.value(s, i, PLAYER) == player]
    if s.players == 1 or not mine:
        return table["id.player"].format(n=player + 1)
    few = FEW - 1 if getattr(table, "wide", 0) else FEW
    more = len(mine) - few
    return words.some_of(mine, table) if more <= 0 else table["some of"].format(some=", ".join(mine[: few - 1]), n=more + 1)


# Questions


def about(found: dict, prompt, s, names, cards, table) -> None:
    """Puts in what else a question's and its reason's placeholders stand for."""
    kind = prompt.kind
    subject = prompt.subject
    i = SURVIVOR_IDS.index(subject[0]) if subject and subject[0] in SURVIVOR_IDS else prompt.who
    if not found["who"]:
        found["who"] = words.survivor(prompt.who, names, table) if prompt.who >= 0 else found["monster"]
    if kind == "hits":
        found["dice"], found["need"] = subject[:2]
    elif kind == "roll" and subject[0] == "wound":
        found["what"] = called(cards, "locations", subject[1], table)
        found["critical"] = subject[3]
        found["need"] = min(subject[2], subject[3])
    elif kind == "roll" and subject[0] == "severe":
        found["where"] = table["id." + subject[2]]
    elif kind == "hit":
        found["n"] = figures.value(s, i, SURVIVAL) if prompt.rule == "S2" else subject[1]
    elif kind == "go":
        found["n"] = max(1, figures.steps_of(s, i))
    elif kind == "may":
        found["what"] = step(subject[0], table)
    elif kind == "pay":
        found["n"], found["have"] = subject[1], figures.value(s, i, SURVIVAL)
        found["what"] = step(subject[2], table)
    elif kind == "is":
        word, _, n = subject[1].partition(" ")
        found["what"] = (field(word, table) + " " + n).strip()
    elif kind == "number":
        found["what"] = field(subject[0], table)
    elif kind == "pile":
        found["what"] = called(cards, subject[0], subject[1], table)
    elif kind == "read":
        found["what"] = _read_of(cards, subject[0], table)
        found["step"] = field(subject[1], table)


def _read_of(cards, name: str, table) -> str:
    """The card that is read: an AI card's or a location's id."""
    found = called(cards, "ai", name, table)
    return called(cards, "locations", name, table) if found == name else found


def field(word: str, table) -> str:
    """What a figure, a box or a mark of a record is called."""
    first, _, rest = word.partition("-")
    if first == "mark":
        return table.get("mark." + rest, rest)
    if first in ("armor", "box") and rest:
        where, _, weight = rest.partition("-")
        return table["word." + (weight or first)].format(what=table["id." + where])
    if rest == "tokens":
        return table["word.tokens"].format(what=table["word." + first])
    return table.get("word." + word) or table.get("mark." + word) or table.get("step." + word, word)


def reason(prompt) -> str:
    """The key of a reason that is other than its rule says; "" for none."""
    if prompt.kind == "roll" and prompt.subject[0] == "wound" and prompt.subject[2] < prompt.subject[3] < 11:
        return "why.W4.critical"
    return ""


def option(prompt, choice, s, names, cards, table):
    """What one answer is called; None where words.py knows."""
    kind = prompt.kind
    if kind == "controller":
        return table["id.player"].format(n=choice)
    if not isinstance(choice, str) or choice == "other":
        return None
    if kind == "level":
        return table["id.level." + choice]
    if kind == "field":
        return field(choice, table)
    if kind == "told" and choice in SURVIVOR_IDS:
        return table["id.moves"].format(who=words.survivor(SURVIVOR_IDS.index(choice), names, table))
    if kind == "reaction":
        return step(choice, table)
    if kind == "read":
        return _read(prompt.subject[1], choice, cards, table)
    if kind == "which" or kind == "resource":
        return called(cards, prompt.subject[0], choice, table)
    if kind in _DECK_OF:
        return called(cards, _DECK_OF[kind], choice, table)
    if kind == "roll":
        return _face(prompt, choice, cards, table)
    if kind == "hit":
        key, where = ("id.dodge", choice[6:]) if choice.startswith("dodge-") else ("id.take", choice)
        return table[key].format(where=table["id." + where])
    if kind == "do":
        return _deed(prompt, choice, s, cards, table)
    return None


def _read(what: str, choice: str, cards, table):
    if what == "pick" and choice != "nobody":
        return called(cards, "targets", choice, table)
    return table.get("step." + choice)


def _face(prompt, choice: str, cards, table) -> str:
    subject = prompt.subject
    what = ""
    if subject[0] == "wound":
        first = faces((choice,))[0][0]
        what = table["id.critical" if first >= subject[3] else "id.wounds" if first >= subject[2] else "id.fails"]
    elif subject[0] == "severe":
        what = _row(cards, LOCATIONS.index(subject[2]), prompt.options.index(choice))
    elif subject[0] == "effect":
        what = step(subject[2 + prompt.options.index(choice)], table) if len(subject) > 2 else ""
    return table["id.face"].format(n=choice, what=what) if what else choice


def _row(cards, location: int, k: int) -> str:
    try:
        return cards.card("tables", location)["rows"][k]["name"]
    except (AttributeError, KeyError, IndexError, ValueError):
        return ""


def _deed(prompt, choice: str, s, cards, table):
    """An attack or a use of gear, by its name."""
    if choice == "fist":
        try:
            return _gear(cards, cards.card("scenarios", s.scenario)["always"][0], table)
        except (AttributeError, KeyError, IndexError, ValueError):
            return None
    if len(choice) != 2 or choice[0] not in "ag":
        return None
    mine = figures.weapons(s, SURVIVOR_IDS.index(prompt.subject[0]))
    k = int(choice[1])
    card = s.gear[mine[k] + 1]
    twins = [at for at in mine if s.gear[at + 1] == card]
    what = _gear(cards, card, table)
    if len(twins) > 1:
        what += " %d" % (twins.index(mine[k]) + 1)
    return table["id.attack" if choice[0] == "a" else "id.use"].format(what=what)


# What happened

_OF_CARDS = {  # event: the deck and the place of a card's number
    "injury": ("locations", 1),
    "barred": ("locations", 1),
    "reacts": ("locations", 1),
    "location": ("locations", 1),
    "failed": ("locations", 2),
    "wounds": ("locations", 2),
    "critical": ("locations", 2),
    "impervious": ("locations", 2),
    "drew": ("ai", 1),
    "mood-ends": ("ai", 1),
    "uses": ("gear", 2),
    "archived": ("gear", 2),
}
_KNOWN = (  # by words.py
    " placed unplaced turned moved short collided fell stood pushed removed priority terrain everyone movement tokens lit undone unsaved "
    "redone "
)
_NO_SURVIVOR = (
    " injury barred circle reacts location drew mood-ends wounded rolled shuffled instinct round turn monster-token level entered"
    " controller "
)


def event(event, s, names, cards, beast: str, table):
    """(more of the key, who, other placeholders) of an event of the showdown; None where words.py knows it."""
    name = event[0]
    if " " + name + " " in _KNOWN:
        return None
    end = ""
    more: dict = {}
    who = ""
    if len(event) > 1 and " " + name + " " not in _NO_SURVIVOR:
        i = event[1]
        who = words.survivor(i, names, table) if isinstance(i, int) and 0 <= i < NOBODY else beast
    if name in _OF_CARDS:
        deck, at = _OF_CARDS[name]
        more["what"] = name_of(cards, deck, event[at], table)
    elif name in ("round", "wounded", "rolled"):
        more["n"] = event[1]
    elif name == "turn":
        end = ".survivors" if event[1] else ".monster"
    elif name == "controller":
        who = players(s, event[1], names, table)
    elif name == "instinct":
        more["what"] = called(cards, "instincts", event[1], table)
    elif name in ("gains", "token", "attribute"):
        more["what"] = table.get("word." + event[2], event[2])
        more["n"] = signed(event[3])
    elif name == "monster-token":
        more["what"] = table.get("word." + event[1], event[1])
        more["n"] = signed(event[2])
    elif name == "paper":
        more["what"] = _noted(event, s, table)
    elif name == "attacks" or name == "strikes":
        more["dice"], more["need"] = event[2], event[3]
        more["n"] = event[4] if name == "attacks" else 0
        end = ".one" if event[2] == 1 else ""
    elif name == "missed":
        end = ".monster" if event[1] < 0 else ""
    elif name in ("hits", "bleeds", "cancelled"):
        more["n"] = event[2]
        end = ".one" if event[2] == 1 else ""
    elif name in ("dodged", "hit", "armor", "hurt", "severe"):
        more["where"] = table["id." + LOCATIONS[event[2]]]
        if name == "armor":
            more["n"] = event[3]
        elif name == "hurt":
            end = ".heavy" if event[3] else ".light"
        elif name == "severe":
            more["what"] = "" if event[3] == NOBODY else _row(cards, event[2], event[3])
            end = "" if more["what"] else ".own"
    elif name == "brain":
        more["n"] = event[2]
        end = "" if event[2] else ".none"
    elif name == "paid":
        more["n"] = event[2]
    elif name == "changed":
        more["what"] = field(event[2], table)
    elif name == "level":
        more["what"] = table["id.level." + event[1]]
    elif name == "marked":
        more["what"] = table.get("mark." + event[2], event[2])
    elif name == "shuffled":
        end = ".locations" if event[1] else ".ai"
    elif name == "gained":
        more["what"] = name_of(cards, "parts" if event[2] else "basic", event[3], table)
        end = ".settlement" if event[1] == NOBODY else ""
    return end, who, more


def _noted(event, s, table) -> str:
    """What is to be written down: ("paper", survivor, verb, ...)."""
    verb, n = event[2], event[3]
    what = step(verb, table)
    if verb == "mark":
        return table.get("mark." + n, n)
    if verb == "token" or verb == "attribute":
        what = table.get("word." + n, n)
        if verb == "token":
            what = table["word.token"].format(what=what)
        return signed(event[4]) + " " + what if len(event) > 4 else what
    if n == "level":
        n = figures.level_of(s)
    if isinstance(n, str):
        return "1" + n + " " + what
    if len(event) > 4:
        what += ", " + table["id." + event[4]]
    return signed(n) + " " + what if n else what
