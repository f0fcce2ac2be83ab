"""From (state, prompt, view) to one byte per space: what the board shows. The board is dark; a space is lit only where it
helps the question that is open. It reads, it never changes anything, and it knows no pixel, no colour and no time.

The layers, from the bottom; a later one covers an earlier one, space by space. This list is the only place where
priority is decided, and `compose` runs it from top to bottom:

    1  what the table chose to light   in front, blind spot, field of view, in range: dim, their edge normal
    2  ways                            routes of a move, a survivor's reach: dim, its edge normal
    3  just done                       the places that the last answer (or undo) changed, while the table says they glow
    4  miniatures                      the monster's base and front edge, survivors standing or lying: dim, and
                                       normal when the question is about them or something was just done there
    5  survivors in question           candidates, those a way may run over
    6  answers                         every legal space or miniature: normal
    7  the usual answer                bright
    8  the highlighted answer          the cursor and all it stands for (a whole base, a side, those run over): bright
    9  refused                         a dull red in place of 8; with nothing highlighted, at the board's four corners

While *next* is held ("where everything stands") only layer 4 shows, bright, and every survivor winks its number."""

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
    MOVEMENT,
    SURVIVOR_IDS,
)
from ..rules.geometry import on_board
from ..rules.spaces import Spaces
from ..rules.state import DOWN, SIDES
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
    SURVIVOR,
    USUAL,
)

# While a move or a push is being carried out its own question is lit, not what the table looked at before.
_CARRIED_OUT = ("crossing", "side", "order", "push-side", "aside")


def compose(state, prompt, view, cells, rulings, cards=None) -> None:
    """Fill `cells`, one byte per space (meanings.py tells the bits). `prompt` may be None (nothing is asked), `view` any
    object with the fields of controls/view.py. `cards` gives the pick-target lists for LIT_CANDIDATES."""
    for i in range(len(cells)):
        cells[i] = 0
    if view is not None and view.where:
        _miniatures(state, cells, (), None, BRIGHT)
        return
    asked = prompt is not None
    subject = prompt.subject if asked else ()
    lit, of = _shown(state, prompt, view, cards)
    done = view.done if view is not None else None
    ways = _lit(state, cells, lit, of, rulings)
    if done is not None:
        paint.region(state, cells, done, DONE, NORMAL, NORMAL)
    _miniatures(state, cells, subject, done, DIM)
    _in_question(state, cells, lit, of, ways, rulings, cards)
    if asked:
        _answers(state, prompt, view, cells)


def _shown(state, prompt, view, cards):
    """(lit, lit_of): what the table chose, or what the question shows while it is open: the ways to the target of a
    move that is being carried out, and while it is being chosen what to light, the highlighted choice already."""
    if prompt is None:
        return state.lit, state.lit_of
    kind = prompt.kind
    if kind == "end":
        return LIT_ROUTES, SURVIVOR_IDS.index(prompt.subject[0])
    if kind in _CARRIED_OUT:
        return LIT_NOTHING, 0
    if view is not None and 0 <= view.option < len(prompt.options):
        if kind == "list":
            return LIT_CANDIDATES, prompt.options[view.option]
        if kind == "light":
            lit = LIGHTS.index(prompt.options[view.option])
            if lit < LIT_CANDIDATES:
                return lit, 0
            if lit == LIT_CANDIDATES and cards is not None and cards.count("targets") == 1:
                return lit, 0
            return LIT_NOTHING, 0
    return state.lit, state.lit_of


def _lit(state, cells, lit: int, of: int, rulings):
    """Layers 1 and 2: what the table chose to see. Gives the spaces of the routes where routes are lit, else None."""
    if lit == LIT_REACH:
        if of < len(state.at) and on_board(state, of) and not state.flags[of] & DOWN:  # K1
            paint.zone(state, cells, geometry.reach(state, of, MOVEMENT, rulings), ROUTE)
    elif not state.placed or not lit:
        return None
    elif lit == LIT_FRONT:
        paint.zone(state, cells, geometry.in_front(state, rulings), IN_FRONT)
    elif lit == LIT_BLIND:
        paint.region(state, cells, geometry.blind_spot(state), BLIND_SPOT, NORMAL, NORMAL)
    elif lit == LIT_VIEW:
        paint.zone(state, cells, geometry.field_of_view(state, rulings), FIELD_OF_VIEW)
    elif lit == LIT_RANGE:
        paint.zone(state, cells, geometry.in_range(state), IN_RANGE)
    elif lit == LIT_ROUTES and of < len(state.at) and on_board(state, of):
        from ..rules import movement

        ways = movement.routes(state, of)
        paint.region(state, cells, ways, ROUTE, NORMAL, NORMAL)
        return ways
    return None


def _miniatures(state, cells, subject, done, level: int) -> None:
    """Layer 4. The front edge is always a level above the base, so that the facing is seen at rest."""
    if state.placed:
        at = level
        if level == DIM and ("monster" in subject or (done is not None and state.y * state.columns + state.x in done)):
            at = NORMAL
        paint.base(state, cells, state.x, state.y, FALLEN if state.down else MONSTER, at)
        paint.side(state, cells, state.facing, FRONT_EDGE, at + 1 if at < BRIGHT else BRIGHT)
    for i in range(len(state.at)):
        if on_board(state, i):
            at = level
            if level == DIM and (SURVIVOR_IDS[i] in subject or (done is not None and state.at[i] in done)):
                at = NORMAL
            lies = EDGE if state.flags[i] & DOWN else 0
            paint.space(cells, state.at[i], SURVIVOR + i | lies, at)


def _in_question(state, cells, lit: int, of: int, ways, rulings, cards) -> None:
    """Layer 5: who would be picked, and who stands in the way of the routes that are lit."""
    if not state.placed:
        return
    if lit == LIT_CANDIDATES and cards is not None and of < cards.count("targets"):
        from ..rules import targets

        found = targets.pick(state, cards.card("targets", of)["pick"], rulings).candidates
        paint.survivors(state, cells, found, CANDIDATE, NORMAL)
    elif ways is not None:
        crossed = 0
        for i in range(len(state.at)):
            if i != of and on_board(state, i) and state.at[i] in ways:
                crossed |= 1 << i
        paint.survivors(state, cells, crossed, RUN_OVER, NORMAL)
        paint.survivors(state, cells, 1 << of, CANDIDATE, NORMAL)


def _answers(state, prompt, view, cells) -> None:
    """Layers 6 to 9."""
    options = prompt.options
    chosen = None
    if isinstance(options, Spaces):
        paint.region(state, cells, options, ALLOWED, NORMAL, NORMAL)
        if prompt.usual is not None:
            paint.space(cells, prompt.usual, USUAL, BRIGHT)
        if view is not None and view.cursor in options:
            chosen = view.cursor
    elif isinstance(options, tuple):
        if prompt.kind != "crossing" and prompt.kind != "push-side":  # these overlap: only the highlighted one is shown
            for option in options:
                _show(state, prompt, option, cells, ALLOWED, NORMAL)
            if prompt.usual is not None:
                _show(state, prompt, prompt.usual, cells, USUAL, BRIGHT)
        if view is not None and 0 <= view.option < len(options):
            chosen = options[view.option]
    if view is None:
        return
    meaning = REFUSED if view.refused else RUN_OVER if prompt.kind == "crossing" else CURSOR
    shown = chosen is not None and _show(state, prompt, chosen, cells, meaning, BRIGHT)
    if view.refused and not shown:
        paint.corners(state, cells, REFUSED)


def _show(state, prompt, choice, cells, meaning: int, level: int) -> bool:
    """Light what a choice stands for; False when it stands for nothing on the board."""
    kind = prompt.kind
    if isinstance(choice, int):
        if kind == "end" or "monster" in prompt.subject:  # a place of the monster is its whole base
            paint.base(state, cells, choice % state.columns, choice // state.columns, meaning, level)
        else:
            paint.space(cells, choice, meaning, level)
        return True
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
