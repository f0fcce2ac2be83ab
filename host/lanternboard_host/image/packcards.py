"""A pack's cards as the rules core reads them, on a board and here (docs/packs.md, pack-lines): ids of other cards are their numbers,
lists are drawn up, so that the core never searches. Says where a card speaks of one that is not there."""

from collections.abc import Iterator
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.rules.cardcheck import MOST_CARDS, RANKS, TABLES, check_decks
from lanternboard.rules.targets import is_last, takes_all

DEALT = RANKS[:3]  # the ranks whose cards a deck is made of
HELD = 5  # weapons and tools of a scenario's survivor: six have 30, State.gear has room for 31
BASIC_ACTION = "basic-action"
DEFAULTS: dict[str, Any] = dict.fromkeys(("speed", "damage", "accuracy", "luck", "evasion"), 0)
DEFAULTS |= {"placement": 6, "survivors": 4, "limit": 1, "survival": 1, "victory": [0, 0], "opens": "monster"}
INSIDE = {"if": (2, 3), "each": (2,), "one": (2,), "random": (2,), "pick": (2,), "may": (1,), "pay": (2,)}  # places of a step's own steps
ACTION = ("before", "hits", "locations", "damage", "after")
STEPS_OF: dict[str, tuple[str, ...]] = {
    "ai": ACTION,
    "instincts": ACTION,
    "locations": ("failure", "wound", "reflex", "critical", "moves", "draws", "turn"),
    "gear": ("use",),
    "basic": ("gain",),
    "parts": ("gain",),
}


class Numbers:
    """Where each card lies: deck, id -> number."""

    def __init__(self, decks: dict[str, list[dict]]) -> None:
        self.decks = decks
        self._numbers = {deck: {card["id"]: n for n, card in enumerate(cards)} for deck, cards in decks.items()}

    def of(self, deck: str, name: str, path: str) -> int:
        """The number of that card. Raises Refused."""
        known = self._numbers.get(deck, {})
        if name not in known:
            raise Refused(path, f"no card {name!r} in {deck}", ", ".join(known) or f"a deck {deck}")
        return known[name]

    def all_of(self, deck: str, names: list[str], path: str) -> list[int]:
        return [self.of(deck, name, f"{path}[{k}]") for k, name in enumerate(names)]

    def count(self, deck: str) -> int:
        return len(self.decks.get(deck, ()))


def compiled(decks: dict[str, list[dict]], path: str = "decks") -> dict[str, list[dict]]:
    """The decks in the order of their names, with every card as a board has it. Raises Refused."""
    cards = {deck: decks[deck] for deck in sorted(decks)}
    if "tables" in cards:
        cards["tables"] = sorted(cards["tables"], key=lambda card: TABLES.index(card["id"]))
    numbers = Numbers(cards)
    # Paths are those of the source, whose tables lie in any order.
    return {deck: [_card(deck, card, f"{path}.{deck}[{decks[deck].index(card)}]", numbers) for card in cards[deck]] for deck in cards}


def _card(deck: str, card: dict, path: str, numbers: Numbers) -> dict:
    made = {key: value for key, value in card.items() if key != "about"}
    for key in STEPS_OF.get(deck, ()):
        if key in made:
            made[key] = _steps(made[key], f"{path}.{key}", numbers)
    if deck in ("ai", "instincts"):
        _action(made, path, numbers)
    elif deck == "tables" and "rows" in made:
        made["rows"] = [_row(row, f"{path}.rows[{k}]", numbers) for k, row in enumerate(made["rows"])]
    elif deck == "scenarios":
        made = _scenario(made, path, numbers)
    return {key: _ordered(made[key]) for key in sorted(made)}


def _row(row: dict, path: str, numbers: Numbers) -> dict:
    return {key: _steps(value, f"{path}.{key}", numbers) if key in ("steps", "again") else value for key, value in row.items()}


def _ordered(value: Any) -> Any:
    """The same with every object's keys in their order: a pack's digest knows no other."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(one) for one in value] if isinstance(value, list) else value


def _steps(steps: list, path: str, numbers: Numbers) -> list:
    """Steps as a board has them: a roll's list has every face of the die, what is gained is a card's number."""
    made = []
    for k, step in enumerate(steps):
        at = f"{path}[{k}]"
        step = list(step)
        for place in INSIDE.get(step[0], ()):
            if place < len(step):
                step[place] = _steps(step[place], f"{at}[{place}]", numbers)
        if step[0] == "gain" and step[2] != "random":
            step[2] = numbers.of(step[1], step[2], at + "[2]")
        elif step[0] == "roll":
            step[1] = _whole_die([[faces, _steps(inside, f"{at}[1][{j}][1]", numbers)] for j, (faces, inside) in enumerate(step[1])])
        made.append(step)
    return made


def _whole_die(entries: list) -> list:
    """Entries for the faces that none names: they do nothing."""
    if entries[0][0] == "beats-courage":
        return entries
    made, next_face = [], 1
    for faces, steps in [*entries, ["11", []]]:
        low, high = int(faces.split("-")[0]), int(faces.split("-")[-1])
        if low > next_face:
            made.append([str(next_face) if low - 1 == next_face else f"{next_face}-{low - 1}", []])
        made.append([faces, steps])
        next_face = high + 1
    return made[:-1]


def _action(card: dict, path: str, numbers: Numbers) -> None:
    if "targets" in card:
        n = numbers.of("targets", card.pop("targets"), path + ".targets")
        card["pick"] = numbers.decks["targets"][n]["pick"]
        if ("attack" in card or "attack" in card.get("ask", ())) and takes_all(card["pick"]):
            raise Refused(path + ".targets", "an attack on all at once", "a list that takes one, or before in the place of attack")
    for k, entry in enumerate(card.get("pick", ())):
        if is_last(entry):
            numbers.of("instincts", entry.split(": ", 1)[1], f"{path}.pick[{k}]")
            break
    if "injury" in card:
        made = []
        for name, steps in sorted(card["injury"].items()):
            found = [n for n, location in enumerate(numbers.decks.get("locations", ())) if location.get("injury") == name]
            if not found:
                raise Refused(
                    f"{path}.injury.{name}", "no location leaves this injury", ", ".join(_injuries(numbers)) or "locations with an injury"
                )
            made += [[n, steps if steps == "ask" else _steps(steps, f"{path}.injury.{name}", numbers)] for n in found]
        card["injury"] = made


def _injuries(numbers: Numbers) -> list[str]:
    return [location["injury"] for location in numbers.decks.get("locations", ()) if "injury" in location]


def _scenario(card: dict, path: str, numbers: Numbers) -> dict:
    check_decks(numbers.count, path.rsplit(".", 1)[0] + ".")
    made = {**DEFAULTS, **card}
    made["monster"] = numbers.of("monsters", card["monster"], path + ".monster")
    made["basic_action"] = numbers.of("instincts", BASIC_ACTION, path + ".monster")
    made["ai"], made["ai_of"] = _deal(card["ai"], path + ".ai", numbers)
    for key, deck in (("ai_top", "ai"), ("locations_top", "locations"), ("gear", "gear")):
        made[key] = numbers.all_of(deck, card.get(key, []), f"{path}.{key}")
        for k, n in enumerate(made[key]):
            if key != "gear" and n in made[key][:k]:
                raise Refused(f"{path}.{key}[{k}]", "is there already", "each card once")
    held = [n for n in made["gear"] if {"weapon", "use"} & numbers.decks["gear"][n].keys()]
    if len(held) > HELD:
        raise Refused(f"{path}.gear", f"{len(held)} weapons and tools", f"up to {HELD} of them for each survivor")
    for key in ("ai_top", "locations_top"):
        made[key].reverse()  # from the bottom up, as the core's lists lie
    for k, n in enumerate(reversed(made["ai_top"])):
        if not any(n in one for one in made["ai"]):
            raise Refused(f"{path}.ai_top[{k}]", "not in the deck that is dealt", "cards of `ai`")
    made["always"] = [n for n, one in enumerate(numbers.decks.get("gear", ())) if one.get("always")]
    for deck in ("basic", "parts"):
        made[deck] = list(_copies(numbers.decks.get(deck, []), path))
    traps = [n for n, one in enumerate(numbers.decks["locations"]) if one.get("trap")]
    if len(traps) > 1:
        raise Refused(f"{path.rsplit('.', 1)[0]}.locations[{traps[1]}].trap", "there is a trap already", "one trap in a pack")
    made["trap"] = traps[0] if traps else -1
    return made


def _deal(value: list, path: str, numbers: Numbers) -> tuple[list[list[int]], list[int]]:
    """(numbers of the basic, advanced and legendary cards, how many of each are dealt)."""
    cards = numbers.decks["ai"]
    ranks: list[list[int]] = [[], [], []]
    if isinstance(value[0], str):
        for k, name in enumerate(value):
            n = numbers.of("ai", name, f"{path}[{k}]")
            if cards[n]["rank"] not in DEALT:
                raise Refused(f"{path}[{k}]", "a special card is not dealt", "basic, advanced and legendary cards")
            ranks[DEALT.index(cards[n]["rank"])].append(n)
        return ranks, [len(rank) for rank in ranks]
    for k, rank in enumerate(DEALT):
        ranks[k] = [n for n, card in enumerate(cards) if card["rank"] == rank for _ in range(card.get("copies", 1))]
        if value[k] > len(ranks[k]):
            raise Refused(f"{path}[{k}]", f"the pack has {len(ranks[k])} {rank} cards", "as many as there are, or fewer")
    _few(sum(map(len, ranks)), path)
    return ranks, value


def _copies(cards: list[dict], path: str) -> Iterator[int]:
    _few(sum(card.get("copies", 1) for card in cards), path)
    for n, card in enumerate(cards):
        yield from [n] * card.get("copies", 1)


def _few(cards: int, path: str) -> None:
    if cards > MOST_CARDS:
        raise Refused(path, f"{cards} cards with their copies", f"up to {MOST_CARDS}")
