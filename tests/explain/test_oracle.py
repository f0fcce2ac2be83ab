"""The firmware's explanations against the slow oracle, and texts that are almost scenarios, by chance (CPython)."""

import json
import random

from explain.asking import answered
from explain.oracle import explain
from explain.scenarios import mutated, scenario, text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import count


@settings(max_examples=count(30, 600, 6000), deadline=None)
@given(st.integers(0, 2**40))
def test_G_T_M_X_explanations_equal_the_oracle(seed):
    rng = random.Random(seed)
    asked = scenario(rng)
    told = answered(text_of(rng, asked), rng.choice([1, 7, 256, 4096]))
    want = json.dumps(explain(asked), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    if told != want:
        got = json.loads(told)
        for key, value in json.loads(want).items():  # a short report: the first part that differs
            assert got.get(key) == value
    assert told == want


def is_json_object(data: bytes) -> bool:
    def refuse(word):
        raise ValueError(word)

    try:
        return not data.startswith(b"\xef\xbb\xbf") and isinstance(json.loads(data.decode(), parse_constant=refuse), dict)
    except (ValueError, RecursionError):
        return False


@settings(max_examples=count(150, 3000, 30000), deadline=None)
@given(st.integers(0, 2**40))
def test_any_text_gets_an_answer_or_a_refusal_with_its_place(seed):
    rng = random.Random(seed)
    asked = scenario(rng)
    asked.get("board", {}).get("terrain", [])[8:] = []
    text = mutated(rng, text_of(rng, asked))
    told = json.loads(answered(text, rng.choice([1, 5, 256])))
    if told["format"] == "lanternboard/error/1":
        assert is_json_object(text) or told["path"] == ""
        assert told["message"] and told["allowed"]
    else:
        assert is_json_object(text)


@settings(max_examples=count(60, 1000, 10000), deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_json_here_exactly_when_they_are_elsewhere(data):
    text = b'{"x":' + data + b"}"
    assert (json.loads(answered(text))["path"] == "") == (not is_json_object(text))
