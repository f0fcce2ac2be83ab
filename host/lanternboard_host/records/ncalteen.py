"""Campaign files of the ncalteen/kdm tracker (its versions 0.12 to 0.21), read into campaigns of our own: one for each settlement of
the file, standing between two years, with what the content does not know kept as text and told (docs/import.md). Odd values never stop
it; what is no such file, or absurdly large, is Refused. It changes nothing but what it makes.

What the versions call differently is monsters (`monster`, `monsters`): 0.12 names them and ticks `level1`, 0.13 numbers them, 0.14 and
later name them again and tick `level1Defeated`; the group's own are `customMonsters` in 0.13, later `customQuarries` and
`customNemeses`."""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from lanternboard.base.errors import Refused

from ..campaign import derived, edits
from ..campaign.content import Content
from ..campaign.derived import GAINS
from ..campaign.state import State, new
from .loose import WORD, WORDS, Told, clean, described, ident, rows, shown, squashed
from .ncalteen_sheet import survivor

FILE = "a campaign file of ncalteen/kdm"
VERSIONS = [["0", str(minor)] for minor in range(12, 22)]
BYTES = 32 << 20
SETTLEMENTS, SURVIVORS, YEARS = 100, 2000, 500
ROWS = 500  # ids that are counted: what a record holds (campaign/edits.py)
SHOWDOWN = re.compile(r"(?:nemesis encounter|special showdown)\s*[-:]?\s*(.+?)(?:\s*-?\s*(?:lvl|level)\.?\s*(\d{1,3}))?", re.IGNORECASE)
BONUS = re.compile(r"([+-]?\d{1,2})\s+([a-z]+(?: [a-z]+)?)(?: (?:on|when) (?:departure|departing))?", re.IGNORECASE)
XP = {"hunt xp": "experience", "xp": "experience"}
CUSTOM = ("customMonsters", "customQuarries", "customNemeses")  # the group's own: 0.13, then since 0.14
MINDS = ("ccPrologue", "ccLevel1", "ccLevel2", "ccLevel3")
TOP = {"settlements", "survivors", "hunts", "showdowns", "settlementPhases", "settings", "version", "default", *CUSTOM}
KNOWN = {  # mapped: no line in the notes
    *("id", "name", "notes", "population", "deathCount", "lostSettlements", "innovations", "locations", "timeline", "milestones"),
    *("principles", "quarries", "nemeses", "resources", "gear", "departingBonuses", "survivalLimit"),
}
# Its names of milestones, squashed -> ids of the content. A population of 0 is C2, which needs none.
MILESTONES = {
    "populationreaches0": "",
    "populationreaches15": "population-15",
    "firstchildisborn": "first-birth",
    "firsttimedeathcountisupdated": "first-death",
    "settlementhas5innovations": "innovations-5",
}

# Monsters by number, as 0.13 had them.
NUMBERED = re.compile(r"\d{1,2}", re.ASCII)
NEMESES = {
    1: "Atnas the Child Eater",
    2: "Black Knight",
    3: "Butcher",
    4: "Dying God (Dragon King)",
    5: "Gambler",
    6: "Godhand",
    7: "Gold Smoke Knight",
    8: "The Hand",
    9: "King's Man",
    10: "Lion Knight",
    11: "Lonely Tree",
    12: "Manhunter",
    13: "Pariah",
    14: "Red Witches",
    15: "Slenderman",
    16: "The Great Devourer",
    18: "The Tyrant",
    19: "Watcher",
}
QUARRIES = {
    1: "Crimson Crocodile",
    2: "Dragon King",
    3: "Dung Beetle Knight",
    4: "Flower Knight",
    5: "Frogdog",
    6: "Gorm",
    7: "King",
    8: "Lion God",
    9: "Phoenix",
    10: "Screaming Antelope",
    11: "Smog Singers",
    12: "Spidicules",
    13: "Sunstalker",
    14: "White Lion",
}


@dataclass
class Imported:
    """`state`: a campaign to be begun (campaign/game.py). `notes`: sentences for whoever imports."""

    state: State
    notes: list[str]


def read(raw, content: Content, identity: str) -> list[Imported]:
    """The campaigns of a file: its text, bytes, or what JSON made of it. The first has this id, further ones an id made of it. Raises
    Refused with a path."""
    found = parsed(raw)
    homes, survivors, told = rows(found["settlements"]), rows(found.get("survivors")), Told(content)
    version = ident(found.get("version"))
    if version and version.split(".")[:2] not in VERSIONS:
        told.say(f"The file is of version {clean(version, 20)}; 0.12 to 0.21 are known. What is known in it is read.")
    for key in set(found) & {"survivors", "hunts", "showdowns"}:
        if found[key] is not None and not isinstance(found[key], list | dict):
            told.say(f"{key} is {shown(found[key])}, which is no list: none is taken.")
    for key in found:
        if key not in TOP and not key.startswith("selected"):
            told.say(f"{clean(key, 60)} is not known: it is left out.")
    owners = [ident(home.get("id")) if isinstance(home, dict) else None for home in homes]
    groups: list[list[dict]] = [[] for _ in homes]
    usable = [k for k, home in enumerate(homes) if isinstance(home, dict)]
    for k, one in enumerate(survivors):
        owner = ident(one.get("settlementId")) if isinstance(one, dict) else None
        if owner is None:
            told.say(f"survivors[{k}] is {shown(one)}, which is no survivor: it is left out.")
        elif owner in owners:
            groups[owners.index(owner)].append(one)
        elif len(usable) == 1:
            told.say(f"survivors[{k}] names no settlement of the file: it is taken into the only one.")
            groups[usable[0]].append(one)
        else:
            told.say(f"survivors[{k}] ({shown(one.get('name'))}) names no settlement of the file: it is left out.")
    for k in set(range(len(homes))) - set(usable):
        told.say(f"settlements[{k}] is {shown(homes[k])}, which is no settlement: it is left out.")
    out = []
    for n, k in enumerate(usable):
        own = hashlib.sha256(f"{identity}/{n}".encode()).hexdigest()[: len(identity)] if n else identity
        importer = Importer(found, content, own, Told(content) if n else told)
        importer.settlement(homes[k], groups[k])
        importer.left_out(owners[k])
        out.append(Imported(importer.state, importer.told.notes()))
    return out


def parsed(raw) -> dict[str, Any]:
    """The file as an object with settlements. Raises Refused with a path."""
    if isinstance(raw, str | bytes | bytearray):
        if len(raw) > BYTES:
            raise Refused("", f"a file of {len(raw) >> 20} MB", f"at most {BYTES >> 20} MB")
        try:
            raw = json.loads(raw.removeprefix("\ufeff") if isinstance(raw, str) else raw, parse_constant=lambda word: None)
        except (ValueError, RecursionError):
            raise Refused("", "not JSON", FILE) from None
    if not isinstance(raw, dict):
        raise Refused("", "no campaign", FILE)
    for key, most in (("settlements", SETTLEMENTS), ("survivors", SURVIVORS)):
        if len(rows(raw.get(key))) > most:
            raise Refused(key, f"{len(rows(raw[key]))} of them", f"at most {most}")
    if not any(isinstance(home, dict) for home in rows(raw.get("settlements"))):
        raise Refused("settlements", "no settlement is there", f"a list of settlements, as {FILE} has it")
    return raw


class Importer:
    """One settlement on its way into a state. `told` collects what is to be said."""

    def __init__(self, found: dict[str, Any], content: Content, identity: str, told: Told) -> None:
        self.found, self.content, self.told = found, content, told
        self.state = new(content, identity)
        self.state.data.update(show=None, step="away")
        self.home = self.state.settlement
        self.home["phase"] = "hunt"
        self.lines: list[str] = []

    def named(self, found: dict[str, Any], where: str) -> str:
        name = clean(found["name"]) if isinstance(found.get("name"), str) else ""
        if not name:
            self.told.say(f"An entry of {where} has no name: it is left out.")
        return name

    # The settlement

    def settlement(self, found: dict[str, Any], survivors: list[dict]) -> None:
        told, home = self.told, self.home
        home["name"] = told.line(found.get("name"), 60, "The settlement's name")
        for ours, theirs in (("population", "population"), ("deaths", "deathCount"), ("lost_settlements", "lostSettlements")):
            home[ours] = told.whole(found, theirs, 0, edits.MOST)
        home["innovations"] = told.words("innovations", found.get("innovations"), "innovations")
        built = [one for one in told.entries(found.get("locations"), "locations", ROWS) if told.flag(one, "unlocked")]
        home["locations"] = told.words("locations", built, "locations")
        self.timeline(found.get("timeline"))
        self.milestones(found)
        self.principles(found)
        home["quarries"] = self.monsters(found, "quarries", QUARRIES)
        if not home["quarries"]:
            told.say("No quarry is unlocked: before a hunt one has to be entered by hand.")
        home["nemeses"] = self.monsters(found, "nemeses", NEMESES)
        stored = [(self.named(one, "resources"), one) for one in told.entries(found.get("resources"), "resources", ROWS)]
        amounts = [(name, told.whole(one, "amount", 0, edits.MOST, 0, f"{name}: ")) for name, one in stored if name]
        home["storage"] = self.counted("resources", amounts, "the storage of resources")
        home["gear"] = self.counted("gear", [(name, 1) for name in told.names(found.get("gear"), "gear", 10 * ROWS)], "the storage of gear")
        self.departing(found.get("departingBonuses"))
        if found.get("survivalLimit") is not None:
            there = sum(amount for _, amount in derived.sources(self.state, self.content))
            home["limit"] = told.whole(found, "survivalLimit", there - 99, there + 99, there) - there
        for k, one in enumerate(survivors):
            survivor(self.state, told, one, k)
        living = len(derived.alive(self.state))
        if home["population"] < living:
            told.say(f"The population is {home['population']} in the file, and {living} survivors live: {living} is taken.")
            home["population"] = living
        self.lines += told.texts(found, KNOWN, "the settlement's notes")
        home["notes"] = told.noted(found.get("notes"), self.lines, "The settlement's notes")

    def timeline(self, value) -> None:
        """Each year's entries; a year up to the last that is ticked is done. That one is the year of the campaign."""
        told, home = self.told, self.home
        if not rows(value):
            told.say("The file has no timeline: the content's own is taken, at year 0.")
            return
        if len(rows(value)) > YEARS:
            told.say(f"The timeline has {len(rows(value))} years: the first {YEARS} are taken.")
        years = [one if isinstance(one, dict) else {"entries": one} for one in rows(value)[:YEARS]]
        ticked = [k for k, year in enumerate(years) if told.flag(year, "completed", of=f"timeline[{k}].")]
        home["year"] = max(ticked, default=0)
        if home["year"] and len([k for k in ticked if k]) < home["year"]:
            told.say(f"The timeline has years that are not ticked before {home['year']}, which is: that one is taken as the last.")
        if not home["year"]:
            told.say("No year is ticked in the timeline: the campaign stands at year 0, before a hunt.")
        else:
            self.state.data["once"] = ["first-day"] + (["named"] if home["name"] else [])
        made = []
        for k, year in enumerate(years):
            done = "done" if k <= home["year"] else ""
            made += [self.entry(k, name, done) for name in told.names(year.get("entries"), f"timeline[{k}].entries", 20)]
        if len(made) > 2000:
            told.say("The timeline has more than 2000 entries: the first ones are taken.")
        home["timeline"] = made[:2000]

    def entry(self, year: int, name: str, done: str) -> list:
        """["event", ...] or, where it says so, ["showdown", monster, level, ...]."""
        fight = SHOWDOWN.fullmatch(name[:200])
        if fight is None:
            return [year, "event", self.told.word("events", name, "the timeline"), done]
        level = int(fight[2] or 1)
        if not 1 <= level <= 9:
            self.told.say(f"The timeline has {shown(name)}: level {max(1, min(9, level))} is taken.")
        return [year, "showdown", self.told.word("monsters", fight[1], "the timeline"), max(1, min(9, level)), done]

    def milestones(self, found: dict[str, Any]) -> None:
        reached = []
        for one in self.told.entries(found.get("milestones"), "milestones", ROWS):
            name = self.named(one, "milestones")
            known = MILESTONES.get(squashed(name), name)
            if name and self.told.flag(one, "complete"):
                reached.append(known)
            elif name and known == name and not self.told.known("milestones", name):
                self.lines.append(f"Milestone not reached: {name} ({described(one.get('event'))})")
        self.home["milestones"] = self.told.words("milestones", [one for one in reached if one], "milestones")

    def principles(self, found: dict[str, Any]) -> None:
        """The option that is ticked; the first where both are."""
        told = self.told
        for one in told.entries(found.get("principles"), "principles", ROWS)[:20]:
            name = self.named(one, "principles")
            picked = [
                described(one.get(f"option{n}Name")) or f"option {n}"
                for n in (1, 2)
                if told.flag(one, f"option{n}Selected", of=f"{name}: ")
            ]
            if not name or not picked:
                continue
            if len(picked) > 1:
                told.say(f"The principle {shown(name)} has both options ticked: {shown(picked[0])} is taken.")
            principle = told.word("principles", name, "principles")
            options = self.content.get("principles", principle).get("options", [])
            fits = [option["id"] for option in options if squashed(picked[0]) in (squashed(option["id"]), squashed(option["name"]))]
            chosen = fits[0] if fits else ""
            if not chosen:
                told.keep("principles", picked[0])
            self.home["principles"][principle] = chosen or told.line(picked[0], WORD, "principles")

    def monster(self, found: dict[str, Any], numbers: dict[int, str]) -> str:
        """Its name, in whichever way the version tells it."""
        if isinstance(found.get("name"), str) and clean(found["name"]):
            return clean(found["name"])
        number = ident(found.get("id"))
        for key in CUSTOM:
            own = self.found.get(key)
            entry = own.get(number) if isinstance(own, dict) else None
            entry = entry.get("main", entry) if isinstance(entry, dict) else None
            if isinstance(entry, dict) and isinstance(entry.get("name"), str):
                return clean(entry["name"])
        return numbers.get(int(number) if NUMBERED.fullmatch(number) else 0, "") or (number and f"monster {number}")

    def monsters(self, found: dict[str, Any], key: str, numbers: dict[int, str]) -> list[str]:
        """Those that are unlocked. Defeats and the cognition that they brought are kept as text."""
        there = []
        for k, one in enumerate(self.told.entries(found.get(key), key, ROWS)):
            name = self.monster(one, numbers)
            if not name:
                self.told.say(f"{key}[{k}] has no name: it is left out.")
                continue
            if self.told.flag(one, "unlocked", of=f"{name}: "):
                there.append(name)
            beaten = [str(n) for n in range(1, 5) if one.get(f"level{n}Defeated", one.get(f"level{n}")) is True]
            if beaten:
                self.lines.append(f"Defeated: {name}, level {', '.join(beaten)}")
            minds = [part[2:] for part in MINDS if True in (one.get(part), *rows(one.get(part))[:9])]
            if minds:
                self.lines.append(f"Collective cognition of {name}: {', '.join(minds)}")
        return self.told.words("monsters", there, key)

    def counted(self, what: str, amounts: list[tuple[str, int]], where: str) -> dict[str, int]:
        made: dict[str, int] = {}
        over = []
        for name, amount in amounts:
            one = self.told.word(what, name, where) if amount else ""
            if not one:
                continue
            if one not in made and len(made) == ROWS:
                over.append(name)
                continue
            made[one] = made.get(one, 0) + amount
            if made[one] > edits.MOST:
                self.told.say(f"{shown(name)} is there {made[one]} times in {where}: {edits.MOST} is taken.")
                made[one] = edits.MOST
        if over:
            self.told.say(f"There are more than {ROWS} kinds in {where}: {len(over)} are left out, the first {shown(over[0])}.")
        return made

    def departing(self, value) -> None:
        """What every departing survivor gains, less what the innovations give of it; what is none of that is kept as text."""
        given: dict[str, int] = {}
        for what, amount, _ in derived.bonuses(self.state, self.content):
            given[what] = given.get(what, 0) + amount
        for text in self.told.names(value, "departingBonuses", 100):
            bonus = BONUS.fullmatch(text)
            what = XP.get(bonus[2].casefold(), bonus[2].casefold()) if bonus else ""
            if not bonus or what not in GAINS:
                self.lines.append(f"Departing bonus: {text}")
                self.told.keep("the settlement's notes", f"Departing bonus: {text}")
                continue
            already = max(0, min(int(bonus[1]), given.get(what, 0)))
            given[what] = given.get(what, 0) - already
            if already:
                part = "" if already == int(bonus[1]) else ", in part"
                self.told.say(f"The departing bonus {shown(text)} is what innovations give already{part}.")
            if int(bonus[1]) - already:
                self.home["departing"].append([what, int(bonus[1]) - already, self.told.line(text, WORD, "A departing bonus")])

    # What is left out

    def left_out(self, owner: str | None) -> None:
        """Tells what is in progress, and of the group's own monsters."""
        for key, what in (("hunts", "A hunt"), ("showdowns", "A showdown"), ("settlementPhases", "A settlement phase")):
            for one in rows(self.found.get(key))[:ROWS]:
                if isinstance(one, dict) and ident(one.get("settlementId")) == owner:
                    work = ident(one.get("endeavors"))
                    about = [one.get("step"), one.get("monster"), *rows(one.get("monsters"))[:4], work and f"endeavors: {work}"]
                    said = clean(described(about), 80)
                    self.told.say(f"{what} is in progress{f' ({said})' if said else ''}: it is left out.")
        own = [one.get("main", one) for key in CUSTOM for one in rows(self.found.get(key))[:WORDS] if isinstance(one, dict)]
        names = ", ".join(text for text in map(described, own) if text)
        if names:
            self.told.say(f"Of the group's own monsters only the names are taken: {clean(names, 300)}.")
