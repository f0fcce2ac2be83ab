"""The messages as data, and a message's text: `verb {"key":value,...}`, ASCII. From the one table come the checks of both
ends, the definition digest in the greeting, and the table of docs/protocol.md (a test compares them).

`parse` is strict: one flat object; integers, strings, true, false, null, lists of integers; nothing twice, nothing unknown,
nothing missing. It raises Refused with the key as path. Long contents are never one message: see parts.py."""

from binascii import crc32

from ..base.errors import Refused
from ..base.jsontext import quote as slow_quote
from . import lines

PROTOCOL = 1
TEXT = 76  # characters of text that fit into any message even when each is written as two
PART = 126  # bytes of content in a full part: 168 characters of base64, a line of at most 220

# Types: i integer, s string, b true or false, l list of integers; "?" after them: may be left out.
# `re` is the number of a request, 1 to 999,999, chosen by the host; the board's answers carry it.
TO_BOARD = {
    "hello": ("re", "i", "protocol", "i", "digest", "s", "who", "s?"),
    "follow": ("re", "i", "journal", "s", "n", "i"),
    "unfollow": ("re", "i"),
    "answer": ("re", "i", "n", "i", "choice", "isl"),
    "undo": ("re", "i", "n", "i"),
    "redo": ("re", "i", "n", "i"),
    "adjust": ("re", "i", "n", "i"),
    "frames": ("re", "i", "on", "b"),
    "press": ("re", "i", "key", "i", "down", "b"),
    "settings": ("re", "i", "key", "s?", "value", "isbl?"),
    "put": ("re", "i", "what", "s", "name", "s?", "size", "i", "crc", "s"),
    "get": ("re", "i", "what", "s", "name", "s?"),
    "explain": ("re", "i", "size", "i", "crc", "s", "file", "s?", "line", "i?"),
    "part": ("re", "i", "i", "i", "data", "s"),
    "log": ("re", "i"),
    "release": ("re", "i"),
    "prompt": ("re", "i"),
    "new": ("re", "i", "survivors", "i?"),
    "ping": ("re", "i"),
    "counters": ("re", "i"),
}
TO_HOST = {
    "hello": ("re", "i", "id", "s", "version", "s", "rules", "i", "protocol", "i", "digest", "s", "driver", "s"),
    "table": ("journal", "s", "n", "i", "columns", "i", "rows", "i", "pack", "s", "settings", "s", "boots", "i", "cause", "s", "safe", "b"),
    "record": ("n", "i", "text", "s", "i", "i?", "more", "b?"),
    "cells": ("at", "i", "data", "s", "done", "b"),
    "view": ("n", "i", "option", "i", "cursor", "i"),
    "part": ("re", "i", "i", "i", "data", "s"),
    "log": ("text", "s"),
    "ok": ("re", "i", "n", "i?", "ms", "i?", "size", "i?", "crc", "s?", "text", "s?"),
    "no": ("re", "i", "path", "s", "message", "s", "allowed", "s?"),
}

_WORDS = {"i": "an integer", "s": "a string", "b": "true or false", "l": "a list of integers"}


def digest() -> str:
    """The protocol's definition as 8 hex digits: both ends say theirs in `hello`, so that they cannot disagree in silence."""
    crc = crc32(b"lanternboard/link/%d" % PROTOCOL)
    for table in (TO_BOARD, TO_HOST):
        for verb in sorted(table):
            crc = crc32((";" + verb + " " + " ".join(table[verb])).encode(), crc)
    return "%08x" % crc


# --- out


def encode(table, verb: str, args: dict) -> bytes:
    """The message's bytes, keys in the table's order. A key that is not the verb's, or one missing, is a mistake of the
    program: KeyError. None counts as left out."""
    spec = table[verb]
    out = [verb, " {"]
    used = 0
    comma = ""
    for k in range(0, len(spec), 2):
        key = spec[k]
        value = args.get(key)
        if key in args:
            used += 1
        if value is None:
            if not spec[k + 1].endswith("?"):
                raise KeyError(verb + "." + key)
            continue
        out.append(comma + '"' + key + '":' + text(value))
        comma = ","
    if used != len(args):
        raise KeyError(verb)
    out.append("}")
    return "".join(out).encode()


def text(value) -> str:
    """A value as JSON without spaces, printable ASCII without `~`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    return "[" + ",".join([str(v) for v in value]) + "]"


def quote(value: str) -> str:
    """A JSON string that may stand in a line; most need no look at their characters one by one."""
    data = value.encode()
    if lines.plain(data, len(data)):
        return '"' + value + '"'
    return slow_quote(value)


# --- in


def parse(table, payload: bytes, args: dict):
    """Fills `args` from a message and returns its verb. Raises Refused; what was read until then is in `args`, so that a
    refusal can carry `re`."""
    try:
        s = str(payload, "ascii")
    except ValueError:
        raise Refused("", "not ASCII", 'verb {"key":value}') from None
    i = s.find(" ")
    verb = s[:i] if i > 0 else s
    _fill(s, _space(s, i) if i > 0 else len(s), args)
    spec = table.get(verb)
    if spec is None:
        raise Refused("", "unknown verb", ", ".join(sorted(table)))
    _hold(spec, args)
    return verb


def _hold(spec, args) -> None:
    found = 0
    for k in range(0, len(spec), 2):
        key, kinds = spec[k], spec[k + 1]
        if key not in args:
            if not kinds.endswith("?"):
                raise Refused(key, "missing", _allowed(kinds))
            continue
        found += 1
        value = args[key]
        if value is None and kinds.endswith("?"):
            continue
        kind = "b" if isinstance(value, bool) else "i" if isinstance(value, int) else "s" if isinstance(value, str) else "l"
        if value is None or kind not in kinds:
            raise Refused(key, "of the wrong kind", _allowed(kinds))
    if found != len(args):
        known = spec[::2]
        for key in sorted(args):
            if key not in known:
                raise Refused(key, "unknown key", ", ".join(known))


def _allowed(kinds: str) -> str:
    return " or ".join([_WORDS[k] for k in kinds if k != "?"])


def _bad(path: str):
    return Refused(path, "not JSON as messages need it", "one object of integers, strings, true, false, null and lists of integers")


def _space(s: str, i: int) -> int:
    n = len(s)
    while i < n and s[i] == " ":
        i += 1
    return i


def _at(s: str, i: int) -> str:
    return s[i] if i < len(s) else ""


def _fill(s: str, i: int, args: dict) -> None:
    if _at(s, i) != "{":
        raise _bad("")
    i = _space(s, i + 1)
    if _at(s, i) == "}":
        if _space(s, i + 1) != len(s):
            raise _bad("")
        return
    while True:
        key, i = _string(s, i, "")
        if key in args:
            raise Refused(key, "given twice", "each key once")
        i = _space(s, i)
        if _at(s, i) != ":":
            raise _bad(key)
        i = _space(s, i + 1)
        c = _at(s, i)
        if c == '"':
            value, i = _string(s, i, key)
        elif c == "[":
            value, i = _list(s, i, key)
        else:
            value, i = _word(s, i, key)
        args[key] = value
        i = _space(s, i)
        c = _at(s, i)
        i = _space(s, i + 1)
        if c == "}":
            if i != len(s):
                raise _bad("")
            return
        if c != ",":
            raise _bad(key)


def _string(s: str, i: int, path: str):
    if _at(s, i) != '"':
        raise _bad(path)
    j = s.find('"', i + 1)
    if j < 0:
        raise _bad(path)
    part = s[i + 1 : j]
    if "\\" not in part:
        return part, j + 1
    return _escaped(s, i + 1, path)


_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _escaped(s: str, i: int, path: str):
    out = []
    high = 0
    while True:
        c = _at(s, i)
        if not c:
            raise _bad(path)
        low = 0
        if c == '"':
            if high:
                raise _bad(path)
            return "".join(out), i + 1
        if c == "\\":
            c = _at(s, i + 1)
            if c == "u":
                code = _hex(s, i + 2, path)
                i += 6
                if 0xDC00 <= code < 0xE000:
                    low = code
                    if not high:
                        raise _bad(path)
                    code = 0x10000 + ((high - 0xD800) << 10) + code - 0xDC00
                    high = 0
                elif 0xD800 <= code < 0xDC00:
                    if high:
                        raise _bad(path)
                    high = code
                    continue
                c = chr(code)
            else:
                c = _SHORT.get(c)
                if c is None:
                    raise _bad(path)
                i += 2
        else:
            i += 1
        if high and not low:
            raise _bad(path)
        out.append(c)


def _hex(s: str, i: int, path: str) -> int:
    digits = s[i : i + 4]
    if len(digits) < 4:
        raise _bad(path)
    for c in digits:
        if c not in "0123456789abcdefABCDEF":
            raise _bad(path)
    return int(digits, 16)


def _number(s: str, i: int, path: str):
    j = i + 1 if _at(s, i) == "-" else i
    first = j
    while "0" <= _at(s, j) <= "9":
        j += 1
    if j == first or j - first > 10 or (s[first] == "0" and (j - first > 1 or first > i)) or (_at(s, j) or " ") in ".eE":
        raise Refused(path, "not an integer", "an integer of at most ten digits")
    return int(s[i:j]), j


def _word(s: str, i: int, path: str):
    c = _at(s, i)
    if c == "t" and s[i : i + 4] == "true":
        return True, i + 4
    if c == "f" and s[i : i + 5] == "false":
        return False, i + 5
    if c == "n" and s[i : i + 4] == "null":
        return None, i + 4
    if c == "{" or not c or c not in "-0123456789":
        raise _bad(path)
    return _number(s, i, path)


def _list(s: str, i: int, path: str):
    out = []
    i = _space(s, i + 1)
    if _at(s, i) == "]":
        return out, i + 1
    while True:
        value, i = _number(s, i, path + "[" + str(len(out)) + "]")
        out.append(value)
        i = _space(s, i)
        c = _at(s, i)
        if c == "]":
            return out, i + 1
        if c != ",":
            raise _bad(path)
        i = _space(s, i + 1)
