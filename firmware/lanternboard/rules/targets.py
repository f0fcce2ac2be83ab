"""Picking a target (T1-T8): which entry of a list decides and who remains. It chooses nobody and marks nobody; the flows do.

An entry is text: `closest threat, facing, in range`; scenario.md says which conditions there are, packs.md which more a card knows."""

from ..base.errors import Refused
from ..base.words import some
from . import geometry
from .state import DEAD, DOWN, GRABBED_BEFORE, MARKS, TURN, WIDTH

_HOW = ("closest", "furthest", "random", "all")
_CONDITIONS = ("facing", "in range", "in field of view", "in blind spot")
_MORE = ("not deaf", "victim of grab")  # a card's only
_ALLOWED = (
    "closest, furthest, random or all, then threat or survivor with knocked-down before it if wanted, "
    "then facing, in range, in field of view, in blind spot, each after a comma and a space; or no target: and a word"
)
_NO_TARGET = "no target: "

# What an entry asks, as bits; the conditions are 1 << their place in _CONDITIONS, 64 << that in _MORE.
THREAT = 16
LYING = 32
HEARING = 64
VICTIM = 128
DEAF = 2  # of the low byte of a survivor's marks
CLOSEST, FURTHEST, RANDOM, ALL, ANY = 0, 1, 2, 3, 4


class Pick:
    """`entry`: index of the entry that decided, -1 for none. `instinct`: the word of the `no target` entry that closed the list,
    else None. `candidates`: mask of those who remain. `random`, `all`: how one entry takes them."""

    __slots__ = ("all", "candidates", "entry", "instinct", "random")

    def __init__(self, entry: int = -1, instinct=None, candidates: int = 0, how: int = ANY) -> None:
        self.entry = entry
        self.instinct = instinct
        self.candidates = candidates
        self.random = how == RANDOM
        self.all = how == ALL


def is_last(text: str) -> bool:
    """Whether an entry closes the list (T6)."""
    return text.startswith(_NO_TARGET)


def parse(text: str, card: bool = True):
    """(how, bits) of an entry that is no `no target`; `card`: it may have a card's own conditions. Raises Refused with an empty path."""
    parts = text.split(", ")
    words = parts[0].split(" ")
    how = ANY
    bits = 0
    if words[0] in _HOW:
        how = _HOW.index(words.pop(0))
    if words and words[0] == "knocked-down":
        bits = LYING
        words.pop(0)
    if len(words) != 1 or words[0] not in ("threat", "survivor"):
        raise Refused("", "no such entry in a pick-target list", _ALLOWED)
    if words[0] == "threat":
        bits |= THREAT
    for part in parts[1:]:
        if part in _CONDITIONS:
            bit = 1 << _CONDITIONS.index(part)
        elif card and part in _MORE:
            bit = HEARING << _MORE.index(part)
        else:
            raise Refused("", "no such condition", _ALLOWED + ("; on a card also " + ", ".join(_MORE) if card else ""))
        if bits & bit:
            raise Refused("", "a condition is repeated", "each condition once")
        bits |= bit
    return how, bits


def check_entry(text: str, card: bool = False) -> None:
    """Raises Refused (with an empty path) unless `text` is an entry of a scenario, or of a `card`."""
    if is_last(text) and len(text) > len(_NO_TARGET):
        return
    parse(text, card)


def is_threat(s, i: int) -> bool:
    """T3, T8: whoever stands; while nothing stops anyone from being a threat, whoever lies too."""
    return not s.flags[i] & DEAD and (s.everyone or not s.flags[i] & DOWN)


class View:
    """What the conditions look at, worked out when the first entry asks: Spaces of a State that does not change meanwhile."""

    __slots__ = ("_bare", "_spaces", "rulings", "state")

    def __init__(self, state, rulings) -> None:
        self.state = state
        self.rulings = rulings
        self._spaces: list = [None] * 4
        self._bare = not some(state.terrain, len(state.terrain))

    def has(self, k: int, space: int) -> bool:
        """Whether `spaces(k)` holds a space outside the base. Of a board without terrain that is told without them."""
        s = self.state
        if k == 0:
            return geometry.is_in_front(s, space, self.rulings)
        if self._bare and k == 1:
            return geometry.is_in_range(s, space)
        if self._bare and k == 2:
            return space not in self.spaces(3)
        return space in self.spaces(k)

    def spaces(self, k: int):
        """In front, in range, field of view, blind spot: k as in the conditions' order."""
        if self._spaces[k] is None:
            s = self.state
            if k == 0:
                made = geometry.in_front(s, self.rulings)
            elif k == 1:
                made = geometry.in_range(s)
            elif k == 2:
                made = geometry.field_of_view(s, self.rulings)
            else:
                made = geometry.blind_spot(s)
            self._spaces[k] = made
        return self._spaces[k]


def _there(s, i: int) -> bool:
    """Who can be a candidate at all: alive, on the board, not under the base."""
    return geometry.on_board(s, i) and not geometry.under(s, s.at[i])


def _meets(s, i: int, bits: int, view) -> bool:
    if bits & LYING and not s.flags[i] & DOWN:
        return False
    if bits & THREAT and not is_threat(s, i):
        return False
    if bits & HEARING and s.body[i * WIDTH + MARKS] & DEAF:
        return False
    if bits & VICTIM and not s.body[i * WIDTH + TURN] & GRABBED_BEFORE:
        return False
    for k in range(4):
        if bits & 1 << k and not view.has(k, s.at[i]):
            return False
    return True


def takes_all(entries) -> bool:
    """Whether one of a list's entries takes everybody it fits."""
    return bool([entry for entry in entries if entry.split(" ")[0] == "all"])


def pick(s, entries, rulings, view=None, reacts: bool = False) -> Pick:
    """Reads the list from the top: the first entry that somebody satisfies decides (T1); only the entry's own conditions count, who
    cannot be reached can be picked (T5). `reacts`: for a reaction, which ignores the priority target (T7a). Raises Refused for a faulty
    entry."""
    if view is None:
        view = View(s, rulings)
    priority = s.priority if s.priority >= 0 and not reacts and _there(s, s.priority) else -1
    for k in range(len(entries)):
        if is_last(entries[k]):
            return Pick(k, entries[k][len(_NO_TARGET) :])
        how, bits = parse(entries[k])
        if priority >= 0 and how != ALL:
            return Pick(k, None, 1 << priority)  # T7a
        mask = 0
        best = -1
        for i in range(len(s.at)):
            if not _there(s, i) or not _meets(s, i, bits, view):
                continue
            if how == CLOSEST or how == FURTHEST:
                # T2: measured only among those who meet every condition
                d = geometry.distance_to(s, s.at[i])
                if best < 0 or (d < best if how == CLOSEST else d > best):
                    best = d
                    mask = 0
                elif d != best:
                    continue
            mask |= 1 << i
        if mask:
            return Pick(k, None, mask, how)
    return Pick()
