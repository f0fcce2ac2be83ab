"""The campaign's pictures for docs/pictures: a real Chromium before a campaign on disk, and before an emulated board that shows
the hunt. They need a Chromium and are left as they are without one. The same campaign every time."""

import json
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1]))

from campaign.desk import CORE, USUAL, outcome
from lanternboard.lights.meanings import MONSTER
from lanternboard_host.campaign import hunt
from lanternboard_host.cli.sync import played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link import Client, Follower
from lanternboard_host.phones import KEEP, PLAY, READ, Phones
from lanternboard_host.records.board import read
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import Sync
from lanternboard_host.web.boards import Boards
from lanternboard_host.web.callers import Lan
from lanternboard_host.web.campaign import CampaignServer
from lanternboard_host.web.server import PageServer
from png import shrink
from records.test_sync import fought, won

from .waiting import holds

NAMES = ("Allister", "Erza", "Lucy", "Zachary")
CHILDREN = (
    "Ada",
    "Bram",
    "Cleo",
    "Dov",
    "Edda",
    "Finn",
    "Gwen",
    "Hale",
    "Ines",
    "Jory",
    "Kaya",
    "Lorn",
    "Mira",
    "Nils",
    "Oda",
    "Pell",
    "Quin",
    "Rhea",
)
SPOILS = ("skull", "monster-hide", "monster-bone", "monster-organ", "white-fur", "lion-claw")
YEARS = 11
KEY = "a-key-for-the-pictures-only"
SCENES = (  # name, tab, until this is asked, width, height, dots a pixel, whether in daylight
    ("campaign", "Settlement", "develop", 1280, 800, 1, False),
    ("campaign-light", "Settlement", "develop", 1280, 800, 1, True),
    ("campaign-survivors", "Survivors", "develop", 1280, 800, 1, False),
    ("campaign-phone", "Survivors", "develop", 390, 844, 2, False),
    ("campaign-years", "Years", "develop", 1280, 800, 1, False),
    ("campaign-history", "History", "develop", 1280, 800, 1, False),
    ("campaign-hunt", "Survivors", "step", 1280, 800, 1, False),
)


class Keeper:
    """Plays the campaign as a table might, the same every time."""

    def __init__(self, records) -> None:
        self.records = records
        self.source = random.Random(7)
        self.names = list(CHILDREN)

    def to(self, kind: str, year: int = 0) -> None:
        while not (self.records.campaign.prompt.kind == kind and self.records.campaign.state.settlement["year"] >= year):
            choice = self._choice(self.records.campaign)
            self.records.change(lambda game, choice=choice: game.answer(game.number, choice), "Erza", "answer")

    def _choice(self, game):
        prompt = game.prompt
        if prompt.kind == "showdown":
            there = [game.state.survivors[one]["name"] for one in game.state.data["party"]]
            dead = tuple(name for name in there if self.source.random() < 0.13)[:2]
            return outcome(game, dead, "won", self.source.sample(SPOILS, 4))
        if prompt.kind == "name":
            return self.names.pop(0) if self.names else f"Child {game.number}"
        if prompt.kind == "effect" and self.source.random() < 0.5:
            return json.dumps(["population", 1])
        if prompt.kind == "settlement-name":
            return "Hearth"
        found = USUAL.get(prompt.kind, prompt.usual)
        return next(iter(prompt.options)) if found is None else found


def make(folder: Path):
    """Writes the pictures into `folder`; gives each when it is there."""
    import browser

    if browser.path() is None:
        print("the campaign's pictures stay as they are: there is no Chromium here", file=sys.stderr)
        return
    with ExitStack() as held:
        place = Path(held.enter_context(tempfile.TemporaryDirectory()))
        records = held.enter_context(Records.create(place / "campaigns" / "hearth.lantern", CORE, "Erza", NAMES))
        keeper = Keeper(records)
        chromium = held.enter_context(browser.chromium())
        server = held.enter_context(CampaignServer(records, port=0, who="Erza"))
        keeper.to("settlement-name")
        keeper.to("develop", YEARS)
        for name, tab, kind, width, height, dots, daylight in SCENES:
            keeper.to(kind)
            if kind == "step":
                for _ in range(2):
                    records.change(lambda game: game.answer(game.number, "on"), "Erza", "answer")
                    keeper.to("step")
            yield _page(folder / f"{name}.png", chromium, server, tab, width, height, dots, daylight)
        yield _board(folder / "board-hunt.png", held, chromium, records)
        yield _phones(folder / "campaign-phones.png", place, held, chromium, records)
        yield _waits(folder / "campaign-waits.png", place, held, chromium)


def _page(path: Path, chromium, server, tab: str, width: int, height: int, dots: int, daylight: bool) -> Path:
    context = chromium.new_context(viewport={"width": width, "height": height}, device_scale_factor=dots, has_touch=dots > 1)
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("tab", name=tab).click()
    if daylight:
        page.keyboard.press("d")
    page.wait_for_timeout(600)
    path.write_bytes(shrink(page.screenshot()))
    context.close()
    return path


def _board(path: Path, held: ExitStack, chromium, records) -> Path:
    """The board's page while the hunt's line is lit."""
    board = held.enter_context(EmulatedBoard(level="all"))
    client = Client(board.start(), 20)
    follower = held.enter_context(Follower(client, cards_of))
    table = LinkedTable(follower, "Lanternboard")
    table.ready()
    line = hunt.line(records.campaign.state, records.content)
    client.put("hunt", json.dumps(line).encode())
    follower.wait(lambda follower: any(value & 31 == MONSTER for value in follower.cells), 10)
    watch = Watch()
    watch.look(table)
    server = held.enter_context(PageServer(watch, port=0))
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.address)
    holds(page, "document.querySelector('main').dataset.away === 'false'")
    page.wait_for_timeout(800)
    path.write_bytes(shrink(page.locator("canvas").first.screenshot()))
    page.close()
    return path


def _phones(path: Path, place: Path, held: ExitStack, chromium, records) -> Path:
    """The panel of whoever keeps the page: three phones, and the code of a new one."""
    phones = Phones(place / "config" / "phones.json")
    for name, right in (("Erza", KEEP), ("Lucy", PLAY), ("The wall", READ)):
        phones.add(name, right)
    server = held.enter_context(CampaignServer(records, port=0, token=KEY, who="Erza", lan=Lan("127.0.0.2", phones)))
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.address)
    page.get_by_role("button", name="Phones").click()
    page.get_by_label("Name of a new phone").fill("Zachary")
    page.keyboard.press("Enter")
    page.wait_for_timeout(600)
    path.write_bytes(shrink(page.screenshot()))
    page.close()
    return path


def _waits(path: Path, place: Path, held: ExitStack, chromium) -> Path:
    """Two showdowns of one party, which two boards played."""
    shelf = Shelf(place / "two", CORE)
    records = held.enter_context(shelf.create("ember", "Erza", NAMES))
    for text, board in ((won(records), "7f3ac0"), (fought(records, 11), "c01dbe")):
        Sync(records, shelf.journals, played)._keep(read(text), board)
    boards = Boards(records, shelf.journals, played, "Erza", looks=False)
    server = held.enter_context(CampaignServer(records, port=0, token=KEY, who="Erza", boards=boards))
    page = chromium.new_page(viewport={"width": 1280, "height": 800})
    page.goto(server.address)
    page.get_by_role("button", name="Take this one").first.wait_for()
    page.wait_for_timeout(600)
    path.write_bytes(shrink(page.screenshot()))
    page.close()
    return path
