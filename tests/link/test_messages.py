"""The table of messages and their strict reading; docs/protocol.md says the same as the table."""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.link import messages
from link.refused import REFUSED
from sizes import SEED, count

ROOT = Path(__file__).parents[2]
ANY = {"x": ("re", "i?", "v", "isbl?")}
VALUES = st.one_of(
    st.integers(-(10**9), 10**9),
    st.booleans(),
    st.text(st.characters(blacklist_categories=("Cs",)), max_size=20),
    st.lists(st.integers(-999, 999), max_size=5),
)


def parse(text, table=ANY):
    args = {}
    return messages.parse(table, text if isinstance(text, bytes) else text.encode(), args), args


@settings(max_examples=count(300, 2000, 20000), deadline=None)
@given(VALUES)
def test_what_is_written_is_json_in_printable_ascii_and_read_back(value):
    data = messages.encode(ANY, "x", {"v": value})
    assert re.fullmatch(rb"[ -}]*", data)
    assert json.loads(data[2:]) == {"v": value}
    assert parse(data) == ("x", {"v": value})


@settings(max_examples=count(300, 2000, 20000), deadline=None)
@given(VALUES)
def test_what_pythons_json_writes_is_read(value):
    text = json.dumps({"v": value}).replace("~", "\\u007e").replace("\x7f", "\\u007f")
    assert parse("x " + text)[1] == {"v": value}


@pytest.mark.parametrize("text, path", REFUSED)
def test_refused_with_its_path(text, path):
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.path == path


def test_half_a_surrogate_pair_is_never_said():
    # A board's refusal may name a key of somebody's file that has one: its host would not take the refusal.
    for text in ("\ud800", "row\ud800s", "\udc00\ud800", "é\ud800"):
        data = messages.encode(ANY, "x", {"v": text})
        assert parse(data)[1]["v"] == "".join("\ufffd" if "\ud800" <= c < "\ue000" else c for c in text)
        assert len(messages.short(text)) == 8


def test_missing_keys_are_named():
    with pytest.raises(Refused) as refused:
        parse('answer {"re":1,"n":2}', messages.TO_BOARD)
    assert refused.value.path == "choice" and "integer" in refused.value.allowed


def test_mutated_messages_are_read_or_refused_and_nothing_else():
    seeds = (
        b'answer {"re":1,"n":2,"choice":[3,4]}',
        rb'put {"re":1,"what":"p\u0041","size":3,"crc":"00"}',
        b'press {"re":1,"key":2,"down":true}',
    )
    chance = random.Random(SEED)
    read = 0
    for _ in range(count(2000, 10_000, 10_000)):
        text = bytearray(chance.choice(seeds))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text))
            how = chance.randrange(3)
            text[at : at + (how != 0)] = bytes([chance.randrange(0x20, 0x7E)]) if how < 2 else b""
        args: dict = {}
        try:
            verb = messages.parse(messages.TO_BOARD, bytes(text), args)
        except Refused:
            continue
        read += 1
        assert verb in messages.TO_BOARD and json.loads(text[text.index(b" ") :]) == args
    assert read > 20


def test_a_program_cannot_say_what_the_table_does_not_have():
    for args in ({"re": 1}, {"re": 1, "n": 2, "choice": 3, "more": 4}):
        with pytest.raises(KeyError):
            messages.encode(messages.TO_BOARD, "answer", args)


KINDS = {"i": "integer", "s": "string", "b": "true or false", "l": "list of integers"}


def rendered(table) -> str:
    """The table as docs/protocol.md shows it."""
    out = ["| verb | keys |", "|---|---|"]
    for verb, spec in table.items():
        keys = []
        for key, kinds in zip(spec[::2], spec[1::2]):
            words = ", ".join(KINDS[kind] for kind in kinds if kind != "?")
            keys.append(f"`{key}` {words}" + (" (may be left out)" if kinds.endswith("?") else ""))
        out.append(f"| `{verb}` | {'; '.join(keys)} |")
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("table", [messages.TO_BOARD, messages.TO_HOST], ids=["to the board", "to the host"])
def test_the_protocol_page_has_the_table(table):
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert rendered(table) in page, "docs/protocol.md should have:\n" + rendered(table)
    for verb in table:
        assert page.count(f"`{verb}`") > 1, f"docs/protocol.md does not say what {verb} means"


def test_the_protocol_page_has_the_digest():
    assert f"`{messages.digest()}`" in (ROOT / "docs" / "protocol.md").read_text("utf-8")
