"""A small value as one line of JSON: printable ASCII without `~`, no blanks, the same on every interpreter. For journals and
messages; long contents are streamed (jsonwrite.py)."""

from .viper import micropython, ptr8


@micropython.viper
def plain(buf: ptr8, n: int) -> int:
    """1 when buf[:n] can stand inside a JSON string as it is, else 0."""
    i = 0
    while i < n:
        c = buf[i]
        if c < 0x20 or c > 0x7D or c == 0x22 or c == 0x5C:
            return 0
        i += 1
    return 1


def text(value) -> str:
    """None, booleans, integers, strings and lists of these."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    parts = []
    for each in value:  # not as a comprehension, which is a call of its own: a showdown's outcome nests, a board's call stack is short
        parts.append(text(each))
    return "[" + ",".join(parts) + "]"


def written(value) -> str:
    """Behind a message, what was written, where that is short; else nothing."""
    if type(value) is int and abs(value) < 1000000:
        return ": " + str(value)
    return ": " + quote(value) if isinstance(value, str) and len(value) <= 32 else ""


def quote(value: str) -> str:
    """A JSON string in ASCII, other characters as \\uXXXX; half a surrogate pair, which no reader would take, as U+FFFD. Most
    need no look at their characters one by one."""
    try:
        data = value.encode()
        if plain(data, len(data)):
            return '"' + value + '"'
    except UnicodeError:  # CPython, half a pair
        pass
    out = ['"']
    for c in value:
        code = ord(c)
        if c == '"' or c == "\\":
            out.append("\\" + c)
        elif 0x20 <= code < 0x7E:
            out.append(c)
        elif code > 0xFFFF:
            code -= 0x10000
            out.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
        else:
            out.append("\\u%04x" % (0xFFFD if 0xD800 <= code < 0xE000 else code))
    out.append('"')
    return "".join(out)
