"""The First Story's tables as its pack has them: what each face of a severe injury or a trauma does (D6, D7, D8), from the figures of
cards.md. CPython only: the pack is read as a file."""

import sys

if sys.implementation.name != "micropython":
    import pytest
    from lanternboard.rules.figures import MARKS_BY_ID, marks
    from lanternboard.rules.outcome import lasting as outcome_lasting
    from lanternboard.rules.outcome import outcome
    from lanternboard.rules.state import DISORDERS, WIDTH, State, newcomer
    from lanternboard_host.faces.cards import installed
    from rules.monster_table import ATTRIBUTES, asks, dead, fill, give, hurt, lies, monsters_turn, play, shown, spot, value

    FIRST = installed("first-story")
    MAP = """
    ..........
    ...02.....
    ...MM.....
    ...MM.....
    ..........
    .........1"""

    def rolled(location, face, change=None):
        """s0, whose boxes there are full, is hit once; of the severe injuries that face comes up."""

        def prepare(s):
            fill(s, 0, location, location + " heavy")
            if change:
                change(s)

        game = monsters_turn(MAP, cards=FIRST, change=prepare)
        return play(game, "card claw", "target s0", "hits 1", "location " + location, "roll " + face)

    def frightened(face, *answers, change=None, map=MAP):
        """s0, whose brain's box is full, suffers 1 brain damage; of the traumas that face comes up."""

        def prepare(s):
            fill(s, 0, "brain")
            if change:
                change(s)

        game = monsters_turn(map, deck="size-up", cards=FIRST, change=prepare, facing="N")
        return play(game, "card size-up", "random s0", "roll 4-10", "roll " + face, *answers)

    def record(game, i=0):
        """What is on a record that a new survivor's has not."""
        if dead(game, i):
            return "dead"
        found = ["%s %d" % (name, value(game, i, name) - (5 if name == "movement" else 0)) for name in ATTRIBUTES]
        found += ["%s %d" % (name, value(game, i, name + "-tokens")) for name in ATTRIBUTES]
        found = [word if k < 6 else "token " + word for k, word in enumerate(found) if not word.endswith(" 0")]
        found += ["%s %d" % (name, value(game, i, name)) for name in ("survival", "insanity", "courage", "bleed") if value(game, i, name)]
        disorders = game.state.body[i * WIDTH + DISORDERS]
        found += ["disorders %d" % disorders] if disorders else []
        found += [name for k, name in enumerate(MARKS_BY_ID) if marks(game.state, i) >> k & 1]
        found += ["down"] if lies(game, i) else []
        return ", ".join(found)

    HEAD = {
        "1-4": "dead",
        "5": "bleed 1, no-survival",
        "6": "evasion -1, bleed 1, deaf",
        "7": "accuracy -1, bleed 1",
        "8": "bleed 1, disorders 1",
        "9": "bleed 1, no-encourage, no-consume",
        "10": "down",
    }
    ARMS = {
        "1-2": "dead",
        "3": "bleed 2",
        "4": "bleed 1, no-two-handed",
        "5": "bleed 1, no-arts",
        "6": "accuracy -1, bleed 1",
        "7": "accuracy -1, strength -1, bleed 1",
        "8": "token strength -2, bleed 1, skip-hunt",
        "9": "bleed 1, no-two-handed",
        "10": "down",
    }
    BODY = {
        "1-2": "dead",
        "3": "bleed 2",
        "4": "strength -1, bleed 1",
        "5": "movement -2, bleed 1, no-heavy-gear",
        "6": "bleed 1, movement-one, dies-at-end, skip-hunt",
        "7": "bleed 2, skip-hunt",
        "8": "speed -1, bleed 1",
        "9": "token movement -1, bleed 1",
        "10": "down",
    }
    WAIST = {
        "1-2": "dead",
        "3": "bleed 2",
        "4": "bleed 1, no-waist-gear",
        "5": "luck -1, bleed 1",
        "6": "insanity 3, bleed 1, disorders 1, no-intimacy, down",
        "7": "movement -1, bleed 1, no-dodge",
        "8": "bleed 1, no-surge",
        "9": "bleed 1, no-dash, down",
        "10": "down",
    }
    LEGS = {
        "1": "dead",
        "2": "bleed 2",
        "3": "bleed 2",
        "4": "movement -2, bleed 1, no-dash",
        "5": "bleed 1, no-arts",
        "6": "bleed 1, falls-when-hurt, skip-hunt",
        "7": "bleed 1, no-dash, skip-hunt",
        "8": "movement -1, bleed 1",
        "9": "bleed 2",
        "10": "down",
    }
    TABLES = {"head": HEAD, "arms": ARMS, "body": BODY, "waist": WAIST, "legs": LEGS}

    @pytest.mark.parametrize("location", TABLES)
    def test_D6_each_face_does_what_the_table_says(location):
        for face, does in TABLES[location].items():
            assert record(rolled(location, face)) == does, face

    @pytest.mark.parametrize("location", TABLES)
    def test_D6_the_faces_are_those_of_a_d10(location):
        game = monsters_turn(MAP, cards=FIRST, change=lambda s: fill(s, 0, location, location + " heavy"))
        play(game, "card claw", "target s0", "hits 1", "location " + location)
        asks(game, "roll", " ".join(TABLES[location]))
        assert sum(game.prompt.weights) == 10

    # (location, row, how often it can be held, what the second one comes to where it differs; bleeding 1 beside it)
    MOST = [
        ("head", "5", 1, ""),
        ("head", "6", 1, ""),
        ("head", "7", 2, "accuracy -3, bleed 1, retired"),  # with the first one's -1 that is -4
        ("head", "9", 1, ""),
        ("arms", "4", 2, "bleed 1, no-weapons"),
        ("arms", "5", 1, ""),
        ("arms", "7", 2, "accuracy -1, strength -1, bleed 1"),
        ("body", "5", 1, ""),
        ("waist", "4", 1, ""),
        ("waist", "6", 1, ""),
        ("waist", "7", 1, ""),
        ("legs", "4", 2, "movement -2, bleed 1, no-dash, retired"),
        ("legs", "5", 1, ""),
        ("legs", "8", 2, "movement -1, bleed 1"),
    ]

    @pytest.mark.parametrize(("location", "face", "most", "second"), MOST)
    def test_D6_how_often_an_injury_can_be_held(location, face, most, second):
        def held(times):
            row = list(TABLES[location]).index(face)
            code = ("head", "arms", "body", "waist", "legs").index(location)
            return lambda s: s.injuries.extend(bytes((code, row)) * times)

        if most == 2:
            assert record(rolled(location, face, held(1))) == second
        assert record(rolled(location, face, held(most))) == "bleed 1"

    def test_D6_those_that_repeat_do_so():
        for location, face in (("arms", "6"), ("body", "4"), ("waist", "5")):
            game = rolled(location, face, lambda s: s.injuries.extend(bytes((1, 4, 2, 2, 3, 3)) * 3))
            assert record(game) == TABLES[location][face]

    def test_D6_a_destroyed_tooth_drives_the_brave_mad():
        assert record(rolled("head", "10", lambda s: give(s, 0, courage=3))) == "insanity 2, courage 3"
        assert record(rolled("head", "10", lambda s: give(s, 0, courage=2))) == "courage 2, down"

    def test_D6_a_deadly_waist_encourages_those_beside_it():
        game = rolled("waist", "1-2")
        assert record(game) == "dead" and record(game, 2) == "survival 1" and record(game, 1) == ""

    def test_D6_a_broken_leg_frightens_those_beside_it():
        game = rolled("legs", "8")
        assert hurt(game, 2) == "brain" and hurt(game, 1) == ""

    def test_D6_a_dismembered_arm_or_leg_ends_the_rage():
        for location, face, ends in (("arms", "4", True), ("legs", "4", True), ("legs", "6", False)):
            game = rolled(location, face, lambda s: s.decks[4].append(7))
            assert (len(game.state.decks[4]) == 0) == ends

    # Traumas

    def test_D7_traumas_have_faces_1_to_10_and_those_that_only_a_raised_roll_reaches():
        game = monsters_turn(MAP, deck="size-up", cards=FIRST, change=lambda s: fill(s, 0, "brain"))
        play(game, "card size-up", "random s0", "roll 4-10")
        asks(game, "roll", "1-2 3 4 5-6 7-8 9 10 11 12 13")
        assert game.prompt.weights == (2, 1, 1, 2, 2, 1, 1, 0, 0, 0)

    # Size Up itself knocks its target down once its brain damage is dealt.
    TRAUMAS = {
        ("1-2",): "dead",
        ("3",): "down",
        ("7-8", "roll 2"): "insanity 2, disorders 1, down",
        ("9", "roll 8"): "insanity 8, down",
        ("10", "roll 5"): "token speed 1, token strength 1, insanity 5, no-survival, no-arts, down",
        ("11", "roll 1"): "token speed -1, insanity 1, down",
        ("12",): "disorders 1, down",
        ("13", "roll 9", "roll 7"): "token luck 2, survival 1, insanity 7, down",
    }

    @pytest.mark.parametrize("answers", TRAUMAS)
    def test_D7_D8_each_trauma_does_what_the_table_says(answers):
        game = frightened(*answers)
        assert record(game) == TRAUMAS[answers]
        if answers[0] == "11":
            assert game.state.priority == 0

    def test_D7_survival_becomes_insanity_and_a_third_disorder_kills():
        assert record(frightened("12", change=lambda s: give(s, 0, survival=1))) == "insanity 1, disorders 1, down"

        def two(s):
            s.body[DISORDERS] = 2

        assert record(frightened("12", change=two)) == "dead"

    def test_D7_whom_a_trauma_puts_to_flight_is_pushed_to_the_nearest_edge():
        map = """
        ..........
        ..........
        .0........
        ..........
        ......MM..
        ......MM.1"""
        game = frightened("4", "roll 3", map=map)
        assert spot(game, 0) == (0, 2) and record(game) == "insanity 3, down"

    def test_D7_D8_a_seizure_hurts_itself_and_everyone_beside_it():
        game = frightened("5-6", "location legs", "location arms", "roll 4")
        assert hurt(game, 0) == "arms, brain" and hurt(game, 2) == "legs" and hurt(game, 1) == ""
        assert record(game) == "insanity 4, disorders 1, down" and shown(game)

    def test_D7_D8_who_dies_of_its_seizure_has_hurt_those_beside_it_all_the_same():
        game = frightened("5-6", "location legs", "location head", "roll 1-4", change=lambda s: fill(s, 0, "head"))
        assert dead(game, 0) and hurt(game, 2) == "legs"

    def test_C5_D6_what_an_injury_says_of_this_showdown_alone_does_not_last():
        wanted = {
            ("arms", "4"): "no-two-handed",
            ("arms", "8"): "skip-hunt",
            ("arms", "9"): "",
            ("body", "6"): "skip-hunt",
            ("waist", "7"): "no-dodge",
            ("waist", "8"): "",
            ("waist", "9"): "",
            ("legs", "4"): "no-dash",
            ("legs", "6"): "skip-hunt",
            ("legs", "7"): "skip-hunt",
        }
        for (location, face), lasts in wanted.items():
            game = rolled(location, face)
            assert lasting(game) == lasts and marks(game.state, 0), (location, face)
        game = frightened("10", "roll 3")
        assert lasting(game) == "" and "no-survival, no-arts" in record(game)
        assert [outcome(game, State(10, 6, 3))[2][0][k] for k in (3, 4)] == [[], [["brain", "trauma-frenzy"]]]

    def lasting(game):
        bits = outcome_lasting(game, 0, newcomer())
        return ", ".join(name for k, name in enumerate(MARKS_BY_ID) if bits >> k & 1)
