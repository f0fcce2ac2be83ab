"""Boards for the commands: the one that a person names, or an emulated one of our own for as long as it is needed. Opens and
closes them; what is asked of them stands with each command."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from lanternboard.base.errors import Refused

from . import NO_BOARD, OK, WRONG

# What a person gave, by the name that the refusal of it has.
GIVEN = {"name": "--name", "image": "--image", "flash": "--flash", "out_dir": "DIR", "profile": "--profile"}

STARTS = 10.0  # seconds that a board may take to show something


def _asked(refused: Refused) -> Refused:
    """The refusal of an emulated board or an image, as the command's: what was given was wrong, or there can be no board here."""
    told = Refused(GIVEN.get(refused.path, refused.path), refused.message, refused.allowed)
    told.exit_code = WRONG if refused.path in GIVEN else NO_BOARD  # type: ignore[attr-defined]
    return told


@contextmanager
def board(image: str | None, port: str | None, engine: str | None = None, level: str | None = None, pack: dict | None = None) -> Iterator:
    """A Client of the board that `port` names, else of a new emulated board (made of `image`, or of the installed firmware; `pack`: what
    it plays). Raises Refused with exit_code 3 where there is none."""
    from ..link import Client

    if port:
        with Client(port) as client:
            yield client
        return
    from ..emulator import EmulatedBoard

    with ExitStack() as held:
        try:
            made = held.enter_context(EmulatedBoard(image_dir=image, engine=engine, level=level, pack=pack))
            started = made.start()
            if made.engine != "pico":  # which takes minutes
                made.started(STARTS)
        except Refused as refused:
            raise _asked(refused) from None
        except TimeoutError:
            pass  # whoever asks it something says that it does not answer
        yield held.enter_context(Client(started))


@contextmanager
def explaining(image: str | None, port: str | None) -> Iterator[Callable[[bytes, str, int], bytes]]:
    """A function (scenario, file, line) -> the line that the board answers with."""
    with board(image, port) as client:
        yield lambda scenario, file, line: renamed(client.explain(scenario), file, line)


@contextmanager
def replaying(image: str | None, port: str | None, journal: bytes) -> Iterator[Callable[[], bytes]]:
    """What has the board replay the journal and gives the line that says where it stands after it. An emulated board gets the pack that
    the journal names; another one must play it. Raises Refused."""
    from ..faces.cards import cards_for, installed

    cards = installed() if port else cards_for(journal)
    with board(image, port, pack=None if cards.digest == installed().digest else cards.pack) as client:
        must_play(client, journal)
        yield lambda: client.put("replay", journal).rstrip(b"\n")


def must_play(client, journal: bytes) -> None:
    """Raises Refused where a board plays another pack than the journal names."""
    from ..faces.cards import BUILT_IN, head, named

    name, digest = named(journal)
    playing = client.table["pack"]
    if not name or playing == BUILT_IN:
        return
    if playing != name:
        todo = f'`lanternboard pack push` of its file, then "pack": "{name}" in table.json'
        raise Refused("pack", f"the board does not play the pack {name}, but {playing}", todo)
    if digest and head(client.get("pack", name=name)).get("digest", digest) != digest:
        raise Refused("pack", f"the board's {name} has other cards than the journal was played with", "`lanternboard pack push` of those")


def renamed(told: bytes, file: str, line: int | None) -> bytes:
    """A board's answer with our file and line in it when it is an error (a board knows neither); others as they are."""
    if not told.startswith(b'{"format":"lanternboard/error/1"'):
        return told
    from lanternboard.explain.lines import error

    fields = json.loads(told)
    out = bytearray()
    refused = Refused(fields["path"], fields["message"], fields["allowed"])
    error(refused, out.extend, file, fields["line"] if line is None else line)
    return bytes(out)


def emulate(name: str, engine: str | None, image: str | None, flash: str | None, level: str | None = None) -> int:
    from ..emulator import serve

    try:
        return serve(name, engine, image, flash, say=lambda text: print(text, flush=True), level=level)
    except Refused as refused:
        raise _asked(refused) from None


def image(folder: str, profile: str) -> int:
    from ..image import image as build
    from ..image import image_digest

    try:
        made = build(profile, folder, say=lambda text: print(f"{folder}: {text}"))
    except Refused as refused:
        raise _asked(refused) from None
    except OSError as wrong:  # said of what was asked for, not of a folder on the way there
        raise _asked(Refused("out_dir", f"{folder} cannot be written: {wrong.strerror}", "a folder of your own")) from None
    print(f"{made}: the image of a board, profile {profile}, {image_digest(made)[:16]}")
    return OK
