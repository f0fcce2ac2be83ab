"""A board that plays the whole showdown, followed: its records, and that it rolls and draws by itself."""

import time

import pytest
from lanternboard.base.errors import Refused
from lanternboard.rules.engine import Engine
from lanternboard.rules.prompt import CHANCE
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.linked import LinkedTable, cards_of
from lanternboard_host.link import Client, Follower
from lanternboard_host.link.follower import PAST, Kept


@pytest.fixture(scope="module")
def table():
    with EmulatedBoard(level="all") as board:
        board.start()
        with Follower(Client(board.port), cards_of) as follower:
            table = LinkedTable(follower)
            table.ready()
            yield table


def test_the_boards_showdown_is_told_with_its_records_and_what_happened(table):
    end = time.monotonic() + 60
    while not (table.follower.engine.state.round >= 2 and table.follower.engine.state.side == 0):
        assert time.monotonic() < end
        prompt = table.prompt
        made = table.picture()
        if prompt.who == CHANCE:
            assert made.rolling and not made.options
            table.turn(0.05)
            continue
        first = next(iter(prompt.options))
        choice = "end" if prompt.kind == "hunter" else prompt.usual if prompt.usual is not None else first
        if prompt.is_spaces():
            choice = [choice % 22, choice // 22]
        try:
            table.answer(choice)
        except Refused:
            pass  # chance has answered in between
        table.turn(0)
    assert made.party.whole and made.party.survivors[0].places and 10 <= len(made.past) <= PAST


def test_what_the_board_could_not_keep_is_offered_to_people(table):
    """At a question of chance the board highlights nothing, unless its flash refused the answer (docs/protocol.md, `view`)."""
    follower = table.follower
    played, records, before = follower.engine, follower.records, follower.view
    for n in range(2, len(records)):  # as it was when the board was about to roll: to see that in time is luck
        game = Engine(Kept(records[:n]), played.cards)
        if game.prompt.who == CHANCE:
            break
    assert game.prompt.who == CHANCE, "in a showdown of some rounds something was rolled"
    follower.engine, follower.records = game, game.journal
    try:
        for option, cursor, page, rolls in ((-1, -1, 0, True), (0, -1, 0, False), (-1, 17, 0, False), (3, -1, 1, True)):
            follower.view = {"n": game.number, "option": option, "cursor": cursor, "page": page}
            made = table.picture()
            assert bool(made.rolling) == rolls and bool(made.options) != rolls
    finally:
        follower.engine, follower.records, follower.view = played, records, before
