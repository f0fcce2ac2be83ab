"""What a host gets from a board and puts on it, without a board: nothing that is asked for changes what lies on flash, and what is
put counts when it is whole and right."""

import json
import os

import pytest
from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import Bytes
from lanternboard.link.parts import Gone
from lanternboard.settings import table as settings
from lanternboard.store.journal import FileJournal
from lanternboard.store.packs import open_pack
from lanternboard.table import transfers
from lanternboard_host.brief import heads
from lanternboard_host.image import pack_lines, read_pack
from lanternboard_host.image import settings as settings_file
from lanternboard_host.image.build import firmware_source
from mutate import mutate
from sizes import SEED
from table.test_game import opened, played

PACK = read_pack((firmware_source() / "files/packs/first-story.json").read_bytes())


class Table:
    """What transfers look at of a table."""

    def __init__(self, root, game=None):
        self.board = self.commands = self
        self.root, self.game = root, game
        self.notes = []
        self.note = self.notes.append

    def breathe(self):
        pass


def got(table, what, name=None) -> bytes:
    out = bytearray()
    transfers.reader(table, what, name)(None, lambda data: out.extend(data))
    return bytes(out)


def on_flash(folder) -> dict:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_an_earlier_journal_is_read_as_it_lies_there_and_closed(tmp_path, monkeypatch):
    root = str(tmp_path) + "/"
    played(root).engine.journal.close()
    table = Table(root, opened(root))
    whole = got(table, "journal", "0001")
    assert whole == got(table, "journal") and len(whole.splitlines()) == len(table.game.engine.journal)
    table.game.new()
    path = tmp_path / "journals" / "0001"
    closed = []
    close = FileJournal.close
    monkeypatch.setattr(FileJournal, "close", lambda self: (closed.append(self.path), close(self)))
    assert got(table, "journal", "0001") == whole and closed == [str(path)] and not table.notes
    path.write_bytes(path.read_bytes()[:-3])  # torn, and it is not for a host's question to mend it
    before = on_flash(tmp_path)
    assert got(table, "journal", "1").splitlines() == whole.splitlines()[:-1]
    assert "not whole" in table.notes[0]
    path.write_bytes(b"something else")
    before["journals/0001"] = b"something else"
    with pytest.raises(Refused, match="is not a journal"):
        got(table, "journal", "0001")
    for name in ("0003", "x"):
        with pytest.raises(Refused) as refused:
            got(table, "journal", name)
        assert refused.value.path == "name" and refused.value.allowed == "0001, 0002"
    assert on_flash(tmp_path) == before


def receipt(table, records) -> None:
    identity = json.loads(records[0][1:])["id"]
    transfers.writer(table, "receipt", None)(Bytes(f"{identity} h{heads(records):08x}".encode()), None)


def test_a_damaged_journal_stands_in_no_receipts_way_and_is_told_where_it_is_got(tmp_path):
    root = str(tmp_path) + "/"
    game = played(root)
    records = [bytes(game.engine.journal.read(n)) for n in range(len(game.engine.journal))]
    game.engine.journal.close()
    folder = tmp_path / "journals"
    (folder / "0002").write_bytes((folder / "0001").read_bytes())
    (folder / "0001").write_bytes(b"something else")
    table = Table(root, opened(root))
    table.game.new()
    receipt(table, records)
    assert sorted(path.name for path in folder.iterdir() if path.name.isdigit()) == ["0001", "0003"]
    assert any("0001" in note for note in table.notes)


def test_a_record_that_flash_does_not_give_is_refused_by_its_number(tmp_path):
    root = str(tmp_path) + "/"
    journal = played(root).engine.journal
    end = len(journal) - 1
    size = journal._end - len(journal.read(end)) - 4
    os.truncate(journal.path, size)  # within its last record's head, under the open file
    journal._have = 0
    for ask in (lambda: journal.give(bytearray().extend, 0, 0), lambda: journal.give(None, 0, 0)):
        with pytest.raises(Refused, match=f"record {end} cannot be read"):
            ask()


def put(table, data: bytes, name: str = "first-story") -> None:
    transfers.writer(table, "pack", name)(Bytes(data), None)


def test_the_journal_that_is_played_ends_with_a_reason_where_another_showdown_is_begun_meanwhile(tmp_path):
    root = str(tmp_path) + "/"
    game = played(root)
    lines = []

    def sink(data):
        lines.append(data)
        if len(lines) == 4:
            game.new()

    with pytest.raises(Refused) as refused:
        transfers.reader(Table(root, game), "journal", None)(None, sink)
    assert (refused.value.path, refused.value.message) == ("name", "another showdown was begun meanwhile") and refused.value.allowed
    assert len(lines) == 4
    assert got(Table(root, game), "journal").count(b"\n") == len(game.engine.journal)


def test_a_pack_is_taken_when_it_is_right_and_used_from_the_next_opening(tmp_path):
    (tmp_path / "packs").mkdir()
    path = tmp_path / "packs" / "first-story.lbp"
    path.write_bytes(pack_lines(PACK))
    table = Table(str(tmp_path) + "/")
    other = json.loads(json.dumps(PACK))
    other["decks"]["monsters"][0]["movement"] = 9
    playing = open_pack(str(path))
    put(table, pack_lines(other))
    assert path.read_bytes() == pack_lines(PACK), "the pack that is being played was replaced under the table"
    assert got(table, "pack", "first-story") == pack_lines(other)
    playing.close()
    pack = open_pack(str(path))
    assert pack.card("monsters", 0)["movement"] == 9
    pack.close()

    before = on_flash(tmp_path)
    for k in range(100):
        spoiled = mutate(pack_lines(PACK), SEED * 1_000_003 + k)
        if spoiled != pack_lines(PACK):
            with pytest.raises(Refused):
                put(table, spoiled)
    with pytest.raises(Refused, match="another id"):
        put(table, pack_lines(PACK), "second-story")
    assert on_flash(tmp_path) == before


@pytest.mark.parametrize("wrong", [Gone, MemoryError])
@pytest.mark.parametrize("what", ["pack", "settings"])
def test_a_content_that_ends_too_early_leaves_nothing_of_itself(tmp_path, what, wrong):
    class Source:
        left = 3

        def read(self, n):
            self.left -= 1
            if self.left:
                return b"x" * n
            raise wrong

    (tmp_path / "packs").mkdir()
    with pytest.raises(wrong):
        transfers.writer(Table(str(tmp_path) + "/"), what, "other")(Source(), None)
    assert not on_flash(tmp_path)


def test_what_is_longer_than_a_board_takes_is_refused_there_and_by_the_host(tmp_path):
    (tmp_path / "packs").mkdir()
    table = Table(str(tmp_path) + "/")
    most = b'{"format":"lanternboard/settings/1"}'.ljust(settings.LARGEST)
    assert settings_file.checked(most) == settings.defaults()
    transfers.writer(table, "settings", None)(Bytes(most), None)
    assert got(table, "settings") == most
    before = on_flash(tmp_path)
    with pytest.raises(Refused, match="at most 8192 bytes"):
        transfers.writer(table, "settings", None)(Bytes(most + b" "), None)
    with pytest.raises(Refused, match="at most 8,192"):
        settings_file.checked(most + b" ")
    with pytest.raises(Refused, match="at most 262144 bytes"):
        put(table, pack_lines(PACK).ljust(transfers.LARGEST + 1))
    assert on_flash(tmp_path) == before


def test_a_prompt_is_told_as_it_is_asked(tmp_path):
    game = opened(str(tmp_path) + "/")
    for choice in ("white-lion", 1, [10, 7], "E", None):
        p = game.engine.prompt
        told = json.loads(got_prompt(game))
        spaces = p.is_spaces()
        assert told["options"] == [[k % 22, k // 22] if spaces else k for k in p.options]
        assert told["usual"] == (p.usual if not spaces or p.usual is None else [p.usual % 22, p.usual // 22])
        assert (told["n"], told["kind"], told["rule"], told["who"], told["subject"]) == (p.number, p.kind, p.rule, p.who, list(p.subject))
        assert (told["can_undo"], told["can_redo"], told["adjusting"]) == (game.engine.can_undo, False, False)
        if choice is not None:
            game.answer(p.number, choice[1] * 22 + choice[0] if isinstance(choice, list) else choice)
    game.undo(game.engine.number)
    game.adjust(game.engine.number)
    told = json.loads(got_prompt(game))
    assert told["adjusting"] and not told["can_redo"] and told["kind"] == "adjust"


def got_prompt(game) -> bytes:
    out = bytearray()
    transfers.prompt(Table("/", game))(None, out.extend)
    return bytes(out)
