"""The drawings of docs/leds.md are what the code does."""

import json
import re
from pathlib import Path

from lanternboard.settings import table
from lanternboard.settings.layout import UNUSED, layout

PAGE = (Path(__file__).parents[2] / "docs/leds.md").read_text("utf-8").split("## What they draw")[0]
COLUMN = 20


def drawings():
    """(the words over a drawing, its rows of marks), for each one of each block."""
    for block in re.findall(r"(?:^    .*\n)+", PAGE, re.M):
        lines = [line[4:] for line in block.splitlines()]
        if lines[0].startswith('"panels"'):
            yield lines[0], [line.split() for line in lines[1:]]
            continue
        for left in range(0, max(map(len, lines)), COLUMN):
            rows = [line[left : left + COLUMN].split() for line in lines[1:]]
            yield lines[0][left : left + COLUMN].strip(), [row for row in rows if row]


def marks(settings: dict) -> list:
    """Which LED lies where on a table that is not turned."""
    board, found = settings["board"], layout(settings)
    where = {space: str(led) for led, space in enumerate(found.map) if space != UNUSED}
    return [[where.get(row * board["columns"] + column, ".") for column in range(board["columns"])] for row in range(board["rows"])]


def test_leds_lie_as_they_are_drawn():
    panels = [(words, rows) for words, rows in drawings() if rows and rows[0][0] not in "abcdef"]
    assert len(panels) == 12
    for words, rows in panels:
        board = {"columns": len(rows[0]), "rows": len(rows)}
        panel = json.loads("{" + words + "}") if words.startswith('"') else {}
        leds = panel if "panels" in panel else {"panels": [{"columns": 3, "rows": 2, **panel}]}
        assert marks(table.check({"format": table.FORMAT, "board": board, "leds": leds})) == rows, words


def test_the_game_lies_as_it_is_drawn():
    games = [(words, rows) for words, rows in drawings() if rows and rows[0][0] in "abcdef"]
    assert len(games) == 4
    for words, rows in games:
        turn = json.loads("{" + words + "}") if words.startswith('"') else {"rotation": 90, "mirror": True} if words == "both" else {}
        settings = table.check(
            {"format": table.FORMAT, "board": {"columns": 3, "rows": 2, **turn}, "leds": {"panels": [{"serpentine": False}]}}
        )
        order = ["abcdef"[space] for space in layout(settings).map]  # the table's places in reading order
        assert order == [mark for row in rows for mark in row], words
