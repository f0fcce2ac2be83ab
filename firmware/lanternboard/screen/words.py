"""The words of every face that has words: what is asked, why, what an answer is called, what happened, what is lit.

One table of short sentences, ENGLISH; a translation is another dict with the same keys, passed as `table`. The sentences
are our own and use the game's terms. Nothing here decides anything: a prompt, a state and an event come in, text goes out.

Keys: "ask.KIND" or "ask.KIND.RULE", "ask.KIND.SUBJECT" the question, "why.RULE" or "why.KIND.RULE" the reason, "own.KIND.RULE" instead
where the table decides what no rule asks of it (the prompt's rule then only tells it from others of its kind), "id.KIND.ID" or "id.ID"
an answer, "event.NAME", "lit.NAME". Placeholders: {who} a survivor, {monster}, {at} a space, {side}, {n} a number. What a showdown alone
has to tell is in showdown.py."""

from ..rules import state as states
from ..rules.asking import LIGHTS, LIT_REACH, SIDE_IDS, SURVIVOR_IDS
from ..rules.prompt import CHANCE, CONTROLLER
from ..rules.state import BARS_SURVIVORS, BLOCKS_MONSTER, DOWN, HIDES
from .english import ENGLISH

_STOPPED = ("", ".edge", ".terrain")


def survivor(i: int, names, table=ENGLISH) -> str:
    """A survivor's name, or a number from 1 for one without."""
    if i < 0:
        return table["nobody"]
    return names[i] if i < len(names) else table["survivor"].format(n=i + 1)


def monster(state, cards, table=ENGLISH) -> str:
    """The monster's name with its article, or a general word before it is chosen."""
    if cards is None or state.monster == 255:
        return table["monster"]
    try:
        name = cards.card("monsters", state.monster)["name"]
        return table["the monster"].format(name=name[4:] if name[:4] == "The " else name)
    except (KeyError, IndexError, ValueError):  # a pack that is no longer there
        return table["monster"]


def place(space: int, columns: int, table=ENGLISH) -> str:
    return table["place"].format(c=space % columns, r=space // columns)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _about(prompt, state, names, cards, table) -> dict:
    """What the placeholders of a question and its reason stand for."""
    who = ""
    for name in prompt.subject:
        if name in SURVIVOR_IDS:
            who = survivor(SURVIVOR_IDS.index(name), names, table)
            break
    found = {"who": who, "monster": monster(state, cards, table)}
    if state.level != states.LIGHTS:
        from . import showdown

        showdown.about(found, prompt, state, names, cards, table)
    return found


def _ask_key(prompt, table) -> str:
    key = "ask." + prompt.kind
    subject = prompt.subject
    about = str(subject[0]) if subject else ""
    if prompt.kind == "is":
        about = subject[1].split(" ")[0]
    elif prompt.kind == "read":
        about = subject[1] if isinstance(prompt.options, tuple) else "n"
    for word in (prompt.rule, about):
        if key + "." + word in table:
            return key + "." + word
    return key


def question(prompt, state, names, cards, table=ENGLISH) -> str:
    """What is asked, as a sentence that begins small."""
    return _question(prompt, _about(prompt, state, names, cards, table), table)


def _question(prompt, about: dict, table) -> str:
    key = _ask_key(prompt, table)
    return table[key].format(**about) if key in table else prompt.kind


def prompt_text(prompt, state, names, cards, table=ENGLISH):
    """(sentence, why): the question, and the rule it follows with its reason in a few words; none where it follows none."""
    about = _about(prompt, state, names, cards, table)
    sentence = _question(prompt, about, table)
    own = table.get("own." + prompt.kind + "." + prompt.rule)
    if own:
        return _capital(sentence), _capital(own)
    reason = ""
    if state.level != states.LIGHTS:
        from . import showdown

        reason = table.get(showdown.reason(prompt), "")
    reason = reason or table.get("why." + prompt.kind + "." + prompt.rule) or table.get("why." + prompt.rule)
    why = table["why"].format(rule=prompt.rule, reason=reason.format(**about)) if reason else prompt.rule
    return _capital(sentence), _capital(why)


def asked(prompt, state, names, table=ENGLISH):
    """(word, who): "survivor", "controller", "dice", "deck" or "table", whom a question is put to; the names of the survivor, or of those
    whose player is the controller. Dice and deck are read by the controller where the board has none of its own."""
    if prompt.who >= 0:
        return "survivor", survivor(prompt.who, names, table)
    who = ""
    if prompt.who < -1 and state is not None and state.level != states.LIGHTS and state.players > 1:
        from . import showdown

        who = showdown.players(state, state.controller, names, table)
    if prompt.who == CONTROLLER:
        return "controller", who
    if prompt.who == CHANCE:
        return "deck" if prompt.kind.endswith("card") or prompt.kind == "resource" else "dice", who
    return "table", ""


def option_text(prompt, choice, state, names, cards, table=ENGLISH) -> str:
    """What one legal answer is called."""
    kind = prompt.kind
    if state.level != states.LIGHTS or kind == "level":
        from . import showdown

        found = showdown.option(prompt, choice, state, names, cards, table)
        if found:
            return found
    if isinstance(choice, int):
        if prompt.is_spaces():
            return place(choice, state.columns, table)
        if kind == "list":
            return _list_name(choice, cards, table)
        if kind == "number" and prompt.options[0] < 0:
            return _signed(choice)
        return str(choice)
    if choice in SURVIVOR_IDS:
        return survivor(SURVIVOR_IDS.index(choice), names, table)
    if choice == "monster":
        return monster(state, cards, table)
    if kind == "crossing":
        return _set_text(prompt.subject[1 + prompt.options.index(choice)], names, table)
    if kind == "monster" and cards is not None:
        for n in range(cards.count("monsters")):
            card = cards.card("monsters", n)
            if card["id"] == choice:
                return card["name"]
    return table.get("id." + kind + "." + choice) or table.get("id." + choice) or choice


def _signed(n: int) -> str:
    return "+" + str(n) if n > 0 else str(n)


def differences(state, cards, table=ENGLISH) -> list:
    """What the table has set otherwise than the pack and the rules have it, in a few words each."""
    out = []
    try:
        card = cards.card("monsters", state.monster)["movement"] if state.placed else state.movement
    except (AttributeError, KeyError, IndexError, ValueError):
        card = state.movement
    if state.movement != card:
        out.append(table["who.movement"].format(n=state.movement, card=card))
    if state.tokens:
        out.append(table["who.tokens"].format(n=_signed(state.tokens)))
    if state.everyone:
        out.append(table["who.everyone"])
    return out


def _list_name(n: int, cards, table) -> str:
    try:
        return cards.card("targets", n)["name"]
    except (AttributeError, KeyError, IndexError, ValueError):
        return table["list"].format(n=n + 1)


def _set_text(mask: int, names, table) -> str:
    """A set of survivors in words. Where there is no room for whole names, their beginnings; where these are short or alike, numbers
    from 1."""
    found = [i for i in range(8) if mask >> i & 1]
    text = some_of([survivor(i, names, table) for i in found], table)
    wide = getattr(table, "wide", 0)
    if not wide or len(text) <= wide or len(found) < 2:
        return text
    each = (wide + 1) // len(found) - 1
    begin = [name[:each] for name in names]
    if each < 3 or [name for name in begin if begin.count(name) > 1]:
        return ",".join([str(i + 1) for i in found])
    return ",".join([begin[i] if i < len(begin) else str(i + 1) for i in found])


def some_of(found: list, table) -> str:
    """Names as one: "A, B and C"."""
    if not found:
        return table["nobody"]
    if len(found) == 1:
        return found[0]
    return table["and"].format(some=", ".join(found[:-1]), last=found[-1])


def side(which: int, table=ENGLISH) -> str:
    return table["id." + SIDE_IDS[which]]


def terrain(bits: int, table=ENGLISH) -> str:
    """What terrain of these bits does."""
    words = []
    for bit, word in ((BARS_SURVIVORS, "bars"), (BLOCKS_MONSTER, "blocks"), (HIDES, "hides")):
        if bits & bit:
            words.append(word)
    return table["id.terrain." + ("-".join(words) or "clear")]


def event_text(event, state, names, cards, table=ENGLISH) -> str:
    """What happened, as one sentence. `event` is a tuple as the engine tells it."""
    name = event[0]
    beast = monster(state, cards, table)
    key = "event." + name
    who = ""
    more = {"at": "", "side": "", "n": 0, "what": "", "monster": beast}
    found = None
    if state.level != states.LIGHTS or name == "level":
        from . import showdown

        found = showdown.event(event, state, names, cards, beast, table)
    if found:
        key += found[0]
        who = found[1]
        more.update(found[2])
    elif name == "placed":
        who = beast if event[1] == "monster" else survivor(SURVIVOR_IDS.index(event[1]), names, table)
        more["at"] = place(event[2], state.columns, table)
        if state.down if event[1] == "monster" else state.flags[SURVIVOR_IDS.index(event[1])] & DOWN:
            key += ".down"
    elif name == "turned":
        more["side"] = side(event[1], table)
    elif name == "moved":
        more["at"] = place(event[2], state.columns, table)
        more["n"] = event[3]
        if event[3] == 1:
            key += ".one"
    elif name == "pushed":
        who = survivor(event[1], names, table)
        more["side"] = side(event[2], table)
        more["at"] = place(event[3], state.columns, table)
        key += _STOPPED[event[4]]
    elif name == "lit":
        return _lit(event[1], event[2], names, cards, beast, table) or _capital(table["event.dark"])
    elif name == "terrain":
        more["at"] = place(event[1], state.columns, table)
        more["what"] = terrain(event[2], table)
    elif name == "everyone":
        key += ".yes" if event[1] else ".no"
    elif name == "movement":
        more["n"] = event[1]
    elif name == "tokens":
        more["n"] = _signed(event[1])
    elif name in ("fell", "stood"):
        who = beast if event[1] < 0 else survivor(event[1], names, table)
    elif len(event) > 1:
        who = survivor(event[1], names, table)
    if key not in table:
        return name
    return _capital(table[key].format(who=who, **more))


def due(event, state) -> bool:
    """Whether people must do something about it that nothing asks them for: an attack rolled on paper, what is noted there."""
    return event[0] == "paper" or (event[0] == "attacks" and state.level == states.MONSTER)


def light_text(meaning: str, i: int, names, table=ENGLISH) -> str:
    """What a light is called in a legend: `meaning` by its name in lights/meanings.py, survivor i (-1: none) by its own."""
    return table["light." + meaning] if i < 0 else survivor(i, names, table)


def lit_text(state, names, cards, table=ENGLISH) -> str:
    """What the table chose to light, as one sentence; nothing for the reach of who lies (K1)."""
    if state.lit == LIT_REACH and state.lit_of < len(state.at) and state.flags[state.lit_of] & DOWN:
        return ""
    return _lit(state.lit, state.lit_of, names, cards, monster(state, cards, table), table)


def _lit(lit: int, of: int, names, cards, beast: str, table) -> str:
    name = LIGHTS[lit] if lit < len(LIGHTS) else LIGHTS[0]
    what = _list_name(of, cards, table) if name == "candidates" else ""
    who = survivor(of, names, table) if name in ("routes", "reach") else ""
    return _capital(table["lit." + name].format(monster=beast, who=who, what=what))
