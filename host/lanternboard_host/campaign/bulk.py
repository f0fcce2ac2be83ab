"""One change for several survivors by hand, in one entry: each survivor's own bans count, as with the effects of cards (effects.py), and
whoever is spared is told with the reason.

    {"each": ["s1", "s3"], "step": ["survival", 1], "why": "text"}"""

from typing import Any

from lanternboard.base.errors import Refused

from . import edits, effects
from .state import State

MOST = 500
WHY = "by hand"


def check(s: State, found: dict[str, Any]) -> dict[str, Any]:
    """The change, when it is one. Raises Refused with a path."""
    if set(found) - {"why"} != {"each", "step"}:
        raise Refused("", "not a change for several", '{"each": ["s1", "s3"], "step": ["survival", 1], "why": "text"}')
    edits.line(200)(found.get("why", ""), "why")
    ids = found["each"]
    if not isinstance(ids, list) or not 0 < len(ids) <= MOST or len({str(one) for one in ids}) != len(ids):
        raise Refused("each", "not a list of survivors", f"1-{MOST} ids, each once")
    for k, one in enumerate(ids):
        if not isinstance(one, str) or one not in s.survivors:
            raise Refused(f"each[{k}]", "no such survivor", ", ".join(list(s.survivors)[:12]) or "none yet")
    step = effects.check_one(found["step"], "step")
    if step[0] not in effects.SURVIVOR:
        raise Refused("step[0]", f"{step[0]} is nothing of a survivor's", ", ".join(effects.SURVIVOR))
    return found


def apply(game, found: dict[str, Any]) -> None:
    """Carries one out that `check` has passed."""
    step = found["step"]
    for one in found["each"]:
        before = len(game.events)
        effects.survivor(game, one, step, WHY)
        if len(game.events) == before:
            game.tell("spared", one, step[0], "it is so already")
