"""Emulated boards on the real MicroPython: cable, power, keys, names. (Boot, watchdog and safe defaults: test_boards_boot.py.)"""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
import serial
from e2e.boards import ECHO, laid_in
from lanternboard.base.errors import Refused
from lanternboard_host.emulator import EmulatedBoard, boards, serve
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.emulator.names import Name, runtime_dir
from lanternboard_host.link.opening import BUSY, PortProblem, open_port
from sizes import count

ENGINES = ["unix", "cpython"] if unix_port() else ["cpython"]
PROFILE = {"unix": "emulated", "cpython": "cpython"}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def echo_image(engine, tmp_path_factory):
    return laid_in(tmp_path_factory.mktemp("echo") / "image", ECHO, PROFILE[engine])


@pytest.fixture
def board(engine, echo_image):
    with EmulatedBoard(echo_image, engine=engine) as board:
        board.start()
        board.wait(lambda b: b.shown)
        yield board


def opened(board: EmulatedBoard) -> serial.SerialBase:
    return serial.serial_for_url(board.port, timeout=10)


def echoes(port: serial.SerialBase, data: bytes) -> bool:
    port.write(data)
    return port.read(len(data)) == data


def test_bytes_go_there_and_back_whatever_their_number(board):
    with opened(board) as port:
        for n in (1, 63, 64, 65, 127, 128, 129, 192, 256, 2000):
            assert echoes(port, bytes(33 + k % 90 for k in range(n)))


def test_a_byte_3_is_data(board):
    with opened(board) as port:
        assert echoes(port, b"\x03" * 200 + b"\x04\x01\x02")
    assert board.causes == ["power"]


def test_keys_arrive_in_the_order_they_were_pressed(board):
    seen = []
    expected = []
    for n in range(count(50, 100, 200)):
        board.press(n % 7)
        expected += [(n % 7, True), (n % 7, False)]

    def all_there(b):
        seen[:] = [edge for frame in b.frames[1:] for edge in eval(frame.decode())]
        return len(seen) >= len(expected)

    board.wait(all_there, 60)
    assert seen == expected


def test_an_unplugged_board_runs_on_and_comes_back_behind_the_same_name(board):
    name = board.port
    port = opened(board)
    assert echoes(port, b"before")
    board.unplug()
    assert board.port == ""
    assert board.name not in [named.name for named in boards()]
    try:
        assert port.read(1) == b""
    except (serial.SerialException, OSError):
        pass  # what an unplugged cable looks like
    port.close()
    fed = board.feeds
    board.wait(lambda b: b.feeds > fed)
    board.press(4)
    board.wait(lambda b: b.shown == 2)
    board.plug()
    with opened(board) as again:
        assert echoes(again, b"after")
    assert board.causes == ["power"]
    assert board.engine == "cpython" or board.port == name
    assert [named.port for named in boards() if named.name == board.name] == [board.port]


def test_a_host_that_opens_later_or_never_does_not_hold_the_board_up(board):
    """Nobody has the port open: the board goes on working, and the first to come is served."""
    fed = board.feeds
    board.wait(lambda b: b.feeds > fed + 2)
    with opened(board) as port:
        assert echoes(port, b"first")


def test_a_host_that_does_not_read_does_not_hold_the_board_up(engine, tmp_path):
    body = ECHO.replace("            n = board", "            board.port.write(b'x' * 200, 200)\n            n = board").replace(
        "if n:", "if 0:"
    )
    with EmulatedBoard(laid_in(tmp_path / "image", body, PROFILE[engine]), engine=engine) as board:
        board.start()
        with opened(board) as port:
            port.write(b"y")
            board.wait(lambda b: b.feeds > 8, 20)
            board.press(2)
            board.wait(lambda b: b.shown == 2)
            assert set(port.read(5000)) == {ord("x")}
        assert board.causes == ["power"]


def test_a_power_cut_and_a_start_give_the_same_board_on_the_same_name(board):
    name, identity = board.port, board.id
    for n in range(count(5, 20, 200)):
        board.kill()
        assert board.port == ""
        board.start()
        board.wait(lambda b: b.feeds)
        assert board.causes == ["power"] * (n + 2)
    if board.engine == "unix":
        assert board.port == name
    assert [named.id for named in boards() if named.name == board.name] == [identity]


def test_a_second_host_is_turned_away(board):
    first = open_port(board.port)
    try:
        with pytest.raises(PortProblem) as problem:  # told by our own programs, whatever the port is
            open_port(board.port)
        assert problem.value.kind == BUSY
        if board.engine == "unix":  # and by the lock of a pseudo-terminal, to any that asks
            with pytest.raises(serial.SerialException):
                serial.Serial(board.port, exclusive=True)
        first.serial.timeout = 10
        assert echoes(first.serial, b"mine")
    finally:
        first.close()


@pytest.mark.parametrize("engine", ["cpython"], indirect=True, scope="module")
def test_a_second_host_on_a_tcp_port_is_turned_away_by_the_board(board):
    with opened(board) as port:
        assert echoes(port, b"mine")
        with opened(board) as second:
            try:
                assert second.read(1) == b""
            except serial.SerialException:
                pass
        assert echoes(port, b"still mine")


def test_two_boards_cannot_have_one_name_and_a_name_is_free_afterwards(echo_image, engine):
    with EmulatedBoard(echo_image, engine=engine, name="only-one") as board:
        board.start()
        with EmulatedBoard(echo_image, engine=engine, name="only-one") as second, pytest.raises(Refused, match="only-one"):
            second.start()
        assert "only-one" in [named.name for named in boards()]
    assert "only-one" not in [named.name for named in boards()]
    assert not (runtime_dir() / "only-one.owner").exists()
    Name("only-one").close()
    with pytest.raises(Refused):
        Name("../elsewhere")


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_the_name_of_a_dead_emulator_is_cleaned_away_and_its_board_ends(echo_image, engine):
    code = (
        "import sys, time; from lanternboard_host.emulator import EmulatedBoard; "
        "b = EmulatedBoard(sys.argv[1], engine=sys.argv[2], name='dead-soon'); b.start(); print(b.pid, flush=True); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(echo_image), engine],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    pid = int(process.stdout.readline())
    assert "dead-soon" in [named.name for named in boards()]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert "dead-soon" not in [named.name for named in boards()]
    assert not os.path.lexists(runtime_dir() / "dead-soon")
    deadline = time.monotonic() + 10
    while running(pid):
        assert time.monotonic() < deadline, "the board outlived its emulator"
        time.sleep(0.02)


def running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_serve_says_where_the_board_is_and_ends_when_told(echo_image, engine):
    lines, ended = [], threading.Event()
    server = threading.Thread(target=serve, args=("served", engine, str(echo_image), None, lines.append, ended))
    server.start()
    try:
        deadline = time.monotonic() + 20
        while not lines and time.monotonic() < deadline:
            ended.wait(0.02)
        found = [named for named in boards() if named.name == "served"]
        assert found and found[0].port in lines[0] and found[0].id in lines[0]
        with serial.serial_for_url(found[0].port, timeout=10) as port:
            assert echoes(port, b"any serial program")
    finally:
        ended.set()
        server.join()
    assert "served" not in [named.name for named in boards()]


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_round_trips_over_the_pseudo_terminal_lose_nothing(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", ECHO)) as board:
        with serial.Serial(board.start(), timeout=10) as port:
            for n in range(count(1000, 10000, 100000)):
                assert echoes(port, b"round trip %d\n" % n)
        assert board.causes == ["power"]


def test_using_a_board_that_was_not_started_says_so():
    with EmulatedBoard(engine="cpython") as board:
        for use in (lambda: board.press(1), lambda: board.port, lambda: board.shown, board.kill, lambda: board.wait(lambda b: b.feeds, 0)):
            with pytest.raises(Refused, match="start"):
                use()
    with pytest.raises(Refused, match="unix, cpython, pico"):
        EmulatedBoard(engine="abacus")
