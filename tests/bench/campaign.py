"""A campaign of many years: what opening it, a page of its history, everything a page shows and an edit take, whether what an answer costs
grows with its years, and how long it takes to make every table anew. And a journal of 1,000 answers from an emulated board into it.

    python -m tests.bench campaign [--entries 50000]      about three minutes"""

import http.client
import json
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from campaign.desk import CORE, NAMES, generations
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.link import Client
from lanternboard_host.records.board import read
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.sync import Sync
from lanternboard_host.records.telling import state_of
from lanternboard_host.web.campaign import CampaignServer
from websockets.sync.client import connect

from .long_showdown import as_text, long_showdown
from .report import Line, percentile

PAGES = 8
SEEN = f"campaign: an edit to each of {PAGES} open pages, p99"
TOKEN = "a-key-for-the-bench-only"


def timed(do):
    began = time.perf_counter()
    found = do()
    return time.perf_counter() - began, found


def seen_by_all(records, edits: int) -> list[float]:
    """Seconds from an edit that one page sends until each of PAGES pages has got the state with it, as a page does: the news by its
    WebSocket, then the state by HTTP."""
    out = []
    with CampaignServer(records, port=0, token=TOKEN) as server, ThreadPoolExecutor(PAGES) as hands, ExitStack() as held:
        place = f"127.0.0.1:{server.port}"
        pages = [held.enter_context(connect(f"ws://{place}/table", origin=f"http://{place}", max_size=None)) for _ in range(PAGES)]
        pages[0].send(json.dumps({"do": "hello", "token": TOKEN, "calm": False}))

        def sees(page, entries):
            while True:
                told = json.loads(page.recv(timeout=60))
                if told["is"] == "refused":
                    raise RuntimeError(told["why"])
                if told["is"] == "changed" and told["entries"] >= entries:
                    break
            line = http.client.HTTPConnection(place)
            line.request("GET", "/campaign.json")
            body = line.getresponse().read()
            line.close()
            return time.perf_counter(), body

        for _ in range(edits):
            before = records.campaign.state.settlement["births"]
            entries = len(records.campaign.journal) + 1
            waiting = [hands.submit(sees, page, entries) for page in pages]
            began = time.perf_counter()
            pages[0].send(json.dumps({"do": "edit", "edit": [["settlement.births", before, before + 1]], "why": ""}))
            got = [one.result() for one in waiting]
            out.append(max(at for at, _ in got) - began)
            for _, body in got[:1]:
                assert json.loads(body)["records"]["settlement"]["births"] == before + 1
    return out


def years(options) -> list[Line]:
    source, each = random.Random(1), []
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "campaigns" / "old.lantern"
        with Records.create(path, CORE, "me", NAMES) as records:
            for k in range(options.entries):
                made = generations(records.campaign, source)
                each.append(timed(lambda made=made: records.change(lambda game: game.answer(game.number, made), "me", "answer"))[0])
                if k % 1000 == 999:
                    print(f"{k + 1} of {options.entries}", end="\r", file=sys.stderr, flush=True)
            year, sheets = records.campaign.state.settlement["year"], len(records.campaign.state.survivors)
        opened, records = timed(lambda: Records(path, CORE))
        with records:
            pages = [timed(lambda k=k: records.history(options.entries - 50 * k, 100))[0] for k in range(50)]
            states = [timed(lambda: json.dumps(state_of(records)))[0] for _ in range(10)]
            edits = [
                timed(lambda k=k: records.change(lambda game: game.set_fields({f"survivors.s{k + 1}.luck": k % 7 - 3}), "me", "edit"))[0]
                for k in range(100)
            ]
            viewers = seen_by_all(records, 100)
            rebuilt, same = timed(records.rebuild)
            assert same
    tenth = len(each) // 10
    growth = sum(each[-tenth:]) / sum(each[:tenth])
    note = f"{options.entries} entries, {year} years, {sheets} survivors"
    return [
        Line("campaign: opening it", "<= 1 s", opened, "s", 1, note=note),
        Line("campaign: 100 entries of its history, p99", "<= 100 ms", percentile(pages, 0.99) * 1000, "ms", 100, samples=pages),
        Line("campaign: all that a page shows", "<= 100 ms", max(states) * 1000, "ms", 100, samples=states),
        Line("campaign: an edit on disk, p99", "<= 100 ms", percentile(edits, 0.99) * 1000, "ms", 100, samples=edits),
        Line(SEEN, "<= 100 ms", percentile(viewers, 0.99) * 1000, "ms", 100, samples=viewers),
        Line(
            "campaign: the last tenth of the answers to the first",
            "<= 2 times",
            growth,
            "times",
            2,
            note=f"{sum(each) / len(each) * 1000:.1f} ms each",
        ),
        Line("campaign: every table made anew", "", rebuilt, "s"),
    ]


def synced(options) -> list[Line]:
    """A showdown of 1,000 answers from an emulated board on a pseudo-terminal into a campaign: list, fetch, play again, commit, receipt."""
    with tempfile.TemporaryDirectory() as place, EmulatedBoard(level="all") as board:
        path = Path(place) / "campaigns" / "x.lantern"
        with Records.create(path, CORE, "me", NAMES) as records:
            made, answers = long_showdown(records)
            text = as_text(made)
            with Client(board.start(), 20) as client:
                client.put("journal", text, timeout=120)
                client.new(level="all")
                took, report = timed(lambda: Sync(records, Path(place) / "journals", played, fetch=fetched).run(client))
            assert report.taken == [read(text).id]
    return [
        Line(
            "campaign: a showdown of 1,000 answers synced over the PTY",
            "<= 1 s",
            took,
            "s",
            1,
            note=f"{answers} answers, {len(text)} bytes",
        )
    ]


def campaign(options) -> list[Line]:
    return synced(options) + years(options)
