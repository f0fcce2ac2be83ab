"""Survival and what it buys (S1-S5), by what is asked and what then lies on the table. Runs on CPython and on
MicroPython."""

from rules.monster_table import (
    Pack,
    asks,
    fill,
    give,
    hurt,
    lies,
    monsters_turn,
    other,
    play,
    spot,
    survivors_turn,
    value,
)

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""
ALONE = BESIDE.replace("1", ".")


def clawed(hits=2, rulings=None, map=ALONE, cards=None, **fields):
    """Claw on s0, who has 1 survival: so many hits are counted."""
    fields["survival"] = fields.get("survival", 1)
    game = monsters_turn(map, cards=cards, rulings=rulings, change=lambda s: give(s, 0, **fields), players=2, deck="claw")
    return play(game, "card claw", "hits %d" % hits)


def words(game):
    return [event[0] for event in game.events]


# S1


def maw(limit, survival):
    """s0 wounds the Maw critically and its die shows 5 or more: +1 courage, +1 survival."""

    def change(s):
        s.limit = limit
        give(s, 0, survival=survival)

    game = survivors_turn(ALONE, change=change)
    return play(game, "hunter s0", "do fist", "hits 1", "location-card maw", "roll 9-10", "roll 5-10")


def test_S1_survival_never_exceeds_the_limit():
    for limit, before, after in ((1, 0, 1), (1, 1, 1), (3, 1, 2), (3, 3, 3)):
        game = maw(limit, before)
        assert (value(game, 0, "survival"), value(game, 0, "courage")) == (after, 1)


def test_S1_who_can_use_none_gains_none():
    def change(s):
        s.body[28] = 1

    game = play(survivors_turn(ALONE, change=change), "hunter s0", "do fist", "hits 1", "location-card maw", "roll 9-10", "roll 5-10")
    assert value(game, 0, "survival") == 0


# S2-S4: dodge


def test_S2_a_hit_is_dodged_for_one_survival_once_all_location_dice_lie():
    game = clawed()
    asks(game, "location")
    play(game, "location arms")
    asks(game, "location")
    play(game, "location legs")
    asks(game, "hit", "arms legs dodge-arms dodge-legs", 0)
    play(game, "hit dodge-legs")
    assert value(game, 0, "survival") == 0 and hurt(game, 0) == "arms"
    asks(game, "hunter")


def test_S2_it_can_be_done_after_other_hits_of_the_attack():
    game = play(clawed(), "location arms", "location legs", "hit arms")
    asks(game, "hit", "legs dodge-legs")
    play(game, "hit dodge-legs")
    assert hurt(game, 0) == "arms"


def test_S2_one_of_two_hits_on_a_location_becomes_a_miss_not_both():
    game = play(clawed(), "location arms", "location arms", "hit dodge-arms")
    assert hurt(game, 0) == "arms"


def test_S2_not_without_survival():
    game = play(clawed(1, survival=0), "location arms")
    assert hurt(game, 0) == "arms"
    asks(game, "hunter")


def test_S2_once_a_round():
    game = play(clawed(survival=3), "location arms", "location legs", "hit dodge-arms")
    asks(game, "hunter")  # the other hit is dealt without a question
    assert value(game, 0, "survival") == 2
    play(game, "hunter end", "card claw", "hits 1", "location head")
    asks(game, "hit", "head dodge-head")  # the next round's


def full(s):
    fill(s, 0, "body", "body heavy", "waist", "waist heavy")
    give(s, 0, survival=1)


def severe(change, *answers):
    return play(monsters_turn(ALONE, change=change, players=2), "card claw", "hits 2", *answers)


def test_S2_not_once_the_first_severe_injury_of_the_attack_is_rolled():
    game = severe(full, "location body", "location arms", "hit arms")
    asks(game, "hit", "body dodge-body")
    game = severe(full, "location body", "location arms", "hit body", "roll 3-6")
    asks(game, "hunter")
    assert value(game, 0, "survival") == 1 and hurt(game, 0).startswith("arms")


def test_S2_an_injury_that_is_held_already_was_rolled_too():
    def change(s):
        full(s)
        s.injuries.extend(bytes((3, 1)))

    game = severe(change, "location waist", "location arms", "hit waist", "roll 3-6")
    assert value(game, 0, "bleed") == 1
    asks(game, "hunter")
    assert value(game, 0, "survival") == 1


def test_S2_not_who_cannot_dodge_any_more():
    def change(s):
        give(s, 0, survival=1)
        s.body[28] = 4

    game = play(monsters_turn(ALONE, change=change, players=2), "card claw", "hits 1", "location arms")
    assert hurt(game, 0) == "arms" and value(game, 0, "survival") == 1


def test_S2_who_dodges_every_hit_is_spared_what_comes_after_damage():
    game = monsters_turn(ALONE, deck="power-swat", change=lambda s: give(s, 0, survival=1), players=2)
    play(game, "card power-swat", "hits 1", "location arms", "hit dodge-arms")
    assert spot(game, 0) == (3, 0 + 1 - 0) and "pushed" not in words(game)


def own(rulings=None):
    """s0, with 1 survival, fails at the Gut; the Basic Action that answers hits it once."""
    game = survivors_turn(ALONE, rulings=rulings, change=lambda s: give(s, 0, survival=1))
    return play(game, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 1-5", "hits 1", "location arms")


def test_S2a_in_its_own_attack_a_survivor_does_not_dodge_a_reaction():
    game = own()
    assert value(game, 0, "survival") == 1 and hurt(game, 0) == "arms"


def test_S2a_where_a_group_rules_otherwise_it_does():
    game = own(other("no_dodge_in_own_attack"))
    asks(game, "hit", "arms dodge-arms", 0)
    play(game, "hit dodge-arms")
    assert value(game, 0, "survival") == 0 and hurt(game, 0) == ""


def test_S2a_S2_another_whom_the_reaction_hits_may_dodge_it():
    cards = Pack(("locations", "gut", {"failure": [["pick", ["survivor, in blind spot"], [["basic", 0]]]]}))

    def change(s):
        give(s, 0, survival=1)
        give(s, 1, survival=1)

    game = survivors_turn("........\n...0....\n...MM...\n...MM...\n...1....", cards=cards, change=change)
    play(game, "hunter s0", "do fist", "hits 1", "location-card gut", "roll 1-5", "hits 1", "location arms")
    asks(game, "hit", "arms dodge-arms", 1)
    assert hurt(play(game, "hit dodge-arms"), 1) == "" and value(game, 0, "survival") == 1


def test_S3_a_grab_is_not_dodged():
    game = monsters_turn(ALONE, deck="grasp", change=lambda s: give(s, 0, survival=1), players=2)
    play(game, "card grasp", "hits 1", "location arms", "hit arms")
    while game.prompt.kind in ("end", "side", "front"):
        game.answer(game.prompt.number, next(iter(game.prompt.options)))
    play(game, "location legs")
    assert hurt(game, 0) == "arms, legs" and value(game, 0, "survival") == 1 and lies(game, 0)


def doomed_by_the_trap():
    """The trap's Basic Action hits s0, who may dodge in its own attack at this table."""
    game = survivors_turn(ALONE, rulings=other("no_dodge_in_own_attack"), change=lambda s: give(s, 0, survival=1), deck="claw")
    return play(game, "hunter s0", "do fist", "hits 1", "location-card trap", "hits 1", "location arms")


def test_S4_while_a_trap_dooms_no_survival_is_paid():
    game = doomed_by_the_trap()
    assert hurt(game, 0) == "arms" and value(game, 0, "survival") == 1


def test_S4_when_the_trap_is_through_survival_can_be_paid_again():
    game = play(doomed_by_the_trap(), "do done", "card claw", "hits 1", "location legs")
    asks(game, "hit", "legs dodge-legs")


def test_S4_a_card_that_dooms_does_so_until_it_is_through():
    cards = Pack(("ai", "claw", {"before": [["doomed"]]}))
    game = play(clawed(1, None, ALONE, cards), "location arms")
    assert hurt(game, 0) == "arms" and value(game, 0, "survival") == 1
    cards.changes = ()
    play(game, "hunter end", "card claw", "hits 1", "location legs")
    asks(game, "hit", "legs dodge-legs")


# S5


def open_turn(ruling=None, map=BESIDE, **named):
    rulings = other(ruling, True) if ruling else None
    return survivors_turn(map, rulings=rulings, change=lambda s: give(s, 0, survival=1), **named)


def test_S5_only_dodge_is_unlocked():
    game = play(open_turn(None, BESIDE, down=(1,)), "hunter s0", "do move", "go 2,1")
    asks(game, "do", "done") if game.prompt.kind == "do" else asks(game, "card")
    game = play(open_turn(None, BESIDE, down=(1,)), "hunter s0", "do fist", "hits 0")
    asks(game, "do", "move done")


def test_S5_dash_is_another_movement():
    game = play(open_turn("dash"), "hunter s0")
    asks(game, "do", "fist move done")
    play(game, "do move", "go 0,0")
    asks(game, "do", "dash done")
    play(game, "do dash", "do move", "go 3,1")
    assert value(game, 0, "survival") == 0
    asks(game, "do", "fist done")


def test_S5_surge_is_another_activation():
    game = play(open_turn("surge"), "hunter s0", "do fist", "hits 0")
    asks(game, "do", "move surge done")
    play(game, "do surge", "do fist", "hits 0")
    assert value(game, 0, "survival") == 0
    asks(game, "do", "move done")


def test_S5_encourage_lets_another_stand():
    game = play(open_turn("encourage", BESIDE, down=(1,)), "hunter s0")
    asks(game, "do", "fist move encourage done")
    play(game, "do encourage", "chosen s1")
    assert not lies(game, 1) and value(game, 0, "survival") == 0
    play(game, "do done")
    asks(game, "hunter", "s1 end")
    game = play(open_turn("encourage"), "hunter s0")
    asks(game, "do", "fist move done")  # nobody lies
