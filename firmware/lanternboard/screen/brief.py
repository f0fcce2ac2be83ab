"""Short words for a display of sixteen characters a row: what is said otherwise there than in english.py, by the same keys. A
translation is another such table. Only text, and what looks it up."""

from .english import ENGLISH
from .texts import Texts

BRIEF = Texts(
    {
        "": """
survivor: survivor {n}
monster: monster
the monster: {name}
place: ({c},{r})
and: {some}, {last}
refused: not possible
""",
        # Questions
        "ask": """
ask.monster: which monster?
ask.survivors: how many survivors?
ask.place-monster: place {monster}
ask.facing: facing where?
ask.place-survivor: place {who}
ask.act: what next?
ask.light: light what?
ask.list: which list?
ask.miniature.V1: move whom?
ask.miniature.V4: whose reach?
ask.to: {who}: where to?
ask.to.monster: {monster}: where to?
ask.end: halts where?
ask.crossing: runs over whom?
ask.side: turns which way?
ask.spaces: {who}: how far?
ask.push-side: {who}: pushed which way?
ask.aside: {who}: where instead?
ask.adjust: put what right?
ask.number.movement: movement?
ask.number.tokens: movement tokens?
ask.holder: priority target?
ask.terrain-space: terrain where?
ask.terrain: what is there?
ask.everyone: is everyone a threat?
""",
        # Answers
        "id": """
id.adjust.place-monster: monster: place
id.adjust.face-monster: its facing
id.adjust.place-survivor: put a survivor
id.adjust.remove-survivor: one leaves
id.adjust.add-survivor: one joins
id.adjust.priority: priority
id.terrain.bars: bars
id.terrain.blocks: blocks
id.terrain.bars-blocks: bars, blocks
id.terrain.bars-hides: bars, hides
id.terrain.blocks-hides: blocks, hides
id.terrain.bars-blocks-hides: all three
""",
        # What happened
        "event": """
event.placed: {who} {at}
event.placed.down: {who} lies {at}
event.unplaced: no space for {who}
event.turned: it faces {side}
event.moved: moved {n} to {at}
event.moved.one: moved 1 to {at}
event.short: full move, no attack on {who}
event.collided: {who} run over
event.fell: {who} falls
event.stood: {who} stands
event.pushed: {who} {side} to {at}
event.pushed.edge: {who} {side} to the edge {at}
event.pushed.terrain: {who} {side} to terrain {at}
event.removed: {who} leaves
event.priority: priority: {who}
event.terrain: {at}: {what}
event.everyone.yes: all are threats
event.everyone.no: who stands is a threat
event.movement: movement {n}
event.tokens: tokens {n}
event.dark: no zone is lit
event.undone: taken back
event.unsaved: kept; flash is full now
event.redone: done again
""",
        "lit": """
lit.front: lit: in front
lit.blind: lit: blind spot
lit.view: lit: in view
lit.range: lit: in range
lit.candidates: lit: {what}
lit.routes: ways to {who}
lit.reach: reach of {who}
""",
        "menu": """
menu.overrule.end: end overrule
menu.about: about
menu.events.none: nothing yet
""",
    }
)


class Words:
    """The table that screen/words.py takes: the short words, and what has none in full."""

    def __getitem__(self, key: str) -> str:
        return BRIEF[key] if key in BRIEF else ENGLISH[key]

    def __contains__(self, key: str) -> bool:
        return key in ENGLISH

    def get(self, key: str, other=None):
        return self[key] if key in ENGLISH else other


WORDS = Words()
