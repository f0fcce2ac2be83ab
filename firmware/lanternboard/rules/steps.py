"""What cards do, step by step: the closed set of steps that a pack's data combines (docs/packs.md). Each is a list: a verb and what goes
with it. The steps are about one survivor, the subject: the target of a card, the attacker whom a location answers, who rolled an injury.
A subject who has left the board is left out, the rest happens (M8). At the level `monster` what a survivor's record keeps is said and
not done: it stays on paper."""

from . import decks, figures, harm
from .asking import SURVIVOR_IDS, ask, drawn_of, fall, next_of, one_of
from .figures import ATTRIBUTES, MARKS_BY_ID, value
from .geometry import occupant, on_board
from .prompt import CONTROLLER, Prompt
from .state import (
    ALL,
    ARCHIVED_AT,
    COURAGE,
    DISORDERS,
    DOWN,
    DX,
    DY,
    EXPERIENCE,
    FOREVER,
    INSANITY,
    LATE,
    SURVIVAL,
    TOKENS,
    UNDERSTANDING,
)

ON_SUBJECT = ("knockback", "grab", "down", "stand", "face", "back", "basic", "priority", "dies", "flee", "strike")
ON_PAPER = (
    "damage",
    "brain",
    "insanity",
    "survival",
    "survival-to-insanity",
    "courage",
    "understanding",
    "experience",
    "bleed",
    "token",
    "attribute",
    "mark",
    "disorder",
    "doomed",
)
DEEP = 16  # lists of steps that are carried out inside of one another
MANY = 100  # of one act, an attack's moment or a reaction
COUNTERS = ("survival", "insanity", "courage", "understanding", "experience")  # by their places from SURVIVAL on


def run(game, steps, i: int, source: int = -1):
    """Performs steps with survivor i as their subject (-1: none). `source`: the place in State.gear of the gear that is used. Steps that
    cause themselves again are left out when they lie DEEP inside of one another, or are MANY in one act."""
    game.lists += 1
    if game.deep >= DEEP or game.lists > MANY:
        if game.deep >= DEEP or game.lists == MANY + 1:
            game.tell("circle")
        return
    game.deep += 1
    for step in steps:
        verb = step[0]
        if verb in ON_SUBJECT or verb in ON_PAPER:
            if i < 0 or not on_board(game.state, i):
                continue
        if verb in ON_PAPER:
            yield _on_record(game, step, i)
        elif verb in CONTROL:
            yield CONTROL[verb](game, step, i, source)
        else:
            yield _do(game, step, i, source)
    game.deep -= 1


def _on_record(game, step, i: int):
    """What changes a survivor's record only."""
    s = game.state
    verb = step[0]
    if s.level != ALL:
        return game.tell("paper", i, verb, *(step[1:] or (0,)))
    if verb == "damage":
        n = yield harm.amount(game, step[1])
        yield harm.damage(game, i, n, harm.LOCATIONS.index(step[2]) if len(step) > 2 else -1)
    elif verb == "brain":
        n = yield harm.amount(game, step[1])
        yield harm.brain(game, i, n)
    elif verb == "bleed":
        n = yield harm.amount(game, step[1])
        yield harm.bleed(game, i, n)
    elif verb in COUNTERS:
        n = yield harm.amount(game, step[1])
        if verb == "survival":
            n = figures.gain_survival(s, i, n)
        else:
            n = figures.add(s, i, SURVIVAL + COUNTERS.index(verb), n)
        if n:
            game.tell("gains", i, verb, n)
    elif verb == "survival-to-insanity":
        n = value(s, i, SURVIVAL)
        figures.add(s, i, SURVIVAL, -n)
        figures.add(s, i, INSANITY, n)
        game.tell("gains", i, "insanity", n)
    elif verb == "token" or verb == "attribute":
        at = ATTRIBUTES.index(step[1]) + (TOKENS if verb == "token" else 0)
        figures.add(s, i, at, step[2])
        game.tell(verb, i, step[1], step[2])
    elif verb == "mark":
        figures.mark(s, i, 1 << MARKS_BY_ID.index(step[1]))
        game.tell("marked", i, step[1])
    elif verb == "disorder":
        figures.add(s, i, DISORDERS, 1)
        game.tell("disorder", i)
    else:
        figures.turn_bit(s, i, figures.DOOMED, True)


def _do(game, step, i: int, source: int):
    """What changes the board, the monster or the decks."""
    s = game.state
    verb = step[0]
    if verb == "knockback":
        from . import carry

        yield carry.knock(game, i, step[1])
    elif verb == "down":
        fall(game, i)
    elif verb == "stand":
        stand(game, i)
    elif verb == "dies":
        yield harm.dies(game, i)
    elif verb == "priority":
        turns = game.rulings.priority_turns if step[1] != "stays" else 0
        lasts = turns + 1 - s.side if turns else FOREVER
        s.priority_for = max(lasts, s.priority_for) if s.priority == i else lasts  # who has it already loses nothing by it
        s.priority = i
        game.tell("priority", i)
    elif verb == "dismembered":
        decks.discard_moods(game, verb)
    elif verb == "monster-token":
        figures.add_token(s, figures.BEASTS.index(step[1]), step[2])
        game.tell("monster-token", step[1], step[2])
    elif verb == "everyone-threat":
        s.everyone = max(s.everyone, step[1])
        game.tell("everyone", True)
    elif verb == "gain":
        if s.level == ALL:
            yield decks.gain(game, i, decks.STORES.index(step[1]), step[2])
    elif verb == "archive":
        s.gear[source + ARCHIVED_AT] = 1
        game.tell("archived", s.gear[source], s.gear[source + 1])
    elif verb == "land":
        s.hits[:] = bytes((harm.LOCATIONS.index(step[1]),)) * len(s.hits)
    else:
        from . import beast

        yield beast.do(game, step, i)


def stand(game, i: int) -> None:
    s = game.state
    if s.flags[i] & DOWN:
        s.flags[i] &= ~(DOWN | LATE) & 255
        game.tell("stood", i)


# Control


def met(game, cond: str, i: int) -> bool:
    """Whether a condition of an `if` holds for the subject."""
    s = game.state
    if i < 0 or not on_board(s, i):
        return False
    word, _, n = cond.partition(" ")
    if word == "insane":
        return value(s, i, INSANITY) >= figures.INSANE
    if word == "deaf" or word == "not-deaf":
        return figures.marked(s, i, figures.DEAF) == (word == "deaf")
    if word == "lying" or word == "standing":
        return bool(s.flags[i] & DOWN) == (word == "lying")
    field = {"courage": COURAGE, "understanding": UNDERSTANDING, "disorders": DISORDERS, "experience": EXPERIENCE}[word]
    return value(s, i, field) >= int(n)


def whom(game, who: str, i: int) -> list:
    """The survivors that a step's `who` means, in the party's order."""
    s = game.state
    out = []
    for k in figures.living(s):
        if who == "others" or who == "beside":
            ok = k != i
            if who == "beside" and ok:
                ok = i >= 0 and _beside(s, i, k)
        elif who == "adjacent":
            from .geometry import distance_to

            ok = distance_to(s, s.at[k]) == 1
        elif who == "not-deaf":
            ok = not figures.marked(s, k, figures.DEAF)
        elif who == "standing" or who == "lying":
            ok = bool(s.flags[k] & DOWN) == (who == "lying")
        else:
            ok = True
        if ok:
            out.append(k)
    return out


def _beside(s, i: int, k: int) -> bool:
    for side in range(4):
        space = s.at[i] + DX[side] + DY[side] * s.columns
        column = s.at[i] % s.columns + DX[side]
        if 0 <= column < s.columns and 0 <= space < s.columns * s.rows and occupant(s, space) == k:
            return True
    return False


def _roll(game, step, i: int, source: int):
    s = game.state
    rows = step[1]
    ids: list = []
    found: list = []
    at = 1
    on_paper = False  # the courage: the table looks it up
    for words, steps in rows:
        if words == "beats-courage":
            # 2 or more, and more than the courage
            first, last = max(2, value(s, i, COURAGE) + 1 if i >= 0 and s.level == ALL else 2), 10
            on_paper = i >= 0 and s.level != ALL
        else:
            first, last = harm.faces((words,))[0]
        if first > 10:
            continue
        if first > at:
            ids.append(span(at, first - 1))
            found.append(())
        if on_paper:
            ids += [str(face) for face in range(first, last + 1)]
            found += [steps] * (last + 1 - first)
        else:
            ids.append(span(first, last))
            found.append(steps)
        at = last + 1
    if at <= 10:
        ids.append(span(at, 10))
        found.append(())
    if len(ids) == 1 and not found[0]:
        return
    what = (SURVIVOR_IDS[i] if i >= 0 and on_board(s, i) else "nobody",) + tuple([_first(steps) for steps in found])
    there = (lambda: on_board(s, i)) if i >= 0 and on_board(s, i) else None
    choice = yield harm.roll("effect", tuple(ids), "A1", what, there)
    if choice is None:  # the table took it off
        return
    steps = found[ids.index(choice)]
    if on_paper and steps and on_board(s, i):
        brave = "courage " + choice
        if (yield from ask(lambda: Prompt("is", "V1a", ("yes", "no"), "no", CONTROLLER, (SURVIVOR_IDS[i], brave)))) == "yes":
            return
    yield run(game, steps, i, source)


def span(first: int, last: int) -> str:
    return str(first) if first == last else "%d-%d" % (first, last)


def _if(game, step, i: int, source: int):
    s = game.state
    if s.level != ALL and step[1].split(" ")[0] not in ("lying", "standing") and (i < 0 or on_board(s, i)):
        # what is on paper the table looks up
        who = SURVIVOR_IDS[i] if i >= 0 else "monster"
        choice = yield from ask(lambda: Prompt("is", "V1a", ("yes", "no"), "no", CONTROLLER, (who, step[1])))
        holds = choice == "yes"
    else:
        holds = met(game, step[1], i)
    if holds:
        yield run(game, step[2], i, source)
    elif len(step) > 3:
        yield run(game, step[3], i, source)


def _each(game, step, i: int, source: int):
    mask = 0
    for k in whom(game, step[1], i):
        mask |= 1 << k
    asks = _moves(step[2])
    while mask:
        if asks:  # T4: where the order can matter the controller picks it
            k = yield from next_of(game, mask, "T4")
        else:
            k = next(iter([k for k in figures.living(game.state) if mask >> k & 1]), -1)
        if k < 0:
            return
        mask &= ~(1 << k)
        yield run(game, step[2], k, source)


_ORDERED = ("knockback", "grab", "basic", "back", "flee", "damage", "brain", "dies", "bleed")


def _moves(steps) -> bool:
    """Whether what happens to one can change what happens to another."""
    for step in steps:
        if step[0] in _ORDERED:
            return True
        if step[0] == "roll" and [row for row in step[1] if _moves(row[1])]:
            return True
        if step[0] == "if" and [part for part in step[2:] if _moves(part)]:
            return True
    return False


def _one(game, step, i: int, source: int):
    def ids():
        return tuple([SURVIVOR_IDS[k] for k in whom(game, step[1], i)])

    if step[0] == "random":
        who = yield from drawn_of(ids)
    else:
        who = yield from one_of("V1a", ids, None, "chosen")
    if who is not None:
        yield run(game, step[2], SURVIVOR_IDS.index(who), source)


def _pick(game, step, i: int, source: int):
    from . import beast

    reacts = game.state.side == 1
    found = yield beast.picked(game, step[1], not reacts or not game.rulings.reactions_give_nothing, reacts)
    for k in found[1]:
        yield run(game, step[2], k, source)


def _may(game, step, i: int, source: int):
    def make():
        if i < 0:
            return Prompt("may", "V1a", ("yes", "no"), "yes", CONTROLLER, (_first(step[1]),))
        if not on_board(game.state, i):
            return None
        return Prompt("may", "V1a", ("yes", "no"), "yes", i, (_first(step[1]), SURVIVOR_IDS[i]))

    choice = yield from ask(make)
    if choice == "yes":
        yield run(game, step[1], i, source)


def _pay(game, step, i: int, source: int):
    s = game.state
    if i < 0 or not on_board(s, i):
        return
    if s.level != ALL:
        return game.tell("paper", i, "pay", step[1])
    if not figures.can_spend(s, i) or value(s, i, SURVIVAL) < step[1]:
        return
    subject = (SURVIVOR_IDS[i], step[1], _first(step[2]))
    choice = yield from ask(lambda: Prompt("pay", "S1", ("yes", "no"), "no", i, subject) if on_board(s, i) else None)
    if choice == "yes":
        figures.add(s, i, SURVIVAL, -step[1])
        game.tell("paid", i, step[1])
        yield run(game, step[2], i, source)


def _first(steps) -> str:
    """What is offered, in one word: the verb of the first step, or of what that one holds."""
    while steps:
        verb = steps[0][0]
        if verb not in ("each", "one", "random", "may"):
            return verb
        steps = steps[0][1 if verb == "may" else 2]
    return ""


CONTROL = {"roll": _roll, "if": _if, "each": _each, "one": _one, "random": _one, "pick": _pick, "may": _may, "pay": _pay}
