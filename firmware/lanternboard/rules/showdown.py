"""The showdown at the levels `monster` and `all`: rounds and turns (V1, V1a, K2, T7a, T8, M10), as acts over the agenda. What a card, an
attack or a survivor's act does is in the files of their own. A showdown that is decided goes to its end at once (W5a)."""

from . import agenda, decks, figures
from .agenda import ACT, CARD, COLLIDED, DRAW, END_MONSTER, END_ROUND, MONSTER, STRIKE, SURVIVORS, VICTORY
from .asking import AGAIN, OVER, ROUND, driven, stand_up
from .harm import Over
from .state import (
    ACTED,
    ACTIVATED,
    AI_OPEN,
    ALL,
    DODGED,
    DOOMED,
    DOWN,
    DYING,
    ENCOURAGED,
    FOREVER,
    GRABBED,
    GRABBED_BEFORE,
    ITEM,
    LATE,
    LOST,
    MOVED,
    TURN,
    UNDECIDED,
    WIDTH,
    WON,
)

IN_A_ROW = 100  # acts that asked nothing, one after the other


def act(game):
    """The next item of the agenda. An adjustment that decides the showdown, or gives the turn to somebody else, ends what was open."""
    s = game.state
    before = s.result
    if game.silent >= IN_A_ROW or len(s.agenda) >= agenda.MOST * ITEM:
        _break_off(game)
    if not s.agenda:
        if not figures.living(s):  # W5a; the table may have taken the last one off
            s.result = LOST
            return decided(game)
        _next_round(game)
    game.doing = item = agenda.pop(s)
    going = driven(_run(game, item))
    try:
        prompt = next(going, None)
        while prompt is not None:
            rest = bytes(s.agenda)
            choice = yield prompt
            if choice is AGAIN and (game.given or s.result != before or s.agenda != rest or s.phase != ROUND):
                break
            prompt = going.send(choice)
    except StopIteration:
        pass
    except Over:
        pass
    if s.result not in (before, UNDECIDED):
        decided(game)


def _break_off(game) -> None:
    """Cards that cause one another without end: what the monster still had to do is left out."""
    s = game.state
    if agenda.op(s) in (CARD, DRAW, COLLIDED):
        game.tell("circle")
    while agenda.op(s) in (CARD, DRAW, COLLIDED):
        agenda.pop(s)
    s.hits[:] = b""
    figures.undoom(s)
    while s.decks[AI_OPEN]:
        decks.done(game)


def _run(game, item: bytearray):
    op, card, who, stage, more = item
    if op == CARD:
        from . import beast

        return beast.card(game, card, who, stage, more)
    if op == DRAW:
        from . import beast

        return beast.draw(game)
    if op == ACT or op == STRIKE or op == SURVIVORS:
        if game.state.level == ALL:
            from . import hunters

            return (hunters.turn, hunters.act, hunters.strike)[op - SURVIVORS](game, card, who, stage, more)
        from . import paper

        return paper.turn(game)
    if op == VICTORY:
        from . import spoils

        return spoils.draw(game, card, who)
    if op == COLLIDED:
        from . import beast

        return beast.collided(game, who)
    return (_monster_turn, None, None, _end_monster, None, None, None, _end_round)[op - 1](game)


def _next_round(game) -> None:
    s = game.state
    s.round = min(255, s.round + 1)
    agenda.push(s, END_ROUND)
    agenda.push(s, SURVIVORS)
    agenda.push(s, END_MONSTER)
    agenda.push(s, MONSTER)
    game.tell("round", s.round)


def _monster_turn(game):
    s = game.state
    s.side = 0
    game.tell("turn", 0)
    stand_up(game)
    from . import beast

    agenda.push(s, DRAW)
    yield beast.begin(game)


def _end_monster(game):
    monster_is_done(game)
    if game.state.beast[DYING] == 2:
        from .beast import monster_dies

        monster_dies(game)
    if agenda.op(game.state) == SURVIVORS:  # H8 may have left their turn out
        begin_survivors(game)
    return
    yield


def monster_is_done(game) -> None:
    """K2, T7a: its turn is over. Who lies long enough stands up; the priority target goes."""
    s = game.state
    for i in figures.living(s):
        if s.flags[i] & LATE:
            s.flags[i] &= ~LATE & 255
        elif s.flags[i] & DOWN:
            s.flags[i] &= ~DOWN & 255
            game.tell("stood", i)
    if s.priority >= 0 and s.priority_for != FOREVER:
        s.priority_for -= 1
        if s.priority_for <= 0:
            s.priority = -1
            s.priority_for = 0
            game.tell("priority", -1)


def begin_survivors(game) -> None:
    """The survivors' turn begins: everybody has an act (V2, V3)."""
    s = game.state
    s.side = 1
    for i in range(len(s.at)):
        s.body[i * WIDTH + TURN] &= ~(ACTED | MOVED | ACTIVATED | DOOMED) & 255
    stand_up(game)
    game.tell("turn", 1)


def _end_round(game):
    """V1a, T8, S2: the tile passes on, the round's bits go."""
    s = game.state
    if s.everyone and s.everyone != FOREVER:
        s.everyone -= 1
        if not s.everyone:
            game.tell("everyone", False)
    for i in range(len(s.at)):
        bits = s.body[i * WIDTH + TURN]
        before = GRABBED_BEFORE if bits & GRABBED else 0
        s.body[i * WIDTH + TURN] = bits & ~(DODGED | ENCOURAGED | GRABBED | GRABBED_BEFORE) & 255 | before
    if s.players > 1:
        s.controller = (s.controller + 1) % s.players
        game.tell("controller", s.controller)
    return
    yield


def decided(game) -> None:
    """W5a, F8, F9: nothing else happens; on a victory the spoils are drawn."""
    s = game.state
    s.agenda[:] = b""
    s.hits[:] = b""
    s.phase = OVER
    game.tell("won" if s.result == WON else "lost")
    from . import spoils

    spoils.decided(game)


def start(game, survivors_open: bool = False, ambushed: bool = False) -> None:
    """The showdown begins (V1): the set-up is done. Where the survivors open, the first round has only their turn; where the monster
    ambushes them, only the monster's (H8)."""
    s = game.state
    s.phase = ROUND
    s.turn = 0
    if survivors_open:
        s.round = 1
        agenda.push(s, END_ROUND)
        agenda.push(s, SURVIVORS)
        begin_survivors(game)
    elif ambushed:
        s.round = 1
        agenda.push(s, END_ROUND)
        agenda.push(s, END_MONSTER)
        agenda.push(s, MONSTER)
        game.tell("round", 1)
