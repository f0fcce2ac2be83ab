"""The menu's pages for the display, row by row."""

from types import SimpleNamespace

from lanternboard.controls.menu import ENTRIES, shown
from lanternboard.rules.state import State
from lanternboard.screen import pages
from lanternboard.screen.layout import CHOSEN, HEAD, PLAIN, ROWS, WIDE


def whole(made):
    rows = [row for row in made if row is not None]
    assert len(rows) == ROWS and all(len(text) <= WIDE for text, _ in rows)
    return rows


def test_the_list_shows_the_entry_that_is_highlighted_and_only_those_there_are():
    assert tuple("menu." + name for name in ENTRIES) == pages.KEYS
    for lock in (False, True):
        there = shown(lock)
        for entry in there:
            view = SimpleNamespace(entry=entry, refused=False)
            rows = whole(pages.list_rows(view, 46, True, False, there))
            chosen = [text for text, mark in rows if mark == CHOSEN]
            assert len(chosen) == 1 and chosen[0].strip().lower().startswith(ENTRIES[entry].split()[0][:4].replace("even", "last"))
            assert rows[0][1] == HEAD and sum(text != "" for text, _ in rows[1:]) == min(len(there), ROWS - 1)


def test_the_last_events_stand_there_the_last_first_and_can_be_scrolled():
    state = State(22, 16, 2)
    events = [("fell", 0), ("tokens", -1), ("placed", "s1", 25), ("placed", "s4", 3), ("priority", 1)]
    rows = whole(pages.event_rows(events, state, ["Allister", "Erza"], None, 0))
    assert [text for text, _ in rows] == [
        "Last events     ",
        "- Priority: Erza",
        "- Erza (3,1)",
        "- Tokens -1",
        "- Allister falls",
        "",
        "",
        "",
    ]
    assert [mark for _, mark in rows] == [HEAD] + [PLAIN] * 7
    many = [("tokens", n) for n in range(10)]
    for first, seen in ((0, [9, 8, 7, 6, 5, 4, 3]), (2, [7, 6, 5, 4, 3, 2, 1]), (40, [6, 5, 4, 3, 2, 1, 0])):
        rows = whole(pages.event_rows(many, state, [], None, first))
        assert [text for text, _ in rows[1:]] == ["- Tokens " + ("+%d" % n if n else "0") for n in seen]
    assert whole(pages.event_rows([], state, [], None, 0))[1][0] == "Nothing yet"
