"""The lit grid of a terminal: two characters a space, north on top, coordinates faint at the rim. It draws what the board says it
shows, and who stands there; where there is no colour, letters say what the light means. It knows no prompt and no key."""

from __future__ import annotations

from lanternboard.lights import meanings
from lanternboard.rules.geometry import on_board
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DOWN, HIDES
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ..faces.names import labels, monster_label
from ..faces.picture import Picture
from .colours import DEEP, GLOW, INDEXED, PAPER, glow, hexadecimal, index_of, light_of, luminance, rgb_of

RIM = 3  # characters left of the grid
_ARROWS = ("▲▲", " ▶", "▼▼", "◀ ")
_ARROWS_ASCII = ("^^", " >", "vv", "< ")
_INK, _CHALK = "#1a120a", "#fff0dc"
_SIGNS = {m: meanings.letter(m) for m in (meanings.CANDIDATE, meanings.RUN_OVER, meanings.REFUSED)}


def occupants(picture: Picture, ascii_only: bool = False) -> dict[int, str]:
    """What stands where: space -> two characters."""
    out: dict[int, str] = {}
    s = picture.state
    if s is None:
        return out
    for space, bits in enumerate(s.terrain):
        if bits & (BARS_SURVIVORS | BLOCKS_MONSTER):
            out[space] = "##"
        elif bits & HIDES:
            out[space] = "::"
    if s.placed:
        arrow = (_ARROWS_ASCII if ascii_only else _ARROWS)[s.facing]
        initial = monster_label(picture, ascii_only)
        named = False
        last = s.size - 1
        for y in range(s.size):
            for x in range(s.size):
                front = (y == 0, x == last, y == last, x == 0)[s.facing]
                space = (s.y + y) * s.columns + s.x + x
                if front:
                    out[space] = arrow if last else arrow.strip()[0] + initial
                else:
                    out[space] = "  " if named else initial + ("_" if s.down else " ")
                    named = True
    marks = labels(picture.names) + [str(i + 1) for i in range(len(picture.names), len(s.at))]
    for i, at in enumerate(s.at):
        if on_board(s, i):
            mark = marks[i] if not ascii_only or marks[i].isascii() else str(i + 1)
            sign = _SIGNS.get(picture.cells[at] & 31, " ") if at < len(picture.cells) else " "
            if sign == " " and s.flags[i] & DOWN:
                sign = "_"
            out[at] = mark if cell_len(mark) == 2 else mark + sign
    return out


def letters(value: int) -> str:
    """A lit space in two letters: the meaning's own, doubled at a region's edge or when bright, with `_` for a survivor who lies.
    The cursor is a frame."""
    meaning = value & 31
    if not meaning or meaning >= meanings.COUNT:
        return " ."
    if meaning == meanings.CURSOR:
        return "[]"
    letter = meanings.letter(meaning)
    if value & meanings.EDGE and meanings.survivor_of(meaning) >= 0:
        return letter + "_"
    edge = value & meanings.EDGE and meanings.pattern(meaning) == meanings.OUTLINE
    return letter * 2 if edge or value >> 5 & 3 == meanings.BRIGHT else letter + " "


def ruler(x0: int, width: int) -> Text:
    """Every second column's number."""
    numbers = "".join(f"{c:>2}" if c % 2 == 0 else "  " for c in range(x0, x0 + width))
    return Text(" " * RIM + numbers, style=DEEP)


def grid(picture: Picture, mode: str, window=None, phase: float | None = None, ascii_only: bool = False) -> list[Text]:
    """The rows of the board, its ruler first. `window`: (x, y, width, height) of what is shown; the whole board without."""
    x0, y0, width, height = window or (0, 0, picture.columns, picture.rows)
    who = occupants(picture, ascii_only)
    away = picture.away is not None
    colours = glow(picture.cells, picture.columns, picture.rows, phase, away) if mode == GLOW else []
    out = [ruler(x0, width)]
    for y in range(y0, y0 + height):
        line = Text(f"{y:>2} ", style=DEEP, no_wrap=True)
        for x in range(x0, x0 + width):
            space = y * picture.columns + x
            value = picture.cells[space]
            text = who.get(space, "")
            if mode == GLOW:
                colour = colours[space]
                _lit(line, text, colour, value, hexadecimal(colour), hexadecimal(colour, 0.93))
            elif mode == INDEXED:
                index = index_of(value, phase, away)
                _lit(line, text, rgb_of(index), value, f"color({index})", f"color({index})")
            else:
                _lettered(line, text, value, away)
        out.append(line)
    return out


def _lit(line: Text, text: str, colour, value: int, left: str, right: str) -> None:
    """Two halves. Where there are colours enough the right one is a shade darker: the seam between diffused lights."""
    if not text:
        sign = "  "
        if value & 31 and meanings.pattern(value & 31) == meanings.BLINK:
            sign = meanings.letter(value & 31) + " "
        text = sign
    terrain = text in ("##", "::")
    ink = DEEP if terrain else _INK if luminance(colour) > 96 else _CHALK
    bold = not terrain
    if len(text) == 1:  # one wide character
        line.append(text, Style(color=ink, bgcolor=left, bold=bold))
        return
    line.append(text[0], Style(color=ink, bgcolor=left, bold=bold))
    line.append(text[1], Style(color=ink, bgcolor=right, bold=bold))


def in_light(value: int, mode: str) -> Style:
    """How text stands on a space that shows this."""
    if mode == GLOW:
        colour = light_of(value)
        return Style(color=_INK if luminance(colour) > 96 else _CHALK, bgcolor=hexadecimal(colour), bold=True)
    if mode == INDEXED:
        index = index_of(value)
        return Style(color=_INK if luminance(rgb_of(index)) > 96 else _CHALK, bgcolor=f"color({index})", bold=True)
    return Style(color=PAPER, bold=True)


def _lettered(line: Text, text: str, value: int, away: bool) -> None:
    meaning = value & 31
    style = Style(dim=away or not meaning, bold=bool(text) and not away)
    line.append(marked(text, value) if text else letters(value), style)


def marked(text: str, value: int) -> str:
    """What stands on a space, with the sign of the light on it where there is no colour."""
    meaning = value & 31
    if meaning == meanings.CURSOR and len(text) == 2:
        return text.strip()[:1] + "]" if text.strip() else "[]"
    if meaning in (meanings.ALLOWED, meanings.USUAL) and len(text) == 2 and text[1] == " ":
        return text[0] + meanings.letter(meaning)
    return text
