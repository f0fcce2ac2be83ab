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
from lanternboard_host.faces.journalfile import FileJournal, following, latest
from lanternboard_host.faces.watch import Watch
from lanternboard_host.link.follower import Kept

NAMES = ("Allister", "Erza", "Lucy", "Zachary")
BOARD, TABLE = {"dice": "board", "decks": "board"}, {"dice": "table", "decks": "table"}


def table(play=BOARD, journal=None, seed=3):
    return AloneTable(begin(Kept() if journal is None else journal, installed(), NAMES, st.ALL), play, seed, clock=lambda: 0)


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
    path = following(tmp_path)
    journal = FileJournal(path, new=True)
    one = on(table(journal=journal), lambda one: one.game.state.round == 1 and not one.fated)
    state, number = one.game.state.pack(), one.game.number
    whole = path.read_bytes()
    assert len(whole.splitlines()) == len(journal) == number and json.loads(whole.splitlines()[0])["pack"] == "first-story"
    journal.close()
    path.write_bytes(whole + b'{"n":%d,"answ' % number)
    again = FileJournal(latest(tmp_path))
    assert path.read_bytes() == whole
    game = resume(again, installed())
    assert (game.state.pack(), game.number) == (state, number)
    on(AloneTable(game, BOARD, 3), lambda one: one.game.number > number)
    assert path.read_bytes().startswith(whole) and len(path.read_bytes()) > len(whole)
    again.close()
    assert following(tmp_path).name > path.name


def test_a_line_that_is_no_record_is_refused_with_its_place(tmp_path):
    path = following(tmp_path)
    journal = FileJournal(path, new=True)
    table(journal=journal)
    journal.close()
    for wrong in (b"{}\n", b"no\n", b'{"n":9,"undo":true}\n', b"[1]\n"):
        whole = path.read_bytes()
        path.write_bytes(whole + wrong)
        with pytest.raises(Refused, match="line 3"):
            FileJournal(path)
        assert path.read_bytes() == whole + wrong, "nothing of it is lost"
        path.write_bytes(whole)


def test_what_cannot_be_kept_is_told_and_nothing_has_changed(tmp_path, monkeypatch):
    journal = FileJournal(following(tmp_path), new=True)
    one = on(table(journal=journal), lambda one: one.game.state.round == 1 and not one.fated)
    state, whole = one.game.state.pack(), journal.path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    one.press(keys.CHOOSE, True)
    one.turn(0)
    assert "No space left" in one.picture().note
    assert one.game.state.pack() == state and journal.path.read_bytes() == whole


def ended(tmp_path, another=None):
    """A table whose showdown is over, in a file."""
    journal = FileJournal(following(tmp_path), new=True)
    game = begin(journal, installed(), NAMES, st.ALL)
    one = AloneTable(game, BOARD, 3, clock=lambda: 0, another=another)
    return on(one, lambda one: one.prompt.kind == "over")


def test_a_new_showdown_begins_where_one_is_over_and_the_old_one_stays(tmp_path):
    def another(before):
        return begin(FileJournal(following(tmp_path), new=True), installed(), NAMES, before.state.level, before=before)

    one = ended(tmp_path, another)
    name, number, old = one.standing().journal, one.game.number, latest(tmp_path)
    one.game.state.learned.extend((0, 1, 0, 1, 0, 0, 0))  # what the table read off a card of the pack
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
