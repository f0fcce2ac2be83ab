"""`lanternboard journal`: a showdown's journal, every record in words, or played through and checked, here or by a board.
It changes nothing."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, inputs, outputs, say

JOURNAL = "lanternboard/journal/1"
EMPTY = "the file is empty"  # there is no line in it to be named


def _load(data: bytes, on_line: Callable | None = None):
    from lanternboard.explain.replay import load

    from ..faces.cards import cards_for
    from ..link.follower import Kept

    return load(io.BytesIO(data), Kept(), cards_for(data), None, on_line)


def show(file: str, json: bool) -> int:
    """Each record in words, what it was the answer to and what happened."""
    data = inputs.content_of(file)
    if data is None:
        return WRONG
    from lanternboard.rules import record
    from lanternboard.rules.state import unpack
    from lanternboard.screen import words

    asked: list = []  # the prompt that the next record answers, its question, and the position then: what an answer is called hangs on it
    kept = 0

    def told(number: int, made: bytes, game) -> None:
        nonlocal kept
        if json:
            return
        if made[0] == record.SNAPSHOT:
            kept += 1
        elif made[0] == record.RESULT:
            print(f"{number:>4}  {_result(made)}")
        else:
            print(f"{number:>4}  {_words(made, asked, game, words)}")
        if game is not None:
            question = words.prompt_text(game.prompt, game.state, game.names, game.cards)[0]
            asked[:] = game.prompt, question, unpack(game.state.pack())

    try:
        _load(data, told)
        if kept:
            print(f"      The whole position was kept {'once' if kept == 1 else f'{kept} times'}.")
    except Refused as refused:
        return _refused(file, refused, json, data)
    if json:
        sys.stdout.buffer.write(data if data.endswith(b"\n") else data + b"\n")
    return OK


def _result(made: bytes) -> str:
    """A journal's last record in words."""
    import json as text

    result, rounds, party, won = text.loads(made[1:])
    dead = [name for name, lives, *_ in party if lives == "dead"]
    out = f"{result.capitalize()} after {rounds} {'round' if rounds == 1 else 'rounds'}"
    out += f"; dead: {', '.join(dead)}" if dead else ""
    return out + (f"; won: {', '.join(what for _, what in won)}." if won else ".")


def _words(made: bytes, asked: list, game, words) -> str:
    import json as text

    from lanternboard.rules import journaltext, record
    from lanternboard.rules.engine import RULES

    from ..faces.picture import option_text

    kind = made[0]
    if kind == record.HEADER:
        header = text.loads(made[1:])
        other = f", by rules {header['rules']}, which are not played here" if header["rules"] != RULES else ""
        return "a showdown begins" + other + _decided(header.get("context", ""))
    if kind == record.VERSION:
        return f"from here on by rules {record.rules_of(made)}" + _decided(record.context_of(made))
    if kind == record.UNDO:
        return "taken back"
    if kind == record.REDO:
        return "done again"
    if kind == record.ADJUST:
        return "the table puts something right"
    if game is None:  # played by other rules
        return "answered: " + text.dumps(journaltext.fields(made)["answer"], ensure_ascii=False)
    told = " ".join(words.event_text(event, game.state, game.names, game.cards) for event in game.events)
    prompt, question, s = asked
    choice, _ = journaltext.from_value(journaltext.fields(made)["answer"], s.columns, s.rows)
    return f"{question} {option_text(prompt, choice, s, game.names, game.cards)}{'  ' + told if told else ''}"


def _decided(context: str) -> str:
    """The rulings of a context that are not the usual ones: "; slide_along_edge is false"."""
    from lanternboard.rules import rulings

    found = rulings.of(context)
    names = [name for name in rulings.NAMES if getattr(found, name) != getattr(rulings.DEFAULT, name)]
    return "".join(f"; {name} is {str(getattr(found, name)).lower()}" for name in names)


def replay(file: str, json: bool, board: bool, image: str | None, port: str | None) -> int:
    """Play it through, check every record, and say where the game stands."""
    if (image or port) and not board:
        say(f"{'--image' if image else '--port'} goes with --on board")
        return WRONG
    data = inputs.content_of(file)
    if data is None:
        return WRONG
    try:
        summary = _on_board(data, image, port) if board else _here(data)
    except Refused as refused:
        if getattr(refused, "exit_code", 0):
            raise
        return _refused(file, refused, json, data)
    if summary.startswith(b'{"format":"lanternboard/error/1"'):
        from .boards import renamed
        from .explain import refusal

        summary = renamed(summary, file, None)
        if json:
            sys.stdout.buffer.write(summary)
        else:
            say(refusal(summary))
        return REFUSED
    if json:
        sys.stdout.buffer.write(summary + b"\n")
        return OK
    import json as text

    game = _load(data)[0]
    fields = text.loads(summary)
    if bytes.fromhex(fields["state"]) != game.state.pack():
        say("the board comes to another position than this computer: `journal replay --json` on both shows where")
        return REFUSED
    n = fields["undo"]
    back = "no answer" if not n else "1 answer" if n == 1 else f"{n} answers"
    print(f"{fields['records']} records, all in order. {back} can be taken back.".replace(". n", ". N"))
    _drawn(game)
    return OK


def _drawn(game) -> None:
    """Where the game stands: the board with who is who, and the question that is open."""
    from lanternboard.lights.compose import compose
    from rich.console import Console

    from ..faces.picture import picture
    from ..terminal.colours import mode_of, plain_characters
    from ..terminal.page import page
    from ..terminal.printed import put

    console = Console(highlight=False)
    cells = bytearray(game.state.columns * game.state.rows)
    compose(game.state, game.prompt, None, cells, game.rulings, game.cards)
    made = picture(game.state, game.prompt, bytes(cells), game.names, game.cards, events=game.events)
    made.title = "Where it stands"
    put(console, page(made, console.width, None, mode_of(console), ascii_only=plain_characters(console)))


def _here(data: bytes) -> bytes:
    from lanternboard.explain.replay import summary

    return summary(_load(data)[0])


def _on_board(data: bytes, image: str | None, port: str | None) -> bytes:
    from .boards import replaying

    with replaying(image, port, data) as played:
        return played()


def _refused(file: str, refused: Refused, json: bool, data: bytes) -> int:
    line = getattr(refused, "line", 1)
    other = _other(data)
    if other:
        return outputs.refused(file, Refused("", f"this is a {other}, no showdown's journal", "a " + JOURNAL), json)
    if json:
        from lanternboard.explain.lines import error

        error(refused, sys.stdout.buffer.write, file, line)
    elif refused.message == EMPTY:
        say(f"{file}: {refused}")
    else:
        lines = data.split(b"\n")
        found = None if refused.path else outputs.breaks(refused.message, lines[line - 1] if line <= len(lines) else b"")
        if found:
            line, refused = f"{line}, column {found[1]}", Refused("", found[2], "one record a line")
        say(f"{file}, line {line}: {refused}")
    return REFUSED


def _other(data: bytes) -> str:
    """The format of a file of ours that is no journal, "" where it may be one."""
    import json as text

    try:
        whole = text.loads(data)
    except (ValueError, RecursionError):
        return ""
    format = whole.get("format") if isinstance(whole, dict) else None
    return format if isinstance(format, str) and re.fullmatch(r"lanternboard/[a-z-]+/\d+", format) and format != JOURNAL else ""
