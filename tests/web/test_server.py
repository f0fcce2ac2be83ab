"""The page's server, spoken to as a browser does and as one should not: a real uvicorn, a real WebSocket, an emulated board."""

import asyncio
import http.client
import json
import os
import socket
import stat
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from lanternboard.base.errors import Refused
from lanternboard.controls.keys import BACK, CHOOSE, DOWN
from lanternboard.controls.menu import ENTRIES
from lanternboard.lights import meanings
from lanternboard_host.faces.picture import Picture
from lanternboard_host.faces.table import Standing
from lanternboard_host.faces.watch import Watch
from lanternboard_host.web import server
from lanternboard_host.web.callers import Callers
from lanternboard_host.web.frames import HEAD
from lanternboard_host.web.messages import BURST
from lanternboard_host.web.server import PageServer, files
from lanternboard_host.web.viewers import PENDING, Viewer, Viewers
from lanternboard_host.web.words import PAGE
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

TOKEN = "a-key-for-the-tests-only"  # conftest.py's


class Page:
    """A page as the server sees it: what it is told is kept."""

    def __init__(self, served, token=TOKEN, calm=False, **more):
        port = served.page.port
        more.setdefault("origin", f"http://127.0.0.1:{port}")
        self.held = ExitStack()
        self.socket = self.held.enter_context(connect(f"ws://127.0.0.1:{port}/table", **more))
        self.state = None
        self.frame = None
        self.frames = 0
        self.refused = []
        self.welcome = None
        self.texts = []
        if token is not None:
            self.say("hello", token=token, calm=calm)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.held.close()

    def say(self, verb, **fields):
        self.socket.send(json.dumps({"do": verb, **fields}))

    def take(self, seconds):
        got = self.socket.recv(timeout=seconds)
        if isinstance(got, bytes):
            self.frame = got
            self.frames += 1
            return
        self.texts.append(got)
        told = json.loads(got)
        if told["is"] == "refused":
            self.refused.append(told["why"])
        else:
            setattr(self, told["is"], told)

    def until(self, condition, seconds=30.0):
        end = time.monotonic() + seconds
        while not condition(self):
            try:
                self.take(max(0.01, end - time.monotonic()))
            except TimeoutError:
                raise AssertionError((self.state, self.refused)) from None
        return self

    def answer(self, choice, number=None):
        number = self.state["number"] if number is None else number
        self.say("answer", journal=self.state["journal"], number=number, choice=choice)


def get(served, path="/", host=None, method="GET", version=b"HTTP/1.1", more=()):
    """(status, headers, body) of one request, its Host header as it is given."""
    port = served.page.port
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        head = [f"{method} {path} ".encode() + version]
        if host != "":
            head.append(f"Host: {host or f'127.0.0.1:{port}'}".encode())
        head += [one.encode() for one in more] + [b"Connection: close", b"", b""]
        line.sendall(b"\r\n".join(head))
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, dict(answer.getheaders()), answer.read()


def test_everything_that_is_served_is_there_and_keeps_to_itself(served):
    assert set(files()) == {
        "/",
        "/index.html",
        "/look.css",
        "/page.css",
        "/icon.svg",
        "/main.js",
        "/party.js",
        "/board.js",
        "/keys.js",
        "/table.js",
        "/phones.js",
        "/phones.css",
    }
    for path, (body, kind) in files().items():
        status, headers, got = get(served, path)
        headers = {name.lower(): value for name, value in headers.items()}
        assert (status, got, headers["content-type"]) == (200, body, kind)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    page = files()["/"][0].decode()
    assert "<script>" not in page and "style=" not in page and "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize(
    "path", ["/../server.py", "/static/../state.py", "/%2e%2e/words.py", "//etc/passwd", "/main.js/", "/.", "/table", "/nothing"]
)
def test_there_is_nothing_else(served, path):
    assert get(served, path)[0] in (400, 404)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_is_written_by_http(served, method):
    assert get(served, "/", method=method)[0] == 405


def test_a_forged_host_name_is_refused(served):
    port = served.page.port
    for host in (
        f"lantern.example:{port}",
        f"127.0.0.1.example:{port}",
        "127.0.0.1",
        f"127.0.0.1:{port + 1}",
        f"10.0.0.1:{port}",
        f"[::2]:{port}",
    ):
        status, _, body = get(served, host=host)
        assert status == 421 and b"not served under that name" in body, host
    for host in (f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert get(served, host=host)[0] == 200, host
    assert get(served, host="", version=b"HTTP/1.0")[0] == 421
    assert get(served, more=["Host: elsewhere"])[0] in (400, 421)


@pytest.mark.parametrize(
    "origin", ["http://lantern.example", "null", None, "https://127.0.0.1:{port}", "http://localhost:{port}", "http://127.0.0.1:1"]
)
def test_a_page_of_another_origin_gets_no_line(served, origin):
    origin = origin and origin.format(port=served.page.port)
    with pytest.raises(InvalidStatus) as refused:
        Page(served, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_forged_host_gets_no_line_either(served):
    port = served.page.port
    with pytest.raises(InvalidStatus) as refused:
        with socket.create_connection(("127.0.0.1", port)) as line:
            with connect(f"ws://lantern.example:{port}/table", sock=line, origin=f"http://lantern.example:{port}"):
                pass
    assert refused.value.response.status_code == 421


def test_a_page_that_comes_before_the_table_was_looked_at_waits_for_the_state(served):
    """On the loop, between the server's start and its first look at the table."""

    async def come():
        viewers = Viewers(served.watch, Callers(TOKEN))
        said, told = asyncio.Queue(), asyncio.Queue()
        said.put_nowait({"type": "websocket.connect"})
        serving = asyncio.create_task(viewers.serve(WebSocket({"type": "websocket"}, said.get, told.put)))
        said.put_nowait({"type": "websocket.receive", "text": json.dumps({"do": "hello", "token": TOKEN, "calm": False})})
        assert (await told.get())["type"] == "websocket.accept"
        assert json.loads((await told.get())["text"])["is"] == "welcome"
        viewers.publish_state('{"is": "state"}')
        assert json.loads((await told.get())["text"]) == {"is": "state"}
        said.put_nowait({"type": "websocket.disconnect"})
        await serving

    asyncio.run(asyncio.wait_for(come(), 10))


def test_without_the_key_a_page_may_look_but_not_touch(served):
    served.set_up()
    for token in (None, "", "a-key-for-the-tests-onlz"):
        with Page(served, token) as page:
            page.until(lambda p: p.state and p.frame)
            if token is not None:
                page.until(lambda p: p.welcome)
                assert page.welcome["may"] is False and "look, not touch" in page.welcome["why"]
            page.answer("turn")
            page.say("press", key=4, down=True)
            page.until(lambda p: len(p.refused) == 2)
            assert all("look, not touch" in why for why in page.refused)
    assert served.watch.seen.picture.prompt.kind == "act"


def test_two_pages_answer_the_first_counts_and_both_see_it(served):
    served.set_up()
    with Page(served) as one, Page(served) as two:
        for page in (one, two):
            page.until(lambda p: p.welcome and p.welcome["may"] and p.state and p.state["sentence"] == "What happens next?")
        number = one.state["number"]
        one.answer("turn")
        for page in (one, two):
            page.until(lambda p: p.state["sentence"] == "Which way does the White Lion face?")
        two.answer("push", number)
        two.until(lambda p: p.refused)
        assert two.refused == ["Somebody answered before you. This is asked now."]
        two.answer("E")
        one.until(lambda p: p.state["monster"] and p.state["monster"]["facing"] == 1 and p.state["undo"])
        one.say("undo", journal=one.state["journal"], number=one.state["number"])
        two.until(lambda p: p.state["monster"]["facing"] == 0)
        two.say("redo", journal=two.state["journal"], number=two.state["number"])
        one.until(lambda p: p.state["monster"]["facing"] == 1)


def test_a_press_goes_to_the_board_as_edges_and_is_let_go_when_its_page_has_gone(served):
    served.set_up()
    with Page(served) as page, Page(served) as other:
        page.until(lambda p: p.welcome and p.state and p.state["number"] == served.watch.seen.number)
        at = page.state["option"]
        page.say("press", key=3, down=True)
        page.say("press", key=3, down=False)
        page.until(lambda p: p.state["option"] == at + 1)
        page.say("press", key=6, down=True)
        bright = lambda p: p.frame and {value >> 5 & 3 for value in p.frame[HEAD.size + 3 :: 4] if value & 31} == {meanings.BRIGHT}  # noqa: E731
        other.until(bright)
        page.socket.close()
        other.until(lambda p: not bright(p))


class Slow:
    """A table whose edges are kept, and whose requests are answered when `go` is set."""

    def __init__(self):
        self.edges, self.asked, self.go, self.changes = [], [], threading.Event(), 0

    def press(self, key, down):
        self.edges.append((key, down))
        return True

    def ask(self, verb, journal, number, **more):
        self.asked.append(more["choice"])
        self.go.wait(20)
        if more["choice"] == "wrong":
            raise KeyError("attack")

    def turn(self, seconds):
        time.sleep(seconds)

    def picture(self):
        return Picture(22, 16, bytes(22 * 16))

    def standing(self):
        return Standing("b", "j", None)


@pytest.fixture
def slow():
    table = Slow()
    with Watch() as watch, PageServer(watch, port=0, token=TOKEN) as page:
        watch.follow(table)
        yield SimpleNamespace(table=table, page=page, watch=watch)
        table.go.set()


def came(table, what, wanted):
    end = time.monotonic() + 10
    while len(getattr(table, what)) < len(wanted):
        assert time.monotonic() < end, getattr(table, what)
        time.sleep(0.005)
    assert getattr(table, what) == wanted


def test_no_key_waits_for_a_request_and_requests_wait_for_each_other(slow):
    with Page(slow) as page:
        page.until(lambda p: p.welcome and p.state)
        page.say("press", key=BACK, down=True)
        for choice in ("wrong", "right"):
            page.say("answer", journal="j", number=1, choice=choice)
        page.say("press", key=BACK, down=False)
        page.say("press", key=DOWN, down=True)
        came(slow.table, "edges", [(BACK, True), (BACK, False), (DOWN, True)])
        came(slow.table, "asked", ["wrong"])
        slow.table.go.set()
        came(slow.table, "asked", ["wrong", "right"])
        page.until(lambda p: p.refused)
        assert "KeyError('attack')" in page.refused[0] and "our mistake" in page.refused[0]


def test_more_requests_than_a_page_may_wait_for_are_refused(slow):
    with Page(slow) as page:
        page.until(lambda p: p.welcome and p.state)
        for choice in range(PENDING + 1):
            page.say("answer", journal="j", number=1, choice=choice)
        page.until(lambda p: p.refused == [PAGE["many"]])
        page.say("press", key=DOWN, down=True)
        came(slow.table, "edges", [(DOWN, True)])


def test_a_key_that_two_pages_hold_is_let_go_with_the_last_of_them(slow):
    with Page(slow) as one, Page(slow) as two, Page(slow) as three:
        for page in (one, two, three):
            page.until(lambda p: p.welcome and p.state)
        one.say("press", key=BACK, down=True)
        came(slow.table, "edges", [(BACK, True)])
        two.say("press", key=BACK, down=True)
        two.say("press", key=BACK, down=False)
        two.say("press", key=DOWN, down=True)
        came(slow.table, "edges", [(BACK, True), (BACK, True), (DOWN, True)])
        three.say("press", key=BACK, down=True)
        came(slow.table, "edges", [(BACK, True), (BACK, True), (DOWN, True), (BACK, True)])
        three.socket.close()
        two.say("press", key=DOWN, down=False)
        came(slow.table, "edges", [(BACK, True), (BACK, True), (DOWN, True), (BACK, True), (DOWN, False)])
        one.say("press", key=BACK, down=False)
        came(slow.table, "edges", [(BACK, True), (BACK, True), (DOWN, True), (BACK, True), (DOWN, False), (BACK, False)])


def test_a_state_that_cannot_be_told_is_said_and_the_next_one_is_told(slow, monkeypatch):
    with Page(slow) as page:
        page.until(lambda p: p.welcome and p.state)
        before, real = page.state, server.state_of
        failing = [True]

        def state_of(seen):
            if seen.journal == "j" and failing:
                failing.pop()
                raise KeyError("attack")
            return real(seen)

        monkeypatch.setattr(server, "state_of", state_of)
        slow.table.changes += 1
        page.until(lambda p: p.refused)
        assert "KeyError('attack')" in page.refused[0]
        page.state = None
        slow.table.changes += 1
        page.until(lambda p: p.state)
        assert page.state == before


def test_what_ends_the_page_is_told_to_who_keeps_it_up(slow, monkeypatch):
    def publish_frame(frame, calm):
        raise KeyError("a frame")

    slow.page.check()
    monkeypatch.setattr(slow.page.viewers, "publish_frame", publish_frame)
    slow.table.picture = lambda: Picture(22, 16, bytes([1] * 22 * 16))
    slow.table.changes += 1
    slow.page._thread.join(20)
    with pytest.raises(KeyError, match="a frame"):
        slow.page.check()


def test_a_choice_is_told_with_the_spaces_that_it_stands_for(served):
    served.set_up()
    with Page(served) as page:
        page.until(lambda p: p.welcome and p.state and p.state["sentence"] == "What happens next?")
        page.answer("move")
        page.until(lambda p: p.state["sentence"] == "Which miniature is moved?")
        spaces = {one["label"]: one["spaces"] for one in page.state["options"]}
        assert spaces == {
            "the White Lion": [7 * 22 + 10, 7 * 22 + 11, 8 * 22 + 10, 8 * 22 + 11],
            "Allister": [22 + 10],
            "Erza": [3 * 22 + 13],
            "Lucy": [4 * 22 + 7],
            "Zachary": [14 * 22 + 11],
        }
        page.answer("monster")
        page.until(lambda p: p.state["spaces"])
        assert page.state["base"] == 2 and "Allister stands at (10, 1)." in page.state["described"]


def test_the_menus_pages_for_power_and_about_tell_what_the_board_tells(served):
    """Of power what `get power` gives, anew while it changes; of itself what its greeting and its log say."""
    served.set_up()
    with Page(served) as page:

        def tap(*keys):
            for key in keys:
                page.say("press", key=key, down=True)
                page.say("press", key=key, down=False)

        def opened(entry):
            served.client.request("press", key=BACK, down=True)
            page.until(lambda page: page.state["menu"])
            served.client.request("press", key=BACK, down=False)
            tap(*[DOWN] * ENTRIES.index(entry), CHOOSE)
            told = page.until(lambda page: page.state["facts"]).state
            assert told["options"] == [] and told["menu"]
            return told["sentence"], dict(map(tuple, told["facts"]))

        page.until(lambda page: page.state and not page.state["menu"] and not page.state["facts"])
        report = json.loads(served.client.get("power"))
        sentence, facts = opened("power")
        assert sentence == "Power" and list(facts) == ["asked", "supply", "drawn now", "dimmed for it"]
        assert facts["supply"] == f"{report['given_ma']} mA" and facts["dimmed for it"] == "no"
        assert 502 < int(facts["asked"].removesuffix(" mA")) == int(facts["drawn now"].removesuffix(" mA")) <= report["given_ma"]
        served.client.request("lights", brightness=0, night=True)
        page.until(lambda page: dict(map(tuple, page.state["facts"]))["asked"] != facts["asked"])
        served.client.request("lights", brightness=50, night=False)
        tap(BACK, BACK)
        page.until(lambda page: not page.state["menu"] and not page.state["facts"])

        sentence, facts = opened("about")
        hello, table = served.client.hello, served.client.table
        assert sentence == "About this board" and facts["board"] == hello["id"] and facts["version"] == hello["version"]
        assert facts["pack"] == table["pack"] and facts["table.json"] == table["settings"]
        tap(BACK, BACK)
        page.until(lambda page: not page.state["menu"] and not page.state["facts"])


def test_frames_are_what_the_board_shows_and_count_up(served):
    served.set_up()
    with Page(served) as page, Page(served, calm=True) as calm:
        page.until(lambda p: p.frame)
        calm.until(lambda p: p.welcome and p.frame)
        numbers = []
        for _ in range(12):
            page.until(lambda p, seen=page.frames: p.frames > seen)
            number, sent, columns, rows = HEAD.unpack_from(page.frame)
            numbers.append(number)
            assert (columns, rows) == (22, 16) and len(page.frame) == HEAD.size + 4 * 352 and abs(sent / 1000 - time.time()) < 5
        assert numbers == list(range(numbers[0], numbers[0] + 12))
        seen = served.watch.seen.picture.cells
        page.until(lambda p: p.frame[HEAD.size + 3 :: 4] == seen)
        for space, value in enumerate(seen):
            red, green, blue = page.frame[HEAD.size + 4 * space :][:3]
            assert (red + green + blue > 0) == (value & 31 != 0), space
        still = HEAD.unpack_from(calm.frame)[0]
        with pytest.raises(TimeoutError):
            while True:
                calm.take(0.4)
        assert HEAD.unpack_from(calm.frame)[0] <= still + 1, "nothing moves for who does not like it"


BAD = [
    b"\x00\x01",
    "",
    "no json",
    "[1]",
    "{}",
    '{"do":"format"}',
    '{"do":["press"]}',
    '{"do":"press","key":3}',
    '{"do":"press","key":7,"down":true}',
    '{"do":"press","key":true,"down":true}',
    '{"do":"press","key":3,"down":1}',
    '{"do":"press","key":3,"down":true,"more":1}',
    '{"do":"answer","journal":"x","number":1e400,"choice":1}',
    '{"do":"answer","journal":"x","number":99999999999,"choice":1}',
    '{"do":"answer","journal":"x","number":1,"choice":null}',
    '{"do":"answer","journal":"x","number":1,"choice":{}}',
    '{"do":"answer","journal":"x","number":1,"choice":[1,2,3]}',
    '{"do":"answer","journal":"x","number":1,"choice":[64,0]}',
    '{"do":"answer","journal":"x","number":1,"choice":["1",0]}',
    '{"do":"answer","journal":"' + "x" * 200 + '","number":1,"choice":1}',
    '{"do":"hello","token":5,"calm":false}',
    "[" * 900,
    "x" * 1500,
]


def test_malformed_messages_are_refused_with_a_reason_and_end_nothing(served):
    with Page(served) as page:
        for i, bad in enumerate(BAD):
            page.socket.send(bad)
            page.until(lambda p, n=i: len(p.refused) == n + 1)
            assert "allowed" in page.refused[-1], bad
        page.welcome = None
        page.socket.send('{"do":"hello","token":"\\ud800","calm":true}')  # no letter at all
        page.until(lambda p: p.welcome)
        assert page.welcome["may"] is False
        page.until(lambda p: p.state)


def test_an_answer_that_the_board_refuses_is_told_in_its_words(served):
    served.set_up()
    with Page(served) as page:
        page.until(lambda p: p.welcome and p.state and p.state["sentence"] == "What happens next?")
        for choice in ("dance", 5, [1, 1], ""):
            told = len(page.refused)
            page.answer(choice)
            page.until(lambda p, n=told: len(p.refused) > n)
        assert served.watch.seen.picture.prompt.kind == "act"


@pytest.mark.parametrize("size", [3000, 1 << 20])
def test_an_oversized_message_closes_its_page_only(served, size):
    with Page(served) as other, Page(served) as page:
        other.until(lambda p: p.welcome)
        with pytest.raises(ConnectionClosed) as closed:
            page.socket.send('{"do":"hello","token":"' + "x" * size + '"}')
            while True:
                page.socket.recv(timeout=5)
        assert closed.value.rcvd is None or closed.value.rcvd.code in (1009, 1006)
        other.say("press", key=0, down=True)
        other.say("press", key=0, down=False)
        assert served.page.open_pages >= 1


def test_a_key_is_let_go_of_however_much_a_page_says():
    pressed = []
    watch = SimpleNamespace(press=lambda key, down: pressed.append((key, down)) or True)
    said = [{"do": "hello", "token": "t", "calm": False}, {"do": "press", "key": 6, "down": True}]
    said += [{"do": "calm", "on": False}] * (BURST + 5)
    said += [{"do": "press", "key": 5, "down": True}, {"do": "press", "key": 6, "down": False}]
    got = [{"type": "websocket.receive", "text": json.dumps(one)} for one in said] + [{"type": "websocket.disconnect"}]

    async def receive():
        return got.pop(0)

    asyncio.run(Viewers(watch, Callers("t"))._listen(Viewer(SimpleNamespace(receive=receive))))
    assert pressed == [(6, True), (6, False)]


def test_too_many_messages_are_refused_and_then_their_page_is_let_go(served):
    with Page(served, calm=True, max_queue=None) as page:  # whatever it is told meanwhile, it hears that it is let go
        page.until(lambda p: p.welcome)
        for _ in range(100):
            page.say("calm", on=True)
        page.until(lambda p: any("slower" in why for why in p.refused))
        with pytest.raises(ConnectionClosed):
            while True:
                page.say("calm", on=True)
    with Page(served) as page:
        page.until(lambda p: p.state and p.welcome)


def test_a_port_that_is_taken_is_said(served):
    with pytest.raises(Refused, match="taken by another program"):
        PageServer(served.watch, port=served.page.port)
    with pytest.raises(Refused, match="no address of this computer"):
        PageServer(served.watch, host="203.0.113.7", port=0)


def test_a_server_that_starts_anew_has_the_same_address_and_key(served):
    with Page(served) as page:
        page.until(lambda p: p.welcome)
        port = served.end()
        with pytest.raises((ConnectionClosed, OSError)):
            while True:
                page.take(5)
    served.begin(port)
    with Page(served) as page:
        page.until(lambda p: p.welcome and p.welcome["may"] and p.state and p.frame)


def test_the_key_is_kept_for_its_owner_only(tmp_path, monkeypatch):
    from lanternboard_host.cli.serving import TOKEN as FORM
    from lanternboard_host.cli.serving import kept_token

    monkeypatch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path))
    first = kept_token()
    assert FORM.fullmatch(first) and kept_token() == first
    if os.name == "posix":
        path = tmp_path / "page-key"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o644)
        assert kept_token() != first, "others could have read it"
    Path(tmp_path / "page-key").write_text("short\n")
    assert FORM.fullmatch(kept_token())


def test_a_table_that_is_away_is_told_and_comes_back(served):
    served.set_up()
    with Page(served) as page:
        page.until(lambda p: p.welcome and p.state and p.state["away"] is None)
        served.board.unplug()
        try:
            page.until(lambda p: p.state["away"] is not None and p.state["problem"])
            page.say("press", key=3, down=True)
            page.until(lambda p: p.refused)
            assert page.refused == ["The table is away."]
            assert page.state["sentence"] == "What happens next?", "what was known stays"
        finally:
            served.board.plug()
        page.until(lambda p: p.state["away"] is None)
