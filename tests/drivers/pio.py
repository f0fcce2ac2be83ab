"""A small encoder of rp2.asm_pio's words: it imports the driver's own source beside a `rp2` that takes down what the program says, once
as instructions and once as the text that pioasm reads."""

import importlib.util
import sys
import types
from pathlib import Path

import lanternboard

SOURCE = Path(lanternboard.__file__).parent / "drivers" / "rp2_leds.py"
SOURCES = {"x": 1, "y": 2, "null": 3}
CONDITIONS = {"not_x": (1, "!x")}


class Word:
    """One instruction. `text` and `word` as far as they are known: side and delay may follow."""

    def __init__(self, word, text):
        self.word, self.text, self.to, self.sided = word, text, None, None

    def side(self, level):
        self.sided = level
        return self

    def __getitem__(self, delay):
        self.delayed = delay
        return self

    delayed = 0


class Program:
    """What @asm_pio makes of a function: `words`, `text`, and the options that were given."""

    def __init__(self, function, options):
        self.options = options
        self.labels, self.words_of, self.lines = {}, [], []
        self.target, self.top = 0, None
        scope = function.__globals__
        names = {
            "wrap_target": self._wrap_target,
            "wrap": self._wrap,
            "label": self._label,
            "out": self._out,
            "jmp": self._jmp,
            "nop": lambda: self._take(Word(0xA042, "nop")),
            **SOURCES,
            "not_x": "not_x",
        }
        kept = {name: scope[name] for name in names if name in scope}
        scope.update(names)
        function()
        for name in names:
            del scope[name]
        scope.update(kept)

    def _take(self, word):
        self.words_of.append(word)
        self.lines.append(word)
        return word

    def _wrap_target(self):
        self.target = len(self.words_of)
        self.lines.append(".wrap_target")

    def _wrap(self):
        self.top = len(self.words_of) - 1
        self.lines.append(".wrap")

    def _label(self, name):
        self.labels[name] = len(self.words_of)
        self.lines.append(name + ":")

    def _out(self, to, bits):
        name = next(name for name, number in SOURCES.items() if number == to)
        return self._take(Word(0x6000 | to << 5 | bits & 31, f"out {name}, {bits}"))

    def _jmp(self, *to):
        number, text = CONDITIONS[to[0]] if len(to) > 1 else (0, "")
        word = self._take(Word(number << 5, f"jmp {text + ', ' if text else ''}{to[-1]}"))
        word.to = to[-1]
        return word

    @property
    def words(self):
        """As the hardware has them, one bit of every delay being the side."""
        out = []
        for word in self.words_of:
            assert word.sided is not None and word.delayed < 16
            jump = self.labels[word.to] if word.to else 0
            out.append(word.word | jump | word.sided << 12 | word.delayed << 8)
        return out

    @property
    def text(self):
        lines = [".program bits", ".side_set 1"]
        for line in self.lines:
            lines.append(line if isinstance(line, str) else f"{line.text} side {line.sided} [{line.delayed}]")
        return "\n".join(lines) + "\n"


def driver(rp2=None, machine=None):
    """The driver's module, from its source, with such hardware beside it."""
    fake = rp2 or types.SimpleNamespace()
    fake.asm_pio = lambda **options: lambda function: Program(function, options)
    fake.PIO = types.SimpleNamespace(OUT_LOW=2, SHIFT_LEFT=0, JOIN_TX=1)
    spec = importlib.util.spec_from_file_location("lanternboard.drivers.rp2_leds", SOURCE)
    module = importlib.util.module_from_spec(spec)
    before = {name: sys.modules.get(name) for name in ("rp2", "machine")}
    sys.modules["rp2"], sys.modules["machine"] = fake, machine or types.SimpleNamespace()
    try:
        spec.loader.exec_module(module)
    finally:
        for name, kept in before.items():
            if kept is None:
                del sys.modules[name]
            else:
                sys.modules[name] = kept
    return module
