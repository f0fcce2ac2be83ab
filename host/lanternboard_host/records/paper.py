"""The pen for printed sheets: paper, one typeface in four sizes, text that never leaves its width, boxes, figures, and panels of ruled
lines whose rest goes onto further pages. Lengths are points, y goes down from the top. Knows nothing of what a sheet says.

Pages are not compressed: zlib's bytes differ between its builds, and the same records shall give the same bytes everywhere."""

import unicodedata
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import reportlab
from lanternboard.base.errors import Refused
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
PLAIN, BOLD = "Lanternboard", "Lanternboard-Bold"
TITLE, FIGURE, TEXT, SMALL = 20, 13, 8.5, 6.5
MARGIN, GAP, COLUMNS = 45, 20, 3
ROW, HEAD, UNDER = 15, 18, 12  # a ruled line; a panel's heading; what is left free below a panel. The last two: whole lines
BOX, STEP = 9.5, 13  # a box, and from one to the next
FINE, THIN, THICK = 0.4, 0.7, 1.8
INK, SOFT, RULE, LIGHT = (0, 0, 0), (0.3, 0.3, 0.3), (0.68, 0.68, 0.68), (0.78, 0.47, 0.05)
MISSING = "◊"  # in place of a character that the typeface has not
FOOT = "Lanternboard: an unofficial companion"

_FONTS = Path(reportlab.__file__).parent / "fonts"
for _name, _file in ((PLAIN, "Vera.ttf"), (BOLD, "VeraBd.ttf")):
    pdfmetrics.registerFont(TTFont(_name, str(_FONTS / _file), asciiReadable=1))
_HAS = pdfmetrics.getFont(PLAIN).face.charToGlyph


@lru_cache(4096)
def shown(text: str) -> str:
    """The text in characters that the typeface has: an accent that it has not is left out, any other character is MISSING."""
    out = ""
    for char in unicodedata.normalize("NFC", text):
        if ord(char) in _HAS and char.isprintable():
            out += char
        elif not (out and unicodedata.combining(char)):
            bare = "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part))
            out += bare if bare and bare.isprintable() and all(ord(part) in _HAS for part in bare) else MISSING
    return out


def long(text: str, size: float, bold: bool = False) -> float:
    return pdfmetrics.stringWidth(text, BOLD if bold else PLAIN, size)


def fit(text: str, width: float, size: float = TEXT, bold: bool = False) -> str:
    """As it is shown, shortened with an ellipsis where it is wider."""
    text = shown(text)
    if long(text, size, bold) <= width:
        return text
    while text and long(text + "…", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: float, size: float = TEXT) -> list[str]:
    """Lines of at most this width; a word that is wider is broken."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in shown(paragraph).split(" "):
            more = f"{line} {word}" if line else word
            if long(more, size) <= width:
                line = more
                continue
            if line:
                lines.append(line)
            while word and long(word, size) > width:
                n = 1
                while long(word[: n + 1], size) <= width:
                    n += 1
                lines.append(word[:n])
                word = word[n:]
            line = word
        lines.append(line)
    return lines


def minus(n: int) -> str:
    return str(n).replace("-", "−")


class Row(NamedTuple):
    """A line of a panel: a box (`mark`: filled or not, None for none), `left` in a narrow column (None for none), the text, and `right`
    at the end."""

    text: str
    right: str = ""
    mark: bool | None = None
    left: str | None = None


class Pen:
    """A document on one paper. `name` and `who` (in the foot) are those of the sheet that is being drawn."""

    def __init__(self, paper: str, title: str) -> None:
        if paper not in PAPERS:
            raise Refused("paper", f"{paper!r} is none", ", ".join(PAPERS))
        self.width, self.height = PAPERS[paper]
        self.inner = self.width - 2 * MARGIN
        self.column = (self.inner - (COLUMNS - 1) * GAP) / COLUMNS
        self.bottom = self.height - MARGIN - 8
        self.out = BytesIO()
        self.canvas = Canvas(self.out, PAPERS[paper], pageCompression=0, invariant=1, initialFontName=PLAIN, initialFontSize=TEXT)
        self.canvas.setTitle(title)
        self.canvas.setAuthor(FOOT)
        self.canvas.setSubject("record sheets")
        self.name = self.who = ""
        self.number = 0
        self.rest: dict[int, list[tuple[str, list[Row]]]] = {}

    def done(self) -> bytes:
        self.end()
        self.canvas.save()
        return self.out.getvalue()

    def sheet(self, name: str, who: str) -> None:
        """A new sheet; `page` begins its first page."""
        self.end()
        self.name, self.who, self.number, self.rest = name, who, 0, {}

    def page(self) -> None:
        """The next page."""
        self.end()
        self.number += 1
        if self.number == 1:
            self.canvas.bookmarkPage(self.who)
            self.canvas.addOutlineEntry(shown(self.name) or self.who, self.who)

    def end(self) -> None:
        """The foot of the page that is being drawn, if there is one."""
        if not self.number:
            return
        y = self.height - MARGIN + 6
        self.text(MARGIN, y, FOOT, SMALL, ink=SOFT)
        self.text(MARGIN, y, f"{self.who}, page {self.number}", SMALL, self.inner, "right", ink=SOFT)
        self.canvas.showPage()

    def at(self, column: int) -> float:
        """Where a column begins."""
        return MARGIN + column * (self.column + GAP)

    # What is drawn

    def text(self, x, y, text: str, size: float = TEXT, width: float = 0, align: str = "left", bold: bool = False, ink=INK) -> float:
        """On the line at y, within `width`; how long it is."""
        if not text:
            return 0
        text = fit(text, width or self.width, size, bold)
        wide = long(text, size, bold)
        x += {"left": 0, "middle": (width - wide) / 2, "right": width - wide}[align]
        self.canvas.setFont(BOLD if bold else PLAIN, size)
        self.canvas.setFillColorRGB(*ink)
        self.canvas.drawString(x, self.height - y, text)
        return wide

    def line(self, x, y, width: float, thick: float = FINE, ink=RULE) -> None:
        self.canvas.setStrokeColorRGB(*ink)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x, self.height - y, x + width, self.height - y)

    def box(self, x, y, filled: bool = False, thick: float = THIN, side: float = BOX) -> None:
        """Its upper left corner at x, y. A filled one is black up to its border's own white rim."""
        self.canvas.setStrokeColorRGB(*INK)
        self.canvas.setFillColorRGB(*INK)
        self.canvas.setLineWidth(thick)
        self.canvas.rect(x, self.height - y - side, side, side)
        if filled:
            rim = 1 + thick / 2
            self.canvas.rect(x + rim, self.height - y - side + rim, side - 2 * rim, side - 2 * rim, 0, 1)

    def frame(self, x, y, width: float, height: float, thick: float = THIN, ink=INK) -> None:
        self.canvas.setStrokeColorRGB(*ink)
        self.canvas.setLineWidth(thick)
        self.canvas.roundRect(x, self.height - y - height, width, height, 3)

    def shield(self, x, y, width: float, height: float) -> None:
        """Where armor points stand."""
        top, low = self.height - y, self.height - y - height
        path = self.canvas.beginPath()
        path.moveTo(x, top)
        path.lineTo(x + width, top)
        path.lineTo(x + width, low + height * 0.45)
        path.curveTo(x + width, low + height * 0.2, x + width * 0.75, low + height * 0.08, x + width / 2, low)
        path.curveTo(x + width * 0.25, low + height * 0.08, x, low + height * 0.2, x, low + height * 0.45)
        path.close()
        self.canvas.setStrokeColorRGB(*INK)
        self.canvas.setLineWidth(THIN)
        self.canvas.drawPath(path)

    def value(self, x, y, width: float, figure: str) -> None:
        """A figure in the middle of `width`, on the line at y; smaller where it is too wide."""
        size = FIGURE if long(figure, FIGURE, True) <= width - 2 else TEXT
        self.text(x, y - (FIGURE - size) * 0.36, figure, size, width, "middle", True)

    def figure(self, x, y, width: float, label: str, figure: str, note: str = "") -> None:
        """A framed figure with its label below, 42 high; `note` below that."""
        self.frame(x, y, width, 30)
        self.value(x, y + 20, width, figure)
        self.text(x - 6, y + 40, label, SMALL, width + 12, "middle")
        if note:
            self.text(x - 6, y + 49, note, SMALL, width + 12, "middle", ink=SOFT)

    def boxes(self, x, y, width: float, count: int, filled: int, milestones=()) -> None:
        """A row of boxes, those of milestones thick."""
        for k in range(min(count, int((width + STEP - BOX) / STEP))):
            self.box(x + k * STEP, y, k < filled, THICK if k + 1 in milestones else THIN)

    def checks(self, x, y, width: float, checks) -> None:
        """(word, filled) with a box before each, to the right end of `width`."""
        x += width - sum(long(word, TEXT) + BOX + 4 for word, _ in checks) - 12 * (len(checks) - 1)
        for word, filled in checks:
            self.box(x, y - 8, filled)
            x += BOX + 4 + self.text(x + BOX + 4, y, word) + 12

    # What is ruled

    def panel(self, x, y, width: float, lines: int, title: str, rows: list[Row], columns: int = COLUMNS) -> float:
        """A heading and so many ruled lines with these rows; what they cannot hold is told on the last one and goes onto a further page
        of so many columns. Where it ends."""
        self.text(x, y + 9, title, TEXT, width, bold=True)
        if len(rows) > lines:
            self.rest.setdefault(columns, []).append((title, rows[lines - 1 :]))
            rows = [*rows[: lines - 1], Row(f"… {len(rows) - lines + 1} more on a further page")]
        for k in range(lines):
            self.line(x, y + HEAD + (k + 1) * ROW - 4, width)
        for k, row in enumerate(rows):
            self.row(x, y + HEAD + (k + 1) * ROW - 8, width, row)
        return y + HEAD + lines * ROW

    def row(self, x, y, width: float, row: Row) -> None:
        if row.mark is not None:
            self.box(x + 0.5, y - 7.5, row.mark, side=8.5)
            x, width = x + 15, width - 15
        if row.left is not None:
            self.text(x, y, row.left, TEXT, 24)
            x, width = x + 24, width - 24
        right = fit(row.right, width * 0.62 if row.text else width)
        self.text(x, y, row.text, TEXT, width - (long(right, TEXT) + 6 if right else 0))
        self.text(x, y, right, TEXT, width, "right", ink=SOFT)

    def stack(self, column: int, y: float, bottom: float, panels) -> None:
        """Panels (title, rows, weight) below each other, their lines in these proportions."""
        lines = int((bottom - y + UNDER) // ROW) - len(panels) * (HEAD + UNDER) // ROW
        whole = sum(weight for _, _, weight in panels)
        share = [max(2, lines * weight // whole) for _, _, weight in panels]
        share[-1] = max(2, lines - sum(share[:-1]))
        for (title, rows, _), each in zip(panels, share):
            y = self.panel(self.at(column), y, self.column, each, title, rows) + UNDER

    def further(self) -> None:
        """The pages with what the panels could not hold."""
        for columns, sections in sorted(self.rest.items(), reverse=True):
            width = (self.inner - (columns - 1) * GAP) / columns
            column, y = columns, 0.0
            for title, rows in sections:
                while rows:
                    lines = int((self.bottom - y - HEAD) // ROW)
                    if column == columns:
                        self.continued()
                        column, y = 0, MARGIN + 38.0
                    elif lines < 3:
                        column, y = column + 1, MARGIN + 38.0
                    else:
                        here, rows = rows[:lines], rows[lines:]
                        y = self.panel(MARGIN + column * (width + GAP), y, width, len(here), f"{title}, continued", here) + UNDER

    def continued(self) -> None:
        """A further page of the sheet."""
        self.page()
        self.text(MARGIN, MARGIN + 12, self.name or self.who, FIGURE, self.inner - 70, bold=True)
        self.text(MARGIN, MARGIN + 12, "continued", TEXT, self.inner, "right")
        self.line(MARGIN, MARGIN + 22, self.inner, THIN, LIGHT)
