"""The showdown's records in a terminal: two lines for each survivor beside the board, and a page of everything. It only lays out."""

from __future__ import annotations

import textwrap

from lanternboard.lights import meanings
from rich.style import Style
from rich.text import Text

from ..faces.names import labels, monster_label
from ..faces.party import Party, Place, Survivor, counted, facts, figure_text, shown
from ..faces.picture import Picture
from ..faces.sheet import SHEET
from .colours import AMBER, FAINT, PAPER
from .draw import in_light

FILLED, EMPTY = "■", "·"
FILLED_ASCII, EMPTY_ASCII = "#", "."
SHORT = {"ai": "AI", "ai-discard": "disc", "wounds": "wounds", "ai-play": "moods"}
SHORT |= {"locations": "HL", "locations-discard": "disc", "locations-play": "inj"}


def beside(picture: Picture, width: int, mode: str, ascii_only: bool) -> list[Text]:
    """The panel: round and turn, the monster, two lines a survivor, the decks, what is being carried out."""
    party = picture.party
    assert party is not None
    out = [_round(party)]
    out += _monster(picture, party, width, ascii_only, 3)
    out += [Text("  " + differs, FAINT) for differs in picture.differs]
    marks = labels(picture.names) + [str(i + 1) for i in range(len(picture.names), len(party.survivors))]
    for i, one in enumerate(party.survivors):
        mark = marks[i] if not ascii_only or marks[i].isascii() else str(i + 1)
        line = Text().append(mark, in_light(meanings.cell(meanings.SURVIVOR + i, meanings.BRIGHT), mode)).append(" ")
        line.append(one.name[:12], PAPER)
        if party.whole and one.how != "dead":
            line.append(f" S{one.survival} I{one.insanity}{'!' if one.insane else ''}", Style(color=PAPER, bold=one.insane))
            if one.bleeding:
                line.append(f" {SHEET['short.bleeding']}{one.bleeding}", Style(color=AMBER))
        line.append(_how(one, True), AMBER if one.priority else FAINT)
        out.append(line)
        if one.places and one.how != "dead":
            out.append(Text("  " + " ".join(place(each, ascii_only) for each in one.places), FAINT))
    out += decks(party)
    if party.cards:
        out.append(Text(", ".join(party.cards), Style(color=AMBER, bold=True)))
    return out


def _round(party: Party) -> Text:
    if party.result:
        return Text(SHEET[party.result], Style(color=AMBER, bold=True))
    line = Text().append(SHEET["round" if party.round else "round.0"].format(n=party.round), Style(color=AMBER, bold=True))
    if party.round:
        line.append(", " + SHEET["side." + party.side], FAINT)
    return line


def _how(one: Survivor, short: bool = False) -> str:
    """How it fares; `short`: in few letters, who has the tile first."""
    off = "short.absent" if short and one.how == "absent" else "how." + one.how
    told = [SHEET["short.controller"]] if one.controller else []
    told += [SHEET[off]] if one.how != "standing" else list(one.turn[:1])
    told += [SHEET["short.priority"]] if one.priority else []
    return " " + " ".join(told) if told else ""


def _monster(picture: Picture, party: Party, width: int, ascii_only: bool, most: int | None = None) -> list[Text]:
    s = picture.state
    assert s is not None
    if not s.placed:
        return []
    monster = party.monster
    mark = ("^>v<" if ascii_only else "▲▶▼◀")[s.facing] + monster_label(picture, ascii_only)
    line = Text().append(mark + " ", Style(color=PAPER, bold=True)).append(monster.name, PAPER)
    line.append(f" {SHEET['level'].format(n=monster.level)}", FAINT)
    if monster.down:
        line.append(" " + SHEET["how.lying"], AMBER)
    out = [line]
    told = [SHEET["dying"]] if monster.dying else []
    told += [figure_text(one) for one in monster.figures] + list(monster.moods) + list(monster.injuries)
    out += [Text("  " + each, FAINT) for each in textwrap.wrap(", ".join(told), max(10, width - 2))[:most]]
    return out


def place(one: Place, ascii_only: bool) -> str:
    """A location in four signs: its letter, its armor, its boxes, the light one first; the brain has no armor."""
    full, free = (FILLED_ASCII, EMPTY_ASCII) if ascii_only else (FILLED, EMPTY)
    boxes = "".join(full if box else free for box in (one.light, one.heavy) if box is not None)
    return "B" + boxes if one.id == "brain" else f"{one.name[:1]}{one.armor}{boxes}"


def decks(party: Party) -> list[Text]:
    """The AI deck's piles on one line, the locations' on the next."""
    lines: list[Text] = []
    for pile in shown(party):
        if pile.id in ("ai", "locations"):
            lines.append(Text())
        lines[-1].append(f"{' ' if lines[-1] else ''}{SHORT[pile.id]} ", FAINT).append(str(pile.count), Style(color=PAPER, bold=True))
    return lines


def line(picture: Picture) -> Text:
    """All of it on one line, where nothing stands beside the board."""
    party = picture.party
    assert party is not None
    out = Text(" ").append_text(_round(party))
    for each in decks(party):
        out.append("  ").append_text(each)
    if party.cards:
        out.append("  " + ", ".join(party.cards), Style(color=AMBER, bold=True))
    return out


def party_page(picture: Picture, width: int, height: int, ascii_only: bool = False, first: int = 0, lights=()) -> list[Text]:
    """Everything, in place of the board, from line `first` on: as many lines as there are at most."""
    lines = everything(picture, width, ascii_only, lights)
    room = max(1, height - 1)
    first = max(0, min(first, len(lines) - room))
    out = lines[first : first + room]
    out.append(Text(" " + SHEET["page.more" if len(lines) > room else "page.back"], FAINT))
    for each in out:
        each.no_wrap = True
        each.truncate(width, overflow="crop" if ascii_only else "ellipsis")
    return out


def everything(picture: Picture, width: int, ascii_only: bool = False, lights=()) -> list[Text]:
    """Every record, the decks, what was won, what the lights mean, and what happened last, each as wide as there is room."""
    party = picture.party
    if party is None:
        return [Text(" " + SHEET["page.none"], FAINT)]
    out = [Text(" ").append_text(_round(party))]
    if party.controllers:
        out[0].append("; " + SHEET["controller"].format(who=party.controllers), FAINT)
    if party.result:
        out.append(Text(" " + SHEET[party.result + ".text"], PAPER))
        for who, what in party.gains:
            out += _wrapped([f"{who}: {', '.join(counted(what))}"], width, AMBER, 1)
    out += [Text(" ").append_text(each) for each in _monster(picture, party, width - 1, ascii_only)]
    for one in party.survivors:
        head = Text().append(" " + one.name, Style(color=PAPER, bold=True)).append(_how(one), FAINT)
        if party.whole and one.how != "dead":
            head.append(
                f"  {SHEET['survival']} {one.survival}/{one.limit}, {SHEET['insane' if one.insane else 'insanity']} {one.insanity}", PAPER
            )
            head.append("  " + " ".join(place(each, ascii_only) for each in one.places), PAPER)
        out.append(head)
        if one.how != "dead":
            out += _wrapped([*one.turn, *[text for _, text in facts(one)]], width, FAINT)
    piles = ", ".join(f"{pile.name} {pile.count}" for pile in shown(party))
    out += _wrapped([piles], width, PAPER, 1)
    if party.cards:
        out.append(Text(" " + ", ".join(party.cards), Style(color=AMBER, bold=True)))
    if lights:
        out.append(Text(" " + SHEET["page.lights"], FAINT))
        out += [Text("   ").append_text(each) for each in lights]
    out += [Text(" " + text, FAINT) for text in reversed(picture.past)]
    return out


def _wrapped(parts, width: int, colour: str, indent: int = 3) -> list[Text]:
    return [Text(" " * indent + each, colour) for each in textwrap.wrap(", ".join(parts), max(10, width - indent))]
