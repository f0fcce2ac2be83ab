"""After a reset of any cause the board is back at the same prompt, by itself, under a host that stays: a power cut, a hang that the
watchdog ends, an exception of the table itself, the cable. The faults are laid into the image, in place of two harmless acts and
of a key."""

import json

import pytest
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.faces.cards import installed
from lanternboard_host.image import image
from lanternboard_host.link import Client, Follower

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")

FAULTY = """
from . import actual, asking
for name, value in actual.__dict__.items():
    if not name.startswith("__"):
        globals()[name] = value
from .actual import play as actual_play

def play(game):
    acts = actual_play(game)
    choice = yield next(acts)
    if choice == "light":
        while True:
            pass
    if choice == "turn" and not game._quiet:
        raise MemoryError("a fault of the test's own")
    try:
        while True:
            choice = yield acts.send(choice)
    except StopIteration:
        pass
"""


FAULTY_LOOP = """
from .actual_loop import Table as Actual

class Table(Actual):
    def edge(self, key, down, ms):
        if key == 6 and down:
            raise ValueError("a fault of the table's own")
        Actual.edge(self, key, down, ms)
"""
# Seconds from a reset to the first lights: what a Pico has, and ten times what was measured here with both processors busy (0.2).
LIT = 2.0


def say(table, what, *args):
    """Asks the board for it, and waits until the follower has it too."""
    number = what(*args)["n"]
    table.wait(lambda t: t.caught_up() and t.engine.number == number)


@pytest.fixture
def faulty(tmp_path, monkeypatch):
    monkeypatch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path / "runtime"))
    out = image("emulated", tmp_path / "image")
    rules = out / "lb" / "0" / "lanternboard" / "rules"
    (rules / "play.mpy").rename(rules / "actual.mpy")
    (rules / "play.py").write_text(FAULTY)
    loop = out / "lb" / "0" / "lanternboard" / "table"
    (loop / "loop.mpy").rename(loop / "actual_loop.mpy")
    (loop / "loop.py").write_text(FAULTY_LOOP)
    with EmulatedBoard(out, watchdog=1.0) as board:
        board.start()
        with Client(board.port) as client:
            table = Follower(client, installed())
            table.wait(lambda t: t.caught_up() and t.engine)
            for choice in ("white-lion", 1, None, "N", None):
                prompt = table.engine.prompt
                if choice is None:
                    choice = prompt.usual if prompt.usual is not None else next(iter(prompt.options))
                say(table, table.answer, choice)
            assert table.engine.prompt.kind == "act"
            yield board, client, table


def asked(client):
    told = json.loads(client.long("prompt"))
    return told["n"], told["kind"], told["options"]


def test_power_watchdog_error_and_cable(faulty):
    board, client, table = faulty
    say(table, table.answer, "move")
    before = asked(client)

    board.restart()  # power
    client.request("ping", timeout=20)
    assert asked(client) == before

    board.unplug()
    board.plug()
    client.request("ping", timeout=20)
    assert asked(client) == before

    say(table, table.undo)
    before = asked(client)
    assert before[1] == "act"
    client.tell("answer", n=before[0], choice="light")  # hangs before anything is kept
    board.wait(lambda b: b.causes[-1] == "watchdog", 20)
    client.request("ping", timeout=20)
    assert asked(client) == before

    board.press(6)  # an exception of the loop itself
    board.wait(lambda b: b.causes[-1] == "error", 20)
    client.request("ping", timeout=20)
    assert asked(client) == before
    assert "a fault of the table's own" in json.loads(client.get("boots"))["last"][-2][2]

    assert board.causes == ["power", "power", "watchdog", "error"]
    assert all(seconds is not None and seconds < LIT for seconds in board.lit), board.lit


def test_a_request_that_fails_is_refused_and_changes_nothing(faulty):
    board, client, _table = faulty
    before = asked(client)
    with pytest.raises(Exception, match="a fault of the test's own"):
        client.request("answer", n=before[0], choice="turn")
    assert asked(client) == before
    assert board.causes == ["power"]
