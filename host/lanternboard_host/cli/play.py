"""`lanternboard play`: a showdown without a board, in this terminal or on a page. It is kept in the user's own folder, an answer at a time,
and goes on at the next `play`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from lanternboard.base.errors import Refused
from lanternboard.rules.state import LEVELS

from . import OK, REFUSED, WRONG, inputs, packs, parting, say


def play(
    level: str | None,
    dice: str,
    decks: str,
    seed: int | None,
    new: bool,
    pack: str | None,
    only_page: bool,
    opens: bool,
    port: int | None,
    party: str | None = None,
) -> int:
    """`level`, `pack`, `party`: of a showdown that begins; one that goes on keeps its own."""
    content = inputs.content_of(party) if party is not None else None
    if party is not None and content is None:
        return WRONG
    source = packs.source_of(pack) if pack is not None else b""
    if source is None:
        return WRONG
    if not only_page and not (sys.stdin.isatty() and sys.stdout.isatty()):
        say("play needs a terminal (allowed: --page, which needs none)")
        return WRONG
    from rich.console import Console

    from ..faces.alone import AloneTable
    from ..faces.journalfile import folder
    from ..faces.watch import Watch
    from .serving import open_browser, page_server

    place = folder()
    with ExitStack() as held:
        _own(place, held)
        carried = _party(content, party or "", level) if content is not None else None
        game = showdown(place, new, level, pack, carried, source)
        table = AloneTable(game, {"dice": dice, "decks": decks}, seed, another=lambda before: _after(place, before, carried))

        def goodbye() -> str:
            return f"Goodbye. Your showdown stays in {table.game.journal.path} and goes on at the next `lanternboard play`."

        held.callback(lambda: table.game.journal.close())
        watch = held.enter_context(Watch(table.title))
        watch.follow(table)
        if only_page:
            page = page_server(watch, port)
            if page is None:
                return REFUSED
            held.enter_context(page)
            print(f"The page: {page.address}", flush=True)
            if opens:
                open_browser(page.address)
            with parting(goodbye):
                while True:
                    watch.turn(1.0)
                    page.check()
        from ..terminal import loop

        with parting(goodbye):
            loop.play(watch, Console(highlight=False))
            watch.close()
    return OK


def _own(place: Path, held: ExitStack) -> None:
    """The folder, which nobody else plays in as long as this goes on. Raises Refused."""
    from ..emulator.names import held as locked

    try:
        place.mkdir(parents=True, exist_ok=True)
        file = locked(place / ".playing")
    except OSError as wrong:
        raise Refused("", f"{place} cannot be used: {wrong.strerror}", "a folder of yours in LANTERNBOARD_DATA") from None
    if file is None:
        raise Refused("", "this showdown is being played in another window", "one `lanternboard play` at a time")
    held.enter_context(file)


def showdown(place: Path, new: bool, level: str | None, pack: str | None, carried: dict | None = None, source: bytes = b""):
    """The engine of the showdown that was begun last, where it was; of a new one where there is none or one is wanted. `carried`: a checked
    party; `source`: of the file that `pack` names, of which a copy is kept. Raises Refused."""
    from ..faces.alone import resume
    from ..faces.cards import FIRST, cards_for, keep, meant
    from ..faces.journalfile import FileJournal, latest, numbered

    last = None if new else latest(place)
    for path in reversed([] if new else numbered(place)):
        if path == last:
            break
        say(f"{path}: nothing was kept in it; {'another begins' if last is None else f'{last.name} goes on'}")
    if last is None:
        if source:
            try:
                keep(source)
            except OSError as wrong:
                raise Refused("--pack", f"no copy of it can be kept: {wrong.strerror}", "a folder of yours in LANTERNBOARD_DATA") from None
        cards = meant(pack or FIRST, source)
        return _begun(place, cards, LEVELS.index(level or ("all" if cards.count("scenarios") else "lights")), carried)
    for option, given in (("--level", level), ("--pack", pack), ("--party", carried)):
        if given:
            told = Refused(option, "a showdown that goes on keeps its own", "with --new; the old one stays in its file")
            told.exit_code = WRONG  # type: ignore[attr-defined]
            raise told
    try:
        journal = FileJournal(last)
        try:
            return resume(journal, cards_for(last.read_bytes()))
        except BaseException:
            journal.close()
            raise
    except Refused as refused:
        where = refused.path if refused.path.startswith(str(last)) else ": ".join(filter(None, (str(last), refused.path)))
        raise Refused(where, f"{refused.message}; --new begins another, this one stays in its file", refused.allowed) from None


def _begun(place: Path, cards, level: int, carried: dict | None, before=None):
    """The engine of a new showdown, in the folder's next file."""
    from ..faces.alone import begin, resume
    from ..faces.journalfile import create
    from ..faces.local import NAMES
    from ..link.follower import Kept

    records = Kept()
    begin(records, cards, NAMES, level, carried, before)
    return resume(create(place, records), cards)


def _after(place: Path, before, carried: dict | None):
    """The engine of the showdown after `before`, with the same pack, at the same level."""
    return _begun(place, before.cards, before.state.level, carried if before.state.level else None, before)


def _party(content: bytes, file: str, level: str | None) -> dict:
    from ..faces.partyfile import checked

    if level == "lights":
        told = Refused("--party", "at the level lights nothing is kept of survivors", "monster, all")
        told.exit_code = WRONG  # type: ignore[attr-defined]
        raise told
    try:
        return checked(content)
    except Refused as refused:
        raise Refused(": ".join(filter(None, (file, refused.path))), refused.message, refused.allowed) from None
