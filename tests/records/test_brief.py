"""A journal in brief: what a board sends of it comes to the very same records, or is got as text."""

import json
from zlib import crc32

import pytest
from bench.board_player import Numbers, choose
from campaign.desk import CORE, NAMES
from lanternboard.base.errors import Refused
from lanternboard.rules import engine, record
from lanternboard.rules.engine import Engine
from lanternboard_host import brief
from lanternboard_host.cli.sync import fetched
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.faces.cards import installed
from lanternboard_host.faces.linked import cards_of
from lanternboard_host.link import Client
from lanternboard_host.link.follower import Kept
from lanternboard_host.records.board import listed
from lanternboard_host.records.shelf import Shelf
from records.test_sync import fought, put, text_of
from sizes import count


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """(a board's client, journals' texts, their numbers there): some that are over, one that is not."""
    with EmulatedBoard() as board, Shelf(tmp_path_factory.mktemp("brief"), CORE).create("hearth", "me", NAMES) as records:
        with Client(board.start(), 20) as client:
            texts = [fought(records, seed) for seed in range(1, count(2, 4, 8))] + [fought(records, 5, "hunter")]
            for text in texts:
                put(client, text)
            there = [json.loads(line) for line in client.get("journals").splitlines()]
            ids = {json.loads(text.split(b"\n")[0])["id"]: text for text in texts}
            yield client, {one["name"]: ids[one["id"]] for one in there if one["id"] in ids}


def test_it_comes_to_the_same_text_twelve_times_shorter(told):
    client, texts = told
    for name, text in texts.items():
        got = client.get("records", name)
        assert len(got) * (12 if len(text) > 10000 else 2) < len(text), (len(got), len(text))
        records = brief.rebuilt(got, cards_of)
        assert brief.text(records) == text and brief.of_text(text) == records
        assert fetched(client, name) == text


def test_the_one_that_is_played_too(told):
    client, _ = told
    assert brief.text(brief.rebuilt(client.get("records"), cards_of)) == fetched(client, None) == client.get("journal")


def put_right(text, seed):
    """The same under another id, played on, with answers that are taken back and given again, and what the table puts right."""
    kept = Kept()
    own = json.loads(text.split(b"\n")[0])["id"].encode()
    for made in brief.of_text(text.replace(own, b"%016x" % seed)):
        kept.append(made)
    game, numbers = Engine(kept, installed()), Numbers(seed)
    wanted = {record.UNDO, record.REDO, record.ADJUST, record.CLOSING}
    for k in range(2000):
        if k >= 200 and wanted <= {made[0] for made in kept}:
            break
        what = numbers.below(9)
        if what == 0 and game.can_undo and not game.adjusting:
            game.undo(game.number)
        elif what == 1 and game.can_redo:
            game.redo(game.number)
        elif what == 2 and not game.adjusting:
            game.adjust(game.number)
        else:
            game.answer(game.number, choose(game.prompt, numbers))
    assert wanted <= {made[0] for made in kept}
    return text_of(kept)


@pytest.mark.parametrize("seed", range(1, count(3, 6, 60)))
def test_what_was_taken_back_given_again_and_put_right_comes_too(told, seed):
    client, texts = told
    for one in listed(client):
        if one["name"] and one["name"] not in texts:  # of the seeds before: they would fill the flash
            client.put("receipt", f"{one['id']} {crc32(client.get('journal', one['name'])):08x}".encode())
    client.put("journal", put_right(next(reversed(texts.values())), seed))
    got = client.get("records")
    assert brief.text(brief.rebuilt(got, cards_of)) == client.get("journal")


class Spoiled:
    """A board whose answers are spoiled on the way; it knows what it was asked."""

    def __init__(self, client, spoil):
        self.client, self.spoil, self.asked = client, spoil, []

    def get(self, what, name=None):
        self.asked.append(what)
        found = self.client.get(what, name)
        return self.spoil(found) if what == "records" else found


def refuses(found):
    raise Refused("what", "nothing of that name can be got", "journal")


def with_rules(found):
    """As of rules that nobody here has."""
    return found.replace(b'"rules":%d' % engine.RULES, b'"rules":6', 1)


def without_an_answer(found):
    at = found.index(bytes((3, record.ANSWER)))
    return found[:at] + found[at + 4 :]


SPOILED = {
    "an older board": refuses,
    "other rules": with_rules,
    "cut": lambda found: found[:-9],
    "nothing": lambda found: b"",
    "another sum": lambda found: found[:-1] + bytes((found[-1] ^ 1,)),
    "an answer less": without_an_answer,
    "one that never came": lambda found: found[:-8] + b"\xfe" + found[-8:],
    "no header": lambda found: b"\5hello" + found,
}


@pytest.mark.parametrize("how", SPOILED)
def test_what_cannot_be_played_here_is_got_as_text(told, how):
    client, texts = told
    name, text = next(iter(texts.items()))
    board = Spoiled(client, SPOILED[how])
    assert fetched(board, name) == text and board.asked == ["records", "journal"]


def test_a_receipt_by_the_heads_takes_away_that_journal_only(told):
    client, texts = told
    text = next(iter(texts.values()))
    identity = json.loads(text.split(b"\n")[0])["id"]
    right = brief.heads(brief.of_text(text))
    with pytest.raises(Refused, match="another one"):
        client.put("receipt", f"{identity} h{right ^ 1:08x}".encode())
    client.put("receipt", f"{identity} h{right:08x}".encode())
    assert identity not in [json.loads(line)["id"] for line in client.get("journals").splitlines()]
