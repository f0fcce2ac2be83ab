"""The engine: one prompt at a time, answers, undo and redo without limit, snapshots, the journal.

It has no files, no clock and no randomness: the journal is given to it as `append(bytes)`, `read(n)` and `len()`, cards
as `card(deck, n)`. What is asked is the flow's (rules/flow.py): a generator that yields prompts. When that generator
ends no generator is open: a **boundary**, where the whole game is the state alone and a snapshot goes into the journal.
Everything else, undo, redo, resuming after a power cut, is the nearest snapshot and the answers since.

    >>> from lanternboard.table.builtin import BuiltinCards, RamJournal
    >>> game = create(RamJournal(), BuiltinCards(), names=["Allister"])
    >>> game.prompt.kind
    'monster'
    >>> game.answer(game.prompt.number, "white-lion")
    True
    >>> game.prompt.kind, game.prompt.usual
    ('survivors', 1)
    >>> game.undo(game.prompt.number)
    True
"""

import json

from ..base.errors import Refused, Stale
from ..base.stack import Stack
from . import flow as lights_flow
from . import record
from . import rulings as decided
from .state import MAX_SPACES, State, unpack

RULES = 2  # raised with every change that can alter a replay (tests/rules/frozen holds journals that notice)

_STARTS = 1 << 29  # this record begins an adjustment
_CLOSES = 1 << 28  # this answer ends one
_PLACE = (1 << 28) - 1  # small integers all of them, on a board too
STOPS = "undo stops here: what was before was played by other rules, another pack or other rulings"


class Engine:
    """A showdown being played. `prompt`, `state` and `events` are for reading; change comes through the methods.

    journal   append(bytes), read(n) -> bytes, len(); record 0 is the header
    cards     card(deck, n) -> dict, count(deck) -> int
    rulings   rules/rulings.py; None: those that the journal's context names
    context   what answers depend on besides the rules: eight hexadecimal digits of the pack, then the rulings (decided.word); answers
              given under another are not replayed; "" does not ask
    Raises Refused when the journal is none, or of a version whose last snapshot cannot be read."""

    def __init__(self, journal, cards, rulings=None, flow=lights_flow, context: str = "") -> None:
        self.journal = journal
        self.cards = cards
        self.rulings = rulings
        self._by_journal = rulings is None
        self.flow = flow
        self.events = []
        self.note = ""  # why undo stops, in plain words; empty while it does not
        self.diverged = -1  # follower: the record whose snapshot was not what we came to
        self.header = _header(journal)
        self.names = tuple(self.header["names"])
        self._context = context
        self._live = Stack()
        self._redone = Stack()
        self._base = 1  # record of the snapshot that everything starts from
        self._quiet = True
        self._scan()
        self._restore(len(self._live))

    # What a face reads

    @property
    def prompt(self):
        return self._prompt

    @property
    def number(self) -> int:
        return self._prompt.number

    @property
    def can_undo(self) -> bool:
        return len(self._live) > 0

    @property
    def can_redo(self) -> bool:
        if not len(self._redone):
            return False
        if not (len(self._live) and self._live[-1] & _STARTS):
            return True
        # What was undone before an adjustment was opened waits until that is answered or left.
        return self._redone[-1] & _PLACE > self._live[-1] & _PLACE

    @property
    def adjusting(self) -> bool:
        return self._chain is not None

    @property
    def depth(self) -> int:
        """How many records could be undone."""
        return len(self._live)

    def tell(self, *event) -> None:
        """For the flow: something happened, e.g. ("fell", 2)."""
        if not self._quiet:
            self.events.append(event)

    # What a face does

    def answer(self, number: int, choice) -> bool:
        """Answers prompt `number`. True when this was new, False when it repeats what is already kept.
        Raises Stale for another prompt's number, Refused for an illegal choice; then nothing has changed."""
        prompt = self._prompt
        if number != prompt.number:
            if self._is_kept(number, choice):
                return False
            raise _stale(number, prompt.number)
        if not prompt.allows(choice):
            raise Refused("choice", "not an answer to this prompt", describe(prompt, self.state.columns))
        made = record.answer(choice, self.state.columns, prompt.is_spaces())
        self._begin()
        in_chain = self._chain is not None
        try:
            boundary = self._send(choice)
            closing = in_chain and self._chain is None
            if closing:
                made = bytes((record.CLOSING,)) + made[1:]
            self._keep(made, _CLOSES if closing else 0)
        except Exception:
            self._restore(len(self._live))  # nothing was kept: the game is what it was
            raise
        if boundary:
            self._snapshot()
        return True

    def undo(self, number: int) -> bool:
        """Takes back the last answer (an adjustment as one). Raises Stale, or Refused when there is nothing to undo."""
        return self._step(number, record.UNDO, self.can_undo, self.note or "nothing to undo")

    def redo(self, number: int) -> bool:
        """Gives again what was last undone. Raises Stale, or Refused when there is nothing to redo."""
        return self._step(number, record.REDO, self.can_redo, "nothing to redo")

    def adjust(self, number: int) -> bool:
        """The table overrules: opens a chain of small prompts that counts as one answer. Undo leaves it."""
        if number != self._prompt.number:
            if 0 < number < len(self.journal) and self.journal.read(number)[0] == record.ADJUST:
                return False
            raise _stale(number, self._prompt.number)
        if self._chain is not None:
            raise Refused("adjust", "an adjustment is already open", "answer it, or undo")
        self._begin()
        self._keep(bytes((record.ADJUST,)), _STARTS)
        self._open_chain()
        return True

    def follow(self, made: bytes) -> None:
        """Takes one record made elsewhere (a board, a file), in order. Raises Refused when it does not fit here."""
        kind = made[0]
        number = len(self.journal)
        self._begin()
        if kind in (record.ANSWER, record.CLOSING):
            chosen = record.choice(made, self.state.columns)
            prompt = self._prompt
            if record.is_space(made) != prompt.is_spaces() or not prompt.allows(chosen):
                raise Refused("answer", "not an answer to this prompt", describe(prompt, self.state.columns))
            chained = self._chain is not None
            self._send(chosen)
            if (chained and self._chain is None) != (kind == record.CLOSING):
                self._restore(len(self._live))
                raise Refused("closes", "an adjustment ends elsewhere", "")
            self._keep(made, _CLOSES if kind == record.CLOSING else 0)
        elif kind == record.ADJUST:
            if self._chain is not None:
                raise Refused("adjust", "an adjustment is already open", "")
            self._keep(made, _STARTS)
            self._open_chain()
        elif kind == record.UNDO or kind == record.REDO:
            if not (self.can_undo if kind == record.UNDO else self.can_redo):
                raise Refused("undo" if kind == record.UNDO else "redo", "there is nothing to take", "")
            self._go(kind, made)
        elif kind == record.SNAPSHOT:
            if self._chain is not None or not self._fresh:
                raise Refused("snapshot", "a position in the middle of an act", "one at a boundary")
            state = unpack(made[1:])
            self._keep(made)
            if bytes(made[1:]) != self.state.pack():
                self.diverged = number  # whoever played it is the truth; we say that we cannot explain it
                self.state = state
                self._start()
        elif kind == record.VERSION:
            if record.rules_of(made) != RULES:
                raise Refused("rules", "played on by other rules", "rules " + str(RULES))
            if self._by_journal:
                self.rulings = decided.of(record.context_of(made))
            _, kept = self._nearest(len(self._live))
            self._keep(made)
            self._live.clear()
            self._redone.clear()
            self._base = number + 1
            self.note = STOPS
            self.state = unpack(kept[1:])  # an act that was open is not gone on with
            self._start()
        else:
            raise Refused("", "a record of unknown kind", "")
        self._prompt.number = len(self.journal)

    # Inside

    def _begin(self) -> None:
        self.events = []
        self._quiet = False

    def _is_kept(self, number, choice) -> bool:
        """Whether record `number` is an answer with this choice."""
        if not 0 < number < len(self.journal):
            return False
        kept = self.journal.read(number)
        return kept[0] in (record.ANSWER, record.CLOSING) and record.choice(kept, self.state.columns) == choice

    def _step(self, number, kind, can, nothing) -> bool:
        if number != self._prompt.number:
            if 0 < number < len(self.journal) and self.journal.read(number)[0] == kind:
                return False
            raise _stale(number, self._prompt.number)
        if not can:
            raise Refused("undo" if kind == record.UNDO else "redo", nothing, "")
        self._begin()
        self._go(kind, bytes((kind,)))
        return True

    def _go(self, kind: int, made: bytes) -> None:
        """Undo or redo, kept and carried out."""
        self._keep(made)
        (_undo if kind == record.UNDO else _redo)(self._live, self._redone)
        self._restore(len(self._live))
        self.events = [("undone",) if kind == record.UNDO else ("redone",)]

    def _keep(self, made: bytes, flag: int = -1) -> None:
        """Appends a record; with a flag it is a live one, and what could be redone is gone. Raises what the journal raises."""
        number = len(self.journal)
        if flag >= 0:
            self._live.push(number | flag)  # first, since it may find no memory
        try:
            self.journal.append(made)
        except Exception:
            if flag >= 0:
                self._live.pop()
            raise
        if flag >= 0 and flag != _STARTS:  # to look what can be adjusted changes nothing yet
            self._redone.clear()
        self._prompt.number = number + 1

    def _scan(self) -> None:
        """Reads which answers are live from the kinds of the records; the last header or version mark decides what counts."""
        journal = self.journal
        total = len(journal)
        rules, context = self.header["rules"], self.header.get("context", "")
        kind_of = getattr(journal, "kind", None)
        for n in range(1, total):
            kind = kind_of(n) if kind_of else journal.read(n)[0]
            if kind in (record.ANSWER, record.CLOSING, record.ADJUST):
                if kind != record.ADJUST:
                    self._redone.clear()
                flag = _CLOSES if kind == record.CLOSING else _STARTS if kind == record.ADJUST else 0
                self._live.push(n | flag)
            elif kind == record.UNDO and self._live:
                _undo(self._live, self._redone)
            elif kind == record.REDO and self._redone:
                _redo(self._live, self._redone)
            elif kind == record.VERSION:
                kept = journal.read(n)
                rules, context = record.rules_of(kept), record.context_of(kept)
                if n + 1 == len(journal):  # the power went before the position to go on from was kept
                    journal.append(self._nearest(len(self._live))[1])
                self._live.clear()
                self._redone.clear()
                self._base = n + 1
                self.note = STOPS
        if rules != RULES or (self._context and context != self._context):
            # Answers of another version, pack or rulings cannot be replayed: the last snapshot counts, play goes on from it.
            _, kept = self._nearest(len(self._live))
            unpack(kept[1:])
            context = self._context or context
            journal.append(record.version(RULES, context))
            journal.append(kept)
            self._live.clear()
            self._redone.clear()
            self._base = len(journal) - 1
            self.note = STOPS
        if self._by_journal:
            self.rulings = decided.of(context)

    def _nearest(self, depth: int):
        """(k, record): the nearest snapshot at or before the first `depth` live records, after k of them."""
        journal = self.journal
        for k in range(depth, -1, -1):
            at = (self._live[k - 1] & _PLACE) + 1 if k else self._base
            if at < len(journal):
                kept = journal.read(at)
                if kept[0] == record.SNAPSHOT:
                    return k, kept
        raise Refused("", "the journal has no snapshot to start from", "")

    def _restore(self, depth: int) -> None:
        """The game after the first `depth` live records: nearest snapshot, then replay."""
        journal = self.journal
        live = self._live
        k, kept = self._nearest(depth)
        self.state = unpack(kept[1:])
        quiet = self._quiet
        self._quiet = True
        self._start()
        columns = self.state.columns
        for i in range(k, depth):
            kept = journal.read(live[i] & _PLACE)
            if kept[0] == record.ADJUST:
                self._open_chain()
                continue
            self._send(record.choice(kept, columns))
        self._quiet = quiet
        self._prompt.number = len(journal)

    def _start(self) -> None:
        """Opens the flow at a boundary."""
        self._chain = None
        self._fresh = True  # no answer given since the boundary
        while True:
            self._open = self.flow.act(self)
            try:
                self._prompt = next(self._open)
                return
            except StopIteration:
                continue  # an act that had nothing to ask

    def _open_chain(self) -> None:
        self._chain = self.flow.adjustment(self)
        self._prompt = next(self._chain)
        self._prompt.number = len(self.journal)

    def _send(self, choice) -> bool:
        """Gives a legal choice to whoever asked. True at a boundary."""
        if self._chain is not None:
            try:
                self._prompt = self._chain.send(choice)
                return False
            except StopIteration:
                self._chain = None
                if self._fresh:  # nothing asked before it: the state alone is the game again
                    self._start()
                    return True
                choice = self.flow.AGAIN
        self._fresh = False
        try:
            self._prompt = self._open.send(choice)
            return False
        except StopIteration:
            self._start()
            return True

    def _snapshot(self) -> None:
        """At a boundary. One that cannot be kept costs only a longer replay: the answer before it is kept already."""
        self._prompt.number = len(self.journal)
        try:
            self._keep(bytes((record.SNAPSHOT,)) + self.state.pack())
        except (Refused, OSError):
            self.tell("unsaved")

    def __str__(self) -> str:
        from .draw import board_text

        return board_text(self.state, self.names)


def create(journal, cards, names=(), columns: int = 22, rows: int = 16, rulings=None, extra=None, state=None, context: str = "") -> Engine:
    """A new showdown in an empty journal. `names`: 0-8 survivors' names; `extra`: further header fields (id, digests);
    `state`: the position it starts from, else an empty board of this size."""
    from . import journaltext  # loaded when used

    if rulings is not None:
        context = context or decided.word(rulings)
    if len(journal):
        raise Refused("journal", "not empty", "an empty journal")
    if state is None:
        if not (0 < columns <= 64 and 0 < rows <= 64 and columns * rows <= MAX_SPACES):
            raise Refused("board", "a board of this size", "1-64 columns and rows, at most 1,024 spaces")
        state = State(columns, rows, 0)
    header = dict(extra or ())
    header["format"] = record.FORMAT
    header["rules"] = RULES
    header["board"] = [state.columns, state.rows]
    header["names"] = list(names)
    if context:
        header["context"] = context
    journal.append(journaltext.header(journaltext.check_header(header)))
    journal.append(bytes((record.SNAPSHOT,)) + state.pack())
    return Engine(journal, cards, rulings, context=context)


def _header(journal) -> dict:
    """The header's fields, which were checked when they were written. Raises Refused when the journal begins with none."""
    try:
        first = journal.read(0) if len(journal) else b""
        header = json.loads(bytes(first[1:]).decode()) if first and first[0] == record.HEADER else None
        words = "".join(header["names"]) + header.get("id", "") + header.get("context", "")  # all of them texts
        if header["format"] == record.FORMAT and header["rules"] > 0 and words.encode() is not None:
            return header
    except (ValueError, KeyError, TypeError):
        pass
    raise Refused("", "not a journal", record.FORMAT)


def describe(prompt, columns: int) -> str:
    """The legal answers in a few words, for an error."""
    options = prompt.options
    if isinstance(options, tuple):
        return ", ".join(options)
    if isinstance(options, range):
        return "%d-%d" % (options[0], options[-1]) if len(options) else "nothing"
    few = ["[%d,%d]" % (space % columns, space // columns) for space, _ in zip(options, range(6))]
    return str(len(options)) + " spaces: " + ", ".join(few) + (", ..." if len(options) > 6 else "")


def _stale(number, current) -> Stale:
    return Stale("n", "prompt %s is no longer asked" % number, "the current prompt, %d" % current)


def _undo(live, redone) -> None:
    entry = live.pop()
    if entry & _STARTS:  # an adjustment that was only looked at: it leaves nothing
        while len(redone) and redone[-1] & _PLACE > entry & _PLACE:
            redone.pop()
        return
    redone.push(entry)
    if entry & _CLOSES:  # an adjustment goes as one, back to its beginning
        while not entry & _STARTS:
            entry = live.pop()
            redone.push(entry)


def _redo(live, redone) -> None:
    entry = redone.pop()
    live.push(entry)
    if entry & _STARTS:
        while not entry & _CLOSES:
            entry = redone.pop()
            live.push(entry)
