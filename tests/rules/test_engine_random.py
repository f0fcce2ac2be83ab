"""Random games: what must hold always, and that every way back to a position leads to the same one."""

from lanternboard.rules import engine

try:
    from players import Cards, Journal, play
except ImportError:
    from rules.players import Cards, Journal, play
try:
    from sizes import count
except (ImportError, AttributeError):  # MicroPython

    def count(small, medium, soak):
        return 3


BOARDS = ((22, 16), (9, 7), (64, 16), (5, 5), (6, 13))


def same(a, b):
    assert a.state.pack() == b.state.pack()
    assert (a.prompt.number, a.prompt.kind, a.prompt.subject, a.depth) == (b.prompt.number, b.prompt.kind, b.prompt.subject, b.depth)
    assert list(a.prompt.options) == list(b.prompt.options) and a.prompt.usual == b.prompt.usual


def test_random_games_keep_every_invariant_and_come_back_from_the_journal():
    for seed in range(count(40, 300, 5000)):
        columns, rows = BOARDS[seed % len(BOARDS)]

        def watch(game, dice):
            if dice.below(10) == 0:
                same(game, engine.Engine(Journal(game.journal.kept), Cards()))

        play(seed, 60, columns, rows, watch)


def test_random_games_are_followed_record_by_record():
    for seed in range(count(30, 200, 2000)):
        columns, rows = BOARDS[seed % len(BOARDS)]
        game = play(1000 + seed, 60, columns, rows)
        other = engine.Engine(Journal(game.journal.kept[:2]), Cards())
        for kept in game.journal.kept[2:]:
            other.follow(kept)
        same(game, other)
        assert other.diverged == -1


def test_random_games_undo_to_the_beginning_and_redo_to_the_end():
    for seed in range(count(15, 100, 1000)):
        game = play(2000 + seed, 40, 22, 16)
        while game.can_redo:
            game.redo(game.prompt.number)
        while game.adjusting:  # one that was never answered leaves nothing behind
            game.undo(game.prompt.number)
        end = (game.state.pack(), game.prompt.kind, game.depth)
        while game.can_undo:
            game.undo(game.prompt.number)
        assert game.prompt.kind == "monster" and game.state.phase == 0
        while game.depth < end[2]:
            game.redo(game.prompt.number)
        assert (game.state.pack(), game.prompt.kind, game.depth) == end
