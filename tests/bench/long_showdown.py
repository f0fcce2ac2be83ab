"""A campaign's first showdown with more than 1,000 answers, found by playing at random: as a journal's text, and on a board's flash."""

from pathlib import Path

from lanternboard.rules import journaltext, party
from lanternboard.rules.record import Links
from lanternboard.rules.state import ALL
from lanternboard.settings import table as settings
from lanternboard.store.journal import FileJournal
from lanternboard.store.packs import Pack
from lanternboard.table.game import Game
from lanternboard.table.shelf import Shelf
from lanternboard_host.campaign.showdown import party as sent
from lanternboard_host.faces.alone import begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.link.follower import Kept

from .board_player import Numbers, choose

LEAST = 1000


def long_showdown(records) -> tuple[list[bytes], int]:
    """(its records, how many answers) of a showdown of this campaign's party that came to its end."""
    who = party.check(sent(records.campaign.state, records.content))
    for seed in range(1, 4000):
        kept = Kept()
        game = begin(kept, installed(), (), ALL, who)
        numbers = Numbers(seed)
        while game.prompt.kind != "over" and game.depth < LEAST + 100:
            game.answer(game.number, choose(game.prompt, numbers))
        if game.prompt.kind == "over" and game.depth >= LEAST:
            return [bytes(kept.read(n)) for n in range(len(kept))], game.depth
    raise SystemExit(f"no showdown of {LEAST} answers comes to an end")


def as_text(made: list[bytes]) -> bytes:
    return "".join(journaltext.line(n, one) + "\n" for n, one in enumerate(made)).encode()


def on_flash(folder: Path, made: list[bytes]) -> None:
    """The journal as number 0001 of an image's folder, and another one after it that is being played."""
    root = str(folder) + "/"
    shelf = Shelf(root)
    journal = FileJournal(shelf.path(1), create=True, links=Links)
    for one in made:
        journal.append(one)
    journal.close()
    pack = Pack(root + "packs/first-story.lbp")
    game = Game(shelf, pack, settings.read(root + "table.json"))
    game.new()
    game.engine.journal.close()
    pack.close()
