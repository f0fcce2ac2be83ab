"""A whole First Story on the page, in a real Chromium before an emulated board: from set-up to its end by the page's own controls, two
pages open. After every answer both show what this computer's core comes to when it plays the board's journal again."""

import json
from contextlib import ExitStack
from itertools import cycle

import pytest
from lanternboard.controls.keys import CHOOSE, DOWN, LEFT, NEXT, RIGHT, UP
from lanternboard.rules.chance import pick
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.play.hands import keys_to
from lanternboard_host.play.players import SET_UP, SensiblePlayer, numbers
from sizes import count
from web.as_played import Replayed, compare, expected, shown
from web.conftest import Served
from web.dice import seeded
from web.fingers import PHONE, button, tap
from web.waiting import holds

pytestmark = pytest.mark.chromium

SEED = count(530, 876, 876)  # of the dice and decks: a victory in few rounds, and one in many, with dead and wounded
NAMED = {UP: "Up", DOWN: "Down", LEFT: "Left", RIGHT: "Right", CHOOSE: "Choose"}
KEYS = {UP: "ArrowUp", DOWN: "j", LEFT: "h", RIGHT: "ArrowRight", CHOOSE: "Enter"}
FAR = 6  # presses that a hand makes for one answer


class Showdown:
    """A showdown on several pages. The first one plays: in turn by touch or click, by digits, by the keyboard, by the board's buttons."""

    def __init__(self, served, pages, ways=("point", "point", "digit", "keyboard", "buttons"), touch: bool = False) -> None:
        self.served = served
        self.pages = pages
        self.touch = touch
        self.below = numbers(1)
        self.player = SensiblePlayer(self.below)
        self.ways = cycle(ways)
        self.met: set[str] = set()  # what was asked
        self.done: set[str] = set()
        self.now: Replayed = self.look(-1)

    def look(self, after: int) -> Replayed:
        """Waits for the question after that number, on the board and on all pages, and compares these with the core."""
        served = self.served
        seen = served.until(
            lambda seen: seen.number > after and seen.number == served.follower.view.get("n") and not seen.picture.rolling, 60
        )
        self.now = Replayed("\n".join(served.follower.lines).encode(), served.follower._rolls)
        assert self.now.game.number == seen.number
        due = expected(self.now)
        told = []
        for page in self.pages:
            holds(page, f"+document.querySelector('main').dataset.number === {seen.number}")
            told.append(shown(page))
            compare(told[-1], due)
        assert all(one["answers"] == told[0]["answers"] and one["who"] == told[0]["who"] for one in told)
        return self.now

    @property
    def prompt(self):
        return self.now.game.prompt

    @property
    def over(self) -> bool:
        return self.prompt.kind == "over"

    def choice(self):
        prompt = self.prompt
        if prompt.who == CHANCE:  # the table rolls and draws, and reads its own
            return pick(prompt, self.below)
        return prompt.usual if prompt.kind in SET_UP else self.player.choice(self.now.game, prompt)

    def answer(self, choice) -> None:
        """By the next way that there is for it."""
        self.met.add(self.prompt.kind)
        number = self.now.game.number
        way = next(one for one in self.ways if self._by(one, choice))
        self.done.add(way)
        self.look(number)

    def _by(self, way, choice) -> bool:
        page, prompt = self.pages[0], self.prompt
        if way == "point":
            self.point(page, choice)
            return True
        if way == "digit":
            if prompt.is_spaces() or isinstance(prompt.options, range) or (at := list(prompt.options).index(choice)) > 9:
                return False
            page.keyboard.press(str((at + 1) % 10))
            return True
        keys = keys_to(prompt, choice, self.now.game.state.columns)
        if len(keys) > FAR:
            return False
        for key in keys:
            key = CHOOSE if key == NEXT else key  # on a busy machine a press can become a held one, which means something else
            if way == "keyboard":
                page.keyboard.press(KEYS[key])
            else:
                button(page, NAMED[key]).click()
        return True

    def point(self, page, choice) -> None:
        """At the space, at the miniature that stands for it, else at its button."""
        prompt, columns = self.prompt, self.now.game.state.columns
        if prompt.is_spaces():
            return tap(page, choice % columns, choice // columns, touch=self.touch)
        if isinstance(prompt.options, range) and len(prompt.options) > 32:
            page.get_by_role("spinbutton", name=self.now.sentence).fill(str(choice))
            return page.get_by_role("button", name="Answer").click()
        at = list(prompt.options).index(choice)
        places = self.served.watch.seen.places
        if at < len(places) and len(places[at]) == 1:
            return tap(page, places[at][0] % columns, places[at][0] // columns, touch=self.touch)
        answer = page.locator(f"#answers button[data-option='{at}']")
        answer.tap() if self.touch else answer.click()


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with ExitStack() as held:
        image = seeded(tmp_path_factory.mktemp("seeded") / "image", SEED)
        yield Served(held, EmulatedBoard(image_dir=image, level="all"))


HELD_BACK = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).do === 'answer') globalThis.late = () => { WebSocket.prototype.send = send; send.call(this, text); };
        else send.call(this, text);
    };
}"""


def both_at_once(play, first, second) -> None:
    """Both pages answer the same question before either has heard of the other: one answer counts, the other page says so."""
    before = len(play.served.follower.lines)
    for page, choice in zip(play.pages, (first, second)):
        page.evaluate(HELD_BACK)
        play.point(page, choice)
        holds(page, "typeof late === 'function'")
    for page in play.pages:
        page.evaluate("late()")
    play.look(play.now.game.number)
    lines = [json.loads(line) for line in play.served.follower.lines[before:]]
    (counted,) = [line["answer"] for line in lines if "answer" in line]
    late = play.pages[counted == first]
    late.get_by_role("status").get_by_text("Somebody answered before you. This is asked now.").wait_for()


def test_a_first_story_is_played_from_set_up_to_its_end_by_the_pages_own_controls(served, open_page):
    play = Showdown(served, [open_page(reduced_motion="reduce"), open_page(PHONE, has_touch=True, reduced_motion="reduce")])
    while play.prompt.kind != "facing":
        play.answer(play.choice())
    both_at_once(play, "E", "W")
    number = play.now.game.number
    button(play.pages[1], "Back").tap()
    play.look(number)
    rounds = 0
    while not play.over:
        play.answer(play.choice())
        if play.now.game.state.round != rounds:
            rounds = play.now.game.state.round
            assert served.client.get("journal").splitlines() == [line.encode() for line in served.follower.lines]
    assert play.done == {"point", "digit", "keyboard", "buttons"} and rounds > 3
    assert {"do", "go", "hunter", "target", "hit", "location-order", "front"} <= play.met
    number = play.now.game.number
    assert shown(play.pages[0])["result"] == ("", "Victory", "Defeat")[play.now.game.state.result] != ""
    button(play.pages[0], "a new game").click()
    served.until(lambda seen: seen.picture.prompt is not None and seen.picture.prompt.kind == "monster")
    play.look(-1)
    assert play.now.game.number < number and not play.now.game.state.placed


@pytest.fixture
def own_dice(served):
    """The board's table rolls and draws itself."""
    settings = json.loads(served.client.get("settings"))
    yield _play(served, {**settings, "play": {**settings["play"], "dice": "table", "decks": "table"}})
    _play(served, settings)


def _play(served, settings) -> None:
    served.client.put("settings", json.dumps(settings).encode())
    served.board.restart()
    served.until(lambda seen: seen.since is not None)
    served.until(lambda seen: seen.since is None)
    served.client.new(4)
    served.until(lambda seen: seen.picture.prompt is not None and seen.picture.prompt.kind == "monster")


def test_dice_and_decks_of_the_tables_own_are_read_off_on_the_page(served, own_dice, open_page):
    play = Showdown(served, [open_page(reduced_motion="reduce")], ("point", "keyboard", "digit"))
    while not play.over and play.now.game.state.round <= count(1, 4, 20):
        play.answer(play.choice())
    assert {"hits", "location", "location-card"} <= play.met and play.done == {"point", "keyboard", "digit"}


FITS = """() => {
    const box = what => document.querySelector(what).getBoundingClientRect();
    const answers = [...document.querySelectorAll('#answers button')].map(one => one.getBoundingClientRect());
    return {
        wide: document.documentElement.scrollWidth > innerWidth,
        board: box('#lights').width > innerWidth * 0.85,
        cut: answers.filter(one => one.left < 0 || one.right > innerWidth || one.height < 44 || one.width < 44).length,
    };
}"""


def test_a_phone_is_played_on_by_touch(served, open_page):
    served.fresh()
    page = open_page(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", device_scale_factor=2)
    play = Showdown(served, [page], ("point",), touch=True)
    while not play.over and play.now.game.state.round <= count(1, 4, 20):
        play.answer(play.choice())
        assert page.evaluate(FITS) == {"wide": False, "board": True, "cut": 0}, play.prompt.kind
