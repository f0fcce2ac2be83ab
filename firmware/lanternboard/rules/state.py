"""The whole game as one flat value, `state/2` (docs/state.md). It holds what lies on the table and what is still to be done;
it knows no rule, no name and no prompt. It is read by every rule and changed only by the flows.

A space is an index `row * columns + column`; NOWHERE is off the board. A survivor is an index 0-7, a set of survivors
is a bitmask. Facings and directions are 0-3 for N, E, S, W. A card is its number in its deck of the pack."""

import struct

from ..base.errors import Refused
from ..base.words import some

VERSION = 2
NOWHERE = 0xFFFF
NOBODY = 255
FOREVER = 255  # of a count of rounds or turns: until something else ends it
MAX_SURVIVORS = 8
MAX_SPACES = 1024

# Terrain bits of a space (G9).
BARS_SURVIVORS = 1
BLOCKS_MONSTER = 2
HIDES = 4

# Survivor flags.
DOWN = 1  # knocked down (K1)
DEAD = 2
LATE = 4  # with DOWN: lies until the end of the monster turn after the next end of one (K2)

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
SIDES = "NESW"
DX, DY = (0, 1, 0, -1), (-1, 0, 1, 0)  # a step to each side

# State.level: what the board keeps
LIGHTS, MONSTER, ALL = 0, 1, 2
LEVELS = ("lights", "monster", "all")

# State.result
UNDECIDED, WON, LOST = 0, 1, 2

# A survivor's record in State.body, a byte each; attributes and tokens are biased by ZERO.
ZERO = 128
MOVEMENT, SPEED, ACCURACY, STRENGTH, EVASION, LUCK = 0, 1, 2, 3, 4, 5  # attributes (C3)
TOKENS = 6  # so far behind each attribute are its tokens (C5)
SURVIVAL, INSANITY, COURAGE, UNDERSTANDING, EXPERIENCE, BLEED = 12, 13, 14, 15, 16, 17
ARMOR = 18  # points left at head, arms, body, waist, legs (D1)
BOXES = 23  # two bytes, the low one first: filled boxes (rules/harm.py: which bit is whose)
DISORDERS = 25
PLAYER = 26  # who plays it, 0-7 (V1a)
TURN = 27  # bits of this turn and round: ACTED ...
MARKS = 28  # three bytes, the low one first: what it can no longer do (rules/figures.py: MARKS_BY_ID)
WIDTH = 31

HEAD, ARMS, BODY, WAIST, LEGS, BRAIN = 0, 1, 2, 3, 4, 5

ACTED, MOVED, ACTIVATED, DODGED, DOOMED, GRABBED, GRABBED_BEFORE, ENCOURAGED = 1, 2, 4, 8, 16, 32, 64, 128

# The monster's record in State.beast: attributes and tokens as a survivor's, but DAMAGE for STRENGTH and TOUGHNESS for EVASION.
# Its movement and those tokens are State.movement and State.tokens; its evasion has their place.
DAMAGE = 3
TOUGHNESS = 4
LEVEL = 12
DYING = 13  # 1: it dies at its next turn (a critical effect of the pack)
BEAST = 14

# State.gear: records of GEAR bytes: owner, card of the pack's gear (or 128 + place in the header's list), speed, accuracy,
# strength, luck (both biased), reach (0: melee), 1 when archived
GEAR = 8
ARCHIVED_AT = 7

ITEM = 5  # bytes of an item of State.agenda: what is to be done, and four numbers; the last item is next

# State.decks: lists of card numbers
AI_TOP, AI_POOL, AI_DISCARD, AI_OPEN, AI_PLAY = 0, 1, 2, 3, 4  # rules/decks.py says what each holds
HL_TOP, HL_POOL, HL_DISCARD, HL_OPEN, HL_PLAY = 5, 6, 7, 8, 9
BASIC, PARTS = 10, 11  # resources left: basic ones, the monster's
LISTS = 12

_HEAD = ">BBBBBBBBBbbBBBBBBBB"
_TAIL = ">bBBBBBBBBBB"


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
    flags               bytearray, DOWN | DEAD | LATE per survivor
    body                bytearray, WIDTH bytes per survivor
    priority            survivor with the priority target token, -1 for none (T7a)
    priority_for        ends of monster turns that it still has it for; FOREVER: no turn ends it
    everyone            rounds, this one included, in which nothing stops a survivor from being a threat (T8); FOREVER: until the table says
    phase, turn         where the flow is (rules/asking.py)
    lit, lit_of         what is lit by choice, and of whom or which list
    level               LIGHTS, MONSTER, ALL: what the board keeps
    result              UNDECIDED, WON, LOST
    round               0 before the first (V1)
    side                0 the monster's turn, 1 the survivors' turn; until the first round who ambushes (H8): 0 nobody, 1 the survivors,
                        2 the monster
    controller, players who is the monster controller, of how many players (V1a)
    limit               survival limit (S1)
    beast               bytearray, the monster's record
    scenario            card number in the pack, 255: none
    quota               bytearray of 3: basic, advanced, legendary AI cards in deck and wound stack that nobody has seen
    unseen              AI cards of those that lie in the wound stack
    wounds              all cards of the wound stack (W5)
    decks               list of LISTS bytearrays of card numbers
    gear                bytearray of records
    injuries            bytearray of pairs: survivor << 4 | location, row of the table (D6)
    spoils              bytearray of pairs: survivor or NOBODY, resource (deck - BASIC) << 7 | card (W10)
    hits                bytearray: locations of the hits not yet resolved, of the attack being made (A6)
    agenda              bytearray of items
    learned             bytearray of records: what the table read off its own cards (rules/learn.py)
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
        self.body = bytearray(0)
        for _ in range(survivors):
            self.body.extend(newcomer())
        self.priority = -1
        self.priority_for = 0
        self.everyone = 0
        self.phase = 0
        self.turn = 0
        self.lit = 0
        self.lit_of = 0
        self.level = LIGHTS
        self.result = UNDECIDED
        self.round = 0
        self.side = 0
        self.controller = 0
        self.players = 1
        self.limit = 1
        self.scenario = 255
        self.beast = bytearray((ZERO,) * LEVEL + (1, 0))
        self.quota = bytearray(3)
        self.unseen = 0
        self.wounds = 0
        self.decks = [bytearray() for _ in range(LISTS)]
        self.gear = bytearray()
        self.injuries = bytearray()
        self.spoils = bytearray()
        self.hits = bytearray()
        self.agenda = bytearray()
        self.learned = bytearray()

    def resize(self, survivors: int) -> None:
        """So many survivors, all of them new and off the board."""
        self.at = [NOWHERE] * survivors
        self.flags = bytearray(survivors)
        self.body = bytearray()
        for _ in range(survivors):
            self.body.extend(newcomer())

    def join(self) -> int:
        """One survivor more, new and off the board; which one it is."""
        self.at.append(NOWHERE)
        self.flags.append(0)
        self.body.extend(newcomer())
        return len(self.at) - 1

    def _more(self):
        """What the tail of a record holds, in its order; each with its length, but the first three."""
        return [self.gear, self.injuries, self.spoils, self.hits, self.agenda, self.learned] + self.decks

    def pack(self) -> bytes:
        """The state as bytes, under 1 kB (docs/state.md)."""
        n = len(self.at)
        pairs = len(self.blind) // 2
        layers = 0
        if some(self.terrain, len(self.terrain)):
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
                int(self.everyone),
                self.phase,
                self.turn,
                self.lit,
                self.lit_of,
                n,
                pairs,
            )
        )
        for i in range(n):
            at = self.at[i]
            out.append(at >> 8)
            out.append(at & 255)
            out.append(self.flags[i])
        out.extend(self.blind)
        out.append(layers)
        if layers:
            _pack_terrain(self, layers, out)
        if self.level or self.round or self.side or self.body != bytes(newcomer()) * n:
            out.extend(
                struct.pack(
                    _TAIL,
                    self.priority_for - 128,
                    self.level,
                    self.result,
                    self.round,
                    self.side,
                    self.controller,
                    self.players,
                    self.limit,
                    self.scenario,
                    self.unseen,
                    self.wounds,
                )
            )
            out.extend(self.beast)
            out.extend(self.quota)
            out.extend(self.body)
            for part in self._more():
                out.append(len(part))
                if part:
                    out.extend(part)
        return bytes(out)


def _pack_terrain(s, layers: int, out) -> None:
    spaces = s.columns * s.rows
    for bit in (BARS_SURVIVORS, BLOCKS_MONSTER, HIDES):
        if layers & bit:
            bitmap = bytearray((spaces + 7) // 8)
            for space in range(spaces):
                if s.terrain[space] & bit:
                    bitmap[space >> 3] |= 1 << (space & 7)
            out.extend(bitmap)


def newcomer() -> bytearray:
    """The record of a survivor of whom nothing special is known: movement 5, every other attribute 0 (F1, Q7a)."""
    out = bytearray((ZERO,) * SURVIVAL + (0,) * (WIDTH - SURVIVAL))
    out[MOVEMENT] = ZERO + 5
    return out


def unpack(data: bytes) -> State:
    """The state of `State.pack`'s bytes, also of version 1. Raises Refused for another version, and what is cut short or out of bounds."""
    if len(data) < 1 or not 1 <= data[0] <= VERSION:
        raise Refused("state", "state of another version", "versions 1-" + str(VERSION))
    try:
        return _unpack(data)
    except (ValueError, IndexError):
        raise Refused("state", "cut short, or a field out of its bounds", "state/2, see docs/state.md") from None


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
    if not (1 <= size <= 8 and facing <= 3 and placed <= 3 and movement <= 30 and -30 <= tokens <= 30):
        raise ValueError
    if placed & 1 and (x + size > columns or y + size > rows):
        raise ValueError
    if not (-1 <= priority < n and phase <= 7 and turn <= n and lit <= 7 and (lit < 6 or lit_of < n)):
        raise ValueError
    s = State(columns, rows, n)
    s.monster, s.x, s.y, s.size, s.facing = monster, x, y, size, facing
    s.placed, s.down = placed & 1 == 1, placed & 2 == 2
    s.tokens, s.priority, s.movement, s.everyone = tokens, priority, movement, everyone
    s.phase, s.turn, s.lit, s.lit_of = phase, turn, lit, lit_of
    at = struct.calcsize(_HEAD)
    for i in range(n):
        s.at[i] = data[at] << 8 | data[at + 1]
        s.flags[i] = data[at + 2]
        if (s.at[i] != NOWHERE and s.at[i] >= spaces) or s.flags[i] > DOWN | DEAD | LATE:
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
    if at < len(data) and data[0] > 1:
        at = _unpack_tail(s, data, at)
    if at != len(data):
        raise ValueError
    return s


def _unpack_tail(s, data, at: int) -> int:
    n = len(s.at)
    if at + struct.calcsize(_TAIL) > len(data):
        raise ValueError
    (
        left,
        s.level,
        s.result,
        s.round,
        s.side,
        s.controller,
        s.players,
        s.limit,
        s.scenario,
        s.unseen,
        s.wounds,
    ) = struct.unpack_from(_TAIL, data, at)
    s.priority_for = left + 128
    if s.level > ALL or s.result > LOST or s.side > (1 if s.round else 2) or not s.controller < s.players <= MAX_SURVIVORS:
        raise ValueError
    at += struct.calcsize(_TAIL)
    for part in (s.beast, s.quota, s.body):
        if at + len(part) > len(data):
            raise ValueError
        part[:] = data[at : at + len(part)]
        at += len(part)
    for part in s._more():
        end = at + 1 + data[at]
        if end > len(data):
            raise ValueError
        part.extend(data[at + 1 : end])
        at = end
    if len(s.gear) % GEAR or len(s.agenda) % ITEM or len(s.injuries) & 1 or len(s.spoils) & 1:
        raise ValueError
    for i in range(n):
        if s.body[i * WIDTH + PLAYER] >= MAX_SURVIVORS:
            raise ValueError
    for k in range(0, len(s.injuries), 2):
        if s.injuries[k] >> 4 >= n:
            raise ValueError
    for k in range(0, len(s.gear), GEAR):
        if s.gear[k] >= n and s.gear[k] != NOBODY:
            raise ValueError
    for k in range(0, len(s.spoils), 2):
        if s.spoils[k] >= n and s.spoils[k] != NOBODY:
            raise ValueError
    return at


def default_blind_spot(size: int, rows: int = 1) -> bytearray:
    """The row directly behind the base, or so many rows, as wide as the base, in the form of `State.blind` (G6)."""
    out = bytearray()
    for dy in range(size, size + rows):
        for dx in range(size):
            out.append(dx + 64)
            out.append(dy + 64)
    return out
