"""What a host is told of the journals on this board, and what happens when it has one durably: it says so with the journal's id and the
CRC-32 of its text, and the board takes that journal away, unless it is the one being played (docs/protocol.md). Loaded when used."""

import json
import os
import struct
from binascii import crc32

from ..base.errors import Refused
from ..base.jsontext import quote
from ..rules import journaltext
from ..rules.record import RESULT, SNAPSHOT
from ..store.journal import FileJournal, exists

BEHIND = (".at", ".tail", ".tail.new")  # what may lie beside a journal


def listed(table, sink) -> None:
    """A line of JSON for each journal, oldest first, the one being played last: its number, id, party, records, whether it is over."""
    for number, path in _earlier(table):
        journal = _opened(table, number, path)
        if journal is None:
            continue
        try:
            _tell("%04d" % number, journal, sink)
        finally:
            journal.close()
        table.commands.breathe()
    _tell("", table.game.engine.journal, sink)


def _opened(table, number: int, path: str):
    """That journal, to be read; None where it is damaged, which stands in no other's way."""
    try:
        return FileJournal(path, read_only=True)
    except Exception as wrong:
        table.commands.note("journal %04d: %r" % (number, wrong))
        return None


def _earlier(table):
    """(number, path) of each journal but the one being played, oldest first."""
    shelf = table.game.shelf
    playing = getattr(table.game.engine.journal, "path", "")
    for number in shelf.numbers() if shelf is not None else ():
        if shelf.path(number) != playing:
            yield number, shelf.path(number)


def _tell(name: str, journal, sink) -> None:
    n = len(journal)
    if not n:
        return
    head = _head(journal)
    over = journal.read(n - 1)[0] == RESULT
    sink(
        (
            '{"name":%s,"id":%s,"party":%s,"records":%d,"over":%s}\n'
            % (quote(name), quote(head.get("id", "")), quote(head.get("party", "")), n, "true" if over else "false")
        ).encode()
    )


def brief(journal, sink, told=None) -> None:
    """A journal as its records' bytes, without the positions that its answers lead to but for the first one (docs/protocol.md); behind them
    how many there are, and the CRC-32 of their heads."""
    if not hasattr(journal, "give"):
        raise Refused("name", "this journal is not on flash", "its text")
    n = len(journal)
    total = journal.give(sink, SNAPSHOT, 2, told)
    if len(journal) != n:
        raise Refused("name", "it went on meanwhile", "to ask again")
    sink(struct.pack(">II", n, total))


def _head(journal) -> dict:
    try:
        return json.loads(bytes(journal.read(0)[1:]).decode())
    except Exception:  # whatever lies there
        return {}


def receipt(table, source) -> None:
    """`source`: an id, a space, eight hexadecimal digits, with "h" before them where they are of its records' heads. Raises Refused where
    no journal has that id, or it is another one than the host has: then it stays."""
    try:
        words = bytes(source.read(100)).decode().split()
    except UnicodeError:
        words = []
    if len(words) != 2 or source.read(1):
        raise Refused("receipt", "not a receipt", "a journal's id, and the CRC-32 of its text, or h and that of its records' heads")
    for number, path in _earlier(table):
        journal = _opened(table, number, path)
        if journal is None:
            continue
        try:
            if _head(journal).get("id") != words[0]:
                continue
            found = (_heads if words[1][:1] == "h" else _sum)(journal, table.commands.breathe)
        finally:
            journal.close()
        if found != words[1]:
            raise Refused("receipt", "the journal %s on this board is another one" % words[0], found)
        _remove(path)
        table.commands.note("journal %04d is with a host" % number)
        return
    if _head(table.game.engine.journal).get("id") == words[0]:
        raise Refused("receipt", "it is being played", "another showdown first")
    raise Refused("receipt", "no journal %s on this board" % words[0], "")


def _heads(journal, breathe) -> str:
    return "h%08x" % journal.give(None, 0, 0, lambda n: n % 16 or breathe())


def _sum(journal, breathe) -> str:
    crc = 0
    for n in range(len(journal)):
        crc = crc32(b"\n", crc32(journaltext.line(n, journal.read(n)).encode(), crc))
        if n % 16 == 0:
            breathe()
    return "%08x" % (crc & 0xFFFFFFFF)


def make_room(shelf):
    """Takes away the oldest showdowns that are not played and that no campaign waits for, until there is room; none where all of them
    would not make enough. Their numbers, one after another."""
    may = [number for number in shelf.numbers()[:-1] if _may_go(shelf.path(number), shelf.breathe)]
    block = os.statvfs(shelf.folder)[0]
    if sum([_size(shelf.path(number), block) for number in may]) < shelf.missing():
        return
    for number in may:
        if not shelf.missing():
            return
        _remove(shelf.path(number))
        yield "%04d" % number


def _may_go(path: str, breathe) -> bool:
    try:
        journal = FileJournal(path, read_only=True, breathe=breathe)
    except Exception:  # a damaged one is a person's to look at
        return False
    try:
        head = _head(journal) if len(journal) else {"party": ""}
    finally:
        journal.close()
    return bool(head) and not head.get("party")


def _size(path: str, block: int) -> int:
    """Bytes of a journal and of what lies beside it, each in whole blocks."""
    return sum([(os.stat(path + ending)[6] + block - 1) // block * block for ending in ("",) + BEHIND if exists(path + ending)])


def _remove(path: str) -> None:
    """The journal first: after a power cut in between, what lay beside it stays and is nobody's, since its number is not used again."""
    os.remove(path)
    for ending in BEHIND:
        if exists(path + ending):
            os.remove(path + ending)
