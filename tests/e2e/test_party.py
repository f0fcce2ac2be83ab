"""A party on an emulated board: put, kept through power cuts, in the state of every new showdown, and played on after one."""

import json
import random

import cuts
import pytest
from lanternboard.rules import party
from lanternboard.rules.state import SURVIVAL, TOKENS, WIDTH, ZERO, unpack
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import new_flash, unix_port
from lanternboard_host.link import Client
from sizes import SEED, SIZE, count

pytestmark = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")

AXE = {"name": "Bone Axe", "speed": 2, "accuracy": 6, "strength": 3, "keywords": ["savage"]}


def of(*names: str) -> bytes:
    """A party of some kilobytes."""
    survivors = [
        {
            "name": name,
            "survival": 2,
            "tokens": {"luck": k + 1},
            "boxes": ["arms-light"],
            "gear": ["cloth", {**AXE, "name": f"Axe of {name}"}],
        }
        for k, name in enumerate(names)
    ]
    return json.dumps({"format": party.FORMAT, "limit": 2, "survivors": survivors}).encode()


ONE, OTHER = of("Ayla", "Bran", "Cid"), of("Dara", "Egil", "Fenn", "Gro", "Hild", "Ivo")


def begun(client: Client):
    """(header, the state that it begins with)"""
    lines = client.get("journal").splitlines()[:2]
    return json.loads(lines[0]), unpack(bytes.fromhex(json.loads(lines[1])["snapshot"]))


def test_a_cut_while_a_party_is_put_leaves_the_one_before_or_the_new_one_whole(tmp_path):
    rng = random.Random(SEED)
    flash, writes, torn = tmp_path / "flash", tmp_path / "writes", tmp_path / "torn"
    with cuts.the_image("all") as image:
        new_flash(image, flash, True)
    now = bytearray(flash.read_bytes())
    with cuts.environment(WRITES=writes), EmulatedBoard(flash=flash) as board, Client(board.start(), 20) as client:
        client.put("party", ONE)
        from_here = writes.stat().st_size
        client.put("party", OTHER)
        to_here = writes.stat().st_size
        client.new()
        header, state = begun(client)
        assert header["names"] == ["Dara", "Egil", "Fenn", "Gro", "Hild", "Ivo"] and len(state.at) == 6 and state.limit == 2
        assert header["gear"][:2] == ["Axe of Dara (savage)", "Axe of Egil (savage)"]
        for i in range(6):
            assert state.body[i * WIDTH + SURVIVAL] == 2 and state.body[i * WIDTH + TOKENS + 5] == ZERO + i + 1
        kinds = []
        while (asked := cuts.question(client))["kind"] != "place-survivor":
            kinds.append(asked["kind"])
            client.request("answer", n=asked["n"], choice=asked["usual"])
        assert "survivors" not in kinds
        n = asked["n"]
    with EmulatedBoard(flash=flash) as board, Client(board.start(), 20) as client:  # after a power cut it is played on
        assert cuts.question(client)["n"] == n and begun(client)[0] == header
    listed = cuts.listed(writes)
    within = [k for k, write in enumerate(listed) if from_here < write.end <= to_here]
    chosen = within if SIZE == "soak" else {within[0], within[-1], *rng.sample(within, min(len(within), count(2, 4, 0)))}
    found = []
    for k, write in enumerate(listed):
        if k in chosen:
            cut = bytearray(now)
            write.onto(cut, rng)
            torn.write_bytes(cut)
            with EmulatedBoard(flash=torn) as board, Client(board.start(), 20) as client:
                kept = client.get("party")
                assert kept in (ONE, OTHER), k
                found.append(kept == OTHER)
                client.new()
                assert begun(client)[0]["names"][0] == ("Dara" if kept == OTHER else "Ayla")
        write.onto(now)
    assert found == sorted(found)
    assert not found[0]


def test_a_party_that_cannot_be_used_is_left_out_and_told(tmp_path):
    """Somebody laid it there, or the pack is another one since."""
    flash = tmp_path / "flash"
    with cuts.the_image("all") as image:
        (image / "party.json").write_text('{"format": "lanternboard/party/1", "survivors": [{"name": "A", "gear": ["lantern-halberd"]}]}')
        new_flash(image, flash, True)
    with EmulatedBoard(flash=flash) as board, Client(board.start(), 20) as client:
        header, state = begun(client)
        assert header["names"] == ["Allister", "Erza", "Lucy", "Zachary"] and not state.at
        note = json.loads(client.get("boots"))["note"]
        assert "the party on this board was left out: survivors[0].gear[0]" in note and "founding-stone" in note
