"""What commands write: a new file, whole or not at all, or standard output for -; and what was wrong in one."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from lanternboard.base.errors import Refused

from ..durable import write_whole
from . import REFUSED, say


def may_be_written(file: str, force: bool) -> bool:
    """Before anything is asked of a board. False: it has been said why not."""
    if file == "-":
        return True
    if os.path.isdir(file):
        say(f"{file} is a folder (allowed: a file's name, or -)")
    elif os.path.lexists(file) and not force:
        say(f"{file} is there already (allowed: another name, or --force)")
    elif not os.path.isdir(os.path.dirname(file) or "."):
        say(f"{file} cannot be written: there is no such folder (allowed: a file in a folder of your own, or -)")
    else:
        return True
    return False


def written(file: str, content: bytes) -> bool:
    """False: it has been said why not."""
    if file == "-":
        sys.stdout.buffer.write(content)
        return True
    try:
        write_whole(Path(file), content)
    except OSError as wrong:
        say(f"{file} cannot be written: {wrong.strerror} (allowed: a file in a folder of your own, or -)")
        return False
    return True


NO_JSON = re.compile(r"this is no JSON: it breaks off or goes wrong after (\d+) bytes")


def breaks(message: str, text: bytes) -> tuple[int, int, str] | None:
    """(line, column, the message for people) of a text that is no JSON from there on; None for any other message."""
    wrong = NO_JSON.search(message)
    if not wrong:
        return None
    before = text[: int(wrong[1])]
    line, column = before.count(b"\n") + 1, len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
    ends = "goes wrong here" if text[len(before) :].strip() else "breaks off here"
    return line, column, f"this is no JSON: it {ends}"


def refused(file: str, wrong: Refused, json: bool, text: bytes = b"") -> int:
    """Says what is wrong in a file: a sentence on standard error, or an error/1 on standard output; the command's end. `text`: the
    file's content, where a place in it may have to be told."""
    found = None if wrong.path else breaks(wrong.message, text)
    if found and not json:
        file, wrong = f"{file}, line {found[0]}, column {found[1]}", Refused("", found[2], wrong.allowed)
    if json:
        from lanternboard.explain.lines import error

        sys.stdout.flush()
        error(wrong, sys.stdout.buffer.write, file, 1)
    else:
        say(f"{file}: {wrong}" if file else str(wrong))
    return getattr(wrong, "exit_code", REFUSED)
