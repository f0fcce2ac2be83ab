"""A campaign, as the core's engine sees it (rules/engine.py): `act(game)` is the next act, `adjustment(game)` an edit by hand.
C1: hunt, showdown and settlement follow each other until the campaign is over (C2)."""

import json

from lanternboard.rules.asking import AGAIN  # noqa: F401 - what the engine sends after an edit

from . import bulk, derived, edits, effects, hunt, settlement, showdown
from .asking import Ask, Entry, ask
from .state import State, unpack  # noqa: F401 - the engine's

RULES = 4  # raised with every change that can alter a replay of a campaign
EVERY = 64  # answers after which the next boundary is kept


def act(game):
    """The next act: what waits first, then the step that is due."""
    s: State = game.state
    s.survivors.act()
    if s.data["todo"]:
        return settlement.todo(game)
    over(game)
    if s.settlement["outcome"]:
        return ended(game)
    step = s.data["step"]
    if step == "showdown":
        return showdown.act(game)
    if step in ("hunt", "hunting"):
        return hunt.act(game)
    if step == "away":
        return settlement.away(game)
    return settlement.act(game)


def over(game) -> None:
    """C2: lost when the population is 0; won is told where the showdown is."""
    s: State = game.state
    if not s.settlement["outcome"] and s.settlement["year"] and not s.settlement["population"]:
        s.settlement["outcome"] = "lost"
        game.tell("campaign", "lost")


def ended(game):
    """Nothing more is asked of it, but whether it goes on after all: the group owns the game."""
    yield from ask(lambda: Ask("ended", "C2", ("go-on",), None, subject=(game.state.settlement["outcome"],)))
    s: State = game.state
    s.settlement["outcome"] = ""
    if not s.settlement["population"]:
        s.settlement["population"] = max(1, len(derived.alive(s)))


def adjustment(game):
    """An edit by hand: one or several fields, or one change for several survivors, in one answer."""
    choice = yield Ask("edit", "C3", Entry(lambda found: _room(found).check(game.state, found), (), "an edit"), None)
    found = json.loads(choice)
    _room(found).apply(game, found)
    effects.milestones(game)


def _room(found):
    """Who knows about such an edit."""
    return bulk if isinstance(found, dict) and "each" in found else edits
