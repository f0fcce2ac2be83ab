"""The printed sheet says of every question and answer the number that the board shows (lights/digits.py), and is the one in docs/."""

import re
from pathlib import Path

import sheet
from lanternboard.lights.digits import KINDS, number_of
from lanternboard.rules.state import ALL, MONSTER
from rules.players import play
from rules.showdowns import RarePack, played
from sizes import count

DOCS = Path(__file__).parents[2] / "docs"


def test_the_sheet_in_docs_is_the_one_that_is_made():
    assert (DOCS / "sheet.html").read_text("utf-8") == sheet.html()


def test_every_question_stands_there_by_its_number():
    rows = dict(re.findall(r"<tr><th>(\d+)</th><td>([^<]+)</td>", sheet.front()))
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
