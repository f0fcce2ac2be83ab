"""Lines put on standard output for good, in a terminal or a file: no line ends in empty space."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text


def put(console: Console, lines: Iterable[Text]) -> None:
    """Lines as they are, however wide the terminal."""
    for line in lines:
        console.print(_bare(line), soft_wrap=True)


def put_wrapped(console: Console, lines: Iterable[tuple[Text, int]]) -> None:
    """Lines with their indents, broken between words."""
    for line, indent in lines:
        for part in line.wrap(console, max(10, console.width - indent)) if line else [line]:
            console.print(_bare(Text(" " * indent).append_text(part)), soft_wrap=True)


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
