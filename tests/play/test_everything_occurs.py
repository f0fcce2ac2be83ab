"""Over many seeds everything of the pack comes up, wins and losses both; what comes up is something of the pack."""

import json

from lanternboard_host.faces import partyfile
from lanternboard_host.play.simulate import Setting, Tally, many, names_of
from sizes import SEED, SIZE, count

# What the level `all` asks on a pack whose cards are all known but for what is read off Maul; S5's rulings are off.
KINDS = (
    *("monster", "survivors", "players", "controller", "place-monster", "facing", "place-survivor", "target", "end", "crossing", "side"),
    *("order", "push-side", "aside", "card", "location-card", "resource", "roll", "hits", "location", "random", "hit", "hunter", "do"),
    *("go", "location-order", "front", "may", "pay", "heir", "chosen", "read"),
)


def shaken():
    """The First Story's four, each of whom falls into trauma with the next brain damage."""
    party = json.loads(partyfile.sample())
    for one in party["survivors"]:
        one["boxes"] = ["brain-light"]
    return json.dumps(partyfile.checked(json.dumps(party).encode()))


def tallied(showdowns):
    out = Tally()
    for setting in (Setting(), Setting(players="sensible"), Setting(players="sensible", party=shaken())):
        for each in many(setting, showdowns, SEED):
            out.add(each)
    return out


def test_every_card_reaction_injury_and_kind_of_prompt_occurs_and_both_ends():
    showdowns = count(8, 40, 1000)
    found = tallied(showdowns)
    assert found.showdowns == 3 * showdowns and found.won + found.lost == found.showdowns
    missing = {}
    for part, names in names_of(Setting()).items():
        counted = getattr(found, part)
        assert set(counted) <= set(names), part
        missing[part] = [name for name in names if name not in counted]
    assert not missing["cards"]
    assert found.won and found.lost
    assert set(found.prompts) <= {*KINDS, "mood"}
    if SIZE == "soak":
        assert not any(missing.values()), missing
        assert set(found.prompts) >= set(KINDS), set(KINDS) - set(found.prompts)
