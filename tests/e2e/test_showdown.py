"""A whole First Story on an emulated board, of the level `all`: a host answers what people are asked, the board rolls and draws, and the
host's own core comes to the same state at every snapshot and at the end."""

import random

import pytest
from lanternboard.base.errors import Stale
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.cards import installed
from lanternboard_host.link import Client, Follower
from sizes import count


@pytest.fixture(scope="module")
def table():
    with EmulatedBoard(level="all") as board, Client(board.start()) as client:
        yield Follower(client, installed())


def asked(follower) -> bool:
    game = follower.engine
    return bool(game and follower.caught_up() and game.number == len(follower.records) and game.prompt.who != CHANCE)


def answer(follower, choice) -> bool:
    """False where a snapshot was kept just then, or chance was answered: what is asked has a new number, and may be something else."""
    try:
        n = follower.engine.number
        follower.answer(choice)
    except Stale as stale:
        current = int(stale.allowed.rsplit(" ", 1)[1])
        follower.wait(lambda f: asked(f) and f.engine.number >= current, 30)
        return False
    follower.wait(lambda f: choice == "again" or (asked(f) and f.engine.number > n), 30)
    return True


@pytest.mark.parametrize("seed", range(count(1, 2, 20)))
def test_a_showdown_is_played_to_its_end_and_followed(table, seed):
    rng = random.Random(seed)
    table.wait(asked)
    for _ in range(2000):
        prompt = table.engine.prompt
        assert table.engine.diverged < 0, table.why
        if prompt.kind == "over":
            break
        options = prompt.options
        choice = prompt.usual if prompt.usual is not None and rng.random() < 0.5 else rng.choice(list(options))
        answer(table, choice)
    state = table.engine.state
    assert prompt.kind == "over" and state.result in (1, 2) and state.round >= 1
    before = table.table["journal"]
    while not answer(table, "again"):
        pass
    table.wait(lambda f: f.table["journal"] != before and asked(f) and f.engine.prompt.kind == "monster", 30)
