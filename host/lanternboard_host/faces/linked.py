"""A table at the other end of the link, as a face sees it: the board's own frames and view, words from the core that follows it.
Presses go to the board, which alone decides what they do."""

from __future__ import annotations

import json
import time

from lanternboard.base.errors import Refused
from lanternboard.controls.keys import BACK
from lanternboard.lights import meanings
from lanternboard.rules.prompt import Prompt
from lanternboard.screen.english import ENGLISH
from lanternboard.settings import table as settings

from ..link import Follower
from .cards import BUILT_IN, installed, played
from .facts import Facts
from .menu import opened
from .picture import Picture, picture
from .table import Standing

SETTLED = 5.0  # seconds in which a board shows what it has confirmed
ASKED = 5.0  # seconds that the board may take to say why it plays by its built-in settings
STAYS = 5.0  # seconds that a refusal is told, unless a key does something before


class LinkedTable:
    """See table.py; also what a tour needs (tour.py). `follower` is followed by nobody else."""

    def __init__(self, follower: Follower, title: str = "Lanternboard", clock=time.monotonic) -> None:
        self.follower = follower
        self.title = title
        self._clock = clock
        self._said = ""  # what was refused
        self._until = 0.0
        self._seen: tuple = ()  # the records and the view when it was
        self._old: list | None = None  # what had happened before it, which nobody needs to be told again
        self._refused = False  # the board shows a refusal
        self._key = -1  # the last one pressed here, until a record comes
        self._told = 0
        self._warned: tuple = ()  # the start of the board that `_warning` is about
        self._warning = ""
        self._play: dict | None = None  # of its settings, while it plays a showdown
        self._played: tuple = ()  # the start of the board that `_play` is about
        self._lock = False  # its menu has fewer entries
        self._locked: tuple = ()  # the start of the board that `_lock` is about
        self._instead_of = ""  # the board before the one that answers now, until a key is pressed
        self._known = ""  # the last of those that was told
        self._facts = Facts(follower.client, clock)

    @property
    def changes(self) -> int:
        return self.follower.changes + self._told + self._facts.changes

    @property
    def prompt(self) -> Prompt:
        if self.follower.engine is None:
            raise Refused("", self.follower.why or "the board's showdown is not here yet", "")
        return self.follower.engine.prompt

    def turn(self, seconds: float) -> None:
        self.follower.update(seconds)
        self._ask_why()
        self._ask_play()
        self._ask_lock()
        self._look()
        self._facts.look(self.follower.view.get("page", 0))

    def press(self, key: int, down: bool) -> bool:
        """False when the board is away. May be called from any thread."""
        self._instead_of = ""
        if down:
            self._key = key
        return self.follower.press(key, down)

    def redo(self) -> None:
        """Redo is in the board's menu; a terminal has a key to spare for it."""
        try:
            self.follower.redo()
        except Refused as refused:
            self._tell(ENGLISH["refused.redo"] if refused.path == "redo" else refused.message)

    def ask(self, verb: str, journal: str, number: int, **more) -> None:
        """As Watch.ask. May be called from any thread."""
        client = self.follower.client
        if not client.online:
            raise Refused("", "the table is away", "wait until it is back")
        client.request(verb, timeout=ASKED, n=number, journal=journal, **more)

    def standing(self) -> Standing:
        follower, client = self.follower, self.follower.client
        return Standing(
            client.id,
            client.table.get("journal", "") if client.table else "",
            follower.engine,
            follower.table.get("turn", 0),
            client.away,
            str(client.problem) if client.problem is not None and not client.online else "",
        )

    def _tell(self, text: str) -> None:
        """Shown until a key does something, or for some seconds; what comes meanwhile does not take it away."""
        self._said = text[:1].upper() + text[1:] + "."
        self._until = self._clock() + STAYS
        self._seen = len(self.follower.records), self.follower.view
        self._old = self.follower.events
        self._key = -1
        self._told += 1

    def _look(self) -> None:
        """Takes notice of a refusal that the board shows, and of what ends its message."""
        follower = self.follower
        if self._said:
            records, view = self._seen
            moved = self._key >= 0 and follower.view != view
            if moved or len(follower.records) != records or self._clock() >= self._until:
                self._said = ""
                self._told += 1
        refused = any(value & 31 == meanings.REFUSED for value in follower.cells)
        if refused and not self._refused:
            self._tell(self._why())
        self._refused = refused

    def _why(self) -> str:
        game = self.follower.engine
        if self._key == BACK and game is not None and not game.can_undo:
            return game.note or ENGLISH["refused.undo"]
        return ENGLISH["refused"]

    def ready(self, seconds: float = 10.0) -> None:
        """Wait until the whole showdown and its lights are here. Raises Refused (exit_code 3)."""
        try:
            self.follower.wait(lambda follower: follower.caught_up() and follower.cells and (follower.engine or follower.why), seconds)
        except TimeoutError as late:
            refused = Refused("", f"the board does not tell its showdown: {late}", "`lanternboard doctor`")
            refused.exit_code = 3  # type: ignore[attr-defined]
            raise refused from None
        self._ask_why()
        self._ask_play()

    def _ask_why(self) -> None:
        """Once for every start of the board: why it plays by its built-in settings, where it does."""
        table = self.follower.table
        start = (table.get("boots"), table.get("safe"), table.get("settings"))
        if start == self._warned or not self.follower.client.online:
            return
        self._warned, self._warning = start, ""
        self._told += 1
        if not table.get("safe"):
            return
        try:
            why = str(json.loads(self.follower.client.get("boots", timeout=ASKED))["why"])
        except (Refused, ValueError, KeyError, TypeError):
            why = table.get("cause", "")
        key = "warning.settings" if why.startswith("table.json") else "warning.safe"
        self._warning = ENGLISH[key].format(why=why.partition(" (allowed")[0])

    def _ask_play(self) -> None:
        """Once for every start of the board that plays a showdown: who rolls and draws. Not known where it does not tell."""
        game, table = self.follower.engine, self.follower.table
        start = (table.get("boots"), table.get("safe"), table.get("settings"))
        if game is None or not game.state.level or start == self._played or not self.follower.client.online:
            return
        self._played, self._play, self.follower.play = start, None, None
        play = settings.defaults()["play"]
        try:
            if not table.get("safe"):
                play.update(json.loads(self.follower.client.get("settings", timeout=ASKED)).get("play", {}))
            self._play = self.follower.play = play
        except (Refused, ValueError, AttributeError, TypeError):
            return
        self._told += 1

    def _ask_lock(self) -> None:
        """Once for every start of the board: whether its menu is locked."""
        table = self.follower.table
        start = (table.get("boots"), table.get("safe"), table.get("settings"))
        if not table or start == self._locked or not self.follower.client.online:
            return
        self._locked = start
        try:
            lock = self.follower.client.request("settings", timeout=ASKED, key="play.lock")["text"] == "true"
        except Refused:  # a board that knows of no lock, or that has just gone
            lock, self._locked = False, start if self.follower.client.online else ()
        if lock != self._lock:
            self._lock = lock
            self._told += 1

    # For a tour: like a person's answers, one after another

    def answer(self, choice) -> None:
        """A choice as the link has it, or "usual"; returns when the board shows what follows."""
        game = self.follower.engine
        prompt = self.prompt
        if game is not None and prompt.is_spaces():
            choice = prompt.usual if choice == "usual" else choice[1] * game.state.columns + choice[0]
        elif choice == "usual":
            choice = prompt.usual
        self._shown(self.follower.answer(choice))

    def undo(self) -> None:
        self._shown(self.follower.undo())

    def _shown(self, confirmed: dict) -> None:
        """Wait until the records are here and the board's view is that of the new prompt, which comes after its lights."""
        n = confirmed["n"]
        self.follower.wait(lambda f: f.engine is None or (f.engine.number >= n and f.view.get("n", -1) >= n), SETTLED)

    @staticmethod
    def _left_to_board(view: dict) -> bool:
        """Whether nothing is highlighted for people: else they answer, also what the board would roll or draw (it could not keep it)."""
        return bool(view.get("page")) or (view.get("option", -1) < 0 and view.get("cursor", -1) < 0)

    def picture(self) -> Picture:
        self._look()
        follower = self.follower
        game = follower.engine
        columns, rows = follower.table.get("columns", 22), follower.table.get("rows", 16)
        cells = follower.cells if len(follower.cells) == columns * rows else bytes(columns * rows)
        if game is None:
            made = Picture(columns, rows, cells)
            made.note = follower.why
        else:
            view = follower.view if follower.view.get("n") == game.number else {}
            events = () if follower.events is self._old else follower.events
            made = picture(
                game.state,
                game.prompt,
                cells,
                game.names,
                game.cards,
                view.get("option", -1),
                events,
                view.get("cursor", -1),
                follower.past,
                self._play if self._left_to_board(view) else None,
            )
            if follower.why:
                made.note = follower.why
        if page := follower.view.get("page"):
            made.facts = self._facts.told
            made.menu = opened(page, follower.view["option"], game is not None and game.adjusting, made.facts, self._lock)
            made.note = made.menu.note
        if self._said:
            made.note = self._said
        wire = follower.client.wire
        if wire.instead_of and wire.instead_of != self._known:
            self._known, self._instead_of = wire.instead_of, wire.instead_of
            self.title = self.title.replace(wire.instead_of[:6], wire.id[:6])
        if self._instead_of:
            made.note = f"another table answers here now: {wire.id[:6]}, no longer {self._instead_of[:6]}"
        made.title = self.title
        made.warning = self._warning
        away = follower.away
        made.away = away if not follower.client.online else None
        return made


def cards_of(pack: str, digest: str = "", context: str = ""):
    """The cards of a board's pack (see Follower); its built-in ones are those of the first pack as far as they go. Raises Refused."""
    return installed() if pack in ("", BUILT_IN) else played(pack, digest, context)
