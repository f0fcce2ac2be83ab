"""What the LEDs show, sent as changes only. A slow or absent reader costs nothing: the sender keeps what the reader has, not
what it missed, and so a reader that comes back gets the whole, current picture. One byte per space (lights/compose.py).

Both ends begin with every space at 255, which no light has."""

from binascii import a2b_base64, b2a_base64

from ..base.viper import micropython, ptr8

_RUN = 120  # spaces in a message: 160 characters of base64
_MOST = 1024


@micropython.viper
def _change(known: ptr8, cells: ptr8, i: int, n: int) -> int:
    """The first space from i where the two differ; n for none."""
    while i < n and known[i] == cells[i]:
        i += 1
    return i


@micropython.viper
def _end(known: ptr8, cells: ptr8, i: int, n: int) -> int:
    """Where the run of changes that begins at i ends, at most at n. It goes on over fewer than 8 unchanged spaces: another
    message would cost more."""
    j = i
    while i < n and i - j < 8:
        if known[i] != cells[i]:
            j = i + 1
        i += 1
    return j


class FrameSender:
    """`show(cells)` says what is to be seen now (kept by reference: the board's own buffer, told again after each change);
    `pump(link)` sends what differs as far as there is room. It costs one comparison in C while nothing changed."""

    def __init__(self, spaces: int) -> None:
        self._known = bytearray(b"\xff" * spaces)
        self._cells = self._known
        self._dirty = False
        self._at = 0

    def restart(self) -> None:
        """A new reader: it knows nothing."""
        known = self._known
        if self._cells is known:
            return
        for i in range(len(known)):
            known[i] = 255
        self._dirty = True

    def show(self, cells) -> None:
        self._cells = cells
        self._dirty = True

    def pump(self, link) -> bool:
        """Sends runs of changes while there is room. True when the reader has, or will have, all."""
        known, cells = self._known, self._cells
        n = len(known)
        while self._dirty and link.room() >= 200:
            if known == cells:
                self._dirty = False
                break
            i = self._at  # on from the last run, so that a flickering space does not keep the others from their turn
            i = _change(known, cells, i, n)
            if i == n:
                self._at = 0
                continue
            j = _end(known, cells, i, min(n, i + _RUN))
            known[i:j] = cells[i:j]
            self._at = j
            self._dirty = known != cells
            data = str(b2a_base64(known[i:j]), "ascii")[:-1]  # type: ignore[arg-type]
            link.say("cells", at=i, data=data, done=not self._dirty)
        return not self._dirty


class FrameReader:
    """The other end: `take(args)` -> True when a whole frame is there; `cells` is the last whole one, b"" before the first."""

    def __init__(self) -> None:
        self._next = bytearray()
        self.cells = b""

    def take(self, args: dict) -> bool:
        try:
            data = a2b_base64(args["data"])
        except ValueError:
            return False
        at = args["at"]
        if not 0 <= at <= _MOST - len(data):
            return False
        if len(self._next) < at + len(data):
            self._next.extend(b"\xff" * (at + len(data) - len(self._next)))
        self._next[at : at + len(data)] = data
        if args["done"]:
            self.cells = bytes(self._next)
        return args["done"]
