"""Who plays the showdown that a bench measures, the same on a board and on the host: any legal answer, dice and cards too, by a small
generator of numbers that every interpreter gives alike. With a seed of `SEEDS` a showdown of the First Story at the level `all`
lasts so many answers at least."""

from lanternboard.rules.chance import pick

USUAL = ("monster", "scenario", "survivors", "players")  # what is played, not how


class Numbers:
    """A linear congruence."""

    def __init__(self, seed):
        self.now = seed

    def below(self, n):
        got = 0
        for _ in range(3):  # one alone repeats soon
            self.now = (self.now * 25173 + 13849) & 0xFFFF
            got = got * 251 + (self.now >> 5)
        return got % n


def choose(prompt, numbers):
    if prompt.kind in USUAL:
        return prompt.usual
    if prompt.weights is not None:
        return pick(prompt, numbers.below)
    n = numbers.below(len(prompt.options))
    for option in prompt.options:
        if not n:
            return option
        n -= 1
