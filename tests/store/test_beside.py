"""What lies beside a journal, `.at`: with it a journal opens in the same time after any number of records, and as it would without."""

import random
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.record import Links
from lanternboard.store import journal as store
from lanternboard.store.journal import EACH, PIECE, FileJournal
from rules.test_links import Stacks
from sizes import SEED, count


def showdown(seed: int, n: int) -> list[bytes]:
    """Records of the kinds that a game makes, with bodies that mean nothing."""
    rng, stacks, records = random.Random(SEED + seed), Stacks(), [b"\x00header %d" % seed, b"\x05start"]
    while len(records) < n:
        kind = rng.choice(stacks.possible())
        if rng.random() < 0.2 and records[-1][0] != 5:
            kind = 5
        else:
            stacks.take(len(records), kind)
        records.append(bytes([kind]) + rng.randbytes(rng.randrange(3, 40)))
    return records[:n]


def filled(path: Path, records: list[bytes]) -> FileJournal:
    journal = FileJournal(str(path), create=True, links=Links)
    for record in records:
        journal.append(record)
    return journal


def beside(path: Path) -> Path:
    return path.with_name(path.name + ".at")


def told(journal: FileJournal) -> tuple:
    links = journal.links
    assert links
    return (len(journal), links.top, links.tip, links.base, [links.link(n) for n in range(len(journal))])


def opened(path: Path) -> tuple:
    journal = FileJournal(str(path), links=Links)
    assert journal.note == ""
    try:
        return told(journal)
    finally:
        journal.close()


def without(path: Path) -> tuple:
    """As it is when nothing lies beside it."""
    alone = path.with_name("alone")
    alone.write_bytes(path.read_bytes())
    beside(alone).unlink(missing_ok=True)
    return opened(alone)


@pytest.mark.parametrize("n", [200, 1000, 5000])
def test_opening_reads_the_same_few_bytes_after_any_number_of_records(tmp_path, counted, n):
    for more in (0, 1, EACH - 1):
        (tmp_path / f"{more}").mkdir()
        filled(tmp_path / f"{more}" / "j", showdown(more, n + more)).close()
        counted.clear()
        journal = FileJournal(str(tmp_path / f"{more}" / "j"), links=Links)
        assert sum(file.bytes for file in counted) < PIECE + EACH * 100 and sum(file.seeks for file in counted) < 20
        assert len(journal) == n + more
        journal.close()


@pytest.mark.parametrize("seed", range(count(2, 6, 40)))
def test_after_any_number_of_records_it_is_as_it_would_be_without(tmp_path, seed):
    path = tmp_path / "j"
    records = showdown(seed, 5 * EACH + 7)
    journal = filled(path, [])
    for n, record in enumerate(records):
        assert opened(path) == without(path)
        journal.append(record)
        assert beside(path).exists() == (n >= EACH)
    assert told(journal) == opened(path) == without(path)
    assert [journal.read(n) for n in range(len(records))] == records
    back = list(reversed(range(len(records))))
    again = FileJournal(str(path), links=Links)
    assert [again.read(n) for n in back] == [records[n] for n in back]


def test_records_go_on_after_opening_and_are_found_again(tmp_path):
    path = tmp_path / "j"
    records = showdown(3, 700)
    filled(path, records[:1]).close()
    n = 1
    for step in (1, 30, 31, 32, 33, 64, 65, 200, 243):
        journal = FileJournal(str(path), links=Links)
        for record in records[n : n + step]:
            journal.append(record)
        n += step
        assert [journal.read(k) for k in range(n)] == records[:n]
        journal.close()
        assert opened(path) == without(path)
    assert n == 700 and beside(path).stat().st_size == 699 // EACH * PIECE


def test_a_power_cut_at_any_byte_of_its_writing_costs_nothing(tmp_path):
    path = tmp_path / "j"
    records = showdown(5, 3 * EACH)
    filled(path, records).close()
    before = beside(path).read_bytes()
    journal = FileJournal(str(path), links=Links)
    journal.append(b"\x01the one for which a piece is written")
    journal.close()
    after = beside(path).read_bytes()
    assert len(before) == 2 * PIECE and len(after) == 3 * PIECE
    whole = without(path)
    for n in (*range(PIECE), *range(2 * PIECE, 3 * PIECE)):  # the first is written into an empty file, others behind it
        beside(path).write_bytes(after[:n])
        assert opened(path) == whole
        assert (n % PIECE == 0 and n) or beside(path).read_bytes() == after  # made anew
    for n in range(count(60, 300, 2000)):  # blocks that were erased, or hold what lay there before
        spoiled = bytearray(after)
        at = random.Random(SEED + n).randrange(2 * PIECE, 3 * PIECE)
        spoiled[at:] = bytes([(0, 255)[n % 2]]) * (3 * PIECE - at)
        beside(path).write_bytes(spoiled)
        assert opened(path) == whole


def test_a_byte_changed_anywhere_in_its_last_piece_is_noticed(tmp_path):
    path = tmp_path / "j"
    filled(path, showdown(6, 2 * EACH + 5)).close()
    right = beside(path).read_bytes()
    whole = without(path)
    for n in range(PIECE, 2 * PIECE):
        beside(path).write_bytes(right[:n] + bytes([right[n] ^ 1 + n % 255]) + right[n + 1 :])
        assert opened(path) == whole
        assert beside(path).read_bytes() == right


def test_an_older_one_is_gone_on_with(tmp_path, counted):
    path = tmp_path / "j"
    records = showdown(7, 8 * EACH)
    journal = filled(path, [])
    older = []
    for n, record in enumerate(records):
        journal.append(record)
        if n % EACH == 1 and n > EACH:
            older.append(beside(path).read_bytes())
    journal.close()
    newest = beside(path).read_bytes()
    whole = without(path)
    for kept in older:
        beside(path).write_bytes(kept)
        counted.clear()
        journal = FileJournal(str(path), links=Links)
        assert counted[0].bytes < path.stat().st_size * (8 - len(kept) / PIECE) / 8 * 1.5 + 2000
        # All but the last piece, which is written when the next record comes.
        assert beside(path).read_bytes() == newest
        assert told(journal) == whole
        journal.close()


def test_a_newer_one_or_one_of_another_journal_or_of_another_course_of_the_same_is_refused(tmp_path):
    path = tmp_path / "j"
    records = showdown(8, 6 * EACH)
    filled(path, records[: 5 * EACH + 1]).close()
    whole = without(path)
    filled(tmp_path / "newer", records + [b"\x01more"]).close()
    filled(tmp_path / "other", [b"\x00another", *records[1 : 5 * EACH + 1]]).close()
    course = list(records[: 5 * EACH])
    course[-1] = bytes([course[-1][0]]) + b"\xff" * (len(course[-1]) - 1)
    filled(tmp_path / "course", [*course, b"\x01"]).close()
    right = beside(path).read_bytes()
    for name in ("newer", "other", "course"):
        wrong = beside(tmp_path / name).read_bytes()
        assert wrong != right
        beside(path).write_bytes(wrong)
        assert opened(path) == whole
        assert beside(path).read_bytes() == right
    for wrong in (b"", b"x", b"\x00" * PIECE, b"\xff" * PIECE * 3, right + b"\x00", right[:-1]):
        beside(path).write_bytes(wrong)
        assert opened(path) == whole


def test_a_flash_that_does_not_take_it_costs_no_record(tmp_path, monkeypatch):
    path = tmp_path / "j"
    records = showdown(9, 4 * EACH + 3)
    for wrong in (OSError(28, "no space"), MemoryError()):
        for first in (0, 2):
            path.unlink(missing_ok=True)
            beside(path).unlink(missing_ok=True)
            filled(path, records[: first * EACH + 1]).close()
            journal = FileJournal(str(path), links=Links)

            def full(name, how, wrong=wrong):
                if name.endswith(".at"):
                    raise wrong
                return open(name, how)

            with monkeypatch.context() as patch:
                patch.setattr(store, "open", full, raising=False)
                for record in records[first * EACH + 1 :]:
                    journal.append(record)
            assert [journal.read(n) for n in range(len(records))] == records
            assert told(journal) == opened(path) == without(path)
            journal.close()


def test_where_it_is_spoiled_later_a_record_is_refused_and_nothing_added(tmp_path):
    path = tmp_path / "j"
    records = [b"\x00h", b"\x05s"] + [b"\x01answer"] * 100 + [b"\x02"] * 38
    journal = filled(path, records)
    beside(path).write_bytes(b"\x00" * 4 * PIECE)
    size = path.stat().st_size
    assert journal.links and journal.links.top == 63
    journal._paged = -1
    for what in (lambda: journal.read(5), lambda: journal.append(b"\x02")):
        with pytest.raises(Refused, match="next start"):
            what()
    assert len(journal) == len(records) and path.stat().st_size == size
    journal.append(b"\x01answer")
    assert journal.links.top == len(records)
    journal.close()
    assert opened(path) == without(path)


def test_who_only_reads_uses_it_and_writes_none(tmp_path):
    path = tmp_path / "j"
    records = showdown(10, 100)
    filled(path, records).close()
    right = beside(path).read_bytes()
    for kept in (right, right[:PIECE], right[:-1], None):
        if kept is None:
            beside(path).unlink()
        else:
            beside(path).write_bytes(kept)
        journal = FileJournal(str(path), read_only=True)
        assert [journal.read(n) for n in range(100)] == records
        journal.close()
        assert beside(path).read_bytes() == kept if kept else not beside(path).exists()


def test_it_goes_with_the_journal_to_its_name(tmp_path):
    records = showdown(11, 70)
    beside(tmp_path / "0001").write_bytes(b"of another that lay here")
    journal = filled(tmp_path / "begun", records)
    journal.move(str(tmp_path / "0001"))
    assert not beside(tmp_path / "begun").exists()
    for record in showdown(12, 90):
        journal.append(record)
    journal.close()
    assert opened(tmp_path / "0001") == without(tmp_path / "0001")
    assert beside(tmp_path / "0001").stat().st_size == 4 * PIECE


def test_damage_behind_it_is_set_aside_and_damage_before_it_refused_when_read(tmp_path):
    path = tmp_path / "j"
    records = showdown(13, 3 * EACH)
    filled(path, records).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:40] + b"?" + whole[41:])
    journal = FileJournal(str(path), links=Links)
    with pytest.raises(Refused, match="cannot be read"):
        for n in range(10):
            journal.read(n)
    assert journal.read(EACH) == records[EACH]
    journal.close()
    path.write_bytes(whole[:-5] + b"?" + whole[-4:])
    with pytest.raises(Refused, match="kept as"):
        FileJournal(str(path), links=Links)
    assert path.with_name("j.bad").read_bytes() == whole[:-5] + b"?" + whole[-4:]


def test_a_torn_tail_is_taken_away_behind_it(tmp_path):
    path = tmp_path / "j"
    records = showdown(14, 3 * EACH)
    filled(path, records).close()
    whole = path.read_bytes()
    for cut in range(1, len(records[-1]) + 6):
        path.write_bytes(whole[:-cut])
        journal = FileJournal(str(path), links=Links)
        assert "power cut" in journal.note and len(journal) == len(records) - 1
        journal.close()
        assert opened(path) == without(path)


@pytest.mark.parametrize("n", [20, 40])
def test_a_long_journal_without_it_is_read_with_little_memory(tmp_path, n):
    """A thousand times more records than pieces: what is held while every record is looked at does not grow."""
    path = tmp_path / "j"
    filled(path, showdown(15, n * EACH + 5)).close()
    right = beside(path).read_bytes()
    beside(path).unlink()
    most = []
    journal = FileJournal(str(path), links=Links, breathe=lambda: None)
    most.append(len(journal._pieces))
    assert most == [1] and beside(path).read_bytes() == right
    journal.close()
