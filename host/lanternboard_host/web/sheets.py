"""The showdown's records as the page is told them: words and numbers only, nothing is left for it to decide. docs/page.md tells every
field."""

from __future__ import annotations

from ..faces.party import Monster, Party, Place, Survivor, counted, facts, figure_text
from ..faces.sheet import SHEET


def sheets(party: Party | None, past=()) -> dict | None:
    if party is None:
        return None
    return {
        "round": SHEET["round" if party.round else "round.0"].format(n=party.round),
        "side": SHEET["side." + party.side] if party.round and not party.result else "",
        "controller": _controller(party),
        "whole": party.whole,
        "monster": _monster(party.monster),
        "survivors": [_survivor(one, party) for one in party.survivors],
        "piles": [
            {"id": pile.id, "name": pile.name, "count": pile.count} for pile in party.piles if pile.count or not pile.id.endswith("-play")
        ],
        "cards": list(party.cards),
        "result": _result(party),
        "past": list(past),
    }


def _controller(party: Party) -> str:
    return SHEET["controller"].format(who=party.controllers) if party.controllers else ""


def _result(party: Party) -> dict | None:
    if not party.result:
        return None
    gains = [{"who": who, "what": counted(what)} for who, what in party.gains]
    return {"is": party.result, "name": SHEET[party.result], "text": SHEET[party.result + ".text"], "gains": gains}


def _monster(monster: Monster) -> dict:
    more = [SHEET["level"].format(n=monster.level), *[figure_text(one) for one in monster.figures]]
    return {
        "more": more,
        "dying": SHEET["dying"] if monster.dying else "",
        "moods": list(monster.moods),
        "injuries": list(monster.injuries),
    }


def _survivor(one: Survivor, party: Party) -> dict:
    out: dict = {
        "player": SHEET["player"].format(n=one.player) if 1 < party.players < len(party.survivors) else "",
        "controller": one.controller,
        "how": SHEET["how." + one.how],
        "places": [{"id": place.id, "name": place.name, "armor": place.armor, "boxes": _boxes(place)} for place in one.places],
        "survival": None,
        "insanity": None,
        "more": [],
        "turn": list(one.turn),
        "told": told(one, party),
    }
    if party.whole:
        out["survival"] = {"name": SHEET["survival"], "n": one.survival, "of": max(one.limit, one.survival)}
        out["insanity"] = {"name": SHEET["insane" if one.insane else "insanity"], "n": one.insanity, "of": max(3, one.insanity)}
        out["more"] = [list(each) for each in facts(one)]
    return out


def _boxes(place: Place) -> list[list]:
    """[kind, filled] of each box, the light one first."""
    return [[kind, filled] for kind, filled in (("light", place.light), ("heavy", place.heavy)) if filled is not None]


def told(one: Survivor, party: Party) -> str:
    """A record sheet in one sentence, for who hears it."""
    parts = [SHEET["how." + one.how]]
    if party.whole:
        parts.append(f"{SHEET['survival']} {one.survival}/{one.limit}")
        parts.append(f"{SHEET['insanity']} {one.insanity}" + (f", {SHEET['insane']}" if one.insane else ""))
        for place in one.places:
            filled = [kind for kind, on in _boxes(place) if on]
            if place.armor or filled:
                armor = [f"{SHEET['armor']} {place.armor}"] if place.armor else []
                parts.append(f"{place.name}: " + ", ".join(armor + [SHEET["filled." + kind] for kind in filled]))
    return f"{one.name}: " + "; ".join(parts) + "."
