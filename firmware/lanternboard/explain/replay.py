"""A text journal (`lanternboard/journal/1`) read line by line and played again: the same on board and host. It checks every
line, refuses the first that does not fit with its line and path, and says where the game then stands."""

from binascii import crc32, hexlify

from ..base.errors import Refused
from ..base.jsonvalue import parse
from ..rules import engine, journaltext, record
from ..rules.state import unpack

LONGEST = 4096  # bytes of one line


class Lines:
    """Lines of a source with read(n); each without its newline. Raises Refused for one that is too long."""

    def __init__(self, source) -> None:
        self._source = source
        self._kept = b""
        self._ended = False
        self.number = 0

    def next(self):
        """The next line's bytes, None at the end."""
        self.number += 1
        while True:
            i = self._kept.find(b"\n")
            if (i if i >= 0 else len(self._kept)) > LONGEST:  # the same whatever pieces it came in
                raise Refused("", "a line of more than %d bytes" % LONGEST, "one record a line")
            if i >= 0:
                line, self._kept = self._kept[:i], self._kept[i + 1 :]
                return line
            if self._ended:
                line, self._kept = self._kept, b""
                return line or None
            data = bytes(self._source.read(256))
            if not data:
                self._ended = True
            self._kept += data


def header_of(fields: dict) -> bytes:
    """The header's record of its line's fields. Raises Refused with a path."""
    if not isinstance(fields, dict):
        raise Refused("", "not a header", "one object")
    if fields.get("n") != 0 or isinstance(fields.get("n"), bool):
        raise Refused("n", "the header comes first", "0")
    for key in sorted(fields):
        if key not in ("n",) + record.HEADER_KEYS:
            raise Refused(key, "unknown key", ", ".join(record.HEADER_KEYS))
    record.check_header(fields)
    return record.header(fields)


def load(source, journal, cards, breathe=None, on_line=None):
    """Puts the lines of `source` into the empty `journal`, playing them by the rulings that they name; returns (engine, lines).
    What was played by other rules is kept and not played: it goes on from the last position. Raises Refused, whose `line` says
    where. `on_line(number, record, engine)` is told each one; the engine is None before the first position that is played from."""
    lines = Lines(source)
    game = None
    rules, board = 0, []
    try:
        while True:
            data = lines.next()
            if data is None:
                break
            if not data.strip():
                continue
            fields = parse(data)
            if not isinstance(fields, dict):
                raise Refused("", "not a record", "one object")
            n = len(journal)
            if n == 0:
                journal.append(header_of(fields))
                rules, board = fields["rules"], list(fields["board"])
            else:
                if fields.get("n") != n or isinstance(fields.get("n"), bool):
                    raise Refused("n", "a record out of its place", str(n))
                made = journaltext.from_fields(fields)
                if n == 1:
                    if made[0] != record.SNAPSHOT:
                        raise Refused("", "the header is followed by the position it starts from", "snapshot")
                    start = unpack(made[1:])
                    if [start.columns, start.rows] != board:
                        raise Refused("snapshot", "a position on another board than the header's", "%d by %d spaces" % tuple(board))
                if game is None:
                    journal.append(made)
                    if made[0] == record.VERSION:
                        rules = record.rules_of(made)
                    elif made[0] == record.SNAPSHOT and rules == engine.RULES:
                        game = engine.Engine(journal, cards)
                else:
                    game.follow(made)
                    if game.diverged >= 0:
                        raise Refused("snapshot", "not the position that the answers lead to", "")
            if on_line:
                on_line(n, journal.read(n), game)
            if breathe:
                breathe()
        if game is None:
            if len(journal) < 2:
                raise Refused("", "no showdown in it" if len(journal) else "the file is empty", "a header and a snapshot at least")
            game = engine.Engine(journal, cards)
    except Refused as refused:
        refused.line = lines.number  # type: ignore[attr-defined]
        raise
    return game, lines.number - 1


def summary(game) -> bytes:
    """Where a replayed game stands, one canonical line of `lanternboard/replay/1` without newline."""
    from ..base.jsontext import quote

    prompt = game.prompt
    out = ['{"format":"lanternboard/replay/1","records":', str(len(game.journal))]
    out.append(',"prompt":{"n":%d,"kind":%s,"rule":%s}' % (prompt.number, quote(prompt.kind), quote(prompt.rule)))
    state = game.state.pack()
    out.append(',"undo":%d,"state":"%s","digest":"%08x"}' % (game.depth, hexlify(state).decode(), crc32(state)))
    return "".join(out).encode()
