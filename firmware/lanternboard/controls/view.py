"""What a person at the table is looking at: the cursor, the highlighted option, the page of the menu.

A small value that the controls change and the lights and the display read. It is never kept: a restart begins with the
usual answer highlighted. It knows no rule; it only reads what a prompt offers."""

from ..base.viper import micropython

NOWHERE = -1


class View:
    """`cursor`: a space's index, NOWHERE where no space is asked for. `option`: place in a prompt's ids or range.
    `page`: of the board's menu (controls/menu.py), 0 while it is closed; `entry`: what is highlighted there.
    `number`: the prompt this view belongs to. `refused`: a press was refused a moment ago. `where`: while *next* is held, from 1 on
    the step in which where everything stands is shown, else 0. `again`: how far *back* and *next* together are on the way to a new
    showdown, in eighths. `done`: Spaces that glow because something was just done there, or None (the table sets it)."""

    __slots__ = ("again", "cursor", "done", "entry", "number", "option", "page", "refused", "where")

    def __init__(self) -> None:
        self.done = None
        self.where = self.again = 0
        self.number = -1
        self.page = self.entry = 0  # a new prompt closes no menu
        self._rest()

    def _rest(self) -> None:
        self.cursor = NOWHERE
        self.option = 0
        self.refused = False

    @micropython.native
    def see(self, prompt) -> bool:
        """Take a new prompt in: the usual answer is highlighted, or else the first one. True when it was new."""
        if prompt is None or prompt.number == self.number:
            return False
        self.number = prompt.number
        self._rest()
        usual = prompt.usual
        if prompt.is_spaces():
            self.cursor = _first(prompt.options) if usual is None else usual
        elif usual is not None:
            self.option = position(prompt.options, usual)
        return True


def _first(options) -> int:
    from .cursor import following  # not needed before most first lights

    return following(options, NOWHERE)


def position(options, choice) -> int:
    """Where `choice` stands in a range or a tuple of ids; 0 when it is not there. (MicroPython's range has no index().)"""
    at = 0
    for option in options:
        if option == choice:
            return at
        at += 1
    return 0


def highlighted(prompt, view):
    """The choice that *choose* would answer now, or None."""
    if prompt is None:
        return None
    options = prompt.options
    if prompt.is_spaces():
        return view.cursor if view.cursor in options else None
    return options[view.option] if 0 <= view.option < len(options) else None
