"""The same scene on three boards: what a Raspberry Pi and an ESP32-S3 send to their LEDs is byte for byte what the emulated board sends."""

import json
import os
from contextlib import contextmanager

import pytest
from drivers.test_blinka import Pi, connected
from drivers.test_neopixel import SETTLED, Esp
from lanternboard.settings.layout import layout
from lanternboard.settings.table import FORMAT, check
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image import image
from lanternboard_host.link import Client
from levels import LIGHTS

pytestmark = pytest.mark.skipif(os.name == "nt" or not unix_port(), reason="needs MicroPython's unix port")

SCENE = ("white-lion", 2, [10, 7], "N", [10, 1], [12, 2])
# By night nothing moves: a frame is the same at any time. The panel is as crooked as panels get.
PANEL = {"start": "SE", "by": "columns", "serpentine": True, "before": 1, "skip": [5], "gaps": [[0, 0]]}
SETTINGS = {"night": True, "brightness": 80, "display": {"kind": "none"}}  # so all of them number the answers in digits of light


def play(client) -> None:
    n = client.table["n"]
    for choice in SCENE:
        n = client.request("answer", n=n, choice=choice)["n"]


@contextmanager
def emulated(tmp_path_factory, settings: dict):
    """A function that gives each lane's bytes of the scene, as they are now: what was just done glows for a moment."""
    folder = image("emulated", tmp_path_factory.mktemp("emulated") / "image")
    (folder / "table.json").write_text(json.dumps({"format": FORMAT, **SETTINGS, **settings}))
    with EmulatedBoard(folder) as board:
        with Client(board.start()) as client:
            assert not client.table["safe"]
            play(client)
        made = layout(check({"format": FORMAT, **settings}))
        yield lambda: [board.wire[start : start + 3 * n] for start, n in zip(made.starts, made.counts)]


def set_up(folder, settings: dict) -> None:
    """The board's own pins, and these settings besides."""
    own = json.loads((folder / "table.json").read_text())
    leds = {**settings["leds"], "lanes": own["leds"]["lanes"] + [21] * (len(settings["leds"]["lanes"]) - 1)}
    (folder / "table.json").write_text(json.dumps({**own, **SETTINGS, **LIGHTS, "leds": leds}))


def test_a_raspberry_pi_sends_what_the_emulated_board_sends(tmp_path_factory):
    settings = {"leds": {"order": "RGB", "lanes": [16], "panels": [PANEL]}}
    folder = image("raspberry-pi", tmp_path_factory.mktemp("pi") / "image")
    set_up(folder, settings)
    pi = Pi(folder)
    try:
        with emulated(tmp_path_factory, settings) as wanted, connected(pi) as client:
            play(client)
            pi.until(lambda: [pi.frames()[-1]] == wanted() and any(wanted()[0]))
        assert not any(pi.frames()[0]), "the first frame is black"
    finally:
        pi.end()


def test_an_esp_sends_what_the_emulated_board_sends_lane_by_lane(tmp_path_factory):
    settings = {"leds": {"order": "GRB", "lanes": [16, 17]}}
    folder = tmp_path_factory.mktemp("esp") / "image"
    esp = Esp(folder, lambda: set_up(folder, settings))
    try:
        with emulated(tmp_path_factory, settings) as wanted, Client(esp.port, wait=SETTLED) as client:
            play(client)
            esp.until(lambda: [data for _, data in esp.wire()[-2:]] == wanted() and all(any(lane) for lane in wanted()))
        assert [pin for pin, _ in esp.wire()[-2:]] == [18, 21]
        assert not any(byte for _, data in esp.wire()[:2] for byte in data), "the first frame is black"
    finally:
        esp.close()
