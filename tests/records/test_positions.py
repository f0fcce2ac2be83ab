"""Every position that play comes to has the form that a file's positions must have."""

import json
import random

import pytest
from campaign.desk import USUAL, Desk, at_home, outcome
from lanternboard.base.errors import Refused
from lanternboard.rules.record import SNAPSHOT
from lanternboard_host.campaign import flow, state
from lanternboard_host.records.positions import position
from sizes import SEED, count


def answered(desk, rng) -> None:
    prompt = desk.game.prompt
    if prompt.kind == "showdown":
        choice = "by-hand" if rng.random() < 0.3 else outcome(desk.game, resources=("skull", "monster-hide", "love-juice"))
    elif prompt.kind in USUAL and rng.random() < 0.7:
        choice = USUAL[prompt.kind]
    else:
        choice = rng.choice(list(prompt.options)[:300] or [USUAL.get(prompt.kind, "Word")])
    try:
        desk.say(choice)
    except Refused:
        desk.usual()


def test_positions_of_campaigns_that_are_answered_at_random():
    for k in range(count(3, 20, 300)):
        rng, desk, years = random.Random(f"{SEED}-{k}"), Desk(), set()
        for _ in range(400):
            answered(desk, rng)
            data = desk.game.state.data
            assert position(json.loads(json.dumps(data)), "state").data == data
            years.add(data["settlement"]["year"])
        assert len(years) > 2 or "lost" in str(desk.told)


def test_positions_in_a_journal_have_it_too_whatever_waits_to_be_asked_when_they_are_written():
    """Each kind of what waits is first in a position of some journal: one is written every so many answers."""
    waited = set()
    for k in range(flow.EVERY):
        for by_hand in (False, True):
            desk = Desk()
            for n in range(k):
                desk.edit(notes=f"note {n}")
            if by_hand:
                desk.say("by-hand").say("won").say("lives").say("lives").say("lives").say("lives").say("done")
            else:
                desk.say(outcome(desk.game, Cy=([["disorders", 2]], [], [])))
                assert position(desk.game.state.data, "state").data["todo"] == [["disorder", "s3"]]
                desk.say("fear").say("rage")
            for made in desk.game.journal.records:
                if made[0] == SNAPSHOT:
                    data = state.unpack(made[1:]).data
                    waited |= {row[0] for row in position(data, "state").data["todo"]}
    assert waited == {"by-hand", "disorder"}


def test_a_hunt_while_the_step_is_another_one_is_refused():
    """Found by the soak (seed 855658381): such a file was taken, and its own export was not."""
    data = at_home().to("develop").say("done").to("step").game.state.data
    assert data["step"] == "hunting" and position(data, "state").data == data
    for step in ("showdown", "hunt", "depart"):
        with pytest.raises(Refused) as refused:
            position({**data, "step": step}, "state")
        assert refused.value.path == "state.hunt" and refused.value.allowed == "null, or the step hunting"
