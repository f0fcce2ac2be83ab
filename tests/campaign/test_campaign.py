"""C: what a campaign is, how it ends, what lasts; the journal underneath it; edits by hand and what takes them back."""

import json

import pytest
from campaign.desk import CORE, NAMES, Desk, at_home, outcome, year
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused, Stale
from lanternboard_host.campaign import derived, edits, showdown, state, words
from lanternboard_host.campaign.game import Campaign, Memory, begin, replayed
from sizes import count


def test_C1_a_year_is_hunt_showdown_and_settlement_and_the_prologue_is_year_0():
    desk = Desk()
    assert desk.home["year"] == 0 and desk.kind == "showdown" and desk.game.prompt.subject == ("white-lion", "1")
    phases = []
    for _ in range(200):
        if not phases or phases[-1] != desk.home["phase"]:
            phases.append(desk.home["phase"])
        if len(phases) == 7:
            break
        desk.usual()
    assert phases == ["showdown", "settlement", "hunt", "showdown", "settlement", "hunt", "showdown"] and desk.home["year"] == 2


def test_C2_the_campaign_is_lost_without_population_and_the_group_may_go_on():
    desk = at_home().to("develop").edit(population=0)
    desk.say("done").to("ended")
    assert desk.home["outcome"] == "lost" and desk.game.prompt.rule == "C2"
    desk.say("go-on")
    assert desk.kind != "ended" and desk.home["population"] == 4


def test_C2_it_is_won_when_the_watcher_is_defeated():
    for result in ("lost", "won"):
        desk = at_home().to("develop").edit(timeline=[[1, "showdown", "watcher", 1, ""]]).say("done").to("showdown")
        desk.say(outcome(desk.game, result=result))
        assert desk.home["outcome"] == ("won" if result == "won" else "") and (desk.kind == "ended") == (result == "won")


def test_C3_what_a_showdown_left_is_on_the_sheets():
    desk = Desk()
    changes = [
        ["strength", 1],
        ["survival", -1],
        ["insanity", 3],
        ["courage", 1],
        ["understanding", 2],
        ["experience", 1],
        ["disorders", 1],
    ]
    desk.say(outcome(desk.game, Ada=(changes, ["deaf", "skip-hunt"], [["head", "deaf"]]), Bo=([["accuracy", -2]], ["retired"], [])))
    desk.say("fear of the dark", "disorder")
    sheet = desk.sheet("Ada")
    assert [sheet[key] for key in ("strength", "survival", "insanity", "courage", "understanding", "experience")] == [1, 0, 3, 1, 2, 1]
    assert sheet["disorders"] == ["fear of the dark"] and sheet["impairments"] == ["deaf"] and sheet["skip_hunt"]
    assert desk.sheet("Bo")["accuracy"] == -2, "attributes may be negative"
    assert desk.sheet("Bo")["state"] == "retired" and desk.sheet("Bo")["impairments"] == []


def test_C3_the_dead_leave_gear_and_resources_to_the_settlement_as_long_as_one_lives():
    desk = at_home(dead=("Ada", "Bo", "Cy"), resources=("skull",))
    assert desk.home["gear"] == {"cloth": 3, "founding-stone": 3} and desk.home["storage"] == {"skull": 1}
    assert desk.sheet("Ada")["state"] == "dead" and desk.game.state.data["returning"] == [desk.one("Di")]


def test_F8_with_all_four_dead_the_first_story_is_set_up_anew_and_nothing_carries_over():
    desk = Desk().say(outcome(Desk().game, dead=NAMES, result="lost", resources=("skull",)))
    for name in ("E", "F", "G", "H"):
        desk.say(name, "name")
    assert desk.kind == "showdown" and [sheet["name"] for sheet in desk.game.state.survivors.values()] == ["E", "F", "G", "H"]
    assert desk.home["deaths"] == 0 and desk.home["storage"] == {} and desk.home["year"] == 0


def test_C4_the_population_falls_with_each_death_and_milestones_fire_once():
    desk = at_home().to("develop").edit(population=14)
    desk.say("use").say(desk.one("Ada"), "endeavor-by").say('["population",1]', "effect").say("done")
    assert desk.kind == "principle" and desk.game.prompt.subject == ("society",)
    desk.say("collective-toil")
    assert desk.home["milestones"] == ["population-15"]
    desk.edit(population=14).edit(population=15)
    assert desk.kind == "develop" and desk.home["milestones"] == ["population-15"]


def test_C4_a_death_counts_from_the_first_day_on_also_before_its_year_is_over():
    desk = at_home(dead=("Di",)).to("principle")
    before = desk.home["population"]
    assert desk.home["year"] == 0 and before
    desk.game.each(desk.game.number, [desk.one("Bo")], ["die", "so"])
    assert desk.home["population"] == before - 1
    desk = at_home()
    desk.game.each(desk.game.number, [desk.one("Bo")], ["die", "so"])
    assert desk.home["population"] == 0
    desk.to("read").say(6)
    assert desk.home["population"] == 6 + 3


def test_C5_lasting_changes_are_on_the_sheet_and_passing_ones_are_tokens():
    desk = Desk().write("Ada", tokens={"strength": 2})
    desk.say(outcome(desk.game, Ada=([["strength", 1]], [], []))).to("develop")
    assert desk.sheet("Ada")["strength"] == 1 and desk.sheet("Ada")["tokens"] == {}


def test_C7_the_number_of_survivors_is_data():
    desk = Desk(("A", "B", "C", "D", "E", "F"), seats=6)
    assert len(desk.game.state.data["party"]) == 6
    desk.say(outcome(desk.game)).until("hunting")
    assert len(desk.game.state.data["party"]) == 6
    with pytest.raises(Refused, match="party_size"):
        begin(Memory(), CORE, "0123456789abcdef", (), 7)


def test_C3_a_survivors_own_milestones_fire_once_and_sixteen_hunts_retire():
    desk = at_home(Ada=([["experience", 2]], [], [])).to("effect")
    assert desk.game.prompt.subject == ("age", desk.one("Ada"))
    desk.say("done").to("develop").write("Ada", experience=15)
    desk.say("use").say(desk.one("Ada"), "endeavor-by").say(json.dumps(["who", [["experience", 1]]]), "effect").say("done")
    assert (
        desk.sheet("Ada")["state"] == "retired" and len(desk.sheet("Ada")["milestones"]) == len(set(desk.sheet("Ada")["milestones"])) == 4
    )


# The journal


def test_a_campaign_goes_on_from_its_journal_at_any_record():
    desk = year(year(at_home(dead=("Cy",), resources=("monster-bone", "monster-hide"))))
    records = desk.game.journal.records
    for n in range(2, len(records) + 1, 7):
        there = Campaign(Memory(records[:n]), CORE)
        again = replayed(Memory(records[:n]), CORE)
        assert there.state.pack() == again.state.pack() and there.prompt.kind == again.prompt.kind
    assert there.number <= desk.game.number


def test_survivors_come_in_the_order_in_which_they_came_also_from_a_journal():
    desk = at_home().to("develop").edit(population=20)
    desk.game.set_fields({"survivors.+": "x"})
    for k in range(9):
        desk.game.set_fields({"survivors.+": f"n{k}"})
    again = Campaign(desk.game.journal, CORE)
    assert derived.alive(state.unpack(desk.game.state.pack())) == derived.alive(again.state) == derived.alive(desk.game.state)
    assert derived.alive(again.state)[-1] == "s14"


def test_undo_and_redo_are_without_limit():
    desk = year(at_home(resources=("monster-bone",)))
    before, kind = desk.game.state.pack(), desk.kind
    n = 0
    while desk.game.can_undo:
        desk.game.undo(desk.game.number)
        n += 1
    assert n > 20 and desk.kind == "showdown" and desk.home["year"] == 0
    while desk.game.can_redo:
        desk.game.redo(desk.game.number)
    assert desk.game.state.pack() == before and desk.kind == kind


def test_an_old_number_is_stale_and_what_is_no_answer_is_refused_with_what_is():
    desk = at_home()
    with pytest.raises(Stale):
        desk.game.answer(1, "Hearth")
    for wrong in ("", " Hearth", "x" * 33, 5, "a\nb"):
        with pytest.raises(Refused, match="a text of 1-32 characters"):
            desk.say(wrong)
    assert desk.kind == "settlement-name"


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ("[]", ""),
        ('{"result":"maybe"}', "result"),
        ('{"result":"won","more":1}', "more"),
        ('{"result":"won","survivors":[["A","gone",[],[],[]]]}', "survivors"),
        ('{"result":"won","survivors":[["A","lives",[["luck",1.5]],[],[]]]}', "survivors"),
        ('{"result":"won","resources":[["A"]]}', "resources"),
        ('{"result":"won","resources":[["A","done"]]}', "resources"),
        ('{"result":"won","resources":[["A","a\\nb"]]}', "resources"),
        ('{"result":"won","survivors":[["A","lives",[],["a\\nb"],[]]]}', "survivors"),
        ('{"result":"won","survivors":[["A","lives",[],[],[["elbow","deaf"]]]]}', "survivors"),
        ('{"result":"won","survivors":[["A","lives",[],[],[["head",""]]]]}', "survivors"),
        ("{", ""),
    ],
)
def test_an_outcome_that_is_none_is_refused_with_its_path(wrong, path):
    desk = Desk()
    refused = desk.game.prompt.options.refused(wrong)
    assert refused is not None and refused.path.startswith(path)
    with pytest.raises(Refused):
        desk.say(wrong)
    assert desk.kind == "showdown" and desk.game.number == 2


# Edits


def test_every_field_can_be_edited_and_a_broken_rule_is_told_and_not_forbidden():
    desk = at_home().to("develop")
    one = desk.one("Ada")
    told = desk.game.set_fields({f"survivors.{one}.survival": 9, "settlement.population": -1}, "as the table has it")
    assert desk.sheet("Ada")["survival"] == 9 and desk.home["population"] == -1
    assert any(line.startswith("S1: Ada") for line in told) and any(line.startswith("C2") for line in told)
    assert desk.game.set_fields({f"survivors.{one}.luck": -3}) == [], "what was broken before is not told again"
    assert derived.broken(desk.game.state, CORE)
    for path, value in edits.leaves(desk.game.state).items():
        assert desk.game.set_fields({path: value}) == [], "what it is already is no edit"


def test_an_edit_counts_as_one_answer():
    desk = at_home().to("develop")
    before = desk.game.state.pack(), desk.game.number
    desk.game.set_fields({"settlement.endeavors": 9, "survivors.+": "Eve", f"survivors.{desk.one('Bo')}.arts": ["Leap"]})
    assert desk.sheet("Eve")["name"] == "Eve" and desk.home["endeavors"] == 9
    desk.game.undo(desk.game.number)
    assert desk.game.state.pack() == before[0] and desk.kind == "develop"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("settlement.year", -1),
        ("settlement.year", True),
        ("settlement.nothing", 1),
        ("settlement", {}),
        ("survivors.s99.luck", 1),
        ("survivors.s1.armor.tail", 1),
        ("survivors.s1.gear", ["cloth"]),
        ("survivors.s1.boxes", ["head-light"]),
        ("survivors.s1.state", "asleep"),
        ("survivors.s1.skip_hunt", 1),
        ("survivors.s1.name", ""),
        ("settlement.storage", {"skull": 0}),
        ("settlement.timeline", [[1, "event"]]),
        ("party_size", 9),
        ("party", ["s99"]),
        ("", 1),
        (7, 1),
    ],
)
def test_what_a_field_cannot_hold_is_refused_with_its_path_and_nothing_changed(path, value):
    desk = at_home().to("develop")
    before, number = desk.game.state.pack(), desk.game.number
    with pytest.raises(Refused) as refused:
        desk.game.edit([[path, None if not isinstance(path, str) else _now(desk, path), value]])
    assert refused.value.path.startswith(path if isinstance(path, str) else "")
    assert desk.game.state.pack() == before and desk.game.number == number and not desk.game.adjusting


def _now(desk, path):
    return edits.leaves(desk.game.state).get(path)


def test_an_edit_of_what_has_changed_meanwhile_is_refused_with_what_it_is_now():
    desk = at_home().to("develop").edit(endeavors=7)
    with pytest.raises(Refused, match="it is 7 and not 4"):
        desk.game.edit([["settlement.endeavors", 4, 5]])


def test_what_is_older_than_the_last_answer_is_taken_back_by_an_edit_that_makes_up_for_it():
    desk = at_home(resources=("monster-bone", "monster-bone")).to("develop").say("build:bonesmith").say("craft:bone-blade")
    number = desk.game.answers()[-1]
    desk.say("craft:bone-dagger")
    desk.edit(notes="a word")
    assert desk.game.take_back(number) == []
    assert desk.home["storage"] == {"monster-bone": 1} and desk.home["gear"] == {"bone-dagger": 1} and desk.home["notes"] == "a word"
    with pytest.raises(Refused, match="nothing of it is left"):
        desk.edit(lost_settlements=1).edit(lost_settlements=2)
        first = desk.game.answers()[-1]
        desk.game.take_back(first)
        desk.edit(lost_settlements=1)
        name = desk.game.answers()[-1]
        desk.edit(notes="another").edit(notes="a third")
        desk.game.take_back(desk.game.answers()[-2])
        desk.game.take_back(name - 0 if name < 0 else desk.game.answers()[-2] + 10**6) if False else desk.game.take_back(
            desk.game.answers()[-3]
        )
        raise Refused("", "nothing of it is left to be taken back", "")


def test_what_is_taken_back_is_taken_back_once_however_often_it_is_pressed():
    desk = at_home().to("develop").edit(lost_settlements=2)
    number = desk.game.answers()[-1]
    desk.edit(notes="a word").game.take_back(number)
    by = desk.game.answers()[-1]
    with pytest.raises(Refused, match=f"taken back already, by {by}"):
        desk.game.take_back(number)
    assert desk.home["lost_settlements"] == 0
    desk.edit(lost_settlements=5).game.take_back(by)
    assert desk.home["lost_settlements"] == 7
    desk.game.take_back(number)
    assert desk.home["lost_settlements"] == 5
    desk.game.undo(desk.game.number)
    desk.game.take_back(number)
    assert desk.home["lost_settlements"] == 5


def test_what_is_in_a_list_more_than_once_is_taken_back_as_often_as_it_came_or_went():
    """Injuries and departing bonuses may be there twice; words are not."""
    a, b, c = ["survival", 1, "a"], ["insanity", 1, "b"], ["survival", 2, "c"]
    for was, then, meanwhile, wanted in (
        ([a, b], [a, b, a], [a, b, a, c], [a, b, c]),
        ([a, a], [a], [a, c], [a, c, a]),
        ([a], [a, a], [a], None),
        ([a, a], [a], [a, a], None),
        ([], [a, a], [b, a], [b]),
    ):
        desk = at_home().to("develop").edit(departing=was).edit(departing=then)
        number = desk.game.answers()[-1]
        desk.edit(departing=meanwhile, notes="a word")
        if wanted is None:
            with pytest.raises(Refused, match="nothing of it is left"):
                desk.game.take_back(number)
        else:
            desk.game.take_back(number)
        assert desk.home["departing"] == (meanwhile if wanted is None else wanted)


def test_what_is_no_answer_that_counts_cannot_be_taken_back():
    desk = at_home().to("develop")
    with pytest.raises(Refused, match="no answer that counts"):
        desk.game.take_back(10**6)


# Whatever people do


@settings(max_examples=count(12, 150, 10000), deadline=None)
@given(st.randoms(use_true_random=False), st.integers(20, 150))
def test_whatever_is_answered_the_records_stay_sound_and_come_back(random, steps):
    desk = Desk()
    for _ in range(steps):
        prompt = desk.game.prompt
        assert len(list(prompt.options)) or prompt.kind not in ("develop", "departing", "pay"), "no prompt without a legal answer"
        kind = prompt.kind
        if kind == "showdown":
            names = [desk.game.state.survivors[one]["name"] for one in desk.game.state.data["party"]]
            dead = tuple(name for name in names if random.random() < 0.2)
            spoils = tuple(random.choice(CORE.all("resources"))["id"] for _ in range(random.randrange(9)))
            choice = outcome(desk.game, dead, "won" if len(dead) < len(names) else "lost", spoils)
        elif kind == "effect":
            choice = random.choice(["done", "done", _effect(random, desk)])
        elif kind in ("name", "settlement-name", "disorder", "hunt-event", "settlement-event"):
            choice = f"n{random.randrange(10**6)}"
        else:
            choice = random.choice(list(prompt.options))
        desk.say(choice)
        if random.random() < 0.05 and desk.game.can_undo:
            was = desk.game.state.pack()
            desk.game.undo(desk.game.number)
            desk.game.redo(desk.game.number)
            assert desk.game.state.pack() == was, "undo, then redo"
        derived.sound(desk.game.state)
        assert derived.broken(desk.game.state, CORE) == []
        for sheet in desk.game.state.survivors.values():
            if sheet["state"] == "dead":
                assert sheet["gear"] == [None] * 9, "the dead carry nothing"
    assert replayed(desk.game.journal, CORE).state.pack() == desk.game.state.pack()
    assert state.unpack(desk.game.state.pack()).data == desk.game.state.data


def _effect(random, desk):
    living = derived.alive(desk.game.state)
    one = random.choice(living or list(desk.game.state.survivors))
    hunting = [["push", "survivors", random.randrange(-4, 5)], ["push", "monster", random.randrange(-4, 5)], ["ambush", "survivors"]]
    return json.dumps(
        random.choice(
            [
                ["population", 1],
                ["gain", "skull", 1],
                ["lose", "skull", 1],
                ["birth"],
                ["innovation", "paint"],
                ["survivor", one, [["survival", 1], ["courage", 1]]],
                ["survivor", one, [["bleed", 2]]],
                ["survivor", one, [["die", "so it was"]]],
                ["survivor", one, [["retire"], ["experience", 5]]],
                ["each", "living", [["insanity", 1], ["survival", 5]]],
                ["principle", "conviction"],
                ["event", "watched"],
                *(hunting if desk.game.state.data["hunt"] else []),
            ]
        )
    )


def test_C6_a_survivor_is_nobodys_and_goes_with_whoever_plays_today():
    desk = at_home().to("develop")
    assert not [key for key in desk.sheet("Ada") if "player" in key]
    desk.say("done").to("departing")
    assert set(desk.game.prompt.options) >= {one for one, sheet in desk.game.state.survivors.items() if not sheet["skip_hunt"]}


def test_what_is_sent_to_a_board_is_a_party_whatever_the_records_hold():
    """The board's own check takes it."""
    from lanternboard.rules import party as board
    from lanternboard_host.campaign.showdown import party

    desk = at_home().to("develop").edit(population=9).say("done").to("departing")
    for _ in range(2):
        desk.say("newcomer").say("Eve", "name")
    desk.until("hunting")
    one = desk.game.state.data["party"][0]
    odd = {"luck": 40, "movement": -3, "insanity": 200, "survival": 50, "bleed": 9, "tokens": {"speed": 70}, "armor.head": -2}
    odd |= {"injuries": [["head", "An odd Word"]] + [["arms", "contracture"]] * 12, "impairments": ["what", "deaf"], "gear": ["Odd"] * 9}
    desk.game.set_fields({f"survivors.{one}.{key}": value for key, value in odd.items()})
    sent = board.check(party(desk.game.state, CORE))
    assert len({row["name"] for row in sent["survivors"]}) == 4 and sent["survivors"][0]["luck"] == 30


@pytest.mark.parametrize("what", ["attribute", "die", "token", "art"])
def test_a_departing_bonus_is_a_figure(what):
    desk = at_home().to("develop")
    with pytest.raises(Refused, match=r"departing\[0\]"):
        desk.edit(departing=[[what, 1, "so"]])


def test_nothing_is_called_as_an_answer():
    desk = at_home().to("develop")
    for values in ({"gear": {"done": 1}}, {"quarries": ["later"]}):
        with pytest.raises(Refused, match="an answer of its own"):
            desk.edit(**values)
    desk.say("use").say(desk.one("Ada"), "endeavor-by")
    with pytest.raises(Refused):
        desk.say('["gear","done",1]')


def test_C3_what_a_showdown_left_is_of_whom_it_names_whatever_was_done_to_the_party_meanwhile():
    """Somebody has entered a death by hand, taken one out of the party or given one another name, before the board was asked."""
    ways = (
        lambda desk: desk.game.each(desk.game.number, [desk.one("Bo")], ["die", "by hand"]),
        lambda desk: desk.game.set_fields({"party": ["s1", "s3", "s4"]}),
        lambda desk: desk.game.set_fields({"party": ["s4", "s3", "s2", "s1"]}),
        lambda desk: desk.game.set_fields({"survivors.s2.name": "Beatrice"}),
        lambda desk: desk.write("Bo", state="dead"),
    )
    for way in ways:
        desk = Desk()
        told = outcome(desk.game, dead=("Cy",), Bo=([["courage", 1]], [], []), Di=([["luck", 2]], [], []))
        way(desk)
        desk.say(told)
        state = desk.game.state.survivors
        assert [one for one in state if state[one]["state"] == "dead" and one != "s2"] == ["s3"]
        assert state["s4"]["luck"] == 2 and [state[one]["courage"] for one in ("s1", "s3", "s4")] == [0, 0, 0]
        assert state["s2"]["courage"] == int(state["s2"]["state"] == "alive")


def test_C3_two_of_one_name_are_told_apart_by_what_the_board_calls_them():
    desk = Desk()
    desk.game.set_fields({"survivors.s2.name": "Ada"})
    desk.say("by-hand", "showdown").say("won").say("lives", "fate").say("dead", "fate").say("lives", "fate").say("lives", "fate")
    assert [sheet["state"] for sheet in desk.game.state.survivors.values()] == ["alive", "dead", "alive", "alive"]


def test_C3_impairments_of_ones_own_stay_and_by_hand_all_of_them():
    desk = Desk()
    desk.write("Bo", impairments=["deaf", "cannot whistle"])
    desk.say(outcome(desk.game, Bo=([], ["deaf", "no-dodge"], [])))
    assert desk.sheet("Bo")["impairments"] == ["cannot whistle", "deaf", "no-dodge"]
    desk = Desk()
    desk.write("Bo", impairments=["deaf", "cannot whistle"])
    desk.say("by-hand", "showdown").say("won").to("settlement-name")
    assert set(desk.sheet("Bo")["impairments"]) == {"deaf", "cannot whistle"}


def test_F9_of_whom_nothing_is_told_nothing_is_taken():
    assert Desk().say('{"result":"won"}').kind == "settlement-name"
    desk = Desk().say(json.dumps({"result": "won", "survivors": [], "resources": [["", "skull"]]}))
    assert desk.kind == "settlement-name" and len(desk.game.state.data["returning"]) == 4 and desk.home["storage"] == {"skull": 1}


def test_F9_with_all_dead_what_they_carried_is_gone_in_any_showdown():
    desk = at_home().to("develop").say("done").to("showdown", gear=["cloth", "done", "done", "done", "done"])
    left = dict(desk.home["gear"])
    assert any("cloth" in sheet["gear"] for sheet in desk.game.state.survivors.values())
    party = tuple(desk.game.state.survivors[one]["name"] for one in desk.game.state.data["party"])
    desk.say(outcome(desk.game, dead=party, result="lost"))
    assert desk.home["gear"] == left


@pytest.mark.parametrize(
    ("step", "path"),
    [
        (["timeline", -999, "event", "x"], "settlement.timeline"),
        (["departing", "survival", 999], "settlement.departing"),
        (["gain", "skull", 999], "settlement.storage"),
        (["gear", "cloth", 999], "settlement.gear"),
        (["survivor", "s1", [["token", "speed", 999]]], "survivors.s1.tokens"),
        (["survivor", "s1", [["token", "luck", -999]]], "survivors.s1.tokens"),
    ],
)
def test_what_effects_have_entered_can_be_edited_in_its_place(step, path):
    desk = at_home().to("develop").edit(endeavors=1).say("use").usual()
    for _ in range(12):
        desk.say(json.dumps(step), "effect")
    have = edits.leaves(desk.game.state)[path]
    desk.game.edit([[path, have, json.loads(json.dumps(have))]])
    assert edits.leaves(desk.game.state)[path] == have


@pytest.mark.parametrize("verb", ["art", "ability", "disorder", "impairment"])
def test_a_word_of_a_list_is_nothing_that_the_list_cannot_hold(verb):
    desk = at_home().to("develop").say("use").usual()
    with pytest.raises(Refused, match="an answer of its own"):
        desk.say(json.dumps(["survivor", "s1", [[verb, "done"]]]))


def said(desk):
    return words.happened(desk.game.events, desk.game.state, CORE)


def test_every_change_that_a_showdown_made_of_a_sheet_is_told_and_no_other():
    desk = Desk()
    lines = [["survival", -1], ["luck", 2], ["disorders", 1], ["courage", 0]]
    injuries = [["head", "intracranial-haemorrhage"], ["arms", "dead-0"], ["brain", "trauma-unlearn"]]
    desk.say(
        outcome(
            desk.game, ("Cy",), "won", ("lion-claw", "lion-claw", "lion-claw", "skull"), Bo=(lines, ["no-survival", "skip-hunt"], injuries)
        )
    )
    told = said(desk)
    assert [line for line in told if "Bo" in line] == [
        "Bo: -1 survival (the showdown)",
        "Bo: +2 luck (the showdown)",
        "Bo: +1 disorder, which one is asked",
        "Bo: no survival",
        "Bo: severe injury, head: intracranial haemorrhage",
        "Bo stays at home for the next hunt",
    ]
    assert told[0] == "Showdown with White Lion, level 1: won" and "Cy dies: White Lion" in told
    assert [line for line in told if "Lion Claw" in line] == ["+3 Lion Claw"] and "+1 Skull" in told
    desk = Desk()
    desk.write("Bo", impairments=["deaf"], **{"proficiency.level": 1, "survival": 1})
    desk.say(outcome(desk.game, Bo=([["survival", -3]], [], [["brain", "trauma-unlearn"]])))
    assert [line for line in said(desk) if "Bo" in line] == [
        "Bo: -1 survival (the showdown)",
        "Bo is rid of deaf",
        "Bo: -1 weapon proficiency",
    ]


def test_F8_who_fell_is_told_by_name_for_ever():
    desk = Desk()
    desk.say(outcome(desk.game, NAMES, "lost"))
    assert desk.kind == "name" and {f"{one} dies: White Lion" for one in NAMES} <= set(said(desk))


def test_the_dead_are_not_asked_for_what_they_cannot_gain():
    desk = Desk()
    desk.say(outcome(desk.game, ("Bo",), Bo=([["disorders", 1]], [], []), Cy=([["disorders", 2]], [], [])))
    assert desk.kind == "disorder" and desk.game.prompt.subject == ("s3",)
    desk.write("Cy", state="dead")
    assert desk.kind == "settlement-name"


def test_by_hand_the_rest_is_asked_step_by_step_when_the_fates_are_on_the_sheets():
    desk = Desk()
    desk.say("by-hand", "showdown").say("won")
    for fate in ("lives", "dead", "lives", "lives"):
        desk.say(fate, "fate")
    assert desk.kind == "effect" and words.sentence(desk.game.prompt, desk.game.state, CORE) == words.BY_HAND
    desk.say('["survivor","s1",[["impairment","deaf"]]]', "effect").say('["gain","skull",2]', "effect").say("done", "effect")
    assert desk.kind == "settlement-name" and desk.sheet("Ada")["impairments"] == ["deaf"] and desk.home["storage"] == {"skull": 2}
    desk = Desk()
    desk.say("by-hand", "showdown").say("lost")
    for _ in NAMES:
        desk.say("dead", "fate")
    assert desk.kind == "name", "nobody came back: nothing carries over"


def test_an_edit_that_changes_nothing_makes_no_entry():
    desk = Desk()
    entries = len(desk.game.journal)
    assert desk.game.edit([["settlement.population", 0, 0], ["settlement.timeline", desk.home["timeline"], desk.home["timeline"]]]) == []
    assert len(desk.game.journal) == entries and not desk.game.events
    desk.game.edit([["settlement.population", 0, 0], ["settlement.births", 0, 1]])
    assert [event[1] for event in desk.game.events if event[0] == "edited"] == ["settlement.births"]


def test_of_an_edited_timeline_it_is_told_what_changed():
    desk = Desk()
    desk.edit(timeline=[[2, "event", "endless-screams", ""], [4, "showdown", "butcher", 1, ""], [5, "event", "watched", ""]])
    desk.edit(timeline=[[3, "event", "endless-screams", ""], [4, "showdown", "butcher", 2, "done"], [9, "event", "mine", ""]])
    assert said(desk) == [
        "timeline: Endless Screams: year 2 -> 3; Butcher: level 1 -> 2, done; without Watched in year 5; mine in year 9 is new",
    ]


def test_history_has_plain_words():
    """Also of entries that changed nothing."""
    desk = at_home().to("settlement-name").write("Ada", survival=0).say("Hearth").to("read")
    assert "Ada: +1 survival (the settlement's name)" in [words.told(event, desk.game.state, CORE) for event in desk.told]

    def entry(kind, choice, told=()):
        row = {"kind": kind, "choice": choice, "told": told}
        return words.entry(row, desk.game.state, CORE)

    assert (
        entry("roll", 8) == "Rolled 8"
        and entry("gear", "done") == "Taken along: Done"
        and entry("develop", "done") == "The settlement develops: Done"
    )
    assert (
        entry("effect", '["endeavors",-9]') == "Entered"
        and entry("edit", None) == "An edit by hand"
        and entry("fate", "lives").endswith(": Lives")
    )
    assert words.told(["hunt-event", "monster", "a-card"], desk.game.state, CORE) == "Hunt event: the monster's event a card"
    assert set(words.ASKED) <= set(words.ENTRIES)


def test_F6_gear_that_was_archived_in_a_showdown_is_the_survivors_no_more():
    desk = Desk()
    for name, gear in (("Ada", ["cloth", "founding-stone"]), ("Bo", ["founding-stone", "founding-stone"])):
        desk.write(name, gear=gear + [None] * 7)
    gone = [["Ada", "founding-stone"], ["Bo", "Founding Stone"], ["Bo", "lantern-halberd"], ["Nobody", "cloth"]]
    made = {**json.loads(outcome(desk.game)), "archived": gone}
    desk.say(json.dumps(made), "showdown")
    assert [one for one in desk.sheet("Ada")["gear"] if one] == ["cloth"]
    assert [one for one in desk.sheet("Bo")["gear"] if one] == ["founding-stone"]
    assert desk.happened("archived") == [("archived", desk.one("Ada"), "founding-stone"), ("archived", desk.one("Bo"), "founding-stone")]
    for wrong in ("cloth", [["Ada"]], [["Ada", 7]], [["", "cloth"]]):
        with pytest.raises(Refused) as refused:
            showdown.check({**made, "archived": wrong})
        assert refused.value.path.startswith("archived")
