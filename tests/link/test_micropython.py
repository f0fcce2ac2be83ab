"""The codec on a real MicroPython: the same exchanges over a bad line, in a heap of a Pico's size, and what it takes there."""

import subprocess
import sys
from pathlib import Path

import pytest
from lanternboard.link import messages
from link.refused import REFUSED
from sizes import SEED, count

ROOT = Path(__file__).parents[2]
pytest.importorskip("micropython_unix", reason="this machine has no MicroPython from PyPI")

PROGRAM = r"""
import gc
from lanternboard.link.end import OPENED, LOST
from lanternboard.link.link import board_link, host_link
from lanternboard.link import messages

SEED, TOTAL, REFUSED = %d, %d, %r
state = SEED
def chance(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) %% n

def harm(line):
    if chance(100):
        return line
    kind = chance(5)
    at = chance(len(line))
    if kind == 0:
        return line[:at] + bytes([line[at] ^ 1 << chance(8)]) + line[at + 1:]
    if kind == 1:
        return b""
    if kind == 2:
        return line + line
    if kind == 3:
        return line[:at]
    return line[:-1]

for given, path in REFUSED:
    try:
        messages.parse({"x": ("re", "i?", "v", "isbl?")}, given, {})
        print("taken", given)
    except messages.Refused as refused:
        if refused.path != path:
            print("path", refused.path, given)
got = {}
messages.parse({"x": ("v", "s", "w", "l", "n", "b?")}, rb'x { "v" : "\u00e9\ud83d\ude00\n\"" ,"w":[1, -2 ],"n":null}', got)
if got != {"v": "\u00e9\U0001f600\n\"", "w": [1, -2], "n": None}:
    print("parsed", got)
if messages.encode({"x": ("v", "s")}, "x", {"v": "row" + chr(0xD800) + "s"}) != rb'x {"v":"row\ufffds"}':
    print("half a pair")

gc.collect()
free = gc.mem_alloc()
board = board_link()
gc.collect()
took = gc.mem_alloc() - free
host = host_link(0)
host.open(b"a7", 1)
ms = 1
asked = answered = seen = 0
early = 0
buffer = bytearray(512)
while answered < TOTAL:
    moved = False
    for end, other in ((host, board), (board, host)):
        piece = end.out(ms)
        while piece is not None:
            line = harm(bytes(piece))
            end.sent(len(piece))
            buffer[: len(line)] = line
            other.feed(buffer, len(line), ms)
            moved = True
            piece = end.out(ms)
    ms += 1
    if not moved:
        ms += max(0, min(host.due(ms), board.due(ms)))
    if host.state == LOST:
        raise SystemExit("lost")
    if host.state != OPENED:
        continue
    while board.room() >= 200:
        message = board.take()
        if message is None:
            break
        seen += 1
        assert message == ("answer", {"re": seen, "n": seen, "choice": [seen %% 22, 3]}), message
        board.ok(seen, n=seen + 1)
    while True:
        message = host.take()
        if message is None:
            break
        answered += 1
        assert message == ("ok", {"re": answered, "n": answered + 1}), message
    while asked < TOTAL and asked - answered < 3 and host.say("answer", re=asked + 1, n=asked + 1, choice=[(asked + 1) %% 22, 3]):
        asked += 1
    if answered >= 1000 and not early:
        gc.collect()
        early = gc.mem_alloc()
gc.collect()
grown = gc.mem_alloc() - early
print(messages.digest(), took, grown, seen)
"""


def micropython(program: str, tmp_path: Path, heap: str = "192wK") -> str:
    file = tmp_path / "program.py"
    file.write_text(program)
    start = "import sys; from micropython_unix import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", start, "-X", "heapsize=" + heap, str(file)],
        capture_output=True,
        text=True,
        timeout=600,
        env={"MICROPYPATH": f".frozen:{ROOT / 'firmware'}", "PATH": ""},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_exchanges_over_a_bad_line_on_micropython(tmp_path):
    total = count(2000, 5000, 20_000)
    digest, took, grown, seen = micropython(PROGRAM % (SEED, total, REFUSED), tmp_path).split()
    assert digest == messages.digest(), "both interpreters have the same definition"
    assert int(seen) == total
    assert int(took) <= 4096, "a board's end in bytes of a 64-bit heap, twice a Pico's"
    assert abs(int(grown)) <= 512, "nothing is left behind"


IDLE = r"""
import gc
from lanternboard.link import messages
from lanternboard.link.link import host_link
from lanternboard.settings.table import defaults
from lanternboard.table.loop import Table

class Port:
    came = b""
    said = b""

    def read_into(self, buf):
        n = len(self.came)
        buf[:n] = self.came
        self.came = b""
        return n

    def write(self, buf, n):
        self.said += bytes(buf[:n])
        return n

class Board:
    name, id, root, ring_in, ring_out = "none", "0" * 16, "/", 512, 256
    ms, stuck = 1, 0
    def __init__(self):
        self.port = Port()
    def ticks_ms(self):
        return self.ms
    def idle(self, ms):
        self.ms += 7
    def feed(self):
        pass
    def show(self, cells):
        pass
    def buttons(self, handler):
        pass

class Boot:
    why, cause, settings_digest = "", "power", "0" * 8
    boots, safe, untouched, settings = 1, False, True, defaults()
    def file_digest(self):
        return ""
    def worked(self):
        pass

board = Board()
Boot.settings["play"]["level"] = "lights"
table = Table(board, Boot())
host = host_link(0)
host.alive = 0
host.open(b"a7", 1)
said = 0
got = []
for _ in range(300):
    piece = host.out(board.ms)
    while piece is not None:
        board.port.came += bytes(piece)
        host.sent(len(piece))
        piece = host.out(board.ms)
    table.turn(0)
    table._idle()
    if board.port.said:
        host.feed(board.port.said, len(board.port.said), board.ms)
        board.port.said = b""
    message = host.take()
    while message is not None:
        got.append(message[0])
        message = host.take()
    if host.state == 2 and said == 0:
        host.say("hello", re=1, protocol=1, digest=messages.digest())
        host.say("follow", re=2, journal="", n=0)
        host.say("frames", re=3, on=True)
        said = 1
for _ in range(1000):  # everything has been let go of
    table.turn(0)
    table._idle()
gc.collect()
gc.disable()
before = gc.mem_alloc()
for _ in range(100):
    if table.turn(0):
        print("not idle")
    table._idle()
print(gc.mem_alloc() - before, " ".join(sorted(set(got))))
"""


def test_an_idle_turn_allocates_nothing(tmp_path):
    said = micropython(IDLE, tmp_path, "256wK")  # of the sources: what a board has compiled is made in the heap here
    allocated, told = said.strip().split(" ", 1)
    assert told == "cells hello ok record table view", "a host follows"
    assert int(allocated) == 0
