"""The board's menu as faces show it in the place of the game's question, while it is open there."""

from __future__ import annotations

from dataclasses import dataclass

from lanternboard.controls import menu
from lanternboard.screen.english import ENGLISH

TITLES = {
    menu.LIST: "menu",
    menu.BRIGHTNESS: "menu.brightness",
    menu.TEST: "menu.test",
    menu.POWER: "menu.power",
    menu.ABOUT: "menu.about",
    menu.EVENTS: "menu.events",
}


@dataclass(frozen=True)
class Menu:
    """`page` as in controls/menu.py; `entries` by name, () on a page that only tells; `entry` the place of the highlighted one among
    them (-1 none), on a page that only tells the line that it begins with. `note`: what goes on meanwhile."""

    page: int
    entry: int
    title: str
    entries: tuple[str, ...] = ()
    note: str = ""


def opened(page: int, entry: int, adjusting: bool = False, facts: tuple[tuple[str, str], ...] = (), lock: bool = False) -> Menu:
    """`entry` as the board's view has it. What the list tells (`facts`) stands beside its entries. `adjusting`: the table is putting
    something right. `lock`: `play.lock`, the list has fewer entries."""
    entries: tuple[str, ...] = ()
    if page == menu.LIST:
        known = dict(facts)
        there = menu.shown(lock)
        names = [ENGLISH[_key(menu.ENTRIES[k], adjusting)] for k in there]
        entries = tuple(" ".join((name, known[name])) if name in known else name for name in names)
        entry = there.index(entry) if entry in there else -1
    elif page == menu.BRIGHTNESS:
        entries = tuple(str(one) for one in menu.STEPS)
    note = capital(ENGLISH["menu.testing"]) if page == menu.TEST else ""
    return Menu(page, entry, capital(ENGLISH[TITLES.get(page, "menu")]), entries, note)


def _key(entry: str, adjusting: bool) -> str:
    return "menu.overrule.end" if adjusting and entry == "overrule" else "menu." + entry


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
