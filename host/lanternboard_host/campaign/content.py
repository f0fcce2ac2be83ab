"""What a campaign is made of, as data (`lanternboard/content/1`, docs/campaign.md): resources, gear, locations, innovations, principles,
milestones, events, the timeline, monsters and the hunt board. Names and figures only; what is uncertain is asked, never guessed.

`Content` answers questions about it and never changes. Hobbyists lay a file of their own beside: the same keys, replaced by id."""

import hashlib
import json
from functools import cached_property
from importlib.resources import files

from lanternboard.base.errors import Refused

FORMAT = "lanternboard/content/1"
LISTS = (
    "resources",
    "gear",
    "locations",
    "innovations",
    "principles",
    "milestones",
    "ages",
    "events",
    "endeavors",
    "monsters",
    "arts",
    "disorders",
    "abilities",
)
LOCATIONS = ("head", "arms", "body", "waist", "legs")  # of a survivor's body
ATTRIBUTES = ("movement", "speed", "accuracy", "strength", "evasion", "luck")


class Content:
    """The parsed file. `digest`: eight hexadecimal digits of all of it: answers given under another content are not replayed."""

    def __init__(self, raw: dict) -> None:
        self.raw = _checked(raw)
        self.id = raw["id"]
        self.digest = hashlib.sha256(json.dumps(raw, sort_keys=True).encode()).hexdigest()[:8]
        self._by = {name: {entry["id"]: entry for entry in raw.get(name, [])} for name in LISTS}

    def count(self, deck: str) -> int:
        """For the engine, which asks for cards of a showdown: there are none."""
        return 0

    def all(self, what: str) -> list[dict]:
        """The entries of one of LISTS, in the file's order."""
        return self.raw.get(what, [])

    def get(self, what: str, one: str) -> dict:
        """An entry by id; {} for one that the content has not, which is a person's own."""
        return self._by[what].get(one, {})

    def has(self, what: str, one: str) -> bool:
        return one in self._by[what]

    def name(self, what: str, one: str) -> str:
        """Its name; the id itself for what people brought along."""
        return self._by[what].get(one, {}).get("name", one)

    def name_of(self, one: str) -> str:
        """The name of whatever has this id, of any list, or as an option of a principle."""
        for entries in self._by.values():
            if one in entries:
                return entries[one]["name"]
        for entry in self.all("principles"):
            for option in entry.get("options", []):
                if option["id"] == one:
                    return option.get("name", one)
        return one

    def named(self, what: str, name: str) -> str | None:
        """The id of what is called so, by id or by name, whatever its case; None where there is none."""
        key = name.strip().casefold()
        for one, entry in self._by[what].items():
            if key in (one, entry["name"].casefold()):
                return one
        return None

    @cached_property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """Resource id -> the kinds it counts as; every kind for one that counts as any."""
        every = sorted({kind for entry in self.raw["resources"] for kind in entry["kinds"] if kind != "consumable"})
        return {r["id"]: tuple(r["kinds"]) + tuple(k for k in every if r.get("any") and k not in r["kinds"]) for r in self.raw["resources"]}

    def deck(self, name: str) -> list[tuple[str, int]]:
        """(resource id, copies) of a resource deck, in the file's order."""
        return [(r["id"], r.get("copies", 1)) for r in self.raw["resources"] if r.get("deck") == name]


def core() -> Content:
    """The content that is shipped."""
    return Content(json.loads(files(__package__).joinpath("content.json").read_text("utf-8")))


def _checked(raw) -> dict:
    """Raises Refused with a path."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise Refused("format", "not a campaign's content", FORMAT)
    for key in ("id", "name"):
        if not isinstance(raw.get(key), str) or not 0 < len(raw[key]) <= 64:
            raise Refused(key, "not a name", "1-64 characters")
    for name in LISTS:
        entries = raw.get(name, [])
        if not isinstance(entries, list):
            raise Refused(name, "not a list", "a list of entries")
        seen = set()
        for k, entry in enumerate(entries):
            path = f"{name}[{k}]"
            if not isinstance(entry, dict):
                raise Refused(path, "not an entry", "an object with id and name")
            one = entry.get("id")
            if not isinstance(one, str) or not one.replace("-", "").isalnum() or not one.isascii() or len(one) > 40:
                raise Refused(f"{path}.id", "not an id", "1-40 small letters, digits and hyphens")
            if one in seen:
                raise Refused(f"{path}.id", f"{one} is there twice", "each once")
            if not isinstance(entry.get("name"), str) or not 0 < len(entry["name"]) <= 64:
                raise Refused(f"{path}.name", "not a name", "1-64 characters")
            seen.add(one)
    for k, entry in enumerate(raw.get("resources", [])):
        kinds = entry.get("kinds")
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            raise Refused(f"resources[{k}].kinds", "not a list of kinds", '["bone"]')
    for k, entry in enumerate(raw.get("gear", [])):
        for place in entry.get("armor", {}):
            if place not in LOCATIONS:
                raise Refused(f"gear[{k}].armor", f"no such location: {place}", ", ".join(LOCATIONS))
    from .effects import check

    for k, entry in enumerate(raw.get("events", [])):
        check(entry.get("steps", []), f"events[{k}].steps", content=True)
    return raw
