"""The survivors' turn at the level `all` (V1-V5, W1-W9, F6, F7): who acts, moves, attacks, uses gear, and what an attack's hits come to.
What a location does is steps of the pack; a monster's answer to it goes on the agenda and is carried out before the next hit."""

from . import agenda, decks, figures, geometry, harm
from .agenda import ACT, AFTER_TRAP, CLOSE, FIST, NEXT, STRIKE, SURVIVORS
from .asking import SURVIVOR_IDS, ask, stand_up
from .beast import MOST_DICE, clamp, hits_prompt, monster_dies
from .figures import attribute, value
from .geometry import on_board
from .prompt import ANYONE, CHANCE, Prompt
from .state import (
    ACCURACY,
    ACTED,
    ACTIVATED,
    DOOMED,
    DOWN,
    ENCOURAGED,
    GEAR,
    HL_DISCARD,
    HL_OPEN,
    HL_PLAY,
    HL_POOL,
    LUCK,
    MOVED,
    SPEED,
    STRENGTH,
    SURVIVAL,
    TOUGHNESS,
    TURN,
    ZERO,
)

_ATTACKS = ("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7")
_USES = ("g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7")


def turn(game, card: int, who: int, stage: int, more: int):
    """V2: one after another, in any order; who lies has an act with nothing to spend."""
    s = game.state

    def make():
        ids = tuple([SURVIVOR_IDS[i] for i in figures.living(s) if not s.flags[i] & DOWN and not value(s, i, TURN) & ACTED])
        return Prompt("hunter", "V2", ids + ("end",), ids[0], ANYONE) if ids else None

    choice = yield from ask(make)
    if choice in SURVIVOR_IDS:
        agenda.push(s, SURVIVORS)
        agenda.push(s, ACT, 0, SURVIVOR_IDS.index(choice))


def _bit(s, i: int, bit: int) -> bool:
    return value(s, i, TURN) & bit != 0


def in_reach(s, i: int, reach: int) -> bool:
    """Whether survivor i can attack from where it stands: a melee weapon next to the monster, another within its reach (V5)."""
    far = geometry.distance_to(s, s.at[i])
    return 0 < far <= max(1, reach)


def weapon(game, s, i: int, place: int):
    """(speed, accuracy, strength, luck, reach) of a weapon by its place in State.gear, or of Fist & Tooth (F7)."""
    if place >= FIST - 1:
        for k in decks.scenario(game)["always"]:
            return tuple(game.cards.card("gear", k)["weapon"])
        return (2, 8, 0, 1, 0)
    found = s.gear[place * GEAR : place * GEAR + GEAR]
    return (found[2], found[3], found[4] - ZERO, found[5] - ZERO, found[6])


def _choices(game, i: int) -> tuple:
    """What survivor i can do now (V3, V5, S5)."""
    s = game.state
    out: list = []
    if not on_board(s, i) or s.flags[i] & DOWN:
        return ("done",)
    mine = figures.weapons(s, i)
    if not _bit(s, i, ACTIVATED):
        for k in mine:
            if s.gear[k + 2] and in_reach(s, i, s.gear[k + 6]) and len(out) < 8 and not _barred(s, i, k):
                out.append(_ATTACKS[mine.index(k)])
        if in_reach(s, i, 0) and not figures.marked(s, i, figures.NO_WEAPONS):
            out.append("fist")
        for k in mine:
            card = s.gear[k + 1]
            if not _barred(s, i, k) and card < game.cards.count("gear") and "use" in game.cards.card("gear", card):
                out.append(_USES[mine.index(k)])
    if not _bit(s, i, MOVED) and geometry.can_step(s, i, figures.steps_of(s, i), game.rulings):
        out.append("move")
    if figures.can_spend(s, i):
        if game.rulings.dash and _bit(s, i, MOVED) and not figures.marked(s, i, figures.NO_DASH):
            out.append("dash")
        if game.rulings.surge and _bit(s, i, ACTIVATED) and not figures.marked(s, i, figures.NO_SURGE):
            out.append("surge")
        if game.rulings.encourage and not _bit(s, i, ENCOURAGED) and not figures.marked(s, i, figures.NO_ENCOURAGE):
            if [k for k in figures.living(s) if k != i and s.flags[k] & DOWN]:
                out.append("encourage")
    out.append("done")
    return tuple(out)


def _barred(s, i: int, k: int) -> bool:
    """D6: whether survivor i's injuries forbid gear at k of State.gear: weapons, or what has a strength of 2 or more. To use a weapon in
    another way than to attack with it is to use a weapon too (F6)."""
    if s.gear[k + 2] and figures.marked(s, i, figures.NO_WEAPONS):
        return True
    return s.gear[k + 4] - ZERO >= 2 and figures.marked(s, i, figures.NO_HEAVY_GEAR)


def _usual(options, began: bool):
    """An attack; a move, where nothing was done yet; else the act is over. What costs survival, or a card, is not proposed."""
    if options[0] in _ATTACKS or options[0] == "fist":
        return options[0]
    return "move" if "move" in options and not began else "done"


def act(game, card: int, who: int, stage: int, more: int):
    """V3: one thing of a survivor's act: movement, activation, or what survival buys."""
    s = game.state

    def make():
        options = _choices(game, who)
        usual = _usual(options, _bit(s, who, MOVED | ACTIVATED))
        return Prompt("do", "V3", options, usual, who, (SURVIVOR_IDS[who],)) if len(options) > 1 else None

    choice = yield from ask(make)
    if choice is None or choice == "done":
        return figures.turn_bit(s, who, ACTED, True)
    agenda.push(s, ACT, 0, who)
    if choice == "move":
        yield _move(game, who)
    elif choice in ("dash", "surge"):
        figures.add(s, who, SURVIVAL, -1)
        figures.turn_bit(s, who, MOVED if choice == "dash" else ACTIVATED, False)
        game.tell(choice, who)
    elif choice == "encourage":
        yield _encourage(game, who)
    else:
        figures.turn_bit(s, who, ACTIVATED, True)
        if choice in _USES:
            yield _use(game, who, _USES.index(choice))
        else:
            mine = figures.weapons(s, who)
            place = FIST if choice == "fist" else mine[_ATTACKS.index(choice)] // GEAR
            yield _attack(game, who, place)


def _move(game, i: int):
    """V4: through free spaces, up to its movement, not split."""
    s = game.state

    def usual(spaces):
        return geometry.approach(s, spaces)

    def make():
        steps = figures.steps_of(s, i)
        if not on_board(s, i) or s.flags[i] & DOWN or not geometry.can_step(s, i, steps, game.rulings):
            return None
        return Prompt("go", "V4", lambda: geometry.reach(s, i, steps, game.rulings), usual, i, (SURVIVOR_IDS[i],))

    space = yield from ask(make)
    if space is not None:
        s.at[i] = space
        figures.turn_bit(s, i, MOVED, True)
        game.tell("placed", SURVIVOR_IDS[i], space)


def _encourage(game, i: int):
    """S5: another who lies stands up."""
    from .steps import stand

    s = game.state

    def make():
        ids = tuple([SURVIVOR_IDS[k] for k in figures.living(s) if k != i and s.flags[k] & DOWN])
        return Prompt("chosen", "S5", ids, ids[0], i, (SURVIVOR_IDS[i],)) if ids else None

    who = yield from ask(make)
    if who is not None:
        figures.add(s, i, SURVIVAL, -1)
        figures.turn_bit(s, i, ENCOURAGED, True)
        game.tell("encourages", i)
        stand(game, SURVIVOR_IDS.index(who))


def _use(game, i: int, k: int):
    """V5, F6: gear that says what its use does."""
    from . import steps

    s = game.state
    place = figures.weapons(s, i)[k]
    game.tell("uses", i, s.gear[place + 1])
    yield steps.run(game, game.cards.card("gear", s.gear[place + 1])["use"], i, place)


# An attack


def dice_of(game, i: int, place: int):
    """(dice, least face that hits): W1, W2, M10."""
    s = game.state
    speed, accuracy, _, _, _ = weapon(game, s, i, place)
    dice = min(MOST_DICE, speed + attribute(s, i, SPEED))
    if dice < 1 and game.rulings.always_one_die:
        dice = 1
    if s.down:
        return max(0, dice), 3
    need = accuracy + figures.evasion(s) - attribute(s, i, ACCURACY)
    if s.at[i] in geometry.blind_spot(s):
        need -= 1
    return max(0, dice), clamp(game, need)


def _attack(game, i: int, place: int):
    """W1, W3: the dice, and a location for every hit, all at once."""
    dice, need = dice_of(game, i, place)
    game.tell("strikes", i, dice, need)
    n = (yield hits_prompt(game, "W1", lambda: dice_of(game, i, place), i)) if dice else 0
    if not n:
        return None if n is None else game.tell("missed", -1)
    game.tell("hits", -1, n)
    yield _draw(game, i, place, n)


def _draw(game, i: int, place: int, n: int):
    s = game.state
    for _ in range(n):
        if (yield decks.draw_location(game)) < 0:
            break  # W8: the trap is among them
    agenda.push(s, STRIKE, place, i, NEXT)
    if trap_among(game) >= 0 or (len(s.decks[HL_OPEN]) < n and game.rulings.trap_on_empty_deck):
        yield _trap(game, i)


def trap_among(game) -> int:
    """The trap among the drawn cards: the pack's, or one that the table has entered; -1: none."""
    trap = decks.scenario(game)["trap"]
    for number in game.state.decks[HL_OPEN]:
        if number == trap or (number >= game.cards.count("locations") and decks.data(game, "locations", number).get("trap")):
            return number
    return -1


def _trap(game, i: int):
    """W9, S4, M10: nothing else of the attack happens; the attacker is doomed while the trap is carried out."""
    from . import steps

    s = game.state
    number = trap_among(game)
    agenda.pop(s)  # the attack
    game.tell("trap", i)
    stand_up(game)
    if number >= 0:
        figures.turn_bit(s, i, DOOMED, True)
        agenda.push(s, STRIKE, 0, i, AFTER_TRAP)
        yield steps.run(game, decks.data(game, "locations", number).get("reflex", ()), i)
    else:
        decks.shuffle_locations(game)


def _run_out(game, card: int, i: int):
    """W8: a slung stone finds no location."""
    if game.rulings.trap_on_empty_deck:
        agenda.push(game.state, STRIKE, card, i, NEXT)
        yield _trap(game, i)


def sling(game, i: int) -> None:
    """F6: one location is drawn and critically wounded, from anywhere."""
    agenda.push(game.state, STRIKE, agenda.SLUNG, i, NEXT, 1)


def strike(game, card: int, who: int, stage: int, more: int):
    """The next of an attack's locations (W3-W7a), the end of one, or of a trap. `card`: the weapon; `more` 1: slung, its location is not
    drawn yet."""
    s = game.state
    if stage != NEXT:
        figures.undoom(s)
    if stage == AFTER_TRAP:
        decks.shuffle_locations(game)
        return
    if stage == CLOSE:
        _close(game, more, False)
        return
    if more:  # slung
        if (yield decks.draw_location(game)) < 0:
            return (yield _run_out(game, card, who))
        if trap_among(game) >= 0 and not game.rulings.sling_springs_trap:
            trap = s.decks[HL_OPEN][-1]
            s.decks[HL_DISCARD].extend(decks.empty(s.decks[HL_OPEN]))
            drawn = yield decks.draw_location(game)
            if decks.take(s.decks[HL_DISCARD], trap):
                s.decks[HL_POOL].append(trap)
            if drawn < 0:
                return (yield _run_out(game, card, who))
        if trap_among(game) >= 0:
            agenda.push(s, STRIKE, card, who, NEXT)
            return (yield _trap(game, who))
        yield decks.read(game, "locations", s.decks[HL_OPEN][-1])
        return (yield _wounded(game, s.decks[HL_OPEN][-1], who, card, True))
    if not s.decks[HL_OPEN]:
        return
    if not on_board(s, who) or s.flags[who] & DOWN or not in_reach(s, who, weapon(game, s, who, card)[4]):
        game.tell("cancelled", who, len(s.decks[HL_OPEN]))  # W7a, K3
        s.decks[HL_DISCARD].extend(decks.empty(s.decks[HL_OPEN]))
        return

    def make():
        found = decks.distinct(s.decks[HL_OPEN])
        ids = tuple([decks.id_of(game, "locations", number) for number in found])
        return Prompt("location-order", "W3", ids, ids[0], who, (SURVIVOR_IDS[who],)) if len(ids) > 1 else None

    choice = yield from ask(make)
    if not s.decks[HL_OPEN]:
        return
    number = s.decks[HL_OPEN][0] if choice is None else decks.number_of(game, "locations", choice)
    decks.take(s.decks[HL_OPEN], number)
    s.decks[HL_OPEN].append(number)  # the last one is being tried
    agenda.push(s, STRIKE, card, who, NEXT)
    yield _attempt(game, number, who, card)


def needs(game, i: int, place: int, data: dict):
    """(least face that wounds, least face that wounds critically, 11: none): W4, W6, A3."""
    s = game.state
    _, _, strength, luck, _ = weapon(game, s, i, place)
    need = clamp(game, figures.beast(s, TOUGHNESS) - strength - attribute(s, i, STRENGTH))
    critical = 11
    if "critical" in data or "injury" in data:
        critical = max(2, 10 - luck - attribute(s, i, LUCK) + figures.beast(s, LUCK))
        critical = min(11, critical)
    return need, critical


def _attempt(game, number: int, i: int, place: int):
    """W4: the wound attempt on one location."""
    from .steps import span

    yield decks.read(game, "locations", number)
    data = decks.data(game, "locations", number)

    def split():
        need, critical = needs(game, i, place, data)
        need = min(need, critical)
        ids = [span(1, need - 1)] if need > 1 else []
        if critical > need and need < 11:
            ids.append(span(need, critical - 1))
        if critical < 11:
            ids.append(span(critical, 10))
        return tuple(ids), need, critical

    def make():
        if not on_board(game.state, i):
            return None
        ids, need, critical = split()
        weights = tuple([last - first + 1 for first, last in harm.faces(ids)])
        return Prompt("roll", "W4", ids, None, CHANCE, ("wound", decks.id_of(game, "locations", number), need, critical), weights)

    choice = yield from ask(make)
    if choice is None:  # the table took the attacker off: its hits are cancelled next (W7a)
        return
    _, need, critical = split()
    first = harm.faces((choice,))[0][0]
    if first >= critical:
        yield _wounded(game, number, i, place, True)
    elif first >= need:
        yield _wounded(game, number, i, place, False)
    else:
        game.tell("failed", i, number)
        yield _react(game, number, data, i, "failure")


def _wounded(game, number: int, i: int, place: int, critical: bool):
    """W5, W6, W6a: an AI card goes, then the critical effect, or the reactions."""
    from . import steps

    data = decks.data(game, "locations", number)
    critical = critical and ("critical" in data or "injury" in data)
    impervious = data.get("impervious", False)
    kills = False
    if not impervious:
        kills = not decks.wound(game)
    game.tell("critical" if critical else "impervious" if impervious else "wounds", i, number)
    if kills:
        game.tell("last-wound", i)
        if critical and game.rulings.killing_critical_counts:
            yield steps.run(game, data.get("critical", ()), i)
        _close(game, number, critical)
        monster_dies(game)
    if critical:
        yield steps.run(game, data.get("critical", ()), i)
        _close(game, number, True)
    else:
        failed = impervious and game.rulings.impervious_counts_as_failed
        yield _react(game, number, data, i, "failure" if failed else "wound")


def _react(game, number: int, data: dict, i: int, what: str):
    """W7, M10: what the location answers; the reactions are over before it is discarded."""
    from . import steps

    s = game.state
    agenda.push(s, STRIKE, 0, i, CLOSE, number)
    if s.down:
        return
    for key in (what, "reflex"):
        if data.get(key):
            game.tell("reacts", number, key)
            yield steps.run(game, data[key], i)


def _close(game, number: int, critical: bool) -> None:
    """The location's card goes to the discard; one that leaves a persistent injury stays in play (W6)."""
    s = game.state
    if decks.take(s.decks[HL_OPEN], number):
        stays = critical and "injury" in decks.data(game, "locations", number)
        s.decks[HL_PLAY if stays else HL_DISCARD].append(number)
