"""The English sentences of screen/words.py, one table (texts.py). Only text: what each key is for stands there. Our own words, short and
calm, in the game's terms; a translation is a table with the same keys."""

from .texts import Texts

ENGLISH = Texts(
    {
        # Things
        "": """
nobody: nobody
survivor: survivor {n}
monster: the monster
the monster: the {name}
place: ({c}, {r})
list: list {n}
own card: own card {n}
and: {some} and {last}
some of: {some} and {n} more
why: {rule}: {reason}
where: where all stand
tour: a look around
hunt: the hunt
on the hunt: Survivors on {at} of {last}, {monster} on {there}. Darkness on {dark}.
note: please note
menu: the board's menu
refused: that is not possible here
away: the table has been away for {n} s
""",
        # Questions
        "ask": """
ask.monster: which monster is on the table?
ask.survivors: how many survivors take part?
ask.place-monster: where does {monster} stand?
ask.facing: which way does {monster} face?
ask.place-survivor: where does {who} begin?
ask.act: what happens next?
ask.light: what shall the board show?
ask.list: which pick-target list?
ask.target: who is the target?
ask.target.M1: the ways to whom?
ask.target.X4: who is pushed?
ask.miniature: which miniature?
ask.miniature.V1: which miniature is moved?
ask.miniature.V4: whose reach shall be lit?
ask.miniature.K1: who falls?
ask.miniature.K2: who stands up?
ask.miniature.G4: which survivor?
ask.miniature.D6: who leaves the board?
ask.to: where does {who} go?
ask.to.monster: where is {monster} put?
ask.end: where does {monster} halt?
ask.crossing: whom does {monster} run over?
ask.side: which way does {monster} turn to {who}?
ask.order: who is pushed out next?
ask.spaces: how many spaces is {who} pushed?
ask.push-side: which way is {who} pushed?
ask.aside: which space does {who} take instead?
ask.adjust: what is to be put right?
ask.number: which number?
ask.number.movement: what is the movement of {monster}?
ask.number.tokens: how many movement tokens lie on {monster}?
ask.holder: who is the priority target?
ask.terrain-space: the terrain of which space?
ask.terrain: what does the terrain here do?
ask.everyone: is every survivor a threat, whatever happens?
ask.scenario: which showdown is played?
ask.players: how many players are there?
ask.controller: who is the monster controller?
ask.card: which AI card is drawn?
ask.location-card: which hit location is drawn?
ask.resource: which resource is drawn?
ask.roll: what does the die show?
ask.roll.wound: the wound roll on {what}: what does the die show?
ask.roll.severe: {who}'s severe injury, {where}: what does the die show?
ask.roll.D7: {who}'s trauma: what does the die show?
ask.roll.d5: what does the d5 show?
ask.roll.d10: what does the d10 show?
ask.hits: how many of {dice} dice show {need} or more?
ask.hits.1: does the die show {need} or more?
ask.location: where is {who} hit?
ask.random: who is it, by chance?
ask.hit: which hit does {who} take next?
ask.hit.S2: which hit does {who} take next, or dodge?
ask.hunter: who acts next?
ask.do: what does {who} do?
ask.go: where does {who} go?
ask.location-order: which location does {who} try next?
ask.may: does {who} do it: {what}?
ask.pay: does {who} pay {n} survival for this: {what}?
ask.heir: who takes what {who} had won?
ask.chosen: who of them is it?
ask.chosen.S5: whom does {who} encourage?
ask.front: where is {who} put in front of {monster}?
ask.harmed: did the attack harm {who}?
ask.mood: which mood is discarded?
ask.over: what now?
ask.order.T4: who is next?
ask.told: what have the survivors done?
ask.reaction: how does {monster} answer?
ask.target.W7: who attacked it?
ask.read: {what}: is this printed on it: {step}?
ask.read.n: {what}: how much is its {step}?
ask.read.pick: {what}: whom does it pick?
ask.read.damage: {what}: what follows damage?
ask.read.after: {what}: what comes after the attack?
ask.read.failure: {what}: what follows a failure?
ask.read.wound: {what}: what follows a wound?
ask.read.reflex: {what}: what follows any attempt?
ask.read.critical: {what}: what follows a critical wound?
ask.read.injured: {what}: what does it do with this injury in play?
ask.read.keep: {what}: is it kept for the next game?
ask.read.dying: when in its next turn does {monster} die?
ask.miniature.V1a: which survivor?
ask.field: what of {who} is to be put right?
ask.number.V1a: {who}, {what}: which number?
ask.deck: cards of which deck?
ask.which: which card?
ask.pile: where is {what} put?
ask.side-of: whose turn begins?
ask.outcome: how does the showdown stand?
ask.level: what does the board keep?
""",
        "ask+": """
ask.is: is this so for {who}: {what}?
ask.is.insane: is {who} insane?
ask.is.courage: has {who} {what} or more?
ask.is.understanding: has {who} {what} or more?
ask.is.disorders: has {who} {what} or more?
ask.is.deaf: is {who} deaf?
ask.is.not-deaf: does {who} hear?
""",
        # Reasons
        "why": """
why.G4: one miniature to a space, the monster's base is a square
why.monster.G4: its base, movement and blind spot come from its card
why.F1: the prologue is played with four
why.place-monster.F4: the showdown begins with the monster in the middle
why.facing.F4: the group chooses its side
why.place-survivor.F4: survivors begin six spaces from the monster
why.G5: its facing decides front, view and blind spot
why.T1: a list is read from the top, the first entry that fits decides
why.T4: where several fit the monster controller chooses
why.M1: by a shortest way, no further than its movement
why.V4: its movement, in straight steps through free spaces
why.M6: putting it down is no movement: nobody is run over
why.K1: who stands can be knocked down
why.K2: who lies can stand up again
why.M5: these ends are equally direct, the controller chooses
why.crossing.M5: equally direct ways cross different survivors
why.M7: both sides are equally near
why.X2: the controller picks the order of the pushes
why.X4: straight away from {monster}
why.push-side.X4: more than one way is straight off, the controller chooses
why.push-side.X2a: out over a nearest side of the base, the controller chooses
why.push-side.X7: a push on the edge goes along it, the controller chooses
why.X6: two never stop on one space
why.aside.X2a: the push left it under {monster}, the controller chooses
why.G8: movement and tokens together are its range
why.D6: the dead leave the board
why.T7a: one survivor at a time holds the token
why.G9: terrain may bar survivors, block the monster, hide
why.T8: after a sniff nothing stops a survivor from being a threat
why.F2: each showdown has a deck and figures of its own
why.players.V1a: survivors are dealt round the players
why.controller.V1a: the tile passes on to the next player after every round
why.F5: each monster turn the next card of the AI deck
why.W3: one hit location for every hit
why.location-order.W3: who attacks tries the drawn ones in any order
why.W10: a card of the shuffled deck
why.heir.W10: what the dead had won may be taken over
why.W4: {need} or more wounds: its toughness less strength
why.W4.critical: {need} or more wounds, {critical} or more critically
why.D4: what armor and boxes do not take is one roll
why.D7: what insanity and the brain's box do not take is one roll
why.A1: what each face does stands on the card
why.D8: the row or the card says so
why.A3: accuracy and the target's evasion make it {need} or more
why.W1: accuracy and {monster}'s evasion make it {need} or more
why.A7: damage that names no location
why.A6: every hit has a location of its own
why.hit.A6: the target takes its {n} hits in any order
why.T2: one of these, each as likely
why.S2: a dodge is 1 survival, once a round; {who} has {n}
why.V2: each acts once a turn, in any order
why.V3: one movement and one activation, in either order
why.go.V4: up to {n} straight steps through free spaces
why.M9: a free space that touches the front edge, else the nearest in front
why.may.V1a: the card leaves it open
why.chosen.V1a: the table chooses
why.is.V1a: the table knows its own records
why.S1: {who} has {have} survival
why.S5: 1 survival, once a round; who lies stands up
why.A8: what comes after damage needs a hit that did something
why.A10: a mood stays in play until something discards it
why.F8: all survivors are dead: lost
why.F9: {monster} is dead: won
why.order.T4: one after another, in the controller's order
why.end.X7: both ways along the edge are open, the controller chooses
why.told.V1: the board plays the monster, the rest is on paper
why.W7: a hit location answers who attacked it
why.read.A1: the table's own card says it; it is asked once
why.read.A9: the table's own card says it; it is asked once
why.read.W3: the table's own card says it; it is asked once
""",
        "own": """
own.act.V1: the board keeps up with the table
own.light.V1: the table's own choice: only what is asked for is lit
own.miniature.V1: the table's own choice: any miniature can be put elsewhere
own.to.V1: the table's own choice: any free space
own.adjust.V1a: the table has the last word, and it counts as one answer
own.miniature.V1a: the table has the last word
own.field.V1a: the table has the last word
own.number.V1a: the table has the last word
own.deck.V1a: the table has the last word
own.which.V1a: the table has the last word
own.pile.V1a: the table has the last word
own.side-of.V1a: the table has the last word
own.outcome.V1a: the table has the last word
own.level.V1a: the table has the last word
""",
        # Answers
        "id": """
id.N: north
id.E: east
id.S: south
id.W: west
id.nobody: nobody
id.act.light: light
id.act.move: move
id.act.turn: turn
id.act.attack: move & attack
id.act.push: push
id.act.fall: knock down
id.act.stand: stand up
id.light.nothing: nothing
id.light.front: in front
id.light.blind: blind spot
id.light.view: field of view
id.light.range: in range
id.light.candidates: candidates
id.light.routes: routes
id.light.reach: reach
id.adjust.place-monster: the monster's place
id.adjust.face-monster: its facing
id.adjust.movement: its movement
id.adjust.tokens: its tokens
id.adjust.place-survivor: a survivor's place
id.adjust.remove-survivor: a survivor leaves
id.adjust.add-survivor: a survivor joins
id.adjust.priority: priority target
id.adjust.everyone: threats
id.adjust.terrain: terrain
id.adjust.record: a record
id.adjust.beast: its figures
id.adjust.cards: a card's place
id.adjust.wounds: its wounds
id.adjust.gear: gear
id.adjust.acted: who has acted
id.adjust.controller: the controller
id.adjust.player: a player
id.adjust.turn: whose turn it is
id.adjust.result: the outcome
id.adjust.level: what is kept
id.terrain.clear: nothing
id.terrain.bars: bars survivors
id.terrain.blocks: blocks the monster
id.terrain.hides: hides
id.terrain.bars-blocks: bars survivors, blocks the monster
id.terrain.bars-hides: bars survivors, hides
id.terrain.blocks-hides: blocks the monster, hides
id.terrain.bars-blocks-hides: bars, blocks and hides
id.yes: yes
id.no: no
id.other: another card
id.head: head
id.arms: arms
id.body: body
id.waist: waist
id.legs: legs
id.brain: brain
id.take: take {where}
id.dodge: dodge {where}
id.hunter.end: end the turn
id.attack: attack: {what}
id.use: use: {what}
id.do.fist: bare hands
id.do.move: move
id.do.dash: dash
id.do.surge: surge
id.do.encourage: encourage
id.do.done: done
id.over.again: a new game
id.player: player {n}
id.face: {n}: {what}
id.fails: fails
id.wounds: wounds
id.critical: critical
id.moves: {who} moves
id.told.end: end the turn
id.told.move: move
id.told.wound: a wound
id.told.react: it reacts
id.told.fall: knock down
id.told.stand: stand up
id.told.dies: one dies
id.told.push: push
id.told.attack: move & attack
id.told.turn: turn
id.told.light: light
id.told.won: it is dead
id.told.basic: its Basic Action
id.read.start: at its start
id.read.end: at its end
id.deck.ai: AI cards
id.deck.locations: hit locations
id.pile.deck: the deck
id.pile.discard: the discard
id.pile.play: in play
id.side-of.survivors: the survivors
id.outcome.undecided: undecided
id.outcome.won: won
id.outcome.lost: lost
id.level.lights: lights
id.level.monster: the monster
id.level.all: everything
""",
        # What happened
        "event": """
event.placed: {who} stands on {at}.
event.placed.down: {who} lies on {at}.
event.unplaced: there is no free space for {who}.
event.turned: {monster} faces {side}.
event.moved: {monster} moves {n} spaces to {at}.
event.moved.one: {monster} moves 1 space to {at}.
event.short: {monster} does not get next to {who}: a full move, no attack.
event.collided: {monster} runs over {who}.
event.fell: {who} is knocked down.
event.stood: {who} stands up.
event.pushed: {who} is pushed {side} to {at}.
event.pushed.edge: {who} is pushed {side} to {at}, where the board ends.
event.pushed.terrain: {who} is pushed {side} to {at}, against terrain.
event.removed: {who} leaves the board.
event.priority: priority target: {who}.
event.terrain: terrain on {at}: {what}.
event.everyone.yes: every survivor is a threat.
event.everyone.no: only who stands is a threat.
event.movement: the movement of {monster} is {n}.
event.tokens: movement tokens on {monster}: {n}.
event.dark: only the miniatures are lit.
event.undone: taken back.
event.unsaved: kept, but flash takes no more: put the journal on a computer.
event.redone: done again.
event.round: round {n}.
event.turn.monster: the turn of {monster}.
event.turn.survivors: the survivors' turn.
event.controller: monster controller: {who}.
event.won: {monster} is dead: the showdown is won.
event.lost: no survivor is left: the showdown is lost.
event.injury: a persistent injury acts: {what}.
event.basic: no card is left: the basic action instead.
event.instinct: no target: {what}.
event.basic-on: basic action on {who}.
event.target: target: {who}.
event.by-priority: {who} was the priority target.
event.gains: {who}: {n} {what}.
event.paper: on paper: {who}: {what}.
event.attacks: {monster} attacks {who}: {dice} dice, {need} or more, damage {n}.
event.attacks.one: {monster} attacks {who}: 1 die, {need} or more, damage {n}.
event.strikes: {who} attacks: {dice} dice, {need} or more.
event.strikes.one: {who} attacks: 1 die, {need} or more.
event.missed: {monster} misses {who}.
event.missed.monster: no hit on {monster}.
event.hits: {n} hits on {who}.
event.hits.one: 1 hit on {who}.
event.dodged: {who} dodges the hit at the {where}.
event.hit: {who} is hit at the {where}.
event.armor: {who} loses {n} armor at the {where}.
event.hurt.light: {who}: light injury, {where}.
event.hurt.heavy: {who}: heavy injury, {where}.
event.severe: {who}, {where}: {what}.
event.severe.own: {who}, {where}: the row of the table's own.
event.brain: {who}: brain damage, {n} insanity is spent.
event.brain.none: {who}: brain damage.
""",
        "event+": """
event.bleeds: {who} has {n} bleeding tokens.
event.bleeds.one: {who} has 1 bleeding token.
event.died: {who} dies.
event.dying: {monster} will die at its next turn.
event.monster-died: {monster} dies.
event.barred: {what}, injured, bars the grab.
event.circle: {monster}: its cards go round in a circle; the rest is left out.
event.grabbed: {who} is grabbed.
event.mood-ends: {what} is discarded.
event.uses: {who} uses {what}.
event.trap: a trap for {who}.
event.cancelled: {who} fights on no more: {n} hits are lost.
event.cancelled.one: {who} fights on no more: 1 hit is lost.
event.rolled: the die shows {n}.
event.failed: {who} does not wound {what}.
event.wounds: {who} wounds {what}.
event.critical: {who} wounds {what} critically.
event.impervious: {what} is impervious.
event.last-wound: {who} strikes the last wound.
event.reacts: {what} reacts.
event.dash: {who} dashes.
event.surge: {who} surges.
event.encourages: {who} encourages.
event.shuffled.ai: the AI discard is the new deck.
event.shuffled.locations: the hit locations are shuffled.
event.drew: {monster} draws {what}.
event.location: hit location: {what}.
event.wounded: wounds of {monster}: {n}.
event.gained: {who} gains {what}.
event.gained.settlement: for the settlement: {what}.
event.token: {who}: {n} {what} token.
event.attribute: {who}: {n} {what}.
event.marked: {who}: {what}.
event.disorder: {who} gains a disorder.
event.monster-token: {monster}: {n} {what} token.
event.archived: {what} of {who} is archived.
event.paid: {who} pays {n} survival.
event.changed: put right: {who}, {what}.
event.anew: {monster} begins again with its card.
event.level: the board keeps: {what}.
event.unread: no room for another card: it does nothing here.
event.entered: the card is entered.
""",
        # What a step of a card does, in a few words
        "step": """
step.nothing: nothing
step.knockback: knockback
step.grab: grab
step.damage: damage
step.brain: brain damage
step.down: knocked down
step.stand: stands up
step.insanity: insanity
step.survival: survival
step.survival-to-insanity: survival becomes insanity
step.courage: courage
step.understanding: understanding
step.experience: hunt experience
step.bleed: bleeding
step.priority: priority target
step.token: a token
step.attribute: an attribute
step.mark: an impairment
step.disorder: a disorder
step.dies: dies
step.dismembered: a limb is lost
step.flee: flees
step.doomed: doomed
step.monster-token: a monster's token
step.monster-down: the monster falls
step.monster-stands: the monster stands
step.monster-dies: the monster dies
step.monster-dies-next-turn: it dies next turn
step.wound: a wound
step.face: it turns
step.away: it moves away
step.back: it moves back
step.charge: it charges
step.basic: basic action
step.everyone-threat: all are threats
step.end-turn: its turn ends
step.draw: another card
step.discard-mood: a mood ends
step.land: one location
step.gain: a resource
step.strike: a critical wound
step.archive: gear archived
step.discard: card discarded
step.roll: another roll
step.if: it depends
step.pick: a target
step.pay: survival paid
step.less-movement: -1 movement token
step.less-accuracy: -1 accuracy token
step.less-toughness: -1 toughness token
step.more-damage: +1 damage token
step.gain-part: a monster resource
step.gain-basic: a basic resource
step.adjacent-insanity: insanity to all adjacent
step.adjacent-down: all adjacent fall
step.as-ever: the card as ever
""",
        # Figures of a record
        "word": """
word.movement: movement
word.speed: speed
word.accuracy: accuracy
word.strength: strength
word.evasion: evasion
word.luck: luck
word.damage: damage
word.toughness: toughness
word.insanity: insanity
word.survival: survival
word.courage: courage
word.understanding: understanding
word.experience: hunt experience
word.disorders: disorders
word.token: {what} token
word.tokens: {what} tokens
word.bleed: bleeding tokens
word.level: level
word.wounds: wounds
word.gear: gear
word.player: player
word.cards: cards
word.acted: has acted
word.archived: archived
word.injury: persistent injury
word.impervious: impervious
word.trap: trap
word.armor: armor, {what}
word.box: box, {what}
word.light: light box, {what}
word.heavy: heavy box, {what}
""",
        # What an injury or a trauma has taken away
        "mark": """
mark.no-survival: neither gains nor spends survival
mark.deaf: deaf
mark.no-dodge: no dodge any more
mark.no-dash: no dash any more
mark.no-surge: no surge any more
mark.no-encourage: no encourage any more
mark.falls-when-hurt: any injury knocks it down
mark.movement-one: movement is 1
mark.dies-at-end: dies at the end unless another lives
mark.skip-hunt: skips the next hunt
mark.retired: retires after the showdown
mark.no-two-handed: no two-handed weapons
mark.no-weapons: no weapons
mark.no-consume: consumes nothing any more
mark.no-arts: no fighting arts
mark.no-intimacy: no intimacy any more
mark.no-waist-gear: no gear at the waist
mark.no-heavy-gear: no heavy gear
""",
        # What is lit by choice
        "lit": """
lit.nothing:
lit.front: lit: in front of {monster}.
lit.blind: lit: its blind spot.
lit.view: lit: its field of view.
lit.range: lit: where a survivor is in range.
lit.candidates: lit: whom {what} would pick.
lit.routes: lit: the shortest ways to {who}.
lit.reach: lit: where {who} can go.
""",
        # Who is who, beside the board
        "who": """
who.table: table
who.controller: controller
who.dice: dice
who.deck: deck
who.faces: faces {side}
who.down: down
who.dead: dead
who.absent: not yet
who.lies: lies
who.priority: priority
who.movement: movement {n}, not {card}
who.tokens: movement tokens {n}
who.everyone: everyone is a threat
who.unknown: lights only: no words
""",
        "cut": """
cut.columns: columns {first}-{last} of {all}
cut.rows: rows {first}-{last} of {all}
""",
        # The board's menu
        "menu": """
menu.open: the board's menu is open
menu.brightness: brightness
menu.night: night
menu.redo: redo
menu.overrule: overrule
menu.overrule.end: leave overruling
menu.test: test pattern
menu.power: power
menu.about: about this board
menu.events: last events
menu.events.none: nothing has happened yet.
menu.on: on
menu.off: off
menu.more: up, down
menu.back: back: done
menu.testing: one LED after another turns white. any key ends it.
menu.power.asked: asked
menu.power.given: supply
menu.power.estimated: drawn now
menu.power.limited: dimmed for it
menu.version: version {version}
""",
        "refused": """
refused.undo: nothing to take back
refused.redo: nothing to redo
""",
        "warning": """
warning.settings: built-in settings: {why}
warning.safe: safe mode: {why}; nothing is kept
""",
        "away": """
away.todo: plug it in: it is found under any port name
""",
        # The legend: meanings by their names in lights/meanings.py
        "light": """
light.monster: monster
light.front edge: its front
light.fallen: it lies
light.in front: in front
light.blind spot: blind spot
light.field of view: in view
light.in range: in range
light.candidate: candidate
light.route: way
light.run over: run over
light.allowed: allowed
light.usual: usual
light.refused: no
light.cursor: cursor
light.done: just done
light.seat: who is asked
light.digit: a number
""",
    }
)
