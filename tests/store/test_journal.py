"""The journal on flash: what was confirmed is there after a power cut at any moment; damage is set aside, never deleted."""

import os
import random
import re
import time
from pathlib import Path

import pytest
import serial
from e2e.boards import laid_in
from lanternboard.base.errors import Refused
from lanternboard.store.bootlog import KEEP, BootLog
from lanternboard.store.journal import EACH, HEAD, MOST, WINDOW, FileJournal
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from sizes import SEED, count


def filled(path: Path, records: list[bytes]) -> FileJournal:
    journal = FileJournal(str(path), create=True)
    for record in records:
        journal.append(record)
    return journal


RECORDS = [bytes([n % 251]) * (1 + n * 7 % 90) for n in range(40)]


def test_what_is_appended_is_read_back_now_and_after_opening_again(tmp_path):
    for journal in (filled(tmp_path / "j", RECORDS), FileJournal(str(tmp_path / "j"))):
        assert len(journal) == len(RECORDS)
        assert [journal.read(n) for n in range(len(journal))] == RECORDS
        assert journal.note == ""
        with pytest.raises(Refused, match="0 to 39"):
            journal.read(40)
        with pytest.raises(Refused):
            journal.read(-1)
        journal.close()


def acts(n: int) -> list[bytes]:
    """As a showdown's: four answers and a snapshot each."""
    return [bytes([1, k % 251, 3, 4]) if k % 5 else bytes([5]) + bytes([k % 251]) * 130 for k in range(n)]


def test_opening_without_what_lies_beside_reads_each_byte_about_once(tmp_path, counted):
    filled(tmp_path / "j", acts(1250)).close()
    size = (tmp_path / "j").stat().st_size
    FileJournal(str(tmp_path / "j")).close()
    assert counted[-1].bytes < 1.5 * size and counted[-1].seeks < 1.5 * size / WINDOW


def test_reading_any_record_costs_at_most_two_seeks(tmp_path, counted):
    records = acts(300)
    filled(tmp_path / "j", records).close()
    journal = FileJournal(str(tmp_path / "j"))
    file = counted[-1]
    order = [*range(300), *range(299, -1, -1)]
    random.Random(SEED).shuffle(order)
    for n in order:
        before = file.seeks
        assert journal.read(n) == records[n]
        assert file.seeks <= before + 2
    before = file.seeks
    assert [journal.read(n) for n in range(300)] == records
    assert file.seeks < before + 150  # in order: by pieces
    journal.close()


def test_records_longer_than_what_is_read_at_once_lie_between_others(tmp_path):
    records = [bytes([k + 1]) * n for k, n in enumerate((1, 4096, 505, 506, 507, 512, 3, 2000, 2000, 1))]
    filled(tmp_path / "j", records).close()
    journal = FileJournal(str(tmp_path / "j"))
    for n in (*range(10), *range(9, -1, -1)):
        assert journal.read(n) == records[n]
    journal.append(b"\x07after")
    assert journal.read(10) == b"\x07after"
    journal.close()


def test_read_only_reads_what_is_whole_and_changes_nothing(tmp_path):
    filled(tmp_path / "j", RECORDS[:5]).close()
    whole = (tmp_path / "j").read_bytes()
    starts = [4]
    for record in RECORDS[:5]:
        starts.append(starts[-1] + HEAD + len(record))
    for spoiled in [whole[:n] for n in range(4, len(whole))] + [
        whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :] for n in range(4, len(whole))
    ]:
        (tmp_path / "j").write_bytes(spoiled)
        same = next((n for n, (a, b) in enumerate(zip(spoiled, whole)) if a != b), len(spoiled))
        good = sum(end <= same for end in starts[1:])
        journal = FileJournal(str(tmp_path / "j"), read_only=True)
        assert [journal.read(n) for n in range(len(journal))] == RECORDS[:good]
        assert ("not whole" in journal.note) == (len(spoiled) > starts[good])
        with pytest.raises(Refused, match="reading only"):
            journal.append(b"more")
        journal.close()
        assert (tmp_path / "j").read_bytes() == spoiled and os.listdir(tmp_path) == ["j"]
    for content in (b"", b"LBJ", b"another file altogether"):
        (tmp_path / "j").write_bytes(content)
        with pytest.raises(Refused, match="is not a journal"):
            FileJournal(str(tmp_path / "j"), read_only=True)
        assert (tmp_path / "j").read_bytes() == content and os.listdir(tmp_path) == ["j"]
    with pytest.raises(Refused, match="no such journal"):
        FileJournal(str(tmp_path / "none"), read_only=True)


def test_a_record_is_1_to_4096_bytes(tmp_path):
    journal = filled(tmp_path / "j", [b"x" * MOST])
    for wrong in (b"", b"x" * (MOST + 1)):
        with pytest.raises(Refused):
            journal.append(wrong)
    assert journal.read(0) == b"x" * MOST
    assert len(journal) == 1


def test_creating_over_a_journal_or_opening_none_is_refused(tmp_path):
    filled(tmp_path / "j", RECORDS).close()
    with pytest.raises(Refused, match="already"):
        FileJournal(str(tmp_path / "j"), create=True)
    with pytest.raises(Refused, match="no such journal"):
        FileJournal(str(tmp_path / "none"))


def test_a_tail_torn_at_any_byte_is_taken_away_and_told(tmp_path):
    filled(tmp_path / "j", RECORDS[:5]).close()
    whole = (tmp_path / "j").read_bytes()
    last = len(whole) - len(RECORDS[4]) - HEAD
    for n in range(last, len(whole)):
        (tmp_path / "t").write_bytes(whole[:n])
        journal = FileJournal(str(tmp_path / "t"))
        assert [journal.read(k) for k in range(len(journal))] == RECORDS[:4]
        assert ("power cut" in journal.note) == (n > last)
        journal.append(b"after")
        journal.close()
        journal = FileJournal(str(tmp_path / "t"))
        assert journal.read(4) == b"after"
        journal.close()
        (tmp_path / "t").unlink()


def test_a_byte_changed_anywhere_is_noticed_and_the_file_kept_aside(tmp_path):
    filled(tmp_path / "j", RECORDS[:6]).close()
    whole = (tmp_path / "j").read_bytes()
    last = len(whole) - len(RECORDS[5]) - HEAD
    for n in range(len(whole)):
        changed = bytearray(whole)
        changed[n] ^= 1 + n % 255
        (tmp_path / "c").write_bytes(changed)
        try:
            journal = FileJournal(str(tmp_path / "c"))
        except Refused as refused:
            aside = re.search(r"kept as (\S+)$", str(refused))
            assert aside and Path(aside[1]).read_bytes() == changed
            os.remove(aside[1])
        else:  # only a length of the last record that reaches beyond the end looks like a torn tail
            assert last <= n < last + 2 and len(journal) == 5 and journal.note
            journal.close()
            os.remove(tmp_path / "c")


@pytest.mark.parametrize("content", [b"", b"LBJ", b'{"format":"somebody else"}' * 20])
def test_a_foreign_file_is_set_aside_each_under_a_name_of_its_own(tmp_path, content):
    for k in range(3):
        (tmp_path / "j").write_bytes(content)
        with pytest.raises(Refused, match="is not a journal"):
            FileJournal(str(tmp_path / "j"))
        assert not (tmp_path / "j").exists()
        assert (tmp_path / ("j.bad" if k == 0 else f"j.bad{k + 1}")).read_bytes() == content


def test_an_append_that_flash_does_not_take_adds_nothing(tmp_path):
    journal = filled(tmp_path / "j", RECORDS[:3])

    class Full:
        def __getattr__(self, name):
            raise OSError(28, "no space")

    file, journal._file = journal._file, Full()
    with pytest.raises(Refused, match="not kept"):
        journal.append(b"lost")
    file.close()
    assert len(journal) == 3
    journal.append(b"kept")
    assert [journal.read(n) for n in range(4)] == [*RECORDS[:3], b"kept"]
    journal.close()


def test_the_boot_log_keeps_the_last_causes_by_count(tmp_path):
    for n in range(20):
        BootLog(str(tmp_path / "log")).add("watchdog" if n % 2 else "power")
    BootLog(str(tmp_path / "log")).explain("x" * 1000 + "the last lines")
    log = BootLog(str(tmp_path / "log"))
    assert log.boots == 20
    assert [entry[0] for entry in log.entries] == list(range(21 - KEEP, 21))
    assert log.entries[-1][1] == "watchdog" and log.entries[-1][2].endswith("the last lines")
    assert (tmp_path / "log").stat().st_size < 2048


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"boots": "x", "last": 1}', b"\xff" * 50])
def test_a_damaged_boot_log_starts_again(tmp_path, content):
    (tmp_path / "log").write_bytes(content)
    log = BootLog(str(tmp_path / "log"))
    log.add("power")
    assert BootLog(str(tmp_path / "log")).entries == [[1, "power", ""]]


APPEND = """
        import os
        here = bytearray(8)
        while not self.board.port.read_into(here):  # until somebody listens
            self.board.idle(5)
            boot.worked()
        from lanternboard.rules.record import Links
        from lanternboard.store.journal import FileJournal, exists
        if exists("/j"):
            journal = FileJournal("/j", links=Links)
        else:
            journal = FileJournal("/j", create=True, links=Links)
        words = []
        links = Links(lambda n: words[n])
        for n in range(len(journal)):
            if journal.read(n) != self.record(n):
                self.say("wrong %d\\n" % n)
            after = links.after(n, self.record(n)[0])
            words.append(after[0])
            links.take(after)
            if journal.links.link(n) != words[n]:
                self.say("wrong link %d\\n" % n)
        if (links.top, links.tip, links.base) != (journal.links.top, journal.links.tip, journal.links.base):
            self.say("wrong links after %d\\n" % len(journal))
        self.say("have %d %s\\n" % (len(journal), [x for x in os.listdir("/") if x.startswith("j.") and x != "j.at"]))
        while True:
            n = len(journal)
            journal.append(self.record(n))
            self.say("%d\\n" % n)
            boot.worked()

    def record(self, n):
        return bytes([(1, 1, 5, 1, 2, 2, 3)[n % 7]]) * (1 + n * 7 % 90)
"""


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_power_cuts_while_appending_lose_nothing_confirmed(tmp_path):
    """The board's process is killed (kill -9) at random moments of littlefs's own writes."""
    rng = random.Random(SEED)
    image = laid_in(tmp_path / "image", APPEND)
    for life in range(count(1, 3, 50)):
        cut_often(EmulatedBoard(image, flash=tmp_path / f"flash{life}"), rng)


def cut_often(board: EmulatedBoard, rng: random.Random) -> None:
    confirmed = -1
    with board:
        for _ in range(20):
            with serial.Serial(board.start(), timeout=10) as port:
                port.write(b"!")  # pyserial throws away what came before it had opened the port
                first = port.readline().decode()
                have = re.fullmatch(r"have (\d+) \[\]\n", first)
                assert have, first
                # At most the one append whose confirmation was under way is there beyond what was confirmed.
                assert confirmed + 1 <= int(have[1]), "a confirmed record is gone"
                deadline = time.monotonic() + rng.random() * 0.05
                while time.monotonic() < deadline:
                    confirmed = int(port.readline())
                board.kill()


def test_a_record_for_which_there_is_no_memory_is_not_on_flash_either(tmp_path, monkeypatch):
    journal = filled(tmp_path / "j", RECORDS)
    before = (tmp_path / "j").read_bytes()

    def full(self):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(FileJournal, "_make_room", full)
        with pytest.raises(Refused, match="another showdown"):
            journal.append(b"one more")
    assert (tmp_path / "j").read_bytes() == before and len(journal) == len(RECORDS)
    journal.append(b"then")
    journal.close()
    assert [len(FileJournal(str(tmp_path / "j"))), FileJournal(str(tmp_path / "j")).read(40)] == [41, b"then"]


def test_records_are_found_over_many_pieces(tmp_path):
    records = [bytes((1 + n * 7 % 250, n & 255)) for n in range(1100)]
    filled(tmp_path / "j", records).close()
    journal = FileJournal(str(tmp_path / "j"))
    assert [journal.read(n) for n in range(0, 1100, 37)] == records[::37]
    journal.close()


def test_work_that_is_done_is_told_at_fixed_steps(tmp_path):
    """The watchdog: whoever looks through a long journal, or mends it, is no table that hangs."""
    told = []
    filled(tmp_path / "j", acts(1250)).close()
    FileJournal(str(tmp_path / "j"), breathe=lambda: told.append(1)).close()
    assert len(told) == 1250 // EACH
    whole = (tmp_path / "j").read_bytes()
    (tmp_path / "j").write_bytes(whole + b"\x0f\xff" + b"\x01\x00" * 1500)  # a torn record of 4,095 bytes
    told.clear()
    FileJournal(str(tmp_path / "j"), breathe=lambda: told.append(1)).close()
    assert len(told) > 1250 // EACH + 3000 // WINDOW + len(whole) // WINDOW
    assert (tmp_path / "j").read_bytes() == whole
