"""The printed sheet, docs/sheet.html: on its front every question by its number with its answers by theirs, as a board without a
display shows them (lights/digits.py); on its back lights and buttons. `make pictures` makes it; a test holds it to the code."""

from html import escape
from pathlib import Path

from lanternboard.controls.menu import ENTRIES
from lanternboard.lights import meanings as m
from lanternboard.lights.digits import KINDS, number_of
from lanternboard.rules.adjust import ADJUSTMENTS, TERRAIN
from lanternboard.rules.asking import LIGHTS, SIDE_IDS
from lanternboard.rules.play import ACTS
from lanternboard.rules.prompt import Prompt
from lanternboard.screen.brief import WORDS
from lanternboard.screen.english import ENGLISH

WHO = "a survivor: 1 to 8, by the list of names"
# kind -> its answers in words, where they are no fixed list of ids: spaces have no number, they are lit.
OTHERS = {
    "monster": "1, 2, ... in the order of the pack",
    "survivors": "how many",
    "list": "1, 2, ... in the order of the pack",
    "miniature": WHO + "; 9 the monster",
    "target": WHO,
    "order": WHO,
    "crossing": "1, 2, ...: who it is, is lit",
    "spaces": "how many spaces",
    "number": "the number itself",
    "holder": WHO + "; 0 nobody",
}
IDS = {
    "act": ACTS,
    "light": LIGHTS,
    "facing": SIDE_IDS,
    "side": SIDE_IDS,
    "push-side": SIDE_IDS,
    "adjust": ADJUSTMENTS,
    "everyone": ("yes", "no"),
    "terrain": TERRAIN,
}
SPACES = "a space: where, is lit"
BUTTONS = (
    ("directions", "move the cursor; step through answers; a number up and down", "repeat"),
    ("choose", "answers what is highlighted", ""),
    ("back", "takes back", "the board's menu"),
    ("next", "the usual answer; else on to the next", "where all stand"),
)


def question(kind: str) -> str:
    """What a kind asks, in general words."""
    text = ENGLISH.get("ask." + kind, "").format(who="who", monster="the monster")
    text = {"place-survivor": "where does the survivor begin?", "to": "where to?", "spaces": "how far is somebody pushed?"}.get(kind, text)
    text = {"side": "which way does the monster turn?", "push-side": "pushed which way?", "aside": "which space instead?"}.get(kind, text)
    return text[:1].upper() + text[1:]


def answers(kind: str) -> list[tuple[int | None, str]]:
    """(number, words) of each answer; None: a sentence about all of them."""
    if kind in IDS:
        prompt = Prompt(kind, "V1", IDS[kind])
        return [(number_of(prompt, one), ENGLISH.get(f"id.{kind}.{one}") or ENGLISH[f"id.{one}"]) for one in IDS[kind]]
    return [(None, OTHERS.get(kind, SPACES))]


def front() -> str:
    rows = []
    for n, kind in enumerate(KINDS, 1):
        told = "".join(f"<span>{f'<b>{k}</b> ' if k is not None else ''}{escape(words)}</span>" for k, words in answers(kind))
        rows.append(f"<tr><th>{n}</th><td>{escape(question(kind))}</td><td>{told}</td></tr>")
    menu = "".join(f"<span><b>{k}</b> {escape(WORDS['menu.' + name])}</span>" for k, name in enumerate(ENTRIES, 1))
    rows.append(f"<tr><th>0</th><td>The board's menu (<i>back</i> held)</td><td>{menu}</td></tr>")
    return "\n".join(rows)


def back() -> str:
    rows = []
    for meaning in range(1, m.COUNT):
        i = m.survivor_of(meaning)
        words = f"survivor {i + 1} (lies: blinks)" if i >= 0 else ENGLISH["light." + m.name(meaning)]
        red, green, blue = m.colour(meaning)
        pattern = m.PATTERNS[m.pattern(meaning)]
        swatch = (
            f'<svg width="26" height="14"><rect width="26" height="14" rx="4" fill="#{red:02x}{green:02x}{blue:02x}" stroke="#000"/></svg>'
        )
        rows.append(f"<tr><td>{swatch}</td><th>{escape(m.letter(meaning))}</th><td>{escape(words)}</td><td>{pattern}</td></tr>")
    half = (len(rows) + 1) // 2
    return "\n".join(f'<table class="l">\n{chr(10).join(part)}\n</table>' for part in (rows[:half], rows[half:]))


def buttons() -> str:
    return "\n".join(f"<tr><th>{name}</th><td>{pressed}</td><td>{held}</td></tr>" for name, pressed, held in BUTTONS)


def html() -> str:
    return PAGE.format(front=front(), back=back(), buttons=buttons())


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Lanternboard: the sheet</title>
<style>
@page {{ size: A4; margin: 12mm }}
body {{ font: 9.5pt/1.25 system-ui, sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 186mm; padding: 4mm }}
h1 {{ font-size: 15pt; margin: 0 0 1mm }} p {{ margin: 0 0 3mm }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-top: 0.3mm solid #bbb; padding: 0.9mm 2mm; vertical-align: top; text-align: left }}
table.n th {{ font-size: 13pt; text-align: right; width: 8mm }} table.n td:nth-child(2) {{ width: 52mm }}
span {{ display: inline-block; margin-right: 4mm }}
.two {{ display: flex; gap: 8mm; align-items: flex-start }}
section + section {{ break-before: page; margin-top: 8mm }}
@media print {{ body {{ padding: 0 }} section + section {{ margin-top: 0 }} }}
</style>
<section>
<h1>What is asked, by number</h1>
<p>A board without a display shows two numbers at the end of whoever is asked: the question dim, the highlighted answer bright.</p>
<table class="n">
{front}
</table>
</section>
<section>
<h1>Lights and buttons</h1>
<p>Dark means nothing. Dim: at rest. Brighter: in question. Brightest: in hand.</p>
<table>
<tr><th>button</th><th>pressed</th><th>held</th></tr>
{buttons}
</table>
<p></p>
<div class="two">
{back}
</div>
</section>
</html>
"""


def make(folder: Path) -> Path:
    path = folder / "sheet.html"
    path.write_text(html(), encoding="utf-8", newline="\n")
    return path
