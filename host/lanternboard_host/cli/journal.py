"""`lanternboard journal`: a showdown's journal, every record in words, or played through and checked, here or by a board.
It changes nothing."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, say


def _bytes_of(file: str) -> bytes | None:
    try:
        if file == "-":
            return sys.stdin.buffer.read()
        with open(file, "rb") as source:
            return source.read()
    except OSError as wrong:
        say(f"{file}: {wrong.strerror}")
        return None


def _load(data: bytes, on_line: Callable | None = None):
    from lanternboard.explain.replay import load
    from lanternboard.rules.rulings import DEFAULT

    from ..link.follower import Kept
    from ..terminal.cards import cards_for

    return load(io.BytesIO(data), Kept(), cards_for(data), DEFAULT, None, on_line)


def show(file: str, json: bool, board: bool) -> int:
    """Each record in words, what it was the answer to and what happened."""
    if board:
        say("--on board goes with replay: showing needs no board")
        return WRONG
    data = _bytes_of(file)
    if data is None:
        return WRONG
    from lanternboard.screen import words

    asked: list[str] = [""]

    def told(number: int, made: bytes, game) -> None:
        if json:
            return
        print(f"{number:>4}  {_words(made, asked[0], game, words)}")
        if game is not None:
            asked[0] = words.prompt_text(game.prompt, game.state, game.names, game.cards)[0]

    try:
        _load(data, told)
    except Refused as refused:
        return _refused(file, refused, json)
    if json:
        sys.stdout.buffer.write(data if data.endswith(b"\n") else data + b"\n")
    return OK


def _words(made: bytes, asked: str, game, words) -> str:
    from lanternboard.rules import journaltext, record

    kind = made[0]
    if kind == record.HEADER:
        return "a showdown begins"
    if kind == record.SNAPSHOT:
        return "kept: the whole position"
    if kind == record.VERSION:
        return f"from here on by rules {record.rules_of(made)}"
    told = " ".join(words.event_text(event, game.state, game.names, game.cards) for event in game.events)
    if kind == record.UNDO:
        return "taken back"
    if kind == record.REDO:
        return "done again"
    if kind == record.ADJUST:
        return "the table puts something right"
    choice = journaltext.fields(made)["answer"]
    return f"{asked} {_choice(choice)}{'  ' + told if told else ''}"


def _choice(choice) -> str:
    return f"({choice[0]}, {choice[1]})" if isinstance(choice, list) else str(choice)


def replay(file: str, json: bool, board: bool, image: str | None, port: str | None) -> int:
    """Play it through, check every record, and say where the game stands."""
    if (image or port) and not board:
        say(f"{'--image' if image else '--port'} goes with --on board")
        return WRONG
    data = _bytes_of(file)
    if data is None:
        return WRONG
    try:
        summary = _on_board(data, image, port) if board else _here(data)
    except Refused as refused:
        if getattr(refused, "exit_code", 0):
            raise
        return _refused(file, refused, json)
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

    from lanternboard.rules.state import unpack

    fields = text.loads(summary)
    print(f"{fields['records']} records, all in order. {fields['undo']} answers could be taken back.")
    from lanternboard.rules.draw import board_text
    from lanternboard.screen import words

    state = unpack(bytes.fromhex(fields["state"]))
    print(board_text(state))
    if not board:
        game = _load(data)[0]
        sentence, why = words.prompt_text(game.prompt, game.state, game.names, game.cards)
        print(f"{sentence}  {why}")
    return OK


def _here(data: bytes) -> bytes:
    from lanternboard.explain.replay import summary

    return summary(_load(data)[0])


def _on_board(data: bytes, image: str | None, port: str | None) -> bytes:
    from .boards import replaying

    with replaying(image, port) as played:
        return played(data)


def _refused(file: str, refused: Refused, json: bool) -> int:
    line = getattr(refused, "line", 1)
    if json:
        from lanternboard.explain.lines import error

        error(refused, sys.stdout.buffer.write, file, line)
    else:
        say(f"{file}, line {line}: {refused}")
    return REFUSED
