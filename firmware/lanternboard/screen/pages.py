"""What the display shows while the board's menu is open (controls/menu.py). Loaded with it."""

from .brief import WORDS
from .layout import CHOSEN, GAUGE, HEAD, PLAIN, ROWS, centred, fold, head, told, wrap
from .words import event_text

KEYS = ("menu.brightness", "menu.night", "menu.redo", "menu.overrule", "menu.test", "menu.power", "menu.about", "menu.events")


def list_rows(view, brightness: int, night: bool, adjusting: bool, shown):
    """The entries, as many as there are rows for, the highlighted one among them. `shown`: which there are, by their places in KEYS."""
    yield head(WORDS["refused" if view.refused else "menu"]), HEAD
    room = ROWS - 1
    first = max(0, shown.index(view.entry) - room + 1)
    for k in shown[first : first + room]:
        more = ""
        if k == 0:
            more = str(brightness)
        elif k == 1:
            more = WORDS["menu.on" if night else "menu.off"]
        key = "menu.overrule.end" if k == 3 and adjusting else KEYS[k]
        yield head(" " + told(WORDS[key]), more), CHOSEN if k == view.entry else PLAIN
    for _ in range(room - len(shown)):
        yield "", PLAIN


def brightness_rows(view, brightness: int, share: int):
    """`share`: of the bar, in percent: the step, which is what the eye sees, and not the light."""
    yield head(WORDS["menu.brightness"], str(brightness)), HEAD
    yield "", PLAIN
    yield "", PLAIN
    yield str(share), GAUGE
    yield "", PLAIN
    yield centred(told(WORDS["refused"])) if view.refused else "", PLAIN
    yield centred(told(WORDS["menu.more"])), PLAIN
    yield centred(told(WORDS["menu.back"])), PLAIN


def test_rows():
    yield from _text(WORDS["menu.test"], WORDS["menu.testing"], 0)


def power_rows(asked, given, estimated, limited: bool):
    """Milliamperes; None where the board has no LEDs to reckon with."""
    yield head(WORDS["menu.power"], "mA"), HEAD
    for key, value in (("asked", asked), ("given", given), ("estimated", estimated)):
        yield head(WORDS["menu.power." + key], "-" if value is None else str(value)), PLAIN
    yield "", PLAIN
    yield told(WORDS["menu.power.limited"]) if limited else "", PLAIN
    yield "", PLAIN
    yield "", PLAIN


def about_rows(board: str, version: str, notes, first: int):
    yield from _text(WORDS["menu.about"], " ".join([board, WORDS["menu.version"].format(version=version)] + list(notes)), first)


def event_rows(events, state, names, cards, first: int):
    """What happened last, the last first, each event behind a dash. `events`: tuples as the engine tells them. Yields None now and then: a
    piece of the work that gives no row."""
    lines: list = []
    for k in range(len(events) - 1, -1, -1):
        try:
            lines += wrap("- " + told(event_text(events[k], state, names, cards, WORDS)), ROWS)
        except IndexError:  # of a survivor who was taken back
            pass
        yield None
    yield from _page(WORDS["menu.events"], lines or wrap(told(WORDS["menu.events.none"]), ROWS), first)


def _text(title: str, text: str, first: int):
    """A text that can be scrolled: from row `first` on, as far as there is that much."""
    yield from _page(title, wrap(fold(text), 60), first)


def _page(title: str, lines: list, first: int):
    yield head(title), HEAD
    first = max(0, min(first, len(lines) - ROWS + 1))
    lines = lines[first : first + ROWS - 1]
    for line in lines + [""] * (ROWS - 1 - len(lines)):
        yield line, PLAIN
