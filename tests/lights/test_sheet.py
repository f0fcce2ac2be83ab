"""The printed sheet says of every question and answer the number that the board shows (lights/digits.py), and is the one in docs/."""

import re
from pathlib import Path

import pytest
import sheet
from lanternboard.lights.digits import KINDS, number_of
from lanternboard.rules.state import ALL, MONSTER
from rules.players import play
from rules.showdowns import RarePack, played
from sizes import count
from web.browser import chromium, reads_on_a_phone, sheets_of_paper

DOCS = Path(__file__).parents[2] / "docs"


def test_the_sheet_in_docs_is_the_one_that_is_made():
    assert (DOCS / "sheet.html").read_text("utf-8") == sheet.html()


def test_every_question_stands_there_by_its_number():
    rows = dict(re.findall(r"<div><b>(\d+)</b><dt>([^<]+)</dt>", sheet.front()))
    assert sorted(map(int, rows)) in (list(range(1, len(KINDS) + 1)), list(range(len(KINDS) + 1)))
    assert all(text.strip("?. ") for text in rows.values())


def test_every_answer_of_games_by_chance_stands_there():
    met = set()

    def look(game, dice=None):
        prompt = game.prompt
        told = sheet.answers(prompt.kind)
        met.add(prompt.kind)
        if prompt.is_spaces():
            assert told == [(None, sheet.SPACES)], prompt.kind
        elif told[0][0] is not None:
            numbers = [number for number, _ in told]
            some = {number_of(prompt, choice) for choice in prompt.options}
            assert some <= set(numbers) or (prompt.kind == "field" and (max(some) > sheet.NAMED or "monster" in prompt.subject))
        else:
            assert told[0][1] != sheet.SPACES, prompt.kind

    for seed in range(count(6, 40, 400)):
        play(5000 + seed, 60, 9, 7, watch=look)
    assert len(met) > 15
    for seed in range(count(4, 20, 200)):
        played(90 + seed, RarePack(), MONSTER if seed % 4 == 3 else ALL, 120, look, adjusts=6)
    assert len(met) > 35


@pytest.mark.chromium
def test_it_is_printed_on_two_pages_and_read_on_a_phone():
    address = (DOCS / "sheet.html").as_uri()
    margins = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        for how in ({"prefer_css_page_size": True}, {"format": "A4", "margin": margins}, {"format": "A4"}, {"format": "Letter"}):
            assert sheets_of_paper(page, **how) == 2, how
        page.add_style_tag(content="section { padding-bottom: 15mm }")  # what other letters may take more
        assert sheets_of_paper(page, prefer_css_page_size=True) == 2
        assert reads_on_a_phone(browser, address)
