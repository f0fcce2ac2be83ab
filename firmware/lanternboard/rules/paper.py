"""The survivors' turn at the level `monster`: armor, wounds and gear stay on paper, and the table tells the board what its miniatures did
and how the monster answered (V1, W5, W7)."""

from . import agenda, decks, geometry, harm, play
from .agenda import SURVIVORS
from .asking import SURVIVOR_IDS, ask, one_of, survivors
from .prompt import Prompt
from .state import HL_DISCARD, HL_OPEN, MOVED, TURN, WIDTH

TOLD = ("end", "wound", "react", "move", "fall", "stand", "dies", "push", "attack", "turn", "light", "won", "basic")
REACTIONS = ("basic", "charge", "back", "grab", "down")


def _told(s) -> tuple:
    """The likeliest is the first: a survivor who moves, while there is one to be moved, else the end of the turn. A wound lies
    behind it, the Basic Action before it."""
    mover = play.next_to_move(s)
    out = [mover, "wound", "end"] if mover else ["end", "wound"]
    for name in TOLD[2:]:
        if name in ("move", "turn", "light", "won"):
            ok = True
        elif name == "fall":
            ok = bool(survivors(s, False)) or not s.down
        elif name == "stand":
            ok = bool(survivors(s, True)) or s.down
        elif name == "react" or name == "basic":
            ok = bool(survivors(s)) and not s.down  # M10
        else:
            ok = bool(survivors(s))
        if ok:
            out.append(name)
    return tuple(out)


def _attacker(s):
    """Who is likely to have attacked: of those next to the monster the last who was moved this round, else the first. None: nobody."""
    found = None
    for name in survivors(s, False):
        i = SURVIVOR_IDS.index(name)
        if geometry.distance_to(s, s.at[i]) == 1 and (found is None or s.body[i * WIDTH + TURN] & MOVED):
            found = name
    return found


def turn(game):
    """One thing that the table tells, or the end of the turn."""
    s = game.state
    if s.decks[HL_OPEN]:  # the level was another one a moment ago
        s.decks[HL_DISCARD].extend(decks.empty(s.decks[HL_OPEN]))
    choice = yield from ask(lambda: Prompt("told", "V1", lambda: _told(s), lambda options: options[0]))
    if choice == "end":
        return
    agenda.push(s, SURVIVORS)
    if choice in SURVIVOR_IDS:
        yield play.move_survivor(game, choice)
    elif choice == "wound":
        if not decks.wound(game):
            from .beast import monster_dies

            monster_dies(game)
    elif choice == "won":
        from .beast import monster_dies

        monster_dies(game)
    elif choice == "dies":
        who = yield from one_of("D6", lambda: survivors(s))
        if who is not None:
            yield harm.dies(game, SURVIVOR_IDS.index(who))
    elif choice == "react" or choice == "basic":
        who = yield from one_of("W7", lambda: survivors(s), lambda: _attacker(s), "target")
        what = choice
        if choice == "react":
            what = yield from ask(lambda: Prompt("reaction", "W7", REACTIONS, "basic"))
        if who is not None:
            from . import steps

            step = [what, 1] if what == "back" else [what, 0] if what == "basic" else [what]
            yield steps.run(game, [step], SURVIVOR_IDS.index(who))
    else:
        yield play.perform(game, choice)
