"""A campaign from the First Story to the second settlement phase, on an emulated board and the host: the showdowns played at the board by
its seven buttons, party and journals over the serial line, host and board started again in between."""

import json

import pytest
from campaign.desk import CORE, NAMES, USUAL
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import unix_port
from lanternboard_host.faces.linked import cards_of
from lanternboard_host.link import Client, Follower
from lanternboard_host.play.hands import Hands
from lanternboard_host.play.players import SensiblePlayer, numbers
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import Sync
from records.test_campaigns import checked

pytestmark = [
    pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine"),
    pytest.mark.slow,
]


def fight(board, seed):
    """The showdown that the board plays, to its end, by its buttons."""
    with Client(board.port, 20) as client:
        follower = Follower(client, cards_of)
        hands = Hands(follower, SensiblePlayer(numbers(seed)).choice)
        while hands.once():
            pass
        assert follower.engine.prompt.kind == "over"
        return hands.answers


def sync(place, board):
    with place.open() as records, Client(board.port, 20) as client:
        return Sync(records, place.journals, played, "me", fetch=fetched).run(client)


def at_home(place, until, **answers):
    """Hunt and settlement phase as usual until a question of this kind; each answer by a program that is started for it every so often."""
    for _ in range(40):
        with place.open() as records:
            for _ in range(7):
                prompt = records.campaign.prompt
                if prompt.kind == until:
                    checked(records)
                    return records.campaign.state
                choice = answers.get(prompt.kind) or USUAL.get(prompt.kind, prompt.usual)
                if isinstance(choice, list):
                    choice = choice.pop(0) if choice else USUAL.get(prompt.kind, prompt.usual)
                if choice is None:
                    choice = next(iter(prompt.options))
                records.change(lambda game, choice=choice: game.answer(game.number, choice), "me", "answer")
    raise AssertionError(f"never asked: {until}")


def test_first_story_settlement_hunt_white_lion_and_settlement_again(tmp_path):
    place = Shelf(tmp_path / "data", CORE)
    place.create("hearth", "me", NAMES).close()
    with EmulatedBoard(level="all") as board:
        board.start()
        board.started()
        tries = 0
        while True:  # F8: until somebody comes back
            tries += 1
            assert sync(place, board).sent
            assert fight(board, tries) > 20
            with Client(board.port, 20) as client:
                client.new()  # the table begins another one: the one that is over can be let go of
            report = sync(place, board)
            assert len(report.taken) == 1, report.lines
            state = at_home(place, "showdown" if tries > 9 else _next(place))
            if state.settlement["phase"] == "settlement":
                break
        living = [one for one, sheet in state.survivors.items() if sheet["state"] == "alive"]
        assert all(state.survivors[one]["experience"] >= 1 for one in living), "F9"
        assert sum(state.settlement["storage"].values()) >= 8, "F9: four monster and four basic resources"
        with place.open() as records:
            timeline = sorted([*state.settlement["timeline"], [2, "showdown", "butcher", 1, ""]])
            storage = dict(state.settlement["storage"])  # whatever the dice brought, there is enough for a Bone Axe
            for one in ("monster-bone", "monster-organ"):
                storage[one] = storage.get(one, 0) + 1
            ours = {"settlement.timeline": timeline, "settlement.storage": storage, "settlement.endeavors": 4}
            records.change(lambda game: game.set_fields(ours, "ours"), "me", "edit")
        choices = ["build:bonesmith", "craft:bone-axe", "done"]
        state = at_home(place, "departing", develop=choices, **{"settlement-name": "Hearth", "roll": 8, "read": 10})
        assert state.settlement["population"] >= 10 and state.settlement["year"] == 1
        state = at_home(place, "showdown", gear=["bone-axe", "done"], **{"hunt-event": "a-card"})
        show = state.data["show"]
        assert (show["monster"], show["pack"], show["kind"]) == ("white-lion", "white-lion", "hunt")
        board.restart()
        board.started()
        report = sync(place, board)
        assert any("pack white-lion" in line for line in report.lines) and report.sent, report.lines
        fight(board, 3)
        with Client(board.port, 20) as client:
            client.new()
        assert len(sync(place, board).taken) == 1
        before = len(state.survivors)
        effects = [json.dumps(["birth"]), "done"]
        state = at_home(place, "showdown", effect=effects, **{"settlement-event": "Birth", "quarry": "white-lion", "name": "Eve"})
        assert state.settlement["year"] == 2 and state.data["show"]["kind"] == "special" and state.data["show"]["monster"] == "butcher"
        assert state.settlement["births"] == 1 and len(state.survivors) >= before
        state = at_home(place, "quarry", showdown="by-hand", fate=["dead"])
        assert state.settlement["deaths"] >= 1 and state.settlement["year"] == 2, "Q8: no year"
        assert len(state.data["taken"]) == 1 + tries
        with place.open() as records:
            checked(records)


def _next(place):
    with place.open() as records:
        kind = records.campaign.prompt.kind
    return "showdown" if kind in ("name", "showdown") else "settlement-name"
