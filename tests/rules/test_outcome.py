"""How a showdown's journal ends (docs/journal.md): its last record says what changed, a follower holds it to that, and who takes the last
answer back plays on. Runs on CPython and on MicroPython."""

import json

from lanternboard.rules import chance, engine, figures, journaltext, outcome, record, state
from lanternboard.rules.harm import LOCATIONS
from lanternboard.rules.prompt import CHANCE
from lanternboard.rules.state import DEAD, EXPERIENCE, INSANITY
from rules.players import Dice, Journal
from rules.small_pack import DECKS, SmallPack

NAMES = ["Allister", "Erza", "Lucy", "Zachary"]


def played(seed):
    """A showdown to its end by random answers."""
    dice = Dice(seed)
    start = state.State(22, 16, 0)
    start.level = state.ALL
    game = engine.create(Journal(), SmallPack(), NAMES, 22, 16, None, None, start)
    while game.prompt.kind != "over":
        prompt = game.prompt
        game.answer(prompt.number, chance.pick(prompt, dice.below) if prompt.who == CHANCE else dice.choice(prompt.options))
    return game


def ended(result):
    """The first one that ends so."""
    for seed in range(1, 60):
        game = played(seed)
        if game.state.result == result:
            return game
    raise AssertionError("none ended so")


def last(game):
    return game.journal.read(len(game.journal) - 1)


def told(game):
    return json.loads(bytes(last(game)[1:]).decode())


def test_F9_the_last_record_says_who_lives_what_they_gained_and_what_was_won():
    game = ended(state.WON)
    s = game.state
    result, rounds, party, won = told(game)
    assert last(game)[0] == record.RESULT and result == "won" and rounds == s.round and len(party) == len(s.at)
    for i in range(len(party)):
        name, lives, changes, _, injuries = party[i]
        assert name == (NAMES[i] if i < 4 else "s%d" % i) and lives == ("dead" if s.flags[i] & DEAD else "lives")
        gained = dict([(what, n) for what, n in changes])
        assert gained.get("experience", 0) == (0 if lives == "dead" else 1) == figures.value(s, i, EXPERIENCE)
        assert gained.get("insanity", 0) == figures.value(s, i, INSANITY)
        assert len(injuries) == sum([1 for k in range(0, len(s.injuries), 2) if s.injuries[k] >> 4 == i])
        for where, what in injuries:
            assert what in [row["id"] for row in DECKS["tables"][LOCATIONS.index(where)]["rows"]]
    assert len(won) == len(s.spoils) // 2 >= 4, "two and two of the scenario's at least"
    ids = [card["id"] for deck in ("basic", "parts") for card in DECKS[deck]]
    assert not [what for _, what in won if what not in ids]


def lasting(injuries, now, before=0, who=0):
    game = played(1)
    s = game.state
    s.injuries = bytearray(injuries)
    for k in range(3):
        s.body[who * state.WIDTH + state.MARKS + k] = now >> 8 * k & 255
    start = state.newcomer()
    start[state.MARKS] = before & 255
    return outcome.lasting(game, who, start)


def test_C5_marks_that_end_with_the_showdown_do_not_last():
    falls, deaf, weapons = figures.FALLS, figures.DEAF, figures.NO_WEAPONS
    assert lasting(b"\x04\x03", falls) == 0  # by an injury that says so
    assert lasting(b"\x04\x03\x00\x02", falls | deaf) == deaf  # another is for good
    assert lasting(b"\x04\x03", falls, falls) == falls  # it came with it
    assert lasting(b"", falls) == lasting(b"\x14\x03", falls) == falls  # the table says so; the injury is another's
    assert lasting(b"\x00\x02", 0) == 0  # the table has taken it back
    assert lasting(b"\x01\x02\x01\x02", weapons | falls) == weapons | falls


def test_F8_who_lost_has_won_nothing():
    result, _, party, won = told(ended(state.LOST))
    assert result == "lost" and won == [] and set([one[1] for one in party]) == {"dead"}


def test_it_is_the_same_line_and_back():
    made = last(ended(state.WON))
    assert journaltext.from_fields(json.loads(journaltext.line(9, made))) == made


def followed(game, end=None):
    """Another engine that takes its records one by one, the last one changed to `end`."""
    kept = [game.journal.read(n) for n in range(len(game.journal))]
    other = engine.Engine(Journal(kept[:2]), SmallPack())
    for made in kept[2:-1]:
        other.follow(made)
    other.follow(end or kept[-1])
    return other


def test_a_follower_notices_another_result():
    game = ended(state.WON)
    assert followed(game).diverged < 0
    wrong = bytes(last(game)).replace(b'"won"', b'"lost"')
    assert followed(game, wrong).diverged == len(game.journal) - 1


def test_the_last_answer_taken_back_and_given_again_ends_with_the_result_again():
    game = ended(state.LOST)
    end, pack = last(game), game.state.pack()
    game.undo(game.number)
    assert game.prompt.kind != "over" and last(game)[0] == record.UNDO
    choice = record.choice(end_of(game), 22)
    game.answer(game.number, choice)
    assert game.prompt.kind == "over" and last(game) == end and game.state.pack() == pack


def end_of(game):
    """The last answer's record."""
    for n in range(len(game.journal) - 1, 0, -1):
        if game.journal.read(n)[0] == record.ANSWER:
            return game.journal.read(n)


def test_F9_the_answer_that_ends_it_is_taken_whatever_keeping_the_result_meets():
    for wrong in (MemoryError, OSError, ValueError):
        game = ended(state.LOST)
        game.undo(game.prompt.number)
        kept = game.journal.append

        def append(made, kept=kept, wrong=wrong):
            if made[0] == record.RESULT:
                raise wrong
            kept(made)

        game.journal.append = append
        prompt = game.prompt
        while game.prompt.kind != "over":
            prompt = game.prompt
            assert game.answer(prompt.number, chance_or_first(prompt)) is True
        assert last(game)[0] != record.RESULT and game.state.result


def chance_or_first(prompt):
    return next(iter(prompt.options))
