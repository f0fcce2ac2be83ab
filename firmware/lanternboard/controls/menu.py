"""The board's menu by the seven buttons: which page is open, what is highlighted there, what a key does. Loaded when it is opened. While
it is open the game's prompt stays, and no key answers it. Pure: what is to happen is an intent, the table does it.

The numbers of the entries are printed on the sheet (docs/sheet.html): a new one goes to the end."""

from .keys import BACK, CHOOSE, DOWN, NEXT, RIGHT, UP

# View.page. 0: the menu is closed.
LIST, BRIGHTNESS, TEST, POWER, ABOUT, EVENTS = 1, 2, 3, 4, 5, 6

ENTRIES = ("brightness", "night", "redo", "overrule", "test", "power", "about", "events")
LOCKED = ("brightness", "night", "overrule")  # left out where the table has locked its settings
_PAGE_OF = {"brightness": BRIGHTNESS, "test": TEST, "power": POWER, "about": ABOUT, "events": EVENTS}

# Of 100 as light goes, so that each step looks as large as the next to the eye: tenths of it to the power of 2.2.
STEPS = (0, 1, 3, 7, 13, 22, 33, 46, 61, 79, 100)
USUAL = 7
_LINES = 40  # as far down as a page can be scrolled


class Menu:
    """`view`: its `page` and `entry` are the menu's. Intents: ("dim", brightness, night), ("test", on), ("redo",), ("overrule",),
    ("menu",) leaves it, ("moved",) draw again, ("refused",). `lock`: what is LOCKED is not among the entries."""

    def __init__(self, view, brightness: int, night: bool, lock: bool = False) -> None:
        self.view = view
        self.brightness = brightness
        self.night = night
        self.lock = lock
        view.page = LIST
        view.entry = shown(lock)[0]

    def press(self, key: int, out: list) -> None:
        """One press; what is to happen is added to `out`."""
        page = self.view.page
        if page == LIST:
            self._list(key, out)
        elif page == BRIGHTNESS and key != BACK and key != CHOOSE:
            self._bright(key, out)
        elif (page == ABOUT or page == EVENTS) and (key == UP or key == DOWN):
            self._move(min(max(self.view.entry + (1 if key == DOWN else -1), 0), _LINES), out)
        else:
            if page == TEST:
                out.append(("test", False))
            self._open(LIST, out)

    def _list(self, key: int, out: list) -> None:
        entry = self.view.entry
        if key == BACK:
            out.append(("menu",))
        elif key != CHOOSE:
            there = shown(self.lock)
            self._move(there[(there.index(entry) + (1 if key in (DOWN, RIGHT, NEXT) else -1)) % len(there)], out)
        elif ENTRIES[entry] == "night":
            self.night = not self.night
            out.append(("dim", self.brightness, self.night))
        elif ENTRIES[entry] in _PAGE_OF:
            self._open(_PAGE_OF[ENTRIES[entry]], out)
        else:
            out.append((ENTRIES[entry],))

    def _open(self, page: int, out: list) -> None:
        before = self.view.page
        self.view.page = page
        entry = 0
        if page == BRIGHTNESS:
            entry = step(self.brightness)
        elif page == TEST:
            out.append(("test", True))
        elif page == LIST:
            for k in range(len(ENTRIES)):
                if _PAGE_OF.get(ENTRIES[k]) == before:
                    entry = k
        self._move(entry, out)

    def _bright(self, key: int, out: list) -> None:
        """Live: what is highlighted is what is lit. Whoever changes it wants to see it: night ends."""
        to = USUAL if key == NEXT else self.view.entry + (1 if key in (UP, RIGHT) else -1)
        if not 0 <= to < len(STEPS):
            out.append(("refused",))
            return
        self.brightness = STEPS[to]
        self.night = False
        self.view.entry = to
        out.append(("dim", self.brightness, False))

    def _move(self, entry: int, out: list) -> None:
        self.view.entry = entry
        out.append(("moved",))


def shown(lock: bool) -> list:
    """The entries that there are, by their places in ENTRIES."""
    return [k for k in range(len(ENTRIES)) if not (lock and ENTRIES[k] in LOCKED)]


def step(brightness: int) -> int:
    """The step nearest to a brightness."""
    best = 0
    for k in range(len(STEPS)):
        if abs(STEPS[k] - brightness) < abs(STEPS[best] - brightness):
            best = k
    return best
