"""What the table reads off its own cards: what a pack leaves open, cards that no pack knows. Runs on CPython and on MicroPython."""

from lanternboard.rules import learn
from lanternboard.rules.state import unpack
from rules.monster_table import Pack, asks, hurt, monsters_turn, play, shown, spot, survivors_turn, value

BESIDE = """
........
...0....
...MM...
...MM...
........
1......."""
ALONE = BESIDE.replace("1", ".")
OPEN = Pack(("ai", "claw", {"ask": ["damage"]}))


def read(game):
    asks(game, "read")
    return game.prompt.subject


def drawn(deck="claw claw", cards=None):
    return play(monsters_turn(ALONE, deck=deck, cards=cards or OPEN), "card claw")


def test_A1_what_a_pack_leaves_open_of_a_card_is_read_before_it_is_carried_out():
    game = drawn()
    assert read(game) == ("claw", "damage") and game.prompt.who == -2 and game.prompt.usual == "nothing"
    assert shown(game).split()[:4] == ["nothing", "knockback", "grab", "down"]
    play(game, "read knockback")
    assert read(game) == ("claw", "knockback")
    play(game, "read 1", "read nothing", "hits 1", "location legs")
    assert spot(game, 0) == (3, 0) and hurt(game, 0) == "legs"


def test_A1_it_is_read_once():
    game = play(drawn(), "read down", "read nothing", "hits 0", "hunter end", "card claw", "hits 1", "location legs")
    assert game.state.flags[0] & 1


def test_A1_nothing_is_an_answer_that_is_kept_too():
    play(drawn(), "read nothing", "hits 0", "hunter end", "card claw", "hits 0")


def test_A1_the_next_showdown_with_the_same_pack_begins_with_it():
    game = play(drawn(), "read down", "read nothing", "hits 0")

    def change(s):
        s.learned.extend(learn.kept(game.state))

    play(monsters_turn(ALONE, cards=OPEN, change=change), "card claw", "hits 0")


def test_A1_a_card_all_of_which_is_open():
    cards = Pack(("ai", "enraged", {"ask": ["all"], "mood": {}, "after": []}))
    game = play(monsters_turn(ALONE, deck="enraged", cards=cards), "card enraged")
    assert read(game) == ("enraged", "pick")
    play(game, "read standard", "read 3", "read 2", "read 1", "read nothing", "read nothing")
    assert game.prompt.kind == "hits" and game.prompt.subject[:2] == (3, 2)


LOST = Pack(("ai", "claw", {"ask": ["damage"], "injury": [[7, "ask"]]}))


def injured(*answers, deck="claw claw", cards=LOST, injuries="maw", **named):
    return play(monsters_turn(BESIDE, deck=deck, cards=cards, injuries=injuries, **named), "card claw", *answers)


def test_A9_what_a_card_does_with_an_injury_in_play_is_read_when_the_pack_does_not_know():
    game = injured()
    assert read(game) == ("claw", "injured") and game.prompt.rule == "A9" and game.prompt.usual == "nothing"
    play(game, "read adjacent-insanity", "read 2")
    assert "as-ever" not in game.prompt.options
    play(game, "read nothing")
    asks(game, "hunter")  # neither moved nor attacked, and what it says of damage was not asked
    assert [value(game, i, "insanity") for i in (0, 1)] == [2, 0] and list(game.state.decks[2]) == [0]


def test_A1_what_begins_something_behind_all_other_steps_ends_what_is_read():
    assert read(injured("read adjacent-down")) == ("claw", "injured"), "there may be more"
    game = injured("read draw")
    asks(game, "card")  # no more is asked


def test_A9_it_is_read_once_and_the_next_showdown_begins_with_it():
    game = play(injured("read adjacent-insanity", "read 2", "read nothing"), "hunter end", "card claw")
    asks(game, "hunter")
    assert value(game, 0, "insanity") == 4

    def change(s):
        s.learned.extend(learn.kept(game.state))

    game = injured(change=change)
    asks(game, "hunter")
    assert value(game, 0, "insanity") == 2
    assert injured("read adjacent-down", "read nothing").state.flags[0] & 1


def test_A9_nothing_and_as_ever_are_kept_too():
    game = play(injured("read nothing"), "hunter end", "card claw")
    asks(game, "hunter")
    game = injured("read as-ever")
    assert read(game) == ("claw", "damage")
    play(game, "read nothing", "hits 0", "hunter end", "card claw", "hits 0")


def test_A9_another_injury_in_play_asks_for_nothing():
    assert read(injured(injuries="paw")) == ("claw", "damage")
    assert read(injured(injuries="")) == ("claw", "damage")


def entered(keep="yes", deck="claw claw"):
    """An AI card that no pack knows: the standard list, an attack 1/5/2, brain damage after it."""
    game = play(monsters_turn(ALONE, deck=deck), "card other")
    return play(game, "read standard", "read 1", "read 5", "read 2", "read nothing", "read brain", "read 1", "read nothing", "read " + keep)


def test_A1_an_unknown_card_is_entered_from_menus_and_carried_out():
    game = entered()
    assert game.prompt.kind == "hits" and game.prompt.subject[:2] == (1, 5)
    play(game, "hits 1", "location legs")
    assert hurt(game, 0) == "legs, legs heavy" and value(game, 0, "insanity") == 0  # the brain damage took what T7 had given


def test_A1_it_is_found_again_by_its_number():
    game = play(entered(), "hits 0")
    while game.prompt.kind != "card":
        play(game, "hunter end")
    asks(game, "card", "claw learned-0 other")
    play(game, "card learned-0")
    assert game.prompt.kind == "hits" and game.prompt.subject[:2] == (1, 5)


def test_A1_kept_or_not():
    assert len(learn.kept(entered("yes").state)) == len(entered("yes").state.learned) > 0
    assert len(learn.kept(entered("no").state)) == 0


LOCATION = ("read nothing", "read down", "read nothing", "read nothing", "read more-damage", "read nothing")


def location(injury="no", impervious="no", trap="no", keep="yes"):
    """A location that no pack knows: whom it is wounded by it knocks down; critically: +1 damage."""
    game = play(survivors_turn(BESIDE), "hunter s0", "do fist", "hits 1", "location-card other", *LOCATION)
    return play(game, "read " + injury, "read " + impervious, "read " + trap, "read " + keep)


def test_W3_an_unknown_location_is_entered_and_tried():
    game = location()
    asks(game, "roll", "1-5 6-8 9-10")
    play(game, "roll 6-8")
    assert game.state.flags[0] & 1 and game.state.wounds == 1
    game = play(location(), "roll 9-10")
    assert game.state.beast[9] == 129 and len(game.state.decks[9]) == 0


def test_W3_its_injury_stays_its_armor_holds_its_trap_springs():
    game = play(location("yes"), "roll 9-10")
    assert list(game.state.decks[9]) == [15]
    game = play(location("no", "yes"), "roll 6-8")
    assert game.state.wounds == 0
    game = location("no", "no", "yes")
    asks(game, "do")
    assert ("trap", 0) in game.events


def test_W3_it_is_found_again():
    def change(s):
        s.learned.extend(location().state.learned)

    game = play(survivors_turn(BESIDE, change=change), "hunter s0", "do fist", "hits 1")
    assert shown(game).endswith(" trap learned-0 other")
    play(game, "location-card learned-0", "roll 6-8")
    assert game.state.flags[0] & 1


def test_A1_W3_what_is_kept_of_one_deck_does_not_hang_on_the_other():
    """An AI card that is not kept, a location that is: the location stays."""

    def change(s):
        s.learned.extend(entered("no").state.learned)

    game = play(survivors_turn(BESIDE, change=change), "hunter s0", "do fist", "hits 1", "location-card other", *LOCATION)
    play(game, "read no", "read no", "read no", "read yes")
    kept = learn.kept(game.state)
    assert len(kept) > 0 and all([kept[k] == 1 for k in range(0, len(kept), 7)])


def test_A1_a_state_with_all_that_can_be_entered_stays_below_a_kilobyte():
    game = monsters_turn(BESIDE, deck="claw claw claw claw claw claw claw claw", players=2)
    for _ in range(12):
        while game.prompt.kind != "card":
            options = game.prompt.options
            game.answer(game.prompt.number, game.prompt.usual if game.prompt.usual is not None else next(iter(options)))
        play(game, "card other")
        while game.prompt.kind == "read":
            options = game.prompt.options
            game.answer(game.prompt.number, "down" if isinstance(options, tuple) and "down" in options else game.prompt.usual)
        assert len(game.state.learned) <= learn.MOST and len(game.state.pack()) < 1024
        assert unpack(game.state.pack()).pack() == game.state.pack()
    assert learn.count(game.state, 0) >= 2


def test_A1_a_card_for_which_there_is_no_room_does_nothing():
    def change(s):
        s.learned.extend(bytes((1, 0, 100, 0, 1, 0, 0)) * 20)

    game = play(monsters_turn(ALONE, deck="claw", change=change), "card other")
    asks(game, "hunter")
    assert ("unread",) in game.events and list(game.state.decks[2]) == [8]  # a card without a word


class Lists(Pack):
    """With another pick-target list, which takes all; `left`: a card of the pack says nothing of its attack, or of its targets."""

    left = ()

    def count(self, deck):
        return Pack.count(self, deck) + (deck == "targets")

    def ids(self, deck):
        return Pack.ids(self, deck) + (("everyone",) if deck == "targets" else ())

    def card(self, deck, n):
        if deck == "targets" and n == 1:
            return {"id": "everyone", "name": "All", "pick": ["all survivor, not deaf", "no target: sniff"]}
        found = dict(Pack.card(self, deck, n))
        for key in self.left if deck == "ai" else ():
            found.pop(key, None)
        return found


def test_A2_a_card_that_takes_all_is_asked_for_no_attack():
    game = play(monsters_turn(BESIDE, deck="claw claw", cards=Lists()), "card other", "read everyone")
    assert read(game) == ("learned-0", "after")
    cards = Lists(("ai", "claw", {"ask": ["all"]}))
    cards.left = ("pick", "attack")
    game = play(monsters_turn(BESIDE, deck="claw claw", cards=cards), "card claw", "read everyone")
    assert read(game) == ("claw", "after")
    play(game, "read nothing")
    while game.prompt.kind != "hunter":
        game.answer(game.prompt.number, game.prompt.options[0])


def test_A2_a_card_that_attacks_is_not_offered_a_list_that_takes_all():
    cards = Lists(("ai", "claw", {"ask": ["pick"]}))
    cards.left = ("pick",)
    game = play(monsters_turn(BESIDE, deck="claw claw", cards=cards), "card claw")
    asks(game, "read", "nobody standard")
