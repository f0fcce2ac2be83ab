"""What a campaign asks and tells, in plain words, from one table: for the command line, the page and print. It decides nothing."""

from collections.abc import Sequence
from typing import Any

from lanternboard.rules.prompt import CHANCE, Prompt

from . import derived
from .content import Content
from .effects import SHOWDOWN
from .state import State

ASKED = {
    "showdown": "The showdown against {0}, level {1}: take it from a board, or enter by hand what came of it",
    "result": "How did the showdown against {0} end?",
    "fate": "What became of {0}?",
    "name": "What is the newcomer called?",
    "disorder": "Which disorder does {0} have now?",
    "settlement-name": "What is the settlement called?",
    "settlement-event": "Draw a settlement event: what is it called?",
    "read": "Read it off your own sheet: how many are added to the population?",
    "roll": "Roll a die of {die}",
    "draw": "Draw a card",
    "nominate": "Who is nominated?",
    "choose": "What does the group choose?",
    "lose": "Which resource is lost?",
    "effect": "What does {0} do? Enter it step by step",
    "principle": "{0}: which one?",
    "develop": "The settlement develops: what now? Endeavors left: {1}",
    "cost": "Which of the costs is paid?",
    "pay": "Which resource is given as {0}?",
    "innovation": "Which innovation is kept?",
    "endeavor-by": "Who does it?",
    "quarry": "Which quarry is hunted next?",
    "level": "Which level of {0}?",
    "departing": "Who departs?",
    "gear": "What does {0} take along?{worn}",
    "monster-space": "On which space does {0} begin?",
    "step": "The survivors are on space {0}: on to the next",
    "hunt-event": "Draw a hunt event of {0}: what is it called?",
    "flee": "Who runs away?",
    "ended": "The campaign is {0}",
    "edit": "An edit by hand",
}
BY_HAND = "What else did the showdown leave, injuries, survival, resources? Enter it step by step"
OPTIONS = {
    "done": "Done",
    "later": "Another time",
    "by-hand": "Enter it by hand",
    "newcomer": "Somebody new of the population",
    "nobody": "Nobody",
    "none": "None",
    "innovate": "Innovate",
    "use": "Something printed with an endeavor",
    "name": "Name the settlement",
    "on": "One space on",
    "go-on": "Go on after all",
    "a-card": "A card",
    "as-before": "What was carried before",
    "lives": "Lives",
    "dead": "Is dead",
    "won": "Won",
    "lost": "Lost",
}
NAMES = {
    "monster": "the monster's event",
    "basic": "the hunt event",
    "overwhelming-darkness": "Overwhelming Darkness",
    "printed": "what is printed",
    "run-away": "running away",
    "a-card": "a card",
    "the-showdown": "the showdown",
    "showdown": "the showdown",
    "settlement-name": "the settlement's name",
    "named": "a name",
    "returning": "whoever returned",
    "paid": "paid",
    "unpaid": "given back",
    "craft": "crafted",
    "build": "built",
    "end": "the year is over",
    "event": "an event",
    "first-day": "The First Day",
    "skip-hunt": "hunt to skip",
    "die": "death",
}
ENTRIES = {  # what an entry of the history was that changed nothing
    "begun": "The campaign begins",
    "position": "A position is kept",
    "version": "Another version goes on",
    "undo": "Taken back",
    "redo": "Done again",
    "edit": "An edit by hand",
    "showdown": "The showdown",
    "result": "The showdown's end",
    "fate": "A survivor's fate",
    "name": "A name",
    "disorder": "A disorder",
    "settlement-name": "The settlement's name",
    "settlement-event": "Settlement event",
    "read": "Read off the sheet",
    "roll": "Rolled",
    "draw": "Drawn",
    "nominate": "Nominated",
    "choose": "Chosen",
    "lose": "Lost",
    "effect": "Entered",
    "principle": "Principle",
    "develop": "The settlement develops",
    "cost": "Which cost",
    "pay": "Paid",
    "innovation": "Innovation",
    "endeavor-by": "Who does it",
    "quarry": "Quarry",
    "level": "Level",
    "departing": "Departs",
    "gear": "Taken along",
    "monster-space": "The monster's space",
    "step": "On the hunt",
    "hunt-event": "Hunt event",
    "flee": "Runs away",
    "ended": "After the end",
}
VERBS = {"build": "Build {0}", "craft": "Craft {0}", "endeavor": "{0}"}
TOLD = {
    "died": "{0} dies: {1}",
    "named": "{0} is named",
    "retired": "{0} retires",
    "skip-hunt": "{0} stays at home for the next hunt",
    "box": "{0}: injury box {1}",
    "token": "{0}: {2:+} {1} token",
    "art": "{0} learns {1}",
    "disorder": "{0} has {1}",
    "disorders": "{0}: {1:+} disorder, which one is asked",
    "injury": "{0}: severe injury, {1}: {2}",
    "archived": "{0}: {1} is archived",
    "no-impairment": "{0} is rid of {1}",
    "fate": "{0}: {1}",
    "rolled": "Rolled {0}",
    "ability": "{0} gains {1}",
    "impairment": "{0}: {1}",
    "proficiency": "{0}: {1:+} weapon proficiency",
    "age": "{0} reaches a milestone: {1} {2}",
    "unpaid": "There is no {0} left to be given: nothing came of it",
    "spared": "{0}: {1} as before ({2})",
    "population": "Population {0:+}",
    "endeavors": "Endeavors {0:+}",
    "limit": "Survival limit {0:+}",
    "innovation": "Innovation: {0}",
    "location": "Built: {0}",
    "quarry": "A quarry: {0}",
    "nemesis": "A nemesis: {0}",
    "timeline": "Year {1}: {0}",
    "resource": "{1:+} {0}",
    "gear": "{1:+} {0}",
    "departing": "Departing survivors gain {1:+} {0}",
    "birth": "A birth",
    "note": "Noted: {0}",
    "milestone": "Milestone: {0}",
    "principle": "{0}: {1}",
    "event": "Story event: {0}",
    "settlement-event": "Settlement event: {0}",
    "settlement-name": "The settlement is called {0}",
    "first-day": "The settlement counts {0}",
    "death-count": "Death count {0}",
    "year": "Lantern year {0}",
    "endeavor": "{0}: {1}",
    "showdown": "Showdown with {0}, level {1}: {2}",
    "showdown-begins": "The showdown with {0} begins",
    "anew": "Nobody came back: the First Story begins anew",
    "campaign": "The campaign is {0}",
    "hunt": "The hunt for {0} begins",
    "space": "The survivors are on space {0}",
    "monster-space": "The monster is on space {0}",
    "hunt-event": "Hunt event: {0} {1}",
    "hunt-failed": "The hunt for {0} has failed",
    "edited": "{0}: {1} -> {2}",
    "undone": "Taken back",
    "redone": "Done again",
}
PLAIN = ("box", "impairment", "no-impairment", "injury", "spared", "fate")  # events that tell ids of the board's


def sentence(prompt: Prompt, s: State, content: Content) -> str:
    """What is asked."""
    made = ASKED.get(prompt.kind, prompt.kind.replace("-", " "))
    if prompt.kind == "effect" and prompt.subject[0] == SHOWDOWN:
        made = BY_HAND
    names = [name(str(one), s, content) for one in prompt.subject] + ["", ""]
    die = prompt.options[-1] if prompt.kind == "roll" else ""
    worn = f" Before: {', '.join(names[1:-2])}" if prompt.kind == "gear" and len(names) > 3 else ""
    said = made.format(*names, die=die, worn=worn)
    return said + (" (the app can roll)" if prompt.who == CHANCE else "")


def option(one: Any, s: State, content: Content) -> str:
    """An answer in words."""
    verb, colon, rest = str(one).partition(":")
    if colon and verb in VERBS:
        return VERBS[verb].format(name(rest, s, content))
    return OPTIONS.get(str(one)) or name(str(one), s, content)


def name(one: str, s: State, content: Content) -> str:
    """What an id is called: a survivor, or something of the content; else the id itself."""
    if one in s.survivors:
        return s.survivors[one]["name"] or one
    found = content.name_of(one)
    return NAMES.get(one, one) if found == one else found


def told(event: Sequence[Any], s: State, content: Content) -> str:
    """What happened, in words."""
    what, values = event[0], list(event[1:])
    if what == "edited":
        about = field(str(values[0]), s)
        if values[0] == "settlement.timeline":
            return f"{about}: {moved(values[1], values[2], s, content)}"
        return TOLD["edited"].format(about, *(value(one, s, content) for one in values[1:]))
    words = [value if isinstance(value, int) and not isinstance(value, bool) else name(str(value), s, content) for value in values]
    if what in PLAIN:
        words[1:] = [word.replace("-", " ") if isinstance(word, str) else word for word in words[1:]]
    made = TOLD.get(what)
    try:
        if made is None:  # a figure of a survivor
            return f"{words[0]}: {words[1]:+} {what}" + (f" ({words[2]})" if len(words) > 2 and words[2] else "")
        return made.format(*words)
    except (IndexError, ValueError, TypeError):  # of an older version
        return " ".join(str(word) for word in event)


COUNTED = ("resource", "gear")


def happened(events: Sequence[Sequence[Any]], s: State, content: Content) -> list[str]:
    """What happened, one line for each; the same resource or piece of gear for the same reason is told once, with how many."""
    lines: list[list[Any]] = []
    for event in events:
        alike = [one for one in lines if one[0] in COUNTED and [one[0], one[1], *one[3:]] == [event[0], event[1], *event[3:]]]
        if alike:
            alike[0][2] += event[2]
        else:
            lines.append(list(event))
    return [told(event, s, content) for event in lines if event[0] not in COUNTED or event[2]]


def moved(before: list[list[Any]], after: list[list[Any]], s: State, content: Content) -> str:
    """What became of a timeline: what came, went and is another one now."""
    old = [row for row in before if row not in after or before.count(row) > after.count(row)]
    new = [row for row in after if row not in before or after.count(row) > before.count(row)]
    said = []
    for row in old:
        alike = [one for one in new if one[1:3] == row[1:3]] or [one for one in new if one[0] == row[0]]
        if not alike:
            said.append(f"without {_dated(row, s, content)}")
            continue
        now = alike[0]
        new.remove(now)
        if now[1:3] != row[1:3]:
            said.append(f"{_dated(row, s, content)} -> {_dated(now, s, content)}")
            continue
        figures = [f"year {row[0]} -> {now[0]}"] if row[0] != now[0] else []
        if row[1] == "showdown" and row[3] != now[3]:
            figures.append(f"level {row[3]} -> {now[3]}")
        figures += [now[-1] or "to come"] if row[-1] != now[-1] else []
        said.append(f"{name(row[2], s, content)}: {', '.join(figures)}")
    said += [f"{_dated(row, s, content)} is new" for row in new]
    return "; ".join(said) or "another order"


def _dated(row: list[Any], s: State, content: Content) -> str:
    level = f" level {row[3]}" if row[1] == "showdown" else ""
    return f"{name(row[2], s, content)}{level} in year {row[0]}"


def entry(row: dict[str, Any], s: State, content: Content) -> str:
    """An entry of the history, with its kind, choice and events."""
    said = "; ".join(happened(row["told"], s, content))
    if said and row["kind"] != "draw":
        return said
    choice = row["choice"]
    about = ENTRIES.get(row["kind"], str(row["kind"]).replace("-", " ") or "An entry")
    if choice is not None and not (isinstance(choice, str) and choice[:1] in ("{", "[")):
        about += f" {choice}" if row["kind"] == "roll" else f": {option(choice, s, content)}"
    return f"{about}; {said}" if said else about


def value(what: Any, s: State, content: Content) -> str:
    """What a field holds, in words."""
    if isinstance(what, bool):
        return "yes" if what else "no"
    if isinstance(what, list):
        return ", ".join(value(one, s, content) for one in what if one not in (None, "")) or "nothing"
    if isinstance(what, dict):
        return ", ".join(f"{name(key, s, content)} {value(one, s, content)}" for key, one in what.items()) or "nothing"
    return "nothing" if what in (None, "") else name(what, s, content) if isinstance(what, str) else str(what)


def field(path: str, s: State) -> str:
    """A field's path, with the survivor's name in the place of its id."""
    parts = path.split(".")
    if len(parts) > 1 and parts[1] in s.survivors:
        return f"{s.survivors[parts[1]]['name'] or parts[1]}, {'.'.join(parts[2:]).replace('_', ' ')}"
    if parts[0] == "years":
        return f"Year {', '.join(parts[1:])}"
    if path == "learned":
        return "read off the sheet"
    return path.removeprefix("settlement.").replace("_", " ")


def limit(s: State, content: Content) -> str:
    """The survival limit and where it comes from."""
    parts = [f"{name(what, s, content)} {amount:+}" for what, amount in derived.sources(s, content)]
    return f"{derived.limit(s, content)} ({', '.join(parts)})"
