"""The pack's cards, and behind them the weapons that a party brought along and no pack knows, by the names in the journal's header."""

OWN = 128  # State.gear's card from which on it is a place among these


class Brought:
    """As the pack's cards, with `names` as further gear from card OWN on."""

    def __init__(self, cards, names) -> None:
        self._cards = cards
        self._names = names

    def __getattr__(self, name: str):
        return getattr(self._cards, name)

    def card(self, deck: str, n: int) -> dict:
        if deck == "gear" and 0 <= n - OWN < len(self._names):
            return {"id": "", "name": self._names[n - OWN]}
        return self._cards.card(deck, n)
