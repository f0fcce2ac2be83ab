"""The page in a real Chromium, found by role and name only, as a person or a screen reader finds it. A real board behind it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from lanternboard.controls.menu import ENTRIES
from lanternboard.lights import meanings
from web.fingers import DESKTOP, PHONE, board, button, tap
from web.waiting import holds

pytestmark = pytest.mark.chromium

ROOT = Path(__file__).parents[2]
WALL = (1920, 1080)


def sees(page, sentence):
    page.get_by_role("heading", level=1, name=sentence).wait_for()


SHOWN = """one => {
    const canvas = one.querySelector('canvas').getBoundingClientRect();
    return [canvas.left, canvas.top, canvas.right, canvas.bottom];
}"""


LIT = """(one, [column, row]) => {
    const canvas = one.querySelector('canvas'), dot = canvas.width / canvas.clientWidth;
    const space = one.dataset.space * dot, rim = one.dataset.rim * dot;
    const [x, y] = [rim + (column + 0.5) * space, rim + (row + 0.5) * space];
    return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3);
}"""


def lit(page, column, row):
    """The colour that the page shows in the middle of a space of an unturned board, under a miniature that may lie there."""
    return board(page).evaluate(LIT, [column, row])


def test_an_answer_by_button_is_taken_back_and_done_again_and_a_second_page_sees_it(served, open_page):
    served.set_up()
    page, other = open_page(), open_page(PHONE, has_touch=True)
    sees(page, "What happens next?")
    button(page, "turn").click()
    for one in (page, other):
        sees(one, "Which way does the White Lion face?")
    button(other, "east").tap()
    for one in (page, other):
        sees(one, "What happens next?")
        one.get_by_text("faces east", exact=True).wait_for()
    button(page, "Back").click()
    page.get_by_text("faces north", exact=True).wait_for()
    button(page, "Redo").click()
    for one in (page, other):
        one.get_by_text("faces east", exact=True).wait_for()
    page.keyboard.press("r")
    page.get_by_role("status").get_by_text("Nothing to redo.").wait_for()


def test_a_tap_answers_with_a_space_or_a_miniature(served, open_page):
    served.fresh()
    served.answer("white-lion", 4, [10, 7], "N")
    page = open_page(PHONE, has_touch=True)
    sees(page, "Where does Allister begin?")
    page.get_by_text("Allister's player").wait_for()
    tap(page, 0, 0, touch=True)
    page.get_by_role("status").get_by_text("That space is no answer here.").wait_for()
    tap(page, 10, 1, touch=True)
    sees(page, "Where does Erza begin?")
    served.answer([13, 3], [7, 4], [11, 14])
    sees(page, "What happens next?")
    button(page, "move").tap()
    sees(page, "Which miniature is moved?")
    tap(page, 7, 4, touch=True)
    sees(page, "Where does Lucy go?")
    tap(page, 3, 9, touch=True)
    sees(page, "What happens next?")
    assert served.watch.seen.picture.state.at[2] == 9 * 22 + 3


HELD_BACK = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).do === 'answer') globalThis.late = () => send.call(this, text);
        else send.call(this, text);
    };
}"""


def test_a_stale_tap_is_refused_kindly(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    seen = served.watch.seen
    # What the page shows is held back while somebody else answers.
    page.evaluate(HELD_BACK)
    button(page, "turn").click()
    served.watch.ask("answer", seen.journal, seen.number, choice="push")
    sees(page, "Who is pushed?")
    page.evaluate("late()")
    page.get_by_role("status").get_by_text("Somebody answered before you. This is asked now.").wait_for()
    sees(page, "Who is pushed?")


def test_the_keyboard_plays_and_tab_stays_tab(served, open_page):
    served.fresh()
    page = open_page()
    sees(page, "Which monster is on the table?")
    page.keyboard.press("n")
    sees(page, "How many survivors take part?")
    page.keyboard.press("3")
    sees(page, "Where does the White Lion stand?")
    page.keyboard.press("Enter")
    sees(page, "Which way does the White Lion face?")
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="east").and_(page.locator("[aria-current=true]")).wait_for()
    page.keyboard.press("Backspace")
    sees(page, "Where does the White Lion stand?")
    page.keyboard.press("r")
    sees(page, "Which way does the White Lion face?")
    page.keyboard.press("Tab")
    assert board(page).evaluate("one => one === document.activeElement")
    page.keyboard.press("Tab")
    assert button(page, "north").evaluate("one => one === document.activeElement && getComputedStyle(one).outlineStyle !== 'none'")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # of the button that has the focus, not of what is highlighted
    sees(page, "Where does Allister begin?")
    page.get_by_text("faces east", exact=True).wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("n")
    button(page, "Close").click()
    sees(page, "Where does Allister begin?")


def test_back_and_next_have_their_long_meaning_when_held(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    served.answer("light", "front")
    wide = lambda: sum(value & 31 == meanings.IN_FRONT for value in served.watch.seen.picture.cells)  # noqa: E731
    served.until(lambda _: wide() > 100)
    button(page, "Next").hover()
    page.mouse.down()
    served.until(lambda _: wide() == 0)
    page.mouse.up()
    served.until(lambda _: wide() > 100)
    sees(page, "What happens next?")
    page.keyboard.down("n")
    served.until(lambda _: wide() == 0)
    page.keyboard.up("n")
    served.until(lambda _: wide() > 100)


def test_a_key_in_haste_behind_m_or_w_comes_after_what_they_open(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    number = served.watch.seen.number
    page.keyboard.press("m")
    page.keyboard.press("Enter")  # it would answer the question; in the menu it opens the first entry
    sees(page, "Brightness")
    assert served.watch.seen.number == number, "nothing was answered"
    page.keyboard.press("Backspace")
    sees(page, "The board's menu")
    page.keyboard.press("Backspace")
    sees(page, "What happens next?")
    for key in ("w", "w", "Enter"):  # two looks; and then it is answered
        page.keyboard.press(key)
    served.settled(number)


def test_the_boards_menu_is_on_the_page_while_it_is_open(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    page.keyboard.press("m")
    sees(page, "The board's menu")
    button(page, "night off").wait_for()
    assert page.locator("#answers button").count() == len(ENTRIES)
    assert page.locator("#answers .usual, #answers [aria-description]").count() == 0, "no entry is the usual answer"
    button(page, "brightness 50").click()
    sees(page, "Brightness")
    button(page, "79").click()
    page.get_by_role("button", name="79").and_(page.locator("[aria-current=true]")).wait_for()
    button(page, "Back").click()
    sees(page, "The board's menu")
    button(page, "brightness 79").wait_for()
    button(page, "power").click()
    page.get_by_role("table", name="Power").get_by_role("row", name="supply 2000 mA").wait_for()
    button(page, "Back").click()
    sees(page, "The board's menu")
    button(page, "overrule").click()
    sees(page, "What is to be put right?")
    page.keyboard.press("m")
    sees(page, "The board's menu")
    button(page, "leave overruling").click()
    sees(page, "What happens next?")


@pytest.mark.parametrize(("rotation", "mirror"), [(90, False), (180, True)])
def test_a_turned_table_turns_on_the_page_and_touches_mean_the_same_spaces(served, open_page, rotation, mirror):
    served.lie(rotation, mirror)
    try:
        served.set_up()
        served.answer("move", "s1")
        page = open_page()
        sees(page, "Where does Erza go?")
        left, top, right, bottom = board(page).evaluate(SHOWN)
        assert (right - left < bottom - top) == (rotation == 90)
        top = ("top", "right", "bottom", "left")[rotation // 90]
        told = board(page).evaluate("one => document.getElementById(one.getAttribute('aria-describedby')).textContent")
        assert f"north is at the {top}" in told
        tap(page, 21 - 4 if mirror else 4, 5, rotation // 90)
        sees(page, "What happens next?")
        assert served.watch.seen.picture.state.at[1] == 5 * 22 + 4
        served.answer("move", "s2")
        sees(page, "Where does Lucy go?")
        before = served.watch.seen.picture.cursor
        page.keyboard.press("ArrowDown" if rotation == 90 else "ArrowUp")  # east of a board turned by 90 degrees, south by 180
        after = served.until(lambda seen: seen.picture.cursor != before).picture.cursor
        assert after == before + (1 if rotation == 90 else 22)
    finally:
        served.lie(0, False)


def test_the_lights_are_those_of_the_frames(served, open_page):
    served.set_up()
    served.answer("light", "blind")
    page = open_page(reduced_motion="reduce")
    page.get_by_text("blind spot").first.wait_for()
    from lanternboard_host.faces.light import light_of

    cells = served.until(lambda seen: meanings.BLIND_SPOT in meanings.in_use(seen.picture.cells)).picture.cells
    state = served.watch.seen.picture.state
    free = [space for space in range(len(cells)) if space not in state.at]
    for space in [one for one in free if cells[one] & 31][:12] + [one for one in free if not cells[one] & 31][:3]:
        own = light_of(cells[space])
        end = time.monotonic() + 5
        while True:
            shown = lit(page, space % 22, space // 22)
            if all(abs(shown[k] - max(own[k], (28, 23, 17)[k])) <= 6 for k in range(3)):
                break
            assert time.monotonic() < end, (space, own, shown)


FRAMES = """one => new Promise(done => {
    let n = 0;
    one.querySelector('canvas').addEventListener('frame', () => n++);
    setTimeout(() => done(n), 700);
})"""


def test_who_likes_no_motion_gets_still_lights(served, open_page):
    served.set_up()
    still, moving = open_page(reduced_motion="reduce"), open_page()
    for page in (still, moving):
        sees(page, "What happens next?")
    assert board(moving).evaluate(FRAMES) > 10
    assert board(still).evaluate(FRAMES) <= 1


def test_without_the_key_the_page_looks_and_does_not_touch(served, open_page):
    served.set_up()
    page = open_page(address=served.page.place)
    sees(page, "What happens next?")
    page.get_by_role("status").get_by_text("You may look, not touch").wait_for()
    button(page, "turn").click()
    page.keyboard.press("Enter")
    tap(page, 10, 1)
    other = open_page()
    button(other, "push").click()
    sees(page, "Who is pushed?")
    assert served.watch.seen.picture.prompt.kind == "target"


def test_the_key_does_not_stay_in_the_address_and_a_reload_keeps_it(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    assert page.url == served.page.place
    page.reload()
    sees(page, "What happens next?")
    button(page, "turn").click()
    sees(page, "Which way does the White Lion face?")


def test_a_board_that_is_unplugged_stays_dimmed_on_the_page_and_comes_back(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    served.board.unplug()
    try:
        page.get_by_text("the table is away since").wait_for()
        sees(page, "What happens next?")
        button(page, "turn").click()
        page.get_by_role("status").get_by_text("The table is away: nothing can be answered now.").wait_for()
    finally:
        served.board.plug()
    page.get_by_text("the table is away since").wait_for(state="hidden")
    button(page, "turn").click()
    sees(page, "Which way does the White Lion face?")


def test_a_server_that_is_killed_and_started_anew_is_found_by_the_pages_that_are_open(served, open_page):
    """kill -9 of `lanternboard serve`, the same address and key afterwards; the pages are never loaded again."""
    served.set_up()
    port = served.end()  # the address is free; the board is another process's now
    served.watch.close()
    served.client.close()
    command = [sys.executable, "-m", "lanternboard_host", "serve", served.board.name, "--http-port", str(port), "--no-open"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "firmware"), str(ROOT / "host")])}

    def start():
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        address = process.stdout.readline().split()[-1]
        assert f":{port}/#" in address
        return process, address

    process, address = start()
    try:
        pages = [open_page(address=address) for _ in range(2)]
        for page in pages:
            sees(page, "What happens next?")
            page.evaluate("globalThis.loaded = 1")
        process.send_signal(signal.SIGKILL)
        process.wait()
        for page in pages:
            page.get_by_text("the page has lost its server").wait_for()
            sees(page, "What happens next?")
        process, again = start()
        assert again == address
        for page in pages:
            page.get_by_text("the page has lost its server").wait_for(state="hidden")
        button(pages[0], "turn").click()
        for page in pages:
            sees(page, "Which way does the White Lion face?")
            assert page.evaluate("loaded") == 1
    finally:
        process.kill()
        process.wait()
        served.renew(port)


SIZES = [DESKTOP, PHONE, WALL, (320, 568), (844, 390), (768, 1024), (3840, 2160)]


def test_it_fits_from_phone_to_wall_and_every_button_is_large_enough(served, open_page):
    served.set_up()
    page = open_page(reduced_motion="reduce")
    sees(page, "What happens next?")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        holds(page, "innerWidth === %d" % size[0])
        holds(page, "document.documentElement.scrollWidth <= innerWidth")  # the board's own width follows a moment later
        for one in page.get_by_role("button").all():
            box, told = one.bounding_box(), (size, one.inner_text())
            assert box["width"] >= 44 and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= size[0], told
            assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), told
        left, top, right, bottom = board(page).evaluate(SHOWN)
        assert left >= 0 and right <= size[0] + 0.5 and bottom - top > 120, size
        if size[0] >= 1280 or size == PHONE:  # all that is needed for playing is there without scrolling
            assert bottom <= size[1] and button(page, "Next").bounding_box()["y"] + 44 <= size[1], size


CONTRAST = """() => {
    const part = value => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = text => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = text;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const ground = one => {
        for (; one; one = one.parentElement) {
            const found = rgba(getComputedStyle(one).backgroundColor);
            if (found[3] === 255) return found;
        }
    };
    const out = [];
    for (const one of document.querySelectorAll('body *')) {
        const own = [...one.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
        if (!own || !one.checkVisibility() || one.closest('.heard')) continue;
        const a = light(rgba(getComputedStyle(one).color)), b = light(ground(one));
        out.push([one.textContent.trim().slice(0, 40), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]);
    }
    return out;
}"""


@pytest.mark.parametrize("daylight", [False, True])
def test_everything_written_has_enough_contrast(served, open_page, daylight):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    page.get_by_text("Allister").first.wait_for()
    if daylight:
        page.keyboard.press("d")
        assert ground(page) == DAYLIGHT
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    found = page.evaluate(CONTRAST)
    assert len(found) > 15
    assert not [(text, round(ratio, 2)) for text, ratio in found if ratio < 4.5]


LAMPLIGHT, DAYLIGHT = "rgb(12, 10, 8)", "rgb(244, 238, 226)"


def ground(page):
    return page.evaluate("getComputedStyle(document.documentElement).backgroundColor")


def test_it_is_dark_whatever_the_computer_prefers_and_light_by_its_own_control_only(served, open_page):
    served.set_up()
    page = open_page(color_scheme="light")
    sees(page, "What happens next?")
    assert ground(page) == LAMPLIGHT
    page.keyboard.press("?")
    button(page, "Daylight").click()
    assert ground(page) == DAYLIGHT
    button(page, "Close").click()
    page.reload()
    sees(page, "What happens next?")
    assert ground(page) == DAYLIGHT
    page.emulate_media(media="print")
    assert ground(page) == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    page.keyboard.press("d")
    assert ground(page) == LAMPLIGHT


def test_who_hears_the_page_is_told_everything(served, open_page):
    served.set_up()
    page = open_page()
    sees(page, "What happens next?")
    told = page.get_by_role("main").aria_snapshot()
    for part in (
        'application "Board"',
        'heading "What happens next?"',
        'group "Answers"',
        'button "move & attack"',
        'button "Choose"',
        'button "Up"',
        "list",
        "status",
    ):
        assert part in told, told
    assert page.get_by_role("heading", level=1).get_attribute("aria-live") == "polite"
    described = board(page).evaluate("one => document.getElementById(one.getAttribute('aria-describedby')).textContent")
    assert "The White Lion, 2 by 2, stands at (10, 7) and faces north." in described and "Lucy stands at (7, 4)." in described
    for one in page.get_by_role("button").all():
        assert one.evaluate("one => (one.getAttribute('aria-label') || one.textContent).trim()")


def test_forced_colours_and_paper_have_letters(served, open_page):
    served.set_up()
    page = open_page(forced_colors="active")
    sees(page, "What happens next?")
    button(page, "turn").click()
    sees(page, "Which way does the White Lion face?")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert lit(page, 0, 15) == [255, 255, 255]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert lit(page, 0, 15) != [255, 255, 255]
