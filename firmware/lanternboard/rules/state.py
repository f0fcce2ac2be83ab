"""The whole game as one flat value, `state/1` (docs/state.md). It holds what lies on the table and whose question is next;
it knows no rule, no name and no prompt. It is read by every rule and changed only by the flows.

A space is an index `row * columns + column`; NOWHERE is off the board. A survivor is an index 0-7, a set of survivors
is a bitmask. Facings and directions are 0-3 for N, E, S, W."""

import struct

from ..base.errors import Refused

VERSION = 1
NOWHERE = 0xFFFF
MAX_SURVIVORS = 8
MAX_SPACES = 1024

# Terrain bits of a space (G9).
BARS_SURVIVORS = 1
BLOCKS_MONSTER = 2
HIDES = 4

# Survivor flags.
DOWN = 1  # knocked down (K1)
DEAD = 2

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
SIDES = "NESW"
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)  # a step to each side

_HEAD = ">BBBBBBBBBbbBBBBBBBB"


class State:
    """One position. Attributes:

    columns, rows       1-64 each, at most 1,024 spaces
    terrain             bytearray, one byte of terrain bits per space
    monster             card number in the pack (0-254), 255 before it is chosen
    x, y                north-west space of the footprint; meaningless while `placed` is False
    placed              bool
    down                bool, the monster is knocked down (M10)
    size, facing        1-8, 0-3
    movement            0-30; `tokens` is added to it, below 0 counts as 0 (G8)
    blind               bytearray of pairs (dx + 64, dy + 64), relative to the north-west space when facing N (G6)
    at                  list of spaces, one per survivor; NOWHERE = not on the board yet
    flags               bytearray, DOWN | DEAD per survivor
    priority            survivor with the priority target token, -1 for none (T7a)
    everyone            True while nothing stops a survivor from being a threat (T8)
    phase, turn         where the flow is (flow's own numbers)
    lit, lit_of         what is lit by choice, and of whom or which list
    """

    def __init__(self, columns: int = 22, rows: int = 16, survivors: int = 0) -> None:
        self.columns = columns
        self.rows = rows
        self.terrain = bytearray(columns * rows)
        self.monster = 255
        self.x = 0
        self.y = 0
        self.placed = False
        self.down = False
        self.size = 2
        self.facing = NORTH
        self.movement = 6
        self.tokens = 0
        self.blind = default_blind_spot(2)
        self.at = [NOWHERE] * survivors
        self.flags = bytearray(survivors)
        self.priority = -1
        self.everyone = False
        self.phase = 0
        self.turn = 0
        self.lit = 0
        self.lit_of = 0

    def pack(self) -> bytes:
        """The state as bytes, under 1 kB (docs/state.md)."""
        n = len(self.at)
        pairs = len(self.blind) // 2
        spaces = self.columns * self.rows
        layers = 0
        for bits in self.terrain:
            layers |= bits
        out = bytearray(
            struct.pack(
                _HEAD,
                VERSION,
                self.columns,
                self.rows,
                self.monster,
                self.x,
                self.y,
                (1 if self.placed else 0) | (2 if self.down else 0),
                self.size,
                self.facing,
                self.tokens,
                self.priority,
                self.movement,
                1 if self.everyone else 0,
                self.phase,
                self.turn,
                self.lit,
                self.lit_of,
                n,
                pairs,
            )
        )
        for i in range(n):
            out.append(self.at[i] >> 8)
            out.append(self.at[i] & 255)
            out.append(self.flags[i])
        out.extend(self.blind)
        out.append(layers)
        for bit in (BARS_SURVIVORS, BLOCKS_MONSTER, HIDES):
            if layers & bit:
                bitmap = bytearray((spaces + 7) // 8)
                for space in range(spaces):
                    if self.terrain[space] & bit:
                        bitmap[space >> 3] |= 1 << (space & 7)
                out.extend(bitmap)
        return bytes(out)


def unpack(data: bytes) -> State:
    """The state of `State.pack`'s bytes. Raises Refused when they are of another version, cut short, or out of bounds."""
    if len(data) < 1 or data[0] != VERSION:
        raise Refused("state", "state of another version", "version " + str(VERSION))
    try:
        return _unpack(data)
    except (ValueError, IndexError):
        raise Refused("state", "cut short, or a field out of its bounds", "state/1, see docs/state.md") from None


def _unpack(data):
    if len(data) < struct.calcsize(_HEAD):
        raise ValueError
    (
        _,
        columns,
        rows,
        monster,
        x,
        y,
        placed,
        size,
        facing,
        tokens,
        priority,
        movement,
        everyone,
        phase,
        turn,
        lit,
        lit_of,
        n,
        pairs,
    ) = struct.unpack_from(_HEAD, data, 0)
    spaces = columns * rows
    if not (0 < columns <= 64 and 0 < rows <= 64 and spaces <= MAX_SPACES and n <= MAX_SURVIVORS and pairs <= 64):
        raise ValueError
    if not (1 <= size <= 8 and facing <= 3 and placed <= 3 and movement <= 30 and -30 <= tokens <= 30 and everyone <= 1):
        raise ValueError
    if placed & 1 and (x + size > columns or y + size > rows):
        raise ValueError
    if not (-1 <= priority < n and phase <= 5 and turn <= n and lit <= 7 and (lit < 6 or lit_of < n)):
        raise ValueError
    s = State(columns, rows, n)
    s.monster, s.x, s.y, s.size, s.facing = monster, x, y, size, facing
    s.placed, s.down = placed & 1 == 1, placed & 2 == 2
    s.tokens, s.priority, s.movement, s.everyone = tokens, priority, movement, everyone != 0
    s.phase, s.turn, s.lit, s.lit_of = phase, turn, lit, lit_of
    at = struct.calcsize(_HEAD)
    for i in range(n):
        s.at[i] = data[at] << 8 | data[at + 1]
        s.flags[i] = data[at + 2]
        if (s.at[i] != NOWHERE and s.at[i] >= spaces) or s.flags[i] > DOWN | DEAD:
            raise ValueError
        at += 3
    s.blind = bytearray(data[at : at + 2 * pairs])
    if pairs and max(s.blind) > 128:
        raise ValueError
    at += 2 * pairs
    layers = data[at]
    at += 1
    for bit in (BARS_SURVIVORS, BLOCKS_MONSTER, HIDES):
        if layers & bit:
            for space in range(spaces):
                if data[at + (space >> 3)] & 1 << (space & 7):
                    s.terrain[space] |= bit
            at += (spaces + 7) // 8
    if at != len(data):
        raise ValueError
    return s


def default_blind_spot(size: int, rows: int = 1) -> bytearray:
    """The row directly behind the base, or so many rows, as wide as the base, in the form of `State.blind` (G6)."""
    out = bytearray()
    for dy in range(size, size + rows):
        for dx in range(size):
            out.append(dx + 64)
            out.append(dy + 64)
    return out
