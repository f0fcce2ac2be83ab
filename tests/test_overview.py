"""docs/overview.md follows one press: its numbers are those of the code, and every file that it names is there."""

import re
from pathlib import Path

from lanternboard.controls.keys import CHOOSE, RIGHT, Controls, View
from lanternboard.link import messages
from lanternboard.rules import engine, journaltext, record
from lanternboard.rules.chance import by_board
from lanternboard.rules.prompt import CHANCE, CONTROLLER
from lanternboard.rules.state import DEAD, LEVELS, State
from lanternboard.screen import words
from lanternboard.settings.table import defaults
from lanternboard.store.journal import HEAD
from lanternboard.table.builtin import RamJournal
from lanternboard_host.faces.cards import installed

ROOT = Path(__file__).parents[1]
PAGE = " ".join((ROOT / "docs/overview.md").read_text("utf-8").split())


def set_up():
    """A First Story at the level all, at the first target."""
    state = State(22, 16, 0)
    state.level = LEVELS.index("all")
    game = engine.create(RamJournal(), installed("first-story"), defaults()["names"], state=state)
    while game.prompt.kind != "target":
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
    assert game.prompt.options == ("s0", "s1", "s2", "s3") and game.prompt.who == CONTROLLER
    assert f"The prompt is `target`, number {n} (its answer will be record {n} of the journal)" in PAGE
    controls, intents = Controls(View()), []
    controls.see(game.prompt)
    assert game.names[controls.view.option] == "Allister" and game.names[1] == "Erza"
    for key in (RIGHT, CHOOSE):
        for down in (True, False):
            intents += controls.edge(key, down, 0, game.prompt, game.state.columns)
    assert intents[-1] == ("answer", "s1") and 'makes `("answer", "s1")` of it' in PAGE
    assert f'calls `engine.answer({n}, "s1")`' in PAGE
    game.answer(n, "s1")
    assert game.prompt.kind == "hits" and f"prompt {game.number}, `hits`" in PAGE and f"now has prompt {game.number}" in PAGE
    kept = game.journal.read(n)
    assert (
        HEAD == 2 + 4
        and f"record {n}: `store/journal.py` writes a length (2 bytes), a checksum (4 bytes) and the record itself ({len(kept)} bytes)"
        in PAGE
    )
    line = messages.encode(messages.TO_HOST, "record", {"n": n, "text": journaltext.line(n, kept)}).decode()
    assert f"`{line}`" in PAGE


def test_chance_answers_as_the_page_tells_and_a_position_is_kept_after_it():
    game = set_up()
    game.answer(game.number, "s1")
    rolled = game.prompt
    assert rolled.who == CHANCE and by_board(rolled.kind, defaults()["play"]) and list(rolled.options) == [0, 1, 2]
    assert f"Prompt {rolled.number} is asked of nobody at the table" in PAGE and f"is record {rolled.number}." in PAGE
    assert "its answers 0, 1 and 2 have the weights %d, %d and %d" % tuple(rolled.weights) in PAGE
    game.answer(game.number, 2)
    wheres = []
    while game.prompt.who == CHANCE:
        wheres.append((game.number, game.prompt.kind))
        game.answer(game.number, game.prompt.options[0])
    assert wheres == [(15, "location"), (16, "location")] and "prompts 15 and 16, where, are chance's as well" in PAGE
    assert (game.number, game.prompt.who) == (17, 1) and "prompt 17 is Erza's" in PAGE
    asked = words.prompt_text(game.prompt, game.state, game.names, game.cards)[0]
    assert f'makes "{asked}" of prompt 17' in PAGE
    while game.prompt.kind != "hunter":
        game.answer(game.number, game.prompt.options[0])
    kept = game.journal.read(game.number - 1)
    assert kept[0] == record.SNAPSHOT and game.state.flags[1] & DEAD
    assert f"`rules/state.py`, {len(kept) - 1} bytes where Erza died" in PAGE


def test_the_pin_is_the_one_of_choose():
    assert f"the falling edge of GPIO {defaults()['buttons']['choose']} raises an interrupt" in PAGE
