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
    """`page` as in controls/menu.py; `entries` by name, () on a page that only tells; `entry` the highlighted one, there the line
    that a page begins with. `note`: what goes on meanwhile."""

    page: int
    entry: int
    title: str
    entries: tuple[str, ...] = ()
    note: str = ""


def opened(page: int, entry: int, adjusting: bool = False, facts: tuple[tuple[str, str], ...] = ()) -> Menu:
    """What the list tells (`facts`) stands beside its entries. `adjusting`: the table is putting something right."""
    entries: tuple[str, ...] = ()
    if page == menu.LIST:
        known = dict(facts)
        names = {one: ENGLISH["menu." + one] for one in menu.ENTRIES}
        if adjusting:
            names["overrule"] = ENGLISH["menu.overrule.end"]
        entries = tuple(" ".join((name, known[name])) if name in known else name for name in names.values())
    elif page == menu.BRIGHTNESS:
        entries = tuple(str(one) for one in menu.STEPS)
    note = capital(ENGLISH["menu.testing"]) if page == menu.TEST else ""
    return Menu(page, entry, capital(ENGLISH[TITLES.get(page, "menu")]), entries, note)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
