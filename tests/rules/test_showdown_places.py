"""Every hit location of the White Lion as the installed packs give it, played (cards.md): what it answers, its critical effect."""

import sys

if sys.implementation.name != "micropython":
    import pytest
    from lanternboard.rules.state import ZERO
    from lanternboard_host.faces.cards import installed
    from rules.monster_table import asks, beast, give, hurt, lies, pile, play, shown, survivors_turn, value

    FIRST, LION = installed("first-story"), installed("white-lion")
    BOTH = pytest.mark.parametrize("cards", [FIRST, LION], ids=["first-story", "white-lion"])

    HUNT = """
......
......
......
......
......
......
......
......
..MM..
..MM..
..0...
.....1"""
    FAILURE = {
        "basic": "strange-hand beasts-temple beasts-tricep fleshy-gut",
        "basic+2": "beasts-paw",
        "charge": "beasts-back beasts-chest beasts-elbow beasts-scapular-deltoid beasts-tail",
        "back": "beasts-ear",
        "roll": "beasts-maw",
    }
    WOUND = {"brain, basic": "beasts-brow", "priority": "beasts-flank", "charge": "beasts-tail"}

    def struck(cards, location, face, change=None, **named):
        """Survivor 0 hits once, from the blind spot, with bare hands (luck 1): 1-5 fails, 6-8 wounds, 9-10 is critical."""
        g = survivors_turn(HUNT, cards=cards, movement=3, change=change, **named)
        play(g, "hunter s0", "do fist", "hits 1", "location-card " + location)
        options = shown(g).split(" ")
        found = [one for one in options if int(one.split("-")[0]) <= face <= int(one.split("-")[-1])]
        return play(g, "roll " + found[0])

    def answer(g):
        """How it answered, in a word."""
        place, said = beast(g), []
        if hurt(g, 0) == "brain":
            said.append("brain")
        if g.prompt.kind == "hits":
            assert place == (2, 8, "S")
            play(g, "hits 1", "location legs")
            said.append({"legs": "basic", "brain": "basic", "legs, brain": "basic"}.get(hurt(g, 0), "basic+2"))
        elif place == (2, 5, "N"):
            said.append("charge")
        elif place == (2, 7, "N"):
            said.append("back")
        elif g.prompt.kind == "roll":
            said.append("roll")
        else:
            assert place == (2, 8, "N")
        if g.state.priority == 0:
            said.append("priority")
        return ", ".join(said)

    def locations(cards):
        return [name for name in cards.ids("locations") if name != "clever-ploy"]

    @BOTH
    def test_W7_every_locations_reaction_to_a_failed_attempt(cards):
        assert len(locations(cards)) == 22
        for name in locations(cards):
            expected = [word for word, names in FAILURE.items() if name in names.split(" ")] or [""]
            g = struck(cards, name, 1)
            assert (name, answer(g)) == (name, expected[0]) and g.state.wounds == 0

    @BOTH
    def test_W7_every_locations_reaction_to_a_wound(cards):
        for name in locations(cards):
            expected = [word for word, names in WOUND.items() if name in names.split(" ")] or [""]
            g = struck(cards, name, 8)
            assert (name, answer(g)) == (name, expected[0]) and g.state.wounds == (0 if name == "glorious-mane" else 1)

    @BOTH
    def test_W7_what_the_maw_rolls_and_the_ribs_ask(cards):
        g = play(struck(cards, "beasts-maw", 1, level=2, change=lambda s: give(s, 0, insanity=5)), "roll 4-10")
        assert value(g, 0, "insanity") == 3 and lies(g, 0)
        g = play(struck(cards, "beasts-maw", 1), "roll 1-3")
        assert hurt(g, 0) == "" and not lies(g, 0)
        assert value(struck(cards, "beasts-ribs", 8, change=lambda s: give(s, 0, understanding=3)), 0, "survival") == 1
        assert value(struck(cards, "beasts-ribs", 8, change=lambda s: give(s, 0, understanding=2)), 0, "survival") == 0

    CRITICAL = {
        "strange-hand": "play",
        "beasts-back": "accuracy -1",
        "beasts-brow": "accuracy -1",
        "beasts-chest": "resource roll",
        "beasts-ear": "accuracy -1",
        "beasts-elbow": "insanity 3 3",
        "beasts-femur": "movement -1 resource",
        "beasts-flank": "down",
        "beasts-heel": "down play",
        "beasts-knee": "movement -1",
        "beasts-maw": "roll play",
        "beasts-paw": "movement -1 lion-claw play",
        "beasts-ribs": "toughness -1",
        "beasts-scapular-deltoid": "movement -1",
        "beasts-tail": "accuracy -1 lion-tail",
        "beasts-temple": "play",
        "beasts-tricep": "down",
        "fleshy-gut": "resource insanity 3 0",
        "fuzzy-groin": "damage 1 lion-testes priority play",
        "glorious-mane": "shimmering-mane",
        "soft-belly": "resource play",
        "straining-neck": "roll",
    }

    def came_of_it(g, cards):
        """What a critical effect did, its rolls and draws answered with what is best for the lion."""
        asked = []
        while g.prompt.kind in ("resource", "roll"):
            asked.append(g.prompt.kind)
            play(g, g.prompt.kind + " " + ("white-fur" if g.prompt.options[0] == "white-fur" else shown(g).split(" ")[0]))
        s = g.state
        said = []
        tokens = {"movement": s.tokens, "accuracy": s.beast[8] - ZERO, "damage": s.beast[9] - ZERO, "toughness": s.beast[10] - ZERO}
        for word, n in tokens.items():
            if n:
                said.append("%s %d" % (word, n))
        if s.down and "roll" not in asked:
            said.append("down")
        if asked:
            said += asked
        elif s.spoils:
            said.append(cards.ids("parts")[s.spoils[1] & 127])
        if value(g, 0, "insanity"):
            said.append("insanity %d %d" % (value(g, 0, "insanity"), value(g, 1, "insanity")))
        if s.priority == 0 and s.priority_for == 255:
            said.append("priority")
        if pile(g, "locations-play"):
            said.append("play")
        return " ".join(said)

    @BOTH
    def test_W6_every_locations_critical_effect_and_no_reaction(cards):
        for name in locations(cards):
            g = struck(cards, name, 10)
            assert (name, came_of_it(g, cards)) == (name, CRITICAL[name])
            assert beast(g) == (2, 8, "N") and g.state.wounds == (0 if name == "glorious-mane" else 1)
            assert pile(g, "locations-play") == (name if "play" in CRITICAL[name] else "")

    @BOTH
    def test_W6_what_critical_effects_ask_and_roll(cards):
        g = struck(cards, "strange-hand", 10, change=lambda s: give(s, 0, survival=1))
        asks(g, "pay", "yes no", 0)
        play(g, "pay yes")
        assert value(g, 0, "strength") == 1 and value(g, 0, "survival") == 0
        g = play(struck(cards, "beasts-chest", 10), "resource sinew", "roll 10")
        assert g.state.result == 1
        g = play(struck(cards, "beasts-maw", 10), "roll 5-10")
        assert (value(g, 0, "courage"), value(g, 0, "survival")) == (1, 1)
        assert struck(cards, "straining-neck", 10).prompt.options == ("1-9", "10")
        assert play(struck(cards, "straining-neck", 10), "roll 1-9").state.down
        g = play(struck(cards, "straining-neck", 10), "roll 10")
        assert not g.state.down and g.state.beast[13] == 1 and g.state.result == 0
        g = struck(cards, "glorious-mane", 10, change=lambda s: give(s, 0, insanity=3))
        assert value(g, 0, "strength-tokens") == 1
        g = struck(cards, "beasts-tricep", 10, moods="enraged")
        assert pile(g, "play") == "" and pile(g, "discard") == "enraged"

    @BOTH
    def test_W6_the_elbow_raises_who_lies_and_does_not_reach_the_deaf(cards):
        def change(s):
            s.flags[1] = 1

        g = struck(cards, "beasts-elbow", 10, change=change)
        asks(g, "may", "yes no", 1)
        play(g, "may yes")
        assert not lies(g, 1) and value(g, 1, "insanity") == 3

        def deaf(s):
            change(s)
            s.body[31 + 28] = 2

        g = struck(cards, "beasts-elbow", 10, change=deaf)
        assert lies(g, 1) and value(g, 1, "insanity") == 0 and g.prompt.kind == "do"

    @BOTH
    def test_W9_the_trap_dooms_strikes_back_and_reshuffles(cards):
        def change(s):
            give(s, 0, survival=1)

        g = survivors_turn(HUNT, cards=cards, injuries="beasts-knee", change=change)
        play(g, "hunter s0", "do fist", "hits 2", "location-card beasts-back", "location-card clever-ploy", "hits 1", "location legs")
        asks(g, "do")  # no dodge was offered: doomed
        assert hurt(g, 0) == "legs" and value(g, 0, "turn") & 16 == 0 and beast(g) == (2, 8, "S")
        assert pile(g, "locations-discard") == "" and pile(g, "locations-play") == "beasts-knee" and len(g.state.decks[6]) == 22
