"""The hunt phase (H): a line of spaces from Start through Overwhelming Darkness to Starvation, the survivors as one group and the
monster on it. Each step is one act. Events are read off the table's own cards and entered (effects.entered)."""

from typing import Any

from . import derived, effects
from .asking import Ask, Text, ask, one_of, roll
from .state import DEAD, State

START = 0
EVENTS = {"M": "monster", "B": "basic", "D": "overwhelming-darkness"}


def begin(game):
    """The group on Start, the monster where its level begins; where that is not certain the table says."""
    s: State = game.state
    show = s.data["show"]
    monster = game.cards.get("monsters", show["monster"])
    last = game.cards.raw["hunt"]["starvation"]
    starts = monster.get("starts", [])
    places = starts[show["level"] - 1] if show["level"] <= len(starts) else list(range(1, last + 1))
    where = yield from one_of("monster-space", "H0", lambda: tuple(str(n) for n in places), subject=(show["monster"],))
    game.state.data["hunt"] = {
        "at": START,
        "monster": int(where),
        "dark": False,  # Overwhelming Darkness has been resolved in this hunt
        "showdown": False,
        "ambush": "",
    }
    game.state.data["step"] = "hunting"
    game.tell("hunt", show["monster"], int(where))


def last_space(game) -> int:
    return game.cards.raw["hunt"]["starvation"]


def event_of(game, space: int) -> str:
    """ "monster", "basic", "overwhelming-darkness", or "" on Start and Starvation."""
    track = game.cards.get("monsters", game.state.data["show"]["monster"]).get("hunt", "")
    if space == game.cards.raw["hunt"]["darkness"]:
        return EVENTS["D"]
    return EVENTS.get(track[space - 1 : space], "") if 0 < space < last_space(game) else ""


def act(game):
    """H0: one step, and what is there."""
    s: State = game.state
    if not s.data["hunt"]:
        yield from begin(game)
        return
    board = s.data["hunt"]
    if board["showdown"] or not effects.group(s, "departing"):
        yield from finish(game)
        return
    if board["at"] == last_space(game):  # nowhere to go: the showdown is here
        board["showdown"] = True
        return
    yield from ask(lambda: Ask("step", "H0", ("on",), "on", subject=(str(game.state.data["hunt"]["at"]),)))
    move(game, board["at"] + 1)
    yield from resolve(game)


def move(game, to: int) -> None:
    """H1: the first time onto Overwhelming Darkness, however far one was to go, it ends there. H9: Start and Starvation are the ends."""
    board = game.state.data["hunt"]
    dark = game.cards.raw["hunt"]["darkness"]
    to = max(START, min(last_space(game), to))
    if not board["dark"] and board["at"] < dark < to:
        to = dark
    board["at"] = to
    game.tell("space", to)


def push(game, whom: str, n: int) -> None:
    """H9, H10: either way; the monster never leaves the line. H8: the monster that comes onto the survivors ambushes them."""
    board = game.state.data["hunt"]
    if whom == "survivors":
        move(game, board["at"] + n)
        board["pushed"] = True
        if board["at"] == board["monster"]:
            board["showdown"] = True
    else:
        board["monster"] = max(START, min(last_space(game), board["monster"] + n))
        game.tell("monster-space", board["monster"])
        if board["at"] == board["monster"]:
            board["showdown"], board["ambush"] = True, "monster"


def resolve(game):
    """What is on the space where the group stands now. H1: Overwhelming Darkness, once in a hunt, then anything else there. H0: the
    monster there, and no event but that one: the showdown."""
    board = game.state.data["hunt"]
    dark = board["at"] == game.cards.raw["hunt"]["darkness"]
    if dark and not board["dark"]:
        board["dark"] = True
        yield from happen(game, "overwhelming-darkness")
    elif not dark and board["at"] != board["monster"]:
        what = event_of(game, board["at"])
        if what:
            yield from happen(game, what)
    board = game.state.data["hunt"]
    if board["at"] == board["monster"]:
        board["showdown"] = True


def happen(game, what: str):
    """One event, read off the table's own card and entered. H1: who is pushed onto Overwhelming Darkness for the first time resolves it."""
    board = game.state.data["hunt"]
    card = ""
    if what == "basic":
        card = str((yield from roll("H0", game.cards.raw["hunt"]["event_die"], (what,))))
    elif what == "monster":
        show = game.state.data["show"]
        card = yield from ask(lambda: Ask("hunt-event", "H0", Text(60, 1, ("a-card",)), "a-card", subject=(show["monster"],)))
    game.tell("hunt-event", what, card)
    board["pushed"] = False
    yield from effects.entered(game, what)
    yield from flee(game)
    board = game.state.data["hunt"]
    dark = game.cards.raw["hunt"]["darkness"]
    if board["pushed"] and board["at"] == dark and not board["dark"] and board["ambush"] == "":
        yield from resolve(game)


def flee(game):
    """H13: with Pictographs, after any hunt event, some may run away; the event is rolled for each. H8: no event goes on when the monster
    has come."""
    s: State = game.state
    if not derived.unlocked(s, game.cards, "pictograph"):
        return
    fled: list[str] = []
    while True:
        who = yield from ask(lambda: _fleeing(game, fled))
        if who in (None, "nobody"):
            return
        fled.append(who)
        yield from roll("H13", 10, (who,))
        yield from effects.entered(game, "run-away", who)


def _fleeing(game, fled):
    if game.state.data["hunt"]["ambush"] == "monster":
        return None
    there = tuple(one for one in effects.group(game.state, "departing") if one not in fled)
    return Ask("flee", "H13", (*there, "nobody"), "nobody") if there else None


def finish(game):
    """The showdown begins where the monster is met; H11 on Starvation, H12 where nobody is left."""
    s: State = game.state
    board = s.data["hunt"]
    party = effects.group(s, "departing")
    if board["at"] == last_space(game) or not party:
        yield from starve(game)
    s = game.state
    if not effects.group(s, "departing"):
        failed(game)
        return
    s.data["show"]["ambush"] = board["ambush"]
    s.data["show"]["hunt"] = board["at"]
    s.data["hunt"] = None
    s.settlement["phase"] = "showdown"
    s.data["step"] = "showdown"
    game.tell("showdown-begins", s.data["show"]["monster"], board["ambush"])


def starve(game):
    """H11: 1d5 resources of the storage, at most what there is; which ones, the players say."""
    rolled = yield from roll("H11", game.cards.raw["hunt"]["loss_die"], ("starvation",))
    for _ in range(rolled):
        one = yield from one_of("lose", "H11", lambda: tuple(sorted(game.state.settlement["storage"])), subject=("starvation",))
        if one is None:
            return
        effects.settlement(game, ["lose", one, 1], "starvation")


def failed(game) -> None:
    """H12: nobody is left. The quarry is gone; a settlement phase without returning survivors, in which the year is counted."""
    s: State = game.state
    game.tell("hunt-failed", s.data["show"]["monster"])
    s.data["hunt"] = s.data["show"] = None
    s.data["returning"] = []
    s.settlement["phase"] = "settlement"
    s.data["step"] = "set-up"


def state_of(s: State) -> dict[str, Any] | None:
    """What faces draw of the line of spaces; None where nobody hunts."""
    board = s.data["hunt"]
    return None if not board else {**board, "party": [one for one in s.data["party"] if s.survivors[one]["state"] != DEAD]}


def line(s: State, content) -> dict[str, Any] | None:
    """The line of spaces as a board lights it (`lanternboard/hunt/1`, docs/protocol.md); None where nobody hunts."""
    board = state_of(s)
    if board is None:
        return None
    raw = content.raw["hunt"]
    return {
        "format": "lanternboard/hunt/1",
        "spaces": raw["spaces"],
        "at": board["at"],
        "monster": board["monster"],
        "dark": raw["darkness"],
        "survivors": len(board["party"]),
        "name": content.name("monsters", s.data["show"]["monster"])[:32],
    }
