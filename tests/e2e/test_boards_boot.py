"""Boot on the real MicroPython: watchdog, causes, safe defaults, versions; nothing bricks a board or touches a journal."""

import ast
import json
import shutil
import subprocess
from itertools import pairwise

import pytest
import serial
from e2e.boards import ECHO, HANG, HEAD, laid_in, shown
from lanternboard.base.errors import Refused
from lanternboard.lights.meanings import BRIGHT, DONE, cell
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import SIZE, micropython, script, unix_port
from lanternboard_host.image import image, ready_image
from lanternboard_host.link import Client

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")

REPORT = "        import json\n" + ECHO.replace("        while", "        board.show(json.dumps(boot.report()).encode())\n        while", 1)


def prompted(port, expression: bytes, value: bytes) -> bool:
    """MicroPython's own prompt is there. What it said before the port was opened may be gone."""
    port.write(b"\r\nprint(" + expression + b")\r\n")
    return port.read_until(value).endswith(value)


def test_a_hanging_loop_is_reset_by_the_watchdog_and_the_cause_is_kept(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", HANG), watchdog=0.4) as board:
        board.start()
        board.wait(lambda b: shown(b).startswith("watchdog"))
        assert board.causes == ["power", "watchdog"]


def test_three_failures_within_a_minute_lead_to_safe_defaults(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", HANG), watchdog=0.3) as board:
        board.start()
        board.wait(lambda b: len(b.causes) >= 4 and b.shown >= 4, 20)
        assert [frame.decode().split()[:2] for frame in board.frames[:4]] == [
            ["power", "False"],
            ["watchdog", "False"],
            ["watchdog", "False"],
            ["watchdog", "True"],
        ]
        board.restart()
        board.wait(lambda b: shown(b).startswith("power"))
        assert shown(board).startswith("power False")  # the power was cut: nothing is held against it


PLAY_AND_HANG = """
from binascii import crc32
from .actual import Table as Actual

class Table(Actual):
    def run(self):
        before = self.sums()
        kept = len(self.game.engine.journal)
        for _ in range(6):
            self.game.want(("usual",))
        self.board.show(repr([self.boot.safe, before, self.sums(), kept]).encode())
        self.boot.worked()
        while True:
            pass

    def sums(self):
        import os
        return [[name, crc32(open("/journals/" + name, "rb").read())] for name in os.listdir("/journals")]
"""


def told(board) -> list:
    """What that table showed, without the real frames."""
    return [eval(frame) for frame in board.frames if frame.startswith(b"[")]


def test_safe_defaults_leave_the_journal_untouched_and_it_goes_on_afterwards(tmp_path):
    """The real table, hanging after six answers each time it starts."""
    table = image("emulated", tmp_path / "image") / "lb" / "0" / "lanternboard" / "table"
    (table / "loop.mpy").rename(table / "actual.mpy")
    (table / "loop.py").write_text(PLAY_AND_HANG)
    with EmulatedBoard(tmp_path / "image", watchdog=1.0) as board:
        board.start()
        board.wait(lambda b: len(told(b)) >= 4, 30)
        seen = told(board)[:4]
        assert [safe for safe, *_ in seen] == [False, False, False, True]
        for earlier, later in pairwise(seen):
            assert later[1] == earlier[2], "a journal changed between two starts"
        assert seen[3][1] == seen[3][2], "safe defaults wrote into a journal"
        assert seen[0][1] != seen[0][2], "nothing was played"
        answers = seen[2][3]
        n = len(told(board))
        board.restart()
        board.wait(lambda b: len(told(b)) > n, 30)
        assert told(board)[n][0] is False and told(board)[n][3] >= answers > 1


IN_PIECES = """
import gc
from .actual import Table as Actual

class Table(Actual):
    def run(self):
        gc.collect()
        free, pieces, all = gc.mem_free(), 0, None
        try:
            while True:
                all = (all, bytearray(2048))
                pieces += 1
        except MemoryError:
            all = None
        gc.collect()
        self.board.show(repr([free, pieces * 2048, gc.threshold()]).encode())
        super().run()

    def load(self):
        super().load()
        if not self.later:
            self.board.show(repr([gc.threshold()]).encode())
"""


def test_what_the_start_leaves_free_is_not_cut_into_pieces(tmp_path):
    """What stays is not to lie all over the heap between what goes: with 90 kB free, nothing of 1,280 bytes could be loaded."""
    table = image("emulated", tmp_path / "image") / "lb" / "0" / "lanternboard" / "table"
    (table / "loop.mpy").rename(table / "actual.mpy")
    (table / "loop.py").write_text(IN_PIECES)
    with EmulatedBoard(tmp_path / "image") as board:
        board.start()
        board.wait(lambda b: len(told(b)) > 1, 30)
        (free, whole, at_first), (afterwards,) = told(board)[:2]
    assert whole > free * 0.75, (free, whole)
    assert at_first > 0 > afterwards, "in play garbage goes while nobody waits, and not in the middle of an answer"


def test_a_folder_that_was_copied_without_a_bundle_starts_too(tmp_path):
    """As `mpremote cp` would leave it: every module by itself on littlefs."""
    flash = tmp_path / "flash"
    flash.write_bytes(b"\xff" * SIZE)
    command = micropython(script("boot_unix.py"), str(flash), str(ready_image("emulated")), heap="8M")
    subprocess.run(command, check=True, timeout=60)
    with EmulatedBoard(flash=flash) as board, Client(board.start()) as client:
        client.wait_online(20)
        assert client.hello["id"] == board.id and client.long("log") == b""


def test_a_board_whose_flash_is_gone_leaves_the_prompt_and_says_why(tmp_path):
    with EmulatedBoard(flash=tmp_path / "flash") as board:
        board.start()
        board.wait(lambda b: b.shown, 20)
        board.flash.unlink()
        board.restart()
        board.wait(lambda b: b.at_prompt, 20)
        assert "No such file" in board.log() or "ENOENT" in board.log()


def test_failures_further_apart_than_a_minute_are_not_counted_together():
    """The word that survives a reset, without waiting for minutes."""
    from lanternboard.table.boot import MARK, Boot

    class Board:
        def __init__(self, cause, kept):
            self.cause, self.kept = cause, kept

        def held(self, settings):
            return 0

        def keep(self, word):
            self.kept = word

        def ticks_ms(self):
            return 0

    def starts(*seconds_before_each_failure):
        board = Board("power", 0)
        boot = Boot(board)
        for seconds in seconds_before_each_failure:
            boot._keep(seconds)
            board = Board("watchdog", board.kept)
            boot = Boot(board)
        return boot

    assert not starts(5, 5).safe
    assert starts(5, 5, 5).safe
    assert starts(100, 29, 30).safe
    assert not starts(100, 30, 31).safe
    assert not starts(5, 61, 5).safe
    assert starts(5, 61, 5, 5).safe
    assert not starts(5, 5, 5, 200).safe
    assert starts(*[1] * 300).safe
    assert Boot(Board("watchdog", 0)).safe is False
    assert Boot(Board("power", MARK)).safe is False
    assert starts(*[1] * 6).stay_away()
    assert not starts(*[1] * 5).stay_away()


def test_an_exception_is_kept_with_its_place_and_the_board_starts_again(tmp_path):
    body = "        if boot.cause == 'power':\n            raise ValueError('a fault')\n" + REPORT
    with EmulatedBoard(laid_in(tmp_path / "image", body)) as board:
        board.start()
        board.wait(lambda b: len(b.causes) == 2 and shown(b).startswith("{"))
        report = json.loads(board.cells)
    assert report["cause"] == "error" and report["boots"] == 2
    assert [entry[:2] for entry in report["last"]] == [[1, "power"], [2, "error"]]
    assert "ValueError: a fault" in report["last"][0][2] and "loop.py" in report["last"][0][2]


def test_a_board_that_only_fails_ends_at_a_prompt_where_it_can_be_mended(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", "        raise ValueError\n")) as board:
        board.start()
        board.wait(lambda b: len(b.causes) == 7)
        with serial.Serial(board.port, timeout=10) as port:
            assert prompted(port, b"'can be' + ' mended'", b"can be mended")
        assert len(board.causes) == 7


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"format": "lanternboard/settings/9"}', '{"format": "lanternboard/settings/1", "names": 5}']
)
def test_bad_settings_lead_to_the_built_in_ones_and_say_why(tmp_path, content):
    made = laid_in(tmp_path / "image", REPORT)
    (made / "table.json").write_text(content)
    with EmulatedBoard(made) as board:
        board.start()
        board.wait(lambda b: shown(b).startswith("{"))
        report = json.loads(board.cells)
        assert report["safe"] and report["why"].startswith("table.json: ")
        board.wait(lambda b: b.feeds > 1)
        assert board.causes == ["power"]


def test_a_missing_settings_file_leads_to_the_built_in_ones(tmp_path):
    made = laid_in(tmp_path / "image", ECHO)
    (made / "table.json").unlink()
    with EmulatedBoard(made) as board:
        board.start()
        board.wait(lambda b: shown(b) == "power True 1")


@pytest.mark.parametrize("content", ["def broken(:\n", "raise ValueError\n", ""])
def test_a_bad_main_leaves_a_prompt_and_no_watchdog(tmp_path, content):
    made = laid_in(tmp_path / "image", ECHO)
    (made / "main.py").write_text(content)
    with EmulatedBoard(made, watchdog=0.3) as board, serial.Serial(board.start(), timeout=10) as port:
        assert prompted(port, b"6 * 7", b"42")
        assert board.causes == ["power"]


def test_back_and_next_held_at_power_up_give_the_prompt(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", ECHO)) as board:
        board.start()
        board.hold_at_start(5, 6)
        board.restart()
        with serial.Serial(board.port, timeout=10) as port:
            assert prompted(port, b"6 * 7", b"42")
        board.hold_at_start(6)
        board.restart()
        board.wait(lambda b: b.feeds)


def test_a_key_stuck_at_the_start_says_nothing_until_it_is_let_go_of(tmp_path):
    with EmulatedBoard(laid_in(tmp_path / "image", ECHO)) as board:
        board.start()
        board.hold_at_start(6)
        board.restart()
        board.wait(lambda b: b.feeds)
        board.edges(bytes([6 << 1 | 1, 5 << 1 | 1, 6 << 1, 6 << 1 | 1]))
        board.wait(lambda b: shown(b).endswith("(6, True)]"))
        told = [key for frame in board.frames if frame.startswith(b"[") for key in ast.literal_eval(frame.decode())]
        assert told == [(5, True), (6, True)]


def test_a_key_stuck_at_the_start_is_told():
    with EmulatedBoard() as board:
        board.start()
        board.hold_at_start(6)
        board.restart()
        with Client(board.port) as client:
            client.wait_online(20)
            assert b"ignored until let go of: next" in client.long("log")


def test_release_gives_the_prompt_and_leaving_it_starts_the_table(tmp_path):
    body = "        if boot.cause == 'power':\n            board.reset('release')\n" + ECHO
    with EmulatedBoard(laid_in(tmp_path / "image", body), watchdog=0.5) as board:
        board.start()
        board.wait(lambda b: b.causes == ["power", "release"])
        with serial.Serial(board.port, timeout=10) as port:
            assert prompted(port, b"6 * 7", b"42")
            port.write(b"\x04")
            board.wait(lambda b: shown(b).startswith("reset"))
        assert board.causes == ["power", "release", "reset"]


def told_by(port, source: str) -> str:
    """What a piece of source prints, given to MicroPython's raw prompt as mpremote and Thonny do."""
    port.write(source.encode() + b"\x04")
    printed, wrong = port.read_until(b"\x04"), port.read_until(b"\x04>")
    assert (printed[:2], printed[-1:], wrong) == (b"OK", b"\x04", b"\x04>"), printed + wrong
    return printed[2:-1].decode()


REWRITTEN = """
with open('/lb/0.bundle', 'rb') as f:
    content = f.read()
os.remove('/lb/0.bundle')
with open('/lb/0.bundle', 'wb') as f:
    f.write(content)
"""


def test_from_a_hosts_release_to_the_prompt_with_nothing_of_ours_and_back_to_the_table(tmp_path):
    """The firmware as it is, its files rewritten meanwhile."""
    with EmulatedBoard(image("emulated", tmp_path / "image")) as board:
        with Client(board.start()) as client:
            n = client.request("answer", n=client.table["n"], choice="white-lion")["n"]
            client.request("release")
        board.wait(lambda b: b.causes == ["power", "release"])
        lit = {at: board.cells[at] for at in range(len(board.cells)) if board.cells[at]}
        assert lit == dict.fromkeys((0, 21, 330, 351), cell(DONE, BRIGHT)), "the journal is closed"
        with serial.Serial(board.port, timeout=10) as port:
            port.write(b"\x01")
            assert port.read_until(b"exit\r\n>").endswith(b"exit\r\n>")
            told_by(port, "import gc, os, sys, vfs\ngc.collect()\n")
            assert eval(told_by(port, "print(sys.path, ',', [place for _, place in vfs.mount()])")) == (["", ".frozen", "/lib"], ["/"])
            assert not [name for name in eval(told_by(port, "print(list(sys.modules))")) if name.startswith(("lanternboard", "start"))]
            assert not {"code", "start.mpy"} & set(eval(told_by(port, "print(os.listdir('/'))")))
            assert "no module" in told_by(port, "import hashlib\ntry:\n import nosuch\nexcept ImportError as wrong:\n print(wrong)\n")
            told_by(port, REWRITTEN)
            port.write(b"\x02\x04")  # out of the raw prompt, and a soft reset
            board.wait(lambda b: len(b.causes) == 3)
        board.wait(lambda b: b.feeds)
        with Client(board.port) as client:
            assert (client.table["cause"], client.table["n"]) == ("reset", n)
        assert board.causes == ["power", "release", "reset"]


def test_a_healthy_start_is_written_once_and_only_after_two_seconds(tmp_path):
    body = ECHO.replace(
        "boot.worked()", "boot.worked()\n            import os\n            board.show(str('bootlog' in os.listdir('/')).encode())"
    )
    with EmulatedBoard(laid_in(tmp_path / "image", body)) as board:
        board.start()
        board.wait(lambda b: shown(b) == "False")
        board.wait(lambda b: shown(b) == "True")
        board.restart()
        board.wait(lambda b: any(frame == b"power False 2" for frame in b.frames))


def slot(made, n, word, body=ECHO):
    """A second version: the same with another word in its frames."""
    target = made / "lb" / str(n)
    if n:
        shutil.copytree(made / "lb" / "0", target)
    (target / "lanternboard" / "table" / "loop.py").write_text(HEAD + body.replace('"%s', f'"{word} %s', 1))


def test_a_version_that_cannot_be_imported_is_passed_over(tmp_path):
    made = laid_in(tmp_path / "image", ECHO)
    slot(made, 1, "second")
    (made / "lb" / "0" / "lanternboard" / "table" / "boot.py").write_text("import nothing_of_that_name\n")
    with EmulatedBoard(made) as board:
        board.start()
        board.wait(lambda b: shown(b) == "second power False 1")


def test_a_version_on_trial_that_fails_gives_way_to_the_one_before(tmp_path):
    made = laid_in(tmp_path / "image", ECHO)
    slot(made, 1, "trial", HANG)
    (made / "lb" / "trial").write_text("12")
    with EmulatedBoard(made, watchdog=0.3) as board:
        board.start()
        board.wait(lambda b: shown(b).startswith("watchdog"), 20)
        assert [frame.decode().split()[0] for frame in board.frames] == ["trial", "trial", "watchdog"]
        board.restart()
        board.wait(lambda b: shown(b).startswith("power"))


def test_a_new_flash_says_the_level_that_is_asked_for_where_the_image_says_none(tmp_path, monkeypatch):
    plain = json.loads((image("emulated", tmp_path / "image") / "table.json").read_bytes())
    said = tmp_path / "said"
    shutil.copytree(tmp_path / "image", said)
    (said / "table.json").write_text('{"format":"lanternboard/settings/1","play":{"level":"monster"}}')

    def level(**given):
        with EmulatedBoard(tmp_path / "image", **given) as board, Client(board.start()) as client:
            return json.loads(client.get("settings"))

    monkeypatch.setenv("LANTERNBOARD_LEVEL", "monster")
    assert level()["play"] == {"level": "monster"} and level(level="all")["play"] == {"level": "all"}
    monkeypatch.setenv("LANTERNBOARD_LEVEL", "")
    assert level() == plain
    with EmulatedBoard(said, level="lights") as board, Client(board.start()) as client:
        assert client.request("settings", key="play.level")["text"] == "monster"
        assert client.new(level="lights")["text"] == client.table["journal"]
        with pytest.raises(Refused, match="lights, monster, all"):
            client.new(level="most")
    with pytest.raises(Refused, match="lights, monster, all"):
        EmulatedBoard(level="most")
