"""Adjust: the table overrules. One change, asked in a chain of small prompts that counts as one answer. It checks only
what keeps the position a position: two never share a space, nobody stands off the board."""

from . import geometry
from .asking import (
    LIT_NOTHING,
    LIT_ROUTES,
    PARTY,
    PLAY,
    ROUND,
    SIDE_IDS,
    SURVIVOR_IDS,
    clear_places,
    monster_to,
    set_monster,
    survivors,
    turn,
)
from .geometry import occupant, on_board
from .prompt import Prompt
from .spaces import Spaces
from .state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, FOREVER, HIDES, LOST, NOWHERE, SIDES

ADJUSTMENTS = (
    "place-monster",
    "face-monster",
    "movement",
    "tokens",
    "place-survivor",
    "remove-survivor",
    "add-survivor",
    "priority",
    "everyone",
    "terrain",
)
TERRAIN = ("clear", "bars", "blocks", "hides", "bars-blocks", "bars-hides", "blocks-hides", "bars-blocks-hides")
_TERRAIN_BITS = (
    0,
    BARS_SURVIVORS,
    BLOCKS_MONSTER,
    HIDES,
    BARS_SURVIVORS | BLOCKS_MONSTER,
    BARS_SURVIVORS | HIDES,
    BLOCKS_MONSTER | HIDES,
    BARS_SURVIVORS | BLOCKS_MONSTER | HIDES,
)


def _adjustments(s) -> tuple:
    out = []
    for name in ADJUSTMENTS:
        if name == "place-monster":
            ok = s.placed and len(clear_places(s)) > 0
        elif name == "face-monster":
            ok = s.placed
        elif name in ("place-survivor", "remove-survivor"):
            ok = bool(survivors(s))
        elif name == "add-survivor":
            ok = bool(_absent(s)) and s.phase >= PLAY and len(geometry.free_spaces(s)) > 0
        elif name == "priority":
            ok = bool(survivors(s))
        else:
            ok = s.phase > PARTY
        if ok:
            out.append(name)
    if s.phase >= PLAY:
        from . import overrule

        out += list(overrule.changes(s))
    return tuple(out) or ("everyone",)


def _absent(s) -> tuple:
    """Survivors who are not on the board, and one more while there is room for one."""
    out = [SURVIVOR_IDS[i] for i in range(len(s.at)) if not on_board(s, i)]
    if len(s.at) < len(SURVIVOR_IDS):
        out.append(SURVIVOR_IDS[len(s.at)])
    return tuple(out)


def adjustment(game):
    s = game.state
    what = yield Prompt("adjust", "V1a", lambda: _adjustments(s))
    if what not in ADJUSTMENTS:
        from . import overrule

        yield overrule.change(game, what)
    elif what == "place-monster":
        place = yield monster_to(s)
        set_monster(game, place)
    elif what == "face-monster":
        side = yield Prompt("facing", "G5", SIDE_IDS, SIDE_IDS[s.facing], subject=("monster",))
        turn(game, SIDES.index(side))
    elif what == "movement":
        s.movement = yield Prompt("number", "G8", range(0, 31), s.movement, subject=("movement",))
        game.tell(what, s.movement)
    elif what == "tokens":
        s.tokens = yield Prompt("number", "G8", range(-30, 31), s.tokens, subject=("tokens",))
        game.tell(what, s.tokens)
    elif what == "place-survivor":
        ids = survivors(s)
        who = ids[0] if len(ids) == 1 else (yield Prompt("miniature", "G4", ids, ids[0]))
        i = SURVIVOR_IDS.index(who)
        space = yield Prompt("to", "G4", lambda: _free_or_own(s, i), lambda spaces: s.at[i] if s.at[i] in spaces else None, subject=(who,))
        s.at[i] = space
        game.tell("placed", who, space)
    elif what == "remove-survivor":
        ids = survivors(s)
        i = SURVIVOR_IDS.index((yield Prompt("miniature", "D6", ids, ids[0])))
        s.flags[i] |= DEAD
        s.at[i] = NOWHERE
        if s.priority == i:
            s.priority = -1
        game.tell("removed", i)
        if s.level:
            from . import decks, harm

            decks.discard_moods(game, "killed")
            yield harm.inherit(game, i)
        if s.phase == ROUND and not survivors(s):
            s.result = LOST  # W5a
        if s.lit >= LIT_ROUTES and s.lit_of == i:
            s.lit = LIT_NOTHING
    elif what == "add-survivor":
        ids = _absent(s)
        who = ids[0] if len(ids) == 1 else (yield Prompt("miniature", "G4", ids, ids[0]))
        i = SURVIVOR_IDS.index(who)
        space = yield Prompt("to", "G4", lambda: geometry.free_spaces(s), None, subject=(who,))
        while len(s.at) <= i:
            s.join()
        s.flags[i] = 0
        s.at[i] = space
        game.tell("placed", who, space)
    elif what == "priority":
        who = yield Prompt("holder", "T7a", ("nobody",) + survivors(s), "nobody")
        s.priority = -1 if who == "nobody" else SURVIVOR_IDS.index(who)
        s.priority_for = FOREVER if s.level else 0
        game.tell("priority", s.priority)
    elif what == "terrain":
        space = yield Prompt("terrain-space", "G9", lambda: _changeable(s))
        kinds = _terrain_for(s, space)
        kind = yield Prompt("terrain", "G9", kinds, kinds[0], subject=(space,))
        s.terrain[space] = _TERRAIN_BITS[TERRAIN.index(kind)]
        game.tell("terrain", space, s.terrain[space])
    else:
        s.everyone = FOREVER if (yield Prompt("everyone", "T8", ("yes", "no"), "no" if s.everyone else "yes")) == "yes" else 0
        game.tell("everyone", s.everyone)


def _free_or_own(s, i: int) -> Spaces:
    out = geometry.free_spaces(s)
    if not geometry.under(s, s.at[i]) or not len(out):  # a full board: where it is
        out.add(s.at[i])
    return out


def _changeable(s) -> Spaces:
    out = Spaces(s.columns * s.rows)
    for space in range(s.columns * s.rows):
        out.add(space)
    return out


def _terrain_for(s, space: int) -> tuple:
    """What may lie on a space, given who stands there (G9)."""
    barred = 0
    if occupant(s, space) >= 0:
        barred |= BARS_SURVIVORS
    if s.placed and geometry.under(s, space):
        barred |= BLOCKS_MONSTER
    return tuple([TERRAIN[k] for k in range(len(TERRAIN)) if not _TERRAIN_BITS[k] & barred])
