"""What the table can put right in a showdown at the levels `monster` and `all`: records, decks, gear, the turn, the level. Chains of small
prompts, each one adjustment (adjust.py). It checks only the bounds of what is kept."""

from . import agenda, decks, figures
from .agenda import END_MONSTER, END_ROUND, MONSTER, SURVIVORS
from .asking import OVER, PLAY, ROUND, SURVIVOR_IDS
from .geometry import on_board
from .prompt import Prompt
from .state import (
    ACTED,
    AI_DISCARD,
    AI_OPEN,
    AI_PLAY,
    AI_POOL,
    AI_TOP,
    ALL,
    ARCHIVED_AT,
    ARMOR,
    BOXES,
    DISORDERS,
    GEAR,
    HL_DISCARD,
    HL_OPEN,
    HL_PLAY,
    HL_POOL,
    ITEM,
    LEVEL,
    LEVELS,
    LIGHTS,
    NOBODY,
    PLAYER,
    SURVIVAL,
    TOKENS,
    TURN,
    UNDECIDED,
    WIDTH,
    WON,
    ZERO,
)
from .state import MARKS as MARKS_AT

CHANGES = ("record", "beast", "cards", "wounds", "gear", "acted", "controller", "player", "turn", "result", "level")
COUNTERS = ("survival", "insanity", "courage", "understanding", "experience", "bleed")
PARTS = ("armor-head", "armor-arms", "armor-body", "armor-waist", "armor-legs")
BOX_IDS = (
    "box-head",
    "box-arms-light",
    "box-arms-heavy",
    "box-body-light",
    "box-body-heavy",
    "box-waist-light",
    "box-waist-heavy",
    "box-legs-light",
    "box-legs-heavy",
    "box-brain",
)
MARKS = tuple(["mark-" + name for name in figures.MARKS_BY_ID])
ATTRIBUTES = figures.ATTRIBUTES
ATTRIBUTE_TOKENS = tuple([name + "-tokens" for name in ATTRIBUTES])
FIELDS = COUNTERS + ATTRIBUTES + ATTRIBUTE_TOKENS + PARTS + ("disorders",) + BOX_IDS + MARKS
BEAST_FIELDS = ("level", "toughness", "speed", "accuracy", "damage", "luck", "evasion")
BEAST_TOKENS = tuple([name + "-tokens" for name in BEAST_FIELDS[1:]])
PILES = ("deck", "discard", "play")
_AT = {"toughness": 4, "speed": 1, "accuracy": 2, "damage": 3, "luck": 5, "evasion": 0}


def changes(s) -> tuple:
    """Which of them are possible now."""
    if s.phase not in (ROUND, OVER, PLAY):
        return ()
    if s.phase == PLAY or s.level == LIGHTS:
        return ("level",)
    out = []
    for name in CHANGES:
        if name in ("record", "gear", "acted", "player") and (s.level != ALL or not s.at):
            continue
        if name == "gear" and not s.gear:
            continue
        if name in ("controller", "player") and s.players < 2:
            continue
        if name == "acted" and not (s.side and figures.living(s)):
            continue
        out.append(name)
    return tuple(out)


def _number(what: str, options, now: int, who=()):
    return Prompt("number", "V1a", options, now if now in options else None, subject=(what,) + who)


def change(game, what: str):
    """One of CHANGES."""
    yield _HOW[what](game)


def _who(s, living: bool = False):
    ids = tuple([SURVIVOR_IDS[i] for i in range(len(s.at)) if not living or on_board(s, i)])
    return Prompt("miniature", "V1a", ids, ids[0])


def _record(game):
    s = game.state
    who = yield _who(s)
    i = SURVIVOR_IDS.index(who)
    field = yield Prompt("field", "V1a", FIELDS, FIELDS[0], subject=(who,))
    base = i * WIDTH
    if field in BOX_IDS or field in MARKS:
        at, k = (base + BOXES, BOX_IDS.index(field)) if field in BOX_IDS else (base + MARKS_AT, MARKS.index(field))
        at += k >> 3
        on = s.body[at] >> (k & 7) & 1
        choice = yield Prompt("is", "V1a", ("yes", "no"), "no" if on else "yes", subject=(who, field))
        s.body[at] = s.body[at] | 1 << (k & 7) if choice == "yes" else s.body[at] & ~(1 << (k & 7)) & 255
    else:
        biased = 0
        top = 99
        if field in COUNTERS:
            at = SURVIVAL + COUNTERS.index(field)
        elif field in PARTS:
            at = ARMOR + PARTS.index(field)
        elif field == "disorders":
            at = DISORDERS
        else:
            biased = ZERO
            at = ATTRIBUTES.index(field) if field in ATTRIBUTES else TOKENS + ATTRIBUTE_TOKENS.index(field)
        now = s.body[base + at] - biased
        n = yield _number(field, range(-30, 31) if biased else range(0, top + 1), now, (who,))
        s.body[base + at] = n + biased
    game.tell("changed", i, field)


def _beast(game):
    s = game.state
    field = yield Prompt("field", "V1a", BEAST_FIELDS + BEAST_TOKENS, "toughness", subject=("monster",))
    if field == "level":
        s.beast[LEVEL] = yield _number(field, range(1, 10), s.beast[LEVEL])
    else:
        tokens = field in BEAST_TOKENS
        at = _AT[field[:-7] if tokens else field] + (TOKENS if tokens else 0)
        s.beast[at] = ZERO + (yield _number(field, range(-30, 61), s.beast[at] - ZERO))
    game.tell("changed", -1, field)


def _cards(game):
    """A card goes to another pile: deck, discard, play. One that lies in none of them, unseen in the wound stack or in the box, comes from
    there."""
    s = game.state
    deck = yield Prompt("deck", "V1a", ("ai", "locations"), "ai")
    piles = (AI_POOL, AI_DISCARD, AI_PLAY) if deck == "ai" else (HL_POOL, HL_DISCARD, HL_PLAY)
    top = s.decks[piles[0] - 1]
    known = game.cards.ids(deck)
    drawn = decks.distinct(s.decks[AI_OPEN if deck == "ai" else HL_OPEN])
    ids = tuple([known[n] for n in range(len(known)) if n not in drawn])
    if not ids:
        return
    choice = yield Prompt("which", "V1a", ids, ids[0], subject=(deck,))
    number = known.index(choice)
    to = yield Prompt("pile", "V1a", PILES, "discard", subject=(deck, choice))
    for pile in piles if not decks.take(top, number) else ():
        if decks.take(s.decks[pile], number):
            if pile == AI_POOL:
                rank = decks.rank_of(decks.scenario(game)["ai"], number)
                s.quota[rank] = max(0, s.quota[rank] - 1)
                s.unseen = min(s.unseen, sum(s.quota))
            break
    s.decks[piles[PILES.index(to)]].append(number)
    if to == "deck" and deck == "ai":
        s.quota[decks.rank_of(decks.scenario(game)["ai"], number)] += 1
    game.tell("changed", -1, "cards")


def _wounds(game):
    """The wound stack: the cards come from the deck, or go back into it."""
    s = game.state
    n = yield _number("wounds", range(0, s.wounds + decks.left(s) + 1), s.wounds)
    s.unseen = max(0, s.unseen + n - s.wounds)
    s.wounds = n
    while s.unseen > sum(s.quota):  # what lies on top goes too
        decks.pile_pop(s.decks[AI_TOP])
        s.unseen -= 1
    game.tell("changed", -1, "wounds")


def _gear(game):
    s = game.state
    owners = tuple([SURVIVOR_IDS[i] for i in range(len(s.at)) if [k for k in range(0, len(s.gear), GEAR) if s.gear[k] == i]])
    who = yield Prompt("miniature", "V1a", owners, owners[0])
    mine = [k for k in range(0, len(s.gear), GEAR) if s.gear[k] == SURVIVOR_IDS.index(who)]
    n = 0
    if len(mine) > 1:
        n = (yield _number("gear", range(1, len(mine) + 1), 1, (who,))) - 1
    at = mine[n] + ARCHIVED_AT
    choice = yield Prompt("is", "V1a", ("yes", "no"), "no" if s.gear[at] else "yes", subject=(who, "archived"))
    s.gear[at] = 1 if choice == "yes" else 0
    game.tell("changed", SURVIVOR_IDS.index(who), "gear")


def _acted(game):
    s = game.state
    who = yield _who(s, True)
    i = SURVIVOR_IDS.index(who)
    now = figures.value(s, i, TURN) & ACTED
    choice = yield Prompt("is", "V1a", ("yes", "no"), "no" if now else "yes", subject=(who, "acted"))
    s.body[i * WIDTH + TURN] &= ~7 & 255
    figures.turn_bit(s, i, ACTED, choice == "yes")
    game.tell("changed", i, "acted")


def _controller(game):
    s = game.state
    s.controller = (yield Prompt("controller", "V1a", range(1, s.players + 1), s.controller + 1)) - 1
    game.tell("controller", s.controller)


def _player(game):
    s = game.state
    who = yield _who(s)
    i = SURVIVOR_IDS.index(who)
    s.body[i * WIDTH + PLAYER] = (yield _number("player", range(1, s.players + 1), figures.value(s, i, PLAYER) + 1, (who,))) - 1
    game.tell("changed", i, "player")


def _turn(game):
    choice = yield Prompt("side-of", "V1a", ("monster", "survivors"), "survivors" if game.state.side else "monster")
    give(game, choice == "survivors")


def give(game, survivors: bool) -> None:
    """The turn begins anew for the monster or the survivors; what was open is left out, drawn cards go to the discards."""
    from . import showdown

    s = game.state
    game.given = True
    s.agenda[:] = b""
    s.hits[:] = b""
    while s.decks[AI_OPEN]:
        decks.done(game)
    s.decks[HL_DISCARD].extend(decks.empty(s.decks[HL_OPEN]))
    s.phase = ROUND
    if not s.round:
        s.round = 1
        s.side = 0  # who ambushes (H8) is nobody's turn
    agenda.push(s, END_ROUND)
    agenda.push(s, SURVIVORS)
    if survivors:
        if not s.side:
            showdown.monster_is_done(game)
        showdown.begin_survivors(game)
    else:
        agenda.push(s, END_MONSTER)
        agenda.push(s, MONSTER)


def _anew(game) -> None:
    """The monster's turn at another level: the card that is being carried out begins again, since what it has asked was of the level
    before. One that is being drawn is drawn again, from the top; what comes before a card, the turn does again."""
    s = game.state
    op, number, _, stage, more = game.doing
    if op not in (agenda.CARD, agenda.DRAW):
        return give(game, False)
    game.given = True
    s.hits[:] = b""
    kept = bytearray()
    last = -1  # where the DONE of the card lies that was begun last
    for at in range(0, len(s.agenda), ITEM):
        item = s.agenda[at : at + ITEM]
        if item[0] == agenda.CARD and item[3] == agenda.DONE:
            last = len(kept)
        elif item[0] in (agenda.CARD, agenda.COLLIDED):
            continue
        kept.extend(item)
    if op == agenda.DRAW:
        if agenda.op(s) == agenda.CARD and s.agenda[-ITEM + 3] == agenda.PICK:  # drawn: an injury in play asks something
            if s.decks[AI_OPEN] and s.decks[AI_OPEN][-1] == s.agenda[-ITEM + 1]:
                s.decks[AI_TOP].append(decks.pile_pop(s.decks[AI_OPEN]))
        s.agenda[:] = kept
        return agenda.push(s, agenda.DRAW)
    if last < 0 or (stage == agenda.PICK and kept[last + 1] != number):  # it asks before it has picked
        s.agenda[:] = kept
        agenda.push(s, agenda.CARD, number, NOBODY, agenda.PICK, more & agenda.INJURED)
    else:
        s.agenda[:] = kept[:last] + kept[last + ITEM :]
        agenda.push(s, agenda.CARD, kept[last + 1], NOBODY, agenda.PICK, kept[last + 4])
    game.tell("anew")


def _result(game):
    s = game.state
    choice = yield Prompt("outcome", "V1a", ("undecided", "won", "lost"), "undecided")
    if choice == "undecided":
        if s.result != UNDECIDED or s.phase == OVER:
            s.result = UNDECIDED
            give(game, bool(s.side))
    else:
        before, s.result = s.result, WON if choice == "won" else 2
        if s.phase == ROUND and not s.agenda:
            agenda.push(s, END_ROUND)
        if s.phase == OVER and s.result != before:
            from . import showdown

            showdown.decided(game)


def _level(game):
    """What the board keeps from now on. Where it kept less before, decks and records begin as in set-up (F1, F2, F3)."""
    from . import begin

    s = game.state
    choice = yield Prompt("level", "V1a", LEVELS, LEVELS[s.level])
    before, level = s.level, LEVELS.index(choice)
    if level == before:
        return
    if level == LIGHTS:
        s.level = LIGHTS
        s.phase = PLAY
        s.agenda[:] = b""
        game.tell("level", choice)
        return
    s.level = level
    fresh = s.scenario == 255 and not s.round
    if fresh:
        yield begin.scenario(game)
        found = decks.scenario(game)
        for i in range(len(s.at)):
            begin.equip(game, i, found)
        yield begin.players(game)
        decks.build(game)
    if s.phase != OVER and s.result == UNDECIDED:
        if s.side or fresh or before == LIGHTS:
            give(game, bool(s.side) and not fresh)
        else:
            _anew(game)
    game.tell("level", choice)


_HOW = {
    "record": _record,
    "beast": _beast,
    "cards": _cards,
    "wounds": _wounds,
    "gear": _gear,
    "acted": _acted,
    "controller": _controller,
    "player": _player,
    "turn": _turn,
    "result": _result,
    "level": _level,
}
