"""lanternboard/journal/1 as text: what is written is read again to the same game, and what does not fit is refused with its
line and path. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import Bytes
from lanternboard.explain import replay
from lanternboard.rules import engine, journaltext, record

try:
    from players import Cards, Journal, play
except ImportError:
    from rules.players import Cards, Journal, play


def text_of(game):
    out = bytearray()  # not a list of lines: on a small heap what lies between them would leave no room for the whole
    for n in range(len(game.journal)):
        out.extend(journaltext.line(n, game.journal.read(n)).encode())
        out.extend(b"\n")
    return bytes(out)


def load(text):
    return replay.load(Bytes(text), Journal(), Cards())


def refused(text):
    try:
        load(text)
    except Refused as e:
        return e
    raise AssertionError("was not refused")


class Written:
    """A game's journal as something to read from, made line by line."""

    def __init__(self, game):
        self.game = game
        self.n = 0
        self.left = b""

    def read(self, n):
        if not self.left and self.n < len(self.game.journal):
            self.left = journaltext.line(self.n, self.game.journal.read(self.n)).encode() + b"\n"
            self.n += 1
        piece, self.left = self.left[:n], self.left[n:]
        return piece


def test_a_journal_as_text_gives_the_same_game():
    for seed in range(12):
        game = play(3000 + seed, 50)
        again, lines = replay.load(Written(game), Journal(), Cards())
        assert lines == len(game.journal)
        assert again.journal.kept == game.journal.kept
        assert replay.summary(again) == replay.summary(game)
        assert again.state.pack() == game.state.pack() and again.depth == game.depth


def test_blank_lines_and_a_missing_last_newline_are_no_fault():
    game = play(3100, 20)
    again, _ = load(b"\n" + text_of(game).replace(b"\n", b"\n\n")[:-2])
    assert again.state.pack() == game.state.pack()


def by_other_rules(game, rules=b"999"):
    """The same journal as another version of the rules would have begun it."""
    kept = list(game.journal.kept)
    kept[0] = kept[0].replace(b'"rules":%d' % engine.RULES, b'"rules":' + rules)
    return kept


def lines_of(kept):
    return ("\n".join([journaltext.line(n, kept[n]) for n in range(len(kept))]) + "\n").encode()


def test_a_journal_of_other_rules_is_not_played_again_and_goes_on_from_its_last_position():
    kept = by_other_rules(play(3002, 60))
    expected = engine.Engine(Journal(kept), Cards())
    again, lines = load(lines_of(kept))
    assert lines == len(kept) and again.journal.kept == expected.journal.kept
    assert again.state.pack() == expected.state.pack() and not again.can_undo and "other rules" in again.note


def test_a_journal_that_went_on_under_these_rules_is_played_from_there():
    old = engine.Engine(Journal(by_other_rules(play(3003, 60))), Cards())
    old.answer(old.number, old.prompt.usual)
    told = []
    again, _ = replay.load(Bytes(lines_of(old.journal.kept)), Journal(), Cards(), None, lambda n, made, game: told.append(game is None))
    assert again.journal.kept == old.journal.kept and again.depth == old.depth == 1
    assert replay.summary(again) == replay.summary(old)
    assert told == [True] * (len(told) - 2) + [False] * 2  # the position that it goes on from, and the answer


def test_of_a_journal_by_other_rules_the_last_position_must_be_one():
    kept = by_other_rules(play(3004, 40))
    last = max([n for n in range(len(kept)) if kept[n][0] == record.SNAPSHOT])
    kept[last] = bytes((record.SNAPSHOT, 99)) + kept[last][2:]
    assert refused(lines_of(kept)).path == "state"


def test_what_does_not_fit_is_refused_with_line_and_path():
    lines = text_of(play(3001, 30)).split(b"\n")[:-1]

    def changed(k, new):
        e = refused(b"\n".join(lines[:k] + [new] + lines[k + 1 :]))
        return e.line, e.path

    assert changed(0, b'{"n":0}') == (1, "format")
    assert changed(0, b"nonsense") == (1, "")
    assert changed(0, lines[0].replace(b'"rules":%d' % engine.RULES, b'"rules":-1')) == (1, "rules")
    assert changed(0, lines[0].replace(b'"board"', b'"bored"')) == (1, "bored")
    assert changed(1, lines[2].replace(b'"n":2', b'"n":1')) == (2, "")  # the position it starts from is missing
    assert changed(1, b'{"n":1,"snapshot":"00"}') == (2, "state")
    assert changed(2, b'{"n":2,"answer":"nobody"}') == (3, "answer")
    assert changed(2, b'{"n":7,"answer":"lion"}') == (3, "n")
    assert changed(2, b'{"n":2,"answer":1.5}') == (3, "answer")
    assert changed(2, b'{"n":2,"redo":true}') == (3, "redo")
    assert changed(2, b'{"n":2,"answer":"lion","answer":"imp"}') == (3, "answer")
    assert changed(2, b'{"n":2,"answer":"lion","colour":3}') == (3, "colour")
    assert changed(2, b'{"n":2,"answer":"' + b"x" * 5000 + b'"}') == (3, "")
    assert changed(1, lines[1].replace(b'"n":1', b'"n":true')) == (2, "n")
    for key in (b"id", b"pack", b"pack_digest", b"context"):
        for word in (b"5", b'"' + b"x" * 65 + b'"'):
            assert changed(0, lines[0][:-1] + b',"' + key + b'":' + word + b"}") == (1, key.decode())
    for word in (b"5", b'"' + b"x" * 65 + b'"'):
        assert changed(2, b'{"n":2,"rules":%d,"context":' % engine.RULES + word + b"}") == (3, "context")


def test_of_several_unknown_keys_both_interpreters_tell_the_first_by_name():
    lines = text_of(play(3001, 5)).split(b"\n")[:3]
    e = refused(lines[0][:-1] + b',"zz":1,"aa":1,"mm":1}')
    assert (e.line, e.path) == (1, "aa")
    e = refused(b"\n".join(lines[:2]) + b'\n{"zz":1,"n":2,"mm":1,"answer":"lion","kk":1}')
    assert (e.line, e.path) == (3, "kk")


def test_a_snapshot_that_the_answers_do_not_lead_to_is_refused():
    lines = text_of(play(3001, 30)).split(b"\n")[:-1]
    for k in range(2, len(lines)):
        if b"snapshot" in lines[k]:
            wrong = lines[k].replace(b'"snapshot":"01', b'"snapshot":"01', 1)
            at = wrong.index(b'"snapshot":"') + len(b'"snapshot":"') + 18  # the movement tokens
            wrong = wrong[:at] + (b"07" if wrong[at : at + 2] != b"07" else b"08") + wrong[at + 2 :]
            e = refused(b"\n".join(lines[:k] + [wrong]))
            assert (e.line, e.path) == (k + 1, "snapshot")
            break


def test_a_journal_without_a_game_is_refused():
    assert refused(b"").path == ""
    assert refused(text_of(play(3001, 5)).split(b"\n")[0]).path == ""
