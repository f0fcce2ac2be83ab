"""The messages as data, and a message's text: `verb {"key":value,...}`, ASCII. From the one table come the checks of both
ends, the definition digest in the greeting, and the table of docs/protocol.md (a test compares them).

`parse` is strict: one flat object; integers, strings, true, false, null, lists of integers; nothing twice, nothing unknown,
nothing missing. It raises Refused with the key as path. Long contents are never one message: see parts.py."""

from binascii import crc32

from ..base.errors import Refused
from ..base.jsontext import quote, text
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
    "answer": ("re", "i", "n", "i", "choice", "isl", "journal", "s?"),
    "undo": ("re", "i", "n", "i", "journal", "s?"),
    "redo": ("re", "i", "n", "i", "journal", "s?"),
    "adjust": ("re", "i", "n", "i", "journal", "s?"),
    "frames": ("re", "i", "on", "b"),
    "lights": ("re", "i", "brightness", "i?", "night", "b?", "test", "b?"),
    "press": ("re", "i", "key", "i", "down", "b"),
    "settings": ("re", "i", "key", "s?", "value", "isbl?"),
    "put": ("re", "i", "what", "s", "name", "s?", "size", "i", "crc", "s"),
    "get": ("re", "i", "what", "s", "name", "s?"),
    "explain": ("re", "i", "size", "i", "crc", "s", "file", "s?", "line", "i?"),
    "part": ("re", "i", "i", "i", "data", "s"),
    "log": ("re", "i"),
    "release": ("re", "i"),
    "restart": ("re", "i"),
    "identify": ("re", "i", "on", "b"),
    "prompt": ("re", "i"),
    "new": ("re", "i", "survivors", "i?", "level", "s?"),
    "ping": ("re", "i"),
    "counters": ("re", "i"),
}
TO_HOST = {
    "hello": ("re", "i", "id", "s", "version", "s", "rules", "i", "protocol", "i", "digest", "s", "driver", "s"),
    "table": (
        "journal",
        "s",
        "n",
        "i",
        "columns",
        "i",
        "rows",
        "i",
        "turn",
        "i",
        "pack",
        "s",
        "settings",
        "s",
        "boots",
        "i",
        "cause",
        "s",
        "safe",
        "b",
    ),
    "record": ("n", "i", "text", "s", "i", "i?", "more", "b?"),
    "cells": ("at", "i", "data", "s", "done", "b"),
    "view": ("n", "i", "option", "i", "cursor", "i", "page", "i"),
    "part": ("re", "i", "i", "i", "data", "s"),
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
    out = [verb]
    used = 0
    start = ' {"'
    for k in range(0, len(spec), 2):
        key = spec[k]
        if key in args:
            used += 1
            value = args[key]
            if value is not None:
                out.append(start + key + '":' + (str(value) if type(value) is int else text(value)))
                start = ',"'
                continue
        if not spec[k + 1].endswith("?"):
            raise KeyError(verb + "." + key)
    if used != len(args):
        raise KeyError(verb)
    out.append("}" if start == ',"' else " {}")
    return "".join(out).encode()


def short(id: str, most: int = 16) -> str:
    """An id as messages carry it, so that it always fits: itself, or, where it is longer than a board makes one, its CRC-32."""
    quoted = quote(id)
    return id if len(quoted) <= most + 2 and len(quoted) == len(id) + 2 else "%08x" % crc32(quoted.encode())


# --- in. On bytes, since MicroPython finds the n-th character of a string by counting; in few functions, since calls cost most.


def parse(table, payload: bytes, args: dict):
    """Fills `args` from a message and returns its verb. Raises Refused; what was read until then is in `args`, so that a
    refusal can carry `re`."""
    n = len(payload)
    if not lines.printable(payload, 0, n):
        raise Refused("", "not printable ASCII", 'verb {"key":value}')
    i = payload.find(b" ")
    verb = str(payload[:i] if i > 0 else payload, "ascii")
    s = payload + b"\0"  # whatever is looked for, it ends there
    _fill(s, i if i > 0 else n, n, args)
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
        kind = type(args[key])
        kind = "i" if kind is int else "s" if kind is str else "b" if kind is bool else "l" if kind is list else "?"
        if kind not in kinds:
            raise Refused(key, "of the wrong kind", _allowed(kinds))
    if found != len(args):
        known = [spec[k] for k in range(0, len(spec), 2)]
        for key in sorted(args):
            if key not in known:
                raise Refused(key, "unknown key", ", ".join(known))


def _allowed(kinds: str) -> str:
    return " or ".join([_WORDS[k] for k in kinds if k != "?"])


def _bad(path: str):
    return Refused(path, "not JSON as messages need it", "one object of integers, strings, true, false, null and lists of integers")


def _fill(s: bytes, i: int, n: int, args: dict) -> None:
    while s[i] == 0x20:
        i += 1
    if s[i] != 0x7B:
        raise _bad("")
    i += 1
    while s[i] == 0x20:
        i += 1
    path = ""
    c = s[i]
    if c == 0x7D:
        i += 1
    while c != 0x7D:
        path, i = _string(s, i, "")
        if path in args:
            raise Refused(path, "given twice", "each key once")
        while s[i] == 0x20:
            i += 1
        if s[i] != 0x3A:
            raise _bad(path)
        i += 1
        while s[i] == 0x20:
            i += 1
        c = s[i]
        if c == 0x22:
            args[path], i = _string(s, i, path)
        elif c == 0x5B:
            args[path], i = _list(s, i + 1, path)
        elif c == 0x2D or 0x30 <= c <= 0x39:
            args[path], i = _number(s, i, path)
        else:
            for word, value in ((b"true", True), (b"false", False), (b"null", None)):
                if s[i : i + len(word)] == word:
                    args[path] = value
                    i += len(word)
                    break
            else:
                raise _bad(path)
        while s[i] == 0x20:
            i += 1
        c = s[i]
        i += 1
        if c == 0x2C:
            while s[i] == 0x20:
                i += 1
        elif c != 0x7D:
            raise _bad(path)
    while s[i] == 0x20:
        i += 1
    if i != n:
        raise _bad("")


def _string(s: bytes, i: int, path: str):
    j = s.find(b'"', i + 1)
    if s[i] != 0x22 or j < 0:
        raise _bad(path)
    part = str(s[i + 1 : j], "ascii")
    if "\\" in part:
        return _escaped(s, i + 1, path)
    return part, j + 1


_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _escaped(s: bytes, i: int, path: str):
    out = []
    high = 0
    while True:
        c = chr(s[i])
        i += 1
        if c == "\0" or (high and c != "\\"):
            raise _bad(path)
        if c == '"':
            return "".join(out), i
        if c == "\\":
            c = chr(s[i])
            i += 1
            if c == "u":
                code = _hex(s, i, path)
                i += 4
                if (0xDC00 <= code < 0xE000) != (high > 0):
                    raise _bad(path)
                if high:
                    code += 0x10000 + ((high - 0xD800) << 10) - 0xDC00
                    high = 0
                elif 0xD800 <= code < 0xDC00:
                    high = code
                    continue
                c = chr(code)
            else:
                c = _SHORT.get(c)
                if c is None or high:
                    raise _bad(path)
        out.append(c)


def _hex(s: bytes, i: int, path: str) -> int:
    for k in range(i, i + 4):
        if s[k] not in b"0123456789abcdefABCDEF":
            raise _bad(path)
    return int(str(s[i : i + 4], "ascii"), 16)


def _number(s: bytes, i: int, path: str):
    first = i
    if s[i] == 0x2D:
        first += 1
    j = first
    while 0x30 <= s[j] <= 0x39:
        j += 1
    if j == first or j - first > 10 or (s[first] == 0x30 and (j - first > 1 or first > i)) or s[j] in b".eE":
        raise Refused(path, "not an integer", "an integer of at most ten digits")
    return int(s[i:j]), j


def _list(s: bytes, i: int, path: str):
    out = []
    while s[i] == 0x20:
        i += 1
    if s[i] == 0x5D:
        return out, i + 1
    while True:
        try:
            value, i = _number(s, i, "")
        except Refused as refused:
            refused.path = path + "[" + str(len(out)) + "]"
            raise
        out.append(value)
        while s[i] == 0x20:
            i += 1
        c = s[i]
        i += 1
        if c == 0x5D:
            return out, i
        if c != 0x2C:
            raise _bad(path)
        while s[i] == 0x20:
            i += 1
