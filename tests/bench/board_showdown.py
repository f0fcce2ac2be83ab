"""Beside the real image, called by its main.py: plays a showdown at the table with its keys, one answer at a time, each when the board has
been quiet for a while, and tells of each when something was lit after it and when the next question of people's was. First it takes back
and answers again, and after a reset tells how long the start took. The cursor is put on the answer, and a little later, at a random
moment of the breathing, its driver tells the edges of a key: what is timed begins there."""

import gc
import os
import sys
from time import ticks_diff, ticks_us

from board_common import free, largest, paint_stack, say, stack_left
from board_hook import Lit
from board_player import Numbers, choose

QUIET = 110000  # us between the lights and the next answer, and up to 33 ms more
MOVED = 80000  # us before the answer, when the cursor moves
CHOOSE, BACKWARD = 4, 5  # controls/keys.py
BACK = 24  # answers that are taken back, and come again
EVERY = 40  # answers between two looks at the heap
PAUSE = 15  # answers, after which people think for 4 s: the board does then what waits for that
LONG = 4000000


class Told:
    shown = first = 0
    record = 0  # us that the journal took for the answer
    depth = 0  # answers in the journal; to ask the engine walks through all records, which leaves 14 kB of garbage each time
    worst = 0
    edges = ()
    kinds = {}  # kind of record -> by how much it changes the depth


class Play:
    """`waiting`: an answer was given, and the next prompt of people's is not lit yet."""

    def __init__(self, answers, now):
        self.left = answers
        self.numbers = Numbers(now)
        self.waiting = self.moved = False
        self.kind = self.did = ""
        self.at = self.sign = self.next = 0
        self.back = BACK  # answers that are taken back first
        self.answers = self.given = 0

    def aim(self, table):
        """The cursor goes where the next answer is."""
        self.moved = True
        prompt = table.game.engine.prompt
        if self.back:
            return
        choice = choose(prompt, self.numbers)
        view = table.game.view
        if prompt.is_spaces():
            view.cursor = choice
        else:
            view.option = 0
            for option in prompt.options:
                if option == choice:
                    break
                view.option += 1
        table.game.dirty = True

    def give(self, table):
        """One answer, or one that is taken back."""
        game = table.game
        self.waiting, self.moved = True, False
        self.kind = game.engine.prompt.kind
        self.did = "undo" if self.back else "answer"
        key = BACKWARD if self.back else CHOOSE
        self.back = max(0, self.back - 1)
        self.sign = 0
        self.record = Told.record
        self.before = Told.depth
        shown = Told.shown
        ms = table.board.ticks_ms()
        self.at = ticks_us()
        Told.first = 0
        Told.edges = [(key, True, ms), (key, False, ms)]  # which the table takes in this turn, as from its pins
        return shown

    def look(self, table, shown):
        """After a turn: what is lit?"""
        self.sign = Told.first
        game = table.game
        if game.fated or game.dirty or Told.shown == Told.first:
            return
        self.waiting = False
        depth = Told.depth
        say(
            did=self.did,
            kind=self.kind,
            next=game.engine.prompt.kind,
            sign=ticks_diff(self.sign, self.at),
            lit=ticks_diff(Told.shown, self.at),
            at=Told.shown,
            answers=depth - self.before,
            depth=depth,
            record=Told.record - self.record,
        )
        if self.did == "answer":
            self.left -= depth - self.before
            if self.answers // EVERY != (self.answers + depth - self.before) // EVERY:
                say(depth=depth, worst=Told.worst, **heap(table))
                Told.worst = 0
            self.answers += depth - self.before
        self.given += 1
        self.next = ticks_us() + (QUIET if self.given % PAUSE else LONG) + self.given * 7919 % 33000


def heap(table):
    """Free heap and the largest piece of it, as a long request finds them: with what the table keeps for one."""
    table.reserve = None
    found = {"free": free(), "largest": largest(), "stack": stack_left()}
    table.keep_room()
    return found


def told(turn):
    def tells(self, wait):
        try:
            return turn(self, wait)
        except Exception as wrong:  # the table would start again
            sys.print_exception(wrong)
            say(end=True, wrong=repr(wrong))
            raise

    return tells


def watch():
    from lanternboard.drivers.board import Board
    from lanternboard.store.journal import FileJournal
    from lanternboard.table import loop

    show = Board.show

    def shown(self, cells):
        Told.shown = ticks_us()
        if not Told.first:
            Told.first = Told.shown
        show(self, cells)

    Board.show = shown
    buttons = Board.buttons

    def pressed(self, handler):
        buttons(self, handler)
        edges, Told.edges = Told.edges, ()
        for key, down, ms in edges:
            handler(key, down, ms)

    Board.buttons = pressed

    Table = loop.Table
    turn = Table.turn
    append = FileJournal.append

    def appended(self, record):
        began = ticks_us()
        append(self, record)
        kind = record[0]
        Told.depth += Told.kinds.get(kind, 0)
        took = ticks_diff(ticks_us(), began)
        Told.record += took
        Told.worst = max(Told.worst, took)

    FileJournal.append = appended
    try:
        os.stat("/played")
    except OSError:
        with open("/showdown") as f:
            answers, now, one, closing, undo = [int(word) for word in f.read().split()]
        Told.kinds = {one: 1, closing: 1, undo: -1}
        play = Play(answers, now)
    else:
        play = None

    def played(self, wait):
        if self.later:
            return turn(self, wait)
        if play is None or (play.left <= 0 and not play.waiting and ticks_diff(ticks_us(), play.next) > 0):
            Table.turn = turn
            with open("/played", "w") as f:
                f.write("1")
            if play is None:
                say(lit=Lit.us, cost=Lit.cost, depth=self.game.engine.depth)
            say(depth=self.game.engine.depth, kind=self.game.engine.prompt.kind, **heap(self))
            say(end=True)
            return turn(self, wait)
        if not play.next:
            from lanternboard.table import fate

            fate.choice = lambda prompt: choose(prompt, play.numbers)
            play.next = ticks_us() + 2 * LONG  # a tail is made meanwhile (store/tail.py)
            Told.depth = self.game.engine.depth
            say(lit=Lit.us, cost=Lit.cost, depth=Told.depth, free=free(), largest=largest())
            paint_stack()
        shown = Told.shown
        if play.left > 0 and not play.waiting and not play.moved and ticks_diff(ticks_us(), play.next) > -MOVED:
            play.aim(self)
        elif not play.waiting and ticks_diff(ticks_us(), play.next) > 0 and not self.game.dirty:
            shown = play.give(self)
        busy = turn(self, wait)
        if play.waiting:
            play.look(self, shown)
        return busy

    Table.turn = told(played)
    gc.collect()
