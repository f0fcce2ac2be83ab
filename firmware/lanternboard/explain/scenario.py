"""A scenario's text (`lanternboard/scenario/1`) -> a position and what is asked about it, or the first fault in the order of the text.

One pass over a stream. What a value must be by itself is checked where it stands; what it must be beside others (on the
board, not under the base, a survivor's name) at the end, with the place remembered. A value that is itself faulty is no
measure for others, so only certain faults are told. It answers nothing about the position."""

from array import array

from ..base.errors import Refused
from ..base.jsonread import BEGIN_OBJECT, DEEPER, END, NULL, STRING
from ..rules import geometry, targets
from ..rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, DOWN, MAX_SPACES, MAX_SURVIVORS, SIDES, State, default_blind_spot
from .values import Values

FORMAT = "lanternboard/scenario/1"
DEFAULT_ENTRIES = ("closest threat, facing, in range", "closest threat, in field of view", "no target: sniff")

_ROOT = (
    "format",
    "board",
    "monster",
    "survivors",
    "everyone_is_threat",
    "priority_target",
    "pick_target",
    "placement",
    "knockback",
)
_BOARD = ("columns", "rows", "terrain")
_TERRAIN = ("at", "blocks")
_MONSTER = ("at", "name", "size", "facing", "movement", "movement_tokens", "blind_spot")
_SURVIVOR = ("name", "at", "knocked_down", "dead")
_KNOCKBACK = ("name", "spaces")
_WORDS = ("survivor", "monster", "sight")  # in the order of the terrain bits

_MOST_TERRAIN = 256
_MOST_ENTRIES = 16
_MOST_BLIND = 64
_FAULTY = 0xFFFF  # among packed terrain items


class Question:
    """`state`, `names`, `entries`; `placement` and `knock` (a survivor) are -1 when not asked, `knock_spaces`, `monster_name`."""

    __slots__ = ("entries", "knock", "knock_spaces", "monster_name", "names", "placement", "state")

    def __init__(self, state, names, entries, placement, knock, knock_spaces, monster_name) -> None:
        self.state = state
        self.names = names
        self.entries = entries
        self.placement = placement
        self.knock = knock
        self.knock_spaces = knock_spaces
        self.monster_name = monster_name


class _Survivor:
    """What was read of one; None stands for what is faulty or missing."""

    __slots__ = ("at", "dead", "down", "name", "where")

    def __init__(self) -> None:
        self.name = None
        self.at = None
        self.where = 0
        self.down = False
        self.dead = False


def read(source) -> Question:
    """The question of one scenario; `source.read(n) -> bytes`, b"" at the end. Raises Refused."""
    scenario = _Scenario(source)
    try:
        scenario.parse()
    except Refused as wrong:
        if wrong.message == DEEPER and scenario.refused is not None:
            raise scenario.refused from None  # where nothing may be nested so; whether what follows is JSON nobody can tell
        raise
    return scenario.question()


class _Scenario(Values):
    def __init__(self, source) -> None:
        Values.__init__(self, source)
        # None: faulty. Offsets are where the value stands in the text.
        self.columns = 22
        self.rows = 16
        self.board_at = 0
        self.items = array("H")  # terrain: row, column and bits packed, or _FAULTY
        self.items_at = array("I")
        self.monster_name = "White Lion"
        self.at = None
        self.at_where = 0
        self.size = 2
        self.facing = 0
        self.movement = 6
        self.tokens = 0
        self.blind = bytearray()
        self.blind_given = False
        self.survivors = []
        self.survivors_known = False
        self.everyone = False
        self.priority = None
        self.priority_where = 0
        self.entries = list(DEFAULT_ENTRIES)
        self.placement = -1
        self.knock = False  # whether one is asked
        self.knock_name = None
        self.knock_where = 0
        self.knock_spaces = 0

    def parse(self) -> None:
        reader = self.reader
        self.event = reader.next()
        if self.event != BEGIN_OBJECT:
            raise Refused("", "this is no JSON object", "one JSON object in UTF-8")
        for k in self.members(_ROOT, 0b1101):
            self.root(k)
        while reader.next() != END:
            pass

    def root(self, k: int) -> None:
        reader = self.reader
        if k == 0:
            if self.event != STRING or reader.flags or reader.text() != FORMAT:
                self.wrong("another format", FORMAT)
        elif k == 1:
            self.board()
        elif k == 2:
            for member in self.members(_MONSTER, 1):
                self.monster(member)
        elif k == 3:
            for _ in self.elements(MAX_SURVIVORS):
                self.survivor()
            self.survivors_known = self.whole
        elif k == 4:
            self.everyone = self.boolean()
        elif k == 5:
            if self.event != NULL:
                self.priority_where = reader.start
                self.priority = self.string(32)
        elif k == 6:
            self.pick_target()
        elif k == 7:
            if self.event != NULL:
                self.placement = self.integer(1, 60)
        elif self.event != NULL:
            self.knock = True
            for member in self.members(_KNOCKBACK, 3):
                if member == 0:
                    self.knock_where = reader.start
                    self.knock_name = self.string(32)
                else:
                    self.knock_spaces = self.integer(0, 30)

    def board(self) -> None:
        self.board_at = self.reader.start
        for k in self.members(_BOARD, 0):
            if k == 0:
                self.columns = self.integer(1, 64)
            elif k == 1:
                self.rows = self.integer(1, 64)
            else:
                for _ in self.elements(_MOST_TERRAIN):
                    self.terrain()
        if not self.whole:
            self.columns = self.rows = None

    def terrain(self) -> None:
        at = bits = None
        where = 0
        for k in self.members(_TERRAIN, 3):
            if k == 0:
                where = self.reader.start
                at = self.pair(0, 63)
            else:
                bits = self.blocks()
        self.items.append(_FAULTY if at is None or bits is None else at[1] << 9 | at[0] << 3 | bits)
        self.items_at.append(where)

    def blocks(self):
        """The terrain bits of a list of words, None when it is faulty."""
        reader = self.reader
        bits = 0
        faulty = False
        for _ in self.elements(1 << 29):
            word = reader.text() if self.event == STRING and reader.characters < 9 else ""
            if word in _WORDS and not bits >> _WORDS.index(word) & 1:
                bits |= 1 << _WORDS.index(word)
            else:
                self.wrong("unknown or repeated", "survivor, monster, sight, each once")
                faulty = True
        return None if faulty or not self.whole else bits

    def monster(self, k: int) -> None:
        reader = self.reader
        if k == 0:
            self.at_where = reader.start
            self.at = self.pair(0, 63)
        elif k == 1:
            self.monster_name = self.string(32)
        elif k == 2:
            at = reader.start
            size = self.pair(1, 8)
            self.size = None
            if size is not None:
                if size[0] == size[1]:
                    self.size = size[0]
                else:
                    self.fault(at, self.path(), "the base is square", "[n, n], n 1..8")
        elif k == 3:
            self.facing = None
            if self.event == STRING and reader.characters == 1 and reader.text() in SIDES:
                self.facing = SIDES.index(reader.text())
            else:
                self.wrong("no side", "N, E, S, W")
        elif k == 4:
            self.movement = self.integer(0, 30)
        elif k == 5:
            self.tokens = self.integer(-30, 30)
        else:
            self.blind_given = True
            for _ in self.elements(_MOST_BLIND):
                pair = self.pair(-64, 64)
                if pair is not None:
                    self.blind.append(pair[0] + 64)
                    self.blind.append(pair[1] + 64)

    def survivor(self) -> None:
        survivor = _Survivor()
        self.survivors.append(survivor)
        for k in self.members(_SURVIVOR, 3):
            if k == 0:
                name = self.string(32)
                if self.named(name) >= 0:
                    self.fault(self.reader.start, self.path(), "another survivor has this name", "names are distinct")
                survivor.name = name
            elif k == 1:
                survivor.where = self.reader.start
                survivor.at = self.pair(0, 63)
            elif k == 2:
                survivor.down = self.boolean()
            else:
                survivor.dead = self.boolean()

    def pick_target(self) -> None:
        reader = self.reader
        self.entries = []
        list_path = self.path()
        closing = -1  # where a `no target` entry stands that another one follows
        for k in self.elements(_MOST_ENTRIES):
            if closing >= 0:
                path = list_path + "[" + str(k - 1) + "]"
                self.fault(closing, path, "the list goes on behind it", "`no target` stands last")
                closing = -1
            text = self.string(80)
            if text is not None:
                try:
                    targets.check_entry(text)
                    self.entries.append(text)
                    if targets.is_last(text):
                        closing = reader.start
                except Refused as refused:
                    self.fault(reader.start, self.path(), refused.message, refused.allowed)
        if self.whole and self.count == 0:
            self.fault(reader.offset, list_path, "an empty list", "1-16 entries")

    # ---- values beside others

    def named(self, name) -> int:
        """The survivor's index, -1 for none."""
        for i in range(len(self.survivors)):
            if name is not None and self.survivors[i].name == name:
                return i
        return -1

    def question(self) -> Question:
        """Checks what needs other values and makes the question. Raises the first fault."""
        names_known = self.survivors_known
        for survivor in self.survivors:
            names_known = names_known and survivor.name is not None
        priority = self.named(self.priority)
        if self.priority is not None and priority < 0 and names_known:
            self.fault(self.priority_where, "priority_target", "no survivor has this name", "the name of a survivor, or null")
        knocked = self.named(self.knock_name)
        if self.knock_name is not None:
            if knocked < 0:
                if names_known:
                    self.fault(self.knock_where, "knockback.name", "no survivor has this name", "the name of a living survivor")
            elif self.survivors[knocked].dead:
                self.fault(self.knock_where, "knockback.name", "this survivor is dead", "the name of a living survivor")
        if self.columns and self.rows and self.columns * self.rows > MAX_SPACES:
            self.fault(self.board_at, "board", "too many spaces", "at most 1024 spaces")
            self.columns = self.rows = None
        state = self.place()
        if self.refused is not None:
            raise self.refused
        state.priority = priority
        names = [survivor.name for survivor in self.survivors]
        return Question(state, names, self.entries, self.placement, knocked, self.knock_spaces, self.monster_name)

    def place(self):
        """The position; checks where everything stands. With a faulty board only what is off every board is told."""
        known = self.columns is not None and self.rows is not None
        columns = self.columns or 64
        rows = self.rows or 64
        state = State(columns, rows if known else 16, len(self.survivors))
        for k in range(len(self.items)):
            packed = self.items[k]
            if packed == _FAULTY:
                continue
            column = packed >> 3 & 63
            row = packed >> 9
            if column >= columns or row >= rows:
                self.fault(self.items_at[k], "board.terrain[" + str(k) + "].at", "off the board", "a space of the board")
            elif known:
                state.terrain[row * columns + column] |= packed & 7
        size = self.size or 1
        if self.at is not None:
            state.x, state.y = self.at
            state.size = size
            if state.x + size > columns or state.y + size > rows:
                self.fault(self.at_where, "monster.at", "the base does not fit on the board there", "a space where it fits")
            elif known:
                state.placed = True
                for space in geometry.footprint(state):
                    if state.terrain[space] & BLOCKS_MONSTER:
                        self.fault(self.at_where, "monster.at", "terrain under the base blocks the monster", "a place clear of it")
        for i in range(len(self.survivors)):
            self.stand(state, i, columns, rows, known)
        if self.refused is None:
            state.facing = self.facing
            state.movement = self.movement
            state.tokens = self.tokens
            state.blind = self.blind if self.blind_given else default_blind_spot(size)
            state.everyone = 255 if self.everyone else 0
        return state

    def stand(self, state, i: int, columns: int, rows: int, known: bool) -> None:
        survivor = self.survivors[i]
        if survivor.at is None:
            return
        path = "survivors[" + str(i) + "].at"
        column, row = survivor.at
        if column >= columns or row >= rows:
            self.fault(survivor.where, path, "off the board", "a space of the board")
            return
        if survivor.down:
            state.flags[i] |= DOWN
        if survivor.dead:
            state.flags[i] |= DEAD
        if not known:
            # without a board two can still share a space
            for other in self.survivors[:i]:
                if survivor.dead is False and other.dead is False and other.at == survivor.at:
                    self.fault(survivor.where, path, "another survivor stands there", "a space of its own")
            return
        space = row * columns + column
        if survivor.dead is False:
            if state.terrain[space] & BARS_SURVIVORS:
                self.fault(survivor.where, path, "terrain there bars survivors", "a space that does not")
            for j in range(i):
                if state.at[j] == space and self.survivors[j].dead is False:
                    self.fault(survivor.where, path, "another survivor stands there", "a space of its own")
            pushed = self.knock and (self.knock_name is None or self.knock_name == survivor.name or survivor.name is None)
            if not pushed and geometry.under(state, space):
                self.fault(survivor.where, path, "under the monster's base", "beside it; only whom `knockback` names lies there")
        state.at[i] = space
