"""What a start is counted as, without hardware and in simulated time. tests/e2e/test_boards_boot.py has it on boards."""

import json
import os
import sys

import pytest
from lanternboard.settings.table import defaults, digest
from lanternboard.table.boot import BACK_AND_NEXT, LONG, MARK, Boot, run
from settings.test_damaged import KINDS


class Board:
    down = 0

    def __init__(self, root, cause="power", kept=0):
        self.root, self.cause, self.kept = root, cause, kept
        self.ms = 0

    def held(self, settings):
        return self.down

    def ticks_ms(self):
        return self.ms

    def keep(self, word):
        self.kept = word

    def feed(self):
        pass


@pytest.fixture
def root(tmp_path):
    return str(tmp_path) + "/"


def runs(board, seconds):
    """A start that works for so long."""
    boot = Boot(board)
    boot.begin()
    for _ in range(10 * seconds):
        board.ms += 100
        boot.worked()
    return boot


def log(root):
    with open(root + "bootlog") as f:
        return [cause for _, cause, _ in json.load(f)["last"]]


def test_every_start_is_logged_once_whatever_its_cause(root):
    causes = ["power", "watchdog", "error", "release"]
    for cause in causes:
        runs(Board(root, cause), 5)
    assert log(root) == causes
    boot = Boot(Board(root, "error"))
    boot.begin()
    boot.failed("how it ended")
    assert boot.report()["last"][-1] == [5, "error", "how it ended"] and log(root) == [*causes, "error"]


def test_an_ordinary_start_is_written_only_when_the_board_has_settled(root):
    with pytest.raises(OSError):
        runs(Board(root), 1) and log(root)
    runs(Board(root), 3)
    assert log(root) == ["power"]


def test_an_ordinary_start_is_not_written_while_somebody_presses(root):
    """Flash is slow: a press would wait for it."""
    boot = Boot(Board(root))
    boot.begin()
    pressing = True
    boot.still = lambda ms: not pressing
    for _ in range(5):
        boot.board.ms += 1000
        boot.worked()
    with pytest.raises(OSError):
        log(root)
    pressing = False
    boot.board.ms += 1000
    boot.worked()
    assert log(root) == ["power"]


@pytest.mark.parametrize(("seconds", "safe"), [((20, 20), True), ((30, 40), False), ((61, 20), False), ((0, 0), True)])
def test_three_failures_within_a_minute_lead_to_built_in_settings(root, seconds, safe):
    board = Board(root, "watchdog")
    for worked in seconds:
        assert not runs(board, worked).safe
        board = Board(root, "watchdog", board.kept)
    boot = Boot(board)
    assert boot.safe == boot.untouched == safe and bool(boot.why) == safe


def test_six_failures_in_a_row_lead_to_maintenance_and_the_count_begins_anew(root):
    board = Board(root, "error")
    for n in range(1, 7):
        boot = runs(board, 5)
        assert boot.stay_away() == (n == 6)
        board = Board(root, "error", board.kept)
    assert "6" in boot.maintenance
    assert not Boot(board).stay_away() and not Boot(board).safe


def test_a_minute_that_worked_or_an_ordinary_start_between_breaks_the_row(root):
    board = Board(root, "error")
    for _ in range(8):
        boot = runs(board, 62)
        assert not boot.safe and not boot.stay_away()
        board = Board(root, "error", board.kept)
    assert Boot(Board(root, "power", board.kept)).stay_away() is False
    ordinary = Board(root, "power", MARK | 5 << 16)
    Boot(ordinary)
    assert ordinary.kept == MARK | LONG << 8 | LONG


@pytest.mark.parametrize(("held", "away"), [(1 << 5 | 1 << 6, True), (127, True), (1 << 5, False), (1 << 6, False)])
def test_back_and_next_held_at_power_up_leave_it_to_MicroPythons_prompt(root, held, away):
    board = Board(root)
    board.down = held
    assert Boot(board).stay_away() == away


@pytest.fixture
def driver(monkeypatch):
    """boot.run with this board's class as the image's driver; what it was told, in order."""
    told = []

    class Told(Board):
        def __init__(self, root):
            super().__init__(root, Told.why)

        def begin(self, settings):
            told.append("begin")
            raise ValueError("a fault of the test's own")

        def maintenance(self):
            told.append("maintenance")

        def reset(self, cause):
            told.append(cause)

    monkeypatch.setitem(sys.modules, "lanternboard.drivers.board", Told)
    Told.Board, Told.told = Told, told
    return Told


@pytest.mark.parametrize(("cause", "held"), [("release", 0), ("power", BACK_AND_NEXT)])
def test_in_maintenance_no_pin_is_taken_and_nothing_that_interrupts_is_begun(root, driver, cause, held):
    driver.why, driver.down = cause, held
    run(root)
    assert driver.told == ["maintenance"]


def test_a_start_that_fails_leads_to_another_and_not_to_the_prompt(root, driver):
    driver.why = "power"
    run(root)
    assert driver.told == ["begin", "error"]


def test_after_six_failures_pins_that_cannot_be_read_hold_nothing_up(root):
    board = Board(root, "error", MARK | 5 << 16)
    board.held = None
    assert Boot(board).stay_away()


def test_a_version_on_trial_has_proved_itself_after_a_minute(root, tmp_path):
    (tmp_path / "lb").mkdir()
    (tmp_path / "lb/trial").write_text("1")
    runs(Board(root), 59)
    assert (tmp_path / "lb/trial").exists()
    runs(Board(root), 60)
    assert not (tmp_path / "lb/trial").exists() and (tmp_path / "lb/slot").read_text() == "1"


def test_a_bad_table_json_on_a_board_with_pins_of_its_own_leads_to_these(root):
    board = Board(root)
    board.settings = {"buttons": {"up": 21}, "display": {"kind": "none"}}
    boot = Boot(board)
    boot.read_settings()
    assert boot.safe and boot.settings["buttons"]["up"] == 21 and boot.settings["display"]["kind"] == "none"
    board.settings = {"buttons": {"up": 3}}  # which is another key's: a mistake in a profile stops no board
    boot = Boot(board)
    boot.read_settings()
    assert boot.settings["buttons"]["up"] == 2


@pytest.mark.parametrize("kind", [*KINDS, "a folder", "nothing"])
def test_whatever_lies_where_table_json_belongs_the_board_starts_by_its_built_in_settings_and_says_why(root, tmp_path, kind):
    file = tmp_path / "table.json"
    if kind == "a folder":
        file.mkdir()
    elif kind != "nothing":
        file.write_bytes(KINDS[kind])
    boot = Boot(Board(root))
    boot.read_settings()
    assert boot.safe and not boot.untouched, "the journal is opened as ever"
    assert boot.settings == defaults() and boot.why.startswith("table.json: ") and "(allowed: " in boot.why
    boot.begin()
    assert boot.report()["why"] == boot.why


def test_the_digests_are_of_the_file_as_it_lies_there_and_of_what_it_says(root):
    told = []
    bare = '"format":"lanternboard/settings/1"'
    for text in ("{" + bare + "}", "{ " + bare + " }", "{" + bare + ',"brightness":7}'):
        with open(root + "table.json", "w") as f:
            f.write(text)
        boot = Boot(Board(root, "power"))
        boot.read_settings()
        assert boot.settings_digest == digest(boot.settings)
        told.append((boot.file_digest(), boot.settings_digest))
    (file, plain), (spaced, same), (_, other) = told
    assert spaced != file and same == plain and other != same
    os.remove(root + "table.json")
    assert boot.file_digest() == ""
