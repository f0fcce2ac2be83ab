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
and: {some} and {last}
why: {rule}: {reason}
where: where all stand
tour: a look around
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
""",
        "own": """
own.act.V1: the board keeps up with the table
own.light.V1: the table's own choice: only what is asked for is lit
own.miniature.V1: the table's own choice: any miniature can be put elsewhere
own.to.V1: the table's own choice: any free space
own.adjust.V1a: the table has the last word, and it counts as one answer
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
