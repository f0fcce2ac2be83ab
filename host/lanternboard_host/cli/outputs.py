"""What commands write: a new file, whole or not at all, or standard output for -; and what was wrong in one."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from lanternboard.base.errors import Refused

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


def write_whole(file: Path, content: bytes) -> None:
    """All of it or nothing: a file that is there is whole, before and after."""
    number, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(number, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def refused(file: str, wrong: Refused, json: bool) -> int:
    """Says what is wrong in a file: a sentence on standard error, or an error/1 on standard output; the command's end."""
    if json:
        from lanternboard.explain.lines import error

        sys.stdout.flush()
        error(wrong, sys.stdout.buffer.write, file, 1)
    else:
        say(f"{file}: {wrong}" if file else str(wrong))
    return REFUSED
