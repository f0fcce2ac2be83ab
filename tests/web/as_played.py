"""What a showdown's page has to show of a position, read off the state itself, and what it does show, read off the page. Neither looks at
the values that the page is made from (faces/party.py, web/sheets.py)."""

import io

from lanternboard.explain.replay import load
from lanternboard.rules import record
from lanternboard.rules import state as st
from lanternboard.screen import words
from lanternboard_host.faces.cards import cards_for
from lanternboard_host.link.follower import Kept

TOLD = 20  # of what happened last
LOCATIONS = ("head", "arms", "body", "waist", "legs", "brain")
BOXES = {"head": "h", "arms": "lh", "body": "lh", "waist": "lh", "legs": "lh", "brain": "l"}  # light and heavy ones (D1), as their bits lie
ATTRIBUTES = ("movement", "speed", "accuracy", "strength", "evasion", "luck")
TURNS = {st.MOVED: "moved", st.ACTIVATED: "activated", st.ACTED: "acted", st.DODGED: "dodged", st.DOOMED: "doomed"}


class Replayed:
    """A showdown played again on this computer from the text of its journal. `rolls(kind)`: whether
    the board answers what chance is asked. `past`: what happened last, the latest at the end."""

    def __init__(self, journal: bytes, rolls) -> None:
        events: list = []

        def played(_number, made, game) -> None:
            if game is not None:
                game.rolls = rolls
            if game is not None and made[0] not in (record.HEADER, record.SNAPSHOT, record.VERSION, record.RESULT):
                events.extend(game.events[game.told :])

        self.cards = cards_for(journal)
        self.game, _ = load(io.BytesIO(journal), Kept(), self.cards, None, played)
        self.sentence = words.prompt_text(self.game.prompt, self.game.state, self.game.names, self.cards)[0]
        told = (words.event_text(event, self.game.state, self.game.names, self.cards) for event in events[-TOLD:])
        self.past = [text for text in told if text]


def expected(replayed: Replayed) -> dict:
    """What a page has to show then."""
    game, s, cards = replayed.game, replayed.game.state, replayed.cards
    sentence, why = words.prompt_text(game.prompt, s, game.names, cards)
    controller = [game.names[i] for i in range(len(s.at)) if _byte(s, i, st.PLAYER) == s.controller]
    undecided = s.round and not s.result
    return {
        "sentence": sentence,
        "why": why,
        "round": f"round {s.round}" if s.round else "set-up",
        "side": ("the survivors' turn" if s.side else "the monster's turn") if undecided else "",
        "controller": controller if s.players > 1 else [],
        "decks": _decks(s),
        "survivors": [_survivor(s, i, game.names[i]) for i in range(len(s.at))],
        "monster": _monster(s) if s.placed else None,
        "past": replayed.past[::-1],
        "result": ("", "Victory", "Defeat")[s.result],
        "won": sorted(_won(s, game.names, cards)) if s.result == st.WON else [],
    }


def _byte(s, i, field):
    return s.body[i * st.WIDTH + field]


def _decks(s) -> dict:
    d = s.decks
    found = {
        "AI deck": sum(s.quota) + len(d[st.AI_TOP]) - s.unseen,
        "AI discard": len(d[st.AI_DISCARD]),
        "wound stack": s.wounds,
        "moods": len(d[st.AI_PLAY]),
        "hit locations": len(d[st.HL_TOP]) + len(d[st.HL_POOL]),
        "locations discard": len(d[st.HL_DISCARD]),
        "injuries": len(d[st.HL_PLAY]),
    }
    return {name: count for name, count in found.items() if count or name not in ("moods", "injuries")}


def _survivor(s, i, name) -> dict:
    dead = bool(s.flags[i] & st.DEAD)
    here = s.at[i] != st.NOWHERE
    out = {
        "name": name,
        "how": "dead" if dead else "absent" if not here else "lying" if s.flags[i] & st.DOWN else "",
        "target": s.priority == i,
    }
    if dead:
        return out
    bits = _byte(s, i, st.BOXES) | _byte(s, i, st.BOXES + 1) << 8
    places = {}
    for k, location in enumerate(LOCATIONS):
        armor = _byte(s, i, st.ARMOR + k) if location != "brain" else None
        places[location] = [armor]
        for box in BOXES[location]:
            places[location].append([box, bits & 1])
            bits >>= 1
    tokens = {}
    for k, attribute in enumerate(ATTRIBUTES):
        if n := _byte(s, i, st.TOKENS + k) - st.ZERO:
            tokens[attribute] = n
    marks = sum(_byte(s, i, st.MARKS + k).bit_count() for k in range(3))
    gear = [s.gear[k : k + st.GEAR] for k in range(0, len(s.gear), st.GEAR) if s.gear[k] == i]
    return {
        **out,
        "places": places,
        "survival": _byte(s, i, st.SURVIVAL),
        "insanity": _byte(s, i, st.INSANITY),
        "bleeding": _byte(s, i, st.BLEED),
        "tokens": tokens,
        "injuries": sum(1 for k in range(0, len(s.injuries), 2) if s.injuries[k] >> 4 == i),
        "marks": marks,
        "weapons": len(gear),
        "archived": sum(1 for one in gear if one[st.ARCHIVED_AT]),
        "turn": [text for bit, text in TURNS.items() if _byte(s, i, st.TURN) & bit],
        "won": sum(1 for k in range(0, len(s.spoils), 2) if s.spoils[k] == i),
    }


def _monster(s) -> dict:
    beast = lambda k: s.beast[k] + s.beast[k + st.TOKENS] - 2 * st.ZERO  # noqa: E731
    return {
        "down": bool(s.down),
        "level": s.beast[st.LEVEL],
        "movement": max(0, s.movement + s.tokens),
        "toughness": beast(st.TOUGHNESS),
        "speed": beast(st.SPEED),
        "accuracy": beast(st.ACCURACY),
        "damage": beast(st.DAMAGE),
        "dying": bool(s.beast[st.DYING]),
        "moods": len(s.decks[st.AI_PLAY]),
        "injuries": len(s.decks[st.HL_PLAY]),
    }


def _won(s, names, cards):
    found: dict = {}
    for k in range(0, len(s.spoils), 2):
        who, what = s.spoils[k : k + 2]
        name = cards.card("parts" if what >> 7 else "basic", what & 127)["name"]
        to = found.setdefault("the settlement" if who == st.NOBODY else names[who], {})
        to[name] = to.get(name, 0) + 1
    for who, what in found.items():
        yield " ".join([who, ", ".join(f"{n} × {name}" if n > 1 else name for name, n in what.items())])


# What is there for everybody to see; `heard`, which only who hears the page is told, is not looked at.
SHOWN = """() => {
    const one = (root, what) => root.querySelector(what), all = (root, what) => [...root.querySelectorAll(what)];
    const seen = made => made && made.checkVisibility();
    const text = made => made ? made.textContent : '';
    const texts = (root, what) => all(root, what).map(text);
    const pips = (root, kind) => {
        const row = one(root, '.pips .' + kind), number = one(row, 'b');
        return number ? +text(number) : all(row, 'i.filled').length;
    };
    const number = (facts, name) => {
        const found = facts.find(fact => fact.startsWith(name + ' '));
        return found ? +found.slice(name.length + 1).split(' ')[0] : 0;
    };
    const tokened = fact => fact.match(/^(\\w+) -?\\d+ \\(([+-]\\d+)\\)$/);
    const tokens = facts => Object.fromEntries(facts.map(tokened).filter(Boolean).map(found => [found[1], +found[2]]));
    const box = made => [made.classList.contains('heavy') ? 'h' : 'l', +made.classList.contains('filled')];
    const survivor = made => {
        const status = text(one(made, '.status')), facts = texts(made, '.facts li');
        const how = ['dead', 'absent', 'lying'].find(kind => made.classList.contains(kind)) ?? '';
        const out = { name: text(one(made, '.who .name')), how, target: status.includes('priority'), status };
        if (how === 'dead') return out;
        const places = {};
        for (const place of all(made, '.places li')) {
            const shield = one(place, '.shield');
            places[place.classList[0]] = [shield ? +text(shield) : null, ...all(place, '.boxes i').map(box)];
        }
        return {
            ...out, places, survival: pips(made, 'survival'), insanity: pips(made, 'insanity'), bleeding: number(facts, 'bleeding'),
            tokens: tokens(facts), injuries: all(made, '.injury').length, marks: all(made, '.mark').length,
            weapons: all(made, '.weapon, .archived').length, archived: all(made, '.archived').length, turn: texts(made, '.turn'),
            won: texts(made, '.won').reduce((n, what) => n + (/^(\\d+) × /.test(what) ? parseInt(what) : 1), 0),
        };
    };
    const monster = made => {
        const facts = texts(made, '.facts li'), name = what => number(facts, what);
        return {
            down: made.classList.contains('lying'), level: name('level'), movement: name('movement'), toughness: name('toughness'),
            speed: name('speed'), accuracy: name('accuracy'), damage: name('damage'), dying: facts.includes('it dies at its next turn'),
            moods: all(made, '.mood').length, injuries: all(made, '.injury').length,
        };
    };
    const standing = one(document, '#standing'), result = one(document, '#result');
    const [round, ...rest] = texts(standing, '.round span');
    const sheets = all(document, '#sheet-list > li'), beast = sheets.find(made => made.classList.contains('monster'));
    return {
        number: +document.querySelector('main').dataset.number,
        sentence: text(one(document, '#sentence')), why: text(one(document, '#why')), who: text(one(document, '#who')), round: round ?? '',
        side: rest.find(told => told.includes('turn')) ?? '', controller: rest.find(told => told.startsWith('controller')) ?? '',
        decks: Object.fromEntries(all(standing, '.piles li').map(pile => [text(one(pile, '.name')), +text(one(pile, '.stack'))])),
        survivors: sheets.filter(made => made !== beast && !made.classList.contains('differs')).map(survivor),
        monster: beast ? monster(beast) : null,
        past: texts(document, '#past-list li'), result: seen(result) ? text(one(result, 'h2')) : '',
        won: seen(result) ? texts(result, 'li') : [],
        answers: texts(document, '#answers button > span:last-child'), highlighted: texts(document, '#answers [aria-current]'),
        seen: ['#standing', '#sheets', '#board', '#sentence'].filter(what => seen(one(document, what))),
    };
}"""


def shown(page) -> dict:
    return page.evaluate(SHOWN)


def compare(told: dict, due: dict) -> None:
    """Raises AssertionError with what is shown otherwise than it has to be."""
    told, due = dict(told), dict(due)
    assert told["seen"] == ["#standing", "#sheets", "#board", "#sentence"]
    names = due.pop("controller")
    assert all(name in told["controller"] for name in names) and bool(names) == bool(told["controller"]), told["controller"]
    survivors = due.pop("survivors")
    assert len(survivors) == len(told["survivors"])
    for one, other in zip(told["survivors"], survivors):
        differs = {key: (one[key], other[key]) for key in other if one[key] != other[key]}
        assert not differs, (other["name"], differs)
    told["won"] = sorted(told["won"])
    differs = {key: (told[key], due[key]) for key in due if told[key] != due[key]}
    assert not differs, differs
