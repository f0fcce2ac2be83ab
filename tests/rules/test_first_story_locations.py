"""The White Lion's hit locations as the First Story's pack has them: what each answers, what a critical wound does, which injury stays,
from the figures of cards.md (W6, W7). CPython only: the pack is read as a file."""

import sys

if sys.implementation.name != "micropython":
    import pytest
    from lanternboard.rules.state import DAMAGE, TOUGHNESS, WIDTH, ZERO
    from lanternboard_host.faces.cards import installed
    from rules.monster_table import asks, beast, give, hurt, lies, monsters_turn, pile, play, value
    from rules.test_showdown_attacks import attack, words

    FIRST = installed("first-story")
    BESIDE = """
    ........
    ...0....
    ...MM...
    ...MM...
    .......1
    1.......""".replace("1.......", "........")
    PARTS = FIRST.ids("parts")

    def stocked(change=None):
        def prepare(s):
            give(s, 0, survival=1)
            s.limit = 3
            if change:
                change(s)

        return prepare

    def tried(card, *answers, change=None, deck="claw claw claw", **named):
        return attack("hits 1", "location-card " + card, *answers, cards=FIRST, change=stocked(change), map=BESIDE, deck=deck, **named)

    def tokens(game):
        """The monster's tokens by name."""
        s = game.state
        found = {name: s.beast[at + 6] - ZERO for name, at in (("speed", 1), ("accuracy", 2), ("damage", DAMAGE), ("toughness", TOUGHNESS))}
        found["movement"] = s.tokens
        return {name: n for name, n in found.items() if n}

    def settled(game):
        """Goes on until a hunter, a resource or a card is asked for: the lion goes where it likes and misses."""
        while game.prompt.kind not in ("hunter", "resource", "card"):
            options = game.prompt.options
            game.answer(game.prompt.number, game.prompt.usual if game.prompt.usual is not None else next(iter(options)))
        return game

    def answered(card, face):
        """What the monster answers, in a word."""
        game = tried(card, "roll " + face)
        bonus = [event for event in game.events if event[0] == "attacks"]
        if ("basic-on", 0) in game.events:
            return "basic %d" % (bonus[0][4] - 1)  # the Basic Action's damage is 1
        if beast(game) != (3, 2, "E"):
            return "charge" if beast(game) == (6, 2, "E") else "back" if beast(game) == (3, 3, "E") else "elsewhere"
        if game.prompt.kind != "do":
            return game.prompt.kind
        return "priority" if game.state.priority == 0 else ""

    FAILURES = {
        "strange-hand": "basic 0",
        "beasts-back": "charge",
        "beasts-chest": "charge",
        "beasts-ear": "back",
        "beasts-elbow": "charge",
        "beasts-maw": "roll",
        "beasts-paw": "basic 2",
        "beasts-scapular-deltoid": "charge",
        "beasts-tail": "charge",
        "beasts-temple": "basic 0",
        "beasts-tricep": "basic 0",
        "fleshy-gut": "basic 0",
    }
    WOUNDS = {"beasts-brow": "basic 0", "beasts-flank": "priority", "beasts-tail": "charge"}
    INJURIES = (
        "strange-hand", "beasts-heel", "beasts-maw", "beasts-paw", "beasts-temple", "fuzzy-groin", "soft-belly",
    )  # fmt: skip
    LOCATIONS = [name for name in FIRST.ids("locations") if name != "clever-ploy"]

    def test_W3_there_are_22_locations_and_the_trap():
        assert len(LOCATIONS) == 22 and FIRST.card("locations", 22)["trap"]

    @pytest.mark.parametrize("card", LOCATIONS)
    def test_W7_what_a_location_answers_to_a_failure(card):
        assert answered(card, "1-5") == FAILURES.get(card, "")

    @pytest.mark.parametrize("card", LOCATIONS)
    def test_W7_what_a_location_answers_to_a_wound(card):
        assert answered(card, "6-8") == WOUNDS.get(card, "")

    def test_W7_the_maw_frightens_who_fails():
        game = tried("beasts-maw", "roll 1-5")
        asks(game, "roll", "1-3 4-10")
        play(game, "roll 4-10")
        assert hurt(game, 0) == "brain" and lies(game, 0)
        assert hurt(tried("beasts-maw", "roll 1-5", "roll 1-3"), 0) == ""

    def test_W7_the_brow_frightens_before_it_strikes():
        game = tried("beasts-brow", "roll 6-8")
        assert hurt(game, 0) == "brain"
        asks(game, "hits")

    def test_W7_the_ribs_teach_who_understands():
        assert value(tried("beasts-ribs", "roll 6-8", change=lambda s: give(s, 0, understanding=3)), 0, "survival") == 2
        assert value(tried("beasts-ribs", "roll 6-8", change=lambda s: give(s, 0, understanding=2)), 0, "survival") == 1

    # Critical effects: (tokens on the monster, resource won, more answers); the injury stays where the location leaves one
    CRITICALS = {
        "strange-hand": ({}, None, ("pay no",)),
        "beasts-back": ({"accuracy": -1}, None, ()),
        "beasts-brow": ({"accuracy": -1}, None, ()),
        "beasts-chest": ({}, "sinew", ("resource sinew", "roll 1-9")),
        "beasts-ear": ({"accuracy": -1}, None, ()),
        "beasts-elbow": ({}, None, ()),
        "beasts-femur": ({"movement": -1}, "sinew", ("resource sinew",)),
        "beasts-flank": ({}, None, ()),
        "beasts-heel": ({}, None, ()),
        "beasts-knee": ({"movement": -1}, None, ()),
        "beasts-maw": ({}, None, ("roll 1-4",)),
        "beasts-paw": ({"movement": -1}, "lion-claw", ()),
        "beasts-ribs": ({"toughness": -1}, None, ()),
        "beasts-scapular-deltoid": ({"movement": -1}, None, ()),
        "beasts-tail": ({"accuracy": -1}, "lion-tail", ()),
        "beasts-temple": ({}, None, ()),
        "beasts-tricep": ({}, None, ()),
        "fuzzy-groin": ({"damage": 1}, "lion-testes", ()),
        "glorious-mane": ({}, "shimmering-mane", ()),
        "soft-belly": ({}, "sinew", ("resource sinew",)),
        "straining-neck": ({}, None, ("roll 1-9",)),
    }

    @pytest.mark.parametrize("card", CRITICALS)
    def test_W6_what_a_critical_wound_does(card):
        marks, won, answers = CRITICALS[card]
        game = tried(card, "roll 9-10", *answers)
        asks(game, "do")
        assert tokens(game) == marks and game.state.wounds == (card != "glorious-mane")
        assert bytes(game.state.spoils) == (bytes((0, 128 + PARTS.index(won))) if won else b"")
        assert pile(game, "locations-play") == (card if card in INJURIES else "")
        assert game.state.down == (card in ("beasts-flank", "beasts-heel", "beasts-tricep", "straining-neck"))
        assert beast(game) == (3, 2, "E") and (game.state.priority == 0) == (card == "fuzzy-groin")

    def test_W6_the_gut_maddens_who_tears_it():
        game = tried("fleshy-gut", "roll 9-10", "resource monster-hide")
        assert value(game, 0, "insanity") == 3 and bytes(game.state.spoils) == bytes((0, 0)) and game.state.wounds == 1

    def test_W6_the_strange_hand_gives_strength_for_survival():
        game = tried("strange-hand", "roll 9-10", "pay yes")
        assert value(game, 0, "strength") == 1 and value(game, 0, "survival") == 0
        asks(tried("strange-hand", "roll 9-10", change=lambda s: give(s, 0, survival=0)), "do")

    def test_W6_a_10_at_the_chest_kills():
        game = tried("beasts-chest", "roll 9-10", "resource sinew")
        asks(game, "roll", "1-9 10")
        play(game, "roll 10")
        assert game.state.result == 1

    def test_W6_the_elbow_drives_all_mad_who_hear_and_lets_them_stand():
        def change(s):
            s.flags[1] |= 1

        game = tried("beasts-elbow", "roll 9-10", change=change)
        asks(game, "may", "yes no", 1)
        play(game, "may yes")
        assert not lies(game, 1) and [value(game, i, "insanity") for i in (0, 1)] == [3, 3]

        def deaf(s):
            s.flags[1] |= 1
            s.body[WIDTH + 28] = 2

        game = tried("beasts-elbow", "roll 9-10", change=deaf)
        assert lies(game, 1) and [value(game, i, "insanity") for i in (0, 1)] == [3, 0]

    def test_W6_the_maw_makes_brave():
        game = tried("beasts-maw", "roll 9-10")
        asks(game, "roll", "1-4 5-10")
        play(game, "roll 5-10")
        assert value(game, 0, "courage") == 1 and value(game, 0, "survival") == 2

    def test_W6_a_tricep_ends_one_mood():
        game = tried("beasts-tricep", "roll 9-10", moods="enraged enraged")
        assert pile(game, "play") == "enraged" and pile(game, "discard") == "enraged"

    def test_W6_the_groin_binds_until_one_of_them_dies():
        game = tried("fuzzy-groin", "roll 9-10")
        play(game, "do done", "hunter end")
        for _ in range(2):
            play(game, "card claw", "hits 0")
            assert game.state.priority == 0
            play(game, "hunter end")

    def test_W6_the_mane_strengthens_the_insane():
        assert value(tried("glorious-mane", "roll 9-10", change=lambda s: give(s, 0, insanity=3)), 0, "strength-tokens") == 1
        assert value(tried("glorious-mane", "roll 9-10", change=lambda s: give(s, 0, insanity=2)), 0, "strength-tokens") == 0

    def test_W6_a_broken_neck_kills_in_the_next_turn_the_table_says_when():
        for when, kind in (("start", "resource"), ("end", "card")):
            game = tried("straining-neck", "roll 9-10", "roll 10", "do done", "hunter end")
            assert game.state.result == 0
            asks(game, "read", "start end")
            play(game, "read " + when)
            asks(game, kind)
            if when == "end":
                assert game.state.result == 0
                settled(play(game, "card claw"))
            assert game.state.result == 1

    # Injuries that stay

    def injured(card, deck="claw", **named):
        return monsters_turn(BESIDE, deck=deck, injuries=card, cards=FIRST, **named)

    def test_W6_organ_trail_bleeds_the_lion_at_the_start_of_its_turn():
        game = injured("soft-belly", "claw claw")
        asks(game, "roll", "1 2-10")
        play(game, "roll 1")
        assert game.state.wounds == 1
        assert play(injured("soft-belly"), "roll 2-10").state.wounds == 0

    def test_W6_the_temple_can_cost_it_the_card_and_the_turn():
        game = play(injured("beasts-temple", "claw chomp"), "card claw")
        asks(game, "roll", "1-2 3-10")
        play(game, "roll 1-2")
        assert pile(game, "discard") == "claw"
        asks(game, "hunter")

    def test_W6_a_ruptured_tendon_can_fell_it_when_it_starts_to_move():
        game = play(injured("beasts-heel", "grasp"), "card grasp")
        play(game, "hits 1", "location legs")
        asks(game, "roll", "1 2-10")  # it stood beside its target: it starts to move only now, away from all threats
        play(game, "roll 1")
        asks(game, "hunter")  # the rest of the card is dropped (M10); the lion is up again for the survivors' turn
        assert beast(game)[:2] == (3, 2) and ("fell", -1) in game.events and "grabbed" not in words(game) and not lies(game, 0)

    def test_W6_with_a_broken_foot_it_grabs_nobody():
        game = settled(play(injured("beasts-paw", "grasp"), "card grasp", "hits 1", "location legs"))
        assert pile(game, "discard") == "grasp" and not lies(game, 0) and hurt(game, 0) == "legs"

    def test_W6_without_a_jaw_a_chomp_only_maddens_those_beside_it():
        game = play(injured("beasts-maw", "chomp"), "card chomp")
        asks(game, "hunter")
        assert [value(game, i, "insanity") for i in (0, 1)] == [1, 0] and hurt(game, 0) == ""
