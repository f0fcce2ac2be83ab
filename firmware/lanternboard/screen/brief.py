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
some of: {some} +{n}
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
ask.scenario: which showdown?
ask.players: how many players?
ask.controller: who is controller?
ask.card: which AI card?
ask.location-card: which location?
ask.resource: which resource?
ask.roll: die shows?
ask.roll.wound: wound roll: die shows?
ask.roll.severe: {who}: severe, {where}
ask.roll.D7: {who}: trauma
ask.roll.d5: d5 shows?
ask.roll.d10: d10 shows?
ask.hits: of {dice} dice {need}+: how many?
ask.hits.1: die: 1 if {need}+, else 0?
ask.location: {who}: hit where?
ask.random: by chance: who?
ask.hit: {who}: which hit next?
ask.hit.S2: {who}: hit or dodge?
ask.hunter: who acts?
ask.do: {who} does?
ask.go: {who}: where to?
ask.location-order: {who}: which location?
ask.may: {what}?
ask.pay: {n} survival: {what}?
ask.heir: spoils of {who}: whose?
ask.chosen: who is it?
ask.chosen.S5: {who} encourages?
ask.front: {who}: where in front?
ask.harmed: was {who} harmed?
ask.is: {who}: {what}?
ask.is.insane: {who}: insane?
ask.is.deaf: {who}: deaf?
ask.is.not-deaf: {who} hears?
ask.mood: which mood?
ask.told: survivors did what?
ask.reaction: its answer?
ask.target.W7: who attacked?
ask.read: {what}: {step}?
ask.read.n: {what}: {step}?
ask.read.pick: {what}: picks whom?
ask.read.damage: {what}: damage, then?
ask.read.after: {what}: attack, then?
ask.read.failure: {what}: failed, then?
ask.read.wound: {what}: wounded, then?
ask.read.reflex: {what}: always, then?
ask.read.critical: {what}: critical, then?
ask.read.injured: {what}: injured, then?
ask.read.keep: {what}: keep it?
ask.read.dying: next turn: dies when?
ask.field: what of {who}?
ask.number.V1a: {who}, {what}?
ask.deck: which deck?
ask.pile: {what}: where?
ask.side-of: whose turn?
ask.outcome: it stands how?
ask.level: keeps what?
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
id.attack: hit: {what}
id.told.basic: Basic Action
id.adjust.controller: controller
id.adjust.turn: whose turn
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
event.round: round {n}
event.turn.monster: its turn
event.turn.survivors: survivors' turn
event.controller: controller: {who}
event.won: the showdown is won
event.lost: the showdown is lost
event.injury: injury: {what}
event.basic: no card: basic action
event.instinct: no target: {what}
event.basic-on: basic action: {who}
event.target: target: {who}
event.by-priority: {who} by priority
event.gains: {who} {n} {what}
event.paper: paper: {who}: {what}
event.attacks: on {who}: {dice} dice, {need}+, damage {n}
event.attacks.one: on {who}: 1 die, {need}+, damage {n}
event.strikes: {who}: {dice} dice, {need}+
event.strikes.one: {who}: 1 die, {need}+
event.missed: {who} missed
event.missed.monster: no hit
event.hits: {n} hits: {who}
event.hits.one: 1 hit: {who}
event.dodged: {who} dodges: {where}
event.hit: {who} hit: {where}
event.armor: {who}: armor -{n} {where}
event.hurt.light: {who}: light, {where}
event.hurt.heavy: {who}: heavy, {where}
event.severe: {who}: {what}
event.severe.own: {who}: severe, {where}
event.brain: {who}: brain, {n} insanity spent
event.brain.none: {who}: brain
event.bleeds: {who} bleeds: {n}
event.bleeds.one: {who} bleeds: 1
event.died: {who} dies
event.dying: it dies next turn
event.monster-died: {monster} dies
event.barred: {what} bars grab
event.circle: a circle: it stops
event.grabbed: {who} grabbed
event.mood-ends: {what} ends
event.uses: {who}: {what}
event.trap: trap: {who}
event.cancelled: {who} stops: {n} lost
event.cancelled.one: {who} stops: 1 lost
event.rolled: die: {n}
event.failed: not wounded: {what}
event.wounds: wounded: {what}
event.critical: critical: {what}
event.impervious: impervious: {what}
event.last-wound: the last wound
event.reacts: {what} reacts
event.dash: {who} dashes
event.surge: {who} surges
event.encourages: {who} encourages
event.shuffled.ai: AI deck anew
event.shuffled.locations: locations shuffled
event.drew: card: {what}
event.location: location: {what}
event.wounded: wounds: {n}
event.gained: {who}: {what}
event.gained.settlement: stored: {what}
event.token: {who}: {n} {what} token
event.attribute: {who}: {n} {what}
event.marked: {who}: {what}
event.disorder: {who}: disorder
event.monster-token: it: {n} {what} token
event.archived: archived: {what}
event.paid: {who} pays {n}
event.changed: {who}: {what}
event.level: keeps: {what}
event.unread: no room for a card
event.entered: card entered
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
        "step": """
step.survival-to-insanity: all insanity
step.monster-down: it falls
step.monster-stands: it stands
step.monster-dies: it dies
step.monster-dies-next-turn: dies next turn
step.monster-token: its token
step.priority: priority
step.archive: archived
step.discard: discarded
step.less-movement: -1 movement
step.less-accuracy: -1 accuracy
step.less-toughness: -1 toughness
step.more-damage: +1 damage
step.gain-part: a part
step.gain-basic: a basic one
step.adjacent-insanity: insanity: all
step.adjacent-down: all fall
step.as-ever: as ever
""",
        "word": """
word.tokens: {what}+-
word.armor: armor {what}
word.box: box {what}
word.light: light {what}
word.heavy: heavy {what}
""",
        "mark": """
mark.no-survival: no survival
mark.no-dodge: no dodge
mark.no-dash: no dash
mark.no-surge: no surge
mark.no-encourage: no encourage
mark.falls-when-hurt: falls if hurt
mark.movement-one: movement 1
mark.dies-at-end: dies at end
mark.skip-hunt: skips hunt
mark.retired: retires
mark.no-two-handed: no two-handed
mark.no-consume: no consuming
mark.no-arts: no arts
mark.no-intimacy: no intimacy
mark.no-waist-gear: no waist gear
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

    wide = 14  # characters of an answer, beside its marks

    def __getitem__(self, key: str) -> str:
        return BRIEF[key] if key in BRIEF else ENGLISH[key]

    def __contains__(self, key: str) -> bool:
        return key in ENGLISH

    def get(self, key: str, other=None):
        return self[key] if key in ENGLISH else other


WORDS = Words()
