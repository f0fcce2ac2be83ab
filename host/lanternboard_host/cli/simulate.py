"""`lanternboard simulate`: showdowns played by simulated players, and what came of them."""

from __future__ import annotations

import json as text
import sys

from lanternboard.base.errors import Refused
from lanternboard.rules.state import LEVELS

from . import OK, REFUSED, WRONG, inputs, outputs, packs, say


def simulate(
    count: int,
    seed: int,
    pack: str,
    players: str,
    survivors: int,
    level: str,
    presses: bool,
    json: bool,
    chart: str | None,
    force: bool,
    jobs: int,
    party: str | None,
) -> int:
    from ..faces import partyfile
    from ..play import report
    from ..play.simulate import Setting, Tally, begin, many

    if chart is not None and not outputs.may_be_written(chart, force):
        return WRONG
    if json and chart == "-":
        say("--json and --chart - both want standard output (allowed: a file for the chart)")
        return WRONG
    carried = ""
    if party is not None:
        content = inputs.content_of(party)
        if content is None:
            return WRONG
        if survivors:
            say("--survivors and --party both say how many there are (allowed: one of them)")
            return WRONG
        try:
            carried = text.dumps(partyfile.checked(content))
        except Refused as refused:
            return outputs.refused(party, refused, json, content)
    try:
        source = packs.source_of(pack)
    except Refused as refused:
        return outputs.refused("", refused, json)
    if source is None:
        return WRONG
    setting = Setting(pack, players, survivors, LEVELS.index(level), party=carried, source=source)
    if not setting.cards.count("scenarios"):
        return outputs.refused(pack, Refused("decks.scenarios", "there is none, so nothing can be won or lost", "1 or more"), json)
    try:
        begin(setting)
    except Refused as refused:  # gear that the pack has not
        return outputs.refused(party or pack, refused, json)
    tally = Tally()
    for each in _shown(many(setting, count, seed, presses, jobs), count):
        tally.add(each)
    told = report.told(setting, seed, tally)
    if json:
        print(report.text(told))
    elif chart != "-":
        _table(told, report.named(setting, told))
    if chart is not None and not outputs.written(chart, report.chart(told).encode()):
        return REFUSED
    return OK


def _shown(tallies, count: int):
    """The same, with a progress bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return tallies
    from rich.console import Console
    from rich.progress import track

    return track(tallies, "Showdowns", total=count, console=Console(stderr=True), transient=True)


def _table(told: dict, named: dict[str, dict[str, str]]) -> None:
    """For people: by the pack's names; what never came up is only counted."""
    from rich.console import Console
    from rich.table import Table

    from ..play import report

    console = Console(highlight=False)

    def line(text: str) -> None:
        console.print(text, soft_wrap=True)

    line(
        f"{told['showdowns']} {'showdown' if told['showdowns'] == 1 else 'showdowns'}, {told['players']} players, level {told['level']}, "
        f"seed {told['seed']}: {told['won']} won, {told['lost']} lost, {told['unfinished']} unfinished"
    )
    rounds = told["rounds"]
    line(f"{told['answers']} answers; rounds: median {rounds['median']}, p90 {rounds['p90']}, most {rounds['most']}")
    if "presses" in told:
        for name in ("round", "prompt"):
            one = told["presses"][name]
            line(f"Presses a {name}: median {one['median']}, p90 {one['p90']}, most {one['most']}")
    for part in ("prompts", "cards", "locations", "reactions", "injuries"):
        counts = told[part]
        if not counts:
            continue
        asked = part == "prompts"
        presses = asked and "presses" in told
        table = Table(part, "times", *(("presses: median", "p90", "most") if presses else ()), box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify = "right"
        if asked:
            table.add_column("what is asked")
        some = [(name, n) for name, n in report.by_count(counts) if n]
        for name, n in some:
            more = [str(told["presses"]["prompts"][name][key]) for key in ("median", "p90", "most")] if presses else []
            words = named[part].get(name, "")
            table.add_row(*((name, str(n), *more, words) if asked else (words or name, str(n))))
        console.print()
        if some:
            console.print(table)
        if len(some) < len(counts):
            line(f"{len(counts) - len(some)} of {len(counts)} {part} did not occur.")
