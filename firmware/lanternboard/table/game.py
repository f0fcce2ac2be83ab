"""The way of an answer on the board: engine, journal, view, lights. Buttons and link both come through here, one at a
time, so that the first answer counts and everybody sees the same prompt. It knows no pin and no line of the link."""

from ..base.errors import Refused
from ..base.letgo import let_go
from ..base.viper import micropython
from ..controls.view import View
from ..lights import paint
from ..lights.compose import Scene
from ..lights.meanings import DIGIT
from ..rules import engine
from ..rules.rulings import Rulings, word
from ..rules.state import LEVELS, State

EVENTS = 10  # the last ones that are kept for people


class Game:
    """`engine`: the showdown being played. `cells`: one byte per space, what the lights show. `dirty`: they are to be made
    anew. `note`: what people should be told about how this showdown was opened, "" for nothing. `fated`: chance is asked, and the board
    answers, in `chance`: nobody else does, and nothing of the question is lit."""

    def __init__(self, shelf, cards, settings: dict) -> None:
        """`shelf`: table/shelf.py; None: nothing is kept."""
        self.shelf = shelf
        self.party = shelf.root + "party.json" if shelf is not None else ""  # may be there (table/party.py)
        if cards is None:
            from .builtin import BuiltinCards

            cards = BuiltinCards()
        self.cards = cards
        self.settings = settings
        self.rulings = Rulings()
        for key in settings["rulings"]:
            if getattr(self.rulings, key) != settings["rulings"][key]:
                setattr(self.rulings, key, settings["rulings"][key])
        self.context = _context(self.cards, self.rulings)
        self.view = View()
        self.scene = Scene(self.rulings, self.cards, settings["seats"])
        self.note = self._lasting = ""  # the latter: what is true of every showdown from now on
        self.trouble = ""
        self.cells = bytearray(1)
        self.dirty = True
        self.marks = None  # what paints over that picture: lights/digits.py, the menu
        self._taking = False
        self.fated = False
        self.again = False  # the showdown is over and another one is wanted
        self.past = []  # what happened last, as the engine tells it
        self.changes = 0  # grows with every change that a face might want to see
        self.engine: "engine.Engine" = None  # type: ignore[assignment]  # set by _open
        self._open()

    def _open(self) -> None:
        """The showdown on flash, where it was; a new one where there is none or it cannot be played."""
        journal = self.shelf.open() if self.shelf is not None else None
        if self.shelf is not None:
            self.note = self.shelf.note
        if journal is not None:
            try:
                return self._try(self.engine_of(journal))
            except Exception as wrong:  # whatever is wrong with it, the board starts
                journal.close()
                self.note = "the journal on this board could not be opened (%r); it is kept, and a new showdown has begun" % wrong
        note = self.note
        while True:
            try:
                self.new()
                self.note = _both(note, self.note)
                return self._try(self.engine)
            except Exception as wrong:
                if self.shelf is None and self.cards.id == "built-in":
                    raise
                self._lasting = _both(self._lasting, self._without(wrong))

    def _try(self, game) -> None:
        """Plays it, when its lights can be made too: before anybody sees them."""
        self._use(game)
        self.light()
        self.dirty = True

    def _without(self, wrong) -> str:
        """A new showdown could not be begun: on without flash where that is full or gone, else without the pack. What to tell of it."""
        if self.shelf is not None and (isinstance(wrong, OSError) or getattr(wrong, "path", "").startswith("journals")):
            self.shelf = None
            return "this showdown is not kept: %s" % wrong
        if self.cards.id == "built-in":
            self.shelf = None
            return "this showdown is not kept: %r" % wrong
        from .builtin import BuiltinCards

        told = "the pack %s cannot be played (%r); the built-in cards are" % (self.cards.id, wrong)
        self.cards = self.scene.cards = BuiltinCards()
        self.context = _context(self.cards, self.rulings)
        return told

    def engine_of(self, journal):
        """The showdown in a journal. Raises Refused, or whatever a journal that is none makes of it."""
        return engine.Engine(journal, self.cards, self.rulings, context=self.context)

    def _use(self, game) -> None:
        before, self.engine = self.engine, game
        game.rolls = self._rolls
        self.past = []
        if before is not None and before is not game and hasattr(before.journal, "close"):
            before.journal.close()
        spaces = game.state.columns * game.state.rows
        if len(self.cells) != spaces:
            self.cells = bytearray(spaces)
        self._changed()

    def new(self, names=None, level: str = "") -> None:
        """Begins a new showdown; the one before stays on flash as it is. `names`: None for the party that was put (above the lights
        level), else those of the settings. `level`: as in the settings, "" for what they say."""
        board = self.settings["board"]
        state = State(board["columns"], board["rows"], 0)
        if self.cards.count("ai"):  # there is nothing else to play with the built-in cards, or a monster without a deck
            state.level = LEVELS.index(level or self.settings["play"]["level"])
        state.learned.extend(self._learned())
        more, told = {}, ""
        if names is None and state.level and self.party:
            names, more, told = self._party(state)
        self._create(state, self.settings["names"] if names is None else names, more)
        self.note = _both(self.note, told)

    def _party(self, state) -> tuple:
        """(names, what the header says of it, "") of the party that was put, which is in the state then; (None, {}, why) without one."""
        from ..store.journal import exists

        if not exists(self.party):
            return None, {}, ""
        from .party import join

        try:
            return join(self, self.party, state)
        finally:
            let_go("table.party", "rules.party")

    def _learned(self) -> bytes:
        """What the table read off its own cards in the showdown before, where that was played with these cards."""
        before = self.engine
        if before is None or not before.state.learned or before.header.get("pack_digest") != self.cards.digest:
            return b""
        from ..rules.learn import kept

        return kept(before.state)

    def begin(self, state, names) -> None:
        """Begins a showdown from a position, at the lights level."""
        from ..rules.asking import PLAY

        state.phase = PLAY
        state.monster = 0
        state.placed = True
        self._create(state, names)

    def _create(self, state, names, more=None) -> None:
        extra = dict(more or {})
        extra["pack"] = self.cards.id
        extra["pack_digest"] = self.cards.digest
        extra["id"] = self.identity()

        def fill(journal):
            return engine.create(journal, self.cards, names, state.columns, state.rows, self.rulings, extra, state, self.context)

        self.take(fill)

    def take(self, fill) -> None:
        """Plays the showdown that `fill(journal)` puts into an empty journal and returns. Until it is whole the one before is
        the one that counts, also after a power cut; where it fails that one simply goes on."""
        if self.shelf is None:
            from .builtin import RamJournal

            self._use(_asked(fill(RamJournal())))
            self.note = self._lasting
            return
        if self._taking:  # a long `put` lets the table go on meanwhile: two would write into one file
            raise Refused("journals", "another showdown is just being put", "its answer first")
        self._taking = True
        try:
            journal = self.shelf.begin()
            try:
                game = _asked(fill(journal))
                self.shelf.settle(journal, self.engine.journal if self.engine is not None else None)
            except BaseException:
                self.shelf.drop(journal)
                raise
        finally:
            self._taking = False
        self._use(game)
        self.note = _both(self._lasting, self.shelf.note)

    def tend(self) -> bool:
        """Does a piece of what keeps answers quick, for when nobody waits; it may take as long as two erases. False: nothing is due. What
        people should know of it is in `trouble`."""
        if self.shelf is None:
            return False
        more = self.shelf.tend(self.engine.journal)
        self.trouble = self.shelf.note
        return more

    def identity(self) -> str:
        """A new journal's id: 16 hexadecimal digits."""
        import os
        from binascii import hexlify

        return hexlify(os.urandom(8)).decode()

    def _changed(self) -> None:
        self.changes += 1
        self.scene.forget()
        self.dirty = True
        self.view.done = None
        prompt = self.engine.prompt
        self.fated = self.engine.fated(prompt)
        try:
            self.view.see(prompt)
        except MemoryError:  # nothing is proposed then; what was answered is kept all the same
            pass

    def _happened(self) -> None:
        """After something new was done."""
        game = self.engine
        for k in range(game.told, len(game.events)):
            self.past.append(game.events[k])
        while len(self.past) > max(EVENTS, len(game.events)):
            self.past.pop(0)
        self._changed()

    def _rolls(self, kind: str) -> bool:
        from ..rules.chance import by_board

        return by_board(kind, self.settings["play"])

    def chance(self) -> str:
        """Answers what chance is asked, once. Where that cannot be kept people may answer or take back; why, "" for nothing."""
        from . import fate

        try:
            self.engine.answer(self.engine.number, fate.choice(self.engine.prompt))
        except Exception as wrong:  # whatever the cards make of it: nothing was kept, and the table goes on
            self.fated = False
            self.dirty = True
            return "chance: " + (str(wrong) if isinstance(wrong, Refused) else repr(wrong))
        self._happened()
        return ""

    # What buttons and link ask for. Each raises Refused (Stale for an old number) and then has changed nothing.

    def answer(self, number: int, choice, space=None) -> bool:
        if self.fated and self.engine.meant(number) == self.engine.number:
            raise Refused("n", "the board itself rolls and draws", "wait for the next prompt")
        over = self.engine.prompt.kind == "over"
        new = self.engine.answer(number, choice, space)
        if new:
            self.again = over  # F8: the loop sets up anew; the journal that is over stays
            self._happened()
        return new

    def undo(self, number: int) -> bool:
        """Back to the last answer that people gave: what chance gave after it goes too."""
        return self._step(self.engine.undo, number)

    def redo(self, number: int) -> bool:
        """What people answered, and what chance gave after it."""
        new = self._step(self.engine.redo, number)
        while new and self.fated and self.engine.can_redo and self._more(self.engine.redo):
            pass
        return new

    def _more(self, what) -> bool:
        """One step more; False where it cannot be kept, which leaves the one before."""
        try:
            what(self.engine.number)
        except Refused:
            return False
        self._changed()
        return True

    def adjust(self, number: int) -> bool:
        return self._step(self.engine.adjust, number)

    def _step(self, what, number: int) -> bool:
        kept = len(self.engine.journal)
        try:
            new = what(number)
        except Exception:
            if len(self.engine.journal) != kept:  # a part of it was done, and counts
                self._changed()
            raise
        if new:
            self._happened()
        return new

    @micropython.native
    def want(self, intent: tuple) -> bool:
        """What a person at the buttons wants (controls/keys.py). False when it was refused: the lights say so at once."""
        game = self.engine
        number = game.prompt.number
        what = intent[0]
        self.dirty = True
        try:
            if what == "answer":
                self.answer(number, intent[1])
            elif what == "usual":
                usual = game.prompt.usual
                if usual is None:
                    return False
                self.answer(number, usual)
            elif what == "undo":
                self._step(game.undo, number)  # not by way of `undo`: a replay lies deep enough in the call stack
            elif what == "redo":
                self.redo(number)
            elif what == "overrule":
                self.undo(number) if game.adjusting else self.adjust(number)
            elif what == "refused":
                return False
        except Refused:
            return False
        return True

    @micropython.native
    def light(self) -> bool:
        """Makes the cells anew when something changed. True when they were made."""
        if not self.dirty:
            return False
        game = self.engine
        prompt = None if self.view.page or self.fated else game.prompt  # the board's menu is open
        self.scene.show(game.state, prompt, self.view, self.cells)
        if self.marks is not None:
            self.marks(game.state, prompt, self.view, self.cells, self.settings["seats"], game.cards)
        if self.view.again:
            paint.filling(game.state, self.cells, self.view.again, DIGIT)
        self.dirty = False
        return True


def _asked(game):
    """A showdown whose question can be read off the cards: whatever is wrong with those is met before it counts."""
    game.prompt.usual, game.prompt.options  # noqa: B018 - kept once made
    return game


def _both(note: str, more: str) -> str:
    return note + "; " + more if note and more else note or more


def _context(cards, rulings) -> str:
    """What answers depend on besides the rules: another pack or other rulings must not replay them."""
    from binascii import crc32

    return "%08x" % (crc32(cards.digest.encode()) & 0xFFFFFFFF) + word(rulings)
