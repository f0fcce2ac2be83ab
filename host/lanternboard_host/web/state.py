"""From what is seen of a table to what a page is told: one JSON object of words, answers and miniatures. Pure; the lights go by
themselves (frames.py). docs/page.md tells every field."""

from __future__ import annotations

import time

from lanternboard.controls import menu
from lanternboard.lights import meanings
from lanternboard.rules.geometry import on_board
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, DOWN, HIDES, SIDES, State
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH

from ..faces.menu import Menu
from ..faces.names import labels, monster_label
from ..faces.picture import Picture
from ..faces.watch import Seen
from .sheets import sheets
from .words import PAGE

MOST_BUTTONS = 32  # a range of more numbers is asked for with a field


def state_of(seen: Seen) -> dict:
    """The whole state of the page. `away` is in milliseconds until now, None while the table is there."""
    picture = seen.picture
    return {
        "is": "state",
        "board": seen.board[:6],
        "title": picture.title,
        "away": None if seen.since is None else round((time.monotonic() - seen.since) * 1000),
        "problem": seen.problem,
        "journal": seen.journal,
        "number": seen.number,
        "columns": picture.columns,
        "rows": picture.rows,
        "turn": seen.turn,
        "who": _who(picture),
        "sentence": picture.sentence,
        "why": picture.why,
        "note": picture.note,
        "happened": [{"due": due, "text": text} for due, text in picture.happened],
        "warning": picture.warning,
        "hint": picture.hint,
        "undo": seen.can_undo,
        "redo": seen.can_redo,
        "menu": None,
        "facts": [],
        **_answers(seen),
        "monster": _monster(picture),
        "survivors": _survivors(picture),
        "differs": list(picture.differs),
        "terrain": _terrain(picture.state),
        "legend": _legend(picture),
        "described": _described(picture, seen.turn),
        "rolling": picture.rolling,
        "party": sheets(picture.party, picture.past),
        **(_menu(picture.menu, picture.facts) if picture.menu else {}),
    }


def _menu(opened: Menu, facts: tuple[tuple[str, str], ...]) -> dict:
    """The board's own menu in the place of the game's question. `menu`: what is highlighted, and what answers an entry: the key
    *choose*, or nothing where going there is enough; its entries are `options`, reached by the keys. What a page tells is in `facts`,
    what the list tells stands beside its entries."""
    then = "choose" if opened.page == menu.LIST else ""
    return {
        "who": "",
        "sentence": opened.title,
        "why": PAGE["menu"],
        "hint": "",
        "facts": [list(one) for one in facts if opened.page != menu.LIST],
        "spaces": [],
        "numbers": None,
        "cursor": -1,
        "usual": None,
        "options": [{"label": label, "choice": None, "spaces": []} for label in opened.entries],
        "option": opened.entry if opened.entries else -1,
        "menu": {"entry": opened.entry, "then": then},
    }


def _who(picture: Picture) -> str:
    prompt = picture.prompt
    if prompt is None:
        return ""
    if picture.rolling:
        return PAGE["asked.board"]
    word, who = words.asked(prompt, picture.state, picture.names)
    key = "asked." + word + (".of" if who and word == "controller" else "")
    return PAGE[key].format(who=who)


def _answers(seen: Seen) -> dict:
    """`options`: label, choice and the spaces that it stands for; `spaces`: the answers that are spaces, `base` how many spaces wide
    each is; `numbers`: [first, last] of a range too long for buttons. `option`, `cursor` are highlighted, `usual` is proposed."""
    picture = seen.picture
    prompt = picture.prompt
    if prompt is None or picture.rolling:
        return {"options": [], "option": -1, "spaces": [], "base": 1, "cursor": -1, "usual": None, "numbers": None}
    out: dict = {"options": [], "option": picture.option, "spaces": [], "base": 1, "cursor": picture.cursor, "numbers": None}
    out["usual"] = prompt.usual
    if prompt.is_spaces():
        out["spaces"] = list(prompt.options)
        out["base"] = _base(prompt, picture.state)
        return out
    if isinstance(prompt.options, range) and len(prompt.options) > MOST_BUTTONS:
        out["numbers"] = [prompt.options[0], prompt.options[-1]]
    else:
        for i, choice in enumerate(prompt.options):
            spaces = list(seen.places[i]) if i < len(seen.places) else []
            out["options"].append({"label": picture.options[i], "choice": choice, "spaces": spaces})
    return out


def _base(prompt: Prompt, state: State | None) -> int:
    return state.size if state is not None and (prompt.kind == "end" or "monster" in prompt.subject) else 1


def _monster(picture: Picture) -> dict | None:
    s = picture.state
    if s is None or not s.placed:
        return None
    name = picture.monster[4:] if picture.monster.startswith("the ") else picture.monster
    status = ENGLISH["who.faces"].format(side=ENGLISH["id." + SIDES[s.facing]]) + (", " + ENGLISH["who.down"] if s.down else "")
    return {
        "name": name,
        "label": monster_label(picture),
        "x": s.x,
        "y": s.y,
        "size": s.size,
        "facing": s.facing,
        "down": bool(s.down),
        "status": status,
    }


def _survivors(picture: Picture) -> list[dict]:
    s = picture.state
    if s is None:
        return []
    marks = labels(picture.names) + [str(i + 1) for i in range(len(picture.names), len(s.at))]
    return [
        {
            "name": words.survivor(i, picture.names),
            "label": marks[i],
            "at": s.at[i] if on_board(s, i) else None,
            "lying": bool(s.flags[i] & DOWN),
            "dead": bool(s.flags[i] & DEAD),
            "priority": s.priority == i,
            "colour": _own_colour(i),
            "status": _status(s, i),
        }
        for i in range(len(s.at))
    ]


def _status(s: State, i: int) -> str:
    key = "dead" if s.flags[i] & DEAD else "absent" if not on_board(s, i) else "lies" if s.flags[i] & DOWN else ""
    told = [ENGLISH["who." + key]] if key else []
    if s.priority == i:
        told.append(ENGLISH["who.priority"])
    return ", ".join(told)


def _own_colour(i: int) -> str:
    """The light by which a survivor is known."""
    return _hexadecimal(meanings.colour(meanings.SURVIVOR + i % 8))


def _hexadecimal(colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(max(0, min(255, round(part))) for part in colour))


def _terrain(state: State | None) -> list:
    if state is None:
        return []
    some = BARS_SURVIVORS | BLOCKS_MONSTER | HIDES
    return [[space, words.terrain(bits)] for space, bits in enumerate(state.terrain) if bits & some]


def _legend(picture: Picture) -> list[dict]:
    """The meanings in use; survivors only where nobody beside the board says who that is."""
    out = []
    for meaning in meanings.in_use(picture.cells):
        i = meanings.survivor_of(meaning)
        if i >= 0 and picture.state is not None:
            continue
        pattern = meanings.PATTERNS[meanings.pattern(meaning)]
        out.append(
            {
                "meaning": meaning,
                "text": words.light_text(meanings.name(meaning), i, picture.names),
                "colour": _hexadecimal(meanings.colour(meaning)),
                "pattern": pattern,
                "told": PAGE["pattern." + pattern],
                "letter": meanings.letter(meaning),
            }
        )
    return out


def _described(picture: Picture, turn: int) -> str:
    """The board in sentences, for who hears it."""
    s = picture.state
    if s is None:
        return ENGLISH["who.unknown"]
    top = ("top", "right", "bottom", "left")[turn & 3]
    told = [PAGE["board"].format(columns=s.columns, rows=s.rows, top=top)]
    if s.placed:
        name = picture.monster[:1].upper() + picture.monster[1:]
        at, side = words.place(s.y * s.columns + s.x, s.columns), ENGLISH["id." + SIDES[s.facing]]
        told.append(PAGE["monster.down" if s.down else "monster"].format(name=name, size=s.size, at=at, side=side))
    for i in range(len(s.at)):
        here = on_board(s, i)
        key = "dead" if s.flags[i] & DEAD else "absent" if not here else "lies" if s.flags[i] & DOWN else "stands"
        at = words.place(s.at[i], s.columns) if here else ""
        told.append(PAGE["survivor." + key].format(name=words.survivor(i, picture.names), at=at))
    told += [PAGE["terrain"].format(at=words.place(space, s.columns), what=what) for space, what in _terrain(s)]
    if len(told) == 1:
        told.append(PAGE["nothing"])
    return " ".join(told)
