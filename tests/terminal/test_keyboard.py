"""Keys of a terminal become presses of the seven buttons, and the terminal is left as it was."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lanternboard.controls import keys as k
from lanternboard.rules.state import ALL
from lanternboard_host.faces.alone import AloneTable, begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.local import NAMES, LocalTable
from lanternboard_host.link.follower import Kept
from lanternboard_host.terminal.keyboard import ALL_KEYS, HELP, KEYMAP, REDO, split
from lanternboard_host.terminal.loop import HELD, SHOWN, Presses

ROOT = Path(__file__).parents[2]


def test_all_seven_buttons_and_both_long_meanings_have_keys():
    assert {meaning for meaning in KEYMAP.values() if isinstance(meaning, tuple)} == {(key, False) for key in range(7)} | {
        (k.BACK, True),
        (k.NEXT, True),
    }
    assert len(HELP) < 79


def test_arrow_keys_come_as_escape_sequences():
    assert split("\x1b[A\x1b[B\x1bOC\x1b[1;5D") == (["up", "down", "right", "left"], "")
    assert split("\r\t\x7f \n") == (["enter", "tab", "backspace", " ", "enter"], "")
    assert split("a\x1b[") == (["a"], "\x1b[")
    assert split("\x1b[200~q\x1b[5~") == (["q"], "")


@given(st.text(alphabet="\x1b[OABCD123;~mqn\r", max_size=30), st.integers(0, 30))
def test_keys_are_the_same_however_the_bytes_arrive(text, cut):
    whole, rest = split(text)
    first, kept = split(text[:cut])
    second, left = split(kept + text[cut:])
    assert first + second == whole and left == rest


class Recorder:
    def __init__(self):
        self.edges = []

    def press(self, key, down):
        self.edges.append((key, down))

    def redo(self):
        self.edges.append("redo")


def test_a_press_is_an_edge_down_and_an_edge_up():
    table = Recorder()
    presses = Presses(table)
    presses.press((k.UP, False), 0)
    presses.press((k.CHOOSE, False), 0)
    assert table.edges == [(k.UP, True), (k.UP, False), (k.CHOOSE, True), (k.CHOOSE, False)]


def test_a_held_key_is_let_go_in_time():
    table = Recorder()
    presses = Presses(table)
    presses.press((k.NEXT, True), 0)
    presses.turn(SHOWN - 0.1)
    assert table.edges == [(k.NEXT, True)]
    presses.turn(SHOWN)
    presses.turn(SHOWN + 1)
    assert table.edges == [(k.NEXT, True), (k.NEXT, False)]


def test_a_key_that_follows_a_held_one_ends_it_once_the_table_has_taken_it_for_held():
    table = Recorder()
    presses = Presses(table)
    presses.press((k.NEXT, True), 0)
    presses.press((k.LEFT, False), 0.1)
    presses.press(REDO, 0.2)
    presses.press((k.BACK, True), 0.2)
    presses.turn(HELD - 0.01)
    assert table.edges == [(k.NEXT, True)]
    presses.turn(HELD)
    assert table.edges[1:] == [(k.NEXT, False), (k.LEFT, True), (k.LEFT, False), "redo", (k.BACK, True)]
    presses.turn(3 * HELD)
    presses.press((k.NEXT, True), 5)
    presses.press((k.LEFT, False), 5 + HELD)
    assert table.edges[-4:] == [(k.NEXT, True), (k.NEXT, False), (k.LEFT, True), (k.LEFT, False)], "then it waits for nothing"


def test_a_key_that_a_finger_holds_down_is_one_that_is_held_on():
    table = Recorder()
    presses = Presses(table)
    for tenth in range(60):
        presses.press((k.NEXT, True), tenth / 10)
    assert table.edges == [(k.NEXT, True)]
    for tenth in range(60, 80):
        presses.press((k.BACK, True), tenth / 10)
    assert table.edges[1:] == [(k.NEXT, False), (k.BACK, True)]
    presses.turn(8 + HELD)
    assert table.edges[3:] == [(k.BACK, False)]


HASTY = [[(k.NEXT, True), (k.RIGHT, False)], [(k.NEXT, True)] * 2, [(k.NEXT, True), (k.BACK, True)], [(k.BACK, True), (k.DOWN, False)]]


@pytest.mark.parametrize("keys", HASTY)
@pytest.mark.parametrize("between", [0, 40, 120, 160, 360, 440])
@pytest.mark.parametrize("turns", [10, 700])  # milliseconds between two turns of the table: it may be busy
def test_in_whatever_haste_a_look_never_answers_and_the_menu_takes_nothing_back(keys, between, turns):
    now = [0]
    table = AloneTable(begin(Kept(), installed(), NAMES, ALL), {"dice": "table", "decks": "table"}, 7, clock=lambda: now[0])
    for _ in range(5):
        table.answer("usual")
    table.picture()
    presses = Presses(table)
    due = [(i * between, key) for i, key in enumerate(keys)]
    while now[0] < 6000:
        while due and due[0][0] <= now[0]:
            presses.press(due.pop(0)[1], now[0] / 1000)
        presses.turn(now[0] / 1000)
        if now[0] % turns == 0:
            table.turn(0)
        now[0] += 10
    wanted = [intent[0] for intent in table.intents if intent[0] not in ("moved", "refused")]
    assert wanted == ["where" if key == k.NEXT else "menu" for key in dict.fromkeys(key for key, held in keys if held)]


def test_the_controls_take_a_held_key_for_held():
    table = LocalTable()
    table.picture()
    presses = Presses(table)
    presses.press((k.BACK, True), time.monotonic())
    until = time.monotonic() + 3
    while ("menu",) not in table.intents and time.monotonic() < until:
        table.turn(0)
        presses.turn(time.monotonic())
    assert ("menu",) in table.intents and ("undo",) not in table.intents


PROGRAM = """
import sys
sys.path[:0] = {path!r}
from lanternboard_host.faces.local import LocalTable
from lanternboard_host.terminal.loop import play
from rich.console import Console
try:
    play(LocalTable(), Console())
except KeyboardInterrupt:
    print("interrupted")
print("left")
"""


class InTerminal:
    """A program on a pseudo-terminal."""

    def __init__(self, rows=24, columns=80, **environment):
        import pty
        import termios

        self.master, slave = pty.openpty()
        termios.tcsetwinsize(self.master, (rows, columns))
        self.before = termios.tcgetattr(slave)
        path = [str(ROOT / "firmware"), str(ROOT / "host")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(path=path)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
        )
        self.slave = slave
        self.seen = ""

    def until(self, text, seconds=20.0):
        import select

        end = time.monotonic() + seconds
        while text not in self.seen:
            if not select.select([self.master], [], [], 0.2)[0]:
                assert time.monotonic() < end, self.seen[-2000:]
                continue
            self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
        got, self.seen = self.seen.split(text, 1)
        return got

    def send(self, text):
        os.write(self.master, text.encode())

    def end(self):
        import termios

        code = self.process.wait(10)
        after = termios.tcgetattr(self.slave)
        os.close(self.slave)
        os.close(self.master)
        assert after[:4] == self.before[:4], "the terminal is not as it was"
        return code


needs_pty = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
AS_BEFORE = "\x1b[?25h\x1b[?1049l"


@needs_pty
def test_playing_in_a_terminal_and_quitting_leaves_it_as_it_was():
    terminal = InTerminal()
    terminal.until("Which monster")
    terminal.send("nnn")
    terminal.until("Which way does the White Lion face?")
    terminal.send("\x1b[C\r")
    terminal.until("Where does Allister begin?")
    terminal.send("\x7f")
    terminal.until("Which way does")
    terminal.send("q")
    terminal.until(AS_BEFORE)
    terminal.until("left")
    assert terminal.end() == 0


@needs_pty
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGQUIT"])
def test_signals_leave_it_as_it_was(name):
    terminal = InTerminal()
    terminal.until("Which monster")
    terminal.process.send_signal(getattr(signal, name))
    terminal.until(AS_BEFORE)
    assert terminal.end() == 128 + getattr(signal, name)


@needs_pty
def test_control_c_leaves_it_as_it_was():
    terminal = InTerminal()
    terminal.until("Which monster")
    terminal.process.send_signal(signal.SIGINT)
    terminal.until(AS_BEFORE)
    terminal.until("interrupted")
    assert terminal.end() == 0


@needs_pty
def test_a_smaller_window_is_drawn_anew_and_stays_inside():
    import termios

    terminal = InTerminal()
    terminal.until("Which monster")
    termios.tcsetwinsize(terminal.master, (12, 50))
    terminal.until("\x1b[H")
    terminal.until("Which monster")
    drawn = terminal.until("\x1b[J")
    assert drawn.count("\r\n") < 12
    terminal.send("q")
    terminal.until("left")
    assert terminal.end() == 0


@needs_pty
def test_a_window_that_changes_its_size_and_not_the_layout_is_drawn_anew_too():
    import termios

    terminal = InTerminal(rows=24, columns=80)
    terminal.until("Which monster")
    terminal.until("\x1b[J")
    termios.tcsetwinsize(terminal.master, (24, 81))
    terminal.until("\x1b[2J")
    terminal.until("Which monster")
    terminal.send("q")
    terminal.until("left")
    assert terminal.end() == 0


@needs_pty
def test_the_keys_are_told_by_one_of_them_and_any_key_closes_that():
    terminal = InTerminal()
    terminal.until("Which monster")
    terminal.send("?")
    told = terminal.until("Any key goes back")
    assert all(keys in told for keys, _ in ALL_KEYS)
    terminal.send("q")  # closes it, no more
    terminal.until("Which monster")
    terminal.send("q")
    terminal.until("left")
    assert terminal.end() == 0


@needs_pty
def test_no_color_is_respected():
    terminal = InTerminal(NO_COLOR="1")
    drawn = terminal.until("Which monster") + terminal.until("\x1b[J")
    assert "38;2" not in drawn and "48;2" not in drawn
    terminal.send("q")
    terminal.until("left")
    assert terminal.end() == 0
