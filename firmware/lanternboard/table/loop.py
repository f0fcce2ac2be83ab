"""The table: one turn after another. A turn takes what came from the buttons and lights what that changed, then what came over the link
and with the time, and lights that; it sends what is due, and only then counts as work done, for the watchdog. Nothing in it waits."""

import gc

from ..base.errors import Refused
from ..base.letgo import let_go
from ..base.viper import micropython
from ..controls.menu import TEST
from ..lights import paint
from ..lights.meanings import COUNT, CURSOR, DIM, DONE, REFUSED, USUAL, cell
from ..rules.flow import ROUNDS
from .game import Game
from .lamp import Lamp

IDLE = 10  # ms a turn may wait for input when nothing is due
LULL = 300  # ms without an answer, and
TIDY = 60  # ms of quiet on the link, and
AWAY = 2500  # ms without a press, after which garbage may be collected (56 ms on a Pico) and flash be erased: a press would wait for it
RESERVE = 16640  # bytes in one piece that play leaves alone: what it keeps comes to lie all over the heap, and a long request wants pieces
LITTLE = 16000  # bytes of garbage for which nobody need wait, nor an answer end in a collection; to find out how much takes a Pico 8 ms
LOOK = 5000  # ms between two looks
LIT = 8  # new pictures, after the last of which garbage is collected at once: the next press seldom comes within 56 ms of one
QUIET = 3000  # ms after a long request, or the start, after which what only such requests need is let go of
WAITS = 1000  # ms that a press may wait for a long request before that is given up
AT_ONCE = 100  # ms in which chance answers without that being lit
HUNTS = 10000  # ms without a press after which the hunt's line is shown again
GLOWS = 10000  # ms for which a board that is asked for glows
REST = 300  # ms without an edge before a restart that a host asked for
LET_GO = 5000  # ms after which a key that never came up holds it up no longer
LATER = "rules.play rules.targets rules.movement rules.carry rules.adjust"  # loaded while nobody waits; above the lights level FATE
FATE = "rules.chance table.fate " + " ".join(["rules." + name for name in ROUNDS])
FACE = "screen.english screen.brief screen.words screen.layout screen.draw table.face"  # and then, where there is a display
IDS = "=ai =locations =instincts"  # decks whose cards' ids are read before they are asked for: some 40 of a showdown, 1.2 ms each
DIGITS = "lights.digits"  # and where there is none


class Table:
    """`board`: drivers' Board; `boot`: why we started, `settings`, `safe`. `run()` never returns, but by an exception."""

    def __init__(self, board, boot) -> None:
        self.board = board
        self.boot = boot
        self.notes = [boot.why] if boot.why else []
        self.leaving = False  # a host asked for a restart
        self._faulty = boot.why != ""  # said by the corners until a key is pressed: other settings are used than table.json's
        self.menu = None  # the board's, while it is open
        self.face = None  # what a display shows, where there is one
        self._display = None
        self.tour = None  # what is lit in the game's place: the look around at a table that nobody touches, or `hunt`
        self.hunt = None  # the hunt's line of spaces (table/hunting.py), while a host has one
        self.reserve = None  # for long requests; `keep_room`
        self._glows = -1  # since when all of the board glows; -1: it does not
        settings = boot.settings
        self.lamp = Lamp(board, settings, boot.file_digest, boot.untouched)
        if self.lamp.note:
            self.notes.append(self.lamp.note)
        self.game = Game(self._shelf(), self._cards(settings["pack"]), settings)
        if self.game.note:
            self.notes.append(self.game.note)
        # The first prompt is lit before anything is loaded that it does not need: a table that comes back shows at once where it was.
        self._show()
        board.feed()  # the start's last part before the first turn, however short a time the watchdog is given
        from ..controls.keys import KEYS, Controls
        from ..lights.glow import Glow
        from ..link.frames import FrameSender
        from ..link.link import board_link
        from .commands import Commands

        lies = settings["board"]
        self.controls = Controls(self.game.view, lies["rotation"] // 90 + 4 * lies["mirror"])
        if board.stuck:
            held = [name for k, name in enumerate(KEYS) if board.stuck >> k & 1]
            self.notes.append("down since the start, ignored until let go of: " + ", ".join(held))
        self.glow = Glow()
        self.link = board_link(board.ring_in, board.ring_out)
        self.sender = FrameSender(len(self.game.cells))
        self.sender.show(self.game.cells)
        self.commands = Commands(self)
        self._in = bytearray(board.ring_in)
        self._edges = []  # that came from the buttons and are not taken yet
        self._deep = getattr(board, "deep", None)
        self._edge = self._came  # bound once: an idle turn leaves nothing on the heap
        self.later = (FATE if self.game.engine.state.level else LATER).split() + [""]
        self._quiet_since = self._touched = self._answered = board.ticks_ms()
        self._kiosk = settings["play"]["kiosk"] * 60000
        self._pressed = 0  # the mask of keys that are down
        self._untidy = self._tending = True
        self._littered = False  # something was answered since the last look at the heap
        self._lit = 0  # pictures since the last collection
        self._looked = self._touched
        boot.still = self._still
        self.glow.look(self.game.engine.state, self._touched)
        self._glowed = self.game.changes  # the change that was last looked at for what glows
        self.free = 1 << 29  # heap bytes after the last collection: the first look collects
        gc.collect()

    @micropython.native
    def _show(self) -> bool:
        """Lights anew when something changed. True when there was."""
        if self.tour is not None:
            self.tour.light()
            self.game.dirty = False
        elif not self.game.light():
            return False
        cells = self.game.cells
        if self._glows >= 0:
            for space in range(len(cells)):
                cells[space] = cell(DONE)
        elif self._faulty:
            paint.corners(self.game.engine.state, cells, REFUSED, DIM)
        self.lamp.show(cells, self.game.engine.state.columns, self.board.ticks_ms())
        return True

    def identify(self, on: bool) -> None:
        """All of the board glows, for a while or until a key is pressed, which then does nothing else: this is the board that a host
        means. The game goes on as ever."""
        self._glows = self.board.ticks_ms() if on else -1
        if on and self.lamp.walking >= 0:
            self.lamp.test(False)
        self.controls.drop()
        self.game.dirty = True

    def _still(self, ms: int) -> bool:
        """Whether nobody presses anything."""
        return (ms - self._touched) & 0x3FFFFFFF > (LET_GO if self._pressed else REST)

    def _shelf(self):
        """Where journals are kept; None in safe mode after failures: the journal stays untouched."""
        if self.boot.untouched:
            return None
        from .shelf import Shelf

        flash = self.board.flash() if hasattr(self.board, "flash") else None
        return Shelf(self.board.root, self.board.feed, flash)

    def _cards(self, name: str):
        """The pack that the settings name; None, and a note, when it cannot be used."""
        if self.boot.untouched:
            return None
        from ..store.packs import open_pack

        try:
            return open_pack(self.board.root + "packs/" + name + ".lbp")
        except Exception as wrong:  # whatever lies there, the board starts
            self.notes.append(str(wrong) if isinstance(wrong, Refused) else "pack %s: %r" % (name, wrong))
            return None

    def run(self) -> None:
        while True:
            busy = self.turn(0)
            self.boot.worked()
            if not busy:
                self._idle()

    def _idle(self) -> None:
        """Nothing is due: load what play will need, let go of what it does not, and wait for input."""
        board = self.board
        ms = board.ticks_ms()
        if self.leaving and self._still(ms):
            from .release import restart

            restart(self)
        elif self.later:
            self.load()
        elif self._littered and hasattr(gc, "mem_free"):  # what play leaves lies in the way of long pieces
            self._littered = False
            self._tidy(False)
        elif self.hunt is not None and self.tour is None and self.menu is None and (ms - self._touched) & 0x3FFFFFFF > HUNTS:
            self.show_hunt()
        elif self._kiosk and self.tour is None and self._alone(ms):
            self._look_around(ms)
        elif self._untidy and (ms - self._quiet_since) & 0x3FFFFFFF > TIDY and self._away(ms):
            self._untidy = False
            self._tidy(False)
            if self.commands.lent < 0:
                self.keep_room()
        elif self.lamp.unsaved and (self._still(ms) if self.menu is None else (ms - self._touched) & 0x3FFFFFFF > AWAY):
            self.lamp.save()
            if self.lamp.note:
                self.commands.note(self.lamp.note)
        elif self.commands.lent >= 0 and (ms - self.commands.lent) & 0x3FFFFFFF > QUIET:
            if self.menu is None and (ms - self._touched) & 0x3FFFFFFF > AWAY:
                self.commands.give_back()
                self.keep_room()
        elif self._tending and (ms - self._answered) & 0x3FFFFFFF > LULL and (ms - self._touched) & 0x3FFFFFFF > AWAY:
            self._tending = self.game.tend()
            if self.game.trouble:
                self.tell(self.game.trouble)
                self.game.trouble = ""
        board.idle(min(IDLE, self.link.due(ms)))

    def keep_room(self) -> None:
        """Holds memory for what takes much at once, which lets go of `reserve` first. Where there is no such piece now: the next time."""
        if self.reserve is None:
            try:
                self.reserve = bytearray(RESERVE)
            except MemoryError:
                pass

    def _alone(self, ms: int) -> bool:
        """Whether for the minutes of `play.kiosk` nobody has pressed or answered anything."""
        return (ms - self._touched) & 0x3FFFFFFF > self._kiosk and (ms - self._answered) & 0x3FFFFFFF > self._kiosk

    def _look_around(self, ms: int) -> None:
        if self.menu is not None:
            self.menu.leave()
        if self.lamp.walking >= 0:
            self.lamp.test(False)
        from .tour import Tour

        self._answered = ms  # where there is nothing to see it is looked for again after the same time
        self.controls.drop()
        tour = Tour(self.game, ms)
        if tour.steps:
            self.tour = tour
            self.game.dirty = True

    def show_hunt(self, line=None) -> None:
        """The line in the game's place, for as long as nothing is played here. `line`: a new one."""
        if line is not None:
            from .hunting import Hunt

            self.hunt = Hunt(self.game, line)
        if self.hunt is None or self.hunt.changes != self.game.changes:
            self.hunt = None
            return
        self.controls.drop()
        self.tour = self.hunt
        self.game.dirty = True

    def end_tour(self) -> None:
        """The lights are the game's again."""
        self.tour = None
        self.controls.drop()
        self.game.dirty = True
        self._answered = self.commands.lent = self.board.ticks_ms()

    def _away(self, ms: int) -> bool:
        """Whether nobody has pressed anything for long, nor looked at the heap lately."""
        return (ms - self._touched) & 0x3FFFFFFF > AWAY and (ms - self._looked) & 0x3FFFFFFF > LOOK

    def _tidy(self, now: bool) -> None:
        """Collect garbage, at once or when there is enough of it. When memory runs short MicroPython does it by itself, whoever waits."""
        self._looked = self.board.ticks_ms()
        if now or not hasattr(gc, "mem_free") or gc.mem_free() < self.free - LITTLE:
            self._lit = 0
            gc.collect()
            if not now and hasattr(gc, "mem_free"):
                self.free = gc.mem_free()

    def load(self) -> None:
        """Load the next module that play will need, then those for a display, where there is one; after the last, what the start alone
        needed goes."""
        name = self.later.pop(0)
        if name[:1] == "=":
            try:
                self.game.cards.ids(name[1:])
            except Exception:  # whatever is wrong with the cards is told when they are asked for
                pass
        elif name:
            __import__("lanternboard." + name)
        else:
            if hasattr(self.board, "display"):
                self._display = self.board.display(self.boot.settings)
            self.later = FACE.split() if self._display else [DIGITS]
            if self.game.engine.state.level:
                self.later += (["screen.showdown"] if self._display else []) + IDS.split()
        if not self.later:
            if self._display:
                from .face import Face

                self.face = Face(self, self._display, "; ".join(self.notes))
            else:
                from ..lights.digits import draw

                (self.menu or self.game).marks = draw
                self.game.dirty = True
            self.boot.settings_digest  # noqa: B018 - made while what makes it is loaded
            let_go("settings.table", "settings.wiring", "settings.layout", "store.bootlog")
            if hasattr(gc, "threshold"):
                gc.threshold(-1)  # the start's (files/start.py); from here on garbage goes while nobody waits
        gc.collect()

    @micropython.native
    def turn(self, wait: int) -> bool:
        """One turn; True when there was something to do. `wait`: ms to wait for input when nothing is due (inside a long
        request, which calls this too: then the watchdog is fed here)."""
        board = self.board
        link = self.link
        game = self.game
        before = game.changes
        ms = board.ticks_ms()
        if game.engine.broken:
            raise RuntimeError("the position is lost")  # a start anew finds it in the journal
        # Buttons first: their light waits for nothing else, and what was pressed before a host's answer was read is meant for the
        # prompt that is lit.
        board.buttons(self._edge)
        deep = self._deep is not None and self._deep()
        while self._edges and not deep:
            came = self._edges.pop(0)
            self.edge(came[0], came[1], came[2])
        shown = self._change(ms)
        if game.fated and not deep:
            self._chance()
        n = board.port.read_into(self._in)
        if n:
            link.feed(self._in, n, ms)
        self.commands.pump()
        ms = board.ticks_ms()  # that may have taken long, and many turns
        if not deep:
            self._intents(self.controls.tick(ms, game.engine.prompt, game.engine.state.columns), ms)
        if game.again:
            game.again = False
            if not self._again():
                self.controls.refuse(ms)
                game.dirty = True
        if self.glow.tick(ms):
            game.view.done = None
            game.dirty = True
        if self._glows >= 0 and GLOWS < (ms - self._glows) & 0x3FFFFFFF < 0x20000000:  # it can have begun later in this turn
            self.identify(False)
        if self.tour is not None:
            if self.tour.changes != game.changes:
                self.end_tour()
            elif self.tour.tick(ms):
                game.dirty = True
        if self._change(ms) or shown:
            self._lit += 1
            if self.face is not None:
                self.face.stale = True
        else:
            self.lamp.step(ms)
        wrote = self._write(ms)
        if self._lit >= LIT:
            self._tidy(True)
        if self.commands.busy:
            self.boot.worked()
            if wait and not n and not wrote:
                board.idle(wait)
        drawn = self.face is not None and self.face.step(ms)
        if n or wrote or drawn or before != game.changes:
            self._quiet_since = ms
            self._untidy = True
            if before != game.changes:
                self._tending = self._littered = True
                self._answered = ms
            return True
        return False

    @micropython.native
    def _change(self, ms: int) -> bool:
        """The lights after something was done; what that changed glows. True when there are new ones."""
        game = self.game
        if not game.dirty or (game.fated and self.lamp.busy()):  # the sign of a press is whole before what only leads to more is lit
            return False
        self.lamp.hush()
        if self._glowed != game.changes:
            self._glowed = game.changes
            game.view.done = self.glow.look(game.engine.state, ms)
        if not self._show():
            return False
        self.sender.show(game.cells)  # before anything is told that follows from it
        return True

    def _chance(self) -> None:
        """The board rolls, or draws, and lights what came of it: until nothing is left to roll, or as many answers as there is time for.
        What is pressed meanwhile comes before the next one, and what is pressed after the last one after its light."""
        board = self.board
        began = board.ticks_ms()
        while True:
            wrong = self.game.chance()
            if wrong:
                self.commands.note(wrong)
            if not self.game.fated or (board.ticks_ms() - began) & 0x3FFFFFFF > AT_ONCE:
                return
            board.buttons(self._edge)
            if self._edges:
                return

    def _came(self, key: int, down: bool, ms: int) -> None:
        """From a pin. Taken when all have come: what a press does goes deep enough into the call stack from the turn itself. In a turn
        inside of a long request it may find no room there (drivers' `deep`), and waits."""
        self._edges.append((key, down, ms))

    def waited(self) -> bool:
        """Whether somebody's press has waited so long for a request that people come first."""
        return len(self._edges) > 0 and WAITS < (self.board.ticks_ms() - self._edges[0][2]) & 0x3FFFFFFF < 0x20000000

    @micropython.native
    def _write(self, ms: int) -> bool:
        """Sends what is due, as far as the port takes it. True when something went."""
        link = self.link
        port = self.board.port
        wrote = False
        while True:
            piece = link.out(ms)
            if piece is None:
                return wrote
            n = len(piece)
            taken = port.write(piece, n)
            link.sent(taken)
            if taken:
                wrote = True
            if taken < n:
                return wrote

    @micropython.native
    def edge(self, key: int, down: bool, ms: int) -> None:
        """One edge of one key, from a pin or over the link."""
        game = self.game
        self._touched = ms
        self._pressed = self._pressed | 1 << key if down else self._pressed & ~(1 << key)
        if down:
            if self._faulty:
                self._faulty = False
                game.dirty = True
            if self.face is not None:
                self.face.touched()
        if self._glows >= 0 and down:
            return self.identify(False)
        if self.tour is not None and down:
            return self.end_tour()
        if self.lamp.walking >= 0 and down:
            self.lamp.test(False)
            if game.view.page != TEST:
                return
        self._intents(self.controls.edge(key, down, ms, game.engine.prompt, game.engine.state.columns), ms)

    @micropython.native
    def _intents(self, intents, ms: int) -> None:
        for intent in intents:
            if self.menu is None:
                self._sign(intent[0], ms)
            if not self._want(intent) and intent[0] != "refused":
                self.controls.refuse(ms)

    @micropython.native
    def _sign(self, what: str, ms: int) -> None:
        """What was pressed is seen to be taken before the rules go on, which can take a monster's turn 100 ms."""
        game = self.game
        if what == "answer" and not game.fated:
            first, second = CURSOR, CURSOR
        elif what == "usual" and not game.fated:
            first, second = USUAL, CURSOR
        elif what == "undo" or what == "redo":
            first, second = COUNT, COUNT  # no space shows it
        else:
            return
        self.lamp.hush()
        paint.taken(game.engine.state, game.cells, first, second)
        self.lamp.show(game.cells, game.engine.state.columns, ms)

    def _want(self, intent: tuple) -> bool:
        """False when it was refused. While the board's menu is open everything is its own."""
        if intent[0] == "again":
            return self._again()
        if self.menu is not None or intent[0] != "menu":
            try:
                return (self.menu or self.game).want(intent)
            except MemoryError:
                raise  # a start anew finds room
            except Exception as wrong:  # as what a host asks for: whatever the cards make of it, the game is what it was
                self.commands.note("a press: " + repr(wrong))
                return False
        from .menu import BoardMenu

        self.menu = BoardMenu(self)
        self.game.dirty = True
        return True

    def _again(self) -> bool:
        """A new showdown by the settings; the one before stays on flash. False where that takes none."""
        if self.menu is not None:
            self.menu.leave()
        self.controls.drop()
        self.game.view.where = 0
        if not self.commands.busy:
            self.reserve = None
            self.commands.give_back()  # room for it, as when a host asks
        try:
            self.game.new()
        except Exception as wrong:  # as when a host asks
            self.tell("a new showdown: " + (str(wrong) if isinstance(wrong, Refused) else repr(wrong)))
            return False
        self.renew()
        return True

    def renew(self) -> None:
        """Another showdown is played: its board may have another size, whoever follows starts anew, and people are told what they should
        know of it."""
        self.glow.forget()
        self.sender = type(self.sender)(len(self.game.cells))
        self.sender.show(self.game.cells)
        self.commands.restart_follow()
        self.commands.greet()
        if self.game.note:
            self.tell(self.game.note)

    def tell(self, text: str) -> None:
        """What people should know: into the log, and on the display until a key is pressed."""
        self.commands.note(text)
        if self.face is not None:
            self.face.tell(text)

    def say(self) -> bool:
        """Send what is due and take what acknowledges it, nothing else. True when all has been acknowledged."""
        board = self.board
        self._write(board.ticks_ms())
        board.idle(5)
        n = board.port.read_into(self._in)
        if n:
            self.link.feed(self._in, n, board.ticks_ms())
        return self.link.idle()
