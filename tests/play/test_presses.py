"""The presses that are counted are those that the board's own controls need: the way that is found works, and no shorter one does."""

from itertools import product

import pytest
from lanternboard.controls.keys import CHOOSE, DOWN, LEFT, NEXT, RIGHT, UP, Controls, View
from lanternboard.rules.prompt import CHANCE, Prompt
from lanternboard.rules.spaces import Spaces
from lanternboard_host.play.presses import Counter
from lanternboard_host.play.report import percentile
from lanternboard_host.play.simulate import Setting, Tally, many

COLUMNS = 6


def pressed(prompt, keys):
    """What these keys answer one after the other, each pressed and let go; None where they end before an answer."""
    controls = Controls(View())
    for n, key in enumerate(keys, 1):
        for down in (True, False):
            for intent in controls.edge(key, down, 10 * n, prompt, COLUMNS):
                if intent[0] == "answer":
                    return intent[1] if n == len(keys) else None
                if intent[0] == "usual":
                    return prompt.usual if n == len(keys) else None
    return None


def least(prompt, choice, most=4):
    for n in range(1, most + 1):
        for keys in product((UP, DOWN, LEFT, RIGHT, CHOOSE, NEXT), repeat=n):
            if pressed(prompt, keys) == choice:
                return n
    return None


def spaces(*some):
    out = Spaces(COLUMNS * 5)
    for space in some:
        out.add(space)
    return out


def test_presses_are_the_fewest_that_the_controls_need():
    asked = [
        Prompt("do", "V3", ("a0", "fist", "g0", "move", "done"), "a0"),
        Prompt("order", "X2", ("s0", "s1", "s2", "s3"), None),
        Prompt("side", "M7", ("N", "W"), "N"),
        Prompt("hits", "A3", range(4), None, CHANCE, (), (1, 3, 9, 2)),
        Prompt("number", "G8", range(-2, 2), 0),
        Prompt("go", "V4", spaces(1, 2, 7, 13, 19, 22), 13),
        Prompt("aside", "X6", spaces(8, 13, 15, 20), None),
    ]
    for number, prompt in enumerate(asked, 1):
        prompt.number = number
        counter = Counter(COLUMNS)
        for choice in prompt.options:
            n = counter.presses(prompt, choice)
            assert n <= 4, "a test that looks no further than four presses"
            assert least(prompt, choice) == n, (prompt.kind, choice, n)


def test_what_the_board_draws_costs_no_press():
    prompt = Prompt("card", "F5", ("claw", "chomp"), "claw", CHANCE)
    assert Counter(COLUMNS).presses(prompt, "chomp") == 0
    assert Counter(COLUMNS, ()).presses(prompt, "chomp") == 2


@pytest.mark.parametrize(("level", "most"), [(1, 12), (2, 40)])
def test_a_round_takes_few_presses(level, most):
    tally = Tally()
    for one in many(Setting(players="sensible", level=level), 12, 1, True):
        tally.add(one)
    every: dict[int, int] = {}
    for counts in tally.presses.values():
        for n, times in counts.items():
            every[n] = every.get(n, 0) + times
    assert percentile(tally.round_presses, 50) <= most
    assert percentile(every, 50) == 1 and percentile(every, 90) <= 4
