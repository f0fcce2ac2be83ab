"""Whatever lies on a board's flash, in any of its files: the board starts, greets, says what is wrong, and deletes no journal."""

import json
import struct
import tempfile
from binascii import crc32
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.rules import engine, record
from lanternboard.store.bootlog import BootLog
from lanternboard.store.journal import HEAD, MAGIC
from lanternboard.store.packs import Pack
from lanternboard.table.boot import Boot
from lanternboard.table.loop import Table
from lanternboard.table.shelf import Shelf
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.image import image, pack_lines, read_pack
from lanternboard_host.image.build import firmware_source
from lanternboard_host.link import Client
from lanternboard_host.link.doctor import gather
from link.desk import Board, Host
from sizes import count

FILES = firmware_source() / "files"
PACK = pack_lines(read_pack((FILES / "packs/first-story.json").read_bytes()))
TABLE = (FILES / "table.json").read_bytes().replace(b"}", b',"play":{"level":"lights"}}')


def framed(*records: bytes) -> bytes:
    """A journal's bytes with right lengths and checksums, whatever is in it."""
    out = MAGIC
    for body in records:
        size = struct.pack(">H", len(body))
        out += size + struct.pack(">I", crc32(body, crc32(size))) + body
    return out


def whole(data: bytes) -> bytes:
    """What must be left of a journal: up to its last whole record; all of it, where it is none."""
    at = len(MAGIC)
    if not data.startswith(MAGIC):
        return data
    while at + HEAD < len(data):
        body = data[at + HEAD : at + HEAD + (data[at] << 8 | data[at + 1])]
        if not body or struct.pack(">I", crc32(body, crc32(data[at : at + 2]))) != data[at + 2 : at + HEAD]:
            break
        at += HEAD + len(body)
    return data[:at]


class Flash(Board):
    """A board without hardware that starts from a folder."""

    cause, kept = "power", 0

    def __init__(self, root):
        super().__init__()
        self.root = root

    def held(self, settings):
        return 0

    def begin(self, settings):
        pass

    def feed(self):
        pass

    def keep(self, word):
        pass


class Started(Host):
    """A table that started as a board does, joined to a host's end."""

    def __init__(self, root):
        self.board = Flash(root)
        self.boot = Boot(self.board)
        self.boot.read_settings()
        assert not self.boot.stay_away()
        self.boot.begin()
        self.table = Table(self.board, self.boot)
        self.boot._prove()
        self.boot._write()
        self.join()

    def boots(self):
        """What `get boots` answers with."""
        from lanternboard.table import transfers

        return json.loads(transfers.boots(self.table))


def laid(root: Path) -> None:
    """A board that has played: settings, pack, bootlog, two journals."""
    (root / "packs").mkdir()
    (root / "lb").mkdir()
    (root / "table.json").write_bytes(TABLE)
    (root / "packs" / "first-story.lbp").write_bytes(PACK)
    (root / "lb" / "slot").write_text("0")
    log = BootLog(str(root / "bootlog"))
    log.add("power")
    log.add("error", "Traceback")
    started(root).table.game.new()


def started(root) -> Started:
    made = Started(str(root) + "/")
    made.greet()
    made.say("ping", re=2)
    made.wait(2)
    return made


def journals(root: Path) -> list:
    return sorted(path.read_bytes() for path in root.glob("journals/*") if path.is_file() and path.name != "begun")


PATHS = [
    "bootlog",
    "packs/first-story.lbp",
    "packs/first-story.lbp.next",
    "lb/slot",
    "lb/trial",
    "table.json",
    "journals/0001",
    "journals/0002",
    "journals/0009",
    "journals/9999",
    "journals/begun",
    "journals/0002.bad",
]
ODD = st.sampled_from([2**31, -1, 10**40, "\ud800", "\0"])
ANY = st.characters(exclude_categories=("Cs",))  # as text() has it, but without trying every character in UTF-8 first
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(ANY, max_size=12) | ODD
ABSURD = st.recursive(
    LEAVES, lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(ANY, max_size=6), one, max_size=3), max_leaves=8
)


@st.composite
def like(draw):
    """JSON with the right keys and wrong values: of a bootlog, a pack's head, settings, a journal's header."""
    head = {
        "bootlog": {"boots": 3, "last": [[1, "power", ""]]},
        "pack": json.loads(PACK.split(b"\n")[0]),
        "table": json.loads(TABLE),
        "header": {
            "format": record.FORMAT,
            "rules": engine.RULES,
            "board": [22, 16],
            "names": ["A"],
            "id": "0" * 16,
            "pack": "p",
            "context": "",
        },
    }[draw(st.sampled_from(["bootlog", "pack", "table", "header"]))]
    for key in draw(st.lists(st.sampled_from(sorted(head)), max_size=3)):
        head[key] = draw(ABSURD)
    text = json.dumps(head)
    kind = draw(st.sampled_from(["plain", "pack", "journal"]))
    if kind == "pack":
        return text.encode() + PACK[PACK.index(b"\n") :]
    if kind == "journal":
        rest = draw(st.lists(st.binary(min_size=1, max_size=60), max_size=4))
        return framed(bytes((record.HEADER,)) + text.encode(), *rest)
    return text.encode("utf-8", "surrogatepass")


@st.composite
def mangled(draw):
    """One of the real files with some bytes changed, or cut, or doubled."""
    data = bytearray(draw(st.sampled_from([PACK, TABLE])))
    for at, value in draw(st.lists(st.tuples(st.integers(0, len(data) - 1), st.integers(0, 255)), min_size=1, max_size=6)):
        data[at] = value
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


CONTENTS = st.binary(max_size=200) | st.binary(max_size=200).map(lambda data: MAGIC + data) | like() | mangled() | st.just(None)


@settings(max_examples=count(8, 100, 3000), deadline=None)
@given(st.dictionaries(st.sampled_from(PATHS), CONTENTS, min_size=1, max_size=3))
@example({"bootlog": b'{"boots": 1e400, "last": []}'})
@example({"bootlog": b'{"boots": true, "last": [1, 2]}'})
@example({"bootlog": b"[" * 3000})
@example({"lb/slot": b"\xff", "lb/trial": b"\xff\xff"})
@example({"lb/trial": None, "bootlog": None})
def test_any_files_damaged_and_the_board_greets(damage):
    """None: a folder lies there in place of a file."""
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        laid(root)
        for name, content in damage.items():
            path = root / name
            path.unlink(missing_ok=True)
            path.mkdir() if content is None else path.write_bytes(content)
        before = journals(root)
        made = started(root)
        after = journals(root)
        for one in before:  # as it was, or with its torn tail taken away, or played on
            assert any(other.startswith(whole(one)) for other in after)
        assert made.boots()["boots"] >= (1 if "bootlog" not in damage else 0)
        again = started(root)
        again.table.game.want(("usual",))
        assert len(again.table.game.cells) > 0


@pytest.mark.parametrize("wrong", [OSError(28, "full"), MemoryError(), ValueError("x"), UnicodeError()])
def test_a_shelf_that_fails_tells_why_and_the_board_plays(tmp_path, monkeypatch, wrong):
    laid(tmp_path)
    before = journals(tmp_path)

    def broken(*_, **__):
        raise wrong

    monkeypatch.setattr("lanternboard.table.shelf.FileJournal", broken)
    made = started(tmp_path)
    assert type(wrong).__name__ in made.boots()["note"] and made.table.game.engine.prompt.kind == "monster"
    assert journals(tmp_path) == before


def test_a_journal_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "journals").write_text("")
    assert Shelf(str(tmp_path) + "/").numbers() == []
    assert "not kept" in started(tmp_path).boots()["note"]


def test_a_useless_newest_journal_is_kept_and_the_reason_told(tmp_path):
    laid(tmp_path)
    useless = framed(bytes((record.HEADER,)) + b'{"format":"lanternboard/journal/1","rules":1,"names":[5],"id":7}', b"\x05\x01")
    (tmp_path / "journals" / "0005").write_bytes(useless)
    made = started(tmp_path)
    assert "journal" in made.boots()["note"] and "kept" in made.boots()["note"]
    assert (tmp_path / "journals" / "0005").read_bytes() == useless
    assert made.table.game.engine.journal.path.endswith("/0006")
    for number in range(3):
        (tmp_path / "journals" / "0007").write_bytes(b"LBJ2" + bytes([number]))
        assert "is not a journal" in started(tmp_path).boots()["note"]
        (tmp_path / "journals" / "0008").unlink(missing_ok=True)
    assert {(tmp_path / "journals" / name).read_bytes()[4:] for name in ("0007.bad", "0007.bad2", "0007.bad3")} == {b"\0", b"\1", b"\2"}


@pytest.mark.parametrize(
    "key,value",
    [("id", 5), ("id", ["x"]), ("id", ""), ("name", None), ("digest", 7), ("decks", [[5, 1]]), ("decks", [["monsters", -1]]), ("decks", 3)]
    + [("decks", [["monsters", 10**30]]), ("cards", -5), ("cards", 1.5), ("cards", True), ("format", 1)],
)
def test_a_packs_head_with_absurd_values_is_no_pack(tmp_path, key, value):
    head, rest = PACK.split(b"\n", 1)
    fields = {**json.loads(head), key: value}
    (tmp_path / "p.lbp").write_bytes(json.dumps(fields).encode() + b"\n" + rest)
    with pytest.raises(Refused, match="not a whole pack"):
        Pack(str(tmp_path / "p.lbp"))


def test_a_pack_whose_cards_cannot_be_read_gives_way_to_the_built_in_one(tmp_path):
    laid(tmp_path)
    for path in (tmp_path / "journals").iterdir():
        path.unlink()
    (tmp_path / "packs" / "first-story.lbp").write_bytes(PACK.replace(b'"id"', b'"ie"').replace(b'"ie"', b'"id"', 1))
    made = started(tmp_path)
    assert made.table.game.cards.id == "built-in" and "pack" in made.boots()["note"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"9", b"1\xff", b"12", b"x" * 5000])
@pytest.mark.parametrize("name", ["slot", "trial"])
def test_a_start_survives_any_slot_and_trial(tmp_path, name, content):
    from runpy import run_path

    slots = run_path(str(FILES / "start.py"))["slots"]
    (tmp_path / "lb").mkdir()
    (tmp_path / "lb" / name).write_bytes(content)
    assert sorted(slots(str(tmp_path) + "/")) == ["0", "1"]


DAMAGED = {
    "bootlog": b'{"boots": 1e40, "last": [5, {}]}',
    "bootlog.": b"\xff" * 6000,
    "packs/first-story.lbp": b'{"format":"lanternboard/pack-lines/1","id":5,"name":"x","digest":[],"decks":[],"cards":0}\n\n',
    "lb/slot": b"\xff",
    "lb/trial": b"\xff\xff",
    "table.json": b'{"format":"lanternboard/settings/1","names":["\\ud800"],"pack":"\\ud800"}',
    "journals/0001": framed(bytes((record.HEADER,)) + b'{"format":"lanternboard/journal/1","rules":1,"names":[5],"id":7}', b"\x05\x01"),
    "journals/0001.": b"\x00" * 9000,
}


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
@pytest.mark.parametrize("name", sorted(DAMAGED))
def test_a_real_board_greets_with_damaged_files(tmp_path, name):
    made = image("emulated", tmp_path / "image")
    path = made / name.rstrip(".")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(DAMAGED[name])
    with EmulatedBoard(made) as board:
        with Client(board.start(), 20) as client:
            assert client.table["n"] >= 2
            boots = json.loads(client.get("boots"))
            if name.startswith(("packs", "table", "journals")):
                assert boots["note"] or boots["why"] or client.long("log")
        board.wait(lambda b: b.feeds > 2)
        assert board.causes == ["power"]
        assert not any("damage" in one.about for one in gather(board.name))


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_a_journal_of_many_thousand_records_is_played_on_in_a_boards_heap(tmp_path):
    from lanternboard.rules import engine
    from lanternboard.table.builtin import BuiltinCards, RamJournal

    game = engine.create(RamJournal(), BuiltinCards(), ["A", "B"], extra={"id": "0" * 16})
    while game.prompt.kind != "act":
        game.answer(game.prompt.number, next(iter(game.prompt.options)) if game.prompt.usual is None else game.prompt.usual)
    while len(game.journal) < 12000:
        game.adjust(game.prompt.number)
        game.answer(game.prompt.number, "everyone")
        game.answer(game.prompt.number, game.prompt.usual)
    made = image("emulated", tmp_path / "image")
    (made / "journals").mkdir()
    (made / "journals" / "0001").write_bytes(framed(*(game.journal.read(n) for n in range(len(game.journal)))))
    with EmulatedBoard(made) as board, Client(board.start(), 30) as client:
        assert json.loads(client.get("boots"))["note"] == ""
        n = client.table["n"]
        assert n >= 12000
        for k in range(100):
            client.request("adjust", n=n + 4 * k)
            client.request("answer", n=n + 4 * k + 1, choice="everyone")
            client.request("answer", n=n + 4 * k + 2, choice="yes")
        assert json.loads(client.long("prompt"))["n"] == n + 400 and board.causes == ["power"]
