"""What faces are told of a campaign: all of it, the question, what a typed answer means, and an answer of chance. Changes nothing."""

import random
import secrets
from typing import Any

from lanternboard.base.errors import Refused, Stale
from lanternboard.rules.prompt import CHANCE

from lanternboard_host.campaign import derived, words, years
from lanternboard_host.campaign.game import Campaign

from .campaigns import Records
from .shelf import summary

CHANCED = ("roll", "draw")


def state_of(records: Records) -> dict[str, Any]:
    """All that `show --json` and exports tell."""
    s = records.campaign.state
    return {
        **summary(records),
        "limit": derived.limit(s, records.content),
        "limit_from": derived.sources(s, records.content),
        "departing_bonuses": derived.bonuses(s, records.content),
        "innovation_deck": list(derived.deck(s, records.content)),
        "this_year": years.present(s, records.content),
        "broken": derived.broken(s, records.content),
        "asked": asked(records),
        "records": s.data,
    }


def asked(records: Records) -> dict[str, Any]:
    """The question as a program needs it."""
    game = records.campaign
    prompt = game.prompt
    options = prompt.options
    ids = list(options)
    return {
        "number": game.number,
        "kind": prompt.kind,
        "rule": prompt.rule,
        "sentence": words.sentence(prompt, game.state, records.content),
        "options": ids,
        "words": [words.option(one, game.state, records.content) for one in ids],
        "allowed": options.allowed() if hasattr(options, "allowed") else "",
        "usual": prompt.usual,
        "chance": prompt.who == CHANCE,
        "chanced": chanced(records),
    }


def chanced(records: Records) -> str:
    """What was rolled or drawn right before this question, in words; "" where it was not."""
    last = [row for row in records.history(count=8) if row["kind"] != "edit"]
    if not last or last[0]["kind"] not in CHANCED:
        return ""
    return words.entry({**last[0], "told": []}, records.campaign.state, records.content)


def meant(game: Campaign, choice: str) -> Any:
    """A choice as it is typed: a number where one is asked, else a text."""
    if isinstance(game.prompt.options, range):
        try:
            return int(choice)
        except ValueError:
            return choice
    return choice


def rolled(game: Campaign, number: int) -> Any:
    """What chance says at that question: one of its options, each as likely as its weight. Raises Stale where another one is asked, and
    Refused where none is asked of chance."""
    prompt = game.prompt
    if game.number != number:
        raise Stale("n", f"prompt {number} is no longer asked", f"the current prompt, {game.number}")
    if prompt.who != CHANCE:
        raise Refused("roll", "nothing that chance decides is asked now", "an answer")
    source = random.Random(secrets.randbits(64))
    return source.choices(list(prompt.options), prompt.weights)[0]
