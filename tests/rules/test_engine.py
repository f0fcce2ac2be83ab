"""The engine: prompts, answers, undo, redo, adjust, snapshots, resuming, following. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused, Stale
from lanternboard.rules import engine, journaltext, record
from lanternboard.rules.prompt import CONTROLLER
from lanternboard.rules.state import DOWN, unpack

try:
    from players import Journal
except ImportError:
    from rules.players import Journal


class Cards:
    LION = {"id": "white-lion", "name": "White Lion", "size": 2, "movement": 6, "blind_spot": [[0, 2], [1, 2]]}
    BIRD = {"id": "phoenix", "name": "Phoenix", "size": 3, "movement": 8, "blind_spot": None}
    LISTS = (
        {"id": "standard", "name": "Claw", "pick": ["closest threat, facing, in range", "closest threat, in field of view"]},
        {"id": "all", "name": "All", "pick": ["all survivor"]},
    )

    def count(self, deck):
        return 2

    def card(self, deck, n):
        return (self.LION, self.BIRD)[n] if deck == "monsters" else self.LISTS[n]


def say(game, *choices):
    for choice in choices:
        game.answer(game.prompt.number, choice)


def at(game, c, r):
    return r * game.state.columns + c


def started():
    """White Lion at (10, 7) facing N, s0 at (10, 1), s1 at (11, 1)."""
    game = engine.create(Journal(), Cards(), ("Allister", "Erza"))
    say(game, "white-lion", 2, at(game, 10, 7), "N", at(game, 10, 1), at(game, 11, 1))
    assert game.prompt.kind == "act"
    return game


def refused(what, *args):
    try:
        what(*args)
    except Refused as e:
        return e
    raise AssertionError("was not refused")


def same(a, b):
    assert a.state.pack() == b.state.pack()
    assert (a.prompt.number, a.prompt.kind, a.prompt.subject) == (b.prompt.number, b.prompt.kind, b.prompt.subject)
    assert list(a.prompt.options) == list(b.prompt.options) and a.prompt.usual == b.prompt.usual


def test_F4_set_up_asks_monster_party_place_side_and_each_survivor():
    game = engine.create(Journal(), Cards(), ("Allister", "Erza"))
    kinds = []
    for choice in ("white-lion", 2, at(game, 10, 7), "N", at(game, 10, 1), at(game, 11, 1)):
        kinds.append(game.prompt.kind)
        say(game, choice)
    assert kinds == ["monster", "survivors", "place-monster", "facing", "place-survivor", "place-survivor"]


def test_F4_survivors_stand_exactly_six_spaces_away_on_28_spaces():
    game = engine.create(Journal(), Cards(), ("Allister",))
    say(game, "white-lion", 1, at(game, 10, 7), "S")
    assert len(game.prompt.options) == 28
    assert at(game, 10, 1) in game.prompt.options and at(game, 10, 2) not in game.prompt.options


def test_F4_the_usual_place_of_the_lion_is_the_centre():
    game = engine.create(Journal(), Cards(), ())
    say(game, "white-lion", 0)
    assert game.prompt.usual == at(game, 10, 7)


def test_an_illegal_answer_is_refused_and_changes_nothing():
    game = started()
    before = (game.state.pack(), len(game.journal))
    assert "attack" in refused(game.answer, game.prompt.number, "dance").allowed
    refused(game.answer, game.prompt.number, 3)
    refused(game.answer, game.prompt.number, True)
    assert (game.state.pack(), len(game.journal)) == before


def test_a_position_that_is_kept_leaves_the_question_what_it_was():
    """Who follows hears of an answer before the position that is kept behind it, and asks the same question by the number between."""
    for doing, kind in (
        (lambda game, n: game.answer(n, "move"), record.ANSWER),
        (lambda game, n: game.undo(n), record.UNDO),
        (lambda game, n: game.adjust(n), record.ADJUST),
    ):
        game = started()
        between = game.number - 1
        assert game.journal.read(between)[0] == record.SNAPSHOT and game.journal.read(between - 1)[0] == record.ANSWER
        assert game.meant(between) == game.meant(between + 1) == between + 1
        assert isinstance(refused(doing, game, between - 1), Stale), "an answer's number is not what comes after it"
        assert doing(game, between) and game.journal.read(between + 1)[0] == kind
        assert not doing(game, between), "a repeated one"
        assert game.journal.read(len(game.journal) - 1)[0] in (kind, record.SNAPSHOT)
        assert isinstance(refused(game.answer, between, "turn"), Stale)


def test_a_stale_answer_is_refused_and_a_repeated_one_acknowledged():
    game = started()
    number = game.prompt.number
    assert game.answer(number, "turn") is True
    length = len(game.journal)
    assert game.answer(number, "turn") is False
    assert len(game.journal) == length
    stale = refused(game.answer, number, "move")
    assert isinstance(stale, Stale) and stale.path == "n" and str(number) in stale.message
    assert isinstance(refused(game.answer, number + 7, "E"), Stale)
    assert isinstance(refused(game.undo, number), Stale)


def test_numbers_only_grow_and_are_places_in_the_journal():
    game = started()
    seen = [game.prompt.number]
    for choice in ("turn", "E", "fall", "s0"):
        say(game, choice)
        seen.append(game.prompt.number)
    game.undo(game.prompt.number)
    seen.append(game.prompt.number)
    game.redo(game.prompt.number)
    seen.append(game.prompt.number)
    assert seen == sorted(seen) and len(set(seen)) == len(seen)
    assert game.prompt.number == len(game.journal)


def test_undo_takes_back_one_answer_down_to_the_beginning_and_redo_gives_all_again():
    game = started()
    say(game, "turn", "W", "fall", "s1")
    end = game.state.pack()
    depth = game.depth
    while game.can_undo:
        game.undo(game.prompt.number)
    assert game.prompt.kind == "monster"
    refused(game.undo, game.prompt.number)
    for _ in range(depth):
        game.redo(game.prompt.number)
    assert game.state.pack() == end
    refused(game.redo, game.prompt.number)


def test_an_answer_after_undo_drops_what_could_be_redone():
    game = started()
    say(game, "turn", "W")
    game.undo(game.prompt.number)
    assert game.prompt.kind == "facing"
    say(game, "S")
    assert not game.can_redo and game.state.facing == 2


def test_K1_K2_knock_down_and_stand_up():
    game = started()
    say(game, "fall", "s1")
    assert game.state.flags[1] & DOWN and not game.state.flags[0] & DOWN
    say(game, "fall")
    assert game.prompt.options == ("monster", "s0")  # who lies is not floored twice
    say(game, "monster", "stand")
    assert game.state.down and game.prompt.options == ("monster", "s1")
    say(game, "s1")
    assert not game.state.flags[1] & DOWN
    say(game, "stand")  # the monster, who alone lies
    assert not game.state.down
    say(game, "fall", "s0", "fall", "s1", "stand")
    assert game.prompt.options == ("s0", "s1")


def test_M1_M2_move_and_turn_ends_beside_the_target_facing_it():
    game = started()
    say(game, "attack", "s0")
    s = game.state
    assert game.prompt.kind == "act" and (s.x, s.y, s.facing) == (10, 2, 0)


def test_M2_it_turns_to_its_target_also_when_it_does_not_move():
    game = started()
    say(game, "move", "s0", at(game, 12, 8), "attack", "s0")
    s = game.state
    assert (s.x, s.y, s.facing) == (10, 7, 1) and game.events == [("turned", 1)]


def test_M5_several_ends_are_asked_with_a_proposal():
    game = started()
    say(game, "move", "s0", at(game, 6, 4), "attack", "s0")
    assert game.prompt.kind == "end" and game.prompt.rule == "M5" and len(game.prompt.options) > 1
    assert game.prompt.usual in game.prompt.options and game.prompt.who == CONTROLLER


def test_X1_who_is_run_over_falls_when_the_monster_has_turned():
    game = started()
    say(game, "move", "s0", at(game, 16, 7), "move", "s1", at(game, 13, 7), "attack", "s0")
    assert game.prompt.kind == "act" and (game.state.x, game.state.facing) == (14, 1)
    assert [event[0] for event in game.events] == ["moved", "turned", "collided", "fell"] and game.events[-1] == ("fell", 1)


def test_X1_X2_run_over_falls_and_goes_out_from_under_the_base():
    game = started()
    # s1 stands where the lion stops when it goes for s0: under the south-west corner of its base.
    say(game, "move", "s0", at(game, 10, 2), "move", "s1", at(game, 10, 4), "attack", "s0")
    s = game.state
    assert (s.x, s.y) == (10, 3) and s.flags[1] & DOWN and not s.flags[0] & DOWN
    assert game.prompt.kind == "push-side" and game.prompt.options == ("S", "W") and game.prompt.subject == ("s1",)
    say(game, "W")
    assert s.at[1] == at(game, 5, 4) and game.prompt.kind == "act"


def test_X1_who_is_only_passed_over_falls_and_stays():
    game = started()
    say(game, "move", "s1", at(game, 11, 6), "attack", "s0")
    s = game.state
    assert (s.x, s.y) == (10, 2) and s.flags[1] & DOWN and s.at[1] == at(game, 11, 6)


def test_X4_X7_knockback_asks_the_side_only_when_more_than_one_is_legal():
    game = started()
    say(game, "push", "s0", 6)  # at (10, 1): north, one space to the edge
    assert game.prompt.kind == "act" and game.state.at[0] == at(game, 10, 0)
    say(game, "push", "s0", 3)  # on the edge: along it, to either side
    assert game.prompt.kind == "push-side" and game.prompt.options == ("E", "W")
    say(game, "W")
    assert game.state.at[0] == at(game, 7, 0)


def test_X5_X6_a_push_onto_another_floors_both_and_sets_one_aside():
    game = started()
    say(game, "move", "s0", at(game, 10, 5), "move", "s1", at(game, 10, 3), "push", "s0", 2)
    assert game.prompt.kind == "aside" and game.prompt.rule == "X6"
    say(game, at(game, 9, 3))
    assert game.state.flags[0] & DOWN and game.state.flags[1] & DOWN
    assert game.state.at[0] == at(game, 9, 3) and game.state.at[1] == at(game, 10, 3)


def test_adjust_is_one_answer_and_undo_takes_it_back_whole():
    game = started()
    before = game.state.pack()
    game.adjust(game.prompt.number)
    assert game.prompt.kind == "adjust" and game.adjusting
    say(game, "place-survivor", "s1", at(game, 3, 3))
    assert not game.adjusting and game.state.at[1] == at(game, 3, 3) and game.prompt.kind == "act"
    game.undo(game.prompt.number)
    assert game.state.pack() == before and not game.adjusting
    game.redo(game.prompt.number)
    assert game.state.at[1] == at(game, 3, 3) and not game.adjusting


def test_undo_inside_an_adjustment_goes_back_one_step_and_then_leaves_it():
    game = started()
    game.adjust(game.prompt.number)
    say(game, "place-survivor")
    game.undo(game.prompt.number)
    assert game.prompt.kind == "adjust" and game.can_redo
    game.redo(game.prompt.number)
    assert game.prompt.kind == "miniature"
    game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    assert game.prompt.kind == "act" and not game.adjusting


def test_to_look_what_can_be_adjusted_changes_nothing_that_could_be_redone():
    game = started()
    say(game, "turn", "W")
    game.undo(game.prompt.number)
    game.adjust(game.prompt.number)
    assert not game.can_redo
    refused(game.redo, game.prompt.number)
    same(game, engine.Engine(Journal(game.journal.kept), Cards()))
    game.undo(game.prompt.number)
    assert game.prompt.kind == "facing" and game.can_redo
    same(game, engine.Engine(Journal(game.journal.kept), Cards()))
    game.redo(game.prompt.number)
    assert game.state.facing == 3
    game.undo(game.prompt.number)
    game.adjust(game.prompt.number)
    say(game, "everyone", "yes")
    assert not game.can_redo  # now something has changed


def test_an_adjustment_in_the_middle_of_an_act_asks_the_same_question_anew():
    game = started()
    say(game, "move", "s0")
    assert game.prompt.kind == "to" and at(game, 3, 3) in game.prompt.options
    game.adjust(game.prompt.number)
    say(game, "place-survivor", "s1", at(game, 3, 3))
    assert game.prompt.kind == "to" and at(game, 3, 3) not in game.prompt.options


def test_an_adjustment_that_removes_the_subject_ends_the_act():
    game = started()
    say(game, "move", "s0")
    game.adjust(game.prompt.number)
    say(game, "remove-survivor", "s0")
    assert game.prompt.kind == "act"


def test_resuming_from_the_journal_gives_the_same_prompt_at_every_length():
    game = started()
    say(game, "turn", "W", "push", "s0", 6, "light", "routes", "s1")
    game.adjust(game.prompt.number)
    say(game, "place-monster", at(game, 4, 9), "move")
    game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    game.redo(game.prompt.number)
    again = engine.Engine(Journal(game.journal.kept), Cards())
    same(game, again)
    for n in range(2, len(game.journal) + 1):
        engine.Engine(Journal(game.journal.kept[:n]), Cards())  # wherever it was cut, it comes back


def test_a_follower_comes_to_the_same_state_record_by_record():
    game = started()
    say(game, "turn", "W", "push", "s0", 6)
    game.adjust(game.prompt.number)
    say(game, "priority", "s1", "move", "s0")
    game.undo(game.prompt.number)
    other = engine.Engine(Journal(game.journal.kept[:2]), Cards())
    for kept in game.journal.kept[2:]:
        other.follow(kept)
    same(game, other)
    assert other.diverged == -1


def test_a_follower_refuses_what_does_not_fit_and_notices_another_state():
    game = started()
    refused(game.follow, record.answer("dance", 22, False))
    refused(game.follow, bytes((record.REDO,)))
    wrong = unpack(game.state.pack())
    wrong.facing = 3
    number = len(game.journal)
    game.follow(bytes((record.SNAPSHOT,)) + wrong.pack())
    assert game.diverged == number and game.state.facing == 3


def test_a_journal_of_other_rules_goes_on_from_its_last_snapshot_and_undo_stops_there():
    game = started()
    say(game, "turn", "W")
    kept = list(game.journal.kept)
    kept[0] = kept[0].replace(b'"rules":%d' % engine.RULES, b'"rules":999')
    old = engine.Engine(Journal(kept), Cards())
    assert old.prompt.kind == "act" and old.state.facing == 3 and not old.can_undo
    assert "other rules" in refused(old.undo, old.prompt.number).message
    say(old, "turn", "S")
    again = engine.Engine(Journal(old.journal.kept), Cards())
    same(old, again)
    assert again.depth == 2


def test_a_power_cut_before_the_position_from_which_other_rules_go_on_loses_nothing():
    game = started()
    say(game, "turn", "W", "push", "s0")
    kept = list(game.journal.kept)
    kept[0] = kept[0].replace(b'"rules":%d' % engine.RULES, b'"rules":999')
    whole = engine.Engine(Journal(kept), Cards())
    assert whole.journal.kept[-2][0] == record.VERSION and whole.prompt.kind == "act" and whole.state.facing == 3
    cut = engine.Engine(Journal(whole.journal.kept[:-1]), Cards())
    same(whole, cut)
    assert cut.journal.kept == whole.journal.kept and not cut.can_undo
    other = whole.journal.kept[:-1] + [record.version(998)]  # and once more, under other rules again
    again = engine.Engine(Journal(other[:-2] + other[-1:]), Cards())
    assert again.state.pack() == whole.state.pack() and again.prompt.number == len(again.journal) == len(whole.journal) + 2
    say(again, "turn", "S")
    same(again, engine.Engine(Journal(again.journal.kept), Cards()))


def test_what_is_no_journal_is_refused():
    for kept in ([], [b""], [b"\x00nonsense"], [b'\x00{"format":"lanternboard/journal/2"}'], [b"\x01\x00x"]):
        refused(engine.Engine, Journal(kept), Cards())
    kept = started().journal.kept
    refused(engine.Engine, Journal([kept[0].replace(b'"rules":%d' % engine.RULES, b'"rules":0')] + kept[1:]), Cards())


def test_an_append_that_fails_leaves_the_game_as_it_was():
    class Full(Journal):
        full = False

        def append(self, made):
            if self.full:
                raise OSError(28)
            Journal.append(self, made)

    game = engine.create(Full(), Cards(), ("Allister",))
    game.journal.full = True
    try:
        say(game, "white-lion")
        raise AssertionError("a full flash was not noticed")
    except OSError:
        pass
    assert game.prompt.kind == "monster" and game.state.phase == 0
    game.journal.full = False
    say(game, "white-lion")
    assert game.prompt.kind == "survivors"


def test_a_snapshot_that_cannot_be_kept_loses_no_answer():
    class Full(Journal):
        fails = False

        def append(self, made):
            if self.fails and made[0] == record.SNAPSHOT:
                raise Refused("journal", "flash is full")
            Journal.append(self, made)

    game = engine.create(Full(), Cards(), ("Allister",))
    game.journal.fails = True
    say(game, "white-lion", 1, at(game, 10, 7))
    assert ("unsaved",) in game.events
    assert game.prompt.kind == "facing" and game.prompt.number == len(game.journal)
    game.journal.fails = False
    say(game, "N", at(game, 10, 1))
    same(game, engine.Engine(Journal(game.journal.kept), Cards()))
    depth = game.depth
    while game.can_undo:
        game.undo(game.prompt.number)
    for _ in range(depth):
        game.redo(game.prompt.number)
    assert game.prompt.kind == "act"


def test_another_pack_or_other_rulings_go_on_from_the_last_position_and_undo_stops_there():
    game = engine.create(Journal(), Cards(), ("Allister",), context="0000000a")
    say(game, "white-lion", 1, at(game, 10, 7), "N", at(game, 10, 1), "turn")
    same(game, engine.Engine(Journal(game.journal.kept), Cards(), context="0000000a"))
    other = engine.Engine(Journal(game.journal.kept), Cards(), context="0000000b")
    assert other.prompt.kind == "act" and not other.can_undo and other.note
    say(other, "turn", "E")
    again = engine.Engine(Journal(other.journal.kept), Cards(), context="0000000b")
    same(other, again)
    assert again.depth == 2 and again.note
    back = engine.Engine(Journal(other.journal.kept), Cards(), context="0000000a")
    assert back.state.facing == 1 and not back.can_undo
    assert engine.Engine(Journal(other.journal.kept), Cards()).depth == 2  # who does not ask


def test_what_was_undone_before_other_rules_came_stays_undone():
    game = engine.create(Journal(), Cards(), ("Allister",), context="a")
    say(game, "white-lion", 1, at(game, 10, 7), "N", at(game, 10, 1), "turn", "W")
    game.undo(game.prompt.number)
    game.undo(game.prompt.number)
    other = engine.Engine(Journal(game.journal.kept), Cards(), context="b")
    assert other.state.facing == 0


def test_a_position_in_the_middle_of_an_act_and_a_space_off_the_board_do_not_fit():
    game = started()
    say(game, "move")
    assert refused(game.follow, bytes((record.SNAPSHOT,)) + game.state.pack()).path == "snapshot"
    say(game, "s0")
    assert refused(game.follow, record.answer(30 + 5 * 64, 64, True)).path == "answer"
    assert game.prompt.kind == "to"


def test_every_record_and_its_line_are_the_same():
    game = started()
    say(game, "push", "s0", 0, "light", "range")
    game.adjust(game.prompt.number)
    say(game, "tokens", -3)
    game.undo(game.prompt.number)
    game.redo(game.prompt.number)
    for kept in game.journal.kept[1:]:
        assert journaltext.from_fields(journaltext.fields(kept)) == kept
    for made in (record.version(7), record.version(7, "0123abcd")):
        assert journaltext.from_fields(journaltext.fields(made)) == made
    for wrong in ({}, {"answer": True}, {"answer": [1]}, {"undo": False}, {"snapshot": "0g"}, {"answer": 1, "undo": True}):
        refused(journaltext.from_fields, wrong)
    for wrong in ({"rules": 0}, {"what": 1}, {"answer": "x" * 33}, {"answer": [64, 0]}, {"answer": 1 << 31}, {"undo": 1}):
        refused(journaltext.from_fields, wrong)
    for wrong in (b"\x01", b"\x01\x02", b"\x01\x09\x00\x00\x00\x00", b"\x01\x02\x00\x00\x00", b"\x02\x02\x00\x00\x00\x00"):
        refused(record.choice, wrong, 22)


def test_a_stack_is_the_same_over_many_pieces():
    from lanternboard.base.stack import Stack

    stack, n = Stack(), 700
    for k in range(n):
        stack.push(k * 3)
    assert [stack[k] for k in range(n)] == [k * 3 for k in range(n)] and stack[-1] == (n - 1) * 3
    for k in range(500):
        assert stack.pop() == (n - 1 - k) * 3
    stack.push(7)
    assert len(stack) == 201 and stack[200] == 7


def test_an_answer_that_finds_no_memory_is_not_kept_anywhere():
    from lanternboard.base.stack import Stack

    game = started()
    before, kept, depth = game.state.pack(), len(game.journal), game.depth

    def full(stack, value):
        raise MemoryError

    push, Stack.push = Stack.push, full
    try:
        game.answer(game.prompt.number, game.prompt.options[0])
        raise AssertionError("taken")
    except MemoryError:
        pass
    Stack.push = push
    assert (game.state.pack(), len(game.journal), game.depth) == (before, kept, depth)
    assert game.answer(game.prompt.number, game.prompt.options[0]) and game.depth == depth + 1


class Failing(Journal):
    """A journal that raises `wrong` instead of keeping a record of the kind `fails`."""

    fails = -1
    wrong = MemoryError
    unread = 0  # so many reads find no memory

    def read(self, number):
        if self.unread:
            self.unread -= 1
            raise MemoryError
        return Journal.read(self, number)

    def append(self, made):
        if made[0] == self.fails:
            raise self.wrong()
        Journal.append(self, made)


def test_an_answer_is_taken_whatever_its_snapshot_meets():
    for wrong in (MemoryError, OSError, ValueError):
        game = engine.create(Failing(), Cards(), ("Allister",))
        game.journal.fails, game.journal.wrong = record.SNAPSHOT, wrong
        assert game.answer(2, "white-lion") is True
        assert ("unsaved",) in game.events
        game.tell = lambda *event: (_ for _ in ()).throw(MemoryError())  # nor is there room to tell it
        assert game.answer(game.prompt.number, 1) is True
        same(game, engine.Engine(Journal(game.journal.kept), Cards()))


def test_an_undo_redo_or_adjustment_that_fails_is_not_kept_and_changes_nothing():
    for wrong in (MemoryError, OSError):
        game = engine.create(Failing(), Cards(), ("Allister",))
        say(game, "white-lion", 1, at(game, 10, 7), "N")
        game.undo(game.prompt.number)
        for kind, what in ((record.UNDO, game.undo), (record.REDO, game.redo), (record.ADJUST, game.adjust)):
            before = engine.Engine(Journal(game.journal.kept), Cards())
            game.journal.fails, game.journal.wrong = kind, wrong
            try:
                what(game.prompt.number)
                raise AssertionError("taken")
            except wrong:
                pass
            same(game, before)
            game.journal.fails = -1
            if kind != record.ADJUST:
                game.journal.unread = 1  # the way there finds no memory: then nothing may have been kept
                try:
                    what(game.prompt.number)
                    raise AssertionError("taken")
                except MemoryError:
                    pass
                assert not game.journal.unread
                same(game, before)
                assert what(game.prompt.number) is True
        assert game.adjust(game.prompt.number) is True and game.adjusting


def test_only_the_very_same_answer_is_one_that_is_already_kept():
    game = engine.create(Journal(), Cards(), ("A", "B", "C", "D"))
    say(game, "white-lion", 4)
    place = at(game, 10, 7)
    say(game, place, "N")
    length = len(game.journal)
    given = {"monster": "white-lion", "survivors": 4, "place": place, "side": "N"}
    numbers = [n for n in range(2, length) if game.journal.read(n)[0] == record.ANSWER]
    for number, name in zip(numbers, ("monster", "survivors", "place", "side")):
        is_space = name == "place"
        assert game.answer(number, given[name]) is False
        assert game.answer(number, given[name], is_space) is False
        others = [4.0, float(place), 5, True, None, [4, 0], "4", "", b"N", "n", 1 << 40, -1, ("N",), place + 1, "white-lion", 4, place, "N"]
        for other in [one for one in others if type(one) is not type(given[name]) or one != given[name]]:
            for space in (None, False, True):
                assert isinstance(refused(game.answer, number, other, space), Stale)
        assert isinstance(refused(game.answer, number, given[name], not is_space), Stale)
    assert len(game.journal) == length
    # One is no truth: `survivors` answered with 1.
    one = engine.create(Journal(), Cards(), ("A",))
    say(one, "white-lion", 1)
    number = one.prompt.number - 1 if one.journal.read(one.prompt.number - 1)[0] == record.ANSWER else one.prompt.number - 2
    for other in (True, 1.0, [1, 0]):
        assert isinstance(refused(one.answer, number, other), Stale)
    assert one.answer(number, 1) is False


def test_an_integer_is_no_space_and_a_space_no_integer():
    game = engine.create(Journal(), Cards(), ("A", "B"))
    say(game, "white-lion")
    refused(game.answer, game.prompt.number, 2, True)
    assert game.answer(game.prompt.number, 2, False)
    refused(game.answer, game.prompt.number, at(game, 10, 7), False)
    assert game.answer(game.prompt.number, at(game, 10, 7), True)


def test_a_power_cut_between_a_version_mark_and_its_position_loses_nothing():
    game = engine.create(Journal(), Cards(), ("Allister",), context="a")
    say(game, "white-lion", 1, at(game, 10, 7), "N", at(game, 10, 1), "turn", "W")
    whole = engine.Engine(Journal(game.journal.kept), Cards(), context="b")
    length = len(game.journal)
    for context in ("b", "a"):
        cut = engine.Engine(Journal(whole.journal.kept[: length + 1]), Cards(), context=context)
        assert cut.state.pack() == whole.state.pack() and not cut.can_undo and not cut.can_redo
        say(cut, "turn")
        again = engine.Engine(Journal(cut.journal.kept), Cards(), context=context)
        same(cut, again)
        other = engine.Engine(Journal(cut.journal.kept[:2]), Cards())
        for kept in cut.journal.kept[2:]:
            other.follow(kept)
        same(cut, other)


def test_long_replays_say_that_work_is_done():
    game = started()
    say(game, "turn")
    for k in range(40):
        game.adjust(game.prompt.number)
        say(game, "tokens", k % 7 - 3)
    kept = game.journal.kept
    depth = 0
    while kept[-1 - depth][0] != record.SNAPSHOT:
        depth += 1
    told = []
    journal = Journal(kept)
    journal.breathe = lambda: told.append(1)
    engine.Engine(journal, Cards())
    assert len(told) == depth // engine.BREATH


def test_a_follower_that_cannot_keep_a_record_is_what_it_was():
    game = started()
    say(game, "turn")
    other = engine.Engine(Failing(game.journal.kept[:2]), Cards())
    for kept in game.journal.kept[2:]:
        other.journal.fails = kept[0]
        before = (other.state.pack(), other.prompt.kind, other.prompt.number)
        try:
            other.follow(kept)
            raise AssertionError("taken")
        except MemoryError:
            pass
        assert before == (other.state.pack(), other.prompt.kind, other.prompt.number)
        other.journal.fails = -1
        other.follow(kept)
    same(game, other)
