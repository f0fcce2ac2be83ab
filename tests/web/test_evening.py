"""A campaign's evenings from the page, in a real Chromium with an emulated board behind it: the showdowns are played at the board by its
seven buttons, everything else is pressed on the page, and the board is synced by itself. From the First Story to the second settlement
phase."""

from contextlib import ExitStack

import pytest
from browser import chromium
from campaign.desk import CORE, NAMES, USUAL
from e2e.test_campaign import fight
from lanternboard.lights.meanings import MONSTER, SURVIVOR
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.link import Client
from lanternboard_host.records.board import read
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.web import boards as looking
from lanternboard_host.web.boards import Boards
from lanternboard_host.web.campaign import CampaignServer
from records.test_campaigns import checked
from records.test_sync import fought, put
from web import test_campaign_page as pages
from web.fingers import DESKTOP, PHONE, button

pytestmark = [
    pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine"),
    pytest.mark.chromium,
    pytest.mark.slow,
]


class Evening(pages.Home):
    """The page's server with what looks for boards; it can be ended and begun again under the same address."""

    def __init__(self, held, folder):
        self.place = Shelf(folder / "data", CORE)
        self.place.create("hearth", "me", NAMES).close()
        self.path = self.place.find(None)
        self.held = held
        self.port = 0
        self.server = ExitStack()
        held.callback(lambda: self.server.close())
        self.begin()

    def begin(self):
        self.records = self.server.enter_context(self.place.open())
        boards = Boards(self.records, self.place.journals, played, "me", fetch=fetched)
        self.page = self.server.enter_context(CampaignServer(self.records, port=self.port, token=pages.TOKEN, who="me", boards=boards))
        self.port = self.page.port

    def end(self):
        self.server.close()

    @property
    def settlement(self):
        return self.state["records"]["settlement"]


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path / "run"))
    (tmp_path / "run").mkdir()
    for name, value in (("LOOKS", 0.1), ("VISITS", 0.2), ("AGAIN", (0.2,))):
        monkeypatch.setattr(looking, name, value)
    with ExitStack() as held:
        yield Evening(held, tmp_path)


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def opened(evening, browser):
    """Opens the page; errors of its scripts fail the test, but for the server that is away while it is begun again."""
    contexts, wrong = [], []

    def opening(size=DESKTOP, **more):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(evening.page.address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not wrong


def give(evening, page, choice):
    """Answers what is asked, by keyboard where it is the usual answer, else as a person finds it on the page."""
    asked = evening.state["asked"]
    number = asked["number"]
    page.locator(f"#page[data-number='{number}']").wait_for()
    page.evaluate("document.activeElement.blur()")
    options = asked["options"]
    if choice == asked["usual"] and not asked["chance"]:
        page.keyboard.press("n")
    elif choice in options and isinstance(choice, int) and len(options) > 12:
        page.get_by_role("spinbutton").fill(str(choice))
        button(page, "Answer").click()
    elif choice in options:
        page.locator(f"#answers [data-choice='{choice}']").click()
    elif asked["kind"] == "effect":
        page.get_by_label("What happens").select_option(choice)
        button(page, "Enter it").click()
    else:
        page.get_by_role("textbox", name=asked["sentence"]).fill(choice)
        button(page, "Answer").click()
    pages.waits(page, number)


def at_home(evening, page, until, **answers):
    """Hunt and settlement phase as usual until a question of one of these kinds; its state."""
    for _ in range(300):
        asked = evening.state["asked"]
        if asked["kind"] in until:
            return evening.state["records"]
        choice = answers.get(asked["kind"]) or USUAL.get(asked["kind"], asked["usual"])
        if isinstance(choice, list):
            choice = choice.pop(0) if choice else USUAL.get(asked["kind"], asked["usual"])
        give(evening, page, asked["options"][0] if choice is None else choice)
    raise AssertionError(f"never asked: {until}")


def brought(evening, page, board, seed):
    """The showdown that the board has, played there by its buttons; it comes in by itself and the page tells what it left."""
    number = evening.state["asked"]["number"]
    page.get_by_role("status", name="Boards").get_by_text("it has the showdown that is due").wait_for()
    assert fight(board, seed) > 20
    pages.waits(page, number)
    if evening.state["asked"]["kind"] != "showdown":
        page.get_by_role("region", name="What the showdown left").get_by_text("Showdown with White Lion").wait_for()


def columns(board, meaning):
    """Where the hunt's line shows that."""
    return [k for k in range(22) if any(board.cells[row * 22 + k] & 31 == meaning for row in range(16))]


def test_from_the_first_story_to_the_second_settlement_phase(evening, opened):
    page = opened()
    page.get_by_role("status", name="Boards").get_by_text("No board: plug one in").wait_for()
    with EmulatedBoard(level="all") as board:
        board.start()
        tries = 0
        while evening.state["asked"]["kind"] == "showdown":  # F8: until somebody comes back
            tries += 1
            assert tries < 20
            brought(evening, page, board, tries)
            state = at_home(evening, page, ("settlement-name", "showdown"))
        living = [sheet for sheet in state["survivors"].values() if sheet["state"] == "alive"]
        assert living and all(sheet["experience"] >= 1 for sheet in living), "F9"
        assert sum(evening.settlement["storage"].values()) >= 8, "F9: four monster and four basic resources"
        page.get_by_role("tab", name="Storage").click()
        for what in ("Monster Bone", "Monster Organ"):  # whatever the dice brought, there is enough for a Bone Axe
            entries = evening.state["entries"]
            page.get_by_label("resource", exact=True).fill(what)
            page.get_by_label("resource", exact=True).press("Enter")
            page.locator(f"#page:not([data-entries='{entries}'])").wait_for()
        page.get_by_role("tab", name="Timeline").click()
        button(page, "Add to another year").click()
        page.get_by_label("year", exact=True).fill("2")
        page.get_by_label("kind", exact=True).select_option("showdown")
        page.get_by_label("what", exact=True).fill("Butcher")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Butcher, level 1, year 2. Edit").wait_for()
        give(evening, page, "Hearth")
        state = at_home(evening, page, ("develop",), roll=8, read=10)
        page.get_by_role("tab", name="Settlement").click()
        page.get_by_role("button", name="Endeavors:").click()
        page.get_by_role("spinbutton", name="Endeavors").fill("4")
        button(page, "Save").click()
        page.get_by_role("button", name="Endeavors: 4. Edit").wait_for()
        state = at_home(evening, page, ("departing",), develop=["build:bonesmith", "craft:bone-axe", "done"], roll=8, read=10)
        assert state["settlement"]["population"] >= 10 and state["settlement"]["year"] == 1
        state = at_home(evening, page, ("gear",))
        give(evening, page, "bone-axe")
        at_home(evening, page, ("step",), **{"hunt-event": "a-card"})
        board.wait(lambda board: len(columns(board, SURVIVOR)) == len(columns(board, MONSTER)) == 1, 20)
        [start], [lion] = columns(board, SURVIVOR), columns(board, MONSTER)
        assert start < lion, "H0: the line is lit on the board"
        give(evening, page, "on")
        board.wait(lambda board: columns(board, SURVIVOR) == [start + 1], 20)
        state = at_home(evening, page, ("showdown",), **{"hunt-event": "a-card"})
        show = state["show"]
        assert (show["monster"], show["pack"], show["kind"]) == ("white-lion", "white-lion", "hunt")
        assert any("bone-axe" in state["survivors"][one]["gear"] for one in state["party"])
        page.get_by_role("status", name="Boards").get_by_text("the board plays with the pack white-lion now").wait_for()

        evening.end()  # another day
        board.restart()
        board.started()
        evening.begin()
        brought(evening, page, board, 3)
        assert len(evening.state["records"]["taken"]) == 1 + tries
        before = len(evening.state["records"]["survivors"])
        effects = {"settlement-event": "Birth", "quarry": "white-lion", "name": "Eve", "effect": ["birth", "done"]}
        state = at_home(evening, page, ("showdown",), **effects)
        assert state["settlement"]["year"] == 2 and (state["show"]["kind"], state["show"]["monster"]) == ("special", "butcher")
        assert state["settlement"]["births"] == 1 and len(state["survivors"]) >= before
        page.get_by_role("button", name="Enter it by hand").click()
        page.get_by_role("heading", level=1, name="How did the showdown against Butcher end?").wait_for()
        state = at_home(evening, page, ("quarry",), fate=["dead"])
        assert state["settlement"]["deaths"] >= 1 and state["settlement"]["year"] == 2, "Q8: no year"
        assert len(state["taken"]) == 1 + tries
        page.get_by_text("Hearth · lantern year 2").wait_for()
    evening.page.close()
    checked(evening.records)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_waits_is_shown_side_by_side_and_one_is_taken_on_the_page(evening, opened, size):
    with EmulatedBoard() as board:
        first, second = fought(evening.records, 3), fought(evening.records, 5)
        board.start()
        board.started()
        with Client(board.port, 20) as client:
            put(client, first)
            client.put("journal", second)
        page = opened(size)
        waits = page.get_by_role("region", name="Showdowns that wait")
        waits.get_by_text("2 showdowns wait: which one counts?").wait_for()
        told = read(second)
        for one in (first, second):
            waits.get_by_role("columnheader", name=read(one).id[:8]).wait_for()
        assert waits.locator(".differs").count() >= 2
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        waits.get_by_role("button", name=f"Take this one: {told.id}").click()
        page.get_by_role("region", name="What the showdown left").get_by_text("Showdown with White Lion").wait_for()
        waits.get_by_text("Kept, and not taken: 1 showdown").wait_for()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("s")
        page.get_by_role("status", name="Boards").get_by_text("connected").wait_for()
        button(page, "Close what the showdown left").click()
        page.get_by_role("region", name="What the showdown left").wait_for(state="hidden")
        page.reload()
        waits.get_by_text("Kept, and not taken: 1 showdown").wait_for()
        assert page.get_by_role("region", name="What the showdown left").is_hidden()
    assert evening.state["records"]["taken"] == {told.id: told.digest}
