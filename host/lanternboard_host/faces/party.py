"""What the showdown's records say, as one plain value for faces: survivors, the monster, the decks, whose turn it is, what was won. It
reads a position and the pack's names; it draws nothing and knows no prompt. At the lights level there is no party."""

from __future__ import annotations

from dataclasses import dataclass

from lanternboard.rules import agenda, decks, figures
from lanternboard.rules import state as st
from lanternboard.rules.geometry import on_board
from lanternboard.rules.harm import LOCATIONS, box
from lanternboard.rules.state import State
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH
from lanternboard.screen.showdown import name_of, players

from .sheet import SHEET

_TURNS = ((st.MOVED, "moved"), (st.ACTIVATED, "activated"), (st.ACTED, "acted"), (st.DODGED, "dodged"), (st.DOOMED, "doomed"))
_USUAL = (5, 0, 0, 0, 0, 0)  # a survivor's attributes of whom nothing special is known (F1)
_BEAST = (st.SPEED, st.ACCURACY, st.DAMAGE, st.LUCK)


@dataclass(frozen=True)
class Place:
    """A location of a record sheet, or the brain. `light`, `heavy`: whether that box is filled, None where it has none (D1)."""

    id: str
    name: str
    armor: int
    light: bool | None
    heavy: bool | None


@dataclass(frozen=True)
class Figure:
    """An attribute: what it comes to, and how much of that is tokens (C5)."""

    id: str
    name: str
    value: int
    tokens: int


@dataclass(frozen=True)
class Weapon:
    name: str
    speed: int
    accuracy: int
    strength: int
    reach: int
    archived: bool


@dataclass(frozen=True)
class Survivor:
    """`player` from 1. `how`: standing, lying, dead, absent. `figures`: attributes that are not as usual. `turn`: moved, activated,
    acted, dodged, doomed. `won`: resources, one name each. `places`, `weapons` and counters are empty below the level `all`."""

    name: str
    player: int
    controller: bool
    how: str
    priority: bool
    places: tuple[Place, ...] = ()
    survival: int = 0
    limit: int = 0
    insanity: int = 0
    insane: bool = False
    courage: int = 0
    understanding: int = 0
    experience: int = 0
    bleeding: int = 0
    disorders: int = 0
    figures: tuple[Figure, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    marks: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()


@dataclass(frozen=True)
class Monster:
    """`figures`: movement and toughness always, others where they are not 0. `moods`, `injuries`: names of the cards in play."""

    name: str
    level: int
    down: bool
    dying: bool
    figures: tuple[Figure, ...]
    moods: tuple[str, ...]
    injuries: tuple[str, ...]


@dataclass(frozen=True)
class Pile:
    """A stack of cards. `id`: ai, ai-discard, wounds, ai-play, locations, locations-discard, locations-play."""

    id: str
    name: str
    count: int


@dataclass(frozen=True)
class Party:
    """`round` 0 before the first; `side`: monster, survivors. `cards`: what is being carried out, by name. `result`: "", won, lost.
    `gains`: (who, what) of what was won, the settlement's under its own word."""

    round: int
    side: str
    players: int
    survivors: tuple[Survivor, ...]
    monster: Monster
    piles: tuple[Pile, ...]
    cards: tuple[str, ...]
    result: str
    gains: tuple[tuple[str, tuple[str, ...]], ...]
    controllers: str = ""  # the names of those whose player has the tile, where there are several players
    whole: bool = True  # the level `all`: survivors' records are kept


def party(s: State, names=(), cards=None) -> Party | None:
    """The value of a position; None at the lights level."""
    if not s.level:
        return None
    whole = s.level == st.ALL
    survivors = tuple(_survivor(s, i, names, cards, whole) for i in range(len(s.at)))
    return Party(
        s.round,
        "survivors" if s.side else "monster",
        s.players,
        survivors,
        _monster(s, cards),
        _piles(s, whole),
        _open(s, cards),
        ("", "won", "lost")[s.result],
        _gains(s, survivors, cards) if s.result == st.WON else (),
        players(s, s.controller, names, ENGLISH) if s.players > 1 else "",
        whole,
    )


def _survivor(s: State, i: int, names, cards, whole: bool) -> Survivor:
    name = words.survivor(i, names)
    how = "dead" if s.flags[i] & st.DEAD else "absent" if not on_board(s, i) else "lying" if s.flags[i] & st.DOWN else "standing"
    player = figures.value(s, i, st.PLAYER)
    controller = player == s.controller and s.players > 1
    if not whole:
        return Survivor(name, player + 1, controller, how, s.priority == i)
    value = lambda field: figures.value(s, i, field)  # noqa: E731
    insanity = value(st.INSANITY)
    turn = value(st.TURN)
    return Survivor(
        name,
        player + 1,
        controller,
        how,
        s.priority == i,
        tuple(_place(s, i, k) for k in range(len(LOCATIONS))),
        value(st.SURVIVAL),
        s.limit,
        insanity,
        insanity >= figures.INSANE,
        value(st.COURAGE),
        value(st.UNDERSTANDING),
        value(st.EXPERIENCE),
        value(st.BLEED),
        value(st.DISORDERS),
        tuple(_figures(s, i)),
        tuple(_weapons(s, i, cards)),
        tuple(_named("mark", id) for bit, id in enumerate(figures.MARKS_BY_ID) if figures.marked(s, i, 1 << bit)),
        tuple(_injuries(s, i, cards)),
        tuple(_won(s, i, cards)),
        tuple(SHEET["turn." + id] for bit, id in _TURNS if turn & bit),
    )


def _named(kind: str, id: str) -> str:
    """A word for an id: the game's table's where it has one, else the id itself."""
    key = kind + "." + id
    return ENGLISH[key] if key in ENGLISH else SHEET.get(key, id)


def _place(s: State, i: int, k: int) -> Place:
    filled = figures.boxes(s, i)
    light, heavy = box(k, False), box(k, True) if k != st.BRAIN else 0
    return Place(
        LOCATIONS[k],
        _named("location", LOCATIONS[k]),
        figures.value(s, i, st.ARMOR + k) if k != st.BRAIN else 0,
        filled & light != 0 if light else None,
        filled & heavy != 0 if heavy else None,
    )


def _figures(s: State, i: int):
    for k, id in enumerate(figures.ATTRIBUTES):
        tokens = figures.value(s, i, k + st.TOKENS) - st.ZERO
        value = figures.attribute(s, i, k)
        if tokens or value != _USUAL[k]:
            yield Figure(id, _named("attribute", id), value, tokens)


def _weapons(s: State, i: int, cards):
    for k in range(0, len(s.gear), st.GEAR):
        owner, card, speed, accuracy, strength, _luck, reach, archived = s.gear[k : k + st.GEAR]
        if owner == i:
            yield Weapon(name_of(cards, "gear", card, ENGLISH), speed, accuracy, strength - st.ZERO, reach, archived != 0)


def _injuries(s: State, i: int, cards):
    for k in range(0, len(s.injuries), 2):
        who, row = s.injuries[k : k + 2]
        if who >> 4 == i:
            try:
                yield cards.card("tables", who & 15)["rows"][row]["name"]
            except (AttributeError, KeyError, IndexError):
                yield SHEET["injury"].format(where=_named("location", LOCATIONS[min(who & 15, st.BRAIN)]))


def _won(s: State, i: int, cards):
    for k in range(0, len(s.spoils), 2):
        who, what = s.spoils[k : k + 2]
        if who == i:
            yield name_of(cards, decks.STORES[what >> 7], what & 127, ENGLISH)


def _gains(s: State, survivors, cards):
    found = [(one.name, one.won) for one in survivors if one.won]
    settlement = tuple(_won(s, st.NOBODY, cards))
    return tuple(found) + (((SHEET["settlement"], settlement),) if settlement else ())


def _monster(s: State, cards) -> Monster:
    made = [Figure("movement", _named("attribute", "movement"), max(0, s.movement + s.tokens), s.tokens)]
    toughness = figures.beast(s, st.TOUGHNESS)
    made.append(Figure("toughness", _named("attribute", "toughness"), toughness, s.beast[st.TOUGHNESS + st.TOKENS] - st.ZERO))
    for k in _BEAST:
        tokens = s.beast[k + st.TOKENS] - st.ZERO
        if tokens or figures.beast(s, k):
            made.append(Figure(figures.BEASTS[k], _named("attribute", figures.BEASTS[k]), figures.beast(s, k), tokens))
    if figures.evasion(s) or s.beast[st.TOKENS] != st.ZERO:
        made.append(Figure("evasion", _named("attribute", "evasion"), figures.evasion(s), s.beast[st.TOKENS] - st.ZERO))
    name = words.monster(s, cards)
    return Monster(
        name[4:] if name.startswith("the ") else name,
        figures.level_of(s),
        bool(s.down),
        bool(s.beast[st.DYING]),
        tuple(made),
        tuple(name_of(cards, "ai", card, ENGLISH) for card in s.decks[st.AI_PLAY]),
        tuple(_injury_of(cards, card) for card in s.decks[st.HL_PLAY]),
    )


def _injury_of(cards, n: int) -> str:
    """The persistent injury that a location in play has left, by its id's words; else the location's name."""
    try:
        return cards.card("locations", n)["injury"].replace("-", " ")
    except (AttributeError, KeyError, IndexError):
        return name_of(cards, "locations", n, ENGLISH)


def _piles(s: State, whole: bool) -> tuple[Pile, ...]:
    d = s.decks
    found = [
        ("ai", decks.left(s)),
        ("ai-discard", len(d[st.AI_DISCARD])),
        ("wounds", s.wounds),
        ("ai-play", len(d[st.AI_PLAY])),
    ]
    if whole:
        found += [
            ("locations", len(d[st.HL_TOP]) + len(d[st.HL_POOL])),
            ("locations-discard", len(d[st.HL_DISCARD])),
            ("locations-play", len(d[st.HL_PLAY])),
        ]
    return tuple(Pile(id, SHEET["pile." + id], count) for id, count in found)


def _open(s: State, cards) -> tuple[str, ...]:
    """Cards that are being carried out: the AI card, else the instinct; locations that were drawn for an attack."""
    out = [name_of(cards, "ai", card, ENGLISH) for card in s.decks[st.AI_OPEN]]
    if not out:
        for k in range(len(s.agenda) - st.ITEM, -1, -st.ITEM):
            op, card = s.agenda[k], s.agenda[k + 1]
            if op == agenda.CARD:
                deck, n = ("instincts", card - agenda.INSTINCT) if card >= agenda.INSTINCT else ("ai", card)
                out.append(name_of(cards, deck, n, ENGLISH))
                break
    return tuple(out + [name_of(cards, "locations", card, ENGLISH) for card in s.decks[st.HL_OPEN]])


def shown(party: Party) -> list[Pile]:
    """The piles, once they lie there; those in play, which are told by name elsewhere, only where there are any."""
    if not party.round:
        return []
    return [pile for pile in party.piles if pile.count or not pile.id.endswith("-play")]


def facts(one: Survivor) -> list[tuple[str, str]]:
    """(what it is about, text): all that is not as usual, what is carried, what was won."""
    out = [("bleeding", f"{SHEET['bleeding']} {one.bleeding}")] if one.bleeding else []
    out += [("injury", name) for name in one.injuries]
    out += [("mark", name) for name in one.marks]
    for key in ("disorders", "courage", "understanding", "experience"):
        if getattr(one, key):
            out.append((key, f"{SHEET[key]} {getattr(one, key)}"))
    out += [(figure.id, figure_text(figure)) for figure in one.figures]
    for weapon in one.weapons:
        figures = f"{weapon.speed}/{weapon.accuracy}+/{weapon.strength}" if weapon.speed else ""
        text = " ".join(part for part in (weapon.name, figures, f"({SHEET['archived']})" if weapon.archived else "") if part)
        out.append(("archived" if weapon.archived else "weapon", text))
    out += [("won", text) for text in counted(one.won)]
    return out


def figure_text(figure: Figure) -> str:
    tokens = f" ({figure.tokens:+})" if figure.tokens else ""
    return f"{figure.name} {figure.value}{tokens}"


def counted(names) -> list[str]:
    """Names with how often each is there, in the order of their first."""
    return [name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in dict.fromkeys(names)]
