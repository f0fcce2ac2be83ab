"""Chance as an answer: which option of a prompt of chance's comes up. It knows no rule; whoever calls it brings the randomness."""


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
