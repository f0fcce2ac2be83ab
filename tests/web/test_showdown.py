"""The showdown on the page, in a real Chromium, before a table without a board: nothing moves there but what a test does."""

import random
import re
from contextlib import ExitStack

import pytest
from lanternboard.rules import figures
from lanternboard.rules import state as st
from lanternboard.rules.asking import OVER
from lanternboard_host.faces.alone import AloneTable, begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link.follower import Kept
from lanternboard_host.web.server import PageServer
from sizes import count
from web.waiting import holds

pytestmark = pytest.mark.chromium

NAMES = ("Allister", "Erza", "Lucy", "Zachary")
PLAY = {"dice": "board", "decks": "board"}


class Showdown:
    """A table and its page; `on` plays until something holds."""

    def __init__(self, held: ExitStack) -> None:
        self.watch = Watch()
        self.begin()
        self.page = held.enter_context(PageServer(self.watch, port=0))

    def begin(self, level: int = st.ALL, play: dict = PLAY) -> None:
        self.table = AloneTable(begin(Kept(), installed(), NAMES, level), play, 3)
        self.table.changes += self.watch._changes + 1  # one that has not been seen
        self.watch._table = self.table
        self.watch.look(self.table)

    def on(self, until) -> None:
        rng, table = random.Random(3), self.table
        while not until(table):
            prompt = table.prompt
            if table.fated:
                table.turn(0)
            elif table.game.state.round and prompt.usual is None:
                table._give(rng.choice(list(prompt.options)))
            else:
                table._give(next(iter(prompt.options)) if prompt.usual is None else prompt.usual)
        self.show()

    def show(self) -> None:
        self.table.changes += 1
        self.watch.look(self.table)

    def shown(self, page) -> None:
        """Until the page shows what is asked."""
        holds(page, f"+document.querySelector('main').dataset.number === {self.watch.seen.number}")


@pytest.fixture(scope="module")
def showdown():
    with ExitStack() as held:
        yield Showdown(held)


@pytest.fixture
def open_page(showdown, browser):
    contexts, wrong = [], []

    def opening(width=1280, height=800):
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(showdown.page.address)
        holds(page, "document.querySelector('main').dataset.away === 'false'")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert not wrong


def asked(table):
    return table.game.state.round and table.game.state.side == 1 and not table.fated and table.prompt.kind == "do"


def test_the_party_is_drawn_as_on_a_record_sheet_and_what_is_new_is_marked(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    page = open_page()
    sheet = page.get_by_role("listitem").filter(has=page.get_by_text("Zachary", exact=True))
    sheet.get_by_text("Zachary: stands; survival 1/1; insanity 0; waist: armor 1.").wait_for()
    assert (
        sheet.locator(".shield").count() == 5 and sheet.locator(".boxes i").count() == 10 and sheet.locator(".boxes .filled").count() == 0
    )
    assert page.locator(".new").count() == 0
    figures.fill(showdown.table.game.state, 3, 1)
    showdown.show()
    sheet.get_by_text("heavy box filled").wait_for()
    assert sheet.locator(".head .filled.heavy").count() == 1 and sheet.locator(".places .new").count() == 1
    assert page.locator(".new").count() == 1, "nothing else has changed"
    standing = page.get_by_role("region", name="The showdown")
    standing.get_by_text("round 1", exact=True).wait_for()
    standing.get_by_role("list", name="Decks").get_by_text("AI deck").wait_for()
    showdown.begin()
    showdown.on(asked)
    showdown.shown(page)
    sheet.locator(".head .filled.heavy").wait_for(state="detached")
    assert sheet.locator(".places .new").count() == 0, "marks end with their showdown"


def test_while_the_table_rolls_there_is_nothing_to_press(showdown, open_page):
    showdown.begin()
    showdown.on(lambda table: table.fated)
    page = open_page()
    rolling = page.get_by_role("group", name="Answers").get_by_text(re.compile("The board (rolls|draws) …"))
    rolling.wait_for()
    assert page.locator("#answers button").count() == 0
    page.keyboard.press("1")
    showdown.on(lambda table: not table.fated)
    page.locator("#answers :is(button, .hint)").first.wait_for()
    rolling.wait_for(state="hidden")


def test_the_end_tells_who_won_what(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    s = showdown.table.game.state
    s.result, s.phase = st.WON, OVER
    s.spoils.extend(bytes((1, 0, 1, 0, st.NOBODY, 1 << 7)))
    showdown.show()
    page = open_page()
    page.get_by_role("heading", name="Victory").wait_for()
    cards = installed()
    page.get_by_text(f"Erza 2 × {cards.card('basic', 0)['name']}").wait_for()
    page.get_by_text(f"the settlement {cards.card('parts', 0)['name']}").wait_for()


def test_at_the_lights_level_nothing_of_it_is_there(showdown, open_page):
    showdown.begin(st.LIGHTS)
    showdown.on(lambda table: table.prompt.kind == "act")
    page = open_page()
    page.get_by_role("heading", name="Who is who").wait_for()
    for one in ("#standing", "#sheets", "#past", "#result"):
        assert page.locator(one).is_hidden()
    assert not page.evaluate("document.body.hasAttribute('data-showdown')")


BROKEN = """() => [...document.querySelectorAll('#answers button span')].flatMap((one) => {
    const text = one.firstChild, made = document.createRange();
    return [...text.data.matchAll(/\\S+/g)].filter((word) => {
        made.setStart(text, word.index);
        made.setEnd(text, word.index + word[0].length);
        return made.getClientRects().length > 1;
    }).map(String);
})"""


def test_it_fits_from_phone_to_wall(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    page = open_page()
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        holds(page, "innerWidth === %d" % width)
        holds(page, "document.documentElement.scrollWidth <= innerWidth")  # the board takes its size a moment after the window
        assert page.evaluate(BROKEN) == [], width
        boxes = page.evaluate("['#lights', '#standing', '#hands'].map(one => document.querySelector(one).getBoundingClientRect().toJSON())")
        lights, standing, hands = boxes
        assert lights["bottom"] <= standing["top"] + 1, width
        if width >= 1280:
            assert standing["bottom"] <= height and hands["bottom"] <= height


def test_the_board_keeps_its_size_whatever_is_asked_and_told(showdown, open_page):
    showdown.begin()
    page = open_page()
    sizes = set()
    for _ in range(count(25, 80, 200)):
        number = showdown.table.game.number
        showdown.on(lambda table: table.game.number > number and not table.fated)  # noqa: B023
        showdown.shown(page)
        sizes.add(page.evaluate("document.querySelector('#lights').getBoundingClientRect().width"))
        if showdown.table.prompt.kind == "over":
            break
    assert len(sizes) == 1 and max(sizes) > 600


def test_the_highlighted_of_many_answers_is_in_sight(showdown, open_page):
    showdown.begin(play={"dice": "board", "decks": "table"})
    showdown.on(lambda table: table.prompt.kind == "location-card")
    page = open_page()
    showdown.shown(page)
    hidden = """() => {
        const box = document.querySelector('#answers').getBoundingClientRect();
        const one = document.querySelector('#answers [aria-current]').getBoundingClientRect();
        return one.top < box.top || one.bottom > box.bottom;
    }"""
    many = len(showdown.table.prompt.options)
    assert many > 20 and page.evaluate("(one => one.scrollHeight > one.clientHeight)(document.querySelector('#answers'))")
    for at in (*range(many), 0):
        showdown.table.view.option = at
        showdown.show()
        holds(page, f"document.querySelector('#answers [aria-current]').dataset.option === '{at}'")
        assert not page.evaluate(hidden), at


def test_all_records_are_reached_by_the_keyboard(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    page = open_page()
    last = page.get_by_role("heading", name="The lights")
    beside = page.get_by_role("complementary", name="Who is who")
    assert not page.evaluate(SEEN)
    for _ in range(40):
        if beside.evaluate("one => one === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("End")
    holds(page, f"({SEEN})()")
    assert last.is_visible()


SEEN = """() => {
    const box = document.querySelector('#beside').getBoundingClientRect(), last = document.querySelector('#legend li:last-child');
    return last.getBoundingClientRect().bottom <= box.bottom + 1;
}"""


WHOLE = """(of, each) => {
    const box = document.querySelector(of).getBoundingClientRect(), cover = document.querySelector('#beside-more').getBoundingClientRect();
    const low = of === '#beside' && cover.height ? cover.top : box.bottom;
    return [...document.querySelectorAll(each)].map((one) => one.getBoundingClientRect()).map((one) =>
        one.top >= box.top - 1 && one.bottom <= low + 1 ? 'whole' : one.bottom <= box.top + 1 || one.top >= low - 1 ? 'none' : 'cut');
}"""


def whole(page, of, each):
    return page.evaluate(f"({WHOLE})({of!r}, {each!r})")


def test_four_survivors_are_seen_whole_while_one_acts(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    page = open_page()
    showdown.shown(page)
    assert len(showdown.table.prompt.options) == 5
    assert whole(page, "#beside", "#sheet-list > li") == ["whole"] * 5


def test_a_survivor_who_has_stood_up_is_marked_by_that_word_alone(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    page = open_page()
    s = showdown.table.game.state
    s.flags[1] ^= st.DOWN
    showdown.show()
    sheet = page.get_by_role("listitem").filter(has=page.get_by_text("Erza", exact=True))
    sheet.locator(".status.new").wait_for()
    s.flags[1] ^= st.DOWN
    showdown.show()
    sheet.locator(".status.new", has_text="stands").wait_for()
    assert page.locator(".new").count() == 1
    right = "one => one.closest('#beside').getBoundingClientRect().right - one.getBoundingClientRect().right"
    assert sheet.locator(".status").evaluate(right) >= 4


def test_of_many_answers_no_row_is_cut_and_it_is_said_which_are_seen(showdown, open_page):
    showdown.begin()
    showdown.on(asked)
    showdown.table.adjust()
    showdown.show()
    page = open_page()
    showdown.shown(page)
    many = len(showdown.table.prompt.options)
    more = page.locator("#answers-more")
    first = re.fullmatch(rf"1 to (\d+) of {many} ↓", more.inner_text())
    assert many > 20 and first and whole(page, "#answers", "#answers button").count("whole") == int(first[1])
    assert "cut" not in whole(page, "#answers", "#answers button") + whole(page, "#beside", "#sheet-list > li")
    assert page.get_by_text("↓ more").is_visible()
    showdown.table.view.option = many - 1
    showdown.show()
    holds(page, f"document.querySelector('#answers-more').textContent.endsWith('to {many} of {many}')")
    assert more.inner_text().startswith("↑ ") and "cut" not in whole(page, "#answers", "#answers button")
    page.set_viewport_size({"width": 390, "height": 844})
    more.wait_for(state="hidden")
    showdown.table.adjust()
