"""Chance at the board's own table: what it answers its questions with. Loaded when it is first asked."""

import os

from ..rules.chance import pick


def choice(prompt):
    """What comes up."""
    return pick(prompt, below)


def below(n: int) -> int:
    """An integer from 0 to n - 1, each as likely as any: numbers of the system's own generator, of which those are thrown away that
    would make some likelier."""
    size = 2
    while 256**size < n:  # nine attack dice fall in 10 ** 9 ways
        size += 1
    fair = 256**size // n * n
    while True:
        drawn = int.from_bytes(os.urandom(size), "big")
        if drawn < fair:
            return drawn % n
