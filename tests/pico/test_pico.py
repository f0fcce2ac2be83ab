"""The image in MicroPython's real firmware on the emulated Pico: it starts, answers, comes back at the same prompt after a power
cut and after its watchdog, and explains with the same bytes as the host. Run where LANTERNBOARD_UF2 names a firmware file. Waits
only for events: the emulated chip is some fifty times slower than a real one."""

import json
import random
import shutil
from binascii import crc32
from pathlib import Path

import pytest
import serial
from sizes import SEED, count
from slow_host import slow_host

pytestmark = [pytest.mark.pico, pytest.mark.slow]
WAIT = 600
CASES = Path(__file__).parents[1] / "cases" / "explain.jsonl"

HANGS = """
from lanternboard.table import loop
turn = loop.Table.turn
turns = 0
def hangs(self, wait):
    global turns
    busy = turn(self, wait)
    turns = turns + 1 if self.game.engine.prompt.is_spaces() else 0
    if turns == 20:  # the host has its answer by now, and the LEDs show it
        try:
            open("/hung").close()
        except OSError:
            open("/hung", "w").close()
            while True:
                pass
    return busy
loop.Table.turn = hangs
"""


@pytest.fixture(scope="module", autouse=True)
def fast_alarms():
    """Alarms of the emulator looked at every 16 instructions: half the wall time, the same emulated time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RP2040PY_CLOCK_TICK_BATCH", "16")
        yield


@pytest.fixture
def client():
    """A function that opens a client on a board, in the board's time."""
    from lanternboard_host.link.client import Client

    with slow_host():
        yield lambda port: Client(port, wait=WAIT)


def test_starts_answers_and_survives_a_power_cut(client):
    from lanternboard_host.emulator.pico import PicoBoard

    with PicoBoard() as board:
        board.start()
        assert board.wait_for("spoke")["after"] < 2e9  # ns: back at a prompt within two seconds of any reset
        with client(board.port) as host:
            assert host.hello["id"] == board.id
            assert (host.hello["driver"], host.table["cause"]) == ("rp2", "power")
            assert host.request("ping", timeout=WAIT)["ms"] > 0
            n = host.request("answer", timeout=WAIT, n=host.table["n"], choice="white-lion")["n"]
        board.restart()  # kill -9 and on again
        assert board.wait_for("spoke")["after"] < 2e9
        with client(board.port) as host:
            assert host.table["n"] == n


def test_a_thousand_answers_are_back_within_two_seconds(client, tmp_path):
    """The longest journal of the design's figures, written by the same code on the host."""
    from lanternboard.settings import table as settings
    from lanternboard.store.packs import Pack
    from lanternboard.table.game import Game
    from lanternboard.table.shelf import Shelf
    from lanternboard_host.emulator.pico import PicoBoard
    from lanternboard_host.image import ready_image

    folder = tmp_path / "image"
    shutil.copytree(ready_image("pico"), folder)
    # At the lights level a showdown goes on as long as anybody wants, and chance answers nothing.
    (folder / "table.json").write_text('{"format":"lanternboard/settings/1","play":{"level":"lights"}}')
    root = str(folder) + "/"
    pack = Pack(root + "packs/first-story.lbp")
    found = settings.read(root + "table.json")
    game = Game(Shelf(root), pack, found)
    rng = random.Random(SEED)
    for _ in range(1000):
        prompt = game.engine.prompt
        game.answer(prompt.number, 4 if prompt.kind == "survivors" else rng.choice(list(prompt.options)))
    game.engine.journal.close()
    pack.close()
    with PicoBoard(folder) as board:
        board.start()
        after = board.wait_for("spoke")["after"]
        print("1,000 answers, %d records: %.2f s" % (len(game.engine.journal), after / 1e9))
        assert after < 2e9
        with client(board.port) as host:
            assert host.table["n"] == game.engine.prompt.number


def test_watchdog_brings_back_the_same_prompt(client, tmp_path):
    from lanternboard_host.emulator.pico import PicoBoard
    from lanternboard_host.image import ready_image

    folder = tmp_path / "image"
    shutil.copytree(ready_image("pico"), folder)
    (folder / "table.json").write_text('{"format":"lanternboard/settings/1","watchdog_ms":1000}')
    (folder / "hangs.py").write_text(HANGS)
    main = (folder / "main.py").read_text()
    assert "        boot.run(ROOT)" in main
    (folder / "main.py").write_text(main.replace("        boot.run(ROOT)", "        import hangs\n        boot.run(ROOT)"))
    with PicoBoard(folder) as board:
        board.start()
        board.wait_for("spoke")
        with client(board.port) as host:
            n = host.request("answer", timeout=WAIT, n=host.table["n"], choice="white-lion")["n"]
            n = host.request("answer", timeout=WAIT, n=n, choice=4)["n"]
        restarted = board.wait_for("restarted")
        assert restarted["why"] == "watchdog"
        at = board.events.index(restarted)
        assert board.wait_for("spoke", at)["after"] < 2e9
        frames = board.latched_frames()
        before, after = [[frame for frame in frames if (frame.first > restarted["nanos"]) == late] for late in (False, True)]
        assert any(before[-1].data), "the LEDs were lit when it hung"
        assert after[0].bits == 24 * 352 and not any(after[0].data) and after[0].last - restarted["nanos"] <= 100e6
        with client(board.port) as host:
            assert (host.table["n"], host.table["cause"]) == (n, "watchdog")


def test_in_maintenance_the_files_in_which_code_runs_may_be_deleted(client):
    """Without a soft reset, which would forget everything: no interrupt of a key and no import runs what was there."""
    from lanternboard_host.emulator.pico import PicoBoard

    deleted = b"import os\nos.remove('/lb/0.bundle')\nf = open('/junk', 'wb')\n"
    deleted += b"try:\n while f.write(b'\\x5a' * 4096): pass\nexcept OSError: pass\n"
    asked = b"from machine import mem32\nimport sys\nprint('@', sum([mem32[0x40014100 + 4 * k] for k in range(4)]), start, boot, end=' ')\n"
    asked += b"print(list(sys.modules), os.listdir('/'))\nimport nosuch\n"
    with PicoBoard() as board:
        board.start()
        board.wait_for("spoke")
        with client(board.port) as host:
            host.request("release", timeout=WAIT)
        restarted = board.wait_for("restarted")
        with serial.Serial(board.port, timeout=WAIT) as port:
            port.read_until(b">>> ")
            port.write(b"\x01")
            port.read_until(b"exit\r\n>")
            port.write(deleted + b"\x04")
            assert port.read_until(b"\x04>") == b"OK\x04\x04>"
            port.write(asked + b"\x04")
            told = port.read_until(b"\x04>")
        corners = [any(board.leds[0][3 * led : 3 * led + 3]) for led in range(352)]
        assert sum(corners) >= 4 and board.latched_frames()[-1].last <= restarted["nanos"], "the sign of a release stays"
        assert told.startswith(b"OK@ 0 None None [") and not [word for word in (b"'code'", b"'start'", b"'lanternboard") if word in told]
        assert b"no module named 'nosuch'" in told


def test_explains_with_the_hosts_bytes():
    from bench.pico_run import on_pico

    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    chosen = range(0, len(cases), -(-len(cases) // count(4, 8, len(cases))))

    def compact(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    sent = b"".join(b"%d 0 %s\n" % (k, compact(cases[k]["scenario"])) for k in chosen)
    told = {line["case"]: line["crc"] for line in on_pico("board_explain.py", {"cases": sent}) if "crc" in line}
    assert told == {k: crc32(compact(cases[k]["explanation"]) + b"\n") for k in chosen}


def test_code_lies_in_flash_and_stays_in_the_heap_where_its_blocks_are_there_twice():
    """A function, a method and the bundle's index are where files/inplace.py puts them, and the names of all modules where files/names.py
    does; a function that is in no table is not."""
    from bench.pico_run import on_pico

    told = {}
    for line in on_pico("board_inplace.py", seconds=WAIT):
        told.update(line)
    assert told == {"placed": "flash", "method": "flash", "loose": "heap", "index": "flash", "names": True, "twice": True}


def test_names_are_the_same_at_the_prompt_when_the_bundle_is_deleted_and_written_over():
    from bench.pico_run import on_pico

    told = {}
    for line in on_pico("board_names.py", seconds=WAIT):
        told.update(line)
    assert told == {"known": True, "sum": 11, "names": ["compose", "engine", "geometry", "sum"]}
