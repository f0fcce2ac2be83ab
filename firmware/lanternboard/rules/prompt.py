"""One question: what is asked, of whom, by which rule, and the complete set of legal answers. A value; it decides nothing.

Options are one of three: a `range` of integers, a tuple of ids (short ASCII words), or `Spaces`. They are made when
somebody looks, not while answers are replayed. A choice is an integer from the range, an id, or a space's index."""

from .spaces import Spaces

ANYONE = -1  # the table as a whole; 0-7 is the player of that survivor; -2 the monster controller (V1a)
CONTROLLER = -2
CHANCE = -3  # a die or a card: the controller reads it off, or the board rolls and draws (rules/chance.py)


class Prompt:
    """`number`: its place in the journal. `kind`: what is asked (docs/prompts.md lists all). `who`: of whom.
    `rule`: the rule's ID. `subject`: ids the question is about. `options`, `usual`: legal answers and the proposed one
    (None where nothing is proposed). `weights`: where chance answers, how many ways lead to each option, in their order; the likeliest
    is proposed where nothing else is."""

    __slots__ = ("number", "kind", "who", "rule", "subject", "_options", "_usual", "_weights")

    def __init__(self, kind: str, rule: str, options, usual=None, who: int = ANYONE, subject=(), weights=None) -> None:
        self.number = 0
        self.kind = kind
        self.who = who
        self.rule = rule
        self.subject = subject
        self._options = options  # a value, or a function without arguments that makes it
        self._usual = usual  # a value, or a function of the options
        self._weights = weights  # a value, or a function of the options; None: all alike

    @property
    def options(self):
        if callable(self._options):
            self._options = self._options()
        return self._options

    @property
    def usual(self):
        if callable(self._usual):
            self._usual = self._usual(self.options)
        elif self._usual is None and self._weights is not None:
            self._usual = self._likeliest()
        return self._usual

    def _likeliest(self):
        weights = self.weights
        best = 0
        for k in range(len(weights)):
            if weights[k] > weights[best]:
                best = k
        return self.options[best]

    @property
    def weights(self):
        if callable(self._weights):
            self._weights = self._weights(self.options)
        return self._weights

    def allows(self, choice) -> bool:
        """Whether `choice` is a legal answer; the type counts: a space is no id, True is no integer."""
        options = self.options
        if isinstance(options, tuple):
            return isinstance(choice, str) and choice in options
        return isinstance(choice, int) and not isinstance(choice, bool) and choice in options

    def is_spaces(self) -> bool:
        return isinstance(self.options, Spaces)
