"""A link of messages: `LinkEnd` (bytes, order, repeats) with the table of messages on top. What the board's commands and the
host's client both use. No clock and no I/O; it decides nothing about a message but whether it is one.

    link = board_link()                               # on the board, once
    n = port.read_into(buf)                           # never blocks
    link.feed(buf, n, ms)
    while True:
        message = link.take()                         # (verb, args) or None; a damaged message is refused by itself
        if message is None:
            break
        verb, args = message
        if verb == "ping":
            link.ok(args["re"], ms=ms)
        elif verb == "answer":
            try:
                link.ok(args["re"], n=game.answer(args["n"], args["choice"]))
            except Refused as refused:
                link.no(args["re"], refused)
    while True:                                       # write what is due, as far as the port takes it
        piece = link.out(ms)
        if piece is None:
            break
        taken = port.write(piece, len(piece))
        link.sent(taken)
        if taken < len(piece):
            break

`say` gives False when there is no room: keep what you wanted to say as state (a number to go on from), not as a queue.
Room for answers: take the next request only while `link.room()` is at least `ANSWER`, and no answer is ever lost."""

from ..base.errors import Refused
from ..base.jsontext import quote
from . import messages
from .end import BAD, LOST, NAMES, OPENED, REFUSED, LinkEnd  # noqa: F401 - for who uses a Link

ANSWER = 200  # bytes that any `ok` or `no` fits in


class Link(LinkEnd):
    """See the module. Sizes as LinkEnd's. `incoming` and `outgoing` are the tables of messages."""

    def __init__(self, incoming, outgoing, **sizes) -> None:
        LinkEnd.__init__(self, **sizes)
        self.incoming = incoming
        self.outgoing = outgoing

    def take(self):
        """(verb, args) of the next message, or None. What is no message is refused to the board's host and counted."""
        while True:
            payload = LinkEnd.take(self)
            if payload is None:
                return None
            args = {}
            try:
                return messages.parse(self.incoming, payload, args), args
            except Refused as refused:
                self.counters[REFUSED] += 1
                re = args.get("re")
                if not self.host:
                    self.no(re if isinstance(re, int) else 0, refused)
                    if self.room() < ANSWER:  # the next one when there is room for its answer
                        return None

    def say(self, verb: str, **args) -> bool:
        """Queues a message. False: no session, no room now, or longer than a line."""
        return self.send(messages.encode(self.outgoing, verb, args))

    def ok(self, re: int, **args) -> bool:
        """Answers request `re`; `text` is cut to what fits."""
        args["re"] = re
        while True:
            data = messages.encode(self.outgoing, "ok", args)
            if len(data) <= ANSWER:
                return self.send(data)
            args["text"] = _clip(args["text"], len(data) - ANSWER)

    def no(self, re: int, refused) -> bool:
        """Refuses request `re`, in words no longer than fit: what is allowed is cut first, then whatever is longest."""
        words = [refused.path, refused.message, refused.allowed]
        while True:
            args = {"re": re, "path": words[0], "message": words[1], "allowed": words[2] or None}
            data = messages.encode(self.outgoing, "no", args)
            over = len(data) - ANSWER
            if over <= 0:
                return self.send(data)
            k = 2
            if len(words[2]) <= 16:
                for i in (1, 0):
                    if len(quote(words[i])) >= len(quote(words[k])):
                        k = i
            words[k] = _clip(words[k], over)

    def named(self) -> dict:
        """The counters by name."""
        return {NAMES[i]: self.counters[i] for i in range(len(NAMES))}


def _clip(s: str, over: int) -> str:
    # Not by the exact number, since what is cut may have been escapes, and by half at most; the caller comes again, with at
    # least one character less.
    return s[: max(len(s) // 2, len(s) - over // 6 - 4)] + "..." if len(s) > 8 else s[: len(s) // 2]


def board_link(ring_in: int = 512, ring_out: int = 256) -> Link:
    """The board's end, for a port with these buffers in bytes (a Pico: 512 and 256). One line is the most that is on its
    way to a small output ring; in the input ring there is room for the other side's signs of life besides its messages."""
    line_out = min(ring_out - 36, 1000)
    return Link(
        messages.TO_BOARD,
        messages.TO_HOST,
        line_in=320,
        window_in=ring_in - 112,
        line_out=line_out,
        window_out=ring_out - 36,
        limit=ring_out - 4,
        queue=3 * 220,
        tell=(ring_in - 112) // 2,
    )


def host_link(text: int = 16384) -> Link:
    """The host's end: it has room for everything. A board's window is small: what fills a third of it is acknowledged at once."""
    return Link(
        messages.TO_HOST,
        messages.TO_BOARD,
        line_in=1024,
        window_in=16384,
        line_out=1024,
        window_out=16384,
        limit=1 << 28,
        queue=1 << 16,
        alive=1000,
        text=text,
        host=True,
        tell=64,
    )
