"""The showdown's records as the page is told them: words and numbers only, nothing is left for it to decide. docs/page.md tells every
field."""

from __future__ import annotations

from ..faces.party import Figure, Monster, Party, Pile, Place, Survivor
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


def shown(party: Party) -> list[Pile]:
    """The piles; those in play, which are told by name elsewhere, only where there are any."""
    return [pile for pile in party.piles if pile.count or not pile.id.endswith("-play")]


def _controller(party: Party) -> str:
    return SHEET["controller"].format(who=SHEET["player"].format(n=party.controller)) if party.players > 1 else ""


def _result(party: Party) -> dict | None:
    if not party.result:
        return None
    gains = [{"who": who, "what": counted(what)} for who, what in party.gains]
    return {"is": party.result, "name": SHEET[party.result], "text": SHEET[party.result + ".text"], "gains": gains}


def _monster(monster: Monster) -> dict:
    more = [SHEET["level"].format(n=monster.level), *[_figure(one) for one in monster.figures]]
    return {
        "more": more,
        "dying": SHEET["dying"] if monster.dying else "",
        "moods": list(monster.moods),
        "injuries": list(monster.injuries),
    }


def _survivor(one: Survivor, party: Party) -> dict:
    out: dict = {
        "player": SHEET["player"].format(n=one.player) if party.players > 1 else "",
        "controller": one.controller and party.players > 1,
        "how": SHEET["how." + one.how] if one.how != "standing" else "",
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
        out["more"] = more(one)
    return out


def _boxes(place: Place) -> list[list]:
    """[kind, filled] of each box, the light one first."""
    return [[kind, filled] for kind, filled in (("light", place.light), ("heavy", place.heavy)) if filled is not None]


def more(one: Survivor) -> list[list[str]]:
    """[what it is about, text]: all that is not as usual, what is carried, what was won."""
    out = [["bleeding", f"{SHEET['bleeding']} {one.bleeding}"]] if one.bleeding else []
    out += [["injury", name] for name in one.injuries]
    out += [["mark", name] for name in one.marks]
    for key in ("disorders", "courage", "understanding", "experience"):
        if getattr(one, key):
            out.append([key, f"{SHEET[key]} {getattr(one, key)}"])
    out += [[figure.id, _figure(figure)] for figure in one.figures]
    for weapon in one.weapons:
        figures = f"{weapon.speed}/{weapon.accuracy}+/{weapon.strength}" if weapon.speed else ""
        text = " ".join(part for part in (weapon.name, figures, f"({SHEET['archived']})" if weapon.archived else "") if part)
        out.append(["archived" if weapon.archived else "weapon", text])
    out += [["won", text] for text in counted(one.won)]
    return out


def _figure(figure: Figure) -> str:
    tokens = f" ({figure.tokens:+})" if figure.tokens else ""
    return f"{figure.name} {figure.value}{tokens}"


def counted(names) -> list[str]:
    """Names with how often each is there, in the order of their first."""
    return [name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in dict.fromkeys(names)]


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
