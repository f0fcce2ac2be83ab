"""How a campaign asks: prompts whose answers may be texts, and chance. A prompt's options are a range or a tuple of ids as in the
core, or one of the classes here. Decides nothing."""

import json
from collections.abc import Callable
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.asking import AGAIN
from lanternboard.rules.prompt import ANYONE, CHANCE, Prompt

NAME = 32  # characters of a name


class Text:
    """Any text of `least` to `most` characters on one line, without control characters and blanks at its ends."""

    def __init__(self, most: int = NAME, least: int = 1, ids: tuple[str, ...] = ()) -> None:
        self.most, self.least, self.ids = most, least, ids

    def __contains__(self, choice) -> bool:
        if choice in self.ids:
            return True
        return isinstance(choice, str) and self.least <= len(choice) <= self.most and choice == choice.strip() and choice.isprintable()

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self):
        return iter(self.ids)

    def allowed(self) -> str:
        said = f"a text of {self.least}-{self.most} characters"
        return f"{', '.join(self.ids)}, or {said}" if self.ids else said


class Entry:
    """JSON that `check(value)` takes, or one of `ids`. `check` raises Refused with a path."""

    def __init__(self, check: Callable[[Any], Any], ids: tuple[str, ...] = (), what: str = "an entry") -> None:
        self.check, self.ids, self.what = check, ids, what

    def refused(self, choice) -> Refused | None:
        """Why it is none; None where it is one."""
        if choice in self.ids:
            return None
        try:
            self.check(json.loads(choice))
        except Refused as wrong:
            return wrong
        except (ValueError, TypeError, RecursionError):
            return Refused("", "not JSON", self.what)
        return None

    def __contains__(self, choice) -> bool:
        return self.refused(choice) is None

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self):
        return iter(self.ids)

    def allowed(self) -> str:
        return ", ".join((*self.ids, self.what))


class Ask(Prompt):
    """A prompt of a campaign."""

    def allows(self, choice) -> bool:
        options = self.options
        if isinstance(options, (Text, Entry)):
            return isinstance(choice, str) and choice in options
        return super().allows(choice)


def ask(make: Callable[[], Ask | None]):
    """Asks what `make()` makes, again after every edit by hand. None where the question has become moot."""
    while True:
        prompt = make()
        if prompt is None:
            return None
        choice = yield prompt
        if choice is not AGAIN:
            return choice


def one_of(kind: str, rule: str, ids: Callable[[], tuple[str, ...]], usual=None, subject=(), who: int = ANYONE):
    """One of the ids that `ids()` gives; no question where there is one only, None where there is none."""

    def make():
        options = tuple(ids())
        return Ask(kind, rule, options, usual if usual in options else None, who, subject) if len(options) > 1 else None

    choice = yield from ask(make)
    return next(iter(ids()), None) if choice is None else choice


def roll(rule: str, die: int, subject=()):
    """A die of so many sides: the app rolls, or the table says what it rolled."""
    return (yield from ask(lambda: Ask("roll", rule, range(1, die + 1), None, CHANCE, subject)))


def drawn(rule: str, cards: Callable[[], list[tuple[str, int]]], subject=()):
    """One of the cards (id, copies), as likely as there are copies; None where there is none."""

    def make():
        there = [(one, n) for one, n in cards() if n > 0]
        if len(there) < 2:
            return None
        return Ask("draw", rule, tuple(one for one, _ in there), None, CHANCE, subject, tuple(n for _, n in there))

    choice = yield from ask(make)
    return next((one for one, n in cards() if n > 0), None) if choice is None else choice
