"""What is left when the showdown is decided (F8, F9, W10): experience, resources, and the question whether it begins anew."""

from . import agenda, decks, figures
from .agenda import VICTORY
from .asking import OVER, ROUND, ask
from .prompt import Prompt
from .state import ALL, DEAD, EXPERIENCE, LOST, NOBODY, NOWHERE, WON


def decided(game) -> None:
    """Right after the showdown: F9's rewards are put on the agenda."""
    s = game.state
    if s.result == WON and s.level == ALL:
        for i in figures.living(s):
            if figures.marked(s, i, figures.DIES_AT_END) and len(figures.living(s)) == 1:
                s.flags[i] = DEAD
                s.at[i] = NOWHERE
                game.tell("died", i)
                s.result = LOST
                game.tell("lost")
        for i in figures.living(s):
            figures.add(s, i, EXPERIENCE, 1)
            game.tell("gains", i, "experience", 1)
    if s.result == WON and s.level == ALL:
        parts, basic = decks.scenario(game).get("victory", (0, 0))
        if parts or basic:
            s.phase = ROUND
            agenda.push(s, VICTORY, parts, basic)
    if s.result == LOST:
        s.spoils[:] = b""  # W10: with all survivors dead they are gone


def draw(game, parts: int, basic: int):
    """F9: one resource after the other, to the settlement."""
    s = game.state
    store = 1 if parts else 0
    if parts or basic:
        yield decks.gain(game, NOBODY, store, "random")
        parts, basic = (parts - 1, basic) if parts else (0, basic - 1)
    if parts or basic:
        agenda.push(s, VICTORY, parts, basic)
    else:
        s.phase = OVER


def over(game):
    """The showdown is over; what the table wants now is asked for ever."""
    s = game.state
    yield from ask(lambda: Prompt("over", "F8" if s.result == LOST else "F9", ("again",), "again") if s.phase == OVER else None)
