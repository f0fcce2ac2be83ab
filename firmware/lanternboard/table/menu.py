"""The board's menu carried out: what controls/menu.py wants is done to lamp and game, and its pages are made for the display. Loaded when
it is opened, let go of some time after it was left."""

from ..controls import menu as pages
from ..lights import digits
from ..lights.meanings import REFUSED
from ..lights.paint import corners
from .commands import VERSION


class BoardMenu:
    """Open from the moment it is made. `lamp`: table/lamp.py, None where the board has no LEDs of its own."""

    def __init__(self, table) -> None:
        self._table = table
        self.lamp = getattr(table, "lamp", None)
        settings = table.game.settings
        if self.lamp is not None:
            self._menu = pages.Menu(table.game.view, self.lamp.brightness, self.lamp.night)
        else:
            self._menu = pages.Menu(table.game.view, settings["brightness"], settings["night"])
        table.controls.menu = self._menu
        self._marks = table.game.marks
        table.game.marks = self._paint

    def _paint(self, state, prompt, view, cells, seats) -> None:
        """Without a display the entry's number; a brightness is a bar of light at the edge, so that there is light to judge it by."""
        if view.page == pages.BRIGHTNESS:
            digits.bar(state, cells, seats, view.entry, len(pages.STEPS) - 1)
        elif self._marks is not None:
            self._marks(state, prompt, view, cells, seats)
        if view.refused:
            corners(state, cells, REFUSED)

    def want(self, intent: tuple) -> bool:
        """False when it was refused."""
        what = intent[0]
        game = self._table.game
        game.dirty = True
        if what == "menu":
            self.leave()
        elif what == "dim":
            if self.lamp is not None:
                self.lamp.set(intent[1], intent[2])
        elif what == "test":
            if self.lamp is not None:
                self.lamp.test(intent[1])
        elif what == "redo":
            return game.want(intent)
        elif what == "overrule":
            if not game.want(intent):
                return False
            self.leave()
        return what != "refused"

    def leave(self) -> None:
        table = self._table
        if self.lamp is not None:
            self.lamp.keep()
        table.controls.menu = None
        table.game.marks = self._marks
        table.menu = None
        table.game.view.page = 0
        table.game.view.refused = False
        table.game.dirty = True
        table.commands.lent = table.board.ticks_ms()

    def rows(self):
        """What the display shows."""
        from ..screen import pages as screen

        table = self._table
        view = table.game.view
        menu = self._menu
        if view.page == pages.LIST:
            return screen.list_rows(view, menu.brightness, menu.night, table.game.engine.adjusting)
        if view.page == pages.BRIGHTNESS:
            return screen.brightness_rows(view, menu.brightness, view.entry * 100 // (len(pages.STEPS) - 1))
        if view.page == pages.TEST:
            return screen.test_rows()
        if view.page == pages.POWER:
            lit = self.lamp.pixels if self.lamp is not None else None
            if lit is None:
                return screen.power_rows(None, None, None, False)
            return screen.power_rows(lit.asked_ma, lit.given_ma, lit.estimated_ma, lit.limited)
        return screen.about_rows(table.board.id, VERSION, table.notes, view.entry)

    def watched(self) -> bool:
        """Whether what is shown changes by itself."""
        return self._table.game.view.page == pages.POWER
