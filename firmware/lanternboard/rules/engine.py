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
from . import flow as lights_flow
from . import record
from . import rulings as decided
from .prompt import CHANCE
from .record import PLACE, STARTS, Links
from .state import MAX_SPACES, State, unpack

RULES = 5  # raised with every change that can alter a replay (tests/rules/frozen holds journals that notice)

EVERY = 8  # answers after which the next boundary is kept as a snapshot; at the lights level every boundary is
GATHERED = 20  # events that are kept while chance goes on by itself
BREATH = 16  # answers played again, then the watchdog is told that work is done
STOPS = "undo stops here: what was before was played by other rules, another pack or other rulings"


class Engine:
    """A showdown being played. `prompt`, `state` and `events` are for reading; change comes through the methods.

    journal   append(bytes), read(n) -> bytes, len(); record 0 is the header. `links`, where it keeps them (rules/record.py);
              `breathe`, told while many answers are played again
    cards     card(deck, n) -> dict, count(deck) -> int
    rulings   rules/rulings.py; None: those that the journal's context names
    context   what answers depend on besides the rules: eight hexadecimal digits of the pack, then the rulings (decided.word); answers
              given under another are not replayed; "" does not ask
    Raises Refused when the journal is none, or of a version whose last snapshot cannot be read."""

    packing = True  # who follows makes the position ready at each boundary, lest a kept one comes next

    def __init__(self, journal, cards, rulings=None, flow=lights_flow, context: str = "") -> None:
        self.journal = journal
        self.cards = cards
        self.rulings = rulings
        self._by_journal = rulings is None
        self.flow = flow
        self._rules = getattr(flow, "RULES", RULES)  # a flow of the host's has states, and rules, of its own
        self._every = getattr(flow, "EVERY", EVERY)
        self._unpack = getattr(flow, "unpack", unpack)
        self.events = []
        self.silent = 0  # acts since the last one that asked something
        self.deep = self.lists = 0  # lists of steps being carried out, one inside of the other, and all of this act (rules/steps.py)
        self.told = 0  # of them, before the last record
        self.rolls = None  # rolls(kind): whether nobody gives the answers of chance's prompts of this kind; None: people give all
        self.note = ""  # why undo stops, in plain words; empty while it does not
        self.given = False  # for the flow: the table had what is done now broken off (rules/overrule.py)
        self.doing = None  # and which item of the agenda that is, in a round
        self.ready = False  # for the flow: what plays a round is loaded
        self.lasting = bytearray(cards.count("locations"))  # for the flow: what injuries do while in play (rules/beast.py, lasts)
        self.broken = False  # neither what was to be done nor what was could be played again: only a start anew helps
        self.diverged = -1  # follower: the record whose snapshot was not what we came to
        self.header = _header(journal)
        self.names = tuple(self.header["names"])
        if self.header.get("gear"):
            from .brought import Brought

            self.cards = Brought(cards, self.header["gear"])
        self._context = context
        self._quiet = True
        self._since = 0  # answers since the last snapshot
        self._follows = False
        self._links = getattr(journal, "links", None)
        self._words = None
        if self._links is None:
            self._scan()
        self._check()
        self._restore(self._links.top)

    def every(self) -> int:
        """Answers after which the next boundary is kept."""
        return self._every

    # What a face reads

    @property
    def prompt(self):
        return self._prompt

    @property
    def number(self) -> int:
        return self._prompt.number

    @property
    def can_undo(self) -> bool:
        return self._links.top > 0

    @property
    def can_redo(self) -> bool:
        links = self._links
        if not links.tip:
            return False
        # What was undone before an adjustment was opened waits until that is answered or left.
        return links.tip > links.top or not links.link(links.top) & STARTS

    @property
    def adjusting(self) -> bool:
        return self._chain is not None

    @property
    def depth(self) -> int:
        """How many records could be undone."""
        n, top = 0, self._links.top
        while top:
            n += 1
            top = self._links.link(top) & PLACE
        return n

    def tell(self, *event) -> None:
        """For the flow: something happened, e.g. ("fell", 2)."""
        if not self._quiet:
            self.events.append(event)

    def meant(self, number: int) -> int:
        """The number of the question that is meant: that of a position which was kept meanwhile, or of a result, means the question behind
        it, which is the same. Who follows hears of the answer before it first."""
        while 0 < number < len(self.journal) and self.journal.read(number)[0] in (record.SNAPSHOT, record.RESULT):
            number += 1
        return number

    # What a face does

    def answer(self, number: int, choice, space=None) -> bool:
        """Answers prompt `number`. True when this was new, False when it repeats what is already kept. `space`: whether an integer
        is a space's index; None: as the prompt asks.
        Raises Stale for another prompt's number, Refused for an illegal choice; then nothing has changed."""
        prompt = self._prompt
        self._sound()
        number = self.meant(number)
        if number != prompt.number:
            if self._is_kept(number, choice, space):
                return False
            raise _stale(number, prompt.number)
        if not prompt.allows(choice) or (space is not None and space != prompt.is_spaces()):
            raise Refused("choice", "not an answer to this prompt", describe(prompt, self.state.columns))
        made = record.answer(choice, self.state.columns, prompt.is_spaces())
        self._begin(choice)
        in_chain = self._chain is not None
        asked = -1 if in_chain or self.rolls is None else self._asked if self.fated(prompt) else self._links.top
        self._since += 1
        try:
            boundary = self._send(choice)
            if boundary:
                self._start()
            closing = in_chain and self._chain is None
            if closing:
                made = bytes((record.CLOSING,)) + made[1:]
            self._keep(made)
            self._asked = asked
        except Exception:
            self._repair()  # nothing was kept: the game is what it was
            del self.events[self.told :]
            raise
        if boundary:
            if self._light or self._since >= self.every() or self._over():
                self._snapshot()
            if self._over():
                self._finish()
        return True

    def undo(self, number: int) -> bool:
        """Takes back the last answer that people gave (an adjustment as one), and what chance answered by itself after it, as if one by
        one. Raises Stale, or Refused when there is nothing to undo."""
        if not self._may(number, record.UNDO, self.can_undo, self.note or "nothing to undo"):
            return False
        self._go(record.UNDO, bytes((record.UNDO,)), self.rolls is not None)
        return True

    def fated(self, prompt) -> bool:
        """Whether chance is asked and goes on by itself: nobody is to answer."""
        return self.rolls is not None and prompt.who == CHANCE and self.rolls(prompt.kind)

    def redo(self, number: int) -> bool:
        """Gives again what was last undone. Raises Stale, or Refused when there is nothing to redo."""
        if not self._may(number, record.REDO, self.can_redo, "nothing to redo"):
            return False
        self._go(record.REDO, bytes((record.REDO,)))
        return True

    def adjust(self, number: int) -> bool:
        """The table overrules: opens a chain of small prompts that counts as one answer. Undo leaves it."""
        self._sound()
        number = self.meant(number)
        if number != self._prompt.number:
            if 0 < number < len(self.journal) and self.journal.read(number)[0] == record.ADJUST:
                return False
            raise _stale(number, self._prompt.number)
        if self._chain is not None:
            raise Refused("adjust", "an adjustment is already open", "answer it, or undo")
        self._adjust(bytes((record.ADJUST,)))
        return True

    def follow(self, made: bytes) -> None:
        """Takes one record made elsewhere (a board, a file), in order. Raises Refused when it does not fit here."""
        self._sound()
        kind = made[0]
        number = len(self.journal)
        self._asked = -1
        if kind in (record.ANSWER, record.CLOSING):
            chosen = record.choice(made, self.state.columns)
            self._begin(chosen)
            prompt = self._prompt
            if record.is_space(made) != prompt.is_spaces() or not prompt.allows(chosen):
                raise Refused("answer", "not an answer to this prompt", describe(prompt, self.state.columns))
            chained = self._chain is not None
            self._since += 1
            self._follows = self.packing
            try:
                if self._send(chosen):
                    self._start()
                if (chained and self._chain is None) != (kind == record.CLOSING):
                    raise Refused("closes", "an adjustment ends elsewhere", "")
                self._keep(made)
            except Exception:
                self._repair()
                raise
        elif kind == record.ADJUST:
            self._begin()
            if self._chain is not None:
                raise Refused("adjust", "an adjustment is already open", "")
            self._adjust(made)
        elif kind == record.UNDO or kind == record.REDO:
            if not (self.can_undo if kind == record.UNDO else self.can_redo):
                raise Refused("undo", "nothing to undo", "") if kind == record.UNDO else Refused("redo", "nothing to redo", "")
            self._go(kind, made)
        elif kind == record.SNAPSHOT:
            if self._chain is not None or not self._fresh:
                raise Refused("snapshot", "a position in the middle of an act", "one at a boundary")
            state = self._unpack(made[1:])
            here = self.boundary()
            self._keep(made)
            self._since = 0
            if bytes(made[1:]) != here:
                self.diverged = number  # whoever played it is the truth; we say that we cannot explain it
                self.state = state
                self._start()
        elif kind == record.RESULT:
            if self._prompt.kind != "over":
                raise Refused("result", "the showdown is not over", "")
            self._keep(made)
            if bytes(made) != self._outcome():
                self.diverged = number
        elif kind == record.VERSION:
            if record.rules_of(made) != self._rules:
                raise Refused("rules", "played on by other rules", "rules " + str(self._rules))
            if self._by_journal:
                self.rulings = decided.of(record.context_of(made))
            _, kept = self._nearest(self._links.top)
            self._keep(made)
            self.note = STOPS
            self.state = self._unpack(kept[1:])  # an act that was open is not gone on with
            self._start()
        else:
            raise Refused("", "a record of unknown kind", "")
        self._prompt.number = len(self.journal)

    def boundary(self) -> bytes:
        """For who follows: the position that was there before the act that is open, which is what a snapshot holds that is kept now."""
        if not self._follows:
            self._follows = True
            self._restore(self._links.top)
        return self._boundary

    # Inside

    def _begin(self, choice=None) -> None:
        """What people answered is over with their next answer; what chance answered by itself belongs to it. `choice`: that is answered."""
        if choice is not None and self.fated(self._prompt):
            self.events = self.events[-GATHERED:]
            self.told = len(self.events)
            if self._prompt.kind == "roll":
                self.events.append(("rolled", choice))
        else:
            self.events = []
            self.told = 0
        self._quiet = False

    def _is_kept(self, number, choice, space) -> bool:
        """Whether record `number` is an answer with this choice; the type counts, as in Prompt.allows."""
        if not 0 < number < len(self.journal):
            return False
        kept = self.journal.read(number)
        if kept[0] not in (record.ANSWER, record.CLOSING) or (space is not None and space != record.is_space(kept)):
            return False
        found = record.choice(kept, self.state.columns)
        return type(found) is type(choice) and found == choice

    def _may(self, number, kind, can, nothing) -> bool:
        """Whether to undo or redo; False where record `number` has done it already."""
        self._sound()
        number = self.meant(number)
        if number != self._prompt.number:
            if 0 < number < len(self.journal) and self.journal.read(number)[0] == kind:
                return False
            raise _stale(number, self._prompt.number)
        if not can:
            raise Refused("undo" if kind == record.UNDO else "redo", nothing, "")
        self._begin()
        return True

    def _go(self, kind: int, made: bytes, several=False) -> None:
        """Undo or redo: carried out first and kept second, as an answer is; where either fails nothing has changed, but for those of
        several steps that are kept already."""
        links = self._links
        try:
            to = links.after(len(self.journal), kind)[1]
            steps = 1
            if several:
                while to > self._asked >= 0:  # where people were asked is known: one replay, not two
                    to = links.undone(to)[0]
                    steps += 1
            self._restore(to)
            if several:
                steps += self._on(to) - 1
            self.events = [("undone",) if kind == record.UNDO else ("redone",)]
            self.told = 0
            while steps:
                self._keep(made)
                steps -= 1
        except Exception:
            self._repair()
            raise

    def _repair(self) -> None:
        """The game is what the journal says; where it cannot be played to there, `broken`, and nothing more is taken."""
        try:
            self._restore(self._links.top)
        except Exception:
            self.broken = True

    def _sound(self) -> None:
        if self.broken:
            raise Refused("", "the position is lost", "a start anew, which finds it in the journal")

    def _on(self, to: int) -> int:
        """From live record `to` further back, while chance would go on by itself. How many answers that takes back, with the one before."""
        links = self._links
        steps = 1
        while to and self.fated(self._prompt):
            stop = self._stop
            if stop < 0:  # none since the snapshot: before it, then
                stop = links.undone(self._from)[0] if self._from else 0
            while to > stop:
                to = links.undone(to)[0]
                steps += 1
            self._restore(to)
        return steps

    def _adjust(self, made: bytes) -> None:
        """Opens a chain, and keeps that."""
        self._begin()
        before = self._prompt
        try:
            self._open_chain()
            self._keep(made)
        except Exception:
            self._chain = None
            self._prompt = before
            raise

    def _keep(self, made: bytes) -> None:
        """Appends a record. Raises what the journal raises, and nothing once it is there."""
        number = len(self.journal) + 1
        self._append(made)
        self._prompt.number = number

    def _append(self, made: bytes) -> None:
        words = self._words
        if words is None:  # the journal has done it
            return self.journal.append(made)
        after = self._links.after(len(self.journal), made[0])
        words.push(after[0])  # first, since it may find no memory
        try:
            self.journal.append(made)
        except Exception:
            words.pop()
            raise
        self._links.take(after)

    def _scan(self) -> None:
        """Links in memory, for a journal that keeps none."""
        from ..base.stack import Stack  # loaded when used

        journal = self.journal
        words = self._words = Stack()
        links = self._links = Links(words.__getitem__)
        for n in range(len(journal)):
            after = links.after(n, journal.read(n)[0])
            words.push(after[0])
            links.take(after)

    def _check(self) -> None:
        """The last header or version mark decides whether answers can be played again, and by which rulings."""
        journal = self.journal
        links = self._links
        rules, context = self.header["rules"], self.header.get("context", "")
        if links.base & STARTS:  # the power went before the position to go on from was kept
            self._append(self._nearest(links.top)[1])
        if links.base > 1:
            kept = journal.read(links.base - 1)
            rules, context = record.rules_of(kept), record.context_of(kept)
            self.note = STOPS
        if rules != self._rules or (self._context and context != self._context):
            # Answers of another version, pack or rulings cannot be replayed: the last snapshot counts, play goes on from it.
            _, kept = self._nearest(links.top)
            self._unpack(kept[1:])
            context = self._context or context
            self._append(record.version(self._rules, context))
            self._append(kept)
            self.note = STOPS
        if self._by_journal:
            self.rulings = decided.of(context)

    def _nearest(self, top: int):
        """(record n, snapshot): the nearest one at or before live record `top`, right after live record n."""
        journal = self.journal
        while True:
            at = top + 1 if top else self._links.base & PLACE
            if at < len(journal):
                kept = journal.read(at)
                if kept[0] == record.SNAPSHOT:
                    return top, kept
            if not top:
                raise Refused("", "the journal has no snapshot to start from", "")
            top = self._links.link(top) & PLACE

    def _restore(self, top: int) -> None:
        """The game after live record `top`: nearest snapshot, then replay. `_from` is the live record that the snapshot follows then,
        `_stop` the last one from there on with a question of people's, -1 without one. `_asked` is the last such one before this, to which
        undo goes back; -1 where that is not known."""
        journal = self.journal
        start, kept = self._nearest(top)
        since = []
        while top != start:
            since.append(top)
            top = self._links.link(top) & PLACE
        self._since = len(since)
        quiet = self._quiet
        self._quiet = True
        self.state = self._unpack(kept[1:])
        self._start()
        columns = self.state.columns
        breathe = getattr(journal, "breathe", None)
        self._from = start
        self._asked = -1
        people = not self.fated(self._prompt)
        self._stop = start if people else -1
        while since:
            if breathe and len(since) % BREATH == 0:
                breathe()
            at = since.pop()
            kept = journal.read(at)
            if kept[0] == record.ADJUST:
                self._open_chain()
                people = False
                continue
            if people:
                self._asked = self._stop
            if self._send(record.choice(kept, columns)):
                self._start()
            people = self._chain is None and not self.fated(self._prompt)
            if people:
                self._stop = at
        if self.rolls is None:
            self._asked = -1
        self._quiet = quiet
        self._prompt.number = len(journal)

    def _start(self) -> None:
        """Opens the flow at a boundary."""
        self._chain = None
        self._fresh = True  # no answer given since the boundary
        self.silent = 0
        while True:
            self.deep = self.lists = 0
            self.given = False
            # The state as it is before the act runs: what an act does before it asks, it does again from a snapshot.
            self._light = not self.state.level
            due = self._light or self._since >= self.every() or self.state.result
            self._boundary = self.state.pack() if self._follows or (due and not self._quiet) else b""
            self._open = self.flow.act(self)
            prompt = next(self._open, None)
            if prompt is not None:  # else the act had nothing to ask
                self._prompt = prompt
                return
            self.silent += 1

    def _open_chain(self) -> None:
        self._asked = -1
        self._chain = self.flow.adjustment(self)
        self._prompt = next(self._chain)
        self._prompt.number = len(self.journal)

    def _send(self, choice) -> bool:
        """Gives a legal choice to whoever asked. True at a boundary, where the flow is to be started anew."""
        if self._chain is not None:
            try:
                self._prompt = self._chain.send(choice)
                return False
            except StopIteration:
                self._chain = None
                if self._fresh and self._light:  # nothing asked or done before it: the state alone is the game again
                    return True
                choice = self.flow.AGAIN
        self._fresh = False
        try:
            self._prompt = self._open.send(choice)
            return False
        except StopIteration:
            return True

    def _snapshot(self) -> None:
        """At a boundary. One that cannot be kept costs only a longer replay: the answer before it is kept already."""
        self._prompt.number = len(self.journal)
        try:
            # Where the table took back who won, `over` is asked of a showdown without a result.
            self._keep(bytes((record.SNAPSHOT,)) + (self._boundary or self.state.pack()))
            self._since = 0
        except Exception:  # whatever it is, the answer is kept
            try:
                self.tell("unsaved")
            except MemoryError:
                pass  # nor is there room to say so

    def _over(self) -> bool:
        """Whether the showdown has just come to its end: it is, and there is no result behind the last answer."""
        return self._prompt.kind == "over" and not self._light and self.journal.read(len(self.journal) - 1)[0] != record.RESULT

    def _finish(self) -> None:
        """Keeps what the showdown has changed. Where there is no room for it, it is told by whoever plays the journal again."""
        try:
            self._keep(self._outcome())
        except Exception:
            pass

    def _outcome(self) -> bytes:
        from .outcome import outcome

        return record.result(outcome(self, self._unpack(self.journal.read(1)[1:])))

    def __str__(self) -> str:
        from .draw import board_text

        return board_text(self.state, self.names)


def create(
    journal, cards, names=(), columns: int = 22, rows: int = 16, rulings=None, extra=None, state=None, context: str = "", flow=lights_flow
) -> Engine:
    """A new showdown in an empty journal. `names`: 0-8 survivors' names; `extra`: further header fields (id, digests);
    `state`: the position it starts from, else an empty board of this size. `flow`: what is played, where that is no showdown."""
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
    header["rules"] = getattr(flow, "RULES", RULES)
    header["board"] = [state.columns, state.rows]
    header["names"] = list(names)
    if context:
        header["context"] = context
    journal.append(record.header(record.check_header(header)))
    journal.append(bytes((record.SNAPSHOT,)) + state.pack())
    return Engine(journal, cards, rulings, flow, context)


def _header(journal) -> dict:
    """The header's fields, which were checked when they were written. Raises Refused when the journal begins with none."""
    try:
        first = journal.read(0) if len(journal) else b""
        header = json.loads(bytes(first[1:]).decode()) if first and first[0] == record.HEADER else None
        words = "".join(header["names"] + header.get("gear", [])) + header.get("id", "") + header.get("context", "")  # all of them texts
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
    if hasattr(options, "allowed"):  # of a flow of the host's
        return options.allowed()
    if isinstance(options, range):
        return "%d-%d" % (options[0], options[-1]) if len(options) else "nothing"
    few = ["[%d,%d]" % (space % columns, space // columns) for space, _ in zip(options, range(6))]
    return str(len(options)) + " spaces: " + ", ".join(few) + (", ..." if len(options) > 6 else "")


def _stale(number, current) -> Stale:
    return Stale("n", "prompt %s is no longer asked" % number, "the current prompt, %d" % current)
