"""P and Q: the settlement phase, each test named after its rule."""

import json

import pytest
from campaign.desk import CORE, NAMES, Desk, at_home, outcome, year
from lanternboard.base.errors import Refused
from lanternboard_host.campaign import derived, words


def test_P1_naming_gives_each_returning_survivor_one_survival_once_under_the_limit_of_the_moment():
    desk = at_home(dead=("Di",))
    assert desk.kind == "settlement-name"
    assert [desk.sheet(name)["survival"] for name in NAMES] == [1, 1, 1, 1]
    desk.write("Ada", survival=0).say("Hearth")
    assert [desk.sheet(name)["survival"] for name in NAMES] == [1, 1, 1, 1], "the limit is 1; the dead gain nothing"
    assert [event[1] for event in desk.happened("survival")] == [desk.one("Ada")]


def test_P1_naming_later_gives_it_too_and_never_twice():
    """Report 17."""
    desk = at_home()
    for name in NAMES:
        desk.write(name, survival=0)
    desk.say("later").to("develop")
    assert [desk.sheet(name)["survival"] for name in NAMES] == [0] * 4 and "name" in desk.game.prompt.options
    desk.say("name").say("Hearth")
    assert [desk.sheet(name)["survival"] for name in NAMES] == [1] * 4
    assert "name" not in desk.game.prompt.options
    desk.edit(name="").say("name").say("Ember")
    assert [desk.sheet(name)["survival"] for name in NAMES] == [1] * 4


def test_P1_naming_by_hand_gives_it_as_well():
    desk = at_home().say("later").to("develop")
    desk.write("Bo", survival=0).edit(name="Hearth")
    assert desk.sheet("Bo")["survival"] == 1
    desk.write("Bo", survival=0).edit(name="").edit(name="Ember")
    assert desk.sheet("Bo")["survival"] == 0


def test_P2_returning_heals_light_and_heavy_injuries_and_takes_tokens_and_keeps_what_is_permanent():
    """Report 14."""
    desk = Desk()
    desk.write("Ada", boxes=["head-heavy", "legs-light", "brain-light"], tokens={"speed": 1}, bleed=2)
    injured = [["strength", -1]], ["deaf"], [["head", "deaf"], ["body", "gaping-chest-wound"], ["legs", "floored-legs"]]
    desk.say(outcome(desk.game, Ada=injured)).say("Hearth")
    sheet = desk.sheet("Ada")
    assert (sheet["boxes"], sheet["tokens"], sheet["bleed"]) == ([], {}, 0)
    assert sheet["strength"] == -1 and sheet["impairments"] == ["deaf"]
    assert sheet["injuries"] == [["head", "deaf"], ["body", "gaping-chest-wound"]], "what passes leaves nothing on the sheet"


@pytest.mark.parametrize(("dead", "endeavors"), [((), 4), (("Ada",), 3), (("Ada", "Bo", "Cy"), 1)])
def test_P3_each_returning_survivor_gives_an_endeavor(dead, endeavors):
    desk = at_home(dead).until("event")
    assert desk.home["endeavors"] == endeavors


@pytest.mark.parametrize(("rolled", "band"), [(1, 6), (3, 6), (4, 8), (6, 8), (7, 10), (10, 10)])
def test_P4_the_first_day_sets_the_population_a_band_and_the_returning(rolled, band):
    desk = at_home(dead=("Di",)).to("roll")
    desk.say(rolled)
    assert desk.kind == "read" and desk.game.prompt.usual == band, "the bands are read off the table's own sheet"
    desk.say(band)
    assert desk.home["population"] == band + 3


def test_P4_what_the_table_read_is_asked_once_and_later_phases_draw_an_event():
    desk = at_home().to("read").say(7)
    assert list(desk.game.state.data["learned"].values()) == [7]
    desk.to("develop").say("done").to("showdown").say(outcome(desk.game))
    desk.to("develop", **{"settlement-event": "A card", "effect": ['["population",2]', "done"]})
    assert ("settlement-event", "A card") in desk.told and ("population", 2, "A card") in desk.told
    assert len(desk.happened("first-day")) == 1


def test_P4_what_the_table_read_wrongly_is_a_field_like_any_other():
    desk = at_home().to("read").say(7).to("develop")
    key = next(iter(desk.game.state.data["learned"]))
    edit = desk.game.set_fields({"learned": {key: 9}})
    assert edit == [] and desk.game.state.data["learned"] == {key: 9}
    said = f"read off the sheet: {key} 7 -> {key} 9"
    assert [words.told(event, desk.game.state, CORE) for event in desk.game.events] == [said]
    desk.game.take_back(desk.game.answers()[-1])
    assert desk.game.state.data["learned"] == {key: 7}
    for wrong in ({key: "many"}, [key], {"": 1}, {key: 10000}):
        with pytest.raises(Refused, match="learned"):
            desk.game.set_fields({"learned": wrong})
    desk.game.set_fields({"learned": {}})
    assert desk.game.state.data["learned"] == {}, "it is asked again then"


def test_P5_the_first_death_resolves_the_principle_and_gives_nothing():
    desk = at_home(dead=("Cy", "Di")).to("principle")
    assert desk.home["deaths"] == 1 and desk.game.prompt.options == ("cannibalize", "graves"), "at that moment"
    desk.say("graves").say(10, "roll").say(desk.one("Bo"), "nominate")
    assert desk.home["principles"] == {"death": "graves"} and desk.sheet("Bo")["luck"] == 1
    assert desk.home["endeavors"] == 2 + 2 and desk.home["deaths"] == 2, "two for the second death, none for the first"
    year(desk, dead=("Bo",))
    assert desk.home["deaths"] == 3 and desk.home["principles"] == {"death": "graves"}
    assert desk.home["endeavors"] == 3 + 2, "three came back; two for a death in the showdown"


def test_P5_a_death_at_home_is_counted_at_once_and_gives_one():
    desk = at_home(dead=("Di",)).to("principle").say("graves").say(1, "roll").to("develop")
    before = desk.home["endeavors"], desk.home["population"]
    desk.say("use").say(desk.one("Ada"), "endeavor-by").say(json.dumps(["survivor", desk.one("Cy"), [["die", "fell"]]]), "effect")
    desk.say("done").to("develop")
    assert desk.sheet("Cy")["state"] == "dead" and desk.home["deaths"] == 2
    assert (desk.home["endeavors"], desk.home["population"]) == (before[0] - 1 + 1, before[1] - 1)


@pytest.mark.parametrize(("rolled", "gear"), [(1, 1), (5, 1), (6, 0), (10, 0)])
def test_P5_the_outcome_of_a_principle_is_rolled_and_kept(rolled, gear):
    desk = at_home(dead=("Di",)).to("principle").say("cannibalize")
    before = desk.home["gear"].get("founding-stone", 0)
    desk.say(rolled, "roll")
    if not gear:
        desk.say(desk.one("Cy"), "nominate")
    assert desk.home["gear"].get("founding-stone", 0) - before == gear
    assert desk.home["departing"] == ([["insanity", 3, "death"]] if gear else [])
    assert desk.sheet("Cy")["speed"] == (0 if gear else 1)
    assert derived.limit(desk.game.state, CORE) == 2, "one more by Cannibalize"


def test_P6_the_timeline_moves_on_and_the_first_year_brings_the_returning_survivors():
    desk = at_home(dead=("Di",)).to("principle").say("graves").say(1, "roll").to("nominate")
    assert desk.home["year"] == 1 and desk.game.prompt.rule == "P6"
    assert set(desk.game.prompt.options) == {desk.one(name) for name in ("Ada", "Bo", "Cy")}
    desk.say(desk.one("Bo"))
    sheet = desk.sheet("Bo")
    assert (sheet["courage"], sheet["understanding"], sheet["skip_hunt"]) == (1, 1, True)
    assert (
        desk.home["quarries"] == ["white-lion"] and desk.home["locations"] == ["lantern-hoard"] and desk.home["innovations"] == ["language"]
    )
    assert derived.limit(desk.game.state, CORE) == 2
    assert set(derived.deck(desk.game.state, CORE)) == {"ammonia", "drums", "hovel", "inner-lantern", "paint", "symposium"}
    assert [entry[-1] for entry in desk.home["timeline"] if entry[0] == 1] == ["done", "done"]


def test_P7_the_three_that_the_hoard_builds_come_first_then_what_is_left_is_free():
    desk = at_home().to("develop")
    for one in ("bonesmith", "skinnery", "organ-grinder"):
        assert desk.game.prompt.usual == f"build:{one}"
        desk.say(f"build:{one}")
    assert desk.home["endeavors"] == 1 and desk.game.prompt.usual == "done"
    assert "endeavor:augury" in desk.game.prompt.options and "innovate" not in desk.game.prompt.options, "no resources"


def test_P7_with_fewer_endeavors_the_players_pick_which():
    desk = at_home().to("develop").edit(endeavors=2)
    desk.say("build:organ-grinder").say("build:skinnery")
    assert desk.home["locations"] == ["lantern-hoard", "organ-grinder", "skinnery"]
    assert desk.game.prompt.options == ("done",)


def test_P7_augury_takes_a_resource_and_gives_understanding_and_else_is_read_off_the_card():
    desk = at_home(resources=("skull", "white-fur")).to("develop").say("build:organ-grinder").say("endeavor:augury")
    desk.say(desk.one("Ada"), "endeavor-by").say(2, "roll").say("skull", "lose")
    assert desk.home["storage"] == {"white-fur": 1} and ("understanding", desk.one("Ada"), 1, "augury") in desk.told
    desk.say("endeavor:augury").say(desk.one("Ada"), "endeavor-by").say(7, "roll")
    assert desk.kind == "effect"


def test_P5_a_principle_that_is_entered_by_hand_while_it_is_asked_stays():
    desk = at_home(dead=("Cy",)).to("principle").edit(principles={"death": "cannibalize"})
    assert desk.home["principles"] == {"death": "cannibalize"} and desk.kind != "principle"


def test_P8_the_first_birth_resolves_the_principle_of_new_life_once():
    desk = at_home().to("develop").say("build:organ-grinder")
    before = desk.home["population"]
    for first in (True, False):
        desk.say("endeavor:augury").say(desk.one("Ada"), "endeavor-by").say(9, "roll").say('["birth"]', "effect").say("done")
        if first:
            assert desk.game.prompt.options == ("survival-of-the-fittest", "protect-the-young")
            desk.say("protect-the-young", "principle")
        assert desk.kind == "develop"
    assert desk.home["population"] == before + 2 and desk.home["births"] == 2


def test_P9_departing_survivors_have_the_white_lion_alone_and_no_special_showdown_follows():
    desk = at_home().to("develop").say("done")
    assert desk.kind == "quarry" and desk.game.prompt.options == ("white-lion", "later")
    desk.until("hunting")
    assert desk.home["phase"] == "hunt" and not desk.happened("showdown")[1:]


def test_Q1_building_innovating_crafting_and_endeavors_come_in_any_order():
    desk = at_home(resources=("monster-bone", "monster-hide", "monster-organ", "monster-bone")).to("develop")
    desk.say("build:bonesmith").say("innovate")
    while desk.kind != "develop":
        desk.usual()
    desk.say("craft:bone-blade").say("build:skinnery")
    assert desk.home["gear"] == {"bone-blade": 1} and desk.home["storage"] == {} and len(desk.home["innovations"]) == 2


def test_Q2_crafting_asks_for_the_location_the_resources_and_what_is_needed():
    desk = at_home(resources=("monster-bone",)).to("develop")
    assert "craft:bone-blade" not in desk.game.prompt.options, "no Bonesmith"
    desk.say("build:bonesmith")
    assert "craft:bone-blade" in desk.game.prompt.options
    for piece in ("bone-axe", "bone-club", "skull-helm", "bone-sickle"):
        assert f"craft:{piece}" not in desk.game.prompt.options
        with pytest.raises(Refused, match="choice"):
            desk.say(f"craft:{piece}")
    desk.edit(storage={"monster-bone": 1, "leather": 1}, innovations=["language", "ammonia"])
    assert "craft:bone-sickle" in desk.game.prompt.options
    desk.say("craft:bone-sickle")
    assert desk.home["storage"] == {} and desk.home["gear"] == {"bone-sickle": 1}


def test_Q2_an_unknown_resource_counts_as_any_and_the_table_says_what_is_given():
    desk = at_home(resources=("unknown", "monster-bone", "monster-organ")).to("develop").say("build:bonesmith").say("craft:bone-axe")
    assert desk.kind == "pay" and desk.game.prompt.subject == ("bone",) and set(desk.game.prompt.options) == {"monster-bone", "unknown"}
    desk.say("unknown")
    assert desk.home["storage"] == {"monster-bone": 1}, "the organ left no choice"
    desk = at_home(resources=("unknown", "monster-bone", "monster-organ")).to("develop").say("build:bonesmith")
    desk.edit(storage={"unknown": 1, "monster-bone": 1}).say("craft:bone-axe")
    assert desk.home["storage"] == {}, "the ??? was the organ: bone for bone left no choice"


def test_Q2_what_was_half_paid_is_there_again_where_an_edit_in_the_middle_leaves_too_little():
    desk = at_home(resources=("unknown", "monster-bone", "monster-organ")).to("develop").say("build:bonesmith")
    desk.edit(storage={"unknown": 2, "monster-bone": 1, "monster-organ": 1}).say("craft:bone-axe").say("unknown", "pay")
    assert desk.kind == "pay" and desk.home["storage"] == {"unknown": 1, "monster-bone": 1, "monster-organ": 1}
    desk.edit(storage={"monster-bone": 4})
    assert desk.kind == "develop" and desk.home["storage"] == {"monster-bone": 4, "unknown": 1} and desk.home["gear"] == {}
    assert ("unpaid", "organ") in desk.game.events
    assert words.told(("unpaid", "organ"), desk.game.state, CORE) == "There is no organ left to be given: nothing came of it"


def test_Q2_what_is_told_to_be_missing_is_what_is_missing():
    desk = at_home(resources=("unknown", "monster-bone", "monster-hide")).to("develop").say("build:bonesmith")
    desk.edit(endeavors=3, storage={"unknown": 1, "monster-bone": 3, "monster-hide": 1})
    desk.say("build:weapon-crafter").say("monster-bone", "pay")
    desk.edit(storage={"monster-bone": 9})
    assert ("unpaid", "hide") in desk.game.events and desk.home["storage"] == {"monster-bone": 10}


def test_Q2_of_two_costs_the_table_says_which():
    desk = at_home(resources=("skull", "monster-bone", "monster-bone")).to("develop").say("build:bonesmith").say("craft:skull-helm")
    desk.say("0", "cost")
    assert desk.home["storage"] == {"monster-bone": 2} and desk.home["gear"] == {"skull-helm": 1}


def test_Q3_an_endeavor_is_somebodys_living_and_counts_one_off():
    desk = at_home(dead=("Di",)).to("principle").say("graves").say(1, "roll").to("develop").say("build:organ-grinder")
    before = desk.home["endeavors"]
    desk.say("endeavor:augury")
    assert set(desk.game.prompt.options) == {desk.one(name) for name in ("Ada", "Bo", "Cy")}
    desk.say(desk.one("Bo")).say(1, "roll")
    assert desk.home["endeavors"] == before - 1
    assert [desk.sheet(name)["understanding"] for name in ("Ada", "Bo", "Cy")] in ([0, 1, 0], [1, 1, 0])
    desk.edit(endeavors=0)
    assert not [one for one in desk.game.prompt.options if one.startswith(("endeavor", "use", "build", "innovate"))]


def test_Q4_two_are_drawn_and_one_is_kept_for_good_once_in_a_phase():
    desk = at_home(resources=("monster-bone", "monster-hide", "monster-organ") * 3).to("develop").say("innovate")
    first, second = desk.game.prompt.options[0], desk.game.prompt.options[3]
    desk.say(first, "draw").say(second, "draw")
    assert desk.kind == "innovation" and desk.game.prompt.options == (first, second)
    desk.say(second)
    assert desk.home["innovations"] == ["language", second] and desk.home["endeavors"] == 3
    assert first in derived.deck(desk.game.state, CORE) and second not in derived.deck(desk.game.state, CORE)
    assert "innovate" not in desk.game.prompt.options
    desk.edit(storage={"monster-bone": 1, "monster-hide": 1, "monster-organ": 1})
    year(desk)
    assert "innovate" in desk.game.prompt.options


def test_Q4_symposium_draws_two_more():
    desk = at_home(resources=("monster-bone", "monster-hide", "monster-organ")).to("develop")
    desk.edit(innovations=["language", "symposium"]).say("innovate")
    for _ in range(4):
        desk.say(next(iter(desk.game.prompt.options)), "draw")
    assert desk.kind == "innovation" and len(desk.game.prompt.options) == 4


def test_Q4_the_deck_is_a_function_of_what_is_innovated():
    """Report 18: not of the order."""
    desk = at_home().to("develop")
    decks = set()
    for order in (["language", "paint", "drums"], ["drums", "paint", "language"], ["paint", "language", "drums"]):
        desk.edit(innovations=order)
        decks.add(derived.deck(desk.game.state, CORE))
    assert len(decks) == 1 and "pictograph" in decks.pop()


def test_Q5_a_location_is_built_for_its_cost_and_for_good():
    desk = at_home(resources=("monster-bone",) * 3).to("develop")
    assert "build:weapon-crafter" not in desk.game.prompt.options
    desk.edit(storage={"monster-bone": 3, "monster-hide": 1}).say("build:weapon-crafter")
    assert desk.home["storage"] == {} and "weapon-crafter" in desk.home["locations"] and desk.home["endeavors"] == 3
    assert "build:weapon-crafter" not in desk.game.prompt.options


def test_Q6_what_is_printed_with_an_endeavor_costs_one_and_is_entered():
    desk = at_home().to("develop").say("use")
    desk.say(desk.one("Cy"), "endeavor-by").say(json.dumps(["who", [["courage", 2]]]), "effect").say("done")
    assert desk.home["endeavors"] == 3 and desk.sheet("Cy")["courage"] == 2


def test_Q7_four_depart_of_those_who_may_and_gain_what_departing_gives_with_the_reason():
    desk = at_home().to("develop")
    desk.write("Ada", skip_hunt=True).write("Bo", state="retired").edit(innovations=["language", "ammonia", "hovel"], population=10)
    desk.say("done").say("white-lion", "quarry").say("1", "level")
    assert set(desk.game.prompt.options) == {desk.one("Cy"), desk.one("Di"), "newcomer"}
    desk.say(desk.one("Di")).say(desk.one("Cy")).say("newcomer").say("Eve", "name").say("newcomer").say("Fay", "name")
    party = [desk.game.state.survivors[one]["name"] for one in desk.game.state.data["party"]]
    assert party == ["Di", "Cy", "Eve", "Fay"]
    desk.until("hunting")
    assert desk.sheet("Di")["survival"] == min(derived.limit(desk.game.state, CORE), 1 + 2) == 3
    assert {event[3] for event in desk.happened("survival") if event[1] == desk.one("Di")} == {"ammonia", "hovel"}
    assert not desk.sheet("Ada")["skip_hunt"], "the bar was for this hunt"


def test_Q7_fewer_depart_where_fewer_may():
    desk = at_home().to("develop").edit(population=4)
    desk.write("Ada", skip_hunt=True).write("Bo", state="retired").say("done").to("departing")
    desk.say(desk.one("Cy")).say(desk.one("Di"))
    assert desk.kind != "departing" and len(desk.game.state.data["party"]) == 2


def test_Q7_a_group_that_stops_chooses_next_time():
    desk = at_home().to("develop").say("done").say("later", "quarry")
    assert desk.game.state.data["step"] == "away" and desk.kind == "quarry" and desk.home["endeavors"] == 0
    desk.say("white-lion").until("hunting")
    assert len(desk.game.state.data["party"]) == 4


def test_Q7_returning_survivors_give_their_gear_up_and_the_departing_fill_their_grids():
    desk = at_home().to("develop").say("done").to("gear")
    assert desk.home["gear"] == {"cloth": 4, "founding-stone": 4}
    first = desk.game.prompt.subject[0]
    assert desk.game.prompt.usual == "as-before" and desk.game.prompt.subject[1:] == ("cloth", "founding-stone")
    assert words.sentence(desk.game.prompt, desk.game.state, CORE).endswith("take along? Before: Cloth, Founding Stone")
    desk.say("cloth").say("founding-stone").say("done")
    assert desk.game.state.survivors[first]["gear"] == ["cloth", "founding-stone"] + [None] * 7
    assert desk.home["gear"] == {"cloth": 3, "founding-stone": 3}
    assert derived.armor(desk.game.state.survivors[first], CORE)["waist"] == 1
    for _ in range(6):
        desk.say(desk.game.prompt.options[0])
    assert desk.kind != "gear" or desk.game.prompt.subject[0] != first


def test_Q7_the_usual_answer_is_what_was_carried_before_as_far_as_it_is_in_storage():
    desk = at_home().to("develop").write("Bo", gear=[None, "bandages", "founding-stone", *[None] * 5, "cloth"]).say("done").to("departing")
    desk.edit(gear={"cloth": 5, "founding-stone": 2}).to("gear")
    assert desk.game.prompt.subject == ("s2", "founding-stone", "cloth")
    desk.say("as-before").say("cloth", "gear")
    assert desk.sheet("Bo")["gear"] == ["cloth", None, "founding-stone", *[None] * 5, "cloth"]
    assert desk.home["gear"] == {"cloth": 3, "founding-stone": 1} and "as-before" not in desk.game.prompt.options
    desk.say("done").to("step")
    assert [desk.sheet(name)["gear"][:2] for name in ("Cy", "Di")] == [["cloth", "founding-stone"], ["cloth", None]]


def test_Q7a_a_newcomer_has_movement_5_and_one_survival_for_its_name_and_is_one_of_the_population():
    desk = at_home(dead=("Di",)).to("principle").say("graves").say(1, "roll").to("develop").edit(population=9).say("done").to("departing")
    desk.say("newcomer").say("Eve", "name")
    sheet = desk.sheet("Eve")
    assert (sheet["movement"], sheet["strength"], sheet["survival"], sheet["gear"]) == (5, 0, 1, [None] * 9)
    assert sheet["understanding"] == 1, "Graves gives each new survivor one"
    assert desk.home["population"] == 9


def test_Q7a_who_is_all_of_the_population_brings_nobody_new():
    desk = at_home().to("develop").edit(population=4).say("done").to("departing")
    assert "newcomer" not in desk.game.prompt.options


def test_Q8_special_showdowns_are_fought_in_order_each_once_and_bring_no_year_no_event_and_no_endeavors():
    """Report 15."""
    desk = at_home().to("develop")
    desk.edit(timeline=[[2, "showdown", "butcher", 1, ""], [2, "showdown", "kings-man", 2, ""], [3, "event", "watched", ""]])
    year(desk)
    assert desk.home["year"] == 2
    events = len(desk.happened("settlement-event"))
    desk.say("done").to("showdown")
    assert desk.game.prompt.subject == ("butcher", "1") and desk.game.state.data["show"]["kind"] == "special"
    desk.write("Ada", boxes=["arms-light"], tokens={"luck": 1}).say(outcome(desk.game, dead=("Di",), result="lost"))
    desk.to("develop")
    assert (desk.sheet("Ada")["boxes"], desk.sheet("Ada")["tokens"]) == ([], {}), "healed, tokens off, after a defeat too"
    assert desk.home["deaths"] == 1 and desk.home["year"] == 2 and len(desk.happened("settlement-event")) == events
    left = desk.home["endeavors"]
    desk.say("done").to("showdown")
    assert desk.game.prompt.subject == ("kings-man", "2")
    desk.say(outcome(desk.game)).to("develop")
    assert desk.home["endeavors"] == left and desk.home["year"] == 2
    desk.say("done").until("hunting")
    assert [entry[-1] for entry in desk.home["timeline"]] == ["done", "done", ""]


def test_Q9_what_is_stored_is_there_in_any_later_phase_until_it_is_used():
    desk = at_home(resources=("monster-bone", "skull")).to("develop").say("build:bonesmith")
    year(desk)
    assert desk.home["storage"] == {"monster-bone": 1, "skull": 1}
    desk.say("craft:bone-blade").say("monster-bone", "pay")
    assert desk.home["storage"] == {"skull": 1} and desk.home["gear"]["bone-blade"] == 1


def test_Q10_unspent_endeavors_are_lost_and_the_rest_stays():
    desk = at_home(resources=("skull",)).to("develop").say("build:bonesmith").say("done").until("hunting")
    assert desk.home["endeavors"] == 0 and ("endeavors", -3, "end") in desk.told
    assert desk.home["storage"] == {"skull": 1} and desk.home["locations"] == ["lantern-hoard", "bonesmith"]


def test_bulk_changes_obey_each_survivors_bans():
    """Report 13: the dead and who gains no survival are spared, and it is told."""
    desk = at_home(dead=("Di",)).to("principle").say("graves").say(1, "roll").to("develop")
    desk.write("Ada", impairments=["no-survival"], survival=0).write("Bo", survival=0).write("Cy", survival=0, impairments=["no-arts"])
    desk.say("use").say(desk.one("Bo"), "endeavor-by")
    desk.say(json.dumps(["each", "living", [["survival", 1], ["art", "Leap"]]]), "effect").say("done")
    assert [desk.sheet(name)["survival"] for name in NAMES] == [0, 1, 1, 1]
    assert [desk.sheet(name)["arts"] for name in NAMES] == [["Leap"], ["Leap"], [], []]
    assert {(event[1], event[2]) for event in desk.happened("spared")} >= {(desk.one("Ada"), "survival"), (desk.one("Cy"), "art")}


def test_a_limit_is_base_and_sources_and_what_was_put_there_by_hand():
    """Report 16."""
    desk = at_home().to("develop").edit(limit=2)
    assert derived.limit(desk.game.state, CORE) == 1 + 1 + 2
    desk.edit(innovations=["language", "symposium"])
    assert derived.limit(desk.game.state, CORE) == 5
    assert derived.sources(desk.game.state, CORE) == [("base", 1), ("language", 1), ("symposium", 1), ("by hand", 2)]


def test_a_principle_that_the_content_has_not_is_entered_as_text_or_left():
    for choice, kept in (("By the river", {"water": "By the river"}), ("none", {})):
        desk = at_home().to("develop").say("use")
        desk.say(desk.one("Ada"), "endeavor-by").say(json.dumps(["principle", "water"]), "effect").say("done", "effect")
        before = dict(desk.home["principles"])
        desk.say(choice, "principle")
        assert desk.home["principles"] == {**before, **kept} and desk.kind == "develop"


def test_Q8_a_special_showdown_that_this_year_gets_after_step_9_is_fought_and_then_the_group_departs():
    desk = at_home().to("develop").say("done").to("quarry")
    desk.edit(timeline=[*desk.home["timeline"], [1, "showdown", "butcher", 1, ""]]).say("later")
    desk.to("showdown")
    assert desk.game.state.data["show"]["kind"] == "special" and desk.home["phase"] == "settlement"
    desk.say(outcome(desk.game)).to("quarry")
    assert not [row for row in desk.home["timeline"] if row[0] == 1 and row[1] == "showdown" and row[-1] != "done"]
    desk.usual().to("step")
    assert desk.home["year"] == 1 and desk.home["phase"] == "hunt"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (["courage", 1], "courage of whom?"),
        (["survivor", "s99", [["courage", 1]]], "no survivor s99"),
        (["push", "monster", 1], "while nobody hunts"),
        (["nominate", "living", [["ambush", "monster"]]], "while nobody hunts"),
        (["each", "living", [["survivor", "s9", [["die", "so"]]]]], "no survivor s9"),
    ],
)
def test_an_effect_that_could_do_nothing_here_is_refused_and_told_why(step, said):
    desk = at_home().to("develop").edit(timeline=[]).say("done").to("showdown")
    desk.say(outcome(desk.game)).to("settlement-event").say("A card")
    with pytest.raises(Refused, match=said.replace("?", ".")):
        desk.say(json.dumps(step), "effect")
    before = desk.sheet("Ada")["courage"]
    desk.say('["survivor","s1",[["courage",1]]]', "effect")
    assert desk.sheet("Ada")["courage"] == before + 1
