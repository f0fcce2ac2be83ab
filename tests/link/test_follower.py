"""A board followed: the same prompt here as there, whatever happens on the way."""

import json
import random
import time

import pytest
from lanternboard.base.errors import Refused, Stale
from lanternboard.rules import engine, journaltext
from lanternboard.rules.chance import pick
from lanternboard.rules.prompt import CHANCE
from lanternboard.rules.state import ALL, State
from lanternboard_host.cli.explain import here
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.cards import installed, of_source, packs_folder
from lanternboard_host.faces.linked import cards_of
from lanternboard_host.image import pack_lines
from lanternboard_host.link import Client, Follower
from lanternboard_host.link.follower import Kept

# A survivor who is pushed over the edge it stands on, and one level with the base.
ON_THE_EDGE = b"""{"format":"lanternboard/scenario/1","monster":{"at":[10,0]},"survivors":[{"name":"A","at":[10,2]},
{"name":"B","at":[21,0]}],"knockback":{"name":"B","spaces":3}}"""


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


def other_cards():
    """First Story with its AI cards in another order: the same id, another digest."""
    pack = json.loads((packs_folder() / "first-story.json").read_bytes())
    pack["decks"]["ai"].reverse()
    return pack


def test_a_board_whose_pack_has_the_id_and_other_cards_is_shown_and_not_explained():
    with EmulatedBoard(pack=other_cards(), level="all") as other:
        with Follower(Client(other.start()), cards_of) as table:
            table.wait(lambda t: t.caught_up() and t.cells and (t.engine or t.why))
            assert table.engine is None and table.why.startswith("the board's first-story has other cards than here: the lights are shown")
            assert table.cells == other.cells and len(table.lines) == table.table["n"]


def test_a_pack_that_was_changed_in_the_middle_of_a_showdown_is_the_one_by_which_it_goes_on():
    with EmulatedBoard(level="all") as other:
        with Follower(Client(other.start()), cards_of) as table:
            table.wait(lambda t: t.caught_up() and t.engine)
            table.client.put("pack", pack_lines(other_cards()), name="first-story")
            other.restart()
            table.wait(lambda t: t.caught_up() and t.why, 20)
            assert table.engine is None and "other cards than here" in table.why
            table.client.put("pack", pack_lines(json.loads((packs_folder() / "first-story.json").read_bytes())), name="first-story")
            other.restart()
            table.wait(lambda t: t.caught_up() and t.engine, 20)
            assert not table.why and prompt_there(table)["kind"] == table.engine.prompt.kind


def test_whatever_a_record_does_here_the_follower_goes_on(board):
    theirs = of_source(json.dumps(other_cards()).encode())
    ended = 0
    for seed in range(3):
        state = State(22, 16, 0)
        state.level = ALL
        game = engine.create(Kept(), theirs, ("A", "B", "C", "D"), state=state)
        game.rolls = lambda kind: True
        rng = random.Random(seed)
        while game.prompt.kind != "over" and game.number < 1000:
            options = game.prompt.options
            chance = game.prompt.who == CHANCE
            game.answer(game.number, pick(game.prompt, rng.randrange) if chance else list(options)[rng.randrange(len(options))])
        client = Client(board.port, connect=False)
        client.wire.hello = {"rules": engine.RULES}
        table = Follower(client, installed())
        for n in range(len(game.journal)):
            client.on_record(n, journaltext.line(n, game.journal[n]))
        table.update()
        assert len(table.records) == len(game.journal)
        ended += table.engine is None and bool(table.why)
    assert ended
    for line in ('{"n":0,', '{"n":0,[]}', '{"n":0,"id":7,"context":[]}', '{"n":0,"rules":{}}'):
        client = Client(board.port, connect=False)
        table = Follower(client, cards_of)
        client.on_record(0, line)
        for n, other in enumerate(("[]", "7", '{"n":2}', '{"n":3,"snapshot":7}', '{"n":4,"answer":{}}'), 1):
            client.on_record(n, other)
        table.update()
        assert table.engine is None and table.why and len(table.lines) == 6


def test_a_journal_that_other_rules_began_is_followed_from_where_these_go_on(table):
    for _ in range(3):
        n = table.answer(table.engine.prompt.usual or next(iter(table.engine.prompt.options)))["n"]
        table.wait(lambda t, n=n: t.engine.number == n)
    old = {'"rules":%d' % engine.RULES: '"rules":999', "white-lion": "old-lion", table.engine.header["id"]: "0" * 16}
    lines = list(table.lines)
    for now, then in old.items():
        lines = [line.replace(now, then) for line in lines]
    state = table.engine.state.pack()
    table.client.put("journal", ("\n".join(lines) + "\n").encode())
    table.wait(lambda t: t.caught_up() and t.engine and len(t.lines) == len(lines) + 2)
    assert not table.why and table.engine.state.pack() == state and not table.engine.can_undo
    n = table.answer(next(iter(table.engine.prompt.options)))["n"]
    table.wait(lambda t: t.engine.number == n)
    assert prompt_there(table)["kind"] == table.engine.prompt.kind and table.engine.can_undo


def test_a_new_showdown_is_followed_from_its_start(table):
    before = table.engine.header["id"]
    table.client.new(survivors=2)
    table.wait(lambda t: t.engine and t.engine.header["id"] != before)
    assert len(table.engine.names) == 2
    assert table.engine.prompt.kind == prompt_there(table)["kind"]


def test_a_journal_of_the_same_id_with_another_past_is_taken_whole(table):
    """Put back, played on otherwise and come to the same last records."""

    def played(*choices):
        for choice in choices:
            table.client.request("answer", n=prompt_there(table)["n"], choice=choice)
        return table.client.get("journal")

    def same(text):
        table.wait(lambda t: t.lines == text.decode().splitlines() and t.caught_up() and t.engine)
        return table.engine.depth

    played("white-lion", 1, [10, 7], "N")
    saved = played(prompt_there(table)["options"][0])
    one = played("turn", "E", "turn", "W")
    depth = same(one)
    table.client.put("journal", saved)
    other = played("turn", "S", "turn", "W")
    assert len(one.splitlines()) == len(other.splitlines()) and one.splitlines()[-1] == other.splitlines()[-1] and one != other
    assert same(other) == depth
    table.client.put("journal", one)
    assert same(one) == depth and not table.why
    n = table.undo()["n"]
    table.wait(lambda t: t.engine.number == n)
    assert table.engine.diverged < 0 and prompt_there(table)["kind"] == table.engine.prompt.kind


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


def test_the_rulings_are_those_that_the_board_runs_by_not_those_of_its_file(board):
    with Client(board.port) as client:
        settings = json.loads(client.get("settings"))
        settings["rulings"] = {"slide_along_edge": False, "collision_knockback": 7}
        client.put("settings", json.dumps(settings).encode())
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.engine)
        assert (table.engine.rulings.slide_along_edge, table.engine.rulings.collision_knockback) == (True, 5), "not started anew"
        board.restart()
        table.wait(lambda t: t.engine and t.caught_up() and t.engine.rulings.collision_knockback == 7, 20)
        assert table.engine.rulings.slide_along_edge is False
        assert client.explain(ON_THE_EDGE) == here(ON_THE_EDGE, "-", 1), "explained by the defaults, whatever a group decided"
        client.put("settings", b'{"format":"lanternboard/settings/1"}')


def test_an_answer_whose_journal_has_gone_is_not_said_to_the_next_one(board):
    """Every showdown's first prompt is 2: the session is lost under an answer, and another showdown is played when it is back."""
    with Client(board.port) as client:
        table = Follower(client, installed())
        table.wait(lambda t: t.caught_up() and t.engine)
        before, n = client.table["journal"], table.engine.number
        say, said = client.wire.say, []

        def losing(session, verb, args):
            if verb != "answer":
                return say(session, verb, args)
            said.append(args)
            if len(said) == 1:
                assert say(session, "new", {"re": 900_000})
                deadline = time.monotonic() + 10
                while client.table["journal"] == before:
                    assert time.monotonic() < deadline
                    time.sleep(0.01)
                board.unplug()
                board.plug()
            return True

        client.wire.say = losing
        with pytest.raises(Stale) as refused:
            table.answer("white-lion")
        assert refused.value.path == "journal" and len(said) == 1 and said[0]["journal"] == before
        client.wire.say = say
        assert prompt_there(table)["n"] == n
        with pytest.raises(Stale) as refused:
            client.request("answer", n=n, choice="white-lion", journal=before)
        assert refused.value.path == "journal" and prompt_there(table)["n"] == n
        assert client.request("answer", n=n, choice="white-lion")["n"] > n


def test_a_new_showdown_is_known_when_it_is_confirmed(board):
    with Client(board.port) as client:
        for _ in range(3):
            assert client.new()["text"] == client.table["journal"]
            assert client.request("answer", n=2, choice="white-lion")["n"] > 2
        before = client.table["journal"]
        client.put("party", b'["One", "Two"]')
        assert client.table["journal"] != before
