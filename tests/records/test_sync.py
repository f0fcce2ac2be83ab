"""A campaign and a board: the real firmware on an emulated board, a real serial port, a real database. Finished showdowns come in once,
whatever is cut or repeated; what is not clear waits for a person."""

import json
import os
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from zlib import crc32

import pytest
from bench.board_player import Numbers, choose
from campaign.desk import CORE, NAMES
from lanternboard.base.errors import Refused
from lanternboard.lights.meanings import BLIND_SPOT, MONSTER, RUN_OVER, SURVIVOR
from lanternboard.rules import journaltext, party
from lanternboard.rules.engine import Engine
from lanternboard.rules.state import ALL
from lanternboard_host import brief
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.alone import begin
from lanternboard_host.faces.cards import installed
from lanternboard_host.link import Client
from lanternboard_host.link.follower import Kept
from lanternboard_host.link.opening import MISSING, PortProblem
from lanternboard_host.records import shelf as shelves
from lanternboard_host.records import tables
from lanternboard_host.records.board import BEGUN, listed, read
from lanternboard_host.records.sending import all_going
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import TAKEN, Sync, whole
from records.keeper import choice, play
from records.test_campaigns import checked
from sizes import SEED, count
from sqlalchemy import select

ROOT = Path(__file__).parents[2]


def text_of(records) -> bytes:
    return "".join(journaltext.line(n, made) + "\n" for n, made in enumerate(records)).encode()


def fought(records, seed=1, until="over"):
    """The journal of a showdown with the party that is due, played by the real core, as a board would tell it."""
    from lanternboard_host.campaign.showdown import party as sent

    kept = Kept()
    game = begin(kept, installed(), (), ALL, party.check(json.loads(json.dumps(sent(records.campaign.state, CORE)))))
    numbers = Numbers(seed)
    for _ in range(20000):
        if game.prompt.kind == until:
            break
        game.answer(game.number, choose(game.prompt, numbers))
    return text_of(kept)


def won(records, wins=True):
    """One that was won, or lost: the first seed of those."""
    for seed in range(1, 400):
        text = fought(records, seed)
        if read(text).result[0] == ("won" if wins else "lost"):
            return text
    raise AssertionError("nobody ever wins")


@pytest.fixture
def place(tmp_path):
    return shelves.Shelf(tmp_path, CORE)


@pytest.fixture
def records(place):
    with place.create("hearth", "me", NAMES) as records:
        yield records


def lit():
    """A board that has started."""
    with EmulatedBoard() as board:
        board.start()
        board.started()
        yield board


emulated = pytest.fixture(lit, scope="module", name="emulated")
own = pytest.fixture(lit, name="own")  # a test's own, which has another pack then


@pytest.fixture
def board(emulated):
    with Client(emulated.port) as client:
        yield client


def sync(place, records, board=None, take=""):
    return Sync(records, place.journals, played, "me", fetch=fetched).run(board, take)


def put(board, text):
    """As if it had been played there: it is, and then another one begins."""
    board.put("journal", text)
    board.new(level="all")


def tidied(board):
    """What was begun there and not played is gone: it would fill the flash."""
    for one in map(json.loads, board.get("journals").splitlines()):
        if one["name"]:
            board.put("receipt", f"{one['id']} {crc32(board.get('journal', one['name'])):08x}".encode())


def test_the_party_goes_out_and_the_showdown_comes_back_once_and_the_board_lets_go_of_it(place, records, board):
    report = sync(place, records, board)
    assert report.sent and not report.taken
    playing = [json.loads(line) for line in board.get("journals").splitlines()][-1]
    assert playing["party"] == records.campaign.state.data["show"]["id"] and not playing["over"]
    text = won(records)
    journal = read(text)
    put(board, text)
    report = sync(place, records, board)
    assert report.taken == [journal.id] and report.receipts and not any("not checked" in line for line in report.lines)
    assert journal.id not in board.get("journals").decode()
    state = records.campaign.state
    assert records.campaign.prompt.kind in ("settlement-name", "disorder") and state.data["taken"] == {journal.id: journal.digest}
    dead = [row[0] for row in journal.result[2] if row[1] == "dead"]
    assert {sheet["name"] for sheet in state.survivors.values() if sheet["state"] == "dead"} == set(dead)
    assert sum(state.settlement["storage"].values()) == len(journal.result[3])
    before = len(records.campaign.journal)
    for _ in range(3):
        assert not sync(place, records, board).taken
    assert len(records.campaign.journal) == before
    row = next(row for row in records.kept(select(tables.showdown)) if row["journal"] == journal.id)
    assert row["state"] == TAKEN and row["checked"] == 1 and row["text"] == text and row["entry"] > 0
    checked(records)


def test_whoever_was_changed_by_hand_before_the_first_answer_goes_onto_the_board_anew(place, records, board):
    def playing():
        return json.loads(board.get("journals").splitlines()[-1])

    assert sync(place, records, board).sent
    first = playing()
    assert not sync(place, records, board).sent
    records.change(lambda game: game.set_fields({"survivors.s2.strength": 3, "survivors.s1.insanity": 2}), "me", "edit")
    report = sync(place, records, board)
    assert report.sent and any("the party is on the board" in line for line in report.lines)
    sheets = json.loads(board.get("party"))["survivors"]
    assert sheets[1]["strength"] == 3 and sheets[0]["insanity"] == 2
    assert playing()["party"] == first["party"] and playing()["id"] != first["id"] and playing()["records"] <= BEGUN
    assert not sync(place, records, board).sent
    with EmulatedBoard() as spare:
        spare.start()
        spare.started()
        with Client(spare.port) as client:
            assert not any("goes on" in line for line in sync(place, records, client).lines), "nobody has done anything yet"
            assert json.loads(client.get("party")) == json.loads(board.get("party"))


def test_S5_what_is_unlocked_after_the_party_went_out_reaches_the_board_as_long_as_nobody_has_answered_there(place, records, board):
    def can(what):
        return board.request("settings", key="rulings." + what)["text"]

    assert sync(place, records, board).sent and (can("dash"), can("surge")) == ("false", "false")
    party = board.get("party")
    dash = next(one["id"] for one in CORE.all("innovations") if one.get("unlocks") == "dash")
    innovations = records.campaign.state.settlement["innovations"]
    before = all_going(records)
    records.change(lambda game: game.set_fields({"settlement.innovations": [*innovations, dash]}), "me", "edit")
    assert all_going(records) != before, "whoever looks after boards sees it"
    report = sync(place, records, board)
    assert report.sent and "the survivors can dash now" in report.lines and (can("dash"), can("surge")) == ("true", "false")
    playing = json.loads(board.get("journals").splitlines()[-1])
    assert board.get("party") == party and playing["records"] <= BEGUN and playing["party"] == json.loads(party)["id"]
    assert not sync(place, records, board).sent, "it has it"
    records.change(lambda game: game.undo(game.number), "me", "undo")
    assert sync(place, records, board).sent and (can("dash"), can("surge")) == ("false", "false") and all_going(records) == before


def test_nothing_goes_onto_a_board_where_no_showdown_is_due(records):
    assert all_going(records)
    list(play(records, 1))
    assert all_going(records) == b""


def test_whoever_was_changed_after_the_first_answer_is_told_not_to_reach_the_board(place, records, board):
    sync(place, records, board)
    board.put("journal", b"".join(fought(records, 9).splitlines(keepends=True)[:40]))
    assert not any("does not reach" in line for line in sync(place, records, board).lines)
    records.change(lambda game: game.set_fields({"survivors.s2.strength": 3}), "me", "edit")
    for _ in range(2):
        report = sync(place, records, board)
        assert not report.sent and any("does not reach the board" in line for line in report.lines)
    assert json.loads(board.get("journals").splitlines()[-1])["records"] == 40
    records.change(lambda game: game.set_fields({"survivors.s2.strength": 0}), "me", "edit")
    assert not any("does not reach" in line for line in sync(place, records, board).lines)
    board.put("party", b"")
    board.new(level="all")


def test_two_showdowns_of_one_party_wait_until_somebody_says_which(place, records, board):
    first, second = fought(records, 3), fought(records, 5)
    put(board, first)
    put(board, second)
    report = sync(place, records, board)
    assert not report.taken and {offer["journal"] for offer in report.offers} == {read(first).id, read(second).id}
    assert all("2 of the showdown that is due" in offer["why"] for offer in report.offers) and records.campaign.prompt.kind == "showdown"
    with pytest.raises(Refused, match="none of those that wait"):
        sync(place, records, None, "zzz")
    report = sync(place, records, None, read(second).id[:8])
    assert report.taken == [read(second).id]
    assert [offer["journal"] for offer in report.offers] == [read(first).id] and "taken before" in report.offers[0]["why"]
    assert records.campaign.state.data["taken"] == {read(second).id: read(second).digest}
    checked(records)


def test_what_was_taken_and_taken_back_waits_and_can_be_taken_again(place, records):
    text = won(records)
    told = read(text)
    Sync(records, place.journals, played)._keep(told, "a")
    assert sync(place, records).taken == [told.id] and not sync(place, records).offers
    records.change(lambda game: game.undo(game.number), "me", "undo")
    report = sync(place, records)
    assert not report.taken and [(one["journal"], one["due"]) for one in report.offers] == [(told.id, True)]
    assert "taken back" in report.offers[0]["why"]
    assert sync(place, records, None, told.id).taken == [told.id]
    row = records.kept(select(tables.showdown))[0]
    assert (row["state"], row["entry"]) == (TAKEN, len(records.campaign.journal) - 1) and not sync(place, records).offers
    checked(records)


def played_on(text):
    """Its end is taken back at the table, and other dice tell another one."""
    kept = Kept()
    for made in brief.of_text(text):
        kept.append(made)
    game = Engine(kept, installed())
    for seed in range(2, 100):
        game.undo(game.number)
        numbers = Numbers(seed)
        while game.prompt.kind != "over":
            game.answer(game.number, choose(game.prompt, numbers))
        if read(text_of(kept)).result != read(text).result:
            return text_of(kept)
    raise AssertionError("it always ends alike")


def test_what_was_played_on_after_it_was_taken_waits_and_is_taken_when_that_is_taken_back(place, records):
    first = won(records)
    work = Sync(records, place.journals, played)
    work._keep(read(first), "a")
    assert sync(place, records).taken
    second = played_on(first)
    before = records.kept(select(tables.showdown))[0]
    work._keep(read(second), "a")
    after = records.kept(select(tables.showdown))[0]
    assert after["text"] == second and [after[key] for key in ("state", "checked", "entry")] == [TAKEN, 1, before["entry"]]
    report = sync(place, records)
    assert not report.taken and [one["journal"] for one in report.offers] == [read(first).id] and "played on" in report.offers[0]["why"]
    with pytest.raises(Refused, match="as it was before"):
        sync(place, records, None, read(first).id)
    records.change(lambda game: game.undo(game.number), "me", "undo")
    assert sync(place, records, None, read(first).id).taken
    assert records.campaign.state.data["taken"] == {read(second).id: read(second).digest} and not sync(place, records).offers
    checked(records)


class Without:
    """A board that refuses to take this, for that reason."""

    def __init__(self, board, what, path):
        self.board, self.what, self.path = board, what, path

    def put(self, what, data):
        if what == self.what:
            raise Refused(self.path, "refused", "")
        return self.board.put(what, data)

    def __getattr__(self, name):
        return getattr(self.board, name)


def test_a_board_that_knows_no_line_is_synced_and_one_that_had_no_time_for_it_is_asked_again(place, records, board):
    assert sync(place, records, Without(board, "hunt", "what")).settled
    with pytest.raises(Refused, match="refused"):
        sync(place, records, Without(board, "hunt", ""))


def test_a_receipt_that_a_board_refuses_is_told_and_the_sync_goes_on(place, records, board):
    text = won(records)
    put(board, text)
    report = sync(place, records, Without(board, "receipt", "receipt"))
    assert report.taken == [read(text).id] and not report.receipts and any("keeps its journal" in line for line in report.lines)
    with pytest.raises(Refused, match="refused"):
        sync(place, records, Without(board, "receipt", ""))
    assert sync(place, records, board).receipts


def test_one_of_others_in_the_partys_name_waits_until_somebody_takes_it(place, records):
    """A party.json that was made by hand; a survivor who has another name since."""
    text = won(records)
    journal = read(text)
    whole(place.journals / records.id / f"{journal.id}.jsonl", text)
    records.change(lambda game: game.set_fields({"survivors.s2.name": "Beatrice"}), "me", "edit")
    report = sync(place, records)
    assert not report.taken and "tells of Bo, and nobody" in report.offers[0]["why"] and report.offers[0]["due"]
    assert sync(place, records, None, journal.id).taken == [journal.id]
    dead = {row[0] for row in journal.result[2] if row[1] == "dead"}
    names = {
        "Bo" if sheet["name"] == "Beatrice" else sheet["name"]
        for sheet in records.campaign.state.survivors.values()
        if sheet["state"] == "dead"
    }
    assert names == dead
    checked(records)


def test_while_a_showdown_is_entered_by_hand_no_board_gets_it(place, records):
    records.change(lambda game: game.answer(game.number, "by-hand"), "me", "answer")
    assert records.campaign.prompt.kind == "result" and all_going(records) == b""


def test_a_copied_flash_that_was_played_on_differently_is_told_and_both_are_kept(place, records):
    """The same journal id with two ends: from two boards."""
    one = fought(records, 7)
    lines = one.splitlines(keepends=True)
    other = json.loads(lines[-1])
    other["result"][1] += 1
    two = b"".join(lines[:-1]) + json.dumps(other, separators=(",", ":")).encode() + b"\n"
    work = Sync(records, place.journals, played)
    for text, board in ((one, "a"), (two, "b"), (one, "a"), (two, "b")):
        work._keep(read(text), board)
    report = sync(place, records)
    assert not report.taken and len(report.offers) == 2 and len({offer["journal"] for offer in report.offers}) == 2


def test_a_journal_that_does_not_come_to_its_result_is_not_taken(place, records):
    text = won(records)
    lines = text.splitlines(keepends=True)
    last = json.loads(lines[-1])
    last["result"][3].append(["", "skull"])
    forged = b"".join(lines[:-1]) + json.dumps(last, separators=(",", ":")).encode() + b"\n"
    work = Sync(records, place.journals, played)
    work._keep(read(forged), "a")
    before = len(records.campaign.journal)
    report = sync(place, records)
    assert "contradicts itself" in report.offers[0]["why"] and len(records.campaign.journal) == before
    report = sync(place, records, None, read(text).id)
    assert report.taken and any("not checked" in line for line in report.lines), "a person may decide so"


def test_one_of_other_rules_is_taken_as_told_and_marked(place, records):
    text = won(records)
    work = Sync(records, place.journals, lambda text: (_ for _ in ()).throw(Refused("rules", "played by other rules")), "me")
    work._keep(read(text), "a")
    report = work.run(None)
    assert report.taken == [read(text).id] and any("not checked" in line for line in report.lines)
    assert [row["checked"] for row in work._rows()] == [0]


def test_a_board_that_was_wiped_and_a_spare_go_on_where_the_showdown_was(place, records, board):
    whole = fought(records, 9)
    part = b"".join(whole.splitlines(keepends=True)[:60])
    board.put("journal", part)
    sync(place, records, board)
    board.put("party", b"")
    with EmulatedBoard() as spare:
        spare.start()
        spare.started()
        with Client(spare.port) as client:
            report = sync(place, records, client)
            assert any("goes on with the showdown" in line for line in report.lines)
            assert client.get("journal") == part
            put(client, whole)
            report = sync(place, records, client)
            assert report.taken == [read(whole).id]


def test_a_board_in_the_midst_of_another_showdown_is_left_alone(place, records, board):
    board.put("party", b"")
    board.new(level="all")
    with place.create("heath", "me", NAMES) as other:
        board.put("journal", b"".join(fought(other, 2).splitlines(keepends=True)[:40]))
    report = sync(place, records, board)
    assert any("in the midst of another showdown" in line for line in report.lines)
    assert json.loads(board.get("journals").splitlines()[-1])["records"] == 40


def test_H0_whoever_is_in_the_midst_of_a_showdown_keeps_its_lights_while_another_campaign_hunts(place, records, emulated, board):
    board.put("party", b"")
    board.new(level="all")
    with place.create("heath", "me", NAMES) as other:
        board.put("journal", b"".join(fought(other, 2).splitlines(keepends=True)[:40]))
    while records.campaign.prompt.kind != "step":
        next(play(records, 1))
    before = bytes(emulated.cells)
    report = sync(place, records, board)
    assert any("the hunt's line is not lit" in line for line in report.lines) and report.line
    board.request("ping")
    assert bytes(emulated.cells) == before
    board.new(level="all")
    assert not any("not lit" in line for line in sync(place, records, board).lines)
    board.request("ping")
    assert bytes(emulated.cells) != before
    board.put("hunt", b"")


def test_a_campaign_restored_from_a_backup_takes_what_the_board_gave_away(place, records, board):
    copy = records.backup()
    text = won(records)
    put(board, text)
    assert sync(place, records, board).taken == [read(text).id]
    records.close()
    place.restore(records.path, copy)
    with place.open("hearth") as again:
        assert again.campaign.prompt.kind == "showdown"
        assert sync(place, again).taken == [read(text).id], "from the folder: the board has let go of it"
        checked(again)


def test_cut_anywhere_a_sync_takes_each_showdown_once_and_loses_none(place, records, board, monkeypatch):
    """The link fails at the n-th request, the program at the n-th commit; the next sync does what is left."""

    class Cut(Exception):
        pass

    class Fails:
        """A board whose link breaks at the n-th request, before it is sent or after it was carried out."""

        def __init__(self, board, at, after):
            self.board, self.left, self.after = board, at, after
            self.id = board.id

        def __getattr__(self, verb):
            if verb == "table":
                return self.board.table

            def ask(*args, **more):
                self.left -= 1
                if not self.left and not self.after:
                    raise Cut
                found = getattr(self.board, verb)(*args, **more)
                if not self.left:
                    raise Cut
                return found

            return ask

    source = random.Random(SEED)
    for run in range(count(2, 10, 100)):
        with place.create(f"run{run}", "me", NAMES) as mine:
            text = won(mine)
            put(board, text)
            for _ in range(6):
                try:
                    sync(place, mine, Fails(board, source.randrange(1, 7), source.random() < 0.5))
                except Cut:
                    continue
            sync(place, mine, board)
            assert list(mine.campaign.state.data["taken"]) == [read(text).id]
            assert read(text).id not in board.get("journals").decode()
            assert [row["choice"] for row in mine.history(count=9999)].count(None) < len(mine.campaign.journal)
            assert sum(row["kind"] == "showdown" for row in mine.history(count=9999)) == 1
            checked(mine)


def test_unplugged_at_random_bytes_a_sync_takes_each_showdown_once(place, records, emulated):
    """The cable is pulled when so many bytes have come, and put back; the sync is asked for again until it is through."""
    source = random.Random(SEED)
    text = min((fought(records, seed) for seed in range(1, 9)), key=len)
    with Client(emulated.port) as client:
        put(client, text)
    copy = records.backup()
    pulls = taken = 0
    for _ in range(count(2, 10, 1000)):
        with Client(emulated.port, 20) as client:
            left, ready = source.randrange(1, len(text) // 4), threading.Event()
            turn = client.wire._turn

            def counted(data, turn=turn, ready=ready):
                nonlocal left
                left -= len(data)
                if left <= 0:
                    ready.set()
                return turn(data)

            client.wire._turn = counted

            over = threading.Event()

            def pull(ready=ready, over=over):
                nonlocal pulls
                if ready.wait(60) and not over.is_set():
                    emulated.unplug()
                    emulated.plug()
                    pulls += 1

            hand = threading.Thread(target=pull)
            hand.start()
            try:
                report = sync(place, records, client)
                taken += len(report.taken)
            except PortProblem:
                pass
            over.set()
            ready.set()
            hand.join()
        if records.campaign.prompt.kind != "showdown":
            assert list(records.campaign.state.data["taken"]) == [read(text).id]
            with Client(emulated.port, 20) as client:
                sync(place, records, client)
                assert read(text).id not in client.get("journals").decode()
                tidied(client)
            checked(records)
            records.close()
            for path in (place.journals / records.id).glob("*"):
                path.unlink()
            place.restore(records.path, copy)
            records = place.open("hearth")
            with Client(emulated.port, 20) as client:
                put(client, text)
    with Client(emulated.port, 20) as client:
        sync(place, records, client)
    assert pulls and records.campaign.prompt.kind != "showdown" and list(records.campaign.state.data["taken"]) == [read(text).id]
    checked(records)
    records.close()


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]\n", b'{"format":"x"}\n', b"\xff\xfe", b"{" * 5000])
def test_what_is_no_journal_is_refused(text):
    with pytest.raises(Refused, match="not a"):
        read(text)


@pytest.mark.parametrize("odd", ["../../out", "a/b", "a b", "é", "\\"])
def test_an_id_that_is_no_id_leaves_the_folder_in_peace(records, odd):
    header = json.loads(fought(records, 2).splitlines()[0]) | {"id": odd}
    with pytest.raises(Refused, match="not an id"):
        read(json.dumps(header).encode() + b"\n{}\n")


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [*lines[:-1], b'{"n":9,"result":["won"]}'],
        lambda lines: [*lines[:-1], b'{"n":9,"result":[]}'],
        lambda lines: [*lines[:9], lines[9][:-4] + b'\x01\xcd"}', *lines[10:]],
        lambda lines: [*lines[:9], b"7.5", *lines[10:]],
        lambda lines: [*lines[:9], b'{"n":9}', *lines[10:]],
    ],
)
def test_a_damaged_journal_waits_and_stands_in_no_others_way(place, records, damage):
    text = won(records)
    damaged = b"\n".join(damage(text.replace(read(text).id.encode(), b"d" * 16).splitlines())) + b"\n"
    whole(place.journals / records.id / "damaged.jsonl", damaged)
    for _ in range(2):
        report = sync(place, records)
        assert not report.taken and [offer["journal"] for offer in report.offers] == ["d" * 16]
        assert json.loads(json.dumps(report.offers)) == report.offers and report.settled
    with pytest.raises(Refused):
        brief.of_text(b"7.5\n")
    checked(records)


@pytest.mark.parametrize("said", [b"7\n", b"{}\n", b"\xff\n", b'{"name":1,"id":"a","party":"","over":true,"records":1}\n', b"[" * 9999])
def test_a_board_whose_list_cannot_be_read_is_refused(said):
    class Told:
        def get(self, what):
            return said

    with pytest.raises(Refused, match="cannot be read"):
        listed(Told())


def test_a_board_that_goes_while_the_line_is_lit_is_no_board_without_a_line(place, records):
    class Gone:
        def get(self, what):
            return b""

        def put(self, what, data):
            raise PortProblem(MISSING, "here", "the board went away")

    with pytest.raises(PortProblem, match="went away"):
        Sync(records, place.journals, played).light(Gone())


def test_a_receipt_for_what_the_board_has_not_takes_nothing_away(board):
    there = board.get("journals")
    for wrong in (b"", b"x", b"a b c", b"0000000000000000 00000000", b"\xff" * 90, b"\xff \xff", b"x" * 500):
        with pytest.raises(Refused, match=r"not a receipt|no journal"):
            board.put("receipt", wrong)
    playing = json.loads(there.splitlines()[-1])
    with pytest.raises(Refused, match="being played"):
        board.put("receipt", f"{playing['id']} 00000000".encode())
    for line in there.splitlines()[:-1]:
        with pytest.raises(Refused, match="another one"):
            board.put("receipt", f"{json.loads(line)['id']} 00000000".encode())
    assert board.get("journals") == there


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_the_host_killed_anywhere_in_a_sync_takes_the_showdown_once(tmp_path_factory, place, records, emulated):
    """Before and after every statement of the database and at every file operation; then the sync is done again."""
    text = won(records)
    journal = read(text).id
    records.close()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / one) for one in ("firmware", "host", "tests"))}
    command = [sys.executable, str(ROOT / "tests" / "records" / "syncer.py")]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as syncer:

        def sync_in_a_process(data, at):
            syncer.stdin.write(f"{emulated.port} {data} {at}\n")
            syncer.stdin.flush()
            how, many = syncer.stdout.readline().split()
            return how, int(many)

        def at(n):
            """Killed there; what there is after the next sync."""
            data = tmp_path_factory.mktemp("killed") / "data"
            shutil.copytree(place.campaigns.parent, data)
            with Client(emulated.port, 20) as client:
                put(client, text)
            how, many = sync_in_a_process(data, n)
            taken = []
            with Shelf(data, CORE).open() as found:
                taken.append(journal in found.campaign.state.data["taken"])
            if n:
                assert how == "killed", n
                assert sync_in_a_process(data, 0)[0] == "0"
            with Shelf(data, CORE).open() as found:
                checked(found)
                assert list(found.campaign.state.data["taken"]) == [journal], n
                assert [row["cause"] for row in found.history(count=9999)].count("sync") == 1
                assert (data / "journals" / found.id / f"{journal}.jsonl").read_bytes() == text
            with Client(emulated.port, 20) as client:
                assert journal not in [json.loads(line)["id"] for line in client.get("journals").splitlines()], n
            shutil.rmtree(data)
            return taken[0], many

        many = at(0)[1]
        assert many > 40
        some = random.Random(SEED).sample(range(1, many + 1), min(many, count(2, 15, 1000)))
        was = [at(n)[0] for n in sorted({1, many, *some})]
        assert was[0] is False and was[-1] is True and sorted(was) == was
        syncer.stdin.close()


def test_S5_the_board_plays_with_the_survival_actions_that_the_settlement_has(place, records, emulated, board):
    def rulings():
        return [board.request("settings", key=f"rulings.{what}")["text"] for what in ("dash", "surge")]

    before = board.get("settings")
    records.change(lambda game: game.set_fields({"settlement.innovations": ["paint"]}), "me", "edit")
    report = sync(place, records, board)
    assert report.sent and "the survivors can dash now" in report.lines and rulings() == ["true", "false"]
    board.put("party", b"")
    board.new(level="all")  # somebody has begun one of their own
    records.change(lambda game: game.set_fields({"settlement.innovations": ["inner-lantern"]}), "me", "edit")
    lines = sync(place, records, board).lines
    assert rulings() == ["false", "true"]
    assert "the survivors can surge now" in lines and "the settlement has not unlocked dash: the board plays without it" in lines
    settings = json.loads(board.get("settings"))
    assert settings["pack"] == "first-story"
    board.put("settings", before)
    board.restart()


def test_F6_a_stone_that_was_slung_on_the_board_does_not_come_home(place, records):
    """By chance some sling theirs; of who lives, that many stones are gone."""
    found = 0
    for seed in range(1, 60):
        text = fought(records, seed)
        gone = played(text).archived
        lives = {row[0] for row in read(text).result[2] if row[1] == "lives"}
        if {name for name, _ in gone} & lives:
            found = seed
            break
    assert found, "nobody who lives ever slung a stone"
    Sync(records, place.journals, played)._keep(read(text), "a")
    before = {sheet["name"]: sheet["gear"].count("founding-stone") for sheet in records.campaign.state.survivors.values()}
    assert sync(place, records).taken
    for sheet in records.campaign.state.survivors.values():
        if sheet["name"] in lives:
            slung = gone.count([sheet["name"], "founding-stone"])
            assert sheet["gear"].count("founding-stone") == before[sheet["name"]] - slung, sheet["name"]
    checked(records)


@pytest.fixture
def client(own):
    with Client(own.port) as client:
        yield client


def test_H0_the_hunts_line_is_lit_on_the_board_until_the_showdown(place, records, own, client):
    def to(kind):
        while (asked := records.campaign.prompt.kind) != kind:
            said = "4" if asked == "monster-space" else choice(records)
            records.change(lambda game, said=said: game.answer(game.number, said), "me", "answer")

    def column(meaning):
        """Where somebody stands, as a space of the line of 13 in the middle of 22 columns."""
        sync(place, records, client)
        cells = own.cells
        return [k - 4 for k in range(22) if any(cells[row * 22 + k] & 31 == meaning for row in range(16))]

    to("step")
    assert column(SURVIVOR) == [0] and column(MONSTER) == [4]
    records.change(lambda game: game.answer(game.number, "on"), "me", "answer")
    assert column(SURVIVOR) == [1] and column(SURVIVOR + 3) == [1]
    to("showdown")
    sync(place, records, client)
    assert not {value & 31 for value in own.cells} & {BLIND_SPOT, RUN_OVER}
