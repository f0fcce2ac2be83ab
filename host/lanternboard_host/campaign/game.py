"""A campaign being played: the core's engine over the campaign's flow, and what records and faces ask of it. It has no files, clock or
randomness of its own: its journal and the dice are given to it."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from lanternboard.base.errors import Refused, Stale
from lanternboard.rules import engine, record

from . import bulk, derived, edits, flow
from .asking import Entry
from .content import Content
from .state import State, new

TAKES_BACK = "takes back entry {}"


class Journal(Protocol):
    """What the engine wants of a journal."""

    def append(self, made: bytes) -> None: ...
    def read(self, n: int) -> bytes: ...
    def __len__(self) -> int: ...


class Memory:
    """A journal that lasts as long as the program."""

    def __init__(self, records: Sequence[bytes] = ()) -> None:
        self.records = list(records)

    def append(self, made: bytes) -> None:
        self.records.append(bytes(made))

    def read(self, n: int) -> bytes:
        return self.records[n]

    def __len__(self) -> int:
        return len(self.records)


class View(Memory):
    """A journal as it is now, and what is appended here."""

    def __init__(self, journal: Journal, links: record.Links) -> None:
        super().__init__()
        self.below, self.first = journal, len(journal)
        self.links = record.Links(links.link)
        self.links.take((0, links.top, links.tip, links.base))

    def read(self, n: int) -> bytes:
        return self.below.read(n) if n < self.first else super().read(n - self.first)

    def __len__(self) -> int:
        return self.first + super().__len__()


class Campaign(engine.Engine):
    """The campaign in a journal: `prompt`, `answer`, `undo`, `redo` as the core has them, `state` and `cards` (its content) a campaign's;
    `asked`: kind and rule of what was answered last. Raises Refused where the journal holds none, or one of a newer version."""

    state: State
    cards: Content

    def __init__(self, journal: Journal, content: Content) -> None:
        self.asked = ("", "")
        super().__init__(journal, content, object(), flow, content.digest)

    def answer(self, number: int, choice: Any, space: bool | None = None) -> bool:
        prompt = self.prompt
        if isinstance(prompt.options, Entry) and self.meant(number) == prompt.number and (wrong := prompt.options.refused(choice)):
            raise wrong
        self.asked = (prompt.kind, prompt.rule)
        return super().answer(number, choice, space)

    def follow(self, made: bytes) -> None:
        self.asked = (self.prompt.kind, self.prompt.rule)
        super().follow(made)

    def every(self) -> int:
        """More where positions are larger, so that what they cost grows with the answers alone."""
        return max(flow.EVERY, len(self.state.survivors) // 4)

    def edit(self, rows: list[list[Any]], why: str = "") -> list[str]:
        """Edits fields by hand, as one entry (edits.py), or none where nothing is another one. The rules that the records break now and did
        not before. Raises Refused with a path, and then has changed nothing."""
        found = edits.check(self.state, {"edit": rows, "why": why})
        found["edit"] = [row for row in rows if row[0] == edits.NEW or row[1] != row[2]]
        if not found["edit"]:
            self.events, self.told = [], 0
            return []
        return self._by_hand(found)

    def each(self, number: int, ids: list[str], step: list[Any], why: str = "") -> list[str]:
        """One change for several survivors by hand, as one entry, at the question of that number (bulk.py). The rest as `edit`. Raises
        Stale too."""
        if number != self.number:
            raise Stale("n", f"prompt {number} is no longer asked", f"the current prompt, {self.number}")
        return self._by_hand(bulk.check(self.state, {"each": ids, "step": step, "why": why}))

    def _by_hand(self, found: dict[str, Any]) -> list[str]:
        before = set(derived.broken(self.state, self.cards))
        if not self.adjusting:
            self.adjust(self.number)
        self.answer(self.number, json.dumps(found, ensure_ascii=False))
        return [rule for rule in derived.broken(self.state, self.cards) if rule not in before]

    def set_fields(self, values: dict[str, Any] | list[tuple[str, Any]], why: str = "") -> list[str]:
        """Likewise, from whatever they are to these values."""
        pairs = list(values.items()) if isinstance(values, dict) else values
        edits.once(path for path, _ in pairs)
        year, rows = edits.until(pairs), []
        for path, value in pairs:
            if path == edits.NEW:
                rows.append([path, None, value])
                continue
            store, key, _ = edits.field(self.state, path, year)
            rows.append([path, store[key], value])
        return self.edit(rows, why)

    def answers(self) -> list[int]:
        """The records of the answers that count, the oldest first; an edit by its last one."""
        links = self._links
        out: list[int] = []
        top = links.top  # type: ignore[union-attr]
        while top:
            out.append(top)
            top = links.undone(top)[0]  # type: ignore[union-attr]
        return out[::-1]

    @property
    def edited(self) -> bool:
        """Whether the last answer that counts is an edit by hand."""
        links = self._links
        return bool(links.link(links.top) & record.CLOSES)  # type: ignore[union-attr]

    def position(self, after: int) -> State:
        """The state after that answer; this game stays where it is."""
        other = Campaign(View(self.journal, self._links), self.cards)  # type: ignore[arg-type]
        other._restore(after)
        return other.state

    def _taken_back(self, answers: Sequence[int]) -> dict[int, int]:
        """Which entries these edits make up for, and by which; not those that are made up for themselves."""
        found: dict[int, int] = {}
        for n in reversed(answers):
            made = self.journal.read(n)
            if made[0] == record.CLOSING and n not in found:
                why = json.loads(record.choice(made, 1)).get("why", "")
                if why.startswith(TAKES_BACK.format("")) and (rest := why.rpartition(" ")[2]).isdecimal():
                    found[int(rest)] = n
        return found

    def take_back(self, number: int, why: str = "") -> list[str]:
        """Undoes an answer that is older than the last one, by an edit that makes up for it. Raises Refused where it is no answer that
        counts, or nothing of it is left."""
        chain = self.answers()
        if number not in chain:
            raise Refused("entry", f"{number} is no answer that counts", "the number of an answer or edit in the history, not taken back")
        k = chain.index(number)
        if (by := self._taken_back(chain[k + 1 :]).get(number)) is not None:
            raise Refused("entry", f"{number} is taken back already, by {by}", "to take that one back")
        before = self.position(chain[k - 1] if k else 0)
        found = edits.compensating(before, self.position(number), self.state, why or TAKES_BACK.format(number))
        return self.edit(found["edit"], found["why"])


def begin(
    journal: Journal, content: Content, identity: str, names: Sequence[str] = (), seats: int = 0, state: State | None = None
) -> Campaign:
    """A new campaign in an empty journal, before its first showdown, with a party of these names, or from a position. `seats`: how many
    depart, 0 for the content's number. Raises Refused for names that are none."""
    if len(names) > 6 or len(set(names)) != len(names):
        raise Refused("names", "not a party", "at most six names, each once")
    for k, name in enumerate(names):
        edits.line(32, 1)(name, f"names[{k}]")
    if not 0 <= seats <= 6:
        raise Refused("party_size", f"{seats} is none", "1-6")
    state = state or new(content, identity, names, seats)
    extra = {"id": identity, "pack": content.id}
    engine.create(journal, content, (), 1, 1, object(), extra, state, content.digest, flow)
    return Campaign(journal, content)


def replayed(journal: Journal, content: Content, each: Callable[[int, Campaign], None] | None = None) -> Campaign:
    """The whole journal played again from its beginning, every record checked. Raises Refused where one does not fit."""
    game = Campaign(Memory([journal.read(0), journal.read(1)]), content)
    made = journal.read(2) if len(journal) > 2 else b""
    for n in range(2, len(journal)):
        following = journal.read(n + 1) if n + 1 < len(journal) else b""
        game.packing = following[:1] == bytes((record.SNAPSHOT,))
        game.follow(made)
        made = following
        if each is not None:
            each(n, game)
    return game
