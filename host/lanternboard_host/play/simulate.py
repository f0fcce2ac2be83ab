"""A showdown played through by simulated players, and many of them. The same seed gives the same answers, so the same journals, on every
machine: integers only, and the order of nothing depends on hashes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lanternboard.rules import beast, carry, decks, engine, families, flow, harm, hunters, kernel, showdown, steps
from lanternboard.rules.chance import pick
from lanternboard.rules.party import enter
from lanternboard.rules.prompt import CHANCE, Prompt
from lanternboard.rules.record import Links
from lanternboard.rules.state import LOST, MONSTER, WON, State

from ..faces.cards import Cards, meant
from . import quick
from .players import PLAYERS, SET_UP, Below, Player, numbers

NAMES = ("Allister", "Erza", "Lucy", "Zachary", "Mira", "Otto")
COUNTED = frozenset(("drew", "location", "reacts", "critical", "trap", "severe", "round"))  # events
MOST = 20_000  # answers of one showdown; then it counts as unfinished
Watch = Callable[[Any, Prompt, Any], None]  # the game after an answer, what was asked, the choice


@dataclass(frozen=True)
class Setting:
    """What is played. `survivors` 0: as many as the scenario says. `party`: a checked one as JSON, "" for the scenario's. `source`: of a
    pack of people's own, b"" for the installed one that `pack` names."""

    pack: str = "first-story"
    players: str = "random"
    survivors: int = 0
    level: int = 2
    columns: int = 22
    rows: int = 16
    party: str = ""
    source: bytes = b""

    @property
    def cards(self) -> Cards:
        """Raises Refused."""
        return meant(self.pack, self.source)


quick.quicken(kernel, families, flow, showdown, beast, hunters, steps, carry, decks, harm)
quick.rewrite(kernel)


class Kept(list):
    """A journal in memory: append(bytes), read(n), len(), and its links."""

    def __init__(self) -> None:
        super().__init__()
        self._words: list[int] = []
        self.links = Links(self._words.__getitem__)

    def append(self, made: bytes) -> None:
        links = self.links
        link, links.top, links.tip, links.base = links.after(len(self), made[0])
        self._words.append(link)
        list.append(self, made)

    def read(self, n: int) -> bytes:
        return self[n]


def begin(setting: Setting, cards: Cards | None = None) -> engine.Engine:
    """A new showdown, at its first prompt. Raises Refused where the party has gear that the pack has not."""
    cards = cards or setting.cards
    state = State(setting.columns, setting.rows, 0)
    state.level = setting.level
    names = NAMES[: setting.survivors or 4]
    extra: dict[str, Any] = {"pack": cards.id, "pack_digest": cards.digest}
    if setting.party:
        names, gear = enter(state, json.loads(setting.party), cards)
        if gear:
            extra["gear"] = gear
    return engine.create(Kept(), cards, names, setting.columns, setting.rows, None, extra, state)


def chosen(prompt: Prompt, game: engine.Engine, setting: Setting, player: Player, below: Below) -> Any:
    """How a game's prompt is answered: by chance, as what is played is set up, or by the player."""
    if prompt.who == CHANCE:
        return pick(prompt, below)
    if prompt.kind in SET_UP:
        return setting.survivors if prompt.kind == "survivors" and setting.survivors else prompt.usual
    return player.choice(game, prompt)


def play(setting: Setting, seed: int, watch: Watch | None = None, most: int = MOST, cards: Cards | None = None) -> engine.Engine:
    """One showdown to its end, or `most` answers of it."""
    below = numbers(seed)
    player = PLAYERS[setting.players](below)
    game = begin(setting, cards)
    for _ in range(most):
        prompt = game.prompt
        if prompt.kind == "over":
            break
        choice = chosen(prompt, game, setting, player, below)
        game.answer(prompt.number, choice)
        if watch is not None:
            watch(game, prompt, choice)
    return game


def seed_of(seed: int, showdown: int) -> int:
    """The seed of one showdown of many."""
    return seed << 32 | showdown


@dataclass
class Tally:
    """What happened in some showdowns. Counts by name; `rounds` and `presses` are histograms: {value: how often}."""

    showdowns: int = 0
    answers: int = 0
    won: int = 0
    lost: int = 0
    rounds: dict[int, int] = field(default_factory=dict)
    prompts: dict[str, int] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)
    locations: dict[str, int] = field(default_factory=dict)
    reactions: dict[str, int] = field(default_factory=dict)
    injuries: dict[str, int] = field(default_factory=dict)
    presses: dict[str, dict[int, int]] = field(default_factory=dict)  # by kind of prompt
    round_presses: dict[int, int] = field(default_factory=dict)
    journals: str = ""  # a digest of every journal, one after the other

    def add(self, other: Tally) -> None:
        """Takes in the showdowns that came next."""
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + theirs)
            elif name == "journals":
                self.journals = _digest(self.journals.encode() + theirs.encode())
            elif name == "presses":
                for kind, counts in theirs.items():
                    _join(mine.setdefault(kind, {}), counts)
            else:
                _join(mine, theirs)


def _join(into: dict, counts: dict) -> None:
    for key, n in counts.items():
        into[key] = into.get(key, 0) + n


def _digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()[:16]


def one(setting: Setting, seed: int, presses: bool = False, watch: Watch | None = None) -> Tally:
    """One showdown, counted."""
    cards = setting.cards
    told = Tally(showdowns=1)
    ai, locations, tables = cards.ids("ai"), cards.ids("locations"), cards.ids("tables")
    asked = told.prompts
    this_round = 0
    counter = None
    if presses:
        from .presses import Counter

        counter = Counter(setting.columns)

    def look(game: Any, prompt: Prompt, choice: Any) -> None:
        nonlocal this_round
        asked[prompt.kind] = asked.get(prompt.kind, 0) + 1
        if counter is not None:
            n = counter.presses(prompt, choice)
            this_round += n
            _count(told.presses.setdefault(prompt.kind, {}), n)
        for event in game.events:
            what = event[0]
            if what not in COUNTED:
                continue
            if what == "drew":
                _count(told.cards, ai[event[1]])
            elif what == "location":
                _count(told.locations, locations[event[1]])
            elif what == "reacts":
                _count(told.reactions, f"{locations[event[1]]} {event[2]}")
            elif what == "critical":
                _count(told.reactions, f"{locations[event[2]]} critical")
            elif what == "trap":
                _count(told.reactions, "trap")
            elif what == "severe" and event[3] < 255:
                rows = cards.card("tables", event[2])["rows"]
                _count(told.injuries, f"{tables[event[2]]} {rows[event[3]]['id']}")
            elif what == "round":
                if event[1] > 1:
                    _count(told.round_presses, this_round)
                this_round = 0
        if watch is not None:
            watch(game, prompt, choice)

    game = play(setting, seed, look)
    told.answers = sum(asked.values())
    told.won = int(game.state.result == WON)
    told.lost = int(game.state.result == LOST)
    told.rounds = {game.state.round: 1}
    told.journals = _digest(b"".join(game.journal))
    return told


def _count(counts: dict, key: Any) -> None:
    counts[key] = counts.get(key, 0) + 1


def many(setting: Setting, count: int, seed: int, presses: bool = False, jobs: int = 1) -> Iterator[Tally]:
    """So many showdowns, each counted, in order, whoever of the `jobs` processes plays which."""
    seeds = [seed_of(seed, k) for k in range(count)]
    if jobs <= 1:
        for each in seeds:
            yield one(setting, each, presses)
        return
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(one, setting, presses=presses), seeds, chunksize=max(1, min(50, count // jobs // 4)))


def names_of(setting: Setting) -> dict[str, list[str]]:
    """Everything of the pack that can come up, by what a Tally counts it under; not the rows of a table that no die shows."""
    cards = setting.cards
    reactions = []
    for n in range(cards.count("locations")):
        card = cards.card("locations", n)
        reactions += [f"{card['id']} {key}" for key in ("failure", "wound", "reflex") if card.get(key) and not card.get("trap")]
        if "critical" in card or "injury" in card:
            reactions.append(f"{card['id']} critical")
    injuries = [
        f"{cards.ids('tables')[n]} {row['id']}"
        for n in range(cards.count("tables"))
        for row in cards.card("tables", n).get("rows", ())
        if harm.shown((row["faces"],))[0]
    ]
    return {
        "cards": list(cards.ids("ai")),
        "locations": list(cards.ids("locations")),
        "reactions": [*reactions, "trap"],
        "injuries": injuries,
    }


__all__ = ["LOST", "MONSTER", "WON", "Setting", "Tally", "many", "names_of", "one", "play", "seed_of"]
