"""What follows from a campaign's records, computed whenever somebody looks and kept nowhere: the survival limit, the innovation deck,
bonuses, armor, who may depart, what may not be given to whom, and which rules the records break. Functions of values; none changes
anything."""

from typing import Any

from lanternboard.rules.party import BOXES

from .content import ATTRIBUTES, LOCATIONS, Content
from .state import ALIVE, GRID, State

GAINS = ("survival", "insanity", "courage", "understanding", "experience")  # that departing survivors may gain


def sources(s: State, content: Content) -> list[tuple[str, int]]:
    """(what, how much) of the survival limit: base, innovations, principles, and what the table put there itself (S1)."""
    settlement = s.settlement
    out = [("base", content.raw["limit"])]
    for one in settlement["innovations"]:
        out.append((one, content.get("innovations", one).get("limit", 0)))
    for one, chosen in settlement["principles"].items():
        out.append((chosen, option(content, one, chosen).get("limit", 0)))
    out.append(("by hand", settlement["limit"]))
    return [(what, amount) for what, amount in out if amount]


def limit(s: State, content: Content) -> int:
    """The survival limit (S1); never below 0."""
    return max(0, sum(amount for _, amount in sources(s, content)))


def bonuses(s: State, content: Content) -> list[tuple[str, int, str]]:
    """(what, how much, from where) that every departing survivor gains (Q7)."""
    out = []
    for one in s.settlement["innovations"]:
        for what, amount in content.get("innovations", one).get("departing", {}).items():
            out.append((what, amount, one))
    return out + [(what, amount, why) for what, amount, why in s.settlement["departing"]]


def newborn(s: State, content: Content) -> list[tuple[str, int, str]]:
    """(what, how much, from where) that every new survivor gains (Q7a)."""
    out = []
    for one, chosen in s.settlement["principles"].items():
        for what, amount in option(content, one, chosen).get("newborn", {}).items():
            out.append((what, amount, chosen))
    return out


def option(content: Content, principle: str, chosen: str) -> dict[str, Any]:
    """The option of a principle that was chosen; {} for one of a person's own."""
    for entry in content.get("principles", principle).get("options", []):
        if entry["id"] == chosen:
            return entry
    return {}


def deck(s: State, content: Content) -> tuple[str, ...]:
    """The innovation deck (Q4): what the innovations that there are have added, without those that there are. It depends on nothing
    else, not on the order in which things were clicked (report 18)."""
    there = set(s.settlement["innovations"])
    added = {one for innovation in there for one in content.get("innovations", innovation).get("adds", [])}
    known = [entry["id"] for entry in content.all("innovations")]
    return tuple(one for one in known if one in added - there)


def unlocked(s: State, content: Content, what: str) -> bool:
    """Whether an innovation unlocks or gives it: "dash", "surge", "heat", or an innovation's own id."""
    for one in s.settlement["innovations"]:
        entry = content.get("innovations", one)
        if what in (one, entry.get("unlocks"), entry.get("gives")):
            return True
    return False


def alive(s: State) -> tuple[str, ...]:
    """Ids of the living survivors, the retired too, in the order in which they came."""
    return tuple(one for one, sheet in s.survivors.items() if sheet["state"] != "dead")


def eligible(s: State) -> tuple[str, ...]:
    """Who may depart (Q7): not dead, not retired, not barred from this hunt."""
    return tuple(one for one, sheet in s.survivors.items() if sheet["state"] == ALIVE and not sheet["skip_hunt"])


def why_not(survivor: dict[str, Any], what: str) -> str:
    """Why this survivor gains none of it (report 13); "" when it does."""
    if survivor["state"] == "dead":
        return "dead"
    if what == "survival" and "no-survival" in survivor["impairments"]:
        return "gains no survival"
    if what == "art" and "no-arts" in survivor["impairments"]:
        return "uses no fighting arts"
    return ""


def armor(survivor: dict[str, Any], content: Content) -> dict[str, int]:
    """Points by location: what is on the sheet and what the gear brings (Q7)."""
    points = dict(survivor["armor"])
    for one in survivor["gear"]:
        for place, amount in content.get("gear", one or "").get("armor", {}).items():
            points[place] += amount
    return points


def broken(s: State, content: Content) -> list[str]:
    """The rules that the records break, in plain words with their IDs: the table may have meant it, so it is told and never forbidden."""
    out = []
    settlement = s.settlement
    most = limit(s, content)
    for one, survivor in s.survivors.items():
        name = survivor["name"] or one
        if survivor["state"] == "dead":
            continue
        if survivor["survival"] > most:
            out.append(f"S1: {name} has survival {survivor['survival']}, the limit is {most}")
        for what in GAINS:
            if survivor[what] < 0:
                out.append(f"C3: {name} has {what} {survivor[what]}")
        if not 0 <= survivor["bleed"] < 5:
            out.append(f"D6: {name} has {survivor['bleed']} bleeding tokens")
    for one in s.data["party"]:
        if one not in s.survivors or s.survivors[one]["state"] == "dead":
            out.append(f"Q7: {s.survivors.get(one, {}).get('name', one)} is in the party and not among the living")
    if len(s.data["party"]) > s.data["party_size"]:
        out.append(f"C7: the party has {len(s.data['party'])} survivors, {s.data['party_size']} depart")
    for what, entry in (("population", "C2"), ("deaths", "P5"), ("endeavors", "Q10")):
        if settlement[what] < 0:
            out.append(f"{entry}: {what} is {settlement[what]}")
    for store in ("storage", "gear"):
        for one, n in settlement[store].items():
            if n <= 0:
                out.append(f"Q9: {content.name_of(one)} is stored {n} times")
    if settlement["year"] and settlement["population"] < len(alive(s)):
        out.append(f"C4: the population is {settlement['population']}, {len(alive(s))} are on its list")
    if len(set(settlement["innovations"])) != len(settlement["innovations"]):
        out.append("Q4: an innovation is there twice")
    return out


def sound(s: State) -> None:
    """Raises ValueError where the records have another form than they must have: a fault of ours, not of a table's."""
    for one, survivor in s.survivors.items():
        if len(survivor["gear"]) != GRID or set(survivor["armor"]) != set(LOCATIONS):
            raise ValueError(f"{one}: gear grid or armor")
        if any(not isinstance(survivor[key], int) for key in (*ATTRIBUTES, *GAINS, "bleed")):
            raise ValueError(f"{one}: a figure that is no number")
        if not set(survivor["boxes"]) <= set(BOXES):
            raise ValueError(f"{one}: boxes {survivor['boxes']}")
