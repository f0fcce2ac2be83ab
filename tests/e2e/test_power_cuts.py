"""A power cut in the middle of any write to flash: what was confirmed is there, the same question is asked, its lights are lit, and play
goes on. All writes of a longer showdown: `python -m tests.cuts`."""

import random
import time

import cuts
import pytest
from lanternboard.controls.keys import CHOOSE
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.link import Client
from sizes import SEED, SIZE, count

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


@pytest.fixture(scope="module")
def image():
    with cuts.the_image("all") as image:
        yield image


@pytest.fixture(scope="module")
def played(image, tmp_path_factory):
    return cuts.play(image, tmp_path_factory.mktemp("played"), count(60, 200, 700), random.Random(SEED))


def test_a_power_cut_in_the_middle_of_any_write_loses_nothing_that_was_confirmed(image, played, tmp_path):
    rng = random.Random(SEED)
    last = [k for k, write in enumerate(played.writes) if write.end > played.confirmed[2][0]]  # from the first answer on
    chosen = range(len(played.writes))
    if SIZE != "soak":
        chosen = {*rng.sample(chosen, count(3, 12, 0)), *rng.sample(last, count(4, 36, 0))}
    wrong = {k: found for k, found in cuts.cuts(image, tmp_path, played, list(chosen), rng) if found.wrong}
    assert not wrong


def test_an_answer_takes_one_page_and_no_erase(played):
    """While nobody pauses: from the first answer to the last."""
    first, last = played.confirmed[2][0], played.confirmed[-1][0]
    written = [write for write in played.writes if first < write.end <= last]
    answers = len(played.confirmed)
    if SIZE == "small":  # in longer ones there are pauses
        assert not [write for write in written if not write.data]
        assert answers / 2 < len(written) < 3 * answers


@pytest.mark.parametrize("k", range(count(1, 2, 60)))
def test_a_board_that_is_killed_in_the_middle_of_a_write_comes_back(image, tmp_path, k):
    rng = random.Random(SEED * 100 + k)
    cut = rng.randrange(250, 360) if k % 2 == 0 else rng.randrange(1, 250)
    found = cuts.real(image, tmp_path, cut, rng)
    assert not found.wrong, (cut, found)


def test_a_power_cut_while_another_showdown_begins_loses_neither(image, tmp_path):
    """Also of what lay only in the tail of the one before, which goes then."""
    rng = random.Random(SEED)
    flash, writes = tmp_path / "flash", tmp_path / "writes"
    cuts.new_flash(image, flash, True)
    now = bytearray(flash.read_bytes())
    with cuts.environment(WRITES=writes), EmulatedBoard(flash=flash) as board, Client(board.start(), 20) as client:
        time.sleep(cuts.AWAY)
        cuts.rest(writes)
        for _ in range(12):
            cuts.answer(client, cuts.question(client), rng)
        before = client.get("journal")
        begun = writes.stat().st_size
        client.new()
        cuts.question(client)
        ended = writes.stat().st_size
    torn = tmp_path / "torn"
    within = [k for k, write in enumerate(cuts.listed(writes)) if begun < write.end <= ended]
    chosen = within if SIZE != "small" else rng.sample(within, 8)
    found = []
    for k, write in enumerate(cuts.listed(writes)):
        if k in chosen:
            cut = bytearray(now)
            write.onto(cut, rng)
            torn.write_bytes(cut)
            with EmulatedBoard(flash=torn) as board, Client(board.start(), 20) as client:
                again = client.table["n"] == 2
                assert client.get("journal", "0001" if again else None) == before, k
                found.append(again)
                cuts.answer(client, cuts.question(client), rng)
        write.onto(now)
    assert found == sorted(found)


def erases(writes) -> int:
    """How many blocks were erased so far; what is answered is programmed meanwhile, in pages."""
    return sum(not write.data for write in cuts.listed(writes))


def began_erase(writes) -> None:
    """Waits until the board begins to make a tail, or goes on with it."""
    before = erases(writes)
    deadline = time.monotonic() + 15
    while erases(writes) == before:
        assert time.monotonic() < deadline, "the board prepares nothing"
        time.sleep(0.01)


def test_a_press_during_an_erase_of_400_ms_counts_and_none_comes_for_a_while_after_it(image, tmp_path):
    writes = tmp_path / "writes"
    with cuts.environment(WRITES=writes, ERASE_MS=400), EmulatedBoard(image) as board, Client(board.start(), 20) as client:
        for _ in range(count(1, 4, 5)):  # six steps of two erases or more make a tail
            began_erase(writes)
            number = cuts.question(client)["n"]
            board.press(CHOOSE)  # once: before the tail is whole an answer goes into the file, which may erase for it
            deadline = time.monotonic() + 10
            while cuts.question(client)["n"] == number:
                assert time.monotonic() < deadline, "the press is lost"
            before = erases(writes)
            time.sleep(1)
            assert erases(writes) == before
