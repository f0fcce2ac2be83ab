"""The display at a table in simulated time, over the driver and a model of the panel. Run on MicroPython only (framebuf)."""

import sys

from lanternboard.base.errors import Refused
from lanternboard.base.letgo import let_go
from lanternboard.drivers.ssd1306 import Display
from lanternboard.table import loop
from lanternboard.table.face import LOOK
from link.desk import Host
from screen.panel import Panel

NEXT, RIGHT = 6, 3
SHOWN = loop.FACE.split()


def at_table(panel):
    host = Host()
    host.board.display = lambda settings: Display(panel)
    loaded(host)
    return host


def loaded(host):
    while host.table.later:
        host.table.load()


def settled(host):
    host.until(lambda: not host.table.turn(0))


def test_the_display_follows_the_showdown():
    panel = Panel()
    host = at_table(panel)
    settled(host)
    seen = [panel.picture()]
    for key in (RIGHT, NEXT, RIGHT, NEXT):
        host.board.edges = [(key, True), (key, False)]
        settled(host)
        assert panel.picture() not in seen and not panel.noise
        seen.append(panel.picture())


def test_no_turn_does_more_than_one_piece():
    panel = Panel()
    host = at_table(panel)
    pieces = 0
    busy = True
    while busy:
        before = panel.bytes
        busy = host.table.turn(0)
        assert panel.bytes - before <= 24, "with what says where they go"
        pieces += panel.bytes > before
    assert pieces >= 64


def test_a_cable_that_is_pulled_and_put_back_stops_nothing():
    panel = Panel()
    host = at_table(panel)
    settled(host)
    panel.plugged = False
    number = host.table.game.engine.number
    for _ in range(3):
        host.board.edges = [(NEXT, True), (NEXT, False)]
        settled(host)
    assert host.table.game.engine.number > number
    panel.plugged = True
    panel.power()
    since = host.board.ms
    host.until(lambda: panel.on)
    assert host.board.ms - since <= LOOK + 500 and not panel.noise
    settled(host)
    twin = Panel()
    other = Host()
    other.board.display = lambda settings: Display(twin)
    loaded(other)
    for _ in range(3):
        other.board.edges = [(NEXT, True), (NEXT, False)]
        settled(other)
    assert panel.picture() == twin.picture()


def test_cards_that_cannot_be_read_are_noted_and_the_table_goes_on():
    panel = Panel()
    host = at_table(panel)

    class Gone:
        def count(self, deck):
            raise OSError(5)

        def card(self, deck, n):
            raise OSError(5)

    host.table.face.cards = Gone()
    host.table.face.stale = True
    settled(host)
    assert "OSError" in host.table.notes[-1]


def test_a_page_of_the_menu_that_cannot_be_made_is_noted_and_the_table_goes_on():
    panel = Panel()
    host = at_table(panel)
    settled(host)

    class Broken:
        def rows(self):
            raise MemoryError

        def watched(self):
            return False

    host.table.menu = Broken()
    host.table.face.stale = True
    settled(host)
    assert "MemoryError" in host.table.notes[-1]
    host.table.menu = None
    host.table.face.stale = True
    settled(host)


def test_why_there_is_no_other_showdown_is_shown_until_a_key_is_pressed():
    panel = Panel()
    host = at_table(panel)
    settled(host)
    before = panel.picture()

    def full(names=None, level=""):
        raise Refused("journals", "no room on flash for another showdown", "")

    new, host.table.game.new = host.table.game.new, full
    host.table.game.again = True  # as at the end of a showdown
    settled(host)
    assert host.table.game.view.refused and "no room" in host.table.face.note and panel.picture() != before
    host.table.game.new = new
    told = panel.picture()
    host.board.edges = [(RIGHT, True), (RIGHT, False)]
    settled(host)
    assert not host.table.face.note and panel.picture() != told


def test_what_is_to_be_known_of_a_showdown_that_begins_is_shown():
    panel = Panel()
    host = at_table(panel)
    settled(host)
    game = host.table.game
    new = game.new

    def noted(names=None, level=""):
        new(names, level)
        game.note = "the party on this board was left out"

    game.new = noted
    host.ask("new")
    settled(host)
    assert host.table.face.note == host.table.notes[-1] == "the party on this board was left out"


def test_without_a_display_nothing_of_it_is_loaded():
    let_go("table.face", *SHOWN)
    host = Host()
    host.board.display = lambda settings: None
    loaded(host)
    settled(host)
    assert host.table.face is None
    assert not [name for name in SHOWN if "lanternboard." + name in sys.modules]
