"""A journal's tail: records programmed into single pages, and what becomes of them after a cut, in the file, when it is full or spoiled."""

import os
import random
from itertools import pairwise
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.record import Links
from lanternboard.store import extent
from lanternboard.store.extent import tidy
from lanternboard.store.journal import EACH, FOLD, FileJournal
from lanternboard.store.tail import BLOCK, BLOCKS, ENOUGH, PAGE, PAGES, skip
from sizes import SEED, count
from store.device import Device, PowerCut
from store.test_beside import showdown, told, without


def opened(path: Path, device: Device | None, create: bool = False) -> FileJournal:
    return FileJournal(str(path), create=create, links=Links, flash=device)


def tended(journal: FileJournal) -> int:
    """All that is due is done; in how many pieces."""
    n = 0
    while journal.tend():
        n += 1
    return n


def begun(path: Path, records: list[bytes], device: Device) -> FileJournal:
    """A journal whose first two records lie in its file and the others in its tail."""
    journal = opened(path, device, True)
    for record in records[:2]:
        journal.append(record)
    assert tended(journal) > BLOCKS and journal.tail
    for record in records[2:]:
        journal.append(record)
    return journal


def everything(journal: FileJournal) -> list[bytes]:
    return [journal.read(n) for n in range(len(journal))]


def test_an_answer_programs_one_page_and_the_file_system_is_left_alone(tmp_path, monkeypatch):
    device = Device(tmp_path)
    journal = begun(tmp_path / "0001", showdown(1, 2), device)
    before = (tmp_path / "0001").stat()
    monkeypatch.setattr("lanternboard.store.journal.open", None, raising=False)  # nobody opens a file
    device.programmed = 0
    for n in range(500):
        journal.append(b"\x01answer%d" % n)
        assert device.programmed == n + 1
    after = (tmp_path / "0001").stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


@pytest.mark.parametrize("long", [0, 243, 244, 245, 250, 600, 4096])
def test_records_of_any_length_are_read_in_any_order_now_and_later(tmp_path, long):
    rng = random.Random(SEED + long)
    records = showdown(2, 120)
    if long:
        for n in (2, 50, 51, 119):
            records[n] = bytes([records[n][0]]) + rng.randbytes(long - 1)
    device = Device(tmp_path)
    journal = begun(tmp_path / "0001", records, device)
    for made in (journal, opened(tmp_path / "0001", device), opened(tmp_path / "0001", None)):
        assert len(made) == 120 and made.note == ""
        for n in rng.sample(range(120), 120):
            assert made.read(n) == records[n]
        assert everything(made) == records and told(made) == told(journal)
        made.tail.close()


@pytest.mark.parametrize("seed", range(count(3, 30, 400)))
def test_a_power_cut_in_the_middle_of_any_page_loses_nothing_kept(tmp_path, seed):
    """And again in what is done after it, and so on: with answers, pauses and starts at random."""
    rng = random.Random(SEED * 1000 + seed)
    device = Device(tmp_path, seed)
    records = showdown(seed, 400)
    path = tmp_path / "0001"
    journal = begun(path, records[: 2 + rng.randrange(60)], device)
    kept = len(journal)
    while kept < 400:
        device.cut = rng.randrange(25)
        try:
            while len(journal) < 400:
                kept = len(journal)
                if rng.random() < 0.05:
                    tended(journal)
                journal.append(records[kept])
            kept = 400
        except PowerCut:
            pass
        device.cut = -1
        journal = opened(path, device)
        assert len(journal) in (kept, kept + 1) and not journal.note
        assert everything(journal) == records[: len(journal)]
        if len(journal) == 400:
            break
        kept = len(journal)
    assert tended(journal) or True
    journal.retire()
    assert not path.with_name("0001.tail").exists()
    assert told(journal) == without(path) and everything(journal) == records


def test_what_lies_in_the_tail_goes_into_the_file_a_little_at_a_time(tmp_path):
    path = tmp_path / "0001"
    records = showdown(3, 300)
    device = Device(tmp_path)
    journal = begun(path, records, device)
    sizes = [path.stat().st_size]
    while journal.tend():
        sizes.append(path.stat().st_size)
        assert everything(opened(path, device)) == records
    steps = [b - a for a, b in pairwise(sizes)]
    assert max(steps) < FOLD + 300 and sum(steps) > 2 * FOLD and sizes[-1] == journal._end
    assert journal.tend() is False


@pytest.mark.parametrize("ends", ["retire", "close"])
def test_a_journal_that_ends_while_a_tail_is_made_leaves_nothing_of_it(tmp_path, monkeypatch, ends):
    """After any number of steps of what is done beforehand. A generator that nobody has any more ends by itself on CPython only."""
    made, held = extent.making, []
    monkeypatch.setattr(extent, "making", lambda *args: held.append(made(*args)) or held[-1])
    going, steps = True, 0
    while going:
        steps += 1
        folder = tmp_path / str(steps)
        folder.mkdir()
        journal = opened(folder / "0001", Device(folder), True)
        for record in showdown(3, 2):
            journal.append(record)
        for _ in range(steps):
            going = journal.tend()
        getattr(journal, ends)()
        assert not list(folder.glob("*.new")), steps
        if ends == "retire":
            assert not list(folder.glob("*.tail")), steps
            journal.close()
    assert steps > BLOCKS + 2


def test_a_tail_that_is_half_full_gives_way_to_a_new_one_while_answers_go_on(tmp_path):
    path = tmp_path / "0001"
    device = Device(tmp_path)
    records = showdown(4, 1500)
    journal = begun(path, records[:2], device)
    n, most, changes, tail = 2, 0, 0, journal.tail
    while n < 1500:
        for record in records[n : n + 40]:
            journal.append(record)
        n = min(n + 40, 1500)
        for _ in range(3):
            journal.tend()
        most = max(most, tail.used)
        if journal.tail is not tail:
            tail, changes = journal.tail, changes + 1
    assert changes and ENOUGH < most < PAGES
    assert everything(opened(path, device)) == records == everything(journal)


def test_a_full_tail_goes_into_the_file_and_answers_are_kept_all_the_same(tmp_path):
    path = tmp_path / "0001"
    device = Device(tmp_path)
    records = [b"\x00h", b"\x05s"] + [b"\x01" + bytes([n & 255]) * 500 for n in range(200)]
    journal = begun(path, records, device)
    assert everything(journal) == records and journal._size > PAGES * PAGE / 2
    assert everything(opened(path, device)) == records
    tended(journal)
    assert journal.tail.used == 1
    journal.append(b"\x01more")
    assert everything(opened(path, device)) == [*records, b"\x01more"]


@pytest.mark.parametrize("seed", range(4))
def test_behind_a_record_that_a_full_tail_had_no_room_for_a_shorter_one_is_kept_too(tmp_path, seed):
    """Nobody pauses: what is longer than what is left of the last page goes through the file, and what would fit there again goes behind
    it, never into that page."""
    path = tmp_path / "0001"
    device = Device(tmp_path)
    rng = random.Random(SEED * 1000 + seed)
    records = [b"\x00h", b"\x05s"] + [b"\x01" + rng.randbytes(rng.choice((0, 0, 7, 7, 7, 300, 700))) for _ in range(900)]
    journal = begun(path, records, device)
    assert journal.tail.used == PAGES and journal._size > PAGES * PAGE / 2
    assert everything(journal) == records and everything(opened(path, device)) == records


@pytest.mark.parametrize("spoiled", [1, 2, 10000])
def test_what_a_page_loses_of_the_records_before_is_there_again_with_the_next_one(tmp_path, spoiled):
    """Programming a worn page changes a byte that an earlier record has: found by the soak (seed 1508849319). With 10000 no page takes
    anything any more."""
    records = [b"\x00h", b"\x05s", *(b"\x01" + bytes([n]) * (3 + n % 5) for n in range(2, 90))]
    for many in range(14, 24, count(5, 3, 1)):  # so many records lie in the page, more and more of them before the byte that is lost
        folder = tmp_path / str(many)
        folder.mkdir()
        device = Device(folder)
        journal = begun(folder / "0001", records[:many], device)
        for n in range(many, 90):
            device.spoil = spoiled if n % 3 == 0 else device.spoil
            journal.append(records[n])
            assert everything(journal) == records[: n + 1] == everything(opened(folder / "0001", device)), n


def test_a_page_that_does_not_hold_what_it_is_given_is_left_out(tmp_path):
    path = tmp_path / "0001"
    device = Device(tmp_path)
    records = showdown(5, 60)
    journal = begun(path, records[:10], device)
    for n in range(10, 60):
        device.spoil = n % 3
        journal.append(records[n])
        assert everything(opened(path, device)) == records[: n + 1]
    device.spoil = 10000  # none at all any more
    journal.append(b"\x01through the file system")
    assert everything(opened(path, device)) == [*records, b"\x01through the file system"]


def test_a_page_that_takes_nothing_is_no_end_of_what_is_kept(tmp_path):
    """It reads as erased, and whoever looks for the first erased page, by halves, would come upon it before records behind it."""
    path = tmp_path / "0001"
    device = Device(tmp_path)
    records = [b"\x00h", b"\x05s"] + [bytes([1, n]) * 100 for n in range(PAGES // 2 + 3)]  # one a page
    journal = begun(path, records[:2], device)
    for n in range(2, len(records)):
        device.deaf = int(journal.tail.used == PAGES // 2)
        deaf = device.deaf
        journal.append(records[n])
        if deaf:
            assert everything(opened(path, device)) == records[: n + 1]
    assert everything(opened(path, device)) == records
    assert tended(journal) and journal.tail.used == 1, "a new one is made"


def test_damage_in_the_last_pages_own_head_is_noticed_too(tmp_path):
    path, tail = tmp_path / "0001", tmp_path / "0001.tail"
    device = Device(tmp_path)
    records = showdown(6, 40)
    begun(path, records, device)
    right = tail.read_bytes()
    at = right.rindex(records[-1])
    k = sum(at >= sum(BLOCK - skip(j) for j in range(k)) for k in range(1, BLOCKS))
    start = sum(BLOCK - skip(j) for j in range(k)) - skip(k)  # of that block, as if its pointers were in the file
    page = start + (at - start) // PAGE * PAGE
    assert right[page + 6 : at].count(records[-2]) == 1, "two records in the last page"
    tail.write_bytes(right[:page] + b"?" + right[page + 1 :])
    with pytest.raises(Refused, match=r"is damaged after [0-9]+ records; it is kept as"):
        opened(path, device)


def test_damage_in_front_of_whole_records_is_noticed_and_both_files_are_kept(tmp_path):
    path, tail = tmp_path / "0001", tmp_path / "0001.tail"
    device = Device(tmp_path)
    records = showdown(6, 40)
    begun(path, records, device)
    right, file = tail.read_bytes(), path.read_bytes()
    at = right.index(records[20])
    tail.write_bytes(right[:at] + b"?" + right[at + 1 :])
    with pytest.raises(Refused, match="damaged after 20 records; it is kept as"):
        opened(path, device)
    assert (tmp_path / "0001.bad").read_bytes() == file
    assert (tmp_path / "0001.bad.tail").read_bytes() == right[:at] + b"?" + right[at + 1 :]
    assert sorted(os.listdir(tmp_path)) == ["0001.bad", "0001.bad.tail"]


def test_blocks_that_are_not_the_files_any_more_are_never_programmed_with_an_answer(tmp_path):
    """Somebody copied the tail at MicroPython's prompt and took the first one away: the copy names the blocks of that."""
    path, tail = tmp_path / "0001", tmp_path / "0001.tail"
    device = Device(tmp_path)
    records = showdown(7, 40)
    begun(path, records, device)
    blocks = device.blocks[os.stat(tail).st_ino]

    class Stale(Device):
        """What is free now still reads as it did."""

        def _raw(self, block):
            return kept[block] if block in blocks else super()._raw(block)

        def writeblocks(self, block, buf, offset):
            assert block in blocks and buf[12:] == b"\xff" * (PAGE - 12), "an answer in a block of nobody's"
            kept[block][offset : offset + PAGE] = buf

    kept = {block: device._raw(block) for block in blocks}
    copy = tail.read_bytes()
    (tmp_path / "x").write_bytes(copy)
    os.replace(tmp_path / "x", tail)
    journal = opened(path, Stale(tmp_path))
    assert everything(journal) == records
    journal.append(b"\x01more")
    assert everything(opened(path, None)) == [*records, b"\x01more"]


@pytest.mark.parametrize("content", [b"", b"LBT1", b"something else " * 5000, b"\xff" * (BLOCK * BLOCKS)])
def test_a_file_that_is_no_tail_does_no_harm(tmp_path, content):
    path = tmp_path / "0001"
    records = showdown(8, 40)
    plain = opened(path, None, True)
    for record in records:
        plain.append(record)
    path.with_name("0001.tail").write_bytes(content)
    device = Device(tmp_path)
    journal = opened(path, device)
    journal.append(b"\x01more")
    tended(journal)
    journal.append(b"\x01and more")
    assert everything(opened(path, device)) == [*records, b"\x01more", b"\x01and more"]


def test_a_flash_that_is_full_makes_no_tail_and_keeps_answers_as_before(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "statvfs", lambda path: (4096, 4096, 352, 20, 20))
    journal = opened(tmp_path / "0001", Device(tmp_path), True)
    for record in showdown(9, 50):
        journal.append(record)
    assert not tended(journal) and journal.tail is None and os.listdir(tmp_path) == ["0001", "0001.at"]
    assert everything(opened(tmp_path / "0001", None)) == showdown(9, 50)


def test_a_tail_that_was_not_taken_into_use_gives_its_room_to_the_next_one(tmp_path, monkeypatch):
    """The power went when it was made, before it got its name: 64 kB, and hardly more is free."""
    path, left = tmp_path / "0001", tmp_path / "0001.tail.new"
    journal = opened(path, Device(tmp_path), True)
    journal.append(b"\x00h")
    left.write_bytes(b"\xff" * BLOCKS * BLOCK)
    monkeypatch.setattr(os, "statvfs", lambda path: (BLOCK, BLOCK, 352, *[10 if left.exists() else 10 + BLOCKS] * 2))
    tended(journal)
    assert journal.tail and not left.exists()


def test_a_tail_whose_list_is_not_taken_is_none_and_answers_are_kept_as_before(tmp_path):
    path = tmp_path / "0001"
    device = Device(tmp_path)
    journal = opened(path, device, True)
    records = showdown(12, 50)
    for record in records[:2]:
        journal.append(record)
    device.deaf = 1
    tended(journal)
    assert journal.tail is None and os.listdir(tmp_path) == ["0001"]
    for record in records[2:]:
        journal.append(record)
    assert everything(journal) == everything(opened(path, device)) == records


def test_a_tail_that_is_not_sound_is_never_proved(tmp_path):
    """It is read through the file system: there is nothing to program."""
    begun(tmp_path / "0001", showdown(12, 50), Device(tmp_path)).tail.close()
    journal = opened(tmp_path / "0001", None)
    assert not journal.tail.prove(journal._end) and not journal.tail.good()


def test_a_record_of_the_tail_that_cannot_be_read_is_told_by_its_number_and_what_is_before_it_goes_into_the_file(tmp_path):
    path, tail = tmp_path / "0001", tmp_path / "0001.tail"
    records = showdown(13, 200)
    journal = begun(path, records, Device(tmp_path))
    right = tail.read_bytes()
    at = right.index(records[150])
    tail.write_bytes(right[:at] + b"?" + right[at + 1 :])
    journal.tail._begin = -1
    tended(journal)
    assert "cannot be read from record 150 on" in journal.note
    assert [journal.read(n) for n in range(150)] == records[:150]
    assert path.stat().st_size == journal._size == journal._piece(150)[150 % EACH * 2]
    journal.append(b"\x01more")
    assert journal.read(200) == b"\x01more"
    with pytest.raises(Refused, match="from record 150 on"):
        journal.retire()
    assert tail.exists()


def test_a_tail_that_cannot_be_made_leaves_nothing_behind(tmp_path):
    """A file system that lays files out in another way: the marks are not where littlefs would have them."""

    class Foreign(Device):
        def readblocks(self, block, buf, offset=0):
            super().readblocks(block, buf, offset and offset - 4)

    journal = opened(tmp_path / "0001", Foreign(tmp_path), True)
    for record in showdown(9, 50):
        journal.append(record)
    tended(journal)
    assert journal.tail is None and os.listdir(tmp_path) == ["0001", "0001.at"]
    assert everything(opened(tmp_path / "0001", None)) == showdown(9, 50)


def test_the_tail_of_a_journal_that_is_there_no_more_is_no_other_journals(tmp_path):
    """The power went between setting aside a journal and its tail; the next one gets its number, and the same lengths."""
    device = Device(tmp_path)
    records = showdown(11, 40)
    begun(tmp_path / "0001", records, device).tail.close()
    (tmp_path / "0001").rename(tmp_path / "0001.bad")
    left = (tmp_path / "0001.tail").read_bytes()
    journal = opened(tmp_path / "begun", device, True)
    for record in records[:2]:
        journal.append(record)
    journal.move(str(tmp_path / "0001"))
    assert everything(opened(tmp_path / "0001", device)) == records[:2]
    tended(journal)
    assert (tmp_path / "0001.tail.bad").read_bytes() == left


def test_the_pointers_that_littlefs_keeps():
    assert [skip(k) for k in range(10)] == [0, 4, 8, 4, 12, 4, 8, 4, 16, 4]


def test_a_tail_that_stayed_behind_goes_when_what_it_has_is_in_its_file(tmp_path):
    records = showdown(10, 60)
    device = Device(tmp_path)
    begun(tmp_path / "0001", records, device).tail.close()
    own = begun(tmp_path / "0002", records[:20], device)
    (tmp_path / "0001.tail.new").write_bytes(b"half")
    (tmp_path / "0000.tail").write_bytes(b"a tail whose journal somebody took away")
    tidy(str(tmp_path), str(tmp_path / "0002"), lambda path: FileJournal(path, links=Links))
    assert sorted(os.listdir(tmp_path)) == ["0000.tail", "0001", "0001.at", "0002", "0002.tail"]
    assert everything(opened(tmp_path / "0001", None)) == records and everything(own) == records[:20]
