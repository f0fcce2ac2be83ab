"""The way from cells to LEDs: what is sent when, what is kept, and the walk through the chain."""

import json
from types import SimpleNamespace

import pytest
from lanternboard.lights import meanings as m
from lanternboard.settings import table
from lanternboard.table.lamp import FRAME, STEP, Lamp

FORMAT = {"format": table.FORMAT}
STILL = bytes([m.cell(m.ALLOWED)] * 352)
MOVES = bytes([m.cell(m.CANDIDATE)] * 352)


class Strip:
    """A strip whose frames go out by themselves: `buffer` is another one after each."""

    def __init__(self, size):
        self.size = size
        self.buffer = bytearray(size)
        self.sent = []  # (bytes, cut)
        self.occupied = False
        self.stopped = 0

    def busy(self):
        return self.occupied

    def stop(self):
        self.stopped = len(self.sent)  # before which frame

    def send(self, cut):
        if self.occupied and not cut:
            return False
        self.sent.append((bytes(self.buffer), cut))
        self.buffer = bytearray(b"\x5a" * self.size)
        return True


class Bare:
    """A board without LEDs."""

    def __init__(self, root="/nowhere/"):
        self.root = root
        self.cells = b""
        self.ms = 0

    def ticks_ms(self):
        return self.ms

    def show(self, cells):
        self.cells = bytes(cells)


class Board(Bare):
    def strip(self, layout, settings):
        self.leds = Strip(layout.size)
        return self.leds


def lamp_of(on=None, digest="00000000", fresh=False, **changes):
    on = on or Board()
    return Lamp(on, table.check({**FORMAT, **changes}), lambda: digest, fresh), on


def test_the_first_frame_is_the_picture_since_a_driver_has_sent_the_black_one():
    lamp, board = lamp_of()
    assert not board.leds.sent
    lamp.show(STILL, 22, 0)
    assert len(board.leds.sent) == 1 and all(board.leds.sent[0][0]) and board.cells == STILL


def test_a_new_picture_cuts_and_what_time_makes_waits():
    lamp, board = lamp_of()
    strip = board.leds
    lamp.show(MOVES, 22, 1000)
    assert strip.sent[-1][1] is True
    n = len(strip.sent)
    for ms in range(1000, 1000 + FRAME):
        lamp.step(ms)
    assert len(strip.sent) == n
    strip.occupied = True
    lamp.step(1000 + FRAME)
    assert len(strip.sent) == n, "left out, not queued"
    lamp.show(MOVES, 22, 1040)
    assert strip.sent[-1][1] is True and len(strip.sent) == n + 1, "an answer is shown at once"
    assert strip.stopped == n, "what ran ended before that was made"
    strip.occupied = False
    lamp.step(1040 + FRAME)
    assert len(strip.sent) == n + 2 and strip.sent[-1][1] is False
    lamp.show(STILL, 22, 2000)
    n = len(strip.sent)
    for ms in range(2000, 4000, 10):
        lamp.step(ms)
    assert len(strip.sent) == n, "nothing moves, nothing is sent"


def test_what_runs_ends_when_a_new_picture_is_about_to_be_made_but_not_while_the_walk_is_on():
    lamp, board = lamp_of()
    lamp.show(MOVES, 22, 1000)
    lamp.hush()
    assert board.leds.stopped == len(board.leds.sent)
    lamp.test(True)
    lamp.hush()
    assert board.leds.stopped < len(board.leds.sent)


def test_frames_of_time_go_on_when_the_clock_wraps():
    lamp, board = lamp_of()
    lamp.show(MOVES, 22, (1 << 30) - 5)
    n = len(board.leds.sent)
    lamp.step(FRAME - 6)
    assert len(board.leds.sent) == n
    lamp.step(FRAME - 5)
    assert len(board.leds.sent) == n + 1


def test_a_driver_without_leds_is_told_the_cells_alone():
    board = Bare()
    lamp = Lamp(board, table.check(FORMAT), lambda: "", False)
    lamp.show(STILL, 22, 0)
    lamp.step(99)
    lamp.set(3, False)
    lamp.test(True)
    assert board.cells == STILL and json.loads(lamp.report())["leds"] == 0


def test_leds_that_cannot_be_used_are_told_and_stop_nothing():
    class Broken(Board):
        def strip(self, layout, settings):
            raise ValueError("invalid pin")

    lamp, board = lamp_of(Broken())
    lamp.show(STILL, 22, 0)
    lamp.step(50)
    assert "invalid pin" in lamp.note and board.cells == STILL


def test_an_older_showdown_of_another_size_is_shown_from_the_corner_on():
    lamp, board = lamp_of(board={"columns": 3, "rows": 2}, leds={"panels": [{"serpentine": False}]})
    lamp.show(bytes([m.cell(m.ALLOWED)] * 2 + [0, 0] + [m.cell(m.ALLOWED)] * 2), 2, 0)  # two columns, three rows
    sent = board.leds.sent[-1][0]
    assert [any(sent[k : k + 3]) for k in range(0, 18, 3)] == [True, True, False, False, False, False]
    lamp.show(bytes([m.cell(m.ALLOWED)] * 40), 20, 0)
    assert all(any(board.leds.sent[-1][0][k : k + 3]) for k in range(0, 18, 3))


def test_brightness_and_night_are_kept_until_another_table_json(tmp_path):
    root = f"{tmp_path}/"
    lamp, board = lamp_of(Board(root), "aaaaaaaa")
    lamp.show(STILL, 22, 0)
    before = board.leds.sent[-1][0]
    lamp.set(7, False)
    lamp.show(STILL, 22, 10)
    assert lamp.unsaved and max(board.leds.sent[-1][0]) < max(before) and board.leds.sent[-1][1] is True
    assert not (tmp_path / "light").exists(), "nothing is written before it is asked for"
    lamp.save()
    assert not lamp.unsaved
    again, _ = lamp_of(Board(root), "aaaaaaaa")
    assert (again.brightness, again.night) == (7, False)
    again.set(7, True)
    again.save()
    again.set(7, True)
    assert not again.unsaved, "as it is already"
    assert lamp_of(Board(root), "aaaaaaaa")[0].night
    assert (lamp_of(Board(root), "bbbbbbbb", brightness=33)[0].brightness, lamp_of(Board(root), "bbbbbbbb")[0].night) == (33, False)
    assert not lamp_of(Board(root), "aaaaaaaa", fresh=True)[0].night


@pytest.mark.parametrize(
    "content", [b"", b"50", b"500 0 aaaaaaaa", b"x 0 aaaaaaaa", b"\xff\xfe 0 aaaaaaaa", b"7 0 aaaaaaaa and much more of it"]
)
def test_a_damaged_file_of_brightness_counts_for_nothing(tmp_path, content):
    (tmp_path / "light").write_bytes(content)
    assert lamp_of(Board(f"{tmp_path}/"), "aaaaaaaa")[0].brightness == 50


def test_a_full_flash_is_told(tmp_path):
    (tmp_path / "light").mkdir()
    lamp, _ = lamp_of(Board(f"{tmp_path}/"))
    lamp.set(9, False)
    lamp.save()
    assert "not kept" in lamp.note and not lamp.unsaved


def test_the_walk_takes_every_led_and_ends_with_the_picture():
    lamp, board = lamp_of(board={"columns": 3, "rows": 1}, leds={"panels": [{"before": 1, "skip": [2]}]})
    lamp.show(bytes([m.cell(m.ALLOWED)] * 3), 3, 0)
    shown = board.leds.sent[-1][0]
    lamp.test(True)
    seen = [board.leds.sent[-1][0]]
    for ms in range(0, 5 * STEP + 1, 10):
        n = len(board.leds.sent)
        lamp.step(ms)
        if len(board.leds.sent) > n:
            seen.append(board.leds.sent[-1][0])
    assert [[k // 3 for k in range(0, 15, 3) if any(frame[k : k + 3])] for frame in seen] == [[0], [1], [2], [3], [4], [0]]
    lamp.show(bytes(3), 3, 700)
    assert board.leds.sent[-1][0] == seen[-1], "what is played meanwhile shows afterwards"
    lamp.show(bytes([m.cell(m.ALLOWED)] * 3), 3, 710)
    lamp.test(False)
    assert board.leds.sent[-1][0] == shown


def test_a_supply_that_lights_nothing_is_told():
    assert lamp_of()[0].note == ""
    lamp, board = lamp_of(power={"supply_ma": 200})
    assert "502 mA" in lamp.note and "200" in lamp.note
    lamp.show(STILL, 22, 0)
    assert not any(board.leds.sent[-1][0])


def test_power_is_reported():
    lamp, _ = lamp_of(brightness=100)
    lamp.show(bytes([m.cell(m.CURSOR, m.BRIGHT)] * 352), 22, 0)
    told = json.loads(lamp.report())
    assert told["asked_ma"] > 10_000 and told["given_ma"] == 2000 >= told["estimated_ma"] > 1900 and told["limited"] is True
    assert (told["brightness"], told["night"], told["leds"]) == (100, False, 352)


def test_the_menu_dims_the_lamp_and_what_it_left_is_kept(tmp_path):
    """The board's menu and the lamp, with no table around them."""
    from lanternboard.controls import keys
    from lanternboard.controls.view import View
    from lanternboard.table.menu import BoardMenu

    lamp, board = lamp_of(Board(f"{tmp_path}/"), "aaaaaaaa")
    lamp.show(STILL, 22, 0)
    game = SimpleNamespace(view=View(), marks=None, settings={"play": {"lock": False}}, dirty=False, engine=None)
    table_ = SimpleNamespace(
        lamp=lamp, game=game, controls=SimpleNamespace(menu=None, drop=lambda: None), commands=SimpleNamespace(lent=-1), board=board
    )
    table_.menu = BoardMenu(table_)

    def press(*pressed):
        for key in pressed:
            intents: list = []
            table_.controls.menu.press(key, intents)
            for intent in intents:
                table_.menu.want(intent)

    bright = max(board.leds.sent[-1][0])
    press(keys.CHOOSE, keys.LEFT, keys.LEFT)
    assert game.dirty, "a picture is due"
    lamp.show(STILL, 22, 10)
    assert lamp.brightness < 50 and max(board.leds.sent[-1][0]) < bright and lamp.unsaved
    press(keys.BACK, keys.DOWN, keys.CHOOSE)
    assert lamp.night
    press(*[keys.DOWN] * 3, keys.CHOOSE)
    assert lamp.walking == 0
    press(keys.RIGHT)
    assert lamp.walking == -1
    press(keys.BACK)
    assert table_.menu is None and lamp.unsaved
    lamp.save()
    again, _ = lamp_of(Board(f"{tmp_path}/"), "aaaaaaaa")
    assert (again.brightness, again.night) == (lamp.brightness, True)
