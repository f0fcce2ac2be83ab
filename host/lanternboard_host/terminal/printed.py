"""Lines put on standard output for good, in a terminal or a file: no line ends in empty space."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text


def put(console: Console, lines: Iterable[Text]) -> None:
    """Lines as they are, however wide the terminal."""
    for line in lines:
        console.print(_bare(line), soft_wrap=True)


def put_wrapped(console: Console, lines: Iterable[tuple[Text, int]], hang: int = 0) -> None:
    """Lines with their indents, broken between words; what is broken off is indented by `hang` more."""
    for line, indent in lines:
        parts = line.wrap(console, max(10, console.width - indent - hang)) if line else [line]
        for i, part in enumerate(parts):
            console.print(_bare(Text(" " * (indent + hang * (i > 0))).append_text(part)), soft_wrap=True)


def _bare(line: Text) -> Text:
    """Without the spaces at its end that show nothing: a background is no empty space."""
    line = line.copy()
    end = len(line.plain.rstrip())
    for span in line.spans:
        if getattr(span.style, "bgcolor", None):
            end = max(end, span.end)
    if end < len(line.plain):
        line.right_crop(len(line.plain) - end)
    return line
