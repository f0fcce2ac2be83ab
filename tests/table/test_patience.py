"""The shortest watchdog that settings allow against the longest ways back: what takes time tells of it, and only work that is done does."""

import shutil
import sys
from types import ModuleType

import pytest
from lanternboard.rules.engine import Engine
from lanternboard.settings.table import check
from lanternboard.store.journal import FileJournal
from lanternboard.table import boot
from lanternboard.table.shelf import Shelf
from table.test_damaged import Flash, laid, started

SHORTEST = check({"format": "lanternboard/settings/1", "watchdog_ms": 1000})["watchdog_ms"]
RECORD, ANSWER = 2, 20  # ms, more than either takes on a Pico


class Over(BaseException):
    pass


class Bitten(BaseException):
    """By the watchdog: nothing can catch that."""


class Watched(Flash):
    """A board whose watchdog ends it; the first wait for input is the end of the test."""

    def __init__(self, root):
        super().__init__(root)
        self.fed = -1

    def pass_ms(self, ms):
        self.ms += ms
        if self.fed >= 0 and self.ms - self.fed >= SHORTEST:
            raise Bitten

    def feed(self):
        self.fed = self.ms

    def idle(self, ms):
        raise Over

    def reset(self, cause):
        raise AssertionError(cause)


@pytest.fixture
def boards(monkeypatch):
    """The board of each start by boot.run; looking at a record and an answer take their time."""
    made = []

    def board(root):
        made.append(Watched(root))
        return made[-1]

    drivers = ModuleType("lanternboard.drivers.board")
    drivers.Board = board
    monkeypatch.setitem(sys.modules, "lanternboard.drivers.board", drivers)

    def slow(cls, name, ms):
        does = getattr(cls, name)

        def slowly(*args):
            if made:
                made[-1].pass_ms(ms)
            return does(*args)

        monkeypatch.setattr(cls, name, slowly)

    slow(FileJournal, "_record", RECORD)
    slow(Engine, "_send", ANSWER)
    return made


def start(root, boards):
    """Where the game stands after a start, and what the start took in ms."""
    with pytest.raises(Over):
        boot.run(str(root) + "/")
    shelf = Shelf(str(root) + "/")
    journal = shelf.open()
    return journal, boards[-1].ms


def say(game, *choices):
    for choice in choices:
        game.answer(game.engine.prompt.number, choice)


def played(root, what):
    """A board that was left in a showdown at `act` after `what(game)`."""
    laid(root)
    game = started(root).table.game
    say(game, "white-lion", 0, 7 * 22 + 10, "N")
    what(game)
    n = len(game.engine.journal)
    game.engine.journal.close()
    return n


def test_a_long_journal_with_nothing_beside_it_is_looked_through_in_peace(tmp_path, boards):
    def turned(game):
        for _ in range(400):
            say(game, "turn")
            game.undo(game.engine.prompt.number)

    n = played(tmp_path, turned)
    (newest,) = (path for path in (tmp_path / "journals").iterdir() if path.name == "0002")
    newest.with_name("0002.at").unlink()
    journal, ms = start(tmp_path, boards)
    assert len(journal) == n > 800 and ms > 800 * RECORD  # it is the one that is played, and took longer than the watchdog waits
    again, ms = start(tmp_path, boards)
    assert len(again) == n and ms < 100 * RECORD
    for one in (journal, again):
        one.close()


def test_an_act_of_many_answers_is_played_again_in_peace(tmp_path, boards):
    def overruled(game):
        say(game, "turn")
        for k in range(40):
            game.adjust(game.engine.prompt.number)
            say(game, "tokens", k % 7 - 3)

    n = played(tmp_path, overruled)
    journal, ms = start(tmp_path, boards)
    assert len(journal) == n and ms > 80 * ANSWER > SHORTEST
    journal.close()


def test_a_journal_that_a_helper_copied_opens_as_it_did(tmp_path, boards):
    """Journals are copied without what lies beside them, or with it."""
    n = played(tmp_path, lambda game: [say(game, "turn", "NESW"[k % 4]) for k in range(30)])
    for name in ("0002", "0002.at"):
        shutil.copy(tmp_path / "journals" / name, tmp_path / name)
        journal = FileJournal(str(tmp_path / "0002"), read_only=True)
        assert len(journal) == n
        journal.close()
