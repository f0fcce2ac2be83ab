"""A terminal's page: the board, beside it who is who and what the lights mean, under it one sentence, why, the answers and the
keys. It fits 80x24 for a board of 22x16; a board larger than the terminal is shown around the cursor. It only lays out."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from lanternboard.controls import menu
from lanternboard.lights import meanings
from lanternboard.rules.state import DEAD, DOWN, NOWHERE, SIDES
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ..faces.names import labels, monster_label
from ..faces.picture import Picture, cursor_of
from ..faces.sheet import SHEET
from . import party
from .colours import AMBER, DEEP, FAINT, GLOW, INDEXED, LETTERS, PAPER, hexadecimal, index_of, light_of
from .draw import RIM, grid, in_light, letters, marked, occupants

PANEL = 24  # the least width of what stands beside the board
GAP = 3
HEADED = 2  # lines over the answers: the question and why
ANSWER_LINES = 2
LEAST = 4  # lines of a board: its ruler and three rows
WARNING_LINES = 4
NOTE_LINES = 6  # of what happened, at most, where there are that many
MENU_KEYS = {
    menu.LIST: "The game waits; arrows and Enter choose, u leaves the menu.",
    menu.BRIGHTNESS: "Arrows change it at once, n is the usual one; u goes back to the menu.",
    menu.ABOUT: "Up and down show more; any other key goes back to the menu.",
    menu.EVENTS: "Up and down show more; any other key goes back to the menu.",
}


def page(picture: Picture, width: int, height: int | None, mode: str, phase: float | None = None, ascii_only: bool = False) -> list[Text]:
    """The lines of the page, none wider than `width`. `height` None: as many as it takes."""
    width = max(width, RIM + 2 * 4)
    beside = width >= RIM + 2 * picture.columns + GAP + PANEL
    free = 0 if height is None else height - 1 - picture.rows - (0 if beside else 1 + bool(picture.warning))
    below = _below(picture, width, mode, ascii_only, free)
    if not beside and height is None:  # as long as it takes: all that stands beside the board elsewhere
        below = [Text(""), *_panel(picture, width, mode, ascii_only, long=True), *below]
    elif not beside:
        below = ([party.line(picture)] if picture.party else _legend_line(picture, width, mode, ascii_only)) + below
        if picture.warning and picture.away is None:
            below.insert(0, Text(" " + picture.warning, Style(color=AMBER)))
    if height is not None and height - len(below) < LEAST:
        return _small(picture, width, height, mode, ascii_only)
    room = picture.rows if height is None else _room(picture, height - len(below))
    window = _window(picture, (width - RIM) // 2, room)
    cut = _cut(picture, window)
    if cut and (height is None or len(below) < height - 5):
        below.insert(0, Text(" " + cut, Style(color=FAINT)))
    if height is not None:
        window = _window(picture, (width - RIM) // 2, _room(picture, height - len(below)))
    rows = grid(picture, mode, window, phase, ascii_only)
    if beside:
        panel = _panel(picture, width - RIM - 2 * picture.columns - GAP, mode, ascii_only)
        if height is None:  # as long as it takes: what does not fit beside the board goes on under it
            rows += [Text() for _ in panel[len(rows) :]]
        if len(panel) > len(rows):
            sign = "..." if ascii_only else "…"
            panel[len(rows) - 1] = Text(f"{sign} {SHEET['page.cut']}" if picture.party else sign, Style(color=AMBER))
        for line, more in zip(rows, panel):
            line.append(" " * (RIM + 2 * picture.columns - line.cell_len + GAP))
            line.append_text(more)
    return _fitted(rows + below, width, height, ascii_only)


def _fitted(lines: list[Text], width: int, height: int | None, ascii_only: bool) -> list[Text]:
    for line in lines:
        line.no_wrap = True
        line.truncate(width, overflow="crop" if ascii_only else "ellipsis")
    return lines[:height] if height is not None else lines


def _small(picture: Picture, width: int, height: int, mode: str, ascii_only: bool) -> list[Text]:
    """A page for few lines: what is asked and its answers before all else, then as much of the board as there is room for."""
    asked = _asked(picture, width, mode)
    lines = [asked[0], *asked[HEADED:]] if asked else [Text(" " + (_away(picture) or picture.note), Style(color=AMBER))]
    left = height - len(lines)
    if left >= LEAST - 1:
        window = _window(picture, (width - RIM) // 2, left - 1)
        lines = grid(picture, mode, window, None, ascii_only) + lines
    elif left < 0 or asked:
        lines.insert(0, Text(" " + SHEET["small" if left <= 0 else "small.board"], Style(color=AMBER)))
    return _fitted(lines, width, height, ascii_only)


def keys_page(keys, width: int, height: int, ascii_only: bool = False) -> list[Text]:
    """What every key does, in place of the board. `keys`: pairs of texts."""
    wide = max(len(key) for key, _ in keys)
    lines = [Text(" Keys", Style(color=AMBER, bold=True)), Text("")]
    for key, what in keys:
        lines.append(Text().append(f" {key:<{wide}}  ", Style(color=PAPER, bold=True)).append(what, FAINT))
    lines += [Text(""), Text(" Any key goes back to the board.", FAINT)]
    for line in lines:
        line.no_wrap = True
        line.truncate(width, overflow="crop" if ascii_only else "ellipsis")
    return lines[:height]


def _room(picture: Picture, left: int) -> int:
    """Rows of the board in `left` lines: its ruler is one, and one stays empty where that does not cost the whole board."""
    return picture.rows if left == picture.rows + 1 else max(3, left - 2)


def _window(picture: Picture, width: int, height: int) -> tuple[int, int, int, int]:
    """What of the board is shown: around the cursor, else around the monster, else from its corner."""
    width, height = min(width, picture.columns), min(height, picture.rows)
    focus = cursor_of(picture.cells)
    s = picture.state
    if focus >= 0:
        x, y = focus % picture.columns, focus // picture.columns
    elif s is not None and s.placed:
        x, y = s.x + s.size // 2, s.y + s.size // 2
    else:
        x, y = picture.columns // 2, picture.rows // 2
    x0 = max(0, min(x - width // 2, picture.columns - width))
    y0 = max(0, min(y - height // 2, picture.rows - height))
    return x0, y0, width, height


def _cut(picture: Picture, window) -> str:
    """What of the board is not shown, in words."""
    x0, y0, width, height = window
    parts = []
    if width < picture.columns:
        parts.append(ENGLISH["cut.columns"].format(first=x0, last=x0 + width - 1, all=picture.columns))
    if height < picture.rows:
        parts.append(ENGLISH["cut.rows"].format(first=y0, last=y0 + height - 1, all=picture.rows))
    return ", ".join(parts)


def _sample(meaning: int, picture: Picture, mode: str, ascii_only: bool) -> Text:
    """How a meaning looks on this board, two characters: at the brightest it has here. Without colour
    what stands on such a space is shown as it is drawn there, where no such space is free of miniatures."""
    cells = picture.cells
    best = max((value for value in cells if value & 31 == meaning), key=lambda value: value >> 5 & 3)
    if mode == GLOW:
        colour = hexadecimal(light_of(best))
        return Text().append("  ", Style(bgcolor=colour))
    if mode == INDEXED:
        return Text().append("  ", Style(bgcolor=f"color({index_of(best)})"))
    who = occupants(picture, ascii_only)
    there = [space for space, value in enumerate(cells) if value & 31 == meaning]
    seen = letters(best)
    if all(space in who for space in there):
        seen = next((who[space] for space in there if who[space].strip()), seen)
        seen = marked(seen, best)
    return Text().append(seen, Style(bold=True))


def legend(picture: Picture, mode: str, ascii_only: bool) -> list[Text]:
    out = []
    for meaning in meanings.in_use(picture.cells):
        i = meanings.survivor_of(meaning)
        if i >= 0 and picture.state is not None:
            continue  # the initials on the board and beside it say who that is
        entry = _sample(meaning, picture, mode, ascii_only)
        entry.append(" " + words.light_text(meanings.name(meaning), i, picture.names), FAINT)
        out.append(entry)
    return out


def _legend_line(picture: Picture, width: int, mode: str, ascii_only: bool) -> list[Text]:
    line = Text()
    for entry in legend(picture, mode, ascii_only):
        if line.cell_len and line.cell_len + 2 + entry.cell_len > width:
            line.truncate(width - 4)
            line.append(" ..." if ascii_only else " …", FAINT)
            break
        if line.cell_len:
            line.append("  ")
        line.append_text(entry)
    return [line]


def _panel(picture: Picture, width: int, mode: str, ascii_only: bool, long: bool = False) -> list[Text]:
    out = [Text(picture.title, Style(color=AMBER))]
    away = _away(picture)
    told = [away] if away else textwrap.wrap(picture.warning, max(10, width))[:WARNING_LINES]
    if told or not long:
        out.extend(Text(line, Style(color=AMBER)) for line in told or [""])
    if picture.party:
        if not told and not long:
            out.pop()
        out.extend(party.beside(picture, width, mode, ascii_only))
    else:
        out.extend(_who(picture, mode, ascii_only))
    lights = legend(picture, mode, ascii_only)
    if lights:
        out.append(Text(""))
        half = (width - 2) // 2
        if all(entry.cell_len <= half for entry in lights) and not long and len(out) + len(lights) > picture.rows - 1:
            for left, right in zip(lights[::2], [*lights[1::2], Text("")]):
                left.append(" " * (half + 2 - left.cell_len))
                left.append_text(right)
                out.append(left)
        else:
            out.extend(lights)
    for line in out:
        line.truncate(width, overflow="crop" if ascii_only else "ellipsis")
    return out


def _away(picture: Picture) -> str:
    if picture.away is None:
        return ""
    return ENGLISH["away"].format(n=int(picture.away))


def _who(picture: Picture, mode: str, ascii_only: bool) -> list[Text]:
    s = picture.state
    if s is None:
        return [Text(ENGLISH["who.unknown"], FAINT)]
    out = []
    if s.placed:
        name = picture.monster[4:] if picture.monster.startswith("the ") else picture.monster
        mark = ("^>v<" if ascii_only else "▲▶▼◀")[s.facing]
        mark += monster_label(picture, ascii_only)
        line = Text().append(mark + " ", Style(color=PAPER, bold=True))
        line.append(name, PAPER)
        line.append(" " + ENGLISH["who.faces"].format(side=ENGLISH["id." + SIDES[s.facing]]), FAINT)
        if s.down:
            line.append(", " + ENGLISH["who.down"], FAINT)
        out.append(line)
    out.extend(Text("  " + differs, FAINT) for differs in picture.differs)
    marks = labels(picture.names) + [str(i + 1) for i in range(len(picture.names), len(s.at))]
    for i, at in enumerate(s.at):
        name = picture.names[i] if i < len(picture.names) else ENGLISH["survivor"].format(n=i + 1)
        mark = marks[i] if not ascii_only or marks[i].isascii() else str(i + 1)
        line = Text().append(mark, in_light(meanings.cell(meanings.SURVIVOR + i, meanings.BRIGHT), mode)).append(" ")
        line.append(name, PAPER)
        if s.flags[i] & DEAD:
            line.append(" " + ENGLISH["who.dead"], FAINT)
        elif at == NOWHERE:
            line.append(" " + ENGLISH["who.absent"], DEEP)
        elif s.flags[i] & DOWN:
            line.append(" " + ENGLISH["who.lies"], FAINT)
        if s.priority == i:
            line.append(" " + ENGLISH["who.priority"], AMBER)
        out.append(line)
    return out


def _below(picture: Picture, width: int, mode: str, ascii_only: bool, free: int = 0) -> list[Text]:
    """What stands under the board. `free`: lines that there are for it while the whole board is shown; what happened may take them."""
    away = _away(picture)
    if away:
        away += "; " + ENGLISH["away.todo"]
    asked = _asked(picture, width, mode)
    style = Style(color=AMBER if away else FAINT)
    # What happened may take the line that the answers leave.
    room = 1 + max(0, HEADED + ANSWER_LINES - len(asked)) if asked else 1 + ANSWER_LINES
    room = max(room, min(free - len(asked) - bool(picture.keys), NOTE_LINES))
    told = _told(picture, away, max(10, width - 2), room, "..." if ascii_only else "…")
    out = [Text(" " + line, style) for line in told]
    out.extend(asked)
    if picture.keys:
        out.append(Text(" " + picture.keys, Style(color=DEEP)))
    return out


def _asked(picture: Picture, width: int, mode: str) -> list[Text]:
    return _menu(picture, width, mode) if picture.menu else _question(picture, width, mode) if picture.sentence else []


def _told(picture: Picture, away: str, width: int, room: int, more: str) -> list[str]:
    """The message in at most `room` lines: anything but what happened from its beginning; of what happened the last, and before that
    what people must do, for which there are as many lines as it takes."""
    lines = textwrap.wrap(away or picture.note, width) or [""]
    parts = list(picture.happened)
    if away or picture.note != " ".join(text for _, text in parts):
        parts = []
    while len(lines) > room and any(not due for due, _ in parts[:-1]):
        parts.remove(next(part for part in parts if not part[0]))
        lines = textwrap.wrap(" ".join((more, *(text for _, text in parts))), width)
    if any(due for due, _ in parts):
        return lines
    if len(lines) > room:
        lines[room - 1 :] = [lines[room - 1] + " " + more]
    return lines


def _headed(title: str, why: str, answers: list[Text], seen: str = "") -> list[Text]:
    """`seen`: which of more answers these are."""
    head = Text(" " + title, Style(color=AMBER, bold=True))
    return [head.append(seen, Style(color=FAINT, bold=False)), Text(" " + why, Style(color=FAINT)), *answers]


def _question(picture: Picture, width: int, mode: str) -> list[Text]:
    if picture.rolling:
        return _headed(
            picture.sentence, picture.why, [Text(" " + picture.rolling + (" ..." if mode == LETTERS else " …"), Style(color=PAPER))]
        )
    chips, seen = answers(picture.options, picture.option, width, mode)
    return _headed(_cut_to(picture.sentence, width, seen), picture.why, chips or [Text(" " + picture.hint, Style(color=PAPER))], seen)


def _cut_to(title: str, width: int, seen: str) -> str:
    """A title that leaves room for which answers are seen."""
    room = width - 1 - cell_len(seen)
    return title if not seen or cell_len(title) <= room else title[: max(0, room - 1)]


def _menu(picture: Picture, width: int, mode: str) -> list[Text]:
    """The board's menu: its entries, or what the page that is open there tells, from the line on that it was scrolled to."""
    opened = picture.menu
    assert opened is not None
    why = MENU_KEYS.get(opened.page, "Any key goes back to the menu.")
    if opened.entries:
        chips, seen = answers(opened.entries, opened.entry, width, mode)
        return _headed(opened.title, why, chips, seen)
    told = textwrap.wrap(", ".join(" ".join(one) for one in picture.facts), max(10, width - 2))
    first = max(0, min(opened.entry, len(told) - ANSWER_LINES))
    seen = f"  {first + 1}-{first + ANSWER_LINES} of {len(told)}" if len(told) > ANSWER_LINES else ""
    return _headed(opened.title, why, [Text(" " + line, Style(color=PAPER)) for line in told[first : first + ANSWER_LINES]], seen)


def answers(options: Sequence[str], option: int, width: int, mode: str) -> tuple[list[Text], str]:
    """The answers by name, the highlighted one marked, in at most ANSWER_LINES lines around it, and which of all they are where those are
    more; none where there are none."""
    if not options:
        return [], ""
    rows: list[Text] = [Text(" ")]
    begins = [0]
    chosen = 0
    for i, name in enumerate(options):
        lit = i == option
        chip = "[" + name + "]" if lit and mode == LETTERS else " " + name + " "
        if rows[-1].cell_len + cell_len(chip) > width and rows[-1].cell_len > 1:
            rows.append(Text(" "))
            begins.append(i)
        style = Style(color="#1a120a", bgcolor=AMBER, bold=True) if lit and mode != LETTERS else Style(color=PAPER, bold=lit)
        rows[-1].append(chip, style)
        if lit:
            chosen = len(rows) - 1
    first = max(0, min(chosen - ANSWER_LINES // 2, len(rows) - ANSWER_LINES))
    if len(rows) <= ANSWER_LINES:
        return rows, ""
    last = [*begins, len(options)][first + ANSWER_LINES]
    return rows[first : first + ANSWER_LINES], f"  {begins[first] + 1}-{last} of {len(options)}"
