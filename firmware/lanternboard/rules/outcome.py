"""What a showdown has changed, and what of it lasts, told for whoever does not play it again (docs/journal.md): the record at the end of a
finished journal. It compares the state with the one that the journal starts from, and changes nothing."""

from . import figures
from .state import (
    ALL,
    DEAD,
    DISORDERS,
    MARKS,
    SURVIVAL,
    TOKENS,
    WIDTH,
    newcomer,
)

RESULTS = ("undecided", "won", "lost")
LASTING = ("survival", "insanity", "courage", "understanding", "experience", "bleed")


def outcome(game, start) -> list:
    """[result, rounds, survivors, resources]: each survivor as [name, "lives" or "dead", [[what, change], ...], marks that last, injuries],
    an injury as [location, its id], a trauma's location being the brain; each resource as [name of who has it, or "", id]. `start`: the
    state that the journal starts from."""
    s = game.state
    out = [RESULTS[s.result], s.round, [], []]
    if s.level != ALL:
        return out
    for i in range(len(s.at)):
        before = start.body[i * WIDTH : i * WIDTH + WIDTH] if i < len(start.at) else newcomer()
        now = s.body[i * WIDTH : i * WIDTH + WIDTH]
        changes = []
        for k in range(TOKENS):
            if now[k] != before[k]:
                changes.append([figures.ATTRIBUTES[k], now[k] - before[k]])
        for k in range(len(LASTING)):
            if now[SURVIVAL + k] != before[SURVIVAL + k]:
                changes.append([LASTING[k], now[SURVIVAL + k] - before[SURVIVAL + k]])
        if now[DISORDERS] != before[DISORDERS]:
            changes.append(["disorders", now[DISORDERS] - before[DISORDERS]])
        bits = lasting(game, i, before, len(start.injuries))
        marks = [figures.MARKS_BY_ID[k] for k in range(len(figures.MARKS_BY_ID)) if bits >> k & 1]
        lives = "dead" if s.flags[i] & DEAD else "lives"
        out[2].append([_name(game, i), lives, changes, marks, _injuries(game, i, len(start.injuries))])
    for k in range(0, len(s.spoils), 2):
        store, card = s.spoils[k + 1] >> 7, s.spoils[k + 1] & 127
        ids = game.cards.ids(("basic", "parts")[store])
        out[3].append([_name(game, s.spoils[k]) if s.spoils[k] < len(s.at) else "", ids[card] if card < len(ids) else str(card)])
    return out


def lasting(game, i: int, before, first: int = 0) -> int:
    """The marks of survivor i that do not end with the showdown, as bits: it began with them (`before`, its record then), an injury or a
    trauma left them for good, or the table did. Those that only rows of its injuries and traumas gave, until the showdown ends, are left
    out; `first`: where those of this showdown begin, behind what survivors came with."""
    s = game.state
    found = [before[MARKS] | before[MARKS + 1] << 8 | before[MARKS + 2] << 16, 0]  # for good, for the showdown
    for k in range(0, len(s.injuries), 2):
        if k >= first and s.injuries[k] >> 4 == i:
            row = game.cards.card("tables", s.injuries[k] & 15)["rows"][s.injuries[k + 1]]
            again = "again" in row and s.injuries[k : k + 2] in [s.injuries[n : n + 2] for n in range(0, k, 2)]
            _marks(row.get("again" if again else "steps", ()), found)
    return figures.marks(s, i) & (found[0] | ~found[1])


def _marks(steps, found: list) -> None:
    """Adds the marks of steps, also of those inside of them."""
    for step in steps:
        if isinstance(step, (list, tuple)) and step:
            if step[0] == "mark":
                found[1 if len(step) > 2 else 0] |= 1 << figures.MARKS_BY_ID.index(step[1])
            else:
                _marks(step, found)


def _name(game, i: int) -> str:
    return game.names[i] if i < len(game.names) else "s%d" % i


def _injuries(game, i: int, first: int) -> list:
    """Those of this showdown: what survivors came with lies before `first`."""
    from .harm import LOCATIONS

    s = game.state
    out = []
    for k in range(first, len(s.injuries), 2):
        if s.injuries[k] >> 4 == i:
            location = s.injuries[k] & 15
            rows = game.cards.card("tables", location)["rows"]
            out.append([LOCATIONS[location], rows[s.injuries[k + 1]]["id"]])
    return out
