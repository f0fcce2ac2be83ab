"""From (state, prompt, view) to one byte per space: what the board shows. The board is dark; a space is lit only where it
helps the question that is open. It reads, it never changes anything, and it knows no pixel, no colour and no time.

The layers, from the bottom; a later one covers an earlier one, space by space. This list is the only place where
priority is decided, and `compose` runs it from top to bottom:

    1  what the table chose to light   in front, blind spot, field of view, in range: dim, their rim normal
    2  ways                            routes of a move, a survivor's reach
    3  miniatures                      the monster's base and front edge, survivors standing or lying: dim, and
                                       normal when the question is about them
    4  survivors in question           candidates, those a way may run over
    5  just done                       what the last answer (or undo) changed, while the table says it glows
    6  answers                         every legal space or miniature: normal
    7  the usual answer                bright
    8  the highlighted answer          the cursor and all it stands for (a whole base, a side, those run over): bright
    9  refused                         a dull red in place of 8; with nothing highlighted, at the board's four corners

While *next* is held ("where everything stands") only layer 3 shows, bright."""

from ..rules import geometry, movement, targets
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
    FIELD_OF_VIEW,
    FRONT_EDGE,
    IN_FRONT,
    IN_RANGE,
    LYING,
    MONSTER,
    NORMAL,
    REFUSED,
    ROUTE,
    RUN_OVER,
    STANDING,
    USUAL,
)

# State.lit, as rules/flow.py numbers it.
LIT_FRONT, LIT_BLIND, LIT_VIEW, LIT_RANGE, LIT_CANDIDATES, LIT_ROUTES, LIT_REACH = 1, 2, 3, 4, 5, 6, 7
_PREVIEW = {"front": LIT_FRONT, "blind": LIT_BLIND, "view": LIT_VIEW, "range": LIT_RANGE}
SURVIVOR_MOVEMENT = 5  # V4, of a survivor without a record


def compose(state, prompt, view, cells, rulings, cards=None) -> None:
    """Fill `cells`, one byte per space (meanings.py tells the bits). `prompt` may be None (nothing is asked), `view` any
    object with the fields of controls/view.py. `cards` gives the pick-target lists for LIT_CANDIDATES."""
    for i in range(len(cells)):
        cells[i] = 0
    if view is not None and view.where:
        _miniatures(state, cells, (), BRIGHT)
        return
    asked = prompt is not None
    _lit(state, cells, state.lit, state.lit_of, rulings, cards)
    if asked and view is not None:
        _preview(state, prompt, view, cells, rulings)
    _miniatures(state, cells, prompt.subject if asked else (), DIM)
    _in_question(state, prompt, cells, rulings, cards)
    if view is not None and view.done is not None:
        paint.region(state, cells, view.done, DONE, NORMAL, NORMAL)
    if asked:
        _answers(state, prompt, view, cells)


def _lit(state, cells, lit: int, of: int, rulings, cards) -> None:
    """Layers 1 and 2: what the table chose to see."""
    if not lit:
        return
    if lit == LIT_REACH:
        if of < len(state.at) and state.at[of] != NOWHERE:
            paint.zone(state, cells, geometry.reach(state, of, SURVIVOR_MOVEMENT), ALLOWED)
    elif not state.placed:
        return
    elif lit == LIT_FRONT:
        paint.zone(state, cells, geometry.in_front(state, rulings), IN_FRONT)
    elif lit == LIT_BLIND:
        paint.region(state, cells, geometry.blind_spot(state), BLIND_SPOT, NORMAL, NORMAL)
    elif lit == LIT_VIEW:
        paint.zone(state, cells, geometry.field_of_view(state), FIELD_OF_VIEW)
    elif lit == LIT_RANGE:
        paint.zone(state, cells, geometry.in_range(state), IN_RANGE)
    elif lit == LIT_ROUTES and of < len(state.at) and state.at[of] != NOWHERE:
        paint.region(state, cells, movement.routes(state, of), ROUTE, NORMAL, NORMAL)


def _preview(state, prompt, view, cells, rulings) -> None:
    """While it is being chosen what to light, the highlighted choice is shown already."""
    if prompt.kind == "light" and 0 <= view.option < len(prompt.options):
        lit = _PREVIEW.get(prompt.options[view.option], 0)
        _lit(state, cells, lit, 0, rulings, None)


def _miniatures(state, cells, subject, level: int) -> None:
    """Layer 3. The front edge is always a level above the base, so that the facing is seen at rest."""
    if state.placed:
        at = NORMAL if "monster" in subject else level
        paint.base(state, cells, state.x, state.y, MONSTER, at)
        paint.side(state, cells, state.facing, FRONT_EDGE, at + 1 if at < BRIGHT else BRIGHT)
    for i in range(len(state.at)):
        if state.at[i] != NOWHERE and not state.flags[i] & DEAD:
            at = NORMAL if subject and "s" + str(i) in subject else level
            paint.space(cells, state.at[i], LYING if state.flags[i] & DOWN else STANDING, at)


def _in_question(state, prompt, cells, rulings, cards) -> None:
    """Layer 4: who would be picked, and who stands in the way of the routes that are lit."""
    if not state.placed:
        return
    if state.lit == LIT_CANDIDATES and cards is not None:
        entries = cards.card("targets", state.lit_of)["pick"]
        found = targets.pick(state, entries, rulings).candidates
        paint.survivors(state, cells, found, CANDIDATE, NORMAL)
    elif state.lit == LIT_ROUTES and state.lit_of < len(state.at) and state.at[state.lit_of] != NOWHERE:
        ways = movement.routes(state, state.lit_of)
        crossed = 0
        for i in range(len(state.at)):
            if i != state.lit_of and state.at[i] in ways and not state.flags[i] & DEAD:
                crossed |= 1 << i
        paint.survivors(state, cells, crossed, RUN_OVER, NORMAL)
        paint.survivors(state, cells, 1 << state.lit_of, CANDIDATE, NORMAL)


def _answers(state, prompt, view, cells) -> None:
    """Layers 6 to 9."""
    options = prompt.options
    if isinstance(options, Spaces):
        paint.region(state, cells, options, ALLOWED, NORMAL, NORMAL)
        if prompt.usual is not None:
            paint.space(cells, prompt.usual, USUAL, BRIGHT)
        chosen = view.cursor if view is not None else -1
        if chosen not in options:
            chosen = None
    elif isinstance(options, tuple):
        for option in options:
            _show(state, prompt, option, cells, ALLOWED, NORMAL)
        if prompt.usual is not None:
            _show(state, prompt, prompt.usual, cells, USUAL, BRIGHT)
        at = view.option if view is not None else -1
        chosen = options[at] if 0 <= at < len(options) else None
    else:
        chosen = None
    if view is None:
        return
    shown = chosen is not None and _show(state, prompt, chosen, cells, REFUSED if view.refused else CURSOR, BRIGHT)
    if view.refused and not shown:
        last = state.columns * state.rows - 1
        for corner in (0, state.columns - 1, last - state.columns + 1, last):
            paint.space(cells, corner, REFUSED, BRIGHT)


def _show(state, prompt, choice, cells, meaning: int, level: int) -> bool:
    """Light what a choice stands for; False when it stands for nothing on the board."""
    if isinstance(choice, int):
        if "monster" in prompt.subject:  # a place of the monster is its whole base
            paint.base(state, cells, choice % state.columns, choice // state.columns, meaning, level)
        else:
            paint.space(cells, choice, meaning, level)
        return True
    if choice == "monster":
        if state.placed:
            paint.base(state, cells, state.x, state.y, meaning, level)
            return True
    elif len(choice) == 1:
        which = SIDES.find(choice)
        if which >= 0 and state.placed:
            paint.side(state, cells, which, meaning, level)
            return True
    elif choice[0] == "s" and choice[1:].isdigit():
        i = int(choice[1:])
        if i < len(state.at) and state.at[i] != NOWHERE:
            paint.space(cells, state.at[i], meaning, level)
            return True
    return False
