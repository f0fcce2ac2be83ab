"""A journal's records as bytes: what the engine appends, one kind byte and its content. Framing and checksums are the
store's; their text is journaltext.py. This file knows no rule and keeps nothing.

Which answers count after any number of undos and redos is told by one integer for each record and three for now: so the way to this
position costs no memory and no pass over the journal, since both lie beside it on flash (store/journal.py). The answers that count
are a chain: each knows the one before it, and `top` is the last. What could be redone is a chain too, from `tip` back to `top`: redo
takes the link next to `top`. An answer's link never changes, only `top` and `tip` do."""

import struct

from ..base.errors import Refused
from ..base.jsontext import text
from .state import MAX_SURVIVORS

HEADER, ANSWER, UNDO, REDO, ADJUST, SNAPSHOT, VERSION, CLOSING, RESULT = range(9)
FORMAT = "lanternboard/journal/1"
HEADER_KEYS = ("format", "rules", "board", "names", "id", "pack", "pack_digest", "context", "gear", "party")

_INTEGER, _ID, _SPACE = range(3)

STARTS = 1 << 29  # this record begins an adjustment
CLOSES = 1 << 28  # this answer ends one
PLACE = (1 << 28) - 1  # small integers all of them, on a board too


def header(fields: dict) -> bytes:
    """The header's record: its fields in a fixed order, so that it is the same bytes wherever it was made."""
    out = ['"' + key + '":' + text(fields[key]) for key in HEADER_KEYS if key in fields]
    return bytes((HEADER,)) + ("{" + ",".join(out) + "}").encode()


def check_header(header: dict) -> dict:
    """The header itself, when its fields are in order. Raises Refused with a path."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Refused("format", "not a journal", FORMAT)
    rules = header.get("rules")
    if isinstance(rules, bool) or not isinstance(rules, int) or not 0 < rules < 65536:
        raise Refused("rules", "not a version of the rules", "1-65535")
    board = header.get("board")
    if not isinstance(board, list) or len(board) != 2 or not all(type(v) is int and 0 < v <= 64 for v in board):
        raise Refused("board", "not a board's size", "[columns, rows], 1-64 each")
    names = header.get("names")
    if not isinstance(names, list) or len(names) > MAX_SURVIVORS or not all(isinstance(v, str) and 0 < len(v) <= 32 for v in names):
        raise Refused("names", "not a list of names", "0-8 names of 1-32 characters")
    for key in ("id", "pack", "pack_digest", "context", "party"):
        if key in header and not (isinstance(header[key], str) and len(header[key]) <= 64):
            raise Refused(key, "not a word", "at most 64 characters")
    gear = header.get("gear", [])
    if not isinstance(gear, list) or len(gear) > 31 or not all(isinstance(v, str) and 0 < len(v) <= 64 for v in gear):
        raise Refused("gear", "not a list of weapons' names", "0-31 names of 1-64 characters")
    return header


def answer(choice, columns: int, is_space: bool, closing: bool = False) -> bytes:
    """The record of one answer. `closing` marks the answer that ends an adjustment."""
    kind = CLOSING if closing else ANSWER
    if isinstance(choice, str):
        return bytes((kind, _ID)) + choice.encode()
    if is_space:
        return bytes((kind, _SPACE, choice % columns, choice // columns))
    return struct.pack(">BBi", kind, _INTEGER, choice)


def choice(record: bytes, columns: int):
    """The choice in an answer's record: an integer, an id, or a space's index. Raises Refused when it is none."""
    if len(record) < 3 or record[0] not in (ANSWER, CLOSING):
        raise Refused("answer", "not an answer's record", "")
    if record[1] == _ID:
        return bytes(record[2:]).decode()
    if record[1] == _SPACE and len(record) == 4:
        if record[2] >= columns:
            raise Refused("answer", "space off the board", "columns 0-%d" % (columns - 1))
        return record[3] * columns + record[2]
    if record[1] == _INTEGER and len(record) == 6:
        return struct.unpack_from(">i", record, 2)[0]
    raise Refused("answer", "not an answer's record", "")


def is_space(record: bytes) -> bool:
    return record[1] == _SPACE


def version(rules: int, context: str = "") -> bytes:
    """From here on the journal is played by these rules, and this context (rules/engine.py)."""
    return struct.pack(">BH", VERSION, rules) + context.encode()


def rules_of(record: bytes) -> int:
    return struct.unpack_from(">H", record, 1)[0]


def context_of(record: bytes) -> str:
    return bytes(record[3:]).decode()


def result(found: list) -> bytes:
    """What the showdown has changed (rules/outcome.py): the last record of one that is over."""
    return bytes((RESULT,)) + text(found).encode()


class Links:
    """`top`, `tip`: records; 0 for none. `base`: the snapshot that everything starts from; with STARTS in it, the record before was
    a version mark, and the base moves as soon as its snapshot is there. `link(n)` gives what `after` returned first for n."""

    def __init__(self, link) -> None:
        self.link = link
        self.top = self.tip = 0
        self.base = 1

    def after(self, n: int, kind: int):
        """(link of record n, top, tip, base) if record n, the next one, is of this kind. Raises what `link` raises."""
        top, tip, base = self.top, self.tip, self.base & PLACE
        if kind == ANSWER or kind == CLOSING:
            return top | CLOSES if kind == CLOSING else top, n, 0, base
        if kind == ADJUST:  # to look what can be adjusted changes nothing yet
            return top | STARTS, n, tip, base
        if kind == UNDO and top:
            top, tip = self.undone(top, tip)
        elif kind == REDO and tip:
            top, tip = self._redone()
        elif kind == VERSION:
            base = self.base | STARTS
        elif kind == SNAPSHOT and self.base & STARTS:
            top, tip, base = 0, 0, n
        return 0, top, tip, base

    def take(self, after) -> None:
        """The record is there."""
        self.top, self.tip, self.base = after[1], after[2], after[3]

    def undone(self, top: int, tip: int = 0):
        """(top, tip) when from these the last answer is taken back."""
        link = self.link(top)
        if link & STARTS:  # an adjustment that was only looked at: it leaves nothing
            return link & PLACE, tip if tip < top else 0
        tip = tip or top
        if link & CLOSES:  # an adjustment goes as one, back to its beginning
            while link & PLACE and not link & STARTS:
                link = self.link(link & PLACE)
        return link & PLACE, tip

    def _redone(self):
        at = closing = self.tip
        link = self.link(at)
        while link & PLACE > self.top:
            at = link & PLACE
            link = self.link(at)
            if link & CLOSES:
                closing = at
        top = closing if link & STARTS else at
        return top, 0 if top == self.tip else self.tip
