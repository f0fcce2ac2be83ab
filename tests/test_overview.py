"""docs/overview.md follows one press: its numbers are those of the code, and every file that it names is there."""

import re
from pathlib import Path

from lanternboard.controls.keys import CHOOSE, RIGHT, Controls, View
from lanternboard.link import messages
from lanternboard.rules import engine, journaltext
from lanternboard.settings.table import defaults
from lanternboard.store.journal import HEAD
from lanternboard.table.builtin import BuiltinCards, RamJournal

ROOT = Path(__file__).parents[1]
PAGE = " ".join((ROOT / "docs/overview.md").read_text("utf-8").split())


def set_up():
    """The White Lion in the middle, four survivors about it."""
    game = engine.create(RamJournal(), BuiltinCards(), defaults()["names"])
    game.answer(game.number, "white-lion")
    while game.prompt.kind != "act":
        usual = game.prompt.usual
        game.answer(game.number, next(iter(game.prompt.options)) if usual is None else usual)
    return game


def test_every_file_that_it_names_is_there():
    named = set(re.findall(r"`([a-z_0-9/]+\.(?:py|md))`", PAGE))
    assert len(named) > 15
    for name in named:
        assert any((top / name).is_file() for top in (ROOT, ROOT / "firmware/lanternboard", ROOT / "host/lanternboard_host/link")), name


def test_the_press_is_the_one_that_the_page_tells():
    game = set_up()
    n = game.number
    assert f"The prompt is `act`, number {n} (its answer will be record {n} of the journal), *move* is highlighted" in PAGE
    controls, intents = Controls(View()), []
    controls.see(game.prompt)
    assert game.prompt.options[controls.view.option] == "move"
    for key in (RIGHT, RIGHT, CHOOSE):
        for down in (True, False):
            intents += controls.edge(key, down, 0, game.prompt, game.state.columns)
    assert intents[-1] == ("answer", "attack") and 'makes `("answer", "attack")` of it' in PAGE
    assert f'calls `engine.answer({n}, "attack")`' in PAGE
    game.answer(n, "attack")
    assert game.prompt.kind == "target" and f"prompt {game.number}, `target`" in PAGE and f"now has prompt {game.number}" in PAGE
    kept = game.journal.read(n)
    assert (
        HEAD == 2 + 4
        and f"record {n}: `store/journal.py` writes a length (2 bytes), a checksum (4 bytes) and the record itself ({len(kept)} bytes)"
        in PAGE
    )
    line = messages.encode(messages.TO_HOST, "record", {"n": n, "text": journaltext.line(n, kept)}).decode()
    assert f"`{line}`" in PAGE


def test_the_position_that_is_kept_is_as_long_as_the_page_says():
    assert f"`rules/state.py`, {len(set_up().state.pack())} bytes here" in PAGE


def test_the_pin_is_the_one_of_choose():
    assert f"the falling edge of GPIO {defaults()['buttons']['choose']} raises an interrupt" in PAGE
