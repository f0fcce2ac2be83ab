"""Lines of a journal's text: the same ones, and the same refusal, in whatever pieces they come (a host's file, a board's parts)."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lanternboard.base.errors import Refused
from lanternboard.explain.replay import LONGEST, Lines
from lanternboard.link.messages import PART
from sizes import count


class Pieces:
    """Bytes that come at most `most` at a time."""

    def __init__(self, data, most):
        self.data, self.most = data, most

    def read(self, n):
        n = min(n, self.most)
        piece, self.data = self.data[:n], self.data[n:]
        return piece


def lines(data, most):
    """All lines; at the end (number, path) of a refusal."""
    reader, out = Lines(Pieces(data, most)), []
    try:
        while (line := reader.next()) is not None:
            out.append(line)
    except Refused as refused:
        out.append((reader.number, refused.path))
    return out


@settings(max_examples=count(100, 1000, 5000), deadline=None)
@given(
    st.lists(st.integers(0, 40) | st.integers(LONGEST - 3, LONGEST + 300), min_size=1, max_size=4),
    st.integers(1, 600),
    st.booleans(),
)
@example([LONGEST + 1], PART, True)
@example([7, LONGEST + 200, 7], PART, True)
@example([LONGEST, LONGEST], 1, False)
def test_pieces_do_not_matter(lengths, most, ended):
    data = b"\n".join(b"x" * n for n in lengths) + (b"\n" if ended else b"")
    expected = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > LONGEST:
            expected.append((number, ""))
            break
        expected.append(line)
    else:
        if expected[-1] == b"":
            expected.pop()
    assert lines(data, most) == lines(data, PART) == lines(data, 256) == expected


@pytest.mark.parametrize("most", [1, 63, PART, 255, 256, 1000])
@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 255, LONGEST + 256, LONGEST + 257])
def test_the_limit_is_the_same_for_host_and_board(length, most):
    told = lines(b"{}\n" + b" " * length + b"\n{}\n", most)
    assert told == ([b"{}", b" " * length, b"{}"] if length <= LONGEST else [b"{}", (2, "")])
