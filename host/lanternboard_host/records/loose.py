"""Values out of a file that another program wrote, or a person by hand: whatever stands there, what comes out of it fits, and what was
changed on the way is told once, in plain sentences. Names that the content has become its ids, others stay text. It refuses nothing."""

import json
import math
import re
from typing import Any

from ..campaign import edits
from ..campaign.content import Content

SAID = 200  # sentences at most
NAMED = 40  # names in one of them
WORD = edits.WORDS  # characters of a word
WORDS = 200  # words of a list, as edits.words has it
TAKEN = ("done", "later", "none", "nobody", "newcomer")  # answers of a prompt, which nothing can be called
NUMBER = re.compile(r"[+-]?\d{1,12}")


NOTHING = {type(None): "null", bool: "false", int: "0", float: "0"}


def clean(value: str, most: int = 0, lines: bool = False) -> str:
    """Printable characters, blanks as one, none at the ends; cut to `most`. `lines`: line ends stay."""
    if lines:
        made = "\n".join(clean(row) for row in value.splitlines()).strip()
    else:
        made = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    return made[:most].strip() if most else made


def shown(value) -> str:
    """A value in a sentence."""
    return f'"{clean(value, 60)}"' if isinstance(value, str) else described(value)[:60] or str(value is not None and type(value).__name__)


def described(value, deep: int = 0) -> str:
    """Whatever it is as text on one line; "" for nothing: null, false, 0, what is locked, what is empty."""
    if deep > 5:
        return "..."
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool) or value is None:
        return "yes" if value else ""
    if isinstance(value, (int, float)):
        return (str(value) if abs(value) < 10**12 else "a huge number") if value else ""
    if isinstance(value, list):
        return ", ".join(text for text in (described(one, deep + 1) for one in value[:200]) if text)
    name = value.get("name") or value.get("title")
    if isinstance(name, str):
        return clean(name) if value.get("unlocked", True) else ""
    try:
        return clean(json.dumps(value, ensure_ascii=False), 200) if value else ""
    except (ValueError, TypeError, RecursionError):
        return ""


def rows(value) -> list:
    """The entries of a list, or of an object that stands for one."""
    return value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []


def ident(value) -> str:
    """An id of whichever type, so that two can be compared: 3, 3.0 and "3" are the same."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return clean(value) if isinstance(value, str) else str(value) if type(value) is int and abs(value) < 10**12 else ""


def squashed(name: str) -> str:
    """Without what is written now so, now so: "Bone Smith" is the Bonesmith, "First Day" is The First Day."""
    made = "".join(c for c in name.casefold() if c.isalnum())
    return made.removeprefix("the") or made


class Told:
    """Takes values, and collects what is to be told about them."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self._known: dict[str, dict[str, str]] = {}
        self._said: dict[str, None] = {}
        self._kept: dict[str, dict[str, None]] = {}

    def say(self, sentence: str) -> None:
        self._said[sentence] = None

    def keep(self, where: str, name: str) -> None:
        """What is not known was kept there as text."""
        self._kept.setdefault(where, {})[clean(name, 60)] = None

    def notes(self) -> list[str]:
        """All of it, a bounded number of sentences."""
        out = list(self._said)
        if len(out) > SAID:
            out[SAID:] = [f"{len(out) - SAID} more of the kind are not told one by one."]
        for where, names in self._kept.items():
            listed = list(names)
            more = f" and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
            out.append(f"Not known, kept as text in {where}: {', '.join(listed[:NAMED])}{more}.")
        return out

    def whole(self, found: dict[str, Any], key: str, low: int, high: int, usual: int = 0, of: str = "") -> int:
        """A whole number within bounds; the usual one where there is none."""
        value = found.get(key)
        where = f"{of}{key}"
        if value is None:
            return usual
        if isinstance(value, str) and NUMBER.fullmatch(value.strip()):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not (isinstance(value, int) or math.isfinite(value)):
            self.say(f"{where} is {shown(value)}, which is no number: {usual} is taken.")
            return usual
        if value != int(value):
            self.say(f"{where} is {shown(value)}: {max(low, min(high, int(value)))} is taken.")
        value = int(value)
        if not low <= value <= high:
            self.say(f"{where} is {shown(value)}, it can be {low} to {high}: {max(low, min(high, value))} is taken.")
        return max(low, min(high, value))

    def flag(self, found: dict[str, Any], key: str, usual: bool = False, of: str = "") -> bool:
        """Yes or no."""
        value = found.get(key)
        if isinstance(value, bool) or value is None:
            return usual if value is None else value
        if isinstance(value, str) and value.strip().casefold() in ("true", "yes", "1", "false", "no", "0", ""):
            return value.strip().casefold() in ("true", "yes", "1")
        if value in (0, 1):
            return value == 1
        self.say(f"{of}{key} is {shown(value)}, which is neither yes nor no: {'yes' if usual else 'no'} is taken.")
        return usual

    def line(self, value, most: int, where: str, lines: bool = False) -> str:
        """A text that fits; "" for what is none."""
        if value is None:
            return ""
        if not isinstance(value, str):
            made = described(value)
            self.say(f"{where} is {shown(value)}, which is no text.")
        else:
            made = clean(value, 0, lines)
        if len(made) > most:
            self.say(f"{where} has {len(made)} characters and is cut to {most}: {shown(made)} ...")
        return made[:most].strip()

    def names(self, value, where: str, most: int) -> list[str]:
        """The names in a list: texts, or objects with a name. What is none is left out and told."""
        if value is None:
            return []
        if isinstance(value, str):
            value = [value]
        listed = rows(value)
        if not isinstance(value, (list, dict)):
            self.say(f"{where} is {shown(value)}, which is no list: nothing is taken.")
        if len(listed) > most:
            self.say(f"{where} has {len(listed)} entries: the first {most} are taken.")
        out = []
        for k, one in enumerate(listed[:most]):
            if isinstance(one, dict):
                one = one.get("name") or one.get("title") or one.get("id")
            name = str(one) if type(one) is int and abs(one) < 10**12 else clean(one) if isinstance(one, str) else ""
            if name:
                out.append(name)
            else:
                self.say(f"{where}[{k}] is {shown(listed[k])}, which is no name: it is left out.")
        return out

    def entries(self, value, where: str, most: int) -> list[dict[str, Any]]:
        """The objects of a list; a bare name is one that is there: unlocked, reached, once."""
        if value is not None and not isinstance(value, (list, dict)):
            self.say(f"{where} is {shown(value)}, which is no list: nothing is taken.")
        if len(rows(value)) > most:
            self.say(f"{where} has {len(rows(value))} entries: the first {most} are taken.")
        out = []
        for k, one in enumerate(rows(value)[:most]):
            if isinstance(one, str):
                one = {"name": one, "unlocked": True, "complete": True, "amount": 1}
            if isinstance(one, dict):
                out.append(one)
            else:
                self.say(f"{where}[{k}] is {shown(one)}, which is no entry: it is left out.")
        return out

    def known(self, what: str, name: str) -> str | None:
        """The content's id of what is called so, in one of its lists."""
        if what not in self._known:
            pairs = [(entry[key], entry["id"]) for entry in self.content.all(what) for key in ("name", "id")]
            self._known[what] = {squashed(called): one for called, one in pairs if squashed(called)}
            self._known[what].update({called.casefold(): one for called, one in pairs})
        return self._known[what].get(name.casefold()) or self._known[what].get(squashed(name))

    def word(self, what: str, name: str, where: str) -> str:
        """The content's id, or the name itself as text."""
        one = self.known(what, name)
        if one is not None:
            return one
        self.keep(where, name)
        return name.capitalize() if name in TAKEN else self.line(name, WORD, where)

    def words(self, what: str, value, where: str) -> list[str]:
        """Each once."""
        return list(dict.fromkeys(self.word(what, name, where) for name in self.names(value, where, WORDS)))

    def texts(self, found: dict[str, Any], known: set[str], where: str) -> list[str]:
        """A line for each key that the records have no place for, whether or not anybody knows it: {"ccValue": 3} is "Cc value: 3"."""
        out = []
        for key in found:
            said = "" if key in known else described(found[key])
            if said:
                label = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", " ", clean(key, WORD)).capitalize()
                out.append(f"{label}: {said}")
                self.keep(where, label)
        return out

    def noted(self, value, lines: list[str], where: str) -> str:
        """A record's notes: the file's own, and lines for what has no place."""
        own = "" if value is None else clean(value, 0, True) if isinstance(value, str) else described(value)
        return self.line("\n".join([own, *lines]).strip(), 4000, where, True)
