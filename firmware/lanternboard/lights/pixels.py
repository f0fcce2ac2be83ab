"""From cells to the bytes on the wires: palette, gamma, brightness, patterns in time, and never more current than the power supply
gives. Pure, one source for CPython and viper; a frame allocates nothing. It decides nothing about what is lit.

Every value that a cell can have has three bytes in a table, in the order of the wires; a frame is one walk over the spaces that are lit,
which are listed once for each picture. Only values that move are made anew for each frame.

A brightness mixes two tables (lamplight.py): the colours as linear light, and the *floor*, the least at which everything is still told
apart. There is nothing below the floor but dark, and dark is 0, 0, 0 always."""

from array import array

from ..base import words
from ..base.viper import micropython, ptr8, ptr16, ptr32
from . import meanings, patterns
from .lamplight import TABLE
from .meanings import BLINK, BREATHE, COUNT, LOW_WINK, WINK

LEVELS = (77, 159, 256)  # of 256, as the eye sees it: DIM, NORMAL, BRIGHT
MOST_ROOM = 1 << 24  # more than the light of any number of LEDs

# What a value does in time, and so what it fades to.
TO_DARK, TO_FLOOR, TO_DIM_FLOOR = 1, 2, 3

_BUDGETED = 768  # the working table's second part: what each value shows within the power budget


def colour_of(value: int, ms=None):
    """(red, green, blue), 0-255 each in sRGB, of a space's byte as eyes see it at `ms`, before any brightness: what every face draws.
    Without `ms` it holds still."""
    meaning = value & 31
    if meaning >= COUNT:
        return 0, 0, 0
    share = LEVELS[min(value >> 5 & 3, 2)]
    if ms is not None:
        share = share * patterns.of(value, ms) // 255
    red, green, blue = meanings.colour(meaning)
    return red * share >> 8, green * share >> 8, blue * share >> 8


class Pixels:
    """`layout`: settings/layout.py; `order`: of colours on the wire; `power`: that of the settings; `spaces` of the game. Dark until `dim`.

    After a frame: `asked_ma` what the picture would draw at the brightness asked for, `given_ma` what the supply gives,
    `estimated_ma` what the frame draws, idle LEDs and controller included; `limited`: it is dimmer than asked, or dark for want of
    power; `moving`: time changes this picture."""

    def __init__(self, layout, order: str, power: dict, spaces: int) -> None:
        self._lanes = array("i")  # of each lane: its first place in the map, the one behind its last, where its bytes begin
        first = 0
        for lane in range(len(layout.counts)):
            self._lanes.append(first)
            first += layout.counts[lane]
            self._lanes.append(first)
            self._lanes.append(layout.starts[lane])
        self._where = array("H", b"\xff\xff" * spaces)  # of each space: where its LED's bytes are, 65535 where it has none
        _place(self._where, layout.map, self._lanes, len(layout.counts))
        self._lit = array("H", bytes(4 + 4 * spaces))  # spaces; those lit; then of each of these: where, three times its value
        self._size = layout.size
        self._order = ["RGB".find(letter) for letter in order]
        self._channel = power["channel_ma"]
        self._dark_ma = power["controller_ma"] + (power["idle_ua"] * first + 999) // 1000
        self.given_ma = power["supply_ma"]
        light = self.given_ma - self._dark_ma
        self._room = max(-1, min(MOST_ROOM, light * 255 // self._channel))  # steps of all channels together
        self._work = bytearray(2 * 768)  # what each value shows now, and the same within the power budget
        self._table = bytearray(3 * 768)  # by value: at full swing, what it fades to, the floor
        self._kinds = _kinds()
        self._args = array("i", (0, 0, 0, 0, 0))
        self._moves = 0  # how many values do
        self.asked_ma = self.estimated_ma = self._dark_ma
        self.limited = self._room <= 0
        self.moving = False

    def dim(self, brightness: int, night: bool) -> None:
        """Brightness 0-100 from the next frame on, which must not be an `again`; at night it is 0 and nothing breathes."""
        if night:
            brightness = 0
        self._forget()
        args = self._args
        args[0] = brightness * 256 // 100
        args[1], args[2], args[3] = self._order
        args[4] = COUNT
        _mix(self._table, TABLE, self._kinds, args)
        words.copy(self._work, self._table, 768)

    @micropython.native
    def frame(self, cells, ms: int, out) -> None:
        """The bytes of this picture at `ms`, into `out`, a bytearray of the layout's size."""
        self._forget()
        self._lit[0] = min(len(cells), len(self._where))
        self._moves = _find(cells, self._lit, self._where, self._kinds)
        self.moving = self._moves > 0
        self.again(ms, out)

    @micropython.native
    def again(self, ms: int, out) -> None:
        """The same picture at another time."""
        kinds = self._kinds
        work = self._work
        for k in range(256, 256 + self._moves):
            value = kinds[k]
            seen = patterns.of(value, ms)
            _fade(work, self._table, value, (seen + 1) * (seen + 1) >> 8)  # its share of light, by a gamma of 2
        words.fill(out, self._size, 0)
        asked = _write(out, self._lit, work, 0)
        room = self._room
        self.asked_ma = self.estimated_ma = self._ma(asked)
        self.limited = asked > room or room <= 0
        if asked > max(0, room):
            self._budget(asked)
            self.estimated_ma = self._ma(_write(out, self._lit, work, _BUDGETED))

    def single(self, led: int, out) -> None:
        """LED number `led` of the whole chain alone, in white; all others dark. None but dark ones where there is no such LED."""
        for k in range(len(out)):
            out[k] = 0
        lanes = self._lanes
        for k in range(0, len(lanes), 3):
            if lanes[k] <= led < lanes[k + 1]:
                at = lanes[k + 2] + 3 * (led - lanes[k])
                share = min(64, max(0, self._room) // 3)
                out[at] = out[at + 1] = out[at + 2] = share
                self.asked_ma = self.estimated_ma = self._ma(3 * share)
                self.limited = share < 64

    @micropython.native
    def _forget(self) -> None:
        """The values found moving are found again."""
        kinds = self._kinds
        for k in range(256, 256 + self._moves):
            kinds[kinds[k]] &= 3
        self._moves = 0

    def _budget(self, asked: int) -> None:
        """Fills the second table: as bright as the budget allows, the floor last."""
        room = max(0, self._room)
        args = self._args
        floor = _least(self._lit, self._work, self._table)
        if floor <= room:
            args[0] = 16384
            args[1] = _share(room - floor, asked - floor)
        else:
            args[0] = _share(room, floor)
            args[1] = 0
        _scale(self._work, self._table, args)

    @micropython.native
    def _ma(self, steps: int) -> int:
        return self._dark_ma + (steps * self._channel + 254) // 255


def _kinds():
    """What each value does in time, and room for those that are found moving."""
    kinds = bytearray(512)
    for meaning in range(1, COUNT):
        kind = 0
        for value in range(meaning, 256, 32):
            if value == meaning or meanings.survivor_of(meaning) >= 0:  # a survivor's pattern is told by the other bits too
                pattern = meanings.in_time(value)
                if pattern == BLINK or pattern == WINK:
                    kind = TO_DARK
                elif pattern == BREATHE:
                    kind = TO_FLOOR
                elif pattern == LOW_WINK:
                    kind = TO_DIM_FLOOR
                else:
                    kind = 0
            kinds[value] = kind
    return kinds


def _share(part: int, whole: int) -> int:
    """part / whole in 16384ths, rounded down, in small integers."""
    while whole >= 16384:
        part >>= 1
        whole = (whole >> 1) + 1
    return part * 16384 // whole


@micropython.viper
def _mix(table: ptr8, lamplight: ptr8, kinds: ptr8, args: ptr32):
    """Fills `table` for every value: 768 bytes at full swing, 768 of what it fades to, 768 of the floor. args: 0 brightness in
    256ths, 1-3 which of red, green and blue comes when, 4 meanings."""
    share = int(args[0])
    count = int(args[4])
    value = 0
    while value < 256:
        meaning = value & 31
        level = (value >> 5) & 3
        kind = int(kinds[value]) & 3
        if kind == 2:  # a breath at the floor is none
            kinds[value] = 2
            if share == 0:
                kinds[value] = 8 | 2
        k = 0
        while k < 3:
            at = value * 3 + k
            least = 0
            most = 0
            to = 0
            if meaning < count and level < 3:
                from_ = (meaning * 3 + level) * 3 + int(args[1 + k])
                least = int(lamplight[from_])
                most = int(lamplight[count * 9 + from_])
                if kind == 2:
                    to = least
                if kind == 3:
                    to = int(lamplight[meaning * 9 + int(args[1 + k])])
            table[at] = least + (((most - least) * share) >> 8)
            table[768 + at] = to
            table[1536 + at] = least
            k += 1
        value += 1


@micropython.viper
def _place(where: ptr16, map: ptr16, lanes: ptr32, n: int):
    """Where the bytes of each space's LED are, of `n` lanes."""
    k = 0
    while n:
        at = int(lanes[k])
        end = int(lanes[k + 1])
        o = int(lanes[k + 2])
        while at < end:
            space = int(map[at])
            if space != 65535:
                where[space] = o
            o += 3
            at += 1
        k += 3
        n -= 1


@micropython.viper
def _find(cells: ptr8, lit: ptr16, where: ptr16, kinds: ptr8) -> int:
    """Lists the spaces that are lit and have an LED, and gives how many different values among them move: they are listed behind the
    kinds, and marked there by a bit."""
    found = 0
    o = 2
    n = int(lit[0])
    k = 0
    while k < n:
        value = int(cells[k])
        if value:
            at = int(where[k])
            if at != 65535:
                lit[o] = at
                lit[o + 1] = value + value + value
                o += 2
                kind = int(kinds[value])
                if kind:
                    if kind < 4:
                        kinds[value] = kind | 4
                        kinds[256 + found] = value
                        found += 1
        k += 1
    lit[1] = (o >> 1) - 1
    return found


@micropython.viper
def _fade(work: ptr8, table: ptr8, value: int, share: int):
    """What a value shows when it has `share` 256ths of its swing."""
    k = value * 3
    end = k + 3
    while k < end:
        to = int(table[768 + k])
        work[k] = to + (((int(table[k]) - to) * share) >> 8)
        k += 1


@micropython.viper
def _write(out: ptr8, lit: ptr16, work: ptr8, table: int) -> int:
    """Every space that is lit, by the table that begins there. The steps of all channels together."""
    total = 0
    at = 2
    n = int(lit[1])
    while n:
        o = int(lit[at])
        k = table + int(lit[at + 1])
        v = int(work[k])
        out[o] = v
        total += v
        v = int(work[k + 1])
        out[o + 1] = v
        total += v
        v = int(work[k + 2])
        out[o + 2] = v
        total += v
        at += 2
        n -= 1
    return total


@micropython.viper
def _least(lit: ptr16, work: ptr8, table: ptr8) -> int:
    """The steps of all channels together if every LED showed its floor, or less where it shows less now."""
    total = 0
    at = 3
    n = int(lit[1])
    while n:
        k = int(lit[at])
        last = k + 3
        while k < last:
            v = int(work[k])
            floor = int(table[1536 + k])
            if floor < v:
                v = floor
            total += v
            k += 1
        at += 2
        n -= 1
    return total


@micropython.viper
def _scale(work: ptr8, table: ptr8, args: ptr32):
    """The second table: of each channel's floor args[0] 16384ths, of what it has above that args[1]."""
    below = int(args[0])
    above = int(args[1])
    k = 0
    while k < 768:
        v = int(work[k])
        floor = int(table[1536 + k])
        if floor > v:
            floor = v
        work[768 + k] = ((floor * below) >> 14) + (((v - floor) * above) >> 14)
        k += 1
