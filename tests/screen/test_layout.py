"""What the display shows of any game: eight rows of at most sixteen ASCII characters, the highlighted answer always among them."""

import random
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.controls.view import View, highlighted
from lanternboard.rules.geometry import on_board
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.spaces import Spaces
from lanternboard.rules.state import MONSTER, State
from lanternboard.screen import layout, words
from lanternboard.screen.brief import BRIEF, WORDS
from lanternboard.screen.english import ENGLISH
from lanternboard.screen.layout import CHOSEN, HEAD, ROWS, WIDE, cut, fold, note_rows, prompt_rows, where_rows, wrap
from lanternboard.table.builtin import BuiltinCards
from rules.players import play
from sizes import count

EVENTS = [("fell", 1), ("pushed", 2, 1, 9, 0), ("removed", 7)]
ANY = st.characters(exclude_categories=("Cs",))  # as text() has it, but without trying every character in UTF-8 first
NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=32)


def whole(made):
    """The rows of a generator, checked as every face may rely on them."""
    rows = [row for row in made if row is not None]
    assert len(rows) == ROWS
    for text, mark in rows:
        assert len(text) <= WIDE and 0 <= mark <= layout.GAUGE and all(" " <= c <= "~" for c in text), text
    assert rows[0][1] == HEAD and rows[0][0].strip()
    return rows


def chosen(rows):
    return [text for text, mark in rows if mark == CHOSEN]


KEPT = layout.Kept()  # as a display keeps one, from prompt to prompt


def check(game, view, cards):
    rows = whole(prompt_rows(game, view, cards))
    assert whole(prompt_rows(game, view, cards, KEPT)) == rows
    assert whole(prompt_rows(game, view, cards, KEPT)) == rows, "and once more, with what is kept"
    choice = highlighted(game.prompt, view)
    if choice is None:
        assert not chosen(rows)
    else:
        (text,) = chosen(rows)
        told = cut(fold(words.option_text(game.prompt, choice, game.state, game.names, cards, WORDS)), WIDE - 2)
        assert told in text
        assert text.count("*") == told.count("*") + (choice == game.prompt.usual)
    assert not chosen(whole(where_rows(game, cards)))
    state = game.state
    for one in [-1] * state.placed + [i for i in range(len(state.at)) if on_board(state, i)]:
        (text,) = chosen(whole(where_rows(game, cards, one)))
        who = words.survivor(one, game.names, WORDS) if one >= 0 else words.monster(state, cards, WORDS)
        assert text.startswith(layout.told(who)[:4])
    return rows


def test_every_question_of_games_by_chance_shows_whichever_answer_is_highlighted():
    met = set()

    def look(game, dice):
        view = View()
        view.see(game.prompt)
        options = list(game.prompt.options)
        at = random.Random(game.number).randrange(len(options))
        if game.prompt.is_spaces():
            view.cursor = options[at]
        else:
            view.option = at
        rows = check(game, view, game.cards)
        met.add(game.prompt.kind)
        assert rows[1][0], "something is asked"

    for seed in range(count(8, 40, 400)):
        play(900 + seed, 80, 12, 10, watch=look)
    assert len(met) > 20, met


class Game:
    """As much of an engine as the layout reads."""

    def __init__(self, prompt, names, events=()):
        self.prompt, self.names, self.events = prompt, names, events
        self.state = State(22, 16)
        self.can_undo = True


def prompt_of(options, usual, who=0):
    made = Prompt("miniature", "V1", options, usual, who, ("s0",))
    made.number = 123456
    return made


@settings(max_examples=count(60, 300, 3000), deadline=None)
@given(st.lists(NAMES, min_size=8, max_size=8), st.integers(0, 8), st.integers(1, 8), st.data())
def test_whatever_survivors_are_called_the_highlighted_one_is_in_view(names, first, n, data):
    ids = tuple(f"s{i}" for i in range(8))[first:][:n] + ("monster",)
    game = Game(prompt_of(ids, data.draw(st.sampled_from(ids))), names, data.draw(st.sampled_from([EVENTS, EVENTS[:1], []])))
    view = View()
    view.see(game.prompt)
    view.option = data.draw(st.integers(0, len(ids) - 1))
    rows = check(game, view, BuiltinCards())
    view.refused = True
    assert whole(prompt_rows(game, view, BuiltinCards()))[0][0].startswith("Not possible")
    assert rows[0][0].endswith("< 123456")


@settings(max_examples=count(60, 300, 3000), deadline=None)
@given(st.text(ANY, max_size=200), st.integers(1, 8), st.integers(2, 20))
def test_wrapped_text_keeps_its_words_in_order_and_fits(text, most, wide):
    lines = wrap(text, most, wide)
    assert len(lines) <= most and all(0 < len(line) <= wide for line in lines)
    whole_text = "".join(text.split())
    kept = "".join("".join(lines).split())
    assert kept == whole_text or (kept.endswith(".") and whole_text.startswith(kept[:-1]))
    if kept == whole_text and all(len(word) <= wide for word in text.split()):
        assert [word for line in lines for word in line.split()] == text.split(), "broken between words only"


@given(NAMES)
def test_folded_text_is_printable_ascii_and_ascii_stays(text):
    assert all(" " <= c <= "~" for c in fold(text))
    if text.isascii():
        assert fold(text) == text


def test_letters_lose_their_marks_and_what_has_no_likeness_is_a_question_mark():
    assert fold("Zoë Čapek, ŁÓDŹ, Ærø, Straße") == "Zoe Capek, LODZ, Aro, Strase"
    assert fold("e\u0301a") == "ea" and fold("狮子") == "??"
    for code in range(0xC0, 0x180):
        base = unicodedata.normalize("NFD", chr(code))[0]
        if base.isascii():
            assert fold(chr(code)) == base


@given(st.text(ANY, max_size=300))
def test_a_note_of_any_length_fits(text):
    whole(note_rows(text))


def test_short_words_stand_for_long_ones_with_no_placeholder_of_their_own():
    for key, text in BRIEF.items():
        assert key in ENGLISH, key
        assert set(re.findall(r"{(\w+)}", text)) <= set(re.findall(r"{(\w+)}", ENGLISH[key])) | {"n", "at"}, key
        assert len(text) < len(ENGLISH[key]) or text == ENGLISH[key], key


@pytest.mark.parametrize("key", sorted(key for key in ENGLISH if key.startswith("id.")))
def test_every_answer_is_short_enough_to_be_read_whole(key):
    assert len(WORDS[key]) <= WIDE - 2, WORDS[key]


WORDY = {"who": "Zachary", "monster": "White Lion", "what": "Beast's Scapular Deltoid", "where": "waist", "step": "brain damage"}
WORDY |= {"n": 10, "need": 10, "dice": 10}


def test_every_question_leaves_room_for_four_answers():
    for key in ENGLISH:
        if key.startswith("ask."):
            assert len(wrap(WORDS[key].format(**WORDY), 9)) <= (2 if "{what}" not in WORDS[key] else 3), key


def test_a_cursor_shows_its_space_and_a_number_its_bounds():
    spaces = Spaces(352)
    for at in (5, 163):
        spaces.add(at)
    view = View()
    game = Game(Prompt("to", "M6", spaces, 163, -1, ("monster",)), ["Erza"])
    view.see(game.prompt)
    assert chosen(whole(prompt_rows(game, view, BuiltinCards()))) == ["     *(9,7)"]
    view.cursor = 5
    assert chosen(whole(prompt_rows(game, view, BuiltinCards()))) == ["     (5,0)"]
    game.prompt = Prompt("number", "G8", range(-30, 31), 3, -1, ("tokens",))
    view = View()
    view.see(game.prompt)
    rows = whole(prompt_rows(game, view, BuiltinCards()))
    assert chosen(rows) == ["    < *+3 >"] and "   -30 to 30" in [text for text, _ in rows]
    view.option = 0
    rows = whole(prompt_rows(game, view, BuiltinCards()))
    assert chosen(rows) == ["    < -30 >"] and " -30 to 30, *3" in [text for text, _ in rows]


def test_a_display_tells_first_what_people_must_do_then_the_last_that_happened():
    ids = tuple(f"s{i}" for i in range(8))
    game = Game(prompt_of(ids, None), ["Allister"] * 8, [("attacks", 0, 2, 2, 1), ("fell", 1), ("turn", 1)])
    game.state.level = MONSTER
    view = View()
    view.see(game.prompt)
    rows = [row[0] for row in whole(prompt_rows(game, view, BuiltinCards()))]
    assert "2 dice" in " ".join(rows) and "Survivors'" not in " ".join(rows)
    game.events = [("fell", 1), ("turn", 1)]
    view.option = -1
    rows = [row[0] for row in whole(prompt_rows(game, view, BuiltinCards()))]
    assert rows[-1] != "" and "turn" in " ".join(rows[-2:])
