"""A whole table on a board without hardware, joined to a host's end of the link, in simulated time. Runs on CPython and on MicroPython."""

from lanternboard.link import messages
from lanternboard.link.end import OPENED
from lanternboard.link.link import ANSWER, host_link
from lanternboard.settings.table import defaults, digest
from lanternboard.table.loop import Table

MOST = 20_000  # simulated milliseconds in which anything must have been answered


def lights() -> dict:
    """The built-in settings at the lights level, which most tests of table and link play."""
    settings = defaults()
    settings["play"]["level"] = "lights"
    return settings


class Port:
    """The board's end of the cable: `came` is what the host wrote, `said` what it can read."""

    def __init__(self):
        self.came = bytearray()
        self.said = bytearray()

    def read_into(self, buf):
        n = min(len(buf), len(self.came))
        buf[:n] = self.came[:n]
        self.came = self.came[n:]
        return n

    def write(self, buf, n):
        self.said += bytes(buf[:n])
        return n


class Board:
    name = "none"
    id = "0" * 16
    root = "/"
    ring_in = 512
    ring_out = 256
    stuck = 0

    def __init__(self):
        self.port = Port()
        self.ms = 1
        self.edges = []
        self.cells = b""  # what is lit
        self.beside = lambda: None  # called wherever the board would wait: the host goes on

    def ticks_ms(self):
        self.beside()
        return self.ms

    def idle(self, ms):
        self.ms += max(1, ms)

    def feed(self):
        pass

    def show(self, cells):
        self.cells = bytes(cells)

    def buttons(self, handler):
        while self.edges:
            key, down = self.edges.pop(0)
            handler(key, down, self.ms)


class Boot:
    why = ""
    boots = 1
    cause = "power"
    safe = False
    untouched = True  # journals in RAM, the built-in cards

    def __init__(self, settings):
        self.settings = settings
        self.settings_digest = digest(settings)

    def file_digest(self):
        return ""

    def worked(self):
        pass


class Host:
    """A table and a host's end. `reads` False: the host says what it has to say and reads nothing."""

    def __init__(self, settings=None, board=None):
        self.board = board or Board()
        self.table = Table(self.board, Boot(settings or lights()))
        self.join()

    def join(self):
        self.link = host_link()
        self.reads = True
        self.got = []
        self.re = 100
        self.board.beside = self.beside
        self.link.open(b"a7", 1)
        self.until(lambda: self.link.state == OPENED)

    def beside(self):
        self.board.ms += 1
        port, link = self.board.port, self.link
        if self.reads and port.said:
            said, port.said = port.said, bytearray()
            link.feed(said, len(said), self.board.ms)
        while (message := link.take()) is not None:
            self.got.append(message)
        while (piece := link.out(self.board.ms)) is not None:
            port.came += piece
            link.sent(len(piece))

    def until(self, condition):
        since = self.board.ms
        while not condition():
            assert self.board.ms - since < MOST, (self.got, self.link.named(), self.table.link.named())
            self.table.turn(0)
            self.board.ms += 5

    def say(self, verb, **args):
        assert self.link.say(verb, **args)

    def ask(self, verb, **args):
        """A request, its answer waited for: its args, with `path` where it is refused."""
        self.re += 1
        self.say(verb, re=self.re, **args)
        self.wait(self.re)
        return [said for what, said in self.got if what in ("ok", "no") and said["re"] == self.re][0]

    def play(self, *choices):
        """Answers of a host, one after another."""
        for choice in choices:
            self.ask("answer", n=self.table.game.engine.number, choice=choice)

    def answers(self):
        return [(verb, args["re"]) for verb, args in self.got if verb in ("ok", "no")]

    def wait(self, *numbers):
        """Until each of these requests is answered: once, in this order."""
        self.until(lambda: {n for _, n in self.answers()} >= set(numbers))
        self.until(self.table.link.idle)
        assert [n for _, n in self.answers() if n in numbers] == list(numbers)

    def fill(self):
        """Nobody reads, and so much is to be said that the board has room for one answer and no more."""
        self.until(self.table.link.idle)
        self.reads = False
        link = self.table.link
        while link.queue - link._queued >= 2 * ANSWER:
            assert link.say("ok", re=0, text="x" * 150)
        assert link.say("ok", re=0, text="x" * (link.queue - link._queued - ANSWER - 21))
        assert link.room() == ANSWER

    def read(self):
        """The board takes what the host said meanwhile, then the host reads."""
        for _ in range(20):
            self.table.turn(0)
            self.board.ms += 5
        self.reads = True

    def greet(self, re=1):
        self.say("hello", re=re, protocol=1, digest=messages.digest())
        self.until(lambda: any(verb == "table" for verb, _ in self.got))

    def count(self, verb):
        return sum(1 for what, _ in self.got if what == verb)
