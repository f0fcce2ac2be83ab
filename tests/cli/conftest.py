"""The commands as a person gives them, in this process, and a board that a file's tests share. A file whose tests all give one command
names it: VERB = "pack"."""

import io
import sys

import pytest
from lanternboard_host.cli import run
from lanternboard_host.emulator import EmulatedBoard


@pytest.fixture
def command(request, capsysbinary, monkeypatch):
    """command(*args, stdin=b"" or a text) -> exit code, output, errors."""
    verb = getattr(request.module, "VERB", None)

    def command(*args, stdin=b""):
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = run([*([verb] if verb else []), *map(str, args)])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return command


@pytest.fixture(scope="module")
def board():
    with EmulatedBoard() as board:
        board.start()
        board.started()
        yield board
