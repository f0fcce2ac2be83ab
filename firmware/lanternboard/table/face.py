"""The display at the table: what it shows is made anew when lights are, a row or a piece of one a turn, so that no press waits for
it. Loaded when there is a display and the first prompt has long been lit. Whatever goes wrong here is noted; the table goes on."""

from ..base.viper import micropython
from ..lights.compose import standing
from ..screen.draw import Brush
from ..screen.layout import ROWS, Kept, note_rows, prompt_rows, where_rows

LOOK = 5000  # ms after which a display is looked for again, or told everything anew: its power may have been away
WATCHED = 1000  # ms after which what changes by itself is made anew
NAMES = 16  # of cards, that are kept: a card takes some milliseconds


class Face:
    """`cards`: the pack's, by their names. `stale`: something changed. `note`: what people should know before they go on, until a key is
    pressed."""

    def __init__(self, table, display, note: str) -> None:
        self._table = table
        self._display = display
        self.cards = _Names(table.game)
        self._brush = Brush()
        self._kept = Kept()
        self._rows = None
        self._k = 0
        self._row = None  # that is to be drawn
        self._drawn = [None] * ROWS
        self._looked = self._made_at = table.board.ticks_ms()
        self.note = note
        self.stale = True

    @micropython.native
    def step(self, ms: int) -> bool:
        """The next piece. True when there is more to be done."""
        menu = self._table.menu
        if menu is not None and menu.watched() and (ms - self._made_at) & 0x3FFFFFFF > WATCHED:
            self.stale = True
        if self.stale:
            self.stale = False
            self._made_at = ms
            self._k = 0
            self._row = None
            self._rows = None
            try:
                self._rows = self._made()
            except Exception as wrong:
                self._wrong(wrong)
            return True
        if self._rows is not None:
            self._piece()
            return True
        display = self._display
        if not display.pump():
            return True
        if (ms - self._looked) & 0x3FFFFFFF > LOOK:
            self._looked = ms
            return display.look()
        return False

    def tell(self, note: str) -> None:
        self.note = note
        self.stale = True

    def touched(self) -> None:
        """A key was pressed: a note has been read."""
        if self.note:
            self.note = ""
            self.stale = True

    def _made(self):
        game = self._table.game
        if self.note:
            return note_rows(self.note)
        if self._table.tour is not None:
            return self._table.tour.rows(self.cards)
        if self._table.menu is not None and not game.view.where:
            return self._table.menu.rows()
        if game.view.where:
            return where_rows(game.engine, self.cards, standing(game.engine.state, game.view.where))
        return prompt_rows(game.engine, game.view, self.cards, self._kept)

    @micropython.native
    def _piece(self) -> None:
        """A row, or a piece of one, is made; or one that is another than it was is drawn."""
        row = self._row
        try:
            if row is not None:
                self._row = None
                self._brush.draw(row[0], row[1])
                self._display.page(self._k, self._brush.page)
                self._drawn[self._k] = row
                self._k += 1
                return
            row = next(self._rows)
            if row is not None:
                if row == self._drawn[self._k]:
                    self._k += 1
                else:
                    self._row = row
        except StopIteration:
            self._rows = None
        except Exception as wrong:
            self._wrong(wrong)

    def _wrong(self, wrong) -> None:
        """No memory, a pack that is gone."""
        self._rows = None
        self._table.commands.note("display: " + repr(wrong))


class _Names:
    """A pack's cards, of which only the names are asked: kept, since a display shows them again and again. Weapons that a party brought
    along are the showdown's own."""

    def __init__(self, game) -> None:
        self._game = game
        self._kept = {}
        self.count = game.cards.count

    def card(self, deck: str, n: int) -> dict:
        cards = self._game.engine.cards
        if n >= self.count(deck):
            return cards.card(deck, n)
        key = deck + str(n)
        if key not in self._kept:
            if len(self._kept) >= NAMES:
                self._kept.clear()
            card = cards.card(deck, n)
            self._kept[key] = {"id": card.get("id", ""), "name": card["name"]}
        return self._kept[key]
