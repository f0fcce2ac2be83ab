"""What happens in a campaign, as data: a closed set of steps of which events, principles and quick entries are made. Each is a list,
its verb first. Some change the settlement, some a survivor, some ask. `check` refuses whatever is none, `run` carries them out.

    settlement  ["population", 2] ["endeavors", -1] ["limit", 1] ["innovation", "paint"] ["location", "skinnery"] ["quarry", "phoenix"]
                ["nemesis", "butcher"] ["event", "watched"] ["timeline", 3, "event", "watched"] ["principle", "death"] ["gain", "skull", 1]
                ["gain-deck", "basic", 2] ["lose", "skull", 1] ["lose-one"] ["gear", "cloth", 1] ["departing", "survival", 1] ["birth"]
                ["note", "text"] ["card"]
    survivors   ["survivor", "s3", steps], within ["nominate", group, steps], ["each", group, steps] or ["who", steps]:
                ["survival", 1] ["insanity", 1] ["courage", 1] ["understanding", 1] ["experience", 1] ["bleed", 1]
                ["attribute", "luck", -1] ["token", "speed", 1] ["box", "head-heavy"] ["art", "text"] ["disorder", "text"]
                ["ability", "text"] ["impairment", "deaf"] ["proficiency", 1] ["skip-hunt"] ["retire"] ["die", "why"]
    asks        ["roll", 10, [[1, 5, steps], ...]] ["choose", [["id", steps], ...]] ["ask", "key", 0, 20, 8, steps]: the table reads
                a number off its own sheet, once; "answer" in its steps is that number
    hunt        ["push", "survivors", -2] ["push", "monster", 1] ["showdown"] ["ambush", "survivors"]

Groups are "living", "returning", "departing". Nobody is reached who may not be: each survivor's own bans count, and are told."""

import json
from functools import partial
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.party import BOXES

from . import derived
from .asking import Ask, Entry, ask, drawn, one_of, roll
from .content import ATTRIBUTES
from .derived import GAINS
from .edits import ANSWERS
from .edits import MOST as HELD
from .state import ALIVE, DEAD, RETIRED, add

FIGURES = ("survival", "insanity", "courage", "understanding", "experience", "bleed")
LISTED = {"art": "arts", "disorder": "disorders", "ability": "abilities", "impairment": "impairments"}
GROUPS = ("living", "returning", "departing")
KINDS = ("event", "showdown")
SHOWDOWN = "the-showdown"  # what is entered by hand of one
MOST = 999  # any number
DEEP = 8  # steps within steps

# verb -> what follows it. "#": a number; "id": a word of the content or one's own; "text"; "group"; "steps"; other words: one of these.
SETTLEMENT = {
    "population": ("#",),
    "endeavors": ("#",),
    "limit": ("#",),
    "innovation": ("id",),
    "location": ("id",),
    "quarry": ("id",),
    "nemesis": ("id",),
    "event": ("id",),
    "timeline": ("#", "kind", "id"),
    "principle": ("id",),
    "gain": ("id", "#"),
    "gain-deck": ("id", "#"),
    "lose": ("id", "#"),
    "lose-one": (),
    "gear": ("id", "#"),
    "departing": ("bonus", "#"),
    "birth": (),
    "note": ("text",),
    "card": (),
}
SURVIVOR = {
    **{figure: ("#",) for figure in FIGURES},
    "attribute": ("attribute", "#"),
    "token": ("attribute", "#"),
    "box": ("box",),
    "art": ("text",),
    "disorder": ("text",),
    "ability": ("text",),
    "impairment": ("text",),
    "proficiency": ("#",),
    "skip-hunt": (),
    "retire": (),
    "die": ("text",),
}
HUNT = {"push": ("whom", "#"), "showdown": (), "ambush": ("whom",)}
NESTED = {"survivor": ("id", "steps"), "nominate": ("group", "steps"), "each": ("group", "steps"), "who": ("steps",)}
WORDS = {
    "kind": KINDS,
    "bonus": GAINS,
    "attribute": ATTRIBUTES,
    "box": BOXES,
    "group": GROUPS,
    "whom": ("survivors", "monster"),
}


def check(steps, path: str = "", content: bool = False, deep: int = 0):
    """The steps, when all of them are such. `content`: also those that ask. Raises Refused with the path of what is none."""
    if not isinstance(steps, list) or len(steps) > 40:
        raise Refused(path, "not a list of steps", "at most 40 steps")
    if deep > DEEP:
        raise Refused(path, "steps within steps without end", f"at most {DEEP}")
    for k, step in enumerate(steps):
        check_one(step, f"{path}[{k}]", content, deep)
    return steps


def check_one(step, path: str = "", content: bool = False, deep: int = 0):
    """One step. Raises Refused as `check`."""
    verbs = {**SETTLEMENT, **SURVIVOR, **HUNT, **NESTED}
    if not isinstance(step, list) or not step or not isinstance(step[0], str):
        raise Refused(path, "not a step", "a list that begins with a verb")
    verb = step[0]
    if content and verb in ("roll", "choose", "ask"):
        return _check_asking(step, path, deep)
    if verb not in verbs:
        raise Refused(f"{path}[0]", f"{verb}: no such step", ", ".join(sorted(verbs)))
    wanted = verbs[verb]
    if len(step) != len(wanted) + 1:
        raise Refused(path, f"{verb} takes {len(wanted)} values, not {len(step) - 1}", " ".join((verb, *wanted)))
    for k, (want, value) in enumerate(zip(wanted, step[1:], strict=True), 1):
        here = f"{path}[{k}]"
        if want == "steps":
            check(value, here, content, deep + 1)
        elif want == "#":
            if not (content and value == "answer") and (type(value) is not int or not -MOST <= value <= MOST):
                raise Refused(here, f"{value!r} is no such number", f"-{MOST} to {MOST}")
        elif want in WORDS:
            if value not in WORDS[want]:
                raise Refused(here, f"{value!r} is none", ", ".join(WORDS[want]))
        elif not isinstance(value, str) or not 0 < len(value) <= 60 or value != value.strip() or not value.isprintable():
            raise Refused(here, "not a text", "1-60 printable characters")
        elif (want == "id" or verb in LISTED) and value in ANSWERS:
            raise Refused(here, f"{value} is an answer of its own", "another spelling, as " + value.capitalize())
    return step


def _check_asking(step, path: str, deep: int):
    verb = step[0]
    try:
        if verb == "roll":
            _, die, rows = step
            if type(die) is not int or not 1 < die <= 100 or not all(1 <= row[0] <= row[1] <= die for row in rows):
                raise ValueError
            inner = [row[2] for row in rows]
        elif verb == "choose":
            inner = [steps for _, steps in step[1]]
        else:
            _, key, low, high, usual, steps = step
            if not isinstance(key, str) or not low <= usual <= high:
                raise ValueError
            inner = [steps]
    except (ValueError, TypeError, IndexError):
        raise Refused(path, f"not a {verb}", "as docs/campaign.md has it") from None
    for k, steps in enumerate(inner):
        check(steps, f"{path}.{k}", True, deep + 1)
    return step


def run(game, steps, why: str, who: str = "", answer: int = 0):
    """Carries steps out. `why`: the id of what they are of; `who`: the survivor that they are for; `answer`: the number that was read."""
    for step in list(steps):
        verb = step[0]
        values: list[Any] = [answer if value == "answer" else value for value in step[1:]]
        if verb in SURVIVOR:
            survivor(game, who, [verb, *values], why)
        elif verb in HUNT:
            hunt(game, [verb, *values], why)
        elif verb == "survivor":
            if values[0] in game.state.survivors:
                yield from run(game, values[1], why, values[0], answer)
        elif verb == "who":
            yield from run(game, values[0], why, who or (yield from nominated(game, "living", why)), answer)
        elif verb == "nominate":
            one = yield from nominated(game, values[0], why)
            if one is not None:
                yield from run(game, values[1], why, one, answer)
        elif verb == "each":
            for one in group(game.state, values[0]):
                yield from run(game, values[1], why, one, answer)
        elif verb == "roll":
            rolled = yield from roll(rule(game, why), values[0], (why,))
            for low, high, inner in values[1]:
                if low <= rolled <= high:
                    yield from run(game, inner, why, who, rolled)
        elif verb == "choose":
            inner = dict(values[0])
            chosen = yield from one_of("choose", rule(game, why), partial(tuple, inner), subject=(why,))
            yield from run(game, inner[chosen], why, who, answer)
        elif verb == "ask":
            yield from run(game, values[4], why, who, (yield from learned(game, values[0], values[1:4], why)))
        elif verb == "card":
            yield from entered(game, why, who)
        elif verb == "gain-deck":
            for _ in range(values[1]):
                one = yield from drawn("Q9", partial(left, game, values[0]), (why,))
                if one is not None:
                    settlement(game, ["gain", one, 1], why)
        elif verb == "lose-one":
            one = yield from one_of("lose", rule(game, why), lambda: tuple(sorted(game.state.settlement["storage"])), subject=(why,))
            if one is not None:
                settlement(game, ["lose", one, 1], why)
        else:
            settlement(game, [verb, *values], why)


def rule(game, why: str) -> str:
    """The rule of what happens."""
    return (
        game.cards.get("events", why).get("rule", "")
        or game.cards.get("principles", why).get("rule", "")
        or ("C1" if why == SHOWDOWN else "H0" if game.state.data["hunt"] else "Q6")
    )


def group(s, name: str) -> tuple[str, ...]:
    if name == "departing":
        return tuple(one for one in s.data["party"] if s.survivors[one]["state"] != DEAD)
    if name == "returning":
        return tuple(one for one in s.data["returning"] if s.survivors[one]["state"] != DEAD)
    return derived.alive(s)


def nominated(game, name: str, why: str):
    """One survivor of a group, as the table says; None where there is none."""
    return (yield from one_of("nominate", rule(game, why), lambda: group(game.state, name), subject=(why,)))


def learned(game, key: str, figures: list[int], why: str):
    """A number that the table reads off its own sheet: asked once, and remembered with the campaign."""
    s = game.state
    low, high, usual = figures
    if key not in s.data["learned"]:
        number = yield from ask(lambda: Ask("read", rule(game, why), range(low, high + 1), usual, subject=(key, why)))
        game.state.data["learned"][key] = number
    return game.state.data["learned"][key]


def entered(game, why: str, who: str = ""):
    """The table reads its own card and enters what it did, step by step, until it is done."""
    options = Entry(partial(_here, game, who), ("done",), 'a step as ["population",1] or ["survivor","s1",[["courage",1]]]')
    while True:
        choice = yield from ask(lambda: Ask("effect", rule(game, why), options, "done", subject=(why, who) if who else (why,)))
        if choice == "done":
            return
        yield from run(game, [json.loads(choice)], why, who)
        board = game.state.data["hunt"]
        if board and board["ambush"] == "monster":  # H8: no event goes on
            return


def _here(game, who: str, step):
    """The step, where it can do something here: of a survivor there is, on the hunt alone what moves there. Raises Refused."""
    check_one(step, "")
    for path, one, within in walk(step, "", bool(who)):
        if one[0] in SURVIVOR and not within:
            raise Refused(path, f"{one[0]} of whom?", '["survivor","s1",[...]], ["nominate","living",[...]] or ["each","departing",[...]]')
        if one[0] == "survivor" and one[1] not in game.state.survivors:
            raise Refused(f"{path}[1]", f"no survivor {one[1]}", ", ".join(list(game.state.survivors)[:12]) or "none yet")
        if one[0] in HUNT and not game.state.data["hunt"]:
            raise Refused(path, f"{one[0]} while nobody hunts", "on the hunt only")
    return step


def walk(step, path: str, within: bool):
    """(path, step, whether it is for somebody) of it and of each inside of it."""
    yield path, step, within
    if step[0] in NESTED:
        for k, inner in enumerate(step[-1]):
            yield from walk(inner, f"{path}[{len(step) - 1}][{k}]", True)


def left(game, name: str) -> list[tuple[str, int]]:
    """What a resource deck still has: what is in the settlement's storage has gone back (Q9), so it is whole."""
    return game.cards.deck(name)


# What changes the settlement


def settlement(game, step, why: str) -> None:
    s = game.state
    home = s.settlement
    verb = step[0]
    if verb in ("population", "endeavors"):
        before = home[verb]
        home[verb] = max(0, before + step[1])
        if home[verb] != before:
            game.tell(verb, home[verb] - before, why)
        if verb == "population":
            milestones(game)
    elif verb == "limit":
        home["limit"] += step[1]
        game.tell("limit", step[1], why)
    elif verb in ("innovation", "location", "quarry", "nemesis"):
        store = home[{"nemesis": "nemeses", "quarry": "quarries"}.get(verb, verb + "s")]
        if step[1] not in store:
            store.append(step[1])
            game.tell(verb, step[1], why)
            if verb == "innovation":
                milestones(game)
    elif verb == "event":
        s.data["todo"].append(["event", step[1]])
    elif verb == "principle":
        if step[1] not in home["principles"]:
            s.data["todo"].insert(0, ["principle", step[1]])
    elif verb == "timeline":
        year = max(0, min(HELD, home["year"] + step[1]))
        home["timeline"].append([year, step[2], step[3]] + ([1] if step[2] == "showdown" else []) + [""])
        home["timeline"].sort(key=lambda entry: entry[0])
        game.tell("timeline", step[3], year)
    elif verb in ("gain", "lose"):
        n = step[2] if verb == "gain" else -step[2]
        before = home["storage"].get(step[1], 0)
        after = min(HELD, max(0, before + n))
        home["storage"][step[1]] = after
        if not after:
            del home["storage"][step[1]]
        if after != before:
            game.tell("resource", step[1], after - before, why)
    elif verb == "gear":
        before = home["gear"].get(step[1], 0)
        after = min(HELD, max(0, before + step[2]))
        home["gear"][step[1]] = after
        if not after:
            del home["gear"][step[1]]
        if after != before:
            game.tell("gear", step[1], after - before, why)
    elif verb == "departing":
        home["departing"].append([step[1], step[2], why])
        game.tell("departing", step[1], step[2], why)
    elif verb == "birth":
        home["births"] += 1
        home["population"] += 1
        game.tell("birth", why)
        milestones(game)
    elif verb == "note":
        home["notes"] = (home["notes"] + "\n" + step[1]).strip()
        game.tell("note", step[1])


def milestones(game) -> None:
    """C4: each fires once; what it brings is done next."""
    s = game.state
    home = s.settlement
    for entry in game.cards.all("milestones"):
        what, least = entry["when"]
        there = len(home["innovations"]) if what == "innovations" else home[what]
        if there >= least and entry["id"] not in home["milestones"]:
            home["milestones"].append(entry["id"])
            game.tell("milestone", entry["id"])
            for step in entry["then"]:
                settlement(game, step, entry["id"])


# What changes a survivor


def survivor(game, one: str, step, why: str) -> bool:
    """One step for one survivor; False, and told why, where its own bans forbid it (report 13)."""
    s = game.state
    if one not in s.survivors:
        return False
    sheet = s.survivors[one]
    verb = step[0]
    ban = derived.why_not(sheet, verb)
    if ban and not (verb in FIGURES and step[1] < 0 and sheet["state"] != DEAD):
        game.tell("spared", one, verb, ban)
        return False
    if verb in FIGURES:
        return figure(game, one, verb, step[1], why)
    if verb == "attribute":
        sheet[step[1]] += step[2]
        game.tell(step[1], one, step[2], why)
    elif verb == "token":
        tokens = sheet["tokens"]
        tokens[step[1]] = max(-HELD, min(HELD, tokens.get(step[1], 0) + step[2]))
        if not tokens[step[1]]:
            del tokens[step[1]]
        game.tell("token", one, step[1], step[2], why)
    elif verb == "box":
        if step[1] not in sheet["boxes"]:
            sheet["boxes"].append(step[1])
            sheet["boxes"].sort(key=BOXES.index)
            game.tell("box", one, step[1])
    elif verb in LISTED:
        kept = sheet[LISTED[verb]]
        if step[1] not in kept:
            kept.append(step[1])
            game.tell(verb, one, step[1])
    elif verb == "proficiency":
        before = sheet["proficiency"]["level"]
        sheet["proficiency"]["level"] = after = max(0, before + step[1])
        if after != before:
            game.tell("proficiency", one, after - before, why)
        elif step[1]:
            game.tell("spared", one, verb, "none left")
        ages(game, one)
    elif verb == "skip-hunt":
        sheet["skip_hunt"] = True
        game.tell("skip-hunt", one)
    elif verb == "retire":
        if sheet["state"] == ALIVE:
            sheet["state"] = RETIRED
            game.tell("retired", one)
    elif verb == "die":
        die(game, one, step[1])
    return True


def figure(game, one: str, what: str, n: int, why: str) -> bool:
    """Survival within the limit (S1): what would be above is lost, what is above already stays. No figure falls below 0. Five bleeding
    tokens are death (D6)."""
    sheet = game.state.survivors[one]
    before = sheet[what]
    after = max(0, before + n)
    if what == "survival" and n > 0:
        after = max(before, min(after, derived.limit(game.state, game.cards)))
    sheet[what] = after
    if after != before:
        game.tell(what, one, after - before, why)
    elif n:
        game.tell("spared", one, what, "the limit" if n > 0 else "none left")
    if what == "bleed" and after >= 5:
        die(game, one, "bled out")
    else:
        ages(game, one)
    return after != before


def ages(game, one: str) -> None:
    """A survivor's own milestones: each fires once."""
    sheet = game.state.survivors[one]
    for entry in game.cards.all("ages"):
        there = sheet["proficiency"]["level"] if entry["of"] == "proficiency" else sheet[entry["of"]]
        for least in entry["at"]:
            key = f"{entry['id']}-{least}"
            if there >= least and key not in sheet["milestones"]:
                sheet["milestones"].append(key)
                game.state.data["todo"].append(["age", one, entry["id"], least])
                game.tell("age", one, entry["id"], least)
        if there >= entry.get("retires", 1 << 30) and sheet["state"] == ALIVE:
            survivor(game, one, ["retire"], entry["id"])


def die(game, one: str, cause: str) -> None:
    """A survivor dies: the population falls by one (C4), what it carried lies in storage (H7). Deaths in hunt and showdown are counted in
    step 5 (P5), those at home at once."""
    s = game.state
    sheet = s.survivors[one]
    home = s.settlement
    sheet["state"], sheet["died"], sheet["cause"] = DEAD, home["year"], cause
    game.tell("died", one, cause)
    for slot, gear in enumerate(sheet["gear"]):
        if gear:
            sheet["gear"][slot] = None
            settlement(game, ["gear", gear, 1], one)
    for group_of in ("party", "returning"):
        s.data[group_of] = [other for other in s.data[group_of] if other != one]
    if home["year"] or "first-day" in s.data["once"]:  # before that nobody has been counted
        home["population"] = max(0, home["population"] - 1)
    if home["phase"] == "settlement" and s.data["step"] not in ("set-up", "return"):
        count_death(game, True)
    else:
        s.data["todo"].append(["death", one])


def count_death(game, at_home: bool) -> None:
    """P5: a box of the death count. What the principle gives for a death is given for all but the first (P5, cards)."""
    s = game.state
    home = s.settlement
    home["deaths"] += 1
    game.tell("death-count", home["deaths"])
    chosen = home["principles"].get("death")  # before this one: the first death has nothing of what it brings about
    milestones(game)
    if chosen:
        entry = derived.option(game.cards, "death", chosen)
        steps = entry.get("each_home_death", entry.get("each_death", [])) if at_home else entry.get("each_death", [])
        if steps:
            s.data["todo"].append(["steps", steps, chosen])


# What happens on the hunt


def hunt(game, step, why: str) -> None:
    s = game.state
    if not s.data["hunt"]:
        return
    from . import hunt as board

    if step[0] == "push":
        board.push(game, step[1], step[2])
    elif step[0] == "showdown":
        s.data["hunt"]["showdown"] = True
    elif step[0] == "ambush":
        s.data["hunt"]["ambush"] = step[1]
        s.data["hunt"]["showdown"] = True


def born(game, name: str, sex: str = "") -> str:
    """Q7a: a new record sheet, with its survival for being named and what new survivors gain."""
    s = game.state
    one = add(s, name, game.cards, sex)
    s.survivors[one]["survival"] = 0
    s.survivors[one]["born"] = s.settlement["year"]
    game.tell("named", one)
    figure(game, one, "survival", game.cards.raw["newcomer"].get("survival", 0), "named")
    for what, amount, why in derived.newborn(s, game.cards):
        survivor(game, one, [what, amount], why)
    return one
