"""A campaign's page: its server spoken to as a browser does and as one should not, and the page itself in a real Chromium."""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from campaign.desk import CORE, NAMES, outcome
from lanternboard_host.campaign import edits
from lanternboard_host.records.campaigns import Records
from lanternboard_host.web import campaign as server
from lanternboard_host.web.campaign import CampaignServer
from records.keeper import choice
from sizes import SEED, count
from web.fingers import DESKTOP, PHONE, button
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
TOKEN = "a-key-for-the-tests-only"
YEARS = {"Endless Screams", "Butcher, level 1"}


class Home:
    """A campaign on disk and its page's server. `other()`: the same campaign in another program's hands."""

    def __init__(self, held, folder):
        (folder / "campaigns").mkdir()
        self.path = folder / "campaigns" / "hearth.lantern"
        self.records = held.enter_context(Records.create(self.path, CORE, "me", NAMES))
        self.page = held.enter_context(CampaignServer(self.records, port=0, token=TOKEN, who="me"))
        self.held = held

    def other(self):
        return self.held.enter_context(Records(self.path, CORE))

    def get(self, path, host=None, method="GET", body=b""):
        port = self.page.port
        with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            head = [
                f"{method} {path} HTTP/1.1",
                f"Host: {host or f'127.0.0.1:{port}'}",
                f"Content-Length: {len(body)}",
                "Connection: close",
            ]
            line.sendall("\r\n".join([*head, "", ""]).encode() + body)
            answer = http.client.HTTPResponse(line)
            answer.begin()
            return answer.status, answer.read()

    def json(self, path):
        status, body = self.get(path)
        assert status == 200, body
        return json.loads(body)

    @property
    def state(self):
        return self.json("/campaign.json")


class Page:
    """A page as the server sees it."""

    def __init__(self, home, token=TOKEN, **more):
        port = home.page.port
        more.setdefault("origin", f"http://127.0.0.1:{port}")
        self.home = home
        self.held = ExitStack()
        self.socket = self.held.enter_context(connect(f"ws://127.0.0.1:{port}/table", **more))
        self.entries = 0
        if token is not None:
            self.say("hello", token=token, calm=False)
            self.may = self.hears("welcome")["may"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.held.close()

    def say(self, verb, **fields):
        self.socket.send(json.dumps({"do": verb, **fields}))

    def hears(self, *what):
        """The next of these that is told."""
        while True:
            told = json.loads(self.socket.recv(timeout=30))
            if told["is"] == "changed":
                self.entries = told["entries"]
            if told["is"] in what:
                return told

    def sees(self, entries):
        while self.entries < entries:
            self.hears("changed")

    def does(self, verb, **fields):
        self.say(verb, **fields)
        return self.hears("done", "refused")

    def answer(self, choice, number=None):
        return self.does("answer", number=self.home.state["asked"]["number"] if number is None else number, choice=choice)

    def edit(self, *rows, why=""):
        return self.does("edit", edit=[list(row) for row in rows], why=why)


@pytest.fixture
def home(tmp_path):
    with ExitStack() as held:
        yield Home(held, tmp_path)


@pytest.fixture
def page(home):
    with Page(home) as page:
        yield page


def settle(home, page):
    """By the page: the First Story is over, the settlement has a name."""
    assert page.answer(outcome(home.records.campaign, resources=("skull", "monster-hide", "monster-bone", "monster-organ")))["is"] == "done"
    assert page.answer("Hearth")["is"] == "done"


def test_the_state_tells_the_question_its_rule_and_the_records(home, page):
    state = home.state
    assert state["asked"]["kind"] == "showdown" and state["asked"]["rule"] == "C1" and state["asked"]["why"]
    assert state["asked"]["options"] == ["by-hand"] and state["asked"]["entry"] and state["asked"]["text"] is None
    assert [one["name"] for one in state["records"]["survivors"].values()] == list(NAMES)
    assert state["armor"]["s1"]["waist"] == 1 and state["records"]["survivors"]["s1"]["armor"]["waist"] == 0  # by its cloth
    settle(home, page)
    state = home.state
    assert state["title"] == "Hearth" and state["limit"] == sum(n for _, n in state["limit_from"])
    told = home.json("/history.json?count=2")["entries"]
    assert [row["number"] for row in told] == [told[0]["number"], told[1]["number"]] and "is called Hearth" in json.dumps(told)
    older = home.json(f"/history.json?before={told[-1]['number']}")["entries"]
    assert older[-1]["kind"] == "begun" and all(row["number"] < told[-1]["number"] for row in older)


def test_an_answer_is_on_disk_when_it_is_told(home, page):
    settle(home, page)
    assert home.other().campaign.state.settlement["name"] == "Hearth"
    number = home.state["asked"]["number"]
    assert page.does("undo", number=number)["is"] == "done"
    assert home.state["asked"]["kind"] == "settlement-name" and home.state["redo"]
    assert page.does("redo", number=home.state["asked"]["number"])["is"] == "done"
    assert home.state["asked"]["number"] != number or home.state["title"] == "Hearth"


def test_chance_is_rolled_by_the_app_only_where_it_is_asked(home, page):
    refused = page.does("roll", number=home.state["asked"]["number"])
    assert refused["is"] == "refused" and "chance" in refused["why"]
    settle(home, page)
    while not home.state["asked"]["chance"]:
        asked = home.state["asked"]
        page.answer(asked["options"][0] if asked["usual"] is None else asked["usual"])
    asked = home.state["asked"]
    assert page.does("roll", number=asked["number"])["is"] == "done"
    told = home.json("/history.json?count=1")["entries"][0]
    assert told["cause"] == "the app rolls" and told["rule"] == asked["rule"]
    assert home.state["asked"]["chanced"] == f"Rolled {told['choice']}" and home.state["asked"]["kind"] == "read"
    page.edit(("settlement.births", 0, 1))
    assert home.state["asked"]["chanced"] == f"Rolled {told['choice']}"
    entries = home.state["entries"]
    assert page.edit(("settlement.births", 1, 1))["told"] == ["Nothing changed"] and home.state["entries"] == entries
    assert page.does("roll", number=asked["number"]).get("stale"), "a second press of the button rolls nothing more"


def test_a_stale_answer_is_told_what_came_instead(home, page):
    page.answer("by-hand")
    number = home.state["asked"]["number"]
    with Page(home) as other:
        assert other.answer("won", number)["is"] == "done"
    entries = home.state["entries"]
    refused = page.answer("lost", number)
    assert refused["is"] == "refused" and refused["stale"] and "Won" in refused["why"]
    assert home.state["entries"] == entries


def test_a_field_is_edited_and_a_broken_rule_is_told_not_forbidden(home, page):
    done = page.edit(("survivors.s1.survival", 1, 9), why="the table says so")
    assert done["is"] == "done" and done["broken"] == [f"S1: {NAMES[0]} has survival 9, the limit is 1"]
    assert home.state["broken"] == done["broken"] and home.state["records"]["survivors"]["s1"]["survival"] == 9
    assert page.edit(("survivors.+", None, "Eve"))["is"] == "done"
    assert home.state["records"]["survivors"]["s5"]["name"] == "Eve"
    assert "survival: 1 -> 9" in json.dumps(home.json("/history.json")["entries"])


def test_a_stale_edit_is_refused_with_what_the_field_is_now(home, page):
    with Page(home) as other:
        assert other.edit(("settlement.population", 0, 12))["is"] == "done"
    refused = page.edit(("settlement.population", 0, 3))
    assert (refused["is"], refused["path"], refused["now"]) == ("refused", "settlement.population", 12)
    assert "it is 12 and not 0 any more" in refused["why"] and home.state["records"]["settlement"]["population"] == 12
    assert page.edit(("settlement.population", 12, 3))["is"] == "done"


def test_an_older_entry_is_taken_back_by_an_edit(home, page):
    page.edit(("settlement.population", 0, 12))
    entry = home.json("/history.json?count=1")["entries"][0]["number"]
    page.edit(("settlement.births", 0, 1))
    assert page.does("take-back", entry=entry)["is"] == "done"
    home_now = home.state["records"]["settlement"]
    assert (home_now["population"], home_now["births"]) == (0, 1)
    assert page.does("take-back", entry=1)["is"] == "refused"


def test_one_change_for_several_is_one_entry_and_the_spared_are_told(home, page):
    settle(home, page)
    assert page.edit(("survivors.s2.impairments", [], ["no-survival"]))["is"] == "done"
    state = home.state
    number, sheets = state["asked"]["number"], state["records"]["survivors"]
    change = [(f"survivors.{one}.survival", sheets[one]["survival"], n) for one, n in (("s1", state["limit"] + 2), ("s3", 0))]
    assert page.edit(*change)["is"] == "done"
    many = {"survivors": ["s1", "s2", "s3"], "step": ["insanity", 2], "why": "a bad night"}
    refused = page.does("each", number=number, **many)
    assert refused["is"] == "refused" and refused["stale"]
    number, entries = home.state["asked"]["number"], home.state["entries"]
    done = page.does("each", number=number, **many)
    assert done["is"] == "done" and done["spared"] == [] and f"{NAMES[0]}: +2 insanity (by hand)" in done["told"]
    assert page.does("each", number=number, **many)["stale"], "a second press changes nothing more"
    done = page.does("each", number=home.state["asked"]["number"], **{**many, "step": ["survival", 1]})
    assert done["spared"] == [f"{NAMES[0]}: survival as before (the limit)", f"{NAMES[1]}: survival as before (gains no survival)"]
    assert "nothing of a survivor" in page.does("each", number=home.state["asked"]["number"], **{**many, "step": ["population", 1]})["why"]
    sheets = home.state["records"]["survivors"]
    assert [sheets[one]["insanity"] for one in ("s1", "s2", "s3", "s4")] == [2, 2, 2, 0]
    rows = home.json("/history.json?count=20")["entries"]
    entry = next(row["number"] for row in rows if "insanity" in str(row["told"]))
    assert entry > entries - 1 and page.does("take-back", entry=entry)["is"] == "done"
    assert {sheet["insanity"] for sheet in home.state["records"]["survivors"].values()} == {0} and home.other().rebuild()


def test_the_figures_of_each_year_are_shown(home, page):
    assert home.state["this_year"][0] == 0 and home.state["records"]["years"] == []
    page.edit(("settlement.year", 0, 3), ("settlement.population", 0, 20))
    page.edit(("settlement.year", 3, 4), ("settlement.deaths", 0, 2))
    living = [len(NAMES), sum(sheet["survival"] for sheet in home.state["records"]["survivors"].values()), home.state["limit"]]
    assert home.state["records"]["years"] == [[3, 20, 0, 0, *living]] and home.state["this_year"] == [4, 20, 2, 0, *living]


BAD = [
    "",
    "[]",
    "{}",
    "null",
    '{"do": 1}',
    '{"do": "sink"}',
    '{"do": ["answer"]}',
    '{"do": "answer"}',
    '{"do": "answer", "number": true, "choice": "by-hand"}',
    '{"do": "answer", "number": 1e3, "choice": "by-hand"}',
    '{"do": "answer", "number": 99999999999, "choice": "by-hand"}',
    '{"do": "answer", "number": 2, "choice": ["by-hand"]}',
    '{"do": "answer", "number": 2, "choice": "by-hand", "more": 1}',
    '{"do": "edit", "edit": {}, "why": ""}',
    '{"do": "each", "number": 2, "survivors": ["s1"], "step": ["survival", 1]}',
    '{"do": "each", "number": 2, "survivors": [["s1"]], "step": ["survival", 1], "why": ""}',
    '{"do": "each", "number": 2, "survivors": ["s1"], "step": [{}], "why": ""}',
    '{"do": "each", "number": 2, "survivors": ["s1"], "step": ["survival", 1e9], "why": ""}',
    '{"do": "edit", "edit": [], "why": ""}',
    '{"do": "edit", "edit": [["settlement.population", 0]], "why": ""}',
    '{"do": "edit", "edit": [[["settlement.population"], 0, 1]], "why": ""}',
    '{"do": "edit", "edit": [["settlement.population", 0, "many"]], "why": ""}',
    '{"do": "edit", "edit": [["settlement.population", 0, NaN]], "why": ""}',
    '{"do": "edit", "edit": [["survivors.s99.luck", 0, 1]], "why": ""}',
    '{"do": "edit", "edit": [["survivors.__class__.luck", 0, 1]], "why": ""}',
    '{"do": "edit", "edit": [["settlement.innovations", [], [[]]]], "why": ""}',
    '{"do": "edit", "edit": [["survivors.s1.name", "Ada", "\\ud800"]], "why": ""}',
    '{"do": "edit", "edit": [["survivors.s1.notes", "", "' + "x" * 5000 + '"]], "why": ""}',
    "[" * 5000,
]


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:60])
def test_what_is_malformed_is_told_and_does_nothing(home, page, text):
    before = home.state["entries"]
    page.socket.send(text)
    assert page.hears("done", "refused")["is"] == "refused"
    page.socket.send(text.encode())
    assert page.hears("done", "refused")["is"] == "refused"
    assert home.state["entries"] == before and home.records.campaign.prompt.kind == "showdown"


def mutated(text, draw):
    """A character or some changed, dropped or doubled."""
    text = list(text)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(text))
        text[at] = draw.choice(["", text[at] * 2, draw.choice('"[]{},:0-x\\\u00e9')])
    return "".join(text)


def test_mutated_messages_are_refused_and_change_nothing_or_are_messages(home):
    """Good messages with something changed: each is done, or refused clearly and nothing is another; no page or server ends."""
    draw = random.Random(SEED)
    good = [
        json.dumps(
            {"do": "edit", "edit": [["survivors.s1.boxes", [], ["head-heavy"]], ["settlement.storage", {}, {"skull": 2}]], "why": "x"}
        ),
        json.dumps({"do": "answer", "number": home.state["asked"]["number"], "choice": outcome(home.records.campaign)}),
        json.dumps({"do": "take-back", "entry": 3}),
        json.dumps({"do": "each", "number": home.state["asked"]["number"], "survivors": ["s1", "s2"], "step": ["survival", 1], "why": ""}),
        json.dumps({"do": "undo", "number": home.state["asked"]["number"]}),
        json.dumps({"do": "take", "journal": "0123456789abcdef"}),
    ]
    many, done = count(150, 1000, 10000), 0
    for first in range(0, many, 50):  # more on one line would be too many at once
        with Page(home) as page:
            for _ in range(min(50, many - first)):
                before = len(home.records.campaign.journal)
                page.socket.send(mutated(draw.choice(good), draw))
                told = page.hears("done", "refused")
                if told["is"] == "done":
                    done += 1
                else:
                    assert told["why"] and "our mistake" not in told["why"] and "slower" not in told["why"]
                    assert len(home.records.campaign.journal) == before
    assert done < many / 2 and home.state["asked"]["sentence"] and home.other().rebuild()


def test_what_is_too_long_ends_the_line_and_nothing_else(home, page):
    with Page(home) as other:
        other.socket.send("x" * (server.LONGEST + 1))
        with pytest.raises(ConnectionClosed):
            other.hears("never")
    with Page(home, None) as stranger:
        stranger.socket.send(json.dumps({"do": "hello", "token": "x" * server.GREETING, "calm": False}))
        assert "too long" in stranger.hears("refused")["why"]
    assert page.edit(("settlement.births", 0, 1))["is"] == "done"


@pytest.mark.parametrize(
    "query", ["?before=x", "?before=-1", "?count=0", "?count=101", "?count=1&count=2", "?more=1", f"?before={'9' * 400}"]
)
def test_a_page_of_the_history_that_is_none_is_refused(home, query):
    status, body = home.get("/history.json" + query)
    assert status == 400 and b"allowed" in body


@pytest.mark.parametrize("path", ["/campaign.json", "/history.json", "/content.json", "/", "/campaign.js"])
def test_no_foreign_name_shows_it_and_nothing_is_written_by_http(home, path):
    assert home.get(path)[0] == 200
    assert home.get(path, host=f"lantern.example:{home.page.port}")[0] == 421
    for method in ("POST", "PUT", "DELETE"):
        assert home.get(path, method=method, body=b'{"do": "undo", "number": 2}')[0] == 405


@pytest.mark.parametrize("origin", ["http://lantern.example", "null", None, "http://127.0.0.1:1"])
def test_a_page_of_another_origin_gets_no_line(home, origin):
    with pytest.raises(InvalidStatus) as refused:
        Page(home, origin=origin)
    assert refused.value.response.status_code == 403


def test_of_the_dead_a_page_has_a_line_and_the_sheet_when_it_asks(home, page):
    assert page.answer(outcome(home.records.campaign, dead=(NAMES[3],)))["is"] == "done"
    sheets = home.state["records"]["survivors"]
    assert set(sheets["s4"]) == {"name", "state", "died", "cause"} and sheets["s4"]["name"] == NAMES[3] and "gear" in sheets["s1"]
    found = home.json("/survivor.json?id=s4")
    assert found["sheet"] == home.records.campaign.state.survivors["s4"] and found["sheet"]["state"] == "dead"
    assert set(found["armor"]) == set(found["sheet"]["armor"])
    for wrong in ("", "?id=s99", "?id=s4&id=s1&more=1", "?other=s4"):
        status, body = home.get("/survivor.json" + wrong)
        assert status == 400 and b"id: no survivor has it" in body, wrong


def test_without_the_key_a_page_may_look_not_touch(home):
    for token in (None, "", "a-key-for-the-tests-onlz"):
        with Page(home, token) as stranger:
            assert token is None or stranger.may is False
            assert "look, not touch" in stranger.edit(("settlement.births", 0, 1))["why"]
            assert "look, not touch" in stranger.answer("by-hand")["why"]
    assert home.state["asked"]["kind"] == "showdown" and home.state["records"]["settlement"]["births"] == 0


def test_two_pages_see_each_others_changes_and_those_of_another_program(home, page):
    with Page(home) as other:
        page.answer("by-hand")
        other.sees(home.state["entries"])
        other.edit(("settlement.births", 0, 1))
        page.sees(home.state["entries"])
        elsewhere = home.other()
        elsewhere.change(lambda game: game.answer(game.number, "won"), "she", "answer")
        there = len(elsewhere.campaign.journal)
        for one in (page, other):
            one.sees(there)
        assert home.state["asked"]["kind"] == "fate" and home.state["entries"] == there


def test_the_command_serves_the_campaign_until_it_is_interrupted(tmp_path):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")]), "LANTERNBOARD_DATA": str(tmp_path)}
    env["LANTERNBOARD_RUNTIME"] = str(tmp_path / "run")
    command = [sys.executable, "-m", "lanternboard_host", "campaign"]
    missing = subprocess.run([*command, "page", "--no-open"], env=env, capture_output=True, text=True)
    assert missing.returncode == 1 and "campaign new NAME" in missing.stderr
    subprocess.run([*command, "new", "Hearth"], env=env, check=True, capture_output=True)
    process = subprocess.Popen([*command, "page", "hea", "--http-port", "0", "--no-open"], env=env, stdout=subprocess.PIPE, text=True)
    try:
        place, token = process.stdout.readline().split()[-1].split("#")
        with connect(place.replace("http", "ws") + "table", origin=place.rstrip("/")) as line:
            line.send(json.dumps({"do": "hello", "token": token, "calm": False}))
            while json.loads(told := line.recv(timeout=30))["is"] != "welcome":
                pass
            assert json.loads(told)["may"] is True
            subprocess.run([*command, "answer", "by-hand"], env=env, check=True, capture_output=True)
            while json.loads(told := line.recv(timeout=30)).get("entries", 0) < 3:
                pass
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)
    finally:
        process.kill()


def test_the_options_of_a_principle_have_their_names(home, page):
    assert page.answer(outcome(home.records.campaign, dead=(NAMES[3],)))["is"] == "done"
    while home.state["asked"]["kind"] != "principle":
        here = home.state["asked"]
        page.answer(here["options"][0] if here["usual"] is None else here["usual"])
    here = home.state["asked"]
    assert here["words"] != here["options"] and all(word[0].isupper() for word in here["words"])


# The page itself


@pytest.fixture(scope="module")
def browser():
    from browser import chromium

    with chromium() as browser:
        yield browser


@pytest.fixture
def opened(home, browser):
    """Opens the page; errors of its scripts fail the test."""
    contexts, wrong = [], []

    def opening(size=DESKTOP, **more):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" and "WebSocket" not in told.text else None)
        page.goto(home.page.address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not wrong


def sees(page, sentence):
    page.get_by_role("heading", level=1, name=sentence).wait_for()


def asked(home):
    return home.state["asked"]


def waits(page, number):
    """Until the page asks what comes after that number."""
    page.locator(f"#page:not([data-number='{number}'])").wait_for()


@pytest.mark.chromium
def test_from_the_first_story_by_hand_over_the_first_settlement_phase_to_the_hunt(home, opened):
    page = opened()
    sees(page, "The showdown against White Lion")
    page.get_by_role("button", name="Enter it by hand").click()
    sees(page, "How did the showdown against White Lion end?")
    page.keyboard.press("1")  # won
    for name in NAMES[:3]:
        sees(page, f"What became of {name}?")
        page.keyboard.press("n")
    sees(page, f"What became of {NAMES[3]}?")
    page.keyboard.press("2")
    while asked(home)["kind"] != "settlement-name":  # what the showdown gave, step by step
        number = asked(home)["number"]
        if asked(home)["kind"] == "effect" and not home.state["records"]["settlement"]["storage"]:
            page.get_by_label("What happens").select_option("gain")
            page.get_by_label("gain a resource").fill("Monster Bone")
            page.get_by_role("spinbutton", name="How many").fill("2")
            button(page, "Enter it").click()
        else:
            page.keyboard.press("Escape")
            page.locator("#answers [data-choice]").first.click()
        waits(page, number)
    sees(page, "What is the settlement called?")
    page.locator("#answers").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Ember")
    page.keyboard.press("Enter")
    page.get_by_text("Ember · lantern year").wait_for()
    page.keyboard.press("Escape")
    seen = set()
    for _ in range(120):
        here = asked(home)
        if here["kind"] == "step":
            break
        seen.add(here["kind"])
        page.locator(f"#page[data-number='{here['number']}']").wait_for()
        page.evaluate("document.activeElement.blur()")
        if here["chance"]:
            page.keyboard.press("n")
        elif here["kind"] == "name":
            page.get_by_role("textbox", name=here["sentence"]).fill("New")
            button(page, "Answer").click()
        elif here["kind"] == "read":
            page.get_by_role("spinbutton").or_(page.locator("#answers .usual")).first.wait_for()
            page.keyboard.press("n")
        elif here["usual"] is not None:
            page.keyboard.press("n")
        else:
            page.locator("#answers [data-choice]").first.click()
        waits(page, here["number"])
    assert {"principle", "develop", "departing"} <= seen, seen
    sees(page, "The survivors are on space 0")
    page.get_by_role("img", name="on space 0 of 12; White Lion on space 4").wait_for()
    page.keyboard.press("1")
    page.get_by_role("img", name="on space 1 of 12").wait_for()
    state = home.state
    assert state["records"]["settlement"]["name"] == "Ember" and state["records"]["settlement"]["locations"][:1] == ["lantern-hoard"]
    number = state["asked"]["number"]
    button(page, "Undo").click()
    waits(page, number)
    page.get_by_role("img", name="on space 0 of 12").wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    page.get_by_role("img", name="on space 1 of 12").wait_for()
    assert home.other().rebuild()


@pytest.mark.chromium
def test_a_field_is_edited_in_its_place_and_a_stale_edit_shows_what_it_is_now(home, opened):
    page, phone = opened(), opened(PHONE, has_touch=True)
    for one in (page, phone):
        one.get_by_role("button", name="Population: 0. Edit").wait_for()
    page.get_by_role("button", name="Population: 0. Edit").focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("spinbutton", name="Population")
    page.keyboard.type("12")  # what was there is selected
    phone.get_by_role("button", name="Population: 0. Edit").tap()
    phone.get_by_role("spinbutton", name="Population").fill("7")
    button(phone, "Save").tap()
    phone.get_by_role("button", name="Population: 7. Edit").wait_for()
    page.get_by_role("alert").get_by_text("it is 7 now").wait_for()
    field.press("Enter")
    page.get_by_role("alert").get_by_text("Save again to change that").wait_for()
    assert home.state["records"]["settlement"]["population"] == 7
    field.press("Enter")
    for one in (page, phone):
        one.get_by_role("button", name="Population: 12. Edit").wait_for()
    assert page.get_by_role("button", name="Population: 12. Edit").evaluate("one => one === document.activeElement")


@pytest.mark.chromium
def test_a_sheet_is_edited_by_touch_and_a_broken_rule_is_shown(home, opened):
    page = opened(PHONE, has_touch=True)
    page.get_by_role("tab", name="Survivors").tap()
    ada = page.get_by_role("article", name=NAMES[0])
    ada.get_by_role("button", name="head heavy injury").tap()
    ada.get_by_role("button", name="head heavy injury", pressed=True).wait_for()
    ada.get_by_role("button", name="Survival: 1 / 1. Edit").tap()
    for _ in range(3):
        button(ada, "one more").tap()
    button(ada, "Save").tap()
    page.get_by_role("status").get_by_text("A rule is broken now: S1").wait_for()
    ada.get_by_role("button", name="Gear, row 1, column 3").tap()
    ada.get_by_role("textbox").or_(ada.get_by_role("combobox")).first.fill("Bone Axe")
    button(ada, "Save").tap()
    ada.get_by_role("button", name="Gear, row 1, column 3: Bone Axe. Edit").wait_for()
    ada.get_by_text("All of the sheet").tap()
    ada.get_by_role("button", name="Add to Fighting arts").tap()
    page.keyboard.type("Leap")
    page.keyboard.press("Enter")
    ada.get_by_role("button", name="Leap: remove from Fighting arts").wait_for()
    ada.get_by_role("button", name="Add to Disorders").tap()
    page.keyboard.press("Escape")
    ada.get_by_role("button", name="Add to Disorders").wait_for()
    sheet = home.state["records"]["survivors"]["s1"]
    assert sheet["arts"] == ["Leap"] and sheet["disorders"] == []
    assert (sheet["boxes"], sheet["survival"], sheet["gear"][2]) == (["head-heavy"], 4, "bone-axe")
    page.get_by_role("tab", name="History").tap()
    page.get_by_text("survival: 1 -> 4").wait_for()
    page.get_by_role("tab", name="Settlement").tap()
    page.get_by_text(f"S1: {NAMES[0]} has survival 4").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.chromium
def test_the_keyboard_walks_tabs_and_the_timeline_is_told(home, opened):
    page = opened()
    page.get_by_role("tab", name="Settlement").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.get_by_role("tab", name="Timeline", selected=True).wait_for()
    shown = set(page.locator(".entry").all_inner_texts())
    assert shown >= YEARS, shown
    page.keyboard.press("d")
    assert page.evaluate("document.documentElement.hasAttribute('data-daylight')")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()


def history(records, years):
    """A campaign of so many years, by hand."""
    for year in range(1, years + 1):
        home = {"year": year, "population": 10 + 3 * (year % 4), "deaths": year // 2, "births": year // 3}
        records.change(lambda game, home=home: game.set_fields({f"settlement.{key}": value for key, value in home.items()}), "me", "edit")


@pytest.mark.chromium
def test_the_years_are_drawn_and_each_is_told_by_keyboard_touch_and_table(home, opened):
    history(home.records, 12)
    page = opened()
    page.get_by_role("tab", name="Years").click()
    slider = page.get_by_role("slider", name="Lantern year")
    slider.focus()
    assert slider.get_attribute("aria-valuenow") == "12"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    told = "Lantern year 10: population 16; deaths 5, 1 of them in this year; births 3; survival 4 of 4 living, 1 each; survival limit 1"
    assert slider.get_attribute("aria-valuetext") == told
    page.keyboard.press("PageDown")
    assert slider.get_attribute("aria-valuenow") == "1"
    home.records.change(lambda game: game.set_fields({"settlement.population": 99}), "me", "edit")
    page.locator(f"#page[data-entries='{len(home.records.campaign.journal)}']").wait_for()
    assert slider.get_attribute("aria-valuenow") == "1" and slider.evaluate("one => one === document.activeElement")
    page.keyboard.press("End")
    assert "population 99" in slider.get_attribute("aria-valuetext")
    page.get_by_text("The same as a table").click()
    cells = page.get_by_role("table", name="Figures by lantern year").get_by_role("row").all_inner_texts()
    assert len(cells) == 13 and cells[10].replace("×", "").split() == ["10", "16", "5", "3", "4", "4", "1", "1"]
    page.get_by_role("button", name="Year 10, deaths: 5. Edit").click()
    page.get_by_role("spinbutton", name="Year 10, deaths").fill("7")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Year 10, deaths: 7. Edit").wait_for()
    page.get_by_role("button", name="Year 4: remove").click()
    page.get_by_role("button", name="Year 4: remove").wait_for(state="detached")
    slider.press("Home")
    for _ in range(3):
        slider.press("ArrowRight")
    told = slider.get_attribute("aria-valuetext")
    assert told.startswith("Lantern year 5: population 13; deaths 2; births 1; "), "how many of them in it, nobody knows"
    slider.press("End")
    add = page.get_by_role("button", name="Add to the years")
    for year, said in (("12", "A year that is over is wanted."), ("5", "It is there already."), ("4", "")):
        if add.is_visible():
            add.click()
        page.get_by_role("textbox", name="Add to the years").fill(year)
        page.keyboard.press("Enter")
        if said:
            page.get_by_text(said).wait_for()
    page.get_by_role("button", name="Year 4, population: 19. Edit").wait_for()
    kept = home.records.campaign.state.data["years"]
    assert kept[3] == [4, *kept[2][1:]] and kept[9][2] == 7 and "population 99" in slider.get_attribute("aria-valuetext")
    phone = opened(PHONE, has_touch=True)
    phone.get_by_role("tab", name="Years").tap()
    drawn = phone.get_by_role("slider", name="Lantern year").locator("svg").first
    drawn.tap(position={"x": 37, "y": 40})
    assert phone.get_by_role("slider").get_attribute("aria-valuenow") == "1"
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.chromium
def test_long_words_and_an_open_field_of_a_past_year_are_whole_on_a_phone(home, opened):
    history(home.records, 3)
    word = "W" * 60
    long = {"settlement.name": word, "survivors.s1.name": word[:32], "survivors.s1.arts": [word], "settlement.storage": {word: 3}}
    long |= {"settlement.innovations": [word], "settlement.timeline": [[1, "event", word, ""]], "settlement.principles": {word: word}}
    home.records.change(lambda game: game.set_fields(long, "w" * 200), "u" * 60, "edit")
    phone = opened(PHONE, has_touch=True)
    wide = "(one) => !one.closest('.scroll') && one.getBoundingClientRect().right > innerWidth"
    for tab in ("Settlement", "Survivors", "Timeline", "Storage", "History", "Years"):
        phone.get_by_role("tab", name=tab).tap()
        phone.get_by_role("tab", name=tab, selected=True).wait_for()
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0], tab
        assert phone.evaluate(f"[...document.querySelectorAll('#page *')].filter({wide}).map((one) => one.outerHTML)") == [], tab
    phone.get_by_text("The same as a table").tap()
    phone.get_by_role("button", name="Year 2, survival: 4. Edit").tap()
    form = phone.locator("form.editing").bounding_box()
    assert form["x"] >= 0 and form["x"] + form["width"] <= PHONE[0]


@pytest.mark.chromium
def test_what_was_read_off_the_sheet_is_put_right_in_its_place(home, opened):
    home.records.change(lambda game: game.set_fields({"learned": {"first-day-low": 6}}), "me", "edit")
    page = opened()
    page.get_by_role("button", name="Read off your sheet: first day low: 6. Edit").click()
    page.get_by_role("spinbutton", name="Read off your sheet: first day low").fill("5")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Read off your sheet: first day low: 5. Edit").wait_for()
    assert home.records.campaign.state.data["learned"] == {"first-day-low": 5}


# What somebody is in the middle of stays, whatever others do meanwhile


def meanwhile(home, page, **values):
    """Somebody else edits, and the page has drawn it."""
    values = values or {"settlement.births": home.records.campaign.state.settlement["births"] + 1}
    home.records.change(lambda game: game.set_fields(values), "she", "edit")
    page.locator(f"#page[data-entries='{len(home.records.campaign.journal)}']").wait_for()


def focused(one):
    return one.evaluate("one => one === document.activeElement")


@pytest.mark.chromium
def test_what_is_typed_stays_with_its_caret_while_others_edit(home, opened):
    page = opened()
    page.get_by_role("button", name="Notes: nothing. Edit").click()
    notes = page.get_by_role("textbox", name="Notes")
    notes.fill("the end")
    page.keyboard.press("Home")
    meanwhile(home, page)
    page.keyboard.type("At ")
    assert notes.input_value() == "At the end" and focused(notes)
    page.get_by_label("Add to Departing gain").click()
    page.get_by_label("from where").fill("a song")
    page.get_by_label("how much").fill("3")
    meanwhile(home, page)
    assert focused(page.get_by_label("how much")) and page.get_by_label("from where").input_value() == "a song"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="+3 survival: a song: remove").wait_for()
    page.locator("[aria-label='from where']:placeholder-shown").wait_for()
    assert notes.input_value() == "At the end", "another field that is open stays"
    page.get_by_role("tab", name="Survivors").click()
    newcomer = page.get_by_label("the name of somebody new")
    newcomer.fill("Eve")
    meanwhile(home, page)
    assert focused(newcomer)
    page.keyboard.type("lyn")
    page.keyboard.press("Enter")
    page.get_by_role("article", name="Evelyn").wait_for()
    page.get_by_role("tab", name="Storage").click()
    page.get_by_label("resource", exact=True).fill("Monster Bo")
    meanwhile(home, page, **{"settlement.storage": {"skull": 2}})
    page.keyboard.type("ne")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Monster Bone: 1. Edit").wait_for()
    assert home.state["records"]["settlement"]["storage"] == {"skull": 2, "monster-bone": 1}


@pytest.mark.chromium
def test_a_step_that_is_being_entered_stays_while_others_edit_and_goes_when_it_was_entered(home, opened):
    while (kind := home.records.campaign.prompt.kind) != "effect":
        home.records.change(lambda game, kind=kind: game.answer(game.number, "use" if kind == "develop" else choice(home.records)))
    page = opened()
    page.get_by_label("What happens").select_option("disorder")
    page.get_by_label("Who").select_option(label=NAMES[1])
    page.locator("#answers").get_by_label("disorder", exact=True).fill("Anx")
    meanwhile(home, page, **{"survivors.s3.name": "Cyra", "survivors.+": "Eve"})
    page.keyboard.type("iety")
    assert page.get_by_label("Who").locator("option").all_inner_texts()[:5] == [NAMES[0], NAMES[1], "Cyra", NAMES[3], "Eve"]
    assert page.get_by_label("Who").input_value() == "s2"
    number = asked(home)["number"]
    page.keyboard.press("Enter")
    waits(page, number)
    page.locator("#answers").get_by_label("disorder", exact=True).wait_for(state="detached")  # the next one begins anew
    assert home.state["records"]["survivors"]["s2"]["disorders"], "entered for whom it was meant"


@pytest.mark.chromium
def test_a_press_is_not_lost_while_others_edit(home, opened):
    page = opened()
    page.get_by_role("tab", name="Survivors").click()
    box = page.get_by_role("article", name=NAMES[0]).get_by_role("button", name="head heavy injury")
    box.hover()
    page.mouse.down()
    with page.expect_response("**/campaign.json"):
        home.records.change(lambda game: game.set_fields({"settlement.births": 1}), "she", "edit")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()
    page.get_by_role("article", name=NAMES[0]).get_by_role("button", name="head heavy injury", pressed=True).wait_for()
    page.locator(f"#page[data-entries='{len(home.records.campaign.journal)}']").wait_for()
    other = page.get_by_role("article", name=NAMES[1]).get_by_role("button", name="head heavy injury")
    other.focus()
    page.keyboard.down(" ")
    with page.expect_response("**/campaign.json"):
        home.records.change(lambda game: game.set_fields({"settlement.births": 2}), "she", "edit")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.keyboard.up(" ")
    page.get_by_role("article", name=NAMES[1]).get_by_role("button", name="head heavy injury", pressed=True).wait_for()


@pytest.mark.chromium
def test_an_answer_is_given_to_the_question_that_is_seen_also_while_the_next_is_being_fetched(home, opened):
    page = opened()
    page.get_by_role("button", name="Enter it by hand").click()
    sees(page, "How did the showdown against White Lion end?")
    page.get_by_role("tab", name="History").click()
    page.get_by_role("tabpanel").get_by_text("by-hand").or_(page.locator(".past li")).first.wait_for()
    held, free = [], threading.Event()
    page.route("**/history.json*", lambda route: route.continue_() if free.is_set() else held.append(route))
    with page.expect_request("**/history.json*"):
        home.records.change(lambda game: game.answer(game.number, "won"), "she", "answer")
    entries = home.state["entries"]
    page.keyboard.press("2")  # lost, by whom has not seen that it was won
    page.locator("#told", has_text="Won").or_(page.locator("#told", has_text="slower")).or_(
        page.locator("#told", has_text="came")
    ).first.wait_for()
    assert home.state["entries"] == entries and asked(home)["kind"] == "fate"
    free.set()
    for one in held:
        one.continue_()
    sees(page, f"What became of {NAMES[0]}?")


@pytest.mark.chromium
def test_what_is_open_and_what_has_the_focus_stays_and_nobody_loses_a_field_whose_survivor_dies(home, opened):
    home.records.change(lambda game: game.set_fields({"settlement.innovations": ["language"]}), "me", "edit")
    page = opened()
    deck = page.get_by_text("The innovation deck")
    deck.focus()
    page.keyboard.press("Enter")
    meanwhile(home, page)
    assert page.locator("details[open]").get_by_text("The innovation deck").count() == 1 and focused(deck)
    page.get_by_role("tab", name="Survivors").click()
    page.get_by_role("article", name=NAMES[3]).get_by_text("All of the sheet").click()
    page.get_by_role("article", name=NAMES[3]).get_by_role("button", name="Notes: nothing. Edit").click()
    page.keyboard.type("he fell")
    meanwhile(home, page, **{"survivors.s4.state": "dead"})
    page.get_by_role("alert").get_by_text("Somebody else changed or removed").wait_for()
    notes = page.get_by_role("textbox", name="Notes")
    assert focused(notes) and notes.input_value() == "he fell"
    button(page, "Save").click()
    notes.wait_for(state="detached")
    assert home.records.campaign.state.survivors["s4"]["notes"] == "he fell"
    page.get_by_text("The dead: 1").click()
    grave = page.locator("#grave-s4")
    grave.focus()
    meanwhile(home, page)
    assert focused(grave)


@pytest.mark.chromium
def test_several_survivors_are_changed_at_once_by_keyboard_and_by_touch(home, opened):
    home.records.change(lambda game: game.set_fields({"survivors.s2.impairments": ["no-survival"], "settlement.limit": 5}), "me", "edit")
    page = opened()
    page.get_by_role("tab", name="Survivors").click()
    button(page, "Change several at once").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # all living
    page.get_by_role("button", name="All living", pressed=True).wait_for()
    form = page.get_by_role("form", name="Change several survivors")
    form.get_by_label("Why").fill("a feast")
    page.keyboard.press("Enter")
    form.get_by_role("status").get_by_text(f"Changed: 3 of 4. Spared: {NAMES[1]}: survival as before (gains no survival)").wait_for()
    sheets = home.state["records"]["survivors"]
    assert [sheet["survival"] for sheet in sheets.values()] == [2, 1, 2, 2]
    page.keyboard.press("Escape")
    button(page, "Change several at once").wait_for()
    phone = opened(PHONE, has_touch=True)
    phone.get_by_role("tab", name="Survivors").tap()
    button(phone, "Change several at once").tap()
    for name in NAMES[:2]:
        phone.get_by_role("button", name=f"{name}: chosen").tap()
    form = phone.get_by_role("form", name="Change several survivors")
    form.get_by_label("What happens").select_option("box")
    form.get_by_label("box").select_option("arms-light")
    button(form, "Change 2").tap()
    form.get_by_role("status").get_by_text("Changed: 2 of 2.").wait_for()
    assert [sheet["boxes"] for sheet in home.state["records"]["survivors"].values()] == [["arms-light"]] * 2 + [[], []]
    phone.get_by_role("tab", name="History").tap()
    newest = home.json("/history.json?count=1")["entries"][0]["number"]
    phone.get_by_role("button", name=f"Take back entry {newest} by an edit").tap()
    phone.locator(f"#page[data-entries='{home.state['entries']}']").wait_for()
    phone.get_by_role("tabpanel").get_by_text(f"{NAMES[0]}, boxes: arms-light -> nothing").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.chromium
def test_an_entry_of_the_timeline_is_edited_in_its_place(home, opened):
    page = opened()
    page.get_by_role("tab", name="Timeline").click()
    page.get_by_role("button", name="Butcher, level 1, year 4. Edit").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("6")  # what was there is selected
    page.get_by_label("level", exact=True).fill("2")
    home.records.change(  # somebody else changes another one meanwhile
        lambda game: game.set_fields({"settlement.timeline": game.state.settlement["timeline"][1:]}), "she", "edit"
    )
    page.locator(f"#page[data-entries='{len(home.records.campaign.journal)}']").wait_for()
    assert page.get_by_label("level", exact=True).input_value() == "2"
    page.keyboard.press("Enter")
    moved = page.get_by_role("button", name="Butcher, level 2, year 6. Edit")
    moved.wait_for()
    assert moved.evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="Butcher, level 2, year 6: done").click()
    page.get_by_role("button", name="Butcher, level 2, year 6: done", pressed=True).wait_for()
    rows = home.state["records"]["settlement"]["timeline"]
    assert [6, "showdown", "butcher", 2, "done"] in rows and [row[0] for row in rows] == sorted(row[0] for row in rows)
    button(page, "Add to year 6").click()
    page.get_by_label("what", exact=True).fill("Endless Screams")
    page.keyboard.press("Enter")
    added = page.get_by_role("button", name="Endless Screams, year 6. Edit")
    added.click()
    home.records.change(  # and this one is removed meanwhile
        lambda game: game.set_fields({"settlement.timeline": [row for row in game.state.settlement["timeline"] if row[0] != 6]}), "she"
    )
    page.get_by_role("alert").get_by_text("Somebody else changed or removed it").wait_for()
    page.keyboard.press("Enter")
    added.click()
    button(page, "Remove").click()
    added.wait_for(state="detached")
    assert not [row for row in home.state["records"]["settlement"]["timeline"] if row[0] == 6]


@pytest.mark.chromium
def test_every_field_of_the_records_can_be_edited_on_the_page(home, opened):
    home.records.change(lambda game: game.set_fields({"learned": {"first-day-low": 6}}), "me", "edit")
    page = opened()
    there = set()
    for tab in ("Settlement", "Survivors", "Timeline", "Storage"):
        page.get_by_role("tab", name=tab).click()
        there |= set(page.locator("[data-key]").evaluate_all("all => all.map((one) => one.dataset.key.split('/')[0])"))
        there |= {f"settlement.{part}" for part in ("storage", "gear") if tab == "Storage" and page.locator(".store form").count() == 2}
    assert there >= {f"settlement.{key}" for key in edits.SETTLEMENT} | {f"survivors.s1.{key}" for key in edits.SURVIVOR} | set(edits.TOP)


@pytest.mark.chromium
def test_a_dead_ones_sheet_is_opened_from_the_list_and_edited_by_keyboard(home, opened):
    with Page(home) as hand:
        hand.answer(outcome(home.records.campaign, dead=(NAMES[3],)))
    page = opened()
    page.get_by_role("tab", name="Survivors").click()
    assert page.get_by_role("article", name=NAMES[3]).count() == 0
    page.get_by_text("The dead: 1").focus()
    page.keyboard.press("Enter")
    page.locator("#grave-s4").focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("article", name=NAMES[3])
    sheet.wait_for()
    sheet.get_by_role("button", name="Courage").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Courage: 3").wait_for()
    assert home.records.campaign.state.survivors["s4"]["courage"] == 3
