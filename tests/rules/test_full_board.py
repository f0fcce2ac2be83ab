"""A board on which nothing is free: whatever the table overrules, no question is asked that has no answer (V1a, G4)."""

from lanternboard.rules import engine
from lanternboard.rules.asking import PLAY
from lanternboard.table.builtin import BuiltinCards, RamJournal
from rules.tables import table

FULL = (
    "MM01 MM23 4567",  # everybody stands, nothing is free
    "aM1# MM## ####",  # terrain, and one under the base
    "ab cd",  # nothing but the base and those under it
    "MM# MM# ##0",
)


def begun(text):
    s = table(text)
    s.phase, s.monster = PLAY, 0
    game = engine.create(RamJournal(), BuiltinCards(), ["n%d" % i for i in range(len(s.at))], 22, 16, None, None, s)
    game.adjust(game.prompt.number)
    return game


def test_V1a_every_adjustment_on_a_full_board_has_answers():
    for text in FULL:
        names = begun(text).prompt.options
        assert "add-survivor" not in names, text
        assert ("place-monster" in names) == (text != FULL[2]), text
        for name in names:
            chains = [(name,)]
            while chains:
                chain = chains.pop()
                game = begun(text)
                for choice in chain:
                    game.answer(game.prompt.number, choice)
                if not game.adjusting:
                    continue
                options = list(game.prompt.options)
                assert options, (text, chain, game.prompt.kind)
                usual = game.prompt.usual
                assert usual is None or usual in options, (text, chain)
                for choice in options if len(options) < 10 else options[:1] + options[-1:]:
                    chains.append(chain + (choice,))


def test_G4_who_lies_under_the_base_of_a_full_board_stays_where_it_is():
    game = begun(FULL[1])
    before = list(game.state.at)
    game.answer(game.prompt.number, "place-survivor")
    if game.prompt.kind == "miniature":
        game.answer(game.prompt.number, "s0")
    assert list(game.prompt.options) == [before[0]]
    game.answer(game.prompt.number, before[0])
    assert list(game.state.at) == before and not game.adjusting
