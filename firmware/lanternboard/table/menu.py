"""The board's menu carried out: what controls/menu.py wants is done to lamp and game, and its pages are made for the display. Loaded when
it is opened, let go of some time after it was left."""

from ..controls import menu as pages
from ..lights import digits
from ..lights.meanings import REFUSED
from ..lights.paint import corners
from .commands import VERSION


class BoardMenu:
    """Open from the moment it is made. `marks`: what else paints over the lights (table/game.py)."""

    def __init__(self, table) -> None:
        self._table = table
        lamp = table.lamp
        self._menu = pages.Menu(table.game.view, lamp.brightness, lamp.night, table.game.settings["play"]["lock"])
        table.controls.menu = self._menu
        self.marks = table.game.marks
        table.game.marks = self._paint

    def _paint(self, state, prompt, view, cells, seats, cards=None) -> None:
        """Without a display the entry's number; a brightness is a bar of light at the edge, so that there is light to judge it by."""
        if view.page == pages.BRIGHTNESS:
            digits.bar(state, cells, seats, view.entry, len(pages.STEPS) - 1)
        elif self.marks is not None:
            self.marks(state, prompt, view, cells, seats, cards)
        if view.refused:
            corners(state, cells, REFUSED)

    def want(self, intent: tuple) -> bool:
        """False when it was refused."""
        what = intent[0]
        game, lamp = self._table.game, self._table.lamp
        game.dirty = True
        if what == "dim":
            lamp.set(intent[1], intent[2])
        elif what == "test":
            self._table.controls.drop()
            lamp.test(intent[1])
        elif what == "redo" or what == "overrule":
            if not game.want(intent):
                return False
            if what == "overrule":
                self.leave()
        elif what == "menu":
            self.leave()
        self.see()
        return what != "refused"

    def see(self) -> None:
        """How bright it is now, whoever has set that."""
        lamp, menu = self._table.lamp, self._menu
        menu.brightness, menu.night = lamp.brightness, lamp.night
        if menu.view.page == pages.BRIGHTNESS:
            menu.view.entry = pages.step(lamp.brightness)
        elif menu.view.page == pages.TEST and lamp.walking < 0 and lamp.pixels is not None:  # a host has ended it
            menu.view.page = pages.LIST
            self._table.game.dirty = True

    def leave(self) -> None:
        table = self._table
        if table.lamp.walking >= 0:
            table.lamp.test(False)
        table.controls.menu = None
        table.game.marks = self.marks
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
        lamp = table.lamp
        if view.page == pages.LIST:
            return screen.list_rows(view, lamp.brightness, lamp.night, table.game.engine.adjusting, pages.shown(self._menu.lock))
        if view.page == pages.BRIGHTNESS:
            return screen.brightness_rows(view, lamp.brightness, view.entry * 100 // (len(pages.STEPS) - 1))
        if view.page == pages.TEST:
            return screen.test_rows()
        if view.page == pages.POWER:
            lit = lamp.pixels
            if lit is None:
                return screen.power_rows(None, None, None, False)
            return screen.power_rows(lit.asked_ma, lit.given_ma, lit.estimated_ma, lit.limited)
        if view.page == pages.EVENTS:
            game = table.game
            return screen.event_rows(game.past, game.engine.state, game.engine.names, table.face.cards, view.entry)
        return screen.about_rows(table.board.id, VERSION, table.notes, view.entry)

    def watched(self) -> bool:
        """Whether what is shown changes by itself."""
        return self._table.game.view.page == pages.POWER
