"""What people call their boards: a label for a board's id, kept on this computer, so that a port's name or a serial number need not be
known by heart. And a printable one. Asks no board."""

from __future__ import annotations

import json
import os
import re
from html import escape
from pathlib import Path

import platformdirs
from lanternboard.base.errors import Refused

from ..durable import write_whole

ID = re.compile(r"[0-9a-f]{16}")
MOST = 32  # characters
WIDE, HIGH = 62, 29  # mm of a printed label: a usual size of label printers


def place() -> Path:
    """The file with the labels, in the user's own folder for settings; LANTERNBOARD_CONFIG names another folder."""
    named = os.environ.get("LANTERNBOARD_CONFIG")
    return (Path(named) if named else Path(platformdirs.user_config_dir("lanternboard", appauthor=False))) / "labels.json"


def labels() -> dict[str, str]:
    """Label by id. What a damaged file holds beside labels is passed over."""
    try:
        found = json.loads(place().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {id: label for id, label in found.items() if ID.fullmatch(id) and isinstance(label, str) and not fault(label)}


def called(id: str, port: str = "") -> str:
    """A board as people know it: "the board 1f2e3d (kitchen, at /dev/ttyACM0)"."""
    more = ", ".join(filter(None, (label_of(id), port and f"at {port}")))
    return f"the board {id[:6]}" + (f" ({more})" if more else "")


def label_of(id: str) -> str:
    """ "" for a board that has none."""
    return labels().get(id, "")


def fault(label: str) -> str:
    """Why this is no label, "" when it is one."""
    if not label.strip() or label != label.strip() or len(label) > MOST or not label.isprintable():
        return f"1 to {MOST} characters on one line"
    return ""


def give(id: str, label: str) -> None:
    """Keeps a label for a board. Raises Refused where it is none, or another board's, and OSError."""
    if wrong := fault(label):
        raise Refused("--label", f"{label!r} is no label", wrong)
    kept = labels()
    for other, name in kept.items():
        if name == label and other != id:
            raise Refused("--label", f"the board {other} is called {label}", "a label of its own for each board")
    kept[id] = label
    file = place()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, (json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode())


def printable(id: str, label: str) -> str:
    """A label to be printed and put onto the board, as an SVG of WIDE x HIGH mm: its name, its id in fours, how it is found."""
    name = label or f"board {id[:6]}"
    size = min(8.0, 1.75 * (WIDE - 8) / len(name))
    digits = " ".join(id[k : k + 4] for k in range(0, len(id), 4))
    lines = (
        (6.0, 2.6, "sans-serif", "Lanternboard"),
        (15.5, size, "sans-serif", name),
        (21.5, 3.2, "monospace", digits),
        (26.0, 2.6, "monospace", f"lanternboard connect {id[:6]}"),
    )
    texts = "".join(
        f'  <text x="4" y="{y:g}" font-family="{font}" font-size="{size:.2f}" textLength="{WIDE - 8}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(text)}</text>\n"
        if len(text) * size * 0.62 > WIDE - 8
        else f'  <text x="4" y="{y:g}" font-family="{font}" font-size="{size:.2f}">{escape(text)}</text>\n'
        for y, size, font, text in lines
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}mm" height="{HIGH}mm" viewBox="0 0 {WIDE} {HIGH}">\n'
        f"  <title>{escape(name)}, {id}</title>\n"
        f'  <rect x="0.3" y="0.3" width="{WIDE - 0.6:g}" height="{HIGH - 0.6:g}" rx="2" fill="white" stroke="black" stroke-width="0.3"/>\n'
        f"{texts}</svg>\n"
    )
