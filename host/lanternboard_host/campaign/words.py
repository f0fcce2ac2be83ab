"""What a campaign asks and tells, in plain words, from one table: for the command line, the page and print. It decides nothing."""

from collections.abc import Sequence
from typing import Any

from lanternboard.rules.prompt import CHANCE, Prompt

from . import derived
from .content import Content
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
    "gear": "What does {0} take along?",
    "monster-space": "On which space does {0} begin?",
    "step": "The survivors are on space {0}: on to the next",
    "hunt-event": "Draw a hunt event of {0}: what is it called?",
    "flee": "Who runs away?",
    "ended": "The campaign is {0}",
    "edit": "An edit by hand",
}
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
    "ability": "{0} gains {1}",
    "impairment": "{0}: {1}",
    "proficiency": "{0}: {1:+} weapon proficiency",
    "age": "{0} reaches a milestone: {1} {2}",
    "spared": "{0} gains no {1}: {2}",
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


def sentence(prompt: Prompt, s: State, content: Content) -> str:
    """What is asked."""
    made = ASKED.get(prompt.kind, prompt.kind.replace("-", " "))
    names = [name(str(one), s, content) for one in prompt.subject] + ["", ""]
    die = prompt.options[-1] if prompt.kind == "roll" else ""
    said = made.format(*names, die=die)
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
        return TOLD["edited"].format(field(str(values[0]), s), *(value(one, s, content) for one in values[1:]))
    words = [value if isinstance(value, int) and not isinstance(value, bool) else name(str(value), s, content) for value in values]
    made = TOLD.get(what)
    try:
        if made is None:  # a figure of a survivor
            return f"{words[0]}: {words[1]:+} {what}" + (f" ({words[2]})" if len(words) > 2 and words[2] else "")
        return made.format(*words)
    except (IndexError, ValueError, TypeError):  # of an older version
        return " ".join(str(word) for word in event)


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
    return path.removeprefix("settlement.").replace("_", " ")


def limit(s: State, content: Content) -> str:
    """The survival limit and where it comes from."""
    parts = [f"{name(what, s, content)} {amount:+}" for what, amount in derived.sources(s, content)]
    return f"{derived.limit(s, content)} ({', '.join(parts)})"
