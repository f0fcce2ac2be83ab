"""The table's turns, on a board without hardware and in simulated time. Runs on CPython and on MicroPython."""

import sys
from binascii import a2b_base64, b2a_base64, crc32

from lanternboard.base.errors import Refused
from lanternboard.base.letgo import let_go
from lanternboard.lights.glow import GLOW_MS
from lanternboard.lights.meanings import BRIGHT, DIGIT, DONE, MONSTER, cell
from lanternboard.link.end import OPENED
from lanternboard.link.frames import FrameReader
from lanternboard.link.messages import TEXT
from lanternboard.rules import journaltext
from lanternboard.rules.state import NOWHERE
from lanternboard.settings.table import defaults
from lanternboard.table import commands, loop
from lanternboard.table.loop import AWAY, LIT, LITTLE, LOOK, LULL, QUIET
from link.desk import Host, lights

RIGHT, CHOOSE, BACK, NEXT = 3, 4, 5, 6
LATER, LENT = loop.LATER.split(), commands.LENT.split()
BOARD = sys.implementation.name == "micropython"  # CPython lets go of nothing


class Stop(Exception):
    pass


def started(settings=None):
    """A host's table at `act`: White Lion at (10, 7) facing N, s0 at (10, 1)."""
    host = Host(settings)
    host.greet()
    host.play("white-lion", 1, [10, 7], "N", [10, 1])
    assert host.table.game.engine.prompt.kind == "act"
    return host


def loaded(names):
    return len([name for name in names if "lanternboard." + name in sys.modules])


def run(host, ms, watch):
    """The table's own loop for so many milliseconds; `watch()` each time that nothing is due."""
    end = host.board.ms + ms
    idle = host.board.idle

    def wait(ms):
        idle(ms)
        watch()
        if host.board.ms >= end:
            raise Stop

    host.board.idle = wait
    try:
        host.table.run()
    except Stop:
        pass
    host.board.idle = idle


def test_what_play_needs_is_loaded_one_module_a_turn_while_nobody_waits():
    let_go(*LATER)
    host = Host()
    host.greet()
    assert loaded(LATER) == 0 or not BOARD
    seen = []
    run(host, 2000, lambda: seen.append(loaded(LATER)))
    assert loaded(LATER) == len(LATER) == 5
    assert seen[:5] == [1, 2, 3, 4, 5] or not BOARD


def test_what_a_long_request_needs_is_let_go_of_when_the_table_has_had_none_for_a_while_and_loaded_again():
    host = started()
    told = host.ask("prompt")
    assert loaded(("table.transfers", "link.parts")) == 2
    run(host, QUIET - 500, lambda: None)
    assert loaded(("table.transfers", "link.parts")) == 2
    run(host, 1000, lambda: None)  # the host asks the board for a sign of life meanwhile: that is no use of them
    assert loaded(LENT) == 0 or not BOARD
    again = host.ask("prompt")
    assert (again["size"], again["crc"]) == (told["size"], told["crc"])
    run(host, QUIET + 500, lambda: None)
    assert loaded(LENT) == 0 or not BOARD


def test_flash_is_tended_when_nobody_has_answered_for_a_moment_nor_pressed_for_longer():
    host = started()
    tended = []
    host.table.game.tend = lambda: tended.append(host.board.ms) and False
    run(host, AWAY + 1000, lambda: None)
    assert len(tended) == 1, "until something changes there is no more"
    now = host.board.ms
    host.play("light")
    run(host, AWAY, lambda: None)
    assert len(tended) == 2 and LULL <= tended[1] - now < AWAY
    now = host.board.ms
    host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
    run(host, 2 * AWAY, lambda: None)
    assert len(tended) == 3 and tended[2] - now > AWAY


def test_what_tending_finds_is_told_once():
    host = started()

    def finds():
        host.table.game.trouble = "cannot be read from record 7 on"
        return False

    host.table.game.tend = finds
    run(host, AWAY + 1000, lambda: None)
    assert host.table.notes == ["cannot be read from record 7 on"] and not host.table.game.trouble


def lit(host, column, row):
    return host.board.cells[row * 22 + column] & 31


def test_what_was_just_done_glows_for_a_moment():
    host = started()
    host.play("move", "s0", [3, 3])
    host.until(lambda: lit(host, 10, 1) == DONE)
    since = host.board.ms
    host.until(lambda: lit(host, 10, 1) != DONE)
    assert GLOW_MS - 100 < host.board.ms - since < GLOW_MS + 100
    host.play("turn", "E")
    assert host.table.game.view.done is not None
    host.ask("new")
    assert host.table.game.view.done is None, "another showdown's first position is nothing new"


def seen(host, reader):
    """Waits until a reader of the frames sees what is lit."""

    def all_of_it():
        for verb, args in host.got:
            if verb == "cells":
                reader.take(args)
        host.got.clear()
        return reader.cells == host.board.cells

    host.until(all_of_it)


def test_whoever_asks_for_frames_gets_the_whole_picture_and_then_what_changes():
    host = started()
    for side in ("E", "S"):  # asked again, as by another host
        reader = FrameReader()
        host.ask("frames", on=True)
        host.until(lambda: host.count("view"))
        seen(host, reader)
        host.play("turn", side)
        assert lit(host, 10, 7) == MONSTER
        seen(host, reader)
    host.ask("new")
    seen(host, reader)
    host.ask("frames", on=False)
    host.got.clear()
    host.play("white-lion")
    host.until(host.table.link.idle)
    assert not host.count("cells") and not host.count("view")


def followed(host):
    """The records that were told, as lines, in the order they came."""
    lines = []
    for verb, args in host.got:
        if verb == "record":
            piece = args.get("i") or 0
            if piece == 0:
                lines.append("")
            assert args["n"] == len(lines) - 1 and piece * TEXT == len(lines[-1])
            lines[-1] += args["text"]
    return lines


def test_whoever_follows_is_told_every_record_whole_however_late_it_reads():
    host = started()
    journal = host.table.game.engine.journal
    host.reads = False
    host.say("follow", re=2, journal="", n=0)
    for _ in range(300):
        host.table.turn(0)
        host.board.ms += 5
    assert host.table.commands.following < len(journal)
    host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
    number = host.table.game.engine.number
    host.table.turn(0)
    assert host.table.game.engine.number == number + 1, "the table goes on meanwhile"
    host.reads = True
    host.until(lambda: host.table.commands.following == len(journal))
    host.until(host.table.link.idle)
    assert followed(host) == [journaltext.line(n, journal.read(n)) for n in range(len(journal))]
    host.ask("unfollow")
    host.got.clear()
    host.play("monster")
    host.until(host.table.link.idle)
    assert not host.count("record")


def test_a_record_that_could_not_be_told_is_offered_again_and_nobody_waits_for_it_in_vain():
    host = started()
    journal = host.table.game.engine.journal
    real, fails = journal.read, [3]

    def read(n):
        if n == 3 and fails[0]:
            fails[0] -= 1
            raise MemoryError
        return real(n)

    journal.read = read
    greeted = host.count("table")
    host.ask("follow", journal="", n=0)
    for k in range(1, 4):
        host.until(lambda k=k: host.count("table") == greeted + k)
        assert fails[0] == 3 - k and host.table.commands.following == -1
        host.ask("follow", journal="", n=1)  # as a host does: from some that it has
    host.until(lambda: host.table.commands.following == len(journal))
    host.until(host.table.link.idle)
    assert [args["n"] for verb, args in host.got if verb == "record"][-1] == len(journal) - 1
    assert "record 3 not told: MemoryError()" in host.table.notes
    fails[0] = 1000  # one that never can be told: the board does not talk about it for ever
    for _ in range(20):
        host.ask("follow", journal="", n=0)
        host.until(lambda: host.table.commands.following == -1)
    host.until(host.table.link.idle)
    assert host.count("table") == greeted + 3 + commands.AGAIN


def test_whoever_follows_from_a_record_that_there_is_not_is_refused():
    host = started()
    journal = host.table.game.engine.journal
    for n in (-1, len(journal) + 1):
        assert host.ask("follow", journal="", n=n)["path"] == "n"
    assert host.ask("follow", journal="0" * 16, n=0)["path"] == "journal"
    assert host.ask("follow", journal="", n=len(journal))["n"] == len(journal)
    assert host.table.commands.following == len(journal)


def test_another_hosts_session_begins_without_what_the_one_before_had_asked_for():
    host = started()
    host.ask("frames", on=True)
    host.ask("follow", journal="", n=0)
    host.link.open(b"b8", host.board.ms)
    host.until(lambda: host.link.state == OPENED)
    host.got.clear()
    host.play("turn", "E")
    host.until(host.table.link.idle)
    assert not host.count("record") and not host.count("cells") and not host.count("view")


def test_an_explanation_is_asked_and_told_in_parts():
    host = started()
    question = b'{"format":"lanternboard/scenario/1"}'
    host.say("explain", re=7, size=len(question), crc="%08x" % crc32(question))
    host.say("part", re=7, i=0, data=b2a_base64(question).decode().strip())
    host.wait(7)
    told = b"".join([a2b_base64(args["data"]) for verb, args in host.got if verb == "part"])
    done = [args for verb, args in host.got if verb == "ok" and args["re"] == 7][0]
    assert b"monster" in told and (done["size"], done["crc"]) == (len(told), "%08x" % crc32(told))
    assert host.ask("part", i=0, data="")["path"] == "re"


def test_lights_are_shown_at_once_and_only_when_something_changed():
    host = started()
    host.until(lambda: not host.table.turn(0))
    shown = []
    host.board.show = lambda cells: shown.append(bytes(cells))
    host.table.turn(0)
    assert not shown
    host.board.edges = [(CHOOSE, True)]
    host.table.turn(0)
    assert len(shown) == 2 and shown[1] == bytes(host.table.game.cells) != shown[0], "a sign that it was taken, then what came of it"


def test_a_turn_that_did_something_is_followed_by_another_at_once():
    host = started()
    host.until(lambda: not host.table.turn(0))
    for down in (True, False):
        host.board.edges = [(CHOOSE, down)]
        assert host.table.turn(0) == down  # to let the key go does nothing
    host.board.port.came += b"\n"
    assert host.table.turn(0) and not host.table.turn(0)


class Counted:
    """In place of the module gc."""

    collected = garbage = 0

    def collect(self):
        self.collected += 1
        self.garbage = 0

    def mem_free(self):
        return 100000 - self.garbage

    def __enter__(self):
        self.before, loop.gc = loop.gc, self

    def __exit__(self, *_):
        loop.gc = self.before


def test_garbage_is_collected_when_there_is_enough_of_it_and_nobody_presses_any_more():
    host = started()
    with Counted():
        run(host, QUIET + LOOK, lambda: None)
        began = loop.gc.collected
        for n in range(began + 1, began + 3):
            host.board.edges = [(RIGHT, True), (RIGHT, False)]
            loop.gc.garbage += LITTLE + 1
            run(host, AWAY - 100, lambda: None)
            assert loop.gc.collected == n - 1, "while somebody might go on"
            run(host, 2 * LOOK, lambda: None)
            assert loop.gc.collected == n
            loop.gc.garbage = LITTLE
            host.board.edges = [(RIGHT, True), (RIGHT, False)]
            run(host, 2 * LOOK, lambda: None)
            assert loop.gc.collected == n, "not for a little"


def test_much_garbage_of_an_answer_is_collected_right_after_its_light():
    """What an answer makes anew lies where there was room: behind much garbage it would cut long pieces."""
    host = started()
    with Counted():
        run(host, QUIET + LOOK, lambda: None)
        began = loop.gc.collected
        lit = []
        host.board.show = lambda cells: lit.append(loop.gc.collected)
        for garbage, more in ((LITTLE + 1, 1), (LITTLE, 0)):
            number = host.table.game.engine.number
            loop.gc.garbage = garbage
            host.board.edges = [(CHOOSE, True)]
            host.table.turn(0)
            assert host.table.game.engine.number > number and set(lit) == {began}, "the light comes first"
            assert loop.gc.collected == began, "and what is to be said"
            host.board.edges = [(CHOOSE, False)]
            run(host, 20, lambda: None)
            assert loop.gc.collected == began + more
            began += more
            lit.clear()


def test_who_presses_without_a_pause_meets_no_collection_but_right_after_a_press_of_their_own():
    """So that memory never runs short at a moment of its own choice: a press would wait for it."""
    host = started()
    with Counted():
        run(host, QUIET + LOOK, lambda: None)
        began = loop.gc.collected
        while loop.gc.collected == began:
            host.board.edges = [(RIGHT, True), (RIGHT, False)]
            host.table.turn(0)
        began = loop.gc.collected
        lit = []
        host.board.show = lambda cells: lit.append(loop.gc.collected)
        for n in range(1, 3 * LIT + 1):
            host.board.edges = [(RIGHT, True)]
            host.table.turn(0)
            assert len(lit) == n and lit[-1] == began + (n - 1) // LIT, "the light comes first"
            assert loop.gc.collected == began + n // LIT
            host.board.edges = [(RIGHT, False)]
            run(host, 100, lambda: None)
            assert loop.gc.collected == began + n // LIT


def test_the_ids_of_a_showdowns_cards_are_read_while_nobody_waits():
    """Read in the middle of an answer, 40 of them take 50 ms of it, and lie scattered for good among its garbage."""
    for level, wanted in ((0, set()), (2, {"ai", "locations", "instincts"})):
        host = Host(lights())
        asked = set()
        ids = host.table.game.cards.ids

        def reads(deck, ids=ids, asked=asked):
            asked.add(deck)
            raise Refused(deck, "a card that cannot be read", "")

        host.table.game.cards.ids = reads
        host.table.game.engine.state.level = level
        run(host, 200, lambda: None)
        assert asked == wanted and not host.table.later, "and what is wrong with them ends nothing"


def test_a_key_over_the_link_is_a_key():
    host = started()
    for key, down in ((CHOOSE, True), (CHOOSE, False)):
        assert "path" not in host.ask("press", key=key, down=down)
    assert host.table.game.engine.prompt.kind == "miniature"
    number = host.table.game.engine.number
    for key in (-1, 7):
        assert host.ask("press", key=key, down=True)["path"] == "key"
    assert host.table.game.engine.number == number
    host.ask("press", key=NEXT, down=True)
    host.ask("press", key=NEXT, down=False)
    assert host.table.game.engine.number == number + 1 and host.table.game.engine.prompt.kind == "to"


def test_undo_redo_and_adjust_over_the_link_say_which_prompt_is_asked_then():
    host = started()
    game = host.table.game.engine
    host.play("turn", "W")
    assert game.state.facing == 3
    assert host.ask("undo", n=game.number)["n"] == game.number and game.prompt.kind == "facing"
    assert host.ask("redo", n=game.number)["n"] == game.number and game.state.facing == 3
    assert host.ask("redo", n=game.number)["path"] == "redo"
    number = game.number
    assert host.ask("adjust", n=number)["n"] == number + 1 and game.adjusting
    assert host.ask("undo", n=number)["path"] == "n", "a number that is no longer asked"


def test_play_goes_by_the_rulings_that_are_set():
    settings = lights()
    settings["rulings"]["slide_along_edge"] = False
    for ours, kind in ((settings, "act"), (lights(), "push-side")):
        host = started(ours)
        host.play("push", 6, "push", 3)  # there is one survivor: nobody asks who; to the edge, then from it
        assert host.table.game.engine.prompt.kind == kind


def test_a_setting_that_is_none_is_refused_with_those_there_are():
    host = started()
    assert host.ask("settings")["text"] == " ".join(sorted(defaults()))
    refused = host.ask("settings", key="board.depth")
    assert refused["path"] == "key" and refused["allowed"] == "columns, mirror, rotation, rows"
    assert "allowed" not in host.ask("settings", key="pack.x")
    assert host.ask("settings", key="pack", value="other")["path"] == "value"


def released(host, close):
    """What a release does in this order, where the journal on flash is closed by `close()`; the answer's verb."""
    done = []
    host.table.game.shelf = ()  # in place of flash

    def closes():
        done.append(("close", len(host.answers())))
        close()

    host.table.game.engine.journal.close = closes
    show, answers = host.board.show, len(host.answers())

    def shows(cells):
        show(cells)
        done.append("show")

    host.board.show = shows
    host.board.reset = lambda cause: done.append((cause, len(host.answers())))
    host.ask("release")
    return [one if isinstance(one, str) else (one[0], one[1] - answers) for one in done], host.answers()[-1][0]


def test_a_release_closes_the_journal_confirms_it_and_lights_four_corners_before_the_board_starts_anew():
    host = started()
    assert released(host, lambda: None) == ([("close", 0), "show", ("release", 1)], "ok")
    lit = [at for at in range(len(host.board.cells)) if host.board.cells[at]]
    assert lit == [0, 21, 330, 351] and {host.board.cells[at] for at in lit} == {cell(DONE, BRIGHT)}


def test_whoever_takes_frames_sees_the_lights_of_a_release():
    host = started()
    reader = FrameReader()
    host.ask("frames", on=True)
    seen(host, reader)
    host.board.reset = lambda cause: None
    host.ask("release")
    for verb, args in host.got:
        if verb == "cells":
            reader.take(args)
    assert reader.cells == host.board.cells == host.table.game.cells and lit(host, 0, 0) == DONE


def test_a_journal_that_cannot_be_closed_is_no_release():
    def close():
        raise OSError(28)

    host = started()
    before = host.board.cells
    assert released(host, close) == ([("close", 0)], "no")
    host.table.turn(0)
    assert host.board.cells == before


def test_a_host_that_does_not_read_holds_no_release_up():
    host = started()
    host.ask("frames", on=True)
    host.until(host.table.link.idle)
    host.reads = False
    done = []
    host.board.reset = done.append
    host.say("release", re=7)
    since = host.board.ms
    while not done:
        host.table.turn(0)
        assert host.board.ms - since < 500
    assert done == ["release"]


def test_a_repeat_over_the_link_is_the_very_same_answer():
    host = Host()
    host.greet()
    for choice, others in (("white-lion", (1, "phoenix", [1, 0])), (4, ([4, 0], 3, "4")), ([10, 7], (164, [7, 10], "x"))):
        n = host.table.game.engine.prompt.number
        assert "no longer" not in str(host.ask("answer", n=n, choice=choice))
        length = len(host.table.game.engine.journal)
        assert host.ask("answer", n=n, choice=choice)["n"] == length
        for other in others:
            assert host.ask("answer", n=n, choice=other)["path"] == "n"
        assert len(host.table.game.engine.journal) == length
    assert host.table.game.engine.prompt.kind == "facing"


def test_a_new_showdown_of_so_many_survivors_is_another_journal():
    host = started()
    before = host.table.game.engine.header["id"]
    told = host.ask("new", survivors=2)
    game = host.table.game.engine
    assert told["n"] == len(game.journal) and told["text"] == game.header["id"] != before
    assert len(game.names) == 2 and game.prompt.kind == "monster" and game.state.at.count(NOWHERE) == 0
    for n in (-1, 9):
        assert host.ask("new", survivors=n)["path"] == "survivors"
    assert host.table.game.engine is game


def test_a_hold_that_is_seen_only_when_the_key_comes_up_opens_the_menu():
    """The loop was busy: what the release means is found on another way, from the driver's."""
    host = started()
    host.board.edges = [(BACK, True)]
    host.table.turn(0)
    host.board.ms += 600
    host.board.edges = [(BACK, False)]
    host.table.turn(0)
    assert host.table.menu is not None


def test_keys_that_a_host_holds_are_up_when_it_has_gone_and_have_done_nothing():
    for gone in (True, False):
        host = started()
        table = host.table
        number = table.game.engine.number
        for key in (RIGHT, NEXT):
            host.ask("press", key=key, down=True)
        assert table.commands.held == 1 << RIGHT | 1 << NEXT
        if gone:  # and nobody says so
            host.board.beside = lambda: None
            for _ in range(4000 // 5):
                table.turn(0)
                host.board.ms += 5
            assert not table.game.view.where
        else:
            host.link.open(b"b8", host.board.ms)
            while host.link.state != OPENED:
                table.turn(0)
            table.turn(0)
        assert not table.commands.held
        option = table.game.view.option
        for _ in range(100):
            table.turn(0)
            host.board.ms += 10
        assert table.game.view.option == option and table.game.engine.number == number


def hold_both(host, ms):
    """*back* and *next* held together so long, by turns of 20 ms; what was lit meanwhile."""
    lit = []
    host.board.edges = [(BACK, True), (NEXT, True)]
    for _ in range(ms // 20):
        host.table.turn(0)
        lit.append(host.board.cells)
        host.board.ms += 18
    host.board.edges = [(BACK, False), (NEXT, False)]
    host.table.turn(0)
    return lit


def open_menu(host):
    """By *back*, held."""
    for edges, ms in (([(BACK, True)], 600), ([], 0), ([(BACK, False)], 0)):
        host.board.edges = edges
        host.table.turn(0)
        host.board.ms += ms
    assert host.table.menu is not None


def test_back_and_next_held_for_three_seconds_begin_a_new_showdown_and_the_edge_fills_meanwhile():
    for menu in (False, True):
        host = started()
        table = host.table
        table.turn(0)
        if menu:
            open_menu(host)
        before, number = table.game.engine, table.game.engine.number
        lit = hold_both(host, 2800)
        assert table.game.engine is before and before.number == number
        full = [sum(value == cell(DIGIT, BRIGHT) for value in cells[15 * 22 : 16 * 22]) for cells in lit]
        assert full == sorted(full) and full[0] == 0 and full[-1] == 22 * 7 // 8 and cell(DIGIT, BRIGHT) not in host.board.cells
        hold_both(host, 3100)
        game = table.game.engine
        assert game is not before and game.prompt.kind == "monster" and game.names == before.names and table.menu is None
        assert host.ask("press", key=CHOOSE, down=True) and game.prompt.kind == "survivors"


def test_a_new_showdown_that_flash_has_no_room_for_is_told_and_the_old_one_goes_on():
    host = started()
    game = host.table.game
    before = game.engine

    def full(names=None, level=""):
        raise Refused("journals", "no room on flash for another showdown", "")

    game.new = full
    hold_both(host, 3100)
    assert game.engine is before and game.view.refused and "no room" in host.table.notes[-1]
