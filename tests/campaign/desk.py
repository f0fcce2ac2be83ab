"""A campaign for tests: answered by kind, so that a test says only what it is about. Not a test."""

import json

from lanternboard_host.campaign import content
from lanternboard_host.campaign.game import Campaign, Memory, begin

CORE = content.core()
NAMES = ("Ada", "Bo", "Cy", "Di")
USUAL = {
    "settlement-name": "Hearth",
    "name": "New",
    "disorder": "fear",
    "hunt-event": "a-card",
    "settlement-event": "none",
    "effect": "done",
    "ended": "go-on",
}
SPOILS = ("skull", "monster-hide", "monster-bone", "monster-organ")


def outcome(game: Campaign, dead=(), result="won", resources=(), **more) -> str:
    """What a showdown left: these names died, nothing else changed; `more`: name -> its row from the third on."""
    rows = []
    for one in game.state.data["party"]:
        name = game.state.survivors[one]["name"]
        rows.append([name, "dead" if name in dead else "lives", *more.get(name, ([], [], []))])
    return json.dumps({"result": result, "survivors": rows, "resources": [["", one] for one in resources]})


def generations(game, source):
    """As a table that loses a quarter of its party in a showdown and sees its population grow."""
    prompt = game.prompt
    if prompt.kind == "showdown":
        names = [game.state.survivors[one]["name"] for one in game.state.data["party"]]
        return outcome(game, tuple(name for name in names if source.random() < 0.25)[:3], "won", SPOILS)
    if prompt.kind == "effect" and source.random() < 0.3:
        return '["population",2]'
    if prompt.kind == "name":
        return f"n{game.number}"
    found = USUAL.get(prompt.kind, prompt.usual)
    return next(iter(prompt.options)) if found is None else found


class Desk:
    """`game`, and ways to go on. `told`: all that happened."""

    def __init__(self, names=NAMES, seats=0, of=CORE) -> None:
        self.game = begin(Memory(), of, "0123456789abcdef", names, seats)
        self.told: list[tuple] = []

    @property
    def home(self):
        return self.game.state.settlement

    @property
    def kind(self):
        return self.game.prompt.kind

    def sheet(self, name):
        return next(sheet for sheet in self.game.state.survivors.values() if sheet["name"] == name)

    def one(self, name):
        return next(one for one, sheet in self.game.state.survivors.items() if sheet["name"] == name)

    def say(self, choice, kind=None):
        """Answers what is asked."""
        if kind is not None:
            assert self.kind == kind, (self.kind, self.game.prompt.subject)
        self.game.answer(self.game.number, choice)
        self.told += self.game.events
        return self

    def usual(self, **answers):
        prompt = self.game.prompt
        if answers.get(prompt.kind):
            choice = answers[prompt.kind]
            if isinstance(choice, list):
                choice = choice.pop(0)
        elif prompt.kind == "showdown":
            choice = outcome(self.game)
        else:
            choice = USUAL.get(prompt.kind, prompt.usual)
        if choice is None:
            choice = next(iter(prompt.options))
        return self.say(choice)

    def to(self, kind, **answers):
        """Answers as usual until a question of this kind; `answers`: other ones by kind, a list one after another."""
        for _ in range(300):
            if self.kind == kind:
                return self
            self.usual(**answers)
        raise AssertionError(f"never asked: {kind}")

    def until(self, step, **answers):
        """Likewise until the campaign is at this step."""
        for _ in range(300):
            if self.game.state.data["step"] == step and not self.game.state.data["todo"]:
                return self
            self.usual(**answers)
        raise AssertionError(f"never at {step}")

    def happened(self, what):
        return [event for event in self.told if event[0] == what]

    def edit(self, **values):
        """Fields of the settlement, by hand."""
        self.game.set_fields({f"settlement.{key}": value for key, value in values.items()})
        return self

    def write(self, name, **values):
        """Fields of a survivor, by hand."""
        self.game.set_fields({f"survivors.{self.one(name)}.{key}": value for key, value in values.items()})
        return self


def at_home(dead=(), resources=(), names=NAMES, **more) -> Desk:
    """The First Story is won; the settlement phase begins."""
    desk = Desk(names)
    return desk.say(outcome(desk.game, dead, "won", resources, **more), "showdown")


def year(desk, dead=(), **answers) -> Desk:
    """From step 7 on over hunt and showdown to the next step 7."""
    desk.to("develop").say("done")
    desk.to("showdown", **answers)
    desk.say(outcome(desk.game, dead))
    return desk.to("develop", **answers)
