"""The LEDs of an emulated board, from reset on: what is on the wires is what the cells say, dark first, within the supply always, the
same after a power cut (reports 8, 9 and 10 of public issue threads)."""

import json

import pytest
from lanternboard.controls.keys import CHOOSE, RIGHT
from lanternboard.lights.pixels import Pixels
from lanternboard.settings import table
from lanternboard.settings.layout import UNUSED, layout
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.faces.cards import installed
from lanternboard_host.image import image
from lanternboard_host.link import Client, Follower
from lights.meter import lanes_of, milliamperes

FOUND = {
    "format": table.FORMAT,
    "brightness": 100,
    "leds": {
        "lanes": [16, 17],
        "panels": [{"columns": 12, "before": 1, "skip": [3]}, {"columns": 12, "at": [12, 0], "lane": 1, "rotation": 180}],
    },
    "power": {"supply_ma": 560, "controller_ma": 100, "idle_ua": 1000},
}
SETTINGS = table.check(FOUND)


def drawn(board: EmulatedBoard) -> float:
    return max(milliamperes(SETTINGS, lanes_of(SETTINGS, frame)) for frame in board.wires)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    out = image("emulated" if unix_port() else "cpython", tmp_path_factory.mktemp("leds") / "image")
    (out / "table.json").write_text(json.dumps(FOUND))
    with EmulatedBoard(out) as board:
        with Client(board.start()) as client:
            board.wait(lambda b: b.shown and len(b.wires) > 1)
            for _ in range(2):  # the monster, and how many; then where it may stand is lit
                board.press(CHOOSE)
            table = Follower(client, installed())  # both are kept then: light alone may be the sign that a press was taken
            table.wait(lambda t: t.caught_up() and t.engine and t.engine.prompt.kind == "place-monster")
        board.wait(lambda b: any(b.cells) and any(b.wire))
        yield board


def test_report_8_the_first_frame_is_black_and_the_limit_holds_from_the_first_on(board):
    size = layout(SETTINGS).size
    assert board.wires[0] == bytes(size)
    assert drawn(board) <= 560
    before = again(board)
    assert board.wires[before] == bytes(size) and any(board.wires[before + 1])
    assert drawn(board) <= 560


def test_report_9_the_board_says_what_is_asked_what_it_gives_and_that_it_limits(board):
    with Client(board.port) as client:
        client.request("identify", on=True)  # all of the board glows: far more than the supply gives
        board.wait(lambda b: len(set(b.cells)) == 1)
        told = json.loads(client.get("power"))
        assert told["limited"] is True and told["asked_ma"] > told["given_ma"] == 560 >= told["estimated_ma"]
        assert told["brightness"] == 100 and told["leds"] == len(layout(SETTINGS).map)
        assert drawn(board) <= 560
        client.request("lights", brightness=0)
        told = json.loads(client.get("power"))
        assert told["brightness"] == 0 and told["asked_ma"] >= told["estimated_ma"]
        client.request("identify", on=False)
        client.request("lights", brightness=100)


def again(board: EmulatedBoard) -> int:
    """Off and on again; how many frames there had been when it sent its first two."""
    board.kill()  # first: what it sends until then is none of these
    before = len(board.wires)
    board.start()
    board.wait(lambda b: len(b.wires) > before + 1)
    return before


def test_report_10_unused_leds_are_black_and_the_picture_is_the_same_after_a_power_cut(board):
    with Client(board.port) as client:
        client.request("lights", night=True)
    found = layout(SETTINGS)
    pixels = Pixels(found, "GRB", SETTINGS["power"], 352)
    pixels.dim(0, True)

    def shows(b):
        """What is on the wires is what the cells say at some time of their patterns; a host's own pixels make it."""
        out = bytearray(found.size)
        for ms in range(0, 4000, 20):
            pixels.frame(b.cells, ms, out)
            if bytes(out) == b.wire:
                return True
        return False

    board.wait(lambda b: b.feeds > 20)  # two seconds without a key: night has been kept
    pictures = []
    for _ in range(2):
        again(board)
        board.wait(lambda b: any(b.wire) and shows(b))
        pictures.append((board.cells, board.wire))
    assert pictures[0] == pictures[1]
    for frame in board.wires:
        lanes = b"".join(lanes_of(SETTINGS, frame))
        assert not any(any(lanes[3 * led : 3 * led + 3]) for led, space in enumerate(found.map) if space == UNUSED)


def test_the_walk_goes_through_the_chain_and_a_key_ends_it(board):
    found = layout(SETTINGS)
    with Client(board.port) as client:
        before = len(board.wires)
        client.request("lights", test=True)
        board.wait(lambda b: len(b.wires) > before + 4)
        walk = [frame for frame in board.wires[before:] if 0 < sum(map(bool, frame)) <= 3][:4]
        lit = [next(k for k, step in enumerate(frame) if step) for frame in walk]
        assert lit == [0, 3, 6, 9] and found.map[0] == UNUSED, "those that lie nowhere too"
        cells = board.cells
        board.press(RIGHT)
        board.wait(lambda b: sum(map(bool, b.wire)) > 3)
        assert board.cells == cells, "the key that ends it does nothing else"


def test_the_corners_of_a_release_reach_the_leds(board):
    with Client(board.port) as client:
        client.request("lights", night=False, brightness=60)
        client.request("release")
    board.wait(lambda b: b.at_prompt)
    assert sum(map(bool, board.cells)) == 4
    lanes = b"".join(lanes_of(SETTINGS, board.wire))
    assert sum(any(lanes[k : k + 3]) for k in range(0, len(lanes), 3)) == 4


def test_brightness_set_at_the_table_outlives_the_power_and_not_another_table_json():
    def told(board):
        with Client(board.port) as client:
            return json.loads(client.get("power"))["brightness"]

    with EmulatedBoard() as board:
        board.start()
        board.started()
        with Client(board.port) as client:
            client.request("lights", brightness=7)
        feeds = board.feeds
        board.wait(lambda b: b.feeds > feeds + 20)  # two seconds without a key: it has been kept
        board.restart()
        assert told(board) == 7
        with Client(board.port) as client:
            client.put("settings", b'{"format":"lanternboard/settings/1","brightness":33}')
        board.restart()
        assert told(board) == 33
