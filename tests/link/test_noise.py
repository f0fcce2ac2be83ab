"""Exchanges over a bad line, in simulated time: all answered, none wrong, none twice. And a reader who does not read."""

import random

import pytest
from lanternboard.link import messages
from lanternboard.link.end import LOST, OPENED
from lanternboard.link.link import ANSWER, board_link, host_link
from link.channel import Noise, Pair
from sizes import SEED, count


class Exchange:
    """The host asks, up to `ahead` at once; the board answers each with what it was asked. Sizes differ."""

    def __init__(self, pair: Pair, total: int, ahead: int, seed: int) -> None:
        self.pair = pair
        self.total = total
        self.ahead = ahead
        self.random = random.Random(seed)
        self.asked = 0
        self.answers = 0
        self.seen_by_board = 0
        self.texts = {}

    def __call__(self, ms: int) -> bool:
        board, host = self.pair.board, self.pair.host
        while board.room() >= ANSWER:
            message = board.take()
            if message is None:
                break
            verb, args = message
            self.seen_by_board += 1
            assert verb == "settings" and args["re"] == self.seen_by_board, "in order, each once"
            assert board.say("ok", re=args["re"], text=args["key"], n=args["re"] * 7)
        while (message := host.take()) is not None:
            verb, args = message
            self.answers += 1
            assert verb == "ok" and args["re"] == self.answers and args["n"] == self.answers * 7
            assert args["text"] == self.texts.pop(self.answers)
        while self.asked < self.total and self.asked - self.answers < self.ahead:
            text = "".join(self.random.choice('ab "\\{}~é') for _ in range(self.random.randrange(12)))
            if not host.say("settings", re=self.asked + 1, key=text):
                break
            self.asked += 1
            self.texts[self.asked] = text
        return self.answers == self.total


@pytest.mark.parametrize("ahead", [1, 6])
def test_exchanges_over_a_bad_line_are_all_answered(ahead):
    total = count(1000, 5000, 50_000)
    noise = Noise(0.01, SEED + ahead)
    pair = Pair(noise)
    pair.open()
    exchange = Exchange(pair, total, ahead, SEED)
    pair.run(exchange, limit=total * 1000)
    assert exchange.seen_by_board == total
    assert all(noise.done.values()), "each kind of harm was done"
    assert pair.host.state == pair.board.state == OPENED
    assert pair.host.named()["resets"] == 0


def test_a_very_bad_line_is_slow_and_still_right():
    total = count(100, 300, 3000)
    pair = Pair(Noise(0.2, SEED))
    pair.open()
    pair.run(Exchange(pair, total, 4, SEED), limit=total * 60_000)


def test_a_board_that_starts_again_says_so_and_nothing_mixes():
    pair = Pair()
    pair.open()
    pair.host.say("ping", re=1)
    pair.pass_on()
    pair.board = board_link()  # power cut: knows nothing of a session
    pair.run(lambda ms: pair.host.state == LOST)
    pair.open()
    assert pair.board.take() is None
    pair.host.say("ping", re=2)
    pair.run(lambda ms: pair.board.take() == ("ping", {"re": 2}))


def test_a_new_host_takes_over():
    pair = Pair()
    pair.open()
    pair.board.say("ok", re=1, text="for the one before")
    pair.host = host_link()
    pair.host.open(b"zz", pair.ms)
    pair.run(lambda ms: pair.host.state == OPENED)
    pair.board.say("ok", re=1, text="for the new one")
    pair.run(lambda ms: pair.host.take() == ("ok", {"re": 1, "text": "for the new one"}))


def test_a_session_name_that_is_still_open_is_noticed():
    pair = Pair()
    pair.host.open(b"zz", pair.ms)
    pair.run(lambda ms: pair.host.state == OPENED)
    pair.host.say("ping", re=1)
    pair.run(lambda ms: pair.board.take() is not None)
    pair.host = host_link()
    pair.host.open(b"zz", pair.ms)
    pair.run(lambda ms: pair.host.state == LOST)


def test_a_reader_who_does_not_read_is_never_sent_more_than_the_output_buffer():
    pair = Pair()
    pair.open()
    board = pair.board
    written = 0
    for _ in range(10_000):
        board.say("record", n=1, text="x" * 80)
        pair.ms += 10
        while (piece := board.out(pair.ms)) is not None:
            written += len(piece)
            board.sent(len(piece))
    assert written <= 252
    # It reads again (what lay in the buffer is there) and gets all, in order.
    total = 0

    def reading(ms):
        nonlocal total
        while pair.host.take() is not None:
            total += 1
        return board.idle()

    pair.run(reading)
    assert total > 2


def test_an_input_buffer_of_512_is_never_overrun():
    # A board that is busy: whatever the host has to say, no more than the buffer holds is on its way.
    pair = Pair()
    pair.open()
    host = pair.host
    written = 0
    for i in range(400):
        host.say("settings", re=i + 1, key="x" * 40)
        while (piece := host.out(pair.ms)) is not None:
            written += len(piece)
            host.sent(len(piece))
    assert written <= 400


def test_partial_writes_go_on_where_they_stopped():
    pair = Pair()
    pair.open()
    for i in range(3):
        pair.host.say("ping", re=i + 1)
    while (piece := pair.host.out(pair.ms)) is not None:
        pair.host.sent(1)
        pair.board.feed(bytes(piece[:1]), 1, pair.ms)
    assert [pair.board.take()[1]["re"] for _ in range(3)] == [1, 2, 3]


def test_what_is_no_message_is_refused_in_words_and_the_link_goes_on():
    pair = Pair()
    pair.open()
    pair.host.send(b'answer {"re":9,"n":1,"choice":1.5}')
    pair.host.say("ping", re=10)
    seen = []

    def work(ms):
        while (message := pair.board.take()) is not None:
            pair.board.ok(message[1]["re"])
        while (message := pair.host.take()) is not None:
            seen.append(message)
        return len(seen) == 2

    pair.run(work)
    assert seen[0][0] == "no" and seen[0][1]["re"] == 9 and seen[0][1]["path"] == "choice"
    assert seen[1] == ("ok", {"re": 10})
    assert pair.board.named()["refused"] == 1


def test_a_refusal_always_fits():
    from lanternboard.base.errors import Refused

    pair = Pair()
    pair.open()
    some = ("", "x", "x" * 500, "é" * 12, "é" * 40, "é" * 300, "😀" * 16, '"' * 300, "\x03" * 200)
    for path in some:
        for message in some:
            for allowed in some:
                assert pair.board.no(999999, Refused(path, message, allowed))
                got = []
                pair.run(lambda ms, got=got: got.append(pair.host.take()) or got[-1])
                assert got[-1][0] == "no" and got[-1][1]["message"][:1] == message[:1], "what it says is never cut away whole"


def test_an_ok_always_fits():
    pair = Pair()
    pair.open()
    for words in ("x" * 500, "\u00e9" * 300, '"' * 300):
        assert pair.board.ok(1, text=words)
        pair.run(lambda ms: pair.host.take() is not None)


def test_every_message_of_the_board_fits_a_line():
    longest = {
        "hello": {
            "re": 999999,
            "id": "f" * 16,
            "version": "10.10.10",
            "rules": 65535,
            "protocol": 99,
            "digest": "f" * 8,
            "driver": "circuitpy",
        },
        "table": {
            **{"journal": "f" * 16, "n": 99999, "columns": 64, "rows": 64, "turn": 7, "pack": "first-story"},
            **{"settings": "f" * 8, "boots": 99999, "cause": "watchdog", "safe": False},
        },
        "part": {"re": 999999, "i": 9999, "data": "A" * 168},
        "cells": {"at": 1023, "data": "A" * 160, "done": False},
        "record": {"n": 99999, "text": "\\" * messages.TEXT, "i": 99, "more": True},
    }
    room = board_link().line_out - 15
    for verb, args in longest.items():
        assert len(messages.encode(messages.TO_HOST, verb, args)) <= room, verb
