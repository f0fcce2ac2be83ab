"""Spoiled scenarios, settings, packs, journals and lines, given to a real board over its link: each gets a clear answer, the board
does not start again, and its heap does not grow."""

import json
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.image import ready_image
from lanternboard_host.link import Client
from mutate import mutate
from sizes import SEED, count

CASES = Path(__file__).parents[1] / "cases/explain.jsonl"
GROWTH = 256  # bytes of heap between the two readings that are no leak
N = count(150, 1000, 10000)
FIRST = N // 10
SETTINGS = {
    "format": "lanternboard/settings/1",
    "board": {"columns": 22, "rows": 16},
    "names": ["Allister", "Erza"],
    "rulings": {"slide_along_edge": True},
    "buttons": {"up": 2, "down": 3},
    "watchdog_ms": 4000,
}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A board and a host; at the end the board must not have started again."""
    patch = pytest.MonkeyPatch()
    patch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path_factory.mktemp("runtime")))
    with EmulatedBoard() as board:
        board.start()
        with Client(board.port) as client:
            yield board, client
            client.request("ping")
        assert board.causes == ["power"]
    patch.undo()


def heap(client) -> int:
    """Bytes in use after a collection, with the same modules loaded each time."""
    client.long("counters")
    return json.loads(client.long("counters"))["heap_used"]


def steady(client, one, n: int = N) -> dict[str, int]:
    """`one(seed)` n times; how often each outcome came. Heap in use after a tenth and at the end must be the same."""
    outcomes: dict[str, int] = {}
    first = 0
    for k in range(n):
        what = one(SEED * 1_000_003 + k)
        outcomes[what] = outcomes.get(what, 0) + 1
        if k == FIRST:
            first = heap(client)
    assert abs(heap(client) - first) <= GROWTH, (first, heap(client), outcomes)
    return outcomes


def test_spoiled_scenarios(table):
    _, client = table
    scenarios = [json.dumps(json.loads(line)["scenario"], ensure_ascii=False).encode() for line in CASES.open("rb")]

    def one(seed):
        told = json.loads(client.explain(mutate(scenarios[seed % len(scenarios)], seed)))
        if told["format"] == "lanternboard/error/1":
            assert told["message"] and isinstance(told["path"], str) and told["line"] == 1
            return "refused"
        assert told["format"] == "lanternboard/explanation/1"
        return "answered"

    outcomes = steady(client, one)
    assert outcomes["refused"] > N // 4 and outcomes["answered"] > 0


def put(client, what, data, name=None) -> str:
    try:
        client.put(what, data, name)
    except Refused as refused:
        assert refused.message and isinstance(refused.path, str)
        return "refused"
    return "taken"


def test_spoiled_settings(table):
    _, client = table
    whole = json.dumps(SETTINGS).encode()
    outcomes = steady(client, lambda seed: put(client, "settings", mutate(whole, seed)))
    assert outcomes["refused"] > N // 4
    assert put(client, "settings", whole) == "taken"


def test_spoiled_packs(table):
    _, client = table
    pack = next((ready_image("emulated") / "packs").glob("first-story*")).read_bytes()
    kept = client.get("pack", "first-story")
    outcomes = steady(client, lambda seed: put(client, "pack", mutate(pack, seed), "first-story"), count(100, 500, 10000))
    assert outcomes["refused"] > 10
    assert put(client, "pack", kept, "first-story") == "taken"
    assert client.get("pack", "first-story") == kept


def test_spoiled_journals(table):
    _, client = table
    text = client.get("journal")

    def one(seed):
        told = json.loads(client.put("replay", mutate(text, seed)))
        assert told["format"] in ("lanternboard/replay/1", "lanternboard/error/1")
        return told["format"]

    steady(client, one, count(100, 500, 10000))


def test_spoiled_lines_between_good_ones(table):
    """Bytes straight onto the wire, where a bad cable or another program would put them."""
    _, client = table
    good = b'~D00;4answer {"re":9,"n":2,"choice":"white-lion"}0a1b2c3d\n'

    def one(seed):
        client.wire._opened.serial.write(mutate(good, seed))
        return "answered" if "ms" in client.request("ping") else "lost"

    outcomes = steady(client, one)
    assert outcomes == {"answered": N}
