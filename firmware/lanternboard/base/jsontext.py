"""A small value as one line of JSON: printable ASCII without `~`, no blanks, the same on every interpreter. For journals and
messages; long contents are streamed (jsonwrite.py)."""


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
    return "[" + ",".join([text(v) for v in value]) + "]"


def quote(value: str) -> str:
    """A JSON string in ASCII, other characters as \\uXXXX."""
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
            out.append("\\u%04x" % code)
    out.append('"')
    return "".join(out)
