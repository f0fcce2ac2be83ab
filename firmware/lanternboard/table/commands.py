"""What a host asks of the board, one message at a time (docs/protocol.md). Short requests are answered at once; long ones go
on in parts while lights, buttons and everything else run, and only one at a time. It decides no rule and keeps no answer
to be sent: what a host wants to follow is a number to go on from."""

import gc

from ..base.errors import Refused
from ..base.jsontext import text
from ..base.letgo import let_go
from ..link import messages
from ..link.link import ANSWER
from ..rules import engine, journaltext
from ..rules.state import LEVELS

VERSION = "0.1.0"
WALKS = 3  # rounds of the walk that a host asks for: should it go away, the game is lit again
SILENT = 3000  # ms without a sign of the host, which gives one every second, after which the keys that it holds are let go of
PATIENCE = 15000  # ms without a part after which a long request is given up
LOG = 40  # lines
AGAIN = 8  # times that a record which could not be told is offered again
NAMES = 120  # characters of a list of names that surely fit into an answer
# Loaded for long requests only, and once by the start. One text: a tuple of names costs half a kilobyte.
LENT = (
    "explain.lines explain.explanation explain.scenario explain.values explain.replay table.transfers link.parts base.jsonvalue "
    "base.jsonread base.jsonscan base.jsonwrite settings.table settings.wiring settings.layout store.bootlog table.menu controls.menu "
    "screen.pages rules.cardcheck store.packcheck table.tour table.hunting table.party rules.party"
)


class Commands:
    """`table`: what is served (table/loop.py). `pump()` takes what has come and sends what is due, as far as there is room."""

    def __init__(self, table) -> None:
        self.table = table
        self.link = table.link
        self.following = -1  # next record to send; -1 nobody follows
        self._piece = 0
        self._line: "str | None" = None
        self.frames = False
        self._number = self._option = self._cursor = self._page = -2  # the view that the host has; -2 none
        self.held = 0  # the mask of keys that the host holds down
        self.busy = 0  # the request that goes on in parts, 0 none
        self._part = None
        self._session = 0
        self._refused_parts = 0
        self._which = -1  # the record that could not be told last
        self._untold = 0  # and how often
        self.greeting = False  # `table` is to be said
        self.lent = table.board.ticks_ms()  # when what only long requests need was last used, as at boot; -1: it is not loaded
        self.log = table.notes

    # The link's side of a turn

    def pump(self) -> None:
        link = self.link
        if link.opened != self._session:  # another host, or the same one anew: nothing of before counts
            self._session = link.opened
            self.following = -1
            self._line = None
            self._which = -1
            self.frames = False
            self.greeting = False
            self._let_go()
        if self.held and (self.table.board.ticks_ms() - link.heard_at) & 0x3FFFFFFF > SILENT:
            self._let_go()
        # A request is taken only while there is room for its answer, and while no greeting waits for that room.
        while self._greeted() and link.room() >= ANSWER and self._part is None:
            message = link.take()
            if message is None:
                break
            self._handle(message[0], message[1])
        try:
            while self.following >= 0 and self._record():
                pass
        except (MemoryError, Refused, OSError) as wrong:  # never the end of the table
            gc.collect()
            self.note("record %d not told: %r" % (self.following, wrong))
            if self._which != self.following:
                self._which = self.following
                self._untold = 0
            self._untold += 1
            if self._untold <= AGAIN:
                self.greet()  # who follows asks again
            self.restart_follow()
        if self.frames:
            told = self.table.sender.pump(link)
            if self.table.game.view.number == self._number or (told and not self.table.game.dirty):
                self._view()  # of a new prompt when its lights are told, so that a face never joins it to those before

    def _view(self) -> None:
        """What is highlighted on the board, when that changed: ids and numbers are not lit. Nothing is while the board itself rolls."""
        game = self.table.game
        view = game.view
        page = view.page
        option = cursor = -1  # no tuple: a turn in which nothing happens allocates nothing
        if not game.fated:
            option = view.option
            cursor = view.cursor
        if page:
            option = view.entry
        if view.number == self._number and option == self._option and cursor == self._cursor and page == self._page:
            return
        if self.link.room() >= ANSWER and self.link.say("view", n=view.number, option=option, cursor=cursor, page=page):
            self._number, self._option, self._cursor, self._page = view.number, option, cursor, page

    def note(self, text: str) -> None:
        """A line for the log that `log` reads; the same one again is not kept twice."""
        if text in self.log:
            self.log.remove(text)
        self.log.append(text)
        if len(self.log) > LOG:
            self.log.pop(0)

    def restart_follow(self) -> None:
        """Another journal is played: whoever follows must say from where."""
        self.following = -1
        self._line = None

    def _record(self) -> bool:
        """Sends a piece of the next record's line. False when there is none or no room."""
        link = self.link
        if link.room() < ANSWER:
            return False
        journal = self.table.game.engine.journal
        if self._line is None:
            if self.following >= len(journal):
                return False
            kept = journal.read(self.following)
            self._line = journaltext.line(self.following, kept)
            self._piece = 0
        start = self._piece * messages.TEXT
        text = self._line[start : start + messages.TEXT]
        more = start + messages.TEXT < len(self._line)
        if not link.say("record", n=self.following, text=text, i=self._piece or None, more=more or None):
            return False
        self._piece += 1
        if not more:
            self._line = None
            if self._which == self.following:
                self._which = -1
            self.following += 1
        return True

    def _handle(self, verb: str, args: dict) -> None:
        re = args["re"]
        if verb == "part":
            if re == self.busy:
                self._part = args
            elif re != self._refused_parts:  # one refusal is enough for all parts of a transfer that is over
                self._refused_parts = re
                self.link.no(re, Refused("re", "no such transfer is open", ""))
            return
        try:
            getattr(self, "_" + verb)(re, args)
        except Refused as refused:
            self.link.no(re, refused)
        except Exception as wrong:
            self.link.no(re, self._failed(verb, wrong))

    def _failed(self, verb: str, wrong):
        """A request never ends the table: it is refused, and the reason is kept for `log`."""
        gc.collect()
        self.note(verb + ": " + repr(wrong))
        return Refused("", "the board could not do it: " + repr(wrong), "")

    # Greeting, following

    def _hello(self, re, args):
        digest = messages.digest()
        if args["protocol"] != messages.PROTOCOL or args["digest"] != digest:
            self.note("a host of protocol %d %s" % (args["protocol"], args["digest"]))
        self.link.say(
            "hello",
            re=re,
            id=self.table.board.id,
            version=VERSION,
            rules=engine.RULES,
            protocol=messages.PROTOCOL,
            digest=digest,
            driver=self.table.board.name,
        )
        self.greet()

    def greet(self) -> None:
        """Tells the host which showdown is played, as soon as there is room; before any other request is answered."""
        self.greeting = True

    def _greeted(self) -> bool:
        """Says `table` when that is due. False when there is no room for it yet."""
        if not self.greeting:
            return True
        table = self.table
        game = table.game
        boot = table.boot
        self.greeting = self.link.room() < ANSWER or not self.link.say(
            "table",
            journal=self.journal(),
            n=len(game.engine.journal),
            columns=game.engine.state.columns,
            rows=game.engine.state.rows,
            turn=game.settings["board"]["rotation"] // 90 + 4 * game.settings["board"]["mirror"],
            pack=messages.short(game.cards.id, 32),
            settings=boot.settings_digest,
            boots=boot.boots,
            cause=boot.cause,
            safe=boot.safe,
        )
        return not self.greeting

    def journal(self) -> str:
        """The id of the journal being played, as messages have it."""
        return messages.short(self.table.game.engine.header.get("id", ""))

    def _same(self, args) -> None:
        """A host that names another journal means another table: numbers alone would be taken for ours."""
        if args.get("journal") is not None and args["journal"] != self.journal():
            raise Refused("journal", "not the one being played", self.journal())

    def _follow(self, re, args):
        game = self.table.game.engine
        if args["journal"]:
            self._same(args)
        if not 0 <= args["n"] <= len(game.journal):
            raise Refused("n", "no such record", "0-%d" % len(game.journal))
        self._line = None
        self.following = args["n"]
        self.link.ok(re, n=len(game.journal))

    def _unfollow(self, re, args):
        self.restart_follow()
        self.link.ok(re)

    def _frames(self, re, args):
        self.frames = args["on"]
        if self.frames:
            self.table.sender.restart()
            self._number = -2
        self.link.ok(re)

    def _ping(self, re, args):
        self.link.ok(re, ms=self.table.board.ticks_ms())

    # Playing

    def _answer(self, re, args):
        self._same(args)
        game = self.table.game
        state = game.engine.state
        game.answer(args["n"], *journaltext.from_value(args["choice"], state.columns, state.rows))
        self._played(re)

    def _undo(self, re, args):
        self._same(args)
        self.table.game.undo(args["n"])
        self._played(re)

    def _redo(self, re, args):
        self._same(args)
        self.table.game.redo(args["n"])
        self._played(re)

    def _adjust(self, re, args):
        self._same(args)
        self.table.game.adjust(args["n"])
        self._played(re)

    def _played(self, re) -> None:
        """Says which prompt is asked now, whether the answer was new or a repeated one."""
        self.link.ok(re, n=self.table.game.engine.prompt.number)

    def _lights(self, re, args):
        """How bright, and the walk through the chain."""
        lamp = self.table.lamp
        brightness, night = args.get("brightness"), args.get("night")
        if brightness is not None and not 0 <= brightness <= 100:
            raise Refused("brightness", "no such brightness", "0-100")
        if brightness is not None or night is not None:
            lamp.set(lamp.brightness if brightness is None else brightness, lamp.night if night is None else night)
            self.table.game.dirty = True
            if self.table.menu is not None:
                self.table.menu.see()
        if args.get("test") is not None:
            if lamp.pixels is None:
                raise Refused("test", "this board has no LEDs", "")
            self.table.controls.drop()
            lamp.test(args["test"], WALKS)
            if self.table.menu is not None:
                self.table.menu.see()
        self.link.ok(re)

    def _let_go(self) -> None:
        """Who held these keys has gone: they do nothing, and are up."""
        if self.held:
            self.table.controls.drop()
            for key in range(7):
                if self.held >> key & 1:
                    self.table.edge(key, False, self.table.board.ticks_ms())
            self.held = 0

    def _press(self, re, args):
        if not 0 <= args["key"] <= 6:
            raise Refused("key", "no such key", "0-6")
        self.held = self.held | 1 << args["key"] if args["down"] else self.held & ~(1 << args["key"])
        self.table.edge(args["key"], args["down"], self.table.board.ticks_ms())
        self.link.ok(re)

    def _new(self, re, args):
        """A new showdown of so many survivors. The one before stays on flash."""
        names = None
        if args.get("survivors") is not None:
            if not 0 <= args["survivors"] <= 8:
                raise Refused("survivors", "too many survivors", "0-8")
            names = self.table.game.settings["names"][: args["survivors"]]
        level = args.get("level") or ""
        if level and level not in LEVELS:
            raise Refused("level", "no such level of play", ", ".join(LEVELS))
        if not self.busy:
            self.give_back()  # room for a party that is read
        self.table.game.new(names, level)
        self.table.renew()
        self.link.ok(re, n=len(self.table.game.engine.journal), text=self.journal())

    # Long contents

    def _explain(self, re, args):
        def work(source, sink):
            from ..explain import lines

            lines.answer(source, sink, args.get("file") or "-", args.get("line") or 1, self.breathe)

        self._long(re, args, work)

    def _put(self, re, args):
        from . import transfers

        self._long(re, args, transfers.writer(self.table, args["what"], args.get("name")))

    def _get(self, re, args):
        from . import transfers

        self._long(re, None, transfers.reader(self.table, args["what"], args.get("name")))

    def _prompt(self, re, args):
        from . import transfers

        self._long(re, None, transfers.prompt(self.table))

    def _log(self, re, args):
        from . import transfers

        self._long(re, None, transfers.text_of("\n".join(self.log)))

    def _counters(self, re, args):
        from . import transfers

        self._long(re, None, transfers.counters(self.table))

    def _settings(self, re, args):
        """One of the settings that the board runs by, by its path; setting one is for the next issue's menu and page."""
        key = args.get("key") or ""
        value = self.table.game.settings
        for part in key.split(".") if key else ():
            if not isinstance(value, dict) or part not in value:
                raise Refused("key", "no such setting", ", ".join(sorted(value)) if isinstance(value, dict) else "")
            value = value[part]
        if args.get("value") is not None:
            raise Refused("value", "settings are set by putting table.json", 'put {"what":"settings"}')
        if isinstance(value, dict):
            value = _few(sorted(value))
        elif isinstance(value, list):
            value = ", ".join([str(one) for one in value])
        elif not isinstance(value, str):
            value = text(value)
        self.link.ok(re, text=value)

    def _release(self, re, args):
        from .release import release

        release(self.table, re)

    def _restart(self, re, args):
        """The board starts again by itself as soon as nobody presses anything (table/loop.py), and comes back where it was."""
        self.table.leaving = True
        self.link.ok(re)

    def _identify(self, re, args):
        self.table.identify(args["on"])
        self.link.ok(re)

    def _long(self, re, args, work) -> None:
        """Runs `work(source, sink)` with the parts of request `re`, then says ok with size and CRC-32 of what was sent, or no.
        What is said then has waited for its room, and for the greeting of a showdown that the request began."""
        if self.busy:
            raise Refused("re", "another long request goes on", "one at a time; wait for its answer")
        much = args is not None or self.lent < 0
        if much:
            self.table.reserve = None
            gc.collect()  # what is loaded now finds one piece of heap
        from ..link.parts import Gone, Incoming, Outgoing, Source

        link = self.link
        session = link.opened
        self.busy = re
        try:
            source = Source(Incoming(re, args["size"], args["crc"]), lambda: self._pull(session)) if args is not None else None
            sink = Outgoing(link, re, self.breathe)
            refused = None
            try:
                work(source, sink)
                if source is not None:
                    source.drain()
                sink.end()
            except Refused as wrong:
                refused = wrong
            except Gone:
                raise
            except Exception as wrong:
                refused = self._failed("a long request", wrong)
            while link.opened == session and (self.greeting or link.room() < ANSWER):
                self.breathe()
            if link.opened != session:
                raise Gone()
            if refused is None:
                link.ok(re, size=sink.size, crc=sink.crc)
            else:
                self._refused_parts = re
                link.no(re, refused)
        except Gone:
            if link.opened == session and link.room() >= ANSWER:
                self._refused_parts = re
                link.no(re, Refused("", "given up: nothing came for long, or somebody at the table waited", "ask again"))
        finally:
            self.busy = 0
            self._part = None
            self.lent = self.table.board.ticks_ms()
            if much:
                gc.collect()

    def give_back(self) -> None:
        """Lets go of what only long requests need; called when there has been none for a while."""
        self.lent = -1
        let_go(*LENT.split())

    def _pull(self, session) -> dict:
        """The next part's args; meanwhile the table goes on. Raises Gone where this session is over, or there will be none."""
        from ..link.parts import Gone

        table = self.table
        since = table.board.ticks_ms()
        while self._part is None and self.link.opened == session:
            table.turn(5)
            if (table.board.ticks_ms() - since) & 0x3FFFFFFF > PATIENCE or table.waited():
                raise Gone()
        if self.link.opened != session:
            raise Gone()
        args, self._part = self._part, None
        return args

    def breathe(self) -> None:
        """The table goes on inside of a long request. Raises Gone where people have waited for long enough."""
        self.table.turn(0)
        if self.table.waited():
            from ..link.parts import Gone

            raise Gone()


def _few(names) -> str:
    """Names with spaces between; where they do not fit, the first of them and `...`."""
    text = " ".join(names)
    return text if len(text) <= NAMES else text[: text.rfind(" ", 0, NAMES)] + " ..."
