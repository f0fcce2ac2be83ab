"""A page that is opened to phones: who comes in, who sees what, who may do what, and that none keeps others out. A second loopback address
stands for the network's."""

import codecs
import fcntl
import http.client
import json
import os
import pty
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from campaign.desk import CORE, NAMES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard_host.cli import lan as command
from lanternboard_host.phones import RIGHTS, Phones
from lanternboard_host.records.campaigns import Records
from lanternboard_host.web import callers, pages
from lanternboard_host.web.callers import Callers, Lan
from lanternboard_host.web.campaign import PORT, CampaignServer
from lanternboard_host.web.codes import code, lines
from lanternboard_host.web.doors import Doors
from lanternboard_host.web.server import PORT as BOARDS_PORT
from lanternboard_host.web.server import PageServer
from records.test_campaigns import checked
from sizes import SEED, count
from web.fingers import DESKTOP, PHONE, button
from web.qr import decoded, of_page, of_terminal
from web.test_campaign_page import mutated
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only there is 127.0.0.2 an address at once")
ROOT = Path(__file__).parents[2]
KEY = "a-key-for-the-tests-only"
AWAY = "127.0.0.2"


class House:
    """A campaign whose page is opened to phones."""

    def __init__(self, held, folder):
        (folder / "campaigns").mkdir()
        self.held = held
        self.records = held.enter_context(Records.create(folder / "campaigns" / "hearth.lantern", CORE, "me", NAMES))
        self.phones = Phones(folder / "config" / "phones.json")
        self.open(0)

    def open(self, port):
        self.page = CampaignServer(self.records, port=port, token=KEY, who="me", lan=Lan(AWAY, self.phones))
        self.held.callback(self.page.close)

    def get(self, path, token=None, to=AWAY, source=None, host=None):
        """(status, body) of one request."""
        port = self.page.port
        with socket.create_connection((to, port), timeout=20, source_address=(source, 0) if source else None) as line:
            head = [f"GET {path} HTTP/1.1", f"Host: {host or f'{to}:{port}'}", "Connection: close"]
            head += [f"Authorization: Bearer {token}"] if token is not None else []
            line.sendall("\r\n".join([*head, "", ""]).encode())
            answer = http.client.HTTPResponse(line)
            answer.begin()
            return answer.status, answer.read().decode()

    @property
    def state(self):
        return json.loads(self.get("/campaign.json", to="127.0.0.1")[1])

    @property
    def last(self):
        """The last entry of the history."""
        return json.loads(self.get("/history.json?count=1", to="127.0.0.1")[1])["entries"][0]


class Line:
    """A page's line to its server, as a phone has it."""

    def __init__(self, house, token=None, to=AWAY, source=None, **more):
        port = house.page.port
        more.setdefault("origin", f"http://{to}:{port}")
        if source:
            more["source_address"] = (source, 0)
        self.house = house
        self.held = ExitStack()
        self.socket = self.held.enter_context(connect(f"ws://{to}:{port}/table", **more))
        self.welcome = self.hello(token) if token is not None else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.held.close()

    def hello(self, token):
        self.say("hello", token=token, calm=False)
        return self.hears("welcome")

    def say(self, verb, **fields):
        self.socket.send(json.dumps({"do": verb, **fields}))

    def hears(self, *what):
        while True:
            told = json.loads(self.socket.recv(timeout=30))
            if told["is"] in what:
                return told

    def does(self, verb, **fields):
        self.say(verb, **fields)
        return self.hears("done", "refused")

    def hears_phones(self, condition):
        """Until the list of phones is so."""
        while not condition(rows := {one["name"]: one for one in self.hears("phones")["phones"]}):
            pass
        return rows

    def answer(self, choice):
        return self.does("answer", number=self.house.state["asked"]["number"], choice=choice)

    def edit(self, path, before, after):
        return self.does("edit", edit=[[path, before, after]], why="")

    def ends(self):
        """The code with which the server lets it go."""
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                self.socket.recv(timeout=30)
        return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.fixture
def house(tmp_path, monkeypatch):
    monkeypatch.setattr(callers, "TRIES", 0.01)
    with ExitStack() as held:
        yield House(held, tmp_path)


# Who comes in


def test_beyond_this_computer_nothing_is_seen_without_a_token(house):
    assert house.get("/")[0] == house.get("/campaign.js")[0] == house.get("/icon.svg")[0] == 200
    for k, path in enumerate(("/campaign.json", "/history.json", "/content.json", "/anything", "/table.json")):
        for token in (None, "", "wrong", KEY):
            status, told = house.get(path, token, source=f"127.0.0.{10 + k}")
            assert status == 401 and "Scan the code again" in told and "Allister" not in told
    with Line(house) as stranger:
        stranger.say("answer", number=house.state["asked"]["number"], choice="by-hand")
        told = stranger.hears("refused", "changed")
        assert told["is"] == "refused" and "Scan the code again" in told["why"]
        welcome = stranger.hello("wrong")
        assert (welcome["may"], welcome["right"]) == (False, "") and "Scan the code again" in welcome["why"]
        assert stranger.ends() == 1008
    with Line(house, KEY) as page:
        assert page.welcome["right"] == "", "the page's own key is for this computer"


def test_where_nobody_looks_any_more_who_was_shut_out_the_page_ends(house, monkeypatch):
    token = house.phones.add("Ada", "keep")
    with Line(house, token) as phone:
        assert phone.welcome["right"] == "keep"
        monkeypatch.setattr(house.phones, "look", lambda: 1 / 0)
        phone.ends()
    house.page._thread.join(30)
    with pytest.raises(ZeroDivisionError):
        house.page.check()


def test_on_this_computer_all_is_as_it_was(house):
    assert house.get("/campaign.json", to="127.0.0.1")[0] == 200
    with Line(house, "", to="127.0.0.1") as looker, Line(house, KEY, to="127.0.0.1") as mine:
        assert (looker.welcome["may"], looker.welcome["right"]) == (False, "read")
        assert "look, not touch" in looker.answer("by-hand")["why"]
        assert (mine.welcome["may"], mine.welcome["right"]) == (True, "keep")
        assert mine.answer("by-hand")["is"] == "done" and house.last["who"] == "me"


def test_a_stranger_who_says_nothing_is_let_go(house, monkeypatch):
    monkeypatch.setattr(pages, "UNKNOWN", 0.05)
    token = house.phones.add("Ada", "read")
    with Line(house) as stranger, Line(house, token) as phone:
        assert stranger.ends() == 1008
        phone.say("answer", number=1, choice="by-hand")
        assert phone.hears("refused")["do"] == "answer"


# What each may


def test_who_may_read_looks_only(house):
    with Line(house, house.phones.add("Ada", "read")) as phone:
        assert (phone.welcome["may"], phone.welcome["right"]) == (False, "read")
        assert phone.hears("changed")["entries"] == house.state["entries"]
        for verb, fields in {
            "answer": {"number": 1, "choice": "by-hand"},
            "roll": {"number": 1},
            "undo": {"number": 1},
            "redo": {"number": 1},
        }.items():
            assert "Ada may look; that takes the right to play" in phone.does(verb, **fields)["why"]
        assert "the right to keep" in phone.edit("settlement.births", 0, 1)["why"]
    assert house.state["asked"]["kind"] == "showdown"


def test_who_may_play_answers_and_takes_back_answers_but_nothing_that_was_edited(house):
    token = house.phones.add("Ada", "play")
    assert house.get("/campaign.json", token)[0] == house.get("/history.json?count=1", token)[0] == 200
    with Line(house, token) as phone, Line(house, KEY, to="127.0.0.1") as keeper:
        assert (phone.welcome["may"], phone.welcome["right"]) == (True, "play")
        assert phone.answer("by-hand")["is"] == "done" and house.last["who"] == "Ada"
        assert phone.does("undo", number=house.state["asked"]["number"])["is"] == "done" and house.state["asked"]["kind"] == "showdown"
        assert phone.does("redo", number=house.state["asked"]["number"])["is"] == "done"
        for verb, fields in {
            "edit": {"edit": [["settlement.births", 0, 1]], "why": ""},
            "take-back": {"entry": house.last["number"]},
            "phone-add": {"name": "Eve", "right": "keep"},
            "phone-right": {"name": "Ada", "right": "keep"},
            "phone-revoke": {"name": "Ada"},
        }.items():
            assert "Ada may play; that takes the right to keep" in phone.does(verb, **fields)["why"]
        assert keeper.edit("settlement.births", 0, 1)["is"] == "done"
        entries = house.state["entries"]
        assert "an edit by hand" in phone.does("undo", number=house.state["asked"]["number"])["why"]
        assert "no longer" in phone.does("undo", number=1)["why"] or house.state["entries"] == entries
        assert house.state["entries"] == entries and house.state["records"]["settlement"]["births"] == 1
        assert keeper.does("undo", number=house.state["asked"]["number"])["is"] == "done"
        entries = house.state["entries"]
        assert "an edit by hand" in phone.does("redo", number=house.state["asked"]["number"])["why"]
        assert house.state["entries"] == entries and house.state["records"]["settlement"]["births"] == 0


def test_who_may_keep_may_everything_and_is_named_in_the_history(house):
    with Line(house, house.phones.add("Ada", "keep")) as phone:
        assert phone.edit("settlement.births", 0, 1)["is"] == "done" and house.last["who"] == "Ada"
        assert phone.does("take-back", entry=house.last["number"])["is"] == "done"
        phone.say("phone-add", name=" Eve ", right="read")
        made = phone.hears("phone")
        assert made["address"].startswith(f"http://{AWAY}:{house.page.port}/#") and made["name"] == "Eve"
        assert decoded(made["code"]) == made["address"]
        with Line(house, made["address"].partition("#")[2]) as eve:
            assert eve.welcome["right"] == "read"
            assert phone.hears_phones(lambda rows: rows["Eve"]["here"])["Eve"]["came"]
        phone.hears_phones(lambda rows: not rows["Eve"]["here"])
    kept = house.phones.path.read_text("utf-8")
    assert made["address"].partition("#")[2] not in kept and house.phones.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("elsewhere", [False, True], ids=["on the page", "by another program"])
def test_who_is_revoked_loses_its_right_at_once(house, elsewhere):
    token = house.phones.add("Ada", "keep")
    with Line(house, token) as phone, Line(house, token, to="127.0.0.1") as near, Line(house, KEY, to="127.0.0.1") as keeper:
        if elsewhere:
            Phones(house.phones.path).revoke("Ada")
        else:
            keeper.say("phone-revoke", name="Ada")
            keeper.hears_phones(lambda rows: not rows)
        for one in (phone, near):
            told = one.hears("welcome")
            assert (told["may"], told["right"]) == (False, "")
            assert one.ends() == 1008
        assert house.get("/campaign.json", token)[0] == 401
    with Line(house, token) as again:
        assert again.welcome["right"] == ""
    assert house.state["records"]["settlement"]["births"] == 0


def test_mutated_requests_by_phones_and_strangers_show_and_change_nothing_they_may_not(house, monkeypatch):
    """HTTP and the pages' lines, with tokens of every right, a wrong one and none: refused clearly, or what that right may."""
    monkeypatch.setattr(callers, "TRIES", 0.001)
    monkeypatch.setattr(callers, "BRIEF", 2.0)
    draw = random.Random(SEED)
    tokens = {right: house.phones.add(right, right) for right in RIGHTS} | {"wrong": "x" * 30, "none": ""}
    house.phones.add("Zed", "read")
    paths = ["/campaign.json", "/history.json?before=3&count=2", "/survivor.json?id=s1", "/content.json", "/campaign.js", "/table"]
    page = house.page.port
    sent = {
        "answer": {"number": house.state["asked"]["number"], "choice": "by-hand"},
        "undo": {"number": house.state["asked"]["number"]},
        "edit": {"edit": [["settlement.births", 0, 1]], "why": "x"},
        "phone-right": {"name": "Zed", "right": "keep"},
        "phone-add": {"name": "Eve", "right": "keep"},
    }
    many = count(100, 800, 10000)
    for k in range(many // 2):
        who, path = draw.choice(list(tokens)), draw.choice(paths)
        head = [f"{draw.choice(['GET', 'GET', 'POST', 'HEAD'])} {path} HTTP/1.1", f"Host: {AWAY}:{page}", "Connection: close"]
        data = mutated("\r\n".join([*head, f"Authorization: Bearer {tokens[who]}", "", ""]), draw).encode()
        before = len(house.records.campaign.journal)
        with socket.create_connection((AWAY, page), timeout=20, source_address=(f"127.0.1.{k % 200 + 1}", 0)) as line:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            said = b""
            with suppress(ConnectionResetError):
                while piece := line.recv(65536):
                    said += piece
        status = int(said.split()[1]) if said else 0
        assert status in (0, 200, 503) or 400 <= status < 500, (data, said)  # 503: as many lines as there may be
        if b'"asked"' in said or b'"sheet"' in said or b'"entries"' in said:
            assert any(tokens[right].encode() in data for right in RIGHTS), data
        assert len(house.records.campaign.journal) == before
    for k in range(0, many - many // 2, 25):
        who = draw.choice(list(tokens))
        with Line(house, source=f"127.0.1.{k // 25 % 200 + 1}") as line:
            try:
                line.hello(tokens[who])
                for _ in range(min(25, many - many // 2 - k)):
                    before = len(house.records.campaign.journal)
                    verb = draw.choice(list(sent))
                    line.socket.send(mutated(json.dumps({"do": verb, **sent[verb]}), draw))
                    line.say("take-back", entry=-1)  # which nobody may: what came until then belongs to the other one
                    told = [line.hears("done", "refused", "phone")]
                    while told[-1].get("do") != "take-back":
                        told.append(line.hears("done", "refused", "phone"))
                    for one in told:
                        assert one["is"] != "refused" or (one["why"] and "our mistake" not in one["why"] and "slower" not in one["why"])
                    same = len(house.records.campaign.journal) == before
                    assert same or (who in ("keep", "play") and told[0]["is"] == "done"), (who, told)
                    assert who == "keep" or all(one["is"] != "phone" for one in told), (who, told)
            except ConnectionClosed:
                assert who in ("wrong", "none")
    checked(house.records)


def test_another_right_counts_at_once(house):
    with Line(house, house.phones.add("Ada", "play")) as phone, Line(house, KEY, to="127.0.0.1") as keeper:
        keeper.say("phone-right", name="Ada", right="read")
        assert phone.hears("welcome")["right"] == "read"
        assert "the right to play" in phone.answer("by-hand")["why"]
        keeper.say("phone-right", name="Ada", right="keep")
        assert phone.hears("welcome")["right"] == "keep"
        assert phone.hears("phones")["phones"][0]["name"] == "Ada"
        assert phone.edit("settlement.births", 0, 1)["is"] == "done"
        for bad in ({"name": "Eve", "right": "read"}, {"name": "Ada", "right": "all"}):
            assert "allowed" in keeper.does("phone-right", **bad)["why"]


def test_a_page_for_this_computer_only_lets_no_phone_in(house):
    house.page.close()
    with CampaignServer(house.records, port=0, token=KEY) as house.page:
        token = house.phones.add("Ada", "keep")
        with Line(house, token, to="127.0.0.1") as phone, Line(house, KEY, to="127.0.0.1") as keeper:
            assert phone.welcome["right"] == "read"
            assert "--lan" in keeper.does("phone-add", name="Eve", right="read")["why"]
        with pytest.raises(OSError):
            house.get("/")


def test_a_phone_comes_back_after_a_restart(house):
    token = house.phones.add("Ada", "play")
    port = house.page.port
    with Line(house, token) as phone:
        house.page.close()
        phone.ends()
    house.phones = Phones(house.phones.path)
    house.open(port)
    with Line(house, token) as phone:
        assert phone.welcome["right"] == "play"


# Doors


@pytest.mark.parametrize("name", ["lantern.example", "127.0.0.1", "localhost", "[::1]", "127.0.0.3", "127.0.0.2.lantern.example"])
def test_no_other_name_of_another_place_shows_the_page_to_phones(house, name):
    token = house.phones.add("Ada", "keep")
    port = house.page.port
    assert house.get("/campaign.json", token, host=f"{name}:{port}")[0] == 421
    assert house.get("/campaign.json", token, host=f"{AWAY}:{port + 1}")[0] == 421
    with pytest.raises(InvalidStatus) as refused:
        Line(house, token, origin=f"http://{name}:{port}")
    assert refused.value.response.status_code == 403


def test_this_computers_own_name_shows_it(house):
    token = house.phones.add("Ada", "read")
    name = socket.gethostname().lower()
    assert house.get("/campaign.json", token, host=f"{name}.local:{house.page.port}")[0] == 200


@given(host=st.text(st.characters(min_codepoint=33, max_codepoint=255), max_size=40))
def test_whatever_host_a_request_names_only_this_computer_is_ours(host):
    doors = Doors(None, "127.0.0.1", 2217, Callers("t", lan=Lan("192.0.2.2", SimpleNamespace())))
    own = socket.gethostname().lower()
    for server in ("127.0.0.1", "192.0.2.2", "fd00::2"):
        good = {"127.0.0.1:2217", "localhost:2217", "[::1]:2217"} if server == "127.0.0.1" else {f"{own}:2217", f"{own}.local:2217"}
        good |= {"[fd00::2]:2217"} if ":" in server else {f"{server}:2217"}
        scope = {"server": (server, 2217)}
        for one in (host, host + ":2217", f"{server}:2217{host}", host + f"{server}:2217"):
            assert doors._ours(one, scope) == (one.lower() in good), (one, server)


# None keeps others out


def test_wrong_tokens_are_bounded_for_each_address(house):
    token = house.phones.add("Ada", "read")
    for _ in range(callers.GUESSES):
        assert house.get("/campaign.json", "wrong", source="127.0.0.3")[0] == 401
    assert house.get("/campaign.json", token, source="127.0.0.3")[0] == 429
    with Line(house, source="127.0.0.3") as phone:
        assert "Too many wrong codes" in phone.hello(token)["why"]
    assert house.get("/campaign.json", token, source="127.0.0.4")[0] == 200
    with Line(house, token, source="127.0.0.4") as phone:
        assert phone.welcome["right"] == "read"


def test_guesses_come_back_with_time_and_the_count_of_addresses_is_bounded(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(callers, "time", SimpleNamespace(monotonic=lambda: now[0]))
    who = Callers("t")
    for _ in range(callers.GUESSES):
        assert who._left("a")
        who._spend("a")
    assert not who._left("a") and who._left("b")
    now[0] += callers.EACH
    assert who._left("a")
    for k in range(callers.KNOWN + 5):
        who._spend(str(k))
    assert len(who._guesses) == callers.KNOWN


def test_one_address_has_so_many_connections_and_none_for_ever(house, monkeypatch):
    monkeypatch.setattr(callers, "BRIEF", 0.5)
    token = house.phones.add("Ada", "read")
    with ExitStack() as held:
        phone = held.enter_context(Line(house, token, source="127.0.0.4"))
        many = []
        for _ in range(callers.LINES + 1):
            line = held.enter_context(socket.create_connection((AWAY, house.page.port), timeout=20, source_address=("127.0.0.3", 0)))
            many.append(line)
        assert gone(many[-1])
        assert house.get("/campaign.json", token, source="127.0.0.4")[0] == 200
        assert all(gone(line) for line in many), "whoever says nothing is let go"
        assert house.get("/campaign.json", token, source="127.0.0.3")[0] == 200
        assert "the right to play" in phone.answer("by-hand")["why"]


def gone(line):
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_one_address_has_so_many_pages(house):
    token = house.phones.add("Ada", "read")
    with ExitStack() as held:
        for _ in range(pages.SHARE):
            assert held.enter_context(Line(house, token, source="127.0.0.3")).welcome["right"] == "read"
        assert held.enter_context(Line(house, source="127.0.0.3")).ends() == 1013
        assert held.enter_context(Line(house, token, source="127.0.0.4")).welcome["right"] == "read"
        for _ in range(pages.STRANGERS):
            held.enter_context(Line(house, source="127.0.0.5"))
        assert held.enter_context(Line(house, source="127.0.0.5")).ends() == 1013
        assert held.enter_context(Line(house, token, source="127.0.0.4")).welcome["right"] == "read"
        assert held.enter_context(Line(house, KEY, to="127.0.0.1")).welcome["right"] == "keep"


def test_an_address_of_ipv6_is_its_network():
    assert callers.network("fd00::1:2:3:4") == callers.network("fd00::9%eth0") != callers.network("fd00:0:0:1::1")
    assert callers.network("192.0.2.7") == "192.0.2.7"


# The file


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["add", "give", "revoke", "came"]),
            st.sampled_from(["Ada", "Bo", "", "Ünïcode 灯", "x" * 33, "a\nb"]),
            st.sampled_from([*RIGHTS, "all"]),
        )
    )
)
def test_two_programs_keep_one_list(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("phones") / "phones.json"
    hands = [Phones(path), Phones(path)]
    names, tokens = {}, {}
    for k, (verb, name, right) in enumerate(steps):
        one = hands[k % 2]
        one.look()
        try:
            if verb == "add":
                tokens[name] = one.add(name, right)
                names[name] = right
            elif verb == "give":
                one.give(name, right)
                names[name] = right
            elif verb == "revoke":
                one.revoke(name)
                del names[name]
            elif name in names:
                one.came(one.find(tokens[name]))
        except Refused as wrong:
            assert wrong.allowed
        for other in hands:
            other.look()
            assert {phone.name: phone.right for phone in other.all} == names
            for known, token in tokens.items():
                found = other.find(token)
                assert (found.name if found else None) == (known if known in names else None)


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 400), put=st.binary(max_size=3), cut=st.integers(0, 20))
def test_a_damaged_file_is_told_with_its_path(tmp_path_factory, at, put, cut):
    path = tmp_path_factory.mktemp("phones") / "phones.json"
    good = Phones(path)
    good.add("Ada", "read")
    good.add("Bo", "keep")
    text = path.read_bytes()
    path.write_bytes(text[:at] + put + text[at + cut :])
    try:
        assert len(Phones(path).all) <= 2
    except Refused as wrong:
        assert wrong.path == str(path) and "delete it" in wrong.allowed
    before = good.all
    good.look()
    assert good.all == before or not good.problem, "while a page is open what was known stays"


# The code


@given(st.ip_addresses(v=4), st.integers(1, 65535), st.text("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_", min_size=22, max_size=22))
def test_a_code_is_read_back_from_terminal_and_page(address, port, token):
    said = f"http://{address}:{port}/#{token}"
    rows = code(said)
    assert decoded(rows) == said
    assert of_terminal("\n".join(lines(rows))) == rows


class Outside:
    """The command in a terminal so wide."""

    def __init__(self, folder, *words, columns=80):
        source = os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")])
        env = {**os.environ, "PYTHONPATH": source, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
        env |= {
            "LANTERNBOARD_DATA": str(folder),
            "LANTERNBOARD_CONFIG": str(folder / "config"),
            "LANTERNBOARD_RUNTIME": str(folder / "run"),
        }
        env.pop("NO_COLOR", None)
        self.end, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        self.process = subprocess.Popen([sys.executable, "-m", "lanternboard_host", *words], env=env, stdout=far, stderr=far, stdin=far)
        os.close(far)
        self.text, self.words = "", codecs.getincrementaldecoder("utf-8")("replace")  # a letter may come in two pieces

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    def until(self, pattern):
        while not (found := re.search(pattern, self.text)):
            assert select.select([self.end], [], [], 30)[0], self.text
            self.text += self.words.decode(os.read(self.end, 65536))
        return found

    def all(self):
        try:
            while got := os.read(self.end, 65536):
                self.text += self.words.decode(got)
        except OSError:
            pass  # the terminal has no other end any more
        return self.text, self.process.wait(30)


def test_one_command_and_one_scan_suffice_and_the_phone_comes_back(tmp_path):
    with Outside(tmp_path, "campaign", "new", "Hearth") as new:
        assert new.all()[1] == 0
    page = ("campaign", "page", "--lan", "--host", AWAY, "--no-open", "--http-port", "0")
    with Outside(tmp_path, *page) as first:
        first.until("Phones on the page")
        first.process.send_signal(signal.SIGINT)
    with Outside(tmp_path, *page, columns=36) as narrow:
        narrow.until("Phones on the page")
        assert of_terminal(narrow.text) == [] and "▀" not in narrow.text
    with Outside(tmp_path, *page) as last:  # the code that nobody scanned is shown anew
        address = last.until(r"(http://127\.0\.0\.2:\d+/#[\w-]+)\s")[1]
        last.until("Phones on the page")
        assert decoded(of_terminal(last.text)) == address
        port, token = int(address.split(":")[2].split("/")[0]), address.partition("#")[2]
        house = SimpleNamespace(page=SimpleNamespace(port=port))
        with Line(house, token) as phone:
            assert phone.welcome["right"] == "play"
        with Line(house, token) as phone, Outside(tmp_path, "phones", "revoke", "Phone 1") as revoking:
            assert "sees nothing" in revoking.all()[0]
            assert phone.ends() == 1008
    with Outside(tmp_path, "phones", "add", "Ada", "--right", "keep", "--host", AWAY) as adding:
        text, end = adding.all()
        assert end == 0 and decoded(of_terminal(text)) == re.search(r"http://127\.0\.0\.2:2217/#[\w-]+", text)[0]
    with Outside(tmp_path, *page) as known:
        assert "Ada (keep)" in known.until("let in: .*\n")[0] and of_terminal(known.text) == []
    (tmp_path / "config" / "phones.json").write_text("{")
    with Outside(tmp_path, *page) as damaged:
        text, end = damaged.all()
        assert end == 1 and str(tmp_path / "config" / "phones.json") in text and "delete it" in "".join(text.splitlines())


def test_a_phone_is_sent_to_a_page_that_answers_or_it_is_told_that_none_does(house, tmp_path, capsys, monkeypatch):
    from lanternboard_host import cli
    from lanternboard_host.cli import phones

    monkeypatch.setenv("LANTERNBOARD_CONFIG", str(tmp_path / "other"))
    page = house.page.port
    with socket.create_server((AWAY, 0)) as taken:
        closed = taken.getsockname()[1]
    assert phones.PORTS == (PORT, BOARDS_PORT)
    monkeypatch.setattr(phones, "PORTS", (closed, page))
    assert cli.run(["phones", "add", "Ada", "--host", AWAY]) == 0
    said = capsys.readouterr().out
    assert f"http://{AWAY}:{page}/#" in said and "Nothing answers" not in said
    assert cli.run(["phones", "add", "Bo", "--host", AWAY, "--http-port", str(closed)]) == 0
    said = capsys.readouterr().out
    assert f"http://{AWAY}:{closed}/#" in said and f"Nothing answers at port {closed}" in said and "--http-port" in said
    monkeypatch.setattr(phones, "PORTS", (closed,))
    assert cli.run(["phones", "add", "Cy", "--host", AWAY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["page"] is False


def test_phones_are_told_to_programs(tmp_path, capsys, monkeypatch):
    from lanternboard_host import cli

    monkeypatch.setenv("LANTERNBOARD_CONFIG", str(tmp_path))
    assert cli.run(["phones", "add", "Ada", "--right", "read", "--host", AWAY, "--http-port", "2216", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["address"].startswith("http://127.0.0.2:2216/#")
    assert cli.run(["phones", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["phones"] == [{"name": "Ada", "right": "read", "came": False}]
    assert cli.run(["phones", "give", "Ada", "--right", "keep"]) == 0 and capsys.readouterr().out == "Ada may keep from now on\n"
    assert cli.run(["phones", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["phones"][0]["right"] == "keep"
    assert cli.run(["phones", "give", "Eve", "--right", "read", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["allowed"] == "Ada"
    assert cli.run(["phones", "revoke", "Eve", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["allowed"] == "Ada"
    assert cli.run(["phones", "revoke", "Ada", "--json"]) == 0
    capsys.readouterr()
    assert cli.run(["phones", "list"]) == 0 and "no phone" in capsys.readouterr().out
    assert cli.run(["campaign", "page", "--host", AWAY]) == 2
    for host in ("127.0.0.1", "0.0.0.0", "::", "fe80::1", "lantern.example"):
        with pytest.raises(Refused, match="no address that phones could come to"):
            command.opened(True, host)


def test_a_computer_in_no_network_says_so(monkeypatch):
    monkeypatch.setattr(command, "_way", lambda *_: "")
    monkeypatch.setattr(command, "_interfaces", lambda: ["127.0.0.1", "169.254.3.4"])
    assert command.addresses() == []
    with pytest.raises(Refused, match="in no network"):
        command.opened(True, None)
    monkeypatch.setattr(command, "_way", lambda family, _: "fd00::2" if family == socket.AF_INET6 else "192.0.2.2")
    monkeypatch.setattr(command, "_interfaces", lambda: ["127.0.0.1", "10.0.0.2", "192.0.2.2"])
    assert command.addresses() == ["192.0.2.2", "10.0.0.2", "fd00::2"]


# The board's page


@pytest.fixture
def table(served, tmp_path, monkeypatch):
    """The board's page, opened to phones."""
    monkeypatch.setattr(callers, "TRIES", 0.01)
    phones = Phones(tmp_path / "phones.json")
    with PageServer(served.watch, port=0, token=KEY, lan=Lan(AWAY, phones)) as page:
        served.fresh()
        yield SimpleNamespace(page=page, phones=phones, served=served)


class Watching(Line):
    def hears(self, *what):
        while True:
            got = self.socket.recv(timeout=30)
            if isinstance(got, bytes):
                continue
            told = json.loads(got)
            if told["is"] in what:
                return told


def test_phones_play_at_the_board_by_their_rights(table):
    pressed = []
    real = table.served.watch.press
    table.served.watch.press = lambda key, down: pressed.append((key, down)) or real(key, down)
    try:
        with Watching(table, table.phones.add("Ada", "play")) as ada, Watching(table, table.phones.add("Bo", "read")) as bo:
            state = ada.hears("state")
            assert bo.hears("state")["number"] == state["number"]
            asked = {"journal": state["journal"], "number": state["number"]}
            for verb, fields in {
                "press": {"key": 4, "down": True},
                "answer": {**asked, "choice": "white-lion"},
                "undo": asked,
                "redo": asked,
            }.items():
                bo.say(verb, **fields)
                assert "Bo may look; that takes the right to play" in bo.hears("refused")["why"]
            assert not pressed
            ada.say("answer", **asked, choice="white-lion")
            while ada.hears("state")["number"] == state["number"]:
                pass
            ada.say("press", key=3, down=True)
            with Watching(table, KEY, to="127.0.0.1") as keeper:
                ada.say("phone-revoke", name="Bo")
                assert "the right to keep" in ada.hears("refused")["why"]
                keeper.say("phone-revoke", name="Ada")
                assert ada.hears("welcome")["right"] == "" and ada.ends() == 1008
            assert pressed == [(3, True), (3, False)], "what it held is let go"
    finally:
        table.served.watch.press = real
    with Watching(table) as stranger:
        stranger.say("hello", token="wrong", calm=False)
        assert json.loads(stranger.socket.recv(timeout=30))["right"] == "", "neither state nor lights come before"
        assert stranger.ends() == 1008


# The panel, and a phone


@pytest.fixture
def opened(browser):
    """Opens a page; errors of its scripts fail the test."""
    contexts, wrong = [], []

    def opening(address, size=DESKTOP, **more):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" and "WebSocket" not in told.text else None)
        page.goto(address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not wrong


def code_on(page):
    return decoded(of_page(page.get_by_role("img", name="QR code").locator("path").get_attribute("d")))


@pytest.mark.chromium
def test_a_phone_is_let_in_plays_is_refused_an_edit_and_shut_out(house, opened):
    keeper = opened(house.page.address)
    button(keeper, "Phones").click()
    panel = keeper.get_by_role("dialog", name="Phones")
    panel.get_by_role("textbox", name="Name of a new phone").fill("Ada")
    panel.get_by_role("radio", name="Play").check()
    keeper.keyboard.press("Enter")
    keeper.get_by_role("heading", name="Scan with Ada's phone").wait_for()
    address = code_on(keeper)
    assert address == keeper.locator("#phones .address").inner_text() and address.startswith(f"http://{AWAY}:{house.page.port}/#")
    phone = opened(address, PHONE, has_touch=True, is_mobile=True)
    phone.get_by_role("button", name="Enter it by hand").tap()
    phone.get_by_role("heading", name="How did the showdown against White Lion end?").wait_for()
    assert house.last["who"] == "Ada" and "#" not in phone.url
    assert phone.get_by_role("button", name="Phones").count() == 0
    panel.get_by_text("here now").wait_for()
    phone.get_by_role("button", name="Population: 0. Edit").tap()
    phone.get_by_role("spinbutton", name="Population").fill("7")
    button(phone, "Save").tap()
    phone.get_by_text("takes the right to keep").wait_for()
    assert house.state["records"]["settlement"]["population"] == 0
    panel.get_by_role("combobox", name="What Ada may").select_option("read")
    phone.get_by_role("status").get_by_text("takes the right to play").wait_for()
    phone.close()
    phone = phone.context.new_page()  # the same phone, by the address alone
    phone.goto(address.partition("#")[0])
    phone.get_by_role("heading", name="How did the showdown against White Lion end?").wait_for()
    panel.get_by_role("button", name="Revoke Ada").click()
    panel.get_by_role("button", name="Really revoke Ada").click()
    phone.get_by_role("alert").get_by_text("Scan the code again").wait_for()
    assert phone.get_by_role("heading", name="How did the showdown").count() == 0
    panel.get_by_text("None yet").wait_for()


@pytest.mark.chromium
def test_a_phone_plays_on_the_boards_page_until_it_is_revoked(table, opened):
    keeper = opened(table.page.address)
    keeper.keyboard.press("?")
    button(keeper, "Phones").click()
    panel = keeper.get_by_role("dialog", name="Phones")
    panel.get_by_role("textbox", name="Name of a new phone").fill("Bo")
    button(panel, "Show its code").click()
    phone = opened(code_on(keeper), PHONE, has_touch=True, is_mobile=True)
    phone.get_by_role("button", name="White Lion").first.tap()
    table.served.until(lambda seen: seen.picture.prompt is not None and seen.picture.prompt.kind != "monster")
    panel.get_by_role("button", name="Revoke Bo").click()
    panel.get_by_role("button", name="Really revoke Bo").click()
    phone.get_by_role("alert").get_by_text("Scan the code again").wait_for()
    assert not phone.get_by_role("application", name="Board").is_visible()
    phone.reload()
    phone.get_by_role("alert").get_by_text("Scan the code again").wait_for()
