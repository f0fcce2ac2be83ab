"""Chance as an answer: which option of a prompt of chance's comes up, and what answers which kind. It knows no rule; whoever calls it
brings the randomness."""

DICE = ("roll", "hits", "location", "random")  # kinds of prompts (docs/prompts.md) that dice answer
DECKS = ("card", "location-card", "resource")  # and decks


def by_board(kind: str, play: dict) -> bool:
    """Whether a table of these settings (`play` of table.json) rolls or draws by itself for prompts of this kind."""
    return (kind in DICE and play["dice"] == "board") or (kind in DECKS and play["decks"] == "board")


def pick(prompt, below):
    """One of the prompt's options, each as likely as its weight. `below(n)`: a random integer from 0 to n - 1."""
    options = prompt.options
    weights = prompt.weights
    if weights is None:
        return options[below(len(options))]
    left = below(sum(weights))
    for k in range(len(options)):
        left -= weights[k]
        if left < 0:
            return options[k]
    return None
