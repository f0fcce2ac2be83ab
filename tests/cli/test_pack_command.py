"""`lanternboard pack check|push`: a pack is looked at as an image's is, and what a board then holds is what `image` would have made."""

import json
from pathlib import Path

from lanternboard.rules import cardcheck
from lanternboard_host.image import pack_digest, pack_lines, read_pack, shipped_packs
from lanternboard_host.image.build import firmware_source
from lanternboard_host.link import Client

FOLDER = firmware_source() / "files/packs"
BOAR = Path(__file__).parents[2] / "docs/examples/stone-boar.json"
SOURCE = (FOLDER / "first-story.json").read_bytes()


VERB = "pack"


def changed(**keys) -> bytes:
    pack = json.loads(SOURCE)
    pack["decks"]["monsters"][0].update(keys)
    return json.dumps({**pack, "id": "mine", "name": "Mine"}).encode()


def test_packs_are_checked_one_by_one_and_the_wrong_ones_are_told(command, tmp_path):
    code, out, err = command("check", FOLDER)
    assert (code, err) == (0, "") and "all right, first-story" in out
    assert "1 monster, 1 target list, 2 instincts, 5 AI cards, 6 locations, 7 tables," in command("check", BOAR)[1]
    (tmp_path / "a.json").write_bytes(SOURCE)
    (tmp_path / "b.json").write_bytes(changed(size=9))
    (tmp_path / "c.json").write_bytes(b"{")
    code, out, err = command("check", tmp_path)
    assert code == 1 and out.count("\n") == 1 and err.count("\n") == 2
    assert "b.json: decks.monsters[0].size: 9 is out of range (allowed: an integer from 1 to 8)" in err and "c.json: not JSON" in err
    told = [json.loads(line) for line in command("check", tmp_path, "--json")[1].splitlines()]
    assert told[0]["digest"] == pack_digest(read_pack(SOURCE)) and told[1]["path"] == "decks.monsters[0].size" and told[2]["path"] == ""
    assert command("check", "-", stdin=SOURCE)[0] == 0
    for name in (tmp_path / "no", tmp_path / "a.json" / "x"):
        assert command("check", name)[0] == 2
    (tmp_path / "empty").mkdir()
    code, _, err = command("check", tmp_path / "empty")
    assert code == 2 and "no pack is in this folder" in err
    assert command("check")[0] == 2


def test_a_pack_is_put_as_an_image_has_it_and_used_when_the_settings_name_it(command, board):
    code, out, err = command("push", "-", "--port", board.port, stdin=changed(movement=7))
    assert (code, err) == (0, "") and '"pack": "mine"' in out and f"the board {board.id[:6]} (at " in out
    with Client(board.port) as client:
        assert client.get("pack", "mine") == pack_lines(read_pack(changed(movement=7)))
    code, out, err = command("push", FOLDER / "first-story.json", "--port", board.port)
    assert (code, err) == (0, "") and "next start" in out, "the one that comes with the firmware replaces nothing"
    code, out, err = command("push", "-", "--port", board.port, stdin=changed(size="x"))
    assert (code, out) == (1, "") and "decks.monsters[0].size" in err
    assert command("push", "-", "--port", "no-such", stdin=SOURCE)[0] == 3


def test_who_replaces_the_pack_of_the_firmware_is_told_so_and_how_to_get_it_back(command, board):
    other = json.dumps({**json.loads(changed()), "id": "first-story"})
    code, out, err = command("push", "-", "--port", board.port, stdin=other)
    assert code == 0 and "next start" in out and err.count("\n") == 1 and "replaces the first-story that comes with the firmware" in err
    back = err.strip().rsplit("lanternboard pack push ", 1)[1]
    assert command("push", back, "--port", board.port)[2] == ""
    with Client(board.port) as client:
        assert client.get("pack", "first-story") == pack_lines(read_pack(SOURCE))


def test_the_example_of_the_page_is_a_pack_with_an_id_of_its_own():
    page = (Path(__file__).parents[2] / "docs/packs.md").read_text("utf-8")
    example = read_pack("".join(line for line in page.splitlines() if line.startswith("    ")))
    assert example["id"] not in [pack["id"] for _, pack in shipped_packs()]


def test_the_example_to_learn_from_is_the_one_of_the_page_and_is_told_what_is_wrong_in_it_and_where(command, tmp_path):
    folder = Path(__file__).parents[2] / "docs/examples"
    code, out, err = command("check", folder)
    assert (code, err) == (0, "") and "stone-boar" in out
    whole = read_pack((folder / "stone-boar.json").read_bytes())
    page = (Path(__file__).parents[2] / "docs/packs.md").read_text("utf-8")
    example = read_pack("".join(line for line in page.splitlines() if line.startswith("    ")))
    assert all(example["decks"][deck] == whole["decks"][deck] for deck in example["decks"])
    whole["decks"]["ai"][1]["attack"][1] = 12
    (tmp_path / "a.json").write_text(json.dumps(whole))
    told = "decks.ai[1].attack[1]: 12 is out of range (allowed: an integer from 1 to 10)"
    assert told in command("check", tmp_path / "a.json")[2] and told in " ".join(page.split())


def test_every_step_is_on_the_page():
    page = (Path(__file__).parents[2] / "docs/packs.md").read_text("utf-8")
    for word in [word[: word.find(":")] for word in cardcheck._STEPS.split()] + cardcheck.MARKS.split() + list(cardcheck.DECKS):
        assert f'["{word}"' in page or f" {word}," in page or f" {word} " in page or f"`{word}`" in page or f"**{word}" in page, word
