"""What simulated players found wrong in the core, each as the smallest case. Runs on CPython and on MicroPython."""

from lanternboard.rules import carry, engine, state
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
    return engine.create(Journal(), SmallPack(), ["A", "B", "C", "D"][: len(at)], state=s)


def carried(act):
    """What the act asks, every question answered with its first option."""
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
