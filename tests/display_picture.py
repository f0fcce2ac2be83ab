"""Pictures of the display for docs/: what a person reads there, drawn by MicroPython's own framebuf on its unix port, every lit pixel
a square. The same sources give the same bytes."""

import json
import os
import subprocess
from pathlib import Path

from lanternboard.controls.menu import BRIGHTNESS, LIST, shown
from lanternboard.controls.view import View
from lanternboard.rules import engine
from lanternboard.screen import pages
from lanternboard.screen.layout import note_rows, prompt_rows, where_rows
from lanternboard.table.builtin import BuiltinCards, RamJournal
from lanternboard_host.emulator.flash import micropython

FIRMWARE = Path(__file__).parents[1] / "firmware"
DRAW = """
import json, sys
from binascii import hexlify
from lanternboard.screen.draw import Brush
brush = Brush()
for text, mark in json.load(sys.stdin):
    brush.draw(text, mark)
    print(hexlify(brush.page).decode())
"""
PIXEL, GAP, SHOWN = 3, 36, 2  # a pixel's side, between pictures, pictures beside each other


def drawn(screens) -> list[bytes]:
    """1,024 bytes for each screen, a list of eight rows (text, mark)."""
    rows = json.dumps([row for screen in screens for row in screen])
    paths = {**os.environ, "MICROPYPATH": f"{FIRMWARE}:.frozen"}
    done = subprocess.run(micropython("-c", DRAW), input=rows, capture_output=True, text=True, env=paths, check=True)
    found = [bytes.fromhex(line) for line in done.stdout.split()]
    return [b"".join(found[k : k + 8]) for k in range(0, len(found), 8)]


def whole(made) -> list:
    return [row for row in made if row is not None]


def screens() -> list[tuple[str, list]]:
    """(what is shown, its rows), in the order of the picture."""
    cards = BuiltinCards()
    game = engine.create(RamJournal(), cards, ["Allister", "Erza", "Lucy", "Zachary"])
    view = View()
    out = []

    def show(title):
        view.see(game.prompt)
        out.append((title, whole(prompt_rows(game, view, cards))))

    def play(*choices):
        for choice in choices:
            game.answer(game.number, game.prompt.usual if choice is None else choice)

    play("white-lion", None, None, "S")
    show("a place is asked: the cursor")
    play(*[next(iter(game.prompt.options)) + k for k in range(1)])
    while game.prompt.kind != "act":
        play(next(iter(game.prompt.options)))
    view.see(game.prompt)
    view.option = 4
    show("what the table does next")
    play("push")
    show("a choice among survivors")
    out.append(("next held: where all stand", whole(where_rows(game, cards))))
    view.page, view.entry = LIST, 1
    out.append(("back held: the board's menu", whole(pages.list_rows(view, 46, False, False, shown(False)))))
    view.page, view.entry = BRIGHTNESS, 7
    out.append(("brightness", whole(pages.brightness_rows(view, 46, 70))))
    play("s1")
    view.page = 0
    show("a number")
    out.append(
        ("after a bad table.json", whole(note_rows("table.json: leds.lanes[1]: the pin of display.sda (allowed: a pin of its own)")))
    )
    return out


def svg() -> str:
    shown = screens()
    width = SHOWN * (128 * PIXEL + GAP) + GAP
    deep = 64 * PIXEL + 64
    out = []
    for k, ((title, _), picture) in enumerate(zip(shown, drawn([rows for _, rows in shown]))):
        x, y = GAP + k % SHOWN * (128 * PIXEL + GAP), GAP + k // SHOWN * deep
        out.append(f'<rect class="glass" x="{x - 10}" y="{y - 10}" width="{128 * PIXEL + 20}" height="{64 * PIXEL + 20}" rx="6"/>')
        out.append(f'<path class="lit" d="{_pixels(picture, x, y)}"/>')
        out.append(f'<text x="{x - 8}" y="{y + 64 * PIXEL + 30}">{title}</text>')
    height = GAP + (len(shown) + SHOWN - 1) // SHOWN * deep
    return _PAGE.format(width=width, height=height, body="\n".join(out))


def _pixels(picture: bytes, x0: int, y0: int) -> str:
    """Runs of lit pixels in a row, each a rectangle."""
    out = []
    for y in range(64):
        row = [picture[(y >> 3) * 128 + x] >> (y & 7) & 1 for x in range(128)] + [0]
        x = 0
        while x < 128:
            if row[x]:
                end = row.index(0, x)
                out.append(f"M{x0 + x * PIXEL} {y0 + y * PIXEL}h{(end - x) * PIXEL}v{PIXEL}h-{(end - x) * PIXEL}z")
                x = end
            x += 1
    return "".join(out)


_PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" \
aria-label="What the display shows">
<style>text{{font:15px system-ui,sans-serif;fill:#222}}.glass{{fill:#0b0d10}}.lit{{fill:#d8ecff}}.page{{fill:#fff}}</style>
<rect class="page" width="100%" height="100%"/>
{body}
</svg>
"""


def make(folder: Path) -> Path:
    path = folder / "display.svg"
    path.write_text(svg(), encoding="utf-8", newline="\n")
    return path
