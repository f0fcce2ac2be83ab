"""The display on MicroPython itself: rows drawn by framebuf, sent by the driver, decoded by a model of the panel. Run by
tests/test_on_micropython.py only: framebuf is nowhere else."""

import gc

import framebuf
from lanternboard.controls.view import View
from lanternboard.drivers.ssd1306 import Display
from lanternboard.rules import engine
from lanternboard.screen.draw import Brush
from lanternboard.screen.layout import CHOSEN, GAUGE, HEAD, PLAIN, prompt_rows, where_rows
from lanternboard.table.builtin import BuiltinCards, RamJournal
from screen.panel import Panel


def whole(lines):
    """The same rows, drawn by framebuf at once on a picture of 128x64."""
    data = bytearray(1024)
    on = framebuf.FrameBuffer(data, 128, 64, framebuf.MONO_VLSB)
    for k in range(8):
        text, mark = lines[k]
        if mark == CHOSEN:
            on.fill_rect(0, 8 * k, 128, 8, 1)
        if mark == GAUGE:
            on.rect(0, 8 * k + 1, 128, 6, 1)
            on.fill_rect(2, 8 * k + 3, int(text) * 124 // 100, 2, 1)
        else:
            on.text(text, 0, 8 * k, 0 if mark == CHOSEN else 1)
        if mark == HEAD:
            for x in range(0, 128, 4):
                on.pixel(x, 8 * k + 7, 1)
    return bytes(data)


def send(display, lines):
    brush = Brush()
    for k in range(8):
        brush.draw(*lines[k])
        display.page(k, brush.page)
    n = 0
    while not display.pump():
        n += 1
        assert n < 200
    return n


LINES = [("Allister   < 18", HEAD), ("What next?", PLAIN), (" light", PLAIN), ("*move         v", CHOSEN), ("70", GAUGE)]
LINES += [("", PLAIN)] * 3


def test_what_is_drawn_is_what_a_person_sees_whichever_way_the_panel_is_mounted():
    for flip in (False, True):
        panel = Panel()
        display = Display(panel, 0x3C, flip)
        assert panel.picture() == bytes(1024)
        send(display, LINES)
        seen = panel.picture() if not flip else bytes(panel.memory)
        assert seen == whole(LINES) and panel.on and panel.pump and panel.remapped == (not flip)
        assert not panel.noise, "what lay in its memory at power-up was shown"


def test_only_what_has_changed_is_sent_and_never_more_than_a_millisecond_of_it():
    panel = Panel()
    display = Display(panel)
    assert send(display, LINES) == 64
    panel.bytes = 0
    assert send(display, LINES) == 0 and panel.bytes == 0
    lines = LINES[:]
    lines[2] = (" lighr", PLAIN)
    assert send(display, lines) == 1 and panel.picture() == whole(lines)
    assert (panel.longest + 5 + 2) * 9 * 1000 // 400 <= 1000, "microseconds at 400 kHz, both transfers with their addresses"


def test_every_question_of_a_showdown_is_told_in_eight_rows():
    from rules.showdowns import RarePack, played

    pack = RarePack()
    kinds = []

    def look(game):
        if game.prompt.kind not in kinds:
            kinds.append(game.prompt.kind)
        view = View()
        view.see(game.prompt)
        lines = [row for row in prompt_rows(game, view, pack) if row is not None]
        assert len(lines) == 8 and lines[1][0].strip() and "{" not in lines[1][0]
        for text, _ in lines:
            assert len(text) <= 16, text

    for seed in range(4):
        gc.collect()
        played(20 + seed, pack, 1 + seed % 2, 70, look, adjusts=5)
    assert len(kinds) > 20, kinds


def test_nothing_at_the_address_is_no_display():
    assert not Display(Panel(0x3D), 0x3D).lost
    try:
        Display(Panel(0x3D), 0x3C)
    except OSError:
        return
    raise AssertionError("a display where nothing answers")


def test_a_pulled_cable_stops_nothing_and_the_picture_comes_back_whole():
    for after in range(0, 70, 5):
        panel = Panel()
        display = Display(panel)
        brush = Brush()
        for k in range(8):
            brush.draw(*LINES[k])
            display.page(k, brush.page)
        for _ in range(after):
            display.pump()
        panel.plugged = False
        lost = display.pump() and display.lost
        assert lost or after > 64, "with nothing to be sent nobody notices"
        brush.draw("changed", PLAIN)
        display.page(1, brush.page)
        assert display.pump() and display.lost and not display.look() and display.lost
        panel.plugged = True
        panel.power()
        assert display.pump() and display.look() and not display.lost
        while not display.pump():
            pass
        assert panel.picture() == whole(LINES[:1] + [("changed", PLAIN)] + LINES[2:]) and not panel.noise


def test_a_display_that_lost_its_power_unnoticed_comes_back_whole():
    panel = Panel()
    display = Display(panel)
    send(display, LINES)
    panel.power()
    assert display.pump() and panel.picture() != whole(LINES)
    assert display.look() and panel.picture() == bytes(1024)
    assert send(display, LINES) == 64 and panel.picture() == whole(LINES) and not panel.noise


def test_sending_asks_for_no_memory():
    class Bus:
        def writeto(self, address, data):
            return len(data)

    display = Display(Bus())
    pump = display.pump
    pump()
    gc.collect()
    before = gc.mem_alloc()
    n = 0
    while not pump():
        n += 1
    assert gc.mem_alloc() == before and n > 60


def test_every_question_of_a_showdown_by_chance_has_a_picture():
    cards = BuiltinCards()
    game = engine.create(RamJournal(), cards, ["Allister", "Zo\xeb", "Lucy"], 12, 10)
    view = View()
    seed = 7
    kinds = []
    brush = Brush()
    for _ in range(300):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        prompt = game.prompt
        view.see(prompt)
        for made in (prompt_rows(game, view, cards), where_rows(game, cards)):
            n = lit = 0
            for row in made:
                if row is not None:
                    brush.draw(*row)
                    lit += sum(brush.page)
                    n += 1
            assert n == 8 and lit
        if prompt.kind not in kinds:
            kinds.append(prompt.kind)
        options = list(prompt.options)
        game.answer(prompt.number, options[(seed >> 14) % len(options)])
    assert len(kinds) > 9, kinds
