"""The terminal's page: fits 80x24, scrolls when the board is larger, says everything without colour too."""

import io
import re

import pytest
from lanternboard.controls import keys as k
from lanternboard.controls import menu
from lanternboard.lights import meanings as m
from lanternboard_host.faces.local import LocalTable
from lanternboard_host.faces.menu import opened
from lanternboard_host.faces.names import labels
from lanternboard_host.faces.picture import Picture
from lanternboard_host.terminal.colours import GLOW, INDEXED, LETTERS, PALETTE, mode_of
from lanternboard_host.terminal.draw import occupants
from lanternboard_host.terminal.keyboard import HELP
from lanternboard_host.terminal.page import page
from rich.console import Console

MODES = [GLOW, INDEXED, LETTERS]


def answer(table, *choices):
    for choice in choices:
        table.answer(choice)


def placed(columns=22, rows=16, names=("Allister", "Erza", "Lucy", "Zachary")):
    table = LocalTable(names, columns, rows, clock=lambda: 0)
    answer(table, "white-lion", len(names), "usual", "N")
    while table.prompt.kind == "place-survivor":
        space = list(table.prompt.options)[3]
        table.answer([space % columns, space // columns])
    table._glow.spaces = None  # set-up is long past
    return table


def text(lines):
    return "\n".join(line.plain for line in lines)


def shown(table, width=80, height=24, mode=LETTERS, ascii_only=False):
    picture = table.picture()
    picture.keys = HELP
    return page(picture, width, height, mode, None, ascii_only)


@pytest.mark.parametrize("mode", MODES)
def test_a_board_of_22_by_16_fits_80_by_24_whole_at_every_kind_of_prompt(mode):
    table = placed()
    for choices in ((), ("light",), ("candidates",), (0,), ("attack",), ("s0",)):
        answer(table, *choices)
        lines = shown(table, mode=mode)
        assert len(lines) <= 24 and max(line.cell_len for line in lines) <= 80
        told = text(lines)
        assert "…" not in told
        assert HELP in told
        picture = table.picture()
        assert picture.sentence in told and picture.why in told
        assert [line.plain[:2].strip() for line in lines[1:17]] == [str(r) for r in range(16)]
    table.game.adjust(table.game.number)
    told = text(shown(table, mode=mode))
    assert "terrain" in told and len(shown(table, mode=mode)) <= 24


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width, height", [(80, 24), (40, 12), (20, 10), (10, 8), (200, 60), (1, 1)])
@pytest.mark.parametrize("columns, rows", [(22, 16), (64, 16), (3, 3), (32, 32)])
def test_any_board_in_any_terminal_stays_inside_it(mode, width, height, columns, rows):
    table = placed(columns, rows) if columns > 3 else LocalTable((), columns, rows)
    lines = shown(table, width, height, mode)
    assert len(lines) <= max(height, 1)
    assert max(line.cell_len for line in lines) <= max(width, 11)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("adjusting", [False, True])
def test_every_entry_of_the_menu_fits_80_by_24(mode, adjusting):
    table = placed()
    facts = (("brightness", "100"), ("night", "off"))
    for entry in range(len(menu.ENTRIES)):
        picture = table.picture()
        picture.keys, picture.facts = HELP, facts
        picture.menu = opened(menu.LIST, entry, adjusting, facts)
        lines = page(picture, 80, 24, mode)
        told = text(lines)
        assert len(lines) <= 24 and "…" not in told and HELP in told
        assert all(name in told for name in picture.menu.entries)
        assert ("leave overruling" in told) == adjusting


def test_a_locked_menu_has_no_entry_that_the_board_leaves_out():
    for entry in menu.shown(True):
        made = opened(menu.LIST, entry, lock=True)
        assert made.entries == ("redo", "test pattern", "power", "about this board", "last events")
        assert made.entries[made.entry].startswith(menu.ENTRIES[entry].replace("events", "last"))
    assert opened(menu.LIST, menu.ENTRIES.index("night"), lock=True).entry == -1
    assert opened(menu.BRIGHTNESS, 3, lock=True).entry == 3 and opened(menu.ABOUT, 7, lock=True).entry == 7


def test_a_page_of_the_menu_that_tells_much_is_scrolled_and_stays_inside():
    picture = placed().picture()
    picture.keys, picture.note = HELP, ""
    picture.facts = tuple(("start", f"what the log says in its line {i}") for i in range(30))
    shown = []
    for line in range(41):
        picture.menu = opened(menu.ABOUT, line)
        lines = page(picture, 80, 24, LETTERS)
        assert len(lines) <= 24 and "About this board" in text(lines)
        shown.append(text(lines[-3:]))
    assert "line 0" in shown[0] and "line 29" in shown[40] and len(set(shown)) > 10


def test_a_larger_board_scrolls_with_the_cursor():
    table = placed(64, 16)
    answer(table, "move", "s0")
    table.picture()  # the view has seen the prompt
    for column in (0, 30, 63):
        table.view.cursor = 3 * 64 + column
        ruler = shown(table, 60, 24)[0].plain.split()
        near = column - column % 2
        assert str(near) in ruler


def test_the_question_its_reason_and_the_highlighted_answer_are_told():
    table = placed()
    told = text(shown(table))
    assert "What happens next?" in told and "The board keeps up with the table" in told and "[move]" in told
    table.view.option = 0
    assert "[light]" in text(shown(table))


def test_without_colour_letters_say_what_the_light_means():
    table = placed()
    answer(table, "light", "front")
    lines = shown(table)
    assert "f f f" in lines[1].plain and "ffff" in lines[7].plain
    assert "ff in front" in text(lines)
    answer(table, "move", "s0")
    table.picture()  # the view has seen the prompt
    table.view.cursor = 0
    assert "[]" in shown(table)[1].plain


def test_the_legend_has_only_the_meanings_in_use():
    table = placed()
    assert "blind spot" not in text(shown(table))
    table.answer("light")
    table.view.option = 2
    told = text(page(table.picture(), 80, 24, LETTERS))
    assert "blind spot" in told
    table.view.option = 0
    legend = [line.plain for line in shown(table)]
    assert not any("bb" in line for line in legend)


@pytest.mark.parametrize("side, marks", [("N", "▲▲▲▲"), ("S", "▼▼▼▼"), ("E", " ▶"), ("W", "◀ ")])
def test_the_monster_has_a_clear_front(side, marks):
    table = placed()
    answer(table, "turn", side)
    front = {"N": 7, "S": 8, "E": 7, "W": 7}[side]
    line = shown(table)[1 + front].plain
    at = 3 + 2 * (11 if side == "E" else 10)
    assert line[at : at + len(marks)] == marks
    plain = shown(table, ascii_only=True)[1 + front].plain
    assert plain[at : at + len(marks)] == marks.translate(str.maketrans("▲▶▼◀", "^>v<"))


def test_everything_can_be_said_in_ascii():
    table = placed()
    for choices in ((), ("light",), ("front",)):
        answer(table, *choices)
        for mode in MODES:
            assert text(shown(table, ascii_only=True, mode=mode)).isascii()


def test_survivors_are_initials_never_two_alike():
    assert labels(("Allister", "Anna", "Aa", "Ünal", "7", "")) == ["A", "N", "3", "Ü", "5", "6"]
    assert labels(("李", "明")) == ["李", "明"]
    table = placed(names=("李", "明"))
    for mode in MODES:
        lines = shown(table, mode=mode)
        assert len({line.cell_len for line in lines[8:12]}) >= 1 and "李" in text(lines)
        assert all(line.cell_len <= 80 for line in lines)


def test_who_lies_is_marked():
    table = placed()
    answer(table, "fall", "s1")
    at = table.game.state.at[1]
    assert occupants(table.picture())[at] == "E_"
    assert "Erza lies" in text(shown(table))


def test_a_table_that_is_away_is_dimmed_and_says_since_when():
    table = placed()
    near = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80)
    table.away = None
    with near.capture() as bright:
        near.print(*shown(table, mode=GLOW), sep="\n")
    table.away = 12.4
    with near.capture() as dim:
        near.print(*shown(table, mode=GLOW), sep="\n")
    assert "the table has been away for 12 s; plug it in: it is found under any port name" in dim.get()
    assert dim.get() != bright.get()
    assert "12 s" in text(shown(table)) and "Where" not in text(shown(table))


def test_lights_without_rules_are_shown_without_words():
    cells = bytes([m.cell(m.ALLOWED)] * 9)
    told = text(page(Picture(3, 3, cells), 80, 24, LETTERS))
    assert "lights only" in told and "o o o" in told


def test_no_color_and_dumb_terminals_get_letters(monkeypatch):
    def mode(**environment):
        for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return mode_of(Console(file=io.StringIO(), force_terminal=True))

    assert mode(TERM="xterm-256color") == mode(TERM="screen-256color") == INDEXED
    assert mode(TERM="xterm", COLORTERM="truecolor") == GLOW
    assert mode(TERM="xterm-256color", NO_COLOR="1") == LETTERS
    assert mode(TERM="dumb") == LETTERS
    assert mode(TERM="xterm") == LETTERS
    assert mode_of(Console(file=io.StringIO())) == LETTERS


def test_the_tour_plays_to_its_end_and_prints_its_boards():
    from lanternboard_host.terminal.tour import STEPS, tour

    console = Console(file=io.StringIO(), width=80)
    table = LocalTable(clock=lambda: 0)
    tour(table, console)
    told = console.file.getvalue()
    assert table.prompt.kind == "act"
    for number, (caption, _) in enumerate(STEPS, 1):
        assert f"{number}. {caption}" in told
    for part in ("ff in front", "bb blind spot", "rr in range", "+  way", "runs over Erza", "Erza lies", "Lucy is pushed west to (2, 4)"):
        assert part in told, part
    assert max(len(line) for line in told.splitlines()) <= 80


def test_a_refused_press_is_said():
    table = placed()
    answer(table, "push", "s0")  # a number from 0 or 1
    assert "not possible" not in text(shown(table))
    for _ in range(40):
        table.press(k.DOWN, True)
        table.press(k.DOWN, False)
    for mode in MODES:
        assert "That is not possible here." in text(shown(table, mode=mode))


def test_with_256_colours_a_space_is_one_colour_and_the_legend_has_it_too():
    import re

    table = placed()
    answer(table, "light", "front")
    console = Console(file=io.StringIO(), force_terminal=True, color_system="256", width=80)
    with console.capture() as caught:
        for line in shown(table, mode=INDEXED):
            console.print(line, soft_wrap=True)
    drawn = caught.get().split("\n")
    assert not any("48;2;" in line for line in drawn[:17])
    used = {int(n) for line in drawn for n in re.findall(r"48;5;(\d+)", line)}
    chosen = {index for levels in PALETTE.values() for index in levels}
    assert used - {233} <= chosen | {215}  # the highlighted answer's amber
    s = table.game.state
    column = s.at[0] % 22
    row = re.findall(r"\x1b\[([0-9;]*)m([^\x1b]*)", drawn[1 + s.at[0] // 22])
    spaces = [style.split("48;5;")[1] for style, text in row if "48;5;" in style for _ in text]
    assert all(left == right for left, right in zip(spaces[0:44:2], spaces[1:44:2]))
    assert int(spaces[2 * column]) in PALETTE[m.SURVIVOR]
    who = next(line for line in drawn if "Allister" in line)
    assert f"48;5;{PALETTE[m.SURVIVOR][m.BRIGHT]}m" in who.split("Allister")[0][-80:], "the party beside the board has its lights' colours"


def test_own_initials_come_first_and_signs_of_lights_last():
    assert labels(("Anna", "Nora", "Ana")) == ["A", "N", "3"]
    assert labels(("Sara", "Stof", "Sod")) == ["S", "T", "D"]  # S, O and F are signs of lights
    assert labels(("Erza", "Ezra", "Zoe")) == ["E", "A", "Z"]  # R: in range


def test_in_letters_the_legend_shows_what_stands_on_the_board():
    table = placed()
    lines = [line.plain for line in shown(table)]
    told = [line[50:].strip() for line in lines[1:17]]
    assert "▲W White Lion faces north" in told
    assert "W  monster" in told and "▲▲ its front" in told and not any("standing" in line for line in told)
    for entry in told[7:]:
        if entry:
            assert any(entry[:2] in line[3:47] for line in lines[1:17]), entry


def test_in_a_narrow_terminal_everything_stands_below_and_cuts_are_told():
    table = placed()
    answer(table, "light", "front")
    for width in (50, 40):
        told = text(page(table.picture(), width, None, LETTERS))
        for part in ("White Lion faces north", "Allister", "Zachary", "in front", "its front"):
            assert part in told, part
        assert ("columns 2-19 of 22" in told) == (width == 40)
    assert "columns" in text(page(table.picture(), 40, 20, LETTERS)) and "rows" in text(page(table.picture(), 40, 16, LETTERS))
    assert "columns" not in text(page(table.picture(), 80, 24, LETTERS))


def test_what_the_table_set_otherwise_than_the_pack_stands_under_the_monster():
    table = placed()
    assert "movement" not in text(shown(table))
    for choices in (("movement", 8), ("tokens", 2), ("everyone", "yes")):
        table.game.adjust(table.game.number)
        answer(table, *choices)
    told = text(shown(table))
    assert all(words in told for words in ("movement 8, not 6", "movement tokens +2", "everyone is a threat")), told
    assert "Every survivor is a threat." in told


def test_what_people_must_do_is_told_whole_at_80_by_24_and_the_last_that_happened():
    picture = placed().picture()
    picture.options, picture.option, picture.keys = [f"an answer {i}" for i in range(9)], 0, HELP
    must = "The White Lion attacks Allister: 2 dice, 2 or more, damage 1.", "On paper: Allister: +1 insanity."
    said = [(False, "Target: Allister."), (True, must[1]), (False, "The White Lion moves 5 spaces to (10, 2)."), (True, must[0])]
    said.append((False, "The survivors' turn."))
    picture.happened = tuple(said)
    picture.note = " ".join(text for _, text in said)
    lines = page(picture, 80, 24, LETTERS)
    told = " ".join(text(lines).split())
    assert len(lines) <= 24 and must[0] in told and must[1] in told and "The survivors' turn." in told and "Target:" not in told
    assert HELP in told and lines[16].plain.startswith("15"), "the whole board is there"
    picture.happened = tuple((False, f"It happens for the {i}th time.") for i in range(20))
    picture.note = " ".join(words for _, words in picture.happened)
    told = " ".join(text(page(picture, 80, 24, LETTERS)).split())
    assert "… It happens" in told and "for the 19th time." in told and "the 0th" not in told
    picture.happened = ((True, must[0]),) * 5
    picture.note = " ".join([must[0]] * 5)
    assert " ".join(text(page(picture, 80, 24, LETTERS)).split()).count(must[0]) == 5, "the board gives way for what must be done"


def test_who_has_the_tile_is_told_while_everybody_is_off_the_board():
    from lanternboard_host.faces.alone import begin
    from lanternboard_host.faces.cards import installed
    from lanternboard_host.link.follower import Kept

    table = LocalTable(game=begin(Kept(), installed(), ("Allister", "Erza", "Lucy", "Zachary"), 2))
    while table.prompt.kind != "place-monster":
        table.answer("usual" if table.prompt.usual is not None else table.prompt.options[0])
    rows = [line.plain.rstrip() for line in page(table.picture(), 80, 24, LETTERS)]
    assert any(row.endswith("Allister S1 I0 tile off") for row in rows), rows


def test_of_a_list_that_is_cut_it_is_told_which_entries_are_seen():
    table = placed()
    assert " of 8" not in text(shown(table)), "all of them are there"
    table.game.adjust(table.game.number)
    many = len(table.prompt.options)
    for option in range(many):
        table.view.option = option
        lines = shown(table)
        first, last = (int(part) for part in re.search(rf"put right\?  (\d+)-(\d+) of {many}", text(lines)).groups())
        assert first <= option + 1 <= last < first + many
        names = table.picture().options
        there = " ".join(" ".join(line.plain for line in lines[-3:-1]).replace("[", " ").replace("]", " ").split())
        assert there == " ".join(names[first - 1 : last])
    table.view.option = 0
    assert f"-{many} of {many}" not in text(shown(table))
    picture = table.picture()
    picture.sentence = "What is to be put right, and this question is longer than a line of a terminal has room for?"
    assert f" of {many}" in text(page(picture, 80, 24, LETTERS))
    told = placed().picture()
    told.facts, told.menu = tuple((f"fact {k}", "of the board") for k in range(30)), opened(menu.ABOUT, 0)
    assert re.search(r"1-2 of \d+", text(page(told, 80, 24, LETTERS)))


@pytest.mark.parametrize("mode", MODES)
def test_in_a_tiny_window_the_question_and_its_answers_come_before_the_board(mode):
    table = placed()
    table.game.adjust(table.game.number)
    for height in (3, 4, 5, 6, 7, 8):
        told = text(shown(table, 40, height, mode))
        assert "What is to be put right?" in told and "the monster's place" in told, height
        assert ("too small for the board" in told) == (3 < height < 6)
    for height in (1, 2):
        assert "too small" in text(shown(table, 40, height, mode))
