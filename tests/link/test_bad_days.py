"""Public reports of what goes wrong with boards on a cable (facts.md, by their numbers), on emulated boards and real
pseudo-terminals."""

import os
import threading
import time

import pytest
import serial
from lanternboard.base.errors import Refused
from lanternboard.link import messages
from lanternboard.link.end import OPENED
from lanternboard.link.frames import FrameReader
from lanternboard.link.link import host_link
from lanternboard.rules import journaltext
from lanternboard_host.faces.cards import installed
from lanternboard_host.link import Client, Follower, PortProblem
from lanternboard_host.link.wire import milliseconds
from sizes import SEED, count

UP, DOWN, LEFT, RIGHT, CHOOSE, BACK, NEXT = range(7)


class Bare:
    """A host of a dozen lines, as a hobbyist may write it, that reads when the test says so."""

    def __init__(self, port: str) -> None:
        self.port = serial.serial_for_url(port, timeout=0.02)
        self.link = host_link()
        self.link.open(b"b7", milliseconds())
        self.turn_until(lambda: self.link.state == OPENED)

    def turn(self) -> list:
        data = self.port.read(4096 if self.port.in_waiting else 1)
        self.link.feed(data, len(data), milliseconds())
        got = []
        while (message := self.link.take()) is not None:
            got.append(message)
        self.write()
        return got

    def write(self) -> None:
        while (piece := self.link.out(milliseconds())) is not None:
            self.link.sent(self.port.write(bytes(piece)))

    def turn_until(self, condition, seconds: float = 10.0) -> list:
        """All that came until then."""
        got = []
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, (got, self.link.named())
            got += self.turn()
        return got

    def answer_to(self, re: int) -> list:
        got = []
        deadline = time.monotonic() + 10
        while not any(args.get("re") == re and verb in ("ok", "no") for verb, args in got):
            assert time.monotonic() < deadline, (got, self.link.named())
            got += self.turn()
        return got

    def close(self) -> None:
        self.port.close()


@pytest.fixture
def bare(board):
    made = Bare(board.port)
    yield made
    made.close()


def test_report_1_bytes_0x03_do_not_stop_the_board(board, bare):
    bare.port.write(b"\x03\x03\r\n\x03")
    assert bare.link.say("ping", re=1)
    bare.answer_to(1)
    bare.close()
    with Client(board.port) as client:
        content = b"\x03" * 3000
        with pytest.raises(Refused):
            client.put("scenario", content)
        assert client.explain(content).startswith(b'{"format":"lanternboard/error/1"')
        client.request("ping")
    assert board.causes == ["power"]


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128, 129, 192, 256])
def test_report_2_messages_of_multiples_of_64_bytes_are_answered(bare, size):
    bare.link.say("settings", re=5, key="none")
    bare.answer_to(5)
    bare.turn_until(lambda: bare.link.due(milliseconds()) > 50)  # its answer is acknowledged: nothing else is under way
    empty = len(messages.encode(messages.TO_BOARD, "settings", {"re": 1, "key": ""})) + 15
    bare.link.say("settings", re=1, key="k" * (size - empty))
    line = bytes(bare.link.out(milliseconds()))
    assert len(line) == size
    assert bare.port.write(line) == size
    bare.link.sent(size)
    bare.write = lambda: None  # not a byte more goes there: neither a repeat nor a sign of life
    assert bare.answer_to(1)[-1][1]["path"] == "key"


def test_report_3_a_host_that_does_not_read_stops_nothing(board, bare):
    bare.link.say("hello", re=1, protocol=1, digest=messages.digest())
    bare.link.say("frames", re=2, on=True)
    reader = FrameReader()
    for verb, args in bare.answer_to(2):
        if verb == "cells":
            reader.take(args)
    for i in range(40):  # asked much, reads nothing
        bare.link.say("prompt", re=10 + i)
        bare.write()
    for i in range(count(60, 200, 1000)):
        shown = board.shown
        board.press((DOWN, UP)[i % 2])
        board.wait(lambda b, shown=shown: b.shown > shown, 2)

    deadline = time.monotonic() + 10
    while reader.cells != board.cells:
        assert time.monotonic() < deadline, bare.link.named()
        for verb, args in bare.turn():
            if verb == "cells":
                reader.take(args)
    assert board.causes == ["power"], "nothing but the power ever started it"


def test_report_4_an_unplugged_cable_during_a_read(board):
    with Client(board.port) as client:
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.engine)
        for i in range(count(3, 10, 30)):
            board.unplug()
            table.wait(lambda t: t.away is not None)
            with pytest.raises(PortProblem):
                client.request("ping", timeout=0.1)
            board.press(DOWN)
            board.press(CHOOSE if i < 1 else RIGHT)
            board.plug()
            table.wait(lambda t: t.away is None)
            client.request("ping")
        lines = client.get("journal").decode().splitlines()
        table.wait(lambda t: len(t.records) >= len(lines))
        assert table.lines == lines, "nothing lost, nothing doubled"
        assert table.engine and not table.why


def test_report_5_found_by_its_id_under_another_device_name(board):
    device = os.path.realpath(board.port)
    blockers = []
    with Client(device) as client:
        try:
            while os.path.realpath(board.port) == device:  # other tests open and close terminals too
                board.unplug()
                blockers += os.openpty()  # takes the device's old name, most likely
                assert len(blockers) < 100
                board.plug()
            client.request("ping", timeout=10)
            assert client.id == board.id
            assert os.path.realpath(client.port) == os.path.realpath(board.port)
        finally:
            for one in blockers:
                os.close(one)


def test_report_6_quick_presses_keep_their_order_and_none_is_an_undo(board):
    import random

    from lanternboard_host.faces.local import LocalTable

    chance = random.Random(SEED)
    keys = [chance.choice((UP, DOWN, LEFT, RIGHT, CHOOSE, CHOOSE)) for _ in range(count(60, 200, 1000))]
    expected = LocalTable()
    for key in keys:
        expected.press(key, True)
        expected.press(key, False)
    with Client(board.port) as client:
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.engine)
        for key in keys:
            for down in (True, False):
                while not table.press(key, down):
                    table.update(0.001)  # no room at the moment
        client.request("ping")
        lines = client.get("journal").decode().splitlines()
        table.wait(lambda t: len(t.records) >= len(lines))
        journal = expected.game.journal
        assert lines[1:] == [journaltext.line(n, journal.read(n)) for n in range(1, len(journal))]
        assert len(lines) > 5 and not any('"undo"' in line for line in lines)
        assert table.lines == lines and not table.why


def test_report_12_a_pseudo_terminal_opens_works_and_closes(board):
    for _ in range(3):
        with Client(os.path.realpath(board.port)) as client:
            client.request("ping")


def test_the_second_opener_is_told_who_has_it(board):
    with Client(board.port), pytest.raises(PortProblem) as problem:
        Client(os.path.realpath(board.port))
    assert problem.value.kind == "busy" and problem.value.exit_code == 3
    assert f"process {os.getpid()}" in str(problem.value)
    Client(board.port).close()


def test_a_program_that_is_not_ours_is_named_too(board):
    import subprocess
    import sys

    program = "import serial,sys; p=serial.serial_for_url(sys.argv[1],exclusive=True); print('open',flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", program, board.port], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(PortProblem) as problem:
            Client(board.port)
        assert problem.value.kind == "busy" and f"process {other.pid}" in str(problem.value)
        other.stdin.close()
    Client(board.port).close()


def test_a_board_killed_and_restarted_under_a_connected_host(board):
    with Client(board.port) as client:
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.engine)
        table.answer(table.engine.prompt.usual or table.engine.prompt.options[0])
        for _ in range(count(5, 20, 100)):
            board.kill()
            since = time.monotonic()
            board.restart()
            client.request("ping", timeout=10)
            table.wait(lambda t: t.caught_up())
            assert time.monotonic() - since < 5
        lines = client.get("journal").decode().splitlines()
        table.wait(lambda t: t.lines == lines)
        assert table.engine.number == len(lines) and not table.why


def test_many_threads_ask_at_once(board):
    with Client(board.port) as client:
        wrong = []

        def ask(text):
            for _ in range(count(20, 50, 500)):
                try:
                    client.request("settings", key=text, timeout=20)
                    wrong.append("no such setting, but ok")
                except PortProblem as problem:
                    wrong.append(problem)
                except Exception as refused:
                    if getattr(refused, "path", "") != "key":
                        wrong.append(refused)

        threads = [threading.Thread(target=ask, args=(f"none{i}",)) for i in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(10):
            assert client.get("boots").startswith(b"{")
        for thread in threads:
            thread.join()
        assert not wrong
