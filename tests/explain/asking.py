"""Short ways to ask for an explanation or a refusal, for tests on CPython and MicroPython."""

import json

from lanternboard.explain import lines


class Source:
    """Bytes to read from, a few at a time if wanted."""

    def __init__(self, data, most=4096):
        self.data = data
        self.at = 0
        self.most = most

    def read(self, n):
        piece = self.data[self.at : self.at + min(n, self.most)]
        self.at += len(piece)
        return piece


def answered(data, most=4096, line=1):
    """The line told for one scenario's bytes, with its newline."""
    out = bytearray()
    lines.answer(Source(data, most), out.extend, "-", line)
    return bytes(out)


def scenario(members="", monster='"at":[10,7]', survivors=""):
    """A scenario's bytes from the text of some of its parts; the required parts come first."""
    text = (
        '{"format":"lanternboard/scenario/1","monster":{'
        + monster
        + '},"survivors":['
        + survivors
        + "]"
        + (members and "," + members)
        + "}"
    )
    return text.encode()


def path(data):
    """The path of a refusal, None when there is an explanation."""
    told = answered(data)
    if not told.startswith(b'{"format":"lanternboard/error/1","file":"-","line":1,"path":'):
        assert told.startswith(b'{"format":"lanternboard/explanation/1"') and told.endswith(b"}\n"), told
        return None
    fields = json.loads(told)
    assert fields["message"] and fields["allowed"]
    return fields["path"]


def explained(data):
    """The explanation as a value."""
    told = answered(data)
    assert told.startswith(b'{"format":"lanternboard/explanation/1"'), told
    return json.loads(told)
