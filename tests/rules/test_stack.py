"""A board's call stack is 8 kB (a Pico's), of which a Python function takes 240 bytes and a generator 192: how many of them lie above one
another while an answer is given or taken back is bounded, whatever the cards do. What the table puts below it and machine code above,
the bench knows (`python -m tests.bench showdown`)."""

import subprocess
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


ROUND = """
import sys
sys.path.insert(0, "tests")
from rules import showdowns
from rules.small_pack import SmallPack
from lanternboard.rules import flow
from lanternboard.rules.asking import ROUND

before = []

def watch(game):
    if game.state.phase == ROUND and not before:
        before.extend(sys.modules)

showdowns.played(1, SmallPack(), watch=watch)
print(" ".join(sorted({name.rpartition(".")[2] for name in set(sys.modules) - set(before) if name.startswith("lanternboard.rules.")})))
print(" ".join(name for name in flow.ROUNDS if "lanternboard.rules." + name not in before))
"""


def test_a_rounds_modules_are_loaded_before_its_first_act():
    """In an act each import would lie on top of all that is open there."""
    tests = Path(__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", ROUND], capture_output=True, text=True, cwd=tests.parent)
    later, missing = done.stdout.splitlines()
    assert not missing and set(later.split()) <= {"learn", "outcome", "spoils"}, done.stdout + done.stderr
