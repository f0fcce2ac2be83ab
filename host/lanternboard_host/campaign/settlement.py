"""The settlement phase, step by step (P, Q). Each step is one act and ends at a boundary: a group stops wherever it likes and goes on
another evening. What a step brings with it (a story event, a principle, a death to be counted) waits in `todo` and is done first."""

from functools import partial
from typing import Any

from lanternboard.rules.prompt import ANYONE

from . import derived, effects, years
from .asking import Ask, Text, ask, drawn, one_of
from .state import DEAD, State, due

STEPS = ("set-up", "return", "endeavors", "event", "deaths", "timeline", "develop", "depart", "special", "archive", "end")
LATER = "later"  # naming, or a quarry: another time
AS_BEFORE = "as-before"  # the gear that was worn


def act(game):
    """The step that is due."""
    return {
        "set-up": set_up,
        "return": survivors_return,
        "endeavors": gain_endeavors,
        "event": settlement_event,
        "deaths": death_count,
        "timeline": timeline,
        "develop": develop,
        "depart": depart,
        "special": special,
        "archive": archive,
        "end": end,
    }[game.state.data["step"]](game)


def todo(game):
    """The next of what waits."""
    s: State = game.state
    item = s.data["todo"].pop(0)
    kind = item[0]
    if kind == "event":
        yield from event(game, item[1])
    elif kind == "principle":
        yield from principle(game, item[1])
    elif kind == "age":
        if s.survivors[item[1]]["state"] != DEAD:
            yield from effects.entered(game, item[2], item[1])
    elif kind == "by-hand":
        yield from effects.entered(game, effects.SHOWDOWN)
    elif kind == "disorder":
        from .showdown import disorder

        yield from disorder(game, item[1])
    elif kind == "steps":
        yield from effects.run(game, item[1], item[2])
    elif kind == "death":  # P5: in step 5, whenever it happened
        if s.settlement["phase"] == "settlement" and s.data["step"] == "deaths":
            effects.count_death(game, False)
        else:
            s.data["lost"] = [*s.data.get("lost", []), item[1]]


def _next(game) -> None:
    s: State = game.state
    s.data["step"] = STEPS[STEPS.index(s.data["step"]) + 1]


# 1 to 3


def set_up(game):
    """P1: the settlement gets a name, now or later; what that gives it gives once (report 17)."""
    s: State = game.state
    if not s.settlement["name"]:
        name = yield from ask(lambda: Ask("settlement-name", "P1", Text(ids=(LATER,)), None))
        if name != LATER:
            game.state.settlement["name"] = name
            game.tell("settlement-name", name)
    game.state.data["innovated"] = False
    _next(game)


def survivors_return(game):
    """P2: light and heavy injuries are healed, tokens go, permanent injuries stay; P1: naming gives each returning survivor 1 survival."""
    s: State = game.state
    for one in derived.alive(s):
        heal(game, one)
    if s.settlement["name"]:
        naming(game)
    _next(game)
    return
    yield


def heal(game, one: str) -> None:
    sheet = game.state.survivors[one]
    sheet["boxes"], sheet["tokens"], sheet["bleed"] = [], {}, 0


def naming(game) -> None:
    """P1: 1 survival to each returning survivor, once in a campaign."""
    s: State = game.state
    if "named" in s.data["once"]:
        return
    s.data["once"].append("named")
    for one in effects.group(s, "returning"):
        effects.survivor(game, one, ["survival", 1], "settlement-name")


def gain_endeavors(game):
    """P3: one for each returning survivor."""
    effects.settlement(game, ["endeavors", len(effects.group(game.state, "returning"))], "returning")
    _next(game)
    return
    yield


# 4 to 6


def settlement_event(game):
    """P4: The First Day for a new settlement, then one at random, which the table reads off its own card."""
    s: State = game.state
    if "first-day" not in s.data["once"]:
        s.data["once"].append("first-day")
        before = s.settlement["population"]
        yield from event(game, "first-day")
        effects.settlement(game, ["population", len(effects.group(game.state, "returning"))], "returning")
        game.tell("first-day", game.state.settlement["population"] - before)
    elif effects.group(s, "returning"):
        name = yield from ask(lambda: Ask("settlement-event", "P4", Text(60, 1, ("none",)), "none"))
        if name != "none":
            game.tell("settlement-event", name)
            yield from effects.entered(game, name)
    game.state.data["step"] = "deaths"


def death_count(game):
    """P5: one box for each survivor who was lost, one after another: what the first ever brings is done before the next."""
    s: State = game.state
    lost = s.data.get("lost", [])
    if lost:
        s.data["lost"] = lost[1:]
        effects.count_death(game, False)
    else:
        s.data["step"] = "develop" if s.data.pop("skip_year", False) else "timeline"
    return
    yield


def timeline(game):
    """P6: a year, and its story events; special showdowns wait for step 9."""
    s: State = game.state
    years.turn(s, game.cards, s.settlement["year"] + 1)
    s.settlement["year"] += 1
    year = s.settlement["year"]
    game.tell("year", year)
    for k, entry in enumerate(s.settlement["timeline"]):
        if entry[0] == year and entry[1] == "event" and not entry[-1]:
            s.settlement["timeline"][k] = [*entry[:-1], "done"]
            if entry[2] == "first-day":  # it was this phase's settlement event
                continue
            s.data["todo"].append(["event", entry[2]])
    _next(game)
    return
    yield


def event(game, one: str):
    """A story event: what is known of it as data; else the table reads its own, and enters what it did."""
    entry = game.cards.get("events", one)
    game.tell("event", one)
    yield from effects.run(game, entry.get("steps") or [["card"]], one)


def principle(game, one: str):
    """P5, P8: one of two is picked, rolled for and kept for good."""
    s: State = game.state
    if one in s.settlement["principles"]:
        return
    entry = game.cards.get("principles", one)
    rule = entry.get("rule", "P5")
    known = tuple(option["id"] for option in entry.get("options", []))
    own = Text(60, 1, ("none",))  # of one that the content has not

    def asked():
        return None if one in game.state.settlement["principles"] else Ask("principle", rule, known or own, None, subject=(one,))

    chosen = yield from ask(asked)
    if chosen is None or (not known and chosen == "none"):  # entered by hand meanwhile
        return
    game.state.settlement["principles"][one] = chosen
    game.tell("principle", one, chosen)
    rows = derived.option(game.cards, one, chosen).get("roll")
    if rows:
        yield from effects.run(game, [["roll", 10, rows]], one)


# 7


def develop(game):
    """Q1: build, innovate, craft, endeavor, in any order, until the group is done. P7: in the First Story's settlement the three that
    the Lantern Hoard builds come first; that is the proposal."""

    def first(options):
        return next((one for one in options if one.startswith("build:") and game.cards.get("locations", one[6:]).get("first")), "done")

    def make():
        return Ask("develop", "Q1", choices(game), first, subject=("endeavors", str(game.state.settlement["endeavors"])))

    choice = yield from ask(make)
    if choice == "done":
        _next(game)
        return
    verb, _, what = choice.partition(":")
    if verb == "build":
        yield from build(game, what)
    elif verb == "innovate":
        yield from innovate(game)
    elif verb == "craft":
        yield from craft(game, what)
    elif verb == "endeavor":
        yield from endeavor(game, what)
    elif verb == "use":
        yield from printed(game)
    elif verb == "name":
        yield from name_now(game)


def choices(game) -> tuple[str, ...]:
    """What can be done now; `why_not` says why something cannot."""
    s: State = game.state
    out = [f"build:{entry['id']}" for entry in game.cards.all("locations") if not why_not_build(game, entry)]
    if not why_not_innovate(game):
        out.append("innovate")
    out += [f"craft:{entry['id']}" for entry in game.cards.all("gear") if not why_not_craft(game, entry)]
    if s.settlement["endeavors"] > 0 and derived.alive(s):
        out += [f"endeavor:{entry['id']}" for entry in game.cards.all("endeavors") if entry["at"] in s.settlement["locations"]]
        out.append("use")
    if not s.settlement["name"]:
        out.append("name")
    return (*out, "done")


def why_not_build(game, entry) -> str:
    home = game.state.settlement
    if entry["id"] in home["locations"]:
        return "it stands already"
    if "endeavors" not in entry:
        return "it is not built"
    if "lantern-hoard" not in home["locations"]:
        return "Lantern Hoard is not there"
    if home["endeavors"] < entry["endeavors"]:
        return f"endeavors: {entry['endeavors']} wanted, {home['endeavors']} there"
    return _short(game, entry.get("cost"))


def why_not_innovate(game) -> str:
    """Q4."""
    s: State = game.state
    entry = game.cards.raw["innovate"]
    if entry["at"] not in s.settlement["locations"]:
        return "Lantern Hoard is not there"
    if s.data["innovated"]:
        return "once in a settlement phase"
    if s.settlement["endeavors"] < entry["endeavors"]:
        return f"endeavors: {entry['endeavors']} wanted, {s.settlement['endeavors']} there"
    if not derived.deck(s, game.cards):
        return "the innovation deck is empty"
    return _short(game, entry["cost"])


def why_not_craft(game, entry) -> str:
    """Q2."""
    s: State = game.state
    if "at" not in entry:
        return "it is not crafted"
    if entry["at"] not in s.settlement["locations"]:
        return f"{game.cards.name('locations', entry['at'])} is not built"
    if entry.get("needs") and not derived.unlocked(s, game.cards, entry["needs"]):
        return f"{entry['needs']} is wanted"
    return _short(game, entry["cost"])


def _short(game, costs) -> str:
    """ "" where one of the costs can be paid from what is stored."""
    if not costs or any(payments(game, cost) for cost in costs):
        return ""
    return "resources: " + " or ".join(", ".join(f"{n} {kind}" for kind, n in sorted(cost.items())) for cost in costs) + " wanted"


def units(game, cost: dict[str, int]) -> list[str]:
    """The kinds that are to be paid, one by one."""
    return [kind for kind in sorted(cost) for _ in range(cost[kind])]


def payments(game, cost: dict[str, int]) -> bool:
    """Whether what is stored can pay it, each resource counting as one of its kinds (Q2; a ??? counts as any)."""
    return pays(game, units(game, cost), dict(game.state.settlement["storage"]))


def pays(game, wanted: list[str], storage: dict[str, int]) -> bool:
    """A matching of wanted kinds to stored resources."""
    if not wanted:
        return True
    for one in sorted(storage, key=lambda one: (len(game.cards.kinds.get(one, (one,))), one)):
        if storage[one] > 0 and wanted[0] in game.cards.kinds.get(one, (one,)):
            storage[one] -= 1
            if pays(game, wanted[1:], storage):
                return True
            storage[one] += 1
    return False


def pay(game, costs):
    """Q2: which resources are given, one after another, where there is a choice; they are archived. `costs`: of which one is chosen.
    False where an edit by hand in the middle left too little: then what was given is there again."""
    able = [cost for cost in costs or [] if payments(game, cost)]
    if not able:
        return not costs
    which = "0"
    if len(able) > 1:
        which = yield from one_of("cost", "Q2", lambda: tuple(str(k) for k in range(len(able))), "0")
    wanted = units(game, able[int(which)])
    paid: list[str] = []
    while wanted:
        kind = wanted[0]

        def able_to(kind=kind, rest=tuple(wanted[1:])):
            out = []
            for one, n in sorted(game.state.settlement["storage"].items()):
                if n > 0 and kind in game.cards.kinds.get(one, (one,)):
                    left = dict(game.state.settlement["storage"])
                    left[one] -= 1
                    if pays(game, list(rest), left):
                        out.append(one)
            return tuple(sorted(out, key=lambda one: (len(game.cards.kinds.get(one, (one,))), one)))

        given = yield from one_of("pay", "Q2", able_to, next(iter(able_to()), None), (kind,))
        if given is None:
            left = game.state.settlement["storage"]
            missing = next(wanted[k] for k in range(len(wanted)) if not pays(game, wanted[: k + 1], dict(left)))
            for one in paid:
                effects.settlement(game, ["gain", one, 1], "unpaid")
            game.tell("unpaid", missing)
            return False
        effects.settlement(game, ["lose", given, 1], "paid")
        paid.append(given)
        wanted.pop(0)
    return True


def build(game, one: str):
    """Q5: for good."""
    entry = game.cards.get("locations", one)
    if not (yield from pay(game, entry.get("cost"))):
        return
    effects.settlement(game, ["endeavors", -entry["endeavors"]], one)
    effects.settlement(game, ["location", one], "build")


def innovate(game):
    """Q4: two are drawn, one is kept for good, the other goes back."""
    entry = game.cards.raw["innovate"]
    if not (yield from pay(game, entry["cost"])):
        return
    s: State = game.state
    effects.settlement(game, ["endeavors", -entry["endeavors"]], "innovate")
    s.data["innovated"] = True
    many = entry["draw"] + sum(game.cards.get("innovations", one).get("draws", 0) for one in s.settlement["innovations"])
    seen: list[str] = []
    for _ in range(many):
        one = yield from drawn("Q4", lambda: [(one, 1) for one in derived.deck(game.state, game.cards) if one not in seen])
        if one is None:
            break
        seen.append(one)
    kept = yield from one_of("innovation", "Q4", lambda: tuple(one for one in seen if one in derived.deck(game.state, game.cards)))
    if kept is not None:
        effects.settlement(game, ["innovation", kept], "innovate")


def craft(game, one: str):
    """Q2: the resources are archived, the piece lies in storage."""
    if not (yield from pay(game, game.cards.get("gear", one)["cost"])):
        return
    effects.settlement(game, ["gear", one, 1], "craft")


def endeavor(game, one: str):
    """Q3: who does it, one off, and what it does."""
    entry = game.cards.get("endeavors", one)
    who = yield from one_of("endeavor-by", "Q3", lambda: derived.alive(game.state), subject=(one,))
    if who is None:
        return
    effects.settlement(game, ["endeavors", -1], one)
    game.tell("endeavor", who, one)
    steps = game.cards.get("events", entry["event"]).get("steps") or [["card"]]
    yield from effects.run(game, steps, entry["event"], who)


def printed(game):
    """Q6: what a location, an innovation or an event has printed with an endeavor: the table reads it, and enters what it did."""
    who = yield from one_of("endeavor-by", "Q6", lambda: derived.alive(game.state), subject=("printed",))
    if who is None:
        return
    effects.settlement(game, ["endeavors", -1], "printed")
    game.tell("endeavor", who, "printed")
    yield from effects.entered(game, "printed", who)


def name_now(game):
    """P1: later than step 1; those who had returned gain what it gives, once (report 17)."""
    name = yield from ask(lambda: Ask("settlement-name", "P1", Text(ids=(LATER,)), None))
    if name != LATER:
        game.state.settlement["name"] = name
        game.tell("settlement-name", name)
        naming(game)


# 8 to 11


def specials(s: State) -> list[int]:
    """Where in the timeline this year's special showdowns stand that were not fought, in their order."""
    return [
        k
        for k, entry in enumerate(s.settlement["timeline"])
        if entry[0] == s.settlement["year"] and entry[1] == "showdown" and not entry[-1]
    ]


def depart(game):
    """Q7: a quarry and its level, the departing survivors, their gear, what they gain. A group that stops for today does it next time,
    but for a special showdown, which is fought at once."""
    waiting = specials(game.state)
    if not waiting:
        quarry = yield from ask(lambda: Ask("quarry", "Q7", (*quarries(game), LATER), _first(quarries(game), LATER)))
        if quarry == LATER:
            game.state.data["step"] = "archive"
            return
        monster = game.cards.get("monsters", quarry)
        levels = monster.get("levels", 3)
        level = yield from one_of("level", "Q7", lambda: tuple(str(k + 1) for k in range(levels)), "1", (quarry,))
        due(game.state, quarry, int(level), monster.get("pack", ""), "hunt")
    yield from stand(game, clear=not waiting)
    game.state.data["step"] = "special" if waiting else "archive"


def _first(options, otherwise):
    return options[0] if options else otherwise


def quarries(game) -> tuple[str, ...]:
    return tuple(game.state.settlement["quarries"])


def stand(game, clear: bool):
    """Who departs: four, or everyone eligible if fewer (C7: the number is data); returning survivors have given their gear up, the
    departing fill their grids; then what each gains, with the reason (Q7)."""
    s: State = game.state
    worn = {one: list(sheet["gear"]) for one, sheet in s.survivors.items() if any(sheet["gear"])}
    for one in worn:
        strip(game, one)
    s.data["party"] = []
    while True:
        party = game.state.data["party"]
        free = tuple(one for one in derived.eligible(game.state) if one not in party)
        if len(party) >= game.state.data["party_size"] or (not free and not can_come(game)):
            break
        more = ("newcomer",) if can_come(game) else ()
        done = ("done",) if not free and party else ()
        options = (*free, *more, *done)
        who = yield from ask(partial(Ask, "departing", "Q7", options, _first(free, "newcomer")))
        if who == "done":
            break
        if who == "newcomer":
            name = yield from ask(lambda: Ask("name", "Q7a", Text(), None))
            who = effects.born(game, name)
        if game.state.survivors[who]["state"] != DEAD:
            game.state.data["party"].append(who)
    for one in list(game.state.data["party"]):
        yield from dress(game, one, worn.get(one, []))
    for one in game.state.data["party"]:
        for what, amount, why in derived.bonuses(game.state, game.cards):
            effects.survivor(game, one, [what, amount], why)
    if clear:
        for one in derived.alive(game.state):  # the bar was for this hunt; the dead change no more
            game.state.survivors[one]["skip_hunt"] = False


def can_come(game) -> bool:
    """Q7a: whether somebody of the population has no record sheet so far."""
    s: State = game.state
    return s.settlement["population"] > len(derived.alive(s))


def strip(game, one: str) -> None:
    """Its gear lies in storage."""
    sheet = game.state.survivors[one]
    for slot, gear in enumerate(sheet["gear"]):
        if gear:
            sheet["gear"][slot] = None
            effects.settlement(game, ["gear", gear, 1], one)


def dress(game, one: str, worn: list[str | None]):
    """A grid of three by three, filled from storage until it is full or enough; in one answer with what of `worn` is there."""
    while True:
        s: State = game.state
        sheet = s.survivors[one]
        if not s.settlement["gear"] or None not in sheet["gear"] or sheet["state"] == DEAD:
            return
        piece = yield from ask(partial(_dressing, game, one, worn))
        sheet = game.state.survivors[one]
        if piece == AS_BEFORE:
            for slot, gear in _again(game, one, worn):
                effects.settlement(game, ["gear", gear, -1], one)
                sheet["gear"][slot] = gear
            worn = []
            continue
        if piece == "done" or None not in sheet["gear"] or piece not in game.state.settlement["gear"]:
            return
        effects.settlement(game, ["gear", piece, -1], one)
        sheet["gear"][sheet["gear"].index(None)] = piece
        worn = [None if gear == piece else gear for gear in worn]


def _dressing(game, one: str, worn: list[str | None]) -> Ask:
    again = [gear for _, gear in _again(game, one, worn)]
    first = (AS_BEFORE,) if again else ()
    options = (*first, *sorted(game.state.settlement["gear"]), "done")
    return Ask("gear", "Q7", options, AS_BEFORE if again else "done", ANYONE, (one, *again))


def _again(game, one: str, worn: list[str | None]) -> list[tuple[int, str]]:
    """(place, piece) of what was worn and lies in storage: at its old place, or at another that is free."""
    left = dict(game.state.settlement["gear"])
    free = [slot for slot, gear in enumerate(game.state.survivors[one]["gear"]) if gear is None]
    found = []
    for slot, gear in sorted(enumerate(worn), key=lambda row: row[0] not in free):
        if gear and left.get(gear) and free:
            left[gear] -= 1
            found.append((slot if slot in free else free[-1], gear))
            free.remove(found[-1][0])
    return sorted(found)


def special(game):
    """Q8: this year's special showdowns, in their order, each once, by those who stand ready."""
    s: State = game.state
    waiting = specials(s)
    if not waiting:
        s.data["step"] = "archive"
        return
    _, _, monster, level, _ = s.settlement["timeline"][waiting[0]]
    due(s, monster, level, game.cards.get("monsters", monster).get("pack", ""), "special", at=waiting[0])
    s.data["step"] = "showdown"
    return
    yield


def after_special(game, show: dict[str, Any]) -> None:
    """Q8: won or lost, healed, tokens off, then step 5 and on to step 7. Nobody counts as returning: no endeavors, no event, no year."""
    s: State = game.state
    if "at" in show:
        entry = s.settlement["timeline"][show["at"]]
        s.settlement["timeline"][show["at"]] = [*entry[:-1], "done"]
    for one in derived.alive(s):
        heal(game, one)
    s.data["skip_year"] = True
    s.data["step"] = "deaths"


def archive(game):
    """Q9: what is left over is in the settlement's storage, and the cards are archived: here it is there all along."""
    game.state.data["step"] = "end"
    return
    yield


def end(game):
    """Q10: unspent endeavors are lost. C1: the next is the hunt."""
    s: State = game.state
    if s.settlement["endeavors"]:
        effects.settlement(game, ["endeavors", -s.settlement["endeavors"]], "end")
    s.data["returning"] = []
    s.settlement["phase"] = "hunt"
    s.data["step"] = "hunt" if s.data["show"] else "away"
    return
    yield


def away(game):
    """The group stopped for today in step 8 and does it now (Q7). A special showdown that this year has since is fought first (Q8)."""
    if specials(game.state):
        game.state.settlement["phase"] = "settlement"
        game.state.data["step"] = "depart"
        return
    yield from depart(game)
    s: State = game.state
    if s.data["step"] != "special":
        s.data["step"] = "hunt" if s.data["show"] else "away"
