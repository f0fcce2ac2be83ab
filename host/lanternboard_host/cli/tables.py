"""The commands about boards that are there: list them, look at one, show one in this terminal. And which versions are at work."""

from __future__ import annotations

import sys

from . import NO_BOARD, OK, REFUSED, WRONG, parting, say


def connect(port: str | None) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        say("connect needs a terminal; `lanternboard doctor` and `lanternboard explain --on board` do not")
        return WRONG
    from rich.console import Console

    from ..faces.linked import LinkedTable, cards_of
    from ..link import Client, Follower
    from ..link.labels import label_of
    from ..terminal.loop import play

    with Client(port) as client, Follower(client, cards_of) as follower:
        label = label_of(client.id)
        table = LinkedTable(follower, f"Lanternboard {client.id[:6]}" + (f": {label}" if label else ""))
        table.ready()
        with parting(lambda: "Goodbye. Your showdown stays on the board."):
            play(table, Console(highlight=False))
    return OK


def ports(json: bool) -> int:
    from ..link import candidates

    found = candidates()
    if json:
        import json as text

        print(
            text.dumps(
                [{key: getattr(one, key) for key in ("port", "what", "id", "name", "label")} for one in found],
                ensure_ascii=False,
            )
        )
        return OK if found else NO_BOARD
    for one in found:
        print("  ".join(part for part in (one.port, one.label, one.name, one.what, one.id) if part))
    if not found:
        say("no board is there (allowed: plug one in, or start `lanternboard emulate`; `lanternboard doctor` looks closer)")
    return OK if found else NO_BOARD


def version(json: bool) -> int:
    import platform

    from lanternboard.link import messages
    from lanternboard.rules.engine import RULES

    from .. import __version__

    told = {"lanternboard": __version__, "rules": RULES, "protocol": messages.PROTOCOL, "python": platform.python_version()}
    if json:
        import json as text

        print(text.dumps(told))
    else:
        print(", ".join(f"{name} {value}" for name, value in told.items()))
    return OK


def doctor(port: str | None, json: bool) -> int:
    """0: all is well; 1: something is wrong; 3: no board could be asked."""
    from dataclasses import asdict

    from ..link.doctor import FINE, gather
    from ..link.doctor import WRONG as BAD

    found = [*gather(port), *_folders()]
    if json:
        import json as text

        print(text.dumps([asdict(finding) for finding in found], ensure_ascii=False))
    else:
        _findings(found)
    if not any(finding.about == "board" and finding.level == FINE for finding in found):
        return NO_BOARD
    return REFUSED if any(finding.level == BAD for finding in found) else OK


def _folders() -> list:
    """What is to be said of the folders that this program keeps its own things in."""
    from ..emulator.names import runtime_dir
    from ..image.cache import cache_dir
    from ..link.doctor import NOTE, Finding
    from ..places import notes

    runtime_dir()
    cache_dir()
    return [Finding(NOTE, "folders", note, "make it a folder that you may write to") for note in notes]


def _findings(found) -> None:
    from rich.console import Console
    from rich.text import Text

    from ..link.doctor import NOTE
    from ..link.doctor import WRONG as BAD
    from ..terminal.colours import AMBER, FAINT, PAPER
    from ..terminal.printed import put, put_wrapped

    console = Console(highlight=False)
    marks = {BAD: ("!", f"bold {AMBER}"), NOTE: ("-", PAPER)}
    lines: list[tuple[Text, int]] = []
    for finding in found:
        mark, style = marks.get(finding.level, (" ", FAINT))
        first, *more = finding.text.splitlines() or [""]
        lines.append((Text().append(f"{mark} {finding.about}: ", style).append(first, FAINT if mark == " " else PAPER), 0))
        lines += [(Text(line, PAPER), 4) for line in more]
        if finding.todo:
            lines.append((Text("do: " + finding.todo, AMBER), 2))
    if console.is_terminal:
        put_wrapped(console, lines, 4)
    else:  # a program or a file: a line for each
        put(console, [Text(" " * indent).append_text(line) for line, indent in lines])
    wrong = sum(1 for finding in found if finding.level == BAD)
    console.print(Text("All is well." if not wrong else f"{wrong} to mend.", f"bold {AMBER}"))
