"""Long contents as numbered parts: what a `put` or an `explain` brings in, what a `get` or an explanation sends out. Never
whole in memory: parts are checked and handed on one by one, the whole by size and CRC-32 at its end."""

from binascii import a2b_base64, b2a_base64, crc32

from ..base.errors import Refused
from .messages import PART

MOST = 1 << 26  # bytes of one content


class Gone(Exception):
    """The reader of a long content has gone (its session ended): stop, there is nobody to tell."""


class Incoming:
    """Parts of request `re` as they come: `part(args)` -> the bytes of that part. `done` when all of `size` bytes are there.
    Raises Refused when a part is out of its place, too much, or the CRC is not the one that was announced."""

    def __init__(self, re: int, size: int, crc: str, most: int = MOST) -> None:
        if not 0 <= size <= most:
            raise Refused("size", "too long", "0 to " + str(most) + " bytes")
        self.re = re
        self.size = size
        self.crc = crc
        self.at = 0
        self._next = 0
        self._sum = 0
        if not size:
            self._check()

    @property
    def done(self) -> bool:
        return self.at == self.size

    def _check(self) -> None:
        if "%08x" % self._sum != self.crc:
            raise Refused("crc", "the parts do not give the announced CRC-32", "%08x" % self._sum)

    def part(self, args: dict) -> bytes:
        if args["i"] != self._next:
            raise Refused("i", "part out of its place", str(self._next))
        try:
            data = a2b_base64(args["data"])
        except ValueError:
            raise Refused("data", "not base64", "base64 with padding") from None
        if not data or self.at + len(data) > self.size:
            raise Refused("data", "more than was announced" if data else "an empty part", str(self.size) + " bytes in all")
        self._next += 1
        self.at += len(data)
        self._sum = crc32(data, self._sum)
        if self.at == self.size:
            self._check()
        return data


class Source:
    """Parts as something to read from: `read(n)` -> 1 to n bytes, b"" at the end. `pull()` waits for the next part's args
    while the rest of the table goes on; it raises Gone when there will be none."""

    def __init__(self, incoming: Incoming, pull) -> None:
        self._incoming = incoming
        self._pull = pull
        self._data = b""
        self._at = 0

    def read(self, n: int) -> bytes:
        if self._at == len(self._data):
            if self._incoming.done:
                return b""
            self._data = self._incoming.part(self._pull())
            self._at = 0
        piece = self._data[self._at : self._at + n]
        self._at += len(piece)
        return piece

    def drain(self) -> None:
        """Takes the rest, so that the transfer ends even when its reader stopped early."""
        while self.read(PART):
            pass


class Outgoing:
    """A sink: `out(data)` with any bytes or memoryview, `end()` at the end. `breathe()` is called while the link has no
    room; it lets the table go on. Raises Gone when the session ends meanwhile."""

    def __init__(self, link, re: int, breathe) -> None:
        self._link = link
        self._re = re
        self._breathe = breathe
        self._session = link.opened
        self._buf = bytearray(PART)
        self._n = 0
        self._next = 0
        self.size = 0
        self.sum = 0

    def __call__(self, data) -> None:
        view = memoryview(data)
        i = 0
        while i < len(view):
            k = min(PART - self._n, len(view) - i)
            self._buf[self._n : self._n + k] = view[i : i + k]
            self._n += k
            i += k
            if self._n == PART:
                self._flush()

    def _flush(self) -> None:
        piece = memoryview(self._buf)[: self._n]
        self.sum = crc32(piece, self.sum)
        self.size += self._n
        self._n = 0
        data = str(b2a_base64(piece), "ascii")[:-1]  # type: ignore[arg-type]
        while self._link.opened != self._session or not self._link.say("part", re=self._re, i=self._next, data=data):
            if self._link.opened != self._session or self._link.state != 2:
                raise Gone()
            self._breathe()
        self._next += 1

    def end(self) -> None:
        """Sends the rest. Then say `ok` with `size` and `crc`."""
        if self._n:
            self._flush()

    @property
    def crc(self) -> str:
        return "%08x" % self.sum
