"""What the table's turn owes the lights, on a board with LEDs in simulated time: what comes first, what ends, what stays."""

import pytest
from lanternboard.lights import meanings
from lanternboard.lights.glow import GLOW_MS
from lanternboard.lights.meanings import BRIGHT, DONE, REFUSED
from lanternboard.table import commands, loop, release, transfers
from lanternboard.table.lamp import STEP
from lanternboard.table.loop import AWAY, QUIET
from link import desk
from table import test_fate
from table.test_loop import Counted

DOWN, RIGHT, CHOOSE, BACK, NEXT = 1, 3, 4, 5, 6
NIGHT, OVERRULE = 1, 3  # entries of the menu


class Strip:
    """A frame is on the wire for 31 ms: a lane of 1,024 LEDs."""

    def __init__(self, size, board):
        self.board, self.buffer, self.until = board, bytearray(size), -1
        self.sent = []  # (when, bytes)

    def busy(self):
        return self.board.ms < self.until

    def stop(self):
        self.board.order.append("stop")
        self.until = min(self.until, self.board.ms)

    def send(self, cut):
        if self.busy() and not cut:
            return False
        self.board.order.append("send")
        self.sent.append((self.board.ms, bytes(self.buffer)))
        self.until = self.board.ms + 31
        return True


class Board(desk.Board):
    def __init__(self):
        super().__init__()
        self.order = []

    def strip(self, layout, settings):
        self.leds = Strip(layout.size, self)
        return self.leds


@pytest.fixture
def host(monkeypatch):
    monkeypatch.setattr(desk, "Board", Board)
    host = desk.Host()
    host.greet()
    host.play("white-lion", 1, [10, 7], "N", [10, 1])
    wait(host, 2 * GLOW_MS)
    return host


def wait(host, ms):
    end = host.board.ms + ms
    while host.board.ms < end:
        host.table.turn(0)
        host.board.ms += 5


def key(host, which, held=20):
    host.board.edges = [(which, True)]
    wait(host, held)
    host.board.edges = [(which, False)]
    wait(host, 20)


def open_menu(host, entry=0):
    key(host, BACK, 500)
    for _ in range(entry):
        key(host, DOWN)
    assert host.table.game.view.entry == entry and host.table.menu is not None


def long_request(host, monkeypatch, body):
    """A request that runs `body()` in the midst of it."""

    def work(source, sink):
        body()
        sink(b"x")

    monkeypatch.setattr(transfers, "prompt", lambda table: work)
    return host.ask("prompt")


# In its order


def test_a_press_is_lit_before_the_link_is_read_and_what_runs_ends_before_its_picture_is_made(host):
    order, table = host.board.order, host.table
    scene, frame, read = table.game.scene.show, table.lamp.pixels.frame, host.board.port.read_into
    table.game.scene.show = lambda *more: (order.append("scene"), scene(*more))
    table.lamp.pixels.frame = lambda *more: (order.append("frame"), frame(*more))
    host.board.port.read_into = lambda into: (order.append("read"), read(into))[1]
    order.clear()
    host.board.edges = [(RIGHT, True)]
    table.turn(0)
    assert [order.index(what) for what in ("stop", "scene", "frame", "send", "read")] == sorted(
        order.index(what) for what in ("stop", "scene", "frame", "send", "read")
    )
    order.clear()
    table.lamp.show(table.game.cells, 22, host.board.ms)
    assert order == ["stop", "frame", "send"]


@pytest.mark.parametrize(
    ("press", "signs"), [(CHOOSE, "space"), (CHOOSE, "base"), (NEXT, "base"), (BACK, "corners"), (CHOOSE, "corners"), (NEXT, "corners")]
)
def test_what_is_pressed_is_seen_to_be_taken_before_the_rules_go_on(host, monkeypatch, press, signs):
    """What was chosen, or the corners where no space stands for it, in the light of what is done; then what comes of it."""
    game = host.table.game
    if signs == "space":
        host.play("move", "s0")
    else:
        host.ask("new")
        host.play("white-lion", *([1] if signs == "base" else []))
    wait(host, 50)
    prompt = game.engine.prompt
    assert prompt.is_spaces() == (signs != "corners")
    whole, taken, before = list(range(352)), [], game.engine.number
    chosen = {"space": whole[game.view.cursor :][:1], "corners": [0, 21, 330, 351]}

    def sees(do):
        def first(*more):
            taken.append(bytes(host.board.cells))
            return do(*more)

        return first

    for what in ("answer", "undo"):
        monkeypatch.setattr(game.engine, what, sees(getattr(game.engine, what)))
    key(host, press)
    assert len(taken) == 1 and game.engine.number != before
    done = [space for space, value in enumerate(taken[0]) if value == DONE | BRIGHT << 5]
    if signs == "base":
        assert len(done) == 4 and done[0] == prompt.usual, "the monster's whole base"
    else:
        assert done == chosen[signs]
    assert bytes(host.board.cells) != taken[0]


def test_the_sign_of_a_press_is_whole_before_what_chance_makes_of_it_is_lit():
    """A picture between two of chance's answers does not cut it short; the next question's does."""
    with test_fate.Played():
        host = desk.Host(test_fate.settings(), Board())
        host.table.turn(0)
        wait(host, 50)
        board, game, leds = host.board, host.table.game, host.table.lamp._strip
        chance, late = game.chance, loop.AT_ONCE + 1
        stays = []

        def slow():
            stays.append(leds.busy())
            board.ms += late if len(stays) > 1 else 0
            return chance()

        game.chance = slow
        board.edges = [(CHOOSE, True)]
        sent = len(leds.sent)
        board.order.clear()
        host.table.turn(0)
        began = leds.sent[sent][0]
        assert stays[:2] == [True, True] and len(leds.sent) > sent + 1
        assert leds.sent[sent + 1][0] - began >= 31, "nothing cut the sign"
        while game.fated:
            host.table.turn(0)
            board.ms += 5
        wait(host, 50)
        assert game.engine.prompt.kind == "act" and not game.dirty


def test_the_times_of_frames_never_go_back_after_a_long_request(host, monkeypatch):
    lamp, times = host.table.lamp, []
    again = lamp.pixels.again
    lamp.pixels.again = lambda ms, out: (times.append(ms), again(ms, out))
    breathes = next(value for value in range(1, 256) if meanings.in_time(value) == meanings.BREATHE)
    lamp.show(bytes([breathes] * 352), 22, host.board.ms)
    long_request(host, monkeypatch, lambda: wait(host, 1000))
    wait(host, 100)
    assert len(times) > 20 and times == sorted(times)


def test_one_step_of_brightness_is_one_frame(host):
    open_menu(host)
    key(host, CHOOSE)
    sent = host.board.leds.sent
    wait(host, 200)
    n = len(sent)
    host.board.edges = [(RIGHT, True)]
    host.table.turn(0)
    assert len(sent) == n + 1


# What was just done glows


def test_the_first_change_after_a_start_glows(monkeypatch):
    monkeypatch.setattr(desk, "Board", Board)
    host = desk.Host()
    host.greet()
    host.play("white-lion", 1, [10, 7])
    assert host.table.game.view.done is not None and 7 * 22 + 10 in host.table.game.view.done
    host = desk.Host()
    host.greet()
    host.play("white-lion")
    assert host.table.game.view.done is None, "nothing lies on the board yet"


def test_what_is_done_within_a_long_request_glows_its_time(host, monkeypatch):
    table, told = host.table, []

    def body():
        wait(host, 500)
        for choice in ("move", "s0", 3 * 22 + 3):
            table.game.answer(table.game.engine.number, choice)
        table.turn(0)
        told.append((host.board.ms, table.game.view.done is not None))

    long_request(host, monkeypatch, body)
    began, glowed = told[0]
    assert glowed and table.game.view.done is not None
    host.until(lambda: table.game.view.done is None)
    assert abs(host.board.ms - began - GLOW_MS) <= 40


def test_an_answer_and_a_long_request_in_one_breath_glow(host, monkeypatch):
    table = host.table
    host.play("move", "s0")
    wait(host, 2 * GLOW_MS)

    def work(source, sink):
        table.turn(0)
        sink(b"x")

    monkeypatch.setattr(transfers, "prompt", lambda table: work)
    host.say("answer", re=800, n=table.game.engine.number, choice=[3, 3])
    host.say("prompt", re=801)
    host.wait(800, 801)
    assert table.game.view.done is not None and 3 * 22 + 3 in table.game.view.done


def test_a_picture_for_which_there_was_no_memory_is_made_by_the_next_turn(host, monkeypatch):
    game, sent = host.table.game, host.board.leds.sent
    show = game.scene.show

    def fails(*more):
        game.scene.show = show
        raise MemoryError

    def body():
        game.scene.show = fails
        host.board.edges = [(RIGHT, True)]
        host.table.turn(0)

    n = len(sent)
    assert "path" in long_request(host, monkeypatch, body)
    host.board.edges = [(RIGHT, False)]
    wait(host, 50)
    assert len(sent) > n and not game.dirty


# Walk, identify, menu


def test_a_key_ends_the_walk_and_does_nothing_else_whatever_the_menu_shows(host):
    open_menu(host, OVERRULE)
    host.ask("lights", test=True)
    number = host.table.game.engine.number
    key(host, CHOOSE)
    assert host.table.lamp.walking < 0 and host.table.game.engine.number == number and not host.table.game.engine.adjusting
    key(host, CHOOSE)
    assert host.table.game.engine.adjusting


def test_a_walk_that_a_host_asked_for_ends_by_itself(host):
    host.ask("lights", test=True)
    lamp, seen = host.table.lamp, [0]
    while lamp.walking >= 0:
        if lamp.walking != seen[-1]:
            seen.append(lamp.walking)
        assert len(seen) <= commands.WALKS * 352
        host.table.turn(0)
        host.board.ms += STEP
    assert seen == [*range(352)] * commands.WALKS
    shown = host.board.leds.sent[-1][1]
    host.table.lamp.show(host.table.game.cells, 22, host.board.ms)
    assert host.board.leds.sent[-1][1] == shown, "the game is lit"


def test_identify_ends_the_walk(host):
    host.ask("lights", test=True)
    host.ask("identify", on=True)
    wait(host, 100)
    frame = host.board.leds.sent[-1][1]
    assert all(any(frame[k : k + 3]) for k in range(0, 3 * 352, 3))


@pytest.mark.parametrize(("verb", "args"), [("lights", {"test": True}), ("identify", {"on": True})])
def test_a_direction_that_is_held_moves_nothing_that_nobody_sees(host, verb, args):
    host.board.edges = [(RIGHT, True)]
    wait(host, 20)
    option = host.table.game.view.option
    host.ask(verb, **args)
    wait(host, 1000)
    assert host.table.game.view.option == option


def test_the_menu_goes_on_from_what_a_host_has_set(host):
    open_menu(host, NIGHT)
    host.ask("lights", brightness=7)
    key(host, CHOOSE)
    assert (host.table.lamp.brightness, host.table.lamp.night) == (7, True)
    key(host, DOWN)
    key(host, BACK)
    open_menu(host)
    key(host, CHOOSE)
    host.ask("lights", brightness=100, night=False)
    assert host.table.game.view.entry == 10


def test_the_test_page_closes_when_a_host_ends_the_walk(host):
    open_menu(host, 4)
    key(host, CHOOSE)
    assert host.table.lamp.walking >= 0
    host.ask("lights", test=False)
    assert host.table.game.view.page == 1 and host.table.lamp.walking < 0


def test_brightness_is_kept_also_while_the_menu_stays_open_and_before_a_restart(host, tmp_path):
    host.board.root = f"{tmp_path}/"
    open_menu(host)
    key(host, CHOOSE)
    key(host, DOWN)
    host.table.commands.lent = -1
    for _ in range(AWAY // 5):
        if not host.table.turn(0):
            host.table._idle()
        host.board.ms += 5
    assert (tmp_path / "light").read_text().startswith("33 0 ")
    key(host, DOWN)
    restarted = []
    host.board.reset = restarted.append
    host.table.boot.count = lambda: None
    release.restart(host.table)
    assert restarted == ["reset"] and (tmp_path / "light").read_text().startswith("22 0 ")


def test_brightness_that_cannot_be_kept_is_told(host, tmp_path):
    (tmp_path / "light").mkdir()
    host.board.root = f"{tmp_path}/"
    host.ask("lights", brightness=9)
    for _ in range(100):
        if not host.table.turn(0):
            host.table._idle()
        host.board.ms += 5
    assert "brightness is not kept" in host.table.notes[-1]


def test_the_corners_of_bad_settings_end_with_the_first_key(host):
    table = host.table
    table._faulty = True
    table.game.dirty = True
    wait(host, 100)
    corners = (0, 21, 15 * 22, 351)
    assert all(host.board.cells[k] & 31 == REFUSED for k in corners)
    host.board.edges = [(BACK, True)]
    table.turn(0)
    assert not any(host.board.cells[k] & 31 == REFUSED for k in corners)


def test_a_release_waits_until_its_sign_is_on_every_led_and_keeps_the_brightness(host, tmp_path):
    host.board.root = f"{tmp_path}/"
    host.ask("lights", brightness=22)

    class Reset(BaseException):
        pass

    def reset(cause):
        assert cause == "release" and not host.board.leds.busy()
        raise Reset

    def idle(ms):
        host.board.ms += 1

    host.board.reset, host.board.idle = reset, idle
    with pytest.raises(Reset):
        host.say("release", re=5)
        wait(host, 1000)
    assert (tmp_path / "light").read_text().startswith("22 0 ")


# Nobody waits for a collection


def test_what_was_lent_is_given_back_when_nobody_presses_and_no_menu_is_open(host):
    given = []
    host.table.commands.give_back = lambda: (given.append(host.board.ms), setattr(host.table.commands, "lent", -1))

    def run(ms):
        end = host.board.ms + ms
        while host.board.ms < end:
            if not host.table.turn(0):
                host.table._idle()

    run(2 * AWAY)
    given.clear()
    host.ask("get", what="power")
    for _ in range(2 * QUIET // 100):
        host.board.edges = [(RIGHT, True), (RIGHT, False)]
        run(100)
    assert not given
    open_menu(host)
    run(QUIET + 2 * AWAY)
    assert not given
    key(host, BACK)
    run(QUIET + AWAY + 100)
    assert len(given) == 1


def test_a_piece_of_memory_is_kept_for_long_requests_whatever_play_makes_of_the_rest(host, monkeypatch):
    table = host.table

    def run(ms):
        end = host.board.ms + ms
        while host.board.ms < end:
            if not table.turn(0):
                table._idle()

    run(QUIET + 2 * AWAY)
    assert len(table.reserve) >= 16384
    held = []
    long_request(host, monkeypatch, lambda: held.append(table.reserve))
    assert held == [None], "the request has it"
    run(AWAY)
    assert table.reserve is None, "what the request has loaded is still there"
    monkeypatch.setattr(loop, "RESERVE", 1 << 60)
    monkeypatch.setattr(loop, "bytearray", lambda n: (_ for _ in ()).throw(MemoryError()), raising=False)
    run(QUIET + AWAY)
    assert table.reserve is None and table.commands.lent == -1, "play goes on without it"
    monkeypatch.undo()
    key(host, RIGHT)
    run(2 * loop.LOOK)
    assert len(table.reserve) >= 16384, "and has it as soon as there is such a piece"


def test_who_asks_for_the_power_again_and_again_has_nothing_collected(host, monkeypatch):
    counted = Counted()
    monkeypatch.setattr(commands, "gc", counted)
    host.ask("get", what="power")
    once = counted.collected
    for _ in range(3):
        host.ask("get", what="power")
    assert counted.collected == once


def test_the_log_of_starts_waits_for_whoever_presses(host):
    still = host.table.boot.still
    wait(host, loop.REST + 10)
    assert still(host.board.ms)
    host.board.edges = [(RIGHT, True)]
    host.table.turn(0)
    assert not still(host.board.ms + loop.REST + 10)
    host.board.edges = [(RIGHT, False)]
    host.table.turn(0)
    assert not still(host.board.ms) and still(host.board.ms + loop.REST + 10)
