"""In words which miniature stands out while *next* is held ("where everything stands"), read off the lights: so it is what the board
shows, and not what it should show by now."""

from __future__ import annotations

from lanternboard.controls.view import View
from lanternboard.lights.compose import ALL, THE_MONSTER, compose, standing
from lanternboard.rules.state import DOWN, SIDES, State
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH

from .picture import Picture
from .sheet import SHEET


def told(picture: Picture) -> str:
    """One sentence; "" while the lights show something else."""
    s = picture.state
    if s is None:
        return ""
    view, cells = View(), bytearray(len(picture.cells))
    for step in range(1, len(s.at) + 3):
        view.where = step
        compose(s, None, view, cells, None)
        if cells == picture.cells:
            return SHEET["where"].format(who=_who(s, standing(s, step), picture))
    return ""


def _who(s: State, one: int, picture: Picture) -> str:
    if one == ALL:
        return SHEET["where.all"]
    if one == THE_MONSTER:
        at = words.place(s.y * s.columns + s.x, s.columns)
        return f"{picture.monster} {at} {ENGLISH['who.faces'].format(side=ENGLISH['id.' + SIDES[s.facing]])}"
    lies = " " + ENGLISH["who.lies"] if s.flags[one] & DOWN else ""
    return f"{words.survivor(one, picture.names)} {words.place(s.at[one], s.columns)}{lies}"
