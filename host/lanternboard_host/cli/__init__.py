"""The command line: thin. `main` is what `lanternboard` starts. No command shows a traceback: what people did wrong is one
sentence, and a mistake of ours is one line that says where the details were kept."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OK, REFUSED, WRONG, NO_BOARD, BUG = 0, 1, 2, 3, 70
ENDS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


def main(args: list[str] | None = None) -> None:
    """Run the command and leave with its exit code: 0 all well, 1 something was refused, 2 the command itself was wrong,
    3 no board, 70 a mistake of ours, 130 interrupted, 141 nobody reads any more, 128 and its
    number for another signal."""
    for name in ENDS:
        _tidy_at(name)
    try:
        code = run(args)
    except KeyboardInterrupt:  # at the very end
        code = 130
    raise SystemExit(code)


def _tidy_at(name: str) -> None:
    """That signal ends us as an error does: boards are turned off, what is temporary goes. One that is ignored (nohup) stays so."""
    number = getattr(signal, name, None)
    try:
        if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _leave)
    except ValueError:
        pass  # not in the main thread: whoever runs us looks after signals


def _leave(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough: tidying up is not to be broken off
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise SystemExit(128 + number)


def run(args: list[str] | None = None) -> int:
    """As `main`, but returns the exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us: nothing comes, nobody reads
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name that this terminal cannot show is no reason to stop
    try:
        code = _command(sys.argv[1:] if args is None else args)
        sys.stdout.flush()
        _noted()
        return code
    except KeyboardInterrupt:
        return _quiet(130)
    except BrokenPipeError:
        return _quiet(141)
    except Exception as wrong:
        return _told(wrong)


def _command(args: list[str]) -> int:
    from .app import app

    try:
        code = app(args=args, prog_name="lanternboard", standalone_mode=False)
    except SystemExit as left:  # Typer's own way with a reader that has gone
        if isinstance(left.__context__, BrokenPipeError):
            raise left.__context__ from None
        raise
    return code if isinstance(code, int) else OK


def _noted() -> None:
    """Folders that a person named and that could not be used; of the usual ones `doctor` tells."""
    places = sys.modules.get("lanternboard_host.places")
    for note in getattr(places, "notes", ()):
        if note.startswith("LANTERNBOARD_"):
            say(note)


def _quiet(code: int) -> int:
    """Leave without a word, also when Python flushes standard output at its end."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    return code


def _told(wrong: Exception) -> int:
    """One sentence for an exception, and its exit code."""
    from lanternboard.base.errors import Refused

    if isinstance(wrong, Refused):
        say(str(wrong))
        return getattr(wrong, "exit_code", REFUSED)
    if hasattr(wrong, "format_message"):  # Typer: the command itself was wrong
        from .usage import sentence

        say(sentence(wrong))
        return WRONG
    if type(wrong).__name__ == "Abort":
        return 130
    if isinstance(wrong, OSError) and wrong.filename is not None:
        say(f"{wrong.filename}: {wrong.strerror}")
        return REFUSED
    if isinstance(wrong, OSError) and wrong.errno == errno.EIO:
        say("what it reads from or prints to is gone: " + str(wrong.strerror))
        return _quiet(141)
    if isinstance(wrong, OSError) and wrong.errno in (errno.ENOSPC, errno.EDQUOT if hasattr(errno, "EDQUOT") else errno.ENOSPC):
        say("what it printed could not be written: " + str(wrong.strerror))
        return _quiet(REFUSED)
    say(f"This is our mistake, not yours ({type(wrong).__name__}). {_keep(wrong)}")
    return BUG


@contextmanager
def parting(words: Callable[[], str]) -> Iterator[None]:
    """Says these on leaving, by q or by Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        print(words(), flush=True)
        raise
    print(words())


def say(text: str) -> None:
    """A sentence on standard error, which may be closed."""
    try:
        print("lanternboard: " + text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def _keep(wrong: Exception) -> str:
    """Puts the details of a mistake into a file and says where; into a sentence when there is no place for a file."""
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile("w", prefix="lanternboard-", suffix=".txt", delete=False, encoding="utf-8") as kept:
            kept.write(" ".join(sys.argv) + "\n\n")
            traceback.print_exception(wrong, file=kept)
        return f"The details are in {kept.name}; please send them to us."
    except OSError:
        return f"The details: {wrong}"
