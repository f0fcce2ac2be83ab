"""How long an act can get. An act of more than 64 answers would want inner boundaries, and the lights level makes none: it needs none,
and where the table overrules in the middle of an act as often as it likes, all of it is kept, resumed and taken back. Runs on CPython
and on MicroPython."""

from lanternboard.rules import engine, record

try:
    from players import Cards, Dice, Journal
    from tables import table
    from test_rulings import played, say, space
except ImportError:
    from rules.players import Cards, Dice, Journal
    from rules.tables import table
    from rules.test_rulings import played, say, space

# A move & attack: the act, its target, end, set run over and side; then for each of eight survivors whose turn it is, its side and
# the space beside (carry.py asks each of these once). Every other act asks three questions at most.
LONGEST = 5 + 8 * 3
INNER = 64


def longest(journal):
    """The most records between two snapshots."""
    most = now = 0
    for made in journal.kept:
        now = 0 if made[0] == record.SNAPSHOT else now + 1
        most = max(most, now)
    return most


def answered(game):
    """Answers the open act to its end, each question by its first answer; how many that took."""
    n = 0
    while game.prompt.kind != "act":
        say(game, list(game.prompt.options)[0])
        n += 1
    return n


def crowd(seed):
    """A monster of 5 x 5 that comes to stand on up to seven survivors at once, others about it."""
    dice = Dice(seed)
    s = table(("." * 22 + "\n") * 16)
    s.size, s.movement, s.x, s.y, s.placed = 5, 30, 0, 5, True
    places = [space(s, 21, 7)]
    while len(places) < 8:
        at = space(s, 16 + dice.below(5), 5 + dice.below(5))
        if at not in places:
            places.append(at)
    s.resize(8)
    s.at = places
    return s


def test_no_act_asks_more_than_29_questions():
    most = 0
    for seed in range(10):
        game = played(crowd(seed), None, "attack", "s0")
        most = max(most, 2 + answered(game))
        assert longest(game.journal) <= LONGEST
    assert 12 < most <= LONGEST < INNER


def test_nor_does_any_act_of_a_game_by_chance():
    for seed in range(6):
        dice = Dice(seed)
        game = engine.create(Journal(), Cards(), ("A",), *((22, 16), (7, 6), (12, 4))[seed % 3])
        for _ in range(150):
            if not len(game.prompt.options):
                break
            many = game.prompt.kind == "survivors"
            say(game, 8 if many else dice.choice(game.prompt.options))
        assert 1 <= longest(game.journal) <= LONGEST


def test_an_act_in_which_the_table_overrules_forty_times_is_kept_resumed_and_taken_back():
    game = played(crowd(1), None, "move")
    before = game.depth
    for k in range(40):
        game.adjust(game.number)
        say(game, "tokens", k % 7 - 3)
        assert game.prompt.kind == "miniature"
    assert longest(game.journal) > INNER and game.depth == before + 120
    again = engine.Engine(Journal(game.journal.kept), Cards())
    follower = engine.Engine(Journal(game.journal.kept[:2]), Cards())
    for made in game.journal.kept[2:]:
        follower.follow(made)
    for one in (again, follower):
        assert one.state.pack() == game.state.pack() and one.prompt.kind == "miniature" and one.number == game.number
        while one.prompt.kind != "act":
            one.undo(one.number)
        assert one.state.tokens == 0
        while one.can_redo:
            one.redo(one.number)
        assert one.state.pack() == game.state.pack()
    say(game, "monster")
    assert answered(game) == 1 and game.prompt.kind == "act"
