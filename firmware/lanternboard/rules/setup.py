"""Set-up: the monster of a pack, its place and side, how many survivors, and each on an allowed space (F4)."""

from . import geometry
from .asking import (
    AWAY,
    FACE,
    PARTY,
    PLACE,
    PLAY,
    SIDE_IDS,
    SURVIVOR_IDS,
    SURVIVORS,
    ask,
    clear_places,
    set_monster,
    turn,
)
from .geometry import on_board
from .prompt import Prompt
from .spaces import Spaces
from .state import SIDES, default_blind_spot


def choose_monster(game):
    s, cards = game.state, game.cards
    n = cards.count("monsters")

    def ids():
        """Those whose base fits on this board at all; above the lights level those that the pack has a scenario for."""
        most = min(s.columns, s.rows)
        played = [cards.card("scenarios", k)["monster"] for k in range(cards.count("scenarios"))] if s.level else ()
        fit = [cards.card("monsters", k) for k in range(n) if not played or k in played]
        return tuple([card["id"] for card in fit if card["size"] <= most])

    choice = yield from ask(lambda: Prompt("monster", "G4", ids, lambda options: options[0] if options else None))
    for k in range(n):
        card = cards.card("monsters", k)
        if card["id"] == choice:
            break
    s.monster = k
    s.size = card["size"]
    s.movement = card["movement"]
    if card.get("blind_spot") is None:
        s.blind = default_blind_spot(s.size, game.rulings.blind_spot_rows)
    else:
        s.blind = bytearray()
        for dx, dy in card["blind_spot"]:
            s.blind.append(dx + 64)
            s.blind.append(dy + 64)
    if s.level:
        from . import begin

        yield begin.scenario(game)
    s.phase = PARTY


def choose_party(game):
    s = game.state
    if s.level:
        from . import begin

        yield begin.party(game)
    else:
        usual = len(game.names)
        n = yield from ask(lambda: Prompt("survivors", "F1", range(0, 9), usual))
        s.resize(n)
    s.phase = PLACE


def middle(s, places):
    """The place nearest the board's middle where the monster fits (F4), None where it fits nowhere."""
    cx, cy = s.columns - s.size, s.rows - s.size
    best = None
    near = 1 << 20
    for place in places:
        far = abs(2 * (place % s.columns) - cx) + abs(2 * (place // s.columns) - cy)
        if far < near:
            best, near = place, far
    return best


def usual_place(game, places):
    """Where the monster's card says that it starts, the board's middle where it says nothing or does not fit there (F4)."""
    s = game.state
    starts = game.cards.card("monsters", s.monster).get("starts")
    if starts is not None and starts[0] < s.columns and starts[1] < s.rows:
        place = starts[1] * s.columns + starts[0]
        if place in places:
            return place
    return middle(s, places)


def place_monster(game):
    s = game.state
    place = yield from ask(
        lambda: Prompt("place-monster", "F4", lambda: clear_places(s), lambda places: usual_place(game, places), subject=("monster",))
    )
    set_monster(game, place)
    s.phase = FACE


def face_monster(game):
    s = game.state
    start = game.rulings.start_facing
    if start:
        turn(game, start - 1)
    else:
        side = yield from ask(lambda: Prompt("facing", "F4", SIDE_IDS, SIDE_IDS[s.facing], subject=("monster",)))
        turn(game, SIDES.index(side))
    s.phase = SURVIVORS
    s.turn = 0


def start_spaces(s, away: int = AWAY) -> Spaces:
    """Free spaces exactly six from the monster (F4); where the board has none, every free space (a ruling, docs/rulings.md). Survivors who
    ambush the monster stand where they like (H8)."""
    out = geometry.free_spaces(s) if s.side == 1 else geometry.placement(s, away)
    for i in range(len(s.at)):
        if on_board(s, i):
            out.discard(s.at[i])
    return out or geometry.free_spaces(s)


def place_survivor(game):
    s = game.state
    i = s.turn
    if i >= len(s.at):
        s.turn = 0
        if s.level:
            from . import begin

            return begin.showdown(game)
        s.phase = PLAY
        return
    away = AWAY
    if s.level:
        from .decks import scenario

        away = scenario(game).get("placement", AWAY)
    place = yield from ask(
        lambda: (
            Prompt("place-survivor", "F4", lambda: start_spaces(s, away), who=i, subject=(SURVIVOR_IDS[i],))
            if start_spaces(s, away)
            else None
        )
    )
    if place is not None:
        s.at[i] = place
        game.tell("placed", SURVIVOR_IDS[i], place)
    else:
        game.tell("unplaced", i)
    s.turn = i + 1
