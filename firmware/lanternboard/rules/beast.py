"""The monster's turn (A1-A10, M1-M10, T1-T8, F5): an AI card drawn and carried out in stages, each an act of its own, and what steps make
the monster do. Who is hit suffers in harm.py; where it can go is movement.py's and retreat.py's."""

from . import agenda, carry, decks, figures, geometry, harm, targets
from .agenda import (
    AFTER,
    APPROACH,
    ATTACK,
    BEFORE,
    BONUS,
    CARD,
    COLLIDED,
    DAMAGE,
    DID,
    DONE,
    DRAW,
    EACH,
    END_MONSTER,
    HITS,
    INJURED,
    INSTINCT,
    PICK,
    REACTION,
    SEVERE,
)
from .asking import SURVIVOR_IDS, ask, drawn_of, fall, next_of, one_of, stand_up
from .figures import value
from .geometry import on_board
from .prompt import CHANCE, CONTROLLER, Prompt
from .spaces import Spaces
from .state import (
    ACCURACY,
    AI_DISCARD,
    AI_OPEN,
    AI_PLAY,
    ALL,
    DODGED,
    DOWN,
    DYING,
    EVASION,
    GRABBED,
    HL_PLAY,
    INSANITY,
    ITEM,
    NOBODY,
    PLAYER,
    SPEED,
    SURVIVAL,
    TURN,
    WON,
)
from .state import DAMAGE as BEAST_DAMAGE

MOMENTS = ("turn", "draws", "moves")  # at which injuries in play do something
BARS = 3  # of `lasts`, behind MOMENTS
READ = 1 << 7
MOST_DICE = 60  # of an attack: its hits lie in bytes of the state


def data(game, number: int) -> dict:
    """An AI card, or an instinct."""
    return game.cards.card("instincts", number - INSTINCT) if number >= INSTINCT else decks.data(game, "ai", number)


def basic_action(game) -> int:
    """The Basic Action's number as a CARD's, -1 for a monster that the pack has no cards for."""
    number = decks.scenario(game)["basic_action"]
    return number if number < 0 else INSTINCT + number


def begin(game):
    """What happens at the start of the monster's turn: injuries that lie in play, a death that was put off."""
    s = game.state
    if s.beast[DYING]:
        from . import learn

        at_start = yield learn.when_it_dies(game)
        if at_start:
            monster_dies(game)
        s.beast[DYING] = 2
    yield injuries(game, "turn")


def injuries(game, moment: str):
    """What cards of persistent injuries in play do at a moment: "turn", "draws", "moves"."""
    for card in bytes(game.state.decks[HL_PLAY]):
        if lasts(game, card, MOMENTS.index(moment)):
            from . import steps as effects

            game.tell("injury", card)
            yield effects.run(game, game.cards.card("locations", card)[moment], -1)


def lasts(game, card: int, which: int) -> bool:
    """Whether a location's injury does something while it is in play: at MOMENTS[which], or BARS: a grab is barred. Each card is read
    once: every injury in play is asked at every moment, and a line of a pack takes a Pico 1 to 11 ms."""
    known = game.lasting
    if card >= len(known):
        return False  # one that the table has entered
    if not known[card]:
        told = game.cards.card("locations", card)
        known[card] = READ | ("grab" in told.get("bars", ())) << BARS
        for k in range(len(MOMENTS)):
            if told.get(MOMENTS[k]):
                known[card] |= 1 << k
    return bool(known[card] & 1 << which)


def draw(game):
    """The next AI card; with none left the Basic Action is performed instead (F5). A knocked-down monster stands up (M10)."""
    s = game.state
    stand_up(game)
    card = yield decks.draw_ai(game)
    if card < 0:
        basic = basic_action(game)
        game.tell("basic")
        if basic >= 0:
            agenda.push(s, CARD, basic, NOBODY, PICK)
        return
    agenda.push(s, CARD, card, NOBODY, PICK)
    rest = bytes(s.agenda)
    yield injuries(game, "draws")
    if s.agenda == rest and not s.decks[AI_OPEN]:  # discarded
        agenda.pop(s)


def card(game, number: int, who: int, stage: int, more: int):
    """One stage of a card."""
    s = game.state
    if stage == DONE:
        figures.undoom(s)
        if number < INSTINCT and s.decks[AI_OPEN] and s.decks[AI_OPEN][-1] == number:
            decks.done(game)
        return
    if stage == PICK:
        if not more & INJURED and (yield _injured(game, number)):
            return
        yield decks.read(game, "ai", number)
    yield _STAGES[stage](game, data(game, number), number, who, more)


def _injured(game, number: int):
    """A9: True where an injury in play has all that the card does; it is done then."""
    s = game.state
    if INSTINCT > number >= game.cards.count("ai"):
        return False  # one that the table has entered
    for out in bytes(s.decks[HL_PLAY]):
        for left, steps in data(game, number).get("injury", ()):
            if left == out:
                game.tell("injury", out)
                if steps == "ask":
                    from . import learn

                    steps = yield learn.injured(game, number, out)
                    if steps is None:
                        continue
                if game.rulings.injury_is_all:
                    agenda.push(s, CARD, number, NOBODY, DONE)
                else:
                    agenda.push(s, CARD, number, NOBODY, PICK, INJURED)
                yield _steps(game, steps, -1)
                return True
    return False


def _pick(game, c: dict, number: int, who: int, more: int):
    """T1-T7: the card's targets."""
    s = game.state
    agenda.push(s, CARD, number, NOBODY, DONE, more & INJURED)
    if not c.get("pick"):
        return agenda.push(s, CARD, number, NOBODY, AFTER)
    gains = number < INSTINCT or number == basic_action(game) or not game.rulings.reactions_give_nothing
    no_target, found, every = yield picked(game, c["pick"], gains)
    if no_target is not None:
        agenda.pop(s)
        decks.done(game)
        game.tell("instinct", no_target)
        ids = game.cards.ids("instincts")
        if no_target in ids:
            agenda.push(s, CARD, INSTINCT + ids.index(no_target), NOBODY, PICK)
        return
    if every:
        agenda.push(s, CARD, number, NOBODY, AFTER)
        mask = 0
        for i in found:
            mask |= 1 << i
        agenda.push(s, CARD, number, mask, EACH)
    elif found:
        agenda.push(s, CARD, number, found[0], BEFORE, more & ~INJURED)


def picked(game, entries, gains: bool, reacts: bool = False):
    """(instinct's word or None, survivors, whether the entry takes all): who a list picks, with the controller's choice (T4), chance's
    (T2) and what the controller's own gain by it (T7). `reacts`: as for targets.pick."""
    s = game.state
    found = targets.pick(s, entries, game.rulings, None, reacts)
    if found.instinct is not None or not found.candidates:
        return found.instinct, (), False

    asked = False

    def ids():
        nonlocal asked
        mask = (targets.pick(s, entries, game.rulings, None, reacts) if asked else found).candidates
        asked = True  # from here on the table may overrule
        return tuple([SURVIVOR_IDS[i] for i in range(len(s.at)) if mask >> i & 1])

    chosen = [i for i in range(len(s.at)) if found.candidates >> i & 1]
    if not found.all and len(chosen) > 1:
        if found.random:
            who = yield from drawn_of(ids)
        else:
            who = yield from one_of("T4", ids, None, "target", CONTROLLER)
        chosen = [] if who is None else [SURVIVOR_IDS.index(who)]
    for i in chosen:
        game.tell("target", i)
        if gains and _own(game, i):
            _gains(game, i)
    if not found.all and not reacts and len(chosen) == 1 and s.priority == chosen[0]:
        game.tell("by-priority", chosen[0])
    return None, chosen, found.all


def _gains(game, i: int) -> None:
    """T7."""
    if game.state.level == ALL:
        figures.add(game.state, i, INSANITY, 1)
        game.tell("gains", i, "insanity", 1)
    else:
        game.tell("paper", i, "insanity", 1)


def _own(game, i: int) -> bool:
    """T7, V1a: whether survivor i is the controller's own."""
    s = game.state
    if s.players == 1:
        return game.rulings.lone_player_gains
    return value(s, i, PLAYER) == s.controller


def _each(game, c: dict, number: int, who: int, more: int):
    """A card that takes all: its `before` for one of them after the other, in the controller's order."""
    s = game.state
    i = yield from next_of(game, who, "T4")
    if i < 0:
        return
    if who & ~(1 << i):
        agenda.push(s, CARD, number, who & ~(1 << i), EACH)
    yield _steps(game, c.get("before", ()), i)


def _steps(game, steps, i: int):
    if steps:
        from . import steps as effects

        yield effects.run(game, steps, i)


def _before(game, c: dict, number: int, who: int, more: int):
    agenda.push(game.state, CARD, number, who, APPROACH if "attack" in c else AFTER, more)
    yield _steps(game, c.get("before", ()), who)


def _approach(game, c: dict, number: int, who: int, more: int):
    """M1-M3, X1, X2: to the target, and the attack where it gets next to it. Falling on the way drops the card (M10)."""
    s = game.state
    reaches = False
    late: list = []
    if on_board(s, who):
        reaches = yield carry.advance(game, who, None if game.rulings.collisions_before_attack else late)
    if s.down and game.rulings.fallen_monster_drops_card:
        return
    if late:
        agenda.push(s, COLLIDED, 0, sum([1 << i for i in late]))
    attacks = "attack" in c and reaches and on_board(s, who) and geometry.distance_to(s, s.at[who]) == 1
    agenda.push(s, CARD, number, who, ATTACK if attacks else AFTER, more)


def collided(game, mask: int):
    """X1's other ruling: those whom the monster crossed on its way fall when its attack is over."""
    _fall_late(game, mask)
    return
    yield


def _fall_late(game, mask: int) -> None:
    for i in figures.living(game.state):
        if mask >> i & 1:
            game.tell("collided", i)
            fall(game, i)


def modifier(game, what: str) -> int:
    """What moods in play add, per level of the monster."""
    s = game.state
    total = 0
    for number in s.decks[AI_PLAY]:
        if number < game.cards.count("ai"):
            total += game.cards.card("ai", number).get("mood", {}).get(what, 0)
    return total * figures.level_of(s)


def dice_of(game, c: dict, who: int):
    """(dice, least face that hits) of a card's attack on a survivor (A2, A3)."""
    s = game.state
    speed, accuracy, _ = c["attack"]
    dice = speed + figures.beast(s, SPEED) + modifier(game, "speed")
    if dice < 1 and game.rulings.always_one_die:
        dice = 1
    need = accuracy - figures.beast(s, ACCURACY) - modifier(game, "accuracy")
    if s.level == ALL:
        need += figures.attribute(s, who, EVASION)
    return max(0, min(MOST_DICE, dice)), clamp(game, need)


def clamp(game, need: int) -> int:
    """The least face that succeeds: the natural 1 fails, the 10 succeeds (A3); 11: none does."""
    if game.rulings.faces_decide_first:
        return max(2, min(10, need))
    return max(1, min(11, need))


def ways(dice: int, need: int) -> tuple:
    """In how many of 10 ** dice throws 0, 1, ... dice show at least `need`."""
    good = 11 - need
    out = [1]
    for _ in range(dice):
        out = [a * (10 - good) + b * good for a, b in zip(out + [0], [0] + out)]
    return tuple(out)


def points_of(game, c: dict, bonus: int) -> int:
    """Damage of one hit (A7)."""
    s = game.state
    return max(0, c["attack"][2] + figures.beast(s, BEAST_DAMAGE) + modifier(game, "damage") + bonus)


def hits_prompt(game, rule: str, count, i: int):
    """Asks how many of an attack's dice hit; `count()` gives (dice, least face), again after an adjustment. Survivor i is attacked, or
    attacks; None: the table took it off."""

    def make():
        if not on_board(game.state, i):
            return None
        dice, need = count()
        return Prompt("hits", rule, range(dice + 1), None, CHANCE, (dice, need, SURVIVOR_IDS[i]), lambda _: ways(dice, need))

    return ask(make)


def _attack(game, c: dict, number: int, who: int, more: int):
    """A2-A6: the dice, and a location for every hit."""
    s = game.state
    if not on_board(s, who):
        return agenda.push(s, CARD, number, who, AFTER, more)
    dice, need = dice_of(game, c, who)
    game.tell("attacks", who, dice, need, points_of(game, c, more & BONUS))
    if s.level != ALL:
        does = "no"
        if c.get("damage"):
            ids = ("yes", "no")
            does = yield from ask(
                lambda: Prompt("harmed", "A8", ids, "yes", CONTROLLER, (SURVIVOR_IDS[who],)) if on_board(s, who) else None
            )
        return agenda.push(s, CARD, number, who, DAMAGE if does == "yes" else AFTER, more | DID)
    if not dice:
        return agenda.push(s, CARD, number, who, AFTER, more)
    n = yield hits_prompt(game, "A3", lambda: dice_of(game, c, who), who)
    if not n:
        if n == 0:
            game.tell("missed", who)
        return agenda.push(s, CARD, number, who, AFTER, more)
    game.tell("hits", who, n)
    s.hits[:] = bytes((NOBODY,)) * n
    rest = bytes(s.agenda)
    yield _steps(game, c.get("hits", ()), who)  # A5
    for k in range(n):
        if on_board(s, who) and k < len(s.hits) and s.hits[k] == NOBODY:
            s.hits[k] = yield harm.location_die(game, who)
    yield _steps(game, c.get("locations", ()), who)
    if s.agenda[: len(rest)] != rest:  # the turn is over
        return
    agenda.push(s, CARD, number, who, HITS, more)


def can_dodge(game, i: int, more: int) -> bool:
    """S2, S2a, S4: until the first severe injury of the attack is rolled, once a round, for one survival."""
    s = game.state
    if more & SEVERE or value(s, i, TURN) & DODGED or not figures.can_spend(s, i) or figures.marked(s, i, figures.NO_DODGE):
        return False
    return not (more & REACTION and game.rulings.no_dodge_in_own_attack)


def _hits(game, c: dict, number: int, who: int, more: int):
    """A6, S2: one hit is resolved, which the target picks, or dodged."""
    s = game.state
    if not on_board(s, who):  # A6a
        s.hits[:] = b""
    if not s.hits:
        return agenda.push(s, CARD, number, who, DAMAGE if on_board(s, who) else AFTER, more)

    def make():
        if not on_board(s, who):  # the table took it off
            return None
        found = decks.distinct(s.hits)
        words = [harm.LOCATIONS[k] for k in range(5) if k in found]
        dodge = can_dodge(game, who, more)
        if len(words) == 1 and not dodge:
            return None
        ids = tuple(words + ["dodge-" + word for word in words] if dodge else words)
        return Prompt("hit", "S2" if dodge else "A6", ids, ids[0], who, (SURVIVOR_IDS[who], len(s.hits)))

    choice = yield from ask(make)
    if not on_board(s, who):
        return agenda.push(s, CARD, number, who, HITS, more)
    if choice is None:
        choice = harm.LOCATIONS[s.hits[0]]
    if choice.startswith("dodge-"):
        decks.take(s.hits, harm.LOCATIONS.index(choice[6:]))
        figures.add(s, who, SURVIVAL, -1)
        figures.turn_bit(s, who, DODGED, True)
        game.tell("dodged", who, harm.LOCATIONS.index(choice[6:]))
    else:
        location = harm.LOCATIONS.index(choice)
        if not game.rulings.damage_needs_effect:
            more |= DID
        decks.take(s.hits, location)
        game.tell("hit", who, location)
        stood = not s.flags[who] & DOWN
        did = yield harm.hit(game, who, location, points_of(game, c, more & BONUS))
        if stood and s.flags[who] & DOWN and not game.rulings.floored_takes_the_rest:
            s.hits[:] = b""  # A6a
        if did:
            more |= DID
        if did == 2:
            more |= SEVERE
    agenda.push(s, CARD, number, who, HITS, more)


def _damage(game, c: dict, number: int, who: int, more: int):
    """A8: once per attack, after its last hit."""
    agenda.push(game.state, CARD, number, who, AFTER, more)
    if more & DID:
        yield _steps(game, c.get("damage", ()), who)


def _after(game, c: dict, number: int, who: int, more: int):
    """The card's last actions; with its target gone those that are left (M8)."""
    if who == NOBODY:
        who = -1
    elif not on_board(game.state, who) and not game.rulings.card_goes_on_without_target:
        return
    yield _steps(game, c.get("after", ()), who)


_STAGES = (_pick, _each, _before, _approach, _attack, _hits, _damage, _after)


# What steps make it do


def do(game, step, i: int):
    """A step that is the monster's: see docs/packs.md."""
    s = game.state
    verb = step[0]
    if verb == "grab":
        yield grab(game, i)
    elif verb == "face":
        yield carry.face(game, i)
    elif verb == "away":
        yield carry.flee_all(game)
    elif verb == "back":
        yield carry.back(game, i, step[1])
    elif verb == "charge":
        yield charge(game)
    elif verb == "basic":
        basic(game, i, step[1])
    elif verb == "monster-down":
        if not s.down:
            s.down = True
            game.tell("fell", -1)
            _drop_card(game)
    elif verb == "monster-stands":
        stand_up(game)
    elif verb == "monster-dies":
        monster_dies(game)
    elif verb == "monster-dies-next-turn":
        s.beast[DYING] = 1
        game.tell("dying")
    elif verb == "wound":
        if not decks.wound(game):
            monster_dies(game)
    elif verb == "end-turn":
        end_turn(game)
    elif verb == "draw":
        decks.done(game)
        agenda.push(s, DRAW)
    elif verb == "discard":
        decks.done(game, False)
    elif verb == "discard-mood":
        yield _discard_mood(game)
    elif verb == "flee":
        yield carry.to_edge(game, i)
    elif verb == "strike":
        from . import hunters

        hunters.sling(game, i)


def monster_dies(game) -> None:
    """W5a: the showdown is won; whoever calls this lets the killing wound's critical effect happen first."""
    game.state.result = WON
    game.tell("monster-died")
    raise harm.Over


def end_turn(game) -> None:
    """T8, A10: the monster's turn is over; cards that were being carried out are discarded."""
    s = game.state
    for at in range(0, len(s.agenda), ITEM):
        if s.agenda[at] == COLLIDED:
            _fall_late(game, s.agenda[at + 2])
    if agenda.drop_to(s, END_MONSTER):
        s.hits[:] = b""
        while s.decks[AI_OPEN]:
            decks.done(game)


def _drop_card(game) -> None:
    """M10: it falls during its own card: the rest of that card is left out."""
    s = game.state
    if s.side or not game.rulings.fallen_monster_drops_card:
        return
    while agenda.op(s) == CARD and s.agenda[-2] != DONE:
        if agenda.pop(s)[3] == PICK:  # drawn, and nothing done yet
            decks.done(game, False)
    s.hits[:] = b""
    if agenda.op(s) == COLLIDED:
        _fall_late(game, agenda.pop(s)[2])
    if agenda.op(s) == CARD:
        raise harm.Over  # and the rest of these steps


def basic(game, i: int, bonus: int) -> None:
    """A reaction's Basic Action: a move & attack on that survivor."""
    number = basic_action(game)
    if number >= 0:
        game.tell("basic-on", i)
        if game.state.side and not game.rulings.reactions_give_nothing and _own(game, i):
            _gains(game, i)
        agenda.push(game.state, CARD, number, i, APPROACH, min(BONUS, bonus) | (REACTION if agenda.strikes(game.state, i) else 0))


def charge(game):
    """Full move straight forward (M9); whom it passes suffers grab, in the controller's order."""
    touched = yield carry.forward(game)
    while True:
        i = yield from next_of(game, touched, "T4")
        if i < 0:
            return
        touched &= ~(1 << i)
        yield grab(game, i)


def front_spaces(game, i: int) -> Spaces:
    """Where a grabbed survivor can be put: a free space touching the front edge, else the nearest free ones in front (M9)."""
    s = game.state
    front = geometry.in_front(s, game.rulings)
    out = Spaces(s.columns * s.rows)
    best = -1
    for space in front:
        dx, dy = geometry.gaps(s, space, s.x, s.y)
        far = abs(dx) + abs(dy)
        if 0 <= best < far or (space != s.at[i] and not geometry.free(s, space)):
            continue
        if best < 0 or far < best:
            best = far
            out = Spaces(s.columns * s.rows)
        if far == best:
            out.add(space)
    return out if best == 1 or game.rulings.grab_reaches_further else Spaces(s.columns * s.rows)


def grab(game, i: int):
    """Placed, knocked down, in front of the monster; then damage equal to its level at a rolled location (cards.md). Nothing happens
    while an injury in play bars it."""
    s = game.state
    for number in s.decks[HL_PLAY]:
        if lasts(game, number, BARS):
            return game.tell("barred", number)

    def make():
        spaces = front_spaces(game, i)
        return Prompt("front", "M9", spaces, None, CONTROLLER, (SURVIVOR_IDS[i],)) if on_board(s, i) and len(spaces) > 1 else None

    space = yield from ask(make)
    if space is None:
        space = next(iter(front_spaces(game, i)), None) if on_board(s, i) else None
    if not on_board(s, i):
        return
    game.tell("grabbed", i)
    if space is not None and space != s.at[i]:
        s.at[i] = space
        game.tell("placed", SURVIVOR_IDS[i], space)
    fall(game, i)
    figures.turn_bit(s, i, GRABBED, True)
    if s.level == ALL:
        yield harm.damage(game, i, figures.level_of(s))
    else:
        game.tell("paper", i, "damage", figures.level_of(s))


def _discard_mood(game):
    """One mood in play goes to the discard; the controller picks which."""
    s = game.state

    def make():
        moods = decks.distinct(s.decks[AI_PLAY])
        ids = tuple([game.cards.ids("ai")[k] for k in moods])
        return Prompt("mood", "A10", ids, ids[0], CONTROLLER) if len(ids) > 1 else None

    choice = yield from ask(make)
    if s.decks[AI_PLAY]:
        number = s.decks[AI_PLAY][0] if choice is None else game.cards.ids("ai").index(choice)
        decks.take(s.decks[AI_PLAY], number)
        s.decks[AI_DISCARD].append(number)
        game.tell("mood-ends", number)
