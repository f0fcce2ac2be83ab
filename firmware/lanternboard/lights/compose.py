"""From (state, prompt, view) to one byte per space: what the board shows. The board is dark; a space is lit only where it
helps the question that is open. It reads, it never changes anything, and it knows no pixel, no colour and no time.

The layers, from the bottom; a later one covers an earlier one, space by space. This list is the only place where
priority is decided, and a Scene runs it from top to bottom:

    1  who is asked                    a soft bar at the edge of the board where that player sits
    2  what the table chose to light   in front, blind spot, field of view, in range: dim, their edge normal
    3  ways                            routes of a move, a survivor's reach: dim, its edge normal
    4  just done                       the places that the last answer (or undo) changed, while the table says they glow
    5  miniatures                      the monster's base and front edge, survivors standing or lying: dim, and
                                       normal when the question is about them or something was just done there
    6  survivors in question           candidates, those a way may run over
    7  answers                         every legal space or miniature: normal
    8  the usual answer                bright
    9  the highlighted answer          the cursor and all it stands for (a whole base, a side, those run over): bright
    10 refused                         a dull red in place of 9; with nothing highlighted, at the board's four corners

While *next* is held ("where everything stands") only layer 5 shows: all of it bright, every survivor winking its number, then one miniature
after another, as when a question is about it, and all again."""

from ..base import words
from ..base.viper import micropython
from ..rules import geometry
from ..rules.asking import (
    LIGHTS,
    LIT_BLIND,
    LIT_CANDIDATES,
    LIT_FRONT,
    LIT_NOTHING,
    LIT_RANGE,
    LIT_REACH,
    LIT_ROUTES,
    LIT_VIEW,
    SURVIVOR_IDS,
    seat_of_controller,
)
from ..rules.geometry import on_board
from ..rules.prompt import ANYONE
from ..rules.spaces import Spaces
from ..rules.state import DEAD, DOWN, NOWHERE, SIDES
from . import paint
from .meanings import (
    ALLOWED,
    BLIND_SPOT,
    BRIGHT,
    CANDIDATE,
    CURSOR,
    DIM,
    DONE,
    EDGE,
    FALLEN,
    FIELD_OF_VIEW,
    FRONT_EDGE,
    IN_FRONT,
    IN_RANGE,
    MONSTER,
    NORMAL,
    REFUSED,
    ROUTE,
    RUN_OVER,
    SEAT,
    SURVIVOR,
    USUAL,
)

ALL, THE_MONSTER = -2, -1  # in place of a survivor
# Answers that are words: none of their ids stands for anything on the board.
_WORDS = ("act", "do", "roll", "card", "location-card", "location-order", "resource", "mood", "scenario", "which", "level", "read")
# While a move or a push is being carried out its own question is lit, not what the table looked at before.
_CARRIED_OUT = ("end", "crossing", "side", "order", "push-side", "aside", "front", "go")


_figures: list = []  # rules/figures.py, once it was asked: not before the first light, and once, since importing asks for heap


def _steps_of(state, i: int) -> int:
    """How far a survivor moves (V4)."""
    if not _figures:
        from ..rules import figures

        _figures.append(figures)
    return _figures[0].steps_of(state, i)


def compose(state, prompt, view, cells, rulings, cards=None, seats=None) -> None:
    """Fill `cells`, one byte per space (meanings.py tells the bits), once. `prompt` may be None (nothing is asked), `view` any
    object with the fields of controls/view.py. `cards` gives the pick-target lists for LIT_CANDIDATES. `seats`: as in
    table.json; None: no bar."""
    Scene(rulings, cards, seats).show(state, prompt, view, cells)


class Scene:
    """Composes for one table again and again. Layers 1 to 8 are kept, and made anew after `forget()` or when another prompt or
    glow is shown; a cursor that moves copies them and lights what is highlighted. Nothing is left on the heap, but for what
    routes and candidates ask of the rules when they are made."""

    def __init__(self, rulings, cards=None, seats=None) -> None:
        self.rulings = rulings
        self.cards = cards
        self._sides = _sides(seats)
        self._under = bytearray(0)
        self._spaces = Spaces(0)
        self._prompt = None
        self._done = None
        self._lit = self._made_lit = -1
        self._of = self._made_of = 0
        self._options = None  # where the answers are spaces
        self._whole = self._preview = self._fresh = False

    def forget(self) -> None:
        """The state has changed."""
        self._fresh = False

    @micropython.native
    def show(self, state, prompt, view, cells) -> None:
        """Fill `cells`, as compose() does."""
        n = len(cells)
        if view is not None and view.where:
            words.fill(cells, n, 0)
            one = standing(state, view.where)
            if one == ALL:
                _miniatures(state, cells, 0, False, None, BRIGHT)
            else:
                _miniatures(state, cells, 1 << one if one >= 0 else 0, one == THE_MONSTER, None, DIM)
            return
        done = view.done if view is not None else None
        stale = not self._fresh or prompt is not self._prompt or done is not self._done
        if stale or self._preview:
            self._choose(state, prompt, view)
            if stale or self._lit != self._made_lit or self._of != self._made_of:
                self._make(state, prompt, done, n)
        words.copy(cells, self._under, n)
        if prompt is None or view is None:
            return
        options = self._options
        if options is None:
            _highlight(state, prompt, view, cells)
            return
        at = view.cursor
        if not 0 <= at < n or not options.bits[at >> 3] >> (at & 7) & 1:
            if view.refused:
                paint.corners(state, cells, REFUSED)
        elif self._whole:
            paint.base(state, cells, at % state.columns, at // state.columns, REFUSED if view.refused else CURSOR, BRIGHT)
        else:
            cells[at] = (REFUSED if view.refused else CURSOR) | BRIGHT << 5

    @micropython.native
    def _make(self, state, prompt, done, n: int) -> None:
        """Layers 1 to 8."""
        self._fresh = False
        if len(self._under) != n:
            self._under = bytearray(n)
        cells = self._under
        words.fill(cells, n, 0)
        who = 0
        monster = False
        if prompt is not None:
            if self._sides and prompt.who != ANYONE:
                paint.bar(state, cells, self._sides[_seat(state, prompt.who)], SEAT, NORMAL)
            for name in prompt.subject:
                if name == "monster":
                    monster = True
                elif name in SURVIVOR_IDS:
                    who |= 1 << SURVIVOR_IDS.index(name)
        ways = self._light(state, cells)
        if done is not None:
            paint.region(state, cells, done, DONE, NORMAL, NORMAL)
        _miniatures(state, cells, who, monster, done, DIM)
        self._in_question(state, cells, ways)
        self._options = None
        self._preview = False
        if prompt is not None:
            kind = prompt.kind
            self._preview = kind == "list" or kind == "light"
            self._whole = monster or kind == "end"  # a place is the monster's whole base
            options = prompt.options
            if isinstance(options, Spaces):
                self._options = options
                paint.region(state, cells, options, ALLOWED, NORMAL, NORMAL)
                usual = prompt.usual
                if usual is not None:
                    paint.space(cells, usual, USUAL, BRIGHT)
            elif isinstance(options, tuple):
                _answers(state, prompt, options, cells)
        self._prompt = prompt
        self._done = done
        self._made_lit = self._lit
        self._made_of = self._of
        self._fresh = True

    @micropython.native
    def _choose(self, state, prompt, view) -> None:
        """What is lit: what the table chose, or what the question shows while it is open: the ways to the target of a
        move that is being carried out, and while it is being chosen what to light, the highlighted choice already."""
        self._lit = state.lit
        self._of = state.lit_of
        if prompt is None:
            return
        kind = prompt.kind
        if kind == "end" and prompt.subject[0] in SURVIVOR_IDS:
            self._lit = LIT_ROUTES
            self._of = SURVIVOR_IDS.index(prompt.subject[0])
        elif kind in _CARRIED_OUT:
            self._lit = LIT_NOTHING
        elif (kind == "list" or kind == "light") and view is not None and 0 <= view.option < len(prompt.options):
            if kind == "list":
                self._lit = LIT_CANDIDATES
                self._of = prompt.options[view.option]
                return
            lit = LIGHTS.index(prompt.options[view.option])
            one = lit == LIT_CANDIDATES and self.cards is not None and self.cards.count("targets") == 1
            self._lit = lit if lit < LIT_CANDIDATES or one else LIT_NOTHING
            self._of = 0

    @micropython.native
    def _light(self, state, cells):
        """Layers 2 and 3: what the table chose to see. Gives the spaces of the routes where routes are lit, else None."""
        lit = self._lit
        of = self._of
        out = self._spaces  # what is found goes into this set, or another one where the board has another size
        if lit == LIT_REACH:
            if of < len(state.at) and on_board(state, of) and not state.flags[of] & DOWN:  # K1
                self._spaces = geometry.reach(state, of, _steps_of(state, of), self.rulings, out)
                paint.zone(state, cells, self._spaces, ROUTE)
        elif not state.placed or not lit:
            return None
        elif lit == LIT_FRONT:
            self._spaces = geometry.in_front(state, self.rulings, out)
            paint.zone(state, cells, self._spaces, IN_FRONT)
        elif lit == LIT_BLIND:
            self._spaces = geometry.blind_spot(state, out)
            paint.region(state, cells, self._spaces, BLIND_SPOT, NORMAL, NORMAL)
        elif lit == LIT_VIEW:
            self._spaces = geometry.field_of_view(state, self.rulings, out)
            paint.zone(state, cells, self._spaces, FIELD_OF_VIEW)
        elif lit == LIT_RANGE:
            self._spaces = geometry.in_range(state, out)
            paint.zone(state, cells, self._spaces, IN_RANGE)
        elif lit == LIT_ROUTES and of < len(state.at) and on_board(state, of):
            ways = _routes(state, of)
            paint.region(state, cells, ways, ROUTE, NORMAL, NORMAL)
            return ways
        return None

    @micropython.native
    def _in_question(self, state, cells, ways) -> None:
        """Layer 6: who would be picked, and who stands in the way of the routes that are lit."""
        lit = self._lit
        of = self._of
        if not state.placed:
            return
        if lit == LIT_CANDIDATES and self.cards is not None and of < self.cards.count("targets"):
            paint.survivors(state, cells, _candidates(state, self.cards.card("targets", of), self.rulings), CANDIDATE, NORMAL)
        elif ways is not None:
            crossed = 0
            for i in range(len(state.at)):
                if i != of and on_board(state, i) and state.at[i] in ways:
                    crossed |= 1 << i
            paint.survivors(state, cells, crossed, RUN_OVER, NORMAL)
            paint.survivors(state, cells, 1 << of, CANDIDATE, NORMAL)


def standing(state, step: int) -> int:
    """Which miniature stands out in this step of where everything stands, from 1 on: a survivor, THE_MONSTER, or ALL."""
    n = first = 1 if state.placed else 0
    for i in range(len(state.at)):
        if on_board(state, i):
            n += 1
    k = (step - 1) % (n + 1)
    if not k:
        return ALL
    k -= first
    if not k:
        return THE_MONSTER
    i = -1
    while k:
        i += 1
        if on_board(state, i):
            k -= 1
    return i


def _routes(state, of: int):
    from ..rules import movement

    return movement.routes(state, of)


def _candidates(state, card: dict, rulings) -> int:
    from ..rules import targets

    return targets.pick(state, card["pick"], rulings).candidates


def _seat(state, who: int) -> int:
    """The place in _sides of whoever is asked: the controller, who reads dice and decks too, sits where the first survivor of that
    player sits, or at the controller's side where the board knows no players."""
    if who >= 0:
        return who
    who = seat_of_controller(state)
    return who if who >= 0 else 8


def _sides(seats) -> bytes:
    """Of the players of survivors 0-7, then of the controller: the side where each sits (0-3 for N, E, S, W)."""
    if seats is None:
        return b""
    party = seats["survivors"]
    return bytes([SIDES.find(party[i % len(party)]) for i in range(8)] + [SIDES.find(seats["controller"])])


@micropython.native
def _miniatures(state, cells, who: int, monster: bool, done, level: int) -> None:
    """Layer 5. `who`, `monster`: the question is about these survivors (a mask), about the monster. The front edge is always a
    level above the base, so that the facing is seen at rest."""
    if state.placed:
        at = level
        if level == DIM and (monster or (done is not None and state.y * state.columns + state.x in done)):
            at = NORMAL
        above = at + 1 if at < BRIGHT else BRIGHT
        paint.monster(state, cells, (FALLEN if state.down else MONSTER) | at << 5, FRONT_EDGE | above << 5)
    raised = level == DIM and (who or done is not None)
    places = state.at
    flags = state.flags
    for i in range(len(places)):
        space = places[i]
        how = flags[i]
        if space != NOWHERE and not how & DEAD:
            value = (SURVIVOR | level << 5) + i
            if how & DOWN:
                value |= EDGE
            if raised and (who >> i & 1 or (done is not None and space in done)):
                value += NORMAL << 5
            cells[space] = value


@micropython.native
def _answers(state, prompt, options, cells) -> None:
    """Layers 7 and 8 of a choice among ids."""
    kind = prompt.kind
    if kind == "crossing" or kind == "push-side" or kind in _WORDS:  # the first two overlap: only the highlighted one is shown
        return
    for option in options:
        if len(option) < 3 or option == "monster" or kind == "terrain":  # what stands for something on the board
            _show(state, prompt, option, cells, ALLOWED, NORMAL)
    usual = prompt.usual
    if usual is not None:
        _show(state, prompt, usual, cells, USUAL, BRIGHT)


@micropython.native
def _highlight(state, prompt, view, cells) -> None:
    """Layers 9 and 10 of a choice among ids."""
    options = prompt.options
    shown = False
    if isinstance(options, tuple) and 0 <= view.option < len(options):
        meaning = REFUSED if view.refused else RUN_OVER if prompt.kind == "crossing" else CURSOR
        shown = _show(state, prompt, options[view.option], cells, meaning, BRIGHT)
    if view.refused and not shown:
        paint.corners(state, cells, REFUSED)


@micropython.native
def _show(state, prompt, choice, cells, meaning: int, level: int) -> bool:
    """Light what a choice stands for; False when it stands for nothing on the board."""
    kind = prompt.kind
    if kind in _WORDS or (len(choice) > 2 and choice != "monster" and kind != "terrain"):
        return False
    if kind == "crossing":  # a set of survivors, the masks stand behind the target in the subject
        mask = prompt.subject[1 + prompt.options.index(choice)]
        paint.survivors(state, cells, mask, meaning, level)
        return mask != 0
    if kind == "terrain":
        paint.space(cells, prompt.subject[0], meaning, level)
        return True
    if choice == "monster":
        if state.placed:
            paint.base(state, cells, state.x, state.y, meaning, level)
        return state.placed
    if choice in SURVIVOR_IDS:
        i = SURVIVOR_IDS.index(choice)
        if i < len(state.at) and on_board(state, i):
            paint.space(cells, state.at[i], meaning, level)
            return True
        return False
    which = SIDES.find(choice) if len(choice) == 1 else -1
    if which < 0 or not state.placed:
        return False
    if kind == "push-side":
        i = SURVIVOR_IDS.index(prompt.subject[0])
        paint.ray(state, cells, state.at[i], which, meaning, level)
    else:
        paint.side(state, cells, which, meaning, level)
    return True
