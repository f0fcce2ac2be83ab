"""What simulated showdowns came to: a plain value that is the same bytes everywhere, a table for people, a chart."""

from __future__ import annotations

import json
from typing import Any
from xml.sax.saxutils import escape

from lanternboard.rules.state import LEVELS

from .simulate import Setting, Tally, names_of

FORMAT = "lanternboard/simulation/1"
PARTS = ("cards", "locations", "reactions", "injuries")


def percentile(counts: dict[int, int], percent: int) -> int:
    """The least value with at least so many percent of all at or below it; 0 of nothing."""
    total = sum(counts.values())
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen * 100 >= total * percent:
            return value
    return 0


def spread(counts: dict[int, int]) -> dict[str, int]:
    return {"median": percentile(counts, 50), "p90": percentile(counts, 90), "most": max(counts, default=0)}


def told(setting: Setting, seed: int, tally: Tally) -> dict[str, Any]:
    """The whole report as integers, words, lists and objects. What never happened is counted 0."""
    from lanternboard.rules.engine import RULES

    cards = setting.cards
    out: dict[str, Any] = {
        "format": FORMAT,
        "rules": RULES,
        "pack": cards.id,
        "pack_digest": cards.digest,
        "players": setting.players,
        "level": LEVELS[setting.level],
        "survivors": setting.survivors or None,
        **({"party": [one["name"] for one in json.loads(setting.party)["survivors"]]} if setting.party else {}),
        "seed": seed,
        "showdowns": tally.showdowns,
        "won": tally.won,
        "lost": tally.lost,
        "unfinished": tally.showdowns - tally.won - tally.lost,
        "answers": tally.answers,
        "rounds": spread(tally.rounds),
        "prompts": dict(sorted(tally.prompts.items())),
        "journals": tally.journals,
    }
    for part, names in names_of(setting).items():
        found = getattr(tally, part)
        out[part] = {name: found.get(name, 0) for name in sorted({*names, *found})}
    if tally.presses:
        every: dict[int, int] = {}
        for counts in tally.presses.values():
            for n, times in counts.items():
                if n:
                    every[n] = every.get(n, 0) + times
        out["presses"] = {
            "prompt": spread(every),
            "round": spread(tally.round_presses),
            "prompts": {kind: spread(counts) for kind, counts in sorted(tally.presses.items())},
        }
    return out


class _Open(dict):
    """What a question's placeholders stand for where nobody asks it."""

    def __missing__(self, key: str) -> str:
        return "..."


def named(setting: Setting, report: dict[str, Any]) -> dict[str, dict[str, str]]:
    """What people call what a report counts, by its part: questions in general words, cards by the pack's names."""
    from lanternboard.screen.english import ENGLISH

    cards = setting.cards

    def names(deck: str) -> dict[str, str]:
        found = (cards.card(deck, n) for n in range(cards.count(deck)))
        return {card["id"]: card.get("name", card["id"]) for card in found}

    locations = names("locations")
    rows = {}
    for n, table in enumerate(cards.ids("tables")):
        where = ENGLISH.get("id." + table, table)
        rows.update({f"{table} {row['id']}": f"{where}: {row['name']}" for row in cards.card("tables", n).get("rows", ())})
    asked = _Open(who="a survivor", monster="the monster")
    reactions = {}
    for one in report["reactions"]:
        id, _, how = one.partition(" ")
        reactions[one] = f"{locations[id]}: {how}" if id in locations and how else one
    return {
        "prompts": {kind: ENGLISH["ask." + kind].format_map(asked) for kind in report["prompts"] if "ask." + kind in ENGLISH},
        "cards": names("ai"),
        "locations": locations,
        "reactions": reactions,
        "injuries": rows,
    }


def text(report: dict[str, Any]) -> str:
    """The canonical JSON: one line, keys in the report's own order."""
    import json

    return json.dumps(report, ensure_ascii=True, separators=(",", ":"))


def by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    """The most frequent first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def chart(report: dict[str, Any]) -> str:
    """The counts as an SVG of horizontal bars, a part below the other."""
    rows: list[tuple[str, int | None]] = []
    for part in ("prompts", *PARTS):
        rows.append((part, None))
        rows += by_count(report[part])
    out = []
    y, most = 48, 1
    for name, n in rows:
        if n is None:
            most = max(report[name].values(), default=1) or 1
            y += 14
            out.append(f'<text x="20" y="{y + 12}" font-weight="bold">{escape(name)}</text>')
        else:
            out.append(f'<text x="230" y="{y + 12}" text-anchor="end">{escape(name)}</text>')
            out.append(f'<rect x="240" y="{y + 2}" width="{400 * n // most}" height="12" fill="#c8823c"/>')
            out.append(f'<text x="{246 + 400 * n // most}" y="{y + 12}">{n}</text>')
        y += 18
    title = (
        f"{report['showdowns']} showdowns, {report['players']} players, seed {report['seed']}: "
        f"{report['won']} won, {report['lost']} lost, {report['rounds']['median']} rounds at the median"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{y + 20}" font-family="sans-serif" font-size="12">'
        f'<rect width="720" height="{y + 20}" fill="#fff"/><text x="20" y="28" font-size="16">{escape(title)}</text>'
        + "".join(out)
        + "</svg>\n"
    )
