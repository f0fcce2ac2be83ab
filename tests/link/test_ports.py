"""Which ports are spoken to, and what people are told when there is none, a busy one, or one that is not theirs."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from lanternboard.link import messages
from lanternboard.rules.engine import RULES
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.link import Client, candidates, choose, doctor, labels, opening, ports, wire
from lanternboard_host.link.client import NoAnswer
from lanternboard_host.link.opening import PortProblem, open_port
from lanternboard_host.link.ports import USB, Candidate

ROOT = Path(__file__).parents[2]


def usb(device, vid, pid, serial=None):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial)


@pytest.fixture
def plugged(monkeypatch):
    from serial.tools import list_ports

    ports = []
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    return ports


def test_only_ports_that_can_be_ours_are_candidates(plugged):
    plugged += [
        usb("/dev/ttyUSB0", 0x0403, 0x6001, "FT1"),
        usb("/dev/ttyACM1", 0x2E8A, 0x0005, "E660583883724A32"),
        usb("/dev/ttyS0", None, None),
        usb("/dev/ttyACM0", 0x2341, 0x0043),
        usb("/dev/ttyACM3", 0x303A, 0x4001, "123456"),
    ]
    assert [(one.port, one.id) for one in candidates()] == [("/dev/ttyACM1", "e660583883724a32"), ("/dev/ttyACM3", "")]


def test_a_board_is_chosen_by_port_name_or_id(plugged, board):
    plugged += [usb("/dev/ttyACM1", 0x2E8A, 0x0005, "E660583883724A32")]
    assert choose("e660").port == choose("/dev/ttyACM1").port == "/dev/ttyACM1"
    assert choose(board.name).id == choose(board.id).id == choose(os.path.realpath(board.port)).id == board.id
    with pytest.raises(PortProblem) as problem:
        choose()
    assert "2 boards" in problem.value.message and board.name in problem.value.allowed
    with pytest.raises(PortProblem) as problem:
        choose("nothing")
    assert problem.value.exit_code == 3


def test_a_beginning_of_a_label_is_enough_where_it_is_one_boards(plugged, monkeypatch, tmp_path):
    monkeypatch.setenv("LANTERNBOARD_CONFIG", str(tmp_path))
    monkeypatch.setattr(ports, "emulated_ports", list)
    for k, label in enumerate(("Attic table", "attic lamp", "Cellar", "Cellar stairs", "Cellar steps")):
        plugged.append(usb(f"/dev/ttyACM{k}", 0x2E8A, 0x0005, f"e66058388372{k:04}"))
        labels.give(f"e66058388372{k:04}", label)
    assert choose("Attic t") == choose("ATTIC TABLE") == choose("Attic table") and choose("attic t").port == "/dev/ttyACM0"
    assert choose("Cellar").port == choose("cellar").port == "/dev/ttyACM2", "a whole match wins"
    for wanted, both in (("Attic", "Attic table, attic lamp"), ("cellar st", "Cellar stairs, Cellar steps")):
        with pytest.raises(PortProblem) as problem:
            choose(wanted)
        assert problem.value.exit_code == 3 and problem.value.message.startswith("2 boards") and both in problem.value.allowed
        assert both in doctor.gather(wanted)[1].todo
    with pytest.raises(PortProblem, match="no board of that port, name, id or label"):
        choose("table")


def test_a_board_keeps_its_id_with_its_flash_or_with_its_name(tmp_path):
    def id_of(**named):
        with EmulatedBoard(**named) as made:
            return made.id

    first, again, other = (id_of(flash=tmp_path / name, name=name) for name in ("mine", "mine", "other"))
    assert first == again != other and (tmp_path / "mine.id").read_text() == first + "\n"
    assert id_of(name="mine") == id_of(name="mine") != first
    assert id_of() != id_of()


def test_a_named_board_is_found_again_after_a_restart_and_another_one_too_when_its_name_was_asked_for(tmp_path):
    def started(**named):
        made = EmulatedBoard(name="mine", **named)
        made.start()
        return made

    first = started(flash=tmp_path / "flash")
    with Client("mine") as client:
        journal = client.table["journal"]
        first.stop()
        first = started(flash=tmp_path / "flash")
        client.request("ping", timeout=20)
        assert (client.table["journal"], client.wire.instead_of) == (journal, "")
        first.stop()
        second = started(board_id="b" * 16)
        client.request("ping", timeout=20)
        assert client.id == "b" * 16 and client.wire.instead_of == first.id and client.table["journal"] != journal
    with Client(second.id) as client:  # this one and no other
        second.stop()
        third = started(board_id="c" * 16)
        with pytest.raises(PortProblem):
            client.request("ping", timeout=1.5)
        third.stop()


def test_away_counts_from_when_it_was_lost(board):
    with Client(board.port) as client:
        client.request("ping")
        heard = threading.Event()
        feed = client.wire.link.feed

        def fed(data, n, ms):
            feed(data, n, ms)
            if b"~A" in data:
                heard.set()

        client.wire.link.feed = fed
        assert heard.wait(10)  # it says nothing of itself: this answers the wire's own question, a second later
        assert client.away is None
        board.unplug()
        with client.wire.changed:
            assert client.wire.changed.wait_for(lambda: not client.online, 5)
            assert client.away < 1


def test_no_board_at_all_says_what_to_do(plugged):
    with pytest.raises(PortProblem) as problem:
        choose()
    assert "emulate" in problem.value.allowed and "doctor" in problem.value.allowed
    found = doctor.gather()
    assert found[-1].level == doctor.WRONG and "data" in found[-1].todo


@pytest.mark.parametrize(
    "usb_ids, system, says",
    [
        ([], "linux", "dmesg"),
        ([], "win32", "Device Manager"),
        ([("2e8a", "0003")], "linux", ".uf2"),
        ([("2e8a", "0009")], "linux", "cdc_acm"),
    ],
)
def test_why_there_may_be_no_port(usb_ids, system, says):
    found = doctor.judge_no_port(usb_ids, ["/dev/ttyUSB0"], system)
    assert says in found[0].todo and found[0].level == doctor.WRONG
    assert "/dev/ttyUSB0" in found[1].text


def test_a_port_that_this_user_may_not_open(monkeypatch):
    import serial

    def refuse(*args, **named):
        raise serial.SerialException(13, "could not open port /dev/null: [Errno 13] Permission denied")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr(opening, "permission_help", lambda port: "sudo usermod -a -G dialout")
    with pytest.raises(PortProblem) as problem:
        open_port("/dev/null")
    assert problem.value.kind == "denied" and "dialout" in str(problem.value)
    assert doctor.judge_port(Candidate("/dev/null", "a board"), "", False).level == doctor.WRONG


def test_the_page_on_permissions_has_the_ports_that_are_spoken_to(monkeypatch):
    import grp

    monkeypatch.setattr(grp, "getgrgid", lambda gid: SimpleNamespace(gr_name="root"))
    page = re.search(r"docs/\S+\.md", opening.permission_help("/dev/null")).group()
    text = (ROOT / page).read_text("utf-8")
    rules = re.findall(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="(\w+)"', text)
    assert {(int(vendor, 16), int(product, 16)) for vendor, product in rules} == set(USB)


def test_a_port_that_is_not_there():
    with pytest.raises(PortProblem) as problem:
        open_port("/dev/lanternboard-none")
    assert problem.value.kind == "missing"


@pytest.mark.skipif(os.name != "posix", reason="a file is no port there either, but says so otherwise")
def test_a_file_that_is_named_as_a_port_is_refused_at_once(tmp_path):
    """Where nobody can ever answer nobody is waited for."""
    file = tmp_path / "journal"
    file.write_text("a line")
    for place in (file, tmp_path):
        began = time.monotonic()
        with pytest.raises(PortProblem) as problem:
            Client(str(place), wait=30)
        assert str(place) in str(problem.value) and time.monotonic() - began < 10
    with pytest.raises(PortProblem) as problem:
        open_port(str(file))
    assert problem.value.kind == opening.NO_PORT


def test_doctor_on_a_board_that_is_well(board):
    found = doctor.gather(board.name)
    assert not [one for one in found if one.level == doctor.WRONG], found
    abouts = {one.about for one in found}
    assert {"this computer", "board", "table", "starts", "link, board's end", "link, our end"} <= abouts


@pytest.fixture
def silent(monkeypatch):
    """A port at which nobody answers."""
    import pty

    from lanternboard_host.link import wire

    monkeypatch.setattr(wire, "GREET", 0.1)
    ours, theirs = pty.openpty()
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_doctor_has_its_own_advice_for_a_port_that_does_not_answer(silent, plugged, monkeypatch):
    monkeypatch.setattr(wire, "GREET", 1.0)
    with pytest.raises(PortProblem) as problem:
        Client(silent, wait=3)
    assert "doctor" in problem.value.allowed  # what everybody else says
    plugged.append(SimpleNamespace(device=silent, vid=0x0403, pid=0x6001, serial_number="FT1", description="FT232R USB UART"))
    found = doctor.gather(silent, wait=3)
    assert found[-1].level == doctor.WRONG and "does not answer" in found[-1].text
    for part in ("other program", "reset", "FT232R USB UART (0403:6001)", "lanternboard ports"):
        assert part in found[-1].todo, part


@pytest.mark.parametrize(
    "one, says",
    [
        (Candidate("/dev/ttyACM1", "Raspberry Pi Pico with MicroPython", "e660583883724a32"), "is Lanternboard installed on it"),
        (Candidate("/dev/pts/7", "emulated board (unix)", "e660583883724a32", "mine"), "lanternboard emulate"),
    ],
)
def test_doctors_advice_says_what_the_silent_port_is(one, says):
    for problem in (PortProblem(opening.UNANSWERED, one.port, "silent", "`lanternboard doctor`"), NoAnswer("hello", one.port, 3.0, None)):
        todo = doctor.judge_problem(problem, one).todo
        assert says in todo and "doctor" not in todo


def test_doctor_never_sends_people_to_doctor(plugged, monkeypatch):
    monkeypatch.setattr(doctor, "usb_devices", list)
    for found in (doctor.gather(), doctor.gather("nothing")):
        assert found[-1].level == doctor.WRONG and not [one for one in found if "`lanternboard doctor`" in one.todo]


def test_doctor_on_a_busy_board(board):
    opened = open_port(board.port)
    try:
        found = doctor.gather(board.name)
    finally:
        opened.close()
    assert found[-1].level == doctor.WRONG and f"process {os.getpid()}" in found[-1].text


@pytest.mark.parametrize("url", ["hwgrep://(", "loop://?logging=x", "alt://x?class=Foo"])
def test_an_address_that_is_none_is_refused_in_a_sentence(url):
    with pytest.raises(opening.PortProblem) as refused:
        opening.open_port(url)
    assert str(refused.value).startswith(url) and refused.value.allowed


@pytest.mark.parametrize("url", ["", "socket://127.0.0.1:9"])
def test_who_has_gone_has_no_port_whatever_a_note_says(board, url):
    port = url or board.port
    note = opening.note_path(port)
    for pid in (2**22 + 1, os.getpid()):
        note.write_text(json.dumps({"pid": pid, "program": "lanternboard connect"}))  # nobody holds its lock
        assert opening.owner_of(port) == "" and not note.exists()
    assert not [one for one in doctor.gather(board.name) if one.level == doctor.WRONG]


def test_a_note_goes_when_its_port_is_closed(board):
    note = opening.Note("socket://127.0.0.1:9")
    note.write()
    path = opening.note_path("socket://127.0.0.1:9")
    assert path.exists() and f"process {os.getpid()}" in opening.owner_of("socket://127.0.0.1:9")
    assert not opening.Note("socket://127.0.0.1:9").taken
    note.close()
    assert not path.exists()
    opened = open_port(board.port)
    assert opening.note_path(board.port).exists()
    opened.close()
    assert not opening.note_path(board.port).exists()


def test_doctor_for_a_board_that_is_not_there_names_those_that_are(board):
    found = doctor.gather("nope")
    assert [one.text for one in found[1:]] == [f"no board is called nope; there is: {board.name}"]


HELLO = {"re": 1, "id": "f" * 16, "version": "0.1.0", "rules": RULES, "protocol": 1, "digest": messages.digest(), "driver": "rp2"}


def test_doctor_judges_versions():
    assert all(one.level == doctor.FINE for one in doctor.judge_board(HELLO, {}))
    assert doctor.judge_board({**HELLO, "digest": "0" * 8}, {})[0].level == doctor.WRONG
    assert "explained" in doctor.judge_board({**HELLO, "rules": 9}, {})[0].text


def test_doctor_tells_bad_settings_and_safe_mode_apart():
    table = {"columns": 22, "rows": 16, "pack": "first-story", "journal": "a" * 16, "n": 2, "safe": True, "cause": "power"}
    bad = doctor.judge_board(HELLO, table, "table.json: rulings.x: unknown key (allowed: y)")[-1]
    assert bad.level == doctor.WRONG and bad.about == "settings" and "rulings.x: unknown key" in bad.text
    assert "mended table.json" in bad.todo and "reset it" not in bad.todo and "safe mode" not in bad.text
    failed = doctor.judge_board(HELLO, {**table, "cause": "watchdog"}, "three failures within a minute")[-1]
    assert failed.about == "safe mode" and "three failures" in failed.text and "reset it to try again" in failed.todo
    assert doctor.judge_board(HELLO, {**table, "cause": "error"})[-1].about == "safe mode"


def test_doctor_judges_starts_counters_and_log():
    boots = {"boots": 3, "cause": "watchdog", "why": "", "note": "", "last": [[1, "power", ""], [3, "watchdog", "hung"]]}
    assert "start 3: watchdog (hung)" in doctor.judge_boots(boots)[1].text
    good = {"lines_in": 1000, "lines_out": 900, "bad_line": 3}
    assert all(one.level == doctor.FINE for one in doctor.judge_counters(good, good))
    bad = {"lines_in": 1000, "lines_out": 900, "bad_line": 50, "cut": 4}
    found = doctor.judge_counters(bad, {})
    assert found[0].level == doctor.WRONG and "54 of 1054" in found[0].text and "cable" in found[0].todo
    assert doctor.judge_log("", b"Traceback (most recent call last)")[0].level == doctor.WRONG
    assert doctor.judge_log("", b"") == []


def test_doctor_tells_what_is_asked_given_and_drawn_and_when_it_is_limited():
    power = {"brightness": 50, "night": False, "asked_ma": 900, "given_ma": 2000, "estimated_ma": 640, "limited": False, "leds": 352}
    (found,) = doctor.judge_power(power)
    assert found.level == doctor.FINE and found.todo == "" and all(word in found.text for word in ("352", "900", "2000", "640"))
    (found,) = doctor.judge_power({**power, "asked_ma": 9000, "limited": True, "night": True})
    assert found.level == doctor.NOTE and "dimmed" in found.text and "by night" in found.text and "supply_ma" in found.todo
    (found,) = doctor.judge_power({**power, "asked_ma": 9000, "estimated_ma": 502, "given_ma": 200, "limited": True})
    assert found.level == doctor.WRONG and "no LED can be lit" in found.text and "supply" in found.todo
    assert doctor.judge_power({}) == doctor.judge_power({**power, "leds": 0}) == []


def test_host_code_imports_without_pty_termios_fcntl():
    program = """
import importlib, pkgutil, sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("pty", "termios", "fcntl", "tty", "grp", "pwd", "resource"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
for name in ("pty", "termios", "fcntl", "tty", "grp", "pwd", "resource"):
    sys.modules.pop(name, None)
import lanternboard_host
for found in pkgutil.walk_packages(lanternboard_host.__path__, "lanternboard_host."):
    if "boot_unix" in found.name or "boot_cpython" in found.name or found.name.endswith(("__main__", "migrations.env")):
        continue  # programs of the emulated board and of alembic, not of the host
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] != "rp2040py" or ".emulator.pico_" not in found.name:
            raise  # only the Pico in software may want the extra `pico`
    print(found.name)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")])}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert "lanternboard_host.link.wire" in done.stdout


def test_who_wants_a_port_that_is_visited_for_a_moment_waits_for_it(board):
    opened = open_port(board.port, visit=True)
    with pytest.raises(PortProblem) as problem:
        open_port(board.port)
    assert problem.value.kind == "busy" and problem.value.passing
    client = Client(board.port, connect=False)
    client.wire.start()
    with client.wire.changed:
        client.wire.changed.wait_for(lambda: client.problem is not None, 10)
    assert client.problem.passing and not client.wire.hopeless
    opened.close()
    assert client.wait_online(20)
    with pytest.raises(PortProblem) as problem:
        open_port(board.port)
    assert not problem.value.passing
    client.close()
