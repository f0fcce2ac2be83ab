"""A board's call stack is 8 kB (a Pico's), of which a Python function takes 240 bytes and a generator 192: how many of them lie above one
another while an answer is given or taken back is bounded, whatever the cards do. What the table puts below it and machine code above,
the bench knows (`python -m tests.bench showdown`)."""

import sys
from pathlib import Path

import lanternboard
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.play.players import PLAYERS, numbers
from lanternboard_host.play.simulate import Setting, begin, chosen, seed_of
from sizes import SEED, count

OURS = str(Path(lanternboard.__file__).parent)
MOST = 16


class Depth:
    """The most functions of the board's own, one in the other, while something is done."""

    def __init__(self):
        self.most = 0
        self.names = []

    def of(self, what, *given):
        here = sys._getframe()

        def profile(frame, event, _):
            if event != "call" or not frame.f_code.co_filename.startswith(OURS):
                return
            names = []
            while frame is not here:
                names.append(frame.f_code.co_name)
                frame = frame.f_back
            if len(names) > self.most:
                self.most, self.names = len(names), names[::-1]

        sys.setprofile(profile)
        try:
            what(*given)
        finally:
            sys.setprofile(None)


def test_no_card_and_no_injury_makes_the_call_stack_deeper():
    depth = Depth()
    below = numbers(SEED)
    for k in range(count(2, 6, 100)):
        game = begin(Setting())
        game.rolls = lambda kind: True
        player = PLAYERS["random"](numbers(seed_of(SEED, k)))
        while game.prompt.kind != "over":
            if game.can_undo and game.prompt.who != CHANCE and not below(8):
                depth.of(game.undo, game.number)
            else:
                depth.of(game.answer, game.number, chosen(game.prompt, game, Setting(), player, below))
    assert depth.most <= MOST, " > ".join(depth.names)
