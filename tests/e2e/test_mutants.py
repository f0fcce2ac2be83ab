"""Spoiled scenarios, settings, packs, journals and lines, given to a real board over its link: each gets a clear answer, the board
does not start again, and its heap does not grow."""

import json
import re
import time
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.table.loop import AWAY
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.image import ready_image
from lanternboard_host.link import Client, PortProblem
from mutate import mutate
from sizes import SEED, count

CASES = Path(__file__).parents[1] / "cases/explain.jsonl"
GROWTH = 256  # bytes of heap between the two readings that are no leak
# A board keeps room for the largest board that it was asked about (rules/kernel.py: scratch); this is the largest there is.
LARGEST = b'{"format":"lanternboard/scenario/1","board":{"columns":64},"monster":{"at":[9,9]},"survivors":[{"name":"A","at":[1,1]}]}'
N = count(40, 600, 10000)
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
    """A board and a host; at the end the board must not have started again, but by a test that cut its power."""
    patch = pytest.MonkeyPatch()
    patch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path_factory.mktemp("runtime")))
    with EmulatedBoard() as board:
        board.start()
        with Client(board.port) as client:
            assert b'"moves":[{' in client.explain(LARGEST)
            settle(client)
            yield board, client
            client.request("ping")
        assert set(board.causes) == {"power"}
    patch.undo()


def settle(client) -> None:
    """After a start: what play needs is loaded while nobody waits, and a journal's tail is made when nobody has pressed a key for AWAY."""
    used, since = 0, time.monotonic()
    while time.monotonic() - since < AWAY / 1000 + 1:
        now = json.loads(client.long("counters"))["heap_used"]
        if abs(now - used) > GROWTH:
            used, since = now, time.monotonic()


def heap(client) -> int:
    """Bytes in use after a collection, with the same modules loaded each time. The lowest of several readings: what an old word on
    MicroPython's stack happens to point to counts as used until the word is written over."""
    return min(json.loads(client.long("counters"))["heap_used"] for _ in range(6))


def steady(client, one, n: int = N, loads=None) -> dict[str, int]:
    """`one(seed)` n times; how often each outcome came. Heap in use after a tenth (eleven at least) and at the end must be the same. Where
    it is not, all is done once more: a leak grows again, what the board has made in a pause meanwhile (a journal's tail) does not.
    `loads()`: has the board load what only some outcomes need, before each reading."""
    outcomes, before, after = rounds(client, one, n, loads or (lambda: None))
    if abs(after - before) > GROWTH:
        again, _, last = rounds(client, one, n, loads or (lambda: None))
        assert abs(last - after) <= GROWTH, (before, after, last, outcomes, again)
    return outcomes


def rounds(client, one, n: int, loads) -> tuple[dict[str, int], int, int]:
    """How often each outcome came; heap in use after a tenth, and at the end."""
    outcomes: dict[str, int] = {}
    first = 0
    for k in range(n):
        client.long("counters")  # else the board might let go of what serves long requests between the two readings
        what = one(SEED * 1_000_003 + k)
        outcomes[what] = outcomes.get(what, 0) + 1
        if k == max(10, n // 10):
            loads()
            first = heap(client)
    loads()
    return outcomes, first, heap(client)


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

    outcomes = steady(client, one, loads=lambda: client.explain(scenarios[0]))
    assert outcomes["refused"] > N // 4 and outcomes["answered"] > 0


def put(client, what, data, name=None) -> str:
    try:
        client.put(what, data, name)
    except PortProblem:
        raise  # it is the board that must refuse
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
    board, client = table
    pack = next((ready_image("emulated") / "packs").glob("first-story*")).read_bytes()
    kept = client.get("pack", "first-story")
    taken: list[bytes] = []

    def one(seed):
        # Of the first few that spoil nothing but a name at least one is taken, whatever chance does to the others.
        spoiled = mutate(pack, seed) if len(taken) or seed % 4 else pack.replace(b'"name":"Claw"', b'"name":"Clam"', 1)
        for _ in range(2):
            try:
                client.put("pack", spoiled, "first-story")
            except PortProblem:
                raise
            except Refused as refused:
                assert refused.message
                if refused.path != "digest":
                    return "refused"
                # Cards in order, but other ones: with their own digest they are a pack.
                spoiled = re.sub(rb'"digest":"[^"]*"', b'"digest":"' + refused.allowed.encode() + b'"', spoiled, count=1)
            else:
                if spoiled != pack:
                    taken.append(spoiled)
                return "taken"
        return "refused"

    outcomes = steady(client, one, count(60, 300, 10000))
    assert outcomes["refused"] > 10 and taken
    # What is taken is used from the next start: a start with it leads to a table that can be played, and never to another start.
    for spoiled in taken[: count(2, 20, 200)]:
        starts = len(board.causes)
        assert put(client, "pack", spoiled, "first-story") == "taken"
        assert anew(board, client)["kind"]
        assert client.get("pack", "first-story") == spoiled
        assert board.causes[starts:] == ["power"]
    assert put(client, "pack", kept, "first-story") == "taken"
    assert anew(board, client)["kind"] == "monster" and client.table["pack"] == "first-story" and not client.table["safe"]
    assert client.get("pack", "first-story") == kept
    settle(client)


def anew(board, client) -> dict:
    """The power cut, and back: the prompt then; the first one is answered, or refused in words."""
    board.restart()
    client.request("ping", timeout=20)
    asked = json.loads(client.long("prompt"))
    for choice in asked["options"][:2]:
        try:
            client.request("answer", n=asked["n"], choice=choice)
            break
        except Refused as refused:
            assert refused.message
    client.request("ping")
    client.new()
    return asked


def test_spoiled_journals(table):
    _, client = table
    text = client.get("journal")

    def one(seed):
        told = json.loads(client.put("replay", mutate(text, seed)))
        assert told["format"] in ("lanternboard/replay/1", "lanternboard/error/1")
        return told["format"]

    for k in range(count(60, 500, 10000)):
        one(SEED * 1_000_003 + k)  # once before: a journal loads what it plays by
    steady(client, one, count(60, 500, 10000))


def test_spoiled_journals_in_place_of_the_showdown(table):
    """A refused journal leaves the showdown being played as it was; a taken one is whole and goes on."""
    _, client = table
    client.new()
    for choice in ("white-lion", 2):
        client.request("answer", n=asked(client)["n"], choice=choice)
    text = client.get("journal")
    outcomes = {"refused": 0, "taken": 0}
    for k in range(count(60, 200, 2000)):
        spoiled = mutate(text, SEED * 1_000_003 + k)
        before, journal = asked(client), client.table["journal"]
        outcome = put(client, "journal", spoiled)
        outcomes[outcome] += 1
        now = asked(client)
        if outcome == "refused":
            assert now == before and client.table["journal"] == journal and client.get("journal") == text, spoiled
        else:
            assert now["n"] == len(client.get("journal").splitlines()), spoiled
            assert put(client, "journal", text) == "taken"
            assert client.get("journal") == text and asked(client)["n"] == len(text.splitlines())
    assert outcomes["refused"] > 20
    client.request("answer", n=asked(client)["n"], choice=asked(client)["options"][0])


def asked(client) -> dict:
    return json.loads(client.long("prompt"))


class Spoiling:
    """The wire's port: spoils every message's line the first time it is written, by seed; the codec says it again."""

    def __init__(self, port, seed) -> None:
        self.port = port
        self.seed = seed
        self.known: set[bytes] = set()
        self.spoiled = 0

    def write(self, data: bytes):
        if data[1:2] == b"D" and data[6:-9] not in self.known:
            self.known.add(data[6:-9])
            self.seed += 1
            data, whole = mutate(data, self.seed), data
            self.spoiled += data != whole
            self.port.write(data)
            return len(whole)
        return self.port.write(data)

    def __getattr__(self, name):
        return getattr(self.port, name)


def test_spoiled_lines_of_the_session(table):
    """Real lines, with the session's name and the right numbers, damaged on the way: every request is answered once and rightly."""
    _, client = table
    whole = client.wire._opened.serial
    client.wire._opened.serial = spoiling = Spoiling(whole, SEED * 1_000_003)
    before = json.loads(client.long("counters"))
    resets = client.wire.sessions

    def one(seed):
        kind = seed % 4
        if kind == 0:
            return "answered" if "ms" in client.request("ping", timeout=20) else "lost"
        if kind == 1:
            return client.request("settings", key="rulings.collision_knockback", timeout=20)["text"]
        with pytest.raises(Refused) as refused:
            if kind == 2:
                client.request("answer", n=0, choice=seed % 1000, timeout=20)
            else:
                client.request("settings", key=f"key{seed}", timeout=20)
        return refused.value.path

    try:
        outcomes = steady(client, one)
        with pytest.raises(Refused) as refused:  # seed 1222656072 of a soak
            client.request("answer", n=0, choice=1222656072 * 1_000_003, timeout=20)
        assert refused.value.path == "choice"
    finally:
        client.wire._opened.serial = whole
    after = json.loads(client.long("counters"))
    assert outcomes == {
        word: sum(1 for k in range(N) if (SEED * 1_000_003 + k) % 4 == i) for i, word in enumerate(("answered", "5", "n", "key"))
    }
    assert client.wire.sessions == resets, "one session all the time"
    harmed = sum(after[name] - before[name] for name in ("bad_line", "cut", "too_long", "gap"))
    assert spoiling.spoiled > N * 0.9 and harmed > N // 2, (spoiling.spoiled, before, after)
