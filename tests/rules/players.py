"""A random player with a small generator of its own, so that the same games are played on CPython and on MicroPython."""

from lanternboard.rules import engine
from lanternboard.rules.geometry import free_spaces
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, NOWHERE


class Journal:
    def __init__(self, kept=()):
        self.kept = list(kept)

    def append(self, made):
        self.kept.append(bytes(made))

    def read(self, n):
        return self.kept[n]

    def __len__(self):
        return len(self.kept)


class Cards:
    """Monsters of several sizes; lists of every kind."""

    MONSTERS = (("lion", 2, 6), ("imp", 1, 3), ("bird", 3, 8), ("giant", 5, 4))
    LISTS = (
        ["closest threat, facing, in range", "closest threat, in field of view", "no target: sniff"],
        ["random threat, in field of view", "no target: sniff"],
        ["closest knocked-down survivor, in range", "furthest survivor, in range"],
        ["all survivor, in blind spot"],
    )

    def count(self, deck):
        return 4 if deck in ("monsters", "targets") else 0

    def ids(self, deck):
        return tuple([self.card(deck, n)["id"] for n in range(self.count(deck))])

    def card(self, deck, n):
        if deck == "monsters":
            name, size, movement = self.MONSTERS[n]
            return {"id": name, "name": name, "size": size, "movement": movement, "blind_spot": None}
        return {"id": "l%d" % n, "name": "l%d" % n, "pick": self.LISTS[n]}


class Dice:
    """Numbers that are the same everywhere (a linear congruential generator, 31 bits)."""

    def __init__(self, seed):
        self.x = (seed * 7919 + 12345) % 2147483647 or 1

    def below(self, n):
        self.x = self.x * 48271 % 2147483647
        return self.x % n

    def choice(self, options):
        k = self.below(len(options))
        if isinstance(options, (tuple, range)):
            return options[k]
        for option in options:
            if k == 0:
                return option
            k -= 1


def check(game):
    """What must hold after every answer, whoever gave it."""
    s = game.state
    p = game.prompt
    assert p.number == len(game.journal)
    # Terrain that the table laid down can leave the monster no place: then only undo and adjust go on.
    assert len(p.options) > 0 or game.adjusting or (p.kind == "place-monster" and any(s.terrain)), (p.kind, "nothing can be answered")
    assert p.usual is None or p.allows(p.usual), (p.kind, p.usual)
    if s.placed:
        assert 0 <= s.x <= s.columns - s.size and 0 <= s.y <= s.rows - s.size
        for y in range(s.y, s.y + s.size):
            for x in range(s.x, s.x + s.size):
                assert not s.terrain[y * s.columns + x] & BLOCKS_MONSTER
    seen = []
    for i in range(len(s.at)):
        if s.at[i] == NOWHERE or s.flags[i] & DEAD:
            continue
        assert 0 <= s.at[i] < s.columns * s.rows
        # Two share a space only while X6 is still to be asked, or where the board has no free space left for it.
        open_still = p.kind in ("aside", "order", "push-side") or game.adjusting
        assert s.at[i] not in seen or not free_spaces(s) or open_still, ("two on a space", p.kind)
        assert not s.terrain[s.at[i]] & BARS_SURVIVORS
        seen.append(s.at[i])
    assert len(s.pack()) < 1024


def play(seed, answers, columns=22, rows=16, watch=None, rulings=None):
    """A game of so many answers, undos, redos and adjustments; `watch(game, dice)` after each."""
    dice = Dice(seed)
    game = engine.create(Journal(), Cards(), ("A", "B", "C")[: dice.below(4)], columns, rows, rulings)
    for _ in range(answers):
        n = game.prompt.number
        k = dice.below(20)
        if (k == 0 or not len(game.prompt.options)) and game.can_undo:
            game.undo(n)
        elif k == 1 and game.can_redo:
            game.redo(n)
        elif k == 2 and not game.adjusting:
            game.adjust(n)
        elif (k < 8 or game.prompt.kind == "level") and game.prompt.usual is not None:  # the level stays lights
            game.answer(n, game.prompt.usual)
        elif len(game.prompt.options):
            game.answer(n, dice.choice(game.prompt.options))
        check(game)
        if watch:
            watch(game, dice)
    return game
