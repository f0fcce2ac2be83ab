"""Scenarios in, one line out for each: an explanation or a `lanternboard/error/1`. Both interpreters answer through here, so
that host and board give the same bytes. It opens no file and knows no port."""

from ..base.errors import Refused
from ..base.jsonwrite import Writer
from . import explanation, scenario


def answer(source, sink, file: str, line: int, rulings, breathe=None) -> bool:
    """One scenario (`source.read(n) -> bytes`) to one line through sink(piece). False when it was refused; nothing of an
    explanation has been written then."""
    try:
        question = scenario.read(source)
    except Refused as refused:
        error(refused, sink, file, line)
        return False
    explanation.write(question, sink, rulings, breathe)
    sink(b"\n")
    return True


def error(refused, sink, file: str, line: int) -> None:
    """The line of a refused scenario."""
    out = Writer(sink)
    out.raw(b'{"format":"lanternboard/error/1","file":')
    out.string(file)
    out.raw(b',"line":')
    out.number(line)
    out.raw(b',"path":')
    out.string(refused.path)
    out.raw(b',"message":')
    out.string(refused.message)
    out.raw(b',"allowed":')
    out.string(refused.allowed)
    out.raw(b"}\n")
    out.flush()


class Lines:
    """A source of many lines, read one at a time: `more()` steps to the next line that is not blank and says whether there is one,
    `number` is its number from 1, `read(n)` gives its bytes and b"" at its end."""

    def __init__(self, source, size: int = 256) -> None:
        self._source = source
        self._size = size
        self._held = b""
        self._open = False  # inside a line
        self.number = 0

    def _fill(self) -> bool:
        if not self._held:
            self._held = self._source.read(self._size)
        return len(self._held) > 0

    def more(self) -> bool:
        while self._open:
            self.read(self._size)  # what the reader of the last line left
        self.number += 1
        while self._fill():
            held = self._held
            k = 0
            while k < len(held) and held[k] in b" \t\r":
                k += 1
            if k < len(held) and held[k] != 10:
                self._held = held[k:]
                self._open = True
                return True
            self._held = held[k + 1 :]
            if k < len(held):
                self.number += 1
        return False

    def read(self, n: int) -> bytes:
        if not self._open or not self._fill():
            self._open = False
            return b""
        piece = self._held[:n]
        end = piece.find(b"\n")
        if end >= 0:
            piece = piece[:end]
            self._open = False
        self._held = self._held[len(piece) + (1 if end >= 0 else 0) :]
        return piece


def answer_lines(source, sink, file: str, rulings, breathe=None) -> bool:
    """Every line that is not blank, in order; True when all were answered."""
    lines = Lines(source)
    answered = True
    while lines.more():
        answered = answer(lines, sink, file, lines.number, rulings, breathe) and answered
    return answered
