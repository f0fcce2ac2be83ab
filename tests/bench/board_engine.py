"""The engine with a journal in RAM, played by nobody: a set-up, then acts whose answers come from a small generator of numbers.
One figure per answer: from the answer to the next prompt, legality included, by the kind of the prompt that was answered. `look` is
what making the prompt's options took, which happens when a face first looks at them. As at a table, what play needs is loaded before,
and garbage is collected between two answers, while nobody waits (table/loop.py): what one collection takes is told by itself."""

from board_common import end, free, say, settle, since, us
from lanternboard.base.errors import Refused
from lanternboard.rules import engine
from lanternboard.store.packs import Pack
from lanternboard.table.builtin import RamJournal
from lanternboard.table.loop import LATER

with open("/acts") as f:
    ACTS = int(f.read())


class Numbers:
    """A linear congruence: the same on every interpreter."""

    def __init__(self, seed):
        self.now = seed

    def below(self, n):
        self.now = (self.now * 75 + 74) % 65537
        return self.now % n


def pick(prompt, numbers):
    """Any option, each as likely."""
    n = numbers.below(len(prompt.options))
    for option in prompt.options:
        if not n:
            return option
        n -= 1


before = free()
cards = Pack("/packs/first-story.lbp")
pack = before - free()
before = free()
card = cards.card("monsters", 0)
one = before - free()
del card
say(pack=pack, card=one)
game = engine.create(RamJournal(), cards, ("Allister", "Erza", "Lucy", "Zachary"))
numbers = Numbers(12)
acts = answers = 0
for name in LATER.split():
    __import__("lanternboard." + name)
while acts < ACTS:
    prompt = game.prompt
    if prompt.kind == "act":
        acts += 1
    answers += 1
    if answers % 4 == 0:  # enough: four answers do not fill the heap, and the emulated chip collects slowly
        settle()
    begin = us()
    prompt.options  # noqa: B018 - made when somebody looks for the first time
    looked = since(us(), begin)
    choice = pick(prompt, numbers) if prompt.kind != "survivors" else 4
    kind = prompt.kind
    begin = us()
    try:
        game.answer(prompt.number, choice)
    except Refused as wrong:
        say(kind=kind, error=str(wrong))
        break
    say(kind=kind, us=since(us(), begin), look=looked)
settle()
begin = us()
settle()
say(depth=game.depth, free=free(), collection=since(us(), begin))
end()
