"""One table, watched for several faces at once: a thread follows it and lays out what is to be seen as a value that nobody
changes any more. Faces read `seen`, are woken when it is another one, and press and answer from whatever thread they like."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.controls.view import View
from lanternboard.lights import meanings
from lanternboard.lights.compose import compose
from lanternboard.rules.state import unpack

from .picture import Picture
from .table import Watched

PATIENCE = 5.0  # seconds that a board may take to answer a request
LOOK = 0.05  # between two looks at what time alone changes


@dataclass(frozen=True)
class Seen:
    """What there is to see. `serial` grows. `places`: for each answer that is an id the spaces that it stands for. `turn`: how the
    game's board lies on the table, quarter turns clockwise, plus 4 where it is mirrored first. `since`: time.monotonic() of the
    moment in which the table was lost (or looked for), None while it is there. `journal`, `number` mean the prompt."""

    picture: Picture
    serial: int = 0
    board: str = ""
    journal: str = ""
    number: int = -1
    turn: int = 0
    since: float | None = None
    can_undo: bool = False
    can_redo: bool = False
    places: tuple[tuple[int, ...], ...] = ()
    problem: str = ""


class Watch:
    """A table's one follower, as a thread; also a Table (table.py) for a face of its own. Before `follow` there is a dark board."""

    def __init__(self, title: str = "Lanternboard") -> None:
        self.seen = Seen(Picture(22, 16, bytes(22 * 16), title=title), since=time.monotonic())
        self.failed: BaseException | None = None  # why the thread ended by itself
        self._table: Watched | None = None
        self._asked: tuple = ()  # the prompt that `_places` is about
        self._places: tuple[tuple[int, ...], ...] = ()
        self._changes = -1
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._wake: list[Callable[[], None]] = []
        self._redos: deque[None] = deque()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def follow(self, table: Watched) -> None:
        """From now on this table, which nobody else turns any more."""
        self._table = table
        self.look(table)
        self._thread = threading.Thread(target=self._run, args=(table,), name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(PATIENCE + 1)

    def on_change(self, wake: Callable[[], None]) -> None:
        """`wake` is called, on the watching thread, whenever `seen` is another one."""
        self._wake.append(wake)

    # From any thread

    def press(self, key: int, down: bool) -> bool:
        """One edge of one of the seven keys; False when the board is away."""
        return self._table is not None and bool(self._table.press(key, down))

    def ask(self, verb: str, journal: str, number: int, **more: Any) -> None:
        """ "answer" (with `choice` as the link has it), "undo" or "redo" of the prompt that a person saw. Raises Refused, Stale,
        PortProblem."""
        if self._table is None:
            raise Refused("", "the table is away", "wait until it is back")
        self._table.ask(verb, journal, number, **more)

    # As a face's own table

    @property
    def changes(self) -> int:
        return self.seen.serial

    def turn(self, seconds: float) -> None:
        if self.failed is not None:
            raise self.failed
        self._stop.wait(seconds)

    def redo(self) -> None:
        """Carried out on the watching thread, which tells the refusal."""
        self._redos.append(None)

    def picture(self) -> Picture:
        seen = self.seen
        return replace(seen.picture, away=None if seen.since is None else time.monotonic() - seen.since)

    # The watching thread

    def _run(self, table: Watched) -> None:
        try:
            while not self._stop.is_set():
                table.turn(LOOK)
                while self._redos:
                    self._redos.pop()
                    table.redo()
                self.look(table)
        except BaseException as wrong:
            self.failed = wrong

    def look(self, table: Watched) -> None:
        """Takes in what is to be seen now; for whoever turns the table instead of `follow`."""
        changes = table.changes
        if changes == self._changes:
            return
        self._changes = changes
        made = table.picture()
        if made.state is not None:
            made.state = unpack(made.state.pack())
        now = table.standing()
        game = now.game
        if game is not None and (now.journal, game.number) != self._asked:
            self._asked, self._places = (now.journal, game.number), () if made.rolling else places(game)
        self.seen = Seen(
            made,
            self.seen.serial + 1,
            now.board,
            now.journal,
            game.number if game is not None else -1,
            now.turn,
            None if now.away is None else time.monotonic() - now.away,
            game is not None and game.can_undo,
            game is not None and game.can_redo,
            self._places if game is not None else (),
            now.problem,
        )
        for wake in self._wake:
            wake()


def places(game) -> tuple[tuple[int, ...], ...]:
    """For each answer of the game's prompt that is an id: the spaces that are lit when it is highlighted. () where the answers are
    spaces or numbers."""
    prompt = game.prompt
    if prompt is None or not isinstance(prompt.options, tuple):
        return ()
    view = View()
    view.see(prompt)
    found = []
    cells = bytearray(game.state.columns * game.state.rows)
    for option in range(len(prompt.options)):
        view.option = option
        compose(game.state, prompt, view, cells, game.rulings, game.cards)
        found.append(tuple(space for space, value in enumerate(cells) if value & 31 == meanings.CURSOR))
    return tuple(found)
