"""The table's side of the link, in simulated time: a whole table on a board without hardware, joined to a host's end. Every request has
its answer and every showdown its greeting, however little room there is; buttons come before the link."""

from binascii import b2a_base64

import pytest
from lanternboard.link import messages
from lanternboard.link.end import OPENED
from lanternboard.link.frames import FrameReader
from lanternboard.rules import journaltext, record
from lanternboard.settings.table import defaults
from link.desk import Host

RIGHT, CHOOSE = 3, 4


@pytest.fixture
def host():
    made = Host()
    made.greet()
    return made


@pytest.mark.parametrize("filled", [False, True])
def test_hello_and_table_both_arrive_in_mid_session(host, filled):
    host.say("frames", re=2, on=True)
    host.wait(2)
    for re in range(3, 10):
        if filled:
            host.fill()
        host.say("hello", re=re, protocol=1, digest=messages.digest())
        host.read()
        host.until(lambda re=re: host.count("table") == re - 1)
        assert [args["re"] for verb, args in host.got if verb == "hello"][-1] == re


def test_requests_one_after_another_without_a_pause_are_all_answered(host):
    for re in range(2, 30):
        if re % 3:
            host.say("ping", re=re)
        else:
            host.say("hello", re=re, protocol=1, digest=messages.digest())
    host.until(lambda: len(host.answers()) == 19 and host.count("table") == 1 + 9)
    assert [args["re"] for verb, args in host.got if verb in ("ok", "hello")] == list(range(1, 30))


@pytest.mark.parametrize("filled", [False, True])
def test_a_new_showdown_is_confirmed_and_told(host, filled):
    host.say("frames", re=2, on=True)
    host.wait(2)
    if filled:
        host.fill()
    host.table.game.cards.id = "x" * 32
    before = host.count("table")
    host.say("new", re=3)
    host.say("ping", re=4)
    host.read()
    host.wait(3, 4)
    assert host.answers().count(("ok", 3)) == 1 and host.count("table") == before + 1
    told = [args for verb, args in host.got if verb == "table"][-1]
    confirmed = next(args for verb, args in host.got if verb == "ok" and args["re"] == 3)
    assert told["journal"] == confirmed["text"] == host.table.game.engine.header["id"]


def test_a_long_request_that_fails_in_the_middle_is_refused(host, monkeypatch):
    from lanternboard.table import transfers

    def work(source, sink):
        for _ in range(50):
            sink(b"x" * 100)
        raise ValueError("in the middle")

    monkeypatch.setattr(transfers, "counters", lambda table: work)
    host.say("counters", re=2)
    host.say("ping", re=3)
    host.until(lambda: ("no", 2) in host.answers() and ("ok", 3) in host.answers())
    refused = next(args for verb, args in host.got if verb == "no")
    assert "in the middle" in refused["message"]


def back(host):
    """The cable comes back while the board is at work."""
    session = host.table.link.opened
    host.link.close()
    host.link.open(b"b8", host.board.ms)
    host.until(lambda: host.table.link.opened != session)


def test_a_cable_that_comes_back_in_the_middle_of_a_content_leaves_the_board_free_for_the_next_one(host):
    commands, journal = host.table.commands, host.table.game.engine.journal
    data = "".join(journaltext.line(n, journal.read(n)) + "\n" for n in range(len(journal))).encode()
    breathe = commands.breathe

    def breathes():  # a line has been played
        if commands.breathe == breathes:
            commands.breathe = breathe
            back(host)

    commands.breathe = breathes
    host.say("put", re=2, what="journal", size=len(data) + 1000, crc="00000000")  # more than comes
    for i in range(4):
        host.say("part", re=2, i=i, data=b2a_base64(data[90 * i : 90 * i + 90], newline=False).decode())
    since = host.board.ms
    host.until(lambda: commands.breathe == breathe)
    assert not commands.busy and host.board.ms - since < 500
    host.until(lambda: host.link.state == OPENED)
    assert host.ask("counters")["size"] and host.table.game.engine.journal is journal


def test_whoever_comes_anew_is_not_told_what_another_asked_for(host, monkeypatch):
    from lanternboard.table import transfers

    monkeypatch.setattr(transfers, "counters", lambda table: lambda source, sink: back(host))
    session = host.table.link.opened
    host.say("counters", re=2)
    host.until(lambda: host.table.link.opened != session and host.link.state == OPENED)
    assert "path" not in host.ask("ping") and ("ok", 2) not in host.answers()


def test_messages_that_are_none_are_all_refused_and_the_one_after_them_is_answered(host):
    for re in range(2, 12):
        assert host.link.send(b'answer {"re":%d,"n":1,"choice":1.5}' % re)
    host.say("ping", re=12)
    host.wait(*range(2, 13))
    assert host.answers() == [("no", re) for re in range(2, 12)] + [("ok", 12)]


def test_an_id_of_any_length_is_told_and_followed(host):
    for name in ("é" * 64, '"' * 64, "x" * 64, ""):
        host.table.game.engine.header["id"] = name
        tables = host.count("table")
        host.say("hello", re=2, protocol=1, digest=messages.digest())
        host.until(lambda tables=tables: host.count("table") > tables)
        assert host.got[-1][1]["journal"] == messages.short(name)
        host.got.clear()
        host.say("follow", re=3, journal=messages.short(name), n=0)
        host.wait(3)
        assert host.answers() == [("ok", 3)]
        host.got.clear()


@pytest.mark.parametrize("verb", ["answer", "undo", "redo", "adjust"])
def test_a_number_of_another_journal_is_refused(host, verb):
    game = host.table.game.engine
    before = game.number
    choice = {"choice": "white-lion"} if verb == "answer" else {}
    host.say(verb, re=2, n=before, journal="f" * 16, **choice)
    host.wait(2)
    assert host.got[-1][1]["path"] == "journal" and host.got[-1][1]["allowed"] == game.header["id"]
    assert game.number == before
    host.say("answer", re=3, n=before, journal=game.header["id"], choice="white-lion")
    host.say("answer", re=4, n=before, choice="white-lion")  # without one: as before
    host.wait(3, 4)
    assert host.answers()[-2:] == [("ok", 3), ("ok", 4)] and game.number > before


def test_a_button_pressed_before_a_hosts_answer_is_read_means_the_prompt_that_is_lit(host):
    game = host.table.game.engine
    n = game.number
    host.say("answer", re=2, n=n, choice="white-lion")
    host.board.ticks_ms()  # the host's line is on the wire
    assert host.board.port.came
    host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
    host.table.turn(0)
    host.wait(2)
    kinds = [game.journal.read(k)[0] for k in range(n, len(game.journal))]
    assert [kind for kind in kinds if kind != record.SNAPSHOT] == [game.journal.read(n)[0]], "one answer, not two"


def test_a_setting_is_the_one_that_the_board_runs_by(host):
    host.say("settings", re=2, key="rulings")
    host.say("settings", re=3, key="rulings.slide_along_edge")
    host.say("settings", re=4, key="rulings.collision_knockback")
    host.wait(2, 3, 4)
    texts = [args["text"] for verb, args in host.got if verb == "ok"]
    first = texts.pop(0).split(" ")
    assert first[-1] == "..." and len(first) > 4 and first[:-1] == sorted(defaults()["rulings"])[: len(first) - 1], "as many as fit"
    assert texts == ["true", "5"]
    host.say("settings", re=5, key="board")
    host.wait(5)
    assert host.got[-1][1]["text"] == "columns mirror rotation rows"


class Reset(Exception):
    pass


def looked_at(host, ms):
    """The table's own loop for so many milliseconds. Raises Reset where the board starts again."""
    host.board.reset = lambda cause: (_ for _ in ()).throw(Reset(cause))
    host.table.boot.count = lambda: None
    end = host.board.ms + ms
    while host.board.ms < end:
        if not host.table.turn(0):
            host.table._idle()


def test_a_restart_comes_when_no_key_is_down_and_is_confirmed_before(host):
    host.board.edges = [(RIGHT, True)]
    assert "path" not in host.ask("restart")
    looked_at(host, 2000)
    host.board.edges = [(RIGHT, False)]
    with pytest.raises(Reset, match="reset"):
        looked_at(host, 2000)


def test_a_key_that_never_comes_up_holds_a_restart_up_for_some_seconds_only(host):
    host.ask("press", key=RIGHT, down=True)
    host.ask("restart")
    with pytest.raises(Reset):
        looked_at(host, 6000)


def test_a_journal_that_cannot_be_closed_keeps_the_table_going_and_is_told(host):
    class Journal:
        def close(self):
            raise OSError(5)

    host.table.game.shelf = host
    host.ask("restart")
    kept, host.table.game.engine.journal = host.table.game.engine.journal, Journal()
    looked_at(host, 1000)
    host.table.game.engine.journal = kept
    assert "no restart" in host.table.commands.log[-1] and "path" not in host.ask("ping")


def test_a_board_that_is_asked_for_glows_for_a_while_and_its_showdown_is_as_before(host):
    host.play("white-lion")
    before, n = host.board.cells, host.table.game.engine.number
    assert "path" not in host.ask("identify", on=True)
    since, glowing = host.board.ms, host.board.cells
    assert len(set(glowing)) == 1 and glowing != before
    host.until(lambda: host.board.cells == before)
    assert 9000 < host.board.ms - since < 11000
    assert host.table.game.engine.number == n


def test_a_key_or_a_second_word_ends_the_glow_and_the_key_does_nothing_else(host):
    before, n = host.board.cells, host.table.game.engine.number
    host.ask("identify", on=True)
    host.ask("identify", on=False)
    assert host.board.cells == before
    host.ask("identify", on=True)
    host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
    host.table.turn(0)
    assert host.board.cells == before and host.table.game.engine.number == n
    host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
    host.table.turn(0)
    assert host.table.game.engine.number > n


def test_what_is_answered_while_a_board_glows_is_lit_afterwards(host):
    host.ask("identify", on=True)
    glowing = host.board.cells
    host.play("white-lion")
    assert host.board.cells == glowing
    host.ask("identify", on=False)
    assert set(host.board.cells) != set(glowing)


def test_a_request_that_keeps_a_press_waiting_is_given_up_and_told(host):
    """On a board whose call stack has no room for a press inside of a long request (drivers' `deep`)."""
    table, board = host.table, host.board
    number = table.game.engine.number
    pressed = []

    def deep():
        if table.commands.busy and not pressed:
            board.edges = [(CHOOSE, True), (CHOOSE, False)]
            pressed.append(board.ms)
        assert not table.commands.busy or table.game.engine.number == number
        return bool(table.commands.busy)

    table._deep = deep
    host.say("put", re=5, what="settings", size=9, crc="00000000")  # and nothing of it follows
    host.until(lambda: any(verb == "no" and args["re"] == 5 for verb, args in host.got))
    assert 1000 < board.ms - pressed[0] < 2000
    assert "waited" in [args["message"] for verb, args in host.got if verb == "no"][-1]
    host.until(lambda: table.game.engine.number > number)


def test_what_is_highlighted_for_a_new_prompt_is_told_after_its_lights(host):
    """Whether keys, the link or nobody answered: who joins the latest picture to the latest `view` never shows one prompt in another's
    lights (docs/protocol.md)."""
    table, board = host.table, host.board
    lit = {table.game.engine.number: {board.cells}}  # by prompt: every picture of it
    show = board.show

    def shows(cells):
        show(cells)
        lit.setdefault(table.game.engine.number, set()).add(board.cells)

    board.show = shows
    host.ask("frames", on=True)
    for k in range(12):
        prompt = table.game.engine.prompt
        if k % 2:
            choice = next(iter(prompt.options)) if prompt.usual is None else prompt.usual
            host.play([choice % 22, choice // 22] if prompt.is_spaces() else choice)
        else:
            host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
        host.until(lambda n=prompt.number: table.game.engine.number > n and table.link.idle() and not table.game.dirty)
        host.until(lambda: [args for verb, args in host.got if verb == "view"][-1]["n"] == table.game.engine.number)
    reader, seen = FrameReader(), set()
    for verb, args in host.got:
        if verb == "cells":
            reader.take(args)
        elif verb == "view" and args["n"] not in seen:
            seen.add(args["n"])
            assert reader.cells in lit[args["n"]], args
    assert len(seen) > 12
