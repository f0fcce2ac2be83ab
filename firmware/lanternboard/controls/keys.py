"""From the edges of seven keys to intents. Time comes in as milliseconds; nothing here waits, sleeps or touches hardware,
and nothing here changes the game: an intent says what a person wants, the table does it.

Directions and *choose* act on the first edge; a direction held repeats. *back* and *next* have a long meaning: they
act on release before HOLD_MS, or when held that long, never both; held together they cancel each other's single
meaning, and begin a new showdown when held so for AGAIN_MS. They are judged by the prompt that was there when their press
began: where another face answered meanwhile, the release is refused rather than taken for something else. Edges are handled
in the order they come."""

from ..base.viper import micropython
from .cursor import around, following, step
from .view import View, highlighted

__all__ = ("BACK", "CHOOSE", "DOWN", "KEYS", "LEFT", "NEXT", "RIGHT", "UP", "Controls", "View", "highlighted")

UP, DOWN, LEFT, RIGHT, CHOOSE, BACK, NEXT = 0, 1, 2, 3, 4, 5, 6
KEYS = ("up", "down", "left", "right", "choose", "back", "next")

HOLD_MS = 400  # *back* and *next*: shorter is the single meaning, from here on the long one
AGAIN_MS = 3000  # *back* and *next* together this long: a new showdown
AGAIN_SIGN_MS = 1000  # from here on that shows
WHERE_MS = 700  # while *next* is held, one miniature after another
REPEAT_FIRST_MS = 350  # a direction held this long starts to repeat
REPEAT_MS = 110  # and then goes on at this pace
REFUSED_MS = 300  # how long a refused press shows

_SIDE_OF = (0, 2, 3, 1)  # UP DOWN LEFT RIGHT -> N S W E
_SIDES = ("N", "E", "S", "W")

NOTHING = ()  # no intents

_IDLE, _DOWN, _SPENT = 0, 1, 2
_PERIOD = 1 << 30  # millisecond counters wrap there on MicroPython (ticks_ms)


@micropython.native
def _since(now: int, then: int) -> int:
    """now - then for counters that wrap, right for differences below half the period."""
    return (now - then + (_PERIOD >> 1)) % _PERIOD - (_PERIOD >> 1)


class Controls:
    """Holds what is pressed. `turn`: how the board lies on the table (quarter turns clockwise, plus 4 where it is mirrored first): the
    direction keys mean the table's directions. Intents, each a tuple: ("answer", choice), ("usual",) answer with the usual one, ("undo",),
    ("menu",) opens the board's menu or leaves it, ("where",), ("again",) a new showdown, ("refused",), ("moved",) the view changed: draw
    again. While the menu is open, also its own (controls/menu.py)."""

    def __init__(self, view: View, turn: int = 0) -> None:
        self.view = view
        self._turn = turn
        self.menu = None  # while the board's menu is open: controls/menu.py, which then has every press
        self._held = -1  # the direction that repeats
        self._due = 0
        self._state = [_IDLE, _IDLE]  # of BACK, NEXT
        self._began = [0, 0]
        self._asked = [0, 0]  # number of the prompt when the press began
        self._refused_at = 0
        self._both = -1  # since when *back* and *next* are down together
        self._stepped = 0

    def drop(self) -> None:
        """What is held comes to nothing: something else is lit, or who held it has gone."""
        self._held = self._both = -1
        self.view.again = 0
        for which in (0, 1):
            if self._state[which] == _DOWN:
                self._state[which] = _SPENT

    def see(self, prompt) -> bool:
        """Take in the current prompt; True when it was new and the view now rests on its usual answer."""
        return self.view.see(prompt)

    @micropython.native
    def edge(self, key: int, down: bool, ms: int, prompt, columns: int) -> list:
        """One edge of one key, debounced by the driver. A key or an edge that cannot be is ignored."""
        out: list = []
        if prompt is None or not 0 <= key <= NEXT:
            return out
        self.see(prompt)
        if key <= RIGHT:
            if down:
                self._held = key
                self._due = ms + REPEAT_FIRST_MS
                self._direction(key, ms, prompt, columns, out)
            elif self._held == key:
                self._held = -1
        elif key == CHOOSE:
            if down:
                choice = highlighted(prompt, self.view)
                if self.menu is not None:
                    self._menu(key, ms, out)
                elif choice is None:
                    self._refuse(ms, out)
                else:
                    out.append(("answer", choice))
        elif down:
            self._press(key - BACK, ms, prompt)
        else:
            self._release(key - BACK, ms, prompt, columns, out)
        return out

    @micropython.native
    def tick(self, ms: int, prompt, columns: int):
        """What time alone brings: repeats, holds, and the end of a refusal's light. Late ticks never make a burst. Mostly
        nothing, and then nothing is left on the heap either."""
        if prompt is None or not self._waits(prompt):
            return NOTHING
        out: list = []
        if self.see(prompt):
            out.append(("moved",))
        if self.view.refused and _since(ms, self._refused_at) >= REFUSED_MS:
            self.view.refused = False
            out.append(("moved",))
        if self._held >= 0 and _since(ms, self._due) >= 0:
            self._due = ms + REPEAT_MS
            self._direction(self._held, ms, prompt, columns, out)
        for which in (0, 1):
            if self._state[which] == _DOWN and _since(ms, self._began[which]) >= HOLD_MS:
                self._long(which, ms, prompt, out)
        if self.view.where and _since(ms, self._stepped) >= WHERE_MS:
            self._stepped = ms
            self.view.where += 1
            out.append(("moved",))
        if self._both >= 0:
            self._count(ms, out)
        return out

    @micropython.native
    def _waits(self, prompt) -> bool:
        # Whether anything waits for its time at all.
        if prompt.number != self.view.number or self.view.refused or self._held >= 0:
            return True
        return self._state[0] == _DOWN or self._state[1] == _DOWN or self._both >= 0 or self.view.where > 0

    def refuse(self, ms: int) -> None:
        """What the person wanted was refused elsewhere: show it at once, as for a refused press."""
        self.view.refused = True
        self._refused_at = ms

    def _press(self, which: int, ms: int, prompt) -> None:
        if self._state[which] != _IDLE:
            return  # a second press without a release: a bouncing or repeated edge
        if self._state[1 - which] != _IDLE:
            self._state[0] = self._state[1] = _SPENT
            self._both = ms
            return
        self._state[which] = _DOWN
        self._began[which] = ms
        self._asked[which] = prompt.number

    def _release(self, which: int, ms: int, prompt, columns: int, out: list) -> None:
        state = self._state[which]
        if state == _DOWN and _since(ms, self._began[which]) >= HOLD_MS:
            self._long(which, ms, prompt, out)  # held long enough, though no tick came in time
        elif state == _DOWN:
            self._short(which, ms, prompt, columns, out)
        self._state[which] = _IDLE
        if self._both >= 0:
            self._both = -1
            if self.view.again:
                self.view.again = 0
                out.append(("moved",))
        if which == NEXT - BACK and self.view.where:
            self.view.where = 0
            out.append(("moved",))

    def _short(self, which: int, ms: int, prompt, columns: int, out: list) -> None:
        if self.menu is not None:
            self._menu(BACK + which, ms, out)
        elif self._asked[which] != prompt.number:
            self._refuse(ms, out)
        elif which == 0:
            out.append(("undo",))
        elif prompt.usual is not None:
            out.append(("usual",))
        else:
            self._following(ms, prompt, columns, out)

    def _long(self, which: int, ms: int, prompt, out: list) -> None:
        self._state[which] = _SPENT
        if which == 0:
            out.append(("menu",))
        else:
            self.view.where = 1
            self._stepped = ms
            out.append(("where",))

    def _count(self, ms: int, out: list) -> None:
        """Both are down: how far they are."""
        since = _since(ms, self._both)
        part = 0 if since < AGAIN_SIGN_MS else 1 + (since - AGAIN_SIGN_MS) * 7 // (AGAIN_MS - AGAIN_SIGN_MS)
        if since >= AGAIN_MS:
            self._both = -1
            part = 0
            out.append(("again",))
        if part != self.view.again:
            self.view.again = part
            out.append(("moved",))

    def _menu(self, key: int, ms: int, out: list) -> None:
        self.view.refused = False
        self.menu.press(key, out)  # type: ignore[attr-defined]
        if out and out[-1][0] == "refused":
            self.refuse(ms)

    def _following(self, ms: int, prompt, columns: int, out: list) -> None:
        """The next legal answer, round to the first; in a ring of spaces the next one clockwise."""
        view = self.view
        if prompt.is_spaces():
            space = around(prompt.options, view.cursor, columns)
            if space >= 0:
                view.cursor = space
                self._moved(out)
                return
        elif len(prompt.options):
            view.option = (view.option + 1) % len(prompt.options)
            self._moved(out)
            return
        self._refuse(ms, out)

    @micropython.native
    def _direction(self, key: int, ms: int, prompt, columns: int, out: list) -> None:
        if self.menu is not None:
            return self._menu(key, ms, out)
        moved = False
        view = self.view
        options = prompt.options
        side = _SIDE_OF[key] - self._turn & 3
        if self._turn & 4:
            side = -side & 3
        if prompt.is_spaces():
            if view.cursor < 0:
                space = following(options, -1) if prompt.usual is None else prompt.usual
            else:
                space = step(options, view.cursor, side, columns)
            if space >= 0:
                view.cursor = space
                moved = True
        elif isinstance(options, tuple):
            if is_sides(options):
                for i in range(len(options)):
                    if options[i] == _SIDES[side]:
                        view.option = i
                        moved = True
            elif len(options) > 1:
                view.option = (view.option + (1 if key in (RIGHT, DOWN) else -1)) % len(options)
                moved = True
        else:
            at = view.option + (1 if key in (RIGHT, UP) else -1)
            if 0 <= at < len(options):
                view.option = at
                moved = True
        if moved:
            self._moved(out)
        else:
            self._refuse(ms, out)

    @micropython.native
    def _moved(self, out: list) -> None:
        self.view.refused = False
        out.append(("moved",))

    def _refuse(self, ms: int, out: list) -> None:
        self.refuse(ms)
        out.append(("refused",))


def is_sides(options) -> bool:
    """Whether a choice of ids is a choice of sides, so that a direction key names its answer."""
    if not options:
        return False
    for option in options:
        if option not in _SIDES:
            return False
    return True
