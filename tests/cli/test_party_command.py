"""`lanternboard party`: survivors in a file, and a board whose new showdowns begin with them."""

import json

import pytest
from lanternboard.rules import party
from lanternboard.rules.state import SURVIVAL, WIDTH, unpack
from lanternboard_host.faces.alone import begin
from lanternboard_host.faces.cards import installed, packs_folder
from lanternboard_host.faces.partyfile import checked, sample
from lanternboard_host.link import Client
from lanternboard_host.link.follower import Kept

VERB = "party"
AXE = {"name": "Bone Axe", "speed": 2, "accuracy": 6, "strength": 3, "keywords": ["savage"]}
TWO = {"format": party.FORMAT, "limit": 2, "survivors": [{"name": "Ayla", "survival": 2, "gear": [AXE]}, {"name": "Bran"}]}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "party.json"
    path.write_text(json.dumps(TWO))
    return path


def begun(board):
    """(header, the state that it begins with) of a new showdown."""
    with Client(board.port) as client:
        client.new(level="all")
        lines = client.get("journal").splitlines()[:2]
        return json.loads(lines[0]), unpack(bytes.fromhex(json.loads(lines[1])["snapshot"]))


def test_the_sample_is_F1s_party_and_is_all_right(command, tmp_path):
    path = tmp_path / "party.json"
    assert command("new", path)[0] == 0 and path.read_bytes() == sample()
    code, out, err = command("check", path)
    assert (code, err) == (0, "") and "4 survivors: Allister, Erza, Lucy, Zachary; survival limit 1" in out
    assert command("new", path)[0] == 2 and command("new", path, "--force")[0] == 0
    game = begin(Kept(), installed(), (), 2, checked(sample()))
    plain = begin(Kept(), installed(), ("Allister", "Erza", "Lucy", "Zachary"), 2)
    plain.answer(plain.number, "white-lion")
    plain.answer(plain.number, 4)
    assert game.names == plain.names and game.state.body == plain.state.body and game.state.gear == plain.state.gear


def test_what_is_wrong_is_told_with_its_place(command):
    code, out, err = command("check", "-", stdin='{"format":"lanternboard/party/1","survivors":[{"name":"A","armor":{"feet":1}}]}')
    assert (code, out) == (1, "") and "-: survivors[0].armor.feet: unknown key (allowed: head, arms, body, waist, legs)" in err
    code, out, err = command("check", "-", "--json", stdin="[]")
    assert (code, err) == (1, "") and json.loads(out)["format"].startswith("lanternboard/error/")
    assert command("check", "-", stdin="")[0] == 1 and command("check", "-", stdin="{" + " " * 9000 + "}")[0] == 1
    assert command("check", "/nowhere")[0] == 2 and command("push", "-", "--port", "no-such", stdin=sample())[0] == 3
    code, out, err = command("check", "-", "--json", stdin=json.dumps(TWO))
    assert code == 0 and json.loads(out) == party.check(TWO)


def test_gear_that_the_pack_has_not_is_told_by_check(command, tmp_path):
    sword = json.dumps({**TWO, "survivors": [{"name": "Cid", "gear": ["sword"]}]})
    code, out, err = command("check", "-", stdin=sword)
    assert (code, out) == (1, "")
    assert 'survivors[0].gear[0]: the pack first-story has no such gear: "sword" (allowed: cloth, founding-stone, ' in err
    assert "--pack" in err
    pack = json.loads((packs_folder() / "first-story.json").read_bytes())
    pack["decks"]["gear"].append({"id": "sword", "name": "Sword"})
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**pack, "id": "own"}))
    code, out, err = command("check", "-", "--pack", own, stdin=sword)
    assert (code, err) == (0, "") and "all right for own, 1 survivor" in out
    assert [command("check", "-", "--pack", none, stdin=sword)[0] for none in ("none", "none.json")] == [2, 2]


def test_what_was_written_and_where_stands_in_what_is_told(command):
    def told(party):
        return command("check", "-", stdin=party if isinstance(party, str) else json.dumps(party))[2]

    head = {"format": party.FORMAT}
    assert "survivors: there are 8 (allowed: 1-6 survivors)" in told({**head, "survivors": [{"name": str(n)} for n in range(8)]})
    assert "limit: not a whole number in bounds: 100 (allowed: 0 to 99)" in told({**TWO, "limit": 100})
    assert 'limit: not a whole number in bounds: "3" (' in told({**TWO, "limit": "3"})
    assert 'boxes[0]: no such word: "feet" (' in told({**head, "survivors": [{"name": "A", "boxes": ["feet"]}]})
    assert 'format: not a party: "lanternboard/pack/1" (' in told({"format": "lanternboard/pack/1"})
    assert "-, line 2, column 11: this is no JSON: it goes wrong here" in told('{"format": "lanternboard/party/1",\n "limit": oh}')
    assert "-, line 1, column 2: this is no JSON: it breaks off here" in told("{")


def test_a_pushed_party_begins_every_new_showdown_until_it_is_dropped(command, board, file):
    header, state = begun(board)
    assert not state.at and "gear" not in header
    code, out, err = command("push", file, "--port", board.port)
    assert (code, err) == (0, "") and "2 survivors: Ayla, Bran" in out
    assert f"the board {board.id[:6]} (at " in out
    for _ in range(2):
        header, state = begun(board)
        assert header["names"] == ["Ayla", "Bran"] and header["gear"] == ["Bone Axe (savage)"]
        assert len(state.at) == 2 and state.limit == 2 and list(state.gear) == [0, 128, 2, 6, 131, 128, 0, 0]
        assert [state.body[i * WIDTH + SURVIVAL] for i in range(2)] == [2, 1]
    with Client(board.port) as client:
        assert client.get("party") == file.read_bytes()
        client.new(level="lights")
        client.new(survivors=3)
        assert len(json.loads(client.get("journal").splitlines()[0])["names"]) == 3
    code, out, _ = command("drop", "--port", board.port)
    assert code == 0 and f"the board {board.id[:6]} (at " in out and command("drop", "--port", board.port)[0] == 0
    header, state = begun(board)
    assert not state.at and len(header["names"]) == 4


def test_what_a_board_does_not_take_leaves_the_party_that_it_has(command, board, file):
    assert command("push", file, "--port", board.port)[0] == 0
    other = {**TWO, "survivors": [{"name": "Cid", "gear": ["cloth", "lantern-halberd"]}]}
    code, out, err = command("push", "-", "--port", board.port, stdin=json.dumps(other))
    assert (code, out) == (1, "") and "survivors[0].gear[1]" in err and "founding-stone" in err
    with Client(board.port) as client:
        for wrong in (b"{}", b"[1]", b"x" * 9000, json.dumps({**TWO, "limit": -1}).encode()):
            with pytest.raises(party.Refused):
                client.put("party", wrong)
        assert client.get("party") == file.read_bytes()
    assert begun(board)[0]["names"] == ["Ayla", "Bran"]
    command("drop", "--port", board.port)
