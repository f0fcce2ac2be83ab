"""Every ruling of the geometry (docs/rulings.md) by its default and decided otherwise, in the flows that a table plays. Runs on CPython
and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.explain import replay
from lanternboard.rules import engine, geometry, journaltext, knockback, movement, record, retreat, rulings, targets
from lanternboard.rules.asking import PLAY
from lanternboard.rules.prompt import CONTROLLER
from lanternboard.rules.rulings import DEFAULT, Rulings
from lanternboard.rules.state import DOWN

try:
    from players import Cards, Dice, Journal, play
    from tables import mask, places, same, space, table
except ImportError:
    from rules.players import Cards, Dice, Journal, play
    from rules.tables import mask, places, same, space, table

NAMES = ("A", "B", "C", "D")


def other(name, value=False):
    made = Rulings()
    setattr(made, name, value)
    return made


def played(s, decided, *choices):
    """The table plays on from a position by these rulings."""
    s.phase = PLAY
    s.monster = 0
    game = engine.create(Journal(), Cards(), NAMES[: len(s.at)], 22, 16, decided, None, s)
    return say(game, *choices)


def say(game, *choices):
    for choice in choices:
        game.answer(game.prompt.number, choice)
    return game


def where(game):
    return places(game.state, game.state.at)


def lying(game):
    return [i for i in range(len(game.state.at)) if game.state.flags[i] & DOWN]


def asked(game):
    prompt = game.prompt
    return prompt.kind, list(prompt.options)


def test_G5_what_is_level_with_the_base():
    s = table("....\n0MM.\n.MM.\n....")
    entry = ["closest threat, facing"]
    assert targets.pick(s, entry, DEFAULT).candidates == 0
    assert targets.pick(s, entry, other("front_excludes_base_line")).candidates == 1


def test_G6_the_blind_spot_of_a_monster_whose_card_names_none():
    def blind(decided):
        game = engine.create(Journal(), Cards(), ("A",), 6, 6, decided)
        say(game, "lion", 0, 6 + 2)  # its base on columns 2-3, rows 1-2
        return say(game, "N").state

    same(*_blind(blind(DEFAULT)), "......\n......\n......\n..**..\n......\n......")
    same(*_blind(blind(other("blind_spot_rows", 2))), "......\n......\n......\n..**..\n..**..\n......")
    same(*_blind(blind(other("blind_spot_rows", 8))), "......\n......\n......\n..**..\n..**..\n..**..")
    same(*_blind(blind(other("blind_spot_rows", 0))), "......\n" * 6)
    game = engine.create(Journal(), Cards(), ("A",), 6, 6)
    say(game, "bird", 0, 6 + 2, "N")
    same(*_blind(game.state), "......\n......\n......\n......\n..***.\n......")


def _blind(s):
    return s, geometry.blind_spot(s)


def test_G6_the_largest_base_and_the_deepest_blind_spot_fit_into_a_state():
    from lanternboard.rules.state import State, default_blind_spot, unpack

    s = State(16, 16)
    s.size, s.blind = 8, default_blind_spot(8, 8)
    assert len(s.blind) == 128 and unpack(s.pack()).blind == s.blind


def test_G7_whether_terrain_hides():
    s = table(".0..\n.O..\n.M..\n....", facing="N")
    entry = ["closest threat, in field of view"]
    assert targets.pick(s, entry, DEFAULT).candidates == 0
    assert targets.pick(s, entry, other("terrain_hides")).candidates == 1
    same(s, geometry.field_of_view(s, other("terrain_hides")), "****\n****\n*.**\n*.**")


def test_M4_away_from_several_by_the_sum_or_the_nearest():
    s = table("0...M1...", movement=2)
    # the sum is the same whichever way; the nearest one gets further off to the west only
    assert places(s, retreat.away(s, s.at, DEFAULT)) == [(6, 0)]
    assert places(s, retreat.away(s, s.at, other("several_by_sum"))) == [(3, 0)]


# Straight on it comes over s1 with one bend; round s1 it takes two.
ONE_END = "......\nM.1...\n.....X\nX....0"


def test_M5_what_is_proposed_spares_survivors_first_or_has_the_fewest_bends():
    for decided, usual in ((DEFAULT, "r0"), (other("spare_before_bends"), "r1")):
        prompt = played(table(ONE_END), decided, "attack", "s0").prompt
        assert prompt.kind == "crossing" and prompt.subject[1:] == (0, mask(1)) and prompt.usual == usual
        assert prompt.who == CONTROLLER


def test_M5_the_end_that_is_proposed_follows_the_ruling_too():
    for decided, usual in ((DEFAULT, (4, 3)), (other("spare_before_bends"), (5, 2))):
        game = played(table("......\nM....1\nX...X.\n.....0"), decided, "attack", "s0")
        assert game.prompt.kind == "end" and places(game.state, [game.prompt.usual]) == [usual]


def test_M5_of_two_sets_of_one_size_the_one_with_fewer_bends_is_proposed():
    """Not the one that comes first in the party's order."""
    prompt = played(table("..X...\nM.2...\n..1..X\nX.X..0"), DEFAULT, "attack", "s0").prompt
    assert prompt.kind == "crossing" and prompt.subject[1:] == (mask(1), mask(2), mask(1, 2)) and prompt.usual == "r1"


def test_M7_a_diagonal_target_is_faced_on_the_larger_gap_or_on_either_side():
    s = table(".....\n....0\n.....\n.MM..\n.MM..", movement=0)
    s.at[0] = space(s, 4, 0)
    assert list(movement.turns(s, 0, space(s, 1, 3), DEFAULT)) == [0]
    assert list(movement.turns(s, 0, space(s, 1, 3), other("turn_by_larger_gap"))) == [0, 1]
    assert played(s, DEFAULT, "attack").prompt.kind == "act"
    game = played(s, other("turn_by_larger_gap"), "attack")
    assert asked(game) == ("side", ["N", "E"]) and game.prompt.who == CONTROLLER
    assert say(game, "E").state.facing == 1 and game.prompt.kind == "act"


def test_M7_a_target_straight_ahead_leaves_no_choice_by_either_ruling():
    s = table("..0..\n.....\n.MM..\n.MM..")
    for decided in (DEFAULT, other("turn_by_larger_gap")):
        assert list(movement.turns(s, 0, space(s, 1, 2), decided)) == [0]


def test_M9_a_full_move_that_begins_at_the_edge_stays_or_slides():
    s = table(".MM.\n.MM.\n....", facing="N")
    slides = other("full_move_ends_at_edge")
    assert [places(s, path) for path in retreat.full_forward(s, DEFAULT)] == [[(1, 0)]]
    assert [places(s, path) for path in retreat.full_forward(s, slides)] == [[(1, 0), (2, 0)], [(1, 0), (0, 0)]]
    s = table("....\n.MM.\n.MM.", facing="N")  # the edge on its way only ends it
    assert [places(s, path) for path in retreat.full_forward(s, slides)] == [[(1, 1), (1, 0)]]


def run_over(decided):
    """A lion of 2x2 that comes to stand on s1 and s2 beside s0."""
    s = table("........\n........\nMM..12.0\nMM......\n........\n........", movement=6)
    s.at[1], s.at[2] = space(s, 5, 2), space(s, 6, 2)
    game = played(s, decided, "attack", "s0")
    while game.prompt.kind in ("end", "crossing", "side"):
        options = list(game.prompt.options)
        say(game, space(s, 5, 2) if game.prompt.kind == "end" else options[-1])
    return game


def test_X2_all_fall_before_the_first_is_pushed_or_each_when_its_push_is_due():
    game = run_over(DEFAULT)
    assert asked(game) == ("order", ["s1", "s2"]) and lying(game) == [1, 2]
    game = run_over(other("collisions_first"))
    assert asked(game) == ("order", ["s1", "s2"]) and lying(game) == []
    say(game, "s2")
    assert lying(game) == [2]
    while game.prompt.kind != "act":
        say(game, list(game.prompt.options)[0])
    assert lying(game) == [1, 2]


def test_X2_who_is_only_crossed_falls_at_once_by_either_ruling():
    for decided in (DEFAULT, other("collisions_first")):
        game = played(table(ONE_END), decided, "attack", "s0", "r1")
        assert game.prompt.kind == "act" and lying(game) == [1]


def test_X2_the_controller_picks_the_order_or_they_go_in_the_partys():
    assert asked(run_over(DEFAULT))[0] == "order"
    game = run_over(other("knockback_order_asked"))
    assert game.prompt.kind == "push-side" and game.prompt.subject == ("s1",)
    say(game, list(game.prompt.options)[0])
    while game.prompt.kind == "aside":
        say(game, list(game.prompt.options)[0])
    assert game.prompt.kind == "push-side" and game.prompt.subject == ("s2",)


def test_X2_how_far_the_push_from_under_the_base_goes():
    def after(decided):
        game = run_over(decided)
        say(game, "s1")
        assert game.prompt.kind == "push-side"
        say(game, "N")
        return where(game)[1]

    assert after(DEFAULT) == (5, 0)
    assert after(other("collision_knockback", 1)) == (5, 1)


def test_X2a_a_side_where_the_edge_leaves_it_under_the_base_is_the_last_or_like_any_other():
    s = table("aM..\nMM..\n....\n....")
    assert list(knockback.directions(s, s.at[0], DEFAULT)) == [1, 2]
    assert list(knockback.directions(s, s.at[0], other("pushed_under_edge_last"))) == [0, 3]


def test_X4_a_diagonal_push_goes_along_the_larger_gap_or_along_either():
    s = table("......\n...0..\n......\n.MM...\n.MM...")
    assert where(played(s, DEFAULT, "push", 1)) == [(3, 0)]
    s = table("......\n...0..\n......\n.MM...\n.MM...")
    game = played(s, other("push_by_larger_gap"), "push", 1)
    assert asked(game) == ("push-side", ["N", "E"])
    assert where(say(game, "E")) == [(4, 1)]


def test_X4_directly_away_follows_the_same_ruling():
    s = table("...0\n....\n.M..\n....")
    assert [places(s, path) for path in retreat.steps_away(s, s.at[0], 1, DEFAULT)] == [[(1, 2), (1, 3)], [(1, 2), (0, 2)]]
    s = table("..0.\n....\n.M..\n....")
    assert [places(s, path) for path in retreat.steps_away(s, s.at[0], 1, DEFAULT)] == [[(1, 2), (1, 3)]]
    either = other("push_by_larger_gap")
    assert [places(s, path) for path in retreat.steps_away(s, s.at[0], 1, either)] == [[(1, 2), (1, 3)], [(1, 2), (0, 2)]]


def test_X6_who_cannot_stop_on_another_goes_beside_it_or_back_along_its_way():
    s = table("......\nM0.12.\n......")
    game = played(s, DEFAULT, "push", "s0", 3)
    assert asked(game) == ("aside", [space(s, 4, 0), space(s, 5, 1), space(s, 4, 2)]) and game.prompt.who == CONTROLLER
    s = table("......\nM0.12.\n......")
    game = played(s, other("aside_beside"), "push", "s0", 3)
    assert game.prompt.kind == "act" and where(game) == [(2, 1), (3, 1), (4, 1)] and lying(game) == [0, 1, 2]


def test_X6_back_to_where_it_came_from_and_no_further():
    s = table("......\nM012..\n......")
    game = played(s, other("aside_beside"), "push", "s0", 2)
    assert where(game) == [(1, 1), (2, 1), (3, 1)] and lying(game) == [0, 1, 2]
    s = table("......\nM0..1.\n......")
    game = played(s, other("aside_beside"), "push", "s0", 2)
    assert where(game)[0] == (3, 1) and lying(game) == []


def test_X6_from_under_the_base_without_a_free_space_on_its_way_it_goes_beside():
    s = table("..1.....\nMMaM....\nMMMM....\nMMMM....\nMMMM....")
    push = knockback.pushes(s, 0, 1, DEFAULT)[0]
    assert push.direction == 0 and knockback.back(s, 0, s.at[0], push) == -1


def test_X7_on_the_edge_a_push_slides_or_stays():
    s = table("....\n..M0\n....")
    assert asked(played(s, DEFAULT, "push", 1)) == ("push-side", ["N", "S"])
    game = played(s, other("slide_along_edge"), "push", 1)
    assert game.prompt.kind == "act" and where(game) == [(3, 1)]


def test_X8_who_is_pushed_into_terrain_falls_or_stands():
    for decided, down in ((DEFAULT, [0]), (other("terrain_floors"), [])):
        game = played(table("M0.#\n...."), decided, "push", 5)
        assert where(game) == [(2, 0)] and lying(game) == down


def test_V4_movement_is_at_least_one_step_or_may_be_none():
    s = table("....\n.0..\n....")
    same(s, geometry.reach(s, 0, 0, DEFAULT), ".*..\n*.*.\n.*..")
    same(s, geometry.reach(s, 0, -3, DEFAULT), ".*..\n*.*.\n.*..")
    same(s, geometry.reach(s, 0, 0, other("always_one_step")), "....\n....\n....")
    same(s, geometry.reach(s, 0, -3, other("always_one_step")), "....\n....\n....")
    same(s, geometry.reach(s, 0, 1, other("always_one_step")), ".*..\n*.*.\n.*..")


def test_F4_the_players_choose_the_side_it_starts_facing_or_it_is_given():
    def kinds(decided):
        game = engine.create(Journal(), Cards(), ("A",), 22, 16, decided)
        out = []
        for choice in ("lion", 1, 7 * 22 + 10):
            out.append(game.prompt.kind)
            say(game, choice)
        return out + [game.prompt.kind], game

    told, game = kinds(DEFAULT)
    assert told == ["monster", "survivors", "place-monster", "facing"]
    for side in range(4):
        told, game = kinds(other("start_facing", side + 1))
        assert told == ["monster", "survivors", "place-monster", "place-survivor"] and game.state.facing == side
        again = engine.Engine(Journal(game.journal.kept), Cards())
        assert again.state.pack() == game.state.pack() and again.prompt.kind == "place-survivor"
        game.undo(game.number)
        assert game.prompt.kind == "place-monster"
        game.redo(game.number)
        assert game.prompt.kind == "place-survivor" and game.state.facing == side


# What a journal says of them


def text_of(game):
    return ("\n".join([journaltext.line(n, game.journal.read(n)) for n in range(len(game.journal))]) + "\n").encode()


def test_a_journals_context_has_every_value_of_every_ruling():
    assert rulings.word(DEFAULT) == "" and rulings.word(Rulings()) == ""
    seen = []
    for name in rulings.NAMES:
        most = rulings.MOST.get(name, 1)
        usual = getattr(DEFAULT, name)
        for value in (False, True) if most == 1 else range(most + 1):
            word = rulings.word(other(name, value))
            assert (word == "") == (value == usual) and word not in seen, (name, value)
            if word:
                seen.append(word)
            for context in (word, "0123abcd" + word):
                found = rulings.of(context)
                for each in rulings.NAMES:
                    wanted = value if each == name else getattr(DEFAULT, each)
                    assert getattr(found, each) == wanted and type(getattr(found, each)) is type(wanted)
    everything = Rulings()
    for name in rulings.NAMES:
        most = rulings.MOST.get(name, 1)
        setattr(everything, name, not getattr(DEFAULT, name) if most == 1 else most - getattr(DEFAULT, name))
    found = rulings.of(rulings.word(everything))
    assert [getattr(found, name) for name in rulings.NAMES] == [getattr(everything, name) for name in rulings.NAMES]


def bits(names):
    return sum([5 if name in rulings.MOST else 1 for name in names])


BITS = bits(rulings.NAMES)
LEGS = bits(rulings.NAMES[: rulings.NAMES.index("legs_dead_to")])  # an integer of at most 3


def test_a_context_of_rulings_that_are_not_known_here_is_refused():
    for context in ("-%x" % (1 << BITS), "-%x" % (4 << LEGS), "-x", "-", "--1", "0123abcd-ffffffff", "-1e"):
        try:
            rulings.of(context)
        except Refused as refused:
            assert refused.path == "context"
        else:
            raise AssertionError(context)


def test_the_words_of_a_journal_stay_what_they_were():
    """Journals are kept for years: a ruling's bits never move. New ones go to the end of this list."""
    kept = ("1", "2", "40", "80", "100", "200", "400", "800", "1000", "2000", "40000", "80000", "100000", "200000", "400000", "800000")
    kept += ("1000000", "20000000", "40000000", "80000000", "100000000", "200000000", "400000000", "800000000", "1000000000")
    kept += ("2000000000", "4000000000", "8000000000", "10000000000", "20000000000", "40000000000", "80000000000")
    kept += ("1000000000000", "2000000000000", "40000000000000", "80000000000000", "100000000000000", "200000000000000", "400000000000000")
    kept += ("800000000000000",)
    assert len(kept) == len(rulings.NAMES)
    for name, word in zip(rulings.NAMES, kept):
        most = rulings.MOST.get(name, 1)
        usual = getattr(DEFAULT, name)
        assert rulings.word(other(name, not usual if most == 1 else usual ^ 1)) == "-" + word, name


def test_a_journal_is_played_again_by_the_rulings_that_it_names():
    s = table("......\nM0.12.\n......")
    game = played(s, other("aside_beside"), "push", "s0", 3)
    assert '"context":"-100000"' in text_of(game).decode().split("\n")[0]
    again = engine.Engine(Journal(game.journal.kept), Cards())
    assert not again.rulings.aside_beside and again.rulings.slide_along_edge
    assert again.state.pack() == game.state.pack() and again.prompt.number == game.prompt.number
    from lanternboard.base.jsonvalue import Bytes

    loaded, _ = replay.load(Bytes(text_of(game)), Journal(), Cards())
    assert loaded.state.pack() == game.state.pack() and not loaded.rulings.aside_beside


def test_a_journal_with_faulty_rulings_is_refused_where_it_names_them():
    from lanternboard.base.jsonvalue import Bytes

    text = text_of(played(table("M0"), other("aside_beside"))).replace(b"-100000", b"-zzz")
    try:
        replay.load(Bytes(text), Journal(), Cards())
    except Refused as refused:
        assert refused.path == "context"
    else:
        raise AssertionError("was not refused")


def test_who_follows_goes_on_by_the_rulings_of_the_journals_last_word():
    """A table is started anew with other rulings in the middle of an act: the act is not gone on with, by whoever follows neither."""
    s = table("......\nM0.12.\n......")
    game = played(s, DEFAULT, "push", "s0")
    kept = game.journal.kept
    board = engine.Engine(Journal(kept), Cards(), other("aside_beside"), context="0123abcd-100000")
    say(board, "push", "s0", 3)
    assert where(board)[0] == (2, 1)
    follower = engine.Engine(Journal(kept[:2]), Cards())
    for made in board.journal.kept[2:]:
        follower.follow(made)
        assert follower.diverged < 0
        assert follower.rulings.aside_beside == (len(follower.journal) <= len(kept))
    assert follower.state.pack() == board.state.pack() and follower.prompt.number == board.prompt.number
    assert follower.note == board.note and follower.note
    from lanternboard.base.jsonvalue import Bytes

    loaded, _ = replay.load(Bytes(text_of(board)), Journal(), Cards())
    assert loaded.state.pack() == board.state.pack()
    again = engine.Engine(Journal(board.journal.kept), Cards())
    assert again.state.pack() == board.state.pack() and not again.rulings.aside_beside
    assert record.context_of(board.journal.kept[len(kept)]) == "0123abcd-100000"


def test_games_by_any_rulings_keep_the_table_a_table_and_are_played_again_alike():
    for seed in range(12):
        dice = Dice(700 + seed)
        decided = Rulings()
        for name in rulings.NAMES:
            most = rulings.MOST.get(name, 1)
            setattr(decided, name, dice.below(2) == 1 if most == 1 else dice.below(most + 1))
        game = play(seed, 120, *((22, 16), (7, 6), (12, 4))[seed % 3], rulings=decided)
        again = engine.Engine(Journal(game.journal.kept), Cards())
        follower = engine.Engine(Journal(game.journal.kept[:2]), Cards())
        for made in game.journal.kept[2:]:
            follower.follow(made)
            assert follower.diverged < 0
        for one in (again, follower):
            assert rulings.word(one.rulings) == rulings.word(decided)
            assert one.state.pack() == game.state.pack() and one.prompt.number == game.prompt.number
            assert (one.prompt.kind, list(one.prompt.options), one.prompt.usual) == (
                game.prompt.kind,
                list(game.prompt.options),
                game.prompt.usual,
            )
