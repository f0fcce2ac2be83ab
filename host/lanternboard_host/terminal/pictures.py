"""The pictures in docs/pictures: the terminal at work and an explanation, as SVG, drawn by the same code that draws a terminal.
The same sources give the same bytes."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

from lanternboard.explain.lines import answer
from lanternboard.explain.scenario import read
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.terminal_theme import TerminalTheme

from ..faces.local import LocalTable
from .colours import GLOW, LETTERS
from .explained import picture, reasons
from .keyboard import HELP
from .page import page

WIDTH = 80
THEME = TerminalTheme((12, 11, 10), (235, 226, 210), [(12, 11, 10)] * 8, [(90, 82, 70)] * 8)
# No font is fetched from anywhere: whoever looks has a monospaced one.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.S).replace("Fira Code", "monospace")

SCENARIO = {
    "format": "lanternboard/scenario/1",
    "monster": {"name": "White Lion", "at": [10, 7], "facing": "N", "movement": 6},
    "survivors": [
        {"name": "Allister", "at": [12, 2]},
        {"name": "Erza", "at": [11, 4], "knocked_down": True},
        {"name": "Lucy", "at": [4, 11]},
        {"name": "Zachary", "at": [11, 9]},
    ],
    "knockback": {"name": "Erza", "spaces": 5},
}


def make(folder: Path) -> list[Path]:
    """Write the pictures into `folder`; returns them."""
    folder.mkdir(parents=True, exist_ok=True)
    out = []
    for name, title, lines in _all():
        console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
        for line in lines:
            console.print(line, soft_wrap=not isinstance(line, Padding))
        path = folder / (name + ".svg")
        svg = console.export_svg(title=title, theme=THEME, code_format=FORMAT, unique_id="lantern-" + name)
        path.write_text(svg, encoding="utf-8", newline="\n")
        out.append(path)
    return out


def _all() -> Iterable[tuple[str, str, list[RenderableType]]]:
    table = LocalTable(clock=lambda: 0)

    def play(*choices):
        for choice in choices:
            table.answer(choice)

    def shown(mode: str = GLOW) -> list[RenderableType]:
        made = table.picture()
        made.keys = HELP
        return list(page(made, WIDTH, 24, mode))

    play("white-lion", 4, "usual", "N", [10, 1])
    yield "set-up", "lanternboard demo", shown()
    play([13, 3], [7, 4], [11, 14], "light", "front")
    yield "in-front", "lanternboard demo", shown()
    yield "letters", "NO_COLOR=1 lanternboard demo", shown(LETTERS)
    play("move", "s1", [10, 4], "light", "routes", "s0")
    yield "routes", "lanternboard demo", shown()
    yield "explain", "lanternboard explain", _explained()


def _explained() -> list[RenderableType]:
    scenario = json.dumps(SCENARIO).encode()
    told = bytearray()
    answer(io.BytesIO(scenario), told.extend, "-", 1)
    question = read(io.BytesIO(scenario))
    explanation = json.loads(told)
    out: list[RenderableType] = list(page(picture(question, explanation), WIDTH, None, GLOW))
    out += [Padding(line, (0, 0, 0, indent)) if line else line for line, indent in reasons(question, explanation)]
    return out
