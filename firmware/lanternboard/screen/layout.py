"""What the 128x64 display shows, as eight rows of sixteen characters: who is asked and what, the answers, the last events. Made row
after row, so that a board can look at its buttons in between. It decides nothing and draws nothing (draw.py).

From the top: whom the question is put to, or that a press was refused; `<` where something can be taken back, and the question's
number. The question in at most three rows. The answers with the highlighted one inverted and in view, `*` the usual one, `^` and `v`
where there are more. What happened last."""

from ..rules.geometry import on_board
from ..rules.state import DOWN, SIDES
from . import words
from .brief import WORDS

ROWS, WIDE = 8, 16
PLAIN, CHOSEN, HEAD, GAUGE = 0, 1, 2, 3  # how a row is drawn: as it is, inverted, with dots under it, a bar as long as its percent

_QUESTION = 3  # rows at most
_ANSWERS = 4  # rows at least, when there are so many
_EVENTS = 2  # rows that answers leave free for what happened last

# What stands for the letters from 0xC0 on in a font that has none of them.
_LETTERS = (
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuytyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkk"
    "LlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
)


def fold(text: str) -> str:
    """The same in ASCII: letters without their marks, a question mark for what has no likeness."""
    for c in text:
        if not " " <= c <= "~":
            break
    else:
        return text
    out = []
    for c in text:
        code = ord(c)
        if 0xC0 <= code < 0x180:
            c = _LETTERS[code - 0xC0]
        elif 0x300 <= code < 0x370:  # marks that stand for themselves
            continue
        elif not 32 <= code < 127:
            c = "?"
        out.append(c)
    return "".join(out)


def cut(text: str, wide: int) -> str:
    """The text where it fits, else its beginning and a dot."""
    return text if len(text) <= wide else text[: wide - 1].rstrip() + "."


def wrap(text: str, most: int, wide: int = WIDE) -> list:
    """The text in at most so many rows, broken between words; what does not fit is cut off, and ends in a dot."""
    out: list = []
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) <= wide:
            line += " " + word
            continue
        if line:
            out.append(line)
        while len(word) > wide:
            out.append(word[:wide])
            word = word[wide:]
        line = word
    if line:
        out.append(line)
    if len(out) > most:
        out = out[:most]
        out[-1] = out[-1][: wide - 1] + "."
    return out


def centred(text: str) -> str:
    return " " * ((WIDE - len(text)) >> 1) + text


def told(text: str) -> str:
    """A sentence of ours as it is drawn: a capital first, in ASCII."""
    return fold(text[:1].upper() + text[1:])


class Kept:
    """What is the same as long as the prompt is: made once for each."""

    def __init__(self) -> None:
        self.prompt = None
        self.head = ""
        self.question: list = []
        self.room = -1  # rows that `events` were made for
        self.events: list = []


def prompt_rows(game, view, cards, kept=None):
    """Yields eight times (at most sixteen characters, how they are drawn), from the top, and now and then None: a piece of the work
    that gives no row. `game`: the engine, which is only read. `cards`: as the engine's; only names are asked of them. `kept`: a Kept,
    the same for each picture, by one who draws many."""
    prompt = game.prompt
    state, names = game.state, game.names
    kept = kept or Kept()
    if kept.prompt is not prompt:
        kept.prompt = None  # should something be wrong
        kept.head = head(_whom(prompt, state, names), ("< %d" if game.can_undo else "%d") % prompt.number)
        yield None
        text = words.question(prompt, state, names, cards, WORDS)
        yield None
        kept.question = wrap(told(text), _QUESTION)
        kept.room = -1
        kept.prompt = prompt
    yield head(WORDS["refused"]) if view.refused else kept.head, HEAD
    question = kept.question
    for line in question:
        yield line, PLAIN
    left = ROWS - 1 - len(question)
    options, usual = prompt.options, prompt.usual
    yield None
    if prompt.is_spaces():
        if view.cursor in options:
            at = words.place(view.cursor, state.columns, WORDS)
            yield centred("*" + at if view.cursor == usual else at), CHOSEN
            left -= 1
    elif isinstance(options, tuple) or prompt.kind == "list":
        shown = min(len(options), max(left - (_EVENTS if game.events else 0), _ANSWERS), left)
        first = max(0, min(view.option - (shown >> 1), len(options) - shown))
        for k in range(first, first + shown):
            text = fold(words.option_text(prompt, options[k], state, names, cards, WORDS))
            more = "^" if k == first and k else "v" if k == first + shown - 1 < len(options) - 1 else ""
            text = ("*" if options[k] == usual else " ") + cut(text, WIDE - 2)
            yield text + " " * (WIDE - 1 - len(text)) + more if more else text, CHOSEN if k == view.option else PLAIN
        left -= shown
    elif len(options):
        choice = options[view.option]
        mark = "*" if choice == usual else ""
        yield centred("< %s%s >" % (mark, words.option_text(prompt, choice, state, names, cards, WORDS))), CHOSEN
        yield centred("%d to %d" % (options[0], options[-1]) + ("" if usual is None or mark else ", *%d" % usual)), PLAIN
        left -= 2
    if kept.room != left:
        kept.events = yield from _happened(game, cards, left)
        kept.room = left
    lines = kept.events
    for line in [""] * (left - len(lines)) + lines:
        yield line, PLAIN


def _whom(prompt, state, names) -> str:
    """Whom the question is put to, as far as it is not everybody."""
    word, who = words.asked(prompt, state, names, WORDS)
    return who if word == "survivor" else WORDS["who." + word]


def head(text: str, more: str = "") -> str:
    """The first row: something at its beginning, and at its end."""
    text = cut(told(text), WIDE - 1 - len(more)) if more else cut(told(text), WIDE)
    return text + " " * (WIDE - len(text) - len(more)) + more


def _happened(game, cards, room: int):
    """The rows of what happened: first what people must do, then the rest, of each as many of the last as fit; the last of all cut where
    it does not. Yields None after each."""
    out: list = []
    events = game.events
    for due in (True, False):
        for k in range(len(events) - 1, -1, -1):
            if words.due(events[k], game.state) != due:
                continue
            text = words.event_text(events[k], game.state, game.names, cards, WORDS)
            yield None
            lines = wrap(told(text), ROWS)
            yield None
            if len(lines) > room:
                if out or room <= 0:
                    break
                lines = lines[:room]
                lines[-1] = lines[-1][: WIDE - 1] + "."
            out.append((k, lines))
            room -= len(lines)
    out.sort()
    return [line for _, lines in out for line in lines]


def where_rows(game, cards, one: int = -2):
    """While everything is shown: where each miniature stands, and how. `one`: which is lit just now, survivor or monster (-1); -2: all."""
    state = game.state
    yield head(WORDS["where"]), HEAD
    there = [-1] if state.placed else []
    for i in range(len(state.at)):
        if on_board(state, i):
            there.append(i)
    room = ROWS - 1
    first = max(0, there.index(one) - room + 1) if one in there else 0
    for i in there[first : first + room]:
        if i < 0:
            who = words.monster(state, cards, WORDS)
            at = words.place(state.y * state.columns + state.x, state.columns, WORDS) + " " + SIDES[state.facing]
        else:
            who = words.survivor(i, game.names, WORDS)
            at = words.place(state.at[i], state.columns, WORDS) + (" _" if state.flags[i] & DOWN else "")
        yield head(who, at), CHOSEN if i == one else PLAIN
    for _ in range(room - len(there)):
        yield "", PLAIN


def note_rows(text: str):
    """Something that people should know, over the whole display."""
    return titled(WORDS["note"], text)


def titled(title: str, text: str):
    """A text under its title."""
    yield head(title), HEAD
    lines = wrap(fold(text), ROWS - 1)
    for line in lines + [""] * (ROWS - 1 - len(lines)):
        yield line, PLAIN
