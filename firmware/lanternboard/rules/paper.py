"""The survivors' turn at the level `monster`: the board plays the monster, and what survivors do is told to it (V1, W5, W7)."""


def turn(game):
    return
    yield
