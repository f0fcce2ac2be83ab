"""A table in this process, for tests of the terminal: engine, controls and lights without a board or a link between."""

import time

from lanternboard.controls.keys import Controls
from lanternboard.controls.view import View
from lanternboard.lights.compose import compose
from lanternboard.rules import engine
from lanternboard.rules.rulings import DEFAULT
from lanternboard.table.builtin import BuiltinCards, RamJournal
from lanternboard_host.terminal.picture import picture


class LocalTable:
    def __init__(self, names=("Allister", "Erza", "Lucy", "Zachary"), columns=22, rows=16):
        self.cards = BuiltinCards()
        self.game = engine.create(RamJournal(), self.cards, names, columns, rows)
        self.view = View()
        self.controls = Controls(self.view)
        self.cells = bytearray(columns * rows)
        self.changes = 0
        self.intents = []
        self.away = None

    def ms(self):
        return time.monotonic_ns() // 1000000 & 0x3FFFFFFF

    def press(self, key, down):
        self._take(self.controls.edge(key, down, self.ms(), self.game.prompt, self.game.state.columns))

    def turn(self, seconds):
        self._take(self.controls.tick(self.ms(), self.game.prompt, self.game.state.columns))

    def redo(self):
        if self.game.can_redo:
            self.game.redo(self.game.number)
        self.changes += 1

    def answer(self, *choices):
        for choice in choices:
            self.game.answer(self.game.number, choice)

    def _take(self, intents):
        for intent in intents:
            self.changes += 1
            self.intents.append(intent)
            if intent[0] == "answer":
                self.game.answer(self.game.number, intent[1])
            elif intent[0] == "usual":
                self.game.answer(self.game.number, self.game.prompt.usual)
            elif intent[0] == "undo" and self.game.can_undo:
                self.game.undo(self.game.number)
            elif intent[0] == "menu":
                self.game.undo(self.game.number) if self.game.adjusting else self.game.adjust(self.game.number)

    def picture(self):
        game = self.game
        self.view.see(game.prompt)
        compose(game.state, game.prompt, self.view, self.cells, DEFAULT, self.cards)
        made = picture(game.state, game.prompt, self.cells, game.names, self.cards, self.view.option, game.events, self.view.cursor)
        made.away = self.away
        return made
