"""What the table reads off its own cards: cards that no pack knows, and what a pack leaves open (docs/packs.md, `ask`). It is asked once,
from menus, and kept in State.learned."""


def card(game, deck: str):
    raise NotImplementedError
    yield


def entered(game, deck: str, n: int) -> dict:
    raise NotImplementedError


def completed(game, deck: str, number: int, card: dict) -> dict:
    return card


def when_it_dies(game):
    return True
    yield
