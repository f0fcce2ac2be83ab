"""Scenarios in, one line out for each: an explanation or a `lanternboard/error/1`. Both interpreters answer through here, so
that host and board give the same bytes, always by the rulings' defaults, whatever a table plays by. It opens no file and knows no port."""

from ..base.errors import Refused
from ..base.jsonwrite import Writer
from ..rules.rulings import DEFAULT
from . import explanation, scenario


def answer(source, sink, file: str, line: int, breathe=None) -> bool:
    """One scenario (`source.read(n) -> bytes`) to one line through sink(piece). False when it was refused; nothing of an
    explanation has been written then."""
    try:
        question = scenario.read(source)
    except Refused as refused:
        error(refused, sink, file, line)
        return False
    explanation.write(question, sink, DEFAULT, breathe)
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
