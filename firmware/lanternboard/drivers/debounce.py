"""Contacts that chatter become presses, without delay: the first edge of a key that was still for BOUNCE ms counts at once; what
follows counts for nothing until the contact has been still that long again, and then its level counts.

`edge` is for an interrupt: it allocates nothing and never waits. A key that chatters takes its own share of the ring and none of
another's. Pure: levels and milliseconds (wrapping at 2^30) come in; touches no pin."""

from array import array

from ..base.viper import micropython

BOUNCE = 8  # ms
TICKS = 0x3FFFFFFF
BEFORE = 0x20000000  # set in a difference of ticks: the second was later
PRESSED, RELEASED = 1, 2  # directions of an edge
MOST = 8  # keys
EACH = 16  # presses and releases of one key that are kept until they are taken
RING = MOST * EACH


class Keys:
    """Up to eight keys between interrupts, which call `edge`, and a loop, which calls `settle` and `take`. `stuck`: the mask of those
    that were down at the start; they say nothing until they have been let go of."""

    def __init__(self) -> None:
        self.stuck = 0
        self.down = bytearray(MOST)  # as told, or about to be
        self._level = bytearray(MOST)  # of the contact when it was last looked at
        self._still = bytearray(b"\x01" * MOST)  # nothing since it came to rest
        self._restless = False  # some key may not be still
        self._since = array("i", bytes(4 * MOST))  # ms of the last edge
        self._put = bytearray(MOST)  # how many were kept and taken, each counted by its own side
        self._got = bytearray(MOST)
        self._what = bytearray(RING)
        self._when = array("i", bytes(4 * RING))
        self.first = self.last = 0  # of the ring: equal when there is nothing to take

    def begin(self, key: int, down: bool) -> None:
        """How the key is at the start."""
        self.down[key] = self._level[key] = down
        if down:
            self.stuck |= 1 << key

    @micropython.native
    def edge(self, key: int, directions: int, down: bool, ms: int) -> None:
        """The contact moved in these directions and is now `down`. Both at once: it moved more than once since the last call."""
        if self._still[key] or (ms - self._since[key]) & TICKS >= BOUNCE:
            if self._level[key] != self.down[key]:  # it came to rest and nobody asked: `settle` is late
                self._keep(key, self._level[key], (self._since[key] + BOUNCE) & TICKS)
            if directions & (RELEASED if self.down[key] else PRESSED):
                self._keep(key, 1 - self.down[key], ms)
        self._still[key] = 0
        self._restless = True
        self._level[key] = down
        self._since[key] = ms

    @micropython.native
    def settle(self, ms: int, off, on) -> None:
        """The level of each key that has come to rest counts, in the order in which they did. `on(off())` keeps `edge` away in between."""
        if not self._restless:
            return
        full = 0  # the mask of keys for which there is no room
        while True:
            self._restless = False
            first = -1  # of those that have come to rest
            for key in range(MOST):
                if not self._still[key]:
                    self._restless = True
                    rest = (ms - self._since[key]) & TICKS
                    if rest >= BOUNCE and not rest & BEFORE and not full >> key & 1:
                        if first < 0 or (self._since[key] - self._since[first]) & BEFORE:
                            first = key
            if first < 0:
                return
            was = off()
            rest = (ms - self._since[first]) & TICKS
            if rest >= BOUNCE and not rest & BEFORE:  # no edge came meanwhile
                if self._level[first] == self.down[first] or self._keep(first, self._level[first], ms):
                    self._still[first] = 1
                else:
                    full |= 1 << first
            on(was)

    @micropython.native
    def take(self, handler) -> None:
        """handler(key, down, ms) for each press and release since the last call, in order."""
        while self.first != self.last:
            at = self.first
            key = self._what[at] >> 1
            down = self._what[at] & 1 == 1
            ms = self._when[at]
            self.first = (at + 1) % RING
            self._got[key] = (self._got[key] + 1) & 255
            if not self.stuck >> key & 1:
                handler(key, down, ms)
            elif not down:
                self.stuck &= ~(1 << key)

    @micropython.native
    def _keep(self, key: int, down: int, ms: int) -> bool:
        """False when the key's share is full: then its level counts when there is room."""
        if (self._put[key] - self._got[key]) & 255 >= EACH:
            return False
        at = self.last
        self._what[at] = key << 1 | down
        self._when[at] = ms
        self._put[key] = (self._put[key] + 1) & 255
        self.down[key] = down
        self.last = (at + 1) % RING
        return True
