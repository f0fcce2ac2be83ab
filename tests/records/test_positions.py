"""Every position that play comes to has the form that a file's positions must have."""

import json
import random

from campaign.desk import USUAL, Desk, outcome
from lanternboard.base.errors import Refused
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
