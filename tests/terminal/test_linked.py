"""The terminal against the real thing: an emulated board, the link, the follower. One board for the whole file."""

import io
import json
import time

import pytest
from lanternboard.controls import keys as k
from lanternboard.controls import menu
from lanternboard.lights import meanings as m
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.faces.linked import STAYS, LinkedTable, cards_of
from lanternboard_host.image import image
from lanternboard_host.link import Client, Follower, doctor
from lanternboard_host.terminal.colours import LETTERS
from lanternboard_host.terminal.loop import Presses
from lanternboard_host.terminal.page import page
from lanternboard_host.terminal.tour import STEPS, tour
from rich.console import Console


@pytest.fixture(scope="module")
def board():
    with EmulatedBoard() as board:
        board.start()
        yield board


@pytest.fixture
def table(board):
    client = Client(board.port)
    client.new(4)
    with Follower(client, cards_of) as follower:
        table = LinkedTable(follower)
        table.ready()
        follower.wait(lambda f: f.engine and f.engine.prompt.kind == "monster")
        yield table


def tap(table, key):
    table.press(key, True)
    table.press(key, False)


def told(table):
    return "\n".join(line.plain for line in page(table.picture(), 80, 24, LETTERS))


def until(table, condition, seconds=8.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, told(table)
        table.turn(0.05)


def test_presses_play_and_the_picture_is_the_boards(table):
    for _ in range(3):
        tap(table, k.NEXT)
    until(table, lambda: "Which way does the White Lion face?" in told(table))
    tap(table, k.RIGHT)
    until(table, lambda: "[east]" in told(table))
    tap(table, k.CHOOSE)
    until(table, lambda: "Where does Allister begin?" in told(table) and "▶" in told(table) and "o " in told(table))
    tap(table, k.BACK)
    until(table, lambda: "Which way does the White Lion face?" in told(table))
    table.redo()
    until(table, lambda: "Where does Allister begin?" in told(table))
    table.redo()
    assert "Nothing to redo." in told(table)
    assert "Done again." not in told(table)


def test_why_a_press_was_refused_stays_until_a_key_does_something_or_some_seconds(table):
    now = [0.0]
    table._clock = lambda: now[0]
    tap(table, k.BACK)
    until(table, lambda: "Nothing to take back." in told(table))
    until(table, lambda: not any(value & 31 == m.REFUSED for value in table.follower.cells))
    assert "Nothing to take back." in told(table), "the board's light has gone, the message has not"
    now[0] += STAYS - 1
    assert "Nothing to take back." in told(table)
    changes = table.changes
    now[0] += 2
    assert "Nothing to take back." not in told(table) and table.changes != changes
    tap(table, k.CHOOSE)
    until(table, lambda: "How many survivors" in told(table))
    for _ in range(5):  # four are usual, eight the most
        tap(table, k.RIGHT)
    until(table, lambda: "That is not possible here." in told(table))
    tap(table, k.CHOOSE)
    until(table, lambda: "Where does" in told(table))
    assert "not possible" not in told(table)
    tap(table, k.BACK)
    until(table, lambda: "Taken back." in told(table))
    table.redo()
    until(table, lambda: "Done again." in told(table))
    table.redo()
    assert "Nothing to redo." in told(table)
    now[0] += STAYS + 1
    assert "Nothing to redo." not in told(table) and "Done again." not in told(table), "no older message comes back"


def test_quick_presses_keep_their_order(table):
    """Report 6."""
    for key in (k.NEXT, k.NEXT, k.NEXT, k.RIGHT, k.DOWN, k.LEFT, k.UP, k.LEFT, k.CHOOSE, k.BACK, k.DOWN, k.CHOOSE):
        tap(table, key)
    until(table, lambda: table.prompt.kind == "place-survivor" and table.follower.engine.state.facing == 2)


def test_in_haste_the_menu_opens_and_a_look_answers_nothing(table):
    table.answer("white-lion")
    before = len(table.follower.lines)
    presses = Presses(table)
    began = time.monotonic()
    for meaning in ((k.NEXT, True), (k.CHOOSE, False), (k.BACK, True), (k.DOWN, False)):
        presses.press(meaning, began)

    def opened():
        presses.turn(time.monotonic())
        return table.picture().menu and table.picture().menu.entry == 1

    until(table, opened)
    new = [line for line in table.follower.lines[before:] if "snapshot" not in line]
    assert len(new) == 1 and "answer" in new[0], "Enter answered, nothing else did"
    tap(table, k.BACK)
    until(table, lambda: not table.picture().menu)


def test_the_tour_runs_on_a_board(table):
    console = Console(file=io.StringIO(), width=80)
    tour(table, console)
    out = console.file.getvalue()
    assert all(f"{number}. {caption}" in out for number, (caption, _) in enumerate(STEPS, 1))
    assert "Ex" in out and "Lucy is pushed west to (2, 4)." in out
    assert table.prompt.kind == "act"


def test_a_table_that_is_away_stays_on_the_page_and_comes_back(table, board):
    table.answer("white-lion")
    before = told(table)
    assert "How many survivors take part?" in before
    board.unplug()
    until(table, lambda: "the table has been away for" in told(table))
    assert "How many survivors take part?" in told(table)
    board.plug()
    until(table, lambda: "away" not in told(table), 15)
    table.answer(2)
    assert "Where does the White Lion stand?" in told(table)


def test_the_menu_stands_in_the_place_of_the_question_with_its_entries_and_what_is_highlighted(board, table):
    question = "Which monster is on the table?"
    assert question in told(table)
    table.press(k.BACK, True)
    until(table, lambda: table.follower.view.get("page") == menu.LIST)
    table.press(k.BACK, False)
    until(
        table,
        lambda: "The board's menu" in told(table) and "[brightness 50] night off  redo  overrule  test pattern  power " in told(table),
    )
    assert "about this board" in told(table) and question not in told(table)
    tap(table, k.DOWN)
    until(table, lambda: "[night off]" in told(table))
    tap(table, k.UP)
    tap(table, k.CHOOSE)
    until(table, lambda: " Brightness\n" in told(table) and "0  1  3  7  13  22  33 [46] 61  79  100" in told(table))
    tap(table, k.UP)
    until(table, lambda: "[61]" in told(table))
    for key in (k.UP, k.UP, k.UP):
        tap(table, key)
    until(table, lambda: "[100]" in told(table) and "That is not possible here." in told(table))
    tap(table, k.NEXT)
    until(table, lambda: "[46]" in told(table))
    tap(table, k.BACK)
    until(table, lambda: "[brightness 46]" in told(table))
    table.follower.client.request("lights", brightness=50, night=False)
    for _ in range(menu.ENTRIES.index("test")):
        tap(table, k.DOWN)
    tap(table, k.CHOOSE)
    until(table, lambda: "Test pattern" in told(table) and "One LED after another turns white." in told(table))
    tap(table, k.BACK)
    tap(table, k.DOWN)
    tap(table, k.CHOOSE)
    until(table, lambda: " Power\n" in told(table) and " asked " in told(table))
    assert "supply 2000 mA, drawn now " in told(table) and "dimmed for it no" in told(table)
    tap(table, k.BACK)
    tap(table, k.DOWN)
    tap(table, k.CHOOSE)
    until(table, lambda: " About this board\n" in told(table) and f"board {table.follower.client.id}, version " in told(table))
    tap(table, k.BACK)
    tap(table, k.BACK)
    until(table, lambda: not table.follower.view.get("page") and question in told(table))
    assert table.picture().facts == () and table.picture().menu is None


def test_a_locked_menu_is_shown_as_the_board_has_it(board, table):
    client = table.follower.client
    settings = client.get("settings")
    client.put("settings", json.dumps({**json.loads(settings), "play": {**json.loads(settings)["play"], "lock": True}}).encode())
    board.restart()
    try:
        until(table, lambda: not client.online)
        until(table, lambda: client.online and table.follower.caught_up(), 15)
        table.press(k.BACK, True)
        until(table, lambda: "[redo] test pattern  power  about this board  last events" in told(table), 15)
        table.press(k.BACK, False)
        assert not any(name in told(table) for name in ("brightness", "night", "overrule"))
        tap(table, k.DOWN)
        until(table, lambda: "[test pattern]" in told(table))
    finally:
        client.put("settings", settings)
        board.restart()
        until(table, lambda: not client.online)
        until(table, lambda: client.online, 15)


def test_a_bad_table_json_is_told_by_face_and_doctor(tmp_path):
    made = image("emulated" if unix_port() else "cpython", tmp_path / "image")
    (made / "table.json").write_text('{"format":"lanternboard/settings/1","rulings":{"x":1}}')
    with EmulatedBoard(made) as bad:
        bad.start()
        with Follower(Client(bad.name), cards_of) as follower:
            table = LinkedTable(follower)
            table.ready()
            for _ in range(2):
                seen = " ".join(line.plain[50:].strip() for line in page(table.picture(), 80, 24, LETTERS)[:6])
                assert "built-in settings: table.json: rulings.x: unknown key" in seen, told(table)
                assert "allowed" not in seen
                table.turn(0)
            assert "built-in settings: table.json" in "\n".join(line.plain for line in page(table.picture(), 60, 24, LETTERS))
        found = doctor.gather(bad.name)
        assert [one.about for one in found if one.level == doctor.WRONG] == ["settings"]
        assert sum("rulings.x" in one.text for one in found) == 1


def test_another_table_behind_the_name_that_was_asked_for_is_said(table):
    with EmulatedBoard(name="swapped", board_id="1" * 16) as first:
        first.start()
        with Follower(Client("swapped"), cards_of) as follower:
            swapped = LinkedTable(follower, f"Lanternboard {follower.client.id[:6]}")
            swapped.ready()
            first.stop()
            until(swapped, lambda: "away" in told(swapped))
            with EmulatedBoard(name="swapped", board_id="2" * 16) as second:
                second.start()
                until(swapped, lambda: "another table answers here now: 222222, no longer 111111" in told(swapped), 20)
                until(swapped, lambda: "Lanternboard 222222" in told(swapped))
                tap(swapped, k.NEXT)
                assert "no longer" not in told(swapped)
