"""A look around by itself, at a table that nobody touches (`play.kiosk`): the monster, its zones, where each survivor can go, a few
seconds each. Loaded when it begins, let go of some time after its end. It changes neither the game nor its journal."""

from ..lights import paint
from ..lights.meanings import BRIGHT, FALLEN, FRONT_EDGE, MONSTER
from ..rules.asking import LIT_BLIND, LIT_FRONT, LIT_NOTHING, LIT_RANGE, LIT_REACH, LIT_VIEW
from ..rules.geometry import on_board
from ..rules.state import DOWN

STEP = 4000  # ms


class Tour:
    """`steps`: what is lit, each (lit, lit_of) as in the state; LIT_NOTHING is the monster itself. None: there is nothing to see.
    `changes`: the game's when it began."""

    def __init__(self, game, ms: int) -> None:
        self._game = game
        self._since = ms
        self._at = 0
        self.changes = game.changes
        self.steps = []
        state = game.engine.state
        if state.placed:
            for lit in (LIT_NOTHING, LIT_FRONT, LIT_BLIND, LIT_VIEW, LIT_RANGE):
                self.steps.append((lit, 0))
        for i in range(len(state.at)):
            if on_board(state, i) and not state.flags[i] & DOWN:
                self.steps.append((LIT_REACH, i))

    def tick(self, ms: int) -> bool:
        """True when the next step is due."""
        if (ms - self._since) & 0x3FFFFFFF < STEP:
            return False
        self._since = ms
        self._at = (self._at + 1) % len(self.steps)
        return True

    def light(self) -> None:
        """Makes the game's cells what this step lights; they stay as they are where there is no memory for it."""
        try:
            self._as_lit(self._cells)
        except MemoryError:
            self._game.scene.forget()

    def _cells(self) -> None:
        game = self._game
        state = game.engine.state
        game.scene.forget()
        game.scene.show(state, None, None, game.cells)
        game.scene.forget()
        if not state.lit:
            paint.monster(state, game.cells, (FALLEN if state.down else MONSTER) | BRIGHT << 5, FRONT_EDGE | BRIGHT << 5)

    def rows(self, cards):
        """What the display says of it."""
        from ..screen import words
        from ..screen.brief import WORDS
        from ..screen.layout import titled

        state, names = self._game.engine.state, self._game.engine.names
        text = self._as_lit(lambda: words.lit_text(state, names, cards, WORDS)) or words.monster(state, cards, WORDS)
        return titled(WORDS["tour"], text)

    def _as_lit(self, make):
        """What `make` gives while the state says that this step is lit."""
        state = self._game.engine.state
        kept = state.lit, state.lit_of
        state.lit, state.lit_of = self.steps[self._at]
        try:
            return make()
        finally:
            state.lit, state.lit_of = kept
