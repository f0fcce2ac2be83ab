"""`lanternboard explain`: scenarios in, explanations out. The answer is firmware/lanternboard/explain's, computed here or by a
board; this file reads files, hands lines over and leaves with the right code (scenario.md)."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, inputs, outputs, say

ERROR = b'{"format":"lanternboard/error/1"'
Answer = Callable[[bytes, str, int], bytes]  # scenario, file, line -> the explanation's or the error's line


def explain(file: str, json: bool, lines: bool, board: bool, image: str | None, port: str | None) -> int:
    if (image or port) and not board:
        say(f"{'--image' if image else '--port'} goes with --on board")
        return WRONG
    if image and port:
        say("--image makes a board of its own, --port names another: only one of them")
        return WRONG
    try:
        source = sys.stdin.buffer if file == "-" else open(file, "rb")
    except OSError as wrong:
        say(f"{file}: {wrong.strerror} (allowed: a file, or - for standard input)")
        return WRONG
    code = OK
    with ExitStack() as held:
        held.enter_context(source)
        answer = held.enter_context(_on_board(image, port)) if board else here
        scenarios: Iterator[tuple[int, bytes]] = numbered(source, file) if lines else iter([(1, inputs.whole(source, file))])
        begun = False
        hint = False
        for line, scenario in scenarios:
            told = answer(scenario, file, line)
            refused = told.startswith(ERROR)
            if refused:
                code = REFUSED
                broken = outputs.NO_JSON.search(told.decode())
                if lines and not begun and broken and int(broken[1]) > len(scenario):
                    hint = True  # the first line is the beginning of a text over several lines
            begun = True
            if json or lines:
                sys.stdout.buffer.write(told)
                sys.stdout.buffer.flush()
            elif refused:
                say(refusal(told, scenario))
            else:
                _for_people(scenario, told)
        if hint:
            say("--lines wants one scenario a line; without it the whole file is one")
    return code


def numbered(source, file: str) -> Iterator[tuple[int, bytes]]:
    """(number from 1, line) of what is not blank."""
    for number, line in enumerate(inputs.lines(source, file), 1):
        line = line.rstrip(b"\n")
        if line.strip(b" \t\r"):
            yield number, line


def here(scenario: bytes, file: str, line: int) -> bytes:
    """The answer of this computer's own interpreter."""
    from lanternboard.explain.lines import answer

    out = bytearray()
    answer(io.BytesIO(scenario), out.extend, file, line)
    return bytes(out)


def _on_board(image: str | None, port: str | None):
    from .boards import explaining

    return explaining(image, port)


def refusal(told: bytes, text: bytes | None = None) -> str:
    """An error/1 line as a sentence; `text` is the whole file when it is one JSON text, which may have several lines."""
    import json

    fields = json.loads(told)
    where, message = f"{fields['file']}, line {fields['line']}", fields["message"]
    if message == "the file is empty":
        where = fields["file"]
    if text is not None:
        where = fields["file"]
        found = None if fields["path"] else outputs.breaks(message, text)
        if found:
            where += f", line {found[0]}, column {found[1]}"
            message = found[2]
    saved = _saved_otherwise(text or b"")
    if saved:
        return f"{where}: {saved}; save it as UTF-8 without one"
    return f"{where}: " + str(Refused(fields["path"], message, fields["allowed"]))


def _saved_otherwise(text: bytes) -> str:
    """What a text that is no plain UTF-8 was saved as, as far as its first bytes tell; "" when they tell nothing."""
    if text.startswith(b"\xef\xbb\xbf"):
        return "the file begins with a byte-order mark"
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file is UTF-16, with a byte-order mark"
    return ""


def _for_people(scenario: bytes, told: bytes) -> None:
    import json

    from lanternboard.explain.scenario import read
    from rich.console import Console

    from ..terminal.colours import mode_of, plain_characters
    from ..terminal.explained import picture, reasons
    from ..terminal.page import page
    from ..terminal.printed import put, put_wrapped

    console = Console(highlight=False)
    question = read(io.BytesIO(scenario))
    explanation = json.loads(told)
    lines = page(picture(question, explanation), console.width, None, mode_of(console), ascii_only=plain_characters(console))
    put(console, lines)
    put_wrapped(console, reasons(question, explanation))
