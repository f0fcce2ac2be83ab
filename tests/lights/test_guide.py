"""The player's guide in docs/ is the one that is made, names what is there, and has two pages on either paper."""

import re
from pathlib import Path

import guide
import pytest
from lanternboard.controls import keys
from lanternboard.controls.menu import ENTRIES
from lanternboard.rules.overrule import CHANGES, LEVELS
from lanternboard.screen.english import ENGLISH
from lanternboard.settings import table
from web.browser import chromium, reads_on_a_phone, sheets_of_paper

DOCS = Path(__file__).parents[2] / "docs"
TEXT = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", (DOCS / "guide.html").read_text("utf-8")))


def test_the_guide_in_docs_is_the_one_that_is_made():
    assert (DOCS / "guide.html").read_text("utf-8") == guide.html()


def test_every_key_and_both_times_stand_there():
    assert sorted(name for names, _, _ in guide.KEYS for name in names) == sorted(keys.KEYS)
    assert (keys.HOLD_MS, keys.AGAIN_MS) == (400, 3000)
    assert "(0.4 s or longer)" in TEXT
    assert "For 3 seconds: a new showdown" in TEXT
    for name in ("choose", "next", "back"):
        assert f" {name} " in TEXT


def test_every_level_menu_entry_and_setting_that_it_names_is_there():
    assert tuple(guide.KEEPS) == LEVELS
    assert {"overrule", "redo", "events"} <= set(ENTRIES)
    assert {"level", "record", "turn"} <= set(CHANGES)
    assert ENGLISH["id.other"] in TEXT
    assert set(re.findall(r"play\.(\w+)", TEXT)) == {"level", "dice", "decks"}
    assert set(table.PLAY["level"]) == set(LEVELS)
    assert {"dice", "decks"} <= set(table.PLAY)


def test_its_pictures_show_every_moment_of_a_round():
    assert set(guide.PANELS) < set(guide.rounds())


def test_every_page_it_links_to_is_there():
    for name in re.findall(r'href="([^"#]+)"', guide.PAGE):
        assert (DOCS / name).is_file(), name


@pytest.mark.chromium
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_is_printed_on_two_pages(paper):
    with chromium() as browser:
        page = browser.new_page()
        page.goto((DOCS / "guide.html").as_uri())
        assert sheets_of_paper(page, format=paper) == 2
        assert sheets_of_paper(page, format=paper, prefer_css_page_size=True) == 2


@pytest.mark.chromium
def test_it_is_read_on_a_phone():
    with chromium() as browser:
        assert reads_on_a_phone(browser, (DOCS / "guide.html").as_uri())
