"""Two ends of the link and what lies between them, in simulated time: no clock, no threads, every run the same."""

import random

from lanternboard.link.end import OPENED
from lanternboard.link.link import board_link, host_link


class Noise:
    """Does something bad to a share of the lines that pass: flips a byte, drops, doubles, cuts or joins a line."""

    KINDS = ("flip", "drop", "double", "cut", "join")

    def __init__(self, share: float, seed: int) -> None:
        self.share = share
        self.random = random.Random(seed)
        self.done = dict.fromkeys(self.KINDS, 0)

    def __call__(self, line: bytes) -> bytes:
        if self.random.random() >= self.share:
            return line
        kind = self.random.choice(self.KINDS)
        self.done[kind] += 1
        if kind == "flip":
            at = self.random.randrange(len(line))
            return line[:at] + bytes([line[at] ^ 1 << self.random.randrange(8)]) + line[at + 1 :]
        if kind == "drop":
            return b""
        if kind == "double":
            return line + line
        if kind == "cut":
            return line[: self.random.randrange(1, len(line))]
        return line.replace(b"\n", b"")


def quiet(line: bytes) -> bytes:
    return line


class Pair:
    """`host` and `board`, joined. `run(work)` calls work(ms) whenever something came or time passed, until it returns True."""

    def __init__(self, noise=quiet, board=None, host=None) -> None:
        self.noise = noise
        self.board = board or board_link()
        self.host = host or host_link()
        self.ms = 1
        self.most = {id(self.board): 0, id(self.host): 0}  # the most that was ever on its way to be read
        self.session = 0

    def open(self) -> None:
        self.session += 1
        self.host.open(b"%02d" % (self.session % 99 + 1), self.ms)
        self.run(lambda ms: self.host.state == OPENED)

    def pass_on(self) -> bool:
        """Whatever both ends have to say now. True when there was something."""
        said = False
        for end, other in ((self.host, self.board), (self.board, self.host)):
            bunch = bytearray()
            while True:
                piece = end.out(self.ms)
                if piece is None:
                    break
                bunch += self.noise(bytes(piece))
                end.sent(len(piece))
            if bunch:
                said = True
                other.feed(bunch, len(bunch), self.ms)
        return said

    def run(self, work, limit: int = 100_000) -> None:
        """`limit`: simulated milliseconds in which `work` must be done."""
        end = self.ms + limit
        while not work(self.ms):
            if not self.pass_on():
                self.ms += max(1, min(self.host.due(self.ms), self.board.due(self.ms)))
                if self.ms >= end:
                    raise AssertionError(f"not done in {limit} ms: {self.host.named()} {self.board.named()}")
            else:
                self.ms += 1
