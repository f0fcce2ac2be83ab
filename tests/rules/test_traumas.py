"""The rows of a table that no die reaches (cards.md: some effects raise the roll above 10)."""

from lanternboard.rules import harm
from lanternboard.rules.prompt import CHANCE


def test_D7_rows_above_ten_can_be_named_and_never_come_up():
    prompt = next(harm.roll("severe", ("1-2", "3-8", "9-10", "11", "12-13"), "D7"))
    assert prompt.who == CHANCE and prompt.options == ("1-2", "3-8", "9-10", "11", "12-13")
    assert prompt.weights == (2, 6, 2, 0, 0)
