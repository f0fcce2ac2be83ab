"""A table without a board: chance, undo over it, several people at once, and the journal's file."""

import json
import threading

import pytest
from lanternboard.base.errors import Refused, Stale
from lanternboard.controls import keys
from lanternboard.rules import state as st
from lanternboard.rules.learn import kept
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.faces.alone import STAYS, AloneTable, begin, resume
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.journalfile import FileJournal, create, following, latest
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link.follower import Kept

NAMES = ("Allister", "Erza", "Lucy", "Zachary")
BOARD, TABLE = {"dice": "board", "decks": "board"}, {"dice": "table", "decks": "table"}


def table(play=BOARD, game=None, seed=3):
    return AloneTable(begin(Kept(), installed(), NAMES, st.ALL) if game is None else game, play, seed, clock=lambda: 0)


def kept_in(place, level=st.ALL, cards=None, before=None):
    """A showdown in a file of its own there."""
    records = Kept()
    begin(records, cards or installed(), NAMES, level, before=before)
    return resume(create(place, records), cards or installed())


def on(one, until):
    """Goes on by the proposed answers, else the first, until something holds."""
    for _ in range(3000):
        if until(one):
            return one
        if one.fated:
            one.turn(0)
            continue
        prompt = one.prompt
        choice = next(iter(prompt.options)) if prompt.usual is None else prompt.usual
        one._give(choice)
    raise AssertionError("never")


def test_chance_is_answered_one_a_turn_and_people_are_told_that_it_rolls():
    one = on(table(), lambda one: one.fated)
    picture = one.picture()
    assert picture.rolling and not picture.options and picture.sentence and picture.party.round == 1
    before = one.game.number
    one.turn(0)
    assert one.game.number > before
    on(one, lambda one: one.game.state.result)
    assert len(one.picture().past) > 5


def test_dice_of_the_table_are_asked():
    one = on(table(TABLE), lambda one: one.prompt.who == CHANCE)
    picture = one.picture()
    assert not one.fated and not picture.rolling and picture.options
    before = one.game.number
    one.turn(0)
    assert one.game.number == before


def test_one_seed_is_one_showdown():
    played = [on(table(seed=seed), lambda one: one.game.state.round == 2).game.state.pack() for seed in (5, 5, 6)]
    assert played[0] == played[1] != played[2]


def test_undo_goes_back_over_what_chance_gave():
    one = table()
    while not one.fated or one.game.state.round < 2:
        if one.fated:
            one.turn(0)
        else:  # what people answer last
            before = one.prompt.kind, one.prompt.subject, one.game.state.pack()
            one._give(next(iter(one.prompt.options)) if one.prompt.usual is None else one.prompt.usual)
    while one.fated:
        one.turn(0)
    asked = one.prompt.kind
    one.undo()
    assert (one.prompt.kind, one.prompt.subject, one.game.state.pack()) == before
    one._redo()
    assert one.prompt.kind == asked


def test_chance_that_cannot_be_kept_is_for_people_until_it_can(monkeypatch):
    one = on(table(), lambda one: one.fated)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(one.game.journal, "append", full)
    number = one.game.number
    one.turn(0)
    picture = one.picture()
    assert "No space left" in picture.note and not picture.rolling and picture.options and one.game.number == number
    monkeypatch.undo()
    one._asked("answer", one.standing().journal, number, {"choice": one.prompt.options[0]})
    assert one.game.number > number


def test_a_press_while_the_computer_is_to_roll_does_not_leave_the_roll_to_people():
    one = on(table(), lambda one: one.fated)
    number = one.game.number
    one.press(keys.CHOOSE, True)
    one._take_wanted(0)
    picture = one.picture()
    assert picture.note == "The board itself rolls and draws." and one.game.number == number
    assert one.fated and picture.rolling and not picture.options, "what was refused is told, and nothing else"
    one.turn(0)
    assert one.game.number > number


def test_a_refusal_told_meanwhile_does_not_put_off_the_next_try_to_keep_chance(monkeypatch):
    now = [0]
    one = AloneTable(begin(Kept(), installed(), NAMES, st.ALL), BOARD, 3, clock=lambda: now[0])
    on(one, lambda one: one.fated)
    number = one.game.number

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(one.game.journal, "append", full)
    one.turn(0)
    assert not one.fated
    monkeypatch.undo()
    now[0] = STAYS - 1
    one._wanted.put(lambda: one._asked("undo", one.standing().journal, number - 1, {}))
    one.turn(0)
    assert not one.fated and "no longer asked" in one.picture().note
    now[0] = STAYS
    one.turn(0)
    assert one.game.number > number


def test_the_first_answer_counts_and_the_other_is_told():
    one = table()
    with Watch() as watch:
        watch.follow(one)
        seen = watch.seen
        told = []

        def answer(choice):
            try:
                watch.ask("answer", seen.journal, seen.number, choice=choice)
            except Stale:
                told.append("stale")
            else:
                told.append(choice)

        both = [threading.Thread(target=answer, args=(choice,)) for choice in ("white-lion", "phoenix")]
        for each in both:
            each.start()
        for each in both:
            each.join()
        assert len(told) == 2 and told.count("stale") == 1
        with pytest.raises(Stale):
            watch.ask("answer", seen.journal, seen.number, choice="butcher")
        with pytest.raises(Stale):
            watch.ask("answer", "another", seen.number, choice="butcher")


def test_a_file_goes_on_where_it_was_and_a_torn_line_is_cut_off(tmp_path):
    one = on(table(game=kept_in(tmp_path)), lambda one: one.game.state.round == 1 and not one.fated)
    journal, state, number = one.game.journal, one.game.state.pack(), one.game.number
    path = journal.path
    whole = path.read_bytes()
    assert len(whole.splitlines()) == len(journal) == number and json.loads(whole.splitlines()[0])["pack"] == "first-story"
    journal.close()
    path.write_bytes(whole + b'{"n":%d,"answ' % number)
    again = FileJournal(latest(tmp_path))
    game = resume(again, installed())
    assert (game.state.pack(), game.number) == (state, number)
    on(AloneTable(game, BOARD, 3), lambda one: one.game.number > number)
    assert path.read_bytes().startswith(whole) and len(path.read_bytes()) > len(whole)
    again.close()
    assert following(tmp_path).name > path.name


def test_a_line_that_is_no_record_is_refused_with_its_place(tmp_path):
    journal = kept_in(tmp_path).journal
    path = journal.path
    journal.close()
    for wrong in (b"{}\n", b"no\n", b'{"n":9,"undo":true}\n', b"[1]\n"):
        whole = path.read_bytes()
        path.write_bytes(whole + wrong)
        with pytest.raises(Refused, match="line 3"):
            FileJournal(path)
        assert path.read_bytes() == whole + wrong, "nothing of it is lost"
        path.write_bytes(whole)


def test_what_cannot_be_kept_is_told_and_nothing_has_changed(tmp_path, monkeypatch):
    game = kept_in(tmp_path)
    journal = game.journal
    one = on(table(game=game), lambda one: one.game.state.round == 1 and not one.fated)
    state, whole = one.game.state.pack(), journal.path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    one.press(keys.CHOOSE, True)
    one.turn(0)
    assert "No space left" in one.picture().note
    assert one.game.state.pack() == state and journal.path.read_bytes() == whole


def ended(tmp_path, another=None):
    """A table whose showdown is over, in a file. It knows what the table read off a card of the pack in the one before."""
    before = begin(Kept(), installed(), NAMES, st.ALL)
    before.state.learned.extend((0, 1, 0, 1, 0, 0, 0))
    one = AloneTable(kept_in(tmp_path, before=before), BOARD, 3, clock=lambda: 0, another=another)
    return on(one, lambda one: one.prompt.kind == "over")


def test_a_new_showdown_begins_where_one_is_over_and_the_old_one_stays(tmp_path):
    def another(before):
        return kept_in(tmp_path, before.state.level, before=before)

    one = ended(tmp_path, another)
    name, number, old = one.standing().journal, one.game.number, latest(tmp_path)
    learned = kept(one.game.state)
    one._asked("answer", name, number, {"choice": "again"})
    assert latest(tmp_path) != old and one.prompt.number == 2 and one.standing().journal != name
    assert one.game.state.level == st.ALL and bytes(one.game.state.learned) == learned and not one.picture().past
    whole = FileJournal(old)
    assert resume(whole, installed()).prompt.kind == "over"
    with pytest.raises(Stale):  # somebody else, a moment later
        one._asked("answer", name, number, {"choice": "again"})


def test_back_and_next_held_together_begin_a_new_showdown_too(tmp_path):
    told = []
    now = [0]

    def another(before):
        told.append(before)
        return begin(Kept(), installed(), NAMES, st.ALL)

    one = AloneTable(another(None), BOARD, clock=lambda: now[0], another=another)
    before = one.game
    for key in (keys.BACK, keys.NEXT):
        one.press(key, True)
        one.turn(0)
    for _ in range(10):
        now[0] += keys.AGAIN_MS // 10
        one.turn(0)
    assert told == [None, before] and one.game is not before


def test_where_no_showdown_can_be_begun_that_is_told_and_the_end_is_still_there(tmp_path):
    def another(_):
        raise OSError(28, "No space left on device")

    one = ended(tmp_path, another)
    one.press(keys.NEXT, True)
    one.press(keys.NEXT, False)
    one.turn(0)
    assert "No space left" in one.picture().note and one.prompt.kind == "over"


def test_what_chance_gave_after_peoples_last_answer_is_told_with_it_until_they_answer_again():
    one = table(seed=5)
    on(one, lambda one: one.prompt.kind == "target")
    one._give(one.prompt.options[0])
    told = one.picture().note
    assert one.fated and "Target: " in told and " attacks " in told
    while one.fated:
        one.turn(0)
    note = one.picture().note
    assert note.startswith(told) and len(note) > len(told) and note.count("Target: ") == 1, note
    assert sum(text.startswith("Target: ") for text in one.picture().past) == 1, "each event is kept once"
    one.undo()
    assert one.picture().note == "Taken back."
    one._redo()
    assert one.picture().note == "Done again."
    number = one.game.number
    one._give(one.prompt.options[0])
    assert one.game.number > number and "Target: " not in one.picture().note


def test_a_die_that_the_table_rolled_is_told_with_what_came_of_it():
    one = on(table(), lambda one: any(event[0] == "failed" for event in one.game.events))
    note = one.picture().note
    assert "The die shows " in note and note.index("The die shows ") < note.index(" does not wound "), note


@pytest.fixture(scope="module")
def some(tmp_path_factory):
    """The lines of a showdown of two rounds, without their ends."""
    one = on(table(game=kept_in(tmp_path_factory.mktemp("some"))), lambda one: one.game.state.round == 2 and not one.fated)
    one.game.journal.close()
    return one.game.journal.path.read_bytes().splitlines()


def refused(path, data, line):
    """What is told of a file with this content, whose fault is in that line. Nothing of it changes."""
    path.write_bytes(data)
    with pytest.raises(Refused) as told:
        journal = FileJournal(path)
        try:
            resume(journal, installed())
        finally:
            journal.close()
    assert told.value.path == f"{path}, line {line}" and path.read_bytes() == data
    return told.value


def resumed(path, data):
    path.write_bytes(data)
    game = resume(FileJournal(path), installed())
    assert path.read_bytes() == data
    return game


def test_an_edited_file_is_refused_with_its_place_or_taken_whole_and_never_cut(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    whole = b"\n".join(some) + b"\n"
    n = len(some)
    refused(path, whole.replace(b"\n", b"\r"), 1)
    refused(path, whole[:20], 1)
    refused(path, b"\n\n", 1)
    refused(path, b"\n".join(some[:30]) + b"\n" + b"\r".join(some[30:32]) + b"\n" + b"\n".join(some[32:]) + b"\n", 31)
    refused(path, b"\n".join(some[:-2]) + b"\n" + b"\r".join(some[-2:]), n - 1)
    refused(path, b"\n".join(some[:-1]) + b'\n{"n":%d,"answer":yes}' % (n - 1), n)
    refused(path, b"\n".join([*some[:30], b"", *some[30:-1], b"{}"]) + b"\n", n + 1)
    number = resumed(path, whole).number
    for data in (whole[:-1], whole.replace(b"\n", b"\r\n"), b"\n".join([b"", *some[:30], b" ", *some[30:]]) + b"\n\n"):
        game = resumed(path, data)
        assert game.number == number == n
        game.undo(number)
        assert [json.loads(line) for line in path.read_bytes().splitlines() if line.strip()] == [
            *map(json.loads, some),
            {"n": n, "undo": True},
        ]
        game.journal.close()


def test_a_torn_line_goes_only_when_the_showdown_goes_on(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    whole = b"\n".join(some) + b"\n"
    refused(path, whole.replace(b'"board":[22,16]', b'"board":[22,17]') + b'{"n":9', 1)
    game = resumed(path, whole + b'{"n":9')
    game.undo(game.number)
    assert path.read_bytes() == whole + b'{"n":%d,"undo":true}\n' % len(some)


def test_an_answer_that_was_never_offered_is_refused_with_what_is_allowed(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    answers = [n for n, line in enumerate(some) if "answer" in json.loads(line)]
    for n in answers:
        for wrong in ("nobody", 1000, [21, 15], -5):
            if json.loads(some[n])["answer"] == wrong:
                continue
            changed = json.dumps({**json.loads(some[n]), "answer": wrong}).encode()
            path.write_bytes(b"\n".join([*some[:n], changed, *some[n + 1 :]]) + b"\n")
            journal = FileJournal(path)
            with pytest.raises(Refused) as told:
                resume(journal, installed())
            journal.close()
            at = int(told.value.path.rpartition(" ")[2])
            assert at == n + 1 or (at > n + 1 and wrong != "nobody"), "what was an answer by chance is told where it leads"
    assert refused(path, b"\n".join([*some[:2], b'{"n":2,"answer":"nobody"}']), 3).allowed == "white-lion"


def test_a_position_that_nothing_leads_to_is_refused(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    start = bytes.fromhex(json.loads(some[1])["snapshot"])
    for at in range(len(start)):
        for value in (0, 255):
            odd = start[:at] + bytes((value,)) + start[at + 1 :]
            if odd == start:
                continue
            path.write_bytes(b"\n".join([some[0], b'{"n":1,"snapshot":"%s"}' % odd.hex().encode(), *some[2:]]))
            before = path.read_bytes()
            journal = FileJournal(path)
            try:
                resume(journal, installed())
            except Refused as told:
                assert told.path.startswith(f"{path}, line ")
                assert path.read_bytes() == before
            journal.close()
    last = max(n for n, line in enumerate(some) if b"snapshot" in line)
    refused(path, b"\n".join([*some[:last], some[1].replace(b'"n":1', b'"n":%d' % last)]), last + 1)


def test_a_header_that_contradicts_itself_or_the_position_is_refused(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    rest = b"\n" + b"\n".join(some[1:]) + b"\n"
    head = json.loads(some[0])
    told = refused(path, json.dumps({**head, "pack_digest": "0" * 16}).encode() + rest, 1)
    assert "pack_digest" in told.message and told.allowed == head["pack_digest"]
    assert refused(path, json.dumps({**head, "board": [16, 22]}).encode() + rest, 1).allowed == "[22,16]"


def test_what_other_rules_or_another_pack_played_counts_as_far_as_its_last_position_and_that_is_told(tmp_path, some):
    path = tmp_path / "0001.journal.jsonl"
    head = json.loads(some[0])
    last = max(n for n, line in enumerate(some) if b"snapshot" in line)
    for other in ({"rules": 999}, {"context": "00000000", "pack_digest": "0" * 16}, {"context": ""}):
        path.write_bytes(b"\n".join([json.dumps({**head, **other}).encode(), *some[1:]]) + b"\n")
        for _ in range(2):
            journal = FileJournal(path)
            game = resume(journal, installed())
            assert not game.can_undo and game.note.startswith("undo stops here")
            journal.close()
        lines = path.read_bytes().splitlines()
        assert len(lines) == len(some) + 2 and json.loads(lines[-1])["snapshot"] == json.loads(some[last])["snapshot"]
        refused(path, b"\n".join([*lines, b'{"n":%d,"answer":"nobody"}' % len(lines)]), len(lines) + 1)
        refused(path, b"\n".join([*lines[:-1], b'{"n":%d,"undo":true}' % (len(lines) - 1)]), len(lines))


def test_other_files_beside_the_showdowns_are_somebodys_own(tmp_path):
    for name in ("0001b", "0001_old", "2", "00007", "copy of 0009", "0009.old", "٠٠٠٩"):
        (tmp_path / f"{name}.journal.jsonl").write_text("a note")
    assert latest(tmp_path) is None and following(tmp_path).name == "0001.journal.jsonl"
    for name in ("0002", "9999", "10000", "10001"):
        (tmp_path / f"{name}.journal.jsonl").write_text("{}" if name != "10001" else "")
    assert latest(tmp_path).name == "10000.journal.jsonl", "by the number, and what is empty is no showdown"
    assert following(tmp_path).name == "10002.journal.jsonl"
    assert kept_in(tmp_path).journal.path == latest(tmp_path)


def test_a_showdown_that_cannot_be_begun_whole_leaves_no_file(tmp_path, monkeypatch):
    records = Kept()
    begin(records, installed(), NAMES, st.ALL)

    def full(_):
        assert not list(tmp_path.glob("*.jsonl")), "it has no name before all of it is there"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        create(tmp_path, records)
    assert not list(tmp_path.iterdir())
