"""The player's guide, docs/guide.html: two printed pages for a group at the table. `make pictures` makes it. Times, levels, lights and
answers come from the code, its pictures from a First Story that is played here; tests/lights/test_guide.py holds it."""

from html import escape
from pathlib import Path

from lanternboard.controls import keys
from lanternboard.controls.view import View
from lanternboard.lights import meanings as m
from lanternboard.lights.compose import compose
from lanternboard.rules.chance import pick
from lanternboard.rules.geometry import on_board
from lanternboard.rules.overrule import LEVELS
from lanternboard.rules.prompt import CHANCE
from lanternboard.rules.rulings import Rulings
from lanternboard.screen.brief import WORDS
from lanternboard.screen.english import ENGLISH
from lanternboard.screen.layout import CHOSEN, HEAD, prompt_rows
from lanternboard_host.faces.legend import curve, outline
from lanternboard_host.play import simulate
from lanternboard_host.play.players import numbers

SEED = 5
HOLD = f"{keys.HOLD_MS / 1000:g} s"
AGAIN = f"{keys.AGAIN_MS // 1000} seconds"
KEEPS = {
    "lights": "where all stand, what it sees and reaches; the rest is yours",
    "monster": "its turns, cards and wounds too; survivors stay on paper",
    "all": "the survivors too: armor, injuries, what they win",
}
LIGHTS = (
    (m.MONSTER, "the monster"),
    (m.FRONT_EDGE, "the side it faces"),
    (m.FALLEN, "the monster lies"),
    (m.SURVIVOR, "survivor 1: each its colour"),
    (m.cell(m.SURVIVOR, m.NORMAL, True), "a survivor who lies"),
    (m.cell(m.SURVIVOR + 2, m.BRIGHT), "survivor 3 counts three"),
    (m.CANDIDATE, "may be picked"),
    (m.ROUTE, "a way of a move"),
    (m.RUN_OVER, "stands in the way"),
    (m.ALLOWED, "a possible answer"),
    (m.USUAL, "the proposed answer"),
    (m.CURSOR, "what choose answers now"),
    (m.REFUSED, "not possible here"),
    (m.DONE, "what has just changed"),
    (m.SEAT, "at an edge: who is asked"),
    (m.BLIND_SPOT, "a zone: its rim is brighter"),
)
KEYS = (
    (("up", "down", "left", "right"), "Move the cursor, step through the answers, change a number.", "Repeats."),
    (("choose",), "Answer what is highlighted.", ""),
    (("next",), "Take the proposed answer. Where there is none: on to the next one.", "Where all stand, one after another."),
    (("back",), "Take the last answer back, then the one before.", "The board's menu: opens or closes it."),
)
# kind of question -> where its picture begins (column, row) and how large it is; None: what the display says
PANELS = {
    "place-survivor": (3, 1, 16, 14),
    "target": (1, 2, 17, 10),
    "end": (1, 2, 17, 10),
    "hit": None,
    "hunter": (1, 2, 17, 10),
    "go": (1, 2, 17, 10),
    "do": None,
}
PLACES = {"s0": (5, 6), "s1": (15, 10), "s2": (4, 8), "s3": (16, 6)}  # column, row; where the four of the pictures begin
S = 10  # of a space in a picture


def rounds() -> dict[str, str]:
    """Kind of question -> what the board shows when a First Story first asks it; of survivors to be placed the last."""
    below = numbers(SEED)
    game = simulate.begin(simulate.Setting())
    s = game.state
    view = View()
    out: dict[str, str] = {}
    for _ in range(400):
        prompt = game.prompt
        view.see(prompt)
        if prompt.kind in PANELS and (prompt.kind not in out or prompt.kind == "place-survivor"):
            cells = bytearray(s.columns * s.rows)
            compose(s, prompt, view, cells, Rulings(), game.cards)
            if prompt.kind == "go":
                out["display"] = display(prompt_rows(game, view, game.cards))
            part = PANELS[prompt.kind]
            out[prompt.kind] = picture(s, cells, part) if part else display(prompt_rows(game, view, game.cards))
        if set(PANELS) <= set(out):
            break
        choice = pick(prompt, below) if prompt.who == CHANCE else prompt.usual
        if prompt.kind == "place-survivor":
            column, row = PLACES[prompt.subject[0]]
            choice = row * s.columns + column
        game.answer(prompt.number, choice)
    return out


def picture(s, cells: bytes, part: tuple[int, int, int, int]) -> str:
    """What lies on these spaces, black on white: the colour of a light is only a tint."""
    left, top, wide, high = part
    out = [f'<svg class="p" viewBox="-1 -1 {wide * S + 2} {high * S + 2}" role="img">']
    lines = "".join(f"M{k * S} 0V{high * S}" for k in range(wide + 1)) + "".join(f"M0 {k * S}H{wide * S}" for k in range(high + 1))
    monster = {(s.y + row) * s.columns + s.x + column for row in range(s.size) for column in range(s.size)} if s.placed else set()
    at = {space: i for i, space in enumerate(s.at) if on_board(s, i)}
    for row in range(high):
        for column in range(wide):
            space = (top + row) * s.columns + left + column
            if cells[space] & 31 and cells[space] & 31 != m.SEAT:
                out.append(lit(cells[space], column * S, row * S, space in at or space in monster))
    out.append(f'<path class="g" d="{lines}"/>')
    if monster:
        x, y = (s.x - left) * S, (s.y - top) * S
        edge = s.size * S
        out.append(f'<rect class="m" x="{x}" y="{y}" width="{edge}" height="{edge}"/>')
        front = (f"M{x} {y}h{edge}", f"M{x + edge} {y}v{edge}", f"M{x} {y + edge}h{edge}", f"M{x} {y}v{edge}")[s.facing]
        out.append(f'<path class="f" d="{front}"/><text class="b" x="{x + edge / 2}" y="{y + edge / 2 + 4}">M</text>')
    for space, i in at.items():
        x, y = (space % s.columns - left) * S + 5, (space // s.columns - top) * S + 5
        bright = cells[space] & 31 == m.CURSOR or cells[space] >> 5 & 3 > m.DIM
        out.append(f'<circle class="s{" a" * bright}" cx="{x}" cy="{y}" r="3.5"/><text class="i" x="{x}" y="{y + 2.1}">{i + 1}</text>')
    return "".join(out) + "</svg>"


def display(rows) -> str:
    """The display's eight rows of sixteen characters; what is inverted there is so here."""
    out = ['<svg class="p" viewBox="0 0 172 102" role="img"><rect class="x" x="1" y="1" width="170" height="100" rx="6"/>']
    for k, (text, mark) in enumerate(row for row in rows if row):
        y = 8 + 11 * k
        if mark == CHOSEN:
            out.append(f'<rect x="7" y="{y - 0.5}" width="158" height="11"/>')
        ink = ' fill="#fff"' if mark == CHOSEN else ""
        out.append(
            f'<text class="d" x="9" y="{y + 8}"{ink} textLength="{9.6 * len(text):g}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
        )
        if mark == HEAD:
            out.append(f'<path d="M9 {y + 10.5}h154" stroke="#000" stroke-width=".8" stroke-dasharray="1 1"/>')
    return "".join(out) + "</svg>"


def lit(value: int, x: int, y: int, taken: bool) -> str:
    """One lit space: a tint and its sign."""
    meaning = value & 31
    red, green, blue = m.colour(meaning)
    out = f'<rect x="{x}" y="{y}" width="{S}" height="{S}" fill="#{red:02x}{green:02x}{blue:02x}" opacity=".28"/>'
    if meaning == m.CURSOR:
        return out + f'<rect class="c" x="{x + 0.5}" y="{y + 0.5}" width="9" height="9"/>'
    if meaning == m.CANDIDATE:
        return out + f'<rect class="q" x="{x + 0.8}" y="{y + 0.8}" width="8.4" height="8.4"/>'
    if taken:
        return out
    return out + f'<text class="l" x="{x + 5}" y="{y + 7.4}">{escape(m.letter(meaning))}</text>'


def lights() -> str:
    out = []
    for value, words in LIGHTS:
        meaning = value & 31
        red, green, blue = m.colour(meaning)
        shape = outline(46, 1) if m.pattern(meaning) == m.OUTLINE else curve(46, 4, value)
        out.append(
            '<div><svg viewBox="0 0 168 29" role="img">'
            f'<rect x="1" y="4" width="40" height="22" rx="5" fill="#{red:02x}{green:02x}{blue:02x}" stroke="#000"/>'
            f'<rect class="x" x="11" y="6" width="20" height="18" rx="4"/><text class="k" x="21" y="20">{escape(m.letter(meaning))}</text>'
            f"{shape}</svg>{escape(words)}</div>"
        )
    return "\n".join(out)


def button(x: int, y: int, name: str, r: int = 13) -> str:
    signs = {
        "up": "M0 6V-6M-5 -1L0 -6L5 -1",
        "down": "M0 -6V6M-5 1L0 6L5 1",
        "left": "M6 0H-6M-1 -5L-6 0L-1 5",
        "right": "M-6 0H6M1 -5L6 0L1 5",
    }
    other = {"choose": '<circle r="4.5" fill="#000"/>', "back": '<path d="M5 5V-1Q5 -4 1 -4H-6M-2 -8L-6 -4L-2 0"/>'}
    other["next"] = '<path d="M-6 -6L0 0L-6 6M1 -6L7 0L1 6"/>'
    inner = f'<path d="{signs[name]}"/>' if name in signs else other[name]
    return f'<g class="key" transform="translate({x} {y})"><circle r="{r}"/>{inner}</g>'


def board(shown: str) -> str:
    """The board from above, with its display and its seven keys. How they lie is the builder's."""
    dots = "".join(f'<rect x="{12 + 12 * c}" y="{12 + 12 * r}" width="8" height="8" rx="2"/>' for r in range(8) for c in range(14))
    lit = '<rect x="84" y="48" width="20" height="20" rx="3" fill="#000"/><path d="M84 45h20" stroke="#000" stroke-width="3"/>'
    four = "".join(
        f'<circle cx="{x}" cy="{y}" r="6" fill="#fff" stroke="#000" stroke-width="1.4"/>'
        f'<text class="i" x="{x}" y="{y + 2.6}" style="font-size:7.5px">{n}</text>'
        for n, (x, y) in enumerate(((40, 40), (136, 28), (52, 76), (148, 76)), 1)
    )
    placed = (
        (236, 88, "up"),
        (236, 134, "down"),
        (212, 111, "left"),
        (260, 111, "right"),
        (236, 111, "choose"),
        (302, 114, "back"),
        (338, 114, "next"),
    )
    made = "".join(button(x, y, name, 10 if x < 280 else 13) for x, y, name in placed)
    return (
        '<svg class="board" viewBox="0 0 364 148" role="img"><rect class="x" x="4" y="4" width="180" height="108" rx="5"/>'
        f'<g fill="#ddd">{dots}</g>{lit}{four}<path d="M70 109h48" stroke="#000" stroke-width="4"/>'
        '<text class="k" x="94" y="124" style="font-size:9px">who is asked</text>'
        f'<svg x="206" y="2" width="150" height="72">{shown}</svg>'
        f'{made}<text class="k" x="302" y="96" style="font-size:9px">back</text>'
        '<text class="k" x="338" y="96" style="font-size:9px">next</text></svg>'
    )


def buttons() -> str:
    rows = []
    for names, pressed, held in KEYS:
        drawn = "".join(button(15 + 29 * k, 15, name) for k, name in enumerate(names))
        svg = f'<svg style="width:{6.4 * len(names):g}mm" viewBox="0 0 {29 * len(names) + 1} 30">{drawn}</svg>'
        called = "directions" if len(names) > 1 else names[0]
        rows.append(f"<tr><td>{svg}</td><th>{called}</th><td>{pressed}</td><td>{held}</td></tr>")
    drawn = button(15, 15, "back") + button(56, 15, "next") + '<path d="M31 15h9M35.5 10.5v9" stroke="#000" stroke-width="2"/>'
    rows.append(
        f'<tr><td><svg style="width:16mm" viewBox="0 0 71 30">{drawn}</svg></td><th>both</th><td>Cancels both.</td>'
        f"<td>For {AGAIN}: a new showdown. Let go sooner and nothing happens.</td></tr>"
    )
    return "\n".join(rows)


def levels() -> str:
    return "\n".join(f"<tr><th>{name}</th><td>{KEEPS[name]}</td></tr>" for name in LEVELS)


def menu(name: str) -> str:
    return f"<i>{escape(WORDS['menu.' + name])}</i>"


def answer(key: str) -> str:
    return f"<i>{escape(ENGLISH['id.' + key])}</i>"


def html() -> str:
    shown = rounds()
    figures = {kind.replace("-", "_"): shown[kind] for kind in PANELS}
    return PAGE.format(
        board=board(shown["display"]),
        buttons=buttons(),
        lights=lights(),
        levels=levels(),
        hold=HOLD,
        overrule=menu("overrule"),
        redo=menu("redo"),
        events=menu("events"),
        kept=answer("adjust.level"),
        turn=answer("adjust.turn"),
        place=answer("adjust.place-survivor"),
        record=answer("adjust.record"),
        other=answer("other"),
        again=answer("over.again"),
        done=answer("hunter.end"),
        wound=answer("told.wound"),
        reacts=answer("told.react"),
        **figures,
    )


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lanternboard: the player's guide</title>
<style>
@page {{ margin: 9mm 12mm }}
body {{ font: 9pt/1.25 system-ui, sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 186mm; padding: 4mm }}
h1 {{ font-size: 16pt; margin: 0 }} h2 {{ font-size: 11pt; margin: 2.6mm 0 0.8mm; border-top: 0.5mm solid #000; padding-top: 1mm }}
p {{ margin: 0 0 1.2mm }} ol, ul {{ margin: 0; padding-left: 4.5mm }} li {{ margin-bottom: 1mm }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-top: 0.3mm solid #bbb; padding: 0.45mm 2mm 0.45mm 0; vertical-align: middle; text-align: left }}
tr:first-child > * {{ border-top: 0 }}
.two {{ display: flex; gap: 7mm; align-items: flex-start }} .two > * {{ flex: 1 }}
.three {{ display: grid; grid-template-columns: repeat(3, 1fr); gap: 2mm 5mm }}
.lights {{ display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.8mm 3mm; align-items: center }}
.lights div {{ display: flex; align-items: center; gap: 1.5mm; line-height: 1.1; font-size: 8pt }} .lights svg {{ width: 22mm; flex: none }}
svg {{ display: block }} .p {{ width: 100% }} .board {{ width: 100% }}
.key circle:first-child {{ fill: #fff; stroke: #000; stroke-width: 1.6 }}
.key path {{ fill: none; stroke: #000; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round }}
.g {{ stroke: #ccc; stroke-width: .5; fill: none }} .m {{ fill: #fff; stroke: #000; stroke-width: 1 }} .f {{ stroke: #000; stroke-width: 3
}}
.s {{ fill: #fff; stroke: #000; stroke-width: .5 }} .a {{ stroke-width: 1.2 }} .c {{ fill: none; stroke: #000; stroke-width: 1.6 }}
.q {{ fill: none; stroke: #000; stroke-width: .9; stroke-dasharray: 1.6 1 }}
.x {{ fill: #fff; stroke: #000; stroke-width: 1.2 }} .curve {{ fill: none; stroke: #000; stroke-width: 1.8 }} .base {{ stroke: #bbb }}
.outer {{ fill: #000 }} .inner {{ fill: #ccc }}
text {{ font-family: system-ui, sans-serif }} .i, .l, .b, .k {{ text-anchor: middle; font-weight: 600 }}
.i {{ font-size: 6px }} .l {{ font-size: 7px; font-weight: 400 }} .b {{ font-size: 11px }} .k {{ font-size: 14px }}
.d {{ font: 600 10.5px 'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace; white-space: pre }} a {{ color: inherit }}
figure {{ margin: 0 }} figcaption {{ margin-top: 1mm; font-size: 8.6pt; line-height: 1.22 }}
section + section {{ break-before: page; margin-top: 10mm }} figure, tr, li {{ break-inside: avoid }}
@media print {{ body {{ padding: 0 }} section + section {{ margin-top: 0 }} }}
@media screen and (max-width: 640px) {{
body {{ font-size: 11pt }} .two {{ flex-direction: column; align-items: stretch; gap: 2mm }} .three {{ grid-template-columns: 1fr }}
.lights {{ grid-template-columns: 1fr }} .lights div, figcaption {{ font-size: 10pt }} .two > * {{ flex: none !important }}
.keys tr {{ display: grid; grid-template-columns: 1fr 1fr; border-top: 0.3mm solid #bbb }} .keys tr > * {{ border: 0 }}
}}
</style>
<section>
<h1>Lanternboard: the player's guide</h1>
<div class="two">
<div style="flex:1.15">
<p style="margin-top:1.5mm"><b>What you need.</b> The board and its power; the miniatures; who likes to, dice and cards of the game. Else
the board rolls and draws. No
computer, no open rulebook. <b>No board yet?</b> <code>lanternboard play</code> on a computer plays the
same, with the same keys; there is no menu there:
<code>m</code> overrules, <code>r</code> redoes, <code>p</code> has the last events.</p>
<p><b>How it talks.</b> It asks one thing at a time and waits. The bar of light at an edge says who is asked; the display says what. The
spaces and miniatures that
can be the answer are lit, the proposed one brighter, the highlighted one brightest.</p>
<p><b>How you answer.</b> You agree: <i>next</i>. You do not: go elsewhere with the directions and press <i>choose</i>. You regret it:
<i>back</i>. Nobody can press
anything wrong: what the rules forbid cannot be chosen.</p>
</div>
<figure>{board}<figcaption>The board, its display and its seven keys. How they lie is up to who built it. In these drawings <b>M</b> is the
monster, with its front thick; <b>1</b> to <b>4</b> are survivors.</figcaption></figure>
</div>
<h2>The seven keys</h2>
<table class="keys">
<tr><td></td><td></td><td><b>pressed</b></td><td><b>held</b> ({hold} or longer)</td></tr>
{buttons}
</table>
<h2>What the lights mean</h2>
<p>Dark means nothing. The line is the light over time: as dim as it is low. Eyes that see no colours go by the line, and on paper by the
letter.</p>
<div class="lights">
{lights}
</div>
<h2>Set-up in six steps</h2>
<div class="two">
<ol style="flex:2.6">
<li><b>How much shall the board keep?</b> Your table's file, table.json, says it
(<code>play.level</code>); of <code>lanternboard play</code> and <code>new</code> the option
<code>--level</code>; in mid-game: menu, {overrule}, {kept}.
<table>{levels}</table></li>
<li><b>Who rolls, who draws?</b> The board, at once, or you, and then tell what came up: <code>play.dice</code>,
<code>play.decks</code>.</li>
<li><b>Begin.</b> Switch the board on. For another showdown hold <i>back</i> and <i>next</i>. Tell which monster, where there are several,
and how many survivors.</li>
<li><b>How many players, and who has the tile?</b> That player decides for the monster this round; then the tile goes on clockwise.</li>
<li><b>Place the monster</b> where the light proposes, and turn it: a direction key is a side.</li>
<li><b>Place the survivors,</b> one by one: each player picks a lit space. The showdown begins.</li>
</ol>
<figure>{place_survivor}<figcaption>Step 6: three stand, the fourth may go to any <b>o</b>. The frame is the cursor.</figcaption></figure>
</div>
</section>
<section>
<h1>A round, in pictures</h1>
<h2>The monster's turn</h2>
<div class="three">
<figure>{target}<figcaption><b>1. A card, a target.</b> A card is drawn. Whom it can pick is brighter (thick), the proposed one framed. Of
several, who has the tile chooses.</figcaption></figure>
<figure>{end}<figcaption><b>2. The way.</b> Its ways are lit (+), and where it may halt; the target blinks (dashed). Move the miniature.
Whom it runs over falls.</figcaption></figure>
<figure>{hit}<figcaption><b>3. Dice and hits.</b> Every hit has its place on the body. Its player says which is taken next, or once a
round pays survival and <b>dodges</b> one.
Armor goes first.</figcaption></figure>
</div>
<h2>The survivors' turn</h2>
<div class="three">
<figure>{hunter}<figcaption><b>1. Who acts?</b> Each once, in any order you like. A survivor who acts has one move and one attack, or use
of gear.
Nobody left: {done}.</figcaption></figure>
<figure>{go}<figcaption><b>2. Move.</b> All spaces within reach are lit. Behind the monster, in its blind spot, it is easier to
hit.</figcaption></figure>
<figure>{do}<figcaption><b>3. Attack.</b> Pick the weapon. For every hit a location is drawn; you say which is tried first. One roll each:
it wounds, or not; a high one may do more.</figcaption></figure>
</div>
<p style="margin-top:2mm"><b>Reactions.</b> A location may answer an attempt: the board carries it out, or asks. If the attacker falls, or
the monster is out of reach, what was left of the attack is
lost. <b>The trap</b> hides among the locations: it ends the attack at once, strikes back, and all locations are shuffled. Then it is the
next survivor's turn.</p>
<p><b>When the board keeps less.</b> At <b>monster</b> you fight with your own dice and sheets and tell it who has moved, {wound},
{reacts}; at last {done}. At <b>lights</b> you say what happens, and it shows where that leads.</p>
<div class="two">
<div>
<h2>When somebody falls or dies</h2>
<ul>
<li><b>Lies.</b> Lay the miniature down; its light blinks. Who lies does nothing, and stands up at the end of a monster's turn: the board
says when.</li>
<li><b>Badly hurt.</b> With no armor and no free box left a hit is a roll for an injury that stays. The fifth bleeding token is death.</li>
<li><b>Brain damage</b> passes armor by and cannot be dodged: insanity takes it first.</li>
<li><b>Dead.</b> Take the miniature away. What that survivor had won can go to one who lives: the board asks whom.</li>
</ul>
<h2>The end</h2>
<ul>
<li><b>Victory:</b> a wound when the monster has no card left to lose. The board draws what you win, and says who has it.</li>
<li><b>Defeat:</b> nobody lives. Nothing is carried over.</li>
<li>Either way <i>back</i> still takes back. Then: {again}.</li>
</ul>
</div>
<div>
<h2>When something went wrong</h2>
<ul>
<li><b>A wrong answer.</b> <i>back</i>, as often as you like. Too far: menu (<i>back</i> held), {redo}.</li>
<li><b>You see it otherwise.</b> Menu, {overrule}: {place}, {record}, {turn}, and whatever else. You have the last word (unless the table
is locked).</li>
<li><b>A bumped table.</b> Hold <i>next</i>: each miniature's place, one after another.</li>
<li><b>What was that?</b> Menu, {events}.</li>
<li><b>Power gone.</b> Switch it on again: it comes back where it was, with the same question. A computer's cable may come and go.</li>
<li><b>A card that no pack knows.</b> When you draw yourselves: {other}. The board asks what stands there, and keeps it if you like.</li>
<li><b>A red light.</b> That press does nothing here; nothing has happened.</li>
</ul>
<h2>Where to look further</h2>
<p>No display? <a href="sheet.html">The sheet</a> has every question and answer by number. Own cards and monsters: <a
href="packs.md">packs</a>.
Settings of the table: <a href="settings.md">settings</a>. Decide otherwise for good: <a href="rulings.md">rulings</a>.</p>
</div>
</div>
</section>
</html>
"""


def make(folder: Path) -> Path:
    path = folder / "guide.html"
    path.write_text(html(), encoding="utf-8", newline="\n")
    return path
