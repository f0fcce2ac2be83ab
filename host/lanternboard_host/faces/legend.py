"""The legend of the lights as one picture (SVG) for docs and for print: black on white first, letters and patterns say all; the
lights themselves stand on a dark strip, as they look on the board. The same sources give the same bytes."""

from __future__ import annotations

from html import escape

from lanternboard.lights import meanings as m
from lanternboard.lights import patterns

from .light import light_of

SPAN = 6000  # ms that a pattern's curve shows
WIDTH, ROW, STRIP, CURVE = 1080, 40, 108, 120

GROUPS = (
    (
        "The monster",
        (
            (m.MONSTER, "its base"),
            (m.FRONT_EDGE, "the side it faces"),
            (m.FALLEN, "it lies"),
        ),
    ),
    (
        "The survivors, by their place in the list of names",
        tuple((m.SURVIVOR + i, "") for i in range(8)),
    ),
    (
        "Where things are",
        (
            (m.IN_FRONT, "beyond the line of its front edge"),
            (m.BLIND_SPOT, "behind it, where it does not look"),
            (m.FIELD_OF_VIEW, "all that it sees"),
            (m.IN_RANGE, "where it could reach a survivor"),
        ),
    ),
    (
        "Who and where to",
        (
            (m.CANDIDATE, "who may be picked, whom a way leads to"),
            (m.ROUTE, "ways of a move; where a survivor can go"),
            (m.RUN_OVER, "who stands in the way"),
        ),
    ),
    (
        "A question",
        (
            (m.ALLOWED, "every answer that is possible"),
            (m.USUAL, "the answer that is proposed"),
            (m.CURSOR, "the answer that choose would give now"),
            (m.REFUSED, "that press is not possible here"),
        ),
    ),
    (
        "The table",
        (
            (m.SEAT, "at the edge of the board: who is asked"),
            (m.DONE, "what has just changed"),
            (m.DIGIT, "the number of a question or an answer"),
        ),
    ),
)
COLUMNS = (GROUPS[:2], GROUPS[2:])


def svg() -> str:
    """The picture."""
    out = [_text(28, 44, "Lights of the board", "t")]
    out.append(_text(28, 66, "Dark means nothing. Each light has three levels: dim at rest, normal in question, bright in hand.", "w"))
    bottom = 0
    for column, groups in enumerate(COLUMNS):
        x, y = 28 + column * 500, 104
        for title, entries in groups:
            out.append(_text(x, y, title, "h"))
            y += 14
            out.append(f'<rect class="slab" x="{x}" y="{y}" width="{STRIP}" height="{len(entries) * ROW}" rx="10"/>')
            for meaning, words in entries:
                out += _entry(x, y, meaning, words)
                y += ROW
            if entries[0][0] == m.SURVIVOR:
                out += _lying(x, y)
                y += 66
            y += 34
        bottom = max(bottom, y)
    return _PAGE.format(width=WIDTH, height=bottom - 10, body="\n".join(out))


def _entry(x: int, y: int, meaning: int, words: str) -> list[str]:
    out = [_light(x + 8 + 32 * level, y + 6, m.cell(meaning, level)) for level in range(3)]
    middle = y + ROW // 2
    out.append(f'<rect class="box" x="{x + STRIP + 12}" y="{middle - 11}" width="22" height="22" rx="5"/>')
    out.append(f'<text class="l" x="{x + STRIP + 23}" y="{middle + 5}" text-anchor="middle">{escape(m.letter(meaning))}</text>')
    at = x + STRIP + 46
    survivor = m.survivor_of(meaning) >= 0
    if m.pattern(meaning) == m.OUTLINE:
        out.append(outline(at, middle - 13))
    else:
        out.append(curve(at, middle - 9, m.cell(meaning, m.BRIGHT if survivor else m.NORMAL)))
    name = m.name(meaning)
    label = at + CURVE + 14
    out.append(_text(label, middle + 4 if not words else middle - 2, name[0].upper() + name[1:], "n"))
    if words:
        out.append(_text(label, middle + 13, words, "w"))
    return out


def _lying(x: int, y: int) -> list[str]:
    """What all survivors have in common."""
    at = x + STRIP + 46
    lying = m.cell(m.SURVIVOR, m.NORMAL, True)
    third = m.cell(m.SURVIVOR + 2, m.BRIGHT, True)
    return [
        curve(at, y + 12, lying),
        _text(at + CURVE + 14, y + 25, "who lies blinks", "w"),
        curve(at, y + 42, third),
        _text(at + CURVE + 14, y + 55, "who lies, counted: 3", "w"),
        _text(x, y + 22, "While next is held", "w"),
        _text(x, y + 36, "each survivor winks", "w"),
        _text(x, y + 50, "its own number.", "w"),
    ]


def _light(x: int, y: int, value: int) -> str:
    """A space as it shines through its diffuser: a soft square that glows from within."""
    colour = "#{:02x}{:02x}{:02x}".format(*map(int, light_of(value)))
    glow = f'<rect x="{x - 3}" y="{y - 3}" width="34" height="34" rx="11" fill="{colour}" opacity=".28" filter="url(#soft)"/>'
    return glow + f'<rect x="{x + 1}" y="{y + 1}" width="26" height="26" rx="6" fill="{colour}"/>'


def curve(x: int, y: int, value: int) -> str:
    """Light over time."""
    points = []
    for step in range(CURVE + 1):
        light = patterns.of(value, step * SPAN // CURVE)
        points.append(f"{x + step},{y + 18 - light * 18 / 255:.1f}")
    kept = [point for i, point in enumerate(points) if i in (0, CURVE) or not _between(points[i - 1], point, points[i + 1])]
    return f'<path class="base" d="M{x} {y + 18}h{CURVE}"/><polyline class="curve" points="{" ".join(kept)}"/>'


def _between(before: str, here: str, after: str) -> bool:
    """Whether a point lies on the level line of its neighbours."""
    return before.split(",")[1] == here.split(",")[1] == after.split(",")[1]


def outline(x: int, y: int) -> str:
    """A region of spaces whose outermost are stronger."""
    out = []
    for row in range(4):
        for column in range(15):
            outer = row in (0, 3) or column in (0, 14)
            out.append(
                f'<rect class="{"outer" if outer else "inner"}" x="{x + 8 * column}" y="{y + 7 * row}" width="6" height="5" rx="1"/>'
            )
    return "".join(out)


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


_PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" \
aria-label="Lights of the board">
<style>
text {{ font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #1b1712; }}
.t {{ font-size: 26px; font-weight: 600; }}
.h {{ font-size: 15px; font-weight: 600; }}
.n {{ font-size: 15px; }}
.w {{ font-size: 12.5px; fill: #5a5046; }}
.l {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 14px; font-weight: 600; }}
.slab {{ fill: #0f0c0a; }}
.box {{ fill: none; stroke: #1b1712; stroke-width: 1.2; }}
.curve {{ fill: none; stroke: #1b1712; stroke-width: 1.8; stroke-linejoin: round; }}
.base {{ stroke: #c9beaf; stroke-width: 1; }}
.outer {{ fill: #1b1712; }}
.inner {{ fill: #cfc5b8; }}
</style>
<filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="4"/></filter>
<rect width="{width}" height="{height}" fill="#fff"/>
{body}
</svg>
"""
