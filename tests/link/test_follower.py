"""A board followed: the same prompt here as there, whatever happens on the way."""

import json

import pytest
from lanternboard.base.errors import Refused, Stale
from lanternboard.rules import engine
from lanternboard_host.link import Client, Follower
from lanternboard_host.terminal.cards import installed


@pytest.fixture
def table(board):
    with Client(board.port) as client:
        made = Follower(client, installed())
        made.wait(lambda t: t.caught_up() and t.engine and t.cells)
        yield made


def prompt_there(table) -> dict:
    return json.loads(table.client.long("prompt"))


def test_the_same_prompt_on_both_sides(board, table):
    for _ in range(6):
        p = table.engine.prompt
        there = prompt_there(table)
        assert (there["n"], there["kind"], there["rule"]) == (p.number, p.kind, p.rule)
        assert len(there["options"]) == len(list(p.options))
        choice = p.usual if p.usual is not None else next(iter(p.options))
        n = table.answer(choice)["n"]
        table.wait(lambda t, n=n: t.engine.number == n)
    n = table.undo()["n"]
    table.wait(lambda t: t.engine.number == n)
    assert table.engine.can_redo and not table.why
    table.wait(lambda t: t.cells == board.cells)


def test_a_stale_or_repeated_answer(table):
    first = table.engine.prompt
    choice = next(iter(first.options))
    n = table.client.request("answer", n=first.number, choice=choice)["n"]
    assert table.client.request("answer", n=first.number, choice=choice)["n"] == n, "the same again is told again"
    with pytest.raises(Stale):
        table.client.request("answer", n=first.number, choice="another")
    with pytest.raises(Refused) as refused:
        table.client.request("answer", n=n, choice="no-such-thing")
    assert refused.value.path == "choice" and refused.value.allowed
    table.wait(lambda t: t.engine.number == n)


def test_presses_change_the_lights(board, table):
    before = table.cells
    table.press(1, True)
    table.press(1, False)
    table.wait(lambda t: t.view.get("option") == 1 or t.cells != before)


def test_another_version_of_the_rules_shows_the_lights_and_says_so(board, monkeypatch):
    monkeypatch.setattr(engine, "RULES", engine.RULES + 1)
    with Client(board.port) as client:
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.cells)
        assert table.engine is None and "not explained" in table.why
        assert len(table.lines) == table.table["n"]
        assert table.cells == board.cells


def test_a_new_showdown_is_followed_from_its_start(table):
    before = table.engine.header["id"]
    table.client.new(survivors=2)
    table.wait(lambda t: t.engine and t.engine.header["id"] != before)
    assert len(table.engine.names) == 2
    assert table.engine.prompt.kind == prompt_there(table)["kind"]


def test_a_callback_must_not_ask(board):
    client = Client(board.port, connect=False)
    told = []

    def on_table(args):
        try:
            client.request("ping")
        except RuntimeError as wrong:
            told.append(wrong)

    client.on_table = on_table
    client.connect()
    client.close()
    assert told
