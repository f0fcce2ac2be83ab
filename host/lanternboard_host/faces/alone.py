"""A table without a board: this computer's engine plays alone, rolls and draws where it is to, and what is answered is kept by its
journal. Everything happens on the thread that turns it; others hand in what they want and wait."""

from __future__ import annotations

import os
import queue
import random
from binascii import crc32
from typing import Any

from lanternboard.base.errors import Refused, Stale
from lanternboard.link.messages import short
from lanternboard.rules import engine, journaltext
from lanternboard.rules.chance import by_board, pick
from lanternboard.rules.learn import kept
from lanternboard.rules.party import enter
from lanternboard.rules.rulings import DEFAULT, word
from lanternboard.rules.state import State
from lanternboard.screen.english import ENGLISH

from .journalfile import check
from .local import LocalTable
from .picture import Picture
from .table import Standing

PATIENCE = 5.0  # seconds that a request may wait for its turn
STAYS = 5000  # milliseconds that a refusal is told
SIZE = 22, 16


def begin(journal, cards, names, level: int, party: dict | None = None, before=None):
    """A new showdown in an empty journal, as a board would begin it. `party`: a checked one (partyfile.py), instead of `names`. `before`:
    the showdown before; what the table read off its own cards there is known, where it was played with these. Raises Refused where the
    party has gear that the pack has not."""
    state = State(*SIZE, 0)
    state.level = level
    if before is not None and before.header.get("pack_digest") == cards.digest:
        state.learned.extend(kept(before.state))
    extra: dict = {"pack": cards.id, "pack_digest": cards.digest, "id": os.urandom(8).hex()}
    if party is not None:
        names, gear = enter(state, party, cards)
        if gear:
            extra["gear"] = gear
        if "id" in party:
            extra["party"] = party["id"]
    return engine.create(journal, cards, names, extra=extra, state=state, context=_context(cards))


def resume(journal, cards):
    """The showdown in a file's journal, where it was. Raises Refused, its path the line; then nothing of the file has changed."""
    check(journal, cards, _context(cards))
    return engine.Engine(journal, cards, context=_context(cards))


def _context(cards) -> str:
    """The same as on a board: a journal can go from one to the other."""
    return f"{crc32(cards.digest.encode()):08x}{word(DEFAULT)}"


class AloneTable(LocalTable):
    """See table.py. `play`: "dice" and "decks", each "board" (this computer) or "table", as in table.json. `seed`: what comes up
    follows from it and from how many records there are; None: from the system's randomness. `another(game)`: gives a new showdown
    after that one, and raises Refused or OSError where none can be begun; None: this table plays one."""

    def __init__(self, game, play: dict, seed: int | None = None, title: str = "Lanternboard", clock=None, another=None) -> None:
        super().__init__(game=game, clock=clock)
        self.title = title
        self.note = game.note
        self.play = play
        self._seed = seed
        self._another = another
        self._wanted: queue.SimpleQueue = queue.SimpleQueue()
        game.rolls = self._rolls
        self._refused = ""
        self._until = 0
        self._unkept = False  # what chance gave could not be kept
        self._again = 0  # when it is tried again
        self.changes = 1

    # From any thread

    def press(self, key: int, down: bool) -> bool:
        ms = self._clock()  # how long it is held is told by the hand, not by when there is time for it
        self._wanted.put(lambda: self.edge(key, down, ms))
        return True

    def redo(self) -> None:
        self._wanted.put(self._redo)

    def ask(self, verb: str, journal: str, number: int, **more: Any) -> None:
        """As Watch.ask; waits until it was done."""
        done: queue.SimpleQueue = queue.SimpleQueue()

        def do() -> None:
            try:
                self._asked(verb, journal, number, more)
            except Refused as refused:
                done.put(refused)
            else:
                done.put(None)

        self._wanted.put(do)
        try:
            refused = done.get(timeout=PATIENCE)
        except queue.Empty:
            raise Refused("", "the table does not answer", "") from None
        if refused is not None:
            raise refused

    # On the turning thread

    def turn(self, seconds: float) -> None:
        """What others want, then what time brings, then one answer of chance's: so everybody sees each of them."""
        self._take_wanted(0 if self.fated else seconds)
        try:
            super().turn(0)
        except Refused as refused:
            self._tell(refused.message)
        if self._refused and self._clock() >= self._until:
            self._refused = ""
            self.changes += 1
        if self._unkept and self._clock() >= self._again:
            self._unkept = False
            self.changes += 1
        if self.fated:
            self._chance()

    @property
    def fated(self) -> bool:
        """Whether chance is asked and this computer answers; for a while after that could not be kept, people may."""
        return not self._unkept and super().fated

    def _rolls(self, kind: str) -> bool:
        return self.play is not None and by_board(kind, self.play)

    def standing(self) -> Standing:
        return Standing("alone", self._journal(), self.game)

    def picture(self) -> Picture:
        made = super().picture()
        made.title = self.title
        made.note = self._refused or made.note or self.note
        return made

    def _give(self, chosen) -> None:
        self._answer(self.game.number, chosen)

    def _answer(self, number: int, chosen, space=None) -> None:
        """Raises Refused, also where it cannot be kept."""
        game = self.game
        asked = number == game.number
        if self.fated and asked:
            raise Refused("n", "the board itself rolls and draws", "wait for the next prompt")
        over = asked and game.prompt.kind == "over"
        self._kept(lambda: game.answer(number, chosen, space))
        self._changed()
        if over:
            self.anew()

    def anew(self) -> None:
        """Another showdown; the one before stays as it is (F8). Raises Refused where none can be begun."""
        if self._another is None:
            return
        try:
            game = self._another(self.game)
        except OSError as wrong:
            raise Refused("", f"another showdown cannot be begun: {wrong.strerror or wrong}", "") from None
        if hasattr(self.game.journal, "close"):
            self.game.journal.close()
        self.game, self.cards, self.note = game, game.cards, game.note
        game.rolls = self._rolls
        self.past.clear()
        self.controls.drop()
        self._glow.forget()
        self._changed()

    def adjust(self) -> None:
        self._kept(lambda: LocalTable.adjust(self))
        self._changed()

    def undo(self) -> None:
        """Back to the last answer that people gave: what chance gave after it goes too."""
        if not self.game.can_undo:
            return self._tell(self.game.note or ENGLISH["refused.undo"])
        self._kept(lambda: self.game.undo(self.game.number))
        self._changed()

    def _redo(self) -> None:
        if not self.game.can_redo:
            return self._tell(self.game.note or ENGLISH["refused.redo"])
        self._unkept = False
        while True:
            self._kept(lambda: self.game.redo(self.game.number))
            if not (self.fated and self.game.can_redo):
                break
        self._changed()

    def _take_wanted(self, seconds: float) -> None:
        try:
            wanted = self._wanted.get(timeout=seconds) if seconds > 0 else self._wanted.get_nowait()
            while True:
                try:
                    wanted()
                except Refused as refused:
                    self._tell(refused.message)
                wanted = self._wanted.get_nowait()
        except queue.Empty:
            pass

    def _asked(self, verb: str, journal: str, number: int, more: dict) -> None:
        game = self.game
        if journal != self._journal():
            raise Stale("journal", "another showdown is played", self._journal())
        if verb == "answer":
            choice, space = journaltext.from_value(more["choice"], game.state.columns, game.state.rows)
            return self._answer(number, choice, space)
        can = game.can_undo if verb == "undo" else game.can_redo
        if number != game.number:
            raise Stale("n", f"prompt {number} is no longer asked", str(game.number))
        if not can:
            raise Refused(verb, game.note or ENGLISH["refused." + verb], "")
        (self.undo if verb == "undo" else self._redo)()

    def _chance(self) -> None:
        game = self.game
        rng = random.SystemRandom() if self._seed is None else random.Random(f"{self._seed} {game.number}")
        try:
            self._kept(lambda: game.answer(game.number, pick(game.prompt, rng.randrange)))
        except Refused as refused:
            self._tell(refused.message)
            self._unkept, self._again = True, self._until
        self._changed()

    def _kept(self, do) -> None:
        """Raises Refused where the journal cannot be written; then nothing has changed."""
        try:
            new = do() is not False
        except OSError as wrong:
            raise Refused("", f"that could not be kept: {wrong.strerror or wrong}", "") from None
        self._refused, self._unkept = "", False
        if new:
            self.past.extend(self.game.events[self.game.told :])

    def _journal(self) -> str:
        return short(str(self.game.header.get("id", "")))

    def _tell(self, text: str) -> None:
        self._refused = text[:1].upper() + text[1:] + "."
        self._until = self._clock() + STAYS
        self.changes += 1
