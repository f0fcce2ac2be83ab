"""Long contents that a host puts on the board or gets from it, each as work for `Commands._long`: a function of (source, sink).
What is put takes the place of what was there only when it is whole and in order."""

import os

from ..base.errors import Refused
from ..base.jsontext import quote, text
from ..link.messages import PART
from ..rules import journaltext
from ..store.journal import exists, replace
from ..store.packs import NEXT

PUT = ("settings", "pack", "journal", "replay", "scenario", "party", "receipt", "hunt")
GET = ("settings", "journal", "journals", "records", "pack", "boots", "power", "party")
LARGEST = 262144  # bytes of a pack
OTHERS = "explain.lines explain.explanation explain.scenario explain.values explain.replay settings.table settings.wiring settings.layout"


def writer(table, what: str, name):
    """What takes the content of a `put`."""
    if what in ("settings", "pack"):
        return lambda source, sink: _file(table, what, name, source)
    if what == "journal":
        return lambda source, sink: _journal(table, source)
    if what == "replay":
        return lambda source, sink: _replay(table, source, sink)
    if what == "scenario":
        return lambda source, sink: _scenario(table, source)
    if what == "party":
        return lambda source, sink: _party(table, source)
    if what == "receipt":
        return lambda source, sink: _receipt(table, source)
    if what == "hunt":
        return lambda source, sink: _hunt(table, source)
    raise Refused("what", "nothing of that name can be put", ", ".join(PUT))


def reader(table, what: str, name):
    """What gives the content of a `get`."""
    root = table.board.root
    if what == "settings":
        return lambda source, sink: _send_file(root + "table.json", sink)
    if what == "party":
        return lambda source, sink: _send_file(root + "party.json", sink)
    if what == "pack":
        path = root + "packs/" + _plain(name or table.game.cards.id) + ".lbp"
        return lambda source, sink: _send_file(path + NEXT if exists(path + NEXT) else path, sink)
    if what == "journal":
        return lambda source, sink: _send_journal(table, name, sink)
    if what == "records":
        return lambda source, sink: _send_brief(table, name, sink)
    if what == "journals":
        return lambda source, sink: _journals(table, sink)
    if what == "power":
        return text_of(table.lamp.report())
    if what == "boots":
        return lambda source, sink: sink(boots(table).encode())
    raise Refused("what", "nothing of that name can be got", ", ".join(GET))


def text_of(words: str):
    return lambda source, sink: sink(words.encode())


def counters(table):
    """The link's counters by name, and the heap after a collection, one JSON object."""

    def work(source, sink):
        import gc

        named = table.link.named()
        gc.collect()
        if hasattr(gc, "mem_alloc"):
            named["heap_used"] = gc.mem_alloc()
            named["heap_free"] = gc.mem_free()
        sink(("{" + ",".join([quote(key) + ":" + str(named[key]) for key in sorted(named)]) + "}").encode())

    return work


def boots(table) -> str:
    """Why the board started, the last times by count: one JSON object."""
    report = table.boot.report()
    out = []
    for key in ("boots", "cause", "safe", "why"):
        out.append(quote(key) + ":" + text(report[key]))
    out.append('"note":' + quote(table.game.note))
    out.append('"last":' + text(report["last"]))
    return "{" + ",".join(out) + "}"


def prompt(table):
    """The prompt as JSON for hosts that run no core: everything, options written out one by one."""

    def work(source, sink):
        game = table.game.engine
        p = game.prompt
        columns = game.state.columns
        sink(
            (
                '{"n":%d,"kind":%s,"who":%d,"rule":%s,"subject":%s,"can_undo":%s,"can_redo":%s,"adjusting":%s,"usual":%s,"options":['
                % (
                    p.number,
                    quote(p.kind),
                    p.who,
                    quote(p.rule),
                    text(list(p.subject)),
                    text(game.can_undo),
                    text(game.can_redo),
                    text(game.adjusting),
                    text(None if p.usual is None else journaltext.to_value(p.usual, columns, p.is_spaces())),
                )
            ).encode()
        )
        first = True
        for option in p.options:
            sink(((b"" if first else b",") + text(journaltext.to_value(option, columns, p.is_spaces())).encode()))
            first = False
        sink(b"]}")

    return work


def _plain(name: str) -> str:
    if not name or len(name) > 32 or not all(c.isalpha() or c.isdigit() or c == "-" for c in name):
        raise Refused("name", "not a name", "1-32 letters, digits and -")
    return name


def _send_file(path: str, sink) -> None:
    try:
        f = open(path, "rb")
    except OSError:
        raise Refused("name", "no such file on this board", path) from None
    try:
        while True:
            data = f.read(PART)
            if not data:
                return
            sink(data)
    finally:
        f.close()


def _send_journal(table, name, sink) -> None:
    """A journal as text: the one being played, or an earlier one by its number."""
    if name is None:
        return _send_records(table.game.engine.journal, sink, table.game)
    journal = _earlier(table, name)
    try:
        if journal.note:
            table.commands.note("journal %s: %s" % (name, journal.note))
        _send_records(journal, sink)
    finally:
        journal.close()


def _earlier(table, name: str):
    """An earlier journal by its number. Raises Refused."""
    numbers = table.game.shelf.numbers() if table.game.shelf is not None else []
    if not (name.isdigit() and int(name) in numbers):
        raise Refused("name", "no such journal", ", ".join(["%04d" % n for n in numbers[-8:]]) or "none here")
    from ..store.journal import FileJournal

    return FileJournal(table.game.shelf.path(int(name)), read_only=True)


def _send_brief(table, name, sink) -> None:
    from .receipts import brief

    if name is not None:
        journal = _earlier(table, name)
        try:
            brief(journal, sink)
        finally:
            journal.close()
        return
    playing = table.game.engine.journal

    def same(n):
        if table.game.engine.journal is not playing:
            raise Refused("name", "another showdown was begun meanwhile", "to ask again")

    brief(playing, sink, same)


def _journals(table, sink) -> None:
    from .receipts import listed

    listed(table, sink)


def _receipt(table, source) -> None:
    from .receipts import receipt

    receipt(table, source)


def _hunt(table, source) -> None:
    from .hunting import put

    first = source.read(PART)
    put(table, _Whole(first, source) if first else None)


def _send_records(journal, sink, game=None) -> None:
    """`game`: that plays it, and may begin another one while the host is waited for."""
    for n in range(len(journal)):
        if game is not None and game.engine.journal is not journal:
            raise Refused("name", "another showdown was begun meanwhile", "to ask again")
        sink(journaltext.line(n, journal.read(n)).encode())
        sink(b"\n")


def _file(table, what: str, name, source) -> None:
    """A new settings or pack file: written beside the old one, checked, then put in its place."""
    root = table.board.root
    path = root + "table.json" if what == "settings" else root + "packs/" + _plain(name) + ".lbp"
    new = path + ".new"
    size, most = 0, LARGEST
    if what == "settings":
        from ..settings import table as settings

        most = settings.LARGEST
    try:
        with open(new, "wb") as f:
            while True:
                data = source.read(PART)
                if not data:
                    break
                size += len(data)
                if size > most:
                    raise Refused("size", "too long", "at most %d bytes" % most)
                f.write(data)
        if what == "settings":
            settings.read(new)
            _aside(path)
        else:
            _check_pack(table, new, name)
            path += NEXT
        replace(new, path)
    finally:
        if exists(new):  # refused, or the host has gone
            os.remove(new)
    table.commands.note(what + " taken; used from the next start")


def _aside(path: str) -> None:
    """A folder that lies where a file belongs is kept under another name."""
    if exists(path) and os.stat(path)[0] & 0xF000 == 0x4000:
        os.rename(path, path + ".aside")


def _check_pack(table, path: str, name: str) -> None:
    from ..base.letgo import let_go

    let_go(*OTHERS.split())  # room for what looks at cards
    from ..rules.cardcheck import check_card
    from ..store.packs import Pack

    pack = Pack(path)
    try:
        if pack.id != name:
            raise Refused("name", "the pack has another id", str(pack.id))
        try:
            pack.check(check_card, table.commands.breathe)
        except MemoryError:  # what was loaded for it lay between; once more without what that left
            let_go()
            pack.check(check_card, table.commands.breathe)
    finally:
        pack.close()


def _journal(table, source) -> None:
    """A journal from a host: played through, then the one being played here. The one before stays on flash."""
    from ..explain.replay import load

    game = table.game

    def fill(journal):
        load(source, journal, game.cards, table.commands.breathe)
        return game.engine_of(journal)

    game.take(fill)
    table.renew()


def _replay(table, source, sink) -> None:
    """Plays a journal through in RAM and says where it stands; nothing on the board changes."""
    from ..explain.replay import load, summary
    from .builtin import RamJournal

    try:
        played, _ = load(source, RamJournal(), table.game.cards, table.commands.breathe)
    except Refused as refused:
        from ..explain import lines

        source.drain()
        lines.error(refused, sink, "-", getattr(refused, "line", 1))
        return
    sink(summary(played))
    sink(b"\n")


def _scenario(table, source) -> None:
    """A position from a host: the showdown goes on from it, as a new journal."""
    from ..explain import scenario

    question = scenario.read(source)
    table.game.begin(question.state, question.names)
    table.renew()


class _Whole:
    """A source whose beginning was looked at."""

    def __init__(self, first: bytes, source) -> None:
        self._first = first
        self._source = source

    def read(self, n: int) -> bytes:
        data, self._first = self._first, b""
        return data or self._source.read(n)


def _party(table, source) -> None:
    """What new showdowns begin with (table/party.py); or names of the survivors, a JSON list: a new showdown with them."""
    first = source.read(PART)
    if first.lstrip()[:1] == b"[":
        from ..base.jsonvalue import parse
        from ..settings.table import check

        names = check({"format": "lanternboard/settings/1", "names": parse(_Whole(first, source))})["names"]
        table.game.new(names)
        return table.renew()
    from ..base.letgo import let_go

    let_go(*OTHERS.split())
    from .party import put

    put(table, first, source)
