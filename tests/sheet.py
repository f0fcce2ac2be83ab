"""The printed sheet, docs/sheet.html: on its front every question by its number with its answers by theirs, as a board without a
display shows them (lights/digits.py); on its back lights and buttons. `make pictures` makes it; a test holds it to the code."""

from html import escape
from pathlib import Path

from lanternboard.controls.menu import ENTRIES
from lanternboard.lights import meanings as m
from lanternboard.lights.digits import KINDS, number_of
from lanternboard.rules.adjust import ADJUSTMENTS, TERRAIN
from lanternboard.rules.asking import LIGHTS, SIDE_IDS
from lanternboard.rules.harm import LOCATIONS
from lanternboard.rules.overrule import BEAST_FIELDS, CHANGES, FIELDS, LEVELS, PILES
from lanternboard.rules.paper import REACTIONS, TOLD
from lanternboard.rules.play import ACTS
from lanternboard.rules.prompt import Prompt
from lanternboard.screen import showdown
from lanternboard.screen.brief import WORDS
from lanternboard.screen.english import ENGLISH

WHO = "a survivor, 1 to 8"
CARD = "the card's number"
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
    "scenario": "1, 2, ... in the order of the pack",
    "players": "how many",
    "controller": "the player's number",
    "card": CARD,
    "location-card": CARD,
    "resource": CARD,
    "roll": "the lowest face of those that do the same",
    "hits": "how many dice",
    "random": WHO,
    "hunter": WHO + "; 0 ends the turn",
    "location-order": CARD,
    "heir": WHO + "; 0 nobody",
    "chosen": WHO,
    "mood": CARD,
    "read": "1, 2, ... in the order of docs/packs.md, a number itself; 0 nothing",
    "which": CARD,
    "side-of": "9 the monster's; 2 the survivors'",
}
IDS = {
    "act": ACTS,
    "light": LIGHTS,
    "facing": SIDE_IDS,
    "side": SIDE_IDS,
    "push-side": SIDE_IDS,
    "adjust": ADJUSTMENTS + CHANGES,
    "everyone": ("yes", "no"),
    "terrain": TERRAIN,
    "location": LOCATIONS[:5],
    "hit": LOCATIONS[:5] + tuple("dodge-" + name for name in LOCATIONS[:5]),
    "do": ("a0", "a1", "a2", "a3", "fist", "g0", "g1", "g2", "g3", "move", "dash", "surge", "encourage", "done"),
    "told": ("s0", "s1", "s2", "s3", "s4", "s5") + TOLD,
    "reaction": REACTIONS,
    "field": FIELDS,
    "deck": ("ai", "locations"),
    "pile": PILES,
    "outcome": ("undecided", "won", "lost"),
    "level": LEVELS,
    **{kind: ("yes", "no") for kind in ("may", "pay", "harmed", "is")},
    "over": ("again",),
}
SPACES = "a space: where, is lit"
NAMED = 24  # of a record's figures; boxes and what is lost for good are told by the display
BUTTONS = (
    ("directions", "move the cursor; step through answers; a number up and down", "repeat"),
    ("choose", "answers what is highlighted", ""),
    ("back", "takes back", "the board's menu"),
    ("next", "the usual answer; else on to the next", "where all stand"),
)


GENERAL = {
    "place-survivor": "where does the survivor begin?",
    "to": "where to?",
    "spaces": "how far is somebody pushed?",
    "side": "which way does the monster turn?",
    "push-side": "pushed which way?",
    "aside": "which space instead?",
    "hits": "how many dice show enough?",
    "hit": "which hit is taken next, or dodged?",
    "do": "what does who acts do?",
    "go": "where does who acts go?",
    "location": "where does it hit?",
    "location-order": "which location is tried next?",
    "front": "where in front of the monster?",
    "may": "is it done?",
    "pay": "is survival paid?",
    "heir": "who takes what the dead had won?",
    "harmed": "did the attack harm?",
    "is": "is it so?",
    "number": "which number?",
    "read": "what does the table's card say?",
    "field": "what of it is to be put right?",
    "pile": "where is the card put?",
}


def question(kind: str) -> str:
    """What a kind asks, in general words."""
    text = GENERAL.get(kind) or ENGLISH.get("ask." + kind, "").format(who="who", monster="the monster")
    return text[:1].upper() + text[1:]


def called(kind: str, one: str) -> str:
    """What an answer of a fixed list is called."""
    if kind == "told" and one[0] == "s" and one[1:].isdigit():
        return f"survivor {int(one[1:]) + 1} has moved"
    if kind == "field":
        return showdown.field(one, ENGLISH)
    if kind == "reaction":
        return showdown.step(one, ENGLISH)
    if kind == "hit":
        key, where = ("id.dodge", one[6:]) if one.startswith("dodge-") else ("id.take", one)
        return ENGLISH[key].format(where=ENGLISH["id." + where])
    if kind == "do" and one[0] in "ag" and one[1:].isdigit():
        return ENGLISH["id.attack" if one[0] == "a" else "id.use"].format(what=f"gear {int(one[1]) + 1}")
    return ENGLISH.get(f"id.{kind}.{one}") or ENGLISH[f"id.{one}"]


def answers(kind: str) -> list[tuple[int | None, str]]:
    """(number, words) of each answer; None: a sentence about all of them."""
    if kind not in IDS:
        return [(None, OTHERS.get(kind, SPACES))]
    prompt = Prompt(kind, "V1", IDS[kind], subject=("s0",))
    told = [(number_of(prompt, one), called(kind, one)) for one in IDS[kind]]
    if kind == "field":
        told = [(n, words) for n, words in told if n <= NAMED] + [
            (None, f"then {len(told) - NAMED} more, in the order of the record;"),
            (None, "of the monster: " + ", ".join(f"{n} {called(kind, one)}" for n, one in enumerate(BEAST_FIELDS, 1)) + ", then tokens"),
        ]
    return told


def front() -> str:
    rows = []
    for n, kind in enumerate(KINDS, 1):
        rows.append(row(n, escape(question(kind)), answers(kind)))
    rows.append(row(0, "The board's menu (<i>back</i> held)", [(k, WORDS["menu." + name]) for k, name in enumerate(ENTRIES, 1)]))
    return "\n".join(rows)


def row(number: int, asked: str, told: list[tuple[int | None, str]]) -> str:
    spans = " ".join(escape(words) if k is None else f"<span><b>{k}</b> {escape(words)}</span>" for k, words in told)
    return f"<div><b>{number}</b><dt>{asked}</dt> <dd>{spans}</dd></div>"


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
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lanternboard: the sheet</title>
<style>
@page {{ size: A4; margin: 12mm }}
body {{ font: 9pt/1.2 system-ui, sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 186mm; padding: 4mm }}
h1 {{ font-size: 15pt; margin: 0 0 1mm }} p {{ margin: 0 0 3mm }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-top: 0.3mm solid #bbb; padding: 0.9mm 2mm; vertical-align: top; text-align: left }}
dl {{ columns: 2 70mm; column-gap: 6mm; font-size: 8pt; margin: 0 }} dt, dd {{ display: inline; margin: 0 }} dt {{ font-style: italic }}
dl div {{ position: relative; border-top: 0.2mm solid #bbb; padding: 0.45mm 0 0.45mm 8mm; break-inside: avoid }}
dl div > b {{ position: absolute; left: 0; width: 6mm; text-align: right; font-size: 10.5pt; line-height: 1 }}
dd {{ padding-left: 1.5mm }} dd span {{ display: inline-block; margin-right: 1.5mm }}
.two {{ display: flex; flex-wrap: wrap; gap: 0 8mm; align-items: flex-start }} .two table {{ flex: 1 70mm }}
section + section {{ break-before: page; margin-top: 8mm }}
@media print {{ body {{ padding: 0 }} section + section {{ margin-top: 0 }} }}
@media screen and (max-width: 640px) {{ dl {{ font-size: 10pt }} }}
</style>
<section>
<h1>What is asked, by number</h1>
<p>A board without a display shows two numbers at the end of whoever is asked: the question dim, the highlighted answer
bright. Survivors are counted as their names are listed, cards as they stand in the pack's deck.</p>
<dl>
{front}
</dl>
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
