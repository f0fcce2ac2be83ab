"""What commands read: never without end, whatever file was named."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from lanternboard.base.errors import Refused
from lanternboard.link.parts import MOST

from . import WRONG, say


def content_of(file: str) -> bytes | None:
    """All of a file, - for standard input. None: it has been said why not. Raises Refused as `whole`."""
    try:
        if file == "-":
            return whole(sys.stdin.buffer, file)
        with open(file, "rb") as source:
            return whole(source, file)
    except OSError as wrong:
        say(f"{file}: {wrong.strerror} (allowed: a file, or - for standard input)")
        return None


def whole(source: BinaryIO, name: str) -> bytes:
    """All of it. Raises Refused, the command's exit code with it, where it is longer than MOST."""
    data = source.read(MOST + 1)
    if len(data) > MOST:
        raise _too_long(name, "the file")
    return data


def lines(source: BinaryIO, name: str) -> Iterator[bytes]:
    """Its lines, their ends with them. Raises Refused at one that is longer than MOST."""
    number = 0
    while line := source.readline(MOST + 1):
        number += 1
        if len(line) > MOST:
            raise _too_long(name, f"line {number}")
        yield line


def _too_long(name: str, what: str) -> Refused:
    told = Refused(name, what + " does not end, or is longer than anybody would write", "64 MiB")
    told.exit_code = WRONG  # type: ignore[attr-defined]
    return told
