"""`lanternboard demo` and `serve` with the page: in a terminal, without one, with a browser and without."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.cli.demo import tour
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.linked import LinkedTable
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.terminal.tour import STEPS
from lanternboard_host.web.server import PageServer
from rich.console import Console
from test_server import Page

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")])}
COMMAND = [sys.executable, "-m", "lanternboard_host"]


class At:
    """Something served at an address, as Page needs it."""

    def __init__(self, address):
        where = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#(\S+)", address)
        self.page = self
        self.port, self.token = int(where[1]), where[2]


def answered(page, choice, then):
    """Answers, again where the question had just become another's number, until that is asked."""
    while page.state["sentence"] != then:
        told = len(page.refused)
        page.answer(choice)
        page.until(lambda p: p.state["sentence"] == then or len(p.refused) > told)  # noqa: B023


def test_demo_with_the_page_only_says_its_address_at_once_and_plays_until_it_is_interrupted():
    process = subprocess.Popen([*COMMAND, "demo", "--page", "--http-port", "0"], env=ENV, stdout=subprocess.PIPE, text=True)
    try:
        there = At(process.stdout.readline().split()[-1])
        with Page(there, there.token) as page:
            page.until(lambda p: p.frame and p.state)  # a dark board, before the demo's is there
            page.until(lambda p: p.state["sentence"] == "Which monster is on the table?", 90)
            page.until(lambda p: p.welcome["may"])
            answered(page, "white-lion", "How many survivors take part?")
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
            assert process.stdout.read().startswith("Goodbye. Demo showdowns are not kept")
    finally:
        process.kill()


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_in_a_terminal_both_faces_show_the_same_table():
    import pty

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "demo", "--no-open", "--http-port", "0"],
        env={**ENV, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    told = bytearray()

    def read():
        try:
            while data := os.read(master, 4096):
                told.extend(data)
        except OSError:
            pass  # the terminal has gone

    reader = threading.Thread(target=read, daemon=True)
    reader.start()

    def shown(what, seconds=90):
        end = time.monotonic() + seconds
        while not (found := re.search(what, told)):
            assert time.monotonic() < end and process.poll() is None, bytes(told[-2000:])
            time.sleep(0.02)
        return found

    try:
        there = At(shown(rb"The page: (http://\S+)\r")[1].decode())
        with Page(there, there.token) as page, Page(there, None) as mute, Page(there, "a-key-of-another-page") as wrong:
            shown(rb"Which monster is on the table")
            assert told.count(f"The page: http://127.0.0.1:{there.port}/#{there.token}".encode()) >= 2, "said, and kept on the screen"
            page.until(lambda p: p.state and p.state["sentence"] == "Which monster is on the table?")
            os.write(master, b"n")
            page.until(lambda p: p.state["sentence"] == "How many survivors take part?")
            page.until(lambda p: p.welcome)
            answered(page, 3, "Where does the White Lion stand?")
            shown(rb"Where does the White Lion stand")
            for other in (mute, wrong):
                other.until(lambda p: p.state and p.state["sentence"] == "Where does the White Lion stand?")
                other.answer([10, 7])
                other.until(lambda p: p.refused)
            heard = [text for one in (page, mute, wrong) for text in one.texts]
            assert there.token not in "".join(heard) and "127.0.0.1" not in "".join(heard), "the key is the terminal's alone"
            os.write(master, b"q")
            assert process.wait(30) == 0
    finally:
        process.kill()
        os.close(master)


def test_the_page_is_opened_in_the_browser_that_there_is_and_never_in_one_that_would_take_the_terminal(monkeypatch, tmp_path):
    from lanternboard_host.cli import serving

    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform not in ("win32", "darwin"):
        assert not serving.open_browser("http://127.0.0.1:1/"), "no screen"
    import webbrowser

    opened = threading.Event()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not serving.open_browser("http://127.0.0.1:1/")

    class Broken(webbrowser.BaseBrowser):
        def open(self, url, new=0, autoraise=True):
            opened.set()
            raise OSError("it has gone")

    monkeypatch.setattr(webbrowser, "get", lambda: Broken())
    assert serving.open_browser("http://127.0.0.1:1/") and opened.wait(5)


def test_a_page_that_was_opened_for_somebody_ends_when_the_last_one_has_gone(served, monkeypatch):
    from lanternboard_host.cli import serving

    monkeypatch.setattr(serving, "COMES", 0.3)
    monkeypatch.setattr(serving, "NOBODY", 0.4)
    served.end()
    served.begin(0)
    assert not serving.until_closed(served.page, served.watch), "nobody came"
    page = Page(served)
    page.until(lambda p: p.state)
    threading.Timer(0.6, page.socket.close).start()
    began = time.monotonic()
    assert serving.until_closed(served.page, served.watch) and time.monotonic() - began > 0.9


def test_without_a_terminal_it_plays_by_itself_and_its_page_looks_on_as_long_as_somebody_has_it_open():
    process = subprocess.Popen(
        [*COMMAND, "demo", "--http-port", "0"], env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        first = process.stdout.readline()
        port = re.fullmatch(r"The page: http://127\.0\.0\.1:(\d+)/\n", first)  # without its key: nobody disturbs whoever plays
        served = SimpleNamespace(page=SimpleNamespace(port=int(port[1])))
        with Page(served, token="") as page:
            page.until(lambda p: p.state and p.state["journal"], 60)
            told = []
            for line in process.stdout:
                told.append(line)
                if line.startswith(f"{len(STEPS)}. "):
                    break
            page.until(lambda p: p.state["redo"], 30)  # its last steps take back
            page.answer("usual")
            page.until(lambda p: p.refused and not p.welcome["may"])
            assert process.poll() is None
        rest, wrong = process.communicate(timeout=60)
        assert (process.returncode, wrong) == (0, "")
        shown = "".join(told) + rest
        assert all(f"{number}. {caption}" in shown for number, (caption, _) in enumerate(STEPS, 1)) and shown.count("\n") > 150
    finally:
        process.kill()
        process.wait()


def test_a_first_story_is_played_by_the_seven_buttons_alone_and_the_page_shows_it_to_its_end():
    verbs = []
    with ExitStack() as held:
        board = held.enter_context(EmulatedBoard(level="all"))
        client = Client(board.start())
        follower = held.enter_context(Follower(client, installed()))
        watch = Watch()
        served = SimpleNamespace(page=held.enter_context(PageServer(watch, port=0)))
        page = held.enter_context(Page(served, token=None, calm=True))
        table = LinkedTable(follower)
        table.ready()
        follower.wait(lambda f: f.engine.prompt.kind == "monster")
        request, client.request = client.request, lambda verb, **more: verbs.append(verb) or request(verb, **more)
        rounds = set()  # in which people are asked: what chance alone decides may pass between two looks

        def update():
            watch.look(table)
            prompt = follower.engine.prompt
            if prompt.who != CHANCE and prompt.kind != "over":
                rounds.add(follower.engine.state.round)

        follower.on_update = update
        looks = threading.Thread(target=page.until, args=(lambda p: p.state and (p.state["party"] or {}).get("result"), 120))
        looks.start()
        console = Console(file=io.StringIO(), width=100)
        tour(table, console)
        looks.join(30)
        state = follower.engine.state
        told = console.file.getvalue()
    assert follower.engine.prompt.kind == "over" and not {"answer", "undo", "redo"} & set(verbs)
    assert "The showdown begins." in told and ("Won in round" in told or "Lost in round" in told)
    assert page.state["party"]["result"]["is"] == ("won" if state.result == 1 else "lost")
    seen = {(json.loads(text).get("party") or {}).get("round") for text in page.texts}
    assert {f"round {n}" for n in rounds if n} <= seen and 1 in rounds
