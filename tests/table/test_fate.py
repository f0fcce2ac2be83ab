"""Chance at the table: the board rolls and draws at once where its settings say so, by answers like any other. The flow is one of the
test's own: a person says go or stay, then dice and decks are asked. Runs on CPython and on MicroPython."""

from lanternboard.base.errors import Refused
from lanternboard.link.parts import Gone
from lanternboard.rules import engine
from lanternboard.rules import flow as real
from lanternboard.rules.chance import by_board, pick
from lanternboard.rules.prompt import CHANCE, Prompt
from lanternboard.rules.record import UNDO
from lanternboard.table import fate
from lanternboard.table.builtin import BuiltinCards, RamJournal
from lanternboard.table.game import Game
from lanternboard.table.loop import AT_ONCE, WAITS
from link.desk import Board, Host, lights

CHOOSE, BACK, NEXT = 4, 5, 6
ROLLS = 3


def act(game):
    """Go: three dice, whose sum is kept in the movement tokens, then a card, which is kept in the movement."""
    if (yield Prompt("act", "V1", ("go", "stay"), "go")) == "go":
        for _ in range(ROLLS):
            game.state.tokens += int((yield Prompt("roll", "W2", ("1", "2"), "1", CHANCE, (), (1, 3))))
        game.state.movement = int((yield Prompt("card", "A1", ("7", "9"), None, CHANCE)))
        game.tell("tokens", game.state.tokens)


class Played:
    """Within it the showdown is this file's flow."""

    def __enter__(self):
        self.act, real.act = real.act, act

    def __exit__(self, *_):
        real.act = self.act


class Shelf:
    """Keeps one journal, also over a power cut."""

    note = ""
    root = "nowhere/"

    def __init__(self):
        self.journal = None

    def open(self):
        return self.journal

    def begin(self):
        return RamJournal()

    def settle(self, journal, before=None):
        self.journal = journal

    def drop(self, journal):
        pass


def settings(**play):
    out = lights()
    out["play"].update(play)
    return out


def asked(game):
    return game.engine.prompt.kind


def kept(game):
    """Kinds of the journal's records, in order."""
    journal = game.engine.journal
    return [journal.read(n)[0] for n in range(2, len(journal))]


def settle(game, most=20):
    """What the loop does, one answer a turn."""
    n = 0
    while game.fated:
        assert game.chance() == ""
        n += 1
        assert n < most
    return n


def test_a_number_below_n_is_fair():
    class System:
        def __init__(self, words):
            self.words = words

        def urandom(self, n):
            assert n == 2
            word = self.words.pop(0)
            return bytes((word >> 8, word & 255))

    before = fate.os
    try:
        for n in (1, 2, 6, 10, 37, 256, 257, 40000):
            fair = 65536 // n * n
            fate.os = System(([65535] if fair < 65536 else []) + [fair - 1, 0, n - 1, n % 65536])
            assert fate.below(n) == n - 1, "where there was a number that makes some likelier it is thrown away"
            assert fate.below(n) == 0 and fate.below(n) == n - 1
            if n < fair:
                assert fate.below(n) == 0
        fate.os = System(list(range(600)))
        assert sorted(fate.below(6) for _ in range(600)) == [k // 100 for k in range(600)]
    finally:
        fate.os = before


def test_all_that_can_come_up_does():
    prompt = Prompt("roll", "W2", ("1", "2-9", "10"), None, CHANCE, (), (1, 8, 1))
    assert [pick(prompt, lambda n, k=k: k) for k in range(10)] == ["1"] + ["2-9"] * 8 + ["10"]
    assert {fate.choice(prompt) for _ in range(400)} == {"1", "2-9", "10"}


def test_the_board_rolls_and_draws_at_once_and_every_answer_is_kept():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        assert asked(game) == "act" and not game.fated
        game.answer(game.engine.number, "go")
        assert game.fated and settle(game) == ROLLS + 1
        assert asked(game) == "act" and game.engine.state.movement in (7, 9) and 3 <= game.engine.state.tokens <= 6
        assert kept(game) == [1, 1, 1, 1, 1, 5], "five answers, and a snapshot after the act"


def test_all_that_happened_since_people_answered_is_told_together():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        game.answer(game.engine.number, "go")
        settle(game)
        happened = game.engine.events
        assert [event[0] for event in happened] == ["rolled"] * ROLLS + ["tokens"] and game.past == happened
        assert sum(int(event[1]) for event in happened[:-1]) == happened[-1][1] == game.engine.state.tokens
        game.undo(game.engine.number)
        assert game.engine.events == [("undone",)]
        game.redo(game.engine.number)
        assert game.engine.events == [("redone",)]
        game.answer(game.engine.number, "go")
        game.undo(game.engine.number)
        game.answer(game.engine.number, "stay")
        assert game.engine.events == []


def test_who_rolls_at_the_table_is_not_told_what_came_up():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings(dice="table"))
        game.answer(game.engine.number, "go")
        for _ in range(ROLLS):
            game.answer(game.engine.number, "1")
        settle(game)
        assert game.engine.events == [("tokens", ROLLS)]


def test_what_the_table_rolls_or_draws_itself_is_asked():
    for play, stops in (
        ({"dice": "table", "decks": "table"}, ["roll"] * 3 + ["card"]),
        ({"dice": "table"}, ["roll"] * 3),
        ({"decks": "table"}, ["card"]),
    ):
        with Played():
            game = Game(Shelf(), BuiltinCards(), settings(**play))
            game.answer(game.engine.number, "go")
            seen = []
            settle(game)
            while asked(game) != "act":
                seen.append(asked(game))
                game.answer(game.engine.number, game.engine.prompt.options[0])
                settle(game)
            assert seen == stops


def test_nobody_else_answers_what_the_board_rolls():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        first = game.engine.number
        game.answer(first, "go")
        number = game.engine.number
        for choice in ("1", "3"):
            try:
                game.answer(number, choice)
                assert False
            except Refused as refused:
                assert refused.path == "n" and "rolls" in refused.message
        assert not game.want(("answer", "1")) and not game.want(("usual",))
        assert game.engine.number == number and not game.answer(first, "go"), "what is kept is only repeated"


def test_undo_goes_back_to_what_people_answered_and_redo_forward_to_it():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        game.answer(game.engine.number, "stay")
        for _ in range(2):
            game.answer(game.engine.number, "go")
            settle(game)
        after = game.engine.state.pack()
        game.answer(game.engine.number, "go")
        game.chance()
        assert game.undo(game.engine.number) and asked(game) == "act" and game.engine.state.pack() == after, "in the middle of a chain"
        game.redo(game.engine.number)
        assert asked(game) == "roll" and not game.engine.can_redo, "what was rolled counts, the next is not yet"
        game.undo(game.engine.number)
        game.undo(game.engine.number)
        assert asked(game) == "act" and game.engine.state.pack() != after
        middle = game.engine.state.pack()
        game.redo(game.engine.number)
        assert asked(game) == "act" and not game.fated and game.engine.state.pack() == after
        game.undo(game.engine.number)
        assert game.engine.state.pack() == middle
        game.undo(game.engine.number)
        assert asked(game) == "act" and game.engine.state.tokens == 0
        game.undo(game.engine.number)
        assert not game.engine.can_undo and asked(game) == "act"


def test_undo_step_by_step_where_the_table_rolls():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings(dice="table"))
        game.answer(game.engine.number, "go")
        game.answer(game.engine.number, "2")
        game.undo(game.engine.number)
        assert asked(game) == "roll" and game.engine.state.tokens == 0


def test_a_power_cut_in_the_middle_goes_on_there():
    with Played():
        for after in range(ROLLS + 1):
            shelf = Shelf()
            game = Game(shelf, BuiltinCards(), settings())
            game.answer(game.engine.number, "go")
            for _ in range(after):
                game.chance()
            before = game.engine.state.tokens
            again = Game(shelf, BuiltinCards(), settings())
            assert again.fated, again.note
            assert again.engine.state.tokens == before and again.engine.number == game.engine.number
            assert settle(again) == ROLLS + 1 - after and asked(again) == "act"


def test_what_flash_does_not_take_is_told_and_people_go_on():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        game.answer(game.engine.number, "go")

        def full(made):
            raise Refused("journals", "no room", "")

        game.engine.journal.append, before = full, game.engine.journal.append
        assert "no room" in game.chance() and not game.fated and asked(game) == "roll"
        game.engine.journal.append = before
        game.answer(game.engine.number, "1")
        assert game.fated and settle(game) == ROLLS


def test_a_host_sees_whether_chance_is_the_boards_or_peoples():
    with Played():
        host = Host()
        host.greet()
        game = host.table.game
        host.ask("frames", on=True)
        host.play("go")

        def seen():
            return [args for verb, args in host.got if verb == "view"][-1]

        def full(made):
            raise Refused("journals", "no room", "")

        host.until(lambda: seen()["n"] == game.engine.number and asked(game) == "act")
        assert seen()["option"] == 0
        before = game.engine.journal.append
        real, game.chance = game.chance, lambda: ""  # the board has not come to it yet
        host.play("go")
        host.until(lambda: seen()["n"] == game.engine.number and asked(game) == "roll")
        assert game.fated and (seen()["option"], seen()["cursor"]) == (-1, -1)
        game.engine.journal.append, game.chance = full, real
        host.until(lambda: seen()["option"] >= 0)
        assert not game.fated and asked(game) == "roll" and seen()["n"] == game.engine.number
        game.engine.journal.append = before


def broken(game):
    """What is asked stays, and whatever is answered goes wrong."""

    def wrong():
        yield
        raise IndexError("of the cards")

    game.engine._open = wrong()
    next(game.engine._open)


def test_what_the_cards_cannot_do_is_told_and_the_table_goes_on():
    """A pack that is right card by card and goes wrong in play: nothing is kept, nobody's table ends."""
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        game.answer(game.engine.number, "go")
        number = game.engine.number
        broken(game)
        assert "of the cards" in game.chance() and not game.fated and asked(game) == "roll" and game.engine.number == number
        game.answer(number, "1")
        assert game.fated and settle(game) == ROLLS


def test_a_press_that_the_cards_cannot_follow_is_refused_and_told():
    with Played():
        host = seated()
        table = host.table
        number = table.game.engine.number
        broken(table.game)
        host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
        table.turn(0)
        assert table.game.engine.number == number and asked(table.game) == "act" and "of the cards" in table.commands.log[-1]
        host.board.edges = [(CHOOSE, True), (CHOOSE, False)]
        table.turn(0)
        assert table.game.engine.number > number


def test_start_over_lets_go_of_what_only_long_requests_need():
    """A showdown begun at the board finds the room that one begun by a host finds."""
    with Played():
        host = seated()
        table = host.table
        table.commands.lent = table.board.ticks_ms()
        before = table.game.engine
        table.game.again = True
        table.turn(0)
        assert table.game.engine is not before and table.commands.lent == -1


def seated(board=None):
    """A host whose table has had its first turn."""
    host = Host(settings(), board)
    host.table.turn(0)
    return host


def pressed(host, key):
    host.board.edges = [(key, True), (key, False)]


def watched(host):
    """What is lit, whenever something is: the number and the kind of what is asked then."""
    lit = []
    game = host.table.game
    host.board.show = lambda cells: lit.append((game.engine.number, asked(game)))
    return lit


def slow(host, ms, then=None):
    """Each of chance's answers takes a while; then(how many there were) is called in it."""
    game = host.table.game
    answers = []
    chance = game.chance

    def late():
        host.board.ms += ms
        answers.append(game.engine.number)
        if then is not None:
            then(len(answers))
        return chance()

    game.chance = late
    return answers


def test_at_the_table_chance_answers_at_once_as_long_as_there_is_time():
    with Played():
        host = seated()
        table, game = host.table, host.table.game
        lit = watched(host)
        before = game.engine.number
        pressed(host, CHOOSE)
        table.turn(0)
        assert asked(game) == "act" and game.engine.state.tokens >= ROLLS
        assert lit == [(before, "act"), (before + 1, "roll"), (game.engine.number, "act")], "its sign, the press, then all that came of it"
        refused = host.ask("answer", n=game.engine.number, choice="leap")
        assert refused["path"] == "choice"


def test_a_slow_table_lights_what_was_rolled_until_then():
    with Played():
        host = seated()
        table, game = host.table, host.table.game
        slow(host, AT_ONCE + 1)
        lit = watched(host)
        before = game.engine.number
        pressed(host, CHOOSE)
        table.turn(0)
        assert lit == [(before, "act"), (before + 1, "roll"), (before + 2, "roll")], "its sign, the press, then one answer"
        pressed(host, BACK)
        table.turn(0)
        assert [kind for _, kind in lit[3:]] == ["roll", "act"] and asked(game) == "act" and game.engine.state.tokens == 0, (
            "taken back before it goes on"
        )
        pressed(host, CHOOSE)
        for _ in range(ROLLS + 1):
            assert table.turn(0)
        assert asked(game) == "act" and game.engine.state.tokens >= ROLLS


def test_what_is_pressed_while_chance_answers_comes_before_the_next():
    with Played():
        host = seated()
        table, game = host.table, host.table.game
        before = game.engine.state.pack()
        answers = slow(host, 1, lambda n: pressed(host, BACK) if n == 2 else None)
        pressed(host, CHOOSE)
        table.turn(0)
        assert len(answers) == 2 and game.fated
        table.turn(0)
        assert len(answers) == 2 and asked(game) == "act" and game.engine.state.pack() == before


def test_what_is_pressed_while_chance_gives_its_last_answer_waits_for_the_light():
    """Nobody answers a question that was never lit."""
    with Played():
        host = seated()
        table, game = host.table, host.table.game
        slow(host, 1, lambda n: pressed(host, CHOOSE) if n == ROLLS + 1 else None)
        pressed(host, CHOOSE)
        lit = watched(host)
        table.turn(0)
        number = game.engine.number
        assert asked(game) == "act" and lit[-1] == (number, "act")
        table.turn(0)
        assert game.engine.number > number


def test_what_is_pressed_is_taken_when_all_presses_have_come():
    """Not within the driver: what a press does goes deep into the call stack."""
    with Played():
        host = seated()
        game = host.table.game
        number = game.engine.number
        seen = []

        def buttons(handler):
            if not seen:
                for down in (True, False):
                    handler(CHOOSE, down, host.board.ms)
                seen.append(game.engine.number)

        host.board.buttons = buttons
        host.table.turn(0)
        assert seen == [number] and game.engine.number > number


def test_in_a_turn_that_lies_deep_a_press_waits_for_the_one_around_it():
    with Played():
        board = Board()
        deep = []
        board.deep = lambda: len(deep) > 0
        host = seated(board)
        table, game = host.table, host.table.game
        number = game.engine.number
        deep.append(True)
        pressed(host, CHOOSE)
        table.turn(0)
        assert game.engine.number == number and not table.waited()
        board.ms += WAITS + 1
        assert table.waited()
        for waits in (table.commands.breathe, lambda: table.commands._pull(table.link.opened)):
            try:
                waits()
                assert False, "people come first"
            except Gone:
                pass
        assert game.engine.number == number
        deep.clear()
        table.turn(0)
        assert game.engine.number > number and not table.waited()


def test_where_only_a_part_can_be_taken_back_the_table_knows_where_it_is():
    with Played():
        for want in (lambda game: game.want(("undo",)), lambda game: game.undo(game.engine.number)):
            game = Game(Shelf(), BuiltinCards(), settings())
            game.answer(game.engine.number, "go")
            settle(game)
            changes = game.changes
            append = game.engine.journal.append
            left = [1]

            def full(made, append=append, left=left):
                if made[0] == UNDO:
                    if not left:
                        raise Refused("journals", "no room", "")
                    left.pop()
                append(made)

            game.engine.journal.append = full
            try:
                assert not want(game)
            except Refused:
                pass
            game.engine.journal.append = append
            assert asked(game) == "card" and game.fated and game.changes > changes
            assert settle(game) == 1 and asked(game) == "act"


def test_a_position_that_is_lost_takes_nothing_more_and_the_table_starts_anew():
    """Neither what was to be done nor what was could be played again."""
    with Played():
        host = seated()
        table, game = host.table, host.table.game
        pressed(host, CHOOSE)
        table.turn(0)
        kept = len(game.engine.journal)

        def lost(game):
            raise RuntimeError("maximum recursion depth exceeded")

        real.act = lost
        try:
            game.engine.undo(game.engine.number)
            assert False
        except RuntimeError:
            pass
        real.act = act
        for what in (lambda n: game.engine.answer(n, "go"), game.engine.undo, game.engine.redo, game.engine.adjust):
            try:
                what(game.engine.number)
                assert False
            except Refused as refused:
                assert "lost" in refused.message
        assert len(game.engine.journal) == kept
        try:
            table.turn(0)
            assert False
        except RuntimeError as wrong:
            assert "lost" in str(wrong)


def test_nothing_of_a_question_that_the_board_answers_is_lit():
    with Played():
        game = Game(Shelf(), BuiltinCards(), settings())
        game.answer(game.engine.number, "go")
        shown = []
        game.marks = lambda state, prompt, view, cells, seats, cards: shown.append(prompt)
        game.light()
        settle(game)
        game.light()
        assert shown == [None, game.engine.prompt]


def test_a_host_is_refused_with_the_reason_while_the_board_rolls():
    with Played():
        host = Host(settings())
        host.greet()
        game = host.table.game
        host.table.game.chance, real_chance = lambda: "", host.table.game.chance
        host.play("go")
        refused = host.ask("answer", n=game.engine.number, choice="1")
        assert refused["path"] == "n" and "rolls" in refused["message"], refused
        game.chance = real_chance
        host.until(lambda: asked(game) == "act")
        assert engine.Engine(game.engine.journal, game.cards).state.pack() == game.engine.state.pack()


def test_who_answers_which_kind_is_said_by_the_settings():
    for dice in ("board", "table"):
        for cards in ("board", "table"):
            play = {"dice": dice, "decks": cards}
            assert (
                by_board("roll", play)
                == by_board("hits", play)
                == by_board("location", play)
                == by_board("random", play)
                == (dice == "board")
            )
            assert by_board("card", play) == by_board("location-card", play) == by_board("resource", play) == (cards == "board")
            assert not by_board("act", play)
