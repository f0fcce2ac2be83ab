"""`lanternboard identify`: the board that is meant glows and says who it is; a label for it is known wherever boards are named."""

import json
import os
import xml.etree.ElementTree as ElementTree

import pytest
from lanternboard_host.link import choose, labels
from lanternboard_host.link.doctor import gather


@pytest.fixture(autouse=True)
def labels_of_this_test(monkeypatch, tmp_path):
    monkeypatch.setenv("LANTERNBOARD_CONFIG", str(tmp_path / "config"))


def test_the_board_glows_until_a_key_is_pressed_and_shows_its_showdown_again(command, board):
    before = board.cells
    code, out, err = command("identify", board.port)
    assert (code, err) == (0, "") and board.id in out and board.name in out and "emulated" in out and board.port in out
    board.wait(lambda b: len(set(b.cells)) == 1 and b.cells != before)
    board.press(4)
    board.wait(lambda b: b.cells == before)
    assert json.loads(command("identify", board.name, "--json")[1])["id"] == board.id
    board.wait(lambda b: b.cells != before)
    assert command("identify", board.name, "--stop")[0] == 0
    board.wait(lambda b: b.cells == before)


def test_a_label_is_a_name_for_the_board_everywhere(command, board):
    assert command("identify", board.port, "--label", "Ünder the lamp")[0] == 0
    assert "Ünder the lamp" in command("ports")[1]
    assert [one["label"] for one in json.loads(command("ports", "--json")[1]) if one["id"] == board.id] == ["Ünder the lamp"]
    assert choose("Ünder the lamp").id == board.id
    told = [finding.text for finding in gather("Ünder the lamp")]
    assert any(board.id in text and "Ünder the lamp" in text for text in told)
    assert '"Ünder the lamp"' in command("identify", "Ünder the lamp", "--stop")[1]


@pytest.mark.parametrize("label", ["", " ", "x" * 33, "a\nb", " a"])
def test_what_is_no_label_is_refused(command, board, label):
    code, out, err = command("identify", board.port, "--label", label)
    assert (code, out) == (2, "") and "--label" in err and "1 to 32" in err and err.count("\n") == 1


def test_two_boards_have_two_labels_and_a_damaged_file_costs_nothing_else(command, tmp_path):
    labels.give("0" * 16, "lamp")
    with pytest.raises(Exception, match="is called lamp"):
        labels.give("1" * 16, "lamp")
    labels.give("0" * 16, "lantern")
    assert labels.labels() == {"0" * 16: "lantern"}
    labels.place().write_text('{"0000000000000000": 5, "x": "y", "1111111111111111": "lamp"}')
    assert labels.labels() == {"1" * 16: "lamp"}
    for content in ("[", "[]", ""):
        labels.place().write_text(content)
        assert labels.labels() == {}


def test_a_printable_label_has_name_and_id(command, board, tmp_path):
    file = tmp_path / "label.svg"
    assert command("identify", board.port, "--label", "<Lamp & co>" * 2, "--svg", file)[0] == 0
    texts = [text.text for text in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}text")]
    assert "<Lamp & co>" * 2 in texts and board.id in "".join(texts).replace(" ", "")
    before = file.read_bytes()
    code, _, err = command("identify", board.port, "--svg", file)
    assert code == 2 and "--force" in err and file.read_bytes() == before
    assert command("identify", board.port, "--svg", "-", "--stop")[1].encode() == before
    assert sorted(os.listdir(tmp_path)) == ["config", "label.svg"]
    assert command("identify", "no-such")[0] == 3
