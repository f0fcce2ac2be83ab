"""H: the hunt phase, each test named after its rule."""

import json

import pytest
from campaign.desk import CORE, at_home, outcome
from lanternboard_host.campaign import hunt

DARK, STARVATION = 6, 12


def hunting(monster=None, resources=(), level="1", **answers):
    """A party on Start; `monster`: moved there by an effect of the first event."""
    desk = at_home(resources=resources).to("develop").say("done").to("level").say(level).until("hunting", **answers)
    desk.to("step")
    if monster is not None:
        desk.game.state.data["hunt"]["monster"] = monster
    return desk


def board(desk):
    return desk.game.state.data["hunt"]


def walk(desk, to, **answers):
    """On, without events, until that space."""
    while board(desk) and board(desk)["at"] < to:
        desk.to("step", **answers).say("on")
    return desk


def enter(desk, *steps):
    """What an event did, entered."""
    desk.to("effect")
    for step in steps:
        desk.say(json.dumps(step), "effect")
    if desk.kind == "effect":
        desk.say("done")
    return desk


def test_H0_each_step_is_one_space_and_its_event_and_at_the_monster_the_showdown_starts_without_one():
    desk = hunting()
    assert (board(desk)["at"], board(desk)["monster"]) == (0, 4)
    for space, kind in ((1, "hunt-event"), (2, "hunt-event"), (3, "roll")):
        desk.say("on", "step")
        assert (board(desk)["at"], desk.kind) == (space, kind)
        assert desk.game.prompt.rule == "H0"
        desk.to("effect")
        assert desk.game.prompt.rule == "H0"
        desk.to("step")
    desk.say("on")
    assert desk.kind == "showdown" and desk.game.state.data["hunt"] is None
    assert desk.game.state.data["show"]["hunt"] == 4


def test_H0_the_track_is_data():
    desk = hunting()
    track = [hunt.event_of(desk.game, space)[:1] for space in range(13)]
    assert "".join(one or "-" for one in track) == "-mmbbmobmmbb-"
    for monster, level, starts in (("white-lion", 1, [4]), ("white-lion", 2, [7, 8]), ("phoenix", 3, [11])):
        assert CORE.get("monsters", monster)["starts"][level - 1] == starts


def test_H0_where_sources_differ_the_table_says_where_the_monster_begins():
    desk = at_home().to("develop").say("done").to("level").say("2").to("monster-space")
    assert desk.game.prompt.options == ("7", "8")
    desk.say("8").to("step")
    assert board(desk)["monster"] == 8


def test_H1_overwhelming_darkness_ends_a_move_onto_it_and_happens_once():
    desk = walk(hunting(monster=11), 4)
    enter(desk, ["push", "survivors", 5])
    assert board(desk)["at"] == DARK and ("hunt-event", "overwhelming-darkness", "") in desk.told, "whatever was left of the move is lost"
    enter(desk, ["push", "survivors", -2])
    assert board(desk)["at"] == 4
    desk.say("on", "step")
    enter(desk, ["push", "survivors", 3])
    assert board(desk)["at"] == 8, "it holds nobody who has been there"
    assert [event[1] for event in desk.happened("hunt-event")].count("overwhelming-darkness") == 1


def test_H1_its_event_comes_before_the_monster_on_the_same_space():
    desk = walk(hunting(monster=DARK), 5)
    desk.to("step").say("on")
    assert desk.kind == "effect" and ("hunt-event", "overwhelming-darkness", "") in desk.told
    desk.say("done")
    assert desk.kind == "showdown"


def test_H2_gear_found_lies_in_a_free_box_of_its_finder_and_is_not_in_storage():
    desk = walk(hunting(monster=9), 1)
    who = desk.game.state.data["party"][0]
    grid = [None] * 8 + ["lucky-charm"]
    before = dict(desk.home["gear"])
    desk.game.set_fields({f"survivors.{who}.gear": grid}, "found on the hunt")
    assert desk.game.state.survivors[who]["gear"][8] == "lucky-charm" and desk.home["gear"] == before


def test_H3_event_damage_carries_into_the_showdown_and_kills_nobody():
    desk = walk(hunting(), 1)
    who = desk.game.state.data["party"][0]
    enter(desk, ["survivor", who, [["box", "head-heavy"], ["box", "head-heavy"], ["insanity", 1]]])
    desk.to("showdown")
    sheet = desk.game.state.survivors[who]
    assert sheet["boxes"] == ["head-heavy"] and sheet["insanity"] == 1 and sheet["state"] == "alive"


def test_H4_H5_tokens_of_the_hunt_are_there_in_the_showdown_and_gone_after_it():
    desk = walk(hunting(), 1)
    who = desk.game.state.data["party"][0]
    enter(desk, ["survivor", who, [["token", "speed", -1], ["bleed", 1]]])
    desk.to("showdown")
    from lanternboard_host.campaign.showdown import party

    sent = party(desk.game.state, CORE)["survivors"][0]
    assert sent["tokens"] == {"speed": -1} and sent["bleed"] == 1
    desk.say(outcome(desk.game)).to("develop")
    assert desk.game.state.survivors[who]["tokens"] == {} and desk.game.state.survivors[who]["bleed"] == 0


def test_H4_without_a_showdown_tokens_go_at_home():
    desk = walk(hunting(), 1)
    party, home = list(desk.game.state.data["party"]), desk.one("Ada")
    assert home not in party, "it skips this hunt"
    desk.write("Ada", tokens={"luck": 1})
    enter(desk, *[["survivor", one, [["die", "fell"]]] for one in party])
    desk.to("develop")
    assert desk.sheet("Ada")["tokens"] == {} and not desk.happened("showdown")[1:]


def test_H5_a_hunt_to_be_skipped_is_the_following_one():
    desk = walk(hunting(), 1)
    who = desk.game.state.data["party"][0]
    enter(desk, ["survivor", who, [["skip-hunt"]]])
    desk.to("showdown")
    assert who in desk.game.state.data["party"]
    desk.say(outcome(desk.game)).to("develop").say("done").to("departing")
    assert who not in desk.game.prompt.options


def test_H6_who_retires_on_the_hunt_fights_this_showdown_and_then_stays():
    desk = walk(hunting(), 1)
    who = desk.game.state.data["party"][0]
    enter(desk, ["survivor", who, [["retire"]]])
    desk.to("showdown")
    assert who in desk.game.state.data["party"] and desk.game.state.survivors[who]["state"] == "retired"
    desk.say(outcome(desk.game)).to("develop").say("done").to("departing")
    assert who not in desk.game.prompt.options


def test_H7_what_the_dead_carried_lies_in_storage():
    desk = at_home().to("develop").say("done").to("gear").say("cloth").say("done").to("step")
    who = desk.game.state.data["party"][0]
    before = desk.home["gear"]["cloth"]
    desk.say("on")
    enter(desk, ["survivor", who, [["die", "fell"]]])
    assert desk.home["gear"]["cloth"] == before + 1 and desk.game.state.survivors[who]["gear"] == [None] * 9


def test_H8_the_monster_that_comes_onto_the_survivors_ambushes_them_and_no_event_goes_on():
    desk = walk(hunting(monster=3), 1)
    desk.to("effect").say(json.dumps(["push", "monster", -2]))
    assert desk.kind == "showdown" and desk.game.state.data["show"]["ambush"] == "monster"


def test_H8_nobody_flees_any_more_when_the_monster_has_come():
    for by in ("event", "flight"):
        desk = walk(hunting(monster=3), 1).edit(innovations=["language", "paint", "pictograph"]).to("effect")
        if by == "flight":
            desk.say("done", "effect").say(desk.game.state.data["party"][0], "flee").say(4, "roll")
        desk.say(json.dumps(["push", "monster", -2]), "effect")
        assert desk.kind == "showdown" and desk.game.state.data["show"]["ambush"] == "monster", by


def test_H8_survivors_who_ambush_may_open_the_showdown():
    desk = walk(hunting(), 1)
    enter(desk, ["ambush", "survivors"])
    assert desk.kind == "showdown" and desk.game.state.data["show"]["ambush"] == "survivors"


def test_H8_who_is_pushed_onto_the_monster_is_not_ambushed():
    desk = walk(hunting(), 1)
    enter(desk, ["push", "survivors", 3])
    assert desk.kind == "showdown" and desk.game.state.data["show"]["ambush"] == ""


@pytest.mark.parametrize(("push", "at"), [(-5, 0), (20, DARK)])
def test_H9_start_and_starvation_are_the_ends(push, at):
    desk = walk(hunting(monster=11), 2)
    enter(desk, ["push", "survivors", push])
    assert board(desk)["at"] == at


def test_H9_beyond_the_darkness_one_is_pushed_to_starvation_at_most():
    desk = walk(hunting(monster=11), 7)
    enter(desk, ["push", "survivors", 20])
    assert desk.kind == "roll" and desk.game.prompt.rule == "H11"


@pytest.mark.parametrize(("push", "at"), [(30, STARVATION), (-30, 0)])
def test_H10_the_monster_stays_on_the_line(push, at):
    desk = walk(hunting(), 1)
    enter(desk, ["push", "monster", push])
    assert board(desk)["monster"] == at


@pytest.mark.parametrize(("rolled", "left"), [(1, 2), (3, 0), (5, 0)])
def test_H11_on_starvation_the_storage_loses_what_is_rolled_at_most_what_there_is(rolled, left):
    desk = walk(hunting(monster=STARVATION, resources=("skull", "white-fur", "white-fur")), STARVATION)
    assert desk.kind == "roll" and desk.game.prompt.options == range(1, 6)
    desk.say(rolled)
    if rolled < 3:
        assert desk.kind == "lose" and desk.game.prompt.options == ("skull", "white-fur")
    desk.to("showdown")
    assert sum(desk.home["storage"].values()) == left


def test_H11_the_players_choose_which():
    desk = walk(hunting(monster=STARVATION, resources=("skull", "white-fur", "white-fur")), STARVATION)
    desk.say(2, "roll").say("white-fur", "lose").say("white-fur", "lose")
    assert desk.home["storage"] == {"skull": 1} and desk.kind == "showdown"


def test_H12_with_nobody_left_the_hunt_has_failed_and_the_year_is_counted_at_home():
    desk = walk(hunting(resources=("skull", "white-fur")), 1)
    party = list(desk.game.state.data["party"])
    enter(desk, *[["survivor", one, [["die", "fell"]]] for one in party])
    assert desk.kind == "roll" and desk.game.prompt.rule == "H11"
    desk.say(1).to("develop")
    assert desk.home["year"] == 2 and desk.home["deaths"] == len(party) and desk.home["endeavors"] == 0
    assert not desk.happened("settlement-event") and desk.game.state.data["show"] is None
    assert ("resource", "skull", -1, "starvation") in desk.told and desk.home["storage"]["white-fur"] == 1


def test_H13_with_pictographs_some_may_flee_after_any_event_and_the_event_is_rolled_for_each():
    desk = hunting(monster=11)
    desk.edit(innovations=["language", "paint", "pictograph"]).say("on", "step").say("a-card", "hunt-event").say("done", "effect")
    party = tuple(desk.game.state.data["party"])
    assert desk.kind == "flee" and desk.game.prompt.options == (*party, "nobody")
    desk.say(party[1]).say(4, "roll").say("done", "effect")
    assert desk.game.prompt.options == (party[0], *party[2:], "nobody")
    desk.say("nobody")
    assert desk.kind == "step"
