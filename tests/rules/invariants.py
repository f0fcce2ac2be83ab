"""What holds after every answer of a showdown at the levels `monster` and `all`, whoever gave it. For both interpreters."""

from lanternboard.rules.asking import SURVIVOR_IDS
from lanternboard.rules.decks import left
from lanternboard.rules.geometry import free_spaces
from lanternboard.rules.prompt import CHANCE
from lanternboard.rules.state import (
    AI_DISCARD,
    AI_OPEN,
    AI_PLAY,
    AI_POOL,
    ARMOR,
    BARS_SURVIVORS,
    BASIC,
    BLEED,
    BLOCKS_MONSTER,
    BOXES,
    DEAD,
    HL_POOL,
    LOST,
    NOWHERE,
    PARTS,
    SURVIVAL,
    WIDTH,
    unpack,
)

# While one of these is asked, who was pushed may still stand where another does (X6), or under the base (X2a).
PUSHED = ("aside", "order", "push-side")


class Invariants:
    """`check(game)` after every answer. It knows of what came before only how many cards there were, and what armor and survival."""

    def __init__(self):
        self.cards = None
        self.armor = None
        self.survival = None

    def check(self, game):
        prompt(game)
        where(game)
        state = game.state
        if state.round:
            self.kept(game)
            self.records(state)

    def kept(self, game):
        """No card comes from nowhere and none is lost (A10, W5, W8, W9, W10)."""
        s = game.state
        d = s.decks
        assert left(s) >= 0, "fewer than no AI cards"
        assert 0 <= s.unseen <= s.wounds, "unseen cards that are no wounds"
        assert sum(s.quota) <= len(d[AI_POOL]), "more AI cards than anybody has not seen"
        ai = left(s) + len(d[AI_DISCARD]) + len(d[AI_OPEN]) + len(d[AI_PLAY]) + s.wounds
        locations = sum([len(pile) for pile in d[HL_POOL - 1 : BASIC]])
        resources = len(d[BASIC]) + len(d[PARTS]) + len(s.spoils) // 2
        cards = [ai, locations, resources]
        if self.cards is None:
            self.cards = cards
        if s.result == LOST:
            cards[2] = self.cards[2]  # what was won is gone
        assert cards == self.cards, ("AI cards, hit locations, resources", cards, self.cards)

    def records(self, s):
        """Boxes, armor, survival and tokens are within their bounds (D1, S1, D6)."""
        n = len(s.at)
        armor = [s.body[i * WIDTH + ARMOR : i * WIDTH + ARMOR + 5] for i in range(n)]
        survival = [s.body[i * WIDTH + SURVIVAL] for i in range(n)]
        if self.armor is None:
            self.armor = armor
            self.survival = survival
        for i in range(n):
            for k in range(5):
                assert armor[i][k] <= self.armor[i][k], "armor that grows"
            boxes = s.body[i * WIDTH + BOXES] | s.body[i * WIDTH + BOXES + 1] << 8
            assert boxes < 1 << 10
            for k in range(1, 5):
                assert not boxes >> 2 * k & 1 or boxes >> (2 * k - 1) & 1, "a heavy box before its light one"
            assert survival[i] <= max(s.limit, self.survival[i]), "more survival than the limit"
            assert s.body[i * WIDTH + BLEED] < 5 or s.flags[i] & DEAD, "five bleeding tokens, alive"


def prompt(game):
    """There is a legal answer, the usual one is legal, and the dead are neither asked nor an answer."""
    s = game.state
    p = game.prompt
    assert p.number == len(game.journal)
    options = p.options
    assert len(options) > 0 or game.adjusting, (p.kind, "nothing can be answered")
    assert p.usual is None or p.allows(p.usual), (p.kind, p.usual)
    assert not (p.who >= 0 and s.flags[p.who] & DEAD), (p.kind, "asks the dead")
    if isinstance(options, tuple) and not game.adjusting:
        for one in options:
            assert one not in SURVIVOR_IDS or not s.flags[int(one[1:])] & DEAD, (p.kind, one, "is dead")
    if p.kind != "heir":
        for one in p.subject:
            assert one not in SURVIVOR_IDS or not s.flags[int(one[1:])] & DEAD, (p.kind, one, "is dead")
    weights = p.weights
    assert (weights is None or p.who == CHANCE) and (weights is None or len(weights) == len(options)), (p.kind, weights)
    assert weights is None or (sum(weights) > 0 and min(weights) >= 0), (p.kind, weights)


def where(game):
    """Everything that stands on the board stands on spaces of it, one each (G1, G4, X6); the dead stand nowhere."""
    s = game.state
    kind = game.prompt.kind
    if s.placed:
        assert 0 <= s.x <= s.columns - s.size and 0 <= s.y <= s.rows - s.size
        for y in range(s.y, s.y + s.size):
            for x in range(s.x, s.x + s.size):
                assert not s.terrain[y * s.columns + x] & BLOCKS_MONSTER
    seen = []
    moving = kind in PUSHED or game.adjusting
    for i in range(len(s.at)):
        space = s.at[i]
        if s.flags[i] & DEAD:
            assert space == NOWHERE, "dead and on the board"
        if space == NOWHERE:
            continue
        assert 0 <= space < s.columns * s.rows
        assert not s.terrain[space] & BARS_SURVIVORS
        if not moving:
            row, column = divmod(space, s.columns)
            under = s.placed and 0 <= column - s.x < s.size and 0 <= row - s.y < s.size
            assert not under or not free_spaces(s), (kind, i, "under the monster")
            assert space not in seen or not free_spaces(s), ("two on a space", kind)
        seen.append(space)


def round_trip(game):
    """The state is itself again out of its bytes, which are fewer than 1 kB."""
    made = game.state.pack()
    assert len(made) < 1024, len(made)
    assert unpack(made).pack() == made


def there_and_back(game):
    """Undo and redo come back to the same state and the same question."""
    if game.can_undo and not game.adjusting:
        before = look(game)
        game.undo(game.number)
        game.redo(game.number)
        assert look(game) == before, (before[1], "undo and redo come back elsewhere")


def look(game):
    p = game.prompt
    return game.state.pack(), (p.kind, p.who, p.rule, p.subject, p.options if isinstance(p.options, tuple) else list(p.options), p.usual)


ILLEGAL = (-1, 0, 1, 7, 300, 1024, 65535, 1 << 20, "", "yes", "no", "s9", "claw", "done", "11", "1-20", None, True, 1.0, (1, 2), b"a")


def refuses(game, below):
    """A random answer that is not legal is refused with a reason, and changes nothing."""
    from lanternboard.base.errors import Refused

    before = look(game)
    number = game.number
    for _ in range(3):
        wrong = ILLEGAL[below(len(ILLEGAL))]
        if game.prompt.allows(wrong):
            continue
        try:
            game.answer(number, wrong)
        except Refused as refused:
            assert refused.path == "choice" and str(refused), str(refused)
        else:
            raise AssertionError((wrong, "was taken"))
        assert game.number == number and look(game) == before
