"""The showdown's records in a terminal of 80x24."""

from dataclasses import replace

from lanternboard.lights import meanings as m
from lanternboard.rules import figures
from lanternboard.rules import state as st
from lanternboard.rules.asking import ROUND
from lanternboard.screen import words
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.party import party
from lanternboard_host.faces.picture import Picture
from lanternboard_host.terminal.loop import KEYS_PARTY
from lanternboard_host.terminal.page import legend, page
from lanternboard_host.terminal.party import everything, party_page

NAMES = ("Allister", "Erza", "Lucy", "Zachary", "Emily", "Sixtus")


def position(survivors=4, level=st.ALL) -> Picture:
    s = st.State(22, 16, survivors)
    s.level, s.phase, s.round, s.side, s.players = level, ROUND, 3, 1, 4
    s.monster, s.placed, s.x, s.y = 0, True, 10, 7
    for i in range(survivors):
        s.at[i] = i
        figures.add(s, i, st.PLAYER, i % 4)
    figures.fill(s, 1, 1)
    figures.add(s, 1, st.INSANITY, 4)
    figures.add(s, 1, st.BLEED, 2)
    names = NAMES[:survivors]
    made = Picture(22, 16, bytes(22 * 16), s, names, "the White Lion", sentence="What now?", why="V3", keys=KEYS_PARTY)
    made.party, made.past = party(s, names, installed()), ("Erza is hurt.",)
    return made


def plain(lines):
    return [line.plain for line in lines]


def test_a_party_of_four_stands_beside_the_board():
    lines = plain(page(position(), 80, 24, "letters"))
    assert len(lines) <= 24 and all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    for one in (
        "round 3, the survivors' turn",
        "White Lion level 1",
        "Erza S0 I4! bleeds 2",
        "h0■ a0·· b0·· w0·· l0·· B·",
        "AI 0 disc 0 wounds 0",
        "HL 0 disc 0",
    ):
        assert one in text
    assert lines[-1].endswith("? all"), "nothing is cut off"


def test_where_lines_are_not_counted_the_legend_goes_on_under_the_board():
    made = position(6)
    lit = [m.MONSTER, m.FRONT_EDGE, m.BLIND_SPOT, m.FIELD_OF_VIEW, m.ALLOWED, m.CURSOR]
    made.cells = bytes(lit) + bytes(22 * 16 - len(lit))
    made.warning = "Nobody listens to this board."
    lines = plain(page(made, 80, None, "letters"))
    told = "\n".join(lines)
    for meaning in lit:
        assert words.light_text(m.name(meaning), -1, NAMES) in told
    assert "HL 0 disc 0" in told and lines[16].startswith("15"), "the board is whole and in its place"
    assert len(page(made, 80, 24, "letters")) <= 24


def test_only_what_stands_first_is_bold():
    for line in everything(position(), 80):
        bold = [line.plain[span.start : span.end].strip() for span in line.spans if span.style and "bold" in str(span.style)]
        assert "bold" not in str(line.style) and set(bold) <= {"round 3", "▲W", *NAMES}


def test_the_page_of_everything_names_all_that_is_in_play():
    made = position()
    moods = [f"A Mood of the Lion, Number {n}" for n in range(12)]
    made.party = replace(made.party, monster=replace(made.party.monster, moods=tuple(moods)))
    whole = " ".join(line.strip() for line in plain(everything(made, 80)))
    assert all(mood in whole for mood in moods) and len(page(made, 80, 24, "letters")) <= 24


def test_where_it_does_not_fit_one_line_tells_the_decks_and_a_page_tells_all():
    narrow = plain(page(position(), 60, 24, "letters", None, True))
    assert len(narrow) <= 24 and any("round 3" in line and "HL 0" in line for line in narrow)
    six = position(6)
    assert len(page(six, 80, 24, "letters")) <= 24
    whole = plain(everything(six, 80))
    assert all(any(name in line for line in whole) for name in NAMES) and "Erza is hurt." in whole[-1]
    first, later = plain(party_page(six, 80, 8)), plain(party_page(six, 80, 8, first=3))
    assert len(first) == 8 and first[3] == later[0] and "Up and down" in first[-1]


def test_ascii_needs_no_other_sign():
    for lines in (page(position(), 80, 24, "letters", None, True), party_page(position(), 80, 24, True)):
        assert all(line.isascii() for line in plain(lines))


def test_while_the_table_rolls_there_are_no_answers():
    rolling = replace(position(), rolling="The board rolls")
    assert "The board rolls ..." in "\n".join(plain(page(rolling, 80, 24, "letters")))


def test_the_end_tells_what_was_won():
    ended = position()
    ended.state.result = st.WON
    ended.state.spoils.extend(bytes((1, 0, 1, 0)))
    ended.party = party(ended.state, ended.names, installed())
    text = "\n".join(plain(everything(ended, 80)))
    assert "Victory" in text and f"Erza: 2 × {installed().card('basic', 0)['name']}" in text


def test_at_the_level_monster_survivors_have_no_figures():
    text = "\n".join(plain(page(position(level=st.MONSTER), 80, 24, "letters")))
    assert "Erza" in text and " S0" not in text and "HL" not in text


def test_what_is_cut_beside_the_board_has_a_sign_and_stands_on_the_page_of_everything():
    six = position(6)
    six.cells = bytes([m.CANDIDATE]) + six.cells[1:]
    told = "\n".join(plain(page(six, 80, 24, "letters")))
    assert "HL 0" not in told and "… p: all" in told
    assert "p: all" not in "\n".join(plain(page(position(), 80, 24, "letters")))
    lights = legend(six, "letters", False)
    whole = "\n".join(plain(everything(six, 80, False, lights)))
    assert lights and all(each.plain in whole for each in lights) and "hit locations 0" in whole
