"""The play, as the engine sees it: `act(game)` is the next act by the state's phase, `adjustment(game)` the
table overruling. Each act is a generator that yields prompts and is sent choices (asking.driven); when it ends, the game is the state
alone. An act holds ids, never copies of what may change: after every question it looks at the state again, because the
table may have adjusted it meanwhile. A question that has become moot is dropped with its act. Nothing is decided
silently: where more than one thing is legal it is asked, with a proposal."""

from .asking import AGAIN, OVER, PLAY, ROUND, driven  # noqa: F401 - AGAIN: what the engine sends after an adjustment

# What plays a round, each behind those that it needs: an import inside of another takes a tenth of a board's call stack, and so it would
# inside of an act.
ROUNDS = ("figures", "decks", "harm", "movement", "carry", "targets", "beast", "steps", "retreat", "hunters", "showdown")


def act(game):
    """The next act, by the state's phase."""
    phase = game.state.phase
    if phase == PLAY:
        from . import play  # each part is loaded when it is played

        return _while_it_lasts(game, driven(play.play(game)))
    if phase == ROUND:
        if not game.ready:
            for name in ROUNDS:
                __import__("lanternboard.rules." + name)
            game.ready = True
        from . import showdown

        return showdown.act(game)
    if phase == OVER:
        from . import spoils

        return driven(spoils.over(game))
    from . import setup

    return driven((setup.choose_monster, setup.choose_party, setup.place_monster, setup.face_monster, setup.place_survivor)[phase](game))


def _while_it_lasts(game, going):
    """An act of the lights level, until it ends or the table has the board keep more."""
    try:
        prompt = next(going)
        while game.state.phase == PLAY:
            prompt = going.send((yield prompt))
    except StopIteration:
        pass


def adjustment(game):
    """The table overrules: one change, in a chain of small prompts (rules/adjust.py)."""
    from . import adjust

    return driven(adjust.adjustment(game))
