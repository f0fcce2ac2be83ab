"""A party that is carried into a showdown, from a file (lanternboard/party/1, docs/party.md). The checks are the board's own; a board
repeats them."""

from __future__ import annotations

import json

from lanternboard.base.errors import Refused
from lanternboard.base.jsonvalue import parse
from lanternboard.rules import party
from lanternboard.rules.figures import ATTRIBUTES
from lanternboard.settings.table import NAMES


def checked(content: bytes) -> dict:
    """The whole party of a file's content, each missing key by its default. Raises Refused with the path of what is wrong."""
    if not content.strip():
        raise Refused("", "the file is empty", '{"format":"%s","survivors":[{"name":"..."}]}' % party.FORMAT)
    if len(content) > party.LARGEST:
        raise Refused("", f"{len(content):,} bytes", f"at most {party.LARGEST:,}")
    return party.check(parse(content))


def sample() -> bytes:
    """The First Story's four (F1), every key with its value, one line for each group of keys."""
    whole = party.check({"format": party.FORMAT, "survivors": [{"name": name, "gear": ["cloth", "founding-stone"]} for name in NAMES]})
    groups = (("name",), ATTRIBUTES, (*party.COUNTERS, "disorders"), ("armor", "boxes", "tokens", "impairments"), ("injuries",), ("gear",))
    each = []
    for one in whole["survivors"]:
        lines = [", ".join(f'"{key}": {json.dumps(one[key], ensure_ascii=False)}' for key in group) for group in groups]
        each.append("  {" + ",\n   ".join(lines) + "}")
    made = '{"format": "%s",\n "limit": %d,\n "survivors": [\n%s\n ]}\n' % (party.FORMAT, whole["limit"], ",\n".join(each))
    return made.encode()
