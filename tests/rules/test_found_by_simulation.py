"""What simulated players found wrong in the core, each as the smallest case. Runs on CPython and on MicroPython."""

from lanternboard.rules import beast, carry, engine, geometry, overrule, state
from lanternboard.rules.asking import driven
from lanternboard.rules.prompt import CHANCE, Prompt
from rules.players import Journal
from rules.small_pack import SmallPack


def fight(at, x=5, y=5, level=state.ALL):
    """A position of a showdown: the monster at (x, y), a survivor at each (column, row)."""
    s = state.State(22, 16, len(at))
    s.level = level
    s.placed = True
    s.x, s.y = x, y
    s.phase, s.round, s.scenario, s.monster = 5, 1, 0, 0  # nothing is carried out yet
    for i in range(len(at)):
        s.at[i] = at[i][1] * 22 + at[i][0]
    return engine.create(Journal(), SmallPack(), ["A", "B", "C", "D"][: len(at)], 22, 16, None, None, s)


def carried(act):
    """What the act asks, every question answered with its first option."""
    act = driven(act)
    asked = []
    choice = None
    try:
        while True:
            prompt = act.send(choice)
            asked.append((prompt.kind, prompt.rule))
            choice = next(iter(prompt.options))
    except StopIteration:
        return asked


def test_X2a_who_flees_under_the_monster_stands_beside_it():
    game = fight([(8, 10), (0, 0)], 8, 14)  # its movement is 5: it would end on (8, 15)
    assert carried(carry.to_edge(game, 0)) == []  # one free space is adjacent to where it would be
    s = game.state
    assert divmod(s.at[0], 22) == (15, 7)
    assert s.flags[0] & state.DOWN


def asked(game, kind):
    """Answers with the usual ones until that is asked."""
    while game.prompt.kind != kind:
        p = game.prompt
        game.answer(p.number, next(iter(p.options)) if p.usual is None else p.usual)
    return game.prompt


def started(level, at):
    game = engine.create(Journal(), SmallPack(), ["A", "B"], 22, 16, None, None, begun(level))
    asked(game, "told" if level == state.MONSTER else "hunter")
    s = game.state
    for i in range(len(at)):
        s.at[i] = at[i][1] * 22 + at[i][0]
    s.x, s.y, s.facing = 10, 7, 0
    return game


def begun(level):
    s = state.State(22, 16, 0)
    s.level = level
    return s


def test_V4_where_it_could_attack_from_is_proposed_the_blind_spot_first():
    game = started(state.ALL, [(8, 12), (0, 0), (21, 15), (14, 4)])
    s = game.state
    for i, usual in ((0, (10, 9)), (1, (5, 0)), (3, (11, 6))):
        spaces = geometry.reach(s, i, 5, game.rulings)
        found = geometry.approach(s, spaces)
        assert found in spaces
        assert (found % 22, found // 22) == usual, (i, found % 22, found // 22)
    assert geometry.approach(s, ()) is None


def test_V1_at_the_level_monster_the_first_answer_is_who_has_not_moved_yet():
    game = started(state.MONSTER, [(8, 12), (9, 7), (21, 15), (14, 2)])
    s = game.state
    s.flags[2] |= state.DOWN
    told = []
    while game.prompt.kind == "told" and game.prompt.usual != "end":
        told.append(game.prompt.usual)
        game.answer(game.number, game.prompt.usual)
        assert game.prompt.kind == "to"
        assert game.prompt.usual in geometry.reach(game.state, game.prompt.who, 5, game.rulings)
        game.answer(game.number, game.prompt.usual)
    assert told == ["s0", "s3"]
    assert "s1" not in game.prompt.options and game.prompt.options[0] == "end"


def test_A3_of_dice_the_likeliest_is_proposed():
    p = Prompt("hits", "A3", range(3), None, CHANCE, (2, 2), lambda _: beast.ways(2, 2))
    assert p.usual == 2
    p = Prompt("roll", "W4", ("1-4", "5-9", "10"), None, CHANCE, (), (4, 5, 1))
    assert p.usual == "5-9"


def overruled(game, *answers):
    game.adjust(game.number)
    for one in answers:
        game.answer(game.number, one)


def test_V1a_who_has_acted_is_put_right_only_while_somebody_lives():
    game = started(state.ALL, [(8, 12), (9, 7), (21, 15), (14, 2)])
    s = game.state
    assert "acted" in overrule.changes(s)
    for i in range(4):
        s.flags[i] |= state.DEAD
        s.at[i] = state.NOWHERE
    assert "acted" not in overrule.changes(s)


def test_A6a_a_survivor_whom_the_table_takes_off_is_hit_no_more():
    for kind in ("location", "hit"):
        game = engine.create(Journal(), SmallPack(), ["A", "B"], 22, 16, None, None, begun(state.ALL))
        met = False
        for _ in range(400):
            p = game.prompt
            if p.kind == kind and "s0" in p.subject:
                met = True
                break
            wanted = "s0" if p.options and isinstance(p.options, tuple) and "s0" in p.options else p.usual
            if p.kind in ("go", "do", "hunter"):
                wanted = p.options[-1] if isinstance(p.options, tuple) else p.usual
            game.answer(p.number, next(iter(p.options)) if wanted is None else wanted)
        assert met, kind
        overruled(game, "remove-survivor", "s0")
        assert game.state.flags[0] & state.DEAD
        assert "s0" not in game.prompt.subject and game.prompt.who != 0, (kind, game.prompt.kind)
