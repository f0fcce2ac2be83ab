"""A survivor of an ncalteen/kdm campaign file, read onto a record sheet (C3). All versions call its keys alike; later ones add some."""

import re
from typing import Any

from lanternboard.rules.party import BOXES

from ..campaign.content import ATTRIBUTES, LOCATIONS
from ..campaign.state import DEAD, RETIRED, State, add
from .loose import WORD, WORDS, Told, ident, shown

LIMBS = ("head", "arm", "body", "waist", "leg")  # LOCATIONS, as its keys begin
FIGURES = {"survival": "survival", "insanity": "insanity", "courage": "courage", "understanding": "understanding", "huntXP": "experience"}
BARRED = {"canSpendSurvival": "no-survival", "canUseFightingArtsOrKnowledges": "no-arts", "canDodge": "no-dodge"}
ABILITIES = ("Stalwart", "Prepared", "Matchmaker", "Analyze", "Explore", "Tinker")
STARS = re.compile(r"has(Absolute|Gambler|Goblin|Sculptor)(Reaper|Rust|Storm|Witch)")

# Its key -> location and id of the packs' tables, how often at most, and the mark that it leaves.
INJURIES = {
    "headBlind": ("head", "blind-eye", 2, ""),
    "headDeaf": ("head", "deaf", 1, "deaf"),
    "headIntracranialHemorrhage": ("head", "intracranial-haemorrhage", 1, "no-survival"),
    "headShatteredJaw": ("head", "shattered-jaw", 1, "no-encourage"),
    "armBroken": ("arms", "broken-arm", 2, ""),
    "armContracture": ("arms", "contracture", 5, ""),
    "armDismembered": ("arms", "dismembered-arm", 2, "no-two-handed"),
    "armRupturedMuscle": ("arms", "ruptured-muscle", 1, "no-arts"),
    "bodyBrokenRib": ("body", "broken-rib", 5, ""),
    "bodyDestroyedBack": ("body", "destroyed-back", 1, "no-heavy-gear"),
    "bodyGapingChestWound": ("body", "gaping-chest-wound", 5, ""),
    "legBroken": ("legs", "broken-leg", 2, ""),
    "legDismembered": ("legs", "dismembered-leg", 2, "no-dash"),
    "legHamstrung": ("legs", "hamstrung", 1, "no-arts"),
    "waistBrokenHip": ("waist", "broken-hip", 1, "no-dodge"),
    "waistDestroyedGenitals": ("waist", "destroyed-genitals", 1, "no-intimacy"),
    "waistIntestinalProlapse": ("waist", "intestinal-prolapse", 1, "no-waist-gear"),
    "waistWarpedPelvis": ("waist", "warped-pelvis", 5, ""),
}

KNOWN = {  # mapped, or following from the rest: no line in the notes
    *("id", "name", "notes", "gender", "settlementId", "color", "huntXPRankUp", "weaponProficiency", "weaponProficiencyType"),
    *("fightingArts", "secretFightingArts", "disorders", "abilitiesAndImpairments", "skipNextHunt", "retired", "dead"),
    *("canDash", "canEncourage", "canFistPump", "canSurge"),  # they follow from the innovations
    *(*ATTRIBUTES, *FIGURES, *BARRED, *INJURIES),
    *(f"has{ability}" for ability in ABILITIES),
    *(f"has{one}{other}" for one in ("Absolute", "Gambler", "Goblin", "Sculptor") for other in ("Reaper", "Rust", "Storm", "Witch")),
    *(f"{limb}{what}" for limb in (*LIMBS, "brain") for what in ("Armor", "LightDamage", "HeavyDamage")),
}


def survivor(state: State, told: Told, found: dict[str, Any], k: int) -> None:
    """Adds the survivor, the file's k-th of its settlement, to the state."""
    content = told.content
    name = told.line(found.get("name"), 32, f"The name of survivor {k + 1}")
    if not name:
        name = f"Survivor {k + 1}"
        told.say(f"A survivor has no name: it is called {name}.")
    sex = ident(found.get("gender")).casefold()[:1]
    if sex not in ("", "f", "m"):
        told.say(f"{name}: gender is {shown(found['gender'])}, it is left open.")
    sheet = state.survivors[add(state, name, content, sex if sex in ("f", "m") else "")]
    of = f"{name}: "
    for theirs, ours in FIGURES.items():
        sheet[ours] = told.whole(found, theirs, -99, 999, sheet[ours], of)
    for what in ATTRIBUTES:
        sheet[what] = told.whole(found, what, -99, 99, sheet[what], of)
    for theirs, ours in zip(LIMBS, LOCATIONS, strict=True):
        sheet["armor"][ours] = told.whole(found, f"{theirs}Armor", 0, 99, 0, of)
    places = dict(zip((*LOCATIONS, "brain"), (*LIMBS, "brain"), strict=True))
    for box in BOXES:
        place, how = box.split("-")
        if told.flag(found, f"{places[place]}{how.capitalize()}Damage", of=of):
            sheet["boxes"].append(box)
    sheet["proficiency"]["level"] = told.whole(found, "weaponProficiency", 0, 99, 0, of)
    sheet["proficiency"]["type"] = told.line(found.get("weaponProficiencyType"), WORD, f"{of}weaponProficiencyType")
    arts = [*told.names(found.get("fightingArts"), f"{of}fightingArts", WORDS)]
    arts += told.names(found.get("secretFightingArts"), f"{of}secretFightingArts", WORDS - len(arts))
    sheet["arts"] = told.words("arts", arts, "the survivors' fighting arts")
    sheet["disorders"] = told.words("disorders", found.get("disorders"), "the survivors' disorders")
    gained = [ability for ability in ABILITIES if told.flag(found, f"has{ability}", of=of)]
    gained += told.names(found.get("abilitiesAndImpairments"), f"{of}abilitiesAndImpairments", WORDS - len(gained))
    sheet["abilities"] = told.words("abilities", gained, "the survivors' abilities")
    marks = [mark for key, mark in BARRED.items() if not told.flag(found, key, True, of)]
    for key, (place, injury, most, mark) in INJURIES.items():
        value = found.get(key)
        times = told.flag(found, key, of=of) if most == 1 or isinstance(value, bool) else told.whole(found, key, 0, most, 0, of)
        sheet["injuries"] += [[place, injury] for _ in range(int(times))]
        marks += [mark] * bool(times and mark)
    sheet["impairments"] = list(dict.fromkeys(marks))
    sheet["skip_hunt"] = told.flag(found, "skipNextHunt", of=of)
    if told.flag(found, "retired", of=of):
        sheet["state"] = RETIRED
    if told.flag(found, "dead", of=of):
        sheet["state"] = DEAD
    for entry in content.all("ages"):  # what was reached is not reached again
        there = sheet["proficiency"]["level"] if entry["of"] == "proficiency" else sheet[entry["of"]]
        sheet["milestones"] += [f"{entry['id']}-{least}" for least in entry["at"] if there >= least]
    lines = told.texts(found, KNOWN, "the survivors' notes")
    stars = [f"{one[1]} {one[2]}" for key in found if (one := STARS.fullmatch(key)) and told.flag(found, key, of=of)]
    if stars:
        lines.append("Constellations: " + ", ".join(stars))
    sheet["notes"] = told.noted(found.get("notes"), lines, f"{of}notes")
