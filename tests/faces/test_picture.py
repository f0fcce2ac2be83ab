"""A question and its answers in a face's words."""

from lanternboard.rules.prompt import CHANCE, Prompt
from lanternboard.rules.state import ALL
from lanternboard_host.faces.alone import begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.local import NAMES
from lanternboard_host.faces.picture import picture
from lanternboard_host.link.follower import Kept


def test_how_many_of_one_die_is_a_question_of_yes_or_no():
    game = begin(Kept(), installed(), NAMES, ALL)

    def shown(dice):
        prompt = Prompt("hits", "A3", range(dice + 1), dice, CHANCE, (dice, 3, "s0"))
        return picture(game.state, prompt, bytes(len(game.state.terrain)), game.names, game.cards)

    assert (shown(1).sentence, shown(1).options, shown(1).usual) == ("Does the die show 3 or more?", ["no", "yes"], "yes")
    assert (shown(2).sentence, shown(2).options, shown(2).usual) == ("How many of 2 dice show 3 or more?", ["0", "1", "2"], "2")
